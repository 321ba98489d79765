package runtime

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	mrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/capshell/capshell/rpc"
)

// Objects are small objects, written by compare-and-swap, that all processes
// share which serve a workspace. durable.Objects is one.
type Objects interface {
	// Put writes an object and returns its version. version "*": it must not
	// be there; another: that must be its version; else it is fs.ErrExist.
	// "": whatever is there is replaced.
	Put(ctx context.Context, key string, data []byte, version string) (string, error)
	// Get reads an object; where its version is unless, it returns no data.
	// One that isn't there is fs.ErrNotExist.
	Get(ctx context.Context, key, unless string) (data []byte, version string, err error)
	// List calls f with the keys below a prefix and when they were written.
	List(ctx context.Context, prefix string, f func(key string, at time.Time) error) error
	// Remove removes an object, if it is there.
	Remove(ctx context.Context, key string) error
}

// record is all that is known of an exec where many processes serve its
// workspace: one object, replaced by compare-and-swap, which names the others.
type record struct {
	ID      string    `json:"id"`
	Run     string    `json:"run"` // of the exec: an id can be used again
	Command []string  `json:"command,omitempty"`
	Started time.Time `json:"started"`
	// Stored says that the options are an object of their own: it was launched,
	// or they are large.
	Stored      bool `json:"stored,omitempty"`
	Launched    bool `json:"launched,omitempty"` // nobody waits for the worker's answer
	ReadOnly    bool `json:"readOnly,omitempty"`
	StreamStdin bool `json:"streamStdin,omitempty"`

	// Holder is the supervisor that runs it by batches; "" before its first.
	Holder string    `json:"holder,omitempty"`
	Lease  time.Time `json:"lease"`          // until when a sign of life is due
	Told   bool      `json:"told,omitempty"` // its events come by batches
	Base   uint64    `json:"base,omitempty"` // of an effect: the revision that it reads

	Signals []sent `json:"signals,omitempty"`
	Seen    int    `json:"seen,omitempty"` // of Signals, by the holder
	Paused  bool   `json:"paused,omitempty"`
	Fenced  bool   `json:"fenced,omitempty"` // killed: its session answers no more

	Fed   int64  `json:"fed,omitempty"`   // bytes of input that are gone
	Input []part `json:"input,omitempty"` // those behind them
	EOF   bool   `json:"eof,omitempty"`

	First    int64     `json:"first,omitempty"` // the oldest event that is kept
	Next     int64     `json:"next"`
	Cut      [2]bool   `json:"cut"` // events of stdout, of stderr were dropped
	Segments []segment `json:"segments,omitempty"`
	Tail     []logged  `json:"tail,omitempty"` // behind the segments

	Result *Result `json:"result,omitempty"`
}

// sent is a signal with a mark of its own, so that it is sent once.
type sent struct {
	Mark   string `json:"mark"`
	Signal int    `json:"signal"`
}

// part is an object that holds some input.
type part struct {
	Key  string `json:"key"`
	Size int64  `json:"size"`
}

// segment is an object that holds the events from First to Next-1.
type segment struct {
	Key     string  `json:"key"`
	First   int64   `json:"first"`
	Next    int64   `json:"next"`
	Size    int64   `json:"size"`
	Streams [2]bool `json:"streams"` // whether stdout, stderr are in it
}

// logged is an event in the log: Stream is 1 or 2, 0 for the exit.
type logged struct {
	Stream int    `json:"s"`
	Value  []byte `json:"v,omitempty"`
	Exit   int    `json:"x,omitempty"`
}

func (l logged) size() int64 { return int64(len(l.Value)) + 64 }

func (l logged) event() Event {
	if l.Stream == 0 {
		return Event{Name: "exit", Exit: l.Exit}
	}
	return Event{Name: streamNames[l.Stream-1], Value: l.Value}
}

func loggedOf(v Event) logged {
	for i, name := range streamNames {
		if v.Name == name {
			return logged{Stream: i + 1, Value: v.Value}
		}
	}
	return logged{Exit: v.Exit}
}

// Bounds of records.
const (
	inlineOptions = 32 << 10  // bytes of the command that the record itself holds
	inlineTail    = 128 << 10 // bytes of events that it holds
	segmentBytes  = 1 << 20   // of events in a segment, about
	inputPart     = 256 << 10 // bytes of input in a part
	maxSignals    = 1000
)

