package commands

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "look", Run: lookMain, Help: `
Usage: look [OPTION]... STRING FILE
Print the lines of FILE, which is sorted, that begin with STRING.

  -a, --alternative  nothing: there is no other dictionary
  -d, --alphanum     only blanks, letters and digits count
  -f, --ignore-case  letters match in both cases
  -t, --terminate=CHARACTER  STRING ends at the first CHARACTER in it
  -h, --help         this text
  -V, --version      the version
`})
}

func lookMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("adft:hV", getopt.Long{Name: "alternative", ID: 'a'}, getopt.Long{Name: "alphanum", ID: 'd'},
		getopt.Long{Name: "ignore-case", ID: 'f'}, getopt.Long{Name: "terminate", Arg: getopt.Required, ID: 't'})
	alnum, fold := false, false
	end := ""
	for _, o := range opts {
		switch o.ID {
		case 'd':
			alnum = true
		case 'f':
			fold = true
		case 't':
			end = o.Arg
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	if len(args) == 0 || len(args) > 2 {
		p.UsageError("bad usage")
	}
	file := "/usr/share/dict/words"
	if len(args) == 2 {
		file = args[1]
	} else {
		alnum, fold = true, true
	}
	want := args[0]
	if end != "" {
		if i := strings.IndexByte(want, end[0]); i >= 0 {
			want = want[:i+1]
		}
	}
	key := func(s string) string {
		if !alnum && !fold {
			return s
		}
		b := make([]byte, 0, len(s))
		for i := 0; i < len(s); i++ {
			c := s[i]
			letter := c|32 >= 'a' && c|32 <= 'z'
			if alnum && !(letter || c >= '0' && c <= '9' || c == ' ' || c == '\t') {
				continue
			}
			if fold && c >= 'A' && c <= 'Z' {
				c |= 32
			}
			b = append(b, c)
		}
		return string(b)
	}
	want = key(want)
	f, err := p.Open(ctx, file)
	if err != nil {
		p.Fatalf(1, "%s: %s", file, vfs.ErrText(err))
	}
	defer f.Close()
	i, err := f.Stat()
	if err == nil && i.IsDir() {
		err = vfs.EISDIR
	} else if err == nil && (i.Kind != vfs.Regular || i.Size == 0) {
		err = vfs.EINVAL // it can't be mapped
	}
	if err != nil {
		p.Fatalf(1, "%s: %s", file, errText(err))
	}
	// compare tells how a line stands to the string: before it, after it, or
	// beginning with it.
	compare := func(l []byte) int {
		k := key(string(l))
		return strings.Compare(k[:min(len(k), len(want))], want)
	}
	var r *bufio.Reader
	var failed error
	// lineFrom reads the line at an offset, or the first behind it.
	lineFrom := func(at int64, skip bool) (line []byte, begin int64) {
		if _, failed = f.Seek(at, io.SeekStart); failed != nil {
			return nil, i.Size
		}
		r = bufio.NewReaderSize(f, 4096)
		if skip {
			b, err := r.ReadBytes('\n')
			at += int64(len(b))
			if err != nil {
				return nil, i.Size
			}
		}
		line, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			failed = err
		}
		return bytes.TrimSuffix(line, []byte{'\n'}), at
	}
	front, back := int64(0), i.Size
	for back > front && failed == nil && ctx.Err() == nil {
		line, at := lineFrom(front+(back-front)/2, true)
		if at >= back {
			break
		}
		if compare(line) < 0 {
			front = at
		} else {
			back = at
		}
	}
	if _, failed := f.Seek(front, io.SeekStart); failed != nil {
		p.Fatalf(1, "%s: %s", file, errText(failed))
	}
	r = bufio.NewReaderSize(f, 64<<10)
	status := 1
	for ctx.Err() == nil {
		line, err := r.ReadBytes('\n')
		if len(line) == 0 {
			break
		}
		c := compare(bytes.TrimSuffix(line, []byte{'\n'}))
		if c > 0 || c < 0 && status == 0 {
			break
		}
		if c == 0 {
			p.Out.Write(line)
			status = 0
		}
		if err != nil {
			break
		}
	}
	return status
}
