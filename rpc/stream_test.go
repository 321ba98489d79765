package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

var bg = context.Background()

// host answers as a test needs; what it doesn't set is an error.
type host struct {
	mu       sync.Mutex
	reported []any
	rpc.Session
	write   func(ctx context.Context, stream int, data []byte) error
	read    func(ctx context.Context, r []rpc.Range) ([][]byte, []uint64, error)
	signals func(ctx context.Context, seen int) ([]syscall.Signal, error)
	lease   func(ctx context.Context, n int) (vfs.Ino, error)
	commit  func(request uint64, c []vfs.Change) (vfs.Result, error)
}

func (h *host) Open(context.Context, int) (rpc.Job, error) {
	return rpc.Job{Args: []string{"bash", "-c", "x"}, Env: []string{"A=\xff"}, Dir: "/workspace", Revision: 7,
		Root:     vfs.NodeInfo{Node: vfs.Node{Ino: 1, Kind: vfs.Directory, Mode: 0o755, Nlink: 2, Mtime: -5}, Rev: 3},
		Listings: []vfs.Listing{{Dir: 1, Entries: []vfs.Entry{{Name: "a\xffb", NodeInfo: vfs.NodeInfo{Node: vfs.Node{Ino: 9, Kind: vfs.Symlink, Target: "t"}, Chunks: []uint64{4, 0, 5}}}}}},
		Granted:  []string{rpc.GrantFiles}, Timeout: 3 * time.Second, Pid: 1000, InoFirst: 50, InoCount: 10}, nil
}
func (h *host) Write(ctx context.Context, s int, d []byte) error { return h.write(ctx, s, d) }
func (h *host) Read(ctx context.Context, r []rpc.Range) ([][]byte, []uint64, error) {
	return h.read(ctx, r)
}
func (h *host) Signals(ctx context.Context, n int) ([]syscall.Signal, error) {
	return h.signals(ctx, n)
}
func (h *host) Lease(ctx context.Context, n int) (vfs.Ino, error) { return h.lease(ctx, n) }
func (h *host) Commit(_ context.Context, r uint64, c []vfs.Change, _ bool) (vfs.Result, error) {
	return h.commit(r, c)
}

func (h *host) Report(_ context.Context, seq int64, events []rpc.Event, seen int) ([]syscall.Signal, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reported = append(h.reported, seq, events, seen)
	return []syscall.Signal{syscall.SIGHUP, syscall.SIGKILL}, nil
}

func (h *host) Finish(_ context.Context, seq int64, events []rpc.Event, e rpc.Ending) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reported = append(h.reported, seq, events, e)
	return nil
}

func (h *host) Feed(_ context.Context, from int64) ([]byte, bool, error) {
	return []byte("\xff in"), from == 7, nil
}

var all = []string{rpc.GrantFiles, rpc.GrantOutput, rpc.GrantControl, rpc.GrantAssets, rpc.GrantLog}

// connect serves h on one end of a socket pair and returns the client on the other.
func connect(t *testing.T, h rpc.Session, granted []string) (*rpc.Client, net.Conn, <-chan error) {
	t.Helper()
	ours, theirs := pair(t)
	faults := make(chan error, 16)
	ended := make(chan struct{})
	ctx, cancel := context.WithCancel(bg)
	go func() {
		rpc.ServeStream(ctx, ours, h, granted, func(err error) { faults <- err })
		close(ended)
	}()
	c, err := rpc.NewStreamClient(bg, theirs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); cancel(); <-ended })
	return c, ours, faults
}

// session is a client of either carrier.
type session interface {
	rpc.Session
	Flush() error
}

// both runs a test over the stream carrier and over the invoke carrier.
func both(t *testing.T, f func(t *testing.T, connect func(h rpc.Session, granted []string) (session, <-chan error))) {
	t.Run("stream", func(t *testing.T) {
		f(t, func(h rpc.Session, granted []string) (session, <-chan error) {
			c, _, faults := connect(t, h, granted)
			return c, faults
		})
	})
	t.Run("invoke", func(t *testing.T) {
		f(t, func(h rpc.Session, granted []string) (session, <-chan error) {
			faults := make(chan error, 16)
			key := []byte("key")
			token := rpc.Token{Exec: "e", Workspace: "w", Expires: time.Unix(100, 0), Granted: granted}.Sign(key)
			c := rpc.NewBatchClient(token, "", func(ctx context.Context, request []byte) ([]byte, error) {
				return rpc.ServeBatch(ctx, request, func(_ context.Context, token []byte, _ string) (rpc.Session, []string, error) {
					got, err := rpc.VerifyToken(token, key, time.Unix(99, 0))
					return h, got.Granted, err
				}, func(err error) { faults <- err })
			})
			return c.(session), faults
		})
	})
}

