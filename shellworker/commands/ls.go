package commands

import (
	"context"
	"errors"
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/filever"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
	"github.com/capshell/capshell/shellworker/pattern"
)

const lsHelp = `
Usage: %s [OPTION]... [FILE]...
List FILEs, by default those in the current directory, sorted by name.

  -a, --all                also names that begin with a dot
  -A, --almost-all         ... but not . and ..
      --author             with -l, the author: the owner
  -b, --escape             escape what can't be printed as C does
      --block-size=SIZE    with -l, sizes in units of SIZE
  -B, --ignore-backups     not names that end in ~
  -c                       the time of change: shown with -l, else sorted by
  -C                       in columns
      --color[=WHEN]       coloured names: always, auto, never
  -d, --directory          directories themselves, not what they hold
  -f                       all, unsorted: -aU
  -F, --classify[=WHEN]    append one of */=>@| for the type
      --file-type          ... but no *
      --format=WORD        across, horizontal (-x), commas (-m), long, verbose
                             (-l), single-column (-1), vertical (-C)
      --full-time          as -l --time-style=full-iso
  -g                       as -l without the owner
      --group-directories-first  directories first
  -G, --no-group           with -l, no group
  -h, --human-readable     with -l and -s, sizes like 1K 234M 2G
      --si                 ... powers of 1000
  -H, --dereference-command-line  follow symbolic links that are operands
      --dereference-command-line-symlink-to-dir  ... that lead to directories
      --hide=PATTERN       not names that PATTERN matches, unless -a or -A
      --hyperlink[=WHEN]   names as terminal hyperlinks
      --indicator-style=WORD  none, slash (-p), file-type, classify (-F)
  -i, --inode              the inode number
  -I, --ignore=PATTERN     not names that PATTERN matches
  -k, --kibibytes          blocks of 1 KiB (default)
  -l                       long format
  -L, --dereference        what symbolic links lead to
  -m                       separated by commas
  -D, --dired              with -l, tell Emacs where the names stand
  -n, --numeric-uid-gid    as -l with numbers of owner and group
  -N, --literal            names as they are
  -o                       as -l without the group
  -p, --indicator-style=slash  append / to directories
  -q, --hide-control-chars  ? for what can't be printed
      --show-control-chars  names as they are
  -Q, --quote-name         names between double quotes
      --quoting-style=WORD  literal, shell, shell-always, shell-escape,
                             shell-escape-always, c, escape, locale, clocale
  -r, --reverse            in reverse order
  -R, --recursive          also what subdirectories hold
  -s, --size               the size in blocks
  -S                       by size, the largest first
      --sort=WORD          none (-U), size (-S), time (-t), version (-v),
                             extension (-X), width
      --time=WORD          atime, access, use (-u); ctime, status (-c);
                             birth, creation (never known)
      --time-style=STYLE   full-iso, long-iso, iso, locale, or +FORMAT of date
  -t                       by time, the newest first
  -T, --tabsize=COLS       tab stops at each COLS (8)
  -u                       the time of access: shown with -l, else sorted by
  -U                       unsorted
  -v                       by the version numbers in the names
  -w, --width=COLS         the line's width (80); 0: no limit
  -x                       in rows
  -X                       by extension
  -Z, --context            the security context: none
      --zero               end each line with NUL
  -1                       one name a line
      --help               show this help
      --version            show the version
`

func init() {
	for _, name := range []string{"ls", "dir", "vdir"} {
		Register(Command{Name: name, UsageStatus: 2, Help: fmt.Sprintf(lsHelp, name), Run: lsMain})
	}
}

type lister struct {
	p   *Process
	ctx context.Context
	now time.Time
	loc *time.Location

	format                                  byte // l long, C columns, x rows, m commas, 1
	sort                                    byte // n name, N none, t time, S size, v version, X extension, w width
	time                                    byte // m, a, c
	all                                     byte // 0, A, a
	reverse, recursive, dirs, dirsFirst     bool
	inode, blocks, numeric, author, context bool
	noOwner, noGroup                        bool
	deref                                   byte // P never, H operands, D operands that are links to directories, L always
	indicator                               byte // 0, / slash, t file type, F classify
	quoting                                 quote.Options
	qmark                                   bool
	align                                   bool
	noBackups                               bool
	ignore, hide                            []*pattern.Pattern
	width, tab                              int
	style                                   string // of times: +RECENT\nOLD
	blockSize, fileSize                     size.Blocks
	colors                                  *lsColors
	hyperlink                               bool
	end                                     byte
	utf                                     bool
	status                                  int
	printedColor                            bool
	others                                  []*lsFile // see run
	dired                                   bool      // tell Emacs where the names stand
	written                                 int       // bytes, with dired
	names, dirNames                         []string  // offsets where they begin and end
	first                                   bool
}

