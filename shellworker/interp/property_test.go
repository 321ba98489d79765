package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// batchSize is how many scripts one bash process runs, each in a subshell.
const batchSize = 200

// TestGrammar compares scripts made from a grammar with the machine's bash
// (make property). CAPSHELL_PROPERTY is how many; CAPSHELL_SEED gives the same
// ones again. Scripts that differ are reported, smallest first, and the run
// goes on until there are 25.
func TestGrammar(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("CAPSHELL_PROPERTY"))
	if count == 0 {
		t.Skip("CAPSHELL_PROPERTY isn't set")
	}
	seed, err := strconv.ParseUint(os.Getenv("CAPSHELL_SEED"), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("CAPSHELL_SEED=%d", seed)
	bad, done := 0, 0
	for batch := uint64(0); done < count && bad < 25; batch++ {
		g := &grammar{rand.New(rand.NewPCG(seed, batch))}
		scripts := make([]string, min(batchSize, count-done))
		for i := range scripts {
			scripts[i] = g.script()
		}
		got, want := both(scripts)
		for i, s := range scripts {
			if got[i] == want[i] {
				continue
			}
			if g, w := both([]string{s}); g[0] != w[0] { // also by itself
				s, g, w := shrink(s, g[0], w[0])
				t.Errorf("%s\n got %q\nwant %q", s, g, w)
				bad++
			} else if bad == 0 {
				t.Logf("differs only among others: %s\n got %q\nwant %q", s, got[i], want[i])
			}
		}
		if done += len(scripts); batch%250 == 249 {
			t.Logf("%d scripts, %d differ", done, bad)
		}
	}
	t.Logf("%d scripts", done)
}

// shrink leaves out lines while the script still differs.
func shrink(script, got, want string) (string, string, string) {
	lines := strings.Split(script, "\n")
	for i := 0; i < len(lines) && len(lines) > 1 && !strings.Contains(script, "<<"); {
		fewer := append(append([]string(nil), lines[:i]...), lines[i+1:]...)
		if g, w := both([]string{strings.Join(fewer, "\n")}); g[0] != w[0] {
			lines, got, want = fewer, g[0], w[0]
		} else {
			i++
		}
	}
	return strings.Join(lines, "\n"), got, want
}

