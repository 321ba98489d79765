package commands

import (
	"bytes"
	"context"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

func init() {
	Register(Command{Name: "cut", Run: cutMain, Help: `
Usage: cut OPTION... [FILE]...
Print selected parts of the lines of each file, or of the standard input.

  -b, --bytes=LIST         these bytes
  -c, --characters=LIST    the same
  -f, --fields=LIST        these fields, and whole lines without a delimiter
  -d, --delimiter=DELIM    what ends fields, instead of a tab
  -n                       nothing: bytes are never split
  -s, --only-delimited     no lines without a delimiter
      --complement         what LIST doesn't select
      --output-delimiter=STRING  what stands between the parts
  -z, --zero-terminated    lines end in a zero byte
      --help               this text
      --version            the version
LIST is of ranges between commas: N, N-M, N- or -M, counted from 1.
`})
}

// cutRange is a range of positions from 1 on; the last is included.
type cutRange struct{ lo, hi uint64 }

func cutMain(ctx context.Context, p *Process) int {
	kind := byte(0)
	list, delim, outDelim := "", byte('\t'), ""
	haveDelim, haveOut, only, complement := false, false, false, false
	end := byte('\n')
	opts, files := p.Getopt("b:c:d:f:nsz", getopt.Long{Name: "bytes", Arg: getopt.Required, ID: 'b'}, getopt.Long{Name: "characters", Arg: getopt.Required, ID: 'c'},
		getopt.Long{Name: "fields", Arg: getopt.Required, ID: 'f'}, getopt.Long{Name: "delimiter", Arg: getopt.Required, ID: 'd'},
		getopt.Long{Name: "only-delimited", ID: 's'}, getopt.Long{Name: "complement", ID: 300},
		getopt.Long{Name: "output-delimiter", Arg: getopt.Required, ID: 301}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'b', 'c', 'f':
			if kind != 0 {
				p.UsageError("only one list may be specified")
			}
			kind, list = byte(o.ID), o.Arg
		case 'd':
			if len(o.Arg) > 1 {
				p.UsageError("the delimiter must be a single character")
			}
			delim = 0
			if o.Arg != "" {
				delim = o.Arg[0]
			}
			haveDelim = true
		case 's':
			only = true
		case 300:
			complement = true
		case 301:
			outDelim, haveOut = o.Arg, true
			if o.Arg == "" {
				outDelim = "\x00"
			}
		case 'z':
			end = 0
		}
	}
	fields := kind == 'f'
	switch {
	case kind == 0:
		p.UsageError("you must specify a list of bytes, characters, or fields")
	case haveDelim && !fields:
		p.UsageError("an input delimiter may be specified only when operating on fields")
	case only && !fields:
		p.UsageError("suppressing non-delimited lines makes sense\n\tonly when operating on fields")
	}
	ranges := cutList(p, list, fields)
	if complement {
		ranges = cutComplement(ranges)
	}
	if !haveOut && fields {
		outDelim = string([]byte{delim})
	}
	c := cutter{p: p, ranges: ranges, delim: delim, out: []byte(outDelim), haveOut: haveOut, only: only, end: end}
	return p.inputs(ctx, files, func(_ string, f vfs.File) error {
		if fields && delim == end {
			return c.newlineFields(ctx, f)
		}
		r := lines.NewReader(ctx, f, end)
		defer r.Close()
		for {
			b, ok := r.Block()
			if !ok {
				return r.Err()
			}
			for len(b) > 0 {
				var l []byte
				if i := bytes.IndexByte(b, end); i >= 0 {
					l, b = b[:i], b[i+1:]
				} else {
					l, b = b, nil
				}
				if fields {
					c.fields(l)
				} else {
					c.bytes(l)
				}
			}
		}
	})
}

