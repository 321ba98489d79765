package bc

import (
	"strings"

	"github.com/capshell/capshell/shellworker/commands/lines"
)

func (b *bc) fail(text string) { panic(runtimeError{text}) }

func (b *bc) check(n number, err error) number {
	if err != nil {
		b.fail(err.Error())
	}
	return n
}

// out writes text and breaks lines at the width, with a backslash.
func (b *bc) out(s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			b.col = 0
			b.p.Out.WriteByte('\n')
			continue
		}
		if b.width > 0 && b.col >= b.width-b.margin {
			b.p.Out.WriteString("\\\n")
			b.col = 0
		}
		b.p.Out.WriteByte(s[i])
		b.col++
	}
}

// plain writes text as it is.
func (b *bc) plain(s string) {
	for i := 0; i < len(s); i++ {
		b.p.Out.WriteByte(s[i])
		if s[i] == '\n' {
			b.col = 0
		} else {
			b.col++
		}
	}
}

func (b *bc) tick() {
	if b.steps++; b.steps&0xff == 0 {
		b.stop()
	}
}

func (b *bc) stop() {
	if b.ctx.Err() != nil {
		b.p.Exit(1)
	}
}

func (b *bc) stmts(list []node) (flow, number) {
	for _, n := range list {
		if f, v := b.stmt(n); f != fNone {
			return f, v
		}
	}
	return fNone, bigZero
}

func (b *bc) stmt(n node) (flow, number) {
	b.tick()
	switch n := n.(type) {
	case *nStr:
		b.plain(n.s)
	case *nExprSt:
		v, void := b.evalStatement(n.e)
		if !void {
			b.last = v
			b.out(b.ar.format(v, b.obase))
			b.plain("\n")
		}
	case *nPrint:
		for _, e := range n.list {
			if s, ok := e.(*nStr); ok {
				b.plain(printEscapes(s.s))
				continue
			}
			v := b.eval(e)
			b.last = v
			b.out(b.ar.format(v, b.obase))
		}
	case *nBlock:
		return b.stmts(n.list)
	case *nIf:
		if !b.eval(n.c).isZero() {
			return b.stmts(n.a)
		}
		return b.stmts(n.b)
	case *nWhile:
		for !b.eval(n.c).isZero() {
			b.tick()
			switch f, v := b.stmts(n.body); f {
			case fBreak:
				return fNone, v
			case fReturn:
				return f, v
			}
		}
	case *nFor:
		if n.init != nil {
			b.eval(n.init)
		}
		for n.c == nil || !b.eval(n.c).isZero() {
			b.tick()
			f, v := b.stmts(n.body)
			if f == fBreak {
				return fNone, v
			}
			if f == fReturn {
				return f, v
			}
			if n.post != nil {
				b.eval(n.post)
			}
		}
	case *nSimple:
		switch n.name {
		case "break":
			return fBreak, bigZero
		case "continue":
			return fContinue, bigZero
		case "halt":
			panic(quitting{0})
		case "limits":
			b.plain("BC_BASE_MAX     = 2147483647\nBC_DIM_MAX      = 16777215\nBC_SCALE_MAX    = 2147483647\nBC_STRING_MAX   = 2147483647\n")
			b.plain("MAX Exponent    = 9223372036854775807\nNumber of vars  = 32767\n")
		case "warranty":
			b.plain("There is no warranty.\n")
		}
	case *nReturn:
		v := bigZero
		if n.e != nil {
			v = b.eval(n.e)
		}
		return fReturn, v
	}
	return fNone, bigZero
}

func printEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'q':
			b.WriteByte('"')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '\\':
			b.WriteByte('\\')
		}
	}
	return b.String()
}

// evalStatement evaluates an expression that is a statement; void where
// nothing is to be printed.
func (b *bc) evalStatement(e node) (v number, void bool) {
	switch n := e.(type) {
	case *nAssign:
		b.eval(n)
		return v, true
	case *nCall:
		if f := b.funcs[n.name]; f != nil && f.void {
			b.call(n)
			return v, true
		}
	}
	return b.eval(e), false
}

func boolNumber(t bool) number {
	if t {
		return fromInt(1)
	}
	return bigZero
}

