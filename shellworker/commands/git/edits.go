package git

import (
	"bytes"
	"context"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/diff"
)

// edit is a run of lines that differ: a[a0:a1] became b[b0:b1].
type edit struct{ a0, a1, b0, b1 int }

// splitLines cuts a text behind each newline.
func splitLines(data []byte) (lines []string) {
	for len(data) > 0 {
		n := bytes.IndexByte(data, '\n') + 1
		if n == 0 {
			n = len(data)
		}
		lines = append(lines, string(data[:n]))
		data = data[n:]
	}
	return lines
}

// edits finds what differs between two texts. Where a run could stand in
// several places, it stands where git puts it: beside a change of the other
// side, or where the lines' indentation makes the best borders.
func edits(ctx context.Context, a, b []string, key func(string) string) (list []edit) {
	ka, kb := a, b
	if key != nil {
		ka, kb = make([]string, len(a)), make([]string, len(b))
		for i := range a {
			ka[i] = key(a[i])
		}
		for i := range b {
			kb[i] = key(b[i])
		}
	}
	ca, cb := diff.Changed(ctx, ka, kb)
	compact(side{ka, ca}, side{kb, cb})
	compact(side{kb, cb}, side{ka, ca})
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if !ca[i] && !cb[j] {
			i++
			j++
			continue
		}
		e := edit{a0: i, b0: j}
		for ca[i] {
			i++
		}
		for cb[j] {
			j++
		}
		e.a1, e.b1 = i, j
		list = append(list, e)
	}
	return list
}

// side is one of the two texts, with its lines that are changed.
type side struct {
	lines   []string
	changed []bool
}

// group is a run of changed lines, possibly empty, between two that are not.
type group struct{ start, end int }

func (s side) first() group {
	g := group{}
	for s.changed[g.end] {
		g.end++
	}
	return g
}

func (s side) next(g *group) bool {
	if g.end == len(s.lines) {
		return false
	}
	g.start = g.end + 1
	g.end = g.start
	for s.changed[g.end] {
		g.end++
	}
	return true
}

func (s side) previous(g *group) {
	g.end = g.start - 1
	g.start = g.end
	for g.start > 0 && s.changed[g.start-1] {
		g.start--
	}
}

// up moves a run by a line, if the line before it is as its last, and takes
// in the run that it then meets.
func (s side) up(g *group) bool {
	if g.start == 0 || s.lines[g.start-1] != s.lines[g.end-1] {
		return false
	}
	g.start--
	g.end--
	s.changed[g.start], s.changed[g.end] = true, false
	for g.start > 0 && s.changed[g.start-1] {
		g.start--
	}
	return true
}

func (s side) down(g *group) bool {
	if g.end == len(s.lines) || s.lines[g.start] != s.lines[g.end] {
		return false
	}
	s.changed[g.start], s.changed[g.end] = false, true
	g.start++
	g.end++
	for s.changed[g.end] {
		g.end++
	}
	return true
}

// compact moves the runs of one side to where they read best.
func compact(s, other side) {
	g, o := s.first(), other.first()
	for {
		if g.end > g.start {
			slide(s, other, &g, &o)
		}
		if !s.next(&g) {
			return
		}
		other.next(&o)
	}
}

func slide(s, other side, g, o *group) {
	var size, earliest, aligned int
	for {
		size = g.end - g.start
		aligned = -1
		for s.up(g) {
			other.previous(o)
		}
		earliest = g.end
		if o.end > o.start {
			aligned = g.end
		}
		for s.down(g) {
			other.next(o)
			if o.end > o.start {
				aligned = g.end
			}
		}
		if size == g.end-g.start {
			break
		}
	}
	switch {
	case g.end == earliest:
	case aligned >= 0:
		for o.end == o.start {
			s.up(g)
			other.previous(o)
		}
	default:
		const farthest = 100
		at := max(earliest, g.end-size-1, g.end-farthest)
		best, bestScore := -1, score{}
		for ; at <= g.end; at++ {
			var now score
			now.add(s.split(at))
			now.add(s.split(at - size))
			if best < 0 || now.notWorse(bestScore) {
				best, bestScore = at, now
			}
		}
		for g.end > best {
			s.up(g)
			other.previous(o)
		}
	}
}

// borders says what a border between two lines looks like.
type borders struct {
	end                   bool // of the file
	indent                int  // of the line behind it, -1 if that is blank
	preBlank, preIndent   int  // blank lines before it, and the indentation before these
	postBlank, postIndent int  // the same behind it
}

const (
	maxIndent = 200
	maxBlanks = 20
)

func indentOf(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		case '\n', '\v', '\f', '\r':
		default:
			return n
		}
		if n >= maxIndent {
			return maxIndent
		}
	}
	return -1
}

func (s side) split(at int) (b borders) {
	b.indent, b.preIndent, b.postIndent = -1, -1, -1
	if at >= len(s.lines) {
		b.end = true
	} else {
		b.indent = indentOf(s.lines[at])
	}
	for i := at - 1; i >= 0; i-- {
		if b.preIndent = indentOf(s.lines[i]); b.preIndent >= 0 {
			break
		}
		if b.preBlank++; b.preBlank == maxBlanks {
			b.preIndent = 0
			break
		}
	}
	for i := at + 1; i < len(s.lines); i++ {
		if b.postIndent = indentOf(s.lines[i]); b.postIndent >= 0 {
			break
		}
		if b.postBlank++; b.postBlank == maxBlanks {
			b.postIndent = 0
			break
		}
	}
	return b
}

// score rates the borders of a run: less is better. The weights are those
// with which git's heuristic was fitted to what people prefer.
type score struct{ indent, penalty int }

func (s *score) add(b borders) {
	if b.preIndent == -1 && b.preBlank == 0 {
		s.penalty++ // begins with the file
	}
	if b.end {
		s.penalty += 21
	}
	post := 0
	if b.indent == -1 {
		post = 1 + b.postBlank
	}
	blanks := b.preBlank + post
	s.penalty += -30*blanks + 6*post
	indent := b.indent
	if indent == -1 {
		indent = b.postIndent
	}
	s.indent += indent
	pick := func(with, without int) {
		if blanks > 0 {
			s.penalty += with
		} else {
			s.penalty += without
		}
	}
	switch {
	case indent == -1 || b.preIndent == -1:
	case indent > b.preIndent:
		pick(10, -4)
	case indent == b.preIndent:
	case b.postIndent != -1 && b.postIndent > indent: // as "else" stands out of what is around it
		pick(17, 24)
	default:
		pick(17, 23)
	}
}

func (s score) notWorse(than score) bool {
	order := 0
	if s.indent > than.indent {
		order = 1
	} else if s.indent < than.indent {
		order = -1
	}
	return 60*order+s.penalty-than.penalty <= 0
}

// ignoring returns the key under which lines are compared.
func ignoring(all, amount, end bool) func(string) string {
	switch {
	case all:
		return func(l string) string {
			return strings.Map(func(c rune) rune {
				if strings.ContainsRune(" \t\r\n\v\f", c) {
					return -1
				}
				return c
			}, l)
		}
	case amount:
		return func(l string) string {
			var b strings.Builder
			blank := false
			for i := 0; i < len(l); i++ {
				if strings.IndexByte(" \t\r\n\v\f", l[i]) >= 0 {
					blank = true
					continue
				}
				if blank {
					b.WriteByte(' ')
					blank = false
				}
				b.WriteByte(l[i])
			}
			return b.String()
		}
	case end:
		return func(l string) string { return strings.TrimRight(l, " \t\r\n\v\f") }
	}
	return nil
}
