package diff

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
)

// printer writes the difference of two files in one of the styles.
type printer struct {
	d    *differ
	o    *commands.Output
	x, y *side
	head bool
	mark string // the colour of the lines at hand: "", "ad", "de"
}

// begin and end write a colour's sequences.
func (p *printer) begin(kind string) {
	if kind != "" && p.d.palette != nil {
		fmt.Fprintf(p.o, "\x1b[%sm", p.d.palette[kind])
	}
}

func (p *printer) end(kind string) {
	if kind != "" && p.d.palette != nil {
		fmt.Fprintf(p.o, "\x1b[%sm", p.d.palette["rs"])
	}
}

// colored writes a line in a colour, with its newline.
func (p *printer) colored(kind, format string, a ...any) {
	p.begin(kind)
	fmt.Fprintf(p.o, format, a...)
	p.end(kind)
	p.o.WriteByte('\n')
}

// text writes a line of a file, and says if it lacks its newline.
func (p *printer) text(prefix string, l []byte) {
	p.begin(p.mark)
	p.o.WriteString(prefix)
	if p.d.initialTab && prefix != "" {
		p.o.WriteByte('\t')
	}
	had := len(l) > 0 && l[len(l)-1] == '\n'
	p.bare(l)
	p.end(p.mark)
	p.o.WriteByte('\n')
	if !had && p.d.style != 'e' && p.d.style != 'f' {
		p.o.WriteString("\\ No newline at end of file\n")
	}
}

// bare writes a line without its newline, its tabs expanded with -t.
func (p *printer) bare(l []byte) {
	l = bytes.TrimSuffix(l, []byte{'\n'})
	if !p.d.expandTabs {
		p.o.Write(l)
		return
	}
	col := 0
	for _, c := range l {
		switch {
		case c == '\t':
			for n := p.d.tabsize - col%p.d.tabsize; n > 0; n-- {
				p.o.WriteByte(' ')
				col++
			}
			continue
		case c == '\r':
			col = -1
		case c == '\b':
			col = max(col-2, -1)
		}
		p.o.WriteByte(c)
		col++
	}
}

// lineRange writes "3" or "3,5" for n lines from index i on; for none the
// line before.
func lineRange(i, n int) string {
	switch {
	case n > 1:
		return fmt.Sprintf("%d,%d", i+1, i+n)
	case n == 1:
		return fmt.Sprint(i + 1)
	}
	return fmt.Sprint(i)
}

func (p *printer) normal(changes []change) {
	for _, c := range changes {
		if c.ignore {
			continue
		}
		p.colored("ln", "%s%s%s", lineRange(c.a, c.del), c.letter(), lineRange(c.b, c.ins))
		prefix := func(s string) string {
			if p.d.initialTab {
				return s[:1]
			}
			return s
		}
		p.mark = "de"
		for _, l := range p.x.lines[c.a : c.a+c.del] {
			p.text(prefix("< "), l)
		}
		p.mark = "ad"
		if c.letter() == "c" {
			p.o.WriteString("---\n")
		}
		for _, l := range p.y.lines[c.b : c.b+c.ins] {
			p.text(prefix("> "), l)
		}
	}
}

// hunks joins the changes whose context meets. A hunk of changes that don't
// count is left out.
func (p *printer) hunks(changes []change) [][]change {
	n := p.d.lines
	var out [][]change
	for i := 0; i < len(changes); {
		counts := !changes[i].ignore
		j := i + 1
		for ; j < len(changes); j++ {
			prev := changes[j-1]
			limit := 2*n + 1
			if prev.ignore || changes[j].ignore {
				limit = n
			}
			if changes[j].a-(prev.a+prev.del) >= limit {
				break
			}
			counts = counts || !changes[j].ignore
		}
		if counts {
			out = append(out, changes[i:j])
		}
		i = j
	}
	return out
}

// bounds returns the lines of a hunk with its context, in both files.
func (p *printer) bounds(h []change) (a0, a1, b0, b1 int) {
	n := p.d.lines
	first, last := h[0], h[len(h)-1]
	before := min(n, first.a, first.b)
	a0, b0 = first.a-before, first.b-before
	after := min(n, len(p.x.lines)-(last.a+last.del))
	return a0, last.a + last.del + after, b0, last.b + last.ins + after
}

func (p *printer) fileHeader(a, b string) {
	if p.head {
		return
	}
	p.head = true
	for i, s := range []*side{p.x, p.y} {
		mark := a
		if i == 1 {
			mark = b
		}
		if i < len(p.d.labels) {
			p.colored("hd", "%s %s", mark, p.d.labels[i])
			continue
		}
		t := time.Unix(0, s.info.Mtime).In(p.d.p.Zone())
		if s.missing {
			t = time.Unix(0, 0).In(p.d.p.Zone())
		} else if s.name == "-" && s.info.Mtime == 0 {
			t = p.d.p.Now().In(p.d.p.Zone())
		}
		p.colored("hd", "%s %s\t%s", mark, quoted(s.name), t.Format("2006-01-02 15:04:05.000000000 -0700"))
	}
}

