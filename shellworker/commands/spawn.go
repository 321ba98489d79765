package commands

import (
	"context"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
)

// spawn starts a program with this process's streams.
func (p *Process) spawn(ctx context.Context, args []string, ignored []syscall.Signal) (Child, error) {
	return p.spawnGroup(ctx, args, ignored, false)
}

// spawnGroup starts a program with this process's streams, in a process group
// of its own if group is set.
func (p *Process) spawnGroup(ctx context.Context, args []string, ignored []syscall.Signal, group bool) (Child, error) {
	p.Out.Flush()
	if p.Shell == nil {
		return nil, vfs.ENOSYS
	}
	return p.Shell.Start(ctx, Spawn{Args: args, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr, Ignored: ignored, Group: group})
}

// runStatus is the exit status where a program can't be run.
func runStatus(err error) int {
	if vfs.ErrnoOf(err) == vfs.ENOENT {
		return 127
	}
	return 126
}