// lsFile is a name in a listing.
type lsFile struct {
	name   string // as shown
	path   string // to reach it
	info   vfs.Info
	known  bool // info is
	link   string
	target *vfs.Info // what a symbolic link leads to
	quoted string
	needQ  bool
	cols   int
}

func lsMain(ctx context.Context, p *Process) int {
	const (
		author = iota + 256
		blockSize
		color
		fileType
		format
		fullTime
		dirsFirst
		si
		symlinkToDir
		hide
		hyperlink
		indicator
		showControl
		quotingStyle
		sortWord
		timeWord
		timeStyle
		zero
	)
	l := &lister{p: p, ctx: ctx, now: p.Now(), loc: p.Zone(), end: '\n', utf: p.UTF8(), first: true, tab: 8, width: -1,
		time: 'm', sort: 'n'}
	l.blockSize = p.defaultBlocks()
	l.fileSize = size.Blocks{Unit: 1}
	for _, v := range []string{"LS_BLOCK_SIZE", "BLOCK_SIZE"} {
		if s, ok := p.LookupEnv(v); ok {
			if b, err := size.ParseBlocks(s); err == nil {
				l.blockSize, l.fileSize = b, b
			}
			break
		}
	}
	l.quoting = quote.Options{Style: quote.Literal, UTF8: l.utf}
	if p.cmd.Name != "ls" {
		l.quoting.Style = quote.Escape
	} else if s := p.Getenv("QUOTING_STYLE"); s != "" {
		found := false
		for k, n := range quote.Styles {
			if n == s {
				l.quoting.Style, found = quote.Style(k), true
			}
		}
		if !found {
			p.Errorf("ignoring invalid value of environment variable QUOTING_STYLE: %s", quote.Always(s))
		}
	}
	style, styleOption := p.Getenv("TIME_STYLE"), false
	explicitTime, sortSet := false, false
	colorWhen := "never"
	opts, files := p.Getopt("abcdfghiklmnopqrstuvw:xABCDFGHI:LNQRST:UXZ1",
		getopt.Long{Name: "dired", ID: 'D'},
		getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "escape", ID: 'b'}, getopt.Long{Name: "directory", ID: 'd'},
		getopt.Long{Name: "full-time", ID: fullTime}, getopt.Long{Name: "group-directories-first", ID: dirsFirst},
		getopt.Long{Name: "human-readable", ID: 'h'}, getopt.Long{Name: "inode", ID: 'i'}, getopt.Long{Name: "kibibytes", ID: 'k'},
		getopt.Long{Name: "numeric-uid-gid", ID: 'n'}, getopt.Long{Name: "no-group", ID: 'G'}, getopt.Long{Name: "hide-control-chars", ID: 'q'},
		getopt.Long{Name: "reverse", ID: 'r'}, getopt.Long{Name: "size", ID: 's'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'},
		getopt.Long{Name: "almost-all", ID: 'A'}, getopt.Long{Name: "ignore-backups", ID: 'B'}, getopt.Long{Name: "classify", Arg: getopt.Optional, ID: 'F'},
		getopt.Long{Name: "file-type", ID: fileType}, getopt.Long{Name: "si", ID: si}, getopt.Long{Name: "dereference-command-line", ID: 'H'},
		getopt.Long{Name: "dereference-command-line-symlink-to-dir", ID: symlinkToDir}, getopt.Long{Name: "hide", Arg: getopt.Required, ID: hide},
		getopt.Long{Name: "ignore", Arg: getopt.Required, ID: 'I'}, getopt.Long{Name: "indicator-style", Arg: getopt.Required, ID: indicator},
		getopt.Long{Name: "dereference", ID: 'L'}, getopt.Long{Name: "literal", ID: 'N'}, getopt.Long{Name: "quote-name", ID: 'Q'},
		getopt.Long{Name: "quoting-style", Arg: getopt.Required, ID: quotingStyle}, getopt.Long{Name: "recursive", ID: 'R'},
		getopt.Long{Name: "format", Arg: getopt.Required, ID: format}, getopt.Long{Name: "show-control-chars", ID: showControl},
		getopt.Long{Name: "sort", Arg: getopt.Required, ID: sortWord}, getopt.Long{Name: "tabsize", Arg: getopt.Required, ID: 'T'},
		getopt.Long{Name: "time", Arg: getopt.Required, ID: timeWord}, getopt.Long{Name: "time-style", Arg: getopt.Required, ID: timeStyle},
		getopt.Long{Name: "zero", ID: zero}, getopt.Long{Name: "color", Arg: getopt.Optional, ID: color},
		getopt.Long{Name: "hyperlink", Arg: getopt.Optional, ID: hyperlink}, getopt.Long{Name: "block-size", Arg: getopt.Required, ID: blockSize},
		getopt.Long{Name: "context", ID: 'Z'}, getopt.Long{Name: "author", ID: author})
	when := func(o getopt.Opt, name string) string {
		if !o.HasArg {
			return "always"
		}
		return p.Choice(name, o.Arg, "always,yes,force", "never,no,none", "auto,tty,if-tty")
	}
	setSort := func(c byte) { l.sort, sortSet = c, true }
	for _, o := range opts {
		switch o.ID {
		case 'a':
			l.all = 'a'
		case 'b':
			l.quoting.Style = quote.Escape
		case 'c':
			l.time, explicitTime = 'c', true
		case 'd':
			l.dirs = true
		case 'D':
			l.dired = true
		case 'f':
			l.all = 'a'
			setSort('N')
			if l.format == 'l' {
				l.format = 0
			}
			l.blocks = false
			colorWhen = "never"
		case fileType:
			l.indicator = 't'
		case 'g':
			l.format, l.noOwner = 'l', true
		case 'h':
			l.blockSize = size.Blocks{Unit: 1, Base: 1024}
			l.fileSize = l.blockSize
		case si:
			l.blockSize = size.Blocks{Unit: 1, Base: 1000}
			l.fileSize = l.blockSize
		case 'i':
			l.inode = true
		case 'k':
			if l.blockSize.Base == 0 {
				l.blockSize = size.Blocks{Unit: 1024}
			}
		case 'l':
			l.format = 'l'
		case 'm':
			l.format = 'm'
		case 'n':
			l.format, l.numeric = 'l', true
		case 'o':
			l.format, l.noGroup = 'l', true
		case 'p':
			l.indicator = '/'
		case 'q':
			l.qmark = true
		case 'r':
			l.reverse = true
		case 's':
			l.blocks = true
		case 't':
			setSort('t')
		case 'u':
			l.time, explicitTime = 'a', true
		case 'v':
			setSort('v')
		case 'w':
			n, err := strconv.ParseUint(o.Arg, 0, 62)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				p.Fatalf(2, "invalid line width: %s", p.Quote(o.Arg))
			}
			if l.width = int(min(n, 1<<20)); err != nil {
				l.width = 0 // as wide as that is without a limit
			}
		case 'x':
			l.format = 'x'
		case 'A':
			if l.all == 0 {
				l.all = 'A'
			}
		case 'B':
			l.noBackups = true
		case 'C':
			l.format = 'C'
		case 'F':
			if when(o, "--classify") == "always" {
				l.indicator = 'F'
			}
		case 'G':
			l.noGroup = true
		case 'H':
			l.deref = 'H'
		case symlinkToDir:
			l.deref = 'D'
		case 'I':
			l.ignore = append(l.ignore, p.lsPattern(o.Arg))
		case hide:
			l.hide = append(l.hide, p.lsPattern(o.Arg))
		case 'L':
			l.deref = 'L'
		case 'N':
			l.quoting.Style = quote.Literal
		case 'Q':
			l.quoting.Style = quote.C
		case 'R':
			l.recursive = true
		case 'S':
			setSort('S')
		case 'T':
			n, err := strconv.ParseUint(o.Arg, 0, 31)
			if err != nil {
				p.Fatalf(2, "invalid tab size: %s", p.Quote(o.Arg))
			}
			l.tab = int(n)
		case 'U':
			setSort('N')
		case 'X':
			setSort('X')
		case 'Z':
			l.context = true
		case '1':
			if l.format != 'l' {
				l.format = '1'
			}
		case author:
			l.author = true
		case blockSize:
			b, err := size.ParseBlocks(o.Arg)
			if err != nil {
				p.blockSizeError("--block-size", o.Arg, err, 2)
			}
			l.blockSize, l.fileSize = b, b
		case color:
			colorWhen = when(o, "--color")
		case hyperlink:
			l.hyperlink = when(o, "--hyperlink") == "always"
		case format:
			switch p.Choice("--format", o.Arg, "verbose,long", "commas", "horizontal,across", "vertical", "single-column") {
			case "verbose":
				l.format = 'l'
			case "commas":
				l.format = 'm'
			case "horizontal":
				l.format = 'x'
			case "vertical":
				l.format = 'C'
			default:
				l.format = '1'
			}
		case fullTime:
			l.format, style, styleOption = 'l', "full-iso", true
		case dirsFirst:
			l.dirsFirst = true
		case indicator:
			l.indicator = map[string]byte{"none": 0, "slash": '/', "file-type": 't', "classify": 'F'}[p.Choice("--indicator-style", o.Arg, "none", "slash", "file-type", "classify")]
		case showControl:
			l.qmark = false
		case quotingStyle:
			w := p.Choice("--quoting-style", o.Arg, "literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale")
			for k, n := range quote.Styles {
				if n == w {
					l.quoting.Style = quote.Style(k)
				}
			}
		case sortWord:
			setSort(map[string]byte{"none": 'N', "time": 't', "size": 'S', "extension": 'X', "version": 'v', "width": 'w'}[p.Choice("--sort", o.Arg, "none", "time", "size", "extension", "version", "width")])
		case timeWord:
			explicitTime = true
			switch p.Choice("--time", o.Arg, "atime,access,use", "ctime,status", "birth,creation") {
			case "atime":
				l.time = 'a'
			case "ctime":
				l.time = 'c'
			default:
				l.time = 'b'
			}
		case timeStyle:
			style, styleOption = o.Arg, true
		case zero:
			l.end = 0
			if l.format != 'l' {
				l.format = '1'
			}
			l.quoting.Style, l.qmark = quote.Literal, false
			colorWhen = "never"
		}
	}
	if l.format == 0 {
		l.format = map[string]byte{"ls": '1', "dir": 'C', "vdir": 'l'}[p.cmd.Name]
	}
	if l.quoting.Style == quote.Escape {
		l.quoting.Also = " "
	}
	if l.width < 0 {
		l.width = 80
		if c := p.Getenv("COLUMNS"); c != "" {
			if n, err := strconv.ParseUint(c, 0, 31); err == nil {
				l.width = int(n)
			} else {
				p.Errorf("ignoring invalid width in environment variable COLUMNS: %s", quote.Always(c))
			}
		}
	}
	if !sortSet && explicitTime && l.format != 'l' {
		l.sort = 't'
	}
	if l.format == 'l' {
		l.timeStyle(style, styleOption)
	}
	if l.dired && l.end == 0 {
		p.Fatalf(2, "--dired and --zero are incompatible")
	}
	l.dired = l.dired && l.format == 'l' && !l.hyperlink
	if colorWhen == "always" && p.colorTerminal() {
		l.colors = p.lsColors()
		l.tab = 0
	}
	switch l.quoting.Style {
	case quote.Shell, quote.ShellEscape, quote.CMaybe:
		l.align = l.format == 'l' || (l.format == 'C' || l.format == 'x') && l.width > 0
	}
	if l.dirs {
		l.recursive = false
	}
	if l.deref == 0 {
		if l.dirs || l.indicator == 'F' || l.format == 'l' {
			l.deref = 'P'
		} else {
			l.deref = 'D'
		}
	}
	l.run(files)
	if l.printedColor && (l.colors.left != "\x1b[" || l.colors.right != "m") {
		p.Out.WriteString(l.colors.left + l.colors.right)
	}
	if l.dired {
		for _, list := range []struct {
			word    string
			offsets []string
		}{{"DIRED", l.names}, {"SUBDIRED", l.dirNames}} {
			if len(list.offsets) > 0 {
				fmt.Fprintf(p.Out, "//%s// %s\n", list.word, strings.Join(list.offsets, " "))
			}
		}
		fmt.Fprintf(p.Out, "//DIRED-OPTIONS// --quoting-style=%s\n", quote.Styles[l.quoting.Style])
	}
	return l.status
}

