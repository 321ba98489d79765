package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"syscall"
	"time"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/hoststore/workers"
	"github.com/capshell/capshell/rpc"
)

// margin is how long before the function's own deadline its worker is killed,
// so that there is time to say so.
const margin = 5 * time.Second

// heartbeat is how often an idle stream shows a sign of life.
const heartbeat = 10 * time.Second

// handOver is how old an exec is when the host is first told of it by a batch;
// reportEvery how often it is from then on; unheard how long it may fail to be
// before the exec is given up: by then the host has declared it lost.
const (
	handOver    = 2 * time.Second
	reportEvery = time.Second
	unheard     = time.Minute
)

// How often a worker that waits for input asks the host for some.
const (
	feedLeast = 50 * time.Millisecond
	feedMost  = time.Second
)

// settle is how long an exec's answer has before the next one's worker starts.
const settle = 5 * time.Millisecond

// supervisor runs execs: each in a worker of its own, a child with an empty
// environment and one socket. What the worker asks for is answered from the
// request, from what was kept, or by the host.
type supervisor struct {
	pool   *workers.Pool
	invoke rpc.Invoke // carries a batch to the host
	fail   func(error)
	cache  chunkCache
}

// run runs one request and writes its frames to out, if anybody reads them.
// whole says that they are read when it is over.
func (s *supervisor) run(ctx context.Context, q invocation.Request, out io.Writer, whole bool) error {
	x, err := s.open(ctx, q, out, whole)
	if err != nil {
		if out == nil {
			if code := rpc.CodeOf(err); code == "EPERM" || code == "ENOENT" {
				return nil // another runs it, or nobody needs to any more
			}
			return err
		}
		x.log.end(frameOf(invocation.Exit, invocation.ExitStatus{Ending: rpc.Ending{Lost: true, Message: err.Error()}}))
		x.log.sending.Wait()
		return nil
	}
	err = x.run(ctx)
	// The function may be frozen once this returns, and the next exec should
	// find a worker. Where the machine is small the answer goes first.
	time.Sleep(settle)
	if err := s.pool.Prepare(); err != nil {
		s.fail(fmt.Errorf("starting a worker: %w", err))
	}
	return err
}

func newHolder() string {
	b := make([]byte, 16)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// open makes the session of a request.
func (s *supervisor) open(ctx context.Context, q invocation.Request, out io.Writer, whole bool) (x *session, err error) {
	holder := newHolder()
	host := rpc.NewBatchClient(q.Token, holder, s.invoke)
	x = &session{FileSystem: host, host: host, s: s, q: q, exited: make(chan struct{}), chunks: map[uint64][]byte{}, known: map[vfs.Ino]vfs.NodeInfo{}}
	x.cond.L = &x.mu
	var w *invocation.Writer
	if out != nil {
		w = invocation.NewWriter(out)
	}
	x.log = newEventLog(w, whole)
	x.log.send1(invocation.Held, []byte(holder))
	if len(q.Job) > 0 {
		if x.job, err = rpc.UnmarshalJob(q.Job); err != nil {
			return x, fmt.Errorf("the job can't be read: %w", err)
		}
	} else if x.job, err = host.Open(ctx, rpc.Version); err != nil {
		return x, err
	}
	if x.job.Flush == 0 {
		x.job.Flush = handOver
	}
	x.of = tenant{q.Workspace, x.job.Tree}
	s.cache.enter(x.of)
	for _, p := range q.Pages {
		x.chunks[p.ID] = p.Data
	}
	for _, l := range x.job.Listings {
		for _, e := range l.Entries {
			x.known[e.Ino] = e.NodeInfo
		}
	}
	return x, nil
}

func frameOf(kind byte, v any) invocation.Frame {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is a struct of numbers and text
	}
	return invocation.Frame{Kind: kind, Data: data}
}

