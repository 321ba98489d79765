package interp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

func init() {
	for _, name := range []string{"bash", "sh"} {
		commands.Register(commands.Command{Name: name, Help: shellHelp, UsageStatus: 2, Run: func(ctx context.Context, p *commands.Process) int {
			c, err := p.Shell.Start(ctx, commands.Spawn{Args: append([]string{p.Name}, p.Args...), Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr})
			if err != nil {
				p.Errorf("%s", vfs.ErrText(err))
				return 126
			}
			return c.Wait()
		}})
	}
}

const shellHelp = `
Usage: bash [OPTION]... [FILE [ARGUMENT]...]
  or:  bash [OPTION]... -c COMMANDS [NAME [ARGUMENT]...]
Run the commands of FILE, of COMMANDS, or of the standard input.

  -c           run the commands of the first operand
  -i           be interactive
  -l           be a login shell
  -s           read commands from the standard input
  -O, +O NAME  set or unset an option of shopt
  -abefhkmnptuvxBCEHPT, -o NAME
               set an option of the set builtin; + in place of - unsets it
      --login  --norc  --noprofile  --posix  --rcfile FILE  --init-file FILE
      --verbose  --help  --version
`

// program is what a process runs.
type program struct {
	args  []string
	env   []string
	dir   string
	umask uint32
	fds   *fdTable
	path  string // where it was found, "" to look for it
}

// findPath returns the path of a program by PATH. err is ENOENT or why what
// was found can't run.
func (k *kernel) findPath(ctx context.Context, name, dir, path string) (string, error) {
	abs := func(p string) string {
		if strings.HasPrefix(p, "/") {
			return p
		}
		return strings.TrimSuffix(dir, "/") + "/" + p
	}
	if strings.IndexByte(name, '/') >= 0 {
		i, err := k.fs.Stat(ctx, abs(name))
		if err != nil {
			return name, err
		}
		if i.IsDir() {
			return name, vfs.EISDIR
		}
		if k.fs.Access(ctx, abs(name), 1) != nil {
			return name, vfs.EACCES
		}
		return name, nil
	}
	if name == "" {
		return "", vfs.ENOENT
	}
	var err error = vfs.ENOENT
	found := ""
	for _, d := range strings.Split(path, ":") {
		if d == "" {
			d = "."
		}
		p := strings.TrimSuffix(d, "/") + "/" + name
		i, serr := k.fs.Stat(ctx, abs(p))
		if serr != nil || i.IsDir() {
			continue
		}
		if k.fs.Access(ctx, abs(p), 1) == nil {
			return p, nil
		}
		if found == "" {
			found, err = p, vfs.EACCES
		}
	}
	return found, err
}

// defaultPath is used where PATH is unset.
const standardPath = "/bin:/usr/bin" // of command -p

const defaultPath = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:."

// commandOf returns the command that a path stands for, nil if it is a file
// of another kind.
func (k *kernel) commandOf(ctx context.Context, path, dir string) (*commands.Command, string) {
	if !strings.HasPrefix(path, "/") {
		path = strings.TrimSuffix(dir, "/") + "/" + path
	}
	for i := 0; ; i++ {
		for _, d := range []string{"/bin/", "/usr/bin/"} {
			if base, ok := strings.CutPrefix(path, d); ok && strings.IndexByte(base, '/') < 0 {
				if c := commands.Lookup(base); c != nil {
					return c, base
				}
			}
		}
		if i > 0 {
			return nil, ""
		}
		real, err := k.fs.RealPath(ctx, path)
		if err != nil || real == path {
			return nil, ""
		}
		path = real
	}
}

