package runtime

import (
	"context"
	"fmt"
	"io"
	"sync"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/rpc"
)

// Event is something that an exec did: bytes on stdout or stderr, or its exit.
// Seq rises by one from 0.
type Event struct {
	Seq   int64
	Name  string // "stdout", "stderr" or "exit"
	Value []byte // output
	Exit  int    // the exit status, of "exit"
}

// Result is how an exec ended.
type Result struct {
	ExitCode int
	// Sync is "ok" where all file changes were saved, "failed" where some
	// weren't, and "lost" where the worker ended before it could tell.
	Sync     string
	SyncErr  string
	Applied  int64 // changes committed
	Skipped  int64 // changes that couldn't be made
	Pulled   int64 // pages read by the script
	Revision uint64
	Ended    time.Time
}

// Exec is one run of a command. It goes on without anybody watching.
type Exec struct {
	ID        string
	Workspace string
	Command   []string
	Started   time.Time

	h       *Host
	o       Options
	db      *sqlite.DB
	release func()
	session *session
	process Process
	timer   *time.Timer

	mu      sync.Mutex
	cond    sync.Cond
	events  []Event
	first   int64 // seq of events[0]
	next    int64
	bytes   int64
	cut     map[string]bool // streams of which events were dropped
	readers map[*Reader]bool
	signals []syscall.Signal
	fenced  bool // its session answers no more
	killed  syscall.Signal
	exited  bool // the worker told its status
	result  *Result
	paused  bool
	part    [2][]byte // of stdout and stderr: the beginning of a character
	stdin   []byte
	eof     bool
	done    chan struct{}
	shared  *shared // nil: no other process knows of it
}

func newExec(h *Host, workspace string, o Options, db *sqlite.DB, release func()) *Exec {
	e := &Exec{ID: o.ID, Workspace: workspace, Command: o.args(), Started: h.c.Now(), h: h, o: o, db: db, release: release,
		cut: map[string]bool{}, readers: map[*Reader]bool{}, stdin: o.Stdin, eof: !o.StreamStdin, done: make(chan struct{})}
	e.cond.L = &e.mu
	e.session = &session{e: e, files: &files{db: db, alive: e.alive, readOnly: o.ReadOnly, uploaded: map[uint64]bool{}, own: map[uint64]bool{}}}
	return e
}

func (e *Exec) start() error {
	granted := []string{rpc.GrantFiles, rpc.GrantOutput, rpc.GrantControl}
	if e.h.c.Publisher != nil {
		granted = append(granted, rpc.GrantAssets)
	}
	e.session.granted = granted
	// The exec outlives the request that started it.
	p, err := e.h.c.Backend.Start(context.Background(), e.session, granted, e.workerEnded)
	if err != nil {
		return err
	}
	e.mu.Lock()
	e.process = p
	killed := e.killed != 0
	e.mu.Unlock()
	if killed {
		p.Kill()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.result == nil {
		e.timer = time.AfterFunc(e.o.Timeout, e.timeout)
	}
	return nil
}

// timeout lets the script end by SIGTERM, and kills it a second later.
func (e *Exec) timeout() {
	e.mu.Lock()
	if e.result != nil {
		e.mu.Unlock()
		return
	}
	e.add(Event{Name: "stderr", Value: fmt.Appendf(nil, "capshell: timed out after %d ms\n", e.o.Timeout.Milliseconds())})
	e.timer = time.AfterFunc(time.Second, func() { e.kill(syscall.SIGKILL) })
	e.mu.Unlock()
	e.kill(syscall.SIGTERM)
}

// Kill sends the exec a signal: TERM, INT, HUP and the like reach the script,
// which may trap them; KILL ends the worker at once. An exec that has ended is
// left as it is.
func (e *Exec) Kill(ctx context.Context, sig syscall.Signal) error {
	if e.shared != nil {
		return e.killShared(ctx, sig)
	}
	e.kill(sig)
	return nil
}

func (e *Exec) kill(sig syscall.Signal) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.result != nil {
		return
	}
	if sig != syscall.SIGKILL {
		e.signals = append(e.signals, sig)
		if e.paused && e.process != nil {
			e.paused = false
			e.process.Continue()
		}
		e.cond.Broadcast()
		return
	}
	e.killed = sig
	e.fenced = true // first the fence, then the kill
	e.cond.Broadcast()
	if e.process != nil {
		go e.process.Kill()
	}
}