// run starts the worker and sees it to its end.
func (x *session) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x.ctx = ctx
	gone := make(chan error, 1)
	granted := []string{}
	for _, g := range x.job.Granted {
		if g != rpc.GrantLog {
			granted = append(granted, g)
		}
	}
	x.job.Granted = granted
	p, err := x.s.pool.Start(ctx, x, granted, func(err error) { gone <- err })
	if err != nil {
		return x.finish(ctx, nil, rpc.Ending{Lost: true, Message: "the worker can't be started: " + err.Error()})
	}
	x.process = p
	reports := make(chan struct{})
	reporting, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(reports)
		x.report(reporting)
	}()
	timeout := time.NewTimer(x.job.Timeout)
	defer timeout.Stop()
	deadline := make(<-chan time.Time)
	if at, ok := ctx.Deadline(); ok {
		t := time.NewTimer(time.Until(at.Add(-margin)))
		defer t.Stop()
		deadline = t.C
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	kill := make(<-chan time.Time)
	why := "the worker ended before its script"
	for {
		select {
		case <-x.exited:
			stop()
			<-reports
			err := x.finish(ctx, p, x.ending)
			<-gone
			return err
		case err := <-gone:
			select {
			case <-x.exited: // it told its end before
				gone <- err
				continue
			default:
			}
			stop()
			<-reports
			if x.isKilled() {
				why = ""
			} else if err != nil {
				why += ": " + err.Error()
			}
			return x.finish(ctx, nil, rpc.Ending{Lost: true, Message: why})
		case <-timeout.C:
			x.log.say(fmt.Sprintf("timed out after %d ms", x.job.Timeout.Milliseconds()))
			x.signal(syscall.SIGTERM)
			kill = time.After(time.Second)
		case <-kill:
			x.signal(syscall.SIGKILL)
		case <-deadline:
			why = "the function's time ran out"
			p.Kill()
		case <-ctx.Done():
			p.Kill()
		case <-beat.C:
			x.log.send1(invocation.Heartbeat, nil)
		}
	}
}

// session answers a worker's calls. The tree is the host's, by batches, but
// for what came with the request, what was kept, and the last commit, which
// goes with the answer of an exec that the host wasn't told of by batches.
type session struct {
	rpc.FileSystem
	host    rpc.BatchSession
	s       *supervisor
	q       invocation.Request
	job     rpc.Job
	of      tenant
	log     *eventLog
	process workers.Process
	ctx     context.Context
	chunks  map[uint64][]byte        // those that came with the request
	known   map[vfs.Ino]vfs.NodeInfo // nodes of the job's listings

	mu      sync.Mutex
	cond    sync.Cond
	final   rpc.Final
	done    bool
	ending  rpc.Ending
	exited  chan struct{} // closed once ending is set
	signals []syscall.Signal
	killed  bool
	stopped bool
	fed     int64 // bytes of input that the worker took
	fresh   []byte
	ended   bool // of the input: fresh is the last of it

	applied, skipped, pulled int64
}

var _ rpc.Session = (*session)(nil)

func (x *session) isKilled() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.killed
}

// signal does what a signal asks for.
func (x *session) signal(sig syscall.Signal) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch sig {
	case syscall.SIGKILL:
		x.killed = true
		x.process.Kill()
	case syscall.SIGSTOP:
		x.stopped = true
		x.process.Stop()
	case syscall.SIGCONT:
		x.stopped = false
		x.process.Continue()
	default:
		x.signals = append(x.signals, sig)
		if x.stopped {
			x.stopped = false
			x.process.Continue()
		}
	}
	x.cond.Broadcast()
}

