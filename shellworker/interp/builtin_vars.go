package interp

import (
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/printf"
	"github.com/capshell/capshell/shellworker/strftime"
)

func init() {
	register(
		&builtin{"declare", declare, "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"},
		&builtin{"typeset", declare, "[-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]"},
		&builtin{"local", local, "[option] name[=value] ..."},
		&builtin{"export", export, "[-fn] [name[=value] ...] or export -p"},
		&builtin{"readonly", readonly, "[-aAf] [name[=value] ...] or readonly -p"},
		&builtin{"unset", unset, "[-f] [-v] [-n] [name ...]"},
		&builtin{"read", read, "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]"},
		&builtin{"mapfile", mapfile, "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]"},
		&builtin{"readarray", mapfile, "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]"},
		&builtin{"printf", printfCmd, "[-v var] format [arguments]"},
	)
}

// splitAttrs reads the options of declare, "-x" and "+x", up to the operands.
// skip says how many arguments they took.
func (sh *Shell) splitAttrs(args []string, spec string) (on, off map[byte]bool, skip int, ok bool) {
	on, off = map[byte]bool{}, map[byte]bool{}
	for i, a := range args {
		if a == "--" {
			return on, off, i + 1, true
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			return on, off, i, true
		}
		if a == "--help" {
			sh.showHelp(sh.cmdName)
			return nil, nil, 0, false
		}
		for j := 1; j < len(a); j++ {
			if strings.IndexByte(spec, a[j]) < 0 {
				sh.builtinErrorf("%c%c: invalid option", a[0], a[j])
				sh.usageError()
				return nil, nil, 0, false
			}
			if a[0] == '-' {
				on[a[j]] = true
			} else {
				off[a[j]] = true
			}
		}
	}
	return on, off, len(args), true
}

func attrOf(m map[byte]bool) attr {
	var a attr
	for c, x := range map[byte]attr{'a': aArray, 'A': aAssoc, 'i': aInteger, 'n': aNameref, 'r': aReadonly, 't': aTrace, 'x': aExport, 'l': aLower, 'u': aUpper, 'c': aCapital} {
		if m[c] {
			a |= x
		}
	}
	return a
}

// declArgs returns the operands of a declaration builtin, those behind skip.
func (sh *Shell) operands(args []string, skip int) []declArg {
	decls := sh.declArgs
	if decls != nil && len(decls) > len(args) {
		decls = decls[len(decls)-len(args):]
	}
	list := make([]declArg, 0, len(args)-skip)
	for i := skip; i < len(args); i++ {
		if decls != nil && i < len(decls) {
			list = append(list, decls[i])
		} else {
			list = append(list, declArg{text: args[i]})
		}
	}
	return list
}

func declare(sh *Shell, args []string) int {
	on, off, skip, ok := sh.splitAttrs(args, "aAfFgiIlnprtuxc")
	if !ok {
		return 2
	}
	return sh.declare(args, on, off, skip, len(sh.frames) > 0 && !on['g'])
}

func local(sh *Shell, args []string) int {
	if len(sh.frames) == 0 {
		sh.builtinErrorf("can only be used in a function")
		return 1
	}
	on, off, skip, ok := sh.splitAttrs(args, "aAfFgiIlnprtuxc")
	if !ok {
		return 2
	}
	if skip < len(args) && args[skip] == "-" && len(args) == skip+1 {
		f := &sh.frames[len(sh.frames)-1]
		if !f.localOpts {
			f.localOpts, f.savedOpts = true, sh.opts
		}
		return 0
	}
	if skip == len(args) {
		var b strings.Builder
		for _, n := range sh.varNames("") {
			v := sh.vars[n]
			if v.level == len(sh.frames) {
				b.WriteString(sh.declareLine(v) + "\n")
			}
		}
		return sh.print(b.String())
	}
	return sh.declare(args, on, off, skip, !on['g'])
}

// declare does the work of declare, typeset and local.
func (sh *Shell) declare(args []string, on, off map[byte]bool, skip int, local bool) int {
	list := sh.operands(args, skip)
	if on['f'] || on['F'] {
		return sh.declareFuncs(list, on, off)
	}
	if on['p'] || len(list) == 0 {
		return sh.declarePrint(list, on, off, len(list) == 0 && !on['p'])
	}
	status := 0
	for _, d := range list {
		if !sh.declareOne(d, on, off, local) {
			status = 1
		}
	}
	return status
}

