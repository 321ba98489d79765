package runtime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// Remote starts workers on other machines. Their supervisors tell of the execs
// by batches, which any process that serves the workspace may take: Restore.
type Remote interface {
	// Launch starts a worker whose answer nobody waits for.
	Launch(ctx context.Context, t rpc.Token) error
	// Attach starts a worker and passes on what it answers. It calls started
	// once, when the worker runs or couldn't be started, and returns when the
	// answer has ended, with a.End or a.Broken, or ctx.
	Attach(ctx context.Context, a *Attached, started func(error))
}

// shared is the part of an exec that many processes know.
type shared struct {
	rec    *record // as it was last seen; the exec's lock guards it
	ctx    context.Context
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup // what goes on for it here
	own    bool           // its worker answers this process
	holder string         // of own: who answers
	handed chan struct{}  // of own: closed once the supervisor tells by batches
	making making         // of own
	sure   chan struct{}  // of own: closed once it is known whether it reads the newest revision
	unsure error          // that it doesn't, or may not
	once   sync.Once      // closes handed
	loaded bool           // of others: the log is read
}

// confirmed waits until it is known whether the exec reads the newest revision.
// Before that nothing of what it does may be seen, committed or recorded: if it
// doesn't, it is started anew.
func (s *shared) confirmed() error {
	<-s.sure
	return s.unsure
}

// errNotNewest is the failure of an exec that began with what may not have been
// the newest revision. It left nothing: without a record its worker's calls are
// refused.
var errNotNewest = errors.New("the workspace was not seen as it is")

// confirm finds out what confirmed waits for.
func (s *shared) confirm(newest func(context.Context) (bool, error)) {
	if newest == nil {
		close(s.sure)
		return
	}
	s.wg.Go(func() {
		defer close(s.sure)
		if ok, err := newest(s.ctx); !ok || err != nil {
			s.unsure = errNotNewest // what the bucket answers is said when it is asked again
		}
	})
}

// record returns the exec's record as it was last seen.
func (e *Exec) record() *record {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.shared.rec
}

func (e *Exec) setRecord(r *record) {
	e.mu.Lock()
	e.shared.rec = r
	e.mu.Unlock()
}

// Attached is an exec whose worker answers this process.
type Attached struct{ e *Exec }

// Session is what the worker may do, in the name of which its answer's
// changes are committed.
func (a *Attached) Session() rpc.Session { return a.e.session }

// Token is for the worker's own calls.
func (a *Attached) Token() rpc.Token {
	e := a.e
	o := &e.o
	return rpc.Token{Exec: e.ID, Run: e.record().Run, Workspace: e.Workspace, Expires: e.h.c.Now().Add(o.Timeout + tokenSlack), ReadOnly: o.ReadOnly, Base: e.session.base, Granted: e.h.remoteGrants()}
}

// tokenSlack is how long a token is good after its exec should have ended.
const tokenSlack = 10 * time.Minute

// Input returns the exec's input, and whether it comes by batches, all of it
// or more.
func (a *Attached) Input() (data []byte, streamed bool) {
	if a.e.o.StreamStdin || a.e.record().Stored {
		return nil, true
	}
	return a.e.o.Stdin, false
}

// Store puts the exec's options and its input where a worker's host finds
// them: for a worker that is told no more than its token.
func (a *Attached) Store(ctx context.Context) error {
	e := a.e
	g := e.h.registry
	if err := e.make(); err != nil {
		return err
	}
	old := e.record()
	if old.Stored {
		return nil
	}
	tmp := &record{ID: e.ID, Run: old.Run}
	if err := g.store(ctx, e.Workspace, tmp, &e.o); err != nil {
		return err
	}
	rec, err := g.update(ctx, e.Workspace, e.ID, func(r *record) error {
		if r.Run != tmp.Run {
			return errNoExec(e.ID)
		}
		if r.Stored {
			return errUnchanged
		}
		r.Stored, r.Input = true, append(tmp.Input, r.Input...)
		return nil
	})
	if err == nil {
		e.setRecord(rec)
	}
	return err
}

// Held says who answers; before the first event.
func (a *Attached) Held(holder string) { a.e.shared.holder = holder }

// Handed says that the supervisor tells of the exec by batches from now on.
func (a *Attached) Handed() { a.e.shared.once.Do(func() { close(a.e.shared.handed) }) }

// Event takes an event. It waits while a reader is behind.
func (a *Attached) Event(ctx context.Context, stream int, value []byte) error {
	return a.e.take(ctx, Event{Name: streamNames[stream-1], Value: value})
}

