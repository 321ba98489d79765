package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// runText reads and runs commands until the end of the text, and returns the
// last status. abort tells a text whose syntax error ends it (all but an
// interactive shell's).
func (sh *Shell) runText(ps *syntax.Parser, name string) int {
	old := sh.parser
	sh.parser = ps
	defer func() { sh.parser = old }()
	status := 0
	for {
		sh.syncParser()
		l, err := ps.Next()
		for _, w := range ps.Warnings() {
			line := sh.line
			sh.line = ps.Line()
			sh.errorf("warning: %s", w)
			sh.line = line
		}
		if err != nil {
			if se, ok := err.(*syntax.Error); ok {
				if se.Text != "" {
					sh.syntaxError(se, name)
				}
				sh.unreadable = true
				switch {
				case se.Sub && (!sh.interactive || sh.subshell > 0):
					switch {
					case sh.subshell > 0:
						panic(exitPanic{1})
					case sh.fromString:
						panic(exitPanic{127})
					case sh.evalDepth > 0 || ps != sh.mainParser:
						panic(exitPanic{1})
					}
				case se.Compound:
					status = 1
					sh.status = 1
					if !se.EOF {
						continue
					}
					return 1
				case se.Cond && !se.EOF:
					if sh.evalDepth > 0 {
						return 2
					}
					return sh.status
				}
				if (se.Match || se.Cond) && sh.evalDepth == 0 && sh.status != 0 {
					return sh.status
				}
				sh.status = 2
				return 2
			}
			return status
		}
		if sh.opt(oNoexec) && !sh.interactive {
			continue
		}
		if sh.opts[oHistory] && ps == sh.mainParser && !sh.interactive {
			sh.noteHistory(ps.Taken())
			sh.historyLast = true
		}
		sh.reading = false
		status = sh.runCommand(l)
		if sh.ctl != ctlNone {
			return status
		}
		if sh.opt(oOnecmd) && sh.execString == nil && sh.evalDepth == 0 {
			panic(exitPanic{status})
		}
	}
}

// runCommand runs one complete command; an error in it that discards it ends
// here.
func (sh *Shell) runCommand(l *syntax.List) (status int) {
	loops, noErr, calls, frames := sh.loops, sh.noErrexit, len(sh.calls), len(sh.frames)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case discard:
			if sh.subshell > 0 && sh.evalDepth > 0 || r.hard && sh.evalDepth > 0 {
				panic(r)
			}
			if r.hard && sh.execString != nil {
				panic(exitPanic{1})
			}
			sh.loops, sh.noErrexit = loops, noErr
			sh.calls, sh.frames = sh.calls[:calls], sh.frames[:frames]
			sh.status, status = r.status, r.status
			sh.pipestatus = []int{r.status}
			if sh.opt(oErrexit) && sh.noErrexit == 0 {
				panic(exitPanic{r.status})
			}
		default:
			panic(r)
		}
	}()
	return sh.list(l)
}

// syntaxError prints a syntax error as bash does.
func (sh *Shell) syntaxError(e *syntax.Error, name string) {
	prefix := sh.name
	if n := len(sh.calls); n > 0 && sh.calls[n-1].source != "" && name == "" {
		prefix = sh.calls[n-1].source
	}
	if name != "" {
		prefix += ": " + name
	}
	text := e.Text
	sh.output(2, []byte(fmt.Sprintf("%s: line %d: %s\n", prefix, e.Line, text)))
	if e.HasNear {
		sh.output(2, []byte(fmt.Sprintf("%s: line %d: `%s'\n", prefix, e.Line, e.Near)))
	}
}

// list runs the commands of a list.
func (sh *Shell) list(l *syntax.List) int {
	status := 0
	for i := range l.Items {
		if sh.opts[oNoexec] && !sh.interactive {
			return sh.status
		}
		it := &l.Items[i]
		if it.Background {
			status = sh.background(it)
		} else {
			status = sh.exec(it.Cmd)
		}
		if sh.ctl != ctlNone {
			return status
		}
	}
	return status
}

// exec runs a command and returns its status, which $? then has.
func (sh *Shell) exec(c syntax.Command) int {
	if sh.proc.attention.Load() || sh.proc.ctx.Err() != nil {
		sh.attention()
	}
	var status int
	inverted := false // by a "!" before it
	if sh.inverted != nil {
		inverted, sh.inverted = sh.inverted == c, nil
	}
	switch c := c.(type) {
	case *syntax.Simple:
		_, errTrap := sh.traps["ERR"]
		status = sh.simple(c)
		sh.status = status
		sh.setPipestatus(status)
		if status != 0 {
			if sh.ctl == ctlReturn || inverted {
				// the call or the . that returns is what fails
			} else if errTrap || len(sh.traps) == 0 {
				sh.failed(status)
			} else {
				sh.failedQuietly(status)
			}
		}
	case *syntax.List:
		status = sh.list(c)
	case *syntax.AndOr:
		status = sh.andOr(c)
	case *syntax.Pipeline:
		status = sh.pipeline(c)
		sh.status = status
	case *syntax.Group:
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.list(c.Body) })
		sh.status = status
	case *syntax.Subshell:
		status = sh.runSubshell(c)
		sh.status = status
		sh.setPipestatus(status)
		if status != 0 && !inverted {
			sh.line = c.Line
			sh.command = c
			sh.failed(status)
		}
	case *syntax.If:
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.ifCmd(c) })
		sh.status = status
	case *syntax.While:
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.while(c) })
		sh.status = status
	case *syntax.For:
		status = sh.withRedirs(c.Redirs, c.Line, func() int {
			if c.Select {
				return sh.selectCmd(c)
			}
			return sh.forCmd(c)
		})
		sh.status = status
	case *syntax.ArithFor:
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.arithFor(c) })
		sh.status = status
	case *syntax.Case:
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.caseCmd(c) })
		sh.status = status
	case *syntax.Arith:
		sh.line = c.Line
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.arithCmd(c) })
		sh.status = status
		sh.setPipestatus(status)
		if status != 0 && !inverted {
			sh.failed(status)
		}
	case *syntax.Cond:
		sh.line = c.Line
		status = sh.withRedirs(c.Redirs, c.Line, func() int { return sh.condCmd(c) })
		sh.status = status
		sh.setPipestatus(status)
		if status != 0 && !inverted {
			sh.failed(status)
		}
	case *syntax.FuncDef:
		status = sh.define(c)
		sh.status = status
	case *syntax.Coproc:
		status = sh.coproc(c)
		sh.status = status
	}
	return status
}

func (sh *Shell) setPipestatus(status int) {
	if len(sh.pipestatus) == 1 {
		sh.pipestatus[0] = status
		return
	}
	sh.pipestatus = []int{status}
}

// failed acts on a command that failed: the ERR trap, errexit.
func (sh *Shell) failed(status int) {
	if sh.noErrexit > 0 {
		return
	}
	if _, ok := sh.traps["ERR"]; ok {
		sh.runErrTrap(status)
	}
	if sh.opts[oErrexit] {
		panic(exitPanic{status})
	}
}

