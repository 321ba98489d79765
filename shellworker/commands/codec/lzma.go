package codec

import (
	"bufio"
	"encoding/binary"
	"io"
)

// lzmaDecoder decodes LZMA's symbols into a window, as the format's public
// specification (LZMA SDK, "LZMA specification") has it. Its input is read byte
// by byte, so that all that can be decoded of a damaged stream is.
type lzmaDecoder struct {
	in    io.ByteReader
	used  int64 // of the input's bytes
	code  uint32
	width uint32

	window []byte // what was decoded lies before pos, and, once full, behind it
	pos    int
	full   bool
	size   int // of the dictionary
	total  int64

	lc, lp, pb uint
	state      int
	rep        [4]uint32
	pending    int // of a match's bytes that are yet to be copied

	match     [12 << 4]uint16
	isRep     [12]uint16
	repG0     [12]uint16
	repG1     [12]uint16
	repG2     [12]uint16
	rep0Long  [12 << 4]uint16
	slots     [4][64]uint16
	special   [128]uint16
	align     [16]uint16
	lengths   [2]lzmaLengths
	literals  []uint16
	err       error
	endMarker bool
}

type lzmaLengths struct {
	choice, choice2 uint16
	low, mid        [16][8]uint16
	high            [256]uint16
}

func fillProbabilities(p []uint16) {
	for i := range p {
		p[i] = 1024
	}
}

// newLZMADecoder makes a decoder with a window for the dictionary. The window
// is small until more is decoded.
func newLZMADecoder(in io.ByteReader, dict int) *lzmaDecoder {
	return &lzmaDecoder{in: in, size: max(dict, 4096)}
}

// properties sets the parameters that a byte holds.
func (d *lzmaDecoder) properties(b byte) bool {
	if b >= 9*5*5 {
		return false
	}
	d.lc, d.lp, d.pb = uint(b%9), uint(b/9%5), uint(b/45)
	return true
}

// reset forgets the state, not the window.
func (d *lzmaDecoder) reset() {
	d.state, d.rep, d.pending = 0, [4]uint32{}, 0
	for _, p := range [][]uint16{d.match[:], d.isRep[:], d.repG0[:], d.repG1[:], d.repG2[:], d.rep0Long[:], d.special[:], d.align[:]} {
		fillProbabilities(p)
	}
	for i := range d.slots {
		fillProbabilities(d.slots[i][:])
	}
	for i := range d.lengths {
		l := &d.lengths[i]
		l.choice, l.choice2 = 1024, 1024
		for j := range l.low {
			fillProbabilities(l.low[j][:])
			fillProbabilities(l.mid[j][:])
		}
		fillProbabilities(l.high[:])
	}
	if n := 0x300 << (d.lc + d.lp); cap(d.literals) >= n {
		d.literals = d.literals[:n]
	} else {
		d.literals = make([]uint16, n)
	}
	fillProbabilities(d.literals)
}

func (d *lzmaDecoder) byte() byte {
	if d.err != nil {
		return 0
	}
	b, err := d.in.ReadByte()
	if err != nil {
		if d.err = err; err == io.EOF {
			d.err = ErrTruncated
		}
		return 0
	}
	d.used++
	return b
}

// start reads the five bytes that range coding begins with.
func (d *lzmaDecoder) start() {
	if d.byte() != 0 && d.err == nil {
		d.err = ErrCorrupt
	}
	d.width, d.code = 1<<32-1, 0
	for range 4 {
		d.code = d.code<<8 | uint32(d.byte())
	}
}

func (d *lzmaDecoder) normalize() {
	if d.width < 1<<24 {
		d.width <<= 8
		d.code = d.code<<8 | uint32(d.byte())
	}
}

func (d *lzmaDecoder) bit(p *uint16) int {
	d.normalize()
	bound := (d.width >> 11) * uint32(*p)
	if d.code < bound {
		d.width = bound
		*p += (2048 - *p) >> 5
		return 0
	}
	d.width -= bound
	d.code -= bound
	*p -= *p >> 5
	return 1
}

func (d *lzmaDecoder) tree(p []uint16, bits int) int {
	m := 1
	for range bits {
		m = m<<1 | d.bit(&p[m])
	}
	return m - 1<<bits
}

func (d *lzmaDecoder) reverse(p []uint16, base, bits int) uint32 {
	m, v := 1, uint32(0)
	for i := range bits {
		b := d.bit(&p[base+m])
		m = m<<1 | b
		v |= uint32(b) << i
	}
	return v
}

func (d *lzmaDecoder) direct(bits int) uint32 {
	v := uint32(0)
	for range bits {
		d.normalize()
		d.width >>= 1
		d.code -= d.width
		t := -(d.code >> 31)
		d.code += d.width & t
		v = v<<1 + t + 1
	}
	return v
}

