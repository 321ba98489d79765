package jq

import (
	"bytes"
	"math/big"
	"strconv"
)

// decimal is a number as it was written, where that says more than f does.
// Filters that pass it on keep it; arithmetic has f.
type decimal struct {
	f    float64
	text string // as decNumber's to-scientific-string has it
}

// floated is v, if it is a number as a float64.
func floated(v any) any {
	if d, ok := v.(*decimal); ok {
		return d.f
	}
	return v
}

// literalNumber is the number that s, which f is the nearest float64 of, says.
func literalNumber(f float64, s []byte) any {
	if len(s) < 16 && s[0] != '0' && s[0] != '-' || len(s) == 1 {
		plain := true
		for _, c := range s {
			plain = plain && isDigit(c)
		}
		if plain {
			return f
		}
	}
	text := canonical(s)
	if text == "" || text == string(appendFloat(nil, f)) {
		return f
	}
	return &decimal{f, text}
}

// maxDecimalExponent is decNumber's largest; beyond it a number isn't finite.
const maxDecimalExponent = 999999999

// canonical is a number as decNumber writes it: all its digits, but no zeros
// before them; plain if its exponent isn't positive and it isn't below 1e-6. It
// is "" for what can't be written so.
func canonical(s []byte) string {
	var b []byte
	if s[0] == '-' {
		b, s = append(b, '-'), s[1:]
	} else if s[0] == '+' {
		s = s[1:]
	}
	exp := 0
	if i := bytes.IndexAny(s, "eE"); i >= 0 {
		n, err := strconv.Atoi(string(s[i+1:]))
		if err != nil {
			return ""
		}
		s, exp = s[:i], n
	}
	whole, fraction, _ := bytes.Cut(s, []byte{'.'})
	exp -= len(fraction)
	digits := bytes.TrimLeft(append(append([]byte{}, whole...), fraction...), "0")
	if len(digits) == 0 {
		if len(whole)+len(fraction) == 0 {
			return ""
		}
		digits = []byte{'0'}
	}
	adjusted := exp + len(digits) - 1
	switch {
	case adjusted > maxDecimalExponent || adjusted < -maxDecimalExponent:
		return ""
	case exp > 0 || adjusted < -6:
		b = append(b, digits[0])
		if len(digits) > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = append(b, 'E')
		if adjusted >= 0 {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, int64(adjusted), 10)
	case exp == 0:
		b = append(b, digits...)
	case adjusted >= 0:
		at := len(digits) + exp
		b = append(append(append(b, digits[:at]...), '.'), digits[at:]...)
	default:
		b = append(b, "0."...)
		for range -adjusted - 1 {
			b = append(b, '0')
		}
		b = append(b, digits...)
	}
	return string(b)
}

// compare orders by all digits. Where the exponents are out of all reason, by
// what float64 makes of them.
func (d *decimal) compare(e *decimal) int {
	if d.f == e.f && d.text != e.text && len(d.text) < 4096 && len(e.text) < 4096 && -1e300 < d.f && d.f < 1e300 && d.f != 0 {
		x, ok1 := new(big.Rat).SetString(d.text)
		y, ok2 := new(big.Rat).SetString(e.text)
		if ok1 && ok2 {
			return x.Cmp(y)
		}
	}
	return compare(d.f, e.f)
}
