package interp

import (
	"sort"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	register(
		&builtin{"compgen", compgen, "[-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]"},
		&builtin{"complete", complete, "[-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]"},
		&builtin{"compopt", compopt, "[-o|+o option] [-DEI] [name ...]"},
		&builtin{"bind", bind, "[-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]"},
	)
}

// completion is what complete says about a command.
type completion struct {
	options []string
	actions []string // by their long names
	glob    string
	words   *string
	fn      string
	cmd     string
	prefix  string
	suffix  string
	filter  string
	has     map[byte]bool
}

var actionLetters = map[byte]string{'a': "alias", 'b': "builtin", 'c': "command", 'd': "directory", 'e': "export", 'f': "file", 'g': "group", 'j': "job", 'k': "keyword", 's': "service", 'u': "user", 'v': "variable"}

// actionOrder is the order in which completions are made and shown.
var actionOrder = []string{"alias", "arrayvar", "binding", "builtin", "command", "directory", "disabled", "enabled", "export", "file", "function", "group", "helptopic", "hostname", "job", "keyword", "running", "service", "setopt", "shopt", "signal", "stopped", "user", "variable"}

var completionOptions = []string{"bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs"}

func known(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// parseCompletion reads the options that compgen and complete share.
func (sh *Shell) parseCompletion(opts []optArg) (c *completion, status int) {
	c = &completion{has: map[byte]bool{}}
	for _, o := range opts {
		c.has[o.c] = true
		switch o.c {
		case 'o':
			if !known(completionOptions, o.arg) {
				sh.builtinErrorf("%s: invalid option name", o.arg)
				return nil, 2
			}
			c.options = append(c.options, o.arg)
		case 'A':
			if !known(actionOrder, o.arg) {
				sh.builtinErrorf("%s: invalid action name", o.arg)
				return nil, 2
			}
			c.actions = append(c.actions, o.arg)
		case 'G':
			c.glob = o.arg
		case 'W':
			w := o.arg
			c.words = &w
		case 'F':
			c.fn = o.arg
			if strings.ContainsAny(c.fn, " \t\n;&|<>()$`") || c.fn == "" {
				sh.builtinErrorf("`%s': not a valid identifier", c.fn)
				return nil, 2
			}
		case 'C':
			c.cmd = o.arg
		case 'P':
			c.prefix = o.arg
		case 'S':
			c.suffix = o.arg
		case 'X':
			c.filter = o.arg
		default:
			if a := actionLetters[o.c]; a != "" {
				c.actions = append(c.actions, a)
			}
		}
	}
	return c, 0
}

const completionSpec = "abcdefgjko:prsuvA:G:W:P:S:X:F:C:DEI"

func compgen(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "abcdefgjko:suvA:G:W:P:S:X:F:C:")
	if !ok {
		return sh.usageError()
	}
	c, status := sh.parseCompletion(opts)
	if c == nil {
		return status
	}
	if len(opts) == 0 {
		return 0
	}
	word := ""
	if len(rest) > 0 {
		word = rest[0]
	}
	if c.has['F'] {
		sh.builtinErrorf("warning: -F option may not work as you expect")
	}
	if c.has['C'] {
		sh.builtinErrorf("warning: -C option may not work as you expect")
	}
	list := sh.complete(c, "compgen", word)
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s + "\n")
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	if len(list) == 0 {
		return 1
	}
	return 0
}

