// Package wsfs is the workspace's tree in the worker: a vfs.Store over a
// session. Metadata comes whole or by directory, bytes by chunk with
// read-ahead, and writes go to an overlay that is flushed as changesets.
package wsfs

import (
	"context"
	"errors"
	"io"
	"sort"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// Options of a tree. Zero values are the defaults.
type Options struct {
	Now func() int64 // nanoseconds since the epoch
	// Effect keeps all changes until Close, which commits them at once.
	Effect bool
	// FlushInterval is how long a change may wait, 50 ms.
	FlushInterval time.Duration
	// FlushBytes is how much written data starts a flush, 4 MiB; four times
	// as much stops the writer until a flush is done.
	FlushBytes int64
	// CacheBytes bounds the clean chunks in memory. If it is 0, the bound is 3
	// MiB, so that a worker stays as small as a shell, and grows up to 32 MiB
	// where chunks are read again that it made go.
	CacheBytes int64
	// WatchFor is how long one look for other writers' changes waits, 10 s.
	WatchFor time.Duration
}

// treeLimit is how many entries one listing call may bring.
const treeLimit = 4096

// FS is the tree. It is safe for concurrent use.
type FS struct {
	s   rpc.FileSystem
	o   Options
	ctx context.Context // of the background work

	// abreast are directories loaded one after the other: whose they are, and
	// how many at a time.
	abreast struct {
		parent vfs.Ino
		count  int
	}

	// viewMu is held by what makes the view older or newer: loads at the
	// revision seen, and the taking in of others' changes.
	viewMu sync.Mutex
	// flushMu is held by the one flush that runs; it guards request.
	flushMu sync.Mutex
	request uint64

	mu       sync.Mutex
	cond     sync.Cond // signalled after a flush
	nodes    map[vfs.Ino]*node
	seen     uint64 // the revision that the view is at
	queue    []vfs.Change
	names    map[dirName]int // names in queue or in a flush under way
	dirty    map[vfs.Ino]*node
	bytes    int64 // of dirty pages and appends
	orphans  int64 // the same, of files without a name
	alias    map[vfs.Ino]vfs.Ino
	inoNext  vfs.Ino
	inoLeft  int
	lost     []error // changes that the host couldn't make
	broken   error   // the session is gone
	closed   bool
	kick     chan struct{} // wakes the flusher
	chunks   chunkCache
	fetching map[uint64]chan struct{}
	walk     walkState

	stop context.CancelFunc
	wg   sync.WaitGroup
}

type dirName struct {
	dir  vfs.Ino
	name string
}

// node is a node as the script sees it, with what isn't committed yet.
type node struct {
	vfs.NodeInfo
	dir      vfs.Ino            // where it was found last
	name     string             // the name there
	children map[string]vfs.Ino // of a directory that is loaded
	sorted   []string           // the children's names, nil when they changed
	segs     map[int64][]uint64 // chunk ids of pages behind the first 64
	pages    map[int64]*page    // written, not committed
	append   []byte             // appended at appendAt
	appendAt int64
	appended []appendPart // what of it is committed, until the node is known as it is then
	pending  int          // changes in queue, or in a flush under way
	orphan   bool         // without a name: what is written to it stays here
	fresh    bool         // created here and not committed yet
	held     int
	next     int64 // the page behind the last one read, for read-ahead
	window   int64
}

// appendPart is how many appended bytes a revision has.
type appendPart struct {
	rev uint64
	n   int
}

// unsent returns the appended bytes that aren't committed.
func (n *node) unsent() []byte {
	at := 0
	for _, p := range n.appended {
		at += p.n
	}
	return n.append[at:]
}

// page is a written page. While it is on its way, a write copies it first. It
// is committed when the node as of the revision saved has it: then it stays
// only until that node is known.
type page struct {
	data   []byte
	gen    int
	flying bool
	saved  uint64
	id     uint64 // its chunk, once saved
}

// New returns the tree that the job opens. Close ends it.
func New(s rpc.FileSystem, job rpc.Job, o Options) *FS {
	if o.FlushInterval == 0 {
		o.FlushInterval = 50 * time.Millisecond
	}
	if o.FlushBytes == 0 {
		o.FlushBytes = 4 << 20
	}
	most := o.CacheBytes
	if most == 0 {
		o.CacheBytes, most = 3<<20, 32<<20
	}
	if o.WatchFor == 0 {
		o.WatchFor = 10 * time.Second
	}
	ctx, stop := context.WithCancel(context.Background())
	f := &FS{s: s, o: o, ctx: ctx, stop: stop, nodes: map[vfs.Ino]*node{}, seen: job.Revision, names: map[dirName]int{},
		dirty: map[vfs.Ino]*node{}, alias: map[vfs.Ino]vfs.Ino{}, inoNext: job.InoFirst, inoLeft: job.InoCount,
		kick: make(chan struct{}, 1), fetching: map[uint64]chan struct{}{}}
	f.cond.L = &f.mu
	f.chunks.limit, f.chunks.most = o.CacheBytes, most
	f.nodes[vfs.RootIno] = &node{NodeInfo: job.Root}
	f.take(job.Listings)
	if !o.Effect {
		f.wg.Go(f.flusher)
		f.wg.Go(f.watcher)
	}
	return f
}

// take puts loaded directories into the view. What has changes here stays.
func (f *FS) take(listings []vfs.Listing) {
	for _, l := range listings {
		d := f.nodes[l.Dir]
		if d == nil || d.children != nil {
			continue
		}
		d.children = make(map[string]vfs.Ino, len(l.Entries))
		d.sorted = make([]string, 0, len(l.Entries))
		for i := range l.Entries {
			e := &l.Entries[i]
			d.children[e.Name] = e.Ino
			d.sorted = append(d.sorted, e.Name)
			n := f.nodes[e.Ino]
			if n == nil {
				n = &node{NodeInfo: e.NodeInfo}
				f.nodes[e.Ino] = n
			}
			n.dir, n.name = l.Dir, e.Name
		}
	}
}

// node returns a node that is known. The lock is held.
func (f *FS) node(ino vfs.Ino) *node {
	if a, ok := f.alias[ino]; ok {
		ino = a
	}
	return f.nodes[ino]
}

// Node returns a node; each inode that a path led to is known.
func (f *FS) Node(ctx context.Context, ino vfs.Ino) (vfs.Node, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.node(ino)
	if n == nil {
		return vfs.Node{}, vfs.ENOENT
	}
	return n.Node, nil
}

// directory returns a directory with its children loaded. The lock is held,
// and given up while they are.
func (f *FS) directory(ctx context.Context, ino vfs.Ino) (*node, error) {
	for range 8 {
		d := f.node(ino)
		switch {
		case d == nil:
			return nil, vfs.ENOENT
		case d.Kind != vfs.Directory:
			return nil, vfs.ENOTDIR
		case d.children != nil:
			return d, nil
		case d.Nlink == 0:
			d.children = map[string]vfs.Ino{}
			return d, nil
		case f.broken != nil:
			return nil, vfs.EIO
		}
		f.mu.Unlock()
		err := f.load(ctx, d.Ino)
		f.mu.Lock()
		if err != nil {
			return nil, err
		}
	}
	return nil, vfs.EIO
}

// maxAbreast is how many directories are loaded at a time.
const maxAbreast = 16

// load brings a directory, and some of those below it, as the view has them.
// Where directories are loaded one after the other, those that follow beside
// them come along, ever more of them.
func (f *FS) load(ctx context.Context, ino vfs.Ino) error {
	f.viewMu.Lock()
	defer f.viewMu.Unlock()
	f.mu.Lock()
	seen := f.seen
	dirs := f.beside(ino)
	f.mu.Unlock()
	listings := make([][]vfs.Listing, len(dirs))
	errs := make([]error, len(dirs))
	var wg sync.WaitGroup
	for i, dir := range dirs {
		wg.Go(func() { listings[i], _, errs[i] = f.s.Tree(ctx, dir, treeLimit/len(dirs), seen) })
	}
	wg.Wait()
	if errs[0] != nil { // another's is said when it is asked for itself
		return f.callError(errs[0])
	}
	f.mu.Lock()
	for _, l := range listings {
		f.take(l)
	}
	f.mu.Unlock()
	return nil
}

// beside returns a directory and, where others of its parent were loaded
// before, some that follow it and aren't loaded yet. The lock is held.
func (f *FS) beside(ino vfs.Ino) []vfs.Ino {
	dirs := []vfs.Ino{ino}
	n := f.nodes[ino]
	if n == nil || n.dir == 0 || n.dir == ino {
		return dirs
	}
	if n.dir != f.abreast.parent {
		f.abreast.parent, f.abreast.count = n.dir, 1
		return dirs
	}
	f.abreast.count = min(2*f.abreast.count, maxAbreast)
	parent := f.node(n.dir)
	if parent == nil || parent.children == nil {
		return dirs
	}
	names := parent.names()
	for i := sort.SearchStrings(names, n.name) + 1; i < len(names) && len(dirs) < f.abreast.count; i++ {
		if m := f.nodes[parent.children[names[i]]]; m != nil && m.Kind == vfs.Directory && m.children == nil && m.Nlink > 0 {
			dirs = append(dirs, m.Ino)
		}
	}
	return dirs
}

// callError makes an errno of a failed call, and remembers a lost session.
func (f *FS) callError(err error) error {
	if errors.Is(err, rpc.ErrLost) {
		f.mu.Lock()
		f.broken = err
		f.cond.Broadcast()
		f.mu.Unlock()
		return vfs.EIO
	}
	var e vfs.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}

func (f *FS) Lookup(ctx context.Context, dir vfs.Ino, name string) (vfs.Node, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := f.directory(ctx, dir)
	if err != nil {
		return vfs.Node{}, err
	}
	ino, ok := d.children[name]
	if !ok {
		return vfs.Node{}, vfs.ENOENT
	}
	n := f.node(ino)
	if n == nil {
		return vfs.Node{}, vfs.ENOENT
	}
	n.dir, n.name = d.Ino, name
	return n.Node, nil
}

func (f *FS) List(ctx context.Context, dir vfs.Ino) ([]vfs.Dirent, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, err := f.directory(ctx, dir)
	if err != nil {
		return nil, err
	}
	names := d.names()
	list := make([]vfs.Dirent, 0, len(names))
	for _, name := range names {
		if n := f.node(d.children[name]); n != nil {
			list = append(list, vfs.Dirent{Name: name, Ino: n.Ino, Kind: n.Kind})
		}
	}
	return list, nil
}

// names returns the children's names, sorted bytewise.
func (n *node) names() []string {
	if n.sorted == nil {
		n.sorted = make([]string, 0, len(n.children))
		for name := range n.children {
			n.sorted = append(n.sorted, name)
		}
		sort.Strings(n.sorted)
	}
	return n.sorted
}

func (f *FS) NewIno(ctx context.Context) (vfs.Ino, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.inoLeft == 0 {
		const more = 4096
		f.mu.Unlock()
		first, err := f.s.Lease(ctx, more)
		f.mu.Lock()
		if err != nil {
			return 0, err
		}
		f.inoNext, f.inoLeft = first, more
	}
	f.inoLeft--
	f.inoNext++
	return f.inoNext - 1, nil
}

func (f *FS) Hold(ino vfs.Ino) {
	f.mu.Lock()
	if n := f.node(ino); n != nil {
		n.held++
	}
	f.mu.Unlock()
}

func (f *FS) Release(ino vfs.Ino) {
	f.mu.Lock()
	if n := f.node(ino); n != nil {
		n.held--
		f.forget(n)
	}
	f.mu.Unlock()
}

// forget drops a node that has no name, isn't open, and has nothing to send.
func (f *FS) forget(n *node) {
	if n.Nlink > 0 || n.held > 0 || n.pending > 0 {
		return
	}
	f.clean(n)
	delete(f.nodes, n.Ino)
}

// clean drops what was written to a node and not committed.
func (f *FS) clean(n *node) {
	f.account(n, -n.unsaved())
	n.pages, n.append, n.appended = nil, nil, nil
	delete(f.dirty, n.Ino)
}

// unsaved returns the bytes of a node that aren't committed.
func (n *node) unsaved() int64 {
	bytes := int64(len(n.unsent()))
	for _, p := range n.pages {
		if p.saved == 0 {
			bytes += int64(len(p.data))
		}
	}
	return bytes
}

// account counts bytes that are written and not committed.
func (f *FS) account(n *node, bytes int64) {
	if n.orphan {
		f.orphans += bytes
	} else {
		f.bytes += bytes
	}
}

// ReadAt reads bytes, the script's own writes among them.
func (f *FS) ReadAt(ctx context.Context, ino vfs.Ino, p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.node(ino)
	if n == nil {
		return 0, vfs.ENOENT
	}
	if n.Kind == vfs.Directory {
		return 0, vfs.EISDIR
	}
	if off >= n.Size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), n.Size-off)]
	done := 0
	for done < len(p) {
		at := off + int64(done)
		in := int(at % vfs.PageSize)
		part := p[done:min(len(p), done+vfs.PageSize-in)]
		data, err := f.pageData(ctx, n, at/vfs.PageSize)
		if err != nil {
			if done > 0 {
				return done, nil
			}
			return 0, err
		}
		k := 0
		if in < len(data) {
			k = copy(part, data[in:])
		}
		clear(part[k:])
		done += len(part)
	}
	return done, nil
}

