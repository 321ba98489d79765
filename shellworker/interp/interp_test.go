package interp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

func TestConformance(t *testing.T) { conformance.Run(t, "testdata", ours.Shell) }

// run runs a script that must end within some seconds.
func run(t *testing.T, script string) conformance.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r := ours.Shell(ctx, script)
	if ctx.Err() != nil {
		t.Fatalf("script did not end:\n%s", script)
	}
	return r
}

func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, script, stderr string }{
		{"recursion", `f() { f; }; f`, "maximum function nesting level exceeded"},
		{"eval recursion", `e='eval "$e"'; eval "$e"`, "nesting level exceeded"},
		{"source recursion", `echo '. ./s' > s; . ./s`, "nesting level exceeded"},
		{"arithmetic recursion", `x=x; echo $((x))`, "recursion level exceeded"},
		{"fork bomb", `f() { f | f & }; f; wait`, "processes"},
		{"string growth", `x=x; while :; do x=$x$x; done`, "cannot allocate"},
		{"substitution growth", `x=$(while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done)`, "cannot allocate"},
		{"nesting", "eval \"" + strings.Repeat("(", 5000) + "\"", "nested too deeply"},
		{"nested substitutions", "eval 'echo " + strings.Repeat("$(", 3000) + "'", ""},
		{"braces", "echo {1..999999999}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, c.script)
			if !strings.Contains(string(r.Stderr), c.stderr) {
				t.Errorf("stderr %.300q, want it to contain %q", r.Stderr, c.stderr)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for _, script := range []string{
		"while :; do :; done", "for ((;;)); do ((i++)); done", "cat <(while :; do :; done)", "sleep 100", "read x < <(sleep 100)",
		"sleep 100 | cat", "(trap '' TERM INT; while :; do :; done) & wait", "x=$(sleep 100)", "mkfifo p; cat p", "exec 3<>/dev/zero; wait; sleep 9 & wait",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		done := make(chan conformance.Result)
		go func() { done <- ours.Shell(ctx, script) }()
		select {
		case r := <-done:
			if r.Status != 137 {
				t.Errorf("%s: status %d, want 137", script, r.Status)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: not cancelled", script)
		}
		cancel()
	}
}
