// Package tree is the tree command: directories and what they hold, drawn, or
// as HTML, XML or JSON, as tree 2.1.0 has them.
//
// A listing streams, one directory in memory for each level. Only --du,
// --prune, --matchdirs and --fromfile hold the whole tree before it is shown.
package tree

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

func init() {
	commands.Register(commands.Command{Name: "tree", Run: run, Help: `
Usage: tree [OPTION]... [DIRECTORY]...
Draw the trees at DIRECTORYs (.).

  -a               also names that begin with a dot
  -d               directories only
  -l               follow symbolic links to directories
  -f               whole paths
  -x               stay on the file system
  -L LEVEL         at most LEVEL deep
  -R               with -L: write 00Tree.html into each directory at that depth
  -P PATTERN       only files that PATTERN matches (alternatives with |)
  -I PATTERN       not what PATTERN matches
      --gitignore  not what .gitignore files name
      --gitfile FILE  not what FILE names, which is as a .gitignore
      --matchdirs  -P counts for directories, too
      --ignore-case  in patterns
      --prune      leave empty directories out
      --info       with the comments of .info files
      --infofile FILE  with the comments of FILE, which is as a .info
      --metafirst  details at the beginning of the line
      --noreport   no counts at the end
      --filelimit N  don't show directories with more than N entries
      --charset X  draw with X
  -o FILE          write to FILE
  -q -N            ? for what can't be printed; names as they are
  -Q               names between double quotes
  -p -u -g -s -h --si -D -F --inodes --device  permissions, user, group, size, for
                   people, in powers of 1000, date, type, inode, device
      --du         directories' sizes with all they hold
      --timefmt F  dates as date +F
  -v -t -c -U -r   by version, by time, by change, unsorted, reversed
      --dirsfirst, --filesfirst, --sort=X  directories or files first; name,
                   version, size, mtime, ctime
  -i -A -S         no lines, lines of ANSI terminals, lines of code page 437
  -n -C            no colours; colours, by TREE_COLORS or LS_COLORS
  -J -X            as JSON, as XML
  -H BASE          as HTML, with links below BASE
  -T TITLE         of the HTML
      --nolinks    no links in HTML
      --hintro FILE, --houtro FILE  what begins and what ends the HTML
      --fromfile   the DIRECTORYs are files of paths (. is the standard input)
      --fflinks    with --fromfile: NAME -> TARGET is a symbolic link
      --help       show this help
      --version    show the version
`})
}

// synopsis follows the message about an option that doesn't exist.
const synopsis = `usage: tree [-acdfghilnpqrstuvxACDFJQNSUX] [-L level [-R]] [-H  baseHREF]
	[-T title] [-o filename] [-P pattern] [-I pattern] [--gitignore]
	[--gitfile[=]file] [--matchdirs] [--metafirst] [--ignore-case]
	[--nolinks] [--hintro[=]file] [--houtro[=]file] [--inodes] [--device]
	[--sort[=]<name>] [--dirsfirst] [--filesfirst] [--filelimit #] [--si]
	[--du] [--prune] [--charset[=]X] [--timefmt[=]format] [--fromfile]
	[--fflinks] [--info] [--infofile[=]file] [--noreport] [--version]
	[--help] [--] [directory ...]
`

// treer is one run.
type treer struct {
	p   *commands.Process
	ctx context.Context
	out *commands.Output

	all, dirsOnly, links, full, oneFS, prune, noReport, rerun, whole bool
	quote, raw, qmark, noIndent, ansi, metaFirst                     bool
	perm, user, group, size, human, si, date, changed, classify      bool
	inode, device, du                                                bool
	timeFormat                                                       string

	matchDirs, fold, gitIgnore, info bool
	include, exclude                 []string
	fromFile, fileLinks              bool
	ignored                          []*ignoreFile // the innermost last
	comments                         []infoFile    // the innermost last

	level, limit int // 0: none
	order        string
	reverse      bool
	first        byte // d or f

	charset      string
	draw         drawing
	colors       *colors
	colored      bool // -C
	format       format
	html         bool
	base, title  string
	noLinks      bool
	intro, outro string

	root   *node           // the operand that is shown, the last one that -R wrote below
	seen   map[fileID]bool // directories that were met
	depths []depth         // by level: what stands before a name
	errors int
}

type fileID struct{ dev, ino uint64 }

// depth tells how the names of a level are connected.
type depth uint8

const (
	unused depth = iota
	more         // others follow
	last
)