// Commit commits the changes that came with the answer, the last of the exec,
// with their pages: a page's id in them is its index from 1 on.
func (a *Attached) Commit(ctx context.Context, changes []vfs.Change, pages [][]byte) (vfs.Result, error) {
	s := a.e.session.files
	if err := a.e.shared.confirmed(); err != nil {
		return vfs.Result{}, err
	}
	if err := s.writable(); err != nil {
		return vfs.Result{}, err
	}
	for i := range changes {
		for j := range changes[i].Pages {
			if p := &changes[i].Pages[j]; p.ID > 0 {
				p.ID |= sqlite.NewPage
			}
		}
	}
	return s.commit(ctx, sqlite.Changeset{Request: lastRequest, Changes: changes, Pages: pages})
}

// lastRequest is behind every request that a worker makes.
const lastRequest = 1 << 62

// End ends the exec with what its supervisor said.
func (a *Attached) End(end rpc.Ending) { a.e.settle(result(end), end.Message) }

// Recorded says that the exec has ended, and how is in its record.
func (a *Attached) Recorded() { a.e.follow(a.e.shared.ctx) }

// Follow takes in what the supervisor tells by batches, until the exec has
// ended, which it returns, or ctx.
func (a *Attached) Follow(ctx context.Context) bool {
	a.e.follow(ctx)
	return a.e.ended()
}

// Broken says that the answer ended before the exec. gone: so did the worker;
// else its supervisor may go on, by batches.
func (a *Attached) Broken(err error, gone bool) {
	e := a.e
	if e.shared.ctx.Err() != nil {
		return
	}
	if gone {
		e.settle(Result{Sync: "lost"}, "the worker ended before its script: "+err.Error())
		return
	}
	// It shows a sign of life within the time after which it hands over, or
	// not at all.
	run := e.record().Run
	if err := e.make(); err != nil {
		e.h.c.Fail(err)
	}
	_, fault := e.h.registry.update(e.shared.ctx, e.Workspace, e.ID, func(r *record) error {
		if due := e.h.c.Now().Add(HandOver); r.Run == run && r.Result == nil && r.Holder == "" && due.Before(r.Lease) {
			r.Lease = due
			return nil
		}
		return errUnchanged
	})
	if fault != nil {
		e.h.c.Fail(fmt.Errorf("exec %s: %w", e.ID, fault))
	}
	e.follow(e.shared.ctx)
}

// HandOver is how old an exec is when its supervisor begins to tell of it by
// batches, so that others can read and steer it.
const HandOver = 2 * time.Second

// result makes a result of what a supervisor said.
func result(end rpc.Ending) Result {
	r := Result{ExitCode: end.Status & 0xff, Sync: "ok", Applied: end.Applied, Skipped: end.Skipped, Pulled: end.Pulled}
	switch {
	case end.Lost:
		r.Sync = "lost"
	case end.Message != "":
		r.Sync, r.SyncErr = "failed", end.Message
	}
	return r
}

// lost completes the result of an exec whose worker didn't come to its end,
// and returns what is to be said about it; a killed one needs no words.
func (r *Result) lost(why string, killed bool) (say []logged) {
	r.ExitCode = 128 + int(syscall.SIGKILL)
	if killed || why == "" {
		return nil
	}
	r.SyncErr = why
	return []logged{{Stream: 2, Value: []byte("capshell: " + why + "\n")}}
}

func (h *Host) remoteGrants() []string {
	granted := []string{rpc.GrantFiles, rpc.GrantOutput, rpc.GrantControl, rpc.GrantLog}
	if h.c.Publisher != nil {
		granted = append(granted, rpc.GrantAssets)
	}
	return granted
}

// sessionName is the name of an exec's session in its workspace's database.
func sessionName(id, run string) string { return id + "/" + run }

