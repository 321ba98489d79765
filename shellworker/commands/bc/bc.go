package bc

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

const bcHelp = `
Usage: bc [OPTION]... [FILE]...
Calculate with as many digits as it takes, by the programs in the files and then
the standard input.

  -i, --interactive  nothing: no terminal is there
  -l, --mathlib      with the functions s c a l e j, and scale 20
  -q, --quiet        nothing: no banner is printed
  -s, --standard     refuse extensions to POSIX bc
  -w, --warn         warn of them
  -h, --help         this text
  -v, --version      the version
`

func init() { commands.Register(commands.Command{Name: "bc", Help: bcHelp, Run: runBC}) }

type bc struct {
	ctx    context.Context
	p      *commands.Process
	math   bool
	vars   map[string]number
	arrs   map[string]map[int]number
	funcs  map[string]*fn
	scale  int
	ibase  int
	obase  int
	last   number
	col    int
	width  int
	margin int // columns at the end of a broken line
	depth  int
	steps  int
	ar     *arithmetic
	input  *lines.Reader // for read()
	name   string
	line   int
	inFn   string
	std    bool
	warn   bool
	rest   string // of a file whose last line isn't ended: the next one goes on
}

type fn struct {
	name   string
	params []param
	autos  []param
	body   []node
	void   bool
}

type param struct {
	name  string
	array bool
	ref   bool
}

type node interface{}

type (
	nNum  struct{ s string }
	nStr  struct{ s string }
	nVar  struct{ name string }
	nElem struct {
		name string
		i    node
	}
	nBin struct {
		op   string
		l, r node
	}
	nUn struct {
		op string
		e  node
	}
	nAssign struct {
		op   string
		l, r node
	}
	nIncr struct {
		add  int64
		post bool
		l    node
	}
	nCall struct {
		name string
		args []node
	}
	nArrArg struct{ name string }
	nParen  struct{ e node }

	nExprSt struct {
		e    node
		line int
	}
	nPrint struct{ list []node }
	nIf    struct {
		c    node
		a, b []node
	}
	nWhile struct {
		c    node
		body []node
	}
	nFor struct {
		init, c, post node
		body          []node
	}
	nBlock  struct{ list []node }
	nSimple struct{ name string }
	nReturn struct{ e node }
)

type runtimeError struct{ text string }
type syntaxErr struct{ text string }
type quitting struct{ status int }
type flow uint8

const (
	fNone flow = iota
	fBreak
	fContinue
	fReturn
)

func runBC(ctx context.Context, p *commands.Process) int {
	b := &bc{ctx: ctx, p: p, vars: map[string]number{}, arrs: map[string]map[int]number{}, funcs: map[string]*fn{}, ibase: 10, obase: 10, last: bigZero, width: 70, margin: 2}
	b.ar = newArithmetic(b.stop)
	if v := p.Getenv("BC_LINE_LENGTH"); v != "" {
		if n, err := strconv.Atoi(v); err == nil && (n == 0 || n >= 3) {
			b.width = n
		}
	}
	env := strings.Fields(p.Getenv("BC_ENV_ARGS"))
	p.Args = append(env[:len(env):len(env)], p.Args...)
	opts, files := p.Getopt("hilqsvw", getopt.Long{Name: "interactive", ID: 'i'}, getopt.Long{Name: "mathlib", ID: 'l'}, getopt.Long{Name: "quiet", ID: 'q'},
		getopt.Long{Name: "standard", ID: 's'}, getopt.Long{Name: "warn", ID: 'w'})
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'l':
			b.math = true
			b.scale = 20
		case 'v':
			p.ShowVersion()
		case 's':
			b.std = true
		case 'w':
			b.warn = true
		}
	}
	status := 0
	func() {
		defer func() {
			if r := recover(); r != nil {
				q, ok := r.(quitting)
				if !ok {
					panic(r)
				}
				status = q.status
			}
		}()
		for _, name := range files {
			f, err := p.Open(ctx, name)
			if err == nil {
				if i, serr := f.Stat(); serr == nil && i.IsDir() {
					f.Close()
					err = vfs.EISDIR
				}
			}
			if err != nil {
				p.Out.Flush()
				fmt.Fprintf(p.Stderr, "File %s is unavailable.\n", name)
				status = 1
				return
			}
			b.source(f, name)
			f.Close()
		}
		b.source(p.Stdin, "(standard_in)")
		if strings.TrimSpace(b.rest) != "" {
			b.complain("%s %d: syntax error", b.name, b.line)
		}
	}()
	return status
}

