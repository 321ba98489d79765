package commands

import (
	"context"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

func init() {
	Register(Command{Name: "paste", Run: pasteMain, Help: `
Usage: paste [OPTION]... [FILE]...
Print the lines of the files side by side.

  -d, --delimiters=LIST  the characters of LIST in turn, instead of tabs
  -s, --serial           the lines of one file after another, each in one line
  -z, --zero-terminated  lines end in a zero byte
      --help             this text
      --version          the version
`})
}

func pasteMain(ctx context.Context, p *Process) int {
	list, serial, end := "\t", false, byte('\n')
	opts, files := p.Getopt("d:sz", getopt.Long{Name: "delimiters", Arg: getopt.Required, ID: 'd'}, getopt.Long{Name: "serial", ID: 's'}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'd':
			list = o.Arg
		case 's':
			serial = true
		case 'z':
			end = 0
		}
	}
	// Each delimiter is a string: \0 is an empty one.
	var delims []string
	for i := 0; i < len(list); i++ {
		if list[i] != '\\' {
			delims = append(delims, list[i:i+1])
			continue
		}
		if i++; i == len(list) {
			p.Fatalf(1, "delimiter list ends with an unescaped backslash: %s", list)
		}
		switch list[i] {
		case '0':
			delims = append(delims, "")
		case 'b':
			delims = append(delims, "\b")
		case 'f':
			delims = append(delims, "\f")
		case 'n':
			delims = append(delims, "\n")
		case 'r':
			delims = append(delims, "\r")
		case 't':
			delims = append(delims, "\t")
		case 'v':
			delims = append(delims, "\v")
		default:
			delims = append(delims, list[i:i+1])
		}
	}
	if len(delims) == 0 {
		delims = []string{""}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if serial {
		return p.inputs(ctx, files, func(_ string, f vfs.File) error {
			n := 0
			err := eachLine(ctx, f, end, func(l []byte, _ bool) {
				if n > 0 {
					p.Out.WriteString(delims[(n-1)%len(delims)])
				}
				n++
				p.Out.Write(l)
			})
			p.Out.WriteByte(end)
			return err
		})
	}
	status := 0
	var stdin *lines.Reader
	readers := make([]*lines.Reader, 0, len(files))
	for _, name := range files {
		if name == "-" {
			if stdin == nil {
				stdin = lines.NewReader(ctx, p.Stdin, end)
			}
			readers = append(readers, stdin)
			continue
		}
		f, err := p.Open(ctx, name)
		if err != nil {
			p.NameError(name, err)
			return 1
		}
		defer f.Close()
		readers = append(readers, lines.NewReader(ctx, io.Reader(f), end))
	}
	done := make([]bool, len(readers))
	var row []byte
	for {
		row = row[:0]
		any := false
		for i, r := range readers {
			if i > 0 {
				row = append(row, delims[(i-1)%len(delims)]...)
			}
			if done[i] {
				continue
			}
			l, ok := r.Next()
			if !ok {
				done[i] = true
				if err := r.Err(); err != nil {
					p.Out.Flush()
					p.NameError(files[i], err)
					status = 1
				}
				continue
			}
			any = true
			row = append(row, lines.Trim(l, end)...)
		}
		if !any {
			break
		}
		p.Out.Write(row)
		p.Out.WriteByte(end)
	}
	return status
}
