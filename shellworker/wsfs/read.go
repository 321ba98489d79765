package wsfs

import (
	"container/list"
	"context"
	"errors"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// errAgain: the node changed while its bytes were fetched; look again.
var errAgain = errors.New("changed meanwhile")

// Read-ahead: a file that is read in order is fetched up to maxWindow pages
// ahead, fetchPages in one call; small files that are read one after the
// other are fetched up to maxBatch together.
const (
	fetchPages = 4
	maxWindow  = 8
	smallFile  = 64 << 10
	maxBatch   = 256
	batchBytes = 2 << 20
)

// pageID returns the chunk of a page. The lock is held, and given up while
// the ids of a large file are fetched.
func (f *FS) pageID(ctx context.Context, n *node, i int64) (uint64, error) {
	const segment = 64
	ids := n.Chunks
	if i >= segment {
		s := i / segment
		if n.segs[s] == nil {
			if n.fresh {
				return 0, nil
			}
			rev := n.Rev
			f.mu.Unlock()
			got, err := f.s.Chunks(ctx, rpc.Range{Ino: n.Ino, Rev: rev, First: s * segment, Count: segment})
			f.mu.Lock()
			if err != nil {
				return 0, f.lockedCallError(err)
			}
			if n.Rev != rev {
				return 0, errAgain
			}
			if n.segs == nil {
				n.segs = map[int64][]uint64{}
			}
			n.segs[s] = got
		}
		ids = n.segs[s]
	}
	if k := i % segment; k < int64(len(ids)) {
		return ids[k], nil
	}
	return 0, nil
}

func (f *FS) lockedCallError(err error) error {
	f.mu.Unlock()
	defer f.mu.Lock()
	return f.callError(err)
}

// setPageID records the chunk of a committed page.
func (n *node) setPageID(i int64, id uint64) {
	const segment = 64
	ids := n.Chunks
	if i >= segment {
		if n.segs[i/segment] == nil {
			return // fetched when it is needed
		}
		ids = n.segs[i/segment]
	}
	k := int(i % segment)
	grown := make([]uint64, max(len(ids), k+1))
	copy(grown, ids)
	grown[k] = id
	if i >= segment {
		n.segs[i/segment] = grown
	} else {
		n.Chunks = grown
	}
}

// chunkData returns the committed bytes of a page.
func (f *FS) chunkData(ctx context.Context, n *node, i int64) ([]byte, error) {
	id, err := f.pageID(ctx, n, i)
	if err != nil || id == 0 {
		return nil, err
	}
	for {
		if data := f.chunks.get(id); data != nil {
			if n.Ino == f.walk.mark {
				f.walkAhead()
			}
			f.readAhead(ctx, n, i)
			return data, nil
		}
		wait, ok := f.fetching[id]
		if !ok {
			break
		}
		f.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
		}
		f.mu.Lock()
		if ctx.Err() != nil {
			return nil, vfs.EINTR
		}
		if !n.hasChunk(i, id) {
			return nil, errAgain
		}
		if _, again := f.fetching[id]; !again && f.chunks.get(id) == nil {
			break
		}
	}
	job := f.plan(n, i, id)
	if n.Size <= smallFile && f.walk.batch == maxBatch {
		f.walkAhead()
	}
	f.mu.Unlock()
	got, err := f.fetch(ctx, job)
	f.mu.Lock()
	f.finish(job, got)
	if err != nil {
		return nil, err
	}
	if !n.hasChunk(i, id) {
		return nil, errAgain
	}
	f.readAhead(ctx, n, i)
	if data, ok := got[id]; ok {
		return data, nil
	}
	// The view is behind what the host has.
	f.mu.Unlock()
	err = f.refresh(ctx, 0)
	f.mu.Lock()
	if err == nil {
		err = errAgain
	}
	return nil, err
}

// fetchJob is one call for pages, by the chunks that they are known to hold.
type fetchJob struct {
	ranges []rpc.Range
	ids    []uint64
	done   chan struct{}
}

