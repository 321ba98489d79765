package jq

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// order remembers in which order objects had their keys, which the engine's
// maps don't: of each object that was read, and of all keys as they were first
// seen, for objects that are made of others.
type order struct {
	objects map[uintptr][]string
	rank    map[string]int // of keys that were read
	made    map[string]int // of keys that the filter names
	keep    []any          // what objects points to
}

func newOrder() *order {
	return &order{objects: map[uintptr][]string{}, rank: map[string]int{}, made: map[string]int{}}
}

const (
	maxRanks  = 1 << 16
	maxOrders = 1 << 20
)

func seen(rank map[string]int, key string) {
	if _, ok := rank[key]; !ok && len(rank) < maxRanks {
		rank[strings.Clone(key)] = len(rank)
	}
}

func (o *order) object(m map[string]any, keys []string) {
	sorted := true
	for i, k := range keys {
		seen(o.rank, k)
		if i > 0 && keys[i-1] > k {
			sorted = false
		}
	}
	if !sorted && len(o.objects) < maxOrders {
		o.objects[reflect.ValueOf(m).Pointer()] = keys
		o.keep = append(o.keep, m)
	}
}

// forget drops the objects of the last input.
func (o *order) forget() {
	if len(o.objects) > 0 {
		clear(o.objects)
		o.keep = o.keep[:0]
	}
}

// keys returns the keys of an object in the order to print them.
func (o *order) keys(m map[string]any, sorted bool) []string {
	if !sorted {
		if keys, ok := o.objects[reflect.ValueOf(m).Pointer()]; ok && len(keys) == len(m) {
			return keys
		}
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	if sorted {
		sort.Strings(keys)
		return keys
	}
	// What the filter makes whole has its order; to what was read it adds.
	first, second := o.made, o.rank
	for _, k := range keys {
		if _, ok := o.made[k]; !ok {
			first, second = o.rank, o.made
			break
		}
	}
	sort.Slice(keys, func(i, j int) bool {
		a, oka := first[keys[i]]
		b, okb := first[keys[j]]
		if !oka && !okb {
			a, oka = second[keys[i]]
			b, okb = second[keys[j]]
		}
		switch {
		case oka && okb:
			return a < b
		case oka != okb:
			return oka
		}
		return keys[i] < keys[j]
	})
	return keys
}

// decoder reads JSON values from a text that it gets in pieces.
type decoder struct {
	r     io.Reader
	buf   []byte
	pos   int
	line  int
	eof   bool
	err   error
	order *order
	depth int
}

const (
	maxNesting = 10000
	maxText    = 1 << 30
)

type syntaxError struct{ text string }

func (e *syntaxError) Error() string { return e.text }

// more reads on; what was read before stays.
func (d *decoder) more() bool {
	if d.eof {
		return false
	}
	if d.pos > 64<<10 {
		d.buf = d.buf[:copy(d.buf, d.buf[d.pos:])]
		d.pos = 0
	}
	if len(d.buf) == cap(d.buf) {
		n := make([]byte, len(d.buf), max(128<<10, 2*cap(d.buf)))
		copy(n, d.buf)
		d.buf = n
	}
	n, err := d.r.Read(d.buf[len(d.buf):cap(d.buf)])
	d.buf = d.buf[:len(d.buf)+n]
	if err != nil {
		d.eof = true
		if err != io.EOF {
			d.err = err
		}
	}
	return n > 0 || !d.eof
}

func (d *decoder) fail(format string, a ...any) error {
	line, col := 1, 0
	for _, c := range d.buf[:min(d.pos, len(d.buf))] {
		col++
		if c == '\n' {
			line++
			col = 0
		}
	}
	return &syntaxError{fmt.Sprintf(format, a...) + fmt.Sprintf(" at line %d, column %d", line+d.line, col)}
}

// peek returns the next byte that isn't blank, or -1 at the end.
func (d *decoder) peek() int {
	for {
		for d.pos < len(d.buf) {
			switch c := d.buf[d.pos]; c {
			case ' ', '\t', '\r', '\n', 0x1e:
				d.pos++
			default:
				return int(c)
			}
		}
		if !d.more() {
			return -1
		}
	}
}

// next reads the next value; io.EOF at the end. All of the value's text is
// brought into the buffer line by line as it is needed.
func (d *decoder) next() (any, error) {
	if d.peek() < 0 {
		if d.err != nil {
			return nil, d.err
		}
		return nil, io.EOF
	}
	// A byte order mark is left out.
	if d.line == 0 && d.pos == 0 && len(d.buf) >= 3 && string(d.buf[:3]) == "\ufeff" {
		d.pos = 3
		return d.next()
	}
	d.depth = 0
	v, err := d.value()
	if err == nil && d.pos > 32<<10 {
		for _, c := range d.buf[:d.pos] {
			if c == '\n' {
				d.line++
			}
		}
		d.buf = d.buf[:copy(d.buf, d.buf[d.pos:])]
		d.pos = 0
	}
	return v, err
}

func (d *decoder) value() (any, error) {
	c := d.peek()
	switch {
	case c < 0:
		return nil, d.fail("Unfinished JSON term")
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '"':
		return d.string()
	case c == '-' || c >= '0' && c <= '9':
		return d.number()
	}
	start := d.pos
	for {
		for d.pos < len(d.buf) && (d.buf[d.pos]|32 >= 'a' && d.buf[d.pos]|32 <= 'z') {
			d.pos++
		}
		if d.pos < len(d.buf) {
			break
		}
		keep := d.pos - start
		d.pos = start
		ok := d.more()
		start = d.pos
		d.pos = start + keep
		if !ok {
			break
		}
	}
	switch string(d.buf[start:d.pos]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null":
		return nil, nil
	case "nan", "NaN":
		return math.NaN(), nil
	}
	d.pos++
	return nil, d.fail("Invalid literal")
}

func (d *decoder) number() (any, error) {
	start := d.pos
	for {
		for d.pos < len(d.buf) {
			c := d.buf[d.pos]
			if c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E' {
				d.pos++
				continue
			}
			break
		}
		if d.pos < len(d.buf) {
			break
		}
		keep := d.pos - start
		d.pos = start
		ok := d.more()
		start = d.pos
		d.pos = start + keep
		if !ok {
			break
		}
	}
	s := d.buf[start:d.pos]
	if len(s) < 18 {
		n, neg, i := 0, false, 0
		if s[0] == '-' {
			neg = true
			i = 1
		}
		ok := i < len(s)
		for ; i < len(s); i++ {
			if s[i] < '0' || s[i] > '9' {
				ok = false
				break
			}
			n = n*10 + int(s[i]-'0')
		}
		if ok {
			if neg {
				if n == 0 {
					return math.Copysign(0, -1), nil
				}
				n = -n
			}
			return n, nil
		}
	}
	if !strings.ContainsAny(string(s), ".eE") {
		if b, ok := new(big.Int).SetString(string(s), 10); ok {
			if b.IsInt64() {
				return int(b.Int64()), nil
			}
			return b, nil
		}
	}
	f, err := strconv.ParseFloat(string(s), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, d.fail("Invalid numeric literal")
	}
	return f, nil
}