func TestToken(t *testing.T) {
	key, now := []byte("key"), time.Unix(1000, 0)
	want := rpc.Token{Exec: "e", Workspace: "w", Expires: time.Unix(1001, 0).UTC(), ReadOnly: true, Granted: all}
	signed := want.Sign(key)
	if got, err := rpc.VerifyToken(signed, key, now); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := rpc.VerifyToken(signed, key, now.Add(time.Second)); rpc.CodeOf(err) != "EAUTH" {
		t.Errorf("expired: %v", err)
	}
	if _, err := rpc.VerifyToken(signed, []byte("other"), now); rpc.CodeOf(err) != "EAUTH" {
		t.Errorf("another host's: %v", err)
	}
	for i := range signed {
		altered := bytes.Clone(signed)
		altered[i] ^= 1
		if got, err := rpc.VerifyToken(altered, key, now); err == nil && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("altered at %d: %v", i, got)
		}
	}
}

// TestBadBatches: what is no batch is refused with a code, and nothing panics.
func TestBadBatches(t *testing.T) {
	key := []byte("key")
	var good []byte
	serve := func(request []byte) ([]byte, error) {
		return rpc.ServeBatch(bg, request, func(_ context.Context, token []byte, _ string) (rpc.Session, []string, error) {
			got, err := rpc.VerifyToken(token, key, time.Unix(99, 0))
			return &host{lease: func(context.Context, int) (vfs.Ino, error) { return 1, nil }}, got.Granted, err
		}, func(err error) {})
	}
	call := func(k []byte, expires int64) error {
		token := rpc.Token{Expires: time.Unix(expires, 0), Granted: all}.Sign(k)
		_, err := rpc.NewBatchClient(token, "", func(_ context.Context, request []byte) ([]byte, error) {
			good = request
			return serve(request)
		}).Lease(bg, 1)
		return err
	}
	if err := call([]byte("wrong"), 100); rpc.CodeOf(err) != "EAUTH" && !errors.Is(err, rpc.ErrLost) {
		t.Errorf("a wrong token: %v", err)
	}
	if err := call(key, 99); err == nil {
		t.Error("an old token was taken")
	}
	if err := call(key, 100); err != nil {
		t.Fatal(err)
	}
	for i := range len(good) {
		if _, err := serve(good[:i]); err == nil {
			t.Fatalf("a batch cut at %d was taken", i)
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		data := bytes.Clone(good)
		for range 1 + r.Intn(4) {
			data[r.Intn(len(data))] = byte(r.Intn(256))
		}
		serve(data)
	}
	if _, err := serve(make([]byte, 9<<20)); rpc.CodeOf(err) != "ELIMIT" {
		t.Errorf("a large one: %v", err)
	}
}

func TestEverythingArrivesAsItWasSent(t *testing.T) { both(t, everythingArrives) }

func everythingArrives(t *testing.T, connect func(rpc.Session, []string) (session, <-chan error)) {
	h := &host{}
	var got []vfs.Change
	h.commit = func(r uint64, c []vfs.Change) (vfs.Result, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		got = c
		return vfs.Result{Revision: r, Made: true, Alias: map[vfs.Ino]vfs.Ino{3: 4}, Failed: []vfs.Failure{{Index: 1, Err: vfs.ENOTEMPTY}}}, nil
	}
	c, _ := connect(h, all)
	j, err := c.Open(bg, rpc.Version)
	want, _ := h.Open(bg, rpc.Version)
	if err != nil || fmt.Sprintf("%+v", j) != fmt.Sprintf("%+v", want) {
		t.Errorf("job:\n%+v, %v\nwant\n%+v", j, err, want)
	}
	events := []rpc.Event{{Stream: 1, Value: []byte("\xff\x00")}, {Stream: 2}}
	l := c.(rpc.Log)
	if signals, err := l.Report(bg, 1<<40, events, 3); err != nil || fmt.Sprint(signals) != fmt.Sprint([]syscall.Signal{syscall.SIGHUP, syscall.SIGKILL}) {
		t.Errorf("signals: %v, %v", signals, err)
	}
	ending := rpc.Ending{Status: 255, Lost: true, Message: "why", Applied: 1, Skipped: 2, Pulled: 1 << 40}
	if err := l.Finish(bg, 5, nil, ending); err != nil {
		t.Error(err)
	}
	if data, end, err := l.Feed(bg, 7); string(data) != "\xff in" || !end || err != nil {
		t.Errorf("input: %q, %t, %v", data, end, err)
	}
	h.mu.Lock()
	reported := h.reported
	h.mu.Unlock()
	if want := []any{int64(1 << 40), events, 3, int64(5), []rpc.Event{}, ending}; fmt.Sprint(reported...) != fmt.Sprint(want...) {
		t.Errorf("reported %v, want %v", reported, want)
	}
	if _, err := l.Report(bg, 0, []rpc.Event{{Stream: 3}}, 0); rpc.CodeOf(err) != "EINVAL" {
		t.Errorf("an event of stream 3: %v", err)
	}
	sent := []vfs.Change{
		{Op: vfs.OpCreate, Time: -1, Ino: 1 << 52, Node: vfs.Node{Kind: vfs.Symlink, Mode: 0o7777, Target: "x\x80"}},
		{Op: vfs.OpLink, Ino: 2, Dir: 3, Name: "n\xfe", Excl: true, Trunc: true},
		{Op: vfs.OpRename, Ino: 2, Dir: 3, Name: "a", NewDir: 4, NewName: "b", Assumed: 5},
		{Op: vfs.OpSetAttr, Set: vfs.SetMtime, Node: vfs.Node{Mtime: 5}},
		{Op: vfs.OpWrite, Size: 1 << 40, Pages: []vfs.PageChunk{{Page: 1 << 30, ID: 1 << 60}}},
		{Op: vfs.OpAppend, Data: []byte("\x00\xff")},
	}
	r, err := c.Commit(bg, 42, sent, true)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", sent) {
		t.Errorf("changes:\n%+v, %v\nwant\n%+v", got, err, sent)
	}
	if r.Revision != 42 || !r.Made || r.Alias[3] != 4 || len(r.Failed) != 1 || r.Failed[0].Err != vfs.ENOTEMPTY {
		t.Errorf("result: %+v", r)
	}
}

