package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
)

// ErrGone is returned for a revision that is past the retention.
var ErrGone = errors.New("the revision is past the retention")

// Reader reads the tree as it was at one revision. It is a vfs.Store that
// refuses changes, for one goroutine, within the function given to Read.
type Reader struct {
	db     *DB
	ctx    context.Context
	tx     *sql.Tx
	rev    uint64
	newest bool // rev is the newest that the transaction sees
}

// Read calls f with a Reader of the revision, or of the newest one if rev is
// 0. A revision that isn't there yet is ENOENT, one past the retention ErrGone.
func (db *DB) Read(ctx context.Context, rev uint64, f func(*Reader) error) error {
	if err := db.gate.enter(); err != nil {
		return err
	}
	defer db.gate.leave()
	tx, err := db.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return openError(db.path, err)
	}
	defer tx.Rollback()
	r := &Reader{db: db, ctx: ctx, tx: tx}
	var newest, horizon uint64
	if err := r.row(`SELECT value, (SELECT value FROM meta WHERE key = 'horizon') FROM meta WHERE key = 'revision'`).Scan(&newest, &horizon); err != nil {
		return openError(db.path, err)
	}
	switch {
	case rev == 0:
		rev = newest
	case rev > newest:
		return fmt.Errorf("revision %d: there is none above %d: %w", rev, newest, vfs.ENOENT)
	case rev < horizon:
		return fmt.Errorf("revision %d: %w, which begins at %d", rev, ErrGone, horizon)
	}
	r.rev, r.newest = rev, rev == newest
	return openError(db.path, f(r))
}

// errRow is a row whose query couldn't be prepared.
type row interface{ Scan(dest ...any) error }
type errRow struct{ err error }

func (e errRow) Scan(...any) error { return e.err }

func (r *Reader) row(query string, args ...any) row {
	s, err := r.db.readStmt(r.ctx, query)
	if err != nil {
		return errRow{err}
	}
	return r.tx.StmtContext(r.ctx, s).QueryRowContext(r.ctx, args...)
}

func (r *Reader) rows(query string, args ...any) (*sql.Rows, error) {
	s, err := r.db.readStmt(r.ctx, query)
	if err != nil {
		return nil, err
	}
	return r.tx.StmtContext(r.ctx, s).QueryContext(r.ctx, args...)
}

// Context returns the context of the reading.
func (r *Reader) Context() context.Context { return r.ctx }

// Revision returns the revision that is read.
func (r *Reader) Revision() uint64 { return r.rev }

// Created returns when the database was made, in nanoseconds: with its name,
// which one it is.
func (r *Reader) Created() (ns int64, err error) {
	err = r.row(`SELECT value FROM meta WHERE key = 'created'`).Scan(&ns)
	return ns, err
}

const nodeColumns = `ino, rev_from, kind, mode, nlink, size, atime, mtime, ctime, coalesce(target, ''), chunks, parent`

// scanNode reads a row of nodeColumns, behind more.
func scanNode(n *vfs.NodeInfo, s row, more ...any) error {
	var chunks sql.RawBytes
	var copied []byte
	dest := append(more, &n.Ino, &n.Rev, &n.Kind, &n.Mode, &n.Nlink, &n.Size, &n.Atime, &n.Mtime, &n.Ctime, &n.Target)
	var err error
	if _, ok := s.(*sql.Rows); ok {
		err = s.Scan(append(dest, &chunks, &n.Parent)...)
		copied = chunks
	} else {
		err = s.Scan(append(dest, &copied, &n.Parent)...)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return vfs.ENOENT
	}
	if err == nil {
		n.Chunks, err = decodePages(copied)
	}
	return err
}

// Info returns a node with its chunks.
func (r *Reader) Info(ino vfs.Ino) (n vfs.NodeInfo, err error) {
	if !r.newest {
		err = scanNode(&n, r.row(`SELECT `+nodeColumns+` FROM node_hist WHERE ino = ? AND rev_to > ? AND rev_from <= ? ORDER BY rev_to LIMIT 1`, ino, r.rev, r.rev))
		if err == nil || vfs.ErrnoOf(err) != vfs.ENOENT {
			return n, err
		}
	}
	err = scanNode(&n, r.row(`SELECT `+nodeColumns+` FROM node WHERE ino = ?`, ino))
	if err == nil && n.Rev > r.rev {
		err = vfs.ENOENT
	}
	return n, err
}

// Node returns a node.
func (r *Reader) Node(_ context.Context, ino vfs.Ino) (vfs.Node, error) {
	n, err := r.Info(ino)
	return n.Node, err
}