// startShared starts an exec that other processes are to know too. fresh: its
// id is a new one, so that it needn't be known that no other has it. newest, if
// not nil, is asked while its worker starts whether the workspace is what it
// should be: errNotNewest if it isn't.
func (h *Host) startShared(ctx context.Context, e *Exec, fresh bool, newest func(context.Context) (bool, error)) (_ *Exec, err error) {
	g := h.registry
	o := &e.o
	rec := &record{ID: e.ID, Run: newID(), Command: e.Command, Started: e.Started, Launched: o.Detach, ReadOnly: o.ReadOnly,
		StreamStdin: o.StreamStdin, Lease: e.Started.Add(leaseTime), EOF: !o.StreamStdin}
	size := 0
	for _, a := range e.Command {
		size += len(a)
	}
	if size > inlineOptions {
		rec.Command = nil
	}
	if o.Detach || rec.Command == nil {
		if err := g.store(ctx, e.Workspace, rec, o); err != nil {
			return nil, err
		}
	}
	e.shared = &shared{rec: rec, own: true, handed: make(chan struct{}), sure: make(chan struct{}), making: making{done: make(chan struct{})}}
	e.shared.ctx, e.shared.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	e.shared.confirm(newest)
	created := make(chan error, 1)
	switch {
	case fresh && !o.Detach && o.Unannounced:
		late := time.AfterFunc(makeLate, func() {
			if err := e.make(); err != nil && !errors.Is(err, errNotNewest) {
				h.c.Fail(err)
			}
		})
		defer func() {
			if err != nil {
				late.Stop()
			}
		}()
		created <- nil
	case fresh && !o.Detach:
		go func() { created <- e.make() }()
	default:
		if err := e.make(); err != nil {
			return nil, err
		}
		created <- nil
	}
	h.wg.Go(func() {
		if err := g.sweep(context.WithoutCancel(ctx), e.Workspace); err != nil {
			h.c.Fail(fmt.Errorf("expired execs of %s: %w", e.Workspace, err))
		}
	})
	e.session.files.id = sessionName(e.ID, rec.Run)
	a := &Attached{e}
	if o.Detach {
		if err = h.c.Remote.Launch(ctx, a.Token()); err != nil {
			return nil, errors.Join(err, g.remove(ctx, e.Workspace, rec))
		}
		e.release()
		return h.mirror(ctx, e.Workspace, rec)
	}
	e.session.granted = h.remoteGrants()
	started := make(chan error, 1)
	h.wg.Add(1)
	e.shared.wg.Go(func() {
		defer h.wg.Done()
		h.c.Remote.Attach(e.shared.ctx, a, func(err error) { started <- err })
		e.shared.cancel(errLeft)
	})
	if err = e.shared.confirmed(); err == nil {
		err = errors.Join(<-started, <-created)
	}
	if err != nil {
		e.shared.cancel(err)
		e.shared.wg.Wait()
		if errors.Is(err, errNotNewest) || e.shared.making.begin() {
			return nil, err
		}
		<-e.shared.making.done
		return nil, errors.Join(err, g.remove(ctx, e.Workspace, rec))
	}
	return e, nil
}

// making is the making of an exec's record, once.
type making struct {
	mu    sync.Mutex
	begun bool
	done  chan struct{} // closed when it is over
	err   error
}

// begin tells whether the caller is the one to make it.
func (m *making) begin() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.begun
	m.begun = true
	return first
}

// makeLate is how old an exec is when its record is made at the latest: one
// whose id nobody knows before it has ended may have ended by then, and its
// record is made with its end.
const makeLate = 10 * time.Millisecond

// make makes the exec's record, unless that was done.
func (e *Exec) make() error {
	s := e.shared
	m := &s.making
	if !m.begin() {
		<-m.done
		return m.err
	}
	defer close(m.done)
	if m.err = s.confirmed(); m.err != nil {
		return m.err
	}
	g := e.h.registry
	rec := e.record()
	if m.err = g.create(s.ctx, e.Workspace, rec); m.err != nil {
		m.err = errors.Join(m.err, g.removeRun(s.ctx, e.Workspace, rec))
	}
	return m.err
}

// Leave lets go of an exec that goes on without this process. One that
// nobody else could tell of yet is waited for until somebody can.
func (e *Exec) Leave(ctx context.Context) {
	s := e.shared
	if s == nil {
		return
	}
	if s.own {
		select {
		case <-e.done:
		case <-s.handed:
		case <-ctx.Done():
		case <-time.After(leaseTime):
		}
	}
	if s.own && e.ended() {
		return // what is left of its answer is taken in meanwhile
	}
	s.cancel(errLeft)
	s.wg.Wait()
	e.conclude(nil)
}

var errLeft = errors.New("the exec goes on elsewhere")

// take adds an event, and waits while a reader is behind.
func (e *Exec) take(ctx context.Context, v Event) error {
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.lag() > e.h.c.Limits.Lag {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e.cond.Wait()
	}
	e.add(v)
	return nil
}

// conclude ends what this process knows of a shared exec; nil: it goes on
// elsewhere.
func (e *Exec) conclude(r *Result) {
	e.mu.Lock()
	ended := e.result != nil
	if r != nil && !ended {
		e.result = r
		close(e.done)
	}
	release := e.release
	e.release = func() {}
	e.cond.Broadcast()
	e.mu.Unlock()
	release()
}

var errSettled = errors.New("the exec's end is recorded")

