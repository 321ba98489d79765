package interp

import (
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/pattern"
)

// ifsInfo is what IFS means.
type ifsInfo struct {
	class [256]uint8 // of a byte: 0 nothing, 1 white space, 2 another separator
	join  string     // what joins "$*"
	wide  bool       // there are separators of more than one byte
	runes string
	none  bool // IFS is empty
}

func (sh *Shell) ifs() *ifsInfo {
	s := " \t\n"
	if v := sh.lookup("IFS"); v != nil {
		if t, ok := v.scalar(sh); ok {
			s = t
		}
	}
	if sh.ifsNow != nil && sh.ifsFor == s {
		return sh.ifsNow
	}
	i := &ifsInfo{none: s == ""}
	for k := 0; k < len(s); {
		r, n := utf8.DecodeRuneInString(s[k:])
		if k == 0 {
			i.join = s[:n]
		}
		if n == 1 {
			i.class[s[k]] = 2
			if s[k] == ' ' || s[k] == '\t' || s[k] == '\n' {
				i.class[s[k]] = 1
			}
		} else {
			i.wide = true
			i.runes += string(r)
		}
		k += n
	}
	sh.ifsFor, sh.ifsNow = s, i
	return i
}

// expander turns the parts of a word into fields.
type expander struct {
	sh        *Shell
	split     bool // into fields
	regex     bool // the pattern is a regular expression's
	ifs       *ifsInfo
	out       []string
	cur       []byte
	pat       []byte // cur with what was quoted escaped
	hasPat    bool
	glob      bool
	active    bool // there is a field, maybe an empty one
	ws        bool // the last field was ended by white space
	here      bool // the text of a here-document
	inWord    bool // in the word of an operator: a list there is one text, which is split
	spaceJoin bool // what an operator makes of a list is one text where IFS is empty
	ifsJoin   bool // what an operator made of "$@" is joined as "$*" is
	cond      bool // the word of case, or an operand of [[
	resplit   bool // what an operator made of $@ is split, and joined by spaces
}

func (sh *Shell) newExpander(split bool) *expander {
	if n := len(sh.expanders); n > 0 {
		e := sh.expanders[n-1]
		sh.expanders = sh.expanders[:n-1]
		*e = expander{sh: sh, split: split, cur: e.cur[:0], pat: e.pat[:0], ifs: sh.ifs()}
		return e
	}
	return &expander{sh: sh, split: split, ifs: sh.ifs()}
}

func (e *expander) free() {
	if len(e.sh.expanders) < 8 && cap(e.cur) < 1<<16 {
		e.sh.expanders = append(e.sh.expanders, e)
	}
}

const (
	globSpecial  = `\*?[]!^-()|+@:.=`
	globEscaped  = `\*?[]!^-()|+@`
	regexSpecial = `\.[]{}()*+?^$|`
)

// quoted adds text that stands for itself.
func (e *expander) quoted(s string) {
	special := globEscaped
	if e.regex {
		special = regexSpecial
	}
	if e.hasPat || strings.ContainsAny(s, special) {
		if !e.hasPat {
			e.hasPat = true
			e.pat = append(e.pat[:0], e.cur...)
		}
		for i := 0; i < len(s); i++ {
			if strings.IndexByte(special, s[i]) >= 0 {
				e.pat = append(e.pat, '\\')
			}
			e.pat = append(e.pat, s[i])
		}
	}
	e.cur = append(e.cur, s...)
}

// plain adds unquoted text that isn't split.
func (e *expander) plain(s string) {
	if !e.glob {
		if strings.ContainsAny(s, "*?[") {
			e.glob = true
		} else if i := strings.IndexByte(s, '('); i >= 0 && e.sh.shopts[sExtglob] {
			e.glob = true
		}
	}
	if e.hasPat {
		e.pat = append(e.pat, s...)
	}
	e.cur = append(e.cur, s...)
}

// field ends a field.
func (e *expander) field() {
	if e.split && e.glob && !e.sh.opt(oNoglob) {
		pat := e.cur
		if e.hasPat {
			pat = e.pat
		}
		e.out = e.sh.globWord(e.out, string(pat), string(e.cur))
	} else {
		e.out = append(e.out, string(e.cur))
	}
	e.cur, e.pat = e.cur[:0], e.pat[:0]
	e.hasPat, e.glob, e.active = false, false, false
}

// splitText adds the result of an unquoted expansion.
func (e *expander) splitText(s string) {
	if !e.split || e.ifs.none {
		if s != "" {
			e.active = true
		}
		e.plain(s)
		return
	}
	if e.ifs.wide {
		e.splitWide(s)
		return
	}
	class := &e.ifs.class
	start := 0
	for i := 0; i < len(s); i++ {
		c := class[s[i]]
		if c == 0 {
			continue
		}
		if i > start {
			e.plain(s[start:i])
			e.active = true
		}
		start = i + 1
		e.separator(c == 1)
	}
	if start < len(s) {
		e.plain(s[start:])
		e.active = true
	}
}

func (e *expander) separator(white bool) {
	switch {
	case e.active:
		e.field()
		e.ws = white
	case white:
	case e.ws:
		e.ws = false
	default:
		e.field()
	}
}

func (e *expander) splitWide(s string) {
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		c := e.ifs.class[s[i]]
		if n > 1 {
			c = 0
			if strings.Contains(e.ifs.runes, s[i:i+n]) {
				c = 2
			}
		}
		if c == 0 {
			e.plain(s[i : i+n])
			e.active = true
		} else {
			e.separator(c == 1)
		}
		i += n
	}
}

// parts expands the parts of a word. operand is set for the word of an
// operator of ${}: its unquoted text is split too.
func (e *expander) parts(parts []syntax.Part, operand bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			switch {
			case p.Quoted:
				e.active = true
				e.quoted(p.S)
			case operand:
				e.splitText(p.S)
			default:
				e.active = true
				e.plain(p.S)
			}
		case *syntax.Tilde:
			e.active = true
			dir := "~" + p.User
			if !p.Word || !e.sh.opts[oPosix] {
				dir = e.sh.tilde(p.User)
			}
			if dir == "~"+p.User { // means nothing
				e.plain(dir)
			} else {
				e.quoted(dir)
			}
		case *syntax.DQ:
			e.doubleQuoted(p.Parts)
		default:
			e.expansion(p, false)
		}
	}
}

