package awk

import (
	"bytes"
	"math"
	"math/bits"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/regex"
	"github.com/capshell/capshell/shellworker/strftime"
)

type matcher = *regex.Regexp

// arrayArg compiles an argument that is an array; name is the function and
// which argument that is.
func (c *compiler) arrayArg(e expr, name string) func(m *machine) *array {
	switch e := e.(type) {
	case *varRef:
		if _, isArray, ok := c.local(e.name); ok == isArray && (ok || c.r.globals[e.name]) {
			return c.arr(&arrRef{name: e.name, pos: e.pos})
		}
	case *index:
		return c.arr(&arrRef{of: e.arr, subs: e.subs})
	}
	c.fail("%s argument is not an array", name)
	return nil
}

// isArrayExpr tells whether an expression names an array.
func (c *compiler) isArrayExpr(e expr) bool {
	v, ok := e.(*varRef)
	if !ok {
		return false
	}
	if _, isArray, local := c.local(v.name); local {
		return isArray
	}
	return c.r.globals[v.name]
}

func (c *compiler) builtin(e *builtin) func(m *machine) value {
	args := e.args
	line := e.line
	number := func(f func(x float64) float64) func(m *machine) value {
		x := c.num(args[0])
		return func(m *machine) value { return num(f(x(m))) }
	}
	switch e.name {
	case "length":
		if len(args) == 0 {
			return func(m *machine) value {
				m.makeRecord()
				return num(float64(m.length(m.record)))
			}
		}
		if c.isArrayExpr(args[0]) {
			a := c.arrayArg(args[0], e.name+": first")
			return func(m *machine) value { return num(float64(a(m).size())) }
		}
		if ix, ok := args[0].(*index); ok {
			at := c.element(ix.arr, ix.subs, true)
			return func(m *machine) value {
				cl := at(m)
				if cl.sub != nil {
					return num(float64(cl.sub.size()))
				}
				return num(float64(m.length(m.toStr(&cl.v))))
			}
		}
		s := c.str(args[0])
		return func(m *machine) value { return num(float64(m.length(s(m)))) }
	case "substr":
		s, from := c.str(args[0]), c.num(args[1])
		var count func(*machine) float64
		if len(args) > 2 {
			count = c.num(args[2])
		}
		return func(m *machine) value {
			t, i := s(m), from(m)
			n := math.Inf(1)
			if count != nil {
				n = count(m)
			}
			return str(m.substr(t, i, n))
		}
	case "index":
		if _, ok := args[1].(*regexLit); ok {
			c.fail("index: regexp constant as second argument is not allowed")
		}
		s, t := c.str(args[0]), c.str(args[1])
		return func(m *machine) value {
			a := s(m)
			b := t(m)
			if m.fold {
				a, b = strings.ToLower(a), strings.ToLower(b)
			}
			i := strings.Index(a, b)
			if i < 0 {
				return num(0)
			}
			return num(float64(m.length(a[:i]) + 1))
		}
	case "split":
		return c.split(e)
	case "patsplit":
		return c.patsplit(e)
	case "sub", "gsub":
		return c.sub(e)
	case "gensub":
		return c.gensub(e)
	case "match":
		return c.match(e)
	case "sprintf":
		vals := make([]func(*machine) value, len(args))
		for i, a := range args {
			vals[i] = c.val(a)
		}
		return func(m *machine) value {
			v := vals[0](m)
			f := m.format(m.toStr(&v))
			var few [8]value
			list := few[:0]
			for _, g := range vals[1:] {
				list = append(list, g(m))
			}
			m.line = line
			return str(string(m.appendFormat(nil, f, list)))
		}
	case "sin":
		return number(math.Sin)
	case "cos":
		return number(math.Cos)
	case "atan2":
		y, x := c.num(args[0]), c.num(args[1])
		return func(m *machine) value {
			a := y(m)
			return num(math.Atan2(a, x(m)))
		}
	case "exp":
		x := c.num(args[0])
		return func(m *machine) value {
			a := x(m)
			r := math.Exp(a)
			if math.IsInf(r, 0) && !math.IsInf(a, 0) {
				m.line = line
				m.warn("exp: argument %s is out of range", m.numToStr(a))
			}
			return num(r)
		}
	case "log":
		x := c.num(args[0])
		return func(m *machine) value {
			a := x(m)
			if a < 0 {
				m.line = line
				m.warn("log: received negative argument %s", m.numToStr(a))
				return num(math.Copysign(math.NaN(), -1))
			}
			return num(math.Log(a))
		}
	case "sqrt":
		x := c.num(args[0])
		return func(m *machine) value {
			a := x(m)
			if a < 0 {
				m.line = line
				m.warn("sqrt: received negative argument %s", m.numToStr(a))
				return num(math.Copysign(math.NaN(), -1))
			}
			return num(math.Sqrt(a))
		}
	case "int":
		return number(math.Trunc)
	case "rand":
		return func(m *machine) value { return num(m.rand.float()) }
	case "srand":
		var x func(*machine) float64
		if len(args) > 0 {
			x = c.num(args[0])
		}
		return func(m *machine) value {
			old := m.seed
			if x != nil {
				m.seed = x(m)
			} else {
				m.seed = float64(m.p.Now().Unix())
			}
			m.rand.seed(uint32(int64(m.seed)))
			return num(old)
		}
	case "tolower", "toupper":
		s, up := c.str(args[0]), e.name == "toupper"
		return func(m *machine) value { return str(m.cased(s(m), up)) }
	case "system":
		s := c.str(args[0])
		return func(m *machine) value {
			if m.sandbox {
				m.fatal("'system' function not allowed in sandbox mode")
			}
			m.flushAll()
			child, err := m.p.StartShell(m.ctx, s(m), m.p.Stdin, m.p.Stdout)
			if err != nil {
				return num(127)
			}
			return num(exitValue(child.Wait()))
		}
	case "close":
		s := c.str(args[0])
		how := func(*machine) string { return "" }
		if len(args) > 1 {
			how = c.str(args[1])
		}
		return func(m *machine) value {
			name := s(m)
			r := -1.0
			half := how(m)
			for _, k := range []string{">", "|", "|&", "<", "|<"} {
				if st := m.find(name, k); st != nil {
					r = m.closeStream(st, half)
				}
			}
			return num(r)
		}
	case "fflush":
		if len(args) == 0 {
			return func(m *machine) value {
				m.flushAll()
				return num(0)
			}
		}
		s := c.str(args[0])
		return func(m *machine) value {
			name := s(m)
			if name == "" {
				m.flushAll()
				return num(0)
			}
			r := -1.0
			for _, k := range []string{">", "|", "|&"} {
				if st := m.find(name, k); st != nil && st.out != nil {
					st.out.Flush()
					r = 0
				}
			}
			if name == "/dev/stdout" {
				m.stdout.Flush()
				r = 0
			}
			if r < 0 {
				m.warn("fflush: `%s' is not an open file, pipe or co-process", name)
			}
			return num(r)
		}
	case "systime":
		return func(m *machine) value { return num(float64(m.p.Now().Unix())) }
	case "strftime":
		return c.strftime(e)
	case "mktime":
		s := c.str(args[0])
		utc := func(*machine) bool { return false }
		if len(args) > 1 {
			utc = c.cond(args[1])
		}
		return func(m *machine) value { return num(m.mktime(s(m), utc(m))) }
	case "and", "or", "xor":
		return c.bits(e)
	case "compl":
		x := c.num(args[0])
		return func(m *machine) value {
			a := x(m)
			if a < 0 {
				m.fatal("compl(%f): negative value is not allowed", a)
			}
			// 53 bits and as many as are 0 at the end, as a float64 has them.
			n := ^uint64(a)
			return num(float64(n & (math.MaxUint64 >> max(0, 11-bits.TrailingZeros64(n)))))
		}
	case "lshift", "rshift":
		x, y, left := c.num(args[0]), c.num(args[1]), e.name == "lshift"
		name := e.name
		return func(m *machine) value {
			a := x(m)
			b := y(m)
			if a < 0 || b < 0 {
				m.fatal("%s(%f, %f): negative values are not allowed", name, a, b)
			}
			if left {
				return num(float64(uint64(a) << (uint64(b) & 63)))
			}
			return num(float64(uint64(a) >> (uint64(b) & 63)))
		}
	case "strtonum":
		x := c.val(args[0])
		return func(m *machine) value {
			v := x(m)
			if v.k == kNum {
				return v
			}
			if !strings.HasPrefix(v.s, "0") {
				return num(toNumber(v.s))
			}
			return num(strtonum(v.s))
		}
	case "asort", "asorti":
		return c.asort(e)
	case "isarray", "typeof":
		return c.typeOf(e)
	case "mkbool":
		f := c.cond(args[0])
		return func(m *machine) value {
			v := boolean(f(m))
			v.k = kBool
			return v
		}
	case "intdiv":
		x, y, arr := c.num(args[0]), c.num(args[1]), c.arrayArg(args[2], e.name+": third")
		return func(m *machine) value {
			a, b := math.Trunc(x(m)), math.Trunc(y(m))
			if b == 0 {
				m.fatal("intdiv: division by zero attempted")
			}
			t := arr(m)
			t.clear()
			t.set("quotient", num(math.Trunc(a/b)))
			t.set("remainder", num(math.Mod(a, b)))
			return num(0)
		}
	}
	c.fail("function `%s' is not supported", e.name)
	return nil
}