// Lookup returns the node that name is bound to in dir.
func (r *Reader) Lookup(ctx context.Context, dir vfs.Ino, name string) (vfs.Node, error) {
	n, err := r.LookupInfo(dir, name)
	return n.Node, err
}

// LookupInfo returns the node that name is bound to in dir, with its chunks.
func (r *Reader) LookupInfo(dir vfs.Ino, name string) (n vfs.NodeInfo, err error) {
	var ino vfs.Ino
	if !r.newest {
		err = r.row(`SELECT ino FROM dirent_hist WHERE parent = ? AND name = ? AND rev_to > ? AND rev_from <= ? ORDER BY rev_to LIMIT 1`, dir, []byte(name), r.rev, r.rev).Scan(&ino)
	}
	if r.newest || errors.Is(err, sql.ErrNoRows) {
		err = r.row(`SELECT ino FROM dirent WHERE parent = ? AND name = ? AND rev_from <= ?`, dir, []byte(name), r.rev).Scan(&ino)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return n, vfs.ENOENT
	}
	if err != nil {
		return n, err
	}
	return r.Info(ino)
}

// Entries returns what a directory holds, sorted bytewise by name.
func (r *Reader) Entries(dir vfs.Ino) ([]vfs.Entry, error) {
	var list []vfs.Entry
	if r.newest {
		rows, err := r.rows(`SELECT d.name, n.ino, n.rev_from, n.kind, n.mode, n.nlink, n.size, n.atime, n.mtime, n.ctime, coalesce(n.target, ''), n.chunks, n.parent
			FROM dirent d CROSS JOIN node n ON n.ino = d.ino WHERE d.parent = ? ORDER BY d.name`, dir)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var e vfs.Entry
			if err := scanNode(&e.NodeInfo, rows, &e.Name); err != nil {
				return nil, err
			}
			list = append(list, e)
		}
		return list, rows.Err()
	}
	rows, err := r.rows(`SELECT name, ino FROM dirent WHERE parent = ?1 AND rev_from <= ?2
		UNION ALL SELECT name, ino FROM dirent_hist WHERE parent = ?1 AND rev_from <= ?2 AND rev_to > ?2`, dir, r.rev)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e vfs.Entry
		if err := rows.Scan(&e.Name, &e.Ino); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].NodeInfo, err = r.Info(list[i].Ino); err != nil {
			return nil, err
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}

// List returns the names in dir, sorted bytewise.
func (r *Reader) List(_ context.Context, dir vfs.Ino) ([]vfs.Dirent, error) {
	entries, err := r.Entries(dir)
	list := make([]vfs.Dirent, len(entries))
	for i, e := range entries {
		list[i] = vfs.Dirent{Name: e.Name, Ino: e.Ino, Kind: e.Kind}
	}
	return list, err
}

// Pages returns the chunk ids of n pages of a file from the first page on.
// Pages that were never written are 0.
func (r *Reader) Pages(node vfs.NodeInfo, first int64, n int) ([]uint64, error) {
	ids := make([]uint64, n)
	var seg []uint64
	have := int64(-1)
	for i := range ids {
		page := first + int64(i)
		s := page / pagesPerSegment
		if s != have {
			have = s
			if s == 0 {
				seg = node.Chunks
			} else {
				var b []byte
				err := sql.ErrNoRows
				if !r.newest {
					err = r.row(`SELECT chunks FROM extent_hist WHERE ino = ? AND seg = ? AND rev_to > ? AND rev_from <= ? ORDER BY rev_to LIMIT 1`, node.Ino, s, r.rev, r.rev).Scan(&b)
				}
				if errors.Is(err, sql.ErrNoRows) {
					err = r.row(`SELECT chunks FROM extent WHERE ino = ? AND seg = ? AND rev_from <= ?`, node.Ino, s, r.rev).Scan(&b)
				}
				if err != nil && !errors.Is(err, sql.ErrNoRows) {
					return nil, err
				}
				if seg, err = decodePages(b); err != nil {
					return nil, err
				}
			}
		}
		if k := page % pagesPerSegment; k < int64(len(seg)) {
			ids[i] = seg[k]
		}
	}
	return ids, nil
}

// ReadAt reads a file's bytes.
func (r *Reader) ReadAt(_ context.Context, ino vfs.Ino, p []byte, off int64) (int, error) {
	n, err := r.Info(ino)
	if err != nil {
		return 0, err
	}
	return r.ReadNode(n, p, off)
}

