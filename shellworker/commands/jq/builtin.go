package jq

import (
	"context"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/joiner"
)

// machine is what a run of a program has.
type machine struct {
	ctx   context.Context
	p     *commands.Process
	input func() (any, error) // errNoInput at the end
	name  func() any          // of the input file
	line  func() int          // of the input
	calls int
	steps int
	env   *object
	regex map[string]*expression
	owned owned // what the running reduce made itself

	joiner joiner.Joiner
}

// add is l + r.
func (m *machine) add(l, r any) (any, error) {
	x, ok := l.(string)
	y, ok2 := r.(string)
	if !ok || !ok2 {
		return add(l, r)
	}
	if len(x)+len(y) > maxText {
		return nil, fail("String too long")
	}
	return m.joiner.Join(x, y), nil
}

var errNoInput = errors.New("No more inputs")

// fatal ends a run, whatever would catch an error.
type fatal struct{ text string }

func (f *fatal) Error() string { return f.text }

// halt ends a run with a status, after writing v.
type halt struct {
	v      any
	write  bool
	status int
}

func (h *halt) Error() string { return "halt" }

// tick is called now and then, and tells when to stop.
func (m *machine) tick() error {
	if m.steps++; m.steps&1023 == 0 && m.ctx.Err() != nil {
		return &fatal{m.ctx.Err().Error()}
	}
	return nil
}

var operators = map[string]func(l, r any) (any, error){
	"+": add, "-": subtract, "*": multiply, "/": divide, "%": modulo,
	"==": func(l, r any) (any, error) { return equal(l, r), nil },
	"!=": func(l, r any) (any, error) { return !equal(l, r), nil },
	"<":  func(l, r any) (any, error) { return compare(l, r) < 0, nil },
	"<=": func(l, r any) (any, error) { return compare(l, r) <= 0, nil },
	">":  func(l, r any) (any, error) { return compare(l, r) > 0, nil },
	">=": func(l, r any) (any, error) { return compare(l, r) >= 0, nil },
}

func equal(l, r any) bool { return compare(l, r) == 0 }

func add(l, r any) (any, error) {
	switch {
	case l == nil:
		return r, nil
	case r == nil:
		return l, nil
	}
	switch x := floated(l).(type) {
	case float64:
		if y, ok := floated(r).(float64); ok {
			return x + y, nil
		}
	case string:
		if y, ok := r.(string); ok {
			return x + y, nil
		}
	case []any:
		if y, ok := r.([]any); ok {
			return appended(x, y), nil
		}
	case *object:
		if y, ok := r.(*object); ok {
			if len(y.vals) == 1 {
				return x.with(y.t.keys[0], y.vals[0]), nil
			}
			o := x.clone(len(y.vals))
			for i, k := range y.keys() {
				o.put(k, y.vals[i])
			}
			return o, nil
		}
	}
	return nil, fail("%s and %s cannot be added", brief(l), brief(r))
}

func subtract(l, r any) (any, error) {
	switch x := floated(l).(type) {
	case float64:
		if y, ok := floated(r).(float64); ok {
			return x - y, nil
		}
	case []any:
		if y, ok := r.([]any); ok {
			list := []any{}
			for _, v := range x {
				if !slices.ContainsFunc(y, func(w any) bool { return equal(v, w) }) {
					list = append(list, v)
				}
			}
			return list, nil
		}
	}
	return nil, fail("%s and %s cannot be subtracted", brief(l), brief(r))
}

func multiply(l, r any) (any, error) {
	if _, ok := floated(l).(float64); ok {
		if _, ok := r.(string); ok {
			l, r = r, l
		}
	}
	switch x := floated(l).(type) {
	case float64:
		if y, ok := floated(r).(float64); ok {
			return x * y, nil
		}
	case string:
		if y, ok := floated(r).(float64); ok {
			if !(y > 0) {
				return nil, nil
			}
			n := max(1, math.Ceil(y))
			if n*float64(len(x)) > maxText {
				return nil, fail("Repeat string result too long")
			}
			return strings.Repeat(x, int(n)), nil
		}
	case *object:
		if y, ok := r.(*object); ok {
			return merge(x, y), nil
		}
	}
	return nil, fail("%s and %s cannot be multiplied", brief(l), brief(r))
}

