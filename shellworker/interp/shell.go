package interp

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/pattern"
	"github.com/capshell/capshell/shellworker/regex"
)

// Shell is the state of one shell process. Only its own goroutine uses it.
type Shell struct {
	k        *kernel
	proc     *process
	pid      int  // $$
	subshell int  // BASH_SUBSHELL
	compound bool // a subshell, save one that runs a simple command only: errors end it with 1

	vars       map[string]*Var
	varSeq     int
	funcs      map[string]*function
	aliases    map[string]string
	foreignEnv []string // what isn't a valid name, passed on to commands
	opts       [nOptions]bool
	shopts     [nShopts]bool
	params     []string
	setCount   int // how often set changed them
	arg0       string
	name       string // in messages
	dir        string
	dirs       []string // below the current directory on its stack
	umask      uint32
	fds        *fdTable

	status     int
	pipestatus []int
	lastBg     int
	lastArg    string
	line       int
	cmdName    string // the running builtin
	command    syntax.Command
	cmdText    string // BASH_COMMAND

	frames    []frame
	calls     []call
	ctl       control
	ctlN      int
	loops     int
	sourced   int
	noErrexit int            // failures are no errors: neither errexit nor the ERR trap
	inverted  syntax.Command // a "!" is before it: its own failure is none
	evalDepth int

	traps        map[string]trapAction
	trapOld      map[string]trapAction // of the parent: what trap shows in a subshell
	inTrap       int
	inDebug      bool
	inErrTrap    bool
	exiting      bool
	beforeReturn int  // $? when return ran
	noExitTrap   bool // of a loop and the like in a pipeline or the background

	jobs   []*job
	reaped map[int]int // statuses of background processes that have ended

	optind, optchar int
	hash            map[string]*hashed
	history         []string
	completions     map[string]*completion
	disabled        map[string]bool

	interactive  bool
	login        bool
	stdinScript  bool
	execString   *string
	assignFailed bool
	byCommand    bool // the builtin was run by command: its errors end nothing
	unreadable   bool // a text had a syntax error
	plainAssign  bool // a command of nothing but assignments makes them
	subStatus    int  // of the last command substitution
	hadSub       bool
	seconds      int64 // when SECONDS was 0, in seconds since the start
	random       uint32
	randomSeeded bool
	lastRandom   uint32
	tail         syntax.Command // a command that may take the process over
	parser       *syntax.Parser
	popt         *syntax.Options

	ifsFor         string
	ifsNow         *ifsInfo
	expanders      []*expander
	arithCache     map[string]*arithExpr
	arithDepth     int
	fromString     bool   // run with -c: some errors end it with 127
	condNot        string // "! " where set -x shows a negated test
	wordCache      map[wordKey]*syntax.Word
	patterns       map[patternKey]*pattern.Pattern
	coprocs        []*coprocess
	procSubs       []*process
	heldFds        []int // of process substitutions, closed after the command
	declArgs       []declArg
	bashArgv       [][]string // of BASH_ARGV, the outermost call's first
	argvBegun      bool       // the shell's own parameters are in it
	moveFd         int        // of n>&m-: m+1
	regexes        map[regexKey]*regex.Regexp
	bothOut        bool // of >&file: the standard error too
	outBuf         []byte
	readBuf        []byte
	cmdCount       int
	subDepth       int    // substitutions and subshells that set -x shows
	stdinRedir     bool   // a pipe or redirection gives the input: background commands keep it
	ignoredAtStart uint64 // these signals can't be trapped
	bytes          bool   // characters are bytes: the locale is C
	mainParser     *syntax.Parser
	startFiles     func()
	reading        bool // the parser waits for more of a command
	historyBase    int  // commands dropped from the front of the list
	historyDone    int  // how many are in the file
	historyRead    int  // lines of the file that were read
	historyLast    bool // the running command is the list's last
	completing     *completion
	bindings       map[string]string
}

type control uint8

const (
	ctlNone control = iota
	ctlBreak
	ctlContinue
	ctlReturn
)