func (d *decoder) string() (string, error) {
	start := d.pos + 1
	i := start
	for {
		for i < len(d.buf) {
			c := d.buf[i]
			if c == '"' {
				s := d.buf[start:i]
				d.pos = i + 1
				return unquote(s), nil
			}
			if c == '\\' {
				i++
			}
			i++
		}
		over := i - start
		d.pos = start - 1
		if !d.more() {
			d.pos = len(d.buf)
			return "", d.fail("Unfinished string")
		}
		start = d.pos + 1
		i = start + over
		if len(d.buf) > maxText {
			return "", d.fail("Text too long")
		}
	}
}

// unquote replaces the escapes of a string.
func unquote(s []byte) string {
	plain := true
	for _, c := range s {
		if c == '\\' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return string(s)
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 >= len(s) {
			b = append(b, c)
			continue
		}
		i++
		switch s[i] {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hex4(s[i+1:])
			i += 4
			if utf16.IsSurrogate(r) && i+6 < len(s) && s[i+1] == '\\' && s[i+2] == 'u' {
				if t := utf16.DecodeRune(r, hex4(s[i+3:])); t != utf8.RuneError {
					r = t
					i += 6
				}
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, s[i])
		}
	}
	return strings.ToValidUTF8(string(b), "\ufffd")
}

