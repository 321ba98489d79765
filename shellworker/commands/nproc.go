package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "nproc", Run: nprocMain, Help: `
Usage: nproc [OPTION]...
Write how many processors may be used.

      --all       how many there are
      --ignore=N  leave out N of them
      --help      show this help
      --version   show the version
`})
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
