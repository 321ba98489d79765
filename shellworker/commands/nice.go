package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "nice", UsageStatus: 125, Run: niceMain, Help: `
Usage: nice [OPTION] [COMMAND [ARG]...]
Run COMMAND with another niceness, or write the niceness. All commands of a
script share one process, so the niceness stays 0.

  -n, --adjustment=N  add N (10), which must not be negative
      --help          show this help
      --version       show the version
`})
}

func niceMain(ctx context.Context, p *Process) int {
	// -N is -n N, in the old form; the options of any form may be several.
	args := append([]string(nil), p.Args...)
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		s := args[i][1:]
		if s[0] == '-' || s[0] == '+' {
			s = s[1:]
		}
		if s != "" && s[0] >= '0' && s[0] <= '9' {
			args[i] = "-n" + args[i][1:]
		} else if args[i] == "-n" || strings.HasPrefix(args[i], "--a") && !strings.Contains(args[i], "=") {
			i++ // its argument
		}
	}
	p.Args = args
	opts, rest := p.Getopt("+n:", getopt.Long{Name: "adjustment", Arg: getopt.Required, ID: 'n'})
	adjust, given := 10, false
	for _, o := range opts {
		n, err := strconv.Atoi(strings.TrimPrefix(o.Arg, "+"))
		if err != nil {
			if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
				n = 39
			} else {
				p.Fatalf(125, "invalid adjustment %s", p.Quote(o.Arg))
			}
		}
		adjust, given = n, true
	}
	if len(rest) == 0 {
		if given {
			p.UsageError("a command must be given with an adjustment")
		}
		p.Out.WriteString("0\n")
		return 0
	}
	if adjust < 0 {
		p.Errorf("cannot set niceness: %s", vfs.EACCES)
	}
	c, err := p.spawn(ctx, rest, nil)
	if err != nil {
		p.Errorf("%s: %s", p.Quote(rest[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}
