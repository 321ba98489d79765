package awk

import (
	"math"
	"strconv"
	"strings"
)

type kind uint8

const (
	kUninit kind = iota
	kNum
	kStr
	kInput // text from outside, a number where it looks like one
	kRegex // @/.../
	kBool
)

// value is a scalar.
type value struct {
	s string
	n float64
	k kind
}

func num(n float64) value  { return value{n: n, k: kNum} }
func str(s string) value   { return value{s: s, k: kStr} }
func input(s string) value { return value{s: s, k: kInput} }
func boolean(b bool) value {
	if b {
		return value{n: 1, k: kNum}
	}
	return value{k: kNum}
}

func (v *value) num() float64 {
	switch v.k {
	case kNum, kBool:
		return v.n
	case kUninit:
		return 0
	}
	return toNumber(v.s)
}

func (v *value) truth() bool {
	switch v.k {
	case kNum, kBool:
		return v.n != 0
	case kStr, kRegex:
		return v.s != ""
	case kInput:
		if n, ok := looksNumeric(v.s); ok {
			return n != 0
		}
		return v.s != ""
	}
	return false
}

// numeric tells whether comparisons take the value for a number.
func (v *value) numeric() (float64, bool) {
	switch v.k {
	case kNum, kBool:
		return v.n, true
	case kUninit:
		return 0, true
	case kInput:
		return looksNumeric(v.s)
	}
	return 0, false
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// scanNumber reads the number that s begins with (no blanks), and its length,
// 0 if there is none.
func scanNumber(s string) (float64, int) {
	i := 0
	neg := false
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
		if len(s) >= i+3 {
			switch strings.ToLower(s[i : i+3]) {
			case "inf":
				n := i + 3
				if len(s) >= i+8 && strings.EqualFold(s[i:i+8], "infinity") {
					n = i + 8
				}
				if n < len(s) && isName(s[n]) {
					return 0, 0
				}
				if neg {
					return math.Inf(-1), n
				}
				return math.Inf(1), n
			case "nan":
				if i+3 < len(s) && isName(s[i+3]) {
					return 0, 0
				}
				if neg {
					return math.Copysign(math.NaN(), -1), i + 3
				}
				return math.NaN(), i + 3
			}
		}
	}
	start := i
	mant := uint64(0)
	digits, frac := 0, 0
	for i < len(s) && isDigit(s[i]) {
		if digits < 19 {
			mant = mant*10 + uint64(s[i]-'0')
		}
		if mant > 0 {
			digits++
		}
		i++
	}
	any := i > start
	if i < len(s) && s[i] == '.' {
		k := i + 1
		for k < len(s) && isDigit(s[k]) {
			if digits < 19 {
				mant = mant*10 + uint64(s[k]-'0')
			}
			if mant > 0 {
				digits++
			}
			frac++
			k++
		}
		if any || k > i+1 {
			any = any || k > i+1
			i = k
		}
	}
	if !any {
		return 0, 0
	}
	exp := false
	if i < len(s) && s[i]|32 == 'e' {
		k := i + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if k < len(s) && isDigit(s[k]) {
			for k < len(s) && isDigit(s[k]) {
				k++
			}
			i = k
			exp = true
		}
	}
	if !exp && digits <= 15 && frac < len(pow10) {
		n := float64(mant) / pow10[frac]
		if neg {
			n = -n
		}
		return n, i
	}
	n, _ := strconv.ParseFloat(s[:i], 64)
	return n, i
}

// toNumber is the number that s begins with, 0 if there is none.
func toNumber(s string) float64 {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	n, _ := scanNumber(s[i:])
	return n
}

// looksNumeric tells whether s is a number between blanks.
func looksNumeric(s string) (float64, bool) {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if i == len(s) {
		return 0, false
	}
	if c := s[i]; c > '9' || c < '+' || c == ',' || c == '/' {
		return 0, false
	}
	n, k := scanNumber(s[i:])
	if k == 0 {
		return 0, false
	}
	for i += k; i < len(s); i++ {
		if !isSpace(s[i]) {
			return 0, false
		}
	}
	return n, true
}

var smallInts [1024]string

func init() {
	for i := range smallInts {
		smallInts[i] = strconv.Itoa(i)
	}
}

// special formats what has no digits.
func nonFinite(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "+inf"
	case math.IsInf(n, -1):
		return "-inf"
	case math.Signbit(n):
		return "-nan"
	}
	return "+nan"
}

// appendNum appends a number as text; format is CONVFMT or OFMT.
func (m *machine) appendNum(b []byte, n float64, format *format) []byte {
	if n == math.Trunc(n) && !math.IsInf(n, 0) {
		if math.Abs(n) < 1<<63 {
			return strconv.AppendInt(b, int64(n), 10)
		}
		return strconv.AppendFloat(b, n, 'f', 0, 64)
	}
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return append(b, nonFinite(n)...)
	}
	if format.plainG {
		return strconv.AppendFloat(b, n, 'g', 6, 64)
	}
	return m.appendFormat(b, format, []value{num(n)})
}