// source runs a file statement by statement, so that what is before an error
// counts.
func (b *bc) source(f io.Reader, name string) {
	b.name = name
	r := lines.NewReader(b.ctx, f, '\n')
	defer r.Close()
	b.input = r
	b.line = 0
	var pending strings.Builder
	pending.WriteString(b.rest)
	b.rest = ""
	start := 1
	for {
		if len(r.Buffered()) == 0 {
			b.p.Out.Flush() // who writes the next line may wait for this one's result
		}
		l, ok := r.Next()
		if !ok {
			break
		}
		b.line++
		pending.Write(l)
		if l[len(l)-1] != '\n' {
			break
		}
		src := pending.String()
		if len(src) > 64<<20 {
			b.complain("input too long")
			return
		}
		if incomplete(src) {
			continue
		}
		pending.Reset()
		b.run(src, start)
		start = b.line + 1
	}
	b.rest = pending.String()
}

// incomplete tells whether braces, parentheses, comments or strings are open,
// or a statement goes on in the next line.
func incomplete(s string) bool {
	depth := 0
	parens := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			k := strings.IndexByte(s[i+1:], '"')
			if k < 0 {
				return true
			}
			i += k + 1
		case '/':
			if i+1 < len(s) && s[i+1] == '*' {
				k := strings.Index(s[i+2:], "*/")
				if k < 0 {
					return true
				}
				i += k + 3
			}
		case '#':
			k := strings.IndexByte(s[i:], '\n')
			if k < 0 {
				return false
			}
			i += k - 1
		case '{':
			depth++
		case '}':
			depth--
		case '(':
			parens++
		case ')':
			parens--
		case '\n':
			parens = 0
		case '\\':
			if i+1 < len(s) && s[i+1] == '\n' {
				if i+2 == len(s) {
					return true
				}
				i++
			}
		}
	}
	if depth > 0 {
		return true
	}
	t := strings.TrimSpace(s)
	if strings.HasPrefix(t, "define") && !strings.Contains(t, "{") {
		return true
	}
	return false
}

func (b *bc) complain(format string, a ...any) {
	b.p.Out.Flush()
	fmt.Fprintf(b.p.Stderr, format+"\n", a...)
}

func (b *bc) run(src string, line int) {
	ps := &parser{b: b, src: src, line: line}
	for {
		var list []node
		var err string
		func() {
			defer func() {
				if r := recover(); r != nil {
					e, ok := r.(syntaxErr)
					if !ok {
						panic(r)
					}
					err = e.text
				}
			}()
			list = ps.top()
		}()
		if err != "" {
			at := ps.line
			if ps.kind == 'l' {
				at++ // the newline was read
			}
			b.complain("%s %d: %s", b.name, at, err)
			ps.skipLine()
			continue
		}
		if list == nil {
			return
		}
		b.execTop(list)
	}
}

func (b *bc) execTop(list []node) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(runtimeError)
			if !ok {
				panic(r)
			}
			b.depth = 0
			in := b.inFn
			if in == "" {
				in = "(main)"
			}
			b.inFn = ""
			if b.col > 0 {
				b.col = 0
			}
			b.complain("Runtime error (func=%s, adr=%d): %s", in, 0, e.text)
		}
	}()
	b.stmts(list)
}