// merge adds y to x, and objects within to each other.
func merge(x, y *object) *object {
	o := x.clone(len(y.vals))
	for i, k := range y.keys() {
		v := y.vals[i]
		if old, ok := o.get(k); ok {
			a, okA := old.(*object)
			b, okB := v.(*object)
			if okA && okB {
				v = merge(a, b)
			}
		}
		o.put(k, v)
	}
	return o
}

func divide(l, r any) (any, error) {
	switch x := floated(l).(type) {
	case float64:
		if y, ok := floated(r).(float64); ok {
			if y == 0 {
				return nil, fail("%s and %s cannot be divided because the divisor is zero", brief(l), brief(r))
			}
			return x / y, nil
		}
	case string:
		if y, ok := r.(string); ok {
			return split(x, y), nil
		}
	}
	return nil, fail("%s and %s cannot be divided", brief(l), brief(r))
}

func split(s, sep string) []any {
	list := []any{}
	if s == "" {
		return list
	}
	for _, t := range strings.Split(s, sep) {
		list = append(list, t)
	}
	return list
}

func modulo(l, r any) (any, error) {
	x, ok1 := floated(l).(float64)
	y, ok2 := floated(r).(float64)
	if !ok1 || !ok2 {
		return nil, fail("%s and %s cannot be divided", brief(l), brief(r))
	}
	integer := func(f float64) int64 {
		switch {
		case math.IsNaN(f):
			return 0
		case f >= math.MaxInt64:
			return math.MaxInt64
		case f <= math.MinInt64:
			return math.MinInt64
		}
		return int64(f)
	}
	a, b := integer(x), integer(y)
	if b == 0 {
		return nil, fail("%s and %s cannot be divided (remainder) because the divisor is zero", brief(l), brief(r))
	}
	if b < 0 {
		if b = -b; b < 0 {
			b = math.MaxInt64
		}
	}
	if a < 0 {
		return -float64((-a) % b), nil
	}
	return float64(a % b), nil
}

