// Package regex is the one engine for POSIX regular expressions: basic,
// extended and awk's, with GNU's extensions, over bytes or UTF-8. Matches are
// leftmost and longest, groups as the GNU C library finds them. Without
// back-references matching takes linear time; with them its work is bounded.
package regex

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"
)

// Flags change what a pattern means.
type Flags uint16

const (
	// IgnoreCase makes letters match in both cases.
	IgnoreCase Flags = 1 << iota
	// MultiLine makes ^ and $ match at newlines too.
	MultiLine
	// NewlineStops keeps . and [^a] from matching a newline.
	NewlineStops
	// UTF8 makes characters of the bytes; a byte that is no part of one is
	// matched by nothing but itself.
	UTF8
	// WholeWord takes matches only that begin and end at no word character.
	WholeWord
	// WholeLine takes matches only that are a whole line (with MultiLine) or text.
	WholeLine
	// NoNewline keeps everything from matching a newline, as Lines needs it.
	NoNewline
	literal
)

// ErrTooComplex says that a pattern with back-references took too much work.
var ErrTooComplex = errors.New("regular expression too complex")

// Regexp is a compiled pattern. It is safe for concurrent use, but its users
// wait for each other.
type Regexp struct {
	mu       sync.Mutex
	groups   int
	flags    Flags
	utf      bool
	backrefs bool
	asserts  int
	atStart  bool // matches only at the beginning of the text
	nullable bool // may match the empty text
	chars    *program
	dfa      *dfa
	need     *finder // what a match contains, nil if that isn't known
	prefix   bool    // need is what a match begins with
	sure     bool    // where need is found there is a match
	exact    bool    // need is all of it: one literal
	sim      simulation
	back     backtracker
	locs     []int
}

// Compile compiles a pattern. The error is an *Error.
func Compile(pattern string, syntax Syntax, flags Flags) (*Regexp, error) {
	return CompileAll([]string{pattern}, syntax, flags)
}

// CompileAll compiles patterns to match what any of them matches. Their groups
// are numbered one after another; a back-reference means a group of its own
// pattern.
func CompileAll(patterns []string, syntax Syntax, flags Flags) (*Regexp, error) {
	if syntax == Literal {
		flags |= literal
	}
	re := &Regexp{flags: flags, utf: flags&UTF8 != 0}
	root := &node{op: nAlt}
	for _, s := range patterns {
		p := &parser{src: s, opt: syntaxes[syntax], flags: flags, utf: re.utf, base: re.groups}
		n, err := p.parse()
		if err != nil {
			return nil, err
		}
		re.groups += p.groups
		re.asserts |= p.asserts
		re.backrefs = re.backrefs || p.backrefs
		root.sub = append(root.sub, n)
	}
	root.sub = factor(root.sub)
	switch len(root.sub) {
	case 0:
		root = &node{op: nSet, set: &set{}} // no pattern matches nothing
	case 1:
		root = root.sub[0]
	}
	wrap := func(before, after int) {
		re.asserts |= before | after
		root = &node{op: nCat, sub: []*node{{op: nAssert, n: before}, root, {op: nAssert, n: after}}}
	}
	if flags&WholeWord != 0 {
		wrap(aNoWordBefore, aNoWordAfter)
	}
	if flags&WholeLine != 0 {
		if flags&MultiLine != 0 {
			wrap(aLineStart, aLineEnd)
		} else {
			wrap(aTextStart, aTextEnd)
		}
	}
	re.atStart = onlyAtStart(root)
	re.nullable = nullable(root)
	fold := flags&IgnoreCase != 0
	if n := needOf(root, fold, 0); n.weight() > 0 && len(n.lits) <= 6 {
		re.need = newFinder(n.lits, fold)
		re.prefix = n.prefix
		re.sure = n.exact && re.asserts == 0 && !re.backrefs
		re.exact = re.sure && len(n.lits) == 1
	}
	var err error
	if re.chars, err = compileProgram(root, false, re.backrefs, flags, re.groups); err != nil {
		return nil, err
	}
	if !(re.exact && re.groups == 0) {
		p, err := compileProgram(root, true, false, flags, re.groups)
		if err != nil {
			return nil, err
		}
		re.dfa = newDFA(p, re.utf, re.asserts)
	}
	return re, nil
}

// MayBeEmpty tells whether there are texts in which the pattern matches nothing
// but a place.
func (re *Regexp) MayBeEmpty() bool { return re.nullable }

// onlyAtStart tells whether all matches begin at the beginning of the text.
func onlyAtStart(n *node) bool {
	switch n.op {
	case nAssert:
		return n.n == aTextStart
	case nCat, nGroup:
		return onlyAtStart(n.sub[0])
	case nAlt:
		for _, s := range n.sub {
			if !onlyAtStart(s) {
				return false
			}
		}
		return true
	}
	return false
}

// manyAlternatives is from how many on they are factored.
const manyAlternatives = 8

