package durable

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// dyingClient kills its process at a request: before it is sent, or once it
// is answered.
type dyingClient struct {
	inner  s3.HTTPClient
	left   int // requests until then
	before bool
}

func (c *dyingClient) Do(r *http.Request) (*http.Response, error) {
	c.left--
	if c.left == 0 && c.before {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	resp, err := c.inner.Do(r)
	if c.left == 0 && !c.before {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return resp, err
}

// victimCommits are what the victim writes: small, with which all is merged,
// chunks large enough for objects of their own, more than the manifest holds,
// small again.
const victimCommits = 4

func victimData(i int) []byte {
	return bytes.Repeat([]byte{'a' + byte(i)}, []int{10, 600_000, 20, 30}[i])
}

// victimMore is what goes with it.
var victimMore = [victimCommits][]int{2: {31000, 31000, 31000}}

// victim is the process that is killed. It prints each commit once it is acknowledged.
func victim(endpoint, bucket, prefix string, at int, before bool) error {
	o := s3.Options{Region: "us-east-1", BaseEndpoint: aws.String(endpoint), UsePathStyle: true, Credentials: credentials.NewStaticCredentialsProvider("key", "secretsecret", "")}
	dying := &dyingClient{inner: http.DefaultClient, left: at, before: before}
	o.HTTPClient = dying
	dir, err := os.MkdirTemp("", "victim-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := OpenBucket(&Bucket{Client: s3.New(o), Name: bucket, Prefix: prefix}, BucketOptions{Now: time.Now, Cache: dir})
	if err != nil {
		return err
	}
	for i := range victimCommits {
		if err := write(s, fmt.Sprintf("v%d", i), victimData(i), victimMore[i]...); err != nil {
			return err
		}
		fmt.Printf("v%d\n", i)
	}
	fmt.Printf("requests %d\n", at-dying.left)
	return s.Close()
}

// TestKilledAtEachStep kills a host at each of its requests, before and after:
// what it acknowledged is there, what it did not is whole or not there, and
// the next host goes on.
func TestKilledAtEachStep(t *testing.T) {
	endpoint := aws.ToString(client.Options().BaseEndpoint)
	b := newBucket(t)
	run := func(at int, before bool) (acknowledged string, done bool) {
		own := *b
		own.Prefix = fmt.Sprintf("%d-%t/", at, before)
		s := openStore(t, &own)
		for i := range compactAt - 1 { // each an object
			if err := write(s, "old", []byte{byte(i)}, 31000, 31000, 31000); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("DURABLE_VICTIM=%s %s %s %d %t", endpoint, own.Name, own.Prefix, at, before))
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the victim: %v %s", err, out)
		}
		next := openStore(t, &own)
		for i := range victimCommits {
			name := fmt.Sprintf("v%d", i)
			got, err := read(next, name)
			acked := strings.Contains(string(out), name+"\n")
			if acked && err != nil || err == nil && !bytes.Equal(got, victimData(i)) {
				t.Errorf("request %d, before %t: %s, acknowledged %t: %d bytes, %v", at, before, name, acked, len(got), err)
			}
		}
		if got, err := read(next, "old"); len(got) != 1 || got[0] != compactAt-2 {
			t.Errorf("request %d, before %t: what was there: %v %v", at, before, got, err)
		}
		if err := write(next, "next", []byte("goes on")); err != nil {
			t.Errorf("request %d, before %t: the next host: %v", at, before, err)
		}
		if got, err := read(s, "next"); string(got) != "goes on" {
			t.Errorf("request %d, before %t: the first host: %q %v", at, before, got, err)
		}
		db, release, err := next.Acquire(bg, "w", false)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		file, err := sql.Open("sqlite", db.Path()+"?mode=ro")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		var result string
		if err := file.QueryRow("PRAGMA integrity_check").Scan(&result); err != nil || result != "ok" {
			t.Errorf("request %d, before %t: integrity_check: %s, %v", at, before, result, err)
		}
		return string(out), err == nil && strings.Contains(string(out), "requests")
	}
	steps := 0
	for at := 1; ; at++ {
		_, done := run(at, true)
		if done {
			break
		}
		run(at, false)
		steps++
	}
	if steps < 10 {
		t.Errorf("the victim makes %d requests, fewer than its commits need", steps)
	}
	t.Logf("killed at %d requests, before and after each", steps)
}
