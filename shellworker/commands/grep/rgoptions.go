package grep

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// rgOption is an option of rg. One that is given takes back those in undoes,
// and its own earlier ones if it has a value, but for those that add up.
type rgOption struct {
	name   string
	short  byte
	value  string // what messages call its value, "" if it has none
	adds   bool   // may be given often
	hyphen bool   // a value may begin with one
	undoes string // names with blanks between
	off    bool   // does nothing else
}

var rgOptions = []rgOption{
	{name: "regexp", short: 'e', value: "PATTERN", adds: true, hyphen: true}, {name: "file", short: 'f', value: "PATTERNFILE", adds: true, hyphen: true},
	{name: "fixed-strings", short: 'F'}, {name: "no-fixed-strings", off: true, undoes: "fixed-strings"},
	{name: "ignore-case", short: 'i', undoes: "case-sensitive smart-case"}, {name: "case-sensitive", short: 's', undoes: "ignore-case smart-case"},
	{name: "smart-case", short: 'S', undoes: "ignore-case case-sensitive"}, {name: "invert-match", short: 'v'},
	{name: "word-regexp", short: 'w', undoes: "line-regexp"}, {name: "line-regexp", short: 'x', undoes: "word-regexp"},
	{name: "pcre2", short: 'P', undoes: "auto-hybrid-regex engine"}, {name: "no-pcre2", off: true, undoes: "pcre2 auto-hybrid-regex engine"},
	{name: "engine", value: "ENGINE", undoes: "pcre2 auto-hybrid-regex"},
	{name: "auto-hybrid-regex", undoes: "pcre2 engine"}, {name: "no-auto-hybrid-regex", off: true, undoes: "auto-hybrid-regex pcre2 engine"},
	{name: "no-unicode"}, {name: "unicode", off: true, undoes: "no-unicode no-pcre2-unicode"},
	{name: "no-pcre2-unicode"}, {name: "pcre2-unicode", off: true, undoes: "no-unicode no-pcre2-unicode"},
	{name: "multiline", short: 'U'}, {name: "no-multiline", off: true, undoes: "multiline"},
	{name: "multiline-dotall"}, {name: "no-multiline-dotall", off: true, undoes: "multiline-dotall"},
	{name: "crlf", undoes: "null-data"}, {name: "no-crlf", off: true, undoes: "crlf"}, {name: "null-data", undoes: "crlf"},
	{name: "count", short: 'c', undoes: "count-matches"}, {name: "count-matches", undoes: "count"}, {name: "include-zero"},
	{name: "files-with-matches", short: 'l', undoes: "files-without-match"}, {name: "files-without-match", undoes: "files-with-matches"}, {name: "files"},
	{name: "only-matching", short: 'o'}, {name: "quiet", short: 'q'}, {name: "replace", short: 'r', value: "REPLACEMENT_TEXT", hyphen: true},
	{name: "max-count", short: 'm', value: "NUM"}, {name: "line-number", short: 'n', undoes: "no-line-number"},
	{name: "no-line-number", short: 'N', undoes: "line-number"}, {name: "column", undoes: "no-column"}, {name: "no-column", undoes: "column"},
	{name: "byte-offset", short: 'b'}, {name: "with-filename", short: 'H', undoes: "no-filename"}, {name: "no-filename", short: 'I', undoes: "with-filename"},
	{name: "heading", undoes: "no-heading"}, {name: "no-heading", undoes: "heading"}, {name: "vimgrep"},
	{name: "trim"}, {name: "no-trim", off: true, undoes: "trim"}, {name: "passthru", undoes: "after-context before-context context"},
	{name: "after-context", short: 'A', value: "NUM", undoes: "passthru context"}, {name: "before-context", short: 'B', value: "NUM", undoes: "passthru context"},
	{name: "context", short: 'C', value: "NUM", undoes: "passthru after-context before-context"},
	{name: "context-separator", value: "SEPARATOR", undoes: "no-context-separator"}, {name: "no-context-separator", undoes: "context-separator"},
	{name: "field-match-separator", value: "SEPARATOR"}, {name: "field-context-separator", value: "SEPARATOR"}, {name: "path-separator", value: "SEPARATOR"},
	{name: "max-columns", short: 'M', value: "NUM"}, {name: "max-columns-preview"}, {name: "no-max-columns-preview", off: true, undoes: "max-columns-preview"},
	{name: "pretty", short: 'p'}, {name: "null", short: '0'}, {name: "color", value: "WHEN"}, {name: "colors", value: "COLOR_SPEC", adds: true},
	{name: "json"}, {name: "no-json", off: true, undoes: "json"}, {name: "stats"}, {name: "no-stats", off: true, undoes: "stats"},
	{name: "sort", value: "SORTBY", undoes: "sortr sort-files"}, {name: "sortr", value: "SORTBY", undoes: "sort sort-files"},
	{name: "sort-files", undoes: "sort sortr"}, {name: "no-sort-files", off: true, undoes: "sort sortr sort-files"},
	{name: "line-buffered", undoes: "block-buffered"}, {name: "no-line-buffered", off: true, undoes: "line-buffered"},
	{name: "block-buffered", off: true, undoes: "line-buffered"}, {name: "no-block-buffered", off: true},
	{name: "no-messages"}, {name: "messages", off: true, undoes: "no-messages"},
	{name: "glob", short: 'g', value: "GLOB", adds: true, hyphen: true}, {name: "iglob", value: "GLOB", adds: true, hyphen: true},
	{name: "glob-case-insensitive"}, {name: "no-glob-case-insensitive", off: true, undoes: "glob-case-insensitive"},
	{name: "type", short: 't', value: "TYPE", adds: true}, {name: "type-not", short: 'T', value: "TYPE", adds: true}, {name: "type-list"},
	{name: "type-add", value: "TYPE_SPEC", adds: true}, {name: "type-clear", value: "TYPE", adds: true},
	{name: "ignore-file", value: "PATH", adds: true, hyphen: true},
	{name: "ignore-file-case-insensitive"}, {name: "no-ignore-file-case-insensitive", off: true, undoes: "ignore-file-case-insensitive"},
	{name: "hidden", short: '.'}, {name: "no-hidden", off: true, undoes: "hidden"},
	{name: "no-ignore"}, {name: "ignore", off: true, undoes: "no-ignore"},
	{name: "no-ignore-dot"}, {name: "ignore-dot", off: true, undoes: "no-ignore-dot"},
	{name: "no-ignore-exclude"}, {name: "ignore-exclude", off: true, undoes: "no-ignore-exclude"},
	{name: "no-ignore-files"}, {name: "ignore-files", off: true, undoes: "no-ignore-files"},
	{name: "no-ignore-global"}, {name: "ignore-global", off: true, undoes: "no-ignore-global"},
	{name: "no-ignore-parent"}, {name: "ignore-parent", off: true, undoes: "no-ignore-parent"},
	{name: "no-ignore-vcs"}, {name: "ignore-vcs", off: true, undoes: "no-ignore-vcs"},
	{name: "no-ignore-messages"}, {name: "ignore-messages", off: true, undoes: "no-ignore-messages"},
	{name: "no-require-git"}, {name: "require-git", off: true, undoes: "no-require-git"},
	{name: "unrestricted", short: 'u', adds: true}, {name: "follow", short: 'L'}, {name: "no-follow", off: true, undoes: "follow"},
	{name: "max-depth", value: "NUM"}, {name: "max-filesize", value: "NUM+SUFFIX?"},
	{name: "one-file-system"}, {name: "no-one-file-system", off: true, undoes: "one-file-system"},
	{name: "text", short: 'a', undoes: "binary"}, {name: "no-text", off: true, undoes: "text binary"},
	{name: "binary", undoes: "text"}, {name: "no-binary", off: true, undoes: "binary text"},
	{name: "encoding", short: 'E', value: "ENCODING"}, {name: "no-encoding", off: true, undoes: "encoding"},
	{name: "search-zip", short: 'z', undoes: "pre"}, {name: "no-search-zip", off: true, undoes: "search-zip"},
	{name: "pre", value: "COMMAND", undoes: "search-zip"}, {name: "no-pre", off: true, undoes: "pre"}, {name: "pre-glob", value: "GLOB", adds: true, hyphen: true},
	{name: "threads", short: 'j', value: "NUM"}, {name: "no-config"}, {name: "help", short: 'h'}, {name: "version", short: 'V'},
}

