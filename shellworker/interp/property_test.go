package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// TestGrammar compares scripts made from a grammar with the machine's bash
// (make property). Each script is many small ones in subshells.
func TestGrammar(t *testing.T) {
	if os.Getenv("CAPSHELL_PROPERTY") == "" {
		t.Skip("CAPSHELL_PROPERTY isn't set")
	}
	rapid.Check(t, func(rt *rapid.T) {
		g := &grammar{rt}
		var scripts []string
		for range 20 {
			scripts = append(scripts, g.script())
		}
		if whole := batch(scripts); !same(whole) {
			for _, s := range scripts {
				if one := batch([]string{s}); !same(one) {
					got, want := both(one)
					rt.Fatalf("%s\ngot %d %q\nwant %d %q", s, got.Status, got.Stdout, want.Status, want.Stdout)
				}
			}
		}
	})
}

func batch(scripts []string) string {
	var b strings.Builder
	b.WriteString("exec 2>/dev/null\nHOME=/h; x='a b'; y=; z=5; arr=(p 'q r' '' s); declare -A map=([k]=v [j]='w x'); set -- one 'two three' ''\n")
	for _, s := range scripts {
		b.WriteString("(\n" + s + "\n)\necho \"=$?\"\n")
	}
	return b.String()
}

func both(script string) (got, want conformance.Result) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return ours.Shell(ctx, script), conformance.Bash(ctx, script)
}

func same(script string) bool {
	got, want := both(script)
	return got.Status == want.Status && bytes.Equal(got.Stdout, want.Stdout)
}

type grammar struct{ t *rapid.T }

func (g *grammar) n(k int) int { return rapid.IntRange(0, k-1).Draw(g.t, "n") }

func (g *grammar) pick(list ...string) string { return list[g.n(len(list))] }

func (g *grammar) script() string {
	var lines []string
	for range 1 + g.n(3) {
		lines = append(lines, g.command(2))
	}
	return strings.Join(lines, "\n")
}

func (g *grammar) command(depth int) string {
	k := g.n(24)
	if depth == 0 {
		k = g.n(8)
	}
	switch k {
	case 0, 1, 2:
		return "printf '<%s>' " + g.words(3) + "; echo"
	case 3:
		return g.assign()
	case 4:
		return "echo $(( " + g.arith(3) + " ))"
	case 5:
		return "[[ " + g.cond(2) + " ]]; echo $?"
	case 6:
		return "(( " + g.arith(2) + " )); echo $?"
	case 7:
		return g.assign() + "; printf '<%s>' " + g.words(2) + "; echo"
	case 8:
		return "if " + g.command(depth-1) + "; then " + g.command(depth-1) + "; else " + g.command(depth-1) + "; fi"
	case 9:
		return "for i in " + g.words(2) + "; do echo \"$i\"; " + g.command(depth-1) + "; done"
	case 10:
		return "case " + g.word1() + " in " + g.pattern() + ") echo 1;; " + g.pattern() + ") echo 2" + g.pick(";;", ";&", ";;&") + " *) echo 3;; esac"
	case 11:
		return "{ " + g.command(depth-1) + "; } | while read -r l; do echo \"[$l]\"; done"
	case 12:
		return "f() { local x=" + g.word() + "; " + g.command(depth-1) + "; }; f " + g.words(2) + "; echo $?"
	case 13:
		return "( " + g.command(depth-1) + " )" + g.pick(" && ", " || ") + g.command(depth-1)
	case 14:
		return "v=$(" + g.command(depth-1) + "); echo \"$v\""
	case 15:
		return "IFS=" + g.pick(":", "' '", "', '", "x") + "; printf '<%s>' " + g.words(3) + "; echo"
	case 16:
		return "cat <<E\n" + g.quotedText() + "\nE"
	}
	switch k {
	case 17:
		return "unset " + g.pick("x", "'arr[1]'", "'map[k]'", "arr", "nope") + "; echo \"${x-u}\" \"${arr[@]-u}\" \"${map[k]-u}\" ${#arr[@]}"
	case 18:
		return "declare " + g.pick("-i", "-u", "-l", "-r", "-x", "-a", "-A", "") + " v" + g.pick("=", "+=") + g.word1() + "; declare -p v; v=" + g.word() + "; declare -p v"
	case 19:
		return "printf '" + g.pick("%s", "%d", "%5s|", "%-4s|", "%b", "%q", "%x", "%c", "%.2s", "%05d", "%s %s") + "\\n' " + g.words(3)
	case 20:
		return "set -- " + g.words(3) + "; shift " + g.pick("", "0", "1", "9") + "; printf '<%s>' \"$@\"; echo"
	case 21:
		return "trap 'echo E' " + g.pick("EXIT", "ERR") + "; " + g.command(depth-1) + "; " + g.pick("true", "false", "exit 3")
	case 22:
		return "set -" + g.pick("e", "u", "f", "o pipefail") + "; " + g.command(depth-1) + "; " + g.command(depth-1)
	case 23:
		return "declare -n ref=" + g.pick("x", "arr", "'arr[1]'", "nope", "map") + "; ref" + g.pick("=", "+=") + g.word() + "; echo \"$ref\" \"${!ref}\" \"$x\" \"${arr[@]}\""
	}
	return "read -r a b <<< " + g.word() + "; echo \"$a|$b\""
}

