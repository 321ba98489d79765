package awk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/regex"
)

type parser struct {
	lexer
	tok      token
	prog     *program
	inFunc   bool
	loops    int
	switches int
	noIn     bool
	noGT     bool
	depth    int
	calls    []*call
	argsEnd  int    // where the last call's ) is
	inAction string // "BEGIN", "END" and the like while in one
	include  func(name string) (string, error)
	seen     map[string]bool
	inplace  bool
	warn     func(where string, line int, c byte) // of an escape sequence that is none
	// tell writes what is wrong with a place that doesn't end the parser; errors
	// are those of it that the program isn't run with.
	tell   func(where string, line int, text string)
	told   int // how far warnings have come in this source, which may be parsed again
	errors []Error
	// warnRegex tells of those in a regular expression.
	warnRegex func(where string, line int, s string)
}

const maxDepth = 2000

func (p *parser) advance() { p.tok = p.lexer.next() }

func (p *parser) is(text string) bool {
	return (p.tok.kind == tOp || p.tok.kind == tKeyword) && p.tok.text == text
}

func (p *parser) syntax() {
	if p.tok.kind == tEOF || p.tok.kind == tNewline {
		p.fail(p.tok.pos, "unexpected newline or end of string")
	}
	p.fail(p.tok.pos, "syntax error")
}

// refuse ends with what is wrong in itself, wherever it is written.
func (p *parser) refuse(format string, a ...any) {
	panic(&Error{Text: "error: " + fmt.Sprintf(format, a...), Where: p.where, Line: p.tok.line})
}

// firstTime tells whether the parser has come here for the first time.
func (p *parser) firstTime() bool {
	if p.tok.pos < p.told {
		return false
	}
	p.told = p.tok.pos + 1
	return true
}

// checkRegex refuses a literal that isn't a regular expression.
func (p *parser) checkRegex(s string) {
	if _, err := regex.Compile(s, regex.Awk, 0); err != nil {
		p.refuse("%s: /%s/", err, s)
	}
	p.warnRegex(p.where, p.tok.line, s)
}

func (p *parser) expect(text string) {
	if !p.is(text) {
		p.syntax()
	}
	p.advance()
}

func (p *parser) skipNewlines() {
	for p.tok.kind == tNewline {
		p.advance()
	}
}

func (p *parser) skipTerminators() {
	for p.tok.kind == tNewline || p.is(";") {
		p.advance()
	}
}

// parse adds one source to the program.
func (p *parser) parse(src, where string) {
	old, oldTok, oldTold := p.lexer, p.tok, p.told
	p.told = 0
	p.lexer = lexer{src: src, where: where, line: 1, warn: p.warn}
	p.advance()
	p.skipTerminators()
	for p.tok.kind != tEOF {
		p.item()
		p.skipTerminators()
	}
	p.lexer, p.tok, p.told = old, oldTok, oldTold
}

func (p *parser) item() {
	prog := p.prog
	line := p.tok.line
	if p.is("@") {
		p.directive()
		return
	}
	if p.is("function") {
		p.function()
		return
	}
	for _, k := range []string{"BEGIN", "END", "BEGINFILE", "ENDFILE"} {
		if p.is(k) {
			p.advance()
			if p.tok.kind == tEOF || p.tok.kind == tNewline {
				panic(&Error{Text: k + " blocks must have an action part", Where: p.where, Line: line})
			}
			if !p.is("{") {
				p.syntax()
			}
			p.inAction = k
			b := p.block()
			p.inAction = ""
			switch k {
			case "BEGIN":
				prog.begin = append(prog.begin, b)
			case "END":
				prog.end = append(prog.end, b)
			case "BEGINFILE":
				prog.beginFile = append(prog.beginFile, b)
			default:
				prog.endFile = append(prog.endFile, b)
			}
			return
		}
	}
	r := &rule{line: line}
	if !p.is("{") {
		r.pattern = p.expr()
		if p.is(",") {
			p.advance()
			p.skipNewlines()
			r.pattern2 = p.expr()
		}
	}
	if p.is("{") {
		r.body = p.block()
	} else if p.tok.kind != tNewline && !p.is(";") && p.tok.kind != tEOF {
		p.syntax()
	}
	prog.rules = append(prog.rules, r)
}

