package bc

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"
)

// TestArithmetic compares what is made of pieces with math/big.
func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	ar := newArithmetic(func() {})
	number := func(words int) *big.Int {
		x := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(words*wordBits)))
		switch r.Intn(6) {
		case 0: // mostly ones, or zeros
			x.Rsh(x, uint(x.BitLen())/2)
			x.Sub(new(big.Int).Lsh(big.NewInt(1), uint(words*wordBits)), x)
		case 1:
			x.Lsh(x.Rsh(x, uint(x.BitLen())*3/4), uint(words*wordBits)*3/4)
		}
		if r.Intn(2) == 0 {
			x.Neg(x)
		}
		return x
	}
	sizes := []int{1, 63, 66, 3999, 4001, 7999, 8001, 9001, 12000, 16001, 20001, 33333}
	for range 30 {
		x, y := number(sizes[r.Intn(len(sizes))]), number(sizes[r.Intn(len(sizes))])
		before := [2]*big.Int{new(big.Int).Set(x), new(big.Int).Set(y)}
		if y.Sign() == 0 {
			continue
		}
		product := ar.multiply(x, y)
		if product.Cmp(new(big.Int).Mul(x, y)) != 0 {
			t.Fatalf("product of %d and %d words", len(x.Bits()), len(y.Bits()))
		}
		for _, n := range []*big.Int{x, product, new(big.Int).Sub(product, big.NewInt(1)), new(big.Int).Add(product, big.NewInt(1))} {
			q, rest := ar.divide(n, y)
			wantQ, wantR := new(big.Int).QuoRem(n, y, new(big.Int))
			if q.Cmp(wantQ) != 0 || rest.Cmp(wantR) != 0 {
				t.Fatalf("quotient of %d and %d words", len(n.Bits()), len(y.Bits()))
			}
		}
		if x.Cmp(before[0]) != 0 || y.Cmp(before[1]) != 0 {
			t.Fatal("an operand was changed")
		}
	}
	for _, size := range []int{1, 64, 65, 100, 3001} {
		x := abs(number(size))
		for _, n := range []*big.Int{x, new(big.Int).Mul(x, x), new(big.Int).Sub(new(big.Int).Mul(x, x), big.NewInt(1))} {
			if n.Sign() >= 0 && ar.root(n).Cmp(new(big.Int).Sqrt(n)) != 0 {
				t.Fatalf("root of %d words", len(n.Bits()))
			}
		}
		for _, base := range []int{2, 10, 16, 36} {
			s := x.Text(base)
			if ar.text(x, base) != s {
				t.Fatalf("%d words in base %d", size, base)
			}
			if ar.value(strings.ToUpper(s), base, digitValue).Cmp(x) != 0 {
				t.Fatalf("value of %d digits in base %d", len(s), base)
			}
		}
		if got, want := ar.decimals(x), len(x.String()); got != want {
			t.Fatalf("%d decimals, want %d", got, want)
		}
		for _, base := range []int{37, 1000, 1<<31 - 1} {
			v := new(big.Int)
			for _, d := range ar.digits(x, base) {
				v.Add(v.Mul(v, big.NewInt(int64(base))), big.NewInt(d))
			}
			if v.Cmp(x) != 0 {
				t.Fatalf("digits of %d words in base %d", size, base)
			}
		}
	}
	for _, size := range []int{1, 30, 300} {
		x, n, m := number(size), abs(number(3)), abs(number(size))
		if m.Sign() > 0 && ar.powerModulo(x, n, m).Cmp(new(big.Int).Exp(x, n, m)) != 0 {
			t.Fatalf("power modulo %d words", size)
		}
	}
	for n := 9995; n < 10005; n++ {
		x := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
		if ar.pow10(n).Cmp(x) != 0 || ar.decimals(x) != n+1 || ar.decimals(x.Sub(x, big.NewInt(1))) != n {
			t.Fatalf("10^%d", n)
		}
	}
}

// TestInterrupt expects that each operation on a million digits asks often
// whether it is to stop, and stops.
func TestInterrupt(t *testing.T) {
	const digits = 1_000_000
	seven := newArithmetic(func() {}).power(big.NewInt(7), digits*6/5)
	long := new(big.Int).Mul(seven, seven)
	for name, operation := range map[string]func(ar *arithmetic){
		"multiply": func(ar *arithmetic) { ar.multiply(seven, seven) },
		"divide":   func(ar *arithmetic) { ar.divide(long, seven) },
		"power":    func(ar *arithmetic) { ar.power(big.NewInt(3), digits*2) },
		"root":     func(ar *arithmetic) { ar.root(long) },
		"text":     func(ar *arithmetic) { ar.text(seven, 10) },
		"base 17":  func(ar *arithmetic) { ar.digits(seven, 17) },
		"value":    func(ar *arithmetic) { ar.value(strings.Repeat("7", digits), 10, digitValue) },
		"modulo":   func(ar *arithmetic) { ar.powerModulo(big.NewInt(3), long, seven) },
		"fraction": func(ar *arithmetic) { ar.format(number{seven, digits}, 7) },
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			func() {
				defer func() {
					if r := recover(); r != nil && r != "stop" {
						panic(r)
					}
				}()
				operation(newArithmetic(func() {
					asked++
					if asked == 100 {
						panic("stop")
					}
				}))
			}()
			if asked < 4 {
				t.Errorf("asked %d times whether to stop", asked)
			}
		})
	}
}
