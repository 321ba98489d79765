// Package pattern matches shell patterns (POSIX 2.13, bash 5.2 "Pattern
// Matching"): ? * [..] and, with Extglob, ?(..) *(..) +(..) @(..) !(..).
// Text is UTF-8; a byte that isn't part of a valid character is a character
// of its own. Matching takes polynomial time whatever the pattern.
package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Flags change what a pattern means.
type Flags uint8

const (
	Extglob Flags = 1 << iota // ?(..) and the like are operators
	NoCase                    // letters match whatever their case
	Period                    // a leading dot must be matched by a dot
	Path                      // wildcards don't match a slash (FNM_PATHNAME)
	Bytes                     // each byte is a character
)

type kind uint8

const (
	kLit kind = iota
	kAny
	kStar
	kSet
	kExt
)

// char is a code point, or invalidByte+b for a byte that isn't UTF-8.
type char = int32

const invalidByte = 0x110000

type node struct {
	kind kind
	c    char // kLit; kExt: the operator
	set  *bracket
	alts [][]node
}

// Pattern is a compiled pattern. It is safe for concurrent use.
type Pattern struct {
	nodes   []node
	flags   Flags
	literal bool   // only literal characters: text
	text    string // of a literal pattern
	parts   []part // between the stars, where only stars take no or many characters
}

// part is what stands between two stars of a pattern.
type part struct {
	nodes   []node
	literal bool // it takes just text
	text    string
}

// Compile never fails: what isn't a valid operator stands for itself.
func Compile(pat string, flags Flags) *Pattern {
	p := &Pattern{flags: flags}
	c := compiler{flags: flags}
	p.nodes = c.compile(pat)
	simple := flags&(Period|Path) == 0
	p.literal = flags&NoCase == 0
	for _, n := range p.nodes {
		simple = simple && n.kind != kExt
		p.literal = p.literal && n.kind == kLit
	}
	if p.literal {
		p.text, _ = text(p.nodes)
	}
	if simple {
		p.split()
	}
	return p
}

// text returns what nodes take, and whether that is just one text of whole
// characters.
func text(nodes []node) (string, bool) {
	var b strings.Builder
	whole := true
	for _, n := range nodes {
		if n.kind != kLit {
			return "", false
		}
		if n.c >= invalidByte {
			b.WriteByte(byte(n.c - invalidByte))
			whole = false
		} else {
			b.WriteRune(n.c)
		}
	}
	return b.String(), whole
}

// split finds the parts between the stars.
func (p *Pattern) split() {
	start := 0
	for i := 0; i <= len(p.nodes); i++ {
		if i < len(p.nodes) && p.nodes[i].kind != kStar {
			continue
		}
		pt := part{nodes: p.nodes[start:i]}
		if p.flags&NoCase == 0 {
			pt.text, pt.literal = text(pt.nodes)
		}
		p.parts = append(p.parts, pt)
		start = i + 1
	}
}

// at returns where a match of the part that begins s ends, or -1.
func (p *Pattern) at(pt *part, s string) int {
	if pt.literal {
		if strings.HasPrefix(s, pt.text) {
			return len(pt.text)
		}
		return -1
	}
	i := 0
	for k := range pt.nodes {
		if i >= len(s) {
			return -1
		}
		c, n := p.decode(s[i:])
		if !p.one(&pt.nodes[k], c) {
			return -1
		}
		i += n
	}
	return i
}

// first returns where the first match of the part in s ends, or -1.
func (p *Pattern) first(pt *part, s string) int {
	if pt.literal {
		if i := strings.Index(s, pt.text); i >= 0 {
			return i + len(pt.text)
		}
		return -1
	}
	for i := 0; ; {
		if n := p.at(pt, s[i:]); n >= 0 {
			return i + n
		}
		if i >= len(s) {
			return -1
		}
		_, n := p.decode(s[i:])
		i += n
	}
}

