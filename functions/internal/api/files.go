package api

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// file answers /fs/{path}: what a file is, what it holds, and its changes.
func (q *request) file() error {
	if len(q.path) < 3 {
		return rpc.Errorf("EINVAL", "path: /fs/workspace/... is needed")
	}
	name := "/" + strings.Join(q.path[2:], "/")
	if q.path[2] != "workspace" {
		return rpc.Errorf("EINVAL", "path %q: it must be under /workspace", name)
	}
	if err := q.methods("GET", "HEAD", "PUT", "DELETE", "POST"); err != nil {
		return err
	}
	switch q.r.Method {
	case "PUT":
		return q.putFile(name)
	case "DELETE":
		return q.deleteFile(name)
	case "POST":
		return q.fileOp(name)
	}
	return q.getFile(name)
}

// fileStat is what GET ?stat answers.
func fileStat(name string, i vfs.Info, revision uint64) map[string]any {
	m := map[string]any{"path": strings.ToValidUTF8(name, "\uFFFD"), "type": kindNames[i.Kind], "size": i.Size, "mode": modeText(i.Mode),
		"mtime": timeText(i.Mtime), "nlink": i.Nlink, "inode": i.Ino, "revision": revision}
	if !utf8.ValidString(name) {
		m["pathBase64"] = base64.StdEncoding.EncodeToString([]byte(name))
	}
	if i.Kind == vfs.Symlink {
		m["target"] = strings.ToValidUTF8(i.Target, "\uFFFD")
	}
	return m
}

func entryJSON(name string, n vfs.Node) map[string]any {
	m := map[string]any{"name": strings.ToValidUTF8(name, "\uFFFD"), "type": kindNames[n.Kind], "size": n.Size, "mode": modeText(n.Mode), "mtime": timeText(n.Mtime)}
	if !utf8.ValidString(name) {
		m["nameBase64"] = base64.StdEncoding.EncodeToString([]byte(name))
	}
	return m
}

func etag(n vfs.NodeInfo) string { return fmt.Sprintf(`"%d-%d"`, n.Ino, n.Rev) }

func (q *request) getFile(name string) error {
	if err := q.params("stat", "nofollow", "revision"); err != nil {
		return err
	}
	if err := q.allow(VerbRead); err != nil {
		return err
	}
	rev, err := q.revision()
	if err != nil {
		return err
	}
	onlyStat, err := q.flag("stat")
	if err != nil {
		return err
	}
	nofollow, err := q.flag("nofollow")
	if err != nil {
		return err
	}
	db, release, err := q.open(false)
	if err != nil {
		return err
	}
	defer release()
	ctx := q.r.Context()
	return db.Read(ctx, rev, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		look := f.Stat
		if nofollow {
			look = f.Lstat
		}
		i, err := look(ctx, name)
		if err != nil {
			return err
		}
		if onlyStat {
			return q.json(http.StatusOK, fileStat(name, i, r.Revision()))
		}
		info, err := r.Info(i.Ino)
		if err != nil {
			return err
		}
		switch i.Kind {
		case vfs.Directory:
			entries, err := r.Entries(i.Ino)
			if err != nil {
				return err
			}
			list := make([]map[string]any, 0, len(entries))
			for _, e := range entries {
				list = append(list, entryJSON(e.Name, e.Node))
			}
			return q.json(http.StatusOK, map[string]any{"entries": list})
		case vfs.Regular:
		default:
			return &vfs.Error{Op: "open", Path: name, Err: vfs.EINVAL}
		}
		file, err := f.Open(ctx, name, vfs.ReadOnly, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		h := q.w.Header()
		h.Set("ETag", etag(info))
		h.Set("Capshell-Revision", strconv.FormatUint(r.Revision(), 10))
		contentType := mime.TypeByExtension(path.Ext(name))
		if contentType == "" {
			contentType = "application/octet-stream"
		}
		h.Set("Content-Type", contentType)
		w := &sized{ResponseWriter: q.w}
		if q.r.Method == http.MethodGet {
			w.limit = q.Limits.Answer
		}
		http.ServeContent(w, q.r, "", time.Unix(0, i.Mtime), file)
		if w.unfit { // Content-Range tells the size
			return &statusError{http.StatusRequestedRangeNotSatisfiable, rpc.Errorf("EINVAL", "Range %q: the file has %d bytes", q.r.Header.Get("Range"), i.Size)}
		}
		if !w.over {
			return nil
		}
		h.Del("Content-Length")
		h.Del("Content-Range")
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return q.seeOther(contentType, file)
	})
}