// directive reads @include, @load and @namespace.
func (p *parser) directive() {
	pos := p.tok.pos
	p.advance()
	if p.tok.kind != tName || p.tok.text != "include" && p.tok.text != "namespace" {
		p.fail(pos+1, "syntax error")
	}
	what := p.tok.text
	p.advance()
	if p.tok.kind != tString {
		p.syntax()
	}
	name := p.tok.text
	if what == "include" {
		if err := p.includeFile(name); err != nil {
			p.refuse("%s", err)
		}
	} else {
		for i := range name {
			if !isNameStart(name[i]) && (i == 0 || !isDigit(name[i])) {
				p.refuse("namespace name `%s' must meet identifier naming rules", name)
			}
		}
		p.namespace = name + "::"
		if name == "awk" {
			p.namespace = ""
		}
	}
	p.advance()
	p.endStatement()
}

func (p *parser) includeFile(name string) error {
	if name == "inplace" || name == "inplace.awk" {
		p.inplace = true
		return nil
	}
	if p.seen[name] {
		return nil
	}
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	p.seen[name] = true
	src, err := p.include(name)
	if err != nil {
		return fmt.Errorf("cannot open source file `%s' for reading: %s", name, err)
	}
	p.parse(src, name)
	return nil
}

func (p *parser) function() {
	line := p.tok.line
	p.advance()
	if p.tok.kind != tName && p.tok.kind != tFuncName {
		if p.tok.kind == tBuiltin {
			p.fail(p.tok.pos, "`%s' is a built-in function, it cannot be redefined", p.tok.text)
		}
		p.syntax()
	}
	f := &function{name: p.tok.text, line: line, local: map[string]int{}}
	p.advance()
	p.expect("(")
	for !p.is(")") {
		if p.tok.kind != tName {
			p.syntax()
		}
		if _, dup := f.local[p.tok.text]; dup {
			p.refuse("function `%s': parameter #%d, `%s', duplicates parameter #%d", f.name, len(f.params)+1, p.tok.text, f.local[p.tok.text]+1)
		}
		if p.tok.text == f.name {
			p.refuse("function `%s': cannot use function name as parameter name", f.name)
		}
		if specialIndex(p.tok.text) >= 0 {
			p.refuse("function `%s': cannot use special variable `%s' as a function parameter", f.name, p.tok.text)
		}
		f.local[p.tok.text] = len(f.params)
		f.params = append(f.params, p.tok.text)
		p.advance()
		if !p.is(",") {
			break
		}
		p.advance()
		p.skipNewlines()
	}
	p.expect(")")
	p.skipNewlines()
	if p.prog.funcs[f.name] != nil {
		p.refuse("function name `%s' previously defined", f.name)
	}
	p.prog.funcs[f.name] = f
	p.prog.order = append(p.prog.order, f)
	p.inFunc = true
	f.body = p.block()
	p.inFunc = false
}

func (p *parser) block() *block {
	p.expect("{")
	b := &block{}
	p.skipTerminators()
	for !p.is("}") {
		if p.tok.kind == tEOF {
			p.syntax()
		}
		b.list = append(b.list, p.statement())
		p.skipTerminators()
	}
	p.advance()
	return b
}

// body reads the statement of an if or a loop.
func (p *parser) body() stmt {
	p.skipNewlines()
	if p.is(";") {
		p.advance()
		return &block{}
	}
	return p.statement()
}

func (p *parser) endStatement() {
	switch {
	case p.tok.kind == tNewline, p.is(";"):
		p.advance()
	case p.is("}"), p.tok.kind == tEOF:
	default:
		p.syntax()
	}
}

