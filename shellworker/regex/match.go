package regex

import (
	"bytes"
	"unicode/utf8"
)

// around returns the assertions that hold at a position of b.
func around(b []byte, pos int, utf bool) int {
	a := 0
	if pos == 0 {
		a |= aTextStart | aLineStart
	} else if b[pos-1] == '\n' {
		a |= aLineStart
	}
	if pos == len(b) {
		a |= aTextEnd | aLineEnd
	} else if b[pos] == '\n' {
		a |= aLineEnd
	}
	before, after := false, false
	if pos > 0 {
		if c := b[pos-1]; c < utf8.RuneSelf || !utf {
			before = isWordByte(c)
		} else {
			r, n := utf8.DecodeLastRune(b[:pos])
			before = n > 1 && isWordRune(r)
		}
	}
	if pos < len(b) {
		if c := b[pos]; c < utf8.RuneSelf || !utf {
			after = isWordByte(c)
		} else {
			r, n := utf8.DecodeRune(b[pos:])
			after = n > 1 && isWordRune(r)
		}
	}
	return a | wordHolds(before, after)
}

// width returns how many bytes of b at pos the set matches, 0 if none.
func (s *set) width(b []byte, pos int, utf bool) int {
	if pos >= len(b) {
		return 0
	}
	c := b[pos]
	if c < utf8.RuneSelf || !utf {
		if s.hasByte(c) {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRune(b[pos:])
	if n == 1 {
		if s.hasByte(c) {
			return 1
		}
		return 0
	}
	if s.hasRune(r) {
		return n
	}
	return 0
}

// simulation runs a program by sets of threads, for what the automaton leaves.
type simulation struct {
	cur, next []thread
	mark      []uint32
	gen       uint32
	stack     []int32
	regs      [][]int // free registers
}

type thread struct {
	pc    int32
	start int
	regs  []int
}

func (m *simulation) clearMarks(n int) {
	if len(m.mark) < n {
		m.mark = make([]uint32, n)
		m.gen = 0
	}
	if m.gen++; m.gen == 0 {
		clear(m.mark)
		m.gen = 1
	}
}

// span finds the leftmost and longest match from pos on. Threads are in the
// order of their beginnings, so the first to come to an instruction wins.
// With anchored the match begins at pos.
func (m *simulation) span(p *program, b []byte, pos int, utf, anchored bool) (start, end int, ok bool) {
	best, bestEnd := -1, -1
	cur, next := m.cur[:0], m.next[:0]
	for at := pos; ; {
		// Characters of several bytes are stepped over whole; a thread never
		// stands within one, because all threads step together.
		width := 1
		if utf && at < len(b) && b[at] >= utf8.RuneSelf {
			if _, n := utf8.DecodeRune(b[at:]); n > 1 {
				width = n
			}
		}
		h := around(b, at, utf)
		m.clearMarks(len(p.insts))
		next = next[:0]
		add := func(pc int32, start int) {
			m.stack = append(m.stack[:0], pc)
			for len(m.stack) > 0 {
				pc := m.stack[len(m.stack)-1]
				m.stack = m.stack[:len(m.stack)-1]
				if m.mark[pc] == m.gen {
					continue
				}
				m.mark[pc] = m.gen
				switch in := &p.insts[pc]; in.op {
				case iSplit:
					m.stack = append(m.stack, in.y, in.x)
				case iSave, iMark, iMoved:
					m.stack = append(m.stack, in.x)
				case iAssert:
					if h&int(in.n) != 0 {
						m.stack = append(m.stack, in.x)
					}
				case iMatch:
					if best < 0 || start <= best {
						best, bestEnd = start, at
					}
				case iSet:
					next = append(next, thread{pc: pc, start: start})
				}
			}
		}
		for _, t := range cur {
			if best >= 0 && t.start > best {
				break
			}
			add(t.pc, t.start)
		}
		if best < 0 && (!anchored || at == pos) {
			add(p.start, at)
		}
		if at >= len(b) || len(next) == 0 && (best >= 0 || anchored) {
			break
		}
		cur = cur[:0]
		for _, t := range next {
			if best >= 0 && t.start > best {
				break
			}
			in := &p.insts[t.pc]
			if in.set.width(b, at, utf) > 0 {
				cur = append(cur, thread{pc: in.x, start: t.start})
			}
		}
		at += width
	}
	m.cur, m.next = cur, next
	return best, bestEnd, best >= 0
}

// groups finds the groups of the match from start to end: those of the first
// way, by the order of alternatives and greed, that leads to end.
func (m *simulation) groups(p *program, b []byte, start, end int, utf bool, loc []int) bool {
	type frame struct {
		pc   int32
		regs []int
	}
	get := func(from []int) []int {
		var r []int
		if n := len(m.regs); n > 0 {
			r = m.regs[n-1]
			m.regs = m.regs[:n-1]
		} else {
			r = make([]int, p.regs)
		}
		copy(r, from)
		return r
	}
	if len(m.regs) > 0 && len(m.regs[0]) != p.regs {
		m.regs = m.regs[:0]
	}
	first := make([]int, p.regs)
	for i := range first {
		first[i] = -1
	}
	cur := []thread{{pc: p.start, regs: first}}
	var next []thread
	var stack []frame
	found := false
	for at := start; ; {
		width := 1
		if utf && at < len(b) && b[at] >= utf8.RuneSelf {
			if _, n := utf8.DecodeRune(b[at:]); n > 1 {
				width = n
			}
		}
		h := around(b, at, utf)
		m.clearMarks(len(p.insts))
		next = next[:0]
		for _, t := range cur {
			stack = append(stack[:0], frame{t.pc, t.regs})
			for len(stack) > 0 {
				f := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if m.mark[f.pc] == m.gen {
					m.regs = append(m.regs, f.regs)
					continue
				}
				m.mark[f.pc] = m.gen
				switch in := &p.insts[f.pc]; in.op {
				case iSplit:
					stack = append(stack, frame{in.y, get(f.regs)}, frame{in.x, f.regs})
				case iSave:
					f.regs[in.n] = at
					stack = append(stack, frame{in.x, f.regs})
				case iMark, iMoved:
					stack = append(stack, frame{in.x, f.regs})
				case iAssert:
					if h&int(in.n) != 0 {
						stack = append(stack, frame{in.x, f.regs})
					} else {
						m.regs = append(m.regs, f.regs)
					}
				case iMatch:
					if at == end && !found {
						found = true
						copy(loc[2:], f.regs[2:])
					}
					m.regs = append(m.regs, f.regs)
				case iSet:
					next = append(next, thread{pc: f.pc, regs: f.regs})
				}
			}
		}
		if found || at >= end || len(next) == 0 {
			break
		}
		cur = cur[:0]
		for _, t := range next {
			in := &p.insts[t.pc]
			if in.set.width(b, at, utf) > 0 {
				cur = append(cur, thread{pc: in.x, regs: t.regs})
			} else {
				m.regs = append(m.regs, t.regs)
			}
		}
		at += width
	}
	return found
}

// backtracker tries the ways of a program one after another. Without
// back-references no instruction is tried twice at a position.
type backtracker struct {
	visited []uint64
	stack   []job
	regs    []int
}

// job is a way still to be tried, or with pc -1 a register to set back.
type job struct {
	pc  int32
	reg int32
	at  int
}

const maxVisited = 1 << 22 // bits

// groups finds the groups of the match from start to end, as
// simulation.groups does. It returns false if there is too much to remember.
func (t *backtracker) groups(p *program, b []byte, start, end int, utf bool, loc []int) (ok bool) {
	size := end - start + 1
	if size > maxVisited/len(p.insts) {
		return false
	}
	words := (size*len(p.insts) + 63) / 64
	if cap(t.visited) < words {
		t.visited = make([]uint64, words)
	}
	visited := t.visited[:words]
	clear(visited)
	regs := loc
	for i := 2; i < len(regs); i++ {
		regs[i] = -1
	}
	stack := append(t.stack[:0], job{p.start, 0, start})
	for len(stack) > 0 {
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if j.pc < 0 {
			regs[j.reg] = j.at
			continue
		}
		pc, at := j.pc, j.at
	way:
		for {
			k := (at-start)*len(p.insts) + int(pc)
			if visited[k>>6]&(1<<(k&63)) != 0 {
				break
			}
			visited[k>>6] |= 1 << (k & 63)
			switch in := &p.insts[pc]; in.op {
			case iSet:
				n := 0
				if at < end {
					n = in.set.width(b, at, utf)
				}
				if n == 0 || at+n > end {
					break way
				}
				at += n
				pc = in.x
			case iSplit:
				stack = append(stack, job{in.y, 0, at})
				pc = in.x
			case iSave:
				if int(in.n) < len(regs) {
					stack = append(stack, job{-1, in.n, regs[in.n]})
					regs[in.n] = at
				}
				pc = in.x
			case iAssert:
				if around(b, at, utf)&int(in.n) == 0 {
					break way
				}
				pc = in.x
			case iMatch:
				if at == end {
					t.stack = stack
					return true
				}
				break way
			default:
				pc = in.x
			}
		}
	}
	t.stack = stack
	return false
}

// maxSteps bounds the work on a pattern with back-references.
const maxSteps = 50 << 20

const maxStack = 4 << 20 // ways kept to be tried

// longest finds the longest match that begins at start, of a program with
// back-references, and its groups. It subtracts from steps what it took, and
// gives up when none are left.
func (t *backtracker) longest(p *program, b []byte, start int, utf, fold bool, loc []int, steps *int) bool {
	if len(t.regs) < p.regs {
		t.regs = make([]int, p.regs)
	}
	regs := t.regs[:p.regs]
	for i := range regs {
		regs[i] = -1
	}
	best := -1
	stack := append(t.stack[:0], job{p.start, 0, start})
	for len(stack) > 0 {
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if j.pc < 0 {
			regs[j.reg] = j.at
			continue
		}
		pc, at := j.pc, j.at
	way:
		for {
			if *steps--; *steps < 0 || len(stack) > maxStack {
				*steps = -1
				return false
			}
			switch in := &p.insts[pc]; in.op {
			case iSet:
				n := in.set.width(b, at, utf)
				if n == 0 {
					break way
				}
				at += n
				pc = in.x
			case iSplit:
				stack = append(stack, job{in.y, 0, at})
				pc = in.x
			case iSave, iMark:
				stack = append(stack, job{-1, in.n, regs[in.n]})
				regs[in.n] = at
				pc = in.x
			case iMoved:
				if regs[in.n] == at {
					break way
				}
				pc = in.x
			case iAssert:
				if around(b, at, utf)&int(in.n) == 0 {
					break way
				}
				pc = in.x
			case iBack:
				from, to := regs[2*in.n], regs[2*in.n+1]
				if from < 0 || to < from || at+to-from > len(b) {
					break way
				}
				was, is := b[from:to], b[at:at+to-from]
				if !bytes.Equal(was, is) && !(fold && bytes.EqualFold(was, is)) {
					break way
				}
				at += to - from
				pc = in.x
			case iMatch:
				if at > best {
					best = at
					copy(loc, regs)
					loc[0], loc[1] = start, at
				}
				if at == len(b) {
					t.stack = stack
					return true
				}
				break way
			}
		}
	}
	t.stack = stack
	return best >= 0
}

// decode tells whether b begins with a character of several bytes, and its width.
func decode(b []byte) (bool, int) {
	_, n := utf8.DecodeRune(b)
	return n > 1, n
}
