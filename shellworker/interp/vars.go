package interp

import (
	"sort"
	"strconv"
	"strings"
	"unsafe"

	"github.com/capshell/capshell/shellworker/interp/syntax"
)

type attr uint16

const (
	aExport attr = 1 << iota
	aReadonly
	aInteger
	aLower
	aUpper
	aCapital
	aNameref
	aArray
	aAssoc
	aTrace
	aNoUnset
	aNoted // assignments change the shell: noteSet acts on them
)

// Var is a variable. prev is what a local one hides.
type Var struct {
	name  string
	attr  attr
	set   bool
	str   string
	buf   []byte // the memory of str where it was appended to
	arr   *indexed
	assoc *assoc
	level int
	temp  bool // from an assignment before a command
	prev  *Var
	dyn   *dynamic
}

// dynamic is a variable whose value is made when it is asked for.
type dynamic struct {
	get  func(sh *Shell) string
	set  func(sh *Shell, s string) // nil: assignments do nothing
	list func(sh *Shell) []string  // of an array
}

// indexed is an indexed array: keys is nil while they are 0, 1, 2...
type indexed struct {
	vals   []string
	keys   []int64
	shared bool // another process may look at it: copy before a change
}

func (a *indexed) find(i int64) (int, bool) {
	if a.keys == nil {
		if i >= 0 && i < int64(len(a.vals)) {
			return int(i), true
		}
		return len(a.vals), false
	}
	n := sort.Search(len(a.keys), func(k int) bool { return a.keys[k] >= i })
	return n, n < len(a.keys) && a.keys[n] == i
}

func (a *indexed) get(i int64) (string, bool) {
	n, ok := a.find(i)
	if !ok {
		return "", false
	}
	return a.vals[n], true
}

func (a *indexed) key(n int) int64 {
	if a.keys == nil {
		return int64(n)
	}
	return a.keys[n]
}

// next is the index behind the last element.
func (a *indexed) next() int64 {
	if len(a.vals) == 0 {
		return 0
	}
	return a.key(len(a.vals)-1) + 1
}

func (a *indexed) sparse() {
	if a.keys == nil {
		a.keys = make([]int64, len(a.vals), cap(a.vals))
		for i := range a.keys {
			a.keys[i] = int64(i)
		}
	}
}

func (a *indexed) put(i int64, s string) {
	n, ok := a.find(i)
	if ok {
		a.vals[n] = s
		return
	}
	if a.keys == nil && i == int64(len(a.vals)) {
		a.vals = append(a.vals, s)
		return
	}
	a.sparse()
	if n == len(a.vals) {
		a.vals, a.keys = append(a.vals, s), append(a.keys, i)
		return
	}
	a.vals = append(a.vals, "")
	copy(a.vals[n+1:], a.vals[n:])
	a.vals[n] = s
	a.keys = append(a.keys, 0)
	copy(a.keys[n+1:], a.keys[n:])
	a.keys[n] = i
}

func (a *indexed) remove(i int64) {
	n, ok := a.find(i)
	if !ok {
		return
	}
	if a.keys == nil && n == len(a.vals)-1 {
		a.vals = a.vals[:n]
		return
	}
	a.sparse()
	a.vals = append(a.vals[:n], a.vals[n+1:]...)
	a.keys = append(a.keys[:n], a.keys[n+1:]...)
}

func (a *indexed) copy() *indexed {
	c := &indexed{vals: append([]string(nil), a.vals...)}
	if a.keys != nil {
		c.keys = append([]int64(nil), a.keys...)
	}
	return c
}

// assoc is an associative array. Its order is that of bash's hash table, so
// that what a script prints of it is what bash prints.
type assoc struct {
	m      map[string]*assocItem
	seq    int
	order  []string // nil when not known
	shared bool
}

type assocItem struct {
	val string
	seq int
}

func newAssoc() *assoc { return &assoc{m: map[string]*assocItem{}} }

