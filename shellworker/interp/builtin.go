package interp

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/testexpr"
)

// builtin is a command that the shell runs itself.
type builtin struct {
	name  string
	run   func(sh *Shell, args []string) int
	usage string // the synopsis, without the name
}

var builtins = map[string]*builtin{}

// specialBuiltins are POSIX's: found before functions in posix mode, and an
// error in them ends a script there.
var specialBuiltins = map[string]bool{".": true, ":": true, "break": true, "continue": true, "eval": true, "exec": true, "exit": true, "export": true,
	"readonly": true, "return": true, "set": true, "shift": true, "source": true, "times": true, "trap": true, "unset": true}

// usageFatal are those whose wrong options end a script in posix mode.
var usageFatal = map[string]bool{"export": true, "readonly": true, "set": true, "shift": true, "times": true, "trap": true, "unset": true}

func register(list ...*builtin) {
	for _, b := range list {
		builtins[b.name] = b
	}
}

func init() {
	register(
		&builtin{":", func(*Shell, []string) int { return 0 }, ""},
		&builtin{"true", func(*Shell, []string) int { return 0 }, ""},
		&builtin{"false", func(*Shell, []string) int { return 1 }, ""},
		&builtin{".", source, "filename [arguments]"},
		&builtin{"source", source, "filename [arguments]"},
		&builtin{"[", bracketTest, "arg... ]"},
		&builtin{"test", testCmd, "[expr]"},
		&builtin{"alias", alias, "[-p] [name[=value] ... ]"},
		&builtin{"unalias", unalias, "[-a] name [name ...]"},
		&builtin{"break", breakCmd, "[n]"},
		&builtin{"continue", continueCmd, "[n]"},
		&builtin{"builtin", builtinCmd, "[shell-builtin [arg ...]]"},
		&builtin{"caller", caller, "[expr]"},
		&builtin{"command", commandCmd, "[-pVv] command [arg ...]"},
		&builtin{"echo", echo, "[-neE] [arg ...]"},
		&builtin{"enable", enable, "[-a] [-dnps] [-f filename] [name ...]"},
		&builtin{"eval", eval, "[arg ...]"},
		&builtin{"exec", nil, "[-cl] [-a name] [command [argument ...]] [redirection ...]"},
		&builtin{"exit", exit, "[n]"},
		&builtin{"logout", logout, "[n]"},
		&builtin{"getopts", getopts, "optstring name [arg ...]"},
		&builtin{"hash", hashCmd, "[-lr] [-p pathname] [-dt] [name ...]"},
		&builtin{"help", help, "[-dms] [pattern ...]"},
		&builtin{"let", let, "arg [arg ...]"},
		&builtin{"return", returnCmd, "[n]"},
		&builtin{"set", set, "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]"},
		&builtin{"shift", shift, "[n]"},
		&builtin{"shopt", shoptCmd, "[-pqsu] [-o] [optname ...]"},
		&builtin{"times", times, ""},
		&builtin{"trap", trap, "[-lp] [[arg] signal_spec ...]"},
		&builtin{"type", typeCmd, "[-afptP] name [name ...]"},
		&builtin{"ulimit", ulimit, "[-SHabcdefiklmnpqrstuvxPRT] [limit]"},
		&builtin{"umask", umask, "[-p] [-S] [mode]"},
	)
}

type optArg struct {
	c   byte
	arg string
}

// getopt parses a builtin's options, as bash's own do: spec names the letters,
// ":" behind one that takes an argument. What is wrong has been said.
func (sh *Shell) getopt(args []string, spec string) (opts []optArg, rest []string, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return opts, args[i+1:], true
		}
		if len(a) < 2 || a[0] != '-' {
			return opts, args[i:], true
		}
		if a == "--help" {
			sh.showHelp(sh.cmdName)
			return nil, nil, false
		}
		for j := 1; j < len(a); j++ {
			k := strings.IndexByte(spec, a[j])
			if k < 0 || a[j] == ':' {
				sh.builtinErrorf("-%c: invalid option", a[j])
				return opts, nil, false
			}
			if k+1 < len(spec) && spec[k+1] == ':' {
				if j+1 < len(a) {
					opts = append(opts, optArg{a[j], a[j+1:]})
				} else if i+1 < len(args) {
					i++
					opts = append(opts, optArg{a[j], args[i]})
				} else {
					sh.builtinErrorf("-%c: option requires an argument", a[j])
					return opts, nil, false
				}
				break
			}
			opts = append(opts, optArg{a[j], ""})
		}
	}
	return opts, nil, true
}

// usageError prints a builtin's synopsis; the status of that is 2.
func (sh *Shell) usageError() int {
	b := builtins[sh.cmdName]
	text := sh.cmdName
	if b != nil && b.usage != "" {
		text += " " + b.usage
	}
	sh.output(2, []byte(sh.cmdName+": usage: "+text+"\n"))
	return 2
}

func has(opts []optArg, c byte) bool {
	for _, o := range opts {
		if o.c == c {
			return true
		}
	}
	return false
}

