package diff

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/size"
)

const cmpHelp = `
Usage: cmp [OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]
Compare two files byte by byte; without FILE2 or with - the standard input.

  -b, --print-bytes             print the bytes that differ
  -i, --ignore-initial=SKIP[:SKIP2]  skip the first bytes of both, or of each
  -l, --verbose                 print all differences
  -n, --bytes=LIMIT             compare at most LIMIT bytes
  -s, --quiet, --silent         print nothing
      --help                    this text
      --version                 the version
Numbers may have a multiplier: kB 1000, K 1024, MB 1000*1000, M 1024*1024 ...
The status is 0 if they are the same, 1 if they differ, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "cmp", Help: cmpHelp, UsageStatus: 2, Run: runCmp})
}

func runCmp(ctx context.Context, p *commands.Process) int {
	set := getopt.Set{Short: "bci:ln:sv", Long: []getopt.Long{{Name: "print-bytes", ID: 'b'}, {Name: "print-chars", ID: 'b'},
		{Name: "ignore-initial", Arg: getopt.Required, ID: 'i'}, {Name: "verbose", ID: 'l'}, {Name: "bytes", Arg: getopt.Required, ID: 'n'},
		{Name: "quiet", ID: 's'}, {Name: "silent", ID: 's'}, {Name: "version", ID: 'v'}, {Name: "help", ID: 300}}}
	opts, files, err := set.Parse(p.Args)
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "%s: Try '%s --help' for more information.\n", p.Name, p.Name)
		p.Exit(2)
	}
	if err != nil {
		usage("%s", err)
	}
	number := func(s, what string) int64 {
		// The number may be octal or hexadecimal, as in C.
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
			digits = len(s) - len(strings.TrimLeft(s[2:], "0123456789abcdefABCDEF"))
		}
		if v, err := strconv.ParseInt(s[:digits], 0, 64); err == nil {
			s = fmt.Sprint(v) + s[digits:]
		}
		n, err := size.Parse(s, "kKMGTPEZY0")
		if err != nil {
			usage("invalid %s value '%s'", what, s)
		}
		return n
	}
	shown, all, quiet := false, false, false
	limit := int64(math.MaxInt64)
	var skip [2]int64
	for _, o := range opts {
		switch o.ID {
		case 'b', 'c':
			shown = true
		case 'i':
			a, b, both := strings.Cut(o.Arg, ":")
			skip[0] = number(a, "--ignore-initial")
			skip[1] = skip[0]
			if both {
				skip[1] = number(b, "--ignore-initial")
			}
		case 'l':
			all = true
		case 'n':
			limit = min(limit, number(o.Arg, "--bytes"))
		case 's':
			quiet = true
		case 'v':
			p.ShowVersion()
		case 300:
			p.ShowHelp()
		}
	}
	if all && quiet {
		usage("options -l and -s are incompatible")
	}
	if len(files) == 0 {
		last := p.Name
		if len(p.Args) > 0 {
			last = p.Args[len(p.Args)-1]
		}
		usage("missing operand after '%s'", last)
	}
	if len(files) == 1 {
		files = append(files, "-")
	}
	if len(files) > 4 {
		usage("extra operand '%s'", files[4])
	}
	for i, s := range files[2:] {
		skip[i] = number(s, "--ignore-initial")
	}
	files = files[:2]
	if files[0] == "-" && files[1] == "-" {
		return 0
	}
	var f [2]vfs.File
	for i, name := range files {
		if f[i], err = p.Input(ctx, name); err != nil {
			if !quiet {
				p.FileError(name, err)
			}
			return 2
		}
		defer f[i].Close()
	}
	a, err1 := f[0].Stat()
	b, err2 := f[1].Stat()
	if err1 == nil && err2 == nil && a.Kind != vfs.FIFO && a.Dev == b.Dev && a.Ino == b.Ino && skip[0] == skip[1] && files[0] != "-" && files[1] != "-" {
		return 0 // one file
	}
	if quiet && skip[0] == 0 && skip[1] == 0 && limit == math.MaxInt64 {
		if err1 == nil && err2 == nil && a.Kind == vfs.Regular && b.Kind == vfs.Regular && a.Size != b.Size && files[0] != "-" && files[1] != "-" {
			return 1
		}
	}
	for i := range f {
		if skip[i] > 0 {
			if _, err := f[i].Seek(skip[i], io.SeekCurrent); err != nil {
				io.CopyN(io.Discard, f[i], skip[i])
			}
		}
	}
	width := 0
	if all {
		// As wide as the largest offset can be.
		n := limit
		for i := range f {
			if s, err := f[i].Stat(); err == nil && s.Kind == vfs.Regular {
				n = min(n, max(0, s.Size-skip[i]))
			}
		}
		width = len(fmt.Sprint(n))
	}
	buf := [2][]byte{make([]byte, 64<<10), make([]byte, 64<<10)}
	fill := func(i int, want int64) []byte {
		b := buf[i][:min(int64(len(buf[i])), want)]
		n := 0
		for n < len(b) {
			k, err := f[i].Read(b[n:])
			n += k
			if err == io.EOF {
				break
			}
			if err != nil {
				p.Out.Flush()
				p.FileError(files[i], err)
				p.Exit(2)
			}
		}
		return b[:n]
	}
	at, line := int64(0), int64(1)
	status := 0
	newlineLast := false
	var row []byte
	for limit > 0 {
		if ctx.Err() != nil {
			return 2
		}
		a, b := fill(0, limit), fill(1, limit)
		n := min(len(a), len(b))
		i := 0
		if n > 0 && bytes.Equal(a[:n], b[:n]) {
			line += int64(bytes.Count(a[:n], []byte{'\n'}))
			newlineLast = a[n-1] == '\n'
			i = n
		}
		for ; i < n; i++ {
			if a[i] != b[i] {
				if quiet {
					return 1
				}
				if !all {
					name1, name2 := files[0], files[1]
					fmt.Fprintf(p.Out, "%s %s differ: byte %d, line %d", name1, name2, at+int64(i)+1, line)
					if shown {
						fmt.Fprintf(p.Out, " is %3o %s %3o %s", a[i], visible(a[i]), b[i], visible(b[i]))
					}
					p.Out.WriteByte('\n')
					return 1
				}
				status = 1
				if shown {
					fmt.Fprintf(p.Out, "%*d %3o %-4s %3o %s\n", width, at+int64(i)+1, a[i], visible(a[i]), b[i], visible(b[i]))
				} else {
					row = appendPadded(row[:0], at+int64(i)+1, 10, width)
					row = appendPadded(append(row, ' '), int64(a[i]), 8, 3)
					row = appendPadded(append(row, ' '), int64(b[i]), 8, 3)
					p.Out.Write(append(row, '\n'))
				}
			}
			newlineLast = a[i] == '\n'
			if newlineLast {
				line++
			}
		}
		at += int64(n)
		limit -= int64(n)
		if len(a) != len(b) {
			if quiet {
				return 1
			}
			short := files[0]
			if len(b) < len(a) {
				short = files[1]
			}
			switch { // what was written comes after it, as from a buffer
			case at == 0:
				p.ErrorfUnflushed("EOF on %s which is empty", short)
			case all:
				p.ErrorfUnflushed("EOF on %s after byte %d", short, at)
			case newlineLast:
				p.ErrorfUnflushed("EOF on %s after byte %d, line %d", short, at, line-1)
			default:
				p.ErrorfUnflushed("EOF on %s after byte %d, in line %d", short, at, line)
			}
			return 1
		}
		if n == 0 {
			break
		}
	}
	return status
}

// appendPadded appends a number that is not negative, at least so wide.
func appendPadded(b []byte, n int64, base, width int) []byte {
	start := len(b)
	b = strconv.AppendInt(b, n, base)
	for k := width - (len(b) - start); k > 0; k-- {
		b = slices.Insert(b, start, ' ')
	}
	return b
}

// visible shows a byte as cat -v does.
func visible(c byte) string {
	s := ""
	if c >= 128 {
		s = "M-"
		c -= 128
	}
	switch {
	case c < 32:
		return s + "^" + string(rune(c+64))
	case c == 127:
		return s + "^?"
	}
	return s + string(rune(c))
}
