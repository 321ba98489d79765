// Package runtime runs execs: commands in workspaces. It starts them through
// a Backend, serves each its session, keeps its events, and ends it.
package runtime

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"io"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/hoststore/workers"
	"github.com/capshell/capshell/rpc"
)

// Workspaces opens the workspaces' databases. durable.Directory is one.
type Workspaces interface {
	Acquire(ctx context.Context, name string, create bool) (db *sqlite.DB, release func(), err error)
}

// Publisher uploads a file and returns where it can be fetched. Name is the
// file's name, size its bytes.
type Publisher interface {
	Publish(ctx context.Context, workspace string, file io.ReaderAt, size int64, r rpc.AssetRequest) (rpc.Asset, error)
}

// Backend starts workers. A worker calls the session, Open first and Exit
// last; when its process has ended, the backend calls ended once.
type Backend interface {
	Start(ctx context.Context, s rpc.Session, granted []string, ended func(error)) (Process, error)
}

// Process is a started worker.
type Process = workers.Process

// Limits of a host. Zero values are the defaults.
type Limits struct {
	Execs       int           // that run at once, 64
	LogBytes    int64         // of an exec's events, 16 MiB
	LogKeep     time.Duration // after an exec's end, 5 minutes
	Lag         int64         // bytes that a reader may be behind before the script waits, 1 MiB
	Timeout     time.Duration // where none is asked for, 320 s
	MaxTimeout  time.Duration // 55 minutes: less than the retention
	StdinBuffer int           // bytes of streamed input that wait, 1 MiB
}

func (l *Limits) setDefaults() {
	set := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	if l.Execs == 0 {
		l.Execs = 64
	}
	if l.StdinBuffer == 0 {
		l.StdinBuffer = 1 << 20
	}
	set(&l.LogBytes, 16<<20)
	set(&l.Lag, 1<<20)
	set((*int64)(&l.LogKeep), int64(5*time.Minute))
	set((*int64)(&l.Timeout), int64(320*time.Second))
	set((*int64)(&l.MaxTimeout), int64(55*time.Minute))
}

// Config of a Host.
type Config struct {
	Workspaces Workspaces
	Backend    Backend
	// Objects, if not nil, keep the execs of a workspace for all processes
	// that serve it, and Remote, in the place of Backend, starts the workers.
	Objects func(workspace string) Objects
	Remote  Remote
	// Seen, if not nil, opens a workspace as this process last saw it, so that
	// an exec's worker can start while newest, called later, asks whether it
	// still is so. ok is false where it has to be asked first.
	// durable.BucketStore has one.
	Seen      func(workspace string) (db *sqlite.DB, newest func(context.Context) (bool, error), release func(), ok bool)
	Publisher Publisher // nil: nothing can be published
	Now       func() time.Time
	Limits    Limits
	// Fail is told of faults of the host itself: a call that panicked.
	Fail func(error)
}

// Host runs execs.
type Host struct {
	c        Config
	registry *registry // nil: execs are known to this process only

	mu     sync.Mutex
	execs  map[string]map[string]*Exec // by workspace and id
	active int
	closed bool
	wg     sync.WaitGroup
}

// New returns a host. Close ends it.
func New(c Config) *Host {
	c.Limits.setDefaults()
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Fail == nil {
		c.Fail = func(error) {}
	}
	h := &Host{c: c, execs: map[string]map[string]*Exec{}}
	if c.Objects != nil {
		h.registry = newRegistry(&h.c)
	}
	return h
}

// Close kills all execs and waits for them.
func (h *Host) Close() {
	h.mu.Lock()
	h.closed = true
	var all []*Exec
	for _, m := range h.execs {
		for _, e := range m {
			all = append(all, e)
		}
	}
	h.mu.Unlock()
	for _, e := range all {
		e.kill(syscall.SIGKILL)
	}
	h.wg.Wait()
}

// Options of an exec. Command is a bash script; Args, in its place, a program
// and its arguments.
type Options struct {
	ID      string
	Command string
	Args    []string
	Dir     string // /workspace if empty
	Env     map[string]string
	Stdin   []byte
	// StreamStdin takes the input from WriteStdin, after Stdin.
	StreamStdin bool
	Timeout     time.Duration
	ReadOnly    bool
	// Effect commits all file changes at the end, or none where the exit
	// status isn't 0 or something else changed the same files meanwhile.
	Effect bool
	// Detach says that nobody waits for the exec where it is started.
	Detach bool
	// Unannounced says that nobody knows its id, a new one, before it has ended.
	Unannounced bool
}

