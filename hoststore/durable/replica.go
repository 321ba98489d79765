package durable

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/superfly/ltx"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
)

// manifest says what a workspace's database is: a snapshot and the page sets
// behind it, each an LTX file. It is replaced by compare-and-swap, which is
// what commits.
type manifest struct {
	Version  int       `json:"version"`
	Segments []segment `json:"segments"`
	// Garbage are objects that are no longer named, and since when.
	Garbage []garbage `json:"garbage,omitempty"`
}

const manifestVersion = 2

// segment is one LTX file: the pages changed by the transactions Min to Max.
type segment struct {
	Key string `json:"key,omitempty"` // of its object
	// Data is the file itself, in the place of Key: then a commit is one PUT.
	// Those that have it are the last ones.
	Data []byte   `json:"data,omitempty"`
	Min  ltx.TXID `json:"min"`
	Max  ltx.TXID `json:"max"`
	Size int      `json:"size"`
	// Commits are its last transactions, up to Max.
	Commits []commit `json:"commits,omitempty"`
}

// commit is what a transaction is known by. A writer whose answer was lost
// finds its own nonce; a copy that is in the middle of a segment finds its own
// checksum, and can be brought forward.
type commit struct {
	Nonce uint64       `json:"nonce"`
	Sum   ltx.Checksum `json:"sum"`
}

// Bounds of what a manifest holds: bytes of page sets, and commits.
const (
	maxInline  = 64 << 10
	maxCommits = 64
)

// commitsOf returns the commits of segments that become one.
func commitsOf(segments []segment) (all []commit) {
	for _, s := range segments {
		all = append(all, s.Commits...)
	}
	return all
}

// trim drops the commits that nobody asks for any more.
func (m *manifest) trim() {
	left := maxCommits
	for i := range slices.Backward(m.Segments) {
		s := &m.Segments[i]
		s.Commits = s.Commits[max(0, len(s.Commits)-left):]
		left -= len(s.Commits)
	}
}

// holds tells whether the commit of a nonce is in a segment.
func (m *manifest) holds(nonce uint64) bool {
	return slices.ContainsFunc(m.Segments, func(s segment) bool {
		return slices.ContainsFunc(s.Commits, func(c commit) bool { return c.Nonce == nonce })
	})
}

type garbage struct {
	Key   string    `json:"key"`
	Since time.Time `json:"since"`
}

// garbageKept is how long an object is kept after it is no longer named:
// another host may be about to read it.
const garbageKept = 24 * time.Hour

// compactAt is how many segments there may be before they are merged.
const compactAt = 32

// replica keeps one database in a bucket: sqlite.Replica.
type replica struct {
	b    *Bucket
	path string // of the local copy
	now  func() time.Time
	fail func(error)

	m      manifest
	etag   string // of the manifest; "" while there is none
	pos    ltx.Pos
	pages  uint32 // of the database as published
	size   uint32 // of a page in bytes
	nonce  uint64 // of the last Publish
	salt   [8]byte
	offset int64           // in the write-ahead log: what is before it is published
	since  map[uint32]bool // pages changed after the snapshot, 1 and up
	won    int             // publications since it last looked for a claim
}

var _ sqlite.Replica = (*replica)(nil)

const manifestKey = "manifest.json"

// open brings the local copy to what is published. Without a manifest there is
// nothing yet: fs.ErrNotExist, unless create.
func (r *replica) open(ctx context.Context, create bool) error {
	_, err := r.CatchUp(ctx)
	if errors.Is(err, fs.ErrNotExist) && create {
		r.removeCopy()
		return nil
	}
	return err
}

func (r *replica) removeCopy() {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(r.path + suffix)
	}
}

// Version is the manifest's ETag.
func (r *replica) Version() string { return r.etag }

// Behind asks whether the manifest is still the one of a version.
func (r *replica) Behind(ctx context.Context, version string) (bool, error) {
	_, _, err := r.b.get(ctx, manifestKey, version)
	if errors.Is(err, errSame) {
		return false, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("the workspace was removed: %w", vfs.ENOENT)
	}
	return err == nil, err
}

