package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "rm", Run: rmMain, Help: `
Usage: rm [OPTION]... [FILE]...
Remove FILEs; directories only with -r or -d.

  -f, --force            don't complain of missing FILEs, never ask
  -i                     ask before each removal
  -I                     ask once before removing more than three files, or
                           recursively
      --interactive[=WHEN]  never, once (-I) or always (-i, default)
      --one-file-system  stay on the file system of each argument
      --no-preserve-root  treat / as any other
      --preserve-root[=all]  refuse to remove / (default)
  -r, -R, --recursive    remove directories and all in them
  -d, --dir              remove empty directories
  -v, --verbose          say what is done
      --help             show this help
      --version          show the version
`})
	Register(Command{Name: "unlink", Run: unlinkMain, Help: `
Usage: unlink FILE
Remove FILE by unlink(2).

      --help     show this help
      --version  show the version
`})
}

func permString(mode uint32) string { return filemode.Perm(mode) }

// remover removes trees.
type remover struct {
	p   *Process
	ctx context.Context

	recursive, force, dir, verbose, ask, oneFS bool
	fail                                       bool
}

func rmMain(ctx context.Context, p *Process) int {
	const (
		oneFS = iota + 256
		noPreserve
		preserve
		interactive
	)
	r := remover{p: p, ctx: ctx}
	once, keepRoot := false, true
	opts, files := p.Getopt("dfirvIR", getopt.Long{Name: "force", ID: 'f'}, getopt.Long{Name: "interactive", Arg: getopt.Optional, ID: interactive},
		getopt.Long{Name: "one-file-system", ID: oneFS}, getopt.Long{Name: "no-preserve-root", ID: noPreserve},
		getopt.Long{Name: "preserve-root", Arg: getopt.Optional, ID: preserve}, getopt.Long{Name: "recursive", ID: 'r'},
		getopt.Long{Name: "dir", ID: 'd'}, getopt.Long{Name: "verbose", ID: 'v'})
	for _, o := range opts {
		switch o.ID {
		case 'd':
			r.dir = true
		case 'f':
			r.force, r.ask, once = true, false, false
		case 'i':
			r.force, r.ask, once = false, true, false
		case 'I':
			r.force, r.ask, once = false, false, true
		case interactive:
			word := "always"
			if o.HasArg {
				word = p.Choice("--interactive", o.Arg, "never,no,none", "once", "always,yes")
			}
			r.ask, once = word == "always", word == "once"
			if word != "never" {
				r.force = false
			}
		case 'r', 'R':
			r.recursive = true
		case 'v':
			r.verbose = true
		case oneFS:
			r.oneFS = true
		case noPreserve:
			if !slices.Contains(p.Args, "--no-preserve-root") {
				p.Fatalf(1, "you may not abbreviate the --no-preserve-root option")
			}
			keepRoot = false
		case preserve:
			keepRoot = true
			if o.HasArg && o.Arg != "all" {
				p.Fatalf(1, "unrecognized --preserve-root argument: %s", quote.Always(o.Arg))
			}
		}
	}
	if len(files) == 0 {
		if r.force {
			return 0
		}
		p.MissingOperand()
	}
	if once && (r.recursive || len(files) > 3) {
		plural := "s"
		if len(files) == 1 {
			plural = ""
		}
		how := ""
		if r.recursive {
			how = " recursively"
		}
		if !p.Ask("remove %d argument%s%s? ", len(files), plural, how) {
			return 0
		}
	}
	for _, f := range files {
		if base := BaseName(f); (base == "." || base == "..") && r.recursive {
			p.Errorf("refusing to remove '.' or '..' directory: skipping %s", quote.Always(f))
			r.fail = true
			continue
		}
		if r.recursive && keepRoot {
			if real, err := p.FS.RealPath(ctx, p.Path(f)); err == nil && real == "/" {
				if i, err := p.Lstat(ctx, f); err == nil && i.Kind == vfs.Directory {
					if f == "/" {
						p.Errorf("it is dangerous to operate recursively on '/'")
					} else {
						p.Errorf("it is dangerous to operate recursively on %s (same as '/')", quote.Always(f))
					}
					p.Errorf("use --no-preserve-root to override this failsafe")
					r.fail = true
					continue
				}
			}
		}
		r.remove(f)
		if ctx.Err() != nil {
			break
		}
	}
	if r.fail {
		return 1
	}
	return 0
}

func (r *remover) failed(name string, err error) removal {
	r.p.ActionError("remove", name, err)
	r.fail = true
	return heldBack
}

