package jq

import (
	"fmt"
	"strings"
)

// A program is compiled to closures. A filter calls yield with each of its
// outputs, and stops with what yield returns where that is an error.
type (
	filter     func(m *machine, e *env, v any, yield func(any) error) error
	pathFilter func(m *machine, e *env, p place, yield func(place) error) error
	single     func(m *machine, e *env, v any) (any, error)
)

// code is a compiled expression. one is set where it has exactly one output.
type code struct {
	eval  filter
	one   single
	build func() pathFilter
	path  pathFilter
}

// paths is the code that yields places: paths and what is there.
func (c *code) paths() pathFilter {
	if c.path == nil {
		// A recursive function meets itself while it is built.
		c.path = func(m *machine, e *env, p place, yield func(place) error) error { return c.path(m, e, p, yield) }
		c.path = c.build()
	}
	return c.path
}

// place is a value and how it was reached; bad where it is the outcome of what
// is no path.
type place struct {
	at  *step
	v   any
	bad bool
}

// step is the last step of a path: a key, an index or a slice.
type step struct {
	key any
	up  *step
}

func (s *step) path() []any {
	n := 0
	for t := s; t != nil; t = t.up {
		n++
	}
	p := make([]any, n)
	for t := s; t != nil; t = t.up {
		n--
		p[n] = t.key
	}
	return p
}

// env holds the variables and the closures that a filter sees, the newest
// first. Which is where is known when the program is compiled.
type env struct {
	v  any
	fn *closure
	up *env
}

type closure struct {
	c *code
	e *env
}

func (e *env) back(n int) *env {
	for ; n > 0; n-- {
		e = e.up
	}
	return e
}

// scope is what is known of the env at some place of the program.
type scope struct {
	kind  byte // '$' a variable, 'l' a label, 'c' a closure, 'f' a function
	name  string
	arity int
	index int // in the env, from its end on
	f     *definition
	up    *scope
}

// definition is a function of the program.
type definition struct {
	f     *function
	scope *scope // what its body sees, itself included
	depth int    // of the env where it is defined
	code  *code

	// one tells that the function has one output, or, while it is compiled,
	// that this is assumed; called that the assumption was used.
	one, called bool
}

type compiler struct {
	src     string
	errors  []string
	prelude map[string]*definition
	loader  *loader
	reduces int // around what is compiled, whose updates own
}

func (c *compiler) fail(pos int, format string, a ...any) {
	c.errors = append(c.errors, fmt.Sprintf(format, a...)+at(c.src, pos))
}

func (s *scope) find(kind byte, name string, arity int) *scope {
	for ; s != nil; s = s.up {
		if s.kind == kind && s.name == name && s.arity == arity {
			return s
		}
	}
	return nil
}

// function finds what a call means: a closure or a function.
func (s *scope) function(name string, arity int) *scope {
	for ; s != nil; s = s.up {
		if s.name == name && (s.kind == 'f' && s.arity == arity || s.kind == 'c' && arity == 0) {
			return s
		}
	}
	return nil
}

// multi makes code of a filter with any number of outputs.
func multi(f filter, path func() pathFilter) *code { return &code{eval: f, build: path} }

// only makes code of a filter with one output.
func only(f single, path func() pathFilter) *code {
	return &code{one: f, build: path, eval: func(m *machine, e *env, v any, yield func(any) error) error {
		r, err := f(m, e, v)
		if err != nil {
			return err
		}
		return yield(r)
	}}
}

// noPath is how values that are no paths go on in a path expression.
func noPath(eval func() filter) func() pathFilter {
	return func() pathFilter {
		f := eval()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return f(m, e, p.v, func(v any) error { return yield(place{v: v, bad: true}) })
		}
	}
}

// plain is only or multi for what isn't a path.
func plain(c *code) *code {
	c.build = noPath(func() filter { return c.eval })
	return c
}

