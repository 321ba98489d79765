// Package bc is bc and dc: calculators with as many digits as it takes.
package bc

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// number is v / 10^scale.
type number struct {
	v     *big.Int
	scale int
}

var (
	errDivide   = errors.New("Divide by zero")
	errNegative = errors.New("Square root of a negative number")
	errSize     = errors.New("number too large")
)

// maxDigits bounds the digits of a product or a power.
const maxDigits = 1_000_000

var (
	bigZero = number{new(big.Int), 0}
)

func fromInt(n int64) number { return number{big.NewInt(n), 0} }

func (a number) isZero() bool { return a.v.Sign() == 0 }

// rescale returns the number with another scale, cutting digits off.
func (ar *arithmetic) rescale(a number, scale int) number {
	switch {
	case scale > a.scale:
		return number{ar.multiply(a.v, ar.pow10(scale-a.scale)), scale}
	case scale < a.scale:
		return number{ar.quo(a.v, ar.pow10(a.scale-scale)), scale}
	}
	return a
}

func (ar *arithmetic) align(a, b number) (number, number) {
	if a.scale < b.scale {
		return ar.rescale(a, b.scale), b
	}
	return a, ar.rescale(b, a.scale)
}

func (ar *arithmetic) add(a, b number) number {
	a, b = ar.align(a, b)
	return number{new(big.Int).Add(a.v, b.v), a.scale}
}

func (ar *arithmetic) sub(a, b number) number {
	a, b = ar.align(a, b)
	return number{new(big.Int).Sub(a.v, b.v), a.scale}
}

func neg(a number) number { return number{new(big.Int).Neg(a.v), a.scale} }

func (ar *arithmetic) cmp(a, b number) int {
	a, b = ar.align(a, b)
	return a.v.Cmp(b.v)
}

func (ar *arithmetic) mul(a, b number, scale int) number {
	r := number{ar.multiply(a.v, b.v), a.scale + b.scale}
	return ar.rescale(r, min(a.scale+b.scale, max(scale, a.scale, b.scale)))
}

func (ar *arithmetic) div(a, b number, scale int) (number, error) {
	if b.isZero() {
		return bigZero, errDivide
	}
	// (a / 10^as) / (b / 10^bs) * 10^scale
	n, d := a.v, b.v
	if e := scale + b.scale - a.scale; e >= 0 {
		n = ar.multiply(n, ar.pow10(e))
	} else {
		d = ar.multiply(d, ar.pow10(-e))
	}
	return number{ar.quo(n, d), scale}, nil
}

func (ar *arithmetic) mod(a, b number, scale int) (q, r number, err error) {
	if q, err = ar.div(a, b, scale); err != nil {
		return q, r, err
	}
	rs := max(a.scale, b.scale+scale)
	r = ar.rescale(ar.sub(a, number{ar.multiply(q.v, b.v), q.scale + b.scale}), rs)
	return q, r, nil
}

// digits estimates the decimal digits of a number.
func (a number) digits() int { return int(float64(a.v.BitLen())*0.30103) + 1 }

func (ar *arithmetic) raise(a, b number, scale int) (number, error) {
	e := ar.rescale(b, 0)
	if !e.v.IsInt64() {
		if a.digits() <= 1 && a.v.CmpAbs(big.NewInt(1)) <= 0 && a.scale == 0 {
			if e.v.Bit(0) == 0 {
				return number{new(big.Int).Abs(a.v), 0}, nil
			}
			return a, nil
		}
		return bigZero, errSize
	}
	n := e.v.Int64()
	if n == 0 {
		return fromInt(1), nil
	}
	negative := n < 0
	if negative {
		n = -n
	}
	rs := scale
	if !negative {
		rs = min64(int64(a.scale)*n, int64(max(scale, a.scale)))
	}
	if int64(a.digits())*n > maxDigits {
		return bigZero, errSize
	}
	r := number{ar.power(a.v, n), a.scale * int(n)}
	if negative {
		return ar.div(fromInt(1), r, rs)
	}
	return ar.rescale(r, min(rs, r.scale)), nil
}

func min64(a, b int64) int {
	if a < b {
		return int(a)
	}
	return int(b)
}

