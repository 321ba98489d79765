package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

var bg = context.Background()

// objects are Objects in memory. A PUT of which fail is true is made, and its
// answer lost.
type objects struct {
	mu   sync.Mutex
	n    int
	data map[string]object
	fail func(key string) bool
	puts int
}

type object struct {
	data    []byte
	version string
}

func (o *objects) Put(_ context.Context, key string, data []byte, version string) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	old, there := o.data[key]
	if version == "*" && there || version != "*" && version != "" && version != old.version {
		return "", fs.ErrExist
	}
	o.n++
	o.puts++
	now := fmt.Sprint("v", o.n)
	o.data[key] = object{append([]byte(nil), data...), now}
	if o.fail != nil && o.fail(key) {
		// The client tries again, and finds the condition not to hold any more.
		return "", fs.ErrExist
	}
	return now, nil
}

func (o *objects) Get(_ context.Context, key, unless string) ([]byte, string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	v, ok := o.data[key]
	if !ok {
		return nil, "", fs.ErrNotExist
	}
	if v.version == unless {
		return nil, unless, nil
	}
	return v.data, v.version, nil
}

func (o *objects) List(_ context.Context, prefix string, f func(string, time.Time) error) error {
	o.mu.Lock()
	var keys []string
	for key := range o.data {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	o.mu.Unlock()
	for _, key := range keys {
		if err := f(key, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

func (o *objects) Remove(_ context.Context, key string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.data, key)
	return nil
}

func (o *objects) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.data)
}

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// workers takes the place of a function: it notes what it was asked to run.
type workers struct {
	launched []rpc.Token
	attach   func(a *runtime.Attached)
	refuse   error
}

func (w *workers) Launch(_ context.Context, t rpc.Token) error {
	if w.refuse == nil {
		w.launched = append(w.launched, t)
	}
	return w.refuse
}

func (w *workers) Attach(_ context.Context, a *runtime.Attached, started func(error)) {
	started(w.refuse)
	if w.refuse == nil {
		w.attach(a)
	}
}

// deployment is two instances of a host, of one bucket.
type deployment struct {
	*clock
	*objects
	*workers
	api, other *runtime.Host
	// newest, if not nil, is asked while a worker starts.
	newest func() (bool, error)
}

func deploy(t *testing.T, limits runtime.Limits) *deployment {
	t.Helper()
	d := &deployment{clock: &clock{t: time.Unix(1000000, 0)}, objects: &objects{data: map[string]object{}}, workers: &workers{}}
	store, err := durable.OpenDirectory(t.TempDir(), durable.DirectoryOptions{Now: d.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c := runtime.Config{Workspaces: store, Remote: d.workers, Now: d.now, Limits: limits, Fail: func(err error) { t.Error(err) },
		Objects: func(string) runtime.Objects { return d.objects },
		Seen: func(workspace string) (*sqlite.DB, func(context.Context) (bool, error), func(), bool) {
			if d.newest == nil {
				return nil, nil, nil, false
			}
			db, release, err := store.Acquire(bg, workspace, true)
			return db, func(context.Context) (bool, error) { return d.newest() }, release, err == nil
		}}
	d.api, d.other = runtime.New(c), runtime.New(c)
	t.Cleanup(func() { d.api.Close(); d.other.Close() })
	return d
}

// launch starts a detached exec and returns its token.
func (d *deployment) launch(t *testing.T, o runtime.Options) rpc.Token {
	t.Helper()
	o.Detach = true
	if o.Command == "" {
		o.Command = "x"
	}
	if _, err := d.api.Exec(bg, "w", o); err != nil {
		t.Fatal(err)
	}
	return d.launched[len(d.launched)-1]
}

// batch restores a session at the other host, as a batch of calls does.
func (d *deployment) batch(t *testing.T, token rpc.Token, holder string) (rpc.BatchSession, error) {
	t.Helper()
	s, release, err := d.other.Restore(bg, token, holder)
	if err != nil {
		return nil, err
	}
	t.Cleanup(release)
	return s.(rpc.BatchSession), nil
}

func (d *deployment) mustBatch(t *testing.T, token rpc.Token, holder string) rpc.BatchSession {
	t.Helper()
	s, err := d.batch(t, token, holder)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func out(text string) []rpc.Event { return []rpc.Event{{Stream: 1, Value: []byte(text)}} }

// TestStartedAhead: of an exec whose worker started before it was known whether
// the workspace is as it was seen, nothing is recorded until then.
func TestStartedAhead(t *testing.T) {
	d := deploy(t, runtime.Limits{})
	ending := make(chan bool, 1)
	d.newest = func() (bool, error) {
		<-ending
		if n := d.objects.count(); n != 0 {
			t.Errorf("%d objects were written before", n)
		}
		return true, nil
	}
	d.attach = func(a *runtime.Attached) {
		a.Event(bg, 1, []byte("out"))
		ending <- true
		a.End(rpc.Ending{Status: 3})
	}
	for _, unannounced := range []bool{true, false} {
		e, err := d.api.Exec(bg, "w", runtime.Options{Command: "x", Unannounced: unannounced})
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Result(bg)
		if out, _ := e.Output("stdout"); err != nil || r.ExitCode != 3 || string(out) != "out" {
			t.Errorf("%+v, %q, %v", r, out, err)
		}
		if err := d.api.Forget(bg, "w", e.ID); err != nil {
			t.Error(err)
		}
	}
}

// TestStartedTooEarly: an exec whose worker started with what wasn't the newest
// revision any more, or perhaps not, is started anew. The first one's end and
// its changes come to nothing, and its worker's calls are refused.
func TestStartedTooEarly(t *testing.T) {
	for name, cause := range map[string]error{"another committed": nil, "the bucket doesn't answer": errors.New("no answer")} {
		t.Run(name, func(t *testing.T) {
			d := deploy(t, runtime.Limits{})
			ending := make(chan bool, 1)
			d.newest = func() (bool, error) { <-ending; return false, cause }
			var tokens []rpc.Token
			d.attach = func(a *runtime.Attached) {
				tokens = append(tokens, a.Token())
				a.Event(bg, 1, fmt.Appendf(nil, "run %d", len(tokens)))
				ending <- true
				changes := []vfs.Change{{Op: vfs.OpCreate, Ino: 1 << 40, Node: vfs.Node{Ino: 1 << 40, Kind: vfs.Regular, Mode: 0o644}},
					{Op: vfs.OpLink, Ino: 1 << 40, Dir: vfs.RootIno, Name: fmt.Sprint("run", len(tokens))}}
				if _, err := a.Commit(bg, changes, nil); (err != nil) != (len(tokens) == 1) {
					t.Errorf("run %d commits: %v", len(tokens), err)
				}
				a.End(rpc.Ending{Status: len(tokens)})
			}
			e, err := d.api.Exec(bg, "w", runtime.Options{Command: "x", Unannounced: true})
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Result(bg)
			if out, _ := e.Output("stdout"); err != nil || r.ExitCode != 2 || string(out) != "run 2" {
				t.Errorf("%+v, %q, %v", r, out, err)
			}
			if len(tokens) != 2 || tokens[0].Exec != tokens[1].Exec || d.objects.count() != 1 {
				t.Errorf("%d runs, %d records", len(tokens), d.objects.count())
			}
			for i, code := range []string{"ENOENT", "EPERM"} { // there is no such run; it has ended
				if _, err := d.batch(t, tokens[i], "h"); rpc.CodeOf(err) != code {
					t.Errorf("a call of run %d: %v", i+1, err)
				}
			}
		})
	}
}

// TestLaunchedExec: its supervisor asks for the job, tells of it in pieces, and
// any instance reads it.
func TestLaunchedExec(t *testing.T) {
	d := deploy(t, runtime.Limits{})
	token := d.launch(t, runtime.Options{ID: "a b/c"[:3], Command: "cat", Env: map[string]string{"A": "b"}, Stdin: []byte("input"), Timeout: time.Minute})
	if _, err := d.api.Exec(bg, "w", runtime.Options{ID: "a b", Command: "x", Detach: true}); rpc.CodeOf(err) != "EEXEC_BUSY" {
		t.Errorf("the same id: %v", err)
	}
	s := d.mustBatch(t, token, "h1")
	job, err := s.Open(bg, rpc.Version)
	if err != nil || fmt.Sprint(job.Args) != "[bash -c cat]" || job.Timeout != time.Minute || !strings.Contains(fmt.Sprint(job.Env), "A=b") || job.Stdin != nil {
		t.Errorf("%+v, %v", job, err)
	}
	for _, c := range []struct {
		from int64
		data string
	}{{0, "input"}, {2, "put"}, {0, "input"}, {5, ""}} {
		if data, end, err := s.Feed(bg, c.from); string(data) != c.data || !end || err != nil {
			t.Errorf("input from %d: %q, %t, %v", c.from, data, end, err)
		}
	}
	if _, _, err := s.Feed(bg, 3); rpc.CodeOf(err) != "EINVAL" {
		t.Errorf("input that is gone: %v", err)
	}
	// Another that the same invoke began is refused.
	if _, err := d.batch(t, token, "h2"); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("another holder: %v", err)
	}
	// Events that are told again are taken once; a gap is refused.
	for _, c := range []struct {
		seq  int64
		text string
	}{{0, "one"}, {0, "one"}, {1, "two"}} {
		if _, err := s.Report(bg, c.seq, out(c.text), 0); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Report(bg, 3, out("four"), 0); rpc.CodeOf(err) != "EINVAL" {
		t.Errorf("a gap: %v", err)
	}
	e, err := d.api.Get(bg, "w", "a b")
	if err != nil || e.State() != "running" {
		t.Fatal(err)
	}
	r, err := e.Follow(1)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Next(bg); err != nil || string(v.Value) != "two" || v.Seq != 1 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := s.Finish(bg, 2, out("three"), rpc.Ending{Status: 7, Applied: 5, Skipped: 1, Pulled: 2, Message: "unsaved"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(bg, 2, out("three"), rpc.Ending{Status: 9}); err != nil {
		t.Errorf("told again: %v", err)
	}
	var seen []string
	for {
		v, err := r.Next(bg)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, fmt.Sprint(v.Seq, " ", v.Name, " ", string(v.Value), " ", v.Exit))
	}
	if fmt.Sprint(seen) != "[2 stdout three 0 3 exit  7]" {
		t.Errorf("%q", seen)
	}
	r.Close()
	e.Leave(bg)
	e, err = d.other.Get(bg, "w", "a b")
	if err != nil {
		t.Fatal(err)
	}
	res, err := e.Result(bg)
	if text, cut := e.Output("stdout"); err != nil || string(text) != "onetwothree" || cut || res.ExitCode != 7 || res.Applied != 5 || res.Skipped != 1 || res.Pulled != 2 || res.Sync != "failed" || res.SyncErr != "unsaved" {
		t.Errorf("%+v, %q, %v", res, text, err)
	}
	// What it might still ask for is refused.
	if _, _, err := d.mustBatch(t, token, "h1").Tree(bg, 1, 1, 0); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("after its end: %v", err)
	}
	d.clock.add(5*time.Minute - time.Second)
	if _, err := d.other.Get(bg, "w", "a b"); err != nil {
		t.Errorf("within 5 minutes: %v", err)
	}
	d.clock.add(2 * time.Second)
	if _, err := d.other.Get(bg, "w", "a b"); rpc.CodeOf(err) != "ENOENT" || d.count() != 0 {
		t.Errorf("after 5 minutes: %v, %d objects", err, d.count())
	}
}

// TestLogIsBounded: old segments go, and a reader of them is told.
func TestLogIsBounded(t *testing.T) {
	d := deploy(t, runtime.Limits{LogBytes: 4 << 20})
	token := d.launch(t, runtime.Options{ID: "x"})
	s := d.mustBatch(t, token, "h")
	piece := strings.Repeat("x", 100000)
	seq := int64(0)
	for range 100 {
		if _, err := s.Report(bg, seq, out(piece), 0); err != nil {
			t.Fatal(err)
		}
		seq++
	}
	if err := s.Finish(bg, seq, nil, rpc.Ending{}); err != nil {
		t.Fatal(err)
	}
	e, err := d.api.Get(bg, "w", "x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Follow(0); rpc.CodeOf(err) != "ELOG_TRUNCATED" {
		t.Errorf("from the beginning: %v", err)
	}
	if _, err := e.Result(bg); err != nil {
		t.Fatal(err)
	}
	if text, cut := e.Output("stdout"); !cut || len(text) < 3<<20 || len(text) > 4<<20 {
		t.Errorf("%d bytes, cut %t", len(text), cut)
	}
	if _, cut := e.Output("stderr"); cut {
		t.Error("stderr is said to be cut")
	}
	if n := d.count(); n > 30 {
		t.Errorf("%d objects are left", n)
	}
	if err := d.api.Forget(bg, "w", "x"); err != nil || d.count() != 0 {
		t.Errorf("%v, %d objects are left", err, d.count())
	}
}

// TestNoSignOfLife: an exec whose supervisor is silent for too long is lost,
// and can't commit afterwards.
func TestNoSignOfLife(t *testing.T) {
	d := deploy(t, runtime.Limits{})
	token := d.launch(t, runtime.Options{ID: "x"})
	s := d.mustBatch(t, token, "h")
	if _, err := s.Report(bg, 0, out("begun"), 0); err != nil {
		t.Fatal(err)
	}
	first, err := s.Lease(bg, 10)
	if err != nil {
		t.Fatal(err)
	}
	change := func(name string, n vfs.Ino) []vfs.Change {
		return []vfs.Change{{Op: vfs.OpCreate, Ino: first + n, Node: vfs.Node{Ino: first + n, Kind: vfs.Regular, Mode: 0o644}}, {Op: vfs.OpLink, Ino: first + n, Dir: vfs.RootIno, Name: name}}
	}
	if r, err := s.Commit(bg, 1, change("a", 0), false); err != nil || !r.Made {
		t.Fatal(r, err)
	}
	// Each call is a sign of life.
	for range 5 {
		d.clock.add(10 * time.Second)
		if _, err := d.mustBatch(t, token, "h").Report(bg, 1, nil, 0); err != nil {
			t.Fatal(err)
		}
		if e, err := d.api.Get(bg, "w", "x"); err != nil || e.State() != "running" {
			t.Fatal(err)
		}
	}
	s = d.mustBatch(t, token, "h") // restored before the end
	d.clock.add(18 * time.Second)
	e, err := d.api.Get(bg, "w", "x")
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Result(bg)
	if text, _ := e.Output("stdout"); err != nil || r.ExitCode != 137 || r.Sync != "lost" || string(text) != "begun" {
		t.Errorf("%+v, %q, %v", r, text, err)
	}
	if _, err := s.Commit(bg, 2, change("b", 1), false); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("a commit that was on its way: %v", err)
	}
	signals, err := d.mustBatch(t, token, "h").Report(bg, 1, out("late"), 0)
	if err != nil || fmt.Sprint(signals) != fmt.Sprint([]syscall.Signal{syscall.SIGKILL}) {
		t.Errorf("it wasn't told to stop: %v, %v", signals, err)
	}
}

// TestSteering: signals, pauses and input reach the supervisor once each.
func TestSteering(t *testing.T) {
	d := deploy(t, runtime.Limits{StdinBuffer: 10})
	lost := 0
	d.objects.fail = func(key string) bool { lost++; return lost%3 == 0 && strings.HasPrefix(key, "records/") }
	token := d.launch(t, runtime.Options{ID: "x", StreamStdin: true})
	s := d.mustBatch(t, token, "h")
	e, err := d.api.Get(bg, "w", "x")
	if err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTERM} {
		if err := e.Kill(bg, sig); err != nil {
			t.Fatal(err)
		}
	}
	signals, err := d.mustBatch(t, token, "h").Report(bg, 0, nil, 1)
	if err != nil || fmt.Sprint(signals) != fmt.Sprint([]syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTERM}) {
		t.Errorf("%v, %v", signals, err)
	}
	paused := make(chan error)
	go func() { paused <- e.Pause(bg) }()
	for {
		if signals, err = d.mustBatch(t, token, "h").Report(bg, 0, nil, 4); err != nil {
			t.Fatal(err)
		}
		if len(signals) > 0 {
			break
		}
	}
	if fmt.Sprint(signals) != fmt.Sprint([]syscall.Signal{syscall.SIGSTOP}) {
		t.Errorf("%v", signals)
	}
	select {
	case err := <-paused:
		t.Errorf("it is said to be paused before it is: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	if _, err := d.mustBatch(t, token, "h").Report(bg, 0, nil, 5); err != nil {
		t.Fatal(err)
	}
	if err := <-paused; err != nil {
		t.Error(err)
	}
	if e, err := d.other.Get(bg, "w", "x"); err != nil || e.State() != "paused" {
		t.Errorf("%v", err)
	}
	// Input, more than may wait.
	fed := make(chan error)
	go func() {
		for _, part := range []string{"0123456789", "abc", "d"} {
			if n, err := e.WriteStdin(bg, []byte(part), false); n != len(part) || err != nil {
				fed <- err
				return
			}
		}
		_, err := e.WriteStdin(bg, []byte("e"), true)
		fed <- err
	}()
	var got []byte
	for end := false; !end; {
		var data []byte
		if data, end, err = d.mustBatch(t, token, "h").Feed(bg, int64(len(got))); err != nil {
			t.Fatal(err)
		}
		got = append(got, data...)
	}
	if err := <-fed; err != nil || string(got) != "0123456789abcde" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := e.WriteStdin(bg, []byte("f"), false); rpc.CodeOf(err) != "EPIPE" {
		t.Errorf("behind the end: %v", err)
	}
	if err := e.Kill(bg, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if _, err := d.mustBatch(t, token, "h").Upload(bg, [][]byte{[]byte("x")}, false); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("a call of what is being killed: %v", err)
	}
	if err := s.Finish(bg, 0, out("partial"), rpc.Ending{Lost: true}); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Result(bg); err != nil || r.ExitCode != 137 || r.SyncErr != "" {
		t.Errorf("%+v, %v", r, err)
	}
	if text, _ := e.Output("stdout"); string(text) != "partial" {
		t.Errorf("%q", text)
	}
}

// TestKilledBeforeItBegan: no supervisor can take it up afterwards.
func TestKilledBeforeItBegan(t *testing.T) {
	d := deploy(t, runtime.Limits{})
	token := d.launch(t, runtime.Options{ID: "x"})
	e, err := d.other.Get(bg, "w", "x")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Kill(bg, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Result(bg); err != nil || r.ExitCode != 137 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := d.batch(t, token, "h"); rpc.CodeOf(err) != "EPERM" {
		t.Errorf("it was taken up: %v", err)
	}
}

// TestAttached: of one that ends while its id is not known one object is
// written; one whose answer breaks off is lost, unless another tells of it.
func TestAttached(t *testing.T) {
	d := deploy(t, runtime.Limits{})
	d.workers.attach = func(a *runtime.Attached) {
		a.Held("h")
		a.Event(bg, 1, []byte("hello"))
		a.End(rpc.Ending{Status: 3})
	}
	e, err := d.api.Exec(bg, "w", runtime.Options{Command: "x", Unannounced: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := e.Result(bg); err != nil || r.ExitCode != 3 || d.puts != 1 {
		t.Errorf("%+v, %v, %d PUTs", r, err, d.puts)
	}
	e.Leave(bg)
	other, err := d.other.Get(bg, "w", e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := other.Result(bg); err != nil || r.ExitCode != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	d.workers.attach = func(a *runtime.Attached) {
		a.Held("h")
		a.Event(bg, 1, []byte("hello"))
		a.Broken(errors.New("it is gone"), true)
	}
	if e, err = d.api.Exec(bg, "w", runtime.Options{Command: "x", ID: "y"}); err != nil {
		t.Fatal(err)
	}
	r, err := e.Result(bg)
	if text, _ := e.Output("stdout"); err != nil || r.ExitCode != 137 || r.Sync != "lost" || string(text) != "hello" || !strings.Contains(r.SyncErr, "it is gone") {
		t.Errorf("%+v, %q, %v", r, text, err)
	}
	e.Leave(bg)
	// The connection broke, the supervisor goes on.
	d.workers.attach = func(a *runtime.Attached) {
		a.Held("h")
		a.Event(bg, 1, []byte("one"))
		s := d.mustBatch(t, a.Token(), "h")
		s.Report(bg, 0, append(out("one"), out("two")...), 0)
		go func() {
			s.Report(bg, 2, out("three"), 0)
			s.Finish(bg, 3, nil, rpc.Ending{Status: 4})
		}()
		a.Broken(errors.New("the connection broke"), false)
	}
	if e, err = d.api.Exec(bg, "w", runtime.Options{Command: "x", ID: "z"}); err != nil {
		t.Fatal(err)
	}
	r, err = e.Result(bg)
	if text, _ := e.Output("stdout"); err != nil || r.ExitCode != 4 || string(text) != "onetwothree" {
		t.Errorf("%+v, %q, %v", r, text, err)
	}
	e.Leave(bg)
	// Another supervisor has it: what this one says of its end counts for nothing.
	d.workers.attach = func(a *runtime.Attached) {
		a.Held("h2")
		d.mustBatch(t, a.Token(), "h1").Report(bg, 0, nil, 0)
		go d.mustBatch(t, a.Token(), "h1").Finish(bg, 0, out("mine"), rpc.Ending{Status: 5})
		a.Event(bg, 1, []byte("not mine"))
		a.End(rpc.Ending{Status: 6})
	}
	if e, err = d.api.Exec(bg, "w", runtime.Options{Command: "x", ID: "u"}); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Result(bg); err != nil || r.ExitCode != 5 {
		t.Errorf("%+v, %v", r, err)
	}
	e.Leave(bg)
	d.workers.refuse = runtime.ErrTooMany
	before := d.count()
	if _, err := d.api.Exec(bg, "w", runtime.Options{Command: "x"}); !errors.Is(err, runtime.ErrTooMany) || d.count() != before {
		t.Errorf("%v, %d objects", err, d.count()-before)
	}
}
