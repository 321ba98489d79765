package regex

import (
	"bytes"
	"math/bits"
)

// need is what every match of a node contains: one of lits. With fold they are
// in lower case and match any case of ASCII. exact: the matches are lits and
// nothing else; prefix: each match begins with one of lits.
type need struct {
	lits          [][]byte
	exact, prefix bool
}

const (
	maxLits  = 12  // literals
	maxCross = 256 // bytes of one that is put together
)

// weight tells how selective a need is; 0 is not at all.
func (n need) weight() int {
	if len(n.lits) == 0 {
		return 0
	}
	w := 1 << 20
	for _, l := range n.lits {
		w = min(w, len(l))
	}
	if w == 0 {
		return 0
	}
	return w*16 - len(n.lits)
}

func better(a, b need) need {
	if b.weight() > a.weight() {
		return b
	}
	return a
}

// needOf finds what every match of n contains.
func needOf(n *node, fold bool, depth int) need {
	none := need{}
	if depth > 200 {
		return none
	}
	switch n.op {
	case nEmpty:
		return need{lits: [][]byte{{}}, exact: true, prefix: true}
	case nAssert:
		return need{lits: [][]byte{{}}, exact: true, prefix: true}
	case nSet:
		if len(n.set.ranges) > 0 {
			return oneRune(n.set)
		}
		count := 0
		for _, w := range n.set.bits {
			count += bits.OnesCount64(w)
		}
		if count == 0 || count > 2*4 {
			return none
		}
		var lits [][]byte
		for c := 0; c < 256; c++ {
			if !n.set.hasByte(byte(c)) {
				continue
			}
			b := byte(c)
			if fold && 'A' <= b && b <= 'Z' && n.set.hasByte(b+32) {
				continue
			}
			if fold && ('a' <= b && b <= 'z' && !n.set.hasByte(b-32) || 'A' <= b && b <= 'Z') {
				return none
			}
			lits = append(lits, []byte{b})
		}
		if len(lits) > 4 {
			return none
		}
		return need{lits: lits, exact: true, prefix: true}
	case nGroup:
		return needOf(n.sub[0], fold, depth+1)
	case nRepeat:
		if n.min == 0 {
			return none
		}
		r := needOf(n.sub[0], fold, depth+1)
		if n.max == n.min && n.min <= 16 && r.exact && len(r.lits) == 1 && len(r.lits[0]) <= maxCross {
			r.lits = [][]byte{bytes.Repeat(r.lits[0], n.min)}
			return r
		}
		r.exact = false
		return r
	case nAlt:
		all := need{exact: true, prefix: true}
		for _, s := range n.sub {
			r := needOf(s, fold, depth+1)
			if len(r.lits) == 0 || len(all.lits)+len(r.lits) > maxLits {
				return none
			}
			all.lits = append(all.lits, r.lits...)
			all.exact = all.exact && r.exact
			all.prefix = all.prefix && r.prefix
		}
		return all
	case nCat:
		var best need
		run := need{lits: [][]byte{{}}, exact: true, prefix: true}
		whole := true
		for _, s := range n.sub {
			r := needOf(s, fold, depth+1)
			if r.exact && len(r.lits) == 1 && len(run.lits) == 1 {
				run.lits[0] = append(run.lits[0], r.lits[0]...)
				continue
			}
			if r.exact && len(r.lits)*len(run.lits) <= maxLits && len(run.lits[0]) <= maxCross {
				var cross [][]byte
				for _, a := range run.lits {
					for _, b := range r.lits {
						cross = append(cross, append(a[:len(a):len(a)], b...))
					}
				}
				run.lits = cross
				continue
			}
			whole = false
			if r.prefix && len(r.lits)*len(run.lits) <= maxLits && len(run.lits[0]) <= maxCross {
				var cross [][]byte
				for _, a := range run.lits {
					for _, b := range r.lits {
						cross = append(cross, append(a[:len(a):len(a)], b...))
					}
				}
				best = better(best, need{lits: cross, prefix: run.prefix})
			}
			run.exact = false
			best = better(best, run)
			r.prefix, r.exact = false, false
			best = better(best, r)
			run = need{lits: [][]byte{{}}}
		}
		run.exact = whole
		return better(best, run)
	}
	return none
}

// oneRune is the need of a set of one character beyond ASCII.
func oneRune(s *set) need {
	if s.bits != [4]uint64{} || len(s.ranges) != 2 || s.ranges[0] != s.ranges[1] {
		return need{}
	}
	return need{lits: [][]byte{[]byte(string(s.ranges[0]))}, exact: true, prefix: true}
}

// finder searches for literals. It is not safe for concurrent use.
type finder struct {
	needles []needle
	fold    bool
	next    []int // of each needle, -1: none any more; by NextLine's buffer
}

type needle struct {
	text []byte
	rare int // index of its rarest byte
}