// firstPid is the id of a script's first process.
const firstPid = 1000

// envBase is the environment of every exec, under what the caller gives.
var envBase = [][2]string{
	{"PATH", "/usr/bin:/bin"}, {"HOME", "/workspace"}, {"USER", "user"}, {"LANG", "C.UTF-8"}, {"TMPDIR", "/tmp"},
}

// newID returns 26 random characters of base32.
func newID() string {
	b := make([]byte, 16)
	rand.Read(b)
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// MaxScript bounds a command or its arguments, and the environment, in bytes.
const MaxScript = 4 << 20

func (o *Options) check() error {
	size := len(o.Command)
	for _, a := range o.Args {
		if strings.IndexByte(a, 0) >= 0 {
			return rpc.Errorf("EINVAL", "args: an argument contains a NUL byte")
		}
		size += len(a) + 1
	}
	for k, v := range o.Env {
		if k == "" || strings.ContainsAny(k, "=\x00") || strings.IndexByte(v, 0) >= 0 {
			return rpc.Errorf("EINVAL", "env: %q is no name and value of a variable", k)
		}
		size += len(k) + len(v) + 2
	}
	switch {
	case (o.Command == "") == (len(o.Args) == 0):
		return rpc.Errorf("EINVAL", "give command or args, one of them")
	case strings.IndexByte(o.Command, 0) >= 0:
		return rpc.Errorf("EINVAL", "command: it contains a NUL byte")
	case size > MaxScript:
		return rpc.Errorf("ELIMIT", "command, args and env have %d bytes, more than %d", size, MaxScript)
	case o.Timeout < 0:
		return rpc.Errorf("EINVAL", "timeoutMs: it must not be negative")
	case len(o.ID) > 128 || strings.ContainsAny(o.ID, "/\x00\n\r") || o.ID == "." || o.ID == "..":
		return rpc.Errorf("EINVAL", "id: at most 128 bytes, without slashes and line breaks, and not . or ..")
	}
	return nil
}

// checkDir refuses a working directory that isn't one under /workspace.
func checkDir(ctx context.Context, db *sqlite.DB, dir string) error {
	inside := dir == "/workspace" || strings.HasPrefix(dir, "/workspace/")
	if !inside || strings.IndexByte(dir, 0) >= 0 || strings.Contains(dir+"/", "/../") {
		return rpc.Errorf("EINVAL", "cwd %q: it must be an absolute path under /workspace", dir)
	}
	return db.Read(ctx, 0, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		i, err := f.Stat(ctx, dir)
		if err == nil && !i.IsDir() {
			err = vfs.ENOTDIR
		}
		if err != nil && vfs.ErrnoOf(err) != vfs.EIO {
			return rpc.Errorf("EINVAL", "cwd %q: %s", dir, vfs.ErrText(err))
		}
		return err
	})
}

// Exec starts a command in a workspace, which is made if it isn't there.
func (h *Host) Exec(ctx context.Context, workspace string, o Options) (*Exec, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Dir == "" {
		o.Dir = "/workspace"
	}
	if o.Timeout == 0 {
		o.Timeout = h.c.Limits.Timeout
	}
	if o.Timeout > h.c.Limits.MaxTimeout {
		return nil, rpc.Errorf("EINVAL", "timeoutMs %d: at most %d", o.Timeout.Milliseconds(), h.c.Limits.MaxTimeout.Milliseconds())
	}
	fresh := o.ID == ""
	if fresh {
		o.ID = newID()
	}
	if h.c.Seen != nil && fresh && !o.Detach {
		if db, newest, release, ok := h.c.Seen(workspace); ok {
			e, err := h.execIn(ctx, workspace, o, fresh, db, newest, release)
			if !errors.Is(err, errNotNewest) {
				return e, err
			}
		}
	}
	db, release, err := h.c.Workspaces.Acquire(ctx, workspace, true)
	if err != nil {
		return nil, err
	}
	return h.execIn(ctx, workspace, o, fresh, db, nil, release)
}

