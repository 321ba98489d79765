package commands

import (
	"context"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "mv", Run: mvMain, Help: `
Usage: mv [OPTION]... [-T] SOURCE DEST
   or: mv [OPTION]... SOURCE... DIRECTORY
   or: mv [OPTION]... -t DIRECTORY SOURCE...
Rename SOURCE to DEST, or move SOURCEs into DIRECTORY.

      --backup[=CONTROL]    keep what is replaced: none, simple, numbered, existing
  -b                        as --backup without argument
  -f, --force               don't ask before replacing
  -i, --interactive         ask before replacing
  -n, --no-clobber          replace nothing
      --strip-trailing-slashes  of each SOURCE
  -S, --suffix=SUFFIX       of backups (default ~)
  -t, --target-directory=DIRECTORY  move into it
  -T, --no-target-directory  DEST isn't a directory to move into
  -u, --update              replace only what is older
  -v, --verbose             say what is done
  -Z, --context             (there are no security contexts)
      --help                show this help
      --version             show the version
`})
}

func mvMain(ctx context.Context, p *Process) int {
	const (
		backupOpt = iota + 256
		strip
	)
	c := newCopier(ctx, p)
	c.move = true
	target, stripSlashes := "", false
	opts, files := p.Getopt("bfint:uvS:TZ", getopt.Long{Name: "context", ID: 'Z'},
		getopt.Long{Name: "backup", Arg: getopt.Optional, ID: backupOpt}, getopt.Long{Name: "force", ID: 'f'},
		getopt.Long{Name: "interactive", ID: 'i'}, getopt.Long{Name: "no-clobber", ID: 'n'},
		getopt.Long{Name: "no-target-directory", ID: 'T'}, getopt.Long{Name: "strip-trailing-slashes", ID: strip},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "target-directory", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "update", ID: 'u'}, getopt.Long{Name: "verbose", ID: 'v'})
	for _, o := range opts {
		switch o.ID {
		case 'b', backupOpt, 'S':
			c.backup.option(p, o)
		case 'f':
			c.replace = replaceAlways
		case 'i':
			c.replace = replaceAsk
		case 'n':
			c.replace = replaceNever
		case 't':
			target = o.Arg
		case 'T':
			c.noTarget = true
		case 'u':
			c.update = true
		case 'v':
			c.verbose = true
		case strip:
			stripSlashes = true
		}
	}
	if c.replace == replaceNever && c.backup.kind != 0 && (len(files) > 1 || len(files) == 1 && target != "") {
		p.UsageError("options --backup and --no-clobber are mutually exclusive")
	}
	return c.run(target, files, stripSlashes)
}