// runProgram runs a program in the process p and returns its status. The
// descriptors are the caller's to close.
func runProgram(p *process, pr *program) int {
	k := p.k
	name := pr.args[0]
	fail := func(status int, err error) int {
		fmt.Fprintf(p.file(pr.fds.get(2)), "%s: %s\n", name, vfs.ErrText(err))
		return status
	}
	if pr.path == "" {
		env := pr.env
		path := defaultPath
		for _, e := range env {
			if v, ok := strings.CutPrefix(e, "PATH="); ok {
				path = v
			}
		}
		found, err := k.findPath(p.ctx, name, pr.dir, path)
		if err != nil {
			if commands.Lookup(name) == nil {
				if vfs.ErrnoOf(err) == vfs.ENOENT {
					return fail(127, err)
				}
				return fail(126, err)
			}
			found = "/usr/bin/" + name
		}
		pr.path = found
	}
	for hops := 0; hops < 5; hops++ {
		cmd, base := k.commandOf(p.ctx, pr.path, pr.dir)
		if cmd != nil {
			if base == "bash" || base == "sh" {
				return runBash(p, pr, base == "sh")
			}
			return runCommandIn(p, pr, cmd)
		}
		head, err := k.readHead(p.ctx, pr.path, pr.dir)
		if err != nil {
			return fail(126, err)
		}
		if !bytes.HasPrefix(head, []byte("#!")) {
			if isBinary(head) {
				return fail(126, fmt.Errorf("cannot execute binary file: Exec format error"))
			}
			// A script without #! runs in a shell like the one that calls it.
			return runBash(p, &program{args: append([]string{"bash", pr.path}, pr.args[1:]...), env: pr.env, dir: pr.dir, umask: pr.umask, fds: pr.fds}, false)
		}
		line, _, _ := strings.Cut(string(head[2:]), "\n")
		line = strings.Trim(line, " \t\r")
		interp, arg, _ := strings.Cut(line, " ")
		if i := strings.IndexByte(interp, '\t'); i >= 0 {
			arg = interp[i:] + " " + arg
			interp = interp[:i]
		}
		arg = strings.Trim(arg, " \t")
		args := []string{interp}
		if arg != "" {
			args = append(args, arg)
		}
		script := pr.path
		if _, err := k.findPath(p.ctx, interp, "/", ""); err != nil || strings.IndexByte(interp, '/') < 0 {
			name = pr.args[0]
			return fail(126, fmt.Errorf("%s: bad interpreter: %s", interp, vfs.ErrText(orENOENT(err))))
		}
		pr = &program{args: append(append(args, script), pr.args[1:]...), env: pr.env, dir: pr.dir, umask: pr.umask, fds: pr.fds, path: interp}
	}
	return fail(126, vfs.ELOOP)
}

func orENOENT(err error) error {
	if err == nil {
		return vfs.ENOENT
	}
	return err
}

func (k *kernel) readHead(ctx context.Context, path, dir string) ([]byte, error) {
	if !strings.HasPrefix(path, "/") {
		path = strings.TrimSuffix(dir, "/") + "/" + path
	}
	f, err := k.fs.Open(ctx, path, vfs.ReadOnly, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, 256)
	n, err := f.Read(b)
	if err != nil && err != errEOF {
		return nil, err
	}
	return b[:n], nil
}

// isBinary tells, as bash does, whether the first line of a file holds what
// no script does.
func isBinary(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(line, 0) >= 0
}

// runCommandIn runs one of the commands in the process.
func runCommandIn(p *process, pr *program, cmd *commands.Command) int {
	fds := pr.fds
	return cmd.Execute(p.ctx, &commands.Process{
		Name: pr.args[0], Args: pr.args[1:], Env: pr.env, Dir: pr.dir, Umask: pr.umask,
		Stdin: p.file(fds.get(0)), Stdout: p.file(fds.get(1)), Stderr: p.file(fds.get(2)),
		Fd: func(n int) vfs.File {
			o := fds.get(n)
			if o == nil {
				return nil
			}
			return p.file(o)
		},
		FS: p.k.fs, Shell: &spawner{p, fds}, Now: p.k.now, Rand: p.k.rand, Pid: p.pid, PPid: p.ppid,
	})
}

// spawner runs programs for a command (commands.Shell).
type spawner struct {
	p   *process
	fds *fdTable
}

type spawned struct {
	p     *process
	group bool // it leads one
}

func (c spawned) Pid() int  { return c.p.pid }
func (c spawned) Wait() int { <-c.p.done; return c.p.status }

// Signaled tells, once it has ended, whether a signal ended it.
func (c spawned) Signaled() bool {
	return c.p.killed.Load() != 0 || c.p.piped.Load() && c.p.status == 128+int(syscall.SIGPIPE)
}

func (c spawned) Signal(s syscall.Signal) error {
	if !c.p.signal(s) {
		return vfs.ESRCH
	}
	return nil
}

func (c spawned) SignalGroup(s syscall.Signal) {
	if c.group {
		c.p.k.signalGroup(c.p.pgid, s)
	}
}

