package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

func seeds(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.sh")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		cases, err := conformance.Parse(string(b))
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range cases {
			f.Add(c.Script)
		}
	}
}

// FuzzParse: no text makes the parser or the printer panic or hang.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, opt := range []*syntax.Options{{}, {Extglob: true, Posix: true}} {
			p := syntax.NewParser(s, 1, opt, nil)
			for {
				l, err := p.Next()
				if err != nil {
					if e, ok := err.(*syntax.Error); ok && e.Compound {
						continue
					}
					break
				}
				syntax.Print(l)
			}
		}
		for _, m := range []syntax.Mode{syntax.Normal, syntax.Heredoc, syntax.DQuoted, syntax.ArithM, syntax.PatSub, syntax.Assigns} {
			(&syntax.Word{Raw: s, Mode: m}).Compile()
		}
		syntax.Braces(s)
	})
}

// FuzzRun: no script makes the interpreter panic, or go on when it is cancelled.
func FuzzRun(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		done := make(chan conformance.Result, 1)
		go func() { done <- ours.Shell(ctx, s) }()
		select {
		case r := <-done:
			if r.Status == 134 {
				t.Fatalf("%q: %s", s, r.Stderr)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%q: not cancelled", s)
		}
	})
}