func (sh *Shell) declareFuncs(list []declArg, on, off map[byte]bool) int {
	var b strings.Builder
	status := 0
	change := on['r'] || on['x'] || on['t'] || off['x'] || off['t'] || off['r']
	if len(list) == 0 {
		for _, n := range sh.funcNames() {
			f := sh.funcs[n]
			if on['x'] && !f.export || on['r'] && !f.ro {
				continue
			}
			if on['F'] {
				fl := "f"
				if f.ro {
					fl += "r"
				}
				if f.trace {
					fl += "t"
				}
				if f.export {
					fl += "x"
				}
				b.WriteString("declare -" + fl + " " + n + "\n")
			} else {
				b.WriteString(syntax.PrintFunc(n, f.def) + "\n")
				if f.export || f.ro || f.trace {
					fl := "f"
					if f.ro {
						fl += "r"
					}
					if f.trace {
						fl += "t"
					}
					if f.export {
						fl += "x"
					}
					b.WriteString("declare -" + fl + " " + n + "\n")
				}
			}
		}
		return sh.print(b.String())
	}
	for _, d := range list {
		f := sh.funcs[d.text]
		if f == nil {
			sh.flush(&b)
			if d.assign != nil || strings.IndexByte(d.text, '=') > 0 {
				sh.builtinErrorf("cannot use `-f' to make functions")
				return 1
			}
			status = 1
			continue
		}
		switch {
		case change:
			n := *f
			if on['r'] {
				n.ro = true
			}
			if off['r'] && f.ro {
				sh.builtinErrorf("%s: readonly function", d.text)
				status = 1
				continue
			}
			n.export = n.export && !off['x'] || on['x']
			n.trace = n.trace && !off['t'] || on['t']
			sh.funcs[d.text] = &n
		case on['F']:
			if sh.shopts[sExtdebug] {
				b.WriteString(d.text + " " + strconv.Itoa(f.def.Line) + " " + f.source + "\n")
			} else {
				b.WriteString(d.text + "\n")
			}
		default:
			b.WriteString(syntax.PrintFunc(d.text, f.def) + "\n")
			if on['p'] && f.export {
				b.WriteString("declare -fx " + d.text + "\n")
			}
		}
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

// declarePrint shows variables: as commands, or with plain as name=value.
func (sh *Shell) declarePrint(list []declArg, on, off map[byte]bool, plain bool) int {
	var b strings.Builder
	want := attrOf(on)
	if len(list) == 0 {
		if plain && want == 0 && !on['g'] {
			return sh.printVars()
		}
		for _, n := range sh.varNames("") {
			v := sh.vars[n]
			if want != 0 && v.attr&want == 0 {
				continue
			}
			if want&aNameref == 0 && v.attr&aNameref != 0 && want != 0 {
				continue
			}
			b.WriteString(sh.declareLine(v) + "\n")
		}
		return sh.print(b.String())
	}
	status := 0
	for _, d := range list {
		v := sh.vars[d.text]
		if v == nil {
			sh.flush(&b)
			sh.builtinErrorf("%s: not found", d.text)
			status = 1
			continue
		}
		b.WriteString(sh.declareLine(v) + "\n")
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

// declTarget is what an operand of declare names.
type declTarget struct {
	name, sub  string
	hasSub     bool
	add, hasEq bool
	value      string
	arr        []*syntax.Elem
	isArr      bool
}

// target reads an operand; false with an error said where it is no name.
func (sh *Shell) target(d declArg) (t declTarget, ok bool) {
	if a := d.assign; a != nil {
		t = declTarget{name: a.Name, sub: a.Sub, hasSub: a.HasSub, add: a.Append, hasEq: true, value: d.value, arr: a.Array, isArr: a.IsArr}
		return t, true
	}
	s := d.text
	eq := strings.IndexByte(s, '=')
	t.name = s
	if eq >= 0 {
		t.name, t.value, t.hasEq = s[:eq], s[eq+1:], true
		if strings.HasSuffix(t.name, "+") {
			t.name, t.add = t.name[:len(t.name)-1], true
		}
	}
	if i := strings.IndexByte(t.name, '['); i > 0 && strings.HasSuffix(t.name, "]") {
		t.name, t.sub, t.hasSub = t.name[:i], t.name[i+1:len(t.name)-1], true
	}
	if !syntax.IsName(t.name) {
		sh.builtinErrorf("`%s': not a valid identifier", s)
		return t, false
	}
	return t, true
}

// full is the name with its subscript.
func (t *declTarget) full() string {
	if t.hasSub {
		return t.name + "[" + t.sub + "]"
	}
	return t.name
}

func (sh *Shell) declareOne(d declArg, on, off map[byte]bool, local bool) (done bool) {
	t, ok := sh.target(d)
	if !ok {
		return false
	}
	set, clear := attrOf(on), attrOf(off)
	if off['a'] || off['A'] {
		if v := sh.vars[t.name]; v != nil && (v.attr&aArray != 0 && off['a'] || v.attr&aAssoc != 0 && off['A']) {
			sh.builtinErrorf("%s: cannot destroy array variables in this way", t.name)
			return false
		}
	}
	if set&aUpper != 0 && set&aLower != 0 {
		set &^= aUpper | aLower
	}
	if set&aArray != 0 && set&aAssoc != 0 {
		t.hasEq, t.isArr = false, false
		set &^= aArray
		defer func() {
			if done {
				sh.builtinErrorf("%s: cannot convert associative to indexed array", t.name)
				done = false
			}
		}()
	}
	if set&aNameref != 0 {
		if t.hasEq && !validRef(t.value) {
			if t.value == "" {
				if local {
					sh.local(t.name)
				}
				sh.builtinErrorf("`': not a valid identifier")
				return false
			}
			sh.builtinErrorf("`%s': invalid variable name for name reference", t.value)
			return false
		}
		if t.hasEq && t.value == t.name && !local {
			sh.builtinErrorf("%s: nameref variable self references not allowed", t.name)
			return false
		}
		if t.hasSub || set&(aArray|aAssoc) != 0 {
			sh.builtinErrorf("%s: reference variable cannot be an array", t.full())
			return false
		}
	}
	name := t.name
	if old := sh.vars[name]; old != nil && old.attr&aNameref != 0 && set&aNameref == 0 && clear&aNameref == 0 && !(local && old.level != len(sh.frames)) {
		// attributes and values go to the target
		v, target, sub, ok := sh.deref(name)
		if !ok {
			return false
		}
		if v == nil || v.attr&aNameref == 0 {
			name = target
			if sub != "" {
				t.sub, t.hasSub = sub, true
			}
			local = local && v != nil && v.level == len(sh.frames)
			if v == nil {
				local = false
			}
		}
	}
	var v *Var
	again := false // it is a local variable already
	switch {
	case local:
		outer := sh.vars[name]
		fresh := outer == nil || outer.level != len(sh.frames) || outer.temp
		if fresh && outer != nil && outer.attr&aReadonly != 0 && !outer.temp && outer.level == 0 {
			sh.builtinErrorf("%s: readonly variable", name)
			return false
		}
		v = sh.local(name)
		again = !fresh
		if fresh && outer != nil && (on['I'] || sh.shopts[sLocalvarinherit]) && v != outer {
			v.attr = outer.attr &^ aNameref
			v.str, v.set = outer.str, outer.set
			if outer.arr != nil {
				v.arr = outer.arr.copy()
			}
			if outer.assoc != nil {
				v.assoc = outer.assoc.copy()
			}
		}
		if fresh && name == "IFS" {
			sh.ifsFor = "\x00"
		}
	case on['g'] && len(sh.frames) > 0:
		v = sh.vars[name]
		for v != nil && v.prev != nil {
			v = v.prev
		}
		if v == nil {
			v = sh.newVar(name)
		} else if v.level > 0 {
			g := &Var{name: name}
			v.prev = g
			v = g
		}
	default:
		v = sh.vars[name]
		if v == nil {
			v = sh.newVar(name)
		}
	}
	if set&aNameref != 0 && v.isArray() {
		sh.builtinErrorf("%s: reference variable cannot be an array", name)
		return false
	}
	if v.attr&aReadonly != 0 {
		if clear&aReadonly != 0 {
			sh.builtinErrorf("%s: readonly variable", name)
			return false
		}
		if t.hasEq || set&^(aReadonly|aExport|aTrace)&^v.attr != 0 {
			sh.builtinErrorf("%s: readonly variable", name)
			return false
		}
	}
	if set&aAssoc != 0 && v.attr&aArray != 0 {
		sh.builtinErrorf("%s: cannot convert indexed to associative array", name)
		return false
	}
	if set&aArray != 0 && v.attr&aAssoc != 0 {
		sh.builtinErrorf("%s: cannot convert associative to indexed array", name)
		return false
	}
	// A value in parentheses is a compound one for arrays.
	if t.hasEq && !t.isArr && !t.hasSub && d.assign == nil && (set&(aArray|aAssoc) != 0 || v.isArray()) && strings.HasPrefix(t.value, "(") && strings.HasSuffix(t.value, ")") {
		if elems, err := syntax.ParseElems(t.value, sh.line, sh.popt); err == nil {
			t.isArr, t.arr = true, elems
		}
	} else if t.hasEq && !t.isArr && !t.hasSub && d.assign != nil && (set&(aArray|aAssoc) != 0) && strings.HasPrefix(t.value, "(") && strings.HasSuffix(t.value, ")") {
		if elems, err := syntax.ParseElems(t.value, sh.line, sh.popt); err == nil {
			t.isArr, t.arr = true, elems
		}
	}
	switch {
	case set&aAssoc != 0:
		if v.attr&aAssoc == 0 {
			old, was := v.str, v.set
			v.str, v.set = "", false
			v.attr |= aAssoc
			if again && was {
				v.assoc = newAssoc()
			} else if was {
				v.assoc = newAssoc()
				v.assoc.put("0", old)
			}
		}
	case set&aArray != 0 || t.hasSub && !v.isArray() || t.isArr && v.attr&aAssoc == 0:
		if v.attr&aArray == 0 {
			if v.set {
				v.arr = &indexed{}
				if !again {
					v.arr.put(0, v.str)
				}
			}
			v.attr |= aArray
			v.str, v.set = "", false
		}
	}
	if set&aUpper != 0 {
		v.attr &^= aLower | aCapital
	}
	if set&aLower != 0 {
		v.attr &^= aUpper | aCapital
	}
	if set&aCapital != 0 {
		v.attr &^= aUpper | aLower
	}
	if set&aNameref != 0 && v.attr&aNameref == 0 && v.set && !t.hasEq && !validRef(v.str) {
		sh.builtinErrorf("`%s': invalid variable name for name reference", v.str)
		return false
	}
	v.attr |= set &^ aReadonly
	v.attr &^= clear
	if t.hasSub && t.hasEq && set&aReadonly != 0 {
		if v.attr&aAssoc == 0 {
			sh.index(t.sub)
		}
		v.attr |= aReadonly
		if v.attr&aArray != 0 && v.arr == nil {
			v.arr = &indexed{}
		}
		sh.reportf("%s: readonly variable", name)
		return false
	}
	ok = true
	sh.assignFailed = false
	switch {
	case !t.hasEq:
	case t.isArr && t.hasSub:
		sh.reportf("%s[%s]: cannot assign list to array member", name, t.sub)
		return false
	case t.isArr:
		kind := attr(0)
		if v.attr&aAssoc != 0 {
			kind = aAssoc
		}
		ok = sh.fillArray(v, t.arr, t.add, kind)
	case v.attr&aNameref != 0:
		v.str, v.set = t.value, true
	case t.hasSub || v.isArray():
		ok = sh.assignIn(v, t.sub, t.hasSub, t.value, t.add)
	case v.dyn != nil:
		if v.dyn.set != nil {
			v.dyn.set(sh, t.value)
		}
	default:
		old := ""
		if t.add && v.set {
			old = v.str
		}
		v.str, v.set = sh.convert(v, old, t.value, t.add), true
		if sh.opts[oAllexport] {
			v.attr |= aExport
		}
		if sh.vars[name] == v {
			sh.noteSet(name)
		}
	}
	v.attr |= set & aReadonly
	if sh.assignFailed {
		sh.assignFailed = false
		ok = false
	}
	return ok
}

func export(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "aAfnp") // as readonly's, whatever the usage says
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		if has(opts, 'f') {
			return sh.declareFuncs(nil, map[byte]bool{'x': true}, nil)
		}
		var kind attr
		if has(opts, 'a') {
			kind |= aArray
		}
		if has(opts, 'A') {
			kind |= aAssoc
		}
		return sh.attrPrint("export", aExport, kind)
	}
	status := 0
	for _, d := range sh.operands(args, len(args)-len(rest)) {
		if has(opts, 'f') {
			f := sh.funcs[d.text]
			if f == nil {
				sh.builtinErrorf("%s: not a function", d.text)
				status = 1
				continue
			}
			n := *f
			n.export = !has(opts, 'n')
			sh.funcs[d.text] = &n
			continue
		}
		set, clear := map[byte]bool{'x': true}, map[byte]bool{}
		if has(opts, 'n') {
			set, clear = clear, set
		}
		set['a'], set['A'] = has(opts, 'a') && !has(opts, 'A'), has(opts, 'A')
		if !sh.markOne(d, set, clear) {
			status = 1
		}
	}
	return status
}

// markOne sets an attribute on the variable that is visible, and its value.
func (sh *Shell) markOne(d declArg, set, clear map[byte]bool) bool {
	t, ok := sh.target(d)
	if !ok {
		return false
	}
	if t.hasSub {
		sh.builtinErrorf("`%s': not a valid identifier", t.full())
		return false
	}
	if !t.hasEq { // changes the kind of no variable
		set['a'], set['A'] = false, false
	}
	if clear['x'] && !t.hasEq && sh.vars[t.name] == nil {
		return true
	}
	if v := sh.vars[t.name]; v != nil && v.temp { // what was assigned before the command stays
		if v.prev == nil {
			delete(sh.vars, t.name)
		} else {
			sh.vars[t.name] = v.prev
		}
		sh.setVar(t.name, v.str)
		if w := sh.vars[t.name]; w != nil {
			w.attr |= aExport
		}
	}
	if v := sh.vars[t.name]; v != nil && v.attr&aReadonly != 0 && t.hasEq {
		sh.reportf("%s: readonly variable", t.name)
		return false
	}
	ok = sh.declareOne(d, set, clear, false)
	if sh.opts[oXtrace] && t.hasEq && !t.isArr {
		sh.trace(t.name + "=" + traceValue(t.value))
	}
	return ok
}

// attrPrint lists the variables that have the attribute a, and one of kind
// unless that is 0.
func (sh *Shell) attrPrint(word string, a, kind attr) int {
	var b strings.Builder
	for _, n := range sh.varNames("") {
		v := sh.vars[n]
		if v.attr&a == 0 || v.attr&aNameref != 0 || kind != 0 && v.attr&kind == 0 {
			continue
		}
		line := sh.declareLine(v)
		if sh.opts[oPosix] {
			f := strings.SplitN(line, " ", 3)
			flags := ""
			if v.attr&aArray != 0 {
				flags = "-a "
			} else if v.attr&aAssoc != 0 {
				flags = "-A "
			}
			line = word + " " + flags + f[2]
		}
		b.WriteString(line + "\n")
	}
	return sh.print(b.String())
}

func readonly(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "aAfnp")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		if has(opts, 'f') {
			return sh.declareFuncs(nil, map[byte]bool{'r': true}, nil)
		}
		var kind attr
		if has(opts, 'a') {
			kind |= aArray
		}
		if has(opts, 'A') {
			kind |= aAssoc
		}
		return sh.attrPrint("readonly", aReadonly, kind)
	}
	status := 0
	for _, d := range sh.operands(args, len(args)-len(rest)) {
		if has(opts, 'f') {
			f := sh.funcs[d.text]
			if f == nil {
				sh.builtinErrorf("%s: not a function", d.text)
				status = 1
				continue
			}
			n := *f
			n.ro = true
			sh.funcs[d.text] = &n
			continue
		}
		set := map[byte]bool{'r': !has(opts, 'n')} // -n only assigns
		if has(opts, 'a') {
			set['a'] = true
		}
		if has(opts, 'A') {
			set['A'] = true
		}
		if !sh.markOne(d, set, nil) {
			status = 1
		}
	}
	return status
}