// compile compiles x, which sees s and an env of depth entries.
func (c *compiler) compile(x expr, s *scope, depth int) *code {
	switch x := x.(type) {
	case *identity:
		return only(func(_ *machine, _ *env, v any) (any, error) { return v, nil }, func() pathFilter {
			return func(_ *machine, _ *env, p place, yield func(place) error) error { return yield(p) }
		})
	case *literal:
		v := x.v
		return plain(only(func(*machine, *env, any) (any, error) { return v, nil }, nil))
	case *location:
		o := newObject(2)
		o.put("file", "<top-level>")
		o.put("line", float64(x.line))
		return plain(only(func(*machine, *env, any) (any, error) { return o, nil }, nil))
	case *variable:
		return c.variable(x, s, depth)
	case *recurse:
		return c.compile(&call{name: "recurse"}, s, depth)
	case *format:
		f := x.name
		return plain(only(func(_ *machine, _ *env, v any) (any, error) { return formatted(f, v) }, nil))
	case *text:
		return c.text(x, s, depth)
	case *field:
		return c.field(x, s, depth)
	case *slice:
		return c.slice(x, s, depth)
	case *each:
		return c.each(x, s, depth)
	case *pipe:
		return c.pipe(x, s, depth)
	case *comma:
		l, r := c.compile(x.l, s, depth), c.compile(x.r, s, depth)
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			if err := l.eval(m, e, v, yield); err != nil {
				return err
			}
			return r.eval(m, e, v, yield)
		}, func() pathFilter {
			lp, rp := l.paths(), r.paths()
			return func(m *machine, e *env, p place, yield func(place) error) error {
				if err := lp(m, e, p, yield); err != nil {
					return err
				}
				return rp(m, e, p, yield)
			}
		})
	case *unary:
		return c.function1(c.compile(x.e, s, depth), func(v any) (any, error) {
			n, ok := floated(v).(float64)
			if !ok {
				return nil, fail("%s cannot be negated", brief(v))
			}
			return -n, nil
		})
	case *binary:
		return c.binary(x, s, depth)
	case *try:
		return c.try(x, s, depth)
	case *bind:
		return c.bind(x, s, depth)
	case *reduce:
		return c.reduce(x, s, depth)
	case *ownAssign:
		return c.ownAssign(x, s, depth)
	case *detach:
		return c.detach(x, s, depth)
	case *release:
		return c.release(x, s, depth)
	case *foreach:
		return c.foreach(x, s, depth)
	case *conditional:
		return c.conditional(x, s, depth)
	case *label:
		body := c.compile(x.body, &scope{kind: 'l', name: x.name, index: depth, up: s}, depth+1)
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			id := &breakError{}
			err := body.eval(m, &env{v: id, up: e}, v, yield)
			if err == id {
				return nil
			}
			return err
		}, func() pathFilter {
			bp := body.paths()
			return func(m *machine, e *env, p place, yield func(place) error) error {
				id := &breakError{}
				err := bp(m, &env{v: id, up: e}, p, yield)
				if err == id {
					return nil
				}
				return err
			}
		})
	case *breakOut:
		l := s.find('l', x.name, 0)
		if l == nil {
			c.fail(x.pos, "$*label-%s is not defined", x.name)
			return c.compile(&identity{}, s, depth)
		}
		back := depth - 1 - l.index
		return plain(multi(func(_ *machine, e *env, _ any, _ func(any) error) error { return e.back(back).v.(error) }, nil))
	case *define:
		d := &definition{f: x.f, depth: depth}
		d.scope = &scope{kind: 'f', name: x.f.name, arity: len(x.f.params), f: d, up: s}
		c.compileFunction(d)
		return c.compile(x.body, d.scope, depth)
	case *call:
		return c.call(x, s, depth)
	case *array:
		inner := c.compile(x.e, s, depth)
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			list := []any{}
			err := inner.eval(m, e, v, func(v any) error {
				list = append(list, v)
				return nil
			})
			return list, err
		}, nil))
	case *members:
		return c.members(x, s, depth)
	}
	panic(fmt.Sprintf("%T", x))
}

// breakError ends a label's body.
type breakError struct{ _ byte }

func (*breakError) Error() string { return "break" }

func (c *compiler) variable(x *variable, s *scope, depth int) *code {
	v := s.find('$', x.name, 0)
	if v == nil {
		if x.name == "ENV" {
			return c.compile(&call{name: "env"}, s, depth)
		}
		c.fail(x.pos, "$%s is not defined", x.name)
		return c.compile(&identity{}, s, depth)
	}
	switch back := depth - 1 - v.index; back {
	case 0:
		return plain(only(func(_ *machine, e *env, _ any) (any, error) { return e.v, nil }, nil))
	case 1:
		return plain(only(func(_ *machine, e *env, _ any) (any, error) { return e.up.v, nil }, nil))
	default:
		return plain(only(func(_ *machine, e *env, _ any) (any, error) { return e.back(back).v, nil }, nil))
	}
}