func (d *lzmaDecoder) length(l *lzmaLengths, posState int) int {
	if d.bit(&l.choice) == 0 {
		return 2 + d.tree(l.low[posState][:], 3)
	}
	if d.bit(&l.choice2) == 0 {
		return 10 + d.tree(l.mid[posState][:], 3)
	}
	return 18 + d.tree(l.high[:], 8)
}

// put adds a byte to the window.
func (d *lzmaDecoder) put(b byte) {
	if d.pos == len(d.window) && len(d.window) < d.size {
		if len(d.window) == cap(d.window) {
			n := min(1<<20, d.size)
			if len(d.window) > 0 {
				n = d.size
			}
			w := make([]byte, len(d.window), n)
			copy(w, d.window)
			d.window = w
		}
		d.window = append(d.window, b)
		d.pos++
	} else {
		if d.pos == d.size {
			d.pos, d.full = 0, true
		}
		d.window[d.pos] = b
		d.pos++
	}
	d.total++
}

// back returns the byte n+1 before the window's end.
func (d *lzmaDecoder) back(n uint32) byte {
	i := d.pos - 1 - int(n)
	if i < 0 {
		i += len(d.window)
	}
	return d.window[i]
}

func (d *lzmaDecoder) reaches(n uint32) bool {
	return d.full && int64(n) < int64(d.size) || int64(n) < int64(d.pos)
}

// forget empties the window.
func (d *lzmaDecoder) forget() {
	d.window, d.pos, d.full, d.total = d.window[:0], 0, false, 0
}

// decode decodes into p. It returns fewer bytes only with an error, or at an
// end marker.
func (d *lzmaDecoder) decode(p []byte) (n int) {
	for n < len(p) && d.err == nil && !d.endMarker {
		if d.pending > 0 {
			b := d.back(d.rep[0])
			d.put(b)
			p[n] = b
			n++
			d.pending--
			continue
		}
		posState := int(d.total) & (1<<d.pb - 1)
		if d.bit(&d.match[d.state<<4+posState]) == 0 {
			b := d.literal()
			if d.err != nil {
				return n
			}
			d.put(b)
			p[n] = b
			n++
			continue
		}
		length := d.symbol(posState)
		switch {
		case d.err != nil || d.endMarker:
		case !d.reaches(d.rep[0]):
			d.err = ErrCorrupt
		default:
			d.pending = length
		}
	}
	return n
}

func (d *lzmaDecoder) literal() byte {
	prev := 0
	if d.total > 0 {
		prev = int(d.back(0))
	}
	p := d.literals[0x300*((int(d.total)&(1<<d.lp-1))<<d.lc+prev>>(8-d.lc)):]
	m := 1
	if d.state >= 7 {
		if !d.reaches(d.rep[0]) {
			d.err = ErrCorrupt
			return 0
		}
		with := int(d.back(d.rep[0]))
		for m < 0x100 {
			hint := with >> 7 & 1
			with <<= 1
			b := d.bit(&p[(1+hint)<<8+m])
			m = m<<1 | b
			if hint != b {
				break
			}
		}
	}
	for m < 0x100 {
		m = m<<1 | d.bit(&p[m])
	}
	switch {
	case d.state < 4:
		d.state = 0
	case d.state < 10:
		d.state -= 3
	default:
		d.state -= 6
	}
	return byte(m)
}

// symbol reads a match and returns its length; its distance is rep[0].
func (d *lzmaDecoder) symbol(posState int) int {
	after := func(literal, other int) int {
		if d.state < 7 {
			return literal
		}
		return other
	}
	if d.bit(&d.isRep[d.state]) == 0 {
		d.rep[3], d.rep[2], d.rep[1] = d.rep[2], d.rep[1], d.rep[0]
		length := d.length(&d.lengths[0], posState)
		d.state = after(7, 10)
		slot := d.tree(d.slots[min(length-2, 3)][:], 6)
		switch {
		case slot < 4:
			d.rep[0] = uint32(slot)
		case slot < 14:
			bits := slot>>1 - 1
			dist := uint32(2|slot&1) << bits
			d.rep[0] = dist + d.reverse(d.special[:], int(dist)-slot, bits)
		default:
			bits := slot>>1 - 1
			dist := uint32(2|slot&1) << bits
			dist += d.direct(bits-4) << 4
			d.rep[0] = dist + d.reverse(d.align[:], 0, 4)
		}
		if d.rep[0] == 1<<32-1 {
			d.normalize()
			d.endMarker = true
		}
		return length
	}
	if d.bit(&d.repG0[d.state]) == 0 {
		if d.bit(&d.rep0Long[d.state<<4+posState]) == 0 {
			d.state = after(9, 11)
			return 1
		}
	} else {
		var dist uint32
		if d.bit(&d.repG1[d.state]) == 0 {
			dist = d.rep[1]
		} else {
			if d.bit(&d.repG2[d.state]) == 0 {
				dist = d.rep[2]
			} else {
				dist = d.rep[3]
				d.rep[3] = d.rep[2]
			}
			d.rep[2] = d.rep[1]
		}
		d.rep[1] = d.rep[0]
		d.rep[0] = dist
	}
	length := d.length(&d.lengths[1], posState)
	d.state = after(8, 11)
	return length
}

