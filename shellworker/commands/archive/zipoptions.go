package archive

import (
	"fmt"
	"strings"
	"time"

	"github.com/capshell/capshell/shellworker/commands"
)

// zipOption is an option as Info-ZIP's zip 3.0 names it. What zip has and is not
// done here stays in the table, for its long name to be no abbreviation of another.
type zipOption struct {
	short, long string
	takes       byte // 'v' a value, 'l' a list, 'n' nothing, but may stand before a -
	what        string
	refused     bool
}

var zipOptions = []zipOption{
	{short: "0", long: "store"}, {short: "1", long: "compress-1"}, {short: "2", long: "compress-2"}, {short: "3", long: "compress-3"},
	{short: "4", long: "compress-4"}, {short: "5", long: "compress-5"}, {short: "6", long: "compress-6"}, {short: "7", long: "compress-7"},
	{short: "8", long: "compress-8"}, {short: "9", long: "compress-9"},
	{short: "A", long: "adjust-sfx", refused: true},
	{short: "b", long: "temp-path", takes: 'v', refused: true},
	{short: "c", long: "entry-comments", refused: true},
	{short: "d", long: "delete"},
	{short: "db", long: "display-bytes", refused: true}, {short: "dc", long: "display-counts", refused: true},
	{short: "dd", long: "display-dots", refused: true}, {short: "dg", long: "display-globaldots", refused: true},
	{short: "ds", long: "dot-size", refused: true}, {short: "du", long: "display-usize", refused: true},
	{short: "dv", long: "display-volume", refused: true},
	{short: "D", long: "no-dir-entries"},
	{short: "DF", long: "difference-archive", refused: true},
	{short: "e", long: "encrypt", refused: true},
	{short: "F", long: "fix", refused: true}, {short: "FF", long: "fixfix", refused: true}, {short: "FI", long: "fifo", refused: true},
	{short: "FS", long: "filesync"},
	{short: "f", long: "freshen"},
	{short: "fd", long: "force-descriptors", refused: true}, {short: "fz", long: "force-zip64", refused: true},
	{short: "g", long: "grow"},
	{short: "h", long: "help"}, {short: "H"}, {short: "?"}, {short: "h2", long: "more-help", refused: true},
	{short: "i", long: "include", takes: 'l', what: "include only files matching patterns"},
	{short: "j", long: "junk-paths"}, {short: "J", long: "junk-sfx", refused: true},
	{short: "k", long: "DOS-names", refused: true},
	{short: "l", long: "to-crlf"}, {short: "ll", long: "from-crlf"},
	{short: "lf", long: "logfile-path", refused: true}, {short: "la", long: "log-append", refused: true}, {short: "li", long: "log-info", refused: true},
	{short: "L", long: "license", refused: true},
	{short: "m", long: "move"}, {short: "mm", refused: true}, {short: "MM", long: "must-match"},
	{short: "n", long: "suffixes", takes: 'v', what: "suffixes to not compress: .gz:.zip"},
	{short: "nw", long: "no-wild"},
	{short: "o", long: "latest-time"},
	{short: "O", long: "output-file", takes: 'v', what: "set out zipfile different than in zipfile"},
	{short: "p", long: "paths"},
	{short: "P", long: "password", refused: true},
	{short: "q", long: "quiet", what: "quiet"},
	{short: "r", long: "recurse-paths"}, {short: "R", long: "recurse-patterns"}, {short: "RE", long: "regex", refused: true},
	{short: "s", long: "split-size", refused: true}, {short: "sp", long: "split-pause", refused: true}, {short: "sv", long: "split-verbose", refused: true},
	{short: "sb", long: "split-bell", refused: true}, {short: "sc", long: "show-command", refused: true}, {short: "sd", long: "show-debug", refused: true},
	{short: "sf", long: "show-files"}, {short: "so", long: "show-options", refused: true},
	{short: "su", long: "show-unicode", refused: true}, {short: "sU", long: "show-just-unicode", refused: true},
	{short: "t", long: "from-date", takes: 'v', what: "exclude before date"},
	{short: "tt", long: "before-date", takes: 'v', what: "include before date"},
	{short: "T", long: "test"}, {short: "TT", long: "unzip-command", refused: true},
	{short: "u", long: "update"},
	{short: "U", long: "copy-entries"}, {short: "UN", long: "unicode", refused: true},
	{short: "v", long: "verbose"}, {long: "version"},
	{short: "ws", long: "wild-stop-dirs"},
	{short: "x", long: "exclude", takes: 'l', what: "exclude files matching patterns"},
	{short: "X", long: "strip-extra", takes: 'n'},
	{short: "y", long: "symlinks"}, {short: "z", long: "archive-comment"},
	{short: "Z", long: "compression-method", takes: 'v', what: "compression method"},
	{short: "@", long: "names-stdin"},
}

