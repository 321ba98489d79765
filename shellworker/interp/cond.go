package interp

import (
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/pattern"
	"github.com/capshell/capshell/shellworker/testexpr"
)

// condFailed unwinds a conditional expression that is wrong: status 2.
type condFailed struct{ status int }

// condCmd is [[ expression ]].
func (sh *Shell) condCmd(c *syntax.Cond) (status int) {
	sh.debugTrap(c)
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(condFailed)
			if !ok {
				panic(r)
			}
			status = f.status
		}
	}()
	if sh.cond1(c.Expr) {
		return 0
	}
	return 1
}

func (sh *Shell) cond1(x syntax.CondExpr) bool {
	switch x := x.(type) {
	case *syntax.CondNot:
		if not, ok := x.X.(*syntax.CondNot); ok {
			return sh.cond1(not.X)
		}
		if sh.opts[oXtrace] {
			switch x.X.(type) {
			case *syntax.CondUnary, *syntax.CondBinary:
				sh.condNot = "! "
			}
		}
		return !sh.cond1(x.X)
	case *syntax.CondParen:
		return sh.cond1(x.X)
	case *syntax.CondAndOr:
		if x.Or {
			return sh.cond1(x.X) || sh.cond1(x.Y)
		}
		return sh.cond1(x.X) && sh.cond1(x.Y)
	case *syntax.CondUnary:
		not := sh.condNot
		sh.condNot = ""
		s := sh.expandCond(x.X)
		if sh.opts[oXtrace] {
			sh.trace("[[ " + not + x.Op + " " + traceOperand(s) + " ]]")
		}
		switch x.Op {
		case "-n":
			return s != ""
		case "-z":
			return s == ""
		case "-t":
			return false
		}
		return testexpr.File(x.Op, s, testEnv{sh})
	case *syntax.CondBinary:
		return sh.condBinary(x)
	}
	return false
}

func (sh *Shell) condBinary(x *syntax.CondBinary) bool {
	not := sh.condNot
	sh.condNot = ""
	l := sh.expandCond(x.X)
	trace := func(r string) {
		if sh.opts[oXtrace] {
			sh.trace("[[ " + not + traceOperand(l) + " " + x.Op + " " + r + " ]]")
		}
	}
	switch x.Op {
	case "=", "==", "!=":
		pat := sh.expandPattern(x.Y)
		if sh.opts[oXtrace] {
			t := pat
			if t == "" {
				t = "''"
			}
			trace(t)
		}
		var f pattern.Flags = pattern.Extglob
		if sh.shopts[sNocasematch] {
			f |= pattern.NoCase
		}
		return sh.pattern(pat, f).Match(l) == (x.Op != "!=")
	case "=~":
		re := sh.expandRegex(x.Y)
		trace(re)
		return sh.matchRegex(l, re)
	}
	r := sh.expandCond(x.Y)
	trace(traceOperand(r))
	switch x.Op {
	case "<":
		return l < r
	case ">":
		return l > r
	case "-nt", "-ot", "-ef":
		return testexpr.Files(l, x.Op, r, testEnv{sh})
	}
	// What isn't arithmetic is said, and makes the comparison false.
	a, msg := sh.arithTry(l)
	if msg == "" {
		var b int64
		if b, msg = sh.arithTry(r); msg == "" {
			return testexpr.Compare(a, x.Op, b)
		}
	}
	sh.sayArith("[[: ", msg)
	return false
}

// matchRegex is s =~ re, which sets BASH_REMATCH.
func (sh *Shell) matchRegex(s, re string) bool {
	m, err := sh.regexMatch(s, re)
	if err != nil {
		panic(condFailed{2})
	}
	v := sh.vars["BASH_REMATCH"]
	if v == nil {
		v = &Var{name: "BASH_REMATCH"}
		sh.addVar(v)
	}
	v.attr |= aArray
	v.str, v.set = "", false
	v.arr = &indexed{vals: m}
	return m != nil
}
