package pattern

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pat, s string
		flags  Flags
		want   bool
	}{
		{"", "", 0, true}, {"", "a", 0, false}, {"*", "", 0, true}, {"a*b", "ab", 0, true}, {"a*b", "acb", 0, true}, {"a*b", "acbc", 0, false},
		{"?", "é", 0, true}, {"?", "é", Bytes, false}, {"??", "é", Bytes, true}, {"?", "\xff", 0, true},
		{"[a-c]x", "bx", 0, true}, {"[!a-c]", "b", 0, false}, {"[^a-c]", "d", 0, true}, {"[]a]", "]", 0, true}, {"[a-]", "-", 0, true},
		{"[[:digit:]]", "5", 0, true}, {"[[:nope:]]", "5", 0, false}, {"[[.hyphen.]]", "-", 0, true}, {"[[=a=]]", "a", 0, true},
		{"[", "[", 0, true}, {"[a", "[a", 0, true}, {`\*`, "*", 0, true}, {`\*`, "a", 0, false}, {`a\`, `a\`, 0, true},
		{"A*", "abc", NoCase, true}, {"[A-C]", "b", NoCase, true},
		{"*", ".a", Period, false}, {".*", ".a", Period, true}, {"?a", ".a", Period, false}, {"[.]a", ".a", Period, false},
		{"*", "a/b", Path, false}, {"*/*", "a/b", Path, true}, {"?", "/", Path, false},
		{"@(a|b)c", "bc", Extglob, true}, {"@(a|b)c", "@(a|b)c", 0, true}, {"?(a)", "", Extglob, true}, {"*(ab)", "abab", Extglob, true},
		{"+(ab)", "", Extglob, false}, {"!(a)", "b", Extglob, true}, {"!(a)", "a", Extglob, false}, {"!(a)", "", Extglob, true},
		{"a!(b)c", "abc", Extglob, false}, {"a!(b)c", "abbc", Extglob, true}, {"*(a|*(b))", "abba", Extglob, true}, {"@(a", "@(a", Extglob, true},
	} {
		if got := Match(c.pat, c.s, c.flags); got != c.want {
			t.Errorf("Match(%q, %q, %d) = %v", c.pat, c.s, c.flags, got)
		}
	}
}

func TestEnds(t *testing.T) {
	p := Compile("*b", 0)
	if n := p.Prefix("abcb", true); n != 4 {
		t.Errorf("longest prefix %d", n)
	}
	if n := p.Prefix("abcb", false); n != 2 {
		t.Errorf("shortest prefix %d", n)
	}
	if n := Compile("/*", 0).Suffix("a/b/c", false); n != 3 {
		t.Errorf("shortest suffix at %d", n)
	}
	if n := Compile("/*", 0).Suffix("a/b/c", true); n != 1 {
		t.Errorf("longest suffix at %d", n)
	}
	if i, j := Compile("b+(c)", Extglob).Find("abccd", 0); i != 1 || j != 4 {
		t.Errorf("found %d to %d", i, j)
	}
}

// Patterns that make a backtracking matcher take for ever.
func TestNoExplosion(t *testing.T) {
	text := strings.Repeat("a", 200)
	begin := time.Now()
	for _, pat := range []string{strings.Repeat("a*", 50) + "b", "*(*(a))b", "+(+(a|aa)|a)b", strings.Repeat("*(a)", 20) + "b"} {
		if Match(pat, text, Extglob) {
			t.Errorf("%q matches", pat)
		}
	}
	if d := time.Since(begin); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}

// What is found by the parts between stars is what is found by all the ways.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string, n int) string {
		var b strings.Builder
		for range r.IntN(n) {
			b.WriteString(from[r.IntN(len(from))])
		}
		return b.String()
	}
	for range 100_000 {
		pat := pick([]string{"a", "b", "é", "*", "*", "?", "[ab]", "[!a]", "\\*", "\xc3", "\xa9", "A"}, 7)
		s := pick([]string{"a", "b", "é", "\xc3", "\xa9", "*", "A"}, 9)
		flags := []Flags{0, NoCase, Bytes, NoCase | Bytes}[r.IntN(4)]
		p := Compile(pat, flags)
		if p.literal { // bash takes a text with an invalid byte for bytes
			continue
		}
		ends := p.ends(p.nodes, s, 0)
		shortest, longest := -1, -1
		if len(ends) > 0 {
			shortest, longest = ends[0], ends[len(ends)-1]
		}
		if got := p.Prefix(s, false); got != shortest {
			t.Fatalf("the shortest prefix of %q that %q matches (flags %d) has length %d, not %d", s, pat, flags, got, shortest)
		}
		if got := p.Prefix(s, true); got != longest {
			t.Fatalf("the longest prefix of %q that %q matches (flags %d) has length %d, not %d", s, pat, flags, got, longest)
		}
		if got, want := p.Match(s), longest == len(s); got != want {
			t.Fatalf("%q matches %q (flags %d): %v, not %v", pat, s, flags, got, want)
		}
		first, last := -1, -1
		for i := 0; i <= len(s); i++ {
			if (i == len(s) || flags&Bytes != 0 || charStart(s, i)) && p.full(s[i:]) {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if got := p.Suffix(s, true); got != first {
			t.Fatalf("the longest suffix of %q that %q matches (flags %d) begins at %d, not %d", s, pat, flags, got, first)
		}
		if got := p.Suffix(s, false); got != last {
			t.Fatalf("the shortest suffix of %q that %q matches (flags %d) begins at %d, not %d", s, pat, flags, got, last)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("a*[!b]?", "abc", uint8(0))
	f.Add("!(a|+(b))*", "abc", uint8(1))
	f.Fuzz(func(t *testing.T, pat, s string, flags uint8) {
		if len(pat) > 60 || len(s) > 60 {
			return
		}
		p := Compile(pat, Flags(flags))
		p.Match(s)
		p.Prefix(s, true)
		p.Suffix(s, false)
		p.Find(s, 0)
		if q := Escape(s); !Match(q, s, Flags(flags)&^(Period|Path|NoCase)) {
			t.Errorf("Escape(%q) = %q doesn't match it", s, q)
		}
	})
}