// frame is a running function: what its end restores.
type frame struct {
	fn        *function
	locals    []string
	localOpts bool
	savedOpts [nOptions]bool
}

// call is an entry of FUNCNAME, BASH_SOURCE and BASH_LINENO.
type call struct {
	name   string
	source string
	line   int // where it was called
}

type function struct {
	name   string
	def    *syntax.FuncDef
	source string
	export bool
	ro     bool
	trace  bool
}

type hashed struct {
	path string
	hits int
}

// discard unwinds to the loop that reads commands, after an error in an
// expansion or a failed assignment.
type discard struct {
	status int
	hard   bool // out of eval and the like too, and out of a -c script
}

// exitPanic unwinds a shell process that exits.
type exitPanic struct{ status int }

func (sh *Shell) opt(o option) bool { return sh.opts[o] }

func (sh *Shell) setOpt(o option, on bool) {
	sh.opts[o] = on
	switch o {
	case oPosix:
		if on {
			sh.shopts[sExpandaliases] = true
			sh.shopts[sInheriterrexit] = true
			sh.shopts[sShiftverbose] = true
		} else {
			sh.shopts[sExpandaliases] = sh.interactive
		}
	case oInteractivecomments:
		sh.shopts[sInteractivecomments] = on
	}
	sh.syncParser()
}

// syncParser tells the parser of the options that change how it reads.
func (sh *Shell) syncParser() {
	sh.popt.Extglob = sh.shopts[sExtglob]
	sh.popt.Posix = sh.opts[oPosix]
	sh.popt.Aliases = sh.shopts[sExpandaliases] && len(sh.aliases) > 0
}

// flags is $-.
func (sh *Shell) flags() string {
	var b strings.Builder
	for _, c := range "abefhkmnptuvxBCEHPT" {
		for o, l := range optionLetters {
			if l == byte(c) && sh.opts[o] {
				b.WriteRune(c)
			}
		}
		if c == 'h' && sh.interactive {
			b.WriteByte('i')
		}
	}
	if sh.execString != nil {
		b.WriteByte('c')
	}
	if sh.stdinScript {
		b.WriteByte('s')
	}
	return b.String()
}

// newShell returns a shell with the environment env.
func newShell(p *process, pr *program) *Shell {
	sh := &Shell{
		k: p.k, proc: p, pid: p.pid, vars: make(map[string]*Var, 96), funcs: map[string]*function{}, aliases: map[string]string{},
		shopts: shoptDefaults, dir: pr.dir, umask: pr.umask, fds: pr.fds, traps: map[string]trapAction{}, ifsFor: "\x00", optind: 1,
		popt: &syntax.Options{}, line: 0,
	}
	sh.popt.Alias = func(n string) (string, bool) { s, ok := sh.aliases[n]; return s, ok }
	for _, o := range []option{oBraceexpand, oHashall, oInteractivecomments} {
		sh.opts[o] = true
	}
	for _, e := range pr.env {
		name, val, ok := strings.Cut(e, "=")
		if !ok {
			continue
		}
		if fn, isFn := strings.CutPrefix(name, "BASH_FUNC_"); isFn && strings.HasSuffix(fn, "%%") {
			sh.importFunction(strings.TrimSuffix(fn, "%%"), val)
			continue
		}
		if !syntax.IsName(name) {
			sh.foreignEnv = append(sh.foreignEnv, e)
			continue
		}
		v := &Var{name: name, attr: aExport, str: val, set: true}
		sh.vars[name] = v
	}
	sh.initVars()
	sh.ignoredAtStart = p.ignored.Load()
	for b := sh.ignoredAtStart; b != 0; b &= b - 1 {
		sh.traps["SIG"+signalNames[bits.TrailingZeros64(b)+1]] = trapAction{}
	}
	return sh
}

func (sh *Shell) importFunction(name, body string) {
	ps := syntax.NewParser(name+" "+body, 1, sh.popt, nil)
	l, err := ps.Next()
	if err != nil || len(l.Items) != 1 {
		return
	}
	if f, ok := l.Items[0].Cmd.(*syntax.FuncDef); ok {
		sh.funcs[name] = &function{name: name, def: f, export: true, source: "environment"}
	}
}

