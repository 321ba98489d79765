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
	Register(Command{Name: "ln", Run: lnMain, Help: `
Usage: ln [OPTION]... [-T] TARGET LINK_NAME
   or: ln [OPTION]... TARGET
   or: ln [OPTION]... TARGET... DIRECTORY
   or: ln [OPTION]... -t DIRECTORY TARGET...
Make links to TARGETs: hard links, or symbolic ones with -s.

      --backup[=CONTROL]  keep what is replaced: none, simple, numbered, existing
  -b                      as --backup without argument
  -d, -F, --directory     try to link directories (always refused)
  -f, --force             remove what is there
  -i, --interactive       ask before replacing
  -L, --logical           link what a symbolic link TARGET leads to
  -n, --no-dereference    LINK_NAME that is a link to a directory is a file
  -P, --physical          link symbolic links themselves (default)
  -r, --relative          with -s, make the link relative to where it is
  -s, --symbolic          make symbolic links
  -S, --suffix=SUFFIX     of backups (default ~)
  -t, --target-directory=DIRECTORY  make the links in it
  -T, --no-target-directory  LINK_NAME is always a file
  -v, --verbose           say what is made
      --help              show this help
      --version           show the version
`})
	Register(Command{Name: "link", Run: linkMain, Help: `
Usage: link FILE1 FILE2
Make FILE2 another name of FILE1, by link(2).

      --help     show this help
      --version  show the version
`})
}

type linker struct {
	p                                               *Process
	ctx                                             context.Context
	symbolic, force, ask, logical, noDeref, verbose bool
	relative                                        bool
	directories                                     bool // -d: leave their refusal to the system
	backup                                          Backup
	made                                            map[fileKey]bool
}

func lnMain(ctx context.Context, p *Process) int {
	const backupOpt = 256
	l := linker{p: p, ctx: ctx, made: map[fileKey]bool{}}
	target, noTarget := "", false
	hasTarget := false
	opts, files := p.Getopt("bdfinrst:vFLPS:T",
		getopt.Long{Name: "backup", Arg: getopt.Optional, ID: backupOpt}, getopt.Long{Name: "directory", ID: 'd'},
		getopt.Long{Name: "no-dereference", ID: 'n'}, getopt.Long{Name: "no-target-directory", ID: 'T'},
		getopt.Long{Name: "force", ID: 'f'}, getopt.Long{Name: "interactive", ID: 'i'},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "target-directory", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "logical", ID: 'L'}, getopt.Long{Name: "physical", ID: 'P'}, getopt.Long{Name: "relative", ID: 'r'},
		getopt.Long{Name: "symbolic", ID: 's'}, getopt.Long{Name: "verbose", ID: 'v'})
	for _, o := range opts {
		switch o.ID {
		case 'b', backupOpt, 'S':
			l.backup.option(p, o)
		case 'f':
			l.force, l.ask = true, false
		case 'i':
			l.force, l.ask = false, true
		case 'd', 'F':
			l.directories = true
		case 'n':
			l.noDeref = true
		case 'L':
			l.logical = true
		case 'P':
			l.logical = false
		case 'r':
			l.relative = true
		case 's':
			l.symbolic = true
		case 't':
			target, hasTarget = o.Arg, true
		case 'T':
			noTarget = true
		case 'v':
			l.verbose = true
		}
	}
	if l.relative && !l.symbolic {
		p.Fatalf(1, "cannot do --relative without --symbolic")
	}
	if len(files) == 0 {
		p.UsageError("missing file operand")
	}
	if hasTarget && noTarget {
		p.Fatalf(1, "cannot combine --target-directory and --no-target-directory")
	}
	isDir := func(name string) (bool, error) {
		i, err := p.Lstat(ctx, name)
		if err == nil && i.Kind == vfs.Symlink && !l.noDeref {
			i, err = p.Stat(ctx, name)
		}
		return err == nil && i.IsDir(), err
	}
	switch {
	case noTarget:
		if len(files) != 2 {
			if len(files) < 2 {
				p.UsageError("missing destination file operand after %s", quote.Always(files[0]))
			}
			p.UsageError("extra operand %s", quote.Always(files[2]))
		}
	case hasTarget:
		if i, err := p.Stat(ctx, target); err != nil || !i.IsDir() {
			if err == nil {
				p.Fatalf(1, "target %s is not a directory", quote.Always(target))
			}
			p.Fatalf(1, "failed to access %s: %s", quote.Always(target), errText(err))
		}
	case len(files) == 1:
		target, hasTarget = ".", true
	default:
		last := files[len(files)-1]
		if d, err := isDir(last); d {
			target, hasTarget, files = last, true, files[:len(files)-1]
		} else if len(files) > 2 {
			if err == nil {
				err = vfs.ENOTDIR
			}
			p.Fatalf(1, "target %s: %s", quote.Always(last), errText(err))
		}
	}
	ok := true
	if !hasTarget {
		ok = l.link(files[0], files[1])
	} else {
		for _, f := range files {
			if !l.link(f, joinPath(target, BaseName(f))) {
				ok = false
			}
		}
	}
	if !ok {
		return 1
	}
	return 0
}

