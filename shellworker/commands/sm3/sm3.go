// Package sm3 is the SM3 hash of GB/T 32905-2016.
package sm3

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

type digest struct {
	h    [8]uint32
	n    uint64
	buf  [64]byte
	used int
}

// New returns an SM3 hash, of 32 bytes.
func New() hash.Hash {
	d := &digest{}
	d.Reset()
	return d
}

func (d *digest) Size() int      { return 32 }
func (d *digest) BlockSize() int { return 64 }

func (d *digest) Reset() {
	d.h = [8]uint32{0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}
	d.n, d.used = 0, 0
}

func (d *digest) Write(p []byte) (int, error) {
	total := len(p)
	d.n += uint64(total)
	for len(p) > 0 {
		k := copy(d.buf[d.used:], p)
		d.used += k
		p = p[k:]
		if d.used == 64 {
			d.block()
			d.used = 0
		}
	}
	return total, nil
}

func (d *digest) Sum(b []byte) []byte {
	e := *d
	n := e.n
	pad := make([]byte, 1, 72)
	pad[0] = 0x80
	for (e.used+len(pad))%64 != 56 {
		pad = append(pad, 0)
	}
	e.Write(binary.BigEndian.AppendUint64(pad, n*8))
	for _, v := range e.h {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

func (d *digest) block() {
	var w [68]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(d.buf[i*4:])
	}
	for i := 16; i < 68; i++ {
		x := w[i-16] ^ w[i-9] ^ bits.RotateLeft32(w[i-3], 15)
		w[i] = x ^ bits.RotateLeft32(x, 15) ^ bits.RotateLeft32(x, 23) ^ bits.RotateLeft32(w[i-13], 7) ^ w[i-6]
	}
	a, b, c, dd, e, f, g, h := d.h[0], d.h[1], d.h[2], d.h[3], d.h[4], d.h[5], d.h[6], d.h[7]
	for i := range 64 {
		t := uint32(0x79cc4519)
		ff, gg := a^b^c, e^f^g
		if i >= 16 {
			t = 0x7a879d8a
			ff, gg = a&b|a&c|b&c, e&f|^e&g
		}
		s1 := bits.RotateLeft32(bits.RotateLeft32(a, 12)+e+bits.RotateLeft32(t, i%32), 7)
		s2 := s1 ^ bits.RotateLeft32(a, 12)
		t1 := ff + dd + s2 + (w[i] ^ w[i+4])
		t2 := gg + h + s1 + w[i]
		dd, c, b, a = c, bits.RotateLeft32(b, 9), a, t1
		h, g, f = g, bits.RotateLeft32(f, 19), e
		e = t2 ^ bits.RotateLeft32(t2, 9) ^ bits.RotateLeft32(t2, 17)
	}
	for i, v := range [8]uint32{a, b, c, dd, e, f, g, h} {
		d.h[i] ^= v
	}
}