// settle records the end of an exec whose worker answered this process, with
// the log as it is here, and then lets it be seen. why is said of a lost one.
func (e *Exec) settle(r Result, why string) {
	if e.shared.confirmed() != nil {
		return
	}
	ctx := context.WithoutCancel(e.shared.ctx)
	e.mu.Lock()
	first, cut := e.first, [2]bool{e.cut["stdout"], e.cut["stderr"]}
	events := make([]logged, 0, len(e.events)+2)
	for _, v := range e.events {
		events = append(events, loggedOf(v))
	}
	e.mu.Unlock()
	mine, run, holder := len(events), e.record().Run, e.shared.holder
	r.Ended = e.h.c.Now().UTC()
	finish := func(rec *record, made, gone *[]string) error {
		events = events[:mine]
		switch {
		case rec.Run != run:
			return errNoExec(e.ID)
		case rec.Result != nil || rec.Holder != "" && rec.Holder != holder:
			return errSettled
		case rec.Holder != "": // it may have committed elsewhere
			if err := e.db.Refresh(ctx); err != nil {
				return err
			}
		}
		if rev, err := e.db.Revision(ctx); err == nil {
			r.Revision = rev
		}
		if rec.Next < first { // what comes next isn't kept any more
			for _, old := range rec.Segments {
				*gone = append(*gone, old.Key)
			}
			rec.Segments, rec.Tail = nil, nil
			rec.First, rec.Next, rec.Cut = first, first, cut
		}
		r := r
		if r.Sync == "lost" {
			events = append(events, r.lost(why, rec.Fenced)...)
		}
		events = append(events, logged{Exit: r.ExitCode})
		rec.Result = &r
		return e.h.registry.take(ctx, e.Workspace, rec, first, events, made, gone)
	}
	var rec *record
	var err error
	if m := &e.shared.making; m.begin() {
		rec = e.record()
		var made, gone []string
		if err = finish(rec, &made, &gone); err == nil {
			err = e.h.registry.create(ctx, e.Workspace, rec)
		}
		m.err = err
		close(m.done)
	} else {
		<-m.done
		rec, err = e.h.registry.log(ctx, e.Workspace, e.ID, finish)
	}
	switch {
	case errors.Is(err, errSettled):
		e.follow(e.shared.ctx)
		return
	case err != nil:
		// Nobody else will hear of it: what was confirmed is not known.
		e.h.c.Fail(fmt.Errorf("exec %s: recording its end: %w", e.ID, err))
		r.Sync = "lost"
		events = append(append(events[:mine], r.lost("the exec's end couldn't be recorded: "+err.Error(), false)...), logged{Exit: r.ExitCode})
		rec = &record{Result: &r}
	}
	e.mu.Lock()
	for _, l := range events[mine:] {
		e.add(l.event())
	}
	e.mu.Unlock()
	e.conclude(rec.Result)
}

// mirror returns an exec that another process runs, as its record shows it.
// It goes along until ctx ends, or Leave.
func (h *Host) mirror(ctx context.Context, ws string, rec *record) (*Exec, error) {
	e := &Exec{ID: rec.ID, Workspace: ws, Command: rec.Command, Started: rec.Started, h: h, release: func() {},
		cut: map[string]bool{}, readers: map[*Reader]bool{}, done: make(chan struct{})}
	e.cond.L = &e.mu
	if rec.Command == nil {
		o, err := h.registry.options(ctx, ws, rec)
		if err != nil {
			return nil, err
		}
		e.Command = o.args()
	}
	e.o.StreamStdin = rec.StreamStdin
	e.shared = &shared{rec: rec}
	e.shared.ctx, e.shared.cancel = context.WithCancelCause(ctx)
	if rec.Result != nil {
		e.result = rec.Result
		close(e.done)
	}
	return e, nil
}

// load reads the log of another process's exec from seq on, and goes on
// reading while it grows.
func (e *Exec) load(seq int64) error {
	s := e.shared
	if s == nil || s.own {
		return nil
	}
	e.mu.Lock()
	again := s.loaded
	s.loaded = true
	if !again {
		e.first, e.next = seq, seq
	}
	rec := s.rec
	e.mu.Unlock()
	if again {
		return nil
	}
	if rec.Result != nil {
		err := e.catchUp(s.ctx, rec)
		if errors.Is(err, fs.ErrNotExist) {
			return errNoExec(e.ID)
		}
		if err == nil {
			e.conclude(rec.Result)
		}
		return err
	}
	s.wg.Go(func() { e.follow(s.ctx) })
	return nil
}

