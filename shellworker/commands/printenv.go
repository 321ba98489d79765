package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "printenv", UsageStatus: 2, Run: printenvMain, Help: `
Usage: printenv [OPTION]... [VARIABLE]...
Write the values of the VARIABLEs, or the whole environment.

  -0, --null     end each line with NUL
      --help     show this help
      --version  show the version
`})
}

func printenvMain(_ context.Context, p *Process) int {
	end := "\n"
	opts, names := p.Getopt("+0", getopt.Long{Name: "null", ID: '0'})
	if len(opts) > 0 {
		end = "\x00"
	}
	if len(names) == 0 {
		for _, e := range p.Env {
			p.Out.WriteString(e + end)
		}
		return 0
	}
	status := 0
	for _, n := range names {
		v, ok := p.LookupEnv(n)
		if !ok || strings.Contains(n, "=") {
			status = 1
			continue
		}
		p.Out.WriteString(v + end)
	}
	return status
}
