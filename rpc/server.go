package rpc

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/schema"
)

// sessionServer answers the calls of the schema from a Session.
type sessionServer struct {
	s       Session
	granted []string
	fail    func(error) // told of what a call must never do

	mu    sync.Mutex
	turns map[int]*turns // of the output streams
}

// turns lets goroutines go on in the order in which they took their turn.
type turns struct {
	last chan struct{} // closed when the turn before the next is over
}

func newServer(s Session, granted []string, fail func(error)) schema.Session {
	return schema.Session_ServerToClient(&sessionServer{s: s, granted: granted, fail: fail, turns: map[int]*turns{}})
}

// call runs one call: other calls go on meanwhile, a panic ends the call and
// not the process, what wasn't granted is refused.
func (s *sessionServer) call(grant string, c interface{ Go() }, f func() error) (err error) {
	if grant != "" && !slices.Contains(s.granted, grant) {
		return encodeError(Errorf("EPERM", "this session was not granted %q", grant))
	}
	defer func() {
		if r := recover(); r != nil {
			s.fail(fmt.Errorf("panic in a session's call: %v\n%s", r, debug.Stack()))
			err = encodeError(Errorf("EIO", "internal error: %v", r))
		}
	}()
	if c != nil {
		c.Go()
	}
	if err := f(); err != nil {
		return encodeError(err)
	}
	return nil
}

func (s *sessionServer) Open(ctx context.Context, c schema.Session_open) error {
	return s.call("", c, func() error {
		version := int(c.Args().Version())
		if version != Version {
			return Errorf("EINVAL", "the worker speaks version %d of the session's schema, the host version %d", version, Version)
		}
		job, err := s.s.Open(ctx, version)
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		j, err := r.NewJob()
		if err != nil {
			return err
		}
		return putJob(j, &job)
	})
}

func putJob(d schema.Job, j *Job) error {
	d.SetUmask(uint16(j.Umask))
	d.SetEffect(j.Effect)
	d.SetReadOnly(j.ReadOnly)
	d.SetRevision(j.Revision)
	d.SetInoFirst(uint64(j.InoFirst))
	d.SetInoCount(uint32(j.InoCount))
	d.SetPid(uint32(j.Pid))
	d.SetTimeoutMs(uint64(j.Timeout.Milliseconds()))
	d.SetFlushMs(uint32(j.Flush.Milliseconds()))
	d.SetTree(j.Tree)
	if err := d.SetStdin(j.Stdin); err != nil {
		return err
	}
	if err := d.SetDir([]byte(j.Dir)); err != nil {
		return err
	}
	if err := putData(j.Args, d.NewArgs); err != nil {
		return err
	}
	if err := putData(j.Env, d.NewEnv); err != nil {
		return err
	}
	granted, err := d.NewGranted(int32(len(j.Granted)))
	if err != nil {
		return err
	}
	for i, g := range j.Granted {
		if err := granted.Set(i, g); err != nil {
			return err
		}
	}
	root, err := d.NewRoot()
	if err != nil {
		return err
	}
	if err := putNode(root, &j.Root); err != nil {
		return err
	}
	return putListings(j.Listings, d.NewListings)
}

// Exit comes after all output that was sent before it.
func (s *sessionServer) Exit(ctx context.Context, c schema.Session_exit) error {
	stdout, mine1 := s.takeTurn(1)
	defer close(mine1)
	stderr, mine2 := s.takeTurn(2)
	defer close(mine2)
	return s.call("", c, func() error {
		text, err := c.Args().Error()
		if err != nil {
			return err
		}
		for _, before := range []chan struct{}{stdout, stderr} {
			if err := await(ctx, before); err != nil {
				return err
			}
		}
		return s.s.Exit(ctx, int(c.Args().Status()), text)
	})
}

func (s *sessionServer) Tree(ctx context.Context, c schema.FileSystem_tree) error {
	return s.call(GrantFiles, c, func() error {
		a := c.Args()
		listings, at, err := s.s.Tree(ctx, vfs.Ino(a.Dir()), int(a.Limit()), a.Revision())
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		r.SetRevision(at)
		return putListings(listings, r.NewListings)
	})
}