// function1 makes code of a function of one value.
func (c *compiler) function1(a *code, f func(any) (any, error)) *code {
	if one := a.one; one != nil {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			x, err := one(m, e, v)
			if err != nil {
				return nil, err
			}
			return f(x)
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return a.eval(m, e, v, func(x any) error {
			r, err := f(x)
			if err != nil {
				return err
			}
			return yield(r)
		})
	}, nil))
}

// function2 makes code of a function of two values: for each of the right
// one, all of the left one.
func (c *compiler) function2(l, r *code, f func(m *machine, l, r any) (any, error)) *code {
	if lo, ro := l.one, r.one; lo != nil && ro != nil {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			y, err := ro(m, e, v)
			if err != nil {
				return nil, err
			}
			x, err := lo(m, e, v)
			if err != nil {
				return nil, err
			}
			return f(m, x, y)
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return r.eval(m, e, v, func(y any) error {
			return l.eval(m, e, v, func(x any) error {
				z, err := f(m, x, y)
				if err != nil {
					return err
				}
				return yield(z)
			})
		})
	}, nil))
}

func (c *compiler) text(x *text, s *scope, depth int) *code {
	parts := make([]*code, len(x.parts))
	one := true
	for i, p := range x.parts {
		in, ok := p.(*interpolated)
		if !ok {
			parts[i] = c.compile(p, s, depth)
			continue
		}
		name := x.format
		if name == "" {
			name = "text"
		}
		parts[i] = c.function1(c.compile(in.e, s, depth), func(v any) (any, error) { return formatted(name, v) })
		one = one && parts[i].one != nil
	}
	if one {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			var b strings.Builder
			for _, p := range parts {
				t, err := p.one(m, e, v)
				if err != nil {
					return nil, err
				}
				b.WriteString(t.(string))
			}
			return b.String(), nil
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		texts := make([]string, len(parts))
		var from func(i int) error
		from = func(i int) error {
			if i < 0 {
				return yield(strings.Join(texts, ""))
			}
			return parts[i].eval(m, e, v, func(t any) error {
				texts[i] = t.(string)
				return from(i - 1)
			})
		}
		return from(len(parts) - 1)
	}, nil))
}

func (c *compiler) field(x *field, s *scope, depth int) *code {
	of, key := c.compile(x.of, s, depth), c.compile(x.key, s, depth)
	path := func() pathFilter {
		ofp := of.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return key.eval(m, e, p.v, func(k any) error {
				return ofp(m, e, p, func(q place) error {
					if q.bad {
						return fail("Invalid path expression near attempt to access element %s of %s", encode(k), encode(q.v))
					}
					v, err := index(q.v, k)
					if err != nil {
						return err
					}
					return yield(place{at: &step{k, q.at}, v: v})
				})
			})
		}
	}
	if l, ok := x.key.(*literal); ok && of.one != nil {
		one := of.one
		if name, ok := l.v.(string); ok {
			_, self := x.of.(*identity)
			return only(func(m *machine, e *env, v any) (any, error) {
				if !self {
					var err error
					if v, err = one(m, e, v); err != nil {
						return nil, err
					}
				}
				if o, ok := v.(*object); ok {
					r, _ := o.get(name)
					return r, nil
				}
				return index(v, name)
			}, path)
		}
		return only(func(m *machine, e *env, v any) (any, error) {
			x, err := one(m, e, v)
			if err != nil {
				return nil, err
			}
			return index(x, l.v)
		}, path)
	}
	f := c.function2(of, key, func(_ *machine, v, k any) (any, error) { return index(v, k) })
	f.build = path
	return f
}

