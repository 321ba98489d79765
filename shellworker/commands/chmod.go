package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "chmod", Run: chmodMain, Help: `
Usage: chmod [OPTION]... MODE[,MODE]... FILE...
   or: chmod [OPTION]... --reference=RFILE FILE...
Change FILEs' permissions. MODE is octal, or [ugoa]*([-+=]([rwxXst]*|[ugo]))+.

  -c, --changes         as -v, but only of changes
  -f, --silent, --quiet  no message for files that can't be changed
  -v, --verbose         say what is done to each file
      --no-preserve-root  treat / as any other
      --preserve-root   refuse to change / recursively
      --reference=RFILE  use RFILE's mode
  -R, --recursive       change directories and all in them
      --help            show this help
      --version         show the version
`})
	Register(Command{Name: "chown", Run: chownMain, Help: `
Usage: chown [OPTION]... [OWNER][:[GROUP]] FILE...
   or: chown [OPTION]... --reference=RFILE FILE...
Change FILEs' owner and group. There is one user and one group, so any other is
refused.

      --from=OWNER:GROUP  only files that belong to them` + chownHelp})
	Register(Command{Name: "chgrp", Run: chownMain, Help: `
Usage: chgrp [OPTION]... GROUP FILE...
   or: chgrp [OPTION]... --reference=RFILE FILE...
Change FILEs' group. There is one group, so any other is refused.
` + chownHelp})
}

const chownHelp = `
  -c, --changes         as -v, but only of changes
  -f, --silent, --quiet  no message for files that can't be changed
  -v, --verbose         say what is done to each file
      --dereference     change what symbolic links lead to (default)
  -h, --no-dereference  change symbolic links themselves
      --no-preserve-root  treat / as any other
      --preserve-root   refuse to change / recursively
      --reference=RFILE  use RFILE's owner and group
  -R, --recursive       change directories and all in them
  -H                    with -R, follow symbolic links named as operands
  -L                    with -R, follow all symbolic links to directories
  -P                    with -R, follow no symbolic link (default)
      --help            show this help
      --version         show the version
`

// IDs of long options that chmod and chown share.
const (
	optNoPreserveRoot = iota + 300
	optPreserveRoot
	optReference
	optDereference
	optFrom
)