func (s *sessionServer) Chunks(ctx context.Context, c schema.FileSystem_chunks) error {
	return s.call(GrantFiles, c, func() error {
		rg, err := c.Args().Range()
		if err != nil {
			return err
		}
		ids, err := s.s.Chunks(ctx, getRange(rg))
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		return putUint64s(ids, r.NewIds)
	})
}

func (s *sessionServer) Read(ctx context.Context, c schema.FileSystem_read) error {
	return s.call(GrantFiles, c, func() error {
		l, err := c.Args().Ranges()
		if err != nil {
			return err
		}
		ranges := make([]Range, l.Len())
		total := 0
		for i := range ranges {
			ranges[i] = getRange(l.At(i))
			if ranges[i].Count > MaxRead/vfs.PageSize || ranges[i].First < 0 {
				return Errorf("EINVAL", "a read of %d pages, more than %d", ranges[i].Count, MaxRead/vfs.PageSize)
			}
			total += ranges[i].Count
		}
		if total > 4096 {
			return Errorf("EINVAL", "a read of %d pages in one call, more than 4096", total)
		}
		pages, ids, err := s.s.Read(ctx, ranges)
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		if err := putUint64s(ids, r.NewIds); err != nil {
			return err
		}
		return putData(pages, r.NewPages)
	})
}

func (s *sessionServer) Upload(ctx context.Context, c schema.FileSystem_upload) error {
	return s.call(GrantFiles, c, func() error {
		l, err := c.Args().Pages()
		if err != nil {
			return err
		}
		pages := make([][]byte, l.Len())
		for i := range pages {
			if pages[i], err = l.At(i); err != nil {
				return err
			}
		}
		ids, err := s.s.Upload(ctx, pages, c.Args().Final())
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		return putUint64s(ids, r.NewIds)
	})
}

