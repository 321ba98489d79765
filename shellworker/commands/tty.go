package commands

import (
	"context"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "tty", UsageStatus: 2, Run: ttyMain, Help: `
Usage: tty [OPTION]...
Write the name of the terminal that is the standard input: here never one.

  -s, --silent, --quiet  write nothing
      --help             show this help
      --version          show the version
`})
}

func ttyMain(_ context.Context, p *Process) int {
	opts, args := p.Getopt("s", getopt.Long{Name: "silent", ID: 's'}, getopt.Long{Name: "quiet", ID: 's'})
	if len(args) > 0 {
		p.ExtraOperand(args[0])
	}
	if len(opts) == 0 {
		p.Out.WriteString("not a tty\n")
	}
	return 1
}
