// Package blake2b is the BLAKE2b hash of RFC 7693, unkeyed, of any length.
package blake2b

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

const blockSize = 128

var iv = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}

var sigma = [10][16]byte{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

type digest struct {
	h    [8]uint64
	n    uint64 // bytes hashed
	buf  [blockSize]byte
	used int
	size int
}

// New returns a hash of size bytes, 1 to 64.
func New(size int) hash.Hash {
	d := &digest{size: size}
	d.Reset()
	return d
}

func (d *digest) Size() int      { return d.size }
func (d *digest) BlockSize() int { return blockSize }

func (d *digest) Reset() {
	d.h = iv
	d.h[0] ^= 0x01010000 ^ uint64(d.size)
	d.n, d.used = 0, 0
}

func (d *digest) Write(p []byte) (int, error) {
	total := len(p)
	for len(p) > 0 {
		if d.used == blockSize {
			d.n += blockSize
			d.block(d.buf[:], false)
			d.used = 0
		}
		if d.used == 0 {
			for len(p) > blockSize {
				d.n += blockSize
				d.block(p[:blockSize], false)
				p = p[blockSize:]
			}
		}
		k := copy(d.buf[d.used:], p)
		d.used += k
		p = p[k:]
	}
	return total, nil
}

func (d *digest) Sum(b []byte) []byte {
	e := *d
	e.n += uint64(e.used)
	clear(e.buf[e.used:])
	e.block(e.buf[:], true)
	var out [64]byte
	for i, v := range e.h {
		binary.LittleEndian.PutUint64(out[i*8:], v)
	}
	return append(b, out[:d.size]...)
}

func (d *digest) block(p []byte, last bool) {
	var m [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(p[i*8:])
	}
	v0, v1, v2, v3, v4, v5, v6, v7 := d.h[0], d.h[1], d.h[2], d.h[3], d.h[4], d.h[5], d.h[6], d.h[7]
	v8, v9, v10, v11, v12, v13, v14, v15 := iv[0], iv[1], iv[2], iv[3], iv[4]^d.n, iv[5], iv[6], iv[7]
	if last {
		v14 = ^v14
	}
	for r := range 12 {
		s := &sigma[r%10]
		v0, v4, v8, v12 = mix(v0, v4, v8, v12, m[s[0]&15], m[s[1]&15])
		v1, v5, v9, v13 = mix(v1, v5, v9, v13, m[s[2]&15], m[s[3]&15])
		v2, v6, v10, v14 = mix(v2, v6, v10, v14, m[s[4]&15], m[s[5]&15])
		v3, v7, v11, v15 = mix(v3, v7, v11, v15, m[s[6]&15], m[s[7]&15])
		v0, v5, v10, v15 = mix(v0, v5, v10, v15, m[s[8]&15], m[s[9]&15])
		v1, v6, v11, v12 = mix(v1, v6, v11, v12, m[s[10]&15], m[s[11]&15])
		v2, v7, v8, v13 = mix(v2, v7, v8, v13, m[s[12]&15], m[s[13]&15])
		v3, v4, v9, v14 = mix(v3, v4, v9, v14, m[s[14]&15], m[s[15]&15])
	}
	d.h[0] ^= v0 ^ v8
	d.h[1] ^= v1 ^ v9
	d.h[2] ^= v2 ^ v10
	d.h[3] ^= v3 ^ v11
	d.h[4] ^= v4 ^ v12
	d.h[5] ^= v5 ^ v13
	d.h[6] ^= v6 ^ v14
	d.h[7] ^= v7 ^ v15
}

func mix(a, b, c, d, x, y uint64) (uint64, uint64, uint64, uint64) {
	a += b + x
	d = bits.RotateLeft64(d^a, -32)
	c += d
	b = bits.RotateLeft64(b^c, -24)
	a += b + y
	d = bits.RotateLeft64(d^a, -16)
	c += d
	b = bits.RotateLeft64(b^c, -63)
	return a, b, c, d
}
