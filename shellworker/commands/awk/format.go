package awk

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// format is a parsed format of printf.
type format struct {
	src    string
	pieces []piece
	plainG bool // exactly %.6g
}

type piece struct {
	text               string // before the conversion
	conv               byte   // 0: none, at the end
	minus, plus, blank bool
	alt, zero          bool
	width, prec        int // -1: none; of width: 0
	starWidth          bool
	starPrec           bool
	widthEnd, precEnd  int // offsets behind their stars
	arg                int // n of n$, 0: the next one, -1: 0$
	widthArg, precArg  int
	end                int // offset behind the conversion
}

const maxField = 1 << 20 // width or precision of a conversion

func parseFormat(s string) *format {
	f := &format{src: s, plainG: s == "%.6g"}
	lit := 0
	var text string
	for i := 0; i < len(s); {
		if s[i] != '%' {
			i++
			continue
		}
		text += s[lit:i]
		start := i
		i++
		p := piece{prec: -1}
		number := func() int {
			n := 0
			for i < len(s) && isDigit(s[i]) {
				n = min(n*10+int(s[i]-'0'), maxField)
				i++
			}
			return n
		}
		position := func() int {
			k := i
			n := number()
			if i > k && i < len(s) && s[i] == '$' {
				i++
				if n == 0 {
					return -1
				}
				return n
			}
			i = k
			return 0
		}
		p.arg = position()
	flags:
		for ; i < len(s); i++ {
			switch s[i] {
			case '-':
				p.minus = true
			case '+':
				p.plus = true
			case ' ':
				p.blank = true
			case '#':
				p.alt = true
			case '0':
				p.zero = true
			case '\'':
			default:
				break flags
			}
		}
		if i < len(s) && s[i] == '*' {
			i++
			p.starWidth, p.widthEnd = true, i
			p.widthArg = position()
		} else {
			p.width = number()
		}
		if i < len(s) && s[i] == '.' {
			i++
			if i < len(s) && s[i] == '*' {
				i++
				p.starPrec, p.precEnd = true, i
				p.precArg = position()
			} else {
				if i < len(s) && s[i] == '-' {
					i++
					number()
				} else {
					p.prec = number()
				}
			}
		}
		for i < len(s) && strings.IndexByte("hlLqjzt", s[i]) >= 0 && i+1 < len(s) && strings.IndexByte("diouxXeEfFgGaAcs", s[i+1]) >= 0 {
			i++
		}
		if i >= len(s) || strings.IndexByte("diouxXeEfFgGaAcs%", s[i]) < 0 {
			// No conversion: as it stands.
			if i < len(s) {
				i++
			}
			text += s[start:i]
			lit = i
			continue
		}
		p.conv = s[i]
		i++
		lit = i
		if p.conv == '%' {
			text += "%"
			continue
		}
		p.text, p.end = text, i
		text = ""
		f.pieces = append(f.pieces, p)
	}
	text += s[lit:]
	if text != "" {
		f.pieces = append(f.pieces, piece{text: text})
	}
	return f
}

// format returns the parsed format, from the last ones used if it can.
func (m *machine) format(s string) *format {
	if f := m.formats[s]; f != nil {
		return f
	}
	if len(m.formats) > 200 {
		clear(m.formats)
	}
	f := parseFormat(s)
	m.formats[strings.Clone(s)] = f
	return f
}

