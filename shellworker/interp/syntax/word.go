package syntax

import (
	"strings"
	"unicode/utf8"
)

// Compile reads the word's text, once.
func (w *Word) Compile() *Compiled {
	if c := w.c.Load(); c != nil {
		return c
	}
	c := w.compile()
	w.c.Store(c)
	return c
}

// wordReader turns text into parts.
type wordReader struct {
	p     *Parser
	w     *Word
	parts []Part
	lit   strings.Builder
	quote bool // kind of the text in lit
	q     bool // there were quotes
}

func (r *wordReader) flush() {
	if r.lit.Len() > 0 {
		r.parts = append(r.parts, &Lit{r.lit.String(), r.quote})
		r.lit.Reset()
	}
}

func (r *wordReader) text(s string, quoted bool) {
	if s == "" {
		return
	}
	if quoted != r.quote {
		r.flush()
		r.quote = quoted
	}
	r.lit.WriteString(s)
}

func (r *wordReader) add(p Part) {
	r.flush()
	r.parts = append(r.parts, p)
}

func (w *Word) compile() (c *Compiled) {
	c = &Compiled{}
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			*c = Compiled{Err: b.err}
		}
	}()
	r := &wordReader{p: &Parser{opt: &Options{Extglob: true}, src: w.Raw, line0: w.Line, lline: w.Line}, w: w}
	switch w.Mode {
	case Heredoc, DQuoted, ArithM:
		r.double(w.Mode, false)
	default:
		r.normal()
	}
	r.flush()
	c.Parts, c.Quoted = r.parts, r.q
	setContext(c.Parts, w.Raw)
	if w.Mode == Normal {
		list, err := Braces(w.Raw)
		if err != nil {
			return &Compiled{Err: err}
		}
		for _, s := range list {
			if plainWord(s) {
				c.Braces = append(c.Braces, Brace{Text: s})
				continue
			}
			n := &Word{Raw: s, Line: w.Line} // no assignment: a tilde behind = is none
			n.Compile().Braces = nil
			c.Braces = append(c.Braces, Brace{Word: n})
		}
	}
	switch {
	case len(c.Parts) == 0:
		c.Simple = true
	case len(c.Parts) == 1:
		if l, ok := c.Parts[0].(*Lit); ok && (l.Quoted || !strings.ContainsAny(l.S, "*?[\\") && !strings.Contains(l.S, "(")) {
			c.Simple, c.Lit = true, l.S
		}
	default:
		simple := true
		for _, p := range c.Parts {
			switch p := p.(type) {
			case *Lit:
				simple = simple && (p.Quoted || !strings.ContainsAny(p.S, "*?[\\") && !strings.Contains(p.S, "("))
			case *DQ:
				for _, q := range p.Parts {
					_, ok := q.(*Lit)
					simple = simple && ok
				}
			default:
				simple = false
			}
		}
		if simple {
			var b strings.Builder
			for _, p := range c.Parts {
				switch p := p.(type) {
				case *Lit:
					b.WriteString(p.S)
				case *DQ:
					for _, q := range p.Parts {
						b.WriteString(q.(*Lit).S)
					}
				}
			}
			c.Simple, c.Lit = true, b.String()
		}
	}
	return c
}

// plainWord tells whether nothing in a word's text has a meaning.
func plainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isNameByte(c) && c != '.' && c != '-' && c != '/' && c != ',' && c != ':' && c != '+' && c != '%' && c < 0x80 {
			return false
		}
	}
	return s != ""
}

