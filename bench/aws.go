package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/capshell/capshell/functions/client"
	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// lambdaFunctions measures what template.yaml deploys, on this machine: real
// functions, API Gateway's events in front, a real S3 server.
func lambdaFunctions(b *bench) error {
	l, err := startLambda(b.dir)
	if err != nil {
		return err
	}
	defer l.stop()
	lambda := &bench{c: l.c, dir: b.dir, tmp: b.tmp}
	if _, _, err := lambda.script("bench", "echo hi"); err != nil {
		return err
	}
	// In turns, so that both have the same machine.
	var ours, local []time.Duration
	for range 150 {
		for took, on := range map[*[]time.Duration]*bench{&ours: lambda, &local: b} {
			d, err := on.wait("bench", "echo hi")
			if err != nil {
				return err
			}
			*took = append(*took, d)
			time.Sleep(5 * time.Millisecond)
		}
	}
	row("warm echo hi through Lambda, p50", ms(median(ours)), ms(median(local)), "ms", "on one machine", 3)
	const mib = 64
	var read []time.Duration
	for i := range 3 {
		name := fmt.Sprint("big", i)
		if _, _, err := lambda.script("bench", fmt.Sprintf("head -c %d /dev/urandom > %s", mib<<20, name)); err != nil {
			return err
		}
		d, _, err := lambda.script("bench", "cat "+name+" > /dev/null")
		if err != nil {
			return err
		}
		read = append(read, d)
	}
	row("read 64 MiB in a script by batches", ms(slices.Min(read)), mib<<20/50e6*1000, "ms", "limit: 50 MB/s", 1)
	for name, d := range l.cold() {
		row("cold start of "+name, ms(d), 150, "ms", "limit", 1)
	}
	return commitOnS3(b)
}

// wait runs a script and waits for its result, as one JSON answer.
func (b *bench) wait(ws, script string) (time.Duration, error) {
	start := time.Now()
	resp, err := http.Post(b.c.URL+"/v1/workspaces/"+ws+"/exec", "application/json", strings.NewReader(fmt.Sprintf(`{"command":%q}`, script)))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		return 0, err
	}
	took := time.Since(start)
	if !strings.Contains(body.String(), `"exitCode":0`) {
		return 0, fmt.Errorf("%s: %s", script, body.String())
	}
	return took, nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// lambdaLocal is a running lambdalocal.
type lambdaLocal struct {
	c    *client.Client
	cmd  *exec.Cmd
	done chan struct{}

	mu     sync.Mutex
	starts map[string]time.Duration // the longest of each function
}

func startLambda(dir string) (*lambdaLocal, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	l := &lambdaLocal{c: &client.Client{URL: "http://" + addr}, starts: map[string]time.Duration{}, done: make(chan struct{})}
	l.cmd = exec.Command("bin/lambdalocal", "--listen", addr, "--data", filepath.Join(dir, "lambda"))
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stderr, err := l.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := l.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w (make bench builds it)", err)
	}
	go func() {
		defer close(l.done)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			var name string
			var took float64
			if n, _ := fmt.Sscanf(lines.Text(), "lambdalocal: cold start of %s %f ms", &name, &took); n == 2 {
				l.mu.Lock()
				l.starts[name] = max(l.starts[name], time.Duration(took*float64(time.Millisecond)))
				l.mu.Unlock()
			}
		}
	}()
	for range 500 {
		if err = l.c.CreateWorkspace(bg, "bench"); err == nil {
			return l, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.stop()
	return nil, err
}

func (l *lambdaLocal) cold() map[string]time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.starts
}

func (l *lambdaLocal) stop() {
	l.cmd.Process.Signal(syscall.SIGTERM)
	<-l.done
	l.cmd.Wait()
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// commitOnS3 measures a small commit on a database of 50 MB in S3.
func commitOnS3(b *bench) error {
	addr, err := freeAddr()
	if err != nil {
		return err
	}
	s3d := exec.Command("bin/capshell-s3d", "--listen", addr, "--data", filepath.Join(b.dir, "s3"))
	s3d.Env = []string{"CAPSHELL_S3_ACCESS_KEY=bench", "CAPSHELL_S3_SECRET_KEY=bench-secret"}
	s3d.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s3d.Start(); err != nil {
		return err
	}
	defer func() { s3d.Process.Signal(syscall.SIGTERM); s3d.Wait() }()
	endpoint := "http://" + addr
	c := s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: &endpoint, UsePathStyle: true, RetryMaxAttempts: 20, Credentials: credentials.NewStaticCredentialsProvider("bench", "bench-secret", "")})
	if _, err := c.CreateBucket(bg, &s3.CreateBucketInput{Bucket: aws.String("bench")}); err != nil {
		return err
	}
	store, err := durable.OpenBucket(&durable.Bucket{Client: c, Name: "bench"}, durable.BucketOptions{Now: time.Now, Cache: filepath.Join(b.dir, "copies")})
	if err != nil {
		return err
	}
	defer store.Close()
	db, release, err := store.Acquire(bg, "bench", true)
	if err != nil {
		return err
	}
	defer release()
	r := rand.New(rand.NewSource(4))
	n := 0
	write := func(files, size int) error {
		first, err := db.Lease(bg, files)
		if err != nil {
			return err
		}
		var c sqlite.Changeset
		for i := range files {
			data := make([]byte, size)
			r.Read(data)
			n++
			ino := first + vfs.Ino(i)
			c.Pages = append(c.Pages, data)
			c.Changes = append(c.Changes,
				vfs.Change{Op: vfs.OpCreate, Ino: ino, Node: vfs.Node{Ino: ino, Kind: vfs.Regular, Mode: 0o644}},
				vfs.Change{Op: vfs.OpLink, Ino: ino, Dir: vfs.RootIno, Name: fmt.Sprint("f", n)},
				vfs.Change{Op: vfs.OpWrite, Ino: ino, Size: int64(size), Pages: []vfs.PageChunk{{ID: sqlite.NewPage + uint64(i) + 1}}})
		}
		result, err := db.Commit(bg, c)
		if err == nil && len(result.Failed) > 0 {
			err = fmt.Errorf("%d changes were not made", len(result.Failed))
		}
		return err
	}
	for range 26 {
		if err := write(100, 20000); err != nil {
			return err
		}
	}
	if fi, err := os.Stat(db.Path()); err != nil || fi.Size() < 50e6 {
		return errors.Join(err, fmt.Errorf("the database has %d bytes", fi.Size()))
	}
	var took []time.Duration
	for range 100 {
		start := time.Now()
		if err := write(1, 100); err != nil {
			return err
		}
		took = append(took, time.Since(start))
	}
	row("small commit on 50 MB in S3, p50", ms(median(took)), 5, "ms", "limit", 1)
	return nil
}