// CatchUp reads the manifest and applies what the copy lacks.
func (r *replica) CatchUp(ctx context.Context) (published bool, err error) {
	data, etag, err := r.b.get(ctx, manifestKey, "")
	if err != nil {
		return false, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return false, fmt.Errorf("manifest %s%s: %w", r.b.Prefix, manifestKey, err)
	}
	if m.Version > manifestVersion || len(m.Segments) == 0 {
		return false, fmt.Errorf("manifest %s%s: version %d, this program knows %d: use a newer capshell", r.b.Prefix, manifestKey, m.Version, manifestVersion)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		os.Remove(r.path + suffix)
	}
	r.offset, r.salt = 0, [8]byte{}
	nonce := r.nonce
	r.nonce = 0
	todo := m.Segments
	if at := r.offsetOf(m); at >= 0 {
		todo = m.Segments[at:]
	} else {
		r.removeCopy()
		r.pos, r.pages, r.since = ltx.Pos{}, 0, map[uint32]bool{}
	}
	if err := r.applyAll(ctx, todo); err != nil {
		// A half applied copy is worth nothing.
		r.removeCopy()
		r.pos, r.pages, r.m, r.etag = ltx.Pos{}, 0, manifest{}, ""
		return false, err
	}
	r.m, r.etag = m, etag
	return nonce != 0 && m.holds(nonce), nil
}

// offsetOf returns the index of the first segment that the copy lacks, -1
// where it can't be brought forward and has to be made anew: it is too old, or
// of a workspace of the same name that was removed. A segment's pages are as
// they are after Max, so that it can be applied in its middle too.
func (r *replica) offsetOf(m manifest) int {
	for i, s := range m.Segments {
		if s.Max < r.pos.TXID {
			continue
		}
		at := len(s.Commits) - 1 - int(s.Max-r.pos.TXID)
		switch {
		case at < 0 || s.Commits[at].Sum != r.pos.PostApplyChecksum:
			return -1
		case s.Max == r.pos.TXID:
			return i + 1
		}
		return i
	}
	return -1
}

// file returns a segment's LTX file.
func (r *replica) file(ctx context.Context, s segment) ([]byte, error) {
	if s.Key == "" {
		return s.Data, nil
	}
	data, _, err := r.b.get(ctx, s.Key, "")
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the manifest names %s%s, which isn't there: %w", r.b.Prefix, s.Key, vfs.EIO)
	}
	return data, err
}

func (r *replica) applyAll(ctx context.Context, todo []segment) error {
	f, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, s := range todo {
		data, err := r.file(ctx, s)
		if err != nil {
			return err
		}
		if err := r.apply(f, data, s); err != nil {
			return fmt.Errorf("page set %s%s of %s-%s: %w", r.b.Prefix, s.Key, s.Min, s.Max, err)
		}
	}
	return nil
}

// apply writes a segment's page set into the copy, if it continues it, or the
// copy is in its middle, and if it is whole.
func (r *replica) apply(f *os.File, data []byte, s segment) error {
	dec := ltx.NewDecoder(bytes.NewReader(data))
	if err := dec.DecodeHeader(); err != nil {
		return err
	}
	h := dec.Header()
	snapshot, middle := h.MinTXID == 1, s.Min <= r.pos.TXID && r.pos.TXID < s.Max
	switch {
	case h.MinTXID != s.Min || h.MaxTXID != s.Max:
		return fmt.Errorf("it has %s-%s", h.MinTXID, h.MaxTXID)
	case !snapshot && !middle && h.PreApplyPos() != r.pos:
		return fmt.Errorf("it continues %s, the copy is at %s", h.PreApplyPos(), r.pos)
	}
	if snapshot {
		r.since = map[uint32]bool{}
	}
	r.size = h.PageSize
	page := make([]byte, h.PageSize)
	for {
		var ph ltx.PageHeader
		err := dec.DecodePage(&ph, page)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if _, err := f.WriteAt(page, int64(ph.Pgno-1)*int64(r.size)); err != nil {
			return err
		}
		if !snapshot {
			r.since[ph.Pgno] = true
		}
	}
	if err := dec.Close(); err != nil { // compares the checksum
		return err
	}
	if err := f.Truncate(int64(h.Commit) * int64(r.size)); err != nil {
		return err
	}
	r.pages, r.pos = h.Commit, dec.PostApplyPos()
	return nil
}

func newNonce() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:]) | 1
}

// Publish makes a page set of what the log has behind its published part, and
// commits it by replacing the manifest, which holds it or names its object.
func (r *replica) Publish(ctx context.Context) error {
	r.nonce = newNonce()
	if r.etag == "" {
		return r.publishFirst(ctx)
	}
	w, err := r.readLog()
	if err != nil {
		return err
	}
	if len(w.fresh) == 0 {
		return nil
	}
	f, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer f.Close()
	data, pos, err := r.encode(f, w)
	if err != nil {
		return err
	}
	m := r.m
	m.Segments = append(slices.Clone(m.Segments), segment{Data: data, Min: pos.TXID, Max: pos.TXID, Size: len(data), Commits: []commit{{r.nonce, pos.PostApplyChecksum}}})
	if err := r.unload(ctx, &m); err != nil {
		return err
	}
	if err := r.swap(ctx, m); err != nil {
		return err
	}
	r.pos, r.pages, r.offset, r.salt = pos, w.pages, w.end, w.salt
	for p := range w.fresh {
		r.since[p] = true
	}
	r.giveWay(ctx)
	if len(r.m.Segments) > compactAt {
		// What was asked for is durable; this is tried again with the next commit.
		if err := r.compact(ctx, f, w); err != nil {
			r.fail(fmt.Errorf("compacting: %w", err))
		}
	}
	return nil
}

