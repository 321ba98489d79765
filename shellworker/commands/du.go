package commands

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	Register(Command{Name: "du", Run: duMain, Help: `
Usage: du [OPTION]... [FILE]...
Write how much space FILEs (.) take, and each directory below them.

  -0, --null            end each line with NUL
  -a, --all             files, too
      --apparent-size   sizes, not the space they take
  -B, --block-size=SIZE  in units of SIZE
  -b, --bytes           as --apparent-size --block-size=1
  -c, --total           a total at the end
  -D, -H, --dereference-args  follow symbolic links that are FILEs
  -d, --max-depth=N     directories at most N levels below
      --files0-from=F   the names, ended by NUL, in F
  -h, --human-readable  sizes like 1K 234M 2G
      --si              ... powers of 1000
      --inodes          inodes, not space
  -k                    as --block-size=1K
  -L, --dereference     follow all symbolic links
  -l, --count-links     count files with several names each time
  -m                    as --block-size=1M
  -P, --no-dereference  follow no symbolic link (default)
  -S, --separate-dirs   without subdirectories
  -s, --summarize       only each FILE
  -t, --threshold=SIZE  leave out what is smaller, or larger where SIZE is negative
      --time[=WORD]     the time of the last change: atime, access, use, ctime,
                          status
      --time-style=STYLE  full-iso, long-iso, iso, +FORMAT
  -X, --exclude-from=FILE  leave out what the patterns in FILE match
      --exclude=PATTERN  leave out what PATTERN matches
  -x, --one-file-system  stay on each FILE's file system
      --help            show this help
      --version         show the version
`})
}

type duer struct {
	p   *Process
	ctx context.Context

	all, apparent, inodes, links, separate bool
	follow                                 byte
	depth                                  int
	blocks                                 size.Blocks
	end                                    byte
	threshold                              int64
	oneFS                                  bool
	excludes                               []*pattern.Pattern
	time                                   byte
	style                                  string
	seen                                   map[fileKey]bool
	hashAll                                bool // several operands: each file counts once
	status                                 int
	total                                  usage
}

// usage is what files take.
type usage struct {
	bytes uint64
	nodes uint64
	time  int64
}

func (u *usage) add(o usage) {
	u.bytes += o.bytes
	u.nodes += o.nodes
	u.time = max(u.time, o.time)
}

