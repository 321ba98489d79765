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
	Register(Command{Name: "cp", Run: cpMain, Help: `
Usage: cp [OPTION]... [-T] SOURCE DEST
   or: cp [OPTION]... SOURCE... DIRECTORY
   or: cp [OPTION]... -t DIRECTORY SOURCE...
Copy SOURCE to DEST, or SOURCEs into DIRECTORY.

  -a, --archive             as -dR --preserve=all
      --attributes-only     copy the attributes, not the bytes
      --backup[=CONTROL]    keep what is replaced: none, simple, numbered, existing
  -b                        as --backup without argument
      --copy-contents       copy the contents of special files with -R
  -d                        as --no-dereference --preserve=links
  -f, --force               remove a DEST that can't be opened, and try again
  -i, --interactive         ask before replacing
  -H                        follow symbolic links named on the command line
  -l, --link                make hard links, don't copy
  -L, --dereference         follow all symbolic links
  -n, --no-clobber          replace nothing
  -P, --no-dereference      follow no symbolic link
  -p                        as --preserve=mode,ownership,timestamps
      --preserve[=LIST]     keep: mode, ownership, timestamps, links, xattr,
                              context, all
      --no-preserve=LIST    don't keep
      --parents             use the SOURCE's whole path under DIRECTORY
  -R, -r, --recursive       copy directories and all in them
      --reflink[=WHEN]      auto and never: an ordinary copy; always is refused
      --remove-destination  remove each DEST first
      --sparse=WHEN         make holes of zeros: auto, always, never
      --strip-trailing-slashes  of each SOURCE
  -s, --symbolic-link       make symbolic links, don't copy
  -S, --suffix=SUFFIX       of backups (default ~)
  -t, --target-directory=DIRECTORY  copy into it
  -T, --no-target-directory  DEST isn't a directory to copy into
  -u, --update              replace only what is older
  -v, --verbose             say what is done
  -x, --one-file-system     stay on the SOURCE's file system
  -Z, --context[=CTX]       (there are no security contexts: CTX is warned of)
      --help                show this help
      --version             show the version
`})
}

func cpMain(ctx context.Context, p *Process) int {
	const (
		attributesOnly = iota + 256
		backupOpt
		copyContents
		preserve
		noPreserve
		parents
		reflink
		removeDest
		sparse
		strip
	)
	c := newCopier(ctx, p)
	c.sparse = "auto"
	target, stripSlashes := "", false
	opts, files := p.Getopt("abdfHilLnprst:uvxPRS:TZ", contextOption,
		getopt.Long{Name: "archive", ID: 'a'}, getopt.Long{Name: "attributes-only", ID: attributesOnly},
		getopt.Long{Name: "backup", Arg: getopt.Optional, ID: backupOpt}, getopt.Long{Name: "copy-contents", ID: copyContents},
		getopt.Long{Name: "dereference", ID: 'L'}, getopt.Long{Name: "force", ID: 'f'}, getopt.Long{Name: "interactive", ID: 'i'},
		getopt.Long{Name: "link", ID: 'l'}, getopt.Long{Name: "no-clobber", ID: 'n'}, getopt.Long{Name: "no-dereference", ID: 'P'},
		getopt.Long{Name: "no-preserve", Arg: getopt.Required, ID: noPreserve}, getopt.Long{Name: "no-target-directory", ID: 'T'},
		getopt.Long{Name: "one-file-system", ID: 'x'}, getopt.Long{Name: "parents", ID: parents}, getopt.Long{Name: "path", ID: parents},
		getopt.Long{Name: "preserve", Arg: getopt.Optional, ID: preserve}, getopt.Long{Name: "recursive", ID: 'R'},
		getopt.Long{Name: "remove-destination", ID: removeDest}, getopt.Long{Name: "sparse", Arg: getopt.Required, ID: sparse},
		getopt.Long{Name: "reflink", Arg: getopt.Optional, ID: reflink}, getopt.Long{Name: "strip-trailing-slashes", ID: strip},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "symbolic-link", ID: 's'},
		getopt.Long{Name: "target-directory", Arg: getopt.Required, ID: 't'}, getopt.Long{Name: "update", ID: 'u'},
		getopt.Long{Name: "verbose", ID: 'v'})
	keep := func(option, list string, on bool) {
		for _, w := range strings.Split(list, ",") {
			switch p.Choice(option, w, "mode", "timestamps", "ownership", "links", "context", "xattr", "all") {
			case "mode":
				c.keepMode, c.noMode = on, !on
			case "timestamps":
				c.keepTimes = on
			case "links":
				c.keepLinks = on
			case "all":
				c.keepMode, c.keepTimes, c.keepLinks, c.noMode = on, on, on, !on
			}
		}
	}
	refuseLink := false
	for _, o := range opts {
		switch o.ID {
		case 'a':
			c.follow, c.recursive, c.keepMode, c.keepTimes, c.keepLinks, c.noMode = 'P', true, true, true, true, false
		case 'b', backupOpt, 'S':
			c.backup.option(p, o)
		case 'd':
			c.follow, c.keepLinks = 'P', true
		case 'f':
			c.force = true
		case 'H', 'L', 'P':
			c.follow = byte(o.ID)
		case 'i':
			c.replace = replaceAsk
		case 'l':
			c.hardLink = true
		case 'n':
			c.replace = replaceNever
		case 'p':
			c.keepMode, c.keepTimes, c.noMode = true, true, false
		case preserve:
			if o.HasArg {
				keep("--preserve", o.Arg, true)
			} else {
				c.keepMode, c.keepTimes, c.noMode = true, true, false
			}
		case noPreserve:
			keep("--no-preserve", o.Arg, false)
		case 'r', 'R':
			c.recursive = true
		case 's':
			c.symLink = true
		case 't':
			target = o.Arg
		case 'T':
			c.noTarget = true
		case 'u':
			c.update = true
		case 'v':
			c.verbose = true
		case 'x':
			c.oneFS = true
		case attributesOnly:
			c.attributesOnly = true
		case copyContents:
			c.copyContents = true
		case parents:
			c.parents = true
		case reflink:
			refuseLink = !o.HasArg || p.Choice("--reflink", o.Arg, "auto", "always", "never") == "always"
		case removeDest:
			c.removeDest = true
		case sparse:
			c.sparse = p.Choice("--sparse", o.Arg, "never", "auto", "always")
		case strip:
			stripSlashes = true
		case 'Z':
			p.noContext(o, "SELinux")
		}
	}
	if c.hardLink && c.symLink {
		p.UsageError("cannot make both hard and symbolic links")
	}
	if c.replace == replaceNever && c.backup.kind != 0 {
		p.UsageError("options --backup and --no-clobber are mutually exclusive")
	}
	if refuseLink {
		if len(files) > 0 {
			p.Errorf("failed to clone %s from %s: %s", quote.Always(files[len(files)-1]), quote.Always(files[0]), vfs.EOPNOTSUPP)
		}
		return 1
	}
	if c.follow == 0 {
		c.follow = 'L'
		if c.recursive && !c.hardLink {
			c.follow = 'P'
		}
	}
	return c.run(target, files, stripSlashes)
}