// unload makes one object of the page sets in a manifest that holds too much.
func (r *replica) unload(ctx context.Context, m *manifest) error {
	first := slices.IndexFunc(m.Segments, func(s segment) bool { return s.Key == "" })
	held := m.Segments[first:]
	size := 0
	files := make([]io.Reader, len(held))
	for i, s := range held {
		size += s.Size
		files[i] = bytes.NewReader(s.Data)
	}
	if size <= maxInline {
		return nil
	}
	s := segment{Min: held[0].Min, Max: held[len(held)-1].Max, Commits: commitsOf(held)}
	data := held[0].Data
	if len(held) > 1 {
		var out bytes.Buffer
		c, err := ltx.NewCompactor(&out, files)
		if err == nil {
			err = c.Compact(ctx)
		}
		if err != nil {
			return fmt.Errorf("merging page sets: %w", err)
		}
		data = out.Bytes()
	}
	s.Key, s.Size = r.segmentKey(s.Min, s.Max), len(data)
	m.Segments = append(m.Segments[:first:first], s)
	_, err := r.b.put(ctx, s.Key, data, "")
	return err
}

// A process that commits all the time can win every race, and another one
// would never get through. So a loser leaves a claim in the bucket, for which
// winners look now and then: who finds one takes it away and lets others
// commit for a moment.
const (
	claimKey  = "claim"
	lookAfter = 8
	wayTime   = 200 * time.Millisecond
)

// Claim leaves a claim.
func (r *replica) Claim(ctx context.Context) error {
	_, err := r.b.put(ctx, claimKey, fmt.Appendf(nil, "%016x", r.nonce), "")
	return err
}

// giveWay waits where another process has left a claim. What was published is
// not affected, so that nothing fails here.
func (r *replica) giveWay(ctx context.Context) {
	if r.won++; r.won < lookAfter {
		return
	}
	r.won = 0
	if _, _, err := r.b.get(ctx, claimKey, ""); err != nil {
		return
	}
	if err := r.b.remove(ctx, claimKey); err != nil {
		return
	}
	time.Sleep(wayTime)
}

func (r *replica) segmentKey(min, max ltx.TXID) string {
	return fmt.Sprintf("ltx/%s-%s-%016x.ltx", min, max, r.nonce)
}

// swap replaces the manifest if nobody else did.
func (r *replica) swap(ctx context.Context, m manifest) error {
	m.Version = manifestVersion
	m.trim()
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	condition := r.etag
	if condition == "" {
		condition = "*"
	}
	etag, err := r.b.put(ctx, manifestKey, data, condition)
	if errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return sqlite.ErrRace
	}
	if err != nil {
		return err
	}
	r.m, r.etag = m, etag
	return nil
}

// publishFirst uploads a new database whole.
func (r *replica) publishFirst(ctx context.Context) error {
	w, err := r.readLog()
	if err != nil {
		return err
	}
	f, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer f.Close()
	if r.size, err = pageSize(f); err != nil {
		return err
	}
	if w.end == 0 {
		fi, err := f.Stat()
		if err != nil {
			return err
		}
		w.pages = uint32(fi.Size() / int64(r.size))
	}
	data, pos, err := r.snapshot(f, w, 1)
	if err != nil {
		return err
	}
	key := r.segmentKey(1, 1)
	if _, err := r.b.put(ctx, key, data, ""); err != nil {
		return err
	}
	if err := r.swap(ctx, manifest{Segments: []segment{{Key: key, Min: 1, Max: 1, Size: len(data), Commits: []commit{{r.nonce, pos.PostApplyChecksum}}}}}); err != nil {
		return err
	}
	r.pos, r.pages, r.offset, r.salt, r.since = pos, w.pages, w.end, w.salt, map[uint32]bool{}
	return nil
}

