package shellworker

import (
	"context"
	"io"
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// outputMax is how many bytes of output wait in the worker, of both streams
// together, before the script does.
const outputMax = 256 << 10

// output sends what the script prints, both streams in the order in which
// they were written; what comes quickly goes together.
type output struct {
	s    rpc.Session
	ctx  context.Context
	done chan struct{}

	mu     sync.Mutex
	cond   sync.Cond
	queue  []outputPart
	bytes  int
	closed bool
	err    error
}

type outputPart struct {
	stream int
	data   []byte
}

func newOutput(ctx context.Context, s rpc.Session) *output {
	o := &output{s: s, ctx: ctx, done: make(chan struct{})}
	o.cond.L = &o.mu
	go o.send()
	return o
}

func (o *output) send() {
	defer close(o.done)
	for {
		o.mu.Lock()
		for len(o.queue) == 0 && !o.closed {
			o.cond.Wait()
		}
		parts := o.queue
		o.queue, o.bytes = nil, 0
		o.cond.Broadcast()
		o.mu.Unlock()
		if len(parts) == 0 {
			return
		}
		for _, p := range parts {
			if err := o.s.Write(o.ctx, p.stream, p.data); err != nil {
				o.mu.Lock()
				o.err = err
				o.cond.Broadcast()
				o.mu.Unlock()
				return
			}
		}
	}
}

// close waits until all output has been sent.
func (o *output) close() error {
	o.mu.Lock()
	o.closed = true
	o.cond.Broadcast()
	o.mu.Unlock()
	<-o.done
	return o.err
}

func (o *output) stream(n int) vfs.File { return outputFile{o, n} }

// outputFile is stdout or stderr.
type outputFile struct {
	o      *output
	stream int
}

func (f outputFile) Write(p []byte) (int, error) {
	return f.WriteContext(context.Background(), p)
}

func (f outputFile) WriteContext(ctx context.Context, p []byte) (int, error) {
	o := f.o
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.bytes >= outputMax && o.err == nil {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		stop := context.AfterFunc(ctx, func() { o.mu.Lock(); o.cond.Broadcast(); o.mu.Unlock() })
		o.cond.Wait()
		stop()
	}
	if o.err != nil {
		return 0, vfs.EIO
	}
	if k := len(o.queue) - 1; k >= 0 && o.queue[k].stream == f.stream {
		o.queue[k].data = append(o.queue[k].data, p...)
	} else {
		o.queue = append(o.queue, outputPart{f.stream, append([]byte(nil), p...)})
	}
	if o.bytes == 0 {
		o.cond.Broadcast()
	}
	o.bytes += len(p)
	return len(p), nil
}

func (f outputFile) ReadContext(context.Context, []byte) (int, error) { return 0, vfs.EBADF }
func (f outputFile) Read([]byte) (int, error)                         { return 0, vfs.EBADF }
func (f outputFile) Seek(int64, int) (int64, error)                   { return 0, vfs.ESPIPE }
func (f outputFile) Close() error                                     { return nil }

func (f outputFile) Stat() (vfs.Info, error) {
	return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO, Mode: 0o600, Nlink: 1, Ino: vfs.Ino(f.stream)}}, nil
}

// input is the exec's input.
type input struct {
	s rpc.Session

	mu  sync.Mutex
	buf []byte
	end bool
}

func newInput(s rpc.Session) *input { return &input{s: s} }

func (f *input) Read(p []byte) (int, error) { return f.ReadContext(context.Background(), p) }

func (f *input) ReadContext(ctx context.Context, p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.buf) == 0 {
		if f.end {
			return 0, io.EOF
		}
		data, end, err := f.s.Input(ctx, vfs.PageSize)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				return 0, cause
			}
			return 0, vfs.EIO
		}
		f.buf, f.end = data, end
	}
	n := copy(p, f.buf)
	f.buf = f.buf[n:]
	return n, nil
}

func (f *input) WriteContext(context.Context, []byte) (int, error) { return 0, vfs.EBADF }
func (f *input) Write([]byte) (int, error)                         { return 0, vfs.EBADF }
func (f *input) Seek(int64, int) (int64, error)                    { return 0, vfs.ESPIPE }
func (f *input) Close() error                                      { return nil }

func (f *input) Stat() (vfs.Info, error) {
	return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO, Mode: 0o600, Nlink: 1}}, nil
}

var (
	_ vfs.ContextFile = outputFile{}
	_ vfs.ContextFile = (*input)(nil)
)
