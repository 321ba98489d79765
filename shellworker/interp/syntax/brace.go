package syntax

import (
	"strconv"
	"strings"
)

// What one word may expand to: words, and bytes of all of them.
const (
	maxBraces     = 1 << 20
	maxBraceBytes = 32 << 20
)

// Braces expands the braces of a word's text, nil where there are none (bash
// 5.2 "Brace Expansion"). Quotes and expansions stay as they are. It is an
// error where there would be more than 1,048,576 words, or 32 MiB.
func Braces(s string) ([]string, error) {
	if strings.IndexByte(s, '{') < 0 || strings.IndexByte(s, ',') < 0 && !strings.Contains(s, "..") {
		return nil, nil
	}
	b := bracer{}
	list := b.expand(s)
	if b.over {
		return nil, &Error{Text: "brace expansion: more than " + strconv.Itoa(maxBraces) + " words or " + strconv.Itoa(maxBraceBytes) + " bytes"}
	}
	if len(list) == 1 && list[0] == s {
		return nil, nil
	}
	return list, nil
}

type bracer struct{ over bool }

// skip returns the index behind the quoted or substituted text at i, or i.
func skipQuoted(s string, i int) int {
	p := &Parser{opt: &Options{}, src: s, pos: i}
	ok := true
	switch s[i] {
	case '\\':
		return min(i+2, len(s))
	case '\'':
		p.pos++
		ok = p.tryScan(p.scanSingle)
	case '"':
		p.pos++
		ok = p.tryScan(p.scanDouble)
	case '`':
		p.pos++
		ok = p.tryScan(p.scanBack)
	case '$':
		if i+1 >= len(s) || strings.IndexByte("({'\"[", s[i+1]) < 0 {
			return i + 1
		}
		if s[i+1] == '[' {
			return i + 1
		}
		ok = p.tryScan(func() { p.scanDollar(false) })
	case '<', '>':
		if i+1 >= len(s) || s[i+1] != '(' {
			return i + 1
		}
		p.pos += 2
		ok = p.tryScan(p.scanSub)
	default:
		return i
	}
	if !ok {
		return i + 1
	}
	return p.pos
}

func (b *bracer) expand(s string) []string {
	for i := 0; i < len(s); {
		if j := skipQuoted(s, i); j > i {
			i = j
			continue
		}
		if s[i] != '{' {
			i++
			continue
		}
		end, parts := splitBrace(s, i)
		if end < 0 {
			i++
			continue
		}
		var alts []string
		if len(parts) > 1 {
			for _, p := range parts {
				alts = append(alts, b.expand(p)...)
			}
		} else if alts = sequence(s[i+1 : end-1]); alts == nil {
			// not a brace expansion: what is inside may be one
			inner := b.expand(s[i+1 : end-1])
			if len(inner) == 1 {
				i++
				continue
			}
			for _, x := range inner {
				alts = append(alts, "{"+x+"}")
			}
		}
		rest := b.expand(s[end:])
		if len(alts)*len(rest) > maxBraces || len(alts)*len(rest)*(i+meanLen(alts)+meanLen(rest)) > maxBraceBytes || b.over {
			b.over = true
			return []string{s}
		}
		if i == 0 && len(rest) == 1 && rest[0] == "" {
			return alts
		}
		out := make([]string, 0, len(alts)*len(rest))
		for _, a := range alts {
			for _, r := range rest {
				out = append(out, s[:i]+a+r)
			}
		}
		return out
	}
	return []string{s}
}

// meanLen is the mean length of the words.
func meanLen(list []string) int {
	n := 0
	for _, s := range list {
		n += len(s)
	}
	return n / max(len(list), 1)
}

// splitBrace splits the braces at i at their own commas; end is the index
// behind them, -1 if they don't close.
func splitBrace(s string, i int) (end int, parts []string) {
	depth := 0
	start := i + 1
	for j := i + 1; j < len(s); {
		if k := skipQuoted(s, j); k > j {
			j = k
			continue
		}
		switch s[j] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return j + 1, append(parts, s[start:j])
			}
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, s[start:j])
				start = j + 1
			}
		}
		j++
	}
	return -1, nil
}

// sequence expands x..y or x..y..step, nil if s isn't one.
func sequence(s string) []string {
	x, rest, ok := strings.Cut(s, "..")
	if !ok || x == "" || rest == "" {
		return nil
	}
	y, stepText, hasStep := strings.Cut(rest, "..")
	step := int64(1)
	if hasStep {
		n, err := strconv.ParseInt(stepText, 10, 64)
		if err != nil {
			return nil
		}
		step = n
	}
	if step < 0 {
		step = -step
		if step < 0 {
			return nil
		}
	}
	if step == 0 {
		step = 1
	}
	from, err1 := strconv.ParseInt(x, 10, 64)
	to, err2 := strconv.ParseInt(y, 10, 64)
	if err1 == nil && err2 == nil {
		width := 0
		if padded(x) || padded(y) {
			width = max(len(x), len(y))
		}
		return numbers(from, to, step, width)
	}
	if len(x) == 1 && len(y) == 1 && isLetter(x[0]) && isLetter(y[0]) {
		a, z := int64(x[0]), int64(y[0])
		var out []string
		add := func(c int64) {
			switch c {
			case '\\': // which quotes nothing here
				out = append(out, "''")
			case '\'', '"', '`', '$', '*', '?', '[':
				out = append(out, "\\"+string(rune(c)))
			default:
				out = append(out, string(rune(c)))
			}
		}
		if a <= z {
			for c := a; c <= z; c += step {
				add(c)
				if step > 200 {
					break
				}
			}
		} else {
			for c := a; c >= z; c -= step {
				add(c)
				if step > 200 {
					break
				}
			}
		}
		return out
	}
	return nil
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func padded(s string) bool {
	s = strings.TrimLeft(s, "-+")
	return len(s) > 1 && s[0] == '0'
}

func numbers(from, to, step int64, width int) []string {
	var out []string
	n := from
	for len(out) <= maxBraces {
		t := strconv.FormatInt(n, 10)
		if len(t) < width {
			if n < 0 {
				t = "-" + strings.Repeat("0", width-len(t)) + t[1:]
			} else {
				t = strings.Repeat("0", width-len(t)) + t
			}
		}
		out = append(out, t)
		if from <= to {
			if n > to-step || n+step < n {
				break
			}
			n += step
		} else {
			if n < to+step || n-step > n {
				break
			}
			n -= step
		}
	}
	if len(out) > maxBraces {
		return nil
	}
	return out
}
