package diff

// A hunk is merged as GNU patch 2.7 does it. Where it doesn't fit exactly, the
// place is looked for whose lines take the fewest changes to be the hunk's old
// lines. What the file and what the patch do to these old lines is then done
// both, save where both touch the same lines.

// mergeHunks merges the hunks of a file into out.
func (pt *patcher) mergeHunks(fp *filePatch, file *textLines, out *pieces) (conflict, mismatch bool) {
	m := &fileMerger{pt: pt, file: file, out: out}
	offset := 0
	for n, h := range fp.hunks {
		at, ok := pt.locate(h, file, offset, m.done, 0)
		var left bool
		offset, left = m.mergeHunk(n+1, h, at, offset, ok)
		conflict = conflict || left
		mismatch = mismatch || !ok || offset != 0
	}
	m.copyTill(file.len())
	return conflict, mismatch
}

// mergeHunk merges a hunk into what is written of a file: at index at, or if ok
// is false at the best place. It returns the hunk's offset and whether a
// conflict is left.
func (m *fileMerger) mergeHunk(number int, h *hunk, at, offset int, ok bool) (newOffset int, conflict bool) {
	m.h, m.number, m.results, m.clean = h, number, 0, ok
	m.old, m.new = sides(h)
	end := at + len(m.old)
	if !ok {
		var matched int
		at, matched = m.place(offset)
		end = min(at+matched, m.file.len())
	}
	want := h.oldStart - 1
	if h.oldLen == 0 {
		want = h.oldStart
	}
	if newOffset = at - want; len(m.old) == 0 && !ok {
		newOffset = offset
	}
	m.edits = m.compare(at, end)
	m.copyTill(at)
	conflict = m.walk(at)
	if m.results > 0 {
		m.pt.sayAlways(".\n")
	}
	return newOffset, conflict
}

// fileMerger writes the merged form of a file.
type fileMerger struct {
	pt     *patcher
	file   *textLines
	out    *pieces
	done   int // lines of the file that are written or left out
	grown  int // lines that out has more than done
	number int // of the hunk, from 1
	h      *hunk
	old    []patchLine // marked ' ' or '-'
	new    []patchLine // marked ' ' or '+'
	edits  []byte      // what makes the file of old: ' ' both, '-' old only, '+' file only
	clean  bool        // the hunk fits exactly

	furthest []int // for distance

	results int    // parts of the hunk that were told of
	first   string // what the first was
}

func sides(h *hunk) (old, fresh []patchLine) {
	for _, l := range h.lines {
		if l.mark != '+' {
			old = append(old, l)
		}
		if l.mark != '-' {
			fresh = append(fresh, l)
		}
	}
	return old, fresh
}

// place finds where a hunk that doesn't fit belongs, and how many lines of the
// file there belong to its old lines.
func (m *fileMerger) place(offset int) (at, matched int) {
	h, n := m.h, m.file.len()
	guess := h.oldStart - 1 + offset
	if h.oldLen == 0 {
		guess++
	}
	at = guess
	context := 0
	for _, l := range m.old {
		if l.mark == ' ' {
			context++
		}
	}
	if context > 0 {
		// As many lines as the context has may be exchanged; the others must match.
		most, least := 2*context, len(m.old)-context
		highest := n - least - guess
		lowest := guess - m.done
		if h.suffix > h.prefix && h.oldStart <= 1 {
			highest = 0
		}
		untilEnd := h.suffix < h.prefix
		try := func(from int) bool {
			if from < 0 || from > n {
				return false
			}
			low := least
			if untilEnd {
				low = n - from
			}
			changes, to := m.distance(from, low, most)
			if changes > most || to-from <= matched {
				return false
			}
			// Near the file's start GNU patch takes only so many more lines.
			if added := (changes + to - from - len(m.old)) / 2; untilEnd && added > from+1 {
				return false
			}
			at, matched = from, to-from
			least, most = matched, changes-1
			return changes == 0
		}
		for d := 0; d <= max(highest, lowest) && m.pt.ctx.Err() == nil; d++ {
			if d <= highest && try(guess+d) || d > 0 && d <= lowest && try(guess-d) {
				break
			}
		}
	}
	return max(at, m.done), matched
}

