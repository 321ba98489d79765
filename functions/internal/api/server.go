// Package api serves the HTTP API: the same handlers on AWS and on one machine.
package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// Version of the program, shown by healthz.
const Version = "0.1.0"

// Store is where the workspaces are. durable.Directory is one.
type Store interface {
	runtime.Workspaces
	Exists(name string) (bool, error)
	List() ([]string, error)
	Delete(name string) error
}

// Limits of requests. Zero values are the defaults.
type Limits struct {
	JSON int64         // bytes of a JSON body, 8 MiB
	File int64         // bytes of a file or archive, 4 GiB
	Wait time.Duration // the longest that a JSON answer waits for an exec; none if 0
	// Stream is the longest that a stream of events goes on, for where it is
	// sent in one piece: what comes later is read by reattaching. None if 0.
	Stream time.Duration
	// Body and Answer are how many bytes a request's body and an answer with
	// a file's or an archive's bytes may have; what is larger goes through
	// Transfers. None if 0.
	Body, Answer int64
}

// Server answers the API's requests.
type Server struct {
	Store  Store
	Host   *runtime.Host
	Auth   *Auth // nil: everybody may do everything
	Now    func() time.Time
	Limits Limits
	// Transfers carries large bodies; without it they must fit.
	Transfers Transfers
}

// request is one request on its way, with its path split and decoded.
type request struct {
	*Server
	w      http.ResponseWriter
	r      *http.Request
	path   []string // decoded segments behind /v1/workspaces
	query  url.Values
	caller *Principal
}

// ServeHTTP routes a request. Paths are taken as they are: nothing is cleaned
// or redirected.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	q := &request{Server: s, w: w, r: r}
	defer func() {
		if v := recover(); v != nil {
			if v == http.ErrAbortHandler {
				panic(v)
			}
			q.fail(rpc.Errorf("EIO", "internal error: %v", v))
		}
	}()
	if err := q.serve(); err != nil {
		q.fail(err)
	}
}

func (q *request) serve() (err error) {
	path := q.r.URL.EscapedPath()
	if path == "/healthz" {
		if err := q.methods("GET", "HEAD"); err != nil {
			return err
		}
		m := map[string]any{"ok": true, "version": Version}
		if q.Limits.Body > 0 {
			m["maxBody"] = q.Limits.Body
		}
		return q.json(http.StatusOK, m)
	}
	if q.caller, err = q.Auth.principal(q.r); err != nil {
		return err
	}
	if q.query, err = url.ParseQuery(q.r.URL.RawQuery); err != nil {
		return rpc.Errorf("EINVAL", "query: %v", err)
	}
	rest, ok := strings.CutPrefix(path, "/v1/workspaces")
	if !ok || rest != "" && rest[0] != '/' {
		return rpc.Errorf("ENOENT", "no such route: %s", path)
	}
	if rest == "" {
		return q.listWorkspaces()
	}
	for part := range strings.SplitSeq(rest[1:], "/") {
		seg, err := url.PathUnescape(part)
		if err != nil {
			return rpc.Errorf("EINVAL", "path: %v", err)
		}
		if seg == "" || seg == "." || seg == ".." || strings.ContainsAny(seg, "/\x00") {
			return rpc.Errorf("EINVAL", "path: the segment %q is empty, . or .., or contains a slash or NUL", seg)
		}
		q.path = append(q.path, seg)
	}
	if err := durable.CheckName(q.path[0]); err != nil {
		return err
	}
	return q.workspaceRoute()
}

// workspaceRoute routes what is below a workspace.
func (q *request) workspaceRoute() error {
	if len(q.path) == 1 {
		return q.workspace()
	}
	switch q.path[1] {
	case "fs":
		return q.file()
	case "exec":
		return q.exec()
	}
	if len(q.path) == 2 {
		switch q.path[1] {
		case "find":
			return q.find()
		case "grep":
			return q.grep()
		case "archive":
			return q.archive()
		case "assets":
			return q.assets()
		case "uploads":
			return q.uploads()
		case "import":
			return q.importUpload()
		}
	}
	return rpc.Errorf("ENOENT", "no such route: %s", q.r.URL.EscapedPath())
}

// ws is the workspace that the request is about.
func (q *request) ws() string { return q.path[0] }

// methods refuses all methods but these.
func (q *request) methods(allowed ...string) error {
	if slices.Contains(allowed, q.r.Method) {
		return nil
	}
	q.w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &statusError{http.StatusMethodNotAllowed, rpc.Errorf("EINVAL", "method %s: the route takes %s", q.r.Method, strings.Join(allowed, ", "))}
}

// params refuses query parameters but these.
func (q *request) params(allowed ...string) error {
	for k, v := range q.query {
		if !slices.Contains(allowed, k) {
			return rpc.Errorf("EINVAL", "query parameter %q: the route doesn't know it", k)
		}
		if len(v) > 1 {
			return rpc.Errorf("EINVAL", "query parameter %q: given %d times", k, len(v))
		}
	}
	return nil
}

