package wsfs

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// Apply makes changes in the overlay. What other programs use as a lock or a
// switch (mkdir, rmdir, O_EXCL, link, symlink, rename) goes to the host first,
// behind all that was queued before it, and returns the host's answer.
func (f *FS) Apply(ctx context.Context, changes ...vfs.Change) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.queue) > queueMax && !f.o.Effect && f.broken == nil {
		f.wake()
		f.cond.Wait()
	}
	if f.broken != nil {
		return vfs.EIO
	}
	for i := range changes {
		f.resolveAlias(&changes[i])
	}
	if err := f.check(changes); err != nil {
		return err
	}
	if !f.o.Effect && synchronous(f, changes) {
		f.mu.Unlock()
		err := f.flushWith(ctx, changes, false)
		f.mu.Lock()
		return err
	}
	for i := range changes {
		f.enact(ctx, &changes[i])
		f.enqueue(changes[i])
	}
	f.wake()
	return nil
}

func (f *FS) resolveAlias(c *vfs.Change) {
	for _, ino := range []*vfs.Ino{&c.Ino, &c.Dir, &c.NewDir} {
		if a, ok := f.alias[*ino]; ok {
			*ino = a
		}
	}
}

func synchronous(f *FS, changes []vfs.Change) bool {
	for i := range changes {
		switch c := &changes[i]; c.Op {
		case vfs.OpLink:
			if c.Excl {
				return true
			}
		case vfs.OpRename:
			return true
		case vfs.OpUnlink:
			if n := f.nodes[c.Ino]; n != nil && n.Kind == vfs.Directory {
				return true
			}
		}
	}
	return false
}

// check looks at what the changes assume of the view. The lock is held.
func (f *FS) check(changes []vfs.Change) error {
	for i := range changes {
		c := &changes[i]
		switch c.Op {
		case vfs.OpLink:
			d := f.nodes[c.Dir]
			if d == nil || d.Nlink == 0 {
				return vfs.ENOENT
			}
			if _, ok := d.children[c.Name]; ok {
				if c.Excl {
					return vfs.EEXIST
				}
				return vfs.ESTALE
			}
		case vfs.OpUnlink:
			d := f.nodes[c.Dir]
			if d == nil || d.children[c.Name] != c.Ino {
				return vfs.ESTALE
			}
			if n := f.nodes[c.Ino]; n != nil && len(n.children) > 0 {
				return vfs.ENOTEMPTY
			}
		case vfs.OpRename:
			from, to := f.nodes[c.Dir], f.nodes[c.NewDir]
			if from == nil || to == nil || from.children[c.Name] != c.Ino || to.children[c.NewName] != c.Assumed {
				return vfs.ESTALE
			}
			if old := f.nodes[c.Assumed]; old != nil && len(old.children) > 0 {
				return vfs.ENOTEMPTY
			}
		case vfs.OpSetAttr, vfs.OpTruncate:
			if f.nodes[c.Ino] == nil {
				return vfs.ENOENT
			}
		}
	}
	return nil
}

// enact makes a change in the view. The lock is held.
func (f *FS) enact(ctx context.Context, c *vfs.Change) {
	switch c.Op {
	case vfs.OpCreate:
		n := &node{NodeInfo: vfs.NodeInfo{Node: c.Node}, fresh: true}
		n.Ino, n.Nlink, n.Ctime = c.Ino, 0, c.Time
		switch n.Kind {
		case vfs.Directory:
			n.children, n.sorted, n.Nlink = map[string]vfs.Ino{}, []string{}, 1
		case vfs.Symlink:
			n.Size = int64(len(n.Target))
		}
		f.nodes[c.Ino] = n
	case vfs.OpLink:
		f.bind(c.Dir, c.Name, c.Ino, c.Time)
	case vfs.OpUnlink:
		f.unbind(c.Dir, c.Name, c.Time)
	case vfs.OpRename:
		f.unbind(c.NewDir, c.NewName, c.Time)
		n, from := f.nodes[c.Ino], f.nodes[c.Dir]
		if n == nil || from == nil {
			return
		}
		delete(from.children, c.Name)
		from.sorted = nil
		from.Mtime, from.Ctime = c.Time, c.Time
		n.Nlink--
		if n.Kind == vfs.Directory {
			from.Nlink--
		}
		f.bind(c.NewDir, c.NewName, c.Ino, c.Time)
	case vfs.OpSetAttr:
		if n := f.nodes[c.Ino]; n != nil {
			vfs.SetAttr(&n.Node, c)
		}
	case vfs.OpTruncate:
		if n := f.nodes[c.Ino]; n != nil {
			f.truncate(ctx, n, c.Size)
			n.Mtime, n.Ctime = c.Time, c.Time
		}
	}
}