func (ar *arithmetic) sqrt(a number, scale int) (number, error) {
	if a.v.Sign() < 0 {
		return bigZero, errNegative
	}
	if one := (number{big.NewInt(1), 0}); ar.cmp(a, one) == 0 {
		return one, nil
	}
	rs := max(scale, a.scale)
	n := ar.rescale(a, 2*rs)
	return number{ar.root(n.v), rs}, nil
}

// int returns the whole part as an int, bounded.
func (ar *arithmetic) int(a number) int {
	w := ar.rescale(a, 0).v
	if !w.IsInt64() {
		if w.Sign() < 0 {
			return -(1 << 40)
		}
		return 1 << 40
	}
	n := w.Int64()
	return int(max(-(1 << 40), min(1<<40, n)))
}

// length is the number of digits: those behind the point count with their
// zeros, those before without.
func (ar *arithmetic) length(a number) int {
	if a.v.Sign() == 0 {
		return max(1, a.scale)
	}
	return max(ar.decimals(a.v), a.scale)
}

func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return -1
}

// parse reads a number in a base. A digit too large for the base counts as the
// base's largest, but for a number of one digit.
func (ar *arithmetic) parse(s string, base int) number {
	if whole := strings.TrimSuffix(s, "."); len(whole) == 1 {
		return fromInt(int64(digitValue(whole[0])))
	}
	return ar.parseDigits(s, base, func(c byte) int { return min(digitValue(c), base-1) })
}

// parseDigits reads a number in a base, of which digit tells the value of each
// digit.
func (ar *arithmetic) parseDigits(s string, base int, digit func(c byte) int) number {
	whole, frac, _ := strings.Cut(s, ".")
	if base == 10 {
		return number{ar.value(whole+frac, base, digit), len(frac)}
	}
	v := number{ar.value(whole, base, digit), 0}
	if frac == "" {
		return v
	}
	f := number{ar.value(frac, base, digit), 0}
	q, _ := ar.div(f, number{ar.power(big.NewInt(int64(base)), int64(len(frac))), 0}, len(frac))
	return ar.add(v, q)
}

