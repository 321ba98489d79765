// Package grep is grep, egrep, fgrep and rg.
package grep

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/pattern"
	"github.com/capshell/capshell/shellworker/regex"
)

const help = `
Usage: grep [OPTION]... PATTERNS [FILE]...
Print the lines of each FILE that match one of PATTERNS, which stand on lines of
their own. Without FILE, read the standard input, or with -r the directory.

Patterns:
  -G, --basic-regexp         basic regular expressions (the default)
  -E, --extended-regexp      extended regular expressions
  -F, --fixed-strings        plain text
  -P, --perl-regexp          Perl's regular expressions
  -e, --regexp=PATTERNS      more patterns
  -f, --file=FILE            more patterns, from FILE
  -i, -y, --ignore-case      letters match in both cases
      --no-ignore-case       they don't (the default)
  -w, --word-regexp          match whole words only
  -x, --line-regexp          match whole lines only
  -v, --invert-match         select the lines that don't match
  -z, --null-data            lines end in a zero byte

Output:
  -c, --count                how many lines were selected, for each file
  -l, --files-with-matches   only the names of files with selected lines
  -L, --files-without-match  only the names of those without
  -o, --only-matching        only what matches, each on a line of its own
  -q, --quiet, --silent      nothing; the status tells
  -m, --max-count=NUM        stop after NUM selected lines of a file
  -n, --line-number          with the line's number
  -b, --byte-offset          with its offset in bytes
  -H, --with-filename        with the file's name
  -h, --no-filename          without it
      --label=LABEL          the name of the standard input
  -T, --initial-tab          line text up by a tab
  -Z, --null                 a zero byte behind the file's name
  -A, --after-context=NUM    with NUM lines behind the selected one
  -B, --before-context=NUM   with NUM lines before it
  -C, -NUM, --context=NUM    with both
      --group-separator=SEP  what stands between groups of such lines, "--"
      --no-group-separator   nothing
      --color[=WHEN]         mark what matches: always, never, auto
      --colour[=WHEN]        the same
      --line-buffered        write each line at once
  -s, --no-messages          say nothing of files that can't be read

Files:
  -r, --recursive            all files in directories
  -R, --dereference-recursive  follow symbolic links too
      --include=GLOB         only files whose name matches
      --exclude=GLOB         not those
      --exclude-from=FILE    not those that match a line of FILE
      --exclude-dir=GLOB     not such directories
  -d, --directories=ACTION   read, skip or recurse
  -D, --devices=ACTION       read or skip devices and pipes
  -a, --text                 take binary files for text
  -I                         skip binary files
      --binary-files=TYPE    binary, text or without-match
  -U, --binary               change nothing at line ends (nothing ever does)
      --help                 this text
      --version              the version
The status is 0 if a line was selected, 1 if none was, 2 after an error.
`

func init() {
	for _, n := range []string{"grep", "egrep", "fgrep"} {
		commands.Register(commands.Command{Name: n, Help: help, UsageStatus: 2, Run: run})
	}
}

const (
	optNoIgnoreCase = 300 + iota
	optLabel
	optGroupSeparator
	optNoGroupSeparator
	optColor
	optLineBuffered
	optInclude
	optExclude
	optExcludeFrom
	optExcludeDir
	optBinaryFiles
	optHelp
)

