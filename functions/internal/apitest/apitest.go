// Package apitest checks an HTTP API, wherever it is served, against what
// docs/openapi.yaml promises. The same tests run on one machine and on AWS.
package apitest

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// Server is the API under test.
type Server struct {
	URL   string
	Token string
	// Publishes tells whether a publisher is configured.
	Publishes bool
	// Streams tells whether answers arrive as they are written.
	Streams bool
}

// answer is a response, read whole.
type answer struct {
	status int
	header http.Header
	body   string
}

// json returns the body as an object.
func (a answer) json(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(a.body), &m); err != nil {
		t.Fatalf("status %d, body %q: %v", a.status, a.body, err)
	}
	return m
}

// code returns the error's code, "" if it is none.
func (a answer) code() string {
	var e struct{ Error struct{ Code string } }
	json.Unmarshal([]byte(a.body), &e)
	return e.Error.Code
}

func (s Server) request(t *testing.T, ctx context.Context, method, path, body string, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if s.Token != "" {
		req.Header.Set("Authorization", "Bearer "+s.Token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return resp
}

// do makes a request; header is names and values in turn.
func (s Server) do(t *testing.T, method, path, body string, header ...string) answer {
	t.Helper()
	resp := s.request(t, context.Background(), method, path, body, header...)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer{resp.StatusCode, resp.Header, string(b)}
}

// exec runs a command and returns its result.
func (s Server) exec(t *testing.T, ws string, fields map[string]any) map[string]any {
	t.Helper()
	b, _ := json.Marshal(fields)
	a := s.do(t, "POST", "/v1/workspaces/"+ws+"/exec", string(b))
	if a.status != 200 {
		t.Fatalf("exec %s: %d %s", b, a.status, a.body)
	}
	return a.json(t)
}

// Run checks everything.
func Run(t *testing.T, s Server) {
	t.Run("routes", s.routes)
	t.Run("workspaces", s.workspaces)
	t.Run("files", s.files)
	t.Run("bad requests", s.badRequests)
	t.Run("search", s.search)
	t.Run("archive", s.archive)
	t.Run("exec", s.execs)
	t.Run("streams", s.streams)
	t.Run("control", s.control)
	t.Run("stdin", s.stdin)
	t.Run("assets", s.assets)
	t.Run("transfers", s.transfers)
	t.Run("transactions", s.transactions)
}

// routes checks that the routes and methods of docs/openapi.yaml are those
// that are served, and that each knows the parameters that it lists.
func (s Server) routes(t *testing.T) {
	text, err := os.ReadFile("../../docs/openapi.yaml") // from functions/local, or
	if err != nil {
		text, err = os.ReadFile("../../../docs/openapi.yaml") // from functions/internal/...
	}
	if err != nil {
		t.Fatal(err)
	}
	type operation struct {
		Parameters []struct {
			Name string
			In   string
			Ref  string `yaml:"$ref"`
		}
	}
	var doc struct {
		Paths map[string]map[string]yaml.Node
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	fill := strings.NewReplacer("{ws}", "routes", "{path}", "workspace/x", "{id}", "x")
	s.do(t, "PUT", "/v1/workspaces/routes", "")
	for path, methods := range doc.Paths {
		s.exec(t, "routes", map[string]any{"command": "true", "id": "x"})
		for _, m := range []string{"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"} {
			node, listed := methods[strings.ToLower(m)]
			if m == "HEAD" && !listed {
				continue
			}
			url := fill.Replace(path)
			if m == "DELETE" && url == "/v1/workspaces/routes" {
				continue // that works is tested elsewhere, and would end this
			}
			a := s.do(t, m, url, "")
			if served := a.status != 405 && !strings.Contains(a.body, "no such route"); served != listed {
				t.Errorf("%s %s: listed %t, served %t: %d %s", m, path, listed, served, a.status, a.body)
			}
			if !listed || path == "/healthz" {
				continue
			}
			var op operation
			if err := node.Decode(&op); err != nil {
				t.Fatal(err)
			}
			if m == "DELETE" {
				s.exec(t, "routes", map[string]any{"command": "true", "id": "x"})
			}
			if a := s.do(t, m, url+"?unheard-of=1", ""); m != "HEAD" && !strings.Contains(a.body, "unheard-of") {
				t.Errorf("%s %s takes an unknown parameter: %d %s", m, path, a.status, a.body)
			}
			for _, p := range op.Parameters {
				name := p.Name
				if p.Ref != "" {
					name = p.Ref[strings.LastIndex(p.Ref, "/")+1:]
				}
				if a := s.do(t, m, url+"?"+name+"=1", ""); strings.Contains(a.body, "doesn't know") {
					t.Errorf("%s %s doesn't know its parameter %s: %s", m, path, name, a.body)
				}
			}
		}
	}
}

func (s Server) workspaces(t *testing.T) {
	if a := s.do(t, "GET", "/healthz", ""); a.status != 200 || a.json(t)["ok"] != true {
		t.Errorf("healthz: %d %s", a.status, a.body)
	}
	for i, want := range []int{201, 200} {
		a := s.do(t, "PUT", "/v1/workspaces/spaces-1", "")
		if m := a.json(t); a.status != want || m["name"] != "spaces-1" || m["revision"] != 1.0 || m["files"] != 0.0 {
			t.Errorf("PUT %d: %d %s", i, a.status, a.body)
		}
	}
	if a := s.do(t, "GET", "/v1/workspaces/spaces-2", ""); a.status != 404 || a.code() != "ENOENT" {
		t.Errorf("GET of none: %d %s", a.status, a.body)
	}
	s.do(t, "PUT", "/v1/workspaces/spaces-1/fs/workspace/a/b", "12345")
	if m := s.do(t, "GET", "/v1/workspaces/spaces-1", "").json(t); m["files"] != 1.0 || m["bytes"] != 5.0 || m["revision"] != 2.0 {
		t.Errorf("GET: %v", m)
	}
	if a := s.do(t, "GET", "/v1/workspaces?limit=1&after=spaces-0", ""); !strings.Contains(a.body, `[{"name":"spaces-1"}]`) {
		t.Errorf("list: %s", a.body)
	}
	if a := s.do(t, "DELETE", "/v1/workspaces/spaces-1", ""); a.status != 204 {
		t.Errorf("DELETE: %d %s", a.status, a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/spaces-1", ""); a.status != 404 {
		t.Errorf("GET after DELETE: %d", a.status)
	}
}

func (s Server) files(t *testing.T) {
	const base = "/v1/workspaces/files/fs/workspace"
	a := s.do(t, "PUT", base+"/d/caf%C3%A9.txt?mode=0640", "hello world")
	m := a.json(t)
	if a.status != 201 || m["path"] != "/workspace/d/café.txt" || m["size"] != 11.0 || m["mode"] != "0640" || m["type"] != "file" || m["nlink"] != 1.0 {
		t.Fatalf("PUT: %d %s", a.status, a.body)
	}
	tag := a.header.Get("ETag")
	a = s.do(t, "GET", base+"/d/caf%C3%A9.txt", "")
	if a.status != 200 || a.body != "hello world" || a.header.Get("ETag") != tag || !strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
		t.Errorf("GET: %d %q %v", a.status, a.body, a.header)
	}
	if a := s.do(t, "GET", base+"/d/caf%C3%A9.txt", "", "Range", "bytes=6-"); a.status != 206 || a.body != "world" {
		t.Errorf("Range: %d %q", a.status, a.body)
	}
	if a := s.do(t, "GET", base+"/d/caf%C3%A9.txt", "", "Range", "bytes=11-"); a.status != 416 || a.code() != "EINVAL" || a.header.Get("Content-Range") != "bytes */11" {
		t.Errorf("Range behind the end: %d %s %v", a.status, a.body, a.header)
	}
	if a := s.do(t, "GET", base+"/d/caf%C3%A9.txt", "", "If-None-Match", tag); a.status != 304 {
		t.Errorf("If-None-Match: %d", a.status)
	}
	if a := s.do(t, "HEAD", base+"/d/caf%C3%A9.txt", ""); a.status != 200 || a.body != "" || a.header.Get("Content-Length") != "11" {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	if a := s.do(t, "PUT", base+"/d/caf%C3%A9.txt?append", "!"); a.status != 200 || a.json(t)["size"] != 12.0 {
		t.Errorf("append: %d %s", a.status, a.body)
	}
	rev := uint64(m["revision"].(float64))
	if a := s.do(t, "GET", fmt.Sprintf("%s/d/caf%%C3%%A9.txt?revision=%d", base, rev), ""); a.body != "hello world" {
		t.Errorf("as it was at revision %d: %q", rev, a.body)
	}
	if a := s.do(t, "PUT", base+"/d/caf%C3%A9.txt", "x", "If-Match", tag); a.status != 412 || a.code() != "ECONFLICT" {
		t.Errorf("If-Match of an old version: %d %s", a.status, a.body)
	}
	if a := s.do(t, "PUT", base+"/d/caf%C3%A9.txt", "x", "If-None-Match", "*"); a.status != 412 {
		t.Errorf("If-None-Match of what is there: %d %s", a.status, a.body)
	}
	// A name that isn't UTF-8.
	if a := s.do(t, "PUT", base+"/d/%FF%FE", "bytes"); a.status != 201 {
		t.Errorf("PUT of bytes: %d %s", a.status, a.body)
	}
	a = s.do(t, "GET", base+"/d", "")
	if !strings.Contains(a.body, base64.StdEncoding.EncodeToString([]byte("\xff\xfe"))) || !strings.Contains(a.body, "\ufffd") || !strings.Contains(a.body, `"name":"café.txt"`) {
		t.Errorf("list: %s", a.body)
	}
	ops := []struct {
		path, body, code string
		status           int
	}{
		{"/e/f", `{"op":"mkdir","parents":true,"mode":"0700"}`, "", 200},
		{"/e/f", `{"op":"mkdir"}`, "EEXIST", 409},
		{"/no/f", `{"op":"mkdir"}`, "ENOENT", 404},
		{"/d", `{"op":"copy","to":"/workspace/e/d","recursive":true}`, "", 200},
		{"/d", `{"op":"copy","to":"/workspace/e/x"}`, "EISDIR", 422},
		{"/d/%FF%FE", `{"op":"rename","to":"/workspace/e/renamed"}`, "", 200},
		{"/e/renamed", `{"op":"link","to":"/workspace/e/linked"}`, "", 200},
		{"/e/sym", `{"op":"symlink","target":"renamed"}`, "", 200},
		{"/e/loop", `{"op":"symlink","target":"loop"}`, "", 200},
		{"/e/loop", `{"op":"chmod","mode":"0600"}`, "ELOOP", 422},
		{"/e/renamed", `{"op":"chmod","mode":"0600"}`, "", 200},
		{"/e/renamed", `{"op":"utimes","mtime":"2001-02-03T04:05:06.789Z"}`, "", 200},
		{"/e/renamed", `{"op":"truncate","size":3}`, "", 200},
		{"/e/renamed/x", `{"op":"mkdir"}`, "ENOTDIR", 422},
		{"/e/" + strings.Repeat("n", 256), `{"op":"mkdir"}`, "ENAMETOOLONG", 422},
		{"/e", `{"op":"rename","to":"/workspace/e/f/g"}`, "EINVAL", 400},
	}
	for _, o := range ops {
		if a := s.do(t, "POST", base+o.path, o.body); a.status != o.status || a.code() != o.code {
			t.Errorf("POST %s %s: %d %s, want %d %s", o.path, o.body, a.status, a.body, o.status, o.code)
		}
	}
	m = s.do(t, "GET", base+"/e/sym?stat", "").json(t)
	if m["size"] != 3.0 || m["mode"] != "0600" || m["nlink"] != 2.0 || m["type"] != "file" {
		t.Errorf("stat through a link: %v", m)
	}
	m = s.do(t, "GET", base+"/e/sym?stat&nofollow", "").json(t)
	if m["type"] != "symlink" || m["target"] != "renamed" {
		t.Errorf("stat of a link: %v", m)
	}
	deletes := []struct {
		path, code string
		status     int
	}{
		{"/e", "ENOTEMPTY", 409}, {"/none", "ENOENT", 404}, {"/none?force", "", 204}, {"/e?recursive", "", 204}, {"/e", "ENOENT", 404}, {"", "EBUSY", 409},
	}
	for _, d := range deletes {
		if a := s.do(t, "DELETE", base+d.path, ""); a.status != d.status || a.code() != d.code {
			t.Errorf("DELETE %s: %d %s", d.path, a.status, a.body)
		}
	}
	// Larger than a chunk.
	big := strings.Repeat("0123456789abcde\n", 50000)
	if a := s.do(t, "PUT", base+"/big", big); a.status != 201 {
		t.Errorf("PUT of %d bytes: %d %s", len(big), a.status, a.body)
	}
	if a := s.do(t, "GET", base+"/big", ""); a.body != big {
		t.Errorf("GET of %d bytes: %d bytes", len(big), len(a.body))
	}
}

// badRequests: each gets the API's error, nothing is created.
func (s Server) badRequests(t *testing.T) {
	requests := []struct {
		method, path, body, code string
		status                   int
		words                    string
	}{
		{"GET", "/v1/workspaces/UPPER", "", "EINVAL", 400, "name"},
		{"PUT", "/v1/workspaces/-dash", "", "EINVAL", 400, "name"},
		{"PUT", "/v1/workspaces/" + strings.Repeat("a", 64), "", "EINVAL", 400, "name"},
		{"PUT", "/v1/workspaces/bad/fs/etc/passwd", "x", "EINVAL", 400, "/workspace"},
		{"PUT", "/v1/workspaces/bad/fs/workspace/../../x", "x", "EINVAL", 400, ".."},
		{"PUT", "/v1/workspaces/bad/fs/workspace/%2e%2e/x", "x", "EINVAL", 400, ".."},
		{"PUT", "/v1/workspaces/bad/fs/workspace//x", "x", "EINVAL", 400, "empty"},
		{"PUT", "/v1/workspaces/bad/fs/workspace/./x", "x", "EINVAL", 400, ""},
		{"PUT", "/v1/workspaces/bad/fs/workspace/a%00b", "x", "EINVAL", 400, "NUL"},
		{"PUT", "/v1/workspaces/bad/fs/workspace/a%2Fb", "x", "EINVAL", 400, "slash"},
		{"PUT", "/v1/workspaces/bad/fs/workspace/a?mode=9", "x", "EINVAL", 400, "mode"},
		{"PUT", "/v1/workspaces/bad/fs/workspace/a?colour=red", "x", "EINVAL", 400, "colour"},
		{"POST", "/v1/workspaces/bad/fs/workspace/a", `{"op":"paint"}`, "EINVAL", 400, "paint"},
		{"POST", "/v1/workspaces/bad/fs/workspace/a", `{"op":"mkdir","size":1}`, "EINVAL", 400, "size"},
		{"POST", "/v1/workspaces/bad/fs/workspace/a", `{"op":"rename","to":"relative"}`, "EINVAL", 400, "relative"},
		{"POST", "/v1/workspaces/bad/fs/workspace/a", `{"op":"rename","to":"/workspace/../x"}`, "EINVAL", 400, ".."},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","colour":1}`, "EINVAL", 400, "colour"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","args":["x"]}`, "EINVAL", 400, "one of"},
		{"POST", "/v1/workspaces/bad/exec", `{}`, "EINVAL", 400, "command"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":`, "EINVAL", 400, ""},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo"} {}`, "EINVAL", 400, "more than one"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"a\u0000b"}`, "EINVAL", 400, "NUL"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","timeoutMs":-1}`, "EINVAL", 400, "timeoutMs"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","id":".."}`, "EINVAL", 400, "id"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","backend":"vm"}`, "EINVAL", 400, "vm"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","env":{"A=B":"c"}}`, "EINVAL", 400, "A=B"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"echo","stdinBase64":"!"}`, "EINVAL", 400, "stdinBase64"},
		{"POST", "/v1/workspaces/bad/exec", `{"command":"` + strings.Repeat("x", 9<<20) + `"}`, "ELIMIT", 413, "bytes"},
		{"GET", "/v1/workspaces/bad/exec/none", "", "ENOENT", 404, "none"},
		{"GET", "/v1/nothing", "", "ENOENT", 404, "route"},
		{"PATCH", "/v1/workspaces/bad", "", "EINVAL", 405, "PATCH"},
		{"GET", "/v1/workspaces/bad/grep?pattern=(&regex", "", "EINVAL", 400, "pattern"},
		{"GET", "/v1/workspaces/bad/grep", "", "EINVAL", 400, "pattern"},
		{"GET", "/v1/workspaces/bad/find?limit=0", "", "EINVAL", 400, "limit"},
	}
	for _, r := range requests {
		a := s.do(t, r.method, r.path, r.body)
		if len(r.path)+len(r.body) > 300 {
			r.path, r.body = r.path[:min(80, len(r.path))], "..."
		}
		if a.status != r.status || a.code() != r.code || !strings.Contains(a.body, r.words) {
			t.Errorf("%s %s %s: %d %s, want %d %s and %q", r.method, r.path, r.body, a.status, a.body, r.status, r.code, r.words)
		}
	}
	if a := s.do(t, "GET", "/v1/workspaces/bad", ""); a.status != 404 {
		t.Errorf("a bad request made the workspace: %s", a.body)
	}
	s.do(t, "PUT", "/v1/workspaces/cwd/fs/workspace/file", "x")
	for _, cwd := range []string{"relative", "/", "/tmp", "/workspace/none", "/workspace/file", "/workspace/../etc", "/workspacex", "/workspace/a\x00b"} {
		b, _ := json.Marshal(map[string]any{"command": "touch /workspace/started", "cwd": cwd})
		if a := s.do(t, "POST", "/v1/workspaces/cwd/exec", string(b)); a.status != 400 || a.code() != "EINVAL" || !strings.Contains(a.body, "cwd") {
			t.Errorf("cwd %q: %d %s", cwd, a.status, a.body)
		}
	}
	if a := s.do(t, "GET", "/v1/workspaces/cwd/fs/workspace/started", ""); a.status != 404 {
		t.Errorf("a command with a bad cwd was started")
	}
}

