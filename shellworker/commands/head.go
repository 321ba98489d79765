package commands

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "head", Run: headMain, Help: `
Usage: head [OPTION]... [FILE]...
Print the first 10 lines of each file, or of the standard input.

  -c, --bytes=[-]NUM       the first NUM bytes; with -, all but the last NUM
  -n, --lines=[-]NUM       the first NUM lines; with -, all but the last NUM
  -q, --quiet, --silent    no headers with the files' names
  -v, --verbose            always headers
  -z, --zero-terminated    lines end in a zero byte
      --help               this text
      --version            the version
NUM may have a multiplier: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024 ...
`})
}

type header struct {
	count int64
	bytes bool
	from  bool // all but the last
	delim byte
}

func headMain(ctx context.Context, p *Process) int {
	// The old form: head -5, head -5c.
	args := p.Args
	h := header{count: 10, delim: '\n'}
	names := 0
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && args[0][1] >= '0' && args[0][1] <= '9' {
		s := args[0][1:]
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		mult := ""
		for _, c := range s[i:] {
			switch c {
			case 'c':
				h.bytes = true
			case 'b', 'k', 'm':
				h.bytes = true
				mult = string(c)
			case 'l':
				h.bytes = false
			case 'q':
				names = -1
			case 'v':
				names = 1
			case 'z':
				h.delim = 0
			default:
				p.UsageError("invalid trailing option -- %c", c)
			}
		}
		h.count = p.count(s[:i]+mult, "lines")
		p.Args = args[1:]
	}
	opts, files := p.Getopt("c:n:qvz0123456789", getopt.Long{Name: "bytes", Arg: getopt.Required, ID: 'c'}, getopt.Long{Name: "lines", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "quiet", ID: 'q'}, getopt.Long{Name: "silent", ID: 'q'}, getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'c', 'n':
			h.bytes = o.ID == 'c'
			arg, from := strings.CutPrefix(o.Arg, "-")
			h.from = from
			what := map[bool]string{true: "bytes", false: "lines"}[h.bytes]
			h.count = p.count(arg, what)
		case 'q':
			names = -1
		case 'v':
			names = 1
		case 'z':
			h.delim = 0
		default:
			p.UsageError("invalid trailing option -- %c", o.ID)
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	first := true
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.openError(name, err)
			status = 1
			continue
		}
		if names > 0 || names == 0 && len(files) > 1 {
			if !first {
				p.Out.WriteByte('\n')
			}
			shown := name
			if name == "-" {
				shown = "standard input"
			}
			p.Out.WriteString("==> " + shown + " <==\n")
		}
		first = false
		if err := h.print(ctx, p, f); err != nil {
			p.Out.Flush()
			p.Errorf("error reading %s: %s", quote.Always(name), vfs.ErrText(err))
			status = 1
		}
		f.Close()
	}
	return status
}

func (h *header) print(ctx context.Context, p *Process, f vfs.File) error {
	if h.from {
		start, serr := f.Seek(0, io.SeekCurrent)
		n, err := h.allBut(ctx, p, f)
		if serr == nil {
			f.Seek(start+n, io.SeekStart) // what is held back is for who reads next
		}
		return err
	}
	left := h.count
	buf := make([]byte, 64<<10)
	for left > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		want := buf
		if h.bytes && left < int64(len(buf)) {
			want = buf[:left]
		}
		n, err := f.Read(want)
		b := want[:n]
		if h.bytes {
			left -= int64(n)
		} else {
			end := 0
			for left > 0 {
				i := bytes.IndexByte(b[end:], h.delim)
				if i < 0 {
					end = len(b)
					break
				}
				end += i + 1
				left--
			}
			if end < len(b) {
				// Leave the rest to who reads next.
				f.Seek(int64(end-len(b)), io.SeekCurrent)
				b = b[:end]
			}
		}
		p.Out.Write(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// allBut holds the last bytes or lines back, and returns how many bytes it wrote.
func (h *header) allBut(ctx context.Context, p *Process, f vfs.File) (written int64, err error) {
	put := func(b []byte) {
		p.Out.Write(b)
		written += int64(len(b))
	}
	if h.bytes {
		var held []byte
		err = blockInput(ctx, f, func(b []byte) {
			held = append(held, b...)
			if n := int64(len(held)) - h.count; n > 0 {
				put(held[:n])
				held = held[:copy(held, held[n:])]
			}
		})
		return written, err
	}
	r := lines.NewReader(ctx, f, h.delim)
	defer r.Close()
	if h.count == 0 {
		for {
			b, ok := r.Block()
			if !ok {
				return written, r.Err()
			}
			put(b)
		}
	}
	var held [][]byte
	at := 0
	for {
		l, ok := r.Next()
		if !ok {
			return written, r.Err()
		}
		if int64(len(held)) < h.count {
			held = append(held, bytes.Clone(l))
			continue
		}
		put(held[at])
		held[at] = append(held[at][:0], l...)
		at = (at + 1) % len(held)
	}
}
