package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"

	"github.com/capshell/capshell/hoststore/vfs"
)

// ErrRepeated is returned for a request number below the session's last one.
var ErrRepeated = errors.New("a request that was answered already")

// Changeset is what one commit makes of the tree.
type Changeset struct {
	// Session and Request make a repeated commit answer what it answered
	// before and change nothing. Request rises with every commit. Without a
	// Session nothing is remembered.
	Session string
	Request uint64
	// Base, if not 0, makes the changeset all or nothing: it fails with
	// ErrConflict if something it touches changed after that revision.
	Base    uint64
	Changes []vfs.Change
	// Pages are stored with it. Changes name the first of them as NewPage+1.
	Pages [][]byte
}

// NewPage, with an index from 1 on, stands for the id of a page that comes
// with its changeset.
const NewPage = 1 << 63

// ErrConflict is the failure of a changeset with a Base.
var ErrConflict = errors.New("changed by something else since")

// Commit applies a changeset in one transaction: one revision. Without a Base
// each change is made as far as it can be: a removal applies only to the node
// it meant, a create that finds another file writes to that one, what is
// written to a node that is gone vanishes with it.
func (db *DB) Commit(ctx context.Context, c Changeset) (vfs.Result, error) {
	var result vfs.Result
	hashes, err := db.keepLarge(ctx, c.Pages)
	if err != nil {
		return result, err
	}
	_, err = db.update(ctx, c.Session, c.Request, func(t *Tx) error {
		result = vfs.Result{}
		t.base = c.Base
		t.alias = map[vfs.Ino]vfs.Ino{}
		ids, err := db.putAll(t.ctx, hashes, c.Pages)
		if err != nil {
			return err
		}
		for i := range c.Changes {
			change, err := named(c.Changes[i], ids)
			if err == nil {
				err = t.live(change)
			}
			if err == nil {
				continue
			}
			var e vfs.Errno
			if c.Base != 0 || !errors.As(err, &e) || e == vfs.EIO {
				return err
			}
			result.Failed = append(result.Failed, vfs.Failure{Index: i, Err: e})
		}
		result.Alias = t.alias
		return nil
	}, &result)
	return result, err
}

// named returns a change with the ids of the pages that came with it.
func named(c vfs.Change, ids []uint64) (vfs.Change, error) {
	if len(ids) == 0 {
		return c, nil
	}
	c.Pages = slices.Clone(c.Pages)
	for i, p := range c.Pages {
		if p.ID > NewPage {
			if p.ID-NewPage > uint64(len(ids)) {
				return c, fmt.Errorf("page %d of %d: %w", p.ID-NewPage, len(ids), vfs.EINVAL)
			}
			c.Pages[i].ID = ids[p.ID-NewPage-1]
		}
	}
	return c, nil
}

// Update calls f with the newest tree, at /workspace, and commits what f
// changed, unless f fails. It returns the revision after it.
func (db *DB) Update(ctx context.Context, f func(fs *vfs.FS, t *Tx) error) (rev uint64, err error) {
	var result vfs.Result
	rev, err = db.update(ctx, "", 0, func(t *Tx) error {
		fs, err := workspaceFS(t.ctx, t, db.o.Now().UnixNano)
		if err != nil {
			return err
		}
		return f(fs, t)
	}, &result)
	return rev, err
}

// Fence refuses what a session commits from now on, with ErrRepeated.
func (db *DB) Fence(ctx context.Context, session string) error {
	_, err := db.update(ctx, session, math.MaxInt64, func(*Tx) error { return nil }, &vfs.Result{})
	return err
}