func (p *parser) statement() stmt {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "program too deeply nested")
	}
	defer func() { p.depth-- }()
	t := p.tok
	if p.is("{") {
		return p.block()
	}
	if t.kind == tKeyword {
		switch t.text {
		case "if":
			p.advance()
			p.expect("(")
			s := &ifStmt{c: p.expr()}
			p.expect(")")
			s.a = p.body()
			// An else may stand behind newlines and one semicolon.
			save, saveTok := p.lexer, p.tok
			p.skipTerminators()
			if p.is("else") {
				p.advance()
				s.b = p.body()
			} else {
				p.lexer, p.tok = save, saveTok
			}
			return s
		case "while":
			p.advance()
			p.expect("(")
			s := &whileStmt{c: p.expr(), line: t.line}
			p.expect(")")
			p.loops++
			s.body = p.body()
			p.loops--
			return s
		case "do":
			p.advance()
			p.loops++
			s := &doStmt{body: p.body(), line: t.line}
			p.loops--
			p.skipTerminators()
			p.expect("while")
			p.expect("(")
			s.c = p.expr()
			p.expect(")")
			p.endStatement()
			return s
		case "for":
			return p.forStatement()
		case "switch":
			return p.switchStatement()
		}
	}
	s := p.simple()
	p.endStatement()
	return s
}

func (p *parser) forStatement() stmt {
	line := p.tok.line
	p.advance()
	p.expect("(")
	if p.tok.kind == tName {
		// for (k in a), if that is all there is.
		save, saveTok := p.lexer, p.tok
		v := &varRef{p.tok.text, p.tok.pos}
		p.advance()
		if p.is("in") {
			p.advance()
			if p.tok.kind == tName {
				arr := p.arrayRef()
				if p.is(")") {
					p.advance()
					p.loops++
					s := &forInStmt{v: v, arr: arr, line: line}
					s.body = p.body()
					p.loops--
					return s
				}
			}
		}
		p.lexer, p.tok = save, saveTok
	}
	s := &forStmt{line: line}
	if !p.is(";") {
		s.init = p.simple()
	}
	p.expect(";")
	p.skipNewlines()
	if !p.is(";") {
		s.c = p.expr()
	}
	p.expect(";")
	p.skipNewlines()
	if !p.is(")") {
		s.post = p.simple()
	}
	p.expect(")")
	p.loops++
	s.body = p.body()
	p.loops--
	return s
}

func (p *parser) switchStatement() stmt {
	p.advance()
	p.expect("(")
	s := &switchStmt{e: p.expr()}
	p.expect(")")
	p.skipNewlines()
	p.expect("{")
	p.skipTerminators()
	p.switches++
	seen, hasDefault := map[string]bool{}, false // case values
	for !p.is("}") {
		c := switchCase{}
		switch {
		case p.is("case"):
			p.advance()
			switch {
			case p.tok.kind == tNumber:
				c.value = &numLit{p.tok.num}
			case p.tok.kind == tString:
				c.value = &strLit{p.tok.text}
			case p.tok.kind == tRegex:
				p.checkRegex(p.tok.text)
				c.value = &regexLit{s: p.tok.text}
			case p.is("-") || p.is("+"):
				neg := p.is("-")
				p.advance()
				if p.tok.kind != tNumber {
					p.syntax()
				}
				v := p.tok.num
				if neg {
					v = -v
				}
				c.value = &numLit{v}
			default:
				p.syntax()
			}
			if n, ok := c.value.(*numLit); ok {
				text := strconv.FormatFloat(n.v, 'g', 6, 64)
				if seen[text] {
					p.refuse("duplicate case values in switch body: %s", text)
				}
				seen[text] = true
			} else if t, ok := c.value.(*strLit); ok {
				if seen[t.s] {
					p.refuse("duplicate case values in switch body: %s", t.s)
				}
				seen[t.s] = true
			}
			p.advance()
		case p.is("default"):
			if hasDefault {
				p.refuse("duplicate `default' detected in switch body")
			}
			hasDefault = true
			p.advance()
		default:
			p.syntax()
		}
		p.expect(":")
		p.skipTerminators()
		for !p.is("}") && !p.is("case") && !p.is("default") {
			c.body = append(c.body, p.statement())
			p.skipTerminators()
		}
		s.cases = append(s.cases, c)
	}
	p.switches--
	p.advance()
	return s
}

