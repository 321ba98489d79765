package awk

import (
	"fmt"
	"strings"
)

type tok uint8

const (
	tEOF tok = iota
	tNewline
	tNumber
	tString
	tRegex
	tFuncName // a name with ( right behind it
	tName
	tBuiltin
	tKeyword
	tOp
)

var keywords = map[string]bool{
	"BEGIN": true, "END": true, "BEGINFILE": true, "ENDFILE": true, "function": true, "func": true, "if": true, "else": true,
	"while": true, "for": true, "do": true, "break": true, "continue": true, "next": true, "nextfile": true, "exit": true,
	"return": true, "delete": true, "in": true, "getline": true, "print": true, "printf": true, "switch": true, "case": true, "default": true,
}

// builtins are the functions with the fewest and most arguments they take.
var builtins = map[string][2]int{
	"length": {0, 1}, "substr": {2, 3}, "index": {2, 2}, "split": {2, 4}, "sub": {2, 3}, "gsub": {2, 3}, "gensub": {3, 4},
	"match": {2, 3}, "sprintf": {1, 1000}, "sin": {1, 1}, "cos": {1, 1}, "atan2": {2, 2}, "exp": {1, 1}, "log": {1, 1}, "sqrt": {1, 1},
	"int": {1, 1}, "rand": {0, 0}, "srand": {0, 1}, "tolower": {1, 1}, "toupper": {1, 1}, "system": {1, 1}, "close": {1, 2}, "fflush": {0, 1},
	"systime": {0, 0}, "strftime": {0, 3}, "mktime": {1, 2}, "and": {0, 1000}, "or": {0, 1000}, "xor": {0, 1000}, "compl": {1, 1},
	"lshift": {2, 2}, "rshift": {2, 2}, "strtonum": {1, 1}, "asort": {1, 3}, "asorti": {1, 3}, "patsplit": {2, 4}, "isarray": {1, 1},
	"typeof": {1, 2}, "mkbool": {1, 1}, "intdiv": {3, 3},
}

type token struct {
	kind  tok
	text  string // name, operator, string's value
	num   float64
	pos   int
	line  int
	typed bool // a regular expression written @/.../
}

// Error is a program that can't be compiled.
type Error struct {
	Text  string
	Where string // a file of -f, "cmd. line" for the command line
	Line  int
	Src   string // the line, for the caret; "" for none
	Col   int
}

func (e *Error) Error() string { return e.Text }

type lexer struct {
	src    string
	where  string
	pos    int
	line   int
	prev   tok    // kind of the last token
	prevOp string // its text

	namespace string // "x::" after @namespace "x"
	warn      func(where string, line int, c byte)
}

func (l *lexer) fail(pos int, format string, a ...any) {
	start := strings.LastIndexByte(l.src[:min(pos, len(l.src))], '\n') + 1
	end := len(l.src)
	if i := strings.IndexByte(l.src[start:], '\n'); i >= 0 {
		end = start + i
	}
	panic(&Error{fmt.Sprintf(format, a...), l.where, 1 + strings.Count(l.src[:start], "\n"), l.src[start:end], pos - start})
}

func isNameStart(c byte) bool { return c == '_' || 'a' <= c|32 && c|32 <= 'z' }
func isDigit(c byte) bool     { return '0' <= c && c <= '9' }
func isName(c byte) bool      { return isNameStart(c) || isDigit(c) }

// operand tells whether the last token ends an operand, so that / divides.
func (l *lexer) operand() bool {
	switch l.prev {
	case tNumber, tString, tRegex, tName, tBuiltin:
		return true
	case tOp:
		switch l.prevOp {
		case ")", "]", "$", "++", "--":
			return true
		}
	}
	return false
}

func (l *lexer) next() token {
	t := l.scan()
	l.prev, l.prevOp = t.kind, t.text
	return t
}

