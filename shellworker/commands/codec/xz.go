package codec

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
)

// xzReader reads an .xz file, as the format's specification 1.2.0 has it.
type xzReader struct {
	br      *countingReader
	first   bool // read one stream only
	noCheck bool
	header  []byte // the flags of the stream
	streams int

	block   io.Reader // nil between blocks
	sum     hash.Hash
	whole   int64
	began   int64 // where the block began
	packed  int64 // what its header says, or -1
	size    int64
	hblock  int64
	count   uint64
	indexed hash.Hash // of the blocks' sizes
}

// countingReader counts the bytes that are read.
type countingReader struct {
	*bufio.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func newXZ(br *bufio.Reader, o ReaderOptions) (*xzReader, error) {
	x := &xzReader{br: &countingReader{Reader: br}, first: o.First, noCheck: o.NoCheck}
	return x, x.stream()
}

// full reads all of p.
func (x *xzReader) full(p []byte) error {
	_, err := io.ReadFull(x.br, p)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrTruncated
	}
	return err
}

var xzMagic = []byte("\xfd7zXZ\x00")

// stream reads a stream's header.
func (x *xzReader) stream() error {
	var h [12]byte
	if err := x.full(h[:]); err != nil {
		return err
	}
	if !bytes.Equal(h[:6], xzMagic) {
		return ErrFormat
	}
	if crc32.ChecksumIEEE(h[6:8]) != binary.LittleEndian.Uint32(h[8:]) {
		return ErrCorrupt
	}
	if h[6] != 0 || h[7] > 15 {
		return ErrOptions
	}
	x.header = append([]byte(nil), h[6:8]...)
	x.streams++
	x.count, x.indexed = 0, sha256.New()
	return nil
}

func (x *xzReader) Read(p []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.next(); err != nil {
				return 0, err
			}
		}
		n, err := x.block.Read(p)
		x.whole += int64(n)
		x.sum.Write(p[:n])
		if x.size >= 0 && x.whole > x.size {
			return 0, ErrCorrupt
		}
		if err == io.EOF {
			err = x.endBlock()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// checkSizes are the bytes of the checks by their number.
var checkSizes = [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

type noSum struct{}

func (noSum) Write(p []byte) (int, error) { return len(p), nil }
func (noSum) Sum(b []byte) []byte         { return b }
func (noSum) Reset()                      {}
func (noSum) Size() int                   { return 0 }
func (noSum) BlockSize() int              { return 1 }

// next goes to the next block: of this stream or of the next. io.EOF at the
// file's end.
func (x *xzReader) next() error {
	for {
		var size [1]byte
		x.began = x.br.n
		if err := x.full(size[:]); err != nil {
			return err
		}
		if size[0] != 0 {
			return x.beginBlock(size[0])
		}
		if err := x.index(); err != nil {
			return err
		}
		if x.first {
			return io.EOF
		}
		zeros := 0
		for {
			b, err := x.br.Peek(1)
			if len(b) == 0 {
				if err != io.EOF {
					return err
				}
				if zeros%4 != 0 {
					return ErrCorrupt
				}
				return io.EOF
			}
			if b[0] != 0 {
				break
			}
			x.br.ReadByte()
			zeros++
		}
		if zeros%4 != 0 {
			return ErrCorrupt
		}
		if err := x.stream(); err != nil {
			if err == ErrFormat {
				err = ErrCorrupt
			}
			return err
		}
	}
}

// vli reads a number of seven bits a byte.
func vli(r io.ByteReader) (uint64, error) {
	n := uint64(0)
	for i := range uint(9) {
		b, err := r.ReadByte()
		if err != nil {
			if err == io.EOF {
				err = ErrTruncated
			}
			return 0, err
		}
		n |= uint64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			if b == 0 && i > 0 {
				return 0, ErrCorrupt
			}
			return n, nil
		}
	}
	return 0, ErrCorrupt
}

func (x *xzReader) beginBlock(size byte) error {
	h := make([]byte, (int(size)+1)*4)
	h[0] = size
	if err := x.full(h[1:]); err != nil {
		return err
	}
	if end := len(h) - 4; crc32.ChecksumIEEE(h[:end]) != binary.LittleEndian.Uint32(h[end:]) {
		return ErrCorrupt
	}
	flags := h[1]
	if flags&0x3c != 0 {
		return ErrOptions
	}
	r := bytes.NewReader(h[2 : len(h)-4])
	number := func() (int64, error) {
		n, err := vli(r)
		if err != nil || n == 0 || n > 1<<62 {
			return 0, ErrCorrupt
		}
		return int64(n), nil
	}
	var err error
	x.packed, x.size = -1, -1
	if flags&0x40 != 0 {
		if x.packed, err = number(); err != nil {
			return err
		}
	}
	if flags&0x80 != 0 {
		n, err := vli(r)
		if err != nil {
			return ErrCorrupt
		}
		x.size = int64(n)
	}
	type filter struct {
		id    uint64
		props []byte
	}
	var filters []filter
	for range flags&3 + 1 {
		id, err := vli(r)
		if err != nil {
			return ErrCorrupt
		}
		n, err := vli(r)
		if err != nil || n > uint64(r.Len()) {
			return ErrCorrupt
		}
		f := filter{id: id, props: make([]byte, n)}
		r.Read(f.props)
		filters = append(filters, f)
	}
	for r.Len() > 0 {
		if b, _ := r.ReadByte(); b != 0 {
			return ErrOptions
		}
	}
	last := filters[len(filters)-1]
	if last.id != 0x21 || len(last.props) != 1 || last.props[0] > 40 {
		return ErrOptions
	}
	dict := int64(1<<32 - 1)
	if b := last.props[0]; b < 40 {
		dict = int64(2|b&1) << (b/2 + 11)
	}
	if dict > maxMemory {
		return ErrTooLarge
	}
	x.hblock = int64(len(h))
	x.block = &lzma2Reader{d: newLZMADecoder(x.br, int(dict)), first: true, props: true}
	for i := len(filters) - 2; i >= 0; i-- {
		f, err := NewFilter(filters[i].id, filters[i].props, false)
		if err != nil {
			return err
		}
		x.block = &filterReader{r: x.block, f: f}
	}
	x.whole = 0
	x.sum = noSum{}
	if !x.noCheck {
		switch x.header[1] {
		case 1:
			x.sum = crc32.NewIEEE()
		case 4:
			x.sum = crc64.New(crc64.MakeTable(crc64.ECMA))
		case 10:
			x.sum = sha256.New()
		}
	}
	return nil
}

// endBlock reads a block's padding and check.
func (x *xzReader) endBlock() error {
	x.block = nil
	packed := x.br.n - x.began - x.hblock
	if x.packed >= 0 && packed != x.packed || x.size >= 0 && x.whole != x.size {
		return ErrCorrupt
	}
	unpadded := x.hblock + packed
	var b [64]byte
	for n := packed; n%4 != 0; n++ {
		if err := x.full(b[:1]); err != nil {
			return err
		}
		if b[0] != 0 {
			return ErrCorrupt
		}
	}
	check := b[:checkSizes[x.header[1]]]
	if err := x.full(check); err != nil {
		return err
	}
	if want := x.sum.Sum(nil); len(want) > 0 {
		if len(want) < 32 { // these are written with their first byte last
			for i, j := 0, len(want)-1; i < j; i, j = i+1, j-1 {
				want[i], want[j] = want[j], want[i]
			}
		}
		if !bytes.Equal(want, check) {
			return ErrCorrupt
		}
	}
	x.count++
	x.indexSizes(uint64(unpadded)+uint64(len(check)), uint64(x.whole))
	return nil
}

func (x *xzReader) indexSizes(unpadded, whole uint64) {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], unpadded)
	binary.LittleEndian.PutUint64(b[8:], whole)
	x.indexed.Write(b[:])
}