// flag tells whether a parameter without a value is given.
func (q *request) flag(name string) (bool, error) {
	if !q.query.Has(name) {
		return false, nil
	}
	switch q.query.Get(name) {
	case "", "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, rpc.Errorf("EINVAL", "query parameter %q: true or false, not %q", name, q.query.Get(name))
}

func (q *request) number(name string, least, most, or int64) (int64, error) {
	text := q.query.Get(name)
	if text == "" {
		return or, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, rpc.Errorf("EINVAL", "query parameter %q: a number from %d to %d, not %q", name, least, most, text)
	}
	return n, nil
}

func (q *request) revision() (uint64, error) {
	n, err := q.number("revision", 1, 1<<62, 0)
	return uint64(n), err
}

// body decodes a JSON body into v. A field that v doesn't know is EINVAL.
func (q *request) body(v any) error {
	limit := q.Limits.JSON
	if limit == 0 {
		limit = 8 << 20
	}
	data, err := io.ReadAll(io.LimitReader(q.r.Body, limit+1))
	if err != nil {
		return rpc.Errorf("EINVAL", "reading the body: %v", err)
	}
	if int64(len(data)) > limit {
		return rpc.Errorf("ELIMIT", "the body has more than %d bytes", limit)
	}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return rpc.Errorf("EINVAL", "body: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if d.More() {
		return rpc.Errorf("EINVAL", "body: more than one JSON value")
	}
	return nil
}

func (q *request) json(status int, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "application/json")
	q.w.WriteHeader(status)
	if q.r.Method != http.MethodHead {
		q.w.Write(append(b, '\n'))
	}
	return nil
}

// statusError is an error with an HTTP status of its own.
type statusError struct {
	status int
	error
}

func (e *statusError) Unwrap() error { return e.error }

// statusOf is the HTTP status of each code.
var statusOf = map[string]int{
	"EINVAL": 400, "EAUTH": 401, "EACCES": 403, "EPERM": 403, "EROFS": 403, "ENOENT": 404,
	"EEXIST": 409, "ENOTEMPTY": 409, "EEXEC_BUSY": 409, "ECONFLICT": 409, "EBUSY": 409, "EPIPE": 409, "ELOG_TRUNCATED": 410, "ELIMIT": 413, "EFBIG": 413,
	"EISDIR": 422, "ENOTDIR": 422, "ELOOP": 422, "ENAMETOOLONG": 422, "EXDEV": 422, "EBACKEND": 503,
}

// fail answers with an error.
func (q *request) fail(err error) {
	code := rpc.CodeOf(err)
	message := err.Error()
	status, ok := statusOf[code]
	if !ok {
		status = http.StatusInternalServerError
	}
	var pe *vfs.Error
	body := map[string]any{}
	if errors.As(err, &pe) {
		body["path"] = strings.ToValidUTF8(pe.Path, "\uFFFD")
	}
	var se *statusError
	switch {
	case errors.As(err, &se):
		status = se.status
	case errors.Is(err, runtime.ErrTooMany):
		status, code = http.StatusTooManyRequests, "ELIMIT"
	case errors.Is(err, sqlite.ErrLocked):
		status, code = http.StatusServiceUnavailable, "EBACKEND"
	case errors.Is(err, sqlite.ErrGone):
		status, code = http.StatusNotFound, "ENOENT"
	case errors.Is(err, fs.ErrNotExist) && !ok:
		status, code = http.StatusNotFound, "ENOENT"
	case errors.Is(err, context.Canceled):
		return // nobody listens any more
	}
	body["code"], body["message"] = code, strings.ToValidUTF8(message, "\uFFFD")
	q.w.Header().Del("ETag")
	q.w.Header().Del("Content-Length")
	q.json(status, map[string]any{"error": body})
}

// allow checks that the caller may use a verb on the workspace. What it may
// not even read is ENOENT.
func (q *request) allow(verb string) error {
	if q.caller.may(q.ws(), verb) {
		return nil
	}
	if q.caller.may(q.ws(), VerbRead) {
		return rpc.Errorf("EACCES", "%s: the token may not %s here", q.ws(), verb)
	}
	return rpc.Errorf("ENOENT", "workspace %q: there is none", q.ws())
}

// open acquires the workspace; the request's end gives it back.
func (q *request) open(create bool) (*sqlite.DB, func(), error) {
	return q.Store.Acquire(q.r.Context(), q.ws(), create)
}

// timeText formats nanoseconds since the epoch.
func timeText(ns int64) string { return time.Unix(0, ns).UTC().Format(time.RFC3339Nano) }

func modeText(mode uint32) string { return fmt.Sprintf("%04o", mode) }

var kindNames = map[vfs.Kind]string{vfs.Regular: "file", vfs.Directory: "directory", vfs.Symlink: "symlink", vfs.FIFO: "fifo", vfs.Device: "device"}
