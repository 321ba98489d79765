// Package textwidth tells how many columns text takes on a terminal.
package textwidth

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Rune returns the columns of a character: 0 for combining and control
// characters, 2 for wide ones.
func Rune(r rune) int {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return 0
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// String returns the columns of s. Where utf is false, and for bytes that
// aren't UTF-8, each byte is a column.
func String(s string, utf bool) int {
	if !utf {
		return len(s)
	}
	n := 0
	for len(s) > 0 {
		r, k := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && k == 1 {
			n++
		} else {
			n += Rune(r)
		}
		s = s[k:]
	}
	return n
}