// catchUp adds the events that the record has and this process hasn't.
func (e *Exec) catchUp(ctx context.Context, rec *record) error {
	add := func(from int64, events []logged) error {
		e.mu.Lock()
		next := e.next
		if from > next { // what is between was dropped
			e.events, e.bytes, e.first, e.next = nil, 0, from, from
			next = from
		}
		for i, name := range streamNames {
			e.cut[name] = e.cut[name] || rec.Cut[i]
		}
		e.mu.Unlock()
		for i, l := range events {
			if from+int64(i) < next {
				continue
			}
			if err := e.take(ctx, l.event()); err != nil {
				return err
			}
		}
		return nil
	}
	e.mu.Lock()
	next := e.next
	e.mu.Unlock()
	for _, s := range rec.Segments {
		if s.Next <= next {
			continue
		}
		events, err := e.h.registry.read(ctx, e.Workspace, s)
		if err != nil {
			return err
		}
		if err := add(s.First, events); err != nil {
			return err
		}
	}
	return add(rec.Next-int64(len(rec.Tail)), rec.Tail)
}

// How often a record that another process changes is looked at: often while
// it changes, less so when it doesn't; and for how long when it can't be read.
const (
	pollLeast = 50 * time.Millisecond
	pollMost  = time.Second
	pollTries = 10
)

// follow goes along with an exec that is told of by batches, to its end.
func (e *Exec) follow(ctx context.Context) {
	s, h := e.shared, e.h
	defer func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() }()
	run := e.record().Run
	wait, failed, version := pollLeast, 0, ""
	for {
		rec, now, err := h.registry.load(ctx, e.Workspace, e.ID)
		if err == nil && rec.Run != run {
			err = errNoExec(e.ID)
		}
		if err == nil && now != version {
			err = e.catchUp(ctx, rec)
			if err == nil {
				wait, version, failed = pollLeast, now, 0
				e.setRecord(rec)
				if rec.Told && s.own {
					s.once.Do(func() { close(s.handed) })
				}
			}
		}
		switch {
		case err == nil && rec.Result != nil:
			e.conclude(rec.Result)
			return
		case err == nil && rec.lapsed(h.c.Now()):
			err = h.declareLost(ctx, e.Workspace, rec)
		}
		if err != nil {
			// A segment may be gone since, or the bucket not answer.
			if failed++; failed > pollTries || rpc.CodeOf(err) == "ENOENT" && rec == nil {
				s.cancel(err)
			}
			version = ""
		}
		if pause(ctx, wait) != nil {
			return
		}
		wait = min(wait*5/4, pollMost)
	}
}

// noLife is why an exec is declared lost.
const noLife = "the worker's function gave no sign of life"

// declareLost ends an exec whose supervisor is gone: first it can't commit any
// more, then it has ended.
func (h *Host) declareLost(ctx context.Context, ws string, old *record) error {
	ctx = context.WithoutCancel(ctx)
	rev, err := h.fence(ctx, ws, old)
	if err != nil {
		return err
	}
	_, err = h.registry.log(ctx, ws, old.ID, func(r *record, made, gone *[]string) error {
		now := h.c.Now()
		if r.Run != old.Run || !r.lapsed(now) {
			return errUnchanged
		}
		end := Result{Sync: "lost", Revision: rev, Ended: now.UTC()}
		events := append(end.lost(noLife, r.Fenced), logged{Exit: end.ExitCode})
		r.Result = &end
		return h.registry.take(ctx, ws, r, r.Next, events, made, gone)
	})
	return err
}

// fence refuses what an exec commits from now on. It returns the workspace's revision.
func (h *Host) fence(ctx context.Context, ws string, r *record) (rev uint64, err error) {
	db, release, err := h.c.Workspaces.Acquire(ctx, ws, false)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil // the workspace was removed
	}
	if err != nil {
		return 0, err
	}
	defer release()
	if !r.ReadOnly {
		if err := db.Fence(ctx, sessionName(r.ID, r.Run)); err != nil {
			return 0, err
		}
	}
	return db.Revision(ctx)
}

// getShared returns an exec as its record shows it.
func (h *Host) getShared(ctx context.Context, ws, id string) (*Exec, error) {
	rec, _, err := h.registry.load(ctx, ws, id)
	if err == nil && rec.lapsed(h.c.Now()) {
		if err = h.declareLost(ctx, ws, rec); err == nil {
			rec, _, err = h.registry.load(ctx, ws, id)
		}
	}
	if err != nil {
		return nil, err
	}
	return h.mirror(ctx, ws, rec)
}

