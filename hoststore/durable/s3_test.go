package durable

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/superfly/ltx"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

var bg = context.Background()

// client is connected to a real S3 server on loopback.
var client *s3.Client

func TestMain(m *testing.M) {
	if v := os.Getenv("DURABLE_VICTIM"); v != "" {
		var endpoint, bucket, prefix string
		var at int
		var before bool
		_, err := fmt.Sscan(v, &endpoint, &bucket, &prefix, &at, &before)
		if err == nil {
			err = victim(endpoint, bucket, prefix, at, before)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	dir, err := os.MkdirTemp("", "durable-")
	if err != nil {
		panic(err)
	}
	code := func() int {
		defer os.RemoveAll(dir)
		bin := filepath.Join(dir, "capshell-s3d")
		build := exec.Command("go", "build", "-o", bin, "../../functions/s3d")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Printf("%v\n%s", err, out)
			return 1
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		addr := l.Addr().String()
		l.Close()
		srv := exec.Command(bin, "--listen", addr, "--data", filepath.Join(dir, "buckets"))
		srv.Env = []string{"CAPSHELL_S3_ACCESS_KEY=key", "CAPSHELL_S3_SECRET_KEY=secretsecret"}
		if err := srv.Start(); err != nil {
			panic(err)
		}
		defer func() { srv.Process.Kill(); srv.Wait() }()
		client = s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: aws.String("http://" + addr), UsePathStyle: true,
			Credentials: credentials.NewStaticCredentialsProvider("key", "secretsecret", "")})
		for {
			if conn, err := net.Dial("tcp", addr); err == nil {
				conn.Close()
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		return m.Run()
	}()
	os.Exit(code)
}

// newBucket makes a bucket of the test's own.
func newBucket(t *testing.T) *Bucket {
	t.Helper()
	name := fmt.Sprintf("b%d", time.Now().UnixNano())
	if _, err := client.CreateBucket(bg, &s3.CreateBucketInput{Bucket: &name}); err != nil {
		t.Fatal(err)
	}
	return &Bucket{Client: client, Name: name, Prefix: "p/"}
}

func openStore(t *testing.T, b *Bucket) *BucketStore {
	t.Helper()
	s, err := OpenBucket(b, BucketOptions{Now: time.Now, Cache: t.TempDir(), Fail: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// write commits a file. more are how many bytes others have that go with it.
func write(s *BucketStore, name string, data []byte, more ...int) error {
	db, release, err := s.Acquire(bg, "w", true)
	if err != nil {
		return err
	}
	defer release()
	_, err = db.Update(bg, func(f *vfs.FS, _ *sqlite.Tx) error {
		err := f.WriteFile(bg, "/workspace/"+name, data, 0o644)
		for i, n := range more {
			err = errors.Join(err, f.WriteFile(bg, fmt.Sprintf("/workspace/more%d", i), noise(n, int(crc32.ChecksumIEEE(data))+i), 0o644))
		}
		return err
	})
	return err
}

func read(s *BucketStore, name string) (data []byte, err error) {
	db, release, err := s.Acquire(bg, "w", false)
	if err != nil {
		return nil, err
	}
	defer release()
	err = db.Read(bg, 0, func(r *sqlite.Reader) error {
		f, err := r.FS()
		if err != nil {
			return err
		}
		data, err = f.ReadFile(bg, "/workspace/"+name, 1<<30)
		return err
	})
	return data, err
}

func TestBucketStore(t *testing.T) {
	b := newBucket(t)
	one, two := openStore(t, b), openStore(t, b)
	if _, err := read(two, "f"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a workspace that isn't there: %v", err)
	}
	big := bytes.Repeat([]byte("large chunk "), 50000)
	if err := errors.Join(write(one, "f", []byte("1")), write(one, "big", big)); err != nil {
		t.Fatal(err)
	}
	// What was acknowledged is read by any process, also a new one.
	if got, err := read(two, "f"); string(got) != "1" {
		t.Errorf("%q, %v", got, err)
	}
	if err := write(two, "f", []byte("2")); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*BucketStore{one, openStore(t, b)} {
		if got, err := read(s, "f"); string(got) != "2" {
			t.Errorf("%q, %v", got, err)
		}
		if got, err := read(s, "big"); !bytes.Equal(got, big) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	if names, err := one.List(); err != nil || len(names) != 1 || names[0] != "w" {
		t.Errorf("%v, %v", names, err)
	}
	if err := two.Delete("w"); err != nil {
		t.Fatal(err)
	}
	if _, err := read(one, "f"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a workspace that another process removed: %v", err)
	}
	if err := write(one, "again", nil); err != nil {
		t.Errorf("made again: %v", err)
	}
}

// race lets two processes' stores commit to one workspace, and returns how
// many of the commits are there in the end.
func race(t *testing.T, b *Bucket, each int) (there int, file string) {
	t.Helper()
	stores := []*BucketStore{openStore(t, b), openStore(t, b)}
	if err := write(stores[0], "begin", nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := range each {
				if err := write(s, fmt.Sprintf("%d-%d", i, n), fmt.Appendf(nil, "%d", n)); err != nil && !b.Unconditional {
					t.Errorf("%d-%d: %v", i, n, err)
				}
			}
		})
	}
	wg.Wait()
	last := openStore(t, b)
	db, release, err := last.Acquire(bg, "w", false)
	if err != nil {
		if b.Unconditional {
			return 0, ""
		}
		t.Fatal(err)
	}
	defer release()
	err = db.Read(bg, 0, func(r *sqlite.Reader) error {
		entries, err := r.Entries(vfs.RootIno)
		there = len(entries) - 1
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return there, db.Path()
}

func TestTwoHostsRace(t *testing.T) {
	const each = 200
	there, file := race(t, newBucket(t), each)
	if there != 2*each {
		t.Errorf("%d of %d commits are there", there, 2*each)
	}
	db, err := sql.Open("sqlite", file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var result string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&result); err != nil || result != "ok" {
		t.Errorf("integrity_check: %s, %v", result, err)
	}
}

// TestRaceCanFail is the control: without the compare-and-swap, commits are lost.
func TestRaceCanFail(t *testing.T) {
	b := newBucket(t)
	b.Unconditional = true
	const each = 100
	if there, _ := race(t, b, each); there == 2*each {
		t.Errorf("no commit was lost without the swap: the race proves nothing")
	}
}

// TestCommitsAreGrouped: many writers' commits go in fewer publications.
func TestCommitsAreGrouped(t *testing.T) {
	b, requests := counted(newBucket(t))
	s := openStore(t, b)
	if err := write(s, "begin", nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	const writers, each = 8, 20
	for i := range writers {
		wg.Go(func() {
			for n := range each {
				if err := write(s, fmt.Sprintf("%d-%d", i, n), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	puts := 0
	for _, r := range requests.take() {
		if r == "PUT "+manifestKey {
			puts++
		}
	}
	if puts >= writers*each {
		t.Errorf("%d publications for %d commits", puts, writers*each)
	}
}

// counted notes the requests that are made of a bucket.
func counted(b *Bucket) (*Bucket, *countingClient) {
	o := client.Options()
	c := &countingClient{inner: o.HTTPClient}
	o.HTTPClient = c
	own := *b
	own.Client = s3.New(o)
	return &own, c
}

// TestRequests: what reading and writing costs.
func TestRequests(t *testing.T) {
	b := newBucket(t)
	counting, requests := counted(b)
	one, two := openStore(t, counting), openStore(t, b)
	if err := write(one, "begin", nil); err != nil {
		t.Fatal(err)
	}
	requests.take()
	want := func(what string, want ...string) {
		t.Helper()
		if got := requests.take(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", what, got, want)
		}
	}
	same, get, put := "GET manifest.json (the same)", "GET manifest.json", "PUT manifest.json"
	if err := write(one, "small", []byte("x")); err != nil {
		t.Fatal(err)
	}
	want("a small commit", same, put)
	if got, err := read(one, "small"); string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
	want("reading what is known", same)
	if err := write(two, "other", []byte("y")); err != nil {
		t.Fatal(err)
	}
	if got, err := read(one, "other"); string(got) != "y" {
		t.Errorf("%q, %v", got, err)
	}
	want("another's small commit", get, get)
	// More than a manifest holds is an object, with those before it.
	if err := write(two, "large", noise(31000, 1), 31000, 31000); err != nil {
		t.Fatal(err)
	}
	if got, err := read(one, "large"); !bytes.Equal(got, noise(31000, 1)) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	want("another's larger commit", get, get, "GET ltx")
	if err := write(one, "large", noise(31000, 2), 31000, 31000); err != nil {
		t.Fatal(err)
	}
	want("a larger commit", same, "PUT ltx", put)
	if got, err := read(openStore(t, counting), "large"); !bytes.Equal(got, noise(31000, 2)) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	want("a new process", get, "GET ltx", "GET ltx", "GET ltx")
}

// TestCaughtUpInTheMiddle: a process that has some of the commits that became
// one object goes on with that object; one whose history is another does not.
func TestCaughtUpInTheMiddle(t *testing.T) {
	b := newBucket(t)
	counting, requests := counted(b)
	writer, reader := openStore(t, b), openStore(t, counting)
	for i := range 4 {
		if err := write(writer, fmt.Sprintf("f%d", i), noise(20000, i)); err != nil {
			t.Fatal(err)
		}
		if i == 1 { // the one after the next does not fit any more
			if _, err := read(reader, "f1"); err != nil {
				t.Fatal(err)
			}
			requests.take()
		}
	}
	for i := range 4 {
		if got, err := read(reader, fmt.Sprintf("f%d", i)); !bytes.Equal(got, noise(20000, i)) {
			t.Errorf("f%d: %d bytes, %v", i, len(got), err)
		}
	}
	ltx := 0
	for _, r := range requests.take() {
		if r == "GET ltx" {
			ltx++
		}
	}
	if ltx != 1 {
		t.Errorf("%d objects were read, not the one that follows", ltx)
	}
	if err := write(reader, "after", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := read(writer, "after"); err != nil {
		t.Error(err)
	}
	r := &replica{b: writer.workspace("w"), path: filepath.Join(t.TempDir(), "x.db"), now: time.Now}
	if err := r.open(bg, false); err != nil {
		t.Fatal(err)
	}
	for i, s := range r.m.Segments {
		if s.Min < s.Max {
			r.pos = ltxPos(s.Max-1, s.Commits[len(s.Commits)-2].Sum)
			if got := r.offsetOf(r.m); got != i {
				t.Errorf("in the middle of segment %d: %d", i, got)
			}
			r.pos = ltxPos(s.Max-1, s.Commits[len(s.Commits)-2].Sum^1)
			if got := r.offsetOf(r.m); got != -1 {
				t.Errorf("another history, in the middle of segment %d: %d", i, got)
			}
			return
		}
	}
	t.Error("no commits became one object")
}

func ltxPos(tx ltx.TXID, sum ltx.Checksum) ltx.Pos { return ltx.Pos{TXID: tx, PostApplyChecksum: sum} }

// noise is data that can't be made smaller.
func noise(n, seed int) []byte {
	data := make([]byte, n)
	rand.New(rand.NewSource(int64(seed))).Read(data)
	return data
}

// TestMadeAnew: a process that had a workspace finds another of its name,
// however many commits that has.
func TestMadeAnew(t *testing.T) {
	for _, commits := range []int{1, 2, 3, 4, 5} {
		b := newBucket(t)
		one, two := openStore(t, b), openStore(t, b)
		for i := range 3 {
			if err := write(one, "f", fmt.Appendf(nil, "old %d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := read(two, "f"); string(got) != "old 2" {
			t.Fatalf("%q, %v", got, err)
		}
		if err := one.Delete("w"); err != nil {
			t.Fatal(err)
		}
		for i := range commits {
			if err := write(one, "f", fmt.Appendf(nil, "new %d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := read(two, "f"); string(got) != fmt.Sprint("new ", commits-1) {
			t.Errorf("%d commits: %q, %v", commits, got, err)
		}
	}
}

// TestSeen: whether what a process has seen is the newest is known later.
func TestSeen(t *testing.T) {
	b := newBucket(t)
	one, two := openStore(t, b), openStore(t, b)
	if err := write(one, "f", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if _, _, _, ok := two.Seen("w"); ok {
		t.Error("a workspace that was never seen")
	}
	seen := func(s *BucketStore) func() (bool, error) {
		t.Helper()
		_, newest, release, ok := s.Seen("w")
		if !ok {
			t.Fatal("it was seen")
		}
		t.Cleanup(release)
		return func() (bool, error) { return newest(bg) }
	}
	if ok, err := seen(one)(); !ok || err != nil {
		t.Errorf("the newest: %t, %v", ok, err)
	}
	before := seen(one)
	if err := write(two, "f", []byte("2")); err != nil {
		t.Fatal(err)
	}
	// Though this process has caught up since.
	if _, err := read(one, "f"); err != nil {
		t.Fatal(err)
	}
	if ok, err := before(); ok || err != nil {
		t.Errorf("another committed: %t, %v", ok, err)
	}
	if _, _, _, ok := one.Seen("w"); ok {
		t.Error("another committed the last time")
	}
	if _, err := read(one, "f"); err != nil {
		t.Fatal(err)
	}
	last := seen(one)
	if err := two.Delete("w"); err != nil {
		t.Fatal(err)
	}
	if ok, err := last(); ok || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it was removed: %t, %v", ok, err)
	}
}

// TestCompaction: however many commits, a new host reads few objects.
func TestCompaction(t *testing.T) {
	b := newBucket(t)
	s := openStore(t, b)
	for i := range 3 * compactAt {
		if err := write(s, fmt.Sprintf("f%d", i%10), noise(400*i, i)); err != nil {
			t.Fatal(err)
		}
	}
	cold := openStore(t, b)
	for i := 3*compactAt - 10; i < 3*compactAt; i++ {
		if got, err := read(cold, fmt.Sprintf("f%d", i%10)); !bytes.Equal(got, noise(400*i, i)) {
			t.Errorf("f%d: %d bytes, %v", i%10, len(got), err)
		}
	}
	r := &replica{b: s.workspace("w"), path: filepath.Join(t.TempDir(), "x.db"), now: time.Now}
	if err := r.open(bg, false); err != nil {
		t.Fatal(err)
	}
	if n := len(r.m.Segments); n > compactAt+1 {
		t.Errorf("%d segments", n)
	}
	if len(r.m.Garbage) == 0 {
		t.Error("what was merged isn't marked")
	}
	// A host that was there all along goes on over a compaction by another.
	if err := write(cold, "after", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got, err := read(s, "after"); string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDamage(t *testing.T) {
	for name, harm := range map[string]struct {
		do   func(b *Bucket, keys []string) error
		want string
	}{
		"a missing object": {func(b *Bucket, keys []string) error { return b.remove(bg, keys[0]) }, "isn't there"},
		"a changed page set": {func(b *Bucket, keys []string) error {
			data, _, err := b.get(bg, keys[0], "")
			if err != nil {
				return err
			}
			data[len(data)/2] ^= 1
			_, err = b.put(bg, keys[0], data, "")
			return err
		}, "page set"},
		"a page set cut short": {func(b *Bucket, keys []string) error {
			data, _, err := b.get(bg, keys[len(keys)-1], "")
			if err != nil {
				return err
			}
			_, err = b.put(bg, keys[len(keys)-1], data[:len(data)/2], "")
			return err
		}, "page set"},
		"a changed page set in the manifest": {func(b *Bucket, _ []string) error {
			data, _, err := b.get(bg, manifestKey, "")
			if err != nil {
				return err
			}
			var m manifest
			if err := json.Unmarshal(data, &m); err != nil {
				return err
			}
			last := m.Segments[len(m.Segments)-1].Data
			last[len(last)/2] ^= 1
			if data, err = json.Marshal(m); err == nil {
				_, err = b.put(bg, manifestKey, data, "")
			}
			return err
		}, "page set"},
		"a manifest that is none": {func(b *Bucket, _ []string) error { _, err := b.put(bg, manifestKey, []byte("{"), ""); return err }, "manifest"},
		"a newer manifest": {func(b *Bucket, _ []string) error {
			_, err := b.put(bg, manifestKey, []byte(`{"version":9,"segments":[{}]}`), "")
			return err
		}, "newer"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBucket(t)
			s := openStore(t, b)
			for i := range 3 {
				if err := write(s, "f", bytes.Repeat([]byte{byte(i)}, 10000)); err != nil {
					t.Fatal(err)
				}
			}
			ws := s.workspace("w")
			var keys []string
			ws.list(bg, "ltx/", "", func(key string, _ time.Time) error { keys = append(keys, key); return nil })
			if err := harm.do(ws, keys); err != nil {
				t.Fatal(err)
			}
			if _, err := read(openStore(t, b), "f"); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), harm.want) {
				t.Errorf("%v, want %q", err, harm.want)
			}
		})
	}
}

// TestLostAnswer: a commit whose PUT arrived though its answer did not is
// recognised, and not made twice.
func TestLostAnswer(t *testing.T) {
	b := newBucket(t)
	lossy := *b
	o := client.Options()
	o.HTTPClient = &losingClient{inner: o.HTTPClient, path: manifestKey}
	lossy.Client = s3.New(o)
	s := openStore(t, &lossy)
	if err := write(s, "begin", nil); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if err := write(s, fmt.Sprintf("f%d", i), nil); err != nil {
			t.Errorf("f%d: %v", i, err)
		}
	}
	cold := openStore(t, b)
	for i := range 10 {
		if _, err := read(cold, fmt.Sprintf("f%d", i)); err != nil {
			t.Errorf("f%d: %v", i, err)
		}
	}
}

// TestUnreachable: a bucket that refuses, or doesn't answer, is a clear error,
// nothing is acknowledged, and it goes on once the bucket is there again.
func TestUnreachable(t *testing.T) {
	refuse, hang := &refusingClient{inner: client.Options().HTTPClient}, &hangingClient{inner: client.Options().HTTPClient}
	for name, c := range map[string]struct {
		client  s3.HTTPClient
		on      *atomic.Bool
		timeout time.Duration
		words   string
	}{
		"refused":   {refuse, &refuse.on, 0, "SlowDown: Reduce your request rate."},
		"no answer": {hang, &hang.on, 300 * time.Millisecond, "no answer within 300ms"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBucket(t)
			o := client.Options()
			o.HTTPClient, o.RetryMaxAttempts = c.client, 2
			shaky := *b
			shaky.Client, shaky.Timeout = s3.New(o), c.timeout
			s := openStore(t, &shaky)
			if err := write(s, "before", nil); err != nil {
				t.Fatal(err)
			}
			c.on.Store(true)
			err := write(s, "meanwhile", nil)
			var u *Unavailable
			if !errors.As(err, &u) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%v", err)
			}
			if _, err := read(s, "before"); !errors.As(err, &u) {
				t.Errorf("reading what may be old: %v", err)
			}
			c.on.Store(false)
			if err := write(s, "after", nil); err != nil {
				t.Errorf("once it is there again: %v", err)
			}
			cold := openStore(t, b)
			if _, err := read(cold, "meanwhile"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("what was not acknowledged: %v", err)
			}
			if _, err := read(cold, "after"); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCopiesAreBounded: a process keeps the copies of the workspaces that it
// used last, within a bound, and reads the others again.
func TestCopiesAreBounded(t *testing.T) {
	b := newBucket(t)
	dir := t.TempDir()
	s, err := OpenBucket(b, BucketOptions{Now: time.Now, Cache: dir, CacheBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(name string) {
		t.Helper()
		db, release, err := s.Acquire(bg, name, true)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		data := make([]byte, 300<<10) // small chunks, in the database
		for i := range data {
			data[i] = byte(i * 7 >> (i % 5))
		}
		_, err = db.Update(bg, func(f *vfs.FS, _ *sqlite.Tx) error {
			for i := range 12 {
				if err := f.WriteFile(bg, fmt.Sprintf("/workspace/f%d", i), data[i*20000:(i+1)*20000], 0o644); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	used := func() (n int64, copies int) {
		filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				if i, err := d.Info(); err == nil {
					n += i.Size()
				}
				if strings.HasSuffix(name, ".db") {
					copies++
				}
			}
			return nil
		})
		return n, copies
	}
	for i := range 12 {
		put(fmt.Sprintf("w%d", i))
	}
	if n, copies := used(); copies == 12 || copies == 0 || n > 2<<20 {
		t.Errorf("%d copies of %d bytes are kept", copies, n)
	}
	// One whose copy is gone is read again.
	db, release, err := s.Acquire(bg, "w0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := db.Read(bg, 0, func(r *sqlite.Reader) error {
		entries, err := r.Entries(vfs.RootIno)
		if len(entries) != 12 {
			t.Errorf("%d files", len(entries))
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

// TestNobodyStarves: while one process commits all the time, another one gets
// through too.
func TestNobodyStarves(t *testing.T) {
	b := newBucket(t)
	busy, other := openStore(t, b), openStore(t, b)
	if err := write(busy, "begin", nil); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := write(busy, "counter", fmt.Appendf(nil, "%d", n)); err != nil {
				t.Errorf("the busy one: %v", err)
				return
			}
		}
	})
	for i := range 5 {
		if err := write(other, fmt.Sprintf("o%d", i), nil); err != nil {
			t.Errorf("o%d: %v", i, err)
		}
	}
	close(stop)
	wg.Wait()
}
