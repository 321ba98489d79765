// Package strftime formats times: as date +FORMAT of GNU coreutils 9.1 does, or
// as strftime(3) of the GNU C library, in the C locale.
package strftime

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MaxWidth bounds the width of one conversion.
const MaxWidth = 1 << 16

// Append appends the time formatted as GNU date does: with the flags _ - 0 + ^
// and #, a width, and %N, %:z and %q beyond strftime(3)'s conversions.
func Append(dst []byte, format string, t time.Time) []byte {
	f := formatter{t: t, gnu: true}
	return f.run(dst, format, false)
}

// AppendC appends the time formatted as strftime(3) does: bash's printf %()T,
// awk's strftime.
func AppendC(dst []byte, format string, t time.Time) []byte {
	f := formatter{t: t}
	return f.run(dst, format, false)
}

// Format returns Append's text.
func Format(format string, t time.Time) string { return string(Append(nil, format, t)) }

type formatter struct {
	t   time.Time
	gnu bool
}

// conv is one conversion's flags.
type conv struct {
	pad    byte
	width  int
	upper  bool
	change bool
}

func (f *formatter) run(dst []byte, format string, upper bool) []byte {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			k := strings.IndexByte(format[i:], '%')
			if k < 0 {
				k = len(format) - i
			}
			dst = append(dst, format[i:i+k]...)
			i += k - 1
			continue
		}
		start := i
		c := conv{width: -1, upper: upper}
		i++
	flags:
		for ; i < len(format); i++ {
			switch format[i] {
			case '_', '-', '0':
				c.pad = format[i]
			case '+':
				if !f.gnu {
					break flags
				}
				c.pad = '+'
			case '^':
				c.upper = true
			case '#':
				c.change = true
			default:
				break flags
			}
		}
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			c.width = min(max(c.width, 0)*10+int(format[i]-'0'), MaxWidth)
		}
		mod := byte(0)
		if i < len(format) && (format[i] == 'E' || format[i] == 'O') {
			mod = format[i]
			i++
		}
		colons := 0
		for f.gnu && i < len(format) && format[i] == ':' && colons < 4 {
			colons++
			i++
		}
		if i >= len(format) {
			return append(dst, format[start:]...)
		}
		out, ok := f.one(dst, format[i], mod, colons, c)
		if !ok || format[i] == '%' && i > start+1 {
			out = c.text(dst, format[start:i+1])
		}
		dst = out
	}
	return dst
}

// text appends a string, padded to the width.
func (c conv) text(dst []byte, s string) []byte {
	if c.pad != '-' {
		fill := byte(' ')
		if c.pad == '0' || c.pad == '+' {
			fill = '0'
		}
		for n := c.width - len(s); n > 0; n-- {
			dst = append(dst, fill)
		}
	}
	if c.upper {
		s = strings.ToUpper(s)
	}
	return append(dst, s...)
}

// number appends a number of at least digits digits. text is its digits.
func (c conv) number(dst []byte, digits int, text string, negative, sign bool) []byte {
	pad, width := c.pad, c.width
	if pad == 0 {
		pad = '0'
	}
	if width < 0 {
		width = digits
	}
	s := byte(0)
	if negative {
		s = '-'
	} else if sign {
		s = '+'
	}
	short := width - len(text)
	if s != 0 {
		short--
	}
	if pad == '-' {
		short = 0
	}
	if pad == '_' {
		for ; short > 0; short-- {
			dst = append(dst, ' ')
		}
	}
	if s != 0 {
		dst = append(dst, s)
	}
	for ; short > 0; short-- {
		dst = append(dst, '0')
	}
	return append(dst, text...)
}

func (c conv) int(dst []byte, digits, v int) []byte {
	n := v < 0
	if n {
		v = -v
	}
	return c.number(dst, digits, strconv.Itoa(v), n, false)
}

func (c conv) spaced(dst []byte, digits, v int) []byte {
	if c.pad == 0 {
		c.pad = '_'
	}
	return c.int(dst, digits, v)
}