// formatted is v by a @format.
func formatted(name string, v any) (any, error) {
	switch name {
	case "text":
		return toString(v), nil
	case "json":
		return string(encode(v)), nil
	case "csv", "tsv":
		list, ok := v.([]any)
		if !ok {
			return nil, fail("%s cannot be %s-formatted, only an array can be", brief(v), name)
		}
		var b strings.Builder
		for i, x := range list {
			if i > 0 {
				b.WriteByte(map[string]byte{"csv": ',', "tsv": '\t'}[name])
			}
			switch x := x.(type) {
			case nil:
			case bool, float64, *decimal:
				b.Write(encode(x))
			case string:
				if name == "csv" {
					b.WriteString(`"` + strings.ReplaceAll(x, `"`, `""`) + `"`)
				} else {
					b.WriteString(tsvEscapes.Replace(x))
				}
			default:
				if name == "tsv" {
					return nil, fail("%s is not valid in a tsv row", brief(x))
				}
				return nil, fail("%s is not valid in a csv row", brief(x))
			}
		}
		return b.String(), nil
	case "html":
		return htmlEscapes.Replace(toString(v)), nil
	case "uri":
		s := toString(v)
		var b strings.Builder
		for i := range len(s) {
			if c := s[i]; c < utf8.RuneSelf && (isNameStart(c) || isDigit(c) || strings.IndexByte("-_.~", c) >= 0) {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		return b.String(), nil
	case "sh":
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		var b strings.Builder
		for i, x := range list {
			if i > 0 {
				b.WriteByte(' ')
			}
			switch x := x.(type) {
			case []any, *object:
				return nil, fail("%s can not be escaped for shell", brief(x))
			case string:
				b.WriteString("'" + strings.ReplaceAll(x, "'", `'\''`) + "'")
			default:
				b.Write(encode(x))
			}
		}
		return b.String(), nil
	case "base64":
		return base64.StdEncoding.EncodeToString([]byte(toString(v))), nil
	case "base64d":
		s := toString(v)
		b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
		if err != nil && len(b) == 0 && s != "" {
			return nil, fail("%s is not valid base64 data", brief(s))
		}
		return strings.ToValidUTF8(string(b), "\ufffd"), nil
	case "base32":
		return base32.StdEncoding.EncodeToString([]byte(toString(v))), nil
	case "base32d":
		s := toString(v)
		b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(s, "="))
		if err != nil {
			return nil, fail("%s is not valid base32 data", brief(s))
		}
		return strings.ToValidUTF8(string(b), "\ufffd"), nil
	}
	return nil, fail("%s is not a valid format", name)
}

var (
	tsvEscapes  = strings.NewReplacer("\t", `\t`, "\r", `\r`, "\n", `\n`, `\`, `\\`)
	htmlEscapes = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "'", "&apos;", `"`, "&quot;")
)

func key(name string, args int) string { return fmt.Sprintf("%s/%d", name, args) }

// builtin compiles a call of what the program doesn't define.
func (c *compiler) builtin(x *call, s *scope, depth int) *code {
	id := key(x.name, len(x.args))
	switch id {
	case "while/2", "until/2", "repeat/1":
		if l, ok := loop(x.name, c.arguments(x.args, s, depth)); ok {
			return l
		}
	}
	if special, ok := specials[id]; ok {
		return special(c, c.arguments(x.args, s, depth))
	}
	if f, ok := functions[id]; ok {
		return c.cfunction(f, c.arguments(x.args, s, depth))
	}
	if src, ok := prelude[id]; ok {
		d := c.prelude[id]
		if d == nil {
			m, err := parse(src)
			if err != nil {
				panic(fmt.Sprintf("%s: %s", id, err))
			}
			d = &definition{f: m.defs[0]}
			d.scope = &scope{kind: 'f', name: x.name, arity: len(x.args), f: d}
			c.prelude[id] = d
			c.compileFunction(d)
		}
		return c.invoke(d, c.arguments(x.args, s, depth), depth)
	}
	c.fail(x.pos, "%s is not defined", id)
	return c.compile(&identity{}, s, depth)
}

// cfunction makes code of a function of its input and of all combinations of
// its arguments' outputs.
func (c *compiler) cfunction(f func(m *machine, v any, a []any) (any, error), args []*code) *code {
	one := true
	for _, a := range args {
		one = one && a.one != nil
	}
	if one {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			var buf [3]any
			vals := buf[:0]
			for _, a := range args {
				x, err := a.one(m, e, v)
				if err != nil {
					return nil, err
				}
				vals = append(vals, x)
			}
			return f(m, v, vals)
		}, nil))
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		vals := make([]any, len(args))
		var from func(i int) error
		from = func(i int) error {
			if i < 0 {
				r, err := f(m, v, slices.Clone(vals))
				if err != nil {
					return err
				}
				return yield(r)
			}
			return args[i].eval(m, e, v, func(x any) error {
				vals[i] = x
				return from(i - 1)
			})
		}
		return from(len(args) - 1)
	}, nil))
}

// specials are builtins that need more than the values of their arguments.
var specials map[string]func(c *compiler, a []*code) *code

