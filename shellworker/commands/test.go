package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/testexpr"
)

const testHelp = `
Usage: test EXPRESSION
   or: [ EXPRESSION ]
Exit with 0 where EXPRESSION is true, 1 where it is false.

Strings: -n S, -z S, S, S = T, S == T, S != T, S < T, S > T
Numbers: N -eq M, -ne, -lt, -le, -gt, -ge
Files: -e F, -f, -d, -h, -L, -p, -S, -b, -c, -s, -r, -w, -x, -u, -g, -k, -O, -G,
  -N, -t FD, F -nt G, F -ot G, F -ef G
( EXPRESSION ), ! EXPRESSION, E -a F, E -o F
`

func init() {
	Register(Command{Name: "test", Help: testHelp, UsageStatus: 2, Run: testMain})
	Register(Command{Name: "[", Help: testHelp, UsageStatus: 2, Run: testMain})
}

type testEnv struct {
	ctx context.Context
	p   *Process
}

func (e testEnv) Stat(name string) (vfs.Info, error)  { return e.p.Stat(e.ctx, name) }
func (e testEnv) Lstat(name string) (vfs.Info, error) { return e.p.Lstat(e.ctx, name) }
func (e testEnv) Terminal(int) bool                   { return false }
func (e testEnv) Access(name string, want uint32) bool {
	return e.p.FS.Access(e.ctx, e.p.Path(name), want) == nil
}

func testMain(ctx context.Context, p *Process) int {
	args := p.Args
	if p.cmd.Name == "[" {
		p.loneOption()
		if len(args) == 0 || args[len(args)-1] != "]" {
			p.Errorf("missing %s", p.Quote("]"))
			return 2
		}
		args = args[:len(args)-1]
	}
	ok, err := testexpr.EvalGNU(slices.Clone(args), testEnv{ctx, p})
	switch {
	case err != nil:
		p.Errorf("%s", p.testError(err.Error(), args))
		return 2
	case ok:
		return 0
	}
	return 1
}

// testError words an error as coreutils' test does, not bash's.
func (p *Process) testError(text string, args []string) string {
	if word, ok := strings.CutPrefix(text, "extra argument\x00"); ok {
		return "extra argument " + p.Quote(word)
	}
	for suffix, format := range map[string]string{": integer expression expected": "invalid integer %s", ": binary operator expected": "%s: binary operator expected"} {
		if word, ok := strings.CutSuffix(text, suffix); ok {
			return strings.Replace(format, "%s", p.Quote(word), 1)
		}
	}
	last := ""
	if len(args) > 0 {
		last = args[len(args)-1]
	}
	switch {
	case strings.HasSuffix(text, ": unary operator expected") && len(args) > 3:
		return p.Quote(strings.TrimSuffix(text, ": unary operator expected")) + ": unary operator expected"
	case strings.HasSuffix(text, ": unary operator expected"), strings.HasSuffix(text, "argument expected"):
		if len(args) == 3 {
			return p.Quote(args[1]) + ": binary operator expected"
		}
		return "missing argument after " + p.Quote(last)
	}
	return text
}
