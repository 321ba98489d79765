package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks the database files of this program (PRAGMA application_id).
const applicationID = 0x63617073 // "caps"

// migrations[v] brings a database from schema version v to v+1. Rows are
// versioned by revision: a change moves the old row to _hist, where it holds
// for rev_from <= revision < rev_to.
//
// node.parent is the directory that holds a directory, 0 for other nodes.
// node.chunks lists the chunk ids of a file's first 64 pages, as varints;
// extent holds 64 more a row, so that a change of a large file copies little.
var migrations = []string{`
CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('revision', 1), ('next_ino', 2), ('horizon', 1);
CREATE TABLE revision(rev INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL);

CREATE TABLE node(ino INTEGER PRIMARY KEY, rev_from INTEGER NOT NULL, kind INTEGER NOT NULL, mode INTEGER NOT NULL,
  nlink INTEGER NOT NULL, size INTEGER NOT NULL, atime INTEGER NOT NULL, mtime INTEGER NOT NULL, ctime INTEGER NOT NULL,
  target TEXT, chunks BLOB, parent INTEGER NOT NULL);
CREATE INDEX node_rev ON node(rev_from);
CREATE TABLE node_hist(ino INTEGER NOT NULL, rev_from INTEGER NOT NULL, rev_to INTEGER NOT NULL, kind INTEGER NOT NULL,
  mode INTEGER NOT NULL, nlink INTEGER NOT NULL, size INTEGER NOT NULL, atime INTEGER NOT NULL, mtime INTEGER NOT NULL,
  ctime INTEGER NOT NULL, target TEXT, chunks BLOB, parent INTEGER NOT NULL, PRIMARY KEY(ino, rev_to)) WITHOUT ROWID;
CREATE INDEX node_hist_rev ON node_hist(rev_to);

CREATE TABLE extent(ino INTEGER NOT NULL, seg INTEGER NOT NULL, rev_from INTEGER NOT NULL, chunks BLOB NOT NULL,
  PRIMARY KEY(ino, seg)) WITHOUT ROWID;
CREATE INDEX extent_rev ON extent(rev_from);
CREATE TABLE extent_hist(ino INTEGER NOT NULL, seg INTEGER NOT NULL, rev_from INTEGER NOT NULL, rev_to INTEGER NOT NULL,
  chunks BLOB NOT NULL, PRIMARY KEY(ino, seg, rev_to)) WITHOUT ROWID;
CREATE INDEX extent_hist_rev ON extent_hist(rev_to);

CREATE TABLE dirent(parent INTEGER NOT NULL, name BLOB NOT NULL, rev_from INTEGER NOT NULL, ino INTEGER NOT NULL,
  PRIMARY KEY(parent, name)) WITHOUT ROWID;
CREATE INDEX dirent_rev ON dirent(rev_from);
CREATE TABLE dirent_hist(parent INTEGER NOT NULL, name BLOB NOT NULL, rev_from INTEGER NOT NULL, rev_to INTEGER NOT NULL,
  ino INTEGER NOT NULL, PRIMARY KEY(parent, name, rev_to)) WITHOUT ROWID;
CREATE INDEX dirent_hist_rev ON dirent_hist(rev_to);

-- data is NULL where the bytes are in the chunk store
CREATE TABLE chunk(id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL,
  time_ms INTEGER NOT NULL, data BLOB);

-- the last request of each session that committed, and what was answered
CREATE TABLE session(id TEXT PRIMARY KEY, request INTEGER NOT NULL, reply BLOB NOT NULL, time_ms INTEGER NOT NULL) WITHOUT ROWID;
`}

// SchemaVersion is the newest schema that this program knows.
var SchemaVersion = len(migrations)

// schemaVersion returns the database's schema version, 0 for an empty one. It
// refuses a database of another program or of a newer schema.
func schemaVersion(ctx context.Context, conn *sql.Conn, path string) (version int, err error) {
	var app, tables int
	for query, v := range map[string]*int{"PRAGMA application_id": &app, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &tables} {
		if err := conn.QueryRowContext(ctx, query).Scan(v); err != nil {
			return 0, err
		}
	}
	switch {
	case tables > 0 && app != applicationID:
		return 0, fmt.Errorf("%s: a database of another program (application_id %#x, not %#x)", path, app, applicationID)
	case version > SchemaVersion:
		return 0, fmt.Errorf("%s: schema version %d is newer than this program's %d: use a newer capshell", path, version, SchemaVersion)
	}
	return version, nil
}

// migrate brings the database to SchemaVersion, in one transaction.
func migrate(ctx context.Context, conn *sql.Conn, path string, created int64) error {
	version, err := schemaVersion(ctx, conn, path)
	if err != nil || version == SchemaVersion {
		return err
	}
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	err = func() error {
		// Another process may have done it since.
		if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		fresh := version == 0
		for ; version < SchemaVersion; version++ {
			if _, err := conn.ExecContext(ctx, migrations[version]); err != nil {
				return fmt.Errorf("%s: migrating from schema version %d: %w", path, version, err)
			}
		}
		if fresh {
			if _, err := conn.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES('created', ?1);
INSERT OR IGNORE INTO node VALUES(1, 1, 2, 493, 2, 0, ?1, ?1, ?1, NULL, NULL, 0); INSERT OR IGNORE INTO revision VALUES(1, ?1/1000000)`, created); err != nil {
				return err
			}
		}
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", applicationID, SchemaVersion))
		return err
	}()
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		conn.ExecContext(ctx, "ROLLBACK")
	}
	return err
}
