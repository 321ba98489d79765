package vfs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
)

var bg = context.Background()

func now() int64 { return time.Now().UnixNano() }

func newFS(o vfs.MemoryOptions) *vfs.FS { return vfs.New(vfs.NewMemory(now, o), now) }

// code names an error as the kernel and as vfs have it.
func code(err error) string {
	var k syscall.Errno
	if errors.As(err, &k) {
		for name, e := range map[string]syscall.Errno{"ENOENT": syscall.ENOENT, "EEXIST": syscall.EEXIST, "ENOTDIR": syscall.ENOTDIR, "EISDIR": syscall.EISDIR, "EINVAL": syscall.EINVAL,
			"ENOTEMPTY": syscall.ENOTEMPTY, "ELOOP": syscall.ELOOP, "ENAMETOOLONG": syscall.ENAMETOOLONG, "EPERM": syscall.EPERM, "EBUSY": syscall.EBUSY, "EACCES": syscall.EACCES} {
			if k == e {
				return name
			}
		}
		return k.Error()
	}
	if err == nil {
		return "ok"
	}
	return vfs.ErrnoOf(err).Code()
}

// TestLikeTheKernel makes the same calls here and on the real file system.
func TestLikeTheKernel(t *testing.T) {
	dir := t.TempDir()
	f := newFS(vfs.MemoryOptions{})
	f.Privileged = true
	long := strings.Repeat("n", 255)
	type call struct{ op, a, b string }
	calls := []call{
		{"mkdir", "/d", ""}, {"mkdir", "/d", ""}, {"mkdir", "/d/", ""}, {"mkdir", "/x/y", ""}, {"mkdir", "/d/e/", ""}, {"mkdir", "/" + long, ""}, {"mkdir", "/" + long + "n", ""},
		{"create", "/f", "hello"}, {"create", "/f/", "x"}, {"create", "/f/x", "x"}, {"create", "/new/", "x"}, {"create", "/d", "x"}, {"create", "", "x"},
		{"symlink", "f", "/l"}, {"symlink", "d", "/ld"}, {"symlink", "none", "/dangling"}, {"symlink", "loop", "/loop"}, {"symlink", "", "/empty"}, {"symlink", "x", "/f"}, {"symlink", "x", "/s/"},
		{"symlink", "../d/e", "/d/up"}, {"symlink", "a2", "/a1"}, {"symlink", "a1", "/a2"},
		{"stat", "/l", ""}, {"lstat", "/l", ""}, {"stat", "/l/", ""}, {"stat", "/ld/", ""}, {"lstat", "/ld/", ""}, {"lstat", "/ld", ""}, {"stat", "/dangling", ""}, {"lstat", "/dangling", ""},
		{"stat", "/loop", ""}, {"stat", "/a1", ""}, {"stat", "/d/up/..", ""}, {"stat", "/d/./e/../e", ""}, {"stat", "/f/..", ""}, {"stat", "/f/.", ""}, {"stat", "/d//e///", ""}, {"stat", "/none/..", ""},
		{"create", "/dangling", "through"}, {"stat", "/none", ""}, {"excl", "/l", "x"}, {"excl", "/new", "x"}, {"nofollow", "/l", ""},
		{"link", "/f", "/f2"}, {"link", "/f", "/f2"}, {"link", "/d", "/d2"}, {"link", "/none2", "/n"}, {"link", "/l", "/l2"}, {"lstat", "/l2", ""}, {"link", "/f", "/f3/"},
		{"rename", "/f", "/f"}, {"rename", "/f", "/f2"}, {"stat", "/f", ""}, {"rename", "/d", "/f2"}, {"rename", "/f2", "/d"}, {"rename", "/d", "/d/e/inside"}, {"rename", "/none3", "/x"}, {"rename", "/f2", "/g/"},
		{"mkdir", "/full", ""}, {"create", "/full/x", "x"}, {"mkdir", "/emptydir", ""}, {"rename", "/d", "/full"}, {"rename", "/emptydir", "/full"}, {"rename", "/full", "/emptydir"}, {"rename", "/d/.", "/dd"}, {"rename", "/d", "/.."},
		{"unlink", "/d", ""}, {"unlink", "/f2/", ""}, {"unlink", "/none4", ""}, {"unlink", "/ld/", ""}, {"rmdir", "/d", ""}, {"rmdir", "/f2", ""}, {"rmdir", "/ld", ""}, {"rmdir", "/d/.", ""}, {"rmdir", "/d/e/..", ""}, {"rmdir", "/d/e/", ""},
		{"unlink", "/ld", ""}, {"readlink", "/l", ""}, {"readlink", "/f2", ""}, {"readdir", "/f2", ""}, {"readdir", "/none5", ""}, {"truncate", "/d", ""}, {"truncate", "/f2", ""}, {"chmod", "/dangling", ""}, {"chmod", "/none6", ""},
		{"stat", "/" + strings.Repeat("a/", 2100), ""}, {"stat", "/d/" + strings.Repeat("../d/", 100), ""},
	}
	for _, c := range calls {
		ours, real := do(f, c.op, c.a, c.b), doReal(dir, c.op, c.a, c.b)
		if ours != real {
			t.Errorf("%s %.40q %.20q: %s, the kernel says %s", c.op, c.a, c.b, ours, real)
		}
	}
}

