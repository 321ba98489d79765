package commands

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/filever"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	Register(Command{Name: "tree", Run: treeMain, Help: `
Usage: tree [OPTION]... [DIRECTORY]...
Draw the trees at DIRECTORYs (.).

  -a               also names that begin with a dot
  -d               directories only
  -l               follow symbolic links to directories
  -f               whole paths
  -x               stay on the file system
  -L LEVEL         at most LEVEL deep
  -P PATTERN       only files that PATTERN matches (alternatives with |)
  -I PATTERN       not what PATTERN matches
      --matchdirs  -P counts for directories, too
      --ignore-case  in patterns
      --prune      leave empty directories out
      --noreport   no counts at the end
      --filelimit N  don't show directories with more than N entries
      --charset X  draw with X: ascii or utf-8
  -o FILE          write to FILE
  -q -N            ? for what can't be printed; names as they are (default)
  -Q               names between double quotes
  -p -u -g -s -h --si -D -F --inodes --device  permissions, user, group, size, for
                   people, in powers of 1000, date, type, inode, device
      --du         directories' sizes with all they hold
      --timefmt F  dates as date +F
  -v -t -c -U -r   by version, by time, by change, unsorted, reversed
      --dirsfirst, --filesfirst, --sort=X  directories or files first; name,
                   version, size, mtime, ctime, none
  -i               no lines
  -J -X            as JSON, as XML
  -n               no colours (default)
      --help       show this help
      --version    show the version
