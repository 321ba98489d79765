package grep

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"

	"github.com/capshell/capshell/shellworker/regex"
)

// perlTimeout bounds the work of Perl's expressions on one line.
const perlTimeout = 10 * time.Second

// perl is a pattern in Perl's syntax. The engine works on characters; where
// text isn't UTF-8 each byte is one.
type perl struct {
	re    *regexp2.Regexp
	utf   bool
	runes []rune
	at    []int // offset of each character
	line  []byte
}

func (g *grep) compilePerl(patterns []string, flags regex.Flags) matcher {
	if len(patterns) > 1 {
		g.p.Fatalf(2, "the -P option only supports a single pattern")
	}
	var src string
	if len(patterns) == 1 {
		src = patterns[0]
	} else {
		src = `(?!)`
	}
	src = perlSyntax(src)
	if flags&regex.WholeWord != 0 {
		src = `(?<!\w)(?:` + src + `)(?!\w)`
	}
	if flags&regex.WholeLine != 0 {
		src = `^(?:` + src + `)$`
	}
	opt := regexp2.RegexOptions(regexp2.Multiline)
	if flags&regex.IgnoreCase != 0 {
		opt |= regexp2.IgnoreCase
	}
	re, err := regexp2.Compile(src, opt)
	if err != nil {
		text := err.Error()
		if i := strings.LastIndex(text, ": "); i >= 0 && strings.HasPrefix(text, "error parsing regexp: ") {
			text = strings.TrimPrefix(text, "error parsing regexp: ")
		}
		g.p.Fatalf(2, "%s", text)
	}
	re.MatchTimeout = perlTimeout
	return &perl{re: re, utf: g.utf}
}

// perlSyntax rewrites what PCRE has and the engine hasn't.
func perlSyntax(s string) string {
	var b strings.Builder
	inSet := false
	atom := 0 // where the last atom begins in b
	var opens []int
	for i := 0; i < len(s); {
		rest := s[i:]
		c := s[i]
		switch {
		case c == '\\' && len(rest) > 1:
			start := b.Len()
			n := 2
			switch rest[1] {
			case 'Q':
				text := rest[2:]
				n = len(rest)
				if k := strings.Index(text, `\E`); k >= 0 {
					text = text[:k]
					n = 2 + k + 2
				}
				b.WriteString(regexp2.Escape(text))
			case 'E':
			case 'h':
				if inSet {
					b.WriteString(`\t `)
				} else {
					b.WriteString(`[\t ]`)
				}
			case 'H':
				b.WriteString(`[^\t ]`)
			case 'N':
				b.WriteString(`[^\n]`)
			case 'R':
				b.WriteString(`(?:\r\n|[\n\v\f\r])`)
			case 'K':
				// What was matched so far is only looked at.
				done := b.String()
				b.Reset()
				b.WriteString(`(?<=` + done + `)`)
			case 'z', 'Z', 'A':
				b.WriteString(rest[:2])
			default:
				b.WriteString(rest[:2])
			}
			if !inSet {
				atom = start
			}
			i += n
		case inSet:
			if strings.HasPrefix(rest, "[:") {
				if k := strings.Index(rest, ":]"); k > 0 {
					if cls, ok := perlClasses[rest[2:k]]; ok {
						b.WriteString(cls)
						i += k + 2
						continue
					}
				}
			}
			if c == '[' {
				b.WriteByte('\\')
			}
			if c == ']' {
				inSet = false
			}
			b.WriteByte(c)
			i++
		case c == '[':
			inSet = true
			atom = b.Len()
			b.WriteByte(c)
			i++
			if i < len(s) && s[i] == '^' {
				b.WriteByte('^')
				i++
			}
			if i < len(s) && s[i] == ']' {
				b.WriteString(`\]`)
				i++
			}
		case c == '(':
			opens = append(opens, b.Len())
			b.WriteByte(c)
			i++
			if strings.HasPrefix(s[i:], "?P<") {
				b.WriteString("?<")
				i += 3
			} else if strings.HasPrefix(s[i:], "?P=") {
				if k := strings.IndexByte(s[i:], ')'); k > 0 {
					name := s[i+3 : i+k]
					t := b.String()
					b.Reset()
					b.WriteString(t[:len(t)-1] + `\k<` + name + `>`)
					opens = opens[:len(opens)-1]
					i += k + 1
				}
			}
		case c == ')':
			if n := len(opens); n > 0 {
				atom = opens[n-1]
				opens = opens[:n-1]
			}
			b.WriteByte(c)
			i++
		case strings.IndexByte("*+?", c) >= 0 || c == '{' && quantifier(rest) > 0:
			n := 1
			if c == '{' {
				n = quantifier(rest)
			}
			if i+n < len(s) && s[i+n] == '+' { // possessive
				t := b.String()
				b.Reset()
				b.WriteString(t[:atom] + `(?>` + t[atom:] + rest[:n] + `)`)
				i += n + 1
				continue
			}
			b.WriteString(rest[:n])
			i += n
		default:
			atom = b.Len()
			_, n := utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:n])
			i += n
		}
	}
	return b.String()
}

var perlClasses = map[string]string{
	"alpha": `a-zA-Z`, "digit": `0-9`, "alnum": `a-zA-Z0-9`, "upper": `A-Z`, "lower": `a-z`, "space": `\s`,
	"blank": ` \t`, "punct": "!-/:-@\\[-`{-~", "print": ` -~`, "graph": `!-~`, "cntrl": `\x00-\x1f\x7f`, "xdigit": `0-9a-fA-F`, "word": `\w`,
}

// quantifier returns the length of a {n,m} that s begins with, 0 if it doesn't.
func quantifier(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '}' && i > 1:
			return i + 1
		case c >= '0' && c <= '9', c == ',' && i > 1:
		default:
			return 0
		}
	}
	return 0
}

// groups returns where the groups of the first match at pos or later are: the
// whole match first, -1 for one that isn't part of it.
func (m *perl) groups(b []byte, pos int) []int {
	m.load(b)
	from, _ := slices.BinarySearch(m.at, pos)
	r, err := m.re.FindRunesMatchStartingAt(m.runes, from)
	if err != nil || r == nil {
		return nil
	}
	var list []int
	for _, g := range r.Groups() {
		if len(g.Captures) == 0 {
			list = append(list, -1, -1)
			continue
		}
		list = append(list, m.at[g.Index], m.at[g.Index+g.Length])
	}
	return list
}

func (m *perl) Span(b []byte, pos int) (start, end int, ok bool, err error) {
	m.load(b)
	from, _ := slices.BinarySearch(m.at, pos)
	r, err := m.re.FindRunesMatchStartingAt(m.runes, from)
	if err != nil {
		return 0, 0, false, regex.ErrTooComplex
	}
	if r == nil {
		return 0, 0, false, nil
	}
	return m.at[r.Index], m.at[r.Index+r.Length], true, nil
}

// load makes characters of a line, unless it did so last.
func (m *perl) load(b []byte) {
	if len(m.line) > 0 && len(b) > 0 && &m.line[0] == &b[0] && len(m.line) == len(b) && len(m.at) > 0 && string(m.runes) == string(b) {
		return
	}
	m.line, m.runes, m.at = b, m.runes[:0], m.at[:0]
	for i := 0; i < len(b); {
		r, n := rune(b[i]), 1
		if m.utf && r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b[i:])
		}
		m.runes = append(m.runes, r)
		m.at = append(m.at, i)
		i += n
	}
	m.at = append(m.at, len(b))
}