func TestCallsThatWerentGranted(t *testing.T) { both(t, notGranted) }

func notGranted(t *testing.T, connect func(rpc.Session, []string) (session, <-chan error)) {
	c, _ := connect(&host{}, []string{rpc.GrantControl})
	if _, err := c.Lease(bg, 1); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("lease: %v", err)
	}
	err := c.Write(bg, 1, []byte("x"))
	if err == nil {
		err = c.Flush()
	}
	if rpc.CodeOf(err) != "EPERM" {
		t.Errorf("write: %v", err)
	}
}

func TestPanicEndsOnlyItsCall(t *testing.T) { both(t, panicEndsOnlyItsCall) }

func panicEndsOnlyItsCall(t *testing.T, connect func(rpc.Session, []string) (session, <-chan error)) {
	h := &host{lease: func(_ context.Context, n int) (vfs.Ino, error) {
		if n == 1 {
			panic("oh")
		}
		return 5, vfs.ENOSPC
	}}
	c, faults := connect(h, all)
	if _, err := c.Lease(bg, 1); rpc.CodeOf(err) != "EIO" {
		t.Errorf("a panic: %v", err)
	}
	if err := <-faults; !strings.Contains(err.Error(), "oh") {
		t.Errorf("fault: %v", err)
	}
	if _, err := c.Lease(bg, 2); !errors.Is(err, vfs.ENOSPC) {
		t.Errorf("after it: %v", err)
	}
}

// TestBlockedCallsDontBlockOthers: handlers that wait leave the others to run.
func TestBlockedCallsDontBlockOthers(t *testing.T) {
	h := &host{
		signals: func(ctx context.Context, _ int) ([]syscall.Signal, error) { <-ctx.Done(); return nil, ctx.Err() },
		lease:   func(context.Context, int) (vfs.Ino, error) { return 5, nil },
		write:   func(ctx context.Context, _ int, _ []byte) error { <-ctx.Done(); return ctx.Err() },
	}
	c, _, _ := connect(t, h, all)
	ctx, cancel := context.WithCancel(bg)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { c.Signals(ctx, 0) })
	}
	c.Write(ctx, 1, []byte("x"))
	if ino, err := c.Lease(bg, 1); ino != 5 || err != nil {
		t.Errorf("%d, %v", ino, err)
	}
	cancel()
	wg.Wait() // a cancelled call returns
}

