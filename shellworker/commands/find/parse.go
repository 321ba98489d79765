package find

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/pattern"
	"github.com/capshell/capshell/shellworker/regex"
)

// maxDepth bounds how deep parentheses may nest.
const maxNesting = 2000

type parser struct {
	f      *finder
	args   []string
	i      int
	toks   []tok
	k      int
	action bool // an action was named, so -print isn't implied
	depth  int
	prune  bool
	del    bool
	deep   bool   // -depth was given
	test   string // the first argument that is no option, for warnings
}

// tok is a token of the expression: an operator or a primary.
type tok struct {
	op   string // ( ) ! -a -o , or "" for a primary
	text string
	eval eval
}

func (f *finder) parse(args []string) {
	p := &parser{f: f, args: args}
	p.lex()
	if len(p.toks) > 0 {
		f.root = p.list()
		if p.k < len(p.toks) {
			if p.toks[p.k].op == ")" {
				f.fatal("you have too many ')'")
			}
			f.fatal("invalid expression")
		}
	}
	if p.del && p.prune && !p.deep {
		f.fatal("The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  If you want to carry on anyway, just explicitly use the -depth option.")
	}
	if !p.action {
		print := f.printer(f.p.Out, "\n")
		if f.root == nil {
			f.root = print
		} else {
			expr := f.root
			f.root = func(v *visit) bool { return expr(v) && !f.quit && print(v) }
		}
	}
}

// lex turns the arguments into tokens; each primary takes its own arguments.
func (p *parser) lex() {
	f := p.f
	last := ""
	for p.i < len(p.args) {
		a := p.args[p.i]
		p.i++
		p.order(a)
		switch a {
		case "(", ")", "!", ",":
			p.toks = append(p.toks, tok{op: a, text: a})
			continue
		case "-not":
			p.toks = append(p.toks, tok{op: "!", text: a})
			continue
		case "-a", "-and":
			p.toks = append(p.toks, tok{op: "-a", text: a})
			continue
		case "-o", "-or":
			p.toks = append(p.toks, tok{op: "-o", text: a})
			continue
		}
		if a == "" || a[0] != '-' || len(a) == 1 {
			f.p.Errorf("paths must precede expression: `%s'", a)
			if p.i > 1 && a != "" {
				if _, err := f.p.Lstat(f.ctx, a); err == nil && last != "" {
					f.p.Errorf("possible unquoted pattern after predicate `%s'?", last)
				}
			}
			f.p.Exit(1)
		}
		last = a
		e := p.primary(a)
		p.toks = append(p.toks, tok{text: a, eval: e})
	}
}

// globalOptions hold for the whole expression, wherever they stand.
var globalOptions = []string{"-d", "-depth", "-files0-from", "-ignore_readdir_race", "-maxdepth", "-mindepth", "-mount", "-noignore_readdir_race", "-noleaf", "-xdev"}

// placedOptions are options that hold from where they stand.
var placedOptions = []string{"-daystart", "-follow", "-nowarn", "-regextype", "-warn"}

// order warns of a global option behind a test.
func (p *parser) order(a string) {
	switch {
	case slices.Contains(placedOptions, a):
	case !slices.Contains(globalOptions, a):
		p.test = cmp.Or(p.test, a)
	case p.test != "":
		p.warning("you have specified the global option %s after the argument %s, but global options are not positional, i.e., %s affects tests specified before it as well as those specified after it.  Please specify global options before other arguments.", a, p.test, a)
	}
}

// warning says something that -warn asks for.
func (p *parser) warning(format string, args ...any) {
	if p.f.warn {
		p.f.p.Errorf("warning: "+format, args...)
	}
}

func (p *parser) peek() *tok {
	if p.k < len(p.toks) {
		return &p.toks[p.k]
	}
	return nil
}