func (c *compiler) slice(x *slice, s *scope, depth int) *code {
	of := c.compile(x.of, s, depth)
	bound := func(b expr) *code {
		if b == nil {
			b = &literal{nil}
		}
		return c.compile(b, s, depth)
	}
	from, to := bound(x.from), bound(x.to)
	keys := func(m *machine, e *env, v any, yield func(*object) error) error {
		return from.eval(m, e, v, func(a any) error {
			return to.eval(m, e, v, func(b any) error {
				k := newObject(2)
				k.put("start", a)
				k.put("end", b)
				return yield(k)
			})
		})
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return keys(m, e, v, func(k *object) error {
			return of.eval(m, e, v, func(x any) error {
				r, err := index(x, k)
				if err != nil {
					return err
				}
				return yield(r)
			})
		})
	}, func() pathFilter {
		ofp := of.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return keys(m, e, p.v, func(k *object) error {
				return ofp(m, e, p, func(q place) error {
					if q.bad {
						return fail("Invalid path expression near attempt to access element %s of %s", encode(k), encode(q.v))
					}
					v, err := index(q.v, k)
					if err != nil {
						return err
					}
					return yield(place{at: &step{k, q.at}, v: v})
				})
			})
		}
	})
}

func iterate(v any, yield func(k, v any) error) error {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			if err := yield(float64(i), x); err != nil {
				return err
			}
		}
		return nil
	case *object:
		for i, k := range v.keys() {
			if err := yield(k, v.vals[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return fail("Cannot iterate over %s", brief(v))
}

func (c *compiler) each(x *each, s *scope, depth int) *code {
	of := c.compile(x.of, s, depth)
	values := func(v any, yield func(any) error) error {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				if err := yield(x); err != nil {
					return err
				}
			}
			return nil
		case *object:
			for _, x := range v.vals {
				if err := yield(x); err != nil {
					return err
				}
			}
			return nil
		}
		return fail("Cannot iterate over %s", brief(v))
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		if of.one != nil {
			x, err := of.one(m, e, v)
			if err != nil {
				return err
			}
			return values(x, yield)
		}
		return of.eval(m, e, v, func(x any) error { return values(x, yield) })
	}, func() pathFilter {
		ofp := of.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return ofp(m, e, p, func(q place) error {
				if q.bad {
					return fail("Invalid path expression near attempt to iterate through %s", encode(q.v))
				}
				if q.v == nil {
					return nil // a path through null has nothing
				}
				return iterate(q.v, func(k, v any) error { return yield(place{at: &step{k, q.at}, v: v}) })
			})
		}
	})
}

func (c *compiler) pipe(x *pipe, s *scope, depth int) *code {
	l, r := c.compile(x.l, s, depth), c.compile(x.r, s, depth)
	path := func() pathFilter {
		lp, rp := l.paths(), r.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return lp(m, e, p, func(q place) error { return rp(m, e, q, yield) })
		}
	}
	switch lo, ro := l.one, r.one; {
	case lo != nil && ro != nil:
		return only(func(m *machine, e *env, v any) (any, error) {
			x, err := lo(m, e, v)
			if err != nil {
				return nil, err
			}
			return ro(m, e, x)
		}, path)
	case lo != nil:
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			x, err := lo(m, e, v)
			if err != nil {
				return err
			}
			return r.eval(m, e, x, yield)
		}, path)
	case ro != nil:
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			return l.eval(m, e, v, func(x any) error {
				y, err := ro(m, e, x)
				if err != nil {
					return err
				}
				return yield(y)
			})
		}, path)
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return l.eval(m, e, v, func(x any) error { return r.eval(m, e, x, yield) })
	}, path)
}

func (c *compiler) binary(x *binary, s *scope, depth int) *code {
	if n := precedence[x.op]; n == 2 {
		return c.assign(x, s, depth)
	}
	l, r := c.compile(x.l, s, depth), c.compile(x.r, s, depth)
	switch x.op {
	case "//":
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			any1 := false
			err := l.eval(m, e, v, func(x any) error {
				if !truthy(x) {
					return nil
				}
				any1 = true
				return yield(x)
			})
			if err != nil || any1 {
				return err
			}
			return r.eval(m, e, v, yield)
		}, func() pathFilter {
			lp, rp := l.paths(), r.paths()
			return func(m *machine, e *env, p place, yield func(place) error) error {
				any1 := false
				err := lp(m, e, p, func(q place) error {
					if !truthy(q.v) {
						return nil
					}
					any1 = true
					return yield(q)
				})
				if err != nil || any1 {
					return err
				}
				return rp(m, e, p, yield)
			}
		})
	case "and", "or":
		decided := x.op == "or" // what of the left side alone decides
		if lo, ro := l.one, r.one; lo != nil && ro != nil {
			return plain(only(func(m *machine, e *env, v any) (any, error) {
				a, err := lo(m, e, v)
				if err != nil || truthy(a) == decided {
					return decided, err
				}
				b, err := ro(m, e, v)
				return truthy(b), err
			}, nil))
		}
		return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
			return l.eval(m, e, v, func(a any) error {
				if truthy(a) == decided {
					return yield(decided)
				}
				return r.eval(m, e, v, func(b any) error { return yield(truthy(b)) })
			})
		}, nil))
	}
	if x.op == "+" {
		return c.function2(l, r, (*machine).add)
	}
	f := operators[x.op]
	return c.function2(l, r, func(_ *machine, x, y any) (any, error) { return f(x, y) })
}

