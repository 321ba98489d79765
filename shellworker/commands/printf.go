package commands

import (
	"context"
	"errors"

	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/printf"
)

func init() {
	Register(Command{Name: "printf", Run: printfMain, Help: `
Usage: printf FORMAT [ARGUMENT]...
Write the ARGUMENTs as FORMAT says, which is used again while any are left.

      --help     show this help
      --version  show the version

FORMAT: text; escapes \" \\ \a \b \c \e \f \n \r \t \v \NNN \xHH \uHHHH \UHHHHHHHH;
%%; %b (escapes in the ARGUMENT, \0NNN), %q (quoted for a shell), and C's
conversions diouxXfFeEgGaAcs with their flags, width and precision.
`})
}

func printfMain(_ context.Context, p *Process) int {
	p.loneOption()
	args := p.Args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		p.MissingOperand()
	}
	status := 0
	var pr printf.Printer
	pr = printf.Printer{GNU: true, QuoteArg: p.Quote, Limit: 256 << 20,
		Errorf: func(format string, a ...any) {
			p.Out.Write(pr.Take())
			p.Errorf(format, a...)
			status = 1
		},
		Quote: func(s string) string {
			return quote.Options{Style: quote.ShellEscape, UTF8: p.UTF8()}.Quote(s)
		}}
	out, ok, err := pr.Format(args[0], args[1:])
	p.Out.Write(out)
	if err != nil {
		p.Out.Flush()
		var f *printf.ErrFormat
		if errors.As(err, &f) {
			p.Errorf("%s", f.Text)
		} else {
			p.Errorf("%s", err)
		}
		return 1
	}
	if rest := pr.Unused(); len(rest) > 0 && !pr.Stopped() {
		p.Out.Flush()
		p.Errorf("warning: ignoring excess arguments, starting with %s", p.Quote(rest[0]))
	}
	if !ok {
		return 1
	}
	return status
}