func (f *FS) bind(dir vfs.Ino, name string, ino vfs.Ino, t int64) {
	d, n := f.nodes[dir], f.nodes[ino]
	if d == nil || n == nil || d.children == nil {
		return
	}
	d.children[name] = ino
	d.sorted = nil
	n.Nlink++
	n.Ctime, n.dir, n.name = t, dir, name
	if n.Kind == vfs.Directory {
		d.Nlink++
	}
	d.Mtime, d.Ctime = t, t
}

func (f *FS) unbind(dir vfs.Ino, name string, t int64) {
	d := f.nodes[dir]
	if d == nil {
		return
	}
	ino, ok := d.children[name]
	if !ok {
		return
	}
	delete(d.children, name)
	d.sorted = nil
	d.Mtime, d.Ctime = t, t
	n := f.node(ino)
	if n == nil {
		return
	}
	if n.Nlink > 0 {
		n.Nlink--
	}
	n.Ctime = t
	if n.Kind == vfs.Directory {
		d.Nlink--
		n.Nlink = 0
	}
	f.drop(n)
}

// drop takes note that a node has lost a name. What is written to one without
// names stays here, for who has it open.
func (f *FS) drop(n *node) {
	if n.Nlink == 0 && !n.orphan {
		f.account(n, -n.unsaved())
		n.orphan = true
		f.account(n, n.unsaved())
		delete(f.dirty, n.Ino)
		f.cond.Broadcast()
	}
	f.forget(n)
}

// truncate cuts, or extends, the overlay of a file.
func (f *FS) truncate(ctx context.Context, n *node, size int64) {
	if len(n.append) > 0 {
		if err := f.appendToPages(ctx, n); err != nil {
			return
		}
		f.markDirty(n)
	}
	if size < n.Size {
		keep := (size + vfs.PageSize - 1) / vfs.PageSize
		for i, pg := range n.pages {
			in := max(0, size-i*vfs.PageSize)
			if in >= int64(len(pg.data)) {
				continue
			}
			if pg.saved == 0 {
				f.account(n, in-int64(len(pg.data)))
			} else if in > 0 {
				f.account(n, in)
			}
			if in == 0 {
				delete(n.pages, i)
				continue
			}
			pg.data = append([]byte(nil), pg.data[:in]...)
			pg.flying, pg.saved = false, 0
			pg.gen++
			f.markDirty(n)
		}
		// The cut page's chunk is longer than what is left of it: from now
		// on it is the overlay's own.
		if in := size % vfs.PageSize; in > 0 && n.pages[keep-1] == nil {
			if data, err := f.pageData(ctx, n, keep-1); err == nil && int64(len(data)) > in {
				if n.pages == nil {
					n.pages = map[int64]*page{}
				}
				n.pages[keep-1] = &page{data: append([]byte(nil), data[:in]...)}
				f.account(n, in)
				f.markDirty(n)
			}
		}
		if keep < int64(len(n.Chunks)) {
			n.Chunks = append([]uint64(nil), n.Chunks[:keep]...)
		}
		for s := range n.segs {
			if k := keep - s*64; k <= 0 {
				n.segs[s] = []uint64{}
			} else if k < int64(len(n.segs[s])) {
				n.segs[s] = append([]uint64(nil), n.segs[s][:k]...)
			}
		}
		// Segments that weren't fetched would show the old chunks.
		for s := keep/64 + 1; s <= n.Size/vfs.PageSize/64; s++ {
			if n.segs == nil {
				n.segs = map[int64][]uint64{}
			}
			n.segs[s] = []uint64{}
		}
	}
	n.Size = size
}

