// Package printf is the format engine of printf: the shell's builtin and the
// command of coreutils (POSIX, bash 5.2, GNU coreutils).
package printf

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printer formats. Errorf reports what is wrong with an argument; formatting
// goes on.
type Printer struct {
	Errorf func(format string, a ...any)
	// Quote is %q, QuotePrecise %Q; nil where there is no such conversion.
	Quote func(s string) string
	// QuoteCut is %Q: a precision applies before quoting.
	QuoteCut bool
	// Time is %(format)T of a number of seconds: -1 is now, -2 when the shell
	// began.
	Time func(format string, n int64) string
	// SetCount is %n: the number of bytes so far goes to a variable.
	SetCount func(name string, n int) bool
	// QuoteArg quotes an argument for a message of GNU's.
	QuoteArg func(s string) string
	// GNU is the command's behaviour where the builtin differs.
	GNU bool
	// Limit bounds the output in bytes, 0 for none.
	Limit int

	out    []byte
	taken  int // bytes of the output that TakeLines has returned
	args   []string
	argN   int
	failed bool
	stop   bool
}

// ErrFormat is a format that can't be used: what was formatted before it is
// returned with it.
type ErrFormat struct{ Text string }

func (e *ErrFormat) Error() string { return e.Text }

// ErrTooLong is output beyond Limit.
var ErrTooLong = errors.New("output is too long")

// Format formats the arguments, reusing the format until all are consumed.
// ok is false where an argument was wrong.
func (p *Printer) Format(format string, args []string) (out []byte, ok bool, err error) {
	p.out, p.args, p.argN, p.failed, p.stop = nil, args, 0, false, false
	for {
		before := p.argN
		if err := p.once(format); err != nil {
			return p.out, false, err
		}
		if p.stop || p.argN >= len(p.args) || p.argN == before {
			break
		}
	}
	return p.out, !p.failed, nil
}

// TakeLines returns what was formatted so far, up to the last newline, and
// drops it from the output: bash writes a line before it reports what is wrong
// behind it.
func (p *Printer) TakeLines() []byte {
	n := bytes.LastIndexByte(p.out, '\n') + 1
	lines := p.out[:n:n]
	p.out = p.out[n:]
	p.taken += n
	return lines
}

// Take returns all that was formatted so far, and drops it from the output.
func (p *Printer) Take() []byte {
	b := p.out
	p.out = nil
	p.taken += len(b)
	return b
}

// Output returns what was formatted and not taken.
func (p *Printer) Output() []byte { return p.out }

// Unused returns the arguments that the format took nothing of.
func (p *Printer) Unused() []string { return p.args[min(p.argN, len(p.args)):] }

// Stopped tells whether \c ended the output.
func (p *Printer) Stopped() bool { return p.stop }

func (p *Printer) errorf(format string, a ...any) {
	p.failed = true
	p.Errorf(format, a...)
}

func (p *Printer) next() (string, bool) {
	if p.argN < len(p.args) {
		p.argN++
		return p.args[p.argN-1], true
	}
	return "", false
}

type spec struct {
	minus, plus, space, zero, alt, group bool
	width, prec                          int // -1: none
}