func source(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		sh.builtinErrorf("filename argument required")
		sh.usageError()
		return 2
	}
	name := rest[0]
	path := name
	if strings.IndexByte(name, '/') < 0 && sh.shopts[sSourcepath] {
		for _, d := range strings.Split(sh.get("PATH"), ":") {
			if d == "" {
				d = "."
			}
			p := strings.TrimSuffix(d, "/") + "/" + name
			if i, err := sh.stat(p); err == nil && !i.IsDir() && !strings.HasPrefix(p, "/bin/") && !strings.HasPrefix(p, "/usr/bin/") {
				path = p
				break
			}
		}
	}
	i, err := sh.stat(path)
	if err == nil && i.IsDir() {
		sh.builtinErrorf("%s: is a directory", name)
		return 1
	}
	var text []byte
	if err == nil {
		var o *openFile
		if o, err = sh.open(path, vfs.ReadOnly); err == nil {
			o.hold()
			text, err = readAllLimit(sh.proc.file(o), 64<<20)
			o.release()
		}
	}
	if err != nil {
		if strings.IndexByte(name, '/') < 0 {
			sh.builtinErrorfPlain("%s: %s", name, fileNotFound(err))
		} else {
			sh.builtinErrorfPlain("%s: %s", name, vfs.ErrText(err))
		}
		if sh.opt(oPosix) && !sh.byCommand {
			sh.fatal(1)
		}
		return 1
	}
	if isBinary(text[:min(len(text), 80)]) && len(text) > 0 && strings.Count(string(text[:min(len(text), 80)]), "\x00") > 0 {
		sh.builtinErrorf("%s: cannot execute binary file", name)
		return 126
	}
	if len(sh.calls) >= sh.k.limits.CallDepth {
		sh.errorf("%s: maximum source nesting level exceeded (%d)", name, sh.k.limits.CallDepth)
		return 1
	}
	params, tail, cmd, command := sh.params, sh.tail, sh.cmdName, sh.command
	if len(rest) > 1 {
		sh.params = rest[1:]
	}
	set := sh.setCount
	sh.tail, sh.cmdName = nil, ""
	sh.calls = append(sh.calls, call{name: "source", source: path, line: sh.line})
	argv := len(sh.bashArgv)
	if sh.shopts[sExtdebug] {
		if len(rest) > 1 {
			sh.bashArgv = append(sh.bashArgv, rest[1:])
		} else {
			sh.bashArgv = append(sh.bashArgv, []string{path})
		}
	}
	depth := len(sh.calls)
	debug, hasDebug := sh.traps["DEBUG"]
	if hasDebug && !sh.opts[oFunctrace] {
		delete(sh.traps, "DEBUG")
	}
	sh.sourced++
	line := sh.line
	loops := sh.loops
	defer func() {
		sh.sourced--
		sh.loops = loops
		sh.calls = sh.calls[:min(depth-1, len(sh.calls))]
		sh.tail, sh.cmdName, sh.line, sh.command = tail, cmd, line, command
		// At the top level what set made of them in the file stays.
		if len(rest) > 1 && (len(sh.frames) > 0 || sh.setCount == set) {
			sh.params = params
		}
		sh.bashArgv = sh.bashArgv[:min(argv, len(sh.bashArgv))]
		if hasDebug && !sh.opts[oFunctrace] {
			if _, ok := sh.traps["DEBUG"]; !ok {
				sh.traps["DEBUG"] = debug
			}
		}
	}()
	sh.evalDepth++
	defer func() { sh.evalDepth-- }()
	status := sh.runText(syntax.NewParser(strings.ReplaceAll(string(text), "\x00", ""), 1, sh.popt, nil), "")
	if sh.ctl == ctlReturn {
		sh.ctl = ctlNone
		status = sh.ctlN
		sh.status = sh.beforeReturn
	}
	sh.runReturnTrap()
	return status
}

func fileNotFound(err error) string {
	if vfs.ErrnoOf(err) == vfs.ENOENT {
		return "No such file or directory"
	}
	return vfs.ErrText(err)
}

// builtinErrorfPlain is for messages that don't name the builtin.
func (sh *Shell) builtinErrorfPlain(format string, a ...any) { sh.errorf(format, a...) }

// testEnv is what a conditional expression asks the shell.
type testEnv struct{ sh *Shell }

func (e testEnv) Stat(n string) (vfs.Info, error)  { return e.sh.stat(n) }
func (e testEnv) Lstat(n string) (vfs.Info, error) { return e.sh.lstat(n) }

func (e testEnv) Access(n string, want uint32) bool {
	if k, ok := fdPath(n); ok {
		o := e.sh.fds.get(k)
		return o != nil && want&1 == 0
	}
	return e.sh.k.fs.Access(e.sh.proc.ctx, e.sh.path(n), want) == nil && n != ""
}

func (e testEnv) Terminal(int) bool { return false }

func (e testEnv) OptionSet(n string) bool {
	o, ok := optionByName(n)
	return ok && e.sh.opts[o]
}

func (e testEnv) VarSet(n string) bool { return e.sh.isSet(n) }

func (e testEnv) Nameref(n string) bool {
	v := e.sh.vars[n]
	return v != nil && v.attr&aNameref != 0 && v.set
}

