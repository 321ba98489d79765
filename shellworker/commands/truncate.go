package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "truncate", Run: truncateMain, Help: `
Usage: truncate OPTION... FILE...
Make each FILE the size given; make those that don't exist.

  -c, --no-create       make no files
  -o, --io-blocks       SIZE is a number of blocks
  -r, --reference=FILE  FILE's size
  -s, --size=SIZE       SIZE bytes; + extend by, - reduce by, < at most, > at
                          least, / round down to a multiple, % round up. K M G
                          ... are powers of 1024, KB MB GB ... of 1000
      --help            show this help
      --version         show the version
`})
	Register(Command{Name: "sync", Run: syncMain, Help: `
Usage: sync [OPTION] [FILE]...
Wait until what was written is where it lasts.

  -d, --data         only FILEs' data
  -f, --file-system  the file systems of FILEs
      --help         show this help
      --version      show the version
`})
	Register(Command{Name: "shred", Run: shredMain, Help: `
Usage: shred [OPTION]... FILE...
Overwrite FILEs. Earlier versions may be kept by the workspace all the same.

  -f, --force           change permissions to allow writing
  -n, --iterations=N    overwrite N times (3)
      --random-source=FILE  take random bytes from FILE
  -s, --size=N          overwrite so many bytes
  -u                    remove FILEs
      --remove[=HOW]    ... unlink, wipe or wipesync
  -v, --verbose         say what is done
  -x, --exact           don't round sizes up to a whole block
  -z, --zero            overwrite with zeros at the end
      --help            show this help
      --version         show the version
`})
	Register(Command{Name: "stty", Run: sttyMain, Help: `
Usage: stty [-F DEVICE] [SETTING]...
Write or change a terminal's settings: there is none.

  -a, --all          all settings
  -g, --save         in a form that stty reads
  -F, --file=DEVICE  open DEVICE
      --help         show this help
      --version      show the version
`})
}