`})
}

type treer struct {
	p   *Process
	ctx context.Context

	all, dirsOnly, links, full, oneFS, prune, noReport, quote, indent, qmark bool
	perm, user, group, size, human, si, date, classify, inode, device, du    bool
	matchDirs, fold                                                          bool
	level, limit                                                             int
	include, exclude                                                         []*pattern.Pattern
	seen                                                                     map[fileKey]bool // directories that were read
	timeFormat                                                               string
	sort                                                                     string
	reverse                                                                  bool
	first                                                                    byte
	format                                                                   byte
	lines                                                                    [4]string
	dirs, files                                                              int
	bytes                                                                    int64
	status                                                                   int
}

// treeNode is a file with all that is shown of it.
type treeNode struct {
	name, path string
	info       vfs.Info
	target     *vfs.Info
	children   []*treeNode
	note       string
	size       int64
}

func treeMain(ctx context.Context, p *Process) int {
	const (
		noReport = iota + 256
		prune
		fileLimit
		charset
		si
		inodes
		device
		du
		timeFmt
		dirsFirst
		filesFirst
		sortOpt
		matchDirs
		ignoreCase
	)
	t := &treer{p: p, ctx: ctx, level: -1, indent: true, sort: "name"}
	utf := p.UTF8()
	out := ""
	var include, exclude []string
	opts, dirs := p.treeOptions("adlfxL:P:I:o:qNQpughsDFvtcUriJXn",
		getopt.Long{Name: "noreport", ID: noReport}, getopt.Long{Name: "prune", ID: prune}, getopt.Long{Name: "filelimit", Arg: getopt.Required, ID: fileLimit},
		getopt.Long{Name: "charset", Arg: getopt.Required, ID: charset}, getopt.Long{Name: "si", ID: si}, getopt.Long{Name: "inodes", ID: inodes},
		getopt.Long{Name: "device", ID: device}, getopt.Long{Name: "du", ID: du}, getopt.Long{Name: "timefmt", Arg: getopt.Required, ID: timeFmt},
		getopt.Long{Name: "dirsfirst", ID: dirsFirst}, getopt.Long{Name: "filesfirst", ID: filesFirst}, getopt.Long{Name: "sort", Arg: getopt.Required, ID: sortOpt},
		getopt.Long{Name: "matchdirs", ID: matchDirs}, getopt.Long{Name: "ignore-case", ID: ignoreCase})
	for _, o := range opts {
		switch o.ID {
		case 'a':
			t.all = true
		case 'd':
			t.dirsOnly = true
		case 'l':
			t.links = true
		case 'f':
			t.full = true
		case 'x':
			t.oneFS = true
		case 'L':
			n, err := strconv.Atoi(o.Arg)
			if err != nil || n < 1 {
				fmt.Fprintf(p.Stderr, "tree: Invalid level, must be greater than 0.\n")
				return 1
			}
			t.level = n
		case 'P':
			include = append(include, o.Arg)
		case 'I':
			exclude = append(exclude, o.Arg)
		case 'o':
			out = o.Arg
		case 'q':
			t.qmark = true
		case 'N':
			t.qmark = false
		case 'Q':
			t.quote = true
		case 'p':
			t.perm = true
		case 'u':
			t.user = true
		case 'g':
			t.group = true
		case 'h':
			t.human, t.size = true, true
		case si:
			t.si, t.human, t.size = true, true, true
		case 's':
			t.size = true
		case 'D':
			t.date = true
		case 'F':
			t.classify = true
		case 'v':
			t.sort = "version"
		case 't':
			t.sort = "mtime"
		case 'c':
			t.sort = "ctime"
		case 'U':
			t.sort = "none"
		case 'r':
			t.reverse = true
		case 'i':
			t.indent = false
		case 'J', 'X':
			t.format = byte(o.ID)
		case noReport:
			t.noReport = true
		case prune:
			t.prune = true
		case fileLimit:
			n, err := strconv.Atoi(o.Arg)
			if err != nil || n < 0 {
				n = 0
			}
			t.limit = n
		case charset:
			utf = strings.EqualFold(o.Arg, "utf-8") || strings.EqualFold(o.Arg, "utf8")
		case inodes:
			t.inode = true
		case device:
			t.device = true
		case du:
			t.du, t.size = true, true
		case timeFmt:
			t.date, t.timeFormat = true, o.Arg
		case dirsFirst:
			t.first = 'd'
		case filesFirst:
			t.first = 'f'
		case sortOpt:
			t.sort = p.Choice("--sort", o.Arg, "name", "version", "size", "mtime", "ctime", "none")
		case matchDirs:
			t.matchDirs = true
		case ignoreCase:
			t.fold = true
		}
	}
	compile := func(list []string) (out []*pattern.Pattern) {
		flags := p.patternFlags()
		if t.fold {
			flags |= pattern.NoCase
		}
		for _, l := range list {
			for _, s := range strings.Split(l, "|") {
				out = append(out, pattern.Compile(s, flags))
			}
		}
		return out
	}
	t.include, t.exclude = compile(include), compile(exclude)
	t.lines = [4]string{"├── ", "└── ", "│\u00a0\u00a0 ", "    "}
	if !utf {
		t.lines = [4]string{"|-- ", "`-- ", "|   ", "    "}
	}
	if out != "" {
		f, err := p.OpenFile(ctx, out, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			fmt.Fprintf(p.Stderr, "tree: invalid filename '%s'\n", out)
			return 1
		}
		defer f.Close()
		o := NewOutput(f)
		old := p.Out
		p.Out = o
		defer func() { o.Flush(); p.Out = old }()
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	switch t.format {
	case 'J':
		p.Out.WriteString("[\n")
	case 'X':
		p.Out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tree>\n")
	}
	for k, d := range dirs {
		i, err := p.Stat(ctx, d)
		n := &treeNode{name: d, path: d, info: i}
		if err == nil && !i.IsDir() { // it counts as a file
			n.note = "error opening dir"
			t.dirs--
			t.files++
		} else if err != nil {
			n.note = "error opening dir"
			t.status = 2
			t.dirs--
		} else {
			t.load(n, 1, i.Dev, false)
			if len(n.children) == 0 && n.note == "" {
				t.dirs--
			}
		}
		t.dirs++
		t.bytes += n.size
		switch t.format {
		case 'J':
			if k > 0 {
				p.Out.WriteString(",\n")
			}
			t.json(n, 1, true)
			p.Out.WriteByte('\n')
		case 'X':
			t.xml(n, 1)
		default:
			t.top(n)
		}
	}
	t.report()
	return t.status
}

func (t *treer) report() {
	out := t.p.Out
	switch t.format {
	case 'J':
		if !t.noReport {
			s := ",\n  {\"type\":\"report\""
			if t.du {
				s += fmt.Sprintf(",\"size\":%d", t.bytes)
			}
			s += fmt.Sprintf(",\"directories\":%d", t.dirs)
			if !t.dirsOnly {
				s += fmt.Sprintf(",\"files\":%d", t.files)
			}
			out.WriteString(s + "}")
		}
		out.WriteString("\n]\n")
		return
	case 'X':
		if !t.noReport {
			out.WriteString("  <report>\n")
			if t.du {
				fmt.Fprintf(out, "    <size>%d</size>\n", t.bytes)
			}
			fmt.Fprintf(out, "    <directories>%d</directories>\n", t.dirs)
			if !t.dirsOnly {
				fmt.Fprintf(out, "    <files>%d</files>\n", t.files)
			}
			out.WriteString("  </report>\n")
		}
		out.WriteString("</tree>\n")
		return
	}
	if t.noReport {
		return
	}
	out.WriteByte('\n')
	if t.du {
		out.WriteString(t.sizeText(t.bytes))
		if !t.human {
			out.WriteString(" bytes")
		}
		out.WriteString(" used in ")
	}
	plural := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return strconv.Itoa(n) + " " + many
	}
	out.WriteString(plural(t.dirs, "directory", "directories"))
	if !t.dirsOnly {
		out.WriteString(", " + plural(t.files, "file", "files"))
	}
	out.WriteByte('\n')
}