// shortZipOption is the option that the letters s begin with: the longest.
func shortZipOption(s string) *zipOption {
	var found *zipOption
	for k := range zipOptions {
		if o := &zipOptions[k]; o.short != "" && strings.HasPrefix(s, o.short) && (found == nil || len(o.short) > len(found.short)) {
			found = o
		}
	}
	return found
}

// longZipOption is the option of that name or the only one that begins with it.
func (z *zipper) longZipOption(name string) *zipOption {
	var found *zipOption
	for k := range zipOptions {
		o := &zipOptions[k]
		switch {
		case o.long == name && name != "":
			return o
		case o.long != "" && strings.HasPrefix(o.long, name):
			if found != nil {
				z.invalid("long option '%s' ambiguous", name)
			}
			found = o
		}
	}
	if found == nil {
		z.invalid("long option '%s' not supported", name)
	}
	return found
}

func (z *zipper) invalid(format string, a ...any) {
	z.fatal(16, "Invalid command arguments ("+format+")", a...)
}

// parse takes the options from the arguments, and returns the operands: the
// archive and the files.
func (z *zipper) parse(args []string) []string {
	var operands []string
	var list *[]string
	verbatim := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case verbatim:
			operands = append(operands, a)
			continue
		case a == "--":
			if len(operands) == 0 {
				z.invalid("can't use -- before archive name")
			}
			verbatim = true
			continue
		case list != nil && a == "@":
			list = nil
			continue
		case list != nil && !strings.HasPrefix(a, "-"):
			*list = append(*list, a)
			continue
		case len(a) < 2 || a[0] != '-':
			operands = append(operands, a)
			continue
		}
		list = nil
		z.options = append(z.options, a)
		rest, long := a[1:], strings.HasPrefix(a, "--")
		for rest != "" {
			var o *zipOption
			shown := ""
			if long {
				name, value, hasValue := strings.Cut(a[2:], "=")
				negated := strings.HasSuffix(name, "-")
				o = z.longZipOption(strings.TrimSuffix(name, "-"))
				shown, rest = o.long, ""
				if hasValue {
					rest = "=" + value
				} else if negated {
					rest = "-"
				}
			} else {
				o = shortZipOption(rest)
				if o == nil {
					z.invalid("short option '%c' not supported", rest[0])
				}
				shown, rest = o.short, rest[len(o.short):]
			}
			if o.refused {
				if long {
					z.invalid("long option '%s' not supported", shown)
				}
				z.invalid("short option '%s' not supported", shown)
			}
			if o.takes == 'v' || o.takes == 'l' {
				value, attached := strings.CutPrefix(rest, "=")
				if attached = attached || rest != ""; !attached {
					if i++; i >= len(args) {
						z.invalid("option '%s' (%s) requires a value", shown, o.what)
					}
					value = args[i]
					z.options = append(z.options, value)
				}
				rest = ""
				if o.takes == 'v' {
					z.value(o.short, value)
					break
				}
				into := &z.excluded
				if o.short == "i" {
					into = &z.included
				}
				*into = append(*into, value)
				if !attached {
					list = into
				}
				break
			}
			negated := strings.HasPrefix(rest, "-")
			if negated && o.takes != 'n' {
				what := o.what
				if what == "" {
					what = o.long
				}
				z.invalid("option '%s' (%s) not negatable", shown, what)
			}
			if negated {
				rest = rest[1:]
			}
			if long && rest != "" {
				z.invalid("option '%s' does not allow a value", shown)
			}
			z.set(o, negated)
		}
	}
	return operands
}