// totals are what the report counts.
type totals struct {
	dirs, files int
	size        int64
}

func (t *totals) add(o totals) {
	t.dirs += o.dirs
	t.files += o.files
	t.size += o.size
}

func run(ctx context.Context, p *commands.Process) int {
	t := &treer{p: p, ctx: ctx, out: p.Out, order: "name", title: "Directory Tree", charset: p.Getenv("TREE_CHARSET"), seen: map[fileID]bool{}}
	if t.charset == "" && p.UTF8() {
		t.charset = "UTF-8"
	}
	t.format = &text{t}
	dirs, file := t.options()
	t.draw = drawingOf(t.charset)
	t.rerun = t.rerun && t.level > 0
	t.whole = t.whole || t.fromFile
	if t.html {
		t.colors = nil
	} else {
		t.colors = t.readColors()
	}
	if t.gitIgnore {
		if d, ok := p.LookupEnv("GIT_DIR"); ok {
			if f := t.readIgnoreFile(d + "/info/exclude"); f != nil {
				t.ignored = slices.Insert(t.ignored, 0, f)
			}
		}
	}
	if file != "" {
		f, err := p.OpenFile(ctx, file, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			fmt.Fprintf(p.Stderr, "tree: invalid filename '%s'\n", file)
			return 1
		}
		defer f.Close()
		t.out = commands.NewOutput(f)
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	t.show(dirs)
	t.out.Flush()
	if t.errors > 0 {
		return 2
	}
	return 0
}

// options reads the command line. Its rules are tree's own: an option takes
// its argument from the next word even inside a bundle, and names of long
// options are not abbreviated.
func (t *treer) options() (dirs []string, output string) {
	p := t.p
	args := p.Args
	usage := func(format string, a ...any) {
		fmt.Fprintf(p.Stderr, "tree: "+format+"\n", a...)
		p.Exit(1)
	}
	next := 0
	word := func(missing string) string {
		if next >= len(args) {
			usage("Missing argument to %s", missing)
		}
		next++
		return args[next-1]
	}
	help, version, options := false, false, true
	flags := map[string]*bool{"--inodes": &t.inode, "--device": &t.device, "--noreport": &t.noReport, "--nolinks": &t.noLinks,
		"--prune": &t.prune, "--ignore-case": &t.fold, "--matchdirs": &t.matchDirs, "--fromfile": &t.fromFile, "--metafirst": &t.metaFirst,
		"--gitignore": &t.gitIgnore, "--info": &t.info, "--fflinks": &t.fileLinks, "--du": &t.du, "--si": &t.si, "--help": &help, "--version": &version,
		"-a": &t.all, "-d": &t.dirsOnly, "-l": &t.links, "-f": &t.full, "-x": &t.oneFS, "-R": &t.rerun, "-q": &t.qmark, "-N": &t.raw, "-Q": &t.quote,
		"-p": &t.perm, "-u": &t.user, "-g": &t.group, "-s": &t.size, "-h": &t.human, "-D": &t.date, "-F": &t.classify, "-r": &t.reverse,
		"-i": &t.noIndent, "-A": &t.ansi, "-C": &t.colored}
	for next < len(args) {
		arg := args[next]
		next++
		switch {
		case !options || len(arg) < 2 || arg[0] != '-':
			dirs = append(dirs, arg)
			continue
		case arg == "--":
			options = false
			continue
		}
		if strings.HasPrefix(arg, "--") {
			if f := flags[arg]; f != nil {
				*f = true
				continue
			}
			name, value, given := strings.Cut(arg, "=")
			set := t.longOption(name)
			switch {
			case set == nil && (arg == "--dirsfirst" || arg == "--filesfirst"):
				t.first = arg[2]
				continue
			case set == nil:
				fmt.Fprintf(p.Stderr, "tree: Invalid argument `%s'.\n%s", arg, synopsis)
				p.Exit(1)
			case !given:
				value = word(name)
			case value == "":
				usage("Missing argument to %s=", name)
			}
			if text := set(value); text != "" {
				usage("%s", text)
			}
			continue
		}
		for _, c := range []byte(arg[1:]) {
			if f := flags["-"+string(c)]; f != nil {
				*f = true
				continue
			}
			missing := fmt.Sprintf("-%c option.", c)
			switch c {
			case 'n': // -C and CLICOLOR_FORCE count for more, and there is no terminal
			case 'v':
				t.order = "version"
			case 't':
				t.order = "mtime"
			case 'c':
				t.order, t.changed = "ctime", true
			case 'U':
				t.order = ""
			case 'X':
				t.html, t.format = false, &xmlFormat{t}
			case 'J':
				t.html, t.format = false, &jsonFormat{t}
			case 'S':
				t.charset = "IBM437"
			case 'H':
				t.base = strings.TrimSuffix(word(missing), "/")
				t.html, t.format = true, &htmlFormat{t: t}
			case 'T':
				t.title = word(missing)
			case 'L':
				n, ok := number(word(missing))
				if !ok || n < 1 {
					usage("Invalid level, must be greater than 0.")
				}
				t.level = n
			case 'P':
				t.include = append(t.include, word(missing))
			case 'I':
				t.exclude = append(t.exclude, word(missing))
			case 'o':
				output = word(missing)
			default:
				fmt.Fprintf(p.Stderr, "tree: Invalid argument -`%c'.\n%s", c, synopsis)
				p.Exit(1)
			}
		}
	}
	switch {
	case help:
		p.ShowHelp()
	case version:
		p.ShowVersion()
	}
	t.prune = t.prune && !t.dirsOnly
	t.human = t.human || t.si
	t.size = t.size || t.human || t.du
	t.whole = t.du || t.prune || t.matchDirs
	return dirs, output
}

// longOption returns what sets a long option that has an argument, nil for any
// other. It returns what is wrong with the argument.
func (t *treer) longOption(name string) func(string) string {
	switch name {
	case "--filelimit":
		return func(s string) string {
			t.limit, _ = number(s)
			return ""
		}
	case "--charset":
		return func(s string) string { t.charset = s; return "" }
	case "--timefmt":
		return func(s string) string { t.timeFormat, t.date = s, true; return "" }
	case "--hintro":
		return func(s string) string { t.intro = s; return "" }
	case "--houtro":
		return func(s string) string { t.outro = s; return "" }
	case "--sort":
		return func(s string) string {
			if !slices.Contains(orders, s) {
				t.p.Out.WriteString(strings.Join(orders, ",") + "\n")
				fmt.Fprintf(t.p.Stderr, "tree: Sort type '%s' not valid, should be one of: ", s)
				t.p.Exit(1)
			}
			t.order = s
			return ""
		}
	case "--gitfile":
		return func(s string) string {
			f := t.readIgnoreFile(s)
			if f == nil {
				return "Could not load gitignore file"
			}
			t.gitIgnore, t.ignored = true, append(t.ignored, f)
			return ""
		}
	case "--infofile":
		return func(s string) string {
			f := t.readInfoFile(s)
			if f == nil {
				return "Could not load infofile"
			}
			t.info, t.comments = true, append(t.comments, f)
			return ""
		}
	}
	return nil
}

var orders = []string{"name", "version", "size", "mtime", "ctime"}

// number is what C's strtoul makes of the beginning of s, in 32 bits; false
// where no number begins it.
func number(s string) (int, bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	if h := strings.ToLower(s[:min(2, len(s))]); h == "0x" {
		for end = 2; end < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0; {
			end++
		}
	}
	n, err := strconv.ParseInt(s[:end], 0, 64)
	return int(int32(n)), err == nil
}

// show lists the trees with one beginning and one report.
func (t *treer) show(dirs []string) {
	t.format.begin()
	var total totals
	for i, dir := range dirs {
		if t.ctx.Err() != nil {
			return
		}
		if t.full && len(dir) > 1 {
			if dir = strings.TrimRight(dir, "/"); dir == "" {
				dir = "/"
			}
		}
		if h, ok := t.format.(*htmlFormat); ok {
			h.top = len(dir)
		}
		more := i < len(dirs)-1
		ignored, comments := len(t.ignored), len(t.comments)
		var n *node
		var children []*node
		count, failed := 0, true
		info, err := t.p.Lstat(t.ctx, dir)
		if err != nil {
			t.errors++
		} else {
			failed = false
			n = newNode(dir, info)
			t.seen[n.id] = true
			n.top = true
			t.root = n
			if t.fromFile {
				children, failed = t.readPaths(dir)
			} else if t.whole {
				children, n.problem = t.load(dir, 0, n.dev(), n)
				failed = n.problem != ""
				n.problem = ""
			} else {
				top := t.enter(dir)
				children, failed = t.read(dir, top)
				count = len(children)
			}
			t.format.details(n, 0)
		}
		closed := t.format.name("", dir, n, boolInt(children != nil || failed || count > 0))
		var sub totals
		switch {
		case failed:
			t.format.problem("error opening dir")
			t.format.newline(n, 0, 0, more)
			sub.files = boolInt(n != nil)
		case t.limit > 0 && count > t.limit:
			t.format.problem(tooMany(count))
			t.format.newline(n, 0, 0, more)
			sub.dirs = 1
		default:
			t.format.newline(n, 0, 0, false)
			if children != nil {
				sub = t.list(dir, children, 1, n.dev())
				sub.dirs++
			}
		}
		if n != nil && (children == nil || failed) {
			sub.size = n.size
		}
		if closed {
			if n != nil {
				n = t.root
			}
			t.format.close(n, 0, more)
		}
		t.ignored, t.comments = t.ignored[:ignored], t.comments[:comments]
		total.add(sub)
	}
	if !t.noReport {
		t.format.report(total)
	}
	t.format.end()
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func tooMany(n int) string {
	return fmt.Sprintf("%d entries exceeds filelimit, not opening dir", n)
}

// list shows the entries of dir and all below them.
func (t *treer) list(dir string, entries []*node, level int, dev uint64) (sum totals) {
	if !t.whole || t.fromFile {
		t.sort(entries)
	}
	for len(t.depths) < level+2 {
		t.depths = append(t.depths, unused)
	}
	defer func() { t.depths[level] = unused }()
	redone := 0 // more than 1 once a tree was written below: links lead to 00Tree.html
	for i, n := range entries {
		if t.ctx.Err() != nil {
			return sum
		}
		follows := i < len(entries)-1
		t.depths[level] = last
		if follows {
			t.depths[level] = more
		}
		t.format.details(n, level)
		sum.size += n.size
		path, below := joinPath(dir, n.name), ""
		problem, descend := n.problem, 0
		var children []*node
		ignored, comments := len(t.ignored), len(t.comments)
		if !n.dir {
			sum.files++
		} else {
			sum.dirs++
			found := !t.whole && t.seen[n.target]
			if !t.whole {
				t.seen[n.target] = true
			}
			if !(t.oneFS && n.target.dev != dev) && (!n.linked || t.links) {
				descend, below = 1, path
				if n.linked {
					if strings.HasPrefix(n.link, "/") {
						below = n.link
					} else { // -f shows this one, too
						path = joinPath(dir, n.link)
						below = path
					}
					if found {
						problem, descend = "recursive, not followed", -1
					}
				}
				if t.level > 0 && level >= t.level {
					if t.rerun {
						t.writeBelow(below)
						redone = 10
					}
					descend = 0
				}
				if descend > 0 {
					children, problem = t.below(n, below)
					if children == nil {
						descend = 0
					}
				}
			}
		}
		name := n.name
		if t.full {
			name = path
		}
		opens := descend + redone
		if _, ok := t.format.(*jsonFormat); ok && t.errors > 0 {
			opens++
		}
		closed := t.format.name(dir, name, n, opens)
		if problem != "" {
			t.format.problem(problem)
		}
		if descend > 0 {
			t.format.newline(n, level, 0, false)
			sum.add(t.list(below, children, level+1, dev))
		} else if !closed {
			t.format.newline(n, level, 0, follows)
		}
		if closed {
			l := -1
			if descend > 0 {
				l = level
			}
			t.format.close(n, l, follows)
		}
		t.ignored, t.comments = t.ignored[:ignored], t.comments[:comments]
	}
	return sum
}

// below returns what the directory n holds, which is at path.
func (t *treer) below(n *node, path string) ([]*node, string) {
	if t.whole {
		return n.children, n.problem
	}
	children, failed := t.read(path, t.enter(path))
	switch {
	case failed:
		t.errors++
		return nil, "error opening dir"
	case t.limit > 0 && len(children) > t.limit:
		t.errors++
		return nil, tooMany(len(children))
	}
	return children, ""
}

// writeBelow writes the tree at dir to the file 00Tree.html in it.
func (t *treer) writeBelow(dir string) {
	name := dir + "/00Tree.html"
	f, err := t.p.OpenFile(t.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		fmt.Fprintf(t.p.Stderr, "tree: invalid filename '%s'\n", name)
		t.out.Flush()
		t.p.Exit(1)
	}
	defer f.Close()
	// The lines of the levels around it show in it, as tree has it.
	out, depths := t.out, slices.Clone(t.depths)
	t.out = commands.NewOutput(f)
	t.show([]string{dir})
	t.out.Flush()
	t.out, t.depths = out, depths
}