var longOptions = []getopt.Long{
	{Name: "basic-regexp", ID: 'G'}, {Name: "extended-regexp", ID: 'E'}, {Name: "fixed-regexp", ID: 'F'},
	{Name: "fixed-strings", ID: 'F'}, {Name: "perl-regexp", ID: 'P'}, {Name: "regexp", Arg: getopt.Required, ID: 'e'},
	{Name: "file", Arg: getopt.Required, ID: 'f'}, {Name: "ignore-case", ID: 'i'}, {Name: "no-ignore-case", ID: optNoIgnoreCase},
	{Name: "word-regexp", ID: 'w'}, {Name: "line-regexp", ID: 'x'}, {Name: "invert-match", ID: 'v'}, {Name: "null-data", ID: 'z'},
	{Name: "count", ID: 'c'}, {Name: "files-with-matches", ID: 'l'}, {Name: "files-without-match", ID: 'L'},
	{Name: "only-matching", ID: 'o'}, {Name: "quiet", ID: 'q'}, {Name: "silent", ID: 'q'},
	{Name: "max-count", Arg: getopt.Required, ID: 'm'}, {Name: "line-number", ID: 'n'}, {Name: "byte-offset", ID: 'b'},
	{Name: "with-filename", ID: 'H'}, {Name: "no-filename", ID: 'h'}, {Name: "label", Arg: getopt.Required, ID: optLabel},
	{Name: "initial-tab", ID: 'T'}, {Name: "null", ID: 'Z'}, {Name: "after-context", Arg: getopt.Required, ID: 'A'},
	{Name: "before-context", Arg: getopt.Required, ID: 'B'}, {Name: "context", Arg: getopt.Required, ID: 'C'},
	{Name: "group-separator", Arg: getopt.Required, ID: optGroupSeparator}, {Name: "no-group-separator", ID: optNoGroupSeparator},
	{Name: "color", Arg: getopt.Optional, ID: optColor}, {Name: "colour", Arg: getopt.Optional, ID: optColor},
	{Name: "line-buffered", ID: optLineBuffered}, {Name: "no-messages", ID: 's'}, {Name: "recursive", ID: 'r'},
	{Name: "dereference-recursive", ID: 'R'}, {Name: "include", Arg: getopt.Required, ID: optInclude},
	{Name: "exclude", Arg: getopt.Required, ID: optExclude}, {Name: "exclude-from", Arg: getopt.Required, ID: optExcludeFrom},
	{Name: "exclude-dir", Arg: getopt.Required, ID: optExcludeDir}, {Name: "directories", Arg: getopt.Required, ID: 'd'},
	{Name: "devices", Arg: getopt.Required, ID: 'D'}, {Name: "text", ID: 'a'}, {Name: "binary", ID: 'U'},
	{Name: "binary-files", Arg: getopt.Required, ID: optBinaryFiles}, {Name: "help", ID: optHelp}, {Name: "version", ID: 'V'},
}

// matcher finds matches in lines: a regex.Regexp or Perl's.
type matcher interface {
	Span(b []byte, pos int) (start, end int, ok bool, err error)
}

// rule is an --include or --exclude of files.
type rule struct {
	glob    *pattern.Pattern
	include bool
}

type grep struct {
	ctx   context.Context
	p     *commands.Process
	match matcher
	re    *regex.Regexp // match, if whole buffers can be searched

	invert, count, list, listWithout, only, quiet, numbers, offsets bool
	tab, nullName, lineBuffered, noMessages, binarySkip, binaryText bool
	names                                                           int // 1: always, -1: never, 0: by what is searched
	max                                                             int64
	before                                                          int64
	after                                                           int64
	separator                                                       string
	hasSep                                                          bool
	context                                                         bool
	color                                                           bool
	colors                                                          map[string]string
	label                                                           string
	delim                                                           byte
	utf                                                             bool
	dirs                                                            string // read, skip, recurse
	follow                                                          bool
	skipDevs                                                        bool
	rules                                                           []rule
	dirRules                                                        []rule
	outFile                                                         vfs.Info
	outRegular                                                      bool

	matched, failed bool
	printedAny      bool // a separator is due before the next group

	// of the file at hand
	name     string
	withName bool
	selected int64
	number   int64 // of the line at counted
	width    int   // of numbers, for -T
	out      []byte
}

