package commands

import (
	"context"
	"errors"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "tee", Run: teeMain, Help: `
Usage: tee [OPTION]... [FILE]...
Copy the standard input to each FILE and to the standard output.

  -a, --append             append to the FILEs
  -i, --ignore-interrupts  ignore interrupts
  -p                       go on when a pipe has no reader any more
      --output-error[=MODE]  what a failed write does: warn, warn-nopipe
                           (default with -p), exit, exit-nopipe
      --help               show this help
      --version            show the version
`})
}

func teeMain(ctx context.Context, p *Process) int {
	const errorMode = 256
	flags := vfs.WriteOnly | vfs.Create | vfs.Truncate
	mode := ""
	opts, names := p.Getopt("aip", getopt.Long{Name: "append", ID: 'a'}, getopt.Long{Name: "ignore-interrupts", ID: 'i'},
		getopt.Long{Name: "output-error", Arg: getopt.Optional, ID: errorMode})
	for _, o := range opts {
		switch o.ID {
		case 'a':
			flags = vfs.WriteOnly | vfs.Create | vfs.Append
		case 'p':
			mode = "warn-nopipe"
		case errorMode:
			if !o.HasArg {
				mode = "warn-nopipe"
				break
			}
			mode = p.Choice("--output-error", o.Arg, "warn", "warn-nopipe", "exit", "exit-nopipe")
		}
	}
	status := 0
	type sink struct {
		name string
		f    vfs.File
	}
	sinks := []sink{{"standard output", p.Stdout}}
	for _, n := range names {
		f, err := p.OpenFile(ctx, n, flags, 0o666)
		if err != nil {
			p.NameError(n, err)
			status = 1
			if mode == "exit" || mode == "exit-nopipe" {
				return 1
			}
			continue
		}
		defer f.Close()
		sinks = append(sinks, sink{quote.Name(n), f})
	}
	buf := make([]byte, 64<<10)
	for len(sinks) > 0 {
		n, err := p.Stdin.Read(buf)
		for i := 0; n > 0 && i < len(sinks); i++ {
			s := sinks[i]
			if _, err := s.f.Write(buf[:n]); err != nil {
				pipe := errors.Is(err, ErrSigpipe) || vfs.ErrnoOf(err) == vfs.EPIPE
				if pipe && mode == "" {
					p.Exit(141)
				}
				if !pipe || mode == "warn" || mode == "exit" {
					text := vfs.ErrText(err)
					if pipe {
						text = vfs.EPIPE.Error()
					}
					p.Errorf("%s: %s", s.name, text)
					status = 1
					if mode == "exit" || mode == "exit-nopipe" {
						return 1
					}
				}
				sinks = append(sinks[:i:i], sinks[i+1:]...)
				i--
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			p.Errorf("read error: %s", vfs.ErrText(err))
			return 1
		}
	}
	return status
}