// leaseTime is how long an exec whose supervisor shows no sign of life is
// taken for running; renewAfter is how much of it is left at most when it is
// renewed. lostAfter is what the clocks may differ.
const (
	leaseTime  = 15 * time.Second
	renewAfter = 10 * time.Second
	lostAfter  = 2 * time.Second
)

// lapsed tells whether whoever runs the exec is taken to be gone.
func (r *record) lapsed(now time.Time) bool {
	return r.Result == nil && now.After(r.Lease.Add(lostAfter))
}

// waiting returns how many bytes of input are there and not gone.
func (r *record) waiting() (n int64) {
	for _, p := range r.Input {
		n += p.Size
	}
	return n
}

func mark() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// registry keeps records in objects.
type registry struct {
	objects func(workspace string) Objects
	now     func() time.Time
	limits  *Limits

	mu    sync.Mutex
	known map[string]entry // by workspace and key: as it was last seen
	swept map[string]time.Time
}

// entry is a record with its version.
type entry struct {
	data    []byte
	version string
}

// maxKnown bounds the records that are remembered, sweepAfter is how often a
// workspace is looked through for those that have expired.
const (
	maxKnown   = 256
	sweepAfter = time.Minute
)

func newRegistry(c *Config) *registry {
	return &registry{objects: c.Objects, now: c.Now, limits: &c.Limits, known: map[string]entry{}, swept: map[string]time.Time{}}
}

// recordPrefix is below what the records of a workspace's execs are, and
// nothing else, so that a list of them is short.
const recordPrefix = "records/"

// name is an exec's id in keys. It may hold any character.
func name(id string) string { return base64.RawURLEncoding.EncodeToString([]byte(id)) }

func recordKey(id string) string { return recordPrefix + name(id) }

// key returns the key of an object of a run.
func (r *record) key(object string) string { return "execs/" + name(r.ID) + "/" + r.Run + "/" + object }

// objectKey returns a new key for an object of a run.
func (r *record) objectKey(kind string) string { return r.key(kind + "-" + mark()) }

func (r *record) optionsKey() string { return r.key("options") }

func errNoExec(id string) error {
	return rpc.Errorf("ENOENT", "exec %q: unknown, or its record has expired", id)
}

// remember keeps a record as it is in the bucket; "" forgets it.
func (g *registry) remember(ws, id string, data []byte, version string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if version == "" {
		delete(g.known, ws+"/"+id)
		return
	}
	if len(g.known) >= maxKnown {
		clear(g.known)
	}
	g.known[ws+"/"+id] = entry{data, version}
}

func (g *registry) last(ws, id string) entry {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.known[ws+"/"+id]
}

// load returns a record as it is now, and its version. ENOENT where there is
// none or it has expired.
func (g *registry) load(ctx context.Context, ws, id string) (*record, string, error) {
	e := g.last(ws, id)
	data, version, err := g.objects(ws).Get(ctx, recordKey(id), e.version)
	if errors.Is(err, fs.ErrNotExist) {
		g.remember(ws, id, nil, "")
		return nil, "", errNoExec(id)
	}
	if err != nil {
		return nil, "", err
	}
	if data == nil {
		data = e.data
	}
	r := &record{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, "", fmt.Errorf("the record of exec %q: %w", id, err)
	}
	g.remember(ws, id, data, version)
	if g.expired(r) {
		return nil, "", errors.Join(g.remove(ctx, ws, r), errNoExec(id))
	}
	return r, version, nil
}

func (g *registry) expired(r *record) bool {
	return r.Result != nil && g.now().After(r.Result.Ended.Add(g.limits.LogKeep))
}

// errUnchanged, returned by what changes a record, leaves it as it is.
var errUnchanged = errors.New("nothing to change")

