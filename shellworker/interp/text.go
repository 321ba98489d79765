package interp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// runeCount counts the characters of s: a byte that isn't UTF-8 is one.
func runeCount(s string) int { return utf8.RuneCountInString(s) }

// cutRunes returns the byte offset of the n-th character.
func runeOffset(s string, n int) int {
	if isASCII(s) {
		return min(n, len(s))
	}
	i := 0
	for n > 0 && i < len(s) {
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
		n--
	}
	return i
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func toUpper(r rune) rune { return unicode.ToUpper(r) }
func toLower(r rune) rune { return unicode.ToLower(r) }

func toggle(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

// mapCase maps every character; bytes that aren't UTF-8 stay.
func mapCase(s string, f func(rune) rune) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteRune(f(r))
		i += n
	}
	return b.String()
}

func mapFirst(s string, f func(rune) rune) string {
	if s == "" {
		return s
	}
	_, n := utf8.DecodeRuneInString(s)
	return mapCase(s[:n], f) + s[n:]
}

// needsAnsi tells whether s holds what only $'..' can show.
func needsAnsi(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < 0x80 {
			if c < ' ' || c == 0x7f {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 || !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) {
			return true
		}
		i += n
	}
	return false
}

// ansiQuote shows s as $'..'.
func ansiQuote(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x80 {
			r, n := utf8.DecodeRuneInString(s[i:])
			if !(r == utf8.RuneError && n <= 1) && (unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)) {
				b.WriteString(s[i : i+n])
				i += n
				continue
			}
			octal(&b, c)
			i++
			continue
		}
		switch c {
		case 27:
			b.WriteString(`\E`)
		case 7:
			b.WriteString(`\a`)
		case 8:
			b.WriteString(`\b`)
		case 9:
			b.WriteString(`\t`)
		case 10:
			b.WriteString(`\n`)
		case 11:
			b.WriteString(`\v`)
		case 12:
			b.WriteString(`\f`)
		case 13:
			b.WriteString(`\r`)
		case '\\':
			b.WriteString(`\\`)
		case '\'':
			b.WriteString(`\'`)
		default:
			if c < ' ' || c == 0x7f {
				octal(&b, c)
			} else {
				b.WriteByte(c)
			}
		}
		i++
	}
	b.WriteByte('\'')
	return b.String()
}

func octal(b *strings.Builder, c byte) {
	b.WriteByte('\\')
	b.WriteByte('0' + c>>6)
	b.WriteByte('0' + c>>3&7)
	b.WriteByte('0' + c&7)
}

// singleQuote puts s in single quotes.
func singleQuote(s string) string {
	if s == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteQ shows s as ${v@Q} and set do.
func quoteQ(s string) string {
	if needsAnsi(s) {
		return ansiQuote(s)
	}
	return singleQuote(s)
}

// quoteIfNeeded shows s as `set`, `alias` without a need for quotes do.
func quoteIfNeeded(s string) string {
	if s == "" {
		return ""
	}
	if needsAnsi(s) {
		return ansiQuote(s)
	}
	if shellMeta(s) {
		return singleQuote(s)
	}
	return s
}

// shellMeta tells whether s holds a character that is special to the shell.
func shellMeta(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', '?', ']', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' {
				return true
			}
		}
	}
	return false
}

// doubleQuote shows s as declare -p does.
func doubleQuote(s string) string {
	if needsAnsi(s) {
		return ansiQuote(s)
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '$', '`', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// backslashQuote shows s as printf %q does.
func backslashQuote(s string) string {
	if s == "" {
		return "''"
	}
	if needsAnsi(s) {
		return ansiQuote(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case ' ', '\t', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', '?', ']', '^', '$', '`', ',':
			b.WriteByte('\\')
		case '~', '#':
			if i == 0 || c == '~' && (s[i-1] == ':' || s[i-1] == '=') {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