// through carries an error from behind a filter back past those that would
// catch what the filter itself fails with.
type through struct{ err error }

func (t *through) Error() string { return t.err.Error() }

// escaped is the error that isn't to be caught: one from behind, or a break or
// the end of the run.
func escaped(err error) error {
	switch e := err.(type) {
	case nil, *jqError:
		return nil
	case *through:
		return e.err
	}
	return err
}

func (c *compiler) try(x *try, s *scope, depth int) *code {
	body := c.compile(x.body, s, depth)
	var handler *code
	if x.handler != nil {
		handler = c.compile(x.handler, s, depth)
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		err := body.eval(m, e, v, func(x any) error {
			if err := yield(x); err != nil {
				return &through{err}
			}
			return nil
		})
		if err := escaped(err); err != nil || handler == nil {
			return err
		}
		if je, ok := err.(*jqError); ok {
			return handler.eval(m, e, je.v, yield)
		}
		return nil
	}, func() pathFilter {
		bp := body.paths()
		var hp pathFilter
		if handler != nil {
			hp = handler.paths()
		}
		return func(m *machine, e *env, p place, yield func(place) error) error {
			err := bp(m, e, p, func(q place) error {
				if err := yield(q); err != nil {
					return &through{err}
				}
				return nil
			})
			if err := escaped(err); err != nil || hp == nil {
				return err
			}
			if je, ok := err.(*jqError); ok {
				return hp(m, e, place{v: je.v, bad: true}, yield)
			}
			return nil
		}
	})
}

// binder gives the variables of a pattern their values, one by one in the env.
type binder func(m *machine, e *env, v any, yield func(*env) error) error

func (c *compiler) pattern(p *pattern, s *scope, depth int) (binder, *scope, int) {
	variable := func(name string) { s = &scope{kind: '$', name: name, index: depth, up: s}; depth++ }
	switch {
	case p.list != nil:
		var steps []binder
		for i := range p.list {
			var b binder
			b, s, depth = c.pattern(&p.list[i], s, depth)
			n := float64(i)
			steps = append(steps, func(m *machine, e *env, v any, yield func(*env) error) error {
				x, err := index(v, n)
				if err != nil {
					return err
				}
				return b(m, e, x, yield)
			})
		}
		return sequence(steps), s, depth
	case p.members != nil:
		var steps []binder
		for i := range p.members {
			mb := &p.members[i]
			key := c.compile(mb.key, s, depth)
			named := mb.name != ""
			if named {
				variable(mb.name)
			}
			var b binder
			if mb.p != nil {
				b, s, depth = c.pattern(mb.p, s, depth)
			}
			steps = append(steps, func(m *machine, e *env, v any, yield func(*env) error) error {
				return key.eval(m, e, v, func(k any) error {
					if _, ok := k.(string); !ok {
						return fail("Cannot index %s with %s", kindOf(v), kindOf(k))
					}
					x, err := index(v, k)
					if err != nil {
						return err
					}
					e := e
					if named {
						e = &env{v: x, up: e}
					}
					if b == nil {
						return yield(e)
					}
					return b(m, e, x, yield)
				})
			})
		}
		return sequence(steps), s, depth
	}
	variable(p.name)
	return func(_ *machine, e *env, v any, yield func(*env) error) error { return yield(&env{v: v, up: e}) }, s, depth
}

// sequence applies binders to one value, one after another.
func sequence(steps []binder) binder {
	if len(steps) == 1 {
		return steps[0]
	}
	first, rest := steps[0], sequence(steps[1:])
	return func(m *machine, e *env, v any, yield func(*env) error) error {
		return first(m, e, v, func(e *env) error { return rest(m, e, v, yield) })
	}
}

