package api

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// maxEntries bounds an archive.
const maxEntries = 1 << 20

// archive unpacks a tar under a directory, or packs one.
func (q *request) archive() error {
	if err := q.methods("GET", "PUT"); err != nil {
		return err
	}
	if err := q.params("dir"); err != nil {
		return err
	}
	dir := q.query.Get("dir")
	if dir == "" {
		dir = "/workspace"
	}
	if err := checkPath("dir", dir); err != nil {
		return err
	}
	if q.r.Method == "PUT" {
		if err := q.allow(VerbWrite); err != nil {
			return err
		}
		return q.unpack(dir, q.bodyReader())
	}
	return q.pack()
}

// unpacked is an archive's entry, its bytes stored already.
type unpacked struct {
	name string // absolute
	h    *tar.Header
	ids  []uint64
}

// unpack takes a tar, or a gzipped one, and commits all of it at once.
func (q *request) unpack(dir string, r io.Reader) error {
	db, release, err := q.open(true)
	if err != nil {
		return err
	}
	defer release()
	ctx := q.r.Context()
	body := bufio.NewReaderSize(r, 256<<10)
	var in io.Reader = body
	if magic, _ := body.Peek(2); string(magic) == "\x1f\x8b" {
		gz, err := gzip.NewReader(body)
		if err != nil {
			return rpc.Errorf("EINVAL", "archive: %v", err)
		}
		defer gz.Close()
		in = gz
	}
	entries, bytes, err := storeEntries(ctx, db, tar.NewReader(in), dir, q.fileLimit())
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return rpc.Errorf("EINVAL", "archive: %v", err)
	}
	files := 0
	rev, err := db.Update(ctx, func(f *vfs.FS, t *sqlite.Tx) error {
		files = 0
		if err := f.MkdirAll(ctx, dir, 0o755); err != nil {
			return err
		}
		made := map[string]bool{dir: true}
		for _, e := range entries {
			if up := path.Dir(e.name); !made[up] {
				if err := f.MkdirAll(ctx, up, 0o755); err != nil {
					return err
				}
				made[up] = true
			}
			if err := e.put(ctx, f, t); err != nil {
				return err
			}
			if e.h.Typeflag == tar.TypeReg {
				files++
			}
		}
		// Directories' times last: what was put in them changed them.
		for _, e := range entries {
			if e.h.Typeflag == tar.TypeDir {
				if err := f.Chtimes(ctx, e.name, vfs.Omit, e.h.ModTime.UnixNano(), true); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, map[string]any{"files": files, "entries": len(entries), "bytes": bytes, "revision": rev})
}

// storeEntries reads the archive and stores its files' bytes, many small
// ones in one transaction.
func storeEntries(ctx context.Context, db *sqlite.DB, tr *tar.Reader, dir string, limit int64) (entries []*unpacked, total int64, err error) {
	var pages [][]byte // of the entries in owner, one each
	var owner []*unpacked
	pending := 0
	flush := func() error {
		if len(pages) == 0 {
			return nil
		}
		ids, err := db.PutChunks(ctx, pages)
		if err != nil {
			return err
		}
		for i, id := range ids {
			owner[i].ids = append(owner[i].ids, id)
		}
		pages, owner, pending = nil, nil, 0
		return nil
	}
	for {
		h, err := tr.Next()
		if err == io.EOF {
			return entries, total, flush()
		}
		if err != nil {
			return nil, 0, rpc.Errorf("EINVAL", "archive: %v", err)
		}
		if len(entries) == maxEntries {
			return nil, 0, rpc.Errorf("ELIMIT", "archive: more than %d entries", maxEntries)
		}
		name, err := entryName(h.Name)
		if err != nil {
			return nil, 0, err
		}
		if name == "" {
			continue // the directory itself
		}
		e := &unpacked{name: dir + "/" + name, h: h}
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeDir, tar.TypeSymlink, tar.TypeFifo:
		case tar.TypeLink:
			target, err := entryName(h.Linkname)
			if err != nil {
				return nil, 0, err
			}
			h.Linkname = dir + "/" + target
		case tar.TypeXGlobalHeader:
			continue
		default:
			return nil, 0, rpc.Errorf("EINVAL", "archive: %q is of type %q, which can't be stored", h.Name, h.Typeflag)
		}
		entries = append(entries, e)
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if total += h.Size; total > limit {
			return nil, 0, rpc.Errorf("ELIMIT", "archive: more than %d bytes", limit)
		}
		if h.Size > vfs.PageSize {
			ids, size, err := storePages(ctx, db, tr, h.Size)
			if err != nil || size != h.Size {
				return nil, 0, errors.Join(rpc.Errorf("EINVAL", "archive: %q is cut short", h.Name), err)
			}
			e.ids = ids
			continue
		}
		if h.Size > 0 {
			data := make([]byte, h.Size)
			if _, err := io.ReadFull(tr, data); err != nil {
				return nil, 0, rpc.Errorf("EINVAL", "archive: %q: %v", h.Name, err)
			}
			pages, owner = append(pages, data), append(owner, e)
			pending += len(data)
		}
		if pending >= 4<<20 || len(pages) >= 2000 {
			if err := flush(); err != nil {
				return nil, 0, err
			}
		}
	}
}

// entryName checks an entry's name and cleans it; "" is the top directory.
func entryName(name string) (string, error) {
	clean := path.Clean(strings.TrimSuffix(name, "/"))
	switch {
	case strings.HasPrefix(name, "/") || clean == ".." || strings.HasPrefix(clean, "../") || strings.IndexByte(name, 0) >= 0:
		return "", rpc.Errorf("EINVAL", "archive: the name %q is absolute or leads out of the directory", name)
	case clean == ".":
		return "", nil
	}
	return clean, nil
}

// put makes an entry, in place of what is there.
func (e *unpacked) put(ctx context.Context, f *vfs.FS, t *sqlite.Tx) error {
	mode := uint32(e.h.Mode) & 0o7777
	if e.h.Typeflag == tar.TypeDir {
		err := f.Mkdir(ctx, e.name, mode)
		if errors.Is(err, vfs.EEXIST) {
			err = f.Chmod(ctx, e.name, mode)
		}
		return err
	}
	if i, err := f.Lstat(ctx, e.name); err == nil {
		if i.IsDir() {
			return &vfs.Error{Op: "unpack", Path: e.name, Err: vfs.EISDIR}
		}
		if err := f.Unlink(ctx, e.name); err != nil {
			return err
		}
	}
	switch e.h.Typeflag {
	case tar.TypeSymlink:
		if err := f.Symlink(ctx, e.h.Linkname, e.name); err != nil {
			return err
		}
	case tar.TypeLink:
		return f.Link(ctx, e.h.Linkname, e.name)
	case tar.TypeFifo:
		if err := f.Mkfifo(ctx, e.name, mode); err != nil {
			return err
		}
	default:
		file, err := f.Open(ctx, e.name, vfs.WriteOnly|vfs.Create|vfs.Exclusive, mode)
		if err != nil {
			return err
		}
		defer file.Close()
		i, err := file.Stat()
		if err != nil {
			return err
		}
		if err := t.WritePages(i.Ino, e.ids, e.h.Size); err != nil {
			return err
		}
	}
	mtime := e.h.ModTime.UnixNano()
	return f.Chtimes(ctx, e.name, vfs.Omit, mtime, false)
}

// pack answers with a directory as a tar, at one revision.
func (q *request) pack() error {
	return q.read(func(r *sqlite.Reader, f *vfs.FS) error {
		_, ino, err := q.searchDir(q.r.Context(), f)
		if err != nil {
			return err
		}
		const contentType = "application/x-tar"
		q.w.Header().Set("Content-Type", contentType)
		if q.Limits.Answer == 0 {
			if err := packTree(q.w, r, ino); err != nil {
				panic(http.ErrAbortHandler) // the answer has begun: end it unfinished
			}
			return nil
		}
		in, out := io.Pipe()
		packed := make(chan struct{})
		go func() {
			defer close(packed)
			out.CloseWithError(packTree(out, r, ino))
		}()
		defer func() {
			in.Close()
			<-packed
		}()
		var head bytes.Buffer
		if n, err := io.CopyN(&head, in, q.Limits.Answer+1); n > q.Limits.Answer {
			return q.seeOther(contentType, io.MultiReader(&head, in))
		} else if err != io.EOF {
			return err
		}
		_, err = q.w.Write(head.Bytes())
		return err
	})
}

// packTree writes what is below a directory as a tar.
func packTree(w io.Writer, r *sqlite.Reader, dir vfs.Ino) error {
	tw := tar.NewWriter(w)
	linked := map[vfs.Ino]string{}
	err := walkTree(r, dir, "", func(rel string, e vfs.Entry) error {
		h := &tar.Header{Name: rel, Mode: int64(e.Mode), ModTime: time.Unix(0, e.Mtime), Format: tar.FormatPAX, Uid: 1000, Gid: 1000, Uname: "user", Gname: "user"}
		switch e.Kind {
		case vfs.Directory:
			h.Typeflag, h.Name = tar.TypeDir, rel+"/"
		case vfs.Symlink:
			h.Typeflag, h.Linkname = tar.TypeSymlink, e.Target
		case vfs.FIFO:
			h.Typeflag = tar.TypeFifo
		default:
			h.Typeflag, h.Size = tar.TypeReg, e.Size
			if first, ok := linked[e.Ino]; ok {
				h.Typeflag, h.Linkname, h.Size = tar.TypeLink, first, 0
			} else if e.Nlink > 1 {
				linked[e.Ino] = rel
			}
		}
		if err := tw.WriteHeader(h); err != nil || h.Typeflag != tar.TypeReg {
			return err
		}
		_, err := io.CopyBuffer(tw, &nodeReader{r: r, n: e.NodeInfo}, make([]byte, 64<<10))
		return err
	})
	if err != nil {
		return err
	}
	return tw.Close()
}
