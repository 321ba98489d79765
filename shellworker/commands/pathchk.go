package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "pathchk", Run: pathchkMain, Help: `
Usage: pathchk [OPTION]... NAME...
Tell which NAMEs can't be used, or not everywhere.

  -p             for most POSIX systems
  -P             also empty names and those with a leading -
      --portability  as -p -P
      --help     show this help
      --version  show the version
`})
}

func pathchkMain(ctx context.Context, p *Process) int {
	const portability = 256
	opts, names := p.Getopt("+pP", getopt.Long{Name: "portability", ID: portability})
	portable, leading := false, false
	for _, o := range opts {
		portable = portable || o.ID != 'P'
		leading = leading || o.ID != 'p'
	}
	if len(names) == 0 {
		p.MissingOperand()
	}
	status := 0
	bad := func(format string, a ...any) {
		p.Errorf(format, a...)
		status = 1
	}
next:
	for _, n := range names {
		if leading {
			for _, e := range strings.Split(n, "/") {
				if strings.HasPrefix(e, "-") {
					bad("leading '-' in a component of file name %s", quote.Always(n))
					continue next
				}
			}
		}
		if (portable || leading) && n == "" {
			bad("empty file name")
			continue
		}
		if portable {
			for i := range len(n) {
				c := n[i]
				if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._-/", c) >= 0) {
					bad("nonportable character %s in file name %s", p.Quote(n[i:i+1]), quote.Always(n))
					continue next
				}
			}
			if len(n) > 255 {
				bad("limit 255 exceeded by length %d of file name %s", len(n), quote.Always(n))
				continue
			}
			for _, e := range strings.Split(n, "/") {
				if len(e) > 14 {
					bad("limit 14 exceeded by length %d of file name component %s", len(e), p.Quote(e))
					continue next
				}
			}
			continue
		}
		if _, err := p.Lstat(ctx, n); err != nil {
			code := vfs.ErrnoOf(err)
			if code != vfs.ENOENT || n == "" {
				if n == "" {
					bad("'': %s", vfs.ENOENT)
				} else {
					p.NameError(n, err)
					status = 1
				}
				continue
			}
			// The walk ends where a directory is missing: names behind it count, too.
			if len(n) > vfs.PathMax-1 {
				bad("limit %d exceeded by length %d of file name %s", vfs.PathMax-1, len(n), quote.Always(n))
				continue
			}
			for _, e := range strings.Split(n, "/") {
				if len(e) > vfs.NameMax {
					bad("limit %d exceeded by length %d of file name component %s", vfs.NameMax, len(e), p.Quote(e))
					continue next
				}
			}
		}
	}
	return status
}
