package testexpr

import (
	"strings"
	"testing"

	"github.com/capshell/capshell/hoststore/vfs"
)

type none struct{}

func (none) Stat(string) (vfs.Info, error)  { return vfs.Info{}, vfs.ENOENT }
func (none) Lstat(string) (vfs.Info, error) { return vfs.Info{}, vfs.ENOENT }
func (none) Access(string, uint32) bool     { return false }
func (none) Terminal(int) bool              { return false }

func TestEval(t *testing.T) {
	for _, c := range []struct {
		expr string
		want bool
		err  string
	}{
		{"", false, ""}, {"a", true, ""}, {"! a", false, ""}, {"-n a", true, ""}, {"-z a", false, ""}, {"-n", true, ""},
		{"a = a", true, ""}, {"a != a", false, ""}, {"a < b", true, ""}, {"1 -lt 10", true, ""}, {"01 -eq 1", true, ""},
		{"! a = b", true, ""}, {"( a )", true, ""}, {"( a = a )", true, ""}, {"a -a b", true, ""}, {"a -o b -a c", true, ""},
		{"-e x", false, ""}, {"x -nt y", false, ""}, {"a b", false, "a: unary operator expected"}, {"a b c", false, "b: binary operator expected"},
		{"a -eq 1", false, "a: integer expression expected"}, {"a b c d e", false, "too many arguments"}, {"( a = b c", false, "`)' expected, found c"},
		{"! ! a = a", true, ""}, {"a = b -o c = c", true, ""},
	} {
		got, err := Eval(strings.Fields(c.expr), none{})
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != c.want || text != c.err {
			t.Errorf("[ %s ]: %v, %q; want %v, %q", c.expr, got, text, c.want, c.err)
		}
	}
}

func FuzzEval(f *testing.F) {
	f.Add("! ( a -a b ) -o -n x")
	f.Fuzz(func(t *testing.T, s string) { Eval(strings.Fields(s), none{}) })
}
