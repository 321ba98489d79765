package commands_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// run runs a program on a file and fails where it panics or doesn't end.
func run(t *testing.T, data []byte, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r := ours.Run(ctx, ours.Exec{Args: args, Files: map[string]string{"in": string(data)}})
	if ctx.Err() != nil {
		t.Fatalf("%q doesn't end", args)
	}
	if bytes.Contains(r.Stderr, []byte("internal error")) {
		t.Fatalf("%q: %s", args, r.Stderr)
	}
}

// seed returns what a program of this machine makes, for a corpus.
func seed(script string) []byte {
	out, _ := exec.Command("/bin/bash", "-c", "cd \"$(mktemp -d)\" || exit; echo hello > a; echo world > b; ln -s a l; mkdir d; cp b d; "+script).Output()
	return out
}

func FuzzArchives(f *testing.F) {
	for _, s := range []string{"tar cf - a b l d", "tar cf - --format=pax a d", "find . | cpio -o --quiet -H newc", "find . | cpio -o --quiet -H odc",
		"find . | cpio -o --quiet", "ar rc x.a a b; cat x.a", "zip -qr - a d", "gzip -c a", "bzip2 -c a", "xz -c a", "truncate -s 100k s; echo x >> s; tar cSf - s"} {
		f.Add(seed(s))
	}
	f.Add([]byte("\x1f\x9d\x90a\xc4(\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		run(t, data, "tar", "tvf", "in")
		run(t, data, "tar", "xf", "in", "--one-top-level=out")
		run(t, data, "cpio", "-itv", "-I", "in")
		run(t, data, "cpio", "-id", "--quiet", "--no-absolute-filenames", "-I", "in")
		run(t, data, "ar", "tv", "in")
		run(t, data, "unzip", "-o", "-d", "z", "in")
		run(t, data, "unzip", "-v", "in")
		run(t, data, "gzip", "-dc", "in")
		run(t, data, "gzip", "-l", "in")
		run(t, data, "bzip2", "-t", "in")
		run(t, data, "xz", "-l", "in")
		run(t, data, "file", "-z", "in")
		run(t, data, "uudecode", "-o", "-", "in")
	})
}

func FuzzPatch(f *testing.F) {
	for _, s := range []string{"diff a b", "diff -c a b", "diff -u a b", "diff -e a b", "diff -uN a x; diff -u a b", "printf 'diff --git a/a b/c\nrename from a\nrename to c\n'"} {
		f.Add(seed(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		run(t, data, "patch", "-f", "-i", "in", "-p0", "-D", "X")
		run(t, data, "patch", "-t", "-R", "new", "in")
		run(t, data, "patch", "--merge=diff3", "in", "in")
	})
}

func FuzzExpressions(f *testing.F) {
	f.Add("-name x -o ( -type f ! -size +1k ) -printf %p\\n")
	f.Add("-perm -u+x,g=r -newermt 2020-01-01 -exec echo {} + -prune")
	f.Add("1 + ( 2 * 3 ) : a\\(b*\\)")
	f.Add("%5.2f %s %q %b %*d")
	f.Add("-w 1 0.1 2")
	f.Fuzz(func(t *testing.T, s string) {
		words := strings.Fields(s)
		if len(words) > 50 || len(s) > 500 {
			return
		}
		for _, w := range words {
			if strings.Contains(w, "\x00") || len(w) > 9 && strings.Trim(w, "0123456789") == "" {
				return
			}
		}
		run(t, nil, append([]string{"find", "."}, words...)...)
		run(t, nil, append([]string{"expr"}, words...)...)
		run(t, nil, "stat", "-c", s, "in")
		run(t, nil, "date", "-d", s)
		run(t, nil, append([]string{"xargs"}, words...)...)
		run(t, nil, "od", "-t", s, "in")
		run(t, nil, "hexdump", "-e", s, "in")
		run(t, nil, "tar", "cf", "o", "--transform", s, "in")
		run(t, nil, append([]string{"numfmt"}, words...)...)
		run(t, nil, append([]string{"getopt"}, words...)...)
		run(t, nil, append([]string{"dd", "if=in", "status=none"}, words...)...)
		run(t, nil, "ls", "--time-style", s, "-l")
		run(t, nil, "env", "-S", s)
	})
}

func FuzzModes(f *testing.F) {
	f.Add("u+rwx,g-s,o=t", "10K")
	f.Fuzz(func(t *testing.T, mode, n string) {
		if c, err := filemode.Parse(mode); err == nil {
			if m := c.Apply(0o755, true, 0o22); m > 0o7777 {
				t.Errorf("%q: mode %o", mode, m)
			}
		}
		size.Parse(n, "bcwkKMG0")
		size.ParseBlocks(n)
		for s := range quote.Styles {
			quote.Options{Style: quote.Style(s), UTF8: true}.Quote(mode)
		}
	})
}

// FuzzCommandLines gives commands any arguments: none may panic or go on
// without end.
func FuzzCommandLines(f *testing.F) {
	for _, s := range []string{"cf a.tar --pax-option=delete=x*,exthdr.name=%d/%f,k:=v --owner-map=in in", "cf a -T in --checkpoint=2 --checkpoint-action=exec=true", "cf a --transform s,a,b,xg in",
		"-k1,2n -k3.1b,4r -t, in", "--page-length=10 -2 -n:3 in", "-f 1-,3 -d , --output-delimiter=x in", "-c -e . --arg a b -r in", "-D X --old-line-format=%l%c'a' in in", "-b d -n l/3 in p",
		"--from=iec --to=si --format=%.2f 1K", "-d @1 +%Y%-j%_3N", "log --format=%h%<(9)%s -2", "-z -s -t : -o a,b in", "/a/+1 {2} in", "-L 3 -I % echo % in"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := strings.Fields(s)
		if len(words) > 12 || len(s) > 200 || strings.ContainsAny(s, "\x00") {
			return
		}
		digits := 0
		for _, c := range s {
			if digits++; c < '0' || c > '9' {
				digits = 0
			}
			if digits > 4 { // a width or a count that takes its time
				return
			}
		}
		for _, name := range []string{"tar", "cpio", "zip", "xz", "zstd", "git", "rg", "diff", "sort", "pr", "fmt", "cut", "join", "csplit", "split", "numfmt", "date", "column", "ptx", "jq", "patch", "iconv", "xargs", "od", "getopt"} {
			run(t, []byte("a b c\n1,2,3\nx\n"), append([]string{name}, words...)...)
		}
	})
}
