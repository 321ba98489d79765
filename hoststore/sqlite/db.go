// Package sqlite is the node store of a workspace: one SQLite database, its
// rows versioned by revision. A commit is one transaction and one revision; a
// commit that returned survives the process and the power.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	sqlitelib "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/capshell/capshell/hoststore/vfs"
)

// ErrLocked is returned where another process held the database for longer
// than five seconds.
var ErrLocked = errors.New("the database is locked by another process")

// Options of a database. Now and Chunks are required.
type Options struct {
	Now    func() time.Time
	Chunks ChunkStore
	// NetworkFS keeps a rollback journal instead of a write-ahead log, which
	// needs shared memory that network file systems don't have.
	NetworkFS bool
	// Retention is how long past revisions can be read, 1 hour if 0.
	Retention time.Duration
	// Replica, if not nil, has the last word on every commit.
	Replica Replica
	// MustExist refuses to create the database: fs.ErrNotExist.
	MustExist bool
}

// DB is the database of one workspace. It is safe for concurrent use, also
// by other processes.
type DB struct {
	path    string
	o       Options
	readers *sql.DB
	writer  *sql.DB

	queueMu sync.Mutex
	queue   []*write // what the next transaction will do

	mu    sync.Mutex // holds the writer connection
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
	// recent is emptied where chunks are deleted, or a transaction fails.
	recent map[uint64]recentChunk

	leaseMu       sync.Mutex
	lease, leased vfs.Ino // [lease, leased) is this process's to hand out

	watchMu sync.Mutex
	changed chan struct{} // closed and replaced at every commit

	readMu    sync.RWMutex
	readStmts map[string]*sql.Stmt

	gate      gate
	overtaken atomic.Bool // others had published when that was last asked
	onClose   func()
}

// Open opens the workspace's database, makes it where it isn't there, and
// migrates an older one. A database of a newer schema, of another program, or
// that is damaged is refused and left as it is.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	if _, err := os.Stat(path); err != nil && (o.MustExist || !errors.Is(err, os.ErrNotExist)) {
		return nil, err
	}
	if o.Retention == 0 {
		o.Retention = time.Hour
	}
	db := &DB{path: path, o: o, changed: make(chan struct{})}
	db.gate.cond.L = &db.gate.mu
	if err := db.connect(ctx); err != nil {
		return nil, err
	}
	if o.Replica != nil {
		// A new database, or a migration, is published before it is used.
		if err := db.immediate(ctx, func() error { return nil }); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return db, nil
}

// fileURL is how the driver wants the path.
func (db *DB) fileURL() string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: db.path}).EscapedPath()}).String()
}

// connect opens the writer and the readers.
func (db *DB) connect(ctx context.Context) error {
	journal, sync := "WAL", "FULL"
	if db.o.NetworkFS {
		journal, sync = "DELETE", "EXTRA"
	}
	q := url.Values{}
	q.Set("_busy_timeout", "5000")
	if fi, err := os.Stat(db.path); err != nil || fi.Size() == 0 {
		q.Set("_auto_vacuum", "incremental") // set again it would be a commit, though it changes nothing
	}
	q.Set("_journal_mode", journal)
	q.Add("_pragma", "cache_size(-2000)")
	q.Add("_pragma", "journal_size_limit(4194304)")
	if db.o.Replica != nil {
		// The file is a copy: what is durable is the replica, which reads each
		// transaction from the log before the log is taken into the file.
		sync = "OFF"
		q.Add("_pragma", "wal_autocheckpoint(0)")
	}
	q.Set("_synchronous", sync)
	file := db.fileURL()
	if err := recognise(ctx, db.path, file); err != nil {
		return openError(db.path, err)
	}
	w, err := sql.Open("sqlite", file+"?"+q.Encode())
	if err != nil {
		return err
	}
	w.SetMaxOpenConns(1)
	db.writer, db.stmts, db.readStmts, db.recent = w, map[string]*sql.Stmt{}, map[string]*sql.Stmt{}, map[uint64]recentChunk{}
	if db.conn, err = w.Conn(ctx); err != nil {
		w.Close()
		return openError(db.path, err)
	}
	if err := migrate(ctx, db.conn, db.path, db.o.Now().UnixNano()); err != nil {
		db.conn.Close()
		w.Close()
		return openError(db.path, err)
	}
	db.readers, err = sql.Open("sqlite", file+"?_busy_timeout=5000&_query_only=1&_pragma="+url.QueryEscape("cache_size(-2000)"))
	if err != nil {
		return errors.Join(err, db.disconnect())
	}
	db.readers.SetMaxOpenConns(8)
	db.readers.SetMaxIdleConns(4)
	db.readers.SetConnMaxIdleTime(time.Minute)
	return nil
}

// disconnect closes what connect opened.
func (db *DB) disconnect() error {
	for _, s := range db.stmts {
		s.Close()
	}
	for _, s := range db.readStmts {
		s.Close()
	}
	var errs []error
	if db.readers != nil {
		errs = append(errs, db.readers.Close())
	}
	return errors.Join(append(errs, db.conn.Close(), db.writer.Close())...)
}