func (l *lexer) scan() token {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
			continue
		case c == '\\' && l.pos+1 < len(l.src) && (l.src[l.pos+1] == '\n' || strings.HasPrefix(l.src[l.pos+1:], "\r\n")):
			l.pos += 2
			if l.src[l.pos-1] == '\r' {
				l.pos++
			}
			l.line++
			continue
		case c == '#':
			if i := strings.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
				l.pos += i
			} else {
				l.pos = len(l.src)
			}
			continue
		}
		break
	}
	t := token{pos: l.pos, line: l.line}
	if l.pos >= len(l.src) {
		return t
	}
	c := l.src[l.pos]
	rest := l.src[l.pos:]
	switch {
	case c == '\n':
		t.kind, t.text = tNewline, "newline"
		l.pos++
		l.line++
		return t
	case isNameStart(c):
		n := 1
		for n < len(rest) && isName(rest[n]) {
			n++
		}
		// A namespace's name: awk::x is x.
		if strings.HasPrefix(rest[n:], "::") && n+2 < len(rest) && isNameStart(rest[n+2]) {
			k := n + 2
			for k < len(rest) && isName(rest[k]) {
				k++
			}
			t.text = rest[:k]
			if rest[:n] == "awk" {
				t.text = rest[n+2 : k]
			}
			n = k
		} else {
			t.text = rest[:n]
		}
		l.pos += n
		switch _, builtin := builtins[t.text]; {
		case keywords[t.text]:
			t.kind = tKeyword
			if t.text == "func" {
				t.text = "function"
			}
		case builtin:
			t.kind = tBuiltin
		case l.pos < len(l.src) && l.src[l.pos] == '(':
			t.kind = tFuncName
		default:
			t.kind = tName
		}
		if l.namespace != "" && (t.kind == tName || t.kind == tFuncName) && !strings.Contains(rest[:n], "::") && !allUpper(t.text) && l.prevOp != "@" {
			t.text = l.namespace + t.text
		}
		return t
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		n, v := number(rest)
		t.kind, t.num, t.text = tNumber, v, rest[:n]
		l.pos += n
		return t
	case c == '"':
		t.kind = tString
		l.pos++
		t.text = l.stringBody(t.pos)
		return t
	case c == '@' && len(rest) > 1 && rest[1] == '/':
		l.pos++
		t.typed = true
		t.kind, t.text = tRegex, l.regexBody(t.pos)
		return t
	case c == '/' && !l.operand():
		t.kind, t.text = tRegex, l.regexBody(t.pos)
		return t
	}
	t.kind = tOp
	for _, op := range []string{"**=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**", "==", "<=", ">=", "!=", "!~", ">>", "|&"} {
		if strings.HasPrefix(rest, op) {
			l.pos += len(op)
			t.text = op
			if op == "**" {
				t.text = "^"
			} else if op == "**=" {
				t.text = "^="
			}
			return t
		}
	}
	if strings.IndexByte("{}()[];,+-*/%^!<>|?:~$=@", c) < 0 {
		if c < ' ' || c >= 0x7f {
			l.fail(l.pos, "invalid char '%s' in expression", fmt.Sprintf("\\%03o", c))
		}
		if c == '.' {
			l.fail(l.pos, "syntax error")
		}
		l.fail(l.pos, "invalid char '%c' in expression", c)
	}
	l.pos++
	t.text = rest[:1]
	return t
}