func (p *Process) lsPattern(s string) *pattern.Pattern {
	return pattern.Compile(s, pattern.Period|p.patternFlags())
}

// patternFlags are those by which all patterns of the process are compiled.
func (p *Process) patternFlags() pattern.Flags {
	if p.UTF8() {
		return 0
	}
	return pattern.Bytes
}

// blockSizeError ends the command with what is wrong with a block size.
func (p *Process) blockSizeError(option, arg string, err error, status int) {
	switch err {
	case size.ErrSuffix:
		p.Fatalf(status, "invalid suffix in %s argument %s", option, quote.Always(arg))
	case size.ErrOverflow:
		p.Fatalf(status, "%s argument %s too large", option, quote.Always(arg))
	}
	p.Fatalf(status, "invalid %s argument %s", option, quote.Always(arg))
}

// widthOf is the columns of text; what isn't printed takes none.
func (l *lister) widthOf(s string) int {
	if l.utf {
		return textwidth.String(s, true)
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] >= ' ' && s[i] <= '~' {
			n++
		}
	}
	return n
}

func (l *lister) timeStyle(style string, option bool) {
	if style == "" {
		style = "locale"
	}
	style = strings.TrimPrefix(style, "posix-")
	if strings.HasPrefix(style, "+") {
		f := style[1:]
		recent, old, two := strings.Cut(f, "\n")
		if !two {
			old = f
			recent = f
			if strings.Contains(old, "\n") {
				l.p.Fatalf(2, "invalid time style format %s", l.p.Quote(f))
			}
		} else {
			recent, old = old, recent
			// The first format is for old files.
			if strings.Contains(recent, "\n") {
				l.p.Fatalf(2, "invalid time style format %s", l.p.Quote(f))
			}
		}
		l.style = recent + "\n" + old
		return
	}
	formats := map[string]string{"full-iso": "%Y-%m-%d %H:%M:%S.%N %z\n%Y-%m-%d %H:%M:%S.%N %z", "long-iso": "%Y-%m-%d %H:%M\n%Y-%m-%d %H:%M",
		"iso": "%m-%d %H:%M\n%Y-%m-%d ", "locale": "%b %e %H:%M\n%b %e  %Y"}
	found := ""
	for name := range formats {
		if name == style {
			found = name
			break
		}
		if strings.HasPrefix(name, style) {
			if found != "" {
				found = "?"
			} else {
				found = name
			}
		}
	}
	if f, ok := formats[found]; ok {
		l.style = f
		return
	}
	l.p.Errorf("invalid argument %s for %s", l.p.Quote(style), l.p.Quote("time style"))
	fmt.Fprint(l.p.Stderr, "Valid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n")
	l.p.UsageTry()
}