// parser reads bc's language.
type parser struct {
	b     *bc
	src   string
	pos   int
	line  int
	tok   string
	kind  byte // n number, s string, i name, o operator, e end, l newline
	have  bool // the next token was read already
	inFn  bool
	loops int
	depth int
	// refused tells that an extension was met where the standard is kept: what
	// it is in isn't run.
	refused bool
}

// extension tells of what POSIX bc doesn't have.
func (p *parser) extension(what string) {
	line := p.line
	if p.kind == 'l' {
		line++ // the newline was read
	}
	p.extensionAt(line, what)
}

func (p *parser) extensionAt(line int, what string) {
	switch b := p.b; {
	case b.std:
		b.complain("%s %d: Error: %s", b.name, line, what)
		p.refused = true
	case b.warn:
		b.complain("%s %d: (Warning) %s", b.name, line, what)
	}
}

// compares tells whether an expression holds a comparison.
func compares(n node) bool {
	switch n := n.(type) {
	case *nBin:
		return strings.Contains(" == <= >= != < > ", " "+n.op+" ") || compares(n.l) || compares(n.r)
	case *nParen:
		return compares(n.e)
	case *nUn:
		return compares(n.e)
	case *nAssign:
		return compares(n.r)
	}
	return false
}

func (p *parser) fail(text string) { panic(syntaxErr{text}) }

func (p *parser) next() {
	s := p.src
	for p.pos < len(s) {
		c := s[p.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			p.pos++
		case c == '\\' && p.pos+1 < len(s) && s[p.pos+1] == '\n':
			p.pos += 2
			p.line++
		case c == '#' && p.b.std:
			p.pos++
			p.fail("illegal character: #")
		case c == '#':
			for p.pos < len(s) && s[p.pos] != '\n' {
				p.pos++
			}
		case strings.HasPrefix(s[p.pos:], "/*"):
			k := strings.Index(s[p.pos+2:], "*/")
			if k < 0 {
				p.pos = len(s)
				break
			}
			p.line += strings.Count(s[p.pos:p.pos+k], "\n")
			p.pos += k + 4
		default:
			goto token
		}
	}
token:
	if p.pos >= len(s) {
		p.kind, p.tok = 'e', ""
		return
	}
	c := s[p.pos]
	start := p.pos
	switch {
	case c == '\n':
		p.pos++
		p.kind, p.tok = 'l', "\n"
	case c == '"':
		k := strings.IndexByte(s[p.pos+1:], '"')
		if k < 0 {
			k = len(s) - p.pos - 2
		}
		p.tok = s[p.pos+1 : p.pos+1+k]
		p.line += strings.Count(p.tok, "\n")
		p.pos += k + 2
		p.kind = 's'
	case c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '.' && p.pos+1 < len(s) && (digitValue(s[p.pos+1]) >= 0 && digitValue(s[p.pos+1]) < 16):
		var b strings.Builder
		dot := false
		for p.pos < len(s) {
			c := s[p.pos]
			if d := digitValue(c); d >= 0 && d < 16 || c == '.' && !dot {
				dot = dot || c == '.'
				b.WriteByte(c)
				p.pos++
			} else if c == '\\' && p.pos+1 < len(s) && s[p.pos+1] == '\n' {
				p.pos += 2
				p.line++
			} else {
				break
			}
		}
		p.kind, p.tok = 'n', b.String()
	case c >= 'a' && c <= 'z':
		for p.pos < len(s) && (s[p.pos] >= 'a' && s[p.pos] <= 'z' || s[p.pos] >= '0' && s[p.pos] <= '9' || s[p.pos] == '_') {
			p.pos++
		}
		p.kind, p.tok = 'i', s[start:p.pos]
	default:
		p.kind = 'o'
		for _, op := range []string{"&&", "||", "==", "<=", ">=", "!=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^="} {
			if strings.HasPrefix(s[p.pos:], op) {
				p.pos += 2
				p.tok = op
				return
			}
		}
		if strings.IndexByte("+-*/%^=<>!()[]{},;.&", c) < 0 {
			p.pos++
			p.fail("illegal character: " + string(rune(c)))
		}
		p.pos++
		p.tok = s[start:p.pos]
	}
}

