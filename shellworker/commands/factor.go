package commands

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"sort"
	"strings"
)

func init() {
	Register(Command{Name: "factor", Run: factorMain, Help: `
Usage: factor [NUMBER]...
Write the prime factors of each NUMBER, or of those on the standard input.

      --help     show this help
      --version  show the version
`})
}

func factorMain(ctx context.Context, p *Process) int {
	_, numbers := p.Getopt("")
	status := 0
	one := func(s string) {
		t := strings.TrimPrefix(strings.TrimLeft(s, " "), "+")
		n, ok := new(big.Int).SetString(t, 10)
		if t == "" || !ok || strings.Trim(t, "0123456789") != "" || len(t) > 1000 {
			// GNU's keeps its output in a buffer of its own: errors overtake it.
			fmt.Fprintf(p.Stderr, "%s: %s is not a valid positive integer\n", p.Name, p.Quote(s))
			status = 1
			return
		}
		p.Out.WriteString(n.String() + ":")
		for _, f := range factorize(ctx, n) {
			p.Out.WriteString(" " + f.String())
		}
		p.Out.WriteByte('\n')
	}
	if len(numbers) > 0 {
		for _, n := range numbers {
			one(n)
			if ctx.Err() != nil {
				return 1
			}
		}
		return status
	}
	sc := bufio.NewReaderSize(p.Stdin, 64<<10)
	for {
		w, err := readField(sc)
		if w, _, _ = strings.Cut(w, "\x00"); w != "" {
			one(w)
		}
		if err != nil || ctx.Err() != nil {
			return status
		}
	}
}

// readField reads a word between blanks, of at most 64 KiB.
func readField(r *bufio.Reader) (string, error) {
	var b []byte
	for {
		c, err := r.ReadByte()
		if err != nil {
			if err != io.EOF || len(b) == 0 {
				return string(b), err
			}
			return string(b), nil
		}
		if c == ' ' || c >= '\t' && c <= '\r' {
			if len(b) > 0 {
				return string(b), nil
			}
			continue
		}
		if len(b) < 64<<10 {
			b = append(b, c)
		}
	}
}

// factorize returns the prime factors of n in rising order.
func factorize(ctx context.Context, n *big.Int) []*big.Int {
	var out []*big.Int
	if n.Cmp(big.NewInt(2)) < 0 {
		return nil
	}
	n = new(big.Int).Set(n)
	small := func(d uint64) {
		if n.IsUint64() && n.Uint64() < d {
			return
		}
		b := new(big.Int).SetUint64(d)
		q, r := new(big.Int), new(big.Int)
		for {
			q.QuoRem(n, b, r)
			if r.Sign() != 0 {
				return
			}
			out = append(out, new(big.Int).Set(b))
			n.Set(q)
		}
	}
	small(2)
	if n.IsUint64() {
		v := n.Uint64()
		for d := uint64(3); d < 5000 && d*d <= v; d += 2 {
			for v%d == 0 {
				out = append(out, new(big.Int).SetUint64(d))
				v /= d
			}
		}
		for _, f := range factor64(ctx, v) {
			out = append(out, new(big.Int).SetUint64(f))
		}
	} else {
		for d := uint64(3); d < 5000; d += 2 {
			small(d)
		}
		var split func(n *big.Int)
		split = func(n *big.Int) {
			switch {
			case ctx.Err() != nil || n.Cmp(big.NewInt(1)) <= 0:
			case n.IsUint64():
				for _, f := range factor64(ctx, n.Uint64()) {
					out = append(out, new(big.Int).SetUint64(f))
				}
			case n.ProbablyPrime(24):
				out = append(out, n)
			default:
				d := rhoBig(ctx, n)
				if d == nil {
					return
				}
				split(d)
				split(new(big.Int).Quo(n, d))
			}
		}
		split(n)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Cmp(out[j]) < 0 })
	return out
}

func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, r := bits.Div64(hi%m, lo, m)
	return r
}

// prime64 is the test of Miller and Rabin with the bases that are enough for
// all numbers of 64 bits.
func prime64(n uint64) bool {
	bases := []uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}
	for _, p := range bases {
		if n%p == 0 {
			return n == p
		}
	}
	if n < 2 {
		return false
	}
	twos := bits.TrailingZeros64(n - 1)
	for _, a := range bases {
		x := powMod(a, (n-1)>>twos, n)
		for k := 1; k < twos && x != 1 && x != n-1; k++ {
			if x = mulMod(x, x, n); x == 1 {
				return false
			}
		}
		if x != 1 && x != n-1 {
			return false
		}
	}
	return true
}

func powMod(a, e, m uint64) uint64 {
	x := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			x = mulMod(x, a, m)
		}
		a = mulMod(a, a, m)
	}
	return x
}

// factor64 splits n by Pollard's rho.
func factor64(ctx context.Context, n uint64) []uint64 {
	if n < 2 || ctx.Err() != nil {
		return nil
	}
	if prime64(n) {
		return []uint64{n}
	}
	if n%2 == 0 {
		return append(factor64(ctx, n/2), 2)
	}
	for c := uint64(1); ; c++ {
		x, y, d := uint64(2), uint64(2), uint64(1)
		f := func(v uint64) uint64 {
			v = mulMod(v, v, n)
			if v >= n-c {
				return v - (n - c)
			}
			return v + c
		}
		// Differences are multiplied up, and the divisor looked for now and then.
		for d == 1 {
			q := uint64(1)
			sx, sy := x, y
			for range 128 {
				x, y = f(x), f(f(y))
				diff := x - y
				if x < y {
					diff = y - x
				}
				q = mulMod(q, diff, n)
			}
			if d = gcd64(q, n); d == n {
				d = 1
				x, y = sx, sy
				for d == 1 {
					x, y = f(x), f(f(y))
					diff := x - y
					if x < y {
						diff = y - x
					}
					d = gcd64(diff, n)
				}
				break
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		if d != n && d != 1 {
			return append(factor64(ctx, d), factor64(ctx, n/d)...)
		}
	}
}

func gcd64(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// rhoBig finds a divisor of a composite n, or nil when the context is done.
func rhoBig(ctx context.Context, n *big.Int) *big.Int {
	for c := int64(1); ; c++ {
		x, y := big.NewInt(2), big.NewInt(2)
		add := big.NewInt(c)
		f := func(v *big.Int) { v.Mul(v, v).Add(v, add).Mod(v, n) }
		q, diff, d := big.NewInt(1), new(big.Int), new(big.Int)
		for {
			sx, sy := new(big.Int).Set(x), new(big.Int).Set(y)
			q.SetInt64(1)
			for range 256 {
				f(x)
				f(y)
				f(y)
				q.Mul(q, diff.Sub(x, y).Abs(diff)).Mod(q, n)
			}
			if ctx.Err() != nil {
				return nil
			}
			d.GCD(nil, nil, q, n)
			if d.Cmp(big.NewInt(1)) == 0 {
				continue
			}
			if d.Cmp(n) == 0 {
				for x, y = sx, sy; ; {
					f(x)
					f(y)
					f(y)
					if d.GCD(nil, nil, diff.Sub(x, y).Abs(diff), n); d.Cmp(big.NewInt(1)) != 0 {
						break
					}
				}
			}
			break
		}
		if d.Cmp(n) != 0 {
			return d
		}
	}
}
