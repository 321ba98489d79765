package sed

import (
	"bytes"
	"fmt"
	"strings"
)

// debugger writes what --debug shows: the program as sed understands it, and
// each step of its run. Its lines go to the standard output as they are,
// whatever the last line of the output lacks.
type debugger struct {
	s     *sed
	depth int // of blocks; a jump out of one leaves it as it is
	text  []byte
}

// program prints all commands.
func (d *debugger) program() {
	d.s.p.Out.WriteString("SED PROGRAM:\n")
	d.depth = 1
	for _, c := range d.s.prog {
		d.command(c)
	}
	d.depth = 0
}

// step prints the command that is about to run, or to be passed.
func (d *debugger) step(c *command) {
	d.s.p.Out.WriteString("COMMAND: ")
	d.command(c)
}

func (d *debugger) input() {
	name := d.s.name
	if d.s.file == d.s.p.Stdin {
		name = "STDIN"
	}
	fmt.Fprintf(d.s.p.Out, "INPUT:   '%s' line %d\n", name, d.s.number)
	d.pattern()
}

func (d *debugger) pattern()    { d.space("PATTERN: ", d.s.ps) }
func (d *debugger) hold()       { d.space("HOLD:    ", d.s.hs) }
func (d *debugger) endOfCycle() { d.s.p.Out.WriteString("END-OF-CYCLE:\n") }

func (d *debugger) space(name string, b []byte) {
	d.text = append(d.text[:0], name...)
	for _, c := range b {
		d.text = debugByte(d.text, c)
	}
	d.s.p.Out.Write(append(d.text, '\n'))
}

// match prints the first match of s: loc as regex.MatchIndex returns it. GNU sed
// shows the groups up to one that didn't match.
func (d *debugger) match(loc []int) {
	o := d.s.p.Out
	o.WriteString("MATCHED REGEX REGISTERS\n")
	for i := 0; i+1 < len(loc) && loc[i] >= 0; i += 2 {
		fmt.Fprintf(o, "  regex[%d] = %d-%d '%s'\n", i/2, loc[i], loc[i+1], d.s.ps[loc[i]:loc[i+1]])
	}
}

// after prints the spaces that a command may have changed.
func (d *debugger) after(c *command) {
	switch c.name {
	case 'G', 'n', 'N', 's', 'y', 'z':
		d.pattern()
	case 'g', 'h', 'H':
		d.hold()
	case 'x':
		d.pattern()
		d.hold()
	}
}

// debugByte appends c without doubt. A byte above 127 is shown as GNU sed shows
// it: as a negative number of 32 bits.
func debugByte(b []byte, c byte) []byte {
	if c >= ' ' && c < 0x7f && c != '\\' {
		return append(b, c)
	}
	if i := strings.IndexByte("\a\f\n\r\t\v\\", c); i >= 0 {
		return append(b, '\\', `afnrtv\`[i])
	}
	return fmt.Appendf(b, `\o%03o`, uint32(int8(c)))
}

func (d *debugger) command(c *command) {
	b := d.text[:0]
	if c.name == '}' {
		d.depth--
	}
	for range d.depth {
		b = append(b, "  "...)
	}
	if c.a1.kind != addrNone {
		b = c.a1.debug(b)
		if c.a2.kind != addrNone {
			b = append(b, ',')
			b = c.a2.debug(b)
		}
	}
	if c.not {
		b = append(b, '!')
	}
	if c.a1.kind != addrNone {
		b = append(b, ' ')
	}
	if c.name == '{' {
		d.depth++
	}
	b = append(b, c.name)
	switch c.name {
	case ':':
		b = append(b, c.label...)
	case 'a', 'i', 'c':
		b = append(append(b, '\\'), c.text...)
	case 'b', 't', 'T':
		if c.label != "" {
			b = append(append(b, ' '), c.label...)
		}
	case 'e':
		b = append(append(b, ' '), c.text...)
	case 'l', 'q', 'Q':
		if c.n >= 0 {
			b = fmt.Appendf(b, " %d", c.n)
		}
	case 'r', 'R':
		b = append(append(b, ' '), c.file...)
	case 'w', 'W':
		b = append(b, c.file...)
	case 's':
		b = c.sub.debug(b)
	case 'y':
		b = c.debugTable(b, d.s.utf)
	}
	d.text = append(b, '\n')
	d.s.p.Out.Write(d.text)
}

func (a *address) debug(b []byte) []byte {
	switch a.kind {
	case addrLine:
		return fmt.Appendf(b, "%d", a.n)
	case addrStep:
		return fmt.Appendf(b, "%d~%d", a.n, a.step)
	case addrLast:
		return append(b, '$')
	case addrZero:
		return append(b, '0')
	case addrPlus:
		return fmt.Appendf(b, "+%d", a.n)
	case addrMulti:
		return fmt.Appendf(b, "~%d", a.n)
	}
	return append(a.re.debug(b), strings.ToUpper(a.re.flags)...)
}

func (r *pattern) debug(b []byte) []byte {
	b = append(b, '/')
	for i := range len(r.text) {
		if c := r.text[i]; c == '/' {
			b = append(b, `\/`...)
		} else {
			b = debugByte(b, c)
		}
	}
	return append(b, '/')
}

func (sub *substitution) debug(b []byte) []byte {
	b = sub.re.debug(b)
	b = debugReplacement(b, sub.text)
	b = append(append(b, '/'), sub.re.flags...)
	if sub.global {
		b = append(b, 'g')
	}
	if sub.eval {
		b = append(b, 'e')
	}
	if sub.print > 0 {
		b = append(b, 'p')
	}
	if sub.nth > 0 {
		b = fmt.Appendf(b, "%d", sub.nth)
	}
	if sub.out != nil {
		b = append(append(b, 'w'), sub.file...)
	}
	return b
}

// debugReplacement appends a replacement by the pieces that GNU sed cuts it
// into, at each & and backslash, with a \U, \L, \u, \l or \E ahead of a piece
// whose case is not that of the one before it.
func debugReplacement(b []byte, text string) []byte {
	base, mode, last := byte('E'), byte('E'), byte('E')
	piece := func(s string) {
		if mode != last {
			b = append(b, '\\', mode)
			last = mode
		}
		b = append(b, s...)
		mode = base
	}
	start := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '&':
			piece(text[start:i])
			b = append(b, '&')
		case c == '\\' && i+1 < len(text):
			piece(text[start:i])
			i++
			switch c := text[i]; c {
			case 'U', 'L', 'E':
				base, mode = c, c
			case 'u', 'l':
				mode = c
			case 'n':
				b = append(b, '\n')
			default:
				if digit(int(c)) {
					b = append(b, '\\')
				}
				b = append(b, c)
			}
		default:
			continue
		}
		start = i + 1
	}
	if start < len(text) {
		piece(text[start:])
	}
	return b
}

// debugTable appends the two sides of y, which without UTF-8 are those bytes
// that change.
func (c *command) debugTable(b []byte, utf bool) []byte {
	from, to := strings.Join(c.from, ""), strings.Join(c.to, "")
	if !utf {
		var f, t bytes.Buffer
		for i, x := range c.table {
			if x != byte(i) {
				f.WriteByte(byte(i))
				t.WriteByte(x)
			}
		}
		from, to = f.String(), t.String()
	}
	return fmt.Appendf(b, "/%s/%s/", from, to)
}