// simple reads a statement that can stand in the head of a for.
func (p *parser) simple() stmt {
	t := p.tok
	if t.kind == tKeyword {
		switch t.text {
		case "print", "printf":
			return p.print()
		case "delete":
			p.advance()
			paren := p.is("(")
			if paren {
				p.advance()
			}
			if p.tok.kind != tName {
				p.syntax()
			}
			a := p.arrayName()
			d := &deleteStmt{arr: a}
			for p.is("[") {
				if d.subs != nil {
					d.arr = &arrRef{of: d.arr, subs: d.subs, pos: t.pos}
				}
				d.subs = p.subscripts()
			}
			if paren {
				p.expect(")")
			}
			return d
		case "next", "nextfile":
			p.advance()
			switch p.inAction {
			case "BEGIN", "END":
				p.refuse("`%s' used in %s action", t.text, p.inAction)
			}
			return &simpleStmt{t.text}
		case "break", "continue":
			p.advance()
			if p.loops == 0 && (p.switches == 0 || t.text == "continue") {
				text := fmt.Sprintf("error: `%s' is not allowed outside a loop%s", t.text, map[string]string{"break": " or switch"}[t.text])
				p.tell(p.where, t.line, text)
				p.errors = append(p.errors, Error{Text: text, Where: p.where, Line: t.line})
			}
			return &simpleStmt{t.text}
		case "exit":
			p.advance()
			s := &exitStmt{}
			if !p.endsSimple() {
				s.e = p.expr()
			}
			return s
		case "return":
			p.advance()
			if !p.inFunc {
				p.fail(t.pos, "`return' used outside function context")
			}
			s := &returnStmt{}
			if !p.endsSimple() {
				s.e = p.expr()
			}
			return s
		case "getline", "in":
		default:
			p.syntax()
		}
	}
	return &exprStmt{p.expr()}
}

func (p *parser) endsSimple() bool {
	return p.tok.kind == tNewline || p.tok.kind == tEOF || p.is(";") || p.is("}") || p.is(")")
}

func (p *parser) print() stmt {
	s := &printStmt{format: p.tok.text == "printf", line: p.tok.line}
	p.advance()
	oldGT := p.noGT
	ends := func() bool {
		return p.endsSimple() || p.is(">") || p.is(">>") || p.is("|") || p.is("|&")
	}
	if !ends() {
		done := false
		if p.is("(") {
			// (a, b) is the list of arguments only if it is all there is.
			save, saveTok, calls := p.lexer, p.tok, len(p.calls)
			p.noGT = false
			p.advance()
			p.skipNewlines()
			list := p.exprList(")")
			p.expect(")")
			if ends() {
				s.args, done = list, true
			} else {
				p.lexer, p.tok, p.calls = save, saveTok, p.calls[:calls]
			}
		}
		if !done {
			p.noGT = true
			s.args = p.exprList("")
		}
	}
	if s.format && len(s.args) == 0 {
		panic(&Error{Text: "fatal: printf: no arguments", Where: p.where, Line: s.line})
	}
	p.noGT = true
	for _, k := range []string{">>", ">", "|&", "|"} {
		if p.is(k) {
			s.kind = k
			p.advance()
			s.dest = p.concatenation()
			break
		}
	}
	p.noGT = oldGT
	return s
}

