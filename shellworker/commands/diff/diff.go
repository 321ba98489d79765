package diff

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/pattern"
	"github.com/capshell/capshell/shellworker/regex"
)

const diffHelp = `
Usage: diff [OPTION]... FILES
Compare files line by line.

      --normal                 a normal diff (the default)
  -q, --brief                  only whether they differ
  -s, --report-identical-files say when they don't
  -c, -C NUM, --context[=NUM]  NUM (3) lines of copied context
  -u, -U NUM, --unified[=NUM]  NUM (3) lines of unified context
  -e, --ed                     an ed script
  -f, --forward-ed             the like of an ed script, from the beginning on
  -n, --rcs                    an RCS diff
  -y, --side-by-side           two columns
  -W, --width=NUM              at most NUM (130) columns with -y
      --left-column            with -y, common lines on the left only
      --suppress-common-lines  with -y, no common lines
  -p, --show-c-function        with context, the function that changes are in
  -F, --show-function-line=RE  with context, the last line that matches RE
      --label LABEL            use LABEL instead of a file's name and time
  -t, --expand-tabs            tabs become spaces
  -T, --initial-tab            tabs line up
      --tabsize=NUM            a tab stop every NUM (8) columns
      --suppress-blank-empty   no blank before empty lines
  -l, --paginate               pages, by pr

  -r, --recursive              directories in directories, too
      --no-dereference         compare symbolic links themselves
  -N, --new-file               a missing file counts as empty
      --unidirectional-new-file  a missing first file does
      --ignore-file-name-case  names of files match in both cases
      --no-ignore-file-name-case  they don't (the default)
  -x, --exclude=PAT            leave out files that match PAT
  -X, --exclude-from=FILE      leave out files that match a line of FILE
  -S, --starting-file=FILE     begin with FILE in directories
      --from-file=FILE1        compare FILE1 to all operands
      --to-file=FILE2          compare all operands to FILE2

  -i, --ignore-case            letters match in both cases
  -E, --ignore-tab-expansion   changes by the expansion of tabs don't count
  -Z, --ignore-trailing-space  nor blanks at the end of lines
  -b, --ignore-space-change    nor how many blanks there are
  -w, --ignore-all-space       nor any blanks
  -B, --ignore-blank-lines     nor blank lines
  -I, --ignore-matching-lines=RE  nor lines that match RE
  -a, --text                   all files are text
      --strip-trailing-cr      without carriage returns at the end of lines

  -D, --ifdef=NAME             the merged file, its differences between #ifdefs
      --old-group-format=GFMT, --new-group-format=GFMT,
      --unchanged-group-format=GFMT, --changed-group-format=GFMT
                               write such groups of lines by GFMT
      --old-line-format=LFMT, --new-line-format=LFMT,
      --unchanged-line-format=LFMT, --line-format=LFMT
                               write such lines, or all, by LFMT
                               GFMT may hold %< %> %= (lines of FILE1, of FILE2,
                               common ones), %(A=B?T:E) (if A equals B T, else E)
                               and numbers as with printf, %dF: F the first line,
                               L the last, N how many, E F-1, M L+1; in lower case
                               of FILE1. LFMT may hold %L %l (the line with its
                               newline and without) and %dn (its number). Both:
                               %% and %c'C' or %c'\OOO' (a character)
  -d, --minimal                look for the smallest set of changes
      --horizon-lines=NUM      keep NUM lines of what both begin and end with
  -H, --speed-large-files      for many small changes: it is always fast there
      --color[=WHEN]           colours: always, auto or never
      --palette=PALETTE        those colours, like rs=0:hd=1:ad=32:de=31:ln=36
      --help                   this text
      --version                the version
FILES are FILE1 FILE2, DIR1 DIR2, DIR FILE or FILE DIR. The status is 0 if they
are the same, 1 if they differ, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "diff", Help: diffHelp, UsageStatus: 2, Run: runDiff})
}

const (
	optNormal = 300 + iota
	optLabel
	optLeftColumn
	optSuppressCommon
	optUniNew
	optFromFile
	optToFile
	optNoDeref
	optStripCR
	optTabsize
	optBlankEmpty
	optFileCase
	optNoFileCase
	optHorizon
	optColor
	optPalette
	optAssist // of sdiff
	optLineFormat
	optLineFormats                       // and the next two, in the order of oldLines and so on
	optGroupFormats = optLineFormats + 3 // and the next three
)

var diffOptions = []getopt.Long{
	{Name: "brief", ID: 'q'},
	{Name: "changed-group-format", Arg: getopt.Required, ID: optGroupFormats + changedLines},
	{Name: "color", Arg: getopt.Optional, ID: optColor},
	{Name: "context", Arg: getopt.Optional, ID: 'C'},
	{Name: "ed", ID: 'e'},
	{Name: "exclude", Arg: getopt.Required, ID: 'x'},
	{Name: "exclude-from", Arg: getopt.Required, ID: 'X'},
	{Name: "expand-tabs", ID: 't'},
	{Name: "forward-ed", ID: 'f'},
	{Name: "from-file", Arg: getopt.Required, ID: optFromFile},
	{Name: "horizon-lines", Arg: getopt.Required, ID: optHorizon},
	{Name: "ifdef", Arg: getopt.Required, ID: 'D'},
	{Name: "ignore-all-space", ID: 'w'},
	{Name: "ignore-blank-lines", ID: 'B'},
	{Name: "ignore-case", ID: 'i'},
	{Name: "ignore-file-name-case", ID: optFileCase},
	{Name: "ignore-matching-lines", Arg: getopt.Required, ID: 'I'},
	{Name: "ignore-space-change", ID: 'b'},
	{Name: "ignore-tab-expansion", ID: 'E'},
	{Name: "ignore-trailing-space", ID: 'Z'},
	{Name: "initial-tab", ID: 'T'},
	{Name: "label", Arg: getopt.Required, ID: optLabel},
	{Name: "left-column", ID: optLeftColumn},
	{Name: "line-format", Arg: getopt.Required, ID: optLineFormat},
	{Name: "minimal", ID: 'd'},
	{Name: "new-file", ID: 'N'},
	{Name: "new-group-format", Arg: getopt.Required, ID: optGroupFormats + newLines},
	{Name: "new-line-format", Arg: getopt.Required, ID: optLineFormats + newLines},
	{Name: "no-dereference", ID: optNoDeref},
	{Name: "no-ignore-file-name-case", ID: optNoFileCase},
	{Name: "normal", ID: optNormal},
	{Name: "old-group-format", Arg: getopt.Required, ID: optGroupFormats + oldLines},
	{Name: "old-line-format", Arg: getopt.Required, ID: optLineFormats + oldLines},
	{Name: "paginate", ID: 'l'},
	{Name: "palette", Arg: getopt.Required, ID: optPalette},
	{Name: "rcs", ID: 'n'},
	{Name: "recursive", ID: 'r'},
	{Name: "report-identical-files", ID: 's'},
	{Name: "sdiff-merge-assist", ID: optAssist},
	{Name: "show-c-function", ID: 'p'},
	{Name: "show-function-line", Arg: getopt.Required, ID: 'F'},
	{Name: "side-by-side", ID: 'y'},
	{Name: "speed-large-files", ID: 'H'},
	{Name: "starting-file", Arg: getopt.Required, ID: 'S'},
	{Name: "strip-trailing-cr", ID: optStripCR},
	{Name: "suppress-blank-empty", ID: optBlankEmpty},
	{Name: "suppress-common-lines", ID: optSuppressCommon},
	{Name: "tabsize", Arg: getopt.Required, ID: optTabsize},
	{Name: "text", ID: 'a'},
	{Name: "to-file", Arg: getopt.Required, ID: optToFile},
	{Name: "unchanged-group-format", Arg: getopt.Required, ID: optGroupFormats + unchangedLines},
	{Name: "unchanged-line-format", Arg: getopt.Required, ID: optLineFormats + unchangedLines},
	{Name: "unidirectional-new-file", ID: optUniNew},
	{Name: "unified", Arg: getopt.Optional, ID: 'U'},
	{Name: "width", Arg: getopt.Required, ID: 'W'},
}

type differ struct {
	ctx      context.Context
	p        *commands.Process
	style    byte // 0 normal, c, u, e, n, y, D
	horizon  int
	formats  formats
	fileCase bool              // names match in both cases
	palette  map[string]string // nil without colours
	lines    int               // of context
	brief    bool
	same     bool
	labels   []string

	recursive, newFile, uniNew, noDeref, text, stripCR, minimal         bool
	ignoreCase, ignoreTabs, ignoreTrail, ignoreChange, ignoreAll, blank bool
	ignoreRe                                                            *regex.Regexp
	funcRe                                                              *regex.Regexp
	exclude                                                             []*pattern.Pattern
	starting                                                            string
	expandTabs, initialTab, blankEmpty                                  bool
	tabsize, width                                                      int
	leftColumn, suppressCommon                                          bool
	paginate                                                            bool
	assist                                                              bool   // sdiff wants to know what each row is
	switches                                                            string // as they were given, for the header of recursion
}

func runDiff(ctx context.Context, p *commands.Process) int {
	d := &differ{ctx: ctx, p: p, lines: -1, tabsize: 8, width: 130}
	set := getopt.Set{Short: "0123456789abBcC:dD:eEfF:hHiI:lL:nNpPqrsS:tTuU:vwW:x:X:yZ",
		Long: append(diffOptions[:len(diffOptions):len(diffOptions)], getopt.Long{Name: "help", ID: 'h'}, getopt.Long{Name: "version", ID: 'v'})}
	opts, operands, err := set.Parse(p.Args)
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "%s: Try '%s --help' for more information.\n", p.Name, p.Name)
		p.Exit(2)
	}
	if err != nil {
		usage("%s", err)
	}
	from, to := "", ""
	var ignores []string
	digits := ""
	color, palette := "never", ""
	format := func(f **string, option, value string) {
		if *f != nil && **f != value {
			usage("conflicting %s option value '%s'", option, value)
		}
		*f = &value
	}
	byFunction := false // the style is only what -p means without another
	setStyle := func(c byte) {
		if d.style != 0 && d.style != c && !byFunction {
			usage("conflicting output style options")
		}
		d.style, byFunction = c, false
	}
	explicit := false // -C NUM or -U NUM was given
	number := func(s, what string) int {
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
				return 1 << 30
			}
			usage("invalid %s '%s'", what, s)
		}
		return int(n)
	}
	normal := false
	for _, o := range opts {
		switch o.ID {
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			digits += string(rune(o.ID))
		case 'a':
			d.text = true
		case 'b':
			d.ignoreChange = true
		case 'B':
			d.blank = true
		case 'c':
			setStyle('c')
			d.lines = max(d.lines, 3)
		case 'C', 'U':
			setStyle(byte(o.ID | 32))
			if o.HasArg {
				d.lines, explicit = max(d.lines, number(o.Arg, "context length")), true
			} else {
				d.lines = max(d.lines, 3)
			}
		case 'd':
			d.minimal = true
		case 'u':
			setStyle('u')
			d.lines = max(d.lines, 3)
		case 'e', 'f', 'n', 'y':
			setStyle(byte(o.ID))
		case 'l':
			d.paginate = true
		case optAssist:
			setStyle('y')
			d.assist = true
		case 'E':
			d.ignoreTabs = true
		case 'F':
			re, err := regex.Compile(o.Arg, regex.GrepBasic, 0)
			if err != nil {
				p.Fatalf(2, "%s: %s", o.Arg, err)
			}
			d.funcRe = re
		case 'p':
			d.funcRe, _ = regex.Compile(`^[[:alpha:]$_]`, regex.GrepBasic, 0)
			if d.style == 0 {
				d.style, byFunction = 'c', true
			}
		case 'H':
		case 'h':
			p.ShowHelp()
		case 'v':
			p.ShowVersion()
		case 'i':
			d.ignoreCase = true
		case 'I':
			ignores = append(ignores, o.Arg)
		case 'L', optLabel:
			d.labels = append(d.labels, o.Arg)
		case 'N':
			d.newFile = true
		case 'P', optUniNew:
			d.uniNew = true
		case 'q':
			d.brief = true
		case 'r':
			d.recursive = true
		case 's':
			d.same = true
		case 'S':
			d.starting = o.Arg
		case 't':
			d.expandTabs = true
		case 'T':
			d.initialTab = true
		case 'w':
			d.ignoreAll = true
		case 'W':
			if d.width = number(o.Arg, "width"); d.width == 0 {
				usage("invalid width '%s'", o.Arg)
			}
		case 'x':
			d.exclude = append(d.exclude, pattern.Compile(o.Arg, 0))
		case 'X':
			f, err := p.Input(ctx, o.Arg)
			if err != nil {
				p.FileError(o.Arg, err)
				return 2
			}
			b, _ := io.ReadAll(io.LimitReader(f, 16<<20))
			f.Close()
			for _, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
				d.exclude = append(d.exclude, pattern.Compile(l, 0))
			}
		case 'Z':
			d.ignoreTrail = true
		case optNormal:
			normal = true
		case optLeftColumn:
			d.leftColumn = true
		case optSuppressCommon:
			d.suppressCommon = true
		case optFromFile:
			from = o.Arg
		case optToFile:
			to = o.Arg
		case optNoDeref:
			d.noDeref = true
		case optStripCR:
			d.stripCR = true
		case optTabsize:
			if d.tabsize = number(o.Arg, "tabsize"); d.tabsize == 0 {
				usage("invalid tabsize '%s'", o.Arg)
			}
		case optBlankEmpty:
			d.blankEmpty = true
		case 'D':
			setStyle('D')
			for i, v := range ifdefFormats(o.Arg) {
				format(&d.formats.group[i], "-D", v)
			}
		case optLineFormat:
			setStyle('D')
			for i := range d.formats.line {
				format(&d.formats.line[i], "--line-format", o.Arg)
			}
		case optLineFormats + oldLines, optLineFormats + newLines, optLineFormats + unchangedLines:
			setStyle('D')
			i := o.ID - optLineFormats
			format(&d.formats.line[i], "--"+groupNames[i]+"-line-format", o.Arg)
		case optGroupFormats + oldLines, optGroupFormats + newLines, optGroupFormats + unchangedLines, optGroupFormats + changedLines:
			setStyle('D')
			i := o.ID - optGroupFormats
			format(&d.formats.group[i], "--"+groupNames[i]+"-group-format", o.Arg)
		case optFileCase, optNoFileCase:
			d.fileCase = o.ID == optFileCase
		case optHorizon:
			n, err := strconv.ParseUint(o.Arg, 10, 31)
			if err != nil {
				usage("invalid horizon length '%s'", o.Arg)
			}
			d.horizon = max(d.horizon, int(n))
		case optColor:
			color = "auto"
			if o.HasArg {
				color = o.Arg
			}
			if color != "always" && color != "auto" && color != "never" {
				usage("invalid color '%s'", color)
			}
		case optPalette:
			palette = o.Arg
		default:
			usage("invalid option -- '%c'", o.ID)
		}
	}
	if digits != "" {
		if n := number(digits, "context length"); n > d.lines || !explicit {
			d.lines = n
		}
	}
	if d.lines < 0 {
		d.lines = 3
	}
	d.formats.complete()
	if color == "always" { // no output is a terminal
		d.palette = map[string]string{"rs": "0", "hd": "1", "ad": "32", "de": "31", "ln": "36"}
		for _, e := range strings.Split(palette, ":") {
			k, v, ok := strings.Cut(e, "=")
			if palette == "" {
				break
			}
			if _, known := d.palette[k]; !ok || !known {
				p.Errorf("unrecognized prefix: %s", k)
				p.Errorf("unparsable value for --palette")
				d.palette = nil
				break
			}
			d.palette[k] = v
		}
	}
	if normal {
		if d.style != 0 {
			usage("conflicting output style options")
		}
	}
	if ignores != nil {
		re, err := regex.CompileAll(ignores, regex.GrepBasic, 0)
		if err != nil {
			p.Fatalf(2, "%s: %s", ignores[len(ignores)-1], err)
		}
		d.ignoreRe = re
	}
	var sw strings.Builder
	for i, a := range p.Args {
		if a == "--" {
			sw.WriteString(" --")
			break
		}
		for _, o := range opts {
			if o.Index != i {
				continue
			}
			sw.WriteString(" " + quote.Name(a))
			for _, o := range opts {
				// The option's argument is a word of its own.
				short := o.ID < 128 && a[1] != '-' && a[len(a)-1] == byte(o.ID) && !(a[1] == byte(o.ID) && a[2:] == o.Arg && o.Arg != "")
				if o.Index == i && o.HasArg && (short || strings.HasPrefix(a, "--") && !strings.Contains(a, "=")) {
					sw.WriteString(" " + quote.Name(o.Arg))
				}
			}
			break
		}
	}
	d.switches = sw.String()
	status := 0
	switch {
	case from != "" && to != "":
		usage("--from-file and --to-file both specified")
	case from != "" || to != "":
		for _, o := range operands {
			if from != "" {
				status = max(status, d.operands(from, o))
			} else {
				status = max(status, d.operands(o, to))
			}
		}
	default:
		if len(operands) < 2 {
			last := p.Name
			if len(p.Args) > 0 {
				last = p.Args[len(p.Args)-1]
			}
			usage("missing operand after '%s'", last)
		}
		if len(operands) > 2 {
			usage("extra operand '%s'", operands[2])
		}
		status = d.operands(operands[0], operands[1])
	}
	return status
}

// side is one of the two files.
type side struct {
	name    string
	info    vfs.Info
	missing bool
	text    []byte
	lines   [][]byte // with their newlines
}

func (d *differ) stat(name string) (vfs.Info, error) {
	if name == "-" {
		return d.p.Stdin.Stat()
	}
	if d.noDeref {
		return d.p.Lstat(d.ctx, name)
	}
	return d.p.Stat(d.ctx, name)
}

// operands compares two operands of the command line.
func (d *differ) operands(a, b string) int {
	ia, erra := d.stat(a)
	ib, errb := d.stat(b)
	if erra == nil && errb == nil && ia.IsDir() != ib.IsDir() {
		// A file is compared with the file of its name in the directory.
		if ia.IsDir() {
			if b == "-" {
				d.p.Fatalf(2, "cannot compare '-' to a directory")
			}
			a = join(a, path.Base(b))
		} else {
			if a == "-" {
				d.p.Fatalf(2, "cannot compare '-' to a directory")
			}
			b = join(b, path.Base(a))
		}
	}
	return d.compare(a, b, false)
}

func join(dir, name string) string { return strings.TrimSuffix(dir, "/") + "/" + name }

// compare compares two files or directories; within tells that they are in
// directories that are compared.
func (d *differ) compare(a, b string, within bool) int {
	sides := [2]side{{name: a}, {name: b}}
	status := 0
	for i := range sides {
		s := &sides[i]
		var err error
		if s.info, err = d.stat(s.name); err != nil {
			_, there := d.p.Lstat(d.ctx, s.name) // a link to nothing isn't missing
			if vfs.ErrnoOf(err) == vfs.ENOENT && (d.newFile || d.uniNew && i == 0) && !(within && there == nil) {
				s.missing = true
				continue
			}
			d.p.Out.Flush()
			d.p.FileError(s.name, err)
			status = 2
		}
	}
	if status != 0 {
		return status
	}
	x, y := &sides[0], &sides[1]
	if x.missing && y.missing {
		for _, s := range sides {
			d.p.Out.Flush()
			d.p.FileError(s.name, vfs.ENOENT)
		}
		return 2
	}
	if x.missing {
		x.info.Kind = y.info.Kind
	}
	if y.missing {
		y.info.Kind = x.info.Kind
	}
	if x.info.IsDir() && y.info.IsDir() {
		if within && !d.recursive {
			fmt.Fprintf(d.p.Out, "Common subdirectories: %s and %s\n", a, b)
			return 0
		}
		return d.directories(x, y)
	}
	comparable := func(i vfs.Info) bool { return i.Kind == vfs.Regular || i.Kind == vfs.Symlink }
	if x.info.IsDir() != y.info.IsDir() || d.noDeref && x.info.Kind != y.info.Kind || within && !(comparable(x.info) && comparable(y.info)) {
		fmt.Fprintf(d.p.Out, "File %s is a %s while file %s is a %s\n", d.shown(0, x), kindName(x.info), d.shown(1, y), kindName(y.info))
		return 1
	}
	header := ""
	if within {
		header = fmt.Sprintf("diff%s %s %s\n", d.switches, quoted(d.shown(0, x)), quoted(d.shown(1, y)))
	}
	if !x.missing && !y.missing && x.info.Dev == y.info.Dev && x.info.Ino == y.info.Ino && x.info.Kind == vfs.Regular && d.silentIfSame() {
		return d.identical(x, y, header) // one file
	}
	if d.noDeref && x.info.Kind == vfs.Symlink {
		if x.info.Target != y.info.Target {
			fmt.Fprintf(d.p.Out, "Symbolic links %s and %s differ\n", a, b)
			return 1
		}
		return 0
	}
	if d.brief && !d.normalizes() && !d.stripCR && !d.blank && d.ignoreRe == nil && !d.same && !x.missing && !y.missing && a != b {
		return d.differs(x, y)
	}
	for i := range sides {
		s := &sides[i]
		if s.missing {
			continue
		}
		if i == 1 && a == b && a == "-" {
			s.text = x.text
			continue
		}
		if err := d.read(s); err != nil {
			d.p.Out.Flush()
			d.p.FileError(s.name, err)
			return 2
		}
	}
	if d.paginate && !d.brief {
		return d.pages(x, y, header)
	}
	return d.files(x, y, header)
}

// differs tells whether two files differ in any byte, and says so.
func (d *differ) differs(x, y *side) int {
	var files [2]io.ReadCloser
	for i, s := range []*side{x, y} {
		f, err := d.p.Input(d.ctx, s.name)
		if err != nil {
			d.p.Out.Flush()
			d.p.FileError(s.name, err)
			return 2
		}
		defer f.Close()
		files[i] = f
	}
	if x.info.Kind == vfs.Regular && y.info.Kind == vfs.Regular && x.info.Size != y.info.Size {
		return d.sayDiffer(x, y)
	}
	var bufs [2][64 << 10]byte
	for {
		var n [2]int
		for i, s := range []*side{x, y} {
			var err error
			n[i], err = io.ReadFull(files[i], bufs[i][:])
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				d.p.Out.Flush()
				d.p.FileError(s.name, err)
				return 2
			}
		}
		if !bytes.Equal(bufs[0][:n[0]], bufs[1][:n[1]]) {
			return d.sayDiffer(x, y)
		}
		if n[0] < len(bufs[0]) {
			return 0
		}
	}
}

func (d *differ) sayDiffer(x, y *side) int {
	fmt.Fprintf(d.p.Out, "Files %s and %s differ\n", d.shown(0, x), d.shown(1, y))
	return 1
}

func kindName(i vfs.Info) string {
	switch i.Kind {
	case vfs.Directory:
		return "directory"
	case vfs.Symlink:
		return "symbolic link"
	case vfs.FIFO:
		return "fifo"
	case vfs.Device:
		return "character special file"
	}
	if i.Size == 0 {
		return "regular empty file"
	}
	return "regular file"
}

const maxFile = 512 << 20 // bytes of a file that is compared

func (d *differ) read(s *side) error {
	f, err := d.p.Input(d.ctx, s.name)
	if err != nil {
		return err
	}
	defer f.Close()
	var b bytes.Buffer
	if s.info.Kind == vfs.Regular {
		b.Grow(int(min(s.info.Size, maxFile)) + bytes.MinRead)
	}
	_, err = b.ReadFrom(io.LimitReader(f, maxFile+1))
	s.text = b.Bytes()
	if err == nil && len(s.text) > maxFile {
		err = vfs.EFBIG
	}
	return err
}

// directories compares what is in two directories.
func (d *differ) directories(x, y *side) int {
	names := map[string]int{}
	alias := map[string]string{} // in the second directory
	status := 0
	for i, s := range []*side{x, y} {
		if s.missing {
			continue
		}
		list, err := d.p.FS.ReadDir(d.ctx, d.p.Path(s.name))
		if err != nil {
			d.p.Out.Flush()
			d.p.FileError(s.name, err)
			return 2
		}
	entries:
		for _, e := range list {
			for _, x := range d.exclude {
				if x.Match(e.Name) {
					continue entries
				}
			}
			n := e.Name
			if d.fileCase {
				// A name stands for all that differ from it in case only.
				for have := range names {
					if strings.EqualFold(have, n) && names[have]&(1<<i) == 0 {
						n = have
						alias[n] = e.Name
						break
					}
				}
			}
			names[n] |= 1 << i
		}
	}
	all := make([]string, 0, len(names))
	for n := range names {
		if d.starting == "" || n >= d.starting {
			all = append(all, n)
		}
	}
	if d.fileCase {
		sort.Slice(all, func(i, j int) bool {
			if a, b := strings.ToLower(all[i]), strings.ToLower(all[j]); a != b {
				return a < b
			}
			return all[i] < all[j]
		})
	} else {
		sort.Strings(all)
	}
	starting := d.starting
	d.starting = ""
	defer func() { d.starting = starting }()
	for _, n := range all {
		if d.ctx.Err() != nil {
			return 2
		}
		which := names[n]
		if which != 3 && !(d.newFile || d.uniNew && which == 2) {
			in := x.name
			if which == 2 {
				in = y.name
			}
			fmt.Fprintf(d.p.Out, "Only in %s: %s\n", in, n)
			status = max(status, 1)
			continue
		}
		other := n
		if a, ok := alias[n]; ok {
			other = a
		}
		status = max(status, d.compare(join(x.name, n), join(y.name, other), true))
	}
	return status
}

// pages compares two files and writes what differs through pr.
func (d *differ) pages(x, y *side, header string) int {
	if header == "" {
		header = fmt.Sprintf("diff%s %s %s\n", d.switches, quoted(d.shown(0, x)), quoted(d.shown(1, y)))
	}
	d.p.Out.Flush()
	r, w := vfs.Pipe()
	c := runProgram(d.ctx, d.p, []string{"pr", "-h", strings.TrimSuffix(header, "\n")}, r, d.p.Stdout)
	out := d.p.Out
	d.p.Out = commands.NewOutput(w)
	status := d.files(x, y, "")
	d.p.Out.Flush()
	w.Close()
	d.p.Out = out
	if c.Wait() != 0 {
		d.p.Fatalf(2, "subsidiary program 'pr' failed")
	}
	return status
}

// quoted writes a file's name between double quotes, as C does, where it holds
// a blank or what can't be shown.
func quoted(name string) string {
	const letters = "\a\b\t\n\v\f\r"
	var b strings.Builder
	must := false
	for i := range len(name) {
		c := name[i]
		k := strings.IndexByte(letters, c)
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case k >= 0:
			b.WriteByte('\\')
			b.WriteByte("abtnvfr"[k])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
			must = must || c == ' '
		}
	}
	if must || b.Len() != len(name) {
		return `"` + b.String() + `"`
	}
	return name
}

// split parts text into lines with their newlines.
func split(text []byte) [][]byte {
	list := make([][]byte, 0, bytes.Count(text, []byte{'\n'})+1)
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		list = append(list, text[:n:n])
		text = text[n:]
	}
	return list
}

// files compares two files whose text was read.
func (d *differ) files(x, y *side, header string) int {
	equal := bytes.Equal(x.text, y.text)
	if equal {
		return d.identical(x, y, header)
	}
	binary := func(s *side) bool {
		return !d.text && bytes.IndexByte(s.text[:min(len(s.text), 32<<10)], 0) >= 0
	}
	if binary(x) || binary(y) {
		if d.brief {
			return d.sayDiffer(x, y)
		}
		fmt.Fprintf(d.p.Out, "Binary files %s and %s differ\n", d.shown(0, x), d.shown(1, y))
		return 1
	}
	if d.stripCR {
		x.text = bytes.ReplaceAll(x.text, []byte("\r\n"), []byte("\n"))
		y.text = bytes.ReplaceAll(y.text, []byte("\r\n"), []byte("\n"))
	}
	x.lines, y.lines = split(x.text), split(y.text)
	changes := d.changes(x.lines, y.lines)
	incomplete := 0
	if d.style == 'e' || d.style == 'f' { // whose text can't do without
		for i, s := range []*side{x, y} {
			if n := len(s.text); n > 0 && s.text[n-1] != '\n' {
				d.p.Errorf("%s: No newline at end of file\n", d.shown(i, s))
				incomplete = 2
			}
		}
		if incomplete > 0 && len(changes) == 0 {
			return incomplete
		}
	}
	shown := 0
	for i := range changes {
		c := &changes[i]
		c.ignore = d.ignorable(c, x, y)
		if !c.ignore {
			shown++
		}
	}
	if shown == 0 && (d.style != 'y' || len(changes) == 0) && !(d.style == 'y' && !d.suppressCommon) && !(d.style == 'D' && !d.brief) {
		return d.identical(x, y, header)
	}
	if d.brief {
		if shown == 0 {
			return d.identical(x, y, header)
		}
		return d.sayDiffer(x, y)
	}
	d.p.Out.WriteString(header)
	o := &printer{d: d, o: d.p.Out, x: x, y: y}
	switch d.style {
	case 'u':
		o.unified(changes)
	case 'c':
		o.context(changes)
	case 'e':
		o.ed(changes)
	case 'f':
		o.forwardEd(changes)
	case 'n':
		o.rcs(changes)
	case 'y':
		o.sideBySide(changes)
	case 'D':
		o.formatted(changes)
	default:
		o.normal(changes)
	}
	if shown == 0 {
		return 0
	}
	return max(1, incomplete)
}

// changes finds how the lines of two texts differ.
func (d *differ) changes(x, y [][]byte) []change {
	context := d.horizon
	if d.style == 'c' || d.style == 'u' {
		context = max(context, d.lines)
	}
	// What both begin and end with needs no numbers, but for what the comparison
	// looks at around the rest.
	pre, suf := 0, 0
	for pre < len(x) && pre < len(y) && bytes.Equal(x[pre], y[pre]) {
		pre++
	}
	for suf < len(x)-pre && suf < len(y)-pre && bytes.Equal(x[len(x)-1-suf], y[len(y)-1-suf]) {
		suf++
	}
	pre, suf = max(0, pre-context), max(0, suf-context)
	table := newLineTable()
	number := func(lines [][]byte) []int {
		list := make([]int, len(lines))
		var buf []byte
		for i, l := range lines {
			switch {
			case d.normalizes():
				if d.style == 'e' || d.style == 'f' {
					l = ended(l)
				}
				buf = d.normalize(buf[:0], l)
				list[i] = table.number(buf, true)
			case d.style == 'e' || d.style == 'f':
				list[i] = table.number(ended(l), false)
			default:
				list[i] = table.number(l, false)
			}
		}
		return list
	}
	changes := compare(d.ctx, number(x[pre:len(x)-suf]), number(y[pre:len(y)-suf]), context, d.minimal).changes()
	for i := range changes {
		changes[i].a += pre
		changes[i].b += pre
	}
	return changes
}

// ended is a line with a newline, as ed has every line.
func ended(l []byte) []byte {
	if l[len(l)-1] == '\n' {
		return l
	}
	return append(l[:len(l):len(l)], '\n')
}

// silentIfSame tells whether files that are the same give no output.
func (d *differ) silentIfSame() bool {
	return !(d.style == 'y' && !d.suppressCommon) && !(d.style == 'D' && !d.formats.silent()) || d.brief
}

func (d *differ) identical(x, y *side, header string) int {
	if d.style == 'y' && !d.suppressCommon && !d.brief {
		d.p.Out.WriteString(header)
		x.lines, y.lines = split(x.text), split(y.text)
		o := &printer{d: d, o: d.p.Out, x: x, y: y}
		o.sideBySide(nil)
	}
	if d.style == 'D' && !d.brief && !d.formats.silent() {
		d.p.Out.WriteString(header)
		x.lines, y.lines = split(x.text), split(y.text)
		o := &printer{d: d, o: d.p.Out, x: x, y: y}
		o.formatted(nil)
	}
	if d.same {
		fmt.Fprintf(d.p.Out, "Files %s and %s are identical\n", d.shown(0, x), d.shown(1, y))
	}
	return 0
}

func (d *differ) shown(i int, s *side) string {
	if i < len(d.labels) {
		return d.labels[i]
	}
	return s.name
}

func (d *differ) normalizes() bool {
	return d.ignoreCase || d.ignoreTabs || d.ignoreTrail || d.ignoreChange || d.ignoreAll
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// normalize makes lines alike that the options take for equal.
func (d *differ) normalize(dst, l []byte) []byte {
	had := len(l) > 0 && l[len(l)-1] == '\n'
	if had {
		l = l[:len(l)-1]
	}
	spaces := d.ignoreTrail || d.ignoreChange || d.ignoreAll
	col := 0
	tabs := d.ignoreTabs && !d.ignoreTrail // GNU's -EZ is no more than -Z
	for i := 0; i < len(l); i++ {
		c := l[i]
		switch {
		case d.ignoreAll && isSpace(c):
			continue
		case d.ignoreChange && isSpace(c):
			for i+1 < len(l) && isSpace(l[i+1]) {
				i++
			}
			c = ' '
		case tabs && c == '\t':
			n := d.tabsize - col%d.tabsize
			for ; n > 0; n-- {
				dst = append(dst, ' ')
				col++
			}
			continue
		case tabs && c == '\b':
			if col > 0 {
				col -= 2
			}
		}
		if d.ignoreCase && 'A' <= c && c <= 'Z' {
			c |= 32
		}
		dst = append(dst, c)
		col++
	}
	if spaces {
		for len(dst) > 0 && isSpace(dst[len(dst)-1]) {
			dst = dst[:len(dst)-1]
		}
	}
	if had || spaces {
		dst = append(dst, '\n')
	}
	return dst
}

// ignorable tells whether all lines of a change are such that don't count.
func (d *differ) ignorable(c *change, x, y *side) bool {
	if !d.blank && d.ignoreRe == nil {
		return false
	}
	check := func(lines [][]byte) bool {
		for _, l := range lines {
			t := bytes.TrimSuffix(l, []byte{'\n'})
			if d.blank {
				u := t
				if d.ignoreTrail || d.ignoreChange || d.ignoreAll {
					u = bytes.TrimSpace(t)
				}
				if len(u) == 0 {
					continue
				}
			}
			if d.ignoreRe != nil && d.ignoreRe.Match(t) {
				continue
			}
			return false
		}
		return true
	}
	return check(x.lines[c.a:c.a+c.del]) && check(y.lines[c.b:c.b+c.ins])
}
