package interp

import (
	"math/bits"
	"sort"
	"strconv"
	"strings"
	"syscall"

	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// trapAction is what a trap runs; an empty text ignores the signal.
type trapAction struct{ text string }

// signals by number: names without SIG.
var signalNames = func() map[int]string {
	m := map[int]string{1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 10: "USR1",
		11: "SEGV", 12: "USR2", 13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT", 19: "STOP", 20: "TSTP",
		21: "TTIN", 22: "TTOU", 23: "URG", 24: "XCPU", 25: "XFSZ", 26: "VTALRM", 27: "PROF", 28: "WINCH", 29: "IO", 30: "PWR", 31: "SYS", 34: "RTMIN", 64: "RTMAX"}
	for i := 1; i <= 15; i++ {
		m[34+i] = "RTMIN+" + strconv.Itoa(i)
	}
	for i := 1; i <= 14; i++ {
		m[64-i] = "RTMAX-" + strconv.Itoa(i)
	}
	return m
}()

var signalNumbers = func() map[string]int {
	m := map[string]int{"IOT": 6, "POLL": 29, "CLD": 17}
	for n, s := range signalNames {
		m[s] = n
	}
	return m
}()

// parseSignal returns the number of a signal by name or number, -1 if there
// is none. 0 is EXIT.
func parseSignal(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		if n == 0 || signalNames[n] != "" {
			return n
		}
		return -1
	}
	u := strings.TrimPrefix(strings.ToUpper(s), "SIG")
	if u == "EXIT" {
		return 0
	}
	if n, ok := signalNumbers[u]; ok {
		return n
	}
	return -1
}

// trapName returns the name that a trap is kept under: "EXIT", "SIGINT",
// "DEBUG"; "" if there is no such condition.
func trapName(s string) string {
	switch u := strings.TrimPrefix(strings.ToUpper(s), "SIG"); u {
	case "EXIT", "DEBUG", "ERR", "RETURN":
		return u
	}
	n := parseSignal(s)
	switch {
	case n == 0:
		return "EXIT"
	case n > 0:
		return "SIG" + signalNames[n]
	}
	return ""
}

// trapOrder is where bash lists a trap.
func trapOrder(name string) int {
	switch name {
	case "EXIT":
		return 0
	case "DEBUG":
		return 65
	case "ERR":
		return 66
	case "RETURN":
		return 67
	}
	return signalNumbers[name[3:]]
}

func sortTraps(names []string) {
	sort.Slice(names, func(i, j int) bool { return trapOrder(names[i]) < trapOrder(names[j]) })
}

// setTrap sets or, with del, resets a trap.
func (sh *Shell) setTrap(name, text string, del bool) {
	sh.trapOld = nil
	if strings.HasPrefix(name, "SIG") && sh.ignoredAtStart&sigBit(syscall.Signal(signalNumbers[name[3:]])) != 0 && !sh.interactive {
		return
	}
	if del {
		delete(sh.traps, name)
	} else {
		sh.traps[name] = trapAction{text}
	}
	if name == "EXIT" {
		sh.catchFatal(!del && text != "")
	}
	if !strings.HasPrefix(name, "SIG") {
		return
	}
	n := signalNumbers[name[3:]]
	b := sigBit(syscall.Signal(n))
	p := sh.proc
	trapped, ignored := p.trapped.Load()&^b, p.ignored.Load()&^b
	if !del {
		if text == "" {
			ignored |= b
		} else {
			trapped |= b
		}
	}
	p.ignored.Store(ignored)
	p.trapped.Store(trapped)
	if t, ok := sh.traps["EXIT"]; ok && t.text != "" {
		sh.catchFatal(true)
	}
}

// fatalSignals end a process that doesn't trap them.
const fatalSignals = 1<<0 | 1<<1 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<9 | 1<<10 | 1<<11 | 1<<12 | 1<<13 | 1<<14 | 1<<23 | 1<<24 | 1<<25 | 1<<30

// catchFatal makes the signals that would end the shell run its EXIT trap first.
func (sh *Shell) catchFatal(on bool) {
	var own uint64
	for n, t := range sh.traps {
		if strings.HasPrefix(n, "SIG") && t.text != "" {
			own |= sigBit(syscall.Signal(signalNumbers[n[3:]]))
		}
	}
	if on {
		own |= fatalSignals
	}
	sh.proc.trapped.Store(own)
}

// fatalSignal ends the shell where a signal came that nothing traps.
func (sh *Shell) fatalSignal() {
	for b := sh.proc.pending.Load(); b != 0; b &= b - 1 {
		s := syscall.Signal(bits.TrailingZeros64(b) + 1)
		if _, ok := sh.traps["SIG"+signalNames[int(s)]]; !ok {
			sh.runSignalTrap(s)
		}
	}
}