// distance is the least number of lines to remove and to add that makes of the
// old lines the file's lines from index from on, at least least and as many as
// that number allows. It is more than most if there is no such number.
func (m *fileMerger) distance(from, least, most int) (changes, to int) {
	nx, ny := len(m.old), m.file.len()-from
	run := func(x, y int) (int, int) {
		for x < nx && y < ny && m.pt.equal(m.old[x].text, m.file.line(from+y)) {
			x++
			y++
		}
		return x, y
	}
	x, y := run(0, 0)
	if x == nx && y >= least {
		return 0, from + y
	}
	// furthest[d] is the x that is reached on diagonal x-y = d.
	width := min(most, nx+ny) + 2
	if len(m.furthest) < 2*width+1 {
		m.furthest = make([]int, 2*width+1)
	}
	furthest := m.furthest
	furthest[width] = x
	low, high := 0, 0
	for c := 1; c <= most && m.pt.ctx.Err() == nil; c++ {
		if low > -ny {
			low--
			furthest[width+low-1] = -1
		} else {
			low++
		}
		if high < nx {
			high++
			furthest[width+high+1] = -1
		} else {
			high--
		}
		if low > high {
			break
		}
		best := -1
		for d := high; d >= low; d -= 2 {
			x := furthest[width+d-1] + 1
			if up := furthest[width+d+1]; furthest[width+d-1] < up {
				x = up
			}
			x, y := run(x, x-d)
			furthest[width+d] = x
			if x == nx && y >= least && y > best && y <= ny {
				best = y
			}
		}
		if best >= 0 {
			return c, from + best
		}
	}
	return most + 1, from
}

// compare tells what makes the file's lines of the old ones.
func (m *fileMerger) compare(from, to int) []byte {
	numbers := map[string]int{}
	number := func(l []byte) int {
		if m.pt.loose {
			l = squeeze(l)
		}
		n, ok := numbers[string(l)]
		if !ok {
			n = len(numbers)
			numbers[string(l)] = n
		}
		return n
	}
	d := &matcher{ctx: m.pt.ctx, minimal: true}
	for i, l := range m.old {
		d.x, d.ix = append(d.x, number(l.text)), append(d.ix, i)
	}
	for i := from; i < to; i++ {
		d.y, d.iy = append(d.y, number(m.file.line(i))), append(d.iy, i-from)
	}
	d.cx, d.cy = make([]bool, len(d.x)), make([]bool, len(d.y))
	d.off = len(d.y) + 1
	d.fd, d.bd = make([]int, len(d.x)+len(d.y)+3), make([]int, len(d.x)+len(d.y)+3)
	d.run(0, len(d.x), 0, len(d.y))
	var edits []byte
	for x, y := 0, 0; x < len(d.x) || y < len(d.y); {
		switch {
		case x < len(d.x) && d.cx[x]:
			edits = append(edits, '-')
			x++
		case y < len(d.y) && d.cy[y]:
			edits = append(edits, '+')
			y++
		case x < len(d.x) && y < len(d.y):
			edits = append(edits, ' ')
			x++
			y++
		default: // the comparison was ended
			return edits
		}
	}
	return edits
}

// copyTill writes the file's lines before index i.
func (m *fileMerger) copyTill(i int) {
	for ; m.done < min(i, m.file.len()); m.done++ {
		m.out.endLine()
		m.out.add(m.file.line(m.done))
	}
}

// put writes lines that the file lacks.
func (m *fileMerger) put(lines ...[]byte) {
	for _, l := range lines {
		m.out.endLine()
		m.out.add(l)
	}
	m.grown += len(lines)
}

func (m *fileMerger) putLines(lines []patchLine) {
	for _, l := range lines {
		m.put(l.text)
	}
}