func (l *lister) failed(serious bool, format string, a ...any) {
	l.p.Out.Flush()
	l.p.Errorf(format, a...)
	if serious {
		l.status = 2
	} else if l.status == 0 {
		l.status = 1
	}
}

func (l *lister) run(operands []string) {
	ctx := l.ctx
	if len(operands) == 0 {
		if l.dirs {
			operands = []string{"."}
		} else {
			l.directory(".", "", false, nil)
			return
		}
	}
	var files []*lsFile
	for _, name := range operands {
		f := l.newFile(name, name, true)
		if f == nil {
			continue
		}
		files = append(files, f)
	}
	l.order(files)
	var plain []*lsFile
	var dirs []*lsFile
	for _, f := range files {
		if f.info.Kind == vfs.Directory && !l.dirs {
			dirs = append(dirs, f)
		} else {
			plain = append(plain, f)
		}
	}
	if len(plain) > 0 {
		l.others = dirs // whose fields count for the widths, too
		l.show(plain)
		l.others = nil
		l.first = false
	}
	heads := len(operands) > 1 || len(plain) > 0
	for _, d := range dirs {
		if ctx.Err() != nil {
			return
		}
		l.directory(d.path, d.name, heads || l.recursive, nil)
	}
}

// newFile looks a file up, or says why it can't.
func (l *lister) newFile(name, path string, operand bool) *lsFile {
	p, ctx := l.p, l.ctx
	f := &lsFile{name: name, path: path}
	var err error
	follow := l.deref == 'L' || operand && l.deref == 'H'
	if operand && l.deref == 'D' {
		if i, serr := p.Stat(ctx, path); serr == nil && i.IsDir() || serr != nil && vfs.ErrnoOf(serr) != vfs.ENOENT {
			follow = true
		}
	}
	if follow {
		f.info, err = p.Stat(ctx, path)
		if err != nil && operand && l.deref == 'H' && vfs.ErrnoOf(err) == vfs.ENOENT {
			f.info, err = p.Lstat(ctx, path)
		}
	} else {
		f.info, err = p.Lstat(ctx, path)
	}
	if err != nil {
		l.failed(operand, "cannot access %s: %s", quote.Always(path), errText(err))
		if operand {
			return nil
		}
		f.info, _ = p.Lstat(ctx, path)
		return f
	}
	f.known = true
	if f.info.Kind == vfs.Symlink && (l.format == 'l' || l.colors != nil) {
		f.link = f.info.Target
		if i, err := p.Stat(ctx, path); err == nil {
			f.target = &i
		}
	}
	return f
}