// enqueue puts a change in line for the next flush. The lock is held.
func (f *FS) enqueue(c vfs.Change) {
	f.queue = append(f.queue, c)
	f.mark(&c, +1)
}

// mark counts what a change is about as having changes on the way.
func (f *FS) mark(c *vfs.Change, by int) {
	count := func(ino vfs.Ino) {
		if n := f.nodes[ino]; n != nil {
			n.pending += by
			if by < 0 {
				f.forget(n)
			}
		}
	}
	name := func(dir vfs.Ino, name string) {
		if name == "" {
			return
		}
		k := dirName{dir, name}
		if f.names[k] += by; f.names[k] == 0 {
			delete(f.names, k)
		}
		count(dir)
	}
	count(c.Ino)
	name(c.Dir, c.Name)
	name(c.NewDir, c.NewName)
}

// flusher flushes a moment after the first change.
func (f *FS) flusher() {
	for {
		select {
		case <-f.kick:
		case <-f.ctx.Done():
			return
		}
		timer := time.NewTimer(f.o.FlushInterval)
	wait:
		for {
			f.mu.Lock()
			full := f.bytes >= f.o.FlushBytes || f.appendFull()
			f.mu.Unlock()
			if full {
				break
			}
			select {
			case <-timer.C:
				break wait
			case <-f.kick:
			case <-f.ctx.Done():
				return
			}
		}
		timer.Stop()
		f.flush(f.ctx)
	}
}

func (f *FS) appendFull() bool {
	for _, n := range f.dirty {
		if len(n.unsent()) >= appendMax/2 {
			return true
		}
	}
	return false
}

func (f *FS) flush(ctx context.Context) error { return f.flushWith(ctx, nil, false) }

// sent is a page that a changeset carries.
type sent struct {
	n    *node
	i    int64
	pg   *page
	gen  int
	data []byte
	id   uint64
}

// flushWith commits all that is queued and written, and then the extra
// changes, which are made in the view once the host has made them. A final
// flush is the last one: the view ends with it.
func (f *FS) flushWith(ctx context.Context, extra []vfs.Change, final bool) error {
	f.flushMu.Lock()
	defer f.flushMu.Unlock()
	f.mu.Lock()
	if len(extra) > 0 {
		for i := range extra {
			f.resolveAlias(&extra[i])
		}
		if err := f.check(extra); err != nil {
			f.mu.Unlock()
			return err
		}
	}
	changes, pages, files := f.collect()
	for i := range extra {
		f.mark(&extra[i], +1)
	}
	queued := len(changes)
	f.mu.Unlock()
	if len(changes)+len(files)+len(extra) == 0 {
		return nil
	}
	if err := f.upload(ctx, pages, final); err != nil {
		return f.abandon(err, changes, extra, files)
	}
	changes = append(changes, dataChanges(files, pages)...)
	written := len(changes)
	changes = append(changes, extra...)
	f.request++
	result, err := f.s.Commit(ctx, f.request, changes, final)
	if err != nil {
		return f.abandon(err, changes[:queued], extra, files)
	}
	if final {
		result.Revision, result.Made = f.Revision(), false
	}
	return f.settle(ctx, result, changes, queued, written, extra, pages, files)
}

// flushedFile is a file with data on its way.
type flushedFile struct {
	n      *node
	append []byte
	mtime  int64
	size   int64
}

