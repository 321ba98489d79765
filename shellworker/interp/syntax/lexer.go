package syntax

import "strings"

// peek returns the current token, read in the way that flags say.
func (p *Parser) peek(flags uint8) token {
	if p.have {
		if p.tok.flags == flags || p.tok.kind != tWord && !(flags&fRegex != 0) {
			return p.tok
		}
		p.pos = p.tok.start
	}
	p.lex(flags)
	p.have = true
	return p.tok
}

// next takes the current token.
func (p *Parser) next() {
	t := p.tok
	p.have = false
	p.took = t.end
	if t.kind == tNewline {
		p.ended = t.start == t.end
		p.readHeredocs()
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isMeta tells whether an unquoted c ends a word.
func isMeta(c byte) bool {
	switch c {
	case ' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')':
		return true
	}
	return false
}

func (p *Parser) skipBlanks() {
	for !p.eof() {
		c := p.src[p.pos]
		switch {
		case isBlank(c):
			p.pos++
		case c == '\\' && p.at(1) == '\n':
			p.pos += 2
		case c == '#':
			for !p.eof() && p.src[p.pos] != '\n' {
				if i := strings.IndexByte(p.src[p.pos:], '\n'); i >= 0 {
					p.pos += i
				} else {
					p.pos = len(p.src)
				}
			}
		default:
			return
		}
	}
}

// opByte returns the next byte of an operator, past escaped newlines.
func (p *Parser) opByte() byte {
	for p.at(0) == '\\' && p.at(1) == '\n' {
		p.pos += 2
	}
	return p.at(0)
}

func (p *Parser) op(s string) {
	p.tok.kind, p.tok.text = tOp, s
}

func (p *Parser) lex(flags uint8) {
	p.skipBlanks()
	p.tok = token{start: p.pos, line: p.lineAt(p.pos), flags: flags}
	if p.eof() {
		p.tok.kind = tEOF
		p.tok.end = p.pos
		if n := len(p.src); n > 0 && p.src[n-1] != '\n' && !p.ended { // the last line ends there too
			p.tok.kind, p.tok.text = tNewline, "\n"
		}
		return
	}
	c := p.src[p.pos]
	if flags&fRegex != 0 && c != '\n' && c != ';' && c != '&' && c != '<' && c != '>' && c != ')' {
		p.word(flags)
		p.tok.end = p.pos
		return
	}
	switch c {
	case '\n':
		p.pos++
		p.tok.kind, p.tok.text = tNewline, "\n"
	case ';':
		p.pos++
		switch p.opByte() {
		case ';':
			p.pos++
			if p.opByte() == '&' {
				p.pos++
				p.op(";;&")
			} else {
				p.op(";;")
			}
		case '&':
			p.pos++
			p.op(";&")
		default:
			p.op(";")
		}
	case '&':
		p.pos++
		switch p.opByte() {
		case '&':
			p.pos++
			p.op("&&")
		case '>':
			p.pos++
			if p.opByte() == '>' {
				p.pos++
				p.op("&>>")
			} else {
				p.op("&>")
			}
		default:
			p.op("&")
		}
	case '|':
		p.pos++
		switch p.opByte() {
		case '|':
			p.pos++
			p.op("||")
		case '&':
			p.pos++
			p.op("|&")
		default:
			p.op("|")
		}
	case '(', ')':
		p.pos++
		p.op(string(c))
	case '<':
		if p.at(1) == '(' && flags&fCond == 0 {
			p.word(flags)
			break
		}
		p.pos++
		switch p.opByte() {
		case '<':
			p.pos++
			switch p.opByte() {
			case '-':
				p.pos++
				p.op("<<-")
			case '<':
				p.pos++
				p.op("<<<")
			default:
				p.op("<<")
			}
		case '&':
			p.pos++
			p.op("<&")
		case '>':
			p.pos++
			p.op("<>")
		default:
			p.op("<")
		}
	case '>':
		if p.at(1) == '(' && flags&fCond == 0 {
			p.word(flags)
			break
		}
		p.pos++
		switch p.opByte() {
		case '>':
			p.pos++
			p.op(">>")
		case '&':
			p.pos++
			p.op(">&")
		case '|':
			p.pos++
			p.op(">|")
		default:
			p.op(">")
		}
	default:
		p.word(flags)
	}
	p.tok.end = p.pos
}

// word reads a word at pos.
func (p *Parser) word(flags uint8) {
	p.tok.kind = tWord
	start := p.pos
	ident := true // only a name so far
	assign := false
	for !p.eof() {
		c := p.src[p.pos]
		switch c {
		case '\\':
			ident = ident && p.at(1) == '\n'
			if p.at(1) == 0 && p.pos+1 >= len(p.src) {
				p.pos++
			} else {
				p.pos += 2
			}
			continue
		case '\'':
			p.pos++
			p.scanSingle()
			ident = false
			continue
		case '"':
			p.pos++
			p.scanDouble()
			ident = false
			continue
		case '`':
			p.pos++
			p.scanBack()
			ident = false
			continue
		case '$':
			p.scanDollar(false)
			ident = false
			continue
		case '<', '>':
			if p.at(1) == '(' && flags&fCond == 0 {
				p.pos += 2
				p.scanSub()
				ident = false
				continue
			}
		case '?', '*', '+', '@', '!':
			if p.at(1) == '(' && (p.opt.Extglob || flags&fPattern != 0) && flags&fRegex == 0 {
				p.pos += 2
				p.scanParen()
				ident = false
				continue
			}
		case '[':
			if flags&fAssign != 0 && ident && p.pos > start {
				p.pos++
				p.scanSubscript()
				assign = p.at(0) == '=' || p.at(0) == '+' && p.at(1) == '='
				ident = false
				continue
			}
			if flags&fCompound != 0 && p.pos == start {
				save := p.pos
				p.pos++
				if p.tryScan(p.scanSubscript) && (flags&fCompound == 0 || p.at(0) == '=' || p.at(0) == '+' && p.at(1) == '=') {
					if p.at(0) == '=' || p.at(0) == '+' && p.at(1) == '=' {
						assign = true
					}
					ident = false
					continue
				}
				p.pos = save
			}
		case '=':
			if (ident || assign) && p.pos > start {
				if p.at(1) == '(' && flags&fAssign != 0 {
					p.pos += 2
					p.compoundAssign(start)
					return
				}
			}
		case '(', '|':
			if flags&fRegex != 0 {
				if c == '|' {
					p.pos++
					continue
				}
				p.pos++
				p.scanParen()
				ident = false
				continue
			}
		}
		if isMeta(c) {
			break
		}
		if ident && !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || p.pos > start && c >= '0' && c <= '9') {
			if c != '+' || p.at(1) != '=' {
				ident = false
			}
		}
		p.pos++
	}
	text := p.src[start:p.pos]
	if strings.Contains(text, "\\\n") {
		text = dropContinuations(text)
	}
	p.tok.text = text
	if p.pos < len(p.src) && (p.src[p.pos] == '<' || p.src[p.pos] == '>') {
		if isDigits(text) && len(text) < 10 {
			p.tok.kind = tIONum
		} else if len(text) > 2 && text[0] == '{' && text[len(text)-1] == '}' {
			n := text[1 : len(text)-1]
			if k := identLen(n); k > 0 && (k == len(n) || n[k] == '[' && n[len(n)-1] == ']') {
				p.tok.kind, p.tok.text = tIOVar, n
			}
		}
	}
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// dropContinuations removes the escaped newlines of a word, save in single
// quotes and what looks like a here-document.
func dropContinuations(s string) string {
	if strings.Contains(s, "<<") {
		return s
	}
	var b strings.Builder
	inDouble := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) {
				if s[i+1] != '\n' {
					b.WriteByte(s[i])
					b.WriteByte(s[i+1])
				}
				i++
				continue
			}
		case '"':
			inDouble = !inDouble
		case '\'':
			if !inDouble {
				if i > 0 && s[i-1] == '$' {
					b.WriteByte('\'')
					for i++; i < len(s) && s[i] != '\''; i++ {
						b.WriteByte(s[i])
						if s[i] == '\\' && i+1 < len(s) {
							i++
							b.WriteByte(s[i])
						}
					}
					if i < len(s) {
						b.WriteByte('\'')
					}
					continue
				}
				e := strings.IndexByte(s[i+1:], '\'')
				if e >= 0 {
					b.WriteString(s[i : i+e+2])
					i += e + 1
					continue
				}
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// compoundAssign reads (elements), pos being behind the parenthesis.
func (p *Parser) compoundAssign(start int) {
	tok := p.tok
	var elems []*Elem
	flags := uint8(fCompound)
	for {
		p.lex(flags)
		t := p.tok
		if t.kind == tNewline {
			p.have = true
			p.next()
			continue
		}
		if t.kind == tOp && t.text == ")" {
			break
		}
		if t.kind == tEOF {
			p.fail(&Error{Line: tok.line, Text: "unexpected EOF while looking for matching `)'", EOF: true, Compound: true})
		}
		if t.kind != tWord {
			if t.kind == tIONum || t.kind == tIOVar {
				p.tok = t
				p.have = true
				p.next()
				p.lex(0)
			}
			t = p.tok
			p.fail(&Error{Line: p.lineAt(t.start), Text: "syntax error near unexpected token `" + t.show() + "'", Near: p.lineText(t.start), HasNear: true, Compound: true})
		}
		elems = append(elems, parseElem(t))
	}
	p.tok = tok
	p.tok.isArr = true
	p.tok.arr = elems
	p.tok.text = p.src[start:p.pos]
	p.have = false
}

func parseElem(t token) *Elem {
	e := &Elem{Raw: &Word{Raw: t.text, Line: t.line}}
	s := t.text
	if s[0] == '[' {
		if k := subscriptEnd(s, 0); k > 0 {
			rest := s[k+1:]
			if strings.HasPrefix(rest, "+=") {
				e.Append = true
				rest = rest[1:]
			}
			if strings.HasPrefix(rest, "=") {
				e.Sub, e.HasSub = s[1:k], true
				e.Value = &Word{Raw: rest[1:], Line: t.line, Mode: Assigns}
				return e
			}
			e.Append = false
		}
	}
	e.Value = e.Raw
	return e
}

// ParseElems reads the text of a compound assignment, "(..)".
func ParseElems(text string, line int, opt *Options) (elems []*Elem, err error) {
	p := NewParser(text, line, opt, nil)
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			err = b.err
		}
	}()
	p.pos = 1
	p.compoundAssign(0)
	return p.tok.arr, nil
}

