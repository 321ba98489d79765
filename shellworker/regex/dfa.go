package regex

import (
	"bytes"
	"slices"
	"unsafe"
)

// dfa is the automaton of a program, its states built as they are met. A state
// is a set of instructions and what is known of the byte before; that a match
// ended is known one byte later, because assertions look at the next byte.
//
// Transitions are premultiplied: a state is the offset of its row. A row's
// entry is 0 where it wasn't built yet, and negative where the state is special.
type dfa struct {
	prog    *program
	asserts int // that occur in prog
	utf     bool
	noUTF   bool // asserts look at words: give up on bytes beyond ASCII
	class   [256]uint8
	classes int       // without the one for the end
	samples [256]byte // a byte of each class

	trans  []int32
	states []dstate
	ids    map[string]int32
	memory int
	starts [2][8]int32 // by mode and context

	mark  []uint32 // of instructions, for closures
	gen   uint32
	stack []int32
	work  []int32
	next  []int32
	key   []byte
}

type dstate struct {
	insts   []int32
	ctx     uint8
	search  bool // a match may begin at each position
	matched bool // a match ended before the byte that led here
	dead    bool
	quit    bool
	start   bool // nothing begun but at this position
	skip    *skip
}

// skip says which bytes lead out of a state.
type skip struct {
	ready bool
	n     int
	b     [3]byte
	leave [256]bool
}

// Contexts: what is before a position.
const (
	ctxText = 1 << iota // the beginning of the text
	ctxLine             // the beginning of a line
	ctxWord             // a word character
)

// dfaMemory bounds the states, in bytes; beyond it they are dropped and built
// anew.
const dfaMemory = 8 << 20

func newDFA(p *program, utf bool, asserts int) *dfa {
	d := &dfa{prog: p, utf: utf, asserts: asserts, mark: make([]uint32, len(p.insts))}
	d.noUTF = utf && asserts&wordAsserts != 0
	d.classify()
	d.reset()
	return d
}

// classify finds the bytes that no instruction tells apart.
func (d *dfa) classify() {
	var bounds [4]uint64
	mark := func(s *set) {
		prev := false
		for c := 0; c < 256; c++ {
			h := s.hasByte(byte(c))
			if h != prev {
				bounds[c>>6] |= 1 << (c & 63)
			}
			prev = h
		}
	}
	seen := map[[4]uint64]bool{}
	for i := range d.prog.insts {
		if in := &d.prog.insts[i]; in.op == iSet && !seen[in.set.bits] {
			seen[in.set.bits] = true
			mark(in.set)
		}
	}
	one := func(f func(c byte) bool) {
		s := &set{}
		for c := 0; c < 256; c++ {
			if f(byte(c)) {
				s.addByte(byte(c))
			}
		}
		mark(s)
	}
	if d.asserts&(aLineStart|aLineEnd) != 0 {
		one(func(c byte) bool { return c == '\n' })
	}
	if d.asserts&wordAsserts != 0 {
		one(isWordByte)
		one(func(c byte) bool { return c >= 0x80 })
	}
	// Bytes between two bounds are one class; sets that agree on two such
	// spans could share it, which isn't worth the search.
	k := 0
	for c := 0; c < 256; c++ {
		if c > 0 && bounds[c>>6]&(1<<(c&63)) != 0 {
			k++
		}
		d.class[c] = uint8(k)
		d.samples[k] = byte(c)
	}
	d.classes = k + 1
}

func (d *dfa) reset() {
	row := d.classes + 1
	d.trans = make([]int32, row, 64*row)
	d.states = d.states[:0]
	d.states = append(d.states, dstate{quit: true}) // see startState
	d.ids = map[string]int32{}
	d.memory = 0
	d.starts = [2][8]int32{}
}

// newGen begins a new set of marked instructions.
func (d *dfa) newGen() {
	if d.gen++; d.gen == 0 {
		clear(d.mark)
		d.gen = 1
	}
}

// follow adds what is reached from pc without a byte; holds are the
// assertions that hold, the others are kept.
func (d *dfa) follow(list []int32, pc int32, holds int, matched *bool) []int32 {
	d.stack = append(d.stack[:0], pc)
	for len(d.stack) > 0 {
		pc := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
	again:
		if d.mark[pc] == d.gen {
			continue
		}
		d.mark[pc] = d.gen
		in := &d.prog.insts[pc]
		switch in.op {
		case iSplit:
			d.stack = append(d.stack, in.y)
			pc = in.x
			goto again
		case iAssert:
			if holds&int(in.n) != 0 {
				pc = in.x
				goto again
			}
			if holds == 0 {
				list = append(list, pc)
			}
		case iMatch:
			if matched != nil {
				*matched = true
			}
			list = append(list, pc)
		default:
			list = append(list, pc)
		}
	}
	return list
}

