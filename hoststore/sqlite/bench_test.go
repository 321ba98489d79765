package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// BenchmarkCreate uploads and commits 1,000 small files, as a script's flush does.
func BenchmarkCreate(b *testing.B) {
	t := &testing.T{}
	db, _ := open(t, filepath.Join(b.TempDir(), "w.db"))
	n := 0
	for b.Loop() {
		var pages [][]byte
		for i := range 1000 {
			pages = append(pages, fmt.Appendf(nil, "%d %d\n", n, i))
		}
		ids, err := db.PutChunks(bg, pages)
		if err != nil {
			b.Fatal(err)
		}
		first, err := db.Lease(bg, 1000)
		if err != nil {
			b.Fatal(err)
		}
		var changes []vfs.Change
		for i, id := range ids {
			ino := first + vfs.Ino(i)
			changes = append(changes, vfs.Change{Op: vfs.OpCreate, Time: 1, Ino: ino, Node: vfs.Node{Kind: vfs.Regular, Mode: 0o644}},
				vfs.Change{Op: vfs.OpLink, Time: 1, Ino: ino, Dir: vfs.RootIno, Name: fmt.Sprintf("f%d-%d", n, i)},
				vfs.Change{Op: vfs.OpWrite, Time: 1, Ino: ino, Size: int64(len(pages[i])), Pages: []vfs.PageChunk{{ID: id}}})
		}
		r, err := db.Commit(bg, sqlite.Changeset{Changes: changes})
		if err != nil || len(r.Failed) > 0 {
			b.Fatal(r, err)
		}
		n++
	}
}