func (b *bc) eval(e node) number {
	switch n := e.(type) {
	case *nNum:
		return b.ar.parse(n.s, b.ibase)
	case *nParen:
		return b.eval(n.e)
	case *nVar:
		return b.get(n.name)
	case *nElem:
		return b.element(n.name, b.index(n.i))
	case *nUn:
		v := b.eval(n.e)
		if n.op == "!" {
			return boolNumber(v.isZero())
		}
		return neg(v)
	case *nBin:
		switch n.op {
		case "&&":
			l := b.eval(n.l)
			if l.isZero() {
				return bigZero
			}
			return boolNumber(!b.eval(n.r).isZero())
		case "||":
			l := b.eval(n.l)
			if !l.isZero() {
				return fromInt(1)
			}
			return boolNumber(!b.eval(n.r).isZero())
		}
		l := b.eval(n.l)
		r := b.eval(n.r)
		switch n.op {
		case "==":
			return boolNumber(b.ar.cmp(l, r) == 0)
		case "!=":
			return boolNumber(b.ar.cmp(l, r) != 0)
		case "<":
			return boolNumber(b.ar.cmp(l, r) < 0)
		case "<=":
			return boolNumber(b.ar.cmp(l, r) <= 0)
		case ">":
			return boolNumber(b.ar.cmp(l, r) > 0)
		case ">=":
			return boolNumber(b.ar.cmp(l, r) >= 0)
		}
		return b.arith(n.op, l, r)
	case *nAssign:
		var i int
		el, isElem := n.l.(*nElem)
		if isElem {
			i = b.index(el.i)
		}
		var old number // what x op= y works on was x before y is looked at
		if n.op != "=" {
			if isElem {
				old = b.element(el.name, i)
			} else {
				old = b.get(n.l.(*nVar).name)
			}
		}
		v := b.eval(n.r)
		if n.op != "=" {
			v = b.arith(n.op[:1], old, v)
		}
		if isElem {
			b.setElement(el.name, i, v)
		} else {
			b.set(n.l.(*nVar).name, v)
		}
		return v
	case *nIncr:
		var old number
		var i int
		el, isElem := n.l.(*nElem)
		if isElem {
			i = b.index(el.i)
			old = b.element(el.name, i)
		} else {
			old = b.get(n.l.(*nVar).name)
		}
		v := b.ar.add(old, fromInt(n.add))
		if isElem {
			b.setElement(el.name, i, v)
		} else {
			b.set(n.l.(*nVar).name, v)
		}
		if n.post {
			return old
		}
		return v
	case *nCall:
		return b.call(n)
	}
	b.fail("syntax error")
	return bigZero
}

func (b *bc) arith(op string, l, r number) number {
	switch op {
	case "+":
		return b.ar.add(l, r)
	case "-":
		return b.ar.sub(l, r)
	case "*":
		if l.digits()+r.digits() > maxDigits {
			b.fail(errSize.Error())
		}
		return b.ar.mul(l, r, b.scale)
	case "/":
		return b.check(b.ar.div(l, r, b.scale))
	case "%":
		_, m, err := b.ar.mod(l, r, b.scale)
		if err != nil {
			b.fail("Modulo by zero")
		}
		return m
	}
	if r.scale > 0 && !r.isZero() {
		b.complain("Runtime warning (func=%s, adr=%d): non-zero scale in exponent", b.where(), 0)
	}
	v, err := b.ar.raise(l, r, b.scale)
	if err == errSize {
		b.fail("exponent too large in raise")
	}
	return b.check(v, err)
}

func (b *bc) where() string {
	if b.inFn == "" {
		return "(main)"
	}
	return b.inFn
}

func (b *bc) get(name string) number {
	switch name {
	case "scale":
		return fromInt(int64(b.scale))
	case "ibase":
		return fromInt(int64(b.ibase))
	case "obase":
		return fromInt(int64(b.obase))
	case "last":
		return b.last
	}
	if v, ok := b.vars[name]; ok {
		return v
	}
	return bigZero
}

// maxScale bounds the digits behind the point of what is computed.
const maxScale = 1 << 18

func (b *bc) set(name string, v number) {
	warning := func(text string) { b.complain("Runtime warning (func=%s, adr=%d): %s", b.where(), 0, text) }
	switch name {
	case "scale":
		n := b.ar.int(v)
		if v.v.Sign() < 0 {
			warning("negative scale, set to 0")
			n = 0
		}
		if n > maxScale {
			warning("scale too large, set to 16777216")
			n = maxScale
		}
		b.scale = n
	case "ibase":
		n := b.ar.int(v)
		if n < 2 {
			warning("ibase too small, set to 2")
			n = 2
		} else if n > 16 {
			warning("ibase too large, set to 16")
			n = 16
		}
		b.ibase = n
	case "obase":
		n := b.ar.int(v)
		if n < 2 {
			warning("obase too small, set to 2")
			n = 2
		} else if n > 1<<31-1 {
			warning("obase too large, set to 2147483647")
			n = 1<<31 - 1
		}
		b.obase = n
	case "last":
		b.last = v
	default:
		b.vars[name] = v
	}
}

func (b *bc) index(e node) int {
	v := b.eval(e)
	n := b.ar.int(v)
	if v.v.Sign() < 0 && n < 0 || n > 16777215 {
		b.fail("array index out of bounds")
	}
	return n
}

func (b *bc) element(name string, i int) number {
	if v, ok := b.arrs[name][i]; ok {
		return v
	}
	return bigZero
}

func (b *bc) setElement(name string, i int, v number) {
	if b.arrs[name] == nil {
		b.arrs[name] = map[int]number{}
	}
	b.arrs[name][i] = v
}

const maxCalls = 5000

