package interp

import (
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// aop is an operator of an arithmetic expression (bash 5.2 "Shell Arithmetic").
type aop uint8

const (
	aNum aop = iota
	aVar
	aComma
	aAssign // with how in sub-operator bin
	aCond
	aOr
	aAnd
	aBitOr
	aBitXor
	aBitAnd
	aEq
	aNe
	aLe
	aGe
	aLt
	aGt
	aShl
	aShr
	aAdd
	aSub
	aMul
	aDiv
	aMod
	aPow
	aNot
	aCompl
	aPlus
	aNeg
	aPreInc
	aPreDec
	aPostInc
	aPostDec
	aFail // evaluates l, then fails with name as its message
)

type anode struct {
	op     aop
	bin    aop // of aAssign: what is applied, aNum for =
	val    int64
	name   string
	sub    string
	hasSub bool
	l, r   *anode
	c      *anode
	at     int // offset of the token, for messages
}

// arithExpr is a parsed expression. A parse error is kept, to be raised when
// it is evaluated.
type arithExpr struct {
	text  string
	root  *anode
	err   *arithError
	noPow bool // nothing in it can fail where it isn't evaluated
}

type arithError struct{ msg string }

type arithParser struct {
	s      string
	pos    int
	tok    string
	tokAt  int
	num    int64
	kind   byte // 'n' number, 'i' name, 'o' operator, 0 end
	sub    string
	has    bool
	depth  int
	lastAt int
	fails  bool // there is an aFail
}

func parseArith(s string) (e *arithExpr) {
	e = &arithExpr{text: s, noPow: !strings.Contains(s, "**")}
	p := &arithParser{s: s}
	defer func() {
		if r := recover(); r != nil {
			ae, ok := r.(*arithError)
			if !ok {
				panic(r)
			}
			e.err = ae
		}
	}()
	p.next()
	if p.kind == 0 {
		e.root = &anode{op: aNum}
		return e
	}
	e.root = p.comma()
	e.noPow = e.noPow && !p.fails
	if p.kind != 0 {
		if p.kind == 'o' && strings.HasSuffix(p.tok, "=") && len(p.tok) != 2 || p.tok == "=" {
			e.root = p.failAfter(e.root, "attempted assignment to non-variable", p.tokAt)
			e.noPow = false
			return e
		}
		msg := "syntax error in expression"
		if c := s[p.tokAt]; !isNameChar(c) && strings.IndexByte("=><+-*/%!()&|^~?:,\"'", c) < 0 {
			msg = "syntax error: invalid arithmetic operator"
		}
		e.root = p.failAfter(e.root, msg, p.tokAt)
		e.noPow = false
	}
	return e
}

// failAfter is an error that bash finds when it has evaluated x, which may be
// nil. It ends the expression.
func (p *arithParser) failAfter(x *anode, msg string, at int) *anode {
	if x == nil {
		x = &anode{op: aNum}
	}
	n := &anode{op: aFail, l: x, name: p.message(msg, at)}
	p.kind, p.tok, p.pos = 0, "", len(p.s)
	p.fails = true
	return n
}

// fail raises an error at the current token.
func (p *arithParser) fail(msg string) { p.failAt(msg, p.tokAt) }

func (p *arithParser) failAt(msg string, at int) {
	panic(&arithError{p.message(msg, at)})
}

func (p *arithParser) message(msg string, at int) string {
	text := strings.TrimLeft(p.s, " \t\n")
	tok := ""
	if at < len(p.s) {
		tok = p.s[at:]
	}
	return text + ": " + msg + ` (error token is "` + tok + `")`
}

func (p *arithParser) next() {
	s := p.s
	p.lastAt = p.tokAt
	for p.pos < len(s) && (s[p.pos] == ' ' || s[p.pos] == '\t' || s[p.pos] == '\n') {
		p.pos++
	}
	p.tokAt = p.pos
	p.has = false
	if p.pos >= len(s) {
		p.kind, p.tok = 0, ""
		// bash points at the last token's end when there is nothing more
		return
	}
	c := s[p.pos]
	switch {
	case c >= '0' && c <= '9':
		e := p.pos
		for e < len(s) && (isNameChar(s[e]) || s[e] == '#' || s[e] == '@') {
			e++
		}
		p.tok = s[p.pos:e]
		p.pos = e
		p.kind = 'n'
		n, msg := arithNumber(p.tok)
		if msg != "" {
			panic(&arithError{strings.TrimLeft(p.s[:e], " \t\n") + ": " + msg + ` (error token is "` + p.tok + `")`})
		}
		p.num = n
	case isNameChar(c):
		e := p.pos
		for e < len(s) && isNameChar(s[e]) {
			e++
		}
		p.tok = s[p.pos:e]
		p.kind = 'i'
		p.pos = e
		if e < len(s) && s[e] == '[' {
			k := syntax.SubscriptEnd(s, e)
			if k < 0 {
				p.fail("bad array subscript")
			}
			p.sub, p.has = s[e+1:k], true
			p.pos = k + 1
		}
	default:
		p.kind = 'o'
		for _, o := range arithOps {
			if strings.HasPrefix(s[p.pos:], o) {
				// a ++ or -- that can't apply to a name is two signs
				p.tok = o
				p.pos += len(o)
				return
			}
		}
		p.tok = s[p.pos : p.pos+1]
		p.pos++
		p.kind = 'x'
	}
}

var arithOps = []string{"<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "=", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "!", "~", "?", ":", ",", "(", ")"}

func isNameChar(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// arithNumber reads an integer constant; msg says what is wrong with it.
func arithNumber(t string) (n int64, msg string) {
	base := int64(10)
	d := t
	switch {
	case strings.IndexByte(t, '#') >= 0:
		b, rest, _ := strings.Cut(t, "#")
		base = 0
		for i := 0; i < len(b); i++ {
			if b[i] < '0' || b[i] > '9' {
				return 0, "invalid number"
			}
			base = base*10 + int64(b[i]-'0')
			if base > 64 {
				break
			}
		}
		if len(b) > 1 && b[0] == '0' {
			return 0, "invalid number"
		}
		if base < 2 || base > 64 {
			return 0, "invalid arithmetic base"
		}
		if rest == "" {
			return 0, "invalid integer constant"
		}
		d = rest
	case strings.HasPrefix(t, "0x"), strings.HasPrefix(t, "0X"):
		base, d = 16, t[2:]
	case len(t) > 1 && t[0] == '0':
		base, d = 8, t[1:]
	}
	for i := 0; i < len(d); i++ {
		c := d[i]
		var v int64
		switch {
		case c >= '0' && c <= '9':
			v = int64(c - '0')
		case c >= 'a' && c <= 'z':
			v = int64(c-'a') + 10
		case c >= 'A' && c <= 'Z':
			v = int64(c-'A') + 36
			if base <= 36 {
				v = int64(c-'A') + 10
			}
		case c == '@':
			v = 62
		case c == '_':
			v = 63
		default:
			return 0, "invalid number"
		}
		if v >= base {
			return 0, "value too great for base"
		}
		n = n*base + v
	}
	return n, ""
}

func (p *arithParser) enter() {
	if p.depth++; p.depth > 1024 {
		p.fail("expression recursion level exceeded")
	}
}

func (p *arithParser) isOp(s string) bool { return p.kind == 'o' && p.tok == s }

func (p *arithParser) comma() *anode {
	x := p.assign()
	for p.isOp(",") {
		at := p.tokAt
		p.next()
		x = &anode{op: aComma, l: x, r: p.assign(), at: at}
	}
	return x
}

var assignOps = map[string]aop{"=": aNum, "+=": aAdd, "-=": aSub, "*=": aMul, "/=": aDiv, "%=": aMod, "<<=": aShl, ">>=": aShr, "&=": aBitAnd, "^=": aBitXor, "|=": aBitOr}

func (p *arithParser) assign() *anode {
	p.enter()
	defer func() { p.depth-- }()
	x := p.cond()
	if p.kind == 'o' {
		if bin, ok := assignOps[p.tok]; ok {
			if x.op != aVar {
				return p.failBehind(x)
			}
			p.next()
			at := p.tokAt
			r := p.assign()
			return &anode{op: aAssign, bin: bin, l: x, r: r, at: at}
		}
	}
	return x
}

// failBehind is an assignment to what is no variable: bash notices when it has
// evaluated the left side.
func (p *arithParser) failBehind(x *anode) *anode {
	return p.failAfter(x, "attempted assignment to non-variable", p.tokAt)
}

func (p *arithParser) cond() *anode {
	x := p.binary(0)
	if p.isOp("?") {
		p.next()
		if p.isOp(":") || p.kind == 0 {
			p.fail("expression expected")
		}
		y := p.comma()
		if !p.isOp(":") {
			at := p.tokAt
			if p.kind == 0 {
				at = p.lastAt
			}
			return p.failAfter(&anode{op: aCond, c: x, l: y, r: &anode{op: aNum}}, "`:' expected for conditional expression", at)
		}
		p.next()
		if p.kind == 0 {
			p.failAt("expression expected", p.lastAt)
		}
		z := p.cond()
		if p.kind == 'o' {
			if _, ok := assignOps[p.tok]; ok {
				return p.failBehind(&anode{op: aCond, c: x, l: y, r: z})
			}
		}
		return &anode{op: aCond, c: x, l: y, r: z}
	}
	return x
}

var arithLevels = [][]struct {
	tok string
	op  aop
}{
	{{"||", aOr}}, {{"&&", aAnd}}, {{"|", aBitOr}}, {{"^", aBitXor}}, {{"&", aBitAnd}},
	{{"==", aEq}, {"!=", aNe}}, {{"<=", aLe}, {">=", aGe}, {"<", aLt}, {">", aGt}},
	{{"<<", aShl}, {">>", aShr}}, {{"+", aAdd}, {"-", aSub}}, {{"*", aMul}, {"/", aDiv}, {"%", aMod}},
}

func (p *arithParser) binary(level int) *anode {
	if level == len(arithLevels) {
		return p.power()
	}
	x := p.binary(level + 1)
again:
	if p.kind == 'o' {
		for _, o := range arithLevels[level] {
			if p.tok == o.tok {
				p.next()
				at := p.tokAt
				x = &anode{op: o.op, l: x, r: p.binary(level + 1), at: at}
				goto again
			}
		}
	}
	return x
}

func (p *arithParser) power() *anode {
	x := p.unary()
	if p.isOp("**") {
		p.next()
		at := p.tokAt
		p.enter()
		r := p.power()
		p.depth--
		return &anode{op: aPow, l: x, r: r, at: at}
	}
	return x
}

func (p *arithParser) unary() *anode {
	p.enter()
	defer func() { p.depth-- }()
	if p.kind == 'o' {
		switch p.tok {
		case "!":
			p.next()
			return &anode{op: aNot, l: p.unary()}
		case "~":
			p.next()
			return &anode{op: aCompl, l: p.unary()}
		case "-":
			p.next()
			return &anode{op: aNeg, l: p.unary()}
		case "+":
			p.next()
			return &anode{op: aPlus, l: p.unary()}
		case "++", "--":
			op, sign := aPreInc, aPlus
			if p.tok == "--" {
				op, sign = aPreDec, aNeg
			}
			start := p.tokAt
			p.next()
			if p.kind != 'i' { // two signs, the second of which is read again
				p.pos = start + 1
				p.next()
				return &anode{op: sign, l: p.unary()}
			}
			x := p.name()
			return &anode{op: op, l: x}
		}
	}
	return p.primary()
}

func (p *arithParser) name() *anode {
	x := &anode{op: aVar, name: p.tok, sub: p.sub, hasSub: p.has, at: p.tokAt}
	p.next()
	return x
}

func (p *arithParser) primary() *anode {
	switch p.kind {
	case 'n':
		x := &anode{op: aNum, val: p.num}
		p.next()
		if p.isOp("++") || p.isOp("--") {
			// after a number these are two signs
			p.pos = p.tokAt + 1
			p.tok = p.tok[:1]
		}
		return x
	case 'i':
		x := p.name()
		if p.isOp("++") || p.isOp("--") {
			op := aPostInc
			if p.tok == "--" {
				op = aPostDec
			}
			p.next()
			return &anode{op: op, l: x}
		}
		return x
	case 'o':
		if p.tok == "(" {
			p.next()
			x := p.comma()
			if !p.isOp(")") {
				at := p.tokAt
				if p.kind == 0 {
					at = p.lastAt
				}
				msg := "missing `)'"
				if p.kind == 'x' && strings.IndexByte("\"'", p.s[at]) < 0 {
					msg = "syntax error: invalid arithmetic operator"
				}
				return p.failAfter(x, msg, at)
			}
			p.next()
			if p.isOp("++") || p.isOp("--") {
				p.pos = p.tokAt + 1
				p.tok = p.tok[:1]
			}
			if x.op == aVar { // (x) is no left side
				x = &anode{op: aPlus, l: x}
			}
			return x
		}
	case 0:
		return p.failAfter(nil, "syntax error: operand expected", p.lastAt)
	}
	return p.failAfter(nil, "syntax error: operand expected", p.tokAt)
}

// arithCache bounds the parsed expressions that a shell keeps.
const arithCacheSize = 512

// arith evaluates an expression's text, which was expanded already.
func (sh *Shell) arith(text string) int64 {
	if n, ok := smallNumber(text); ok {
		return n
	}
	e := sh.arithCache[text]
	if e == nil {
		e = parseArith(text)
		if len(text) < 256 {
			if len(sh.arithCache) >= arithCacheSize || sh.arithCache == nil {
				sh.arithCache = map[string]*arithExpr{}
			}
			sh.arithCache[text] = e
		}
	}
	return sh.arithEval(e)
}

func smallNumber(s string) (int64, bool) {
	if len(s) == 0 || len(s) > 18 {
		return 0, s == ""
	}
	if s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	var n int64
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, true
}

func (sh *Shell) arithEval(e *arithExpr) int64 {
	if e.err != nil {
		panic(e.err)
	}
	if sh.arithDepth++; sh.arithDepth > 1024 {
		sh.arithDepth = 0
		panic(&arithError{strings.TrimLeft(e.text, " \t\n") + `: expression recursion level exceeded (error token is "` + strings.TrimLeft(e.text, " \t\n") + `")`})
	}
	v := sh.arithNode(e, e.root)
	sh.arithDepth--
	return v
}

// arithTry evaluates text and turns an error into its message.
func (sh *Shell) arithTry(text string) (n int64, msg string) {
	depth := sh.arithDepth
	defer func() {
		if r := recover(); r != nil {
			ae, ok := r.(*arithError)
			if !ok {
				panic(r)
			}
			sh.arithDepth = depth
			msg = ae.msg
		}
	}()
	return sh.arith(text), ""
}

func (e *arithExpr) fail(msg string, at int) {
	panic(&arithError{strings.TrimLeft(e.text, " \t\n") + ": " + msg + ` (error token is "` + e.text[min(at, len(e.text)):] + `")`})
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (sh *Shell) arithNode(e *arithExpr, n *anode) int64 {
	switch n.op {
	case aNum:
		return n.val
	case aVar:
		return sh.arithVar(n)
	case aComma:
		sh.arithNode(e, n.l)
		return sh.arithNode(e, n.r)
	case aFail:
		sh.arithNode(e, n.l)
		panic(&arithError{n.name})
	case aAssign:
		var v int64
		if n.bin == aNum {
			v = sh.arithNode(e, n.r)
		} else {
			l := sh.arithVar(n.l)
			v = sh.arithBinary(e, n, n.bin, l, sh.arithNode(e, n.r))
		}
		sh.arithSet(n.l, v)
		return v
	case aCond:
		if sh.arithNode(e, n.c) != 0 {
			v := sh.arithNode(e, n.l)
			e.skip(n.r)
			return v
		}
		e.skip(n.l)
		return sh.arithNode(e, n.r)
	case aOr:
		if sh.arithNode(e, n.l) != 0 {
			e.skip(n.r)
			return 1
		}
		return b2i(sh.arithNode(e, n.r) != 0)
	case aAnd:
		if sh.arithNode(e, n.l) == 0 {
			e.skip(n.r)
			return 0
		}
		return b2i(sh.arithNode(e, n.r) != 0)
	case aNot:
		return b2i(sh.arithNode(e, n.l) == 0)
	case aCompl:
		return ^sh.arithNode(e, n.l)
	case aPlus:
		return sh.arithNode(e, n.l)
	case aNeg:
		return -sh.arithNode(e, n.l)
	case aPreInc, aPreDec, aPostInc, aPostDec:
		old := sh.arithVar(n.l)
		v := old + 1
		if n.op == aPreDec || n.op == aPostDec {
			v = old - 1
		}
		sh.arithSet(n.l, v)
		if n.op == aPostInc || n.op == aPostDec {
			return old
		}
		return v
	}
	l := sh.arithNode(e, n.l)
	return sh.arithBinary(e, n, n.op, l, sh.arithNode(e, n.r))
}

// skip walks what isn't evaluated: bash still complains of a negative exponent
// there. Variables count as 0.
func (e *arithExpr) skip(n *anode) int64 {
	if e.noPow {
		return 0
	}
	switch n.op {
	case aNum:
		return n.val
	case aVar, aPostInc, aPostDec:
		return 0
	case aFail:
		e.skip(n.l)
		panic(&arithError{n.name})
	case aPreInc:
		return 1
	case aPreDec:
		return -1
	case aAssign, aComma:
		if n.op == aComma {
			e.skip(n.l)
		}
		return e.skip(n.r)
	case aCond:
		c, l, r := e.skip(n.c), e.skip(n.l), e.skip(n.r)
		if c != 0 {
			return l
		}
		return r
	case aNot:
		return b2i(e.skip(n.l) == 0)
	case aCompl:
		return ^e.skip(n.l)
	case aPlus:
		return e.skip(n.l)
	case aNeg:
		return -e.skip(n.l)
	}
	l, r := e.skip(n.l), e.skip(n.r)
	switch n.op {
	case aOr:
		return b2i(l != 0 || r != 0)
	case aAnd:
		return b2i(l != 0 && r != 0)
	case aDiv, aMod:
		if r == 0 {
			r = 1
		}
	}
	return (*Shell)(nil).arithBinary(e, n, n.op, l, r)
}

func (sh *Shell) arithBinary(e *arithExpr, n *anode, op aop, l, r int64) int64 {
	switch op {
	case aBitOr:
		return l | r
	case aBitXor:
		return l ^ r
	case aBitAnd:
		return l & r
	case aEq:
		return b2i(l == r)
	case aNe:
		return b2i(l != r)
	case aLe:
		return b2i(l <= r)
	case aGe:
		return b2i(l >= r)
	case aLt:
		return b2i(l < r)
	case aGt:
		return b2i(l > r)
	case aShl:
		return l << (uint64(r) & 63)
	case aShr:
		return l >> (uint64(r) & 63)
	case aAdd:
		return l + r
	case aSub:
		return l - r
	case aMul:
		return l * r
	case aDiv:
		if r == 0 {
			e.fail("division by 0", n.at)
		}
		if r == -1 {
			return -l
		}
		return l / r
	case aMod:
		if r == 0 {
			e.fail("division by 0", n.at)
		}
		if r == -1 {
			return 0
		}
		return l % r
	case aPow:
		if r < 0 {
			e.fail("exponent less than 0", n.at)
		}
		v := int64(1)
		for ; r > 0; r >>= 1 {
			if r&1 != 0 {
				v *= l
			}
			l *= l
		}
		return v
	}
	return 0
}

// arithVar returns a variable's value: its text is an expression itself.
func (sh *Shell) arithVar(n *anode) int64 {
	var s string
	if n.hasSub {
		s = sh.elementValue(n.name, n.sub)
	} else {
		v := sh.lookup(n.name)
		if v == nil {
			if sh.opt(oNounset) {
				sh.unbound(n.name)
			}
			return 0
		}
		var ok bool
		s, ok = v.scalar(sh)
		if !ok {
			if sh.opt(oNounset) {
				sh.unbound(n.name)
			}
			return 0
		}
	}
	if v, ok := smallNumber(s); ok {
		return v
	}
	if len(s) > 1 && s[0] == '-' {
		if v, ok := smallNumber(s[1:]); ok {
			return -v
		}
	}
	return sh.arith(s)
}

func (sh *Shell) arithSet(n *anode, v int64) {
	s := strconv.FormatInt(v, 10)
	ok := false
	if n.hasSub {
		ok = sh.assignElement(n.name, n.sub, s, false)
	} else {
		ok = sh.setVar(n.name, s)
	}
	if !ok {
		sh.assignFailed = false
		if v := sh.vars[n.name]; v != nil && v.attr&(aNameref|aReadonly) == aNameref && !v.set {
			return // bash complains that a number is no name, and goes on
		}
		panic(&arithError{saidAlready})
	}
}

// saidAlready is the text of an error whose message was printed.
const saidAlready = "\x00"

// sayArith prints an error of arithTry's.
func (sh *Shell) sayArith(prefix, msg string) {
	if msg != saidAlready {
		sh.errorf("%s%s", prefix, msg)
	}
}