func chmodMain(ctx context.Context, p *Process) int {
	var changes, quiet, verbose, recursive, keepRoot bool
	reference, mode := "", ""
	hasMode, modeOption := false, false // modeOption: it looks like an option, and may surprise
	// A mode like -rwx or -w isn't an option.
	args := p.Args
	p.Args = nil
	for i, a := range args {
		if a == "--" {
			p.Args = append(p.Args, args[i:]...)
			break
		}
		if len(a) > 1 && a[0] == '-' && strings.ContainsRune("rwxXstugoa=+,01234567", rune(a[1])) {
			if _, err := filemode.Parse(a); err == nil || !strings.ContainsAny(a[1:], "cfvR") {
				if hasMode {
					mode += ","
				}
				mode += a
				hasMode = true
				continue
			}
		}
		p.Args = append(p.Args, a)
	}
	opts, files := p.Getopt("Rcfv", getopt.Long{Name: "changes", ID: 'c'}, getopt.Long{Name: "recursive", ID: 'R'},
		getopt.Long{Name: "no-preserve-root", ID: optNoPreserveRoot}, getopt.Long{Name: "preserve-root", ID: optPreserveRoot},
		getopt.Long{Name: "quiet", ID: 'f'}, getopt.Long{Name: "silent", ID: 'f'}, getopt.Long{Name: "verbose", ID: 'v'},
		getopt.Long{Name: "reference", Arg: getopt.Required, ID: optReference})
	for _, o := range opts {
		switch o.ID {
		case 'c':
			changes, verbose = true, true
		case 'f':
			quiet = true
		case 'v':
			verbose, changes = true, false
		case 'R':
			recursive = true
		case optNoPreserveRoot:
			keepRoot = false
		case optPreserveRoot:
			keepRoot = true
		case optReference:
			reference = o.Arg
		}
	}
	var ch *filemode.Changes
	var err error
	if reference != "" {
		if hasMode {
			p.UsageError("cannot combine mode and --reference options")
		}
		i, err := p.Stat(ctx, reference)
		if err != nil {
			p.Fatalf(1, "failed to get attributes of %s: %s", quote.Always(reference), errText(err))
		}
		ch, _ = filemode.Parse("0" + strconv.FormatUint(uint64(i.Mode&0o7777), 8))
	} else {
		if modeOption = hasMode; !hasMode && len(files) > 0 {
			mode, files = files[0], files[1:]
			hasMode = true
		}
	}
	if len(files) == 0 {
		if !hasMode || strings.HasPrefix(mode, "-") {
			p.MissingOperand()
		}
		p.UsageError("missing operand after %s", p.Quote(mode))
	}
	if ch == nil {
		if ch, err = filemode.Parse(mode); err != nil {
			p.UsageError("invalid mode: %s", p.Quote(mode))
		}
	}
	status := 0
	var apply func(name string, top bool)
	apply = func(name string, top bool) {
		if ctx.Err() != nil {
			return
		}
		i, err := p.Lstat(ctx, name)
		if err == nil && i.Kind == vfs.Symlink {
			if !top {
				if verbose && !changes {
					fmt.Fprintf(p.Out, "neither symbolic link %s nor referent has been changed\n", quote.Always(name))
				}
				return
			}
			if i, err = p.Stat(ctx, name); err != nil {
				if !quiet {
					p.Errorf("cannot operate on dangling symlink %s", quote.Always(name))
					if verbose {
						fmt.Fprintf(p.Out, "%s could not be accessed\n", quote.Always(name))
					}
				}
				status = 1
				return
			}
		}
		if err != nil {
			if !quiet {
				p.ActionError("access", name, err)
			}
			if verbose {
				fmt.Fprintf(p.Out, "%s could not be accessed\n", quote.Always(name))
			}
			status = 1
			return
		}
		old := i.Mode & 0o7777
		now := ch.Apply(old, i.IsDir(), p.Umask)
		err = p.FS.Chmod(ctx, p.Path(name), now)
		switch {
		case err != nil:
			if !quiet {
				p.Errorf("changing permissions of %s: %s", quote.Always(name), errText(err))
			}
			if verbose {
				fmt.Fprintf(p.Out, "failed to change mode of %s from %04o (%s) to %04o (%s)\n", quote.Always(name), old, filemode.Perm(old), now, filemode.Perm(now))
			}
			status = 1
		case verbose && old != now:
			fmt.Fprintf(p.Out, "mode of %s changed from %04o (%s) to %04o (%s)\n", quote.Always(name), old, filemode.Perm(old), now, filemode.Perm(now))
		case verbose && !changes:
			fmt.Fprintf(p.Out, "mode of %s retained as %04o (%s)\n", quote.Always(name), now, filemode.Perm(now))
		}
		if err == nil && modeOption {
			if want := ch.Apply(old, i.IsDir(), 0); now&^want != 0 {
				p.Errorf("%s: new permissions are %s, not %s", quote.Name(name), filemode.Perm(now), filemode.Perm(want))
				status = 1
			}
		}
		if recursive && i.IsDir() {
			list, err := p.FS.ReadDir(ctx, p.Path(name))
			if err != nil {
				if !quiet {
					p.Errorf("cannot read directory %s: %s", quote.Always(name), errText(err))
				}
				status = 1
				return
			}
			for _, e := range list {
				apply(joinPath(name, e.Name), false)
			}
		}
	}
	for _, f := range files {
		if recursive && keepRoot && p.isRoot(ctx, f) {
			status = 1
			continue
		}
		apply(f, true)
	}
	return status
}

// isRoot tells whether a file is the root, and says that it is left alone.
func (p *Process) isRoot(ctx context.Context, f string) bool {
	real, err := p.FS.RealPath(ctx, p.Path(f))
	if err != nil || real != "/" {
		return false
	}
	same := ""
	if f != "/" {
		same = " (same as '/')"
	}
	p.Errorf("it is dangerous to operate recursively on %s%s", quote.Always(f), same)
	p.Errorf("use --no-preserve-root to override this failsafe")
	return true
}