func unset(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "fvn")
	if !ok {
		return sh.usageError()
	}
	f, v, n := has(opts, 'f'), has(opts, 'v'), has(opts, 'n')
	if f && v {
		sh.builtinErrorf("cannot simultaneously unset a function and a variable")
		return 1
	}
	status := 0
	for _, a := range rest {
		if f {
			if !sh.unsetFunc(a) {
				status = 1
			}
			continue
		}
		name, sub, hasSub := a, "", false
		if i := strings.IndexByte(a, '['); i > 0 && strings.HasSuffix(a, "]") {
			name, sub, hasSub = a[:i], a[i+1:len(a)-1], true
		}
		if !syntax.IsName(name) {
			if !v && !hasSub && sh.funcs[a] != nil {
				sh.unsetFunc(a)
				continue
			}
			if !v && !hasSub && !n {
				continue
			}
			sh.builtinErrorf("`%s': not a valid identifier", a)
			status = 1
			continue
		}
		if n {
			if w := sh.vars[name]; w != nil && w.attr&(aNameref|aReadonly) != 0 && !sh.unsetVar(name) {
				status = 1
			}
			continue
		}
		w := sh.vars[name]
		if w != nil && w.attr&aNameref != 0 {
			t, target, refSub, ok := sh.deref(name)
			if !ok {
				continue
			}
			if t != nil && t.attr&aNameref != 0 {
				continue
			}
			w, name = t, target
			if refSub != "" {
				sub, hasSub = refSub, true
			}
		}
		if w == nil {
			if !v && !hasSub && sh.funcs[a] != nil {
				if !sh.unsetFunc(a) {
					status = 1
				}
			}
			continue
		}
		if hasSub {
			if !sh.unsetElement(w, sub) {
				status = 1
			}
			continue
		}
		if !sh.unsetVar(name) {
			status = 1
		}
	}
	return status
}