// rgArg is an option that was given.
type rgArg struct{ name, value string }

// rgArgs are the arguments of a command line.
type rgArgs struct {
	r        *rg
	list     []rgArg
	operands []string
}

func (o *rgArgs) has(name string) bool {
	return slices.ContainsFunc(o.list, func(a rgArg) bool { return a.name == name })
}

func (o *rgArgs) all(name string) (values []string) {
	for _, a := range o.list {
		if a.name == name {
			values = append(values, a.value)
		}
	}
	return values
}

func (o *rgArgs) count(name string) int { return len(o.all(name)) }

func (o *rgArgs) last(name string) (string, bool) {
	if l := o.all(name); len(l) > 0 {
		return l[len(l)-1], true
	}
	return "", false
}

func (o *rgArgs) value(name string) string {
	v, _ := o.last(name)
	return v
}

// number returns an option's value, or another one if it wasn't given.
func (o *rgArgs) number(name string, otherwise int64) int64 {
	s, ok := o.last(name)
	if !ok {
		return otherwise
	}
	n, err := rgNumber(s)
	if err != nil {
		o.r.p.Out.Flush()
		fmt.Fprintf(o.r.p.Stderr, "error: Invalid value for '--%s <NUM>': %s\n\n", name, err)
		o.r.p.Exit(2)
	}
	return n
}

