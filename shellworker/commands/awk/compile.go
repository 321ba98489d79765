package awk

import (
	"math"
	"strings"

	"github.com/capshell/capshell/shellworker/commands"
)

type compiledRule struct {
	pattern, pattern2 func(m *machine) bool
	body              code
	active            bool
}

// compiler turns the tree into closures.
type compiler struct {
	m       *machine
	r       *resolver
	f       *function
	globals map[string]int
	arrays  map[string]int
}

func compileProgram(m *machine, prog *program) (begin, end, beginFile, endFile []code) {
	c := &compiler{m: m, r: resolve(prog), globals: map[string]int{}, arrays: map[string]int{}}
	for i, n := range specialNames {
		c.globals[n] = i
	}
	m.globals = make([]value, specials)
	m.names = append(m.names, specialNames[:]...)
	for i, f := range prog.order {
		f.index = i
		f.slot = make([]int, len(f.params))
		for k := range f.params {
			if f.isArray[k] {
				f.slot[k] = f.arrays
				f.arrays++
			} else {
				f.slot[k] = f.scalars
				f.scalars++
			}
		}
	}
	for _, f := range prog.order {
		c.f = f
		f.code = c.block(f.body)
	}
	c.f = nil
	all := func(list []*block) []code {
		var out []code
		for _, b := range list {
			out = append(out, c.block(b))
		}
		return out
	}
	for _, r := range prog.rules {
		cr := compiledRule{}
		if r.pattern != nil {
			cr.pattern = c.cond(r.pattern)
		}
		if r.pattern2 != nil {
			cr.pattern2 = c.cond(r.pattern2)
		}
		if r.body != nil {
			cr.body = c.block(r.body)
		}
		m.rules = append(m.rules, cr)
	}
	begin, end, beginFile, endFile = all(prog.begin), all(prog.end), all(prog.beginFile), all(prog.endFile)
	for _, n := range []string{"ENVIRON", "PROCINFO", "ARGV"} {
		c.array(n)
	}
	m.environ, m.procinfo, m.argv = m.arrays[c.arrays["ENVIRON"]], m.arrays[c.arrays["PROCINFO"]], m.arrays[c.arrays["ARGV"]]
	return
}

func (c *compiler) fail(format string, a ...any) { c.m.fatal(format, a...) }

// global returns the slot of a scalar.
func (c *compiler) global(name string) int {
	if c.r.globals[name] {
		c.fail("attempt to use array `%s' in a scalar context", name)
	}
	i, ok := c.globals[name]
	if !ok {
		i = len(c.m.globals)
		c.globals[name] = i
		c.m.globals = append(c.m.globals, value{})
		c.m.names = append(c.m.names, name)
	}
	return i
}

func (c *compiler) array(name string) int {
	i, ok := c.arrays[name]
	if !ok {
		if k := specialIndex(name); k >= 0 {
			c.fail("attempt to use scalar `%s' as an array", name)
		}
		if _, isScalar := c.globals[name]; isScalar {
			c.fail("attempt to use scalar `%s' as an array", name)
		}
		i = len(c.m.arrays)
		c.arrays[name] = i
		c.m.arrays = append(c.m.arrays, &array{})
		c.m.arrNames = append(c.m.arrNames, name)
	}
	return i
}

// local returns the slot of a parameter.
func (c *compiler) local(name string) (slot int, isArray, ok bool) {
	if c.f == nil {
		return 0, false, false
	}
	i, ok := c.f.local[name]
	if !ok {
		return 0, false, false
	}
	return c.f.slot[i], c.f.isArray[i], true
}

// arr compiles an array. create makes elements that are to be arrays.
func (c *compiler) arr(a *arrRef) func(m *machine) *array {
	if a.of != nil {
		of := c.arr(a.of)
		key := c.key(a.subs)
		return func(m *machine) *array {
			return m.subArray(of(m).get(key(m)))
		}
	}
	if slot, isArray, ok := c.local(a.name); ok {
		if !isArray {
			c.fail("attempt to use scalar parameter `%s' as an array", a.name)
		}
		return func(m *machine) *array { return m.astack[m.aframe+slot] }
	}
	i := c.array(a.name)
	return func(m *machine) *array { return m.arrays[i] }
}

