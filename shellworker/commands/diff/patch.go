package diff

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const patchHelp = `
Usage: patch [OPTION]... [ORIGFILE [PATCHFILE]]
Apply the output of diff to files.

  -p, --strip=NUM         strip NUM leading components from file names
  -F, --fuzz=LINES        context lines that may differ (2)
  -l, --ignore-whitespace blanks in patch and file match any blanks
  -c, --context           the patch is a context diff
  -n, --normal            the patch is a normal diff
  -u, --unified           the patch is a unified diff
  -N, --forward           leave out patches that seem reversed or applied
  -R, --reverse           old and new files were swapped
  -i, --input=PATCHFILE   read the patch from PATCHFILE
  -o, --output=FILE       write patched files to FILE
  -r, --reject-file=FILE  write rejects to FILE, - for nowhere
  -b, --backup            keep the originals under NAME.orig
      --no-backup-if-mismatch  don't, also where the patch fits badly
      --backup-if-mismatch     do so there (the default)
  -z, --suffix=SUFFIX     SUFFIX instead of .orig
  -B, --prefix=PREFIX     names of the originals begin with PREFIX
  -E, --remove-empty-files  remove files that are empty after patching
  -d, --directory=DIR     work in DIR
      --dry-run           change nothing
  -s, --quiet, --silent   say only what goes wrong
  -f, --force             ask nothing
  -t, --batch             ask nothing, leave out bad patches
      --verbose           say more
      --binary            change nothing at line ends (nothing ever does)
      --posix             without GNU's extensions for missing files
      --help              this text
  -v, --version           the version
Without PATCHFILE the patch is read from the standard input. The status is 0 if
all was applied, 1 if something was rejected, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "patch", Help: patchHelp, UsageStatus: 2, Run: runPatch})
}

// hunk is a place of a patch: its lines with the marks ' ', '-' and '+'.
type hunk struct {
	oldStart, oldLen int
	newStart, newLen int
	lines            []patchLine
	prefix, suffix   int // lines of context before and behind
	function         string
}

type patchLine struct {
	mark byte
	text []byte // with its newline, if it has one
}

// filePatch is what a patch says of one file.
type filePatch struct {
	oldName, newName, index string
	oldStamp, newStamp      string
	style                   byte // u c n
	hunks                   []*hunk
	created, deleted        bool // by git's headers
	renameFrom, renameTo    string
	header                  [][]byte // the text before the first hunk
	bad                     string   // why the rest of the patch can't be read
	line                    int      // of the first hunk
}

type patcher struct {
	ctx                                 context.Context
	p                                   *commands.Process
	strip                               int // -1: base names
	fuzz                                int
	loose, forward, reverse, dry, quiet bool
	force, batch, removeEmpty, verbose  bool
	backup, backupMismatch, posix       bool
	suffix, prefix, output, reject      string
	haveReject                          bool
	style                               byte
	out                                 *bytes.Buffer
	status                              int
}

func runPatch(ctx context.Context, p *commands.Process) int {
	pt := &patcher{ctx: ctx, p: p, strip: -1, fuzz: 2, suffix: ".orig", backupMismatch: true}
	input := ""
	opts, operands := p.Getopt("bB:cd:EfF:i:lnNo:p:r:RstuvV:z:",
		getopt.Long{Name: "strip", Arg: getopt.Required, ID: 'p'}, getopt.Long{Name: "fuzz", Arg: getopt.Required, ID: 'F'},
		getopt.Long{Name: "ignore-whitespace", ID: 'l'}, getopt.Long{Name: "context", ID: 'c'}, getopt.Long{Name: "normal", ID: 'n'},
		getopt.Long{Name: "unified", ID: 'u'}, getopt.Long{Name: "forward", ID: 'N'}, getopt.Long{Name: "reverse", ID: 'R'},
		getopt.Long{Name: "input", Arg: getopt.Required, ID: 'i'}, getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'},
		getopt.Long{Name: "reject-file", Arg: getopt.Required, ID: 'r'}, getopt.Long{Name: "backup", ID: 'b'},
		getopt.Long{Name: "no-backup-if-mismatch", ID: 300}, getopt.Long{Name: "backup-if-mismatch", ID: 301},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'z'}, getopt.Long{Name: "prefix", Arg: getopt.Required, ID: 'B'},
		getopt.Long{Name: "remove-empty-files", ID: 'E'}, getopt.Long{Name: "directory", Arg: getopt.Required, ID: 'd'},
		getopt.Long{Name: "dry-run", ID: 302}, getopt.Long{Name: "quiet", ID: 's'}, getopt.Long{Name: "silent", ID: 's'},
		getopt.Long{Name: "force", ID: 'f'}, getopt.Long{Name: "batch", ID: 't'}, getopt.Long{Name: "verbose", ID: 303},
		getopt.Long{Name: "binary", ID: 304}, getopt.Long{Name: "posix", ID: 305})
	dir := ""
	number := func(s, what string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			p.Fatalf(2, "**** %s %s is not a number", what, s)
		}
		return n
	}
	haveStrip := false
	for _, o := range opts {
		switch o.ID {
		case 'b':
			pt.backup = true
		case 'B':
			pt.prefix = o.Arg
		case 'c', 'n', 'u':
			pt.style = byte(o.ID)
		case 'd':
			dir = o.Arg
		case 'E':
			pt.removeEmpty = true
		case 'f':
			pt.force = true
		case 'F':
			pt.fuzz = number(o.Arg, "fuzz factor")
		case 'i':
			input = o.Arg
		case 'l':
			pt.loose = true
		case 'N':
			pt.forward = true
		case 'o':
			pt.output = o.Arg
		case 'p':
			pt.strip = number(o.Arg, "strip count")
			haveStrip = true
		case 'r':
			pt.reject, pt.haveReject = o.Arg, true
		case 'R':
			pt.reverse = true
		case 's':
			pt.quiet = true
		case 't':
			pt.batch = true
		case 'v':
			fmt.Fprintf(p.Out, "patch (capshell) %s\n", commands.Version)
			return 0
		case 'z':
			pt.suffix = o.Arg
			pt.backup = true
		case 300:
			pt.backupMismatch = false
		case 301:
			pt.backupMismatch = true
		case 302:
			pt.dry = true
		case 303:
			pt.verbose = true
		case 305:
			pt.posix = true
		case 304:
		default:
			p.UsageError("invalid option -- '%c'", o.ID)
		}
	}
	_ = haveStrip
	if len(operands) > 2 {
		p.UsageError("%s: extra operand", operands[2])
	}
	if len(operands) == 2 {
		input = operands[1]
	}
	if input == "" {
		input = "-"
	}
	if dir != "" {
		i, err := p.Stat(ctx, dir)
		if err == nil && !i.IsDir() {
			err = vfs.ENOTDIR
		}
		if err != nil {
			p.Fatalf(2, "**** Can't change to directory %s : %s", dir, vfs.ErrText(err))
		}
		p.Dir = path.Clean(p.Path(dir))
	}
	f, err := p.Input(ctx, input)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(f, maxFile))
		f.Close()
	}
	if err != nil {
		p.Fatalf(2, "**** Can't open patch file %s : %s", input, vfs.ErrText(err))
	}
	patches, garbage := pt.parse(split(text))
	if len(patches) == 0 {
		if garbage {
			p.Fatalf(2, "**** Only garbage was found in the patch input.")
		}
		return 0
	}
	if pt.output != "" {
		pt.out = &bytes.Buffer{}
	}
	for _, fp := range patches {
		name := ""
		if len(operands) > 0 {
			name = operands[0]
		}
		pt.apply(fp, name)
		if fp.bad != "" {
			p.Out.Flush()
			p.Fatalf(2, "%s", fp.bad)
		}
	}
	if pt.out != nil && !pt.dry {
		if pt.output == "-" {
			p.Out.Write(pt.out.Bytes())
		} else if err := pt.writeFile(pt.output, pt.out.Bytes(), 0o644); err != nil {
			p.Fatalf(2, "**** Can't create file %s : %s", pt.output, vfs.ErrText(err))
		}
	}
	return pt.status
}

func (pt *patcher) say(format string, a ...any) {
	if !pt.quiet {
		fmt.Fprintf(pt.p.Out, format, a...)
	}
}

var (
	unifiedRe = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)`)
	normalRe  = regexp.MustCompile(`^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?\s*$`)
	ctxOldRe  = regexp.MustCompile(`^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*`)
	ctxNewRe  = regexp.MustCompile(`^--- (\d+)(?:,(\d+))? ----`)
	edRe      = regexp.MustCompile(`^\d+(,\d+)?[acd]\s*$`)
)