func (db *DB) update(ctx context.Context, session string, request uint64, f func(*Tx) error, result *vfs.Result) (rev uint64, err error) {
	var changed bool
	err = db.immediate(ctx, func() error {
		ctx := context.WithoutCancel(ctx)
		t := &Tx{db: db, ctx: ctx, nodes: map[vfs.Ino]*txNode{}}
		if err := t.row(`SELECT value FROM meta WHERE key = 'revision'`).Scan(&rev); err != nil {
			return err
		}
		t.rev = rev + 1
		if session != "" {
			done, err := t.replay(session, request, result)
			if done || err != nil {
				rev = result.Revision
				return err
			}
		}
		if err := f(t); err != nil {
			return err
		}
		if changed, err = t.flush(); err != nil {
			return err
		}
		if changed {
			rev = t.rev
			if err := t.exec(`UPDATE meta SET value = ? WHERE key = 'revision'`, rev); err != nil {
				return err
			}
			if err := t.exec(`INSERT INTO revision VALUES(?, ?)`, rev, db.o.Now().UnixMilli()); err != nil {
				return err
			}
		}
		result.Revision, result.Made = rev, changed
		if session != "" {
			reply, err := json.Marshal(result)
			if err != nil {
				return err
			}
			if err := t.exec(`INSERT OR REPLACE INTO session VALUES(?, ?, ?, ?)`, session, request, reply, db.o.Now().UnixMilli()); err != nil {
				return err
			}
		}
		return db.o.Chunks.Sync(ctx, t.named)
	})
	if err == nil && changed {
		db.announce()
	}
	return rev, err
}

// replay tells whether the request was committed before, and what was answered.
func (t *Tx) replay(session string, request uint64, result *vfs.Result) (done bool, err error) {
	var last uint64
	var reply []byte
	err = t.row(`SELECT request, reply FROM session WHERE id = ?`, session).Scan(&last, &reply)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && request > last:
		return false, nil
	case err != nil:
		return false, err
	case request < last:
		return false, fmt.Errorf("request %d after %d: %w", request, last, ErrRepeated)
	}
	return true, json.Unmarshal(reply, result)
}

// Tx is the writer's transaction, a vfs.Store of the newest tree. Nodes are
// changed in memory and written once, at its end.
type Tx struct {
	db    *DB
	ctx   context.Context
	rev   uint64 // of what is being made
	base  uint64
	nodes map[vfs.Ino]*txNode
	alias map[vfs.Ino]vfs.Ino
	named []Hash // large chunks that must be durable
	moved bool   // a name changed
}

type txNode struct {
	vfs.NodeInfo
	stored bool // there is a row of it
	dirty  bool
	segs   map[int64]*txSegment
}

type txSegment struct {
	ids    []uint64
	rev    uint64
	stored bool
	dirty  bool
}

func (t *Tx) row(query string, args ...any) row {
	s, err := t.db.stmt(t.ctx, query)
	if err != nil {
		return errRow{err}
	}
	return s.QueryRowContext(t.ctx, args...)
}

func (t *Tx) exec(query string, args ...any) error { return t.db.exec(t.ctx, query, args...) }

// node loads a node, once.
func (t *Tx) node(ino vfs.Ino) (*txNode, error) {
	if n := t.nodes[ino]; n != nil {
		return n, nil
	}
	n := &txNode{stored: true}
	if err := scanNode(&n.NodeInfo, t.row(`SELECT `+nodeColumns+` FROM node WHERE ino = ?`, ino)); err != nil {
		return nil, err
	}
	t.nodes[ino] = n
	return n, nil
}

// touch loads a node that is about to change.
func (t *Tx) touch(ino vfs.Ino) (*txNode, error) {
	n, err := t.node(ino)
	if err != nil {
		return nil, err
	}
	if t.base != 0 && n.stored && n.Rev > t.base {
		return nil, fmt.Errorf("inode %d: %w", ino, ErrConflict)
	}
	n.dirty = true
	return n, nil
}

// Node, Lookup, List, ReadAt and the rest make Tx a vfs.Store.
func (t *Tx) Node(_ context.Context, ino vfs.Ino) (vfs.Node, error) {
	n, err := t.node(ino)
	if err != nil {
		return vfs.Node{}, err
	}
	return n.Node, nil
}

