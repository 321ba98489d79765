package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/rpc"
)

// Bounds of what an exec printed, in bytes.
const (
	mostUntold = 3 << 20 // that the host wasn't told yet: it is told, and the script waits
	mostUnsent = 1 << 20 // that the answer's reader is behind: the script waits
	reportSize = 2 << 20 // in one report
	tellAt     = 1 << 20 // that are told before the second is over
)

// eventLog holds what an exec printed until the host knows it: by the answer,
// by batches, or both. Its events are numbered from 0.
type eventLog struct {
	w     *invocation.Writer // nil: nobody reads the answer
	whole bool               // it is read when it is complete

	mu      sync.Mutex
	cond    sync.Cond
	part    [2][]byte   // of stdout and stderr: the beginning of a character
	first   int64       // number of untold[0]
	untold  []rpc.Event // what the host wasn't told by a batch
	bytes   int         // of untold
	told    bool        // the host is told by batches
	full    chan struct{}
	begun   bool               // the answer has
	unsent  []invocation.Frame // what the answer doesn't hold yet
	behind  int                // bytes of unsent
	closed  bool               // nothing comes after unsent
	gone    bool               // the answer can't be written any more
	silent  bool               // it takes no more events
	sending sync.WaitGroup
}

// newEventLog returns the log of an exec whose answer goes to w. whole: it is
// read when it is complete.
func newEventLog(w *invocation.Writer, whole bool) *eventLog {
	l := &eventLog{w: w, whole: whole, full: make(chan struct{}, 1)}
	l.cond.L = &l.mu
	if w != nil {
		l.sending.Go(l.send)
	}
	return l
}

// firstWait is how long the answer's beginning waits for more to go with it,
// unless that is firstBytes: what a short script prints goes with its end.
const (
	firstWait  = 10 * time.Millisecond
	firstBytes = 64 << 10
)

// send writes frames as fast as they are read.
func (l *eventLog) send() {
	timer := time.AfterFunc(firstWait, func() { l.mu.Lock(); l.begun = true; l.cond.Broadcast(); l.mu.Unlock() })
	defer timer.Stop()
	for {
		l.mu.Lock()
		for (len(l.unsent) == 0 || l.whole || !l.begun) && !l.closed {
			l.cond.Wait()
		}
		if len(l.unsent) == 0 {
			l.mu.Unlock()
			return
		}
		frames := l.unsent
		l.unsent = nil
		l.mu.Unlock()
		err := l.w.Frames(frames...)
		l.mu.Lock()
		for _, f := range frames {
			l.behind -= len(f.Data)
		}
		if err != nil {
			l.gone, l.unsent, l.behind = true, nil, 0
		}
		l.cond.Broadcast()
		l.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// frame puts a frame behind what the answer holds. The lock is held.
func (l *eventLog) frame(kind byte, data []byte) {
	if l.w != nil && !l.gone {
		l.unsent = append(l.unsent, invocation.Frame{Kind: kind, Data: data})
		l.behind += len(data)
		l.cond.Broadcast()
	}
}

// put takes output. It waits while the host, or the answer's reader, is behind.
func (l *eventLog) put(ctx context.Context, stream int, data []byte) error {
	stop := context.AfterFunc(ctx, func() { l.mu.Lock(); l.cond.Broadcast(); l.mu.Unlock() })
	defer stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.bytes > mostUntold || l.behind > mostUnsent && !l.whole {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		l.cond.Wait()
	}
	// A character is not divided between events, so that each is text by
	// itself where the whole is.
	value := append(l.part[stream-1], data...)
	whole := rpc.WholeCharacters(value)
	l.part[stream-1] = append([]byte(nil), value[whole:]...)
	if whole > 0 {
		l.add(rpc.Event{Stream: stream, Value: value[:whole:whole]})
	}
	return nil
}

// say adds a message of the supervisor to stderr.
func (l *eventLog) say(message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(rpc.Event{Stream: 2, Value: []byte("capshell: " + message + "\n")})
}

// add adds an event. The lock is held.
func (l *eventLog) add(e rpc.Event) {
	l.untold = append(l.untold, e)
	l.bytes += len(e.Value)
	if l.bytes > mostUntold || l.told && l.bytes > tellAt {
		select {
		case l.full <- struct{}{}:
		default:
		}
	}
	kind := byte(invocation.Stdout)
	if e.Stream == 2 {
		kind = invocation.Stderr
	}
	if !l.silent {
		l.frame(kind, e.Value)
		l.begun = l.begun || l.behind >= firstBytes
	}
}

// flush adds what is left of characters that never became whole.
func (l *eventLog) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, part := range l.part {
		if len(part) > 0 {
			l.add(rpc.Event{Stream: i + 1, Value: part})
			l.part[i] = nil
		}
	}
}

// next returns events that the host wasn't told, with the number of the first,
// and whether there are more.
func (l *eventLog) next() (seq int64, events []rpc.Event, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told = true
	size, n := 0, 0
	for n < len(l.untold) && (n == 0 || size+len(l.untold[n].Value)+32 <= reportSize) {
		size += len(l.untold[n].Value) + 32
		n++
	}
	return l.first, append([]rpc.Event(nil), l.untold[:n]...), n < len(l.untold)
}

// tell takes note that the host knows the events up to seq.
func (l *eventLog) tell(seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.first < seq {
		l.bytes -= len(l.untold[0].Value)
		l.untold = l.untold[1:]
		l.first++
	}
	l.cond.Broadcast()
}

// isTold tells whether the host was, or may have been, told by a batch.
func (l *eventLog) isTold() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.told
}

// send1 writes a frame that is no event.
func (l *eventLog) send1(kind byte, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frame(kind, data)
}

// hand says that the host is told by batches. Where the answer is read only
// when it is complete, the events are read at the host.
func (l *eventLog) hand() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = l.whole
	if l.silent {
		l.unsent = slices.DeleteFunc(l.unsent, func(f invocation.Frame) bool { return f.Kind == invocation.Stdout || f.Kind == invocation.Stderr })
	}
	l.frame(invocation.Handed, nil)
}

// end writes the last frames.
func (l *eventLog) end(frames ...invocation.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range frames {
		l.frame(f.Kind, f.Data)
	}
	l.closed = true
	l.cond.Broadcast()
}