// WriteAt writes to the overlay. It waits while too much is not flushed yet.
func (f *FS) WriteAt(ctx context.Context, ino vfs.Ino, p []byte, off int64) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.bytes > 4*f.o.FlushBytes && f.broken == nil {
		if f.o.Effect {
			if f.bytes+int64(len(p)) > 64*f.o.FlushBytes {
				return off, vfs.ENOSPC
			}
			break
		}
		f.wake()
		f.cond.Wait()
	}
	if f.broken != nil {
		return off, vfs.EIO
	}
	n := f.node(ino)
	if n == nil {
		return off, vfs.ENOENT
	}
	if n.orphan && f.orphans+int64(len(p)) > orphanMax {
		return off, vfs.ENOSPC
	}
	appending := off < 0
	if appending {
		off = n.Size
	}
	if off+int64(len(p)) > vfs.MaxFileSize {
		return off, vfs.EFBIG
	}
	// Appends to a file that others may append to travel as appends. A file
	// that is written otherwise too travels as pages.
	if appending && !n.orphan && !f.o.Effect && len(n.pages) == 0 && len(p) <= appendMax && (n.append == nil || n.appendAt+int64(len(n.append)) == off) {
		for len(n.unsent())+len(p) > appendMax && f.broken == nil {
			f.wake()
			f.cond.Wait()
			if n = f.node(ino); n == nil {
				return off, vfs.ENOENT
			}
			off = n.Size
		}
		if len(n.append) == 0 {
			n.appendAt = off
		}
		n.append = append(n.append, p...)
		f.account(n, int64(len(p)))
		off += int64(len(p))
		n.Size = off
	} else {
		if err := f.appendToPages(ctx, n); err != nil {
			return off, err
		}
		var err error
		if off, err = f.writePages(ctx, n, p, off); err != nil {
			return off, err
		}
	}
	n.Mtime = f.o.Now()
	n.Ctime = n.Mtime
	f.markDirty(n)
	return off, nil
}