// change changes the record of an exec that still runs.
func (e *Exec) change(ctx context.Context, f func(*record) error) error {
	run := e.record().Run
	rec, err := e.h.registry.update(ctx, e.Workspace, e.ID, func(r *record) error {
		if r.Run != run {
			return errNoExec(e.ID)
		}
		return f(r)
	})
	if err == nil {
		e.setRecord(rec)
	}
	return err
}

// send sends a signal to an exec that another process runs, and returns how
// many were sent until then; 0 where it has ended.
func (e *Exec) send(ctx context.Context, sig syscall.Signal) (n int, err error) {
	m := mark()
	err = e.change(ctx, func(r *record) error {
		n = 0
		if r.Result != nil {
			return errUnchanged
		}
		for i, s := range r.Signals {
			if s.Mark == m {
				n = i + 1
				return errUnchanged
			}
		}
		if len(r.Signals) >= maxSignals {
			return rpc.Errorf("ELIMIT", "exec %q was sent %d signals already", e.ID, maxSignals)
		}
		switch sig {
		case syscall.SIGSTOP:
			r.Paused = true
		case syscall.SIGKILL:
			r.Fenced, r.Paused = true, false
		default:
			r.Paused = false
		}
		r.Signals = append(r.Signals, sent{m, int(sig)})
		n = len(r.Signals)
		return nil
	})
	return n, err
}

// killShared sends a signal; KILL only after the exec can't commit any more.
func (e *Exec) killShared(ctx context.Context, sig syscall.Signal) error {
	if sig == syscall.SIGKILL {
		if _, err := e.h.fence(ctx, e.Workspace, e.record()); err != nil {
			return err
		}
	}
	if _, err := e.send(ctx, sig); err != nil || sig != syscall.SIGKILL {
		return err
	}
	// What no worker has taken up yet ends here.
	return e.change(ctx, func(r *record) error {
		if r.Result != nil || r.Holder != "" || !r.Launched {
			return errUnchanged
		}
		end := Result{Sync: "lost", Ended: e.h.c.Now().UTC()}
		end.lost("", true)
		r.Result = &end
		r.Tail, r.Next = append(r.Tail, logged{Exit: end.ExitCode}), r.Next+1
		return nil
	})
}