// index reads a stream's index and footer and compares them with its blocks.
func (x *xzReader) index() error {
	sum := crc32.NewIEEE()
	sum.Write([]byte{0})
	r := &summedBytes{x.br, sum}
	began := x.br.n - 1
	n, err := vli(r)
	if err != nil {
		return err
	}
	if n != x.count {
		return ErrCorrupt
	}
	want := x.indexed
	x.indexed = sha256.New()
	for range n {
		unpadded, err := vli(r)
		if err != nil {
			return err
		}
		whole, err := vli(r)
		if err != nil {
			return err
		}
		x.indexSizes(unpadded, whole)
	}
	if !bytes.Equal(want.Sum(nil), x.indexed.Sum(nil)) {
		return ErrCorrupt
	}
	for (x.br.n-began)%4 != 0 {
		b, err := r.ReadByte()
		if err != nil {
			return ErrTruncated
		}
		if b != 0 {
			return ErrCorrupt
		}
	}
	var f [12]byte
	for i := range 4 { // the index's sum, then the footer
		if err := x.full(f[i : i+1]); err != nil {
			return err
		}
		if f[i] != byte(sum.Sum32()>>(8*i)) {
			return ErrCorrupt
		}
	}
	size := x.br.n - began
	if err := x.full(f[:]); err != nil {
		return err
	}
	if string(f[10:]) != "YZ" || crc32.ChecksumIEEE(f[4:10]) != binary.LittleEndian.Uint32(f[:]) ||
		(int64(binary.LittleEndian.Uint32(f[4:]))+1)*4 != size || !bytes.Equal(f[8:10], x.header) {
		return ErrCorrupt
	}
	return nil
}

// summedBytes sums up the bytes that are read.
type summedBytes struct {
	br  *countingReader
	sum hash.Hash32
}

func (s *summedBytes) ReadByte() (byte, error) {
	b, err := s.br.ReadByte()
	if err == nil {
		s.sum.Write([]byte{b})
	}
	return b, err
}
