package jq

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"
)

// index is v[k]: a member, an element, or a part.
func index(v, k any) (any, error) {
	switch k := floated(k).(type) {
	case string:
		switch v := v.(type) {
		case *object:
			r, _ := v.get(k)
			return r, nil
		case nil:
			return nil, nil
		}
		return nil, fail("Cannot index %s with string %s", kindOf(v), encode(k))
	case float64:
		switch v := v.(type) {
		case []any:
			if k != math.Trunc(k) {
				return nil, nil
			}
			if k < 0 {
				k += float64(len(v))
			}
			if k >= 0 && k < float64(len(v)) {
				return v[int(k)], nil
			}
			return nil, nil
		case nil:
			return nil, nil
		}
		return nil, fail("Cannot index %s with number", kindOf(v))
	case *object:
		switch v := v.(type) {
		case []any:
			from, to, err := bounds(k, len(v))
			if err != nil {
				return nil, err
			}
			return v[from:to:to], nil
		case string:
			r := []rune(v)
			from, to, err := bounds(k, len(r))
			if err != nil {
				return nil, err
			}
			return string(r[from:to]), nil
		case nil:
			return nil, nil
		}
		return nil, fail("Cannot index %s with object", kindOf(v))
	case []any:
		if a, ok := v.([]any); ok {
			return indices(a, k), nil
		}
	}
	return nil, fail("Cannot index %s with %s", kindOf(v), kindOf(k))
}

// bounds reads a slice's {"start":...,"end":...}.
func bounds(k *object, n int) (from, to int, err error) {
	a, okA := k.get("start")
	b, okB := k.get("end")
	clamp := func(x any, none float64) float64 {
		f, ok := floated(x).(float64)
		if !ok {
			f = none
			if x != nil {
				err = fail("Start and end indices of an array slice must be numbers")
			}
		}
		if f < 0 {
			f += float64(n)
		}
		return min(max(f, 0), float64(n))
	}
	if !okA && !okB {
		return 0, 0, fail("Start and end indices of an array slice must be numbers")
	}
	from, to = int(math.Floor(clamp(a, 0))), int(math.Ceil(clamp(b, float64(n))))
	return from, max(from, to), err
}

// indices are the places where the array b begins within a.
func indices(a, b []any) any {
	if len(b) == 0 {
		return nil
	}
	list := []any{}
	for i := 0; i+len(b) <= len(a); i++ {
		same := true
		for k := range b {
			if compare(a[i+k], b[k]) != 0 {
				same = false
				break
			}
		}
		if same {
			list = append(list, float64(i))
		}
	}
	return list
}

// owned are the arrays and objects that an update made itself and may change.
type owned map[unsafe.Pointer]bool

// maxOwned is how many there may be: they are kept while they are known.
const maxOwned = 1 << 16

func (o owned) add(v any) {
	if len(o) >= maxOwned {
		clear(o)
	}
	o[pointer(v)] = true
}

func pointer(v any) unsafe.Pointer {
	switch v := v.(type) {
	case []any:
		return unsafe.Pointer(unsafe.SliceData(v))
	case *object:
		return unsafe.Pointer(v)
	}
	return nil
}

// maxElements bounds the length of an array that an index makes.
const maxElements = 1 << 27

// update is v with what is at path replaced by f of it.
func update(v any, path []any, own owned, f func(any) (any, error)) (any, error) {
	if len(path) == 0 {
		return f(v)
	}
	old, err := index(v, path[0])
	if err != nil {
		return nil, err
	}
	x, err := update(old, path[1:], own, f)
	if err != nil {
		return nil, err
	}
	return set(v, path[0], x, own)
}