func (l *lister) wanted(name string) bool {
	if l.noBackups && strings.HasSuffix(name, "~") {
		return false
	}
	if l.all == 0 {
		if strings.HasPrefix(name, ".") {
			return false
		}
		for _, h := range l.hide {
			if h.Match(name) {
				return false
			}
		}
	}
	for _, h := range l.ignore {
		if h.Match(name) {
			return false
		}
	}
	return true
}

// directory lists what a directory holds.
func (l *lister) directory(dir, shown string, head bool, up []fileKey) {
	p, ctx := l.p, l.ctx
	if shown == "" {
		shown = dir
	}
	list, err := p.FS.ReadDir(ctx, p.Path(dir))
	if err != nil {
		l.failed(len(up) == 0, "cannot open directory %s: %s", quote.Always(dir), errText(err))
		return
	}
	if l.recursive {
		i, err := p.Stat(ctx, dir)
		if err == nil {
			for _, k := range up {
				if k == keyOf(i) {
					l.failed(true, "%s: not listing already-listed directory", quote.Name(dir))
					return
				}
			}
			up = append(up[:len(up):len(up)], keyOf(i))
		}
	}
	if head || l.recursive {
		if !l.first {
			l.put("\n")
		}
		l.first = false
		q, _ := l.quoteName(shown)
		if l.dired {
			l.put("  ")
			l.dirNames = append(l.dirNames, strconv.Itoa(l.written), strconv.Itoa(l.written+len(q)))
		}
		l.put(q + ":\n")
	}
	l.first = false
	var files []*lsFile
	if l.all == 'a' {
		for _, n := range []string{".", ".."} {
			if l.wanted(n) {
				if f := l.newFile(n, joinPath(dir, n), false); f != nil {
					files = append(files, f)
				}
			}
		}
	}
	at := func(name string) string {
		if dir == "." {
			return name
		}
		return joinPath(dir, name)
	}
	for _, e := range list {
		if !l.wanted(e.Name) {
			continue
		}
		if ctx.Err() != nil {
			return
		}
		if l.needStat() {
			files = append(files, l.newFile(e.Name, at(e.Name), false))
		} else {
			files = append(files, &lsFile{name: e.Name, path: at(e.Name), known: true,
				info: vfs.Info{Name: e.Name, Node: vfs.Node{Ino: e.Ino, Kind: e.Kind}}})
		}
	}
	l.order(files)
	if l.format == 'l' || l.blocks {
		var total uint64
		for _, f := range files {
			if f.known {
				total += uint64(StatBlocks(f.info)) * 512
			}
		}
		if l.dired {
			l.put("  ")
		}
		l.put(fmt.Sprintf("total %s%c", l.blockSize.Format(total), l.end))
	}
	l.show(files)
	if l.recursive {
		for _, f := range files {
			if f.info.Kind == vfs.Directory && f.known && f.name != "." && f.name != ".." {
				name := f.path
				if dir == "." {
					name = "./" + f.name
				}
				l.directory(name, name, true, up)
			}
		}
	}
}