func (b *bc) call(n *nCall) number {
	args := n.args
	want := func(k int) {
		if len(args) != k {
			b.fail("Parameter number mismatch")
		}
	}
	if b.funcs[n.name] == nil {
		switch n.name {
		case "length":
			want(1)
			if a, ok := args[0].(*nArrArg); ok {
				most := -1
				for i := range b.arrs[a.name] {
					most = max(most, i)
				}
				return fromInt(int64(most + 1))
			}
			return fromInt(int64(b.ar.length(b.eval(args[0]))))
		case "scale":
			want(1)
			return fromInt(int64(b.eval(args[0]).scale))
		case "sqrt":
			want(1)
			return b.check(b.ar.sqrt(b.eval(args[0]), b.scale))
		case "read":
			want(0)
			return b.read()
		case "random":
			want(0)
			var r [4]byte
			b.p.Rand.Read(r[:])
			return fromInt(int64(r[0]) | int64(r[1])<<8 | int64(r[2])<<16 | int64(r[3]&0x7f)<<24)
		}
		if b.math {
			switch n.name {
			case "s", "c", "a", "l", "e":
				want(1)
				x := b.eval(args[0])
				switch n.name {
				case "s":
					return b.ar.sin(x, b.scale)
				case "c":
					return b.ar.cos(x, b.scale)
				case "a":
					return b.ar.atan(x, b.scale)
				case "l":
					return b.ar.ln(x, b.scale)
				}
				return b.check(b.ar.exp(x, b.scale))
			case "j":
				want(2)
				o := b.eval(args[0])
				return b.check(b.ar.bessel(o, b.eval(args[1]), b.scale))
			}
		}
		b.fail("Function " + n.name + " not defined.")
	}
	f := b.funcs[n.name]
	if len(args) != len(f.params) {
		b.fail("Parameter number mismatch")
	}
	if b.depth++; b.depth > maxCalls {
		b.fail("function call stack too deep")
	}
	// Variables are dynamic: the caller's are put back at the end.
	type saved struct {
		name string
		v    number
		had  bool
		arr  map[int]number
		isA  bool
	}
	vals := make([]number, len(args))
	arrs := make([]map[int]number, len(args))
	for i, p := range f.params {
		if p.array {
			a, ok := args[i].(*nArrArg)
			if !ok {
				b.fail("Parameter type mismatch, parameter " + p.name + ".")
			}
			if b.arrs[a.name] == nil {
				b.arrs[a.name] = map[int]number{}
			}
			arrs[i] = b.arrs[a.name]
			if !p.ref {
				c := make(map[int]number, len(arrs[i]))
				for k, v := range arrs[i] {
					c[k] = v
				}
				arrs[i] = c
			}
			continue
		}
		if _, ok := args[i].(*nArrArg); ok {
			b.fail("Parameter type mismatch, parameter " + p.name + ".")
		}
		vals[i] = b.eval(args[i])
	}
	var back []saved
	bind := func(p param, v number, arr map[int]number) {
		if p.array {
			back = append(back, saved{name: p.name, arr: b.arrs[p.name], isA: true})
			b.arrs[p.name] = arr
			return
		}
		switch p.name {
		case "scale", "ibase", "obase", "last":
			back = append(back, saved{name: p.name, v: b.get(p.name), had: true})
			b.set(p.name, v)
			return
		}
		old, had := b.vars[p.name]
		back = append(back, saved{name: p.name, v: old, had: had})
		b.vars[p.name] = v
	}
	for i, p := range f.params {
		bind(p, vals[i], arrs[i])
	}
	for _, p := range f.autos {
		if p.name == "scale" || p.name == "ibase" || p.name == "obase" {
			bind(p, b.get(p.name), nil)
			continue
		}
		bind(p, bigZero, nil)
	}
	in := b.inFn
	b.inFn = f.name
	defer func() {
		for i := len(back) - 1; i >= 0; i-- {
			s := back[i]
			switch {
			case s.isA:
				b.arrs[s.name] = s.arr
			case s.had:
				b.set(s.name, s.v)
			default:
				delete(b.vars, s.name)
			}
		}
		b.depth--
	}()
	_, v := b.stmts(f.body)
	b.inFn = in
	return v
}

// read reads a number from the input.
func (b *bc) read() number {
	for {
		l, ok := b.input.Next()
		if !ok {
			return bigZero
		}
		b.line++
		s := strings.TrimSpace(string(lines.Trim(l, '\n')))
		if s == "" {
			continue
		}
		sign := false
		if s[0] == '-' {
			sign = true
			s = s[1:]
		}
		i := 0
		dot := false
		for i < len(s) && (digitValue(s[i]) >= 0 && digitValue(s[i]) < 16 || s[i] == '.' && !dot) {
			dot = dot || s[i] == '.'
			i++
		}
		v := bigZero
		if i > 0 {
			v = b.ar.parse(s[:i], b.ibase)
		}
		if sign {
			v = neg(v)
		}
		return v
	}
}
