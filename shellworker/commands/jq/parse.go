package jq

import (
	"fmt"
	"strconv"
	"strings"
)

type tokenKind uint8

const (
	tEnd tokenKind = iota
	tOp
	tName    // an identifier, perhaps with ::
	tKeyword // a word of the language
	tField   // .name
	tVar     // $name
	tFormat  // @name
	tNumber
	tString
)

type token struct {
	kind  tokenKind
	s     string
	n     any    // a number
	parts []expr // of a string
	pos   int
}

type parser struct {
	src   string
	pos   int
	tok   token
	depth int
}

// compileError is a program that is none.
type compileError struct{ texts []string }

func (e *compileError) Error() string { return strings.Join(e.texts, "\n") }

var keywords = map[string]bool{"def": true, "module": true, "import": true, "include": true, "if": true, "then": true, "else": true, "elif": true, "end": true,
	"as": true, "reduce": true, "foreach": true, "try": true, "catch": true, "label": true, "and": true, "or": true, "__loc__": true}

// at describes a place of a program as compile errors do.
func at(src string, pos int) string {
	pos = min(pos, len(src))
	start := strings.LastIndexByte(src[:pos], '\n') + 1
	line := src[start:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return fmt.Sprintf(" at <top-level>, line %d:\n%s", 1+strings.Count(src[:pos], "\n"), line)
}

func (p *parser) fail(pos int, format string, a ...any) {
	panic(&compileError{[]string{fmt.Sprintf(format, a...) + at(p.src, pos)}})
}

func (p *parser) unexpected() {
	what := "$end"
	switch t := p.tok; t.kind {
	case tEnd:
	case tName:
		what = "IDENT"
	case tField:
		what = "FIELD"
	case tVar:
		what = "'$'"
	case tNumber:
		what = "LITERAL"
	case tString:
		what = "QQSTRING_START"
	case tFormat:
		what = "FORMAT"
	case tKeyword:
		what = t.s
	default:
		what = t.s
		if len(t.s) == 1 {
			what = "'" + t.s + "'"
		}
	}
	p.fail(p.tok.pos, "syntax error, unexpected %s (Unix shell quoting issues?)", what)
}

func isNameStart(c byte) bool { return c == '_' || 'a' <= c|32 && c|32 <= 'z' }
func isDigit(c byte) bool     { return '0' <= c && c <= '9' }

func (p *parser) word() string {
	i := p.pos
	for i < len(p.src) && (isNameStart(p.src[i]) || isDigit(p.src[i])) {
		i++
	}
	s := p.src[p.pos:i]
	p.pos = i
	return s
}

func (p *parser) next() {
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if c == '#' {
			for p.pos < len(p.src) && p.src[p.pos] != '\n' {
				p.pos++
			}
			continue
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			break
		}
		p.pos++
	}
	t := token{pos: p.pos}
	defer func() { p.tok = t }()
	if p.pos >= len(p.src) {
		return
	}
	c := p.src[p.pos]
	rest := p.src[p.pos:]
	second := byte(0)
	if len(rest) > 1 {
		second = rest[1]
	}
	switch {
	case isNameStart(c):
		t.s = p.word()
		for strings.HasPrefix(p.src[p.pos:], "::") && p.pos+2 < len(p.src) && isNameStart(p.src[p.pos+2]) {
			p.pos += 2
			t.s += "::" + p.word()
		}
		t.kind = tName
		if keywords[t.s] {
			t.kind = tKeyword
		}
	case c == '.' && isNameStart(second):
		p.pos++
		t.kind, t.s = tField, p.word()
	case c == '$' && isNameStart(second):
		p.pos++
		t.kind, t.s = tVar, p.word()
		for strings.HasPrefix(p.src[p.pos:], "::") && p.pos+2 < len(p.src) && isNameStart(p.src[p.pos+2]) {
			p.pos += 2
			t.s += "::" + p.word()
		}
	case c == '@' && isNameStart(second):
		p.pos++
		t.kind, t.s = tFormat, p.word()
	case isDigit(c) || c == '.' && isDigit(second):
		i := 0
		for i < len(rest) && (isDigit(rest[i]) || rest[i] == '.') {
			i++
		}
		if i < len(rest) && rest[i]|32 == 'e' {
			k := i + 1
			if k < len(rest) && (rest[k] == '+' || rest[k] == '-') {
				k++
			}
			if k < len(rest) && isDigit(rest[k]) {
				for k < len(rest) && isDigit(rest[k]) {
					k++
				}
				i = k
			}
		}
		n, err := strconv.ParseFloat(rest[:i], 64)
		if ne, ok := err.(*strconv.NumError); ok && ne.Err != strconv.ErrRange {
			p.fail(p.pos, "Invalid numeric literal")
		}
		t.kind, t.n = tNumber, literalNumber(n, []byte(rest[:i]))
		p.pos += i
	case c == '"':
		p.pos++
		t.kind, t.parts = tString, p.stringParts(t.pos)
	default:
		t.kind = tOp
		for _, op := range []string{"?//=", "?//", "//=", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "//", ".."} {
			if strings.HasPrefix(rest, op) && op != "?//=" {
				t.s = op
				p.pos += len(op)
				return
			}
		}
		if strings.IndexByte(".?=;,:|+-*/%$<>()[]{}", c) < 0 {
			p.fail(p.pos, "syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?)")
		}
		t.s = rest[:1]
		p.pos++
	}
}