func (j *fetchJob) add(f *FS, n *node, page int64, id uint64) {
	j.ids = append(j.ids, id)
	f.fetching[id] = j.done
	if k := len(j.ranges) - 1; k >= 0 && j.ranges[k].Ino == n.Ino && j.ranges[k].First+int64(j.ranges[k].Count) == page {
		j.ranges[k].Count++
		return
	}
	j.ranges = append(j.ranges, rpc.Range{Ino: n.Ino, Rev: n.Rev, First: page, Count: 1})
}

// plan decides what to fetch together with a page.
func (f *FS) plan(n *node, page int64, id uint64) *fetchJob {
	j := &fetchJob{done: make(chan struct{})}
	j.add(f, n, page, id)
	if n.Size <= smallFile {
		f.planSmall(j, n)
		return j
	}
	for k := page + 1; k < page+fetchPages && page == n.next; k++ {
		if id, ok := f.wanted(n, k); ok {
			j.add(f, n, k, id)
		} else {
			break
		}
	}
	return j
}

// hasChunk tells whether a page's chunk is still the one it was before the
// lock was given up.
func (n *node) hasChunk(page int64, id uint64) bool {
	const segment = 64
	ids := n.Chunks
	if page >= segment {
		ids = n.segs[page/segment]
	}
	k := page % segment
	return k < int64(len(ids)) && ids[k] == id
}

// wanted returns the chunk of a page if it is known and neither here nor on its way.
func (f *FS) wanted(n *node, page int64) (uint64, bool) {
	const segment = 64
	ids := n.Chunks
	if page >= segment {
		ids = n.segs[page/segment]
	}
	k := page % segment
	if n.pages[page] != nil || k >= int64(len(ids)) || ids[k] == 0 || f.chunks.has(ids[k]) {
		return 0, false
	}
	if _, on := f.fetching[ids[k]]; on {
		return 0, false
	}
	return ids[k], true
}

// walkState notices small files that are read one after the other.
type walkState struct {
	batch int     // how many are fetched together
	last  *node   // the last that was fetched, or is on its way
	mark  vfs.Ino // the first of those on their way: when it is read, more are asked for
}

// planSmall adds the small files that follow in the walk of the tree, ever
// more of them while the walk goes on.
func (f *FS) planSmall(j *fetchJob, n *node) {
	f.walk.batch = min(max(1, f.walk.batch*4), maxBatch)
	f.walk.last = n
	f.addFollowing(j, n, f.walk.batch-1, batchBytes-n.Size)
}

// addFollowing adds small files behind n, and returns the first of them.
func (f *FS) addFollowing(j *fetchJob, n *node, left int, bytes int64) (first vfs.Ino) {
	f.following(n, func(m *node) bool {
		if left <= 0 || bytes <= 0 {
			return false
		}
		if m.Kind == vfs.Regular && m.Size > 0 && m.Size <= smallFile && m.Size <= bytes {
			if id, ok := f.wanted(m, 0); ok {
				j.add(f, m, 0, id)
				left--
				bytes -= m.Size
				f.walk.last = m
				if first == 0 {
					first = m.Ino
				}
			}
		}
		return true
	})
	return first
}

// walkAhead asks for the next small files of the walk, and doesn't wait for them.
func (f *FS) walkAhead() {
	j := &fetchJob{done: make(chan struct{})}
	f.walk.mark = 0
	if f.walk.last == nil || f.closed {
		return
	}
	if f.walk.mark = f.addFollowing(j, f.walk.last, maxBatch, batchBytes); f.walk.mark != 0 {
		f.background(j)
	}
}

// background makes a call that nobody waits for yet.
func (f *FS) background(j *fetchJob) {
	f.wg.Go(func() {
		got, _ := f.fetch(f.ctx, j) // what fails is fetched when it is needed
		f.mu.Lock()
		f.finish(j, got)
		f.mu.Unlock()
	})
}

