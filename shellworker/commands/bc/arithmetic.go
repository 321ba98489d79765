package bc

import (
	"math"
	"math/big"
	"strings"
)

// arithmetic computes with whole numbers of any size. math/big's own operations
// on a million digits take up to a second and can't be interrupted, so those on
// long numbers are made of pieces here, between which stop ends the program if
// it is to end: none takes more than some 20 ms.
type arithmetic struct {
	stop func()
	tens [256]*big.Int
}

// The longest numbers that are left to math/big, in words.
const (
	wholeProduct  = 8000
	wholeQuotient = 4000
	shortOperand  = 64 // of which the other may have any length
)

func newArithmetic(stop func()) *arithmetic { return &arithmetic{stop: stop} }

// words returns words i to j of x, without its sign; it shares x's memory.
func words(x *big.Int, i, j int) *big.Int {
	w := x.Bits()
	return new(big.Int).SetBits(w[min(i, len(w)):min(j, len(w))])
}

func abs(x *big.Int) *big.Int { return words(x, 0, len(x.Bits())) }

const wordBits = 32 << (^uint(0) >> 63)

// shift returns x with n words of zeros added at its end.
func shift(x *big.Int, n int) *big.Int { return new(big.Int).Lsh(x, uint(n*wordBits)) }

func (ar *arithmetic) multiply(x, y *big.Int) *big.Int {
	z := ar.product(abs(x), abs(y))
	if x.Sign()*y.Sign() < 0 {
		z.Neg(z)
	}
	return z
}

// product multiplies by Karatsuba's method; x and y aren't negative.
func (ar *arithmetic) product(x, y *big.Int) *big.Int {
	n, m := len(x.Bits()), len(y.Bits())
	if n < m {
		x, y, n, m = y, x, m, n
	}
	if n <= wholeProduct || m <= shortOperand {
		return new(big.Int).Mul(x, y)
	}
	ar.stop()
	if size := max(m, wholeProduct); n > size && m <= n/2+1 {
		// By pieces of x that are as long as y.
		z := new(big.Int)
		for i := (n - 1) / size * size; i >= 0; i -= size {
			z = shift(z, size)
			z.Add(z, ar.product(words(x, i, i+size), y))
		}
		return z
	}
	h := (n + 1) / 2
	x0, x1, y0, y1 := words(x, 0, h), words(x, h, n), words(y, 0, h), words(y, h, m)
	low, high := ar.product(x0, y0), ar.product(x1, y1)
	middle := ar.product(new(big.Int).Add(x0, x1), new(big.Int).Add(y0, y1))
	middle.Sub(middle, low).Sub(middle, high)
	z := shift(high, h)
	z = shift(z.Add(z, middle), h)
	return z.Add(z, low)
}

// divide returns the quotient, cut towards zero, and the remainder.
func (ar *arithmetic) divide(x, y *big.Int) (q, r *big.Int) {
	q, r = ar.quotient(abs(x), abs(y))
	if x.Sign()*y.Sign() < 0 {
		q.Neg(q)
	}
	if x.Sign() < 0 {
		r.Neg(r)
	}
	return q, r
}

func (ar *arithmetic) quo(x, y *big.Int) *big.Int {
	q, _ := ar.divide(x, y)
	return q
}

// quotient divides by Burnikel and Ziegler's method; x isn't negative, y is
// greater than 0.
func (ar *arithmetic) quotient(x, y *big.Int) (q, r *big.Int) {
	n := len(y.Bits())
	m := len(x.Bits()) - n // words of the quotient, or one fewer
	if m <= shortOperand || n <= shortOperand || n <= wholeQuotient && m <= wholeQuotient {
		return new(big.Int).QuoRem(x, y, new(big.Int))
	}
	if k := n - m - 2; k > n/4 {
		// The end of a long divisor hardly matters.
		q, _ = ar.quotient(words(x, k, n+m), words(y, k, n))
		r = new(big.Int).Sub(x, ar.product(q, y))
		for ; r.Sign() < 0; r.Add(r, y) {
			q.Sub(q, big.NewInt(1))
		}
		for ; r.Cmp(y) >= 0; r.Sub(r, y) {
			q.Add(q, big.NewInt(1))
		}
		return q, r
	}
	up := uint(n*wordBits - y.BitLen())
	x, y = new(big.Int).Lsh(x, up), new(big.Int).Lsh(y, up)
	q, r = new(big.Int), new(big.Int)
	for i := (len(x.Bits()) - 1) / n * n; i >= 0; i -= n {
		r = shift(r, n)
		var digit *big.Int
		digit, r = ar.quotient2n(r.Add(r, words(x, i, i+n)), y, n)
		q = shift(q, n)
		q.Add(q, digit)
	}
	return q, r.Rsh(r, up)
}