// failedQuietly is failed where the command itself set the ERR trap.
func (sh *Shell) failedQuietly(status int) {
	if sh.noErrexit == 0 && sh.opts[oErrexit] {
		panic(exitPanic{status})
	}
}

func (sh *Shell) andOr(c *syntax.AndOr) int {
	last := len(c.Rest) - 1
	sh.noErrexit++
	status := sh.exec(c.First)
	sh.noErrexit--
	for i := range c.Rest {
		if sh.ctl != ctlNone {
			return status
		}
		t := &c.Rest[i]
		if t.Or == (status == 0) {
			continue
		}
		if i < last {
			sh.noErrexit++
			status = sh.exec(t.Cmd)
			sh.noErrexit--
		} else {
			status = sh.exec(t.Cmd)
		}
	}
	return status
}

// cond runs a list whose failure is no error.
func (sh *Shell) cond(l *syntax.List) int {
	sh.noErrexit++
	status := sh.list(l)
	sh.noErrexit--
	return status
}

func (sh *Shell) ifCmd(c *syntax.If) int {
	for ; c != nil; c = c.Elif {
		ok := sh.cond(c.Cond) == 0
		if sh.ctl != ctlNone {
			return sh.status
		}
		if ok {
			return sh.list(c.Then)
		}
		if c.Else != nil {
			return sh.list(c.Else)
		}
	}
	sh.status = 0
	return 0
}

// loopControl acts on break and continue behind a loop's body. It tells
// whether the loop ends.
func (sh *Shell) loopControl() bool {
	switch sh.ctl {
	case ctlNone:
		return false
	case ctlBreak:
		if sh.ctlN--; sh.ctlN <= 0 {
			sh.ctl = ctlNone
		}
		return true
	case ctlContinue:
		if sh.ctlN--; sh.ctlN <= 0 {
			sh.ctl = ctlNone
			return false
		}
		return true
	}
	return true
}

func (sh *Shell) while(c *syntax.While) int {
	sh.loops++
	defer func() { sh.loops-- }()
	status := 0
	for {
		sh.noErrexit++
		s := sh.list(c.Cond)
		sh.noErrexit--
		if sh.ctl != ctlNone {
			if sh.ctl == ctlReturn {
				return s
			}
			if sh.loopControl() {
				return 0
			}
			continue
		}
		if (s == 0) == c.Until {
			return status
		}
		status = sh.list(c.Body)
		if sh.loopControl() {
			return status
		}
	}
}

func (sh *Shell) forCmd(c *syntax.For) int {
	sh.line = c.Line
	var words []string
	if c.In {
		words = sh.expandWords(c.Words)
	} else {
		words = sh.params
	}
	if !syntax.IsName(c.Name) {
		sh.errorf("`%s': not a valid identifier", c.Name)
		if sh.opt(oPosix) {
			sh.fatal(2)
		}
		return 1
	}
	status := 0
	sh.loops++
	defer func() { sh.loops-- }()
	for _, w := range words {
		sh.line = c.Line
		if sh.proc.attention.Load() {
			sh.attention()
		}
		if sh.traps != nil {
			sh.cmdText = ""
			if sh.debugTrap(c) {
				continue
			}
		}
		if sh.opts[oXtrace] {
			sh.trace("for " + c.Name + " in " + traceWords(c, sh))
		}
		sh.assignFailed = false
		if v := sh.vars[c.Name]; v != nil && v.attr&aNameref != 0 {
			if !sh.setRef(v, w) {
				return 1
			}
		} else if !sh.setVar(c.Name, w) {
			return 1
		}
		status = sh.list(c.Body)
		if sh.loopControl() {
			return status
		}
	}
	return status
}

// setRef makes a nameref in a for loop refer to another variable.
func (sh *Shell) setRef(v *Var, target string) bool {
	if v.attr&aReadonly != 0 {
		sh.readonlyError(v.name)
		return false
	}
	if !validRef(target) {
		sh.errorf("`%s': not a valid identifier", target)
		return false
	}
	v.str, v.set = target, true
	return true
}

func traceWords(c *syntax.For, sh *Shell) string {
	if !c.In {
		return "\"$@\""
	}
	var b strings.Builder
	for i, w := range c.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Raw)
	}
	return b.String()
}

func (sh *Shell) arithFor(c *syntax.ArithFor) int {
	sh.loops++
	defer func() { sh.loops-- }()
	eval := func(text string) (int64, bool) {
		sh.line = c.Line
		if strings.TrimSpace(text) == "" {
			return 1, true
		}
		if len(sh.traps) > 0 {
			sh.debugText("((" + text + "))")
		}
		s := sh.expandText(text, syntax.ArithM)
		if sh.opts[oXtrace] {
			sh.trace("(( " + s + " ))")
		}
		n, msg := sh.arithTry(s)
		if msg != "" {
			sh.sayArith("((: ", msg)
			return 0, false
		}
		return n, true
	}
	if _, ok := eval(c.Init); !ok {
		return 1
	}
	status := 0
	for {
		if sh.proc.attention.Load() {
			sh.attention()
		}
		n, ok := eval(c.Cond)
		if !ok {
			return 1
		}
		if n == 0 {
			return status
		}
		status = sh.list(c.Body)
		if sh.loopControl() {
			return status
		}
		if _, ok := eval(c.Step); !ok {
			return 1
		}
	}
}

func (sh *Shell) caseCmd(c *syntax.Case) int {
	sh.line = c.Line
	sh.debugTrap(c)
	word := sh.expandCond(c.Word)
	if sh.opts[oXtrace] {
		sh.trace("case " + c.Word.Raw + " in")
	}
	status := 0
	for i := 0; i < len(c.Items); i++ {
		it := &c.Items[i]
		match := false
		for _, p := range it.Patterns {
			if sh.compilePatternCase(sh.expandPattern(p)).Match(word) {
				match = true
				break
			}
		}
		if !match {
			continue
		}
		for {
			status = 0
			if len(it.Body.Items) > 0 {
				status = sh.list(it.Body)
			}
			if sh.ctl != ctlNone {
				return status
			}
			if it.End != ";&" || i+1 >= len(c.Items) {
				break
			}
			i++
			it = &c.Items[i]
		}
		if it.End != ";;&" {
			return status
		}
	}
	return status
}

func (sh *Shell) arithCmd(c *syntax.Arith) int {
	sh.debugTrap(c)
	text := c.Text
	if strings.ContainsAny(text, "$`\\\"'") {
		text = sh.expandText(text, syntax.ArithM)
	}
	if sh.opts[oXtrace] {
		sh.trace("(( " + text + " ))")
	}
	n, msg := sh.arithTry(text)
	if msg != "" {
		sh.sayArith("((: ", msg)
		return 1
	}
	if n == 0 {
		return 1
	}
	return 0
}

