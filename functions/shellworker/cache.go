package main

import (
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// chunkCache keeps chunks between the invokes of one tenant: those of another
// are never there with them. A chunk never changes, so it is never fetched
// again.
type chunkCache struct {
	mu    sync.Mutex
	of    tenant
	data  map[uint64][]byte // by chunk
	ids   map[page]uint64   // of pages as they were at a revision
	bytes int
}

// tenant is a workspace, and which of that name.
type tenant struct {
	workspace string
	tree      uint64
}

// page is a page of a node as it is since a revision.
type page struct {
	ino   vfs.Ino
	rev   uint64
	index int64
}

// Bounds of the cache, in bytes and pages. What is beyond them starts it anew.
const (
	cacheBytes = 128 << 20
	cachePages = 1 << 18
)

// enter empties the cache unless it is the tenant's.
func (c *chunkCache) enter(t tenant) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != t || c.data == nil {
		c.of, c.bytes = t, 0
		c.data, c.ids = map[uint64][]byte{}, map[page]uint64{}
	}
}

// chunk returns a chunk of the tenant's; 0 is a page of zeros.
func (c *chunkCache) chunk(t tenant, id uint64) (data []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != t {
		return nil, false
	}
	data, ok = c.data[id]
	return data, ok || id == 0
}

// keep takes chunks that the host sent or took.
func (c *chunkCache) keep(t tenant, ids []uint64, data [][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != t {
		return
	}
	for i, id := range ids {
		if _, have := c.data[id]; have || id == 0 {
			continue
		}
		if c.bytes += len(data[i]); c.bytes > cacheBytes {
			clear(c.data)
			c.bytes = len(data[i])
		}
		c.data[id] = data[i]
	}
}

// pages calls f with the chunk of each page of the ranges that is known. It
// returns false at the first that isn't.
func (c *chunkCache) pages(t tenant, ranges []rpc.Range, f func(id uint64) bool) bool {
	for _, r := range ranges {
		for i := r.First; i < r.First+int64(r.Count); i++ {
			c.mu.Lock()
			id, ok := c.ids[page{r.Ino, r.Rev, i}]
			ok = ok && c.of == t
			c.mu.Unlock()
			if !ok || !f(id) {
				return false
			}
		}
	}
	return true
}

// place notes which chunks the pages of ranges are.
func (c *chunkCache) place(t tenant, ranges []rpc.Range, ids []uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != t {
		return
	}
	if len(c.ids)+len(ids) > cachePages {
		clear(c.ids)
	}
	for _, r := range ranges {
		for i := r.First; i < r.First+int64(r.Count) && len(ids) > 0; i++ {
			c.ids[page{r.Ino, r.Rev, i}] = ids[0]
			ids = ids[1:]
		}
	}
}