func duMain(ctx context.Context, p *Process) int {
	const (
		apparent = iota + 256
		si
		inodes
		files0
		timeOpt
		timeStyle
		exclude
	)
	d := &duer{p: p, ctx: ctx, end: '\n', depth: -1, follow: 'P', seen: map[fileKey]bool{}, style: "long-iso"}
	d.blocks = p.defaultBlocks()
	for _, v := range []string{"DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"} {
		if s, ok := p.LookupEnv(v); ok {
			if b, err := size.ParseBlocks(s); err == nil {
				d.blocks = b
			}
			break
		}
	}
	summarize, total, from, hasFrom, style := false, false, "", false, ""
	opts, files := p.Getopt("0abd:chHklmst:xB:DLPSX:", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "apparent-size", ID: apparent},
		getopt.Long{Name: "block-size", Arg: getopt.Required, ID: 'B'}, getopt.Long{Name: "bytes", ID: 'b'}, getopt.Long{Name: "count-links", ID: 'l'},
		getopt.Long{Name: "dereference", ID: 'L'}, getopt.Long{Name: "dereference-args", ID: 'D'}, getopt.Long{Name: "exclude", Arg: getopt.Required, ID: exclude},
		getopt.Long{Name: "exclude-from", Arg: getopt.Required, ID: 'X'}, getopt.Long{Name: "files0-from", Arg: getopt.Required, ID: files0},
		getopt.Long{Name: "human-readable", ID: 'h'}, getopt.Long{Name: "inodes", ID: inodes}, getopt.Long{Name: "si", ID: si},
		getopt.Long{Name: "max-depth", Arg: getopt.Required, ID: 'd'}, getopt.Long{Name: "null", ID: '0'}, getopt.Long{Name: "no-dereference", ID: 'P'},
		getopt.Long{Name: "one-file-system", ID: 'x'}, getopt.Long{Name: "separate-dirs", ID: 'S'}, getopt.Long{Name: "summarize", ID: 's'},
		getopt.Long{Name: "threshold", Arg: getopt.Required, ID: 't'}, getopt.Long{Name: "time", Arg: getopt.Optional, ID: timeOpt},
		getopt.Long{Name: "time-style", Arg: getopt.Required, ID: timeStyle}, getopt.Long{Name: "total", ID: 'c'})
	for _, o := range opts {
		switch o.ID {
		case '0':
			d.end = 0
		case 'a':
			d.all = true
		case apparent:
			d.apparent = true
		case 'b':
			d.apparent, d.blocks = true, size.Blocks{Unit: 1}
		case 'B':
			b, err := size.ParseBlocks(o.Arg)
			if err != nil {
				name := "--block-size"
				if o.Name == "-B" {
					name = "-B"
				}
				p.blockSizeError(name, o.Arg, err, 1)
			}
			d.blocks = b
		case 'c':
			total = true
		case 'D', 'H':
			d.follow = 'H'
		case 'd':
			n, err := strconv.ParseUint(o.Arg, 10, 31)
			if err != nil {
				p.UsageError("invalid maximum depth %s", p.Quote(o.Arg))
			}
			d.depth = int(n)
		case files0:
			from, hasFrom = o.Arg, true
		case 'h':
			d.blocks = size.Blocks{Unit: 1, Base: 1024}
		case si:
			d.blocks = size.Blocks{Unit: 1, Base: 1000}
		case inodes:
			d.inodes = true
		case 'k':
			d.blocks = size.Blocks{Unit: 1024}
		case 'm':
			d.blocks = size.Blocks{Unit: 1 << 20}
		case 'L', 'P':
			d.follow = byte(o.ID)
		case 'l':
			d.links = true
		case 'S':
			d.separate = true
		case 's':
			summarize = true
		case 't':
			s, neg := strings.CutPrefix(o.Arg, "-")
			n, err := size.Parse(s, "kKmMGTPEZY0")
			if err != nil {
				p.blockSizeError(map[bool]string{true: "-t", false: "--threshold"}[o.Name == "-t"], o.Arg, err, 1)
			}
			if neg {
				if n == 0 {
					p.Fatalf(1, "invalid --threshold argument '-0'")
				}
				n = -n
			}
			d.threshold = n
		case timeOpt:
			d.time = 'm'
			if o.HasArg {
				if p.Choice("--time", o.Arg, "atime,access,use", "ctime,status") == "atime" {
					d.time = 'a'
				} else {
					d.time = 'c'
				}
			}
		case timeStyle:
			style = o.Arg
		case 'X':
			f, err := p.Input(ctx, o.Arg)
			if err != nil {
				p.NameError(o.Arg, err)
				p.UsageTry()
			}
			sc := bufio.NewScanner(f)
			for sc.Scan() {
				d.excludes = append(d.excludes, pattern.Compile(sc.Text(), p.patternFlags()))
			}
			f.Close()
		case exclude:
			d.excludes = append(d.excludes, pattern.Compile(o.Arg, p.patternFlags()))
		case 'x':
			d.oneFS = true
		}
	}
	if summarize {
		if d.all {
			p.UsageError("cannot both summarize and show all entries")
		}
		if d.depth > 0 {
			p.Errorf("warning: summarizing conflicts with --max-depth=%d", d.depth)
			p.UsageTry()
		}
		if d.depth == 0 {
			p.Errorf("warning: summarizing is the same as using --max-depth=0")
		}
		d.depth = 0
	}
	if d.time != 0 {
		d.style = p.timeStyle(style)
	}
	if d.inodes && d.apparent {
		p.Errorf("warning: options --apparent-size and -b are ineffective with --inodes")
	}
	if hasFrom {
		if len(files) > 0 {
			p.Errorf("extra operand %s", p.Quote(files[0]))
			fmt.Fprintln(p.Stderr, "file operands cannot be combined with --files0-from")
			p.UsageTry()
		}
		f, err := p.Input(ctx, from)
		if err != nil {
			p.Fatalf(1, "cannot open %s for reading: %s", quote.Always(from), errText(err))
		}
		d.hashAll = true
		r := bufio.NewReader(f)
		for n := 1; ; n++ {
			s, err := r.ReadString(0)
			if s = strings.TrimSuffix(s, "\x00"); s == "-" && from == "-" {
				p.Errorf("when reading file names from stdin, no file name of '-' allowed")
				d.status = 1
			} else if s != "" {
				d.operand(s)
			} else if err == nil {
				p.Errorf("%s:%d: invalid zero-length file name", quote.Name(from), n)
				d.status = 1
			}
			if err != nil {
				if err != io.EOF {
					p.NameError(from, err)
					d.status = 1
				}
				break
			}
		}
		f.Close()
	} else {
		if len(files) == 0 {
			files = []string{"."}
		}
		d.hashAll = len(files) > 1
		for _, f := range files {
			if f == "" {
				p.Errorf("invalid zero-length file name")
				d.status = 1
				continue
			}
			d.operand(f)
		}
	}
	if total {
		d.print(d.total, "total")
	}
	return d.status
}

// defaultBlocks is the unit where no option or variable sets one.
func (p *Process) defaultBlocks() size.Blocks {
	if _, ok := p.LookupEnv("POSIXLY_CORRECT"); ok {
		return size.Blocks{Unit: 512}
	}
	return size.Blocks{Unit: 1024}
}