func (m *machine) subArray(cl *cell) *array {
	if cl.sub == nil {
		if cl.v.k != kUninit {
			m.fatal("attempt to use scalar as an array")
		}
		cl.sub = &array{}
	}
	return cl.sub
}

// key compiles subscripts.
func (c *compiler) key(subs []expr) func(m *machine) string {
	if len(subs) == 1 {
		return c.str(subs[0])
	}
	parts := make([]func(*machine) string, len(subs))
	for i, s := range subs {
		parts[i] = c.str(s)
	}
	return func(m *machine) string {
		var b strings.Builder
		for i, p := range parts {
			if i > 0 {
				b.WriteString(m.subsep)
			}
			b.WriteString(p(m))
		}
		return b.String()
	}
}

// element compiles a[subs]. Where there is no such element it is made, or with
// add false nil.
func (c *compiler) element(a *arrRef, subs []expr, add bool) func(m *machine) *cell {
	arr := c.arr(a)
	if len(subs) != 1 {
		key := c.key(subs)
		return func(m *machine) *cell {
			a, k := arr(m), key(m)
			if add {
				return a.get(k)
			}
			return a.find(k)
		}
	}
	sub := c.val(subs[0])
	return func(m *machine) *cell {
		a, v := arr(m), sub(m)
		if v.k == kNum {
			if cl := a.at(v.n, add); cl != nil {
				return cl
			}
		}
		if add {
			return a.get(m.toStr(&v))
		}
		return a.find(m.toStr(&v))
	}
}

// lvalue compiles what can be assigned to.
type lvalue struct {
	get func(m *machine) value
	set func(m *machine, v value)
	// cell, of an element: where it is
	cell func(m *machine) *cell
	// at, of a field: its index
	at func(m *machine) int
}

func (c *compiler) lvalue(e expr) lvalue {
	switch e := e.(type) {
	case *varRef:
		if slot, isArray, ok := c.local(e.name); ok {
			if isArray {
				c.fail("attempt to use array `%s' in a scalar context", e.name)
			}
			return lvalue{
				get: func(m *machine) value { return m.stack[m.frame+slot] },
				set: func(m *machine, v value) { m.stack[m.frame+slot] = v },
			}
		}
		if c.r.globals[e.name] {
			if _, seen := c.arrays[e.name]; !seen && !arrayNames[e.name] {
				c.fail("attempt to use scalar `%s' as an array", e.name) // which follows
			}
			c.fail("attempt to use array `%s' in a scalar context", e.name)
		}
		i := c.global(e.name)
		if i < specials {
			return lvalue{get: func(m *machine) value { return m.getVar(i) }, set: func(m *machine, v value) { m.setVar(i, v) }}
		}
		return lvalue{get: func(m *machine) value { return m.globals[i] }, set: func(m *machine, v value) { m.globals[i] = v }}
	case *index:
		element := c.element(e.arr, e.subs, true)
		at := func(m *machine) *cell {
			cl := element(m)
			if cl.sub != nil {
				m.fatal("attempt to use array in a scalar context")
			}
			return cl
		}
		return lvalue{
			get:  func(m *machine) value { return at(m).v },
			set:  func(m *machine, v value) { at(m).v = own(v) },
			cell: at,
		}
	case *field:
		n := c.num(e.e)
		return lvalue{
			get: func(m *machine) value { return m.field(m.fieldIndex(n(m))) },
			set: func(m *machine, v value) { m.setField(m.fieldIndex(n(m)), v) },
			at:  func(m *machine) int { return m.fieldIndex(n(m)) },
		}
	case *group:
		return c.lvalue(e.e)
	}
	c.fail("syntax error")
	return lvalue{}
}

// assignArith is arith for an assignment with an operation.
func assignArith(m *machine, op byte, a, b float64) float64 {
	if b == 0 && (op == '/' || op == '%') {
		m.fatal("division by zero attempted in `%c='", op)
	}
	return arith(m, op, a, b)
}

func arith(m *machine, op byte, a, b float64) float64 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		if b == 0 {
			m.fatal("division by zero attempted")
		}
		return a / b
	case '%':
		if b == 0 {
			m.fatal("division by zero attempted in `%%'")
		}
		return math.Mod(a, b)
	}
	return power(a, b)
}

