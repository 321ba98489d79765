// Package ours runs scripts in this project's shell over a tree in memory, for
// conformance tests.
package ours

import (
	"bytes"
	"context"
	"crypto/rand"
	"path"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker"
	"github.com/capshell/capshell/shellworker/commands"
	_ "github.com/capshell/capshell/shellworker/commands/all"
	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/interp"
	"github.com/capshell/capshell/shellworker/namespace"
)

// Shell runs a script as `bash -c` in an empty /workspace, with no input.
func Shell(ctx context.Context, script string) conformance.Result {
	return Run(ctx, Exec{Args: []string{"bash", "-c", script}})
}

// Exec is what Run runs.
type Exec struct {
	Args  []string
	Stdin string
	Files map[string]string // by name under /workspace
	FS    *vfs.FS           // nil for a new one
}

// NewFS returns a fresh tree.
func NewFS(ctx context.Context) (*vfs.FS, error) {
	now := func() int64 { return time.Now().UnixNano() }
	f, err := namespace.New(ctx, namespace.Config{
		Tmp: vfs.NewMemory(now, vfs.MemoryOptions{Limit: 256 << 20}),
		Now: now, Rand: rand.Reader, Commands: commands.Names(),
	})
	if err != nil {
		return nil, err
	}
	return f, f.Mount(ctx, namespace.Workspace, vfs.NewMemory(now, vfs.MemoryOptions{Limit: 512 << 20}), false)
}

// Run runs a program and returns its output.
func Run(ctx context.Context, e Exec) conformance.Result {
	fs := e.FS
	if fs == nil {
		var err error
		if fs, err = NewFS(ctx); err != nil {
			return conformance.Result{Stderr: []byte(err.Error()), Status: -1}
		}
	}
	for name, text := range e.Files {
		if dir := path.Dir(name); dir != "." {
			if err := fs.MkdirAll(ctx, "/workspace/"+dir, 0o755); err != nil {
				return conformance.Result{Stderr: []byte(err.Error()), Status: -1}
			}
		}
		if err := fs.WriteFile(ctx, "/workspace/"+name, []byte(text), 0o644); err != nil {
			return conformance.Result{Stderr: []byte(err.Error()), Status: -1}
		}
	}
	var out, errs buffer
	status := interp.Run(ctx, interp.Config{
		FS: fs, Args: e.Args, Dir: "/workspace", Umask: 0o022,
		Env:   []string{"PATH=/usr/bin:/bin", "HOME=/workspace", "LANG=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp", "USER=user"},
		Stdin: &input{r: bytes.NewReader([]byte(e.Stdin))}, Stdout: &out, Stderr: &errs, Now: time.Now, Rand: rand.Reader, CPU: shellworker.CPUTime,
	})
	return conformance.Result{Stdout: out.b.Bytes(), Stderr: errs.b.Bytes(), Status: status}
}

// buffer is a file that keeps what is written to it.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (f *buffer) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.b.Write(p)
}
func (*buffer) Read([]byte) (int, error)       { return 0, vfs.EBADF }
func (*buffer) Seek(int64, int) (int64, error) { return 0, vfs.ESPIPE }
func (*buffer) Close() error                   { return nil }
func (*buffer) Stat() (vfs.Info, error) {
	return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO, Mode: 0o600, Nlink: 1}}, nil
}

// input is a file that gives a text.
type input struct {
	mu sync.Mutex
	r  *bytes.Reader
}

func (f *input) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.r.Read(p)
}
func (*input) Write([]byte) (int, error)      { return 0, vfs.EBADF }
func (*input) Seek(int64, int) (int64, error) { return 0, vfs.ESPIPE }
func (*input) Close() error                   { return nil }
func (*input) Stat() (vfs.Info, error) {
	return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO, Mode: 0o600, Nlink: 1}}, nil
}