// both runs scripts here and in bash; each result is the output and the status.
func both(scripts []string) (got, want []string) {
	var b strings.Builder
	b.WriteString("exec 2>/dev/null </dev/null\nHOME=/h; x='a b'; y=; z=5; arr=(p 'q r' '' s); declare -A map=([k]=v [j]='w x'); >f1 >f2.c >.hid; set -- one 'two three' ''\n")
	for _, s := range scripts {
		b.WriteString("( eval '" + strings.ReplaceAll(s, "'", `'\''`) + "' )\necho \"\x01$?\x02\"\n")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	args, files := []string{"bash", "script"}, map[string]string{"script": b.String()}
	split := func(r conformance.Result) []string {
		list := make([]string, len(scripts))
		parts := bytes.Split(r.Stdout, []byte("\x02\n"))
		for i := range list {
			if i < len(parts) {
				list[i] = string(parts[i])
			}
		}
		return list
	}
	return split(ours.Run(ctx, ours.Exec{Args: args, Files: files})), split(conformance.BashRun(ctx, args, "", files))
}

type grammar struct{ r *rand.Rand }

func (g *grammar) n(k int) int { return g.r.IntN(k) }

func (g *grammar) pick(list ...string) string { return list[g.n(len(list))] }

func (g *grammar) script() string {
	var lines []string
	for range 1 + g.n(3) {
		lines = append(lines, g.command(2))
	}
	return strings.Join(lines, "\n")
}

// show is a command that prints words so that their borders are seen.
func (g *grammar) show(max int) string { return "printf '<%s>' " + g.words(max) + "; echo" }

func (g *grammar) command(depth int) string {
	simple := []func() string{
		func() string { return g.show(3) },
		func() string { return g.show(3) },
		g.assign,
		func() string { return "echo $(( " + g.arith(3) + " ))" },
		func() string { return "[[ " + g.cond(2) + " ]]; echo $?" },
		func() string { return "(( " + g.arith(2) + " )); echo $?" },
		func() string { return g.assign() + "; " + g.show(2) },
		func() string {
			return "read " + g.pick("", "-r ", "-a q ", "-d : ", "-n 3 ", "-N 4 ", "-rd '' ") + g.pick("", "a", "a b", "a b c") + " <<< " + g.word() + "; echo \"$?|$a|$b|$c|$REPLY|${q[*]}\""
		},
		func() string {
			return "printf '" + g.pick("%s", "%d", "%5s|", "%-4s|", "%b", "%q", "%x", "%c", "%.2s", "%05d", "%s %s", "%+d", "%#o", "%%%s", "%*s", "%.*s", "%i", "%u", "%e", "%Q", "\\x41%s", "%s\\t%s") + "\\n' " + g.words(3)
		},
		func() string {
			return "printf -v " + g.pick("v", "'arr[2]'", "'map[k]'") + " '%s-' " + g.words(2) + "; echo \"$v\" \"${arr[*]}\" \"${map[k]}\""
		},
		func() string {
			return "unset " + g.pick("x", "'arr[1]'", "'map[k]'", "arr", "nope", "'arr[-1]'", "map", "-v x", "-f f", "-n x") + "; echo \"${x-u}\" \"${arr[@]-u}\" \"${map[k]-u}\" ${#arr[@]} ${!arr[@]}"
		},
		func() string {
			return "declare " + g.pick("-i", "-u", "-l", "-x", "-a", "-A", "", "-c", "-ia", "-ua", "-lx", "+i", "-g") + " v" + g.pick("=", "+=", "[2]=") + g.pick("3", "x", "abc", "$z") + "; declare -p v; v=" + g.word() + "; declare -p v"
		},
		func() string {
			return "set -- " + g.words(3) + "; shift " + g.pick("", "0", "1", "9", "2") + "; echo $?; printf '<%s>' \"$@\"; echo"
		},
		func() string {
			return "declare -n ref=" + g.pick("x", "arr", "'arr[1]'", "nope", "map", "'map[k]'") + "; ref" + g.pick("=", "+=", "[0]=", "[k]=") + g.word() + "; echo \"$ref\" \"${!ref}\" \"$x\" \"${arr[@]}\" \"${ref[@]}\" \"${#ref}\""
		},
		func() string {
			if depth < 2 { // bash prints and reads again what is in $(..), and gets some of it wrong
				return "cat <<< " + g.word()
			}
			return "cat <<" + g.pick("E", "'E'", "-E", "\\E") + "\nt" + g.quotedText() + "\n\t" + g.quotedText() + "\nE"
		},
		func() string { return "cat <<< " + g.word() },
		func() string {
			return "mapfile " + g.pick("", "-t ", "-n 2 ", "-s 1 ", "-O 2 ", "-d : ", "-tn 1 ", "-td ' ' ") + g.pick("m", "arr") + " <<< " + g.word() + "; declare -p m arr"
		},
		func() string {
			out := "out" + strconv.Itoa(g.n(1000))
			return "echo " + g.word() + g.pick(" >", " >>", " 2>&1 >", " &>", " >|") + out + "; cat " + out + "; echo $?"
		},
		func() string {
			return "[[ " + g.word1() + " =~ " + g.regex() + " ]]; echo \"$? ${#BASH_REMATCH[@]} ${BASH_REMATCH[*]}\""
		},
		func() string {
			return "shopt -" + g.pick("s ", "u ") + g.pick("nullglob", "extglob", "dotglob", "nocasematch", "failglob", "nocaseglob", "globstar", "patsub_replacement") + "\n" + g.show(3)
		},
		func() string { return "echo " + g.pick("-n ", "-e ", "-E ", "-ne ", "-x ", "") + g.words(2) },
		func() string { return "test " + g.words(3) + "; echo $?" },
		func() string {
			return "[ " + g.pick("-n", "-z", "!", "-e", "-f", "-d", "") + " " + g.word() + " " + g.pick("", "= a", "!= a", "-a b", "-o ''", "-eq 1") + " ]; echo $?"
		},
		func() string {
			return "let " + g.pick("'", "\"") + g.pick("z=1", "z+=2", "z++", "1/0", "z ? 1 : 2", "z, 0", "w=z**2") + g.pick("", ", z") + "'; echo $? $z $w"
		},
		func() string {
			return "v=" + g.pick("x", "arr", "'arr[1]'", "'map[k]'", "'arr[@]'", "1", "nope", "''") + "; " + "printf '<%s>' \"${!v" + g.op(true) + "}\" ${!v}; echo"
		},
		func() string {
			return "OPTIND=1; while getopts " + g.pick("ab:c", ":ab:", "n:x") + " o " + g.pick("-a", "-ab", "-b q", "-bq -c", "-z", "-b", "-a -- -c", "x -a", "-n1 -x") + "; do echo \"$o $OPTARG $OPTIND\"; done; echo \"$o $OPTIND\""
		},
		func() string {
			return "printf '<%s>' \"${" + g.pick("arr[@]", "map[@]", "x", "arr", "@", "*", "arr[*]", "z", "arr[1]", "map[k]") + "@" + g.pick("Q", "A", "a", "K", "k", "E", "P", "U", "u", "L") + "}\"; echo"
		},
		func() string {
			return "IFS=" + g.pick(":", "' '", "', '", "x", "$'\\t'", "' :'") + "; " + g.show(3)
		},
		func() string { return "declare -p " + g.pick("x", "arr", "map", "nope", "z", "y") },
		func() string {
			return "arr+=(" + g.words(2) + "); arr[" + g.pick("-1", "7", "z", "1+1", "") + "]" + g.pick("=", "+=") + g.word1() + "; declare -p arr"
		},
		func() string {
			return "declare -A map" + g.pick("=", "+=") + "(" + g.pick("[a]=1 [b]=2", "[k]+=q", "a 1 b 2", "[\"$x\"]=1", "[@]=2 ['*']=3", "") + "); for k in \"${!map[@]}\"; do echo \"$k=${map[$k]}\"; done | sort"
		},
		func() string {
			return "trap " + g.pick("'echo T $?'", "''", "-", "'exit 3'") + " " + g.pick("EXIT", "ERR", "DEBUG", "RETURN", "USR1") + "; " + g.pick("trap -p", "true", "false", "(exit 4)")
		},
		func() string {
			return "set -" + g.pick("e", "u", "f", "o pipefail", "C", "a", "B", "-o posix") + "; " + g.show(1)
		},
		func() string {
			return "echo ${" + g.param() + g.pick(":", "-", "+", "#", "%", "/", "^", "@", "!") + g.pick("}", "1}", "x}", ":}", " }")
		},
		func() string {
			return "eval " + g.pick("'", "\"") + "echo " + g.pick("a", "$x", "b") + g.pick("'", "\"", "; false'", " && echo c'") + "; echo $?"
		},
		func() string {
			return "IFS=: read -r " + g.pick("a b", "a b c", "a") + " <<< " + g.pick("a:b:c", "'a::b:'", "':a:'", "'a b:c d:'", "''", "::") + "; echo \"<$a><$b><$c>\""
		},
	}
	nested := []func() string{
		func() string {
			return "if " + g.command(depth-1) + "; then " + g.command(depth-1) + "\nelse " + g.command(depth-1) + "\nfi"
		},
		func() string {
			return "for i in " + g.words(2) + "; do echo \"$i\"; " + g.command(depth-1) + "\n" + g.pick("", "break", "continue") + "\ndone"
		},
		func() string {
			return "case " + g.word1() + " in " + g.pattern() + ") echo 1;; " + g.pattern() + "|" + g.pattern() + ") echo 2" + g.pick(";;", ";&", ";;&") + " *) echo 3;; esac"
		},
		func() string {
			return "{ " + g.command(depth-1) + "\n} | while read -r l; do echo \"[$l]\"; done; echo ${PIPESTATUS[@]}"
		},
		func() string {
			return "f() { local " + g.pick("", "-i ", "-a ", "-A ", "-n ", "-r ", "-u ") + "x" + g.pick("", "="+g.word()) + "; " + g.command(depth-1) + "\n" + g.pick("return "+g.pick("", "3", "$z"), "true", "echo \"$x\"") + "\n}; f " + g.words(2) + "; echo $? \"$x\""
		},
		func() string { return "( " + g.command(depth-1) + "\n)" + g.pick(" && ", " || ") + g.command(depth-1) },
		func() string { return "v=$(" + g.command(depth-1) + "\n); echo \"$? $v\"" },
		func() string {
			return "trap 'echo E $?' " + g.pick("EXIT", "ERR", "RETURN") + "; " + g.command(depth-1) + "\n" + g.pick("true", "false", "exit 3", "(false)")
		},
		func() string {
			return "set -" + g.pick("e", "u", "f", "eu", "eE", "o pipefail") + "; " + g.command(depth-1) + "\n" + g.command(depth-1)
		},
		func() string { return "! { " + g.command(depth-1) + "\n}; echo $?" },
		func() string {
			return "for ((i=" + g.arith(1) + "; i<" + g.pick("2", "3") + "; i++)); do " + g.command(depth-1) + "\n((n++>3)) && break\ndone"
		},
		func() string {
			return "while ((n++<2)); do " + g.command(depth-1) + "\n" + g.pick("", "continue", "break") + "\ndone" + g.pick("", " >out; cat out", " <<< q", " | cat")
		},
		func() string {
			return "{ " + g.command(depth-1) + "\n} " + g.pick("&&", "||", ";") + " " + g.command(depth-1)
		},
		func() string {
			return "set -e; f() { " + g.command(depth-1) + "\nfalse\necho not\n}; " + g.pick("f", "f || echo or", "if f; then :; fi", "! f", "v=$(f)", "f && :", "(f)", "f | cat") + "; echo end"
		},
		func() string {
			return "g() { local -n r=$1; r" + g.pick("=", "+=") + g.word() + "; }; g " + g.pick("x", "arr", "y", "'arr[1]'", "nope", "r") + "; declare -p x arr y nope"
		},
	}
	if depth > 0 && g.n(3) == 0 {
		return nested[g.n(len(nested))]()
	}
	return simple[g.n(len(simple))]()
}

func (g *grammar) regex() string {
	return g.pick("a", "^a", "'a b'", "(a)(b)?", "[a-c]+", "\"$x\"", "$x", "a|b", "^(.)(.*)$", "[[:space:]]", "\\.", "^$", ".", "(x*)a", "b$", "(a|(c))", "^[^a]")
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
