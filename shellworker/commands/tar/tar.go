// Package tar is the tar command, as GNU tar 1.34 has it.
package tar

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	commands.Register(commands.Command{Name: "tar", WriteStatus: 2, UsageStatus: 64, Hint: "Try '%s --help' or '%[1]s --usage' for more information.", Run: run, Help: `
Usage: tar [OPTION]... [FILE]...
Save FILEs in an archive, or restore them from it. The options may also be a
first argument without a dash (tar xzf x.tgz).

What to do, one of:
  -c, --create             make an archive
  -t, --list               list one
  -x, --extract, --get     extract files from one
  -r, --append             append files to one
  -u, --update             append files newer than those in it
  -A, --catenate, --concatenate  append archives to one
  -d, --diff, --compare    compare one with the files
      --delete             delete members from one
      --test-label         write its label

The archive:
  -f, --file=ARCHIVE       which; - (default) is the standard input or output
  -a, --auto-compress      compress as its suffix says
  -z, --gzip, --gunzip  -j, --bzip2  -J, --xz  --lzma  --zstd
  -Z, --compress, --uncompress
  -I, --use-compress-program=PROG  filter it through PROG (with -d to read)
      --no-auto-compress   don't compress as its suffix says
  -b, --blocking-factor=N  records of N times 512 bytes
      --record-size=N      records of N bytes
  -B, --read-full-records  read whole records (always)
  -n, --seek, --no-seek    whether the archive can be seeked in: no difference
      --force-local        a name with a colon is a file here
  -i, --ignore-zeros       don't stop at blocks of zeros
  -H, --format=FORMAT      gnu (default), oldgnu, pax, posix, ustar, v7
      --posix  --old-archive, --portability  as --format=pax, v7
      --pax-option=LIST    for pax: delete=PATTERN, exthdr.name=STRING,
                             KEYWORD:=VALUE, separated by commas
      --xattrs, --acls     as --format=pax; no file here has any
      --no-xattrs, --no-acls
  -V, --label=TEXT         a label
  -W, --verify             compare the archive with the files when it is written

Which files:
  -C, --directory=DIR      change to DIR for what follows
  -T, --files-from=FILE    the names in FILE
      --null, --no-null    -T's names end with NUL
      --verbatim-files-from, --no-verbatim-files-from
                           -T's lines that begin with - aren't options
      --unquote, --no-unquote  escapes in names and -T's lines
      --add-file=FILE      add FILE, whatever its name begins with
      --exclude=PATTERN    not what PATTERN matches
  -X, --exclude-from=FILE  nor what the patterns in FILE match
      --exclude-caches, --exclude-caches-under, --exclude-caches-all,
      --exclude-tag=FILE, --exclude-tag-under=FILE, --exclude-tag-all=FILE
                           nor (what is in) directories with such a file
      --exclude-vcs, --exclude-backups
      --exclude-ignore=FILE, --exclude-ignore-recursive=FILE
                           nor what the patterns in each directory's FILE match
      --exclude-vcs-ignores  ... in .gitignore, .cvsignore, .bzrignore, .hgignore
      --anchored, --no-anchored, --ignore-case, --no-ignore-case,
      --wildcards, --no-wildcards, --wildcards-match-slash,
      --no-wildcards-match-slash  how the patterns that follow match
  -N, --newer, --after-date=DATE, --newer-mtime=DATE  files changed since DATE
  -h, --dereference        what symbolic links lead to
      --hard-dereference   no hard links
      --no-recursion, --recursion  directories without what they hold
      --one-file-system    stay on the file system
  -K, --starting-file=NAME begin at the member NAME
      --occurrence[=N]     only the Nth of each member named
      --sort=ORDER         name, inode or none
  -S, --sparse             leave zeros out of files (formats gnu, oldgnu, pax)
      --sparse-version=1.0  how, in the format pax
      --ignore-failed-read  warn of files that can't be read
  -l, --check-links        warn of hard links that aren't in the archive
      --atime-preserve[=METHOD]  replace or system: reading sets no time here
  -P, --absolute-names     keep leading slashes and ..

Attributes when writing:
      --owner=NAME[:UID], --group=NAME[:GID], --mode=CHANGES, --mtime=DATE,
      --clamp-mtime, --numeric-owner, --owner-map=FILE, --group-map=FILE
  -o                       as --format=v7
Attributes when extracting:
  -p, --preserve-permissions, --same-permissions; --no-same-permissions
  -m, --touch; --same-owner; -o, --no-same-owner
      --delay-directory-restore, --no-delay-directory-restore
                           directories' attributes are set at the end (always)
Extracting:
  -k, --keep-old-files     fail where a file is there already
      --skip-old-files     leave such files
      --keep-newer-files   ... those that are newer
      --overwrite          write into such files
      --overwrite-dir, --no-overwrite-dir
      --keep-directory-symlink  keep links to directories
      --backup[=CONTROL], --suffix=STRING  rename such files first
  -U, --unlink-first       remove such files first (default)
      --recursive-unlink   remove directories that are in the way
  -O, --to-stdout          write files to the standard output
      --to-command=COMMAND ... to COMMAND
      --ignore-command-error, --no-ignore-command-error  whatever it returns
      --strip-components=N without the first N elements of the names
      --one-top-level[=DIR]  into a directory of its own
Other:
      --transform, --xform=EXPRESSION  change names as sed's s command
      --remove-files       remove files once they are in the archive
  -v, --verbose            list files; twice: as ls -l
      --full-time  --utc  --index-file=FILE  --totals  -R, --block-number
      --show-transformed-names, --show-stored-names
      --quoting-style=STYLE  --quote-chars=STRING  --no-quote-chars=STRING
      --show-omitted-dirs  list directories that were left out
      --checkpoint[=N]     say so after every Nth record (10)
      --checkpoint-action=ACTION  ... by bell, dot, echo[=TEXT], exec=COMMAND,
                             sleep=SECONDS, totals, ttyout=TEXT
  -w, --interactive, --confirmation  ask for each file
      --warning=KEYWORD    give (or no-KEYWORD: don't) a kind of warning
      --show-defaults      show the default options
  -s, --preserve-order, --same-order, --check-device, --no-check-device, --selinux,
      --no-selinux, --hole-detection=TYPE, --rmt-command=COMMAND, --rsh-command=COMMAND
                           are taken and change nothing here
  -?, --help, --usage      show this help
      --version            show the version
`})
}