func (m *machine) appendFormat(b []byte, f *format, args []value) []byte {
	next, counted := 0, false
	take := func(n, end int) *value {
		if n != 0 {
			switch {
			case n < 0:
				m.fatal("argument index with `$' must be > 0")
			case n > len(args):
				m.fatal("argument index %d greater than total number of supplied arguments", n)
			case next > 0:
				m.fatal("must use `count$' on all formats or none")
			}
			counted = true
			return &args[n-1]
		}
		if counted {
			m.fatal("must use `count$' on all formats or none")
		}
		next++
		if n = next; n > len(args) {
			m.fatal("not enough arguments to satisfy format string\n\t`%s'\n\t %s^ ran out for this one", f.src, strings.Repeat(" ", max(0, end-2)))
		}
		return &args[n-1]
	}
	for i := range f.pieces {
		p := f.pieces[i]
		b = append(b, p.text...)
		if p.conv == 0 {
			continue
		}
		if p.starWidth {
			w := take(p.widthArg, p.widthEnd).num()
			if w < 0 {
				p.minus, w = true, -w
			}
			p.width = int(min(w, maxField))
		}
		if p.starPrec {
			w := take(p.precArg, p.precEnd).num()
			p.prec = int(max(-1, min(w, maxField)))
		}
		v := take(p.arg, p.end)
		switch p.conv {
		case 'c':
			b = m.formatChar(b, &p, v)
		case 's':
			var s string
			if v.k == kNum && p.prec < 0 {
				s = m.numToStr(v.n)
			} else {
				s = m.toStr(v)
			}
			b = m.pad(b, &p, m.cut(s, p.prec))
		case 'd', 'i':
			b = formatInt(b, &p, v.num())
		case 'o', 'u', 'x', 'X':
			b = formatUnsigned(b, &p, v.num())
		default:
			b = formatFloat(b, &p, v.num())
		}
	}
	return b
}

// cut returns the first n characters of s, all if n is negative.
func (m *machine) cut(s string, n int) string {
	if n < 0 || n >= len(s) {
		return s
	}
	if !m.utf {
		return s[:n]
	}
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, k := utf8.DecodeRuneInString(s[i:])
		i += k
	}
	return s[:i]
}

func (m *machine) pad(b []byte, p *piece, s string) []byte {
	n := 0
	if p.width > 0 {
		n = p.width - m.length(s)
	}
	if !p.minus {
		for ; n > 0; n-- {
			b = append(b, ' ')
		}
	}
	b = append(b, s...)
	for ; n > 0; n-- {
		b = append(b, ' ')
	}
	return b
}

// encodeChar is c in UTF-8 as it was before it ended at U+10FFFF, which is what
// %c writes; what isn't a character is one byte.
func encodeChar(c uint32) string {
	if c <= utf8.MaxRune && utf8.ValidRune(rune(c)) {
		return string(rune(c))
	}
	if c <= utf8.MaxRune || c > math.MaxInt32 {
		return string([]byte{byte(c)})
	}
	n := 4
	for n < 6 && c>>(5*n+1) != 0 {
		n++
	}
	b := make([]byte, n)
	for i := n - 1; i > 0; i-- {
		b[i] = 0x80 | byte(c)&0x3f
		c >>= 6
	}
	b[0] = byte(0xff<<(8-n)) | byte(c)
	return string(b)
}

func (m *machine) formatChar(b []byte, p *piece, v *value) []byte {
	var s string
	n, isNum := v.n, v.k == kNum
	if v.k == kInput {
		n, isNum = looksNumeric(v.s)
	}
	switch {
	case v.k == kUninit:
		s = "\x00"
	case isNum:
		if c := uint32(int64(n)); m.utf && c >= utf8.RuneSelf {
			s = encodeChar(c)
		} else {
			s = string([]byte{byte(c)})
		}
	case v.s == "":
		s = "\x00"
	default:
		s = m.cut(v.s, 1)
	}
	return m.pad(b, p, s)
}

// number writes the digits of an integer with sign, precision and width.
func (p *piece) number(b []byte, sign, prefix, digits string) []byte {
	if p.prec == 0 && digits == "0" {
		digits = ""
	}
	zeros := max(0, p.prec-len(digits))
	fill := p.width - len(sign) - len(prefix) - zeros - len(digits)
	if p.zero && !p.minus && p.prec < 0 && fill > 0 {
		zeros, fill = fill, 0
	}
	if !p.minus {
		for ; fill > 0; fill-- {
			b = append(b, ' ')
		}
	}
	b = append(b, sign...)
	b = append(b, prefix...)
	for ; zeros > 0; zeros-- {
		b = append(b, '0')
	}
	b = append(b, digits...)
	for ; fill > 0; fill-- {
		b = append(b, ' ')
	}
	return b
}

func (p *piece) sign(neg bool) string {
	switch {
	case neg:
		return "-"
	case p.plus:
		return "+"
	case p.blank:
		return " "
	}
	return ""
}