func (p *Printer) once(f string) error {
	for i := 0; i < len(f); {
		if p.Limit > 0 && len(p.out) > p.Limit {
			return ErrTooLong
		}
		switch f[i] {
		case '\\':
			var stop bool
			p.warnEscape(f, i)
			if p.GNU {
				if text := wrongEscape(f, i); text != "" {
					return &ErrFormat{text}
				}
			}
			p.out, i, stop = Escape(p.out, f, i, p.GNU, false)
			if stop {
				p.stop = true
				return nil
			}
			continue
		case '%':
		default:
			e := strings.IndexAny(f[i:], "\\%")
			if e < 0 {
				e = len(f) - i
			}
			p.out = append(p.out, f[i:i+e]...)
			i += e
			continue
		}
		start := i
		i++
		if i < len(f) && f[i] == '%' {
			p.out = append(p.out, '%')
			i++
			continue
		}
		s := spec{width: -1, prec: -1}
	flags:
		for ; i < len(f); i++ {
			switch f[i] {
			case '-':
				s.minus = true
			case '+':
				s.plus = true
			case ' ':
				s.space = true
			case '0':
				s.zero = true
			case '#':
				s.alt = true
			case '\'':
				s.group = true
			default:
				break flags
			}
		}
		number := func() int {
			if i < len(f) && f[i] == '*' {
				i++
				arg, _ := p.next()
				n := p.intArg(arg)
				return int(max(min(n, math.MaxInt32), math.MinInt32))
			}
			if i >= len(f) || f[i] < '0' || f[i] > '9' {
				return -1
			}
			n := 0
			for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
				if n < 1<<30 {
					n = n*10 + int(f[i]-'0')
				}
			}
			return n
		}
		star := i < len(f) && f[i] == '*'
		s.width = number()
		if star && s.width < 0 {
			s.minus = true
			s.width = -s.width
		}
		if i < len(f) && f[i] == '.' {
			i++
			star := i < len(f) && f[i] == '*'
			s.prec = number()
			if s.prec < 0 && !star {
				s.prec = 0
			}
		}
		if p.Limit > 0 && s.width > p.Limit {
			return ErrTooLong
		}
		for i < len(f) && strings.IndexByte("hlLjzt", f[i]) >= 0 {
			i++
		}
		if i >= len(f) {
			if p.GNU {
				return &ErrFormat{"%" + f[start+1:] + ": invalid conversion specification"}
			}
			return &ErrFormat{"`" + f[start:] + "': missing format character"}
		}
		c := f[i]
		i++
		if p.GNU && !gnuAllows(f[start+1:i-1], c) {
			return &ErrFormat{f[start:i] + ": invalid conversion specification"}
		}
		if p.Limit > 0 && s.prec > p.Limit {
			if strings.IndexByte("diouxXeEfFgGaA", c) >= 0 {
				return ErrTooLong
			}
			s.prec = -1 // of text it is the most, not the least
		}
		if c == '(' && p.Time != nil {
			e := i
			depth := 1
			for e < len(f) {
				if f[e] == '(' {
					depth++
				} else if f[e] == ')' {
					if depth--; depth == 0 {
						break
					}
				}
				e++
			}
			if e+1 >= len(f) || f[e+1] != 'T' {
				if e+1 < len(f) {
					p.Errorf("warning: `%c': invalid time format specification", f[e+1])
				}
				p.out = append(p.out, f[start:i]...)
				continue
			}
			arg, has := p.next()
			n := int64(-1) // now
			if has {
				n = p.intArg(arg)
			}
			p.pad(&s, cut(p.Time(f[i:e], n), s.prec))
			i = e + 2
			continue
		}
		switch c {
		case 's':
			arg, _ := p.next()
			p.pad(&s, cut(arg, s.prec))
		case 'c':
			arg, _ := p.next()
			if arg != "" {
				arg = arg[:1]
			} else {
				arg = "\x00"
			}
			p.pad(&s, arg)
		case 'b':
			arg, _ := p.next()
			for i := 0; i+1 < len(arg); i++ {
				if arg[i] == '\\' {
					if arg[i+1] == 'c' {
						break
					}
					if text := wrongEscape(arg, i); p.GNU && text != "" {
						begin, _ := Unescape(arg[:i])
						p.out = append(p.out, begin...)
						return &ErrFormat{text}
					}
					p.warnEscape(arg, i)
					i++
				}
			}
			text, stop := Unescape(arg)
			p.pad(&s, cut(text, s.prec))
			if stop {
				p.stop = true
				return nil
			}
		case 'q', 'Q':
			if p.Quote == nil || c == 'Q' && !p.QuoteCut {
				return &ErrFormat{"`" + string(c) + "': invalid format character"}
			}
			arg, has := p.next()
			if p.GNU && !has {
				continue // not even quotes
			}
			if c == 'Q' {
				arg = cut(arg, s.prec)
				p.pad(&s, p.Quote(arg))
			} else {
				p.pad(&s, cut(p.Quote(arg), s.prec))
			}
		case 'n':
			if p.SetCount == nil {
				return &ErrFormat{"`" + string(c) + "': invalid format character"}
			}
			arg, _ := p.next()
			if arg != "" && !p.SetCount(arg, p.taken+len(p.out)) {
				p.failed = true
				p.stop = true
				return nil
			}
		case 'd', 'i':
			arg, _ := p.next()
			n := p.intArg(arg)
			p.integer(&s, n < 0, magnitude(n), 10, false)
		case 'o':
			arg, _ := p.next()
			p.unsigned(&s, p.uintArg(arg), 8, false)
		case 'u':
			arg, _ := p.next()
			p.unsigned(&s, p.uintArg(arg), 10, false)
		case 'x', 'X':
			arg, _ := p.next()
			p.unsigned(&s, p.uintArg(arg), 16, c == 'X')
		case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
			arg, _ := p.next()
			p.float(&s, c, arg)
		default:
			if p.GNU {
				return &ErrFormat{f[start:i] + ": invalid conversion specification"}
			}
			_, n := utf8.DecodeRuneInString(f[i-1:])
			return &ErrFormat{"`" + f[i-1:i-1+n] + "': invalid format character"}
		}
	}
	return nil
}

