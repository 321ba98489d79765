package jq

// A reduce's update takes each state and makes the next of it. Values never
// change, so that would copy an array or an object for each step. Where the
// update just passes the state on, from one assignment to the next, nothing else
// can see what an earlier step made, and it is changed where it is.

type (
	// ownAssign is a step that may change its input where machine.owned has it.
	ownAssign struct {
		*binary
		free bool // what is assigned has nothing of the input
	}
	// detach is an expression whose outcome may be kept: if that is an array or
	// an object, it may be part of what the update made.
	detach struct{ e expr }
	// release is an expression that may read its input while the update changes it.
	release struct{ e expr }
)

// linear returns the update with its steps that may change their input, and
// whether it has any.
func linear(x expr) (expr, bool) {
	switch x := x.(type) {
	case *identity:
		return x, false
	case *pipe:
		l, inL := linear(x.l)
		r, inR := linear(x.r)
		return &pipe{l, r}, inL || inR
	case *conditional:
		yes, inYes := linear(x.yes)
		no, inNo := linear(x.no)
		return &conditional{x.cond, yes, no}, inYes || inNo
	case *bind:
		if len(x.patterns) == 1 { // else an error of the body is followed by another try
			body, in := linear(x.body)
			return &bind{detached(x.e), x.patterns, body}, in
		}
	case *define:
		if x.f.name != "range" && x.f.name != "length" {
			body, in := linear(x.body)
			return &define{x.f, body}, in
		}
	case *reduce:
		if _, ok := x.init.(*identity); ok {
			update, in := linear(x.update)
			e := detached(x.e)
			if !readsFirst(x.e) {
				e = &release{x.e}
			}
			return &reduce{e: e, p: x.p, init: x.init, update: update, shared: x}, in
		}
	case *binary:
		if precedence[x.op] == 2 {
			return &ownAssign{x, inputFree(x.r) || x.op == "|=" && appends(x.r)}, true
		}
		if x.op == "+" && inputFree(x.r) {
			if _, ok := x.l.(*identity); ok { // . + {..}
				return &ownAssign{x, true}, true
			}
		}
	}
	return &detach{x}, false
}

func detached(x expr) expr {
	if inputFree(x) {
		return x
	}
	return &detach{x}
}

// appends tells whether x is its input with something added to it.
func appends(x expr) bool {
	b, ok := x.(*binary)
	if !ok || b.op != "+" || !inputFree(b.r) {
		return false
	}
	l := b.l
	if or, ok := l.(*binary); ok && or.op == "//" && inputFree(or.r) {
		l = or.l
	}
	_, ok = l.(*identity)
	return ok
}

// inputFree tells whether no part of x's input is in its outputs, as far as the
// text shows.
func inputFree(x expr) bool {
	switch x := x.(type) {
	case *literal, *variable, *location:
		return true
	case *field:
		return inputFree(x.of)
	case *slice:
		return inputFree(x.of)
	case *each:
		return inputFree(x.of)
	case *pipe:
		return inputFree(x.l)
	case *comma:
		return inputFree(x.l) && inputFree(x.r)
	case *unary, *text, *format:
		return true
	case *binary:
		return precedence[x.op] != 2 && inputFree(x.l) && inputFree(x.r)
	case *conditional:
		return inputFree(x.yes) && inputFree(x.no)
	case *array:
		return x.e == nil || inputFree(x.e)
	case *members:
		for _, m := range x.list {
			if !inputFree(m.value) {
				return false
			}
		}
		return true
	}
	return false
}

// plainNames tells whether the functions that readsFirst knows mean what they are
// known for.
func (s *scope) plainNames() bool {
	return s.function("length", 0) == nil && s.function("range", 1) == nil && s.function("range", 2) == nil && s.function("range", 3) == nil
}

// readsFirst tells whether x reads what it needs of its input before its first
// output.
func readsFirst(x expr) bool {
	switch x := x.(type) {
	case *call:
		for _, a := range x.args {
			if !readsOnce(a) {
				return false
			}
		}
		return x.name == "range"
	case *each:
		return readsOnce(x.of) && inputFree(x.of)
	}
	return readsOnce(x)
}

// readsOnce tells whether x has one output, or none.
func readsOnce(x expr) bool {
	switch x := x.(type) {
	case *literal, *variable, *identity:
		return true
	case *field:
		return readsOnce(x.of) && readsOnce(x.key)
	case *unary:
		return readsOnce(x.e)
	case *binary:
		return precedence[x.op] != 2 && x.op != "//" && readsOnce(x.l) && readsOnce(x.r)
	case *pipe:
		return readsOnce(x.l) && readsOnce(x.r)
	case *call:
		return x.name == "length" && len(x.args) == 0
	}
	return false
}

// disown makes an update copy what it made so far before it changes it again, if
// v can have a part of that.
func (m *machine) disown(v any) {
	if pointer(v) != nil {
		clear(m.owned)
	}
}

func (c *compiler) detach(x *detach, s *scope, depth int) *code {
	e := c.compile(x.e, s, depth)
	if one := e.one; one != nil {
		return plain(only(func(m *machine, env *env, v any) (any, error) {
			r, err := one(m, env, v)
			m.disown(r)
			return r, err
		}, nil))
	}
	return plain(multi(func(m *machine, env *env, v any, yield func(any) error) error {
		return e.eval(m, env, v, func(r any) error {
			m.disown(r)
			return yield(r)
		})
	}, nil))
}

func (c *compiler) release(x *release, s *scope, depth int) *code {
	e := c.compile(x.e, s, depth)
	return plain(multi(func(m *machine, env *env, v any, yield func(any) error) error {
		clear(m.owned)
		return e.eval(m, env, v, func(r any) error {
			m.disown(r)
			return yield(r)
		})
	}, nil))
}

// ownAssign compiles a step that may change its input. It has one output.
func (c *compiler) ownAssign(x *ownAssign, s *scope, depth int) *code {
	l, r := c.compile(x.l, s, depth), c.compile(x.r, s, depth)
	if r.one == nil && x.op != "|=" || x.op == "+" && l.one == nil {
		return c.compile(&detach{x.binary}, s, depth)
	}
	if x.op == "|=" {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			return modify(m, e, v, l, m.owned, func(own owned, old any) (any, bool, error) {
				y, ok, err := firstOf(m, e, r, old)
				if !x.free && pointer(y) != nil {
					clear(own)
					clear(m.owned)
				}
				return y, ok, err
			})
		}, nil))
	}
	one := r.one
	if x.op == "+" {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			y, err := one(m, e, v)
			if err != nil {
				return nil, err
			}
			if o, ok := v.(*object); ok {
				if more, ok := y.(*object); ok {
					if !m.owned[pointer(o)] {
						o = o.clone(len(more.vals))
						m.owned.add(o)
					}
					for i, k := range more.keys() {
						o.put(k, more.vals[i])
					}
					return o, nil
				}
			}
			return m.add(v, y)
		}, nil))
	}
	f := assigned(x.op)
	return plain(only(func(m *machine, e *env, v any) (any, error) {
		y, err := one(m, e, v)
		if err != nil {
			return nil, err
		}
		if !x.free {
			m.disown(y)
		}
		return modify(m, e, v, l, m.owned, func(_ owned, old any) (any, bool, error) { return f(m, old, y) })
	}, nil))
}
