package diff

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

const patchHelp = `
Usage: patch [OPTION]... [ORIGFILE [PATCHFILE]]
Apply the output of diff to files.

  -p, --strip=NUM         strip NUM leading components from file names
  -F, --fuzz=LINES        context lines that may differ (2)
  -l, --ignore-whitespace blanks in patch and file match any blanks
  -c, --context           the patch is a context diff
  -e, --ed                the patch is a script for ed, as diff -e writes it
  -n, --normal            the patch is a normal diff
  -u, --unified           the patch is a unified diff
  -N, --forward           leave out patches that seem reversed or applied
  -R, --reverse           old and new files were swapped
  -i, --input=PATCHFILE   read the patch from PATCHFILE
  -o, --output=FILE       write patched files to FILE
  -r, --reject-file=FILE  write rejects to FILE, - for nowhere
      --reject-format=FORMAT  as a context or a unified diff
  -D, --ifdef=NAME        keep both forms, between #ifdef NAME and the like
  -T, --set-time, -Z, --set-utc  files get the patch's times, local or UTC
  -b, --backup            keep the originals under NAME.orig
      --no-backup-if-mismatch  don't, also where the patch fits badly
      --backup-if-mismatch     do so there (the default)
  -z, --suffix=SUFFIX     SUFFIX instead of .orig
  -B, --prefix=PREFIX     names of the originals begin with PREFIX
  -Y, --basename-prefix=PREFIX  ... behind their directories
  -V, --version-control=METHOD  name originals simple, numbered or existing
      --merge[=merge], --merge=diff3  mark conflicts in the file, don't reject,
                          with diff3 show the original lines too
  -E, --remove-empty-files  remove files that are empty after patching
  -d, --directory=DIR     work in DIR
      --dry-run           change nothing
  -s, --quiet, --silent   say only what goes wrong
  -f, --force             ask nothing
  -t, --batch             ask nothing, leave out bad patches
      --verbose           say more
      --binary            keep carriage returns at the patch's line ends
      --read-only=HOW     ignore, warn (default) of or fail at read-only files
      --follow-symlinks  patch what symbolic links lead to
      --quoting-style=STYLE  names in messages: literal, shell, shell-always, c, escape
  -g, --get=NUM           (there is no version control to get files from)
      --posix             without GNU's extensions for missing files
      --help              this text
  -v, --version           the version
Without PATCHFILE the patch is read from the standard input. The patch of one
file may take 128 MiB of memory and the file 256 MiB. The status is 0 if all was
applied, 1 if something was rejected, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "patch", Help: patchHelp, UsageStatus: 2, Hint: "%[1]s: Try '%[1]s --help' for more information.", Run: runPatch})
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
	style                   byte // u c n e
	hunks                   []*hunk
	created, deleted        bool // by git's headers
	renameFrom, renameTo    string
	header                  [][]byte // the text before the first hunk
	bad                     bool     // the rest of its hunks can't be read
	line                    int      // of the first hunk
	script                  [][]byte // for ed
	copied                  bool     // renameFrom stays
	mode                    uint32   // by git's headers, 0 if they have none
	oldMode                 uint32
	prerequisite            string // a word that the file must hold
	stripped                bool   // of carriage returns
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
	rejectFormat, ifdef, basePrefix     string
	merge                               string // "merge", "diff3" or ""
	backups                             commands.Backup
	binary, setTime, follow             bool
	timeZone                            *time.Location
	readOnly                            string
	quoting                             quote.Style
	style                               byte
	out                                 *pieces // for -o
	applied                             int     // patches of a file
	status                              int
}

func runPatch(ctx context.Context, p *commands.Process) int {
	pt := &patcher{ctx: ctx, p: p, strip: -1, fuzz: 2, suffix: ".orig", backupMismatch: true}
	input := ""
	opts, operands := p.Getopt("bB:cd:D:eEfF:g:i:lnNo:p:r:RstTuvV:Y:z:Z",
		getopt.Long{Name: "ed", ID: 'e'}, getopt.Long{Name: "ifdef", Arg: getopt.Required, ID: 'D'}, getopt.Long{Name: "get", Arg: getopt.Required, ID: 'g'},
		getopt.Long{Name: "set-time", ID: 'T'}, getopt.Long{Name: "set-utc", ID: 'Z'}, getopt.Long{Name: "version-control", Arg: getopt.Required, ID: 'V'},
		getopt.Long{Name: "basename-prefix", Arg: getopt.Required, ID: 'Y'}, getopt.Long{Name: "reject-format", Arg: getopt.Required, ID: 306},
		getopt.Long{Name: "read-only", Arg: getopt.Required, ID: 307}, getopt.Long{Name: "quoting-style", Arg: getopt.Required, ID: 308},
		getopt.Long{Name: "follow-symlinks", ID: 309}, getopt.Long{Name: "merge", Arg: getopt.Optional, ID: 310},
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
		if err != nil {
			p.Fatalf(2, "**** %s %s is not a number", what, s)
		}
		if n < 0 {
			p.Fatalf(2, "**** %s %s is negative", what, s)
		}
		return n
	}
	method, methodOption := "", "--version-control or -V option"
	for _, name := range []string{"PATCH_VERSION_CONTROL", "VERSION_CONTROL"} {
		if v := p.Getenv(name); v != "" && method == "" {
			method, methodOption = v, "$"+name
		}
	}
	suffix := ".orig"
	if v := p.Getenv("SIMPLE_BACKUP_SUFFIX"); v != "" {
		suffix = v
	}
	style := p.Getenv("QUOTING_STYLE")
	pt.quoting, pt.readOnly = quote.Shell, "warn"
	quoting := func(word string) bool {
		i := slices.Index([]string{"literal", "shell", "shell-always", "c", "escape"}, word)
		if i >= 0 {
			pt.quoting = []quote.Style{quote.Literal, quote.Shell, quote.ShellAlways, quote.C, quote.Escape}[i]
		}
		return i >= 0
	}
	if style != "" && !quoting(style) {
		p.Errorf("invalid argument '%s' for '$QUOTING_STYLE'", style) // and goes on
	}
	for _, o := range opts {
		switch o.ID {
		case 'b':
			pt.backup = true
		case 'B':
			pt.prefix = o.Arg
		case 'c', 'n', 'u', 'e':
			pt.style = byte(o.ID)
		case 'd':
			dir = o.Arg
		case 'D':
			pt.ifdef = o.Arg
		case 'g':
			number(strings.TrimPrefix(o.Arg, "-"), "get option value")
		case 'T':
			pt.setTime, pt.timeZone = true, p.Zone()
		case 'Z':
			pt.setTime, pt.timeZone = true, time.UTC
		case 'V':
			method, methodOption = o.Arg, "--version-control or -V option"
		case 'Y':
			pt.basePrefix = o.Arg
		case 306:
			if pt.rejectFormat = o.Arg; o.Arg != "context" && o.Arg != "unified" {
				p.UsageTry()
			}
		case 307:
			if pt.readOnly = o.Arg; o.Arg != "ignore" && o.Arg != "warn" && o.Arg != "fail" {
				p.UsageTry()
			}
		case 308:
			if !quoting(o.Arg) {
				p.Errorf("invalid argument '%s' for 'quoting style'", o.Arg)
				p.UsageTry()
			}
		case 309:
			pt.follow = true
		case 310:
			if pt.merge = o.Arg; o.Arg == "" {
				pt.merge = "merge"
			}
			if pt.merge != "merge" && pt.merge != "diff3" {
				p.UsageTry()
			}
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
		case 'r':
			pt.reject, pt.haveReject = o.Arg, true
		case 'R':
			pt.reverse = true
		case 's':
			pt.quiet = true
		case 't':
			pt.batch = true
		case 'v':
			p.ShowVersion()
		case 'z':
			suffix = o.Arg
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
			pt.binary = true
		default:
			p.UsageError("invalid option -- '%c'", o.ID)
		}
	}
	pt.suffix = suffix
	if method != "" {
		b, ok := commands.BackupMethod(method, suffix)
		if !ok {
			p.Errorf("invalid argument '%s' for '%s'", method, methodOption)
			fmt.Fprint(p.Stderr, "Valid arguments are:\n  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - 'numbered', 't'\n")
			return 2
		}
		pt.backups = b
	} else {
		pt.backups, _ = commands.BackupMethod("existing", suffix)
	}
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
	if err != nil {
		p.Fatalf(2, "**** Can't open patch file %s : %s", input, vfs.ErrText(err))
	}
	defer f.Close()
	if pt.output != "" {
		pt.out = &pieces{}
	}
	name := ""
	if len(operands) > 0 {
		name = operands[0]
	}
	// A patch is applied when all was read, as its writer may still read the
	// files, unless that is too much to hold.
	var queue []*filePatch
	queued := 0
	applyQueue := func() {
		for _, fp := range queue {
			pt.apply(fp, name)
		}
		queue, queued = nil, 0
	}
	src := &patchSource{ctx: ctx, in: bufio.NewReaderSize(f, 64<<10)}
	any, whole := false, false
	garbage, bad := pt.parse(src, func(fp *filePatch) {
		any, whole = true, len(fp.hunks)+len(fp.script) > 0
		queue = append(queue, fp)
		if queued += src.release(); queued > maxQueue {
			applyQueue()
		}
	})
	applyQueue()
	if bad != "" {
		p.Out.Flush()
		p.Fatalf(2, "%s", bad)
	}
	if pt.verbose && !any {
		pt.say("Hmm...  I can't seem to find a patch in there anywhere.\n")
	}
	if garbage && !any {
		p.Out.Flush()
		p.Fatalf(2, "**** Only garbage was found in the patch input.")
	}
	if pt.out != nil && !pt.dry {
		if pt.output == "-" {
			for _, b := range pt.out.list {
				p.Out.Write(b)
			}
		} else if err := pt.writeFile(pt.output, pt.out.list, 0o644); err != nil {
			p.Fatalf(2, "**** Can't create file %s : %s", pt.output, vfs.ErrText(err))
		}
	}
	if pt.verbose && any {
		if whole && src.shown > 0 {
			pt.say("Hmm...  Ignoring the trailing garbage.\n")
		}
		pt.say("done\n")
	}
	return pt.status
}

// say writes a message: on the standard output, unless that gets the file.
func (pt *patcher) say(format string, a ...any) {
	switch {
	case pt.quiet:
	case pt.output == "-":
		fmt.Fprintf(pt.p.Stderr, format, a...)
	default:
		fmt.Fprintf(pt.p.Out, format, a...)
	}
}

// sayAlways writes what -s doesn't keep back.
func (pt *patcher) sayAlways(format string, a ...any) {
	quiet := pt.quiet
	pt.quiet = false
	pt.say(format, a...)
	pt.quiet = quiet
}

func (pt *patcher) q(name string) string {
	return quote.Options{Style: pt.quoting, UTF8: pt.p.UTF8()}.Quote(name)
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
	_, err := pt.stat(name)
	return err == nil
}

// stat tells of a file; of what a link leads to with --follow-symlinks only.
func (pt *patcher) stat(name string) (vfs.Info, error) {
	if pt.follow {
		return pt.p.Stat(pt.ctx, name)
	}
	return pt.p.Lstat(pt.ctx, name)
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
func (pt *patcher) fits(h *hunk, file *textLines, at, pre, suf int) bool {
	var old [][]byte
	for _, l := range h.lines {
		if l.mark != '+' {
			old = append(old, l.text)
		}
	}
	if at < 0 || at+len(old)-suf > file.len() || at+pre < 0 {
		return false
	}
	for i := pre; i < len(old)-suf; i++ {
		if at+i < 0 || at+i >= file.len() || !pt.equal(old[i], file.line(at+i)) {
			return false
		}
	}
	return true
}

// locate finds where a hunk applies: at its line or the nearest one, with as
// little fuzz as it takes.
func (pt *patcher) locate(h *hunk, file *textLines, offset, last, fuzz int) (at int, ok bool) {
	pre, suf := h.prefix, h.suffix
	context := max(pre, suf)
	preFuzz, sufFuzz := fuzz+pre-context, fuzz+suf-context
	old := h.oldLen
	want := h.oldStart - 1 + offset
	if old == 0 {
		want = h.oldStart + offset
		return max(0, want), true // lines can be added anywhere, also behind the end
	}
	// With less context on one side, but for the fuzz, the hunk belongs to that end
	// of the file.
	if preFuzz < 0 && h.oldStart <= 1 {
		return 0, last <= pre && pt.fits(h, file, 0, 0, max(0, sufFuzz))
	}
	preFuzz = max(0, preFuzz)
	if sufFuzz < 0 {
		end := file.len() - old
		return end, end >= last && pt.fits(h, file, end, preFuzz, 0)
	}
	limit := max(want, file.len()-want) + 1
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
	if pt.verbose {
		looks := "Looks"
		if pt.applied > 0 {
			looks = "The next patch looks"
		}
		kind := map[byte]string{'u': "a unified diff", 'c': "a new-style context diff", 'n': "a normal diff", 'e': "an ed script"}[fp.style]
		pt.say("Hmm...  %s like %s to me...\n", looks, kind)
	}
	pt.applied++
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
			pt.say("The text leading up to this was:\n")
			pt.sayHeader(fp)
		}
		if pt.force || pt.batch {
			pt.say("No file to patch.  Skipping patch.\n")
		} else {
			pt.say("File to patch: \nSkip this patch? [y] \nSkipping patch.\n") // nobody can be asked
		}
		pt.sayIgnored(fp)
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
	file := &textLines{}
	mode := uint32(0o644)
	existed := false
	if i, err := pt.stat(source); err == nil {
		if i.Kind != vfs.Regular {
			pt.say("File %s is not a regular file -- refusing to patch\n", pt.q(source))
			pt.ignore(fp, source)
			return
		}
		f, err := p.Open(pt.ctx, source)
		if err == nil {
			file, err = readLines(f, i.Size)
			f.Close()
		}
		if vfs.ErrnoOf(err) == vfs.EFBIG {
			p.Out.Flush()
			p.Fatalf(2, "**** File %s is too large: %d MiB of memory are not enough", source, maxPatched>>20)
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
		h.prefix, h.suffix = h.suffixes()
	}
	if pt.verbose && len(fp.header) > 0 {
		pt.say("The text leading up to this was:\n")
		pt.sayHeader(fp)
	}
	if fp.stripped {
		pt.say("(Stripping trailing CRs from patch; use --binary to disable.)\n")
		for _, h := range fp.hunks {
			for i, l := range h.lines {
				if t, ok := bytes.CutSuffix(l.text, []byte("\r\n")); ok {
					h.lines[i].text = append(t[:len(t):len(t)], '\n')
				}
			}
		}
	}
	if !fp.bad && fp.style != 'e' && pt.maybeReversed(fp, name, existed, file.len() == 0) {
		pt.ignore(fp, "")
		return
	}
	if fp.prerequisite != "" && existed && !slices.Contains(strings.Fields(string(file.text)), fp.prerequisite) {
		switch {
		case pt.force:
			pt.say("Warning: this file doesn't appear to be the %s version -- patching anyway.\n", fp.prerequisite)
		case pt.batch:
			p.Out.Flush()
			p.Fatalf(2, "**** This file doesn't appear to be the %s version -- aborting.", fp.prerequisite)
		default:
			pt.say("This file doesn't appear to be the %s version -- patch anyway? [n] \n", fp.prerequisite)
			p.Out.Flush()
			p.Fatalf(2, "**** aborted")
		}
	}
	if existed && mode&0o222 == 0 && pt.readOnly != "ignore" && pt.out == nil {
		if pt.readOnly == "fail" {
			pt.say("File %s is read-only; refusing to patch\n", pt.q(name))
			pt.ignore(fp, name)
			return
		}
		pt.say("File %s is read-only; trying to patch anyway\n", pt.q(name))
	}
	verb := "patching"
	if pt.dry {
		verb = "checking"
	}
	shown := pt.q(name)
	if pt.out != nil {
		shown = pt.q(pt.output) + " (read from " + pt.q(name) + ")"
	} else if source != name {
		how := "renamed"
		if fp.copied {
			how = "copied"
		}
		shown = pt.q(name) + " (" + how + " from " + pt.q(source) + ")"
	}
	if fp.style != 'e' && !(fp.bad && fp.style == 'c' && len(fp.hunks) == 0) {
		pt.say("%s file %s\n", verb, shown)
		if pt.verbose {
			pt.say("Using Plan A...\n")
		}
	}
	if fp.bad {
		return
	}
	if fp.style == 'e' {
		if len(file.text)+24*file.len() > maxPatched {
			p.Out.Flush()
			p.Fatalf(2, "**** File %s is too large: %d MiB of memory are not enough", source, maxPatched>>20)
		}
		lines, ok := runEd(pt.ctx, fp.script, split(file.text))
		if !ok {
			pt.say("?\n")
			p.Out.Flush()
			p.Fatalf(2, "**** ed FAILED")
		}
		result := &pieces{}
		for _, l := range lines {
			result.add(l)
		}
		if pt.out != nil {
			pt.keep(result)
		} else if !pt.dry {
			pt.store(fp, source, name, file.text, result, mode, existed, false, true)
		}
		return
	}
	result, rejects, mismatch, skipped := pt.hunks(fp, name, file, existed)
	if skipped {
		return
	}
	if pt.ctx.Err() != nil {
		p.Exit(2) // killed: not all was tried
	}
	if pt.out != nil {
		pt.keep(result)
	} else if !pt.dry {
		pt.store(fp, source, name, file.text, result, mode, existed, mismatch, len(rejects) == 0)
	}
	if len(rejects) > 0 {
		pt.status = max(pt.status, 1)
		pt.saveRejects(fp, name, rejects)
	}
}

// keep adds a patched file to what -o writes.
func (pt *patcher) keep(result *pieces) {
	if pt.out.size+result.size > maxPatched {
		pt.p.Out.Flush()
		pt.p.Fatalf(2, "**** out of memory")
	}
	for _, b := range result.list {
		pt.out.add(b)
	}
}

// sayHeader shows the text before a patch.
func (pt *patcher) sayHeader(fp *filePatch) {
	pt.say("--------------------------\n")
	for _, l := range fp.header {
		pt.say("|%s\n", bytes.TrimSuffix(l, []byte{'\n'}))
	}
	pt.say("--------------------------\n")
}

// nonexistent tells how sure it is that one side of a patch is no file: 0 not,
// 1 it is empty, 2 its name or time says so.
func (fp *filePatch) nonexistent(fresh bool) int {
	name, stamp, said := fp.oldName, fp.oldStamp, fp.created
	if fresh {
		name, stamp, said = fp.newName, fp.newStamp, fp.deleted
	}
	if said || name == "/dev/null" || isEpoch(stamp) {
		return 2
	}
	if len(fp.hunks) == 1 && fp.style != 'n' {
		h := fp.hunks[0]
		n, start := h.oldLen, h.oldStart
		if fresh {
			n, start = h.newLen, h.newStart
		}
		if n == 0 && start == 0 {
			return 1
		}
	}
	return 0
}

// maybeReversed tells of a patch that makes a file that is there, or removes
// one that isn't. It returns true where the patch is left out.
func (pt *patcher) maybeReversed(fp *filePatch, name string, existed, empty bool) bool {
	sides := fp.nonexistent
	if pt.reverse { // the hunks are the other way round by now
		sides = func(fresh bool) int {
			swapped := *fp
			swapped.oldName, swapped.newName, swapped.oldStamp, swapped.newStamp = fp.newName, fp.oldName, fp.newStamp, fp.oldStamp
			swapped.created, swapped.deleted = fp.deleted, fp.created
			return swapped.nonexistent(fresh)
		}
	}
	least := 1
	if empty {
		least = 0
	}
	if sides(empty) <= least || empty && sides(!existed) == 2 && sides(existed) == 1 || empty && sides(false) > 0 {
		return false
	}
	if fp.renameTo != "" {
		return false
	}
	does, is := "create", "already exists"
	switch {
	case !existed:
		does, is = "delete", "does not exist"
	case empty:
		does, is = "empty out", "is already empty"
	}
	reversed := ""
	if pt.reverse {
		reversed = ", when reversed,"
	}
	return !pt.turn(fp, fmt.Sprintf("The next patch%s would %s the file %s,\nwhich %s!", reversed, does, pt.q(name), is))
}

// turn asks whether a patch that seems reversed shall be turned round, and
// turns it. It returns false where the patch is left out.
func (pt *patcher) turn(fp *filePatch, what string) bool {
	switch {
	case pt.forward:
		pt.say("%s  Skipping patch.\n", what)
		return false
	case pt.force:
		pt.say("%s  Applying it anyway.\n", what)
		return true
	case pt.batch:
		pt.say("%s  %s -R.\n", what, map[bool]string{false: "Assuming", true: "Ignoring"}[pt.reverse])
		for _, h := range fp.hunks {
			h.swap()
			h.prefix, h.suffix = h.suffixes()
		}
		pt.reverse = !pt.reverse
		return true
	}
	// Nobody can be asked.
	pt.say("%s  %s -R? [n] \nApply anyway? [n] \nSkipping patch.\n", what, map[bool]string{false: "Assume", true: "Ignore"}[pt.reverse])
	return false
}

// suffixes counts the lines of context before and behind what changes.
func (h *hunk) suffixes() (prefix, suffix int) {
	for prefix < len(h.lines) && h.lines[prefix].mark == ' ' {
		prefix++
	}
	for suffix < len(h.lines)-prefix && h.lines[len(h.lines)-1-suffix].mark == ' ' {
		suffix++
	}
	return prefix, suffix
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// hunks applies the hunks in their order.
func (pt *patcher) hunks(fp *filePatch, name string, file *textLines, existed bool) (result *pieces, rejects []*hunk, mismatch, skipped bool) {
	offset, last := 0, 0
	grown := 0 // lines that hunks added
	out := &pieces{}
	done := 0 // lines of file that were written
	if pt.merge != "" {
		conflict, mismatch := pt.mergeHunks(fp, file, out)
		if conflict {
			pt.status = max(pt.status, 1)
		}
		return out, nil, mismatch, false
	}
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
		if ok && h.oldLen == 0 && h.newLen > 0 && existed && file.len() > 0 && fp.nonexistent(pt.reverse) == 2 && n == 0 {
			ok = false
		}
		if !ok && n == 0 && !pt.force && (existed || pt.reverse) && pt.reversed(h, file) {
			what := "Reversed (or previously applied) patch detected!"
			if pt.reverse {
				what = "Unreversed patch detected!"
			}
			if !pt.turn(fp, what) {
				pt.ignore(fp, name)
				return nil, nil, false, true
			}
			result, rejects, _, skipped = pt.hunks(fp, name, file, existed)
			return result, rejects, true, skipped
		}
		if !ok {
			line := h.oldStart + grown
			if h.oldLen == 0 {
				line++
			}
			verb := "FAILED"
			ends := ""
			if pt.looseEnds(h, file, offset) {
				ends = " (different line endings)"
			}
			pt.say("Hunk #%d %s at %d%s.\n", n+1, verb, line, ends)
			rejects = append(rejects, h)
			continue
		}
		want := h.oldStart - 1
		if h.oldLen == 0 {
			want = h.oldStart
		}
		newLine := at + 1 + grown
		if at != want || fuzz > 0 || pt.verbose {
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
		if fuzz > 0 || at != want {
			mismatch = true
		}
		offset = at - want
		for ; done < min(at, file.len()); done++ {
			out.add(file.line(done))
		}
		cond := conditional{out: out, name: pt.ifdef}
		for _, l := range h.lines {
			cond.enter(l.mark)
			switch l.mark {
			case ' ':
				if done < file.len() {
					out.add(file.line(done))
				}
				done++
			case '-':
				if pt.ifdef != "" && done < file.len() {
					out.add(file.line(done))
				}
				done++
			case '+':
				// The newline that the file's last line lacks comes before more.
				out.endLine()
				out.add(l.text)
			}
		}
		cond.enter(' ')
		grown += h.newLen - h.oldLen
		last = done
	}
	for ; done < file.len(); done++ {
		out.endLine()
		out.add(file.line(done))
	}
	if len(rejects) > 0 {
		mismatch = true
	}
	return out, rejects, mismatch, false
}

// conditional writes the lines of -D around what a hunk changes.
type conditional struct {
	out   *pieces
	name  string // without one nothing
	state byte   // ' ' or 0 outside, '-' in what was, '+' in what is new, 'e' behind #else
}

func (c *conditional) enter(mark byte) {
	if c.name == "" || mark == c.state || c.state == 'e' && mark != ' ' || c.state == 0 && mark == ' ' {
		return
	}
	c.out.endLine()
	switch {
	case mark == ' ':
		c.out.add([]byte("#endif\n"))
		c.state = 0
	case c.state == '-' || c.state == '+':
		c.out.add([]byte("#else\n"))
		c.state = 'e'
	default:
		word := "ifdef"
		if mark == '-' {
			word = "ifndef"
		}
		c.out.add(fmt.Appendf(nil, "#%s %s\n", word, c.name))
		c.state = mark
	}
}

// sayIgnored names the hunks that are left out.
func (pt *patcher) sayIgnored(fp *filePatch) {
	for i, h := range fp.hunks {
		if pt.verbose {
			pt.say("Hunk #%d ignored at %d.\n", i+1, max(h.oldStart, 1))
		}
	}
}

// ignore tells that all hunks are left out, which are saved as rejects of the
// file, if there is a name.
func (pt *patcher) ignore(fp *filePatch, name string) {
	pt.sayIgnored(fp)
	n := len(fp.hunks)
	pt.sayAlways("%d out of %d hunk%s ignored", n, n, plural(n))
	if name != "" && !pt.dry && !(pt.haveReject && pt.reject == "-") {
		pt.sayAlways(" -- saving rejects to file %s", pt.q(pt.rejectName(name)))
		pt.writeRejects(fp, pt.rejectName(name), fp.hunks)
	}
	pt.sayAlways("\n")
	pt.status = max(pt.status, 1)
}

// looseEnds tells whether a hunk would fit but for carriage returns.
func (pt *patcher) looseEnds(h *hunk, file *textLines, offset int) bool {
	at := h.oldStart - 1 + offset
	n := 0
	for _, l := range h.lines {
		if l.mark == '+' {
			continue
		}
		if at+n < 0 || at+n >= file.len() || !bytes.Equal(bytes.ReplaceAll(l.text, []byte("\r\n"), []byte("\n")), bytes.ReplaceAll(file.line(at+n), []byte("\r\n"), []byte("\n"))) {
			return false
		}
		n++
	}
	return n > 0
}

// reversed tells whether a hunk fits backwards.
func (pt *patcher) reversed(h *hunk, file *textLines) bool {
	r := *h
	r.lines = append([]patchLine(nil), h.lines...)
	r.swap()
	if r.oldLen == 0 {
		return file.len() == 0 && h.oldLen > 0
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
	pt.sayAlways("%d out of %d hunk%s FAILED", n, all, plural(all))
	if pt.dry || pt.haveReject && pt.reject == "-" {
		pt.sayAlways("\n")
		return
	}
	rej := pt.rejectName(name)
	if pt.out != nil && !pt.haveReject {
		rej = pt.output + ".rej"
	}
	pt.sayAlways(" -- saving rejects to file %s\n", pt.q(rej))
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
	if fp.style == 'u' && pt.rejectFormat != "context" || pt.rejectFormat == "unified" {
		fmt.Fprintf(&b, "--- %s%s\n+++ %s%s\n", old, so, fresh, sn)
		for _, h := range rejects {
			f := h.function
			if f != "" {
				f = " " + f
			}
			fmt.Fprintf(&b, "@@ -%s +%s @@%s\n", span(h.oldStart, h.oldLen), span(h.newStart, h.newLen), f)
			for _, l := range h.lines {
				b.WriteByte(l.mark)
				b.Write(l.text) // that its newline is missing isn't told
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
			stars, dashes := " ****", " ----"
			if fp.style == 'n' {
				stars, dashes = "", " -----"
			}
			fmt.Fprintf(&b, "***************\n*** %s%s\n", rng(h.oldStart, h.oldLen), stars)
			pt.contextHalf(&b, h, '-', fp.style == 'n')
			fmt.Fprintf(&b, "--- %s%s\n", rng(h.newStart, h.newLen), dashes)
			pt.contextHalf(&b, h, '+', fp.style == 'n')
		}
	}
	if err := pt.writeFile(rej, [][]byte{b.Bytes()}, 0o644); err != nil {
		pt.p.Out.Flush()
		pt.p.Fatalf(2, "**** Can't create file %s : %s", rej, vfs.ErrText(err))
	}
}

// contextHalf writes one half of a hunk in context style.
func (pt *patcher) contextHalf(b *bytes.Buffer, h *hunk, mark byte, plain bool) {
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
			if both[0] && both[1] && !plain {
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
func (pt *patcher) store(fp *filePatch, source, name string, before []byte, after *pieces, mode uint32, existed, mismatch, whole bool) {
	p := pt.p
	fileTime := int64(0)
	if i, err := pt.stat(source); err == nil {
		fileTime = i.Mtime
	}
	if pt.backup || pt.backupMismatch && mismatch && !pt.posix {
		back := p.BackupName(pt.ctx, pt.backups, name)
		if pt.prefix != "" || pt.basePrefix != "" {
			back = pt.prefix + strings.TrimSuffix(name, path.Base(name)) + pt.basePrefix + path.Base(name)
			if pt.suffix != ".orig" {
				back += pt.suffix
			}
		}
		switch {
		case !existed:
			pt.writeFile(back, nil, 0o644)
		case source == name && !after.equal(before): // a new file replaces this one
			p.FS.Unlink(pt.ctx, p.Path(back))
			pt.makeDir(back)
			if p.FS.Link(pt.ctx, p.Path(name), p.Path(back)) == nil {
				break
			}
			fallthrough
		default:
			pt.writeFile(back, [][]byte{before}, mode)
		}
	}
	if after.size == 0 && whole && (pt.removeEmpty || pt.removes(fp) && !pt.posix) {
		if existed {
			if err := p.FS.Unlink(pt.ctx, p.Path(source)); err != nil {
				p.Out.Flush()
				p.Fatalf(2, "**** Can't remove file %s : %s", source, vfs.ErrText(err))
			}
			pt.pruneAbove(source)
		}
		return
	}
	if after.size > 0 && whole && pt.removes(fp) {
		pt.say("Not deleting file %s as content differs from patch\n", pt.q(name))
		pt.status = max(pt.status, 1)
	}
	if !existed && !whole && after.size == 0 {
		return
	}
	if m := fp.mode; pt.reverse && fp.oldMode != 0 {
		mode = fp.oldMode
	} else if m != 0 && !pt.reverse {
		mode = m
	}
	if !existed || !after.equal(before) || source != name {
		if err := pt.replaceFile(name, after.list, mode, existed); err != nil {
			p.Out.Flush()
			p.Fatalf(2, "**** Can't create file %s : %s", pt.q(name), vfs.ErrText(err))
		}
	}
	if source != name && existed && !fp.copied {
		p.FS.Unlink(pt.ctx, p.Path(source))
	}
	if fp.mode != 0 {
		p.FS.Chmod(pt.ctx, p.Path(name), mode)
	}
	if pt.setTime {
		pt.stampFile(fp, name, fileTime, mismatch || !whole)
	}
}

// stampFile gives a patched file the time that the patch has for it, if the
// file had that which it has for the original.
func (pt *patcher) stampFile(fp *filePatch, name string, had int64, mismatch bool) {
	old, fresh := fp.oldStamp, fp.newStamp
	if pt.reverse {
		old, fresh = fresh, old
	}
	now := pt.p.Now()
	to, ok := getdate.Parse(fresh, now, pt.timeZone)
	if fresh == "" || !ok {
		return
	}
	if !pt.force {
		from, ok := getdate.Parse(old, now, pt.timeZone)
		switch {
		case old != "" && ok && from.UnixNano() != had:
			pt.say("Not setting time of file %s (time mismatch)\n", pt.q(name))
			return
		case mismatch:
			pt.say("Not setting time of file %s (contents mismatch)\n", pt.q(name))
			return
		}
	}
	pt.p.FS.Chtimes(pt.ctx, pt.p.Path(name), to.UnixNano(), to.UnixNano(), true)
}

// pruneAbove removes the directories that a removed file leaves empty.
func (pt *patcher) pruneAbove(name string) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if pt.p.FS.Rmdir(pt.ctx, pt.p.Path(dir)) != nil {
			return
		}
	}
}

// makeDir makes the directory that a file is to be in.
func (pt *patcher) makeDir(name string) error {
	if dir := path.Dir(name); dir != "." && dir != "/" {
		return pt.p.FS.MkdirAll(pt.ctx, pt.p.Path(dir), 0o777&^pt.p.Umask)
	}
	return nil
}

// replaceFile puts a new file in the place of name, once it is written; it has
// the whole mode of one that existed.
func (pt *patcher) replaceFile(name string, parts [][]byte, mode uint32, existed bool) error {
	p := pt.p
	if err := pt.makeDir(name); err != nil {
		return err
	}
	var r [8]byte
	io.ReadFull(p.Rand, r[:])
	temp := path.Join(path.Dir(name), fmt.Sprintf("po%x", r))
	err := pt.write(temp, parts, vfs.WriteOnly|vfs.Create|vfs.Exclusive, mode)
	if err == nil && existed {
		err = p.FS.Chmod(pt.ctx, p.Path(temp), mode&0o7777)
	}
	if err == nil {
		err = p.FS.Rename(pt.ctx, p.Path(temp), p.Path(name))
	}
	if err != nil {
		p.FS.Unlink(context.WithoutCancel(pt.ctx), p.Path(temp))
	}
	return err
}

func (pt *patcher) writeFile(name string, parts [][]byte, mode uint32) error {
	if err := pt.makeDir(name); err != nil {
		return err
	}
	return pt.write(name, parts, vfs.WriteOnly|vfs.Create|vfs.Truncate, mode)
}

func (pt *patcher) write(name string, parts [][]byte, flags int, mode uint32) error {
	f, err := pt.p.OpenFile(pt.ctx, name, flags, mode)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 64<<10)
	for _, b := range parts {
		w.Write(b)
	}
	err = w.Flush()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
