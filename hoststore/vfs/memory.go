package vfs

import (
	"context"
	"io"
	"sort"
	"sync"
)

// Scratch is where Memory keeps bytes beyond its limit: a file of its own.
type Scratch interface {
	io.ReaderAt
	io.WriterAt
}

// Memory is a Store in memory, for what need not last: a script's /tmp, the
// read-only top of its tree, tests.
type Memory struct {
	mu      sync.RWMutex
	nodes   map[Ino]*memNode
	next    Ino
	held    map[Ino]int
	now     func() int64
	space   space
	maxNode int
}

type memNode struct {
	Node
	children map[string]Ino
	pages    []memPage
}

// memPage is a page in memory, or the whole page at slot-1 of the scratch file.
type memPage struct {
	data []byte
	slot int64
}

// space accounts for the bytes of all pages.
type space struct {
	limit, used  int64 // bytes in memory
	scratch      Scratch
	slots, taken int64 // of the scratch file
	free         []int64
}

// MemoryOptions bound a Memory store. The zero value is 64 MiB in memory, no
// scratch file, and a million nodes.
type MemoryOptions struct {
	Limit       int64   // bytes kept in memory
	Scratch     Scratch // for what is beyond, may be nil
	ScratchSize int64   // bytes, a multiple of PageSize
	MaxNodes    int
}

// NewMemory returns an empty store: a root directory of mode 0755. now gives
// the time in nanoseconds since the epoch.
func NewMemory(now func() int64, o MemoryOptions) *Memory {
	if o.Limit == 0 {
		o.Limit = 64 << 20
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = 1 << 20
	}
	t := now()
	m := &Memory{nodes: map[Ino]*memNode{}, next: RootIno + 1, held: map[Ino]int{}, now: now, maxNode: o.MaxNodes}
	m.space = space{limit: o.Limit, scratch: o.Scratch, slots: o.ScratchSize / PageSize}
	m.nodes[RootIno] = &memNode{
		Node:     Node{Ino: RootIno, Kind: Directory, Mode: 0o755, Nlink: 2, Atime: t, Mtime: t, Ctime: t},
		children: map[string]Ino{},
	}
	return m
}

func (m *Memory) Node(_ context.Context, ino Ino) (Node, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	n := m.nodes[ino]
	if n == nil {
		return Node{}, ENOENT
	}
	return n.Node, nil
}

func (m *Memory) Lookup(_ context.Context, dir Ino, name string) (Node, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	d := m.nodes[dir]
	if d == nil {
		return Node{}, ENOENT
	}
	if d.Kind != Directory {
		return Node{}, ENOTDIR
	}
	n := m.nodes[d.children[name]]
	if n == nil {
		return Node{}, ENOENT
	}
	return n.Node, nil
}