func (sh *Shell) unsetFunc(n string) bool {
	if f := sh.funcs[n]; f != nil {
		if f.ro {
			sh.builtinErrorf("%s: cannot unset: readonly function", n)
			return false
		}
		delete(sh.funcs, n)
	}
	return true
}

func (sh *Shell) unsetElement(v *Var, sub string) bool {
	if v.attr&aReadonly != 0 {
		sh.builtinErrorf("%s: cannot unset: readonly variable", v.name)
		return false
	}
	switch {
	case v.attr&aAssoc != 0:
		if (sub == "@" || sub == "*") && v.assoc != nil {
			if _, ok := v.assoc.get(sub); !ok {
				v.assoc = newAssoc()
				return true
			}
		}
		key := sh.assocKey(sub)
		if v.assoc != nil {
			v.own()
			v.assoc.remove(key)
		}
		return true
	case v.attr&aArray != 0:
		if sub == "@" || sub == "*" {
			v.arr = &indexed{}
			return true
		}
		n := sh.index(sub)
		if v.arr == nil {
			return true
		}
		if n < 0 {
			if n += v.arr.next(); n < 0 {
				sh.builtinErrorf("[%s]: bad array subscript", sub)
				return false
			}
		}
		v.own()
		v.arr.remove(n)
		return true
	}
	if sub == "@" || sub == "*" {
		sh.builtinErrorf("%s: not an array variable", v.name)
		return false
	}
	if n := sh.index(sub); n == 0 {
		sh.removeVar(v)
		return true
	}
	sh.builtinErrorf("%s: not an array variable", v.name)
	return false
}

