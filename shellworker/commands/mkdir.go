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
	Register(Command{Name: "mkdir", Run: mkdirMain, Help: `
Usage: mkdir [OPTION]... DIRECTORY...
Make directories.

  -m, --mode=MODE  set the permissions, as chmod does
  -Z, --context[=CTX]  (there are no security contexts: CTX is warned of)
  -p, --parents    make missing parents; a directory that is there is no error
  -v, --verbose    say what is made
  -Z, --context[=CTX]  (there are no security contexts: CTX is warned of)
      --help       show this help
      --version    show the version
`})
	Register(Command{Name: "mkfifo", Run: mkfifoMain, Help: `
Usage: mkfifo [OPTION]... NAME...
Make named pipes.

  -m, --mode=MODE  set the permissions, as chmod does
  -Z, --context[=CTX]  (there are no security contexts: CTX is warned of)
      --help       show this help
      --version    show the version
`})
	Register(Command{Name: "mknod", Run: mknodMain, Help: `
Usage: mknod [OPTION]... NAME TYPE [MAJOR MINOR]
Make a special file. TYPE p is a named pipe; b, c and u, devices, need
privileges that nobody here has.

  -m, --mode=MODE  set the permissions, as chmod does
  -Z, --context[=CTX]  (there are no security contexts: CTX is warned of)
      --help       show this help
      --version    show the version
`})
}

// contextOption is -Z, for the security contexts that some kernels have.
var contextOption = getopt.Long{Name: "context", Arg: getopt.Optional, ID: 'Z'}

// noContext tells that a context was asked for where there are none.
func (p *Process) noContext(o getopt.Opt, kernel string) {
	if o.HasArg {
		p.Errorf("warning: ignoring --context; it requires an %s-enabled kernel", kernel)
	}
}

func mkdirMain(ctx context.Context, p *Process) int {
	parents, verbose, modeArg := false, false, ""
	opts, dirs := p.Getopt("pm:vZ", contextOption, getopt.Long{Name: "mode", Arg: getopt.Required, ID: 'm'},
		getopt.Long{Name: "parents", ID: 'p'}, getopt.Long{Name: "verbose", ID: 'v'})
	hasMode := false
	for _, o := range opts {
		switch o.ID {
		case 'p':
			parents = true
		case 'm':
			modeArg, hasMode = o.Arg, true
		case 'v':
			verbose = true
		case 'Z':
			p.noContext(o, "SELinux/SMACK")
		}
	}
	if len(dirs) == 0 {
		p.MissingOperand()
	}
	mode := uint32(0o777) &^ p.Umask
	if hasMode {
		ch, err := filemode.Parse(modeArg)
		if err != nil {
			p.Fatalf(1, "invalid mode %s", p.Quote(modeArg))
		}
		mode = ch.Apply(0o777, true, p.Umask)
		// GNU makes a directory that is to have special bits without write
		// permission for others, and sets the mode if it then lacks any bit
		// that MODE speaks of: not for +t alone, which mkdir(2) sets itself.
		bits := ch.Mentioned(true, p.Umask)
		if made := mode &^ 0o6022; bits&0o6000|mode&0o1000 != 0 && (made^mode)&bits == 0 {
			mode = made
		}
	}
	status := 0
	say := func(d string) {
		if verbose {
			fmt.Fprintf(p.Out, "%s: created directory %s\n", p.Name, quote.Always(d))
		}
	}
	for _, d := range dirs {
		if parents {
			if !makeMissing(ctx, p, d, p.Umask&^0o300, say) {
				status = 1
				continue
			}
		}
		err := p.FS.Mkdir(ctx, p.Path(d), mode)
		if parents && err != nil {
			if i, serr := p.Stat(ctx, d); serr == nil && i.IsDir() {
				continue
			}
		}
		if err != nil {
			p.Errorf("cannot create directory %s: %s", p.Quote(d), errText(err))
			status = 1
			continue
		}
		say(d)
	}
	return status
}

// makeMissing makes the missing parents of a directory, under a umask.
func makeMissing(ctx context.Context, p *Process, d string, umask uint32, made func(string)) bool {
	for i := 1; i < len(d); i++ {
		if d[i] != '/' || d[i-1] == '/' || strings.Trim(d[i:], "/") == "" {
			continue
		}
		up := d[:i]
		info, err := p.Stat(ctx, up)
		if err == nil && info.IsDir() {
			continue
		}
		if err == nil {
			p.Errorf("cannot create directory %s: %s", p.Quote(up), vfs.ENOTDIR)
			return false
		}
		if err := p.FS.Mkdir(ctx, p.Path(up), 0o777&^umask); err != nil {
			if info, serr := p.Stat(ctx, up); serr == nil && info.IsDir() {
				continue
			}
			p.Errorf("cannot create directory %s: %s", p.Quote(up), errText(err))
			return false
		}
		made(up)
	}
	return true
}

func mkfifoMain(ctx context.Context, p *Process) int {
	opts, names := p.Getopt("m:Z", contextOption, getopt.Long{Name: "mode", Arg: getopt.Required, ID: 'm'})
	if len(names) == 0 {
		p.MissingOperand()
	}
	mode := p.fifoMode(opts)
	status := 0
	for _, n := range names {
		if err := p.FS.Mkfifo(ctx, p.Path(n), mode); err != nil {
			p.Errorf("cannot create fifo %s: %s", quote.Always(n), errText(err))
			status = 1
		}
	}
	return status
}

func (p *Process) fifoMode(opts []getopt.Opt) uint32 {
	mode := uint32(0o666) &^ p.Umask
	for _, o := range opts {
		if o.ID == 'Z' {
			p.noContext(o, "SELinux/SMACK")
			continue
		}
		ch, err := filemode.Parse(o.Arg)
		if err != nil {
			p.Fatalf(1, "invalid mode")
		}
		mode = ch.Apply(0o666, false, p.Umask)
		if mode&^0o777 != 0 {
			p.Fatalf(1, "mode must specify only file permission bits")
		}
	}
	return mode
}

func mknodMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("m:Z", contextOption, getopt.Long{Name: "mode", Arg: getopt.Required, ID: 'm'})
	mode := p.fifoMode(opts)
	want := 4
	if len(args) < 2 || args[1] != "" && args[1][0] == 'p' {
		want = 2
	}
	if len(args) < want {
		if len(args) == 0 {
			p.MissingOperand()
		}
		p.Errorf("missing operand after %s", p.Quote(args[len(args)-1]))
		if want == 4 && len(args) == 2 {
			fmt.Fprintln(p.Stderr, "Special files require major and minor device numbers.")
		}
		p.UsageTry()
	}
	if len(args) > want {
		p.Errorf("extra operand %s", p.Quote(args[want]))
		if want == 2 && len(args) == 4 {
			fmt.Fprintln(p.Stderr, "Fifos do not have major and minor device numbers.")
		}
		p.UsageTry()
	}
	switch args[1][:min(1, len(args[1]))] {
	case "p":
		if err := p.FS.Mkfifo(ctx, p.Path(args[0]), mode); err != nil {
			p.NameError(args[0], err)
			return 1
		}
		return 0
	case "b", "c", "u":
		for i, what := range []string{"major", "minor"} {
			if _, err := strconv.ParseUint(args[2+i], 0, 32); err != nil {
				p.Fatalf(1, "invalid %s device number %s", what, p.Quote(args[2+i]))
			}
		}
		p.NameError(args[0], vfs.EPERM)
		return 1
	}
	p.UsageError("invalid device type %s", p.Quote(args[1]))
	return 1
}