// Start starts a program that PATH leads to.
func (s *spawner) Start(ctx context.Context, sp commands.Spawn) (commands.Child, error) {
	k := s.p.k
	if k.full(s.p) {
		return nil, vfs.EAGAIN
	}
	path := defaultPath
	for _, e := range sp.Env {
		if v, ok := strings.CutPrefix(e, "PATH="); ok {
			path = v
		}
	}
	found, err := k.findPath(ctx, sp.Args[0], sp.Dir, path)
	if err != nil {
		return nil, k.execError(ctx, sp.Args[0], sp.Dir, path, err)
	}
	fds := &fdTable{}
	for i := 3; i < len(s.fds.files); i++ {
		if f := s.fds.get(i); f != nil {
			fds.set(i, f)
		}
	}
	for i, f := range []vfs.File{sp.Stdin, sp.Stdout, sp.Stderr} {
		if f == nil {
			continue
		}
		fds.set(i, s.openFile(f))
	}
	child := &process{ppid: s.p.pid, pgid: s.p.pgid, name: sp.Args[0]}
	if sp.Group {
		child.pgid = 0
	}
	ignored := s.p.ignored.Load()
	for _, sig := range sp.Ignored {
		ignored |= sigBit(sig)
	}
	child.ignored.Store(ignored)
	p := k.spawn(child, func(p *process) int {
		defer fds.closeAll()
		stop := context.AfterFunc(ctx, func() { p.kill(syscall.SIGKILL) })
		defer stop()
		return runProgram(p, &program{args: sp.Args, env: sp.Env, dir: sp.Dir, umask: sp.Umask, fds: fds, path: found})
	})
	return spawned{p, sp.Group}, nil
}

// execError is err as execvp(3) has it: a directory is no program that may be
// executed, be it named or found by PATH.
func (k *kernel) execError(ctx context.Context, name, dir, path string, err error) error {
	switch {
	case vfs.ErrnoOf(err) == vfs.EISDIR:
		return vfs.EACCES
	case vfs.ErrnoOf(err) != vfs.ENOENT || name == "" || strings.IndexByte(name, '/') >= 0:
		return err
	}
	for _, d := range strings.Split(path, ":") {
		if !strings.HasPrefix(d, "/") {
			d = dir + "/" + d
		}
		if i, err := k.fs.Stat(ctx, d+"/"+name); err == nil && i.IsDir() {
			return vfs.EACCES
		}
	}
	return err
}

// openFile returns the open file behind one that a command was given, or a
// new one that doesn't close it.
func (s *spawner) openFile(f vfs.File) *openFile {
	for _, o := range s.fds.files {
		if o == nil {
			continue
		}
		switch w := f.(type) {
		case *processFile:
			if w.f == o.f {
				return o
			}
		case *regularFile:
			if of, ok := o.f.(*vfs.OpenFile); ok && of == w.OpenFile {
				return o
			}
		}
	}
	switch w := f.(type) {
	case *processFile:
		f = w.f
	case *regularFile:
		f = w.OpenFile
	}
	return newOpenFile(keepOpen{f})
}

// externalWith runs a program whose command has assignments or redirections.
func (sh *Shell) externalWith(c *syntax.Simple, args []string, look int) int {
	if sh.tail != syntax.Command(c) && slices.ContainsFunc(c.Redirs, assigns) {
		child := sh.fork()
		child.subshell--
		child.compound = sh.compound
		return sh.waitFor(sh.start(child, args[0], 0, func(s *Shell) int {
			s.tail = c
			return s.externalWith(c, args, look)
		}))
	}
	temps := sh.tempAssign(c.Assigns, false)
	defer sh.dropTemps(temps)
	defer sh.closeHeld(0)
	if sh.opts[oXtrace] {
		sh.traceCommand(args)
	}
	undo, status := sh.redirectChild(c.Redirs)
	defer sh.restore(undo)
	if status != 0 {
		return status
	}
	return sh.external(c, args, temps, look)
}

// assigns tells whether a redirection or its expansion may set variables,
// which the shell doesn't see: a program's redirections are the child's.
func assigns(r *syntax.Redir) bool {
	if r.Var != "" {
		return true
	}
	w := r.Word
	if r.Body != nil && !r.Quote {
		w = r.Body
	}
	return strings.Contains(w.Raw, "((") || strings.Contains(w.Raw, "${") && strings.Contains(w.Raw, "=")
}

