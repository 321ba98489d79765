package commands

import (
	"errors"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
)

// Output is a buffered writer of a command's output. A failed write ends the
// command: quietly, as SIGPIPE does, where nobody reads any more; with
// "write error" otherwise. Only the command's own goroutine may use it.
type Output struct {
	f   vfs.File
	buf []byte
	err error
}

// ErrSigpipe is what a write to a pipe without readers returns while SIGPIPE
// isn't ignored: the process ends there, with status 141 and no message. The
// shell makes it of EPIPE.
var ErrSigpipe = errors.New("killed by SIGPIPE")

const outputSize = 64 << 10

// NewOutput returns an Output over f.
func NewOutput(f vfs.File) *Output { return &Output{f: f} }

func (o *Output) Write(p []byte) (int, error) {
	if len(o.buf)+len(p) > outputSize {
		o.Flush()
		if len(p) >= outputSize {
			o.write(p)
			return len(p), nil
		}
	}
	o.buf = append(o.buf, p...)
	return len(p), nil
}

func (o *Output) WriteString(s string) (int, error) {
	if len(o.buf)+len(s) > outputSize {
		o.Flush()
		if len(s) >= outputSize {
			o.write([]byte(s))
			return len(s), nil
		}
	}
	o.buf = append(o.buf, s...)
	return len(s), nil
}

func (o *Output) WriteByte(c byte) error {
	if len(o.buf) >= outputSize {
		o.Flush()
	}
	o.buf = append(o.buf, c)
	return nil
}

// Flush writes what is buffered.
func (o *Output) Flush() {
	if len(o.buf) > 0 {
		b := o.buf
		o.buf = o.buf[:0]
		o.write(b)
	}
}

func (o *Output) write(p []byte) {
	if o.err == nil {
		_, o.err = o.f.Write(p)
	}
	if o.err != nil {
		panic(exited{status: 128 + int(syscall.SIGPIPE), failed: o.err})
	}
}

// close writes what is left and returns the first error of all writes.
func (o *Output) close() error {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.f.Write(o.buf)
		o.buf = nil
	}
	return o.err
}