// Pause halts the exec's processes until Resume.
func (e *Exec) Pause(ctx context.Context) error { return e.halt(ctx, true) }

// Resume lets a paused exec go on.
func (e *Exec) Resume(ctx context.Context) error { return e.halt(ctx, false) }

func (e *Exec) halt(ctx context.Context, on bool) error {
	if e.shared != nil {
		return e.haltShared(ctx, on)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.result != nil {
		return rpc.Errorf("ENOENT", "exec %q has ended", e.ID)
	}
	if e.process == nil || e.paused == on {
		return nil
	}
	e.paused = on
	if on {
		return e.process.Stop()
	}
	return e.process.Continue()
}

// State is "running", "paused" or "exited".
func (e *Exec) State() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.result != nil:
		return "exited"
	case e.paused, e.shared != nil && e.shared.rec.Paused:
		return "paused"
	}
	return "running"
}

func (e *Exec) ended() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// Done is closed when the exec has ended.
func (e *Exec) Done() <-chan struct{} { return e.done }

// Result waits for the exec's end.
func (e *Exec) Result(ctx context.Context) (Result, error) {
	var gone <-chan struct{}
	if e.shared != nil {
		if err := e.load(e.record().First); err != nil {
			return Result{}, err
		}
		gone = e.shared.ctx.Done()
	}
	select {
	case <-e.done:
		return *e.result, nil
	case <-ctx.Done():
		return Result{}, context.Cause(ctx)
	case <-gone:
		if e.ended() {
			return *e.result, nil
		}
		return Result{}, context.Cause(e.shared.ctx)
	}
}

// WriteStdin appends to the exec's input and waits while too much of it is
// unread; eof says that no more will come. It returns how many bytes were
// taken. EINVAL if its input isn't streamed, EPIPE once it ended.
func (e *Exec) WriteStdin(ctx context.Context, data []byte, eof bool) (n int, err error) {
	if !e.o.StreamStdin {
		return 0, rpc.Errorf("EINVAL", "exec %q was not started with \"stdin\": \"stream\"", e.ID)
	}
	if e.shared != nil {
		return e.feedShared(ctx, data, eof)
	}
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for n < len(data) || eof {
		switch {
		case e.result != nil || e.eof:
			return n, rpc.Errorf("EPIPE", "exec %q takes no more input", e.ID)
		case ctx.Err() != nil:
			return n, ctx.Err()
		}
		if room := e.h.c.Limits.StdinBuffer - len(e.stdin); room > 0 || n == len(data) {
			part := data[n:min(len(data), n+max(room, 0))]
			e.stdin = append(e.stdin, part...)
			if n += len(part); n == len(data) && eof {
				e.eof, eof = true, false
			}
			e.cond.Broadcast()
			continue
		}
		e.cond.Wait()
	}
	return n, nil
}

// add appends an event and drops old ones beyond the bound. The lock is held.
func (e *Exec) add(v Event) {
	v.Seq = e.next
	e.next++
	e.events = append(e.events, v)
	e.bytes += int64(len(v.Value)) + 64
	for r := range e.readers {
		r.behind += int64(len(v.Value))
	}
	for e.bytes > e.h.c.Limits.LogBytes && len(e.events) > 1 {
		old := e.events[0]
		e.events[0] = Event{}
		e.events = e.events[1:]
		e.bytes -= int64(len(old.Value)) + 64
		e.first++
		e.cut[old.Name] = true
	}
	e.cond.Broadcast()
}

// Next returns the seq that the next event will have.
func (e *Exec) Next() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.shared; s != nil && !s.own && !s.loaded {
		return s.rec.Next
	}
	return e.next
}

