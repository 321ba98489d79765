package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

var bg = context.Background()

// clock is a time that the test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { c.t = c.t.Add(time.Millisecond); return c.t }

func open(t *testing.T, path string) (*sqlite.DB, *clock) {
	t.Helper()
	c := &clock{time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	chunks, err := durable.NewDirectoryChunks(filepath.Join(filepath.Dir(path), "chunks"), c.now)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(bg, path, sqlite.Options{Now: c.now, Chunks: chunks})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, c
}

func write(t *testing.T, db *sqlite.DB, name string, data []byte) uint64 {
	t.Helper()
	rev, err := db.Update(bg, func(fs *vfs.FS, _ *sqlite.Tx) error { return fs.WriteFile(bg, name, data, 0o644) })
	if err != nil {
		t.Fatal(err)
	}
	return rev
}

func read(t *testing.T, db *sqlite.DB, rev uint64, name string) (b []byte, err error) {
	t.Helper()
	err = db.Read(bg, rev, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		b, err = f.ReadFile(bg, name, 1<<30)
		return err
	})
	return b, err
}

func TestRevisions(t *testing.T) {
	db, _ := open(t, filepath.Join(t.TempDir(), "w.db"))
	r1 := write(t, db, "/workspace/a", []byte("one"))
	r2 := write(t, db, "/workspace/a", []byte("second"))
	big := bytes.Repeat([]byte("0123456789abcdef"), 70*vfs.PageSize/16)
	r3 := write(t, db, "/workspace/big", big)
	r4, err := db.Update(bg, func(f *vfs.FS, _ *sqlite.Tx) error {
		if err := f.Rename(bg, "/workspace/a", "/workspace/b"); err != nil {
			return err
		}
		return f.Truncate(bg, "/workspace/big", 66*vfs.PageSize+5)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rev        uint64
		name, want string
	}{{r1, "a", "one"}, {r2, "a", "second"}, {r3, "big", string(big)}, {r4, "b", "second"}, {r4, "big", string(big[:66*vfs.PageSize+5])}, {0, "b", "second"}} {
		b, err := read(t, db, c.rev, "/workspace/"+c.name)
		if err != nil || string(b) != c.want {
			t.Errorf("revision %d, %s: %d bytes, want %d (%v)", c.rev, c.name, len(b), len(c.want), err)
		}
	}
	if _, err := read(t, db, r4, "/workspace/a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a renamed file is still there: %v", err)
	}
	if _, err := read(t, db, r4+1, "/workspace/b"); !errors.Is(err, vfs.ENOENT) {
		t.Errorf("a revision of the future: %v", err)
	}
	ch, err := db.ChangedSince(bg, r3)
	if err != nil || len(ch.Nodes) != 3 || len(ch.Dirents) != 2 || ch.Revision != r4 {
		t.Errorf("changed since %d: %+v, %v", r3, ch, err)
	}
	// An update that fails leaves nothing and takes no revision.
	_, err = db.Update(bg, func(f *vfs.FS, _ *sqlite.Tx) error {
		f.WriteFile(bg, "/workspace/x", []byte("x"), 0o644)
		return errors.New("no")
	})
	if rev, _ := db.Revision(bg); err == nil || rev != r4 {
		t.Errorf("after a failed update: revision %d, %v", rev, err)
	}
}

