package jq

import (
	"testing"
)

func TestDecimal(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"1", "1"}, {"1.0", "1.0"}, {"1.50", "1.50"}, {"-1.50", "-1.50"}, {"007", "7"}, {"0.00", "0.00"}, {"-0", "-0"}, {"-0.0", "-0.0"},
		{"1e2", "1E+2"}, {"1.5e3", "1.5E+3"}, {"15e2", "1.5E+3"}, {"100e-2", "1.00"}, {"1E-2", "0.01"}, {"0.000001", "0.000001"}, {"1e-7", "1E-7"}, {"1.1e-7", "1.1E-7"},
		{"100000000000000000001", "100000000000000000001"}, {"0.12345678901234567890123", "0.12345678901234567890123"},
		{"1e1000", "1E+1000"}, {"1e1234567890", "1.7976931348623157e+308"}, {"-1e1234567890", "-1.7976931348623157e+308"}, {"1.", "1"}, {".5", "0.5"},
	} {
		f, ok := parseNumber([]byte(c.in))
		if !ok {
			t.Errorf("%s: no number", c.in)
			continue
		}
		if got := string(encode(literalNumber(f, []byte(c.in)))); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

func TestDecimalCompare(t *testing.T) {
	lit := func(s string) any {
		f, _ := parseNumber([]byte(s))
		return literalNumber(f, []byte(s))
	}
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"1.0", "1", 0}, {"1", "1.00", 0}, {"1.0", "1.00", 0}, {"1.50", "2.0", -1}, {"2.0", "1.5", 1},
		{"10000000000000000000000000000001", "10000000000000000000000000000000", 1}, {"1e1000", "1e1001", 0},
	} {
		if got := compare(lit(c.a), lit(c.b)); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
