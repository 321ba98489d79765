package codec

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"github.com/klauspost/compress/flate"
)

// GzipError tells of a gzip header (RFC 1952) that isn't understood. Method
// and Flags are what it holds.
type GzipError struct{ Method, Flags byte }

func (e *GzipError) Error() string {
	return fmt.Sprintf("gzip method %d with flags 0x%x is not supported", e.Method, e.Flags)
}

// Unwrap makes it an ErrFormat.
func (e *GzipError) Unwrap() error { return ErrFormat }

// Members tells what was read of a gzip stream.
type Members struct {
	Count      int
	HeaderSize int64  // of the only member, with its trailer; 0 once there are more
	Size       int64  // of the last member's text
	Before     int64  // of the texts before it
	Sum        uint32 // its CRC
}

// gzipReader reads the members of a gzip stream one after the other.
type gzipReader struct {
	br  *bufio.Reader
	z   io.ReadCloser
	end error // what was met behind the member
	Header
	Members
}

func newGzip(br *bufio.Reader) (*gzipReader, error) {
	g := &gzipReader{br: br}
	return g, g.start()
}

const (
	gzipHeaderSum = 1 << 1
	gzipExtra     = 1 << 2
	gzipName      = 1 << 3
	gzipComment   = 1 << 4
	gzipUnknown   = 7 << 5
)

// start reads a member's header.
func (g *gzipReader) start() error {
	var h [10]byte
	if n, err := io.ReadFull(g.br, h[:]); err != nil {
		if n >= 2 && Detect(h[:n]) != Gzip {
			return ErrFormat
		}
		if n >= 3 && h[2] != 8 {
			return &GzipError{Method: h[2], Flags: h[3]}
		}
		return err
	}
	if Detect(h[:]) != Gzip {
		return ErrFormat
	}
	flags := h[3]
	if h[2] != 8 || flags&gzipUnknown != 0 {
		return &GzipError{Method: h[2], Flags: flags}
	}
	size := int64(len(h))
	text := func() (string, error) {
		b, err := g.br.ReadSlice(0)
		if errors.Is(err, bufio.ErrBufferFull) {
			err = ErrFormat
		}
		size += int64(len(b))
		return string(b[:max(0, len(b)-1)]), err
	}
	if flags&gzipExtra != 0 {
		var n [2]byte
		if _, err := io.ReadFull(g.br, n[:]); err != nil {
			return err
		}
		k, err := g.br.Discard(int(binary.LittleEndian.Uint16(n[:])))
		if err != nil {
			return err
		}
		size += 2 + int64(k)
	}
	var header Header
	if t := binary.LittleEndian.Uint32(h[4:]); t != 0 {
		header.ModTime = time.Unix(int64(t), 0)
	}
	var err error
	if flags&gzipName != 0 {
		if header.Name, err = text(); err != nil {
			return err
		}
	}
	if flags&gzipComment != 0 {
		if _, err := text(); err != nil {
			return err
		}
	}
	if flags&gzipHeaderSum != 0 {
		if _, err := g.br.Discard(2); err != nil {
			return err
		}
		size += 2
	}
	g.end = nil
	g.Members = Members{Count: g.Count + 1, Before: g.Before + g.Size}
	if g.Count == 1 {
		g.Header, g.HeaderSize = header, size+8
		g.z = flate.NewReader(g.br)
		return nil
	}
	return g.z.(flate.Resetter).Reset(g.br, nil)
}

// Read reads one member's text, and io.EOF behind it.
func (g *gzipReader) Read(p []byte) (int, error) {
	if g.end != nil {
		return 0, g.end
	}
	n, err := g.z.Read(p)
	g.Sum = crc32.Update(g.Sum, crc32.IEEETable, p[:n])
	g.Size += int64(n)
	if err != io.EOF {
		return n, err
	}
	var t [8]byte
	if _, err := io.ReadFull(g.br, t[:]); err != nil {
		g.end = io.ErrUnexpectedEOF
		return n, g.end
	}
	var bad error
	if binary.LittleEndian.Uint32(t[:]) != g.Sum {
		bad = ErrChecksum
	}
	if binary.LittleEndian.Uint32(t[4:]) != uint32(g.Size) {
		bad = errors.Join(bad, ErrLength)
	}
	if g.end = bad; bad == nil {
		g.end = io.EOF
	}
	return n, g.end
}
