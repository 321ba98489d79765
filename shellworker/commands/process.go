// Package commands holds the commands that a script can run: one file each,
// registered by name. A command takes a Process and returns an exit status.
// GNU's tools are the specification.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

// Command is a program by its name. Help is its --help text, which lists
// exactly the options that work.
type Command struct {
	Name string
	Help string
	// UsageStatus is the exit status of a wrong command line, 1 if 0.
	UsageStatus int
	// WriteStatus is the exit status where the output can't be written, that of
	// a wrong command line if 0.
	WriteStatus int
	// Hint is what a wrong command line is answered with behind the error, with
	// the name for %s; "Try '%s --help' for more information." if empty.
	Hint string
	Run  func(ctx context.Context, p *Process) int
}

var registry = map[string]*Command{}

// Register adds a command. It is called at init; a name is registered once.
func Register(c Command) {
	if registry[c.Name] != nil {
		panic("commands: " + c.Name + " registered twice")
	}
	registry[c.Name] = &c
}

// Lookup returns the command with the name, or nil.
func Lookup(name string) *Command { return registry[name] }

// Names returns the names of all commands, in no order.
func Names() []string {
	names := make([]string, 0, len(registry))
	for n := range registry {
		names = append(names, n)
	}
	return names
}

// Process is what a running command has: its arguments, its standard
// streams, and the tree. A command touches nothing else.
//
// Reads and writes of the streams end with an error once the process was
// killed; the shell then replaces the exit status. A command's work between
// them must look at ctx.
type Process struct {
	Name   string   // as it was called, argv[0]
	Args   []string // without the name
	Env    []string // KEY=VALUE
	Dir    string   // current directory, absolute
	Umask  uint32
	Stdin  vfs.File
	Stdout vfs.File
	Stderr vfs.File
	// Fd returns an open file of the process by its number, nil if there is
	// none. Nil means that only 0, 1 and 2 are open.
	Fd func(n int) vfs.File

	FS    *vfs.FS
	Shell Shell // runs other commands
	Now   func() time.Time
	Rand  io.Reader // random bytes
	Pid   int
	PPid  int

	// Out buffers Stdout. Execute flushes it when the command returns. A write
	// to a pipe that nobody reads ends the command there, as SIGPIPE does.
	Out *Output
	cmd *Command
}

// Shell runs commands for a command: find -exec, xargs, env, awk's system().
type Shell interface {
	// Start runs a program found by PATH (no function, no alias). The error
	// is ENOENT where there is none (exit status 127) or EACCES, ENOEXEC,
	// EISDIR where it can't be run (126). Files are not closed by the child.
	Start(ctx context.Context, s Spawn) (Child, error)
}

// Spawn is a program to start. Cancelling the context kills it.
type Spawn struct {
	Args   []string // with the name
	Env    []string
	Dir    string
	Umask  uint32
	Stdin  vfs.File
	Stdout vfs.File
	Stderr vfs.File
	// Ignored signals are ignored in the child (nohup).
	Ignored []syscall.Signal
	// Group puts it, with what it starts, in a process group of its own.
	Group bool
}

// Child is a started program.
type Child interface {
	Pid() int
	// Signal sends it a signal; an error means that it has ended.
	Signal(sig syscall.Signal) error
	// SignalGroup sends one to its process group, where it has its own.
	SignalGroup(sig syscall.Signal)
	// Wait returns the exit status: 128+signal where a signal ended it.
	Wait() int
	// Signaled tells, after Wait, whether a signal ended it.
	Signaled() bool
}

// exited unwinds a command that ends before it returns.
type exited struct {
	status int
	failed error // the write that ended it
}

