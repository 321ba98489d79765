package grep

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/regex"
)

const rgHelp = `
Usage: rg [OPTION]... PATTERN [PATH]...
       rg [OPTION]... -e PATTERN... [PATH]...
       rg [OPTION]... --files [PATH]...
Search files for a regular expression; directories with all that is in them, but
for what is hidden, binary, or named in .gitignore, .ignore and .rgignore.

  -e, --regexp PATTERN       another pattern
  -f, --file FILE            patterns from FILE, one a line
  -F, --fixed-strings        plain text
  -i, --ignore-case          letters match in both cases
  -s, --case-sensitive       they don't (the default)
  -S, --smart-case           they do if the pattern has no capital
  -v, --invert-match         the lines that don't match
  -w, --word-regexp          whole words only
  -x, --line-regexp          whole lines only
  -P, --pcre2                Perl's regular expressions
  -U, --multiline            matches may span lines
      --multiline-dotall     and . matches a newline

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
      --column               with the column of the first match
  -b, --byte-offset          with the offset
  -H, --with-filename        with the file's name
  -I, --no-filename          without it
      --heading              the name above a file's lines
      --no-heading           before each
      --vimgrep              each match with file, line and column
      --trim                 without blanks at the beginning of lines
      --passthru             all lines
  -A, --after-context NUM    with NUM lines behind
  -B, --before-context NUM   with NUM lines before
  -C, --context NUM          with both
      --context-separator SEP  what stands between groups, --
      --no-context-separator   nothing
      --field-match-separator SEP, --field-context-separator SEP
                             what stands behind name and number, : and -
  -M, --max-columns NUM      leave out lines of more than NUM bytes
      --max-columns-preview  show how they begin
  -p, --pretty               colors if TERM has them, --heading --line-number
  -0, --null                 a zero byte behind names
      --color WHEN           never, auto, always
      --json                 each file and line as a JSON object
      --sort KEY             by path (as always), modified, accessed or none
      --sortr KEY            backwards
      --no-messages          say nothing of files that can't be read

  -g, --glob GLOB            only files that match, or with ! those that don't
      --iglob GLOB           the same, in any case
  -t, --type TYPE            only files of a type
  -T, --type-not TYPE        not those
      --type-list            print the types
      --type-add NAME:GLOB   another glob for a type
      --type-clear NAME      forget a type's globs
      --ignore-file FILE     what FILE names, as in .gitignore
  -., --hidden               hidden files too
      --no-ignore            in spite of .gitignore and the like
      --no-ignore-vcs        in spite of .gitignore
  -u, --unrestricted         --no-ignore; twice --hidden too; thrice --binary too
  -L, --follow               follow symbolic links
      --max-depth NUM        directories at most NUM deep
      --max-filesize NUM     no files larger than NUM (K, M, G)
  -a, --text                 binary files are text
      --binary               search all of binary files that aren't operands
      --line-buffered        write each line at once
  -j, --threads NUM          how many files to search at once: always one
      --help                 this text
  -V, --version              the version
The status is 0 if there was a match, 1 if there was none, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "rg", Help: rgHelp, UsageStatus: 2, Run: runRg})
}

const (
	rgMultilineDot = 300 + iota
	rgCountMatches
	rgIncludeZero
	rgFilesWithout
	rgFiles
	rgColumn
	rgHeading
	rgNoHeading
	rgVimgrep
	rgTrim
	rgPassthru
	rgSeparator
	rgColor
	rgSort
	rgNoMessages
	rgIglob
	rgTypeList
	rgNoIgnore
	rgNoIgnoreVcs
	rgMaxFilesize
	rgMaxDepth
	rgNoSeparator
	rgMatchSeparator
	rgContextSeparator
	rgPreview
	rgSortReverse
	rgTypeAdd
	rgTypeClear
	rgIgnoreFile
	rgJSONOutput
	rgBinary
	rgLineBuffered
)

var rgOptions = []getopt.Long{
	{Name: "regexp", Arg: getopt.Required, ID: 'e'}, {Name: "file", Arg: getopt.Required, ID: 'f'}, {Name: "fixed-strings", ID: 'F'},
	{Name: "ignore-case", ID: 'i'}, {Name: "case-sensitive", ID: 's'}, {Name: "smart-case", ID: 'S'}, {Name: "invert-match", ID: 'v'},
	{Name: "word-regexp", ID: 'w'}, {Name: "line-regexp", ID: 'x'}, {Name: "pcre2", ID: 'P'}, {Name: "multiline", ID: 'U'}, {Name: "multiline-dotall", ID: rgMultilineDot},
	{Name: "count", ID: 'c'}, {Name: "count-matches", ID: rgCountMatches}, {Name: "include-zero", ID: rgIncludeZero}, {Name: "files-with-matches", ID: 'l'},
	{Name: "files-without-match", ID: rgFilesWithout}, {Name: "files", ID: rgFiles}, {Name: "only-matching", ID: 'o'}, {Name: "quiet", ID: 'q'},
	{Name: "replace", Arg: getopt.Required, ID: 'r'}, {Name: "max-count", Arg: getopt.Required, ID: 'm'}, {Name: "line-number", ID: 'n'},
	{Name: "no-line-number", ID: 'N'}, {Name: "column", ID: rgColumn}, {Name: "byte-offset", ID: 'b'}, {Name: "with-filename", ID: 'H'},
	{Name: "no-filename", ID: 'I'}, {Name: "heading", ID: rgHeading}, {Name: "no-heading", ID: rgNoHeading}, {Name: "vimgrep", ID: rgVimgrep},
	{Name: "trim", ID: rgTrim}, {Name: "passthru", ID: rgPassthru}, {Name: "after-context", Arg: getopt.Required, ID: 'A'},
	{Name: "before-context", Arg: getopt.Required, ID: 'B'}, {Name: "context", Arg: getopt.Required, ID: 'C'},
	{Name: "context-separator", Arg: getopt.Required, ID: rgSeparator}, {Name: "null", ID: '0'}, {Name: "color", Arg: getopt.Required, ID: rgColor},
	{Name: "sort", Arg: getopt.Required, ID: rgSort}, {Name: "no-messages", ID: rgNoMessages}, {Name: "glob", Arg: getopt.Required, ID: 'g'},
	{Name: "iglob", Arg: getopt.Required, ID: rgIglob}, {Name: "type", Arg: getopt.Required, ID: 't'}, {Name: "type-not", Arg: getopt.Required, ID: 'T'},
	{Name: "type-list", ID: rgTypeList}, {Name: "hidden", ID: '.'}, {Name: "no-ignore", ID: rgNoIgnore}, {Name: "no-ignore-vcs", ID: rgNoIgnoreVcs},
	{Name: "unrestricted", ID: 'u'}, {Name: "follow", ID: 'L'}, {Name: "max-depth", Arg: getopt.Required, ID: rgMaxDepth},
	{Name: "max-filesize", Arg: getopt.Required, ID: rgMaxFilesize}, {Name: "text", ID: 'a'},
	{Name: "no-context-separator", ID: rgNoSeparator}, {Name: "field-match-separator", Arg: getopt.Required, ID: rgMatchSeparator},
	{Name: "field-context-separator", Arg: getopt.Required, ID: rgContextSeparator}, {Name: "max-columns", Arg: getopt.Required, ID: 'M'},
	{Name: "max-columns-preview", ID: rgPreview}, {Name: "pretty", ID: 'p'}, {Name: "sortr", Arg: getopt.Required, ID: rgSortReverse},
	{Name: "type-add", Arg: getopt.Required, ID: rgTypeAdd}, {Name: "type-clear", Arg: getopt.Required, ID: rgTypeClear},
	{Name: "ignore-file", Arg: getopt.Required, ID: rgIgnoreFile}, {Name: "json", ID: rgJSONOutput}, {Name: "binary", ID: rgBinary},
	{Name: "line-buffered", ID: rgLineBuffered}, {Name: "threads", Arg: getopt.Required, ID: 'j'}, {Name: "passthrough", ID: rgPassthru},
}

// rgTypes are file types and the names of their files.
var rgTypes = map[string][]string{
	"asciidoc": {"*.adoc", "*.asc", "*.asciidoc"}, "asm": {"*.S", "*.asm", "*.s"}, "awk": {"*.awk"}, "c": {"*.[chH]", "*.[chH].in", "*.cats"},
	"clojure": {"*.clj", "*.cljc", "*.cljs", "*.cljx"}, "cmake": {"*.cmake", "CMakeLists.txt"}, "config": {"*.cfg", "*.conf", "*.config", "*.ini"},
	"cpp": {"*.[ChH]", "*.[ChH].in", "*.[ch]pp", "*.[ch]pp.in", "*.[ch]xx", "*.[ch]xx.in", "*.cc", "*.cc.in", "*.hh", "*.hh.in", "*.inl"}, "cs": {"*.cs"},
	"csharp": {"*.cs"}, "css": {"*.css", "*.scss"}, "csv": {"*.csv"}, "cython": {"*.pxd", "*.pxi", "*.pyx"}, "d": {"*.d"}, "dart": {"*.dart"},
	"docker": {"*Dockerfile*"}, "elixir": {"*.eex", "*.ex", "*.exs"}, "elm": {"*.elm"}, "erlang": {"*.erl", "*.hrl"}, "fish": {"*.fish"},
	"fortran": {"*.F", "*.F77", "*.F90", "*.F95", "*.f", "*.f77", "*.f90", "*.f95", "*.pfo"}, "go": {"*.go"}, "gradle": {"*.gradle"},
	"groovy": {"*.gradle", "*.groovy"}, "h": {"*.h", "*.hpp"}, "haskell": {"*.c2hs", "*.cpphs", "*.hs", "*.hsc", "*.lhs"},
	"html": {"*.ejs", "*.htm", "*.html"}, "java": {"*.java", "*.jsp", "*.jspx", "*.properties"}, "jl": {"*.jl"}, "js": {"*.js", "*.jsx", "*.vue"},
	"json": {"*.json", "composer.lock"}, "jsonl": {"*.jsonl"}, "julia": {"*.jl"}, "jupyter": {"*.ipynb", "*.jpynb"}, "kotlin": {"*.kt", "*.kts"},
	"less": {"*.less"}, "lisp": {"*.el", "*.jl", "*.lisp", "*.lsp", "*.sc", "*.scm"}, "lock": {"*.lock", "package-lock.json"}, "log": {"*.log"},
	"lua":      {"*.lua"},
	"make":     {"*.mak", "*.mk", "[Gg][Nn][Uu]makefile", "[Gg][Nn][Uu]makefile.am", "[Gg][Nn][Uu]makefile.in", "[Mm]akefile", "[Mm]akefile.am", "[Mm]akefile.in"},
	"markdown": {"*.markdown", "*.md", "*.mdown", "*.mkdn"}, "matlab": {"*.m"}, "md": {"*.markdown", "*.md", "*.mdown", "*.mkdn"}, "nix": {"*.nix"},
	"objc": {"*.h", "*.m"}, "ocaml": {"*.ml", "*.mli", "*.mll", "*.mly"}, "org": {"*.org", "*.org_archive"}, "pdf": {"*.pdf"},
	"perl": {"*.PL", "*.perl", "*.pl", "*.plh", "*.plx", "*.pm", "*.t"}, "php": {"*.php", "*.php3", "*.php4", "*.php5", "*.phtml"},
	"ps": {"*.cdxml", "*.ps1", "*.ps1xml", "*.psd1", "*.psm1"}, "py": {"*.py"}, "r": {"*.R", "*.Rmd", "*.Rnw", "*.r"}, "rst": {"*.rst"},
	"ruby": {"*.gemspec", "*.rb", "*.rbw", ".irbrc", "Gemfile", "Rakefile", "config.ru"}, "rust": {"*.rs"}, "sass": {"*.sass", "*.scss"},
	"scala": {"*.sbt", "*.scala"},
	"sh":    {"*.bash", "*.bashrc", "*.csh", "*.cshrc", "*.ksh", "*.kshrc", "*.sh", "*.tcsh", "*.zsh", ".bash_login", ".bash_logout", ".bash_profile", ".bashrc", ".cshrc", ".kshrc", ".login", ".logout", ".profile", ".tcshrc", ".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc", "bash_login", "bash_logout", "bash_profile", "bashrc", "profile", "zlogin", "zlogout", "zprofile", "zshenv", "zshrc"},
	"sql":   {"*.psql", "*.sql"}, "svg": {"*.svg"}, "swift": {"*.swift"}, "tcl": {"*.tcl"},
	"tex": {"*.bib", "*.cls", "*.dtx", "*.ins", "*.ltx", "*.sty", "*.tex"}, "tf": {"*.tf"}, "thrift": {"*.thrift"}, "toml": {"*.toml", "Cargo.lock"},
	"ts": {"*.ts", "*.tsx"}, "txt": {"*.txt"}, "vim": {"*.vim"},
	"xml": {"*.dtd", "*.rng", "*.sch", "*.xhtml", "*.xjb", "*.xml", "*.xml.dist", "*.xsd", "*.xsl", "*.xslt"}, "yaml": {"*.yaml", "*.yml"},
	"zig": {"*.zig"}, "zsh": {"*.zsh", ".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc", "zlogin", "zlogout", "zprofile", "zshenv", "zshrc"},
}

// rgRule is a line of an ignore file, or a glob.
type rgRule struct {
	re      *regexp.Regexp
	not     bool // !pattern: not ignored after all
	onlyDir bool
	base    bool // matches the last element only
	dir     string
}

// rgSortKeys are the keys of --sort. Files come by path anyhow.
var rgSortKeys = map[string]func(vfs.Info) int64{
	"none": nil, "path": nil, "modified": func(i vfs.Info) int64 { return i.Mtime },
	"accessed": func(i vfs.Info) int64 { return i.Atime },
}

type rg struct {
	ctx context.Context
	p   *commands.Process
	re  *regexp.Regexp
	alt matcher // Perl's, instead

	invert, multiline, count, countMatches, includeZero, list, listWithout, only, quiet, numbers, column, offsets bool
	heading, vimgrep, trim, passthru, null, noMessages, hidden, noIgnore, noVcs, follow, text, color              bool
	replace                                                                                                       string
	hasReplace                                                                                                    bool
	max, before, after                                                                                            int64
	separator                                                                                                     string
	names                                                                                                         int
	depth                                                                                                         int
	maxSize                                                                                                       int64
	globs                                                                                                         []rgRule
	types, notTypes                                                                                               [][]string
	matched, failed, filesOnly, printed                                                                           bool
	withName                                                                                                      bool
	peeked                                                                                                        []byte

	matchSep, contextSep string
	noSep                bool
	maxColumns           int64
	preview              bool
	reverse              bool
	base                 []rgRule // of --ignore-file
	json                 *rgJSON  // nil without --json
	binary, lineBuffered bool
	ordered              bool                 // asked for one file after the other
	buf                  []byte               // of peek
	order                func(vfs.Info) int64 // of files by --sort, but for path
}

func runRg(ctx context.Context, p *commands.Process) int {
	r := &rg{ctx: ctx, p: p, max: -1, depth: -1, maxSize: -1, separator: "--", matchSep: ":", contextSep: "-"}
	types := maps.Clone(rgTypes)
	color, pretty := "auto", false
	opts, operands := p.Getopt("e:f:FisSvwxPUclor:m:nNbHIA:B:C:0g:t:T:.uLaqVM:pj:", rgOptions...)
	var patterns []string
	have := false
	fixed, ignore, smart, word, line, perl, dotall := false, false, false, false, false, false, false
	unrestricted := 0
	numbersSet := false
	number := func(s string) int64 {
		n, err := strconv.ParseUint(s, 10, 62)
		if err != nil {
			p.UsageError("error: invalid value '%s': invalid digit found in string", s)
		}
		return int64(n)
	}
	for _, o := range opts {
		switch o.ID {
		case 'e':
			patterns, have = append(patterns, o.Arg), true
		case 'f':
			f, err := p.Input(ctx, o.Arg)
			if err != nil {
				r.fatal("%s: %s", o.Arg, vfs.ErrText(err))
			}
			b, _ := io.ReadAll(io.LimitReader(f, maxPatternFile))
			f.Close()
			if len(b) > 0 {
				patterns = append(patterns, strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")...)
			}
			have = true
		case 'F':
			fixed = true
		case 'i':
			ignore, smart = true, false
		case 's':
			ignore, smart = false, false
		case 'S':
			smart, ignore = true, false
		case 'v':
			r.invert = true
		case 'w':
			word = true
		case 'x':
			line = true
		case 'P':
			perl = true
		case 'U':
			r.multiline = true
		case rgMultilineDot:
			dotall = true
		case 'c':
			r.count = true
		case rgCountMatches:
			r.countMatches = true
		case rgIncludeZero:
			r.includeZero = true
		case 'l':
			r.list = true
		case rgFilesWithout:
			r.listWithout = true
		case rgFiles:
			r.filesOnly = true
		case 'o':
			r.only = true
		case 'q':
			r.quiet = true
		case 'r':
			r.replace, r.hasReplace = o.Arg, true
		case 'm':
			r.max = number(o.Arg)
		case 'n':
			r.numbers, numbersSet = true, true
		case 'N':
			r.numbers, numbersSet = false, true
		case rgColumn:
			r.column = true
		case 'b':
			r.offsets = true
		case 'H':
			r.names = 1
		case 'I':
			r.names = -1
		case rgHeading:
			r.heading = true
		case rgNoHeading:
			r.heading = false
		case rgVimgrep:
			r.vimgrep = true
		case rgTrim:
			r.trim = true
		case rgPassthru:
			r.passthru = true
		case 'A':
			r.after = number(o.Arg)
		case 'B':
			r.before = number(o.Arg)
		case 'C':
			r.after = number(o.Arg)
			r.before = r.after
		case rgSeparator:
			r.separator = o.Arg
		case '0':
			r.null = true
		case rgColor:
			switch color = o.Arg; color {
			case "never", "auto", "always", "ansi":
			default:
				p.UsageError("error: '%s' isn't a valid value for '--color <WHEN>'", o.Arg)
			}
		case rgSort, rgSortReverse:
			key, ok := rgSortKeys[o.Arg]
			if !ok {
				p.UsageError("error: '%s' isn't a valid value for '%s <SORTBY>'", o.Arg, o.Name)
			}
			r.ordered = o.Arg != "none"
			r.order, r.reverse = key, o.ID == rgSortReverse && o.Arg != "none"
		case rgNoSeparator:
			r.noSep = true
		case rgMatchSeparator:
			r.matchSep = o.Arg
		case rgContextSeparator:
			r.contextSep = o.Arg
		case 'M':
			r.maxColumns = number(o.Arg)
		case rgPreview:
			r.preview = true
		case 'p':
			pretty, r.heading, r.numbers, numbersSet = true, true, true, true
		case rgTypeAdd:
			name, glob, ok := strings.Cut(o.Arg, ":")
			if !ok || name == "" || glob == "" {
				r.fatal("invalid definition (format is type:glob, e.g., html:*.html)")
			}
			if list, ok := strings.CutPrefix(glob, "include:"); ok {
				for _, n := range strings.Split(list, ",") {
					if types[n] == nil {
						r.fatal("invalid definition (format is type:glob, e.g., html:*.html)")
					}
					types[name] = append(slices.Clone(types[name]), types[n]...)
				}
				continue
			}
			types[name] = append(slices.Clone(types[name]), glob)
		case rgTypeClear:
			delete(types, o.Arg)
		case rgIgnoreFile:
			if _, err := p.Stat(ctx, o.Arg); err != nil {
				fmt.Fprintf(p.Stderr, "%s: %s (os error %d)\n", o.Arg, vfs.ErrText(err), 2)
			}
			r.base = append(r.base, r.ignoreFile(o.Arg, "")...)
		case rgNoMessages:
			r.noMessages = true
		case 'g', rgIglob:
			g := o.Arg
			rule, ok := rgGlob(strings.TrimPrefix(g, "!"), "", o.ID == rgIglob)
			if !ok {
				r.fatal("error parsing glob '%s'", g)
			}
			rule.not = !strings.HasPrefix(g, "!")
			r.globs = append(r.globs, rule)
		case 't', 'T':
			t, ok := types[o.Arg]
			if !ok {
				r.fatal("unrecognized file type: %s", o.Arg)
			}
			if o.ID == 't' {
				r.types = append(r.types, t)
			} else {
				r.notTypes = append(r.notTypes, t)
			}
		case rgTypeList:
			var names []string
			for n := range types {
				names = append(names, n)
			}
			sort.Strings(names)
			for _, n := range names {
				fmt.Fprintf(p.Out, "%s: %s\n", n, strings.Join(types[n], ", "))
			}
			return 0
		case '.':
			r.hidden = true
		case rgNoIgnore:
			r.noIgnore = true
		case rgNoIgnoreVcs:
			r.noVcs = true
		case 'u':
			unrestricted++
		case 'L':
			r.follow = true
		case rgMaxDepth:
			r.depth = int(min(number(o.Arg), 1<<30))
		case rgMaxFilesize:
			n, err := size.Parse(o.Arg, "KMG")
			if err != nil {
				p.UsageError("error: invalid value '%s'", o.Arg)
			}
			r.maxSize = n
		case 'a':
			r.text = true
		case rgBinary:
			r.binary = true
		case rgLineBuffered:
			r.lineBuffered = true
		case 'j':
			r.ordered = number(o.Arg) == 1
		case rgJSONOutput:
			r.json = &rgJSON{r: r, began: p.Now()}
		case 'V':
			p.ShowVersion()
		}
	}
	if r.json != nil {
		for name, on := range map[string]bool{"count": r.count, "count-matches": r.countMatches, "files": r.filesOnly, "files-with-matches": r.list, "files-without-match": r.listWithout} {
			if on {
				p.UsageError("error: The argument '--%s' cannot be used with '--json'", name)
			}
		}
	}
	term := p.Getenv("TERM")
	r.color = color == "always" || color == "ansi" || color == "auto" && pretty && term != "" && term != "dumb" && p.Getenv("NO_COLOR") == ""
	r.noIgnore = r.noIgnore || unrestricted > 0
	r.hidden = r.hidden || unrestricted > 1
	r.binary = r.binary || unrestricted > 2
	if r.vimgrep {
		r.column, r.numbers, numbersSet = true, true, true
		if r.names == 0 {
			r.names = 1
		}
	}
	if r.column && !numbersSet {
		r.numbers = true
	}
	if !have && !r.filesOnly {
		if len(operands) == 0 {
			r.fatal("error: The following required arguments were not provided:\n    <PATTERN>")
		}
		patterns, operands = append(patterns, operands[0]), operands[1:]
	}
	if !r.filesOnly {
		r.compile(patterns, fixed, ignore, smart, word, line, perl, dotall)
	}
	stdin := false
	if len(operands) == 0 {
		if i, err := p.Stdin.Stat(); err == nil && (i.Kind == vfs.FIFO || i.Kind == vfs.Regular) && !r.filesOnly {
			stdin = true
			f := p.Stdin
			for u, ok := f.(interface{ Unwrap() vfs.File }); ok; u, ok = f.(interface{ Unwrap() vfs.File }) {
				f = u.Unwrap()
			}
			if _, pipe := f.(*vfs.PipeEnd); !pipe && i.Kind == vfs.FIFO {
				// The job's own input: where it is empty, nobody meant it.
				var b [1]byte
				n, _ := p.Stdin.Read(b[:])
				stdin = n > 0
				r.peeked = b[:n]
			}
		}
	}
	switch {
	case stdin:
		r.withName = r.names > 0
		r.search("<stdin>", peekedFile{p.Stdin, &r.peeked}, true)
	case len(operands) == 0:
		r.withName = r.names >= 0
		r.directory(".", "", 0, r.base, nil)
	default:
		for _, o := range operands {
			if o == "-" {
				r.withName = r.names > 0 || r.names == 0 && len(operands) > 1
				r.search("<stdin>", p.Stdin, true)
				continue
			}
			i, err := p.Stat(ctx, o)
			if err != nil {
				r.fail(o, err)
				continue
			}
			if i.IsDir() {
				r.withName = r.names >= 0
				r.directory(o, o, 0, append(slices.Clip(r.base), r.above(o)...), nil)
				continue
			}
			r.withName = r.names > 0 || r.names == 0 && len(operands) > 1
			r.file(o, o, true)
		}
	}
	if r.json != nil {
		r.json.summary()
	}
	switch {
	case r.failed && !(r.quiet && r.matched):
		return 2
	case r.matched:
		return 0
	}
	return 1
}

// peekedFile gives the bytes first that were read to see whether there are any.
type peekedFile struct {
	vfs.File
	first *[]byte
}

func (f peekedFile) Read(p []byte) (int, error) {
	if n := copy(p, *f.first); n > 0 {
		*f.first = (*f.first)[n:]
		return n, nil
	}
	return f.File.Read(p)
}

// fatal ends the run; rg doesn't put its name before what it says.
func (r *rg) fatal(format string, args ...any) {
	r.p.Out.Flush()
	fmt.Fprintf(r.p.Stderr, format+"\n", args...)
	r.p.Exit(2)
}

func (r *rg) fail(name string, err error) {
	r.failed = true
	if !r.noMessages {
		r.p.Out.Flush()
		code := 5
		if e := vfs.ErrnoOf(err); e == vfs.ENOENT {
			code = 2
		} else if e == vfs.EACCES {
			code = 13
		}
		where := name
		if r.ordered {
			where += ": IO error for operation on " + name
		}
		fmt.Fprintf(r.p.Stderr, "%s: %s (os error %d)\n", where, vfs.ErrText(err), code)
	}
}

func (r *rg) compile(patterns []string, fixed, ignore, smart, word, line, perl, dotall bool) {
	if smart {
		ignore = true
		for _, s := range patterns {
			escaped := false
			for _, c := range s {
				if !escaped && unicode.IsUpper(c) {
					ignore = false
				}
				escaped = c == '\\' && !escaped && !fixed
			}
		}
	}
	parts := make([]string, len(patterns))
	for i, s := range patterns {
		if fixed {
			s = regexp.QuoteMeta(s)
		}
		parts[i] = "(?:" + s + ")"
	}
	src := strings.Join(parts, "|")
	if len(parts) == 1 {
		src = parts[0]
	}
	if len(patterns) == 0 {
		src = `[^\s\S]`
	}
	if perl {
		g := &grep{p: r.p, utf: true}
		var flags regex.Flags
		if ignore {
			flags |= regex.IgnoreCase
		}
		if word {
			flags |= regex.WholeWord
		}
		if line {
			flags |= regex.WholeLine
		}
		r.alt = g.compilePerl([]string{src}, flags)
		return
	}
	if word {
		src = `\b(?:` + src + `)\b`
	}
	if line {
		src = `^(?:` + src + `)$`
	}
	flags := "m"
	if ignore {
		flags += "i"
	}
	if dotall {
		flags += "s"
	}
	re, err := regexp.Compile("(?" + flags + ")" + src)
	if err != nil {
		r.p.Out.Flush()
		shown := strings.Join(patterns, "|")
		fmt.Fprintf(r.p.Stderr, "regex parse error:\n    %s\nerror: %s\n", shown, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		r.p.Exit(2)
	}
	r.re = re
}

// rgGlob compiles a glob as .gitignore has them.
func rgGlob(g, dir string, fold bool) (rgRule, bool) {
	rule := rgRule{dir: dir}
	if strings.HasSuffix(g, "/") {
		rule.onlyDir = true
		g = strings.TrimSuffix(g, "/")
	}
	rule.base = !strings.Contains(g, "/")
	g = strings.TrimPrefix(g, "/")
	var b strings.Builder
	if fold {
		b.WriteString("(?i)")
	}
	b.WriteString("^")
	alts := 0
	for i := 0; i < len(g); i++ {
		switch c := g[i]; {
		case strings.HasPrefix(g[i:], "**/") && (i == 0 || g[i-1] == '/'):
			b.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(g[i:], "/**") && i+3 == len(g):
			b.WriteString("/.*")
			i += 2
		case c == '*':
			b.WriteString("[^/]*")
			for i+1 < len(g) && g[i+1] == '*' {
				i++
			}
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			end := strings.IndexByte(g[min(len(g), i+2):], ']')
			if end < 0 {
				return rule, false
			}
			set := g[i+1 : i+2+end]
			if strings.HasPrefix(set, "!") {
				set = "^" + set[1:]
			}
			b.WriteString("[" + strings.ReplaceAll(set, `\`, `\\`) + "]")
			i += 2 + end
		case c == '{':
			alts++
			b.WriteString("(?:")
		case c == '}' && alts > 0:
			alts--
			b.WriteString(")")
		case c == ',' && alts > 0:
			b.WriteString("|")
		case c == '\\' && i+1 < len(g):
			i++
			b.WriteString(regexp.QuoteMeta(g[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(g[i : i+1]))
		}
	}
	b.WriteString("$")
	re, err := regexp.Compile(b.String())
	rule.re = re
	return rule, err == nil
}

// hit tells whether a rule matches a path, which is relative to where the
// search began.
func (l *rgRule) hit(name string, dir bool) bool {
	if l.onlyDir && !dir {
		return false
	}
	rel := name
	if l.dir != "" {
		var ok bool
		if rel, ok = strings.CutPrefix(name, l.dir+"/"); !ok {
			return false
		}
	}
	if l.base {
		return l.re.MatchString(path.Base(rel))
	}
	return l.re.MatchString(rel)
}

// readRules reads an ignore file in a directory.
func (r *rg) readRules(dir, file string) []rgRule {
	at := path.Clean(dir)
	if at == "." {
		at = ""
	}
	return r.ignoreFile(path.Join(dir, file), at)
}

// ignoreFile reads a file of rules for what is in the directory at.
func (r *rg) ignoreFile(name, at string) []rgRule {
	b, err := r.p.FS.ReadFile(r.ctx, r.p.Path(name), 16<<20)
	if err != nil {
		return nil
	}
	var rules []rgRule
	for _, l := range strings.Split(string(b), "\n") {
		l = strings.TrimRight(l, " \t\r")
		if l == "" || l[0] == '#' {
			continue
		}
		not := strings.HasPrefix(l, "!")
		l = strings.TrimPrefix(l, "!")
		if rule, ok := rgGlob(l, at, false); ok {
			rule.not = not
			rules = append(rules, rule)
		}
	}
	return rules
}

// rulesOf are the rules that a directory adds; git tells whether it is within
// a repository.
func (r *rg) rulesOf(dir string, git bool) []rgRule {
	if r.noIgnore {
		return nil
	}
	var rules []rgRule
	if git && !r.noVcs {
		rules = append(rules, r.readRules(dir, ".gitignore")...)
	}
	rules = append(rules, r.readRules(dir, ".ignore")...)
	return append(rules, r.readRules(dir, ".rgignore")...)
}

func (r *rg) isRepository(dir string) bool {
	_, err := r.p.Stat(r.ctx, path.Join(dir, ".git"))
	return err == nil
}

// above collects the rules of the directories that an operand is in.
func (r *rg) above(dir string) []rgRule {
	var rules []rgRule
	if path.IsAbs(dir) {
		return nil
	}
	parts := strings.Split(path.Clean(dir), "/")
	git := r.isRepository(".")
	at := "."
	for _, part := range parts {
		if part == "." || part == ".." {
			return rules
		}
		rules = append(rules, r.rulesOf(at, git)...)
		at = path.Join(at, part)
		git = git || r.isRepository(at)
	}
	return rules
}

func (r *rg) directory(dir, shown string, depth int, rules []rgRule, above []vfs.Info) {
	if r.ctx.Err() != nil || r.depth >= 0 && depth >= r.depth {
		return
	}
	info, err := r.p.Stat(r.ctx, dir)
	if err != nil {
		r.fail(dir, err)
		return
	}
	for _, a := range above {
		if a.Ino == info.Ino && a.Dev == info.Dev {
			r.fail(shown, vfs.ELOOP)
			return
		}
	}
	above = append(above[:len(above):len(above)], info)
	list, err := r.p.FS.ReadDir(r.ctx, r.p.Path(dir))
	if err != nil {
		r.fail(dir, err)
		return
	}
	git := r.isRepository(".")
	for d := path.Clean(dir); !git && d != "." && d != "/" && d != ".."; d = path.Dir(d) {
		git = r.isRepository(d)
	}
	rules = append(rules[:len(rules):len(rules)], r.rulesOf(dir, git)...)
	if r.order != nil {
		times := map[string]int64{}
		for _, e := range list {
			if i, err := r.p.FS.Lstat(r.ctx, r.p.Path(path.Join(dir, e.Name))); err == nil {
				times[e.Name] = r.order(i)
			}
		}
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b vfs.Dirent) int { return cmp.Compare(times[a.Name], times[b.Name]) })
	}
	if r.reverse {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	for _, e := range list {
		name := path.Join(dir, e.Name)
		out := e.Name
		if shown != "" {
			out = strings.TrimSuffix(shown, "/") + "/" + e.Name
		}
		kind := e.Kind
		if kind == vfs.Symlink {
			if !r.follow {
				continue
			}
			i, err := r.p.Stat(r.ctx, name)
			if err != nil {
				r.fail(out, err)
				continue
			}
			kind = i.Kind
		}
		isDir := kind == vfs.Directory
		if !r.taken(name, e.Name, isDir, rules) {
			continue
		}
		if isDir {
			r.directory(name, out, depth+1, rules, above)
		} else if kind == vfs.Regular {
			r.file(name, out, false)
		}
	}
}

// taken tells whether a file or directory is to be searched.
func (r *rg) taken(name, base string, dir bool, rules []rgRule) bool {
	if len(r.globs) > 0 {
		include := false
		for i := len(r.globs) - 1; i >= 0; i-- {
			g := &r.globs[i]
			if g.not {
				include = true
			}
			if g.hit(path.Clean(name), dir) {
				return g.not
			}
		}
		for i := range r.globs {
			include = include || r.globs[i].not
		}
		if include && !dir {
			return false
		}
	}
	ignored := false
	for i := range rules {
		if rules[i].hit(path.Clean(name), dir) {
			ignored = !rules[i].not
		}
	}
	if ignored || !r.hidden && strings.HasPrefix(base, ".") {
		return false
	}
	if dir {
		return true
	}
	of := func(types [][]string) bool {
		for _, t := range types {
			for _, g := range t {
				if ok, _ := path.Match(g, base); ok {
					return true
				}
			}
		}
		return false
	}
	return (r.types == nil || of(r.types)) && !of(r.notTypes)
}

func (r *rg) file(name, shown string, operand bool) {
	if r.maxSize >= 0 {
		if i, err := r.p.Stat(r.ctx, name); err == nil && i.Size > r.maxSize {
			return
		}
	}
	if r.filesOnly {
		r.matched = true
		if !r.quiet {
			r.p.Out.WriteString(shown)
			r.end()
		}
		return
	}
	f, err := r.p.Open(r.ctx, name)
	if err != nil {
		r.fail(shown, err)
		return
	}
	defer f.Close()
	r.search(shown, f, operand)
}

func (r *rg) end() {
	if r.null {
		r.p.Out.WriteByte(0)
	} else {
		r.p.Out.WriteByte('\n')
	}
}

// find returns the groups of the first match in a line at pos or later.
func (r *rg) find(l []byte, pos int) []int {
	if r.alt != nil {
		s, e, ok, err := r.alt.Span(l, pos)
		if err != nil || !ok {
			return nil
		}
		return []int{s, e}
	}
	if pos == 0 {
		return r.re.FindSubmatchIndex(l)
	}
	// Matches before pos are context: look at them all.
	for _, m := range r.re.FindAllSubmatchIndex(l, -1) {
		if m[0] >= pos {
			return m
		}
	}
	return nil
}

// findAll returns all matches that aren't empty where one just ended.
func (r *rg) findAll(l []byte) [][]int {
	if r.alt == nil {
		return r.re.FindAllSubmatchIndex(l, -1)
	}
	var all [][]int
	for pos := 0; pos <= len(l); {
		s, e, ok, err := r.alt.Span(l, pos)
		if err != nil || !ok {
			break
		}
		all = append(all, []int{s, e})
		pos = e
		if s == e {
			pos++
		}
	}
	return all
}

type rgLine struct {
	text   []byte // without its newline
	number int64
	offset int64
	ended  bool // it has a newline
}

const maxMultiline = 512 << 20 // bytes of a file with -U

func (r *rg) search(name string, f vfs.File, operand bool) {
	if r.multiline && !r.invert {
		r.searchWhole(name, f, operand)
		return
	}
	first, zero := r.peek(f)
	if zero >= 0 && !operand && !r.binary {
		return
	}
	rd := lines.NewReader(r.ctx, peekedFile{f, &first}, '\n')
	defer rd.Close()
	var selected, matches int64
	var kept []rgLine
	pending := int64(0)
	last := int64(0)                  // number of the last line printed
	var number, offset, stopped int64 // stopped: behind the last selected line
	printing := !r.count && !r.countMatches && !r.list && !r.listWithout && !r.quiet
	if r.json != nil {
		r.json.open(name)
	}
	headed := false
	head := func() {
		if r.heading && !headed && r.withName && r.json == nil {
			if r.printed {
				r.p.Out.WriteByte('\n')
			}
			r.paint("35", name)
			r.end()
		} else if !headed && r.printed && (r.before > 0 || r.after > 0) && !r.noSep && r.json == nil {
			r.p.Out.WriteString(r.separator + "\n")
		}
		headed = true
		r.printed = true
	}
	for {
		l, ok := rd.Next()
		if !ok {
			break
		}
		if zero < 0 && !r.text {
			if i := bytes.IndexByte(l, 0); i >= 0 {
				zero = offset + int64(i)
				if !operand && !r.binary {
					if printing && selected > 0 && r.json == nil {
						r.about(name, "WARNING: stopped searching binary file after match", zero)
					}
					break
				}
			}
		}
		number++
		text := lines.Trim(l, '\n')
		at := offset
		offset += int64(len(l))
		m := r.find(text, 0)
		if (m != nil) != r.invert {
			if r.max >= 0 && selected >= r.max {
				offset = stopped
				break
			}
			if zero >= 0 && printing && r.json == nil {
				r.matched = true
				r.about(name, "binary file matches", zero)
				return
			}
			selected++
			stopped = offset
			if r.countMatches && !r.invert {
				matches += int64(len(r.findAll(text)))
			}
			if r.quiet || r.list || r.listWithout {
				break
			}
			if !printing {
				continue
			}
			head()
			from := number
			if len(kept) > 0 {
				from = kept[0].number
			}
			if (r.before > 0 || r.after > 0) && last > 0 && from > last+1 {
				if !r.noSep && r.json == nil {
					r.p.Out.WriteString(r.separator + "\n")
				}
			}
			for _, k := range kept {
				r.context(name, k)
			}
			kept = kept[:0]
			r.line(name, rgLine{text, number, at, len(text) < len(l)}, m)
			if r.lineBuffered {
				r.p.Out.Flush()
			}
			last = number
			pending = r.after
			continue
		}
		if !printing {
			continue
		}
		switch {
		case r.passthru:
			head()
			r.context(name, rgLine{text, number, at, len(text) < len(l)})
		case pending > 0:
			r.context(name, rgLine{text, number, at, len(text) < len(l)})
			last = number
			pending--
		case r.before > 0:
			if int64(len(kept)) == r.before {
				copy(kept, kept[1:])
				kept = kept[:len(kept)-1]
			}
			kept = append(kept, rgLine{bytes.Clone(text), number, at, len(text) < len(l)})
		}
	}
	if err := rd.Err(); err != nil && r.ctx.Err() == nil {
		r.fail(name, err)
	}
	if r.json != nil {
		r.json.close(offset, zero)
	}
	r.summary(name, selected, matches)
}

// peek reads the beginning of a file, and tells the offset of the first zero
// byte in it: -1 if there is none, or all files are text.
func (r *rg) peek(f vfs.File) (first []byte, zero int64) {
	if r.buf == nil {
		r.buf = make([]byte, 64<<10)
	}
	n, _ := f.Read(r.buf)
	if r.text {
		return r.buf[:n], -1
	}
	return r.buf[:n], int64(bytes.IndexByte(r.buf[:n], 0))
}

// about tells what a zero byte at an offset of a file means.
func (r *rg) about(name, what string, zero int64) {
	if r.withName {
		r.p.Out.WriteString(name + ": ")
	}
	fmt.Fprintf(r.p.Out, "%s (found \"\\0\" byte around offset %d)\n", what, zero)
}

func (r *rg) summary(name string, selected, matches int64) {
	if (selected > 0) != r.listWithout {
		r.matched = true
	}
	switch {
	case r.quiet:
		if r.matched {
			r.p.Exit(0)
		}
	case r.list:
		if selected > 0 {
			r.paint("35", name)
			r.end()
		}
	case r.listWithout:
		if selected == 0 {
			r.paint("35", name)
			r.end()
		}
	case r.count || r.countMatches:
		n := selected
		if r.countMatches && !r.invert {
			n = matches
		}
		if n == 0 && !r.includeZero {
			return
		}
		if r.withName {
			r.paint("35", name)
			if r.null {
				r.p.Out.WriteByte(0)
			} else {
				r.p.Out.WriteByte(':')
			}
		}
		fmt.Fprintf(r.p.Out, "%d\n", n)
	}
}

func (r *rg) paint(color, text string) {
	if r.color {
		r.p.Out.WriteString("\x1b[0m\x1b[" + color + "m" + text + "\x1b[0m")
	} else {
		r.p.Out.WriteString(text)
	}
}

// prefix writes what stands before a line.
func (r *rg) prefix(name string, number, column, offset int64, sep string) {
	if r.withName && !r.heading {
		r.paint("35", name)
		if r.null {
			r.p.Out.WriteByte(0)
		} else {
			r.p.Out.WriteString(sep)
		}
	}
	if r.numbers {
		r.paint("32", strconv.FormatInt(number, 10))
		r.p.Out.WriteString(sep)
	}
	if r.column && column > 0 {
		r.p.Out.WriteString(strconv.FormatInt(column, 10) + sep)
	}
	if r.offsets {
		r.p.Out.WriteString(strconv.FormatInt(offset, 10) + sep)
	}
}

func (r *rg) context(name string, l rgLine) {
	if r.json != nil {
		r.json.line("context", l, nil)
		return
	}
	if r.only {
		return
	}
	r.prefix(name, l.number, 0, l.offset, r.contextSep)
	text := l.text
	if r.trim {
		text = bytes.TrimLeft(text, " \t")
	}
	if r.tooLong(len(text) + 1) {
		r.omit(text, nil, "context line")
		return
	}
	r.p.Out.Write(text)
	r.p.Out.WriteByte('\n')
}

// expand is what a match is replaced by.
func (r *rg) expand(l []byte, m []int) []byte {
	if !r.hasReplace {
		return l[m[0]:m[1]]
	}
	if r.re == nil {
		return []byte(r.replace)
	}
	return r.re.Expand(nil, []byte(r.replace), l, m)
}

func (r *rg) line(name string, l rgLine, first []int) {
	if r.json != nil {
		var all [][]int
		if !r.invert {
			all = r.findAll(l.text)
		}
		r.json.line("match", l, all)
		return
	}
	o := r.p.Out
	col := int64(0)
	if first != nil {
		col = int64(first[0]) + 1
	}
	if r.only && !r.invert {
		for _, m := range r.findAll(l.text) {
			if m[0] == m[1] {
				continue
			}
			r.prefix(name, l.number, int64(m[0])+1, l.offset+int64(m[0]), r.matchSep)
			if text := r.expand(l.text, m); r.tooLong(len(text)) {
				r.omit(text, r.findAll(l.text), "")
				continue
			} else {
				r.match(text)
			}
			o.WriteByte('\n')
		}
		return
	}
	whole := func() {
		text := l.text
		trimmed := 0
		if r.trim {
			t := bytes.TrimLeft(text, " \t")
			trimmed = len(text) - len(t)
		}
		if r.tooLong(len(text) - trimmed + 1) {
			what := "matching line"
			var all [][]int
			if !r.invert && (r.color || r.hasReplace || r.vimgrep) {
				what, all = "", r.findAll(text)
			}
			r.omit(text[trimmed:], all, what)
			return
		}
		if r.invert || !r.color && !r.hasReplace {
			o.Write(text[trimmed:])
			o.WriteByte('\n')
			return
		}
		pos := trimmed
		for _, m := range r.findAll(text) {
			if m[0] < pos {
				continue
			}
			o.Write(text[pos:m[0]])
			r.match(r.expand(text, m))
			pos = m[1]
		}
		o.Write(text[pos:])
		o.WriteByte('\n')
	}
	if r.vimgrep && !r.invert {
		for _, m := range r.findAll(l.text) {
			r.prefix(name, l.number, int64(m[0])+1, l.offset+int64(m[0]), r.matchSep)
			whole()
		}
		return
	}
	r.prefix(name, l.number, col, l.offset, r.matchSep)
	whole()
}

func (r *rg) tooLong(n int) bool { return r.maxColumns > 0 && int64(n) > r.maxColumns }

// omit writes what stands for a line that is too long for -M: that it is a what,
// or how many matches are in it.
func (r *rg) omit(text []byte, matches [][]int, what string) {
	o := r.p.Out
	switch {
	case r.preview:
		end, n := 0, int64(0)
		for ; end < len(text) && n < r.maxColumns; n++ {
			_, k := utf8.DecodeRune(text[end:])
			end += k
		}
		o.Write(text[:end])
		if what != "" {
			o.WriteString(" [... omitted end of long line]\n")
			return
		}
		rest := 0
		for _, m := range matches {
			if m[0] >= end {
				rest++
			}
		}
		s := "es"
		if rest == 1 {
			s = ""
		}
		fmt.Fprintf(o, " [... %d more match%s]\n", rest, s)
	case what != "":
		fmt.Fprintf(o, "[Omitted long %s]\n", what)
	default:
		fmt.Fprintf(o, "[Omitted long line with %d matches]\n", len(matches))
	}
}

func (r *rg) match(text []byte) {
	if r.color && len(text) > 0 {
		r.p.Out.WriteString("\x1b[0m\x1b[1m\x1b[31m" + string(text) + "\x1b[0m")
		return
	}
	r.p.Out.Write(text)
}

// searchWhole searches a file whose matches may span lines.
func (r *rg) searchWhole(name string, f vfs.File, operand bool) {
	text, err := io.ReadAll(io.LimitReader(f, maxMultiline))
	if err != nil {
		r.fail(name, err)
		return
	}
	if !r.text && bytes.IndexByte(text[:min(len(text), 64<<10)], 0) >= 0 {
		return
	}
	printing := !r.count && !r.countMatches && !r.list && !r.listWithout && !r.quiet
	if r.json != nil {
		r.wholeJSON(name, text)
		return
	}
	var selected, matches int64
	printedTo := 0
	number := int64(1)
	counted := 0
	for _, m := range r.findAll(text) {
		if m[0] == m[1] && m[0] == len(text) {
			continue
		}
		matches++
		start := bytes.LastIndexByte(text[:m[0]], '\n') + 1
		end := len(text)
		if i := bytes.IndexByte(text[max(m[0], m[1]-boolInt(m[1] > m[0])):], '\n'); i >= 0 {
			end = max(m[0], m[1]-boolInt(m[1] > m[0])) + i
		}
		if r.only && printing {
			number += int64(bytes.Count(text[counted:m[0]], []byte{'\n'}))
			counted = m[0]
			selected++
			for k, part := range strings.Split(string(r.expand(text, m)), "\n") {
				r.prefix(name, number+int64(k), int64(m[0]-start)+1, int64(m[0]), r.matchSep)
				r.p.Out.WriteString(part + "\n")
			}
			continue
		}
		if start < printedTo {
			start = printedTo
		}
		if start > end || start >= len(text) && len(text) > 0 && end <= printedTo-1 {
			continue
		}
		if r.max >= 0 && selected >= r.max {
			break
		}
		number += int64(bytes.Count(text[counted:start], []byte{'\n'}))
		counted = start
		for k, l := range bytes.Split(text[start:end], []byte{'\n'}) {
			selected++
			if printing {
				col := int64(0)
				if k == 0 {
					col = int64(m[0]-start) + 1
				}
				r.prefix(name, number+int64(k), max(1, col), int64(start), r.matchSep)
				if r.tooLong(len(l) + 1) {
					r.omit(l, nil, "matching line")
					continue
				}
				r.p.Out.Write(l)
				r.p.Out.WriteByte('\n')
			}
		}
		printedTo = end + 1
	}
	if r.count {
		selected = matches
	}
	r.summary(name, selected, matches)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