// treeOptions is Getopt with tree's own words for what is wrong.
func (p *Process) treeOptions(short string, long ...getopt.Long) ([]getopt.Opt, []string) {
	set := getopt.Set{Short: short, Long: append(long[:len(long):len(long)], getopt.Long{Name: "help", ID: optHelp}, getopt.Long{Name: "version", ID: optVersion})}
	if _, _, err := set.Parse(p.Args); err != nil {
		text := err.Error()
		if _, c, ok := strings.Cut(text, "requires an argument -- '"); ok {
			p.Fatalf(1, "Missing argument to -%s option.", strings.TrimSuffix(c, "'"))
		}
		if _, name, ok := strings.Cut(text, "unrecognized option '"); ok {
			p.Fatalf(1, "Invalid argument `%s.", name)
		}
		if _, c, ok := strings.Cut(text, "invalid option -- '"); ok {
			p.Fatalf(1, "Invalid argument -`%s.", c)
		}
	}
	return p.Getopt(short, long...)
}

func (t *treer) matches(list []*pattern.Pattern, name string, dir bool) bool {
	for _, m := range list {
		if m.Match(name) || dir && m.Match(name+"/") {
			return true
		}
	}
	return false
}

// load reads a directory and all below it; open tells that its name matched:
// what it holds needs no more match.
func (t *treer) load(n *treeNode, level int, dev uint64, open bool) {
	p, ctx := t.p, t.ctx
	n.size = StatSize(n.info)
	if ctx.Err() != nil || t.level >= 0 && level > t.level {
		return
	}
	list, err := p.FS.ReadDir(ctx, p.Path(n.path))
	if err != nil {
		n.note = "error opening dir"
		t.status = 2
		return
	}
	if t.seen == nil {
		t.seen = map[fileKey]bool{}
	}
	t.seen[keyOf(n.info)] = true
	for _, e := range list {
		if !t.all && strings.HasPrefix(e.Name, ".") {
			continue
		}
		path := joinPath(n.path, e.Name)
		i, err := p.Lstat(ctx, path)
		if err != nil {
			continue
		}
		c := &treeNode{name: e.Name, path: path, info: i, size: StatSize(i)}
		dir := i.Kind == vfs.Directory
		if i.Kind == vfs.Symlink {
			if ti, err := p.Stat(ctx, path); err == nil {
				c.target = &ti
				dir = ti.IsDir()
			}
		}
		if t.matches(t.exclude, e.Name, dir) {
			continue
		}
		// A link to a directory is a directory only where it is followed.
		entered := i.Kind == vfs.Directory || dir && t.links
		if len(t.include) > 0 && !entered && !open && !t.matches(t.include, e.Name, dir) {
			continue
		}
		if t.dirsOnly && !dir {
			continue
		}
		n.children = append(n.children, c)
	}
	if t.limit > 0 && len(n.children) > t.limit {
		n.note = fmt.Sprintf("%d entries exceeds filelimit, not opening dir", len(n.children))
		n.children = nil
		return
	}
	t.order(n.children)
	kept := n.children[:0]
	for _, c := range n.children {
		if c.info.Kind == vfs.Directory {
			if !(t.oneFS && c.info.Dev != dev) {
				t.load(c, level+1, dev, t.matchDirs && t.matches(t.include, c.name, true))
			}
			if t.prune && len(c.children) == 0 {
				continue
			}
			t.dirs++
		} else if c.target != nil && c.target.IsDir() && t.links {
			if t.seen[keyOf(*c.target)] {
				c.note = "recursive, not followed"
			} else {
				link := c.info
				c.info = *c.target
				t.load(c, level+1, dev, t.matchDirs && t.matches(t.include, c.name, true))
				c.info = link
			}
			t.dirs++
		} else if c.target != nil && c.target.IsDir() {
			if t.prune {
				continue
			}
			t.dirs++
		} else {
			t.files++
		}
		n.size += c.size
		kept = append(kept, c)
	}
	n.children = kept
	if !t.du {
		n.size = StatSize(n.info)
	}
}