// runTrap runs a trap's commands. $? is what it was, before and after.
func (sh *Shell) runTrap(text string) {
	status, pipe := sh.status, append([]int(nil), sh.pipestatus...)
	line, cmd := sh.line, sh.cmdName
	sh.cmdName = ""
	sh.inTrap++
	ctl, n := sh.ctl, sh.ctlN
	sh.ctl = ctlNone
	defer func() {
		sh.inTrap--
		sh.line, sh.cmdName = line, cmd
	}()
	sh.evalText(text, max(line, 1), "trap")
	if sh.ctl == ctlNone {
		sh.ctl, sh.ctlN = ctl, n
	} else if sh.ctl == ctlReturn {
		return
	}
	sh.status, sh.pipestatus = status, pipe
}

// evalText parses and runs text.
func (sh *Shell) evalText(text string, line int, name string) int {
	if sh.evalDepth+len(sh.frames) >= sh.k.limits.CallDepth {
		sh.errorf("%s: maximum eval nesting level exceeded (%d)", name, sh.k.limits.CallDepth)
		panic(discard{status: 1})
	}
	sh.evalDepth++
	defer func() { sh.evalDepth-- }()
	tail := sh.tail
	sh.tail = nil
	defer func() { sh.tail = tail }()
	return sh.runText(syntax.NewParser(text, line, sh.popt, nil), name)
}

func (sh *Shell) runSignalTrap(s syscall.Signal) {
	t, ok := sh.traps["SIG"+signalNames[int(s)]]
	if !ok {
		sh.runExitTrap(128 + int(s))
		sh.proc.die(s)
	}
	if t.text == "" {
		return
	}
	sh.runTrap(t.text)
}

// runExitTrap runs the EXIT trap, once, and returns the final status.
func (sh *Shell) runExitTrap(status int) int {
	t, ok := sh.traps["EXIT"]
	if !ok || t.text == "" || sh.noExitTrap {
		return status
	}
	delete(sh.traps, "EXIT")
	sh.catchFatal(false)
	sh.status = status
	sh.ctl, sh.loops, sh.noErrexit, sh.evalDepth = ctlNone, 0, 0, 0
	func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case exitPanic:
				status = r.status
			case discard:
				status = r.status
			default:
				panic(r)
			}
		}()
		sh.exiting = true
		sh.runTrap(t.text)
		if sh.ctl == ctlReturn {
			status = sh.ctlN
		}
	}()
	return status
}

// debugTrap runs the DEBUG trap before a command. It tells whether the command
// is to be skipped.
func (sh *Shell) debugTrap(c syntax.Command) bool {
	if len(sh.traps) == 0 {
		return false
	}
	if sh.inTrap == 0 && !sh.inDebug {
		sh.command, sh.cmdText = c, ""
	}
	return sh.runDebugTrap("")
}

// debugText runs the DEBUG trap before something that is no command of its own.
func (sh *Shell) debugText(text string) {
	if sh.inTrap == 0 && !sh.inDebug {
		sh.cmdText = text
		sh.runDebugTrap("")
		sh.cmdText = ""
	}
}

func (sh *Shell) runDebugTrap(string) bool {
	t, ok := sh.traps["DEBUG"]
	if !ok || t.text == "" || sh.inDebug {
		return false
	}
	sh.inDebug = true
	defer func() { sh.inDebug = false }()
	cmd := sh.command
	sh.cmdText = sh.currentCommand()
	defer func() { sh.cmdText = "" }()
	noErr := sh.noErrexit
	sh.noErrexit++
	last := 0
	status := sh.status
	pipe := append([]int(nil), sh.pipestatus...)
	line := sh.line
	ctl := sh.ctl
	sh.ctl = ctlNone
	last = sh.evalText(t.text, max(line, 1), "debug trap")
	if sh.ctl == ctlNone {
		sh.ctl = ctl
	}
	sh.noErrexit = noErr
	sh.status, sh.pipestatus, sh.line = status, pipe, line
	sh.command = cmd
	if sh.shopts[sExtdebug] && last != 0 {
		if last == 2 && len(sh.frames) > 0 {
			sh.ctl, sh.ctlN = ctlReturn, sh.status
		}
		return true
	}
	return false
}

func (sh *Shell) runErrTrap(status int) {
	t := sh.traps["ERR"]
	if t.text == "" || sh.inErrTrap {
		return
	}
	sh.inErrTrap = true
	defer func() { sh.inErrTrap = false }()
	sh.status = status
	if sh.cmdText == "" {
		sh.cmdText = sh.currentCommand()
		defer func() { sh.cmdText = "" }()
	}
	sh.runTrap(t.text)
}

func (sh *Shell) runReturnTrap() {
	t, ok := sh.traps["RETURN"]
	if !ok || t.text == "" {
		return
	}
	delete(sh.traps, "RETURN") // not for what it calls
	sh.runTrap(t.text)
	if _, ok := sh.traps["RETURN"]; !ok {
		sh.traps["RETURN"] = t
	}
}

// currentCommand is BASH_COMMAND.
func (sh *Shell) currentCommand() string {
	if sh.cmdText != "" {
		return sh.cmdText
	}
	if sh.command == nil {
		return ""
	}
	return syntax.PrintHead(sh.command)
}