// removal is what became of a name. What was held back keeps the directories
// above it without further questions; a file that the user declined doesn't.
type removal uint8

const (
	removed removal = iota
	declined
	heldBack
)

// remove removes what name is bound to.
func (r *remover) remove(name string) removal {
	p, ctx := r.p, r.ctx
	i, err := p.Lstat(ctx, name)
	if err != nil {
		if r.force && (vfs.ErrnoOf(err) == vfs.ENOENT || vfs.ErrnoOf(err) == vfs.ENOTDIR) {
			return removed
		}
		return r.failed(name, err)
	}
	if i.Kind != vfs.Directory {
		if r.ask && !p.Ask("%s %s? ", askRemove(ctx, p, i, name), quote.Always(name)) {
			return declined
		}
		if err := p.FS.Unlink(ctx, p.Path(name)); err != nil {
			return r.failed(name, err)
		}
		if r.verbose {
			fmt.Fprintf(p.Out, "removed %s\n", quote.Always(name))
		}
		return removed
	}
	if !r.recursive && !r.dir {
		return r.failed(name, vfs.EISDIR)
	}
	return r.removeDir(name, i)
}

func (r *remover) removeDir(name string, i vfs.Info) removal {
	p, ctx := r.p, r.ctx
	list, err := p.FS.ReadDir(ctx, p.Path(name))
	if err != nil {
		if vfs.ErrnoOf(err) != vfs.EACCES || p.FS.Rmdir(ctx, p.Path(name)) != nil {
			return r.failed(name, err)
		}
		if r.verbose {
			fmt.Fprintf(p.Out, "removed directory %s\n", quote.Always(name))
		}
		return removed
	}
	protect := ""
	if p.FS.Access(ctx, p.Path(name), 2) != nil {
		protect = "write-protected "
	}
	if len(list) > 0 {
		if !r.recursive {
			return r.failed(name, vfs.ENOTEMPTY)
		}
		if r.ask && !p.Ask("descend into %sdirectory %s? ", protect, quote.Always(name)) {
			return heldBack
		}
		kept := false
		for _, e := range list {
			child := joinPath(name, e.Name)
			if r.oneFS {
				if ci, err := p.Lstat(ctx, child); err == nil && ci.Dev != i.Dev {
					p.Errorf("skipping %s, since it's on a different device", quote.Always(child))
					r.fail, kept = true, true
					continue
				}
			}
			if r.remove(child) == heldBack {
				kept = true
			}
			if ctx.Err() != nil {
				return heldBack
			}
		}
		if kept {
			return heldBack // what is left in it keeps it
		}
	}
	if r.ask && !p.Ask("remove %sdirectory %s? ", protect, quote.Always(name)) {
		if len(list) > 0 {
			return declined
		}
		return heldBack
	}
	if err := p.removeDirectory(ctx, name); err != nil {
		return r.failed(name, err)
	}
	if r.verbose {
		fmt.Fprintf(p.Out, "removed directory %s\n", quote.Always(name))
	}
	return removed
}

// removeDirectory removes an empty directory. A symbolic link with a slash
// behind it isn't one, as on Linux.
func (p *Process) removeDirectory(ctx context.Context, name string) error {
	if t := strings.TrimRight(name, "/"); t != name && t != "" {
		if i, err := p.Lstat(ctx, t); err == nil && i.Kind == vfs.Symlink {
			return vfs.ENOTDIR
		}
	}
	return p.FS.Rmdir(ctx, p.Path(name))
}

// askRemove is the question before the name.
func askRemove(ctx context.Context, p *Process, i vfs.Info, name string) string {
	what := FileType(i)
	if i.Kind != vfs.Symlink && p.FS.Access(ctx, p.Path(name), 2) != nil {
		what = "write-protected " + what
	}
	return "remove " + what
}

// FileType names a file's type as stat -c %F does.
func FileType(i vfs.Info) string {
	switch i.Kind {
	case vfs.Directory:
		return "directory"
	case vfs.Symlink:
		return "symbolic link"
	case vfs.FIFO:
		return "fifo"
	case vfs.Device:
		return "character special file"
	}
	if i.Size == 0 {
		return "regular empty file"
	}
	return "regular file"
}

func unlinkMain(ctx context.Context, p *Process) int {
	_, files := p.Getopt("")
	if len(files) == 0 {
		p.MissingOperand()
	}
	if len(files) > 1 {
		p.ExtraOperand(files[1])
	}
	if err := p.FS.Unlink(ctx, p.Path(files[0])); err != nil {
		p.ActionError("unlink", files[0], err)
		return 1
	}
	return 0
}
