package regex

import (
	"strings"
	"unicode/utf8"
)

// Syntax is a dialect of regular expressions.
type Syntax uint8

const (
	// Basic is POSIX's BRE with GNU's operators, as sed has it.
	Basic Syntax = iota
	// Extended is POSIX's ERE as regcomp(3) has it: bash's =~.
	Extended
	// SedExtended is ERE as sed -E has it: an unmatched ) is an error.
	SedExtended
	// PosixBasic and PosixExtended are those of sed --posix: without GNU's
	// operators.
	PosixBasic
	PosixExtended
	// GrepBasic and GrepExtended are those of grep -G and grep -E: operators
	// without an operand are taken, unfinished intervals are literal.
	GrepBasic
	GrepExtended
	// Awk is gawk's: escape sequences as in strings, \y for a word's edge, no
	// back-references.
	Awk
	// Emacs is that of find -regex: + and ? are operators, \( \) and \| too,
	// there are no intervals.
	Emacs
	// Literal has no operators.
	Literal
)

// The ways in which dialects differ.
const (
	bkPlusQM       = 1 << iota // \+ and \? are operators, + and ? are not
	bareParens                 // ( and ) group
	bareBraces                 // { opens an interval
	bareBar                    // | alternates
	intervals                  // there are intervals
	freeAnchors                // ^ and $ are anchors anywhere
	freeOps                    // an operator without an operand has the next one skipped to
	invalidOps                 // an operator without an operand is an error
	invalidDup                 // so is an interval, and * or an interval behind an operator
	rightParenOrd              // an unmatched ) is literal
	badIntervalOrd             // an interval that isn't one is literal
	listEscapes                // \ escapes in brackets
	awkEscapes                 // \n, \052, \x2a; \y for \b
	hatNotNewline              // [^a] doesn't match a newline
	noGNUOps                   // no \w \W \s \S \b \B \< \> \` \'
	noClasses                  // no [:alpha:] and the like in brackets
	limitedOps                 // neither \+ \? \| nor + ? |
)

var syntaxes = [...]uint{
	Basic:         bkPlusQM | intervals | invalidDup,
	Extended:      bareParens | bareBraces | bareBar | intervals | freeAnchors | freeOps | invalidOps | rightParenOrd,
	SedExtended:   bareParens | bareBraces | bareBar | intervals | freeAnchors | freeOps | invalidOps,
	PosixBasic:    intervals | invalidDup | rightParenOrd | noGNUOps | limitedOps,
	PosixExtended: bareParens | bareBraces | bareBar | intervals | freeAnchors | freeOps | invalidOps | rightParenOrd | noGNUOps,
	GrepBasic:     bkPlusQM | intervals | hatNotNewline,
	GrepExtended:  bareParens | bareBraces | bareBar | intervals | freeAnchors | freeOps | rightParenOrd | badIntervalOrd | hatNotNewline,
	Awk:           bareParens | bareBraces | bareBar | intervals | freeAnchors | rightParenOrd | badIntervalOrd | listEscapes | awkEscapes,
	Emacs:         noClasses,
	Literal:       0,
}

// Error is a pattern that can't be compiled, in the GNU C library's words.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

// The errors of a pattern.
var (
	errPattern    = &Error{"Invalid regular expression"}
	errBracket    = &Error{"Unmatched [, [^, [:, [., or [="}
	errParen      = &Error{"Unmatched ( or \\("}
	errRightParen = &Error{"Unmatched ) or \\)"}
	errBrace      = &Error{"Unmatched \\{"}
	errInterval   = &Error{"Invalid content of \\{\\}"}
	errRange      = &Error{"Invalid range end"}
	errClass      = &Error{"Invalid character class name"}
	errEscape     = &Error{"Trailing backslash"}
	errBackref    = &Error{"Invalid back reference"}
	errRepeat     = &Error{"Invalid preceding regular expression"}
	errSize       = &Error{"Regular expression too big"}
	errCollate    = &Error{"Invalid collation character"}
)

// MaxRepeat is the largest count in an interval (glibc's RE_DUP_MAX).
const MaxRepeat = 32767

const (
	maxNest    = 1000      // parentheses
	maxProgram = 1 << 20   // instructions
	maxLength  = 256 << 20 // bytes of a pattern
)

type nodeOp uint8

const (
	nEmpty nodeOp = iota
	nSet
	nCat
	nAlt
	nRepeat
	nGroup
	nAssert
	nBackref
)