// doubleQuoted expands what stands in double quotes: it is a field, though it
// be empty, save where there is nothing but a "$@" without elements.
func (e *expander) doubleQuoted(parts []syntax.Part) {
	active, length, fields := e.active, len(e.cur), len(e.out)
	none := false // a list without elements was there
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			e.quoted(p.S)
		case *syntax.Param:
			if e.param(p, true) {
				none = true
			}
		default:
			e.expansion(p, true)
		}
	}
	e.active = true
	if none && len(e.cur) == length && len(e.out) == fields {
		e.active = active
	}
}

func (e *expander) add(s string, quoted bool) {
	if quoted {
		e.active = true
		e.quoted(s)
	} else {
		e.splitText(s)
	}
}

func (e *expander) expansion(p syntax.Part, quoted bool) {
	switch p := p.(type) {
	case *syntax.Param:
		e.param(p, quoted)
	case *syntax.CmdSub:
		e.add(e.sh.substitute(p), quoted)
	case *syntax.ArithSub:
		text := e.sh.expandString(p.Text)
		e.add(strconv.FormatInt(e.sh.arithExpand(text), 10), quoted)
	case *syntax.ProcSub:
		e.active = true
		e.quoted(e.sh.processSub(p))
	case *syntax.Lit:
		e.active = true
		e.quoted(p.S)
	case *syntax.DQ:
		e.doubleQuoted(p.Parts)
	}
}

// elements adds a list: the positional parameters or an array's elements.
func (e *expander) elements(list []string, star, quoted bool) {
	switch {
	case !e.split:
		sep := " "
		if star || e.ifsJoin {
			sep = e.ifs.join
			if e.ifs.none && !star {
				sep = " "
			}
		}
		for i, s := range list {
			if i > 0 {
				if quoted {
					e.quoted(sep)
				} else {
					e.plain(sep)
				}
			}
			if e.resplit {
				s = e.respace(s)
			}
			if quoted {
				e.active = true
				e.quoted(s)
			} else {
				e.plain(s)
				e.active = true
			}
		}
	case quoted && star:
		e.active = true
		sep := e.ifs.join
		for i, s := range list {
			if i > 0 {
				e.quoted(sep)
			}
			e.quoted(s)
		}
	case quoted:
		for i, s := range list {
			if i > 0 {
				e.active = true
				e.field()
				e.ws = false
			}
			e.active = true
			e.quoted(s)
		}
	case e.inWord && !e.ifs.none && (star || e.ifs.join == " " || e.ifs.class[' '] == 0):
		switch {
		case star:
			e.splitText(strings.Join(list, e.ifs.join))
		case e.ifs.join == " ":
			e.splitText(strings.Join(list, " "))
		case len(list) > 0:
			e.plain(strings.Join(list, " "))
			e.active = true
		}
	case e.inWord && !e.ifs.none: // a space separates, but isn't the first to do so
		e.elements(list, false, true)
	case !e.ifs.none: // one text, which is split
		e.splitText(strings.Join(list, e.ifs.join))
	case e.spaceJoin && star:
		e.splitText(strings.Join(list, " "))
	default:
		for i, s := range list {
			if i > 0 {
				if e.active {
					e.field()
				}
				e.ws = false
			}
			e.splitText(s)
		}
	}
}