func truncateMain(ctx context.Context, p *Process) int {
	opts, files := p.Getopt("cor:s:", getopt.Long{Name: "no-create", ID: 'c'}, getopt.Long{Name: "io-blocks", ID: 'o'},
		getopt.Long{Name: "reference", Arg: getopt.Required, ID: 'r'}, getopt.Long{Name: "size", Arg: getopt.Required, ID: 's'})
	noCreate, blocks, ref, has := false, false, "", false
	hasRef := false
	var n int64
	mode := byte(0)
	for _, o := range opts {
		switch o.ID {
		case 'c':
			noCreate = true
		case 'o':
			blocks = true
		case 'r':
			ref, hasRef = o.Arg, true
		case 's':
			s := strings.TrimLeft(o.Arg, " \t\n\v\f\r")
			if s != "" && strings.IndexByte("<>/%", s[0]) >= 0 {
				mode = s[0]
				s = strings.TrimLeft(s[1:], " \t\n\v\f\r")
			}
			if s != "" && (s[0] == '+' || s[0] == '-') {
				if mode != 0 {
					p.UsageError("multiple relative modifiers specified")
				}
				mode = s[0]
				s = s[1:]
			}
			if s == "" || s[0] < '0' || s[0] > '9' {
				p.Fatalf(1, "Invalid number: %s", p.Quote(o.Arg))
			}
			v, err := size.Parse(s, "EgGkKmMPtTYZ0")
			if err != nil {
				if err == size.ErrOverflow {
					p.Fatalf(1, "Invalid number: %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
				}
				p.Fatalf(1, "Invalid number: %s", p.Quote(o.Arg))
			}
			n, has = v, true
			if mode == '-' {
				n = -n
			}
			if (mode == '/' || mode == '%') && n == 0 {
				p.Fatalf(1, "division by zero")
			}
		}
	}
	switch {
	case !has && !hasRef:
		p.UsageError("you must specify either %s or %s", p.Quote("--size"), p.Quote("--reference"))
	case hasRef && has && mode == 0:
		p.UsageError("you must specify a relative %s with %s", p.Quote("--size"), p.Quote("--reference"))
	case blocks && !has:
		p.UsageError("%s was specified but %s was not", p.Quote("--io-blocks"), p.Quote("--size"))
	}
	if len(files) == 0 {
		p.UsageError("missing file operand")
	}
	base := int64(-1)
	if hasRef {
		i, err := p.Stat(ctx, ref)
		if err != nil {
			p.Fatalf(1, "cannot stat %s: %s", quote.Always(ref), errText(err))
		}
		base = i.Size
	}
	status := 0
	for _, f := range files {
		flags := vfs.WriteOnly | vfs.NonBlock
		if !noCreate {
			flags |= vfs.Create
		}
		var fh vfs.File
		i, err := p.Stat(ctx, f)
		if err == nil && i.Kind == vfs.FIFO {
			err = vfs.ENXIO // nobody reads it
		} else {
			fh, err = p.OpenFile(ctx, f, flags, 0o666)
		}
		if err != nil {
			if !(noCreate && vfs.ErrnoOf(err) == vfs.ENOENT) {
				p.Errorf("cannot open %s for writing: %s", quote.Always(f), errText(err))
				status = 1
			}
			continue
		}
		i, err = fh.Stat()
		from := base
		if from < 0 {
			from = i.Size
		}
		v := n
		if blocks {
			v *= 4096
		}
		target := v
		switch mode {
		case '+', '-':
			target = from + v
		case '<':
			target = min(from, v)
		case '>':
			target = max(from, v)
		case '/':
			target = from / v * v
		case '%':
			target = (from + v - 1) / v * v
		case 0:
			if !has {
				target = from
			}
		}
		target = max(target, 0)
		t, ok := fh.(interface{ Truncate(int64) error })
		if err == nil && !ok {
			err = vfs.EINVAL
		}
		if err == nil {
			err = t.Truncate(target)
		}
		if err != nil {
			p.Errorf("failed to truncate %s at %d bytes: %s", quote.Always(f), target, errText(err))
			status = 1
		}
		if err := fh.Close(); err != nil {
			p.Errorf("failed to close %s: %s", quote.Always(f), errText(err))
			status = 1
		}
	}
	return status
}

func syncMain(ctx context.Context, p *Process) int {
	opts, files := p.Getopt("df", getopt.Long{Name: "data", ID: 'd'}, getopt.Long{Name: "file-system", ID: 'f'})
	d, f := false, false
	for _, o := range opts {
		d = d || o.ID == 'd'
		f = f || o.ID == 'f'
	}
	if d && f {
		p.Fatalf(1, "cannot specify both --data and --file-system")
	}
	if len(files) == 0 {
		if d {
			p.Fatalf(1, "--data needs at least one argument")
		}
		if err := p.FS.Sync(ctx); err != nil {
			p.Fatalf(1, "%s", errText(err))
		}
		return 0
	}
	status := 0
	for _, name := range files {
		if _, err := p.Stat(ctx, name); err != nil {
			p.Errorf("error opening %s: %s", quote.Always(name), errText(err))
			status = 1
		}
	}
	if err := p.FS.Sync(ctx); err != nil {
		p.Errorf("error syncing %s: %s", quote.Always(files[0]), errText(err))
		status = 1
	}
	return status
}

func shredMain(ctx context.Context, p *Process) int {
	const (
		remove = iota + 256
		source
	)
	opts, files := p.Getopt("fn:s:uvxz", getopt.Long{Name: "exact", ID: 'x'}, getopt.Long{Name: "force", ID: 'f'},
		getopt.Long{Name: "iterations", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "size", Arg: getopt.Required, ID: 's'},
		getopt.Long{Name: "random-source", Arg: getopt.Required, ID: source}, getopt.Long{Name: "remove", Arg: getopt.Optional, ID: remove},
		getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "zero", ID: 'z'})
	passes, fixed, gone, verbose, exact, zero, force := int64(3), int64(-1), false, false, false, false, false
	random, wipe := p.Rand, true
	for _, o := range opts {
		switch o.ID {
		case 'f':
			force = true
		case 'n':
			n, err := size.Parse(o.Arg, "")
			if err != nil || n > 1<<20 {
				p.Fatalf(1, "invalid number of passes: %s", p.Quote(o.Arg))
			}
			passes = n
		case 's':
			n, err := size.Parse(o.Arg, "cbBkKMGTPEZYRQ0")
			if err != nil {
				p.Fatalf(1, "invalid file size: %s", p.Quote(o.Arg))
			}
			fixed = n
		case 'u':
			gone = true
		case remove:
			gone = true
			if o.HasArg {
				wipe = p.Choice("--remove", o.Arg, "unlink", "wipe", "wipesync") != "unlink"
			}
		case source:
			f, err := p.Open(ctx, o.Arg)
			if err != nil {
				p.NameError(o.Arg, err)
				return 1
			}
			defer f.Close()
			random = f
		case 'v':
			verbose = true
		case 'x':
			exact = true
		case 'z':
			zero = true
		}
	}
	if len(files) == 0 {
		p.UsageError("missing file operand")
	}
	status := 0
	for _, name := range files {
		f, err := p.OpenFile(ctx, name, vfs.WriteOnly, 0)
		if err != nil && vfs.ErrnoOf(err) == vfs.EACCES && force {
			if i, serr := p.Stat(ctx, name); serr == nil && i.Kind == vfs.Regular && p.FS.Chmod(ctx, p.Path(name), 0o200) == nil {
				f, err = p.OpenFile(ctx, name, vfs.WriteOnly, 0)
			}
		}
		if err != nil {
			p.Errorf("%s: failed to open for writing: %s", quote.Name(name), errText(err))
			status = 1
			continue
		}
		i, err := f.Stat()
		n := i.Size
		if fixed >= 0 {
			n = fixed
		} else if !exact {
			n = size.Allocated(n)
		}
		total := passes
		if zero {
			total++
		}
		buf := make([]byte, 64<<10)
		for k := int64(0); k < total && n > 0 && err == nil; k++ {
			what := "random"
			if zero && k == total-1 {
				what = "000000"
			}
			if verbose {
				p.Errorf("%s: pass %d/%d (%s)...", quote.Name(name), k+1, total, what)
			}
			if _, err = f.Seek(0, 0); err != nil {
				break
			}
			for left := n; left > 0 && err == nil; {
				b := buf[:min(left, int64(len(buf)))]
				if what == "random" {
					if _, err = readFull(random, b); err != nil {
						break
					}
				} else {
					clear(b)
				}
				_, err = f.Write(b)
				left -= int64(len(b))
				if err == nil {
					err = ctx.Err()
				}
			}
		}
		f.Close()
		if err == nil && gone {
			if verbose {
				p.Errorf("%s: removing", quote.Name(name))
			}
			last := name
			if wipe {
				last = p.wipeName(ctx, name, verbose)
			}
			if err = p.FS.Unlink(ctx, p.Path(last)); err == nil && verbose {
				p.Errorf("%s: removed", quote.Name(name))
			}
		}
		if err != nil {
			p.Errorf("%s: error writing: %s", quote.Name(name), errText(err))
			status = 1
		}
	}
	return status
}

