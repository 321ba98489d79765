package interp

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// runBash is the program bash, or sh.
func runBash(p *process, pr *program, posix bool) int {
	sh := newShell(p, pr)
	return sh.top(func() int { return sh.main(pr.args, posix) })
}

// main reads the command line and runs what it says (bash 5.2 "Invoking Bash").
func (sh *Shell) main(args []string, asSh bool) int {
	sh.arg0, sh.name = args[0], args[0]
	if strings.HasPrefix(args[0], "-") {
		sh.login = true
		sh.shopts[sLoginshell] = true
	}
	var command, stdin, interactive bool
	posix := false
	rc := ""
	noRC, noProfile := false, false
	i := 1
	usage := func(opt string) int {
		sh.output(2, []byte(fmt.Sprintf("%s: %s: invalid option\n", args[0], opt)))
		sh.output(2, []byte("Usage:\t"+args[0]+" [GNU long option] [option] ...\n\t"+args[0]+" [GNU long option] [option] script-file ...\n"))
		return 2
	}
	needArg := func(opt string) (string, bool) {
		if i+1 >= len(args) {
			sh.output(2, []byte(fmt.Sprintf("%s: %s: option requires an argument\n", args[0], opt)))
			return "", false
		}
		i++
		return args[i], true
	}
longs:
	for ; i < len(args); i++ {
		a := args[i]
		if !strings.HasPrefix(a, "--") && !(len(a) > 2 && a[0] == '-' && longOptions[a[1:]]) {
			break
		}
		switch strings.TrimLeft(a, "-") {
		case "":
			break longs
		case "help":
			sh.output(1, []byte(shellHelp[1:]))
			return 0
		case "version":
			sh.output(1, []byte("GNU bash, version "+bashVersion+" ("+machType+")\nA shell that is compatible with it (capshell).\n"))
			return 0
		case "norc":
			noRC = true
		case "noprofile":
			noProfile = true
		case "noediting", "debugger", "dump-po-strings", "dump-strings", "wordexp":
		case "login":
			sh.login = true
			sh.shopts[sLoginshell] = true
		case "posix":
			posix = true
		case "verbose":
			sh.setOpt(oVerbose, true)
		case "rcfile", "init-file":
			v, ok := needArg(strings.TrimLeft(a, "-"))
			if !ok {
				return 2
			}
			rc = v
		default:
			return usage(a)
		}
	}
	for ; i < len(args); i++ {
		a := args[i]
		if a == "-" || a == "--" {
			i++
			break
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		on := a[0] == '-'
		for j := 1; j < len(a); j++ {
			c := a[j]
			switch c {
			case 'c':
				command = true
			case 's':
				stdin = true
			case 'i':
				interactive = on
			case 'l':
				sh.login = true
				sh.shopts[sLoginshell] = true
			case 'r':
				sh.output(2, []byte(args[0]+": a restricted shell is not supported\n"))
				return 2
			case 'D':
			case 'o', 'O':
				if i+1 >= len(args) || args[i+1] == "" {
					if c == 'o' {
						sh.printOptions(!on)
					} else {
						sh.printShopts(!on)
					}
					continue
				}
				i++
				if c == 'o' {
					if !sh.setOption(args[i], on) {
						sh.output(2, []byte(fmt.Sprintf("%s: %s: invalid option name\n", args[0], args[i])))
						return 2
					}
				} else if !sh.setShopt(args[i], on) {
					sh.output(2, []byte(fmt.Sprintf("%s: %s: invalid shell option name\n", args[0], args[i])))
					return 2
				}
				continue
			default:
				o, ok := optionByLetter(c)
				if !ok {
					return usage("-" + string(c))
				}
				sh.setOpt(o, on)
			}
		}
	}
	rest := args[min(i, len(args)):]
	if posix || asSh || sh.lookup("POSIXLY_CORRECT") != nil {
		sh.setOpt(oPosix, true)
	}
	if interactive {
		sh.interactive = true
		sh.shopts[sExpandaliases] = true
		sh.setOpt(oHistory, !command)
		sh.setOpt(oHistexpand, true)
		for n, v := range map[string]string{"PS1": `\s-\v\$ `, "PS2": "> ", "HISTSIZE": "500", "HISTFILESIZE": "500"} {
			if sh.vars[n] == nil {
				sh.setVar(n, v)
			}
		}
		sh.shopts[sExpandaliases] = true
	}
	sh.startFiles = func() {
		if sh.shopts[sExtdebug] {
			sh.beginArgv()
		}
		if sh.login && !noProfile {
			sh.sourceFile("/etc/profile")
			for _, f := range []string{".bash_profile", ".bash_login", ".profile"} {
				if sh.sourceFile(sh.get("HOME") + "/" + f) {
					break
				}
			}
		}
		switch {
		case sh.interactive && !sh.login && !noRC && !sh.opt(oPosix):
			if rc == "" {
				rc = sh.get("HOME") + "/.bashrc"
			}
			sh.sourceFile(rc)
		case sh.interactive && sh.opt(oPosix):
			if f := sh.get("ENV"); f != "" {
				sh.sourceFile(sh.expandText(f, syntax.Heredoc))
			}
		case !sh.interactive && !asSh && !sh.opt(oPosix):
			if f := sh.get("BASH_ENV"); f != "" {
				sh.sourceFile(sh.expandText(f, syntax.Heredoc))
			}
		}
	}
	if command {
		if len(rest) == 0 {
			sh.output(2, []byte(args[0]+": -c: option requires an argument\n"))
			return 2
		}
		script := rest[0]
		sh.execString = &script
		sh.setInternal("BASH_EXECUTION_STRING", script)
		sh.fromString = true
		if len(rest) > 1 {
			sh.arg0, sh.name = rest[1], rest[1]
			sh.params = rest[2:]
		}
		sh.startFiles()
		return sh.runMain(syntax.NewParser(script, 1, sh.popt, nil), "-c")
	}
	if len(rest) > 0 && !stdin {
		sh.arg0, sh.name = rest[0], rest[0]
		sh.params = rest[1:]
		text, status := sh.readScript(rest[0])
		if status != 0 {
			return status
		}
		sh.startFiles()
		sh.calls = append(sh.calls, call{name: "main", source: rest[0]})
		return sh.runMain(syntax.NewParser(text, 1, sh.popt, nil), "")
	}
	sh.stdinScript = true
	sh.params = rest
	sh.startFiles()
	return sh.runStdin()
}

var longOptions = map[string]bool{"help": true, "version": true, "norc": true, "noprofile": true, "noediting": true, "login": true,
	"posix": true, "verbose": true, "rcfile": true, "init-file": true}

// sourceFile runs a start-up file; false where there is none.
func (sh *Shell) sourceFile(name string) bool {
	b, err := sh.k.fs.ReadFile(sh.proc.ctx, sh.path(name), 64<<20)
	if err != nil {
		return false
	}
	sh.calls = append(sh.calls, call{name: "source", source: name})
	sh.runText(syntax.NewParser(string(b), 1, sh.popt, nil), "")
	sh.calls = sh.calls[:len(sh.calls)-1]
	return true
}

// readScript reads a script's file, by PATH where it isn't in the current
// directory.
func (sh *Shell) readScript(name string) (string, int) {
	path := name
	if _, err := sh.stat(path); err != nil && strings.IndexByte(name, '/') < 0 {
		if f, err := sh.k.findPath(sh.proc.ctx, name, sh.dir, sh.get("PATH")); err == nil {
			path = f
		}
	}
	fail := func(text string, status int) (string, int) {
		sh.output(2, []byte(fmt.Sprintf("%s: %s: %s\n", "bash", name, text)))
		return "", status
	}
	i, err := sh.stat(path)
	if err != nil {
		return fail(vfs.ErrText(err), 127)
	}
	if i.IsDir() {
		return fail("Is a directory", 126)
	}
	o, err := sh.open(path, vfs.ReadOnly)
	if err != nil {
		return fail(vfs.ErrText(err), 126)
	}
	o.hold()
	defer o.release()
	b, err := readAllLimit(sh.proc.file(o), 64<<20)
	if err != nil {
		return fail(vfs.ErrText(err), 126)
	}
	if isBinary(b[:min(len(b), 256)]) {
		return fail("cannot execute binary file", 126)
	}
	return strings.ReplaceAll(string(b), "\x00", ""), 0
}

func (sh *Shell) runMain(ps *syntax.Parser, name string) int {
	if sh.opt(oVerbose) {
		sh.verboseAll(ps)
	}
	sh.mainParser = ps
	status := sh.runText(ps, name)
	if sh.ctl == ctlReturn {
		sh.ctl = ctlNone
	}
	if sh.proc.ended.Load() > 0 {
		sh.attention()
	}
	return status
}

func (sh *Shell) verboseAll(ps *syntax.Parser) {
	if sh.opt(oVerbose) {
		sh.output(2, []byte(ps.Rest()))
		if r := ps.Rest(); r != "" && !strings.HasSuffix(r, "\n") {
			sh.output(2, []byte("\n"))
		}
	}
}

// runStdin runs the commands that come by the standard input, a line at a
// time, so that they can read what follows them.
func (sh *Shell) runStdin() int {
	more := func() (string, bool) {
		if sh.interactive {
			ps1 := "> "
			if sh.reading {
				ps1 = sh.get("PS2")
			} else {
				if cmd := sh.get("PROMPT_COMMAND"); cmd != "" {
					sh.runTrap(cmd)
				}
				ps1 = sh.get("PS1")
			}
			sh.reading = true
			sh.output(2, []byte(sh.prompt(ps1)))
		}
		line, err := sh.readLine(0, '\n')
		if err != nil && line == "" {
			if sh.interactive {
				sh.output(2, []byte("exit\n"))
			}
			return "", false
		}
		if err == nil {
			line += "\n"
		}
		line = strings.ReplaceAll(line, "\x00", "")
		if sh.opt(oVerbose) {
			sh.output(2, []byte(line))
		}
		if sh.opt(oHistexpand) && sh.opt(oHistory) {
			t, msg := sh.expandHistory(strings.TrimSuffix(line, "\n"))
			if msg != "" {
				sh.errorf("%s", msg)
				return "\n", true
			}
			if t+"\n" != line {
				sh.output(2, []byte(t+"\n"))
				line = t + "\n"
			}
		}
		if sh.interactive || sh.opt(oHistory) {
			sh.addHistory(strings.TrimSuffix(line, "\n"))
			sh.historyLast = true
		}
		return line, true
	}
	ps := syntax.NewParser("", 1, sh.popt, more)
	for {
		status := sh.runText(ps, "")
		if sh.interactive && ps.More() { // after a syntax error
			sh.reading = false
			continue
		}
		return status
	}
}

// initVars makes the variables that a shell starts with.
func (sh *Shell) initVars() {
	put := func(name, val string, a attr) {
		sh.vars[name] = &Var{name: name, attr: a, str: val, set: true}
	}
	deflt := func(name, val string) {
		if v := sh.vars[name]; v == nil {
			put(name, val, 0)
		}
	}
	put("BASH", "/bin/bash", 0)
	put("BASH_VERSION", bashVersion, 0)
	sh.vars["BASH_VERSINFO"] = &Var{name: "BASH_VERSINFO", attr: aArray | aReadonly, arr: &indexed{vals: []string{"5", "2", "15", "1", "release", machType}}}
	put("BASH_LOADABLES_PATH", "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:/opt/pkg/lib/bash:.", 0)
	deflt("HOSTNAME", hostName)
	put("HOSTTYPE", "x86_64", 0)
	put("MACHTYPE", machType, 0)
	put("OSTYPE", "linux-gnu", 0)
	put("IFS", " \t\n", 0)
	put("OPTERR", "1", 0)
	put("OPTIND", "1", aInteger)
	deflt("PS4", "+ ")
	deflt("PATH", defaultPath)
	deflt("SHELL", "/bin/bash")
	deflt("TERM", "dumb")
	put("EUID", "1000", aInteger|aReadonly)
	put("UID", "1000", aInteger|aReadonly)
	put("PPID", strconv.Itoa(sh.proc.ppid), aInteger|aReadonly)
	level := 1
	if v := sh.vars["SHLVL"]; v != nil {
		if n, err := strconv.Atoi(v.str); err == nil {
			level = max(n+1, 0)
		}
	}
	put("SHLVL", strconv.Itoa(level), aExport)
	pwd := sh.dir
	if v := sh.vars["PWD"]; v != nil && strings.HasPrefix(v.str, "/") {
		if i, err := sh.k.fs.Stat(sh.proc.ctx, v.str); err == nil {
			if j, err := sh.k.fs.Stat(sh.proc.ctx, sh.dir); err == nil && i.Dev == j.Dev && i.Ino == j.Ino {
				pwd = v.str
			}
		}
	}
	sh.dir = pwd
	put("PWD", pwd, aExport)
	if v := sh.vars["OLDPWD"]; v == nil {
		sh.vars["OLDPWD"] = &Var{name: "OLDPWD", attr: aExport}
	} else if i, err := sh.k.fs.Stat(sh.proc.ctx, v.str); err != nil || !i.IsDir() {
		sh.vars["OLDPWD"] = &Var{name: "OLDPWD", attr: aExport}
	}
	delete(sh.vars, "_")
	dyn := func(name string, a attr, get func(*Shell) string, set func(*Shell, string)) {
		sh.vars[name] = &Var{name: name, attr: a, dyn: &dynamic{get: get, set: set}}
	}
	list := func(name string, a attr, f func(*Shell) []string) {
		sh.vars[name] = &Var{name: name, attr: aArray | a, dyn: &dynamic{list: f}}
	}
	shellopts := sh.vars["SHELLOPTS"]
	bashopts := sh.vars["BASHOPTS"]
	dyn("SHELLOPTS", aReadonly, func(s *Shell) string { return s.optionList() }, nil)
	dyn("BASHOPTS", aReadonly, func(s *Shell) string { return s.shoptList() }, nil)
	if shellopts != nil {
		sh.vars["SHELLOPTS"].attr |= aExport
		for _, n := range strings.Split(shellopts.str, ":") {
			sh.setOption(n, true)
		}
	}
	if bashopts != nil {
		sh.vars["BASHOPTS"].attr |= aExport
		for _, n := range strings.Split(bashopts.str, ":") {
			sh.setShopt(n, true)
		}
	}
	dyn("_", 0, func(s *Shell) string { return s.lastArg }, nil)
	dyn("LINENO", 0, func(s *Shell) string { return strconv.Itoa(s.lineno()) }, func(s *Shell, v string) {})
	dyn("BASHPID", aInteger, func(s *Shell) string { return strconv.Itoa(s.proc.pid) }, nil)
	dyn("BASH_SUBSHELL", 0, func(s *Shell) string { return strconv.Itoa(s.subshell) }, func(s *Shell, v string) { s.subshell, _ = strconv.Atoi(v) })
	dyn("BASH_COMMAND", 0, func(s *Shell) string { return s.currentCommand() }, nil)
	dyn("BASH_ARGV0", 0, func(s *Shell) string { return s.arg0 }, func(s *Shell, v string) { s.arg0, s.name = v, v })
	dyn("SECONDS", aInteger, func(s *Shell) string {
		return strconv.FormatInt(s.k.now().Unix()-s.k.start.Unix()+s.seconds, 10)
	}, func(s *Shell, v string) {
		n, _ := s.arithTry(v)
		s.seconds = n - (s.k.now().Unix() - s.k.start.Unix())
	})
	sh.seconds = 0
	dyn("EPOCHSECONDS", 0, func(s *Shell) string { return strconv.FormatInt(s.k.now().Unix(), 10) }, nil)
	dyn("EPOCHREALTIME", 0, func(s *Shell) string {
		t := s.k.now()
		return fmt.Sprintf("%d.%06d", t.Unix(), t.Nanosecond()/1000)
	}, nil)
	dyn("RANDOM", aInteger, func(s *Shell) string { return strconv.Itoa(s.nextRandom()) }, func(s *Shell, v string) {
		n, _ := s.arithTry(v)
		s.random, s.randomSeeded, s.lastRandom = uint32(n), true, 0
	})
	dyn("SRANDOM", aInteger, func(s *Shell) string { return strconv.FormatUint(uint64(s.random32()), 10) }, nil)
	dyn("HISTCMD", aInteger, func(s *Shell) string { return strconv.Itoa(s.historyBase + len(s.history)) }, nil)
	list("FUNCNAME", 0, func(s *Shell) []string {
		if len(s.frames) == 0 {
			return nil
		}
		var l []string
		for i := len(s.calls) - 1; i >= 0; i-- {
			l = append(l, s.calls[i].name)
		}
		if len(s.calls) > 0 && s.calls[0].name != "main" && s.execString == nil && !s.stdinScript {
			l = append(l, "main")
		}
		return l
	})
	list("BASH_SOURCE", 0, func(s *Shell) []string {
		var l []string
		for i := len(s.calls) - 1; i >= 0; i-- {
			l = append(l, s.calls[i].source)
		}
		return l
	})
	list("BASH_LINENO", 0, func(s *Shell) []string {
		var l []string
		for i := len(s.calls) - 1; i >= 0; i-- {
			l = append(l, strconv.Itoa(s.calls[i].line))
		}
		return l
	})
	list("PIPESTATUS", 0, func(s *Shell) []string {
		l := make([]string, len(s.pipestatus))
		for i, n := range s.pipestatus {
			l[i] = strconv.Itoa(n)
		}
		return l
	})
	list("DIRSTACK", 0, func(s *Shell) []string {
		l := s.dirStack()
		for i := range l {
			l[i] = s.abbreviate(l[i])
		}
		return l
	})
	list("GROUPS", 0, func(s *Shell) []string { return []string{"1000"} })
	list("BASH_ARGC", 0, func(s *Shell) []string {
		var l []string
		for _, args := range slices.Backward(s.argStack()) {
			l = append(l, strconv.Itoa(len(args)))
		}
		return l
	})
	list("BASH_ARGV", 0, func(s *Shell) []string {
		var l []string
		for _, args := range slices.Backward(s.argStack()) {
			for _, a := range slices.Backward(args) {
				l = append(l, a)
			}
		}
		return l
	})
	sh.vars["BASH_ALIASES"] = &Var{name: "BASH_ALIASES", attr: aAssoc, assoc: newAssoc()}
	sh.vars["BASH_CMDS"] = &Var{name: "BASH_CMDS", attr: aAssoc, assoc: newAssoc()}
	sh.pipestatus = []int{0}
	for n := range noted {
		if v := sh.vars[n]; v != nil {
			v.attr |= aNoted
		}
	}
	sh.noteLocale()
	sh.lastArg = "/bin/bash"
	sh.syncParser()
}

// argStack is what BASH_ARGC and BASH_ARGV show. The shell's own parameters
// are in it from when extdebug was set, or from a first look outside of a
// function.
func (sh *Shell) argStack() [][]string {
	if len(sh.frames) == 0 {
		sh.beginArgv()
	}
	return sh.bashArgv
}

func (sh *Shell) beginArgv() {
	if !sh.argvBegun {
		sh.argvBegun = true
		sh.bashArgv = append(sh.bashArgv, sh.params)
	}
}

func (sh *Shell) inSource() bool {
	for _, c := range sh.calls {
		if c.name == "source" {
			return true
		}
	}
	return false
}

func (sh *Shell) lineno() int { return sh.line }

// random32 returns random bits.
func (sh *Shell) random32() uint32 {
	var b [4]byte
	r := sh.k.rand
	if r == nil {
		r = rand.Reader
	}
	io.ReadFull(r, b[:])
	return binary.LittleEndian.Uint32(b[:])
}

// nextRandom is RANDOM: the generator that bash 5.1 and later have, so that a
// seed gives the same numbers.
func (sh *Shell) nextRandom() int {
	if !sh.randomSeeded {
		sh.random, sh.randomSeeded = sh.random32(), true
	}
	for {
		s := sh.random
		if s == 0 {
			s = 123459876
		}
		h, l := int32(s)/127773, int32(s)-127773*(int32(s)/127773)
		t := 16807*l - 2836*h
		if t < 0 {
			t += 0x7fffffff
		}
		sh.random = uint32(t)
		n := (sh.random>>16 ^ sh.random&65535) & 32767
		if n != sh.lastRandom {
			sh.lastRandom = n
			return int(n)
		}
	}
}
