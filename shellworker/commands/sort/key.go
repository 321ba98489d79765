package sort

import (
	"bytes"
	"crypto/md5"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/filever"
)

// key is a field of the line that is compared, and how.
type key struct {
	sword, schar int // first field and character
	eword, echar int // last ones; eword -1: to the end of the line
	skipStart    bool
	skipEnd      bool
	dictionary   bool
	fold         bool
	printable    bool
	reverse      bool
	kind         byte // 0, or n g h M R V
}

func (k *key) plain() bool {
	return !k.skipStart && !k.skipEnd && !k.dictionary && !k.fold && !k.printable && !k.reverse && k.kind == 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// field returns the part of the line that the key means.
func (s *sorter) field(k *key, line []byte) []byte {
	start := s.begin(k, line)
	if k.eword == -1 {
		return line[start:]
	}
	end := s.limit(k, line)
	if end < start {
		return line[start:start]
	}
	return line[start:end]
}

func (s *sorter) begin(k *key, line []byte) int {
	i, n := 0, len(line)
	if s.tab >= 0 {
		for w := k.sword; i < n && w > 0; w-- {
			j := bytes.IndexByte(line[i:], byte(s.tab))
			if j < 0 {
				i = n
				break
			}
			i += j + 1
		}
	} else {
		for w := k.sword; i < n && w > 0; w-- {
			for i < n && isBlank(line[i]) {
				i++
			}
			for i < n && !isBlank(line[i]) {
				i++
			}
		}
	}
	if k.skipStart {
		for i < n && isBlank(line[i]) {
			i++
		}
	}
	return min(n, i+k.schar)
}

func (s *sorter) limit(k *key, line []byte) int {
	i, n := 0, len(line)
	w := k.eword
	if k.echar == 0 {
		w++
	}
	if s.tab >= 0 {
		for i < n && w > 0 {
			w--
			j := bytes.IndexByte(line[i:], byte(s.tab))
			if j < 0 {
				i = n
				break
			}
			i += j
			if w > 0 || k.echar > 0 {
				i++
			}
		}
	} else {
		for ; i < n && w > 0; w-- {
			for i < n && isBlank(line[i]) {
				i++
			}
			for i < n && !isBlank(line[i]) {
				i++
			}
		}
	}
	if k.echar > 0 {
		if k.skipEnd {
			for i < n && isBlank(line[i]) {
				i++
			}
		}
		i = min(n, i+k.echar)
	}
	return i
}

func (k *key) ignored(c byte) bool {
	if k.dictionary {
		return !(isBlank(c) || '0' <= c && c <= '9' || 'a' <= c|32 && c|32 <= 'z')
	}
	return k.printable && (c < ' ' || c >= 0x7f)
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 32
	}
	return c
}

// compareText compares by the options -d -f -i.
func (k *key) compareText(a, b []byte) int {
	if !k.dictionary && !k.printable {
		if !k.fold {
			return bytes.Compare(a, b)
		}
		for i := 0; i < len(a) && i < len(b); i++ {
			if x, y := upper(a[i]), upper(b[i]); x != y {
				return int(x) - int(y)
			}
		}
		return len(a) - len(b)
	}
	for {
		for len(a) > 0 && k.ignored(a[0]) {
			a = a[1:]
		}
		for len(b) > 0 && k.ignored(b[0]) {
			b = b[1:]
		}
		if len(a) == 0 || len(b) == 0 {
			return len(a) - len(b)
		}
		x, y := a[0], b[0]
		if k.fold {
			x, y = upper(x), upper(y)
		}
		if x != y {
			return int(x) - int(y)
		}
		a, b = a[1:], b[1:]
	}
}