// yearish appends a year or century.
func (c conv) yearish(dst []byte, digits, v int) []byte {
	n := v < 0
	if n {
		v = -v
	}
	sign := false
	if c.pad == '+' {
		most := 9999
		if digits == 2 {
			most = 99
		}
		sign = v > most || digits < c.width
	}
	return c.number(dst, digits, strconv.Itoa(v), n, sign)
}

var weekdays = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
var months = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// sub formats a conversion that stands for others.
func (f *formatter) sub(dst []byte, c conv, format string) []byte {
	s := string(f.run(nil, format, c.upper))
	c.upper = false
	return c.text(dst, s)
}

func (f *formatter) one(dst []byte, k, mod byte, colons int, c conv) ([]byte, bool) {
	t := f.t
	if colons > 0 && k != 'z' {
		return dst, false
	}
	switch mod {
	case 'E':
		if strings.IndexByte("aAbBdDeFgGhHIjklmMNqSUVwW", k) >= 0 {
			return dst, false
		}
	case 'O':
		if strings.IndexByte("aAcDFxXY", k) >= 0 {
			return dst, false
		}
		if strings.IndexByte("deHImMSUVwWyu", k) >= 0 { // as text, by the C library
			s, _ := f.one(nil, k, 0, 0, conv{width: -1})
			return c.text(dst, string(s)), true
		}
	}
	hour12 := func() int {
		h := t.Hour() % 12
		if h == 0 {
			h = 12
		}
		return h
	}
	name := func(s string) []byte {
		if c.change {
			c.upper = true
		}
		return c.text(dst, s)
	}
	switch k {
	case '%':
		return append(dst, '%'), true
	case 'a':
		return name(weekdays[t.Weekday()][:3]), true
	case 'A':
		return name(weekdays[t.Weekday()]), true
	case 'b', 'h':
		return name(months[t.Month()-1][:3]), true
	case 'B':
		return name(months[t.Month()-1]), true
	case 'c':
		return f.sub(dst, c, "%a %b %e %H:%M:%S %Y"), true
	case 'C':
		y := t.Year()
		century := y / 100
		if y < 0 && y%100 != 0 {
			century--
		}
		return c.yearish(dst, 2, century), true
	case 'd':
		return c.int(dst, 2, t.Day()), true
	case 'D', 'x':
		return f.sub(dst, c, "%m/%d/%y"), true
	case 'e':
		return c.spaced(dst, 2, t.Day()), true
	case 'F':
		if !f.gnu {
			return f.sub(dst, c, "%Y-%m-%d"), true
		}
		y := conv{pad: c.pad, width: 4}
		if c.pad == 0 && c.width < 0 {
			y.pad = '+'
		} else {
			y.width = max(c.width-6, 0)
		}
		s := y.yearish(nil, 4, t.Year())
		s = f.run(s, "-%m-%d", false)
		return c.text(dst, string(s)), true
	case 'g':
		y, _ := t.ISOWeek()
		return c.yearish(dst, 2, ((y%100)+100)%100), true
	case 'G':
		y, _ := t.ISOWeek()
		return c.yearish(dst, 4, y), true
	case 'H':
		return c.int(dst, 2, t.Hour()), true
	case 'I':
		return c.int(dst, 2, hour12()), true
	case 'j':
		return c.int(dst, 3, t.YearDay()), true
	case 'k':
		return c.spaced(dst, 2, t.Hour()), true
	case 'l':
		return c.spaced(dst, 2, hour12()), true
	case 'm':
		return c.int(dst, 2, int(t.Month())), true
	case 'M':
		return c.int(dst, 2, t.Minute()), true
	case 'n':
		return c.text(dst, "\n"), true
	case 'N':
		if !f.gnu {
			return dst, false
		}
		return f.nanoseconds(dst, c), true
	case 'p', 'P':
		s := "AM"
		if t.Hour() >= 12 {
			s = "PM"
		}
		if k == 'P' || c.change {
			s = strings.ToLower(s)
			if k == 'P' || c.change {
				c.upper = c.upper && k != 'P' && !c.change
			}
		}
		return c.text(dst, s), true
	case 'q':
		if !f.gnu {
			return dst, false
		}
		return c.int(dst, 1, (int(t.Month())-1)/3+1), true
	case 'r':
		return f.sub(dst, c, "%I:%M:%S %p"), true
	case 'R':
		return f.sub(dst, c, "%H:%M"), true
	case 's':
		u := t.Unix()
		n := u < 0
		text := strings.TrimPrefix(strconv.FormatInt(u, 10), "-")
		return c.number(dst, 1, text, n, false), true
	case 'S':
		return c.int(dst, 2, t.Second()), true
	case 't':
		return c.text(dst, "\t"), true
	case 'T', 'X':
		return f.sub(dst, c, "%H:%M:%S"), true
	case 'u':
		return c.int(dst, 1, (int(t.Weekday())+6)%7+1), true
	case 'U':
		return c.int(dst, 2, (t.YearDay()-1-int(t.Weekday())+7)/7), true
	case 'V':
		_, w := t.ISOWeek()
		return c.int(dst, 2, w), true
	case 'w':
		return c.int(dst, 1, int(t.Weekday())), true
	case 'W':
		return c.int(dst, 2, (t.YearDay()-1-(int(t.Weekday())+6)%7+7)/7), true
	case 'y':
		return c.yearish(dst, 2, ((t.Year()%100)+100)%100), true
	case 'Y':
		return c.yearish(dst, 4, t.Year()), true
	case 'z':
		return f.offset(dst, c, colons)
	case 'Z':
		s, off := t.Zone()
		if s == "" {
			s = string(f.run(nil, "%z", false))
			_ = off
		}
		if c.change {
			s, c.upper = strings.ToLower(s), false
		}
		return c.text(dst, s), true
	}
	return dst, false
}