// timeStyle returns what --time-style, or else TIME_STYLE, says.
func (p *Process) timeStyle(style string) string {
	if style == "" {
		style = p.Getenv("TIME_STYLE")
		if strings.HasPrefix(style, "+") {
			style, _, _ = strings.Cut(style, "\n")
		}
		for strings.HasPrefix(style, "posix-") {
			style = style[len("posix-"):]
		}
		if style == "" || style == "locale" {
			return "long-iso"
		}
	}
	if strings.HasPrefix(style, "+") {
		return style
	}
	return p.Choice("time style", style, "full-iso", "long-iso", "iso")
}

func (d *duer) operand(name string) {
	for len(name) > 1 && strings.HasSuffix(name, "//") {
		name = name[:len(name)-1]
	}
	if name == "" {
		d.p.Errorf("cannot access '': %s", vfs.ENOENT)
		d.status = 1
		return
	}
	follow := d.follow != 'P'
	i, err := lookup(d.ctx, d.p, name, follow)
	if err != nil {
		d.p.ActionError("access", name, err)
		d.status = 1
		return
	}
	if u, ok := d.walk(name, i, 0, i.Dev, nil); ok {
		d.total.add(u)
	}
}

func lookup(ctx context.Context, p *Process, name string, follow bool) (vfs.Info, error) {
	if follow {
		return p.Stat(ctx, name)
	}
	return p.Lstat(ctx, name)
}

func (d *duer) excluded(name string) bool {
	for _, e := range d.excludes {
		if e.Match(name) {
			return true
		}
		for i := range len(name) {
			if name[i] == '/' && i+1 < len(name) && e.Match(name[i+1:]) {
				return true
			}
		}
	}
	return false
}

// walk returns what a file and all below it take.
func (d *duer) walk(name string, i vfs.Info, depth int, dev uint64, up []fileKey) (usage, bool) {
	if d.excluded(name) || d.ctx.Err() != nil {
		return usage{}, false
	}
	if !d.links && (d.hashAll || d.follow == 'L' || i.Kind != vfs.Directory && i.Nlink > 1) {
		if d.seen[keyOf(i)] {
			return usage{}, false
		}
		d.seen[keyOf(i)] = true
	}
	u := usage{nodes: 1, time: i.Mtime}
	switch d.time {
	case 'a':
		u.time = i.Atime
	case 'c':
		u.time = i.Ctime
	}
	if d.apparent {
		switch i.Kind {
		case vfs.Regular, vfs.Symlink, vfs.Directory:
			u.bytes = uint64(StatSize(i))
		}
	} else {
		u.bytes = uint64(StatBlocks(i)) * 512
	}
	dir := i.Kind == vfs.Directory
	shown := u
	if dir {
		list, err := d.p.FS.ReadDir(d.ctx, d.p.Path(name))
		if err != nil {
			d.p.Out.Flush()
			d.p.Errorf("cannot read directory %s: %s", quote.Always(name), errText(err))
			d.status = 1
		}
		up = append(up[:len(up):len(up)], keyOf(i))
		for _, e := range list {
			child := joinPath(name, e.Name)
			ci, err := lookup(d.ctx, d.p, child, d.follow == 'L')
			if err != nil {
				d.p.Out.Flush()
				d.p.ActionError("access", child, err)
				d.status = 1
				continue
			}
			if d.oneFS && ci.Dev != dev || isAncestor(up, ci) {
				continue
			}
			if cu, ok := d.walk(child, ci, depth+1, dev, up); ok {
				u.add(cu)
				if ci.Kind != vfs.Directory {
					shown.add(cu)
				} else {
					shown.time = max(shown.time, cu.time)
				}
			}
		}
	}
	if !d.separate {
		shown = u
	}
	if (dir || d.all || depth == 0) && (d.depth < 0 || depth <= d.depth) {
		d.print(shown, name)
	}
	return u, true
}

func isAncestor(up []fileKey, i vfs.Info) bool {
	if i.Kind != vfs.Directory {
		return false
	}
	for _, k := range up {
		if k == keyOf(i) {
			return true
		}
	}
	return false
}

func (d *duer) print(u usage, name string) {
	n := u.bytes
	if d.inodes {
		n = u.nodes
	}
	if d.threshold > 0 && n < uint64(d.threshold) || d.threshold < 0 && n > uint64(-d.threshold) {
		return
	}
	var text string
	switch {
	case d.inodes && d.blocks.Base == 0:
		text = strconv.FormatUint(n, 10)
	default:
		text = d.blocks.Format(n)
	}
	d.p.Out.WriteString(text)
	if d.time != 0 {
		t := time.Unix(0, u.time).In(d.p.Zone())
		f := map[string]string{"full-iso": "%Y-%m-%d %H:%M:%S.%N %z", "long-iso": "%Y-%m-%d %H:%M", "iso": "%Y-%m-%d"}[d.style]
		if f == "" {
			f = d.style[1:]
		}
		d.p.Out.WriteString("\t" + d.p.FormatTime(f, t))
	}
	d.p.Out.WriteString("\t" + name)
	d.p.Out.WriteByte(d.end)
}