func skipBlanks(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	return b
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// decimal splits a number: its sign, the digits before the point without
// leading zeros, and those behind it without trailing ones.
func decimal(b []byte) (neg bool, whole, frac []byte) {
	b = skipBlanks(b)
	if len(b) > 0 && b[0] == '-' {
		neg = true
		b = b[1:]
	}
	for len(b) > 0 && b[0] == '0' {
		b = b[1:]
	}
	i := 0
	for i < len(b) && isDigit(b[i]) {
		i++
	}
	whole = b[:i]
	if i < len(b) && b[i] == '.' {
		i++
		j := i
		for j < len(b) && isDigit(b[j]) {
			j++
		}
		frac = bytes.TrimRight(b[i:j], "0")
	}
	if len(whole) == 0 && len(frac) == 0 {
		neg = false
	}
	return neg, whole, frac
}

func compareDecimal(a, b []byte) int {
	an, aw, af := decimal(a)
	bn, bw, bf := decimal(b)
	if an != bn {
		if an {
			return -1
		}
		return 1
	}
	r := len(aw) - len(bw)
	if r == 0 {
		if r = bytes.Compare(aw, bw); r == 0 {
			r = bytes.Compare(af, bf)
		}
	}
	if an {
		return -r
	}
	return r
}

// humanOrder is the order of the unit behind a number: K M G T P E Z Y R Q,
// negative for a negative number.
func humanOrder(b []byte) int {
	b = skipBlanks(b)
	neg := false
	if len(b) > 0 && b[0] == '-' {
		neg = true
		b = b[1:]
	}
	i := 0
	nonzero := false
	for i < len(b) && isDigit(b[i]) {
		nonzero = nonzero || b[i] != '0'
		i++
	}
	if i < len(b) && b[i] == '.' {
		i++
		for i < len(b) && isDigit(b[i]) {
			nonzero = nonzero || b[i] != '0'
			i++
		}
	}
	if !nonzero || i >= len(b) {
		return 0
	}
	n := strings.IndexByte("KMGTPEZYRQ", b[i]) + 1
	if b[i] == 'k' {
		n = 1
	}
	if neg {
		return -n
	}
	return n
}

// general reads a number as strtold(3) does; ok is false if there is none.
func general(b []byte) (v float64, ok bool) {
	b = skipBlanks(b)
	i := 0
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	rest := strings.ToLower(string(b[i:min(len(b), i+8)]))
	switch {
	case strings.HasPrefix(rest, "infinity"), strings.HasPrefix(rest, "inf"):
		if b[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case strings.HasPrefix(rest, "nan"):
		return math.NaN(), true
	}
	if strings.HasPrefix(rest, "0x") {
		j := i + 2
		for j < len(b) && strings.IndexByte("0123456789abcdefABCDEF.", b[j]) >= 0 {
			j++
		}
		s := string(b[:j])
		if j < len(b) && b[j]|32 == 'p' {
			k := j + 1
			if k < len(b) && (b[k] == '+' || b[k] == '-') {
				k++
			}
			for k < len(b) && isDigit(b[k]) {
				k++
			}
			s = string(b[:k])
		} else {
			s += "p0"
		}
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			return v, true
		}
		return 0, true
	}
	digits := false
	for i < len(b) && isDigit(b[i]) {
		i++
		digits = true
	}
	if i < len(b) && b[i] == '.' {
		i++
		for i < len(b) && isDigit(b[i]) {
			i++
			digits = true
		}
	}
	if !digits {
		return 0, false
	}
	if i < len(b) && b[i]|32 == 'e' {
		j := i + 1
		if j < len(b) && (b[j] == '+' || b[j] == '-') {
			j++
		}
		if j < len(b) && isDigit(b[j]) {
			for j < len(b) && isDigit(b[j]) {
				j++
			}
			i = j
		}
	}
	v, _ = strconv.ParseFloat(string(b[:i]), 64)
	return v, true
}

func compareGeneral(a, b []byte) int {
	x, okx := general(a)
	y, oky := general(b)
	if !okx || !oky {
		return toInt(okx) - toInt(oky)
	}
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return toInt(!math.IsNaN(x)) - toInt(!math.IsNaN(y))
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func month(b []byte) int {
	b = skipBlanks(b)
	if len(b) < 3 {
		return 0
	}
	name := string([]byte{upper(b[0]), upper(b[1]), upper(b[2])})
	if i := strings.Index("JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC", name); i >= 0 && i%3 == 0 {
		return i/3 + 1
	}
	return 0
}

// hash is the place of a text in the random order.
func (s *sorter) hash(k *key, b []byte) [16]byte {
	b = []byte(k.translated(b))
	b = append(append([]byte{}, s.salt...), b...)
	if s.collated {
		b = append(b, 0) // as strxfrm ends it
	}
	return md5.Sum(b)
}

// translated is a text as -d -f -i leave it.
func (k *key) translated(b []byte) string {
	if !k.dictionary && !k.printable && !k.fold {
		return string(b)
	}
	t := make([]byte, 0, len(b))
	for _, c := range b {
		if k.ignored(c) {
			continue
		}
		if k.fold {
			c = upper(c)
		}
		t = append(t, c)
	}
	return string(t)
}

// encodable tells whether encode knows the key's kind.
func (k *key) encodable() bool { return k.kind == 0 || k.kind == 'n' }

// encode appends a field so that the bytes of encoded fields compare as the
// fields do, also with others behind them.
func (k *key) encode(dst, b []byte) []byte {
	from := len(dst)
	if k.kind == 'n' {
		neg, whole, frac := decimal(b)
		n := len(whole)
		dst = append(dst, 0x80, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		dst = append(append(append(dst, whole...), frac...), 0)
		if neg {
			for i := from; i < len(dst); i++ {
				dst[i] = ^dst[i]
			}
		}
	} else {
		plain := !k.dictionary && !k.printable && !k.fold
		for len(b) > 0 {
			if plain {
				n := bytes.IndexByte(b, 0)
				if n < 0 {
					n = len(b)
				}
				dst, b = append(dst, b[:n]...), b[n:]
				if len(b) == 0 {
					break
				}
			}
			c := b[0]
			b = b[1:]
			switch {
			case k.ignored(c):
			case c == 0:
				dst = append(dst, 0, 0xff)
			case k.fold:
				dst = append(dst, upper(c))
			default:
				dst = append(dst, c)
			}
		}
		dst = append(dst, 0, 0) // before all that goes on
	}
	if k.reverse {
		for i := from; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
	}
	return dst
}

// compareKey compares two lines by one key, without its reversal.
func (s *sorter) compareKey(k *key, x, y []byte) int {
	return s.compareFields(k, s.field(k, x), s.field(k, y))
}

// compareFields compares what a key means in two lines.
func (s *sorter) compareFields(k *key, a, b []byte) int {
	switch k.kind {
	case 0:
		return k.compareText(a, b)
	case 'n':
		return compareDecimal(a, b)
	case 'g':
		return compareGeneral(a, b)
	case 'h':
		if r := humanOrder(a) - humanOrder(b); r != 0 {
			return r
		}
		return compareDecimal(a, b)
	case 'M':
		return month(a) - month(b)
	case 'V':
		return filever.Compare(k.translated(a), k.translated(b))
	}
	ha, hb := s.hash(k, a), s.hash(k, b)
	if r := bytes.Compare(ha[:], hb[:]); r != 0 {
		return r
	}
	return k.compareText(a, b)
}

// compareKeys compares by all keys.
func (s *sorter) compareKeys(x, y []byte) int {
	for i := range s.keys {
		k := &s.keys[i]
		if r := s.compareKey(k, x, y); r != 0 {
			if k.reverse {
				return -r
			}
			return r
		}
	}
	return 0
}

// compareRest is the order of lines whose first keys are equal.
func (s *sorter) compareRest(x, y []byte) int {
	for i := 1; i < len(s.keys); i++ {
		k := &s.keys[i]
		if r := s.compareKey(k, x, y); r != 0 {
			if k.reverse {
				return -r
			}
			return r
		}
	}
	if s.unique || s.stable {
		return 0
	}
	r := bytes.Compare(x, y)
	if s.reverse {
		return -r
	}
	return r
}

// compare is the order of lines.
func (s *sorter) compare(x, y []byte) int {
	if len(s.keys) > 0 {
		if r := s.compareKeys(x, y); r != 0 || s.unique || s.stable {
			return r
		}
	}
	r := bytes.Compare(x, y)
	if s.reverse {
		return -r
	}
	return r
}

// firstBytes are the first 8 bytes as a number of the same order.
func firstBytes(b []byte) (p uint64) {
	if len(b) >= 8 {
		return uint64(b[0])<<56 | uint64(b[1])<<48 | uint64(b[2])<<40 | uint64(b[3])<<32 | uint64(b[4])<<24 | uint64(b[5])<<16 | uint64(b[6])<<8 | uint64(b[7])
	}
	for i, c := range b {
		p |= uint64(c) << (56 - 8*i)
	}
	return p
}

// prefix maps a line to a number whose order is that of the lines wherever
// the numbers differ.
func (s *sorter) prefix(line []byte) uint64 {
	if len(s.keys) > 0 {
		return s.keyPrefix(&s.keys[0], s.field(&s.keys[0], line))
	}
	p := firstBytes(line)
	if s.reverse {
		return ^p
	}
	return p
}

// keyPrefix maps the field of a key to a number whose order is that of the
// fields wherever the numbers differ.
func (s *sorter) keyPrefix(k *key, b []byte) (p uint64) {
	switch k.kind {
	case 'h', 'V', 'R':
		return 0
	case 0:
		if k.dictionary || k.printable || k.fold {
			var t [8]byte
			n := 0
			for _, c := range b {
				if n == len(t) {
					break
				}
				if !k.ignored(c) {
					if k.fold {
						c = upper(c)
					}
					t[n] = c
					n++
				}
			}
			b = t[:n]
		}
		p = firstBytes(b)
	case 'n':
		neg, whole, frac := decimal(b)
		// The first 17 digits and how many there are.
		var v uint64
		if len(whole) > 17 {
			v = 1<<63 - 1
		} else {
			for _, c := range whole {
				v = v*10 + uint64(c-'0')
			}
			v <<= 3
			if len(frac) > 0 {
				v |= 1 + uint64(frac[0]-'0')*6/9
			}
			v = min(v, 1<<63-1)
		}
		if neg {
			p = 1<<63 - v
		} else {
			p = 1<<63 + v
		}
	case 'g':
		v, ok := general(b)
		switch {
		case !ok:
			p = 0
		case math.IsNaN(v):
			p = 1
		default:
			u := math.Float64bits(v + 0)
			if v == 0 {
				u = 0
			}
			if u>>63 == 1 {
				u = ^u
			} else {
				u |= 1 << 63
			}
			p = u>>2 + 2
		}
	case 'M':
		p = uint64(month(b))
	}
	if k.reverse {
		return ^p
	}
	return p
}
