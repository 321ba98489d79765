package diff

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// endless repeats a text and counts what was read.
type endless struct {
	text string
	at   int
	n    int
}

func (e *endless) Read(b []byte) (int, error) {
	for n := 0; n < len(b); {
		k := copy(b[n:], e.text[e.at:])
		e.at = (e.at + k) % len(e.text)
		n += k
	}
	e.n += len(b)
	return len(b), nil
}

func TestEndlessPatch(t *testing.T) {
	for _, c := range []struct{ name, head, text string }{
		{"context of a hunk", "--- a\n+++ b\n@@ -1,9999999999 +1,9999999999 @@\n", " x\n"},
		{"added lines", "--- a\n+++ b\n@@ -1,0 +1,9999999999 @@\n", "+\n"},
		{"hunks", "--- a\n+++ b\n", "@@ -1 +1 @@\n-a\n+b\n"},
		{"context diff", "*** a\n--- b\n***************\n*** 1,2 ****\n", "  x\n"},
		{"normal diff", "1,9999999999d0\n", "< x\n"},
		{"ed script", "1a\n", "x\n"},
		{"a line", "", "x"},
		{"a line of a hunk", "--- a\n+++ b\n@@ -1 +1 @@\n-", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := &endless{text: strings.Repeat(c.text, 1000)}
			src := &patchSource{ctx: t.Context(), in: bufio.NewReader(io.MultiReader(strings.NewReader(c.head), in))}
			_, bad := (&patcher{}).parse(src, func(*filePatch) {})
			if bad != "**** out of memory" {
				t.Errorf("got %q", bad)
			}
			if in.n > maxPatch+1<<20 {
				t.Errorf("read %d bytes", in.n)
			}
		})
	}
}

// Text between patches and finished patches are not held.
func TestPatchHolds(t *testing.T) {
	text := strings.Repeat("some words\n", 1000) + "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n"
	e := &endless{text: text}
	src := &patchSource{ctx: t.Context(), in: bufio.NewReader(io.LimitReader(e, int64(300*len(text))))}
	n := 0
	garbage, bad := (&patcher{}).parse(src, func(fp *filePatch) {
		n++
		if len(fp.hunks) != 1 || len(fp.header) < 1000 || fp.bad {
			t.Errorf("patch %d: %d hunks, %d lines before it", n, len(fp.hunks), len(fp.header))
		}
		if held := src.release(); held > 1<<20 {
			t.Errorf("patch %d held %d bytes", n, held)
		}
	})
	if n != 300 || !garbage || bad != "" {
		t.Errorf("got %d patches, %t, %q", n, garbage, bad)
	}
}
