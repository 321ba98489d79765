package api

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/capshell/capshell/assets"
	"github.com/capshell/capshell/rpc"
)

// Transfers carries bodies that are too large for a request or an answer
// through a bucket. assets.Transfers does.
type Transfers interface {
	NewUpload(ctx context.Context, workspace string) (assets.Upload, error)
	OpenUpload(ctx context.Context, workspace, id string) (io.ReadCloser, int64, error)
	RemoveUpload(ctx context.Context, workspace, id string) error
	Download(ctx context.Context, workspace, contentType string, body io.Reader) (url string, err error)
}

func (q *request) transfers() (Transfers, error) {
	if q.Transfers == nil {
		return nil, rpc.Errorf("EBACKEND", "no S3 is configured to pass large bodies through")
	}
	return q.Transfers, nil
}

// uploads answers with a URL that takes a body in.
func (q *request) uploads() error {
	if err := q.methods("POST"); err != nil {
		return err
	}
	if err := q.params(); err != nil {
		return err
	}
	if err := q.allow(VerbWrite); err != nil {
		return err
	}
	t, err := q.transfers()
	if err != nil {
		return err
	}
	u, err := t.NewUpload(q.r.Context(), q.ws())
	if err != nil {
		return err
	}
	return q.json(http.StatusCreated, map[string]any{"upload": u.ID, "url": u.URL, "expiresAt": u.ExpiresAt.Format(time.RFC3339)})
}

// importUpload takes in a body that was left in the bucket: a file, or an
// archive to unpack.
func (q *request) importUpload() error {
	if err := q.methods("POST"); err != nil {
		return err
	}
	if err := q.params(); err != nil {
		return err
	}
	if err := q.allow(VerbWrite); err != nil {
		return err
	}
	t, err := q.transfers()
	if err != nil {
		return err
	}
	var b struct {
		Upload string `json:"upload"`
		Path   string `json:"path"`
		Mode   string `json:"mode"`
		Dir    string `json:"dir"`
		Unpack bool   `json:"unpack"`
	}
	if err := q.body(&b); err != nil {
		return err
	}
	put := filePut{name: b.Path, mode: 0o644}
	switch {
	case b.Path != "" && (b.Dir != "" || b.Unpack), b.Path == "" && !b.Unpack, b.Mode != "" && b.Path == "":
		return rpc.Errorf("EINVAL", `import takes "path" (and "mode") for a file, or "dir" and "unpack": true for an archive`)
	case b.Path != "":
		err = checkPath("path", b.Path)
	default:
		if b.Dir == "" {
			b.Dir = "/workspace"
		}
		err = checkPath("dir", b.Dir)
	}
	if err == nil && b.Mode != "" {
		put.chmod = true
		put.mode, err = parseMode(b.Mode)
	}
	if err != nil {
		return err
	}
	ctx := q.r.Context()
	body, size, err := t.OpenUpload(ctx, q.ws(), b.Upload)
	if err != nil {
		return err
	}
	defer body.Close()
	if size > q.fileLimit() {
		return rpc.Errorf("ELIMIT", "the upload has %d bytes, more than %d", size, q.fileLimit())
	}
	in := &lengthReader{body, size}
	if b.Unpack {
		err = q.unpack(b.Dir, in)
	} else {
		err = q.write(put, in)
	}
	if err == nil {
		// What stays after a failure here is removed by the bucket's lifecycle.
		t.RemoveUpload(context.WithoutCancel(ctx), q.ws(), b.Upload)
	}
	return err
}

// seeOther leaves the answer's body in the bucket and says where.
func (q *request) seeOther(contentType string, body io.Reader) error {
	t, err := q.transfers()
	if err != nil {
		return err
	}
	url, err := t.Download(q.r.Context(), q.ws(), contentType, body)
	if err != nil {
		return err
	}
	q.w.Header().Set("Location", url)
	return q.json(http.StatusSeeOther, map[string]any{"url": url})
}

// sized passes on an answer if it fits, and otherwise only notes that it
// doesn't.
type sized struct {
	http.ResponseWriter
	limit int64 // bytes of a body; 0 is none
	over  bool
	unfit bool // the range asked for is not of the file
}

func (s *sized) WriteHeader(status int) {
	if status == http.StatusRequestedRangeNotSatisfiable {
		s.unfit = true
		return
	}
	if n, err := strconv.ParseInt(s.Header().Get("Content-Length"), 10, 64); err == nil && s.limit > 0 && n > s.limit && (status == http.StatusOK || status == http.StatusPartialContent) {
		s.over = true
		return
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *sized) Write(p []byte) (int, error) {
	if s.over || s.unfit {
		return 0, io.ErrShortWrite
	}
	return s.ResponseWriter.Write(p)
}