// bound returns the inode that a name is bound to, 0 if to none.
func (t *Tx) bound(dir vfs.Ino, name string) (ino vfs.Ino, rev uint64, err error) {
	err = t.row(`SELECT ino, rev_from FROM dirent WHERE parent = ? AND name = ?`, dir, []byte(name)).Scan(&ino, &rev)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}
	return ino, rev, err
}

func (t *Tx) Lookup(ctx context.Context, dir vfs.Ino, name string) (vfs.Node, error) {
	ino, _, err := t.bound(dir, name)
	if err != nil {
		return vfs.Node{}, err
	}
	if ino == 0 {
		return vfs.Node{}, vfs.ENOENT
	}
	return t.Node(ctx, ino)
}

func (t *Tx) List(_ context.Context, dir vfs.Ino) ([]vfs.Dirent, error) {
	s, err := t.db.stmt(t.ctx, `SELECT name, ino FROM dirent WHERE parent = ? ORDER BY name`)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(t.ctx, dir)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []vfs.Dirent
	for rows.Next() {
		var d vfs.Dirent
		if err := rows.Scan(&d.Name, &d.Ino); err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	rows.Close()
	for i := range list {
		n, err := t.node(list[i].Ino)
		if err != nil {
			return nil, err
		}
		list[i].Kind = n.Kind
	}
	return list, nil
}

func (t *Tx) NewIno(context.Context) (vfs.Ino, error) {
	var ino vfs.Ino
	return ino, t.row(`UPDATE meta SET value = value + 1 WHERE key = 'next_ino' RETURNING value - 1`).Scan(&ino)
}

func (t *Tx) Hold(vfs.Ino)               {}
func (t *Tx) Release(vfs.Ino)            {}
func (t *Tx) Sync(context.Context) error { return nil }

func (t *Tx) ReadAt(_ context.Context, ino vfs.Ino, p []byte, off int64) (int, error) {
	n, err := t.node(ino)
	if err != nil {
		return 0, err
	}
	if off >= n.Size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), n.Size-off)]
	for done := 0; done < len(p); {
		at := off + int64(done)
		part := p[done:min(len(p), done+int(vfs.PageSize-at%vfs.PageSize))]
		data, err := t.page(n, at/vfs.PageSize)
		if err != nil {
			return done, err
		}
		k := 0
		if in := int(at % vfs.PageSize); in < len(data) {
			k = copy(part, data[in:])
		}
		clear(part[k:])
		done += len(part)
	}
	return len(p), nil
}

// WriteAt writes whole pages anew: for the host's own small writes.
func (t *Tx) WriteAt(_ context.Context, ino vfs.Ino, p []byte, off int64) (int64, error) {
	n, err := t.touch(ino)
	if err != nil {
		return 0, err
	}
	if off < 0 {
		off = n.Size
	}
	return t.write(n, p, off, t.db.o.Now().UnixNano())
}

func (t *Tx) write(n *txNode, p []byte, off int64, time int64) (int64, error) {
	if off+int64(len(p)) > vfs.MaxFileSize {
		return off, vfs.EFBIG
	}
	for len(p) > 0 {
		page, in := off/vfs.PageSize, int(off%vfs.PageSize)
		part := p[:min(len(p), vfs.PageSize-in)]
		old, err := t.page(n, page)
		if err != nil {
			return off, err
		}
		data := make([]byte, max(len(old), in+len(part)))
		copy(data, old)
		copy(data[in:], part)
		if err := t.setPageData(n, page, data); err != nil {
			return off, err
		}
		off += int64(len(part))
		n.Size = max(n.Size, off)
		p = p[len(part):]
	}
	n.Mtime, n.Ctime = time, time
	return off, nil
}