// isSet tells whether a variable or an element is set, for -v.
func (sh *Shell) isSet(ref string) bool {
	if i := strings.IndexByte(ref, '['); i > 0 && strings.HasSuffix(ref, "]") && syntax.IsName(ref[:i]) {
		sub := ref[i+1 : len(ref)-1]
		v := sh.lookup(ref[:i])
		if v == nil {
			return false
		}
		if sub == "@" || sub == "*" {
			if v.attr&aAssoc != 0 {
				if v.assoc != nil {
					if _, ok := v.assoc.get(sub); ok {
						return true
					}
				}
				return false
			}
			return len(v.list(sh)) > 0
		}
		if v.attr&aAssoc != 0 {
			if v.assoc == nil {
				return false
			}
			_, ok := v.assoc.get(sh.assocKey(sub))
			return ok
		}
		_, ok := sh.element(v, sub)
		return ok
	}
	if n, ok := smallNumber(ref); ok && ref != "" {
		return n <= int64(len(sh.params))
	}
	v := sh.lookup(ref)
	if v == nil {
		return false
	}
	_, ok := v.scalar(sh)
	return ok
}

func bracketTest(sh *Shell, args []string) int {
	if len(args) == 0 || args[len(args)-1] != "]" {
		sh.builtinErrorf("missing `]'")
		return 2
	}
	return runTest(sh, args[:len(args)-1])
}

func testCmd(sh *Shell, args []string) int { return runTest(sh, args) }

func runTest(sh *Shell, args []string) int {
	// The commonest forms, without the machinery.
	if len(args) == 3 {
		switch args[1] {
		case "=", "==":
			return int(1 - b2i(args[0] == args[2]))
		case "!=":
			return int(1 - b2i(args[0] != args[2]))
		}
	}
	ok, err := testexpr.Eval(args, testEnv{sh})
	if err != nil {
		sh.builtinErrorf("%s", err)
		return 2
	}
	if ok {
		return 0
	}
	return 1
}

func alias(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "p")
	if !ok {
		return sh.usageError()
	}
	status := 0
	var b strings.Builder
	show := func(n string) {
		p := "alias "
		if sh.opts[oPosix] && !has(opts, 'p') {
			p = ""
		} else if strings.HasPrefix(n, "-") {
			p += "-- "
		}
		b.WriteString(p + n + "=" + singleQuote(sh.aliases[n]) + "\n")
	}
	if len(rest) == 0 || has(opts, 'p') {
		var names []string
		for n := range sh.aliases {
			names = append(names, n)
		}
		sort.Strings(names)
		for _, n := range names {
			show(n)
		}
		if len(rest) == 0 {
			return sh.print(b.String())
		}
	}
	for _, a := range rest {
		name, val, assign := strings.Cut(a, "=")
		if assign && name != "" {
			if strings.ContainsAny(name, "/$`'\"\\ \t\n=&|;()<>") {
				sh.builtinErrorf("`%s': invalid alias name", name)
				status = 1
				continue
			}
			sh.aliases[name] = val
			sh.syncParser()
			continue
		}
		if _, ok := sh.aliases[a]; ok {
			show(a)
		} else {
			sh.flush(&b)
			sh.builtinErrorf("%s: not found", a)
			status = 1
		}
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

func unalias(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "a")
	if !ok {
		return sh.usageError()
	}
	if has(opts, 'a') {
		clear(sh.aliases)
		sh.syncParser()
		return 0
	}
	if len(rest) == 0 {
		return sh.usageError()
	}
	status := 0
	for _, n := range rest {
		if _, ok := sh.aliases[n]; ok {
			delete(sh.aliases, n)
			sh.syncParser()
		} else {
			sh.builtinErrorf("%s: not found", n)
			status = 1
		}
	}
	return status
}

// loopCount reads the operand of break and continue; ok is false where
// nothing is to be left.
func (sh *Shell) loopCount(args []string) (n int, status int, ok bool) {
	if len(args) > 0 && args[0] == "--help" {
		sh.showHelp(sh.cmdName)
		return 0, 2, false
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if sh.loops == 0 {
		sh.builtinErrorf("only meaningful in a `for', `while', or `until' loop")
		return 0, 0, false
	}
	n = 1
	if len(args) > 0 {
		v, ok := sh.numericArg(args[0])
		if !ok {
			panic(exitPanic{128})
		}
		if len(args) > 1 {
			sh.builtinErrorf("too many arguments")
			panic(discard{status: 1})
		}
		if v <= 0 {
			sh.builtinErrorf("%s: loop count out of range", args[0])
			n = sh.loops
			sh.ctl, sh.ctlN = ctlBreak, n
			return 0, 1, false
		}
		n = int(min(v, int64(sh.loops)))
	}
	return n, 0, true
}

// numericArg reads an integer operand; what is wrong has been said.
func (sh *Shell) numericArg(s string) (int64, bool) {
	n, ok := testexpr.Integer(s)
	if !ok {
		sh.builtinErrorf("%s: numeric argument required", s)
	}
	return n, ok
}

func breakCmd(sh *Shell, args []string) int {
	n, status, ok := sh.loopCount(args)
	if ok {
		sh.ctl, sh.ctlN = ctlBreak, n
	}
	return status
}

func continueCmd(sh *Shell, args []string) int {
	n, status, ok := sh.loopCount(args)
	if ok {
		sh.ctl, sh.ctlN = ctlContinue, n
	}
	return status
}

var noCommand = &syntax.Simple{}

func builtinCmd(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		return 0
	}
	b := builtins[rest[0]]
	if b == nil || sh.disabled[rest[0]] {
		sh.builtinErrorf("%s: not a shell builtin", rest[0])
		return 1
	}
	decls := sh.declArgs
	if n := len(args) - len(rest) + 1; len(decls) >= n {
		decls = decls[n:]
	} else {
		decls = nil
	}
	if rest[0] == "exec" {
		return sh.execCommand(noCommand, rest, nil)
	}
	return sh.runBuiltin(b, rest, decls)
}

