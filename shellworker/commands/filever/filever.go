// Package filever compares names by the version numbers in them, as ls -v and
// sort -V of GNU coreutils 9.1 do ("Version sort ordering" in its manual).
package filever

import "strings"

func digit(c byte) bool { return c >= '0' && c <= '9' }
func alpha(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// prefixLen returns the length of s without the suffixes (\.[A-Za-z~][A-Za-z0-9~]*)*$.
func prefixLen(s string) int {
	n := 0
	for i := 0; i < len(s); {
		i++
		n = i
		for i+1 < len(s) && s[i] == '.' && (alpha(s[i+1]) || s[i+1] == '~') {
			for i += 2; i < len(s) && (alpha(s[i]) || digit(s[i]) || s[i] == '~'); i++ {
			}
		}
	}
	return n
}

func order(s string, i int) int {
	if i >= len(s) {
		return -1
	}
	switch c := s[i]; {
	case digit(c):
		return 0
	case alpha(c):
		return int(c)
	case c == '~':
		return -2
	default:
		return int(c) + 256
	}
}

func compare(a, b string) int {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !digit(a[i]) || j < len(b) && !digit(b[j]) {
			if d := order(a, i) - order(b, j); d != 0 {
				return d
			}
			i++
			j++
		}
		for i < len(a) && a[i] == '0' {
			i++
		}
		for j < len(b) && b[j] == '0' {
			j++
		}
		first := 0
		for i < len(a) && j < len(b) && digit(a[i]) && digit(b[j]) {
			if first == 0 {
				first = int(a[i]) - int(b[j])
			}
			i++
			j++
		}
		switch {
		case i < len(a) && digit(a[i]):
			return 1
		case j < len(b) && digit(b[j]):
			return -1
		case first != 0:
			return first
		}
	}
	return 0
}

// Compare returns a number below, at or above 0 as a sorts before, with or
// behind b. Names that it can't tell apart may differ.
func Compare(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == "":
		return -1
	case b == "":
		return 1
	case a[0] == '.' && b[0] != '.':
		return -1
	case b[0] == '.' && a[0] != '.':
		return 1
	}
	for _, s := range []string{".", ".."} {
		if a == s {
			return -1
		}
		if b == s {
			return 1
		}
	}
	m, n := prefixLen(a), prefixLen(b)
	if r := compare(a[:m], b[:n]); r != 0 || m == len(a) && n == len(b) {
		return r
	}
	if r := compare(a, b); r != 0 {
		return r
	}
	return 0
}

// Less orders names by version and, where that is the same, by their bytes.
func Less(a, b string) bool {
	if r := Compare(a, b); r != 0 {
		return r < 0
	}
	return strings.Compare(a, b) < 0
}
