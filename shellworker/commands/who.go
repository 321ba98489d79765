package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "users", Run: usersMain, Help: "Usage: users\nWrite the names of the users logged in: none.\n" + commonHelp})
	Register(Command{Name: "who", Run: whoMain, Help: `
Usage: who [OPTION]
Write who is logged in: nobody.

  -H, --heading  a line of headings
  -q, --count    names and their number
  -T, -w, --mesg, --message, --writable  a column for who takes messages
  -d, --dead  -l, --login  -p, --process  -r, --runlevel  -t, --time  -b, --boot
                 what there is none of, with columns of its own
  -u, --users    with a column of idleness
  -a, --all      all of these
  -m             who am I: nobody
  -s, --short    with few columns (default)
      --ips, --lookup  (there are no hosts)
` + commonHelp[1:]})
}

func usersMain(_ context.Context, p *Process) int {
	if _, args := p.Getopt(""); len(args) > 1 {
		p.ExtraOperand(args[1])
	}
	return 0
}

// whoMain shows nobody: of each option only the heading can be seen.
func whoMain(_ context.Context, p *Process) int {
	const (
		lookup = iota + 256
		ips
	)
	opts, args := p.Getopt("abdlmpqrstuwHT", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "boot", ID: 'b'}, getopt.Long{Name: "count", ID: 'q'},
		getopt.Long{Name: "dead", ID: 'd'}, getopt.Long{Name: "heading", ID: 'H'}, getopt.Long{Name: "ips", ID: ips}, getopt.Long{Name: "login", ID: 'l'},
		getopt.Long{Name: "lookup", ID: lookup}, getopt.Long{Name: "message", ID: 'T'}, getopt.Long{Name: "mesg", ID: 'T'}, getopt.Long{Name: "process", ID: 'p'},
		getopt.Long{Name: "runlevel", ID: 'r'}, getopt.Long{Name: "short", ID: 's'}, getopt.Long{Name: "time", ID: 't'}, getopt.Long{Name: "users", ID: 'u'},
		getopt.Long{Name: "writable", ID: 'T'})
	var heading, count, message, idle, exit, long bool
	for _, o := range opts {
		switch o.ID {
		case 'H':
			heading = true
		case 'q':
			count = true
		case 'a':
			message, idle, exit, long = true, true, true, true
		case 'd':
			idle, exit, long = true, true, true
		case 'l', 'r', 'u':
			idle, long = true, true
		case 'b', 'p', 't':
			long = true
		case 'T', 'w':
			message = true
		}
	}
	if len(args) > 2 {
		p.ExtraOperand(args[2])
	}
	if count {
		p.Out.WriteString("\n# users=0\n")
		return 0
	}
	if !heading {
		return 0
	}
	line := fmt.Sprintf("%-8s", "NAME")
	if message {
		line += "  "
	}
	line += fmt.Sprintf(" %-12s %-16s", "LINE", "TIME")
	if idle {
		line += fmt.Sprintf(" %-6s", "IDLE")
	}
	if long {
		line += fmt.Sprintf(" %10s", "PID")
	}
	line += fmt.Sprintf(" %-8s", "COMMENT")
	if exit {
		line += fmt.Sprintf(" %-12s", "EXIT")
	}
	p.Out.WriteString(strings.TrimRight(line, " ") + "\n")
	return 0
}