// readLine reads up to a delimiter from a descriptor, which it drops, and no
// further. The error is io.EOF where the delimiter didn't come.
func (sh *Shell) readLine(fd int, delim byte) (string, error) {
	o := sh.fds.get(fd)
	if o == nil {
		return "", vfs.EBADF
	}
	return sh.readDelim(o, delim, -1)
}

// readDelim is readLine with a bound: at most limit bytes, where that isn't
// negative.
func (sh *Shell) readDelim(o *openFile, delim byte, limit int) (string, error) {
	var line []byte
	max := sh.k.limits.Memory
	if f, ok := seekable(o.f); ok {
		size := 256
		for {
			if limit >= 0 {
				size = min(size, limit-len(line))
				if size <= 0 {
					return string(line), nil
				}
			}
			if cap(sh.readBuf) < size {
				sh.readBuf = make([]byte, size)
			}
			buf := sh.readBuf[:size]
			n, err := f.Read(buf)
			for i := 0; i < n; i++ {
				if buf[i] == delim {
					if i+1 < n {
						f.Seek(int64(i+1-n), 1)
					}
					if line == nil {
						return string(buf[:i]), nil
					}
					return string(append(line, buf[:i]...)), nil
				}
			}
			line = append(line, buf[:n]...)
			if err != nil {
				return string(line), err
			}
			if n == 0 {
				return string(line), errEOF
			}
			if int64(len(line)) > max {
				return string(line), vfs.ENOMEM
			}
			size = min(size*4, 1<<16)
		}
	}
	if p, ok := o.f.(*vfs.PipeEnd); ok {
		if cap(sh.readBuf) < 4096 {
			sh.readBuf = make([]byte, 4096)
		}
		for {
			buf := sh.readBuf[:4096]
			if limit >= 0 {
				if len(line) >= limit {
					return string(line), nil
				}
				buf = buf[:min(len(buf), limit-len(line))]
			}
			n, err := p.ReadUntil(sh.proc.ctx, buf, delim)
			if n > 0 && buf[n-1] == delim {
				if line == nil {
					return string(buf[:n-1]), nil
				}
				return string(append(line, buf[:n-1]...)), nil
			}
			line = append(line, buf[:n]...)
			if err != nil {
				if sh.proc.ctx.Err() != nil {
					sh.checkKilled()
				}
				return string(line), err
			}
			if int64(len(line)) > max {
				return string(line), vfs.ENOMEM
			}
		}
	}
	f := sh.proc.file(o)
	var b [1]byte
	for limit < 0 || len(line) < limit {
		n, err := f.Read(b[:])
		if n > 0 {
			if b[0] == delim {
				return string(line), nil
			}
			line = append(line, b[0])
		}
		if err != nil {
			if sh.proc.ctx.Err() != nil {
				sh.checkKilled()
			}
			return string(line), err
		}
		if int64(len(line)) > max {
			return string(line), vfs.ENOMEM
		}
	}
	return string(line), nil
}

// seekable returns the file where it can be read ahead of and sought back.
func seekable(f vfs.File) (vfs.File, bool) {
	switch f := f.(type) {
	case *vfs.OpenFile:
		return f, true
	case *textFile:
		return rewoundText{f}, true
	case keepOpen:
		return seekable(f.File)
	}
	return nil, false
}