// collect takes the queue and the written data. The lock is held.
func (f *FS) collect() (changes []vfs.Change, pages []*sent, files []*flushedFile) {
	changes, f.queue = f.queue, nil
	appended := 0
	for ino, n := range f.dirty {
		unsent := n.unsent()
		if appended > 0 && appended+len(unsent) > 4*appendMax {
			continue // with the next flush
		}
		appended += len(unsent)
		delete(f.dirty, ino)
		n.pending++
		files = append(files, &flushedFile{n: n, append: unsent[:len(unsent):len(unsent)], mtime: n.Mtime, size: n.Size})
		for i, pg := range n.pages {
			if pg.saved == 0 {
				pg.flying = true
				pages = append(pages, &sent{n: n, i: i, pg: pg, gen: pg.gen, data: pg.data})
			}
		}
	}
	sort.Slice(files, func(i, j int) bool { return files[i].n.Ino < files[j].n.Ino })
	sort.Slice(pages, func(i, j int) bool {
		a, b := pages[i], pages[j]
		return a.n.Ino < b.n.Ino || a.n == b.n && a.i < b.i
	})
	return changes, pages, files
}

// upload stores the pages, a few calls at a time.
func (f *FS) upload(ctx context.Context, pages []*sent, final bool) error {
	const callBytes, atOnce = 1 << 20, 4
	errs := make(chan error, len(pages)+1)
	slots := make(chan struct{}, atOnce)
	calls := 0
	for len(pages) > 0 {
		n, bytes := 0, 0
		for n < len(pages) && n < 1024 && (n == 0 || bytes+len(pages[n].data) <= callBytes) {
			bytes += len(pages[n].data)
			n++
		}
		part := pages[:n]
		pages = pages[n:]
		calls++
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			var data [][]byte
			for _, s := range part {
				if len(s.data) > 0 {
					data = append(data, s.data)
				}
			}
			ids, err := f.s.Upload(ctx, data, final)
			if err == nil && len(ids) != len(data) {
				err = vfs.EIO
			}
			if err == nil {
				for _, s := range part {
					if len(s.data) > 0 {
						s.id, ids = ids[0], ids[1:]
					}
				}
			}
			errs <- err
		}()
	}
	var all []error
	for range calls {
		all = append(all, <-errs)
	}
	return errors.Join(all...)
}

// dataChanges are the changes that put the written data in place.
func dataChanges(files []*flushedFile, pages []*sent) (changes []vfs.Change) {
	byNode := map[*node][]vfs.PageChunk{}
	for _, s := range pages {
		byNode[s.n] = append(byNode[s.n], vfs.PageChunk{Page: s.i, ID: s.id})
	}
	for _, file := range files {
		if p := byNode[file.n]; len(p) > 0 {
			changes = append(changes, vfs.Change{Op: vfs.OpWrite, Time: file.mtime, Ino: file.n.Ino, Size: file.size, Pages: p})
		}
		if len(file.append) > 0 {
			changes = append(changes, vfs.Change{Op: vfs.OpAppend, Time: file.mtime, Ino: file.n.Ino, Data: file.append})
		}
	}
	return changes
}

// abandon ends a flush that the host didn't take. Whether it was committed
// can't be known: the session is over, unless the host says that it refused.
func (f *FS) abandon(err error, queued, extra []vfs.Change, files []*flushedFile) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range queued {
		f.mark(&queued[i], -1)
	}
	for i := range extra {
		f.mark(&extra[i], -1)
	}
	for _, file := range files {
		file.n.pending--
		f.clean(file.n)
	}
	var e *rpc.Error
	if !errors.As(err, &e) {
		f.broken = err
	}
	f.lost = append(f.lost, fmt.Errorf("changes were not saved: %w", err))
	f.cond.Broadcast()
	return vfs.ErrnoOf(err)
}

