package lambdalocal

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/lambda"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/rpc"
)

// send makes a request and returns its answer, JSON decoded where it is an object.
func send(t *testing.T, method, url string, body any, header ...string) (status int, text string, m map[string]any) {
	t.Helper()
	data, ok := body.(string)
	if !ok && body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		data = string(b)
	}
	req, err := http.NewRequest(method, url, strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	req.Close = true // one whose function is killed when it was answered fails
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	json.Unmarshal(b, &m)
	return resp.StatusCode, string(b), m
}

// await waits until a file of the workspace has some text.
func await(t *testing.T, url, file, want string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, text, _ := send(t, "GET", url+"/fs/workspace/"+file, nil); text == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s never was %q", file, want)
		}
	}
}

// TestExecsAcrossInstances: what one instance of HostApi began, cold ones find,
// read, feed and end.
func TestExecsAcrossInstances(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/across"
	status, text, _ := send(t, "POST", ws+"/exec", map[string]any{"id": "a/b"[:1], "command": "echo one; until [ -e go ]; do sleep 0.1; done; echo two >&2; exit 3", "detach": true})
	if status != 202 {
		t.Fatal(status, text)
	}
	top.Api.Kill()
	if status, text, m := send(t, "GET", ws+"/exec/a?waitMs=0", nil); status != 202 || m["state"] != "running" {
		t.Errorf("while it runs: %d %s", status, text)
	}
	if status, _, m := send(t, "POST", ws+"/exec", map[string]any{"id": "a", "command": "true"}); status != 409 || !strings.Contains(fmt.Sprint(m), "EEXEC_BUSY") {
		t.Errorf("the same id: %d %v", status, m)
	}
	if status, _, m := send(t, "DELETE", base+"/v1/workspaces/across", nil); status != 409 || !strings.Contains(fmt.Sprint(m), "EBUSY") {
		t.Errorf("removing its workspace: %d %v", status, m)
	}
	req, _ := http.NewRequest("GET", ws+"/exec/a", nil)
	req.Header.Set("Accept", "application/x-ndjson")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, `"seq":0,"name":"stdout","value":"one\n"`) {
		t.Fatal(line, err)
	}
	send(t, "PUT", ws+"/fs/workspace/go", "")
	rest, err := io.ReadAll(lines)
	if err != nil || !strings.Contains(string(rest), `"seq":1,"name":"stderr","value":"two\n"`) || !strings.Contains(string(rest), `"seq":2,"name":"exit","value":3`) {
		t.Fatalf("%s, %v", rest, err)
	}
	top.Api.Kill()
	for query, want := range map[string]int{"": 3, "?resume=1": 2, "?resume=tail": 1, "?resume=full": 3} {
		if _, text, _ := send(t, "GET", ws+"/exec/a"+query, nil, "Accept", "application/x-ndjson"); strings.Count(text, "\n") != want {
			t.Errorf("%q: %s", query, text)
		}
	}
	if status, _, _ := send(t, "GET", ws+"/exec/a", nil, "Accept", "text/event-stream", "Last-Event-ID", "2"); status != 204 {
		t.Errorf("behind the exit: %d", status)
	}
	if _, _, m := send(t, "GET", ws+"/exec/a", nil); m["stdout"] != "one\n" || m["stderr"] != "two\n" || m["exitCode"] != 3.0 {
		t.Errorf("%v", m)
	}
	if _, text, _ := send(t, "GET", ws+"/exec", nil); !strings.Contains(text, `"exitCode":3`) || !strings.Contains(text, `"state":"exited"`) {
		t.Errorf("list: %s", text)
	}
	// Its id can be used again, and the old log is gone.
	if _, _, m := send(t, "POST", ws+"/exec", map[string]any{"id": "a", "command": "echo again"}); m["stdout"] != "again\n" {
		t.Errorf("the id again: %v", m)
	}
	if _, _, m := send(t, "GET", ws+"/exec/a", nil); m["stdout"] != "again\n" || m["stderr"] != "" {
		t.Errorf("the id again: %v", m)
	}
	if status, _, _ := send(t, "DELETE", ws+"/exec/a", nil); status != 204 {
		t.Errorf("DELETE: %d", status)
	}
	if status, _, _ := send(t, "GET", ws+"/exec/a", nil); status != 404 {
		t.Errorf("after DELETE: %d", status)
	}
}