// following calls visit with the nodes behind n in a depth-first walk of the
// directories that are loaded, until it returns false or has seen enough.
func (f *FS) following(n *node, visit func(*node) bool) {
	budget := 8 * maxBatch
	var down func(d *node, after string) bool
	down = func(d *node, after string) bool {
		names := d.names()
		i := 0
		if after != "" {
			lo, hi := 0, len(names)
			for lo < hi {
				m := (lo + hi) / 2
				if names[m] <= after {
					lo = m + 1
				} else {
					hi = m
				}
			}
			i = lo
		}
		for ; i < len(names); i++ {
			if budget--; budget < 0 {
				return false
			}
			c := f.node(d.children[names[i]])
			if c == nil {
				continue
			}
			if !visit(c) {
				return false
			}
			if c.Kind == vfs.Directory && c.children != nil && !down(c, "") {
				return false
			}
		}
		return true
	}
	for range 64 {
		d := f.node(n.dir)
		if d == nil || d.children == nil || !down(d, n.name) || d == n {
			return
		}
		n = d
	}
}

// readAhead keeps a file that is read in order some pages ahead. The lock is held.
func (f *FS) readAhead(ctx context.Context, n *node, page int64) {
	if page != n.next && page != n.next-1 {
		n.next, n.window = page+1, 0
		return
	}
	if page < n.next {
		return
	}
	n.next = page + 1
	n.window = min(max(fetchPages, n.window*2), maxWindow)
	for from := page + 1; from < page+n.window; from += fetchPages {
		j := &fetchJob{done: make(chan struct{})}
		for k := from; k < from+fetchPages; k++ {
			if id, ok := f.wanted(n, k); ok {
				j.add(f, n, k, id)
			}
		}
		if len(j.ids) == 0 || f.closed {
			continue
		}
		f.background(j)
	}
}

// fetch makes the call. A page that holds another chunk by now is left out.
func (f *FS) fetch(ctx context.Context, j *fetchJob) (map[uint64][]byte, error) {
	pages, ids, err := f.s.Read(ctx, j.ranges)
	if err != nil {
		return nil, f.callError(err)
	}
	if len(pages) != len(j.ids) || len(ids) != len(j.ids) {
		return nil, vfs.EIO
	}
	got := make(map[uint64][]byte, len(pages))
	for i, id := range j.ids {
		if ids[i] == id {
			got[id] = pages[i]
		}
	}
	return got, nil
}

// finish takes in what came. The lock is held.
func (f *FS) finish(j *fetchJob, got map[uint64][]byte) {
	for _, id := range j.ids {
		delete(f.fetching, id)
		if data, ok := got[id]; ok {
			f.chunks.put(id, data)
		}
	}
	close(j.done)
}

// chunkCache holds chunks, the least recently used go first. The lock of FS
// guards it.
type chunkCache struct {
	limit, used int64
	// most is what limit may grow to: it doubles where a chunk comes again that
	// was dropped before.
	most    int64
	dropped map[uint64]struct{}
	m       map[uint64]*list.Element
	l       list.List
}

type cached struct {
	id   uint64
	data []byte
}

func (c *chunkCache) has(id uint64) bool { return c.m[id] != nil }

func (c *chunkCache) get(id uint64) []byte {
	e := c.m[id]
	if e == nil {
		return nil
	}
	c.l.MoveToFront(e)
	return e.Value.(cached).data
}

func (c *chunkCache) put(id uint64, data []byte) {
	if c.m == nil {
		c.m = map[uint64]*list.Element{}
	}
	if c.m[id] != nil {
		return
	}
	if data == nil {
		data = []byte{}
	}
	if _, again := c.dropped[id]; again {
		delete(c.dropped, id)
		c.limit = min(2*c.limit, c.most)
	}
	c.m[id] = c.l.PushFront(cached{id, data})
	c.used += int64(len(data)) + 64
	for c.used > c.limit && c.l.Len() > 1 {
		e := c.l.Back()
		v := c.l.Remove(e).(cached)
		delete(c.m, v.id)
		c.drop(v.id)
		c.used -= int64(len(v.data)) + 64
	}
}

// drop remembers that a chunk was here.
func (c *chunkCache) drop(id uint64) {
	const remembered = 16 << 10
	if c.limit >= c.most {
		return
	}
	if c.dropped == nil || len(c.dropped) >= remembered {
		c.dropped = map[uint64]struct{}{}
	}
	c.dropped[id] = struct{}{}
}
