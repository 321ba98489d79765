package vfs

import (
	"bytes"
	"context"
	"io"
	"sync"
)

// PipeSize is the capacity of a pipe in bytes; PipeBuf how much is written
// without being mixed with other writers' bytes (POSIX PIPE_BUF).
const (
	PipeSize = 64 << 10
	PipeBuf  = 4096
)

// pipe is a bounded buffer between readers and writers.
type pipe struct {
	mu               sync.Mutex
	cond             sync.Cond
	buf              []byte // ring
	start, n         int
	readers, writers int
	opened           [2]int // how often each end was ever opened, for FIFOs
	node             Node
}

func newPipe() *pipe {
	p := &pipe{node: Node{Kind: FIFO, Mode: 0o600, Nlink: 1}}
	p.cond.L = &p.mu
	return p
}

// Pipe returns the two ends of a new pipe. A write without a reader is EPIPE,
// a read without a writer io.EOF.
func Pipe() (r, w *PipeEnd) {
	p := newPipe()
	p.readers, p.writers = 1, 1
	return &PipeEnd{p: p, read: true}, &PipeEnd{p: p, write: true}
}

// PipeEnd is an open end of a pipe, or of a FIFO (which may be both ends).
type PipeEnd struct {
	p           *pipe
	read, write bool
	once        sync.Once
}

// wait blocks until the pipe changes or ctx is done. The lock is held.
func (p *pipe) wait(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() {
		p.mu.Lock()
		p.cond.Broadcast()
		p.mu.Unlock()
	})
	p.cond.Wait()
	stop()
	return context.Cause(ctx)
}

// ReadContext reads as Read does, and gives up with ctx's cause.
func (e *PipeEnd) ReadContext(ctx context.Context, b []byte) (int, error) {
	if !e.read {
		return 0, EBADF
	}
	if len(b) == 0 {
		return 0, nil
	}
	p := e.p
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.n == 0 {
		if p.writers == 0 {
			return 0, io.EOF
		}
		if err := p.wait(ctx); err != nil {
			return 0, err
		}
	}
	full := p.n > PipeSize-PipeBuf
	n := copy(b, p.buf[p.start:min(p.start+p.n, len(p.buf))])
	p.start = (p.start + n) % len(p.buf)
	p.n -= n
	if n < len(b) && p.n > 0 {
		k := copy(b[n:], p.buf[p.start:min(p.start+p.n, len(p.buf))])
		p.start = (p.start + k) % len(p.buf)
		p.n -= k
		n += k
	}
	if full {
		p.cond.Broadcast()
	}
	return n, nil
}

// WriteContext writes as Write does, and gives up with ctx's cause.
func (e *PipeEnd) WriteContext(ctx context.Context, b []byte) (int, error) {
	if !e.write {
		return 0, EBADF
	}
	p := e.p
	p.mu.Lock()
	defer p.mu.Unlock()
	done := 0
	for done < len(b) || len(b) == 0 {
		if p.readers == 0 {
			return done, EPIPE
		}
		if len(b) == 0 {
			return 0, nil
		}
		room := PipeSize - p.n
		if room == 0 || len(b) <= PipeBuf && room < len(b) {
			if err := p.wait(ctx); err != nil {
				return done, err
			}
			continue
		}
		n := min(room, len(b)-done)
		p.put(b[done : done+n])
		done += n
	}
	return done, nil
}

// put appends b, for which there is room.
func (p *pipe) put(b []byte) {
	if need := p.n + len(b); need > len(p.buf) {
		size := max(4096, len(p.buf))
		for size < need {
			size *= 2
		}
		grown := make([]byte, size)
		k := 0
		if p.n > 0 {
			k = copy(grown, p.buf[p.start:min(p.start+p.n, len(p.buf))])
			copy(grown[k:], p.buf[:p.n-k])
		}
		p.buf, p.start = grown, 0
	}
	end := (p.start + p.n) % len(p.buf)
	k := copy(p.buf[end:], b)
	copy(p.buf, b[k:])
	if p.n == 0 {
		p.cond.Broadcast()
	}
	p.n += len(b)
}

func (e *PipeEnd) Read(b []byte) (int, error)  { return e.ReadContext(context.Background(), b) }
func (e *PipeEnd) Write(b []byte) (int, error) { return e.WriteContext(context.Background(), b) }

// Buffered returns how many bytes can be read at once, and whether a read
// would not block.
func (e *PipeEnd) Buffered() (n int, ready bool) {
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	return e.p.n, e.p.n > 0 || e.p.writers == 0
}

func (e *PipeEnd) Seek(int64, int) (int64, error) { return 0, ESPIPE }

func (e *PipeEnd) Stat() (Info, error) { return Info{Node: e.p.node}, nil }

// Close closes the end; closing it again does nothing.
func (e *PipeEnd) Close() error {
	e.once.Do(func() {
		e.p.mu.Lock()
		if e.read {
			e.p.readers--
		}
		if e.write {
			e.p.writers--
		}
		e.p.cond.Broadcast()
		e.p.mu.Unlock()
	})
	return nil
}

// open opens an end of a FIFO, and waits for the other end as open(2) does.
func (p *pipe) open(ctx context.Context, read, write bool) (*PipeEnd, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if read {
		p.readers++
		p.opened[0]++
	}
	if write {
		p.writers++
		p.opened[1]++
	}
	p.cond.Broadcast()
	e := &PipeEnd{p: p, read: read, write: write}
	mine := p.opened
	for !(read && write) && (read && p.writers == 0 && p.opened[1] == mine[1] || write && p.readers == 0 && p.opened[0] == mine[0]) {
		if err := p.wait(ctx); err != nil {
			if read {
				p.readers--
			} else {
				p.writers--
			}
			return nil, err
		}
	}
	return e, nil
}

// ReadUntil reads as ReadContext does, but nothing behind the first delim: a
// line reader takes no more than its line.
func (e *PipeEnd) ReadUntil(ctx context.Context, b []byte, delim byte) (int, error) {
	if !e.read {
		return 0, EBADF
	}
	if len(b) == 0 {
		return 0, nil
	}
	p := e.p
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.n == 0 {
		if p.writers == 0 {
			return 0, io.EOF
		}
		if err := p.wait(ctx); err != nil {
			return 0, err
		}
	}
	full := p.n > PipeSize-PipeBuf
	part := p.buf[p.start:min(p.start+min(p.n, len(b)), len(p.buf))]
	if i := bytes.IndexByte(part, delim); i >= 0 {
		part = part[:i+1]
	}
	n := copy(b, part)
	p.start = (p.start + n) % len(p.buf)
	p.n -= n
	if full {
		p.cond.Broadcast()
	}
	return n, nil
}