// pageSize reads the page size out of a database's header.
func pageSize(f *os.File) (uint32, error) {
	var b [2]byte
	if _, err := f.ReadAt(b[:], 16); err != nil {
		return 0, err
	}
	n := uint32(binary.BigEndian.Uint16(b[:]))
	if n == 1 {
		n = 1 << 16
	}
	return n, nil
}

// log is what the write-ahead log holds.
type log struct {
	old   map[uint32][]byte // pages of the published part
	fresh map[uint32][]byte // pages of what is behind it
	pages uint32            // of the database at its end
	end   int64
	salt  [8]byte
}

// page returns a page as the log's end has it.
func (w *log) page(f *os.File, n, size uint32, buf []byte) ([]byte, error) {
	if p := w.fresh[n]; p != nil {
		return p, nil
	}
	return w.before(f, n, size, buf)
}

// before returns a page as it was published.
func (w *log) before(f *os.File, n, size uint32, buf []byte) ([]byte, error) {
	if p := w.old[n]; p != nil {
		return p, nil
	}
	_, err := f.ReadAt(buf, int64(n-1)*int64(size))
	return buf, err
}

// readLog reads the write-ahead log (SQLite file format, section 4).
func (r *replica) readLog() (*log, error) {
	w := &log{old: map[uint32][]byte{}, fresh: map[uint32][]byte{}, pages: r.pages}
	data, err := os.ReadFile(r.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) < 32 {
		return w, nil
	}
	if err != nil {
		return nil, err
	}
	size := binary.BigEndian.Uint32(data[8:])
	copy(w.salt[:], data[16:24])
	published := r.offset
	if w.salt != r.salt {
		published = 0 // it was begun anew since
	}
	frame := int64(24 + size)
	transaction := map[uint32][]byte{}
	w.end = published
	for at := int64(32); at+frame <= int64(len(data)); at += frame {
		h := data[at : at+24]
		if !bytes.Equal(h[8:16], w.salt[:]) {
			break
		}
		transaction[binary.BigEndian.Uint32(h)] = data[at+24 : at+frame]
		pages := binary.BigEndian.Uint32(h[4:])
		if pages == 0 {
			continue
		}
		to := w.fresh
		if at+frame <= published {
			to = w.old
		} else {
			w.pages, w.end = pages, at+frame
		}
		for n, p := range transaction {
			to[n] = p
		}
		clear(transaction)
	}
	if r.size == 0 {
		r.size = size
	}
	return w, nil
}