// TestHostApiGoesAway: an exec outlives the instance that passes its answer on.
func TestHostApiGoesAway(t *testing.T) {
	t.Parallel()
	for _, buffered := range []bool{false, true} {
		top, base := deploy(t, buffered)
		ws := base + "/v1/workspaces/away"
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			resp, err := http.Post(ws+"/exec", "application/json", strings.NewReader(`{"id":"x","command":"echo one; until [ -e go ]; do sleep 0.1; done; echo two; echo kept > f"}`))
			if err == nil {
				resp.Body.Close()
			}
		}()
		for { // its supervisor tells of it
			if _, text, _ := send(t, "GET", ws+"/exec/x?waitMs=0", nil); strings.Contains(text, "running") {
				if _, text, _ := send(t, "GET", ws+"/exec/x?resume=0&waitMs=10", nil, "Accept", "application/json"); strings.Contains(text, "running") && top.Rpc.Invokes() > 0 {
					break
				}
			}
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(500 * time.Millisecond) // or the record says nothing yet
		top.Api.Kill()
		<-gone
		send(t, "PUT", ws+"/fs/workspace/go", "")
		if _, _, m := send(t, "GET", ws+"/exec/x", nil); m["stdout"] != "one\ntwo\n" || m["exitCode"] != 0.0 {
			t.Errorf("buffered %t: %v", buffered, m)
		}
		await(t, ws, "f", "kept\n")
	}
}

// TestLostSupervisor: an exec whose function was killed ends as lost, with what
// it printed, and is not run again.
func TestLostSupervisor(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/lost"
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "echo begun; echo . >> runs; sync; sleep 60; echo late > f", "detach": true})
	await(t, ws, "runs", ".\n")
	time.Sleep(1200 * time.Millisecond) // its output was told
	top.Worker.Kill()
	begun := time.Now()
	status, text, m := send(t, "GET", ws+"/exec/x", nil)
	if sync, _ := m["sync"].(map[string]any); status != 200 || m["exitCode"] != 137.0 || m["stdout"] != "begun\n" || sync["status"] != "lost" || !strings.Contains(text, "no sign of life") {
		t.Errorf("%d %s", status, text)
	}
	if d := time.Since(begun); d > 22*time.Second {
		t.Errorf("after %v", d)
	}
	await(t, ws, "runs", ".\n") // Lambda delivered it again
	if top.Worker.Invokes() != 1 {
		t.Logf("%d invokes", top.Worker.Invokes())
	}
	if _, _, m := send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "cat f"}); m["exitCode"] != 1.0 {
		t.Errorf("afterwards: %v", m)
	}
}

// TestDeliveredTwice: an exec whose invoke comes twice is run once.
func TestDeliveredTwice(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	top.Worker.Fault = func(int) Fault { return Duplicate }
	ws := base + "/v1/workspaces/twice"
	for i := range 5 {
		id := fmt.Sprint("x", i)
		send(t, "POST", ws+"/exec", map[string]any{"id": id, "command": "echo run; echo . >> runs" + id, "detach": true})
		if _, _, m := send(t, "GET", ws+"/exec/"+id, nil); m["stdout"] != "run\n" || m["exitCode"] != 0.0 {
			t.Errorf("%v", m)
		}
		await(t, ws, "runs"+id, ".\n")
	}
	// Attached, too, its changes are made once.
	if _, _, m := send(t, "POST", ws+"/exec", map[string]any{"command": "echo run; echo . >> attached"}); m["stdout"] != "run\n" || m["exitCode"] != 0.0 {
		t.Errorf("%v", m)
	}
	await(t, ws, "attached", ".\n")
}

