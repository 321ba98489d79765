package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/rpc"
)

var bg = context.Background()

// frames returns what an answer holds, one frame a word.
func frames(t *testing.T, r io.Reader) (words []string) {
	t.Helper()
	for fr := invocation.NewReader(r); ; {
		kind, data, err := fr.Next()
		if errors.Is(err, io.EOF) {
			return words
		}
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, fmt.Sprintf("%c:%s", kind, data))
	}
}

// TestEvents: characters stay whole, and the host and the answer's reader
// number the events alike.
func TestEvents(t *testing.T) {
	var out bytes.Buffer
	l := newEventLog(invocation.NewWriter(&out), false)
	for _, p := range []struct {
		stream int
		text   string
	}{{1, "a\xc3"}, {2, "err"}, {1, "\xa9b"}, {1, "\xff\xfe"}, {1, "\xe2\x82"}} {
		if err := l.put(bg, p.stream, []byte(p.text)); err != nil {
			t.Fatal(err)
		}
	}
	l.say("timed out")
	l.flush()
	seq, events, more := l.next()
	var told []string
	for _, e := range events {
		told = append(told, fmt.Sprintf("%c:%s", " oe"[e.Stream], e.Value))
	}
	want := fmt.Sprintf("%q", []string{"o:a", "e:err", "o:éb", "o:\xff\xfe", "e:capshell: timed out\n", "o:\xe2\x82"})
	if got := fmt.Sprintf("%q", told); seq != 0 || more || got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	l.end()
	l.sending.Wait()
	if got := fmt.Sprintf("%q", frames(t, &out)); got != want {
		t.Errorf("answered %s, want %s", got, want)
	}
	// What was told is not told again.
	l.tell(4)
	if seq, events, _ := l.next(); seq != 4 || len(events) != 2 {
		t.Errorf("%d events from %d on", len(events), seq)
	}
}

// TestAnswerInOnePiece: once the host is told by batches the answer holds no
// events, so that it stays small.
func TestAnswerInOnePiece(t *testing.T) {
	var out bytes.Buffer
	l := newEventLog(invocation.NewWriter(&out), true)
	l.send1(invocation.Held, []byte("me"))
	l.put(bg, 1, []byte("early"))
	l.hand()
	l.put(bg, 1, []byte("late"))
	l.end(invocation.Frame{Kind: invocation.Exit, Data: []byte("{}")})
	l.sending.Wait()
	if got := fmt.Sprint(frames(t, &out)); got != "[i:me l: x:{}]" {
		t.Error(got)
	}
}

// TestOutputIsBounded: a script waits while nobody takes what it printed.
func TestOutputIsBounded(t *testing.T) {
	page := bytes.Repeat([]byte("x"), 256<<10)
	fill := func(l *eventLog) (n int, err error) {
		ctx, cancel := context.WithTimeout(bg, 200*time.Millisecond)
		defer cancel()
		for ; n < 100 && err == nil; n++ {
			err = l.put(ctx, 1, page)
		}
		return n, err
	}
	l := newEventLog(nil, false)
	n, err := fill(l)
	if err == nil || n > mostUntold/len(page)+2 {
		t.Errorf("%d pages were taken that the host wasn't told: %v", n, err)
	}
	select {
	case <-l.full:
	default:
		t.Error("nobody was told that it is full")
	}
	for more := true; more; {
		var seq int64
		var events []rpc.Event
		seq, events, more = l.next()
		size := 0
		for _, e := range events {
			size += len(e.Value)
		}
		if size > reportSize {
			t.Errorf("a report of %d bytes", size)
		}
		l.tell(seq + int64(len(events)))
	}
	if err := l.put(bg, 1, page); err != nil {
		t.Error(err)
	}
	r, w := io.Pipe()
	l = newEventLog(invocation.NewWriter(w), false)
	if n, err := fill(l); err == nil || n > 3*mostUnsent/len(page) {
		t.Errorf("%d pages were taken that nobody read: %v", n, err)
	}
	r.CloseWithError(errors.New("gone")) // a reader that went away is no reason to wait
	if err := l.put(bg, 1, page); err != nil {
		t.Error(err)
	}
	l.end()
	l.sending.Wait()
}

// TestChunkCache: it is one tenant's, bounded, and knows pages by what they
// were since a revision.
func TestChunkCache(t *testing.T) {
	var c chunkCache
	a, b := tenant{"a", 1}, tenant{"b", 1}
	c.enter(a)
	ranges := []rpc.Range{{Ino: 5, Rev: 2, First: 1, Count: 2}}
	c.keep(a, []uint64{7, 0}, [][]byte{[]byte("seven"), nil})
	c.place(a, ranges, []uint64{7, 0})
	read := func(of tenant, r rpc.Range) (text string, ok bool) {
		ok = c.pages(of, []rpc.Range{r}, func(id uint64) bool {
			data, ok := c.chunk(of, id)
			text += string(data) + ";"
			return ok
		})
		return text, ok
	}
	if text, ok := read(a, ranges[0]); !ok || text != "seven;;" {
		t.Errorf("%q, %t", text, ok)
	}
	if _, ok := read(a, rpc.Range{Ino: 5, Rev: 3, First: 1, Count: 1}); ok {
		t.Error("a page of another revision was found")
	}
	if _, ok := read(b, ranges[0]); ok {
		t.Error("another tenant found it")
	}
	c.keep(b, []uint64{8}, [][]byte{[]byte("eight")})
	if _, ok := c.chunk(a, 8); ok {
		t.Error("another tenant's chunk was taken in")
	}
	for _, other := range []tenant{b, {"a", 2}, a} {
		c.enter(other)
		if text, ok := read(other, ranges[0]); ok {
			t.Errorf("%v found %q", other, text)
		}
	}
	page := []byte(strings.Repeat("x", 1<<20))
	for id := range uint64(3 * cacheBytes >> 20) {
		c.keep(a, []uint64{id + 1}, [][]byte{page})
		if c.bytes > cacheBytes || len(c.data) > cacheBytes>>20 {
			t.Fatalf("%d bytes in %d chunks", c.bytes, len(c.data))
		}
	}
}