// redirectChild performs the redirections of a program: an error in an
// expansion there ends only that program, with the status returned.
func (sh *Shell) redirectChild(rs []*syntax.Redir) (undo []savedFd, status int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case discard:
			status = 1
		case exitPanic:
			status = r.status
		default:
			panic(r)
		}
	}()
	for _, r := range rs {
		if !sh.redirectOne(r, &undo) {
			return undo, 1
		}
	}
	return undo, 0
}

// lookPath finds a program and remembers where it was.
func (sh *Shell) lookPath(name string, look int) (string, error) {
	if strings.IndexByte(name, '/') >= 0 {
		return sh.k.findPath(sh.proc.ctx, name, sh.dir, "")
	}
	if look&lookDefaultPath != 0 {
		return sh.k.findPath(sh.proc.ctx, name, sh.dir, standardPath)
	}
	if h := sh.hash[name]; h != nil {
		h.hits++
		return h.path, nil
	}
	path := ""
	if v := sh.lookup("PATH"); v != nil {
		path, _ = v.scalar(sh)
	} else {
		path = ""
		return name, vfs.ENOENT
	}
	found, err := sh.k.findPath(sh.proc.ctx, name, sh.dir, path)
	if err == nil && sh.opts[oHashall] && strings.HasPrefix(found, "/") {
		if sh.hash == nil {
			sh.hash = map[string]*hashed{}
		}
		sh.hash[name] = &hashed{path: found, hits: 1}
	}
	return found, err
}

// external runs a program.
func (sh *Shell) external(c *syntax.Simple, args []string, temps []*Var, look int) int {
	if len(sh.heldFds) > 0 {
		defer sh.closeHeld(0)
	}
	sh.lastArg = args[len(args)-1]
	path, err := sh.lookPath(args[0], look)
	if err != nil {
		return sh.notFound(args, path, err)
	}
	env := sh.environ()
	env = append(env, "_="+path)
	pr := &program{args: args, env: env, dir: sh.dir, umask: sh.umask, path: path}
	if sh.tail == syntax.Command(c) && len(sh.traps) == 0 && sh.ctl == ctlNone && len(sh.heldFds) == 0 {
		pr.fds = sh.fds
		sh.tail = nil
		return runProgramFor(sh, sh.proc, pr)
	}
	pr.fds = sh.fds.clone()
	if sh.k.full(sh.proc) {
		pr.fds.closeAll()
		sh.errorf("fork: retry: Resource temporarily unavailable")
		sh.fatal(254)
	}
	pgid := sh.proc.pgid
	if sh.opts[oMonitor] {
		pgid = 0
	}
	child := &process{ppid: sh.proc.pid, pgid: pgid, name: args[0]}
	child.ignored.Store(sh.proc.ignored.Load())
	child = sh.k.spawn(child, func(p *process) int {
		defer pr.fds.closeAll()
		return runProgramFor(sh, p, pr)
	})
	status := sh.waitFor(child)
	if s := child.stopSig.Load(); s != 0 && sh.opts[oMonitor] {
		sh.addJob([]*process{child}, strings.Join(args, " "), true)
	}
	return status
}

// runProgramFor is runProgram with messages in the shell's form.
func runProgramFor(sh *Shell, p *process, pr *program) int {
	k := p.k
	if cmd, base := k.commandOf(p.ctx, pr.path, pr.dir); cmd != nil && base != "bash" && base != "sh" {
		return runCommandIn(p, pr, cmd)
	}
	where := sh.where()
	name := pr.args[0]
	say := func(status int, text string) int {
		fmt.Fprintf(p.file(pr.fds.get(2)), "%s%s: %s\n", where, name, text)
		return status
	}
	if cmd, _ := k.commandOf(p.ctx, pr.path, pr.dir); cmd == nil {
		head, err := k.readHead(p.ctx, pr.path, pr.dir)
		if err != nil {
			if vfs.ErrnoOf(err) == vfs.ENOENT { // where it was remembered to be
				return say(127, vfs.ErrText(err))
			}
			return say(126, vfs.ErrText(err))
		}
		if !bytes.HasPrefix(head, []byte("#!")) && isBinary(head) {
			return say(126, "cannot execute binary file: Exec format error")
		}
		if bytes.HasPrefix(head, []byte("#!")) {
			line, _, _ := strings.Cut(string(head[2:]), "\n")
			f := strings.Fields(line)
			if len(f) == 0 {
				return say(127, "cannot execute: required file not found")
			}
			if i, err := k.fs.Stat(p.ctx, f[0]); err != nil {
				if strings.HasSuffix(line, "\r") {
					return say(127, "cannot execute: required file not found")
				}
				return say(127, "cannot execute: required file not found")
			} else if i.IsDir() || k.fs.Access(p.ctx, f[0], 1) != nil {
				return say(126, f[0]+": bad interpreter: Permission denied")
			}
		}
	}
	return runProgram(p, pr)
}