// gnuAllows tells whether coreutils' printf takes the flags, width and precision
// that stand before the conversion c.
func gnuAllows(before string, c byte) bool {
	before = strings.TrimRight(before, "hlLjzt")
	flags := before[:len(before)-len(strings.TrimLeft(before, "-+ #0'"))]
	not := ""
	if strings.Contains(flags, "'") {
		not += "aAceEosxX"
	}
	if strings.Contains(flags, "#") {
		not += "cdisu"
	}
	if strings.Contains(flags, "0") {
		not += "cs"
	}
	if strings.Contains(before, ".") {
		not += "c"
	}
	if before != "" {
		not += "bq"
	}
	return strings.IndexByte(not, c) < 0
}

// wrongEscape returns what coreutils' printf says of the escape at s[i], "" if
// nothing is wrong with it.
func wrongEscape(s string, i int) string {
	if i+1 >= len(s) {
		return ""
	}
	const missing = "missing hexadecimal number in escape"
	n := map[byte]int{'u': 4, 'U': 8}[s[i+1]]
	if s[i+1] == 'x' {
		if i+2 >= len(s) || digit(s[i+2]) >= 16 {
			return missing
		}
	}
	if n == 0 {
		return ""
	}
	v := 0
	for k := range n {
		if i+2+k >= len(s) || digit(s[i+2+k]) >= 16 {
			return missing
		}
		v = v<<4 | int(digit(s[i+2+k]))
	}
	if v < 0xa0 && v != '$' && v != '@' && v != '`' || v >= 0xd800 && v < 0xe000 {
		return "invalid universal character name " + s[i:i+2+n]
	}
	return ""
}

// warnEscape says that the escape at s[i] has no digits, as bash does.
func (p *Printer) warnEscape(s string, i int) {
	if p.GNU || i+1 >= len(s) || i+2 < len(s) && digit(s[i+2]) < 16 {
		return
	}
	switch s[i+1] {
	case 'x':
		p.Errorf("missing hex digit for \\x")
	case 'u', 'U':
		p.Errorf("missing unicode digit for \\%c", s[i+1])
	}
}

func cut(s string, prec int) string {
	if prec >= 0 && prec < len(s) {
		return s[:prec]
	}
	return s
}

// pad writes text in the width.
func (p *Printer) pad(s *spec, text string) {
	n := s.width - len(text)
	if n > 0 && !s.minus {
		p.fill(' ', n)
	}
	p.out = append(p.out, text...)
	if n > 0 && s.minus {
		p.fill(' ', n)
	}
}

func (p *Printer) fill(c byte, n int) {
	for ; n > 0; n-- {
		p.out = append(p.out, c)
	}
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-(n + 1)) + 1
	}
	return uint64(n)
}

func (p *Printer) unsigned(s *spec, n uint64, base int, upper bool) {
	t := *s
	t.plus, t.space = false, false
	p.integer(&t, false, n, base, upper)
}

func (p *Printer) integer(s *spec, neg bool, n uint64, base int, upper bool) {
	digits := strconv.FormatUint(n, base)
	if upper {
		digits = strings.ToUpper(digits)
	}
	if s.prec == 0 && n == 0 {
		digits = ""
	}
	for len(digits) < s.prec {
		digits = strings.Repeat("0", s.prec-len(digits)) + digits
	}
	prefix := ""
	switch {
	case neg:
		prefix = "-"
	case s.plus:
		prefix = "+"
	case s.space:
		prefix = " "
	}
	if s.alt && base == 8 && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	if s.alt && base == 16 && n != 0 {
		prefix += "0x"
		if upper {
			prefix = prefix[:len(prefix)-1] + "X"
		}
	}
	if s.zero && !s.minus && s.prec < 0 {
		if k := s.width - len(prefix) - len(digits); k > 0 {
			digits = strings.Repeat("0", k) + digits
		}
	}
	p.pad(s, prefix+digits)
}