// report tells the host of the exec once it isn't small any more, and takes
// the signals that were sent to it.
func (x *session) report(ctx context.Context) {
	wait := handOver
	if !x.q.Answer {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	seen := 0
	heard, first := time.Now(), true
	for {
		select {
		case <-timer.C:
		case <-x.log.full:
		case <-ctx.Done():
			return
		}
		timer.Reset(reportEvery)
		seq, events, more := x.log.next()
		// What was sent is heard of, though the exec ends meanwhile.
		call, cancel := context.WithTimeout(context.WithoutCancel(ctx), unheard)
		signals, err := x.host.Report(call, seq, events, seen)
		cancel()
		if err != nil {
			if code := rpc.CodeOf(err); code == "EPERM" || code == "ENOENT" || time.Since(heard) > unheard {
				x.signal(syscall.SIGKILL) // it is another's, or has ended for the host
				return
			}
			continue
		}
		heard = time.Now()
		x.log.tell(seq + int64(len(events)))
		if first {
			first = false
			x.log.hand()
		}
		for _, sig := range signals {
			x.signal(sig)
		}
		if seen += len(signals); more || len(signals) > 0 {
			timer.Reset(0) // the host waits to hear that they were heeded
		}
	}
}

// finish tells the end: to the host by a batch, if it was told of the exec
// before, else by the answer.
func (x *session) finish(ctx context.Context, p workers.Process, end rpc.Ending) error {
	defer x.log.sending.Wait()
	x.log.flush()
	x.mu.Lock()
	final := x.final
	x.mu.Unlock()
	told := x.log.isTold() || !x.q.Answer
	if told && len(final.Changes) > 0 && !end.Lost {
		if err := x.commit(ctx, final); err != nil {
			text := "changes were not saved: " + err.Error()
			x.log.say(text)
			if end.Message == "" {
				end.Message = text
			}
		}
	}
	x.mu.Lock()
	end.Applied, end.Skipped, end.Pulled = x.applied, x.skipped, x.pulled
	x.mu.Unlock()
	if told {
		err := x.tellEnd(ctx, end)
		if err == nil {
			x.log.end(frameOf(invocation.Exit, invocation.ExitStatus{Ending: end, Recorded: true}))
		}
		if p != nil {
			p.Kill()
		}
		if err == nil || !x.q.Answer {
			return err
		}
	}
	var frames []invocation.Frame
	if len(final.Changes) > 0 && !told && !end.Lost {
		data, err := final.Marshal()
		if err != nil {
			end.Message = "changes were not saved: " + err.Error()
		} else {
			frames = append(frames, invocation.Frame{Kind: invocation.Final, Data: data})
		}
	}
	x.log.end(append(frames, frameOf(invocation.Exit, invocation.ExitStatus{Ending: end}))...)
	if p != nil {
		p.Kill()
	}
	return nil
}

// tellEnd tells the host the last events and the end.
func (x *session) tellEnd(ctx context.Context, end rpc.Ending) error {
	ctx = context.WithoutCancel(ctx)
	for try := 0; ; try++ {
		seq, events, more := x.log.next()
		var err error
		if more {
			if _, err = x.host.Report(ctx, seq, events, 0); err == nil {
				x.log.tell(seq + int64(len(events)))
			}
		} else {
			err = x.host.Finish(ctx, seq, events, end)
		}
		switch code := rpc.CodeOf(err); {
		case err == nil && !more:
			return nil
		case err == nil:
			try = 0
		case code == "EPERM" || code == "ENOENT":
			return nil // for the host it ended before
		case try == 1:
			return err // each was tried several times
		}
	}
}

// commit makes the last changeset by batches after all.
func (x *session) commit(ctx context.Context, f rpc.Final) error {
	var ids []uint64
	if len(f.Pages) > 0 {
		var err error
		if ids, err = x.FileSystem.Upload(ctx, f.Pages, true); err != nil {
			return err
		}
	}
	for i := range f.Changes {
		for j, p := range f.Changes[i].Pages {
			if p.ID > 0 {
				f.Changes[i].Pages[j].ID = ids[p.ID-1]
			}
		}
	}
	result, err := x.FileSystem.Commit(ctx, lastRequest, f.Changes, true)
	if err != nil {
		return err
	}
	x.count(f.Changes, result)
	for _, failed := range result.Failed {
		return fmt.Errorf("%s: %w", f.Changes[failed.Index].Name, failed.Err)
	}
	return nil
}

// lastRequest is behind every request that a worker makes.
const lastRequest = 1 << 62

func (x *session) count(changes []vfs.Change, r vfs.Result) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.applied += int64(len(changes) - len(r.Failed))
	x.skipped += int64(len(r.Failed))
}

func (x *session) Open(context.Context, int) (rpc.Job, error) {
	job := x.job
	job.Stdin = nil // it comes by Input
	return job, nil
}

// Read answers from what came along and what was kept where it can.
func (x *session) Read(ctx context.Context, ranges []rpc.Range) (pages [][]byte, ids []uint64, err error) {
	defer func() {
		x.mu.Lock()
		x.pulled += int64(len(pages))
		x.mu.Unlock()
	}()
	take := func(id uint64) bool {
		data, ok := x.chunks[id]
		if !ok {
			data, ok = x.s.cache.chunk(x.of, id)
		}
		pages, ids = append(pages, data), append(ids, id)
		return ok
	}
	for i := range ranges {
		if !x.listed(ranges[i], take) && !x.s.cache.pages(x.of, ranges[i:i+1], take) {
			if pages, ids, err = x.FileSystem.Read(ctx, ranges); err == nil {
				x.s.cache.keep(x.of, ids, pages)
				x.s.cache.place(x.of, ranges, ids)
			}
			return pages, ids, err
		}
	}
	return pages, ids, nil
}

// listed calls f with the chunks of a range of a node in the job's listings.
// It returns false where they aren't all there, before it called f for any.
func (x *session) listed(r rpc.Range, f func(id uint64) bool) bool {
	n, ok := x.known[r.Ino]
	if !ok || n.Rev != r.Rev || r.First+int64(r.Count) > 64 {
		return false
	}
	for i := r.First; i < r.First+int64(r.Count); i++ {
		var id uint64
		if i < int64(len(n.Chunks)) {
			id = n.Chunks[i]
		}
		if !f(id) {
			return false
		}
	}
	return true
}