// run finds out where to copy or move to, and does so.
func (c *copier) run(target string, files []string, strip bool) int {
	p, ctx := c.p, c.ctx
	files = append([]string(nil), files...)
	need := 2
	if target != "" {
		need = 1
	}
	if len(files) < need {
		if len(files) == 0 {
			p.UsageError("missing file operand")
		}
		p.UsageError("missing destination file operand after %s", quote.Always(files[0]))
	}
	into := target != ""
	if c.noTarget {
		if into {
			p.Fatalf(1, "cannot combine --target-directory (-t) and --no-target-directory (-T)")
		}
		if len(files) > 2 {
			p.UsageError("extra operand %s", quote.Always(files[2]))
		}
	}
	if into {
		if i, err := p.Stat(ctx, target); err != nil || !i.IsDir() {
			if err == nil {
				err = vfs.ENOTDIR
			}
			p.Fatalf(1, "target directory %s: %s", quote.Always(target), errText(err))
		}
	} else {
		target = files[len(files)-1]
		files = files[:len(files)-1]
		if !c.noTarget {
			i, err := p.Stat(ctx, target)
			if err == nil && i.IsDir() {
				into = true
			} else if len(files) > 1 {
				if err == nil {
					err = vfs.ENOTDIR
				}
				p.Fatalf(1, "target %s: %s", quote.Always(target), errText(err))
			}
		}
	}
	if c.parents && !into {
		p.UsageError("with --parents, the destination must be a directory")
	}
	ok := true
	for _, f := range files {
		if ctx.Err() != nil {
			break
		}
		if strip && len(f) > 1 && (c.move || into) {
			if t := strings.TrimRight(f, "/"); t != "" {
				f = t
			}
		}
		dst := target
		switch {
		case into && c.parents:
			rel := strings.TrimRight(f, "/")
			if !c.makeParents(target, rel) {
				ok = false
				continue
			}
			dst = joinPath(target, strings.TrimLeft(rel, "/"))
		case into:
			base := BaseName(f)
			if base == ".." && !c.move {
				dst = joinPath(target, ".")
			} else if base != "/" {
				dst = joinPath(target, base)
			}
			if base == "." && !c.move {
				dst = joinPath(target, ".")
			}
		}
		if !c.copy(f, dst, true, nil) {
			ok = false
		}
		if c.parents {
			c.finishParents(target, strings.TrimRight(f, "/"))
		}
	}
	if !ok || c.fail {
		return 1
	}
	return 0
}

// makeParents makes the directories of rel under target.
func (c *copier) makeParents(target, rel string) bool {
	p, ctx := c.p, c.ctx
	for i := 1; i < len(rel); i++ {
		if rel[i] != '/' || rel[i-1] == '/' {
			continue
		}
		src := rel[:i]
		dst := joinPath(target, strings.TrimLeft(src, "/"))
		si, err := p.Stat(ctx, src)
		if err != nil {
			return c.errorf("failed to get attributes of %s: %s", quote.Always(src), errText(err))
		}
		if di, err := p.Stat(ctx, dst); err == nil {
			if !di.IsDir() {
				return c.errorf("%s exists but is not a directory", quote.Always(dst))
			}
			continue
		}
		if err := p.FS.Mkdir(ctx, p.Path(dst), si.Mode&0o777&^p.Umask|0o700); err != nil {
			return c.errorf("cannot make directory %s: %s", quote.Always(dst), errText(err))
		}
		if c.verbose {
			fmt.Fprintf(p.Out, "%s -> %s\n", src, dst)
		}
	}
	return true
}

func (c *copier) finishParents(target, rel string) {
	if !c.keepMode && !c.keepTimes {
		return
	}
	for i := len(rel) - 1; i > 0; i-- {
		if rel[i] == '/' && rel[i-1] != '/' {
			if si, err := c.p.Stat(c.ctx, rel[:i]); err == nil {
				c.attributes(si, joinPath(target, strings.TrimLeft(rel[:i], "/")), false)
			}
		}
	}
}