func read(sh *Shell, args []string) int {
	opts, names, ok := sh.getopt(args, "ersa:d:i:n:N:p:t:u:")
	if !ok {
		return sh.usageError()
	}
	fd, raw, array := 0, false, ""
	delim := byte('\n')
	nchars, exact := -1, false
	timeout := time.Duration(-1)
	for _, o := range opts {
		switch o.c {
		case 'r':
			raw = true
		case 'a':
			array = o.arg
			if !syntax.IsName(array) {
				sh.builtinErrorf("`%s': not a valid identifier", array)
				return 1
			}
		case 'd':
			delim = 0
			if o.arg != "" {
				delim = o.arg[0]
			}
		case 'n', 'N':
			n, err := strconv.Atoi(o.arg)
			if err != nil || n < 0 {
				sh.builtinErrorf("%s: invalid number", o.arg)
				return 1
			}
			nchars, exact = n, o.c == 'N'
		case 'p': // is shown on a terminal only
		case 't':
			f, err := strconv.ParseFloat(o.arg, 64)
			if err != nil || f < 0 {
				sh.builtinErrorf("%s: invalid timeout specification", o.arg)
				return 1
			}
			timeout = time.Duration(f * float64(time.Second))
		case 'u':
			n, err := strconv.Atoi(o.arg)
			if err != nil || n < 0 {
				sh.builtinErrorf("%s: invalid file descriptor specification", o.arg)
				return 1
			}
			fd = n
			if sh.fds.get(fd) == nil {
				sh.builtinErrorf("%s: invalid file descriptor: Bad file descriptor", o.arg)
				return 1
			}
		}
	}
	for _, n := range names {
		base := n
		if i := strings.IndexByte(n, '['); i > 0 && strings.HasSuffix(n, "]") {
			base = n[:i]
		}
		if !syntax.IsName(base) {
			sh.builtinErrorf("`%s': not a valid identifier", n)
			return 1
		}
	}
	o := sh.fds.get(fd)
	if o == nil {
		sh.builtinErrorf("read error: %d: Bad file descriptor", fd)
		return 1
	}
	if exact {
		delim = 0
	}
	if timeout == 0 {
		if p, ok := o.f.(interface{ Buffered() (int, bool) }); ok {
			if n, ready := p.Buffered(); n > 0 || ready {
				return 0
			}
			return 1
		}
		return 0
	}
	text, escaped, status := sh.readInput(o, fd, delim, raw, nchars, exact, timeout)
	if status == 2 {
		return 1
	}
	sh.assignFailed = false
	if array != "" {
		v := sh.vars[array]
		if v != nil && v.attr&aNameref != 0 {
			if t, target, _, ok := sh.deref(array); ok {
				v, array = t, target
			}
		}
		if v != nil && v.attr&aReadonly != 0 {
			sh.reportf("%s: readonly variable", array)
			return 1
		}
		if v != nil && v.attr&aAssoc != 0 {
			sh.builtinErrorf("%s: cannot convert associative to indexed array", array)
			return 1
		}
		if v == nil {
			v = sh.newVar(array)
		}
		fields := sh.splitRead(text, escaped, -1)
		for i := range fields {
			fields[i] = sh.convert(v, "", fields[i], false)
		}
		v.arr = &indexed{vals: fields}
		v.attr |= aArray
		v.str, v.set = "", false
		return status
	}
	assign := func(n, s string) bool {
		if i := strings.IndexByte(n, '['); i > 0 {
			return sh.assign(n[:i], n[i+1:len(n)-1], true, s, false)
		}
		return sh.setVar(n, s)
	}
	switch {
	case len(names) == 0:
		if !assign("REPLY", text) {
			status = 1
		}
	case exact:
		for i, n := range names {
			s := ""
			if i == 0 {
				s = text
			}
			if !assign(n, s) {
				status = 1
			}
		}
	default:
		fields := sh.splitRead(text, escaped, len(names))
		for i, n := range names {
			s := ""
			if i < len(fields) {
				s = fields[i]
			}
			if !assign(n, s) {
				status = 1
				break
			}
		}
	}
	if sh.assignFailed {
		sh.assignFailed = false
		status = 1
	}
	return status
}