func (q *request) fileLimit() int64 {
	if q.Limits.File == 0 {
		return 4 << 30
	}
	return q.Limits.File
}

// storePages uploads what r holds as pages, and returns their chunks.
func storePages(ctx context.Context, db *sqlite.DB, r io.Reader, limit int64) (ids []uint64, size int64, err error) {
	const together = 4
	buf := make([]byte, together*vfs.PageSize)
	for {
		n, err := io.ReadFull(r, buf)
		if size += int64(n); size > limit {
			return nil, size, rpc.Errorf("ELIMIT", "more than %d bytes", limit)
		}
		var pages [][]byte
		for at := 0; at < n; at += vfs.PageSize {
			pages = append(pages, buf[at:min(n, at+vfs.PageSize)])
		}
		if len(pages) > 0 {
			got, err := db.PutChunks(ctx, pages)
			if err != nil {
				return nil, size, err
			}
			ids = append(ids, got...)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && ctx.Err() == nil {
			return ids, size, nil
		}
		if err != nil {
			return nil, size, rpc.Errorf("EINVAL", "reading the body: %v", err)
		}
	}
}

// lengthReader fails where a body is shorter than it was announced to be.
type lengthReader struct {
	r    io.Reader
	left int64
}

func (l *lengthReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if err == io.EOF && l.left > 0 {
		err = fmt.Errorf("the body ended %d bytes early", l.left)
	}
	return n, err
}

// bodyReader reads the request's body to its whole length, or fails.
func (q *request) bodyReader() io.Reader {
	if q.r.ContentLength < 0 {
		return q.r.Body
	}
	return &lengthReader{q.r.Body, q.r.ContentLength}
}

func (q *request) mode(or uint32) (uint32, error) {
	text := q.query.Get("mode")
	if text == "" {
		return or, nil
	}
	return parseMode(text)
}

func parseMode(text string) (uint32, error) {
	n, err := strconv.ParseUint(text, 8, 32)
	if err != nil || n > 0o7777 {
		return 0, rpc.Errorf("EINVAL", "mode %q: octal permission bits, at most 7777", text)
	}
	return uint32(n), nil
}

func (q *request) putFile(name string) error {
	if err := q.params("mode", "append"); err != nil {
		return err
	}
	if err := q.allow(VerbWrite); err != nil {
		return err
	}
	mode, err := q.mode(0o644)
	if err != nil {
		return err
	}
	add, err := q.flag("append")
	if err != nil {
		return err
	}
	if q.r.ContentLength > q.fileLimit() {
		return rpc.Errorf("ELIMIT", "the body has %d bytes, more than %d", q.r.ContentLength, q.fileLimit())
	}
	return q.write(filePut{name: name, mode: mode, chmod: q.query.Get("mode") != "", add: add}, q.bodyReader())
}

// filePut is what to write under a name.
type filePut struct {
	name  string
	mode  uint32
	chmod bool // also of a file that is there
	add   bool // append
}

// write writes a body to a file, as one change, and answers with its stat.
func (q *request) write(p filePut, body io.Reader) error {
	db, release, err := q.open(true)
	if err != nil {
		return err
	}
	defer release()
	ctx := q.r.Context()
	var ids []uint64
	var size int64
	var tail []byte
	if p.add {
		const appendLimit = 64 << 20
		if tail, err = io.ReadAll(io.LimitReader(body, appendLimit+1)); err != nil {
			return rpc.Errorf("EINVAL", "reading the body: %v", err)
		}
		if len(tail) > appendLimit {
			return rpc.Errorf("ELIMIT", "more than %d bytes to append", appendLimit)
		}
	} else if ids, size, err = storePages(ctx, db, body, q.fileLimit()); err != nil {
		return err
	}
	var info vfs.Info
	var tag string
	var created bool
	rev, err := db.Update(ctx, func(f *vfs.FS, t *sqlite.Tx) error {
		old, err := f.Stat(ctx, p.name)
		created = errors.Is(err, vfs.ENOENT)
		if err != nil && !created {
			return err
		}
		if err := q.matches(t, old, created); err != nil {
			return err
		}
		if created {
			if err := f.MkdirAll(ctx, path.Dir(p.name), 0o755); err != nil {
				return err
			}
		}
		flags := vfs.WriteOnly | vfs.Create
		if p.add {
			flags |= vfs.Append
		}
		file, err := f.Open(ctx, p.name, flags, p.mode)
		if err != nil {
			return err
		}
		defer file.Close()
		if p.add {
			_, err = file.Write(tail)
		} else if info, err = file.Stat(); err == nil {
			err = t.WritePages(info.Ino, ids, size)
		}
		if err != nil {
			return err
		}
		if p.chmod && !created {
			if err := f.Chmod(ctx, p.name, p.mode); err != nil {
				return err
			}
		}
		info, err = f.Stat(ctx, p.name)
		return err
	})
	if err != nil {
		return err
	}
	tag = etag(vfs.NodeInfo{Node: info.Node, Rev: rev})
	q.w.Header().Set("ETag", tag)
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return q.json(status, fileStat(p.name, info, rev))
}

// matches checks If-Match and If-None-Match before a write.
func (q *request) matches(t *sqlite.Tx, old vfs.Info, missing bool) error {
	want, not := q.r.Header.Get("If-Match"), q.r.Header.Get("If-None-Match")
	if want == "" && not == "" {
		return nil
	}
	tag := ""
	if !missing {
		n, err := t.Info(old.Ino)
		if err != nil {
			return err
		}
		tag = etag(n)
	}
	has := func(list string) bool {
		for s := range strings.SplitSeq(list, ",") {
			if s = strings.TrimSpace(s); tag != "" && (s == "*" || s == tag) {
				return true
			}
		}
		return false
	}
	if want != "" && !has(want) || not != "" && has(not) {
		return &statusError{http.StatusPreconditionFailed, rpc.Errorf("ECONFLICT", "the file is not as If-Match or If-None-Match says: its ETag is %s", tag)}
	}
	return nil
}

func (q *request) deleteFile(name string) error {
	if err := q.params("recursive", "force"); err != nil {
		return err
	}
	if err := q.allow(VerbWrite); err != nil {
		return err
	}
	recursive, err := q.flag("recursive")
	if err != nil {
		return err
	}
	force, err := q.flag("force")
	if err != nil {
		return err
	}
	db, release, err := q.open(false)
	if err != nil {
		if force && rpc.CodeOf(err) == "ENOENT" {
			q.w.WriteHeader(http.StatusNoContent)
			return nil
		}
		return err
	}
	defer release()
	ctx := q.r.Context()
	_, err = db.Update(ctx, func(f *vfs.FS, _ *sqlite.Tx) error {
		if name == "/workspace" {
			return &vfs.Error{Op: "remove", Path: name, Err: vfs.EBUSY}
		}
		i, err := f.Lstat(ctx, name)
		switch {
		case errors.Is(err, vfs.ENOENT) && force:
			return nil
		case err != nil:
			return err
		case recursive:
			return f.RemoveAll(ctx, name)
		case i.IsDir():
			return f.Rmdir(ctx, name)
		}
		return f.Unlink(ctx, name)
	})
	if err != nil {
		return err
	}
	q.w.WriteHeader(http.StatusNoContent)
	return nil
}

// fileOpBody is what POST /fs/{path} takes; which fields belong to which op
// is checked.
type fileOpBody struct {
	Op        string  `json:"op"`
	Parents   *bool   `json:"parents"`
	Mode      *string `json:"mode"`
	To        *string `json:"to"`
	Recursive *bool   `json:"recursive"`
	Target    *string `json:"target"`
	Mtime     *string `json:"mtime"`
	Size      *int64  `json:"size"`
}

func (b *fileOpBody) check() error {
	fields := map[string]bool{"parents": b.Parents != nil, "mode": b.Mode != nil, "to": b.To != nil, "recursive": b.Recursive != nil,
		"target": b.Target != nil, "mtime": b.Mtime != nil, "size": b.Size != nil}
	ops := map[string]struct{ required, optional string }{
		"mkdir": {"", "parents mode"}, "rename": {"to", ""}, "copy": {"to", "recursive"}, "symlink": {"target", ""},
		"link": {"to", ""}, "chmod": {"mode", ""}, "utimes": {"mtime", ""}, "truncate": {"size", ""},
	}
	o, ok := ops[b.Op]
	if !ok {
		return rpc.Errorf("EINVAL", "op %q: mkdir, rename, copy, symlink, link, chmod, utimes or truncate", b.Op)
	}
	for field, given := range fields {
		if o.required == field && !given {
			return rpc.Errorf("EINVAL", "op %q needs the field %q", b.Op, field)
		}
		if given && field != o.required && !strings.Contains(" "+o.optional+" ", " "+field+" ") {
			return rpc.Errorf("EINVAL", "op %q doesn't know the field %q", b.Op, field)
		}
	}
	return nil
}

// checkPath refuses a path of a body that isn't one under /workspace.
func checkPath(field, name string) error {
	if name != "/workspace" && !strings.HasPrefix(name, "/workspace/") || strings.IndexByte(name, 0) >= 0 {
		return rpc.Errorf("EINVAL", "%s %q: it must be an absolute path under /workspace", field, name)
	}
	for part := range strings.SplitSeq(name[1:], "/") {
		if part == "" || part == "." || part == ".." {
			return rpc.Errorf("EINVAL", "%s %q: it must not contain empty segments, . or ..", field, name)
		}
	}
	return nil
}

func (q *request) fileOp(name string) error {
	if err := q.params(); err != nil {
		return err
	}
	if err := q.allow(VerbWrite); err != nil {
		return err
	}
	var b fileOpBody
	if err := q.body(&b); err != nil {
		return err
	}
	if err := b.check(); err != nil {
		return err
	}
	if b.To != nil {
		if err := checkPath("to", *b.To); err != nil {
			return err
		}
	}
	mode := uint32(0o755)
	if b.Mode != nil {
		var err error
		if mode, err = parseMode(*b.Mode); err != nil {
			return err
		}
	}
	var mtime time.Time
	if b.Mtime != nil {
		var err error
		if mtime, err = time.Parse(time.RFC3339Nano, *b.Mtime); err != nil {
			return rpc.Errorf("EINVAL", "mtime %q: a time as of RFC 3339", *b.Mtime)
		}
	}
	db, release, err := q.open(b.Op == "mkdir" || b.Op == "symlink")
	if err != nil {
		return err
	}
	defer release()
	ctx := q.r.Context()
	shown := name
	var info vfs.Info
	rev, err := db.Update(ctx, func(f *vfs.FS, t *sqlite.Tx) error {
		look := f.Stat
		var err error
		switch b.Op {
		case "mkdir":
			if b.Parents != nil && *b.Parents {
				if err = f.MkdirAll(ctx, name, 0o755); err == nil && b.Mode != nil {
					err = f.Chmod(ctx, name, mode)
				}
			} else {
				err = f.Mkdir(ctx, name, mode)
			}
		case "rename":
			shown, look = *b.To, f.Lstat
			err = f.Rename(ctx, name, *b.To)
		case "copy":
			shown = *b.To
			err = copyTree(ctx, f, t, name, *b.To, b.Recursive != nil && *b.Recursive)
		case "symlink":
			look = f.Lstat
			err = f.Symlink(ctx, *b.Target, name)
		case "link":
			shown, look = *b.To, f.Lstat
			err = f.Link(ctx, name, *b.To)
		case "chmod":
			err = f.Chmod(ctx, name, mode)
		case "utimes":
			err = f.Chtimes(ctx, name, vfs.Omit, mtime.UnixNano(), true)
		case "truncate":
			err = f.Truncate(ctx, name, *b.Size)
		}
		if err != nil {
			return err
		}
		info, err = look(ctx, shown)
		return err
	})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, fileStat(shown, info, rev))
}