func TestCommitConflicts(t *testing.T) {
	db, _ := open(t, filepath.Join(t.TempDir(), "w.db"))
	write(t, db, "/workspace/f", []byte("old"))
	first, err := db.Lease(bg, 10)
	if err != nil {
		t.Fatal(err)
	}
	chunk, err := db.PutChunk(bg, []byte("new!"))
	if err != nil {
		t.Fatal(err)
	}
	create := func(ino vfs.Ino, kind vfs.Kind) vfs.Change {
		return vfs.Change{Op: vfs.OpCreate, Time: 1, Ino: ino, Node: vfs.Node{Kind: kind, Mode: 0o644}}
	}
	// A create without O_EXCL that finds another file writes to that one.
	c := sqlite.Changeset{Session: "s", Request: 1, Changes: []vfs.Change{
		create(first, vfs.Regular),
		{Op: vfs.OpLink, Time: 2, Ino: first, Dir: 1, Name: "f", Trunc: true},
		{Op: vfs.OpWrite, Time: 3, Ino: first, Size: 4, Pages: []vfs.PageChunk{{Page: 0, ID: chunk}}},
		{Op: vfs.OpAppend, Time: 3, Ino: first, Data: []byte("+tail")},
	}}
	r, err := db.Commit(bg, c)
	if err != nil || len(r.Alias) != 1 || len(r.Failed) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if b, _ := read(t, db, 0, "/workspace/f"); string(b) != "new!+tail" {
		t.Errorf("got %q", b)
	}
	// The same request again is answered again, and changes nothing.
	again, err := db.Commit(bg, c)
	if err != nil || again.Revision != r.Revision || len(again.Alias) != 1 {
		t.Errorf("repeated: %+v, %v", again, err)
	}
	c.Request = 0
	if _, err := db.Commit(bg, c); !errors.Is(err, sqlite.ErrRepeated) {
		t.Errorf("an older request: %v", err)
	}
	// O_EXCL, mkdir over a file, a removal that meant another file, a write to what is gone.
	r, err = db.Commit(bg, sqlite.Changeset{Changes: []vfs.Change{
		create(first+1, vfs.Regular),
		{Op: vfs.OpLink, Ino: first + 1, Dir: 1, Name: "f", Excl: true},
		create(first+2, vfs.Directory),
		{Op: vfs.OpLink, Ino: first + 2, Dir: 1, Name: "f", Excl: true},
		{Op: vfs.OpUnlink, Ino: 99999, Dir: 1, Name: "f"},
		{Op: vfs.OpAppend, Ino: 99999, Data: []byte("x")},
		{Op: vfs.OpLink, Ino: first + 2, Dir: 99999, Name: "g", Excl: true},
	}})
	if err != nil || len(r.Failed) != 3 || r.Failed[0] != (vfs.Failure{Index: 1, Err: vfs.EEXIST}) || r.Failed[2].Err != vfs.ENOENT {
		t.Errorf("%+v, %v", r, err)
	}
	// With a base it is all or nothing.
	base, _ := db.Revision(bg)
	write(t, db, "/workspace/f", []byte("meanwhile"))
	_, err = db.Commit(bg, sqlite.Changeset{Base: base, Changes: []vfs.Change{
		create(first+3, vfs.Regular),
		{Op: vfs.OpLink, Ino: first + 3, Dir: 1, Name: "h"},
		{Op: vfs.OpSetAttr, Ino: lookup(t, db, "f"), Set: vfs.SetMode, Node: vfs.Node{Mode: 0o600}},
	}})
	if !errors.Is(err, sqlite.ErrConflict) {
		t.Errorf("a conflict: %v", err)
	}
	if _, err := read(t, db, 0, "/workspace/h"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half of a changeset is there: %v", err)
	}
	// A directory can't be moved into itself, whatever a session claims.
	if _, err := db.Update(bg, func(f *vfs.FS, _ *sqlite.Tx) error { return f.MkdirAll(bg, "/workspace/d/e", 0o755) }); err != nil {
		t.Fatal(err)
	}
	d := lookup(t, db, "d")
	r, err = db.Commit(bg, sqlite.Changeset{Changes: []vfs.Change{{Op: vfs.OpRename, Ino: d, Dir: 1, Name: "d", NewDir: lookup(t, db, "d/e"), NewName: "x"}}})
	if err != nil || len(r.Failed) != 1 || r.Failed[0].Err != vfs.EINVAL {
		t.Errorf("%+v, %v", r, err)
	}
}

func lookup(t *testing.T, db *sqlite.DB, name string) (ino vfs.Ino) {
	t.Helper()
	err := db.Read(bg, 0, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		i, err := f.Stat(bg, "/workspace/"+name)
		ino = i.Ino
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ino
}

func TestCollect(t *testing.T) {
	dir := t.TempDir()
	db, c := open(t, filepath.Join(dir, "w.db"))
	big := bytes.Repeat([]byte("x"), 2*InlineSize)
	old := write(t, db, "/workspace/a", big)
	write(t, db, "/workspace/a", []byte("small"))
	if got, err := db.Collect(bg); err != nil || got.Versions != 0 || got.Chunks != 0 {
		t.Fatalf("within the retention: %+v, %v", got, err)
	}
	c.t = c.t.Add(2 * time.Hour)
	write(t, db, "/workspace/b", []byte("later"))
	c.t = c.t.Add(2 * time.Hour)
	got, err := db.Collect(bg)
	if err != nil || got.Versions == 0 || got.Chunks != 1 {
		t.Fatalf("past the retention: %+v, %v", got, err)
	}
	if _, err := read(t, db, old, "/workspace/a"); !errors.Is(err, sqlite.ErrGone) {
		t.Errorf("a collected revision: %v", err)
	}
	if b, err := read(t, db, 0, "/workspace/a"); string(b) != "small" {
		t.Errorf("%q, %v", b, err)
	}
	if ch, err := db.ChangedSince(bg, old); err != nil || !ch.Reload {
		t.Errorf("changed since a collected revision: %+v, %v", ch, err)
	}
}

const InlineSize = sqlite.InlineSize

func TestRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	good, _ := open(t, filepath.Join(dir, "good.db"))
	write(t, good, "/workspace/a", []byte("a"))
	good.Close()
	b, err := os.ReadFile(filepath.Join(dir, "good.db"))
	if err != nil {
		t.Fatal(err)
	}
	other := append([]byte(nil), b...)
	copy(other[68:], "\x00\x00\x00\x01") // application_id
	newer := append([]byte(nil), b...)
	copy(newer[60:], "\x00\x00\x03\xe7") // user_version
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"text.db":      {[]byte(strings.Repeat("not a database\n", 1000)), "not a SQLite database"},
		"other.db":     {other, "a database of another program"},
		"newer.db":     {newer, "schema version 999 is newer"},
		"truncated.db": {b[:len(b)/2/4096*4096+100], "damaged"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := sqlite.Open(bg, path, sqlite.Options{Now: time.Now})
		if err == nil {
			_, err = read(t, db, 0, "/workspace/a")
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, c.data) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}