// settle takes in a commit's result.
func (f *FS) settle(ctx context.Context, result vfs.Result, changes []vfs.Change, queued, written int, extra []vfs.Change, pages []*sent, files []*flushedFile) error {
	f.mu.Lock()
	failed := map[int]vfs.Errno{}
	for _, x := range result.Failed {
		failed[x.Index] = x.Err
		if x.Index < written {
			c := &changes[x.Index]
			name := c.Name
			if n := f.nodes[c.Ino]; name == "" && n != nil {
				name = n.name
			}
			f.lost = append(f.lost, &vfs.Error{Op: "save", Path: name, Err: x.Err})
		}
	}
	var err error
	for i := range extra {
		if e, bad := failed[written+i]; bad {
			err = e
		}
	}
	own := result.Made && result.Revision == f.seen+1
	stale := result.Revision != f.seen && !own || len(result.Failed) > 0 || len(result.Alias) > 0
	for _, file := range files {
		stale = stale || len(file.append) > 0 // where it went, the host knows
	}
	if err == nil {
		for i := range extra {
			f.enact(ctx, &extra[i])
		}
	}
	touched := map[*node]bool{}
	for i := range changes {
		for _, ino := range []vfs.Ino{changes[i].Ino, changes[i].Dir, changes[i].NewDir} {
			if n := f.nodes[ino]; n != nil {
				touched[n] = true
			}
		}
	}
	if own && !stale {
		f.seen = result.Revision
		for n := range touched {
			n.Rev = result.Revision
		}
	}
	for n := range touched {
		n.fresh = false
	}
	for _, s := range pages {
		if s.n.pages[s.i] != s.pg || s.n.orphan {
			continue
		}
		s.pg.flying = false
		if s.pg.gen != s.gen {
			f.dirty[s.n.Ino] = s.n
			continue
		}
		f.account(s.n, -int64(len(s.data)))
		s.pg.saved, s.pg.id = result.Revision, s.id
		if own && !stale {
			f.settlePage(s.n, s.i, s.pg)
		}
	}
	for _, file := range files {
		n := file.n
		n.pending--
		if len(file.append) > 0 && !n.orphan && len(n.unsent()) >= len(file.append) {
			// The bytes stay until the node is known with them.
			f.account(n, -int64(len(file.append)))
			n.appended = append(n.appended, appendPart{result.Revision, len(file.append)})
			if len(n.unsent()) > 0 {
				f.dirty[n.Ino] = n
			}
		}
		f.forget(n)
	}
	for i := range changes[:queued] {
		f.mark(&changes[i], -1)
	}
	for i := range extra {
		f.mark(&extra[i], -1)
	}
	for asked, found := range result.Alias {
		f.takeAlias(asked, found)
	}
	if len(f.dirty) > 0 {
		f.wake()
	}
	f.cond.Broadcast()
	f.mu.Unlock()
	// The watcher may take in an older look meanwhile, so it can take two.
	for i := 0; i < 4 && stale && !f.o.Effect && !f.ended(); i++ {
		if rerr := f.refresh(ctx, 0); rerr != nil {
			if err == nil {
				err = rerr
			}
			break
		}
		stale = f.Revision() < result.Revision
	}
	return err
}

// settlePage moves a saved page, of a node that is known as saved, from the
// overlay to the cache.
func (f *FS) settlePage(n *node, i int64, pg *page) {
	n.setPageID(i, pg.id)
	delete(n.pages, i)
	if pg.id != 0 {
		f.chunks.put(pg.id, pg.data)
	}
}

// takeAlias makes the file that was there already stand in for the one that
// was to be created.
func (f *FS) takeAlias(asked, found vfs.Ino) {
	n := f.nodes[asked]
	if n == nil {
		return
	}
	delete(f.nodes, asked)
	f.alias[asked] = found
	if old := f.nodes[found]; old != nil {
		old.held += n.held
		for i, pg := range n.pages {
			if old.pages == nil {
				old.pages = map[int64]*page{}
			}
			old.pages[i] = pg
		}
		n = old
	} else {
		n.Ino = found
		f.nodes[found] = n
	}
	if _, ok := f.dirty[asked]; ok {
		delete(f.dirty, asked)
		f.dirty[found] = n
	}
	n.Rev = 0 // whatever the refresh brings is newer
	if d := f.nodes[n.dir]; d != nil && d.children != nil && d.children[n.name] == asked {
		d.children[n.name] = found
	}
}

// ended tells whether nothing will be looked at any more.
func (f *FS) ended() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed
}

// watcher takes in other writers' changes as they come.
func (f *FS) watcher() {
	for f.ctx.Err() == nil {
		if err := f.refresh(f.ctx, f.o.WatchFor); err != nil {
			return
		}
	}
}