func (s Server) search(t *testing.T) {
	const base = "/v1/workspaces/search"
	for name, data := range map[string]string{"a.go": "package a\n\nfunc Alpha() {}\nfunc beta() {}\n", "d/b.go": "package b\n// TODO alpha\n", "d/c.txt": "alpha\n", "bin": "alpha\x00\n"} {
		s.do(t, "PUT", base+"/fs/workspace/"+name, data)
	}
	if a := s.do(t, "GET", base+"/find?pattern=*.go&type=file", ""); !strings.Contains(a.body, `"/workspace/a.go"`) || !strings.Contains(a.body, `"/workspace/d/b.go"`) || strings.Contains(a.body, "c.txt") {
		t.Errorf("find: %s", a.body)
	}
	if a := s.do(t, "GET", base+"/find?limit=1&offset=1", ""); len(a.json(t)["matches"].([]any)) != 1 || a.json(t)["more"] != true {
		t.Errorf("find by pages: %s", a.body)
	}
	a := s.do(t, "GET", base+"/grep?pattern=alpha&ignoreCase&include=*.go&context=1", "")
	m := a.json(t)["matches"].([]any)
	if len(m) != 2 || m[0].(map[string]any)["line"] != 3.0 || m[1].(map[string]any)["text"] != "// TODO alpha" {
		t.Errorf("grep: %s", a.body)
	}
	if after := m[0].(map[string]any)["after"]; fmt.Sprint(after) != "[func beta() {}]" {
		t.Errorf("context: %v", after)
	}
	if a := s.do(t, "GET", base+"/grep?pattern=^func.(A%7Cb)&regex", ""); len(a.json(t)["matches"].([]any)) != 2 {
		t.Errorf("grep of an expression: %s", a.body)
	}
}