// set is v with v[k] = x.
func set(v, k, x any, own owned) (any, error) {
	switch k := floated(k).(type) {
	case string:
		o, ok := v.(*object)
		if !ok {
			if v != nil {
				return nil, fail("Cannot index %s with string %s", kindOf(v), encode(k))
			}
			o = newObject(1)
		}
		if own[pointer(o)] {
			o.put(k, x)
			return o, nil
		}
		o = o.with(k, x)
		if own != nil {
			o.vals = slices.Clone(o.vals)
			own.add(o)
		}
		return o, nil
	case float64:
		a, ok := v.([]any)
		if !ok && v != nil {
			return nil, fail("Cannot index %s with number", kindOf(v))
		}
		i := int(k)
		if k < 0 {
			if i += len(a); i < 0 {
				return nil, fail("Out of bounds negative array index")
			}
		}
		if k > maxElements {
			return nil, fail("Array index too large")
		}
		if own[pointer(a)] {
			if i < len(a) {
				a[i] = x
				return a, nil
			}
			b := append(a, make([]any, i+1-len(a))...)
			b[i] = x
			if pointer(b) != pointer(a) {
				delete(own, pointer(a))
				own.add(b)
			}
			return b, nil
		}
		b := make([]any, max(len(a), i+1))
		copy(b, a)
		b[i] = x
		if own != nil {
			own.add(b)
		}
		return b, nil
	case *object:
		a, ok := v.([]any)
		if !ok && v != nil {
			return nil, fail("Cannot update field at object index of %s", kindOf(v))
		}
		part, ok := x.([]any)
		if !ok {
			return nil, fail("A slice of an array can only be assigned another array")
		}
		from, to, err := bounds(k, len(a))
		if err != nil {
			return nil, err
		}
		return slices.Concat(a[:from], part, a[to:]), nil
	case []any:
		if _, ok := v.([]any); ok {
			return nil, fail("Cannot update field at array index of array")
		}
	}
	return nil, fail("Cannot index %s with %s", kindOf(v), kindOf(k))
}

func getPath(v any, path []any) (any, error) {
	for _, k := range path {
		if v == nil {
			return nil, nil
		}
		var err error
		if v, err = index(v, k); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func setPath(v any, path []any, x any) (any, error) {
	return update(v, path, nil, func(any) (any, error) { return x, nil })
}

// deletePaths is v without what is at the paths.
func deletePaths(v any, paths []any) (any, error) {
	list := make([][]any, len(paths))
	for i, p := range paths {
		path, ok := p.([]any)
		if !ok {
			return nil, fail("Path must be specified as array, not %s", kindOf(p))
		}
		list[i] = path
	}
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) > 0 })
	for len(list) > 0 {
		n := 1
		for n < len(list) && siblings(list[0], list[n]) {
			n++
		}
		var err error
		if n > 1 {
			v, err = deleteElements(v, list[:n])
		} else {
			v, err = deletePath(v, list[0])
		}
		if err != nil {
			return nil, err
		}
		list = list[n:]
	}
	return v, nil
}

// siblings tells whether paths lead to elements of one array, counted from its
// beginning.
func siblings(p, q []any) bool {
	n := len(p) - 1
	if n < 0 || len(q) != n+1 || compare(p[:n], q[:n]) != 0 {
		return false
	}
	i, ok := p[n].(float64)
	k, ok2 := q[n].(float64)
	return ok && ok2 && i >= 0 && k >= 0
}

// deleteElements is v without the elements at the paths, which are siblings, the
// last first.
func deleteElements(v any, paths [][]any) (any, error) {
	n := len(paths[0]) - 1
	parent, err := getPath(v, paths[0][:n])
	if err != nil {
		return nil, err
	}
	a, ok := parent.([]any)
	if !ok {
		return deletePath(v, paths[0]) // for its error, or there is nothing
	}
	gone := make([]bool, len(a))
	for _, p := range paths {
		if i := p[n].(float64); i < float64(len(a)) {
			gone[int(i)] = true
		}
	}
	kept := make([]any, 0, len(a))
	for i, x := range a {
		if !gone[i] {
			kept = append(kept, x)
		}
	}
	return setPath(v, paths[0][:n], kept)
}