// The scanners move pos behind the end of what they name.

func (p *Parser) scanSingle() {
	line := p.lineAt(p.pos)
	for !p.eof() {
		if i := strings.IndexByte(p.src[p.pos:], '\''); i >= 0 {
			p.pos += i + 1
			return
		}
		p.pos = len(p.src)
	}
	p.failMatch('\'', line)
}

// scanAnsi reads $'..' from behind its opening quote.
func (p *Parser) scanAnsi() {
	line := p.lineAt(p.pos)
	for !p.eof() {
		switch p.src[p.pos] {
		case '\\':
			p.pos++
		case '\'':
			p.pos++
			return
		}
		p.pos++
	}
	p.failMatch('\'', line)
}

func (p *Parser) scanDouble() {
	line := p.lineAt(p.pos)
	for !p.eof() {
		switch p.src[p.pos] {
		case '\\':
			p.pos += 2
		case '"':
			p.pos++
			return
		case '`':
			p.pos++
			p.scanBack()
		case '$':
			p.scanDollar(true)
		default:
			p.pos++
		}
	}
	p.failMatch('"', line)
}

func (p *Parser) scanBack() {
	line := p.lineAt(p.pos)
	for !p.eof() {
		switch p.src[p.pos] {
		case '\\':
			p.pos++
		case '`':
			p.pos++
			return
		}
		p.pos++
	}
	p.failMatch('`', line)
}

