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
	open   *handles
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
	d := &Directory{dir: dir, o: o, chunks: chunks}
	d.open = newHandles(o.Now, d.openDB)
	return d, nil
}

func (d *Directory) file(name string) string {
	return filepath.Join(d.dir, "workspaces", name+".db")
}

func (d *Directory) openDB(ctx context.Context, name string, create bool) (*sqlite.DB, error) {
	return sqlite.Open(ctx, d.file(name), sqlite.Options{Now: d.o.Now, Chunks: d.chunks, NetworkFS: d.o.NetworkFS, Retention: d.o.Retention, MustExist: !create})
}

// Acquire opens a workspace; release gives it back. Without create a
// workspace that isn't there is ENOENT.
func (d *Directory) Acquire(ctx context.Context, name string, create bool) (db *sqlite.DB, release func(), err error) {
	db, _, release, err = d.open.acquire(ctx, name, create)
	return db, release, err
}

// CloseIdle closes the databases that nobody used for a minute.
func (d *Directory) CloseIdle() { d.open.closeIdle() }

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
	if err := d.open.forget(name); err != nil {
		return err
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
	live, err := collectAll(ctx, d.List, d.Acquire)
	if err != nil {
		return err
	}
	_, err = d.chunks.Collect(ctx, live)
	return err
}

// collectAll collects in each workspace, and returns which large chunks are
// still needed by any. Where one can't be looked at, none can be told.
func collectAll(ctx context.Context, list func() ([]string, error), acquire func(context.Context, string, bool) (*sqlite.DB, func(), error)) (func(sqlite.Hash) bool, error) {
	names, err := list()
	if err != nil {
		return nil, err
	}
	live := map[sqlite.Hash]bool{}
	for _, name := range names {
		db, release, err := acquire(ctx, name, false)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		_, err = db.Collect(ctx)
		if err == nil {
			err = db.LargeChunks(ctx, func(h sqlite.Hash) { live[h] = true })
		}
		release()
		if err != nil {
			return nil, err
		}
	}
	return func(h sqlite.Hash) bool { return live[h] }, nil
}

// Close closes all databases.
func (d *Directory) Close() error { return d.open.close() }
