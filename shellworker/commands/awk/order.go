package awk

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// The order of for (k in a) is nobody's promise, but scripts show it. It is
// gawk's: three kinds of table, of which an array's first subscript chooses
// one, each with a table of the next kind for what it doesn't hold.

// arrayKind is how an array keeps its elements.
type arrayKind uint8

const (
	denseKind   arrayKind = iota // integers from 0 to 2^31-1, ascending
	integerKind                  // all 32-bit integers, hashed
	textKind                     // text, hashed
)

func kindOf(key string) arrayKind {
	n, ok := tableInteger(key)
	switch {
	case !ok:
		return textKind
	case n < 0:
		return integerKind
	}
	return denseKind
}

// tableInteger reads a subscript that is a 32-bit integer.
func tableInteger(key string) (int64, bool) {
	n, ok := integerKey(key)
	return n, ok && n >= math.MinInt32 && n <= math.MaxInt32
}

// keys returns the subscripts in the order of for (k in a) without
// PROCINFO["sorted_in"].
func (a *array) keys() []string {
	if keys := a.ascending(); keys != nil {
		return keys
	}
	return a.hashed()
}

// hashed returns the subscripts as gawk's tables give them.
func (a *array) hashed() []string {
	list := make([]entry, 0, a.size())
	for i, c := range a.dense {
		if c != nil {
			list = append(list, entry{key: strconv.Itoa(i), n: int64(i), integer: true, seq: c.seq})
		}
	}
	for k, c := range a.m {
		e := entry{key: k, seq: c.seq}
		e.n, e.integer = tableInteger(k)
		list = append(list, e)
	}
	slices.SortFunc(list, func(x, y entry) int { return int(x.seq - y.seq) })
	switch a.kind {
	case denseKind:
		list = denseOrder(list)
	case integerKind:
		list = integerOrder(list)
	default:
		list = textOrder(list)
	}
	keys := make([]string, len(list))
	for i := range list {
		keys[i] = list[i].key
	}
	return keys
}

// ascending returns the subscripts where they are all the integers up to one,
// added in their order: denseOrder leaves that as it is. Else it returns nil.
func (a *array) ascending() []string {
	first := len(a.dense) - a.n
	if len(a.m) > 0 || first > 1 || first == 1 && a.dense[0] != nil {
		return nil
	}
	seq := int64(0)
	for _, c := range a.dense[first:] {
		if c == nil || c.seq < seq {
			return nil
		}
		seq = c.seq
	}
	keys := make([]string, a.n)
	for i := range keys {
		keys[i] = strconv.Itoa(i + first)
	}
	return keys
}

type entry struct {
	key     string
	n       int64
	integer bool
	seq     int64
}

// denseWaste is how many slots of a table of small integers may be empty.
const denseWaste = 2048

// denseOrder puts small integers last and in their order, as long as their
// table, whose blocks grow with the number, isn't too empty.
func denseOrder(list []entry) []entry {
	type block struct {
		level int
		index int64
	}
	blocks := map[block]bool{}
	slots := 0
	var in, out []entry
	for _, e := range list {
		if !e.integer || e.n < 0 {
			out = append(out, e)
			continue
		}
		level := max(10, bits.Len64(uint64(e.n))-1)
		least, size := level, (level+1)/2
		for least >= 10 {
			least = (least + 1) / 2
		}
		for size > 10 {
			size = (size + 1) / 2
		}
		if slots+1<<least-len(in) > denseWaste {
			out = append(out, e)
			continue
		}
		in = append(in, e)
		b := block{level, e.n >> size}
		if e.n < 1024 {
			b.level = 0
		}
		if !blocks[b] {
			blocks[b] = true
			slots += 1 << size
		}
	}
	slices.SortFunc(in, func(x, y entry) int { return int(x.n - y.n) })
	if len(out) > 0 && out[0].integer {
		out = integerOrder(out)
	} else {
		out = textOrder(out)
	}
	return append(out, in...)
}

// tableSize is the size that follows a hash table's.
func tableSize(size int) int {
	for _, n := range []int{13, 127, 1021, 8191, 131071, 1048573, 8388593, 16777213, 33554393, 67108859, 134217689} {
		if n > size {
			return n
		}
	}
	return size
}

// mostChained is how many elements there are for each place of a table before
// it grows.
const mostChained = 2

// integerOrder puts text first, then integers as they are hashed, two to a
// bucket and the newest bucket first.
func integerOrder(list []entry) []entry {
	var text []entry
	var table [][]entry // oldest bucket first, all but the last full
	add := func(e entry) {
		h := integerHash(e.n) % uint32(len(table))
		table[h] = append(table[h], e)
	}
	buckets := func(f func(e entry)) {
		for _, chain := range table {
			for i := (len(chain) - 1) &^ 1; i >= 0; i -= 2 {
				for _, e := range chain[i:min(i+2, len(chain))] {
					f(e)
				}
			}
		}
	}
	n := 0
	for _, e := range list {
		if !e.integer {
			text = append(text, e)
			continue
		}
		n++
		if table == nil || n/len(table) > mostChained {
			var all []entry
			buckets(func(e entry) { all = append(all, e) })
			table = make([][]entry, tableSize(len(table)))
			for _, e := range all {
				add(e)
			}
		}
		add(e)
	}
	out := textOrder(text)
	buckets(func(e entry) { out = append(out, e) })
	return out
}

// textOrder is the order of hashed text, the newest of a chain first.
func textOrder(list []entry) []entry {
	if len(list) == 0 {
		return nil
	}
	var table [][]entry // oldest first
	add := func(e entry) {
		h := textHash(e.key) % uint32(len(table))
		table[h] = append(table[h], e)
	}
	chains := func() []entry {
		out := make([]entry, 0, len(list))
		for _, chain := range table {
			for i := len(chain) - 1; i >= 0; i-- {
				out = append(out, chain[i])
			}
		}
		return out
	}
	for i, e := range list {
		if table == nil || (i+1)/len(table) > mostChained {
			all := chains()
			table = make([][]entry, tableSize(len(table)))
			for _, e := range all {
				add(e)
			}
		}
		add(e)
	}
	return chains()
}

// textHash is sdbm's.
func textHash(s string) uint32 {
	var h uint32
	for i := range len(s) {
		h = h*65599 + uint32(int8(s[i]))
	}
	return h
}

// integerHash mixes the low 32 bits of an integer.
func integerHash(n int64) uint32 {
	k := uint32(n)
	k ^= k << 3
	k += k >> 5
	k ^= k << 4
	k += k >> 17
	k ^= k << 25
	k += k >> 6
	return k
}