// execIn starts a command in an open workspace. newest, if not nil, tells
// whether that is as it should be: errNotNewest if it isn't.
func (h *Host) execIn(ctx context.Context, workspace string, o Options, fresh bool, db *sqlite.DB, newest func(context.Context) (bool, error), release func()) (*Exec, error) {
	if o.Dir != "/workspace" {
		if err := checkDir(ctx, db, o.Dir); err != nil {
			release()
			if newest != nil {
				err = errNotNewest // perhaps that is why
			}
			return nil, err
		}
	}
	e := newExec(h, workspace, o, db, release)
	if h.registry != nil {
		release = sync.OnceFunc(release)
		e.release = release
		shared, err := h.startShared(ctx, e, fresh, newest)
		if err != nil {
			release()
		}
		return shared, err
	}
	if err := h.register(e); err != nil {
		release()
		return nil, err
	}
	if err := e.start(); err != nil {
		h.unregister(e)
		release()
		return nil, rpc.Errorf("EBACKEND", "the worker can't be started: %v", err)
	}
	return e, nil
}

func (h *Host) register(e *Exec) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return rpc.Errorf("EBACKEND", "the host is shutting down")
	}
	if old := h.execs[e.Workspace][e.ID]; old != nil && !old.ended() {
		return rpc.Errorf("EEXEC_BUSY", "exec %q is still running", e.ID)
	}
	if h.active >= h.c.Limits.Execs {
		return ErrTooMany
	}
	if h.execs[e.Workspace] == nil {
		h.execs[e.Workspace] = map[string]*Exec{}
	}
	h.execs[e.Workspace][e.ID] = e
	h.active++
	h.wg.Add(1)
	return nil
}

// ErrTooMany is returned while as many execs run as may at once.
var ErrTooMany = errors.New("too many execs run at once")

func (h *Host) unregister(e *Exec) {
	h.mu.Lock()
	delete(h.execs[e.Workspace], e.ID)
	h.active--
	h.mu.Unlock()
	h.wg.Done()
}

// done takes note of an exec's end and forgets it after a while.
func (h *Host) done(e *Exec) {
	h.mu.Lock()
	h.active--
	h.mu.Unlock()
	time.AfterFunc(h.c.Limits.LogKeep, func() { h.forget(e) })
	h.wg.Done()
}

func (h *Host) forget(e *Exec) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.execs[e.Workspace][e.ID] == e {
		delete(h.execs[e.Workspace], e.ID)
		if len(h.execs[e.Workspace]) == 0 {
			delete(h.execs, e.Workspace)
		}
	}
}

// Get returns an exec by its id; ENOENT if there is none, or not any more.
// Leave it after use.
func (h *Host) Get(ctx context.Context, workspace, id string) (*Exec, error) {
	if h.registry != nil {
		return h.getShared(ctx, workspace, id)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.execs[workspace][id]; e != nil {
		return e, nil
	}
	return nil, rpc.Errorf("ENOENT", "exec %q: unknown, or its record has expired", id)
}

// List returns the execs of a workspace that are known.
func (h *Host) List(ctx context.Context, workspace string) ([]*Exec, error) {
	if h.registry != nil {
		return h.listShared(ctx, workspace)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []*Exec
	for _, e := range h.execs[workspace] {
		list = append(list, e)
	}
	return list, nil
}

// Forget drops the record of an exec that has ended; EEXEC_BUSY while it runs.
func (h *Host) Forget(ctx context.Context, workspace, id string) error {
	if h.registry != nil {
		return h.forgetShared(ctx, workspace, id)
	}
	e, err := h.Get(ctx, workspace, id)
	if err != nil {
		return err
	}
	if !e.ended() {
		return rpc.Errorf("EEXEC_BUSY", "exec %q is still running", id)
	}
	h.forget(e)
	return nil
}

// Running returns how many execs run in the workspace.
func (h *Host) Running(ctx context.Context, workspace string) (n int, err error) {
	all, err := h.List(ctx, workspace)
	for _, e := range all {
		if !e.ended() {
			n++
		}
	}
	return n, err
}

func (o *Options) args() []string {
	if o.Command != "" {
		return []string{"bash", "-c", o.Command}
	}
	return o.Args
}

func (o *Options) environ() []string {
	var env []string
	for _, kv := range envBase {
		if _, ok := o.Env[kv[0]]; !ok {
			env = append(env, kv[0]+"="+kv[1])
		}
	}
	for k, v := range o.Env {
		env = append(env, k+"="+v)
	}
	return append(env, "PWD="+o.Dir)
}