// charValue is the code of the character behind a leading quote.
func charValue(s string) (int64, bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0, false
	}
	if len(s) == 1 {
		return 0, true
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	if r == utf8.RuneError && n <= 1 {
		return int64(s[1]), true
	}
	return int64(r), true
}

// number reads an integer as strtoimax does with base 0.
func number(s string) (neg bool, n uint64, over bool, rest string) {
	i := 0
	for i < len(s) && strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0 {
		i++
	}
	t := s[i:]
	if t != "" && (t[0] == '-' || t[0] == '+') {
		neg = t[0] == '-'
		t = t[1:]
	}
	base := uint64(10)
	d := t
	if len(t) > 2 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X') && digit(t[2]) < 16 {
		base, d = 16, t[2:]
	} else if len(t) > 0 && t[0] == '0' {
		base = 8
	}
	k := 0
	for k < len(d) && uint64(digit(d[k])) < base {
		v := uint64(digit(d[k]))
		if n > (math.MaxUint64-v)/base {
			over = true
		}
		n = n*base + v
		k++
	}
	if k == 0 {
		return false, 0, false, s
	}
	return neg, n, over, d[k:]
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// check says what isn't a number, and tells whether s is one.
func (p *Printer) check(s, rest string) bool {
	if s == "" || rest == "" {
		return true
	}
	if rest == s {
		if p.GNU {
			p.errorf("%s: expected a numeric value", p.QuoteArg(s))
		} else {
			p.invalid(s)
		}
	} else if p.GNU {
		p.errorf("%s: value not completely converted", p.QuoteArg(s))
	} else {
		p.invalid(s)
	}
	return false
}

// invalid is bash's message for a wrong number.
func (p *Printer) invalid(s string) {
	kind := ""
	switch {
	case len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9':
		kind = "octal "
	case len(s) > 1 && s[0] == '0' && s[1] == 'x':
		kind = "hex "
	}
	p.errorf("%s: invalid %snumber", s, kind)
}

func (p *Printer) char(s string) (int64, bool) {
	v, ok := charValue(s)
	if ok && p.GNU && len(s) == 1 {
		return 0, false // no number either
	}
	if ok && p.GNU {
		_, n := utf8.DecodeRuneInString(s[min(1, len(s)):])
		if len(s) > 1+n {
			p.Errorf("warning: %s: character(s) following character constant have been ignored", s[1+n:])
		}
	}
	return v, ok
}

func (p *Printer) rangeError(s string) {
	if p.GNU {
		p.errorf("%s: Numerical result out of range", p.QuoteArg(s))
		return
	}
	p.Errorf("warning: %s: Numerical result out of range", s)
}

func (p *Printer) intArg(s string) int64 {
	if v, ok := p.char(s); ok {
		return v
	}
	neg, n, over, rest := number(s)
	valid := p.check(s, rest)
	switch {
	case neg && (over || n > 1<<63):
		if valid || p.GNU {
			p.rangeError(s)
		}
		return math.MinInt64
	case !neg && (over || n > math.MaxInt64):
		if valid || p.GNU {
			p.rangeError(s)
		}
		return math.MaxInt64
	case neg:
		return -int64(n)
	}
	return int64(n)
}

func (p *Printer) uintArg(s string) uint64 {
	if v, ok := p.char(s); ok {
		return uint64(v)
	}
	neg, n, over, rest := number(s)
	p.check(s, rest)
	if over {
		p.rangeError(s)
		return math.MaxUint64
	}
	if neg {
		return -n
	}
	return n
}

// float formats with the precision of an x86 long double, as the C programs do.
func (p *Printer) float(s *spec, c byte, arg string) {
	neg, v, special := p.floatArg(arg)
	upper := c >= 'A' && c <= 'Z'
	var text string
	switch {
	case special != "":
		text = special
		s.zero = false
	default:
		text = FormatFloat(v, c, s.prec, s.alt)
	}
	if upper {
		text = strings.ToUpper(text)
	}
	prefix := ""
	switch {
	case neg:
		prefix = "-"
	case s.plus:
		prefix = "+"
	case s.space:
		prefix = " "
	}
	if s.zero && !s.minus {
		if k := s.width - len(prefix) - len(text); k > 0 {
			if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
				text = text[:2] + strings.Repeat("0", k) + text[2:]
			} else {
				text = strings.Repeat("0", k) + text
			}
		}
	}
	p.pad(s, prefix+text)
}

