// Package find is the find command: expressions over the files of a tree, as
// GNU findutils 4.9 has them.
package find

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

func init() {
	commands.Register(commands.Command{Name: "find", Run: run, Help: `
Usage: find [-H] [-L] [-P] [-Olevel] [PATH...] [EXPRESSION]
Walk the trees at PATHs (.) and evaluate EXPRESSION (-print) for each file.

-P follows no symbolic link (default), -L all, -H those that are PATHs.
-Olevel is taken for compatibility; there is one way to evaluate.

Operators, the strongest first:
  ( EXPR )   ! EXPR   -not EXPR   EXPR1 -a EXPR2   EXPR1 -and EXPR2
  EXPR1 EXPR2   EXPR1 -o EXPR2   EXPR1 -or EXPR2   EXPR1 , EXPR2

Options, always true:
  -daystart  -depth  -d  -files0-from FILE  -follow  -maxdepth N  -mindepth N
  -mount  -xdev  -noleaf  -ignore_readdir_race  -noignore_readdir_race
  -regextype TYPE  -warn  -nowarn  -help  --help  -version  --version

Tests (N may be +N, more than, or -N, less than):
  -amin N  -anewer FILE  -atime N  -cmin N  -cnewer FILE  -ctime N  -empty
  -executable  -false  -fstype TYPE  -gid N  -group NAME  -ilname PATTERN
  -iname PATTERN  -inum N  -ipath PATTERN  -iwholename PATTERN  -iregex PATTERN
  -links N  -lname PATTERN  -mmin N  -mtime N  -name PATTERN  -newer FILE
  -newerXY FILE (X: a c m; Y: a c m t)  -nogroup  -nouser  -path PATTERN
  -perm MODE  -perm -MODE  -perm /MODE  -readable  -regex PATTERN
  -samefile FILE  -size N[bcwkMG]  -true  -type [bcdpfls,...]  -uid N  -used N
  -user NAME  -wholename PATTERN  -writable  -xtype [bcdpfls,...]

Actions:
  -delete  -exec COMMAND ;  -exec COMMAND {} +  -execdir COMMAND ;
  -execdir COMMAND {} +  -fls FILE  -fprint FILE  -fprint0 FILE
  -fprintf FILE FORMAT  -ls  -ok COMMAND ;  -okdir COMMAND ;  -print  -print0
  -printf FORMAT  -prune  -quit
`})
}

// finder is one run.
type finder struct {
	p   *commands.Process
	ctx context.Context

	follow             byte // P, H or L
	depth              bool
	maxDepth, minDepth int
	oneFS              bool
	warn               bool
	daystart           bool
	regexType          string
	files0             string
	hasFiles0          bool
	now                time.Time
	loc                *time.Location

	root    eval
	files   map[string]*output // of -fprint and its like
	batches []*batch           // of -exec ... +
	status  int
	quit    bool
	widths  lsWidths
}

// eval is a part of the expression.
type eval func(*visit) bool

// visit is a file that is being looked at.
type visit struct {
	f      *finder
	path   string
	start  int // length of the starting point in path
	depth  int
	kind   vfs.Kind
	info   vfs.Info
	loaded bool
	gone   bool
	follow bool // a symbolic link is followed
	prune  bool
}

// base returns the last element as -name sees it.
func (v *visit) base() string {
	s := strings.TrimRight(v.path, "/")
	if s == "" {
		return v.path[:min(1, len(v.path))]
	}
	return s[strings.LastIndexByte(s, '/')+1:]
}

// stat loads what is known of the file.
func (v *visit) stat() *vfs.Info {
	if !v.loaded {
		v.loaded = true
		i, err := v.f.lookup(v.path, v.follow)
		if err != nil {
			v.gone = true
			v.f.complain(v.path, err)
		}
		v.info = i
	}
	return &v.info
}

