package commands

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "od", Run: odMain, Help: `
Usage: od [OPTION]... [FILE]...
   or: od [-abcdfilosx]... [FILE] [[+]OFFSET[.][b]]
Write the bytes of FILEs, or of the standard input, in octal or other forms.

  -A, --address-radix=RADIX  offsets in d, o, x, or n: none
      --endian=ORDER         big or little (default)
  -j, --skip-bytes=BYTES     skip BYTES first
  -N, --read-bytes=BYTES     read BYTES at most
  -S BYTES, --strings[=BYTES]  only strings of BYTES (3) or more characters
  -t, --format=TYPE          a: named characters, c: characters, d o u x[SIZE]:
                               integers of 1 2 4 8 or C S I L, f[SIZE]: floating
                               point of 4 8 16 or F D L; z behind: the text, too
  -v, --output-duplicates    show every line
  -w[BYTES], --width[=BYTES] BYTES a line (32 if not given, 16 without -w)
      --traditional          take an offset as the last operand
  -a -b -c -d -f -i -l -o -s -x  as -t a, o1, c, u2, fF, dI, dL, o2, d2, x2
      --help                 show this help
      --version              show the version

BYTES is hexadecimal with 0x, octal with 0; b k K M G ... are multipliers.
`})
}

// odSpec is a form in which a line's bytes are shown.
type odSpec struct {
	kind  byte // a c d o u x f
	size  int
	width int
	pad   int
	text  bool // z
}

type odder struct {
	p        *Process
	ctx      context.Context
	specs    []odSpec
	radix    byte
	order    binary.ByteOrder
	perLine  int
	all      bool
	files    []string
	next     int
	in       vfs.File
	status   int
	pseudo   int64
	opened   bool
	hasLabel bool
}

var odNames = [...]string{"nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si",
	"dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp"}

// maxOdLine bounds the bytes of a line.
const maxOdLine = 1 << 20

