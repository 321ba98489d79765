package tree

import (
	"strings"
	"testing"
)

func TestMatchName(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		dir, fold     bool
		want          match
	}{
		{"a.c", "*.c", false, false, matched},
		{"a.c", "*.C", false, false, differs},
		{"a.c", "*.C", false, true, matched},
		{"a.c", "x|*.c", false, false, matched},
		{"a.c", "|*.c", false, false, malformed},
		{"a.c", "*.c|", false, false, malformed},
		{"a", "[", false, false, malformed},
		{"a", "[^b]", false, false, matched},
		{"b", "[^b]", false, false, differs},
		{"", "[^b]", false, false, differs},
		{"]", `[\]]`, false, false, matched},
		{"a", `a\`, false, false, differs},
		{"a", "a/", true, false, matched},
		{"a", "a/", false, false, differs},
		{"a/b", "*", false, false, differs},
		{"a/b", "**", false, false, matched},
		{"a/z", "a/**/z", false, false, matched},
		{"a/b/c/z", "a/**/z", false, false, matched},
		{"a/bz", "a/**/z", false, false, differs},
		{strings.Repeat("a", 200), strings.Repeat("*a", 100) + "b", false, false, differs},
	} {
		if got := matchName(c.name, c.pattern, c.dir, c.fold); got != c.want {
			t.Errorf("%q with %q: %d, not %d", c.name, c.pattern, got, c.want)
		}
	}
}

func FuzzMatchName(f *testing.F) {
	f.Add("a/b.c", "**/*.[ch]|x")
	f.Add("a", `[^a-\`)
	f.Fuzz(func(t *testing.T, name, pattern string) {
		if len(name) > 1000 || len(pattern) > 1000 {
			return
		}
		matchName(name, pattern, true, false)
		newFilePattern(unquoted(pattern))
	})
}
