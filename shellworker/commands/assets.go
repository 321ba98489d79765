package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

type assetsKey struct{}

// WithAssets gives the commands that run under ctx the capability to publish files.
func WithAssets(ctx context.Context, a rpc.Assets) context.Context {
	return context.WithValue(ctx, assetsKey{}, a)
}

func init() {
	Register(Command{Name: "assets", Run: runAssets, Help: `
Usage: assets publish [OPTION]... FILE [EXPIRY]
Publish a file of the workspace and print a URL that fetches it for a while.

EXPIRY is a number of milliseconds, or one with ms, s, m or h behind it;
the default is 1h, the most 7 days (168h).

  -c, --content-type=TYPE  its media type, in place of what the name or the
                           bytes tell
  -n, --name=NAME          the name to save it under
  -i, --inline             show it in place of saving it
  -p, --prefix=PREFIX      of the object's key, below the publisher's own
      --help               display this help and exit
      --version            output version information and exit
`})
}

func runAssets(ctx context.Context, p *Process) int {
	opts, operands := p.Getopt("c:n:ip:", getopt.Long{Name: "content-type", Arg: getopt.Required, ID: 'c'},
		getopt.Long{Name: "name", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "inline", ID: 'i'},
		getopt.Long{Name: "prefix", Arg: getopt.Required, ID: 'p'})
	var q rpc.AssetRequest
	for _, o := range opts {
		switch o.ID {
		case 'c':
			q.ContentType = o.Arg
		case 'n':
			q.Filename = o.Arg
		case 'i':
			q.Disposition = "inline"
		case 'p':
			q.Prefix = o.Arg
		}
	}
	switch {
	case len(operands) == 0:
		p.UsageError("missing subcommand")
	case operands[0] != "publish":
		p.UsageError("unknown subcommand '%s'", operands[0])
	case len(operands) < 2:
		p.UsageError("missing file operand")
	case len(operands) > 3:
		p.UsageError("extra operand '%s'", operands[3])
	}
	if len(operands) == 3 {
		d, ok := parseExpiry(operands[2])
		if !ok {
			p.Fatalf(1, "invalid expiry '%s': a number of milliseconds, or one with ms, s, m or h behind it", operands[2])
		}
		q.Expires = d
	}
	a, ok := ctx.Value(assetsKey{}).(rpc.Assets)
	if !ok {
		p.Fatalf(1, "no publisher is configured: assets can't be published")
	}
	i, err := p.Stat(ctx, operands[1])
	if err == nil && i.Kind != vfs.Regular {
		err = vfs.EISDIR
	}
	if err == nil {
		q.Path, err = p.FS.RealPath(ctx, p.Path(operands[1]))
	}
	if err != nil {
		p.FileError(operands[1], err)
		return 1
	}
	if !strings.HasPrefix(q.Path, "/workspace/") {
		p.Errorf("%s: only files under /workspace can be published", operands[1])
		return 1
	}
	asset, err := a.Publish(ctx, q)
	if err != nil {
		text := err.Error()
		if rpc.CodeOf(err) == "EPERM" {
			text = "no publisher is configured: assets can't be published"
		}
		p.Errorf("%s", text)
		return 1
	}
	fmt.Fprintln(p.Out, asset.URL)
	return 0
}

// parseExpiry reads "90s", "15m", "2h", "1500ms", or a number of milliseconds.
func parseExpiry(text string) (time.Duration, bool) {
	digits := strings.TrimRight(text, "msh")
	unit, ok := map[string]time.Duration{"": time.Millisecond, "ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour}[text[len(digits):]]
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n <= 0 || n > int64(1<<40*time.Millisecond/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}