func (p *parser) list() eval {
	l := p.or()
	for t := p.peek(); t != nil && t.op == ","; t = p.peek() {
		p.k++
		p.need(t)
		a, b := l, p.or()
		l = func(v *visit) bool {
			a(v)
			return !v.f.quit && b(v)
		}
	}
	return l
}

// need ends the command where nothing follows an operator.
func (p *parser) need(t *tok) {
	if n := p.peek(); n == nil {
		p.f.fatal("expected an expression after '%s'", t.text)
	}
}

func (p *parser) or() eval {
	l := p.and()
	for t := p.peek(); t != nil && t.op == "-o"; t = p.peek() {
		p.k++
		p.need(t)
		a, b := l, p.and()
		l = func(v *visit) bool { return a(v) || !v.f.quit && b(v) }
	}
	return l
}

func (p *parser) and() eval {
	l := p.not()
	for t := p.peek(); t != nil && (t.op == "" || t.op == "!" || t.op == "(" || t.op == "-a"); t = p.peek() {
		if t.op == "-a" {
			p.k++
			p.need(t)
		}
		a, b := l, p.not()
		l = func(v *visit) bool { return a(v) && !v.f.quit && b(v) }
	}
	return l
}

func (p *parser) not() eval {
	t := p.peek()
	if t == nil {
		p.f.fatal("invalid expression")
	}
	if p.depth++; p.depth > maxNesting {
		p.f.fatal("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	p.k++
	switch t.op {
	case "":
		return t.eval
	case "!":
		p.need(t)
		e := p.not()
		return func(v *visit) bool { return !e(v) }
	case "(":
		if n := p.peek(); n != nil && n.op == ")" {
			p.f.fatal("invalid expression; empty parentheses are not allowed.")
		}
		if p.peek() == nil {
			p.f.fatal("invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('")
		}
		e := p.list()
		if n := p.peek(); n == nil || n.op != ")" {
			p.f.fatal("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
		}
		p.k++
		return e
	case ")":
		if p.k == 1 {
			p.f.fatal("you have too many ')'")
		}
		p.f.fatal("invalid expression: expected expression before closing parentheses '%s'.", ")")
	}
	p.f.fatal("invalid expression; you have used a binary operator '%s' with nothing before it.", t.text)
	return nil
}

func always(*visit) bool { return true }

// arg takes a primary's argument.
func (p *parser) arg(name string) string {
	if p.i >= len(p.args) {
		p.f.fatal("missing argument to `%s'", name)
	}
	p.i++
	return p.args[p.i-1]
}

// primary reads one option, test or action.
func (p *parser) primary(name string) eval {
	f := p.f
	switch name {
	case "-daystart":
		f.daystart = true
		return always
	case "-depth", "-d":
		if name == "-d" {
			p.warning("the -d option is deprecated; please use -depth instead, because the latter is a POSIX-compliant feature.")
		}
		f.depth, p.deep = true, true
		return always
	case "-files0-from":
		f.files0, f.hasFiles0 = p.arg(name), true
		return always
	case "-follow":
		f.follow = 'L'
		return always
	case "-maxdepth", "-mindepth":
		s := p.arg(name)
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			f.fatal("Expected a positive decimal integer argument to %s, but got %s", name, f.p.Quote(s))
		}
		if name == "-maxdepth" {
			f.maxDepth = int(n)
		} else {
			f.minDepth = int(n)
		}
		return always
	case "-mount", "-xdev":
		f.oneFS = true
		return always
	case "-noleaf", "-ignore_readdir_race", "-noignore_readdir_race":
		return always
	case "-warn", "-nowarn":
		f.warn = name == "-warn"
		return always
	case "-help", "--help":
		f.p.ShowHelp()
	case "-version", "--version":
		f.p.ShowVersion()
	case "-regextype":
		f.regexType = p.arg(name)
		if _, ok := regexTypes[f.regexType]; !ok {
			var names []string
			for _, n := range regexTypeNames {
				names = append(names, f.p.Quote(n))
			}
			f.fatal("Unknown regular expression type %s; valid types are %s.", f.p.Quote(f.regexType), strings.Join(names, ", "))
		}
		return always
	case "-true":
		return always
	case "-false":
		return func(*visit) bool { return false }
	case "-name", "-iname":
		s := p.arg(name)
		if strings.Contains(s, "/") {
			p.warning("%s matches against basenames only, but the given pattern contains a directory separator (%s), thus the expression will evaluate to false all the time.  Did you mean %s?",
				f.p.Quote(name), f.p.Quote("/"), f.p.Quote(strings.Replace(name, "name", "wholename", 1)))
		}
		m := f.pattern(s, name == "-iname")
		return func(v *visit) bool { return m.Match(v.base()) }
	case "-path", "-wholename", "-ipath", "-iwholename":
		s := p.arg(name)
		if strings.HasSuffix(s, "/") {
			p.warning("%s %s will not match anything because it ends with /.", name, s)
		}
		m := f.pattern(s, name[1] == 'i')
		return func(v *visit) bool { return m.Match(v.path) }
	case "-lname", "-ilname":
		m := f.pattern(p.arg(name), name == "-ilname")
		return func(v *visit) bool {
			return v.kind == vfs.Symlink && m.Match(v.stat().Target)
		}
	case "-regex", "-iregex":
		return p.regex(p.arg(name), name == "-iregex")
	case "-type", "-xtype":
		return p.types(name, p.arg(name))
	case "-empty":
		return func(v *visit) bool {
			switch v.kind {
			case vfs.Regular:
				return v.stat().Size == 0 && !v.gone
			case vfs.Directory:
				l, err := f.p.FS.ReadDir(f.ctx, f.p.Path(v.path))
				if err != nil {
					f.complain(v.path, err)
				}
				return err == nil && len(l) == 0
			}
			return false
		}
	case "-readable", "-writable", "-executable":
		want := map[string]uint32{"-readable": 4, "-writable": 2, "-executable": 1}[name]
		return func(v *visit) bool { return f.p.FS.Access(f.ctx, f.p.Path(v.path), want) == nil }
	case "-fstype":
		t := p.arg(name)
		return func(v *visit) bool { return t == fsType }
	case "-nouser", "-nogroup":
		return func(*visit) bool { return false }
	case "-user", "-group":
		s := p.arg(name)
		find := commands.UserID
		if name == "-group" {
			find = commands.GroupID
		}
		id, ok := find(s)
		if !ok {
			what := "user"
			if name == "-group" {
				what = "group"
			}
			if s == "" {
				f.fatal("The argument to %s should not be empty", name)
			}
			if name == "-group" {
				f.fatal("%s is not the name of an existing group", f.p.Quote(s))
			}
			f.fatal("%s is not the name of a known %s", f.p.Quote(s), what)
		}
		return func(*visit) bool { return id == commands.UID }
	case "-uid", "-gid":
		cmp := p.number(name)
		return func(*visit) bool { return cmp(commands.UID) }
	case "-inum":
		cmp := p.number(name)
		return func(v *visit) bool { return cmp(int64(v.stat().Ino)) }
	case "-links":
		cmp := p.number(name)
		return func(v *visit) bool { return cmp(int64(v.stat().Nlink)) }
	case "-size":
		return p.size(p.arg(name))
	case "-perm":
		return p.perm(p.arg(name))
	case "-samefile":
		i := p.reference(p.arg(name))
		return func(v *visit) bool { s := v.stat(); return s.Ino == i.Ino && s.Dev == i.Dev }
	case "-newer", "-anewer", "-cnewer":
		i := p.reference(p.arg(name))
		which := byte('m')
		if name != "-newer" {
			which = name[1]
		}
		return func(v *visit) bool { return timeOf(v.stat(), which) > i.Mtime }
	case "-amin", "-cmin", "-mmin":
		return p.age(name, name[1], 60)
	case "-atime", "-ctime", "-mtime":
		return p.age(name, name[1], 86400)
	case "-used":
		return p.used(name)
	case "-context":
		f.fatal("invalid predicate -context: SELinux is not enabled.")
	case "-delete":
		f.depth, p.action, p.del = true, true, true
		return f.delete
	case "-prune":
		p.prune = true
		return func(v *visit) bool {
			v.prune = true
			return true
		}
	case "-quit":
		return func(v *visit) bool {
			f.quit = true
			return true
		}
	case "-print":
		p.action = true
		return f.printer(f.p.Out, "\n")
	case "-print0":
		p.action = true
		return f.printer(f.p.Out, "\x00")
	case "-fprint", "-fprint0":
		p.action = true
		end := "\n"
		if name == "-fprint0" {
			end = "\x00"
		}
		return f.printer(f.writer(p.arg(name)), end)
	case "-printf":
		p.action = true
		return f.printf(f.p.Out, p.arg(name))
	case "-fprintf":
		p.action = true
		file := p.arg(name)
		if p.i >= len(p.args) {
			f.fatal("invalid argument `%s' to `%s'", file, name)
		}
		format := p.arg(name)
		return f.printf(f.writer(file), format)
	case "-ls":
		p.action = true
		return f.ls(f.p.Out)
	case "-fls":
		p.action = true
		return f.ls(f.writer(p.arg(name)))
	case "-exec", "-execdir", "-ok", "-okdir":
		p.action = true
		return p.exec(name)
	}
	if strings.HasPrefix(name, "-newer") && len(name) == 8 {
		return p.newerXY(name)
	}
	f.fatal("unknown predicate `%s'", name)
	return nil
}

// fsType is the file system's type, for -fstype and %F.
const fsType = "capfs"

func (f *finder) pattern(s string, fold bool) *pattern.Pattern {
	var flags pattern.Flags
	if !f.p.UTF8() {
		flags |= pattern.Bytes
	}
	if fold {
		flags |= pattern.NoCase
	}
	return pattern.Compile(s, flags)
}

var regexTypeNames = []string{"findutils-default", "ed", "emacs", "gnu-awk", "grep", "posix-awk", "awk", "posix-basic", "posix-egrep", "egrep", "posix-extended", "posix-minimal-basic", "sed"}

var regexTypes = map[string]regex.Syntax{"findutils-default": regex.Emacs, "emacs": regex.Emacs, "ed": regex.Basic, "gnu-awk": regex.Awk,
	"grep": regex.GrepBasic, "posix-awk": regex.Awk, "awk": regex.Awk, "posix-basic": regex.Basic, "posix-egrep": regex.GrepExtended,
	"egrep": regex.GrepExtended, "posix-extended": regex.Extended, "posix-minimal-basic": regex.PosixBasic, "sed": regex.Basic}

func (p *parser) regex(s string, fold bool) eval {
	f := p.f
	var flags regex.Flags
	if f.p.UTF8() {
		flags |= regex.UTF8
	}
	if fold {
		flags |= regex.IgnoreCase
	}
	if f.regexType == "emacs" {
		s = dotButNewline(s)
	}
	re, err := regex.Compile(s, regexTypes[f.regexType], flags|regex.WholeLine)
	if err != nil {
		f.fatal("failed to compile regular expression '%s': %s", s, err)
	}
	return func(v *visit) bool { return re.Match([]byte(v.path)) }
}

// dotButNewline lets the dots of an expression match no newline.
func dotButNewline(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case c == '[':
			start := i
			if i++; i < len(s) && s[i] == '^' {
				i++
			}
			for i++; i < len(s) && s[i] != ']'; i++ { // the first may be ]
			}
			b.WriteString(s[start:min(i+1, len(s))])
		case c == '.':
			b.WriteString("[^\n]")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (p *parser) types(name, s string) eval {
	f := p.f
	set := map[byte]bool{}
	if s == "" {
		f.fatal("Arguments to %s should contain at least one letter", name)
	}
	for i := 0; i < len(s); {
		c := s[i]
		if strings.IndexByte("bcdpflsD", c) < 0 || c == 'D' {
			if c == 'D' {
				f.fatal("%s %c is not supported because Solaris doors are not supported on the platform find was compiled on.", name, c)
			}
			f.fatal("Unknown argument to %s: %c", name, c)
		}
		if set[c] {
			f.fatal("Duplicate file type '%c' in the argument list to %s.", c, name)
		}
		set[c] = true
		if i++; i == len(s) {
			break
		}
		if s[i] != ',' {
			f.fatal("Must separate multiple arguments to %s using: ','", name)
		}
		if i++; i == len(s) {
			f.fatal("Last file type in list argument to %s is missing, i.e., list is ending on: ','", name)
		}
	}
	if name == "-type" {
		return func(v *visit) bool { return set[typeLetter(v.kind)] }
	}
	return func(v *visit) bool {
		if v.kind != vfs.Symlink && !v.follow {
			return set[typeLetter(v.kind)]
		}
		if v.follow { // -xtype is then about the link itself
			i, err := f.p.Lstat(f.ctx, v.path)
			return err == nil && set[typeLetter(i.Kind)]
		}
		i, err := f.lookup(v.path, true)
		if err != nil && vfs.ErrnoOf(err) == vfs.ELOOP {
			return set['l']
		}
		return err == nil && set[typeLetter(i.Kind)]
	}
}

func typeLetter(k vfs.Kind) byte {
	if c := filemode.Letter(k); c != '-' {
		return c
	}
	return 'f'
}

// compareNumber reads [+-]N; n is the number behind the sign.
func compareNumber(s string) (sign byte, rest string) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[0], s[1:]
	}
	return '=', s
}

func (p *parser) number(name string) func(int64) bool {
	s := p.arg(name)
	sign, rest := compareNumber(s)
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil || n < 0 {
		p.f.fatal("invalid argument `%s' to `%s'", s, name)
	}
	return func(v int64) bool {
		switch sign {
		case '+':
			return v > n
		case '-':
			return v < n
		}
		return v == n
	}
}

func (p *parser) size(s string) eval {
	unit := int64(512)
	num := s
	if s == "" {
		p.f.fatal("invalid null argument to -size")
	}
	switch c := s[len(s)-1]; c {
	case 'b':
		num = s[:len(s)-1]
	case 'c':
		unit, num = 1, s[:len(s)-1]
	case 'w':
		unit, num = 2, s[:len(s)-1]
	case 'k':
		unit, num = 1024, s[:len(s)-1]
	case 'M':
		unit, num = 1<<20, s[:len(s)-1]
	case 'G':
		unit, num = 1<<30, s[:len(s)-1]
	default:
		if c < '0' || c > '9' {
			p.f.fatal("invalid -size type `%c'", c)
		}
	}
	sign, rest := compareNumber(num)
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil || n < 0 {
		p.f.fatal("Invalid argument `%s' to -size", s)
	}
	return func(v *visit) bool {
		size := commands.StatSize(*v.stat())
		u := size / unit
		if size%unit != 0 {
			u++
		}
		switch sign {
		case '+':
			return u > n
		case '-':
			return u < n
		}
		return u == n
	}
}

func (p *parser) perm(s string) eval {
	kind, mode := byte('='), s
	if s != "" && (s[0] == '-' || s[0] == '/') {
		kind, mode = s[0], s[1:]
	}
	ch, err := filemode.Parse(mode)
	if err != nil || strings.HasPrefix(mode, "+") && len(mode) > 1 && mode[1] >= '0' && mode[1] <= '7' {
		p.f.fatal("invalid mode %s", p.f.p.Quote(s))
	}
	plain, dir := ch.Apply(0, false, 0), ch.Apply(0, true, 0)
	if kind == '/' && plain == 0 {
		p.f.p.Errorf("warning: you have specified a mode pattern %s (which is equivalent to /000). The meaning of -perm /000 has now been changed to be consistent with -perm -000; that is, while it used to match no files, it now matches all files.", s)
	}
	return func(v *visit) bool {
		want := plain
		if v.kind == vfs.Directory {
			want = dir
		}
		m := v.stat().Mode & 0o7777
		if v.gone {
			return false
		}
		switch kind {
		case '-':
			return m&want == want
		case '/':
			return want == 0 || m&want != 0
		}
		return m == want
	}
}

// reference looks up the file that a test compares with.
func (p *parser) reference(name string) vfs.Info {
	i, err := p.f.lookup(name, p.f.follow != 'P')
	if err != nil {
		p.f.fatal("%s: %s", p.f.p.Quote(name), vfs.ErrText(err))
	}
	return i
}

func timeOf(i *vfs.Info, which byte) int64 {
	switch which {
	case 'a':
		return i.Atime
	case 'c':
		return i.Ctime
	}
	return i.Mtime
}

func (p *parser) newerXY(name string) eval {
	f := p.f
	x, y := name[6], name[7]
	if strings.IndexByte("aBcm", x) < 0 || strings.IndexByte("aBcmt", y) < 0 {
		f.fatal("invalid predicate `%s'", name)
	}
	if x == 'B' || y == 'B' {
		f.p.Errorf("This system does not provide a way to find the birth time of a file.")
		f.fatal("invalid predicate `%s'", name)
	}
	s := p.arg(name)
	var ref int64
	if y == 't' {
		t, ok := getdate.Parse(s, f.now, f.loc)
		if !ok {
			f.fatal("I cannot figure out how to interpret %s as a date or time", f.p.Quote(s))
		}
		ref = t.UnixNano()
	} else {
		i := p.reference(s)
		ref = timeOf(&i, y)
	}
	return func(v *visit) bool { return timeOf(v.stat(), x) > ref }
}

// dayStart is what -mtime and its kin count from: a day ago, or with -daystart
// when today began.
func (f *finder) dayStart() int64 {
	if f.daystart {
		t := f.now.In(f.loc)
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, f.loc).UnixNano()
	}
	return f.now.UnixNano() - 86400e9
}

