package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "arch", Run: archMain, Help: "Usage: arch\nWrite the machine's type.\n" + commonHelp})
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