func (p *pattern) names(list []string) []string {
	if p.name != "" {
		list = append(list, p.name)
	}
	for i := range p.list {
		list = p.list[i].names(list)
	}
	for i := range p.members {
		if n := p.members[i].name; n != "" {
			list = append(list, n)
		}
		if p.members[i].p != nil {
			list = p.members[i].p.names(list)
		}
	}
	return list
}

func (c *compiler) bind(x *bind, s *scope, depth int) *code {
	src := c.compile(x.e, s, depth)
	if len(x.patterns) == 1 {
		b, s2, d2 := c.pattern(&x.patterns[0], s, depth)
		body := c.compile(x.body, s2, d2)
		path := func() pathFilter {
			bp := body.paths()
			return func(m *machine, e *env, p place, yield func(place) error) error {
				return src.eval(m, e, p.v, func(v any) error {
					return b(m, e, v, func(e *env) error { return bp(m, e, p, yield) })
				})
			}
		}
		if x.patterns[0].name != "" && src.one != nil && body.one != nil {
			return only(func(m *machine, e *env, v any) (any, error) {
				y, err := src.one(m, e, v)
				if err != nil {
					return nil, err
				}
				return body.one(m, &env{v: y, up: e}, v)
			}, path)
		}
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			return src.eval(m, e, v, func(x any) error {
				return b(m, e, x, func(e *env) error { return body.eval(m, e, v, yield) })
			})
		}, path)
	}
	// Alternatives: all their variables are null but for those of the one that
	// is tried; an error goes on to the next.
	var names []string
	for i := range x.patterns {
		names = x.patterns[i].names(names)
	}
	for _, n := range names {
		s = &scope{kind: '$', name: n, index: depth, up: s}
		depth++
	}
	type alternative struct {
		b    binder
		body *code
	}
	var list []alternative
	for i := range x.patterns {
		b, s2, d2 := c.pattern(&x.patterns[i], s, depth)
		list = append(list, alternative{b, c.compile(x.body, s2, d2)})
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return src.eval(m, e, v, func(x any) error {
			e := e
			for range names {
				e = &env{up: e}
			}
			for i, a := range list {
				err := a.b(m, e, x, func(e *env) error {
					return a.body.eval(m, e, v, func(y any) error {
						if err := yield(y); err != nil {
							return &through{err}
						}
						return nil
					})
				})
				if i == len(list)-1 {
					if t, ok := err.(*through); ok {
						return t.err
					}
					return err
				}
				if err == nil || escaped(err) != nil {
					return escaped(err)
				}
			}
			return nil
		})
	}, nil))
}

// maxReduces is how deep reduces are looked at for what their updates own: one
// that can't own is compiled twice.
const maxReduces = 4

func (c *compiler) reduce(x *reduce, s *scope, depth int) *code {
	src, init := c.compile(x.e, s, depth), c.compile(x.init, s, depth)
	b, s2, d2 := c.pattern(&x.p, s, depth)
	var update *code
	owning := false
	if u, ok := linear(x.update); ok && x.shared == nil && c.reduces < maxReduces && s.plainNames() {
		c.reduces++
		known := len(c.errors)
		update = c.compile(u, s2, d2)
		c.reduces--
		if owning = update.one != nil; !owning {
			c.errors = c.errors[:known]
		}
	}
	if !owning {
		update = c.compile(x.update, s2, d2)
	}
	if x.shared != nil && update.one == nil {
		return c.compile(&detach{x.shared}, s, depth)
	}
	run := func(m *machine, e *env, v, acc any) (any, error) {
		if owning {
			defer func(o owned) { m.owned = o }(m.owned)
			m.owned = owned{}
		}
		err := src.eval(m, e, v, func(x any) error {
			return b(m, e, x, func(e *env) error {
				if update.one != nil {
					var err error
					acc, err = update.one(m, e, acc)
					return err
				}
				in := acc
				acc = nil
				return update.eval(m, e, in, func(y any) error {
					acc = y
					return nil
				})
			})
		})
		return acc, err
	}
	if init.one != nil {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			acc, err := init.one(m, e, v)
			if err != nil {
				return nil, err
			}
			return run(m, e, v, acc)
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return init.eval(m, e, v, func(acc any) error {
			r, err := run(m, e, v, acc)
			if err != nil {
				return err
			}
			return yield(r)
		})
	}, nil))
}

