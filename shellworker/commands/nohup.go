package commands

import (
	"context"
	"syscall"

	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "nohup", UsageStatus: 125, Run: nohupMain, Help: `
Usage: nohup COMMAND [ARG]...
Run COMMAND so that it ignores hangups.

      --help     show this help
      --version  show the version
`})
}

func nohupMain(ctx context.Context, p *Process) int {
	_, args := p.Getopt("+")
	if len(args) == 0 {
		p.MissingOperand()
	}
	c, err := p.spawn(ctx, args, []syscall.Signal{syscall.SIGHUP})
	if err != nil {
		p.Errorf("failed to run command %s: %s", quote.Always(args[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}