func formatInt(b []byte, p *piece, n float64) []byte {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return formatFloat(b, p, n)
	}
	n = math.Trunc(n)
	var digits string
	if math.Abs(n) < 1<<63 {
		digits = strconv.FormatUint(uint64(math.Abs(n)), 10)
	} else {
		digits = strconv.FormatFloat(math.Abs(n), 'f', 0, 64)
	}
	return p.number(b, p.sign(n < 0), "", digits)
}

func formatUnsigned(b []byte, p *piece, n float64) []byte {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return formatFloat(b, p, n)
	}
	n = math.Trunc(n)
	base := map[byte]int{'o': 8, 'u': 10, 'x': 16, 'X': 16}[p.conv]
	var digits string
	switch {
	case n < 0 && n >= -(1<<63):
		digits = strconv.FormatUint(uint64(int64(n)), base)
	case n >= 0 && n < 1<<64:
		digits = strconv.FormatUint(uint64(n), base)
	default: // out of range
		q := *p
		q.conv = 'g'
		return formatFloat(b, &q, n)
	}
	prefix := ""
	if p.alt && n != 0 {
		switch p.conv {
		case 'o':
			if p.prec < len(digits)+1 {
				digits = "0" + digits
			}
		case 'x':
			prefix = "0x"
		case 'X':
			prefix = "0X"
		}
	}
	if p.conv == 'X' {
		digits = strings.ToUpper(digits)
	}
	return p.number(b, "", prefix, digits)
}

func formatFloat(b []byte, p *piece, n float64) []byte {
	var digits string
	sign := p.sign(math.Signbit(n))
	upper := p.conv < 'a'
	switch {
	case math.IsInf(n, 0):
		digits = "inf"
	case math.IsNaN(n):
		digits = "nan"
	default:
		prec := p.prec
		conv := p.conv | 32
		n = math.Abs(n)
		switch conv {
		case 'a':
			digits = hexFloat(n, prec)
		case 'd', 'i', 'u', 'o', 'x':
			digits = strconv.FormatFloat(n, 'f', 0, 64)
		case 'g':
			if prec < 0 {
				prec = 6
			}
			digits = formatG(n, max(prec, 1), p.alt)
		default:
			if prec < 0 {
				prec = 6
			}
			digits = strconv.FormatFloat(n, conv, prec, 64)
			if p.alt && prec == 0 {
				if i := strings.IndexByte(digits, 'e'); i >= 0 {
					digits = digits[:i] + "." + digits[i:]
				} else {
					digits += "."
				}
			}
		}
	}
	if digits == "inf" || digits == "nan" {
		if sign == "" {
			sign = "+"
		}
		q := *p
		q.zero, q.prec = false, -1
		if upper && p.conv != 'X' {
			digits = strings.ToUpper(digits)
		}
		return q.number(b, sign, "", digits)
	}
	if upper {
		digits = strings.ToUpper(digits)
	}
	q := *p
	q.prec = -1
	prefix := ""
	if p.conv|32 == 'a' {
		prefix, digits = digits[:2], digits[2:]
	}
	return q.number(b, sign, prefix, digits)
}

// formatG is C's %g; with all the trailing zeros stay.
func formatG(n float64, prec int, all bool) string {
	if !all {
		return strconv.FormatFloat(n, 'g', prec, 64)
	}
	e := strconv.FormatFloat(n, 'e', prec-1, 64)
	i := strings.IndexByte(e, 'e')
	x, _ := strconv.Atoi(e[i+1:])
	if x < -4 || x >= prec {
		if !strings.Contains(e[:i], ".") {
			return e[:i] + "." + e[i:]
		}
		return e
	}
	f := strconv.FormatFloat(n, 'f', prec-1-x, 64)
	if !strings.Contains(f, ".") {
		f += "."
	}
	return f
}

func hexFloat(n float64, prec int) string {
	s := strconv.FormatFloat(n, 'x', prec, 64)
	// Go writes at least two digits of exponent, C as few as it takes.
	if i := strings.IndexByte(s, 'p'); i >= 0 && i+3 < len(s) && s[i+2] == '0' {
		s = s[:i+2] + s[i+3:]
	}
	return s
}