func power(a, b float64) float64 {
	if b == math.Trunc(b) && math.Abs(b) <= 1024 {
		n := int(math.Abs(b))
		r := 1.0
		for x := a; n > 0; n >>= 1 {
			if n&1 == 1 {
				r *= x
			}
			x *= x
		}
		if b < 0 {
			return 1 / r
		}
		return r
	}
	r := math.Pow(a, b)
	if math.IsNaN(r) && !math.IsNaN(a) && !math.IsNaN(b) {
		r = math.Copysign(r, -1) // as pow(3) has it
	}
	return r
}

// val compiles an expression for its value.
func (c *compiler) val(e expr) func(m *machine) value {
	switch e := e.(type) {
	case *group:
		return c.val(e.e)
	case *numLit:
		v := num(e.v)
		return func(*machine) value { return v }
	case *strLit:
		v := str(e.s)
		return func(*machine) value { return v }
	case *regexLit:
		if e.typed {
			v := value{s: e.s, k: kRegex}
			return func(*machine) value { return v }
		}
		f := c.cond(e)
		return func(m *machine) value { return boolean(f(m)) }
	case *varRef:
		if _, ok := c.r.prog.funcs[e.name]; ok && c.f == nil {
			c.fail("function `%s' called with space between name and `('", e.name)
		}
		if slot, isArray, ok := c.local(e.name); ok && !isArray {
			return func(m *machine) value { return m.stack[m.frame+slot] }
		} else if !ok {
			i := c.global(e.name)
			if i >= specials {
				return func(m *machine) value { return m.globals[i] }
			}
		}
		return c.lvalue(e).get
	case *index, *field:
		if f, ok := e.(*field); ok {
			if n, ok := f.e.(*numLit); ok && n.v >= 0 && n.v < maxFields {
				i := int(n.v)
				return func(m *machine) value { return m.field(i) }
			}
		}
		return c.lvalue(e).get
	case *concat, *getline:
		if g, ok := e.(*getline); ok {
			return c.getline(g)
		}
		f := c.str(e)
		return func(m *machine) value { return str(f(m)) }
	case *cond:
		f, a, b := c.cond(e.c), c.val(e.a), c.val(e.b)
		return func(m *machine) value {
			if f(m) {
				return a(m)
			}
			return b(m)
		}
	case *assign:
		return c.assign(e)
	case *incdec:
		return c.incdec(e)
	case *call:
		return c.call(e)
	case *builtin:
		return c.builtin(e)
	case *unary:
		if e.op != "!" {
			f := c.num(e)
			return func(m *machine) value { return num(f(m)) }
		}
	case *binary:
		switch e.op {
		case "+", "-", "*", "/", "%", "^":
			f := c.num(e)
			return func(m *machine) value { return num(f(m)) }
		}
	}
	f := c.cond(e)
	return func(m *machine) value { return boolean(f(m)) }
}

// num compiles an expression for its number.
func (c *compiler) num(e expr) func(m *machine) float64 {
	switch e := e.(type) {
	case *group:
		return c.num(e.e)
	case *numLit:
		v := e.v
		return func(*machine) float64 { return v }
	case *varRef:
		if slot, isArray, ok := c.local(e.name); ok && !isArray {
			return func(m *machine) float64 { return m.stack[m.frame+slot].num() }
		} else if !ok {
			i := c.global(e.name)
			switch {
			case i == vNR:
				return func(m *machine) float64 { return m.nr }
			case i >= specials:
				return func(m *machine) float64 { return m.globals[i].num() }
			}
		}
	case *unary:
		x := c.num(e.e)
		switch e.op {
		case "-":
			return func(m *machine) float64 { return -x(m) }
		case "+":
			return x
		}
	case *binary:
		switch e.op {
		case "+", "-", "*", "/", "%", "^":
			if z, ok := e.r.(*numLit); ok && z.v == 0 && (e.op == "/" || e.op == "%") {
				in := ""
				if e.op == "%" {
					in = " in `%'"
				}
				panic(&Error{Text: "error: division by zero attempted" + in})
			}
			l, r := c.num(e.l), c.num(e.r)
			switch e.op {
			case "+":
				return func(m *machine) float64 { return l(m) + r(m) }
			case "-":
				return func(m *machine) float64 { return l(m) - r(m) }
			case "*":
				return func(m *machine) float64 { return l(m) * r(m) }
			}
			op := e.op[0]
			return func(m *machine) float64 {
				a := l(m)
				return arith(m, op, a, r(m))
			}
		}
	}
	f := c.val(e)
	return func(m *machine) float64 {
		v := f(m)
		return v.num()
	}
}