// trim53 keeps the bits that a number can hold.
// substr returns the n characters from position i, counted from 1. What isn't
// whole is cut off, what is before 1 counts as 1, as gawk has it.
func (m *machine) substr(s string, i, n float64) string {
	if math.IsNaN(i) || math.IsNaN(n) {
		return ""
	}
	i, n = math.Trunc(i), math.Trunc(n)
	if i < 1 {
		i = 1
	}
	if n < 1 || i > float64(len(s)) {
		return ""
	}
	from := int(i) - 1
	if !m.utf || isASCII(s) {
		if n >= float64(len(s)-from) {
			return s[from:]
		}
		return s[from : from+int(n)]
	}
	start := m.advance(s, 0, from)
	if n >= float64(len(s)-start) {
		return s[start:]
	}
	return s[start:m.advance(s, start, int(n))]
}

func (m *machine) cased(s string, up bool) string {
	if !m.utf || isASCII(s) {
		b := []byte(s)
		for i, c := range b {
			if up && 'a' <= c && c <= 'z' || !up && 'A' <= c && c <= 'Z' {
				b[i] = c ^ 32
			}
		}
		return string(b)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if up {
			b.WriteRune(unicode.ToUpper(r)) // as gawk has it, U+FFFD for what is no character
		} else {
			b.WriteRune(unicode.ToLower(r))
		}
		i += n
	}
	return b.String()
}