func (p *parser) is(t string) bool { return (p.kind == 'o' || p.kind == 'i') && p.tok == t }

func (p *parser) expect(t string) {
	if !p.is(t) {
		p.fail("syntax error")
	}
	p.next()
}

func (p *parser) skipLine() {
	for p.pos < len(p.src) && p.kind != 'l' {
		if p.src[p.pos] == '\n' {
			break
		}
		p.pos++
	}
	if p.pos < len(p.src) && p.kind != 'l' {
		p.pos++
	}
	p.line++
	p.have = false
	p.inFn, p.loops, p.depth = false, 0, 0
}

// top reads a line of statements or a function; nil at the end.
func (p *parser) top() []node {
	if !p.have {
		p.next()
	}
	p.have = false
	for p.kind == 'l' || p.is(";") {
		if p.kind == 'l' {
			p.line++
		}
		p.next()
	}
	if p.kind == 'e' {
		return nil
	}
	p.refused = false
	if p.is("define") {
		p.define()
		return []node{}
	}
	list := []node{}
	for {
		if p.kind == 'l' || p.kind == 'e' {
			break
		}
		if p.is(";") {
			p.next()
			continue
		}
		list = append(list, p.statement())
		if p.kind == 'l' || p.kind == 'e' {
			break
		}
		if !p.is(";") {
			p.fail("syntax error")
		}
	}
	if p.kind == 'l' {
		p.line++
		p.kind = 0
	}
	if p.refused {
		return []node{}
	}
	return list
}

func (p *parser) params(end string) (list []param) {
	for !p.is(end) {
		pr := param{}
		if p.is("*") || p.is("&") {
			pr.ref = true
			p.next()
		}
		if p.kind != 'i' {
			p.fail("syntax error")
		}
		pr.name = p.tok
		p.next()
		if p.is("[") {
			p.next()
			p.expect("]")
			pr.array = true
		}
		for _, o := range list {
			if o.name == pr.name && o.array == pr.array {
				p.fail("duplicate parameter names")
			}
		}
		list = append(list, pr)
		if !p.is(",") {
			break
		}
		p.next()
	}
	return list
}

func (p *parser) define() {
	p.next()
	f := &fn{}
	if p.is("void") {
		f.void = true
		p.extension("void functions")
		p.next()
	}
	if p.kind != 'i' {
		p.fail("syntax error")
	}
	f.name = p.tok
	if len(f.name) > 1 {
		p.extension("multiple letter name - " + f.name)
	}
	p.next()
	p.expect("(")
	f.params = p.params(")")
	p.expect(")")
	p.newlines()
	p.expect("{")
	p.inFn = true
	if p.kind != 'l' {
		p.extension("End of line required")
	}
	p.newlines()
	for p.is("auto") {
		p.next()
		f.autos = append(f.autos, p.params(";")...)
		if !p.is(";") && p.kind != 'l' {
			p.fail("syntax error")
		}
		p.newlines()
		for p.is(";") {
			p.next()
			p.newlines()
		}
	}
	f.body = p.blockRest()
	p.inFn = false
	if !p.refused {
		p.b.funcs[f.name] = f
	}
	p.have = true // a function needs no end of line behind it
}

func (p *parser) newlines() {
	for p.kind == 'l' {
		p.line++
		p.next()
	}
}

// blockRest reads statements up to the closing brace.
func (p *parser) blockRest() []node {
	list := []node{}
	for {
		for p.kind == 'l' || p.is(";") {
			if p.kind == 'l' {
				p.line++
			}
			p.next()
		}
		if p.is("}") {
			p.next()
			return list
		}
		if p.kind == 'e' {
			p.fail("syntax error")
		}
		list = append(list, p.statement())
		if !p.is("}") && !p.is(";") && p.kind != 'l' {
			p.fail("syntax error")
		}
	}
}