// function returns the last line before index i that the function expression
// matches, at most 40 bytes.
func (p *printer) function(i int) string {
	if p.d.funcRe == nil {
		return ""
	}
	for i--; i >= 0; i-- {
		l := bytes.TrimSuffix(p.x.lines[i], []byte{'\n'})
		if p.d.funcRe.Match(l) {
			l = bytes.TrimLeft(l, " \t")
			l = bytes.TrimRight(l[:min(40, len(l))], " \t\r\f\v")
			return " " + string(l)
		}
	}
	return ""
}

func (p *printer) unified(changes []change) {
	span := func(i, n int) string {
		if n == 1 {
			return fmt.Sprint(i + 1)
		}
		if n == 0 {
			return fmt.Sprintf("%d,0", i)
		}
		return fmt.Sprintf("%d,%d", i+1, n)
	}
	for _, h := range p.hunks(changes) {
		p.fileHeader("---", "+++")
		a0, a1, b0, b1 := p.bounds(h)
		p.begin("ln")
		fmt.Fprintf(p.o, "@@ -%s +%s @@", span(a0, a1-a0), span(b0, b1-b0))
		p.end("ln")
		p.o.WriteString(p.function(a0) + "\n")
		at := a0
		same := func(to int) {
			for ; at < to; at++ {
				switch {
				case p.d.blankEmpty && len(p.x.lines[at]) == 1:
					p.text("", p.x.lines[at])
				case p.d.initialTab:
					p.o.WriteByte('\t')
					p.text("", p.x.lines[at])
				default:
					p.text(" ", p.x.lines[at])
				}
			}
		}
		for _, c := range h {
			same(c.a)
			p.mark = "de"
			for _, l := range p.x.lines[c.a : c.a+c.del] {
				p.text("-", l)
			}
			p.mark = "ad"
			for _, l := range p.y.lines[c.b : c.b+c.ins] {
				p.text("+", l)
			}
			p.mark = ""
			at = c.a + c.del
		}
		same(a1)
	}
}

func (p *printer) context(changes []change) {
	for _, h := range p.hunks(changes) {
		p.fileHeader("***", "---")
		a0, a1, b0, b1 := p.bounds(h)
		span := func(i, j int) string {
			if j-i <= 1 {
				return fmt.Sprint(j)
			}
			return fmt.Sprintf("%d,%d", i+1, j)
		}
		fmt.Fprintf(p.o, "***************%s\n", p.function(a0))
		p.colored("ln", "*** %s ****", span(a0, a1))
		dels, ins := false, false
		for _, c := range h {
			dels = dels || c.del > 0
			ins = ins || c.ins > 0
		}
		put := func(mark string, l []byte) {
			if p.d.blankEmpty && len(l) == 1 {
				mark = strings.TrimRight(mark, " ")
			} else if p.d.initialTab {
				mark = mark[:1]
			}
			p.text(mark, l)
		}
		p.mark = "de"
		if dels {
			at := a0
			for _, c := range h {
				for ; at < c.a; at++ {
					put("  ", p.x.lines[at])
				}
				mark := "- "
				if c.ins > 0 {
					mark = "! "
				}
				for ; at < c.a+c.del; at++ {
					put(mark, p.x.lines[at])
				}
			}
			for ; at < a1; at++ {
				put("  ", p.x.lines[at])
			}
		}
		p.colored("ln", "--- %s ----", span(b0, b1))
		p.mark = "ad"
		if ins {
			at := b0
			for _, c := range h {
				for ; at < c.b; at++ {
					put("  ", p.y.lines[at])
				}
				mark := "+ "
				if c.del > 0 {
					mark = "! "
				}
				for ; at < c.b+c.ins; at++ {
					put(mark, p.y.lines[at])
				}
			}
			for ; at < b1; at++ {
				put("  ", p.y.lines[at])
			}
		}
	}
}

// ed writes a script for ed, last change first.
func (p *printer) ed(changes []change) {
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		if c.ignore {
			continue
		}
		fmt.Fprintf(p.o, "%s%s\n", lineRange(c.a, c.del), c.letter())
		if c.ins == 0 {
			continue
		}
		insert := true
		for _, l := range p.y.lines[c.b : c.b+c.ins] {
			if !insert {
				p.o.WriteString("a\n")
				insert = true
			}
			if string(bytes.TrimSuffix(l, []byte{'\n'})) == "." {
				// A lone dot would end the text.
				p.o.WriteString("..\n.\ns/.//\n")
				insert = false
				continue
			}
			p.text("", l)
		}
		if insert {
			p.o.WriteString(".\n")
		}
	}
}

// forwardEd writes what ed can't apply: its numbers are those of the old file.
func (p *printer) forwardEd(changes []change) {
	for _, c := range changes {
		if c.ignore {
			continue
		}
		fmt.Fprintf(p.o, "%s%s\n", c.letter(), strings.Replace(lineRange(c.a, c.del), ",", " ", 1))
		if c.ins == 0 {
			continue
		}
		for _, l := range p.y.lines[c.b : c.b+c.ins] {
			p.text("", l)
		}
		p.o.WriteString(".\n")
	}
}