type node struct {
	op       nodeOp
	sub      []*node
	set      *set
	min, max int // of nRepeat; max -1: without end
	n        int // group, back-reference, or assertion
}

// Assertions.
const (
	aTextStart = 1 << iota
	aTextEnd
	aLineStart
	aLineEnd
	aWordEdge
	aNotWordEdge
	aWordStart
	aWordEnd
	aNoWordBefore
	aNoWordAfter
)

const wordAsserts = aWordEdge | aNotWordEdge | aWordStart | aWordEnd | aNoWordBefore | aNoWordAfter

type tokenKind uint8

const (
	tEnd tokenKind = iota
	tChar
	tStar
	tPlus
	tQuest
	tOpenBrace
	tCloseBrace
	tOpen
	tClose
	tBar
	tBracket
	tDot
	tAssert
	tBackref
	tSet // \w \W \s \S
	tBackslash
)

type token struct {
	kind tokenKind
	r    rune
	raw  bool // r is a byte that is no part of a character
	n    int
	set  *set
	size int
}

type parser struct {
	src       string
	pos       int
	opt       uint
	flags     Flags
	utf       bool
	groups    int
	base      int // groups of the patterns before this one
	done      [10]bool
	backrefs  bool
	asserts   int
	nest      int
	tok       token
	caretHere bool
}

func (p *parser) has(o uint) bool { return p.opt&o != 0 }

// next reads the next token.
func (p *parser) next() {
	p.pos += p.tok.size
	p.tok = p.peek(p.pos)
}

func (p *parser) char(i int) token {
	c := p.src[i]
	if !p.utf || c < utf8.RuneSelf {
		return token{kind: tChar, r: rune(c), raw: c >= utf8.RuneSelf, size: 1}
	}
	r, n := utf8.DecodeRuneInString(p.src[i:])
	if r == utf8.RuneError && n == 1 {
		return token{kind: tChar, r: rune(c), raw: true, size: 1}
	}
	return token{kind: tChar, r: r, size: n}
}

func op(k tokenKind, size int) token { return token{kind: k, size: size} }

func (p *parser) peek(i int) token {
	if i >= len(p.src) {
		return token{}
	}
	if p.flags&literal != 0 {
		return p.char(i)
	}
	c := p.src[i]
	if c == '\\' {
		return p.escape(i)
	}
	t := p.char(i)
	switch {
	case c == '*':
		t.kind = tStar
	case c == '+' && !p.has(bkPlusQM) && !p.has(limitedOps):
		t.kind = tPlus
	case c == '?' && !p.has(bkPlusQM) && !p.has(limitedOps):
		t.kind = tQuest
	case c == '{' && p.has(intervals) && p.has(bareBraces):
		t.kind = tOpenBrace
	case c == '}' && p.has(intervals) && p.has(bareBraces):
		t.kind = tCloseBrace
	case c == '(' && p.has(bareParens):
		t.kind = tOpen
	case c == ')' && p.has(bareParens):
		t.kind = tClose
	case c == '|' && p.has(bareBar):
		t.kind = tBar
	case c == '[':
		t.kind = tBracket
	case c == '.':
		t.kind = tDot
	case c == '^':
		if p.has(freeAnchors) || p.caretHere || i == 0 {
			t.kind, t.n = tAssert, aLineStart
		}
	case c == '$':
		if !p.has(freeAnchors) && i+1 < len(p.src) {
			if n := p.peek(i + 1); n.kind != tBar && n.kind != tClose {
				break
			}
		}
		t.kind, t.n = tAssert, aLineEnd
	}
	return t
}

