// Package client calls the HTTP API.
package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Client calls one server. Its methods are safe for concurrent use.
type Client struct {
	// URL of the server, "http://127.0.0.1:8080".
	URL string
	// Token, if not empty, goes with every request as a bearer token.
	Token string
	// HTTP is http.DefaultClient if nil.
	HTTP *http.Client

	limits sync.Mutex
	body   int64 // the largest body that the server takes; 0: not asked yet, -1: any
}

// Error is an error that the server answered.
type Error struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

func (e *Error) Error() string { return e.Message }

// Stat is what the server tells of a file.
type Stat struct {
	Path     string    `json:"path"`
	Type     string    `json:"type"`
	Size     int64     `json:"size"`
	Mode     string    `json:"mode"`
	Mtime    time.Time `json:"mtime"`
	Nlink    int       `json:"nlink"`
	Inode    uint64    `json:"inode"`
	Revision uint64    `json:"revision"`
	Target   string    `json:"target"`
}

// Entry is a name in a directory. NameBase64 is set where the name isn't UTF-8.
type Entry struct {
	Name       string    `json:"name"`
	NameBase64 []byte    `json:"nameBase64"`
	Type       string    `json:"type"`
	Size       int64     `json:"size"`
	Mode       string    `json:"mode"`
	Mtime      time.Time `json:"mtime"`
}

// ExecRequest starts a command. StreamStdin takes the input from WriteStdin.
type ExecRequest struct {
	Command     string
	Args        []string
	ID          string
	Cwd         string
	Env         map[string]string
	Stdin       []byte
	StreamStdin bool
	Timeout     time.Duration
	Mode        string
}

// Event is something that an exec did.
type Event struct {
	ID    string
	Seq   int64
	Name  string // stdout, stderr or exit
	Value []byte
	Exit  int
}

// Exec is a running command whose events are read.
type Exec struct {
	ID   string
	body io.ReadCloser
	r    *bufio.Reader
}

func (c *Client) http() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return http.DefaultClient
}

func (c *Client) do(ctx context.Context, method, path string, header map[string]string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.URL, "/")+path, body)
	if err != nil {
		return nil, err
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := c.http().Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 400 {
		return resp, nil
	}
	defer resp.Body.Close()
	var e struct {
		Error *Error `json:"error"`
	}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if json.Unmarshal(data, &e) != nil || e.Error == nil {
		return nil, &Error{Status: resp.StatusCode, Code: "EIO", Message: resp.Status}
	}
	e.Error.Status = resp.StatusCode
	return nil, e.Error
}

// call makes a request with a JSON body and decodes the answer into out.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	resp, err := c.do(ctx, method, path, nil, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// escape percent-encodes each segment of an absolute path.
func escape(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return "/" + strings.Join(parts, "/")
}

func workspace(ws string) string { return "/v1/workspaces/" + url.PathEscape(ws) }

func filePath(ws, path string) string { return workspace(ws) + "/fs" + escape(path) }

// CreateWorkspace makes a workspace if it isn't there.
func (c *Client) CreateWorkspace(ctx context.Context, ws string) error {
	return c.call(ctx, "PUT", workspace(ws), nil, nil)
}

// DeleteWorkspace removes a workspace and all that it holds.
func (c *Client) DeleteWorkspace(ctx context.Context, ws string) error {
	return c.call(ctx, "DELETE", workspace(ws), nil, nil)
}

// Stat follows symbolic links.
func (c *Client) Stat(ctx context.Context, ws, path string) (s Stat, err error) {
	return s, c.call(ctx, "GET", filePath(ws, path)+"?stat", nil, &s)
}

// List returns what a directory holds.
func (c *Client) List(ctx context.Context, ws, path string) ([]Entry, error) {
	var l struct{ Entries []Entry }
	err := c.call(ctx, "GET", filePath(ws, path), nil, &l)
	for i := range l.Entries {
		if e := &l.Entries[i]; e.NameBase64 != nil {
			e.Name = string(e.NameBase64)
		}
	}
	return l.Entries, err
}

// Get opens a file's bytes; the caller closes them.
func (c *Client) Get(ctx context.Context, ws, path string) (io.ReadCloser, int64, error) {
	resp, err := c.do(ctx, "GET", filePath(ws, path), nil, nil)
	if err != nil {
		return nil, 0, err
	}
	return resp.Body, resp.ContentLength, nil
}

// Put writes a file, and makes its parents. mode is octal, or empty.
func (c *Client) Put(ctx context.Context, ws, path, mode string, body io.Reader) (s Stat, err error) {
	p := filePath(ws, path)
	if mode != "" {
		p += "?mode=" + url.QueryEscape(mode)
	}
	in := map[string]any{"path": path}
	if mode != "" {
		in["mode"] = mode
	}
	return s, c.send(ctx, ws, p, in, body, &s)
}

// Remove removes a file, or with recursive a tree. With force it need not be there.
func (c *Client) Remove(ctx context.Context, ws, path string, recursive, force bool) error {
	return c.call(ctx, "DELETE", fmt.Sprintf("%s?recursive=%t&force=%t", filePath(ws, path), recursive, force), nil, nil)
}

