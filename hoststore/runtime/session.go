package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// errFenced answers the calls of an exec that was cancelled or has ended.
var errFenced = rpc.Errorf("EPERM", "the exec was cancelled or has ended")

// Bounds of one session's calls.
const (
	openEntries = 4096 // of the tree that comes with the job
	leaseInos   = 1024 // inode numbers that come with the job
	maxLease    = 1 << 16
	maxTree     = 1 << 16
	maxUpload   = 4 << 20
	maxWait     = time.Minute
)

// askBucket is how often a session asks the bucket for other hosts' commits.
const askBucket = time.Second

// files is a session's part of a workspace: rpc.FileSystem.
type files struct {
	db       *sqlite.DB
	alive    func() error // refuses calls for an exec that is cancelled or completed
	readOnly bool
	id       string // of the session where its commits can be repeated, else ""

	mu       sync.Mutex
	request  uint64
	base     uint64          // of an effect: the revision that it reads
	uploaded map[uint64]bool // chunks that this session may name; nil: any of the workspace's
	own      map[uint64]bool // revisions that it made

	applied, skipped, pulled atomic.Int64
}

// session is what one exec's worker may do: rpc.Session over the workspace.
type session struct {
	*files
	e       *Exec
	granted []string
	opened  bool
}

var _ rpc.Session = (*session)(nil)

// alive refuses calls for an exec that is cancelled or completed.
func (e *Exec) alive() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.fenced {
		return errFenced
	}
	return nil
}

func (s *session) Open(ctx context.Context, _ int) (j rpc.Job, err error) {
	s.mu.Lock()
	again := s.opened
	s.opened = true
	s.mu.Unlock()
	if again {
		return j, rpc.Errorf("EPERM", "the session is open already")
	}
	if err := s.alive(); err != nil {
		return j, err
	}
	return s.job(ctx, &s.e.o, s.granted)
}

// job makes the job of an exec, and its first look at the tree.
func (s *files) job(ctx context.Context, o *Options, granted []string) (j rpc.Job, err error) {
	j = rpc.Job{Args: o.args(), Env: o.environ(), Dir: o.Dir, Umask: 0o022, Effect: o.Effect, ReadOnly: o.ReadOnly,
		Timeout: o.Timeout, Granted: granted, Pid: firstPid}
	err = s.db.Read(ctx, 0, func(r *sqlite.Reader) error {
		j.Revision = r.Revision()
		created, err := r.Created()
		if err != nil {
			return err
		}
		j.Tree = uint64(created)
		if j.Root, err = r.Info(vfs.RootIno); err != nil {
			return err
		}
		j.Listings, err = r.Tree(vfs.RootIno, openEntries)
		return err
	})
	if err != nil || o.ReadOnly {
		return j, err
	}
	if o.Effect {
		s.mu.Lock()
		s.base = j.Revision
		s.mu.Unlock()
	}
	j.InoFirst, err = s.db.Lease(ctx, leaseInos)
	j.InoCount = leaseInos
	return j, err
}

func (s *session) Exit(ctx context.Context, status int, message string) error {
	if err := s.alive(); err != nil {
		return err
	}
	s.e.mu.Lock()
	s.e.exited = true
	s.e.mu.Unlock()
	r := Result{ExitCode: status & 0xff, Sync: "ok"}
	if message != "" {
		r.Sync, r.SyncErr = "failed", message
	}
	// The answer should reach the worker before its connection ends.
	go s.e.finish(r, nil)
	return nil
}

func (s *files) Tree(ctx context.Context, dir vfs.Ino, limit int, revision uint64) (l []vfs.Listing, at uint64, err error) {
	if err := s.alive(); err != nil {
		return nil, 0, err
	}
	err = s.db.Read(ctx, revision, func(r *sqlite.Reader) error {
		at = r.Revision()
		l, err = r.Tree(dir, min(limit, maxTree))
		return err
	})
	return l, at, err
}

func (s *files) Chunks(ctx context.Context, rg rpc.Range) (ids []uint64, err error) {
	if err := s.alive(); err != nil {
		return nil, err
	}
	if rg.Count < 0 || rg.Count > maxTree || rg.First < 0 {
		return nil, rpc.Errorf("EINVAL", "the chunks of %d pages in one call, more than %d", rg.Count, maxTree)
	}
	err = s.db.Read(ctx, 0, func(r *sqlite.Reader) error {
		r = r.At(rg.Rev)
		n, err := r.Info(rg.Ino)
		if err != nil {
			return err
		}
		ids, err = r.Pages(n, rg.First, rg.Count)
		return err
	})
	return ids, err
}

