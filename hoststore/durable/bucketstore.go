package durable

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// BucketOptions of workspaces in a bucket.
type BucketOptions struct {
	Now       func() time.Time
	Retention time.Duration // of past revisions, 1 hour if 0
	// Cache is the directory of the local copies. They are worth nothing by
	// themselves, and need not outlive the process.
	Cache string
	// CacheBytes bounds the copies that nobody uses just now, together with
	// those in use; 2 GiB if 0.
	CacheBytes int64
	// Fail is told of upkeep that failed and is tried again.
	Fail func(error)
}

// BucketStore holds workspaces in S3: any number of processes may serve them
// at once. Each keeps copies of the databases that it uses; a commit is
// acknowledged once it is in the bucket, and read by others from then on.
type BucketStore struct {
	b      *Bucket
	o      BucketOptions
	chunks *BucketChunks
	open   *handles
}

// OpenBucket opens the workspaces of a bucket.
func OpenBucket(b *Bucket, o BucketOptions) (*BucketStore, error) {
	if o.Fail == nil {
		o.Fail = func(error) {}
	}
	s := &BucketStore{b: b, o: o, chunks: NewBucketChunks(b)}
	s.open = newHandles(o.Now, s.openDB)
	if s.open.bytes = o.CacheBytes; s.open.bytes == 0 {
		s.open.bytes = 2 << 30
	}
	return s, os.MkdirAll(o.Cache, 0o700)
}

// workspace is the part of the bucket that is one workspace's.
func (s *BucketStore) workspace(name string) *Bucket {
	b := *s.b
	b.Prefix += "workspaces/" + name + "/"
	return &b
}

func (s *BucketStore) openDB(ctx context.Context, name string, create bool) (*sqlite.DB, error) {
	dir, err := os.MkdirTemp(s.o.Cache, name+"-")
	if err != nil {
		return nil, err
	}
	r := &replica{b: s.workspace(name), path: filepath.Join(dir, "copy.db"), now: s.o.Now, fail: s.o.Fail}
	if err := r.open(ctx, create); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	db, err := sqlite.Open(ctx, r.path, sqlite.Options{Now: s.o.Now, Chunks: s.chunks, Retention: s.o.Retention, Replica: r})
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	db.OnClose(func() { os.RemoveAll(dir) })
	return db, nil
}

// Acquire opens a workspace as it is published now; release gives it back.
// Without create a workspace that isn't there is ENOENT.
func (s *BucketStore) Acquire(ctx context.Context, name string, create bool) (db *sqlite.DB, release func(), err error) {
	for range 2 {
		var opened bool
		if db, opened, release, err = s.open.acquire(ctx, name, create); err != nil {
			return nil, nil, err
		}
		if opened { // as it is published
			return db, release, nil
		}
		if err = db.Refresh(ctx); err == nil {
			return db, release, nil
		}
		release()
		if !errors.Is(err, vfs.ENOENT) && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
		s.open.abandon(name, db) // another process removed it
	}
	return nil, nil, errNoWorkspace(name)
}

// Seen opens a workspace as this process last saw it: newest, called later,
// tells whether that was still what is published. ok is false where this
// process hasn't seen it lately, or probably not its newest revision.
func (s *BucketStore) Seen(name string) (db *sqlite.DB, newest func(context.Context) (bool, error), release func(), ok bool) {
	if db, release = s.open.seen(name); db == nil {
		return nil, nil, nil, false
	}
	if newest, ok = db.Seen(); !ok {
		release()
	}
	return db, newest, release, ok
}

// CloseIdle closes the databases that nobody used for a minute.
func (s *BucketStore) CloseIdle() { s.open.closeIdle() }

// Exists tells whether there is a workspace of the name.
func (s *BucketStore) Exists(name string) (bool, error) {
	if err := CheckName(name); err != nil {
		return false, err
	}
	_, _, err := s.workspace(name).get(context.Background(), manifestKey, "")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// List returns the names of all workspaces, sorted.
func (s *BucketStore) List() ([]string, error) {
	var names []string
	err := s.b.list(context.Background(), "workspaces/", "/", func(key string, _ time.Time) error {
		if name := strings.Trim(strings.TrimPrefix(key, "workspaces/"), "/"); CheckName(name) == nil {
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names, err
}

// Delete removes a workspace: first what makes it one, then its objects. While
// this process uses it, it is EBUSY; another that does finds it gone.
func (s *BucketStore) Delete(name string) error {
	ok, err := s.Exists(name)
	if err != nil {
		return err
	}
	if !ok {
		return errNoWorkspace(name)
	}
	if err := s.open.forget(name); err != nil {
		return err
	}
	ctx := context.Background()
	b := s.workspace(name)
	if err := b.remove(ctx, manifestKey); err != nil {
		return err
	}
	return b.list(ctx, "", "", func(key string, _ time.Time) error { return b.remove(ctx, key) })
}

// Collect removes what no revision within the retention needs, in all workspaces.
func (s *BucketStore) Collect(ctx context.Context) error {
	live, err := collectAll(ctx, s.List, s.Acquire)
	if err != nil {
		return err
	}
	_, err = s.chunks.Collect(ctx, s.o.Now(), live)
	return err
}

// Close closes all databases and drops their copies.
func (s *BucketStore) Close() error { return s.open.close() }
