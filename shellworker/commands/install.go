package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "install", Run: installMain, Help: `
Usage: install [OPTION]... [-T] SOURCE DEST
   or: install [OPTION]... SOURCE... DIRECTORY
   or: install [OPTION]... -t DIRECTORY SOURCE...
   or: install [OPTION]... -d DIRECTORY...
Copy files and set their permissions, or make directories.

      --backup[=CONTROL]  keep what is replaced: none, simple, numbered, existing
  -b                      as --backup without argument
  -c                      (ignored)
  -C, --compare           leave a file that would be the same
  -d, --directory         make DIRECTORYs
  -D                      make the directories of DEST first
  -g, --group=GROUP       the group
  -m, --mode=MODE         the permissions, as chmod has them (rwxr-xr-x)
  -o, --owner=OWNER       the owner
  -p, --preserve-timestamps  keep the SOURCEs' times
  -s, --strip             run strip on what was copied
      --strip-program=PROGRAM  run it instead
  -S, --suffix=SUFFIX     of backups (default ~)
  -t, --target-directory=DIRECTORY  copy into it
  -T, --no-target-directory  DEST is a file
  -v, --verbose           say what is done
      --preserve-context  (there are no security contexts)
  -Z, --context[=CTX]     (nor here: CTX is warned of)
      --help              show this help
      --version           show the version
`})
}

func installMain(ctx context.Context, p *Process) int {
	const (
		backupOpt = 256 + iota
		stripProgram
		preserveContext
	)
	c := newCopier(ctx, p)
	strip, program := false, ""
	c.sparse, c.removeDest = "auto", true
	c.follow = 'L'
	modeArg, target := "", ""
	var dirs, makeDirs, hasTarget, compare bool
	mode := uint32(0o755)
	opts, files := p.Getopt("bcCsDdg:m:o:pt:TvS:Z", contextOption, getopt.Long{Name: "strip", ID: 's'}, getopt.Long{Name: "strip-program", Arg: getopt.Required, ID: stripProgram},
		getopt.Long{Name: "preserve-context", ID: preserveContext},
		getopt.Long{Name: "backup", Arg: getopt.Optional, ID: backupOpt}, getopt.Long{Name: "compare", ID: 'C'}, getopt.Long{Name: "directory", ID: 'd'},
		getopt.Long{Name: "group", Arg: getopt.Required, ID: 'g'}, getopt.Long{Name: "mode", Arg: getopt.Required, ID: 'm'},
		getopt.Long{Name: "owner", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "preserve-timestamps", ID: 'p'},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "target-directory", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "no-target-directory", ID: 'T'}, getopt.Long{Name: "verbose", ID: 'v'})
	hasMode := false
	owner, group := "", ""
	for _, o := range opts {
		switch o.ID {
		case 'b', backupOpt, 'S':
			c.backup.option(p, o)
		case 'C':
			compare = true
		case 's':
			strip = true
		case stripProgram:
			program = o.Arg
		case preserveContext:
			p.Errorf("WARNING: ignoring --preserve-context; this kernel is not SELinux-enabled")
		case 'Z':
			p.noContext(o, "SELinux")
		case 'd':
			dirs = true
		case 'D':
			makeDirs = true
		case 'g':
			group = o.Arg
		case 'm':
			modeArg, hasMode = o.Arg, true
		case 'o':
			owner = o.Arg
		case 'p':
			c.keepTimes = true
		case 't':
			target, hasTarget = o.Arg, true
		case 'T':
			c.noTarget = true
		case 'v':
			c.verbose = true
		}
	}
	switch {
	case dirs && strip:
		p.Fatalf(1, "the strip option may not be used when installing a directory")
	case program != "" && !strip:
		p.Errorf("WARNING: ignoring --strip-program option as -s option was not specified")
	}
	if dirs && hasTarget {
		p.Fatalf(1, "target directory not allowed when installing a directory")
	}
	switch {
	case !compare:
	case c.keepTimes:
		p.UsageError("options --compare (-C) and --preserve-timestamps are mutually exclusive")
	case strip:
		p.UsageError("options --compare (-C) and --strip are mutually exclusive")
	case mode&^0o777 != 0:
		p.Errorf("the --compare (-C) option is ignored when you specify a mode with non-permission bits")
	}
	if hasMode {
		ch, err := filemode.Parse(modeArg)
		if err != nil {
			p.Fatalf(1, "invalid mode %s", p.Quote(modeArg))
		}
		mode = ch.Apply(0, dirs, 0)
	}
	for _, o := range []struct {
		what, name string
		find       func(string) (uint32, bool)
	}{{"user", owner, UserID}, {"group", group, GroupID}} {
		if o.name == "" {
			continue
		}
		id, ok := o.find(o.name)
		if !ok {
			p.Fatalf(1, "invalid %s %s", o.what, p.Quote(o.name))
		}
		if id != UID {
			c.chown = true
		}
	}
	c.mode = &mode
	status := 0
	if dirs {
		if len(files) == 0 {
			p.UsageError("missing file operand")
		}
		for _, d := range files {
			say := func(d string) {
				if c.verbose {
					fmt.Fprintf(p.Out, "%s: creating directory %s\n", p.Name, quote.Always(d))
				}
			}
			if !makeMissing(ctx, p, d, 0o022, say) {
				status = 1
				continue
			}
			err := p.FS.Mkdir(ctx, p.Path(d), mode)
			if err == nil {
				say(d)
			} else if i, serr := p.Stat(ctx, d); serr != nil || !i.IsDir() {
				p.Errorf("cannot create directory %s: %s", p.Quote(d), errText(err))
				status = 1
				continue
			}
			if err := p.FS.Chmod(ctx, p.Path(d), mode); err != nil {
				p.Errorf("cannot change permissions of %s: %s", quote.Always(d), errText(err))
				status = 1
			}
			if c.chown {
				p.Errorf("cannot change owner and permissions of %s: %s", quote.Always(d), vfs.EPERM)
				status = 1
			}
		}
		return status
	}
	files = append([]string(nil), files...)
	need := 2
	if hasTarget {
		need = 1
	}
	if len(files) < need {
		if len(files) == 0 {
			p.UsageError("missing file operand")
		}
		p.UsageError("missing destination file operand after %s", quote.Always(files[0]))
	}
	if c.noTarget && hasTarget {
		p.Fatalf(1, "cannot combine --target-directory (-t) and --no-target-directory (-T)")
	}
	if c.noTarget && len(files) > 2 {
		p.UsageError("extra operand %s", quote.Always(files[2]))
	}
	into := hasTarget
	say := func(d string) {
		if c.verbose {
			fmt.Fprintf(p.Out, "%s: creating directory %s\n", p.Name, quote.Always(d))
		}
	}
	if hasTarget {
		if makeDirs {
			if !makeMissing(ctx, p, target+"/x", 0o022, say) {
				return 1
			}
		}
		if i, err := p.Stat(ctx, target); err != nil || !i.IsDir() {
			if err == nil {
				p.Fatalf(1, "target directory %s: %s", quote.Always(target), vfs.ENOTDIR)
			}
			p.Fatalf(1, "failed to access %s: %s", quote.Always(target), errText(err))
		}
	} else {
		target = files[len(files)-1]
		files = files[:len(files)-1]
		if i, err := p.Stat(ctx, target); err == nil && i.IsDir() && !c.noTarget {
			into = true
		} else if len(files) > 1 {
			if err == nil {
				err = vfs.ENOTDIR
			}
			p.Fatalf(1, "target %s: %s", quote.Always(target), errText(err))
		}
	}
	for _, f := range files {
		dst := target
		if into {
			dst = joinPath(target, BaseName(f))
		}
		if makeDirs && !into {
			if !makeMissing(ctx, p, dst, 0o022, say) {
				status = 1
				continue
			}
		}
		if compare && c.sameInstalled(f, dst, mode) {
			continue
		}
		if i, err := p.Stat(ctx, f); err == nil && i.IsDir() {
			p.Errorf("omitting directory %s", quote.Always(f))
			status = 1
			continue
		}
		if !c.copy(f, dst, true, nil) {
			status = 1
			continue
		}
		if strip && !p.strip(ctx, program, dst) {
			status = 1
		}
		if c.chown {
			p.Errorf("cannot change ownership of %s: %s", quote.Always(dst), vfs.EPERM)
			status = 1
		}
	}
	if c.fail {
		return 1
	}
	return status
}