// orphanMax bounds the bytes written to files that were removed while open.
const orphanMax = 256 << 20

// queueMax is how many changes may wait for a flush.
const queueMax = 20000

// appendMax bounds the appended bytes of one file in one changeset.
const appendMax = 1 << 20

func (f *FS) markDirty(n *node) {
	if n.orphan {
		return
	}
	if len(f.dirty) == 0 && len(f.queue) == 0 || f.bytes >= f.o.FlushBytes {
		f.dirty[n.Ino] = n
		f.wake()
		return
	}
	f.dirty[n.Ino] = n
}

func (f *FS) wake() {
	select {
	case f.kick <- struct{}{}:
	default:
	}
}

// writePages copies p into the overlay's pages.
func (f *FS) writePages(ctx context.Context, n *node, p []byte, off int64) (int64, error) {
	for len(p) > 0 {
		i, in := off/vfs.PageSize, int(off%vfs.PageSize)
		part := p[:min(len(p), vfs.PageSize-in)]
		pg, err := f.ownPage(ctx, n, i, in == 0 && len(part) == vfs.PageSize)
		if err != nil {
			return off, err
		}
		if pg.flying {
			pg.data, pg.flying = append(make([]byte, 0, vfs.PageSize), pg.data...), false
		}
		before := len(pg.data)
		if in > before {
			pg.data = append(pg.data, make([]byte, in-before)...)
		}
		if k := copy(pg.data[in:], part); k < len(part) {
			pg.data = append(pg.data, part[k:]...)
		}
		pg.gen++
		f.account(n, int64(len(pg.data)-before))
		if pg.saved != 0 {
			pg.saved = 0
			f.account(n, int64(before))
		}
		off += int64(len(part))
		n.Size = max(n.Size, off)
		p = p[len(part):]
	}
	return off, nil
}

