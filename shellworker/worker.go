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

// ScratchSize bounds the scratch file behind /tmp, in bytes.
const ScratchSize = 1 << 30

// Worker is ready to run one job.
type Worker struct {
	tree *vfs.FS
}

func now() int64 { return time.Now().UnixNano() }

// New gets ready for a job: what doesn't depend on it is made before it comes.
// Scratch, if not nil, holds what of /tmp doesn't fit in memory.
func New(ctx context.Context, scratch vfs.Scratch) (*Worker, error) {
	tmp := vfs.MemoryOptions{Limit: 32 << 20}
	if scratch != nil {
		tmp.Scratch, tmp.ScratchSize = scratch, ScratchSize
	}
	tree, err := namespace.New(ctx, namespace.Config{Tmp: vfs.NewMemory(now, tmp), Now: now, Rand: rand.Reader, Commands: commands.Names()})
	if err != nil {
		return nil, err
	}
	// The first script that a process runs is slow, so it isn't the job's.
	null, err := tree.Open(ctx, "/dev/null", vfs.ReadWrite, 0)
	if err != nil {
		return nil, err
	}
	interp.Run(ctx, interp.Config{FS: tree, Args: []string{"bash", "-c", `x=$(echo 1); for i in "$x"; do [ "$i" ] | cat; done`}, Env: []string{"PATH=/bin"}, Dir: "/",
		Stdin: null, Stdout: null, Stderr: null, Now: time.Now, Rand: rand.Reader})
	return &Worker{tree}, nil
}

// Run opens the session, runs its job and ends it. An error means that the
// host could not be told how the job ended.
func (w *Worker) Run(ctx context.Context, s rpc.Session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	job, err := s.Open(ctx, rpc.Version)
	if err != nil {
		return err
	}
	workspace := wsfs.New(s, job, wsfs.Options{Now: now, Effect: job.Effect, FlushInterval: job.Flush})
	if err := w.tree.Mount(ctx, namespace.Workspace, workspace, job.ReadOnly); err != nil {
		return err
	}
	out := newOutput(ctx, s)
	signals := make(chan syscall.Signal, 16)
	go passSignals(ctx, s, signals)
	ctx = commands.WithAssets(ctx, publisher{s, workspace})
	status := interp.Run(ctx, interp.Config{
		FS: w.tree, Args: job.Args, Env: job.Env, Dir: job.Dir, Umask: job.Umask,
		Stdin: newInput(s), Stdout: out.stream(1), Stderr: out.stream(2),
		Now: time.Now, Rand: rand.Reader, CPU: CPUTime, Signals: signals,
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
func passSignals(ctx context.Context, s rpc.Session, signals chan<- syscall.Signal) {
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