// state returns the row of a state.
func (d *dfa) state(s dstate) int32 {
	slices.Sort(s.insts)
	flags := s.ctx
	for i, f := range []bool{s.search, s.matched, s.quit, s.start} {
		if f {
			flags |= 1 << (3 + i)
		}
	}
	d.key = append(d.key[:0], flags)
	if len(s.insts) > 0 {
		d.key = append(d.key, unsafe.Slice((*byte)(unsafe.Pointer(&s.insts[0])), 4*len(s.insts))...)
	}
	if id, ok := d.ids[string(d.key)]; ok {
		return id
	}
	s.insts = slices.Clone(s.insts)
	s.dead = len(s.insts) == 0 && !s.search
	row := d.classes + 1
	id := int32(len(d.states) * row)
	if s.start && s.search {
		s.skip = &skip{}
	}
	special := s.matched || s.dead || s.quit || s.skip != nil
	d.states = append(d.states, s)
	d.trans = append(d.trans, make([]int32, row)...)
	d.memory += 4*row + 8*len(s.insts) + 160
	if special {
		id = -id
	}
	d.ids[string(d.key)] = id
	return id
}

// context returns what a position after byte c is.
func (d *dfa) context(c byte) uint8 {
	var ctx uint8
	if c == '\n' && d.asserts&aLineStart != 0 {
		ctx |= ctxLine
	}
	if d.asserts&wordAsserts != 0 && isWordByte(c) {
		ctx |= ctxWord
	}
	return ctx
}

// startState returns the state at a position of b.
func (d *dfa) startState(b []byte, pos int, search bool) int32 {
	var ctx uint8
	if pos == 0 {
		if d.asserts&aTextStart != 0 {
			ctx = ctxText
		}
		if d.asserts&aLineStart != 0 {
			ctx |= ctxLine
		}
	} else {
		if d.noUTF && b[pos-1] >= 0x80 {
			return -1 // in the row that quits
		}
		ctx = d.context(b[pos-1])
	}
	m := 0
	if search {
		m = 1
	}
	if s := d.starts[m][ctx]; s != 0 {
		return s
	}
	d.newGen()
	list := d.follow(d.next[:0], d.prog.start, 0, nil)
	d.next = list
	s := d.state(dstate{insts: list, ctx: ctx, search: search, start: true})
	d.starts[m][ctx] = s
	return s
}

// holds returns the assertions that hold between a context and the next byte,
// 256 being the end of the text.
func holds(ctx uint8, c int) int {
	a := 0
	if ctx&ctxText != 0 {
		a |= aTextStart
	}
	if ctx&ctxLine != 0 {
		a |= aLineStart
	}
	before, after := ctx&ctxWord != 0, false
	if c == 256 {
		a |= aTextEnd | aLineEnd
	} else {
		if c == '\n' {
			a |= aLineEnd
		}
		after = isWordByte(byte(c))
	}
	return a | wordHolds(before, after)
}

func wordHolds(before, after bool) int {
	a := 0
	if before != after {
		a |= aWordEdge
	} else {
		a |= aNotWordEdge
	}
	if !before && after {
		a |= aWordStart
	}
	if before && !after {
		a |= aWordEnd
	}
	if !before {
		a |= aNoWordBefore
	}
	if !after {
		a |= aNoWordAfter
	}
	return a
}

// step builds the transition of a row on a class (classes: the end).
func (d *dfa) step(row int32, class int) int32 {
	w := int32(d.classes + 1)
	id := row / w
	s := d.states[id]
	c := 256
	if class < d.classes {
		c = int(d.samples[class])
	}
	if d.memory > dfaMemory {
		// Start over, and give the state at hand a new row, which the caller
		// reaches through the next one only.
		d.reset()
		id = -1
	}
	n := dstate{search: s.search}
	list := s.insts
	if d.asserts != 0 {
		h := holds(s.ctx, c)
		d.newGen()
		work := d.work[:0]
		for _, pc := range list {
			in := &d.prog.insts[pc]
			if in.op == iAssert {
				if h&int(in.n) != 0 {
					work = d.follow(work, in.x, h|1<<20, nil)
				}
				continue
			}
			work = d.follow(work, pc, h|1<<20, nil)
		}
		d.work = work
		list = work
	}
	quit := d.noUTF && c >= 0x80 && c < 256
	for _, pc := range list {
		if d.prog.insts[pc].op == iMatch && !quit {
			n.matched = true
			break
		}
	}
	if c < 256 {
		if quit {
			n.quit = true
			n.search = false
		} else {
			d.newGen()
			next := d.next[:0]
			for _, pc := range list {
				in := &d.prog.insts[pc]
				if in.op == iSet && in.set.hasByte(byte(c)) {
					next = d.follow(next, in.x, 0, nil)
				}
			}
			if n.search {
				n.start = len(next) == 0
				next = d.follow(next, d.prog.start, 0, nil)
			}
			d.next = next
			n.insts = next
			n.ctx = d.context(byte(c))
		}
	} else {
		n.search = false
	}
	to := d.state(n)
	if id >= 0 {
		d.trans[row+int32(class)] = to
	}
	return to
}

