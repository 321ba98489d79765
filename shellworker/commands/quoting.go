package commands

import (
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

// Quote puts a word of a message between the locale's quotation marks: ‘x’
// where text is UTF-8, 'x' elsewhere.
func (p *Process) Quote(s string) string {
	return quote.Options{Style: quote.Locale, UTF8: p.UTF8()}.Quote(s)
}

// NameError prints "name: file: No such file or directory", the file quoted
// where a shell would need it (as coreutils does).
func (p *Process) NameError(file string, err error) {
	p.Errorf("%s: %s", quote.Name(file), vfs.ErrText(err))
}

// ActionError prints "name: cannot DO 'file': No such file or directory".
func (p *Process) ActionError(do, file string, err error) {
	p.Errorf("cannot %s %s: %s", do, quote.Always(file), vfs.ErrText(err))
}

// MissingOperand ends the command as one that was given no operand.
func (p *Process) MissingOperand() { p.UsageError("missing operand") }

// ExtraOperand ends the command as one that was given an operand too many.
func (p *Process) ExtraOperand(s string) { p.UsageError("extra operand %s", p.Quote(s)) }

// shellQuote quotes a word for a shell where it needs that.
func shellQuote(s string) string {
	return quote.Options{Style: quote.ShellEscape, UTF8: true}.Quote(s)
}
