package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "rmdir", Run: rmdirMain, Help: `
Usage: rmdir [OPTION]... DIRECTORY...
Remove empty directories.

      --ignore-fail-on-non-empty  don't complain of directories that aren't empty
  -p, --parents  remove the parents named in each DIRECTORY, too
  -v, --verbose  say what is done
      --help     show this help
      --version  show the version
`})
}

func rmdirMain(ctx context.Context, p *Process) int {
	const ignore = 256
	parents, verbose, ignoreNonEmpty := false, false, false
	opts, dirs := p.Getopt("pv", getopt.Long{Name: "parents", ID: 'p'}, getopt.Long{Name: "verbose", ID: 'v'},
		getopt.Long{Name: "path", ID: 'p'}, getopt.Long{Name: "ignore-fail-on-non-empty", ID: ignore})
	for _, o := range opts {
		switch o.ID {
		case 'p':
			parents = true
		case 'v':
			verbose = true
		case ignore:
			ignoreNonEmpty = true
		}
	}
	if len(dirs) == 0 {
		p.MissingOperand()
	}
	status := 0
	try := func(d string, parent bool) bool {
		if verbose {
			fmt.Fprintf(p.Out, "%s: removing directory, %s\n", p.Name, quote.Always(d))
		}
		err := p.removeDirectory(ctx, d)
		if err == nil {
			return true
		}
		code := vfs.ErrnoOf(err)
		if ignoreNonEmpty && (code == vfs.ENOTEMPTY || code == vfs.EEXIST) {
			return false
		}
		if ignoreNonEmpty && (code == vfs.EACCES || code == vfs.EPERM || code == vfs.EROFS || code == vfs.EBUSY) {
			if l, err := p.FS.ReadDir(ctx, p.Path(d)); err == nil && len(l) > 0 {
				return false
			}
		}
		if parent {
			p.Errorf("failed to remove directory %s: %s", quote.Always(d), errText(err))
		} else {
			if i, serr := p.FS.Stat(ctx, p.Path(d)); code == vfs.ENOTDIR && strings.HasSuffix(d, "/") && serr == nil && i.IsDir() {
				p.Errorf("failed to remove %s: Symbolic link not followed", quote.Always(d))
			} else {
				p.Errorf("failed to remove %s: %s", quote.Always(d), errText(err))
			}
		}
		status = 1
		return false
	}
	for _, d := range dirs {
		if !try(d, false) || !parents {
			continue
		}
		for up := strings.TrimRight(d, "/"); strings.Contains(up, "/"); {
			up = strings.TrimRight(up[:strings.LastIndexByte(up, '/')], "/")
			if up == "" || !try(up, true) {
				break
			}
		}
	}
	return status
}
