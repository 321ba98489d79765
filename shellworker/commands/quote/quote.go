// Package quote writes names the way GNU's tools show them: as they are, for a
// shell, as C strings, or between the locale's quotation marks (the quoting
// styles of coreutils 9.1).
package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is a quoting style, named as ls --quoting-style names it.
type Style uint8

const (
	Literal Style = iota
	Shell
	ShellAlways
	ShellEscape
	ShellEscapeAlways
	C
	CMaybe
	Escape
	Locale
	CLocale
)

// Styles are the names of all styles, in the order of their values.
var Styles = []string{"literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale"}

// Options change a style.
type Options struct {
	Style Style
	UTF8  bool   // the text is UTF-8; else only ASCII is printable
	Also  string // further bytes that Escape and C escape
}

// Name returns a name quoted only where a shell needs it, escaping what can't
// be printed: how most messages show a file's name.
func Name(s string) string { return Options{Style: ShellEscape, UTF8: true}.Quote(s) }

// Always returns the name quoted in any case: 'x'.
func Always(s string) string { return Options{Style: ShellEscapeAlways, UTF8: true}.Quote(s) }

// Quote returns s in the style.
func (o Options) Quote(s string) string {
	switch o.Style {
	case Shell, ShellAlways, ShellEscape, ShellEscapeAlways:
		return o.shell(s)
	case C:
		return `"` + o.escape(s, `"`) + `"`
	case CMaybe:
		if e := o.escape(s, `"`); e != strings.ReplaceAll(s, `\`, `\\`) {
			return `"` + e + `"`
		}
		return s
	case Escape:
		return o.escape(s, "")
	case Locale, CLocale:
		if !o.UTF8 {
			if o.Style == CLocale {
				return `"` + o.escape(s, `"`) + `"`
			}
			return "'" + o.escape(s, "'") + "'"
		}
		return "‘" + strings.ReplaceAll(o.escape(s, ""), "’", `\’`) + "’"
	}
	return s
}

// next returns the size of the character at the start of s and whether it can
// be printed.
func (o Options) next(s string) (size int, printable bool) {
	c := s[0]
	if c < utf8.RuneSelf || !o.UTF8 {
		return 1, c >= ' ' && c < 0x7f
	}
	r, n := utf8.DecodeRuneInString(s)
	return n, (r != utf8.RuneError || n > 1) && unicode.IsPrint(r)
}

func letter(c byte) byte {
	switch c {
	case '\a':
		return 'a'
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	case '\v':
		return 'v'
	}
	return 0
}

func octal(b *strings.Builder, c byte) {
	b.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
}

func (o Options) escape(s, quotes string) string {
	var b strings.Builder
	for len(s) > 0 {
		n, ok := o.next(s)
		c := s[0]
		switch {
		case n == 1 && (c == '\\' || strings.IndexByte(quotes, c) >= 0 || strings.IndexByte(o.Also, c) >= 0):
			b.WriteByte('\\')
			b.WriteByte(c)
		case ok:
			b.WriteString(s[:n])
		case n == 1 && letter(c) != 0:
			b.WriteByte('\\')
			b.WriteByte(letter(c))
		default:
			for i := range n {
				octal(&b, s[i])
			}
		}
		s = s[n:]
	}
	return b.String()
}

// shell quotes for a Bourne shell. A name that holds a single quote and nothing
// that is special between double quotes is shown between double quotes.
func (o Options) shell(s string) string {
	esc := o.Style == ShellEscape || o.Style == ShellEscapeAlways
	need := o.Style == ShellAlways || o.Style == ShellEscapeAlways || s == ""
	single, double := false, true
	for i := 0; i < len(s); {
		n, ok := o.next(s[i:])
		c := s[i]
		switch {
		case !ok:
			double = false
			need = need || esc || c == '\n' || c == '\t' || c == '\r'
		case n > 1:
		case c == '\'':
			single, need = true, true
		case c == ' ':
			need = true
		case (c == '{' || c == '}') && len(s) == 1, (c == '#' || c == '~') && i == 0:
			need = true
		case strings.IndexByte("{}#~", c) >= 0:
			double = false
		case strings.IndexByte("!\"$&()*;<=>[^`|\\?", c) >= 0:
			need, double = true, false
		}
		i += n
	}
	switch {
	case !need:
		return s
	case single && double:
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('\'')
	open := false // within $'...'
	for len(s) > 0 {
		n, ok := o.next(s)
		c := s[0]
		if !ok && esc {
			if !open {
				b.WriteString("'$'")
				open = true
			}
			if n == 1 && letter(c) != 0 {
				b.WriteByte('\\')
				b.WriteByte(letter(c))
			} else {
				for i := range n {
					octal(&b, s[i])
				}
			}
			s = s[n:]
			continue
		}
		if c == '\'' {
			b.WriteString(`'\''`)
			open = false
			s = s[1:]
			continue
		}
		if open {
			b.WriteString("''")
			open = false
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	b.WriteByte('\'')
	return b.String()
}