// wipeName renames a file to shorter and shorter names, so that nothing tells
// what it was called, and returns the last one.
func (p *Process) wipeName(ctx context.Context, name string, verbose bool) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_."
	old := name
	for n := len(BaseName(name)); n > 0; n-- {
		for _, c := range digits {
			next := joinPath(DirName(name), strings.Repeat("0", n-1)+string(c))
			if DirName(name) == "." && !strings.HasPrefix(name, "./") {
				next = strings.TrimPrefix(next, "./")
			}
			if _, err := p.Lstat(ctx, next); vfs.ErrnoOf(err) != vfs.ENOENT {
				continue
			}
			if p.FS.Rename(ctx, p.Path(old), p.Path(next)) == nil {
				if verbose {
					p.Errorf("%s: renamed to %s", quote.Name(old), quote.Name(next))
				}
				old = next
			}
			break
		}
	}
	return old
}

func sttyMain(ctx context.Context, p *Process) int {
	const what = "the options for verbose and stty-readable output styles are\nmutually exclusive"
	// A setting may begin with "-": only what can't be one is an option.
	var options, settings []string
	for i := 0; i < len(p.Args); i++ {
		a := p.Args[i]
		switch {
		case a == "-F" || a == "--file":
			options = append(options, a)
			if i++; i < len(p.Args) {
				options = append(options, p.Args[i])
			}
		case strings.HasPrefix(a, "--") && a != "--", strings.HasPrefix(a, "-F"), len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "ag") == "":
			options = append(options, a)
		case a != "--":
			settings = append(settings, a)
		}
	}
	p.Args = options
	device := quote.Always("standard input")
	opts, _ := p.Getopt("+agF:", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "save", ID: 'g'}, getopt.Long{Name: "file", Arg: getopt.Required, ID: 'F'})
	all, save := false, false
	file := ""
	for _, o := range opts {
		switch o.ID {
		case 'a':
			all = true
		case 'g':
			save = true
		case 'F':
			file = o.Arg
		}
	}
	switch {
	case all && save:
		p.Fatalf(1, "%s", what)
	case len(settings) > 0 && (all || save):
		p.Fatalf(1, "when specifying an output style, modes may not be set")
	}
	for i := 0; i < len(settings); i++ {
		s := settings[i]
		number := strings.Trim(s, "0123456789") == ""
		switch {
		case number || strings.Trim(s, "0123456789abcdef:") == "" && strings.Contains(s, ":"):
		case strings.Contains(sttyValues, " "+s+" "):
			if i++; i == len(settings) {
				p.UsageError("missing argument to %s", p.Quote(s))
			}
		case strings.Contains(sttyFlags, " "+strings.TrimPrefix(s, "-")+" "):
		default:
			p.UsageError("invalid argument %s", p.Quote(s))
		}
	}
	if file != "" {
		device = quote.Name(file)
		f, err := p.OpenFile(ctx, file, vfs.ReadOnly|vfs.NonBlock, 0)
		if err != nil {
			p.NameError(file, err)
			return 1
		}
		f.Close()
	}
	p.Errorf("%s: %s", device, vfs.ENOTTY)
	return 1
}

// The settings that stty knows, with a value and without.
const (
	sttyValues = " ispeed ospeed rows cols columns line min time intr quit erase kill eof eol eol2 swtch start stop susp dsusp rprnt werase lnext discard "
	sttyFlags  = " size speed drain parenb parodd cmspar cs5 cs6 cs7 cs8 hupcl hup cstopb cread clocal crtscts brkint ignbrk ignpar parmrk inpck istrip inlcr" +
		" igncr icrnl ixon ixoff tandem iuclc ixany imaxbel iutf8 opost olcuc ocrnl onlcr onocr onlret ofill ofdel nl0 nl1 cr0 cr1 cr2 cr3 tab0 tab1 tab2" +
		" tab3 bs0 bs1 vt0 vt1 ff0 ff1 isig icanon iexten echo echoe crterase echok echonl noflsh xcase tostop echoprt prterase echoctl ctlecho echoke crtkill" +
		" flusho extproc evenp parity oddp nl ek sane cooked raw pass8 litout cbreak decctlq tabs lcase LCASE crt dec "
)
