package regex

// opcode of an instruction.
type opcode uint8

const (
	iMatch  opcode = iota
	iSet           // one byte or character of set, then x
	iSplit         // x, or y as second choice
	iSave          // store the position in register n, then x
	iAssert        // if assertion n holds, x
	iBack          // the text of group n again, then x
	iMark          // store the position in register n, then x
	iMoved         // if the position isn't that in register n, x
)

type inst struct {
	op   opcode
	x, y int32
	n    int32
	set  *set
}

// program is a compiled pattern. In the program of the automaton a set is of
// bytes; in that of the matcher with groups it is of characters.
type program struct {
	insts []inst
	start int32
	regs  int // registers, 2 a group and those of iMark
}

type compiler struct {
	program
	bytes     bool // for the automaton
	utf       bool
	backrefs  bool // repetitions of what can be empty need a guard
	noNewline bool // no set matches a newline
	err       error
}

func (c *compiler) emit(i inst) int32 {
	if len(c.insts) >= maxProgram {
		c.err = errSize
		return 0
	}
	c.insts = append(c.insts, i)
	return int32(len(c.insts) - 1)
}

// node compiles n to go on at next, and returns where it begins.
func (c *compiler) node(n *node, next int32) int32 {
	if c.err != nil {
		return 0
	}
	switch n.op {
	case nSet:
		s := n.set
		if c.noNewline && s.hasByte('\n') {
			s = &set{bits: s.bits, ranges: s.ranges}
			s.bits[0] &^= 1 << '\n'
		}
		if c.bytes && c.utf {
			return c.encoded(s, next)
		}
		return c.emit(inst{op: iSet, set: s, x: next})
	case nCat:
		for i := len(n.sub) - 1; i >= 0; i-- {
			next = c.node(n.sub[i], next)
		}
	case nAlt:
		at := c.node(n.sub[len(n.sub)-1], next)
		for i := len(n.sub) - 2; i >= 0; i-- {
			at = c.emit(inst{op: iSplit, x: c.node(n.sub[i], next), y: at})
		}
		return at
	case nRepeat:
		return c.repeat(n, next)
	case nGroup:
		if c.bytes {
			return c.node(n.sub[0], next)
		}
		next = c.emit(inst{op: iSave, n: int32(2*n.n + 1), x: next})
		next = c.node(n.sub[0], next)
		return c.emit(inst{op: iSave, n: int32(2 * n.n), x: next})
	case nAssert:
		return c.emit(inst{op: iAssert, n: int32(n.n), x: next})
	case nBackref:
		if !c.bytes {
			return c.emit(inst{op: iBack, n: int32(n.n), x: next})
		}
		loop := c.emit(inst{op: iSplit, y: next})
		s := allSet(false)
		any := c.emit(inst{op: iSet, set: s, x: loop})
		c.insts[loop].x = any
		return loop
	}
	return next
}

func (c *compiler) repeat(n *node, next int32) int32 {
	sub := n.sub[0]
	if n.max == -1 {
		loop := c.emit(inst{op: iSplit, y: next})
		if c.err != nil {
			return 0
		}
		var body int32
		if c.backrefs && !c.bytes && nullable(sub) {
			r := int32(c.regs)
			c.regs++
			body = c.emit(inst{op: iMoved, n: r, x: loop})
			body = c.node(sub, body)
			body = c.emit(inst{op: iMark, n: r, x: body})
		} else {
			body = c.node(sub, loop)
		}
		if c.err != nil {
			return 0
		}
		c.insts[loop].x = body
		at := loop
		switch {
		case n.min > 0:
			at = c.node(sub, loop)
		case c.bytes || !nullable(sub):
		case c.backrefs:
			at = c.emit(inst{op: iSplit, x: c.node(sub, loop), y: next})
		default:
			// The first round may match nothing, so that its groups are set;
			// a later one may not.
			at = c.emit(inst{op: iSplit, x: body, y: next})
		}
		for i := 1; i < n.min && c.err == nil; i++ {
			at = c.node(sub, at)
		}
		return at
	}
	at := next
	for i := n.min; i < n.max && c.err == nil; i++ {
		at = c.emit(inst{op: iSplit, x: c.node(sub, at), y: next})
	}
	for i := 0; i < n.min && c.err == nil; i++ {
		at = c.node(sub, at)
	}
	return at
}

// encoded compiles a set of characters to instructions on the bytes of UTF-8.
func (c *compiler) encoded(s *set, next int32) int32 {
	single := &set{bits: s.bits}
	if len(s.ranges) == 0 {
		return c.emit(inst{op: iSet, set: single, x: next})
	}
	type step struct {
		byteRange
		next int32
	}
	tails := map[step]int32{}
	heads := map[int32]*set{}
	var order []int32
	for i := 0; i < len(s.ranges) && c.err == nil; i += 2 {
		encodings(s.ranges[i], s.ranges[i+1], func(seq []byteRange) {
			at := next
			for k := len(seq) - 1; k > 0; k-- {
				key := step{seq[k], at}
				to, ok := tails[key]
				if !ok {
					b := &set{}
					for x := int(seq[k].lo); x <= int(seq[k].hi); x++ {
						b.addByte(byte(x))
					}
					to = c.emit(inst{op: iSet, set: b, x: at})
					tails[key] = to
				}
				at = to
			}
			h := heads[at]
			if h == nil {
				h = &set{}
				heads[at] = h
				order = append(order, at)
			}
			for x := int(seq[0].lo); x <= int(seq[0].hi); x++ {
				h.addByte(byte(x))
			}
		})
	}
	at := int32(-1)
	for _, to := range order {
		i := c.emit(inst{op: iSet, set: heads[to], x: to})
		if at >= 0 {
			i = c.emit(inst{op: iSplit, x: i, y: at})
		}
		at = i
	}
	if single.bits != [4]uint64{} {
		at = c.emit(inst{op: iSplit, x: c.emit(inst{op: iSet, set: single, x: next}), y: at})
	}
	return at
}

// nullable tells whether n can match nothing.
func nullable(n *node) bool {
	switch n.op {
	case nSet:
		return false
	case nCat:
		for _, s := range n.sub {
			if !nullable(s) {
				return false
			}
		}
	case nAlt:
		for _, s := range n.sub {
			if nullable(s) {
				return true
			}
		}
		return false
	case nRepeat:
		return n.min == 0 || nullable(n.sub[0])
	case nGroup:
		return nullable(n.sub[0])
	}
	return true
}

func compileProgram(n *node, bytes, backrefs bool, flags Flags, groups int) (*program, error) {
	c := &compiler{bytes: bytes, utf: flags&UTF8 != 0, backrefs: backrefs, noNewline: flags&NoNewline != 0}
	c.regs = 2 * (groups + 1)
	match := c.emit(inst{op: iMatch})
	c.start = c.node(n, match)
	if c.err != nil {
		return nil, c.err
	}
	return &c.program, nil
}