func (c *compiler) foreach(x *foreach, s *scope, depth int) *code {
	src, init := c.compile(x.e, s, depth), c.compile(x.init, s, depth)
	b, s2, d2 := c.pattern(&x.p, s, depth)
	update := c.compile(x.update, s2, d2)
	var ex expr = &identity{}
	if x.extract != nil {
		ex = x.extract
	}
	extract := c.compile(ex, s2, d2)
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return init.eval(m, e, v, func(acc any) error {
			return src.eval(m, e, v, func(x any) error {
				return b(m, e, x, func(e *env) error {
					return update.eval(m, e, acc, func(y any) error {
						acc = y
						return extract.eval(m, e, y, yield)
					})
				})
			})
		})
	}, func() pathFilter {
		ip, up, xp := init.paths(), update.paths(), extract.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return ip(m, e, p, func(acc place) error {
				return src.eval(m, e, p.v, func(x any) error {
					return b(m, e, x, func(e *env) error {
						return up(m, e, acc, func(y place) error {
							acc = y
							return xp(m, e, y, yield)
						})
					})
				})
			})
		}
	})
}

func (c *compiler) conditional(x *conditional, s *scope, depth int) *code {
	cond, yes, no := c.compile(x.cond, s, depth), c.compile(x.yes, s, depth), c.compile(x.no, s, depth)
	path := func() pathFilter {
		yp, np := yes.paths(), no.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return cond.eval(m, e, p.v, func(t any) error {
				if truthy(t) {
					return yp(m, e, p, yield)
				}
				return np(m, e, p, yield)
			})
		}
	}
	if cond.one != nil && yes.one != nil && no.one != nil {
		return only(func(m *machine, e *env, v any) (any, error) {
			t, err := cond.one(m, e, v)
			if err != nil {
				return nil, err
			}
			if truthy(t) {
				return yes.one(m, e, v)
			}
			return no.one(m, e, v)
		}, path)
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return cond.eval(m, e, v, func(t any) error {
			if truthy(t) {
				return yes.eval(m, e, v, yield)
			}
			return no.eval(m, e, v, yield)
		})
	}, path)
}

func (c *compiler) members(x *members, s *scope, depth int) *code {
	type pair struct{ key, value *code }
	pairs := make([]pair, len(x.list))
	one, fixed := true, true
	names := &table{}
	for i, mb := range x.list {
		pairs[i] = pair{c.compile(mb.key, s, depth), c.compile(mb.value, s, depth)}
		one = one && pairs[i].key.one != nil && pairs[i].value.one != nil
		l, ok := mb.key.(*literal)
		name, isString := "", false
		if ok {
			name, isString = l.v.(string)
		}
		if !isString || names.find(name, len(names.keys)) >= 0 {
			fixed = false
		} else if names.keys = append(names.keys, name); names.index != nil {
			names.index[name] = len(names.keys) - 1
		}
	}
	badKey := func(k any) error { return fail("Object keys must be strings") }
	if one && fixed {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			vals := make([]any, len(pairs))
			for i := range pairs {
				var err error
				if vals[i], err = pairs[i].value.one(m, e, v); err != nil {
					return nil, err
				}
			}
			return &object{names, vals}, nil
		}, nil))
	}
	if one {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			o := newObject(len(pairs))
			for _, p := range pairs {
				k, err := p.key.one(m, e, v)
				if err != nil {
					return nil, err
				}
				name, ok := k.(string)
				if !ok {
					return nil, badKey(k)
				}
				x, err := p.value.one(m, e, v)
				if err != nil {
					return nil, err
				}
				o.put(name, x)
			}
			return o, nil
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		var from func(i int, o *object) error
		from = func(i int, o *object) error {
			if i == len(pairs) {
				return yield(o)
			}
			return pairs[i].key.eval(m, e, v, func(k any) error {
				name, ok := k.(string)
				if !ok {
					return badKey(k)
				}
				return pairs[i].value.eval(m, e, v, func(x any) error { return from(i+1, o.with(name, x)) })
			})
		}
		return from(0, newObject(len(pairs)))
	}, nil))
}

// compileFunction compiles a function's body; a recursive one meets the code
// that is still empty. It is taken to have one output first, and if the body,
// which may call it, then has one, it has.
func (c *compiler) compileFunction(d *definition) {
	errors := len(c.errors)
	d.one, d.called = true, false
	if c.compileBody(d); d.code.one == nil {
		d.one = false
		if d.called {
			c.errors = c.errors[:errors]
			c.compileBody(d)
		}
	}
}