// segment returns the segment of a page, loaded once.
func (t *Tx) segment(n *txNode, page int64) (*txSegment, error) {
	s := page / pagesPerSegment
	if seg := n.segs[s]; seg != nil {
		return seg, nil
	}
	seg := &txSegment{}
	var b []byte
	err := t.row(`SELECT chunks, rev_from FROM extent WHERE ino = ? AND seg = ?`, n.Ino, s).Scan(&b, &seg.rev)
	if err == nil {
		seg.stored = true
		if seg.ids, err = decodePages(b); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if n.segs == nil {
		n.segs = map[int64]*txSegment{}
	}
	n.segs[s] = seg
	return seg, nil
}

func (t *Tx) pageID(n *txNode, page int64) (uint64, error) {
	ids := n.Chunks
	if page >= pagesPerSegment {
		seg, err := t.segment(n, page)
		if err != nil {
			return 0, err
		}
		ids = seg.ids
	}
	if k := page % pagesPerSegment; k < int64(len(ids)) {
		return ids[k], nil
	}
	return 0, nil
}

// page returns a page's bytes, without the zeros behind its chunk.
func (t *Tx) page(n *txNode, page int64) ([]byte, error) {
	id, err := t.pageID(n, page)
	if err != nil || id == 0 {
		return nil, err
	}
	var hash, data []byte
	var size int
	if err := t.row(`SELECT hash, size, data FROM chunk WHERE id = ?`, id).Scan(&hash, &size, &data); err != nil {
		return nil, fmt.Errorf("chunk %d: %w", id, err)
	}
	return t.db.loadChunk(t.ctx, id, hash, size, data)
}

func (t *Tx) setPage(n *txNode, page int64, id uint64) error {
	ids := &n.Chunks
	if page >= pagesPerSegment {
		seg, err := t.segment(n, page)
		if err != nil {
			return err
		}
		seg.dirty = true
		ids = &seg.ids
	}
	k := int(page % pagesPerSegment)
	for len(*ids) <= k {
		*ids = append(*ids, 0)
	}
	(*ids)[k] = id
	return nil
}

func (t *Tx) setPageData(n *txNode, page int64, data []byte) error {
	if len(data) == 0 {
		return t.setPage(n, page, 0)
	}
	h := sum(data)
	if len(data) >= InlineSize {
		if err := t.db.o.Chunks.Put(t.ctx, h, data); err != nil {
			return err
		}
		t.named = append(t.named, h)
	}
	id, err := t.db.putChunk(t.ctx, h, data)
	if err != nil {
		return err
	}
	return t.setPage(n, page, id)
}

// Apply makes changes as vfs found them right: an assumption that doesn't
// hold is ESTALE.
func (t *Tx) Apply(_ context.Context, changes ...vfs.Change) error {
	for i := range changes {
		if err := t.strict(&changes[i]); err != nil {
			return err
		}
	}
	return nil
}

// WritePages is an OpWrite of chunks that PutChunk returned, for the host's
// own uploads: the file's bytes are replaced.
func (t *Tx) WritePages(ino vfs.Ino, ids []uint64, size int64) error {
	now := t.db.o.Now().UnixNano()
	if err := t.strict(&vfs.Change{Op: vfs.OpTruncate, Time: now, Ino: ino}); err != nil {
		return err
	}
	c := vfs.Change{Op: vfs.OpWrite, Time: now, Ino: ino, Size: size}
	for i, id := range ids {
		c.Pages = append(c.Pages, vfs.PageChunk{Page: int64(i), ID: id})
	}
	return t.strict(&c)
}

func (t *Tx) strict(c *vfs.Change) error {
	switch c.Op {
	case vfs.OpCreate:
		return t.create(c)
	case vfs.OpLink:
		err := t.link(c)
		if errors.Is(err, vfs.EEXIST) && !c.Excl {
			return vfs.ESTALE
		}
		return err
	case vfs.OpUnlink:
		cur, _, err := t.bound(c.Dir, c.Name)
		if err != nil {
			return err
		}
		if cur != c.Ino {
			return vfs.ESTALE
		}
		return t.unlink(c.Dir, c.Name, c.Time)
	case vfs.OpRename:
		return t.rename(c)
	case vfs.OpSetAttr:
		n, err := t.touch(c.Ino)
		if err != nil {
			return err
		}
		vfs.SetAttr(&n.Node, c)
	case vfs.OpTruncate:
		n, err := t.touch(c.Ino)
		if err != nil {
			return err
		}
		return t.truncate(n, c.Size, c.Time)
	case vfs.OpWrite:
		n, err := t.touch(c.Ino)
		if err != nil {
			return err
		}
		return t.writePages(n, c)
	case vfs.OpAppend:
		n, err := t.touch(c.Ino)
		if err != nil {
			return err
		}
		_, err = t.write(n, c.Data, n.Size, c.Time)
		return err
	default:
		return fmt.Errorf("change of unknown kind %d: %w", c.Op, vfs.EINVAL)
	}
	return nil
}

// live makes a change that was queued a moment ago, by what is there now.
func (t *Tx) live(c vfs.Change) error {
	for _, ino := range []*vfs.Ino{&c.Ino, &c.Dir, &c.NewDir} {
		if a, ok := t.alias[*ino]; ok {
			*ino = a
		}
	}
	switch c.Op {
	case vfs.OpLink:
		if err := t.link(&c); !errors.Is(err, vfs.EEXIST) || c.Excl {
			return err
		}
		cur, _, err := t.bound(c.Dir, c.Name)
		if err != nil || cur == c.Ino {
			return err
		}
		if t.base != 0 {
			return fmt.Errorf("%q: %w", c.Name, ErrConflict)
		}
		old, err := t.node(cur)
		if err != nil {
			return err
		}
		if old.Kind != vfs.Regular {
			return vfs.EISDIR
		}
		t.alias[c.Ino] = cur
		if c.Trunc {
			if old, err = t.touch(cur); err != nil {
				return err
			}
			return t.truncate(old, 0, c.Time)
		}
		return nil
	case vfs.OpUnlink:
		cur, _, err := t.bound(c.Dir, c.Name)
		if err != nil || cur != c.Ino {
			if err == nil && t.base != 0 {
				err = fmt.Errorf("%q: %w", c.Name, ErrConflict)
			}
			return err
		}
		return t.unlink(c.Dir, c.Name, c.Time)
	case vfs.OpSetAttr, vfs.OpTruncate, vfs.OpWrite, vfs.OpAppend:
		if _, err := t.node(c.Ino); err != nil && vfs.ErrnoOf(err) == vfs.ENOENT && t.base == 0 {
			return nil // it was removed, and vanishes
		}
	}
	err := t.strict(&c)
	if errors.Is(err, vfs.ESTALE) {
		return vfs.ENOENT
	}
	return err
}

func checkName(name string) error {
	switch {
	case len(name) > vfs.NameMax:
		return vfs.ENAMETOOLONG
	case name == "" || name == "." || name == "..":
		return vfs.EINVAL
	}
	for i := range len(name) {
		if name[i] == '/' || name[i] == 0 {
			return vfs.EINVAL
		}
	}
	return nil
}

func (t *Tx) create(c *vfs.Change) error {
	n := c.Node
	if c.Ino <= vfs.RootIno || n.Kind < vfs.Regular || n.Kind > vfs.FIFO {
		return fmt.Errorf("create of inode %d, kind %d: %w", c.Ino, n.Kind, vfs.EINVAL)
	}
	if t.nodes[c.Ino] != nil {
		return fmt.Errorf("inode %d exists: %w", c.Ino, vfs.EEXIST)
	}
	// One that is stored already is found by the insert at the end: inode
	// numbers are leased, so nobody but a broken session gets there.
	n.Ino, n.Nlink, n.Mode, n.Size, n.Ctime = c.Ino, 0, n.Mode&0o7777, 0, c.Time
	switch n.Kind {
	case vfs.Directory:
		n.Nlink = 1
	case vfs.Symlink:
		n.Size = int64(len(n.Target))
		if n.Size == 0 || n.Size >= vfs.PathMax {
			return vfs.EINVAL
		}
	}
	t.nodes[c.Ino] = &txNode{NodeInfo: vfs.NodeInfo{Node: n, Rev: t.rev}, dirty: true}
	return nil
}

// link binds a free name; EEXIST where it isn't.
func (t *Tx) link(c *vfs.Change) error {
	if err := checkName(c.Name); err != nil {
		return err
	}
	n, err := t.touch(c.Ino)
	if err != nil {
		return err
	}
	if n.Kind == vfs.Directory && n.Nlink > 1 {
		return vfs.EPERM // a second name for a directory
	}
	return t.bind(c.Dir, c.Name, n, c.Time)
}

func (t *Tx) bind(dir vfs.Ino, name string, n *txNode, time int64) error {
	d, err := t.dir(dir)
	if err != nil {
		return err
	}
	s, err := t.db.stmt(t.ctx, `INSERT INTO dirent(parent, name, rev_from, ino) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING`)
	if err != nil {
		return err
	}
	result, err := s.ExecContext(t.ctx, dir, []byte(name), t.rev, n.Ino)
	if err != nil {
		return err
	}
	if rows, err := result.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(err, vfs.EEXIST)
	}
	t.moved = true
	n.Nlink++
	n.Ctime = time
	if n.Kind == vfs.Directory {
		d.Nlink++
		n.Parent = dir
	}
	d.Mtime, d.Ctime = time, time
	return nil
}