// output takes bytes that the script wrote. It waits while a reader is behind.
func (e *Exec) output(ctx context.Context, stream int, data []byte) error {
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.lag() > e.h.c.Limits.Lag {
		if e.fenced {
			return errFenced
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		e.cond.Wait()
	}
	// A character is not divided between events, so that each is text by
	// itself where the whole is.
	value := append(e.part[stream-1], data...)
	whole := rpc.WholeCharacters(value)
	e.part[stream-1] = append([]byte(nil), value[whole:]...)
	if whole > 0 {
		e.add(Event{Name: streamNames[stream-1], Value: value[:whole:whole]})
	}
	return nil
}

var streamNames = [2]string{"stdout", "stderr"}

// lag returns how many bytes the slowest reader is behind.
func (e *Exec) lag() (most int64) {
	for r := range e.readers {
		most = max(most, r.behind)
	}
	return most
}

// workerEnded ends the exec when its worker's process has gone.
func (e *Exec) workerEnded(err error) {
	e.mu.Lock()
	exited := e.exited
	e.mu.Unlock()
	if !exited {
		e.finish(Result{Sync: "lost"}, err)
	}
}

// finish records the end, once.
func (e *Exec) finish(r Result, cause error) {
	rev, err := e.db.Revision(context.Background())
	if err == nil {
		r.Revision = rev
	}
	e.mu.Lock()
	if e.result != nil {
		e.mu.Unlock()
		return
	}
	e.fenced = true
	for i, part := range e.part {
		if len(part) > 0 {
			e.add(Event{Name: streamNames[i], Value: part})
		}
	}
	if r.Sync == "lost" {
		r.ExitCode = 128 + int(syscall.SIGKILL)
		if e.killed == 0 {
			text := "the worker ended before its script"
			if cause != nil {
				text += ": " + cause.Error()
			}
			r.SyncErr = text
			e.add(Event{Name: "stderr", Value: []byte("capshell: " + text + "\n")})
		}
	}
	r.Ended = e.h.c.Now()
	r.Applied, r.Skipped, r.Pulled = e.session.applied.Load(), e.session.skipped.Load(), e.session.pulled.Load()
	e.result = &r
	e.add(Event{Name: "exit", Exit: r.ExitCode})
	if e.timer != nil {
		e.timer.Stop()
	}
	p := e.process
	e.mu.Unlock()
	if p != nil {
		p.Kill() // whatever is left of it
	}
	e.release()
	close(e.done)
	e.h.done(e)
}

// Output returns what is kept of a stream, and whether some of it was dropped.
func (e *Exec) Output(stream string) (data []byte, truncated bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, v := range e.events {
		if v.Name == stream {
			data = append(data, v.Value...)
		}
	}
	return data, e.cut[stream]
}

// Reader follows an exec's events.
type Reader struct {
	e      *Exec
	seq    int64
	behind int64
}

// Follow returns a reader from the event seq on: 0 for all, -1 for those to
// come. Events that were dropped are ELOG_TRUNCATED. While the reader is open
// and behind, the script waits: Close it.
func (e *Exec) Follow(seq int64) (*Reader, error) {
	if s := e.shared; s != nil && !s.own {
		rec := e.record()
		if seq < 0 {
			seq = rec.Next
			if rec.Result != nil {
				seq-- // the exit
			}
		}
		if seq < rec.First {
			return nil, rpc.Errorf("ELOG_TRUNCATED", "the events before %d have been dropped", rec.First)
		}
		if err := e.load(seq); err != nil {
			return nil, err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if seq < 0 {
		seq = e.next
		if e.result != nil {
			seq-- // the exit
		}
	}
	if seq < e.first {
		return nil, rpc.Errorf("ELOG_TRUNCATED", "the events before %d have been dropped", e.first)
	}
	r := &Reader{e: e, seq: seq}
	for _, v := range e.events {
		if v.Seq >= seq {
			r.behind += int64(len(v.Value))
		}
	}
	e.readers[r] = true
	return r, nil
}

// Next returns the next event, io.EOF behind the exit.
func (r *Reader) Next(ctx context.Context) (Event, error) {
	e := r.e
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		if r.seq < e.first {
			return Event{}, rpc.Errorf("ELOG_TRUNCATED", "the events before %d have been dropped", e.first)
		}
		if i := r.seq - e.first; i < int64(len(e.events)) {
			v := e.events[i]
			r.seq++
			if r.behind -= int64(len(v.Value)); r.behind <= e.h.c.Limits.Lag {
				e.cond.Broadcast()
			}
			return v, nil
		}
		if e.result != nil {
			return Event{}, io.EOF
		}
		if ctx.Err() != nil {
			return Event{}, context.Cause(ctx)
		}
		if e.shared != nil && e.shared.ctx.Err() != nil {
			return Event{}, context.Cause(e.shared.ctx)
		}
		e.cond.Wait()
	}
}

// Idle tells whether Next would wait.
func (r *Reader) Idle() bool {
	r.e.mu.Lock()
	defer r.e.mu.Unlock()
	return r.seq >= r.e.next && r.e.result == nil
}

// Close lets the script go on without the reader.
func (r *Reader) Close() {
	r.e.mu.Lock()
	delete(r.e.readers, r)
	r.e.cond.Broadcast()
	r.e.mu.Unlock()
}