// stringParts reads a string up to its closing quote.
func (p *parser) stringParts(start int) []expr {
	var parts []expr
	var b []byte
	flush := func() {
		if len(b) > 0 {
			parts = append(parts, &literal{string(b)})
			b = nil
		}
	}
	raw := p.pos
	// plain text is decoded as JSON is, escapes included.
	decode := func(end int) {
		s, err := unquote([]byte(p.src[raw:end]))
		if err != "" {
			p.fail(start, "%s at line 1, column %d (while parsing '\"%s\"')", err, end-raw+2, p.src[raw:end])
		}
		b = append(b, s...)
	}
	for {
		if p.pos >= len(p.src) {
			p.fail(start, "syntax error, unexpected $end, expecting QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END (Unix shell quoting issues?)")
		}
		switch c := p.src[p.pos]; {
		case c == '"':
			decode(p.pos)
			p.pos++
			flush()
			return parts
		case c == '\\' && p.pos+1 < len(p.src) && p.src[p.pos+1] == '(':
			decode(p.pos)
			flush()
			p.pos += 2
			saved := p.tok
			p.next()
			parts = append(parts, &interpolated{p.pipe()})
			if !p.is(")") {
				p.unexpected()
			}
			p.tok = saved
			raw = p.pos
		case c == '\\':
			p.pos += 2
		default:
			p.pos++
		}
	}
}

func (p *parser) is(s string) bool {
	return (p.tok.kind == tOp || p.tok.kind == tKeyword) && p.tok.s == s
}

func (p *parser) accept(s string) bool {
	if p.is(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.unexpected()
	}
}

func parse(src string) (m *module, err error) {
	p := &parser{src: src}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*compileError)
			if !ok {
				panic(r)
			}
			m, err = nil, e
		}
	}()
	p.next()
	m = &module{}
	if p.accept("module") {
		m.meta = p.pipe()
		p.expect(";")
	}
	for p.is("import") || p.is("include") {
		include := p.is("include")
		p.next()
		i := imported{path: p.constantString()}
		if !include {
			p.expect("as")
			switch p.tok.kind {
			case tVar:
				i.data = true
			case tName:
			default:
				p.unexpected()
			}
			i.as = p.tok.s
			p.next()
		}
		if !p.is(";") {
			meta, ok := constant(p.pipe())
			if o, isObject := meta.(*object); ok && isObject {
				s, _ := o.get("search")
				i.search, _ = s.(string)
			}
		}
		p.expect(";")
		m.imports = append(m.imports, i)
	}
	for p.is("def") {
		m.defs = append(m.defs, p.def())
	}
	if p.tok.kind != tEnd {
		m.body = p.pipe()
		if p.tok.kind != tEnd {
			p.unexpected()
		}
	} else if m.defs == nil && m.meta == nil && m.imports == nil {
		m.body = &identity{}
	}
	return m, nil
}

