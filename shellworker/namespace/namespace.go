// Package namespace builds the tree of files that a script sees: /workspace,
// /tmp, the devices in /dev, and the commands in /bin and /usr/bin.
package namespace

import (
	"context"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
)

// Workspace is where the workspace is mounted.
const Workspace = "/workspace"

// Config is what the tree is made of.
type Config struct {
	Tmp      vfs.Store
	Now      func() int64 // nanoseconds since the epoch
	Rand     io.Reader    // for /dev/random and /dev/urandom
	Commands []string     // the names in /bin and /usr/bin
}

// New returns the tree; it lacks the workspace, which the caller mounts at
// Workspace.
func New(ctx context.Context, c Config) (*vfs.FS, error) {
	top := vfs.NewMemory(c.Now, vfs.MemoryOptions{})
	f := vfs.New(top, c.Now)
	f.Privileged = true
	f.Device = func(name string) (vfs.File, error) { return openDevice(name, c.Rand) }
	for _, d := range []string{Workspace, "/tmp", "/dev", "/usr", "/usr/bin"} {
		if err := f.Mkdir(ctx, d, 0o755); err != nil {
			return nil, err
		}
	}
	for _, dev := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		if err := f.Mknod(ctx, "/dev/"+dev, 0o666, dev); err != nil {
			return nil, err
		}
	}
	for name, target := range map[string]string{"stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		if err := f.Symlink(ctx, target, "/dev/"+name); err != nil {
			return nil, err
		}
	}
	if err := f.Mkdir(ctx, "/dev/fd", 0o755); err != nil {
		return nil, err
	}
	if err := f.Symlink(ctx, "usr/bin", "/bin"); err != nil { // as on Debian
		return nil, err
	}
	for _, name := range c.Commands {
		if err := f.WriteFile(ctx, "/usr/bin/"+name, nil, 0o755); err != nil {
			return nil, err
		}
	}
	f.Privileged = false
	f.SetReadOnly("/", true)
	return f, f.Mount(ctx, "/tmp", c.Tmp, false)
}

// openDevice opens a character device of /dev.
func openDevice(name string, random io.Reader) (vfs.File, error) {
	switch name {
	case "null":
		return &device{name, nil, nil}, nil
	case "zero":
		return &device{name, zeros, nil}, nil
	case "full":
		return &device{name, zeros, vfs.ENOSPC}, nil
	case "random", "urandom":
		return &device{name, random.Read, nil}, nil
	}
	return nil, vfs.ENXIO // tty: no process here has a terminal
}

func zeros(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// device is an open character device. A nil read is an empty one.
type device struct {
	name     string
	read     func([]byte) (int, error)
	writeErr error
}

func (d *device) Read(p []byte) (int, error) {
	if d.read == nil {
		return 0, io.EOF
	}
	return d.read(p)
}

func (d *device) Write(p []byte) (int, error) {
	if d.writeErr != nil {
		return 0, d.writeErr
	}
	return len(p), nil
}

func (d *device) Seek(int64, int) (int64, error) { return 0, nil }
func (d *device) Close() error                   { return nil }

func (d *device) Stat() (vfs.Info, error) {
	return vfs.Info{Name: d.name, Node: vfs.Node{Kind: vfs.Device, Mode: 0o666, Nlink: 1, Target: d.name}}, nil
}
