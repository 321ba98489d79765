package lambdalocal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/capshell/capshell/functions/internal/apitest"
	"github.com/capshell/capshell/functions/internal/invocation"
)

var (
	dir      string // of the binaries
	endpoint string // of the S3 server
)

func TestMain(m *testing.M) {
	var err error
	if dir, err = os.MkdirTemp("", "lambdalocal-"); err != nil {
		panic(err)
	}
	code := func() int {
		defer os.RemoveAll(dir)
		for out, pkg := range map[string]string{"host/bootstrap": "../../host", "worker/bootstrap": "../../shellworker", "worker/capshell-worker": "../../../shellworker/capshell-worker", "s3d": "../../s3d"} {
			cmd := exec.Command("go", "build", "-o", filepath.Join(dir, out), pkg)
			cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
			if text, err := cmd.CombinedOutput(); err != nil {
				fmt.Printf("%v\n%s", err, text)
				return 1
			}
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		endpoint = "http://" + l.Addr().String()
		l.Close()
		srv := exec.Command(filepath.Join(dir, "s3d"), "--listen", l.Addr().String(), "--data", filepath.Join(dir, "buckets"))
		srv.Env = []string{"CAPSHELL_S3_ACCESS_KEY=key", "CAPSHELL_S3_SECRET_KEY=secretsecret"}
		if err := srv.Start(); err != nil {
			panic(err)
		}
		defer func() { srv.Process.Kill(); srv.Wait() }()
		for {
			if conn, err := net.Dial("tcp", l.Addr().String()); err == nil {
				conn.Close()
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		return m.Run()
	}()
	os.Exit(code)
}

// logs takes what the functions write; a fault in it fails the test.
type logs struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func deploy(t *testing.T, buffered bool) (*Topology, string) {
	t.Helper()
	client := s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: &endpoint, UsePathStyle: true, Credentials: credentials.NewStaticCredentialsProvider("key", "secretsecret", "")})
	bucket := fmt.Sprintf("b%d", time.Now().UnixNano())
	if _, err := client.CreateBucket(context.Background(), &s3.CreateBucketInput{Bucket: &bucket}); err != nil {
		t.Fatal(err)
	}
	l := &logs{}
	top, err := NewTopology(TopologyConfig{HostBootstrap: filepath.Join(dir, "host/bootstrap"), WorkerBootstrap: filepath.Join(dir, "worker/bootstrap"),
		S3Endpoint: endpoint, Bucket: bucket, AccessKey: "key", SecretKey: "secretsecret", Buffered: buffered, Log: l})
	if err != nil {
		t.Fatal(err)
	}
	gateway := httptest.NewServer(top.Gateway)
	t.Cleanup(func() {
		gateway.Close()
		top.Close()
		if t.Failed() || strings.Contains(l.b.String(), "fault") {
			t.Errorf("the functions' logs:\n%s", l.b.String())
		}
	})
	return top, gateway.URL
}

// TestAPI runs the API's tests through API Gateway's events, both functions and S3.
func TestAPI(t *testing.T) {
	for name, buffered := range map[string]bool{"streamed": false, "buffered": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, url := deploy(t, buffered)
			apitest.Run(t, apitest.Server{URL: url, Publishes: true, Streams: !buffered})
		})
	}
}

func run(t *testing.T, url, ws, command string) map[string]any {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"command": command})
	resp, err := http.Post(url+"/v1/workspaces/"+ws+"/exec", "application/json", bytes.NewReader(body))
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

// TestSmallExecMakesNoCallback: what comes with the request is enough for a
// small script, and what it writes goes with the answer.
func TestSmallExecMakesNoCallback(t *testing.T) {
	for _, buffered := range []bool{false, true} {
		top, url := deploy(t, buffered)
		for i, c := range []struct{ command, want string }{
			{"echo one > a; seq 100 > b", ""},
			{"cat a; wc -l < b; echo two >> a", "one\n100\n"},
			{"cat a; rm b; ls", "one\ntwo\na\n"},
		} {
			if m := run(t, url, "small", c.command); m["stdout"] != c.want || m["exitCode"] != 0.0 {
				t.Errorf("buffered %t, %d: %v", buffered, i, m)
			}
		}
		if n := top.Rpc.Invokes(); n != 0 {
			t.Errorf("buffered %t: %d callbacks", buffered, n)
		}
		// One that needs the host's answer, or more than comes along, asks for it.
		if m := run(t, url, "small", "mkdir d && head -c 3000000 /dev/zero > d/big && ls d"); m["stdout"] != "big\n" {
			t.Errorf("%v", m)
		}
		if m := run(t, url, "small", "wc -c < d/big; sha256sum d/big | cut -c1-8"); m["stdout"] != "3000000\n3e2ebf24\n" && !strings.HasPrefix(fmt.Sprint(m["stdout"]), "3000000\n") {
			t.Errorf("%v", m)
		}
		if top.Rpc.Invokes() == 0 {
			t.Error("no callbacks were made")
		}
	}
}

