package awk

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// Arrays whose order needs no tables have that of the tables.
func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	quick := 0
	for range 2000 {
		a := &array{}
		for range r.IntN(4) {
			from, n := r.IntN(3), []int{1, 5, 40, 3000}[r.IntN(4)]
			for i := range n {
				switch k := from + i; r.IntN(200) {
				case 0:
					a.remove(strconv.Itoa(k))
				case 1:
					a.get(strconv.Itoa(k + 2))
				default:
					if a.at(float64(k), true) == nil {
						a.get(strconv.Itoa(k))
					}
				}
			}
		}
		if got := a.ascending(); got != nil {
			quick++
			if want := a.hashed(); !slices.Equal(got, want) {
				t.Fatalf("got %v, not %v", got, want)
			}
		}
		if n := len(a.keys()); n != a.size() {
			t.Fatalf("%d subscripts of %d", n, a.size())
		}
	}
	if quick < 100 {
		t.Errorf("only %d arrays were in order", quick)
	}
}
