package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/capshell/capshell/functions/internal/apitest"
)

// bin is where the binaries under test are.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "capshell-bin-")
	if err != nil {
		panic(err)
	}
	bin = dir
	for name, pkg := range map[string]string{"capshell": ".", "capshell-worker": "../../shellworker/capshell-worker", "capshell-s3d": "../s3d"} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), pkg)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			fmt.Printf("%v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// server is a running `capshell serve`.
type server struct {
	*exec.Cmd
	url  string
	logs *bytes.Buffer
	mu   *sync.Mutex
}

// serve starts a server on a free port.
func serve(t *testing.T, data string, args ...string) *server {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "capshell"), append([]string{"--data", data, "serve", "--listen", "127.0.0.1:0"}, args...)...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{Cmd: cmd, logs: &bytes.Buffer{}, mu: &sync.Mutex{}}
	ready := make(chan string, 1)
	go func() {
		sc := bufio.NewScanner(stderr)
		for sc.Scan() {
			s.mu.Lock()
			s.logs.WriteString(sc.Text() + "\n")
			s.mu.Unlock()
			if _, rest, ok := strings.Cut(sc.Text(), "listening on "); ok {
				url, _, _ := strings.Cut(rest, ",")
				ready <- url
			}
		}
		close(ready)
	}()
	t.Cleanup(func() { s.kill(syscall.SIGKILL) })
	url, ok := <-ready
	if !ok {
		t.Fatalf("the server didn't start: %s", s.logs)
	}
	s.url = url
	return s
}

func (s *server) kill(sig syscall.Signal) {
	s.Process.Signal(sig)
	s.Wait()
}

// run runs the command line and returns its output and status.
func run(t *testing.T, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "capshell"), args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if stdin == "" {
		cmd.Stdin = nil
	}
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func TestAPI(t *testing.T) {
	s := serve(t, t.TempDir())
	apitest.Run(t, apitest.Server{URL: s.url, Publishes: true, Streams: true})
	s.kill(syscall.SIGTERM)
	if strings.Contains(s.logs.String(), "fault") {
		t.Errorf("faults were logged:\n%s", s.logs)
	}
}

// TestAPIOnS3 keeps the workspaces in a bucket, and has a second server read
// what the first one acknowledged.
func TestAPIOnS3(t *testing.T) {
	data := t.TempDir()
	first := serve(t, data) // starts the S3 server
	config, err := os.ReadFile(filepath.Join(data, "s3", "server.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Port                 int
		AccessKey, SecretKey string
	}
	if err := json.Unmarshal(config, &c); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", c.AccessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", c.SecretKey)
	endpoint := fmt.Sprintf("http://127.0.0.1:%d", c.Port)
	args := []string{"--no-publish", "--store", "s3://capshell-assets/store", "--store-endpoint", endpoint}
	one, two := serve(t, t.TempDir(), args...), serve(t, t.TempDir(), args...)
	apitest.Run(t, apitest.Server{URL: one.url, Streams: true})
	for i, s := range []*server{one, two, one} {
		resp, err := http.Post(s.url+"/v1/workspaces/both/exec", "application/json", strings.NewReader(fmt.Sprintf(`{"command":"cat log; echo %d >> log"}`, i)))
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		json.NewDecoder(resp.Body).Decode(&m)
		resp.Body.Close()
		if want := []string{"", "0\n", "0\n1\n"}[i]; m["stdout"] != want {
			t.Errorf("server %d: %q, want %q", i, m["stdout"], want)
		}
	}
	first.kill(syscall.SIGTERM)
}

func TestAPIWithoutPublisher(t *testing.T) {
	s := serve(t, t.TempDir(), "--no-publish")
	a := apitest.Server{URL: s.url, Streams: true}
	apitest.Run(t, a)
}

