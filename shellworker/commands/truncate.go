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
