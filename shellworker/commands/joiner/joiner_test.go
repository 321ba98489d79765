package joiner

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts that share their beginnings stay what they were.
func TestJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var j Joiner
	type text struct{ got, want string }
	texts := []text{{}, {strings.Repeat("x", leastKept), strings.Repeat("x", leastKept)}}
	for range 5000 {
		a := texts[r.IntN(len(texts))]
		if len(a.want) > 5000 {
			continue
		}
		if n := r.IntN(8); n == 0 && len(a.want) > 0 {
			k := r.IntN(len(a.want))
			a = text{a.got[:k], a.want[:k]}
		}
		more := strings.Repeat(string(rune('a'+r.IntN(26))), r.IntN(40))
		b := text{j.Join(a.got, more, "-"), a.want + more + "-"}
		if texts = append(texts, b); len(texts) > 50 {
			texts = texts[1:]
		}
		for _, x := range texts {
			if x.got != x.want {
				t.Fatalf("%q became %q", x.want, x.got)
			}
		}
	}
	if s := j.Join(); s != "" {
		t.Errorf("nothing joined is %q", s)
	}
}

// Appending takes few allocations.
func TestAppend(t *testing.T) {
	var j Joiner
	s := strings.Repeat("x", leastKept)
	n := testing.AllocsPerRun(1, func() {
		for range 100_000 {
			s = j.Join(s, "ab")
		}
	})
	if n > 100 {
		t.Errorf("%v allocations", n)
	}
}