// lookup stats a path; what a broken link leads to is the link.
func (f *finder) lookup(path string, follow bool) (vfs.Info, error) {
	if follow {
		i, err := f.p.Stat(f.ctx, path)
		if err == nil || vfs.ErrnoOf(err) != vfs.ENOENT && vfs.ErrnoOf(err) != vfs.ENOTDIR && vfs.ErrnoOf(err) != vfs.ELOOP {
			return i, err
		}
		l, lerr := f.p.Lstat(f.ctx, path)
		if lerr == nil {
			if vfs.ErrnoOf(err) == vfs.ELOOP {
				return l, err
			}
			return l, nil
		}
		return i, err
	}
	return f.p.Lstat(f.ctx, path)
}

// complain reports an error about a file.
func (f *finder) complain(path string, err error) {
	f.p.Out.Flush()
	f.p.Errorf("%s: %s", f.p.Quote(path), vfs.ErrText(err))
	f.status = 1
}

func run(ctx context.Context, p *commands.Process) int {
	f := &finder{p: p, ctx: ctx, follow: 'P', maxDepth: -1, regexType: "findutils-default", now: p.Now(), loc: p.Zone(), files: map[string]*output{}}
	args := p.Args
	i := 0
options:
	for ; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-H" || a == "-L" || a == "-P":
			f.follow = a[1]
		case a == "--":
			i++
			break options
		case a == "-D":
			if i+1 == len(args) {
				p.Fatalf(1, "Missing argument after the -D option.")
			}
			i++
			switch args[i] {
			case "exec", "opt", "rates", "search", "stat", "time", "tree", "all", "help":
				p.Fatalf(1, "debug flag %s is not supported", p.Quote(args[i]))
			}
			p.Errorf("Ignoring unrecognised debug flag %s", p.Quote(args[i]))
		case strings.HasPrefix(a, "-O"):
			if a == "-O" {
				p.Fatalf(1, "The -O option must be immediately followed by a decimal integer")
			}
			if _, err := strconv.ParseUint(a[2:], 10, 16); err != nil {
				p.Fatalf(1, "Please specify a decimal number immediately after -O")
			}
		default:
			break options
		}
	}
	var starts []string
	for ; i < len(args) && !isExpression(args[i], len(starts) == 0); i++ {
		starts = append(starts, args[i])
	}
	f.parse(args[i:])
	if f.hasFiles0 && len(starts) > 0 {
		p.Errorf("extra operand %s", p.Quote(starts[0]))
		p.Fatalf(1, "file operands cannot be combined with -files0-from")
	}
	defer f.close()
	switch {
	case f.hasFiles0:
		f.fromFile()
	case len(starts) == 0:
		f.begin(".")
	default:
		for _, s := range starts {
			if f.begin(s); f.quit {
				break
			}
		}
	}
	f.finish()
	return f.status
}

// isExpression tells whether an argument begins the expression.
func isExpression(a string, first bool) bool {
	switch {
	case a == "":
		return false
	case a[0] == '-':
		return len(a) > 1
	case a == ")" || a == ",":
		return first
	}
	return a == "(" || a == "!"
}

// fromFile takes the starting points from -files0-from's file.
func (f *finder) fromFile() {
	in, err := f.p.Input(f.ctx, f.files0)
	if err != nil {
		f.p.Errorf("cannot open %s for reading: %s", f.p.Quote(f.files0), vfs.ErrText(err))
		f.status = 1
		return
	}
	defer in.Close()
	r := bufio.NewReader(in)
	for n := 1; !f.quit; n++ {
		s, err := r.ReadString(0)
		if s = strings.TrimSuffix(s, "\x00"); s != "" {
			f.begin(s)
		} else if err == nil {
			name := f.files0
			if name == "-" {
				name = "(standard input)"
			}
			f.p.Out.Flush()
			f.p.Errorf("%s:%d: invalid zero-length file name", f.p.Quote(name), n)
			f.status = 1
		}
		if err != nil {
			if err != io.EOF {
				f.complain(f.files0, err)
			}
			return
		}
	}
}

