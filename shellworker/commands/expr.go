package commands

import (
	"context"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/shellworker/regex"
)

func init() {
	Register(Command{Name: "expr", UsageStatus: 2, Run: exprMain, Help: `
Usage: expr EXPRESSION
Write the value of EXPRESSION. The exit status is 1 where it is empty or 0.

  A | B                 A where it is neither empty nor 0, else B
  A & B                 A where neither is empty or 0, else 0
  A < B  <=  =  !=  >=  >   compare numbers, or text
  A + B  A - B  A * B  A / B  A % B
  STRING : REGEXP       match at the beginning: \(...\)'s text, or the length
  match STRING REGEXP   the same
  substr STRING POS LENGTH  characters from POS on, counted from 1
  index STRING CHARS    where one of CHARS is first, or 0
  length STRING         how many characters
  + TOKEN               TOKEN as text
  ( EXPRESSION )

      --help     show this help
      --version  show the version
`})
}

type exprParser struct {
	p     *Process
	args  []string
	i     int
	depth int
}

func exprMain(_ context.Context, p *Process) int {
	p.loneOption()
	args := p.Args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		p.UsageError("missing operand")
	}
	e := &exprParser{p: p, args: args}
	v := e.or(true)
	if e.i < len(e.args) {
		p.Fatalf(2, "syntax error: unexpected argument %s", p.Quote(e.args[e.i]))
	}
	p.Out.WriteString(v + "\n")
	if exprNull(v) {
		return 1
	}
	return 0
}

// exprNull tells whether a value is empty or zero.
func exprNull(v string) bool {
	if v == "" {
		return true
	}
	t := strings.TrimPrefix(v, "-")
	return t != "" && strings.Trim(t, "0") == ""
}

func exprInt(s string) (*big.Int, bool) {
	t := strings.TrimPrefix(s, "-")
	if t == "" || strings.Trim(t, "0123456789") != "" || len(s) > 1<<16 {
		return nil, false
	}
	return new(big.Int).SetString(s, 10)
}

func (e *exprParser) next(words ...string) string {
	if e.i < len(e.args) {
		for _, w := range words {
			if e.args[e.i] == w {
				e.i++
				return w
			}
		}
	}
	return ""
}

func (e *exprParser) missing() {
	if e.i > 0 && e.i <= len(e.args) {
		e.p.Fatalf(2, "syntax error: missing argument after %s", e.p.Quote(e.args[e.i-1]))
	}
	e.p.Fatalf(2, "syntax error")
}

func (e *exprParser) or(eval bool) string {
	l := e.and(eval)
	for e.next("|") != "" {
		r := e.and(eval && exprNull(l))
		if exprNull(l) {
			l = r
			if exprNull(l) {
				l = "0"
			}
		}
	}
	return l
}

func (e *exprParser) and(eval bool) string {
	l := e.compare(eval)
	for e.next("&") != "" {
		r := e.compare(eval && !exprNull(l))
		if exprNull(l) || exprNull(r) {
			l = "0"
		}
	}
	return l
}

func (e *exprParser) compare(eval bool) string {
	l := e.sum(eval)
	for {
		op := e.next("<", "<=", "=", "==", "!=", ">=", ">")
		if op == "" {
			return l
		}
		r := e.sum(eval)
		if !eval {
			continue
		}
		c := strings.Compare(l, r)
		if a, ok := exprInt(l); ok {
			if b, ok := exprInt(r); ok {
				c = a.Cmp(b)
			}
		}
		ok := false
		switch op {
		case "<":
			ok = c < 0
		case "<=":
			ok = c <= 0
		case "=", "==":
			ok = c == 0
		case "!=":
			ok = c != 0
		case ">=":
			ok = c >= 0
		case ">":
			ok = c > 0
		}
		if l = "0"; ok {
			l = "1"
		}
	}
}

func (e *exprParser) numbers(l, r string) (*big.Int, *big.Int) {
	a, ok1 := exprInt(l)
	b, ok2 := exprInt(r)
	if !ok1 || !ok2 {
		e.p.Fatalf(2, "non-integer argument")
	}
	return a, b
}

func (e *exprParser) sum(eval bool) string {
	l := e.product(eval)
	for {
		op := e.next("+", "-")
		if op == "" {
			return l
		}
		r := e.product(eval)
		if !eval {
			continue
		}
		a, b := e.numbers(l, r)
		if op == "+" {
			l = a.Add(a, b).String()
		} else {
			l = a.Sub(a, b).String()
		}
	}
}

func (e *exprParser) product(eval bool) string {
	l := e.match(eval)
	for {
		op := e.next("*", "/", "%")
		if op == "" {
			return l
		}
		r := e.match(eval)
		if !eval {
			continue
		}
		a, b := e.numbers(l, r)
		if op != "*" && b.Sign() == 0 {
			e.p.Fatalf(2, "division by zero")
		}
		switch op {
		case "*":
			if a.BitLen()+b.BitLen() > 1<<20 {
				e.p.Fatalf(3, "number too large")
			}
			a.Mul(a, b)
		case "/":
			a.Quo(a, b)
		case "%":
			a.Rem(a, b)
		}
		l = a.String()
	}
}

