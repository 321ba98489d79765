package commands

import (
	"context"
	"fmt"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "uptime", Run: uptimeMain, Help: `
Usage: uptime [OPTION]
Write the time, how long the shell runs, and the load.

  -p, --pretty   only how long
  -s, --since    since when
  -h, --help     show this help
  -V, --version  show the version
`})
}

func uptimeMain(_ context.Context, p *Process) int {
	opts, _ := p.Getopt("pshV", getopt.Long{Name: "pretty", ID: 'p'}, getopt.Long{Name: "since", ID: 's'})
	now := p.Now()
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	if len(opts) > 0 {
		if opts[0].ID == 'p' {
			p.Out.WriteString("up 0 minutes\n")
		} else {
			p.Out.WriteString(now.UTC().Format("2006-01-02 15:04:05") + "\n")
		}
		return 0
	}
	fmt.Fprintf(p.Out, " %s up 0 min,  0 users,  load average: 0.00, 0.00, 0.00\n", now.UTC().Format("15:04:05"))
	return 0
}