// constant evaluates what is made of literals only.
func constant(e expr) (any, bool) {
	switch e := e.(type) {
	case *literal:
		return e.v, true
	case *members:
		o := newObject(len(e.list))
		for _, m := range e.list {
			k, ok := constant(m.key)
			v, ok2 := constant(m.value)
			s, ok3 := k.(string)
			if !ok || !ok2 || !ok3 {
				return nil, false
			}
			o.put(s, v)
		}
		return o, true
	}
	return nil, false
}

func (p *parser) constantString() string {
	if p.tok.kind != tString {
		p.unexpected()
	}
	s, ok := "", len(p.tok.parts) == 0
	if len(p.tok.parts) == 1 {
		if l, isLit := p.tok.parts[0].(*literal); isLit {
			s, ok = l.v.(string)
		}
	}
	if !ok {
		p.fail(p.tok.pos, "Import path must be constant")
	}
	p.next()
	return s
}

func (p *parser) def() *function {
	p.expect("def")
	f := &function{}
	if p.tok.kind != tName && p.tok.kind != tKeyword {
		p.unexpected()
	}
	f.name = p.tok.s
	p.next()
	if p.accept("(") {
		for {
			switch p.tok.kind {
			case tVar:
				f.params = append(f.params, "$"+p.tok.s)
			case tName, tKeyword:
				f.params = append(f.params, p.tok.s)
			default:
				p.unexpected()
			}
			p.next()
			if !p.accept(";") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	f.body = p.pipe()
	p.expect(";")
	return f
}

// maxDepth bounds how deep a program may be nested.
const maxDepth = 2000

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "program too deeply nested")
	}
}

func (p *parser) pipe() expr { return p.piped(true) }

// piped reads a pipe; commas tells whether what is between its bars may have
// commas.
func (p *parser) piped(commas bool) expr {
	p.enter()
	defer func() { p.depth-- }()
	if p.is("def") {
		f := p.def()
		return &define{f, p.piped(commas)}
	}
	var l expr
	if p.accept("label") {
		if p.tok.kind != tVar {
			p.unexpected()
		}
		name := p.tok.s
		p.next()
		p.expect("|")
		return &label{name, p.piped(commas)}
	}
	l = p.binary(0)
	if commas {
		for p.accept(",") {
			l = &comma{l, p.binary(0)}
		}
	}
	if p.is("as") {
		p.unexpected()
	}
	if p.accept("|") {
		return &pipe{l, p.piped(commas)}
	}
	return l
}

var precedence = map[string]int{"//": 1, "=": 2, "|=": 2, "+=": 2, "-=": 2, "*=": 2, "/=": 2, "%=": 2, "//=": 2, "or": 3, "and": 4,
	"==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7}

func (p *parser) binary(least int) expr {
	p.enter()
	defer func() { p.depth-- }()
	l := p.unary()
	for p.tok.kind == tOp || p.tok.kind == tKeyword {
		op := p.tok.s
		n, ok := precedence[op]
		if !ok || n < least {
			break
		}
		pos := p.tok.pos
		p.next()
		next := n + 1
		if op == "//" {
			next = n // from right to left
		}
		r := p.binary(next)
		if x, ok := l.(*literal); ok {
			if y, ok := r.(*literal); ok {
				if v, ok := p.fold(op, x.v, y.v, pos); ok {
					l = &literal{v}
					continue
				}
			}
		}
		l = &binary{op, l, r}
		if n == 2 || n == 5 { // these can't be chained
			if m, ok := precedence[p.tok.s]; ok && m == n && p.tok.kind == tOp {
				p.unexpected()
			}
		}
	}
	return l
}

// fold evaluates arithmetic on numbers ahead.
func (p *parser) fold(op string, l, r any, pos int) (any, bool) {
	x, ok1 := floated(l).(float64)
	y, ok2 := floated(r).(float64)
	if !ok1 || !ok2 {
		return nil, false
	}
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		if y == 0 {
			p.fail(pos, "Division by zero?")
		}
		return x / y, true
	}
	return nil, false
}