// TestEachRoleTakesItsEventsOnly: an API event to HostRpc and a batch to
// HostApi are refused, whatever is in them.
func TestEachRoleTakesItsEventsOnly(t *testing.T) {
	top, _ := deploy(t, false)
	invoke := func(function, payload string) *lambda.InvokeOutput {
		out, err := top.Client.Invoke(context.Background(), &lambda.InvokeInput{FunctionName: &function, Payload: []byte(payload)})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	api := `{"httpMethod":"GET","path":"/healthz","requestContext":{},"role":"api"}`
	const schedule = `{"version":"0","detail-type":"Scheduled Event","source":"aws.events","detail":{}}`
	batch, _ := json.Marshal(invocation.BatchRequest{Batch: []byte("x")})
	for _, c := range []struct{ function, payload, want string }{
		{"HostRpc", api, "not a batch"},
		{"HostApi", string(batch), "not an event"},
		{"HostApi", `{"httpMethod":"GET","path":"/healthz","body":"!","isBase64Encoded":true}`, "body"},
		{"HostApi", `[]`, "not an event"},
		{"HostRpc", `"x"`, "not a batch"},
		{"HostTidy", api, "not an event of a schedule"},
		{"HostTidy", string(batch), "not an event of a schedule"},
		{"HostApi", schedule, "not an event"},
		{"HostRpc", schedule, "not a batch"},
	} {
		out := invoke(c.function, c.payload)
		if aws.ToString(out.FunctionError) == "" || !strings.Contains(string(out.Payload), c.want) {
			t.Errorf("%s %s: %s %s, want %q", c.function, c.payload, aws.ToString(out.FunctionError), out.Payload, c.want)
		}
	}
	// Batches with a bad token, or that are none, are answered with a code.
	for _, b := range [][]byte{[]byte("x"), bytes.Repeat([]byte{0}, 1000)} {
		payload, _ := json.Marshal(invocation.BatchRequest{Batch: b})
		var reply invocation.BatchReply
		if out := invoke("HostRpc", string(payload)); json.Unmarshal(out.Payload, &reply) != nil || reply.Code == "" {
			t.Errorf("a bad batch: %s", out.Payload)
		}
	}
	for _, c := range []struct{ event, want string }{
		{`{"version":"2.0","rawPath":"/healthz","requestContext":{"http":{"method":"GET"}}}`, `"ok":true`},
		{`{"version":"2.0","rawPath":"/live/healthz","requestContext":{"stage":"live","http":{"method":"GET"}}}`, `"ok":true`},
		{api, `"ok":true`},
	} {
		if out := invoke("HostApi", c.event); !strings.Contains(string(out.Payload), c.want) {
			t.Errorf("%s: %s", c.event, out.Payload)
		}
	}
}

// TestSecretsStayInside: nothing of the functions' environment reaches a script.
func TestSecretsStayInside(t *testing.T) {
	_, url := deploy(t, false)
	m := run(t, url, "secrets", `env; cat /proc/self/environ /proc/1/environ /proc/*/environ 2>/dev/null; set; echo "$AWS_ACCESS_KEY_ID|$CAPSHELL_TOKEN_KEY|"`)
	if out := fmt.Sprint(m["stdout"]); strings.Contains(out, "AWS_ENDPOINT") || strings.Contains(out, "secretsecret") || !strings.Contains(out, "\n||\n") {
		t.Errorf("%v", out)
	}
}

// TestFaults: what goes wrong with the worker's function ends its exec only,
// with a clear end; the next one runs.
func TestFaults(t *testing.T) {
	top, url := deploy(t, false)
	if m := run(t, url, "faults", "echo kept > f"); m["exitCode"] != 0.0 {
		t.Fatalf("%v", m)
	}
	var fault Fault
	top.Worker.Fault = func(int) Fault { return fault }
	for name, f := range map[string]Fault{"killed": Kill, "lost": Lose} {
		fault = f
		m := run(t, url, "faults", "echo first; seq 100000; echo spoiled > f; sleep 0.2")
		if sync, _ := m["sync"].(map[string]any); m["exitCode"] != 137.0 || sync["status"] != "lost" {
			t.Errorf("%s: %v %v", name, m["exitCode"], m["sync"])
		}
	}
	fault = Throttle
	if m := run(t, url, "faults", "true"); !strings.Contains(fmt.Sprint(m["error"]), "ELIMIT") || !strings.Contains(fmt.Sprint(m["error"]), "TooManyRequests") {
		t.Errorf("throttled: %v", m)
	}
	fault = NoFault
	if m := run(t, url, "faults", "cat f"); m["stdout"] != "kept\n" {
		t.Errorf("afterwards: %v", m)
	}
	// A batch that is delivered twice is made once.
	top.Rpc.Fault = func(int) Fault { return Duplicate }
	if m := run(t, url, "faults", "mkdir a b c && ls"); m["stdout"] != "a\nb\nc\nf\n" {
		t.Errorf("duplicates: %v", m)
	}
}

// TestBucketUnreachable: without S3 requests end with a clear error, and soon.
func TestBucketUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // nobody listens there any more
	top, err := NewTopology(TopologyConfig{HostBootstrap: filepath.Join(dir, "host/bootstrap"), WorkerBootstrap: filepath.Join(dir, "worker/bootstrap"),
		S3Endpoint: "http://" + l.Addr().String(), Bucket: "none", AccessKey: "key", SecretKey: "secretsecret", Log: &logs{}})
	if err != nil {
		t.Fatal(err)
	}
	defer top.Close()
	gateway := httptest.NewServer(top.Gateway)
	defer gateway.Close()
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/v1/workspaces/w", ""}, {"GET", "/v1/workspaces", ""}, {"PUT", "/v1/workspaces/w/fs/workspace/f", "x"}, {"POST", "/v1/workspaces/w/exec", `{"command":"true"}`},
	} {
		req, _ := http.NewRequest(c.method, gateway.URL+c.path, strings.NewReader(c.body))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Error struct{ Code, Message string }
		}
		json.NewDecoder(resp.Body).Decode(&m)
		resp.Body.Close()
		if resp.StatusCode != 503 || m.Error.Code != "EBACKEND" || !strings.Contains(m.Error.Message, "s3://none/") {
			t.Errorf("%s %s: %d %v", c.method, c.path, resp.StatusCode, m)
		}
	}
}

