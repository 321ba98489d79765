package commands

import (
	"bytes"
	"context"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
)

func init() {
	Register(Command{Name: "rev", Run: revMain, Help: `
Usage: rev [OPTION] [FILE]...
Print the lines of each file, or of the standard input, each backwards.

  -h, --help     this text
  -V, --version  the version
`})
}

func revMain(ctx context.Context, p *Process) int {
	opts, files := p.Getopt("hV")
	if len(opts) > 0 {
		if opts[0].ID == 'h' {
			p.ShowHelp()
		}
		p.ShowVersion()
	}
	if len(files) == 0 {
		return p.reverse(ctx, "stdin", p.Stdin)
	}
	status := 0
	for _, name := range files {
		f, err := p.Open(ctx, name) // "-" is a name, too
		if err != nil {
			p.ErrorfUnflushed("cannot open %s: %s", name, vfs.ErrText(err))
			status = 1
			continue
		}
		status = max(status, p.reverse(ctx, name, f))
		f.Close()
	}
	return status
}

// reverse writes the lines of a file backwards, up to bytes that are no
// character. What stands between a NUL and the end of its line is lost, and
// the next line joins it: the texts are C's.
func (p *Process) reverse(ctx context.Context, name string, f vfs.File) int {
	utf := p.UTF8()
	count, bad := 0, false
	var kept, out []byte
	put := func(l []byte, had bool) {
		out = out[:0]
		for len(l) > 0 {
			n := 1
			if utf {
				_, n = utf8.DecodeLastRune(l)
			}
			out = append(out, l[len(l)-n:]...)
			l = l[:len(l)-n]
		}
		if had {
			out = append(out, '\n')
		}
		p.Out.Write(out)
	}
	err := eachLine(ctx, f, '\n', func(l []byte, had bool) {
		if bad || utf && !utf8.Valid(l) {
			bad = true
			return
		}
		if i := bytes.IndexByte(l, 0); i >= 0 {
			kept = append(kept, l[:i]...)
			return
		}
		if len(kept) > 0 {
			l = append(kept, l...)
			kept = kept[:0]
		}
		put(l, had)
		count++
	})
	put(kept, false)
	switch {
	case bad:
		p.Out.Flush()
		p.Errorf("%s: %d: %s", name, count, "Invalid or incomplete multibyte or wide character")
	case err != nil:
		p.Out.Flush()
		p.Errorf("%s: %d: %s", name, count, vfs.ErrText(err))
	default:
		return 0
	}
	return 1
}