// complete returns the completions of a word.
func (sh *Shell) complete(c *completion, cmd, word string) []string {
	var list []string
	add := func(names []string) {
		for _, n := range names {
			if strings.HasPrefix(n, word) {
				list = append(list, n)
			}
		}
	}
	want := map[string]bool{}
	for _, a := range c.actions {
		want[a] = true
	}
	for _, a := range actionOrder {
		if want[a] {
			if a == "directory" || a == "file" {
				continue
			}
			names := sh.completeAction(a, word)
			if a != "keyword" && a != "signal" {
				sort.Strings(names)
			}
			add(names)
		}
	}
	if want["file"] {
		list = append(list, sh.completeFiles(word, false)...)
	} else if want["directory"] {
		list = append(list, sh.completeFiles(word, true)...)
	}
	if c.glob != "" {
		list = append(list, sh.globPath(c.glob)...)
	}
	if c.words != nil {
		for _, w := range sh.splitWordList(*c.words) {
			if strings.HasPrefix(w, word) {
				list = append(list, w)
			}
		}
	}
	if c.fn != "" {
		list = append(list, sh.completeFunc(c.fn, cmd, word)...)
	}
	if c.cmd != "" {
		t := &syntax.CmdSub{Src: c.cmd + " " + singleQuote(cmd) + " " + singleQuote(word) + " ''", Line: sh.line}
		if out := sh.substitute(t); out != "" {
			list = append(list, strings.Split(out, "\n")...)
		}
	}
	if c.filter != "" {
		pat, not := c.filter, false
		if strings.HasPrefix(pat, "!") {
			pat, not = pat[1:], true
		}
		pat = ampWord(pat, word)
		m := pattern.Compile(pat, pattern.Extglob)
		kept := list[:0:0]
		for _, s := range list {
			if m.Match(s) == not {
				kept = append(kept, s)
			}
		}
		list = kept
	}
	for i := range list {
		list[i] = c.prefix + list[i] + c.suffix
	}
	if len(list) == 0 && known(c.options, "dirnames") || known(c.options, "plusdirs") {
		list = append(list, sh.completeFiles(word, true)...)
	}
	if len(list) == 0 && (known(c.options, "default") || known(c.options, "bashdefault")) {
		list = append(list, sh.completeFiles(word, false)...)
	}
	return list
}

// ampWord puts the word in the place of an unescaped &.
func ampWord(pat, word string) string {
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		switch {
		case pat[i] == '\\' && i+1 < len(pat) && pat[i+1] == '&':
			b.WriteByte('&')
			i++
		case pat[i] == '&':
			b.WriteString(pattern.Escape(word))
		default:
			b.WriteByte(pat[i])
		}
	}
	return b.String()
}

// splitWordList splits the word list of -W by IFS, with quoting, and expands
// each word.
func (sh *Shell) splitWordList(s string) []string {
	ifs := sh.ifs()
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			w := &syntax.Word{Raw: s[start:end], Line: sh.line, Mode: syntax.NoTilde}
			out = append(out, sh.expandString(w))
			start = -1
		}
	}
	depth := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\':
			if start < 0 {
				start = i
			}
			i++
			continue
		case c == '\'' || c == '"':
			if start < 0 {
				start = i
			}
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' && c == '"' {
					i++
				}
			}
			continue
		case c == '(' && i > 0 && s[i-1] == '$' || c == '{' && i > 0 && s[i-1] == '$':
			depth++
		case (c == ')' || c == '}') && depth > 0:
			depth--
		}
		if depth == 0 && ifs.class[c] != 0 {
			flush(i)
			continue
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(s))
	return out
}

func (sh *Shell) completeFunc(fn, cmd, word string) []string {
	f := sh.funcs[fn]
	if f == nil {
		sh.errorf("warning: programmable_completion: function `%s' not found", fn)
		return nil
	}
	for _, n := range []string{"COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY"} {
		sh.setVar(n, "")
	}
	sh.vars["COMP_WORDS"] = &Var{name: "COMP_WORDS", attr: aArray, arr: &indexed{}}
	sh.setVar("COMP_CWORD", "-1")
	sh.unsetQuiet("COMPREPLY")
	sh.completing = &completion{}
	old := sh.cmdName
	sh.cmdName = ""
	sh.callFunction(f, []string{cmd, word, ""}, nil)
	sh.cmdName = old
	sh.completing = nil
	var list []string
	if v := sh.lookup("COMPREPLY"); v != nil {
		list = append(list, v.list(sh)...)
	}
	for _, n := range []string{"COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY", "COMP_WORDS", "COMP_CWORD", "COMPREPLY"} {
		sh.unsetQuiet(n)
	}
	return list
}