// ReadNode reads the bytes of a file whose node is known.
func (r *Reader) ReadNode(n vfs.NodeInfo, p []byte, off int64) (int, error) {
	if off >= n.Size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), n.Size-off)]
	done := 0
	for done < len(p) {
		at := off + int64(done)
		part := p[done:min(len(p), done+int(vfs.PageSize-at%vfs.PageSize))]
		ids, err := r.Pages(n, at/vfs.PageSize, 1)
		if err != nil {
			return done, err
		}
		k := 0
		if ids[0] != 0 {
			data, err := r.Chunk(ids[0])
			if err != nil {
				return done, err
			}
			if in := int(at % vfs.PageSize); in < len(data) {
				k = copy(part, data[in:])
			}
		}
		clear(part[k:])
		done += len(part)
	}
	return done, nil
}

// The rest of vfs.Store: a Reader changes nothing, and its transaction holds
// what it reads.
func (r *Reader) Apply(context.Context, ...vfs.Change) error { return vfs.EROFS }
func (r *Reader) NewIno(context.Context) (vfs.Ino, error)    { return 0, vfs.EROFS }
func (r *Reader) Hold(vfs.Ino)                               {}
func (r *Reader) Release(vfs.Ino)                            {}
func (r *Reader) Sync(context.Context) error                 { return nil }
func (r *Reader) WriteAt(context.Context, vfs.Ino, []byte, int64) (int64, error) {
	return 0, vfs.EROFS
}

// FS returns the tree of the revision, at /workspace, for a reader with every
// permission.
func (r *Reader) FS() (*vfs.FS, error) { return workspaceFS(r.ctx, r, r.db.o.Now().UnixNano) }

// workspaceFS puts a store at /workspace, the only thing in its tree.
func workspaceFS(ctx context.Context, s vfs.Store, now func() int64) (*vfs.FS, error) {
	f := vfs.New(vfs.NewMemory(now, vfs.MemoryOptions{MaxNodes: 2}), now)
	f.Privileged = true
	if err := f.Mkdir(ctx, "/workspace", 0o755); err != nil {
		return nil, err
	}
	f.SetReadOnly("/", true)
	return f, f.Mount(ctx, "/workspace", s, false)
}

// Tree returns the listing of dir, and of as many directories below it,
// breadth first, as fit in limit entries together (dir's own always).
func (r *Reader) Tree(dir vfs.Ino, limit int) ([]vfs.Listing, error) {
	queue := []vfs.Ino{dir}
	var out []vfs.Listing
	total := 0
	for len(queue) > 0 && (len(out) == 0 || total < limit) {
		entries, err := r.Entries(queue[0])
		if err != nil {
			return nil, err
		}
		if total += len(entries); total > limit && len(out) > 0 {
			break
		}
		out = append(out, vfs.Listing{Dir: queue[0], Entries: entries})
		queue = queue[1:]
		for _, e := range entries {
			if e.Kind == vfs.Directory {
				queue = append(queue, e.Ino)
			}
		}
	}
	return out, nil
}

// ChangedSince lists the nodes and names changed or removed after a revision.
func (db *DB) ChangedSince(ctx context.Context, since uint64) (c vfs.Changes, err error) {
	err = db.Read(ctx, 0, func(r *Reader) error {
		c.Revision = r.rev
		if r.rev == since {
			return nil
		}
		var horizon uint64
		if err := r.row(`SELECT value FROM meta WHERE key = 'horizon'`).Scan(&horizon); err != nil {
			return err
		}
		if since < horizon || since > r.rev {
			c.Reload = true
			return nil
		}
		rows, err := r.rows(`SELECT `+nodeColumns+` FROM node WHERE rev_from > ?`, since)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var n vfs.NodeInfo
			if err := scanNode(&n, rows); err != nil {
				return err
			}
			c.Nodes = append(c.Nodes, n)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		gone, err := r.rows(`SELECT DISTINCT h.ino FROM node_hist h WHERE h.rev_to > ? AND NOT EXISTS (SELECT 1 FROM node n WHERE n.ino = h.ino)`, since)
		if err != nil {
			return err
		}
		defer gone.Close()
		for gone.Next() {
			var ino vfs.Ino
			if err := gone.Scan(&ino); err != nil {
				return err
			}
			c.Removed = append(c.Removed, ino)
		}
		if err := gone.Err(); err != nil {
			return err
		}
		names, err := r.rows(`SELECT parent, name, ino FROM dirent WHERE rev_from > ?1 UNION ALL
			SELECT DISTINCT h.parent, h.name, 0 FROM dirent_hist h WHERE h.rev_to > ?1
			AND NOT EXISTS (SELECT 1 FROM dirent d WHERE d.parent = h.parent AND d.name = h.name)`, since)
		if err != nil {
			return err
		}
		defer names.Close()
		for names.Next() {
			var d vfs.DirentChange
			if err := names.Scan(&d.Dir, &d.Name, &d.Ino); err != nil {
				return err
			}
			c.Dirents = append(c.Dirents, d)
		}
		return names.Err()
	})
	return c, err
}

