package wsfs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
	"github.com/capshell/capshell/shellworker/namespace"
	"github.com/capshell/capshell/shellworker/wsfs"
)

var bg = context.Background()

// sessions is a Backend that hands out the sessions of execs, each over a
// real stream, in place of starting workers.
type sessions struct {
	t  *testing.T
	ch chan *rpc.Client
}

type noProcess struct{ conns []net.Conn }

func (p noProcess) Kill() {
	for _, c := range p.conns {
		c.Close()
	}
}
func (noProcess) Stop() error     { return nil }
func (noProcess) Continue() error { return nil }

func (b *sessions) Start(ctx context.Context, s rpc.Session, granted []string, ended func(error)) (runtime.Process, error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	var conns [2]net.Conn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "socket")
		if conns[i], err = net.FileConn(f); err != nil {
			return nil, err
		}
		f.Close()
	}
	go func() {
		rpc.ServeStream(ctx, conns[0].(*net.UnixConn), s, granted, func(err error) { b.t.Error(err) })
		ended(nil)
	}()
	c, err := rpc.NewStreamClient(bg, conns[1].(*net.UnixConn))
	if err != nil {
		return nil, err
	}
	b.ch <- c
	return noProcess{conns[:]}, nil
}

// world is a workspace in which several execs run at once.
type world struct {
	t    *testing.T
	host *runtime.Host
	b    *sessions
}

