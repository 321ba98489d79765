package sqlite

import (
	"context"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
)

// ChunkGrace is how long a chunk that nothing names is kept: an upload waits
// for its commit so long.
const ChunkGrace = time.Hour

// Collected counts what a collection removed.
type Collected struct{ Versions, Chunks int }

// Collect removes the versions that are past the retention, and the chunks
// that nothing names any more and that were put more than ChunkGrace ago. It
// holds the writer for short whiles only.
func (db *DB) Collect(ctx context.Context) (c Collected, err error) {
	if c.Versions, err = db.trimHistory(ctx); err != nil {
		return c, err
	}
	// Mark, on a reader.
	live := map[uint64]bool{}
	var marked uint64
	err = db.Read(ctx, 0, func(r *Reader) error {
		marked = r.rev
		for _, table := range []string{"node", "node_hist", "extent", "extent_hist"} {
			if err := markRows(r, `SELECT chunks FROM `+table+` WHERE chunks IS NOT NULL`, live); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	// Sweep in batches; each looks again at what was named since the mark.
	const batch = 400
	before := db.o.Now().Add(-ChunkGrace).UnixMilli()
	for from, done := int64(0), false; !done; {
		err = db.immediate(ctx, func() error {
			ctx := context.WithoutCancel(ctx)
			t := &Tx{db: db, ctx: ctx}
			for _, table := range []string{"node", "extent"} {
				s, err := db.stmt(ctx, `SELECT chunks FROM `+table+` WHERE rev_from > ? AND chunks IS NOT NULL`)
				if err != nil {
					return err
				}
				rows, err := s.QueryContext(ctx, marked)
				if err != nil {
					return err
				}
				if err := mark(rows, live); err != nil {
					return err
				}
			}
			s, err := db.stmt(ctx, `SELECT id, time_ms FROM chunk WHERE id > ? ORDER BY id LIMIT ?`)
			if err != nil {
				return err
			}
			rows, err := s.QueryContext(ctx, from, batch)
			if err != nil {
				return err
			}
			var dead []int64
			done = true
			for rows.Next() {
				var at int64
				if err := rows.Scan(&from, &at); err != nil {
					rows.Close()
					return err
				}
				done = false
				if !live[uint64(from)] && at < before {
					dead = append(dead, from)
				}
			}
			if err := rows.Close(); err != nil {
				return err
			}
			for _, id := range dead {
				if err := t.exec(`DELETE FROM chunk WHERE id = ?`, id); err != nil {
					return err
				}
			}
			clear(db.recent)
			c.Chunks += len(dead)
			return rows.Err()
		})
		if err != nil {
			return c, err
		}
	}
	return c, db.immediate(ctx, func() error { return db.exec(context.WithoutCancel(ctx), `PRAGMA incremental_vacuum(1000)`) })
}

// trimHistory removes the versions that ended more than the retention ago.
func (db *DB) trimHistory(ctx context.Context) (n int, err error) {
	err = db.immediate(ctx, func() error {
		ctx := context.WithoutCancel(ctx)
		t := &Tx{db: db, ctx: ctx}
		now := db.o.Now()
		// A revision can be read for the retention after it was replaced.
		var horizon uint64
		if err := t.row(`SELECT max(value, coalesce((SELECT max(rev) FROM revision WHERE time_ms < ?), 0)) FROM meta WHERE key = 'horizon'`,
			now.Add(-db.o.Retention).UnixMilli()).Scan(&horizon); err != nil {
			return err
		}
		if err := t.exec(`UPDATE meta SET value = ? WHERE key = 'horizon'`, horizon); err != nil {
			return err
		}
		if err := t.exec(`DELETE FROM revision WHERE rev < ?`, horizon); err != nil {
			return err
		}
		if err := t.exec(`DELETE FROM session WHERE time_ms < ?`, now.Add(-24*time.Hour).UnixMilli()); err != nil {
			return err
		}
		for _, table := range []string{"node_hist", "dirent_hist", "extent_hist"} {
			s, err := db.stmt(ctx, `DELETE FROM `+table+` WHERE rev_to <= ?`)
			if err != nil {
				return err
			}
			res, err := s.ExecContext(ctx, horizon)
			if err != nil {
				return err
			}
			k, err := res.RowsAffected()
			if err != nil {
				return err
			}
			n += int(k)
		}
		return nil
	})
	return n, err
}

func markRows(r *Reader, query string, live map[uint64]bool) error {
	rows, err := r.rows(query)
	if err != nil {
		return err
	}
	return mark(rows, live)
}

type chunkRows interface {
	Next() bool
	Scan(...any) error
	Err() error
	Close() error
}

// mark adds the chunk ids of all rows.
func mark(rows chunkRows, live map[uint64]bool) error {
	defer rows.Close()
	for rows.Next() {
		var b []byte
		if err := rows.Scan(&b); err != nil {
			return err
		}
		ids, err := decodePages(b)
		if err != nil {
			return err
		}
		for _, id := range ids {
			live[id] = true
		}
	}
	return rows.Err()
}

// LargeChunks calls f with the hash of each chunk that the workspace keeps in
// the chunk store.
func (db *DB) LargeChunks(ctx context.Context, f func(Hash)) error {
	return db.Read(ctx, 0, func(r *Reader) error {
		rows, err := r.rows(`SELECT hash FROM chunk WHERE data IS NULL`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var h []byte
			if err := rows.Scan(&h); err != nil {
				return err
			}
			if len(h) != len(Hash{}) {
				return vfs.EIO
			}
			f(Hash(h))
		}
		return rows.Err()
	})
}