func (s *sessionServer) Commit(ctx context.Context, c schema.FileSystem_commit) error {
	return s.call(GrantFiles, c, func() error {
		l, err := c.Args().Changes()
		if err != nil {
			return err
		}
		changes := make([]vfs.Change, l.Len())
		for i := range changes {
			if changes[i], err = getChange(l.At(i)); err != nil {
				return err
			}
		}
		result, err := s.s.Commit(ctx, c.Args().Request(), changes, c.Args().Final())
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		r.SetRevision(result.Revision)
		r.SetMade(result.Made)
		aliases, err := r.NewAliases(int32(len(result.Alias)))
		if err != nil {
			return err
		}
		i := 0
		for asked, found := range result.Alias {
			aliases.At(i).SetAsked(uint64(asked))
			aliases.At(i).SetFound(uint64(found))
			i++
		}
		failed, err := r.NewFailed(int32(len(result.Failed)))
		if err != nil {
			return err
		}
		for i, f := range result.Failed {
			failed.At(i).SetIndex(uint32(f.Index))
			if err := failed.At(i).SetCode(f.Err.Code()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *sessionServer) Changed(ctx context.Context, c schema.FileSystem_changed) error {
	return s.call(GrantFiles, c, func() error {
		a := c.Args()
		ch, err := s.s.Changed(ctx, a.Since(), time.Duration(a.WaitMs())*time.Millisecond)
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		r.SetRevision(ch.Revision)
		r.SetReload(ch.Reload)
		if err := putNodes(ch.Nodes, r.NewNodes); err != nil {
			return err
		}
		removed, err := r.NewRemoved(int32(len(ch.Removed)))
		if err != nil {
			return err
		}
		for i, ino := range ch.Removed {
			removed.Set(i, uint64(ino))
		}
		dirents, err := r.NewDirents(int32(len(ch.Dirents)))
		if err != nil {
			return err
		}
		for i, d := range ch.Dirents {
			dirents.At(i).SetDir(uint64(d.Dir))
			dirents.At(i).SetIno(uint64(d.Ino))
			if err := dirents.At(i).SetName([]byte(d.Name)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *sessionServer) Lease(ctx context.Context, c schema.FileSystem_lease) error {
	return s.call(GrantFiles, c, func() error {
		first, err := s.s.Lease(ctx, int(c.Args().Count()))
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err == nil {
			r.SetFirst(uint64(first))
		}
		return err
	})
}

// Write takes its turn before other calls go on, so that the bytes of a
// stream stay in order though it blocks.
func (s *sessionServer) Write(ctx context.Context, c schema.Output_write) error {
	stream := int(c.Args().Stream())
	before, mine := s.takeTurn(stream)
	defer close(mine)
	return s.call(GrantOutput, c, func() error {
		if stream != 1 && stream != 2 {
			return Errorf("EINVAL", "output stream %d, not 1 or 2", stream)
		}
		data, err := c.Args().Data()
		if err != nil {
			return err
		}
		if err := await(ctx, before); err != nil {
			return err
		}
		return s.s.Write(ctx, stream, data)
	})
}

// await waits for the turn before.
func await(ctx context.Context, before chan struct{}) error {
	if before == nil {
		return nil
	}
	select {
	case <-before:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *sessionServer) takeTurn(stream int) (before, mine chan struct{}) {
	mine = make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turns[stream&3]
	if t == nil {
		t = &turns{}
		s.turns[stream&3] = t
	}
	before, t.last = t.last, mine
	return before, mine
}

func (s *sessionServer) Signals(ctx context.Context, c schema.Control_signals) error {
	return s.call(GrantControl, c, func() error {
		signals, err := s.s.Signals(ctx, int(c.Args().Seen()))
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		return putSignals(signals, r.NewSignals)
	})
}

func (s *sessionServer) Input(ctx context.Context, c schema.Control_input) error {
	return s.call(GrantControl, c, func() error {
		data, end, err := s.s.Input(ctx, int(min(c.Args().Max(), vfs.PageSize)))
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		r.SetEnd(end)
		return r.SetData(data)
	})
}

// log calls f with the session as the log of its exec.
func (s *sessionServer) log(c interface{ Go() }, f func(Log) error) error {
	return s.call(GrantLog, c, func() error {
		l, ok := s.s.(Log)
		if !ok {
			return Errorf("EPERM", "the exec's log is kept elsewhere")
		}
		return f(l)
	})
}

func (s *sessionServer) Report(ctx context.Context, c schema.Log_report) error {
	return s.log(c, func(l Log) error {
		events, err := getEvents(c.Args().Events())
		if err != nil {
			return err
		}
		signals, err := l.Report(ctx, c.Args().Seq(), events, int(c.Args().Seen()))
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		return putSignals(signals, r.NewSignals)
	})
}

func (s *sessionServer) Finish(ctx context.Context, c schema.Log_finish) error {
	return s.log(c, func(l Log) error {
		events, err := getEvents(c.Args().Events())
		if err != nil {
			return err
		}
		d, err := c.Args().Ending()
		if err != nil {
			return err
		}
		message, err := d.Error()
		if err != nil {
			return err
		}
		return l.Finish(ctx, c.Args().Seq(), events, Ending{Status: int(d.Status()), Lost: d.Lost(), Message: message, Applied: d.Applied(), Skipped: d.Skipped(), Pulled: d.Pulled()})
	})
}

func (s *sessionServer) Feed(ctx context.Context, c schema.Log_feed) error {
	return s.log(c, func(l Log) error {
		data, end, err := l.Feed(ctx, c.Args().From())
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		r.SetEnd(end)
		return r.SetData(data)
	})
}

func (s *sessionServer) Publish(ctx context.Context, c schema.Assets_publish) error {
	return s.call(GrantAssets, c, func() error {
		a := c.Args()
		path, err := a.Path()
		if err != nil {
			return err
		}
		q := AssetRequest{Path: string(path), Expires: time.Duration(a.ExpiresMs()) * time.Millisecond}
		for p, get := range map[*string]func() (string, error){&q.ContentType: a.ContentType, &q.Filename: a.Filename, &q.Disposition: a.Disposition, &q.Prefix: a.Prefix} {
			if *p, err = get(); err != nil {
				return err
			}
		}
		asset, err := s.s.Publish(ctx, q)
		if err != nil {
			return err
		}
		r, err := c.AllocResults()
		if err != nil {
			return err
		}
		d, err := r.NewAsset()
		if err != nil {
			return err
		}
		d.SetExpiresAt(asset.ExpiresAt.UnixMilli())
		if err := d.SetUrl(asset.URL); err != nil {
			return err
		}
		if err := d.SetKey(asset.Key); err != nil {
			return err
		}
		return d.SetBucket(asset.Bucket)
	})
}

var _ schema.Session_Server = (*sessionServer)(nil)