// notFound says why a program can't run and returns 126 or 127.
func (sh *Shell) notFound(args []string, path string, err error) int {
	name := args[0]
	code := vfs.ErrnoOf(err)
	switch {
	case strings.IndexByte(name, '/') < 0 && (code == vfs.ENOENT || path == ""):
		if f := sh.funcs["command_not_found_handle"]; f != nil {
			child := sh.fork()
			p := sh.start(child, "bash", 0, func(s *Shell) int { return s.callFunction(f, args, nil) })
			return sh.waitFor(p)
		}
		if name != "" && sh.lookup("PATH") == nil {
			sh.errorf("%s: No such file or directory", name)
			return 127
		}
		sh.errorf("%s: command not found", name)
		return 127
	case code == vfs.EISDIR:
		sh.errorf("%s: Is a directory", name)
		return 126
	case code == vfs.ENOENT:
		sh.errorf("%s: No such file or directory", name)
		return 127
	case code == vfs.EACCES && path != "" && strings.IndexByte(name, '/') < 0:
		sh.errorf("%s: %s", path, vfs.ErrText(err))
		return 126
	}
	sh.errorf("%s: %s", name, vfs.ErrText(err))
	return 126
}

// execCommand is the exec builtin.
func (sh *Shell) execCommand(c *syntax.Simple, args []string, temps []*Var) int {
	sh.cmdName = "exec"
	defer func() { sh.cmdName = "" }()
	opts, rest, ok := sh.getopt(args[1:], "cla:")
	if !ok {
		sh.dropTemps(temps)
		return sh.usageError()
	}
	undo, ok := sh.redirect(c.Redirs)
	if !ok {
		sh.restore(undo)
		sh.dropTemps(temps)
		if sh.opts[oPosix] {
			sh.fatal(1)
		}
		return 1
	}
	if len(rest) == 0 {
		forget(undo) // the redirections stay
		sh.dropTemps(temps)
		for _, v := range temps {
			sh.setVar(v.name, v.str)
		}
		return 0
	}
	argv := append([]string(nil), rest...)
	env := sh.environ()
	for _, o := range opts {
		switch o.c {
		case 'c':
			env = nil
		case 'l':
			argv[0] = "-" + argv[0]
		case 'a':
			argv[0] = o.arg
		}
	}
	sh.hash = nil
	path, err := sh.lookPath(rest[0], lookAll)
	if err != nil {
		old := sh.cmdName
		status := 127
		switch {
		case vfs.ErrnoOf(err) == vfs.ENOENT && strings.IndexByte(rest[0], '/') < 0:
			sh.builtinErrorf("%s: not found", rest[0])
		case vfs.ErrnoOf(err) == vfs.ENOENT:
			sh.errorf("%s: No such file or directory", rest[0])
		case vfs.ErrnoOf(err) == vfs.EISDIR:
			sh.errorf("%s: Is a directory", rest[0])
			status = 126
		default:
			sh.errorf("%s: %s", rest[0], vfs.ErrText(err))
			status = 126
		}
		sh.cmdName = old
		sh.restore(undo)
		sh.dropTemps(temps)
		if !sh.shopts[sExecfail] && !sh.interactive {
			panic(exitPanic{status})
		}
		return status
	}
	forget(undo)
	// The program takes the process over: no trap runs any more.
	sh.traps = map[string]trapAction{}
	sh.proc.trapped.Store(0)
	status := runProgramFor(sh, sh.proc, &program{args: argv, env: append(env, "_="+path), dir: sh.dir, umask: sh.umask, fds: sh.fds, path: path})
	panic(exitPanic{status})
}
