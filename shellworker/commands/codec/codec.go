// Package codec reads and writes the compressed formats that gzip, bzip2, xz,
// lzma, zstd and tar know, by streams and with bounded memory.
package codec

import (
	"bufio"
	stdbzip2 "compress/bzip2"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// Format is a compressed format.
type Format uint8

const (
	None Format = iota
	Gzip
	Bzip2
	Xz
	Lzma
	Zstd
	Compress // of compress(1), .Z: read only
)

// Name is the name of the program that writes the format.
func (f Format) Name() string {
	return [...]string{"none", "gzip", "bzip2", "xz", "lzma", "zstd", "compress"}[f]
}

// Detect returns the format that the first bytes of a file, six or more, show.
func Detect(b []byte) Format {
	s := string(b)
	switch {
	case strings.HasPrefix(s, "\x1f\x8b"):
		return Gzip
	case strings.HasPrefix(s, "\x1f\x9d"):
		return Compress
	case strings.HasPrefix(s, "BZh") && len(s) > 3 && s[3] >= '1' && s[3] <= '9':
		return Bzip2
	case strings.HasPrefix(s, "\xfd7zXZ\x00"):
		return Xz
	case strings.HasPrefix(s, "\x28\xb5\x2f\xfd"), len(s) >= 4 && s[0] >= 0x50 && s[0] <= 0x5f && s[1:4] == "\x2a\x4d\x18":
		return Zstd
	case len(s) >= 13 && s[0] < 225 && s[0] == 0x5d && s[1] == 0 && s[2] == 0:
		return Lzma
	}
	return None
}

// Errors of readers.
var (
	ErrFormat    = errors.New("unrecognized format")
	ErrTruncated = errors.New("unexpected end of file")
	ErrCorrupt   = errors.New("corrupt data")
	ErrChecksum  = errors.New("checksum error")
	// ErrTrailing is returned in place of io.EOF where other bytes follow what
	// was read.
	ErrTrailing = errors.New("trailing garbage")
)

// maxMemory bounds what a reader's window may take: windows of 128 MiB and less
// are read.
const maxMemory = 128 << 20

// Header is what a gzip member says of its file.
type Header struct {
	Name    string
	ModTime time.Time
}

// Reader decompresses a stream.
type Reader struct {
	r      io.Reader
	br     *bufio.Reader
	format Format
	gz     *gzip.Reader
	zs     *zstd.Decoder
	Header Header // of the first member of a gzip stream
	any    bool
	err    error
}

// NewReader returns a reader of a stream in the format.
func NewReader(r io.Reader, f Format) (*Reader, error) {
	br, ok := r.(*bufio.Reader)
	if !ok {
		br = bufio.NewReaderSize(r, 128<<10)
	}
	d := &Reader{br: br, format: f}
	var err error
	switch f {
	case None:
		d.r = br
	case Gzip:
		d.gz, err = gzip.NewReader(br)
		if err == nil {
			d.gz.Multistream(false)
			d.Header = Header{d.gz.Name, d.gz.ModTime}
			d.r = d.gz
		}
	case Bzip2:
		b, perr := br.Peek(4)
		if len(b) < 4 || Detect(b) != Bzip2 {
			if perr == io.EOF && len(b) > 0 && strings.HasPrefix("BZh9", string(b)) {
				return nil, ErrTruncated
			}
			return nil, ErrFormat
		}
		d.r = stdbzip2.NewReader(br)
	case Xz:
		d.r, err = xz.ReaderConfig{DictCap: maxMemory}.NewReader(br)
	case Lzma:
		d.r, err = lzma.ReaderConfig{DictCap: maxMemory}.NewReader(br)
	case Zstd:
		if b, _ := br.Peek(4); Detect(b) != Zstd {
			return nil, ErrFormat
		}
		d.zs, err = zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<40), zstd.WithDecoderMaxWindow(maxMemory), zstd.WithDecoderLowmem(true))
		if err == nil {
			d.r = d.zs
		}
	case Compress:
		d.r, err = newLZW(br)
	default:
		err = ErrFormat
	}
	if err != nil {
		return nil, d.translate(err, true)
	}
	return d, nil
}

// Close frees what the reader holds.
func (d *Reader) Close() {
	if d.zs != nil {
		d.zs.Close()
	}
}

func (d *Reader) translate(err error, start bool) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return ErrTruncated
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return ErrChecksum
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, lzma.ErrNoSpace):
		return ErrFormat
	}
	var s stdbzip2.StructuralError
	if errors.As(err, &s) {
		if strings.Contains(s.Error(), "bad magic value in continuation") {
			return ErrTrailing
		}
		if strings.Contains(s.Error(), "checksum") {
			return ErrChecksum
		}
		return ErrCorrupt
	}
	msg := err.Error()
	switch {
	case start && (strings.Contains(msg, "magic") || strings.Contains(msg, "header")):
		return ErrFormat
	case strings.Contains(msg, "unexpected EOF"):
		return ErrTruncated
	case strings.HasPrefix(msg, "xz:") || strings.HasPrefix(msg, "lzma") || strings.HasPrefix(msg, "zstd") || strings.Contains(msg, "flate") || strings.Contains(msg, "corrupt"):
		return ErrCorrupt
	}
	return err
}

