package durable

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// Objects are small objects beside a workspace's database, each written by
// compare-and-swap: runtime.Objects.
type Objects struct{ b *Bucket }

// Objects returns those of a workspace.
func (s *BucketStore) Objects(workspace string) Objects { return Objects{s.workspace(workspace)} }

// Put writes an object and returns its version. version "*": it must not be
// there; another: that must be its version; else it is fs.ErrExist. "":
// whatever is there is replaced.
func (o Objects) Put(ctx context.Context, key string, data []byte, version string) (string, error) {
	now, err := o.b.put(ctx, key, data, version)
	if errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		err = fs.ErrExist
	}
	return now, err
}

// Get reads an object; where its version is unless, it returns no data.
func (o Objects) Get(ctx context.Context, key, unless string) (data []byte, version string, err error) {
	data, version, err = o.b.get(ctx, key, unless)
	if errors.Is(err, errSame) {
		return nil, unless, nil
	}
	return data, version, err
}

// List calls f with the keys below a prefix and when they were written.
func (o Objects) List(ctx context.Context, prefix string, f func(key string, at time.Time) error) error {
	return o.b.list(ctx, prefix, "", f)
}

// Remove removes an object, if it is there.
func (o Objects) Remove(ctx context.Context, key string) error { return o.b.remove(ctx, key) }
