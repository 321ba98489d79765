// Package conformance compares the shell and its commands with the real bash
// and GNU tools. A case is a script; what the real tools answered is recorded
// beside it (CAPSHELL_RECORD=1, or `make record`), and each case is run here
// and compared: stdout byte for byte, and the exit status.
package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Case is one script of a file AREA.sh: the lines behind "### NAME".
// A name that ends in " [stderr]" compares stderr too.
type Case struct {
	Name   string
	Script string
	Stderr bool
}

// Result is what a case gave. Bytes that aren't UTF-8 survive as []byte.
type Result struct {
	Stdout []byte
	Stderr []byte `json:",omitempty"`
	Status int
}

// Shell runs a script as `bash -c` in an empty directory, with no input.
type Shell func(ctx context.Context, script string) Result

// Parse splits a file of cases.
func Parse(text string) ([]Case, error) {
	var cases []Case
	seen := map[string]bool{}
	for _, part := range strings.Split("\n"+text, "\n### ")[1:] {
		name, script, _ := strings.Cut(part, "\n")
		c := Case{Name: strings.TrimSpace(name), Script: script + "\n"}
		if n, ok := strings.CutSuffix(c.Name, " [stderr]"); ok {
			c.Name, c.Stderr = n, true
		}
		if seen[c.Name] {
			return nil, fmt.Errorf("case %q twice", c.Name)
		}
		seen[c.Name] = true
		cases = append(cases, c)
	}
	return cases, nil
}

// Bash is the real bash on this machine, with the GNU tools, as an ordinary
// user where the test runs as root.
func Bash(ctx context.Context, script string) Result {
	return BashRun(ctx, []string{"bash", "-c", script}, "", nil)
}

// BashRun runs the real bash with the arguments args, in a new directory that
// holds files.
func BashRun(ctx context.Context, args []string, stdin string, files map[string]string) Result {
	dir, err := os.MkdirTemp("", "case")
	if err != nil {
		return Result{Stderr: []byte(err.Error()), Status: -1}
	}
	defer os.RemoveAll(dir)
	defer exec.Command("chmod", "-R", "u+rwx", dir).Run()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return Result{Stderr: []byte(err.Error()), Status: -1}
		}
	}
	cmd := exec.CommandContext(ctx, "/bin/bash")
	cmd.Args = args
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "LANG=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp", "USER=user"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		os.Chown(dir, 1000, 1000)
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 1000, Gid: 1000}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	status := cmd.ProcessState.ExitCode()
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		status = 128 + int(ws.Signal())
	}
	return Result{out.Bytes(), errs.Bytes(), status}
}

// Run checks all cases of dir/*.sh against dir/*.json, what was recorded.
func Run(t *testing.T, dir string, ours Shell) {
	files, err := filepath.Glob(filepath.Join(dir, "*.sh"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s", dir)
	}
	sort.Strings(files)
	for _, file := range files {
		area := strings.TrimSuffix(filepath.Base(file), ".sh")
		t.Run(area, func(t *testing.T) {
			t.Parallel()
			runFile(t, file, ours)
		})
	}
}

func runFile(t *testing.T, file string, ours Shell) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Parse(string(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	recordFile := strings.TrimSuffix(file, ".sh") + ".json"
	recorded := map[string]Result{}
	if os.Getenv("CAPSHELL_RECORD") != "" {
		for _, c := range cases {
			recorded[c.Name] = runCase(Bash, c)
		}
		b, _ := json.MarshalIndent(recorded, "", " ")
		if err := os.WriteFile(recordFile, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	} else {
		b, err := os.ReadFile(recordFile)
		if err != nil {
			t.Fatalf("not recorded (make record): %v", err)
		}
		if err := json.Unmarshal(b, &recorded); err != nil {
			t.Fatalf("%s: %v", recordFile, err)
		}
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			want, ok := recorded[c.Name]
			if !ok {
				t.Fatalf("not recorded (make record)")
			}
			got := runCase(ours, c)
			if !bytes.Equal(got.Stdout, want.Stdout) || got.Status != want.Status {
				t.Errorf("script:\n%s\ngot status %d, stdout %q\nstderr %q\nwant status %d, stdout %q\nstderr %q",
					c.Script, got.Status, got.Stdout, got.Stderr, want.Status, want.Stdout, want.Stderr)
			}
			if c.Stderr && !bytes.Equal(got.Stderr, want.Stderr) {
				t.Errorf("script:\n%s\ngot stderr %q\nwant %q", c.Script, got.Stderr, want.Stderr)
			}
		})
	}
}

func runCase(sh Shell, c Case) Result {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r := sh(ctx, c.Script)
	return r
}
