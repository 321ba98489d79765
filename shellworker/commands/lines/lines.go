// Package lines reads files by lines, without a copy of each, in buffers that
// grow only to hold a line that is longer.
package lines

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
)

// bufferSize is the size in bytes of a reader's buffer.
const bufferSize = 128 << 10

// maxLine is the size in bytes of the longest line; a longer one ends the input
// with ENOMEM.
const maxLine = 256 << 20

var pool = sync.Pool{New: func() any { b := make([]byte, bufferSize); return &b }}

// Reader reads lines that end in a delimiter; the last one may lack it. What it
// returns is valid until the next call. Read errors other than io.EOF end the
// input and are kept in Err.
type Reader struct {
	ctx   context.Context
	f     io.Reader
	delim byte
	buf   []byte
	own   *[]byte // from the pool
	r, w  int     // what is unread: buf[r:w]
	seen  int     // bytes behind r that hold no delimiter
	eof   bool
	err   error
}

// NewReader returns a reader of f. It stops with ctx's error when ctx is done.
func NewReader(ctx context.Context, f io.Reader, delim byte) *Reader {
	b := pool.Get().(*[]byte)
	return &Reader{ctx: ctx, f: f, delim: delim, buf: *b, own: b}
}

// Close gives the buffer back. It doesn't close the file.
func (r *Reader) Close() {
	if r.own != nil {
		pool.Put(r.own)
		r.own, r.buf = nil, nil
		r.r, r.w, r.eof = 0, 0, true
	}
}

// Err returns the error that ended the input, nil at its end.
func (r *Reader) Err() error { return r.err }

// fill reads more behind what is unread.
func (r *Reader) fill() {
	if r.r > 0 {
		copy(r.buf, r.buf[r.r:r.w])
		r.w -= r.r
		r.r = 0
	}
	if r.w == len(r.buf) {
		if r.w >= maxLine {
			r.err, r.eof = vfs.ENOMEM, true
			r.r, r.seen = r.w, 0
			return
		}
		b := make([]byte, 2*len(r.buf))
		copy(b, r.buf[:r.w])
		r.buf = b
	}
	if r.err = r.ctx.Err(); r.err != nil {
		r.eof = true
		return
	}
	n, err := r.f.Read(r.buf[r.w:])
	r.w += n
	if err != nil {
		r.eof = true
		if err != io.EOF {
			r.err = err
		}
	}
}

// Next returns the next line with its delimiter.
func (r *Reader) Next() (line []byte, ok bool) {
	for {
		if i := bytes.IndexByte(r.buf[r.r+r.seen:r.w], r.delim); i >= 0 {
			end := r.r + r.seen + i + 1
			line = r.buf[r.r:end:end]
			r.r, r.seen = end, 0
			return line, true
		}
		r.seen = r.w - r.r
		if r.eof {
			r.seen = 0
			if r.r == r.w {
				return nil, false
			}
			line = r.buf[r.r:r.w:r.w]
			r.r = r.w
			return line, true
		}
		r.fill()
	}
}

// Block returns as many whole lines as the buffer holds, at least one; only
// at the end of the input may the last one lack its delimiter.
func (r *Reader) Block() (b []byte, ok bool) {
	for {
		if i := bytes.LastIndexByte(r.buf[r.r+r.seen:r.w], r.delim); i >= 0 {
			end := r.r + r.seen + i + 1
			b = r.buf[r.r:end:end]
			r.r, r.seen = end, 0
			return b, true
		}
		r.seen = r.w - r.r
		if r.eof {
			r.seen = 0
			if r.r == r.w {
				return nil, false
			}
			b = r.buf[r.r:r.w:r.w]
			r.r = r.w
			return b, true
		}
		r.fill()
	}
}

// AtEnd tells whether nothing is left; it may read to find out.
func (r *Reader) AtEnd() bool {
	for r.r == r.w && !r.eof {
		r.fill()
	}
	return r.r == r.w
}

// Buffered returns what is read ahead and not yet returned.
func (r *Reader) Buffered() []byte { return r.buf[r.r:r.w] }

// Trim returns the line without the delimiter at its end.
func Trim(line []byte, delim byte) []byte {
	if n := len(line); n > 0 && line[n-1] == delim {
		return line[:n-1]
	}
	return line
}
