package commands

import (
	"context"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "fold", Run: foldMain, Help: `
Usage: fold [OPTION]... [FILE]...
Break the lines of each file, or of the standard input, to a width.

  -b, --bytes        count bytes, not columns
  -s, --spaces       break at spaces
  -w, --width=WIDTH  columns instead of 80
      --help         this text
      --version      the version
`})
}

func foldMain(ctx context.Context, p *Process) int {
	inBytes, spaces, width := false, false, int64(80)
	opts, files := p.Getopt("bsw:0::1::2::3::4::5::6::7::8::9::", getopt.Long{Name: "bytes", ID: 'b'}, getopt.Long{Name: "spaces", ID: 's'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'})
	for _, o := range opts {
		switch o.ID {
		case 'b':
			inBytes = true
		case 's':
			spaces = true
		case 'w':
			width = p.positive(o.Arg, "number of columns")
		default: // the old form: -20
			width = p.positive(string(rune(o.ID))+o.Arg, "number of columns")
		}
	}
	adjust := func(col int64, c byte) int64 {
		if inBytes {
			return col + 1
		}
		switch c {
		case '\b':
			return max(0, col-1)
		case '\r':
			return 0
		case '\t':
			return col + 8 - col%8
		}
		return col + 1
	}
	return p.inputs(ctx, files, func(_ string, f vfs.File) error {
		var out []byte
		col := int64(0)
		return eachLineOrPart(ctx, f, func(b []byte) {
			for _, c := range b {
				if c == '\n' {
					out = append(out, c)
					p.Out.Write(out)
					out, col = out[:0], 0
					continue
				}
			again:
				n := adjust(col, c)
				if n > width {
					if spaces {
						for i := len(out) - 1; i >= 0; i-- {
							if out[i] == ' ' || out[i] == '\t' {
								p.Out.Write(out[:i+1])
								p.Out.WriteByte('\n')
								out = out[:copy(out, out[i+1:])]
								col = 0
								for _, x := range out {
									col = adjust(col, x)
								}
								goto again
							}
						}
					}
					if len(out) == 0 {
						out = append(out, c)
						col = n
						continue
					}
					p.Out.Write(out)
					p.Out.WriteByte('\n')
					out, col = out[:0], 0
					goto again
				}
				col = n
				out = append(out, c)
			}
		}, func() {
			p.Out.Write(out)
		})
	})
}

// eachLineOrPart calls use with blocks of f and then end.
func eachLineOrPart(ctx context.Context, f vfs.File, use func(b []byte), end func()) error {
	err := blockInput(ctx, f, use)
	end()
	return err
}
