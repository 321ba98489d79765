// Package shellworker runs one script: it takes a session and its job, and
// gives back an exit status. It touches nothing but the session.
package shellworker

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/interp"
	"github.com/capshell/capshell/shellworker/namespace"
	"github.com/capshell/capshell/shellworker/wsfs"
)

// Session is the host's end of the exec. Flush waits until the output that
// was written has been taken.
type Session interface {
	rpc.Session
	Flush() error
}

// ScratchSize bounds the scratch file behind /tmp, in bytes.
const ScratchSize = 1 << 30

// Run opens the session, runs its job and ends it. Scratch, if not nil, holds
// what of /tmp doesn't fit in memory. An error means that the host could not
// be told how the job ended.
func Run(ctx context.Context, s Session, scratch vfs.Scratch) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	job, err := s.Open(ctx, rpc.Version)
	if err != nil {
		return err
	}
	now := func() int64 { return time.Now().UnixNano() }
	workspace := wsfs.New(s, job, wsfs.Options{Now: now, Effect: job.Effect})
	tmp := vfs.MemoryOptions{Limit: 32 << 20}
	if scratch != nil {
		tmp.Scratch, tmp.ScratchSize = scratch, ScratchSize
	}
	tree, err := namespace.New(ctx, namespace.Config{Workspace: workspace, ReadOnly: job.ReadOnly, Tmp: vfs.NewMemory(now, tmp),
		Now: now, Rand: rand.Reader, Commands: commands.Names()})
	if err != nil {
		return err
	}
	out := newOutput(ctx, s)
	signals := make(chan syscall.Signal, 16)
	go passSignals(ctx, s, signals)
	ctx = commands.WithAssets(ctx, publisher{s, workspace})
	status := interp.Run(ctx, interp.Config{
		FS: tree, Args: job.Args, Env: job.Env, Dir: job.Dir, Umask: job.Umask,
		Stdin: newInput(s), Stdout: out.stream(1), Stderr: out.stream(2),
		Now: time.Now, Rand: rand.Reader, Signals: signals,
	})
	message := ""
	if err := workspace.Close(ctx, !job.Effect || status == 0); err != nil {
		message = err.Error()
		for line := range strings.SplitSeq(message, "\n") {
			fmt.Fprintf(out.stream(2), "capshell: %s\n", line)
		}
		if job.Effect && status == 0 {
			status = 1
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	return s.Exit(ctx, status, message)
}

// passSignals hands the exec's signals to the script.
func passSignals(ctx context.Context, s Session, signals chan<- syscall.Signal) {
	for seen := 0; ; {
		more, err := s.Signals(ctx, seen)
		if err != nil {
			return
		}
		seen += len(more)
		for _, sig := range more {
			select {
			case signals <- sig:
			case <-ctx.Done():
				return
			}
		}
	}
}

// publisher publishes a file as the script has written it.
type publisher struct {
	rpc.Assets
	workspace *wsfs.FS
}

func (p publisher) Publish(ctx context.Context, r rpc.AssetRequest) (rpc.Asset, error) {
	if err := p.workspace.Sync(ctx); err != nil {
		return rpc.Asset{}, err
	}
	return p.Assets.Publish(ctx, r)
}

// OpenScratch returns the scratch file that the spawner passed as the
// descriptor, nil if there is none.
func OpenScratch(fd uintptr) vfs.Scratch {
	var st syscall.Stat_t
	if syscall.Fstat(int(fd), &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil
	}
	return os.NewFile(fd, "scratch")
}