func deletePath(v any, path []any) (any, error) {
	switch {
	case len(path) == 0:
		return nil, nil
	case v == nil:
		return nil, nil
	case len(path) > 1:
		old, err := index(v, path[0])
		if err != nil || old == nil {
			return v, err
		}
		x, err := deletePath(old, path[1:])
		if err != nil {
			return nil, err
		}
		return set(v, path[0], x, nil)
	}
	switch k := floated(path[0]).(type) {
	case string:
		if o, ok := v.(*object); ok {
			return o.without(k), nil
		}
		return nil, fail("Cannot delete field at object index of %s", kindOf(v))
	case float64:
		a, ok := v.([]any)
		if !ok {
			return nil, fail("Cannot delete field at array index of %s", kindOf(v))
		}
		i := int(k)
		if i < 0 {
			i += len(a)
		}
		if i < 0 || i >= len(a) {
			return v, nil
		}
		return slices.Concat(a[:i], a[i+1:]), nil
	case *object:
		a, ok := v.([]any)
		if !ok {
			return nil, fail("Cannot delete field at object index of %s", kindOf(v))
		}
		from, to, err := bounds(k, len(a))
		if err != nil {
			return nil, err
		}
		return slices.Concat(a[:from], a[to:]), nil
	}
	return nil, fail("Cannot delete field at %s index of %s", kindOf(path[0]), kindOf(v))
}

// assign compiles =, |= and the like.
func (c *compiler) assign(x *binary, s *scope, depth int) *code {
	l := c.compile(x.l, s, depth)
	r := c.compile(x.r, s, depth)
	if x.op == "|=" {
		return plain(only(func(m *machine, e *env, v any) (any, error) {
			return modify(m, e, v, l, nil, func(own owned, old any) (any, bool, error) {
				if own[pointer(old)] {
					clear(own) // the new value may keep it
				}
				return firstOf(m, e, r, old)
			})
		}, nil))
	}
	f := assigned(x.op)
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return r.eval(m, e, v, func(x any) error {
			acc, err := modify(m, e, v, l, nil, func(_ owned, old any) (any, bool, error) { return f(m, old, x) })
			if err != nil {
				return err
			}
			return yield(acc)
		})
	}, nil))
}

// assigned returns what =, += and the like make of an old value and another.
func assigned(op string) func(m *machine, old, x any) (any, bool, error) {
	switch op {
	case "=":
		return func(_ *machine, _, x any) (any, bool, error) { return x, true, nil }
	case "//=":
		return func(_ *machine, old, x any) (any, bool, error) {
			if truthy(old) {
				return old, true, nil
			}
			return x, true, nil
		}
	case "+=":
		return func(m *machine, old, x any) (any, bool, error) {
			y, err := m.add(old, x)
			return y, true, err
		}
	}
	f := operators[strings.TrimSuffix(op, "=")]
	return func(_ *machine, old, x any) (any, bool, error) {
		y, err := f(old, x)
		return y, true, err
	}
}

// firstOf is the first output of c.
func firstOf(m *machine, e *env, c *code, v any) (r any, ok bool, err error) {
	if c.one != nil {
		r, err = c.one(m, e, v)
		return r, err == nil, err
	}
	stop := &breakError{}
	err = c.eval(m, e, v, func(x any) error {
		r, ok = x, true
		return stop
	})
	if err == stop {
		err = nil
	}
	return r, ok, err
}

// modify replaces what is at each path of l; without a new value it is deleted.
// If there is one path, what own has is changed where it is; f is told what is
// owned.
func modify(m *machine, e *env, v any, l *code, own owned, f func(own owned, old any) (any, bool, error)) (any, error) {
	acc := v
	apply := func(p place, own owned) error {
		if p.bad {
			return fail("Invalid path expression with result %s", encode(p.v))
		}
		path := p.at.path()
		gone := false
		next, err := update(acc, path, own, func(old any) (any, error) {
			x, ok, err := f(own, old)
			gone = !ok
			return x, err
		})
		if err != nil {
			return err
		}
		if gone {
			clear(own)
			next, err = deletePath(acc, path)
		}
		acc = next
		return err
	}
	if own == nil {
		own := owned{}
		err := l.paths()(m, e, place{v: v}, func(p place) error { return apply(p, own) })
		return acc, err
	}
	// The paths are those of v as it is: with a second one v must stay so.
	var first place
	n := 0
	fresh := owned{}
	err := l.paths()(m, e, place{v: v}, func(p place) error {
		n++
		switch n {
		case 1:
			first = p
			return nil
		case 2:
			clear(own)
			if err := apply(first, fresh); err != nil {
				return err
			}
		}
		return apply(p, fresh)
	})
	if n == 1 && err == nil {
		err = apply(first, own)
	}
	return acc, err
}