// match says how a pattern is compared.
type match struct {
	pat      *pattern.Pattern
	text     string
	anchored bool
	wild     bool
	fold     bool
	slash    bool // wildcards match slashes
	found    int
}

// operand is a name with the directory that -C made current for it.
type operand struct {
	name  string
	dir   string // absolute
	plain bool   // --no-recursion stood before it
}

type archiver struct {
	p   *commands.Process
	ctx context.Context

	mode        byte
	file        string
	hasFile     bool
	compression codec.Format
	autoComp    bool
	program     string
	record      int
	ignoreZeros bool
	format      format
	label       string

	dir        string
	operands   []operand
	members    []*match
	mdirs      []string
	excludes   []*match
	tags       []tag
	newer      int64
	hasNewer   bool
	newerMtime bool
	sparse     bool
	follow     bool
	noHard     bool
	noRecurs   bool
	oneFS      bool
	start      string
	occur      int
	byInode    bool
	absolute   bool

	owner, group     string
	uid, gid         int
	modeChange       *filemode.Changes
	mtime            int64
	hasMtime, clamp  bool
	numeric          bool
	keepModes, touch bool
	keepOld, skipOld bool
	keepNewer        bool
	overwrite        bool
	overwriteDir     bool
	unlinkFirst      bool
	recursiveUnlink  bool
	stdout           bool
	command          string
	strip            int
	topLevel         string
	hasTop           bool
	transforms       []*transform
	removeFiles      bool
	verbose          int
	fullTime, utc    bool
	index            string
	totals, blockNo  bool
	showTransformed  bool
	ask              bool
	quoting          quote.Options
	list             io.Writer
	status           int
	removed          map[string]bool
	ugs              int
	buf              []byte
	links            map[fileKey]string
	archiveKey       fileKey
	delayedDirs      []delayedDir
	delayedLinks     []delayedLink
	noAuto           bool
	fromList         bool
	endAt            int64

	quiet          map[string]bool // kinds of warnings that aren't given
	oldOption      bool            // -o
	sameOwner      bool
	forceLocal     bool
	verify         bool
	verifying      bool
	checkLinks     bool
	left           map[fileKey]*linked
	ignoreRead     bool
	ignoreCommand  bool
	keepDirLink    bool
	backup, suffix string
	backups        commands.Backup
	hasBackup      bool
	omitted        bool
	quoteAlso      string
	checkpoint     *checkpoint
	started        time.Time
	ignores        []ignoreFile
	rules          []*dirRules
	owners, groups map[int]mapped
	pax            paxOptions
	plainNames     bool // --no-unquote
	formatSet      bool
	contiguous     sync.Once
	verbatim       bool
	lists          []string    // the -T files being read
	globals        [][2]string // what global extended headers say
	unknown        []string    // the keywords of a header that mean nothing here
}

type fileKey struct {
	dev uint64
	ino vfs.Ino
}

type tag struct {
	name  string
	all   bool
	cache bool
	under bool // all that is in the directory, the tag too
}

func (a *archiver) fail(format string, args ...any) {
	a.p.Out.Flush()
	a.p.Errorf(format, args...)
	a.status = 2
}

// q quotes a name that a message begins with.
func (a *archiver) q(name string) string {
	o := a.quoting
	o.Also += ":"
	return o.Quote(name)
}

// warnAs warns unless --warning keeps that kind of warning back.
func (a *archiver) warnAs(kind, format string, args ...any) {
	if !a.quiet[kind] {
		a.warn(format, args...)
	}
}

func (a *archiver) warn(format string, args ...any) {
	a.p.Out.Flush()
	a.p.Errorf(format, args...)
}

// fatal ends the run.
func (a *archiver) fatal(format string, args ...any) {
	a.p.Out.Flush()
	a.p.Errorf(format, args...)
	a.finish()
	a.p.Errorf("Error is not recoverable: exiting now")
	a.p.Exit(2)
}

// usage ends the run as a wrong command line.
func (a *archiver) usage(format string, args ...any) {
	a.p.Errorf(format, args...)
	fmt.Fprintf(a.p.Stderr, "Try 'tar --help' or 'tar --usage' for more information.\n")
	a.p.Exit(2)
}

const (
	optDelete = iota + 256
	optTestLabel
	optLzma
	optZstd
	optNoAuto
	optRecord
	optPosix
	optOld
	optNull
	optNoNull
	optVerbatim
	optExclude
	optCaches
	optCachesAll
	optTag
	optTagAll
	optVCS
	optBackups
	optAnchored
	optNoAnchored
	optIgnoreCase
	optNoIgnoreCase
	optWild
	optNoWild
	optWildSlash
	optNoWildSlash
	optNewerMtime
	optHardDeref
	optNoRecurs
	optRecurs
	optOneFS
	optOccur
	optSort
	optOwner
	optGroup
	optMode
	optMtime
	optClamp
	optNumeric
	optNoSamePerm
	optSameOwner
	optSkipOld
	optKeepNewer
	optOverwrite
	optOverwriteDir
	optNoOverwriteDir
	optRecursiveUnlink
	optCommand
	optStrip
	optTop
	optTransform
	optRemove
	optFullTime
	optUTC
	optIndex
	optTotals
	optShowTransformed
	optShowStored
	optQuoting
	optWarning
	optCachesUnder
	optTagUnder
	optVCSIgnores
	optIgnoreFile
	optIgnoreTree
	optAddFile
	optUnquote
	optNoUnquote
	optForceLocal
	optSeek
	optPaxOption
	optXattrs
	optNoXattrs
	optSparseVersion
	optIgnoreRead
	optAtime
	optOwnerMap
	optGroupMap
	optDelayDirs
	optKeepDirLink
	optBackup
	optSuffix
	optIgnoreCommand
	optNoIgnoreCommand
	optQuoteChars
	optNoQuoteChars
	optOmitted
	optCheckpoint
	optCheckpointAction
	optDefaults
	optNoVerbatim
	optRefused
)