func caller(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	// A frame's line is in its call, its source and name in the one below.
	n := len(sh.calls)
	line := func(i int) string { return strconv.Itoa(sh.calls[n-1-i].line) }
	if len(sh.frames) == 0 && !sh.inSource() {
		return 1
	}
	if len(rest) == 0 {
		src := "NULL"
		if n > 1 {
			src = sh.calls[n-2].source
		} else if sh.execString == nil && !sh.stdinScript {
			src = sh.name
		}
		return sh.print(line(0) + " " + src + "\n")
	}
	k, ok := testexpr.Integer(rest[0])
	if !ok || k < 0 {
		sh.builtinErrorf("%s: invalid number", rest[0])
		return sh.usageError()
	}
	if int(k) >= n {
		return 1
	}
	i := int(k)
	name, src := "main", sh.name
	if n-2-i >= 0 {
		name, src = sh.calls[n-2-i].name, sh.calls[n-2-i].source
	} else if sh.execString != nil || sh.stdinScript {
		return 1
	}
	if sh.calls[n-1-i].name == "main" {
		return 1
	}
	return sh.print(line(i) + " " + name + " " + src + "\n")
}

func commandCmd(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "pvV")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		return 0
	}
	look := lookBuiltins | lookFiles
	if has(opts, 'p') {
		look |= lookDefaultPath
	}
	if has(opts, 'v') || has(opts, 'V') {
		status := 1
		var b strings.Builder
		for _, n := range rest {
			if sh.describe(&b, n, describeOpts{verbose: has(opts, 'V'), short: has(opts, 'v'), std: look&lookDefaultPath != 0}) {
				status = 0
			} else if has(opts, 'V') {
				sh.print(b.String())
				b.Reset()
				sh.builtinErrorf("%s: not found", n)
			}
		}
		if s := sh.print(b.String()); s != 0 {
			return s
		}
		return status
	}
	decls := sh.declArgs
	if n := len(args) - len(rest) + 1; len(decls) >= n {
		decls = decls[n:]
	} else {
		decls = nil
	}
	old := sh.cmdName
	sh.cmdName = ""
	defer func() { sh.cmdName = old }()
	if rest[0] == "exec" && !sh.disabled["exec"] {
		return sh.execCommand(noCommand, rest, nil)
	}
	x := sh.opts[oXtrace]
	sh.opts[oXtrace] = false
	c := &syntax.Simple{}
	if b := builtins[rest[0]]; b != nil && !sh.disabled[rest[0]] {
		sh.opts[oXtrace] = x
		sh.byCommand = true
		defer func() { sh.byCommand = false }()
		return sh.runBuiltin(b, rest, decls)
	}
	sh.opts[oXtrace] = x
	return sh.external(c, rest, nil, look)
}

func echo(sh *Shell, args []string) int {
	newline, esc := true, sh.shopts[sXpgecho]
	i := 0
	if !(sh.opts[oPosix] && sh.shopts[sXpgecho]) {
	opts:
		for ; i < len(args); i++ {
			a := args[i]
			if len(a) < 2 || a[0] != '-' {
				break
			}
			for j := 1; j < len(a); j++ {
				if a[j] != 'n' && a[j] != 'e' && a[j] != 'E' {
					break opts
				}
			}
			for j := 1; j < len(a); j++ {
				switch a[j] {
				case 'n':
					newline = false
				case 'e':
					esc = true
				case 'E':
					esc = false
				}
			}
		}
	}
	buf := sh.outBuf[:0]
	for k, a := range args[i:] {
		if k > 0 {
			buf = append(buf, ' ')
		}
		if esc {
			t, stop := echoEscape(a)
			buf = append(buf, t...)
			if stop {
				newline = false
				break
			}
		} else {
			buf = append(buf, a...)
		}
	}
	if newline {
		buf = append(buf, '\n')
	}
	if cap(buf) < 1<<16 {
		sh.outBuf = buf
	}
	if err := sh.output(1, buf); err != nil {
		sh.builtinErrorf("write error: %s", vfs.ErrText(err))
		return 1
	}
	return 0
}

