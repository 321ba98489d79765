package commands

import (
	"context"
	"fmt"
	"strings"
)

func init() {
	Register(Command{Name: "which", Run: whichMain, Help: `
Usage: which [OPTION]... NAME...
Write the path of the program that each NAME would run.

  -a             all of them
      --help     show this help
      --version  show the version
`})
}

func whichMain(ctx context.Context, p *Process) int {
	// getopts(1p) parses what Debian's which is given.
	for _, a := range p.Args {
		if a == "--" || len(a) < 2 || a[0] != '-' {
			break
		}
		if bad := strings.Trim(a[1:], "a"); bad != "" && a != "--help" && a != "--version" {
			fmt.Fprintf(p.Stdout, "Illegal option -%s\n", bad[:1])
			fmt.Fprintf(p.Stderr, "Usage: %s [-a] args\n", p.Name)
			return 2
		}
	}
	opts, names := p.Getopt("+a")
	all := len(opts) > 0
	if len(names) == 0 {
		return 1
	}
	status := 0
	for _, n := range names {
		found := false
		try := func(path string) {
			if found && !all {
				return
			}
			if i, err := p.Stat(ctx, path); err == nil && !i.IsDir() && p.FS.Access(ctx, p.Path(path), 1) == nil {
				found = true
				p.Out.WriteString(path + "\n")
			}
		}
		if strings.Contains(n, "/") {
			try(n)
		} else {
			for _, d := range strings.Split(p.Getenv("PATH"), ":") {
				if d == "" {
					d = "."
				}
				try(d + "/" + n)
			}
		}
		if !found {
			status = 1
		}
	}
	return status
}