// TestKill: a script that takes no signal, or only computes, is killed from
// anywhere, and commits nothing afterwards.
func TestKill(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/kill"
	for id, command := range map[string]string{
		"busy":  "trap '' TERM; echo up > busy; sync; while :; do :; done",
		"write": "trap '' TERM; echo up > write; n=0; while :; do n=$((n+1)); echo $n > counter; sync; done",
	} {
		send(t, "POST", ws+"/exec", map[string]any{"id": id, "command": command, "detach": true})
		await(t, ws, id, "up\n")
		top.Api.Kill()
		term := make(chan map[string]any)
		go func() {
			defer close(term)
			_, _, m := send(t, "POST", ws+"/exec/"+id+"/kill", `{"signal":"TERM"}`)
			term <- m
		}()
		time.Sleep(1500 * time.Millisecond)
		if status, text, m := send(t, "POST", ws+"/exec/"+id+"/kill", `{"signal":"KILL"}`); status != 200 || m["exitCode"] != 137.0 {
			t.Errorf("%s: %d %s", id, status, text)
		}
		if m := <-term; m["exitCode"] != 137.0 {
			t.Errorf("%s: %v", id, m)
		}
	}
	_, before, _ := send(t, "GET", ws, nil)
	time.Sleep(500 * time.Millisecond)
	if _, after, _ := send(t, "GET", ws, nil); after != before {
		t.Errorf("changed after the kill: %s, then %s", before, after)
	}
	// One that no worker has taken up yet.
	top.Worker.Fault = func(int) Fault { return Throttle }
	if status, text, _ := send(t, "POST", ws+"/exec", map[string]any{"id": "throttled", "command": "true", "detach": true}); status != 429 || !strings.Contains(text, "ELIMIT") {
		t.Errorf("throttled: %d %s", status, text)
	}
	if status, _, _ := send(t, "GET", ws+"/exec/throttled", nil); status != 404 {
		t.Errorf("what was refused is known: %d", status)
	}
}

// TestThrottledCalls: the worker's calls are tried again, within bounds.
func TestThrottledCalls(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	top.Rpc.Fault = func(attempt int) Fault {
		if attempt%3 != 0 {
			return Throttle
		}
		return NoFault
	}
	if m := run(t, base, "throttled", "mkdir a && mkdir b && ls"); m["stdout"] != "a\nb\n" {
		t.Errorf("%v", m)
	}
	top.Rpc.Fault = func(int) Fault { return Throttle }
	begun := time.Now()
	ws := base + "/v1/workspaces/throttled"
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "mkdir c; echo done"})
	_, _, m := send(t, "GET", ws+"/exec/x", nil)
	if d := time.Since(begun); m["stdout"] != "done\n" || !strings.Contains(fmt.Sprint(m["stderr"]), "mkdir") || d > 45*time.Second {
		t.Errorf("%v %v", d, m)
	}
}

// TestLogWindow: of a long log the end is kept.
func TestLogWindow(t *testing.T) {
	t.Parallel()
	_, base := deploy(t, false)
	ws := base + "/v1/workspaces/window"
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "echo first >&2; yes 0123456789abcde | head -c 20000000; echo last >&2", "detach": true})
	_, _, m := send(t, "GET", ws+"/exec/x", nil)
	cut, _ := m["truncated"].(map[string]any)
	if out := fmt.Sprint(m["stdout"]); m["exitCode"] != 0.0 || cut["stdout"] != true || cut["stderr"] != true || m["stderr"] != "last\n" || len(out) < 14<<20 || len(out) > 16<<20 {
		t.Errorf("%v %v %d bytes, stderr %q", m["exitCode"], cut, len(out), m["stderr"])
	}
	if status, text, _ := send(t, "GET", ws+"/exec/x?resume=0", nil, "Accept", "application/x-ndjson"); status != 410 || !strings.Contains(text, "ELOG_TRUNCATED") {
		t.Errorf("resume=0: %d %.200s", status, text)
	}
	if _, text, _ := send(t, "GET", ws+"/exec/x?resume=tail", nil, "Accept", "application/x-ndjson"); !strings.Contains(text, `"exit","value":0`) {
		t.Errorf("resume=tail: %.200s", text)
	}
	// Attached, all of it arrives.
	_, text, _ := send(t, "POST", ws+"/exec", map[string]any{"command": "yes 0123456789abcde | head -c 20000000"}, "Accept", "application/x-ndjson")
	total := 0
	for line := range strings.Lines(text) {
		var v struct {
			Name  string
			Value any
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		if v.Name == "stdout" {
			total += len(v.Value.(string))
		}
	}
	if total != 20000000 {
		t.Errorf("attached: %d bytes", total)
	}
}