func odMain(ctx context.Context, p *Process) int {
	const (
		endian = iota + 256
		stringsOpt
		traditional
	)
	o := &odder{p: p, ctx: ctx, radix: 'o', order: binary.LittleEndian}
	skip, limit, minString, width := int64(0), int64(-1), -1, int64(0)
	hasWidth, trad, modern := false, false, false
	bytesArg := func(name, s string) int64 {
		n, err := odBytes(s)
		if err != nil {
			switch err {
			case size.ErrSuffix:
				p.Fatalf(1, "invalid suffix in %s argument '%s'", name, s)
			case size.ErrOverflow:
				p.Fatalf(1, "%s argument '%s' too large", name, s)
			}
			p.Fatalf(1, "invalid %s argument '%s'", name, s)
		}
		return n
	}
	opts, files := p.Getopt("A:aBbcDdeFfHhIij:LlN:OoS:st:vw::Xx",
		getopt.Long{Name: "skip-bytes", Arg: getopt.Required, ID: 'j'}, getopt.Long{Name: "address-radix", Arg: getopt.Required, ID: 'A'},
		getopt.Long{Name: "read-bytes", Arg: getopt.Required, ID: 'N'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "output-duplicates", ID: 'v'}, getopt.Long{Name: "strings", Arg: getopt.Optional, ID: stringsOpt},
		getopt.Long{Name: "traditional", ID: traditional}, getopt.Long{Name: "width", Arg: getopt.Optional, ID: 'w'},
		getopt.Long{Name: "endian", Arg: getopt.Required, ID: endian})
	simple := map[int]string{'a': "a", 'b': "o1", 'c': "c", 'd': "u2", 'D': "u4", 'e': "fD", 'F': "fD", 'f': "fF", 'H': "x4", 'X': "x4",
		'h': "x2", 'x': "x2", 'i': "dI", 'I': "dL", 'L': "dL", 'l': "dL", 'o': "o2", 'B': "o2", 'O': "o4", 's': "d2"}
	for _, opt := range opts {
		switch opt.ID {
		case 'A':
			modern = true
			if opt.Arg == "" || strings.IndexByte("doxn", opt.Arg[0]) < 0 {
				c := byte(0)
				if opt.Arg != "" {
					c = opt.Arg[0]
				}
				p.Fatalf(1, "invalid output address radix '%c'; it must be one character from [doxn]", c)
			}
			o.radix = opt.Arg[0]
		case 'j':
			modern = true
			skip = bytesArg(opt.Name, opt.Arg)
		case 'N':
			modern = true
			limit = bytesArg(opt.Name, opt.Arg)
		case 'S', stringsOpt:
			modern = true
			minString = 3
			if opt.HasArg {
				minString = int(min(bytesArg(opt.Name, opt.Arg), 1<<30))
			}
		case 't':
			modern = true
			o.types(opt.Arg)
		case 'v':
			modern = true
			o.all = true
		case 'w':
			modern = true
			hasWidth, width = true, 32
			if opt.HasArg {
				width = bytesArg(opt.Name, opt.Arg)
			}
		case traditional:
			trad = true
		case endian:
			if p.Choice("--endian", opt.Arg, "little", "big") == "big" {
				o.order = binary.BigEndian
			}
		default:
			o.types(simple[opt.ID])
		}
	}
	if minString >= 0 && len(o.specs) > 0 {
		p.Fatalf(1, "no type may be specified when dumping strings")
	}
	// An offset, and a label, as the last operands, in the old form.
	if n := len(files); trad || !modern {
		switch {
		case n == 1 && (trad || strings.HasPrefix(files[0], "+")):
			if off, ok := odOffset(files[0]); ok {
				skip, files = off, nil
			}
		case n == 2 && (trad || files[1] != "" && (files[1][0] == '+' || files[1][0] >= '0' && files[1][0] <= '9')):
			last, ok := odOffset(files[1])
			off, both := odOffset(files[0])
			switch {
			case ok && both && trad:
				skip, files, o.hasLabel, o.pseudo = off, nil, true, last-off
			case ok:
				skip, files = last, files[:1]
			}
		case n == 3 && trad:
			off, ok1 := odOffset(files[1])
			last, ok2 := odOffset(files[2])
			if ok1 && ok2 {
				skip, files, o.hasLabel, o.pseudo = off, files[:1], true, last-off
			}
		}
		if trad && len(files) > 1 {
			p.Errorf("extra operand %s", p.Quote(files[1]))
			p.UsageError("compatibility mode supports at most one file")
		}
	}
	o.files = files
	if len(o.files) == 0 {
		o.files = []string{"-"}
	}
	if len(o.specs) == 0 && minString < 0 {
		o.types("oS")
	}
	lcm := 1
	for _, s := range o.specs {
		lcm = lcmOf(lcm, s.size)
	}
	switch {
	case hasWidth && width > 0 && width%int64(lcm) == 0:
		if width > maxOdLine {
			p.Fatalf(1, "memory exhausted")
		}
		o.perLine = int(width)
	case hasWidth:
		p.Errorf("warning: invalid width %d; using %d instead", width, lcm)
		o.perLine = lcm
	case lcm < 16:
		o.perLine = lcm * (16 / lcm)
	default:
		o.perLine = lcm
	}
	widest := 0
	for _, s := range o.specs {
		widest = max(widest, (s.width+1)*(o.perLine/s.size))
	}
	for i := range o.specs {
		s := &o.specs[i]
		s.pad = widest - s.width*(o.perLine/s.size)
	}
	if !o.skip(skip) {
		return 1
	}
	if minString >= 0 {
		o.strings(skip, limit, minString)
	} else {
		o.dump(skip, limit)
	}
	if o.in != nil {
		o.in.Close()
	}
	return o.status
}