func (a *assoc) put(k, v string) {
	if it := a.m[k]; it != nil {
		it.val = v
		return
	}
	a.seq++
	a.m[k] = &assocItem{v, a.seq}
	a.order = nil
}

func (a *assoc) get(k string) (string, bool) {
	if it := a.m[k]; it != nil {
		return it.val, true
	}
	return "", false
}

func (a *assoc) remove(k string) {
	if a.m[k] != nil {
		delete(a.m, k)
		a.order = nil
	}
}

func hashString(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h *= 16777619
		h ^= uint32(s[i])
	}
	return h
}

// hashOrder sorts names as a hash table of bash's with the given number of
// buckets lists them: by bucket, the newest first.
func hashOrder(names []string, seq func(string) int, buckets uint32) {
	sort.Slice(names, func(i, j int) bool {
		a, b := hashString(names[i])&(buckets-1), hashString(names[j])&(buckets-1)
		if a != b {
			return a < b
		}
		return seq(names[i]) > seq(names[j])
	})
}

func (a *assoc) keys() []string {
	if a.order == nil || len(a.order) != len(a.m) {
		list := make([]string, 0, len(a.m))
		for k := range a.m {
			list = append(list, k)
		}
		buckets := uint32(1024)
		for len(list) > int(buckets)*2 {
			buckets *= 4
		}
		hashOrder(list, func(s string) int { return a.m[s].seq }, buckets)
		if a.shared {
			return list
		}
		a.order = list
	}
	return a.order
}

func (a *assoc) values() []string {
	keys := a.keys()
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = a.m[k].val
	}
	return list
}

func (a *assoc) copy() *assoc {
	c := &assoc{m: make(map[string]*assocItem, len(a.m)), seq: a.seq}
	for k, v := range a.m {
		c.m[k] = &assocItem{v.val, v.seq}
	}
	return c
}

// own makes the arrays of v its own before a change.
func (v *Var) own() {
	if v.arr != nil && v.arr.shared {
		v.arr = v.arr.copy()
	}
	if v.assoc != nil && v.assoc.shared {
		v.assoc = v.assoc.copy()
	}
}

func (v *Var) isArray() bool { return v.attr&(aArray|aAssoc) != 0 }

// scalar returns the value as $name sees it, and whether it is set.
func (v *Var) scalar(sh *Shell) (string, bool) {
	switch {
	case v.dyn != nil:
		if v.dyn.list != nil {
			if l := v.dyn.list(sh); len(l) > 0 {
				return l[0], true
			}
			return "", false
		}
		return v.dyn.get(sh), true
	case v.attr&aAssoc != 0:
		if v.assoc == nil {
			return "", false
		}
		return v.assoc.get("0")
	case v.attr&aArray != 0:
		if v.arr == nil {
			return "", false
		}
		return v.arr.get(0)
	}
	return v.str, v.set
}

// list returns all elements.
func (v *Var) list(sh *Shell) []string {
	switch {
	case v.dyn != nil && v.dyn.list != nil:
		return v.dyn.list(sh)
	case v.attr&aAssoc != 0:
		if v.assoc == nil {
			return nil
		}
		return v.assoc.values()
	case v.attr&aArray != 0:
		if v.arr == nil {
			return nil
		}
		return v.arr.vals
	}
	if s, ok := v.scalar(sh); ok {
		return []string{s}
	}
	return nil
}

// keyList returns all subscripts.
func (v *Var) keyList(sh *Shell) []string {
	switch {
	case v.dyn != nil && v.dyn.list != nil:
		l := make([]string, len(v.dyn.list(sh)))
		for i := range l {
			l[i] = strconv.Itoa(i)
		}
		return l
	case v.attr&aAssoc != 0:
		if v.assoc == nil {
			return nil
		}
		return v.assoc.keys()
	case v.attr&aArray != 0:
		if v.arr == nil {
			return nil
		}
		l := make([]string, len(v.arr.vals))
		for i := range l {
			l[i] = strconv.FormatInt(v.arr.key(i), 10)
		}
		return l
	}
	if _, ok := v.scalar(sh); ok {
		return []string{"0"}
	}
	return nil
}