// TestLargeInput: input that doesn't fit the worker's request comes by batches.
func TestLargeInput(t *testing.T) {
	t.Parallel()
	_, base := deploy(t, false)
	ws := base + "/v1/workspaces/input"
	in := strings.Repeat("0123456789abcde\n", 190000)
	for _, detach := range []bool{false, true} {
		status, text, m := send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "wc -c; echo end", "stdin": in, "detach": detach})
		if detach {
			status, text, m = send(t, "GET", ws+"/exec/x", nil)
		}
		if m["stdout"] != "3040000\nend\n" {
			t.Errorf("detach %t: %d %.300s", detach, status, text)
		}
	}
	// A large script, too, and streamed input of one that is attached.
	if _, text, m := send(t, "POST", ws+"/exec", map[string]any{"command": "x=" + strings.Repeat("a", 3<<20) + "; echo ${#x}"}); m["stdout"] != fmt.Sprintln(3<<20) {
		t.Errorf("%.300s", text)
	}
	answer := make(chan map[string]any)
	go func() {
		defer close(answer)
		_, _, m := send(t, "POST", ws+"/exec", map[string]any{"id": "fed", "command": "wc -c", "stdin": "stream"})
		answer <- m
	}()
	for {
		if status, _, _ := send(t, "POST", ws+"/exec/fed/stdin", in); status == 200 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	send(t, "POST", ws+"/exec/fed/stdin?eof", "x")
	if m := <-answer; m["stdout"] != "3040001\n" {
		t.Errorf("%v", m)
	}
}

// TestBadCalls: HostRpc refuses what isn't a running exec's own, with a code.
func TestBadCalls(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/calls"
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "echo up > up; sync; sleep 30", "detach": true})
	await(t, ws, "up", "up\n")
	var secret []byte
	for _, v := range top.Rpc.Env {
		if text, ok := strings.CutPrefix(v, "CAPSHELL_TOKEN_KEY="); ok {
			secret = []byte(text)
		}
	}
	if _, err := hex.DecodeString(string(secret)); err != nil || len(secret) < 32 {
		t.Fatalf("key %q", secret)
	}
	call := func(token rpc.Token, key []byte, holder string) error {
		c := rpc.NewBatchClient(token.Sign(key), holder, func(ctx context.Context, request []byte) ([]byte, error) {
			payload, _ := json.Marshal(invocation.BatchRequest{Batch: request})
			function := "HostRpc"
			out, err := top.Client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &function, Payload: payload})
			if err != nil {
				return nil, err
			}
			var reply invocation.BatchReply
			if err := json.Unmarshal(out.Payload, &reply); err != nil {
				return nil, err
			}
			if reply.Error != "" {
				return nil, fmt.Errorf("[%s] %s", reply.Code, reply.Error)
			}
			return reply.Reply, nil
		})
		_, _, err := c.Tree(context.Background(), 1, 10, 0)
		return err
	}
	good := rpc.Token{Exec: "x", Workspace: "calls", Run: "?", Expires: time.Now().Add(time.Minute), Granted: []string{rpc.GrantFiles}}
	old, foreign, missing := good, good, good
	old.Expires = time.Now().Add(-time.Second)
	foreign.Exec = "y"
	missing.Workspace = "none"
	for name, c := range map[string]struct {
		token  rpc.Token
		key    []byte
		holder string
		want   string
	}{
		"another run's":    {good, secret, "me", "ENOENT"},
		"a wrong key":      {good, bytes.Repeat([]byte("k"), 64), "me", "EAUTH"},
		"expired":          {old, secret, "me", "EAUTH"},
		"no such exec":     {foreign, secret, "me", "ENOENT"},
		"no workspace":     {missing, secret, "me", "ENOENT"},
		"without a holder": {good, secret, "", "EINVAL"},
	} {
		if err := call(c.token, c.key, c.holder); rpc.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	send(t, "POST", ws+"/exec/x/kill", `{"signal":"KILL"}`)
}