// update changes a record, as often as others do meanwhile. f may be called
// several times; first with the record as it was last seen. It returns the
// record after it.
func (g *registry) update(ctx context.Context, ws, id string, f func(*record) error) (*record, error) {
	for try := 0; ; try++ {
		var r *record
		version := ""
		if e := g.last(ws, id); try == 0 && e.version != "" {
			r, version = &record{}, e.version
			if err := json.Unmarshal(e.data, r); err != nil {
				return nil, err
			}
		} else {
			var err error
			if r, version, err = g.load(ctx, ws, id); err != nil {
				return nil, err
			}
		}
		switch err := f(r); {
		case errors.Is(err, errUnchanged):
			return r, nil
		case err != nil && try == 0:
			// It may be another record by now.
			g.remember(ws, id, nil, "")
			continue
		case err != nil:
			return nil, err
		}
		err := g.put(ctx, ws, r, version)
		if err == nil {
			return r, nil
		}
		g.remember(ws, id, nil, "")
		if !errors.Is(err, fs.ErrExist) || try >= 20 {
			return nil, err
		}
		if err := pause(ctx, mrand.N(time.Duration(try+1)*10*time.Millisecond)); err != nil {
			return nil, err
		}
	}
}

func (g *registry) put(ctx context.Context, ws string, r *record, version string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	version, err = g.objects(ws).Put(ctx, recordKey(r.ID), data, version)
	if err == nil {
		g.remember(ws, r.ID, data, version)
	}
	return err
}

// pause waits a while.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// create makes a new record. While there is one of the same id that still
// runs it is EEXEC_BUSY; one that has ended is replaced.
func (g *registry) create(ctx context.Context, ws string, r *record) error {
	err := g.put(ctx, ws, r, "*")
	for try := 0; errors.Is(err, fs.ErrExist) && try < 20; try++ {
		old, version, e := g.load(ctx, ws, r.ID)
		switch {
		case errors.Is(e, fs.ErrNotExist):
			err = g.put(ctx, ws, r, "*")
		case e != nil:
			return e
		case old.Run == r.Run:
			return nil // it was made, and the answer lost
		case old.Result == nil:
			return rpc.Errorf("EEXEC_BUSY", "exec %q is still running", r.ID)
		default:
			if err = g.put(ctx, ws, r, version); err == nil {
				g.removeRun(context.WithoutCancel(ctx), ws, old)
			}
		}
	}
	return err
}

// remove forgets an exec.
func (g *registry) remove(ctx context.Context, ws string, r *record) error {
	g.remember(ws, r.ID, nil, "")
	err := g.objects(ws).Remove(ctx, recordKey(r.ID))
	return errors.Join(err, g.removeRun(ctx, ws, r))
}

// removeRun removes the objects of one run of an exec.
func (g *registry) removeRun(ctx context.Context, ws string, r *record) error {
	var keys []string
	for _, s := range r.Segments {
		keys = append(keys, s.Key)
	}
	for _, p := range r.Input {
		keys = append(keys, p.Key)
	}
	if r.Stored {
		keys = append(keys, r.optionsKey())
	}
	return g.removeAll(ctx, ws, keys)
}

func (g *registry) removeAll(ctx context.Context, ws string, keys []string) (err error) {
	for _, key := range keys {
		err = errors.Join(err, g.objects(ws).Remove(ctx, key))
	}
	return err
}

// list returns the records of a workspace, and removes those that have expired.
func (g *registry) list(ctx context.Context, ws string) (all []*record, err error) {
	var ids []string
	err = g.objects(ws).List(ctx, recordPrefix, func(key string, at time.Time) error {
		if id, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(key, recordPrefix)); err == nil {
			ids = append(ids, string(id))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found := make([]*record, len(ids))
	errs := make([]error, len(ids))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 16)
	for i, id := range ids {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			r, _, err := g.load(ctx, ws, id)
			if !errors.Is(err, fs.ErrNotExist) {
				found[i], errs[i] = r, err
			}
		})
	}
	wg.Wait()
	for _, r := range found {
		if r != nil {
			all = append(all, r)
		}
	}
	return all, errors.Join(errs...)
}

// sweep looks for records that have expired, now and then.
func (g *registry) sweep(ctx context.Context, ws string) error {
	g.mu.Lock()
	due := g.now().Sub(g.swept[ws]) > sweepAfter
	if due {
		if len(g.swept) >= maxKnown {
			clear(g.swept)
		}
		g.swept[ws] = g.now()
	}
	g.mu.Unlock()
	if !due {
		return nil
	}
	_, err := g.list(ctx, ws)
	return err
}