// output writes bytes to a descriptor of the shell's own.
func (sh *Shell) output(fd int, b []byte) error {
	o := sh.fds.get(fd)
	if o == nil {
		return vfs.EBADF
	}
	if sh.proc.stopSig.Load() != 0 {
		sh.proc.pause()
	}
	if len(b) == 0 {
		return nil
	}
	var err error
	switch f := o.f.(type) {
	case *vfs.PipeEnd:
		_, err = f.WriteContext(sh.proc.ctx, b)
	case vfs.ContextFile:
		_, err = f.WriteContext(sh.proc.ctx, b)
	default:
		_, err = f.Write(b)
	}
	if err != nil {
		if sh.proc.ctx.Err() != nil {
			sh.checkKilled()
		}
		if vfs.ErrnoOf(err) == vfs.EPIPE {
			sh.proc.signal(syscall.SIGPIPE)
			sh.checkKilled()
		}
	}
	return err
}

// checkKilled ends the process if a signal did.
func (sh *Shell) checkKilled() {
	if sh.proc.ctx.Err() != nil {
		if sh.proc.killed.Load() == 0 {
			sh.proc.killed.CompareAndSwap(0, int32(syscall.SIGKILL))
		}
		panic(killedPanic{})
	}
}

// flush prints what a builtin has collected, before it reports an error.
func (sh *Shell) flush(b *strings.Builder) {
	sh.print(b.String())
	b.Reset()
}

// print writes to the standard output and reports a failure as builtins do.
func (sh *Shell) print(s string) int {
	if s == "" {
		return 0
	}
	if err := sh.output(1, []byte(s)); err != nil {
		sh.builtinErrorf("write error: %s", vfs.ErrText(err))
		return 1
	}
	return 0
}

// where is what messages begin with.
func (sh *Shell) where() string {
	name := sh.name
	if n := len(sh.calls); n > 0 {
		if s := sh.calls[n-1].source; s != "" {
			name = s
		}
	}
	if sh.interactive {
		return sh.name + ": "
	}
	if sh.line > 0 {
		return name + ": line " + strconv.Itoa(sh.line) + ": "
	}
	return name + ": "
}

// errorf prints "bash: line 3: text" on stderr.
func (sh *Shell) errorf(format string, a ...any) {
	sh.output(2, []byte(sh.where()+fmt.Sprintf(format, a...)+"\n"))
}

// reportf is errorf for errors that end a shell under set -e, whatever is
// around them.
func (sh *Shell) reportf(format string, a ...any) {
	sh.errorf(format, a...)
	if sh.opts[oErrexit] {
		panic(exitPanic{max(sh.status, 1)})
	}
}

// builtinErrorf prints "bash: line 3: cd: text".
func (sh *Shell) builtinErrorf(format string, a ...any) {
	s := sh.where()
	if sh.cmdName != "" {
		s += sh.cmdName + ": "
	}
	sh.output(2, []byte(s+fmt.Sprintf(format, a...)+"\n"))
}

// fatal ends a shell that isn't interactive.
func (sh *Shell) fatal(status int) {
	if sh.interactive && sh.subshell == 0 {
		panic(discard{status: 1})
	}
	if status == 127 && (sh.compound || !sh.fromString) {
		status = 1
	}
	panic(exitPanic{status})
}

func (sh *Shell) fatalf(format string, a ...any) {
	sh.errorf(format, a...)
	sh.fatal(2)
}

func (sh *Shell) unbound(name string) {
	if name == "!" {
		name = "$!"
	}
	sh.errorf("%s: unbound variable", name)
	if sh.compound || sh.opts[oErrexit] {
		panic(exitPanic{1})
	}
	sh.fatal(127)
}

// arithExpand evaluates the expression of $((..)) and the like.
func (sh *Shell) arithExpand(text string) int64 { return sh.arithOr(text, false) }

// arithAssign evaluates the value of an integer variable, or a subscript.
func (sh *Shell) arithAssign(text string) int64 { return sh.arithOr(text, true) }