// readInput reads what read wants. escaped marks the bytes behind a backslash,
// nil where there were none. The status is 1 at the end of the file, 142 at a
// timeout, 2 for an error that was said.
func (sh *Shell) readInput(o *openFile, fd int, delim byte, raw bool, nchars int, exact bool, timeout time.Duration) (string, []bool, int) {
	if timeout > 0 {
		if p, ok := o.f.(*vfs.PipeEnd); ok {
			return sh.readTimeout(p, delim, raw, nchars, exact, timeout)
		}
	}
	if nchars == 0 {
		return "", nil, 0
	}
	if nchars < 0 {
		line, err := sh.readDelim(o, delim, -1)
		status := 0
		if err != nil {
			status = sh.readStatus(fd, err)
			if status == 2 {
				return "", nil, 2
			}
		}
		if raw || strings.IndexByte(line, '\\') < 0 {
			return dropNUL(line), nil, status
		}
		// a backslash quotes the next character, and joins lines
		var out []byte
		var esc []bool
		for {
			i := 0
			for ; i < len(line); i++ {
				c := line[i]
				if c != '\\' {
					out, esc = append(out, c), append(esc, false)
					continue
				}
				if i+1 >= len(line) {
					break
				}
				i++
				if line[i] != '\n' {
					out, esc = append(out, line[i]), append(esc, true)
				}
			}
			if i < len(line) && status == 0 { // ended in a backslash
				if delim != '\n' {
					out, esc = append(out, delim), append(esc, true)
				}
				line, err = sh.readDelim(o, delim, -1)
				if err != nil {
					status = sh.readStatus(fd, err)
				}
				continue
			}
			break
		}
		return string(out), esc, status
	}
	var out []byte
	var esc []bool
	one := func() (byte, error) {
		for {
			s, err := sh.readRaw(o)
			if err != nil {
				return 0, err
			}
			if s == 0 && !(delim == 0 && !exact) {
				continue
			}
			return s, nil
		}
	}
	count, pending := 0, false
	for count < nchars {
		c, err := one()
		if err != nil {
			st := sh.readStatus(fd, err)
			return string(out), esc, st
		}
		if pending {
			pending = false
			if c == '\n' {
				continue
			}
			out, esc = append(out, c), append(esc, true)
		} else {
			if c == delim && !exact {
				return string(out), esc, 0
			}
			if c == '\\' && !raw {
				pending = true
				continue
			}
			out, esc = append(out, c), append(esc, false)
		}
		if c >= 0xc2 && c <= 0xf4 { // the rest of a character
			want := 1
			if c >= 0xf0 {
				want = 3
			} else if c >= 0xe0 {
				want = 2
			}
			for ; want > 0; want-- {
				d, err := one()
				if err != nil {
					break
				}
				out, esc = append(out, d), append(esc, false)
				if d < 0x80 || d >= 0xc0 {
					break
				}
			}
		}
		count++
	}
	return string(out), esc, 0
}

// readRaw reads one byte.
func (sh *Shell) readRaw(o *openFile) (byte, error) {
	var b [1]byte
	n, err := sh.proc.file(o).Read(b[:])
	if n == 1 {
		return b[0], nil
	}
	if sh.proc.ctx.Err() != nil {
		sh.checkKilled()
	}
	if err == nil {
		err = errEOF
	}
	return 0, err
}

func dropNUL(s string) string {
	if strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\x00", "")
}

func (sh *Shell) readStatus(fd int, err error) int {
	if err == errEOF {
		return 1
	}
	sh.builtinErrorf("read error: %d: %s", fd, vfs.ErrText(err))
	return 2
}

// splitRead splits a line for read into at most n fields (all, where n is
// negative): the last takes the rest, without the white space around it.
func (sh *Shell) splitRead(s string, esc []bool, n int) []string {
	ifs := sh.ifs()
	sep := func(i int) uint8 {
		if esc != nil && esc[i] {
			return 0
		}
		return ifs.class[s[i]]
	}
	if ifs.wide {
		return sh.splitReadWide(s, esc, n, ifs)
	}
	var out []string
	i := 0
	for i < len(s) && sep(i) == 1 {
		i++
	}
	for i < len(s) {
		if n > 0 && len(out) == n-1 {
			// the rest: but one field with its delimiter loses that
			end := len(s)
			for end > i && sep(end-1) == 1 {
				end--
			}
			j := i
			for j < end && sep(j) == 0 {
				j++
			}
			if j < end {
				k := j
				for k < end && sep(k) == 1 {
					k++
				}
				if k < end && sep(k) == 2 {
					k++
				}
				for k < end && sep(k) == 1 {
					k++
				}
				if k >= end {
					end = j
				}
			}
			return append(out, s[i:end])
		}
		start := i
		for i < len(s) && sep(i) == 0 {
			i++
		}
		out = append(out, s[start:i])
		for i < len(s) && sep(i) == 1 {
			i++
		}
		if i < len(s) && sep(i) == 2 {
			i++
			for i < len(s) && sep(i) == 1 {
				i++
			}
		}
	}
	return out
}

func (sh *Shell) splitReadWide(s string, esc []bool, n int, ifs *ifsInfo) []string {
	var out []string
	cur := ""
	for i, r := range s {
		w := len(string(r))
		if strings.ContainsRune(ifs.runes, r) && (n < 0 || len(out) < n-1) {
			out = append(out, cur)
			cur = ""
			continue
		}
		cur += s[i:min(i+w, len(s))]
	}
	if cur != "" {
		out = append(out, cur)
	}
	return out
}

func (sh *Shell) readTimeout(p *vfs.PipeEnd, delim byte, raw bool, nchars int, exact bool, timeout time.Duration) (string, []bool, int) {
	ctx, cancel := contextTimeout(sh.proc.ctx, timeout)
	defer cancel()
	var out []byte
	var esc []bool
	pending := false
	var b [1]byte
	for nchars < 0 || len(out) < nchars {
		n, err := p.ReadContext(ctx, b[:])
		if n == 0 && err != nil {
			if sh.proc.ctx.Err() != nil {
				sh.checkKilled()
			}
			if ctx.Err() != nil {
				return string(out), esc, 142
			}
			return string(out), esc, 1
		}
		c := b[0]
		switch {
		case pending:
			pending = false
			if c != '\n' {
				out, esc = append(out, c), append(esc, true)
			}
		case c == delim && !exact:
			return string(out), esc, 0
		case c == '\\' && !raw:
			pending = true
		case c == 0:
		default:
			out, esc = append(out, c), append(esc, false)
		}
	}
	return string(out), esc, 0
}

