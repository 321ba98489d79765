package interp

import (
	"fmt"
	"sort"
	"strings"

	"github.com/capshell/capshell/shellworker/interp/syntax"
)

func optionByName(n string) (option, bool) {
	for o, s := range optionNames {
		if s == n {
			return option(o), true
		}
	}
	return 0, false
}

func optionByLetter(c byte) (option, bool) {
	for o, l := range optionLetters {
		if l == c && c != 0 {
			return option(o), true
		}
	}
	return 0, false
}

// setOption sets an option of set -o by its name.
func (sh *Shell) setOption(name string, on bool) bool {
	o, ok := optionByName(name)
	if !ok {
		return false
	}
	if on {
		switch o {
		case oVi:
			sh.opts[oEmacs] = false
		case oEmacs:
			sh.opts[oVi] = false
		}
	}
	sh.setOpt(o, on)
	return true
}

func (sh *Shell) setShopt(name string, on bool) bool {
	for i, n := range shoptNames {
		if n == name {
			sh.shopts[i] = on
			switch shoptOption(i) {
			case sInteractivecomments:
				sh.opts[oInteractivecomments] = on
			case sExtdebug:
				if on && sh.startFiles != nil {
					sh.beginArgv()
				}
				sh.opts[oErrtrace], sh.opts[oFunctrace] = on, on
			}
			sh.syncParser()
			return true
		}
	}
	return false
}

// optionList is SHELLOPTS.
func (sh *Shell) optionList() string {
	var l []string
	for o, n := range optionNames {
		if sh.opts[o] {
			l = append(l, n)
		}
	}
	return strings.Join(l, ":")
}

// shoptList is BASHOPTS.
func (sh *Shell) shoptList() string {
	var l []string
	for i, n := range shoptNames {
		if sh.shopts[i] {
			l = append(l, n)
		}
	}
	return strings.Join(l, ":")
}

func (sh *Shell) printOptions(commands bool) int {
	var b strings.Builder
	for o, n := range optionNames {
		b.WriteString(optionLine(n, sh.opts[o], commands, true))
	}
	return sh.print(b.String())
}

func optionLine(name string, on, commands, o bool) string {
	if commands {
		sign := "+"
		if on {
			sign = "-"
		}
		return "set " + sign + "o " + name + "\n"
	}
	return fmt.Sprintf("%-15s\t%s\n", name, onOff(on))
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func (sh *Shell) printShopts(commands bool) int {
	var b strings.Builder
	for i, n := range shoptNames {
		b.WriteString(shoptLine(n, sh.shopts[i], commands))
	}
	return sh.print(b.String())
}

func shoptLine(name string, on, commands bool) string {
	if commands {
		f := "-u"
		if on {
			f = "-s"
		}
		return "shopt " + f + " " + name + "\n"
	}
	return fmt.Sprintf("%-15s\t%s\n", name, onOff(on))
}

// set is the set builtin.
func set(sh *Shell, args []string) int {
	if len(args) == 0 {
		return sh.printVars()
	}
	for i := 0; i < len(args); i++ { // what is wrong is found before anything is set
		a := args[i]
		if a == "--" || a == "-" || len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		if a == "--help" {
			sh.showHelp("set")
			return 2
		}
		for j := 1; j < len(a); j++ {
			if a[j] == 'o' {
				if i+1 < len(args) && args[i+1] != "" && args[i+1][0] != '-' && args[i+1][0] != '+' {
					i++
					if _, ok := optionByName(args[i]); !ok {
						sh.builtinErrorf("%s: invalid option name", args[i])
						return 2
					}
				}
				continue
			}
			if _, ok := optionByLetter(a[j]); !ok {
				sh.builtinErrorf("%c%c: invalid option", a[0], a[j])
				return sh.usageError()
			}
		}
	}
	i := 0
	for ; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			sh.params = append([]string(nil), args[i+1:]...)
			sh.setCount++
			return 0
		}
		if a == "-" {
			sh.setOpt(oXtrace, false)
			sh.setOpt(oVerbose, false)
			if i+1 < len(args) {
				sh.params = append([]string(nil), args[i+1:]...)
				sh.setCount++
			}
			return 0
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		on := a[0] == '-'
		for j := 1; j < len(a); j++ {
			if a[j] == 'o' {
				if i+1 < len(args) && args[i+1] != "" && args[i+1][0] != '-' && args[i+1][0] != '+' {
					i++
					sh.setOption(args[i], on)
				} else if s := sh.printOptions(!on); s != 0 {
					return s
				}
				continue
			}
			o, _ := optionByLetter(a[j])
			sh.setOpt(o, on)
		}
	}
	if i < len(args) {
		sh.params = append([]string(nil), args[i:]...)
		sh.setCount++
	}
	return 0
}