func (sh *Shell) arithOr(text string, hard bool) int64 {
	depth := sh.arithDepth
	defer func() {
		if r := recover(); r != nil {
			ae, ok := r.(*arithError)
			if !ok {
				panic(r)
			}
			sh.arithDepth = depth
			if ae.msg != saidAlready {
				sh.builtinErrorf("%s", ae.msg)
			}
			if sh.opts[oPosix] && !hard {
				sh.fatal(127)
			}
			panic(discard{status: 1, hard: hard})
		}
	}()
	return sh.arith(text)
}

// fork returns a copy of the shell for a child process, which has its own
// copy of everything that it could change.
func (sh *Shell) fork() *Shell {
	c := new(Shell)
	*c = *sh
	c.subshell++
	c.compound = true
	c.vars = make(map[string]*Var, len(sh.vars)+8)
	block := make([]Var, len(sh.vars))
	i := 0
	for n, v := range sh.vars {
		nv := &block[i]
		i++
		forkVar(v, nv)
		c.vars[n] = nv
	}
	c.funcs = make(map[string]*function, len(sh.funcs))
	for n, f := range sh.funcs {
		c.funcs[n] = f
	}
	c.aliases = make(map[string]string, len(sh.aliases))
	for n, a := range sh.aliases {
		c.aliases[n] = a
	}
	c.popt = &syntax.Options{}
	*c.popt = *sh.popt
	c.popt.Alias = func(n string) (string, bool) { s, ok := c.aliases[n]; return s, ok }
	c.params = sh.params[:len(sh.params):len(sh.params)]
	c.frames = append([]frame(nil), sh.frames...)
	for i := range c.frames {
		f := &c.frames[i]
		f.locals = f.locals[:len(f.locals):len(f.locals)]
	}
	c.calls = sh.calls[:len(sh.calls):len(sh.calls)]
	c.dirs = sh.dirs[:len(sh.dirs):len(sh.dirs)]
	c.fds = sh.fds.clone()
	c.hash = nil
	c.regexes = nil
	c.expanders, c.arithCache, c.wordCache, c.patterns, c.ifsNow, c.ifsFor = nil, nil, nil, nil, nil, "\x00"
	c.heldFds, c.procSubs = nil, nil
	c.jobs, c.reaped = append([]*job(nil), sh.jobs...), nil
	c.history = sh.history[:len(sh.history):len(sh.history)]
	if sh.bindings != nil {
		c.bindings = map[string]string{}
		for k, v := range sh.bindings {
			c.bindings[k] = v
		}
	}
	c.tail, c.inverted, c.noExitTrap = nil, nil, false
	c.outBuf, c.readBuf = nil, nil
	c.pipestatus = append([]int(nil), sh.pipestatus...)
	c.parser = nil
	c.randomSeeded = sh.randomSeeded
	c.bashArgv = sh.bashArgv[:len(sh.bashArgv):len(sh.bashArgv)]
	if sh.disabled != nil {
		c.disabled = map[string]bool{}
		for k, v := range sh.disabled {
			c.disabled[k] = v
		}
	}
	if sh.completions != nil {
		c.completions = map[string]*completion{}
		for k, v := range sh.completions {
			c.completions[k] = v
		}
	}
	// Traps are reset, save those that ignore a signal; trap still shows them.
	c.traps = map[string]trapAction{}
	c.trapOld = nil
	if len(sh.traps) > 0 {
		c.trapOld = map[string]trapAction{}
	}
	for n, t := range sh.traps {
		c.trapOld[n] = t
		if t.text == "" && strings.HasPrefix(n, "SIG") || n == "DEBUG" && sh.opt(oFunctrace) || n == "RETURN" && sh.opt(oFunctrace) || n == "ERR" && sh.opt(oErrtrace) {
			c.traps[n] = t
		}
	}
	c.opts[oMonitor] = false
	return c
}

