// Package joiner joins texts. Appending to the newest text again and again takes
// amortized constant time for each byte.
package joiner

import "unsafe"

// leastKept is from which length on, in bytes, a text is kept with room behind it.
const leastKept = 256

// Joiner joins texts, of which it keeps those that it appended to last. The
// bytes that a string has never change; those behind the newest one are free.
// Its zero value is ready; it is not safe for concurrent use.
type Joiner struct {
	kept [4][]byte
	next int
}

// Join returns the texts one after another.
func (j *Joiner) Join(list ...string) string {
	n := 0
	for _, s := range list {
		n += len(s)
	}
	if len(list) == 0 || len(list[0]) < leastKept {
		b := make([]byte, 0, n)
		for _, s := range list {
			b = append(b, s...)
		}
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	first := list[0]
	g, known := &j.kept[j.next], false
	for i := range j.kept {
		if b := j.kept[i]; len(b) == len(first) && unsafe.SliceData(b) == unsafe.StringData(first) {
			g, known = &j.kept[i], true
			break
		}
	}
	switch {
	case !known: // so far it is no more than one concatenation
		*g = append(make([]byte, 0, n), first...)
		j.next = (j.next + 1) % len(j.kept)
	case cap(*g) < n:
		*g = append(make([]byte, 0, 2*n), first...)
	}
	for _, s := range list[1:] {
		*g = append(*g, s...)
	}
	return unsafe.String(unsafe.SliceData(*g), len(*g))
}
