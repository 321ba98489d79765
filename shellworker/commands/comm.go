package commands

import (
	"bytes"
	"context"
	"fmt"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

func init() {
	Register(Command{Name: "comm", Run: commMain, Help: `
Usage: comm [OPTION]... FILE1 FILE2
Compare two sorted files: lines of the first alone, of the second alone, of both.

  -1                    without the first column
  -2                    without the second
  -3                    without the third
      --check-order     fail if an input isn't sorted
      --nocheck-order   don't look
      --output-delimiter=STR  what stands before columns, instead of a tab
      --total           print the numbers of lines at the end
  -z, --zero-terminated lines end in a zero byte
      --help            this text
      --version         the version
`})
}

func commMain(ctx context.Context, p *Process) int {
	show := [3]bool{true, true, true}
	check := 0 // 1: fail, -1: don't look
	sep, haveSep := "\t", false
	total := false
	delim := byte('\n')
	opts, files := p.Getopt("123z", getopt.Long{Name: "check-order", ID: 300}, getopt.Long{Name: "nocheck-order", ID: 301},
		getopt.Long{Name: "output-delimiter", Arg: getopt.Required, ID: 302}, getopt.Long{Name: "total", ID: 303}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case '1', '2', '3':
			show[o.ID-'1'] = false
		case 300:
			check = 1
		case 301:
			check = -1
		case 302:
			if haveSep && sep != o.Arg {
				p.Fatalf(1, "multiple output delimiters specified")
			}
			sep, haveSep = o.Arg, true
			if sep == "" {
				sep = "\x00"
			}
		case 303:
			total = true
		case 'z':
			delim = 0
		}
	}
	if len(files) < 2 {
		if len(files) == 0 {
			p.MissingOperand()
		}
		p.UsageError("missing operand after %s", p.Quote(files[len(files)-1]))
	}
	if len(files) > 2 {
		p.ExtraOperand(files[2])
	}
	var r [2]*lines.Reader
	for i, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.NameError(name, err)
			return 1
		}
		defer f.Close()
		r[i] = lines.NewReader(ctx, f, delim)
		defer r[i].Close()
	}
	var line [2][]byte
	var has [2]bool
	var prev [2][]byte
	var counts [3]int64
	warned := [2]bool{}
	bad := false
	unpaired := false
	next := func(i int) {
		if has[i] {
			prev[i] = append(prev[i][:0], line[i]...)
		}
		was := has[i]
		l, ok := r[i].Next()
		has[i] = ok
		if !ok {
			if err := r[i].Err(); err != nil {
				p.Out.Flush()
				p.NameError(files[i], err)
				p.Exit(1)
			}
			return
		}
		line[i] = lines.Trim(l, delim)
		if was && check >= 0 && !warned[i] && (check > 0 || unpaired) && bytes.Compare(prev[i], line[i]) > 0 {
			p.Out.Flush()
			p.Errorf("file %d is not in sorted order", i+1)
			warned[i], bad = true, true
			if check > 0 {
				p.Exit(1)
			}
		}
	}
	put := func(col int, l []byte) {
		counts[col]++
		if !show[col] {
			return
		}
		for c := 0; c < col; c++ {
			if show[c] {
				p.Out.WriteString(sep)
			}
		}
		p.Out.Write(l)
		p.Out.WriteByte(delim)
	}
	next(0)
	next(1)
	for has[0] || has[1] {
		c := 0
		switch {
		case !has[0]:
			c = 1
		case !has[1]:
			c = -1
		default:
			c = bytes.Compare(line[0], line[1])
		}
		if c != 0 {
			unpaired = true
		}
		switch {
		case c == 0:
			put(2, line[1])
		case c < 0:
			put(0, line[0])
		default:
			put(1, line[1])
		}
		if c <= 0 {
			next(0)
		}
		if c >= 0 {
			next(1)
		}
	}
	if total {
		fmt.Fprintf(p.Out, "%d%s%d%s%d%stotal%c", counts[0], sep, counts[1], sep, counts[2], sep, delim)
	}
	if files[0] == "-" && files[1] == "-" {
		p.Out.Flush()
		p.NameError("-", vfs.EBADF) // closed twice
		return 1
	}
	if bad {
		p.Out.Flush()
		p.Errorf("input is not in sorted order")
		return 1
	}
	return 0
}