func enable(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "adnpsf:")
	if !ok {
		return sh.usageError()
	}
	if has(opts, 'f') || has(opts, 'd') {
		for _, o := range opts {
			if o.c == 'f' {
				sh.builtinErrorf("cannot open shared object %s: dynamic loading not available", o.arg)
				return 1
			}
		}
		status := 0
		for _, n := range rest {
			if builtins[n] == nil {
				sh.builtinErrorf("%s: not a shell builtin", n)
			} else {
				sh.builtinErrorf("%s: not dynamically loaded", n)
			}
			status = 1
		}
		return status
	}
	if len(rest) == 0 || has(opts, 'p') {
		var names []string
		for n := range builtins {
			if has(opts, 's') && !specialBuiltins[n] {
				continue
			}
			names = append(names, n)
		}
		sort.Strings(names)
		var b strings.Builder
		for _, n := range names {
			off := sh.disabled[n]
			switch {
			case has(opts, 'n') && !off, !has(opts, 'n') && !has(opts, 'a') && off:
			case off:
				b.WriteString("enable -n " + n + "\n")
			default:
				b.WriteString("enable " + n + "\n")
			}
		}
		return sh.print(b.String())
	}
	status := 0
	for _, n := range rest {
		if builtins[n] == nil {
			sh.builtinErrorf("%s: not a shell builtin", n)
			status = 1
			continue
		}
		if has(opts, 'n') {
			if sh.disabled == nil {
				sh.disabled = map[string]bool{}
			}
			sh.disabled[n] = true
		} else {
			delete(sh.disabled, n)
		}
	}
	return status
}

func eval(sh *Shell, args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		if _, _, ok := sh.getopt(args, ""); !ok {
			return sh.usageError()
		}
	}
	text := strings.Join(args, " ")
	if text == "" {
		return 0
	}
	old := sh.cmdName
	sh.cmdName = ""
	command, byCommand := sh.command, sh.byCommand
	sh.byCommand, sh.unreadable = false, false
	status := sh.evalText(text, sh.line, "eval")
	sh.cmdName, sh.command = old, command
	if sh.unreadable && sh.opts[oPosix] && !byCommand {
		sh.fatal(2)
	}
	return status
}

// exitStatus reads the operand of exit, return and logout.
func (sh *Shell) exitStatus(args []string) int {
	if len(args) > 0 && args[0] == "--help" {
		sh.showHelp(sh.cmdName)
		panic(discard{status: 2})
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return sh.status
	}
	n, ok := sh.numericArg(args[0])
	if !ok {
		return 2
	}
	if len(args) > 1 {
		sh.builtinErrorf("too many arguments")
		panic(discard{status: 1})
	}
	return int(n & 255)
}

func exit(sh *Shell, args []string) int {
	if sh.inDebug {
		delete(sh.traps, "DEBUG") // not for the EXIT trap
	}
	if sh.exiting && sh.inTrap > 0 && len(args) == 0 {
		panic(exitPanic{sh.status})
	}
	panic(exitPanic{sh.exitStatus(args)})
}

func logout(sh *Shell, args []string) int {
	if !sh.login {
		sh.builtinErrorf("not login shell: use `exit'")
		return 1
	}
	panic(exitPanic{sh.exitStatus(args)})
}

func returnCmd(sh *Shell, args []string) int {
	if len(sh.frames) == 0 && sh.sourced == 0 {
		if len(args) > 0 {
			if _, ok := sh.numericArg(args[0]); !ok {
				return 2
			}
		}
		sh.builtinErrorf("can only `return' from a function or sourced script")
		if sh.opts[oPosix] {
			sh.fatal(2)
		}
		return 2
	}
	sh.beforeReturn = sh.status
	sh.ctlN = sh.exitStatus(args)
	sh.ctl = ctlReturn
	return sh.ctlN
}

func getopts(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	if len(rest) < 2 {
		sh.usageError()
		return 2
	}
	spec, name := rest[0], rest[1]
	list := sh.params
	if len(rest) > 2 {
		list = rest[2:]
	}
	silent := strings.HasPrefix(spec, ":")
	if silent {
		spec = spec[1:]
	}
	quiet := silent || sh.get("OPTERR") == "0"
	setInd := func() {
		if v := sh.vars["OPTIND"]; v != nil {
			v.str, v.set = strconv.Itoa(sh.optind), true
		} else {
			sh.setVar("OPTIND", strconv.Itoa(sh.optind))
		}
	}
	set := func(val string) int {
		if !syntax.IsName(name) {
			sh.builtinErrorf("`%s': not a valid identifier", name)
			return 1
		}
		ok := sh.setVar(name, val)
		sh.assignFailed = false
		if !ok {
			return 2
		}
		return 0
	}
	unsetArg := func() { sh.unsetQuiet("OPTARG") }
	if sh.optind < 1 {
		sh.optind = 1
	}
	if sh.optchar == 0 {
		if sh.optind > len(list) {
			set("?")
			unsetArg()
			sh.optind = len(list) + 1
			setInd()
			return 1
		}
		a := list[sh.optind-1]
		if len(a) < 2 || a[0] != '-' {
			set("?")
			unsetArg()
			setInd()
			return 1
		}
		if a == "--" {
			sh.optind++
			set("?")
			unsetArg()
			setInd()
			return 1
		}
		sh.optchar = 1
	}
	if sh.optind > len(list) || sh.optchar >= len(list[sh.optind-1]) {
		sh.optchar = 0
		return getopts(sh, args)
	}
	a := list[sh.optind-1]
	c := a[sh.optchar]
	sh.optchar++
	endArg := func() {
		if sh.optchar >= len(a) {
			sh.optind++
			sh.optchar = 0
		}
	}
	k := strings.IndexByte(spec, c)
	if k < 0 || c == ':' {
		endArg()
		setInd()
		if silent {
			sh.setVar("OPTARG", string([]byte{c}))
		} else {
			unsetArg()
			if !quiet {
				sh.output(2, []byte(fmt.Sprintf("%s: illegal option -- %c\n", sh.arg0, c)))
			}
		}
		return set("?")
	}
	if k+1 < len(spec) && spec[k+1] == ':' {
		var val string
		if sh.optchar < len(a) {
			val = a[sh.optchar:]
			sh.optind++
			sh.optchar = 0
		} else {
			sh.optind++
			sh.optchar = 0
			if sh.optind > len(list) {
				setInd()
				if silent {
					sh.setVar("OPTARG", string([]byte{c}))
					return set(":")
				}
				unsetArg()
				if !quiet {
					sh.output(2, []byte(fmt.Sprintf("%s: option requires an argument -- %c\n", sh.arg0, c)))
				}
				return set("?")
			}
			val = list[sh.optind-1]
			sh.optind++
		}
		sh.setVar("OPTARG", val)
		setInd()
		return set(string([]byte{c}))
	}
	endArg()
	unsetArg()
	setInd()
	return set(string([]byte{c}))
}