// respace puts a space in the place of each separator of s.
func (e *expander) respace(s string) string {
	if e.ifs.none || e.ifs.wide {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if e.ifs.class[s[i]] == 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		hard := false // one separator: white space with at most one other
		for ; i < len(s) && e.ifs.class[s[i]] != 0; i++ {
			if e.ifs.class[s[i]] != 1 {
				if hard {
					break
				}
				hard = true
			}
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// expandCond expands the word of case, or an operand of [[.
func (sh *Shell) expandCond(w *syntax.Word) string {
	c := w.Compile()
	if c.Simple {
		return c.Lit
	}
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	e := sh.newExpander(false)
	e.cond = true
	e.parts(c.Parts, false)
	s := string(e.cur)
	e.free()
	return s
}

// expandString expands a word to one string: no splitting, no globbing.
func (sh *Shell) expandString(w *syntax.Word) string {
	c := w.Compile()
	if c.Simple {
		return c.Lit
	}
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	e := sh.newExpander(false)
	e.here = w.Mode == syntax.Heredoc
	e.parts(c.Parts, false)
	s := string(e.cur)
	e.free()
	return s
}

// expandOperand is expandString for the word of an operator of ${}.
func (sh *Shell) expandPattern(w *syntax.Word) string {
	c := w.Compile()
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	e := sh.newExpander(false)
	e.parts(c.Parts, false)
	s := ""
	if e.hasPat {
		s = string(e.pat)
	} else {
		s = string(e.cur)
	}
	e.free()
	return s
}

// expandRegex expands the right side of =~: what is quoted is escaped.
func (sh *Shell) expandRegex(w *syntax.Word) string {
	c := w.Compile()
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	e := sh.newExpander(false)
	e.regex = true
	e.parts(c.Parts, false)
	s := ""
	if e.hasPat {
		s = string(e.pat)
	} else {
		s = string(e.cur)
	}
	e.free()
	return s
}

func (sh *Shell) wordError(err error) {
	if se, ok := err.(*syntax.Error); ok {
		sh.errorf("%s", se.Text)
	}
	panic(discard{status: 1})
}

// expandWords expands words to the arguments of a command.
func (sh *Shell) expandWords(words []*syntax.Word) []string {
	out := make([]string, 0, len(words)+2)
	for _, w := range words {
		out = sh.expandWord(out, w)
	}
	return out
}

func (sh *Shell) expandWord(out []string, w *syntax.Word) []string {
	c := w.Compile()
	if c.Braces != nil && sh.opt(oBraceexpand) {
		for _, b := range c.Braces {
			if b.Word == nil {
				out = append(out, b.Text)
			} else {
				out = sh.expandOne(out, b.Word)
			}
		}
		return out
	}
	return sh.expandOne(out, w)
}

func (sh *Shell) expandOne(out []string, w *syntax.Word) []string {
	c := w.Compile()
	if c.Simple {
		if c.Lit == "" && !c.Quoted && len(c.Parts) == 0 {
			return out
		}
		return append(out, c.Lit)
	}
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	e := sh.newExpander(true)
	e.out = out
	e.parts(c.Parts, false)
	if e.active {
		e.field()
	}
	out = e.out
	e.free()
	return out
}

// tilde returns what ~user means.
func (sh *Shell) tilde(user string) string {
	switch user {
	case "":
		if v := sh.lookup("HOME"); v != nil {
			if s, ok := v.scalar(sh); ok {
				return s
			}
		}
		return "/workspace"
	case "+":
		if s := sh.get("PWD"); s != "" {
			return s
		}
	case "-":
		if v := sh.lookup("OLDPWD"); v != nil && v.set {
			return v.str
		}
	case "root":
		return "/root"
	case "user":
		return "/workspace"
	default:
		t := user
		if t[0] == '+' || t[0] == '-' {
			t = t[1:]
		}
		if n, err := strconv.Atoi(t); err == nil && t != "" && t[0] != '+' && t[0] != '-' {
			if d, ok := sh.dirAt(n, user[0] == '-'); ok {
				return d
			}
		}
	}
	return "~" + user
}

// value is what a parameter holds: a string or a list.
type value struct {
	s      string
	set    bool
	list   []string
	isList bool
	star   bool
}

// param expands $name or ${..}. It tells whether it added nothing because it
// is a list without elements.
func (e *expander) param(p *syntax.Param, quoted bool) (nothing bool) {
	sh := e.sh
	if p.Bad {
		sh.reportf("%s: bad substitution", p.Context)
		panic(discard{status: 1})
	}
	if !p.Brace || p.Op == "" && !p.HasSub && !p.Indirect && !p.Length && p.Prefix == 0 {
		// The plain case.
		if p.Name == "@" || p.Name == "*" {
			e.elements(sh.params, p.Name == "*" && !e.here, quoted)
			return len(sh.params) == 0 && p.Name == "@"
		}
		if v := sh.vars[p.Name]; v != nil && v.attr == 0 && v.dyn == nil {
			if !v.set && sh.opt(oNounset) {
				sh.unbound(p.Name)
			}
			e.add(v.str, quoted)
			return false
		}
		v := sh.parameter(p.Name, "", false)
		if v.isList { // a nameref to a[@]
			e.elements(v.list, v.star, quoted)
			return len(v.list) == 0 && !v.star
		}
		if !v.set && sh.opt(oNounset) {
			sh.unbound(p.Name)
		}
		e.add(v.s, quoted)
		return false
	}
	return e.brace(p, quoted)
}

// brace expands ${..} in all its forms (bash 5.2 "Shell Parameter Expansion").
func (e *expander) brace(p *syntax.Param, quoted bool) bool {
	sh := e.sh
	switch {
	case p.Prefix != 0:
		list := slices.DeleteFunc(sh.varNames(p.Name), func(n string) bool {
			v := sh.vars[n]
			return v.attr&aNameref == 0 && !v.isSet()
		})
		e.ifsJoin = !e.here
		defer func() { e.ifsJoin = false }()
		e.elements(list, p.Prefix == '*' && !e.here, quoted)
		return len(list) == 0 && p.Prefix == '@'
	case p.Keys:
		v := sh.lookup(p.Name)
		var list []string
		if v != nil {
			list = v.keyList(sh)
		}
		e.ifsJoin = quoted && !e.here
		defer func() { e.ifsJoin = false }()
		e.elements(list, p.Sub == "*" && !e.here, quoted)
		return len(list) == 0 && p.Sub == "@"
	case p.Length:
		e.add(strconv.Itoa(sh.length(p)), quoted)
		return false
	}
	name, sub, hasSub := p.Name, p.Sub, p.HasSub
	var v value
	if p.Indirect {
		if ref := sh.vars[name]; ref != nil && ref.attr&aNameref != 0 && !hasSub {
			// ${!ref} is the name that a nameref holds
			v = value{s: ref.str, set: ref.set}
			if t, target, sub, ok := sh.deref(name); ok && (t == nil || t.attr&aNameref == 0) {
				v.s = target
				if sub != "" {
					v.s += "[" + sub + "]"
				}
			}
			if p.Op == "" {
				if !v.set || ref.str == name {
					sh.reportf("%s: invalid indirect expansion", p.Name)
					panic(discard{status: 1})
				}
				e.add(v.s, quoted)
				return false
			}
		} else {
			iv := sh.parameter(name, sub, hasSub)
			target := iv.s
			if iv.isList {
				target = strings.Join(iv.list, " ")
			}
			special := !syntax.IsName(name)
			if special && (name == "$" || name == "!") {
				sh.reportf("%s: bad substitution", p.Context)
				panic(discard{status: 1})
			}
			none := !iv.set && !iv.isList || iv.isList && len(iv.list) == 0
			if none && (special || sh.lookup(name) != nil) { // nothing, where no variable would be an error
				return e.operate(p, value{}, name, sub, hasSub, quoted)
			}
			if none {
				full := name
				if hasSub {
					full += "[" + sub + "]"
				}
				sh.reportf("%s: invalid indirect expansion", full)
				panic(discard{status: 1})
			}
			var ok bool
			name, sub, hasSub, ok = splitTarget(target)
			if !ok {
				sh.reportf("%s: invalid variable name", target)
				panic(discard{status: 1})
			}
			v = sh.parameter(name, sub, hasSub)
		}
	} else {
		v = sh.parameter(name, sub, hasSub)
	}
	return e.operate(p, v, name, sub, hasSub, quoted)
}

// splitTarget reads the value of an indirect expansion's variable.
func splitTarget(s string) (name, sub string, hasSub, ok bool) {
	if s == "" {
		return "", "", false, false
	}
	if len(s) == 1 && strings.IndexByte("@*#?-$!0123456789", s[0]) >= 0 {
		return s, "", false, true
	}
	if strings.Trim(s, "0123456789") == "" {
		return s, "", false, true
	}
	if k := strings.IndexByte(s, '['); k > 0 && strings.HasSuffix(s, "]") && syntax.IsName(s[:k]) {
		return s[:k], s[k+1 : len(s)-1], true, true
	}
	return s, "", false, syntax.IsName(s)
}

// parameter returns the value of a parameter or an element.
func (sh *Shell) parameter(name, sub string, hasSub bool) value {
	c := name[0]
	if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		v := sh.vars[name]
		if v != nil && v.attr&aNameref != 0 {
			t, tn, rs, ok := sh.deref(name)
			if !ok {
				return value{}
			}
			if t != nil && t.attr&aNameref != 0 {
				return value{}
			}
			v, name = t, tn
			if rs != "" {
				if hasSub {
					return value{isList: sub == "@" || sub == "*", star: sub == "*"}
				}
				sub, hasSub = rs, true
			}
		}
		if v == nil {
			if hasSub {
				if sub == "@" || sub == "*" {
					return value{isList: true, star: sub == "*"}
				}
				if sh.index(sub) < 0 {
					sh.reportf("%s: bad array subscript", name)
				}
			}
			return value{}
		}
		if hasSub {
			if sub == "@" || sub == "*" {
				return value{isList: true, star: sub == "*", list: v.list(sh)}
			}
			if sub == "" || strings.TrimSpace(sub) == "" && v.attr&aAssoc == 0 {
				sh.reportf("%s[%s]: bad array subscript", name, sub)
				if v.attr&aAssoc != 0 {
					panic(discard{status: 1})
				}
				return value{}
			}
			s, ok := sh.element(v, sub)
			return value{s: s, set: ok}
		}
		s, ok := v.scalar(sh)
		return value{s: s, set: ok}
	}
	switch c {
	case '@', '*':
		return value{isList: true, star: c == '*', list: sh.params}
	case '#':
		return value{s: strconv.Itoa(len(sh.params)), set: true}
	case '?':
		return value{s: strconv.Itoa(sh.status), set: true}
	case '-':
		return value{s: sh.flags(), set: true}
	case '$':
		return value{s: strconv.Itoa(sh.pid), set: true}
	case '!':
		if sh.lastBg == 0 {
			return value{}
		}
		return value{s: strconv.Itoa(sh.lastBg), set: true}
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return value{}
	}
	if n == 0 {
		return value{s: sh.arg0, set: true}
	}
	if n <= len(sh.params) {
		return value{s: sh.params[n-1], set: true}
	}
	return value{}
}

func (sh *Shell) length(p *syntax.Param) int {
	if p.Name == "@" || p.Name == "*" {
		return len(sh.params)
	}
	if !p.HasSub && !sh.opt(oNounset) && sh.refersToElement(p.Name) {
		return 0 // as bash has it
	}
	if p.HasSub && p.Sub == "" {
		sh.reportf("%s: bad substitution", p.Context)
		panic(discard{status: 1})
	}
	v, ok := sh.elementLength(p)
	if !ok {
		v = sh.parameter(p.Name, p.Sub, p.HasSub)
	}
	if v.isList {
		if len(v.list) == 0 && sh.opt(oNounset) && sh.lookup(p.Name) == nil {
			sh.errorf("%s: unbound variable", p.Name)
			sh.fatal(1)
		}
		return len(v.list)
	}
	if !v.set && sh.opt(oNounset) && p.Name != "!" {
		name := p.Name
		if p.HasSub {
			name += "[" + p.Sub + "]"
		}
		sh.unbound(name)
	}
	return sh.chars(v.s)
}

// elementLength returns the element whose length ${#a[n]} is: a number below
// the first is an error of its own.
func (sh *Shell) elementLength(p *syntax.Param) (v value, ok bool) {
	if !p.HasSub || p.Sub == "@" || p.Sub == "*" || strings.TrimSpace(p.Sub) == "" {
		return value{}, false
	}
	a := sh.lookup(p.Name)
	if a == nil || a.attr&aAssoc != 0 || a.dyn != nil || !a.isSet() {
		return value{}, a == nil || a.attr&aAssoc == 0 && a.dyn == nil
	}
	i := sh.index(p.Sub)
	if a.arr != nil && i < 0 {
		i += a.arr.next()
	}
	switch {
	case i < 0:
		sh.reportf("%s]: bad array subscript", p.Sub)
		panic(discard{status: 1})
	case a.arr != nil:
		v.s, v.set = a.arr.get(i)
	case i == 0:
		v.s, v.set = a.scalar(sh)
	}
	return v, true
}

// refersToElement tells whether name is a nameref to an array's element.
func (sh *Shell) refersToElement(name string) bool {
	if v := sh.vars[name]; v == nil || v.attr&aNameref == 0 {
		return false
	}
	_, _, sub, ok := sh.deref(name)
	return ok && sub != ""
}

// chars counts the characters of s.
func (sh *Shell) chars(s string) int {
	if sh.bytes {
		return len(s)
	}
	return runeCount(s)
}

// charOffset returns where the n-th character of s begins.
func (sh *Shell) charOffset(s string, n int) int {
	if sh.bytes {
		return min(n, len(s))
	}
	return runeOffset(s, n)
}

// operate applies an operator of ${}.
func (e *expander) operate(p *syntax.Param, v value, name, sub string, hasSub, quoted bool) bool {
	sh := e.sh
	full := name
	if hasSub {
		full = name + "[" + sub + "]"
	}
	op := p.Op
	switch op {
	case "-", ":-", "=", ":=", "?", ":?", "+", ":+":
		isSet, null := v.set, v.s == ""
		if v.isList {
			isSet = len(v.list) > 0
			null = true
			if len(v.list) > 1 {
				null = false
				if v.star && quoted && e.ifs.none {
					null = strings.Join(v.list, "") == ""
				}
			} else if len(v.list) == 1 {
				null = v.list[0] == ""
			}
		}
		use := isSet
		if len(op) == 2 {
			use = isSet && !null
		}
		switch op[len(op)-1] {
		case '-':
			if !use {
				return e.operand(p.Arg, quoted)
			}
		case '+':
			if use {
				return e.operand(p.Arg, quoted)
			}
			return !quoted || v.isList && !v.star
		case '=':
			if !use {
				switch {
				case v.isList && hasSub:
					sh.reportf("%s: bad array subscript", full)
					panic(discard{status: 1})
				case v.isList || !syntax.IsName(name):
					sh.reportf("$%s: cannot assign in this way", full)
					panic(discard{status: 1})
				}
				s := sh.operandString(p.Arg)
				if !sh.assign(name, sub, hasSub, s, false) {
					panic(discard{status: 1})
				}
				v = sh.parameter(name, sub, hasSub)
			}
		case '?':
			if !use {
				msg := sh.operandString(p.Arg)
				if p.Arg.Raw == "" {
					msg = "parameter null or not set"
					if op == "?" {
						msg = "parameter not set"
					}
				}
				sh.reportf("%s: %s", full, msg)
				sh.fatal(127)
			}
		}
		if e.here && name == "*" {
			v.star = false
		}
		return e.emit(v, quoted)
	}
	if !v.isList && !v.set && sh.opt(oNounset) {
		sh.unbound(full)
	}
	if strings.IndexByte("^,~", (op + " ")[0]) >= 0 && strings.IndexByte("#?-$!", name[0]) >= 0 {
		sh.reportf("%s: bad substitution", p.Context)
		panic(discard{status: 1})
	}
	if v.isList && op != "" {
		spaced := strings.IndexByte("#%@", op[0]) >= 0
		if e.here && spaced {
			v.star = false
		}
		e.ifsJoin = !e.here && (quoted || spaced) && !(e.cond && spaced)
		e.resplit = e.cond && !v.star && !quoted
		e.spaceJoin = hasSub && strings.IndexByte("#%/^,~", op[0]) >= 0
		defer func() { e.ifsJoin, e.spaceJoin, e.resplit = false, false, false }()
	}
	switch op {
	case "":
		return e.emit(v, quoted)
	case ":":
		return e.slice(p, v, name, sub, hasSub, quoted)
	case "@":
		if len(p.Arg.Raw) != 1 || strings.IndexByte("QEPAaKkULu", p.Arg.Raw[0]) < 0 {
			if !v.set && len(v.list) == 0 {
				return e.emit(v, quoted)
			}
			sh.reportf("%s: bad substitution", p.Context)
			sh.fatal(127)
		}
		return e.transform(p.Arg.Raw[0], v, name, sub, hasSub, quoted)
	}
	pat := sh.expandPattern(p.Arg)
	var f func(string) string
	switch op {
	case "#", "##", "%", "%%":
		if pat == "" {
			return e.emit(v, quoted)
		}
		m := sh.compilePattern(pat)
		long := len(op) == 2
		if op[0] == '#' {
			f = func(s string) string {
				if n := m.Prefix(s, long); n >= 0 {
					return s[n:]
				}
				return s
			}
		} else {
			f = func(s string) string {
				if n := m.Suffix(s, long); n >= 0 {
					return s[:n]
				}
				return s
			}
		}
	case "/", "//", "/#", "/%":
		rep := ""
		amp := false
		if p.HasArg2 {
			if sh.shopts[sPatsubreplacement] {
				rep = sh.expandReplacement(p.Arg2)
				amp = strings.ContainsAny(rep, "&\\")
			} else {
				rep = sh.expandString(p.Arg2)
			}
		}
		if pat == "" && op != "/#" && op != "/%" {
			return e.emit(v, quoted)
		}
		if pat == "" && !p.HasArg2 {
			return e.emit(v, quoted)
		}
		if (len(pat)-len(strings.TrimRight(pat, `\`)))%2 == 1 { // a last backslash that quotes nothing matches nothing
			return e.emit(v, quoted)
		}
		m := sh.compilePatternCase(pat)
		f = func(s string) string { return replacePattern(m, op, s, rep, amp) }
	case "^", "^^", ",", ",,", "~", "~~":
		fn := toUpper
		switch op[0] {
		case ',':
			fn = toLower
		case '~':
			fn = toggle
		}
		var m *pattern.Pattern
		if pat != "" && pat != "?" {
			m = sh.compilePattern(pat)
		}
		all := len(op) == 2
		f = func(s string) string { return changeCase(s, fn, m, all) }
	}
	if v.isList {
		list := make([]string, len(v.list))
		for i, s := range v.list {
			list[i] = f(s)
		}
		v.list = list
	} else if v.set {
		v.s = f(v.s)
	}
	return e.emit(v, quoted)
}

func (e *expander) emit(v value, quoted bool) bool {
	if v.isList {
		e.elements(v.list, v.star, quoted)
		return len(v.list) == 0 && !v.star
	}
	e.add(v.s, quoted)
	return false
}

// operand expands the word of - or +, in place.
func (e *expander) operand(w *syntax.Word, quoted bool) bool {
	c := w.Compile()
	if c.Err != nil {
		e.sh.wordError(c.Err)
	}
	if quoted || w.Mode == syntax.DQuoted || w.Mode == syntax.Heredoc {
		e.doubleQuoted(c.Parts)
		e.active = true
		return false
	}
	old := e.inWord
	e.inWord = true
	e.parts(c.Parts, true)
	e.inWord = old
	return false
}

func (sh *Shell) operandString(w *syntax.Word) string { return sh.expandString(w) }

// expandReplacement expands the replacement of ${v/p/r}: a quoted & is escaped.
func (sh *Shell) expandReplacement(w *syntax.Word) string {
	c := w.Compile()
	if c.Err != nil {
		sh.wordError(c.Err)
	}
	var b strings.Builder
	for _, p := range c.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if p.Quoted {
				b.WriteString(escapeAmp(p.S))
			} else {
				b.WriteString(p.S)
			}
		case *syntax.DQ:
			e := sh.newExpander(false)
			e.doubleQuoted(p.Parts)
			b.WriteString(escapeAmp(string(e.cur)))
			e.free()
		default:
			e := sh.newExpander(false)
			e.parts([]syntax.Part{p}, false)
			b.WriteString(string(e.cur))
			e.free()
		}
	}
	return b.String()
}

func escapeAmp(s string) string {
	if !strings.ContainsAny(s, "&\\") {
		return s
	}
	return strings.NewReplacer("&", "\\&", "\\", "\\\\").Replace(s)
}

func replacePattern(m *pattern.Pattern, op, s, rep string, amp bool) string {
	with := func(match string) string {
		if !amp {
			return rep
		}
		var b strings.Builder
		for i := 0; i < len(rep); i++ {
			switch {
			case rep[i] == '\\' && i+1 < len(rep) && (rep[i+1] == '&' || rep[i+1] == '\\'):
				i++
				b.WriteByte(rep[i])
			case rep[i] == '&':
				b.WriteString(match)
			default:
				b.WriteByte(rep[i])
			}
		}
		return b.String()
	}
	switch op {
	case "/#":
		if n := m.Prefix(s, true); n >= 0 {
			return with(s[:n]) + s[n:]
		}
		return s
	case "/%":
		if n := m.Suffix(s, true); n >= 0 {
			return s[:n] + with(s[n:])
		}
		return s
	}
	var b strings.Builder
	pos := 0
	for pos <= len(s) {
		i, j := m.Find(s, pos)
		if i < 0 || i == len(s) && (s != "" || op == "//" && pos > 0) {
			break
		}
		b.WriteString(s[pos:i])
		b.WriteString(with(s[i:j]))
		pos = j
		if j == i { // an empty match takes one character along
			if i < len(s) {
				_, n := utf8.DecodeRuneInString(s[i:])
				b.WriteString(s[i : i+n])
				pos += n
			} else {
				pos++
			}
		}
		if op == "/" {
			break
		}
	}
	if pos < len(s) {
		b.WriteString(s[pos:])
	}
	return b.String()
}

func changeCase(s string, f func(rune) rune, m *pattern.Pattern, all bool) string {
	if m == nil {
		if all {
			return mapCase(s, f)
		}
		return mapFirst(s, f)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		c := s[i : i+n]
		if m.Match(c) {
			c = mapCase(c, f)
		}
		b.WriteString(c)
		i += n
		if !all {
			b.WriteString(s[i:])
			break
		}
	}
	return b.String()
}

// compilePattern returns the pattern, from a small cache.
func (sh *Shell) compilePattern(pat string) *pattern.Pattern { return sh.pattern(pat, 0) }

func (sh *Shell) compilePatternCase(pat string) *pattern.Pattern {
	var f pattern.Flags
	if sh.shopts[sNocasematch] {
		f = pattern.NoCase
	}
	return sh.pattern(pat, f)
}

type patternKey struct {
	s string
	f pattern.Flags
}

func (sh *Shell) pattern(pat string, f pattern.Flags) *pattern.Pattern {
	if sh.shopts[sExtglob] {
		f |= pattern.Extglob
	}
	if sh.byteLocale() {
		f |= pattern.Bytes
	}
	k := patternKey{pat, f}
	if p := sh.patterns[k]; p != nil {
		return p
	}
	p := pattern.Compile(pat, f)
	if len(sh.patterns) > 256 || sh.patterns == nil {
		sh.patterns = map[patternKey]*pattern.Pattern{}
	}
	sh.patterns[k] = p
	return p
}

// byteLocale tells whether the locale is C: each byte is a character.
func (sh *Shell) byteLocale() bool { return sh.bytes }

// sliceNumber evaluates an offset or a length; an error names the parameter.
func (sh *Shell) sliceNumber(param string, w *syntax.Word) int64 {
	text := sh.expandString(w)
	old := sh.cmdName
	defer func() { sh.cmdName = old }()
	sh.cmdName = param
	return sh.arithExpand(text)
}

// slice is ${v:offset:length}.
func (e *expander) slice(p *syntax.Param, v value, name, sub string, hasSub, quoted bool) bool {
	sh := e.sh
	if v.isList && hasSub { // of a variable that is no array, ${v[@]:1} is ${v:1}
		if w := sh.lookup(name); w != nil && !w.isArray() && w.dyn == nil {
			s, ok := w.scalar(sh)
			v = value{s: s, set: ok}
		}
	}
	if !v.isList && !v.set {
		e.add("", quoted)
		return false
	}
	if v.isList && len(v.list) == 0 && hasSub {
		e.elements(nil, v.star && !e.here, quoted)
		return !v.star
	}
	full := name
	if p.Indirect {
		full = "!" + p.Name
	} else if hasSub {
		full += "[" + sub + "]"
	}
	off := sh.sliceNumber(full, p.Arg)
	var n int64 // evaluated where the offset is inside only
	negLen := func(rest int64) {
		if n < 0 && rest+n < 0 {
			sh.reportf("%s: substring expression < 0", strings.TrimSpace(sh.expandString(p.Arg2)))
			panic(discard{status: 1})
		}
	}
	if !v.isList {
		if !v.set {
			e.add("", quoted)
			return false
		}
		length := int64(sh.chars(v.s))
		if off < 0 {
			off += length
		}
		if off < 0 || off > length {
			e.add("", quoted)
			return false
		}
		rest := length - off
		if p.HasArg2 {
			if n = sh.sliceNumber(full, p.Arg2); n < 0 {
				negLen(rest)
				n += rest
			}
			rest = min(rest, n)
		}
		start := sh.charOffset(v.s, int(off))
		end := start + sh.charOffset(v.s[start:], int(rest))
		e.add(v.s[start:end], quoted)
		return false
	}
	list := v.list
	size := func() { // evaluates the length
		if !p.HasArg2 {
			return
		}
		if n = sh.sliceNumber(full, p.Arg2); n < 0 {
			sh.reportf("%s: substring expression < 0", strings.TrimSpace(sh.expandString(p.Arg2)))
			panic(discard{status: 1})
		}
	}
	if name == "@" || name == "*" {
		length := int64(len(list)) + 1
		if off < 0 {
			off += length
		}
		switch {
		case off < 0 || off > length:
			list = nil
		case off == 0:
			size()
			list = append([]string{sh.arg0}, list...)
		default:
			size()
			list = list[min(off-1, int64(len(list))):]
		}
	} else {
		w := sh.lookup(name)
		var arr *indexed
		if w != nil && w.attr&aArray != 0 {
			arr = w.arr
		}
		if arr != nil {
			if off < 0 {
				off += arr.next()
			}
			if off < 0 || off >= arr.next() {
				list = nil
			} else {
				size()
				k, _ := arr.find(off)
				list = list[min(k, len(list)):]
			}
		} else {
			length := int64(len(list))
			if w != nil && w.attr&aAssoc != 0 { // counts from 1, and takes one at least
				if off < 0 {
					off += length + 1
				}
				if off > 0 {
					off--
				}
			}
			if off < 0 {
				off += length
			}
			if off < 0 || off > length {
				list = nil
			} else {
				if size(); w != nil && w.attr&aAssoc != 0 && n == 0 {
					n = 1
				}
				list = list[off:]
			}
		}
	}
	if p.HasArg2 && n < int64(len(list)) {
		list = list[:n]
	}
	e.elements(list, v.star && !e.here, quoted)
	return len(list) == 0 && !v.star
}

// transform is ${v@op}.
func (e *expander) transform(op byte, v value, name, sub string, hasSub, quoted bool) bool {
	sh := e.sh
	var variable *Var
	if syntax.IsName(name) {
		variable = sh.lookup(name)
	}
	if op != 'a' && op != 'A' && !v.isList && !v.set {
		if sh.opt(oNounset) {
			sh.unbound(name)
		}
		e.add("", quoted)
		return false
	}
	if (op == 'a' || op == 'A') && !hasSub && sh.refersToElement(name) {
		e.add("", quoted)
		return false
	}
	switch op {
	case 'a':
		flags := ""
		if variable != nil && variable.attr&aNameref == 0 { // a nameref without a target has none
			flags = attrLetters(variable.attr)
		}
		if v.isList && variable != nil && name != "@" && name != "*" {
			list := make([]string, len(v.list))
			if !variable.isSet() {
				list = make([]string, 1)
			}
			for i := range list {
				list[i] = flags
			}
			v.list = list
			return e.emit(v, quoted)
		}
		if v.isList {
			v.list = make([]string, len(v.list))
			return e.emit(v, quoted)
		}
		e.add(flags, quoted)
		return false
	case 'A':
		if name == "@" || name == "*" {
			if len(v.list) == 0 {
				e.add("", quoted)
				return false
			}
			list := make([]string, len(v.list))
			for i, a := range v.list {
				list[i] = quoteQ(a)
			}
			return e.setCommand(list, v.star, quoted)
		}
		if variable == nil {
			e.add("", quoted)
			return false
		}
		if v.isList && variable.isArray() {
			return e.command(strings.SplitN(sh.declareLine(variable), " ", 3), v.star, quoted)
		}
		if !v.set && (!v.isList || !variable.isSet()) {
			if fl := attrLetters(variable.attr); fl != "" {
				e.add("declare -"+fl+" "+variable.name, quoted)
			} else {
				e.add("", quoted)
			}
			return false
		}
		s := v.s
		if v.isList && len(v.list) > 0 {
			s = v.list[0]
		}
		target := variable.name
		if fl := attrLetters(variable.attr); fl != "" {
			e.add("declare -"+fl+" "+target+"="+quoteQ(s), quoted)
		} else {
			e.add(target+"="+quoteQ(s), quoted)
		}
		return false
	case 'K', 'k':
		if variable == nil || !variable.isArray() || !v.isList {
			break
		}
		keys := variable.keyList(sh)
		if op == 'k' {
			var list []string
			for i, k := range keys {
				list = append(list, k, v.list[i])
			}
			v.list = list
			return e.emit(v, quoted)
		}
		var b strings.Builder
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(' ')
			}
			if variable.attr&aAssoc != 0 {
				k = assocKeyQuote(k)
			}
			b.WriteString(k + " " + doubleQuote(v.list[i]))
		}
		if variable.attr&aAssoc != 0 && len(keys) > 0 {
			b.WriteByte(' ')
		}
		e.add(b.String(), quoted)
		return false
	}
	f := func(s string) string { return s }
	switch op {
	case 'Q', 'K', 'k':
		f = quoteQ
	case 'E':
		f = syntax.AnsiC
	case 'P':
		f = func(s string) string { return sh.prompt(s) }
	case 'L':
		f = func(s string) string { return mapCase(s, toLower) }
	case 'U':
		f = func(s string) string { return mapCase(s, toUpper) }
	case 'u':
		f = func(s string) string { return mapFirst(s, toUpper) }
	}
	if v.isList {
		list := make([]string, len(v.list))
		for i, s := range v.list {
			list[i] = f(s)
		}
		v.list = list
	} else {
		v.s = f(v.s)
	}
	return e.emit(v, quoted)
}

// setCommand adds "set --" and the quoted positional parameters, for ${@@A}.
func (e *expander) setCommand(list []string, star, quoted bool) bool {
	apart := e.ifs.none || e.ifs.class[' '] != 0
	switch {
	case e.split && apart && (!quoted && e.ifs.none || quoted && !star):
		e.elements(append([]string{"set", "--"}, list...), false, quoted)
	case e.split && quoted && !star:
		list[0] = "set -- " + list[0]
		e.elements(list, false, true)
	case e.here || !star && (e.cond || e.ifs.none):
		e.add("set -- "+strings.Join(list, " "), quoted)
	default:
		e.add("set -- "+strings.Join(list, e.ifs.join), quoted)
	}
	return false
}

// command adds the words of a command that @A makes: "${a[@]@A}" are several.
func (e *expander) command(words []string, star, quoted bool) bool {
	if e.split && (!quoted && e.ifs.none || quoted && !star && (e.ifs.none || e.ifs.class[' '] != 0)) {
		e.elements(words, false, quoted)
	} else {
		e.add(strings.Join(words, " "), quoted)
	}
	return false
}

// globWord expands a pathname pattern; without a match it gives the word.
func (sh *Shell) globWord(out []string, pat, word string) []string {
	var flags pattern.Flags
	if sh.shopts[sExtglob] {
		flags |= pattern.Extglob
	}
	if !pattern.HasMeta(pat, flags) {
		return append(out, word)
	}
	list := sh.globPath(pat)
	if len(list) == 0 {
		switch {
		case sh.shopts[sFailglob]:
			sh.errorf("no match: %s", word)
			panic(discard{status: 1})
		case sh.shopts[sNullglob]:
			return out
		}
		return append(out, word)
	}
	return append(out, list...)
}

// globPath returns the sorted paths that a pattern matches.
func (sh *Shell) globPath(pat string) []string {
	g := &globber{sh: sh}
	if sh.shopts[sExtglob] {
		g.flags |= pattern.Extglob
	}
	if sh.shopts[sNocaseglob] {
		g.flags |= pattern.NoCase
	}
	rest := pat
	base := ""
	for strings.HasPrefix(rest, "/") {
		base += "/"
		rest = rest[1:]
	}
	g.walk(base, splitPath(rest))
	list := g.out
	if ignore := sh.get("GLOBIGNORE"); ignore != "" {
		kept := list[:0]
		var pats []*pattern.Pattern
		for _, p := range splitColons(ignore) {
			pats = append(pats, pattern.Compile(p, g.flags|pattern.Path))
		}
		for _, f := range list {
			b := f[strings.LastIndexByte(f, '/')+1:]
			skip := b == "." || b == ".."
			for _, p := range pats {
				skip = skip || p.Match(f)
			}
			if !skip {
				kept = append(kept, f)
			}
		}
		list = kept
	}
	sort.Strings(list)
	return list
}

// splitColons splits GLOBIGNORE, whose brackets may hold a colon.
func splitColons(s string) []string {
	var list []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			if strings.HasPrefix(s[i:], "[[:") {
				if e := strings.Index(s[i:], ":]"); e > 0 {
					i += e + 1
				}
			}
		case ':':
			list = append(list, s[start:i])
			start = i + 1
		}
	}
	return append(list, s[start:])
}

type globber struct {
	sh    *Shell
	flags pattern.Flags
	meta  bool // a directory before was a pattern
	out   []string
}

// splitPath splits a pattern at its slashes; the slashes stay with what is
// before them.
func splitPath(pat string) []string {
	var parts []string
	start, depth := 0, 0
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '\\':
			if i+1 < len(pat) && pat[i+1] != '/' {
				i++
			}
		case '(':
			depth++
		case ')':
			depth--
		case '/':
			if depth > 0 {
				continue
			}
			for i+1 < len(pat) && pat[i+1] == '/' {
				i++
			}
			parts = append(parts, pat[start:i+1])
			start = i + 1
		}
	}
	if start < len(pat) {
		parts = append(parts, pat[start:])
	}
	return parts
}

func (g *globber) walk(base string, parts []string) {
	sh := g.sh
	if sh.proc.ctx.Err() != nil {
		return
	}
	if len(parts) == 0 {
		g.out = append(g.out, base)
		return
	}
	part := parts[0]
	name := strings.TrimRight(part, "/")
	slash := part[len(name):]
	last := len(parts) == 1
	if strings.HasSuffix(name, "\\") && slash != "" && len(name) > 0 {
		name = name[:len(name)-1]
	}
	if name == "**" && sh.shopts[sGlobstar] {
		rest := parts[1:]
		for len(rest) > 0 && rest[0] == "**/" {
			rest = rest[1:]
		}
		if len(rest) == 1 && rest[0] == "**" {
			rest = nil
			slash = ""
			last = true
		}
		g.globstar(base, rest, last, slash)
		g.meta = true
		return
	}
	if !pattern.HasMeta(name, g.flags) {
		text := pattern.Unescape(name)
		path := base + text
		if text != "" || slash == "" {
			if _, err := sh.lstat(path); err != nil {
				return
			}
			if slash != "" {
				if i, err := sh.stat(path); err != nil || !i.IsDir() {
					return
				}
			}
		}
		g.walk(path+slash, parts[1:])
		return
	}
	dir := base
	if dir == "" {
		dir = "."
	}
	old := g.meta
	g.meta = true
	defer func() { g.meta = old }()
	list, err := sh.readDir(dir)
	if err != nil {
		return
	}
	m := pattern.Compile(name, g.flags)
	dotted := strings.HasPrefix(name, ".") || strings.HasPrefix(name, `\.`)
	explicit := dotted
	if !explicit && g.flags&pattern.Extglob != 0 && len(name) > 2 && name[1] == '(' && strings.IndexByte("?*+@", name[0]) >= 0 {
		explicit = strings.HasPrefix(name[2:], ".") || strings.Contains(name, "|.")
	}
	if dotted || explicit {
		extra := []vfs.Dirent{{Name: ".", Kind: vfs.Directory}, {Name: "..", Kind: vfs.Directory}}
		list = append(extra, list...)
	}
	period := pattern.Compile(name, g.flags|pattern.Period)
	for _, d := range list {
		if d.Name == "." || d.Name == ".." {
			if sh.shopts[sGlobskipdots] || !dotted {
				continue
			}
		}
		if d.Name[0] == '.' && !sh.shopts[sDotglob] {
			if !period.Match(d.Name) {
				continue
			}
		} else if !m.Match(d.Name) {
			continue
		}
		path := base + d.Name
		if slash != "" {
			if d.Kind != vfs.Directory {
				if d.Kind != vfs.Symlink {
					continue
				}
				if i, err := sh.stat(path); err != nil || !i.IsDir() {
					continue
				}
			}
		}
		g.walk(path+slash, parts[1:])
	}
}

// globstar matches any number of directories, and with last everything below.
func (g *globber) globstar(base string, rest []string, last bool, slash string) {
	sh := g.sh
	if !last {
		old := g.meta
		g.meta = true
		g.walk(base, rest)
		g.meta = old
	} else if slash != "" {
		if base != "" {
			g.out = append(g.out, base)
		}
	} else if base != "" {
		if g.meta {
			base2 := strings.TrimRight(base, "/")
			g.out = append(g.out, base2)
		} else {
			g.out = append(g.out, base)
		}
	}
	dir := base
	if dir == "" {
		dir = "."
	}
	list, err := sh.readDir(dir)
	if err != nil || sh.proc.ctx.Err() != nil {
		return
	}
	for _, d := range list {
		if d.Name[0] == '.' && !sh.shopts[sDotglob] {
			continue
		}
		path := base + d.Name
		if d.Kind == vfs.Directory {
			g.globstarBelow(path, rest, last, slash)
		} else if last && slash == "" {
			g.out = append(g.out, path)
		} else if last && d.Kind == vfs.Symlink {
			if i, err := sh.stat(path); err == nil && i.IsDir() {
				g.out = append(g.out, path+slash)
			}
		}
	}
}

func (g *globber) globstarBelow(path string, rest []string, last bool, slash string) {
	if last && slash == "" {
		g.out = append(g.out, path)
		// what is below, without the directory again
		sub := &globber{sh: g.sh, flags: g.flags}
		sub.globstar(path+"/", nil, true, "")
		for _, s := range sub.out {
			if s != path+"/" {
				g.out = append(g.out, s)
			}
		}
		return
	}
	g.globstar(path+"/", rest, last, slash)
}

// dirAt returns an entry of the directory stack.
func (sh *Shell) dirAt(n int, fromEnd bool) (string, bool) {
	stack := sh.dirStack()
	if fromEnd {
		n = len(stack) - 1 - n
	}
	if n < 0 || n >= len(stack) {
		return "", false
	}
	return stack[n], true
}

func (sh *Shell) dirStack() []string {
	return append([]string{sh.dir}, sh.dirs...)
}

// readAllLimit reads up to a limit.
func readAllLimit(r io.Reader, limit int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = vfs.EFBIG
	}
	return b, err
}