// nanoseconds: the width is how many digits; what is padded is behind them.
func (f *formatter) nanoseconds(dst []byte, c conv) []byte {
	n, width, digits := f.t.Nanosecond(), c.width, 9
	if width <= 0 {
		width = 9
		if c.pad == '-' {
			return append(dst, fmt.Sprintf("%09d", n)...)
		}
	}
	for width < digits || digits > 1 && n%10 == 0 {
		digits--
		n /= 10
	}
	s := strconv.Itoa(n)
	s = strings.Repeat("0", digits-len(s)) + s
	dst = append(dst, s...)
	if c.pad == '-' {
		return dst
	}
	fill := byte('0')
	if c.pad == '_' {
		fill = ' '
	}
	for n := width - digits; n > 0; n-- {
		dst = append(dst, fill)
	}
	return dst
}

func (f *formatter) offset(dst []byte, c conv, colons int) ([]byte, bool) {
	_, off := f.t.Zone()
	neg := off < 0
	if neg {
		off = -off
	}
	h, m, s := off/3600, off/60%60, off%60
	digits, parts := 5, []int{h, m}
	sep := ""
	switch colons {
	case 0:
	case 1:
		digits, sep = 6, ":"
	case 2:
		digits, sep, parts = 9, ":", []int{h, m, s}
	case 3:
		switch {
		case s != 0:
			digits, sep, parts = 9, ":", []int{h, m, s}
		case m != 0:
			digits, sep = 6, ":"
		default:
			digits, parts = 3, []int{h}
		}
	default:
		return dst, false
	}
	var text string
	if sep == "" && len(parts) == 2 {
		text = strconv.Itoa(h*100 + m)
	} else {
		for i, p := range parts {
			if i > 0 {
				text += sep
				if p < 10 {
					text += "0"
				}
			}
			text += strconv.Itoa(p)
		}
	}
	return c.number(dst, digits, text, neg, true), true
}