// isSet tells whether the variable has any value.
func (v *Var) isSet() bool {
	switch {
	case v.dyn != nil:
		return true
	case v.attr&aAssoc != 0:
		return v.assoc != nil
	case v.attr&aArray != 0:
		return v.arr != nil
	}
	return v.set
}

// lookup returns the variable, through namerefs; nil where there is none. A
// nameref to an array's element is no variable.
func (sh *Shell) lookup(name string) *Var {
	v := sh.vars[name]
	if v == nil || v.attr&aNameref == 0 {
		return v
	}
	v, _, sub, _ := sh.deref(name)
	if sub != "" {
		return sh.elementVar(v, sub)
	}
	return v
}

// elementVar is a stand-in for an element that a nameref leads to.
func (sh *Shell) elementVar(v *Var, sub string) *Var {
	if v == nil {
		return nil
	}
	if sub == "@" || sub == "*" {
		return v
	}
	s, ok := sh.element(v, sub)
	return &Var{name: v.name, attr: v.attr &^ (aArray | aAssoc), str: s, set: ok}
}

// deref follows namerefs from name: the variable (nil if there is none), its
// name, and the subscript where the last one names an element. ok is false
// for a circle.
func (sh *Shell) deref(name string) (v *Var, target, sub string, ok bool) {
	v = sh.vars[name]
	target = name
	for i := 0; v != nil && v.attr&aNameref != 0; i++ {
		if !v.set || v.str == "" {
			return v, target, "", true
		}
		if i > 8 {
			sh.errorf("warning: %s: circular name reference", name)
			return nil, name, "", false
		}
		target = v.str
		if k := strings.IndexByte(target, '['); k > 0 && strings.HasSuffix(target, "]") {
			return sh.vars[target[:k]], target[:k], target[k+1 : len(target)-1], true
		}
		next := sh.vars[target]
		if next == v { // a local nameref to the variable it hides
			if v.level == 0 {
				sh.errorf("warning: %s: circular name reference", name)
				return nil, name, "", false
			}
			for next != nil && (next.level > 0 || next.attr&aNameref != 0) {
				next = next.prev
			}
			return next, target, "", true // the global one
		}
		v = next
	}
	return v, target, "", true
}

// get returns a variable's scalar value, "" if unset.
func (sh *Shell) get(name string) string {
	if v := sh.lookup(name); v != nil {
		s, _ := v.scalar(sh)
		return s
	}
	return ""
}

// newVar makes a global variable.
func (sh *Shell) newVar(name string) *Var {
	v := &Var{name: name}
	if noted[name] {
		v.attr = aNoted
	}
	sh.addVar(v)
	return v
}

func (sh *Shell) addVar(v *Var) {
	sh.vars[v.name] = v
	sh.varSeq++
}

func (sh *Shell) readonlyError(name string) {
	sh.reportf("%s: readonly variable", name)
	sh.assignFailed = true
}

// setVar assigns a scalar, through namerefs. It tells whether that worked.
func (sh *Shell) setVar(name, s string) bool {
	v := sh.vars[name]
	if v != nil && v.attr == 0 && v.dyn == nil && !sh.opt(oAllexport) && int64(len(s)) <= sh.k.limits.Memory {
		v.str, v.set = s, true
		return true
	}
	return sh.assign(name, "", false, s, false)
}

// setInternal assigns a variable of the shell's own, read-only or not.
func (sh *Shell) setInternal(name, s string) {
	v := sh.vars[name]
	if v == nil {
		v = sh.newVar(name)
	}
	if v.dyn == nil {
		v.str, v.set = s, true
		if v.attr&aArray != 0 {
			v.own()
			if v.arr == nil {
				v.arr = &indexed{}
			}
			v.arr.put(0, s)
		}
	}
}

// assignElement assigns name[sub]=s.
func (sh *Shell) assignElement(name, sub, s string, add bool) bool {
	return sh.assign(name, sub, true, s, add)
}

