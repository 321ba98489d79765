package regex

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// set is a set of characters: bits are single bytes (in UTF-8 text those from
// 0x80 on stand for bytes that are no part of a character), ranges are pairs
// of first and last character from U+0080 on, sorted and apart.
type set struct {
	bits   [4]uint64
	ranges []rune
}

func (s *set) addByte(c byte)      { s.bits[c>>6] |= 1 << (c & 63) }
func (s *set) hasByte(c byte) bool { return s.bits[c>>6]&(1<<(c&63)) != 0 }

// add adds the characters from lo to hi.
func (s *set) add(lo, hi rune) {
	for ; lo <= hi && lo < utf8.RuneSelf; lo++ {
		s.addByte(byte(lo))
	}
	if lo <= hi {
		s.ranges = append(s.ranges, lo, hi)
	}
}

func (s *set) addSet(t *set) {
	for i := range s.bits {
		s.bits[i] |= t.bits[i]
	}
	s.ranges = append(s.ranges, t.ranges...)
}

// key is the same for equal sets only.
func (s *set) key() string {
	b := make([]byte, 0, 64)
	for _, w := range s.bits {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	for _, r := range s.ranges {
		b = binary.BigEndian.AppendUint32(b, uint32(r))
	}
	return string(b)
}

// tidy sorts the ranges and joins those that touch.
func (s *set) tidy() {
	if len(s.ranges) <= 2 {
		return
	}
	type span struct{ lo, hi rune }
	spans := make([]span, 0, len(s.ranges)/2)
	for i := 0; i < len(s.ranges); i += 2 {
		spans = append(spans, span{s.ranges[i], s.ranges[i+1]})
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo - b.lo) })
	out := s.ranges[:0:0]
	for _, p := range spans {
		if n := len(out); n > 0 && p.lo <= out[n-1]+1 {
			out[n-1] = max(out[n-1], p.hi)
			continue
		}
		out = append(out, p.lo, p.hi)
	}
	s.ranges = out
}

// negate turns the set into all other characters. In UTF-8 a byte that is no
// part of a character is in no negated set.
func (s *set) negate(utf bool) {
	s.tidy()
	for i := range s.bits {
		s.bits[i] = ^s.bits[i]
	}
	if !utf {
		return
	}
	s.bits[2], s.bits[3] = 0, 0
	var out []rune
	next := rune(utf8.RuneSelf)
	for i := 0; i < len(s.ranges); i += 2 {
		if s.ranges[i] > next {
			out = append(out, next, s.ranges[i]-1)
		}
		next = s.ranges[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	s.ranges = out
}

// fold adds the other case of each letter. ASCII letters fold only to ASCII.
func (s *set) fold() {
	for c := byte('a'); c <= 'z'; c++ {
		if s.hasByte(c) {
			s.addByte(c - 32)
		} else if s.hasByte(c - 32) {
			s.addByte(c)
		}
	}
	const lastCased = 0x1e943
	var more []rune
	for i := 0; i < len(s.ranges); i += 2 {
		for r := s.ranges[i]; r <= min(s.ranges[i+1], lastCased); r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				if f >= utf8.RuneSelf && (unicode.ToLower(f) == unicode.ToLower(r) || unicode.ToUpper(f) == unicode.ToUpper(r)) {
					more = append(more, f, f)
				}
			}
		}
	}
	s.ranges = append(s.ranges, more...)
	s.tidy()
}

func (s *set) hasRune(r rune) bool {
	if r < utf8.RuneSelf {
		return s.hasByte(byte(r))
	}
	lo, hi := 0, len(s.ranges)/2
	for lo < hi {
		m := (lo + hi) / 2
		switch {
		case r < s.ranges[2*m]:
			hi = m
		case r > s.ranges[2*m+1]:
			lo = m + 1
		default:
			return true
		}
	}
	return false
}

// allSet is every character.
func allSet(utf bool) *set {
	s := &set{}
	s.negate(utf)
	return s
}

func asciiClass(name string) (func(c byte) bool, bool) {
	lower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	upper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	alpha := func(c byte) bool { return lower(c | 32) }
	graph := func(c byte) bool { return c > ' ' && c < 0x7f }
	switch name {
	case "alpha":
		return alpha, true
	case "digit":
		return digit, true
	case "alnum":
		return func(c byte) bool { return alpha(c) || digit(c) }, true
	case "upper":
		return upper, true
	case "lower":
		return lower, true
	case "space":
		return func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }, true
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }, true
	case "punct":
		return func(c byte) bool { return graph(c) && !alpha(c) && !digit(c) }, true
	case "print":
		return func(c byte) bool { return c == ' ' || graph(c) }, true
	case "graph":
		return graph, true
	case "cntrl":
		return func(c byte) bool { return c < ' ' || c == 0x7f }, true
	case "xdigit":
		return func(c byte) bool { return digit(c) || c|32 >= 'a' && c|32 <= 'f' }, true
	}
	return nil, false
}