const maxDepth = 1000

func (p *parser) body() []node {
	p.newlines()
	if p.is(";") {
		return []node{}
	}
	return []node{p.statement()}
}

func (p *parser) statement() node {
	if p.depth++; p.depth > maxDepth {
		p.fail("too deeply nested")
	}
	defer func() { p.depth-- }()
	switch {
	case p.kind == 's':
		s := p.tok
		p.next()
		return &nStr{s}
	case p.is("{"):
		p.next()
		return &nBlock{p.blockRest()}
	case p.is("if"):
		p.next()
		p.expect("(")
		n := &nIf{c: p.expr()}
		p.expect(")")
		n.a = p.body()
		save, line := *p, p.line
		for p.kind == 'l' {
			p.line++
			p.next()
		}
		if p.is("else") {
			p.extension("else clause in if statement")
			p.next()
			n.b = p.body()
		} else {
			b := p.b
			*p = save
			p.b, p.line = b, line
		}
		return n
	case p.is("while"):
		p.next()
		p.expect("(")
		n := &nWhile{c: p.expr()}
		p.expect(")")
		p.loops++
		n.body = p.body()
		p.loops--
		return n
	case p.is("for"):
		p.next()
		p.expect("(")
		n := &nFor{}
		part := func(end string) (e node) {
			if p.is(end) {
				p.extension("Missing expression in for statement")
			} else {
				e = p.expr()
			}
			return e
		}
		n.init = part(";")
		p.expect(";")
		n.c = part(";")
		p.expect(";")
		n.post = part(")")
		p.expect(")")
		p.loops++
		n.body = p.body()
		p.loops--
		return n
	case p.is("break") || p.is("continue"):
		if p.loops == 0 {
			t := p.tok
			p.next()
			if t == "break" {
				p.fail("Break outside a for/while")
			}
			p.fail("Continue outside a for")
		}
		n := &nSimple{p.tok}
		if p.tok == "continue" {
			p.extension("Continue statement")
		}
		p.next()
		return n
	case p.is("quit"):
		// It ends bc as soon as it is read.
		panic(quitting{0})
	case p.is("halt"), p.is("limits"), p.is("warranty"):
		n := &nSimple{p.tok}
		p.next()
		return n
	case p.is("return"):
		if !p.inFn {
			p.next()
			p.fail("Return outside of a function.")
		}
		p.next()
		n := &nReturn{}
		if p.kind != 'l' && !p.is(";") && !p.is("}") {
			n.e = p.expr()
			if _, ok := n.e.(*nParen); !ok {
				p.extensionAt(p.line, "return expression requires parenthesis")
			}
		}
		return n
	case p.is("print"):
		p.extension("print statement")
		p.next()
		n := &nPrint{}
		for {
			if p.kind == 's' {
				n.list = append(n.list, &nStr{p.tok})
				p.next()
			} else {
				n.list = append(n.list, p.expr())
			}
			if !p.is(",") {
				return n
			}
			p.next()
		}
	}
	e := p.expr()
	if compares(e) {
		p.extension("comparison in expression")
	}
	return &nExprSt{e, p.line}
}

func (p *parser) expr() node {
	if p.depth++; p.depth > maxDepth {
		p.fail("too deeply nested")
	}
	defer func() { p.depth-- }()
	l := p.and()
	for p.is("||") {
		p.extension("|| operator")
		p.next()
		l = &nBin{"||", l, p.and()}
	}
	return l
}

func (p *parser) and() node {
	l := p.not()
	for p.is("&&") {
		p.extension("&& operator")
		p.next()
		l = &nBin{"&&", l, p.not()}
	}
	return l
}

func (p *parser) not() node {
	if p.is("!") {
		p.next()
		n := &nUn{"!", p.not()}
		p.extension("! operator")
		return n
	}
	return p.relation()
}

