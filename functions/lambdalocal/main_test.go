package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestStart has serve refuse what it can't start with, and end the S3 server
// that it started, rather than wait for it.
func TestStart(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dist := t.TempDir()
	for _, function := range []string{"host", "shellworker"} {
		dir := filepath.Join(dist, function+"-"+runtime.GOARCH)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "bootstrap"), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s3d := filepath.Join(t.TempDir(), "s3d")
	if err := os.WriteFile(s3d, []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for words, o := range map[string]options{
		"address already in use":                 {Listen: l.Addr().String(), Dist: dist},
		"missing port":                           {Listen: "bogus", Dist: dist},
		"make package builds it":                 {Listen: "127.0.0.1:0", Dist: t.TempDir()},
		"the S3 server has ended: exit status 3": {Listen: "127.0.0.1:0", Dist: dist},
	} {
		o.Data, o.S3d = t.TempDir(), s3d
		answer := make(chan error, 1)
		go func() { answer <- serve(context.Background(), o) }()
		select {
		case err := <-answer:
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%q: %v", words, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%q: serve still waits", words)
		}
	}
}