// walk goes over the old lines and does what either side does to them.
func (m *fileMerger) walk(in int) (conflict bool) {
	old, fresh, edit := 0, 0, 0
	mark := func(lines []patchLine, i int) byte {
		if i < len(lines) {
			return lines[i].mark
		}
		return 0
	}
	edited := func() byte {
		if edit < len(m.edits) {
			return m.edits[edit]
		}
		return 0
	}
	touched := func() bool { return mark(m.old, old) == '-' || mark(m.new, fresh) == '+' }
	for {
		in0, old0, new0 := in, old, fresh
		clash := false
		switch {
		case touched():
			for mark(m.old, old) == '-' && edited() == ' ' {
				old++
				edit++
				in++
			}
			if clash = mark(m.old, old) == '-' || edited() == '+' || edited() == '-'; clash {
				break
			}
			for mark(m.new, fresh) == '+' {
				fresh++
			}
			m.tell("merged", in0, fresh-new0, m.clean)
			m.copyTill(in0)
			m.done = in
			m.putLines(m.new[new0:fresh])
		case edited() == '-':
			for edited() == '-' && !touched() {
				old++
				fresh++
				edit++
			}
			for edited() == '+' {
				in++
				edit++
			}
			clash = touched()
		case edited() == '+':
			for edited() == '+' {
				in++
				edit++
			}
			clash = touched()
		case edited() == ' ':
			for edited() == ' ' && !touched() {
				old++
				fresh++
				in++
				edit++
			}
		default:
			m.copyTill(in)
			return conflict
		}
		if !clash {
			m.copyTill(in)
			continue
		}
		// Both touch these lines; the conflict ends where neither does.
		for {
			if e := edited(); e == '-' || mark(m.old, old) == '-' && e == ' ' {
				for mark(m.new, fresh) == '+' {
					fresh++
				}
				if mark(m.old, old) == ' ' {
					fresh++
				}
				old++
				if e == ' ' {
					in++
				}
				edit++
			} else if e == '+' {
				in++
				edit++
			} else if mark(m.new, fresh) == '+' {
				fresh++
			} else {
				break
			}
		}
		if m.clashed(in0, in, m.old[old0:old], m.new[new0:fresh]) {
			conflict = true
		}
	}
}

// clashed writes lines that both sides changed. It returns false where they
// changed them alike.
func (m *fileMerger) clashed(from, to int, old, fresh []patchLine) bool {
	pre := 0
	for pre < min(to-from, len(fresh)) && m.pt.equal(m.file.line(from+pre), fresh[pre].text) {
		pre++
	}
	if pre == to-from && pre == len(fresh) {
		m.tell("already applied", from, len(fresh), false)
		m.copyTill(to)
		return false
	}
	suf := 0
	if m.pt.merge == "diff3" {
		pre = 0 // the three texts are shown whole
	}
	for m.pt.merge != "diff3" && suf < min(to-from, len(fresh))-pre && m.pt.equal(m.file.line(to-1-suf), fresh[len(fresh)-1-suf].text) {
		suf++
	}
	from, to, fresh = from+pre, to-suf, fresh[pre:len(fresh)-suf]
	n := 3 + to - from + len(fresh)
	if m.pt.merge == "diff3" {
		n += 1 + len(old)
	}
	m.copyTill(from)
	m.tell("NOT MERGED", from, n, false)
	m.put([]byte("<<<<<<<\n"))
	m.copyTill(to)
	if m.pt.merge == "diff3" {
		m.put([]byte("|||||||\n"))
		m.putLines(old)
	}
	m.put([]byte("=======\n"))
	m.putLines(fresh)
	m.put([]byte(">>>>>>>\n"))
	m.copyTill(to + suf)
	return true
}

// tell says what became of n lines of the hunk that come from index in of the
// file on.
func (m *fileMerger) tell(what string, in, n int, clean bool) {
	pt := m.pt
	if pt.quiet && what == "merged" || clean && !pt.verbose {
		return
	}
	line := in + 1 + m.grown
	switch {
	case m.results == 0:
		pt.sayAlways("Hunk #%d %s at ", m.number, what)
		m.first = what
	case m.first == what: // only what the first one is goes without saying
		pt.sayAlways(",")
	default:
		pt.sayAlways(", %s at ", what)
	}
	m.results++
	if n <= 1 {
		pt.sayAlways("%d", line)
	} else {
		pt.sayAlways("%d-%d", line, line+n-1)
	}
}
