// Package workers runs capshell-worker processes on this machine: a backend of
// execs that links nothing of the host.
package workers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/capshell/capshell/rpc"
)

// Process is a started worker.
type Process interface {
	// Kill ends it and everything in it, at once.
	Kill()
	// Stop and Continue halt it and let it go on.
	Stop() error
	Continue() error
}

// Pool is a backend of execs that runs capshell-worker processes, one for each
// exec, over the stream carrier. Some wait, started, for a job.
type Pool struct {
	path string
	tmp  string
	fail func(error)

	spawns chan func() // run on one thread that lives, which Pdeathsig needs
	ready  chan *worker
	ctx    context.Context
	stop   context.CancelFunc
	wg     sync.WaitGroup
}

// New returns a backend that starts the binary at path and keeps idle
// workers waiting; with 0 one waits after Prepare only. tmp is the directory of their scratch files, which have no
// names. fail is told of calls that panicked.
func New(path string, idle int, tmp string, fail func(error)) (*Pool, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("the worker binary: %w", err)
	}
	// What this process was started with open must not reach the workers.
	if err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return nil, fmt.Errorf("close_range: %w", err)
	}
	w := &Pool{path: path, tmp: tmp, fail: fail, spawns: make(chan func()), ready: make(chan *worker, max(idle-1, 0))}
	if idle == 0 {
		w.ready = make(chan *worker, 1)
	}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.wg.Go(func() {
		runtime.LockOSThread()
		for {
			select {
			case f := <-w.spawns:
				f()
			case <-w.ctx.Done():
				return
			}
		}
	})
	if idle > 0 {
		w.wg.Go(w.fill)
	}
	return w, nil
}

// settle is how long fill leaves the machine to the execs that just started.
const settle = 10 * time.Millisecond

// fill keeps as many workers ready as the channel holds, and one in hand.
func (w *Pool) fill() {
	for {
		if len(w.ready) > cap(w.ready)/2 {
			select {
			case <-time.After(settle):
			case <-w.ctx.Done():
				return
			}
		}
		p, err := w.spawn()
		if err != nil {
			if w.ctx.Err() == nil {
				w.fail(fmt.Errorf("starting a worker: %w", err))
			}
			return // Start tries again itself
		}
		select {
		case w.ready <- p:
		case <-w.ctx.Done():
			p.Kill()
			<-p.gone
			return
		}
	}
}

// Prepare starts a worker for the next exec, unless one waits already.
func (w *Pool) Prepare() error {
	if len(w.ready) == cap(w.ready) {
		return nil
	}
	p, err := w.spawn()
	if err != nil {
		return err
	}
	select {
	case w.ready <- p:
	default:
		p.Kill()
		<-p.gone
	}
	return nil
}

// Close kills the workers that wait. Execs must have ended before.
func (w *Pool) Close() {
	w.stop()
	w.wg.Wait()
	for {
		select {
		case p := <-w.ready:
			p.Kill()
			<-p.gone
		default:
			return
		}
	}
}

// Start hands a session to a waiting worker, or to a new one.
func (w *Pool) Start(ctx context.Context, s rpc.Session, granted []string, ended func(error)) (Process, error) {
	var p *worker
	for p == nil {
		select {
		case p = <-w.ready:
			select {
			case <-p.gone: // it died while it waited
				p = nil
			default:
			}
		default:
			var err error
			if p, err = w.spawn(); err != nil {
				return nil, err
			}
		}
	}
	r := &running{p: p}
	go w.serve(ctx, r, s, granted, ended)
	return r, nil
}

// serve answers a worker's calls until it ends. One that ended before it
// opened the session, while it waited for a job say, has another in its place.
func (w *Pool) serve(ctx context.Context, r *running, s rpc.Session, granted []string, ended func(error)) {
	for try := 0; ; try++ {
		p := r.current()
		opened := &noting{Session: s}
		ctx, cancel := context.WithCancel(ctx)
		served := make(chan struct{})
		go func() {
			rpc.ServeStream(ctx, p.conn, opened, granted, w.fail)
			close(served)
		}()
		// When the connection is gone there is nothing left for it to do.
		select {
		case <-served:
			p.Kill()
			<-p.gone
		case <-p.gone:
			<-served
		}
		cancel()
		if !opened.open.Load() && try < 3 {
			if next, err := w.spawn(); err == nil && r.replace(next) {
				continue
			}
		}
		ended(p.err)
		return
	}
}

// noting notes that its session was opened.
type noting struct {
	rpc.Session
	open atomic.Bool
}

func (n *noting) Open(ctx context.Context, version int) (rpc.Job, error) {
	n.open.Store(true)
	return n.Session.Open(ctx, version)
}

// running is the worker of an exec, whichever it is.
type running struct {
	mu     sync.Mutex
	p      *worker
	killed bool
}

func (r *running) current() *worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.p
}

// replace puts another worker in, unless the exec was killed meanwhile.
func (r *running) replace(p *worker) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.killed {
		p.Kill()
		return false
	}
	r.p = p
	return true
}

func (r *running) Kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.killed = true
	r.p.Kill()
}

func (r *running) Stop() error     { return r.current().Stop() }
func (r *running) Continue() error { return r.current().Continue() }

// worker is a started process.
type worker struct {
	cmd  *exec.Cmd
	conn *net.UnixConn
	errs head
	gone chan struct{} // closed once it has ended and err is set
	err  error
}

func (w *Pool) spawn() (p *worker, err error) {
	done := make(chan struct{})
	select {
	case w.spawns <- func() { p, err = w.start(); close(done) }:
		<-done
		return p, err
	case <-w.ctx.Done():
		return nil, errors.New("the backend is closed")
	}
}

func (w *Pool) start() (*worker, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("socketpair: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "host"), os.NewFile(uintptr(fds[1]), "worker")
	defer ours.Close()
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, err
	}
	scratch, err := os.CreateTemp(w.tmp, "scratch-")
	if err != nil {
		conn.Close()
		return nil, err
	}
	defer scratch.Close()
	if err := os.Remove(scratch.Name()); err != nil {
		conn.Close()
		return nil, err
	}
	p := &worker{conn: conn.(*net.UnixConn), gone: make(chan struct{})}
	p.cmd = &exec.Cmd{
		Path:       w.path,
		Args:       []string{"capshell-worker"},
		Env:        []string{},
		Dir:        "/",
		Stderr:     &p.errs,
		ExtraFiles: []*os.File{theirs, scratch},
		SysProcAttr: &syscall.SysProcAttr{
			Setpgid:   true,
			Pdeathsig: syscall.SIGKILL,
		},
	}
	if err := p.cmd.Start(); err != nil {
		conn.Close()
		return nil, err
	}
	go func() {
		err := p.cmd.Wait()
		if text := strings.TrimSpace(p.errs.String()); text != "" {
			err = errors.New(text)
		}
		p.err = err
		p.conn.Close()
		close(p.gone)
	}()
	return p, nil
}

// Kill kills the worker's process group.
func (p *worker) Kill() { syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

func (p *worker) Stop() error     { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGSTOP) }
func (p *worker) Continue() error { return syscall.Kill(-p.cmd.Process.Pid, syscall.SIGCONT) }

// head keeps the first 4 KiB that a worker writes to its own stderr: why it died.
type head struct {
	mu  sync.Mutex
	buf []byte
}

func (t *head) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p[:min(len(p), 4096-len(t.buf))]...)
	return len(p), nil
}

func (t *head) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf)
}