func (sh *Shell) completeAction(a, word string) []string {
	var l []string
	vars := func(ok func(*Var) bool) {
		for n, v := range sh.vars {
			if ok(v) {
				l = append(l, n)
			}
		}
	}
	switch a {
	case "alias":
		for n := range sh.aliases {
			l = append(l, n)
		}
	case "arrayvar":
		vars(func(v *Var) bool { return v.isArray() })
	case "binding":
		l = append(l, readlineFunctions...)
	case "builtin":
		for n := range builtins {
			l = append(l, n)
		}
	case "command":
		seen := map[string]bool{}
		put := func(n string) {
			if !seen[n] {
				seen[n] = true
				l = append(l, n)
			}
		}
		for _, n := range sh.completeAction("alias", word) {
			put(n)
		}
		for _, n := range keywordList {
			put(n)
		}
		for n := range sh.funcs {
			put(n)
		}
		for n := range builtins {
			put(n)
		}
		for _, d := range strings.Split(sh.get("PATH"), ":") {
			list, err := sh.readDir(d)
			if err != nil || d == "" {
				continue
			}
			for _, e := range list {
				if strings.HasPrefix(e.Name, word) && sh.k.fs.Access(sh.proc.ctx, sh.path(d+"/"+e.Name), 1) == nil && e.Kind != vfs.Directory {
					put(e.Name)
				}
			}
		}
	case "disabled":
		for n := range sh.disabled {
			l = append(l, n)
		}
	case "enabled":
		for n := range builtins {
			if !sh.disabled[n] {
				l = append(l, n)
			}
		}
	case "export":
		vars(func(v *Var) bool { return v.attr&aExport != 0 })
	case "function":
		for n := range sh.funcs {
			l = append(l, n)
		}
	case "group", "user":
		l = []string{"root", "user"}
	case "helptopic":
		for n := range builtins {
			l = append(l, n)
		}
		l = append(l, "case", "for", "function", "if", "select", "time", "until", "while", "variables", "coproc")
	case "hostname":
		l = []string{"localhost", sh.get("HOSTNAME")}
	case "job", "running", "stopped":
		for _, j := range sh.jobs {
			if a == "running" && (j.done() || j.stopped()) || a == "stopped" && !j.stopped() {
				continue
			}
			n, _, _ := strings.Cut(j.text, " ")
			l = append(l, n)
		}
	case "keyword":
		l = append(l, keywordList...)
		kept := l[:0]
		for _, n := range l {
			if strings.HasPrefix(n, word) {
				kept = append(kept, n)
			}
		}
		return kept
	case "setopt":
		l = append(l, optionNames[:]...)
	case "shopt":
		l = append(l, shoptNames[:]...)
	case "signal":
		l = append(l, "EXIT")
		for n := 1; n <= 64; n++ {
			if s := signalNames[n]; s != "" {
				l = append(l, "SIG"+s)
			}
		}
		l = append(l, "DEBUG", "ERR", "RETURN")
	case "variable":
		vars(func(*Var) bool { return true })
	}
	return l
}

// completeFiles returns the files whose name begins with the word.
func (sh *Shell) completeFiles(word string, dirs bool) []string {
	dir, base := "", word
	if i := strings.LastIndexByte(word, '/'); i >= 0 {
		dir, base = word[:i+1], word[i+1:]
	}
	d := dir
	if d == "" {
		d = "."
	}
	if strings.HasPrefix(d, "~/") {
		d = sh.tilde("") + d[1:]
	}
	list, err := sh.readDir(d)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range list {
		if !strings.HasPrefix(e.Name, base) {
			continue
		}
		if dirs {
			if i, err := sh.stat(d + "/" + e.Name); err != nil || !i.IsDir() {
				continue
			}
		}
		out = append(out, dir+e.Name)
	}
	return out
}

// completionName is where a specification for something else than a command
// is kept.
func completionTargets(opts []optArg, names []string) []string {
	for _, o := range opts {
		switch o.c {
		case 'D', 'E', 'I':
			return []string{"\x00" + string(o.c)}
		}
	}
	return names
}

