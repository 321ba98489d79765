package commands

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "shuf", Run: shufMain, Help: `
Usage: shuf [OPTION]... [FILE]
  or:  shuf -e [OPTION]... [ARG]...
  or:  shuf -i LO-HI [OPTION]...
Print the lines of FILE, or of the standard input, in a random order.

  -e, --echo                the arguments are the lines
  -i, --input-range=LO-HI   the numbers from LO to HI are the lines
  -n, --head-count=COUNT    print at most COUNT lines
  -o, --output=FILE         write to FILE
      --random-source=FILE  take random bytes from FILE
  -r, --repeat              lines may come again
  -z, --zero-terminated     lines end in a zero byte
      --help                this text
      --version             the version
`})
}

func shufMain(ctx context.Context, p *Process) int {
	echo, repeat, delim := false, false, byte('\n')
	lo, hi, ranged := uint64(0), uint64(0), false
	count := int64(-1)
	output, source := "", ""
	opts, args := p.Getopt("ei:n:o:rz", getopt.Long{Name: "echo", ID: 'e'}, getopt.Long{Name: "input-range", Arg: getopt.Required, ID: 'i'},
		getopt.Long{Name: "head-count", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'},
		getopt.Long{Name: "random-source", Arg: getopt.Required, ID: 300}, getopt.Long{Name: "repeat", ID: 'r'}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'e':
			echo = true
		case 'i':
			if ranged {
				p.Fatalf(1, "multiple -i options specified")
			}
			a, b, ok := strings.Cut(o.Arg, "-")
			for _, s := range []string{a, b} {
				_, err := strconv.ParseUint(s, 10, 64)
				if errors.Is(err, strconv.ErrRange) && ok {
					p.Fatalf(1, "invalid input range: %s: %s", p.Quote(s), vfs.EOVERFLOW)
				}
				if err != nil && ok {
					p.Fatalf(1, "invalid input range: %s", p.Quote(s))
				}
			}
			var err1, err2 error
			lo, err1 = strconv.ParseUint(a, 10, 64)
			hi, err2 = strconv.ParseUint(b, 10, 64)
			if !ok || err1 != nil || err2 != nil || lo > hi && lo != hi+1 || lo == 0 && hi == math.MaxUint64 {
				p.Fatalf(1, "invalid input range: %s", p.Quote(o.Arg))
			}
			ranged = true
		case 'n':
			n, err := strconv.ParseUint(o.Arg, 10, 63)
			if err != nil {
				if ne, ok := err.(*strconv.NumError); !ok || ne.Err != strconv.ErrRange {
					p.Fatalf(1, "invalid line count: %s", p.Quote(o.Arg))
				}
				n = 1<<63 - 1
			}
			if count < 0 || int64(n) < count {
				count = int64(n)
			}
		case 'o':
			if output != "" && output != o.Arg {
				p.Fatalf(1, "multiple output files specified")
			}
			output = o.Arg
		case 300:
			source = o.Arg
		case 'r':
			repeat = true
		case 'z':
			delim = 0
		}
	}
	if echo && ranged {
		p.UsageError("cannot combine -e and -i options")
	}
	if ranged && len(args) > 0 {
		p.ExtraOperand(args[0])
	}
	if !echo && len(args) > 1 {
		p.ExtraOperand(args[1])
	}
	random := p.Rand
	if source != "" {
		f, err := p.Open(ctx, source)
		if err != nil {
			p.NameError(source, err)
			return 1
		}
		defer f.Close()
		random = f
	}
	draw := drawer{read: func(b []byte) {
		if _, err := io.ReadFull(random, b); err != nil {
			p.Out.Flush()
			p.Fatalf(1, "%s: end of file", p.Quote(source))
		}
	}}
	below := draw.below
	var words []string
	switch {
	case echo:
		words = args
	case !ranged:
		name := "-"
		if len(args) > 0 {
			name = args[0]
		}
		f, err := p.Input(ctx, name)
		if err == nil {
			// What isn't known to be small is sampled as it comes, as GNU does: the
			// first lines, then each other one in the place of a random one or none.
			sample := !repeat && count >= 0 && (count == 0 || !knownSmall(f))
			total, seen := 0, uint64(0)
			err = eachLine(ctx, f, delim, func(l []byte, _ bool) {
				if seen++; sample && seen > uint64(count) {
					if j := below(seen); j < uint64(count) {
						total += len(l) - len(words[j])
						words[j] = string(l)
					}
					return
				}
				if total += len(l) + 16; total > maxWhole {
					p.Fatalf(1, "memory exhausted")
				}
				words = append(words, string(l))
			})
			if sample && seen >= uint64(count) {
				below(seen + 1) // GNU's draws before it sees the end
			}
			f.Close()
		}
		if err != nil {
			if vfs.ErrnoOf(err) == vfs.EISDIR {
				p.Errorf("read error: %s", errText(err))
			} else {
				p.NameError(name, err)
			}
			return 1
		}
	}
	n := uint64(len(words))
	if ranged {
		n = hi - lo + 1
	}
	out := p.Out
	if output != "" {
		f, err := p.OpenFile(ctx, output, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			p.NameError(output, err)
			return 1
		}
		defer f.Close()
		out = NewOutput(f)
		defer out.Flush()
	}
	put := func(i uint64) {
		if ranged {
			out.WriteString(strconv.FormatUint(lo+i, 10))
		} else {
			out.WriteString(words[i])
		}
		out.WriteByte(delim)
	}
	if repeat {
		if n == 0 && count != 0 {
			p.Fatalf(1, "no lines to repeat")
		}
		for i := int64(0); count < 0 || i < count; i++ {
			if i&0xfff == 0 && ctx.Err() != nil {
				return 1
			}
			put(below(n))
		}
		return 0
	}
	if count >= 0 && uint64(count) < n {
		n2 := uint64(count)
		// A sparse shuffle: only what was moved is kept.
		moved := map[uint64]uint64{}
		at := func(i uint64) uint64 {
			if v, ok := moved[i]; ok {
				return v
			}
			return i
		}
		for i := uint64(0); i < n2; i++ {
			j := i + below(n-i)
			a, b := at(i), at(j)
			moved[j] = a
			delete(moved, i)
			put(b)
		}
		return 0
	}
	if n > 1<<27 {
		p.Fatalf(1, "memory exhausted")
	}
	order := make([]uint64, n)
	for i := range order {
		order[i] = uint64(i)
	}
	for i := uint64(0); i < n; i++ {
		j := i + below(n-i)
		order[i], order[j] = order[j], order[i]
		put(order[i])
	}
	return 0
}

// knownSmall tells whether f is a regular file with at most 8 MiB to read.
func knownSmall(f vfs.File) bool {
	i, err := f.Stat()
	if err != nil || i.Kind != vfs.Regular {
		return false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return err == nil && i.Size-at <= 8<<20
}

// drawer draws numbers from random bytes as GNU's shuf does, so that the same
// source gives the same order: what is left of one draw's bytes goes into the
// next, and numbers that would favour some results are not wasted.
type drawer struct {
	read     func([]byte)
	num, max uint64 // num is a random number of 0 to max
}

// below returns a number of 0 to n-1.
func (d *drawer) below(n uint64) uint64 {
	most := n - 1
	num, limit := d.num, d.max
	for {
		for limit < most {
			var b [1]byte
			d.read(b[:])
			num, limit = num<<8|uint64(b[0]), limit<<8|0xff
		}
		if limit == most {
			d.num, d.max = 0, 0
			return num
		}
		excess := limit - most
		unusable := excess % n
		last := limit - unusable
		if num <= last {
			d.num, d.max = num/n, excess/n
			return num % n
		}
		num -= last + 1
		limit = unusable - 1
	}
}