// str compiles an expression for its text.
func (c *compiler) str(e expr) func(m *machine) string {
	switch e := e.(type) {
	case *group:
		return c.str(e.e)
	case *strLit:
		s := e.s
		return func(*machine) string { return s }
	case *concat:
		return c.concat(e)
	}
	f := c.val(e)
	return func(m *machine) string {
		v := f(m)
		return m.toStr(&v)
	}
}

func (c *compiler) concat(e *concat) func(m *machine) string {
	parts := make([]func(*machine) string, 0, len(e.parts))
	for _, p := range e.parts {
		parts = append(parts, c.str(p))
	}
	if len(parts) == 2 {
		a, b := parts[0], parts[1]
		return func(m *machine) string {
			x := a(m)
			return m.concat(x, b(m))
		}
	}
	return func(m *machine) string {
		var few [8]string
		list := few[:0]
		for _, p := range parts {
			list = append(list, p(m))
		}
		return m.concat(list...)
	}
}

func (m *machine) concat(list ...string) string {
	n := 0
	for _, s := range list {
		n += len(s)
	}
	m.checkLength(n)
	return m.joiner.Join(list...)
}

// cond compiles an expression for its truth.
func (c *compiler) cond(e expr) func(m *machine) bool {
	switch e := e.(type) {
	case *group:
		return c.cond(e.e)
	case *regexLit:
		if e.typed {
			break
		}
		re := c.regexOf(e)
		return func(m *machine) bool {
			m.makeRecord()
			return re(m).Match(bytesOf(m.record))
		}
	case *unary:
		if e.op == "!" {
			f := c.cond(e.e)
			return func(m *machine) bool { return !f(m) }
		}
	case *match:
		l, re, not := c.str(e.l), c.regexOf(e.r), e.not
		return func(m *machine) bool {
			s := l(m)
			return re(m).Match(bytesOf(s)) != not
		}
	case *inExpr:
		at := c.element(e.arr, e.subs, false)
		return func(m *machine) bool { return at(m) != nil }
	case *binary:
		switch e.op {
		case "&&":
			l, r := c.cond(e.l), c.cond(e.r)
			return func(m *machine) bool { return l(m) && r(m) }
		case "||":
			l, r := c.cond(e.l), c.cond(e.r)
			return func(m *machine) bool { return l(m) || r(m) }
		case "<", "<=", "==", "!=", ">", ">=":
			return c.comparison(e)
		}
	}
	f := c.val(e)
	return func(m *machine) bool {
		v := f(m)
		return v.truth()
	}
}

func (c *compiler) comparison(e *binary) func(m *machine) bool {
	l, r := c.val(e.l), c.val(e.r)
	op := e.op
	decide := func(d int) bool {
		switch op {
		case "<":
			return d == -1
		case "<=":
			return d == -1 || d == 0
		case "==":
			return d == 0
		case "!=":
			return d != 0
		case ">":
			return d == 1
		}
		return d == 1 || d == 0
	}
	var table [4]bool
	for d := -1; d <= 2; d++ {
		table[d+1] = decide(d)
	}
	return func(m *machine) bool {
		a := l(m)
		b := r(m)
		return table[m.compare(&a, &b)+1]
	}
}

// regexOf compiles an operand that is used as a regular expression.
func (c *compiler) regexOf(e expr) func(m *machine) matcher {
	if g, ok := e.(*group); ok {
		if _, lit := g.e.(*regexLit); !lit {
			return c.regexOf(g.e)
		}
	}
	if lit, ok := e.(*regexLit); ok {
		c.m.regex(lit.s) // for its errors
		var cached [2]matcher
		s := lit.s
		return func(m *machine) matcher {
			i := 0
			if m.fold {
				i = 1
			}
			if cached[i] == nil {
				cached[i] = m.regex(s)
			}
			return cached[i]
		}
	}
	f := c.val(e)
	var last string
	var lastRe matcher
	var lastFold bool
	return func(m *machine) matcher {
		v := f(m)
		s := m.toStr(&v)
		if lastRe == nil || s != last || m.fold != lastFold {
			lastRe, last, lastFold = m.regex(s), strings.Clone(s), m.fold
		}
		return lastRe
	}
}