// separatorArg compiles the separator of split.
func (c *compiler) separatorArg(e expr) func(m *machine) (splitMode, byte, matcher) {
	if g, ok := e.(*group); ok {
		return c.separatorArg(g.e)
	}
	if lit, ok := e.(*regexLit); ok {
		re := c.regexOf(lit)
		if lit.s == "" {
			return func(m *machine) (splitMode, byte, matcher) { return splitChars, 0, nil }
		}
		return func(m *machine) (splitMode, byte, matcher) { return splitRegex, 0, re(m) }
	}
	f := c.val(e)
	return func(m *machine) (splitMode, byte, matcher) {
		v := f(m)
		if v.k == kRegex {
			return splitRegex, 0, m.regex(v.s)
		}
		return m.separator(m.toStr(&v))
	}
}

func (c *compiler) split(e *builtin) func(m *machine) value {
	s, arr := c.str(e.args[0]), c.arrayArg(e.args[1], "split: second")
	var seps func(*machine) *array
	if len(e.args) > 3 {
		seps = c.arrayArg(e.args[3], "split: fourth")
	}
	var sep func(m *machine) (splitMode, byte, matcher)
	if len(e.args) > 2 {
		sep = c.separatorArg(e.args[2])
	}
	return func(m *machine) value {
		text := s(m)
		mode, b, re := m.mode, m.sepByte, m.sepRe
		if sep != nil {
			mode, b, re = sep(m)
		} else if m.fieldMode != 'f' {
			mode, b, re = m.separator(m.toStr(&m.globals[vFS]))
		}
		var between []string
		var bp *[]string
		if seps != nil {
			bp = &between
		}
		parts := m.splitText(nil, text, mode, b, re, false, bp)
		a := arr(m)
		a.clear()
		for i, t := range parts {
			a.set(strconv.Itoa(i+1), input(t))
		}
		if seps != nil {
			t := seps(m)
			t.clear()
			first := 1
			if mode == splitBlank {
				first = 0
			}
			for i, x := range between {
				if mode == splitBlank && (i == 0 && x == "" || i == len(between)-1 && x == "") {
					continue
				}
				t.set(strconv.Itoa(i+first), str(strings.Clone(x)))
			}
		}
		return num(float64(len(parts)))
	}
}