// Execute runs the command and returns its exit status. What Out still holds is
// written; a failure of that is reported as GNU's close_stdout does.
func (c *Command) Execute(ctx context.Context, p *Process) (status int) {
	p.cmd = c
	p.Out = NewOutput(p.Stdout)
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(exited)
			if !ok {
				panic(r)
			}
			status = e.status
			if err := e.failed; err != nil && p.Out.err == nil && !errors.Is(err, ErrSigpipe) && vfs.ErrnoOf(err) != vfs.EPIPE && ctx.Err() == nil {
				fmt.Fprintf(p.Stderr, "%s: write error: %s\n", p.Name, vfs.ErrText(err)) // to another file than Out
				status = p.usageStatus()
			}
		}
		if err := p.Out.close(); err != nil {
			if errors.Is(err, ErrSigpipe) {
				status = 128 + int(syscall.SIGPIPE)
			} else {
				p.Errorf("write error: %s", vfs.ErrText(err))
				if status = c.WriteStatus; status == 0 {
					status = p.usageStatus()
				}
			}
		}
	}()
	return c.Run(ctx, p)
}

// Exit ends the command with the status, from anywhere in its own goroutine.
func (p *Process) Exit(status int) { panic(exited{status: status}) }

// Errorf prints "name: text" on stderr behind what Out holds, as glibc's
// error(3) does.
func (p *Process) Errorf(format string, a ...any) {
	p.Out.Flush()
	p.ErrorfUnflushed(format, a...)
}

// ErrorfUnflushed is Errorf for programs that print errors otherwise: what Out
// holds comes later.
func (p *Process) ErrorfUnflushed(format string, a ...any) {
	fmt.Fprintf(p.Stderr, "%s: %s\n", p.Name, fmt.Sprintf(format, a...))
}

// FileError prints "name: file: No such file or directory".
func (p *Process) FileError(file string, err error) { p.Errorf("%s: %s", file, vfs.ErrText(err)) }

// Fatalf prints "name: text" and ends the command with the status.
func (p *Process) Fatalf(status int, format string, a ...any) {
	p.Errorf(format, a...)
	p.Exit(status)
}

func (p *Process) usageStatus() int {
	if p.cmd != nil && p.cmd.UsageStatus != 0 {
		return p.cmd.UsageStatus
	}
	return 1
}

// UsageError prints the error and where to look, and ends the command.
func (p *Process) UsageError(format string, a ...any) {
	p.Errorf(format, a...)
	p.UsageTry()
}

// UsageTry prints where to look, and ends the command.
func (p *Process) UsageTry() {
	p.usageTry(p.usageStatus())
}

func (p *Process) usageTry(status int) {
	hint := "Try '%s --help' for more information."
	if p.cmd != nil && p.cmd.Hint != "" {
		hint = p.cmd.Hint
	}
	fmt.Fprintf(p.Stderr, hint+"\n", p.Name)
	p.Exit(status)
}

// IDs of the options that every command has.
const (
	optHelp    = 1<<16 + iota
	optVersion // --version
)

// Version is what --version prints behind the name.
var Version = "0.1.0"

// Getopt parses the arguments. --help and --version are understood and end
// the command, and so does a wrong command line.
func (p *Process) Getopt(short string, long ...getopt.Long) (opts []getopt.Opt, operands []string) {
	s := getopt.Set{Short: short, Long: append(long[:len(long):len(long)],
		getopt.Long{Name: "help", ID: optHelp}, getopt.Long{Name: "version", ID: optVersion})}
	opts, operands, err := s.Parse(p.Args)
	for _, o := range opts {
		switch o.ID {
		case optHelp:
			p.ShowHelp()
		case optVersion:
			p.ShowVersion()
		}
	}
	if err != nil {
		p.UsageError("%s", err)
	}
	return opts, operands
}

// ShowHelp prints the help text and ends the command.
func (p *Process) ShowHelp() {
	p.Out.WriteString(strings.TrimLeft(p.cmd.Help, "\n"))
	p.Exit(0)
}

// ShowVersion prints the version and ends the command.
func (p *Process) ShowVersion() {
	fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.cmd.Name, Version)
	p.Exit(0)
}