// value takes an option's value.
func (z *zipper) value(option, v string) {
	switch option {
	case "n":
		z.suffixes = strings.FieldsFunc(v, func(r rune) bool { return r == ':' || r == ';' })
		z.storeAll = v == ""
	case "O":
		z.out = zipName(v)
	case "t":
		z.from = z.date(option, v)
	case "tt":
		z.before = z.date(option, v)
	case "Z":
		switch {
		case v != "" && strings.HasPrefix("store", v):
			z.level = 0
		case v != "" && strings.HasPrefix("deflate", v):
			if z.level == 0 {
				z.level = 6
			}
		default:
			fmt.Fprintf(z.log(), "\tzip warning: valid compression methods are:  store, deflate\n\tzip warning: unknown compression method found:  %s\n", v)
			z.invalid("Option -Z (--compression-method):  unknown method")
		}
	}
}

// date reads mmddyyyy or yyyy-mm-dd, as loosely as sscanf does.
func (z *zipper) date(option, v string) time.Time {
	var year, month, day int
	n, _ := fmt.Sscanf(v, "%4d-%2d-%2d", &year, &month, &day)
	if n < 3 {
		n, _ = fmt.Sscanf(v, "%2d%2d%4d", &month, &day, &year)
	}
	if n < 3 || month < 1 || month > 12 || day < 1 || day > 31 {
		z.invalid("invalid date entered for -%s option - use mmddyyyy or yyyy-mm-dd", option)
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, z.p.Zone())
}

// set turns an option on.
func (z *zipper) set(o *zipOption, negated bool) {
	switch o.short {
	case "":
		z.p.ShowVersion()
	case "h", "H", "?":
		z.p.Out.WriteString(strings.TrimLeft(commands.Lookup("zip").Help, "\n"))
		z.p.Exit(0)
	case "r", "R":
		z.recurse = true
		if o.short == "R" {
			z.byPattern = true
		} else {
			z.paths = true
		}
		if z.byPattern && z.paths {
			z.invalid("do not specify both -r and -R")
		}
	case "j":
		z.junk = true
	case "D":
		z.noDirs = true
	case "y":
		z.links = true
	case "q":
		z.quiet, z.verbose = true, false
	case "v":
		z.quiet, z.verbose = false, true
	case "m":
		z.move = true
	case "MM":
		z.mustMatch = true
	case "X":
		z.noExtra = !negated
	case "o":
		z.newest = true
	case "T":
		z.test = true
	case "z":
		z.askComment = true
	case "l", "ll":
		z.lineEnds = o.short
	case "nw":
		z.noWild = true
	case "ws":
		z.stopDirs = true
	case "sf":
		z.show = true
	case "FS":
		z.sync = true
	case "p": // is how it is without -j
	case "g":
		z.grow = true // that tells if there is none
	case "@":
		z.namesOnStdin = true
	case "d", "u", "f", "U":
		if z.mode != 0 && z.mode != o.short[0] {
			z.invalid("specify just one action")
		}
		z.mode = o.short[0]
	default:
		z.level = int(o.short[0] - '0')
	}
}

// zipName is the name of an archive: .zip is added where there is no dot.
func zipName(name string) string {
	if name != "-" && !strings.Contains(commands.BaseName(name), ".") {
		name += ".zip"
	}
	return name
}