func (p *Printer) floatArg(s string) (neg bool, v *big.Float, special string) {
	v = new(big.Float).SetPrec(64)
	if n, ok := p.char(s); ok {
		return false, v.SetInt64(n), ""
	}
	neg, v, special, rest := ParseFloat(s)
	p.check(s, rest)
	return neg, v, special
}

// ParseFloat reads the longest number at the start of s as strtold does.
// special is "inf" or "nan". Without a number rest is s.
func ParseFloat(s string) (neg bool, v *big.Float, special, rest string) {
	v = new(big.Float).SetPrec(64)
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	if t != "" && (t[0] == '-' || t[0] == '+') {
		neg = t[0] == '-'
		t = t[1:]
	}
	lower := strings.ToLower(t)
	for _, w := range []string{"infinity", "inf", "nan"} {
		if strings.HasPrefix(lower, w) {
			rest = t[len(w):]
			if w == "nan" && strings.HasPrefix(rest, "(") {
				if e := strings.IndexByte(rest, ')'); e > 0 {
					rest = rest[e+1:]
				}
			}
			return neg, v, w[:3], rest
		}
	}
	hex := strings.HasPrefix(lower, "0x")
	i := 0
	if hex {
		i = 2
	}
	digits, dot := 0, false
	for ; i < len(t); i++ {
		if t[i] == '.' && !dot {
			dot = true
			continue
		}
		if d := digit(t[i]); d < 10 || hex && d < 16 {
			digits++
			continue
		}
		break
	}
	if digits == 0 {
		if hex {
			return neg, v, "", t[1:]
		}
		return false, v, "", s
	}
	end := i
	if i < len(t) {
		if c := t[i] | 0x20; !hex && c == 'e' || hex && c == 'p' {
			j := i + 1
			if j < len(t) && (t[j] == '-' || t[j] == '+') {
				j++
			}
			if j < len(t) && t[j] >= '0' && t[j] <= '9' {
				for j < len(t) && t[j] >= '0' && t[j] <= '9' {
					j++
				}
				end = j
			}
		}
	}
	num := t[:end]
	if hex && !strings.ContainsAny(num, "pP") {
		num += "p0"
	}
	if e := strings.IndexAny(num, "eEpP"); e > 0 && len(num)-e > 8 { // far beyond any range
		if strings.IndexByte(num[e:], '-') >= 0 {
			return neg, v, "", t[end:]
		}
		return neg, v, "inf", t[end:]
	}
	if len(num) > 100000 {
		return neg, v, "", t[end:]
	}
	num = strings.TrimSuffix(num, ".")
	if _, _, err := v.Parse(num, 0); err != nil {
		v.Parse(strings.TrimLeft(num, "0")+"", 10)
	}
	if exp := v.MantExp(nil); exp > 16384 {
		return neg, v, "inf", t[end:]
	} else if exp < -16445 {
		v.SetInt64(0)
	}
	return neg, v, "", t[end:]
}

// FormatFloat formats a number that isn't negative by the conversion c.
func FormatFloat(v *big.Float, c byte, prec int, alt bool) string {
	switch c | 0x20 {
	case 'f':
		if prec < 0 {
			prec = 6
		}
		t := v.Text('f', prec)
		if alt && prec == 0 {
			t += "."
		}
		return t
	case 'e':
		if prec < 0 {
			prec = 6
		}
		t := v.Text('e', prec)
		if alt && prec == 0 {
			t = strings.Replace(t, "e", ".e", 1)
		}
		return t
	case 'a':
		return hexFloat(v, prec, alt)
	}
	if prec < 0 {
		prec = 6
	}
	if prec == 0 {
		prec = 1
	}
	e := v.Text('e', prec-1)
	k := strings.IndexByte(e, 'e')
	x, _ := strconv.Atoi(e[k+1:])
	var t string
	if x < -4 || x >= prec {
		t = e
		if !alt {
			t = trimZeros(e[:k]) + e[k:]
		}
		return t
	}
	t = v.Text('f', max(prec-1-x, 0))
	if !alt {
		return trimZeros(t)
	}
	if strings.IndexByte(t, '.') < 0 {
		t += "."
	}
	return t
}

