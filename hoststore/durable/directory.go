// Package durable is where workspaces live: in a directory.
package durable

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
)

// DirectoryChunks keeps large chunks as files, named by their hashes.
type DirectoryChunks struct {
	dir string
	now func() time.Time

	mu      sync.Mutex
	pending map[sqlite.Hash]bool // written, perhaps not durable yet
}

// NewDirectoryChunks keeps chunks below dir, which is made if need be.
func NewDirectoryChunks(dir string, now func() time.Time) (*DirectoryChunks, error) {
	for i := range 256 {
		if err := os.MkdirAll(filepath.Join(dir, hex.EncodeToString([]byte{byte(i)})), 0o700); err != nil {
			return nil, err
		}
	}
	return &DirectoryChunks{dir: dir, now: now, pending: map[sqlite.Hash]bool{}}, nil
}

func (d *DirectoryChunks) file(h sqlite.Hash) string {
	x := hex.EncodeToString(h[:])
	return filepath.Join(d.dir, x[:2], x[2:])
}

// Put writes the chunk's file under another name and then renames it, so
// that a name always holds the whole chunk. A chunk that is there already is
// marked as used now, so that Collect spares it.
func (d *DirectoryChunks) Put(_ context.Context, h sqlite.Hash, data []byte) error {
	name := d.file(h)
	now := d.now()
	if fi, err := os.Stat(name); err == nil && fi.Size() == int64(len(data)) {
		if err := os.Chtimes(name, now, now); err == nil {
			return nil
		}
	}
	f, err := os.CreateTemp(filepath.Dir(name), "new-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	d.mu.Lock()
	d.pending[h] = true
	d.mu.Unlock()
	return nil
}

// Sync flushes the chunks' files and their directories to the disk.
func (d *DirectoryChunks) Sync(_ context.Context, hashes []sqlite.Hash) error {
	dirs := map[string]bool{}
	var files []sqlite.Hash
	d.mu.Lock()
	for _, h := range hashes {
		if d.pending[h] {
			files = append(files, h)
			dirs[filepath.Dir(d.file(h))] = true
		}
	}
	d.mu.Unlock()
	if len(files) == 0 {
		return nil
	}
	var names []string
	for _, h := range files {
		names = append(names, d.file(h))
	}
	for dir := range dirs {
		names = append(names, dir)
	}
	if err := syncFiles(names); err != nil {
		return err
	}
	d.mu.Lock()
	for _, h := range files {
		delete(d.pending, h)
	}
	d.mu.Unlock()
	return nil
}

// syncFiles flushes files to the disk, several at a time.
func syncFiles(names []string) error {
	var wg sync.WaitGroup
	errs := make([]error, len(names))
	slots := make(chan struct{}, 8)
	for i, name := range names {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f, err := os.Open(name)
			if err == nil {
				err = errors.Join(f.Sync(), f.Close())
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Get reads a chunk.
func (d *DirectoryChunks) Get(_ context.Context, h sqlite.Hash, size int) ([]byte, error) {
	b, err := os.ReadFile(d.file(h))
	if err == nil && len(b) != size {
		err = fmt.Errorf("chunk file %x has %d bytes, not %d", h, len(b), size)
	}
	return b, err
}

// Collect removes the chunks that no workspace has, by live, and that were not
// put for a day, so that none is removed that a commit is about to name.
func (d *DirectoryChunks) Collect(ctx context.Context, live func(sqlite.Hash) bool) (removed int, err error) {
	before := d.now().Add(-24 * time.Hour)
	err = filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		fi, err := e.Info()
		if err != nil || fi.ModTime().After(before) {
			return nil
		}
		h, err := hex.DecodeString(filepath.Base(filepath.Dir(path)) + e.Name())
		if err == nil && len(h) == len(sqlite.Hash{}) && live(sqlite.Hash(h)) {
			return nil
		}
		removed++
		return os.Remove(path)
	})
	return removed, err
}
