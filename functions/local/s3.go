package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"syscall"
	"time"

	"github.com/capshell/capshell/assets"
)

// s3Config is what a data directory remembers of its S3 server, so that URLs
// survive a restart.
type s3Config struct {
	Port      int    `json:"port"`
	AccessKey string `json:"accessKey"`
	SecretKey string `json:"secretKey"`
}

// localBucket is the bucket of the S3 server on this machine.
const localBucket = "capshell-assets"

// startS3 starts capshell-s3d on loopback and returns a publisher to it.
func startS3(ctx context.Context, dir string) (*assets.Publisher, func(), error) {
	c, err := loadS3Config(dir)
	if err != nil {
		return nil, nil, err
	}
	path, err := binary("capshell-s3d")
	if err != nil {
		return nil, nil, err
	}
	addr := fmt.Sprintf("127.0.0.1:%d", c.Port)
	if conn, err := net.Dial("tcp", addr); err == nil {
		conn.Close()
		return nil, nil, fmt.Errorf("%s, the address of this data directory's S3 server, is in use: does another server run on it? (--no-publish does without)", addr)
	}
	var stderr strings.Builder
	cmd := exec.Command(path, "--listen", addr, "--data", filepath.Join(dir, "buckets"))
	cmd.Env = []string{"CAPSHELL_S3_ACCESS_KEY=" + c.AccessKey, "CAPSHELL_S3_SECRET_KEY=" + c.SecretKey}
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error, 1), make(chan struct{})
	go func() {
		goruntime.LockOSThread() // Pdeathsig follows the thread
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		return nil, nil, err
	}
	stop := func() {
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			cmd.Process.Kill()
			<-ended
		}
	}
	if err := awaitS3(ctx, addr, ended); err != nil {
		stop()
		return nil, nil, fmt.Errorf("capshell-s3d: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	p, err := assets.New(ctx, assets.Config{Endpoint: "http://" + addr, Bucket: localBucket, AccessKey: c.AccessKey, SecretKey: c.SecretKey})
	if err == nil {
		err = p.MakeBucket(ctx)
	}
	if err != nil {
		stop()
		return nil, nil, err
	}
	return p, stop, nil
}

// awaitS3 waits until the server accepts connections.
func awaitS3(ctx context.Context, addr string, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn.Close()
		}
		select {
		case <-ended:
			return errors.New("it ended at once")
		case <-ctx.Done():
			return errors.New("it doesn't listen")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// loadS3Config reads, or makes, the S3 server's port and keys.
func loadS3Config(dir string) (c s3Config, err error) {
	file := filepath.Join(dir, "server.json")
	b, err := os.ReadFile(file)
	if err == nil {
		if err := json.Unmarshal(b, &c); err != nil {
			return c, fmt.Errorf("%s: %w", file, err)
		}
		return c, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return c, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return c, err
	}
	c.Port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	key := make([]byte, 30)
	rand.Read(key)
	c.AccessKey, c.SecretKey = "CAPSHELL"+strings.ToUpper(hex.EncodeToString(key[:6])), hex.EncodeToString(key[6:])
	if b, err = json.Marshal(c); err != nil {
		return c, err
	}
	tmp := file + ".new"
	if err := os.WriteFile(tmp, append(b, '\n'), 0o600); err != nil {
		return c, err
	}
	return c, os.Rename(tmp, file)
}