// needStat tells whether more than names and types is needed.
func (l *lister) needStat() bool {
	return l.format == 'l' || l.blocks || l.indicator == 'F' || l.sort == 't' || l.sort == 'S' || l.colors != nil || l.deref == 'L' && (l.recursive || l.indicator != 0) || l.inode
}

func (l *lister) timeOf(f *lsFile) int64 {
	switch l.time {
	case 'a':
		return f.info.Atime
	case 'c':
		return f.info.Ctime
	case 'b':
		return 0
	}
	return f.info.Mtime
}

func (l *lister) order(files []*lsFile) {
	if l.sort == 'N' {
		return
	}
	ext := func(s string) string {
		if i := strings.LastIndexByte(s, '.'); i >= 0 {
			return s[i:]
		}
		return ""
	}
	isDir := func(f *lsFile) bool {
		return f.info.Kind == vfs.Directory || f.info.Kind == vfs.Symlink && l.linkToDir(f)
	}
	sort.SliceStable(files, func(i, j int) bool {
		a, b := files[i], files[j]
		if l.dirsFirst {
			if x, y := isDir(a), isDir(b); x != y {
				return x
			}
		}
		r := 0
		switch l.sort {
		case 't':
			r = cmpInt(l.timeOf(b), l.timeOf(a))
		case 'S':
			r = cmpInt(StatSize(b.info), StatSize(a.info))
		case 'X':
			r = strings.Compare(ext(a.name), ext(b.name))
		case 'v':
			r = filever.Compare(a.name, b.name)
		case 'w':
			x, _ := l.quoteName(a.name)
			y, _ := l.quoteName(b.name)
			r = l.widthOf(x) - l.widthOf(y)
		}
		if r == 0 {
			r = strings.Compare(a.name, b.name)
		}
		if l.reverse {
			return r > 0
		}
		return r < 0
	})
}

