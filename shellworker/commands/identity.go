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

func init() {
	const common = "\n      --help     show this help\n      --version  show the version\n"
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
	Register(Command{Name: "whoami", Run: whoamiMain, Help: "Usage: whoami\nWrite the user's name.\n" + common})
	Register(Command{Name: "logname", Run: whoamiMain, Help: "Usage: logname\nWrite the login name.\n" + common})
	Register(Command{Name: "groups", Run: groupsMain, Help: "Usage: groups [USER]...\nWrite the names of the groups.\n" + common})
	Register(Command{Name: "hostid", Run: hostidMain, Help: "Usage: hostid\nWrite the host's number in hexadecimal.\n" + common})
	Register(Command{Name: "hostname", Run: hostnameMain, Help: `
Usage: hostname [OPTION]
Write the host's name.

  -s, --short    up to the first dot
  -f, --fqdn     with the domain; there is none
  -d, --domain   the domain; there is none
` + common[1:]})
	Register(Command{Name: "arch", Run: archMain, Help: "Usage: arch\nWrite the machine's type.\n" + common})
	Register(Command{Name: "uname", Run: unameMain, Help: `
Usage: uname [OPTION]...
Write what system this is; -s where no option is given.

  -a, --all                all of them, in this order, but unknown -p and -i:
  -s, --kernel-name        the kernel's name
  -n, --nodename           the host's name
  -r, --kernel-release     the kernel's release
  -v, --kernel-version     the kernel's version
  -m, --machine            the machine's type
  -p, --processor          the processor's type
  -i, --hardware-platform  the hardware platform
  -o, --operating-system   the operating system
      --help               show this help
      --version            show the version
`})
	Register(Command{Name: "nproc", Run: nprocMain, Help: `
Usage: nproc [OPTION]...
Write how many processors may be used.

      --all       how many there are
      --ignore=N  leave out N of them
      --help      show this help
      --version   show the version
`})
	Register(Command{Name: "tty", UsageStatus: 2, Run: ttyMain, Help: `
Usage: tty [OPTION]...
Write the name of the terminal that is the standard input: here never one.

  -s, --silent, --quiet  write nothing
      --help             show this help
      --version          show the version
`})
	Register(Command{Name: "users", Run: usersMain, Help: "Usage: users\nWrite the names of the users logged in: none.\n" + common})
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
` + common[1:]})
	Register(Command{Name: "uptime", Run: uptimeMain, Help: `
Usage: uptime [OPTION]
Write the time, how long the shell runs, and the load.

  -p, --pretty   only how long
  -s, --since    since when
  -h, --help     show this help
  -V, --version  show the version
`})
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

func archMain(_ context.Context, p *Process) int {
	p.noOperands()
	p.Out.WriteString(Machine + "\n")
	return 0
}

func unameMain(_ context.Context, p *Process) int {
	opts, args := p.Getopt("asnrvmpio", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "kernel-name", ID: 's'}, getopt.Long{Name: "sysname", ID: 's'},
		getopt.Long{Name: "nodename", ID: 'n'}, getopt.Long{Name: "kernel-release", ID: 'r'}, getopt.Long{Name: "release", ID: 'r'},
		getopt.Long{Name: "kernel-version", ID: 'v'}, getopt.Long{Name: "machine", ID: 'm'}, getopt.Long{Name: "processor", ID: 'p'},
		getopt.Long{Name: "hardware-platform", ID: 'i'}, getopt.Long{Name: "operating-system", ID: 'o'})
	if len(args) > 0 {
		p.ExtraOperand(args[0])
	}
	want := map[int]bool{}
	for _, o := range opts {
		want[o.ID] = true
	}
	if len(opts) == 0 {
		want['s'] = true
	}
	var out []string
	for _, f := range []struct {
		id   int
		text string
	}{{'s', "Linux"}, {'n', Hostname}, {'r', "6.1.0"}, {'v', "#1 SMP"}, {'m', Machine}, {'p', "unknown"}, {'i', "unknown"}, {'o', "GNU/Linux"}} {
		if want[f.id] || want['a'] && f.text != "unknown" {
			out = append(out, f.text)
		}
	}
	p.Out.WriteString(strings.Join(out, " ") + "\n")
	return 0
}

func nprocMain(_ context.Context, p *Process) int {
	const (
		all = iota + 256
		ignore
	)
	n, less := 2, 0
	limit := 0
	for _, v := range []string{"OMP_NUM_THREADS", "OMP_THREAD_LIMIT"} {
		s, _, _ := strings.Cut(strings.TrimSpace(p.Getenv(v)), ",")
		if k, err := strconv.Atoi(s); err == nil && k > 0 {
			if v == "OMP_NUM_THREADS" {
				n = k
			} else {
				limit = k
			}
		}
	}
	if limit > 0 && n > limit {
		n = limit
	}
	opts, args := p.Getopt("", getopt.Long{Name: "all", ID: all}, getopt.Long{Name: "ignore", Arg: getopt.Required, ID: ignore})
	for _, o := range opts {
		switch o.ID {
		case all:
			n = 2
		case ignore:
			k, err := strconv.ParseUint(o.Arg, 10, 31)
			if err != nil {
				p.Fatalf(1, "invalid number: %s", p.Quote(o.Arg))
			}
			less = int(k)
		}
	}
	if len(args) > 0 {
		p.ExtraOperand(args[0])
	}
	fmt.Fprintln(p.Out, max(1, n-less))
	return 0
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
