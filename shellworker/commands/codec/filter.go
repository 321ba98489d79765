package codec

import (
	"encoding/binary"
	"io"
)

// The filters that an .xz file may have before LZMA2, by their number.
const (
	FilterDelta    = 3
	FilterX86      = 4
	FilterPowerPC  = 5
	FilterIA64     = 6
	FilterARM      = 7
	FilterARMThumb = 8
	FilterSPARC    = 9
	FilterARM64    = 10
)

// Filter changes a text, so that it compresses better, or back. The filters of
// programs make the targets of jumps absolute, which lie relative to the place.
type Filter struct {
	id      uint64
	encode  bool
	pos     uint32
	convert func(f *Filter, b []byte) int // returns the bytes that are done

	delta   [256]byte
	deltaAt int
	dist    int

	x86Mask, x86Prev uint32
}

// NewFilter makes the filter of the number with its properties; ErrOptions if
// there is no such filter.
func NewFilter(id uint64, props []byte, encode bool) (*Filter, error) {
	f := &Filter{id: id, encode: encode, x86Prev: 1<<32 - 5}
	if id == FilterDelta {
		if len(props) != 1 {
			return nil, ErrOptions
		}
		f.dist, f.convert = int(props[0])+1, (*Filter).deltas
		return f, nil
	}
	align := uint32(0)
	switch id {
	case FilterX86:
		align, f.convert = 1, (*Filter).x86
	case FilterPowerPC:
		align, f.convert = 4, (*Filter).powerPC
	case FilterIA64:
		align, f.convert = 16, (*Filter).ia64
	case FilterARM:
		align, f.convert = 4, (*Filter).arm
	case FilterARMThumb:
		align, f.convert = 2, (*Filter).armThumb
	case FilterSPARC:
		align, f.convert = 4, (*Filter).sparc
	case FilterARM64:
		align, f.convert = 4, (*Filter).arm64
	default:
		return nil, ErrOptions
	}
	switch len(props) {
	case 0:
	case 4:
		if f.pos = binary.LittleEndian.Uint32(props); f.pos%align != 0 {
			return nil, ErrOptions
		}
	default:
		return nil, ErrOptions
	}
	return f, nil
}

// run changes b and returns how many bytes are done; the rest wait for more.
func (f *Filter) run(b []byte) int {
	n := f.convert(f, b)
	f.pos += uint32(n)
	return n
}

func (f *Filter) deltas(b []byte) int {
	for i, c := range b {
		old := f.delta[byte(f.deltaAt-f.dist)]
		if f.encode {
			b[i] = c - old
			f.delta[byte(f.deltaAt)] = c
		} else {
			b[i] = c + old
			f.delta[byte(f.deltaAt)] = b[i]
		}
		f.deltaAt++
	}
	return len(b)
}

// to adds the place to a distance, or takes it away.
func (f *Filter) to(v uint32, at int) uint32 {
	if f.encode {
		return v + f.pos + uint32(at)
	}
	return v - f.pos - uint32(at)
}

func (f *Filter) powerPC(b []byte) int {
	i := 0
	for ; i+4 <= len(b); i += 4 {
		if w := binary.BigEndian.Uint32(b[i:]); w>>26 == 0x12 && w&3 == 1 {
			binary.BigEndian.PutUint32(b[i:], 0x48000001|f.to(w&0x03fffffc, i)&0x03fffffc)
		}
	}
	return i
}

func (f *Filter) arm(b []byte) int {
	i := 0
	for ; i+4 <= len(b); i += 4 {
		if b[i+3] == 0xeb {
			v := uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16
			if f.encode {
				v = (v<<2 + f.pos + uint32(i) + 8) >> 2
			} else {
				v = (v<<2 - (f.pos + uint32(i) + 8)) >> 2
			}
			b[i], b[i+1], b[i+2] = byte(v), byte(v>>8), byte(v>>16)
		}
	}
	return i
}

func (f *Filter) armThumb(b []byte) int {
	i := 0
	for ; i+4 <= len(b); i += 2 {
		if b[i+1]&0xf8 != 0xf0 || b[i+3]&0xf8 != 0xf8 {
			continue
		}
		v := uint32(b[i+1]&7)<<19 | uint32(b[i])<<11 | uint32(b[i+3]&7)<<8 | uint32(b[i+2])
		if f.encode {
			v = (v<<1 + f.pos + uint32(i) + 4) >> 1
		} else {
			v = (v<<1 - (f.pos + uint32(i) + 4)) >> 1
		}
		b[i+1], b[i], b[i+3], b[i+2] = 0xf0|byte(v>>19&7), byte(v>>11), 0xf8|byte(v>>8&7), byte(v)
		i += 2
	}
	return i
}

func (f *Filter) sparc(b []byte) int {
	i := 0
	for ; i+4 <= len(b); i += 4 {
		w := binary.BigEndian.Uint32(b[i:])
		if w>>22 != 0x100 && w>>22 != 0x1ff {
			continue
		}
		v := f.to(w<<2, i) >> 2
		v = (0-(v>>22&1))<<22&0x3fffffff | v&0x3fffff | 0x40000000
		binary.BigEndian.PutUint32(b[i:], v)
	}
	return i
}