func (l *linker) link(target, name string) bool {
	p, ctx := l.p, l.ctx
	from := target
	var ti vfs.Info
	if !l.symbolic {
		var err error
		if ti, err = p.Lstat(ctx, target); err == nil && ti.Kind == vfs.Symlink && l.logical {
			if from, err = p.FS.RealPath(ctx, p.Path(target)); err == nil {
				ti, err = p.Lstat(ctx, from)
			}
		}
		if err != nil {
			p.Errorf("failed to access %s: %s", quote.Always(target), errText(err))
			return false
		}
		if ti.IsDir() && !l.directories {
			p.Errorf("%s: hard link not allowed for directory", quote.Name(target))
			return false
		}
	}
	if l.relative {
		from = p.relativeTarget(ctx, target, name)
	}
	kept := ""
	di, err := p.Lstat(ctx, name)
	if err == nil && (l.force || l.ask || l.backup.kind != 0) {
		switch {
		case di.IsDir():
			p.Errorf("%s: cannot overwrite directory", quote.Name(name))
			return false
		case !l.symbolic && keyOf(di) == keyOf(ti) && (l.backup.kind == 0 || BaseName(target) == BaseName(name)):
			if p.samePlaceAs(ctx, target, name) {
				p.Errorf("%s and %s are the same file", quote.Always(target), quote.Always(name))
				return false
			}
			// The entry is replaced by the same one.
			if l.verbose {
				fmt.Fprintf(p.Out, "%s => %s\n", quote.Always(name), quote.Always(from))
			}
			return true
		case l.symbolic && p.samePlaceAs(ctx, target, name) && !strings.HasPrefix(target, "/"):
			if si, err := p.Lstat(ctx, target); err == nil && keyOf(si) == keyOf(di) {
				p.Errorf("%s and %s are the same file", quote.Always(target), quote.Always(name))
				return false
			}
		}
		if l.made[keyOf(di)] {
			p.Errorf("will not overwrite just-created %s with %s", quote.Always(name), quote.Always(target))
			return false
		}
		if l.ask && !p.Ask("replace %s? ", quote.Always(name)) {
			return true
		}
		if l.backup.kind != 0 {
			kept = p.BackupName(ctx, l.backup, name)
			err = p.FS.Rename(ctx, p.Path(name), p.Path(kept))
			if err != nil {
				p.Errorf("cannot backup %s: %s", quote.Always(name), errText(err))
				return false
			}
		} else if err = p.FS.Unlink(ctx, p.Path(name)); err != nil {
			p.Errorf("cannot remove %s: %s", quote.Always(name), errText(err))
			return false
		}
	}
	arrow := "=>"
	if l.symbolic {
		arrow = "->"
		err = p.FS.Symlink(ctx, from, p.Path(name))
	} else {
		err = p.FS.Link(ctx, p.Path(from), p.Path(name))
	}
	if err != nil {
		if l.symbolic {
			if vfs.ErrnoOf(err) == vfs.ENAMETOOLONG || from == "" {
				p.Errorf("failed to create symbolic link %s -> %s: %s", quote.Always(name), quote.Always(from), errText(err))
			} else {
				p.Errorf("failed to create symbolic link %s: %s", quote.Always(name), errText(err))
			}
		} else if e := vfs.ErrnoOf(err); e == vfs.EEXIST || e == vfs.EDQUOT || e == vfs.ENOSPC || e == vfs.EROFS {
			p.Errorf("failed to create hard link %s: %s", quote.Always(name), errText(err))
		} else {
			p.Errorf("failed to create hard link %s => %s: %s", quote.Always(name), quote.Always(target), errText(err))
		}
		if kept != "" {
			p.FS.Rename(ctx, p.Path(kept), p.Path(name))
		}
		return false
	}
	if i, err := p.Lstat(ctx, name); err == nil && l.symbolic {
		l.made[keyOf(i)] = true
	}
	if l.verbose {
		back := ""
		if kept != "" {
			back = quote.Always(kept) + " ~ "
		}
		fmt.Fprintf(p.Out, "%s%s %s %s\n", back, quote.Always(name), arrow, quote.Always(from))
	}
	return true
}

// samePlaceAs tells whether two names are one entry of one directory.
func (p *Process) samePlaceAs(ctx context.Context, a, b string) bool {
	if BaseName(a) != BaseName(b) {
		return false
	}
	x, err1 := p.Stat(ctx, DirName(a))
	y, err2 := p.Stat(ctx, DirName(b))
	return err1 == nil && err2 == nil && keyOf(x) == keyOf(y)
}

// relativeTarget returns how target is reached from the directory of name.
func (p *Process) relativeTarget(ctx context.Context, target, name string) string {
	dir, err := p.canonical(ctx, DirName(name), canonMissing)
	if err != nil {
		return target
	}
	t, err := p.canonical(ctx, target, canonMissing)
	if err != nil {
		return target
	}
	return relativePath(t, dir)
}

// relativePath returns the way from the directory base to name; both are
// canonical.
func relativePath(name, base string) string {
	split := func(s string) []string {
		if s = strings.Trim(s, "/"); s == "" {
			return nil
		}
		return strings.Split(s, "/")
	}
	a, b := split(name), split(base)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	parts := make([]string, 0, len(a)+len(b))
	for range b {
		parts = append(parts, "..")
	}
	if parts = append(parts, a...); len(parts) == 0 {
		return "."
	}
	return strings.Join(parts, "/")
}

func linkMain(ctx context.Context, p *Process) int {
	_, files := p.Getopt("")
	switch len(files) {
	case 0:
		p.MissingOperand()
	case 1:
		p.UsageError("missing operand after %s", p.Quote(files[0]))
	case 2:
	default:
		p.ExtraOperand(files[2])
	}
	if err := p.FS.Link(ctx, p.Path(files[0]), p.Path(files[1])); err != nil {
		p.Errorf("cannot create link %s to %s: %s", quote.Always(files[1]), quote.Always(files[0]), errText(err))
		return 1
	}
	return 0
}