func (s Server) archive(t *testing.T) {
	var b bytes.Buffer
	tw := tar.NewWriter(&b)
	add := func(h tar.Header, data string) {
		h.Size, h.ModTime = int64(len(data)), time.Unix(1e9, 0)
		tw.WriteHeader(&h)
		io.WriteString(tw, data)
	}
	add(tar.Header{Name: "top/", Typeflag: tar.TypeDir, Mode: 0o750}, "")
	add(tar.Header{Name: "top/x", Typeflag: tar.TypeReg, Mode: 0o755}, strings.Repeat("x", 300000))
	add(tar.Header{Name: "top/l", Typeflag: tar.TypeSymlink, Linkname: "x"}, "")
	add(tar.Header{Name: "deep/er/y", Typeflag: tar.TypeReg, Mode: 0o644}, "y")
	tw.Close()
	a := s.do(t, "PUT", "/v1/workspaces/archive/archive?dir=/workspace/in", b.String())
	if m := a.json(t); a.status != 200 || m["files"] != 2.0 || m["bytes"] != 300001.0 {
		t.Fatalf("PUT: %d %s", a.status, a.body)
	}
	m := s.do(t, "GET", "/v1/workspaces/archive/fs/workspace/in/top/l?stat", "").json(t)
	if m["size"] != 300000.0 || m["mode"] != "0755" || m["mtime"] != "2001-09-09T01:46:40Z" {
		t.Errorf("what was unpacked: %v", m)
	}
	a = s.do(t, "GET", "/v1/workspaces/archive/archive?dir=/workspace/in", "")
	var names []string
	tr := tar.NewReader(strings.NewReader(a.body))
	for {
		h, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "deep/ deep/er/ deep/er/y top/ top/l top/x" {
		t.Errorf("GET: %s", got)
	}
	before := s.do(t, "GET", "/v1/workspaces/archive", "").json(t)["revision"]
	for name, bad := range map[string]string{"cut short": b.String()[:200000], "no tar": strings.Repeat("not a tar", 1000), "leads out": tarOf("../x"), "absolute": tarOf("/x")} {
		if a := s.do(t, "PUT", "/v1/workspaces/archive/archive", bad); a.status != 400 || a.code() != "EINVAL" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if after := s.do(t, "GET", "/v1/workspaces/archive", "").json(t)["revision"]; after != before {
		t.Errorf("a bad archive changed the workspace: revision %v, then %v", before, after)
	}
}

func tarOf(name string) string {
	var b bytes.Buffer
	tw := tar.NewWriter(&b)
	tw.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644})
	tw.Close()
	return b.String()
}

