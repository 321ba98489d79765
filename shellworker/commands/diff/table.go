package diff

import (
	"bytes"
	"hash/maphash"
)

// lineTable gives equal lines equal numbers, from 1 on.
type lineTable struct {
	seed   maphash.Seed
	slots  []int32 // numbers, by hash; 0 is free
	lines  [][]byte
	hashes []uint64
}

func newLineTable() *lineTable {
	return &lineTable{seed: maphash.MakeSeed(), slots: make([]int32, 64), lines: make([][]byte, 1), hashes: make([]uint64, 1)}
}

// number returns a line's number. It keeps the line, a copy where it is new and
// transient.
func (t *lineTable) number(line []byte, transient bool) int {
	h := maphash.Bytes(t.seed, line)
	i := t.slot(h)
	for t.slots[i] != 0 {
		if n := t.slots[i]; t.hashes[n] == h && bytes.Equal(t.lines[n], line) {
			return int(n)
		}
		i = (i + 1) & uint64(len(t.slots)-1)
	}
	if transient {
		line = bytes.Clone(line)
	}
	n := len(t.lines)
	t.lines, t.hashes = append(t.lines, line), append(t.hashes, h)
	t.slots[i] = int32(n)
	if 2*n > len(t.slots) {
		t.slots = make([]int32, 4*len(t.slots))
		for n, h := range t.hashes[1:] {
			i := t.slot(h)
			for t.slots[i] != 0 {
				i = (i + 1) & uint64(len(t.slots)-1)
			}
			t.slots[i] = int32(n + 1)
		}
	}
	return n
}

func (t *lineTable) slot(h uint64) uint64 { return h & uint64(len(t.slots)-1) }