func atoi(s string, def int) int {
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1 << 40
	}
	return n
}

// fileName takes the name, and what is behind it, from a header line.
func fileName(l string) (name, stamp string) {
	l = strings.TrimRight(l, "\r\n")
	if strings.HasPrefix(l, `"`) {
		if s, err := strconv.QuotedPrefix(l); err == nil {
			if u, err := strconv.Unquote(s); err == nil {
				return u, strings.TrimSpace(l[len(s):])
			}
		}
	}
	if i := strings.IndexByte(l, '\t'); i >= 0 {
		return l[:i], strings.TrimSpace(l[i:])
	}
	// Without a tab the name ends at a blank before a date.
	if m := regexp.MustCompile(`\s+(\d{4}-\d\d-\d\d|[A-Z][a-z][a-z] [A-Z][a-z][a-z] )`).FindStringIndex(l); m != nil {
		return l[:m[0]], strings.TrimSpace(l[m[0]:])
	}
	return strings.TrimRight(l, " "), ""
}

// parse finds the patches in a text; garbage tells that there is other text.
func (pt *patcher) parse(lines [][]byte) (list []*filePatch, garbage bool) {
	var fp *filePatch
	at := func(i int) string {
		if i < len(lines) {
			return string(lines[i])
		}
		return ""
	}
	fresh := func() *filePatch { return &filePatch{} }
	pending := fresh() // headers seen since the last hunk
	i, textStart := 0, 0
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(badPatch)
			if !ok {
				panic(r)
			}
			fp.bad = string(b)
		}
	}()
	begin := func(style byte) {
		if fp == nil || pending != nil {
			if pending == nil {
				pending = fresh()
			}
			fp = pending
			fp.style = style
			fp.header, fp.line = lines[textStart:i], i+1
			list = append(list, fp)
			pending = nil
		}
	}
	head := func() *filePatch {
		if pending == nil {
			pending = fresh()
		}
		return pending
	}
	flushGit := func() {
		// A rename or an empty file comes without hunks.
		if pending != nil && (pending.renameTo != "" || pending.created || pending.deleted) {
			fp = pending
			fp.style = 'u'
			list = append(list, fp)
			pending = nil
		}
	}
	for i < len(lines) {
		l := at(i)
		switch {
		case strings.HasPrefix(l, "diff --git "):
			flushGit()
			pending = fresh()
			f := strings.Fields(l)
			if len(f) == 4 {
				pending.oldName, pending.newName = f[2], f[3]
			}
			i++
		case strings.HasPrefix(l, "new file mode ") && pending != nil:
			pending.created = true
			i++
		case strings.HasPrefix(l, "deleted file mode ") && pending != nil:
			pending.deleted = true
			i++
		case strings.HasPrefix(l, "rename from ") && pending != nil:
			pending.renameFrom = strings.TrimSpace(l[12:])
			i++
		case strings.HasPrefix(l, "rename to ") && pending != nil:
			pending.renameTo = strings.TrimSpace(l[10:])
			i++
		case strings.HasPrefix(l, "Index: "):
			flushGit()
			pending = fresh()
			pending.index = strings.TrimSpace(l[7:])
			i++
		case strings.HasPrefix(l, "--- ") && strings.HasPrefix(at(i+1), "+++ ") && pt.style != 'c' && pt.style != 'n':
			h := head()
			h.oldName, h.oldStamp = fileName(l[4:])
			h.newName, h.newStamp = fileName(at(i + 1)[4:])
			i += 2
		case strings.HasPrefix(l, "*** ") && strings.HasPrefix(at(i+1), "--- ") && !ctxOldRe.MatchString(l):
			h := head()
			h.oldName, h.oldStamp = fileName(l[4:])
			h.newName, h.newStamp = fileName(at(i + 1)[4:])
			i += 2
		case unifiedRe.MatchString(l) && pt.style != 'c' && pt.style != 'n':
			begin('u')
			i = pt.unifiedHunk(fp, lines, i)
			textStart = i
		case strings.HasPrefix(l, "***************") && ctxOldRe.MatchString(at(i+1)):
			begin('c')
			i = pt.contextHunk(fp, lines, i)
			textStart = i
		case normalRe.MatchString(l) && pt.style != 'c' && pt.style != 'u':
			m := normalRe.FindStringSubmatch(l)
			next := at(i + 1)
			if !(strings.HasPrefix(next, "< ") || strings.HasPrefix(next, "> ") || next == "<\n" || next == ">\n" || m[3] == "d" && strings.HasPrefix(next, "<")) {
				garbage = true
				i++
				break
			}
			begin('n')
			i = pt.normalHunk(fp, lines, i)
			textStart = i
		case edRe.MatchString(l) && fp == nil:
			pt.p.Fatalf(2, "**** ed scripts are not supported")
		default:
			garbage = true
			i++
		}
	}
	flushGit()
	return list, garbage
}