// The users and groups of the system whose numbers are the same on every Debian
// machine, and the one user there is.
var (
	systemUsers = map[string]uint32{"root": 0, "daemon": 1, "bin": 2, "sys": 3, "sync": 4, "games": 5, "man": 6, "lp": 7, "mail": 8, "news": 9,
		"uucp": 10, "proxy": 13, "www-data": 33, "backup": 34, "list": 38, "irc": 39, "nobody": 65534, User: UID}
	systemGroups = map[string]uint32{"root": 0, "daemon": 1, "bin": 2, "sys": 3, "adm": 4, "tty": 5, "disk": 6, "lp": 7, "mail": 8, "news": 9, "uucp": 10,
		"man": 12, "proxy": 13, "kmem": 15, "dialout": 20, "fax": 21, "voice": 22, "cdrom": 24, "floppy": 25, "tape": 26, "sudo": 27, "audio": 29, "dip": 30,
		"www-data": 33, "backup": 34, "operator": 37, "list": 38, "irc": 39, "src": 40, "shadow": 42, "utmp": 43, "video": 44, "sasl": 45, "plugdev": 46,
		"staff": 50, "games": 60, "users": 100, "nogroup": 65534, User: UID}
)

func idByName(names map[string]uint32, s string) (uint32, bool) {
	if id, ok := names[s]; ok {
		return id, true
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 32)
	return uint32(n), err == nil && n != 1<<32-1
}

// UserID returns a user's number by name or number.
func UserID(s string) (uint32, bool) { return idByName(systemUsers, s) }

// GroupID returns a group's number by name or number.
func GroupID(s string) (uint32, bool) { return idByName(systemGroups, s) }

func nameByID(names map[string]uint32, id uint32) (string, bool) {
	for n, k := range names {
		if k == id {
			return n, true
		}
	}
	return strconv.FormatUint(uint64(id), 10), false
}

// UserName returns a user's name, or their number and false where there is none.
func UserName(id uint32) (string, bool) { return nameByID(systemUsers, id) }

// GroupName returns a group's name, or its number and false where there is none.
func GroupName(id uint32) (string, bool) { return nameByID(systemGroups, id) }