// scanDollar reads what begins with the $ at pos.
func (p *Parser) scanDollar(dq bool) {
	if p.depth++; p.depth > maxDepth {
		p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: expansions are nested too deeply"})
	}
	defer func() { p.depth-- }()
	for p.at(1) == '\\' && p.at(2) == '\n' {
		p.src = p.src[:p.pos+1] + p.src[p.pos+3:]
	}
	switch p.at(1) {
	case '(':
		if p.at(2) == '(' {
			line := p.lineAt(p.pos)
			if _, ok := p.arithText(p.pos + 3); ok {
				return
			}
			p.pos += 2
			if !p.tryScan(p.scanSub) { // neither reads
				p.failMatch(')', line)
			}
			return
		}
		p.pos += 2
		p.scanSub()
	case '{':
		p.pos += 2
		p.scanBrace(dq)
	case '[':
		p.pos += 2
		p.scanSubscript()
	case '\'':
		if dq {
			p.pos++
			return
		}
		p.pos += 2
		p.scanAnsi()
	case '"':
		if dq {
			p.pos++
			return
		}
		p.pos += 2
		p.scanDouble()
	default:
		p.pos++
		if p.pos < len(p.src) && p.src[p.pos] == '$' {
			p.pos++
		}
	}
}

// scanSub reads a command substitution from behind its parenthesis.
func (p *Parser) scanSub() {
	if p.depth++; p.depth > maxDepth {
		p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: expansions are nested too deeply"})
	}
	tok, have, docs, trail := p.tok, p.have, p.heredocs, p.trail
	p.have, p.heredocs = false, nil
	p.noAlias++
	p.subs++
	p.listOrNone()
	if t := p.peek(fAssign); t.kind == tEOF {
		line := p.lineAt(len(p.src))
		if !strings.HasSuffix(p.src, "\n") {
			line++
		}
		p.failMatch(')', line)
	} else if !p.isOp(t, ")") {
		p.unexpected()
	}
	p.subs--
	p.noAlias--
	p.depth--
	p.have, p.pos = false, p.tok.end
	p.tok, p.have, p.heredocs, p.trail = tok, have, docs, trail
}