func cutList(p *Process, list string, fields bool) []cutRange {
	zero, second := "byte/character positions are numbered from 1", "invalid byte or character range"
	invalid, large := "invalid byte/character position %s", "byte/character offset %s is too large"
	if fields {
		zero, second = "fields are numbered from 1", "invalid field range"
		invalid, large = "invalid field value %s", "field number %s is too large"
	}
	var ranges []cutRange
	// The range at hand: lo and hi, of which either may be missing.
	var r struct {
		lo, value          uint64
		haveLo, have, dash bool
	}
	for i := 0; ; i++ {
		c := byte(',')
		if i < len(list) {
			c = list[i]
		}
		switch {
		case c == '-':
			if r.dash {
				p.UsageError("%s", second)
			}
			if r.have && r.value == 0 {
				p.UsageError("%s", zero)
			}
			r.dash, r.haveLo, r.lo = true, r.have, 1
			if r.have {
				r.lo = r.value
			}
			r.value, r.have = 0, false
		case c == ',' || c == ' ' || c == '\t':
			switch {
			case !r.dash && r.value == 0:
				p.UsageError("%s", zero)
			case !r.dash:
				ranges = append(ranges, cutRange{r.value, r.value})
			case !r.have && !r.haveLo:
				p.UsageError("invalid range with no endpoint: -")
			case !r.have:
				ranges = append(ranges, cutRange{r.lo, 1<<64 - 1})
			case r.value < r.lo:
				p.UsageError("invalid decreasing range")
			default:
				ranges = append(ranges, cutRange{r.lo, r.value})
			}
			r.dash, r.haveLo, r.have, r.value = false, false, false, 0
		case c >= '0' && c <= '9':
			digits := list[i:]
			digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
			n, err := strconv.ParseUint(digits, 10, 64)
			if err != nil || n == 1<<64-1 {
				p.UsageError(large, p.Quote(digits))
			}
			r.have, r.value = true, n
			i += len(digits) - 1
		default:
			p.UsageError(invalid, p.Quote(list[i:]))
		}
		if i >= len(list) {
			break
		}
	}
	if len(ranges) == 0 {
		p.UsageError("%s", zero)
	}
	sort.Slice(ranges, func(i, j int) bool { return ranges[i].lo < ranges[j].lo })
	// Ranges that overlap become one; those that only touch stay two, which
	// shows with an output delimiter.
	out := ranges[:1]
	for _, r := range ranges[1:] {
		if last := &out[len(out)-1]; r.lo <= last.hi {
			last.hi = max(last.hi, r.hi)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func cutComplement(ranges []cutRange) []cutRange {
	var out []cutRange
	next := uint64(1)
	for _, r := range ranges {
		if r.lo > next {
			out = append(out, cutRange{next, r.lo - 1})
		}
		if r.hi == 1<<64-1 {
			return out
		}
		next = r.hi + 1
	}
	return append(out, cutRange{next, 1<<64 - 1})
}

type cutter struct {
	p       *Process
	ranges  []cutRange
	delim   byte
	out     []byte
	haveOut bool
	only    bool
	end     byte
}

func (c *cutter) bytes(l []byte) {
	o := c.p.Out
	n := uint64(len(l))
	for i, r := range c.ranges {
		if r.lo > n {
			break
		}
		if i > 0 && c.haveOut {
			o.Write(c.out)
		}
		o.Write(l[r.lo-1 : min(r.hi, n)])
	}
	o.WriteByte(c.end)
}

func (c *cutter) fields(l []byte) {
	o := c.p.Out
	i := bytes.IndexByte(l, c.delim)
	if i < 0 {
		if !c.only {
			o.Write(l)
			o.WriteByte(c.end)
		}
		return
	}
	field := uint64(1)
	first := true
	plain := len(c.out) == 1 && c.out[0] == c.delim
	pos := 0
	for _, r := range c.ranges {
		for field < r.lo {
			if i < 0 {
				o.WriteByte(c.end)
				return
			}
			pos += i + 1
			field++
			i = bytes.IndexByte(l[pos:], c.delim)
		}
		if plain && (r.hi == 1<<64-1) {
			if !first {
				o.WriteByte(c.delim)
			}
			o.Write(l[pos:])
			break
		}
		for {
			if !first {
				o.Write(c.out)
			}
			first = false
			if i < 0 {
				o.Write(l[pos:])
				o.WriteByte(c.end)
				return
			}
			o.Write(l[pos : pos+i])
			if field == r.hi {
				break
			}
			pos += i + 1
			field++
			i = bytes.IndexByte(l[pos:], c.delim)
		}
	}
	o.WriteByte(c.end)
}

// newlineFields takes the lines themselves for the fields of one line. A single
// line without a newline at its end has no delimiter.
func (c *cutter) newlineFields(ctx context.Context, f vfs.File) error {
	o := c.p.Out
	r := lines.NewReader(ctx, f, c.end)
	defer r.Close()
	var alone []byte
	ranges, some, delimited := c.ranges, false, false
	write := func(field uint64, l []byte) {
		for len(ranges) > 0 && ranges[0].hi < field {
			ranges = ranges[1:]
		}
		if len(ranges) == 0 || field < ranges[0].lo {
			return
		}
		if some {
			o.Write(c.out)
		}
		some = true
		o.Write(l)
	}
	n := uint64(0)
	for ; ; n++ {
		l, ok := r.Next()
		if !ok {
			break
		}
		whole := len(l)
		l = lines.Trim(l, c.end)
		if n == 0 {
			delimited = len(l) < whole
			alone = append([]byte(nil), l...)
			continue
		}
		if n == 1 {
			write(1, alone)
			alone = nil
		}
		write(n+1, l)
	}
	if err := r.Err(); err != nil || n == 0 {
		return err
	}
	switch {
	case n > 1:
	case delimited:
		write(1, alone)
	case c.only:
		return nil
	default:
		o.Write(alone)
	}
	return o.WriteByte(c.end)
}