// TestNothingToReach: while a script tries to reach anything, its worker holds
// one socket, to its supervisor, and no environment, and the supervisor is
// connected to the Runtime API and the Invoke endpoint only.
func TestNothingToReach(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/reach"
	host, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "detach": true, "command": `
		for a in 127.0.0.1/` + host.Port() + ` 169.254.169.254/80 localhost/9001; do (echo GET / > /dev/tcp/$a) 2>&1; (echo x > /dev/udp/$a) 2>&1; done
		cat /proc/net/tcp /proc/*/environ /proc/self/fd/3 /etc/passwd /var/task/bootstrap 2>&1
		curl -s ` + endpoint + ` 2>&1; git clone ` + endpoint + `/x 2>&1
		env; export -p; compgen -v | while read -r v; do echo "$v=${!v}"; done; awk 'BEGIN { for (k in ENVIRON) print k, ENVIRON[k] }'
		echo up > up; sync; sleep 30`})
	await(t, ws, "up", "up\n")
	pids := top.Worker.Pids()
	if len(pids) == 0 {
		t.Fatal("no function")
	}
	workers := 0
	for _, pid := range pids {
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		allowed := map[string]bool{}
		for v := range strings.SplitSeq(string(env), "\x00") {
			k, value, _ := strings.Cut(v, "=")
			if k == "AWS_LAMBDA_RUNTIME_API" {
				allowed[value] = true
			}
			if k == "AWS_ENDPOINT_URL_LAMBDA" {
				allowed[strings.TrimPrefix(value, "http://")] = true
			}
		}
		if len(allowed) != 2 {
			t.Fatalf("the supervisor's environment: %q", env)
		}
		for _, peer := range peers(t, pid) {
			if !allowed[peer] {
				t.Errorf("the supervisor is connected to %s, not only to %v", peer, allowed)
			}
		}
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		if err != nil {
			t.Fatal(err)
		}
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, task := range tasks {
			more, _ := os.ReadFile(task)
			children = append(append(children, ' '), more...)
		}
		seen := map[string]bool{}
		for _, child := range strings.Fields(string(children)) {
			if seen[child] {
				continue
			}
			seen[child] = true
			workers++
			if env, err := os.ReadFile("/proc/" + child + "/environ"); err == nil && len(env) != 0 {
				t.Errorf("the worker's environment: %q", env)
			}
			fds, _ := filepath.Glob("/proc/" + child + "/fd/*")
			sockets := 0
			for _, fd := range fds {
				if target, _ := os.Readlink(fd); strings.HasPrefix(target, "socket:") {
					sockets++
				}
			}
			if sockets > 1 {
				t.Errorf("the worker holds %d sockets", sockets)
			}
			if n, err := strconv.Atoi(child); err == nil && len(peers(t, n)) > 0 {
				t.Errorf("the worker is connected to %v", peers(t, n))
			}
		}
	}
	if workers == 0 {
		t.Error("no worker was found")
	}
	send(t, "POST", ws+"/exec/x/kill", `{"signal":"KILL"}`)
	_, text, m := send(t, "GET", ws+"/exec/x", nil)
	for _, secret := range []string{"AWS_", "CAPSHELL_", "secretsecret", "root:", "169.254.1.1", "\\u007fELF"} {
		if strings.Contains(fmt.Sprint(m["stdout"]), secret) {
			t.Errorf("the script saw %q: %.2000s", secret, text)
		}
	}
}

// peers returns the addresses that a process has TCP connections to.
func peers(t *testing.T, pid int) (all []string) {
	t.Helper()
	inodes := map[string]bool{}
	fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, fd := range fds {
		if target, _ := os.Readlink(fd); strings.HasPrefix(target, "socket:[") {
			inodes[strings.Trim(target[len("socket:"):], "[]")] = true
		}
	}
	for _, file := range []string{"tcp", "tcp6", "udp", "udp6"} {
		table, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, file))
		for line := range strings.Lines(string(table)) {
			f := strings.Fields(line)
			if len(f) < 10 || !inodes[f[9]] {
				continue
			}
			addr, port, _ := strings.Cut(f[2], ":")
			n, err := strconv.ParseUint(port, 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			ip := addr
			if addr == "0100007F" {
				ip = "127.0.0.1"
			}
			all = append(all, fmt.Sprintf("%s:%d", ip, n))
		}
	}
	return all
}