// rgNumber reads a number of 64 bits without a sign; more than half of them
// counts as that.
func rgNumber(s string) (int64, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 64)
	switch {
	case err == nil:
		return int64(min(n, math.MaxInt64)), nil
	case s == "":
		return 0, fmt.Errorf("cannot parse integer from empty string")
	case strings.Trim(s, "0123456789") == "":
		return 0, fmt.Errorf("number too large to fit in target type")
	}
	return 0, fmt.Errorf("invalid digit found in string")
}

// options reads the command line, and before it the file that
// RIPGREP_CONFIG_PATH names: an argument a line.
func (r *rg) options(args []string) *rgArgs {
	if f := r.p.Getenv("RIPGREP_CONFIG_PATH"); f != "" && !slices.Contains(args, "--no-config") {
		b, err := r.p.FS.ReadFile(r.ctx, r.p.Path(f), maxIgnoreFile)
		if err != nil {
			r.message("%s: %s (os error %d)", f, vfs.ErrText(err), rgErrno(err))
		}
		var more []string
		for l := range strings.SplitSeq(string(b), "\n") {
			if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
				more = append(more, l)
			}
		}
		args = append(more, args...)
	}
	o := &rgArgs{r: r}
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			o.operands = append(o.operands, args...)
			return o
		case strings.HasPrefix(a, "--"):
			name, value, has := strings.Cut(a[2:], "=")
			if name == "passthrough" {
				name = "passthru"
			}
			i := slices.IndexFunc(rgOptions, func(x rgOption) bool { return x.name == name })
			if i < 0 {
				r.usageError("Found argument '--%s' which wasn't expected, or isn't valid in this context", name)
			}
			args = o.give(&rgOptions[i], strings.TrimLeft(value, "="), has, args)
		case len(a) > 1 && a[0] == '-':
			for k := 1; k < len(a); k++ {
				i := slices.IndexFunc(rgOptions, func(x rgOption) bool { return x.short == a[k] })
				if i < 0 {
					r.usageError("Found argument '-%c' which wasn't expected, or isn't valid in this context", []rune(a[k:])[0])
				}
				x := &rgOptions[i]
				if x.value == "" {
					args = o.give(x, "", false, args)
					continue
				}
				args = o.give(x, strings.TrimLeft(a[k+1:], "="), k+1 < len(a), args)
				break
			}
		default:
			o.operands = append(o.operands, a)
		}
	}
	return o
}

// give notes an option, and returns the arguments behind it and its value.
func (o *rgArgs) give(x *rgOption, value string, has bool, args []string) []string {
	if x.value != "" && !has {
		if len(args) > 0 && !x.hyphen && len(args[0]) > 1 && args[0][0] == '-' && !slices.ContainsFunc(rgOptions, func(x rgOption) bool { return x.short == args[0][1] || "--"+x.name == args[0] }) {
			o.r.usageError("Found argument '%s' which wasn't expected, or isn't valid in this context", args[0])
		}
		if len(args) == 0 || !x.hyphen && len(args[0]) > 1 && args[0][0] == '-' {
			dots := ""
			if x.adds {
				dots = "..."
			}
			o.r.usageError("The argument '--%s <%s>%s' requires a value but none was supplied", x.name, x.value, dots)
		}
		value, args = args[0], args[1:]
	}
	undone := strings.Fields(x.undoes)
	o.list = slices.DeleteFunc(o.list, func(a rgArg) bool {
		return a.name == x.name && !x.adds || slices.Contains(undone, a.name)
	})
	if !x.off {
		o.list = append(o.list, rgArg{x.name, value})
	}
	return args
}

const rgUsage = `
USAGE:
    
    rg [OPTIONS] PATTERN [PATH ...]
    rg [OPTIONS] -e PATTERN ... [PATH ...]
    rg [OPTIONS] -f PATTERNFILE ... [PATH ...]
    rg [OPTIONS] --files [PATH ...]
    rg [OPTIONS] --type-list
    command | rg [OPTIONS] PATTERN
    rg [OPTIONS] --help
    rg [OPTIONS] --version

For more information try --help

`

// usageError ends the run with a wrong command line.
func (r *rg) usageError(format string, args ...any) {
	r.p.Out.Flush()
	fmt.Fprintf(r.p.Stderr, "error: "+format+"\n"+rgUsage, args...)
	r.p.Exit(2)
}

// badValue ends the run with a value that an option doesn't have.
func (r *rg) badValue(name, value, given string, possible ...string) {
	r.usageError("'%s' isn't a valid value for '--%s <%s>'\n\t[possible values: %s]\n", given, name, value, strings.Join(possible, ", "))
}