// quotient2n divides x by y of n words, of which the first bit is set; the
// quotient has at most n words.
func (ar *arithmetic) quotient2n(x, y *big.Int, n int) (q, r *big.Int) {
	if n <= wholeQuotient {
		ar.stop()
		return new(big.Int).QuoRem(x, y, new(big.Int))
	}
	if n%2 == 1 {
		q, r = ar.quotient2n(shift(x, 1), shift(y, 1), n+1)
		return q, r.Rsh(r, wordBits)
	}
	h := n / 2
	q1, r := ar.quotient3h(words(x, h, len(x.Bits())), y, h)
	r = shift(r, h)
	q0, r := ar.quotient3h(r.Add(r, words(x, 0, h)), y, h)
	q1 = shift(q1, h)
	return q1.Add(q1, q0), r
}

// quotient3h divides x of three times h words by y of twice h.
func (ar *arithmetic) quotient3h(x, y *big.Int, h int) (q, r *big.Int) {
	top, y1, y0 := words(x, h, len(x.Bits())), words(y, h, 2*h), words(y, 0, h)
	if words(top, h, 2*h+1).Cmp(y1) < 0 {
		q, r = ar.quotient2n(top, y1, h)
	} else {
		q = shift(big.NewInt(1), h)
		r = new(big.Int).Sub(top, shift(y1, h))
		q.Sub(q, big.NewInt(1))
		r.Add(r, y1)
	}
	r = shift(r, h)
	r.Add(r, words(x, 0, h)).Sub(r, ar.product(q, y0))
	for ; r.Sign() < 0; r.Add(r, y) {
		q.Sub(q, big.NewInt(1))
	}
	return q, r
}

// power is x to the n, which isn't negative.
func (ar *arithmetic) power(x *big.Int, n int64) *big.Int {
	if int64(x.BitLen())*n <= wholeProduct*wordBits {
		return new(big.Int).Exp(x, big.NewInt(n), nil)
	}
	z := ar.power(x, n/2)
	z = ar.multiply(z, z)
	if n%2 == 1 {
		z = ar.multiply(z, x)
	}
	return z
}

// pow10 is 10 to the n; the caller doesn't change it.
func (ar *arithmetic) pow10(n int) *big.Int {
	if n >= len(ar.tens) {
		return ar.power(big.NewInt(10), int64(n))
	}
	if ar.tens[n] == nil {
		ar.tens[n] = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	}
	return ar.tens[n]
}

// powerModulo is x to the n modulo m, from 0 to m-1; n isn't negative, m is
// greater than 0.
func (ar *arithmetic) powerModulo(x, n, m *big.Int) *big.Int {
	const work = 1 << 24 // products of words in one step
	size := len(m.Bits())
	_, x = ar.divide(x, m)
	if x.Sign() < 0 {
		x = new(big.Int).Add(x, m)
	}
	z := big.NewInt(1)
	if size > wholeQuotient {
		for i := n.BitLen() - 1; i >= 0; i-- {
			ar.stop()
			_, z = ar.divide(ar.multiply(z, z), m)
			if n.Bit(i) == 1 {
				_, z = ar.divide(ar.multiply(z, x), m)
			}
		}
		_, z = ar.divide(z, m)
		return z
	}
	bits := max(1, work/(size*size))
	digit := new(big.Int)
	for i := (n.BitLen() - 1) / bits * bits; i >= 0; i -= bits {
		ar.stop()
		digit.Rsh(n, uint(i))
		digit.And(digit, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1)))
		if z.BitLen() > 1 {
			z.Exp(z, new(big.Int).Lsh(big.NewInt(1), uint(bits)), m)
		}
		z.Mul(z, new(big.Int).Exp(x, digit, m)).Mod(z, m)
	}
	return z.Mod(z, m)
}