func (c *compiler) compileBody(d *definition) {
	d.code = &code{}
	s := d.scope
	for i, p := range d.f.params {
		name := strings.TrimPrefix(p, "$")
		s = &scope{kind: 'c', name: name, index: d.depth + i, up: s}
		if name != p {
			s = &scope{kind: '$', name: name, index: d.depth + i, up: s}
		}
	}
	body := c.compile(d.f.body, s, d.depth+len(d.f.params))
	d.code.eval, d.code.one = body.eval, body.one
	d.code.build = body.paths
}

// maxCalls bounds how deep functions may call each other.
const maxCalls = 100_000

func (c *compiler) call(x *call, s *scope, depth int) *code {
	target := s.function(x.name, len(x.args))
	if target == nil {
		return c.builtin(x, s, depth)
	}
	if target.kind == 'c' {
		back := depth - 1 - target.index
		return multi(func(m *machine, e *env, v any, yield func(any) error) error {
			fn := e.back(back).fn
			return fn.c.eval(m, fn.e, v, yield)
		}, func() pathFilter {
			return func(m *machine, e *env, p place, yield func(place) error) error {
				fn := e.back(back).fn
				return fn.c.paths()(m, fn.e, p, yield)
			}
		})
	}
	return c.invoke(target.f, c.arguments(x.args, s, depth), depth-target.f.depth)
}

func (c *compiler) arguments(args []expr, s *scope, depth int) []*code {
	list := make([]*code, len(args))
	for i, a := range args {
		list[i] = c.compile(a, s, depth)
	}
	return list
}

// constantCode is code that yields x.
func constantCode(x any) *code {
	return plain(only(func(*machine, *env, any) (any, error) { return x, nil }, nil))
}

// invoke calls a function whose env is back entries up.
func (c *compiler) invoke(d *definition, args []*code, back int) *code {
	// frame makes the env of the body: for each value of each $parameter.
	var frame func(m *machine, base, caller *env, v any, i int, yield func(*env) error) error
	values := false
	for _, p := range d.f.params {
		values = values || p[0] == '$'
	}
	frame = func(m *machine, base, caller *env, v any, i int, yield func(*env) error) error {
		if i == len(args) {
			return yield(base)
		}
		if d.f.params[i][0] != '$' {
			return frame(m, &env{fn: &closure{args[i], caller}, up: base}, caller, v, i+1, yield)
		}
		return args[i].eval(m, caller, v, func(x any) error {
			return frame(m, &env{v: x, fn: &closure{constantCode(x), nil}, up: base}, caller, v, i+1, yield)
		})
	}
	enter := func(m *machine) error {
		if m.calls++; m.calls > maxCalls {
			m.calls = 0
			return &fatal{"functions call each other too deeply"}
		}
		return m.tick()
	}
	target := d.code
	path := func() pathFilter {
		return func(m *machine, e *env, p place, yield func(place) error) error {
			if err := enter(m); err != nil {
				return err
			}
			err := frame(m, e.back(back), e, p.v, 0, func(e *env) error { return target.paths()(m, e, p, yield) })
			m.calls--
			return err
		}
	}
	one := d.one
	for i, a := range args {
		one = one && (d.f.params[i][0] != '$' || a.one != nil)
	}
	if d.called = true; one {
		return only(func(m *machine, e *env, v any) (any, error) {
			if err := enter(m); err != nil {
				return nil, err
			}
			base := e.back(back)
			for i, a := range args {
				if d.f.params[i][0] != '$' {
					base = &env{fn: &closure{a, e}, up: base}
					continue
				}
				x, err := a.one(m, e, v)
				if err != nil {
					return nil, err
				}
				base = &env{v: x, fn: &closure{constantCode(x), nil}, up: base}
			}
			r, err := target.one(m, base, v)
			m.calls--
			return r, err
		}, path)
	}
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		if err := enter(m); err != nil {
			return err
		}
		var err error
		if base := e.back(back); values {
			err = frame(m, base, e, v, 0, func(e *env) error { return target.eval(m, e, v, yield) })
		} else {
			for _, a := range args {
				base = &env{fn: &closure{a, e}, up: base}
			}
			err = target.eval(m, base, v, yield)
		}
		m.calls--
		return err
	}, path)
}