func hex4(s []byte) rune {
	if len(s) < 4 {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(s[:4]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}

func (d *decoder) array() (any, error) {
	if d.depth++; d.depth > maxNesting {
		return nil, d.fail("Exceeds depth limit for parsing")
	}
	d.pos++
	list := []any{}
	for {
		c := d.peek()
		switch {
		case c == ']' && len(list) == 0:
			d.pos++
			d.depth--
			return list, nil
		case c < 0:
			return nil, d.fail("Unfinished JSON term")
		}
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		switch d.peek() {
		case ',':
			d.pos++
		case ']':
			d.pos++
			d.depth--
			return list, nil
		case -1:
			return nil, d.fail("Unfinished JSON term")
		default:
			d.pos++
			return nil, d.fail("Expected separator between values")
		}
	}
}

func (d *decoder) object() (any, error) {
	if d.depth++; d.depth > maxNesting {
		return nil, d.fail("Exceeds depth limit for parsing")
	}
	d.pos++
	m := map[string]any{}
	var keys []string
	for {
		c := d.peek()
		switch {
		case c == '}' && len(m) == 0:
			d.pos++
			d.depth--
			return m, nil
		case c < 0:
			return nil, d.fail("Unfinished JSON term")
		case c != '"':
			d.pos++
			return nil, d.fail("Object keys must be strings")
		}
		k, err := d.string()
		if err != nil {
			return nil, err
		}
		if c := d.peek(); c != ':' {
			d.pos++
			if c < 0 {
				return nil, d.fail("Unfinished JSON term")
			}
			return nil, d.fail("Objects must consist of key:value pairs")
		}
		d.pos++
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		if _, dup := m[k]; !dup {
			keys = append(keys, k)
		}
		m[k] = v
		switch d.peek() {
		case ',':
			d.pos++
		case '}':
			d.pos++
			d.depth--
			d.order.object(m, keys)
			return m, nil
		case -1:
			return nil, d.fail("Unfinished JSON term")
		default:
			d.pos++
			return nil, d.fail("Expected separator between values")
		}
	}
}

// encoder writes values as jq does.
type encoder struct {
	order  *order
	indent string // "" for one line
	sorted bool
	ascii  bool
	colors []string // nil without colour: null false true number string array object key
	b      []byte
}

const (
	cNull = iota
	cFalse
	cTrue
	cNumber
	cString
	cArray
	cObject
	cKey
)

func (e *encoder) start(c int) {
	if e.colors != nil {
		e.b = append(e.b, "\x1b["+e.colors[c]+"m"...)
	}
}

func (e *encoder) end() {
	if e.colors != nil {
		e.b = append(e.b, "\x1b[0m"...)
	}
}

func (e *encoder) newline(level int) {
	if e.indent == "" {
		return
	}
	e.b = append(e.b, '\n')
	for ; level > 0; level-- {
		e.b = append(e.b, e.indent...)
	}
}

func (e *encoder) value(v any, level int) {
	switch v := v.(type) {
	case nil:
		e.start(cNull)
		e.b = append(e.b, "null"...)
		e.end()
	case bool:
		if v {
			e.start(cTrue)
			e.b = append(e.b, "true"...)
		} else {
			e.start(cFalse)
			e.b = append(e.b, "false"...)
		}
		e.end()
	case int:
		e.start(cNumber)
		e.b = strconv.AppendInt(e.b, int64(v), 10)
		e.end()
	case float64:
		e.start(cNumber)
		e.b = appendFloat(e.b, v)
		e.end()
	case *big.Int:
		e.start(cNumber)
		e.b = v.Append(e.b, 10)
		e.end()
	case string:
		e.start(cString)
		e.string(v)
		e.end()
	case []any:
		e.start(cArray)
		e.b = append(e.b, '[')
		if len(v) == 0 {
			e.b = append(e.b, ']')
			e.end()
			return
		}
		for i, x := range v {
			if i > 0 {
				if e.colors != nil {
					e.start(cArray)
				}
				e.b = append(e.b, ',')
			}
			e.newline(level + 1)
			if e.colors != nil {
				e.end()
			}
			e.value(x, level+1)
		}
		e.start(cArray)
		e.newline(level)
		e.start(cArray)
		e.b = append(e.b, ']')
		e.end()
	case map[string]any:
		e.start(cObject)
		e.b = append(e.b, '{')
		if len(v) == 0 {
			e.b = append(e.b, '}')
			e.end()
			return
		}
		for i, k := range e.order.keys(v, e.sorted) {
			if i > 0 {
				if e.colors != nil {
					e.start(cObject)
				}
				e.b = append(e.b, ',')
			}
			e.newline(level + 1)
			e.end()
			e.start(cKey)
			e.string(k)
			e.end()
			e.start(cObject)
			e.b = append(e.b, ':')
			if e.indent != "" {
				e.b = append(e.b, ' ')
			}
			e.end()
			e.value(v[k], level+1)
		}
		e.start(cObject)
		e.newline(level)
		e.start(cObject)
		e.b = append(e.b, '}')
		e.end()
	default:
		e.b = fmt.Append(e.b, v)
	}
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "null"...)
	case f > math.MaxFloat64:
		f = math.MaxFloat64
	case f < -math.MaxFloat64:
		f = -math.MaxFloat64
	}
	if f == 0 {
		if math.Signbit(f) {
			return append(b, "-0"...)
		}
		return append(b, '0')
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	i := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[i+1:])
	digits := len(strings.Trim(strings.Replace(s[:i], ".", "", 1), "-"))
	// Plain where that doesn't take many zeros.
	if point := exp + 1; point > -4 && point <= digits+15 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	return append(b, s...)
}

const hexDigits = "0123456789abcdef"

func (e *encoder) string(s string) {
	b := append(e.b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < 0x7f {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if !e.ascii && !(r == utf8.RuneError && n == 1) {
				i += n
				continue
			}
			b = append(b, s[start:i]...)
			i += n
			start = i
			switch {
			case !e.ascii:
				b = append(b, "\ufffd"...)
			case r > 0xffff:
				x, y := utf16.EncodeRune(r)
				b = fmt.Appendf(b, `\u%04x\u%04x`, x, y)
			default:
				b = fmt.Appendf(b, `\u%04x`, r)
			}
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	b = append(b, s[start:]...)
	e.b = append(b, '"')
}