// begin walks the tree at a starting point.
func (f *finder) begin(start string) {
	v := &visit{f: f, path: start, start: len(start), follow: f.follow != 'P'}
	if start == "" {
		f.complain(start, vfs.ENOENT)
		return
	}
	i, err := f.lookup(start, v.follow)
	if err != nil {
		f.complain(start, err)
		return
	}
	v.info, v.loaded, v.kind = i, true, i.Kind
	f.walk(v, i.Dev, nil)
}

type ancestor struct {
	dev  uint64
	ino  vfs.Ino
	path string
}

// walk evaluates the expression for a file and all below it.
func (f *finder) walk(v *visit, dev uint64, up []ancestor) {
	if f.ctx.Err() != nil {
		f.quit = true
		return
	}
	dir := v.kind == vfs.Directory
	visible := v.depth >= f.minDepth && (f.maxDepth < 0 || v.depth <= f.maxDepth)
	if dir && f.follow == 'L' {
		i := v.stat()
		for _, a := range up {
			if a.dev == i.Dev && a.ino == i.Ino {
				f.p.Out.Flush()
				f.p.Errorf("File system loop detected; %s is part of the same file system loop as %s.", f.p.Quote(v.path), f.p.Quote(a.path))
				f.status = 1
				return
			}
		}
	}
	if visible && !f.depth {
		f.eval(v)
		if f.quit {
			return
		}
	}
	if dir && !(v.prune && !f.depth) && (f.maxDepth < 0 || v.depth < f.maxDepth) {
		descend := true
		if f.oneFS && v.stat().Dev != dev {
			descend = false
		}
		if descend {
			f.descend(v, dev, up)
			if f.quit {
				return
			}
		}
	}
	if visible && f.depth {
		f.eval(v)
	}
	f.leave(v)
}

func (f *finder) descend(v *visit, dev uint64, up []ancestor) {
	list, err := f.p.FS.ReadDir(f.ctx, f.p.Path(v.path))
	if err != nil {
		f.complain(v.path, err)
		return
	}
	if f.follow == 'L' {
		i := v.stat()
		up = append(up[:len(up):len(up)], ancestor{i.Dev, i.Ino, v.path})
	}
	prefix := v.path
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	for _, e := range list {
		c := &visit{f: f, path: prefix + e.Name, start: v.start, depth: v.depth + 1, kind: e.Kind, follow: f.follow == 'L'}
		if e.Kind == vfs.Symlink && c.follow {
			i, err := f.lookup(c.path, true)
			if err != nil {
				f.complain(c.path, err)
				continue
			}
			c.info, c.loaded, c.kind = i, true, i.Kind
		}
		f.walk(c, dev, up)
		if f.quit {
			return
		}
	}
}

func (f *finder) eval(v *visit) { f.root(v) }

// finish runs what is left of -exec ... +.
func (f *finder) finish() {
	for _, b := range f.batches {
		b.flush()
	}
}

// leave runs the -execdir batches of a directory that the walk is done with.
func (f *finder) leave(v *visit) {
	for _, b := range f.batches {
		if b.dir && (v.depth == 0 || v.kind == vfs.Directory) {
			b.flushBelow(v.path)
		}
	}
}

// output is a file that an action writes.
type output struct {
	w    *bufio.Writer
	file vfs.File
}

func (f *finder) close() {
	for name, o := range f.files {
		err := o.w.Flush()
		if cerr := o.file.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			f.complain(name, err)
		}
	}
}

// writer opens the file that an action writes, once.
func (f *finder) writer(name string) io.Writer {
	switch name {
	case "/dev/stdout":
		return f.p.Out
	case "/dev/stderr":
		return f.p.Stderr
	}
	if o := f.files[name]; o != nil {
		return o.w
	}
	file, err := f.p.OpenFile(f.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		f.p.Fatalf(1, "%s: %s", f.p.Quote(name), vfs.ErrText(err))
	}
	o := &output{bufio.NewWriterSize(file, 32<<10), file}
	f.files[name] = o
	return o.w
}

func (f *finder) fatal(format string, a ...any) {
	f.p.Errorf(format, a...)
	f.p.Exit(1)
}
