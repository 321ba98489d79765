// Package diff is diff, diff3, sdiff, cmp and patch.
package diff

import (
	"context"
	"math"
)

// script marks the lines of two texts that the other one lacks.
type script struct {
	changed [2][]bool // with one false more at the end
}

// change is a run of lines that differ: del lines of the first text from a on,
// ins lines of the second from b on.
type change struct {
	a, b     int
	del, ins int
	ignore   bool
}

// letter is what ed calls it: a, c or d.
func (c change) letter() string {
	switch {
	case c.del == 0:
		return "a"
	case c.ins == 0:
		return "d"
	}
	return "c"
}

// changes lists what differs, in order.
func (s *script) changes() []change {
	var list []change
	a, b := s.changed[0], s.changed[1]
	i, j := 0, 0
	for i < len(a)-1 || j < len(b)-1 {
		if !a[i] && !b[j] {
			i++
			j++
			continue
		}
		c := change{a: i, b: j}
		for a[i] {
			i++
		}
		for b[j] {
			j++
		}
		c.del, c.ins = i-c.a, j-c.b
		list = append(list, c)
	}
	return list
}

// compare finds the difference of two texts whose lines are equal where their
// numbers, which are few and not negative, are. It follows Myers' "An O(ND) difference algorithm" and, so that
// the outcome is GNU diff's, that program's way to choose among solutions:
// lines without a partner are set aside first, and runs are shifted last.
func compare(ctx context.Context, x, y []int, context int, minimal bool) *script {
	s := &script{}
	s.changed[0], s.changed[1] = make([]bool, len(x)+1), make([]bool, len(y)+1)
	// What both begin and end with can't differ, but for the lines that are
	// shown as context, which runs may be shifted over.
	pre := 0
	for pre < len(x) && pre < len(y) && x[pre] == y[pre] {
		pre++
	}
	suf := 0
	for suf < len(x)-pre && suf < len(y)-pre && x[len(x)-1-suf] == y[len(y)-1-suf] {
		suf++
	}
	pre, suf = max(0, pre-context), max(0, suf-context)
	xs, ys := x[pre:len(x)-suf], y[pre:len(y)-suf]
	cx, cy := make([]bool, len(xs)+2), make([]bool, len(ys)+2)
	keepX, keepY := discard(xs, ys, cx[1:], cy[1:], minimal)
	m := &matcher{ctx: ctx, minimal: minimal, cx: cx[1:], cy: cy[1:], ix: keepX, iy: keepY}
	for _, i := range keepX {
		m.x = append(m.x, xs[i])
	}
	for _, i := range keepY {
		m.y = append(m.y, ys[i])
	}
	n := len(m.x) + len(m.y) + 3
	m.fd, m.bd = make([]int, n), make([]int, n)
	m.off = len(m.y) + 1
	m.expensive = 1
	for d := n; d != 0; d >>= 2 {
		m.expensive <<= 1
	}
	m.expensive = max(4096, m.expensive)
	m.run(0, len(m.x), 0, len(m.y))
	shift(xs, cx, cy)
	shift(ys, cy, cx)
	copy(s.changed[0][pre:], cx[1:1+len(xs)])
	copy(s.changed[1][pre:], cy[1:1+len(ys)])
	return s
}

// discard marks lines without a partner as changed and returns the others. Lines with
// very many partners are set aside too where they stand among such.
func discard(x, y []int, cx, cy []bool, minimal bool) (keepX, keepY []int) {
	most := 0
	for _, v := range x {
		most = max(most, v)
	}
	for _, v := range y {
		most = max(most, v)
	}
	countX, countY := make([]int32, most+1), make([]int32, most+1)
	for _, v := range x {
		countX[v]++
	}
	for _, v := range y {
		countY[v]++
	}
	one := func(lines []int, other []int32, changed []bool) []int {
		const provisional = 2
		many := 5
		for t := len(lines) / 64; t>>2 > 0; t >>= 2 {
			many *= 2
		}
		d := make([]byte, len(lines))
		for i, v := range lines {
			if n := other[v]; n == 0 {
				d[i] = 1
			} else if int(n) > many {
				d[i] = provisional
			}
		}
		for i := 0; i < len(d); i++ {
			if d[i] == provisional {
				d[i] = 0
				continue
			}
			if d[i] == 0 {
				continue
			}
			j, n := i, 0
			for j < len(d) && d[j] != 0 {
				if d[j] == provisional {
					n++
				}
				j++
			}
			for j > i && d[j-1] == provisional {
				j--
				d[j] = 0
				n--
			}
			length := j - i
			if n*4 > length {
				for k := i; k < j; k++ {
					if d[k] == provisional {
						d[k] = 0
					}
				}
				i = j - 1
				continue
			}
			least := 1
			for t := length >> 2; t>>2 > 0; t >>= 2 {
				least <<= 1
			}
			least++
			run := 0
			for k := 0; k < length; k++ {
				if d[i+k] != provisional {
					run = 0
				} else if run++; run == least {
					k -= run
				} else if run > least {
					d[i+k] = 0
				}
			}
			clear := func(at, step int) {
				run := 0
				for k := 0; k < length; k++ {
					e := &d[at+k*step]
					if k >= 8 && *e == 1 {
						return
					}
					switch *e {
					case provisional:
						run = 0
						*e = 0
					case 0:
						run = 0
					default:
						run++
					}
					if run == 3 {
						return
					}
				}
			}
			clear(i, 1)
			i += length - 1
			clear(i, -1)
		}
		var keep []int
		for i := range lines {
			if d[i] == 0 || minimal {
				keep = append(keep, i)
			} else {
				changed[i] = true
			}
		}
		return keep
	}
	return one(x, countY, cx), one(y, countX, cy)
}