func chownMain(ctx context.Context, p *Process) int {
	var changes, quiet, verbose, recursive, keepRoot, noFollow bool
	walk, deref := byte('P'), false
	reference, from := "", ""
	group := p.cmd.Name == "chgrp"
	long := []getopt.Long{{Name: "changes", ID: 'c'}, {Name: "recursive", ID: 'R'},
		{Name: "no-preserve-root", ID: optNoPreserveRoot}, {Name: "preserve-root", ID: optPreserveRoot},
		{Name: "quiet", ID: 'f'}, {Name: "silent", ID: 'f'}, {Name: "verbose", ID: 'v'},
		{Name: "reference", Arg: getopt.Required, ID: optReference},
		{Name: "dereference", ID: optDereference}, {Name: "no-dereference", ID: 'h'}}
	if !group {
		long = append(long, getopt.Long{Name: "from", Arg: getopt.Required, ID: optFrom})
	}
	opts, files := p.Getopt("HLPRcfhv", long...)
	for _, o := range opts {
		switch o.ID {
		case 'c':
			changes, verbose = true, true
		case 'f':
			quiet = true
		case 'v':
			verbose, changes = true, false
		case 'R':
			recursive = true
		case 'h':
			noFollow, deref = true, false
		case optDereference:
			noFollow, deref = false, true
		case 'H', 'L', 'P':
			walk = byte(o.ID)
		case optNoPreserveRoot:
			keepRoot = false
		case optPreserveRoot:
			keepRoot = true
		case optReference:
			reference = o.Arg
		case optFrom:
			from = o.Arg
		}
	}
	if recursive && walk == 'P' && deref {
		p.Fatalf(1, "-R --dereference requires either -H or -L")
	}
	spec := ""
	uid, gid := int64(-1), int64(-1)
	if reference != "" {
		if _, err := p.Stat(ctx, reference); err != nil {
			p.Fatalf(1, "failed to get attributes of %s: %s", quote.Always(reference), errText(err))
		}
		uid, gid = 1000, 1000
		if group {
			uid = -1
		}
		spec = "user:user"
	} else {
		if len(files) == 0 {
			p.MissingOperand()
		}
		spec, files = files[0], files[1:]
		if len(files) == 0 {
			p.UsageError("missing operand after %s", p.Quote(spec))
		}
		if group {
			g, ok := GroupID(spec)
			if !ok && spec != "" {
				p.Fatalf(1, "invalid group: %s", p.Quote(spec))
			}
			if spec != "" {
				gid = int64(g)
			}
		} else {
			uid, gid = p.ownerSpec(spec)
		}
	}
	if len(files) == 0 {
		p.MissingOperand()
	}
	fromUID, fromGID := int64(-1), int64(-1)
	if from != "" {
		fromUID, fromGID = p.ownerSpec(from)
	}
	status := 0
	noun := "ownership"
	if uid < 0 && gid >= 0 && (group || strings.HasPrefix(spec, ":")) {
		noun = "group"
	}
	name := func(id int64) string { s, _ := UserName(uint32(id)); return s }
	was, will := "user:user", name(max(uid, 0))+":"+name(max(gid, 0))
	switch {
	case uid < 0 && gid < 0:
		will = "user:user"
		if group {
			was, will = "user", "user"
		}
	case uid < 0:
		was, will = "user", name(gid)
	case gid < 0:
		was, will = "user", name(uid)
	}
	retained := func(f string) {
		as := ""
		if uid >= 0 || gid >= 0 || group {
			as = " as " + was
		}
		fmt.Fprintf(p.Out, "%s of %s retained%s\n", noun, quote.Always(f), as)
	}
	var apply func(f string, top bool)
	apply = func(f string, top bool) {
		if ctx.Err() != nil {
			return
		}
		i, err := p.Lstat(ctx, f)
		if err == nil && i.Kind == vfs.Symlink && !noFollow && (!recursive || walk == 'L' || walk == 'H' && top) {
			i, err = p.Stat(ctx, f)
			if err != nil {
				if !quiet {
					p.Errorf("cannot dereference %s: %s", quote.Always(f), errText(err))
				}
				status = 1
				return
			}
		}
		if err != nil {
			if !quiet {
				p.ActionError("access", f, err)
			}
			status = 1
			return
		}
		if recursive && i.IsDir() {
			list, err := p.FS.ReadDir(ctx, p.Path(f))
			if err != nil {
				if !quiet {
					p.Errorf("cannot read directory %s: %s", quote.Always(f), errText(err))
				}
				status = 1
			}
			for _, e := range list {
				apply(joinPath(f, e.Name), false)
			}
		}
		if fromUID >= 0 && fromUID != 1000 || fromGID >= 0 && fromGID != 1000 {
			if verbose && !changes {
				retained(f)
			}
			return
		}
		if uid >= 0 && uid != 1000 || gid >= 0 && gid != 1000 {
			if !quiet {
				what := "ownership"
				if uid < 0 {
					what = "group"
				}
				p.Errorf("changing %s of %s: %s", what, quote.Always(f), vfs.EPERM)
			}
			if verbose && !changes {
				fmt.Fprintf(p.Out, "failed to change %s of %s from %s to %s\n", noun, quote.Always(f), was, will)
			}
			status = 1
			return
		}
		if verbose && !changes {
			retained(f)
		}
	}
	for _, f := range files {
		if recursive && keepRoot && p.isRoot(ctx, f) {
			status = 1
			continue
		}
		apply(f, true)
	}
	return status
}

// ownerSpec reads OWNER:GROUP; -1 stands for what isn't given.
func (p *Process) ownerSpec(spec string) (uid, gid int64) {
	uid, gid = -1, -1
	u, g, has := strings.Cut(spec, ":")
	if !has {
		if _, ok := UserID(spec); !ok {
			if a, b, dot := strings.Cut(spec, "."); dot {
				p.Errorf("warning: '.' should be ':': %s", p.Quote(spec))
				u, g, has = a, b, true
			}
		}
	}
	if u != "" {
		id, ok := UserID(u)
		if !ok {
			p.Fatalf(1, "invalid user: %s", p.Quote(spec))
		}
		uid = int64(id)
	}
	if g != "" {
		id, ok := GroupID(g)
		if !ok {
			p.Fatalf(1, "invalid group: %s", p.Quote(spec))
		}
		gid = int64(id)
	} else if has && u != "" {
		// Only a user's name tells the login group.
		if s, named := UserName(uint32(uid)); !named || s != u {
			p.Fatalf(1, "invalid spec: %s", p.Quote(spec))
		}
		gid = uid // the login group
	}
	return uid, gid
}
