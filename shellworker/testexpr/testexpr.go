// Package testexpr evaluates the expressions of test(1) and [ (POSIX, and the
// operators of bash 5.2).
package testexpr

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// Env is what an expression asks about.
type Env interface {
	Stat(name string) (vfs.Info, error)  // follows links
	Lstat(name string) (vfs.Info, error) // doesn't
	Access(name string, want uint32) bool
	Terminal(fd int) bool
}

// ShellEnv is an Env that knows the shell's own state, for -o, -v and -R.
type ShellEnv interface {
	Env
	OptionSet(name string) bool
	VarSet(name string) bool
	Nameref(name string) bool
}

// Eval evaluates the operands of test, without the name and a closing
// bracket. An error is a wrong expression: exit status 2.
func Eval(args []string, env Env) (ok bool, err error) {
	return (&eval{args: args, env: env}).run()
}

// EvalGNU is as Eval, for the program of coreutils: numbers of any length, -l
// STRING for a string's length, and without bash's operators < > -a -o -v -R.
func EvalGNU(args []string, env Env) (ok bool, err error) {
	return (&eval{args: args, env: env, gnu: true}).run()
}

func (e *eval) run() (ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, isFail := r.(failure)
			if !isFail {
				panic(r)
			}
			ok, err = false, errors.New(f.text)
		}
	}()
	return e.posix(e.args), nil
}

type failure struct{ text string }

type eval struct {
	args  []string
	pos   int
	env   Env
	depth int
	gnu   bool
}

func fail(format string, a ...any) { panic(failure{fmt.Sprintf(format, a...)}) }

// posix evaluates by the number of arguments.
func (e *eval) posix(a []string) bool {
	switch len(a) {
	case 0:
		return false
	case 1:
		return a[0] != ""
	case 2:
		return e.two(a)
	case 3:
		return e.three(a)
	case 4:
		if a[0] == "!" {
			return !e.three(a[1:])
		}
		if a[0] == "(" && a[3] == ")" {
			return e.two(a[1:3])
		}
	}
	return e.whole(a)
}

// whole evaluates by the grammar.
func (e *eval) whole(a []string) bool {
	e.args, e.pos = a, 0
	v := e.or()
	if e.pos < len(e.args) {
		if e.gnu {
			fail("extra argument\x00%s", e.args[e.pos])
		}
		fail("too many arguments")
	}
	return v
}

func (e *eval) isUnary(s string) bool {
	return Unary(s) && !(e.gnu && strings.IndexByte("aovR", s[1]) >= 0)
}

func (e *eval) isBinary(s string) bool { return Binary(s) && !(e.gnu && (s == "<" || s == ">")) }

func (e *eval) two(a []string) bool {
	if a[0] == "!" {
		return a[1] == ""
	}
	if e.isUnary(a[0]) {
		return e.unary(a[0], a[1])
	}
	fail("%s: unary operator expected", a[0])
	return false
}

func (e *eval) three(a []string) bool {
	switch {
	case e.isBinary(a[1]):
		return e.binary(a[0], a[1], a[2])
	case e.gnu && a[0] == "!":
		return !e.two(a[1:])
	case e.gnu && a[0] == "(" && a[2] == ")":
		return a[1] != ""
	case e.gnu && (a[1] == "-a" || a[1] == "-o"):
		return e.whole(a)
	case a[1] == "-a":
		return a[0] != "" && a[2] != ""
	case a[1] == "-o":
		return a[0] != "" || a[2] != ""
	case a[0] == "!":
		return !e.two(a[1:])
	case a[0] == "(" && a[2] == ")":
		return a[1] != ""
	}
	fail("%s: binary operator expected", a[1])
	return false
}

func (e *eval) or() bool {
	if e.depth++; e.depth > 1000 {
		fail("expression is nested too deeply")
	}
	defer func() { e.depth-- }()
	v := e.and()
	for e.pos < len(e.args) && e.args[e.pos] == "-o" {
		e.pos++
		w := e.and()
		v = v || w
	}
	return v
}

func (e *eval) and() bool {
	v := e.term()
	for e.pos < len(e.args) && e.args[e.pos] == "-a" {
		e.pos++
		w := e.term()
		v = v && w
	}
	return v
}

// inner evaluates what is in parentheses. coreutils' test goes by the number of
// arguments there where it is at most four.
func (e *eval) inner() bool {
	rest := e.args[e.pos:]
	n := slices.Index(rest, ")")
	if !e.gnu || n < 1 || n > 4 {
		return e.or()
	}
	a := rest[:n]
	if n == 4 && a[0] != "!" && !(a[0] == "(" && a[3] == ")") || n == 3 && !e.isBinary(a[1]) && a[0] != "!" && (a[1] == "-a" || a[1] == "-o") {
		return e.or()
	}
	v := e.posix(a)
	e.pos += n
	return v
}