// TestSlowReaderHoldsTheWindow: what is on its way to a reader that doesn't
// read is bounded, the bytes stay in order, and none is lost.
func TestSlowReaderHoldsTheWindow(t *testing.T) {
	var mu sync.Mutex
	var all1 bytes.Buffer
	gate := make(chan struct{})
	h := &host{write: func(ctx context.Context, s int, d []byte) error {
		<-gate
		mu.Lock()
		all1.Write(d)
		mu.Unlock()
		return nil
	}}
	c, _, _ := connect(t, h, all)
	var sent atomic.Int64
	var want bytes.Buffer
	done := make(chan error, 1)
	go func() {
		for i := range 400 {
			line := bytes.Repeat([]byte{byte(i)}, 32<<10)
			want.Write(line)
			if err := c.Write(bg, 1, line); err != nil {
				done <- err
				return
			}
			sent.Add(int64(len(line)))
		}
		done <- c.Flush()
	}()
	// The writer stops at the window, however long it is given.
	last := int64(-1)
	for stable := 0; stable < 20; {
		runtime.Gosched()
		if n := sent.Load(); n == last && n > 0 {
			stable++
		} else {
			last, stable = n, 0
		}
		time.Sleep(time.Millisecond)
	}
	if last > rpc.OutputWindow {
		t.Errorf("%d bytes are on their way, the window is %d", last, rpc.OutputWindow)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !bytes.Equal(all1.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes arrived, or in another order; %d were sent", all1.Len(), want.Len())
	}
}

// TestPeerDies: all calls end when the other side is gone, those that wait too.
func TestPeerDies(t *testing.T) {
	entered := make(chan struct{})
	h := &host{signals: func(ctx context.Context, _ int) ([]syscall.Signal, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	c, conn, _ := connect(t, h, all)
	failed := make(chan error, 1)
	go func() { _, err := c.Signals(bg, 0); failed <- err }()
	<-entered
	conn.Close()
	if err := <-failed; !errors.Is(err, rpc.ErrLost) {
		t.Errorf("%v", err)
	}
	if _, err := c.Lease(bg, 1); !errors.Is(err, rpc.ErrLost) {
		t.Errorf("a call afterwards: %v", err)
	}
	<-c.Done()
}

// TestGarbage: bytes that are no messages end the connection, and nothing else.
func TestGarbage(t *testing.T) {
	for _, garbage := range []string{"GET / HTTP/1.1\r\n\r\n", "\xff\xff\xff\xff\xff\xff\xff\xff", strings.Repeat("\x00", 4096), "\x00\x00\x00\x00\xff\xff\xff\x7f", "\x00"} {
		ours, theirs := pair(t)
		done := make(chan error, 1)
		go func() { done <- rpc.ServeStream(bg, ours, &host{}, all, func(err error) { t.Error(err) }) }()
		theirs.Write([]byte(garbage))
		theirs.Close()
		<-done
	}
}

// TestLargeAnswers: reads of the largest size, many at once, stay right and
// don't pile up in memory.
func TestLargeAnswers(t *testing.T) { both(t, largeAnswers) }

func largeAnswers(t *testing.T, connect func(rpc.Session, []string) (session, <-chan error)) {
	page := bytes.Repeat([]byte("0123456789abcdef"), vfs.PageSize/16)
	h := &host{read: func(_ context.Context, r []rpc.Range) ([][]byte, []uint64, error) {
		var pages [][]byte
		var ids []uint64
		for _, x := range r {
			for range x.Count {
				pages, ids = append(pages, page), append(ids, uint64(x.Ino))
			}
		}
		return pages, ids, nil
	}}
	c, _ := connect(h, all)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 16 {
				pages, ids, err := c.Read(bg, []rpc.Range{{Ino: vfs.Ino(i), Count: 4}})
				if err != nil || len(pages) != 4 || ids[3] != uint64(i) || !bytes.Equal(pages[3], page) {
					t.Errorf("%d pages, %v", len(pages), err)
					return
				}
			}
		})
	}
	wg.Wait()
	if _, _, err := c.Read(bg, []rpc.Range{{Count: rpc.MaxRead}}); rpc.CodeOf(err) != "EINVAL" {
		t.Errorf("a read of too much: %v", err)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 96<<20 {
		t.Errorf("%d MiB are held after 256 MiB of answers", m.HeapAlloc>>20)
	}
}

// record keeps what a client sends.
type record struct {
	net.Conn
	mu  sync.Mutex
	all []byte
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	r.all = append(r.all, p...)
	r.mu.Unlock()
	return r.Conn.Write(p)
}

// TestMutatedMessages sends a host what a worker shouldn't: it may refuse, it
// must live, and the connection must end.
func TestMutatedMessages(t *testing.T) {
	h := &host{
		lease:   func(context.Context, int) (vfs.Ino, error) { return 5, nil },
		commit:  func(r uint64, c []vfs.Change) (vfs.Result, error) { return vfs.Result{Revision: r}, nil },
		read:    func(context.Context, []rpc.Range) ([][]byte, []uint64, error) { return nil, nil, nil },
		write:   func(context.Context, int, []byte) error { return nil },
		signals: func(context.Context, int) ([]syscall.Signal, error) { return nil, nil },
	}
	ours, theirs := pair(t)
	rec := &record{Conn: theirs}
	go rpc.ServeStream(bg, ours, h, all, func(error) {})
	c, err := rpc.NewStreamClient(bg, rec)
	if err != nil {
		t.Fatal(err)
	}
	c.Open(bg, 1)
	c.Commit(bg, 1, []vfs.Change{{Op: vfs.OpLink, Name: "x", Pages: []vfs.PageChunk{{Page: 1, ID: 2}}, Data: []byte("d")}}, false)
	c.Write(bg, 1, []byte("out"))
	c.Flush()
	c.Read(bg, []rpc.Range{{Ino: 1, Count: 1}})
	c.Close()
	rounds := 2000
	if os.Getenv("CAPSHELL_SOAK") != "" {
		rounds = 1000000
	}
	r := rand.New(rand.NewSource(int64(rounds)))
	for range rounds {
		data := bytes.Clone(rec.all)
		for range 1 + r.Intn(4) {
			data[r.Intn(len(data))] = byte(r.Intn(256))
		}
		if r.Intn(3) == 0 {
			data = data[:r.Intn(len(data))]
		}
		ours, theirs := pair(t)
		done := make(chan struct{})
		go func() {
			rpc.ServeStream(bg, ours, h, all, func(error) {})
			close(done)
		}()
		go io.Copy(io.Discard, theirs)
		theirs.Write(data)
		theirs.CloseWrite()
		<-done
		theirs.Close()
	}
}

func pair(t testing.TB) (a, b *net.UnixConn) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	var conns [2]*net.UnixConn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "socket")
		c, err := net.FileConn(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		conns[i] = c.(*net.UnixConn)
	}
	return conns[0], conns[1]
}

