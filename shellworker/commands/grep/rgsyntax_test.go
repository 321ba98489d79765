package grep

import (
	"regexp"
	"testing"
)

func FuzzRgSyntax(f *testing.F) {
	for _, s := range []string{`[\w&&[^a-z]]+`, `(?x) a # b`, `a{2,1001}?`, `(?P<n>\p{Greek})`, `\x{e9}**`, `[[:^alpha:]--b]`, `(?s-u:.)`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		for _, unicode := range []bool{true, false} {
			x := rgSyntax{s: s, unicode: unicode}
			out, err := x.translate()
			if err != nil {
				_ = err.Error()
				continue
			}
			if re, err := regexp.Compile("(?m)" + out); err == nil {
				re.MatchString(s)
			}
		}
	})
}

func FuzzRgGlob(f *testing.F) {
	for _, s := range []string{"**/a", "a/**/b", "[!a-z]", "{a,b}*", `\!x`, "/x/", "!**"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		rule, ok, err := rgParseRule(s, false)
		if ok != (rule.re != nil) && err == nil {
			t.Fatalf("%q: a rule without an expression", s)
		}
		if ok {
			rule.re.MatchString(s)
		}
	})
}

func TestRgSyntaxErrors(t *testing.T) {
	for s, want := range map[string]string{
		"a(b": "regex parse error:\n    a(b\n     ^\nerror: unclosed group",
		`é\q`: "regex parse error:\n    é\\q\n     ^^\nerror: unrecognized escape sequence",
	} {
		x := rgSyntax{s: s, unicode: true}
		if _, err := x.translate(); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", s, err, want)
		}
	}
}