func do(f *vfs.FS, op, a, b string) string {
	var err error
	switch op {
	case "mkdir":
		err = f.Mkdir(bg, a, 0o755)
	case "create":
		err = f.WriteFile(bg, a, []byte(b), 0o644)
	case "excl", "nofollow":
		flags := vfs.ReadOnly | vfs.NoFollow
		if op == "excl" {
			flags = vfs.WriteOnly | vfs.Create | vfs.Exclusive
		}
		var file vfs.File
		if file, err = f.Open(bg, a, flags, 0o644); err == nil {
			file.Close()
		}
	case "symlink":
		err = f.Symlink(bg, a, b)
	case "stat", "lstat":
		look := f.Stat
		if op == "lstat" {
			look = f.Lstat
		}
		i, e := look(bg, a)
		if err = e; err == nil {
			return fmt.Sprint("ok ", i.FileMode().Type(), i.Nlink > 1 && !i.IsDir())
		}
	case "link":
		err = f.Link(bg, a, b)
	case "rename":
		err = f.Rename(bg, a, b)
	case "unlink":
		err = f.Unlink(bg, a)
	case "rmdir":
		err = f.Rmdir(bg, a)
	case "readlink":
		_, err = f.Readlink(bg, a)
	case "readdir":
		_, err = f.ReadDir(bg, a)
	case "truncate":
		err = f.Truncate(bg, a, 3)
	case "chmod":
		err = f.Chmod(bg, a, 0o600)
	}
	return code(err)
}

func doReal(dir, op, a, b string) string {
	at := func(p string) string {
		if p == "" {
			return ""
		}
		return dir + p
	}
	var err error
	switch op {
	case "mkdir":
		err = syscall.Mkdir(at(a), 0o755)
	case "create":
		err = os.WriteFile(at(a), []byte(b), 0o644)
	case "excl", "nofollow":
		flags := syscall.O_RDONLY | syscall.O_NOFOLLOW
		if op == "excl" {
			flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL
		}
		var fd int
		if fd, err = syscall.Open(at(a), flags, 0o644); err == nil {
			syscall.Close(fd)
		}
	case "symlink":
		err = syscall.Symlink(a, at(b))
	case "stat", "lstat":
		var i fs.FileInfo
		if op == "stat" {
			i, err = os.Stat(at(a))
		} else {
			i, err = os.Lstat(at(a))
		}
		if err == nil {
			return fmt.Sprint("ok ", i.Mode().Type(), i.Sys().(*syscall.Stat_t).Nlink > 1 && !i.IsDir())
		}
	case "link":
		err = syscall.Link(at(a), at(b))
	case "rename":
		err = syscall.Rename(at(a), at(b))
	case "unlink":
		err = syscall.Unlink(at(a))
	case "rmdir":
		err = syscall.Rmdir(at(a))
	case "readlink":
		_, err = os.Readlink(at(a))
	case "readdir":
		var fd int
		if fd, err = syscall.Open(at(a), syscall.O_RDONLY|syscall.O_DIRECTORY, 0); err == nil {
			syscall.Close(fd)
		}
	case "truncate":
		err = syscall.Truncate(at(a), 3)
	case "chmod":
		err = syscall.Chmod(at(a), 0o600)
	}
	return code(err)
}