func (sh *Shell) selectCmd(c *syntax.For) int {
	sh.line = c.Line
	words := sh.params
	if sh.opts[oXtrace] {
		sh.trace("select " + c.Name + " in " + traceWords(c, sh))
	}
	if c.In {
		words = sh.expandWords(c.Words)
	}
	if len(words) == 0 {
		return 0
	}
	sh.loops++
	defer func() { sh.loops-- }()
	status := 0
	show := true
	for {
		if show {
			sh.output(2, []byte(selectMenu(words, sh.get("COLUMNS"))))
		}
		ps3 := "#? "
		if v := sh.lookup("PS3"); v != nil && v.set {
			ps3 = sh.prompt(v.str)
		}
		sh.output(2, []byte(ps3))
		line, err := sh.readLine(0, '\n')
		if err != nil && line == "" {
			sh.output(1, []byte("\n"))
			return 1
		}
		sh.setVar("REPLY", line)
		if line == "" {
			show = true
			continue
		}
		show = false
		choice := ""
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && n >= 1 && n <= len(words) {
			choice = words[n-1]
		}
		sh.setVar(c.Name, choice)
		status = sh.list(c.Body)
		if sh.loopControl() {
			return status
		}
		if v := sh.lookup("REPLY"); v == nil || v.str == "" {
			show = true
		}
	}
}