func init() {
	specials = map[string]func(c *compiler, a []*code) *code{
		"empty/0": func(*compiler, []*code) *code {
			return multi(func(*machine, *env, any, func(any) error) error { return nil }, func() pathFilter {
				return func(*machine, *env, place, func(place) error) error { return nil }
			})
		},
		"not/0":  unaryBuiltin(func(v any) (any, error) { return !truthy(v), nil }),
		"path/1": path1,
		"del/1": func(_ *compiler, a []*code) *code {
			return plain(only(func(m *machine, e *env, v any) (any, error) {
				paths := []any{}
				err := pathsOf(m, e, v, a[0], func(p []any) error {
					paths = append(paths, p)
					return nil
				})
				if err != nil {
					return nil, err
				}
				return deletePaths(v, paths)
			}, nil))
		},
		"getpath/1": getpath1,
		"select/1":  select1,
		"recurse/0": recurse0,
		"recurse/1": recurse1,
		"range/1":   func(c *compiler, a []*code) *code { return ranged(c, []*code{number(0), a[0], number(1)}) },
		"range/2":   func(c *compiler, a []*code) *code { return ranged(c, []*code{a[0], a[1], number(1)}) },
		"range/3":   ranged,
		"first/1": func(_ *compiler, a []*code) *code {
			return limited(number(1), a[0])
		},
		"limit/2": func(_ *compiler, a []*code) *code { return limited(a[0], a[1]) },
		"isempty/1": func(_ *compiler, a []*code) *code {
			return plain(only(func(m *machine, e *env, v any) (any, error) {
				_, ok, err := firstOf(m, e, a[0], v)
				return !ok, err
			}, nil))
		},
		"map/1": map1,
		"any/2": func(_ *compiler, a []*code) *code { return quantifier(a, true) },
		"all/2": func(_ *compiler, a []*code) *code { return quantifier(a, false) },
		"error/0": func(*compiler, []*code) *code {
			return multi(func(_ *machine, _ *env, v any, _ func(any) error) error { return raise(v) }, func() pathFilter {
				return func(_ *machine, _ *env, p place, _ func(place) error) error { return raise(p.v) }
			})
		},
		"error/1": func(_ *compiler, a []*code) *code {
			return multi(func(m *machine, e *env, v any, _ func(any) error) error {
				return a[0].eval(m, e, v, raise)
			}, func() pathFilter {
				return func(m *machine, e *env, p place, _ func(place) error) error {
					return a[0].eval(m, e, p.v, raise)
				}
			})
		},
		"env/0": func(*compiler, []*code) *code {
			return plain(only(func(m *machine, _ *env, _ any) (any, error) { return m.environment(), nil }, nil))
		},
		"input/0": func(*compiler, []*code) *code {
			return plain(only(func(m *machine, _ *env, _ any) (any, error) {
				v, err := m.input()
				if err == errNoInput {
					return nil, &jqError{"break"}
				}
				return v, err
			}, nil))
		},
		"inputs/0": func(*compiler, []*code) *code {
			return plain(multi(func(m *machine, _ *env, _ any, yield func(any) error) error {
				for {
					v, err := m.input()
					if err == errNoInput {
						return nil
					}
					if err == nil {
						err = yield(v)
					}
					if err != nil {
						return err
					}
				}
			}, nil))
		},
		"debug/0": func(*compiler, []*code) *code {
			return only(func(m *machine, _ *env, v any) (any, error) {
				m.p.Out.Flush()
				fmt.Fprintf(m.p.Stderr, "[\"DEBUG:\",%s]\n", encode(v))
				return v, nil
			}, func() pathFilter {
				return func(m *machine, _ *env, p place, yield func(place) error) error {
					m.p.Out.Flush()
					fmt.Fprintf(m.p.Stderr, "[\"DEBUG:\",%s]\n", encode(p.v))
					return yield(p)
				}
			})
		},
		"debug/1": func(_ *compiler, a []*code) *code {
			return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
				err := a[0].eval(m, e, v, func(x any) error {
					m.p.Out.Flush()
					fmt.Fprintf(m.p.Stderr, "[\"DEBUG:\",%s]\n", encode(x))
					return nil
				})
				if err != nil {
					return err
				}
				return yield(v)
			}, nil))
		},
		"stderr/0": unaryMachine(func(m *machine, v any) (any, error) {
			m.p.Out.Flush()
			fmt.Fprint(m.p.Stderr, toString(v))
			return v, nil
		}),
		"input_filename/0":    unaryMachine(func(m *machine, _ any) (any, error) { return m.name(), nil }),
		"input_line_number/0": unaryMachine(func(m *machine, _ any) (any, error) { return float64(m.line()), nil }),
		"now/0": unaryMachine(func(m *machine, _ any) (any, error) {
			return float64(m.p.Now().UnixMicro()) / 1e6, nil
		}),
		"halt/0":       unaryMachine(func(*machine, any) (any, error) { return nil, &halt{} }),
		"halt_error/0": unaryMachine(func(_ *machine, v any) (any, error) { return nil, &halt{v, true, 5} }),
		"sub/2":        func(_ *compiler, a []*code) *code { return substitute(a, "") },
		"sub/3":        func(_ *compiler, a []*code) *code { return substitute(a, "") },
		"gsub/2":       func(_ *compiler, a []*code) *code { return substitute(a, "g") },
		"gsub/3":       func(_ *compiler, a []*code) *code { return substitute(a, "g") },
		"modulemeta/0": func(c *compiler, _ []*code) *code {
			return plain(only(func(_ *machine, _ *env, v any) (any, error) { return c.moduleMeta(v) }, nil))
		},
		"get_search_list/0": func(c *compiler, _ []*code) *code {
			return plain(only(func(*machine, *env, any) (any, error) { return c.loader.searchList(), nil }, nil))
		},
		"builtins/0": func(*compiler, []*code) *code {
			return plain(only(func(*machine, *env, any) (any, error) {
				list := []any{}
				for _, n := range builtinNames() {
					list = append(list, n)
				}
				return list, nil
			}, nil))
		},
	}
	for _, by := range []string{"sort_by", "group_by", "unique_by", "min_by", "max_by"} {
		specials[by+"/1"] = func(_ *compiler, a []*code) *code { return ordered(by, a[0]) }
	}
}