func (c *compiler) assign(e *assign) func(m *machine) value {
	l := c.lvalue(e.l)
	if e.op == "=" {
		r := c.val(e.r)
		set := l.set
		switch {
		case l.cell != nil:
			return func(m *machine) value {
				v := r(m)
				set(m, v)
				return v
			}
		case l.at != nil:
			at := l.at
			return func(m *machine) value {
				v := r(m)
				m.setField(at(m), v)
				return v
			}
		}
		return func(m *machine) value {
			v := r(m)
			set(m, v)
			return v
		}
	}
	op := e.op[0]
	r := c.num(e.r)
	switch {
	case l.cell != nil:
		at := l.cell
		return func(m *machine) value {
			b := r(m)
			cl := at(m)
			v := num(assignArith(m, op, cl.v.num(), b))
			cl.v = v
			return v
		}
	case l.at != nil:
		at := l.at
		return func(m *machine) value {
			b := r(m)
			i := at(m)
			old := m.field(i)
			v := num(assignArith(m, op, old.num(), b))
			m.setField(i, v)
			return v
		}
	}
	return func(m *machine) value {
		b := r(m)
		old := l.get(m)
		v := num(assignArith(m, op, old.num(), b))
		l.set(m, v)
		return v
	}
}

func (c *compiler) incdec(e *incdec) func(m *machine) value {
	l := c.lvalue(e.l)
	add, post := e.add, e.post
	switch {
	case l.cell != nil:
		at := l.cell
		return func(m *machine) value {
			cl := at(m)
			old := cl.v.num()
			cl.v = num(old + add)
			if post {
				return num(old)
			}
			return cl.v
		}
	case l.at != nil:
		at := l.at
		return func(m *machine) value {
			i := at(m)
			v := m.field(i)
			old := v.num()
			m.setField(i, num(old+add))
			if post {
				return num(old)
			}
			return num(old + add)
		}
	}
	return func(m *machine) value {
		v := l.get(m)
		old := v.num()
		l.set(m, num(old+add))
		if post {
			return num(old)
		}
		return num(old + add)
	}
}

const maxCalls = 20000 // nested calls

func (c *compiler) call(e *call) func(m *machine) value {
	if e.indirect != nil {
		return c.indirect(e)
	}
	f := c.r.prog.funcs[e.name]
	if f == nil {
		c.fail("function `%s' not defined", e.name)
	}
	type argument struct {
		val func(*machine) value
		arr func(*machine) *array
	}
	args := make([]argument, len(e.args))
	for i, a := range e.args {
		if !f.isArray[i] {
			args[i].val = c.val(a)
			continue
		}
		switch a := a.(type) {
		case *varRef:
			args[i].arr = c.arr(&arrRef{name: a.name})
		case *index:
			args[i].arr = c.arr(&arrRef{of: a.arr, subs: a.subs})
		default:
			c.fail("attempt to use a scalar value as array")
		}
	}
	return func(m *machine) value {
		base, abase := len(m.stack), len(m.astack)
		// The frame is set up last: arguments see the caller's.
		for i := range args {
			if args[i].val != nil {
				v := args[i].val(m)
				m.stack = append(m.stack, v)
			} else {
				a := args[i].arr(m)
				m.astack = append(m.astack, a)
			}
		}
		return m.invoke(f, base, abase)
	}
}

// invoke runs a function whose arguments are on the stacks.
func (m *machine) invoke(f *function, base, abase int) value {
	for len(m.stack) < base+f.scalars {
		m.stack = append(m.stack, value{})
	}
	for len(m.astack) < abase+f.arrays {
		m.astack = append(m.astack, &array{})
	}
	if m.depth++; m.depth > maxCalls {
		m.fatal("function call stack too deep")
	}
	m.tick()
	frame, aframe := m.frame, m.aframe
	m.frame, m.aframe = base, abase
	m.ret = value{}
	r := f.code(m)
	m.frame, m.aframe = frame, aframe
	m.stack, m.astack = m.stack[:base], m.astack[:abase]
	m.depth--
	switch r {
	case cNext, cNextFile, cExit:
		panic(control{r})
	}
	v := m.ret
	m.ret = value{}
	return v
}