func TestPermissions(t *testing.T) {
	f := newFS(vfs.MemoryOptions{})
	f.Mkdir(bg, "/d", 0o755)
	f.WriteFile(bg, "/d/f", []byte("x"), 0o644)
	f.Chmod(bg, "/d/f", 0o200)
	if _, err := f.ReadFile(bg, "/d/f", 10); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("read: %v", err)
	}
	f.Chmod(bg, "/d/f", 0o400)
	if _, err := f.Open(bg, "/d/f", vfs.WriteOnly, 0); !errors.Is(err, vfs.EACCES) {
		t.Errorf("write: %v", err)
	}
	f.Chmod(bg, "/d", 0o500)
	if err := f.Unlink(bg, "/d/f"); !errors.Is(err, vfs.EACCES) {
		t.Errorf("unlink: %v", err)
	}
	f.Chmod(bg, "/d", 0o600)
	if _, err := f.Stat(bg, "/d/f"); !errors.Is(err, vfs.EACCES) {
		t.Errorf("search: %v", err)
	}
	f.SetReadOnly("/", true)
	if err := f.Mkdir(bg, "/x", 0o755); !errors.Is(err, vfs.EROFS) {
		t.Errorf("read-only: %v", err)
	}
}

// TestSpill: what doesn't fit in memory goes to the scratch file, up to its size.
func TestSpill(t *testing.T) {
	scratch, err := os.Create(filepath.Join(t.TempDir(), "scratch"))
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Close()
	f := newFS(vfs.MemoryOptions{Limit: 100000, Scratch: scratch, ScratchSize: 4 * vfs.PageSize})
	file, err := f.Open(bg, "/f", vfs.ReadWrite|vfs.Create, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	want := make([]byte, 3*vfs.PageSize+1000)
	r.Read(want)
	for off := 0; off < len(want); {
		n := min(len(want)-off, 1+r.Intn(50000))
		if _, err := file.Write(want[off : off+n]); err != nil {
			t.Fatal(err)
		}
		off += n
	}
	file.Seek(0, io.SeekStart)
	if got, err := io.ReadAll(file); string(got) != string(want) {
		t.Errorf("%d bytes, want %d: %v", len(got), len(want), err)
	}
	big, err := f.Open(bg, "/big", vfs.WriteOnly|vfs.Create, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = big.Write(want[:50000])
	}
	if !errors.Is(err, vfs.ENOSPC) {
		t.Errorf("when it is full: %v", err)
	}
	big.Close()
	if err := f.Unlink(bg, "/big"); err != nil {
		t.Fatal(err)
	}
	if err := f.WriteFile(bg, "/again", want[:200000], 0o644); err != nil {
		t.Errorf("space that was given back: %v", err)
	}
}

func TestPipes(t *testing.T) {
	r, w := vfs.Pipe()
	want := make([]byte, 1<<20)
	rand.New(rand.NewSource(1)).Read(want)
	go func() {
		for p := want; len(p) > 0; {
			n := min(len(p), 70001)
			w.Write(p[:n])
			p = p[n:]
		}
		w.Close()
	}()
	if got, err := io.ReadAll(r); string(got) != string(want) || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	r.Close()
	r, w = vfs.Pipe()
	r.Close()
	if _, err := w.Write([]byte("x")); !errors.Is(err, vfs.EPIPE) {
		t.Errorf("without a reader: %v", err)
	}
	r, w = vfs.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(bg)
	stop := errors.New("stop")
	go cancel(stop)
	if _, err := r.ReadContext(ctx, make([]byte, 1)); !errors.Is(err, stop) {
		t.Errorf("given up: %v", err)
	}
	// Writes of up to PipeBuf bytes aren't mixed.
	r, w = vfs.Pipe()
	var wg sync.WaitGroup
	for c := range byte(4) {
		wg.Go(func() {
			for range 100 {
				w.Write([]byte(strings.Repeat(string('a'+c), 1000)))
			}
		})
	}
	go func() { wg.Wait(); w.Close() }()
	all, _ := io.ReadAll(r)
	for i := 0; i < len(all); i += 1000 {
		if s := string(all[i : i+1000]); s != strings.Repeat(s[:1], 1000) {
			t.Fatalf("mixed at %d", i)
		}
	}
}

func TestFifo(t *testing.T) {
	f := newFS(vfs.MemoryOptions{})
	if err := f.Mkfifo(bg, "/p", 0o644); err != nil {
		t.Fatal(err)
	}
	done := make(chan string)
	go func() {
		r, err := f.Open(bg, "/p", vfs.ReadOnly, 0) // waits for the writer
		if err != nil {
			t.Error(err)
		}
		b, _ := io.ReadAll(r)
		done <- string(b)
	}()
	w, err := f.Open(bg, "/p", vfs.WriteOnly, 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("through"))
	w.Close()
	if got := <-done; got != "through" {
		t.Errorf("%q", got)
	}
	ctx, cancel := context.WithCancel(bg)
	cancel()
	if _, err := f.Open(ctx, "/p", vfs.ReadOnly, 0); err == nil {
		t.Error("an open that was given up succeeded")
	}
}
