package commands

import (
	"context"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "stdbuf", UsageStatus: 125, Run: stdbufMain, Help: `
Usage: stdbuf OPTION... COMMAND [ARG]...
Run COMMAND. What it writes is passed on in the blocks that it writes.

  -i, --input=MODE   0, L or a size
  -o, --output=MODE  0, L or a size
  -e, --error=MODE   0, L or a size
      --help         show this help
      --version      show the version
`})
}

func stdbufMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("+i:o:e:", getopt.Long{Name: "input", Arg: getopt.Required, ID: 'i'},
		getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "error", Arg: getopt.Required, ID: 'e'})
	for _, o := range opts {
		if o.ID == 'i' && (o.Arg == "L" || o.Arg == "l") {
			p.UsageError("line buffering stdin is meaningless")
		}
		if o.Arg == "L" || o.Arg == "l" {
			continue
		}
		if _, err := size.Parse(o.Arg, "EGkKMPTYZ0"); err == size.ErrOverflow {
			p.Fatalf(125, "invalid mode %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
		} else if err != nil {
			p.Fatalf(125, "invalid mode %s", p.Quote(o.Arg))
		}
	}
	if len(args) == 0 {
		p.MissingOperand()
	}
	if len(opts) == 0 {
		p.UsageError("you must specify a buffering mode option")
	}
	c, err := p.spawn(ctx, args, nil)
	if err != nil {
		p.Errorf("failed to run command %s: %s", p.Quote(args[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}