func (p *parser) exprList(end string) []expr {
	var list []expr
	if end != "" && p.is(end) {
		return nil
	}
	for {
		list = append(list, p.expr())
		p.afterListItem(end)
		if !p.is(",") {
			return list
		}
		p.advance()
		p.skipNewlines()
	}
}

func (p *parser) afterListItem(end string) {
	if end != "" {
		p.skipNewlines()
	}
}

func (p *parser) expr() expr {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "program too deeply nested")
	}
	defer func() { p.depth-- }()
	l := p.ternary()
	for _, op := range []string{"=", "+=", "-=", "*=", "/=", "%=", "^="} {
		if p.is(op) {
			if !isLvalue(l) {
				// 1 < x = y and 1 && x = y assign to the last operand.
				if a := lastOperand(l, func(e expr) expr {
					p.advance()
					p.skipNewlines()
					return &assign{op, e, p.expr()}
				}); a {
					return l
				}
				p.syntax()
			}
			p.advance()
			p.skipNewlines()
			return &assign{op, l, p.expr()}
		}
	}
	return l
}

func isLvalue(e expr) bool {
	switch e.(type) {
	case *varRef, *index, *field:
		return true
	}
	return false
}

// lastOperand replaces the last operand of an expression by what f makes of
// it, if it can be assigned to.
func lastOperand(e expr, f func(expr) expr) bool {
	try := func(at *expr) bool {
		if isLvalue(*at) {
			*at = f(*at)
			return true
		}
		return lastOperand(*at, f)
	}
	switch e := e.(type) {
	case *binary:
		switch e.op {
		case "&&", "||", "<", "<=", "==", "!=", ">", ">=":
			return try(&e.r)
		}
	case *match:
		return try(&e.r)
	case *cond:
		return try(&e.b)
	}
	return false
}

func (p *parser) ternary() expr {
	c := p.or()
	if !p.is("?") {
		return c
	}
	p.advance()
	p.skipNewlines()
	a := p.expr()
	p.skipNewlines()
	p.expect(":")
	p.skipNewlines()
	return &cond{c, a, p.expr()}
}

func (p *parser) or() expr {
	l := p.and()
	for p.is("||") {
		p.advance()
		p.skipNewlines()
		l = &binary{"||", l, p.and()}
	}
	return l
}

func (p *parser) and() expr {
	l := p.in()
	for p.is("&&") {
		p.advance()
		p.skipNewlines()
		l = &binary{"&&", l, p.in()}
	}
	return l
}

func (p *parser) in() expr {
	l := p.matching()
	for p.is("in") && !p.noIn {
		p.advance()
		if p.tok.kind != tName {
			p.syntax()
		}
		l = &inExpr{[]expr{l}, p.arrayRef()}
	}
	return l
}

func (p *parser) matching() expr {
	l := p.comparison()
	for p.is("~") || p.is("!~") {
		if re, ok := l.(*regexLit); ok && !re.typed && p.firstTime() {
			p.tell(p.where, p.tok.line, "warning: regular expression on left of `~' or `!~' operator")
		}
		not := p.is("!~")
		p.advance()
		l = &match{not, l, p.comparison()}
	}
	return l
}

func (p *parser) comparison() expr {
	l := p.concatenation()
	for p.is("|") || p.is("|&") {
		// Only a getline makes it a pipe to read from.
		save, saveTok := p.lexer, p.tok
		kind := p.tok.text[len(p.tok.text)-1]
		p.advance()
		if !p.is("getline") {
			p.lexer, p.tok = save, saveTok
			break
		}
		p.advance()
		l = &getline{l: p.optLvalue(), src: l, kind: kind}
		// What follows may be concatenated to the outcome.
		if p.startsOperand() {
			parts := []expr{l}
			for p.startsOperand() {
				parts = append(parts, p.additive())
			}
			l = &concat{parts}
		}
	}
	for _, op := range []string{"<", "<=", "==", "!=", ">", ">="} {
		if p.is(op) && !(op == ">" && p.noGT) {
			p.advance()
			r := p.concatenation()
			for p.is("|") || p.is("|&") {
				save, saveTok := p.lexer, p.tok
				kind := p.tok.text[len(p.tok.text)-1]
				p.advance()
				if !p.is("getline") {
					p.lexer, p.tok = save, saveTok
					break
				}
				p.advance()
				r = &getline{l: p.optLvalue(), src: r, kind: kind}
			}
			return &binary{op, l, r}
		}
	}
	return l
}