func (s *files) Read(ctx context.Context, ranges []rpc.Range) (pages [][]byte, ids []uint64, err error) {
	if err := s.alive(); err != nil {
		return nil, nil, err
	}
	err = s.db.Read(ctx, 0, func(newest *sqlite.Reader) error {
		inos := make([]uint64, len(ranges))
		for i, rg := range ranges {
			inos[i] = uint64(rg.Ino)
		}
		nodes, err := newest.Layouts(inos)
		if err != nil {
			return err
		}
		for _, rg := range ranges {
			r, n := newest.At(rg.Rev), nodes[rg.Ino]
			if n.Ino == 0 || n.Rev > rg.Rev { // it was another then
				if n, err = r.Info(rg.Ino); err != nil {
					return err
				}
			}
			got, err := r.Pages(n, rg.First, rg.Count)
			if err != nil {
				return err
			}
			ids = append(ids, got...)
		}
		wanted := make([]uint64, 0, len(ids))
		for _, id := range ids {
			if id != 0 {
				wanted = append(wanted, id)
			}
		}
		chunks, err := newest.ChunksOf(wanted)
		if err != nil {
			return err
		}
		total := 0
		for _, id := range ids {
			data, ok := chunks[id]
			if !ok && id != 0 {
				return fmt.Errorf("chunk %d isn't there: %w", id, vfs.EIO)
			}
			if total += len(data); total > rpc.MaxRead {
				return rpc.Errorf("ELIMIT", "a read of more than %d bytes", rpc.MaxRead)
			}
			pages = append(pages, data)
		}
		return nil
	})
	s.pulled.Add(int64(len(pages)))
	return pages, ids, err
}

func (s *files) writable() error {
	if s.readOnly {
		return rpc.Errorf("EROFS", "the session is read-only")
	}
	return s.alive()
}

func (s *files) Upload(ctx context.Context, pages [][]byte, _ bool) ([]uint64, error) {
	if err := s.writable(); err != nil {
		return nil, err
	}
	total := 0
	for _, p := range pages {
		total += len(p)
	}
	if total > maxUpload {
		return nil, rpc.Errorf("ELIMIT", "an upload of %d bytes, more than %d", total, maxUpload)
	}
	ids, err := s.db.PutChunks(ctx, pages)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if s.uploaded != nil {
			s.uploaded[id] = true
		}
	}
	return ids, nil
}

func (s *files) Commit(ctx context.Context, request uint64, changes []vfs.Change, _ bool) (result vfs.Result, err error) {
	if err := s.writable(); err != nil {
		return result, err
	}
	s.mu.Lock()
	for i := range changes {
		for _, p := range changes[i].Pages {
			if p.ID != 0 && s.uploaded != nil && !s.uploaded[p.ID] {
				s.mu.Unlock()
				return result, rpc.Errorf("EPERM", "chunk %d was not uploaded by this session", p.ID)
			}
		}
	}
	if s.id == "" && request <= s.request {
		s.mu.Unlock()
		return result, rpc.Errorf("EPERM", "request %d after %d", request, s.request)
	}
	s.request = request
	s.mu.Unlock()
	return s.commit(ctx, sqlite.Changeset{Request: request, Changes: changes})
}

// commit commits a changeset of the session.
func (s *files) commit(ctx context.Context, c sqlite.Changeset) (result vfs.Result, err error) {
	s.mu.Lock()
	c.Session, c.Base = s.id, s.base
	s.mu.Unlock()
	// A worker that is killed now doesn't take back what it asked for.
	result, err = s.db.Commit(context.WithoutCancel(ctx), c)
	switch {
	case errors.Is(err, sqlite.ErrConflict):
		err = rpc.Errorf("ECONFLICT", "%v", err)
	case errors.Is(err, sqlite.ErrRepeated): // or it was fenced
		err = errFenced
	}
	if err == nil {
		s.applied.Add(int64(len(c.Changes) - len(result.Failed)))
		s.skipped.Add(int64(len(result.Failed)))
		if result.Made {
			s.mu.Lock()
			s.own[result.Revision] = true
			s.mu.Unlock()
		}
	}
	return result, err
}