// Upload keeps the pages of the last commit, if they are few.
func (x *session) Upload(ctx context.Context, pages [][]byte, final bool) ([]uint64, error) {
	if final && x.q.Answer && !x.log.isTold() {
		x.mu.Lock()
		size := 0
		for _, p := range append(x.final.Pages, pages...) {
			size += len(p)
		}
		if size <= invocation.MaxFinal {
			ids := make([]uint64, len(pages))
			for i, p := range pages {
				x.final.Pages = append(x.final.Pages, bytes.Clone(p)) // p is the message's
				ids[i] = uint64(len(x.final.Pages)) | laterID
			}
			x.mu.Unlock()
			return ids, nil
		}
		x.mu.Unlock()
	}
	ids, err := x.FileSystem.Upload(ctx, pages, final)
	if err == nil && !final {
		kept := make([][]byte, len(pages))
		for i, p := range pages {
			kept[i] = bytes.Clone(p)
		}
		x.s.cache.keep(x.of, ids, kept)
	}
	return ids, err
}

// laterID marks the id of a page that goes with the answer.
const laterID = 1 << 63

// Commit keeps the last changeset for the answer. If only some of its pages
// were kept, they are uploaded after all.
func (x *session) Commit(ctx context.Context, request uint64, changes []vfs.Change, final bool) (result vfs.Result, err error) {
	if final {
		kept, err := x.keep(ctx, changes)
		if kept || err != nil {
			return vfs.Result{}, err
		}
	}
	if result, err = x.FileSystem.Commit(ctx, request, changes, final); err == nil {
		x.count(changes, result)
	}
	return result, err
}

// keep keeps the last changeset, or uploads what was kept of its pages.
func (x *session) keep(ctx context.Context, changes []vfs.Change) (bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	kept, size := x.q.Answer && !x.log.isTold(), 0
	for i := range changes {
		size += 200 + len(changes[i].Name) + len(changes[i].NewName) + len(changes[i].Data) + 16*len(changes[i].Pages)
		for _, p := range changes[i].Pages {
			kept = kept && (p.ID == 0 || p.ID&laterID != 0)
		}
	}
	for _, p := range x.final.Pages {
		size += len(p)
	}
	if kept && size <= invocation.MaxFinal {
		for i := range changes {
			for j := range changes[i].Pages {
				changes[i].Pages[j].ID &^= laterID
			}
		}
		x.final.Changes = changes
		return true, nil
	}
	if len(x.final.Pages) > 0 {
		ids, err := x.FileSystem.Upload(ctx, x.final.Pages, true)
		if err != nil {
			return false, err
		}
		for i := range changes {
			for j, p := range changes[i].Pages {
				if p.ID&laterID != 0 {
					changes[i].Pages[j].ID = ids[p.ID&^laterID-1]
				}
			}
		}
		x.final.Pages = nil
	}
	return false, nil
}

// Changed asks the host every second moment: there is no way to be told.
func (x *session) Changed(ctx context.Context, since uint64, wait time.Duration) (vfs.Changes, error) {
	if wait > 0 {
		select {
		case <-time.After(pollChanges):
		case <-ctx.Done():
			return vfs.Changes{}, ctx.Err()
		}
	}
	return x.FileSystem.Changed(ctx, since, 0)
}

// pollChanges is how long after the last look the next one is.
const pollChanges = 2 * time.Second

func (x *session) Write(ctx context.Context, stream int, data []byte) error {
	return x.log.put(ctx, stream, data)
}

// Signals waits for signals that came with the host's answers to reports.
func (x *session) Signals(ctx context.Context, seen int) ([]syscall.Signal, error) {
	stop := context.AfterFunc(ctx, func() { x.mu.Lock(); x.cond.Broadcast(); x.mu.Unlock() })
	defer stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	for len(x.signals) <= seen {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x.cond.Wait()
	}
	return append([]syscall.Signal(nil), x.signals[seen:]...), nil
}

// Input hands out what came with the request, or asks the host for more.
func (x *session) Input(ctx context.Context, most int) ([]byte, bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.q.Feed && !x.ended {
		x.fresh, x.ended = x.job.Stdin, true
	}
	for wait := feedLeast; len(x.fresh) == 0 && !x.ended; wait = min(wait*5/4, feedMost) {
		from := x.fed
		x.mu.Unlock()
		data, end, err := x.host.Feed(ctx, from)
		if err == nil && len(data) == 0 && !end {
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		x.mu.Lock()
		if err != nil {
			return nil, false, err
		}
		x.fresh, x.ended = data, end
	}
	data := x.fresh[:min(most, len(x.fresh))]
	x.fresh = x.fresh[len(data):]
	x.fed += int64(len(data))
	return data, len(x.fresh) == 0 && x.ended, nil
}

func (x *session) Publish(ctx context.Context, r rpc.AssetRequest) (rpc.Asset, error) {
	return x.host.Publish(ctx, r)
}

func (x *session) Exit(_ context.Context, status int, message string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.done {
		return fmt.Errorf("the exec has ended: %w", vfs.EPERM)
	}
	x.done = true
	x.ending = rpc.Ending{Status: status, Message: message}
	close(x.exited)
	return nil
}