// matcher finds the longest common part by halves.
type matcher struct {
	ctx       context.Context
	x, y      []int
	ix, iy    []int // which lines they are
	cx, cy    []bool
	fd, bd    []int // furthest points on diagonals, forward and backward
	off       int
	minimal   bool
	expensive int
}

func (m *matcher) run(xoff, xlim, yoff, ylim int) {
	for {
		for xoff < xlim && yoff < ylim && m.x[xoff] == m.y[yoff] {
			xoff++
			yoff++
		}
		for xoff < xlim && yoff < ylim && m.x[xlim-1] == m.y[ylim-1] {
			xlim--
			ylim--
		}
		if xoff == xlim {
			for ; yoff < ylim; yoff++ {
				m.cy[m.iy[yoff]] = true
			}
			return
		}
		if yoff == ylim {
			for ; xoff < xlim; xoff++ {
				m.cx[m.ix[xoff]] = true
			}
			return
		}
		if m.ctx.Err() != nil {
			return
		}
		xmid, ymid := m.middle(xoff, xlim, yoff, ylim)
		m.run(xoff, xmid, yoff, ymid)
		xoff, yoff = xmid, ymid
	}
}

// middle finds a point on a shortest path, by going from both ends until the
// ways meet. Where that takes too long a good point has to do.
func (m *matcher) middle(xoff, xlim, yoff, ylim int) (xmid, ymid int) {
	fd, bd, o := m.fd, m.bd, m.off
	dmin, dmax := xoff-ylim, xlim-yoff
	fmid, bmid := xoff-yoff, xlim-ylim
	fmin, fmax, bmin, bmax := fmid, fmid, bmid, bmid
	odd := (fmid-bmid)&1 != 0
	fd[o+fmid], bd[o+bmid] = xoff, xlim
	for c := 1; ; c++ {
		if fmin > dmin {
			fmin--
			fd[o+fmin-1] = -1
		} else {
			fmin++
		}
		if fmax < dmax {
			fmax++
			fd[o+fmax+1] = -1
		} else {
			fmax--
		}
		for d := fmax; d >= fmin; d -= 2 {
			lo, hi := fd[o+d-1], fd[o+d+1]
			x := lo + 1
			if lo < hi {
				x = hi
			}
			y := x - d
			for x < xlim && y < ylim && m.x[x] == m.y[y] {
				x++
				y++
			}
			fd[o+d] = x
			if odd && bmin <= d && d <= bmax && bd[o+d] <= x {
				return x, y
			}
		}
		if bmin > dmin {
			bmin--
			bd[o+bmin-1] = math.MaxInt
		} else {
			bmin++
		}
		if bmax < dmax {
			bmax++
			bd[o+bmax+1] = math.MaxInt
		} else {
			bmax--
		}
		for d := bmax; d >= bmin; d -= 2 {
			lo, hi := bd[o+d-1], bd[o+d+1]
			x := hi - 1
			if lo < hi {
				x = lo
			}
			y := x - d
			for xoff < x && yoff < y && m.x[x-1] == m.y[y-1] {
				x--
				y--
			}
			bd[o+d] = x
			if !odd && fmin <= d && d <= fmax && x <= fd[o+d] {
				return x, y
			}
		}
		if m.minimal || c < m.expensive {
			continue
		}
		// Take the point that got furthest.
		best, bx := -1, 0
		for d := fmax; d >= fmin; d -= 2 {
			x := min(fd[o+d], xlim)
			y := x - d
			if y > ylim {
				x, y = ylim+d, ylim
			}
			if x+y > best {
				best, bx = x+y, x
			}
		}
		back, bbx := math.MaxInt, 0
		for d := bmax; d >= bmin; d -= 2 {
			x := max(xoff, bd[o+d])
			y := x - d
			if y < yoff {
				x, y = yoff+d, yoff
			}
			if x+y < back {
				back, bbx = x+y, x
			}
		}
		if (xlim+ylim)-back < best-(xoff+yoff) {
			return bx, best - bx
		}
		return bbx, back - bbx
	}
}

// shift moves runs of changed lines so that they join others, stand across
// from changed lines of the other text, or else as late as they can. The marks
// begin at index 1.
func shift(lines []int, changed, other []bool) {
	end := len(lines)
	at := func(c []bool, i int) bool { return i+1 >= 0 && i+1 < len(c) && c[i+1] }
	i, j := 0, 0
	for {
		for i < end && !changed[i+1] {
			for at(other, j) {
				j++
			}
			j++
			i++
		}
		if i == end {
			return
		}
		start := i
		i++
		for at(changed, i) {
			i++
		}
		for at(other, j) {
			j++
		}
		corresponding := end
		for {
			length := i - start
			for start > 0 && lines[start-1] == lines[i-1] {
				start--
				changed[start+1] = true
				i--
				changed[i+1] = false
				for at(changed, start-1) {
					start--
				}
				j--
				for at(other, j) {
					j--
				}
			}
			corresponding = end
			if at(other, j-1) {
				corresponding = i
			}
			for i != end && lines[start] == lines[i] {
				changed[start+1] = false
				start++
				changed[i+1] = true
				i++
				for at(changed, i) {
					i++
				}
				j++
				for at(other, j) {
					corresponding = i
					j++
				}
			}
			if length == i-start {
				break
			}
		}
		for corresponding < i {
			start--
			changed[start+1] = true
			i--
			changed[i+1] = false
			j--
			for at(other, j) {
				j--
			}
		}
	}
}