// number reads a number of the program: hexadecimal and octal ones too.
func number(s string) (n int, v float64) {
	if len(s) > 2 && s[0] == '0' && s[1]|32 == 'x' && hexDigit(s[2]) >= 0 {
		n = 2
		for n < len(s) && hexDigit(s[n]) >= 0 {
			v = v*16 + float64(hexDigit(s[n]))
			n++
		}
		return n, v
	}
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if s[0] == '0' && n > 1 && (n >= len(s) || s[n] != '.' && s[n]|32 != 'e') {
		octal := true
		for i := 0; i < n; i++ {
			if s[i] > '7' {
				octal = false
			}
		}
		if octal {
			for i := 1; i < n; i++ {
				v = v*8 + float64(s[i]-'0')
			}
			return n, v
		}
	}
	if n < len(s) && s[n] == '.' {
		n++
		for n < len(s) && isDigit(s[n]) {
			n++
		}
	}
	if n < len(s) && s[n]|32 == 'e' {
		k := n + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if k < len(s) && isDigit(s[k]) {
			for k < len(s) && isDigit(s[k]) {
				k++
			}
			n = k
		}
	}
	return n, toNumber(s[:n])
}

func hexDigit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|32 && c|32 <= 'f':
		return int(c|32-'a') + 10
	}
	return -1
}

// stringBody reads a string up to its closing quote.
func (l *lexer) stringBody(start int) string {
	i := l.pos
	for i < len(l.src) && l.src[i] != '"' {
		switch l.src[i] {
		case '\n':
			l.fail(start, "unterminated string")
		case '\\':
			i++
			if i < len(l.src) && l.src[i] == '\n' {
				l.line++
			}
		}
		i++
	}
	if i >= len(l.src) {
		l.fail(start, "unterminated string")
	}
	body := l.src[l.pos:i]
	l.pos = i + 1
	return unescape(body, func(c byte) { l.warn(l.where, l.line, c) })
}

// allUpper tells whether a name is one that every namespace shares.
func allUpper(name string) bool {
	for i := range name {
		if 'a' <= name[i] && name[i] <= 'z' {
			return false
		}
	}
	return true
}

// unescape replaces the escape sequences of a string, and tells which
// characters a backslash had no meaning with.
func unescape(s string, warn func(c byte)) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '\n':
		case 'a', 'b', 'f', 'n', 'r', 't', 'v':
			b = append(b, "\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", c)])
		case '"', '\\':
			b = append(b, c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := 0
			k := i
			for ; k < len(s) && k < i+3 && s[k] >= '0' && s[k] <= '7'; k++ {
				n = n*8 + int(s[k]-'0')
			}
			b = append(b, byte(n))
			i = k - 1
		case 'x':
			n, k := 0, i+1
			for ; k < len(s) && k < i+3 && hexDigit(s[k]) >= 0; k++ {
				n = n*16 + hexDigit(s[k])
			}
			if k == i+1 {
				b = append(b, 'x')
				break
			}
			b = append(b, byte(n))
			i = k - 1
		default:
			warn(c)
			b = append(b, c)
		}
	}
	return string(b)
}

// regexBody reads a regular expression up to its closing slash.
func (l *lexer) regexBody(start int) string {
	i := l.pos + 1
	begin := i
	set := false
	setStart := 0
	for ; ; i++ {
		if i >= len(l.src) || l.src[i] == '\n' {
			l.fail(start+1, "unterminated regexp")
		}
		c := l.src[i]
		switch {
		case c == '\\' && i+1 < len(l.src):
			i++
			if l.src[i] == '\n' {
				l.line++
			}
			continue
		case set:
			if c == '[' && i+1 < len(l.src) && strings.IndexByte(":.=", l.src[i+1]) >= 0 {
				if k := strings.Index(l.src[i+2:], l.src[i+1:i+2]+"]"); k >= 0 && !strings.Contains(l.src[i+2:i+2+k], "\n") {
					i += k + 3
				}
				continue
			}
			if c == ']' && i > setStart {
				set = false
			}
			continue
		case c == '[':
			set = true
			setStart = i + 1
			if setStart < len(l.src) && l.src[setStart] == '^' {
				setStart++
			}
			continue
		}
		if c == '/' {
			break
		}
	}
	l.pos = i + 1
	return strings.ReplaceAll(strings.ReplaceAll(l.src[begin:i], "\\\n", ""), `\/`, "/")
}
