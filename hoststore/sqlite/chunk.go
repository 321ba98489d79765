package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/capshell/capshell/hoststore/vfs"
)

// InlineSize is the size in bytes from which a chunk is kept in the chunk
// store and not in the database.
const InlineSize = 32 << 10

// Hash is a chunk's SHA-256.
type Hash [sha256.Size]byte

func sum(data []byte) Hash { return sha256.Sum256(data) }

// ChunkStore keeps large chunks outside the database, for all workspaces of a
// data directory or bucket.
type ChunkStore interface {
	// Put stores a chunk. It need not be durable before Sync.
	Put(ctx context.Context, h Hash, data []byte) error
	// Sync returns when the chunks are durable.
	Sync(ctx context.Context, hashes []Hash) error
	// Get returns a chunk; fs.ErrNotExist where it isn't there. It is the
	// caller's to keep.
	Get(ctx context.Context, h Hash, size int) ([]byte, error)
}

// pagesPerSegment is how many pages' chunk ids a node row, or an extent row, holds.
const pagesPerSegment = 64

// encodePages writes chunk ids as varints; decodePages reads them.
func encodePages(ids []uint64) []byte {
	for len(ids) > 0 && ids[len(ids)-1] == 0 {
		ids = ids[:len(ids)-1]
	}
	if len(ids) == 0 {
		return nil
	}
	b := make([]byte, 0, len(ids)*4)
	for _, id := range ids {
		b = binary.AppendUvarint(b, id)
	}
	return b
}

func decodePages(b []byte) ([]uint64, error) {
	var ids []uint64
	for len(b) > 0 {
		id, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, fmt.Errorf("damaged list of chunks: %w", vfs.EIO)
		}
		ids = append(ids, id)
		b = b[n:]
	}
	return ids, nil
}

// PutChunk stores a page and returns its chunk id. It becomes part of the
// workspace when a commit names it; until then, for at least an hour, it waits.
func (db *DB) PutChunk(ctx context.Context, data []byte) (id uint64, err error) {
	ids, err := db.PutChunks(ctx, [][]byte{data})
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// PutChunks stores pages, each of 1 byte to vfs.PageSize, in one transaction.
func (db *DB) PutChunks(ctx context.Context, pages [][]byte) (ids []uint64, err error) {
	hashes, err := db.keepLarge(ctx, pages)
	if err != nil {
		return nil, err
	}
	err = db.immediate(ctx, func() (err error) {
		ids, err = db.putAll(context.WithoutCancel(ctx), hashes, pages)
		return err
	})
	return ids, err
}

// keepLarge puts the large ones of some pages into the chunk store, and
// returns the hashes of all.
func (db *DB) keepLarge(ctx context.Context, pages [][]byte) ([]Hash, error) {
	hashes := make([]Hash, len(pages))
	for i, p := range pages {
		if len(p) == 0 || len(p) > vfs.PageSize {
			return nil, fmt.Errorf("a chunk of %d bytes, not 1 to %d: %w", len(p), vfs.PageSize, vfs.EINVAL)
		}
		hashes[i] = sum(p)
		if len(p) >= InlineSize {
			if err := db.o.Chunks.Put(ctx, hashes[i], p); err != nil {
				return nil, err
			}
		}
	}
	return hashes, nil
}

// putAll adds the rows of chunks, in the writer's transaction.
func (db *DB) putAll(ctx context.Context, hashes []Hash, pages [][]byte) ([]uint64, error) {
	ids := make([]uint64, len(pages))
	for i, p := range pages {
		var err error
		if ids[i], err = db.putChunk(ctx, hashes[i], p); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// recentChunk is what a commit wants to know of a chunk; those that were put
// last, recentChunks at most, need not be looked up.
type recentChunk struct {
	hash Hash
	size int
	put  int64 // milliseconds since the epoch
}

const recentChunks = 4096

// putChunk adds the row of a chunk, or finds it, in the writer's transaction.
func (db *DB) putChunk(ctx context.Context, h Hash, data []byte) (id uint64, err error) {
	now := db.o.Now().UnixMilli()
	add, err := db.stmt(ctx, `INSERT INTO chunk(hash, size, time_ms, data) VALUES(?, ?, ?, ?)
		ON CONFLICT(hash) DO UPDATE SET time_ms = excluded.time_ms RETURNING id`)
	if err != nil {
		return 0, err
	}
	var inline []byte
	if len(data) < InlineSize {
		inline = data
	}
	if err = add.QueryRowContext(ctx, h[:], len(data), now, inline).Scan(&id); err != nil {
		return 0, err
	}
	if len(db.recent) >= recentChunks {
		clear(db.recent)
	}
	db.recent[id] = recentChunk{h, len(data), now}
	return id, nil
}

// Chunk returns a chunk's bytes by its id.
func (r *Reader) Chunk(id uint64) ([]byte, error) {
	var hash, data []byte
	var size int
	err := r.row(`SELECT hash, size, data FROM chunk WHERE id = ?`, id).Scan(&hash, &size, &data)
	if err != nil {
		return nil, fmt.Errorf("chunk %d: %w", id, err)
	}
	return r.db.loadChunk(r.ctx, id, hash, size, data)
}

// ChunkSize returns the size in bytes of a chunk; fs.ErrNotExist if there is none.
func (r *Reader) ChunkSize(id uint64) (size int, err error) {
	err = r.row(`SELECT size FROM chunk WHERE id = ?`, id).Scan(&size)
	if errors.Is(err, sql.ErrNoRows) {
		err = vfs.ENOENT
	}
	return size, err
}

func (db *DB) loadChunk(ctx context.Context, id uint64, hash []byte, size int, data []byte) ([]byte, error) {
	if size < InlineSize {
		return data, nil
	}
	data, err := db.o.Chunks.Get(ctx, Hash(hash), size)
	if err != nil {
		return nil, fmt.Errorf("chunk %d (%x): %w", id, hash, err)
	}
	return data, nil
}