func (c *compiler) patsplit(e *builtin) func(m *machine) value {
	s, arr := c.str(e.args[0]), c.arrayArg(e.args[1], "patsplit: second")
	var re func(*machine) matcher
	if len(e.args) > 2 {
		re = c.regexOf(e.args[2])
	}
	var seps func(*machine) *array
	if len(e.args) > 3 {
		seps = c.arrayArg(e.args[3], "patsplit: fourth")
	}
	return func(m *machine) value {
		text := s(m)
		var r matcher
		if re != nil {
			r = re(m)
		} else {
			r = m.regex(m.toStr(&m.globals[vFPAT]))
		}
		var between []string
		parts := m.splitText(nil, text, splitPattern, 0, r, false, &between)
		a := arr(m)
		a.clear()
		for i, t := range parts {
			a.set(strconv.Itoa(i+1), input(t))
		}
		if seps != nil {
			t := seps(m)
			t.clear()
			for i, x := range between {
				t.set(strconv.Itoa(i), str(strings.Clone(x)))
			}
		}
		return num(float64(len(parts)))
	}
}

// sub compiles sub and gsub.
func (c *compiler) sub(e *builtin) func(m *machine) value {
	re, repl := c.regexOf(e.args[0]), c.str(e.args[1])
	var target expr = &field{&numLit{0}}
	if len(e.args) > 2 {
		target = e.args[2]
	}
	var l lvalue
	if g, ok := target.(*group); ok {
		target = g.e
	}
	if isLvalue(target) {
		l = c.lvalue(target)
	} else {
		v := c.val(target)
		l = lvalue{get: v, set: func(*machine, value) {}}
	}
	global := e.name == "gsub"
	return func(m *machine) value {
		r := re(m)
		with := repl(m)
		var at *cell
		var fi int
		var v value
		switch {
		case l.cell != nil:
			at = l.cell(m)
			v = at.v
		case l.at != nil:
			fi = l.at(m)
			v = m.field(fi)
			if fi > m.nf { // naming it makes it, match or not
				m.grow(fi)
			}
		default:
			v = l.get(m)
		}
		s := m.toStr(&v)
		out, n := m.substitute(s, r, with, global)
		if n == 0 {
			return num(0)
		}
		res := str(string(out))
		m.scratch = out[:0]
		switch {
		case at != nil:
			at.v = res
		case l.at != nil:
			m.setField(fi, res)
		default:
			l.set(m, res)
		}
		return num(float64(n))
	}
}

// substitute replaces the first match, or all; the text is in m.scratch.
func (m *machine) substitute(s string, re matcher, with string, global bool) ([]byte, int) {
	b := bytesOf(s)
	start, end, ok, err := re.Span(b, 0)
	if err != nil {
		m.fatal("%s", err)
	}
	if !ok {
		return nil, 0
	}
	plain := strings.IndexByte(with, '\\') < 0 && strings.IndexByte(with, '&') < 0
	out := m.scratch[:0]
	n, pos, last := 0, 0, -1
	for {
		out = append(out, s[pos:start]...)
		pos = start
		if !(start == end && start == last) {
			n++
			if plain {
				out = append(out, with...)
			} else {
				out = appendReplacement(out, with, s[start:end])
			}
			pos, last = end, end
			if !global {
				break
			}
			m.checkLength(len(out))
		}
		if start == end {
			if end >= len(s) {
				break
			}
			k := 1
			if m.utf {
				_, k = utf8.DecodeRuneInString(s[end:])
			}
			out = append(out, s[end:end+k]...)
			pos = end + k
		}
		if pos > len(s) {
			break
		}
		if start, end, ok, err = re.Span(b, pos); err != nil || !ok {
			break
		}
	}
	if pos < len(s) {
		out = append(out, s[pos:]...)
	}
	return out, n
}