// refresh takes in what changed since the view's revision; it waits for that.
func (f *FS) refresh(ctx context.Context, wait time.Duration) error {
	f.mu.Lock()
	since := f.seen
	f.mu.Unlock()
	ch, err := f.s.Changed(ctx, since, wait)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return f.callError(err)
	}
	if ch.Revision <= since {
		return nil
	}
	f.viewMu.Lock()
	defer f.viewMu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen != since {
		return nil // a flush went ahead meanwhile; the next look is from there
	}
	if ch.Reload {
		f.reload(ch.Revision)
		return nil
	}
	if wait > 0 && f.anyPending(&ch) {
		// Look again when what is on its way has arrived.
		f.viewMu.Unlock()
		f.cond.Wait()
		f.viewMu.Lock()
		return nil
	}
	f.merge(&ch)
	return nil
}

func (f *FS) anyPending(ch *vfs.Changes) bool {
	for i := range ch.Nodes {
		if n := f.nodes[ch.Nodes[i].Ino]; n != nil && n.pending > 0 {
			return true
		}
	}
	return false
}

// merge takes changes into the view. What was written here since stays.
func (f *FS) merge(ch *vfs.Changes) {
	fresh := map[vfs.Ino]*vfs.NodeInfo{}
	skipped := false
	for i := range ch.Nodes {
		info := &ch.Nodes[i]
		fresh[info.Ino] = info
		n := f.nodes[info.Ino]
		if n == nil {
			continue
		}
		if n.pending > 0 {
			skipped = true
			continue
		}
		f.update(n, info)
	}
	for _, ino := range ch.Removed {
		if n := f.nodes[ino]; n != nil && n.pending == 0 {
			n.Nlink = 0
			f.drop(n)
		}
	}
	for _, e := range ch.Dirents {
		d := f.nodes[e.Dir]
		if d == nil || d.children == nil {
			continue
		}
		if f.names[dirName{e.Dir, e.Name}] > 0 {
			skipped = true
			continue
		}
		d.sorted = nil
		if e.Ino == 0 {
			delete(d.children, e.Name)
			continue
		}
		d.children[e.Name] = e.Ino
		n := f.nodes[e.Ino]
		if n == nil {
			info := fresh[e.Ino]
			if info == nil {
				d.children = nil // loaded again when it is looked at
				continue
			}
			n = &node{NodeInfo: *info}
			f.nodes[e.Ino] = n
		}
		n.dir, n.name = e.Dir, e.Name
	}
	if !skipped {
		f.seen = ch.Revision
	}
}

// update replaces a node's metadata by the host's, under what was written
// here and not committed.
func (f *FS) update(n *node, info *vfs.NodeInfo) {
	size, mtime := n.Size, n.Mtime
	if info.Rev != n.Rev {
		n.segs = nil
	}
	n.NodeInfo = *info
	for i, pg := range n.pages {
		if pg.saved != 0 && info.Rev >= pg.saved {
			delete(n.pages, i)
			if pg.id != 0 {
				f.chunks.put(pg.id, pg.data)
			}
		}
	}
	for len(n.appended) > 0 && n.appended[0].rev <= info.Rev {
		n.append = n.append[n.appended[0].n:]
		n.appended = n.appended[1:]
	}
	if len(n.append) == 0 {
		n.append = nil
	}
	if len(n.append) > 0 {
		n.Mtime = mtime
		n.appendAt = info.Size
		n.Size = info.Size + int64(len(n.append))
	} else if len(n.pages) > 0 {
		n.Mtime = mtime
		n.Size = max(size, info.Size)
	}
}

// reload forgets all that isn't open or on its way: the view is too old to be
// brought forward.
func (f *FS) reload(rev uint64) {
	for ino, n := range f.nodes {
		if ino != vfs.RootIno && n.held == 0 && n.pending == 0 && len(n.pages) == 0 && len(n.append) == 0 {
			delete(f.nodes, ino)
			continue
		}
		n.children, n.sorted, n.segs = nil, nil, nil
	}
	f.seen = rev
}
