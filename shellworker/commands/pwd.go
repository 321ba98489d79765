package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "pwd", Run: pwdMain, Help: `
Usage: pwd [OPTION]...
Write the current directory.

  -L, --logical   $PWD, where it names the current directory
  -P, --physical  without symbolic links (default)
      --help      show this help
      --version   show the version
`})
}

func pwdMain(ctx context.Context, p *Process) int {
	_, logical := p.LookupEnv("POSIXLY_CORRECT")
	opts, args := p.Getopt("LP", getopt.Long{Name: "logical", ID: 'L'}, getopt.Long{Name: "physical", ID: 'P'})
	for _, o := range opts {
		logical = o.ID == 'L'
	}
	if len(args) > 0 {
		p.Errorf("ignoring non-option arguments")
	}
	if pwd := p.Getenv("PWD"); logical && strings.HasPrefix(pwd, "/") && !strings.Contains(pwd+"/", "/./") && !strings.Contains(pwd+"/", "/../") {
		a, err1 := p.FS.Stat(ctx, pwd)
		b, err2 := p.FS.Stat(ctx, p.Dir)
		if err1 == nil && err2 == nil && keyOf(a) == keyOf(b) {
			p.Out.WriteString(pwd + "\n")
			return 0
		}
	}
	dir, err := p.FS.RealPath(ctx, p.Dir)
	if err != nil {
		p.Fatalf(1, "cannot find the current directory: %s", errText(err))
	}
	p.Out.WriteString(dir + "\n")
	return 0
}