// TestTidy: the schedule's function goes through all workspaces, and what they
// hold stays.
func TestTidy(t *testing.T) {
	top, url := deploy(t, false)
	for _, ws := range []string{"one", "two"} {
		if m := run(t, url, ws, "seq 20000 > kept; head -c 300000 /dev/urandom > gone; rm gone; wc -l < kept"); m["stdout"] != "20000\n" {
			t.Fatalf("%v", m)
		}
	}
	name := "HostTidy"
	out, err := top.Client.Invoke(context.Background(), &lambda.InvokeInput{FunctionName: &name, Payload: []byte(`{"detail-type":"Scheduled Event","source":"aws.events"}`)})
	if err != nil || out.FunctionError != nil {
		t.Fatalf("%v %s", err, out.Payload)
	}
	for _, ws := range []string{"one", "two"} {
		if m := run(t, url, ws, "wc -l < kept; ls"); m["stdout"] != "20000\nkept\n" {
			t.Errorf("%v", m)
		}
	}
}

// TestEndToEnd: files are put, a pipeline streams its output, its report is
// published and fetched, and a cold instance of the host reads it back.
func TestEndToEnd(t *testing.T) {
	for name, buffered := range map[string]bool{"streamed": false, "buffered": true} {
		t.Run(name, func(t *testing.T) {
			top, base := deploy(t, buffered)
			ws := base + "/v1/workspaces/e2e"
			for i := range 3 {
				if status, text, _ := send(t, "PUT", fmt.Sprintf("%s/fs/workspace/in/%d.txt", ws, i), strings.Repeat(fmt.Sprintf("word%d other\n", i), 1000*(i+1))); status != 201 {
					t.Fatal(status, text)
				}
			}
			command := "echo begun; cat in/*.txt | tr ' ' '\\n' | sort | uniq -c | sort -rn > report.txt; cat report.txt; assets publish report.txt 10m >&2"
			_, text, _ := send(t, "POST", ws+"/exec", map[string]any{"command": command}, "Accept", "application/x-ndjson")
			var out, url string
			for line := range strings.Lines(text) {
				var e struct {
					Name  string
					Value any
				}
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				switch e.Name {
				case "stdout":
					out += fmt.Sprint(e.Value)
				case "stderr":
					url += fmt.Sprint(e.Value)
				case "exit":
					if e.Value != 0.0 {
						t.Fatalf("%s", text)
					}
				}
			}
			const report = "   6000 other\n   3000 word2\n   2000 word1\n   1000 word0\n"
			if out != "begun\n"+report {
				t.Errorf("%q", out)
			}
			if status, text, _ := send(t, "GET", strings.TrimSpace(url), nil); status != 200 || text != report {
				t.Errorf("the published report: %d %q", status, text)
			}
			before := top.Api.Pids()
			top.Api.Kill() // what answers next is cold
			if status, text, _ := send(t, "GET", ws+"/fs/workspace/report.txt", nil); status != 200 || text != report {
				t.Errorf("read back: %d %q", status, text)
			}
			if now := top.Api.Pids(); len(now) == 0 || slices.Contains(before, now[0]) {
				t.Errorf("no cold instance answered: %v, %v", before, now)
			}
		})
	}
}