func (pt *patcher) malformed(n int, l []byte) {
	panic(badPatch(fmt.Sprintf("**** malformed patch at line %d: %s", n+1, strings.TrimSuffix(string(l), "\n")+"\n")))
}

// badPatch ends the parser; what came before it is applied first.
type badPatch string

// noNewline takes the newline from the last line if the next one says so.
func noNewline(lines [][]byte, i int, h *hunk) int {
	if i < len(lines) && bytes.HasPrefix(lines[i], []byte(`\ `)) && len(h.lines) > 0 {
		last := &h.lines[len(h.lines)-1]
		last.text = bytes.TrimSuffix(last.text, []byte{'\n'})
		i++
	}
	return i
}

func (pt *patcher) unifiedHunk(fp *filePatch, lines [][]byte, i int) int {
	m := unifiedRe.FindStringSubmatch(string(lines[i]))
	h := &hunk{oldStart: atoi(m[1], 0), oldLen: atoi(m[2], 1), newStart: atoi(m[3], 0), newLen: atoi(m[4], 1), function: strings.TrimSpace(m[5])}
	i++
	old, fresh := h.oldLen, h.newLen
	for old > 0 || fresh > 0 {
		if i >= len(lines) {
			if old > 0 && old == fresh && old < 3 {
				break // blank context at the end got lost
			}
			panic(badPatch(fmt.Sprintf("**** unexpected end of file in patch at line %d", i+1)))
		}
		l := lines[i]
		c := l[0]
		switch {
		case c == ' ' || c == '-' && old > 0 || c == '+' && fresh > 0:
			h.lines = append(h.lines, patchLine{c, l[1:]})
		case c == '\n' || c == '\t' || c == '\r':
			h.lines = append(h.lines, patchLine{' ', l})
			c = ' '
		case c == '\\':
			i = noNewline(lines, i, h)
			continue
		default:
			pt.malformed(i, l)
		}
		if c != '+' {
			old--
		}
		if c != '-' {
			fresh--
		}
		i = noNewline(lines, i+1, h)
	}
	fp.hunks = append(fp.hunks, h)
	return i
}