// haltShared stops an exec or lets it go on, and waits until it does.
func (e *Exec) haltShared(ctx context.Context, on bool) error {
	sig := syscall.SIGCONT
	if on {
		sig = syscall.SIGSTOP
	}
	n, err := e.send(ctx, sig)
	if err != nil {
		return err
	}
	for wait := pollLeast; n > 0; wait = min(wait*5/4, pollMost) {
		rec, _, err := e.h.registry.load(ctx, e.Workspace, e.ID)
		switch {
		case err != nil:
			return err
		case rec.Result != nil:
			n = 0
			continue
		case rec.Seen >= n:
			return nil
		case rec.lapsed(e.h.c.Now()):
			if err := e.h.declareLost(ctx, e.Workspace, rec); err != nil {
				return err
			}
			continue
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
	return rpc.Errorf("ENOENT", "exec %q has ended", e.ID)
}

// feedShared appends to the input of an exec that another process runs.
func (e *Exec) feedShared(ctx context.Context, data []byte, eof bool) (n int, err error) {
	g := e.h.registry
	for wait := pollLeast; n < len(data) || eof; {
		var p *part
		rec, _, err := g.load(ctx, e.Workspace, e.ID)
		if err != nil {
			return n, err
		}
		if room := int64(e.h.c.Limits.StdinBuffer) - rec.waiting(); n < len(data) && room <= 0 && rec.Result == nil && !rec.EOF {
			if err := pause(ctx, wait); err != nil {
				return n, err
			}
			wait = min(wait*5/4, pollMost)
			continue
		}
		end := min(len(data), n+inputPart)
		if end > n {
			p = &part{Key: rec.objectKey("in"), Size: int64(end - n)}
			if _, err := g.objects(e.Workspace).Put(ctx, p.Key, data[n:end], ""); err != nil {
				return n, err
			}
		}
		last := eof && end == len(data)
		tried := false
		err = e.change(ctx, func(r *record) error {
			if p != nil && tried {
				for _, q := range r.Input {
					if q == *p {
						return errUnchanged
					}
				}
			}
			if r.Result != nil || r.EOF {
				return rpc.Errorf("EPIPE", "exec %q takes no more input", e.ID)
			}
			tried = true
			if p != nil {
				r.Input = append(r.Input, *p)
			}
			r.EOF = last
			return nil
		})
		if err != nil {
			if p != nil {
				err = errors.Join(err, g.removeAll(ctx, e.Workspace, []string{p.Key}))
			}
			return n, err
		}
		wait, n, eof = pollLeast, end, eof && !last
	}
	return n, nil
}

// forgetShared removes the record of an exec that has ended.
func (h *Host) forgetShared(ctx context.Context, ws, id string) error {
	e, err := h.getShared(ctx, ws, id)
	if err != nil {
		return err
	}
	if !e.ended() {
		return rpc.Errorf("EEXEC_BUSY", "exec %q is still running", id)
	}
	return h.registry.remove(ctx, ws, e.record())
}

// listShared returns the execs of a workspace.
func (h *Host) listShared(ctx context.Context, ws string) ([]*Exec, error) {
	records, err := h.registry.list(ctx, ws)
	if err != nil {
		return nil, err
	}
	var all []*Exec
	for _, r := range records {
		if r.lapsed(h.c.Now()) {
			if err := h.declareLost(ctx, ws, r); err != nil {
				return nil, err
			}
			if r, _, err = h.registry.load(ctx, ws, r.ID); err != nil {
				return nil, err
			}
		}
		e, err := h.mirror(ctx, ws, r)
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// remote is the session of an exec that a supervisor elsewhere runs, restored
// from its token for one batch of calls.
type remote struct {
	*files
	h         *Host
	workspace string
	rec       *record
	holder    string
}

var (
	_ rpc.Session = (*remote)(nil)
	_ rpc.Log     = (*remote)(nil)
)

// Restore returns the session that a token stands for; release ends it. The
// first holder of an exec is its only one: others are refused, so that an exec
// that was started twice runs once. Each call shows that the holder lives.
func (h *Host) Restore(ctx context.Context, t rpc.Token, holder string) (s rpc.Session, release func(), err error) {
	if h.registry == nil || holder == "" {
		return nil, nil, rpc.Errorf("EINVAL", "a batch without a holder")
	}
	type opened struct {
		f       *files
		release func()
		err     error
	}
	open := make(chan opened, 1)
	go func() {
		db, release, err := h.c.Workspaces.Acquire(ctx, t.Workspace, false)
		open <- opened{&files{db: db, readOnly: t.ReadOnly, id: sessionName(t.Exec, t.Run), base: t.Base, own: map[uint64]bool{}}, release, err}
	}()
	rec, err := h.hold(ctx, t, holder)
	o := <-open
	if err = errors.Join(err, o.err); err != nil {
		if o.err == nil {
			o.release()
		}
		return nil, nil, err
	}
	r := &remote{o.f, h, t.Workspace, rec, holder}
	if r.base == 0 {
		r.base = rec.Base
	}
	r.alive = func() error {
		if r.rec.Fenced || r.rec.Result != nil {
			return errFenced
		}
		return nil
	}
	return r, o.release, nil
}

// hold makes sure that holder is who runs the exec.
func (h *Host) hold(ctx context.Context, t rpc.Token, holder string) (*record, error) {
	rec, _, err := h.registry.load(ctx, t.Workspace, t.Exec)
	for wait := makeLate / 2; errors.Is(err, fs.ErrNotExist) && wait < pollMost; wait *= 2 {
		// It is made while the worker starts.
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
		rec, _, err = h.registry.load(ctx, t.Workspace, t.Exec)
	}
	if err != nil {
		return nil, err
	}
	check := func(r *record) error {
		switch {
		case r.Run != t.Run:
			return errNoExec(t.Exec)
		case r.Holder == "" && r.Result != nil:
			return errFenced
		case r.Holder != "" && r.Holder != holder:
			return rpc.Errorf("EPERM", "exec %q is run by another worker", t.Exec)
		}
		return nil
	}
	if err := check(rec); err != nil {
		return nil, err
	}
	now := h.c.Now()
	if rec.Result != nil || rec.Holder != "" && rec.Lease.Sub(now) > renewAfter {
		return rec, nil
	}
	return h.registry.update(ctx, t.Workspace, t.Exec, func(r *record) error {
		if err := check(r); err != nil {
			return err
		}
		if r.Result != nil {
			return errUnchanged
		}
		r.Holder, r.Lease = holder, now.Add(leaseTime)
		return nil
	})
}

// update changes the record of the session's exec.
func (r *remote) update(ctx context.Context, f func(rec *record, made, gone *[]string) error) error {
	rec, err := r.h.registry.log(ctx, r.workspace, r.rec.ID, func(rec *record, made, gone *[]string) error {
		if rec.Run != r.rec.Run || rec.Holder != r.holder {
			return errFenced
		}
		if rec.Result != nil {
			return errUnchanged // it was finished before, by this or as lost
		}
		return f(rec, made, gone)
	})
	if err == nil {
		r.rec = rec
	}
	return err
}

// Open returns the job of an exec whose supervisor was told no more than its token.
func (r *remote) Open(ctx context.Context, _ int) (j rpc.Job, err error) {
	if err := r.alive(); err != nil {
		return j, err
	}
	if !r.rec.Stored {
		return j, rpc.Errorf("EPERM", "the exec's job goes with its request")
	}
	o, err := r.h.registry.options(ctx, r.workspace, r.rec)
	if err != nil {
		return j, err
	}
	if j, err = r.job(ctx, &o, r.h.remoteGrants()); err != nil || !o.Effect {
		return j, err
	}
	return j, r.update(ctx, func(rec *record, _, _ *[]string) error {
		rec.Base = j.Revision
		return nil
	})
}

func loggedEvents(events []rpc.Event) []logged {
	all := make([]logged, len(events))
	for i, v := range events {
		all[i] = logged{Stream: v.Stream, Value: v.Value}
	}
	return all
}

func (r *remote) Report(ctx context.Context, seq int64, events []rpc.Event, seen int) (signals []syscall.Signal, err error) {
	err = r.update(ctx, func(rec *record, made, gone *[]string) error {
		next := rec.Next
		if err := r.h.registry.take(ctx, r.workspace, rec, seq, loggedEvents(events), made, gone); err != nil {
			return err
		}
		if rec.Next == next && rec.Seen >= seen && rec.Told {
			return errUnchanged
		}
		rec.Seen, rec.Told = max(rec.Seen, seen), true
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range r.rec.Signals[min(seen, len(r.rec.Signals)):] {
		signals = append(signals, syscall.Signal(s.Signal))
	}
	if r.rec.Result != nil {
		signals = append(signals, syscall.SIGKILL)
	}
	return signals, nil
}

func (r *remote) Finish(ctx context.Context, seq int64, events []rpc.Event, end rpc.Ending) error {
	rev, err := r.db.Revision(ctx)
	if err != nil {
		return err
	}
	return r.update(ctx, func(rec *record, made, gone *[]string) error {
		e := result(end)
		e.Revision, e.Ended = rev, r.h.c.Now().UTC()
		all := loggedEvents(events)
		if e.Sync == "lost" {
			all = append(all, e.lost(end.Message, rec.Fenced)...)
		}
		rec.Result, rec.Paused = &e, false
		return r.h.registry.take(ctx, r.workspace, rec, seq, append(all, logged{Exit: e.ExitCode}), made, gone)
	})
}

func (r *remote) Feed(ctx context.Context, from int64) (data []byte, end bool, err error) {
	var dropped []string
	err = r.update(ctx, func(rec *record, _, _ *[]string) error {
		dropped = nil
		for len(rec.Input) > 0 && rec.Fed+rec.Input[0].Size <= from {
			dropped = append(dropped, rec.Input[0].Key)
			rec.Fed += rec.Input[0].Size
			rec.Input = rec.Input[1:]
		}
		if dropped == nil {
			return errUnchanged
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	if from < r.rec.Fed {
		return nil, false, rpc.Errorf("EINVAL", "input from %d on: what is before %d is gone", from, r.rec.Fed)
	}
	g := r.h.registry
	if err := g.removeAll(ctx, r.workspace, dropped); err != nil {
		return nil, false, err
	}
	if len(r.rec.Input) > 0 {
		data, _, err = g.objects(r.workspace).Get(ctx, r.rec.Input[0].Key, "")
		if err != nil {
			return nil, false, err
		}
		data = data[min(from-r.rec.Fed, int64(len(data))):]
	}
	return data, r.rec.EOF && len(r.rec.Input) <= 1, nil
}

func (r *remote) Exit(context.Context, int, string) error          { return errNotByInvoke }
func (r *remote) Write(context.Context, int, []byte) error         { return errNotByInvoke }
func (r *remote) Input(context.Context, int) ([]byte, bool, error) { return nil, false, errNotByInvoke }
func (r *remote) Signals(context.Context, int) ([]syscall.Signal, error) {
	return nil, errNotByInvoke
}

var errNotByInvoke = rpc.Errorf("EPERM", "the call is answered by the supervisor of the exec's worker")

func (r *remote) Publish(ctx context.Context, q rpc.AssetRequest) (rpc.Asset, error) {
	if err := r.alive(); err != nil {
		return rpc.Asset{}, err
	}
	return r.h.publish(ctx, r.workspace, r.db, q)
}
