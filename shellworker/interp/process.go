package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

// process is a goroutine with a pid.
type process struct {
	k      *kernel
	pid    int
	ppid   int
	pgid   int
	name   string
	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{}
	status int
	limits map[byte]rlimit // set by ulimit; nil for none
	killed atomic.Int32    // the signal that ended it
	piped  atomic.Bool     // it wrote to a pipe without readers

	// The shell that runs in it handles trapped signals between commands.
	ignored   atomic.Uint64
	trapped   atomic.Uint64
	pending   atomic.Uint64
	ended     atomic.Int32 // children that ended: the trap for CHLD runs for each
	attention atomic.Bool
	wake      chan struct{} // a signal came

	stopMu  sync.Mutex
	stopped chan struct{} // not nil while stopped; closed by SIGCONT
	stopSig atomic.Int32
}

// errKilled is the cause of a killed process' context.
var errKilled = errors.New("killed")

// spawn starts a process. p brings its parent, group and name.
func (k *kernel) spawn(p *process, run func(*process) int) *process {
	p.k = k
	p.ctx, p.cancel = context.WithCancelCause(k.ctx)
	p.done = make(chan struct{})
	p.wake = make(chan struct{}, 1)
	k.mu.Lock()
	p.pid = k.nextPid
	k.nextPid++
	if k.nextPid > 4194303 {
		k.nextPid = 1000
	}
	for k.procs[k.nextPid] != nil {
		k.nextPid++
	}
	if p.pgid == 0 {
		p.pgid = p.pid
	}
	k.procs[p.pid] = p
	dead := k.closing.Load()
	if parent := k.procs[p.ppid]; parent != nil {
		p.limits = parent.limits
		if parent.killed.Load() != 0 {
			dead = true // the signal came while it was being started
		}
	}
	k.mu.Unlock()
	if dead {
		p.kill(syscall.SIGKILL)
	}
	k.wg.Add(1)
	go func() {
		defer k.wg.Done()
		p.status = p.protect(run)
		if s := p.killed.Load(); s != 0 {
			p.status = 128 + int(s)
		} else if k.ctx.Err() != nil {
			p.status = 128 + int(syscall.SIGKILL)
		}
		p.cancel(nil)
		k.mu.Lock()
		delete(k.procs, p.pid)
		parent := k.procs[p.ppid]
		k.mu.Unlock()
		if parent != nil && parent.trapped.Load()&sigBit(syscall.SIGCHLD) != 0 {
			parent.ended.Add(1)
			parent.attention.Store(true)
		}
		close(p.done)
	}()
	return p
}

// full tells whether no further process may start. What goes on starting
// processes at the limit is a fork bomb: then the whole exec ends.
func (k *kernel) full(parent *process) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closing.Load() {
		return true
	}
	if n := parent.limit('u').soft; n != unlimited && int64(len(k.procs)) >= n && n < int64(k.limits.Processes) {
		return true
	}
	if len(k.procs) < k.limits.Processes {
		return false
	}
	if k.refused++; k.refused == 2*k.limits.Processes {
		fmt.Fprintf(k.out[1].f, "bash: more than %d processes: all are killed\n", k.limits.Processes)
		k.cancel(errKilled)
	}
	return true
}

// protect keeps a fault in one process from ending the worker.
func (p *process) protect(run func(*process) int) (status int) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(killedPanic); ok {
				return
			}
			status = 128 + int(syscall.SIGABRT)
			if f := p.k.out[1].f; f != nil {
				fmt.Fprintf(f, "%s: internal error: %v\n", p.name, r)
				if debugPanics {
					f.Write(debug.Stack())
				}
			}
		}
	}()
	return run(p)
}

var debugPanics = false

// killedPanic unwinds a process that a signal ended.
type killedPanic struct{}

// die ends the process by a signal, from its own goroutine.
func (p *process) die(sig syscall.Signal) {
	p.killed.CompareAndSwap(0, int32(sig))
	p.cancel(errKilled)
	panic(killedPanic{})
}

func sigBit(s syscall.Signal) uint64 { return 1 << (uint(s) - 1) }

