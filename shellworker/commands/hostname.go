package commands

import (
	"context"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "hostid", Run: hostidMain, Help: "Usage: hostid\nWrite the host's number in hexadecimal.\n" + commonHelp})
	Register(Command{Name: "hostname", Run: hostnameMain, Help: `
Usage: hostname [OPTION]
Write the host's name.

  -s, --short    up to the first dot
  -f, --fqdn     with the domain; there is none
  -d, --domain   the domain; there is none
` + commonHelp[1:]})
}

func hostidMain(_ context.Context, p *Process) int {
	p.noOperands()
	p.Out.WriteString("00000000\n")
	return 0
}

func hostnameMain(_ context.Context, p *Process) int {
	opts, args := p.Getopt("sfd", getopt.Long{Name: "short", ID: 's'}, getopt.Long{Name: "fqdn", ID: 'f'}, getopt.Long{Name: "long", ID: 'f'}, getopt.Long{Name: "domain", ID: 'd'})
	if len(args) > 0 {
		p.Fatalf(1, "you must be root to change the host name")
	}
	for _, o := range opts {
		if o.ID == 'd' {
			p.Out.WriteString("\n")
			return 0
		}
	}
	p.Out.WriteString(Hostname + "\n")
	return 0
}
