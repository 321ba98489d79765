package commands

import (
	"context"

	"github.com/capshell/capshell/hoststore/vfs"
)

// StartShell starts `sh -c command` for the process, with its environment,
// directory and stderr.
func (p *Process) StartShell(ctx context.Context, command string, stdin, stdout vfs.File) (Child, error) {
	p.Out.Flush()
	if p.Shell == nil {
		return nil, vfs.ENOSYS
	}
	return p.Shell.Start(ctx, Spawn{Args: []string{"sh", "-c", command}, Env: p.Env, Dir: p.Dir, Umask: p.Umask,
		Stdin: stdin, Stdout: stdout, Stderr: p.Stderr})
}