func complete(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, completionSpec)
	if !ok {
		return sh.usageError()
	}
	c, status := sh.parseCompletion(opts)
	if c == nil {
		return status
	}
	names := completionTargets(opts, rest)
	if c.has['r'] {
		if len(names) == 0 {
			sh.completions = nil
			return 0
		}
		for _, n := range names {
			if sh.completions[n] == nil {
				sh.builtinErrorf("%s: no completion specification", n)
				status = 1
			}
			delete(sh.completions, n)
		}
		return status
	}
	if c.has['p'] || len(args) == 0 {
		var b strings.Builder
		if len(names) == 0 {
			for n := range sh.completions {
				names = append(names, n)
			}
			hashOrder(names, func(string) int { return 0 }, 512)
		}
		for _, n := range names {
			x := sh.completions[n]
			if x == nil {
				sh.builtinErrorf("%s: no completion specification", n)
				status = 1
				continue
			}
			b.WriteString(x.show(n) + "\n")
		}
		if s := sh.print(b.String()); s != 0 {
			return s
		}
		return status
	}
	if len(names) == 0 {
		return sh.usageError()
	}
	if sh.completions == nil {
		sh.completions = map[string]*completion{}
	}
	for _, n := range names {
		sh.completions[n] = c
	}
	return 0
}

// show is the command that makes the specification.
func (c *completion) show(name string) string {
	s := "complete"
	for _, o := range completionOptions {
		if known(c.options, o) {
			s += " -o " + o
		}
	}
	letters := map[string]byte{}
	for l, a := range actionLetters {
		letters[a] = l
	}
	for _, a := range []string{"alias", "builtin", "command", "directory", "export", "file", "group", "job", "keyword", "service", "user", "variable"} {
		if known(c.actions, a) {
			s += " -" + string(letters[a])
		}
	}
	for _, a := range actionOrder {
		if letters[a] == 0 && known(c.actions, a) {
			s += " -A " + a
		}
	}
	put := func(l byte, v string) {
		if c.has[l] {
			s += " -" + string(l) + " " + singleQuote(v)
		}
	}
	put('G', c.glob)
	if c.words != nil {
		put('W', *c.words)
	}
	put('P', c.prefix)
	put('S', c.suffix)
	put('X', c.filter)
	put('C', c.cmd)
	if c.fn != "" {
		s += " -F " + c.fn
	}
	if strings.HasPrefix(name, "\x00") {
		return s + " -" + name[1:]
	}
	return s + " " + backslashQuote(name)
}

func compopt(sh *Shell, args []string) int {
	var on, off []string
	var names []string
	target := ""
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-o" || a == "+o":
			i++
			if i >= len(args) {
				sh.builtinErrorf("%s: option requires an argument", a)
				return sh.usageError()
			}
			if !known(completionOptions, args[i]) {
				sh.builtinErrorf("%s: invalid option name", args[i])
				return 2
			}
			if a == "-o" {
				on = append(on, args[i])
			} else {
				off = append(off, args[i])
			}
		case a == "-D" || a == "-E" || a == "-I":
			target = "\x00" + a[1:]
		case a == "--":
			names = append(names, args[i+1:]...)
			i = len(args)
		case a == "--help":
			sh.showHelp("compopt")
			return 2
		case len(a) > 1 && a[0] == '-':
			sh.builtinErrorf("%s: invalid option", a)
			return sh.usageError()
		default:
			names = append(names, a)
		}
	}
	change := func(c *completion) *completion {
		n := *c
		n.options = nil
		for _, o := range completionOptions {
			if (known(c.options, o) || known(on, o)) && !known(off, o) {
				n.options = append(n.options, o)
			}
		}
		return &n
	}
	if target != "" {
		names = []string{target}
	}
	if len(names) == 0 {
		if sh.completing == nil {
			sh.builtinErrorf("not currently executing completion function")
			return 1
		}
		sh.completing = change(sh.completing)
		return 0
	}
	status := 0
	for _, n := range names {
		c := sh.completions[n]
		if c == nil {
			sh.builtinErrorf("%s: no completion specification", n)
			status = 1
			continue
		}
		if len(on)+len(off) == 0 {
			line := "compopt"
			for _, o := range completionOptions {
				if known(c.options, o) {
					line += " -o " + o
				} else {
					line += " +o " + o
				}
			}
			sh.print(line + " " + n + "\n")
			continue
		}
		sh.completions[n] = change(c)
	}
	return status
}