// dropLog empties the write-ahead log, so that closing the database takes
// nothing of it into the file.
func (db *DB) dropLog() error {
	err := os.Truncate(db.path+"-wal", 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// recognise refuses a file that isn't a workspace's database, before anything
// could write to it.
func recognise(ctx context.Context, path, file string) error {
	if fi, err := os.Stat(path); err != nil || fi.Size() == 0 {
		return nil
	}
	ro, err := sql.Open("sqlite", file+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		return err
	}
	defer ro.Close()
	conn, err := ro.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = schemaVersion(ctx, conn, path)
	return err
}

// openError tells what is wrong with a file that SQLite can't use.
func openError(path string, err error) error {
	var e *sqlitelib.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_NOTADB:
			return fmt.Errorf("%s: not a SQLite database: %w", path, vfs.EIO)
		case sqlite3.SQLITE_CORRUPT:
			return fmt.Errorf("%s: the database is damaged: %v: %w", path, err, vfs.EIO)
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fmt.Errorf("%s: %w", path, ErrLocked)
		}
	}
	return err
}

// OnClose sets what is done once the database is closed.
func (db *DB) OnClose(f func()) { db.onClose = f }

// Close closes the database. What a replica has not published is dropped.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.onClose != nil {
		defer db.onClose()
	}
	if db.gate.down != nil {
		return nil
	}
	return db.disconnect()
}

// Path returns the database's file.
func (db *DB) Path() string { return db.path }

// stmt prepares a statement of the writer once. The lock is held.
func (db *DB) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := db.stmts[query]; s != nil {
		return s, nil
	}
	s, err := db.conn.PrepareContext(ctx, query)
	if err == nil {
		db.stmts[query] = s
	}
	return s, err
}

// readStmt prepares a statement of the readers once.
func (db *DB) readStmt(ctx context.Context, query string) (*sql.Stmt, error) {
	db.readMu.RLock()
	s := db.readStmts[query]
	db.readMu.RUnlock()
	if s != nil {
		return s, nil
	}
	db.readMu.Lock()
	defer db.readMu.Unlock()
	if s = db.readStmts[query]; s != nil {
		return s, nil
	}
	s, err := db.readers.PrepareContext(ctx, query)
	if err == nil {
		db.readStmts[query] = s
	}
	return s, err
}

// Lease returns n inode numbers, from the first on, that nobody else gets.
func (db *DB) Lease(ctx context.Context, n int) (first vfs.Ino, err error) {
	db.leaseMu.Lock()
	defer db.leaseMu.Unlock()
	if db.lease+vfs.Ino(n) > db.leased {
		block := max(n, 1<<20)
		err := db.immediate(ctx, func() error {
			s, err := db.stmt(ctx, `UPDATE meta SET value = value + ?1 WHERE key = 'next_ino' RETURNING value - ?1`)
			if err != nil {
				return err
			}
			return s.QueryRowContext(ctx, block).Scan(&first)
		})
		if err != nil {
			return 0, err
		}
		db.lease, db.leased = first, first+vfs.Ino(block)
	}
	first = db.lease
	db.lease += vfs.Ino(n)
	return first, nil
}

func (db *DB) exec(ctx context.Context, query string, args ...any) error {
	s, err := db.stmt(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

// Changed returns a channel that is closed at the next commit made by this
// process.
func (db *DB) Changed() <-chan struct{} {
	db.watchMu.Lock()
	defer db.watchMu.Unlock()
	return db.changed
}

func (db *DB) announce() {
	db.watchMu.Lock()
	close(db.changed)
	db.changed = make(chan struct{})
	db.watchMu.Unlock()
}

// Stat is what a workspace holds.
type Stat struct {
	Revision uint64
	Files    int64 // regular files
	Bytes    int64 // their sizes together
	Created  time.Time
}

// Stat counts the workspace's files.
func (db *DB) Stat(ctx context.Context) (s Stat, err error) {
	err = db.Read(ctx, 0, func(r *Reader) error {
		s.Revision = r.Revision()
		var created int64
		if err := r.row(`SELECT count(*), coalesce(sum(size), 0) FROM node WHERE kind = 1`).Scan(&s.Files, &s.Bytes); err != nil {
			return err
		}
		err := r.row(`SELECT value FROM meta WHERE key = 'created'`).Scan(&created)
		s.Created = time.Unix(0, created).UTC()
		return err
	})
	return s, err
}

// Revision returns the newest revision.
func (db *DB) Revision(ctx context.Context) (rev uint64, err error) {
	if err := db.gate.enter(); err != nil {
		return 0, err
	}
	defer db.gate.leave()
	s, err := db.readStmt(ctx, `SELECT value FROM meta WHERE key = 'revision'`)
	if err != nil {
		return 0, err
	}
	return rev, s.QueryRowContext(ctx).Scan(&rev)
}