func (g *grammar) assign() string {
	switch g.n(6) {
	case 0:
		return "arr=(" + g.words(3) + ")"
	case 1:
		return fmt.Sprintf("arr[%d]%s%s", g.n(5), g.pick("=", "+="), g.word())
	case 2:
		return "map[" + g.pick("k", "j", "'n m'", "$z") + "]=" + g.word()
	case 3:
		return g.pick("x", "y", "z") + "+=" + g.word()
	}
	return g.pick("x", "y", "z") + "=" + g.word()
}

func (g *grammar) words(max int) string {
	var l []string
	for range g.n(max + 1) {
		l = append(l, g.word())
	}
	return strings.Join(l, " ")
}

func (g *grammar) word() string {
	var b strings.Builder
	for range 1 + g.n(2) {
		switch g.n(9) {
		case 0:
			b.WriteString(g.pick("a", "b:c", "foo", "1", "x=y", "a.b", "-n", "é"))
		case 1:
			b.WriteString(g.pick("'a b'", "''", `\$x`, `"a  b"`, `$'\t'`, `'*'`, `"\\"`, `\\`, `'"'`))
		case 2:
			b.WriteString(g.pick("$x", "$y", "$z", "$1", "$2", "$#", "$*", "$@", "${arr}", "${arr[@]}", "${arr[*]}", "${map[k]}", "${#x}", "${#arr[@]}", "${!arr[@]}", "${arr[1]}", "${arr[-1]}"))
		case 3:
			b.WriteString(`"` + g.quotedText() + `"`)
		case 4:
			b.WriteString("${" + g.param() + g.op(false) + "}")
		case 5:
			b.WriteString(`"${` + g.param() + g.op(true) + `}"`)
		case 6:
			b.WriteString(g.pick("{a,b}", "{1..3}", "{x,$y}", "{,z}", "*", "?", "[a-z]", "~", "a{b,c{d,e}}"))
		case 7:
			b.WriteString("$(echo " + g.pick("a", "'b  c'", "$x", `"$x"`, "$@") + ")")
		case 8:
			b.WriteString("$((" + g.arith(1) + "))")
		}
	}
	return b.String()
}

func (g *grammar) quotedText() string {
	var b strings.Builder
	for range g.n(3) {
		b.WriteString(g.pick("a ", " b", "$x", "$y", "$*", "$@", "${arr[@]}", "${arr[*]}", `\$`, `\\`, `\a`, "'", "${x:-d e}", "${y:-'q'}", "${x#a}", "$(echo 'c  d')", "$((1+z))", "`echo e`", "${y:+n}", "${@:2}"))
	}
	return b.String()
}

func (g *grammar) param() string {
	return g.pick("x", "y", "z", "nope", "1", "3", "9", "@", "*", "arr[@]", "arr[*]", "arr[1]", "arr[9]", "map[k]", "map[@]", "arr", "#")
}

func (g *grammar) op(quoted bool) string {
	switch g.n(12) {
	case 0:
		return g.pick("-", ":-", "+", ":+") + g.pick("d", "'d e'", `"d e"`, "$x", "d e", "", "$@", `"$@"`)
	case 1:
		return g.pick("#", "##", "%", "%%") + g.pattern()
	case 2:
		return g.pick("/", "//", "/#", "/%") + g.pattern() + g.pick("", "/", "/R", "/$z", "/'r s'", "/&-", `/\&`)
	case 3:
		return g.pick("^", "^^", ",", ",,") + g.pick("", "[a-p]", "?")
	case 4:
		return ":" + g.pick("0", "1", " -1", "2", "z", "9") + g.pick("", ":1", ":2", ":0")
	case 5:
		return "@" + g.pick("Q", "U", "L", "u", "E")
	}
	return ""
}

func (g *grammar) pattern() string {
	return g.pick("a", "*", "?", "a*", "*b", "[ab]", "[!a]*", "'*'", `"$x"`, "$x", "$y", "?b", "*' '*", "[[:alpha:]]", `\*`, "a?b", "q*")
}

func (g *grammar) arith(depth int) string {
	if depth == 0 {
		return g.pick("1", "2", "z", "x1", "7", "0", "010", "0x1f", "arr[0]", "nope", "2#11", "-3")
	}
	a, b := g.arith(depth-1), g.arith(depth-1)
	switch g.n(8) {
	case 0:
		return "(" + a + ")"
	case 1:
		return g.pick("-", "+", "!", "~") + " " + a
	case 2:
		return a + " ? " + b + " : " + g.arith(depth-1)
	case 3:
		return g.pick("z", "w") + g.pick("=", "+=", "-=", "*=", "|=", "<<=") + "(" + a + ")"
	case 4:
		return g.pick("z++", "++z", "z--", "--w")
	}
	return a + " " + g.pick("+", "-", "*", "/", "%", "**", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", ",") + " " + b
}

func (g *grammar) cond(depth int) string {
	if depth == 0 {
		return g.word1() + " " + g.pick("==", "!=", "<", ">") + " " + g.pick("a", "$x", `"$x"`, "a*", "'a*'", "*")
	}
	switch g.n(6) {
	case 0:
		return "! " + g.cond(depth-1)
	case 1:
		return "( " + g.cond(depth-1) + " )"
	case 2:
		return g.cond(depth-1) + " && " + g.cond(depth-1)
	case 3:
		return g.cond(depth-1) + " || " + g.cond(depth-1)
	case 4:
		return g.pick("-n", "-z", "-v") + " " + g.pick("x", "$y", "$x", "''", "nope", "arr[0]")
	}
	return g.arith(0) + " " + g.pick("-eq", "-lt", "-ge", "-ne") + " " + g.arith(0)
}

func (g *grammar) word1() string { return g.pick("a", "$x", "$y", `"$x"`, "'a b'", "$z", "abc") }