var longOptions = []getopt.Long{
	{Name: "create", ID: 'c'}, {Name: "list", ID: 't'}, {Name: "extract", ID: 'x'}, {Name: "get", ID: 'x'}, {Name: "append", ID: 'r'},
	{Name: "update", ID: 'u'}, {Name: "catenate", ID: 'A'}, {Name: "concatenate", ID: 'A'}, {Name: "diff", ID: 'd'}, {Name: "compare", ID: 'd'},
	{Name: "delete", ID: optDelete}, {Name: "test-label", ID: optTestLabel},
	{Name: "file", Arg: getopt.Required, ID: 'f'}, {Name: "auto-compress", ID: 'a'}, {Name: "gzip", ID: 'z'}, {Name: "gunzip", ID: 'z'}, {Name: "ungzip", ID: 'z'},
	{Name: "bzip2", ID: 'j'}, {Name: "xz", ID: 'J'}, {Name: "lzma", ID: optLzma}, {Name: "zstd", ID: optZstd},
	{Name: "use-compress-program", Arg: getopt.Required, ID: 'I'}, {Name: "no-auto-compress", ID: optNoAuto},
	{Name: "blocking-factor", Arg: getopt.Required, ID: 'b'}, {Name: "record-size", Arg: getopt.Required, ID: optRecord},
	{Name: "ignore-zeros", ID: 'i'}, {Name: "format", Arg: getopt.Required, ID: 'H'}, {Name: "posix", ID: optPosix},
	{Name: "old-archive", ID: optOld}, {Name: "portability", ID: optOld}, {Name: "label", Arg: getopt.Required, ID: 'V'},
	{Name: "directory", Arg: getopt.Required, ID: 'C'}, {Name: "files-from", Arg: getopt.Required, ID: 'T'}, {Name: "null", ID: optNull},
	{Name: "no-null", ID: optNoNull}, {Name: "verbatim-files-from", ID: optVerbatim}, {Name: "no-verbatim-files-from", ID: optNoVerbatim},
	{Name: "exclude", Arg: getopt.Required, ID: optExclude}, {Name: "exclude-from", Arg: getopt.Required, ID: 'X'},
	{Name: "exclude-caches", ID: optCaches}, {Name: "exclude-caches-all", ID: optCachesAll},
	{Name: "exclude-tag", Arg: getopt.Required, ID: optTag}, {Name: "exclude-tag-all", Arg: getopt.Required, ID: optTagAll},
	{Name: "exclude-vcs", ID: optVCS}, {Name: "exclude-backups", ID: optBackups},
	{Name: "anchored", ID: optAnchored}, {Name: "no-anchored", ID: optNoAnchored}, {Name: "ignore-case", ID: optIgnoreCase},
	{Name: "no-ignore-case", ID: optNoIgnoreCase}, {Name: "wildcards", ID: optWild}, {Name: "no-wildcards", ID: optNoWild},
	{Name: "wildcards-match-slash", ID: optWildSlash}, {Name: "no-wildcards-match-slash", ID: optNoWildSlash},
	{Name: "newer", Arg: getopt.Required, ID: 'N'}, {Name: "after-date", Arg: getopt.Required, ID: 'N'}, {Name: "newer-mtime", Arg: getopt.Required, ID: optNewerMtime},
	{Name: "dereference", ID: 'h'}, {Name: "hard-dereference", ID: optHardDeref}, {Name: "no-recursion", ID: optNoRecurs}, {Name: "recursion", ID: optRecurs},
	{Name: "one-file-system", ID: optOneFS}, {Name: "starting-file", Arg: getopt.Required, ID: 'K'}, {Name: "occurrence", Arg: getopt.Optional, ID: optOccur},
	{Name: "sort", Arg: getopt.Required, ID: optSort}, {Name: "absolute-names", ID: 'P'},
	{Name: "owner", Arg: getopt.Required, ID: optOwner}, {Name: "group", Arg: getopt.Required, ID: optGroup}, {Name: "mode", Arg: getopt.Required, ID: optMode},
	{Name: "mtime", Arg: getopt.Required, ID: optMtime}, {Name: "clamp-mtime", ID: optClamp}, {Name: "numeric-owner", ID: optNumeric},
	{Name: "preserve-permissions", ID: 'p'}, {Name: "same-permissions", ID: 'p'}, {Name: "no-same-permissions", ID: optNoSamePerm},
	{Name: "touch", ID: 'm'}, {Name: "same-owner", ID: optSameOwner}, {Name: "no-same-owner", ID: 'o'},
	{Name: "keep-old-files", ID: 'k'}, {Name: "skip-old-files", ID: optSkipOld}, {Name: "keep-newer-files", ID: optKeepNewer},
	{Name: "overwrite", ID: optOverwrite}, {Name: "overwrite-dir", ID: optOverwriteDir}, {Name: "no-overwrite-dir", ID: optNoOverwriteDir},
	{Name: "unlink-first", ID: 'U'}, {Name: "recursive-unlink", ID: optRecursiveUnlink},
	{Name: "to-stdout", ID: 'O'}, {Name: "to-command", Arg: getopt.Required, ID: optCommand}, {Name: "strip-components", Arg: getopt.Required, ID: optStrip},
	{Name: "one-top-level", Arg: getopt.Optional, ID: optTop}, {Name: "transform", Arg: getopt.Required, ID: optTransform}, {Name: "xform", Arg: getopt.Required, ID: optTransform},
	{Name: "remove-files", ID: optRemove}, {Name: "sparse", ID: 'S'}, {Name: "verbose", ID: 'v'}, {Name: "full-time", ID: optFullTime}, {Name: "utc", ID: optUTC},
	{Name: "index-file", Arg: getopt.Required, ID: optIndex}, {Name: "totals", ID: optTotals}, {Name: "block-number", ID: 'R'},
	{Name: "show-transformed-names", ID: optShowTransformed}, {Name: "show-stored-names", ID: optShowTransformed}, {Name: "quoting-style", Arg: getopt.Required, ID: optQuoting},
	{Name: "interactive", ID: 'w'}, {Name: "confirmation", ID: 'w'}, {Name: "warning", Arg: getopt.Required, ID: optWarning},
	{Name: "exclude-caches-under", ID: optCachesUnder}, {Name: "exclude-tag-under", Arg: getopt.Required, ID: optTagUnder},
	{Name: "exclude-vcs-ignores", ID: optVCSIgnores}, {Name: "exclude-ignore", Arg: getopt.Required, ID: optIgnoreFile},
	{Name: "exclude-ignore-recursive", Arg: getopt.Required, ID: optIgnoreTree}, {Name: "add-file", Arg: getopt.Required, ID: optAddFile},
	{Name: "unquote", ID: optUnquote}, {Name: "no-unquote", ID: optNoUnquote}, {Name: "force-local", ID: optForceLocal}, {Name: "selinux", ID: optForceLocal}, {Name: "no-selinux", ID: optForceLocal}, {Name: "check-device", ID: optForceLocal}, {Name: "no-check-device", ID: optForceLocal},
	{Name: "preserve-order", ID: optForceLocal}, {Name: "same-order", ID: optForceLocal}, {Name: "hole-detection", Arg: getopt.Required, ID: optForceLocal},
	{Name: "rmt-command", Arg: getopt.Required, ID: optForceLocal}, {Name: "rsh-command", Arg: getopt.Required, ID: optForceLocal}, {Name: "usage", ID: '?'},
	{Name: "seek", ID: optSeek}, {Name: "no-seek", ID: optSeek}, {Name: "read-full-records", ID: 'B'}, {Name: "pax-option", Arg: getopt.Required, ID: optPaxOption},
	{Name: "xattrs", ID: optXattrs}, {Name: "acls", ID: optXattrs}, {Name: "no-xattrs", ID: optNoXattrs}, {Name: "no-acls", ID: optNoXattrs},
	{Name: "sparse-version", Arg: getopt.Required, ID: optSparseVersion}, {Name: "ignore-failed-read", ID: optIgnoreRead},
	{Name: "check-links", ID: 'l'}, {Name: "atime-preserve", Arg: getopt.Optional, ID: optAtime},
	{Name: "owner-map", Arg: getopt.Required, ID: optOwnerMap}, {Name: "group-map", Arg: getopt.Required, ID: optGroupMap},
	{Name: "delay-directory-restore", ID: optDelayDirs}, {Name: "no-delay-directory-restore", ID: optDelayDirs},
	{Name: "keep-directory-symlink", ID: optKeepDirLink}, {Name: "backup", Arg: getopt.Optional, ID: optBackup}, {Name: "suffix", Arg: getopt.Required, ID: optSuffix},
	{Name: "ignore-command-error", ID: optIgnoreCommand}, {Name: "no-ignore-command-error", ID: optNoIgnoreCommand},
	{Name: "quote-chars", Arg: getopt.Required, ID: optQuoteChars}, {Name: "no-quote-chars", Arg: getopt.Required, ID: optNoQuoteChars},
	{Name: "show-omitted-dirs", ID: optOmitted}, {Name: "checkpoint", Arg: getopt.Optional, ID: optCheckpoint},
	{Name: "checkpoint-action", Arg: getopt.Required, ID: optCheckpointAction}, {Name: "show-defaults", ID: optDefaults},
	{Name: "compress", ID: 'Z'}, {Name: "uncompress", ID: 'Z'}, {Name: "verify", ID: 'W'},
	{Name: "multi-volume", ID: 'M'}, {Name: "tape-length", Arg: getopt.Required, ID: 'L'}, {Name: "info-script", Arg: getopt.Required, ID: 'F'},
	{Name: "new-volume-script", Arg: getopt.Required, ID: 'F'}, {Name: "volno-file", Arg: getopt.Required, ID: optRefused},
	{Name: "incremental", ID: 'G'}, {Name: "listed-incremental", Arg: getopt.Required, ID: 'g'}, {Name: "level", Arg: getopt.Required, ID: optRefused},
	{Name: "lzip", ID: optRefused}, {Name: "lzop", ID: optRefused},
}