func TestTokens(t *testing.T) {
	dir := t.TempDir()
	tokens := filepath.Join(dir, "tokens.json")
	if err := os.WriteFile(tokens, []byte(`[{"name":"a","token":"0123456789abcdef-a","workspaces":["team-*"],"verbs":["read","write","exec"]},
		{"name":"b","token":"0123456789abcdef-b","workspaces":["team-1"],"verbs":["read"]}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, dir, "--no-publish", "--tokens", tokens)
	for _, c := range []struct {
		method, path, token string
		status              int
	}{
		{"GET", "/healthz", "", 200},
		{"GET", "/v1/workspaces", "", 401},
		{"GET", "/v1/workspaces", "wrong", 401},
		{"PUT", "/v1/workspaces/team-1", "0123456789abcdef-a", 201},
		{"PUT", "/v1/workspaces/other", "0123456789abcdef-a", 404},
		{"GET", "/v1/workspaces/team-1", "0123456789abcdef-b", 200},
		{"PUT", "/v1/workspaces/team-1/fs/workspace/x", "0123456789abcdef-b", 403},
		{"DELETE", "/v1/workspaces/team-1", "0123456789abcdef-a", 403},
		{"GET", "/v1/workspaces/team-2", "0123456789abcdef-b", 404},
	} {
		req, _ := http.NewRequest(c.method, s.url+c.path, nil)
		if c.token != "" {
			req.Header.Set("Authorization", "Bearer "+c.token)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s %s as %q: %d %s, want %d", c.method, c.path, c.token, resp.StatusCode, b, c.status)
		}
	}
	if _, stderr, status := run(t, "", "--data", dir, "serve", "--listen", "0.0.0.0:0", "--no-publish"); status != 1 || !strings.Contains(stderr, "--tokens") {
		t.Errorf("listening to others without tokens: %d %s", status, stderr)
	}
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	data := "--data=" + filepath.Join(dir, "data")
	out, errs, status := run(t, "", data, "exec", "yes | head -3; cd /workspace; ls; exit 4")
	if out != "y\ny\ny\n" || errs != "" || status != 4 {
		t.Errorf("%q %q %d", out, errs, status)
	}
	out, _, _ = run(t, "one\ntwo\n", data, "exec", "-w", "other", "--env", "K=v=w", "tac; echo $K > f")
	if out != "two\none\n" {
		t.Errorf("stdin: %q", out)
	}
	out, _, _ = run(t, "echo script; cat f", data, "exec", "-w", "other")
	if out != "script\nv=w\n" {
		t.Errorf("a script on stdin: %q", out)
	}
	// Words behind -- are a program and its arguments, as they are; elsewhere
	// what looks like a flag is one.
	out, _, _ = run(t, "", data, "exec", "-w", "other", "--", "printf", "%s|", "-la", "--", "-w", "x")
	if out != "-la|--|-w|x|" {
		t.Errorf("arguments: %q", out)
	}
	if _, errs, status := run(t, "", data, "exec", "ls", "-la"); status == 0 || !strings.Contains(errs, "unknown flag") {
		t.Errorf("a flag of another program: %d %q", status, errs)
	}
	src := filepath.Join(dir, "src")
	os.MkdirAll(filepath.Join(src, "sub"), 0o755)
	os.WriteFile(filepath.Join(src, "sub", "a"), []byte("A"), 0o600)
	os.Symlink("sub/a", filepath.Join(src, "l"))
	if _, errs, status := run(t, "", data, "fs", "put", src, "tree"); status != 0 {
		t.Errorf("put: %s", errs)
	}
	out, _, _ = run(t, "", data, "fs", "ls", "tree")
	if out != "l\nsub\n" {
		t.Errorf("ls: %q", out)
	}
	run(t, "", data, "fs", "cp", "-r", "tree", "copy")
	run(t, "", data, "fs", "rm", "copy/l")
	if _, errs, status := run(t, "", data, "fs", "get", "copy", filepath.Join(dir, "got")); status != 0 {
		t.Errorf("get: %s", errs)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "got", "sub", "a")); string(b) != "A" {
		t.Errorf("what was got: %q", b)
	}
	out, _, _ = run(t, "", data, "fs", "get", "tree/l", "-")
	if out != "A" {
		t.Errorf("get to stdout: %q", out)
	}
	for _, bad := range [][]string{{"exec", "--cwd", "/etc", "true"}, {"fs", "ls", "none"}, {"fs", "rm", "tree"}, {"exec", "-w", "UPPER", "true"}, {"exec", "--env", "x", "true"}, {"exec", "--timeout=-5s", "true"}, {"exec", "--timeout", "500us", "true"}, {"exec", "--server", "http://127.0.0.1:1", "true"}} {
		_, errs, status := run(t, "", append([]string{data}, bad...)...)
		if status != 1 || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "capshell: ") {
			t.Errorf("%v: %d %q", bad, status, errs)
		}
	}
	s := serve(t, filepath.Join(dir, "data"), "--no-publish")
	out, _, _ = run(t, "", "exec", "--server", s.url, "-w", "other", "cat f")
	if out != "v=w\n" {
		t.Errorf("through a server: %q", out)
	}
}

// TestKilledServer: commits that were acknowledged survive a kill -9 of the
// server in the middle of a thousand; none is half there.
func TestKilledServer(t *testing.T) {
	data := t.TempDir()
	acknowledged := map[string]bool{}
	n := 0
	for round := range 4 {
		s := serve(t, data, "--no-publish", "--idle", "0")
		var mu sync.Mutex
		var wg sync.WaitGroup
		enough := make(chan struct{})
		for w := range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					name := fmt.Sprintf("f-%d-%d-%d", round, w, i)
					body := strings.Repeat(name+"\n", 1+i%4000)
					req, _ := http.NewRequest("PUT", s.url+"/v1/workspaces/w/fs/workspace/"+name, strings.NewReader(body))
					resp, err := http.DefaultClient.Do(req)
					if err != nil {
						return // the server is gone
					}
					resp.Body.Close()
					if resp.StatusCode != 201 {
						t.Errorf("%s: %d", name, resp.StatusCode)
						return
					}
					mu.Lock()
					acknowledged[name] = true
					if n++; n == 250*(round+1) {
						close(enough)
					}
					mu.Unlock()
				}
			})
		}
		<-enough
		s.kill(syscall.SIGKILL)
		wg.Wait()
	}
	s := serve(t, data, "--no-publish", "--idle", "0")
	var l struct{ Entries []struct{ Name string } }
	resp, err := http.Get(s.url + "/v1/workspaces/w/fs/workspace")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&l); err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, e := range l.Entries {
		there[e.Name] = true
		resp, err := http.Get(s.url + "/v1/workspaces/w/fs/workspace/" + e.Name)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		var r, w, i int
		fmt.Sscanf(e.Name, "f-%d-%d-%d", &r, &w, &i)
		if string(b) != strings.Repeat(e.Name+"\n", 1+i%4000) {
			t.Errorf("%s is half there: %d bytes", e.Name, len(b))
		}
	}
	for name := range acknowledged {
		if !there[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
	if len(acknowledged) < 1000 {
		t.Errorf("only %d commits", len(acknowledged))
	}
}

// TestWorkerFaults: a worker that dies, hangs or floods ends its own exec only.
func TestWorkerFaults(t *testing.T) {
	s := serve(t, t.TempDir(), "--no-publish")
	post := func(body string) map[string]any {
		t.Helper()
		resp, err := http.Post(s.url+"/v1/workspaces/w/exec", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var m map[string]any
		if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	post(`{"command":"echo before > f; sync; echo seen; sleep 60","id":"victim","detach":true}`)
	resp, err := http.Post(s.url+"/v1/workspaces/w/exec", "application/json", strings.NewReader(`{"command":"until [ -s f ]; do sleep 0.01; done; cat f"}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	killWorkers(t, s.Process.Pid)
	resp, err = http.Get(s.url + "/v1/workspaces/w/exec/victim")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var m map[string]any
	json.NewDecoder(resp.Body).Decode(&m)
	sync := m["sync"].(map[string]any)
	if m["exitCode"] != 137.0 || sync["status"] != "lost" || m["stdout"] != "seen\n" || !strings.Contains(m["stderr"].(string), "worker") {
		t.Errorf("a worker that was killed: %v", m)
	}
	if m := post(`{"command":"cat f"}`); m["stdout"] != "before\n" {
		t.Errorf("afterwards: %v", m)
	}
	m = post(`{"command":"yes flood | head -c 40000000; echo end"}`)
	if m["exitCode"] != 0.0 || m["truncated"].(map[string]any)["stdout"] != true || len(m["stdout"].(string)) > 17<<20 || !strings.HasSuffix(m["stdout"].(string), "end\n") {
		t.Errorf("a flood: status %v, %d bytes, truncated %v", m["exitCode"], len(m["stdout"].(string)), m["truncated"])
	}
}

// TestWorkerHoldsNothing: a worker has an empty environment, and no
// descriptors but null, its stderr, its socket and its scratch file, whatever
// the server was started with.
func TestWorkerHoldsNothing(t *testing.T) {
	cmd := exec.Command("bash", "-c", `exec 7</etc/passwd; exec "$@"`, "bash", filepath.Join(bin, "capshell"), "--data", t.TempDir(), "serve", "--listen", "127.0.0.1:0", "--no-publish", "--idle", "2")
	cmd.Env = append(os.Environ(), "SECRET=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(line, err)
	}
	url, _, _ := strings.Cut(strings.Fields(line)[3], ",")
	resp, err := http.Post(url+"/v1/workspaces/w/exec", "application/json", strings.NewReader(`{"command":"sleep 60","detach":true}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	found := workerPids(t, cmd.Process.Pid)
	if len(found) == 0 {
		t.Fatal("no workers were found")
	}
	for _, pid := range found {
		proc := fmt.Sprintf("/proc/%d", pid)
		if env, err := os.ReadFile(proc + "/environ"); err != nil || len(env) != 0 {
			t.Errorf("environment: %q, %v", env, err)
		}
		fds, err := os.ReadDir(proc + "/fd")
		if err != nil {
			t.Fatal(err)
		}
		sockets := 0
		for _, fd := range fds {
			target, err := os.Readlink(proc + "/fd/" + fd.Name())
			if err != nil {
				continue
			}
			kind, _, _ := strings.Cut(target, ":")
			switch {
			case kind == "socket":
				sockets++
			case kind == "pipe", kind == "anon_inode", target == "/dev/null", strings.HasPrefix(target, "/sys/fs/cgroup/"), // the Go runtime reads its limits
				strings.Contains(target, "/tmp/scratch-") && strings.HasSuffix(target, "(deleted)"):
			default:
				t.Errorf("descriptor %s: %s", fd.Name(), target)
			}
		}
		if sockets > 1 {
			t.Errorf("%d sockets", sockets)
		}
	}
}

// killWorkers kills all worker processes of a server.
func killWorkers(t *testing.T, server int) {
	t.Helper()
	found := workerPids(t, server)
	for _, pid := range found {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if len(found) == 0 {
		t.Fatal("no workers were found")
	}
}

// workerPids returns the process ids of a server's workers.
func workerPids(t *testing.T, server int) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		var pid, parent int
		var comm, state string
		if n, _ := fmt.Sscanf(string(stat), "%d %s %s %d", &pid, &comm, &state, &parent); n == 4 && parent == server && strings.HasPrefix(comm, "(capshell-worke") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestSlowReader: a client that stops reading stops the script.
func TestSlowReader(t *testing.T) {
	s := serve(t, t.TempDir(), "--no-publish")
	req, _ := http.NewRequest("POST", s.url+"/v1/workspaces/w/exec", strings.NewReader(`{"command":"i=0; while [ $i -lt 100000 ]; do printf '%01000d\n' $i; i=$((i+1)); echo $i > progress; done","id":"slow"}`))
	req.Header.Set("Accept", "application/x-ndjson")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	progress := func() string {
		r, err := http.Get(s.url + "/v1/workspaces/w/fs/workspace/progress")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		return string(b)
	}
	deadline := time.Now().Add(30 * time.Second)
	last, same := "", 0
	for same < 10 {
		if p := progress(); p == last && p != "" {
			same++
		} else {
			last, same = p, 0
		}
		if time.Now().After(deadline) {
			t.Fatalf("the script goes on: %s", last)
		}
		time.Sleep(100 * time.Millisecond)
	}
	if strings.TrimSpace(last) == "100000" {
		t.Fatal("the script ran to its end though nobody read")
	}
	kill, err := http.Post(s.url+"/v1/workspaces/w/exec/slow/kill", "application/json", strings.NewReader(`{"signal":"KILL"}`))
	if err != nil {
		t.Fatal(err)
	}
	kill.Body.Close()
}