// raise fails with v. An error without a value only ends what is being made.
func raise(v any) error {
	if v == nil {
		return nil
	}
	return &jqError{v}
}

func builtinNames() []string {
	var list []string
	for n := range specials {
		list = append(list, n)
	}
	for n := range functions {
		list = append(list, n)
	}
	for n := range prelude {
		list = append(list, n)
	}
	list = append(list, "repeat/1")
	sort.Strings(list)
	return slices.DeleteFunc(list, func(n string) bool { return n[0] == '_' })
}

func number(n float64) *code {
	return plain(only(func(*machine, *env, any) (any, error) { return n, nil }, nil))
}

func unaryBuiltin(f func(any) (any, error)) func(*compiler, []*code) *code {
	return func(*compiler, []*code) *code {
		return plain(only(func(_ *machine, _ *env, v any) (any, error) { return f(v) }, nil))
	}
}

func unaryMachine(f func(*machine, any) (any, error)) func(*compiler, []*code) *code {
	return func(*compiler, []*code) *code {
		return plain(only(func(m *machine, _ *env, v any) (any, error) { return f(m, v) }, nil))
	}
}

func (m *machine) environment() *object {
	if m.env == nil {
		m.env = newObject(len(m.p.Env))
		for _, e := range m.p.Env {
			if k, v, ok := strings.Cut(e, "="); ok {
				m.env.put(k, strings.ToValidUTF8(v, "\ufffd"))
			}
		}
	}
	return m.env
}

// pathsOf calls yield with the paths of c.
func pathsOf(m *machine, e *env, v any, c *code, yield func([]any) error) error {
	return c.paths()(m, e, place{v: v}, func(p place) error {
		if p.bad {
			return fail("Invalid path expression with result %s", encode(p.v))
		}
		return yield(p.at.path())
	})
}

func path1(_ *compiler, a []*code) *code {
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return pathsOf(m, e, v, a[0], func(p []any) error { return yield(p) })
	}, nil))
}

func getpath1(c *compiler, a []*code) *code {
	f := c.function2(only(func(_ *machine, _ *env, v any) (any, error) { return v, nil }, nil), a[0], func(_ *machine, v, p any) (any, error) {
		path, ok := p.([]any)
		if !ok {
			return nil, fail("Path must be specified as an array")
		}
		return getPath(v, path)
	})
	f.build = func() pathFilter {
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return a[0].eval(m, e, p.v, func(x any) error {
				path, ok := x.([]any)
				if !ok {
					return fail("Path must be specified as an array")
				}
				v, err := getPath(p.v, path)
				if err != nil {
					return err
				}
				q := place{at: p.at, v: v, bad: p.bad}
				for _, k := range path {
					q.at = &step{k, q.at}
				}
				return yield(q)
			})
		}
	}
	return f
}

func select1(_ *compiler, a []*code) *code {
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		if a[0].one != nil {
			t, err := a[0].one(m, e, v)
			if err != nil || !truthy(t) {
				return err
			}
			return yield(v)
		}
		return a[0].eval(m, e, v, func(t any) error {
			if truthy(t) {
				return yield(v)
			}
			return nil
		})
	}, func() pathFilter {
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return a[0].eval(m, e, p.v, func(t any) error {
				if truthy(t) {
					return yield(p)
				}
				return nil
			})
		}
	})
}