// ownPage returns the overlay's page, with the bytes that it had unless all
// of them are about to be replaced.
func (f *FS) ownPage(ctx context.Context, n *node, i int64, whole bool) (*page, error) {
	if pg := n.pages[i]; pg != nil {
		return pg, nil
	}
	var old []byte
	if !whole && i*vfs.PageSize < n.Size {
		data, err := f.pageData(ctx, n, i)
		if err != nil {
			return nil, err
		}
		if pg := n.pages[i]; pg != nil { // written while the lock was given up
			return pg, nil
		}
		old = data
	}
	pg := &page{data: append([]byte(nil), old...)}
	f.account(n, int64(len(pg.data)))
	if n.pages == nil {
		n.pages = map[int64]*page{}
	}
	n.pages[i] = pg
	return pg, nil
}

// appendToPages turns appended bytes into written pages.
func (f *FS) appendToPages(ctx context.Context, n *node) error {
	if len(n.append) == 0 {
		return nil
	}
	data, at := n.append, n.appendAt
	f.account(n, -int64(len(n.unsent())))
	n.append, n.appended = nil, nil
	_, err := f.writePages(ctx, n, data, at)
	return err
}

// pageData returns a page's bytes, without the zeros behind them. The lock is
// held, and given up while they are fetched. The bytes are not the caller's to change.
func (f *FS) pageData(ctx context.Context, n *node, i int64) ([]byte, error) {
	for range 64 {
		if pg := n.pages[i]; pg != nil {
			return pg.data, nil
		}
		base, err := f.chunkData(ctx, n, i)
		if errors.Is(err, errAgain) {
			continue
		}
		if err != nil || len(n.append) == 0 {
			return base, err
		}
		// The appended bytes that fall into this page.
		from := n.appendAt - i*vfs.PageSize
		end := from + int64(len(n.append))
		if end <= 0 || from >= vfs.PageSize {
			return base, nil
		}
		data := make([]byte, min(end, vfs.PageSize))
		copy(data, base[:min(int64(len(base)), max(from, 0))])
		copy(data[max(from, 0):], n.append[max(-from, 0):])
		return data, nil
	}
	return nil, vfs.EIO
}

// Sync flushes, and tells of the first change since the last Sync that the
// host couldn't make.
func (f *FS) Sync(ctx context.Context) error {
	if f.o.Effect {
		return nil
	}
	err := f.flush(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil && len(f.lost) > 0 {
		err = f.lost[0]
		f.lost = nil
	}
	return err
}

// Close flushes what is left, in effect mode everything, and ends the
// background work. The error joins all changes that the host couldn't make.
// A discarded effect is closed with commit false.
func (f *FS) Close(ctx context.Context, commit bool) error {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	var err error
	if commit {
		err = f.flushWith(ctx, nil, true)
	}
	f.stop()
	f.wg.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(append(f.lost, err)...)
}

// Revision returns the revision that the view is at.
func (f *FS) Revision() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen
}