// take appends events to a record's log, the first of which has the number
// seq: those that are there already are left out. Where the record would hold
// too many they go into objects, whose keys it adds to made; gone are the keys
// of those that the log is too long for.
func (g *registry) take(ctx context.Context, ws string, r *record, seq int64, events []logged, made, gone *[]string) error {
	switch {
	case seq > r.Next:
		return rpc.Errorf("EINVAL", "events from %d on, the log of exec %q has those before %d", seq, r.ID, r.Next)
	case seq+int64(len(events)) <= r.Next:
		return nil
	}
	events = events[r.Next-seq:]
	r.Tail = append(r.Tail, events...)
	r.Next += int64(len(events))
	size := int64(0)
	for _, l := range r.Tail {
		size += l.size()
	}
	for size > inlineTail {
		s := segment{Key: r.objectKey("log"), First: r.Next - int64(len(r.Tail))}
		n := 0
		for n < len(r.Tail) && (n == 0 || s.Size+r.Tail[n].size() <= segmentBytes) {
			s.Size += r.Tail[n].size()
			if stream := r.Tail[n].Stream; stream > 0 {
				s.Streams[stream-1] = true
			}
			n++
		}
		s.Next = s.First + int64(n)
		data, err := json.Marshal(r.Tail[:n])
		if err != nil {
			return err
		}
		if _, err := g.objects(ws).Put(ctx, s.Key, data, ""); err != nil {
			return err
		}
		*made = append(*made, s.Key)
		r.Segments, r.Tail = append(r.Segments, s), append([]logged(nil), r.Tail[n:]...)
		size -= s.Size
	}
	total := size
	for _, s := range r.Segments {
		total += s.Size
	}
	for total > g.limits.LogBytes && len(r.Segments) > 0 {
		s := r.Segments[0]
		r.Segments = r.Segments[1:]
		r.First = s.Next
		total -= s.Size
		for i, there := range s.Streams {
			r.Cut[i] = r.Cut[i] || there
		}
		*gone = append(*gone, s.Key)
	}
	return nil
}

// log changes a record as update does; f may call take with what it is given.
func (g *registry) log(ctx context.Context, ws, id string, f func(r *record, made, gone *[]string) error) (*record, error) {
	var orphans, gone []string
	r, err := g.update(ctx, ws, id, func(r *record) error {
		var made []string
		gone = nil
		err := f(r, &made, &gone)
		orphans = append(orphans, made...)
		return err
	})
	if err == nil {
		named := map[string]bool{}
		for _, s := range r.Segments {
			named[s.Key] = true
		}
		// What an attempt wrote that came to nothing, and what was dropped. If
		// that fails it is only litter.
		for _, key := range append(orphans, gone...) {
			if !named[key] {
				g.objects(ws).Remove(ctx, key)
			}
		}
	}
	return r, err
}

// read returns a segment's events.
func (g *registry) read(ctx context.Context, ws string, s segment) (events []logged, err error) {
	data, _, err := g.objects(ws).Get(ctx, s.Key, "")
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&events); err != nil || int64(len(events)) != s.Next-s.First {
		return nil, fmt.Errorf("log segment %s: %d events, not %d: %w", s.Key, len(events), s.Next-s.First, errors.Join(err, fs.ErrInvalid))
	}
	return events, nil
}

// store puts an exec's options and its input where the worker's host finds them.
func (g *registry) store(ctx context.Context, ws string, r *record, o *Options) error {
	without := *o
	without.Stdin = nil
	data, err := json.Marshal(without)
	if err != nil {
		return err
	}
	if _, err := g.objects(ws).Put(ctx, r.optionsKey(), data, ""); err != nil {
		return err
	}
	r.Stored = true
	return g.storeInput(ctx, ws, r, o.Stdin)
}

func (g *registry) storeInput(ctx context.Context, ws string, r *record, data []byte) error {
	for len(data) > 0 {
		p := part{Key: r.objectKey("in"), Size: int64(min(len(data), inputPart))}
		if _, err := g.objects(ws).Put(ctx, p.Key, data[:p.Size], ""); err != nil {
			return err
		}
		r.Input = append(r.Input, p)
		data = data[p.Size:]
	}
	return nil
}

// options returns what store put away.
func (g *registry) options(ctx context.Context, ws string, r *record) (o Options, err error) {
	data, _, err := g.objects(ws).Get(ctx, r.optionsKey(), "")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	return o, err
}
