package jq

import (
	"math"
	"strings"
	"time"

	"github.com/capshell/capshell/shellworker/strftime"
)

// A broken-down time is [year, month from 0, day, hours, minutes, seconds, day
// of the week, day of the year from 0].

func broken(t time.Time, seconds float64) []any {
	return []any{float64(t.Year()), float64(t.Month() - 1), float64(t.Day()), float64(t.Hour()), float64(t.Minute()),
		float64(t.Second()) + seconds - math.Floor(seconds), float64(t.Weekday()), float64(t.YearDay() - 1)}
}

func gmtimeFunction(_ *machine, v any, _ []any) (any, error) {
	n, ok := floated(v).(float64)
	if !ok {
		return nil, fail("gmtime() requires a number")
	}
	return broken(time.Unix(int64(math.Floor(n)), 0).UTC(), n), nil
}

func localtimeFunction(m *machine, v any, _ []any) (any, error) {
	n, ok := floated(v).(float64)
	if !ok {
		return nil, fail("localtime() requires a number")
	}
	return broken(time.Unix(int64(math.Floor(n)), 0).In(m.p.Zone()), n), nil
}

// timeOf reads a broken-down time.
func timeOf(v any, zone *time.Location, what string) (time.Time, error) {
	a, ok := v.([]any)
	if !ok {
		return time.Time{}, fail("%s requires array inputs", what)
	}
	bad := fail("%s requires parsed datetime inputs", what)
	if len(a) < 6 {
		return time.Time{}, bad
	}
	var n [6]int
	for i := range n {
		f, ok := floated(a[i]).(float64)
		if !ok {
			return time.Time{}, bad
		}
		n[i] = int(f)
	}
	return time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, zone), nil
}

func mktimeFunction(_ *machine, v any, _ []any) (any, error) {
	t, err := timeOf(v, time.UTC, "mktime")
	if err != nil {
		return nil, err
	}
	return float64(t.Unix()), nil
}

func strftimeFunction(m *machine, v any, a []any) (any, error) {
	return formatDate(m, v, a[0], time.UTC, "strftime/1")
}

func formatDate(_ *machine, v, format any, zone *time.Location, what string) (any, error) {
	f, ok := format.(string)
	if !ok {
		return nil, fail("%s requires a string format", what)
	}
	if n, ok := floated(v).(float64); ok {
		t := time.Unix(int64(math.Floor(n)), 0).In(zone)
		return string(strftime.AppendC(nil, f, t)), nil
	}
	if _, ok := v.([]any); !ok {
		return nil, fail("%s requires parsed datetime inputs", what)
	}
	t, err := timeOf(v, zone, what)
	if err != nil {
		return nil, fail("%s requires parsed datetime inputs", what)
	}
	return string(strftime.AppendC(nil, f, t)), nil
}