// factor joins alternatives that are sequences of characters by what they begin
// with: many words would be as many states after each character. Groups depend
// on the order of alternatives, so where there are groups it does nothing.
func factor(alts []*node) []*node {
	if len(alts) <= manyAlternatives {
		return alts
	}
	var words [][]*node
	var rest []*node
	for _, n := range alts {
		switch {
		case hasGroup(n):
			return alts
		case n.op == nSet:
			words = append(words, []*node{n})
		case n.op == nCat && !slices.ContainsFunc(n.sub, func(s *node) bool { return s.op != nSet }):
			words = append(words, n.sub)
		default:
			rest = append(rest, n)
		}
	}
	if len(words) <= manyAlternatives {
		return alts
	}
	return append(rest, forks(words)...)
}

func hasGroup(n *node) bool { return n.op == nGroup || slices.ContainsFunc(n.sub, hasGroup) }

// forks returns alternatives that begin differently for words, of which none is
// empty.
func forks(words [][]*node) []*node {
	var order []string
	byFirst := map[string][][]*node{}
	for _, w := range words {
		k := w[0].set.key()
		if byFirst[k] == nil {
			order = append(order, k)
		}
		byFirst[k] = append(byFirst[k], w)
	}
	out := make([]*node, 0, len(order))
	for _, k := range order {
		same := byFirst[k]
		n := 1 // how much they share
		for ; ; n++ {
			first := same[0]
			if slices.ContainsFunc(same, func(w []*node) bool {
				return len(w) == n || len(first) == n || w[n] != first[n] && w[n].set.key() != first[n].set.key()
			}) {
				break
			}
		}
		seq := &node{op: nCat, sub: slices.Clone(same[0][:n])}
		var tails [][]*node
		ends := false
		for _, w := range same {
			if len(w) == n {
				ends = true
			} else {
				tails = append(tails, w[n:])
			}
		}
		if len(tails) > 0 {
			fork := &node{op: nAlt, sub: forks(tails)}
			if ends {
				fork.sub = append(fork.sub, &node{})
			}
			seq.sub = append(seq.sub, fork)
		}
		out = append(out, seq)
	}
	return out
}

// Groups returns the number of groups.
func (re *Regexp) Groups() int { return re.groups }

// Literal returns the text that is all the pattern matches, if it is so.
func (re *Regexp) Literal() (text []byte, ok bool) {
	if re.exact && re.groups == 0 && !re.need.fold {
		return re.need.needles[0].text, true
	}
	return nil, false
}

// Match tells whether b contains a match. What is too complex is none.
func (re *Regexp) Match(b []byte) bool {
	re.mu.Lock()
	defer re.mu.Unlock()
	if re.need != nil {
		k := re.need.index(b, 0)
		if k < 0 || re.sure {
			return k >= 0
		}
	}
	if !re.backrefs {
		if re.atStart {
			if _, o := re.dfa.longest(b, 0); o != scanQuit {
				return o == scanMatch
			}
		} else if _, _, o := re.dfa.search(b, 0); o != scanQuit {
			return o == scanMatch
		}
	}
	_, _, ok, _ := re.span(b, 0, nil)
	return ok
}

// Span returns the leftmost longest match in b that begins at pos or later.
// What is before pos is context. The error is ErrTooComplex.
func (re *Regexp) Span(b []byte, pos int) (start, end int, ok bool, err error) {
	re.mu.Lock()
	defer re.mu.Unlock()
	return re.span(b, pos, nil)
}

// span finds a match; with back-references its groups too, if loc isn't nil.
func (re *Regexp) span(b []byte, pos int, loc []int) (start, end int, ok bool, err error) {
	if pos > len(b) || re.atStart && pos > 0 {
		return 0, 0, false, nil
	}
	from := pos
	if re.need != nil {
		k := re.need.index(b, pos)
		if k < 0 {
			return 0, 0, false, nil
		}
		if re.exact {
			return k, k + len(re.need.needles[0].text), true, nil
		}
		if re.prefix && !re.atStart {
			from = k
		}
	}
	if re.backrefs {
		return re.spanBack(b, from, loc)
	}
	if re.atStart {
		end, o := re.dfa.longest(b, from)
		if o == scanQuit {
			start, end, ok = re.sim.span(re.chars, b, from, re.utf, true)
			return start, end, ok, nil
		}
		return from, end, o == scanMatch, nil
	}
	e, first, o := re.dfa.search(b, from)
	switch o {
	case scanNone:
		return 0, 0, false, nil
	case scanMatch:
		// The leftmost match begins at first or later, and not behind e.
		for i := first; i <= e && i < first+16; i++ {
			end, o := re.dfa.longest(b, i)
			if o == scanMatch {
				return i, end, true, nil
			}
			if o == scanQuit {
				break
			}
		}
		from = first
	}
	start, end, ok = re.sim.span(re.chars, b, from, re.utf, false)
	return start, end, ok, nil
}