func (s *files) Changed(ctx context.Context, since uint64, wait time.Duration) (ch vfs.Changes, err error) {
	if err := s.alive(); err != nil {
		return ch, err
	}
	timer := time.NewTimer(min(wait, maxWait))
	defer timer.Stop()
	// Other processes' commits aren't announced here: those to the same file
	// are seen by a look at it, those to a bucket by asking that.
	poll := time.NewTicker(200 * time.Millisecond)
	defer poll.Stop()
	ask := time.NewTicker(askBucket)
	defer ask.Stop()
	for {
		announced := s.db.Changed()
		rev, err := s.db.Revision(ctx)
		if err != nil {
			return ch, err
		}
		if wait == 0 || s.others(since, rev) {
			return s.db.ChangedSince(ctx, since)
		}
		select {
		case <-announced:
		case <-poll.C:
		case <-ask.C:
			if err := s.db.Refresh(ctx); err != nil {
				return ch, err
			}
		case <-timer.C:
			return vfs.Changes{Revision: since}, nil
		case <-ctx.Done():
			return ch, ctx.Err()
		}
		if err := s.alive(); err != nil {
			return ch, err
		}
	}
}

// others tells whether something but this session made a revision after since.
func (s *files) others(since, rev uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for since++; since <= rev; since++ {
		if !s.own[since] {
			return true
		}
	}
	return false
}

func (s *files) Lease(ctx context.Context, count int) (vfs.Ino, error) {
	if err := s.writable(); err != nil {
		return 0, err
	}
	if count < 1 || count > maxLease {
		return 0, rpc.Errorf("EINVAL", "a lease of %d inode numbers, not 1 to %d", count, maxLease)
	}
	return s.db.Lease(ctx, count)
}

func (s *session) Write(ctx context.Context, stream int, data []byte) error {
	if err := s.alive(); err != nil {
		return err
	}
	return s.e.output(ctx, stream, data)
}

func (s *session) Signals(ctx context.Context, seen int) ([]syscall.Signal, error) {
	e := s.e
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.signals) <= seen {
		if e.fenced {
			return nil, errFenced
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.cond.Wait()
	}
	return slices.Clone(e.signals[seen:]), nil
}

func (s *session) Input(ctx context.Context, max int) ([]byte, bool, error) {
	e := s.e
	stop := context.AfterFunc(ctx, func() { e.mu.Lock(); e.cond.Broadcast(); e.mu.Unlock() })
	defer stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.stdin) == 0 && !e.eof {
		if e.fenced {
			return nil, false, errFenced
		}
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		e.cond.Wait()
	}
	n := min(max, len(e.stdin))
	data := slices.Clone(e.stdin[:n])
	e.stdin = e.stdin[n:]
	e.cond.Broadcast()
	return data, len(e.stdin) == 0 && e.eof, nil
}

func (s *session) Publish(ctx context.Context, q rpc.AssetRequest) (rpc.Asset, error) {
	if err := s.alive(); err != nil {
		return rpc.Asset{}, err
	}
	return s.e.h.publish(ctx, s.e.Workspace, s.db, q)
}

// Publish uploads a file of a workspace.
func (h *Host) Publish(ctx context.Context, workspace string, q rpc.AssetRequest) (rpc.Asset, error) {
	db, release, err := h.c.Workspaces.Acquire(ctx, workspace, false)
	if err != nil {
		return rpc.Asset{}, err
	}
	defer release()
	return h.publish(ctx, workspace, db, q)
}

func (h *Host) publish(ctx context.Context, workspace string, db *sqlite.DB, q rpc.AssetRequest) (a rpc.Asset, err error) {
	if h.c.Publisher == nil {
		return a, rpc.Errorf("EBACKEND", "no publisher is configured: assets can't be published")
	}
	err = db.Read(ctx, 0, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		file, err := f.Open(ctx, q.Path, vfs.ReadOnly, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		i, err := file.Stat()
		if err != nil {
			return err
		}
		o, ok := file.(*vfs.OpenFile)
		if !ok || i.Kind != vfs.Regular {
			return &vfs.Error{Op: "publish", Path: q.Path, Err: vfs.EISDIR}
		}
		a, err = h.c.Publisher.Publish(ctx, workspace, o, i.Size, q)
		return err
	})
	return a, err
}