func forkVar(v, nv *Var) {
	*nv = *v
	nv.buf = nil
	if v.arr != nil && !v.arr.shared {
		v.arr.shared = true
	}
	if v.assoc != nil && !v.assoc.shared {
		v.assoc.keys() // while it is ours
		v.assoc.shared = true
	}
	if v.prev != nil {
		nv.prev = new(Var)
		forkVar(v.prev, nv.prev)
	}
}

// start runs body in a process for the forked shell c.
func (sh *Shell) start(c *Shell, name string, pgid int, body func(*Shell) int) *process {
	if sh.k.full(sh.proc) {
		c.fds.closeAll()
		sh.errorf("fork: retry: Resource temporarily unavailable")
		sh.fatal(254)
	}
	if pgid == 0 {
		pgid = sh.proc.pgid
	} else if pgid < 0 {
		pgid = 0
	}
	p := &process{ppid: sh.proc.pid, pgid: pgid, name: name}
	p.ignored.Store(sh.proc.ignored.Load())
	return sh.k.spawn(p, func(p *process) int {
		c.proc = p
		defer c.fds.closeAll()
		return c.top(func() int { return body(c) })
	})
}

// top runs a shell process' body, its traps for EXIT, and what ends it.
func (sh *Shell) top(body func() int) (status int) {
	func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case exitPanic:
				status = r.status
			case discard:
				status = r.status
			case *arithError:
				sh.sayArith("", r.msg)
				status = 1
			default:
				panic(r)
			}
		}()
		status = body()
	}()
	return sh.runExitTrap(status)
}

// path makes a name absolute.
func (sh *Shell) path(name string) string {
	if name == "" || name[0] == '/' {
		return name
	}
	if sh.dir == "/" {
		return "/" + name
	}
	return sh.dir + "/" + name
}

// fdPath returns the descriptor that a path in /dev names.
func fdPath(name string) (int, bool) {
	switch name {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, d := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if s, ok := strings.CutPrefix(name, d); ok {
			n, err := strconv.ParseUint(s, 10, 16)
			return int(n), err == nil
		}
	}
	return 0, false
}

func (sh *Shell) stat(name string) (vfs.Info, error) {
	if n, ok := fdPath(name); ok {
		if o := sh.fds.get(n); o != nil {
			return o.f.Stat()
		}
		return vfs.Info{}, vfs.ENOENT
	}
	return sh.k.fs.Stat(sh.proc.ctx, sh.path(name))
}

func (sh *Shell) lstat(name string) (vfs.Info, error) {
	if n, ok := fdPath(name); ok && strings.HasPrefix(name, "/dev/fd/") {
		if sh.fds.get(n) == nil {
			return vfs.Info{}, vfs.ENOENT
		}
		return vfs.Info{Name: name[8:], Node: vfs.Node{Kind: vfs.Symlink, Mode: 0o777}}, nil
	}
	return sh.k.fs.Lstat(sh.proc.ctx, sh.path(name))
}

func (sh *Shell) readDir(name string) ([]vfs.Dirent, error) {
	if name == "/dev/fd" || name == "/dev/fd/" {
		var list []vfs.Dirent
		for i, f := range sh.fds.files {
			if f != nil {
				list = append(list, vfs.Dirent{Name: strconv.Itoa(i), Kind: vfs.Symlink})
			}
		}
		return list, nil
	}
	return sh.k.fs.ReadDir(sh.proc.ctx, sh.path(name))
}

// attention handles signals between commands.
func (sh *Shell) attention() {
	p := sh.proc
	if !p.attention.Load() {
		if p.ctx.Err() != nil {
			sh.checkKilled()
		}
		return
	}
	p.pause()
	if p.killed.Load() != 0 || p.ctx.Err() != nil {
		sh.checkKilled()
	}
	p.attention.Store(p.stopSig.Load() != 0)
	for s := p.takePending(); s != 0; s = p.takePending() {
		sh.runSignalTrap(s)
	}
	if p.ended.Load() > 0 && sh.inTrap == 0 {
		for range p.ended.Swap(0) {
			if _, ok := sh.traps["SIGCHLD"]; ok {
				sh.runSignalTrap(syscall.SIGCHLD)
			}
		}
	}
}