// encode makes the page set of the log's fresh part.
func (r *replica) encode(f *os.File, w *log) ([]byte, ltx.Pos, error) {
	sum := r.pos.PostApplyChecksum
	buf := make([]byte, r.size)
	lock := ltx.LockPgno(r.size)
	drop := func(n uint32) error {
		p, err := w.before(f, n, r.size, buf)
		sum = ltx.ChecksumFlag | (sum ^ ltx.ChecksumPage(n, p))
		return err
	}
	for n := w.pages + 1; n <= r.pages; n++ { // the database shrank
		if n != lock {
			if err := drop(n); err != nil {
				return nil, ltx.Pos{}, err
			}
		}
	}
	numbers := make([]uint32, 0, len(w.fresh))
	for n := range w.fresh {
		if n <= w.pages && n != lock {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	tx := r.pos.TXID + 1
	var out bytes.Buffer
	enc, err := ltx.NewEncoder(&out)
	if err != nil {
		return nil, ltx.Pos{}, err
	}
	err = enc.EncodeHeader(ltx.Header{Version: ltx.Version, PageSize: r.size, Commit: w.pages, MinTXID: tx, MaxTXID: tx,
		Timestamp: r.now().UnixMilli(), PreApplyChecksum: r.pos.PostApplyChecksum})
	if err != nil {
		return nil, ltx.Pos{}, err
	}
	for _, n := range numbers {
		if n <= r.pages {
			if err := drop(n); err != nil {
				return nil, ltx.Pos{}, err
			}
		}
		sum = ltx.ChecksumFlag | (sum ^ ltx.ChecksumPage(n, w.fresh[n]))
		if err := enc.EncodePage(ltx.PageHeader{Pgno: n}, w.fresh[n]); err != nil {
			return nil, ltx.Pos{}, err
		}
	}
	enc.SetPostApplyChecksum(sum)
	if err := enc.Close(); err != nil {
		return nil, ltx.Pos{}, err
	}
	return out.Bytes(), enc.PostApplyPos(), nil
}

// snapshot makes a page set of the whole database, as of the log's end.
func (r *replica) snapshot(f *os.File, w *log, tx ltx.TXID) ([]byte, ltx.Pos, error) {
	var out bytes.Buffer
	enc, err := ltx.NewEncoder(&out)
	if err != nil {
		return nil, ltx.Pos{}, err
	}
	err = enc.EncodeHeader(ltx.Header{Version: ltx.Version, PageSize: r.size, Commit: w.pages, MinTXID: 1, MaxTXID: tx, Timestamp: r.now().UnixMilli()})
	if err != nil {
		return nil, ltx.Pos{}, err
	}
	buf := make([]byte, r.size)
	var sum ltx.Checksum
	for n := uint32(1); n <= w.pages; n++ {
		if n == ltx.LockPgno(r.size) {
			continue
		}
		p, err := w.page(f, n, r.size, buf)
		if err != nil {
			return nil, ltx.Pos{}, err
		}
		sum = ltx.ChecksumFlag | (sum ^ ltx.ChecksumPage(n, p))
		if err := enc.EncodePage(ltx.PageHeader{Pgno: n}, p); err != nil {
			return nil, ltx.Pos{}, err
		}
	}
	enc.SetPostApplyChecksum(sum)
	if err := enc.Close(); err != nil {
		return nil, ltx.Pos{}, err
	}
	return out.Bytes(), enc.PostApplyPos(), nil
}

// compact replaces the segments behind the snapshot by one, or all by a new
// snapshot where most pages have changed. It is no commit: that another
// process is first only means that it need not be done.
func (r *replica) compact(ctx context.Context, f *os.File, w *log) error {
	r.nonce = newNonce()
	tx := r.pos.TXID
	m := manifest{}
	var dead []string
	for _, g := range r.m.Garbage {
		if r.now().Sub(g.Since) < garbageKept {
			m.Garbage = append(m.Garbage, g)
		} else {
			dead = append(dead, g.Key)
		}
	}
	var data []byte
	var err error
	old := r.m.Segments
	if uint32(len(r.since)) > w.pages/2 {
		if data, _, err = r.snapshot(f, w, tx); err != nil {
			return err
		}
		m.Segments = []segment{{Key: r.segmentKey(1, tx), Min: 1, Max: tx, Size: len(data), Commits: commitsOf(old)}}
	} else {
		if data, err = r.merged(f, w); err != nil {
			return err
		}
		base := old[0]
		old = old[1:]
		m.Segments = []segment{base, {Key: r.segmentKey(base.Max+1, tx), Min: base.Max + 1, Max: tx, Size: len(data), Commits: commitsOf(old)}}
	}
	if _, err := r.b.put(ctx, m.Segments[len(m.Segments)-1].Key, data, ""); err != nil {
		return err
	}
	for _, s := range old {
		if s.Key != "" {
			m.Garbage = append(m.Garbage, garbage{s.Key, r.now().UTC()})
		}
	}
	if err := r.swap(ctx, m); err != nil {
		if errors.Is(err, sqlite.ErrRace) {
			return nil // the next commit finds out
		}
		return err
	}
	if len(m.Segments) == 1 {
		r.since = map[uint32]bool{}
	}
	for _, key := range dead {
		if err := r.b.remove(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// merged makes one page set of all pages changed since the snapshot.
func (r *replica) merged(f *os.File, w *log) ([]byte, error) {
	base, err := r.basePos()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc, err := ltx.NewEncoder(&out)
	if err != nil {
		return nil, err
	}
	err = enc.EncodeHeader(ltx.Header{Version: ltx.Version, PageSize: r.size, Commit: w.pages, MinTXID: base.TXID + 1, MaxTXID: r.pos.TXID,
		Timestamp: r.now().UnixMilli(), PreApplyChecksum: base.PostApplyChecksum})
	if err != nil {
		return nil, err
	}
	numbers := make([]uint32, 0, len(r.since))
	for n := range r.since {
		if n <= w.pages && n != ltx.LockPgno(r.size) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	buf := make([]byte, r.size)
	for _, n := range numbers {
		p, err := w.page(f, n, r.size, buf)
		if err != nil {
			return nil, err
		}
		if err := enc.EncodePage(ltx.PageHeader{Pgno: n}, p); err != nil {
			return nil, err
		}
	}
	enc.SetPostApplyChecksum(r.pos.PostApplyChecksum)
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// basePos is where the snapshot ends, read from the header of what follows it.
func (r *replica) basePos() (ltx.Pos, error) {
	data, err := r.file(context.Background(), r.m.Segments[1])
	if err != nil {
		return ltx.Pos{}, err
	}
	dec := ltx.NewDecoder(bytes.NewReader(data))
	if err := dec.DecodeHeader(); err != nil {
		return ltx.Pos{}, err
	}
	h := dec.Header()
	return h.PreApplyPos(), nil
}