// selectMenu lays the items out in columns, as wide as the terminal is.
func selectMenu(items []string, columns string) string {
	cols, _ := strconv.Atoi(columns)
	if cols <= 0 {
		cols = 80
	}
	widest := 0
	for _, it := range items {
		widest = max(widest, runeCount(it))
	}
	digits := len(strconv.Itoa(len(items)))
	cell := widest + digits + 2 + 2
	n := max(cols/cell, 1)
	rows := (len(items) + n - 1) / n
	n = (len(items) + rows - 1) / rows
	if rows == 1 {
		rows, n = len(items), 1
	}
	first := digits
	if n > 1 {
		first = len(strconv.Itoa(rows))
	}
	var b strings.Builder
	for r := 0; r < rows; r++ {
		pos := 0
		for k := r; k < len(items); k += rows {
			d := digits
			if k == r {
				d = first
			}
			text := fmt.Sprintf("%*d) %s", d, k+1, items[k])
			b.WriteString(text)
			if k+rows < len(items) {
				pos += cell
				have := runeCount(text)
				for w := have + (pos - cell); w < pos; {
					if w/8 < pos/8 {
						b.WriteByte('\t')
						w += 8 - w%8
					} else {
						b.WriteByte(' ')
						w++
					}
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// define makes a function.
func (sh *Shell) define(c *syntax.FuncDef) int {
	sh.line = c.Line
	if !validFuncName(c.Name) {
		sh.errorf("`%s': not a valid identifier", c.Name)
		return 1
	}
	if sh.opt(oPosix) {
		if !syntax.IsName(c.Name) {
			sh.errorf("`%s': not a valid identifier", c.Name)
			sh.fatal(2)
		}
		if specialBuiltins[c.Name] {
			sh.errorf("`%s': is a special builtin", c.Name)
			sh.fatal(2)
		}
	}
	if f := sh.funcs[c.Name]; f != nil && f.ro {
		sh.errorf("%s: readonly function", c.Name)
		return 1
	}
	src := "environment"
	if n := len(sh.calls); n > 0 {
		src = sh.calls[n-1].source
	} else if sh.execString == nil {
		src = sh.name
	}
	if sh.stdinScript && len(sh.calls) == 0 {
		src = "main"
	}
	f := &function{name: c.Name, def: c, source: src}
	if old := sh.funcs[c.Name]; old != nil {
		f.export, f.trace = old.export, old.trace
	}
	sh.funcs[c.Name] = f
	return 0
}

func validFuncName(s string) bool {
	return s != "" && !strings.ContainsAny(s, "$`\"'<>") && !strings.Contains(s, "\\")
}

// callFunction runs a function with its arguments.
func (sh *Shell) callFunction(f *function, args []string, temps []*Var) int {
	if max := sh.get("FUNCNEST"); max != "" {
		if n, err := strconv.Atoi(max); err == nil && n > 0 && len(sh.frames) >= n {
			sh.errorf("%s: maximum function nesting level exceeded (%d)", f.name, n)
			panic(discard{status: 1})
		}
	}
	if len(sh.frames)+sh.evalDepth >= sh.k.limits.CallDepth {
		sh.errorf("%s: maximum function nesting level exceeded (%d)", f.name, sh.k.limits.CallDepth)
		panic(discard{status: 1})
	}
	params, loops, tail := sh.params, sh.loops, sh.tail
	line := sh.line
	sh.frames = append(sh.frames, frame{fn: f})
	level := len(sh.frames)
	fr := &sh.frames[level-1]
	for _, v := range temps {
		v.level = level
		fr.locals = append(fr.locals, v.name)
	}
	sh.calls = append(sh.calls, call{name: f.name, source: f.source, line: line})
	argv := len(sh.bashArgv)
	if sh.shopts[sExtdebug] {
		sh.bashArgv = append(sh.bashArgv, args)
	}
	sh.params, sh.loops, sh.tail = args, 0, nil
	debug, hasDebug := sh.traps["DEBUG"]
	ret, hasRet := sh.traps["RETURN"]
	errT, hasErr := sh.traps["ERR"]
	traceOK := f.trace || sh.opts[oFunctrace]
	if hasDebug && !traceOK {
		delete(sh.traps, "DEBUG")
	}
	if hasRet && !traceOK {
		delete(sh.traps, "RETURN")
	}
	if hasErr && !sh.opts[oErrtrace] {
		delete(sh.traps, "ERR")
	}
	restore := func() {
		fr := &sh.frames[level-1]
		if fr.localOpts {
			sh.opts = fr.savedOpts
			sh.syncParser()
		}
		locals := fr.locals
		sh.frames = sh.frames[:level-1]
		sh.bashArgv = sh.bashArgv[:min(argv, len(sh.bashArgv))]
		sh.popLocals(locals, level)
		sh.calls = sh.calls[:len(sh.calls)-1]
		sh.params, sh.loops, sh.tail = params, loops, tail
		if hasDebug && !traceOK {
			if _, ok := sh.traps["DEBUG"]; !ok {
				sh.traps["DEBUG"] = debug
			}
		}
		if hasRet && !traceOK {
			if _, ok := sh.traps["RETURN"]; !ok {
				sh.traps["RETURN"] = ret
			}
		}
		if hasErr && !sh.opts[oErrtrace] {
			if _, ok := sh.traps["ERR"]; !ok {
				sh.traps["ERR"] = errT
			}
		}
	}
	done := false
	defer func() {
		if !done {
			if len(sh.frames) >= level && len(sh.calls) > 0 {
				restore()
			}
		}
	}()
	status := 0
	if hasDebug && traceOK {
		sh.line = f.def.Line
		sh.runDebugTrap(f.name)
	}
	if len(f.def.Redirs) > 0 {
		status = sh.withRedirs(f.def.Redirs, f.def.Line, func() int { return sh.exec(f.def.Body) })
	} else {
		status = sh.exec(f.def.Body)
	}
	before := status
	if sh.ctl == ctlReturn {
		sh.ctl = ctlNone
		before, status = sh.beforeReturn, sh.ctlN
	}
	if _, ok := sh.traps["RETURN"]; ok {
		sh.status = before
		sh.runReturnTrap()
	}
	sh.status = status
	done = true
	restore()
	sh.line = line
	return status
}

// assignAll makes the assignments of a command without a name.
func (sh *Shell) assignAll(list []*syntax.Assign) int {
	sh.hadSub, sh.subStatus = false, 0
	sh.plainAssign = true
	defer func() { sh.plainAssign = false }()
	for _, a := range list {
		sh.assignFailed = false
		if a.IsArr {
			sh.assignCompound(a, 0)
		} else {
			s := sh.expandString(a.Value)
			if sh.opts[oXtrace] {
				op := "="
				if a.Append {
					op = "+="
				}
				name := a.Name
				if a.HasSub {
					name += "[" + a.Sub + "]"
				}
				sh.trace(name + op + traceValue(s))
			}
			if a.HasSub || a.Append {
				sh.assign(a.Name, a.Sub, a.HasSub, s, a.Append)
			} else {
				sh.setVar(a.Name, s)
			}
		}
		if sh.assignFailed {
			sh.assignFailed = false
			if sh.opt(oPosix) {
				sh.fatal(127)
			}
			panic(discard{status: 1})
		}
	}
	if sh.hadSub {
		return sh.subStatus
	}
	return 0
}

// assignCompound is name=(..); a says what it becomes if it is no array yet.
func (sh *Shell) assignCompound(as *syntax.Assign, kind attr) bool {
	name := as.Name
	if as.HasSub {
		sh.reportf("%s[%s]: cannot assign list to array member", name, as.Sub)
		sh.assignFailed = true
		return false
	}
	v := sh.vars[name]
	if v != nil && v.attr&aNameref != 0 {
		t, target, sub, ok := sh.deref(name)
		if !ok || sub != "" {
			sh.assignFailed = true
			return false
		}
		v, name = t, target
	}
	if v != nil && v.attr&aReadonly != 0 {
		sh.readonlyError(name)
		return false
	}
	if v == nil {
		v = sh.newVar(name)
	}
	if v.dyn != nil && v.dyn.list != nil {
		return true
	}
	if sh.opts[oXtrace] {
		op := "="
		if as.Append {
			op = "+="
		}
		sh.trace(as.Name + op + "(" + traceElems(as.Array, sh) + ")")
	}
	sh.fillArray(v, as.Array, as.Append, kind)
	return true
}

// fillArray gives an array the elements of a compound assignment.
func (sh *Shell) fillArray(v *Var, elems []*syntax.Elem, add bool, kind attr) bool {
	if v.attr&aAssoc != 0 || kind == aAssoc {
		return sh.fillAssoc(v, elems, add)
	}
	fresh := &indexed{}
	if add {
		if v.arr != nil {
			if v.attr&aInteger == 0 && sh.extendArray(v, elems) {
				return true
			}
			fresh = v.arr.copy()
		} else if v.set {
			fresh.put(0, v.str)
		}
	}
	next := fresh.next()
	// What is expanded may name the array itself: it keeps its old value for that.
	put := func(i int64, s string, app bool) {
		old := ""
		if app {
			old, _ = fresh.get(i)
		}
		fresh.put(i, sh.convert(v, old, s, app))
	}
	for _, e := range elems {
		if e.HasSub && strings.IndexByte(e.Raw.Raw, '{') > 0 && e.Raw.Compile().Braces != nil && sh.opts[oBraceexpand] {
			for _, s := range sh.expandWord(nil, e.Raw) {
				put(next, s, false)
				next++
			}
			continue
		}
		if e.HasSub {
			if e.Sub == "" || e.Sub == "@" || e.Sub == "*" {
				sh.reportf("[%s]=%s: bad array subscript", e.Sub, e.Value.Raw)
				if e.Sub == "" {
					continue
				}
				continue
			}
			i := sh.indexOf(e.Sub)
			if i < 0 {
				if i += fresh.next(); i < 0 {
					sh.reportf("[%s]=%s: bad array subscript", e.Sub, e.Value.Raw)
					continue
				}
			}
			put(i, sh.expandString(e.Value), e.Append)
			next = i + 1
			continue
		}
		for _, s := range sh.expandWord(nil, e.Value) {
			put(next, s, false)
			next++
		}
	}
	v.arr = fresh
	v.attr |= aArray
	v.str, v.set = "", false
	return true
}

// extendArray appends elements without subscripts to an array where it is: a
// copy for each would make a loop of appends take quadratic time.
func (sh *Shell) extendArray(v *Var, elems []*syntax.Elem) bool {
	for _, e := range elems {
		if e.HasSub {
			return false
		}
	}
	var words []string
	for _, e := range elems {
		words = sh.expandWord(words, e.Value)
	}
	v.own()
	next := v.arr.next()
	for i, s := range words {
		v.arr.put(next+int64(i), sh.convert(v, "", s, false))
	}
	return true
}

// indexOf evaluates a subscript in a compound assignment.
func (sh *Shell) indexOf(sub string) int64 {
	if n, ok := smallNumber(sub); ok {
		return n
	}
	return sh.arithExpand(sh.expandText(sub, syntax.ArithM))
}

func traceElems(elems []*syntax.Elem, sh *Shell) string {
	var parts []string
	for _, e := range elems {
		parts = append(parts, e.Raw.Raw)
	}
	return strings.Join(parts, " ")
}

// fillAssoc is fillArray for an associative array.
func (sh *Shell) fillAssoc(v *Var, elems []*syntax.Elem, add bool) bool {
	type item struct {
		key, val string
		add      bool
	}
	var items []item
	if len(elems) > 0 && !elems[0].HasSub {
		// key value key value
		var words []string
		for _, e := range elems {
			words = sh.expandPairs(words, e.Raw)
		}
		for i := 0; i < len(words); i += 2 {
			if words[i] == "" {
				sh.reportf("[%s]: bad array subscript", words[i])
				continue
			}
			s := ""
			if i+1 < len(words) {
				s = words[i+1]
			}
			items = append(items, item{words[i], s, false})
		}
	} else {
		for _, e := range elems {
			if !e.HasSub {
				sh.reportf("%s: %s: must use subscript when assigning associative array", v.name, sh.expandString(e.Raw))
				continue
			}
			key := sh.assocKey(e.Sub)
			if key == "" {
				sh.reportf("[%s]=%s: bad array subscript", e.Sub, e.Value.Raw)
				continue
			}
			items = append(items, item{key, sh.expandString(e.Value), e.Append})
		}
	}
	fresh := newAssoc()
	if add && v.assoc != nil {
		fresh = v.assoc
		if fresh.shared || v.attr&aInteger != 0 { // an error in a number leaves the array as it was
			fresh = v.assoc.copy()
		}
	}
	for _, it := range items {
		old := ""
		if it.add { // to what the array had before, too
			var ok bool
			if old, ok = fresh.get(it.key); !ok && v.assoc != nil {
				old, _ = v.assoc.get(it.key)
			}
		}
		fresh.put(it.key, sh.convert(v, old, it.val, it.add))
	}
	v.assoc = fresh
	v.attr |= aAssoc
	v.attr &^= aArray
	v.arr = nil
	v.str, v.set = "", false
	return true
}

// traceCompound shows a compound assignment among a declaration's arguments,
// those before which are args, and returns the assignment of what it expanded to.
func (sh *Shell) traceCompound(a *syntax.Assign, args []string) *syntax.Assign {
	v := sh.vars[a.Name]
	isAssoc := v != nil && v.attr&aAssoc != 0
	for _, s := range args {
		isAssoc = isAssoc || len(s) > 1 && s[0] == '-' && strings.IndexByte(s, 'A') > 0
	}
	n := *a
	n.Array = nil
	var parts []string
	for _, e := range a.Array {
		if e.HasSub {
			mark := "="
			if e.Append {
				mark = "+="
			}
			q := &syntax.Elem{Sub: e.Sub, HasSub: true, Append: e.Append, Value: &syntax.Word{Raw: singleQuote(sh.expandString(e.Value)), Line: e.Raw.Line, Mode: syntax.Assigns}}
			key := e.Sub
			if isAssoc {
				key = sh.assocKey(e.Sub)
				q.Sub = singleQuote(key)
			}
			q.Raw = &syntax.Word{Raw: "[" + singleQuote(key) + "]" + mark + q.Value.Raw, Line: e.Raw.Line}
			parts, n.Array = append(parts, q.Raw.Raw), append(n.Array, q)
			continue
		}
		var words []string
		if isAssoc {
			words = sh.expandPairs(nil, e.Raw)
		} else {
			words = sh.expandWord(nil, e.Raw)
		}
		for _, s := range words {
			w := &syntax.Word{Raw: singleQuote(s), Line: e.Raw.Line}
			parts, n.Array = append(parts, w.Raw), append(n.Array, &syntax.Elem{Raw: w, Value: w})
		}
	}
	name, op := a.Name, "="
	if a.HasSub {
		name += "[" + a.Sub + "]"
	}
	if a.Append {
		op = "+="
	}
	sh.trace(name + op + "(" + strings.Join(parts, " ") + ")")
	return &n
}

// expandPairs expands a word of a key-value list, unsplit as an assignment is.
func (sh *Shell) expandPairs(out []string, w *syntax.Word) []string {
	return append(out, sh.expandString(w))
}

// declArg is an argument of a declaration builtin.
type declArg struct {
	text   string // the whole of a plain argument
	assign *syntax.Assign
	value  string // of the assignment, expanded
}

// simple runs a simple command.
func (sh *Shell) simple(c *syntax.Simple) int {
	sh.line = c.Line
	if len(c.Words) == 0 {
		sh.noteCommand(c)
		if len(sh.traps) > 0 && sh.debugTrap(c) {
			return 0
		}
		status := sh.assignAll(c.Assigns)
		sh.lastArg = ""
		if len(c.Redirs) > 0 {
			if !sh.redirectNothing(c.Redirs) {
				return 1
			}
			if sh.hadSub {
				return sh.subStatus
			}
		}
		return status
	}
	sh.noteCommand(c)
	if len(sh.traps) > 0 && sh.debugTrap(c) {
		return 0
	}
	if sh.opts[oKeyword] {
		c = keywords(c)
	}
	sh.hadSub, sh.subStatus = false, 0
	var args []string
	var decls []declArg
	if first := c.Words[0].Compile(); first.Simple && !first.Quoted {
		k := 0
		name := first.Lit
		for (name == "command" || name == "builtin") && k+1 < len(c.Words) {
			k++
			n := c.Words[k].Compile()
			if !n.Simple {
				name = ""
				break
			}
			name = n.Lit
			if strings.HasPrefix(name, "-") {
				name = "command"
			}
		}
		switch name {
		case "declare", "typeset", "local", "export", "readonly", "alias":
			args, decls = sh.declWords(c.Words, k)
		}
	}
	if args == nil {
		args = sh.expandWords(c.Words)
	}
	if len(args) == 0 {
		if len(c.Redirs) > 0 && !sh.redirectNothing(c.Redirs) {
			return 1
		}
		had, sub := sh.hadSub, sh.subStatus
		if len(c.Assigns) > 0 {
			sh.assignAll(c.Assigns)
			if sh.hadSub {
				return sh.subStatus
			}
		}
		if had {
			return sub
		}
		return 0
	}
	if args[0] != "" && args[0][0] == '%' { // a job's name
		args = append([]string{"fg"}, args...)
		return sh.invoke(c, args, nil, lookBuiltins)
	}
	return sh.invoke(c, args, decls, lookAll)
}

// redirectNothing performs the redirections of a command without words: where
// one sets a variable, in a child.
func (sh *Shell) redirectNothing(rs []*syntax.Redir) bool {
	if !slices.ContainsFunc(rs, func(r *syntax.Redir) bool { return r.Var != "" }) {
		undo, ok := sh.redirect(rs)
		sh.restore(undo)
		return ok
	}
	child := sh.fork()
	return sh.waitFor(sh.start(child, "bash", 0, func(s *Shell) int {
		if _, ok := s.redirect(rs); !ok {
			return 1
		}
		return 0
	})) == 0
}

// noteCommand is for BASH_COMMAND, which a trap's commands don't change.
func (sh *Shell) noteCommand(c syntax.Command) {
	if sh.inTrap == 0 && !sh.inDebug {
		sh.command = c
	}
}

// keywords puts the assignments behind the name before it, for set -k.
func keywords(c *syntax.Simple) *syntax.Simple {
	n := *c
	n.Words = c.Words[:1:1]
	n.Assigns = n.Assigns[:len(n.Assigns):len(n.Assigns)]
	for _, w := range c.Words[1:] {
		if w.Assign != nil {
			n.Assigns = append(n.Assigns, w.Assign)
		} else {
			n.Words = append(n.Words, w)
		}
	}
	return &n
}

// declWords expands the words of a declaration command: its assignments are
// neither split nor globbed.
func (sh *Shell) declWords(words []*syntax.Word, k int) (args []string, decls []declArg) {
	for i, w := range words {
		if i > k && w.Assign != nil {
			a := w.Assign
			d := declArg{assign: a}
			switch {
			case a.IsArr:
				d.text = a.Name
				if a.HasSub {
					d.text += "[" + a.Sub + "]"
				}
				if sh.opts[oXtrace] {
					d.assign = sh.traceCompound(a, args)
				}
			default:
				c := w.Compile()
				if c.Braces != nil && sh.opt(oBraceexpand) {
					for _, s := range sh.expandWord(nil, w) {
						args = append(args, s)
						decls = append(decls, declArg{text: s})
					}
					continue
				}
				d.value = sh.expandString(a.Value)
				d.text = w.Raw[:len(w.Raw)-len(a.Value.Raw)] + d.value
			}
			args = append(args, d.text)
			decls = append(decls, d)
			continue
		}
		for _, s := range sh.expandWord(nil, w) {
			args = append(args, s)
			decls = append(decls, declArg{text: s})
		}
	}
	if args == nil {
		args = []string{}
	}
	return args, decls
}

// Which kinds of command invoke looks at.
const (
	lookFunctions = 1 << iota
	lookBuiltins
	lookFiles
	lookDefaultPath
	lookAll = lookFunctions | lookBuiltins | lookFiles
)

// invoke runs a command whose words are expanded.
func (sh *Shell) invoke(c *syntax.Simple, args []string, decls []declArg, look int) int {
	name := args[0]
	var fn *function
	var b *builtin
	if strings.IndexByte(name, '/') < 0 || sh.funcs[name] != nil {
		if sh.opts[oPosix] && specialBuiltins[name] {
			look &^= lookFunctions
		}
		if look&lookFunctions != 0 {
			fn = sh.funcs[name]
		}
		if fn == nil && look&lookBuiltins != 0 {
			b = builtins[name]
			if b != nil && sh.disabled != nil && sh.disabled[name] {
				b = nil
			}
		}
	}
	line := sh.line
	if sh.opts[oXtrace] {
	}
	if fn == nil && b == nil {
		if len(c.Assigns) == 0 && len(c.Redirs) == 0 {
			if sh.opts[oXtrace] {
				sh.traceCommand(args)
			}
			return sh.external(c, args, nil, look)
		}
		return sh.externalWith(c, args, look)
	}
	var temps []*Var
	if len(c.Assigns) > 0 {
		temps = sh.tempAssign(c.Assigns, b != nil && specialBuiltins[name])
	}
	if sh.opts[oXtrace] {
		sh.traceCommand(args)
	}
	if b != nil && name == "exec" {
		return sh.execCommand(c, args, temps)
	}
	var undo []savedFd
	if len(c.Redirs) > 0 {
		var ok bool
		undo, ok = sh.redirect(c.Redirs)
		if !ok {
			sh.restore(undo)
			sh.dropTemps(temps)
			if b != nil && sh.opts[oPosix] && specialBuiltins[name] {
				sh.fatal(1)
			}
			return 1
		}
	}
	held := len(sh.heldFds)
	if undo != nil || temps != nil || held > 0 {
		return sh.invokeWith(c, fn, b, args, decls, temps, undo, line)
	}
	if fn != nil {
		status := sh.callFunction(fn, args[1:], nil)
		sh.lastArg = args[len(args)-1]
		return status
	}
	return sh.runBuiltin(b, args, decls)
}

// invokeWith is the part of invoke that has something to undo.
func (sh *Shell) invokeWith(c *syntax.Simple, fn *function, b *builtin, args []string, decls []declArg, temps []*Var, undo []savedFd, line int) int {
	defer sh.restore(undo)
	defer sh.closeHeld(0)
	if fn != nil {
		held := sh.heldFds
		sh.heldFds = nil
		defer func() { sh.heldFds = held }()
		status := sh.callFunction(fn, args[1:], temps)
		sh.lastArg = args[len(args)-1]
		return status
	}
	if specialBuiltins[args[0]] && sh.opts[oPosix] {
		// what is assigned before a special builtin stays
		for _, v := range temps {
			sh.dropTemps([]*Var{v})
			sh.setVar(v.name, v.str)
		}
		temps = nil
	}
	defer sh.dropTemps(temps)
	return sh.runBuiltin(b, args, decls)
}

func (sh *Shell) runBuiltin(b *builtin, args []string, decls []declArg) int {
	old := sh.cmdName
	sh.cmdName = args[0]
	sh.declArgs = decls
	status := b.run(sh, args[1:])
	sh.cmdName = old
	if status == 2 && sh.opts[oPosix] && usageFatal[args[0]] {
		sh.fatal(2)
	}
	if n := len(args); n > 0 {
		sh.lastArg = args[n-1]
	}
	return status
}

// tempAssign makes the assignments before a command, as exported variables
// that hide others.
func (sh *Shell) tempAssign(list []*syntax.Assign, special bool) []*Var {
	var temps []*Var
	for _, a := range list {
		s := ""
		if a.IsArr {
			s = "(" + traceElems(a.Array, sh) + ")"
		} else {
			s = sh.expandString(a.Value)
		}
		if sh.opts[oXtrace] {
			op := "="
			if a.Append {
				op = "+="
			}
			sh.trace(a.Name + op + traceValue(s))
		}
		if a.HasSub {
			sh.assignFailed = false
			sh.assign(a.Name, a.Sub, true, s, a.Append)
			continue
		}
		name := a.Name
		old := sh.vars[name]
		if old != nil && old.attr&aNameref != 0 {
			if t, target, sub, ok := sh.deref(name); ok && sub == "" && target != name {
				old, name = t, target
			}
		}
		if old != nil && old.attr&aReadonly != 0 {
			sh.reportf("%s: readonly variable", name)
			if sh.opt(oPosix) {
				if special {
					sh.fatal(127)
				}
				sh.fatal(1)
			}
			continue
		}
		v := &Var{name: name, attr: aExport, temp: true, level: -1, prev: sh.vars[name]}
		v.str = s
		if old != nil {
			if a.Append {
				t, _ := old.scalar(sh)
				v.str = sh.convert(old, t, s, true)
			}
			if old.dyn != nil {
				v.prev = old
			}
		}
		v.set = true
		sh.vars[name] = v
		sh.noteTemp(name)
		temps = append(temps, v)
	}
	return temps
}

func (sh *Shell) noteTemp(name string) {
	switch name {
	case "PATH":
		sh.hash = nil
	case "POSIXLY_CORRECT":
		sh.setOpt(oPosix, true)
	case "LC_ALL", "LC_CTYPE", "LANG":
		sh.noteLocale()
	}
}

// dropTemps removes the variables of tempAssign.
func (sh *Shell) dropTemps(temps []*Var) {
	for i := len(temps) - 1; i >= 0; i-- {
		v := temps[i]
		if v.name == "PATH" {
			sh.hash = nil
		}
		if v.name == "POSIXLY_CORRECT" {
			sh.setOpt(oPosix, v.prev != nil)
		}
		if cur := sh.vars[v.name]; cur == v {
			if v.prev == nil {
				delete(sh.vars, v.name)
			} else {
				sh.vars[v.name] = v.prev
			}
		} else {
			for ; cur != nil; cur = cur.prev {
				if cur.prev == v {
					cur.prev = v.prev
					break
				}
			}
		}
		if v.name == "LANG" || strings.HasPrefix(v.name, "LC_") {
			sh.noteLocale()
		}
	}
}

// withRedirs runs a compound command with its redirections.
func (sh *Shell) withRedirs(rs []*syntax.Redir, line int, run func() int) int {
	if len(rs) == 0 {
		return run()
	}
	sh.line = line
	undo, ok := sh.redirect(rs)
	defer sh.restore(undo)
	if !ok {
		sh.status = 1
		sh.setPipestatus(1)
		sh.failed(1)
		return 1
	}
	for _, r := range rs {
		if r.Op[0] == '<' && r.Fd <= 0 && r.Var == "" && !sh.stdinRedir {
			sh.stdinRedir = true
			defer func() { sh.stdinRedir = false }()
			break
		}
	}
	if n := len(sh.heldFds); n > 0 {
		defer sh.closeHeld(0)
		held := sh.heldFds
		sh.heldFds = nil
		defer func() { sh.heldFds = append(held, sh.heldFds...) }()
	}
	return run()
}

// runSubshell is ( list ).
func (sh *Shell) runSubshell(c *syntax.Subshell) int {
	sh.line = c.Line
	child := sh.fork()
	p := sh.start(child, "bash", 0, func(s *Shell) int {
		s.jobs = nil
		s.loops = sh.loops
		if len(c.Redirs) > 0 {
			if !s.redirectKeep(c.Redirs) {
				return 1
			}
		}
		return s.subList(c.Body)
	})
	return sh.waitFor(p)
}

// subList runs the body of a subshell, where break and return end nothing
// outside of it.
func (s *Shell) subList(l *syntax.List) int {
	status := s.list(l)
	if s.ctl == ctlReturn {
		status = s.ctlN
	}
	s.ctl = ctlNone
	return status
}

// waitFor waits for a child and returns its status.
func (sh *Shell) waitFor(p *process) int {
	select {
	case <-p.done:
		if s := p.killed.Load(); s != 0 {
			sh.sayKilled(p, int(s))
		}
		return p.status
	default:
	}
	if !sh.opts[oMonitor] {
	child:
		for {
			select {
			case <-p.done:
				break child
			case <-sh.proc.ctx.Done():
				sh.checkKilled()
			case <-sh.proc.wake:
				sh.fatalSignal()
			}
		}
	} else {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
	wait:
		for {
			select {
			case <-p.done:
				break wait
			case <-sh.proc.ctx.Done():
				sh.checkKilled()
			case <-tick.C:
				if s := p.stopSig.Load(); s != 0 {
					return 128 + int(s)
				}
			}
		}
	}
	if s := p.killed.Load(); s != 0 {
		sh.sayKilled(p, int(s))
	}
	return p.status
}

// pipeline runs commands joined by pipes.
func (sh *Shell) pipeline(c *syntax.Pipeline) int {
	if c.Time {
		return sh.timed(c)
	}
	return sh.untimed(c)
}

// timed is pipeline for "time": it says the time of what ends the shell too.
func (sh *Shell) timed(c *syntax.Pipeline) int {
	begin, cpu := sh.k.now(), sh.k.cpuTime()
	say := func() { sh.sayTime(sh.k.now().Sub(begin), sh.k.cpuTime()-cpu, c.Posix) }
	defer func() {
		r := recover()
		switch r.(type) {
		case nil:
			return
		case exitPanic, discard:
			say()
		}
		panic(r)
	}()
	status := sh.untimed(c)
	if sh.ctl != ctlReturn { // return ends time too
		say()
	}
	return status
}

func (sh *Shell) untimed(c *syntax.Pipeline) int {
	status := 0
	quiet := c.Negate && sh.opts[oErrexit]
	if quiet {
		sh.noErrexit++
	}
	if c.Negate { // what fails within may run the ERR trap, but the command itself doesn't
		if len(c.Cmds) == 1 {
			sh.inverted = c.Cmds[0]
		}
	}
	switch {
	case len(c.Cmds) == 0:
		status = 0
	case len(c.Cmds) == 1:
		status = sh.exec(c.Cmds[0])
	default:
		status = sh.pipes(c)
	}
	if quiet {
		sh.noErrexit--
	}
	if c.Negate {
		sh.inverted = nil
		if status == 0 {
			status = 1
		} else {
			status = 0
		}
		sh.status = status
	} else if len(c.Cmds) > 1 && status != 0 {
		sh.status = status
		sh.line = c.Line
		sh.failed(status)
	}
	return status
}

// stage runs one command of a pipeline in its own process.
func (s *Shell) stage(c syntax.Command) int {
	s.tail = c
	switch c.(type) {
	case *syntax.AndOr, *syntax.If, *syntax.While, *syntax.For, *syntax.ArithFor, *syntax.Case:
		s.noExitTrap = true
	}
	status := 0
	switch x := c.(type) {
	case *syntax.Subshell: // is in a process of its own already
		if len(x.Redirs) > 0 {
			if !s.redirectKeep(x.Redirs) {
				return 1
			}
		}
		s.tail = nil
		return s.subList(x.Body)
	case *syntax.Simple: // its failure is the pipeline's
		status = s.simple(x)
		s.status = status
	default:
		status = s.exec(c)
	}
	if s.ctl == ctlReturn {
		status = s.ctlN
	}
	s.ctl = ctlNone
	return status
}

func (sh *Shell) pipes(c *syntax.Pipeline) int {
	n := len(c.Cmds)
	procs := make([]*process, 0, n)
	lastHere := sh.shopts[sLastpipe] && !sh.opts[oMonitor]
	var prev *openFile
	pgid := 0
	if sh.opts[oMonitor] {
		pgid = -1
	}
	for i, cmd := range c.Cmds {
		var next *openFile
		var w *openFile
		if i < n-1 {
			r, we := vfs.Pipe()
			next, w = newOpenFile(r).hold(), newOpenFile(we).hold()
		}
		if i == n-1 && lastHere {
			break
		}
		if x, ok := cmd.(*syntax.Simple); ok && len(sh.traps) > 0 {
			sh.line = x.Line
			sh.noteCommand(x)
			sh.debugTrap(x)
		}
		child := sh.fork()
		if _, ok := cmd.(*syntax.Simple); ok {
			delete(child.traps, "DEBUG")
		}
		if prev != nil {
			child.stdinRedir = true
			child.fds.set(0, prev)
			prev.release()
			prev = nil
		}
		if w != nil {
			child.fds.set(1, w)
			w.release()
		}
		cmd := cmd
		if _, ok := cmd.(*syntax.Simple); ok {
			child.compound = sh.compound
		}
		p := sh.start(child, "bash", pgid, func(s *Shell) int { return s.stage(cmd) })
		if pgid == -1 {
			pgid = p.pgid
		}
		procs = append(procs, p)
		prev = next
	}
	statuses := make([]int, 0, n)
	here := 0
	if lastHere {
		save := sh.fds.get(0)
		if save != nil {
			save.hold()
		}
		sh.fds.set(0, prev)
		prev.release()
		func() {
			defer func() {
				sh.fds.set(0, save)
				if save != nil {
					save.release()
				}
			}()
			sh.noErrexit++
			here = sh.exec(c.Cmds[n-1])
			sh.noErrexit--
		}()
	}
	if sh.opts[oMonitor] {
		if st, stopped := sh.waitJob(procs, c); stopped {
			return st
		}
	}
	for _, p := range procs {
		statuses = append(statuses, sh.waitFor(p))
	}
	if lastHere {
		statuses = append(statuses, here)
	}
	status := statuses[n-1]
	if sh.opts[oPipefail] {
		status = 0
		for _, s := range statuses {
			if s != 0 {
				status = s
			}
		}
	}
	sh.pipestatus = statuses
	return status
}

// background starts a command and doesn't wait for it.
func (sh *Shell) background(it *syntax.Item) int {
	sh.line = it.Line
	child := sh.fork()
	if !sh.opts[oMonitor] && !sh.stdinRedir {
		child.fds.set(0, newOpenFile(nullFile{}))
	}
	pgid := 0
	if sh.opts[oMonitor] {
		pgid = -1
	}
	child.noErrexit = 0
	if _, ok := it.Cmd.(*syntax.Simple); ok {
		child.compound = sh.compound
	}
	p := sh.start(child, "bash", pgid, func(s *Shell) int { return s.stage(it.Cmd) })
	if !sh.opts[oMonitor] {
		p.ignored.Store(p.ignored.Load() | 1<<1 | 1<<2) // INT and QUIT
	}
	sh.lastBg = p.pid
	j := sh.addJob([]*process{p}, syntax.Print(it.Cmd), false)
	if sh.interactive {
		sh.output(2, []byte(fmt.Sprintf("[%d] %d\n", j.id, p.pid)))
	}
	sh.status = 0
	sh.setPipestatus(0)
	return 0
}

// substitute runs a command substitution and returns its output.
func (sh *Shell) substitute(c *syntax.CmdSub) string {
	tree := c.List.Load()
	if tree == nil || len(sh.aliases) > 0 && sh.shopts[sExpandaliases] {
		tree = &syntax.CmdSubTree{}
		src, at := c.Src, c.Line
		if !c.Back { // bash counts from where the command ends that it is in
			src, at = strings.TrimLeft(src, " \t\n"), max(sh.line, 1)
		}
		ps := syntax.NewParser(src, at, sh.popt, nil)
		sh.syncParser()
		for {
			l, err := ps.Next()
			if err != nil {
				if se, ok := err.(*syntax.Error); ok {
					tree.Err = se
				}
				break
			}
			tree.Lists = append(tree.Lists, l)
		}
		if tree.Err == nil {
			for _, w := range ps.Warnings() {
				sh.errorf("warning: %s", w)
			}
		}
		c.List.Store(tree)
	}
	if tree.Err != nil && len(tree.Lists) == 0 {
		if c.Back {
			sh.syntaxError(tree.Err.(*syntax.Error), "command substitution")
			sh.hadSub, sh.subStatus = true, 2
			return ""
		}
		sh.syntaxError(tree.Err.(*syntax.Error), "command substitution")
		sh.hadSub, sh.subStatus = true, 2
		return ""
	}
	if len(tree.Lists) == 1 {
		if s, ok := sh.readFileSub(tree.Lists[0]); ok {
			return s
		}
	}
	child := sh.fork()
	r, w := vfs.Pipe()
	child.fds.set(1, newOpenFile(w))
	child.subDepth++
	status0 := sh.status
	if !sh.shopts[sInheriterrexit] && !sh.opts[oPosix] {
		child.opts[oErrexit] = false
	}
	line := sh.line
	p := sh.start(child, "bash", 0, func(s *Shell) int {
		s.status = status0
		s.line = line
		status := 0
		s.calls = s.calls[:len(s.calls):len(s.calls)]
		for i, l := range tree.Lists {
			if i == len(tree.Lists)-1 && len(l.Items) == 1 && !l.Items[0].Background && tree.Err == nil {
				s.tail = l.Items[0].Cmd
			}
			status = s.list(l)
			if s.ctl != ctlNone {
				if s.ctl == ctlReturn {
					status = s.ctlN
				}
				break
			}
		}
		s.ctl = ctlNone
		if tree.Err != nil {
			s.syntaxError(tree.Err.(*syntax.Error), "command substitution")
			return 2
		}
		return status
	})
	out := sh.readSub(r)
	r.Close()
	status := sh.waitFor(p)
	sh.hadSub, sh.subStatus = true, status
	sh.status = status
	return sh.trimSub(out)
}

// trimSub removes what a command substitution drops: NULs, trailing newlines.
func (sh *Shell) trimSub(out []byte) string {
	s := string(out)
	if strings.IndexByte(s, 0) >= 0 {
		sh.errorf("warning: command substitution: ignored null byte in input")
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.TrimRight(s, "\n")
}

func (sh *Shell) readSub(r *vfs.PipeEnd) []byte {
	var out []byte
	buf := make([]byte, 512)
	for {
		n, err := r.ReadContext(sh.proc.ctx, buf)
		out = append(out, buf[:n]...)
		if err != nil {
			break
		}
		if int64(len(out)) > sh.k.limits.Memory {
			r.Close()
			sh.fatalf("command substitution: cannot allocate memory")
		}
		if n == len(buf) && n < 64<<10 {
			buf = make([]byte, n*4)
		}
	}
	if sh.proc.ctx.Err() != nil {
		sh.checkKilled()
	}
	return out
}

// readFileSub is $(<file).
func (sh *Shell) readFileSub(l *syntax.List) (string, bool) {
	if len(l.Items) != 1 || l.Items[0].Background {
		return "", false
	}
	c, ok := l.Items[0].Cmd.(*syntax.Simple)
	if !ok || len(c.Words) > 0 || len(c.Assigns) > 0 || len(c.Redirs) != 1 || c.Redirs[0].Op != "<" || c.Redirs[0].Fd > 0 || c.Redirs[0].Var != "" {
		return "", false
	}
	undo, ok := sh.redirect(c.Redirs)
	defer sh.restore(undo)
	sh.hadSub = true
	if !ok {
		sh.subStatus = 1
		return "", true
	}
	sh.subStatus = 0
	b, err := readAllLimit(sh.proc.file(sh.fds.get(0)), sh.k.limits.Memory)
	if err != nil {
		sh.errorf("%s: %s", sh.expandString(c.Redirs[0].Word), vfs.ErrText(err))
		sh.subStatus = 1
	}
	return sh.trimSub(b), true
}

// processSub starts <(..) or >(..) and returns the path of its pipe.
func (sh *Shell) processSub(c *syntax.ProcSub) string {
	r, w := vfs.Pipe()
	mine, theirs := newOpenFile(r), newOpenFile(w)
	theirFd := 1
	if c.Out {
		mine, theirs, theirFd = theirs, mine, 0
	}
	child := sh.fork()
	child.fds.set(theirFd, theirs)
	child.subDepth++
	for _, h := range sh.heldFds {
		child.fds.set(h, nil)
	}
	// descriptors of other substitutions aren't this one's
	fd := 63
	for sh.fds.get(fd) != nil {
		fd--
	}
	src, line := c.Src, c.Line
	p := sh.start(child, "bash", 0, func(s *Shell) int {
		s.opts[oErrexit] = sh.opts[oErrexit]
		ps := syntax.NewParser(src, line, s.popt, nil)
		return s.runText(ps, "process substitution")
	})
	sh.fds.set(fd, mine)
	sh.heldFds = append(sh.heldFds, fd)
	sh.procSubs = append(sh.procSubs, p)
	sh.lastBg = p.pid
	return "/dev/fd/" + strconv.Itoa(fd)
}

// closeHeld closes the descriptors of process substitutions.
func (sh *Shell) closeHeld(from int) {
	for _, fd := range sh.heldFds[from:] {
		sh.fds.set(fd, nil)
	}
	sh.heldFds = sh.heldFds[:from]
}