func trimZeros(s string) string {
	if strings.IndexByte(s, '.') < 0 {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// hexFloat is %a of a long double: its first digit holds four bits.
func hexFloat(v *big.Float, prec int, alt bool) string {
	if v.Sign() == 0 {
		t := "0x0"
		if prec > 0 {
			t += "." + strings.Repeat("0", prec)
		} else if alt {
			t += "."
		}
		return t + "p+0"
	}
	m := new(big.Float)
	exp := v.MantExp(m) // v = m * 2**exp, 0.5 <= m < 1
	m.SetMantExp(m, 64)
	n, _ := m.Uint64()
	exp -= 4
	digits := strconv.FormatUint(n, 16)
	if prec >= 0 && prec < 15 {
		shift := uint(60 - 4*prec)
		q, r := n>>shift, n&(1<<shift-1)
		half := uint64(1) << (shift - 1)
		if r > half || r == half && q&1 == 1 {
			q++
		}
		if q>>(4*uint(prec)+4) != 0 {
			q >>= 4
			exp += 4
		}
		digits = strconv.FormatUint(q, 16)
	}
	first, rest := digits[:1], digits[1:]
	if prec < 0 {
		rest = strings.TrimRight(rest, "0")
	}
	for len(rest) < prec {
		rest += "0"
	}
	t := "0x" + first
	if rest != "" || alt {
		t += "." + rest
	}
	if exp < 0 {
		return t + "p" + strconv.Itoa(exp)
	}
	return t + "p+" + strconv.Itoa(exp)
}

// Escape appends the meaning of the backslash sequence at i and returns the
// index behind it. stop is \c, which ends all output, where that has a
// meaning (gnu, or in the argument of %b).
func Escape(out []byte, s string, i int, gnu, arg bool) (b []byte, next int, stop bool) {
	i++
	if i >= len(s) {
		return append(out, '\\'), i, false
	}
	c := s[i]
	switch c {
	case 'a':
		return append(out, 7), i + 1, false
	case 'b':
		return append(out, 8), i + 1, false
	case 'e', 'E':
		if c == 'E' && gnu {
			break
		}
		return append(out, 27), i + 1, false
	case 'f':
		return append(out, 12), i + 1, false
	case 'n':
		return append(out, 10), i + 1, false
	case 'r':
		return append(out, 13), i + 1, false
	case 't':
		return append(out, 9), i + 1, false
	case 'v':
		return append(out, 11), i + 1, false
	case '\\':
		return append(out, '\\'), i + 1, false
	case '\'', '?':
		if !arg && !gnu {
			return append(out, c), i + 1, false
		}
	case '"':
		if !arg || gnu {
			return append(out, c), i + 1, false
		}
	case 'c':
		if arg || gnu {
			return out, i + 1, true
		}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		limit := 3
		if c == '0' && arg {
			limit = 4
		}
		n, k := 0, 0
		for k < limit && i < len(s) && s[i] >= '0' && s[i] <= '7' {
			n = n*8 + int(s[i]-'0')
			i++
			k++
		}
		return append(out, byte(n)), i, false
	case 'x':
		n, k, j := 0, 0, i+1
		for k < 2 && j < len(s) && digit(s[j]) < 16 {
			n = n*16 + digit(s[j])
			j++
			k++
		}
		if k > 0 {
			return append(out, byte(n)), j, false
		}
	case 'u', 'U':
		width := 4
		if c == 'U' {
			width = 8
		}
		n, k, j := 0, 0, i+1
		for k < width && j < len(s) && digit(s[j]) < 16 {
			n = n*16 + digit(s[j])
			j++
			k++
		}
		if k > 0 {
			return appendRune(out, n), j, false
		}
	}
	return append(out, '\\', c), i + 1, false
}

func appendRune(b []byte, n int) []byte {
	if n <= 0x10ffff && (n < 0xd800 || n >= 0xe000) {
		return utf8.AppendRune(b, rune(n))
	}
	switch {
	case n < 0x10000:
		return append(b, byte(0xe0|n>>12), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n < 0x200000:
		return append(b, byte(0xf0|n>>18), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n < 0x4000000:
		return append(b, byte(0xf8|n>>24), byte(0x80|n>>18&0x3f), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n < 0x80000000:
		return append(b, byte(0xfc|n>>30), byte(0x80|n>>24&0x3f), byte(0x80|n>>18&0x3f), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	}
	return b
}

// Unescape is %b and echo -e: stop tells that \c was met.
func Unescape(s string) (text string, stop bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, false
	}
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		if out, i, stop = Escape(out, s, i, false, true); stop {
			break
		}
	}
	return string(out), stop
}