// setContext tells the parameters among parts what they stand in.
func setContext(parts []Part, text string) {
	for _, p := range parts {
		if p, ok := p.(*Param); ok {
			p.Context = text
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// tilde reads a tilde-prefix at pos; stop are the bytes that end it.
func (r *wordReader) tilde(stop string) bool {
	p := r.p
	e := p.pos + 1
	for e < len(p.src) && strings.IndexByte(stop, p.src[e]) < 0 {
		if strings.IndexByte("\\'\"$`", p.src[e]) >= 0 {
			return false
		}
		e++
	}
	r.add(&Tilde{User: p.src[p.pos+1 : e], Word: p.pos > 0 && r.w.Mode == Normal})
	p.pos = e
	return true
}

// normal reads unquoted text.
func (r *wordReader) normal() {
	p := r.p
	tildes := r.w.Mode == Normal || r.w.Mode == Assigns
	stop := "/:"
	colons := r.w.Mode == Assigns
	eq := -1
	if r.w.Mode == Normal && r.w.Assign != nil && r.w.Assign.Value != nil {
		eq = len(r.w.Raw) - len(r.w.Assign.Value.Raw)
	}
	if tildes && p.pos < len(p.src) && p.src[p.pos] == '~' {
		r.tilde(stop)
	}
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if c == '~' && tildes && (p.pos == eq || (colons || eq >= 0) && p.pos > 0 && p.src[p.pos-1] == ':' && p.pos > eq) {
			if r.tilde("/:") {
				continue
			}
		}
		switch c {
		case '\\':
			if p.pos+1 >= len(p.src) {
				r.text("\\", true)
				p.pos++
				continue
			}
			if p.src[p.pos+1] != '\n' {
				r.q = true
				r.text(p.src[p.pos+1:p.pos+2], true)
			}
			p.pos += 2
		case '\'':
			start := p.pos + 1
			p.pos++
			p.scanSingle()
			r.quoted(p.src[start : p.pos-1])
		case '"':
			p.pos++
			r.doubleQuotes()
		case '`', '$':
			r.dollar(false, r.w.Mode)
		case '<', '>':
			if p.at(1) == '(' {
				line := p.lineAt(p.pos)
				start := p.pos + 2
				p.pos += 2
				p.scanSub()
				r.add(&ProcSub{Src: p.src[start : p.pos-1], Line: line, Out: c == '>'})
				continue
			}
			r.text(p.src[p.pos:p.pos+1], false)
			p.pos++
		default:
			e := p.pos + 1
			for e < len(p.src) && strings.IndexByte("\\'\"`$<>~", p.src[e]) < 0 {
				e++
			}
			r.text(p.src[p.pos:e], false)
			p.pos = e
		}
	}
}

// quoted adds quoted text, which may be empty.
func (r *wordReader) quoted(s string) {
	r.q = true
	if s == "" {
		r.add(&Lit{"", true})
		return
	}
	r.text(s, true)
}

// doubleQuotes reads "..", from behind the opening quote.
func (r *wordReader) doubleQuotes() {
	start := r.p.pos
	sub := &wordReader{p: r.p, w: r.w}
	sub.double(Normal, true)
	sub.flush()
	setContext(sub.parts, r.p.src[start:max(r.p.pos-1, start)])
	r.q = true
	if len(sub.parts) == 1 {
		if l, ok := sub.parts[0].(*Lit); ok {
			r.text(l.S, true)
			return
		}
	}
	r.add(&DQ{sub.parts})
}

// double reads text as it stands in double quotes: up to the closing quote
// with closed, to the end without.
func (r *wordReader) double(m Mode, closed bool) {
	p := r.p
	r.quote = true
	quoted := true
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; c {
		case '"':
			if closed {
				p.pos++
				return
			}
			p.pos++
			switch m {
			case Heredoc:
				r.text("\"", quoted)
			case DQuoted:
				r.q = true
			}
		case '\\':
			if p.pos+1 >= len(p.src) {
				r.text("\\", quoted)
				p.pos++
				continue
			}
			n := p.src[p.pos+1]
			switch {
			case n == '\n':
			case n == '$' || n == '`' || n == '\\' || n == '"' && m != Heredoc || n == '}' && m == DQuoted:
				r.text(p.src[p.pos+1:p.pos+2], quoted)
			default:
				r.text(p.src[p.pos:p.pos+2], quoted)
			}
			p.pos += 2
		case '`', '$':
			if m == DQuoted && strings.HasPrefix(p.src[p.pos:], "$'") {
				start := p.pos + 2
				p.pos = start
				p.scanAnsi()
				r.text(AnsiC(p.src[start:p.pos-1]), quoted)
				continue
			}
			r.dollar(true, m)
		case '\'':
			r.text("'", quoted)
			p.pos++
		default:
			e := p.pos + 1
			for e < len(p.src) && strings.IndexByte("\\\"`$'", p.src[e]) < 0 {
				e++
			}
			r.text(p.src[p.pos:e], quoted)
			p.pos = e
		}
	}
	if closed {
		p.failMatch('"', p.lineAt(p.pos))
	}
}

// dollar reads what begins with $ or a backquote.
func (r *wordReader) dollar(dq bool, m Mode) {
	p := r.p
	start := p.pos
	line := p.lineAt(start)
	if p.src[start] == '`' {
		p.pos++
		p.scanBack()
		r.add(&CmdSub{Src: backquoted(p.src[start+1:p.pos-1], dq && m != Heredoc), Line: line, Back: true})
		return
	}
	for strings.HasPrefix(p.src[start+1:], "\\\n") {
		p.src = p.src[:start+1] + p.src[start+3:]
	}
	if start+1 >= len(p.src) {
		r.text("$", dq)
		p.pos++
		return
	}
	switch c := p.src[start+1]; {
	case c == '(':
		if p.at(2) == '(' {
			if text, ok := p.arithText(start + 3); ok {
				r.add(&ArithSub{&Word{Raw: text, Line: line, Mode: ArithM}})
				return
			}
			p.pos = start
		}
		p.pos += 2
		p.scanSub()
		r.add(&CmdSub{Src: p.src[start+2 : p.pos-1], Line: line})
	case c == '[':
		p.pos += 2
		p.scanSubscript()
		r.add(&ArithSub{&Word{Raw: p.src[start+2 : p.pos-1], Line: line, Mode: ArithM}})
	case c == '{':
		p.pos += 2
		p.scanBrace(dq)
		r.add(parseParam(p.src[start:p.pos], line, dq, m))
	case c == '\'' && !dq:
		p.pos += 2
		p.scanAnsi()
		r.quoted(AnsiC(p.src[start+2 : p.pos-1]))
	case c == '"' && !dq:
		p.pos += 2
		r.doubleQuotes()
	case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		e := start + 2
		for e < len(p.src) && isNameByte(p.src[e]) {
			e++
		}
		r.add(&Param{Raw: p.src[start:e], Name: p.src[start+1 : e], InDQ: dq})
		p.pos = e
	case c >= '0' && c <= '9' || strings.IndexByte("@*#?-$!", c) >= 0:
		r.add(&Param{Raw: p.src[start : start+2], Name: p.src[start+1 : start+2], InDQ: dq})
		p.pos = start + 2
	default:
		r.text("$", dq)
		p.pos++
	}
}

// backquoted removes the backslashes that `..` itself takes.
func backquoted(s string, dq bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			n := s[i+1]
			if n == '$' || n == '`' || n == '\\' || n == '"' && dq {
				i++
			} else if n == '\n' {
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// parseParam reads ${..}; raw has the dollar and the braces.
func parseParam(raw string, line int, dq bool, m Mode) *Param {
	pm := &Param{Raw: raw, Brace: true, InDQ: dq}
	s := raw[2 : len(raw)-1]
	bad := func() *Param { pm.Bad = true; return pm }
	if s == "" {
		return bad()
	}
	if s == "#" || s == "!" || s == "?" || s == "-" || s == "$" || s == "@" || s == "*" {
		pm.Name = s
		return pm
	}
	if s[0] == '#' {
		name, sub, has, rest := splitName(s[1:])
		if name != "" && rest == "" {
			pm.Name, pm.Sub, pm.HasSub, pm.Length = name, sub, has, true
			return pm
		}
		if name != "" && len(s) > 1 && (s[1] == '_' || s[1] >= 'a' && s[1] <= 'z' || s[1] >= 'A' && s[1] <= 'Z' || s[1] >= '0' && s[1] <= '9') {
			return bad()
		}
	}
	if s[0] == '!' && len(s) > 1 && (isNameByte(s[1]) || strings.IndexByte("@*#?$!", s[1]) >= 0 || s[1] == '-' && len(s) == 2) {
		name, sub, has, rest := splitName(s[1:])
		if name != "" && !(strings.IndexByte("?!$", s[1]) >= 0 && rest != "" && strings.IndexByte(":-=?+#%/^,@", rest[0]) < 0) {
			if (rest == "*" || rest == "@") && !has && IsName(name) {
				pm.Name, pm.Prefix = name, rest[0]
				return pm
			}
			pm.Name, pm.Sub, pm.HasSub, pm.Indirect = name, sub, has, true
			if (sub == "@" || sub == "*") && has && rest == "" {
				pm.Indirect, pm.Keys = false, true
				return pm
			}
			return pm.operator(rest, line, dq, m)
		}
	}
	name, sub, has, rest := splitName(s)
	if name == "" || name == "#" && len(rest) == 1 && strings.Contains("+=:%/^,~", rest) {
		return bad()
	}
	pm.Name, pm.Sub, pm.HasSub = name, sub, has
	return pm.operator(rest, line, dq, m)
}

// splitName splits off a parameter's name and subscript.
func splitName(s string) (name, sub string, has bool, rest string) {
	i := identLen(s)
	if i == 0 {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == 0 {
			if s == "" || strings.IndexByte("@*#?-$!", s[0]) < 0 {
				return "", "", false, s
			}
			i = 1
		}
		return s[:i], "", false, s[i:]
	}
	name = s[:i]
	if i < len(s) && s[i] == '[' {
		e := subscriptEnd(s, i)
		if e < 0 {
			return "", "", false, s
		}
		return name, s[i+1 : e], true, s[e+1:]
	}
	return name, "", false, s[i:]
}

func (pm *Param) operator(s string, line int, dq bool, m Mode) *Param {
	if s == "" {
		return pm
	}
	// How the operator's word is read: within double quotes the word of - = ? +
	// is quoted text, a pattern isn't.
	wordMode := NoTilde
	if m == Normal || m == Assigns {
		wordMode = Assigns
	}
	if dq {
		wordMode = DQuoted
	}
	if !dq && wordMode == Assigns {
		wordMode = NoTilde
		if len(s) > 0 {
			k := strings.IndexAny(s, "-=?+")
			if k >= 0 && k+1 < len(s) && s[k+1] == '~' {
				wordMode = Assigns
			}
		}
	}
	word := func(s string) *Word { return &Word{Raw: s, Line: line, Mode: wordMode} }
	pat := func(s string) *Word { return &Word{Raw: s, Line: line, Mode: PatSub} }
	two := func(op string) bool { return strings.HasPrefix(s, op) }
	switch {
	case len(s) >= 2 && s[0] == ':' && strings.IndexByte("-=?+", s[1]) >= 0:
		pm.Op, pm.Arg = s[:2], word(s[2:])
	case strings.IndexByte("-=?+", s[0]) >= 0:
		pm.Op, pm.Arg = s[:1], word(s[1:])
	case s[0] == ':':
		off, length, has := splitSlice(s[1:])
		pm.Op = ":"
		pm.Arg = &Word{Raw: off, Line: line, Mode: ArithM}
		if has {
			pm.Arg2, pm.HasArg2 = &Word{Raw: length, Line: line, Mode: ArithM}, true
		}
		if s == ":" {
			pm.Bad = true
		}
	case two("##"), two("%%"), two("^^"), two(",,"), two("~~"):
		pm.Op, pm.Arg = s[:2], pat(s[2:])
	case strings.IndexByte("#%^,~", s[0]) >= 0:
		pm.Op, pm.Arg = s[:1], pat(s[1:])
	case s[0] == '/':
		pm.Op, s = "/", s[1:]
		if s != "" && (s[0] == '/' || s[0] == '#' || s[0] == '%') {
			pm.Op += s[:1]
			s = s[1:]
		}
		i := patEnd(s, len(pm.Op) == 1 || pm.Op == "//")
		pm.Arg = pat(s[:i])
		if i < len(s) {
			pm.Arg2, pm.HasArg2 = pat(s[i+1:]), true
		}
	case s[0] == '@': // what is no transformation only matters where there is a value
		pm.Op, pm.Arg = "@", &Word{Raw: s[1:]}
	default:
		pm.Bad = true
	}
	return pm
}

// splitSlice splits offset:length at the colon outside of ?: and nesting.
func splitSlice(s string) (off, length string, has bool) {
	depth, quest := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '?':
			quest++
		case '\'', '"', '`':
			if e := strings.IndexByte(s[i+1:], s[i]); e >= 0 {
				i += e + 1
			}
		case ':':
			if depth > 0 {
				continue
			}
			if quest > 0 {
				quest--
				continue
			}
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// patEnd returns where the pattern of ${v/pattern/..} ends. A slash at the
// very beginning belongs to it.
func patEnd(s string, first bool) int {
	q := &Parser{opt: &Options{}, src: s}
	for q.pos < len(s) {
		ok := true
		switch s[q.pos] {
		case '/':
			if q.pos > 0 || !first {
				return q.pos
			}
			q.pos++
		case '\\':
			q.pos += 2
		case '\'':
			q.pos++
			ok = q.tryScan(q.scanSingle)
		case '"':
			q.pos++
			ok = q.tryScan(q.scanDouble)
		case '`':
			q.pos++
			ok = q.tryScan(q.scanBack)
		case '$':
			ok = q.tryScan(func() { q.scanDollar(false) })
		default:
			q.pos++
		}
		if !ok {
			return len(s)
		}
	}
	return len(s)
}

// AnsiC decodes the backslashes of $'..'.
func AnsiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 >= len(s) {
			b = append(b, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'a':
			b = append(b, 7)
		case 'b':
			b = append(b, 8)
		case 'e', 'E':
			b = append(b, 27)
		case 'f':
			b = append(b, 12)
		case 'n':
			b = append(b, 10)
		case 'r':
			b = append(b, 13)
		case 't':
			b = append(b, 9)
		case 'v':
			b = append(b, 11)
		case '\\', '\'', '"', '?':
			b = append(b, c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, k := 0, 0
			for k < 3 && i < len(s) && s[i] >= '0' && s[i] <= '7' {
				n = n*8 + int(s[i]-'0')
				i++
				k++
			}
			i--
			if byte(n) == 0 {
				return string(b)
			}
			b = append(b, byte(n))
		case 'x':
			brace := i+1 < len(s) && s[i+1] == '{'
			j := i + 1
			if brace {
				j++
			}
			n, k := 0, 0
			for (k < 2 || brace) && j < len(s) && hexVal(s[j]) >= 0 {
				n = (n*16 + hexVal(s[j])) & 0xff
				j++
				k++
			}
			if k == 0 {
				b = append(b, '\\', 'x')
				if brace {
					i++
					b = b[:len(b)-2]
				}
				continue
			}
			if brace && j < len(s) && s[j] == '}' {
				j++
			}
			if n == 0 {
				return string(b)
			}
			b = append(b, byte(n))
			i = j - 1
		case 'u', 'U':
			width := 4
			if c == 'U' {
				width = 8
			}
			j, n, k := i+1, 0, 0
			for k < width && j < len(s) && hexVal(s[j]) >= 0 {
				n = n*16 + hexVal(s[j])
				j++
				k++
			}
			if k == 0 {
				b = append(b, '\\', c)
				continue
			}
			if n == 0 {
				return string(b)
			}
			b = AppendRune(b, n)
			i = j - 1
		case 'c':
			if i+1 >= len(s) {
				b = append(b, '\\', 'c')
				continue
			}
			i++
			c = s[i]
			if c == '\\' && i+1 < len(s) && s[i+1] == '\\' {
				i++
			}
			if c == '?' {
				b = append(b, 127)
			} else {
				if c >= 'a' && c <= 'z' {
					c -= 32
				}
				if c&0x1f == 0 {
					return string(b)
				}
				b = append(b, c&0x1f)
			}
		default:
			b = append(b, '\\', c)
		}
	}
	return string(b)
}

// AppendRune appends a code point as UTF-8, also one that Unicode excludes.
func AppendRune(b []byte, n int) []byte {
	switch {
	case n < 0x80:
		return append(b, byte(n))
	case n >= 0xd800 && n < 0xe000:
		return append(b, byte(0xe0|n>>12), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n <= 0x10ffff:
		return utf8.AppendRune(b, rune(n))
	case n < 0x200000:
		return append(b, byte(0xf0|n>>18), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n < 0x4000000:
		return append(b, byte(0xf8|n>>24), byte(0x80|n>>18&0x3f), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	case n < 0x80000000:
		return append(b, byte(0xfc|n>>30), byte(0x80|n>>24&0x3f), byte(0x80|n>>18&0x3f), byte(0x80|n>>12&0x3f), byte(0x80|n>>6&0x3f), byte(0x80|n&0x3f))
	}
	return b
}

func hexVal(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