func (pt *patcher) contextHunk(fp *filePatch, lines [][]byte, i int) int {
	h := &hunk{}
	h.function = strings.TrimSpace(strings.TrimLeft(string(lines[i]), "*"))
	m := ctxOldRe.FindStringSubmatch(string(lines[i+1]))
	first := atoi(m[1], 0)
	last := atoi(m[2], first)
	h.oldStart, h.oldLen = first, last-first+1
	if first == 0 {
		h.oldLen = 0
	}
	i += 2
	read := func() []patchLine {
		var part hunk
		for i < len(lines) {
			l := lines[i]
			if len(l) >= 2 && (l[0] == ' ' || l[0] == '-' || l[0] == '+' || l[0] == '!') && (l[1] == ' ' || l[1] == '\t') && !ctxNewRe.Match(l) {
				part.lines = append(part.lines, patchLine{l[0], l[2:]})
				i = noNewline(lines, i+1, &part)
				continue
			}
			if len(l) == 1 && l[0] == '\n' && len(part.lines) > 0 {
				part.lines = append(part.lines, patchLine{' ', l})
				i++
				continue
			}
			break
		}
		return part.lines
	}
	old := read()
	if i >= len(lines) {
		pt.malformed(i-1, lines[len(lines)-1])
	}
	m = ctxNewRe.FindStringSubmatch(string(lines[i]))
	if m == nil {
		pt.malformed(i, lines[i])
	}
	first = atoi(m[1], 0)
	last = atoi(m[2], first)
	h.newStart, h.newLen = first, last-first+1
	if first == 0 {
		h.newLen = 0
	}
	i++
	fresh := read()
	if len(fresh) > h.newLen {
		fresh = fresh[:h.newLen]
	}
	// A half that has only context may be left out.
	if len(old) == 0 && h.oldLen > 0 {
		for _, l := range fresh {
			if l.mark == ' ' {
				old = append(old, l)
			}
		}
	}
	if len(fresh) == 0 && h.newLen > 0 {
		for _, l := range old {
			if l.mark == ' ' {
				fresh = append(fresh, l)
			}
		}
	}
	a, b := 0, 0
	for a < len(old) || b < len(fresh) {
		switch {
		case a < len(old) && old[a].mark != ' ':
			h.lines = append(h.lines, patchLine{'-', old[a].text})
			a++
		case b < len(fresh) && fresh[b].mark != ' ':
			h.lines = append(h.lines, patchLine{'+', fresh[b].text})
			b++
		default:
			l := patchLine{mark: ' '}
			if a < len(old) {
				l.text = old[a].text
			} else {
				l.text = fresh[b].text
			}
			h.lines = append(h.lines, l)
			a++
			b++
		}
	}
	h.count()
	fp.hunks = append(fp.hunks, h)
	return i
}

// count sets the lengths by the lines.
func (h *hunk) count() {
	h.oldLen, h.newLen = 0, 0
	for _, l := range h.lines {
		if l.mark != '+' {
			h.oldLen++
		}
		if l.mark != '-' {
			h.newLen++
		}
	}
}

func (pt *patcher) normalHunk(fp *filePatch, lines [][]byte, i int) int {
	m := normalRe.FindStringSubmatch(string(lines[i]))
	a, b := atoi(m[1], 0), atoi(m[2], atoi(m[1], 0))
	c, d := atoi(m[4], 0), atoi(m[5], atoi(m[4], 0))
	h := &hunk{oldStart: a, oldLen: b - a + 1, newStart: c, newLen: d - c + 1}
	switch m[3] {
	case "a":
		h.oldLen = 0
	case "d":
		h.newLen = 0
	}
	i++
	take := func(n int, in, mark byte) {
		for ; n > 0; n-- {
			if i >= len(lines) || lines[i][0] != in {
				pt.malformed(min(i, len(lines)-1), lines[min(i, len(lines)-1)])
			}
			l := lines[i][1:]
			if len(l) > 0 && (l[0] == ' ' || l[0] == '\t') {
				l = l[1:]
			}
			h.lines = append(h.lines, patchLine{mark, l})
			i = noNewline(lines, i+1, h)
		}
	}
	take(h.oldLen, '<', '-')
	if m[3] == "c" {
		if i >= len(lines) || lines[i][0] != '-' {
			pt.malformed(min(i, len(lines)-1), lines[min(i, len(lines)-1)])
		}
		i++
	}
	take(h.newLen, '>', '+')
	fp.hunks = append(fp.hunks, h)
	return i
}