func (e *eval) term() bool {
	if e.pos >= len(e.args) {
		fail("argument expected")
	}
	a := e.args[e.pos]
	rest := len(e.args) - e.pos
	switch {
	case a == "!":
		if e.depth++; e.depth > 1000 {
			fail("expression is nested too deeply")
		}
		e.pos++
		v := !e.term()
		e.depth--
		return v
	case a == "(":
		e.pos++
		v := e.inner()
		if e.pos >= len(e.args) {
			fail("`)' expected")
		}
		if e.args[e.pos] != ")" {
			fail("`)' expected, found %s", e.args[e.pos])
		}
		e.pos++
		return v
	case e.gnu && rest >= 4 && a == "-l" && e.isBinary(e.args[e.pos+2]):
		e.pos++
		e.args[e.pos] = strconv.Itoa(len(e.args[e.pos]))
		return e.term()
	case e.gnu && rest >= 4 && e.isBinary(e.args[e.pos+1]) && e.args[e.pos+2] == "-l":
		v := e.binary(a, e.args[e.pos+1], strconv.Itoa(len(e.args[e.pos+3])))
		e.pos += 4
		return v
	case rest >= 3 && e.isBinary(e.args[e.pos+1]):
		v := e.binary(a, e.args[e.pos+1], e.args[e.pos+2])
		e.pos += 3
		return v
	case e.gnu && len(a) == 2 && a[0] == '-' && !e.isUnary(a):
		fail("%s: unary operator expected", a)
	case e.gnu && rest < 2 && e.isUnary(a):
		fail("argument expected")
	case rest >= 2 && e.isUnary(a):
		v := e.unary(a, e.args[e.pos+1])
		e.pos += 2
		return v
	}
	e.pos++
	return a != ""
}

// Unary tells whether s is a unary operator.
func Unary(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("abcdefghknoprstuvwxzGLNORS", s[1]) >= 0
}

// Binary tells whether s is a binary operator.
func Binary(s string) bool {
	switch s {
	case "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

func (e *eval) unary(op, s string) bool {
	if op == "-t" {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if _, shell := e.env.(ShellEnv); err != nil && !shell { // bash's is just false
			fail("%s: integer expression expected", s)
		}
		return err == nil && e.env.Terminal(n)
	}
	return File(op, s, e.env)
}

// File evaluates a unary operator other than -t.
func File(op, s string, env Env) bool {
	sh, _ := env.(ShellEnv)
	switch op {
	case "-n":
		return s != ""
	case "-z":
		return s == ""
	case "-o":
		return sh != nil && sh.OptionSet(s)
	case "-v":
		return sh != nil && sh.VarSet(s)
	case "-R":
		return sh != nil && sh.Nameref(s)
	case "-h", "-L":
		i, err := env.Lstat(s)
		return err == nil && i.Kind == vfs.Symlink
	case "-r":
		return env.Access(s, 4)
	case "-w":
		return env.Access(s, 2)
	case "-x":
		return env.Access(s, 1)
	}
	i, err := env.Stat(s)
	if err != nil {
		return false
	}
	switch op {
	case "-a", "-e", "-O", "-G":
		return true
	case "-f":
		return i.Kind == vfs.Regular
	case "-d":
		return i.Kind == vfs.Directory
	case "-c":
		return i.Kind == vfs.Device
	case "-p":
		return i.Kind == vfs.FIFO
	case "-s":
		return i.Size > 0 || i.Kind == vfs.Directory
	case "-u":
		return i.Mode&0o4000 != 0
	case "-g":
		return i.Mode&0o2000 != 0
	case "-k":
		return i.Mode&0o1000 != 0
	case "-N":
		return i.Mtime > i.Atime
	}
	return false // -b, -S: there are no such files
}

// Integer reads an operand of -eq and the like.
func Integer(s string) (int64, bool) {
	n, err := strconv.ParseInt(strings.Trim(s, " \t\n"), 10, 64)
	return n, err == nil
}

// bigInteger reads an operand of any length.
func bigInteger(s string) *big.Int {
	t := strings.Trim(s, " \t")
	n, ok := new(big.Int).SetString(strings.TrimPrefix(t, "+"), 10)
	if !ok || strings.HasPrefix(t, "+-") || strings.Contains(t, "_") {
		fail("%s: integer expression expected", s)
	}
	return n
}

func (e *eval) binary(x, op, y string) bool {
	switch op {
	case "=", "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case ">":
		return x > y
	case "-nt", "-ot", "-ef":
		return Files(x, op, y, e.env)
	}
	if e.gnu {
		a, b := bigInteger(x), bigInteger(y)
		return Compare(int64(a.Cmp(b)), op, 0)
	}
	a, ok := Integer(x)
	if !ok {
		fail("%s: integer expression expected", x)
	}
	b, ok := Integer(y)
	if !ok {
		fail("%s: integer expression expected", y)
	}
	return Compare(a, op, b)
}

// Compare applies -eq, -ne, -lt, -le, -gt or -ge.
func Compare(a int64, op string, b int64) bool {
	switch op {
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	}
	return a >= b
}

// Files applies -nt, -ot or -ef.
func Files(x, op, y string, env Env) bool {
	a, errA := env.Stat(x)
	b, errB := env.Stat(y)
	switch op {
	case "-nt":
		return errA == nil && (errB != nil || a.Mtime > b.Mtime)
	case "-ot":
		return errB == nil && (errA != nil || a.Mtime < b.Mtime)
	}
	return errA == nil && errB == nil && a.Dev == b.Dev && a.Ino == b.Ino
}