func (c *compiler) indirect(e *call) func(m *machine) value {
	name := c.str(e.indirect)
	vals := make([]func(*machine) value, len(e.args))
	for i, a := range e.args {
		vals[i] = c.val(a)
	}
	prog := c.r.prog
	return func(m *machine) value {
		n := name(m)
		f := prog.funcs[n]
		if f == nil {
			if f, ok := m.indirectBuiltin(n, vals); ok {
				return f
			}
			m.fatal("`%s' is not a function, so it cannot be called indirectly", n)
		}
		if len(vals) > len(f.params) {
			m.fatal("function `%s' called with more arguments than declared", n)
		}
		base, abase := len(m.stack), len(m.astack)
		for _, v := range vals {
			x := v(m)
			m.stack = append(m.stack, x)
		}
		return m.invoke(f, base, abase)
	}
}

// block compiles statements.
func (c *compiler) block(b *block) code { return c.list(b.list) }

func (c *compiler) list(list []stmt) code {
	codes := make([]code, len(list))
	for i, s := range list {
		codes[i] = c.stmt(s)
	}
	switch len(codes) {
	case 0:
		return func(*machine) ctl { return cNone }
	case 1:
		return codes[0]
	}
	return func(m *machine) ctl {
		for _, f := range codes {
			if r := f(m); r != cNone {
				return r
			}
		}
		return cNone
	}
}

func (c *compiler) stmt(s stmt) code {
	switch s := s.(type) {
	case *block:
		return c.block(s)
	case *exprStmt:
		f := c.val(s.e)
		return func(m *machine) ctl {
			f(m)
			return cNone
		}
	case *printStmt:
		return c.print(s)
	case *ifStmt:
		f, a := c.cond(s.c), c.stmt(s.a)
		if s.b == nil {
			return func(m *machine) ctl {
				if f(m) {
					return a(m)
				}
				return cNone
			}
		}
		b := c.stmt(s.b)
		return func(m *machine) ctl {
			if f(m) {
				return a(m)
			}
			return b(m)
		}
	case *whileStmt:
		return c.loop(s.c, nil, s.body, false)
	case *doStmt:
		return c.loop(s.c, nil, s.body, true)
	case *forStmt:
		loop := c.loop(s.c, s.post, s.body, false)
		if s.init == nil {
			return loop
		}
		init := c.stmt(s.init)
		return func(m *machine) ctl {
			init(m)
			return loop(m)
		}
	case *forInStmt:
		l, arr, body := c.lvalue(s.v), c.arr(s.arr), c.stmt(s.body)
		return func(m *machine) ctl {
			a := arr(m)
			for _, k := range m.sortedKeys(a) {
				m.tick()
				l.set(m, str(k))
				switch r := body(m); r {
				case cBreak:
					return cNone
				case cNone, cContinue:
				default:
					return r
				}
			}
			return cNone
		}
	case *deleteStmt:
		arr := c.arr(s.arr)
		if s.subs == nil {
			return func(m *machine) ctl {
				arr(m).clear()
				return cNone
			}
		}
		key := c.key(s.subs)
		return func(m *machine) ctl {
			a := arr(m)
			a.remove(key(m))
			return cNone
		}
	case *simpleStmt:
		r := map[string]ctl{"next": cNext, "nextfile": cNextFile, "break": cBreak, "continue": cContinue}[s.name]
		return func(*machine) ctl { return r }
	case *exitStmt:
		if s.e == nil {
			return func(*machine) ctl { return cExit }
		}
		f := c.num(s.e)
		return func(m *machine) ctl {
			m.exitCode = int(int64(f(m)) & 255)
			return cExit
		}
	case *returnStmt:
		if s.e == nil {
			return func(m *machine) ctl {
				m.ret = value{}
				return cReturn
			}
		}
		f := c.val(s.e)
		return func(m *machine) ctl {
			m.ret = f(m)
			return cReturn
		}
	case *switchStmt:
		return c.switchStmt(s)
	}
	c.fail("syntax error")
	return nil
}