// assign assigns name=s or name[sub]=s, appending with add.
func (sh *Shell) assign(name, sub string, hasSub bool, s string, add bool) bool {
	v := sh.vars[name]
	if v != nil && v.attr&aNameref != 0 {
		t, target, refSub, ok := sh.deref(name)
		if !ok {
			sh.assignFailed = true
			return false
		}
		if t != nil && t.attr&aNameref != 0 && target == t.name && hasSub && name != target {
			sh.errorf("`%s': not a valid identifier", t.str)
			sh.assignFailed = true
			return false
		}
		if t != nil && t.attr&aNameref != 0 && target == t.name && name != target && t.level > 0 && !hasSub {
			// By another nameref: what this one hides is meant.
			hidden := t
			for hidden.prev != nil {
				hidden = hidden.prev
			}
			if hidden == t {
				t.prev = &Var{name: target}
				hidden = t.prev
			}
			if hidden.attr&(aNameref|aReadonly|aArray|aAssoc) != 0 {
				return true
			}
			hidden.str, hidden.set = sh.convert(hidden, hidden.str, s, add), true
			return true
		}
		if t != nil && t.attr&aNameref != 0 && target == t.name && !hasSub { // a nameref without a target
			if t.attr&aReadonly != 0 {
				sh.readonlyError(name)
				return false
			}
			if !validRef(s) {
				sh.errorf("`%s': not a valid identifier", s)
				sh.assignFailed = true
				return false
			}
			t.str, t.set = s, true
			return true
		}
		if refSub != "" {
			if hasSub {
				sh.errorf("`%s[%s]': not a valid identifier", target, refSub)
				sh.assignFailed = true
				return false
			}
			return sh.assign(target, refSub, true, s, add)
		}
		if t == nil && target == name && v.level > 0 { // the global variable that a local nameref hides
			for v.prev != nil {
				v = v.prev
			}
			v.prev = &Var{name: name}
			t = v.prev
		}
		name, v = target, t
		if !syntax.IsName(name) {
			sh.errorf("`%s': not a valid identifier", name)
			return false
		}
	}
	if v != nil && v.attr&aReadonly != 0 {
		sh.readonlyError(name)
		return false
	}
	if v == nil {
		v = sh.newVar(name)
	}
	if sh.opts[oAllexport] && !hasSub {
		v.attr |= aExport
	}
	if v.dyn != nil && !hasSub {
		if v.dyn.set != nil {
			v.dyn.set(sh, s)
		}
		return true
	}
	if hasSub || v.isArray() {
		return sh.assignIn(v, sub, hasSub, s, add)
	}
	if add && v.set && v.attr&(aInteger|aLower|aUpper|aCapital) == 0 {
		v.extend(s)
	} else {
		old := ""
		if add && v.set {
			old = v.str
		}
		v.str, v.set = sh.convert(v, old, s, add), true
	}
	if int64(len(v.str)) > sh.k.limits.Memory {
		v.str = ""
		sh.fatalf("xrealloc: cannot allocate %d bytes", sh.k.limits.Memory)
	}
	sh.noteSet(name)
	return true
}

// extend appends to the value. The bytes that a string has are never changed:
// what was read of the variable before stays as it is.
func (v *Var) extend(s string) {
	if len(v.str)+len(s) < 256 {
		v.str += s
		return
	}
	if len(v.buf) != len(v.str) || len(v.str) == 0 || unsafe.StringData(v.str) != &v.buf[0] {
		v.buf = make([]byte, len(v.str), (len(v.str)+len(s))*2)
		copy(v.buf, v.str)
	}
	v.buf = append(v.buf, s...)
	v.str = unsafe.String(&v.buf[0], len(v.buf))
}

// noted are the variables that noteSet knows.
var noted = map[string]bool{"PATH": true, "POSIXLY_CORRECT": true, "OPTIND": true, "GLOBIGNORE": true, "LC_ALL": true, "LC_CTYPE": true, "LANG": true}