func (p *parser) relation() node {
	l := p.assignment()
	for p.is("==") || p.is("<=") || p.is(">=") || p.is("!=") || p.is("<") || p.is(">") {
		op := p.tok
		p.next()
		l = &nBin{op, l, p.assignment()}
	}
	return l
}

func isLvalue(n node) bool {
	switch n.(type) {
	case *nVar, *nElem:
		return true
	}
	return false
}

func (p *parser) assignment() node {
	l := p.additive()
	for _, op := range []string{"=", "+=", "-=", "*=", "/=", "%=", "^="} {
		if p.is(op) {
			// Of -a = b and the like the last operand is assigned to.
			if !isLvalue(l) {
				p.fail("syntax error")
			}
			p.next()
			return &nAssign{op, l, p.assignment()}
		}
	}
	return l
}

func (p *parser) additive() node {
	l := p.multiplicative()
	for p.is("+") || p.is("-") {
		op := p.tok
		p.next()
		l = &nBin{op, l, p.multiplicative()}
	}
	return l
}

func (p *parser) multiplicative() node {
	l := p.power()
	for p.is("*") || p.is("/") || p.is("%") {
		op := p.tok
		p.next()
		l = &nBin{op, l, p.power()}
	}
	return l
}

// power binds looser than the minus sign, and to the right.
func (p *parser) power() node {
	l := p.unary()
	if p.is("^") {
		p.next()
		return &nBin{"^", l, p.power()}
	}
	return l
}

func (p *parser) unary() node {
	if p.is("-") {
		if p.depth++; p.depth > maxDepth {
			p.fail("too deeply nested")
		}
		defer func() { p.depth-- }()
		p.next()
		return &nUn{"-", p.unary()}
	}
	if p.is("++") || p.is("--") {
		add := int64(1)
		if p.tok == "--" {
			add = -1
		}
		p.next()
		l := p.primary()
		if !isLvalue(l) {
			p.fail("syntax error")
		}
		return &nIncr{add, false, l}
	}
	e := p.primary()
	if isLvalue(e) && (p.is("++") || p.is("--")) {
		add := int64(1)
		if p.tok == "--" {
			add = -1
		}
		p.next()
		return &nIncr{add, true, e}
	}
	return e
}

func (p *parser) primary() node {
	switch {
	case p.kind == 'n':
		s := p.tok
		p.next()
		return &nNum{s}
	case p.is("("):
		p.next()
		e := p.expr()
		p.expect(")")
		return &nParen{e}
	case p.is("."):
		p.extension("Last variable")
		p.next()
		return &nVar{"last"}
	case p.kind == 'i':
		name := p.tok
		switch name {
		case "if", "while", "for", "else", "define", "auto", "return", "break", "continue", "quit", "halt", "print", "limits", "warranty", "void":
			p.fail("syntax error")
		case "last":
			p.extension("Last variable")
		case "read":
			p.extension("read function")
		case "length", "sqrt", "scale", "ibase", "obase", "history", "random":
		default:
			if len(name) > 1 {
				p.extension("multiple letter name - " + name)
			}
		}
		p.next()
		switch {
		case p.is("("):
			p.next()
			c := &nCall{name: name}
			for !p.is(")") {
				if p.kind == 'i' {
					// A whole array as an argument: a[].
					save := *p
					n := p.tok
					p.next()
					if p.is("[") {
						p.next()
						if p.is("]") {
							p.next()
							c.args = append(c.args, &nArrArg{n})
							goto comma
						}
					}
					b := p.b
					*p = save
					p.b = b
				}
				c.args = append(c.args, p.expr())
			comma:
				if !p.is(",") {
					break
				}
				p.next()
			}
			p.expect(")")
			return c
		case p.is("["):
			p.next()
			i := p.expr()
			p.expect("]")
			return &nElem{name, i}
		}
		return &nVar{name}
	}
	p.fail("syntax error")
	return nil
}