func recurse0(*compiler, []*code) *code {
	var all func(m *machine, v any, yield func(any) error) error
	all = func(m *machine, v any, yield func(any) error) error {
		if err := m.tick(); err != nil {
			return err
		}
		if err := yield(v); err != nil {
			return err
		}
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				if err := all(m, x, yield); err != nil {
					return err
				}
			}
		case *object:
			for _, x := range v.vals {
				if err := all(m, x, yield); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var places func(p place, yield func(place) error) error
	places = func(p place, yield func(place) error) error {
		if err := yield(p); err != nil {
			return err
		}
		if p.bad {
			return fail("Invalid path expression near attempt to iterate through %s", encode(p.v))
		}
		switch p.v.(type) {
		case []any, *object:
			return iterate(p.v, func(k, v any) error { return places(place{at: &step{k, p.at}, v: v}, yield) })
		}
		return nil
	}
	return multi(func(m *machine, _ *env, v any, yield func(any) error) error { return all(m, v, yield) }, func() pathFilter {
		return func(_ *machine, _ *env, p place, yield func(place) error) error { return places(p, yield) }
	})
}

// recurse1 is recurse(f). The last output of f is gone on with once f is done,
// so that a chain doesn't pile up.
func recurse1(_ *compiler, a []*code) *code {
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		var all func(v any) error
		all = func(v any) error {
			for {
				if err := m.tick(); err != nil {
					return err
				}
				if err := yield(v); err != nil {
					return err
				}
				var last any
				have := false
				err := a[0].eval(m, e, v, func(x any) error {
					if have {
						if err := all(last); err != nil {
							have = false
							return err
						}
					}
					last, have = x, true
					return nil
				})
				switch {
				case !have:
					return err
				case err != nil:
					if err := all(last); err != nil {
						return err
					}
					return err
				}
				v = last
			}
		}
		return all(v)
	}, func() pathFilter {
		ap := a[0].paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			var all func(p place) error
			all = func(p place) error {
				if err := m.tick(); err != nil {
					return err
				}
				if err := yield(p); err != nil {
					return err
				}
				return ap(m, e, p, all)
			}
			return all(p)
		}
	})
}

// loop compiles while and until, and repeat, where their filters have one
// output each; ok is false elsewhere.
func loop(name string, a []*code) (c *code, ok bool) {
	for _, x := range a {
		if x.one == nil && name != "repeat" {
			return nil, false
		}
	}
	switch name {
	case "until":
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			for {
				t, err := a[0].one(m, e, v)
				if err != nil || truthy(t) {
					return v, err
				}
				if v, err = a[1].one(m, e, v); err == nil {
					err = m.tick()
				}
				if err != nil {
					return nil, err
				}
			}
		}, nil)), true
	case "while":
		return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
			for {
				t, err := a[0].one(m, e, v)
				if err != nil || !truthy(t) {
					return err
				}
				if err := yield(v); err != nil {
					return err
				}
				if v, err = a[1].one(m, e, v); err == nil {
					err = m.tick()
				}
				if err != nil {
					return err
				}
			}
		}, nil)), true
	}
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		for {
			if err := a[0].eval(m, e, v, yield); err != nil {
				return err
			}
			if err := m.tick(); err != nil {
				return err
			}
		}
	}, nil)), true
}

func ranged(_ *compiler, a []*code) *code {
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return a[0].eval(m, e, v, func(from any) error {
			return a[1].eval(m, e, v, func(upto any) error {
				return a[2].eval(m, e, v, func(by any) error {
					x, ok1 := floated(from).(float64)
					y, ok2 := floated(upto).(float64)
					d, ok3 := floated(by).(float64)
					if !ok1 || !ok2 || !ok3 {
						return fail("Range bounds must be numeric")
					}
					if d == 0 {
						return nil
					}
					for ; d > 0 && x < y || d < 0 && x > y; x += d {
						if err := m.tick(); err != nil {
							return err
						}
						if err := yield(x); err != nil {
							return err
						}
					}
					return nil
				})
			})
		})
	}, nil))
}