func (sh *Shell) unsetQuiet(name string) {
	if v := sh.vars[name]; v != nil && v.attr&aReadonly == 0 {
		sh.removeVar(v)
	}
}

func hashCmd(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "dlp:rt")
	if !ok {
		return sh.usageError()
	}
	if !sh.opts[oHashall] {
		sh.builtinErrorf("hashing disabled")
		return 1
	}
	if has(opts, 'r') {
		sh.hash = nil
		if len(rest) == 0 && len(opts) == 1 {
			return 0
		}
	}
	if sh.hash == nil {
		sh.hash = map[string]*hashed{}
	}
	names := func() []string {
		var l []string
		for n := range sh.hash {
			l = append(l, n)
		}
		hashOrder(l, func(string) int { return 0 }, 256)
		return l
	}
	var b strings.Builder
	if len(rest) == 0 {
		if has(opts, 'd') {
			sh.builtinErrorf("-d: option requires an argument")
			return 1
		}
		if has(opts, 't') {
			sh.builtinErrorf("-t: option requires an argument")
			return 1
		}
		if len(sh.hash) == 0 {
			if !has(opts, 'l') {
				return sh.print("hash: hash table empty\n")
			}
			return 0
		}
		if !has(opts, 'l') {
			b.WriteString("hits\tcommand\n")
		}
		for _, n := range names() {
			h := sh.hash[n]
			if has(opts, 'l') {
				b.WriteString("builtin hash -p " + h.path + " " + n + "\n")
			} else {
				fmt.Fprintf(&b, "%4d\t%s\n", h.hits, h.path)
			}
		}
		return sh.print(b.String())
	}
	status := 0
	for _, n := range rest {
		switch {
		case has(opts, 'p'):
			for _, o := range opts {
				if o.c == 'p' {
					if i, err := sh.stat(o.arg); err == nil && i.IsDir() {
						sh.builtinErrorf("%s: Is a directory", o.arg)
						return 1
					}
					sh.hash[n] = &hashed{path: o.arg}
				}
			}
		case has(opts, 'd'):
			if sh.hash[n] == nil {
				sh.builtinErrorf("%s: not found", n)
				status = 1
			}
			delete(sh.hash, n)
		case has(opts, 't'):
			h := sh.hash[n]
			if h == nil {
				sh.flush(&b)
				sh.builtinErrorf("%s: not found", n)
				status = 1
				continue
			}
			switch {
			case has(opts, 'l'):
				b.WriteString("builtin hash -p " + h.path + " " + n + "\n")
			case len(rest) > 1:
				b.WriteString(n + "\t" + h.path + "\n")
			default:
				b.WriteString(h.path + "\n")
			}
		default:
			if strings.IndexByte(n, '/') >= 0 || sh.funcs[n] != nil || builtins[n] != nil {
				continue
			}
			delete(sh.hash, n)
			path, err := sh.lookPath(n, lookAll)
			if err != nil {
				sh.builtinErrorf("%s: not found", n)
				status = 1
				continue
			}
			if sh.hash == nil {
				sh.hash = map[string]*hashed{}
			}
			sh.hash[n] = &hashed{path: path}
		}
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

func let(sh *Shell, args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		sh.builtinErrorf("expression expected")
		return 1
	}
	var n int64
	for _, a := range args {
		var msg string
		if n, msg = sh.arithTry(a); msg != "" {
			if msg != saidAlready {
				sh.builtinErrorf("%s", msg)
			}
			return 1
		}
	}
	if n == 0 {
		return 1
	}
	return 0
}

