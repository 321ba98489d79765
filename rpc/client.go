package rpc

import (
	"context"
	"syscall"
	"time"

	"capnproto.org/go/capnp/v3/flowcontrol"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/schema"
)

// OutputWindow is how many bytes of output may be on their way at once; a
// reader that stops reading stops the writer there.
const OutputWindow = 1 << 20

// client is a Session at the other end of a connection. Each call waits for
// its answer, and none is made on an answer that hasn't come.
type client struct {
	s      schema.Session
	output schema.Session // the same, with the flow limit of streaming calls
}

func newClient(s schema.Session) *client {
	c := &client{s: s, output: s.AddRef()}
	c.output.SetFlowLimiter(flowcontrol.NewFixedLimiter(OutputWindow))
	return c
}

func (c *client) release() {
	c.output.Release()
	c.s.Release()
}

func (c *client) Open(ctx context.Context, version int) (j Job, err error) {
	f, release := c.s.Open(ctx, func(p schema.Session_open_Params) error {
		p.SetVersion(uint32(version))
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return j, decodeError(err)
	}
	d, err := r.Job()
	if err != nil {
		return j, err
	}
	return getJob(d)
}

func getJob(d schema.Job) (j Job, err error) {
	j = Job{Umask: uint32(d.Umask()), Effect: d.Effect(), ReadOnly: d.ReadOnly(), Revision: d.Revision(), InoFirst: vfs.Ino(d.InoFirst()),
		InoCount: int(d.InoCount()), Pid: int(d.Pid()), Timeout: time.Duration(d.TimeoutMs()) * time.Millisecond}
	j.Flush = time.Duration(d.FlushMs()) * time.Millisecond
	j.Tree = d.Tree()
	stdin, err := d.Stdin()
	if err != nil {
		return j, err
	}
	j.Stdin = append([]byte(nil), stdin...)
	dir, err := d.Dir()
	if err != nil {
		return j, err
	}
	j.Dir = string(dir)
	args, err := d.Args()
	if err != nil {
		return j, err
	}
	if j.Args, err = getData[string](args); err != nil {
		return j, err
	}
	env, err := d.Env()
	if err != nil {
		return j, err
	}
	if j.Env, err = getData[string](env); err != nil {
		return j, err
	}
	granted, err := d.Granted()
	if err != nil {
		return j, err
	}
	for i := range granted.Len() {
		g, err := granted.At(i)
		if err != nil {
			return j, err
		}
		j.Granted = append(j.Granted, g)
	}
	root, err := d.Root()
	if err != nil {
		return j, err
	}
	if j.Root, err = getNode(root); err != nil {
		return j, err
	}
	listings, err := d.Listings()
	if err != nil {
		return j, err
	}
	j.Listings, err = getListings(listings)
	return j, err
}

func (c *client) Exit(ctx context.Context, status int, message string) error {
	f, release := c.s.Exit(ctx, func(p schema.Session_exit_Params) error {
		p.SetStatus(uint32(status))
		return p.SetError(message)
	})
	defer release()
	_, err := f.Struct()
	return decodeError(err)
}

func (c *client) Tree(ctx context.Context, dir vfs.Ino, limit int, revision uint64) ([]vfs.Listing, uint64, error) {
	f, release := c.s.Tree(ctx, func(p schema.FileSystem_tree_Params) error {
		p.SetDir(uint64(dir))
		p.SetLimit(uint32(limit))
		p.SetRevision(revision)
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, 0, decodeError(err)
	}
	l, err := r.Listings()
	if err != nil {
		return nil, 0, err
	}
	listings, err := getListings(l)
	return listings, r.Revision(), err
}

func (c *client) Chunks(ctx context.Context, rg Range) ([]uint64, error) {
	f, release := c.s.Chunks(ctx, func(p schema.FileSystem_chunks_Params) error {
		d, err := p.NewRange()
		if err == nil {
			putRange(d, rg)
		}
		return err
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, decodeError(err)
	}
	ids, err := r.Ids()
	return getUint64s(ids), err
}

func (c *client) Read(ctx context.Context, ranges []Range) (pages [][]byte, ids []uint64, err error) {
	f, release := c.s.Read(ctx, func(p schema.FileSystem_read_Params) error {
		l, err := p.NewRanges(int32(len(ranges)))
		if err != nil {
			return err
		}
		for i, r := range ranges {
			putRange(l.At(i), r)
		}
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, nil, decodeError(err)
	}
	l, err := r.Ids()
	if err != nil {
		return nil, nil, err
	}
	data, err := r.Pages()
	if err != nil {
		return nil, nil, err
	}
	pages, err = getData[[]byte](data)
	return pages, getUint64s(l), err
}

func (c *client) Upload(ctx context.Context, pages [][]byte, final bool) ([]uint64, error) {
	f, release := c.s.Upload(ctx, func(p schema.FileSystem_upload_Params) error {
		p.SetFinal(final)
		return putData(pages, p.NewPages)
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, decodeError(err)
	}
	ids, err := r.Ids()
	return getUint64s(ids), err
}

func (c *client) Commit(ctx context.Context, request uint64, changes []vfs.Change, final bool) (result vfs.Result, err error) {
	f, release := c.s.Commit(ctx, func(p schema.FileSystem_commit_Params) error {
		p.SetRequest(request)
		p.SetFinal(final)
		return putChanges(changes, p.NewChanges)
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return result, decodeError(err)
	}
	result.Revision, result.Made = r.Revision(), r.Made()
	aliases, err := r.Aliases()
	if err != nil {
		return result, err
	}
	for i := range aliases.Len() {
		if result.Alias == nil {
			result.Alias = map[vfs.Ino]vfs.Ino{}
		}
		result.Alias[vfs.Ino(aliases.At(i).Asked())] = vfs.Ino(aliases.At(i).Found())
	}
	failed, err := r.Failed()
	if err != nil {
		return result, err
	}
	for i := range failed.Len() {
		code, err := failed.At(i).Code()
		if err != nil {
			return result, err
		}
		result.Failed = append(result.Failed, vfs.Failure{Index: int(failed.At(i).Index()), Err: vfs.ErrnoNamed(code)})
	}
	return result, nil
}

func (c *client) Changed(ctx context.Context, since uint64, wait time.Duration) (ch vfs.Changes, err error) {
	f, release := c.s.Changed(ctx, func(p schema.FileSystem_changed_Params) error {
		p.SetSince(since)
		p.SetWaitMs(uint32(wait.Milliseconds()))
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return ch, decodeError(err)
	}
	ch.Revision, ch.Reload = r.Revision(), r.Reload()
	nodes, err := r.Nodes()
	if err != nil {
		return ch, err
	}
	for i := range nodes.Len() {
		n, err := getNode(nodes.At(i))
		if err != nil {
			return ch, err
		}
		ch.Nodes = append(ch.Nodes, n)
	}
	removed, err := r.Removed()
	if err != nil {
		return ch, err
	}
	for i := range removed.Len() {
		ch.Removed = append(ch.Removed, vfs.Ino(removed.At(i)))
	}
	dirents, err := r.Dirents()
	if err != nil {
		return ch, err
	}
	for i := range dirents.Len() {
		d := dirents.At(i)
		name, err := d.Name()
		if err != nil {
			return ch, err
		}
		ch.Dirents = append(ch.Dirents, vfs.DirentChange{Dir: vfs.Ino(d.Dir()), Name: string(name), Ino: vfs.Ino(d.Ino())})
	}
	return ch, nil
}

func (c *client) Lease(ctx context.Context, count int) (vfs.Ino, error) {
	f, release := c.s.Lease(ctx, func(p schema.FileSystem_lease_Params) error {
		p.SetCount(uint32(count))
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return 0, decodeError(err)
	}
	return vfs.Ino(r.First()), nil
}

// Write returns once the bytes fit in the window; Flush tells whether they
// all arrived.
func (c *client) Write(ctx context.Context, stream int, data []byte) error {
	for len(data) > 0 {
		part := data[:min(len(data), vfs.PageSize)]
		data = data[len(part):]
		err := c.output.Write(ctx, func(p schema.Output_write_Params) error {
			p.SetStream(uint8(stream))
			return p.SetData(part)
		})
		if err != nil {
			return decodeError(err)
		}
	}
	return nil
}

// Flush waits until all that was written has been taken.
func (c *client) Flush() error { return decodeError(c.output.WaitStreaming()) }

func (c *client) Signals(ctx context.Context, seen int) (signals []syscall.Signal, err error) {
	f, release := c.s.Signals(ctx, func(p schema.Control_signals_Params) error {
		p.SetSeen(uint32(seen))
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, decodeError(err)
	}
	return getSignals(r.Signals())
}

func (c *client) Report(ctx context.Context, seq int64, events []Event, seen int) ([]syscall.Signal, error) {
	f, release := c.s.Report(ctx, func(p schema.Log_report_Params) error {
		p.SetSeq(seq)
		p.SetSeen(uint32(seen))
		return putEvents(events, p.NewEvents)
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, decodeError(err)
	}
	return getSignals(r.Signals())
}

func (c *client) Finish(ctx context.Context, seq int64, events []Event, e Ending) error {
	f, release := c.s.Finish(ctx, func(p schema.Log_finish_Params) error {
		p.SetSeq(seq)
		if err := putEvents(events, p.NewEvents); err != nil {
			return err
		}
		d, err := p.NewEnding()
		if err != nil {
			return err
		}
		d.SetStatus(uint8(e.Status))
		d.SetLost(e.Lost)
		d.SetApplied(e.Applied)
		d.SetSkipped(e.Skipped)
		d.SetPulled(e.Pulled)
		return d.SetError(e.Message)
	})
	defer release()
	_, err := f.Struct()
	return decodeError(err)
}

func (c *client) Input(ctx context.Context, max int) ([]byte, bool, error) {
	f, release := c.s.Input(ctx, func(p schema.Control_input_Params) error {
		p.SetMax(uint32(max))
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, false, decodeError(err)
	}
	data, err := r.Data()
	return append([]byte(nil), data...), r.End(), err
}

func (c *client) Feed(ctx context.Context, from int64) ([]byte, bool, error) {
	f, release := c.s.Feed(ctx, func(p schema.Log_feed_Params) error {
		p.SetFrom(from)
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return nil, false, decodeError(err)
	}
	data, err := r.Data()
	return append([]byte(nil), data...), r.End(), err
}

func (c *client) Publish(ctx context.Context, q AssetRequest) (a Asset, err error) {
	f, release := c.s.Publish(ctx, func(p schema.Assets_publish_Params) error {
		p.SetExpiresMs(q.Expires.Milliseconds())
		if err := p.SetPath([]byte(q.Path)); err != nil {
			return err
		}
		for s, set := range map[*string]func(string) error{&q.ContentType: p.SetContentType, &q.Filename: p.SetFilename, &q.Disposition: p.SetDisposition, &q.Prefix: p.SetPrefix} {
			if err := set(*s); err != nil {
				return err
			}
		}
		return nil
	})
	defer release()
	r, err := f.Struct()
	if err != nil {
		return a, decodeError(err)
	}
	d, err := r.Asset()
	if err != nil {
		return a, err
	}
	if a.URL, err = d.Url(); err != nil {
		return a, err
	}
	if a.Key, err = d.Key(); err != nil {
		return a, err
	}
	a.ExpiresAt = time.UnixMilli(d.ExpiresAt()).UTC()
	a.Bucket, err = d.Bucket()
	return a, err
}
