package jq

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A value is nil, bool, float64, string, []any or *object, and never changes
// once others can see it.

// object is a JSON object. Its members have the order in which they were added.
type object struct {
	t    *table
	vals []any // of the first keys of t
}

// table holds keys. It only grows, so that objects which begin with the same
// keys share it.
type table struct {
	keys  []string
	index map[string]int // once there are many
}

// manyKeys is from how many keys on they are looked up in a map.
const manyKeys = 9

func newObject(n int) *object {
	return &object{t: &table{keys: make([]string, 0, n)}, vals: make([]any, 0, n)}
}

func (o *object) keys() []string { return o.t.keys[:len(o.vals)] }

func (t *table) find(key string, n int) int {
	if n < manyKeys {
		for i, k := range t.keys[:n] {
			if k == key {
				return i
			}
		}
		return -1
	}
	if t.index == nil {
		t.index = make(map[string]int, 2*len(t.keys))
		for i, k := range t.keys {
			t.index[k] = i
		}
	}
	if i, ok := t.index[key]; ok && i < n {
		return i
	}
	return -1
}

func (o *object) get(key string) (any, bool) {
	if i := o.t.find(key, len(o.vals)); i >= 0 {
		return o.vals[i], true
	}
	return nil, false
}

// put sets a member of an object that nothing else has seen yet.
func (o *object) put(key string, v any) {
	n := len(o.vals)
	if i := o.t.find(key, n); i >= 0 {
		o.vals[i] = v
		return
	}
	if n < len(o.t.keys) { // another object made the table grow
		o.t = &table{keys: append(make([]string, 0, n+4), o.t.keys[:n]...)}
	}
	o.t.keys = append(o.t.keys, key)
	if o.t.index != nil {
		o.t.index[key] = n
	}
	o.vals = append(o.vals, v)
}

// with is the object with one member set.
func (o *object) with(key string, v any) *object {
	n := len(o.vals)
	if i := o.t.find(key, n); i >= 0 {
		vals := slices.Clone(o.vals)
		vals[i] = v
		return &object{o.t, vals}
	}
	// Appending behind the newest object of a table is seen by no other.
	c := &object{o.t, o.vals}
	if n < len(o.t.keys) {
		c.vals = slices.Clone(o.vals)
	}
	c.put(key, v)
	return c
}

// without is the object without one member.
func (o *object) without(key string) *object {
	i := o.t.find(key, len(o.vals))
	if i < 0 {
		return o
	}
	c := newObject(len(o.vals))
	for k, name := range o.keys() {
		if k != i {
			c.t.keys = append(c.t.keys, name)
			c.vals = append(c.vals, o.vals[k])
		}
	}
	return c
}

func (o *object) clone(room int) *object {
	n := len(o.vals)
	c := newObject(n + room)
	c.t.keys = append(c.t.keys, o.keys()...)
	c.vals = append(c.vals, o.vals...)
	if o.t.index != nil && n == len(o.t.keys) {
		c.t.index = maps.Clone(o.t.index)
	}
	return c
}

// room is in the last place of an array's memory that was made to append to: so
// many places before it hold nothing yet.
type room struct{ free int }

// appended is x with y behind it. Appending to the newest array of a memory is
// seen by no other.
func appended(x, y []any) []any {
	if len(y) == 0 {
		return x
	}
	if n := cap(x); n > len(x) {
		if r, ok := x[:n][n-1].(*room); ok && r.free == n-1-len(x) && len(y) <= r.free {
			r.free -= len(y)
			return append(x, y...)
		}
	}
	n := len(x) + len(y)
	if n < 16 {
		return slices.Concat(x, y)
	}
	z := make([]any, n+n/2+1)
	copy(z, x)
	copy(z[len(x):], y)
	z[len(z)-1] = &room{len(z) - 1 - n}
	return z[:n]
}

func (o *object) sortedKeys() []string {
	keys := slices.Clone(o.keys())
	slices.Sort(keys)
	return keys
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64, *decimal:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func truthy(v any) bool { return v != nil && v != false }

func rank(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case bool:
		if v {
			return 2
		}
		return 1
	case float64, *decimal:
		return 3
	case string:
		return 4
	case []any:
		return 5
	}
	return 6
}

// compare orders all values; nan is less than any number.
func compare(a, b any) int {
	if x, y := rank(a), rank(b); x != y {
		return x - y
	}
	if x, ok := a.(*decimal); ok {
		if y, ok := b.(*decimal); ok {
			return x.compare(y)
		}
		a = x.f
	}
	switch a := a.(type) {
	case float64:
		b := floated(b).(float64)
		switch {
		case a < b || math.IsNaN(a):
			return -1
		case a == b:
			return 0
		}
		return 1
	case string:
		return strings.Compare(a, b.(string))
	case []any:
		b := b.([]any)
		for i := range min(len(a), len(b)) {
			if c := compare(a[i], b[i]); c != 0 {
				return c
			}
		}
		return len(a) - len(b)
	case *object:
		b := b.(*object)
		ka, kb := a.sortedKeys(), b.sortedKeys()
		if c := slices.Compare(ka, kb); c != 0 {
			return c
		}
		for _, k := range ka {
			x, _ := a.get(k)
			y, _ := b.get(k)
			if c := compare(x, y); c != 0 {
				return c
			}
		}
	}
	return 0
}

// jqError is an error that a filter can catch: any value, a text mostly.
type jqError struct{ v any }

func (e *jqError) Error() string {
	if s, ok := e.v.(string); ok {
		return s
	}
	return string(encode(e.v))
}

func fail(format string, a ...any) error { return &jqError{fmt.Sprintf(format, a...)} }

// encode writes a value on one line.
func encode(v any) []byte {
	e := encoder{}
	e.value(v, 0)
	return e.b
}

// brief is a value for an error's text: its kind and its beginning.
func brief(v any) string {
	const most = 14
	left := 2 * most
	b := encode(beginning(v, &left))
	if len(b) > most {
		b = b[:most-3]
		for len(b) > 0 && !utf8.Valid(b) {
			b = b[:len(b)-1]
		}
		return fmt.Sprintf("%s (%s...)", kindOf(v), b)
	}
	return fmt.Sprintf("%s (%s)", kindOf(v), b)
}

// beginning is v with the values that are left only, so that the beginning of its
// JSON is that of v's, and it is no shorter than left bytes or all of it.
func beginning(v any, left *int) any {
	*left--
	switch v := v.(type) {
	case []any:
		var list []any
		for _, x := range v {
			if *left <= 0 {
				break
			}
			list = append(list, beginning(x, left))
		}
		return list
	case *object:
		o := newObject(4)
		for i, k := range v.keys() {
			if *left <= 0 {
				break
			}
			o.put(k, beginning(v.vals[i], left))
		}
		return o
	}
	return v
}

// toString is tostring: text as it is, all else as JSON.
func toString(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(encode(v))
}

// codepoints is how many characters a text has.
func codepoints(s string) int { return utf8.RuneCountInString(s) }