// noteLocale finds out whether characters are bytes: in the locale C they are.
func (sh *Shell) noteLocale() {
	for _, n := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if s := sh.get(n); s != "" {
			sh.bytes = s == "C" || s == "POSIX"
			return
		}
	}
	sh.bytes = true
}

// noteSet acts on variables that change the shell.
func (sh *Shell) noteSet(name string) {
	switch name {
	case "PATH":
		sh.hash = nil
	case "POSIXLY_CORRECT":
		sh.setOpt(oPosix, true)
	case "OPTIND":
		if n, err := strconv.Atoi(sh.vars[name].str); err == nil {
			sh.optind, sh.optchar = n, 0
		}
	case "GLOBIGNORE":
		sh.shopts[sDotglob] = sh.get(name) != ""
	case "IFS":
		sh.ifsFor = "\x00"
	case "LC_ALL", "LC_CTYPE", "LANG":
		sh.noteLocale()
	}
}

// convert applies a variable's attributes to a new value.
func (sh *Shell) convert(v *Var, old, s string, add bool) string {
	if v.attr&aInteger != 0 {
		if !sh.plainAssign && len(sh.frames) == 0 { // an error leaves $? as it is
			status := sh.status
			if status == 0 {
				status = 1
			}
			defer func() {
				if r := recover(); r != nil {
					if d, ok := r.(discard); ok {
						d.status = status
						panic(d)
					}
					panic(r)
				}
			}()
		}
		n := sh.arithAssign(s)
		if add && old != "" {
			n += sh.arithAssign(old)
		}
		return strconv.FormatInt(n, 10)
	}
	if add {
		s = old + s
	}
	return caseAttr(v.attr, s)
}

func caseAttr(a attr, s string) string {
	switch {
	case a&aLower != 0:
		return mapCase(s, toLower)
	case a&aUpper != 0:
		return mapCase(s, toUpper)
	case a&aCapital != 0:
		r := mapCase(s, toLower)
		return mapFirst(r, toUpper)
	}
	return s
}

// assignIn assigns an element of an array, which v becomes if it isn't one.
func (sh *Shell) assignIn(v *Var, sub string, hasSub bool, s string, add bool) bool {
	v.own()
	if v.attr&aAssoc != 0 {
		key := "0"
		if hasSub {
			key = sh.assocKey(sub)
			if key == "" {
				sh.reportf("%s[%s]: bad array subscript", v.name, sub)
				sh.assignFailed = true
				return false
			}
		}
		if v.assoc == nil {
			v.assoc = newAssoc()
		}
		old, _ := v.assoc.get(key)
		v.assoc.put(key, sh.convert(v, old, s, add))
		return true
	}
	var i int64
	if hasSub {
		if sub == "@" || sub == "*" {
			sh.reportf("%s[%s]: bad array subscript", v.name, sub)
			sh.assignFailed = true
			return false
		}
		if sub == "" {
			sh.reportf("%s[]: bad array subscript", v.name)
			sh.assignFailed = true
			return false
		}
		i = sh.index(sub)
		if i < 0 {
			n := int64(0)
			if v.arr != nil {
				n = v.arr.next()
			} else if v.set && !v.isArray() {
				n = 1
			}
			i += n
			if i < 0 {
				sh.reportf("%s[%s]: bad array subscript", v.name, sub)
				sh.assignFailed = true
				return false
			}
		}
	}
	if v.dyn != nil {
		return true
	}
	sh.toArray(v)
	old, _ := v.arr.get(i)
	v.arr.put(i, sh.convert(v, old, s, add))
	return true
}

// toArray makes an indexed array of v; a scalar value becomes element 0.
func (sh *Shell) toArray(v *Var) {
	if v.arr == nil {
		v.arr = &indexed{}
		if v.set && v.attr&aArray == 0 {
			v.arr.put(0, v.str)
		}
	}
	v.attr |= aArray
	v.str, v.set = "", false
	v.own()
}