func (t *treer) order(list []*treeNode) {
	if t.sort == "none" {
		return
	}
	isDir := func(n *treeNode) bool {
		return n.info.Kind == vfs.Directory || n.target != nil && n.target.IsDir()
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if t.first != 0 {
			if x, y := isDir(a), isDir(b); x != y {
				return x == (t.first == 'd')
			}
		}
		r := 0
		switch t.sort {
		case "version":
			r = filever.Compare(a.name, b.name)
		case "mtime":
			r = cmpInt(a.info.Mtime, b.info.Mtime)
		case "ctime":
			r = cmpInt(a.info.Ctime, b.info.Ctime)
		case "size":
			r = cmpInt(b.size, a.size)
		}
		if r == 0 {
			r = strings.Compare(a.name, b.name)
		}
		if t.reverse {
			return r > 0
		}
		return r < 0
	})
}

func (t *treer) sizeText(n int64) string {
	if !t.human {
		return fmt.Sprintf("%11d", n)
	}
	base, units := 1024.0, "BKMGTPE"
	if t.si {
		base, units = 1000, "BkMGTPE"
	}
	v, i := float64(n), 0
	for v >= base && i < len(units)-1 {
		v /= base
		i++
	}
	if i == 0 {
		return fmt.Sprintf(" %4d", n)
	}
	if v >= 10 {
		return fmt.Sprintf(" %3.0f%c", v, units[i])
	}
	return fmt.Sprintf(" %3.1f%c", v, units[i])
}

func (t *treer) dateText(ns int64) string {
	tm := time.Unix(0, ns).In(t.p.Zone())
	if t.timeFormat != "" {
		return t.p.FormatTime(t.timeFormat, tm)
	}
	age := t.p.Now().Sub(tm)
	if age < 6*31*24*time.Hour && age >= -time.Minute {
		return t.p.FormatTime("%b %e %H:%M", tm)
	}
	return t.p.FormatTime("%b %e  %Y", tm)
}

// brackets are the details before a name.
func (t *treer) brackets(n *treeNode) string {
	var parts []string
	if t.inode {
		parts = append(parts, fmt.Sprintf("%7d", n.info.Ino))
	}
	if t.device {
		parts = append(parts, fmt.Sprintf("%3d", n.info.Dev))
	}
	if t.perm {
		parts = append(parts, filemode.String(n.info.Node))
	}
	if t.user {
		parts = append(parts, fmt.Sprintf("%-8s", User))
	}
	if t.group {
		parts = append(parts, fmt.Sprintf("%-8s", User))
	}
	if t.size {
		parts = append(parts, t.sizeText(n.size))
	}
	if t.date {
		parts = append(parts, t.dateText(n.info.Mtime))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, " ")
	if t.size && strings.HasPrefix(text, " ") && t.human && len(parts) == 1 {
		text = text[1:]
	}
	return "[" + text + "]  "
}

func (t *treer) mark(i vfs.Info) string {
	if !t.classify || t.dirsOnly {
		return ""
	}
	switch i.Kind {
	case vfs.Directory:
		return "/"
	case vfs.FIFO:
		return "|"
	case vfs.Regular:
		if i.Mode&0o111 != 0 {
			return "*"
		}
	}
	return ""
}

func (t *treer) nameText(s string) string {
	if t.qmark {
		var b strings.Builder
		for _, r := range s {
			if r < ' ' || r == 0x7f {
				r = '?'
			}
			b.WriteRune(r)
		}
		s = b.String()
	} else {
		var b strings.Builder
		for i := range len(s) {
			switch c := s[i]; {
			case c == '\\' && !t.quote:
				b.WriteString(`\\`)
			case c == '"' && t.quote:
				b.WriteString(`\"`)
			case c < ' ' || c == 0x7f:
				fmt.Fprintf(&b, `\%03o`, c)
			default:
				b.WriteByte(c)
			}
		}
		s = b.String()
	}
	if t.quote {
		return `"` + s + `"`
	}
	return s
}

func (t *treer) line(prefix string, n *treeNode, top bool) {
	out := t.p.Out
	out.WriteString(prefix)
	if n.note == "error opening dir" && top {
		out.WriteString(t.nameText(n.name) + "  [" + n.note + "]\n")
		return
	}
	out.WriteString(t.brackets(n))
	name := n.name
	if t.full {
		name = n.path
	}
	out.WriteString(t.nameText(name))
	if n.info.Kind == vfs.Symlink && !top {
		out.WriteString(" -> " + t.nameText(n.info.Target))
		if n.target != nil {
			out.WriteString(t.mark(*n.target))
		}
	} else {
		out.WriteString(t.mark(n.info))
	}
	if n.note != "" {
		out.WriteString("  [" + n.note + "]")
	}
	out.WriteByte('\n')
}