// spanBack finds a match of a pattern with back-references.
func (re *Regexp) spanBack(b []byte, pos int, loc []int) (start, end int, ok bool, err error) {
	if loc == nil {
		if len(re.locs) < re.chars.regs {
			re.locs = make([]int, re.chars.regs)
		}
		loc = re.locs
	}
	steps := maxSteps
	for i := pos; i <= len(b); i++ {
		if !re.dfa.noUTF {
			// What the automaton takes is more than the pattern does.
			if re.atStart {
				if _, o := re.dfa.longest(b, i); o == scanNone {
					return 0, 0, false, nil
				}
			} else {
				_, first, o := re.dfa.search(b, i)
				if o == scanNone {
					return 0, 0, false, nil
				}
				if o == scanMatch {
					i = max(i, first)
				}
			}
		}
		if re.utf && i > 0 && i < len(b) && b[i]&0xc0 == 0x80 && within(b, i) {
			continue
		}
		if re.back.longest(re.chars, b, i, re.utf, re.flags&IgnoreCase != 0, loc, &steps) {
			return loc[0], loc[1], true, nil
		}
		if steps < 0 {
			return 0, 0, false, ErrTooComplex
		}
		if re.atStart {
			break
		}
	}
	return 0, 0, false, nil
}

// MatchIndex returns the offsets of the leftmost longest match in b that
// begins at pos or later, and of its groups: -1 where a group has no part in
// it. It is nil if there is none.
func (re *Regexp) MatchIndex(b []byte, pos int) ([]int, error) {
	return re.MatchIndexInto(nil, b, pos)
}

// MatchIndexInto is MatchIndex with the offsets in loc's memory.
func (re *Regexp) MatchIndexInto(loc []int, b []byte, pos int) ([]int, error) {
	re.mu.Lock()
	defer re.mu.Unlock()
	n := 2 * (re.groups + 1)
	if cap(loc) < re.chars.regs {
		loc = make([]int, re.chars.regs)
	}
	loc = loc[:re.chars.regs]
	start, end, ok, err := re.span(b, pos, loc)
	if !ok {
		return nil, err
	}
	if re.backrefs {
		return loc[:n], nil
	}
	loc = loc[:n]
	loc[0], loc[1] = start, end
	if re.groups > 0 && !re.back.groups(re.chars, b, start, end, re.utf, loc) {
		for i := 2; i < n; i++ {
			loc[i] = -1
		}
		re.sim.groups(re.chars, b, start, end, re.utf, loc)
	}
	return loc, nil
}

// LineScanner finds the lines of a buffer that contain a match.
type LineScanner struct {
	re *Regexp
	b  []byte
}

// Lines returns a scanner of the lines of b, which end in newlines. The
// pattern must have been compiled with MultiLine and NoNewline. Only one
// scanner of a Regexp can be in use.
func (re *Regexp) Lines(b []byte) *LineScanner {
	if re.need != nil {
		re.need.rewind()
	}
	return &LineScanner{re, bytes.TrimSuffix(b, []byte{'\n'})}
}

// Next returns the first line with a match at pos or later, where a line
// begins, without its newline.
func (s *LineScanner) Next(pos int) (start, end int, ok bool, err error) {
	re, b := s.re, s.b
	re.mu.Lock()
	defer re.mu.Unlock()
	for pos <= len(b) {
		if re.need != nil {
			k := re.need.indexNext(b, pos)
			if k < 0 {
				return 0, 0, false, nil
			}
			start, end = lineAround(b, k, pos)
			if re.sure {
				return start, end, true, nil
			}
			_, _, ok, err := re.inLine(b, start, end)
			if ok || err != nil {
				return start, end, ok, err
			}
			pos = end + 1
			continue
		}
		if re.backrefs {
			start, end = lineAround(b, pos, pos)
			_, _, ok, err := re.span(b[start:end], 0, nil)
			if ok || err != nil {
				return start, end, ok, err
			}
			pos = end + 1
			continue
		}
		e, _, o := re.dfa.search(b, pos)
		if o == scanNone {
			return 0, 0, false, nil
		}
		start, end = lineAround(b, max(e, pos), pos)
		if o == scanMatch {
			return start, end, true, nil
		}
		if _, _, ok := re.sim.span(re.chars, b[start:end], 0, re.utf, false); ok {
			return start, end, true, nil
		}
		pos = end + 1
	}
	return 0, 0, false, nil
}

// inLine looks for a match in one line of b.
func (re *Regexp) inLine(b []byte, start, end int) (s, e int, ok bool, err error) {
	line := b[start:end]
	if !re.backrefs {
		if _, _, o := re.dfa.search(line, 0); o != scanQuit {
			return 0, 0, o == scanMatch, nil
		}
	}
	return re.span(line, 0, nil)
}

func lineAround(b []byte, at, from int) (start, end int) {
	start = from
	if i := bytes.LastIndexByte(b[from:at], '\n'); i >= 0 {
		start = from + i + 1
	}
	end = len(b)
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		end = at + i
	}
	return start, end
}

// within tells whether position i of b is within a character.
func within(b []byte, i int) bool {
	for k := i - 1; k >= 0 && k > i-4; k-- {
		if b[k]&0xc0 != 0x80 {
			r, n := decode(b[k:])
			return r && k+n > i
		}
	}
	return false
}

// Quote returns text as a pattern of the syntax that matches nothing else.
func Quote(text string, s Syntax) string {
	special := `\.[*^$`
	if syntaxes[s]&bareParens != 0 {
		special += `+?(){}|`
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(special, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