func (m *Memory) List(_ context.Context, dir Ino) ([]Dirent, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	d := m.nodes[dir]
	if d == nil {
		return nil, ENOENT
	}
	if d.Kind != Directory {
		return nil, ENOTDIR
	}
	list := make([]Dirent, 0, len(d.children))
	for name, ino := range d.children {
		list = append(list, Dirent{name, ino, m.nodes[ino].Kind})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}

func (m *Memory) NewIno(context.Context) (Ino, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	return m.next - 1, nil
}

// Apply checks each change before it makes it. Changes that belong together
// fail, if at all, at the first, so there is nothing to take back.
func (m *Memory) Apply(_ context.Context, changes ...Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var created []Ino
	for i := range changes {
		if err := m.apply(&changes[i]); err != nil {
			for _, ino := range created {
				delete(m.nodes, ino)
			}
			return err
		}
		if changes[i].Op == OpCreate {
			created = append(created, changes[i].Ino)
		}
	}
	return nil
}

func (m *Memory) apply(c *Change) error {
	switch c.Op {
	case OpCreate:
		if len(m.nodes) >= m.maxNode {
			return ENOSPC
		}
		n := &memNode{Node: c.Node}
		n.Ino, n.Nlink, n.Ctime = c.Ino, 0, c.Time
		if n.Kind == Directory {
			n.children, n.Nlink = map[string]Ino{}, 1
		}
		if n.Kind == Symlink {
			n.Size = int64(len(n.Target))
		}
		m.nodes[c.Ino] = n
	case OpLink:
		d, n := m.nodes[c.Dir], m.nodes[c.Ino]
		if d == nil || n == nil || d.Nlink == 0 {
			return ENOENT
		}
		if d.children[c.Name] != 0 {
			if c.Excl {
				return EEXIST
			}
			return ESTALE
		}
		m.bind(d, c.Name, n, c.Time)
	case OpUnlink:
		d := m.nodes[c.Dir]
		if d == nil || d.children[c.Name] != c.Ino {
			return ESTALE
		}
		if n := m.nodes[c.Ino]; len(n.children) > 0 {
			return ENOTEMPTY
		}
		m.unbind(d, c.Name, c.Time)
	case OpRename:
		from, to := m.nodes[c.Dir], m.nodes[c.NewDir]
		if from == nil || to == nil || to.Nlink == 0 || from.children[c.Name] != c.Ino || to.children[c.NewName] != c.Assumed {
			return ESTALE
		}
		n := m.nodes[c.Ino]
		if old := m.nodes[c.Assumed]; old != nil && len(old.children) > 0 {
			return ENOTEMPTY
		}
		m.unbind(to, c.NewName, c.Time)
		m.bind(to, c.NewName, n, c.Time)
		m.unbind(from, c.Name, c.Time)
	case OpSetAttr:
		n := m.nodes[c.Ino]
		if n == nil {
			return ENOENT
		}
		SetAttr(&n.Node, c)
	case OpTruncate:
		n := m.nodes[c.Ino]
		if n == nil {
			return ENOENT
		}
		m.truncate(n, c.Size)
		n.Mtime, n.Ctime = c.Time, c.Time
	default:
		return EINVAL
	}
	return nil
}

// SetAttr makes an OpSetAttr on n.
func SetAttr(n *Node, c *Change) {
	if c.Set&SetMode != 0 {
		n.Mode = c.Node.Mode & 0o7777
	}
	if c.Set&SetAtime != 0 {
		n.Atime = c.Node.Atime
	}
	if c.Set&SetMtime != 0 {
		n.Mtime = c.Node.Mtime
	}
	n.Ctime = c.Time
}

func (m *Memory) bind(d *memNode, name string, n *memNode, t int64) {
	d.children[name] = n.Ino
	n.Nlink++
	n.Ctime = t
	if n.Kind == Directory {
		d.Nlink++
	}
	d.Mtime, d.Ctime = t, t
}

func (m *Memory) unbind(d *memNode, name string, t int64) {
	ino, ok := d.children[name]
	if !ok {
		return
	}
	delete(d.children, name)
	d.Mtime, d.Ctime = t, t
	n := m.nodes[ino]
	n.Nlink--
	n.Ctime = t
	if n.Kind == Directory {
		d.Nlink--
		if n.Nlink == 1 {
			n.Nlink = 0
		}
	}
	m.drop(n)
}

// drop frees a node that has no name and isn't held.
func (m *Memory) drop(n *memNode) {
	if n.Nlink == 0 && m.held[n.Ino] == 0 {
		m.freePages(n.pages)
		delete(m.nodes, n.Ino)
	}
}

func (m *Memory) Hold(ino Ino) {
	m.mu.Lock()
	m.held[ino]++
	m.mu.Unlock()
}

func (m *Memory) Release(ino Ino) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held[ino]--; m.held[ino] > 0 {
		return
	}
	delete(m.held, ino)
	if n := m.nodes[ino]; n != nil {
		m.drop(n)
	}
}

func (m *Memory) Sync(context.Context) error { return nil }

func (m *Memory) ReadAt(_ context.Context, ino Ino, p []byte, off int64) (int, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	n := m.nodes[ino]
	if n == nil {
		return 0, ENOENT
	}
	if off >= n.Size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), n.Size-off)]
	done := 0
	for done < len(p) {
		at := off + int64(done)
		part := p[done:min(len(p), done+int(PageSize-at%PageSize))]
		if err := m.space.read(n.pages, at, part); err != nil {
			return done, err
		}
		done += len(part)
	}
	return done, nil
}