// strip runs the program that strips symbol tables, and removes what it can't
// strip.
func (p *Process) strip(ctx context.Context, program, file string) bool {
	if program == "" {
		program = "strip"
	}
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	c, err := p.spawn(ctx, []string{program, file}, nil)
	switch {
	case err != nil:
		p.Errorf("cannot run %s: %s", quote.Always(program), errText(err))
		fallthrough
	case c.Wait() != 0:
		p.Errorf("strip process terminated abnormally")
		p.FS.Unlink(ctx, p.Path(file))
		return false
	}
	return true
}

// sameInstalled tells whether dst is already what installing src would make it.
func (c *copier) sameInstalled(src, dst string, mode uint32) bool {
	p, ctx := c.p, c.ctx
	a, err1 := p.Stat(ctx, src)
	b, err2 := p.Lstat(ctx, dst)
	if err1 != nil || err2 != nil || a.Kind != vfs.Regular || b.Kind != vfs.Regular || a.Size != b.Size || b.Mode&0o7777 != mode {
		return false
	}
	x, err1 := p.Open(ctx, src)
	if err1 != nil {
		return false
	}
	defer x.Close()
	y, err2 := p.Open(ctx, dst)
	if err2 != nil {
		return false
	}
	defer y.Close()
	m, n := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		i, err := readFull(x, m)
		j, _ := readFull(y, n)
		if i != j || string(m[:i]) != string(n[:j]) {
			return false
		}
		if err != nil {
			return true
		}
	}
}
