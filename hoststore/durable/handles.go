package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// openMax is how many databases are open at once while none is in use;
// idleClose is how long one stays open without use.
const (
	openMax   = 128
	idleClose = time.Minute
)

// handles are the open databases, by the workspaces' names.
type handles struct {
	now    func() time.Time
	openDB func(ctx context.Context, name string, create bool) (*sqlite.DB, error)
	// bytes bounds what the databases' files have together, while some are not
	// in use; 0 is no bound.
	bytes int64

	mu   sync.Mutex
	open map[string]*handle
}

// handle is an open database and how many use it: at least one while it is
// being opened.
type handle struct {
	ready chan struct{} // closed once db or err is set
	db    *sqlite.DB
	err   error
	users int
	last  time.Time
}

func newHandles(now func() time.Time, openDB func(context.Context, string, bool) (*sqlite.DB, error)) *handles {
	return &handles{now: now, openDB: openDB, open: map[string]*handle{}}
}

// acquire opens a database, once for all who use it at the same time. opened:
// by this call.
func (s *handles) acquire(ctx context.Context, name string, create bool) (db *sqlite.DB, opened bool, release func(), err error) {
	if err := CheckName(name); err != nil {
		return nil, false, nil, err
	}
	s.mu.Lock()
	h := s.open[name]
	if opened = h == nil; opened {
		h = &handle{ready: make(chan struct{})}
		s.open[name] = h
		h.users++ // nobody may close it before it is given away
		s.mu.Unlock()
		h.db, h.err = s.openDB(ctx, name, create)
		close(h.ready)
		s.mu.Lock()
		if h.err != nil {
			delete(s.open, name)
		}
		s.trim()
	} else {
		h.users++
	}
	s.mu.Unlock()
	<-h.ready
	if errors.Is(h.err, fs.ErrNotExist) {
		return nil, false, nil, errNoWorkspace(name)
	}
	if h.err != nil {
		return nil, false, nil, h.err
	}
	return h.db, opened, func() { s.release(name, h) }, nil
}

// seen returns a database that is open; nil where it isn't.
func (s *handles) seen(name string) (db *sqlite.DB, release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.open[name]
	if h == nil {
		return nil, nil
	}
	select {
	case <-h.ready:
	default:
		return nil, nil
	}
	if h.err != nil {
		return nil, nil
	}
	h.users++
	return h.db, func() { s.release(name, h) }
}

func errNoWorkspace(name string) error {
	return fmt.Errorf("workspace %q: there is none: %w", name, vfs.ENOENT)
}

func (s *handles) release(name string, h *handle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.users--
	h.last = s.now()
	if h.users == 0 && s.open[name] != h {
		s.drop(name, h)
	}
	s.trim()
}

// trim closes databases that nobody uses, those first that were not used for
// longest, until the rest is within the bounds. The lock is held.
func (s *handles) trim() {
	type idle struct {
		name string
		h    *handle
		size int64
	}
	var list []idle
	total := int64(0)
	for name, h := range s.open {
		select {
		case <-h.ready:
		default:
			continue
		}
		if h.err != nil {
			continue
		}
		size := int64(0)
		if s.bytes > 0 {
			for _, part := range []string{"", "-wal"} {
				if i, err := os.Stat(h.db.Path() + part); err == nil {
					size += i.Size()
				}
			}
		}
		total += size
		if h.users == 0 {
			list = append(list, idle{name, h, size})
		}
	}
	slices.SortFunc(list, func(a, b idle) int { return a.h.last.Compare(b.h.last) })
	for _, i := range list {
		if len(s.open) <= openMax && (s.bytes == 0 || total <= s.bytes) {
			return
		}
		s.drop(i.name, i.h)
		total -= i.size
	}
}

// drop closes a database that nobody uses. The lock is held.
func (s *handles) drop(name string, h *handle) {
	if s.open[name] == h {
		delete(s.open, name)
	}
	h.db.Close()
}

// closeIdle closes the databases that nobody used for a minute.
func (s *handles) closeIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, h := range s.open {
		if h.users == 0 && s.now().Sub(h.last) > idleClose {
			s.drop(name, h)
		}
	}
}

// forget closes a workspace's database; EBUSY while it is in use.
func (s *handles) forget(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.open[name]
	if h == nil {
		return nil
	}
	if h.users > 0 {
		return fmt.Errorf("workspace %q is in use: %w", name, vfs.EBUSY)
	}
	s.drop(name, h)
	return nil
}

// abandon lets no one new use a database; the last who uses it closes it.
func (s *handles) abandon(name string, db *sqlite.DB) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.open[name]; h != nil && h.db == db {
		delete(s.open, name)
	}
}

// close closes all databases.
func (s *handles) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for name, h := range s.open {
		<-h.ready
		if h.db != nil {
			errs = append(errs, h.db.Close())
		}
		delete(s.open, name)
	}
	return errors.Join(errs...)
}