func newWorld(t *testing.T) *world {
	dir, err := durable.OpenDirectory(t.TempDir(), durable.DirectoryOptions{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	b := &sessions{t, make(chan *rpc.Client, 1)}
	w := &world{t, runtime.New(runtime.Config{Workspaces: dir, Backend: b}), b}
	t.Cleanup(func() { w.host.Close(); dir.Close() })
	return w
}

// exec is one exec's tree, and its session.
type exec struct {
	*vfs.FS
	ws *wsfs.FS
	s  *rpc.Client
	e  *runtime.Exec
	t  *testing.T
}

func (w *world) exec(o wsfs.Options) *exec {
	w.t.Helper()
	e, err := w.host.Exec(bg, "w", runtime.Options{Args: []string{"none"}, Effect: o.Effect})
	if err != nil {
		w.t.Fatal(err)
	}
	s := <-w.b.ch
	job, err := s.Open(bg, rpc.Version)
	if err != nil {
		w.t.Fatal(err)
	}
	now := func() int64 { return time.Now().UnixNano() }
	o.Now = now
	x := &exec{ws: wsfs.New(s, job, o), s: s, e: e, t: w.t}
	x.FS, err = namespace.New(bg, namespace.Config{Tmp: vfs.NewMemory(now, vfs.MemoryOptions{}), Now: now})
	if err == nil {
		err = x.Mount(bg, namespace.Workspace, x.ws, false)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { x.ws.Close(bg, false); s.Close() })
	return x
}

func (x *exec) write(name, data string) {
	x.t.Helper()
	if err := x.WriteFile(bg, "/workspace/"+name, []byte(data), 0o644); err != nil {
		x.t.Fatalf("write %s: %v", name, err)
	}
}

func (x *exec) read(name string) string {
	x.t.Helper()
	b, err := x.ReadFile(bg, "/workspace/"+name, 1<<30)
	if err != nil {
		return "error: " + vfs.ErrText(err)
	}
	return string(b)
}

func (x *exec) sync() {
	x.t.Helper()
	if err := x.ws.Sync(bg); err != nil {
		x.t.Fatalf("sync: %v", err)
	}
}

// within waits until the tree shows what it should, as it must before long.
func (x *exec) within(name, want string) {
	x.t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for got := ""; ; time.Sleep(time.Millisecond) {
		if got = x.read(name); got == want {
			return
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestChangesAreSeenByOthers(t *testing.T) {
	w := newWorld(t)
	a, b := w.exec(wsfs.Options{}), w.exec(wsfs.Options{})
	a.write("f", "one")
	if got := a.read("f"); got != "one" {
		t.Fatalf("own write: %q", got)
	}
	b.within("f", "one") // without a sync
	b.write("f", "two!")
	a.within("f", "two!")
	if err := a.Mkdir(bg, "/workspace/d", 0o755); err != nil {
		t.Fatal(err)
	}
	a.write("d/x", "x")
	b.within("d/x", "x")
	if err := b.Rename(bg, "/workspace/d/x", "/workspace/y"); err != nil {
		t.Fatal(err)
	}
	a.within("y", "x")
	a.within("d/x", "error: No such file or directory")
	if err := a.Unlink(bg, "/workspace/y"); err != nil {
		t.Fatal(err)
	}
	b.within("y", "error: No such file or directory")
	if err := a.Rmdir(bg, "/workspace/d"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Stat(bg, "/workspace/d"); !errors.Is(err, fs.ErrNotExist) {
		b.within("d/none", "error: No such file or directory")
	}
}

func TestLocksHold(t *testing.T) {
	w := newWorld(t)
	var xs [4]*exec
	for i := range xs {
		xs[i] = w.exec(wsfs.Options{})
	}
	// mkdir, O_EXCL, link and symlink: one of all wins, each time.
	ops := map[string]func(x *exec, name string) error{
		"mkdir": func(x *exec, n string) error { return x.Mkdir(bg, n, 0o755) },
		"excl": func(x *exec, n string) error {
			f, err := x.Open(bg, n, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o644)
			if err == nil {
				f.Close()
			}
			return err
		},
		"symlink": func(x *exec, n string) error { return x.Symlink(bg, "t", n) },
	}
	for op, f := range ops {
		for round := range 20 {
			name := fmt.Sprintf("/workspace/%s%d", op, round)
			won := make(chan error, len(xs))
			for _, x := range xs {
				go func() { won <- f(x, name) }()
			}
			n := 0
			for range xs {
				if err := <-won; err == nil {
					n++
				} else if !errors.Is(err, fs.ErrExist) {
					t.Errorf("%s: %v", op, err)
				}
			}
			if n != 1 {
				t.Errorf("%s: %d of %d won", op, n, len(xs))
			}
		}
	}
}

func TestConcurrentAppendsAreKept(t *testing.T) {
	w := newWorld(t)
	first := w.exec(wsfs.Options{})
	first.write("log", "begin\n")
	first.sync()
	const writers, lines = 3, 300
	done := make(chan error, writers)
	for i := range writers {
		x := w.exec(wsfs.Options{FlushInterval: time.Millisecond})
		go func() {
			f, err := x.Open(bg, "/workspace/log", vfs.WriteOnly|vfs.Append, 0)
			for n := 0; n < lines && err == nil; n++ {
				_, err = fmt.Fprintf(f, "writer %d line %d\n", i, n)
			}
			if err == nil {
				err = f.Close()
			}
			done <- errors.Join(err, x.ws.Close(bg, true))
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	text := w.exec(wsfs.Options{}).read("log")
	if n := strings.Count(text, "\n"); n != writers*lines+1 {
		t.Errorf("%d lines, want %d", n, writers*lines+1)
	}
	for i := range writers {
		at := 0
		for n := range lines {
			k := strings.Index(text[at:], fmt.Sprintf("writer %d line %d\n", i, n))
			if k < 0 {
				t.Fatalf("line %d of writer %d is lost or out of order", n, i)
			}
			at += k
		}
	}
}

// TestAppendsToANewFile: several execs make the file that they append to.
func TestAppendsToANewFile(t *testing.T) {
	w := newWorld(t)
	const writers, lines = 4, 50
	var xs []*exec
	for range writers {
		xs = append(xs, w.exec(wsfs.Options{FlushInterval: time.Hour}))
	}
	done := make(chan error, writers)
	for i, x := range xs {
		go func() {
			var err error
			for n := 0; n < lines && err == nil; n++ {
				var f vfs.File
				if f, err = x.Open(bg, "/workspace/new", vfs.WriteOnly|vfs.Create|vfs.Append, 0o644); err == nil {
					_, err = fmt.Fprintf(f, "writer %d line %d\n", i, n)
					f.Close()
				}
			}
			done <- errors.Join(err, x.ws.Close(bg, true))
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(w.exec(wsfs.Options{}).read("new"), "\n"); n != writers*lines {
		t.Errorf("%d lines, want %d", n, writers*lines)
	}
}

func TestConflicts(t *testing.T) {
	w := newWorld(t)
	slow := wsfs.Options{FlushInterval: time.Hour}
	a, b := w.exec(slow), w.exec(slow)
	// Both create the same name: the second writes to the first's file.
	a.write("same", "from a, longer")
	b.write("same", "from b")
	a.sync()
	b.sync()
	a.within("same", "from b")
	if got := b.read("same"); got != "from b" {
		t.Errorf("%q", got)
	}
	// b removes the file that a is writing to: a's writes vanish with it.
	a.write("gone", "1")
	a.sync()
	b.within("gone", "1")
	f, err := a.Open(bg, "/workspace/gone", vfs.WriteOnly|vfs.Append, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Unlink(bg, "/workspace/gone"); err != nil {
		t.Fatal(err)
	}
	b.sync()
	if _, err := f.Write([]byte("2")); err != nil {
		t.Errorf("a write to a removed file: %v", err)
	}
	f.Close()
	a.sync()
	a.within("gone", "error: No such file or directory")
	// A removal applies only to the file that it meant.
	a.write("meant", "old")
	a.sync()
	b.within("meant", "old")
	if err := a.Unlink(bg, "/workspace/meant"); err != nil {
		t.Fatal(err)
	}
	if err := b.Unlink(bg, "/workspace/meant"); err != nil {
		t.Fatal(err)
	}
	b.write("meant", "new")
	b.sync()
	a.sync()
	a.within("meant", "new")
	// A directory that is gone is an error in sync.
	if err := a.Mkdir(bg, "/workspace/dir", 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Stat(bg, "/workspace/dir"); err != nil {
		b.sync()
	}
	a.write("dir/f", "x")
	host := w.exec(wsfs.Options{})
	if err := host.Rmdir(bg, "/workspace/dir"); err != nil {
		t.Fatal(err)
	}
	if err := a.ws.Sync(bg); !errors.Is(err, vfs.ENOENT) {
		t.Errorf("sync into a removed directory: %v", err)
	}
}

func TestLargeFile(t *testing.T) {
	w := newWorld(t)
	a := w.exec(wsfs.Options{CacheBytes: 1 << 20, FlushInterval: 5 * time.Millisecond})
	r := rand.New(rand.NewSource(1))
	want := make([]byte, 70*vfs.PageSize+12345)
	r.Read(want)
	f, err := a.Open(bg, "/workspace/big", vfs.ReadWrite|vfs.Create, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(struct{ io.Writer }{f}, bytes.NewReader(want)); err != nil {
		t.Fatal(err)
	}
	rw := f.(*vfs.OpenFile)
	check := func(x *exec, what string) {
		t.Helper()
		got := x.read("big")
		if got != string(want) {
			i := 0
			for i < len(got) && i < len(want) && got[i] == want[i] {
				i++
			}
			t.Fatalf("%s: %d bytes, want %d, they differ from %d on", what, len(got), len(want), i)
		}
	}
	check(a, "before the flush")
	a.sync()
	check(a, "after the flush, from the host")
	for i := range 200 {
		off := r.Int63n(int64(len(want) - 1000))
		p := make([]byte, r.Intn(1000))
		r.Read(p)
		copy(want[off:], p)
		if _, err := rw.WriteAt(p, off); err != nil {
			t.Fatal(err)
		}
		if i%50 == 0 {
			size := len(want) - r.Intn(100000)
			want = want[:size]
			if err := rw.Truncate(int64(size)); err != nil {
				t.Fatal(err)
			}
			want = append(want, make([]byte, 5000)...)
			if err := rw.Truncate(int64(len(want))); err != nil {
				t.Fatal(err)
			}
		}
	}
	check(a, "after random writes")
	a.sync()
	check(w.exec(wsfs.Options{}), "as another exec sees it")
}

func TestUnlinkedOpenFile(t *testing.T) {
	w := newWorld(t)
	a, b := w.exec(wsfs.Options{}), w.exec(wsfs.Options{})
	a.write("f", "content")
	a.sync()
	b.within("f", "content")
	f, err := b.Open(bg, "/workspace/f", vfs.ReadWrite, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Unlink(bg, "/workspace/f"); err != nil {
		t.Fatal(err)
	}
	a.sync()
	b.within("f", "error: No such file or directory")
	if _, err := f.Seek(0, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("+more")); err != nil {
		t.Fatal(err)
	}
	b.sync()
	f.Seek(0, io.SeekStart)
	if got, err := io.ReadAll(f); string(got) != "content+more" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestManyFilesComeTogether(t *testing.T) {
	w := newWorld(t)
	a := w.exec(wsfs.Options{})
	const dirs, files = 20, 30
	for d := range dirs {
		if err := a.Mkdir(bg, fmt.Sprintf("/workspace/d%02d", d), 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range files {
			a.write(fmt.Sprintf("d%02d/f%02d", d, i), fmt.Sprintf("%d %d", d, i))
		}
	}
	a.sync()
	b := w.exec(wsfs.Options{})
	counted := &countingReads{FileSystem: b.s}
	job := rpc.Job{Root: root(t, b), Revision: b.ws.Revision()}
	ws := wsfs.New(counted, job, wsfs.Options{Now: func() int64 { return 1 }})
	defer ws.Close(bg, false)
	tree, err := namespace.New(bg, namespace.Config{Tmp: vfs.NewMemory(func() int64 { return 1 }, vfs.MemoryOptions{}), Now: func() int64 { return 1 }})
	if err == nil {
		err = tree.Mount(bg, namespace.Workspace, ws, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	for d := range dirs {
		for i := range files {
			got, err := tree.ReadFile(bg, fmt.Sprintf("/workspace/d%02d/f%02d", d, i), 100)
			if err != nil || string(got) != fmt.Sprintf("%d %d", d, i) {
				t.Fatalf("%q, %v", got, err)
			}
		}
	}
	if counted.reads.Load() > 20 {
		t.Errorf("%d calls to read %d files", counted.reads.Load(), dirs*files)
	}
}

func root(t *testing.T, x *exec) vfs.NodeInfo {
	n, err := x.ws.Node(bg, vfs.RootIno)
	if err != nil {
		t.Fatal(err)
	}
	return vfs.NodeInfo{Node: n, Rev: x.ws.Revision()}
}

type countingReads struct {
	rpc.FileSystem
	reads atomic.Int64
}

func (c *countingReads) Read(ctx context.Context, r []rpc.Range) ([][]byte, []uint64, error) {
	c.reads.Add(1)
	return c.FileSystem.Read(ctx, r)
}

func TestEffectIsAllOrNothing(t *testing.T) {
	w := newWorld(t)
	a := w.exec(wsfs.Options{Effect: true})
	a.write("f", "effect")
	if err := a.Mkdir(bg, "/workspace/d", 0o755); err != nil {
		t.Fatal(err)
	}
	a.write("d/g", "effect too")
	b := w.exec(wsfs.Options{})
	if got := b.read("f"); got != "error: No such file or directory" {
		t.Errorf("seen before its end: %q", got)
	}
	if err := a.ws.Close(bg, true); err != nil {
		t.Fatal(err)
	}
	b.within("d/g", "effect too")
	// One that is given up leaves nothing; one that conflicts fails whole.
	c := w.exec(wsfs.Options{Effect: true})
	c.write("h", "never")
	c.ws.Close(bg, false)
	d := w.exec(wsfs.Options{Effect: true})
	d.write("f", "late")
	d.write("k", "late")
	b.write("f", "first")
	b.sync()
	if err := d.ws.Close(bg, true); rpc.CodeOf(err) != "ECONFLICT" {
		t.Errorf("a conflict: %v", err)
	}
	last := w.exec(wsfs.Options{})
	for name, want := range map[string]string{"f": "first", "h": "error: No such file or directory", "k": "error: No such file or directory"} {
		if got := last.read(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRandomOperations runs the same random operations on the tree and on the
// real file system, and compares.
func TestRandomOperations(t *testing.T) {
	for seed := range 6 {
		w := newWorld(t)
		x := w.exec(wsfs.Options{FlushInterval: time.Millisecond, CacheBytes: 4096})
		dir := t.TempDir()
		r := rand.New(rand.NewSource(int64(seed)))
		names := []string{"a", "b", "c", "d/a", "d/b", "d/e/a", "d", "d/e", "f"}
		for step := range 600 {
			n, m := names[r.Intn(len(names))], names[r.Intn(len(names))]
			ours, real := "/workspace/"+n, filepath.Join(dir, n)
			var err1, err2 error
			switch r.Intn(9) {
			case 0, 1:
				data := bytes.Repeat([]byte{byte('a' + step%26)}, r.Intn(300000))
				err1 = x.WriteFile(bg, ours, data, 0o644)
				err2 = os.WriteFile(real, data, 0o644)
			case 2:
				err1, err2 = x.Mkdir(bg, ours, 0o755), os.Mkdir(real, 0o755)
			case 3:
				err1, err2 = x.Unlink(bg, ours), syscall.Unlink(real)
			case 4:
				err1, err2 = x.Rmdir(bg, ours), syscall.Rmdir(real)
			case 5:
				err1, err2 = x.Rename(bg, ours, "/workspace/"+m), syscall.Rename(real, filepath.Join(dir, m))
			case 6:
				err1, err2 = x.Link(bg, ours, "/workspace/"+m), syscall.Link(real, filepath.Join(dir, m))
			case 7:
				size := int64(r.Intn(400000))
				err1, err2 = x.Truncate(bg, ours, size), syscall.Truncate(real, size)
			case 8:
				f, err := x.Open(bg, ours, vfs.WriteOnly|vfs.Append, 0)
				if err1 = err; err == nil {
					f.Write([]byte("appended"))
					f.Close()
				}
				g, err := os.OpenFile(real, os.O_WRONLY|os.O_APPEND, 0)
				if err2 = err; err == nil {
					g.Write([]byte("appended"))
					g.Close()
				}
			}
			if (err1 == nil) != (err2 == nil) {
				t.Fatalf("seed %d, step %d, %s %s: %v, really %v", seed, step, n, m, err1, err2)
			}
			if step%40 == 0 {
				compare(t, x, dir)
			}
		}
		x.sync()
		compare(t, x, dir)
		compare(t, w.exec(wsfs.Options{}), dir)
	}
}

func compare(t *testing.T, x *exec, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		i, err := x.Lstat(bg, filepath.Join("/workspace", rel))
		if err != nil {
			return err
		}
		if i.IsDir() != d.IsDir() {
			return fmt.Errorf("%s: a directory: %t", rel, i.IsDir())
		}
		if d.IsDir() {
			ours, err := x.ReadDir(bg, filepath.Join("/workspace", rel))
			real, _ := os.ReadDir(name)
			if err != nil || len(ours) != len(real) {
				return fmt.Errorf("%s: %d names, want %d (%v)", rel, len(ours), len(real), err)
			}
			return nil
		}
		want, _ := os.ReadFile(name)
		if got := x.read(rel); got != string(want) {
			return fmt.Errorf("%s: %d bytes, want %d, or other ones", rel, len(got), len(want))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