func (p *parser) age(name string, which byte, unit float64) eval {
	s := p.arg(name)
	sign, rest := compareNumber(s)
	n, err := strconv.ParseFloat(rest, 64)
	if err != nil || math.IsNaN(n) || strings.Contains(rest, "_") {
		p.f.fatal("invalid argument `%s' to `%s'", s, name)
	}
	origin := p.f.dayStart()
	if unit == 60 {
		origin += 86400e9
	} else if sign == '-' {
		origin += 86399e9
	}
	back := n * unit * 1e9
	if back > 9e18 || back < -9e18 {
		p.f.fatal("invalid argument `%s' to `%s'", s, name)
	}
	at := origin - int64(back)
	window := int64(unit * 1e9)
	return func(v *visit) bool {
		t := timeOf(v.stat(), which)
		if v.gone {
			return false
		}
		switch sign {
		case '+':
			return t < at
		case '-':
			return t > at
		}
		return t >= at && t < at+window
	}
}

func (p *parser) used(name string) eval {
	s := p.arg(name)
	sign, rest := compareNumber(s)
	n, err := strconv.ParseFloat(rest, 64)
	if err != nil || math.IsNaN(n) {
		p.f.fatal("Invalid argument %s to -used", s)
	}
	return func(v *visit) bool {
		i := v.stat()
		d := float64(i.Atime-i.Ctime) / 86400e9
		if d < 0 {
			return false
		}
		switch sign {
		case '+':
			return d > n
		case '-':
			return d < n
		}
		return d >= n-1 && d < n
	}
}