func shift(sh *Shell, args []string) int {
	if len(args) > 0 && args[0] == "--help" {
		sh.showHelp("shift")
		return 2
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	n := int64(1)
	if len(args) > 0 {
		v, ok := sh.numericArg(args[0])
		if !ok {
			return 1
		}
		if len(args) > 1 {
			sh.builtinErrorf("too many arguments")
			return 1
		}
		n = v
	}
	if n < 0 {
		sh.builtinErrorf("%s: shift count out of range", args[0])
		return 1
	}
	if n > int64(len(sh.params)) {
		if sh.shopts[sShiftverbose] {
			sh.builtinErrorf("%d: shift count out of range", n)
		}
		return 1
	}
	sh.params = sh.params[n:]
	return 0
}

func trap(sh *Shell, args []string) int {
	// "trap -1 .." isn't an option, nor is a lone dash
	opts, rest, ok := sh.getopt(args, "lp")
	if !ok {
		return sh.usageError()
	}
	if has(opts, 'l') {
		return sh.print(signalTable())
	}
	current := sh.traps
	if sh.trapOld != nil {
		current = sh.trapOld
	}
	var b strings.Builder
	show := func(n string) {
		text := singleQuote(current[n].text)
		if sh.opts[oPosix] {
			n = strings.TrimPrefix(n, "SIG")
		}
		b.WriteString("trap -- " + text + " " + n + "\n")
	}
	if len(rest) == 0 || has(opts, 'p') {
		status := 0
		if len(rest) == 0 {
			var names []string
			for n := range current {
				names = append(names, n)
			}
			sortTraps(names)
			for _, n := range names {
				show(n)
			}
		}
		for _, r := range rest {
			n := trapName(r)
			if n == "" {
				sh.flush(&b)
				sh.builtinErrorf("%s: invalid signal specification", r)
				status = 1
			} else if _, ok := current[n]; ok {
				show(n)
			}
		}
		if s := sh.print(b.String()); s != 0 {
			return s
		}
		return status
	}
	text, del := rest[0], false
	sigs := rest[1:]
	if len(rest) == 1 {
		if trapName(text) == "" {
			sh.builtinErrorf("%s: invalid signal specification", text)
			return 1
		}
		sigs, del = rest, true
	} else if _, ok := smallNumber(text); ok && text != "" || text == "-" {
		if text != "-" {
			sigs = rest
		}
		del = true
	}
	status := 0
	for _, s := range sigs {
		n := trapName(s)
		if n == "" {
			sh.builtinErrorf("%s: invalid signal specification", s)
			status = 1
			continue
		}
		sh.setTrap(n, text, del)
	}
	return status
}

// signalTable is what trap -l and kill -l show.
func signalTable() string {
	var b strings.Builder
	col := 0
	for n := 1; n <= 64; n++ {
		if signalNames[n] == "" {
			continue
		}
		fmt.Fprintf(&b, "%2d) SIG%s", n, signalNames[n])
		if col++; col < 5 {
			b.WriteByte('\t')
		} else {
			b.WriteByte('\n')
			col = 0
		}
	}
	if col != 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// keywords of the language, as type and compgen -k have them.
var keywordList = []string{"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do", "done", "in", "function", "time", "{", "}", "!", "[[", "]]", "coproc"}

func isKeyword(s string) bool {
	for _, k := range keywordList {
		if k == s {
			return true
		}
	}
	return false
}

type describeOpts struct {
	verbose, short, kind, path, all, force, noFuncs, std bool
}

// describe writes what a name means as a command; false if nothing.
func (sh *Shell) describe(b *strings.Builder, name string, o describeOpts) bool {
	found := false
	out := func(verbose, kind, short string) bool {
		found = true
		switch {
		case o.kind:
			b.WriteString(kind + "\n")
		case o.path:
		case o.short:
			b.WriteString(short + "\n")
		default:
			b.WriteString(verbose + "\n")
		}
		return !o.all
	}
	if !o.force {
		if a, ok := sh.aliases[name]; ok && sh.shopts[sExpandaliases] {
			if out(name+" is aliased to `"+a+"'", "alias", "alias "+name+"="+singleQuote(a)) {
				return true
			}
		}
		if isKeyword(name) {
			if out(name+" is a shell keyword", "keyword", name) {
				return true
			}
		}
		if f := sh.funcs[name]; f != nil && !o.noFuncs {
			if out(name+" is a function\n"+syntax.PrintFunc(name, f.def), "function", name) {
				return true
			}
		}
		if builtins[name] != nil && !sh.disabled[name] {
			text := name + " is a shell builtin"
			if sh.opts[oPosix] && specialBuiltins[name] {
				text = name + " is a special shell builtin"
			}
			if out(text, "builtin", name) {
				return true
			}
		}
	}
	show := func(p string) {
		found = true
		switch {
		case o.kind:
			b.WriteString("file\n")
		case o.path || o.short:
			b.WriteString(p + "\n")
		default:
			b.WriteString(name + " is " + p + "\n")
		}
	}
	if o.path && found && !o.force && !o.all {
		return true
	}
	if strings.IndexByte(name, '/') >= 0 {
		if i, err := sh.stat(name); err == nil && !i.IsDir() && sh.k.fs.Access(sh.proc.ctx, sh.path(name), 1) == nil {
			show(name)
		}
		return found
	}
	if !o.all {
		if h := sh.hash[name]; h != nil && !o.std {
			found = true
			switch {
			case o.kind:
				b.WriteString("file\n")
			case o.path || o.short:
				b.WriteString(h.path + "\n")
			default:
				b.WriteString(name + " is hashed (" + h.path + ")\n")
			}
			return true
		}
		path := sh.get("PATH")
		if o.std {
			path = standardPath
		}
		if p, err := sh.k.findPath(sh.proc.ctx, name, sh.dir, path); err == nil {
			show(p)
		}
		return found
	}
	for _, d := range strings.Split(sh.get("PATH"), ":") {
		if p, err := sh.k.findPath(sh.proc.ctx, name, sh.dir, d); err == nil && name != "" {
			show(p)
		}
	}
	return found
}

func typeCmd(sh *Shell, args []string) int {
	args = append([]string(nil), args...)
	for i, a := range args { // old spellings
		switch a {
		case "-type", "--type":
			args[i] = "-t"
		case "-path", "--path":
			args[i] = "-p"
		case "-all", "--all":
			args[i] = "-a"
		}
		if !strings.HasPrefix(a, "-") {
			break
		}
	}
	opts, rest, ok := sh.getopt(args, "aftpP")
	if !ok {
		return sh.usageError()
	}
	o := describeOpts{verbose: true}
	for _, x := range opts {
		switch x.c {
		case 'a':
			o.all = true
		case 'f':
			o.noFuncs = true
		case 't':
			o.kind, o.path = true, false
		case 'p':
			o.path, o.kind = true, false
		case 'P':
			o.path, o.force, o.kind = true, true, false
		}
	}
	status := 0
	for _, n := range rest {
		var b strings.Builder
		if !sh.describe(&b, n, o) {
			status = 1
			if !o.kind && !o.path {
				sh.builtinErrorf("%s: not found", n)
			}
		}
		if s := sh.print(b.String()); s != 0 {
			return s
		}
	}
	return status
}

func umask(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "Sp")
	if !ok {
		return sh.usageError()
	}
	symbolic := func() string {
		var parts []string
		for i, who := range "ugo" {
			m := ^sh.umask >> (6 - 3*i) & 7
			s := string(who) + "="
			for k, c := range "rwx" {
				if m>>(2-k)&1 != 0 {
					s += string(c)
				}
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ",")
	}
	if len(rest) == 0 {
		s := fmt.Sprintf("%04o", sh.umask)
		if has(opts, 'S') {
			s = symbolic()
			if has(opts, 'p') {
				s = "umask -S " + s
			}
		} else if has(opts, 'p') {
			s = "umask " + s
		}
		return sh.print(s + "\n")
	}
	m := rest[0]
	if m != "" && m[0] >= '0' && m[0] <= '9' {
		n, err := strconv.ParseUint(m, 8, 32)
		if err != nil || n > 0o777 {
			sh.builtinErrorf("%s: octal number out of range", m)
			return 1
		}
		sh.umask = uint32(n)
	} else {
		n, msg := symbolicMask(m, sh.umask)
		if msg != "" {
			sh.builtinErrorf("%s", msg)
			return 1
		}
		sh.umask = n
	}
	if has(opts, 'S') {
		return sh.print(symbolic() + "\n")
	}
	return 0
}

// symbolicMask applies a symbolic mode to a mask.
func symbolicMask(s string, mask uint32) (uint32, string) {
	perm := ^mask & 0o777
	for i := 0; ; {
		var who uint32
	whoLoop:
		for i < len(s) {
			switch s[i] {
			case 'u':
				who |= 0o700
			case 'g':
				who |= 0o070
			case 'o':
				who |= 0o007
			case 'a':
				who |= 0o777
			default:
				break whoLoop
			}
			i++
		}
		if who == 0 {
			who = 0o777
		}
		if i >= len(s) || strings.IndexByte("+-=", s[i]) < 0 {
			c := byte(0)
			if i < len(s) {
				c = s[i]
			}
			if c == 0 {
				return 0, fmt.Sprintf("`%s': invalid symbolic mode operator", "")
			}
			return 0, fmt.Sprintf("`%c': invalid symbolic mode operator", c)
		}
		for i < len(s) && strings.IndexByte("+-=", s[i]) >= 0 {
			op := s[i]
			i++
			var bits uint32
			for i < len(s) && s[i] != ',' && strings.IndexByte("+-=", s[i]) < 0 {
				switch s[i] {
				case 'r':
					bits |= 0o444
				case 'w':
					bits |= 0o222
				case 'x', 'X':
					bits |= 0o111
				case 'u':
					bits |= perm >> 6 & 7 * 0o111
				case 'g':
					bits |= perm >> 3 & 7 * 0o111
				case 'o':
					bits |= perm & 7 * 0o111
				default:
					return 0, fmt.Sprintf("`%c': invalid symbolic mode character", s[i])
				}
				i++
			}
			switch op {
			case '+':
				perm |= bits & who
			case '-':
				perm &^= bits & who
			case '=':
				perm = perm&^who | bits&who
			}
		}
		if i >= len(s) {
			return ^perm & 0o777, ""
		}
		i++ // the comma
	}
}