// stripName removes leading components from a name; ok is false if there
// aren't so many.
func (pt *patcher) stripName(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	if name == "/dev/null" {
		return name, true
	}
	if pt.strip < 0 {
		return path.Base(name), true
	}
	for n := pt.strip; n > 0; n-- {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return "", false
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	return name, name != ""
}

func (pt *patcher) exists(name string) bool {
	_, err := pt.p.Stat(pt.ctx, name)
	return err == nil
}

// target chooses the file to patch, as GNU patch does: of the names that the
// patch gives, an existing one with the fewest components, the shortest base
// name, the shortest of all.
func (pt *patcher) target(fp *filePatch) string {
	var names []string
	for _, n := range []string{fp.oldName, fp.newName, fp.index} {
		if s, ok := pt.stripName(n); ok && s != "/dev/null" {
			names = append(names, s)
		}
	}
	best := func(list []string) string {
		pick := ""
		for _, n := range list {
			if pick == "" {
				pick = n
				continue
			}
			a, b := strings.Count(n, "/"), strings.Count(pick, "/")
			switch {
			case a != b:
				if a < b {
					pick = n
				}
			case len(path.Base(n)) != len(path.Base(pick)):
				if len(path.Base(n)) < len(path.Base(pick)) {
					pick = n
				}
			case len(n) < len(pick):
				pick = n
			}
		}
		return pick
	}
	var there []string
	for _, n := range names {
		if pt.exists(n) {
			there = append(there, n)
		}
	}
	if len(there) > 0 {
		return best(there)
	}
	if len(names) > 0 && pt.creates(fp) {
		return best(names)
	}
	return ""
}

func isEpoch(stamp string) bool {
	return strings.HasPrefix(stamp, "1970-01-01 00:00:00") && strings.HasSuffix(stamp, "+0000") || strings.HasPrefix(stamp, "Thu Jan  1 00:00:00 1970")
}

// creates tells whether the patch makes a file of nothing.
func (pt *patcher) creates(fp *filePatch) bool {
	old, stamp := fp.oldName, fp.oldStamp
	created := fp.created
	if pt.reverse {
		old, stamp, created = fp.newName, fp.newStamp, fp.deleted
	}
	if created || old == "/dev/null" || isEpoch(stamp) {
		return true
	}
	if len(fp.hunks) == 1 {
		n := fp.hunks[0].oldLen
		if pt.reverse {
			n = fp.hunks[0].newLen
		}
		return n == 0
	}
	return false
}

// removes tells whether the patch leaves nothing of a file.
func (pt *patcher) removes(fp *filePatch) bool {
	name, stamp, deleted := fp.newName, fp.newStamp, fp.deleted
	if pt.reverse {
		name, stamp, deleted = fp.oldName, fp.oldStamp, fp.created
	}
	return deleted || name == "/dev/null" || isEpoch(stamp)
}

func (h *hunk) swap() {
	h.oldStart, h.newStart = h.newStart, h.oldStart
	h.oldLen, h.newLen = h.newLen, h.oldLen
	// Removed lines stand before added ones again.
	var out []patchLine
	for i := 0; i < len(h.lines); {
		if h.lines[i].mark == ' ' {
			out = append(out, h.lines[i])
			i++
			continue
		}
		var del, ins []patchLine
		for ; i < len(h.lines) && h.lines[i].mark != ' '; i++ {
			if h.lines[i].mark == '+' {
				del = append(del, patchLine{'-', h.lines[i].text})
			} else {
				ins = append(ins, patchLine{'+', h.lines[i].text})
			}
		}
		out = append(append(out, del...), ins...)
	}
	h.lines = out
}

func (pt *patcher) equal(a, b []byte) bool {
	if !pt.loose {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(squeeze(a), squeeze(b))
}

func squeeze(l []byte) []byte {
	return bytes.Join(bytes.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }), []byte{' '})
}

// fits tells whether the old lines of a hunk, without pre and suf lines of
// context, stand at index at.
func (pt *patcher) fits(h *hunk, file [][]byte, at, pre, suf int) bool {
	var old [][]byte
	for _, l := range h.lines {
		if l.mark != '+' {
			old = append(old, l.text)
		}
	}
	if at < 0 || at+len(old)-suf > len(file) || at+pre < 0 {
		return false
	}
	for i := pre; i < len(old)-suf; i++ {
		if at+i < 0 || at+i >= len(file) || !pt.equal(old[i], file[at+i]) {
			return false
		}
	}
	return true
}