// index evaluates the subscript of an indexed array.
func (sh *Shell) index(sub string) int64 {
	if n, ok := smallNumber(sub); ok {
		return n
	}
	return sh.arithAssign(sh.expandText(sub, syntax.ArithM))
}

// assocKey expands the subscript of an associative array.
func (sh *Shell) assocKey(sub string) string {
	if !strings.ContainsAny(sub, "$`\\\"'~") {
		return sub
	}
	return sh.expandText(sub, syntax.NoTilde)
}

// expandText expands a text that is no word of the parsed script.
func (sh *Shell) expandText(s string, m syntax.Mode) string {
	if !strings.ContainsAny(s, "$`\\\"'") {
		return s
	}
	w := sh.wordCache[wordKey{s, m}]
	if w == nil {
		w = &syntax.Word{Raw: s, Mode: m, Line: sh.line}
		if len(sh.wordCache) > 512 || sh.wordCache == nil {
			sh.wordCache = map[wordKey]*syntax.Word{}
		}
		sh.wordCache[wordKey{s, m}] = w
	}
	return sh.expandString(w)
}

type wordKey struct {
	s string
	m syntax.Mode
}

// element returns v[sub].
func (sh *Shell) element(v *Var, sub string) (string, bool) {
	switch {
	case v.attr&aAssoc != 0:
		key := sh.assocKey(sub)
		if v.assoc == nil {
			return "", false
		}
		return v.assoc.get(key)
	case v.attr&aArray != 0 || v.dyn != nil && v.dyn.list != nil:
		i := sh.index(sub)
		if v.dyn != nil {
			l := v.dyn.list(sh)
			if i < 0 {
				i += int64(len(l))
			}
			if i < 0 || i >= int64(len(l)) {
				return "", false
			}
			return l[i], true
		}
		if i < 0 {
			n := int64(0)
			if v.arr != nil {
				n = v.arr.next()
			}
			if i += n; i < 0 {
				sh.reportf("%s: bad array subscript", v.name)
				return "", false
			}
		}
		if v.arr == nil {
			return "", false
		}
		return v.arr.get(i)
	}
	i := sh.index(sub)
	if i == 0 {
		return v.scalar(sh)
	}
	if i < 0 {
		sh.reportf("%s: bad array subscript", v.name)
	}
	return "", false
}

// elementValue returns name[sub] for an arithmetic expression.
func (sh *Shell) elementValue(name, sub string) string {
	v := sh.lookup(name)
	if (sub == "@" || sub == "*") && (v == nil || v.attr&aAssoc == 0) {
		sh.reportf("%s[%s]: bad array subscript", name, sub)
		return ""
	}
	if v == nil {
		if strings.TrimSpace(sub) == "" {
			sh.reportf("%s: bad array subscript", name)
			return ""
		}
		if sh.index(sub) < 0 {
			sh.reportf("%s: bad array subscript", name)
		}
		if sh.opt(oNounset) {
			sh.unbound(name + "[" + sub + "]")
		}
		return ""
	}
	if strings.TrimSpace(sub) == "" && v.attr&aAssoc == 0 {
		sh.reportf("%s: bad array subscript", name)
		return ""
	}
	s, _ := sh.element(v, sub)
	return s
}

// validRef tells whether s can be a nameref's target.
func validRef(s string) bool {
	if k := strings.IndexByte(s, '['); k > 0 && strings.HasSuffix(s, "]") {
		return syntax.IsName(s[:k])
	}
	return syntax.IsName(s)
}

// local makes name a local variable of the running function, and returns it.
func (sh *Shell) local(name string) *Var {
	level := len(sh.frames)
	old := sh.vars[name]
	if old != nil && old.level == level && !old.temp {
		return old
	}
	if old != nil && old.level == level && old.temp { // keeps its value
		old.temp = false
		return old
	}
	v := &Var{name: name, level: level, prev: old}
	if noted[name] {
		v.attr = aNoted
	}
	if old != nil {
		v.dyn = old.dyn
		v.attr |= old.attr & aExport
	}
	sh.vars[name] = v
	f := &sh.frames[level-1]
	f.locals = append(f.locals, name)
	return v
}