func (c *compiler) loop(cond expr, post, body stmt, first bool) code {
	test := func(*machine) bool { return true }
	if cond != nil {
		test = c.cond(cond)
	}
	run := c.stmt(body)
	var step code
	if post != nil {
		step = c.stmt(post)
	}
	return func(m *machine) ctl {
		for skip := first; skip || test(m); skip = false {
			if m.steps++; m.steps&0x3ff == 0 && m.ctx.Err() != nil {
				m.p.Exit(1)
			}
			switch r := run(m); r {
			case cBreak:
				return cNone
			case cNone, cContinue:
			default:
				return r
			}
			if step != nil {
				step(m)
			}
		}
		return cNone
	}
}

func (c *compiler) switchStmt(s *switchStmt) code {
	val := c.val(s.e)
	type kase struct {
		hit  func(m *machine, v *value) bool
		body code
	}
	cases := make([]kase, len(s.cases))
	def := -1
	for i, k := range s.cases {
		cases[i].body = c.list(k.body)
		switch e := k.value.(type) {
		case nil:
			def = i
		case *regexLit:
			re := c.regexOf(e)
			cases[i].hit = func(m *machine, v *value) bool { return re(m).Match(bytesOf(m.toStr(v))) }
		case *numLit:
			n := e.v
			cases[i].hit = func(m *machine, v *value) bool {
				x, ok := v.numeric()
				return ok && v.k != kUninit && x == n
			}
		default:
			w := c.val(e)
			cases[i].hit = func(m *machine, v *value) bool {
				x := w(m)
				if m.fold {
					return v.k != kNum && strings.EqualFold(m.toStr(v), x.s)
				}
				return v.k != kNum && m.toStr(v) == x.s
			}
		}
	}
	return func(m *machine) ctl {
		v := val(m)
		at := def
		for i := range cases {
			if cases[i].hit != nil && cases[i].hit(m, &v) {
				at = i
				break
			}
		}
		for ; at >= 0 && at < len(cases); at++ {
			switch r := cases[at].body(m); r {
			case cNone:
			case cBreak:
				return cNone
			default:
				return r
			}
		}
		return cNone
	}
}

func (c *compiler) print(s *printStmt) code {
	out := func(m *machine) *commands.Output { return m.stdout }
	if s.kind != "" {
		dest, kind := c.str(s.dest), s.kind
		out = func(m *machine) *commands.Output {
			return m.output(dest(m), kind)
		}
	}
	redirected := s.kind != ""
	if s.format {
		args := make([]func(*machine) value, len(s.args))
		for i, a := range s.args {
			args[i] = c.val(a)
		}
		var fixed *format
		if lit, ok := s.args[0].(*strLit); ok {
			fixed = parseFormat(lit.s)
		}
		return func(m *machine) ctl {
			var few [8]value
			vals := few[:0]
			f := fixed
			if f == nil {
				v := args[0](m)
				f = m.format(m.toStr(&v))
			}
			for _, a := range args[1:] {
				vals = append(vals, a(m))
			}
			b := m.appendFormat(m.outBuf[:0], f, vals)
			m.outBuf = b
			o := out(m)
			o.Write(b)
			if redirected {
				m.written(o)
			}
			return cNone
		}
	}
	if len(s.args) == 0 {
		return func(m *machine) ctl {
			m.makeRecord()
			o := out(m)
			o.WriteString(m.record)
			o.WriteString(m.ors)
			if redirected {
				m.written(o)
			}
			return cNone
		}
	}
	args := make([]func(*machine) value, len(s.args))
	for i, a := range s.args {
		args[i] = c.val(a)
	}
	return func(m *machine) ctl {
		b := m.outBuf[:0]
		// Arguments may print, or read into the buffer: it isn't shared.
		m.outBuf = nil
		for i, a := range args {
			v := a(m)
			if i > 0 {
				b = append(b, m.ofs...)
			}
			switch v.k {
			case kNum, kBool:
				b = m.appendNum(b, v.n, m.ofmt)
			case kUninit:
			default:
				b = append(b, v.s...)
			}
		}
		b = append(b, m.ors...)
		o := out(m)
		o.Write(b)
		m.outBuf = b
		if redirected {
			m.written(o)
		}
		return cNone
	}
}