// Copy copies a file, or with recursive a tree, within the workspace.
func (c *Client) Copy(ctx context.Context, ws, from, to string, recursive bool) error {
	return c.call(ctx, "POST", filePath(ws, from), map[string]any{"op": "copy", "to": to, "recursive": recursive}, nil)
}

// Unpacked is what PutArchive made.
type Unpacked struct {
	Files    int    `json:"files"`
	Entries  int    `json:"entries"`
	Bytes    int64  `json:"bytes"`
	Revision uint64 `json:"revision"`
}

// PutArchive unpacks a tar, or a gzipped one, under dir.
func (c *Client) PutArchive(ctx context.Context, ws, dir string, tar io.Reader) (u Unpacked, err error) {
	return u, c.send(ctx, ws, workspace(ws)+"/archive?dir="+url.QueryEscape(dir), map[string]any{"dir": dir, "unpack": true}, tar, &u)
}

// GetArchive opens a tar of dir; the caller closes it.
func (c *Client) GetArchive(ctx context.Context, ws, dir string) (io.ReadCloser, error) {
	resp, err := c.do(ctx, "GET", workspace(ws)+"/archive?dir="+url.QueryEscape(dir), nil, nil)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Asset is a published file.
type Asset struct {
	URL       string    `json:"url"`
	Key       string    `json:"key"`
	Bucket    string    `json:"bucket"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Publish publishes a file; expires 0 is the server's default.
func (c *Client) Publish(ctx context.Context, ws, path string, expires time.Duration) (a Asset, err error) {
	return a, c.call(ctx, "POST", workspace(ws)+"/assets", map[string]any{"path": path, "expiresMs": expires.Milliseconds()}, &a)
}

// Exec starts a command; its events are read by Next. Closing the Exec
// doesn't stop the command.
func (c *Client) Exec(ctx context.Context, ws string, r ExecRequest) (*Exec, error) {
	m := map[string]any{"encoding": "base64"}
	set := func(k string, v any, given bool) {
		if given {
			m[k] = v
		}
	}
	set("command", r.Command, r.Command != "")
	set("args", r.Args, len(r.Args) > 0)
	set("id", r.ID, r.ID != "")
	set("cwd", r.Cwd, r.Cwd != "")
	set("env", r.Env, len(r.Env) > 0)
	set("stdinBase64", base64.StdEncoding.EncodeToString(r.Stdin), len(r.Stdin) > 0 && !r.StreamStdin)
	set("stdin", "stream", r.StreamStdin)
	set("timeoutMs", r.Timeout.Milliseconds(), r.Timeout > 0)
	set("mode", r.Mode, r.Mode != "")
	b, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	resp, err := c.do(ctx, "POST", workspace(ws)+"/exec", map[string]string{"Accept": "application/x-ndjson"}, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return &Exec{ID: resp.Header.Get("Exec-Id"), body: resp.Body, r: bufio.NewReaderSize(resp.Body, 64<<10)}, nil
}

// Next returns the next event, io.EOF behind the exit.
func (e *Exec) Next() (v Event, err error) {
	line, err := e.r.ReadBytes('\n')
	if err != nil {
		return v, err
	}
	var m struct {
		ID    string
		Seq   int64
		Name  string
		Value json.RawMessage
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return v, err
	}
	v.ID, v.Seq, v.Name = m.ID, m.Seq, m.Name
	if m.Name == "exit" {
		return v, json.Unmarshal(m.Value, &v.Exit)
	}
	return v, json.Unmarshal(m.Value, &v.Value)
}

// Close ends the reading of events.
func (e *Exec) Close() error { return e.body.Close() }

// Output copies the exec's output to the writers, and returns its exit status.
func (e *Exec) Output(stdout, stderr io.Writer) (status int, err error) {
	for {
		v, err := e.Next()
		if errors.Is(err, io.EOF) {
			err = errors.New("the server ended the stream before the exec's exit")
		}
		if err != nil {
			return 0, err
		}
		w := stdout
		switch v.Name {
		case "exit":
			return v.Exit, nil
		case "stderr":
			w = stderr
		}
		if _, err := w.Write(v.Value); err != nil {
			return 0, err
		}
	}
}

func execPath(ws, id string) string { return workspace(ws) + "/exec/" + url.PathEscape(id) }

// WriteStdin passes r on as the exec's input, and closes it at r's end.
func (c *Client) WriteStdin(ctx context.Context, ws, id string, r io.Reader) error {
	resp, err := c.do(ctx, "POST", execPath(ws, id)+"/stdin?eof", nil, struct{ io.Reader }{r})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Kill sends the exec a signal: TERM, KILL, INT or HUP. It returns when the
// exec has ended.
func (c *Client) Kill(ctx context.Context, ws, id, signal string) error {
	return c.call(ctx, "POST", execPath(ws, id)+"/kill", map[string]string{"signal": signal}, nil)
}
