package printf

import (
	"fmt"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []string
		want   string
		ok     bool
	}{
		{"%s\n", []string{"a", "b"}, "a\nb\n", true},
		{"x\n", []string{"a"}, "x\n", true},
		{"%d %s|", []string{"1"}, "1 |", true},
		{"%5d|%-5d|%05d|%+d|% d", []string{"1", "2", "3", "4", "5"}, "    1|2    |00003|+4| 5", true},
		{"%x %X %#x %o %#o %u", []string{"255", "255", "255", "8", "8", "-1"}, "ff FF 0xff 10 010 18446744073709551615", true},
		{"%d", []string{"0x10"}, "16", true}, {"%d", []string{"'a"}, "97", true}, {"%d", []string{"é"}, "0", false}, {"%d", []string{"12x"}, "12", false},
		{"%d", []string{"99999999999999999999"}, "9223372036854775807", true},
		{"%f %.2f %e %g %g", []string{"1.5", "2.345", "12345.678", "0.0001", "1e10"}, "1.500000 2.35 1.234568e+04 0.0001 1e+10", true},
		{"%.20f", []string{"0.1"}, "0.10000000000000000000", true},
		{"%a", []string{"1"}, "0x8p-3", true}, {"%f", []string{"inf"}, "inf", true}, {"%5.1f|", []string{"-2.25"}, " -2.2|", true},
		{"%b", []string{`a\tb\0101\c no`}, "a\tbA", true}, {`\x41\u00e9\101\n`, nil, "Aé" + "A\n", true},
		{"%*d|%-*d|%.*f", []string{"4", "1", "4", "2", "1", "2.25"}, "   1|2   |2.2", true},
		{"%c%c", []string{"ab", ""}, "a\x00", true}, {"%%", nil, "%", true}, {"%.2s|%5.1s|", []string{"abc", "xyz"}, "ab|    x|", true},
	} {
		p := &Printer{Errorf: func(string, ...any) {}}
		out, ok, err := p.Format(c.format, c.args)
		if err != nil || string(out) != c.want || ok != c.ok {
			t.Errorf("%q %q: %q, %v, %v; want %q, %v", c.format, c.args, out, ok, err, c.want, c.ok)
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("%d %5.2f %b %*s\\n\\x41", "1", "-2.5e3")
	f.Fuzz(func(t *testing.T, format, a, b string) {
		p := &Printer{Errorf: func(f string, a ...any) { _ = fmt.Sprintf(f, a...) }, Limit: 1 << 16}
		p.Format(format, []string{a, b, a})
	})
}