// dir loads a directory in which a name is about to change. Names are what
// conflicts in a directory, not the directory's own times and count.
func (t *Tx) dir(ino vfs.Ino) (*txNode, error) {
	d, err := t.node(ino)
	if err != nil {
		return nil, err
	}
	if d.Kind != vfs.Directory {
		return nil, vfs.ENOTDIR
	}
	if d.Nlink == 0 {
		return nil, vfs.ENOENT
	}
	d.dirty = true
	return d, nil
}

// unlink removes a bound name.
func (t *Tx) unlink(dir vfs.Ino, name string, time int64) error {
	ino, rev, err := t.bound(dir, name)
	if err != nil {
		return err
	}
	if t.base != 0 && rev > t.base && rev < t.rev {
		return fmt.Errorf("%q: %w", name, ErrConflict)
	}
	n, err := t.node(ino)
	if err != nil {
		return err
	}
	if n.Kind == vfs.Directory {
		var any int
		err := t.row(`SELECT 1 FROM dirent WHERE parent = ? LIMIT 1`, ino).Scan(&any)
		if err == nil {
			return vfs.ENOTEMPTY
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	d, err := t.dir(dir)
	if err != nil {
		return err
	}
	if err := t.dropName(dir, name, rev); err != nil {
		return err
	}
	n.dirty = true
	n.Nlink--
	n.Ctime = time
	if n.Kind == vfs.Directory {
		d.Nlink--
		n.Nlink = 0
	}
	d.Mtime, d.Ctime = time, time
	return nil
}

// dropName moves a name's row to the history.
func (t *Tx) dropName(dir vfs.Ino, name string, rev uint64) error {
	t.moved = true
	if rev < t.rev {
		if err := t.exec(`INSERT INTO dirent_hist SELECT parent, name, rev_from, ?, ino FROM dirent WHERE parent = ? AND name = ?`, t.rev, dir, []byte(name)); err != nil {
			return err
		}
	}
	return t.exec(`DELETE FROM dirent WHERE parent = ? AND name = ?`, dir, []byte(name))
}

func (t *Tx) rename(c *vfs.Change) error {
	if err := checkName(c.NewName); err != nil {
		return err
	}
	cur, rev, err := t.bound(c.Dir, c.Name)
	if err != nil {
		return err
	}
	if cur != c.Ino {
		return vfs.ESTALE
	}
	n, err := t.touch(c.Ino)
	if err != nil {
		return err
	}
	if n.Kind == vfs.Directory {
		inside, err := t.isInside(c.NewDir, c.Ino)
		if err != nil {
			return err
		}
		if inside {
			return vfs.EINVAL
		}
	}
	old, oldRev, err := t.bound(c.NewDir, c.NewName)
	if err != nil {
		return err
	}
	if old == c.Ino {
		return nil
	}
	if old != c.Assumed && t.base != 0 || t.base != 0 && max(rev, oldRev) > t.base && max(rev, oldRev) < t.rev {
		return fmt.Errorf("%q: %w", c.NewName, ErrConflict)
	}
	if old != 0 {
		o, err := t.node(old)
		if err != nil {
			return err
		}
		switch {
		case n.Kind == vfs.Directory && o.Kind != vfs.Directory:
			return vfs.ENOTDIR
		case n.Kind != vfs.Directory && o.Kind == vfs.Directory:
			return vfs.EISDIR
		}
		if err := t.unlink(c.NewDir, c.NewName, c.Time); err != nil {
			return err
		}
	}
	from, err := t.dir(c.Dir)
	if err != nil {
		return err
	}
	if _, err := t.dir(c.NewDir); err != nil {
		return err
	}
	if err := t.dropName(c.Dir, c.Name, rev); err != nil {
		return err
	}
	n.Nlink--
	if n.Kind == vfs.Directory {
		from.Nlink--
	}
	from.Mtime, from.Ctime = c.Time, c.Time
	return t.bind(c.NewDir, c.NewName, n, c.Time)
}

// isInside tells whether dir is below, or is, the directory top.
func (t *Tx) isInside(dir, top vfs.Ino) (bool, error) {
	for range 4096 {
		if dir == top {
			return true, nil
		}
		if dir == vfs.RootIno {
			return false, nil
		}
		n, err := t.node(dir)
		if err != nil {
			return false, err
		}
		dir = n.Parent
	}
	return false, vfs.ELOOP
}

func (t *Tx) truncate(n *txNode, size, time int64) error {
	if size < 0 || size > vfs.MaxFileSize || n.Kind != vfs.Regular {
		return vfs.EINVAL
	}
	if size < n.Size {
		last, keep := (n.Size+vfs.PageSize-1)/vfs.PageSize, (size+vfs.PageSize-1)/vfs.PageSize
		for s := last / pagesPerSegment; s > keep/pagesPerSegment && s > 0; s-- {
			seg, err := t.segment(n, s*pagesPerSegment)
			if err != nil {
				return err
			}
			seg.ids, seg.dirty = nil, true
		}
		for page := keep; page < min(last, (keep/pagesPerSegment+1)*pagesPerSegment); page++ {
			if err := t.setPage(n, page, 0); err != nil {
				return err
			}
		}
		if in := int(size % vfs.PageSize); in > 0 {
			data, err := t.page(n, keep-1)
			if err != nil {
				return err
			}
			if len(data) > in {
				if err := t.setPageData(n, keep-1, data[:in]); err != nil {
					return err
				}
			}
		}
	}
	n.Size, n.Mtime, n.Ctime = size, time, time
	return nil
}

// writePages puts uploaded chunks in place of pages.
func (t *Tx) writePages(n *txNode, c *vfs.Change) error {
	if n.Kind != vfs.Regular || c.Size < 0 || c.Size > vfs.MaxFileSize {
		return vfs.EINVAL
	}
	size := max(n.Size, c.Size)
	for _, p := range c.Pages {
		if p.ID != 0 {
			hash, length, err := t.chunk(p.ID)
			if err != nil {
				return err
			}
			if p.Page < 0 || p.Page*vfs.PageSize+length > size {
				return fmt.Errorf("page %d of %d bytes in a file of %d: %w", p.Page, length, size, vfs.EINVAL)
			}
			if length >= InlineSize {
				t.named = append(t.named, hash)
			}
		}
		if err := t.setPage(n, p.Page, p.ID); err != nil {
			return err
		}
	}
	n.Size, n.Mtime, n.Ctime = size, c.Time, c.Time
	return nil
}

// chunk returns the hash and size of a chunk that was uploaded.
func (t *Tx) chunk(id uint64) (h Hash, size int64, err error) {
	// An old one may have been collected by another process.
	if c, ok := t.db.recent[id]; ok && t.db.o.Now().UnixMilli()-c.put < ChunkGrace.Milliseconds()/2 {
		return c.hash, int64(c.size), nil
	}
	var hash []byte
	err = t.row(`SELECT hash, size FROM chunk WHERE id = ?`, id).Scan(&hash, &size)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("chunk %d was never uploaded: %w", id, vfs.EINVAL)
	}
	if err != nil {
		return h, 0, err
	}
	return Hash(hash), size, nil
}

// flush writes the changed nodes, and tells whether anything changed.
func (t *Tx) flush() (changed bool, err error) {
	changed = t.moved
	inos := make([]vfs.Ino, 0, len(t.nodes))
	for ino, n := range t.nodes {
		if n.dirty && (n.stored || n.Nlink > 0) {
			inos = append(inos, ino)
		}
	}
	sort.Slice(inos, func(i, j int) bool { return inos[i] < inos[j] })
	for _, ino := range inos {
		n := t.nodes[ino]
		gone := n.Nlink == 0 || n.Kind == vfs.Directory && n.Nlink == 1
		if gone && !n.stored {
			continue
		}
		changed = true
		if n.stored && n.Rev < t.rev {
			if err := t.exec(`INSERT INTO node_hist SELECT ino, rev_from, ?, kind, mode, nlink, size, atime, mtime, ctime, target, chunks, parent FROM node WHERE ino = ?`, t.rev, ino); err != nil {
				return false, err
			}
		}
		if gone {
			if err := t.exec(`DELETE FROM node WHERE ino = ?`, ino); err != nil {
				return false, err
			}
			if err := t.exec(`INSERT INTO extent_hist SELECT ino, seg, rev_from, ?, chunks FROM extent WHERE ino = ?`, t.rev, ino); err != nil {
				return false, err
			}
			if err := t.exec(`DELETE FROM extent WHERE ino = ?`, ino); err != nil {
				return false, err
			}
			continue
		}
		var target any
		if n.Kind == vfs.Symlink {
			target = n.Target
		}
		verb := "INSERT"
		if n.stored {
			verb = "REPLACE"
		}
		if err := t.exec(verb+` INTO node(ino, rev_from, kind, mode, nlink, size, atime, mtime, ctime, target, chunks, parent) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			ino, t.rev, n.Kind, n.Mode, n.Nlink, n.Size, n.Atime, n.Mtime, n.Ctime, target, encodePages(n.Chunks), n.Parent); err != nil {
			return false, err
		}
		for s, seg := range n.segs {
			if err := t.flushSegment(ino, s, seg); err != nil {
				return false, err
			}
		}
	}
	return changed, nil
}

func (t *Tx) flushSegment(ino vfs.Ino, s int64, seg *txSegment) error {
	if !seg.dirty {
		return nil
	}
	if seg.stored && seg.rev < t.rev {
		if err := t.exec(`INSERT INTO extent_hist SELECT ino, seg, rev_from, ?, chunks FROM extent WHERE ino = ? AND seg = ?`, t.rev, ino, s); err != nil {
			return err
		}
	}
	b := encodePages(seg.ids)
	if b == nil {
		return t.exec(`DELETE FROM extent WHERE ino = ? AND seg = ?`, ino, s)
	}
	return t.exec(`INSERT OR REPLACE INTO extent(ino, seg, rev_from, chunks) VALUES(?, ?, ?, ?)`, ino, s, t.rev, b)
}

// Info returns a node with its chunks and since when it is so.
func (t *Tx) Info(ino vfs.Ino) (vfs.NodeInfo, error) {
	n, err := t.node(ino)
	if err != nil {
		return vfs.NodeInfo{}, err
	}
	return n.NodeInfo, nil
}

// Clone gives the file to the bytes of the file from: they share its chunks.
func (t *Tx) Clone(from, to vfs.Ino) error {
	src, err := t.node(from)
	if err != nil {
		return err
	}
	if src.Kind != vfs.Regular {
		return vfs.EINVAL
	}
	ids := make([]uint64, (src.Size+vfs.PageSize-1)/vfs.PageSize)
	for i := range ids {
		if ids[i], err = t.pageID(src, int64(i)); err != nil {
			return err
		}
	}
	return t.WritePages(to, ids, src.Size)
}