// limited is limit: all for fewer than none, one for none, as jq 1.6 has it.
func limited(n, f *code) *code {
	return multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return n.eval(m, e, v, func(x any) error {
			most, ok := floated(x).(float64)
			if !ok {
				return fail("%s cannot be compared to a number", brief(x))
			}
			if most < 0 {
				return f.eval(m, e, v, yield)
			}
			stop := &breakError{}
			k := 0.0
			err := f.eval(m, e, v, func(y any) error {
				k++
				if err := yield(y); err != nil {
					return err
				}
				if k >= most {
					return stop
				}
				return nil
			})
			if err == stop {
				return nil
			}
			return err
		})
	}, func() pathFilter {
		fp := f.paths()
		return func(m *machine, e *env, p place, yield func(place) error) error {
			return n.eval(m, e, p.v, func(x any) error {
				most, _ := floated(x).(float64)
				stop := &breakError{}
				k := 0.0
				err := fp(m, e, p, func(q place) error {
					k++
					if err := yield(q); err != nil {
						return err
					}
					if k >= most && most >= 0 {
						return stop
					}
					return nil
				})
				if err == stop {
					return nil
				}
				return err
			})
		}
	})
}

func map1(_ *compiler, a []*code) *code {
	return plain(only(func(m *machine, e *env, v any) (any, error) {
		var vals []any
		switch v := v.(type) {
		case []any:
			vals = v
		case *object:
			vals = v.vals
		default:
			return nil, fail("Cannot iterate over %s", brief(v))
		}
		list := make([]any, 0, len(vals))
		put := func(x any) error {
			list = append(list, x)
			return nil
		}
		for _, x := range vals {
			if one := a[0].one; one != nil {
				y, err := one(m, e, x)
				if err != nil {
					return nil, err
				}
				list = append(list, y)
				continue
			}
			if err := a[0].eval(m, e, x, put); err != nil {
				return nil, err
			}
		}
		return list, nil
	}, nil))
}

// quantifier is any or all over a generator.
func quantifier(a []*code, decides bool) *code {
	return plain(only(func(m *machine, e *env, v any) (any, error) {
		stop := &breakError{}
		err := a[0].eval(m, e, v, func(x any) error {
			return a[1].eval(m, e, x, func(t any) error {
				if truthy(t) == decides {
					return stop
				}
				return nil
			})
		})
		if err == stop {
			return decides, nil
		}
		return !decides, err
	}, nil))
}

// ordered is sort_by and its kind.
func ordered(by string, f *code) *code {
	return plain(only(func(m *machine, e *env, v any) (any, error) {
		var list []any
		switch x := v.(type) {
		case []any:
			list = x
		case *object:
			return nil, fail("Cannot index object with number")
		default:
			return nil, fail("Cannot iterate over %s", brief(v))
		}
		keys := make([]any, len(list))
		for i, x := range list {
			k := []any{}
			err := f.eval(m, e, x, func(y any) error {
				k = append(k, y)
				return nil
			})
			if err != nil {
				return nil, err
			}
			keys[i] = k
			if len(k) == 1 {
				keys[i] = k[0] // compares alike
			}
		}
		return orderBy(by, list, keys), nil
	}, nil))
}

func orderBy(by string, list, keys []any) any {
	switch by {
	case "min_by", "max_by":
		best := -1
		for i := range list {
			if best < 0 || (compare(keys[i], keys[best]) < 0) == (by == "min_by") {
				best = i
			}
		}
		if best < 0 {
			return nil
		}
		return list[best]
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(keys[i], keys[j]) })
	out := make([]any, 0, len(list))
	for n, i := range order {
		fresh := n == 0 || compare(keys[order[n-1]], keys[i]) != 0
		switch {
		case by == "sort_by", by == "unique_by" && fresh:
			out = append(out, list[i])
		case by == "group_by" && fresh:
			out = append(out, []any{list[i]})
		case by == "group_by":
			out[len(out)-1] = append(out[len(out)-1].([]any), list[i])
		}
	}
	return out
}