func run(ctx context.Context, p *commands.Process) int {
	g := &grep{ctx: ctx, p: p, max: -1, before: -1, after: -1, separator: "--", hasSep: true, delim: '\n', utf: p.UTF8(), label: "(standard input)", dirs: "read"}
	set := getopt.Set{Short: "0123456789A:B:C:D:EFGHILPTUVX:abcd:e:f:hiLlm:noqRrsuvwxyZz", Long: longOptions}
	opts, operands, err := set.Parse(p.Args)
	if err != nil {
		p.Errorf("%s", err)
		g.usage(2)
	}
	kind := byte('G')
	switch p.Name {
	case "egrep":
		kind = 'E'
	case "fgrep":
		kind = 'F'
	}
	kindGiven := byte(0) // egrep is grep -E: another matcher conflicts
	if kind != 'G' {
		kindGiven = kind
	}
	var patterns []string
	havePatterns := false
	var flags regex.Flags
	digits := ""
	both := int64(-1)
	color := "never"
	for i, o := range opts {
		if o.ID >= '0' && o.ID <= '9' {
			if i == 0 || opts[i-1].ID < '0' || opts[i-1].ID > '9' || opts[i-1].Index != o.Index {
				digits = ""
			}
			digits += string(rune(o.ID))
			both = g.contextArg(digits)
			continue
		}
		switch o.ID {
		case 'E', 'F', 'G', 'P':
			if kindGiven != 0 && kindGiven != byte(o.ID) {
				p.Fatalf(2, "conflicting matchers specified")
			}
			kind, kindGiven = byte(o.ID), byte(o.ID)
		case 'X':
			p.Fatalf(2, "invalid matcher %s", o.Arg)
		case 'e':
			patterns = append(patterns, strings.Split(o.Arg, "\n")...)
			havePatterns = true
		case 'f':
			patterns = append(patterns, g.patternFile(o.Arg)...)
			havePatterns = true
		case 'i', 'y':
			flags |= regex.IgnoreCase
		case optNoIgnoreCase:
			flags &^= regex.IgnoreCase
		case 'w':
			flags |= regex.WholeWord
		case 'x':
			flags |= regex.WholeLine
		case 'v':
			g.invert = true
		case 'z':
			g.delim = 0
		case 'c':
			g.count = true
		case 'l':
			g.list, g.listWithout = true, false
		case 'L':
			g.list, g.listWithout = false, true
		case 'o':
			g.only = true
		case 'q':
			g.quiet = true
		case 'm':
			n, err := strconv.ParseInt(o.Arg, 10, 64)
			if err != nil {
				if !strings.Contains(err.Error(), "range") {
					p.Fatalf(2, "invalid max count")
				}
				n = -1
			}
			g.max = max(n, -1)
		case 'n':
			g.numbers = true
		case 'b':
			g.offsets = true
		case 'u':
			p.Errorf("warning: --unix-byte-offsets (-u) is obsolete")
		case 'H':
			g.names = 1
		case 'h':
			g.names = -1
		case optLabel:
			g.label = o.Arg
		case 'T':
			g.tab = true
		case 'Z':
			g.nullName = true
		case 'A':
			g.after = g.contextArg(o.Arg)
		case 'B':
			g.before = g.contextArg(o.Arg)
		case 'C':
			both = g.contextArg(o.Arg)
		case optGroupSeparator:
			g.separator, g.hasSep = o.Arg, true
		case optNoGroupSeparator:
			g.hasSep = false
		case optColor:
			switch o.Arg {
			case "always", "yes", "force":
				color = "always"
			case "never", "no", "none", "auto", "tty", "if-tty", "":
				color = "never" // the output is no terminal
			default:
				p.ShowHelp()
			}
		case optLineBuffered:
			g.lineBuffered = true
		case 's':
			g.noMessages = true
		case 'r':
			g.dirs, g.follow = "recurse", false
		case 'R':
			g.dirs, g.follow = "recurse", true
		case 'd':
			g.dirs = g.choice(o.Arg, "--directories", "read", "recurse", "skip")
			g.follow = false
		case 'D':
			switch o.Arg {
			case "read":
				g.skipDevs = false
			case "skip":
				g.skipDevs = true
			default:
				p.Fatalf(2, "unknown devices method")
			}
		case optInclude, optExclude:
			g.rules = append(g.rules, rule{pattern.Compile(o.Arg, 0), o.ID == optInclude})
		case optExcludeFrom:
			for _, l := range g.patternFile(o.Arg) {
				g.rules = append(g.rules, rule{pattern.Compile(l, 0), false})
			}
		case optExcludeDir:
			g.dirRules = append(g.dirRules, rule{pattern.Compile(strings.TrimRight(o.Arg, "/"), 0), false})
		case 'a':
			g.binaryText, g.binarySkip = true, false
		case 'I':
			g.binaryText, g.binarySkip = false, true
		case optBinaryFiles:
			g.binaryText, g.binarySkip = o.Arg == "text", o.Arg == "without-match"
			if !g.binaryText && !g.binarySkip && o.Arg != "binary" {
				p.Fatalf(2, "unknown binary-files type")
			}
		case optHelp:
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	if g.before < 0 {
		g.before = both
	}
	if g.after < 0 {
		g.after = both
	}
	g.context = g.before >= 0 || g.after >= 0
	g.before, g.after = max(g.before, 0), max(g.after, 0)
	if !havePatterns {
		if len(operands) == 0 {
			g.usage(2)
		}
		patterns = strings.Split(operands[0], "\n")
		operands = operands[1:]
	}
	if color == "always" {
		g.readColors()
	}
	if g.quiet {
		g.count, g.list, g.listWithout = false, false, false
	}
	g.compile(kind, patterns, flags)
	if (g.max == 0 || len(patterns) == 0 && !g.invert) && !g.listWithout {
		return 1
	}
	if g.count || g.list || g.listWithout || g.quiet {
		g.before, g.after = 0, 0
		g.context = false
	}
	if i, err := p.Stdout.Stat(); err == nil {
		g.outFile, g.outRegular = i, i.Kind == vfs.Regular
	}
	if len(operands) == 0 {
		if g.dirs == "recurse" {
			g.withName = g.names >= 0
			g.directory(".", "", nil)
		} else {
			g.withName = g.names > 0
			g.stdin()
		}
	}
	for _, f := range operands {
		g.withName = g.names > 0 || g.names == 0 && len(operands) > 1
		g.operand(f)
	}
	switch {
	case g.failed && !(g.quiet && g.matched):
		return 2
	case g.matched:
		return 0
	}
	return 1
}

func (g *grep) usage(status int) {
	fmt.Fprintf(g.p.Stderr, "Usage: %s [OPTION]... PATTERNS [FILE]...\nTry '%s --help' for more information.\n", g.p.Name, g.p.Name)
	g.p.Exit(status)
}

func (g *grep) choice(arg, option string, words ...string) string {
	found := ""
	for _, w := range words {
		if w == arg {
			return w
		}
		if strings.HasPrefix(w, arg) {
			if found != "" {
				g.p.Errorf("ambiguous argument %s for %s", g.p.Quote(arg), g.p.Quote(option))
				found = ""
				goto list
			}
			found = w
		}
	}
	if found != "" {
		return found
	}
	g.p.Errorf("invalid argument %s for %s", g.p.Quote(arg), g.p.Quote(option))
list:
	fmt.Fprintln(g.p.Stderr, "Valid arguments are:")
	for _, w := range words {
		fmt.Fprintf(g.p.Stderr, "  - %s\n", g.p.Quote(w))
	}
	g.usage(1)
	return ""
}

func (g *grep) contextArg(s string) int64 {
	n, err := strconv.ParseUint(s, 10, 62)
	if err != nil {
		if strings.Contains(err.Error(), "range") {
			return 1<<62 - 1
		}
		g.p.Fatalf(2, "%s: invalid context length argument", s)
	}
	return int64(n)
}

const maxPatternFile = 256 << 20

// patternFile reads the lines of a file.
func (g *grep) patternFile(name string) []string {
	f, err := g.p.Input(g.ctx, name)
	var b []byte
	if err == nil {
		b, err = commands.ReadAll(f, maxPatternFile)
		f.Close()
	}
	if err != nil {
		g.p.FileError(name, err)
		g.p.Exit(2)
	}
	if len(b) == 0 {
		return nil
	}
	// One pattern is as good as many that are the same.
	var list []string
	known := map[string]bool{}
	for l := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n"), "\n") {
		if !known[l] {
			known[l] = true
			list = append(list, l)
		}
	}
	return list
}

func (g *grep) compile(kind byte, patterns []string, flags regex.Flags) {
	if kind == 'P' {
		g.match = g.compilePerl(patterns, flags)
		return
	}
	syntax := map[byte]regex.Syntax{'G': regex.GrepBasic, 'E': regex.GrepExtended, 'F': regex.Literal}[kind]
	if g.delim == '\n' {
		flags |= regex.MultiLine | regex.NoNewline
	}
	if g.utf {
		flags |= regex.UTF8
	}
	if kind != 'F' {
		for _, s := range patterns {
			if strings.HasPrefix(s, "[:") && strings.HasSuffix(s, ":]") && len(s) > 3 && !strings.Contains(s[1:len(s)-1], "]") {
				g.p.Fatalf(2, "character class syntax is [[:space:]], not [:space:]")
			}
		}
	}
	re, err := regex.CompileAll(patterns, syntax, flags)
	if err != nil {
		g.p.Fatalf(2, "%s", err)
	}
	g.match = re
	if flags&regex.WholeWord != 0 && re.MayBeEmpty() {
		plain, err := regex.CompileAll(patterns, syntax, flags&^regex.WholeWord)
		if err != nil {
			g.p.Fatalf(2, "%s", err)
		}
		g.match = wholeWord{re, plain}
		return
	}
	if g.delim == '\n' {
		g.re = re
	}
}

// wholeWord matches whole words with a pattern that may match nothing. GNU's
// grep shortens what isn't a whole word until it is one, but not to nothing: a
// match of nothing counts only where there is no longer one.
type wholeWord struct{ words, plain *regex.Regexp }

func (w wholeWord) Span(b []byte, pos int) (start, end int, ok bool, err error) {
	for ; pos <= len(b); pos = start + 1 {
		start, end, ok, err = w.words.Span(b, pos)
		if !ok || err != nil || end > start {
			return start, end, ok, err
		}
		s, e, _, err := w.plain.Span(b, start)
		if err != nil || s == e {
			return start, end, err == nil, err
		}
	}
	return 0, 0, false, nil
}

func (g *grep) readColors() {
	g.color = true
	g.colors = map[string]string{"ms": "01;31", "mc": "01;31", "sl": "", "cx": "", "fn": "35", "ln": "32", "bn": "32", "se": "36"}
	if c := g.p.Getenv("GREP_COLOR"); c != "" {
		g.p.Errorf("warning: GREP_COLOR='%s' is deprecated; use GREP_COLORS='mt=%s'", c, c)
		g.colors["ms"], g.colors["mc"] = c, c
	}
	for _, c := range strings.Split(g.p.Getenv("GREP_COLORS"), ":") {
		k, v, has := strings.Cut(c, "=")
		switch {
		case k == "mt" && has:
			g.colors["ms"], g.colors["mc"] = v, v
		case k == "rv" || k == "ne":
			g.colors[k] = "1"
		default:
			if _, ok := g.colors[k]; ok && has {
				g.colors[k] = v
			}
		}
	}
}

func (g *grep) fileError(name string, err error) {
	g.failed = true
	if !g.noMessages {
		g.p.Out.Flush()
		g.p.FileError(name, err)
	}
}

func (g *grep) stdin() {
	g.name = g.label
	g.file(g.p.Stdin)
}

// wanted tells whether the rules take a name. The last rule that matches
// decides; where the first rule is an include, nothing else is taken.
func wanted(rules []rule, name string, operand bool) bool {
	if len(rules) == 0 {
		return true
	}
	take := !rules[0].include
	for _, r := range rules {
		hit := r.glob.Match(name)
		if !hit {
			// A pattern matches the end of a name behind a slash too.
			for rest := name; !hit; {
				i := strings.IndexByte(rest, '/')
				if i < 0 {
					break
				}
				rest = rest[i+1:]
				hit = r.glob.Match(rest)
			}
		}
		if hit {
			take = r.include
		}
	}
	return take
}

func (g *grep) operand(name string) {
	if name == "-" {
		g.stdin()
		return
	}
	i, err := g.p.Stat(g.ctx, name)
	if err != nil {
		g.fileError(name, err)
		return
	}
	if i.IsDir() {
		switch g.dirs {
		case "recurse":
			if !wanted(g.dirRules, strings.TrimRight(name, "/"), true) {
				return
			}
			if g.names == 0 {
				g.withName = true
			}
			g.directory(name, name, nil)
		case "read":
			g.fileError(name, vfs.EISDIR)
		}
		return
	}
	if !wanted(g.rules, name, true) {
		return
	}
	if g.skipDevs && i.Kind != vfs.Regular {
		return
	}
	g.open(name, name)
}

func (g *grep) open(file, shown string) {
	f, err := g.p.Open(g.ctx, file)
	if err != nil {
		g.fileError(shown, err)
		return
	}
	defer f.Close()
	g.name = shown
	g.file(f)
}

// directory searches what is in a directory. above are the directories that it
// is in, which a link must not lead to again.
func (g *grep) directory(dir, shown string, above []vfs.Info) {
	if g.ctx.Err() != nil {
		return
	}
	info, err := g.p.Stat(g.ctx, dir)
	if err != nil {
		g.fileError(dir, err)
		return
	}
	for _, a := range above {
		if a.Ino == info.Ino && a.Dev == info.Dev {
			if !g.noMessages {
				g.p.Errorf("%s: warning: recursive directory loop", shown)
			}
			return
		}
	}
	above = append(above, info)
	list, err := g.p.FS.ReadDir(g.ctx, g.p.Path(dir))
	if err != nil {
		g.fileError(dir, err)
		return
	}
	for _, e := range list {
		name := e.Name
		if shown != "" {
			name = strings.TrimSuffix(shown, "/") + "/" + e.Name
		}
		kind := e.Kind
		if kind == vfs.Symlink {
			if !g.follow {
				continue
			}
			i, err := g.p.Stat(g.ctx, path.Join(dir, e.Name))
			if err != nil {
				g.fileError(name, err)
				continue
			}
			kind = i.Kind
		}
		switch kind {
		case vfs.Directory:
			if wanted(g.dirRules, e.Name, false) {
				g.directory(path.Join(dir, e.Name), name, above)
			}
		case vfs.Regular:
			if wanted(g.rules, e.Name, false) {
				g.open(path.Join(dir, e.Name), name)
			}
		}
	}
}

// file searches one open file.
func (g *grep) file(f vfs.File) {
	g.selected, g.number = 0, 0
	info, ierr := f.Stat()
	if ierr == nil && info.IsDir() {
		if g.dirs == "read" {
			g.fileError(g.name, vfs.EISDIR)
		}
		return
	}
	if ierr == nil && g.outRegular && info.Kind == vfs.Regular && info.Ino == g.outFile.Ino && info.Dev == g.outFile.Dev &&
		!g.quiet && !g.list && !g.listWithout && g.max != 1 {
		if size := info.Size; size > 0 {
			g.failed = true
			if !g.noMessages {
				g.p.Errorf("%s: input file is also the output", g.name)
			}
			return
		}
	}
	g.width = 0
	if g.tab {
		g.width = 19
		if ierr == nil && info.Kind == vfs.Regular {
			n := info.Size
			if g.numbers {
				n++
			}
			g.width = len(strconv.FormatInt(n, 10))
		}
	}
	binary := g.scan(f)
	if g.count && !g.list && !g.listWithout {
		g.head(g.name, ':')
		g.out = strconv.AppendInt(g.out, g.selected, 10)
		g.out = append(g.out, '\n')
		g.flushLine()
	}
	if g.selected > 0 {
		g.matched = true
	}
	if g.list && g.selected > 0 || g.listWithout && g.selected == 0 {
		g.putColored("fn", g.name)
		if g.nullName {
			g.out = append(g.out, 0)
		} else {
			g.out = append(g.out, '\n')
		}
		g.flushLine()
	}
	if binary && !g.quiet && !g.count && !g.list && !g.listWithout {
		g.p.Out.Flush()
		g.p.Errorf("%s: binary file matches", g.name)
	}
	if g.quiet && g.matched {
		g.p.Exit(0)
	}
}

// head begins an output line of a count: the file's name.
func (g *grep) head(name string, sep byte) {
	if !g.withName {
		return
	}
	g.putColored("fn", name)
	if g.nullName {
		g.out = append(g.out, 0)
	} else {
		g.putColored("se", string(sep))
	}
}

func (g *grep) putColored(what, text string) {
	g.startColor(what)
	g.out = append(g.out, text...)
	g.endColor(what)
}

func (g *grep) startColor(what string) { g.startSeq(g.colorOf(what)) }
func (g *grep) endColor(what string)   { g.endSeq(g.colorOf(what)) }

func (g *grep) colorOf(what string) string {
	if !g.color {
		return ""
	}
	return g.colors[what]
}

func (g *grep) startSeq(c string) {
	if c != "" {
		g.out = append(g.out, "\x1b["...)
		g.out = append(g.out, c...)
		g.out = append(g.out, 'm')
		g.eraseLine()
	}
}

func (g *grep) endSeq(c string) {
	if c != "" {
		g.out = append(g.out, "\x1b[m"...)
		g.eraseLine()
	}
}

func (g *grep) eraseLine() {
	if g.colors["ne"] == "" {
		g.out = append(g.out, "\x1b[K"...)
	}
}

func (g *grep) flushLine() {
	g.p.Out.Write(g.out)
	g.out = g.out[:0]
	if g.lineBuffered {
		g.p.Out.Flush()
	}
}

// scanner walks through the selected lines of blocks.
type scanner struct {
	g          *grep
	b          []byte
	end        int // of b, without a last delimiter
	lines      *regex.LineScanner
	next       int // where the next matching line begins, -1: none
	nextEnd    int
	known      bool
	complexErr error
}

func (s *scanner) reset(b []byte) {
	s.b = b
	s.end = len(lines.Trim(b, s.g.delim))
	s.known = false
	if s.g.re != nil {
		s.lines = s.g.re.Lines(b)
	}
}

// matching returns the first line that matches at pos or later.
func (s *scanner) matching(pos int) (start, end int, ok bool) {
	var err error
	if s.lines != nil {
		start, end, ok, err = s.lines.Next(pos)
		if err != nil {
			s.complexErr = err
		}
		return start, end, ok
	}
	for pos <= s.end {
		end = s.end
		if i := bytes.IndexByte(s.b[pos:s.end], s.g.delim); i >= 0 {
			end = pos + i
		}
		_, _, ok, err := s.g.match.Span(s.b[pos:end], 0)
		if err != nil {
			s.complexErr = err
			return 0, 0, false
		}
		if ok {
			return pos, end, true
		}
		pos = end + 1
	}
	return 0, 0, false
}

// selected returns the first selected line at pos or later.
func (s *scanner) selected(pos int) (start, end int, ok bool) {
	if pos > s.end {
		return 0, 0, false
	}
	if !s.g.invert {
		return s.matching(pos)
	}
	for pos <= s.end {
		if !s.known || s.next >= 0 && s.next < pos {
			s.known = true
			if a, b, ok := s.matching(pos); ok {
				s.next, s.nextEnd = a, b
			} else {
				s.next = -1
			}
		}
		if s.next != pos {
			end = s.end
			if i := bytes.IndexByte(s.b[pos:s.end], s.g.delim); i >= 0 {
				end = pos + i
			}
			return pos, end, true
		}
		pos = s.nextEnd + 1
	}
	return 0, 0, false
}

// scan searches a file and prints what is selected. It tells whether selected
// lines weren't printed because the file is binary.
func (g *grep) scan(f vfs.File) (binary bool) {
	r := lines.NewReader(g.ctx, f, g.delim)
	defer r.Close()
	s := scanner{g: g}
	printing := !g.count && !g.list && !g.listWithout && !g.quiet
	first := g.list || g.listWithout || g.quiet // the first selected line tells all
	nulls := false
	var kept [][]byte        // lines before the block, for context
	var base int64           // offset of the block
	pending := int64(0)      // lines of context still to come
	missed := int64(1) << 40 // lines since the last one printed, in former blocks
	ended := false           // max was reached, only context is to come
	g.number = 1
	for {
		b, ok := r.Block()
		if !ok {
			break
		}
		if g.delim == '\n' && !g.binaryText && bytes.IndexByte(b, 0) >= 0 || nulls {
			if g.binarySkip {
				return false
			}
			nulls = true
			if !g.count {
				printing, first = false, true
			}
			for i := bytes.IndexByte(b, 0); i >= 0; {
				b[i] = '\n'
				k := bytes.IndexByte(b[i:], 0)
				if k < 0 {
					break
				}
				i += k
			}
		}
		if g.binarySkip && g.utf && !nulls && !utf8.Valid(b) {
			return false
		}
		s.reset(b)
		counted := 0 // where line g.number begins
		numberAt := func(pos int) int64 {
			if g.numbers {
				g.number += int64(bytes.Count(b[counted:pos], []byte{g.delim}))
				counted = pos
			}
			return g.number
		}
		pos := 0
		for pos <= s.end {
			start, end, ok := s.selected(pos)
			if s.complexErr != nil {
				g.failed = true
				g.p.Out.Flush()
				g.p.Errorf("%s: %s", g.name, s.complexErr)
				return false
			}
			stop := start
			if !ok || ended {
				stop = s.end + 1
			}
			// Context behind the last selected line.
			for at := pos; pending > 0 && at < stop && at <= s.end; {
				e := s.end
				if i := bytes.IndexByte(b[at:s.end], g.delim); i >= 0 {
					e = at + i
				}
				g.line(b[at:e], '-', numberAt(at), base+int64(at), &binary)
				pending--
				at = e + 1
				pos = at
			}
			if ended && pending == 0 {
				return binary
			}
			if !ok || ended {
				break
			}
			g.selected++
			if first {
				if nulls {
					binary = true
				}
				return binary
			}
			if printing {
				g.beforeContext(b, pos, start, kept, base, numberAt, missed, &binary)
				kept = nil
				g.line(b[start:end], ':', numberAt(start), base+int64(start), &binary)
				missed = 0
				pending = g.after
			}
			pos = end + 1
			if g.max >= 0 && g.selected >= g.max {
				ended = true
				if pending == 0 || !printing {
					g.leave(f, r, len(b)-min(pos, len(b)))
					return binary
				}
			}
		}
		if printing && g.context && pos < len(b) {
			missed += int64(bytes.Count(b[pos:], []byte{g.delim}))
		}
		numberAt(len(b))
		if g.numbers {
			// A block ends with a whole line but for the last one.
			counted = 0
		}
		if printing && g.before > 0 {
			kept = keepLast(kept, b[min(pos, len(b)):], g.delim, g.before)
		}
		base += int64(len(b))
	}
	if err := r.Err(); err != nil {
		g.fileError(g.name, err)
	}
	return binary
}

// leave sets the offset of a file that isn't read to its end behind the last
// line that was, for who reads it next.
func (g *grep) leave(f vfs.File, r *lines.Reader, unread int) {
	if f == g.p.Stdin {
		f.Seek(-int64(unread+len(r.Buffered())), io.SeekCurrent)
	}
}

// keepLast keeps the last n lines of those kept and of b.
func keepLast(kept [][]byte, b []byte, delim byte, n int64) [][]byte {
	var fresh [][]byte
	for end := len(b); end > 0 && int64(len(fresh)) < n; {
		l := lines.Trim(b[:end], delim)
		start := bytes.LastIndexByte(l, delim) + 1
		fresh = append(fresh, bytes.Clone(l[start:]))
		end = start
	}
	var all [][]byte
	if old := int64(len(kept)); old > 0 && n > int64(len(fresh)) {
		all = append(all, kept[max(0, old-(n-int64(len(fresh)))):]...)
	}
	for i := len(fresh) - 1; i >= 0; i-- {
		all = append(all, fresh[i])
	}
	return all
}

// beforeContext prints the separator that is due and the lines before the
// selected one at start; those before pos were printed or belong to nothing.
func (g *grep) beforeContext(b []byte, pos, start int, kept [][]byte, base int64, numberAt func(int) int64, missed int64, binary *bool) {
	from := start
	n := int64(0)
	for n < g.before && from > pos {
		from = bytes.LastIndexByte(b[pos:from-1], g.delim) + 1 + pos
		n++
	}
	old := kept
	if from > pos || n == g.before {
		old = nil
	}
	if k := int64(len(old)); k > g.before-n {
		old = old[k-(g.before-n):]
	}
	if g.context && g.hasSep && g.printedAny {
		skipped := from > pos || missed > int64(len(old))
		if skipped {
			g.putColored("se", g.separator)
			g.out = append(g.out, '\n')
			g.flushLine()
		}
	}
	offset := base
	for _, l := range old {
		offset -= int64(len(l)) + 1
	}
	number := int64(0)
	if len(old) > 0 {
		number = numberAt(0) - int64(len(old))
	}
	for _, l := range old {
		g.line(l, '-', number, offset, binary)
		offset += int64(len(l)) + 1
		number++
	}
	for from < start {
		e := from + bytes.IndexByte(b[from:start], g.delim)
		g.line(b[from:e], '-', numberAt(from), base+int64(from), binary)
		from = e + 1
	}
}

// line prints one line, without its delimiter.
func (g *grep) line(l []byte, sep byte, number, offset int64, binary *bool) {
	selected := sep == ':'
	if g.only {
		g.printedAny = true
		if selected != g.invert {
			g.parts(l, sep, number, offset, binary)
		}
		return
	}
	if g.unprintable(l) {
		*binary = true
		return
	}
	g.printedAny = true
	g.prefix(sep, number, offset)
	if g.color {
		g.colored(l, selected)
	} else {
		g.p.Out.Write(g.out)
		g.out = g.out[:0]
		g.p.Out.Write(l)
	}
	g.out = append(g.out, g.delim)
	g.flushLine()
}

// unprintable tells whether output would show that the file is binary.
func (g *grep) unprintable(b []byte) bool { return !g.binaryText && g.utf && !utf8.Valid(b) }

// prefix begins a line: name, number, offset.
func (g *grep) prefix(sep byte, number, offset int64) {
	if g.withName {
		g.putColored("fn", g.name)
		if g.nullName {
			g.out = append(g.out, 0)
		} else {
			g.putColored("se", string(sep))
		}
	}
	if g.numbers {
		g.putColored("ln", fmt.Sprintf("%*d", g.width, number))
		g.putColored("se", string(sep))
	}
	if g.offsets {
		g.putColored("bn", fmt.Sprintf("%*d", g.width, offset))
		g.putColored("se", string(sep))
	}
	if g.tab && (g.withName || g.numbers || g.offsets) {
		g.out = append(g.out, '\t')
	}
}

// parts prints what matches in a line, each on its own.
func (g *grep) parts(l []byte, sep byte, number, offset int64, binary *bool) {
	for pos := 0; pos <= len(l); {
		start, end, ok, err := g.match.Span(l, pos)
		if !ok || err != nil {
			return
		}
		if start == end {
			pos = end + g.charWidth(l, end)
			continue
		}
		if g.unprintable(l[start:end]) {
			*binary = true
			return
		}
		g.prefix(sep, number, offset+int64(start))
		what := "ms"
		if g.invert {
			what = "mc"
		}
		g.startColor(what)
		g.out = append(g.out, l[start:end]...)
		g.endColor(what)
		g.out = append(g.out, g.delim)
		g.flushLine()
		pos = end
	}
}

func (g *grep) charWidth(l []byte, at int) int {
	if g.utf && at < len(l) {
		_, n := utf8.DecodeRune(l[at:])
		return n
	}
	return 1
}

// colored writes a line with what matches marked.
func (g *grep) colored(l []byte, selected bool) {
	lineColor, matchColor := "sl", "ms"
	if !selected {
		lineColor, matchColor = "cx", "mc"
	}
	lc := g.colors[lineColor]
	if g.colors["rv"] != "" && g.invert {
		if selected {
			lc = g.colors["cx"]
		} else {
			lc = g.colors["sl"]
		}
	}
	mc := g.colors[matchColor]
	pos := 0
	if selected != g.invert && mc != "" {
		for at := 0; at < len(l); {
			start, end, ok, err := g.match.Span(l, at)
			if !ok || err != nil {
				break
			}
			if start == end {
				at = end + g.charWidth(l, end)
				continue
			}
			g.startSeq(lc)
			g.out = append(g.out, l[pos:start]...)
			g.startSeq(mc)
			g.out = append(g.out, l[start:end]...)
			g.endSeq(mc)
			pos, at = end, end
		}
	}
	if pos < len(l) {
		g.startSeq(lc)
		g.out = append(g.out, l[pos:]...)
		g.endSeq(lc)
	}
}
