package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	_ "github.com/capshell/capshell/shellworker/commands/all"
	"github.com/capshell/capshell/shellworker/interp"
	"github.com/capshell/capshell/shellworker/namespace"
)

// alone is a process that runs scripts over files in its memory: the commands
// without the system around them.
type alone struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// startAlone starts one with what is below dir as /workspace.
func startAlone(dir string) (*alone, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	a := &alone{cmd: exec.Command(self, "alone", dir)}
	a.cmd.Stderr = os.Stderr
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.out = bufio.NewScanner(out)
	return a, a.cmd.Start()
}

// run returns how long a script takes.
func (a *alone) run(script string) (time.Duration, error) {
	if _, err := fmt.Fprintf(a.in, "%s\n", script); err != nil {
		return 0, err
	}
	if !a.out.Scan() {
		return 0, fmt.Errorf("%s: the process ended", script)
	}
	n, err := strconv.ParseInt(a.out.Text(), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %s", script, a.out.Text())
	}
	return time.Duration(n), nil
}

func (a *alone) close() error {
	a.in.Close()
	return a.cmd.Wait()
}

// aloneMain is the process: each line of its input is a script, answered by
// its time in ns.
func aloneMain(dir string) error {
	ctx := context.Background()
	now := func() int64 { return time.Now().UnixNano() }
	tree, err := namespace.New(ctx, namespace.Config{Tmp: vfs.NewMemory(now, vfs.MemoryOptions{Limit: 1 << 30}), Now: now, Rand: rand.Reader, Commands: commands.Names()})
	if err != nil {
		return err
	}
	if err := tree.Mount(ctx, namespace.Workspace, vfs.NewMemory(now, vfs.MemoryOptions{Limit: 2 << 30}), false); err != nil {
		return err
	}
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return tree.Mkdir(ctx, "/workspace/"+rel, 0o755)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return tree.WriteFile(ctx, "/workspace/"+rel, data, 0o644)
	})
	if err != nil {
		return err
	}
	scripts := bufio.NewScanner(os.Stdin)
	scripts.Buffer(nil, 1<<20)
	for scripts.Scan() {
		runtime.GC()
		debug.FreeOSMemory()
		start := time.Now()
		status := interp.Run(ctx, interp.Config{FS: tree, Args: []string{"bash", "-c", scripts.Text()}, Dir: "/workspace", Umask: 0o022,
			Env:   []string{"PATH=/usr/bin:/bin", "HOME=/workspace", "LC_ALL=C", "TZ=UTC", "TMPDIR=/tmp"},
			Stdin: sink{}, Stdout: sink{}, Stderr: sink{}, Now: time.Now, Rand: rand.Reader})
		took := time.Since(start)
		if status != 0 {
			fmt.Printf("exit status %d\n", status)
			continue
		}
		fmt.Println(took.Nanoseconds())
	}
	return scripts.Err()
}

// sink is a pipe to a reader that drops all it reads.
type sink struct{}

func (sink) Write(p []byte) (int, error)    { return len(p), nil }
func (sink) Read([]byte) (int, error)       { return 0, io.EOF }
func (sink) Seek(int64, int) (int64, error) { return 0, vfs.ESPIPE }
func (sink) Close() error                   { return nil }
func (sink) Stat() (vfs.Info, error) {
	return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO, Mode: 0o600, Nlink: 1}}, nil
}
