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
	case strings.HasPrefix(s, "\x1f\x8b"), strings.HasPrefix(s, "\x1f\x9e"): // the latter by old versions
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

// isDictionary tells whether zstd's --train made b.
func isDictionary(b []byte) bool {
	return len(b) > 8 && string(b[:4]) == "\x37\xa4\x30\xec"
}

// Errors of readers.
var (
	ErrFormat    = errors.New("unrecognized format")
	ErrTruncated = errors.New("unexpected end of file")
	ErrCorrupt   = errors.New("corrupt data")
	ErrChecksum  = errors.New("checksum error")
	ErrTooLarge  = errors.New("too much memory needed")
	ErrLength    = errors.New("length error")
	// ErrOptions says that an .xz file asks for what isn't known here.
	ErrOptions = errors.New("unsupported options")
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
	gz     *gzipReader
	zs     *zstd.Decoder
	Header Header // of the first member of a gzip stream
	behind int64  // zeros behind the last
	err    error
}

// ReaderOptions are what a reader may be told.
type ReaderOptions struct {
	First      bool   // read the first of a file's xz streams only
	NoCheck    bool   // of xz: don't compare the checks of its text
	Dictionary []byte // of zstd
	MaxWindow  uint64 // of zstd: ErrTooLarge for what needs more bytes; 0: 128 MiB
}

// NewReader returns a reader of a stream in the format.
func NewReader(r io.Reader, f Format) (*Reader, error) {
	return NewReaderWith(r, f, ReaderOptions{})
}

// NewReaderWith returns a reader with options.
func NewReaderWith(r io.Reader, f Format, o ReaderOptions) (*Reader, error) {
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
		d.gz, err = newGzip(br)
		d.Header, d.r = d.gz.Header, d.gz
	case Bzip2:
		b, perr := br.Peek(4)
		if len(b) < 4 || Detect(b) != Bzip2 {
			if perr == io.EOF && strings.HasPrefix("BZh9", string(b)) {
				return nil, ErrTruncated
			}
			return nil, ErrFormat
		}
		d.r = stdbzip2.NewReader(br)
	case Xz:
		d.r, err = newXZ(br, o)
	case Lzma:
		d.r, err = newLZMAAlone(br)
	case Zstd:
		if b, _ := br.Peek(4); Detect(b) != Zstd {
			return nil, ErrFormat
		}
		window := uint64(maxMemory)
		if o.MaxWindow != 0 {
			window = min(o.MaxWindow, window)
		}
		dictionary := []zstd.DOption{}
		switch {
		case isDictionary(o.Dictionary):
			dictionary = append(dictionary, zstd.WithDecoderDicts(o.Dictionary))
		case o.Dictionary != nil:
			dictionary = append(dictionary, zstd.WithDecoderDictRaw(0, o.Dictionary))
		}
		d.zs, err = zstd.NewReader(br, append(dictionary, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<40), zstd.WithDecoderMaxWindow(max(window, zstd.MinWindowSize)), zstd.WithDecoderLowmem(true))...)
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

// Members tells what has been read of a gzip stream.
func (d *Reader) Members() Members {
	if d.gz == nil {
		return Members{}
	}
	return d.gz.Members
}

// Close frees what the reader holds.
func (d *Reader) Close() {
	if d.zs != nil {
		d.zs.Close()
	}
}

func (d *Reader) translate(err error, start bool) error {
	switch {
	case err == nil, errors.Is(err, ErrFormat), errors.Is(err, ErrChecksum), errors.Is(err, ErrLength), errors.Is(err, ErrCorrupt),
		errors.Is(err, ErrTruncated), errors.Is(err, ErrTooLarge), errors.Is(err, ErrOptions):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return ErrTruncated
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return ErrTooLarge
	case errors.Is(err, zstd.ErrCRCMismatch):
		return ErrChecksum
	case errors.Is(err, zstd.ErrMagicMismatch):
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
		return d.translate(io.ErrUnexpectedEOF, start)
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
			return 0, d.err
		}
		if d.err = d.nextMember(); d.err != nil {
			return 0, d.err
		}
	}
}

// nextMember goes to the next member of a gzip stream. Zeros behind the last,
// as tapes have them, are nothing.
func (d *Reader) nextMember() error {
	for {
		b, err := d.br.Peek(2)
		switch {
		case len(b) == 0:
			return err
		case d.behind > 0 && b[0] != 0:
			return ErrTrailing
		case b[0] == 0:
			d.br.Discard(1)
			d.behind++
		case len(b) < 2:
			return ErrTruncated
		case Detect(b) != Gzip:
			return ErrTrailing
		default:
			return d.translate(d.gz.start(), false)
		}
	}
}

// Behind is the number of zeros that lay behind a gzip stream's last member.
func (d *Reader) Behind() int64 {
	if d == nil {
		return 0
	}
	return d.behind
}

// Options are those of a writer. Level 0 is the format's default, counted as
// its program does; Fastest is a level of its own for formats whose least is 0.
type Options struct {
	Level  int
	Header Header // of gzip
	Check  string // of xz: none, crc32, crc64 (default), sha256; of zstd none, or one

	// Of xz and lzma: the bytes of a block, and, if Custom, the parameters of
	// LZMA; Dict, the dictionary's size, is the level's where it is 0.
	BlockSize  int64
	Size       int64  // of zstd: of the text, where it is known; 0 if not
	Dictionary []byte // of zstd
	Custom     bool
	LC, LP, PB int
	Dict       int
}

// lzma returns the parameters of LZMA.
func (o *Options) lzma(dict int) (*lzma.Properties, int) {
	if !o.Custom {
		return nil, dict
	}
	if o.Dict != 0 {
		dict = min(o.Dict, xzDict[len(xzDict)-1])
	}
	return &lzma.Properties{LC: o.LC, LP: o.LP, PB: o.PB}, dict
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
	name := make([]rune, len(g.header.Name)) // the package writes a rune as one byte
	for i := range name {
		name[i] = rune(g.header.Name[i])
	}
	g.z.Name, g.z.ModTime, g.z.OS = string(name), g.header.ModTime, 3
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
		c := xz.WriterConfig{DictCap: xzDict[level], CheckSum: xz.CRC64, BlockSize: o.BlockSize}
		c.Properties, c.DictCap = o.lzma(c.DictCap)
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
		c := lzma.WriterConfig{EOSMarker: true}
		c.Properties, c.DictCap = o.lzma(xzDict[level])
		return c.NewWriter(w)
	case Zstd:
		level := o.Level
		if level == 0 {
			level = 3
		}
		options := []zstd.EOption{zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(4 << 20), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(o.Check != "none")}
		switch {
		case isDictionary(o.Dictionary):
			options = append(options, zstd.WithEncoderDict(o.Dictionary))
		case o.Dictionary != nil:
			options = append(options, zstd.WithEncoderDictRaw(0, o.Dictionary))
		}
		e, err := zstd.NewWriter(nil, options...)
		if err != nil {
			return nil, err
		}
		if o.Size > 0 {
			e.ResetContentSize(w, o.Size)
		} else {
			e.Reset(w)
		}
		return e, nil
	}
	return nil, ErrFormat
}