// locate finds where a hunk applies: at its line or the nearest one, with as
// little fuzz as it takes.
func (pt *patcher) locate(h *hunk, file [][]byte, offset, last, fuzz int) (at int, ok bool) {
	pre, suf := h.prefix, h.suffix
	context := max(pre, suf)
	preFuzz := max(0, fuzz+pre-context)
	sufFuzz := max(0, fuzz+suf-context)
	old := h.oldLen
	want := h.oldStart - 1 + offset
	if old == 0 {
		want = h.oldStart + offset
		if pt.fits(h, file, want, 0, 0) || want <= len(file) {
			return max(0, min(want, len(file))), true
		}
		return len(file), true
	}
	// With less context on one side the hunk belongs to that end of the file.
	if pre < suf && h.oldStart <= 1 && fuzz == 0 {
		if pt.fits(h, file, 0, 0, 0) && last == 0 {
			return 0, true
		}
		if h.oldStart <= 1 {
			return 0, false
		}
	}
	if suf < pre && fuzz == 0 {
		end := len(file) - old
		if end >= last && pt.fits(h, file, end, 0, 0) {
			return end, true
		}
		return 0, false
	}
	limit := max(want, len(file)-want) + 1
	for d := 0; d <= limit; d++ {
		if d&1023 == 0 && pt.ctx.Err() != nil {
			return 0, false
		}
		if want+d >= last-preFuzz && pt.fits(h, file, want+d, preFuzz, sufFuzz) {
			return want + d, true
		}
		if d > 0 && want-d >= last && pt.fits(h, file, want-d, preFuzz, sufFuzz) {
			return want - d, true
		}
	}
	return 0, false
}