// popLocals restores what a function's local variables hid.
func (sh *Shell) popLocals(locals []string, level int) {
	for i := len(locals) - 1; i >= 0; i-- {
		name := locals[i]
		v := sh.vars[name]
		if v == nil || v.level < level {
			continue
		}
		if v.prev == nil {
			delete(sh.vars, name)
		} else {
			sh.vars[name] = v.prev
		}
		switch name {
		case "IFS":
			sh.ifsFor = "\x00"
		case "PATH":
			sh.hash = nil
		case "OPTIND":
			if v.prev != nil {
				if n, err := strconv.Atoi(v.prev.str); err == nil && n != sh.optind {
					sh.optind, sh.optchar = n, 0
				}
			}
		case "GLOBIGNORE":
			sh.shopts[sDotglob] = sh.get(name) != ""
		case "LC_ALL", "LC_CTYPE", "LANG":
			sh.noteLocale()
		}
	}
}

// unsetVar removes a variable.
func (sh *Shell) unsetVar(name string) bool {
	v := sh.vars[name]
	if v == nil {
		return true
	}
	if v.attr&(aReadonly|aNoUnset) != 0 {
		what := "readonly variable"
		sh.builtinErrorf("%s: cannot unset: %s", name, what)
		return false
	}
	sh.removeVar(v)
	return true
}

func (sh *Shell) removeVar(v *Var) {
	if v.name == "OPTIND" {
		sh.optind, sh.optchar = 1, 0
	}
	name := v.name
	level := len(sh.frames)
	if v.dyn != nil && (name == "PIPESTATUS" || name == "_") { // every command sets them
		return
	}
	switch {
	case v.level > 0 && v.level == level && !v.temp:
		// a local one of this function stays local
		*v = Var{name: name, level: v.level, prev: v.prev}
	case v.level > 0 && !v.temp && sh.shopts[sLocalvarunset]:
		*v = Var{name: name, level: v.level, prev: v.prev}
	case v.prev != nil:
		sh.vars[name] = v.prev
	default:
		delete(sh.vars, name)
	}
	switch name {
	case "PATH":
		sh.hash = nil
	case "IFS":
		sh.ifsFor = "\x00"
	case "GLOBIGNORE":
		sh.shopts[sDotglob] = false
	case "POSIXLY_CORRECT":
		sh.setOpt(oPosix, false)
	case "LC_ALL", "LC_CTYPE", "LANG":
		sh.noteLocale()
	}
}

// environ returns the environment of a command, in the order of bash's hash
// tables: what was assigned before the command, then the exported variables.
func (sh *Shell) environ() []string {
	var temps, names []string
	for _, v := range sh.vars {
		if v.attr&aExport == 0 || v.isArray() || v.attr&aNameref != 0 {
			continue
		}
		if v.temp && v.level < 0 {
			temps = append(temps, v.name)
		} else {
			names = append(names, v.name)
		}
	}
	none := func(string) int { return 0 }
	hashOrder(temps, none, 4)
	hashOrder(names, none, 1024)
	env := make([]string, 0, len(names)+len(temps)+8)
	for _, n := range append(temps, names...) {
		if s, ok := sh.vars[n].scalar(sh); ok {
			env = append(env, n+"="+s)
		}
	}
	for _, name := range sh.funcNames() {
		if f := sh.funcs[name]; f.export {
			env = append(env, "BASH_FUNC_"+name+"%%="+syntax.PrintFuncBody(f.def))
		}
	}
	return append(env, sh.foreignEnv...)
}

// varNames returns the names of variables with a prefix, sorted.
func (sh *Shell) varNames(prefix string) []string {
	var list []string
	for n := range sh.vars {
		if strings.HasPrefix(n, prefix) {
			list = append(list, n)
		}
	}
	sort.Strings(list)
	return list
}