// last returns where the last match of the part in s begins and ends, or -1.
func (p *Pattern) last(pt *part, s string) (start, end int) {
	if pt.literal {
		if i := strings.LastIndex(s, pt.text); i >= 0 {
			return i, i + len(pt.text)
		}
		return -1, -1
	}
	for i := len(s); i >= 0; i-- {
		if i < len(s) && p.flags&Bytes == 0 && !charStart(s, i) {
			continue
		}
		if n := p.at(pt, s[i:]); n >= 0 {
			return i, i + n
		}
	}
	return -1, -1
}

// Match tells whether pat matches all of s.
func Match(pat, s string, flags Flags) bool { return Compile(pat, flags).Match(s) }

type compiler struct{ flags Flags }

func (c *compiler) next(s string) (char, int) {
	if c.flags&Bytes != 0 {
		if s[0] < 0x80 {
			return char(s[0]), 1
		}
		return invalidByte + char(s[0]), 1
	}
	return decode(s)
}

func decode(s string) (char, int) {
	if s[0] < 0x80 {
		return char(s[0]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return invalidByte + char(s[0]), 1
	}
	return r, n
}

func (c *compiler) compile(pat string) []node {
	var nodes []node
	for i := 0; i < len(pat); {
		ch := pat[i]
		if c.flags&Extglob != 0 && i+1 < len(pat) && pat[i+1] == '(' && strings.IndexByte("?*+@!", ch) >= 0 {
			if alts, end := splitExt(pat, i+2); end > 0 {
				n := node{kind: kExt, c: char(ch)}
				for _, a := range alts {
					n.alts = append(n.alts, c.compile(a))
				}
				nodes = append(nodes, n)
				i = end
				continue
			}
		}
		switch ch {
		case '*':
			if len(nodes) == 0 || nodes[len(nodes)-1].kind != kStar {
				nodes = append(nodes, node{kind: kStar})
			}
			i++
			continue
		case '?':
			nodes = append(nodes, node{kind: kAny})
			i++
			continue
		case '[':
			if b, end := c.bracket(pat, i); b != nil {
				nodes = append(nodes, node{kind: kSet, set: b})
				i = end
				continue
			}
		case '\\':
			if i+1 < len(pat) {
				i++
			}
		}
		r, n := c.next(pat[i:])
		nodes = append(nodes, node{kind: kLit, c: r})
		i += n
	}
	return nodes
}

// splitExt returns the alternatives of an extended operator whose text begins
// at i, and the index behind its parenthesis; 0 where that is missing.
func splitExt(pat string, i int) (alts []string, end int) {
	depth, start := 0, i
	for i < len(pat) {
		switch pat[i] {
		case '\\':
			i++
		case '[':
			if e := bracketEnd(pat, i); e > 0 {
				i = e - 1
			}
		case '(':
			depth++
		case '|':
			if depth == 0 {
				alts = append(alts, pat[start:i])
				start = i + 1
			}
		case ')':
			if depth == 0 {
				return append(alts, pat[start:i]), i + 1
			}
			depth--
		}
		i++
	}
	return nil, 0
}

// bracketEnd returns the index behind the bracket expression at i, 0 if there
// is none.
func bracketEnd(pat string, i int) int {
	i++
	if i < len(pat) && (pat[i] == '!' || pat[i] == '^') {
		i++
	}
	first := true
	for i < len(pat) {
		switch c := pat[i]; {
		case c == ']' && !first:
			return i + 1
		case c == '\\':
			i++
		case c == '[' && i+1 < len(pat) && (pat[i+1] == ':' || pat[i+1] == '.' || pat[i+1] == '='):
			if e := strings.Index(pat[i+2:], pat[i+1:i+2]+"]"); e >= 0 {
				i += e + 3
			}
		}
		first = false
		i++
	}
	return 0
}

// bracket is a bracket expression.
type bracket struct {
	negate  bool
	chars   []char
	ranges  [][2]char
	classes []func(char) bool
}

func (c *compiler) bracket(pat string, start int) (*bracket, int) {
	end := bracketEnd(pat, start)
	if end == 0 {
		return nil, 0
	}
	if c.flags&Path != 0 && strings.IndexByte(pat[start:end], '/') >= 0 {
		return nil, 0
	}
	b := &bracket{}
	i, last := start+1, end-1
	if pat[i] == '!' || pat[i] == '^' {
		b.negate = true
		i++
	}
	for i < last {
		lo, n, class := c.element(pat, i, last)
		i += n
		if class != nil {
			b.classes = append(b.classes, class)
			continue
		}
		if lo < 0 {
			continue
		}
		if i+1 < last && pat[i] == '-' {
			hi, n, class := c.element(pat, i+1, last)
			if class == nil && hi >= 0 {
				i += 1 + n
				b.ranges = append(b.ranges, [2]char{lo, hi})
				continue
			}
		}
		b.chars = append(b.chars, lo)
	}
	return b, end
}

// element reads one element of a bracket expression: a character, or a class.
// A character of -1 matches nothing.
func (c *compiler) element(pat string, i, last int) (char, int, func(char) bool) {
	if pat[i] == '[' && i+1 < last && (pat[i+1] == ':' || pat[i+1] == '.' || pat[i+1] == '=') {
		if e := strings.Index(pat[i+2:last], pat[i+1:i+2]+"]"); e >= 0 {
			name, n := pat[i+2:i+2+e], e+4
			switch pat[i+1] {
			case ':':
				f := Class(name)
				if f == nil {
					return -1, n, nil
				}
				return 0, n, func(r char) bool { return r < invalidByte && f(r) }
			default:
				if name == "" {
					return -1, n, nil
				}
				r, k := c.next(name)
				if k == len(name) {
					return r, n, nil
				}
				if v, ok := collating[name]; ok {
					return v, n, nil
				}
				return -1, n, nil
			}
		}
	}
	k := 0
	if pat[i] == '\\' && i+1 < last {
		k = 1
	}
	r, n := c.next(pat[i+k:])
	return r, n + k, nil
}

// collating holds POSIX names of characters (POSIX XBD 6.1).
var collating = map[string]char{
	"NUL": 0, "alert": 7, "backspace": 8, "tab": 9, "newline": 10, "vertical-tab": 11, "form-feed": 12,
	"carriage-return": 13, "space": ' ', "exclamation-mark": '!', "quotation-mark": '"', "number-sign": '#',
	"dollar-sign": '$', "percent-sign": '%', "ampersand": '&', "apostrophe": '\'', "left-parenthesis": '(',
	"right-parenthesis": ')', "asterisk": '*', "plus-sign": '+', "comma": ',', "hyphen": '-', "hyphen-minus": '-',
	"period": '.', "full-stop": '.', "slash": '/', "solidus": '/', "zero": '0', "one": '1', "two": '2', "three": '3',
	"four": '4', "five": '5', "six": '6', "seven": '7', "eight": '8', "nine": '9', "colon": ':', "semicolon": ';',
	"less-than-sign": '<', "equals-sign": '=', "greater-than-sign": '>', "question-mark": '?', "commercial-at": '@',
	"left-square-bracket": '[', "backslash": '\\', "reverse-solidus": '\\', "right-square-bracket": ']',
	"circumflex": '^', "circumflex-accent": '^', "underscore": '_', "low-line": '_', "grave-accent": '`',
	"left-brace": '{', "left-curly-bracket": '{', "vertical-line": '|', "right-brace": '}', "right-curly-bracket": '}', "tilde": '~', "DEL": 127,
}

// Class returns the test of a character class by its POSIX name, or nil.
func Class(name string) func(rune) bool {
	switch name {
	case "alpha":
		return unicode.IsLetter
	case "digit":
		return func(r rune) bool { return r >= '0' && r <= '9' }
	case "alnum":
		return func(r rune) bool {
			return unicode.IsLetter(r) || r >= '0' && r <= '9' || r > 0x7f && unicode.IsDigit(r)
		}
	case "upper":
		return unicode.IsUpper
	case "lower":
		return unicode.IsLower
	case "space":
		return func(r rune) bool { return r != 0x85 && r != 0xa0 && r != 0x2007 && r != 0x202f && unicode.IsSpace(r) }
	case "blank":
		return func(r rune) bool {
			return r == ' ' || r == '\t' || r > 0x7f && r != 0xa0 && r != 0x2007 && r != 0x202f && unicode.Is(unicode.Zs, r)
		}
	case "punct":
		return func(r rune) bool {
			if r < 0x80 {
				return r > ' ' && r < 0x7f && !isAlnum(r)
			}
			return unicode.IsPunct(r) || unicode.IsSymbol(r)
		}
	case "print":
		return func(r rune) bool { return r == ' ' || unicode.IsPrint(r) }
	case "graph":
		return func(r rune) bool { return r != ' ' && unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	case "cntrl":
		return func(r rune) bool { return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 }
	case "xdigit":
		return func(r rune) bool {
			return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
		}
	case "ascii":
		return func(r rune) bool { return r < 0x80 }
	case "word":
		return func(r rune) bool { return r == '_' || unicode.IsLetter(r) || r >= '0' && r <= '9' }
	}
	return nil
}

func isAlnum(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func fold(c char) char {
	if c < 0x80 {
		if c >= 'A' && c <= 'Z' {
			return c + 32
		}
		return c
	}
	if c >= invalidByte {
		return c
	}
	return unicode.ToLower(c)
}

func (b *bracket) has(c char) bool {
	if b.hasChar(c) {
		return true
	}
	for _, f := range b.classes {
		if f(c) {
			return true
		}
	}
	return false
}

// hasChar is has without the classes, which know upper and lower case.
func (b *bracket) hasChar(c char) bool {
	for _, x := range b.chars {
		if x == c {
			return true
		}
	}
	for _, r := range b.ranges {
		if c >= r[0] && c <= r[1] {
			return true
		}
	}
	return false
}

// one tells whether a node that takes one character takes c.
func (p *Pattern) one(n *node, c char) bool {
	switch n.kind {
	case kLit:
		if n.c == c {
			return true
		}
		return p.flags&NoCase != 0 && fold(n.c) == fold(c)
	case kAny:
		return c != '/' || p.flags&Path == 0
	case kSet:
		if c == '/' && p.flags&Path != 0 {
			return false
		}
		in := n.set.has(c)
		if !in && p.flags&NoCase != 0 && c < invalidByte {
			in = n.set.hasChar(unicode.ToLower(c)) || n.set.hasChar(unicode.ToUpper(c))
		}
		return in != n.set.negate
	}
	return false
}

func (p *Pattern) decode(s string) (char, int) {
	if s[0] < 0x80 {
		return char(s[0]), 1
	}
	if p.flags&Bytes != 0 {
		return invalidByte + char(s[0]), 1
	}
	return decode(s)
}

// Literal returns the text that is all that the pattern matches, and whether
// there is such a text.
func (p *Pattern) Literal() (string, bool) { return p.text, p.literal }

// Match tells whether the pattern matches all of s.
func (p *Pattern) Match(s string) bool {
	if p.literal {
		return s == p.text
	}
	if p.parts == nil {
		return p.full(s)
	}
	// What stands before the first star, then the first match of each part.
	end := p.at(&p.parts[0], s)
	if end < 0 {
		return false
	}
	n := len(p.parts) - 1
	if n == 0 {
		return end == len(s)
	}
	for k := 1; k < n; k++ {
		i := p.first(&p.parts[k], s[end:])
		if i < 0 {
			return false
		}
		end += i
	}
	return p.ending(&p.parts[n], s[end:]) >= 0
}

// ending returns where the part begins that ends s, or -1.
func (p *Pattern) ending(pt *part, s string) int {
	if pt.literal {
		if strings.HasSuffix(s, pt.text) {
			return len(s) - len(pt.text)
		}
		return -1
	}
	i := len(s)
	for range pt.nodes {
		if i == 0 {
			return -1
		}
		for i--; i > 0 && p.flags&Bytes == 0 && !charStart(s, i); i-- {
		}
	}
	if p.at(pt, s[i:]) != len(s)-i {
		return -1
	}
	return i
}

func (p *Pattern) full(s string) bool {
	ends := p.ends(p.nodes, s, 0)
	return len(ends) > 0 && ends[len(ends)-1] == len(s)
}

// Prefix returns the length of the longest or shortest prefix of s that the
// pattern matches, or -1.
func (p *Pattern) Prefix(s string, longest bool) int {
	if p.literal {
		if strings.HasPrefix(s, p.text) {
			return len(p.text)
		}
		return -1
	}
	if p.parts != nil {
		end := p.at(&p.parts[0], s)
		for k := 1; k < len(p.parts) && end >= 0; k++ {
			pt := &p.parts[k]
			var i int
			if longest && k == len(p.parts)-1 {
				_, i = p.last(pt, s[end:])
			} else {
				i = p.first(pt, s[end:])
			}
			if i < 0 {
				return -1
			}
			end += i
		}
		return end
	}
	ends := p.ends(p.nodes, s, 0)
	if len(ends) == 0 {
		return -1
	}
	if longest {
		return ends[len(ends)-1]
	}
	return ends[0]
}

// Suffix returns where the longest or shortest suffix of s that the pattern
// matches begins, or -1.
func (p *Pattern) Suffix(s string, longest bool) int {
	if p.literal {
		if strings.HasSuffix(s, p.text) {
			return len(s) - len(p.text)
		}
		return -1
	}
	if p.parts != nil && len(p.nodes) > 0 && p.nodes[0].kind == kStar {
		switch {
		case !p.Match(s):
			return -1
		case longest:
			return 0
		}
	}
	if longest {
		for i := 0; i <= len(s); {
			if p.Match(s[i:]) {
				return i
			}
			if i == len(s) {
				break
			}
			_, n := p.decode(s[i:])
			i += n
		}
		return -1
	}
	for i := len(s); i >= 0; i-- {
		if i < len(s) && p.flags&Bytes == 0 && !charStart(s, i) {
			continue
		}
		if p.Match(s[i:]) {
			return i
		}
	}
	return -1
}

// charStart tells whether a character begins at i, read from the front.
func charStart(s string, i int) bool {
	if utf8.RuneStart(s[i]) {
		return true
	}
	for k := i - 1; k >= 0 && k > i-4; k-- {
		if utf8.RuneStart(s[k]) {
			_, n := decode(s[k:])
			return k+n <= i
		}
	}
	return true
}

// Find returns the leftmost match in s that begins at from or later, the
// longest there; -1 where there is none.
func (p *Pattern) Find(s string, from int) (start, end int) {
	if p.literal {
		if i := strings.Index(s[from:], p.text); i >= 0 {
			return from + i, from + i + len(p.text)
		}
		return -1, -1
	}
	for i := from; i <= len(s); {
		if n := p.Prefix(s[i:], true); n >= 0 {
			return i, i + n
		}
		if i == len(s) {
			break
		}
		_, n := p.decode(s[i:])
		i += n
	}
	return -1, -1
}

// ends returns, sorted, where a match of the nodes that begins at start can end.
func (p *Pattern) ends(nodes []node, s string, start int) []int {
	cur := []int{start}
	for k := range nodes {
		n := &nodes[k]
		var next []int
		switch n.kind {
		case kStar:
			next = p.starEnds(s, cur)
		case kExt:
			next = p.extEnds(n, s, cur)
		default:
			next = cur[:0]
			if k == 0 || len(cur) == 1 {
				next = make([]int, 0, len(cur))
			}
			for _, i := range cur {
				if i >= len(s) {
					continue
				}
				c, w := p.decode(s[i:])
				if c == '.' && (n.kind != kLit || k > 0 && nodes[k-1].hides()) && p.hidden(s, i) {
					continue
				}
				if p.one(n, c) {
					next = append(next, i+w)
				}
			}
		}
		if len(next) == 0 {
			return nil
		}
		cur = next
	}
	return cur
}

// hides tells whether a dot behind n, which took nothing, isn't the pattern's
// first: what ?() and *() leave out isn't there for bash, a * is.
func (n *node) hides() bool {
	return n.kind == kStar || n.kind == kExt && n.c != '?' && n.c != '*'
}

// hidden tells whether the dot at i must be matched by a dot.
func (p *Pattern) hidden(s string, i int) bool {
	return p.flags&Period != 0 && (i == 0 || p.flags&Path != 0 && s[i-1] == '/')
}

// starEnds returns every position that * reaches from the sorted starts.
func (p *Pattern) starEnds(s string, starts []int) []int {
	var out []int
	last := -1
	for _, i := range starts {
		if i <= last {
			continue
		}
		out = append(out, i)
		last = i
		for i < len(s) {
			if s[i] == '/' && p.flags&Path != 0 || s[i] == '.' && p.hidden(s, i) {
				break
			}
			_, n := p.decode(s[i:])
			i += n
			out = append(out, i)
			last = i
		}
	}
	return out
}

func (p *Pattern) altEnds(n *node, s string, start int) map[int]bool {
	set := map[int]bool{}
	for _, a := range n.alts {
		for _, e := range p.ends(a, s, start) {
			set[e] = true
		}
	}
	return set
}

func (p *Pattern) extEnds(n *node, s string, starts []int) []int {
	out := map[int]bool{}
	switch n.c {
	case '!':
		for _, i := range starts {
			not := p.altEnds(n, s, i)
			for _, e := range p.starEnds(s, []int{i}) {
				if !not[e] {
					out[e] = true
				}
			}
		}
	case '@', '?':
		for _, i := range starts {
			if n.c == '?' {
				out[i] = true
			}
			for e := range p.altEnds(n, s, i) {
				out[e] = true
			}
		}
	default: // * and +
		work := append([]int(nil), starts...)
		done := map[int]bool{}
		for len(work) > 0 {
			i := work[len(work)-1]
			work = work[:len(work)-1]
			if done[i] {
				continue
			}
			done[i] = true
			for e := range p.altEnds(n, s, i) {
				out[e] = true
				if !done[e] {
					work = append(work, e)
				}
			}
		}
		if n.c == '*' {
			for _, i := range starts {
				out[i] = true
			}
		}
	}
	list := make([]int, 0, len(out))
	for i := 0; i <= len(s) && len(list) < len(out); i++ {
		if out[i] {
			list = append(list, i)
		}
	}
	return list
}

// HasMeta tells whether the pattern holds an operator.
func HasMeta(pat string, flags Flags) bool {
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '*', '?':
			return true
		case '[':
			if bracketEnd(pat, i) > 0 {
				return true
			}
		case '+', '@', '!':
			if flags&Extglob != 0 && i+1 < len(pat) && pat[i+1] == '(' {
				if _, end := splitExt(pat, i+2); end > 0 {
					return true
				}
			}
		case '\\':
			i++
		}
	}
	return false
}

// Special is every character that can be an operator in a pattern.
const Special = `\*?[]!^-()|+@:.=`

// Escape returns a pattern that matches s only.
func Escape(s string) string {
	if !strings.ContainsAny(s, `\*?[]()|+@!^-`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '*', '?', '[', ']', '(', ')', '|', '+', '@', '!', '^', '-':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Unescape removes the backslashes that quote a character.
func Unescape(pat string) string {
	if strings.IndexByte(pat, '\\') < 0 {
		return pat
	}
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		if pat[i] == '\\' && i+1 < len(pat) {
			i++
		}
		b.WriteByte(pat[i])
	}
	return b.String()
}