func lcmOf(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// odBytes reads a number that may be hexadecimal or octal, with a multiplier.
func odBytes(s string) (int64, error) {
	base, digits := 10, s
	switch {
	case strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X"):
		base, digits = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	i := 0
	for i < len(digits) && hexDigit(digits[i]) >= 0 && hexDigit(digits[i]) < base {
		i++
	}
	if i == 0 {
		return 0, size.ErrInvalid
	}
	n, err := strconv.ParseInt(digits[:i], base, 64)
	if err != nil {
		return 0, size.ErrOverflow
	}
	if digits[i:] == "" {
		return n, nil
	}
	return size.Parse(strconv.FormatInt(n, 10)+digits[i:], "bEGKkMmPTYZ0")
}

// odOffset reads [+]OFFSET[.][b].
func odOffset(s string) (int64, bool) {
	s = strings.TrimPrefix(s, "+")
	base, mul := 8, int64(1)
	if t, ok := strings.CutPrefix(strings.Replace(s, "0X", "0x", 1), "0x"); ok {
		base, s = 16, t
	} else if t, ok := strings.CutSuffix(s, "b"); ok {
		mul, s = 512, t
	} else if t, ok := strings.CutSuffix(s, "B"); ok {
		mul, s = 1024, t
	}
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil || n < 0 || n > math.MaxInt64/1024 {
		return 0, false
	}
	return n * mul, true
}

// types adds the forms that a TYPE string names.
func (o *odder) types(s string) {
	whole := s
	for s != "" {
		sp := odSpec{kind: s[0], size: 1}
		s = s[1:]
		switch sp.kind {
		case 'a', 'c':
			sp.width = 3
		case 'd', 'o', 'u', 'x':
			sp.size = 4
			s = o.typeSize(&sp, s, whole, "CSIL", []int{1, 2, 4, 8})
			if sp.size != 1 && sp.size != 2 && sp.size != 4 && sp.size != 8 {
				o.p.Fatalf(1, "invalid type string %s;\nthis system doesn't provide a %d-byte integral type", o.p.Quote(whole), sp.size)
			}
			k := map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[sp.size]
			sp.width = map[byte][4]int{'d': {4, 6, 11, 20}, 'o': {3, 6, 11, 22}, 'u': {3, 5, 10, 20}, 'x': {2, 4, 8, 16}}[sp.kind][k]
		case 'f':
			sp.size = 8
			s = o.typeSize(&sp, s, whole, "FDL", []int{4, 8, 16})
			if sp.size != 4 && sp.size != 8 && sp.size != 16 {
				o.p.Fatalf(1, "invalid type string %s;\nthis system doesn't provide a %d-byte floating point type", o.p.Quote(whole), sp.size)
			}
			sp.width = map[int]int{4: 15, 8: 24, 16: 29}[sp.size]
		default:
			o.p.Fatalf(1, "invalid character '%c' in type string %s", sp.kind, o.p.Quote(whole))
		}
		if strings.HasPrefix(s, "z") {
			sp.text, s = true, s[1:]
		}
		o.specs = append(o.specs, sp)
	}
}

func (o *odder) typeSize(sp *odSpec, s, whole, letters string, sizes []int) string {
	if s == "" {
		return s
	}
	if k := strings.IndexByte(letters, s[0]); k >= 0 {
		sp.size = sizes[k]
		return s[1:]
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > 0 {
		n, err := strconv.Atoi(s[:i])
		if err != nil || n > 1<<20 {
			n = 1 << 20
		}
		sp.size = n
	}
	return s[i:]
}

// read fills b from the files one behind the other.
func (o *odder) read(b []byte) int {
	n := 0
	for n < len(b) && o.ctx.Err() == nil {
		if o.in == nil {
			if o.next == len(o.files) {
				break
			}
			name := o.files[o.next]
			o.next++
			f, err := o.p.Input(o.ctx, name)
			if err != nil {
				o.p.Out.Flush()
				o.p.NameError(name, err)
				o.status = 1
				continue
			}
			o.in, o.opened = f, true
		}
		k, err := o.in.Read(b[n:])
		n += k
		if err != nil {
			if err != io.EOF {
				o.p.Out.Flush()
				o.p.NameError(o.files[o.next-1], err)
				o.status = 1
			}
			o.in.Close()
			o.in = nil
		}
	}
	return n
}

func (o *odder) skip(n int64) bool {
	buf := make([]byte, 32<<10)
	for n > 0 {
		k := o.read(buf[:min(n, int64(len(buf)))])
		if k == 0 {
			if o.status == 0 {
				o.p.Fatalf(1, "cannot skip past end of combined input")
			}
			return false
		}
		n -= int64(k)
	}
	return true
}

func (o *odder) address(b []byte, at int64) []byte {
	switch o.radix {
	case 'd':
		b = fmt.Appendf(b, "%07d", at)
	case 'o':
		b = fmt.Appendf(b, "%07o", at)
	case 'x':
		b = fmt.Appendf(b, "%06x", at)
	}
	if o.hasLabel {
		v := at + o.pseudo
		switch o.radix {
		case 'd':
			b = fmt.Appendf(b, " (%07d)", v)
		case 'o':
			b = fmt.Appendf(b, " (%07o)", v)
		case 'x':
			b = fmt.Appendf(b, " (%06x)", v)
		}
	}
	return b
}

func (o *odder) dump(at, limit int64) {
	block, prev := make([]byte, o.perLine), make([]byte, o.perLine)
	first, starred := true, false
	var out []byte
	if limit == 0 {
		o.read(make([]byte, 1)) // is there a file at all?
	}
	for o.ctx.Err() == nil {
		want := int64(o.perLine)
		if limit >= 0 {
			want = min(want, limit)
		}
		n := o.read(block[:want])
		if n == 0 {
			break
		}
		if limit >= 0 {
			limit -= int64(n)
		}
		if n == o.perLine && !first && !o.all && string(block) == string(prev) {
			if !starred {
				o.p.Out.WriteString("*\n")
				starred = true
			}
			at += int64(n)
			continue
		}
		first, starred = false, false
		clear(block[n:])
		out = out[:0]
		for i, s := range o.specs {
			if i == 0 {
				out = o.address(out, at)
			} else if o.radix != 'n' {
				w := 7
				if o.radix == 'x' {
					w = 6
				}
				out = append(out, strings.Repeat(" ", w)...)
			}
			out = o.line(out, s, block, n)
			out = append(out, '\n')
		}
		o.p.Out.Write(out)
		at += int64(n)
		block, prev = prev, block
		if n < o.perLine {
			break
		}
	}
	if o.opened && (o.radix != 'n' || o.hasLabel) {
		out = o.address(out[:0], at)
		o.p.Out.Write(append(out, '\n'))
	}
}

// line appends one form of a line of n bytes.
func (o *odder) line(out []byte, s odSpec, block []byte, n int) []byte {
	fields := o.perLine / s.size
	used := (n + s.size - 1) / s.size
	remaining := s.pad
	for i := range used {
		b := block[i*s.size : (i+1)*s.size]
		left := fields - i - 1
		pad := s.pad * left / fields
		width := remaining - pad + s.width
		remaining = pad
		var text string
		switch s.kind {
		case 'a':
			c := b[0] & 0x7f
			switch {
			case c == 0x7f:
				text = "del"
			case c <= ' ':
				text = odNames[c]
			default:
				text = string(rune(c))
			}
		case 'c':
			switch c := b[0]; c {
			case 0:
				text = `\0`
			case '\a', '\b', '\f', '\n', '\r', '\t', '\v':
				text = `\` + string(rune("abtnvfr"[c-7]))
			default:
				if c >= ' ' && c < 0x7f {
					text = string(rune(c))
				} else {
					text = fmt.Sprintf("%03o", c)
				}
			}
		case 'f':
			if s.size == 16 {
				v := [16]byte(b)
				if o.order == binary.ByteOrder(binary.BigEndian) {
					slices.Reverse(v[:])
				}
				text = longDouble(v)
			} else if s.size == 4 {
				text = shortFloat(float64(math.Float32frombits(o.order.Uint32(b))), 32)
			} else {
				text = shortFloat(math.Float64frombits(o.order.Uint64(b)), 64)
			}
		default:
			var v uint64
			switch s.size {
			case 1:
				v = uint64(b[0])
			case 2:
				v = uint64(o.order.Uint16(b))
			case 4:
				v = uint64(o.order.Uint32(b))
			case 8:
				v = o.order.Uint64(b)
			}
			switch s.kind {
			case 'd':
				shift := 64 - 8*s.size
				text = strconv.FormatInt(int64(v<<shift)>>shift, 10)
			case 'u':
				text = strconv.FormatUint(v, 10)
			case 'o':
				text = strconv.FormatUint(v, 8)
			case 'x':
				text = strconv.FormatUint(v, 16)
			}
			if s.kind == 'o' || s.kind == 'x' {
				text = strings.Repeat("0", s.width-len(text)) + text
			}
		}
		for k := width - len(text); k > 0; k-- {
			out = append(out, ' ')
		}
		out = append(out, text...)
	}
	if s.text {
		left := fields - used
		for k := left*s.width + s.pad*left/fields; k > 0; k-- {
			out = append(out, ' ')
		}
		out = append(out, "  >"...)
		for _, c := range block[:n] {
			if c < ' ' || c >= 0x7f {
				c = '.'
			}
			out = append(out, c)
		}
		out = append(out, '<')
	}
	return out
}

// shortFloat writes the fewest digits, %g's but at least 6 or 15, that mean the
// number.
func shortFloat(v float64, bits int) string {
	prec, most, normal := 6, 9, 0x1p-126
	if bits == 64 {
		prec, most, normal = 15, 17, 0x1p-1022
	}
	if math.Abs(v) < normal {
		prec = 1
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		s := "inf"
		if math.IsNaN(v) {
			s = "nan"
		}
		if math.Signbit(v) {
			s = "-" + s
		}
		return s
	}
	for ; ; prec++ {
		s := strconv.FormatFloat(v, 'g', prec, bits)
		m, e, has := strings.Cut(s, "e")
		if strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		x := 0
		if has {
			x, _ = strconv.Atoi(e)
		}
		s = m
		if has {
			if x < -4 || x >= prec {
				s += "e" + e
			} else {
				s = strconv.FormatFloat(v, 'f', -1, bits)
			}
		}
		back, err := strconv.ParseFloat(s, bits)
		if prec >= most || err == nil && back == v {
			return s
		}
	}
}

// longDouble writes an x87 number of 80 bits as shortFloat does.
func longDouble(b [16]byte) string {
	mant, exp := binary.LittleEndian.Uint64(b[:8]), int(binary.LittleEndian.Uint16(b[8:10]))
	sign := ""
	if exp&0x8000 != 0 {
		sign = "-"
	}
	exp &= 0x7fff
	switch {
	case exp == 0x7fff && mant == 1<<63:
		return sign + "inf"
	case exp == 0x7fff || exp > 0 && mant>>63 == 0:
		return sign + "nan"
	case mant == 0:
		return sign + "0"
	}
	exp = max(exp, 1) - 16383 - 63
	v := new(big.Float).SetPrec(64).SetUint64(mant)
	v.SetMantExp(v, exp)
	prec := 18
	if mant>>63 == 0 {
		prec = 1
	}
	for ; ; prec++ {
		s := v.Text('g', prec)
		m, e, has := strings.Cut(s, "e")
		if strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		if has {
			m += "e" + e
		}
		back, _, err := big.ParseFloat(m, 10, 256, big.ToNearestEven)
		if err == nil {
			// To the bits that there are at this exponent.
			back.SetMantExp(back, -exp)
			back.Add(back, big.NewFloat(0.5))
			n, _ := back.Int(nil)
			if n.IsUint64() && n.Uint64() == mant || prec >= 21 {
				return sign + m
			}
		}
	}
}

// strings shows what is text, ended by NUL and long enough.
func (o *odder) strings(at, limit int64, least int) {
	var cur []byte
	start := at
	buf := make([]byte, 32<<10)
	for o.ctx.Err() == nil {
		want := int64(len(buf))
		if limit >= 0 {
			want = min(want, limit)
		}
		n := o.read(buf[:want])
		if n == 0 {
			return
		}
		if limit >= 0 {
			limit -= int64(n)
		}
		for _, c := range buf[:n] {
			at++
			if c >= ' ' && c < 0x7f || c >= '\a' && c <= '\r' {
				if len(cur) == 0 {
					start = at - 1
				}
				if len(cur) < 1<<24 {
					cur = append(cur, c)
				}
				if c >= ' ' {
					continue
				}
				cur = cur[:0]
				continue
			}
			if c == 0 && len(cur) >= least {
				if o.radix != 'n' {
					o.p.Out.Write(o.address(nil, start))
					o.p.Out.WriteByte(' ')
				}
				o.p.Out.Write(cur)
				o.p.Out.WriteByte('\n')
			}
			cur = cur[:0]
		}
	}
}