func (e *exprParser) match(eval bool) string {
	l := e.word(eval)
	for e.next(":") != "" {
		r := e.word(eval)
		if eval {
			l = e.regex(l, r)
		}
	}
	return l
}

// regex matches at the beginning: the first group's text, or the length.
func (e *exprParser) regex(s, pat string) string {
	var flags regex.Flags
	utf := e.p.UTF8()
	if utf {
		flags = regex.UTF8
	}
	re, err := regex.Compile(pat, regex.Basic, flags)
	if err != nil {
		e.p.Fatalf(2, "%s", err)
	}
	// Only a match at the beginning counts, though a later one be longer.
	anchored := re
	if !strings.HasPrefix(pat, "^") {
		if a, err := regex.Compile(anchorBasic(pat), regex.Basic, flags); err == nil {
			anchored = a
		}
	}
	m, err := anchored.MatchIndex([]byte(s), 0)
	if err != nil {
		e.p.Fatalf(2, "error in regular expression matcher")
	}
	ok := len(m) > 0 && m[0] == 0
	if re.Groups() > 0 {
		if ok && len(m) > 3 && m[2] >= 0 {
			return s[m[2]:m[3]]
		}
		return ""
	}
	if !ok {
		return "0"
	}
	return itoa(e.length(s[:m[1]]))
}

// anchorBasic anchors a pattern at the beginning; its groups keep their numbers.
func anchorBasic(pat string) string {
	if !strings.Contains(pat, `\|`) {
		if strings.HasPrefix(pat, "*") {
			return `^\*` + pat[1:]
		}
		return "^" + pat
	}
	// Each top-level alternative is anchored.
	var b strings.Builder
	b.WriteByte('^')
	depth := 0
	for i := 0; i < len(pat); i++ {
		b.WriteByte(pat[i])
		switch {
		case pat[i] == '[':
			k := i + 1
			if k < len(pat) && pat[k] == '^' {
				k++
			}
			if k < len(pat) && pat[k] == ']' {
				k++
			}
			for k < len(pat) && pat[k] != ']' {
				k++
			}
			b.WriteString(pat[i+1 : min(k+1, len(pat))])
			i = min(k, len(pat)-1)
		case pat[i] == '\\' && i+1 < len(pat):
			i++
			b.WriteByte(pat[i])
			switch pat[i] {
			case '(':
				depth++
			case ')':
				depth--
			case '|':
				if depth == 0 {
					b.WriteByte('^')
				}
			}
		}
	}
	return b.String()
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

func (e *exprParser) length(s string) int {
	if e.p.UTF8() {
		return utf8.RuneCountInString(s)
	}
	return len(s)
}

func (e *exprParser) word(eval bool) string {
	if e.depth++; e.depth > 10000 {
		e.p.Fatalf(2, "the expression is nested too deeply")
	}
	defer func() { e.depth-- }()
	if e.i >= len(e.args) {
		e.missing()
	}
	switch e.next("+", "length", "match", "index", "substr") {
	case "+":
		if e.i >= len(e.args) {
			e.missing()
		}
		e.i++
		return e.args[e.i-1]
	case "length":
		return itoa(e.length(e.word(eval)))
	case "match":
		s := e.word(eval)
		r := e.word(eval)
		if !eval {
			return ""
		}
		return e.regex(s, r)
	case "index":
		s := e.word(eval)
		chars := e.word(eval)
		if !e.p.UTF8() {
			return itoa(strings.IndexAny(s, chars) + 1)
		}
		n := 0
		for _, r := range s {
			n++
			if strings.ContainsRune(chars, r) {
				return itoa(n)
			}
		}
		return "0"
	case "substr":
		s := e.word(eval)
		pos := e.word(eval)
		count := e.word(eval)
		a, ok1 := exprInt(pos)
		b, ok2 := exprInt(count)
		if !ok1 || !ok2 || a.Sign() <= 0 || b.Sign() <= 0 || !a.IsInt64() || a.Int64() > int64(len(s)) {
			return ""
		}
		from, n := int(a.Int64()-1), len(s)
		if b.IsInt64() {
			n = int(min(b.Int64(), int64(len(s))))
		}
		if !e.p.UTF8() {
			return s[from:min(from+n, len(s))]
		}
		r := []rune(s)
		if from >= len(r) {
			return ""
		}
		return string(r[from:min(from+n, len(r))])
	}
	if e.next("(") != "" {
		v := e.or(eval)
		if e.next(")") == "" {
			if e.i < len(e.args) {
				e.p.Fatalf(2, "syntax error: expecting ')' instead of %s", e.p.Quote(e.args[e.i]))
			}
			e.p.Fatalf(2, "syntax error: expecting ')' after %s", e.p.Quote(e.args[e.i-1]))
		}
		return v
	}
	if e.args[e.i] == ")" {
		e.p.Fatalf(2, "syntax error: unexpected ')'")
	}
	e.i++
	return e.args[e.i-1]
}