// format writes a number in a base. Bases above 16 write each digit in
// decimal, between blanks.
func (ar *arithmetic) format(a number, base int) string {
	if a.isZero() {
		return "0"
	}
	var b strings.Builder
	if a.v.Sign() < 0 {
		b.WriteByte('-')
	}
	v, scale := abs(a.v), a.scale
	if base == 10 {
		s := ar.text(v, 10)
		if len(s) <= scale {
			s = strings.Repeat("0", scale-len(s)) + s
		}
		b.WriteString(s[:len(s)-scale])
		if scale > 0 {
			b.WriteString("." + s[len(s)-scale:])
		}
		return b.String()
	}
	whole, rest := ar.divide(v, ar.pow10(scale))
	width := len(strconv.Itoa(base - 1))
	if whole.Sign() > 0 {
		if base <= 16 {
			b.WriteString(strings.ToUpper(ar.text(whole, base)))
		} else {
			for _, d := range ar.digits(whole, base) {
				fmt.Fprintf(&b, " %0*d", width, d)
			}
		}
	}
	if scale == 0 {
		return b.String()
	}
	// As many digits as the scale is worth.
	limit := ar.pow10(scale)
	n := max(0, int(float64(scale)*math.Log(10)/math.Log(float64(base)))-1)
	worth := ar.power(big.NewInt(int64(base)), int64(n))
	for ; worth.Cmp(limit) < 0; n++ {
		worth = ar.multiply(worth, big.NewInt(int64(base)))
	}
	rest = ar.quo(ar.multiply(rest, worth), limit)
	b.WriteByte('.')
	if base <= 16 {
		digits := strings.ToUpper(ar.text(rest, base))
		b.WriteString(strings.Repeat("0", n-len(digits)) + digits)
		return b.String()
	}
	digits := ar.digits(rest, base)
	for i := range n {
		d := int64(0)
		if k := i - n + len(digits); k >= 0 {
			d = digits[k]
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%0*d", width, d)
	}
	return b.String()
}

// The functions of the mathematical library. Each works with more digits than
// it is asked for and cuts them off.

func (ar *arithmetic) fixed(n int64, scale int) number { return ar.rescale(fromInt(n), scale) }

func (ar *arithmetic) mulS(a, b number, s int) number {
	return ar.rescale(number{ar.multiply(a.v, b.v), a.scale + b.scale}, s)
}

func (ar *arithmetic) divS(a, b number, s int) number {
	r, _ := ar.div(a, b, s)
	return r
}

// exp is e to the x.
func (ar *arithmetic) exp(x number, scale int) (number, error) {
	if x.isZero() {
		return ar.rescale(ar.fixed(1, 0), scale), nil
	}
	if ar.rescale(x, 0).v.CmpAbs(big.NewInt(10_000_000)) > 0 {
		if x.v.Sign() < 0 {
			return number{new(big.Int), scale}, nil
		}
		return bigZero, errSize
	}
	negative := x.v.Sign() < 0
	ax := number{new(big.Int).Abs(x.v), x.scale}
	whole := ar.int(ax)
	s := scale + 12 + int(float64(whole)*0.4343)
	if negative {
		s = scale + 12 + int(float64(whole)*0.4343)
	}
	// Halve until the series is quick.
	k := 0
	y := ar.rescale(ax, s+20)
	for ar.rescale(y, 0).v.Sign() > 0 || y.v.Cmp(new(big.Int).Quo(ar.pow10(y.scale), big.NewInt(64))) > 0 {
		ar.stop()
		y = number{new(big.Int).Rsh(y.v, 1), y.scale}
		k++
	}
	s += 10 + k/3
	y = ar.rescale(y, s)
	sum, term := ar.fixed(1, s), ar.fixed(1, s)
	for i := int64(1); ; i++ {
		ar.stop()
		term = ar.mulS(term, y, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if term.isZero() {
			break
		}
		sum = ar.add(sum, term)
	}
	for ; k > 0; k-- {
		ar.stop()
		sum = ar.mulS(sum, sum, s)
	}
	if negative {
		return ar.rescale(ar.divS(fromInt(1), sum, scale+4), scale), nil
	}
	return ar.rescale(sum, scale), nil
}

// ln is the natural logarithm.
func (ar *arithmetic) ln(x number, scale int) number {
	if x.v.Sign() <= 0 {
		r, _ := ar.raise(fromInt(10), fromInt(int64(scale)), 0)
		one, _ := ar.div(ar.sub(fromInt(1), r), fromInt(1), scale)
		return one
	}
	s := scale + 15
	// x = y * 2^k with y near 1.
	k := 0
	y := ar.rescale(x, max(s, x.scale)+ar.decimals(x.v))
	s2 := y.scale
	two := fromInt(2)
	for ar.cmp(y, two) > 0 {
		ar.stop()
		y = number{new(big.Int).Rsh(y.v, 1), s2}
		k++
	}
	half, _ := ar.div(fromInt(1), two, 1)
	for ar.cmp(y, half) < 0 {
		ar.stop()
		y = number{new(big.Int).Lsh(y.v, 1), s2}
		k--
	}
	s += len(big.NewInt(int64(k)).String())
	return ar.rescale(ar.add(ar.logSeries(y, s), ar.mulS(fromInt(int64(k)), ar.logSeries(two, s), s)), scale)
}

// logSeries is the logarithm of a number near 1 by the series of artanh.
func (ar *arithmetic) logSeries(y number, s int) number {
	// A square root or three brings it nearer.
	n := 0
	y = ar.rescale(y, s+10)
	for ; n < 4; n++ {
		ar.stop()
		y, _ = ar.sqrt(y, s+10)
	}
	s += 10
	z := ar.divS(ar.sub(y, fromInt(1)), ar.add(y, fromInt(1)), s)
	zz := ar.mulS(z, z, s)
	sum, term := z, z
	for i := int64(3); ; i += 2 {
		ar.stop()
		term = ar.mulS(term, zz, s)
		t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if t.isZero() {
			break
		}
		sum = ar.add(sum, t)
	}
	return number{new(big.Int).Lsh(sum.v, uint(n+1)), s}
}

// pi by Machin's formula.
func (ar *arithmetic) pi(s int) number {
	s += 10
	at := func(n int64) number {
		x := ar.divS(fromInt(1), fromInt(n), s)
		nn := n * n
		sum, term := x, x
		for i := int64(3); ; i += 2 {
			ar.stop()
			term = number{new(big.Int).Quo(term.v, big.NewInt(-nn)), s}
			t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
			if t.isZero() {
				return sum
			}
			sum = ar.add(sum, t)
		}
	}
	return ar.sub(ar.mulS(fromInt(16), at(5), s), ar.mulS(fromInt(4), at(239), s))
}

func (ar *arithmetic) sin(x number, scale int) number {
	w := ar.decimals(ar.rescale(x, 0).v)
	s := scale + 15 + w
	p := ar.pi(s + w)
	twoPi := ar.mulS(fromInt(2), p, p.scale)
	// Into -pi .. pi.
	q := ar.divS(x, twoPi, 0)
	y := ar.rescale(ar.sub(x, ar.mulS(q, twoPi, p.scale)), s+5)
	if ar.cmp(y, p) > 0 {
		y = ar.sub(y, twoPi)
	} else if ar.cmp(y, neg(p)) < 0 {
		y = ar.add(y, twoPi)
	}
	y = ar.rescale(y, s+5)
	s += 5
	yy := ar.mulS(y, y, s)
	sum, term := y, y
	for i := int64(2); ; i += 2 {
		ar.stop()
		term = ar.mulS(term, yy, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(-i*(i+1))), s}
		if term.isZero() {
			break
		}
		sum = ar.add(sum, term)
	}
	return ar.rescale(sum, scale)
}

func (ar *arithmetic) cos(x number, scale int) number {
	s := scale + 10
	half := ar.divS(ar.pi(s+ar.decimals(x.v)), fromInt(2), s+ar.decimals(x.v))
	return ar.rescale(ar.sin(ar.add(x, half), scale+4), scale)
}

func (ar *arithmetic) atan(x number, scale int) number {
	if x.isZero() {
		return number{new(big.Int), 0}
	}
	negative := x.v.Sign() < 0
	s := scale + 15
	y := ar.rescale(number{new(big.Int).Abs(x.v), x.scale}, max(s, x.scale))
	s = max(s, x.scale)
	one := fromInt(1)
	inverse := false
	if ar.cmp(y, one) > 0 {
		y = ar.divS(one, y, s)
		inverse = true
	}
	// atan(y) = 2 atan(y / (1 + ar.sqrt(1+y^2)))
	n := 0
	tenth, _ := ar.div(one, fromInt(10), 1)
	for ar.cmp(y, tenth) > 0 {
		ar.stop()
		r, _ := ar.sqrt(ar.add(one, ar.mulS(y, y, s)), s)
		y = ar.divS(y, ar.add(one, r), s)
		n++
	}
	yy := ar.mulS(y, y, s)
	sum, term := y, y
	for i := int64(3); ; i += 2 {
		ar.stop()
		term = neg(ar.mulS(term, yy, s))
		t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if t.isZero() {
			break
		}
		sum = ar.add(sum, t)
	}
	sum = number{new(big.Int).Lsh(sum.v, uint(n)), s}
	if inverse {
		sum = ar.sub(ar.divS(ar.pi(s), fromInt(2), s), sum)
	}
	if negative {
		sum = neg(sum)
	}
	return ar.rescale(sum, scale)
}

// bessel is the Bessel function of the first kind of integer order n.
func (ar *arithmetic) bessel(n, x number, scale int) (number, error) {
	order := ar.int(n)
	negative := false
	if order < 0 {
		order = -order
		negative = order%2 == 1
	}
	if order > 100000 {
		return bigZero, errSize
	}
	w := ar.decimals(ar.rescale(x, 0).v)
	if w > 6 {
		return bigZero, errSize
	}
	s := scale + 20 + order + ar.int(ar.rescale(x, 0))
	if s < scale+20 {
		s = scale + 20 + order - ar.int(ar.rescale(x, 0))
	}
	h := ar.divS(x, fromInt(2), s)
	term := ar.fixed(1, s)
	for i := 1; i <= order; i++ {
		ar.stop()
		term = ar.mulS(term, h, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(int64(i))), s}
	}
	hh := ar.mulS(h, h, s)
	sum := term
	for k := int64(1); ; k++ {
		ar.stop()
		term = neg(ar.mulS(term, hh, s))
		term = number{new(big.Int).Quo(term.v, big.NewInt(k*(k+int64(order)))), s}
		if term.isZero() {
			break
		}
		sum = ar.add(sum, term)
	}
	if negative {
		sum = neg(sum)
	}
	return ar.rescale(sum, scale), nil
}