var (
	classMu    sync.Mutex
	classCache = map[string]*set{}
)

// classSet returns the set of a character class by its POSIX name, nil if there
// is no such class. The caller must not change it.
func classSet(name string, utf bool) *set {
	key := name
	if utf {
		key += "/u"
	}
	classMu.Lock()
	defer classMu.Unlock()
	if s := classCache[key]; s != nil {
		return s
	}
	f, ok := asciiClass(name)
	if !ok {
		return nil
	}
	s := &set{}
	for c := byte(0); c < utf8.RuneSelf; c++ {
		if f(c) {
			s.addByte(c)
		}
	}
	if utf {
		for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
			if r == 0x20000 {
				r = 0xe0000 // nothing but ideographs between
				if strings.Contains("alpha alnum graph print", name) {
					s.ranges = append(s.ranges, 0x20000, 0x323af)
				}
			}
			if r > 0xe01ef {
				break
			}
			if wideClass(name, r) {
				if n := len(s.ranges); n > 0 && s.ranges[n-1] == r-1 {
					s.ranges[n-1] = r
				} else {
					s.ranges = append(s.ranges, r, r)
				}
			}
		}
	}
	classCache[key] = s
	return s
}

// wideClass tells whether a character beyond ASCII is in the class.
func wideClass(name string, r rune) bool {
	alnum := func() bool {
		return unicode.IsLetter(r) || unicode.In(r, unicode.Nd, unicode.Nl, unicode.Other_Alphabetic)
	}
	space := func() bool {
		return unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp) && r != 0xa0 && r != 0x2007 && r != 0x202f
	}
	graph := func() bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf, unicode.Co) || r == 0xa0 || r == 0x2007 || r == 0x202f
	}
	switch name {
	case "alpha", "alnum":
		return alnum()
	case "upper":
		return unicode.ToLower(r) != r
	case "lower":
		return unicode.ToUpper(r) != r || r == 0xdf
	case "space":
		return space()
	case "blank":
		return space() && unicode.Is(unicode.Zs, r)
	case "punct":
		return graph() && !alnum()
	case "print":
		return graph() || unicode.Is(unicode.Zs, r)
	case "graph":
		return graph()
	case "cntrl":
		return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp)
	}
	return false
}

// wordSet is what \w matches.
func wordSet(utf bool) *set {
	s := &set{}
	s.addSet(classSet("alnum", utf))
	s.addByte('_')
	return s
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|32 && c|32 <= 'z'
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isWordByte(byte(r))
	}
	return wideClass("alnum", r)
}

// byteRange is a range of bytes in an encoded character.
type byteRange struct{ lo, hi byte }

// encodings calls emit with sequences of byte ranges that together are the
// UTF-8 encodings of the characters from lo to hi, surrogates left out.
func encodings(lo, hi rune, emit func(seq []byteRange)) {
	if lo <= 0xdfff && hi >= 0xd800 {
		if lo < 0xd800 {
			encodings(lo, 0xd7ff, emit)
		}
		if hi > 0xdfff {
			encodings(0xe000, hi, emit)
		}
		return
	}
	for _, last := range []rune{0x7f, 0x7ff, 0xffff} {
		if lo <= last && hi > last {
			encodings(lo, last, emit)
			encodings(last+1, hi, emit)
			return
		}
	}
	for i := 1; i < utf8.RuneLen(lo); i++ {
		m := rune(1)<<(6*i) - 1
		if lo&^m == hi&^m {
			continue
		}
		if lo&m != 0 {
			encodings(lo, lo|m, emit)
			encodings((lo|m)+1, hi, emit)
			return
		}
		if hi&m != m {
			encodings(lo, hi&^m-1, emit)
			encodings(hi&^m, hi, emit)
			return
		}
	}
	var a, b [utf8.UTFMax]byte
	n := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	seq := make([]byteRange, n)
	for i := range seq {
		seq[i] = byteRange{a[i], b[i]}
	}
	emit(seq)
}
