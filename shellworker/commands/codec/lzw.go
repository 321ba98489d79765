package codec

import (
	"bufio"
	"io"
)

// lzwReader reads what compress(1) wrote: LZW with codes of 9 to 16 bits, in
// groups of eight.
type lzwReader struct {
	r        *bufio.Reader
	maxBits  uint
	block    bool
	bits     uint
	prefix   []uint16
	suffix   []byte
	next     int
	prev     int
	first    byte
	group    []byte // the codes' bytes that are left of the group
	groupBit uint
	out      []byte
	stack    []byte
	err      error
}

func newLZW(r *bufio.Reader) (*lzwReader, error) {
	var h [3]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return nil, ErrTruncated
	}
	if h[0] != 0x1f || h[1] != 0x9d {
		return nil, ErrFormat
	}
	z := &lzwReader{r: r, maxBits: uint(h[2] & 31), block: h[2]&0x80 != 0}
	if z.maxBits < 9 || z.maxBits > 16 {
		return nil, ErrFormat
	}
	z.prefix = make([]uint16, 1<<z.maxBits)
	z.suffix = make([]byte, 1<<z.maxBits)
	z.reset()
	return z, nil
}

func (z *lzwReader) reset() {
	z.bits, z.next, z.prev = 9, 256, -1
	if z.block {
		z.next = 257
	}
	z.group, z.groupBit = nil, 0
}

// code reads the next code, -1 at the end.
func (z *lzwReader) code() int {
	if z.groupBit+z.bits > uint(len(z.group))*8 {
		b := make([]byte, z.bits)
		n, err := io.ReadFull(z.r, b)
		if n == 0 {
			if err != io.EOF {
				z.err = err
			}
			return -1
		}
		z.group, z.groupBit = b[:n], 0
		if uint(n)*8 < z.bits {
			return -1
		}
	}
	v := 0
	for i := range z.bits {
		at := z.groupBit + i
		v |= int(z.group[at/8]>>(at%8)&1) << i
	}
	z.groupBit += z.bits
	return v
}

func (z *lzwReader) Read(p []byte) (int, error) {
	for len(z.out) == 0 {
		if z.err != nil {
			return 0, z.err
		}
		c := z.code()
		if c < 0 {
			if z.err == nil {
				z.err = io.EOF
			}
			continue
		}
		if z.block && c == 256 {
			z.reset()
			continue
		}
		if z.prev < 0 {
			if c > 255 {
				z.err = ErrCorrupt
				continue
			}
			z.prev, z.first = c, byte(c)
			z.out = append(z.out[:0], byte(c))
			continue
		}
		in := c
		z.stack = z.stack[:0]
		if c >= z.next {
			if c > z.next {
				z.err = ErrCorrupt
				continue
			}
			z.stack = append(z.stack, z.first)
			c = z.prev
		}
		for c >= 256 {
			z.stack = append(z.stack, z.suffix[c])
			c = int(z.prefix[c])
		}
		z.first = byte(c)
		z.stack = append(z.stack, z.first)
		z.out = z.out[:0]
		for i := len(z.stack) - 1; i >= 0; i-- {
			z.out = append(z.out, z.stack[i])
		}
		if z.next < 1<<z.maxBits {
			z.prefix[z.next], z.suffix[z.next] = uint16(z.prev), z.first
			z.next++
			if z.next == 1<<z.bits && z.bits < z.maxBits {
				z.bits++
				z.group, z.groupBit = nil, 0
			}
		}
		z.prev = in
	}
	n := copy(p, z.out)
	z.out = z.out[n:]
	return n, nil
}