// lzma2Reader reads LZMA2's chunks.
type lzma2Reader struct {
	d      *lzmaDecoder
	packed int64 // of the chunk's bytes
	whole  int   // of its text, what is yet to come
	plain  bool
	first  bool // nothing was read: the dictionary has to be reset
	props  bool // parameters are needed before a chunk of LZMA
	end    bool
}

func (l *lzma2Reader) Read(p []byte) (int, error) {
	if l.end {
		return 0, io.EOF
	}
	if l.d.err != nil {
		return 0, l.d.err
	}
	if l.whole == 0 {
		if err := l.chunk(); err != nil {
			if err != io.EOF {
				l.d.err = err
			}
			return 0, err
		}
	}
	p = p[:min(len(p), l.whole)]
	n := 0
	if l.plain {
		for n < len(p) && l.d.err == nil {
			if b := l.d.byte(); l.d.err == nil {
				l.d.put(b)
				p[n] = b
				n++
			}
		}
	} else if n = l.d.decode(p); l.d.endMarker || l.d.used > l.packed {
		l.d.err = ErrCorrupt
	}
	if l.whole -= n; l.whole == 0 && !l.plain && l.d.err == nil {
		l.d.normalize()
		if l.d.err == nil && (l.d.used != l.packed || l.d.code != 0 || l.d.pending != 0) {
			l.d.err = ErrCorrupt
		}
	}
	if n > 0 {
		return n, nil
	}
	return 0, l.d.err
}

// chunk reads a chunk's header; io.EOF at the end.
func (l *lzma2Reader) chunk() error {
	d := l.d
	control := d.byte()
	switch {
	case d.err != nil:
		return d.err
	case control == 0:
		l.end = true
		return io.EOF
	case control == 1 || control >= 0xe0:
		l.first, l.props = false, true
		d.forget()
	case l.first:
		return ErrCorrupt
	}
	if l.plain = control < 0x80; l.plain {
		if control > 2 {
			return ErrCorrupt
		}
		l.whole = int(d.byte())<<8 + int(d.byte()) + 1
		return d.err
	}
	l.whole = int(control&0x1f)<<16 + int(d.byte())<<8 + int(d.byte()) + 1
	l.packed = int64(d.byte())<<8 + int64(d.byte()) + 1
	switch {
	case control >= 0xc0:
		l.props = false
		if b := d.byte(); d.err == nil && (!d.properties(b) || d.lc+d.lp > 4) {
			return ErrCorrupt
		}
		d.reset()
	case l.props:
		return ErrCorrupt
	case control >= 0xa0:
		d.reset()
	}
	d.used = 0
	d.start()
	return d.err
}

// lzmaAloneReader reads an .lzma file.
type lzmaAloneReader struct {
	d    *lzmaDecoder
	size int64 // of the text, or -1
	done bool
}

func newLZMAAlone(br *bufio.Reader) (*lzmaAloneReader, error) {
	var h [13]byte
	if _, err := io.ReadFull(br, h[:]); err != nil {
		return nil, ErrTruncated
	}
	dict := int64(binary.LittleEndian.Uint32(h[1:]))
	if dict > maxMemory {
		return nil, ErrTooLarge
	}
	l := &lzmaAloneReader{d: newLZMADecoder(br, int(dict)), size: int64(binary.LittleEndian.Uint64(h[5:]))}
	if !l.d.properties(h[0]) || l.d.lc+l.d.lp > 4 || l.size < -1 {
		return nil, ErrFormat
	}
	l.d.reset()
	l.d.start()
	return l, nil
}

func (l *lzmaAloneReader) Read(p []byte) (int, error) {
	if l.done {
		return 0, io.EOF
	}
	if l.size >= 0 {
		p = p[:min(int64(len(p)), l.size-l.d.total)]
	}
	n := l.d.decode(p)
	if l.d.err == nil {
		switch {
		case l.d.endMarker && l.size >= 0 && l.d.total != l.size:
			l.d.err = ErrCorrupt
		case l.d.endMarker, l.size >= 0 && l.d.total == l.size:
			if l.done = true; l.d.pending > 0 {
				l.d.err = ErrCorrupt
			} else if l.d.normalize(); l.d.err == nil && l.d.code != 0 && (l.d.endMarker || !l.marker()) {
				l.d.err = ErrCorrupt
			}
			if l.d.err != nil {
				l.done = false
			}
		}
	}
	if n > 0 {
		return n, nil
	}
	if l.done {
		return 0, io.EOF
	}
	return 0, l.d.err
}

// marker reads an end marker behind a text whose size was told.
func (l *lzmaAloneReader) marker() bool {
	var b [1]byte
	return l.d.decode(b[:]) == 0 && l.d.endMarker && l.d.code == 0
}