// signal sends a signal; false where the process has ended.
func (p *process) signal(s syscall.Signal) bool {
	select {
	case <-p.done:
		return false
	default:
	}
	if s == 0 {
		return true
	}
	switch s {
	case syscall.SIGKILL:
		p.kill(s)
		return true
	case syscall.SIGSTOP:
		p.stop(s)
		return true
	case syscall.SIGCONT:
		p.resume()
	}
	b := sigBit(s)
	switch {
	case p.ignored.Load()&b != 0:
	case s == syscall.SIGCHLD: // its trap is for children that end, not for a signal
	case p.trapped.Load()&b != 0:
		for {
			old := p.pending.Load()
			if p.pending.CompareAndSwap(old, old|b) {
				break
			}
		}
		p.attention.Store(true)
		select {
		case p.wake <- struct{}{}:
		default:
		}
	case s == syscall.SIGURG || s == syscall.SIGWINCH || s == syscall.SIGCONT:
	case s == syscall.SIGTSTP || s == syscall.SIGTTIN || s == syscall.SIGTTOU:
		p.stop(s)
	default:
		p.kill(s)
	}
	return true
}

func (p *process) kill(s syscall.Signal) {
	p.killed.CompareAndSwap(0, int32(s))
	p.attention.Store(true)
	p.cancel(errKilled)
	p.resume()
}

func (p *process) stop(s syscall.Signal) {
	p.stopMu.Lock()
	if p.stopped == nil {
		p.stopped = make(chan struct{})
		p.stopSig.Store(int32(s))
	}
	p.attention.Store(true)
	p.stopMu.Unlock()
}

func (p *process) resume() {
	p.stopMu.Lock()
	if p.stopped != nil {
		close(p.stopped)
		p.stopped = nil
		p.stopSig.Store(0)
	}
	p.stopMu.Unlock()
}

// pause waits while the process is stopped.
func (p *process) pause() {
	if p.stopSig.Load() == 0 {
		return
	}
	p.stopMu.Lock()
	c := p.stopped
	p.stopMu.Unlock()
	if c != nil {
		select {
		case <-c:
		case <-p.ctx.Done():
		}
	}
}

func (k *kernel) process(pid int) *process {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.procs[pid]
}

// signalGroup sends a signal to a process group; false where there is none.
func (k *kernel) signalGroup(pgid int, s syscall.Signal) bool {
	// The lock keeps a member from starting another meanwhile.
	k.mu.Lock()
	defer k.mu.Unlock()
	found := false
	for _, p := range k.procs {
		if p.pgid == pgid {
			p.signal(s)
			found = true
		}
	}
	return found
}

func (k *kernel) killAll() {
	k.closing.Store(true) // what is started from now on is born dead
	for {
		k.mu.Lock()
		n := len(k.procs)
		for _, p := range k.procs {
			p.kill(syscall.SIGKILL)
		}
		k.mu.Unlock()
		if n == 0 {
			return
		}
		// what was being started is killed in the next round
		k.mu.Lock()
		var one *process
		for _, p := range k.procs {
			one = p
			break
		}
		k.mu.Unlock()
		if one != nil {
			<-one.done
		}
	}
}

// takePending returns a pending trapped signal, 0 if there is none.
func (p *process) takePending() syscall.Signal {
	for {
		old := p.pending.Load()
		if old == 0 {
			return 0
		}
		n := bits.TrailingZeros64(old)
		if p.pending.CompareAndSwap(old, old&^(1<<uint(n))) {
			return syscall.Signal(n + 1)
		}
	}
}

// openFile is an open file that descriptors share.
type openFile struct {
	f     vfs.File
	refs  atomic.Int32
	watch *kernel // told when the last descriptor of the exec's output goes
	path  string
}

var errEOF = io.EOF

func newOpenFile(f vfs.File) *openFile {
	o := &openFile{f: f}
	return o
}

func (o *openFile) hold() *openFile {
	o.refs.Add(1)
	return o
}

func (o *openFile) release() {
	if o.refs.Add(-1) != 0 {
		return
	}
	if o.watch != nil {
		k := o.watch
		if k.out[0].refs.Load() <= 0 && k.out[1].refs.Load() <= 0 {
			k.mu.Lock()
			select {
			case <-k.outGone:
			default:
				close(k.outGone)
			}
			k.mu.Unlock()
		}
		return
	}
	o.f.Close()
}

// fdLimit is the highest number of descriptors, as ulimit -n has it.
const fdLimit = 65536

// fdTable is a process' descriptors.
type fdTable struct{ files []*openFile }

func (t *fdTable) get(n int) *openFile {
	if n < 0 || n >= len(t.files) {
		return nil
	}
	return t.files[n]
}

