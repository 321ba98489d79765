// Package interp runs bash scripts. bash 5.2 is the specification. Processes
// are goroutines, file descriptors are values, and files are a vfs.FS: nothing
// that a script does reaches the operating system.
package interp

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
)

// Config is what an exec starts with.
type Config struct {
	FS      *vfs.FS
	Args    []string // argv: {"bash", "-c", script, ...}, or any program by PATH
	Env     []string // KEY=VALUE
	Dir     string   // absolute
	Umask   uint32
	Stdin   vfs.File
	Stdout  vfs.File
	Stderr  vfs.File
	Now     func() time.Time
	Rand    io.Reader
	CPU     func() time.Duration  // the processor time used; nil: times and time show none
	Signals <-chan syscall.Signal // to the script; may be nil
	Limits  Limits
}

// Limits bound what a script can use. A zero field is its default.
type Limits struct {
	CallDepth int   // nested function calls, sources and evals; 4000
	Processes int   // at one time; 4096
	Memory    int64 // bytes that one variable or substitution may hold; 256 MiB
}

// Versions that scripts see.
const (
	bashVersion = "5.2.15(1)-release"
	machType    = "x86_64-pc-linux-gnu"
	hostName    = "capshell"
)

// kernel is what the processes of one exec share.
type kernel struct {
	closing  atomic.Bool // all that runs is being killed
	ctx      context.Context
	fs       *vfs.FS
	now      func() time.Time
	start    time.Time
	rand     io.Reader
	cpu      func() time.Duration
	cpuStart time.Duration
	limits   Limits

	mu      sync.Mutex
	procs   map[int]*process
	nextPid int
	refused int // how often a process could not start
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	out     [2]*openFile // the exec's own stdout and stderr
	outGone chan struct{}
}

// Run runs a program to its end and returns its exit status, 128+n where a
// signal ended it. Cancelling the context kills everything at once. Background
// processes that still hold the exec's output are waited for; others are
// killed when the program has ended.
func Run(ctx context.Context, c Config) int {
	if c.Limits.CallDepth == 0 {
		c.Limits.CallDepth = 4000
	}
	if c.Limits.Processes == 0 {
		c.Limits.Processes = 4096
	}
	if c.Limits.Memory == 0 {
		c.Limits.Memory = 256 << 20
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k := &kernel{ctx: ctx, cancel: cancel, fs: c.FS, now: c.Now, start: c.Now(), rand: c.Rand, limits: c.Limits, procs: map[int]*process{}, nextPid: 1000, outGone: make(chan struct{})}
	if k.cpu = c.CPU; k.cpu != nil {
		k.cpuStart = k.cpu()
	}
	fds := &fdTable{}
	in, out, errs := newOpenFile(keepOpen{c.Stdin}), newOpenFile(keepOpen{c.Stdout}), newOpenFile(keepOpen{c.Stderr})
	if c.Stdin == nil {
		in = newOpenFile(nullFile{})
	}
	out.watch, errs.watch = k, k
	k.out = [2]*openFile{out, errs}
	fds.set(0, in)
	fds.set(1, out)
	fds.set(2, errs)
	main := k.spawn(&process{ppid: 999, pgid: 0, name: c.Args[0]}, func(p *process) int {
		defer fds.closeAll()
		return runProgram(p, &program{args: c.Args, env: c.Env, dir: c.Dir, umask: c.Umask, fds: fds})
	})
	stop := make(chan struct{})
	var signals sync.WaitGroup
	signals.Add(1)
	go func() {
		defer signals.Done()
		for {
			select {
			case s := <-c.Signals:
				k.signalGroup(main.pgid, s)
			case <-stop:
				return
			}
		}
	}()
	<-main.done
	// What still writes to the caller is waited for.
	select {
	case <-k.outGone:
	case <-ctx.Done():
	}
	k.killAll()
	k.wg.Wait()
	close(stop)
	signals.Wait()
	return main.status
}

// keepOpen is a file of the caller, who closes it.
type keepOpen struct{ vfs.File }

func (keepOpen) Close() error { return nil }

func (f keepOpen) ReadContext(ctx context.Context, p []byte) (int, error) {
	if c, ok := f.File.(vfs.ContextFile); ok {
		return c.ReadContext(ctx, p)
	}
	return f.File.Read(p)
}

func (f keepOpen) WriteContext(ctx context.Context, p []byte) (int, error) {
	if c, ok := f.File.(vfs.ContextFile); ok {
		return c.WriteContext(ctx, p)
	}
	return f.File.Write(p)
}

// nullFile is an empty input.
type nullFile struct{}

func (nullFile) Read([]byte) (int, error)       { return 0, io.EOF }
func (nullFile) Write(p []byte) (int, error)    { return len(p), nil }
func (nullFile) Close() error                   { return nil }
func (nullFile) Seek(int64, int) (int64, error) { return 0, nil }
func (nullFile) Stat() (vfs.Info, error) {
	return vfs.Info{Name: "null", Node: vfs.Node{Kind: vfs.Device, Mode: 0o666, Nlink: 1, Target: "null"}}, nil
}