// root is the square root of x, cut off. Each step doubles its bits.
func (ar *arithmetic) root(x *big.Int) *big.Int {
	if x.BitLen() <= 64*wordBits {
		return new(big.Int).Sqrt(x)
	}
	// The root of x's first half is good to nearly half of the root's bits; a
	// step of Newton's from above gives the rest, but for a few units.
	low := uint(x.BitLen()) / 4
	z := ar.root(new(big.Int).Rsh(x, 2*low))
	z.Add(z, big.NewInt(1)).Lsh(z, low)
	z.Add(z, ar.quo(x, z)).Rsh(z, 1)
	for ar.multiply(z, z).Cmp(x) > 0 {
		z.Sub(z, big.NewInt(1))
	}
	return z
}

// pieceDigits is how many digits are converted at once; those of bases above 36,
// which math/big has no digits for, one by one.
func pieceDigits(base int) int {
	if base > 36 {
		return 100
	}
	return 5000
}

// powers returns base to the n, 2n, 4n, ..., those that at most bits bits hold,
// where n is pieceDigits(base).
func (ar *arithmetic) powers(base, bits int) []*big.Int {
	p := ar.power(big.NewInt(int64(base)), int64(pieceDigits(base)))
	list := []*big.Int{p}
	for 2*p.BitLen() <= bits+1 {
		p = ar.multiply(p, p)
		list = append(list, p)
	}
	return list
}

// pieces cuts x, which isn't negative, into pieces of pieceDigits(base) digits,
// of which use gets one after the other; first is true for that without zeros
// ahead of it.
func (ar *arithmetic) pieces(x *big.Int, base int, use func(piece *big.Int, first bool)) {
	powers := ar.powers(base, x.BitLen())
	var cut func(x *big.Int, i int, first bool)
	cut = func(x *big.Int, i int, first bool) {
		switch {
		case i < 0:
			ar.stop()
			use(x, first)
		case first && x.Cmp(powers[i]) < 0:
			cut(x, i-1, true)
		default:
			q, r := ar.divide(x, powers[i])
			cut(q, i-1, first)
			cut(r, i-1, false)
		}
	}
	cut(x, len(powers)-1, true)
}

// text is x, which isn't negative, in a base of at most 36.
func (ar *arithmetic) text(x *big.Int, base int) string {
	var b strings.Builder
	ar.pieces(x, base, func(piece *big.Int, first bool) {
		s := piece.Text(base)
		if !first {
			b.WriteString(strings.Repeat("0", pieceDigits(base)-len(s)))
		}
		b.WriteString(s)
	})
	return b.String()
}

// digits is x, which isn't negative, as digits of any base.
func (ar *arithmetic) digits(x *big.Int, base int) []int64 {
	var list []int64
	n := pieceDigits(base)
	bb := big.NewInt(int64(base))
	ar.pieces(x, base, func(piece *big.Int, first bool) {
		digits := make([]int64, n)
		i := n
		rest, d := new(big.Int).Set(piece), new(big.Int)
		for rest.Sign() > 0 {
			rest.QuoRem(rest, bb, d)
			i--
			digits[i] = d.Int64()
		}
		if !first {
			i = 0
		}
		list = append(list, digits[i:]...)
	})
	return list
}

// value is what digits are worth in a base; digit returns the value of each
// byte.
func (ar *arithmetic) value(s string, base int, digit func(c byte) int) *big.Int {
	n := 100
	powers := map[int]*big.Int{}
	var value func(s string) *big.Int
	value = func(s string) *big.Int {
		if len(s) <= n {
			ar.stop()
			v, bb := new(big.Int), big.NewInt(int64(base))
			for i := range len(s) {
				v.Mul(v, bb)
				v.Add(v, big.NewInt(int64(digit(s[i]))))
			}
			return v
		}
		low := n
		for 2*low < len(s) {
			low *= 2
		}
		if powers[low] == nil {
			powers[low] = ar.power(big.NewInt(int64(base)), int64(low))
		}
		v := ar.multiply(value(s[:len(s)-low]), powers[low])
		return v.Add(v, value(s[len(s)-low:]))
	}
	return value(s)
}

// decimals is how many decimal digits x has, 1 for 0.
func (ar *arithmetic) decimals(x *big.Int) int {
	n := max(0, int(float64(x.BitLen()-1)*math.Log10(2))) // one or two fewer, or as many
	for abs(x).Cmp(ar.pow10(n)) >= 0 {
		n++
	}
	return max(1, n)
}
