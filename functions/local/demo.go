package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/capshell/capshell/functions/client"
)

type demoCommand struct {
	Source string `placeholder:"DIR" type:"existingdir" help:"The tree to work on, the Go distribution's own src if it isn't given."`
}

// demoScript is a text-processing script as people write them: what does the
// standard library import most, who has the most TODOs, how long are its files?
const demoScript = `
set -euo pipefail
cd /workspace/src
report=/workspace/report.md

section() { printf '\n## %s\n\n' "$1" >> "$report"; echo "== $1"; }
table()   { sed 's/^ *//; s/^/    /' | tee -a "$report"; }

files=$(find . -name '*.go' ! -name '*_test.go' ! -path '*/testdata/*' | wc -l)
echo "# $files Go files" > "$report"

section "Most imported packages"
find . -name '*.go' ! -name '*_test.go' ! -path '*/testdata/*' -print0 |
  xargs -0 grep -hE '^[[:space:]]+"[a-z][a-z0-9/]*"$' |
  tr -d '"\t' | sort | uniq -c | sort -rn | head -8 | table

section "Packages with the most TODOs"
grep -rc 'TODO' --include='*.go' . | grep -v ':0$' |
  sed -E 's|^\./([^/]+)/.*:([0-9]+)$|\1 \2|' |
  awk '{ n[$1] += $2 } END { for (p in n) print n[p], p }' | sort -rn | head -5 | table

section "Lines by directory"
for d in fmt net os strings sync; do
  printf '%6d %s\n' "$(cat $d/*.go | wc -l)" "$d"
done | sort -rn | table

echo "report: $(wc -l < "$report") lines"
`

func (c *demoCommand) Run(ctx context.Context, o *options) error {
	source := c.Source
	if source == "" {
		out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("go env GOROOT: %w (--source names another tree)", err)
		}
		source = filepath.Join(strings.TrimSpace(string(out)), "src")
	}
	data, err := os.MkdirTemp("", "capshell-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	publisher, stopS3, err := (&s3Flags{Publish: true}).publisher(ctx, data)
	if err != nil {
		return err
	}
	defer stopS3()
	s, err := openSystem(systemOptions{data: data, idle: 1, publish: publisher})
	if err != nil {
		return err
	}
	defer s.close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: s.handler}
	go srv.Serve(l)
	defer srv.Close()
	return runDemo(ctx, &client.Client{URL: "http://" + l.Addr().String()}, source)
}

func say(format string, a ...any) { fmt.Printf("\n--- "+format+"\n", a...) }

func runDemo(ctx context.Context, cl *client.Client, source string) error {
	const ws = "demo"
	say("serving on %s; loading %s into the workspace %q", cl.URL, source, ws)
	start := time.Now()
	if err := putTree(ctx, cl, ws, source, "/workspace/src"); err != nil {
		return err
	}
	fmt.Printf("in %.1f s\n", time.Since(start).Seconds())

	say("running a script on it in a worker")
	start = time.Now()
	status, err := runExec(ctx, cl, ws, client.ExecRequest{Command: demoScript})
	if err != nil {
		return err
	}
	fmt.Printf("exit status %d in %.1f s\n", status, time.Since(start).Seconds())
	if status != 0 {
		return exitStatus(status)
	}

	say("publishing the report from the shell")
	e, err := cl.Exec(ctx, ws, client.ExecRequest{Command: "assets publish report.md 15m"})
	if err != nil {
		return err
	}
	defer e.Close()
	var out strings.Builder
	if status, err = e.Output(&out, os.Stderr); err != nil || status != 0 {
		return fmt.Errorf("assets publish: exit status %d: %w", status, err)
	}
	url := strings.TrimSpace(out.String())
	fmt.Println(url)

	say("fetching it")
	code, body, err := fetch(ctx, url)
	if err != nil {
		return err
	}
	fmt.Printf("%d, %d bytes, it begins %q\n", code, len(body), strings.SplitN(body, "\n", 2)[0])
	if code != http.StatusOK {
		return fmt.Errorf("the URL answered %d", code)
	}

	say("an altered URL is refused")
	altered := strings.Replace(url, "report.md", "other.md", 1)
	if code, _, err = fetch(ctx, altered); err != nil {
		return err
	}
	fmt.Println(code)
	if code != http.StatusForbidden {
		return fmt.Errorf("an altered URL answered %d", code)
	}

	say("and so is an expired one")
	a, err := cl.Publish(ctx, ws, "/workspace/report.md", time.Second)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(10 * time.Second)
	for code = 0; code != http.StatusForbidden && time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if code, _, err = fetch(ctx, a.URL); err != nil {
			return err
		}
	}
	fmt.Printf("%d, after %s\n", code, a.ExpiresAt.Format(time.RFC3339))
	if code != http.StatusForbidden {
		return fmt.Errorf("an expired URL answered %d", code)
	}
	return nil
}

func fetch(ctx context.Context, url string) (code int, body string, err error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}
