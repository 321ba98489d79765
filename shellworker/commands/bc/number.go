// Package bc is bc and dc: calculators with as many digits as it takes.
package bc

import (
	"errors"
	"math/big"
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

// maxDigits bounds the digits of a number, and so how long one operation takes.
const maxDigits = 1_000_000

var (
	bigTen  = big.NewInt(10)
	bigZero = number{new(big.Int), 0}
)

func fromInt(n int64) number { return number{big.NewInt(n), 0} }

var powCache [256]*big.Int

func pow10(n int) *big.Int {
	if n < len(powCache) {
		if powCache[n] == nil {
			powCache[n] = new(big.Int).Exp(bigTen, big.NewInt(int64(n)), nil)
		}
		return powCache[n]
	}
	return new(big.Int).Exp(bigTen, big.NewInt(int64(n)), nil)
}

func (a number) isZero() bool { return a.v.Sign() == 0 }

// rescale returns the number with another scale, cutting digits off.
func (a number) rescale(scale int) number {
	switch {
	case scale > a.scale:
		return number{new(big.Int).Mul(a.v, pow10(scale-a.scale)), scale}
	case scale < a.scale:
		return number{new(big.Int).Quo(a.v, pow10(a.scale-scale)), scale}
	}
	return a
}

func align(a, b number) (number, number) {
	if a.scale < b.scale {
		return a.rescale(b.scale), b
	}
	return a, b.rescale(a.scale)
}

func add(a, b number) number {
	a, b = align(a, b)
	return number{new(big.Int).Add(a.v, b.v), a.scale}
}

func sub(a, b number) number {
	a, b = align(a, b)
	return number{new(big.Int).Sub(a.v, b.v), a.scale}
}

func neg(a number) number { return number{new(big.Int).Neg(a.v), a.scale} }

func cmp(a, b number) int {
	a, b = align(a, b)
	return a.v.Cmp(b.v)
}

func mul(a, b number, scale int) number {
	r := number{new(big.Int).Mul(a.v, b.v), a.scale + b.scale}
	return r.rescale(min(a.scale+b.scale, max(scale, a.scale, b.scale)))
}

func div(a, b number, scale int) (number, error) {
	if b.isZero() {
		return bigZero, errDivide
	}
	// (a / 10^as) / (b / 10^bs) * 10^scale
	n := new(big.Int).Set(a.v)
	d := b.v
	if e := scale + b.scale - a.scale; e >= 0 {
		n.Mul(n, pow10(e))
	} else {
		d = new(big.Int).Mul(d, pow10(-e))
	}
	return number{n.Quo(n, d), scale}, nil
}

func mod(a, b number, scale int) (q, r number, err error) {
	if q, err = div(a, b, scale); err != nil {
		return q, r, err
	}
	rs := max(a.scale, b.scale+scale)
	r = sub(a, number{new(big.Int).Mul(q.v, b.v), q.scale + b.scale}).rescale(rs)
	return q, r, nil
}

// digits estimates the decimal digits of a number.
func (a number) digits() int { return int(float64(a.v.BitLen())*0.30103) + 1 }

func raise(a, b number, scale int) (number, error) {
	e := b.rescale(0)
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
	r := number{new(big.Int).Exp(a.v, big.NewInt(n), nil), a.scale * int(n)}
	if negative {
		return div(fromInt(1), r, rs)
	}
	return r.rescale(min(rs, r.scale)), nil
}

func min64(a, b int64) int {
	if a < b {
		return int(a)
	}
	return int(b)
}

func sqrt(a number, scale int) (number, error) {
	if a.v.Sign() < 0 {
		return bigZero, errNegative
	}
	if one := (number{big.NewInt(1), 0}); cmp(a, one) == 0 {
		return one, nil
	}
	rs := max(scale, a.scale)
	n := a.rescale(2 * rs)
	return number{new(big.Int).Sqrt(n.v), rs}, nil
}

// int returns the whole part as an int, bounded.
func (a number) int() int {
	w := a.rescale(0).v
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
func (a number) length() int {
	n := len(new(big.Int).Abs(a.v).String())
	if a.v.Sign() == 0 {
		return max(1, a.scale)
	}
	return max(n, a.scale)
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
func parse(s string, base int) number {
	whole, frac, _ := strings.Cut(s, ".")
	if base == 10 && strings.IndexFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' }) < 0 {
		v, _ := new(big.Int).SetString("0"+whole+frac, 10)
		return number{v, len(frac)}
	}
	if len(whole) == 1 && frac == "" {
		return fromInt(int64(digitValue(whole[0])))
	}
	b := big.NewInt(int64(base))
	v := new(big.Int)
	digit := func(c byte) *big.Int { return big.NewInt(int64(min(digitValue(c), base-1))) }
	for i := 0; i < len(whole); i++ {
		v.Mul(v, b)
		v.Add(v, digit(whole[i]))
	}
	if frac == "" {
		return number{v, 0}
	}
	f := new(big.Int)
	d := big.NewInt(1)
	for i := 0; i < len(frac); i++ {
		f.Mul(f, b)
		f.Add(f, digit(frac[i]))
		d.Mul(d, b)
	}
	q, _ := div(number{f, 0}, number{d, 0}, len(frac))
	return add(number{v, 0}, q)
}

// format writes a number in a base. Bases above 16 write each digit in
// decimal, between blanks.
func (a number) format(base int) string {
	if a.isZero() {
		return "0"
	}
	var b strings.Builder
	if a.v.Sign() < 0 {
		b.WriteByte('-')
	}
	abs := number{new(big.Int).Abs(a.v), a.scale}
	if base == 10 {
		s := abs.v.String()
		if len(s) <= abs.scale {
			s = strings.Repeat("0", abs.scale-len(s)) + s
			b.WriteString("." + s)
			return b.String()
		}
		b.WriteString(s[:len(s)-abs.scale])
		if abs.scale > 0 {
			b.WriteString("." + s[len(s)-abs.scale:])
		}
		return b.String()
	}
	whole, rest := new(big.Int).QuoRem(abs.v, pow10(abs.scale), new(big.Int))
	width := len(big.NewInt(int64(base - 1)).String())
	put := func(d int64) {
		if base <= 16 {
			b.WriteByte("0123456789ABCDEF"[d])
			return
		}
		s := big.NewInt(d).String()
		b.WriteString(" " + strings.Repeat("0", width-len(s)) + s)
	}
	bb := big.NewInt(int64(base))
	if whole.Sign() > 0 {
		if base <= 16 {
			b.WriteString(strings.ToUpper(whole.Text(base)))
		} else {
			var digits []int64
			m := new(big.Int)
			for whole.Sign() > 0 {
				whole.QuoRem(whole, bb, m)
				digits = append(digits, m.Int64())
			}
			for i := len(digits) - 1; i >= 0; i-- {
				put(digits[i])
			}
		}
	}
	if abs.scale > 0 {
		b.WriteByte('.')
		// As many digits as the scale is worth.
		t := big.NewInt(1)
		limit := pow10(abs.scale)
		first := true
		for t.Cmp(limit) < 0 {
			rest.Mul(rest, bb)
			d, m := new(big.Int).QuoRem(rest, limit, new(big.Int))
			rest = m
			if base > 16 && first {
				s := d.String()
				b.WriteString(strings.Repeat("0", width-len(s)) + s)
			} else {
				put(d.Int64())
			}
			first = false
			t.Mul(t, bb)
		}
	}
	return b.String()
}

// The functions of the mathematical library. Each works with more digits than
// it is asked for and cuts them off.

func fixed(n int64, scale int) number { return fromInt(n).rescale(scale) }

func mulS(a, b number, s int) number {
	return number{new(big.Int).Mul(a.v, b.v), a.scale + b.scale}.rescale(s)
}

func divS(a, b number, s int) number {
	r, _ := div(a, b, s)
	return r
}

// steps is called in each step of a series: it ends the program that is to end.
type steps func()

// exp is e to the x.
func (st steps) exp(x number, scale int) (number, error) {
	if x.isZero() {
		return fixed(1, 0).rescale(scale), nil
	}
	if x.rescale(0).v.CmpAbs(big.NewInt(10_000_000)) > 0 {
		if x.v.Sign() < 0 {
			return number{new(big.Int), scale}, nil
		}
		return bigZero, errSize
	}
	negative := x.v.Sign() < 0
	ax := number{new(big.Int).Abs(x.v), x.scale}
	whole := ax.int()
	s := scale + 12 + int(float64(whole)*0.4343)
	if negative {
		s = scale + 12 + int(float64(whole)*0.4343)
	}
	// Halve until the series is quick.
	k := 0
	y := ax.rescale(s + 20)
	for y.rescale(0).v.Sign() > 0 || y.v.Cmp(new(big.Int).Quo(pow10(y.scale), big.NewInt(64))) > 0 {
		st()
		y = number{new(big.Int).Rsh(y.v, 1), y.scale}
		k++
	}
	s += 10 + k/3
	y = y.rescale(s)
	sum, term := fixed(1, s), fixed(1, s)
	for i := int64(1); ; i++ {
		st()
		term = mulS(term, y, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if term.isZero() {
			break
		}
		sum = add(sum, term)
	}
	for ; k > 0; k-- {
		st()
		sum = mulS(sum, sum, s)
	}
	if negative {
		return divS(fromInt(1), sum, scale+4).rescale(scale), nil
	}
	return sum.rescale(scale), nil
}

// ln is the natural logarithm.
func (st steps) ln(x number, scale int) number {
	if x.v.Sign() <= 0 {
		r, _ := raise(fromInt(10), fromInt(int64(scale)), 0)
		one, _ := div(sub(fromInt(1), r), fromInt(1), scale)
		return one
	}
	s := scale + 15
	// x = y * 2^k with y near 1.
	k := 0
	y := x.rescale(max(s, x.scale) + len(x.v.String()))
	s2 := y.scale
	two := fromInt(2)
	for cmp(y, two) > 0 {
		st()
		y = number{new(big.Int).Rsh(y.v, 1), s2}
		k++
	}
	half, _ := div(fromInt(1), two, 1)
	for cmp(y, half) < 0 {
		st()
		y = number{new(big.Int).Lsh(y.v, 1), s2}
		k--
	}
	s += len(big.NewInt(int64(k)).String())
	return add(st.logSeries(y, s), mulS(fromInt(int64(k)), st.logSeries(two, s), s)).rescale(scale)
}

// logSeries is the logarithm of a number near 1 by the series of artanh.
func (st steps) logSeries(y number, s int) number {
	// A square root or three brings it nearer.
	n := 0
	y = y.rescale(s + 10)
	for ; n < 4; n++ {
		st()
		y, _ = sqrt(y, s+10)
	}
	s += 10
	z := divS(sub(y, fromInt(1)), add(y, fromInt(1)), s)
	zz := mulS(z, z, s)
	sum, term := z, z
	for i := int64(3); ; i += 2 {
		st()
		term = mulS(term, zz, s)
		t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if t.isZero() {
			break
		}
		sum = add(sum, t)
	}
	return number{new(big.Int).Lsh(sum.v, uint(n+1)), s}
}

// pi by Machin's formula.
func (st steps) pi(s int) number {
	s += 10
	at := func(n int64) number {
		x := divS(fromInt(1), fromInt(n), s)
		nn := n * n
		sum, term := x, x
		for i := int64(3); ; i += 2 {
			st()
			term = number{new(big.Int).Quo(term.v, big.NewInt(-nn)), s}
			t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
			if t.isZero() {
				return sum
			}
			sum = add(sum, t)
		}
	}
	return sub(mulS(fromInt(16), at(5), s), mulS(fromInt(4), at(239), s))
}

func (st steps) sin(x number, scale int) number {
	w := len(x.rescale(0).v.String())
	s := scale + 15 + w
	p := st.pi(s + w)
	twoPi := mulS(fromInt(2), p, p.scale)
	// Into -pi .. pi.
	q := divS(x, twoPi, 0)
	y := sub(x, mulS(q, twoPi, p.scale)).rescale(s + 5)
	if cmp(y, p) > 0 {
		y = sub(y, twoPi)
	} else if cmp(y, neg(p)) < 0 {
		y = add(y, twoPi)
	}
	y = y.rescale(s + 5)
	s += 5
	yy := mulS(y, y, s)
	sum, term := y, y
	for i := int64(2); ; i += 2 {
		st()
		term = mulS(term, yy, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(-i*(i+1))), s}
		if term.isZero() {
			break
		}
		sum = add(sum, term)
	}
	return sum.rescale(scale)
}

func (st steps) cos(x number, scale int) number {
	s := scale + 10
	half := divS(st.pi(s+len(x.v.String())), fromInt(2), s+len(x.v.String()))
	return st.sin(add(x, half), scale+4).rescale(scale)
}

func (st steps) atan(x number, scale int) number {
	if x.isZero() {
		return number{new(big.Int), 0}
	}
	negative := x.v.Sign() < 0
	s := scale + 15
	y := number{new(big.Int).Abs(x.v), x.scale}.rescale(max(s, x.scale))
	s = max(s, x.scale)
	one := fromInt(1)
	inverse := false
	if cmp(y, one) > 0 {
		y = divS(one, y, s)
		inverse = true
	}
	// atan(y) = 2 atan(y / (1 + sqrt(1+y^2)))
	n := 0
	tenth, _ := div(one, fromInt(10), 1)
	for cmp(y, tenth) > 0 {
		st()
		r, _ := sqrt(add(one, mulS(y, y, s)), s)
		y = divS(y, add(one, r), s)
		n++
	}
	yy := mulS(y, y, s)
	sum, term := y, y
	for i := int64(3); ; i += 2 {
		st()
		term = neg(mulS(term, yy, s))
		t := number{new(big.Int).Quo(term.v, big.NewInt(i)), s}
		if t.isZero() {
			break
		}
		sum = add(sum, t)
	}
	sum = number{new(big.Int).Lsh(sum.v, uint(n)), s}
	if inverse {
		sum = sub(divS(st.pi(s), fromInt(2), s), sum)
	}
	if negative {
		sum = neg(sum)
	}
	return sum.rescale(scale)
}

// bessel is the Bessel function of the first kind of integer order n.
func (st steps) bessel(n, x number, scale int) (number, error) {
	order := n.int()
	negative := false
	if order < 0 {
		order = -order
		negative = order%2 == 1
	}
	if order > 100000 {
		return bigZero, errSize
	}
	w := len(x.rescale(0).v.String())
	if w > 6 {
		return bigZero, errSize
	}
	s := scale + 20 + order + x.rescale(0).int()
	if s < scale+20 {
		s = scale + 20 + order - x.rescale(0).int()
	}
	h := divS(x, fromInt(2), s)
	term := fixed(1, s)
	for i := 1; i <= order; i++ {
		st()
		term = mulS(term, h, s)
		term = number{new(big.Int).Quo(term.v, big.NewInt(int64(i))), s}
	}
	hh := mulS(h, h, s)
	sum := term
	for k := int64(1); ; k++ {
		st()
		term = neg(mulS(term, hh, s))
		term = number{new(big.Int).Quo(term.v, big.NewInt(k*(k+int64(order)))), s}
		if term.isZero() {
			break
		}
		sum = add(sum, term)
	}
	if negative {
		sum = neg(sum)
	}
	return sum.rescale(scale), nil
}