// copyTree copies a file, or with recursive a directory, sharing chunks.
// Symbolic links are copied as links.
func copyTree(ctx context.Context, f *vfs.FS, t *sqlite.Tx, from, to string, recursive bool) error {
	i, err := f.Lstat(ctx, from)
	if err != nil {
		return err
	}
	switch i.Kind {
	case vfs.Symlink:
		return f.Symlink(ctx, i.Target, to)
	case vfs.Directory:
		if !recursive {
			return &vfs.Error{Op: "copy", Path: from, Err: vfs.EISDIR}
		}
		if to == from || strings.HasPrefix(to, from+"/") {
			return rpc.Errorf("EINVAL", "copy of %q into itself", from)
		}
		if err := f.Mkdir(ctx, to, i.Mode); err != nil && !errors.Is(err, vfs.EEXIST) {
			return err
		}
		list, err := f.ReadDir(ctx, from)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := copyTree(ctx, f, t, from+"/"+e.Name, to+"/"+e.Name, true); err != nil {
				return err
			}
		}
		return nil
	case vfs.Regular:
		file, err := f.Open(ctx, to, vfs.WriteOnly|vfs.Create, i.Mode)
		if err != nil {
			return err
		}
		defer file.Close()
		o, err := file.Stat()
		if err != nil {
			return err
		}
		if o.Ino == i.Ino {
			return rpc.Errorf("EINVAL", "copy of %q onto itself", from)
		}
		return t.Clone(i.Ino, o.Ino)
	}
	return &vfs.Error{Op: "copy", Path: from, Err: vfs.EINVAL}
}

func (q *request) assets() error {
	if err := q.params(); err != nil {
		return err
	}
	if err := q.methods("POST"); err != nil {
		return err
	}
	if err := q.allow(VerbPublish); err != nil {
		return err
	}
	var b struct {
		Path        string `json:"path"`
		ExpiresMs   int64  `json:"expiresMs"`
		ContentType string `json:"contentType"`
		Filename    string `json:"filename"`
		Disposition string `json:"disposition"`
		Prefix      string `json:"prefix"`
	}
	if err := q.body(&b); err != nil {
		return err
	}
	if err := checkPath("path", b.Path); err != nil {
		return err
	}
	if b.ExpiresMs < 0 {
		return rpc.Errorf("EINVAL", "expiresMs: it must not be negative")
	}
	a, err := q.Host.Publish(q.r.Context(), q.ws(), rpc.AssetRequest{Path: b.Path, Expires: time.Duration(min(b.ExpiresMs, 1<<40)) * time.Millisecond,
		ContentType: b.ContentType, Filename: b.Filename, Disposition: b.Disposition, Prefix: b.Prefix})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, map[string]any{"url": a.URL, "key": a.Key, "bucket": a.Bucket, "expiresAt": a.ExpiresAt.Format(time.RFC3339)})
}