// hasty is a connection whose write deadlines are short.
type hasty struct{ *net.UnixConn }

func (h hasty) SetWriteDeadline(time.Time) error {
	return h.UnixConn.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
}

// deaf is a connection that its owner stops reading from.
type deaf struct {
	*net.UnixConn
	stop atomic.Bool
	end  chan struct{}
}

func (d *deaf) Read(p []byte) (int, error) {
	if d.stop.Load() {
		<-d.end
	}
	return d.UnixConn.Read(p)
}

// TestPeerStopsReading: a worker that takes no answers is given up, and its
// calls don't hang the host.
func TestPeerStopsReading(t *testing.T) {
	page := bytes.Repeat([]byte("x"), vfs.PageSize)
	h := &host{read: func(context.Context, []rpc.Range) ([][]byte, []uint64, error) {
		return [][]byte{page, page, page, page}, []uint64{1, 2, 3, 4}, nil
	}}
	ours, theirs := pair(t)
	served := make(chan struct{})
	go func() {
		rpc.ServeStream(bg, hasty{ours}, h, all, func(err error) { t.Error(err) })
		close(served)
	}()
	d := &deaf{UnixConn: theirs, end: make(chan struct{})}
	c, err := rpc.NewStreamClient(bg, d)
	if err != nil {
		t.Fatal(err)
	}
	d.stop.Store(true)
	failed := make(chan error, 8)
	for range cap(failed) {
		go func() { _, _, err := c.Read(bg, []rpc.Range{{Count: 4}}); failed <- err }()
	}
	<-served
	close(d.end)
	lost := 0
	for range cap(failed) {
		if errors.Is(<-failed, rpc.ErrLost) {
			lost++
		}
	}
	if lost == 0 {
		t.Error("every call was answered: nobody stopped reading")
	}
	c.Close()
}
