package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// Replica keeps the database somewhere else, where other processes commit
// too. Its methods are called one at a time.
type Replica interface {
	// Publish makes durable what the last transaction changed, before it is
	// acknowledged and before any reader sees it. ErrRace: another process
	// was first, and this one's copy has to catch up.
	Publish(ctx context.Context) error
	// Version is what the file holds.
	Version() string
	// Behind tells whether something else than a version is published. It may
	// be called at any time.
	Behind(ctx context.Context, version string) (bool, error)
	// CatchUp brings the file to what is published, while nobody has it open;
	// what wasn't published is dropped. It tells whether the transaction that
	// Publish was last called for is among what is published.
	CatchUp(ctx context.Context) (published bool, err error)
	// Claim asks the processes that are always first to wait a moment.
	Claim(ctx context.Context) error
}

// ErrRace is what Replica.Publish returns where another process was first.
var ErrRace = errors.New("another process committed first")

// write is one caller's part of a transaction.
type write struct {
	f    func() error
	err  error
	done bool
}

// immediate runs f in a BEGIN IMMEDIATE transaction of the writer. What others
// ask for meanwhile goes into the same transaction, each in a savepoint of its
// own, so that one flush, or one publication, serves all. f may run again
// where another process was first.
func (db *DB) immediate(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &write{f: f}
	db.queueMu.Lock()
	db.queue = append(db.queue, w)
	db.queueMu.Unlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if w.done {
		return w.err
	}
	db.queueMu.Lock()
	all := db.queue
	db.queue = nil
	db.queueMu.Unlock()
	// A context that ends in the middle would leave the connection in an
	// unknown state: the transaction is short, it runs to its end.
	err := openError(db.path, db.transaction(context.WithoutCancel(ctx), all))
	for _, w := range all {
		w.done = true
		if err != nil {
			w.err = err
		}
	}
	return w.err
}

// A transaction that loses a race is tried again, after a random moment that
// grows up to raceWait, raceMax times; every claimAfter times the others are
// asked to wait.
const (
	raceMax    = 200
	claimAfter = 8
	raceWait   = 100 * time.Millisecond
)

func (db *DB) transaction(ctx context.Context, all []*write) error {
	for try := range raceMax {
		if try > 0 {
			time.Sleep(rand.N(min(raceWait, time.Millisecond<<min(try, 10))))
		}
		if try > 0 && try%claimAfter == 0 {
			if err := db.o.Replica.Claim(ctx); err != nil {
				return err
			}
		}
		err := db.attempt(ctx, all)
		if !errors.Is(err, ErrRace) {
			return err
		}
		published, err := db.catchUp(ctx)
		if err != nil {
			return err
		}
		if published {
			return nil
		}
	}
	return fmt.Errorf("%d times in a row: %w", raceMax, ErrRace)
}

// attempt runs all writes in one transaction, and publishes it.
func (db *DB) attempt(ctx context.Context, all []*write) error {
	if db.gate.down != nil {
		return db.gate.down
	}
	if err := db.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	rollback := func(err error) error {
		db.exec(ctx, "ROLLBACK")
		clear(db.recent)
		return err
	}
	for _, w := range all {
		if err := db.exec(ctx, "SAVEPOINT one"); err != nil {
			return rollback(err)
		}
		if w.err = w.f(); w.err != nil {
			w.err = openError(db.path, w.err)
			clear(db.recent)
			if err := db.exec(ctx, "ROLLBACK TO one"); err != nil {
				return rollback(err)
			}
		}
		if err := db.exec(ctx, "RELEASE one"); err != nil {
			return rollback(err)
		}
	}
	if db.o.Replica == nil {
		if err := db.exec(ctx, "COMMIT"); err != nil {
			return rollback(err)
		}
		return nil
	}
	// Nobody begins to read what could still lose.
	db.gate.shut()
	if err := db.exec(ctx, "COMMIT"); err != nil {
		db.gate.open(nil)
		return rollback(err)
	}
	err := db.o.Replica.Publish(ctx)
	switch {
	case errors.Is(err, ErrRace):
		return err // the gate stays shut until the copy has caught up
	case err != nil:
		// Whether it is published can't be known from here: ask.
		published, cerr := db.catchUp(ctx)
		if cerr != nil {
			return errors.Join(err, cerr)
		}
		if published {
			return nil
		}
		return err
	}
	db.gate.open(nil)
	// Readers that are under way may keep the log: it is tried again.
	return db.exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}

// catchUp takes in what others published. The writer's lock is held. Where it
// fails the database stays closed, and is tried again by Refresh.
func (db *DB) catchUp(ctx context.Context) (published bool, err error) {
	db.gate.shut()
	db.gate.drain()
	defer func() { db.gate.open(err) }()
	if db.gate.down == nil {
		if err := db.dropLog(); err != nil {
			return false, err
		}
		db.disconnect()
	}
	if published, err = db.o.Replica.CatchUp(ctx); err != nil {
		return false, err
	}
	if err = db.connect(ctx); err == nil {
		db.announce()
	}
	return published, err
}

// Refresh takes in what other processes published, if anything.
func (db *DB) Refresh(ctx context.Context) error {
	if db.o.Replica == nil {
		return nil
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.gate.down == nil {
		behind, err := db.behind(ctx, db.o.Replica.Version())
		if err != nil || !behind {
			return err
		}
	}
	_, err := db.catchUp(context.WithoutCancel(ctx))
	return err
}

func (db *DB) behind(ctx context.Context, version string) (bool, error) {
	behind, err := db.o.Replica.Behind(ctx, version)
	if err == nil {
		db.overtaken.Store(behind)
	}
	return behind, err
}

// Seen is for who begins to read before it is known whether other processes
// published something: newest, called later, tells whether what can be read
// from now on was the newest then. ok is false where it probably isn't: other
// processes had published when that was last asked, or there is no replica.
func (db *DB) Seen() (newest func(context.Context) (bool, error), ok bool) {
	if db.o.Replica == nil || db.overtaken.Load() {
		return nil, false
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.gate.down != nil {
		return nil, false
	}
	version := db.o.Replica.Version()
	return func(ctx context.Context) (bool, error) {
		behind, err := db.behind(ctx, version)
		return err == nil && !behind, err
	}, true
}

// gate holds readers up while what they would see isn't settled.
type gate struct {
	mu      sync.Mutex
	cond    sync.Cond
	readers int
	closed  bool
	down    error // why there is nothing to read
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.closed {
		g.cond.Wait()
	}
	if g.down != nil {
		return g.down
	}
	g.readers++
	return nil
}

func (g *gate) leave() {
	g.mu.Lock()
	g.readers--
	g.cond.Broadcast()
	g.mu.Unlock()
}

// shut lets no more readers in; open does again.
func (g *gate) shut() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

func (g *gate) open(down error) {
	g.mu.Lock()
	g.closed, g.down = false, down
	g.cond.Broadcast()
	g.mu.Unlock()
}

// drain waits for the readers that are in.
func (g *gate) drain() {
	g.mu.Lock()
	for g.readers > 0 {
		g.cond.Wait()
	}
	g.mu.Unlock()
}