// numToStr is a number as text by CONVFMT.
func (m *machine) numToStr(n float64) string {
	if n >= 0 && n < float64(len(smallInts)) && n == math.Trunc(n) {
		return smallInts[int(n)]
	}
	m.scratch = m.appendNum(m.scratch[:0], n, m.convfmt)
	return string(m.scratch)
}

func (m *machine) toStr(v *value) string {
	switch v.k {
	case kNum, kBool:
		return m.numToStr(v.n)
	case kUninit:
		return ""
	}
	return v.s
}

// compare orders two values: as numbers where both are, as text elsewhere.
func (m *machine) compare(a, b *value) int {
	x, ok := a.numeric()
	if ok {
		if y, ok := b.numeric(); ok {
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			case x == y:
				return 0
			}
			return 2 // not a number
		}
	}
	x1, y1 := m.toStr(a), m.toStr(b)
	if m.fold {
		x1, y1 = strings.ToLower(x1), strings.ToLower(y1)
	}
	return strings.Compare(x1, y1)
}

// array is an associative array. Integers from 0 on that leave few gaps are kept
// in a table, where a number finds them without becoming text.
type array struct {
	m     map[string]*cell
	dense []*cell // of the subscript that is the index; nil for none
	n     int     // how many dense has
	seq   int64
	kind  arrayKind // set by the first subscript
	spare []cell    // to become elements
}

// cell is an element: a scalar or, where sub isn't nil, an array.
type cell struct {
	v   value
	sub *array
	seq int64
}

// size is the number of elements.
func (a *array) size() int { return len(a.m) + a.n }

// find returns an element, nil if there is none.
func (a *array) find(key string) *cell {
	if i := denseIndex(key); i >= 0 && i < len(a.dense) && a.dense[i] != nil {
		return a.dense[i]
	}
	return a.m[key]
}

// get returns an element, which it makes if there is none.
func (a *array) get(key string) *cell {
	if c := a.find(key); c != nil {
		return c
	}
	if a.m == nil {
		a.m, a.kind = map[string]*cell{}, kindOf(key)
	}
	c := a.newCell()
	if i := denseIndex(key); i >= 0 && a.holds(i) {
		a.dense[i] = c
		a.n++
	} else {
		a.m[strings.Clone(key)] = c
	}
	return c
}

// at returns the element of a number if the table has it, or can take it.
func (a *array) at(n float64, add bool) *cell {
	i := int(n)
	if float64(i) != n || i < 0 || i == 0 && math.Signbit(n) {
		return nil
	}
	if i < len(a.dense) && a.dense[i] != nil {
		return a.dense[i]
	}
	if !add || a.m == nil || len(a.m) > 0 || !a.holds(i) {
		return nil
	}
	c := a.newCell()
	a.dense[i] = c
	a.n++
	return c
}

// holds makes the table hold an index, unless too much of it would be empty.
func (a *array) holds(i int) bool {
	if a.kind != denseKind || i > 2*a.n+16 {
		return false
	}
	if i >= len(a.dense) {
		a.dense = append(a.dense, make([]*cell, i+1-len(a.dense))...)
	}
	return true
}

func (a *array) newCell() *cell {
	if len(a.spare) == 0 {
		a.spare = make([]cell, min(a.size()/2+1, 64))
	}
	c := &a.spare[0]
	a.spare = a.spare[1:]
	a.seq++
	c.seq = a.seq
	return c
}

func (a *array) set(key string, v value) { a.get(key).v = own(v) }

func (a *array) remove(key string) {
	if i := denseIndex(key); i >= 0 && i < len(a.dense) && a.dense[i] != nil {
		a.dense[i] = nil
		a.n--
		return
	}
	delete(a.m, key)
}

func (a *array) clear() { a.m, a.dense, a.n = nil, nil, 0 }

// denseIndex reads a subscript that is an integer from 0 on in its usual form,
// of at most nine digits; -1 if it is none.
func denseIndex(s string) int {
	if s == "" || len(s) > 9 || s[0] == '0' && len(s) > 1 {
		return -1
	}
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// own copies text out of the input's buffer, which it would keep alive.
func own(v value) value {
	if v.k == kInput {
		v.s = strings.Clone(v.s)
	}
	return v
}

// integerKey reads a subscript that is an integer in its usual form.
func integerKey(s string) (int64, bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || s[0] == '+' || s[0] == '0' && len(s) > 1 || s[0] == '-' && (len(s) == 1 || s[1] == '0') {
		return 0, false
	}
	return n, true
}