func strptimeFunction(_ *machine, v any, a []any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	f, ok := a[0].(string)
	if !ok {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	d := &dateReader{s: s, month: 1, day: 1, year: 1900}
	if !d.read(f) || strings.TrimLeft(d.s, " \t\n") != "" {
		return nil, fail("date %s does not match format %s", encode(s), encode(f))
	}
	if d.pm && d.hour < 12 {
		d.hour += 12
	}
	if d.epoch != nil {
		return broken(time.Unix(*d.epoch, 0).UTC(), 0), nil
	}
	t := time.Date(d.year, time.Month(d.month), d.day, d.hour, d.minute, d.second, 0, time.UTC)
	if d.yearDay > 0 {
		t = time.Date(d.year, 1, d.yearDay, d.hour, d.minute, d.second, 0, time.UTC)
	}
	return broken(t, 0), nil
}

// dateReader reads a text by a format of strptime(3).
type dateReader struct {
	s                              string
	year, month, day, hour, minute int
	second, yearDay, century       int
	pm                             bool
	epoch                          *int64
}

func (d *dateReader) number(digits, least, most int) (int, bool) {
	d.s = strings.TrimLeft(d.s, " \t\n")
	n, i := 0, 0
	for i < len(d.s) && i < digits && isDigit(d.s[i]) {
		n = n*10 + int(d.s[i]-'0')
		i++
	}
	d.s = d.s[i:]
	return n, i > 0 && n >= least && n <= most
}

// name reads one of the names, whole or its first three letters.
func (d *dateReader) name(of func(i int) string, n int) (int, bool) {
	for i := range n {
		for _, t := range []string{of(i), of(i)[:3]} {
			if len(d.s) >= len(t) && strings.EqualFold(d.s[:len(t)], t) {
				d.s = d.s[len(t):]
				return i, true
			}
		}
	}
	return 0, false
}

func (d *dateReader) read(format string) bool {
	for i := 0; i < len(format); i++ {
		c := format[i]
		if c == ' ' || c >= '\t' && c <= '\r' {
			d.s = strings.TrimLeft(d.s, " \t\n\v\f\r")
			continue
		}
		if c != '%' || i+1 >= len(format) {
			if d.s == "" || d.s[0] != c {
				return false
			}
			d.s = d.s[1:]
			continue
		}
		i++
		for i+1 < len(format) && strings.IndexByte("EO-_0^#", format[i]) >= 0 {
			i++
		}
		ok := true
		switch format[i] {
		case 'Y':
			neg := strings.HasPrefix(d.s, "-")
			d.s = strings.TrimPrefix(d.s, "-")
			d.year, ok = d.number(4, 0, 9999)
			if neg {
				d.year = -d.year
			}
		case 'C':
			d.century, ok = d.number(2, 0, 99)
			d.year = d.century*100 + d.year%100
		case 'y':
			d.year, ok = d.number(2, 0, 99)
			if d.year += 1900; d.year < 1969 {
				d.year += 100
			}
		case 'm':
			d.month, ok = d.number(2, 1, 12)
		case 'd', 'e':
			d.day, ok = d.number(2, 1, 31)
		case 'H', 'k':
			d.hour, ok = d.number(2, 0, 23)
		case 'I', 'l':
			d.hour, ok = d.number(2, 1, 12)
			d.hour %= 12
		case 'M':
			d.minute, ok = d.number(2, 0, 59)
		case 'S':
			d.second, ok = d.number(2, 0, 61)
		case 'j':
			d.yearDay, ok = d.number(3, 1, 366)
		case 'p', 'P':
			switch {
			case len(d.s) >= 2 && strings.EqualFold(d.s[:2], "am"):
			case len(d.s) >= 2 && strings.EqualFold(d.s[:2], "pm"):
				d.pm = true
			default:
				return false
			}
			d.s = d.s[2:]
		case 'a', 'A':
			_, ok = d.name(func(i int) string { return time.Weekday(i).String() }, 7)
		case 'b', 'B', 'h':
			d.month, ok = d.name(func(i int) string { return time.Month(i + 1).String() }, 12)
			d.month++
		case 'u', 'w', 'U', 'W', 'V':
			_, ok = d.number(2, 0, 53)
		case 's':
			n, i := int64(0), 0
			for i < len(d.s) && i < 18 && isDigit(d.s[i]) {
				n = n*10 + int64(d.s[i]-'0')
				i++
			}
			d.s, ok, d.epoch = d.s[i:], i > 0, &n
		case 'z':
			ok = d.zone()
		case 'Z':
			k := 0
			for k < len(d.s) && isNameStart(d.s[k]) {
				k++
			}
			d.s, ok = d.s[k:], k > 0
		case 'T':
			ok = d.read("%H:%M:%S")
		case 'R':
			ok = d.read("%H:%M")
		case 'D', 'x':
			ok = d.read("%m/%d/%y")
		case 'F':
			ok = d.read("%Y-%m-%d")
		case 'r':
			ok = d.read("%I:%M:%S %p")
		case 'X':
			ok = d.read("%H:%M:%S")
		case 'c':
			ok = d.read("%a %b %e %H:%M:%S %Y")
		case 'n', 't':
			d.s = strings.TrimLeft(d.s, " \t\n")
		case '%':
			ok = strings.HasPrefix(d.s, "%")
			d.s = strings.TrimPrefix(d.s, "%")
		default:
			return false
		}
		if !ok {
			return false
		}
	}
	return true
}

// zone reads +hh:mm, +hhmm, +hh or Z; the time stays what it is written as.
func (d *dateReader) zone() bool {
	d.s = strings.TrimLeft(d.s, " \t\n")
	if strings.HasPrefix(d.s, "Z") {
		d.s = d.s[1:]
		return true
	}
	if d.s == "" || d.s[0] != '+' && d.s[0] != '-' {
		return false
	}
	i, digits := 1, 0
	for i < len(d.s) && digits < 4 && (isDigit(d.s[i]) || d.s[i] == ':' && digits == 2) {
		if d.s[i] != ':' {
			digits++
		}
		i++
	}
	d.s = d.s[i:]
	return digits == 2 || digits == 4
}