// scanBrace reads ${..} from behind its brace.
func (p *Parser) scanBrace(dq bool) {
	line := p.lineAt(p.pos)
	pattern := p.braceOp(dq)
	for !p.eof() {
		switch c := p.src[p.pos]; c {
		case '\\':
			p.pos += 2
		case '\'':
			p.pos++
			p.scanSingle()
		case '"':
			p.pos++
			p.scanDouble()
		case '`':
			p.pos++
			p.scanBack()
		case '$':
			if dq && pattern && p.at(1) == '\'' {
				p.pos += 2
				p.scanAnsi()
			} else {
				p.scanDollar(dq)
			}
		case '}':
			p.pos++
			return
		case '<', '>':
			if p.at(1) == '(' && !dq {
				p.pos += 2
				p.scanSub()
			} else {
				p.pos++
			}
		default:
			p.pos++
		}
	}
	p.failMatch('}', line)
}

// braceOp reads the name of ${..} and tells whether a pattern's operator follows.
func (p *Parser) braceOp(dq bool) bool {
	if c := p.at(0); (c == '!' || c == '#') && p.at(1) != '}' {
		p.pos++
	}
	n := 0
	for c := p.at(n); c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'; c = p.at(n) {
		n++
	}
	if n == 0 {
		switch p.at(0) {
		case '@', '*', '#', '?', '-', '$', '!':
			n = 1
		}
	}
	p.pos += n
	if p.at(0) == '[' && n > 0 {
		save := p.pos
		p.pos++
		if !p.tryScan(p.scanSubscript) {
			p.pos = save
		}
	}
	switch p.at(0) {
	case '#', '%', '^', ',', '/':
		return true
	}
	return false
}

// scanSubscript reads up to the matching bracket.
func (p *Parser) scanSubscript() {
	line := p.lineAt(p.pos)
	depth := 0
	for !p.eof() {
		switch p.src[p.pos] {
		case '\\':
			p.pos += 2
		case '\'':
			p.pos++
			p.scanSingle()
		case '"':
			p.pos++
			p.scanDouble()
		case '`':
			p.pos++
			p.scanBack()
		case '$':
			p.scanDollar(false)
		case '[':
			depth++
			p.pos++
		case ']':
			p.pos++
			if depth == 0 {
				return
			}
			depth--
		default:
			p.pos++
		}
	}
	p.failMatch(']', line)
}