const shortOptions = "-ctxruAdf:azjJI:b:iH:V:C:T:X:N:hK:PpmokUOvRwBSZWlnML:F:Gg:s?"

// bundled rewrites a first argument without a dash, whose letters take their
// arguments from those that follow.
func (a *archiver) bundled(args []string) []string {
	if len(args) == 0 || args[0] == "" || args[0][0] == '-' {
		return args
	}
	rest := args[1:]
	var out []string
	for i := range len(args[0]) {
		c := args[0][i]
		k := strings.IndexByte(shortOptions[1:], c)
		out = append(out, "-"+string(rune(c)))
		if k >= 0 && c != ':' && strings.HasPrefix(shortOptions[1:][k+1:], ":") {
			if len(rest) == 0 {
				a.usage("Old option '%c' requires an argument.", c)
			}
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...)
}

func run(ctx context.Context, p *commands.Process) int {
	a := &archiver{p: p, ctx: ctx, record: 20 * blockSize, dir: p.Dir, uid: -1, gid: -1, ugs: 18, buf: make([]byte, 128<<10),
		links: map[fileKey]string{}, overwriteDir: true,
		quiet: map[string]bool{}, started: p.Now()}
	for _, w := range verboseWarnings {
		a.quiet[w] = true
	}
	a.quoting = quote.Options{Style: quote.Escape, UTF8: p.UTF8()}
	p.Args = a.bundled(p.Args)
	opts, _ := p.Getopt(shortOptions, longOptions...)
	a.options(opts)
	a.quoting.Also = a.quoteAlso
	a.list = p.Out
	toStdout := a.mode == 'c' && a.file == "-" || (a.mode == 'x' && (a.stdout || a.command != ""))
	if toStdout && a.mode == 'c' || a.stdout {
		a.list = p.Stderr
	}
	if a.index != "" {
		f, err := p.OpenFile(ctx, a.index, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			a.fatal("%s: Cannot open: %s", a.q(a.index), vfs.ErrText(err))
		}
		w := bufio.NewWriter(f)
		a.list = w
		defer f.Close()
		defer w.Flush()
	}
	switch a.mode {
	case 'c':
		a.create()
	case 't', 'x', 'd':
		a.read()
	case 'r', 'u', 'A':
		a.extend()
	case 'D':
		a.delete()
	case 'L':
		a.testLabel()
	}
	p.Out.Flush()
	if a.status == 2 {
		p.Errorf("Exiting with failure status due to previous errors")
	}
	return a.status
}

func (a *archiver) options(opts []getopt.Opt) {
	p := a.p
	now := p.Now()
	anchored, wild, fold, slash := -1, -1, false, true
	null := false
	setMode := func(c byte) {
		if a.mode != 0 && a.mode != c {
			a.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
		}
		a.mode = c
	}
	compression := func(f codec.Format) {
		if a.compression != codec.None && a.compression != f || a.program != "" {
			a.usage("Conflicting compression options")
		}
		a.compression = f
	}
	exclude := func(s string) {
		m := a.match(s, anchored == 1, wild != 0, fold, slash)
		a.excludes = append(a.excludes, m)
	}
	name := func(s string) {
		if !a.plainNames {
			s = unquote(s)
		}
		a.operands = append(a.operands, operand{s, a.dir, a.noRecurs})
		m := a.match(strings.TrimRight(s, "/"), anchored != 0, wild == 1, fold, slash)
		if s != "" && strings.TrimRight(s, "/") == "" {
			m = a.match("/", true, false, fold, slash)
		}
		a.members = append(a.members, m)
		a.mdirs = append(a.mdirs, a.dir)
	}
	var apply func(o getopt.Opt)
	apply = func(o getopt.Opt) {
		switch o.ID {
		case getopt.Operand:
			name(o.Arg)
		case 'c', 't', 'x', 'r', 'u', 'A', 'd':
			setMode(byte(o.ID))
		case optDelete:
			setMode('D')
		case optTestLabel:
			setMode('L')
		case 'f':
			a.file, a.hasFile = o.Arg, true
		case 'a':
			a.autoComp = true
		case optNoAuto:
			a.autoComp, a.noAuto = false, true
		case 'z':
			compression(codec.Gzip)
		case 'j':
			compression(codec.Bzip2)
		case 'J':
			compression(codec.Xz)
		case optLzma:
			compression(codec.Lzma)
		case optZstd:
			compression(codec.Zstd)
		case 'I':
			if a.compression != codec.None {
				a.usage("Conflicting compression options")
			}
			a.program = o.Arg
		case 'b':
			n, err := strconv.ParseUint(o.Arg, 10, 20)
			if err != nil || n == 0 {
				a.usage("%s: Invalid blocking factor", a.q(o.Arg))
			}
			a.record = int(n) * blockSize
		case 'B', optSeek, optNoXattrs, optDelayDirs: // as it is always
		case optRecord:
			n, err := size.Parse(o.Arg, "bcwkKMG0")
			if err != nil || n <= 0 || n > 1<<28 {
				a.usage("%s: Invalid record size", a.q(o.Arg))
			}
			if n%blockSize != 0 {
				a.usage("Record size must be a multiple of %d.", blockSize)
			}
			a.record = int(n)
		case 'i':
			a.ignoreZeros = true
		case 'H':
			f, ok := map[string]format{"gnu": formatGNU, "oldgnu": formatOldGNU, "pax": formatPax, "posix": formatPax, "ustar": formatUstar, "v7": formatV7}[o.Arg]
			if !ok {
				a.usage("%s: Invalid archive format", a.q(o.Arg))
			}
			a.setFormat(f)
		case optPosix:
			a.setFormat(formatPax)
		case optOld:
			a.setFormat(formatV7)
		case 'V':
			a.label = o.Arg
		case 'C':
			a.chdir(o.Arg)
		case 'T':
			a.filesFrom(o.Arg, null, name, apply)
		case optNull:
			null = true
		case optNoNull:
			null = false
		case optVerbatim:
			a.verbatim = true
		case optNoVerbatim:
			a.verbatim = false
		case optSameOwner:
			a.sameOwner = true
		case 'o':
			a.oldOption, a.sameOwner = true, false
		case optWarning:
			a.warning(o.Arg)
		case '?':
			p.Out.WriteString(strings.TrimLeft(commands.Lookup("tar").Help, "\n"))
			p.Out.Flush()
			p.Exit(0)
		case optForceLocal, 's':
			a.forceLocal = true
		case 'Z':
			compression(codec.Compress)
		case 'W':
			a.verify = true
		case 'l':
			a.checkLinks = true
		case 'M', 'L', 'F', 'G', 'g', optRefused:
			a.usage("%s: %s", o.Name, "this option is not supported")
		case optXattrs:
			a.pax.attributes = true
		case optPaxOption:
			if msg := a.pax.parse(o.Arg); msg != "" {
				a.usage("%s", msg)
			}
		case optSparseVersion:
			if o.Arg != "1.0" && o.Arg != "1" {
				a.usage("--sparse-version=%s: only 1.0 is supported", o.Arg)
			}
			a.sparse = true
		case optIgnoreRead:
			a.ignoreRead = true
		case optAtime:
			if o.HasArg {
				p.ChoiceExit(2, "--atime-preserve", o.Arg, "replace", "system")
			}
		case optOwnerMap:
			a.owners = a.readMap(o.Arg, "UID", commands.UserID)
		case optGroupMap:
			a.groups = a.readMap(o.Arg, "GID", commands.GroupID)
		case optKeepDirLink:
			a.keepDirLink = true
		case optBackup:
			a.hasBackup, a.backup = true, o.Arg
		case optSuffix:
			a.hasBackup, a.suffix = true, o.Arg
		case optIgnoreCommand:
			a.ignoreCommand = true
		case optNoIgnoreCommand:
			a.ignoreCommand = false
		case optQuoteChars:
			a.quoteAlso += o.Arg
		case optNoQuoteChars:
			a.quoteAlso = strings.Map(func(r rune) rune {
				if strings.ContainsRune(o.Arg, r) {
					return -1
				}
				return r
			}, a.quoteAlso)
		case optOmitted:
			a.omitted = true
		case optCheckpoint:
			a.setCheckpoint(o)
		case optCheckpointAction:
			a.addCheckpointAction(o.Arg)
		case optDefaults:
			fmt.Fprintf(p.Out, "--format=gnu -f- -b20 --quoting-style=escape --rmt-command=/usr/sbin/rmt --rsh-command=/usr/bin/rsh\n")
			p.Out.Flush()
			p.Exit(0)
		case optUnquote:
			a.plainNames = false
		case optNoUnquote:
			a.plainNames = true
		case optAddFile:
			name(o.Arg)
		case optCachesUnder:
			a.tags = append(a.tags, tag{name: "CACHEDIR.TAG", cache: true, under: true})
		case optTagUnder:
			a.tags = append(a.tags, tag{name: o.Arg, under: true})
		case optVCSIgnores:
			a.ignores = append(a.ignores, ignoreFile{name: ".cvsignore", kind: ignoreCVS}, ignoreFile{name: ".gitignore", kind: ignoreGit},
				ignoreFile{name: ".bzrignore", kind: ignoreBzr}, ignoreFile{name: ".hgignore", kind: ignoreHg})
		case optIgnoreFile, optIgnoreTree:
			a.ignores = append(a.ignores, ignoreFile{name: o.Arg})
		case optExclude:
			exclude(o.Arg)
		case 'X':
			a.lines(o.Arg, "\n", func(s string) { exclude(s) })
		case optCaches:
			a.tags = append(a.tags, tag{name: "CACHEDIR.TAG", cache: true})
		case optCachesAll:
			a.tags = append(a.tags, tag{name: "CACHEDIR.TAG", all: true, cache: true})
		case optTag:
			a.tags = append(a.tags, tag{name: o.Arg})
		case optTagAll:
			a.tags = append(a.tags, tag{name: o.Arg, all: true})
		case optVCS:
			for _, s := range strings.Fields("CVS .cvsignore RCS SCCS .git .gitignore .gitattributes .gitmodules .svn .arch-ids {arch} =RELEASE-ID =meta-update =update .bzr .bzrignore .bzrtags .hg .hgignore .hgrags _darcs") {
				a.excludes = append(a.excludes, a.match(s, false, true, false, true))
			}
		case optBackups:
			for _, s := range []string{".#*", "*~", "#*#"} {
				a.excludes = append(a.excludes, a.match(s, false, true, false, true))
			}
		case optAnchored:
			anchored = 1
		case optNoAnchored:
			anchored = 0
		case optIgnoreCase:
			fold = true
		case optNoIgnoreCase:
			fold = false
		case optWild:
			wild = 1
		case optNoWild:
			wild = 0
		case optWildSlash:
			slash = true
		case optNoWildSlash:
			slash = false
		case 'N', optNewerMtime:
			a.newerMtime = o.ID == optNewerMtime
			if strings.HasPrefix(o.Arg, "/") || strings.HasPrefix(o.Arg, ".") {
				i, err := p.Stat(a.ctx, o.Arg)
				if err != nil {
					a.fatal("%s: Cannot stat: %s", a.q(o.Arg), vfs.ErrText(err))
				}
				a.newer = i.Mtime
			} else {
				t, ok := getdate.Parse(o.Arg, now, p.Zone())
				if !ok {
					a.warn("Substituting %d for unknown date format %s", -1<<63+1, p.Quote(o.Arg))
					t = time.Unix(-1<<40, 0)
				}
				a.newer = t.UnixNano()
			}
			a.hasNewer = true
		case 'h':
			a.follow = true
		case optHardDeref:
			a.noHard = true
		case optNoRecurs:
			a.noRecurs = true
		case optRecurs:
			a.noRecurs = false
		case optOneFS:
			a.oneFS = true
		case 'K':
			a.start = strings.TrimRight(o.Arg, "/")
		case optOccur:
			a.occur = 1
			if o.HasArg {
				n, err := strconv.ParseUint(o.Arg, 10, 31)
				if err != nil {
					a.fatal("%s: Invalid number", a.q(o.Arg))
				}
				a.occur = int(n)
			}
		case optSort:
			a.byInode = p.ChoiceExit(2, "--sort", o.Arg, "none", "name", "inode") == "inode"
		case 'P':
			a.absolute = true
		case optOwner:
			a.owner, a.uid = a.ownerOption(o.Arg, a.uid, commands.UserID, commands.UserName)
		case optGroup:
			a.group, a.gid = a.ownerOption(o.Arg, a.gid, commands.GroupID, commands.GroupName)
		case optMode:
			ch, err := filemode.Parse(o.Arg)
			if err != nil {
				a.fatal("Invalid mode given on option")
			}
			a.modeChange = ch
		case optMtime:
			a.hasMtime = true
			if strings.HasPrefix(o.Arg, "/") || strings.HasPrefix(o.Arg, ".") {
				i, err := p.Stat(a.ctx, o.Arg)
				if err != nil {
					a.fatal("%s: Cannot stat: %s", a.q(o.Arg), vfs.ErrText(err))
				}
				a.mtime = i.Mtime
				return
			}
			t, ok := getdate.Parse(o.Arg, now, p.Zone())
			if !ok {
				a.warn("Substituting %d for unknown date format %s", -1<<63+1, p.Quote(o.Arg))
				t = time.Unix(0, 0)
			}
			a.mtime = t.UnixNano()
		case optClamp:
			a.clamp = true
		case optNumeric:
			a.numeric = true
		case 'p':
			a.keepModes = true
		case optNoSamePerm:
			a.keepModes = false
		case 'm':
			a.touch = true
		case 'k':
			a.keepOld = true
		case optSkipOld:
			a.skipOld = true
		case optKeepNewer:
			a.keepNewer = true
		case optOverwrite:
			a.overwrite = true
		case optOverwriteDir:
			a.overwriteDir = true
		case optNoOverwriteDir:
			a.overwriteDir = false
		case 'U':
			a.overwrite, a.unlinkFirst = false, true
		case optRecursiveUnlink:
			a.recursiveUnlink = true
		case 'O':
			a.stdout = true
		case optCommand:
			a.command = o.Arg
		case optStrip:
			n, err := strconv.ParseUint(o.Arg, 10, 31)
			if err != nil {
				a.usage("%s: Invalid number of elements", a.q(o.Arg))
			}
			a.strip = int(n)
		case optTop:
			a.topLevel, a.hasTop = o.Arg, true
		case optTransform:
			list, msg := parseTransforms(o.Arg, p.UTF8())
			if msg != "" {
				a.fatal("%s", msg)
			}
			a.transforms = append(a.transforms, list...)
		case optRemove:
			a.removeFiles = true
		case 'v':
			a.verbose++
			for _, w := range verboseWarnings {
				a.quiet[w] = false
			}
		case optFullTime:
			a.fullTime = true
		case optUTC:
			a.utc = true
		case optIndex:
			a.index = o.Arg
		case optTotals:
			a.totals = true
		case 'R':
			a.blockNo = true
		case optShowTransformed:
			a.showTransformed = true
		case optQuoting:
			k := slices.Index(quote.Styles, o.Arg)
			if k < 0 {
				p.Fatalf(2, "Unknown quoting style '%s'. Try '%s --quoting-style=help' to get a list.", o.Arg, p.Name)
			}
			a.quoting.Style = quote.Style(k)
		case 'w':
			a.ask = true
		case 'S':
			a.sparse = true
		}
	}
	for _, o := range opts {
		apply(o)
	}
	if a.mode == 0 {
		a.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	}
	if !a.hasFile {
		if a.file = p.Getenv("TAPE"); a.file == "" {
			a.file = "-"
		}
	}
	if a.oldOption && a.mode == 'c' {
		a.setFormat(formatV7)
	}
	if (a.pax.attributes || a.pax.set) && !a.formatSet {
		a.setFormat(formatPax)
	}
	if a.pax.set && a.format != formatPax {
		a.usage("--pax-option can be used only on POSIX archives")
	}
	if a.sparse && (a.format == formatUstar || a.format == formatV7) && (a.mode == 'c' || a.mode == 'r' || a.mode == 'u') {
		a.usage("GNU features wanted on incompatible archive format")
	}
	if a.verify && (a.compression != codec.None || a.program != "") {
		a.usage("Cannot verify compressed archives")
	}
	if a.hasBackup {
		a.backups = p.NewBackup(a.backup, a.suffix)
	}
	if i := strings.IndexByte(a.file, ':'); i > 0 && !a.forceLocal && !strings.Contains(a.file[:i], "/") {
		p.Errorf("Cannot connect to %s: resolve failed", a.file[:i])
		p.Exit(128)
	}
	if a.occur > 0 && len(a.operands) == 0 {
		a.usage("--occurrence is meaningless without a file list")
	}
	if a.mode == 'c' && a.label != "" && (a.format == formatUstar || a.format == formatV7) {
		a.usage("GNU features wanted on incompatible archive format")
	}
	if a.mode == 'c' && len(a.operands) == 0 && !a.fromList {
		a.usage("Cowardly refusing to create an empty archive")
	}
	if a.autoComp && a.compression == codec.None && a.program == "" && a.mode == 'c' {
		a.compression = bySuffix(a.file)
	}
	if a.hasTop && a.topLevel == "" {
		base := commands.BaseName(a.file)
		for _, s := range []string{".tar", ".taz", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".tlz"} {
			for _, c := range []string{"", ".gz", ".bz2", ".xz", ".zst", ".lzma", ".Z"} {
				if b, ok := strings.CutSuffix(base, s+c); ok && b != "" {
					a.topLevel = b
				}
			}
		}
		if a.topLevel == "" {
			a.fatal("Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR")
		}
	}
}

// bySuffix returns the format that an archive's name asks for.
func bySuffix(name string) codec.Format {
	for s, f := range map[string]codec.Format{".gz": codec.Gzip, ".tgz": codec.Gzip, ".taz": codec.Gzip, ".bz2": codec.Bzip2, ".tbz": codec.Bzip2,
		".tbz2": codec.Bzip2, ".tz2": codec.Bzip2, ".xz": codec.Xz, ".txz": codec.Xz, ".lzma": codec.Xz, ".tlz": codec.Xz, ".Z": codec.Compress, ".zst": codec.Zstd, ".tzst": codec.Zstd} {
		if strings.HasSuffix(name, s) {
			return f
		}
	}
	return codec.None
}

func (a *archiver) ownerOption(s string, old int, find func(string) (uint32, bool), nameOf func(uint32) (string, bool)) (string, int) {
	name, id, has := strings.Cut(s, ":")
	if has {
		n, err := strconv.ParseUint(id, 10, 31)
		if err != nil {
			a.fatal("%s: Invalid owner or group ID", a.q(id))
		}
		return name, int(n)
	}
	if n, ok := find(s); ok {
		u, named := nameOf(n)
		if !named {
			u = ""
		}
		return u, int(n)
	}
	return name, old
}

// chdir makes a directory current for what follows.
func (a *archiver) chdir(dir string) {
	abs := dir
	if !strings.HasPrefix(dir, "/") {
		abs = strings.TrimSuffix(a.dir, "/") + "/" + dir
	}
	if a.mode == 'c' || a.mode == 'r' || a.mode == 'u' || a.mode == 'x' || a.mode == 'd' || a.mode == 0 {
		i, err := a.p.FS.Stat(a.ctx, abs)
		if err == nil && !i.IsDir() {
			err = vfs.ENOTDIR
		}
		if err != nil {
			a.fatal("%s: Cannot open: %s", a.q(dir), vfs.ErrText(err))
		}
	}
	a.dir = abs
}

// lines calls f for each line of a file.
func (a *archiver) lines(file, end string, f func(string)) {
	in, err := a.p.Input(a.ctx, file)
	if err != nil {
		a.fatal("%s: %s", a.q(file), vfs.ErrText(err))
	}
	defer in.Close()
	r := bufio.NewReader(in)
	for {
		s, err := r.ReadString(end[0])
		if s = strings.TrimSuffix(s, end); s != "" {
			f(s)
		}
		if err != nil {
			if err != io.EOF {
				a.fatal("%s: %s", a.q(file), vfs.ErrText(err))
			}
			return
		}
	}
}

// match compiles a pattern or a name.
func (a *archiver) match(s string, anchored, wild, fold, slash bool) *match {
	m := &match{text: s, anchored: anchored, wild: wild, fold: fold, slash: slash}
	if wild {
		var f pattern.Flags
		if !a.p.UTF8() {
			f |= pattern.Bytes
		}
		if fold {
			f |= pattern.NoCase
		}
		if !slash {
			f |= pattern.Path
		}
		m.pat = pattern.Compile(s, f)
	}
	return m
}

func (m *match) one(s string) bool {
	try := func(s string) bool {
		switch {
		case m.wild:
			return m.pat.Match(s)
		case m.fold:
			return strings.EqualFold(m.text, s)
		}
		return m.text == s
	}
	if try(s) {
		return true
	}
	for i := range len(s) { // a directory stands for what it holds
		if s[i] == '/' && i > 0 && try(s[:i]) {
			return true
		}
	}
	return false
}

// match tells whether the name, or a directory that it is in, matches.
func (m *match) match(s string) bool {
	s = strings.TrimRight(s, "/")
	if s == "" {
		s = "/"
	}
	if m.one(s) {
		return true
	}
	if !m.anchored {
		for i := range len(s) {
			if s[i] == '/' && i+1 < len(s) && s[i+1] != '/' && m.one(s[i+1:]) {
				return true
			}
		}
	}
	return false
}

func (a *archiver) setFormat(f format) {
	a.format, a.formatSet = f, true
}

func (a *archiver) excluded(name string) bool {
	for _, m := range a.excludes {
		if m.match(name) {
			return true
		}
	}
	return false
}

// rename applies the transformations; what names a kind of link says kind.
func (a *archiver) rename(name string, kind byte) string {
	for _, t := range a.transforms {
		if kind == 0 && t.names || kind == 's' && t.symlinks || kind == 'h' && t.hards {
			name = t.apply(name)
		}
	}
	return name
}

// safeName strips what would lead out of the current directory, and says so
// once.
func (a *archiver) safeName(name string, link bool) string {
	if a.absolute {
		return name
	}
	cut := 0
	for i := 0; i < len(name); { // behind the last element that is ..
		j := strings.IndexByte(name[i:], '/')
		elem := name[i:]
		if j >= 0 {
			elem = name[i : i+j]
		}
		next := i + len(elem)
		for next < len(name) && name[next] == '/' {
			next++
		}
		if elem == ".." {
			cut = next
		}
		i = max(next, i+1)
	}
	for cut < len(name) && name[cut] == '/' {
		cut++
	}
	if cut > 0 {
		what := "member names"
		if link {
			what = "hard link targets"
		}
		prefix := name[:cut]
		if a.removed == nil {
			a.removed = map[string]bool{}
		}
		if !a.removed[what+prefix] {
			a.removed[what+prefix] = true
			a.warn("Removing leading `%s' from %s", prefix, what)
		}
		name = name[cut:]
	}
	if name == "" {
		name = "."
	}
	return name
}

// say lists an entry as -v and -t do.
func (a *archiver) say(e *entry, name string, long bool, at int64) {
	var b strings.Builder
	if a.blockNo && at >= 0 {
		fmt.Fprintf(&b, "block %d: ", at/blockSize)
	}
	if !long {
		b.WriteString(a.quoting.Quote(name))
		b.WriteByte('\n')
		io.WriteString(a.list, b.String())
		return
	}
	letter := map[byte]byte{'0': '-', 0: '-', '7': 'C', '1': 'h', '2': 'l', '3': 'c', '4': 'b', '5': 'd', '6': 'p', 'S': '-', 'V': 'V', 'M': 'M', 'D': 'd'}[e.kind]
	if letter == 0 {
		letter = '?'
	}
	perm := filemode.Perm(e.mode)
	u, g := e.uname, e.gname
	if a.numeric || u == "" {
		u = strconv.Itoa(e.uid)
	}
	if a.numeric || g == "" {
		g = strconv.Itoa(e.gid)
	}
	sz := strconv.FormatInt(e.size, 10)
	if e.kind == '3' || e.kind == '4' {
		sz = fmt.Sprintf("%d,%d", e.major, e.minor)
	}
	w := len(u) + len(g) + len(sz) + 1
	a.ugs = max(a.ugs, w)
	loc := a.p.Zone()
	if a.utc {
		loc = time.UTC
	}
	t := time.Unix(0, e.mtime).In(loc)
	stamp := t.Format("2006-01-02 15:04")
	if a.fullTime {
		stamp = t.Format("2006-01-02 15:04:05")
		if ns := t.Nanosecond(); ns != 0 {
			stamp += strings.TrimRight(fmt.Sprintf(".%09d", ns), "0")
		}
	}
	fmt.Fprintf(&b, "%c%s %s/%s %*s %s %s", letter, perm, u, g, a.ugs-w+len(sz), sz, stamp, a.quoting.Quote(name))
	switch e.kind {
	case '2':
		b.WriteString(" -> " + a.quoting.Quote(e.link))
	case '1':
		b.WriteString(" link to " + a.quoting.Quote(e.link))
	case 'V':
		b.WriteString("--Volume Header--")
	}
	b.WriteByte('\n')
	io.WriteString(a.list, b.String())
}

func joinName(dir, name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}