func (p *parser) unary() expr {
	if p.is("-") {
		p.next()
		return &unary{p.postfix()}
	}
	e := p.postfix()
	if p.accept("as") {
		b := &bind{e: e}
		for {
			b.patterns = append(b.patterns, p.pattern())
			if !p.accept("?//") {
				break
			}
		}
		p.expect("|")
		b.body = p.pipe()
		return b
	}
	return e
}

func (p *parser) pattern() pattern {
	switch {
	case p.tok.kind == tVar:
		name := p.tok.s
		p.next()
		return pattern{name: name}
	case p.accept("["):
		pt := pattern{list: []pattern{}}
		for {
			pt.list = append(pt.list, p.pattern())
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
		return pt
	case p.accept("{"):
		pt := pattern{members: []patternMember{}}
		for {
			var m patternMember
			switch {
			case p.tok.kind == tVar:
				m.name, m.key = p.tok.s, &literal{p.tok.s}
				p.next()
			case p.tok.kind == tName || p.tok.kind == tKeyword:
				m.key = &literal{p.tok.s}
				p.next()
			case p.tok.kind == tString:
				m.key = p.str("")
			case p.accept("("):
				m.key = p.pipe()
				p.expect(")")
			default:
				p.unexpected()
			}
			if m.name == "" || p.is(":") {
				p.expect(":")
				sub := p.pattern()
				m.p = &sub
			}
			pt.members = append(pt.members, m)
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
		return pt
	}
	p.unexpected()
	return pattern{}
}

// str makes the string token an expression.
func (p *parser) str(format string) expr {
	parts := p.tok.parts
	p.next()
	switch {
	case len(parts) == 0:
		return &literal{""}
	case len(parts) == 1:
		if l, ok := parts[0].(*literal); ok {
			return l
		}
	}
	return &text{format, parts}
}

func (p *parser) postfix() expr {
	p.enter()
	defer func() { p.depth-- }()
	e := p.term()
	for {
		switch {
		case p.tok.kind == tField:
			e = &field{e, &literal{p.tok.s}}
			p.next()
		case p.is("."):
			p.next()
			switch {
			case p.tok.kind == tString:
				e = &field{e, p.str("")}
			case p.is("["):
				p.next()
				e = p.brackets(e)
			default:
				p.unexpected()
			}
		case p.is("["):
			p.next()
			e = p.brackets(e)
		case p.is("?"):
			p.next()
			e = &try{body: e}
		case p.is("?//"):
			e = &try{body: e}
			p.tok.s = "//"
		default:
			return e
		}
	}
}

// brackets reads what follows a "[": an index, a slice, or nothing.
func (p *parser) brackets(of expr) expr {
	if p.accept("]") {
		return &each{of}
	}
	if p.accept(":") {
		to := p.pipe()
		p.expect("]")
		return &slice{of, nil, to}
	}
	i := p.pipe()
	if p.accept(":") {
		if p.accept("]") {
			return &slice{of, i, nil}
		}
		to := p.pipe()
		p.expect("]")
		return &slice{of, i, to}
	}
	p.expect("]")
	return &field{of, i}
}

func (p *parser) term() expr {
	t := p.tok
	switch t.kind {
	case tNumber:
		p.next()
		return &literal{t.n}
	case tString:
		return p.str("")
	case tFormat:
		p.next()
		if p.tok.kind == tString {
			return p.str(t.s)
		}
		return &format{t.s}
	case tField:
		p.next()
		return &field{&identity{}, &literal{t.s}}
	case tVar:
		p.next()
		if t.s == "__loc__" {
			return &location{1 + strings.Count(p.src[:t.pos], "\n")}
		}
		return &variable{t.s, t.pos}
	case tName:
		p.next()
		switch t.s {
		case "null":
			return &literal{nil}
		case "true":
			return &literal{true}
		case "false":
			return &literal{false}
		case "break":
			if p.tok.kind != tVar {
				p.fail(t.pos, "break requires a label to break to")
			}
			name := p.tok.s
			p.next()
			return &breakOut{name, t.pos}
		}
		c := &call{name: t.s, pos: t.pos}
		if p.accept("(") {
			for {
				c.args = append(c.args, p.pipe())
				if !p.accept(";") {
					break
				}
			}
			p.expect(")")
		}
		return c
	case tKeyword:
		switch t.s {
		case "if":
			p.next()
			return p.conditional(t.pos)
		case "try":
			p.next()
			e := &try{body: p.postTerm()}
			if p.accept("catch") {
				e.handler = p.postTerm()
			}
			return e
		case "reduce", "foreach":
			p.next()
			e := p.postfix()
			p.expect("as")
			pt := p.pattern()
			p.expect("(")
			init := p.pipe()
			p.expect(";")
			update := p.pipe()
			if t.s == "reduce" {
				p.expect(")")
				return &reduce{e: e, p: pt, init: init, update: update}
			}
			var extract expr
			if p.accept(";") {
				extract = p.pipe()
			}
			p.expect(")")
			return &foreach{e, pt, init, update, extract}
		case "def":
			f := p.def()
			return &define{f, p.pipe()}
		case "label":
			return p.piped(false)
		}
	case tOp:
		switch t.s {
		case ".":
			p.next()
			if p.tok.kind == tString {
				return &field{&identity{}, p.str("")}
			}
			if p.is("[") {
				p.next()
				return p.brackets(&identity{})
			}
			return &identity{}
		case "..":
			p.next()
			return &recurse{}
		case "(":
			p.next()
			e := p.pipe()
			p.expect(")")
			return e
		case "[":
			p.next()
			if p.accept("]") {
				return &literal{[]any{}}
			}
			e := p.pipe()
			p.expect("]")
			return &array{e}
		case "{":
			p.next()
			return p.object()
		case "-":
			p.next()
			return &unary{p.postfix()}
		}
	}
	p.unexpected()
	return nil
}

// postTerm reads the operand of try and catch.
func (p *parser) postTerm() expr { return p.postfix() }

func (p *parser) conditional(pos int) expr {
	c := &conditional{cond: p.pipe()}
	if !p.is("then") {
		p.unfinished(pos)
	}
	p.next()
	c.yes = p.pipe()
	switch {
	case p.accept("elif"):
		c.no = p.conditional(pos)
		return c
	case p.accept("else"):
		c.no = p.pipe()
	default:
		c.no = &identity{}
	}
	if !p.is("end") {
		p.unfinished(pos)
	}
	p.next()
	return c
}

func (p *parser) unfinished(pos int) {
	defer func() {
		e := recover().(*compileError)
		e.texts = append(e.texts, "Possibly unterminated 'if' statement"+at(p.src, pos))
		panic(e)
	}()
	p.unexpected()
}

func (p *parser) object() expr {
	m := &members{}
	for !p.accept("}") {
		var k, v expr
		t := p.tok
		switch t.kind {
		case tVar:
			p.next()
			k, v = &literal{t.s}, &variable{t.s, t.pos}
			if t.s == "__loc__" {
				v = &location{1 + strings.Count(p.src[:t.pos], "\n")}
			}
		case tName, tKeyword:
			p.next()
			k = &literal{t.s}
			v = &field{&identity{}, k}
		case tString:
			k = p.str("")
			v = &field{&identity{}, k}
		case tFormat:
			p.next()
			if p.tok.kind != tString {
				p.unexpected()
			}
			k = p.str(t.s)
			v = &field{&identity{}, k}
		case tNumber:
			p.fail(t.pos, "May need parentheses around object key expression")
		default:
			p.expect("(")
			k = p.pipe()
			p.expect(")")
			if !p.is(":") {
				p.unexpected()
			}
		}
		if p.accept(":") {
			v = p.piped(false)
		}
		m.list = append(m.list, member{k, v})
		if !p.is("}") {
			p.expect(",")
			if p.is("}") {
				p.unexpected()
			}
		}
	}
	if len(m.list) == 0 {
		return &literal{newObject(0)}
	}
	return m
}