// scanParen reads up to the matching parenthesis of an extended pattern.
func (p *Parser) scanParen() {
	line := p.lineAt(p.pos)
	depth := 0
	for !p.eof() {
		switch p.src[p.pos] {
		case '\\':
			p.pos += 2
		case '\'':
			p.pos++
			p.scanSingle()
		case '"':
			p.pos++
			p.scanDouble()
		case '`':
			p.pos++
			p.scanBack()
		case '$':
			p.scanDollar(false)
		case '(':
			depth++
			p.pos++
		case ')':
			p.pos++
			if depth == 0 {
				return
			}
			depth--
		default:
			p.pos++
		}
	}
	p.failMatch(')', line)
}

// readHeredocs reads the texts that the line asked for.
func (p *Parser) readHeredocs() {
	docs := p.heredocs
	p.heredocs = nil
	for _, r := range docs {
		delim := unquoteDelim(r.Word.Raw)
		line := p.lineAt(p.pos)
		var body strings.Builder
		closed := false
		for !p.eof() {
			i := strings.IndexByte(p.src[p.pos:], '\n')
			for i < 0 && p.fill() {
				i = strings.IndexByte(p.src[p.pos:], '\n')
			}
			end := p.pos + i
			next := end + 1
			if i < 0 {
				end, next = len(p.src), len(p.src)
			}
			l := p.src[p.pos:end]
			if !r.Quote { // an escaped newline joins lines before the delimiter is looked for
				for next <= len(p.src) && next > end && oddBackslashes(l) && (next < len(p.src) || p.more != nil && p.fill()) {
					j := strings.IndexByte(p.src[next:], '\n')
					for j < 0 && p.fill() {
						j = strings.IndexByte(p.src[next:], '\n')
					}
					if j < 0 {
						l = l[:len(l)-1] + p.src[next:]
						next = len(p.src)
						end = next
						break
					}
					l = l[:len(l)-1] + p.src[next:next+j]
					end, next = next+j, next+j+1
				}
			}
			if r.Op == "<<-" {
				if l != delim { // a delimiter may itself begin with tabs
					l = strings.TrimLeft(l, "\t")
				}
			}
			if l == delim {
				p.pos, closed = next, true
				break
			}
			if p.subs > 0 && strings.HasPrefix(l, delim) && strings.HasPrefix(l[len(delim):], ")") { // $(cat <<E .. E)
				k := strings.Index(p.src[p.pos:], delim)
				p.pos, closed = p.pos+k+len(delim), true
				break
			}
			body.WriteString(l)
			body.WriteByte('\n')
			p.pos = next
		}
		if !closed {
			p.warnings = append(p.warnings, "here-document at line "+itoa(max(line-1, 1))+" delimited by end-of-file (wanted `"+delim+"')")
		}
		r.Body = &Word{Raw: body.String(), Line: line, Mode: Heredoc}
	}
}

func oddBackslashes(l string) bool {
	n := 0
	for n < len(l) && l[len(l)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func itoa(n int) string {
	if n < 0 {
		return "-" + itoa(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// unquoteDelim removes the quotes of a here-document's delimiter.
func unquoteDelim(s string) string {
	if !strings.ContainsAny(s, "\\'\"") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i < len(s) {
				b.WriteByte(s[i])
			}
		case '$':
			if i+1 < len(s) && s[i+1] == '\'' {
				e := i + 2
				for e < len(s) && s[e] != '\'' {
					if s[e] == '\\' {
						e++
					}
					e++
				}
				b.WriteString(AnsiC(s[i+2 : min(e, len(s))]))
				i = e
			} else if i+1 < len(s) && s[i+1] == '"' {
			} else {
				b.WriteByte(c)
			}
		case '\'':
			e := strings.IndexByte(s[i+1:], '\'')
			if e < 0 {
				e = len(s) - i - 1
			}
			b.WriteString(s[i+1 : i+1+e])
			i += e + 1
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\", s[i+1]) >= 0 {
					i++
				}
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