func mapfile(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "d:n:O:s:tu:C:c:")
	if !ok {
		return sh.usageError()
	}
	delim := byte('\n')
	count, origin, skip, fd, quantum := 0, 0, 0, 0, 5000
	callback := ""
	for _, o := range opts {
		num := func(what string) (int, bool) {
			n, err := strconv.Atoi(strings.TrimSpace(o.arg))
			if err != nil || n < 0 {
				sh.builtinErrorf("%s: invalid %s", o.arg, what)
				return 0, false
			}
			return n, true
		}
		var ok = true
		switch o.c {
		case 'd':
			delim = 0
			if o.arg != "" {
				delim = o.arg[0]
			}
		case 'n':
			count, ok = num("line count")
		case 'O':
			origin, ok = num("array origin")
		case 's':
			skip, ok = num("line count")
		case 'u':
			fd, ok = num("file descriptor specification")
			if ok && sh.fds.get(fd) == nil {
				sh.builtinErrorf("%d: invalid file descriptor: Bad file descriptor", fd)
				return 1
			}
		case 'C':
			callback = o.arg
		case 'c':
			quantum, ok = num("callback quantum")
			if ok && quantum == 0 {
				sh.builtinErrorf("%s: invalid callback quantum", o.arg)
				ok = false
			}
		}
		if !ok {
			return 1
		}
	}
	name := "MAPFILE"
	if len(rest) > 0 {
		name = rest[0]
		if name == "" {
			sh.builtinErrorf("empty array variable name")
			return 1
		}
		if !syntax.IsName(name) {
			sh.builtinErrorf("`%s': not a valid identifier", name)
			return 1
		}
	}
	v := sh.vars[name]
	if v != nil && v.attr&aNameref != 0 {
		if t, target, _, ok := sh.deref(name); ok {
			v, name = t, target
		}
	}
	if v == nil {
		v = sh.newVar(name)
	}
	if v.attr&aReadonly != 0 {
		sh.reportf("%s: readonly variable", name)
		return 1
	}
	if v.attr&aAssoc != 0 {
		sh.builtinErrorf("%s: not an indexed array", name)
		return 1
	}
	o := sh.fds.get(fd)
	if o == nil {
		return 0
	}
	if v.arr == nil || !has(opts, 'O') {
		v.arr = &indexed{}
	}
	v.own()
	v.attr |= aArray
	v.str, v.set = "", false
	o.hold()
	defer o.release()
	n, seen := 0, 0
	for count == 0 || n < count {
		line, err := sh.readDelim(o, delim, -1)
		if err != nil && line == "" {
			break
		}
		if seen++; seen <= skip {
			if err != nil {
				break
			}
			continue
		}
		if !has(opts, 't') && err == nil && delim != 0 {
			line += string([]byte{delim})
		}
		line, _, _ = strings.Cut(line, "\x00") // bash's line ends there
		if callback != "" && (n+1)%quantum == 0 {
			sh.evalText(callback+" "+strconv.Itoa(origin+n)+" "+singleQuote(line), sh.line, "mapfile")
		}
		v.arr.put(int64(origin+n), sh.convert(v, "", line, false))
		n++
		if err != nil {
			break
		}
	}
	return 0
}

func printfCmd(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "v:")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		return sh.usageError()
	}
	target := ""
	for _, o := range opts {
		target = o.arg
		base := target
		if i := strings.IndexByte(base, '['); i > 0 && strings.HasSuffix(base, "]") {
			base = base[:i]
		}
		if !syntax.IsName(base) {
			sh.builtinErrorf("`%s': not a valid identifier", target)
			return 2
		}
	}
	var p *printf.Printer
	p = &printf.Printer{
		Errorf: func(format string, a ...any) {
			if target == "" {
				sh.output(1, p.TakeLines())
			}
			sh.builtinErrorf(format, a...)
		},
		Quote: backslashQuote, QuoteCut: true, Limit: int(sh.k.limits.Memory),
		Time: func(format string, n int64) string {
			t := sh.k.now()
			switch {
			case n == -2:
				t = sh.k.start
			case n != -1:
				t = time.Unix(n, 0)
			}
			if format == "" {
				format = "%X"
			}
			return string(strftime.AppendC(nil, format, sh.zone(t)))
		},
		SetCount: func(name string, n int) bool {
			if !syntax.IsName(name) {
				sh.builtinErrorf("`%s': not a valid identifier", name)
				return false
			}
			return sh.setVar(name, strconv.Itoa(n))
		},
	}
	out, ok, err := p.Format(rest[0], rest[1:])
	status := 0
	if !ok {
		status = 1
	}
	if err != nil {
		p.Errorf("%s", err)
		out = p.Output()
		status = 1
	}
	if target != "" {
		if err != nil {
			return status
		}
		s := string(out)
		if i := strings.IndexByte(s, 0); i >= 0 {
			s = s[:i]
		}
		good := false
		sh.assignFailed = false
		if i := strings.IndexByte(target, '['); i > 0 {
			good = sh.assign(target[:i], target[i+1:len(target)-1], true, s, false)
		} else {
			good = sh.setVar(target, s)
		}
		sh.assignFailed = false
		if !good {
			return 1
		}
		return status
	}
	if werr := sh.output(1, out); werr != nil {
		sh.builtinErrorf("write error: %s", vfs.ErrText(werr))
		return 1
	}
	return status
}

// echoEscape expands the backslashes of echo -e; stop tells that \c was met.
func echoEscape(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, false
	}
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		if i+1 < len(s) && s[i+1] >= '1' && s[i+1] <= '7' {
			// octal needs a zero here
			out = append(out, '\\', s[i+1])
			i += 2
			continue
		}
		var stop bool
		out, i, stop = printf.Escape(out, s, i, false, true)
		if stop {
			return string(out), true
		}
	}
	return string(out), false
}