// set makes n a descriptor of o, which may be nil to close it.
func (t *fdTable) set(n int, o *openFile) {
	if o == nil && n >= len(t.files) {
		return
	}
	for n >= len(t.files) {
		t.files = append(t.files, nil)
	}
	if o != nil {
		o.hold()
	}
	if old := t.files[n]; old != nil {
		old.release()
	}
	t.files[n] = o
}

// free returns the lowest free descriptor that is at least from.
func (t *fdTable) free(from int) int {
	for from < len(t.files) && t.files[from] != nil {
		from++
	}
	return from
}

func (t *fdTable) clone() *fdTable {
	c := &fdTable{files: make([]*openFile, len(t.files))}
	copy(c.files, t.files)
	for _, f := range c.files {
		if f != nil {
			f.hold()
		}
	}
	return c
}

func (t *fdTable) closeAll() {
	for i, f := range t.files {
		if f != nil {
			t.files[i] = nil
			f.release()
		}
	}
	t.files = t.files[:0]
}

// file returns the descriptor's file as the process uses it: its reads and
// writes fail once it was killed.
func (p *process) file(o *openFile) vfs.File {
	if o == nil {
		return closedFile{}
	}
	if r, ok := o.f.(*vfs.OpenFile); ok {
		return &regularFile{r, p}
	}
	return &processFile{o.f, p}
}

type processFile struct {
	f vfs.File
	p *process
}

func (f *processFile) Read(b []byte) (int, error)  { return f.ReadContext(f.p.ctx, b) }
func (f *processFile) Write(b []byte) (int, error) { return f.WriteContext(f.p.ctx, b) }

func (f *processFile) ReadContext(ctx context.Context, b []byte) (int, error) {
	f.p.pause()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	if c, ok := f.f.(vfs.ContextFile); ok {
		return c.ReadContext(ctx, b)
	}
	return f.f.Read(b)
}

func (f *processFile) WriteContext(ctx context.Context, b []byte) (n int, err error) {
	f.p.pause()
	if err := context.Cause(ctx); err != nil {
		return 0, err // also where there is room: a killed process prints nothing more
	}
	if c, ok := f.f.(vfs.ContextFile); ok {
		n, err = c.WriteContext(ctx, b)
	} else {
		n, err = f.f.Write(b)
	}
	if err != nil && vfs.ErrnoOf(err) == vfs.EPIPE && f.p.ignored.Load()&sigBit(syscall.SIGPIPE) == 0 {
		f.p.piped.Store(true)
		err = commands.ErrSigpipe
	}
	return n, err
}

func (f *processFile) Seek(off int64, whence int) (int64, error) { return f.f.Seek(off, whence) }
func (f *processFile) Stat() (vfs.Info, error)                   { return f.f.Stat() }
func (f *processFile) Close() error                              { return nil }

// Unwrap returns the file itself.
func (f *processFile) Unwrap() vfs.File { return f.f }

// Buffered tells what a pipe holds.
func (f *processFile) Buffered() (int, bool) {
	if b, ok := f.f.(interface{ Buffered() (int, bool) }); ok {
		return b.Buffered()
	}
	return 0, true
}

type regularFile struct {
	*vfs.OpenFile
	p *process
}

func (f *regularFile) Read(b []byte) (int, error) {
	f.p.pause()
	if f.p.ctx.Err() != nil {
		return 0, errKilled
	}
	return f.OpenFile.Read(b)
}

func (f *regularFile) Write(b []byte) (int, error) {
	f.p.pause()
	if f.p.ctx.Err() != nil {
		return 0, errKilled
	}
	return f.OpenFile.Write(b)
}

func (f *regularFile) Close() error { return nil }

// Unwrap returns the file itself.
func (f *regularFile) Unwrap() vfs.File { return f.OpenFile }

// closedFile is a descriptor that isn't open.
type closedFile struct{}

func (closedFile) Read([]byte) (int, error)       { return 0, vfs.EBADF }
func (closedFile) Write([]byte) (int, error)      { return 0, vfs.EBADF }
func (closedFile) Seek(int64, int) (int64, error) { return 0, vfs.EBADF }
func (closedFile) Stat() (vfs.Info, error)        { return vfs.Info{}, vfs.EBADF }
func (closedFile) Close() error                   { return vfs.EBADF }