// TestChunksAreKept: what an exec read, the next of the same workspace reads
// without a call; another workspace's execs start anew, in the same instance.
func TestChunksAreKept(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	top.Worker.Max = 1
	var calls atomic.Int64
	top.Rpc.Fault = func(int) Fault { calls.Add(1); return NoFault }
	for _, ws := range []string{"kept", "other"} {
		if status, text, _ := send(t, "PUT", base+"/v1/workspaces/"+ws+"/fs/workspace/big", strings.Repeat(ws+"-xyz-0123456789\n", 100000)); status != 201 {
			t.Fatal(text)
		}
	}
	read := func(ws string) int64 {
		t.Helper()
		before := calls.Load()
		if m := run(t, base, ws, "cut -c1-4 big | sort -u; wc -l < big"); m["stdout"] != ws[:4]+"\n100000\n" {
			t.Fatalf("%v", m)
		}
		return calls.Load() - before
	}
	if n := read("kept"); n == 0 {
		t.Error("the first exec made no calls: the test shows nothing")
	}
	if n := read("kept"); n != 0 {
		t.Errorf("the second exec made %d calls", n)
	}
	if n := read("other"); n == 0 {
		t.Error("another workspace's exec found its chunks there")
	}
	if n := read("kept"); n == 0 {
		t.Error("another workspace's exec left chunks behind")
	}
	if len(top.Worker.Pids()) != 1 {
		t.Errorf("%d instances: the test shows nothing", len(top.Worker.Pids()))
	}
	// One of the same name that was made anew is another.
	send(t, "DELETE", base+"/v1/workspaces/kept", nil)
	send(t, "PUT", base+"/v1/workspaces/kept/fs/workspace/big", strings.Repeat("kepT-xyz-0123456789\n", 100000))
	if m := run(t, base, "kept", "cut -c1-4 big | sort -u"); m["stdout"] != "kepT\n" {
		t.Errorf("made anew: %v", m)
	}
}

// TestPause: a paused exec stands still until it goes on.
func TestPause(t *testing.T) {
	t.Parallel()
	top, base := deploy(t, false)
	ws := base + "/v1/workspaces/pause"
	send(t, "POST", ws+"/exec", map[string]any{"id": "x", "command": "echo up > up; sync; n=0; while [ ! -e stop ]; do n=$((n+1)); echo $n; sleep 0.02; done", "detach": true})
	await(t, ws, "up", "up\n")
	if _, text, m := send(t, "POST", ws+"/exec/x/pause", nil); m["state"] != "paused" {
		t.Fatal(text)
	}
	log := func() string {
		_, text, _ := send(t, "GET", ws+"/exec/x?waitMs=0", nil)
		return text
	}
	time.Sleep(1500 * time.Millisecond)
	if text := log(); !strings.Contains(text, "paused") {
		t.Errorf("%s", text)
	}
	next := func() int {
		ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", ws+"/exec/x", nil)
		req.Header.Set("Accept", "application/x-ndjson")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return bytes.Count(b, []byte("\n"))
	}
	a, b := next(), next()
	if a == 0 || a != b {
		t.Errorf("while it was paused %d events became %d", a, b)
	}
	top.Api.Kill()
	if _, text, m := send(t, "POST", ws+"/exec/x/resume", nil); m["state"] != "running" {
		t.Error(text)
	}
	send(t, "PUT", ws+"/fs/workspace/stop", "")
	if _, _, m := send(t, "GET", ws+"/exec/x", nil); m["exitCode"] != 0.0 {
		t.Errorf("%v", m)
	}
	if status, text, _ := send(t, "POST", ws+"/exec/x/pause", nil); status != 404 {
		t.Errorf("pausing what has ended: %d %s", status, text)
	}
}

// TestManyAtOnce: execs of one workspace at the same time, attached and not,
// all end with their own output.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	_, base := deploy(t, false)
	ws := base + "/v1/workspaces/many"
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			id := fmt.Sprint("m", i)
			_, text, m := send(t, "POST", ws+"/exec", map[string]any{"id": id, "command": fmt.Sprintf("echo %d; mkdir d%d; echo x > d%d/f", i, i, i), "detach": i%2 == 0})
			if i%2 == 0 {
				_, text, m = send(t, "GET", ws+"/exec/"+id, nil)
			}
			if m["stdout"] != fmt.Sprintln(i) || m["exitCode"] != 0.0 {
				t.Errorf("%d: %s", i, text)
			}
		})
	}
	wg.Wait()
	if m := run(t, base, "many", "ls d*/f | wc -l"); m["stdout"] != "8\n" {
		t.Errorf("%v", m)
	}
}