// Getenv returns a variable of the environment, "" if it isn't set.
func (p *Process) Getenv(name string) string {
	v, _ := p.LookupEnv(name)
	return v
}

// LookupEnv returns a variable of the environment and whether it is set.
func (p *Process) LookupEnv(name string) (string, bool) {
	for i := len(p.Env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(p.Env[i], "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

// UTF8 tells whether text is UTF-8, by LC_ALL, LC_CTYPE and LANG; else each
// byte is a character.
func (p *Process) UTF8() bool {
	for _, k := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := p.Getenv(k); v != "" {
			u := strings.ToUpper(v)
			return strings.Contains(u, "UTF-8") || strings.Contains(u, "UTF8")
		}
	}
	return false
}

// Path makes a name absolute by the current directory, without cleaning it.
func (p *Process) Path(name string) string {
	if name == "" || name[0] == '/' {
		return name
	}
	return strings.TrimSuffix(p.Dir, "/") + "/" + name
}

// Open opens a file for reading. It knows the process's own files under
// /dev/fd, /dev/stdin and the like.
func (p *Process) Open(ctx context.Context, name string) (vfs.File, error) {
	return p.OpenFile(ctx, name, vfs.ReadOnly, 0)
}

// OpenFile opens a file with vfs's flags. The umask is applied to mode.
func (p *Process) OpenFile(ctx context.Context, name string, flags int, mode uint32) (vfs.File, error) {
	if n, ok := fdOfPath(name); ok {
		f := p.fd(n)
		if f == nil {
			return nil, &vfs.Error{Op: "open", Path: name, Err: vfs.ENOENT}
		}
		return sharedFile{f}, nil
	}
	f, err := p.FS.Open(ctx, p.Path(name), flags, mode&^p.Umask)
	if c, ok := f.(vfs.ContextFile); ok && err == nil {
		return contextFile{c, ctx}, nil
	}
	return f, err
}

// contextFile is a FIFO whose reads and writes end with the process, and with
// its last reader.
type contextFile struct {
	vfs.ContextFile
	ctx context.Context
}

func (f contextFile) Read(b []byte) (int, error) { return f.ReadContext(f.ctx, b) }

func (f contextFile) Write(b []byte) (int, error) {
	n, err := f.WriteContext(f.ctx, b)
	if vfs.ErrnoOf(err) == vfs.EPIPE {
		err = ErrSigpipe
	}
	return n, err
}

func (p *Process) fd(n int) vfs.File {
	switch {
	case p.Fd != nil:
		return p.Fd(n)
	case n == 0:
		return p.Stdin
	case n == 1:
		return p.Stdout
	case n == 2:
		return p.Stderr
	}
	return nil
}

func fdOfPath(name string) (int, bool) {
	switch name {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if s, ok := strings.CutPrefix(name, dir); ok {
			n, err := strconv.ParseUint(s, 10, 16)
			return int(n), err == nil
		}
	}
	return 0, false
}

// sharedFile is a file that someone else closes.
type sharedFile struct{ vfs.File }

func (sharedFile) Close() error { return nil }

// Input opens an operand for reading: "-" is the standard input.
func (p *Process) Input(ctx context.Context, name string) (vfs.File, error) {
	if name == "-" {
		return sharedFile{p.Stdin}, nil
	}
	return p.Open(ctx, name)
}

// Stat follows symbolic links.
func (p *Process) Stat(ctx context.Context, name string) (vfs.Info, error) {
	if n, ok := fdOfPath(name); ok {
		if f := p.fd(n); f != nil {
			return f.Stat()
		}
	}
	return p.FS.Stat(ctx, p.Path(name))
}

// Lstat doesn't follow a symbolic link.
func (p *Process) Lstat(ctx context.Context, name string) (vfs.Info, error) {
	return p.FS.Lstat(ctx, p.Path(name))
}
