package jq

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder reads JSON values from a text that it gets in pieces, and fails with
// the words and at the places that jq does.
type decoder struct {
	r    io.Reader
	buf  []byte
	pos  int
	line int // lines before buf
	col  int // columns of the line that buf begins within
	eof  bool
	err  error

	stack []frame
	next  any // a value that is complete but not yet part of another
	have  bool
	shape map[string]*table // tables of objects read before, by their first key

	seq    bool          // values are framed by RS characters (RFC 7464)
	synced bool          // with seq: an RS came, and no error since
	warn   func(string)  // with seq: told what is ignored
	events *eventDecoder // where the values are read as events
}

// frame is an array or object that is being read.
type frame struct {
	list    []any
	object  *object
	key     string
	haveKey bool
	isArray bool
	n       int // elements so far, where they are read as events
}

const (
	maxNesting = 10000
	maxText    = 256 << 20 // bytes of one text, or of a file taken as one
)

type syntaxError struct{ text string }

func (e *syntaxError) Error() string { return e.text }

// more reads on; what was read before pos may go.
func (d *decoder) more(keep int) bool {
	if d.eof || d.r == nil {
		d.eof = true
		return false
	}
	if keep > 64<<10 {
		d.count(keep)
		d.buf = d.buf[:copy(d.buf, d.buf[keep:])]
		d.pos -= keep
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

// count adds the lines and columns of the first n bytes.
func (d *decoder) count(n int) {
	b := d.buf[:n]
	if k := bytes.Count(b, []byte{'\n'}); k > 0 {
		d.line += k
		d.col = n - 1 - bytes.LastIndexByte(b, '\n')
	} else {
		d.col += n
	}
}

// lines is how many lines were read: the one that the last value ends in too.
func (d *decoder) lines() int {
	pos := min(d.pos, len(d.buf))
	n := d.line + bytes.Count(d.buf[:pos], []byte{'\n'})
	if (pos == 0 || d.buf[pos-1] != '\n') && bytes.IndexByte(d.buf[pos:], '\n') >= 0 {
		n++
	}
	return n
}

// fail is an error behind the byte before pos.
func (d *decoder) fail(pos int, text string) error {
	d.count(min(pos, len(d.buf)))
	at := ""
	if pos >= len(d.buf) && d.eof && text[len(text)-1] == '@' {
		at = " at EOF"
	}
	err := &syntaxError{fmt.Sprintf("%s%s at line %d, column %d", strings.TrimSuffix(text, "@"), at, d.line+1, d.col)}
	d.buf, d.pos = d.buf[:copy(d.buf, d.buf[min(pos, len(d.buf)):])], 0
	if d.events != nil && d.events.errors {
		d.events.queue = append(d.events.queue, []any{err.text, d.events.path(d)})
	}
	d.stack, d.have, d.synced = nil, false, false
	return err
}

// truncated is an error where an RS or the end cuts a value off.
func (d *decoder) truncated(pos int, text string) error {
	err := d.fail(pos, text)
	d.synced = true
	return err
}

// value takes a value that is complete.
func (d *decoder) value(v any) string {
	if d.have {
		return "Expected separator between values"
	}
	d.next, d.have = v, true
	return ""
}

// Next returns the next value, or event; io.EOF at the end. With seq, what can't
// be read is told and passed over, to the next RS.
func (d *decoder) Next() (any, error) {
	for {
		if e := d.events; e != nil && len(e.queue) > 0 {
			v := e.queue[0]
			e.queue = e.queue[1:]
			return v, nil
		}
		v, err := d.read()
		bad, isBad := err.(*syntaxError)
		switch {
		case isBad && d.events != nil && d.events.errors:
		case isBad && d.seq:
			text := "ignoring parse error: " + bad.text
			if !d.synced && !strings.Contains(text, " at EOF ") {
				text += " (need RS to resync)"
			}
			d.warn(text)
		case err == nil && d.events != nil:
			d.events.topLevel(v)
		default:
			return v, err
		}
	}
}

// resync drops what comes before the next RS.
func (d *decoder) resync() error {
	for any := false; ; any = true {
		if i := bytes.IndexByte(d.buf[d.pos:], 0x1e); i >= 0 {
			d.pos, d.synced = d.pos+i+1, true
			return nil
		}
		any = any || d.pos < len(d.buf)
		d.pos = len(d.buf)
		if !d.more(d.pos) {
			if any && d.line+d.col == 0 {
				return d.truncated(d.pos, "Unfinished abandoned text@")
			}
			return io.EOF
		}
	}
}

// read returns the next value.
func (d *decoder) read() (any, error) {
	if d.seq && !d.synced {
		if err := d.resync(); err != nil {
			return nil, err
		}
	}
	if d.pos == 0 && d.line == 0 && d.col == 0 && len(d.buf) < 3 {
		for len(d.buf) < 3 && d.more(0) {
		}
		if len(d.buf) >= 3 && string(d.buf[:3]) == "\ufeff" {
			d.pos = 3
		}
	}
	for {
		if len(d.stack) == 0 && d.have {
			v := d.next
			d.next, d.have = nil, false
			return v, nil
		}
		if d.pos >= len(d.buf) && !d.more(d.pos) {
			if d.err != nil {
				return nil, d.err
			}
			if len(d.stack) > 0 {
				return nil, d.fail(d.pos, "Unfinished JSON term@")
			}
			return nil, io.EOF
		}
		if d.pos >= len(d.buf) {
			continue
		}
		msg := ""
		switch c := d.buf[d.pos]; c {
		case ' ', '\t', '\r', '\n', 0x1e:
			d.pos++
			if c == 0x1e && d.seq && len(d.stack) > 0 {
				return nil, d.truncated(d.pos, "Truncated value")
			}
			continue
		case '"':
			s, end, ok, err := d.quoted()
			if !ok {
				return nil, d.fail(len(d.buf), "Unfinished string@")
			}
			d.pos = end
			if msg = err; msg == "" {
				msg = d.text(s)
			}
		case '[', '{':
			d.pos++
			if len(d.stack) >= maxNesting {
				msg = "Exceeds depth limit for parsing"
			} else if d.have {
				msg = "Expected separator between values"
			} else if c == '[' {
				d.stack = append(d.stack, frame{isArray: true})
			} else {
				d.stack = append(d.stack, frame{})
			}
		case ':', ',', ']', '}':
			d.pos++
			if d.events != nil {
				msg = d.events.token(d, c)
			} else {
				msg = d.token(c)
			}
			if msg == "" && d.events != nil && len(d.events.queue) > 0 && len(d.stack) > 0 {
				return streamed{}, nil
			}
		default:
			lit, end := d.literal()
			d.pos = end
			if msg = d.word(lit); msg != "" {
				// What ends the word was read too.
				if end >= len(d.buf) {
					msg += "@"
				}
				return nil, d.fail(end+1, msg)
			}
			if d.seq && len(d.stack) == 0 && strings.IndexByte("-0123456789", c) >= 0 && (end >= len(d.buf) || d.buf[end] == 0x1e) {
				return nil, d.truncated(min(end+1, len(d.buf)), "Potentially truncated top-level numeric value@")
			}
		}
		if msg != "" {
			return nil, d.fail(d.pos, msg)
		}
	}
}

func (d *decoder) token(c byte) string {
	var top *frame
	if n := len(d.stack); n > 0 {
		top = &d.stack[n-1]
	}
	switch c {
	case ':':
		switch {
		case top == nil || top.isArray || top.haveKey:
			return "':' not as part of an object"
		case !d.have:
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
		case top.isArray:
			top.list = append(top.list, d.next)
		case !top.haveKey:
			return "Objects must consist of key:value pairs"
		default:
			d.member(top)
		}
		d.next, d.have = nil, false
	case ']':
		if top == nil || !top.isArray {
			return "Unmatched ']'"
		}
		list := top.list
		if d.have {
			list = append(list, d.next)
		} else if len(list) > 0 {
			return "Expected another array element"
		}
		if list == nil {
			list = []any{}
		}
		d.stack = d.stack[:len(d.stack)-1]
		d.next, d.have = list[:len(list):len(list)], true
	case '}':
		if top == nil {
			return "Unmatched '}'"
		}
		switch {
		case d.have && (top.isArray || !top.haveKey):
			return "Objects must consist of key:value pairs"
		case d.have:
			d.member(top)
		case top.isArray || top.haveKey:
			return "Unmatched '}'"
		case top.object != nil:
			return "Expected another key-value pair"
		}
		if top.object == nil {
			top.object = newObject(0)
		}
		o := top.object
		d.stack = d.stack[:len(d.stack)-1]
		d.next, d.have = o, true
	}
	return ""
}

// member adds a member to an object. Objects that begin with the keys of one
// read before share its table.
func (d *decoder) member(f *frame) {
	if f.object == nil {
		f.object = &object{}
		if t := d.shape[f.key]; t != nil {
			f.object.t = t
			f.object.vals = append(make([]any, 0, len(t.keys)), d.next)
			f.haveKey = false
			return
		}
		f.object = newObject(4)
		f.object.put(f.key, d.next)
		if d.shape == nil || len(d.shape) > 1000 {
			d.shape = map[string]*table{}
		}
		d.shape[f.key] = f.object.t
		f.haveKey = false
		return
	}
	o := f.object
	n := len(o.vals)
	if n < len(o.t.keys) && o.t.keys[n] == f.key {
		o.vals = append(o.vals, d.next)
	} else {
		o.put(f.key, d.next)
	}
	f.haveKey = false
}

// text takes a string: often the key that is expected.
func (d *decoder) text(s []byte) string { return d.value(string(s)) }

// literal returns the bytes of a word or number at pos and where they end.
func (d *decoder) literal() ([]byte, int) {
	i := d.pos
	for {
		for i < len(d.buf) {
			switch d.buf[i] {
			case ' ', '\t', '\r', '\n', '"', '[', ']', '{', '}', ':', ',', 0x1e:
				return d.buf[d.pos:i], i
			}
			i++
		}
		n := i - d.pos
		if n > maxText || !d.more(d.pos) {
			return d.buf[d.pos:], len(d.buf)
		}
		i = d.pos + n
	}
}

func (d *decoder) word(s []byte) string {
	switch s[0] {
	case 't':
		if string(s) == "true" {
			return d.value(true)
		}
		return "Invalid literal"
	case 'f':
		if string(s) == "false" {
			return d.value(false)
		}
		return "Invalid literal"
	case 'n':
		if string(s) == "null" {
			return d.value(nil)
		}
		return "Invalid literal"
	}
	n, ok := parseNumber(s)
	if !ok {
		return "Invalid numeric literal"
	}
	return d.value(literalNumber(n, s))
}

func parseNumber(s []byte) (float64, bool) {
	i, neg := 0, false
	if s[0] == '-' {
		neg, i = true, 1
	}
	if len(s) < 16 && i < len(s) {
		n := 0
		for i < len(s) && isDigit(s[i]) {
			n = n*10 + int(s[i]-'0')
			i++
		}
		if i == len(s) {
			if neg {
				return -float64(n), true
			}
			return float64(n), true
		}
	}
	for _, c := range s { // what ParseFloat knows besides
		if !isDigit(c) && c != '-' && c != '+' && c != '.' && c|32 != 'e' {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(string(s), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return f, true
}

// quoted reads the string at pos: its value, where it ends, and what is wrong
// with it; ok is false if it doesn't end.
func (d *decoder) quoted() (s []byte, end int, ok bool, msg string) {
	i := d.pos + 1
	plain := true
	for {
		for i < len(d.buf) {
			c := d.buf[i]
			if c == '"' {
				s = d.buf[d.pos+1 : i]
				if !plain {
					s, msg = unquoteBytes(s)
				}
				return s, i + 1, true, msg
			}
			if c == '\\' {
				plain = false
				i++
			} else if c >= utf8.RuneSelf {
				plain = false
			}
			i++
		}
		n := i - d.pos
		if n > maxText || !d.more(d.pos) {
			return nil, 0, false, ""
		}
		i = d.pos + n
	}
}

// unquote replaces the escapes of a string; err tells what is wrong with them.
func unquote(s []byte) (text, err string) {
	b, err := unquoteBytes(s)
	return string(b), err
}

func unquoteBytes(s []byte) ([]byte, string) {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' {
			b = append(b, c)
			continue
		}
		if i++; i >= len(s) {
			return nil, "Expected escape character at end of string"
		}
		switch s[i] {
		case '"', '\\', '/':
			b = append(b, s[i])
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
			if r < 0 {
				return nil, "Invalid \\uXXXX escape"
			}
			i += 4
			if 0xd800 <= r && r <= 0xdbff {
				low := rune(-1)
				if i+2 < len(s) && s[i+1] == '\\' && s[i+2] == 'u' {
					low = hex4(s[i+3:])
				}
				if low < 0xdc00 || low > 0xdfff {
					return nil, "Invalid \\uXXXX\\uXXXX surrogate pair escape"
				}
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			b = utf8.AppendRune(b, r)
		default:
			return nil, "Invalid escape"
		}
	}
	if !utf8.Valid(b) {
		b = bytes.ToValidUTF8(b, []byte("\ufffd"))
	}
	return b, ""
}

// hex4 reads four hexadecimal digits, or returns -1.
func hex4(s []byte) rune {
	if len(s) < 4 {
		return -1
	}
	n, err := strconv.ParseUint(string(s[:4]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// parseText reads the one value of a text.
func parseText(s string) (any, error) {
	d := &decoder{buf: []byte(s), eof: true}
	v, err := d.Next()
	if err == nil {
		if _, err2 := d.Next(); err2 == nil {
			return nil, fail("Unexpected extra JSON values (while parsing '%s')", s)
		} else if err2 != io.EOF {
			err = err2
		}
	}
	switch {
	case err == io.EOF:
		return nil, fail("Expected JSON value (while parsing '%s')", s)
	case err != nil:
		return nil, fail("%s (while parsing '%s')", err, s)
	}
	return v, nil
}

// encoder writes values as jq does.
type encoder struct {
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
	case float64:
		e.start(cNumber)
		e.b = appendFloat(e.b, v)
		e.end()
	case *decimal:
		e.start(cNumber)
		e.b = append(e.b, v.text...)
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
				e.start(cArray)
				e.b = append(e.b, ',')
			}
			e.newline(level + 1)
			e.value(x, level+1)
		}
		e.start(cArray)
		e.newline(level)
		e.start(cArray)
		e.b = append(e.b, ']')
		e.end()
	case *object:
		e.start(cObject)
		e.b = append(e.b, '{')
		if len(v.vals) == 0 {
			e.b = append(e.b, '}')
			e.end()
			return
		}
		keys := v.keys()
		if e.sorted {
			keys = v.sortedKeys()
		}
		for i, k := range keys {
			if i > 0 {
				e.start(cObject)
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
			x := v.vals[i]
			if e.sorted {
				x, _ = v.get(k)
			}
			e.value(x, level+1)
		}
		e.start(cObject)
		e.newline(level)
		e.start(cObject)
		e.b = append(e.b, '}')
		e.end()
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