// apply applies the patch of one file.
func (pt *patcher) apply(fp *filePatch, name string) {
	p := pt.p
	if name == "" {
		name = pt.target(fp)
	}
	if name == "" {
		pt.say("can't find file to patch at input line %d\n", fp.line)
		if pt.strip < 0 {
			pt.say("Perhaps you should have used the -p or --strip option?\n")
		} else {
			pt.say("Perhaps you used the wrong -p or --strip option?\n")
		}
		if len(fp.header) > 0 {
			pt.say("The text leading up to this was:\n--------------------------\n")
			for _, l := range fp.header {
				pt.say("|%s\n", bytes.TrimSuffix(l, []byte{'\n'}))
			}
			pt.say("--------------------------\n")
		}
		if pt.force || pt.batch {
			pt.say("No file to patch.  Skipping patch.\n")
		} else {
			pt.say("File to patch: \nSkip this patch? [y] \nSkipping patch.\n") // nobody can be asked
		}
		n := len(fp.hunks)
		pt.say("%d out of %d hunk%s ignored\n", n, n, plural(n))
		pt.status = max(pt.status, 1)
		return
	}
	source := name
	if fp.renameFrom != "" && fp.renameTo != "" {
		from, to := fp.renameFrom, fp.renameTo
		if pt.reverse {
			from, to = to, from
		}
		if pt.exists(from) {
			source, name = from, to
		}
	}
	var text []byte
	mode := uint32(0o644)
	existed := false
	if i, err := p.Stat(pt.ctx, source); err == nil {
		if i.Kind != vfs.Regular {
			p.Out.Flush()
			p.Errorf("File %s is not a regular file -- refusing to patch", source)
			pt.status = max(pt.status, 1)
			return
		}
		f, err := p.Open(pt.ctx, source)
		if err == nil {
			text, err = io.ReadAll(io.LimitReader(f, maxFile))
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			p.Fatalf(2, "**** Can't open file %s : %s", source, vfs.ErrText(err))
		}
		mode, existed = i.Mode, true
	}
	for _, h := range fp.hunks {
		if pt.reverse {
			h.swap()
		}
		for h.prefix < len(h.lines) && h.lines[h.prefix].mark == ' ' {
			h.prefix++
		}
		for h.suffix < len(h.lines)-h.prefix && h.lines[len(h.lines)-1-h.suffix].mark == ' ' {
			h.suffix++
		}
	}
	verb := "patching"
	if pt.dry {
		verb = "checking"
	}
	shown := name
	if pt.out != nil {
		shown = pt.output + " (read from " + name + ")"
		if pt.output == "-" {
			shown = "standard output (read from " + name + ")"
		}
	} else if source != name {
		shown = name + " (renamed from " + source + ")"
	}
	if pt.output != "-" {
		pt.say("%s file %s\n", verb, shown)
	}
	file := split(text)
	if fp.bad != "" {
		return
	}
	result, rejects, mismatch, skipped := pt.hunks(fp, file, existed)
	if skipped {
		return
	}
	if pt.out != nil {
		pt.out.Write(result)
	} else if !pt.dry {
		pt.store(fp, source, name, text, result, mode, existed, mismatch, len(rejects) == 0)
	}
	if len(rejects) > 0 {
		pt.status = max(pt.status, 1)
		pt.saveRejects(fp, name, rejects)
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// hunks applies the hunks in their order.
func (pt *patcher) hunks(fp *filePatch, file [][]byte, existed bool) (result []byte, rejects []*hunk, mismatch, skipped bool) {
	offset, last := 0, 0
	var out bytes.Buffer
	done := 0 // lines of file that were written
	for n, h := range fp.hunks {
		at, ok, fuzz := 0, false, 0
		if !existed && h.oldLen > 0 {
			ok = false
		} else {
			most := min(pt.fuzz, max(h.prefix, h.suffix))
			for fuzz = 0; fuzz <= most && !ok; fuzz++ {
				at, ok = pt.locate(h, file, offset, last, fuzz)
			}
			fuzz--
		}
		if ok && h.oldLen == 0 && h.newLen > 0 && existed && len(file) > 0 && pt.creates(fp) && n == 0 {
			ok = false
		}
		if !ok && n == 0 && (existed || pt.reverse) && pt.reversed(h, file) {
			what := "Reversed (or previously applied) patch detected!"
			if pt.reverse {
				what = "Unreversed patch detected!"
			}
			if pt.forward || pt.batch && pt.reverse {
				pt.say("%s  Skipping patch.\n", what)
				pt.ignore(fp)
				return nil, nil, false, true
			}
			if pt.batch {
				pt.say("%s  Assuming -R.\n", what)
				for _, h := range fp.hunks {
					h.swap()
				}
				pt.reverse = !pt.reverse
				return pt.hunks(fp, file, existed)
			}
			if pt.force {
				pt.say("%s  Applying it anyway.\n", what)
			} else {
				// Nobody can be asked.
				pt.say("%s  %s -R? [n] \nApply anyway? [n] \nSkipping patch.\n", what, map[bool]string{false: "Assume", true: "Ignore"}[pt.reverse])
				pt.ignore(fp)
				return nil, nil, false, true
			}
		}
		if !ok {
			line := h.newStart
			if line == 0 && h.newLen == 0 {
				line = h.newStart
			}
			verb := "FAILED"
			pt.say("Hunk #%d %s at %d.\n", n+1, verb, max(line, boolInt(h.newLen > 0)))
			rejects = append(rejects, h)
			continue
		}
		want := h.oldStart - 1
		if h.oldLen == 0 {
			want = h.oldStart
		}
		newLine := h.newStart + at - want
		if at != want || fuzz > 0 || pt.verbose {
			{
				msg := fmt.Sprintf("Hunk #%d succeeded at %d", n+1, newLine)
				if fuzz > 0 {
					msg += fmt.Sprintf(" with fuzz %d", fuzz)
				}
				if at != want {
					off := at - want
					msg += fmt.Sprintf(" (offset %d line%s)", off, map[bool]string{true: "", false: "s"}[off == 1])
				}
				pt.say("%s.\n", msg)
			}
		}
		if fuzz > 0 || at != want {
			mismatch = true
		}
		offset = at - want
		for ; done < at; done++ {
			out.Write(file[done])
		}
		for _, l := range h.lines {
			switch l.mark {
			case ' ':
				if done < len(file) {
					out.Write(file[done])
				}
				done++
			case '-':
				done++
			case '+':
				// The newline that the file's last line lacks comes before more.
				if out.Len() > 0 && out.Bytes()[out.Len()-1] != '\n' {
					out.WriteByte('\n')
				}
				out.Write(l.text)
			}
		}
		last = done
	}
	for ; done < len(file); done++ {
		if out.Len() > 0 && out.Bytes()[out.Len()-1] != '\n' {
			out.WriteByte('\n')
		}
		out.Write(file[done])
	}
	if len(rejects) > 0 {
		mismatch = true
	}
	return out.Bytes(), rejects, mismatch, false
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ignore tells that all hunks are left out.
func (pt *patcher) ignore(fp *filePatch) {
	n := len(fp.hunks)
	pt.say("%d out of %d hunk%s ignored", n, n, plural(n))
	name := pt.target(fp)
	if name != "" && !pt.dry && !(pt.haveReject && pt.reject == "-") {
		pt.say(" -- saving rejects to file %s", pt.rejectName(name))
		pt.writeRejects(fp, pt.rejectName(name), fp.hunks)
	}
	pt.say("\n")
	pt.status = max(pt.status, 1)
}

// reversed tells whether a hunk fits backwards.
func (pt *patcher) reversed(h *hunk, file [][]byte) bool {
	r := *h
	r.lines = append([]patchLine(nil), h.lines...)
	r.swap()
	if r.oldLen == 0 {
		return len(file) == 0 && h.oldLen > 0
	}
	_, ok := pt.locate(&r, file, 0, 0, 0)
	return ok
}

func (pt *patcher) rejectName(name string) string {
	if pt.haveReject {
		return pt.reject
	}
	return name + ".rej"
}

func (pt *patcher) saveRejects(fp *filePatch, name string, rejects []*hunk) {
	n, all := len(rejects), len(fp.hunks)
	pt.say("%d out of %d hunk%s FAILED", n, all, plural(all))
	if pt.dry || pt.haveReject && pt.reject == "-" {
		pt.say("\n")
		return
	}
	rej := pt.rejectName(name)
	if pt.out != nil && !pt.haveReject {
		rej = pt.output + ".rej"
	}
	pt.say(" -- saving rejects to file %s\n", rej)
	pt.writeRejects(fp, rej, rejects)
}

func (pt *patcher) writeRejects(fp *filePatch, rej string, rejects []*hunk) {
	var b bytes.Buffer
	stamp := func(s string) string {
		if s == "" {
			return ""
		}
		return "\t" + s
	}
	old, fresh := fp.oldName, fp.newName
	so, sn := fp.oldStamp, fp.newStamp
	if pt.reverse {
		old, fresh, so, sn = fresh, old, sn, so
	}
	if old == "" {
		old = fp.index
		fresh = fp.index
	}
	so, sn = stamp(so), stamp(sn)
	span := func(start, n int) string {
		if n == 1 {
			return fmt.Sprint(start)
		}
		return fmt.Sprintf("%d,%d", start, n)
	}
	if fp.style == 'u' {
		fmt.Fprintf(&b, "--- %s%s\n+++ %s%s\n", old, so, fresh, sn)
		for _, h := range rejects {
			f := h.function
			if f != "" {
				f = " " + f
			}
			fmt.Fprintf(&b, "@@ -%s +%s @@%s\n", span(h.oldStart, h.oldLen), span(h.newStart, h.newLen), f)
			for _, l := range h.lines {
				b.WriteByte(l.mark)
				b.Write(l.text)
				if !bytes.HasSuffix(l.text, []byte{'\n'}) {
					b.WriteString("\n\\ No newline at end of file\n")
				}
			}
		}
	} else {
		if old != "" {
			fmt.Fprintf(&b, "*** %s%s\n--- %s%s\n", old, so, fresh, sn)
		} else {
			b.WriteString("*** /dev/null\n--- /dev/null\n")
		}
		rng := func(start, n int) string {
			if n <= 1 {
				return fmt.Sprint(start)
			}
			return fmt.Sprintf("%d,%d", start, start+n-1)
		}
		for _, h := range rejects {
			fmt.Fprintf(&b, "***************\n*** %s ****\n", rng(h.oldStart, h.oldLen))
			pt.contextHalf(&b, h, '-')
			dash := " ----"
			if h.newLen == 0 && false {
				dash = " -----"
			}
			fmt.Fprintf(&b, "--- %s%s\n", rng(h.newStart, h.newLen), dash)
			pt.contextHalf(&b, h, '+')
		}
	}
	if err := pt.writeFile(rej, b.Bytes(), 0o644); err != nil {
		pt.p.Out.Flush()
		pt.p.Fatalf(2, "**** Can't create file %s : %s", rej, vfs.ErrText(err))
	}
}

// contextHalf writes one half of a hunk in context style.
func (pt *patcher) contextHalf(b *bytes.Buffer, h *hunk, mark byte) {
	for i := 0; i < len(h.lines); {
		l := h.lines[i]
		if l.mark == ' ' {
			b.WriteString("  ")
			b.Write(l.text)
			i++
			continue
		}
		j := i
		both := [2]bool{}
		for ; j < len(h.lines) && h.lines[j].mark != ' '; j++ {
			if h.lines[j].mark == '-' {
				both[0] = true
			} else {
				both[1] = true
			}
		}
		for ; i < j; i++ {
			if h.lines[i].mark != mark {
				continue
			}
			if both[0] && both[1] {
				b.WriteString("! ")
			} else {
				b.WriteByte(mark)
				b.WriteByte(' ')
			}
			b.Write(h.lines[i].text)
		}
	}
}

// store writes a patched file, or removes it.
func (pt *patcher) store(fp *filePatch, source, name string, before, after []byte, mode uint32, existed, mismatch, whole bool) {
	p := pt.p
	if pt.backup || pt.backupMismatch && mismatch && !pt.posix {
		back := pt.prefix + name + pt.suffix
		if pt.prefix != "" {
			back = pt.prefix + name
		}
		if existed {
			pt.writeFile(back, before, mode)
		} else {
			pt.writeFile(back, nil, 0o644)
		}
	}
	if len(after) == 0 && whole && (pt.removeEmpty || pt.removes(fp) && !pt.posix) {
		if existed {
			if err := p.FS.Unlink(pt.ctx, p.Path(source)); err != nil {
				p.Out.Flush()
				p.Fatalf(2, "**** Can't remove file %s : %s", source, vfs.ErrText(err))
			}
			pt.pruneAbove(source)
		}
		return
	}
	if len(after) > 0 && whole && pt.removes(fp) {
		pt.say("Not deleting file %s as content differs from patch\n", name)
		pt.status = max(pt.status, 1)
	}
	if !existed && !whole && len(after) == 0 {
		return
	}
	if source != name && existed {
		p.FS.Unlink(pt.ctx, p.Path(source))
	}
	if existed && bytes.Equal(before, after) && source == name {
		return
	}
	if err := pt.writeFile(name, after, mode); err != nil {
		p.Out.Flush()
		p.Fatalf(2, "**** Can't create file %s : %s", name, vfs.ErrText(err))
	}
}

// pruneAbove removes the directories that a removed file leaves empty.
func (pt *patcher) pruneAbove(name string) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if pt.p.FS.Rmdir(pt.ctx, pt.p.Path(dir)) != nil {
			return
		}
	}
}

func (pt *patcher) writeFile(name string, b []byte, mode uint32) error {
	p := pt.p
	if dir := path.Dir(name); dir != "." && dir != "/" {
		if err := p.FS.MkdirAll(pt.ctx, p.Path(dir), 0o777&^p.Umask); err != nil {
			return err
		}
	}
	f, err := p.OpenFile(pt.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if len(b) == 0 {
		err = nil
	}
	f.Close()
	return err
}