func (s Server) execs(t *testing.T) {
	r := s.exec(t, "exec", map[string]any{"command": `echo "$GREETING from $PWD"; echo oops >&2; echo data > f; exit 3`, "env": map[string]string{"GREETING": "hi"}})
	if r["exitCode"] != 3.0 || r["stdout"] != "hi from /workspace\n" || r["stderr"] != "oops\n" || r["replayed"] != false {
		t.Errorf("%v", r)
	}
	if sync := r["sync"].(map[string]any); sync["status"] != "ok" || sync["skipped"] != 0.0 {
		t.Errorf("sync: %v", sync)
	}
	if a := s.do(t, "GET", "/v1/workspaces/exec/fs/workspace/f", ""); a.body != "data\n" {
		t.Errorf("what it wrote: %q", a.body)
	}
	r = s.exec(t, "exec", map[string]any{"args": []string{"cat", "-", "f"}, "stdin": "in|"})
	if r["stdout"] != "in|data\n" {
		t.Errorf("args and stdin: %v", r)
	}
	r = s.exec(t, "exec", map[string]any{"command": `printf '\377\376'`})
	if r["stdout"] != "\ufffd" && r["stdout"] != "\ufffd\ufffd" || r["lossy"] != true {
		t.Errorf("bytes as text: %v", r)
	}
	r = s.exec(t, "exec", map[string]any{"command": "cat", "stdinBase64": "//4A", "encoding": "base64"})
	if r["stdout"] != "//4A" {
		t.Errorf("bytes: %v", r)
	}
	s.exec(t, "exec", map[string]any{"command": "mkdir -p sub; cd sub; pwd > where"})
	if r := s.exec(t, "exec", map[string]any{"command": "cat where", "cwd": "/workspace/sub"}); r["stdout"] != "/workspace/sub\n" {
		t.Errorf("cwd: %v", r)
	}
	// The environment is built from nothing, /tmp is the exec's own.
	r = s.exec(t, "exec", map[string]any{"command": "env | cut -d= -f1 | sort | tr '\\n' ' '; touch /tmp/x; ls /tmp"})
	if r["stdout"] != "HOME LANG PATH PWD SHLVL TMPDIR USER _ x\n" {
		t.Errorf("environment: %v", r["stdout"])
	}
	if r := s.exec(t, "exec", map[string]any{"command": "ls /tmp; ls /; echo * "}); !strings.HasPrefix(r["stdout"].(string), "bin\n") {
		t.Errorf("the tree: %v", r["stdout"])
	}
	a := s.do(t, "POST", "/v1/workspaces/exec/exec", `{"command":"sleep 20","id":"slow","detach":true}`)
	if a.status != 202 || a.json(t)["id"] != "slow" || a.header.Get("Exec-Id") != "slow" {
		t.Fatalf("detach: %d %s", a.status, a.body)
	}
	if a := s.do(t, "POST", "/v1/workspaces/exec/exec", `{"command":"true","id":"slow"}`); a.status != 409 || a.code() != "EEXEC_BUSY" {
		t.Errorf("the same id: %d %s", a.status, a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/exec/exec/slow?waitMs=50", ""); a.status != 202 || a.json(t)["state"] != "running" {
		t.Errorf("waitMs: %d %s", a.status, a.body)
	}
	if a := s.do(t, "DELETE", "/v1/workspaces/exec/exec/slow", ""); a.status != 409 {
		t.Errorf("DELETE of a running exec: %d", a.status)
	}
	if a := s.do(t, "POST", "/v1/workspaces/exec/exec/slow/kill", `{"signal":"KILL"}`); a.status != 200 || a.json(t)["exitCode"] != 137.0 {
		t.Errorf("kill: %d %s", a.status, a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/exec/exec", ""); !strings.Contains(a.body, `"slow"`) {
		t.Errorf("list: %s", a.body)
	}
	if a := s.do(t, "DELETE", "/v1/workspaces/exec/exec/slow", ""); a.status != 204 {
		t.Errorf("DELETE: %d %s", a.status, a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/exec/exec/slow", ""); a.status != 404 {
		t.Errorf("GET after DELETE: %d", a.status)
	}
}

// event is a line of an NDJSON or SSE stream.
type event struct {
	ID, Name string
	Seq      int
	Value    any
}

func (s Server) streams(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	// What is printed arrives before the end: the script waits for a file that
	// is only made once its first line was seen.
	if !s.Streams {
		s.do(t, "PUT", "/v1/workspaces/streams/fs/workspace/go", "")
	}
	body := `{"command":"echo first; until [ -e go ]; do sleep 0.01; done; echo second >&2; exit 7","id":"streamed"}`
	resp := s.request(t, ctx, "POST", "/v1/workspaces/streams/exec", body, "Accept", "text/event-stream")
	defer resp.Body.Close()
	if resp.Header.Get("Exec-Id") != "streamed" || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("headers: %v", resp.Header)
	}
	br := bufio.NewReader(resp.Body)
	var events []event
	next := func() bool {
		var id, name string
		for {
			line, err := br.ReadString('\n')
			if err != nil {
				return false
			}
			k, v, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch k {
			case "id":
				id = v
			case "event":
				name = v
			case "data":
				var e event
				if err := json.Unmarshal([]byte(v), &e); err != nil || e.Name != name || fmt.Sprint(e.Seq) != id {
					t.Errorf("event %q %q %q: %v", id, name, v, err)
				}
				events = append(events, e)
				return true
			}
		}
	}
	if !next() || events[0].Value != "first\n" {
		t.Fatalf("%v", events)
	}
	s.do(t, "PUT", "/v1/workspaces/streams/fs/workspace/go", "")
	for next() {
	}
	if len(events) != 3 || events[1].Name != "stderr" || events[2].Name != "exit" || events[2].Value != 7.0 || events[2].Seq != 2 {
		t.Errorf("%v", events)
	}
	// Reattach.
	a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed", "", "Accept", "application/x-ndjson")
	if strings.Count(a.body, "\n") != 3 || !strings.Contains(a.body, `"value":"second\n"`) {
		t.Errorf("NDJSON: %s", a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed?resume=2", "", "Accept", "application/x-ndjson"); strings.Count(a.body, "\n") != 1 {
		t.Errorf("resume=2: %s", a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed?resume=tail", "", "Accept", "application/x-ndjson"); !strings.Contains(a.body, `"exit"`) {
		t.Errorf("resume=tail: %s", a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed", "", "Accept", "text/event-stream", "Last-Event-ID", "0"); strings.Count(a.body, "data:") != 2 {
		t.Errorf("Last-Event-ID: %s", a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed", "", "Accept", "text/event-stream", "Last-Event-ID", "2"); a.status != 204 {
		t.Errorf("after the exit: %d", a.status)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/streamed", ""); a.json(t)["exitCode"] != 7.0 {
		t.Errorf("JSON: %s", a.body)
	}
	// A client that goes away doesn't stop the exec.
	gone, leave := context.WithCancel(ctx)
	req, err := http.NewRequestWithContext(gone, "POST", s.URL+"/v1/workspaces/streams/exec", strings.NewReader(`{"command":"echo x; until [ -e left ]; do sleep 0.01; done; echo done > outlived","id":"left"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/x-ndjson")
	if s.Token != "" {
		req.Header.Set("Authorization", "Bearer "+s.Token)
	}
	wait := make(chan struct{})
	go func() {
		defer close(wait)
		if resp, err := http.DefaultClient.Do(req); err == nil {
			defer resp.Body.Close()
			bufio.NewReader(resp.Body).ReadString('\n')
			leave()
		}
	}()
	if !s.Streams { // it is only answered when it has ended
		for s.do(t, "GET", "/v1/workspaces/streams/exec/left?waitMs=0", "").status == 404 {
			time.Sleep(5 * time.Millisecond)
		}
		leave()
	}
	<-wait
	s.do(t, "PUT", "/v1/workspaces/streams/fs/workspace/left", "")
	if a := s.do(t, "GET", "/v1/workspaces/streams/exec/left", ""); a.json(t)["exitCode"] != 0.0 {
		t.Errorf("left: %s", a.body)
	}
	if a := s.do(t, "GET", "/v1/workspaces/streams/fs/workspace/outlived", ""); a.body != "done\n" {
		t.Errorf("an exec without its client: %q", a.body)
	}
}

func (s Server) control(t *testing.T) {
	start := func(id, command string) {
		t.Helper()
		b, _ := json.Marshal(map[string]any{"command": command, "id": id, "detach": true})
		if a := s.do(t, "POST", "/v1/workspaces/control/exec", string(b)); a.status != 202 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	await := func(id, text string) {
		t.Helper()
		deadline := time.Now().Add(20 * time.Second)
		for {
			resp := s.request(t, context.Background(), "GET", "/v1/workspaces/control/fs/workspace/"+id, "")
			b, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if string(b) == text {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %q, want %q", id, b, text)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	kills := []struct {
		id, command, signal string
		status              float64
		stdout              string
	}{
		{"term", "echo partial; echo up > term; sleep 30", "TERM", 143, "partial\n"},
		{"int", "echo up > int; sleep 30", "INT", 130, ""},
		{"hup", "echo up > hup; sleep 30", "HUP", 129, ""},
		{"kill", "trap '' TERM; echo partial; echo up > kill; sleep 30", "KILL", 137, "partial\n"},
		{"trap", "trap 'echo bye; exit 5' TERM; echo up > trap; while :; do sleep 0.05; done", "TERM", 5, "bye\n"},
		{"busy", "echo up > busy; sync; while :; do :; done", "TERM", 143, ""},
	}
	for _, k := range kills {
		start(k.id, k.command)
		await(k.id, "up\n")
		a := s.do(t, "POST", "/v1/workspaces/control/exec/"+k.id+"/kill", `{"signal":"`+k.signal+`"}`)
		if a.status != 200 || a.json(t)["exitCode"] != k.status {
			t.Errorf("%s: %d %s, want %v", k.id, a.status, a.body, k.status)
		}
		if m := s.do(t, "GET", "/v1/workspaces/control/exec/"+k.id, "").json(t); m["stdout"] != k.stdout {
			t.Errorf("%s: stdout %q, want %q", k.id, m["stdout"], k.stdout)
		}
	}
	if a := s.do(t, "POST", "/v1/workspaces/control/exec/trap/kill", `{"signal":"USR9"}`); a.status != 400 {
		t.Errorf("an unknown signal: %d", a.status)
	}
	r := s.exec(t, "control", map[string]any{"command": "echo before; sleep 30", "timeoutMs": 300})
	if r["exitCode"] != 143.0 || r["stdout"] != "before\n" || !strings.Contains(r["stderr"].(string), "timed out after 300 ms") {
		t.Errorf("timeout: %v", r)
	}
	r = s.exec(t, "control", map[string]any{"command": "trap '' TERM; while :; do :; done", "timeoutMs": 300})
	if r["exitCode"] != 137.0 {
		t.Errorf("timeout of one that ignores SIGTERM: %v", r)
	}
	// Pause and resume.
	start("paused", "n=0; while [ ! -e stop ]; do n=$((n+1)); echo $n > count; sleep 0.01; done")
	await("none", `{"error":{"code":"ENOENT","message":"stat /workspace/none: No such file or directory","path":"/workspace/none"}}`+"\n")
	if a := s.do(t, "POST", "/v1/workspaces/control/exec/paused/pause", ""); a.json(t)["state"] != "paused" {
		t.Errorf("pause: %s", a.body)
	}
	if a := s.do(t, "POST", "/v1/workspaces/control/exec/paused/resume", ""); a.json(t)["state"] != "running" {
		t.Errorf("resume: %s", a.body)
	}
	s.do(t, "PUT", "/v1/workspaces/control/fs/workspace/stop", "")
	if a := s.do(t, "GET", "/v1/workspaces/control/exec/paused", ""); a.json(t)["exitCode"] != 0.0 {
		t.Errorf("after a pause: %s", a.body)
	}
}

func (s Server) stdin(t *testing.T) {
	a := s.do(t, "POST", "/v1/workspaces/stdin/exec", `{"command":"while read -r l; do echo \"<$l>\"; done","id":"in","stdin":"stream","detach":true}`)
	if a.status != 202 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, part := range []string{"one\ntw", "o\n"} {
		if a := s.do(t, "POST", "/v1/workspaces/stdin/exec/in/stdin", part); a.status != 200 || a.json(t)["bytes"] != float64(len(part)) {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	s.do(t, "POST", "/v1/workspaces/stdin/exec/in/stdin?eof", "three\n")
	if a := s.do(t, "GET", "/v1/workspaces/stdin/exec/in", ""); a.json(t)["stdout"] != "<one>\n<two>\n<three>\n" {
		t.Errorf("%s", a.body)
	}
	if a := s.do(t, "POST", "/v1/workspaces/stdin/exec/in/stdin", "late"); a.status != 409 || a.code() != "EPIPE" {
		t.Errorf("after the end: %d %s", a.status, a.body)
	}
	s.exec(t, "stdin", map[string]any{"command": "true", "id": "none"})
	if a := s.do(t, "POST", "/v1/workspaces/stdin/exec/none/stdin", "x"); a.status != 400 {
		t.Errorf("an exec without streamed input: %d %s", a.status, a.body)
	}
}

func (s Server) assets(t *testing.T) {
	s.do(t, "PUT", "/v1/workspaces/assets/fs/workspace/r%C3%A9port.md", "# report\n")
	a := s.do(t, "POST", "/v1/workspaces/assets/assets", `{"path":"/workspace/réport.md","expiresMs":60000}`)
	if !s.Publishes {
		if a.status != 503 || a.code() != "EBACKEND" {
			t.Errorf("without a publisher: %d %s", a.status, a.body)
		}
		if r := s.exec(t, "assets", map[string]any{"command": "assets publish réport.md"}); r["exitCode"] != 1.0 || !strings.Contains(r["stderr"].(string), "no publisher is configured") {
			t.Errorf("without a publisher: %v", r)
		}
		return
	}
	if a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	m := a.json(t)
	key := strings.Split(m["key"].(string), "/")
	if len(key) != 3 || len(key[1]) != 26 || key[2] != "réport.md" {
		t.Errorf("key: %v", m["key"])
	}
	check := func(url string) {
		t.Helper()
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		if string(b) != "# report\n" || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/markdown") || !strings.Contains(resp.Header.Get("Content-Disposition"), "filename*=UTF-8''r%C3%A9port.md") ||
			resp.Header.Get("X-Amz-Meta-Workspace") != "assets" {
			t.Errorf("%d %q %v", resp.StatusCode, b, resp.Header)
		}
	}
	check(m["url"].(string))
	// A prefix is below the publisher's own, so that nothing can be put among
	// the workspaces and chunks of the same bucket.
	m = s.do(t, "POST", "/v1/workspaces/assets/assets", `{"path":"/workspace/réport.md","prefix":"workspaces/x"}`).json(t)
	if below, _ := m["key"].(string); !strings.HasPrefix(below, key[0]+"/workspaces/x/") {
		t.Errorf("key with a prefix: %v", m)
	}
	check(m["url"].(string))
	r := s.exec(t, "assets", map[string]any{"command": "assets publish réport.md 15m"})
	if r["exitCode"] != 0.0 {
		t.Fatalf("%v", r)
	}
	url := strings.TrimSpace(r["stdout"].(string))
	check(url)
	resp, err := http.Get(strings.Replace(url, "X-Amz-Expires=900", "X-Amz-Expires=901", 1))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 403 {
		t.Errorf("an altered URL: %d", resp.StatusCode)
	}
	for body, code := range map[string]string{`{"path":"/workspace/none"}`: "ENOENT", `{"path":"/workspace"}`: "EISDIR", `{"path":"relative"}`: "EINVAL", `{"path":"/workspace/réport.md","expiresMs":604801000}`: "EINVAL",
		`{"path":"/workspace/réport.md","prefix":"../x"}`: "EINVAL", `{"path":"/workspace/réport.md","disposition":"x"}`: "EINVAL"} {
		if a := s.do(t, "POST", "/v1/workspaces/assets/assets", body); a.code() != code {
			t.Errorf("%s: %d %s, want %s", body, a.status, a.body, code)
		}
	}
	for command, words := range map[string]string{"assets publish none": "No such file", "assets publish réport.md 8d": "invalid expiry", "assets publish réport.md 200h": "it must be at least 1000 ms and at most", "assets": "missing subcommand"} {
		if r := s.exec(t, "assets", map[string]any{"command": command}); r["exitCode"] != 1.0 || !strings.Contains(r["stderr"].(string), words) {
			t.Errorf("%s: %v", command, r)
		}
	}
}

// fetch follows an answer to where its body is.
func (s Server) fetch(t *testing.T, path string, header ...string) answer {
	t.Helper()
	a := s.do(t, "GET", path, "", header...)
	if a.status != http.StatusSeeOther {
		return a
	}
	return (Server{}).do(t, "GET", a.header.Get("Location"), "", header...)
}

// leave makes an upload and PUTs a body to it.
func (s Server) leave(t *testing.T, ws, body string) (id string) {
	t.Helper()
	a := s.do(t, "POST", "/v1/workspaces/"+ws+"/uploads", "")
	if a.status != 201 {
		t.Fatalf("uploads: %d %s", a.status, a.body)
	}
	m := a.json(t)
	if until, err := time.Parse(time.RFC3339, m["expiresAt"].(string)); err != nil || time.Until(until) < time.Minute || time.Until(until) > 15*time.Minute {
		t.Errorf("expiresAt: %v %v", m["expiresAt"], err)
	}
	if a := (Server{}).do(t, "PUT", m["url"].(string), body); a.status != 200 {
		t.Fatalf("PUT of the upload: %d %s", a.status, a.body)
	}
	return m["upload"].(string)
}

// transfers takes large bodies in and out.
func (s Server) transfers(t *testing.T) {
	const base = "/v1/workspaces/transfers"
	if !s.Publishes {
		if a := s.do(t, "POST", base+"/uploads", ""); a.status != 503 || a.code() != "EBACKEND" {
			t.Errorf("without S3: %d %s", a.status, a.body)
		}
		return
	}
	take := func(fields map[string]any, header ...string) answer {
		t.Helper()
		b, _ := json.Marshal(fields)
		return s.do(t, "POST", base+"/import", string(b), header...)
	}
	big := strings.Repeat("0123456789abcdef", 5<<16) + "end" // 5 MiB
	id := s.leave(t, "transfers", big)
	a := take(map[string]any{"upload": id, "path": "/workspace/d/big.txt", "mode": "0600"})
	if a.status != 201 {
		t.Fatalf("import: %d %s", a.status, a.body)
	}
	if m := a.json(t); m["size"] != float64(len(big)) || m["mode"] != "0600" || m["path"] != "/workspace/d/big.txt" {
		t.Errorf("import: %v", m)
	}
	if a := s.fetch(t, base+"/fs/workspace/d/big.txt"); a.status != 200 || a.body != big || !strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
		t.Errorf("GET: %d, %d bytes, %v", a.status, len(a.body), a.header)
	}
	if a := s.fetch(t, base+"/fs/workspace/d/big.txt", "Range", "bytes=1000000-"); a.status != 206 || a.body != big[1000000:] {
		t.Errorf("GET of a large range: %d, %d bytes", a.status, len(a.body))
	}
	if a := s.do(t, "GET", base+"/fs/workspace/d/big.txt", "", "Range", "bytes=-3"); a.status != 206 || a.body != "end" {
		t.Errorf("GET of a small range: %d %q", a.status, a.body)
	}
	if a := s.do(t, "HEAD", base+"/fs/workspace/d/big.txt", ""); a.status != 200 || a.header.Get("Content-Length") != fmt.Sprint(len(big)) {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	if a := take(map[string]any{"upload": id, "path": "/workspace/again"}); a.status != 404 || a.code() != "ENOENT" {
		t.Errorf("an upload that was taken in: %d %s", a.status, a.body)
	}
	// A condition that doesn't hold takes nothing in, and the upload is kept.
	id = s.leave(t, "transfers", "short")
	if a := take(map[string]any{"upload": id, "path": "/workspace/d/big.txt"}, "If-None-Match", "*"); a.status != 412 {
		t.Errorf("If-None-Match: %d %s", a.status, a.body)
	}
	if a := take(map[string]any{"upload": id, "path": "/workspace/d/big.txt"}); a.status != 200 || a.json(t)["size"] != 5.0 || a.json(t)["mode"] != "0600" {
		t.Errorf("import over a file: %d %s", a.status, a.body)
	}
	// Another workspace's upload is none.
	id = s.leave(t, "transfers", "x")
	if a := s.do(t, "POST", "/v1/workspaces/transfers2/import", `{"upload":"`+id+`","path":"/workspace/x"}`); a.status != 404 {
		t.Errorf("another workspace's upload: %d %s", a.status, a.body)
	}
	for _, f := range []map[string]any{
		{"upload": id}, {"upload": id, "path": "/workspace/x", "unpack": true}, {"upload": id, "path": "/workspace/x", "dir": "/workspace"}, {"upload": id, "dir": "/workspace"},
		{"upload": id, "path": "/etc/x"}, {"upload": id, "path": "/workspace/../x"}, {"upload": id, "path": "/workspace/x", "mode": "9"}, {"upload": id, "dir": "relative", "unpack": true}, {"upload": id, "unpack": true, "mode": "0644"},
		{"upload": id, "path": "/workspace/x", "other": 1}, {"upload": id, "unpack": true}, // not an archive
	} {
		if a := take(f); a.status != 400 || a.code() != "EINVAL" {
			t.Errorf("%v: %d %s", f, a.status, a.body)
		}
	}
	for _, bad := range []string{"", "../../x", strings.Repeat("a", 26)} {
		if a := take(map[string]any{"upload": bad, "path": "/workspace/x"}); a.status != 404 {
			t.Errorf("upload %q: %d %s", bad, a.status, a.body)
		}
	}
	var archive bytes.Buffer
	tw := tar.NewWriter(&archive)
	tw.WriteHeader(&tar.Header{Name: "in/big", Mode: 0o644, Size: int64(len(big)), Typeflag: tar.TypeReg})
	tw.Write([]byte(big))
	tw.Close()
	if a := take(map[string]any{"upload": s.leave(t, "transfers", archive.String()), "dir": "/workspace/u", "unpack": true}); a.status != 200 || a.json(t)["files"] != 1.0 {
		t.Fatalf("import of an archive: %d %s", a.status, a.body)
	}
	if a := s.fetch(t, base+"/archive?dir=/workspace/u"); a.status != 200 || len(a.body) < len(big) || !strings.Contains(a.body, big) {
		t.Errorf("archive: %d, %d bytes", a.status, len(a.body))
	}
}

func (s Server) transactions(t *testing.T) {
	r := s.exec(t, "effects", map[string]any{"command": "echo 1 > a; mkdir d; echo 2 > d/b", "mode": "effect"})
	if r["exitCode"] != 0.0 {
		t.Fatalf("%v", r)
	}
	r = s.exec(t, "effects", map[string]any{"command": "echo changed > a; rm -r d; false", "mode": "effect"})
	if r["exitCode"] != 1.0 {
		t.Fatalf("%v", r)
	}
	if r := s.exec(t, "effects", map[string]any{"command": "cat a d/b"}); r["stdout"] != "1\n2\n" {
		t.Errorf("after one that failed: %v", r)
	}
	// Execs at the same time, each with its own files and a shared one.
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s.exec(t, "effects", map[string]any{"command": fmt.Sprintf("for n in 1 2 3 4 5; do echo %d.$n >> shared; echo $n > own%d; done", i, i)})
		})
	}
	wg.Wait()
	if r := s.exec(t, "effects", map[string]any{"command": "wc -l < shared; cat own* | tr -d '\\n'"}); r["stdout"] != "30\n555555" {
		t.Errorf("execs at the same time: %v", r["stdout"])
	}
}