func (l *lister) linkToDir(f *lsFile) bool {
	if f.target == nil {
		i, err := l.p.Stat(l.ctx, f.path)
		if err != nil {
			return false
		}
		f.target = &i
	}
	return f.target.IsDir()
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// quoteName returns a name as it is shown and whether that took quotes.
func (l *lister) quoteName(s string) (string, bool) {
	q := s
	if l.quoting.Style != quote.Literal {
		q = l.quoting.Quote(s)
	}
	if l.qmark && (l.quoting.Style == quote.Literal || l.quoting.Style == quote.Shell || l.quoting.Style == quote.ShellAlways) {
		var b strings.Builder
		for len(q) > 0 {
			r, n := utf8.DecodeRuneInString(q)
			switch {
			case !l.utf:
				n = 1
				if q[0] < ' ' || q[0] > '~' {
					b.WriteByte('?')
				} else {
					b.WriteByte(q[0])
				}
			case r == utf8.RuneError && n == 1 || !unicode.IsPrint(r):
				b.WriteByte('?')
			default:
				b.WriteString(q[:n])
			}
			q = q[n:]
		}
		q = b.String()
	}
	return q, q != s
}

func (l *lister) mark(f *lsFile, i vfs.Info, known bool) string {
	if l.indicator == 0 {
		return ""
	}
	switch i.Kind {
	case vfs.Directory:
		return "/"
	case vfs.Symlink:
		if l.indicator != '/' {
			return "@"
		}
	case vfs.FIFO:
		if l.indicator != '/' {
			return "|"
		}
	case vfs.Regular:
		if l.indicator == 'F' && known && i.Mode&0o111 != 0 {
			return "*"
		}
	}
	return ""
}

// show writes names in the format asked for.
func (l *lister) show(files []*lsFile) {
	some := false
	for _, f := range files {
		f.quoted, f.needQ = l.quoteName(f.name)
		some = some || f.needQ
	}
	pad := l.align && some
	inodeW, blockW := 0, 0
	for _, f := range files {
		if l.inode {
			inodeW = max(inodeW, len(l.inodeText(f)))
		}
		if l.blocks {
			blockW = max(blockW, len(l.blockText(f)))
		}
	}
	if l.format == 'l' {
		l.long(files, pad, inodeW, blockW)
		return
	}
	texts := make([]string, len(files))
	for i, f := range files {
		var b strings.Builder
		if l.inode {
			w := inodeW
			if l.format == 'm' {
				w = 0
			}
			fmt.Fprintf(&b, "%*s ", w, l.inodeText(f))
		}
		if l.blocks {
			w := blockW
			if l.format == 'm' {
				w = 0
			}
			fmt.Fprintf(&b, "%*s ", w, l.blockText(f))
		}
		if l.context {
			b.WriteString("? ")
		}
		f.cols = l.widthOf(b.String())
		if pad && !f.needQ {
			f.cols++
		}
		f.cols += l.widthOf(f.quoted)
		l.writeName(&b, f, f.quoted, f.info, f.known, pad && !f.needQ)
		m := l.mark(f, f.info, f.known)
		f.cols += len(m)
		b.WriteString(m)
		texts[i] = b.String()
	}
	out := l.p.Out
	switch l.format {
	case '1':
		for _, t := range texts {
			out.WriteString(t)
			out.WriteByte(l.end)
		}
	case 'm':
		pos := 0
		for i, f := range files {
			if i > 0 {
				if l.width == 0 || pos+f.cols+2 < l.width {
					out.WriteString(", ")
					pos += 2
				} else {
					out.WriteString(",\n")
					pos = 0
				}
			}
			out.WriteString(texts[i])
			pos += f.cols
		}
		if len(files) > 0 {
			out.WriteByte('\n')
		}
	default:
		l.columns(files, texts)
	}
}

func (l *lister) inodeText(f *lsFile) string {
	if !f.known {
		return "?"
	}
	return strconv.FormatUint(uint64(f.info.Ino), 10)
}

func (l *lister) blockText(f *lsFile) string {
	if !f.known {
		return "?"
	}
	return l.blockSize.Format(uint64(StatBlocks(f.info)) * 512)
}

// columns lays the names out in as few rows as fit.
func (l *lister) columns(files []*lsFile, texts []string) {
	n := len(files)
	if n == 0 {
		return
	}
	out := l.p.Out
	rowsFirst := l.format == 'x'
	if l.width == 0 {
		for i, t := range texts {
			if i > 0 {
				out.WriteString("  ")
			}
			out.WriteString(t)
		}
		out.WriteByte(l.end)
		return
	}
	maxCols := min(n, max(1, (l.width+2)/3))
	var widths []int
	cols := 1
	for c := maxCols; c >= 1; c-- {
		rows := (n + c - 1) / c
		w := make([]int, c)
		total := 0
		for i := range w {
			w[i] = 3
			total += 3
		}
		for i, f := range files {
			k := i / rows
			if rowsFirst {
				k = i % c
			}
			need := f.cols + 2
			if k == c-1 {
				need = f.cols
			}
			if need > w[k] {
				total += need - w[k]
				w[k] = need
			}
		}
		if total < l.width || c == 1 {
			cols, widths = c, w
			break
		}
	}
	rows := (n + cols - 1) / cols
	indent := func(from, to int) {
		for from < to {
			if l.tab != 0 && to/l.tab > (from+1)/l.tab {
				out.WriteByte('\t')
				from += l.tab - from%l.tab
			} else {
				out.WriteByte(' ')
				from++
			}
		}
	}
	for r := range rows {
		pos := 0
		at := 0
		for c := range cols {
			i := c*rows + r
			if rowsFirst {
				i = r*cols + c
			}
			if i >= n {
				break
			}
			if c > 0 {
				indent(at, pos)
			}
			out.WriteString(texts[i])
			at = pos + files[i].cols
			pos += widths[c]
		}
		out.WriteByte(l.end)
	}
}

// writeName writes a name with its colour and hyperlink.
func (l *lister) writeName(b *strings.Builder, f *lsFile, quoted string, i vfs.Info, known bool, space bool) {
	code := ""
	if l.colors != nil {
		code = l.colors.code(f.name, i, known, f.link != "" && f.target == nil)
		if f.link != "" && l.colors.byTarget() && f.target != nil {
			code = l.colors.code(f.name, *f.target, true, false)
		}
	}
	if code != "" {
		if !l.printedColor {
			b.WriteString(l.colors.end())
			l.printedColor = true
		}
		b.WriteString(l.colors.left + code + l.colors.right)
	}
	if space {
		b.WriteByte(' ')
	}
	if l.hyperlink {
		full := l.p.Path(f.path)
		full = path.Clean(full)
		b.WriteString("\x1b]8;;file://" + Hostname + uriEscape(full) + "\a" + quoted + "\x1b]8;;\a")
	} else {
		b.WriteString(quoted)
	}
	if code != "" {
		b.WriteString(l.colors.end())
	}
}

func uriEscape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("/~-._", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

// long writes the long format.
func (l *lister) long(files []*lsFile, pad bool, inodeW, blockW int) {
	var nlinkW, sizeW, ownerW, groupW, majorW, minorW int
	owner := func(f *lsFile) string {
		if !f.known {
			return "?"
		}
		if l.numeric {
			return strconv.Itoa(UID)
		}
		return User
	}
	nlink := func(f *lsFile) string {
		if !f.known {
			return "?"
		}
		return strconv.FormatUint(uint64(f.info.Nlink), 10)
	}
	sizeOf := func(f *lsFile) string {
		if !f.known {
			return "?"
		}
		return l.fileSize.Format(uint64(StatSize(f.info)))
	}
	for _, f := range append(files[:len(files):len(files)], l.others...) {
		nlinkW = max(nlinkW, len(nlink(f)))
		ownerW = max(ownerW, len(owner(f)))
		groupW = max(groupW, len(owner(f)))
		if f.known && f.info.Kind == vfs.Device {
			a, b := DeviceNumber(f.info)
			majorW = max(majorW, len(strconv.FormatUint(a, 10)))
			minorW = max(minorW, len(strconv.FormatUint(b, 10)))
			sizeW = max(sizeW, majorW+2+minorW)
		} else {
			sizeW = max(sizeW, len(sizeOf(f)))
		}
	}
	timeW := 0
	times := make([]string, len(files))
	for i, f := range files {
		if f.known && l.time != 'b' {
			times[i] = l.timeText(l.timeOf(f))
		} else {
			times[i] = "?"
		}
	}
	if len(files) > 0 {
		timeW = l.widthOf(l.timeText(0))
	}
	for i, f := range files {
		var b strings.Builder
		if l.dired {
			b.WriteString("  ")
		}
		if l.inode {
			fmt.Fprintf(&b, "%*s ", inodeW, l.inodeText(f))
		}
		if l.blocks {
			fmt.Fprintf(&b, "%*s ", blockW, l.blockText(f))
		}
		if f.known {
			b.WriteString(filemode.String(f.info.Node))
		} else {
			b.WriteString(string(filemode.Letter(f.info.Kind)) + "?????????")
		}
		fmt.Fprintf(&b, " %*s ", nlinkW, nlink(f))
		id := func(w int) {
			if l.numeric {
				fmt.Fprintf(&b, "%*s ", w, owner(f))
			} else {
				fmt.Fprintf(&b, "%-*s ", w, owner(f))
			}
		}
		if !l.noOwner {
			id(ownerW)
		}
		if !l.noGroup {
			id(groupW)
		}
		if l.author {
			id(ownerW)
		}
		if l.context {
			b.WriteString("? ")
		}
		if f.known && f.info.Kind == vfs.Device {
			x, y := DeviceNumber(f.info)
			blank := sizeW - (majorW + 2 + minorW)
			fmt.Fprintf(&b, "%*d, %*d ", majorW+max(0, blank), x, minorW, y)
		} else {
			fmt.Fprintf(&b, "%*s ", sizeW, sizeOf(f))
		}
		if f.known && l.time != 'b' {
			b.WriteString(times[i])
			b.WriteByte(' ')
		} else {
			fmt.Fprintf(&b, "%*s ", timeW, "?")
		}
		l.writeName(&b, f, f.quoted, f.info, f.known, pad && !f.needQ)
		if l.dired {
			end := l.written + b.Len()
			l.names = append(l.names, strconv.Itoa(end-len(f.quoted)), strconv.Itoa(end))
		}
		if f.link != "" {
			b.WriteString(" -> ")
			q, _ := l.quoteName(f.link)
			var ti vfs.Info
			if f.target != nil {
				ti = *f.target
			}
			if l.colors != nil {
				t := &lsFile{name: f.link, path: f.path}
				l.writeName(&b, t, q, ti, f.target != nil, false)
			} else {
				b.WriteString(q)
			}
			if f.target != nil {
				b.WriteString(l.mark(f, ti, true))
			}
		} else {
			b.WriteString(l.mark(f, f.info, f.known))
		}
		b.WriteByte(l.end)
		l.put(b.String())
	}
}

// put writes, and counts what it wrote.
func (l *lister) put(s string) {
	l.p.Out.WriteString(s)
	l.written += len(s)
}

// timeText is a file's time in the style asked for. Recent is what is at most
// half a year old and not in the future.
func (l *lister) timeText(ns int64) string {
	recent, old, _ := strings.Cut(l.style, "\n")
	t := time.Unix(0, ns).In(l.loc)
	age := l.now.UnixNano() - ns
	format := old
	if age >= 0 && age < 31556952/2*1e9 {
		format = recent
	}
	return l.p.FormatTime(format, t)
}