// escape reads what a backslash begins.
func (p *parser) escape(i int) token {
	if i+1 >= len(p.src) {
		return op(tBackslash, 1)
	}
	c := p.src[i+1]
	if p.has(awkEscapes) {
		if r, n, ok := awkEscape(p.src[i:]); ok {
			return token{kind: tChar, r: rune(r), raw: r >= utf8.RuneSelf, size: n}
		}
		if c == 'y' {
			return token{kind: tAssert, n: aWordEdge, size: 2}
		}
	}
	t := op(tChar, 2)
	if p.has(noGNUOps) && strings.IndexByte("<>bB`'wWsS", c) >= 0 {
		t = p.char(i + 1)
		t.size++
		return t
	}
	switch c {
	case '|':
		if !p.has(bareBar) && !p.has(limitedOps) {
			return op(tBar, 2)
		}
	case '(':
		if !p.has(bareParens) {
			return op(tOpen, 2)
		}
	case ')':
		if !p.has(bareParens) {
			t := p.char(i + 1)
			t.kind, t.size = tClose, 2
			return t
		}
	case '{':
		if p.has(intervals) && !p.has(bareBraces) {
			t.kind = tOpenBrace
		}
	case '}':
		if p.has(intervals) && !p.has(bareBraces) {
			t.kind = tCloseBrace
		}
	case '+':
		if p.has(bkPlusQM) {
			t.kind = tPlus
		}
	case '?':
		if p.has(bkPlusQM) {
			t.kind = tQuest
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if !p.has(awkEscapes) {
			t.kind, t.n = tBackref, int(c-'0')
		}
	case '<':
		t.kind, t.n = tAssert, aWordStart
	case '>':
		t.kind, t.n = tAssert, aWordEnd
	case 'b':
		t.kind, t.n = tAssert, aWordEdge
	case 'B':
		t.kind, t.n = tAssert, aNotWordEdge
	case '`':
		t.kind, t.n = tAssert, aTextStart
	case '\'':
		t.kind, t.n = tAssert, aTextEnd
	case 'w', 'W':
		t.kind, t.set = tSet, wordSet(p.utf)
		if c == 'W' {
			t.set.negate(p.utf)
		}
	case 's', 'S':
		t.kind, t.set = tSet, &set{}
		t.set.addSet(classSet("space", p.utf))
		if c == 'S' {
			t.set.negate(p.utf)
		}
	}
	if t.kind == tChar {
		t = p.char(i + 1)
		t.size++
	} else {
		t.r = rune(c)
	}
	return t
}

// awkEscape reads an escape sequence that is a character: \n, \052, \x2a.
func awkEscape(s string) (c byte, size int, ok bool) {
	if k := strings.IndexByte("abfnrtv", s[1]); k >= 0 {
		return "\a\b\f\n\r\t\v"[k], 2, true
	}
	switch {
	case s[1] >= '0' && s[1] <= '7':
		n, i := 0, 1
		for ; i < len(s) && i < 4 && s[i] >= '0' && s[i] <= '7'; i++ {
			n = n*8 + int(s[i]-'0')
		}
		return byte(n), i, true
	case s[1] == 'x':
		n, i := 0, 2
		for ; i < len(s) && i < 4; i++ {
			d := strings.IndexByte("0123456789abcdef", s[i]|32)
			if d < 0 || s[i] < '0' {
				break
			}
			n = n*16 + d
		}
		return byte(n), i, i > 2
	}
	return 0, 0, false
}

// isDup tells whether the token repeats what is before it.
func (t token) isDup() bool {
	return t.kind == tStar || t.kind == tPlus || t.kind == tQuest || t.kind == tOpenBrace
}

func (p *parser) parse() (*node, error) {
	if len(p.src) > maxLength {
		return nil, errSize
	}
	p.caretHere = true
	p.tok = p.peek(0)
	p.caretHere = false
	n, err := p.alternatives()
	if err == nil && p.tok.kind == tClose {
		err = errRightParen
	}
	return n, err
}

func (p *parser) alternatives() (*node, error) {
	var alts []*node
	// A back-reference may mean no group of another alternative.
	before, all := p.done, p.done
	for {
		p.done = before
		n, err := p.branch()
		if err != nil {
			return nil, err
		}
		alts = append(alts, n)
		for i, d := range p.done {
			all[i] = all[i] || d
		}
		if p.tok.kind != tBar {
			break
		}
		p.nextAfterOpen()
	}
	p.done = all
	if len(alts) == 1 {
		return alts[0], nil
	}
	if alts = factor(alts); len(alts) == 1 {
		return alts[0], nil
	}
	return &node{op: nAlt, sub: alts}, nil
}

// nextAfterOpen reads the token behind ( or |, where ^ is an anchor.
func (p *parser) nextAfterOpen() {
	p.pos += p.tok.size
	p.caretHere = true
	p.tok = p.peek(p.pos)
	p.caretHere = false
}

func (p *parser) branch() (*node, error) {
	var seq []*node
	for p.tok.kind != tBar && p.tok.kind != tEnd && (p.nest == 0 || p.tok.kind != tClose) {
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		seq = append(seq, n)
	}
	switch len(seq) {
	case 0:
		return &node{}, nil
	case 1:
		return seq[0], nil
	}
	return &node{op: nCat, sub: seq}, nil
}

func (p *parser) expression() (*node, error) {
	t := p.tok
	var n *node
	switch t.kind {
	case tOpen:
		p.groups++
		g := p.groups
		if p.nest++; p.nest > maxNest {
			return nil, errSize
		}
		p.nextAfterOpen()
		in := &node{}
		if p.tok.kind != tClose {
			var err error
			if in, err = p.alternatives(); err != nil {
				return nil, err
			}
		}
		if p.tok.kind != tClose {
			return nil, errParen
		}
		p.nest--
		if g < 10 {
			p.done[g] = true
		}
		n = &node{op: nGroup, sub: []*node{in}, n: p.base + g}
	case tBracket:
		s, err := p.bracket()
		if err != nil {
			return nil, err
		}
		n = &node{op: nSet, set: s}
	case tBackref:
		if !p.done[t.n] {
			return nil, errBackref
		}
		p.backrefs = true
		n = &node{op: nBackref, n: p.base + t.n}
	case tOpenBrace, tStar, tPlus, tQuest:
		if t.kind == tOpenBrace && p.has(invalidDup) || p.has(invalidOps) {
			return nil, errRepeat
		}
		if p.has(freeOps) {
			p.next()
			if p.tok.kind == tBar || p.tok.kind == tEnd {
				return &node{}, nil
			}
			return p.expression()
		}
		n = p.literalNode(t)
	case tClose:
		if !p.has(rightParenOrd) {
			return nil, errRightParen
		}
		n = p.literalNode(t)
	case tChar, tCloseBrace:
		n = p.literalNode(t)
	case tAssert:
		p.next()
		return p.assert(t.n), nil
	case tDot:
		s := allSet(p.utf)
		if p.flags&NewlineStops != 0 {
			s.bits[0] &^= 1 << '\n'
		}
		n = &node{op: nSet, set: s}
	case tSet:
		n = &node{op: nSet, set: t.set}
	case tBackslash:
		return nil, errEscape
	}
	p.next()
	for dups := 0; p.tok.isDup(); dups++ {
		if dups > maxNest {
			return nil, errSize
		}
		m, literally, err := p.repeat(n)
		if err != nil {
			return nil, err
		}
		if literally {
			break
		}
		n = m
		if p.has(invalidDup) && (p.tok.kind == tStar || p.tok.kind == tOpenBrace) {
			return nil, errRepeat
		}
	}
	return n, nil
}

func (p *parser) assert(a int) *node {
	if p.flags&MultiLine == 0 {
		switch a {
		case aLineStart:
			a = aTextStart
		case aLineEnd:
			a = aTextEnd
		}
	}
	p.asserts |= a
	return &node{op: nAssert, n: a}
}

func (p *parser) literalNode(t token) *node {
	s := &set{}
	switch {
	case t.raw:
		s.addByte(byte(t.r))
	default:
		s.add(t.r, t.r)
	}
	if p.flags&IgnoreCase != 0 {
		s.fold()
	}
	return &node{op: nSet, set: s}
}

// repeat reads a repetition of n. literally: the brace is none and stands for
// itself.
func (p *parser) repeat(n *node) (m *node, literally bool, err error) {
	lo, hi := 0, -1
	switch p.tok.kind {
	case tPlus:
		lo = 1
	case tQuest:
		hi = 1
	case tOpenBrace:
		start := p.tok
		at := p.pos
		back := func() {
			p.pos, p.tok = at, start
			p.tok.kind = tChar
		}
		p.next()
		var bad bool
		lo, bad = p.number()
		switch {
		case lo < 0 && !bad && p.tok.kind == tChar && p.tok.r == ',':
			lo = 0
		case lo < 0 && !bad:
			if p.has(badIntervalOrd) {
				back()
				return n, true, nil
			}
			return nil, false, errInterval
		}
		if !bad {
			switch {
			case p.tok.kind == tCloseBrace:
				hi = lo
			case p.tok.kind == tChar && p.tok.r == ',':
				p.next()
				hi, bad = p.number()
			default:
				bad = true
			}
		}
		if bad {
			if !p.has(badIntervalOrd) {
				if p.tok.kind == tEnd {
					return nil, false, errBrace
				}
				return nil, false, errInterval
			}
			back()
			return n, true, nil
		}
		if hi >= 0 && lo > hi || p.tok.kind != tCloseBrace {
			return nil, false, errInterval
		}
		if max(lo, hi) > MaxRepeat {
			return nil, false, errSize
		}
	}
	p.next()
	if lo == 1 && hi == 1 || n.op == nEmpty {
		return n, false, nil
	}
	if n.op == nRepeat && n.min <= 1 && n.max == -1 && lo <= 1 && hi == -1 {
		return &node{op: nRepeat, sub: n.sub, min: min(n.min, lo), max: -1}, false, nil
	}
	return &node{op: nRepeat, sub: []*node{n}, min: lo, max: hi}, false, nil
}

// number reads the digits up to } or a comma: -1 if there are none; bad if
// there is something else.
func (p *parser) number() (n int, bad bool) {
	n = -1
	for ; ; p.next() {
		t := p.tok
		switch {
		case t.kind == tEnd:
			return n, true
		case t.kind == tCloseBrace, t.kind == tChar && t.r == ',':
			return n, bad
		case t.kind != tChar || t.r < '0' || t.r > '9':
			bad = true
		default:
			n = min(max(n, 0)*10+int(t.r-'0'), MaxRepeat+1)
		}
	}
}

// bracket reads a bracket expression; the token at hand is its [, and becomes
// one with the size of the whole.
func (p *parser) bracket() (*set, error) {
	i := p.pos + 1
	s := &set{}
	not := false
	if i < len(p.src) && p.src[i] == '^' {
		not = true
		i++
	}
	if i >= len(p.src) {
		return nil, errPattern
	}
	first := true
	for {
		if i >= len(p.src) {
			return nil, errBracket
		}
		if p.src[i] == ']' && !first {
			break
		}
		first = false
		lo, class, next, err := p.element(i)
		if err != nil {
			return nil, err
		}
		i = next
		if i+1 < len(p.src) && p.src[i] == '-' && p.src[i+1] != ']' {
			if class != nil {
				return nil, errRange
			}
			hi, class, next, err := p.element(i + 1)
			if err != nil {
				return nil, err
			}
			if class != nil || hi.r < lo.r {
				return nil, errRange
			}
			i = next
			if p.utf && !lo.raw && !hi.raw {
				s.add(lo.r, hi.r)
			} else {
				for r := lo.r; r <= min(hi.r, 255); r++ {
					s.addByte(byte(r))
				}
			}
			continue
		}
		switch {
		case class != nil:
			s.addSet(class)
		case lo.raw:
			s.addByte(byte(lo.r))
		default:
			s.add(lo.r, lo.r)
		}
	}
	p.tok.size = i + 1 - p.pos
	s.tidy()
	if p.flags&IgnoreCase != 0 {
		s.fold()
	}
	if not {
		s.negate(p.utf)
		if p.flags&NewlineStops != 0 || p.has(hatNotNewline) {
			s.bits[0] &^= 1 << '\n'
		}
	}
	return s, nil
}

// element reads a character or class in a bracket expression.
func (p *parser) element(i int) (t token, class *set, next int, err error) {
	if p.src[i] == '[' && i+1 < len(p.src) && !p.has(noClasses) {
		switch kind := p.src[i+1]; kind {
		case ':', '.', '=':
			end := strings.Index(p.src[i+2:], string(kind)+"]")
			if end < 0 {
				if kind == ':' {
					return p.char(i), nil, i + 1, nil
				}
				return t, nil, 0, errBracket
			}
			name := p.src[i+2 : i+2+end]
			next = i + 2 + end + 2
			if kind == ':' {
				if p.flags&IgnoreCase != 0 && (name == "upper" || name == "lower") {
					name = "alpha"
				}
				if class = classSet(name, p.utf); class == nil {
					return t, nil, 0, errClass
				}
				return t, class, next, nil
			}
			if name == "" {
				return t, nil, 0, errCollate
			}
			q := parser{src: name, utf: p.utf}
			if t = q.char(0); t.size != len(name) {
				return t, nil, 0, errCollate
			}
			if kind == '=' {
				class = &set{}
				if t.raw {
					class.addByte(byte(t.r))
				} else {
					class.add(t.r, t.r)
				}
			}
			return t, class, next, nil
		}
	}
	if p.src[i] == '\\' && p.has(listEscapes) && i+1 < len(p.src) {
		if c, n, ok := awkEscape(p.src[i:]); ok {
			return token{r: rune(c), raw: c >= utf8.RuneSelf}, nil, i + n, nil
		}
		t = p.char(i + 1)
		return t, nil, i + 1 + t.size, nil
	}
	t = p.char(i)
	return t, nil, i + t.size, nil
}