// startsOperand tells whether the token can begin another operand of a
// concatenation.
func (p *parser) startsOperand() bool {
	switch p.tok.kind {
	case tNumber, tString, tRegex, tFuncName, tName, tBuiltin:
		return true
	case tOp:
		switch p.tok.text {
		case "$", "!", "(", "-", "+", "++", "--":
			return true
		case "@":
			return true
		}
	case tKeyword:
		return false
	}
	return false
}

func (p *parser) concatenation() expr {
	l := p.additive()
	if !p.startsOperand() {
		return l
	}
	parts := []expr{l}
	for p.startsOperand() {
		if p.is("in") {
			break
		}
		parts = append(parts, p.additive())
	}
	return &concat{parts}
}

func (p *parser) additive() expr {
	l := p.multiplicative()
	for p.is("+") || p.is("-") {
		op := p.tok.text
		p.advance()
		l = &binary{op, l, p.multiplicative()}
	}
	return l
}

func (p *parser) multiplicative() expr {
	l := p.unary()
	for p.is("*") || p.is("/") || p.is("%") {
		op := p.tok.text
		p.advance()
		l = &binary{op, l, p.unary()}
	}
	return l
}

func (p *parser) unary() expr {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "program too deeply nested")
	}
	defer func() { p.depth-- }()
	for _, op := range []string{"!", "-", "+"} {
		if p.is(op) {
			p.advance()
			return &unary{op, p.unary()}
		}
	}
	return p.power()
}

func (p *parser) power() expr {
	l := p.postfix()
	if p.is("^") {
		p.advance()
		return &binary{"^", l, p.powerRight()}
	}
	return l
}

func (p *parser) powerRight() expr {
	for _, op := range []string{"!", "-", "+"} {
		if p.is(op) {
			p.advance()
			return &unary{op, p.powerRight()}
		}
	}
	return p.power()
}

func (p *parser) postfix() expr {
	e := p.primary()
	if isLvalue(e) && (p.is("++") || p.is("--")) {
		add := 1.0
		if p.is("--") {
			add = -1
		}
		p.advance()
		return &incdec{add, true, e}
	}
	return e
}

// optLvalue reads what getline may read into.
func (p *parser) optLvalue() expr {
	if p.is("$") {
		return p.primary()
	}
	if p.tok.kind == tName {
		return p.variable()
	}
	return nil
}

func (p *parser) arrayName() *arrRef {
	a := &arrRef{name: p.tok.text, pos: p.tok.pos}
	p.advance()
	return a
}

// arrayRef reads an array: a name, with subscripts an element that is one.
func (p *parser) arrayRef() *arrRef {
	a := p.arrayName()
	for p.is("[") {
		a = &arrRef{of: a, subs: p.subscripts(), pos: a.pos}
	}
	return a
}

func (p *parser) subscripts() []expr {
	p.expect("[")
	oldIn, oldGT := p.noIn, p.noGT
	p.noIn, p.noGT = false, false
	list := p.exprList("")
	p.noIn, p.noGT = oldIn, oldGT
	p.expect("]")
	return list
}

func (p *parser) variable() expr {
	t := p.tok
	if p.prog.funcs[t.text] != nil && !p.inFunc {
		p.fail(t.pos, "function `%s' called with space between name and `('\nor used as a variable or an array", t.text)
	}
	p.advance()
	if !p.is("[") {
		return &varRef{t.text, t.pos}
	}
	a := &arrRef{name: t.text, pos: t.pos}
	subs := p.subscripts()
	for p.is("[") {
		a = &arrRef{of: a, subs: subs, pos: t.pos}
		subs = p.subscripts()
	}
	return &index{a, subs}
}

