package commands

import (
	"context"
	"fmt"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "cat", Run: catMain, Help: `
Usage: cat [OPTION]... [FILE]...
Write FILEs, or the standard input (also -), to the standard output.

  -A, --show-all           as -vET
  -b, --number-nonblank    number lines that aren't empty; overrides -n
  -e                       as -vE
  -E, --show-ends          show $ at the end of each line
  -n, --number             number all lines
  -s, --squeeze-blank      of adjoining empty lines show one
  -t                       as -vT
  -T, --show-tabs          show tabs as ^I
  -u                       (output is never held back anyway)
  -v, --show-nonprinting   show control bytes as ^X and bytes above 127 as M-x
      --help               show this help
      --version            show the version
`})
}

type catter struct {
	ends, tabs, visible, number, nonblank, squeeze bool

	line    int
	cr      bool // a carriage return is held back: before a newline -E shows it
	newline int  // newlines just seen: 0 within a line, 1 at a line's start, 2 and more behind empty lines
	out     []byte
}

func catMain(ctx context.Context, p *Process) int {
	c := catter{newline: 1}
	opts, files := p.Getopt("AbeEnstTuv",
		getopt.Long{Name: "number-nonblank", ID: 'b'}, getopt.Long{Name: "number", ID: 'n'},
		getopt.Long{Name: "squeeze-blank", ID: 's'}, getopt.Long{Name: "show-nonprinting", ID: 'v'},
		getopt.Long{Name: "show-ends", ID: 'E'}, getopt.Long{Name: "show-tabs", ID: 'T'},
		getopt.Long{Name: "show-all", ID: 'A'})
	for _, o := range opts {
		switch o.ID {
		case 'A':
			c.visible, c.ends, c.tabs = true, true, true
		case 'b':
			c.number, c.nonblank = true, true
		case 'e':
			c.visible, c.ends = true, true
		case 'E':
			c.ends = true
		case 'n':
			c.number = true
		case 's':
			c.squeeze = true
		case 't':
			c.visible, c.tabs = true, true
		case 'T':
			c.tabs = true
		case 'v':
			c.visible = true
		}
	}
	plain := !(c.ends || c.tabs || c.visible || c.number || c.squeeze)
	if len(files) == 0 {
		files = []string{"-"}
	}
	outInfo, outErr := p.Stdout.Stat()
	regular := outErr == nil && outInfo.Kind == vfs.Regular
	buf := make([]byte, 128<<10)
	status := 0
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.NameError(name, err)
			status = 1
			continue
		}
		if regular {
			if in, err := f.Stat(); err == nil && in.Kind == vfs.Regular && in.Ino == outInfo.Ino && in.Dev == outInfo.Dev {
				if at, err := f.Seek(0, io.SeekCurrent); err == nil && at < in.Size {
					p.Errorf("%s: input file is output file", quote.Name(name))
					status = 1
					f.Close()
					continue
				}
			}
		}
		for {
			n, err := f.Read(buf)
			if n > 0 {
				if plain {
					p.Out.Write(buf[:n])
				} else {
					c.show(buf[:n])
					p.Out.Write(c.out)
				}
				p.Out.Flush()
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				p.NameError(name, err)
				status = 1
				break
			}
		}
		f.Close()
	}
	if c.cr {
		p.Out.WriteByte('\r')
	}
	return status
}

// show puts what is shown of b in c.out.
func (c *catter) show(b []byte) {
	out := c.out[:0]
	for _, ch := range b {
		if c.cr {
			c.cr = false
			if ch == '\n' {
				out = append(out, "^M"...)
			} else {
				out = append(out, '\r')
			}
		}
		if ch == '\n' {
			if c.newline++; c.newline > 2 && c.squeeze {
				c.newline = 3
				continue
			}
			if c.newline >= 2 && c.number && !c.nonblank {
				c.line++
				out = fmt.Appendf(out, "%6d\t", c.line)
			}
			if c.ends {
				out = append(out, '$')
			}
			out = append(out, '\n')
			continue
		}
		if c.newline > 0 {
			c.newline = 0
			if c.number {
				c.line++
				out = fmt.Appendf(out, "%6d\t", c.line)
			}
		}
		switch {
		case ch == '\t' && c.tabs:
			out = append(out, "^I"...)
		case ch == '\r' && c.ends && !c.visible:
			c.cr = true
		case ch == '\t' || !c.visible:
			out = append(out, ch)
		default:
			out = appendVisible(out, ch)
		}
	}
	c.out = out
}

// appendVisible appends a byte as cat -v shows it.
func appendVisible(out []byte, ch byte) []byte {
	if ch >= 128 {
		out = append(out, "M-"...)
		ch -= 128
	}
	switch {
	case ch < 32:
		return append(out, '^', ch+64)
	case ch == 127:
		return append(out, "^?"...)
	}
	return append(out, ch)
}