func (p *printer) rcs(changes []change) {
	for _, c := range changes {
		if c.ignore {
			continue
		}
		if c.del > 0 {
			fmt.Fprintf(p.o, "d%d %d\n", c.a+1, c.del)
		}
		if c.ins > 0 {
			fmt.Fprintf(p.o, "a%d %d\n", c.a+c.del, c.ins)
			for _, l := range p.y.lines[c.b : c.b+c.ins] {
				p.o.Write(l)
			}
		}
	}
}

// columns returns the width of a column of -y and where the second begins.
func (d *differ) columns() (half, second int) {
	t := d.tabsize
	if d.expandTabs {
		t = 1
	}
	off := (d.width + t + 3) / (2 * t) * t
	half = max(0, min(off-3, d.width-off))
	if half == 0 {
		off = d.width
	}
	return half, off
}

func (p *printer) sideBySide(changes []change) {
	half, second := p.d.columns()
	i, j := 0, 0
	// same writes lines that count as the same, up to both indices.
	same := func(toX, toY int) {
		if !p.d.suppressCommon && (i != toX || j != toY) {
			if p.d.assist {
				fmt.Fprintf(p.o, "i%d,%d\n", toX-i, toY-j)
			}
			if !p.d.leftColumn {
				for ; i < toX && j < toY; i, j = i+1, j+1 {
					p.row(p.x.lines[i], ' ', p.y.lines[j], half, second)
				}
				for ; j < toY; j++ {
					p.row(nil, ')', p.y.lines[j], half, second)
				}
			}
			for ; i < toX; i++ {
				p.row(p.x.lines[i], '(', nil, half, second)
			}
		}
		i, j = toX, toY
	}
	for _, c := range changes {
		if c.ignore {
			continue
		}
		same(c.a, c.b)
		if p.d.assist {
			fmt.Fprintf(p.o, "c%d,%d\n", c.del, c.ins)
		}
		n := min(c.del, c.ins)
		for k := 0; k < n; k++ {
			p.row(p.x.lines[c.a+k], '|', p.y.lines[c.b+k], half, second)
		}
		for k := n; k < c.ins; k++ {
			p.begin("ad")
			p.row(nil, '>', p.y.lines[c.b+k], half, second)
			p.end("ad")
		}
		for k := n; k < c.del; k++ {
			p.begin("de")
			p.row(p.x.lines[c.a+k], '<', nil, half, second)
			p.end("de")
		}
		i, j = c.a+c.del, c.b+c.ins
	}
	same(len(p.x.lines), len(p.y.lines))
}

// half writes at most width columns of a line and returns how many it took.
func (p *printer) half(l []byte, indent, width int) int {
	col, out := 0, 0
	l = bytes.TrimSuffix(l, []byte{'\n'})
	for len(l) > 0 {
		c := l[0]
		switch {
		case c == '\t':
			n := p.d.tabsize - col%p.d.tabsize
			if col == out {
				t := out + n
				if p.d.expandTabs {
					for ; out < min(t, width); out++ {
						p.o.WriteByte(' ')
					}
				} else if t < width {
					out = t
					p.o.WriteByte('\t')
				}
			}
			col += n
			l = l[1:]
		case c == '\r' || c == '\b' || c == '\f' || c == '\v':
			if c == '\r' {
				p.o.WriteByte(c)
				p.tab(0, indent)
				col, out = 0, 0
			} else if c == '\b' {
				if col > 0 {
					if col--; out > col {
						out = col
						p.o.WriteByte(c)
					}
				}
			} else if col < width {
				p.o.WriteByte(c)
			}
			l = l[1:]
		default:
			r, n := utf8.DecodeRune(l)
			w := 1
			if c >= utf8.RuneSelf && p.d.p.UTF8() && n > 1 {
				w = textwidth.Rune(r)
			} else {
				n = 1
				if c < ' ' || c == 0x7f {
					w = 0
				}
			}
			col += w
			if col <= width {
				out = col
				p.o.Write(l[:n])
			}
			l = l[n:]
		}
	}
	return out
}

// tab moves from one column to another.
func (p *printer) tab(from, to int) int {
	if !p.d.expandTabs {
		for t := from + p.d.tabsize - from%p.d.tabsize; t <= to; t += p.d.tabsize {
			p.o.WriteByte('\t')
			from = t
		}
	}
	for ; from < to; from++ {
		p.o.WriteByte(' ')
	}
	return to
}

func (p *printer) row(left []byte, sep byte, right []byte, half, second int) {
	col := 0
	newline := false
	if left != nil {
		newline = left[len(left)-1] == '\n'
		col = p.half(left, 0, half)
	}
	if sep != ' ' {
		col = p.tab(col, (half+second-1)/2) + 1
		if sep == '|' && right != nil && newline != (right[len(right)-1] == '\n') {
			sep = '\\'
			if newline {
				sep = '/'
			}
		}
		p.o.WriteByte(sep)
	}
	if right != nil {
		newline = newline || right[len(right)-1] == '\n'
		if string(right) != "\n" {
			p.tab(col, second)
			p.half(right, second, half)
		}
	}
	if newline {
		p.o.WriteByte('\n')
	}
}