func (p *parser) args() []expr {
	p.expect("(")
	oldIn, oldGT := p.noIn, p.noGT
	p.noIn, p.noGT = false, false
	p.skipNewlines()
	list := p.exprList(")")
	p.noIn, p.noGT = oldIn, oldGT
	p.argsEnd = p.tok.pos
	p.expect(")")
	return list
}

func (p *parser) primary() expr {
	t := p.tok
	switch t.kind {
	case tNumber:
		p.advance()
		return &numLit{t.num}
	case tString:
		p.advance()
		return &strLit{t.text}
	case tRegex:
		p.checkRegex(t.text)
		p.advance()
		return &regexLit{t.text, t.typed}
	case tName:
		return p.variable()
	case tFuncName:
		p.advance()
		c := &call{name: t.text, args: p.args(), pos: t.pos, line: t.line}
		p.calls = append(p.calls, c)
		return c
	case tBuiltin:
		p.advance()
		b := &builtin{name: t.text, pos: t.pos, line: t.line}
		at := p.tok.pos
		if p.is("(") {
			b.args = p.args()
			if n := len(b.args); n < builtins[t.text][0] || n > builtins[t.text][1] {
				p.fail(p.argsEnd, "%d is invalid as number of arguments for %s", n, t.text)
			}
		} else if t.text != "length" {
			p.fail(at, "syntax error")
		}
		return b
	case tKeyword:
		if t.text == "getline" {
			p.advance()
			g := &getline{l: p.optLvalue()}
			if p.is("<") {
				p.advance()
				g.kind = '<'
				g.src = p.postfix()
			}
			return g
		}
	case tOp:
		switch t.text {
		case "$":
			p.advance()
			switch {
			case p.is("++") || p.is("--"):
				return &field{p.primary()}
			case p.is("-") || p.is("+") || p.is("!"):
				op := p.tok.text
				p.advance()
				return &field{&unary{op, p.postfix()}}
			}
			return &field{p.primary()}
		case "++", "--":
			p.advance()
			add := 1.0
			if t.text == "--" {
				add = -1
			}
			e := p.primary()
			if !isLvalue(e) {
				p.fail(t.pos, "syntax error")
			}
			return &incdec{add, false, e}
		case "@":
			p.advance()
			if p.tok.kind != tFuncName {
				p.syntax()
			}
			c := &call{indirect: &varRef{p.tok.text, p.tok.pos}, pos: t.pos, line: t.line}
			p.advance()
			c.args = p.args()
			return c
		case "(":
			oldIn, oldGT := p.noIn, p.noGT
			p.noIn, p.noGT = false, false
			p.advance()
			p.skipNewlines()
			list := p.exprList(")")
			p.noIn, p.noGT = oldIn, oldGT
			if len(list) == 0 {
				p.syntax()
			}
			p.expect(")")
			if len(list) > 1 {
				if !p.is("in") {
					p.syntax()
				}
				p.advance()
				if p.tok.kind != tName {
					p.syntax()
				}
				return &inExpr{list, p.arrayRef()}
			}
			return &group{list[0]}
		}
	}
	p.syntax()
	return nil
}

// check looks for calls of functions that aren't there.
func (p *parser) check() {
	for _, c := range p.calls {
		f := p.prog.funcs[c.name]
		if f == nil {
			panic(&Error{Text: "fatal: function `" + c.name + "' not defined", Line: c.line, Where: p.whereOf(c)})
		}
		if len(c.args) > len(f.params) {
			panic(&Error{Text: "fatal: function `" + c.name + "' called with more arguments than declared", Line: c.line, Where: p.whereOf(c)})
		}
	}
}

func (p *parser) whereOf(*call) string { return "" }

var _ = strings.Contains