// Read reads decompressed bytes. All members, streams or frames that follow one
// another are one text.
func (d *Reader) Read(p []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	for {
		n, err := d.r.Read(p)
		if n > 0 || err == nil {
			d.any = d.any || n > 0
			if err != nil && err != io.EOF {
				d.err = d.translate(err, false)
			}
			return n, nil
		}
		if err != io.EOF {
			d.err = d.translate(err, false)
			if d.format == Zstd && d.err == ErrFormat {
				d.err = ErrTrailing
			}
			return 0, d.err
		}
		if d.format != Gzip {
			d.err = io.EOF
			return 0, io.EOF
		}
		if d.err = d.nextMember(); d.err != nil {
			return 0, d.err
		}
	}
}

// nextMember goes to the next member of a gzip stream. Zeros behind the last,
// as tapes have them, are nothing.
func (d *Reader) nextMember() error {
	zeros := 0
	for {
		b, err := d.br.Peek(2)
		if len(b) == 0 {
			if err == io.EOF {
				return io.EOF
			}
			return err
		}
		if b[0] == 0 {
			d.br.Discard(1)
			zeros++
			continue
		}
		if len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
			return ErrTrailing
		}
		break
	}
	if err := d.gz.Reset(d.br); err != nil {
		return d.translate(err, false)
	}
	d.gz.Multistream(false)
	return nil
}

// Options are those of a writer. Level 0 is the format's default, counted as
// its program does; Fastest is a level of its own for formats whose least is 0.
type Options struct {
	Level  int
	Header Header // of gzip
	Check  string // of xz: none, crc32, crc64 (default), sha256; of zstd none, or one
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// gzipWriter chooses how to compress by the size of the text: what is small is
// packed as well as can be, whatever the level.
type gzipWriter struct {
	w      io.Writer
	level  int
	header Header
	first  []byte
	z      *gzip.Writer
}

const smallText = 32 << 10

func (g *gzipWriter) start(level int) (err error) {
	if g.z, err = gzip.NewWriterLevel(g.w, level); err != nil {
		return err
	}
	g.z.Name, g.z.ModTime, g.z.OS = g.header.Name, g.header.ModTime, 3
	_, err = g.z.Write(g.first)
	g.first = nil
	return err
}

func (g *gzipWriter) Write(p []byte) (int, error) {
	if g.z == nil {
		if len(g.first)+len(p) <= smallText {
			g.first = append(g.first, p...)
			return len(p), nil
		}
		if err := g.start(g.level); err != nil {
			return 0, err
		}
	}
	return g.z.Write(p)
}

func (g *gzipWriter) Close() error {
	if g.z == nil {
		level := g.level
		if level > 1 && level < 8 {
			level = 8
		}
		if err := g.start(level); err != nil {
			return err
		}
	}
	return g.z.Close()
}

// xzDict are the dictionaries' sizes by xz's levels; above 8 MiB they would
// cost more memory than a command may take.
var xzDict = [...]int{256 << 10, 1 << 20, 2 << 20, 4 << 20, 4 << 20, 8 << 20, 8 << 20, 8 << 20, 8 << 20, 8 << 20}

// NewWriter returns a writer that compresses to w. Close ends the stream; it
// doesn't close w.
func NewWriter(w io.Writer, f Format, o Options) (io.WriteCloser, error) {
	switch f {
	case None:
		return nopCloser{w}, nil
	case Gzip:
		level := o.Level
		if level == 0 {
			level = 6
		}
		return &gzipWriter{w: w, level: level, header: o.Header}, nil
	case Bzip2:
		level := o.Level
		if level == 0 {
			level = 9
		}
		return bzip2.NewWriter(w, &bzip2.WriterConfig{Level: level})
	case Xz:
		level := o.Level
		if level < 0 || level > 9 {
			level = 6
		}
		c := xz.WriterConfig{DictCap: xzDict[level], CheckSum: xz.CRC64}
		switch o.Check {
		case "crc32":
			c.CheckSum = xz.CRC32
		case "sha256":
			c.CheckSum = xz.SHA256
		case "none":
			c.NoCheckSum = true
		}
		return c.NewWriter(w)
	case Lzma:
		level := o.Level
		if level < 0 || level > 9 {
			level = 6
		}
		return lzma.WriterConfig{DictCap: xzDict[level], EOSMarker: true}.NewWriter(w)
	case Zstd:
		level := o.Level
		if level == 0 {
			level = 3
		}
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(4<<20), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(o.Check != "none"))
	}
	return nil, ErrFormat
}