// outcome of a scan.
type outcome uint8

const (
	scanNone  outcome = iota
	scanMatch         // a match ends at the position
	scanQuit          // the automaton can't tell from the position on
)

// search looks from pos on for the first position where a match ends. All
// matches that end there begin at from or later.
func (d *dfa) search(b []byte, pos int) (end, from int, o outcome) {
	from = pos
	s := d.startState(b, pos, true)
	w := int32(d.classes + 1)
	trans := d.trans
	n := len(b)
	for i := pos; ; {
		if s < 0 {
			st := &d.states[-s/w]
			switch {
			case st.matched:
				return i - 1, from, scanMatch
			case st.quit:
				return i - 1, from, scanQuit
			case st.dead:
				return 0, 0, scanNone
			}
			s = -s
			if st.skip != nil {
				k := st.skip
				if !k.ready {
					d.fillSkip(s, k)
					trans = d.trans
					if !k.ready { // the states were dropped meanwhile
						s = d.startState(b, i, true)
						trans = d.trans
						continue
					}
				}
				i += k.count(b[i:])
				from = i
			}
		}
		if i >= n {
			break
		}
		// The tight loop: ordinary states only.
		for i < n {
			t := trans[s+int32(d.class[b[i]])]
			if t == 0 {
				t = d.step(s, int(d.class[b[i]]))
				trans = d.trans
			}
			i++
			s = t
			if t < 0 {
				break
			}
		}
	}
	t := trans[s+int32(d.classes)]
	if t == 0 {
		t = d.step(s, d.classes)
	}
	if t < 0 && d.states[-t/w].matched {
		return n, from, scanMatch
	}
	return 0, 0, scanNone
}

// longest returns the end of the longest match that begins at pos.
func (d *dfa) longest(b []byte, pos int) (end int, o outcome) {
	end = -1
	s := d.startState(b, pos, false)
	w := int32(d.classes + 1)
	trans := d.trans
	for i := pos; ; i++ {
		if s < 0 {
			st := &d.states[-s/w]
			if st.matched {
				end = i - 1
			}
			if st.quit {
				return 0, scanQuit
			}
			if st.dead {
				break
			}
			s = -s
		}
		class := d.classes
		if i < len(b) {
			class = int(d.class[b[i]])
		}
		t := trans[s+int32(class)]
		if t == 0 {
			t = d.step(s, class)
			trans = d.trans
		}
		s = t
		if i >= len(b) {
			if s < 0 && d.states[-s/w].matched {
				end = len(b)
			}
			break
		}
	}
	if end < 0 {
		return 0, scanNone
	}
	return end, scanMatch
}

// fillSkip finds the bytes that lead from a state to another one.
func (d *dfa) fillSkip(row int32, k *skip) {
	before := len(d.states)
	for class := 0; class < d.classes; class++ {
		if d.trans[row+int32(class)] == 0 {
			d.step(row, class)
			if len(d.states) < before {
				return
			}
			before = len(d.states)
		}
	}
	for c := 0; c < 256; c++ {
		if d.trans[row+int32(d.class[c])] != -row {
			k.leave[c] = true
			if k.n < len(k.b) {
				k.b[k.n] = byte(c)
			}
			k.n++
		}
	}
	k.ready = true
}

// count returns how many bytes don't lead out of the state.
func (k *skip) count(b []byte) int {
	switch k.n {
	case 0:
		return len(b)
	case 1:
		if i := bytes.IndexByte(b, k.b[0]); i >= 0 {
			return i
		}
		return len(b)
	}
	for i, c := range b {
		if k.leave[c] {
			return i
		}
	}
	return len(b)
}
