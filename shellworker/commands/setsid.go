package commands

import (
	"context"
	"syscall"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "setsid", UsageStatus: 1, Run: setsidMain, Help: `
Usage: setsid [OPTION]... COMMAND [ARG]...
Run COMMAND as if in a new session: it ignores hangups.

  -c, --ctty     take the terminal (fails: there is none)
  -f, --fork     don't wait for it
  -w, --wait     wait for it (default)
  -h, --help     show this help
  -V, --version  show the version
`})
}

func setsidMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("+cfwhV", getopt.Long{Name: "ctty", ID: 'c'}, getopt.Long{Name: "fork", ID: 'f'}, getopt.Long{Name: "wait", ID: 'w'})
	fork, terminal := false, false
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		case 'f':
			fork = true
		case 'c':
			terminal = true
		}
	}
	if len(args) == 0 {
		p.UsageError("no command specified")
	}
	if terminal {
		p.Fatalf(1, "failed to set the controlling terminal: Inappropriate ioctl for device")
	}
	c, err := p.spawn(ctx, args, []syscall.Signal{syscall.SIGHUP})
	if err != nil {
		p.Errorf("failed to execute %s: %s", args[0], errText(err))
		return runStatus(err)
	}
	if fork {
		return 0
	}
	return c.Wait()
}