// bind keeps key bindings, which nothing here presses.
func bind(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "lvpPsSVXf:q:u:m:r:x:")
	if !ok {
		return sh.usageError()
	}
	sh.builtinErrorf("warning: line editing not enabled")
	var b strings.Builder
	status := 0
	var keys []string
	for k := range sh.bindings {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, o := range opts {
		switch o.c {
		case 'l':
			b.WriteString(strings.Join(readlineFunctions, "\n") + "\n")
		case 'v':
			for _, v := range readlineVariables {
				b.WriteString("set " + v[0] + " " + v[1] + "\n")
			}
		case 'V':
			for _, v := range readlineVariables {
				b.WriteString(v[0] + " is set to `" + v[1] + "'\n")
			}
		case 'X', 's', 'S', 'p', 'P':
			for _, k := range keys {
				v := sh.bindings[k]
				switch {
				case o.c == 'X' && strings.HasPrefix(v, "x"):
					b.WriteString(k + ": " + doubleQuote(v[1:]) + "\n")
				case (o.c == 's' || o.c == 'S') && strings.HasPrefix(v, "s"):
					b.WriteString(k + ": " + v[1:] + "\n")
				case (o.c == 'p' || o.c == 'P') && strings.HasPrefix(v, "f"):
					b.WriteString(k + ": " + v[1:] + "\n")
				}
			}
		case 'm':
			if !known([]string{"emacs", "emacs-standard", "emacs-meta", "emacs-ctlx", "vi", "vi-move", "vi-command", "vi-insert"}, o.arg) {
				sh.builtinErrorf("`%s': invalid keymap name", o.arg)
				return 1
			}
		case 'q':
			if !known(readlineFunctions, o.arg) {
				sh.builtinErrorf("`%s': unknown function name", o.arg)
				status = 1
				break
			}
			status = 1
			for _, k := range keys {
				if sh.bindings[k] == "f"+o.arg {
					b.WriteString(o.arg + " can be invoked via " + k + ".\n")
					status = 0
				}
			}
			if status == 1 {
				b.WriteString(o.arg + " is not bound to any keys.\n")
			}
		case 'u':
			if !known(readlineFunctions, o.arg) {
				sh.builtinErrorf("`%s': unknown function name", o.arg)
				status = 1
				break
			}
			for _, k := range keys {
				if sh.bindings[k] == "f"+o.arg {
					delete(sh.bindings, k)
				}
			}
		case 'r':
			delete(sh.bindings, "\""+strings.Trim(o.arg, "\"")+"\"")
		case 'x':
			k, v, ok := strings.Cut(o.arg, ":")
			if !ok {
				sh.builtinErrorf("%s: first non-whitespace character is not `\"'", o.arg)
				return 1
			}
			sh.setBinding(strings.TrimSpace(k), "x"+strings.TrimSpace(v))
		case 'f':
			text, err := sh.k.fs.ReadFile(sh.proc.ctx, sh.path(o.arg), 1<<20)
			if err != nil {
				sh.builtinErrorf("%s: cannot read: %s", o.arg, vfs.ErrText(err))
				return 1
			}
			for _, l := range strings.Split(string(text), "\n") {
				if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
					sh.bindLine(l)
				}
			}
		}
	}
	for _, r := range rest {
		sh.bindLine(r)
	}
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

func (sh *Shell) setBinding(key, v string) {
	if sh.bindings == nil {
		sh.bindings = map[string]string{}
	}
	if !strings.HasPrefix(key, "\"") {
		key = "\"" + key + "\""
	}
	if len(sh.bindings) < 4096 {
		sh.bindings[key] = v
	}
}

func (sh *Shell) bindLine(l string) {
	if strings.HasPrefix(l, "set ") {
		return
	}
	k, v, ok := strings.Cut(l, ":")
	if !ok {
		sh.output(2, []byte("readline: "+l+": no key sequence terminator\n"))
		return
	}
	v = strings.TrimSpace(v)
	kind := "f"
	if strings.HasPrefix(v, "\"") {
		kind = "s"
	}
	sh.setBinding(strings.TrimSpace(k), kind+v)
}