func (t *treer) top(n *treeNode) {
	t.line("", n, true)
	t.below(n, "")
}

func (t *treer) below(n *treeNode, prefix string) {
	for i, c := range n.children {
		last := i == len(n.children)-1
		branch, next := t.lines[0], t.lines[2]
		if last {
			branch, next = t.lines[1], t.lines[3]
		}
		if !t.indent {
			branch, next = "", ""
		}
		t.line(prefix+branch, c, false)
		t.below(c, prefix+next)
	}
}

func (t *treer) typeWord(n *treeNode) string {
	switch n.info.Kind {
	case vfs.Directory:
		return "directory"
	case vfs.Symlink:
		return "link"
	case vfs.FIFO:
		return "fifo"
	case vfs.Device:
		return "char"
	}
	return "file"
}

func jsonText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		default:
			if c < ' ' {
				fmt.Fprintf(&b, `\u%04x`, c)
			} else {
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

// details are the attributes of a JSON or XML entry.
func (t *treer) details(n *treeNode, f func(k, v string, text bool)) {
	if t.inode {
		f("inode", strconv.FormatUint(uint64(n.info.Ino), 10), false)
	}
	if t.device {
		f("dev", strconv.FormatUint(n.info.Dev, 10), false)
	}
	if t.perm {
		f("mode", fmt.Sprintf("%04o", n.info.Mode&0o7777), true)
		f("prot", filemode.String(n.info.Node), true)
	}
	if t.user {
		f("user", User, true)
	}
	if t.group {
		f("group", User, true)
	}
	if t.size {
		if t.human {
			f("size", strings.TrimSpace(t.sizeText(n.size)), true)
		} else {
			f("size", strconv.FormatInt(n.size, 10), false)
		}
	}
	if t.date {
		f("time", t.dateText(n.info.Mtime), true)
	}
}

func (t *treer) json(n *treeNode, depth int, top bool) {
	out := t.p.Out
	pad := strings.Repeat("  ", depth)
	name := n.name
	if t.full {
		name = n.path
	}
	fmt.Fprintf(out, `%s{"type":"%s","name":"%s"`, pad, t.typeWord(n), jsonText(name))
	if n.info.Kind == vfs.Symlink {
		fmt.Fprintf(out, `,"target":"%s"`, jsonText(n.info.Target))
	}
	t.details(n, func(k, v string, text bool) {
		if text {
			v = `"` + jsonText(v) + `"`
		}
		fmt.Fprintf(out, `,"%s":%s`, k, v)
	})
	if n.note != "" {
		fmt.Fprintf(out, `,"contents":[{"error": "%s"}]}`, n.note)
		return
	}
	if n.info.Kind != vfs.Directory && len(n.children) == 0 {
		out.WriteByte('}')
		return
	}
	if len(n.children) == 0 {
		if top {
			out.WriteString(`,"contents":[` + "\n" + pad + "]}")
		} else {
			out.WriteString("}")
		}
		return
	}
	out.WriteString(`,"contents":[` + "\n")
	for i, c := range n.children {
		t.json(c, depth+1, false)
		if i < len(n.children)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString(pad + "]}")
}

func xmlText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

func (t *treer) xml(n *treeNode, depth int) {
	out := t.p.Out
	pad := strings.Repeat("  ", depth)
	name := n.name
	if t.full {
		name = n.path
	}
	word := t.typeWord(n)
	fmt.Fprintf(out, `%s<%s name="%s"`, pad, word, xmlText(name))
	if n.info.Kind == vfs.Symlink {
		fmt.Fprintf(out, ` target="%s"`, xmlText(n.info.Target))
	}
	t.details(n, func(k, v string, _ bool) { fmt.Fprintf(out, ` %s="%s"`, k, xmlText(v)) })
	out.WriteByte('>')
	if n.note != "" {
		fmt.Fprintf(out, "<error>%s</error></%s>\n", n.note, word)
		return
	}
	if len(n.children) == 0 {
		fmt.Fprintf(out, "</%s>\n", word)
		return
	}
	out.WriteByte('\n')
	for _, c := range n.children {
		t.xml(c, depth+1)
	}
	fmt.Fprintf(out, "%s</%s>\n", pad, word)
}