func (m *Memory) WriteAt(_ context.Context, ino Ino, p []byte, off int64) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.nodes[ino]
	if n == nil {
		return 0, ENOENT
	}
	if off < 0 {
		off = n.Size
	}
	if off+int64(len(p)) > MaxFileSize {
		return off, EFBIG
	}
	for len(p) > 0 {
		part := p[:min(len(p), int(PageSize-off%PageSize))]
		if err := m.space.write(&n.pages, off, part); err != nil {
			return off, err
		}
		off += int64(len(part))
		n.Size = max(n.Size, off)
		p = p[len(part):]
	}
	n.Mtime = m.now()
	n.Ctime = n.Mtime
	return off, nil
}

func (m *Memory) truncate(n *memNode, size int64) {
	if size < n.Size {
		keep := (size + PageSize - 1) / PageSize
		if keep < int64(len(n.pages)) {
			m.freePages(n.pages[keep:])
			n.pages = n.pages[:keep]
		}
		if in := size % PageSize; in > 0 && keep <= int64(len(n.pages)) {
			pg := &n.pages[keep-1]
			if pg.slot > 0 {
				m.space.scratch.WriteAt(make([]byte, PageSize-in), (pg.slot-1)*PageSize+in)
			} else if int64(len(pg.data)) > in {
				m.space.used -= int64(len(pg.data)) - in
				pg.data = append([]byte(nil), pg.data[:in]...)
			}
		}
	}
	n.Size = size
}

func (m *Memory) freePages(pages []memPage) {
	for i := range pages {
		if pages[i].slot > 0 {
			m.space.free = append(m.space.free, pages[i].slot)
		}
		m.space.used -= int64(len(pages[i].data))
		pages[i] = memPage{}
	}
}

// read copies the bytes at off, within one page, into p; what was never
// written is zero.
func (s *space) read(pages []memPage, off int64, p []byte) error {
	i, in := off/PageSize, off%PageSize
	n := 0
	if i < int64(len(pages)) {
		if pg := pages[i]; pg.slot > 0 {
			_, err := s.scratch.ReadAt(p, (pg.slot-1)*PageSize+in)
			return err
		} else if in < int64(len(pg.data)) {
			n = copy(p, pg.data[in:])
		}
	}
	clear(p[n:])
	return nil
}

// write stores p at off, within one page.
func (s *space) write(pages *[]memPage, off int64, p []byte) error {
	i, in := off/PageSize, off%PageSize
	for int64(len(*pages)) <= i {
		*pages = append(*pages, memPage{})
	}
	pg := &(*pages)[i]
	if pg.slot == 0 {
		end := in + int64(len(p))
		grow := end - int64(len(pg.data))
		if grow <= 0 || s.used+grow <= s.limit {
			if grow > 0 {
				s.used += grow
				gap := in - int64(len(pg.data))
				if gap > 0 {
					pg.data = append(pg.data, make([]byte, gap)...)
				}
				pg.data = append(pg.data[:in], p...)
				return nil
			}
			copy(pg.data[in:], p)
			return nil
		}
		if err := s.spill(pg); err != nil {
			return err
		}
	}
	_, err := s.scratch.WriteAt(p, (pg.slot-1)*PageSize+in)
	return err
}

// spill moves a page to the scratch file.
func (s *space) spill(pg *memPage) error {
	var slot int64
	if n := len(s.free); n > 0 {
		slot = s.free[n-1]
		s.free = s.free[:n-1]
	} else if s.taken < s.slots {
		s.taken++
		slot = s.taken
	} else {
		return ENOSPC
	}
	whole := make([]byte, PageSize)
	copy(whole, pg.data)
	if _, err := s.scratch.WriteAt(whole, (slot-1)*PageSize); err != nil {
		s.free = append(s.free, slot)
		return ENOSPC
	}
	s.used -= int64(len(pg.data))
	*pg = memPage{slot: slot}
	return nil
}
