// Package rpc carries a Session, what a host serves to one exec's worker, as
// Cap'n Proto capabilities: the same Go interface on both sides, a server that
// answers calls from an implementation, and a client that makes them.
package rpc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
)

// Version of the schema that a worker speaks. A host refuses another.
const Version = 1

// MaxRead is how many bytes one Read may ask for.
const MaxRead = 4 << 20

// The grants that a session can have; each opens one interface.
const (
	GrantFiles   = "fs"
	GrantOutput  = "output"
	GrantControl = "control"
	GrantAssets  = "assets"
	GrantLog     = "log" // for supervisors, whose workers don't get it
)

// Range is Count pages of a file from the page First on, as the file is at
// the revision Rev.
type Range struct {
	Ino   vfs.Ino
	Rev   uint64
	First int64
	Count int
}

// FileSystem is a workspace's tree as a session sees it.
type FileSystem interface {
	// Tree returns the listing of dir, and of as many directories below it,
	// breadth first, as fit in limit entries, at a revision (0: the newest).
	Tree(ctx context.Context, dir vfs.Ino, limit int, revision uint64) (listings []vfs.Listing, at uint64, err error)
	// Chunks returns the chunk ids of a file's pages.
	Chunks(ctx context.Context, r Range) ([]uint64, error)
	// Read returns the pages of the ranges, in order, MaxRead bytes at most
	// together, and the chunks that they came from. A page of zeros, and
	// one behind the end, is empty.
	Read(ctx context.Context, ranges []Range) (pages [][]byte, ids []uint64, err error)
	// Upload stores pages and returns their chunk ids. final: they belong to
	// the session's last commit.
	Upload(ctx context.Context, pages [][]byte, final bool) ([]uint64, error)
	// Commit makes changes. request rises with each; a repeated one answers
	// again and changes nothing. final: nothing will be read or changed after
	// it, and the result's revision says nothing.
	Commit(ctx context.Context, request uint64, changes []vfs.Change, final bool) (vfs.Result, error)
	// Changed returns what changed after a revision; it waits for something
	// to, for at most wait.
	Changed(ctx context.Context, since uint64, wait time.Duration) (vfs.Changes, error)
	// Lease returns the first of count inode numbers that nobody else gets.
	Lease(ctx context.Context, count int) (vfs.Ino, error)
}

// Output takes what the exec prints.
type Output interface {
	// Write takes bytes of stream 1 or 2, in order, and blocks while nobody
	// takes them off.
	Write(ctx context.Context, stream int, data []byte) error
}

// Control is how the exec is steered.
type Control interface {
	// Signals waits until more signals were sent to the exec than seen, and
	// returns those after them.
	Signals(ctx context.Context, seen int) ([]syscall.Signal, error)
	// Input waits for bytes of the exec's input, at most max. end: no more will come.
	Input(ctx context.Context, max int) (data []byte, end bool, err error)
}

// AssetRequest is a file to publish. What is empty is chosen by the host.
type AssetRequest struct {
	Path        string
	Expires     time.Duration
	ContentType string
	Filename    string
	Disposition string // "attachment" or "inline"
	Prefix      string // of the key
}

// Asset is a published file.
type Asset struct {
	URL, Key, Bucket string
	ExpiresAt        time.Time
}

// Assets publishes files.
type Assets interface {
	Publish(ctx context.Context, r AssetRequest) (Asset, error)
}

// Event is output: Stream is 1 for stdout, 2 for stderr.
type Event struct {
	Stream int
	Value  []byte
}

// WholeCharacters returns the length of b without the beginning of a UTF-8
// character at its end.
func WholeCharacters(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// Ending is how an exec ended. Lost says that its worker ended before its
// script; Message why, or what couldn't be saved.
type Ending struct {
	Status  int    `json:"status"`
	Lost    bool   `json:"lost,omitempty"`
	Message string `json:"message,omitempty"`
	Applied int64  `json:"applied"` // changes committed
	Skipped int64  `json:"skipped"` // changes that couldn't be made
	Pulled  int64  `json:"pulled"`  // pages read
}

// Log takes what a supervisor tells of an exec that it runs by batches. It
// needs GrantLog.
type Log interface {
	// Report takes events, the first of which has the number seq; those that
	// were taken before are left out. It returns the signals sent to the exec
	// after the first seen: SIGKILL, SIGSTOP and SIGCONT are for the
	// supervisor, which has done what the first seen asked for.
	Report(ctx context.Context, seq int64, events []Event, seen int) ([]syscall.Signal, error)
	// Finish takes the last events and the end.
	Finish(ctx context.Context, seq int64, events []Event, e Ending) error
	// Feed returns bytes of the exec's input behind the first from, which are
	// forgotten; none where there are none yet. end: no more will come.
	Feed(ctx context.Context, from int64) (data []byte, end bool, err error)
}

// Job is what a worker runs, and the first look at its tree.
type Job struct {
	Args     []string // {"bash", "-c", script} or any program
	Env      []string
	Dir      string
	Umask    uint32
	Effect   bool // one commit at the end, or none
	ReadOnly bool
	Timeout  time.Duration
	Granted  []string
	Revision uint64
	InoFirst vfs.Ino // InoCount inode numbers from here on are leased
	InoCount int
	Root     vfs.NodeInfo
	Listings []vfs.Listing
	Pid      int           // of the script's first process
	Stdin    []byte        // where it doesn't come by Input
	Flush    time.Duration // how long a change may wait; 0: 50 ms
	Tree     uint64        // which tree the chunks' ids are of: they are never used again in it
}

// Session is all that one exec holds while it runs.
type Session interface {
	FileSystem
	Output
	Control
	Assets
	// Open returns the job; it is the first call.
	Open(ctx context.Context, version int) (Job, error)
	// Exit ends the exec, after its last commit; output that was written
	// before it comes first. message
	// tells what the worker itself couldn't do, if anything.
	Exit(ctx context.Context, status int, message string) error
}

// Error is a failed call with its code: a POSIX one or one of the API's.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Message }

// Is makes errors.Is(err, vfs.ENOENT) and its kin hold.
func (e *Error) Is(target error) bool {
	n := vfs.ErrnoNamed(e.Code)
	return n.Code() == e.Code && (target == n || n.Is(target))
}

// As lets errors.As find the vfs.Errno in it.
func (e *Error) As(target any) bool {
	p, ok := target.(*vfs.Errno)
	if n := vfs.ErrnoNamed(e.Code); ok && n.Code() == e.Code {
		*p = n
		return true
	}
	return false
}

// Errorf returns an Error of a code.
func Errorf(code, format string, a ...any) error {
	return &Error{code, fmt.Sprintf(format, a...)}
}

// CodeOf returns the code of an error: an Error's, that of one that has a
// Code(), an Errno's, else EIO.
func CodeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	var c interface{ Code() string }
	if errors.As(err, &c) {
		return c.Code()
	}
	return vfs.ErrnoOf(err).Code()
}

// ErrLost is returned for calls whose answer will never come: the connection
// is gone.
var ErrLost = errors.New("the connection to the host is lost")

// encodeError writes an error as the reason of an exception.
func encodeError(err error) error {
	return errors.New("[" + CodeOf(err) + "] " + err.Error())
}

// decodeError reads what encodeError wrote out of an exception.
func decodeError(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if i := strings.Index(text, "[E"); i >= 0 {
		if code, message, ok := strings.Cut(text[i+1:], "] "); ok {
			return &Error{code, message}
		}
	}
	return fmt.Errorf("%w: %v", ErrLost, err)
}
