package tar

import (
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/regex"
)

// transform is one s/// of --transform.
type transform struct {
	re                     *regex.Regexp
	repl                   []replacement
	global                 bool
	nth                    int
	names, symlinks, hards bool
}

// replacement is a part of what replaces a match: text, a group, or a change
// of case.
type replacement struct {
	text  string
	group int // -1: text
	kase  byte
}

// parseTransforms reads expressions of --transform, separated by semicolons.
func parseTransforms(s string, utf bool) (list []*transform, msg string) {
	names, sym, hard := true, true, true
	for s = strings.TrimLeft(s, " ;"); s != ""; s = strings.TrimLeft(s, " ;") {
		if strings.HasPrefix(s, "flags=") {
			f, rest, _ := strings.Cut(s[6:], ";")
			for i := range len(f) {
				switch f[i] {
				case 'r':
					names = true
				case 'R':
					names = false
				case 's':
					sym = true
				case 'S':
					sym = false
				case 'h':
					hard = true
				case 'H':
					hard = false
				default:
					return nil, "Unknown transform flag: " + f[i:i+1]
				}
			}
			s = rest
			continue
		}
		if len(s) < 2 || s[0] != 's' {
			return nil, "Invalid transform expression"
		}
		delim := s[1]
		part := func(i int) (int, bool) {
			for ; i < len(s); i++ {
				if s[i] == '\\' {
					i++
				} else if s[i] == delim {
					return i, true
				}
			}
			return i, false
		}
		a, ok := part(2)
		if !ok {
			return nil, "Invalid transform expression"
		}
		b, ok := part(a + 1)
		if !ok {
			return nil, "Invalid transform expression"
		}
		pat, rep := s[2:a], s[a+1:b]
		if delim != '\\' {
			pat = strings.ReplaceAll(pat, `\`+string(rune(delim)), string(rune(delim)))
		}
		t := &transform{names: names, symlinks: sym, hards: hard}
		syntax, flags := regex.Basic, regex.Flags(0)
		if utf {
			flags |= regex.UTF8
		}
		i := b + 1
	flags:
		for ; i < len(s); i++ {
			switch c := s[i]; c {
			case 'g':
				t.global = true
			case 'i':
				flags |= regex.IgnoreCase
			case 'x':
				syntax = regex.Extended
			case 'r':
				t.names = true
			case 'R':
				t.names = false
			case 's':
				t.symlinks = true
			case 'S':
				t.symlinks = false
			case 'h':
				t.hards = true
			case 'H':
				t.hards = false
			case ';':
				break flags
			default:
				if c < '0' || c > '9' {
					return nil, "Unknown flag in transform expression: " + string(rune(c))
				}
				k := i
				for k < len(s) && s[k] >= '0' && s[k] <= '9' {
					k++
				}
				t.nth, _ = strconv.Atoi(s[i:k])
				i = k - 1
			}
		}
		s = s[min(i, len(s)):]
		re, err := regex.Compile(pat, syntax, flags)
		if err != nil {
			return nil, "Invalid transform expression: " + err.Error()
		}
		t.re = re
		var ok2 bool
		if t.repl, ok2 = parseReplacement(rep, delim, re.Groups()); !ok2 {
			return nil, "Invalid transform replacement: back reference out of range"
		}
		list = append(list, t)
	}
	return list, ""
}

func parseReplacement(s string, delim byte, groups int) ([]replacement, bool) {
	var out []replacement
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			out = append(out, replacement{text: text.String(), group: -1})
			text.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '&':
			flush()
			out = append(out, replacement{group: 0})
		case c == '\\' && i+1 < len(s):
			i++
			switch e := s[i]; {
			case e >= '0' && e <= '9':
				if int(e-'0') > groups {
					return nil, false
				}
				flush()
				out = append(out, replacement{group: int(e - '0')})
			case strings.IndexByte("LUElu", e) >= 0:
				flush()
				out = append(out, replacement{group: -1, kase: e})
			case e == 'n':
				text.WriteByte('\n')
			case e == 't':
				text.WriteByte('\t')
			default:
				text.WriteByte(e)
			}
		default:
			text.WriteByte(c)
		}
	}
	flush()
	return out, true
}

// apply returns the name as the expression changes it.
func (t *transform) apply(name string) string {
	b := []byte(name)
	var out strings.Builder
	pos, n := 0, 0
	for pos <= len(b) {
		m, err := t.re.MatchIndex(b, pos)
		if err != nil || m == nil {
			break
		}
		n++
		if n < t.nth {
			end := m[1]
			if end == m[0] {
				if end < len(b) {
					end++
				} else {
					break
				}
			}
			out.Write(b[pos:end])
			pos = end
			continue
		}
		out.Write(b[pos:m[0]])
		t.expand(&out, b, m)
		if m[1] == m[0] {
			if m[1] < len(b) {
				out.WriteByte(b[m[1]])
			}
			pos = m[1] + 1
		} else {
			pos = m[1]
		}
		if !t.global {
			break
		}
	}
	if pos < len(b) {
		out.Write(b[pos:])
	}
	return out.String()
}

func (t *transform) expand(out *strings.Builder, b []byte, m []int) {
	kase, once := byte(0), byte(0)
	for _, r := range t.repl {
		if r.kase != 0 {
			switch r.kase {
			case 'l', 'u':
				once = r.kase
			case 'E':
				kase = 0
			default:
				kase = r.kase
			}
			continue
		}
		s := r.text
		if r.group >= 0 {
			s = ""
			if 2*r.group+1 < len(m) && m[2*r.group] >= 0 {
				s = string(b[m[2*r.group]:m[2*r.group+1]])
			}
		}
		switch kase {
		case 'L':
			s = strings.ToLower(s)
		case 'U':
			s = strings.ToUpper(s)
		}
		if once != 0 && s != "" {
			if once == 'u' {
				s = strings.ToUpper(s[:1]) + s[1:]
			} else {
				s = strings.ToLower(s[:1]) + s[1:]
			}
			once = 0
		}
		out.WriteString(s)
	}
}
