package diff

import (
	"fmt"
	"strconv"
	"strings"
)

// What a group or a line is: in the first file only, in the second only, in
// both, or, of groups, different in both.
const (
	oldLines = iota
	newLines
	unchangedLines
	changedLines
)

// formats are those of the options --TYPE-group-format, --TYPE-line-format
// and -D; nil where none was given.
type formats struct {
	group [4]*string
	line  [3]*string
}

var groupNames = []string{"old", "new", "unchanged", "changed"}

// ifdefFormats are the formats of groups that -D name stands for.
func ifdefFormats(name string) [4]string {
	return [4]string{
		oldLines:       fmt.Sprintf("#ifndef %s\n%%<#endif /* ! %[1]s */\n", name),
		newLines:       fmt.Sprintf("#ifdef %s\n%%>#endif /* %[1]s */\n", name),
		unchangedLines: "%=",
		changedLines:   fmt.Sprintf("#ifndef %s\n%%<#else /* %[1]s */\n%%>#endif /* %[1]s */\n", name),
	}
}

// complete fills in what wasn't given.
func (f *formats) complete() {
	text := func(s string) *string { return &s }
	for i := range f.line {
		if f.line[i] == nil {
			f.line[i] = text("%l\n")
		}
	}
	for i, own := range []string{"%<", "%>"} {
		if f.group[i] == nil {
			if f.group[i] = f.group[changedLines]; f.group[i] == nil {
				f.group[i] = &own
			}
		}
	}
	if f.group[unchangedLines] == nil {
		f.group[unchangedLines] = text("%=")
	}
	if f.group[changedLines] == nil {
		f.group[changedLines] = text(*f.group[oldLines] + *f.group[newLines])
	}
}

// silent tells whether files that are the same give no output.
func (f *formats) silent() bool {
	g := *f.group[unchangedLines]
	return g == "" || g == "%=" && *f.line[unchangedLines] == ""
}

// group is a run of lines, the same or not: from a0 to a1 of the first file,
// from b0 to b1 of the second.
type group struct{ a0, a1, b0, b1 int }

func (p *printer) formatted(changes []change) {
	a, b := 0, 0
	for _, c := range changes {
		if c.ignore {
			continue
		}
		if a < c.a || b < c.b {
			p.group(*p.d.formats.group[unchangedLines], group{a, c.a, b, c.b})
		}
		kind := changedLines
		switch {
		case c.del == 0:
			kind = newLines
		case c.ins == 0:
			kind = oldLines
		}
		a, b = c.a+c.del, c.b+c.ins
		p.group(*p.d.formats.group[kind], group{c.a, a, c.b, b})
	}
	if a < len(p.x.lines) || b < len(p.y.lines) {
		p.group(*p.d.formats.group[unchangedLines], group{a, len(p.x.lines), b, len(p.y.lines)})
	}
}

// group writes a group by a format, and returns what a conditional's end, ":"
// or ")", left of it.
func (p *printer) group(f string, g group) { p.groupUntil(f, 0, true, g) }

func (p *printer) groupUntil(f string, end byte, write bool, g group) string {
	for f != "" && f[0] != end {
		c := f[0]
		if c != '%' {
			if write {
				p.o.WriteByte(c)
			}
			f = f[1:]
			continue
		}
		rest := f[1:]
		switch {
		case rest == "":
		case rest[0] == '%':
			if write {
				p.o.WriteByte('%')
			}
			f = rest[1:]
			continue
		case rest[0] == '(':
			if yes, r, ok := p.condition(rest[1:], g); ok {
				r = p.groupUntil(r, ':', write && yes, g)
				if r != "" {
					if r = p.groupUntil(r[1:], ')', write && !yes, g); r != "" {
						r = r[1:]
					}
				}
				f = r
				continue
			}
		case rest[0] == '<' || rest[0] == '>' || rest[0] == '=':
			if write {
				p.groupLines(rest[0], g)
			}
			f = rest[1:]
			continue
		default:
			if r, ok := p.spec(rest, write, g.letter); ok {
				f = r
				continue
			}
		}
		// What is no directive stands for itself.
		if write {
			p.o.WriteByte('%')
		}
		f = rest
	}
	return f
}

