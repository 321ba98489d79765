package jq

// eventDecoder makes events of what a decoder reads (--stream): [path, leaf]
// for each leaf, and [path] of the last element at the end of each array or
// object that isn't empty. Only the path is kept.
type eventDecoder struct {
	errors bool // errors are events: [message, path]
	queue  []any
}

// streamed stands for an array or object whose events were given.
type streamed struct{}

// path is where the decoder is.
func (*eventDecoder) path(d *decoder) []any {
	at := []any{}
	for _, f := range d.stack {
		switch {
		case f.isArray:
			at = append(at, float64(f.n))
		case f.haveKey || f.n > 0:
			at = append(at, f.key)
		default:
			at = append(at, nil)
		}
	}
	return at
}

// leaf gives the event of the value that is complete, if it is a leaf.
func (e *eventDecoder) leaf(d *decoder) {
	if _, done := d.next.(streamed); !done {
		e.queue = append(e.queue, []any{e.path(d), d.next})
	}
	d.next, d.have = nil, false
}

// topLevel gives the event of a value that is part of no other.
func (e *eventDecoder) topLevel(v any) {
	if _, done := v.(streamed); !done {
		e.queue = append(e.queue, []any{[]any{}, v})
	}
}

// token takes a structural character, and returns what is wrong with it.
func (e *eventDecoder) token(d *decoder, c byte) string {
	var top *frame
	if n := len(d.stack); n > 0 {
		top = &d.stack[n-1]
	}
	switch c {
	case ':':
		switch {
		case top == nil || top.isArray:
			return "':' not as part of an object"
		case !d.have:
			return "Expected string key before ':'"
		case top.haveKey:
			return "Object keys must be strings"
		}
		if _, container := d.next.(streamed); container {
			return "Expected string key before ':'"
		}
		k, ok := d.next.(string)
		if !ok {
			return "Object keys must be strings"
		}
		top.key, top.haveKey = k, true
		d.next, d.have = nil, false
	case ',':
		switch {
		case !d.have:
			return "Expected value before ','"
		case top == nil:
			return "',' not as part of an object"
		case !top.isArray && !top.haveKey:
			return "Objects must consist of key:value pairs"
		}
		e.leaf(d)
		top.n++
		top.haveKey = false
	case ']', '}':
		array := c == ']'
		switch {
		case top == nil:
			return "Unmatched '" + string(c) + "' at the top-level"
		case !array && top.isArray && !d.have && top.n > 0:
			return "Expected another key:value pair"
		case array && !top.isArray:
			return "Unmatched ']' in the middle of an object"
		case !array && top.isArray:
			return "Unmatched '}' in the middle of an array"
		case !d.have && array && top.n > 0:
			return "Expected another array element"
		case !d.have && top.haveKey:
			return "Missing value in key:value pair"
		case !d.have && top.n > 0:
			return "Expected another key:value pair"
		case d.have && !array && !top.haveKey:
			return "Objects must consist of key:value pairs"
		}
		empty := !d.have
		if d.have {
			e.leaf(d)
			e.queue = append(e.queue, []any{e.path(d)})
		}
		d.stack = d.stack[:len(d.stack)-1]
		if empty {
			v := any([]any{})
			if !array {
				v = newObject(0)
			}
			e.queue = append(e.queue, []any{e.path(d), v})
		}
		d.next, d.have = streamed{}, true
	}
	return ""
}