// At returns a reader of another revision in the same transaction. Nodes that
// lasted until today can be read as of any revision since which they are so.
func (r *Reader) At(rev uint64) *Reader {
	if rev >= r.rev {
		return r
	}
	at := *r
	at.rev, at.newest = rev, false
	return &at
}

// byID runs a query for all ids, which is given up to its WHERE: runs of
// consecutive ids, as an import makes them, by their ends, and others by lists
// of a few lengths, so that few statements are prepared.
func (r *Reader) byID(query, column string, ids []uint64, each func(*sql.Rows) error) error {
	const run, most = 16, 1024
	var others []uint64
	ask := func(where string, args ...any) error {
		rows, err := r.rows(query+" WHERE "+column+where, args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := each(rows); err != nil {
				rows.Close()
				return err
			}
		}
		return errors.Join(rows.Err(), rows.Close())
	}
	list := func() error {
		length := run
		for length < len(others) {
			length *= 8
		}
		args := make([]any, length)
		for i := range args {
			args[i] = others[min(i, len(others)-1)]
		}
		others = others[:0]
		return ask(" IN (?"+strings.Repeat(", ?", length-1)+")", args...)
	}
	for len(ids) > 0 {
		n := 1
		for n < len(ids) && ids[n] == ids[n-1]+1 {
			n++
		}
		if n >= run {
			if err := ask(" BETWEEN ? AND ?", ids[0], ids[n-1]); err != nil {
				return err
			}
			ids = ids[n:]
			continue
		}
		n = min(n, most-len(others))
		others, ids = append(others, ids[:n]...), ids[n:]
		if len(others) == most {
			if err := list(); err != nil {
				return err
			}
		}
	}
	if len(others) > 0 {
		return list()
	}
	return nil
}

// Layouts returns the nodes that are there now, of many at once, with what
// tells their chunks only: Ino, Rev, Size and Chunks.
func (r *Reader) Layouts(inos []uint64) (map[vfs.Ino]vfs.NodeInfo, error) {
	nodes := make(map[vfs.Ino]vfs.NodeInfo, len(inos))
	err := r.byID(`SELECT ino, rev_from, size, chunks FROM node`, "ino", inos, func(rows *sql.Rows) error {
		var n vfs.NodeInfo
		var chunks sql.RawBytes
		err := rows.Scan(&n.Ino, &n.Rev, &n.Size, &chunks)
		if err == nil {
			n.Chunks, err = decodePages(chunks)
		}
		nodes[n.Ino] = n
		return err
	})
	return nodes, err
}

// ChunksOf returns the bytes of many chunks at once.
func (r *Reader) ChunksOf(ids []uint64) (map[uint64][]byte, error) {
	chunks := make(map[uint64][]byte, len(ids))
	var outside []large
	var block []byte // many small chunks share one allocation
	err := r.byID(`SELECT id, data, size, CASE WHEN data IS NULL THEN hash END FROM chunk`, "id", ids, func(rows *sql.Rows) error {
		var l large
		var data sql.RawBytes
		if err := rows.Scan(&l.id, &data, &l.size, &l.hash); err != nil {
			return err
		}
		if l.size >= InlineSize {
			outside = append(outside, l)
			return nil
		}
		if len(data) > cap(block)-len(block) {
			block = make([]byte, 0, max(len(data), 256<<10))
		}
		from := len(block)
		block = append(block, data...)
		chunks[l.id] = block[from:len(block):len(block)]
		return nil
	})
	if err != nil {
		return nil, err
	}
	return chunks, r.loadLarge(outside, chunks)
}

// large is a chunk that is in the chunk store.
type large struct {
	id   uint64
	hash []byte
	size int
}

// loadLarge reads chunks out of the store, several at a time, for each may
// have to come over a network.
func (r *Reader) loadLarge(list []large, chunks map[uint64][]byte) error {
	const abreast = 8
	data, errs := make([][]byte, len(list)), make([]error, len(list))
	var wg sync.WaitGroup
	turn := make(chan struct{}, abreast)
	for i, l := range list {
		turn <- struct{}{}
		wg.Go(func() {
			data[i], errs[i] = r.db.loadChunk(r.ctx, l.id, l.hash, l.size, nil)
			<-turn
		})
	}
	wg.Wait()
	for i, l := range list {
		chunks[l.id] = data[i]
	}
	return errors.Join(errs...)
}