// condition reads the A=B? of %(A=B?T:E).
func (p *printer) condition(f string, g group) (yes bool, rest string, ok bool) {
	var v [2]int
	for i, sep := range []byte{'=', '?'} {
		n := 0
		for n < len(f) && '0' <= f[n] && f[n] <= '9' {
			n++
		}
		if n > 0 {
			v[i], _ = strconv.Atoi(f[:n])
		} else {
			if f == "" {
				return false, "", false
			}
			if v[i], ok = g.letter(f[0]); !ok {
				return false, "", false
			}
			n = 1
		}
		if f = f[n:]; f == "" || f[0] != sep {
			return false, "", false
		}
		f = f[1:]
	}
	return v[0] == v[1], f, true
}

// letter is a number of a group: F L N E M of the second file, f l n e m of
// the first.
func (g group) letter(c byte) (int, bool) {
	from, to := g.b0, g.b1
	if 'a' <= c && c <= 'z' {
		from, to = g.a0, g.a1
	}
	switch c | 32 {
	case 'e':
		return from, true
	case 'f':
		return from + 1, true
	case 'l':
		return to, true
	case 'm':
		return to + 1, true
	case 'n':
		return to - from, true
	}
	return 0, false
}

// spec writes %[-'0][WIDTH][.[PREC]]{doxX}LETTER or %c'C', without the %.
func (p *printer) spec(f string, write bool, letter func(byte) (int, bool)) (rest string, ok bool) {
	if strings.HasPrefix(f, "c'") {
		switch {
		case len(f) > 3 && f[2] != '\\' && f[2] != '\'' && f[3] == '\'':
			if write {
				p.o.WriteByte(f[2])
			}
			return f[4:], true
		case len(f) > 3 && f[2] == '\\':
			n, i := 0, 3
			for i < len(f) && i < 6 && '0' <= f[i] && f[i] <= '7' {
				n = n*8 + int(f[i]-'0')
				i++
			}
			if i > 3 && i < len(f) && f[i] == '\'' {
				if write {
					p.o.WriteByte(byte(n))
				}
				return f[i+1:], true
			}
		}
		return "", false
	}
	i := 0
	for i < len(f) && strings.IndexByte("-'0", f[i]) >= 0 {
		i++
	}
	for i < len(f) && '0' <= f[i] && f[i] <= '9' {
		i++
	}
	if i < len(f) && f[i] == '.' {
		i++
		for i < len(f) && '0' <= f[i] && f[i] <= '9' {
			i++
		}
	}
	if i+1 >= len(f) || strings.IndexByte("doxX", f[i]) < 0 {
		return "", false
	}
	v, ok := letter(f[i+1])
	if !ok {
		return "", false
	}
	if write {
		fmt.Fprintf(p.o, "%"+strings.ReplaceAll(f[:i+1], "'", ""), v)
	}
	return f[i+2:], true
}

// groupLines writes the lines of a group: '<' its old, '>' its new, '=' its
// common ones.
func (p *printer) groupLines(which byte, g group) {
	lines, first, kind := p.x.lines[g.a0:g.a1], g.a0, oldLines
	switch which {
	case '>':
		lines, first, kind = p.y.lines[g.b0:g.b1], g.b0, newLines
	case '=':
		kind = unchangedLines
	}
	for i, l := range lines {
		p.formatLine(*p.d.formats.line[kind], l, first+i+1)
	}
}

func (p *printer) formatLine(f string, l []byte, number int) {
	for f != "" {
		if f[0] != '%' {
			p.o.WriteByte(f[0])
			f = f[1:]
			continue
		}
		rest := f[1:]
		switch {
		case rest == "":
		case rest[0] == '%':
			p.o.WriteByte('%')
			f = rest[1:]
			continue
		case rest[0] == 'l':
			p.bare(l)
			f = rest[1:]
			continue
		case rest[0] == 'L':
			p.bare(l)
			if l[len(l)-1] == '\n' {
				p.o.WriteByte('\n')
			}
			f = rest[1:]
			continue
		default:
			r, ok := p.spec(rest, true, func(c byte) (int, bool) { return number, c == 'n' })
			if ok {
				f = r
				continue
			}
		}
		p.o.WriteByte('%')
		f = rest
	}
}