// printVars is set without arguments.
func (sh *Shell) printVars() int {
	var b strings.Builder
	for _, n := range sh.varNames("") {
		v := sh.vars[n]
		if v.attr&aNameref != 0 && !v.set {
			continue
		}
		switch {
		case v.isArray():
			if v.dyn == nil && !v.isSet() {
				continue
			}
			b.WriteString(n + "=" + sh.arrayText(v) + "\n")
		default:
			s, ok := v.scalar(sh)
			if ok {
				b.WriteString(n + "=" + quoteIfNeeded(s) + "\n")
			}
		}
	}
	if !sh.opts[oPosix] {
		for _, n := range sh.funcNames() {
			b.WriteString(syntax.PrintFunc(n, sh.funcs[n].def) + "\n")
		}
	}
	return sh.print(b.String())
}

func (sh *Shell) funcNames() []string {
	l := make([]string, 0, len(sh.funcs))
	for n := range sh.funcs {
		l = append(l, n)
	}
	sort.Strings(l)
	return l
}

// arrayText is an array as (..) in declare -p.
func (sh *Shell) arrayText(v *Var) string {
	var b strings.Builder
	b.WriteByte('(')
	keys, vals := v.keyList(sh), v.list(sh)
	for i, k := range keys {
		if v.attr&aAssoc != 0 {
			b.WriteString("[" + assocKeyQuote(k) + "]=" + doubleQuote(vals[i]) + " ")
			continue
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("[" + k + "]=" + doubleQuote(vals[i]))
	}
	b.WriteByte(')')
	return b.String()
}

// assocKeyQuote shows a subscript of an associative array.
func assocKeyQuote(k string) string {
	if needsAnsi(k) {
		return ansiQuote(k)
	}
	if k == "@" || k == "*" || shellMeta(k) || k == "" {
		return doubleQuote(k)
	}
	return k
}

// attrLetters are a variable's attributes as declare -p and ${v@a} show them.
func attrLetters(a attr) string {
	var b strings.Builder
	for _, x := range []struct {
		a attr
		c byte
	}{{aArray, 'a'}, {aAssoc, 'A'}, {aInteger, 'i'}, {aNameref, 'n'}, {aReadonly, 'r'}, {aTrace, 't'}, {aExport, 'x'}, {aCapital, 'c'}, {aLower, 'l'}, {aUpper, 'u'}} {
		if a&x.a != 0 {
			b.WriteByte(x.c)
		}
	}
	return b.String()
}

// declareLine is a variable as declare -p shows it.
func (sh *Shell) declareLine(v *Var) string {
	f := attrLetters(v.attr)
	if f == "" {
		f = "-"
	}
	s := "declare -" + f + " " + v.name
	if v.isArray() {
		if v.dyn != nil || v.isSet() {
			s += "=" + sh.arrayText(v)
		}
		return s
	}
	if t, ok := v.scalar(sh); ok {
		s += "=" + doubleQuote(t)
	}
	return s
}

func shoptCmd(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "psuoq")
	if !ok {
		return sh.usageError()
	}
	on, off, quiet, o, p := has(opts, 's'), has(opts, 'u'), has(opts, 'q'), has(opts, 'o'), has(opts, 'p')
	if on && off {
		sh.builtinErrorf("cannot set and unset shell options simultaneously")
		return 1
	}
	type entry struct {
		name string
		on   bool
	}
	var all []entry
	if o {
		for i, n := range optionNames {
			all = append(all, entry{n, sh.opts[i]})
		}
	} else {
		for i, n := range shoptNames {
			all = append(all, entry{n, sh.shopts[i]})
		}
	}
	line := func(e entry) string {
		if o {
			return optionLine(e.name, e.on, p, true)
		}
		return shoptLine(e.name, e.on, p)
	}
	var b strings.Builder
	if len(rest) == 0 {
		if quiet {
			return 0
		}
		for _, e := range all {
			if on && !e.on || off && e.on {
				continue
			}
			b.WriteString(line(e))
		}
		return sh.print(b.String())
	}
	status := 0
	for _, n := range rest {
		found := false
		for _, e := range all {
			if e.name != n {
				continue
			}
			found = true
			switch {
			case on || off:
				if o {
					sh.setOption(n, on)
				} else {
					sh.setShopt(n, on)
				}
			default:
				if !e.on {
					status = 1
				}
				if !quiet {
					b.WriteString(line(e))
				}
			}
		}
		if !found {
			sh.flush(&b)
			if o {
				sh.builtinErrorf("%s: invalid option name", n)
			} else {
				sh.builtinErrorf("%s: invalid shell option name", n)
			}
			status = 1
		}
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}
