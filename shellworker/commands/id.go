package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

// The one user, their group and the machine, as scripts see them.
const (
	User     = "user"
	UID      = 1000
	Hostname = "capshell"
	Machine  = "x86_64"
)

// commonHelp are the options of commands that have no others.
const commonHelp = "\n      --help     show this help\n      --version  show the version\n"

func init() {
	Register(Command{Name: "id", Run: idMain, Help: `
Usage: id [OPTION]... [USER]...
Write the user's and the groups' numbers and names.

  -a               nothing, for compatibility
  -g, --group      only the effective group
  -G, --groups     all groups
  -n, --name       the name, not the number; with -u, -g or -G
  -r, --real       the real one; with -u, -g or -G
  -u, --user       only the effective user
  -Z, --context   (fails: there are no security contexts)
  -z, --zero       NUL in place of blanks; with -u, -g or -G
      --help       show this help
      --version    show the version
`})
	Register(Command{Name: "whoami", Run: whoamiMain, Help: "Usage: whoami\nWrite the user's name.\n" + commonHelp})
	Register(Command{Name: "logname", Run: whoamiMain, Help: "Usage: logname\nWrite the login name.\n" + commonHelp})
	Register(Command{Name: "groups", Run: groupsMain, Help: "Usage: groups [USER]...\nWrite the names of the groups.\n" + commonHelp})
}

func idMain(_ context.Context, p *Process) int {
	var g, all, name, real, u, zero bool
	opts, users := p.Getopt("agnruzGZ", getopt.Long{Name: "context", ID: 'Z'}, getopt.Long{Name: "group", ID: 'g'}, getopt.Long{Name: "groups", ID: 'G'},
		getopt.Long{Name: "name", ID: 'n'}, getopt.Long{Name: "real", ID: 'r'}, getopt.Long{Name: "user", ID: 'u'}, getopt.Long{Name: "zero", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'g':
			g = true
		case 'G':
			all = true
		case 'n':
			name = true
		case 'r':
			real = true
		case 'u':
			u = true
		case 'z':
			zero = true
		case 'Z':
			p.Fatalf(1, "--context (-Z) works only on an SELinux-enabled kernel")
		}
	}
	one := g || all || u
	switch {
	case g && all || g && u || all && u:
		p.Fatalf(1, "cannot print \"only\" of more than one choice")
	case !one && (name || real):
		p.Fatalf(1, "cannot print only names or real IDs in default format")
	case !one && zero:
		p.Fatalf(1, "option --zero not permitted in default format")
	}
	status := 0
	end := "\n"
	if zero {
		end = "\x00"
	}
	if len(users) == 0 {
		users = []string{User}
	}
	for _, who := range users {
		id, ok := UserID(who)
		n := User
		if ok {
			n, ok = UserName(id)
		}
		if !ok || strings.HasPrefix(who, "+") && who == "+" {
			p.Errorf("%s: no such user", p.Quote(who))
			status = 1
			continue
		}
		num := strconv.Itoa(int(id))
		switch {
		case one && name:
			p.Out.WriteString(n + end)
		case one:
			p.Out.WriteString(num + end)
		default:
			fmt.Fprintf(p.Out, "uid=%s(%s) gid=%s(%s) groups=%s(%s)\n", num, n, num, n, num, n)
		}
	}
	return status
}

func (p *Process) noOperands() {
	if _, args := p.Getopt(""); len(args) > 0 {
		p.ExtraOperand(args[0])
	}
}

func whoamiMain(_ context.Context, p *Process) int {
	p.noOperands()
	p.Out.WriteString(User + "\n")
	return 0
}

func groupsMain(_ context.Context, p *Process) int {
	_, users := p.Getopt("")
	if len(users) == 0 {
		p.Out.WriteString(User + "\n")
	}
	status := 0
	for _, u := range users {
		if u != User && u != "root" {
			p.Errorf("%s: no such user", p.Quote(u))
			status = 1
			continue
		}
		p.Out.WriteString(u + " : " + u + "\n")
	}
	return status
}
