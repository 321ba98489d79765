package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// namePattern is what a workspace may be called.
var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,62}$`)

// CheckName returns EINVAL for what is no workspace's name.
func CheckName(name string) error {
	if !namePattern.MatchString(name) {
		return fmt.Errorf("workspace name %q: it must match %s: %w", name, namePattern, vfs.EINVAL)
	}
	return nil
}

// openMax is how many databases are open at once while none is in use;
// idleClose is how long one stays open without use.
const (
	openMax   = 128
	idleClose = time.Minute
)

// DirectoryOptions of a data directory.
type DirectoryOptions struct {
	Now       func() time.Time
	Retention time.Duration // of past revisions, 1 hour if 0
	NetworkFS bool          // the directory is on a network file system
}

// Directory holds workspaces as files: one database each, and the large
// chunks of all.
type Directory struct {
	dir    string
	o      DirectoryOptions
	chunks *DirectoryChunks

	mu   sync.Mutex
	open map[string]*handle
}

// handle is an open database and how many use it.
type handle struct {
	ready chan struct{} // closed once db or err is set
	db    *sqlite.DB
	err   error
	users int
	last  time.Time
}

// OpenDirectory opens a data directory, which is made if it isn't there.
func OpenDirectory(dir string, o DirectoryOptions) (*Directory, error) {
	if err := os.MkdirAll(filepath.Join(dir, "workspaces"), 0o700); err != nil {
		return nil, err
	}
	chunks, err := NewDirectoryChunks(filepath.Join(dir, "chunks"), o.Now)
	if err != nil {
		return nil, err
	}
	return &Directory{dir: dir, o: o, chunks: chunks, open: map[string]*handle{}}, nil
}

func (d *Directory) file(name string) string {
	return filepath.Join(d.dir, "workspaces", name+".db")
}

// Acquire opens a workspace; release gives it back. Without create a
// workspace that isn't there is ENOENT.
func (d *Directory) Acquire(ctx context.Context, name string, create bool) (db *sqlite.DB, release func(), err error) {
	if err := CheckName(name); err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	h := d.open[name]
	if h == nil {
		h = &handle{ready: make(chan struct{})}
		d.open[name] = h
		d.mu.Unlock()
		h.db, h.err = sqlite.Open(ctx, d.file(name), sqlite.Options{Now: d.o.Now, Chunks: d.chunks, NetworkFS: d.o.NetworkFS, Retention: d.o.Retention, MustExist: !create})
		close(h.ready)
		d.mu.Lock()
		if h.err != nil {
			delete(d.open, name)
		}
	}
	h.users++
	d.mu.Unlock()
	<-h.ready
	if h.err != nil {
		if errors.Is(h.err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("workspace %q: there is none: %w", name, vfs.ENOENT)
		}
		return nil, nil, h.err
	}
	return h.db, func() { d.release(name, h) }, nil
}

func (d *Directory) release(name string, h *handle) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h.users--
	h.last = d.o.Now()
	if h.users == 0 && len(d.open) > openMax {
		d.close(name, h)
	}
}

// close closes a database that nobody uses. The lock is held.
func (d *Directory) close(name string, h *handle) {
	delete(d.open, name)
	h.db.Close()
}

// CloseIdle closes the databases that nobody used for a minute.
func (d *Directory) CloseIdle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, h := range d.open {
		select {
		case <-h.ready:
			if h.err == nil && h.users == 0 && d.o.Now().Sub(h.last) > idleClose {
				d.close(name, h)
			}
		default:
		}
	}
}

// Exists tells whether there is a workspace of the name.
func (d *Directory) Exists(name string) (bool, error) {
	if err := CheckName(name); err != nil {
		return false, err
	}
	_, err := os.Stat(d.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// List returns the names of all workspaces, sorted.
func (d *Directory) List() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(d.dir, "workspaces"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".db"); ok && CheckName(name) == nil {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names, nil
}

// Delete removes a workspace. While it is in use it is EBUSY.
func (d *Directory) Delete(name string) error {
	if ok, err := d.Exists(name); err != nil || !ok {
		if err == nil {
			err = fmt.Errorf("workspace %q: there is none: %w", name, vfs.ENOENT)
		}
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if h := d.open[name]; h != nil {
		if h.users > 0 {
			return fmt.Errorf("workspace %q is in use: %w", name, vfs.EBUSY)
		}
		d.close(name, h)
	}
	err := os.Remove(d.file(name))
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if e := os.Remove(d.file(name) + suffix); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// Collect removes what no revision within the retention needs, in all workspaces.
func (d *Directory) Collect(ctx context.Context) error {
	names, err := d.List()
	if err != nil {
		return err
	}
	live := map[sqlite.Hash]bool{}
	for _, name := range names {
		db, release, err := d.Acquire(ctx, name, false)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err // its chunks aren't known: remove none
		}
		_, err = db.Collect(ctx)
		if err == nil {
			err = db.LargeChunks(ctx, func(h sqlite.Hash) { live[h] = true })
		}
		release()
		if err != nil {
			return err
		}
	}
	_, err = d.chunks.Collect(ctx, func(h sqlite.Hash) bool { return live[h] })
	return err
}

// Close closes all databases.
func (d *Directory) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	for name, h := range d.open {
		<-h.ready
		if h.db != nil {
			errs = append(errs, h.db.Close())
		}
		delete(d.open, name)
	}
	return errors.Join(errs...)
}
