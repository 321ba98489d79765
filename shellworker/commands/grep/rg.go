package grep

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/regex"
)

const rgHelp = `
Usage: rg [OPTION]... PATTERN [PATH]...
       rg [OPTION]... -e PATTERN... [PATH]...
       rg [OPTION]... -f FILE... [PATH]...
       rg [OPTION]... --files [PATH]...
       rg [OPTION]... --type-list
Search files for a regular expression; directories with all that is in them, but
for what is hidden, binary, or named in .gitignore, .ignore and .rgignore.

Patterns:
  -e, --regexp PATTERN       another pattern
  -f, --file FILE            patterns from FILE, one a line
  -F, --fixed-strings        plain text (--no-fixed-strings)
  -i, --ignore-case          letters match in both cases
  -s, --case-sensitive       they don't (the default)
  -S, --smart-case           they do if the pattern has no capital
  -v, --invert-match         the lines that don't match
  -w, --word-regexp          whole words only
  -x, --line-regexp          whole lines only
  -P, --pcre2                Perl's regular expressions (--no-pcre2)
      --engine WHICH         default, pcre2, or auto: Perl's where need be
      --auto-hybrid-regex    --engine auto (--no-auto-hybrid-regex)
      --no-unicode           \w, \d, \s and \b know ASCII only (--unicode)
      --no-pcre2-unicode     the same (--pcre2-unicode); neither with -P
  -U, --multiline            matches may span lines (--no-multiline)
      --multiline-dotall     and . matches a newline (--no-multiline-dotall)
      --crlf                 lines may end in CR LF (--no-crlf)
      --null-data            lines end in a zero byte

Output:
  -c, --count                how many lines, for each file
      --count-matches        how many matches
      --include-zero         also files without
  -l, --files-with-matches   only the names of files with matches
      --files-without-match  of those without
      --files                the names of the files that would be searched
  -o, --only-matching        only what matches
  -q, --quiet                nothing; the status tells
  -r, --replace TEXT         what matches replaced by TEXT, with $1 and ${name}
  -m, --max-count NUM        at most NUM lines a file
  -n, --line-number          with the line's number
  -N, --no-line-number       without it
      --column               with the column of the first match (--no-column)
  -b, --byte-offset          with the offset
  -H, --with-filename        with the file's name
  -I, --no-filename          without it
      --heading              the name above a file's lines
      --no-heading           before each
      --vimgrep              each match with file, line and column
      --trim                 without blanks at the beginning of lines (--no-trim)
      --passthru             all lines (--passthrough)
  -A, --after-context NUM    with NUM lines behind
  -B, --before-context NUM   with NUM lines before
  -C, --context NUM          with both
      --context-separator SEP  what stands between groups, --
      --no-context-separator   nothing
      --field-match-separator SEP, --field-context-separator SEP
                             what stands behind name and number, : and -
      --path-separator SEP   what stands in paths for /
  -M, --max-columns NUM      leave out lines of more than NUM bytes
      --max-columns-preview  show how they begin (--no-max-columns-preview)
  -p, --pretty               colors if TERM has them, --heading --line-number
  -0, --null                 a zero byte behind names
      --color WHEN           never, auto, always, ansi
      --colors SPEC          a color: path, line, column or match, then fg, bg or
                             style, then its value, with colons between
      --json                 each file and line as a JSON object (--no-json)
      --stats                counts at the end (--no-stats)
      --sort KEY             by path (as always), modified, accessed, created, none
      --sortr KEY            backwards
      --sort-files           --sort path (--no-sort-files)
      --line-buffered        write each line at once (--no-line-buffered)
      --block-buffered       don't (the default; --no-block-buffered)
      --no-messages          say nothing of files that can't be read (--messages)

Files:
  -g, --glob GLOB            only files that match, or with ! those that don't
      --iglob GLOB           the same, in any case
      --glob-case-insensitive  all in any case (--no-glob-case-insensitive)
  -t, --type TYPE            only files of a type, or all types
  -T, --type-not TYPE        not those
      --type-list            print the types
      --type-add NAME:GLOB   another glob for a type
      --type-clear NAME      forget a type's globs
      --ignore-file FILE     what FILE names, as in .gitignore
      --ignore-file-case-insensitive
                             such names in any case (--no-...)
  -., --hidden               hidden files too (--no-hidden)
      --no-ignore            in spite of .gitignore and the like (--ignore)
      --no-ignore-dot        of .ignore and .rgignore (--ignore-dot)
      --no-ignore-exclude    of .git/info/exclude (--ignore-exclude)
      --no-ignore-files      of --ignore-file (--ignore-files)
      --no-ignore-global     of git's file of the user (--ignore-global)
      --no-ignore-parent     of those in directories above (--ignore-parent)
      --no-ignore-vcs        of .gitignore and all of git's (--ignore-vcs)
      --no-ignore-messages   don't tell what is wrong in them (--ignore-messages)
      --no-require-git       .gitignore counts outside of repositories too
                             (--require-git)
  -u, --unrestricted         --no-ignore; twice --hidden too; thrice --binary too
  -L, --follow               follow symbolic links (--no-follow)
      --max-depth NUM        directories at most NUM deep
      --max-filesize NUM     no files larger than NUM (K, M, G)
      --one-file-system      no other file systems (--no-one-file-system)
  -a, --text                 binary files are text (--no-text)
      --binary               search all of binary files that aren't operands
                             (--no-binary)
  -E, --encoding NAME        the files' encoding; auto looks for byte order marks,
                             none doesn't (--no-encoding)
  -z, --search-zip           what compressed files hold (--no-search-zip)
      --pre COMMAND          what COMMAND FILE writes, for each FILE (--no-pre)
      --pre-glob GLOB        only for files that match, or with ! that don't
  -j, --threads NUM          how many files to search at once: always one
      --no-config            don't read the file that RIPGREP_CONFIG_PATH names
  -h, --help                 this text
  -V, --version              the version
An option in parentheses takes the one before it back.
The status is 0 if there was a match, 1 if there was none, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "rg", Help: rgHelp, UsageStatus: 2, Run: runRg})
}

// rgKind is what rg writes of a file.
type rgKind int8

const (
	rgLinesKind rgKind = iota
	rgCountKind
	rgCountMatchesKind
	rgWithKind
	rgWithoutKind
	rgQuietKind
)

// rgSortKeys are the keys of --sort. Files come by path anyhow. A file's number
// tells when it was created.
var rgSortKeys = map[string]func(vfs.Info) int64{
	"none": nil, "path": nil, "modified": func(i vfs.Info) int64 { return i.Mtime },
	"accessed": func(i vfs.Info) int64 { return i.Atime }, "created": func(i vfs.Info) int64 { return int64(i.Ino) },
}

type rg struct {
	ctx     context.Context
	p       *commands.Process
	pattern *rgPattern
	sink    rgSink
	kind    rgKind
	began   time.Time

	invert, multiline, includeZero, only, quiet, numbers, column, offsets bool
	heading, vimgrep, trim, passthru, null, noMessages, color, stats      bool
	colors                                                                rgColors
	replace                                                               string
	hasReplace                                                            bool
	max, before, after                                                    int64
	separator                                                             *string // between groups of lines, nil for none
	fileSep                                                               bool    // there is one between files
	fileSeparator                                                         string
	matchSep, contextSep, pathSep                                         string
	maxColumns                                                            int64
	preview, lineBuffered                                                 bool
	withName                                                              bool
	crlf                                                                  bool
	delim                                                                 byte
	term                                                                  string // of lines that rg ends
	spans                                                                 bool   // matches may span lines
	granular                                                              bool   // where in a line matches are counts

	hidden, follow, text, binary, filesOnly, oneFileSystem                              bool
	noRg, noDot, noVcs, noExclude, noParent, noRequireGit, noIgnoreMessages, foldIgnore bool
	depth, maxSize                                                                      int64
	device                                                                              uint64
	globs, preGlobs                                                                     rgRules
	globsWant, preGlobsWant                                                             bool // some want files
	base                                                                                []rgRules
	global                                                                              rgRules
	types                                                                               []rgType
	reverse                                                                             bool
	order                                                                               func(vfs.Info) int64
	ordered                                                                             bool // asked for one file after the other
	encoding, pre                                                                       string
	zip                                                                                 bool

	here                               bool // the current directory is searched for want of paths
	matched, failed, printed, searched bool
	written                            int64
	total                              rgStats
	mapped                             bool // ripgrep would map the files into memory
}

func runRg(ctx context.Context, p *commands.Process) int {
	r := &rg{ctx: ctx, p: p, began: p.Now(), delim: '\n', term: "\n"}
	o := r.options(p.Args)
	if o.has("help") {
		p.ShowHelp()
	}
	if o.has("version") {
		p.ShowVersion()
	}
	r.configure(o)
	types := r.typeGlobs(o)
	if o.has("type-list") {
		for _, n := range slices.Sorted(maps.Keys(types)) {
			r.outString(n + ": " + strings.Join(types[n], ", ") + "\n")
		}
		return 0
	}
	operands := o.operands
	if !r.filesOnly {
		patterns, named := r.patterns(o)
		if !named {
			if len(operands) == 0 {
				r.usageError("The following required arguments were not provided:\n    <PATTERN>")
			}
			patterns, operands = append(patterns, operands[0]), operands[1:]
		}
		r.compile(o, patterns)
	}
	r.filters(o, types)
	r.chooseSink(o)
	switch {
	case len(operands) > 0:
		r.withName = r.names(o, len(operands) > 1 || r.isDirectory(operands[0]))
		r.mapped = len(operands) <= 10 && r.pre == "" && !r.zip && !slices.ContainsFunc(operands, func(f string) bool { return f == "-" || r.isDirectory(f) })
		for _, name := range operands {
			switch {
			case name == "-":
				r.searched = true
				if r.filesOnly {
					r.file("<stdin>", "<stdin>", true)
				} else {
					r.search("<stdin>", p.Stdin, true)
				}
			case r.isDirectory(name):
				r.walk(name)
			default:
				if _, err := p.Stat(ctx, name); err != nil {
					r.searched = true
					r.fail(name, err)
					continue
				}
				r.file(name, name, true)
			}
		}
	default:
		r.here = true
		if in := r.input(); in != nil {
			r.withName, r.searched = r.names(o, false), true
			r.search("<stdin>", in, true)
			break
		}
		r.withName = r.names(o, true)
		r.walk("")
		if !r.searched && !r.filesOnly {
			r.failed = true
			r.message("No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.")
		}
	}
	r.finish(o)
	switch {
	case r.matched && (r.quiet || !r.failed):
		return 0
	case r.failed:
		return 2
	}
	return 1
}

// input is the standard input where that is to be searched for want of paths.
func (r *rg) input() io.Reader {
	p := r.p
	i, err := p.Stdin.Stat()
	if r.filesOnly || err != nil || i.Kind != vfs.FIFO && i.Kind != vfs.Regular {
		return nil
	}
	f := p.Stdin
	for u, ok := f.(interface{ Unwrap() vfs.File }); ok; u, ok = f.(interface{ Unwrap() vfs.File }) {
		f = u.Unwrap()
	}
	if _, pipe := f.(*vfs.PipeEnd); pipe || i.Kind == vfs.Regular {
		return p.Stdin
	}
	// The job's own input: where it is empty, nobody meant it.
	var b [1]byte
	if n, _ := p.Stdin.Read(b[:]); n > 0 {
		return io.MultiReader(bytes.NewReader(b[:n]), p.Stdin)
	}
	return nil
}

func (r *rg) isDirectory(name string) bool {
	i, err := r.p.Stat(r.ctx, name)
	return err == nil && i.IsDir()
}

// names tells whether the names of files are written.
func (r *rg) names(o *rgArgs, several bool) bool {
	return !o.has("no-filename") && (o.has("with-filename") || r.vimgrep || several)
}

// finish writes what stands behind all files.
func (r *rg) finish(o *rgArgs) {
	switch {
	case o.has("json"):
		if r.stats || !r.quiet {
			r.jsonSummary()
		}
		return
	case !r.stats:
		return
	}
	t := r.total
	r.outString(fmt.Sprintf("\n%d matches\n%d matched lines\n%d files contained matches\n%d files searched\n%d bytes printed\n%d bytes searched\n%.6f seconds spent searching\n%.6f seconds\n",
		t.hits, t.lines, t.withMatch, t.searches, t.printed, t.searched, t.elapsed.Seconds(), r.p.Now().Sub(r.began).Seconds()))
}

// message says something, without rg's name. Where one file is searched after
// the other the output is held back meanwhile, as by rg.
func (r *rg) message(format string, args ...any) {
	if !r.noMessages {
		if !r.ordered && !r.filesOnly {
			r.p.Out.Flush()
		}
		fmt.Fprintf(r.p.Stderr, format+"\n", args...)
	}
}

// fatal ends the run.
func (r *rg) fatal(format string, args ...any) {
	r.p.Out.Flush()
	fmt.Fprintf(r.p.Stderr, format+"\n", args...)
	r.p.Exit(2)
}

func rgErrno(err error) int {
	switch vfs.ErrnoOf(err) {
	case vfs.ENOENT:
		return 2
	case vfs.EACCES:
		return 13
	case vfs.EISDIR:
		return 21
	case vfs.ENOTDIR:
		return 20
	case vfs.ELOOP:
		return 40
	}
	return 5
}

func (r *rg) fail(name string, err error) {
	text := fmt.Sprintf("%s (os error %d)", vfs.ErrText(err), rgErrno(err))
	if r.ordered {
		text = "IO error for operation on " + name + ": " + text
	}
	r.failText(name, text)
}

func (r *rg) failText(name, text string) {
	r.failed = true
	r.message("%s: %s", name, text)
}

// configure reads the options that are no filters and no patterns.
func (r *rg) configure(o *rgArgs) {
	r.invert, r.multiline, r.includeZero = o.has("invert-match"), o.has("multiline"), o.has("include-zero")
	r.only, r.quiet, r.offsets, r.vimgrep = o.has("only-matching"), o.has("quiet"), o.has("byte-offset"), o.has("vimgrep")
	r.trim, r.passthru, r.null, r.noMessages = o.has("trim"), o.has("passthru"), o.has("null"), o.has("no-messages")
	r.lineBuffered, r.preview, r.filesOnly = o.has("line-buffered"), o.has("max-columns-preview"), o.has("files")
	r.replace, r.hasReplace = o.last("replace")
	r.max = o.number("max-count", -1)
	r.maxColumns = o.number("max-columns", 0)
	r.depth = o.number("max-depth", -1)
	if both := o.number("context", 0); both > 0 {
		r.before, r.after = both, both
	} else {
		r.before, r.after = o.number("before-context", 0), o.number("after-context", 0)
	}
	if o.has("crlf") {
		r.crlf, r.term = true, "\r\n"
	}
	if o.has("null-data") {
		r.delim, r.term, r.crlf = 0, "\x00", false
	}
	unrestricted := o.count("unrestricted")
	r.text = o.has("text") || o.has("null-data")
	r.binary = o.has("binary") || unrestricted >= 3
	r.hidden = o.has("hidden") || unrestricted >= 2
	r.follow, r.oneFileSystem = o.has("follow"), o.has("one-file-system")
	noIgnore := o.has("no-ignore") || unrestricted >= 1
	r.noRg = noIgnore
	r.noDot = noIgnore || o.has("no-ignore-dot")
	r.noVcs = noIgnore || o.has("no-ignore-vcs")
	r.noExclude = r.noVcs || o.has("no-ignore-exclude")
	r.noParent = noIgnore || o.has("no-ignore-parent")
	r.noRequireGit, r.noIgnoreMessages, r.foldIgnore = o.has("no-require-git"), o.has("no-ignore-messages"), o.has("ignore-file-case-insensitive")
	if !noIgnore && !r.noVcs && !o.has("no-ignore-global") {
		r.global, _ = r.ignoreFile(r.gitGlobalFile(), r.p.Dir)
	}
	if !noIgnore && !o.has("no-ignore-files") {
		for _, f := range o.all("ignore-file") {
			rules, err := r.ignoreFile(f, r.p.Dir)
			if err != nil {
				r.message("%s: %s (os error %d)", f, vfs.ErrText(err), rgErrno(err))
			}
			r.base = append(r.base, rules)
		}
	}
	r.maxSize = -1
	if s, ok := o.last("max-filesize"); ok {
		n, err := size.Parse(s, "KMG")
		if err != nil || strings.HasPrefix(s, "-") {
			r.fatal("invalid format for size '%s', which should be a sequence of digits followed by an optional 'K', 'M' or 'G' suffix", s)
		}
		r.maxSize = n
	}
	for _, name := range []string{"sort", "sortr"} {
		if s, ok := o.last(name); ok {
			key, known := rgSortKeys[s]
			if !known {
				r.badValue(name, "SORTBY", s, "accessed", "created", "modified", "none", "path")
			}
			r.order, r.ordered, r.reverse = key, s != "none", name == "sortr" && s != "none"
		}
	}
	if o.has("sort-files") {
		r.ordered = true
	}
	if s, ok := o.last("threads"); ok {
		n, err := rgNumber(s)
		if err != nil {
			r.fatal("%s", err)
		}
		r.ordered = r.ordered || n == 1
	}
	r.encoding = "auto"
	if s, ok := o.last("encoding"); ok {
		r.encoding = s
		if _, err := htmlindex.Get(s); err != nil && s != "auto" && s != "none" {
			r.fatal("grep config error: unknown encoding: %s", s)
		}
	}
	r.pre, _ = o.last("pre")
	r.zip = o.has("search-zip")
	if s, ok := o.last("path-separator"); ok {
		r.pathSep = string(rgUnescape(s))
		if len(r.pathSep) > 1 {
			r.fatal("A path separator must be exactly one byte, but the given separator is %d bytes: %s\nIn some shells on Windows '/' is automatically expanded. Use '//' instead.", len(r.pathSep), s)
		}
	}
	r.configureColors(o)
}

func (r *rg) configureColors(o *rgArgs) {
	color, given := o.last("color")
	if given && !slices.Contains([]string{"always", "ansi", "auto", "never"}, color) {
		r.badValue("color", "WHEN", color, "always", "ansi", "auto", "never")
	}
	r.colors = newRgColors()
	for _, s := range o.all("colors") {
		if err := r.colors.set(s); err != nil {
			r.fatal("%s", err)
		}
	}
	term := r.p.Getenv("TERM")
	pretty := o.has("pretty") && term != "" && term != "dumb" && r.p.Getenv("NO_COLOR") == ""
	r.color = color == "always" || color == "ansi" || (color == "auto" || !given) && pretty
}

// chooseSink says what is done with what is found.
func (r *rg) chooseSink(o *rgArgs) {
	count, matches := o.has("count"), o.has("count-matches")
	switch {
	case matches && r.invert:
		count, matches = true, false
	case count && r.only:
		count, matches = false, true
	}
	switch {
	case r.quiet:
		r.kind = rgQuietKind
	case matches:
		r.kind = rgCountMatchesKind
	case count:
		r.kind = rgCountKind
	case o.has("files-with-matches"):
		r.kind = rgWithKind
	case o.has("files-without-match"):
		r.kind = rgWithoutKind
	}
	r.stats = o.has("stats") && !r.filesOnly
	if o.has("json") {
		for _, n := range []string{"count", "count-matches", "files", "files-with-matches", "files-without-match"} {
			if o.has(n) {
				r.usageError("The argument '--%s' cannot be used with '--json'", n)
			}
		}
	}
	if o.has("json") && !r.quiet {
		r.sink = &rgJSON{r: r}
		return
	}
	if r.kind != rgLinesKind {
		r.sink = &rgSummary{r: r}
		r.heading = false
		r.matchSep = ":"
		if s, ok := o.last("field-match-separator"); ok {
			r.matchSep = string(rgUnescape(s))
		}
		return
	}
	r.sink = &rgStandard{r: r}
	r.column = !o.has("no-column") && (o.has("column") || r.vimgrep)
	r.numbers = !o.has("no-line-number") && (o.has("line-number") || r.column || o.has("pretty") || r.vimgrep)
	r.heading = !o.has("no-heading") && !r.vimgrep && (o.has("heading") || o.has("pretty"))
	r.granular = r.color && !r.colors["match"].none() || r.column || r.hasReplace || r.vimgrep || r.only
	r.matchSep, r.contextSep = ":", "-"
	if s, ok := o.last("field-match-separator"); ok {
		r.matchSep = string(rgUnescape(s))
	}
	if s, ok := o.last("field-context-separator"); ok {
		r.contextSep = string(rgUnescape(s))
	}
	sep := "--"
	if s, ok := o.last("context-separator"); ok {
		sep = string(rgUnescape(s))
	}
	if !o.has("no-context-separator") {
		r.separator = &sep
	}
	switch {
	case r.heading:
		r.fileSep = true
	case r.before > 0 || r.after > 0:
		r.fileSep, r.fileSeparator = r.separator != nil, sep
	}
}

// rgUnescape reads \n, \r, \t, \\, \0 and \x7F.
func rgUnescape(s string) []byte {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		if k := strings.IndexByte(`nrt\0`, s[i]); k >= 0 {
			b = append(b, "\n\r\t\\\x00"[k])
			continue
		}
		if s[i] == 'x' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, '\\', s[i])
	}
	return b
}

// typeGlobs returns the types of files with their globs.
func (r *rg) typeGlobs(o *rgArgs) map[string][]string {
	types := maps.Clone(rgTypes)
	for _, n := range o.all("type-clear") {
		delete(types, n)
	}
	const invalid = "invalid definition (format is type:glob, e.g., html:*.html)"
	for _, s := range o.all("type-add") {
		name, glob, _ := strings.Cut(s, ":")
		if name == "" || glob == "" || name == "all" || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) }) {
			r.fatal(invalid)
		}
		if list, ok := strings.CutPrefix(glob, "include:"); ok {
			for n := range strings.SplitSeq(list, ",") {
				if types[n] == nil {
					r.fatal(invalid)
				}
				types[name] = append(slices.Clip(types[name]), types[n]...)
			}
			continue
		}
		if strings.Contains(glob, ":") {
			r.fatal(invalid)
		}
		types[name] = append(slices.Clip(types[name]), glob)
	}
	for n, globs := range types {
		slices.Sort(globs)
		types[n] = slices.Compact(globs)
	}
	return types
}

// filters reads which files are wanted.
func (r *rg) filters(o *rgArgs, types map[string][]string) {
	last := func(a rgArg) int {
		if a.name == "type-not" {
			return 1 // whatever the order, it prevails
		}
		return 0
	}
	args := slices.Clone(o.list)
	slices.SortStableFunc(args, func(a, b rgArg) int { return last(a) - last(b) })
	for _, a := range args {
		switch a.name {
		case "glob", "iglob", "pre-glob":
			rule, ok, err := rgParseRule(a.value, a.name == "iglob" || a.name == "glob" && o.has("glob-case-insensitive"))
			if err != nil {
				r.fatal("%s", err)
			}
			if !ok {
				continue
			}
			rule.not = !rule.not // what .gitignore ignores is what a glob wants
			if a.name == "pre-glob" {
				r.preGlobs.dir = r.p.Dir
				r.preGlobs.list = append(r.preGlobs.list, rule)
				r.preGlobsWant = r.preGlobsWant || rule.not
			} else {
				r.globs.dir = r.p.Dir
				r.globs.list = append(r.globs.list, rule)
				r.globsWant = r.globsWant || rule.not
			}
		case "type", "type-not":
			t := rgType{not: a.name == "type-not"}
			names := []string{a.value}
			if a.value == "all" {
				names = slices.Sorted(maps.Keys(types))
			}
			for _, n := range names {
				globs, ok := types[n]
				if !ok {
					r.fatal("unrecognized file type: %s", n)
				}
				for _, g := range globs {
					re, err := rgGlob(g, false)
					if err != nil {
						r.fatal("error parsing glob '%s': %s", g, err)
					}
					t.globs = append(t.globs, re)
				}
			}
			r.types = append(r.types, t)
		}
	}
}

// patterns returns those of -e and -f; named is false if there are none.
func (r *rg) patterns(o *rgArgs) (list []string, named bool) {
	for _, a := range o.list {
		switch a.name {
		case "regexp":
			list, named = append(list, a.value), true
		case "file":
			named = true
			f, err := r.p.Input(r.ctx, a.value)
			if err != nil {
				r.fatal("%s: %s (os error %d)", a.value, vfs.ErrText(err), rgErrno(err))
			}
			b, err := io.ReadAll(io.LimitReader(f, maxPatternFile+1))
			f.Close()
			if err != nil {
				r.fatal("%s: %s", a.value, vfs.ErrText(err))
			}
			if len(b) > maxPatternFile {
				r.fatal("%s: larger than %d bytes", a.value, maxPatternFile)
			}
			if len(b) > 0 {
				for l := range bytes.SplitSeq(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
					list = append(list, string(bytes.TrimSuffix(l, []byte("\r"))))
				}
			}
		}
	}
	return list, named
}

// compile makes the patterns one expression.
func (r *rg) compile(o *rgArgs, patterns []string) {
	engine := cmp.Or(o.value("engine"), "default")
	switch {
	case !slices.Contains([]string{"auto", "default", "pcre2"}, engine):
		r.badValue("engine", "ENGINE", engine, "auto", "default", "pcre2")
	case o.has("pcre2"):
		engine = "pcre2"
	case o.has("auto-hybrid-regex"):
		engine = "auto"
	}
	if o.has("fixed-strings") {
		patterns = slices.Clone(patterns)
		for i, s := range patterns {
			patterns[i] = regexp.QuoteMeta(s)
		}
	}
	source := strings.Join(patterns, "|")
	if len(patterns) == 0 {
		source = `[^\x{0}-\x{10FFFF}]`
	}
	var err error
	if engine != "pcre2" {
		if r.pattern, err = r.rustPattern(o, source); err == nil {
			return
		}
		if engine == "default" {
			text := err.Error()
			if strings.HasSuffix(text, "supported") {
				text += "\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle backreferences\nand look-around."
			}
			r.fatal("%s", text)
		}
	}
	if o.has("no-unicode") || o.has("no-pcre2-unicode") {
		r.fatal("PCRE2: the expressions of --pcre2 are always Unicode's")
	}
	x := rgSyntax{s: source, unicode: true} // only to see its letters
	x.translate()
	r.pattern = &rgPattern{perl: r.perlPattern(o, source, r.folds(o, &x))}
	r.pattern.names = r.pattern.perl.re.GetGroupNames()
	r.spans = r.multiline
}

// folds tells whether letters match in both cases.
func (r *rg) folds(o *rgArgs, x *rgSyntax) bool {
	return o.has("ignore-case") || o.has("smart-case") && x.literals && !x.upper
}

// rustPattern compiles a pattern in the syntax of Rust's regex crate.
func (r *rg) rustPattern(o *rgArgs, source string) (*rgPattern, error) {
	x := rgSyntax{s: source, unicode: !o.has("no-unicode") && !o.has("no-pcre2-unicode"), dotall: o.has("multiline-dotall"), crlf: r.crlf, newline: r.delim, deny: !r.multiline}
	out, err := x.translate()
	if err != nil {
		return nil, err
	}
	flags := "m"
	if r.folds(o, &x) {
		flags += "i"
	}
	t := &rgPattern{}
	flagged := "(?" + flags + ":" + out + ")"
	word, line := o.has("word-regexp"), o.has("line-regexp")
	whole := flagged
	switch {
	case line:
		whole = `(?m:^)` + flagged + `(?m:$)`
	case word:
		not := classText(wordSet, true)
		if !x.unicode {
			not = classText(asciiSets["word"], true)
		}
		whole = `(?:(?m:^)|` + not + `)(` + flagged + `)(?:(?m:$)|` + not + `)`
		t.shift = 1
	}
	if t.re, err = regexp.Compile(whole); err == nil {
		t.behind, err = regexp.Compile(`\A(?s:.)(?s:.*?)(` + whole + ")")
	}
	if err != nil {
		return nil, fmt.Errorf("regex parse error:\n    %s\nerror: %s", source, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	t.names = t.re.SubexpNames()[t.shift:]
	if r.multiline {
		parsed, err := syntax.Parse(flagged, syntax.Perl)
		r.spans = err != nil || line || word || spansLines(parsed, rune(r.delim))
	}
	if x.boundary {
		t.words = r.perlPattern(o, source, r.folds(o, &x))
	}
	return t, nil
}

// perlPattern compiles a pattern in Perl's syntax.
func (r *rg) perlPattern(o *rgArgs, source string, fold bool) *perl {
	g := &grep{p: r.p, utf: true}
	var flags regex.Flags
	if fold {
		flags |= regex.IgnoreCase
	}
	if o.has("word-regexp") {
		flags |= regex.WholeWord
	}
	if o.has("line-regexp") {
		flags |= regex.WholeLine
	}
	if o.has("multiline-dotall") {
		source = "(?s)" + source
	}
	return g.compilePerl([]string{source}, flags).(*perl)
}