func newFinder(lits [][]byte, fold bool) *finder {
	f := &finder{fold: fold}
	for i, l := range lits {
		covered := false
		for j, m := range lits {
			if i != j && bytes.HasPrefix(l, m) && (len(m) < len(l) || j < i) {
				covered = true
			}
		}
		if covered {
			continue
		}
		n := needle{text: l}
		for k, c := range l {
			if rarity(c) > rarity(l[n.rare]) {
				n.rare = k
			}
		}
		f.needles = append(f.needles, n)
	}
	f.next = make([]int, len(f.needles))
	return f
}

// rarity ranks bytes by how seldom they are in text and logs.
func rarity(c byte) int {
	switch {
	case c == ' ' || c == '\n':
		return 0
	case c == 'e' || c == 't' || c == 'a' || c == 'o' || c == 'i' || c == 'n' || c == 's' || c == 'r' || c == '0' || c == '1':
		return 1
	case '2' <= c && c <= '9' || c == 'l' || c == 'd' || c == 'h' || c == 'c' || c == 'u' || c == 'm' || c == 'p' || c == '.' || c == '/' || c == '-' || c == ':':
		return 2
	case 'a' <= c && c <= 'z' && c != 'q' && c != 'x' && c != 'z' && c != 'j' && c != 'k' && c != 'v':
		return 3
	case c == 0:
		return 3
	case 'A' <= c && c <= 'Z' && c != 'Q' && c != 'X' && c != 'Z' && c != 'J' && c != 'K':
		return 4
	case 'a' <= c && c <= 'z', c == '"', c == '=', c == '_', c == ',':
		return 5
	}
	return 6
}

// index returns where a needle is in b, from pos on.
func (n *needle) index(b []byte, pos int, fold bool) int {
	if fold {
		return n.indexFold(b, pos)
	}
	if len(n.text) == 1 {
		if i := bytes.IndexByte(b[pos:], n.text[0]); i >= 0 {
			return pos + i
		}
		return -1
	}
	c := n.text[n.rare]
	at := pos + n.rare
	misses := 0
	for at < len(b) {
		i := bytes.IndexByte(b[at:], c)
		if i < 0 {
			return -1
		}
		at += i
		s := at - n.rare
		if s+len(n.text) > len(b) {
			return -1
		}
		if string(b[s:s+len(n.text)]) == string(n.text) {
			return s
		}
		at++
		if misses++; misses > 8 && misses*16 > at-pos {
			// The byte isn't rare here.
			s = at - n.rare
			if i := bytes.Index(b[s:], n.text); i >= 0 {
				return s + i
			}
			return -1
		}
	}
	return -1
}

func (n *needle) indexFold(b []byte, pos int) int {
	c := n.text[n.rare]
	up := c
	if 'a' <= c && c <= 'z' {
		up = c - 32
	}
	at := pos + n.rare
	nextLow, nextUp := -2, -2 // not looked for yet
	for at < len(b) {
		if nextLow != -1 && nextLow < at {
			if nextLow = bytes.IndexByte(b[at:], c); nextLow >= 0 {
				nextLow += at
			}
		}
		if up != c && nextUp != -1 && nextUp < at {
			// No further than the other one: it decides first.
			end := len(b)
			if nextLow >= 0 {
				end = nextLow
			}
			if nextUp = bytes.IndexByte(b[at:end], up); nextUp >= 0 {
				nextUp += at
			} else if end < len(b) {
				nextUp = -2
			}
		}
		i := nextLow
		if up != c && nextUp >= 0 && (i < 0 || nextUp < i) {
			i = nextUp
		}
		if i < 0 {
			return -1
		}
		s := i - n.rare
		if s+len(n.text) > len(b) {
			return -1
		}
		if equalFold(b[s:s+len(n.text)], n.text) {
			return s
		}
		at = i + 1
	}
	return -1
}

// equalFold compares b with t, which is in lower case, by ASCII's cases.
func equalFold(b, t []byte) bool {
	for i, c := range b {
		if c != t[i] {
			if c -= 'A'; c > 25 || c+'a' != t[i] {
				return false
			}
		}
	}
	return true
}

// index returns where the first of the literals is in b, from pos on, or -1.
func (f *finder) index(b []byte, pos int) int {
	best := -1
	for i := range f.needles {
		end := len(b)
		if best >= 0 {
			end = min(end, best+len(f.needles[i].text)-1)
			if end < pos {
				continue
			}
		}
		if k := f.needles[i].index(b[:end], pos, f.fold); k >= 0 {
			best = k
		}
	}
	return best
}

// rewind forgets what indexNext knows of the last buffer.
func (f *finder) rewind() {
	for i := range f.next {
		f.next[i] = -2
	}
}

// indexNext is index for one buffer searched from front to back.
func (f *finder) indexNext(b []byte, pos int) int {
	best := -1
	for i := range f.needles {
		k := f.next[i]
		if k == -1 {
			continue
		}
		if k < pos {
			k = f.needles[i].index(b, pos, f.fold)
			f.next[i] = k
		}
		if k >= 0 && (best < 0 || k < best) {
			best = k
		}
	}
	return best
}
