package main

import (
	"bytes"
	"context"
	"errors"
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

// supervisor runs execs: each in a worker of its own, a child with an empty
// environment and one socket. What the worker asks for is answered from the
// request, or by the host.
type supervisor struct {
	pool   *workers.Pool
	invoke rpc.Invoke // carries a batch to the host
}

// run runs one request and writes its frames.
func (s *supervisor) run(ctx context.Context, q invocation.Request, out io.Writer) error {
	w := invocation.NewWriter(out)
	job, err := rpc.UnmarshalJob(q.Job)
	if err != nil {
		return w.JSON(invocation.Exit, invocation.ExitStatus{Status: 1, Lost: true, Message: "the job can't be read: " + err.Error()})
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x := &session{FileSystem: rpc.NewBatchClient(q.Token, s.invoke), job: job, w: w, pages: map[uint64][]byte{}, known: map[vfs.Ino]vfs.NodeInfo{}, cancelled: ctx}
	x.remember(q.Pages)
	ended := make(chan error, 1)
	p, err := s.pool.Start(ctx, x, job.Granted, func(err error) { ended <- err })
	if err != nil {
		return w.JSON(invocation.Exit, invocation.ExitStatus{Status: 1, Lost: true, Message: "the worker can't be started: " + err.Error()})
	}
	limit := time.Now().Add(job.Timeout + 2*time.Second)
	why := "timed out"
	if deadline, ok := ctx.Deadline(); ok && deadline.Add(-margin).Before(limit) {
		limit, why = deadline.Add(-margin), "the function's time ran out"
	}
	timer := time.NewTimer(time.Until(limit))
	defer timer.Stop()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	lost := invocation.ExitStatus{Status: 128 + int(syscall.SIGKILL), Lost: true, Message: "the worker ended before its script"}
	for {
		select {
		case err := <-ended:
			if x.exited() {
				return nil
			}
			if err != nil {
				lost.Message += ": " + err.Error()
			}
			return w.JSON(invocation.Exit, lost)
		case <-timer.C:
			lost.Message = why
			p.Kill()
		case <-ctx.Done():
			p.Kill()
			<-ended
			return context.Cause(ctx)
		case <-beat.C:
			if err := w.Frame(invocation.Heartbeat, nil); err != nil {
				p.Kill() // nobody listens any more
			}
		}
	}
}

// session answers a worker's calls. The tree is the host's, by batches, but
// for what came with the request and the last commit, which goes with the answer.
type session struct {
	rpc.FileSystem
	job       rpc.Job
	w         *invocation.Writer
	cancelled context.Context

	mu    sync.Mutex
	pages map[uint64][]byte        // chunks that came with the request
	known map[vfs.Ino]vfs.NodeInfo // nodes of the job's listings
	final rpc.Final
	done  bool
}

var _ rpc.Session = (*session)(nil)

func (x *session) remember(pages []invocation.Page) {
	for _, p := range pages {
		x.pages[p.ID] = p.Data
	}
	for _, l := range x.job.Listings {
		for _, e := range l.Entries {
			x.known[e.Ino] = e.NodeInfo
		}
	}
}

func (x *session) exited() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.done
}

func (x *session) Open(context.Context, int) (rpc.Job, error) { return x.job, nil }

// Read answers from the pages that came along where it can.
func (x *session) Read(ctx context.Context, ranges []rpc.Range) (pages [][]byte, ids []uint64, err error) {
	x.mu.Lock()
	for _, r := range ranges {
		n, ok := x.known[r.Ino]
		for i := r.First; ok && i < r.First+int64(r.Count); i++ {
			var id uint64
			if ok = n.Rev == r.Rev && i < 64; ok && i < int64(len(n.Chunks)) {
				id = n.Chunks[i]
			}
			data, have := x.pages[id]
			if ok = ok && (id == 0 || have); ok {
				pages, ids = append(pages, data), append(ids, id)
			}
		}
		if !ok {
			x.mu.Unlock()
			return x.FileSystem.Read(ctx, ranges)
		}
	}
	x.mu.Unlock()
	return pages, ids, nil
}

// Upload keeps the pages of the last commit, if they are few.
func (x *session) Upload(ctx context.Context, pages [][]byte, final bool) ([]uint64, error) {
	if final {
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
	return x.FileSystem.Upload(ctx, pages, final)
}

// laterID marks the id of a page that goes with the answer.
const laterID = 1 << 63

// Commit keeps the last changeset for the answer. If only some of its pages
// were kept, they are uploaded after all.
func (x *session) Commit(ctx context.Context, request uint64, changes []vfs.Change, final bool) (vfs.Result, error) {
	if !final {
		return x.FileSystem.Commit(ctx, request, changes, false)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	kept, size := true, 0
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
		return vfs.Result{}, nil
	}
	if len(x.final.Pages) > 0 {
		ids, err := x.FileSystem.Upload(ctx, x.final.Pages, true)
		if err != nil {
			return vfs.Result{}, err
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
	return x.FileSystem.Commit(ctx, request, changes, true)
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

func (x *session) Write(_ context.Context, stream int, data []byte) error {
	kind := byte(invocation.Stdout)
	if stream == 2 {
		kind = invocation.Stderr
	}
	return x.w.Frame(kind, data)
}

// Signals waits until the exec is over: on Lambda a signal other than KILL
// doesn't reach a script.
func (x *session) Signals(ctx context.Context, _ int) ([]syscall.Signal, error) {
	select {
	case <-ctx.Done():
	case <-x.cancelled.Done():
	}
	return nil, errors.New("the exec is over")
}

func (x *session) Input(context.Context, int) ([]byte, bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	data := x.job.Stdin
	x.job.Stdin = nil
	return data, true, nil
}

func (x *session) Publish(ctx context.Context, r rpc.AssetRequest) (rpc.Asset, error) {
	p, ok := x.FileSystem.(rpc.Assets)
	if !ok {
		return rpc.Asset{}, rpc.Errorf("EPERM", "assets are not granted")
	}
	return p.Publish(ctx, r)
}

func (x *session) Exit(_ context.Context, status int, message string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.done {
		return fmt.Errorf("the exec has ended: %w", vfs.EPERM)
	}
	x.done = true
	if len(x.final.Changes) > 0 {
		data, err := x.final.Marshal()
		if err != nil {
			return err
		}
		if err := x.w.Frame(invocation.Final, data); err != nil {
			return err
		}
	}
	return x.w.JSON(invocation.Exit, invocation.ExitStatus{Status: status, Message: message})
}