// appendReplacement appends the replacement of sub: & is what matched, \& an
// ampersand, and a run of backslashes before one is halved (POSIX).
func appendReplacement(out []byte, with, matched string) []byte {
	for i := 0; i < len(with); {
		switch c := with[i]; c {
		case '&':
			out = append(out, matched...)
			i++
		case '\\':
			n := 1
			for i+n < len(with) && with[i+n] == '\\' {
				n++
			}
			if i+n < len(with) && with[i+n] == '&' {
				for k := 0; k < n/2; k++ {
					out = append(out, '\\')
				}
				if n%2 == 1 {
					out = append(out, '&')
				} else {
					out = append(out, matched...)
				}
				i += n + 1
				continue
			}
			out = append(out, with[i:i+n]...)
			i += n
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

func (c *compiler) gensub(e *builtin) func(m *machine) value {
	re, repl, how := c.regexOf(e.args[0]), c.str(e.args[1]), c.val(e.args[2])
	target := func(m *machine) string {
		m.makeRecord()
		return m.record
	}
	if len(e.args) > 3 {
		target = c.str(e.args[3])
	}
	line := e.line
	return func(m *machine) value {
		r := re(m)
		with := repl(m)
		h := how(m)
		nth := 1
		global := false
		if t := m.toStr(&h); t != "" && (t[0] == 'g' || t[0] == 'G') {
			global = true
		} else {
			n := h.num()
			if n < 1 {
				m.line = line
				m.warn("gensub: third argument `%s' treated as 1", t)
				n = 1
			}
			nth = int(min(n, 1<<30))
		}
		s := target(m)
		b := bytesOf(s)
		var out []byte
		n, pos, last := 0, 0, -1
		for pos <= len(s) {
			loc, err := r.MatchIndexInto(m.loc, b, pos)
			if err != nil {
				m.fatal("%s", err)
			}
			if loc == nil {
				break
			}
			m.loc = loc
			start, end := loc[0], loc[1]
			out = append(out, s[pos:start]...)
			pos = start
			if !(start == end && start == last) {
				n++
				if global || n == nth {
					out = appendGensub(out, with, s, loc)
				} else {
					out = append(out, s[start:end]...)
				}
				pos, last = end, end
				if !global && n == nth {
					break
				}
			}
			if start == end {
				if end >= len(s) {
					break
				}
				k := 1
				if m.utf {
					_, k = utf8.DecodeRuneInString(s[end:])
				}
				out = append(out, s[end:end+k]...)
				pos = end + k
			}
		}
		if pos < len(s) {
			out = append(out, s[pos:]...)
		}
		return str(string(out))
	}
}

func appendGensub(out []byte, with, s string, loc []int) []byte {
	for i := 0; i < len(with); i++ {
		c := with[i]
		switch {
		case c == '&':
			out = append(out, s[loc[0]:loc[1]]...)
		case c == '\\' && i+1 < len(with):
			i++
			d := with[i]
			switch {
			case isDigit(d):
				k := int(d - '0')
				if 2*k+1 < len(loc) && loc[2*k] >= 0 {
					out = append(out, s[loc[2*k]:loc[2*k+1]]...)
				}
			case d == '&' || d == '\\':
				out = append(out, d)
			default:
				out = append(out, '\\', d)
			}
		default:
			out = append(out, c)
		}
	}
	return out
}

func (c *compiler) match(e *builtin) func(m *machine) value {
	s, re := c.str(e.args[0]), c.regexOf(e.args[1])
	var arr func(*machine) *array
	if len(e.args) > 2 {
		arr = c.arrayArg(e.args[2], "match: third")
	}
	return func(m *machine) value {
		text := s(m)
		r := re(m)
		var start, end int
		var ok bool
		var loc []int
		if arr != nil {
			loc, _ = r.MatchIndexInto(nil, bytesOf(text), 0)
			if ok = loc != nil; ok {
				start, end = loc[0], loc[1]
			}
		} else {
			start, end, ok, _ = r.Span(bytesOf(text), 0)
		}
		from, length := 0, -1
		if ok {
			from, length = m.length(text[:start])+1, m.length(text[start:end])
		}
		m.globals[vRSTART], m.globals[vRLENGTH] = num(float64(from)), num(float64(length))
		if arr != nil {
			a := arr(m)
			a.clear()
			for i := 0; 2*i+1 < len(loc); i++ {
				if loc[2*i] < 0 {
					continue
				}
				k := strconv.Itoa(i)
				a.set(k, input(text[loc[2*i]:loc[2*i+1]]))
				a.set(k+m.subsep+"start", num(float64(m.length(text[:loc[2*i]])+1)))
				a.set(k+m.subsep+"length", num(float64(m.length(text[loc[2*i]:loc[2*i+1]]))))
			}
		}
		return num(float64(from))
	}
}

func (c *compiler) strftime(e *builtin) func(m *machine) value {
	format := func(m *machine) string {
		if cl := m.procinfo.find("strftime"); cl != nil {
			return m.toStr(&cl.v)
		}
		return "%a %b %e %H:%M:%S %Z %Y"
	}
	if len(e.args) > 0 {
		format = c.str(e.args[0])
	}
	var at func(*machine) float64
	if len(e.args) > 1 {
		at = c.num(e.args[1])
	}
	utc := func(*machine) bool { return false }
	if len(e.args) > 2 {
		utc = c.cond(e.args[2])
	}
	return func(m *machine) value {
		f := format(m)
		t := m.p.Now()
		if at != nil {
			n := at(m)
			if math.IsNaN(n) || math.Abs(n) > 1<<55 {
				return str("")
			}
			t = time.Unix(int64(math.Floor(n)), 0)
		}
		if utc(m) {
			t = t.In(time.FixedZone("GMT", 0))
		} else {
			t = t.In(m.zone())
		}
		return str(string(strftime.AppendC(nil, f, t)))
	}
}

// zone is the time zone of TZ.
func (m *machine) zone() *time.Location {
	tz := strings.TrimPrefix(m.p.Getenv("TZ"), ":")
	if tz == "" {
		return time.UTC
	}
	if l, err := time.LoadLocation(tz); err == nil {
		return l
	}
	return time.UTC
}

// mktime reads "YYYY MM DD HH MM SS [DST]".
func (m *machine) mktime(s string, utc bool) float64 {
	f := strings.Fields(s)
	if len(f) < 6 {
		return -1
	}
	var n [6]int
	for i := range n {
		v, err := strconv.Atoi(f[i])
		if err != nil || v > 1<<40 || v < -1<<40 {
			return -1
		}
		n[i] = v
	}
	loc := time.UTC
	if !utc {
		loc = m.zone()
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, loc)
	if len(f) > 6 {
		// The clock is set to summer time if the flag says so.
		if dst, err := strconv.Atoi(f[6]); err == nil && dst >= 0 && dst > 0 != t.IsDST() {
			if dst > 0 {
				t = t.Add(-time.Hour)
			} else {
				t = t.Add(time.Hour)
			}
		}
	}
	return float64(t.Unix())
}

func (c *compiler) bits(e *builtin) func(m *machine) value {
	name := e.name
	if len(e.args) < 2 {
		c.fail("%s: called with less than two arguments", name)
	}
	args := make([]func(*machine) float64, len(e.args))
	for i, a := range e.args {
		args[i] = c.num(a)
	}
	return func(m *machine) value {
		var r uint64
		for i, a := range args {
			x := a(m)
			if x < 0 {
				m.fatal("%s: argument %d negative value %s is not allowed", name, i+1, m.numToStr(x))
			}
			u := uint64(x)
			switch {
			case i == 0:
				r = u
			case name == "and":
				r &= u
			case name == "or":
				r |= u
			default:
				r ^= u
			}
		}
		return num(float64(r))
	}
}

func strtonum(s string) float64 {
	t := strings.TrimLeft(s, " \t\n")
	neg := false
	u := t
	if u != "" && (u[0] == '-' || u[0] == '+') {
		neg = u[0] == '-'
		u = u[1:]
	}
	var v float64
	switch {
	case len(u) > 1 && u[0] == '0' && u[1]|32 == 'x':
		for i := 2; i < len(u) && hexDigit(u[i]) >= 0; i++ {
			v = v*16 + float64(hexDigit(u[i]))
		}
	case len(u) > 1 && u[0] == '0' && isDigit(u[1]):
		for i := 1; i < len(u) && isDigit(u[i]) || i < len(u) && u[i] == '.'; i++ {
			if u[i] > '7' || u[i] == '.' {
				return toNumber(t)
			}
			v = v*8 + float64(u[i]-'0')
		}
	default:
		return toNumber(t)
	}
	if neg {
		return -v
	}
	return v
}

// order compares two elements, key and value, for sorting.
type order func(m *machine, k1, k2 string, c1, c2 *cell) int

// typeRank orders numbers before text before arrays.
func typeRank(c *cell) int {
	switch {
	case c.sub != nil:
		return 2
	case c.v.k == kNum || c.v.k == kUninit || c.v.k == kBool:
		return 0
	}
	if c.v.k == kInput {
		if _, ok := looksNumeric(c.v.s); ok {
			return 0
		}
	}
	return 1
}

func byValueType(m *machine, c1, c2 *cell) int {
	r1, r2 := typeRank(c1), typeRank(c2)
	if r1 != r2 {
		return r1 - r2
	}
	switch r1 {
	case 0:
		return compareFloat(c1.v.num(), c2.v.num())
	case 1:
		return m.compareText(m.toStr(&c1.v), m.toStr(&c2.v))
	}
	return 0
}

func compareFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (m *machine) compareText(a, b string) int {
	if m.fold {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	}
	return strings.Compare(a, b)
}

// orderNamed returns one of gawk's predefined orders.
func orderNamed(name string) (order, bool) {
	desc := strings.HasSuffix(name, "_desc")
	if !desc && !strings.HasSuffix(name, "_asc") {
		return nil, false
	}
	var f order
	switch strings.TrimSuffix(strings.TrimSuffix(name, "_desc"), "_asc") {
	case "@ind_str":
		f = func(m *machine, k1, k2 string, _, _ *cell) int { return m.compareText(k1, k2) }
	case "@ind_num":
		f = func(m *machine, k1, k2 string, _, _ *cell) int {
			if r := compareFloat(toNumber(k1), toNumber(k2)); r != 0 {
				return r
			}
			return m.compareText(k1, k2)
		}
	case "@val_type":
		f = func(m *machine, k1, k2 string, c1, c2 *cell) int {
			if r := byValueType(m, c1, c2); r != 0 {
				return r
			}
			return m.compareText(k1, k2)
		}
	case "@val_str":
		f = func(m *machine, k1, k2 string, c1, c2 *cell) int {
			if c1.sub != nil || c2.sub != nil {
				return byValueType(m, c1, c2)
			}
			if r := m.compareText(m.toStr(&c1.v), m.toStr(&c2.v)); r != 0 {
				return r
			}
			return m.compareText(k1, k2)
		}
	case "@val_num":
		f = func(m *machine, k1, k2 string, c1, c2 *cell) int {
			if c1.sub != nil || c2.sub != nil {
				return byValueType(m, c1, c2)
			}
			if r := compareFloat(c1.v.num(), c2.v.num()); r != 0 {
				return r
			}
			return m.compareText(k1, k2)
		}
	default:
		return nil, false
	}
	if desc {
		up := f
		f = func(m *machine, k1, k2 string, c1, c2 *cell) int { return up(m, k2, k1, c2, c1) }
	}
	return f, true
}

// orderOf finds the order of a name: a predefined one, or the program's
// function cmp(i1, v1, i2, v2).
func (m *machine) orderOf(name string) order {
	if f, ok := orderNamed(name); ok {
		return f
	}
	f := m.prog.funcs[name]
	if f == nil {
		if name != "" && name[0] == '@' {
			m.fatal("sort comparison function `%s' is not defined", name)
		}
		m.fatal("sort comparison function `%s' is not defined", name)
	}
	return func(m *machine, k1, k2 string, c1, c2 *cell) int {
		base, abase := len(m.stack), len(m.astack)
		push := func(i int, v value, sub *array) {
			if i >= len(f.params) {
				return
			}
			if f.isArray[i] {
				if sub == nil {
					sub = &array{}
				}
				m.astack = append(m.astack, sub)
			} else {
				m.stack = append(m.stack, v)
			}
		}
		push(0, input(k1), nil)
		push(1, c1.v, c1.sub)
		push(2, input(k2), nil)
		push(3, c2.v, c2.sub)
		v := m.invoke(f, base, abase)
		return compareFloat(v.num(), 0)
	}
}

// sortedKeys are the subscripts in the order of for (k in a).
func (m *machine) sortedKeys(a *array) []string {
	keys := a.keys()
	cl := m.procinfo.find("sorted_in")
	if cl == nil {
		return keys
	}
	name := m.toStr(&cl.v)
	if name == "" || name == "@unsorted" {
		return keys
	}
	f := m.orderOf(name)
	cells := make(map[string]*cell, len(keys))
	for _, k := range keys {
		cells[k] = a.find(k)
	}
	sort.SliceStable(keys, func(i, j int) bool { return f(m, keys[i], keys[j], cells[keys[i]], cells[keys[j]]) < 0 })
	return keys
}

func (c *compiler) asort(e *builtin) func(m *machine) value {
	src := c.arrayArg(e.args[0], e.name+": first")
	dst := src
	if len(e.args) > 1 {
		dst = c.arrayArg(e.args[1], e.name+": second")
	}
	var how func(*machine) string
	if len(e.args) > 2 {
		how = c.str(e.args[2])
	}
	byIndex := e.name == "asorti"
	return func(m *machine) value {
		a := src(m)
		if len(e.args) == 2 && a == dst(m) {
			m.warn("asort/asorti: using the same array as source and destination without a third argument is silly.")
		}
		name := "@val_type_asc"
		if byIndex {
			name = "@ind_str_asc"
		}
		if how != nil {
			if h := how(m); h != "" {
				name = h
			}
		}
		f := m.orderOf(name)
		type item struct {
			k string
			c *cell
		}
		var list []item
		for _, k := range a.keys() {
			list = append(list, item{k, a.find(k)})
		}
		sort.SliceStable(list, func(i, j int) bool { return f(m, list[i].k, list[j].k, list[i].c, list[j].c) < 0 })
		d := dst(m)
		d.clear()
		for i, it := range list {
			k := strconv.Itoa(i + 1)
			if byIndex {
				d.set(k, input(it.k))
			} else {
				n := d.get(k)
				n.v, n.sub = it.c.v, it.c.sub
			}
		}
		return num(float64(len(list)))
	}
}

func (c *compiler) typeOf(e *builtin) func(m *machine) value {
	isArray := e.name == "isarray"
	if len(e.args) == 2 {
		c.arrayArg(e.args[1], "typeof: second")
	}
	answer := func(cl *cell) value {
		if isArray {
			return boolean(cl != nil && cl.sub != nil)
		}
		if cl == nil {
			return str("untyped")
		}
		if cl.sub != nil {
			return str("array")
		}
		switch cl.v.k {
		case kNum:
			return str("number")
		case kBool:
			return str("number|bool")
		case kStr:
			return str("string")
		case kRegex:
			return str("regexp")
		case kInput:
			if _, ok := looksNumeric(cl.v.s); ok {
				return str("strnum")
			}
			return str("string")
		}
		return str("unassigned")
	}
	arg := e.args[0]
	if c.isArrayExpr(arg) {
		return func(*machine) value { return answer(&cell{sub: &array{}}) }
	}
	if ix, ok := arg.(*index); ok {
		at := c.element(ix.arr, ix.subs, false)
		return func(m *machine) value {
			cl := at(m)
			if cl != nil && cl.sub == nil && cl.v.k == kUninit {
				cl = nil
			}
			return answer(cl)
		}
	}
	if v, ok := arg.(*varRef); ok {
		f := c.val(arg)
		name := v.name
		return func(m *machine) value {
			x := f(m)
			if x.k == kUninit && !isArray && specialIndex(name) < 0 {
				return str("untyped")
			}
			return answer(&cell{v: x})
		}
	}
	if fe, ok := arg.(*field); ok {
		n := c.num(fe.e)
		return func(m *machine) value {
			i := m.fieldIndex(n(m))
			m.splitFields()
			if i > m.nf && !isArray {
				return str("unassigned")
			}
			return answer(&cell{v: m.field(i)})
		}
	}
	f := c.val(arg)
	return func(m *machine) value { return answer(&cell{v: f(m)}) }
}

// indirectBuiltin calls a builtin by its name in a variable, of those whose
// arguments are scalars.
func (m *machine) indirectBuiltin(name string, args []func(*machine) value) (value, bool) {
	bounds, ok := builtins[name]
	if !ok || len(args) < bounds[0] || len(args) > bounds[1] {
		return value{}, false
	}
	text := func(i int) string {
		v := args[i](m)
		return m.toStr(&v)
	}
	number := func(i int) float64 {
		v := args[i](m)
		return v.num()
	}
	switch name {
	case "tolower", "toupper":
		return str(m.cased(text(0), name == "toupper")), true
	case "length":
		if len(args) == 1 {
			return num(float64(m.length(text(0)))), true
		}
	case "substr":
		s, i, n := text(0), number(1), math.Inf(1)
		if len(args) > 2 {
			n = number(2)
		}
		return str(m.substr(s, i, n)), true
	case "int":
		return num(math.Trunc(number(0))), true
	case "sqrt":
		return num(math.Sqrt(number(0))), true
	case "index":
		s, t := text(0), text(1)
		i := strings.Index(s, t)
		if i < 0 {
			return num(0), true
		}
		return num(float64(m.length(s[:i]) + 1)), true
	}
	return value{}, false
}

var _ = bytes.Equal
var _ vfs.Errno