func (f *Filter) arm64(b []byte) int {
	i := 0
	for ; i+4 <= len(b); i += 4 {
		w := binary.LittleEndian.Uint32(b[i:])
		pc := f.pos + uint32(i)
		switch {
		case w>>26 == 0x25: // BL
			pc >>= 2
			if !f.encode {
				pc = -pc
			}
			w = 0x94000000 | (w+pc)&0x03ffffff
		case w&0x9f000000 == 0x90000000: // ADRP
			src := w>>29&3 | w>>3&0x1ffffc
			if (src+0x20000)&0x1c0000 != 0 {
				continue
			}
			pc >>= 12
			if !f.encode {
				pc = -pc
			}
			dest := src + pc
			w = w&0x9000001f | dest&3<<29 | dest&0x3fffc<<3 | -(dest&0x20000)&0xe00000
		default:
			continue
		}
		binary.LittleEndian.PutUint32(b[i:], w)
	}
	return i
}

// ia64Slots tells by a bundle's template which of its slots hold branches.
var ia64Slots = [32]byte{16: 4, 17: 4, 18: 6, 19: 6, 22: 7, 23: 7, 24: 4, 25: 4, 28: 4, 29: 4}

func (f *Filter) ia64(b []byte) int {
	i := 0
	for ; i+16 <= len(b); i += 16 {
		slots := ia64Slots[b[i]&0x1f]
		for slot := range 3 {
			if slots>>slot&1 == 0 {
				continue
			}
			bit := 5 + 41*slot
			at, shift := i+bit>>3, uint(bit&7)
			v := uint64(0)
			for j := range 6 {
				v |= uint64(b[at+j]) << (8 * j)
			}
			n := v >> shift
			if n>>37&15 != 5 || n>>9&7 != 0 {
				continue
			}
			target := uint32(n>>13&0xfffff) | uint32(n>>36&1)<<20
			target = f.to(target<<4, i) >> 4
			n &^= uint64(0x8fffff) << 13
			n |= uint64(target&0xfffff) << 13
			n |= uint64(target&0x100000) << (36 - 20)
			v = v&(1<<shift-1) | n<<shift
			for j := range 6 {
				b[at+j] = byte(v >> (8 * j))
			}
		}
	}
	return i
}

// x86 changes the targets of CALL and JMP. Whether one is changed depends on
// such opcodes among the bytes before it, which prev and mask remember.
func (f *Filter) x86(b []byte) int {
	if len(b) < 5 {
		return 0
	}
	outer := func(c byte) bool { return c == 0 || c == 0xff }
	allowed := [8]bool{0: true, 1: true, 2: true, 4: true}
	number := [8]uint{0, 1, 2, 2, 3, 3, 3, 3}
	mask, prev := f.x86Mask, f.x86Prev
	if f.pos-prev > 5 {
		prev = f.pos - 5
	}
	limit, i := len(b)-5, 0
	for i <= limit {
		if b[i]&0xfe != 0xe8 {
			i++
			continue
		}
		at := f.pos + uint32(i)
		distance := at - prev
		prev = at
		if distance > 5 {
			mask = 0
		} else {
			for range distance {
				mask = mask & 0x77 << 1
			}
		}
		c := b[i+4]
		if !outer(c) || !allowed[mask>>1&7] || mask>>1 >= 16 {
			i++
			mask |= 1
			if outer(c) {
				mask |= 0x10
			}
			continue
		}
		v := binary.LittleEndian.Uint32(b[i+1:])
		for {
			if f.encode {
				v += at + 5
			} else {
				v -= at + 5
			}
			if mask == 0 {
				break
			}
			k := number[mask>>1&7]
			if !outer(byte(v >> (24 - k*8))) {
				break
			}
			v ^= 1<<(32-k*8) - 1
		}
		v = v&0x01ffffff | -(v>>24&1)<<24
		binary.LittleEndian.PutUint32(b[i+1:], v)
		i += 5
		mask = 0
	}
	f.x86Mask, f.x86Prev = mask, prev
	return i
}

// filterReader changes what it reads back.
type filterReader struct {
	r          io.Reader
	f          *Filter
	buf        [4096]byte
	done, from int // what is changed lies between from and done
	n          int // what was read
	err        error
}

func (r *filterReader) Read(p []byte) (int, error) {
	for r.from == r.done {
		if r.err != nil && r.n == r.done {
			return 0, r.err
		}
		if r.err != nil { // what is left isn't changed
			r.done = r.n
			break
		}
		r.n = copy(r.buf[:], r.buf[r.done:r.n])
		var k int
		k, r.err = r.r.Read(r.buf[r.n:])
		r.n += k
		r.from = 0
		r.done = r.f.run(r.buf[:r.n])
	}
	n := copy(p, r.buf[r.from:r.done])
	r.from += n
	return n, nil
}
