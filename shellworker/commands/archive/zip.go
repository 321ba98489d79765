package archive

import (
	stdzip "archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	commands.Register(commands.Command{Name: "zip", UsageStatus: 16, Run: zipMain, Help: `
Usage: zip [OPTION]... ARCHIVE[.zip] [FILE]... [-x PATTERN...] [-i PATTERN...]
Put FILEs in a zip archive; - is the standard input or output.

  -r     directories and all in them    -R     of here, what the FILE patterns match
  -d     delete FILEs from the archive  -U     copy only FILEs of it, with -O
  -f     freshen: only what is in it    -u     update: only what is newer or new
  -FS    make the archive as the files are
  -O ARCHIVE   leave the archive as it is and write this one
  -m     remove FILEs once in it        -j     without directories (-p with)
  -D     no entries for directories     -y     symbolic links as such
  -0 ... -9  don't compress ... well    -Z store, -Z deflate  the same
  -n .SUFFIX:...  don't compress files whose names end so
  -l -ll text with LF as CR LF, with CR LF as LF
  -t DATE -tt DATE  only what changed since, before yyyy-mm-dd or mmddyyyy
  -q -v  say less, more                 -@     the names are on the standard input
  -x -i  not, or only, what a PATTERN matches
  -nw    no wildcards in patterns       -ws    * doesn't match /
  -MM    each FILE must be there        -X     no extra attributes
  -o     the archive's time is its newest file's
  -T     test the archive               -z     a comment from the standard input
  -g     add to the archive             -sf    list what would be worked on
      --help     show this help
      --version  show the version
`})
	commands.Register(commands.Command{Name: "unzip", UsageStatus: 10, Run: unzipMain, Help: `
Usage: unzip [OPTION]... ARCHIVE[.zip] [FILE]... [-x PATTERN...] [-d DIR]
Extract files from a zip archive, list or test it.

  -l     list            -v     list with details    -t     test
  -p     write files to the standard output          -c     ... with their names
  -z     the archive's comment                       -Z     list as ls -l: -Z1 -Z2 names
         only, -Zl -Zm with packed sizes, ratios, -Zs the usual, -Zh -Zt header and
         totals too or only, -ZT times in digits, -Zz the comment
  -d DIR extract into DIR                            -x     not what a PATTERN matches
  -o     replace files   -n     never replace        -j     without directories
  -u     only what is newer or new                   -f     only what is there and older
  -B     keep what is replaced as NAME~              -DD    don't restore times
  -:     names may lead out of the directory         -X -V -W -U  change nothing here
  -^     control characters stay in names
  -q     say less; twice: nothing                    -C     ignore case in names
  -LL    lower-case names   -a, -aa  text files' line ends   -K  keep set-id bits
      --help     show this help
      --version  show the version
`})
}

func init() {
	commands.Register(commands.Command{Name: "zipinfo", UsageStatus: 10, Run: zipinfoMain, Help: `
Usage: zipinfo [OPTION]... ARCHIVE[.zip] [FILE]... [-x PATTERN...]
List the files of a zip archive as ls -l does.

  -1 -2  names only        -s  the usual list   -m -l  with ratios, packed sizes
  -h     header            -t  totals           -T     times in digits
  -z     the comment       -C  ignore case in names
  -x     not what a PATTERN matches
      --help     show this help
      --version  show the version
`})
}

type zipper struct {
	p    *commands.Process
	ctx  context.Context
	name string

	recurse, junk, noDirs, links, quiet, move bool
	verbose                                   bool
	mode                                      byte // 0 add, u update, f freshen, d delete
	level                                     int
	named                                     string   // the archive, as it was given
	options                                   []string // as they were given, with their values
	included, excluded                        []string
	include, exclude                          []*pattern.Pattern
	paths, byPattern                          bool     // -r, -R
	patterns                                  []tail   // what -R takes
	out                                       string   // the new archive, if it isn't the old one
	suffixes                                  []string // what is only stored
	storeAll                                  bool
	from, before                              time.Time // which files are taken, by their time
	lineEnds                                  string    // l or ll: what is done to text
	noWild, stopDirs, mustMatch               bool
	askComment, namesOnStdin, grow            bool
	noExtra, newest, test, sync, show         bool
	comment                                   string
	status                                    int
	buf                                       []byte
	head, packed                              []byte // the start of a file, and what it was deflated to
	deflaters                                 map[int]*flate.Writer
}

// zipEntry is what the new archive gets under a name.
type zipEntry struct {
	name string
	old  *stdzip.File
	path string
	info vfs.Info
	gone bool
	done bool // was replaced or added
}

func (z *zipper) match(s string) *pattern.Pattern {
	var f pattern.Flags
	if !z.p.UTF8() {
		f = pattern.Bytes
	}
	if z.noWild {
		s = wildcards.Replace(s)
	}
	if z.stopDirs {
		f |= pattern.Path
	}
	return pattern.Compile(s, f)
}

// wildcards takes their meaning from a pattern's characters.
var wildcards = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// log is where messages go: the standard output, unless the archive does.
func (z *zipper) log() io.Writer {
	if z.name == "-" {
		return z.p.Stderr
	}
	return z.p.Out
}

func (z *zipper) fatal(status int, format string, a ...any) {
	z.p.Out.Flush()
	fmt.Fprintf(z.log(), "\nzip error: "+format+"\n", a...)
	z.p.Exit(status)
}

// fatalIO says what the system said as well.
func (z *zipper) fatalIO(status int, err error, format string, a ...any) {
	z.p.Out.Flush()
	fmt.Fprintf(z.log(), "zip I/O error: %s", vfs.ErrText(err))
	z.fatal(status, format, a...)
}

func zipMain(ctx context.Context, p *commands.Process) int {
	z := &zipper{p: p, ctx: ctx, level: 6, buf: make([]byte, 64<<10), deflaters: map[int]*flate.Writer{}}
	z.suffixes = []string{".Z", ".zip", ".zoo", ".arc", ".lzh", ".arj"}
	operands := z.parse(p.Args)
	if len(operands) == 0 {
		if z.byPattern || z.namesOnStdin || z.mode != 0 || len(z.included)+len(z.excluded) > 0 {
			z.invalid("nothing to select from")
		}
		operands = []string{"-", "-"}
	}
	for _, s := range z.included {
		z.include = append(z.include, z.match(s))
	}
	for _, s := range z.excluded {
		z.exclude = append(z.exclude, z.match(s))
	}
	z.named, z.name = operands[0], zipName(operands[0])
	files := operands[1:]
	if z.namesOnStdin {
		sc := bufio.NewScanner(p.Stdin)
		for sc.Scan() {
			if s := strings.TrimSpace(sc.Text()); s != "" {
				files = append(files, s)
			}
		}
	}
	if z.mode == 'U' && z.out == "" {
		z.invalid("-U (--copy) requires -O (--out)")
	}
	if z.byPattern {
		if len(files) == 0 {
			z.invalid("nothing to select from")
		}
		for _, s := range files {
			z.patterns = append(z.patterns, tail{z.match(s), strings.Count(s, "/")})
		}
		files = []string{"."}
	}
	if z.askComment {
		if !z.quiet {
			p.Out.WriteString("enter new zip file comment (end with .):\n")
		}
		b, _ := io.ReadAll(io.LimitReader(p.Stdin, 65535))
		text, _, _ := strings.Cut("\n"+string(b), "\n.\n")
		z.comment = strings.TrimRight(strings.TrimPrefix(text, "\n"), "\n")
	}
	z.run(files)
	return z.status
}

func (z *zipper) wanted(name string) bool {
	takes := func(m *pattern.Pattern) bool { return m.Match(name) }
	switch {
	case slices.ContainsFunc(z.exclude, takes):
		return false
	case len(z.patterns) > 0 && !slices.ContainsFunc(z.patterns, func(t tail) bool { return t.match(name) }):
		return false
	}
	return len(z.include) == 0 || slices.ContainsFunc(z.include, takes)
}

// tail is a pattern of -R, for as many last parts of a path as it has itself.
type tail struct {
	p       *pattern.Pattern
	slashes int
}

func (t tail) match(path string) bool {
	end := len(path)
	for range t.slashes + 1 {
		if end = strings.LastIndexByte(path[:end], '/'); end < 0 {
			break
		}
	}
	return t.p.Match(path[end+1:])
}

// inTime tells whether the time of a file is one that -t and -tt take.
func (z *zipper) inTime(t time.Time) bool {
	return (z.from.IsZero() || !t.Before(z.from)) && (z.before.IsZero() || t.Before(z.before))
}

// readerAt makes an open file one that reads at offsets.
type readerAt struct{ f vfs.File }

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, vfs.EINVAL
	}
	if a, ok := r.f.(io.ReaderAt); ok {
		return a.ReadAt(p, off)
	}
	if _, err := r.f.Seek(off, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(r.f, p)
}

// collect adds a file, and what a directory holds.
func (z *zipper) collect(name string, add func(name, path string, i vfs.Info)) bool {
	p, ctx := z.p, z.ctx
	i, err := p.Stat(ctx, name)
	if z.links {
		if l, lerr := p.Lstat(ctx, name); lerr == nil && l.Kind == vfs.Symlink {
			i, err = l, nil
		}
	}
	if err != nil {
		return false
	}
	stored := strings.TrimLeft(name, "/")
	for strings.HasPrefix(stored, "./") {
		stored = strings.TrimLeft(stored[2:], "/")
	}
	for strings.HasPrefix(stored, "../") {
		stored = strings.TrimLeft(stored[3:], "/")
	}
	if stored == "." || stored == ".." {
		stored = ""
	}
	if i.IsDir() {
		stored = strings.TrimRight(stored, "/")
		if stored != "" && !z.noDirs && !z.junk && z.wanted(stored+"/") && z.inTime(time.Unix(0, i.Mtime)) {
			add(stored+"/", name, i)
		}
		if !z.recurse {
			return true
		}
		list, err := p.FS.ReadDir(ctx, p.Path(name))
		if err != nil {
			fmt.Fprintf(z.log(), "\tzip warning: could not open for reading: %s\n", name)
			z.status = 18
			return true
		}
		for _, e := range list {
			z.collect(strings.TrimRight(name, "/")+"/"+e.Name, add)
		}
		return true
	}
	if i.Kind == vfs.FIFO {
		fmt.Fprintf(z.log(), "\tzip warning: ignoring FIFO (Named Pipe) - use -FI to read: %s\n", name)
		return true
	}
	if full := stored; full != "" && z.wanted(full) && z.inTime(time.Unix(0, i.Mtime)) {
		if z.junk {
			stored = commands.BaseName(stored)
		}
		add(stored, name, i)
	}
	return true
}

func (z *zipper) run(files []string) {
	p, ctx := z.p, z.ctx
	var entries []*zipEntry
	byName := map[string]*zipEntry{}
	oldComment := ""
	existed := false
	if z.name != "-" {
		if i, err := p.Stat(ctx, z.name); err == nil {
			f, err := p.Open(ctx, z.name)
			if err != nil {
				z.fatal(15, "Could not open for reading (%s)", z.name)
			}
			defer f.Close()
			r, err := stdzip.NewReader(readerAt{f}, i.Size)
			if err != nil {
				io.WriteString(z.log(), "\tzip warning: missing end signature--probably not a zip file (did you\n\tzip warning: remember to use binary mode when you transferred it?)\n\tzip warning: (if you are trying to read a damaged archive try -F)\n")
				z.fatal(3, "Zip file structure invalid (%s)", z.name)
			}
			existed = true
			oldComment = r.Comment
			for _, e := range r.File {
				n := &zipEntry{name: e.Name, old: e}
				entries = append(entries, n)
				byName[e.Name] = n
			}
		}
	}
	worked, matched := 0, false
	if !existed && z.out != "" {
		z.fatalIO(18, vfs.ENOENT, "File not found or no read permission (%s)", z.name)
	}
	if !existed && (z.mode != 0 || z.grow) && z.name != "-" {
		fmt.Fprintf(z.log(), "\tzip warning: %s not found or empty\n", z.name)
	}
	copies := z.out != "" && (z.mode == 'U' || z.mode == 0 && len(files) == 0 && !z.sync)
	switch {
	case copies:
		hit := make([]bool, len(files))
		var patterns []*pattern.Pattern
		for _, f := range files {
			patterns = append(patterns, z.match(f))
		}
		for _, e := range entries {
			e.gone = len(files) > 0
			for k, m := range patterns {
				if m.Match(e.name) {
					e.gone, hit[k] = false, true
				}
			}
			if e.gone = e.gone || !z.wanted(e.name) || !z.inTime(e.old.Modified); e.gone {
				continue
			}
			worked++
			if !z.quiet {
				fmt.Fprintf(z.log(), " copying: %s\n", e.name)
			}
		}
		for k, f := range files {
			if !hit[k] {
				fmt.Fprintf(z.log(), "\tzip warning: not in archive: %s\n", f)
			}
		}
	case z.mode == 'd':
		for _, f := range files {
			m := z.match(f)
			hit := false
			for _, e := range entries {
				if m.Match(e.name) && z.wanted(e.name) && z.inTime(e.old.Modified) {
					e.gone, hit = true, true
					worked++
					if !z.quiet {
						fmt.Fprintf(p.Out, "deleting: %s\n", e.name)
					}
				}
			}
			if !hit && existed {
				fmt.Fprintf(z.log(), "\tzip warning: name not matched: %s\n", f)
			}
		}
		if worked == 0 {
			z.fatal(12, "Nothing to do! (%s)", z.name)
		}
	default:
		seen := map[string]bool{}
		add := func(name, path string, i vfs.Info) {
			matched = true
			if seen[name] {
				return
			}
			seen[name] = true
			old := byName[name]
			stale := old == nil || i.Mtime/1e9/2 > old.old.Modified.Unix()/2
			if old != nil && z.mode != 0 && !stale {
				if z.verbose {
					fmt.Fprintf(z.log(), "zip diagnostic: %s up to date\n", name)
				}
				return
			}
			if old == nil && z.mode == 'f' {
				return
			}
			if old != nil && z.sync && !stale && (i.IsDir() || uint64(i.Size) == old.old.UncompressedSize64) {
				return
			}
			worked++
			if old != nil {
				old.path, old.info, old.done = path, i, true
				return
			}
			e := &zipEntry{name: name, path: path, info: i, done: true}
			entries = append(entries, e)
			byName[name] = e
		}
		for _, f := range files {
			if f == "-" {
				e := byName["-"]
				if e == nil {
					e = &zipEntry{name: "-"}
					entries = append(entries, e)
				}
				e.path, e.done = "-", true
				e.info = vfs.Info{Node: vfs.Node{Kind: vfs.Regular, Mode: 0o600, Mtime: p.Now().UnixNano()}}
				worked++
				matched = true
				continue
			}
			if self, err := p.Stat(ctx, f); err == nil && z.name != "-" {
				if a, err := p.Stat(ctx, z.name); err == nil && a.Ino == self.Ino && a.Dev == self.Dev {
					continue
				}
			}
			if !z.collect(f, add) {
				p.Out.Flush()
				if !z.quiet {
					fmt.Fprintf(z.log(), "\tzip warning: name not matched: %s\n", f)
				}
				if z.mustMatch {
					z.fatalIO(18, vfs.ENOENT, "File not found or no read permission (%s)", f)
				}
			}
		}
		if z.mode == 'f' && len(files) == 0 {
			for _, e := range entries {
				if !strings.HasSuffix(e.name, "/") {
					z.collect(e.name, add)
				}
			}
		}
		if z.sync {
			for _, e := range entries {
				if !seen[e.name] {
					e.gone = true
					worked++
					if !z.quiet {
						fmt.Fprintf(p.Out, "deleting: %s\n", e.name)
					}
				}
			}
			if worked == 0 && existed {
				p.Out.WriteString("Archive is current\n")
				return
			}
		}
	}
	if z.show {
		if z.mode == 'd' {
			p.Out.WriteString("Would Delete:\n")
		} else if len(files) == 0 {
			p.Out.WriteString("Archive contains:\n")
		} else {
			p.Out.WriteString("Would Add/Update:\n")
		}
		n, size := 0, int64(0)
		for _, e := range entries {
			if len(files) > 0 && !e.done && !e.gone {
				continue
			}
			n++
			fmt.Fprintf(p.Out, "  %s\n", e.name)
			if e.old != nil && !e.done {
				size += int64(e.old.UncompressedSize64)
			} else {
				size += e.info.Size
			}
		}
		fmt.Fprintf(p.Out, "Total %d entries (%d bytes)\n", n, size)
		return
	}
	if worked == 0 && z.comment == "" {
		if z.test && existed {
			z.testArchive()
			return
		}
		if len(z.include) > 0 && !existed && z.mode == 0 {
			z.write(nil, "")
			return
		}
		switch {
		case z.newest && len(files) == 0 && z.mode == 0 && !existed:
			z.fatal(13, "Missing or empty zip file (%s)", z.name)
		case z.newest && existed && len(files) == 0 && z.mode == 0:
			var last time.Time
			for _, e := range entries {
				if e.old.Modified.After(last) {
					last = e.old.Modified
				}
			}
			p.FS.Chtimes(ctx, p.Path(z.name), last.UnixNano(), last.UnixNano(), true)
		case z.mode == 'f', z.mode == 'u' && existed && (matched || len(files) == 0):
			z.status = 12
		case z.paths && z.mode == 0 && len(files) > 0 && len(z.include)+len(z.exclude) == 0:
			z.fatal(12, "Nothing to do! (try: zip %s %s . -i %s)", strings.Join(z.options, " "), z.named, strings.Join(files, " "))
		default:
			z.fatal(12, "Nothing to do! (%s)", z.name)
		}
		return
	}
	if z.out != "" {
		z.name = z.out
	}
	z.write(entries, oldComment)
	if z.move && z.status == 0 {
		z.removeMoved(entries)
	}
	if z.test {
		z.testArchive()
	}
}

// removeMoved removes the files that are in the archive now, then the
// directories, of which those that hold something else stay.
func (z *zipper) removeMoved(entries []*zipEntry) {
	p, ctx := z.p, z.ctx
	for _, e := range entries {
		if !e.done || e.path == "-" || e.info.IsDir() {
			continue
		}
		if z.verbose {
			fmt.Fprintf(z.log(), "zip diagnostic: deleting file %s\n", e.path)
		}
		p.FS.Unlink(ctx, p.Path(e.path))
	}
	for _, e := range slices.Backward(entries) {
		if !e.done || !e.info.IsDir() {
			continue
		}
		if z.verbose {
			fmt.Fprintf(z.log(), "deleting directory %s (if empty)                \n", e.path)
		}
		p.FS.Rmdir(ctx, p.Path(e.path))
	}
}

func (z *zipper) testArchive() {
	p := z.p
	f, err := p.Open(z.ctx, z.name)
	if err != nil {
		z.fatal(15, "Could not open for reading (%s)", z.name)
	}
	defer f.Close()
	i, _ := f.Stat()
	r, err := stdzip.NewReader(readerAt{f}, i.Size)
	if err == nil {
		for _, e := range r.File {
			if bad := copyMember(z.ctx, io.Discard, e, z.buf); bad != nil {
				complain(p.Out, e.Name, false, bad)
				err = bad
			}
		}
	}
	if err != nil {
		fmt.Fprintf(p.Out, "test of %s FAILED\n", z.name)
		z.fatal(8, "Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified)")
	}
	if !z.quiet {
		fmt.Fprintf(p.Out, "test of %s OK\n", z.name)
	}
}

// write makes the archive anew.
func (z *zipper) write(entries []*zipEntry, comment string) {
	p, ctx := z.p, z.ctx
	var out io.Writer = p.Out
	log := io.Writer(p.Out)
	tmp := ""
	var file vfs.File
	if z.name == "-" {
		log = p.Stderr
	} else {
		tmp = z.name + ".zip~"
		f, err := p.OpenFile(ctx, tmp, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			z.fatalIO(15, err, "Could not create output file (%s)", z.name)
		}
		file, out = f, f
	}
	w := stdzip.NewWriter(out)
	if z.comment != "" {
		comment = z.comment
	}
	w.SetComment(comment)
	left := 0
	var newest time.Time
	var inTotal, outTotal int64
	var err error
	for _, e := range entries {
		if ctx.Err() != nil {
			err = ctx.Err()
			break
		}
		if e.gone {
			continue
		}
		left++
		if !e.done {
			if e.old.Modified.After(newest) {
				newest = e.old.Modified
			}
			if err = w.Copy(e.old); err != nil {
				break
			}
			continue
		}
		t := time.Unix(0, e.info.Mtime)
		if t.After(newest) {
			newest = t
		}
		var n, packed int64
		n, packed, err = z.add(w, file, e, log)
		if err != nil {
			break
		}
		inTotal, outTotal = inTotal+n, outTotal+packed
	}
	if err == nil {
		err = w.Close()
	}
	if file != nil {
		if cerr := file.Close(); err == nil {
			err = cerr
		}
	}
	if err == nil {
		err = ctx.Err() // killed: what was written isn't all
	}
	if err != nil {
		if tmp != "" {
			p.FS.Unlink(context.WithoutCancel(ctx), p.Path(tmp))
		}
		z.fatalIO(14, err, "Output file write failure (%s)", z.name)
	}
	if z.verbose {
		fmt.Fprintf(log, "total bytes=%d, compressed=%d -> %d%% savings\n", inTotal, outTotal, percent(inTotal, outTotal))
	}
	if tmp == "" {
		return
	}
	if left == 0 {
		p.Out.Flush()
		fmt.Fprintf(z.log(), "\tzip warning: zip file empty\n")
	}
	if i, err := p.Stat(ctx, z.name); err == nil {
		p.FS.Chmod(ctx, p.Path(tmp), i.Mode&0o7777)
	}
	if err := p.FS.Rename(ctx, p.Path(tmp), p.Path(z.name)); err != nil {
		z.fatalIO(15, err, "Could not create output file (%s)", z.name)
	}
	if z.newest && !newest.IsZero() {
		p.FS.Chtimes(ctx, p.Path(z.name), newest.UnixNano(), newest.UnixNano(), true)
	}
}

// percent is how much was saved, rounded.
func percent(whole, packed int64) int64 {
	if whole <= 0 {
		return 0
	}
	d := (whole - packed) * 200 / whole
	if d >= 0 {
		return (d + 1) / 2
	}
	return (d - 1) / 2
}

// add writes a file to the archive: deflated where that makes it smaller.
func (z *zipper) add(w *stdzip.Writer, file vfs.File, e *zipEntry, log io.Writer) (int64, int64, error) {
	p, ctx := z.p, z.ctx
	verb := "  adding"
	if e.old != nil {
		verb = "updating"
		if z.mode == 'f' {
			verb = "freshening"
		}
	}
	h := &stdzip.FileHeader{Name: e.name, Modified: time.Unix(e.info.Mtime/1e9, 0).In(p.Zone()), Method: stdzip.Store}
	h.SetMode(e.info.FileMode())
	if z.noExtra {
		t := h.Modified
		h.Modified = time.Time{}
		//lint:ignore SA1019 the DOS time itself is meant
		h.ModifiedDate = uint16(t.Day() + int(t.Month())<<5 + (t.Year()-1980)<<9)
		//lint:ignore SA1019 the DOS time itself is meant
		h.ModifiedTime = uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11)
	}
	binaryText := false // that it would be a mistake to treat as text
	say := func(n, packed int64, method string) {
		if z.quiet {
			return
		}
		if binaryText {
			fmt.Fprintf(log, "%s: %s\n\tzip warning: has binary so -%s ignored\n (%s %d%%)\n", verb, e.name, z.lineEnds, method, percent(n, packed))
		} else if z.verbose {
			fmt.Fprintf(log, "%s: %s\t(in=%d) (out=%d) (%s %d%%)\n", verb, e.name, n, packed, method, percent(n, packed))
		} else {
			fmt.Fprintf(log, "%s: %s (%s %d%%)\n", verb, e.name, method, percent(n, packed))
		}
	}
	if e.info.IsDir() {
		if _, err := w.CreateHeader(h); err != nil {
			return 0, 0, err
		}
		say(0, 0, "stored")
		return 0, 0, nil
	}
	if e.info.Kind == vfs.Symlink {
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(f, e.info.Target)
		}
		n := int64(len(e.info.Target))
		say(n, n, "stored")
		return n, n, err
	}
	// What is small is compressed first, to see whether that pays.
	in, err := p.Input(ctx, e.path)
	if err != nil {
		fmt.Fprintf(z.log(), "\tzip warning: could not open for reading: %s\n", e.path)
		z.status = 18
		return 0, 0, nil
	}
	defer in.Close()
	if z.head == nil {
		z.head = make([]byte, smallText)
	}
	text := io.Reader(in)
	if z.lineEnds != "" {
		b := bufio.NewReaderSize(in, 32<<10)
		start, _ := b.Peek(32 << 10)
		if binaryText = isBinary(start); binaryText {
			text = b
		} else {
			text = &lineEnds{r: b, crlf: z.lineEnds == "l"}
		}
	}
	n, rerr := io.ReadFull(text, z.head)
	head := z.head[:n]
	whole := rerr != nil
	if rerr != nil && rerr != io.EOF && rerr != io.ErrUnexpectedEOF {
		return 0, 0, rerr
	}
	data := head
	if z.level > 0 && !z.onlyStored(e.name) {
		b := sliceWriter(z.packed[:0])
		d := z.deflater(&b, z.packLevel(n))
		d.Write(head)
		d.Close()
		z.packed = b
		if len(b) < n {
			h.Method, data = stdzip.Deflate, b
			// Bits 1 and 2 tell how the data was deflated.
			switch z.level {
			case 1, 2:
				h.Flags |= 4
			case 8, 9:
				h.Flags |= 2
			}
		}
	}
	method := "stored"
	if h.Method == stdzip.Deflate {
		method = "deflated"
	}
	setTimes(h)
	if whole {
		// All is known: the header can tell the sizes.
		h.CRC32, h.UncompressedSize64, h.CompressedSize64 = crc32.ChecksumIEEE(head), uint64(n), uint64(len(data))
		f, err := w.CreateRaw(h)
		if err == nil {
			_, err = f.Write(data)
		}
		say(int64(n), int64(len(data)), method)
		return int64(n), int64(len(data)), err
	}
	total, packed, err := z.addLarge(w, h, file, io.MultiReader(bytes.NewReader(head), text), e.info.Size)
	say(total, packed, method)
	return total, packed, err
}

// smallText is how much of a file is read to see whether deflating it pays.
const smallText = 1 << 20

// addLarge writes what is too large for its sizes to be known in time. They are
// put into its header afterwards; behind the data where the archive can't be
// sought in, or where they may need more than 32 bits.
func (z *zipper) addLarge(w *stdzip.Writer, h *stdzip.FileHeader, file vfs.File, in io.Reader, size int64) (int64, int64, error) {
	if file == nil || size >= 1<<31 {
		file = nil
		h.Flags |= 8
	}
	raw, err := w.CreateRaw(h)
	var start int64
	if err == nil && file != nil {
		if err = w.Flush(); err == nil {
			start, err = file.Seek(0, io.SeekCurrent)
		}
		const fixed = 30 // of a local file header
		start -= int64(fixed + len(h.Name) + len(h.Extra))
	}
	if err != nil {
		return 0, 0, err
	}
	packed := &counter{w: raw}
	sum := crc32.NewIEEE()
	var to io.Writer = packed
	var d *flate.Writer
	if h.Method == stdzip.Deflate {
		d = z.deflater(packed, z.level)
		to = d
	}
	total, err := io.CopyBuffer(io.MultiWriter(sum, to), struct{ io.Reader }{in}, z.buf)
	if err == nil && d != nil {
		err = d.Close()
	}
	if err != nil {
		return 0, 0, err
	}
	if file != nil && max(total, packed.n) >= 1<<32-1 {
		return 0, 0, vfs.EFBIG // it grew while it was read
	}
	h.CRC32, h.UncompressedSize64, h.CompressedSize64 = sum.Sum32(), uint64(total), uint64(packed.n)
	//lint:ignore SA1019 the directory has these where they suffice
	h.CompressedSize, h.UncompressedSize = uint32(min(packed.n, 1<<32-1)), uint32(min(total, 1<<32-1))
	if file == nil {
		return total, packed.n, nil
	}
	fields := binary.LittleEndian.AppendUint32(nil, h.CRC32)
	fields = binary.LittleEndian.AppendUint32(fields, uint32(packed.n))
	fields = binary.LittleEndian.AppendUint32(fields, uint32(total))
	const crcOffset = 14 // in a local file header
	if err = w.Flush(); err == nil {
		_, err = file.Seek(start+crcOffset, io.SeekStart)
	}
	if err == nil {
		_, err = file.Write(fields)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	return total, packed.n, err
}

// deflater is the one compressor of a level, on w: making one takes longer than
// a small file does.
func (z *zipper) deflater(w io.Writer, level int) *flate.Writer {
	d := z.deflaters[level]
	if d == nil {
		d, _ = flate.NewWriter(w, level)
		z.deflaters[level] = d
		return d
	}
	d.Reset(w)
	return d
}

// onlyStored tells whether a file's name says that deflating it doesn't pay.
func (z *zipper) onlyStored(name string) bool {
	return z.storeAll || slices.ContainsFunc(z.suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}

// packLevel is the level for n bytes: what is small is packed as well as can be.
func (z *zipper) packLevel(n int) int {
	if n < 32<<10 && z.level > 1 && z.level < 8 {
		return 8
	}
	return z.level
}

type sliceWriter []byte

func (s *sliceWriter) Write(p []byte) (int, error) {
	*s = append(*s, p...)
	return len(p), nil
}

// setTimes fills what CreateHeader would of the time, for CreateRaw.
func setTimes(h *stdzip.FileHeader) {
	h.CreatorVersion = h.CreatorVersion&0xff00 | 30
	h.ReaderVersion = 20
	if h.Method == stdzip.Store {
		h.ReaderVersion = 10
	}
	t := h.Modified
	if t.IsZero() {
		return
	}
	if t.Year() < 1980 {
		t = time.Date(1980, 1, 1, 0, 0, 0, 0, t.Location())
	}
	//lint:ignore SA1019 the DOS time itself is meant
	h.ModifiedDate = uint16(t.Day() + int(t.Month())<<5 + (t.Year()-1980)<<9)
	//lint:ignore SA1019 the DOS time itself is meant
	h.ModifiedTime = uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11)
	// The extended timestamp (Info-ZIP's 0x5455).
	u := uint32(h.Modified.Unix())
	h.Extra = append(h.Extra, 0x55, 0x54, 5, 0, 1, byte(u), byte(u>>8), byte(u>>16), byte(u>>24))
}

type unzipper struct {
	command string // unzip or zipinfo
	p       *commands.Process
	ctx     context.Context

	quiet                                                   int
	pipe, caption, junk, over, never, update, freshen, fold bool
	keepIDs, backup, anywhere                               bool
	info                                                    zipInfo
	picked                                                  bool // members were named
	control                                                 bool // control characters stay in names
	lower, noTimes                                          int  // how often -L and -D stood
	text                                                    int
	dir                                                     string
	mode                                                    byte // 0 extract, l, v, t, z, Z
	status                                                  int
	all                                                     byte
	buf                                                     []byte
	links                                                   []zipLink
	made                                                    []zipDir
}

type zipLink struct{ path, target string }

// zipDir is a directory that was made; it gets its mode and time at the end.
type zipDir struct {
	path string
	e    *stdzip.File
}

func unzipMain(ctx context.Context, p *commands.Process) int {
	return (&unzipper{p: p, ctx: ctx, command: "unzip"}).main()
}

// zipinfoMain is unzip -Z.
func zipinfoMain(ctx context.Context, p *commands.Process) int {
	return (&unzipper{p: p, ctx: ctx, command: "zipinfo", mode: 'Z'}).main()
}

func (u *unzipper) main() int {
	p := u.p
	u.buf = make([]byte, 64<<10)
	name := ""
	hasName := false
	var include, exclude []string
	into := &include
	args := p.Args
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--help", u.mode != 'Z' && (a == "-h" || a == "-hh"):
			p.Out.WriteString(strings.TrimLeft(commands.Lookup(u.command).Help, "\n"))
			return 0
		case a == "--version":
			p.ShowVersion()
		}
		if len(a) < 2 || a[0] != '-' {
			if !hasName {
				name, hasName = a, true
			} else {
				*into = append(*into, a)
			}
			continue
		}
		for j := 1; j < len(a); j++ {
			if u.mode == 'Z' {
				switch c := a[j]; c {
				case '1', '2', 's', 'l', 'm':
					u.info.format = c
				case 'h':
					u.info.header = true
				case 't':
					u.info.total = true
				case 'T':
					u.info.decimal = true
				case 'z':
					u.info.comment = true
				case 'C':
					u.fold = true
				case 'x':
					into = &exclude
				default:
					p.Errorf("option -Z%c is not supported", c)
					return 10
				}
				continue
			}
			switch c := a[j]; c {
			case 'l', 'v', 't', 'z', 'Z':
				u.mode = c
			case 'p':
				u.pipe = true
			case 'c':
				u.pipe, u.caption = true, true
			case 'd':
				if j+1 < len(a) {
					u.dir = a[j+1:]
					j = len(a)
					break
				}
				if i++; i == len(args) {
					fmt.Fprintf(p.Stderr, "error:  must specify directory to which to extract with -d option\n")
					return 10
				}
				u.dir = args[i]
			case 'x':
				into = &exclude
			case 'o':
				u.over = true
			case 'n':
				u.never = true
			case 'j':
				u.junk = true
			case 'u':
				u.update = true
			case 'f':
				u.freshen = true
			case 'q':
				u.quiet++
			case 'C':
				u.fold = true
			case 'L':
				u.lower++
			case 'K':
				u.keepIDs = true
			case 'a':
				u.text++
			case 'b':
				u.text = 0
			case 'B':
				u.backup = true
			case 'D':
				u.noTimes++
			case ':':
				u.anywhere = true
			case '^':
				u.control = true
			case 'X', 'V', 'W', 'U':
			default:
				fmt.Fprintf(p.Stderr, "error:  unknown option -%c\n", c)
				return 10
			}
		}
	}
	if !hasName {
		p.Out.WriteString(strings.TrimLeft(commands.Lookup(u.command).Help, "\n"))
		return 0
	}
	if u.over && u.never {
		fmt.Fprintf(p.Stderr, "caution:  both -n and -o specified; ignoring -o\n")
		u.over = false
	}
	return u.run(name, include, exclude)
}

func (u *unzipper) say(level int, format string, a ...any) {
	if u.quiet < level {
		fmt.Fprintf(u.p.Out, format, a...)
	}
}

func (u *unzipper) run(name string, include, exclude []string) int {
	p, ctx := u.p, u.ctx
	u.picked = len(include)+len(exclude) > 0
	if u.mode == 'Z' {
		u.info.settle(u.picked)
	}
	shown := name
	f, err := p.Open(ctx, name)
	if err == nil {
		if i, serr := f.Stat(); serr == nil && i.IsDir() {
			f.Close()
			err = vfs.EISDIR
		}
	}
	if err != nil {
		for _, s := range []string{".zip", ".ZIP"} {
			if f, err = p.Open(ctx, name+s); err == nil {
				shown = name + s
				break
			}
		}
	}
	who := "unzip"
	if u.mode == 'Z' {
		who = "zipinfo"
	}
	if err != nil {
		w := p.Stderr
		if u.info.total {
			w = p.Stdout
		}
		fmt.Fprintf(w, "%s:  cannot find or open %s, %s.zip or %s.ZIP.\n", who, name, name, name)
		return 9
	}
	defer f.Close()
	if u.mode != 'Z' && !(u.pipe && !u.caption) {
		u.say(1, "Archive:  %s\n", shown)
	}
	i, _ := f.Stat()
	r, err := stdzip.NewReader(readerAt{f}, i.Size)
	if err != nil {
		p.Out.Flush()
		w := p.Stderr
		if u.mode == 't' || u.info.total {
			w = p.Stdout
		}
		if u.info.header {
			fmt.Fprintf(p.Stdout, "Archive:  %s\n", shown)
		}
		quietly := u.pipe && !u.caption
		if quietly || u.mode == 'Z' {
			fmt.Fprintf(w, "[%s]\n", shown)
		}
		fmt.Fprint(w, "  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  latter case the central directory and zipfile comment will be found on\n  the last disk(s) of this archive.\n")
		if !quietly {
			fmt.Fprintf(w, "%s:  cannot find zipfile directory in one of %s or\n%*s%[2]s.zip, and cannot find %[2]s.ZIP, period.\n", who, name, len(who)+3, "")
		}
		return 9
	}
	if r.Comment != "" && (strings.IndexByte("lvt", u.mode) >= 0 || u.caption) {
		u.say(1, "%s\n", r.Comment)
	}
	compile := func(list []string) (out []*pattern.Pattern) {
		for _, s := range list {
			flags := pattern.Flags(0)
			if !p.UTF8() {
				flags |= pattern.Bytes
			}
			if u.fold {
				flags |= pattern.NoCase
			}
			out = append(out, pattern.Compile(s, flags))
		}
		return out
	}
	inc, exc := compile(include), compile(exclude)
	hit, hitExcluded := make([]bool, len(inc)), make([]bool, len(exc))
	var files []*stdzip.File
	for _, e := range r.File {
		ok := len(inc) == 0
		for k, m := range inc {
			if m.Match(e.Name) {
				ok, hit[k] = true, true
			}
		}
		for k, m := range exc {
			if m.Match(e.Name) {
				ok, hitExcluded[k] = false, true
			}
		}
		if ok {
			files = append(files, e)
		}
	}
	// caution names the patterns that matched nothing.
	caution := func(w io.Writer) {
		p.Out.Flush()
		for k, h := range hit {
			if !h {
				fmt.Fprintf(w, "caution: filename not matched:  %s\n", include[k])
			}
		}
		for k, h := range hitExcluded {
			if !h {
				fmt.Fprintf(w, "caution: excluded filename not matched:  %s\n", exclude[k])
			}
		}
	}
	switch u.mode {
	case 'z':
		if r.Comment != "" {
			fmt.Fprintln(p.Out, r.Comment)
		}
		return 0
	case 'l', 'v':
		u.list(files, r.Comment)
	case 'Z':
		u.listInfo(files, r, i.Size, shown)
		if u.info.total {
			caution(p.Out)
		} else {
			caution(p.Stderr)
		}
	case 't':
		bad := u.test(files)
		caution(p.Out)
		u.testResult(bad || slices.Contains(hit, false), len(files), shown)
	default:
		if r.Comment != "" && !u.pipe {
			u.say(1, "%s\n", r.Comment)
		}
		for _, e := range files {
			if ctx.Err() != nil {
				return 80
			}
			u.extract(e)
			if u.status >= 50 {
				return u.status
			}
		}
		u.finish()
		caution(p.Stderr)
	}
	missing := slices.Contains(hit, false)
	if strings.IndexByte("lvZ", u.mode) >= 0 {
		missing = false
	}
	missing = missing || u.picked && len(files) == 0
	if missing && u.status == 0 {
		u.status = 11
	}
	return u.status
}

func (u *unzipper) stamp(e *stdzip.File) time.Time { return e.Modified.In(u.p.Zone()) }

func (u *unzipper) list(files []*stdzip.File, comment string) {
	out := u.p.Out
	var whole, packed uint64
	if u.mode == 'l' {
		if u.quiet < 2 {
			out.WriteString("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
		}
		for _, e := range files {
			fmt.Fprintf(out, "%9d  %s   %s\n", e.UncompressedSize64, u.stamp(e).Format("2006-01-02 15:04"), shownName(e.Name))
			whole += e.UncompressedSize64
		}
		if u.quiet < 2 {
			fmt.Fprintf(out, "---------                     -------\n%9d                     %s\n", whole, plural(len(files)))
		}
		return
	}
	out.WriteString(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n")
	for _, e := range files {
		method := "Stored"
		if e.Method == stdzip.Deflate {
			method = "Defl:" + deflateKind(e)
		} else if e.Method != stdzip.Store {
			method = fmt.Sprintf("Unk:%03d", e.Method)
		}
		fmt.Fprintf(out, "%8d  %s %8d %3d%% %s %08x  %s\n", e.UncompressedSize64, method, e.CompressedSize64, percent(int64(e.UncompressedSize64), int64(e.CompressedSize64)),
			u.stamp(e).Format("2006-01-02 15:04"), e.CRC32, shownName(e.Name))
		whole, packed = whole+e.UncompressedSize64, packed+e.CompressedSize64
	}
	fmt.Fprintf(out, "--------          -------  ---                            -------\n%8d         %8d %3d%%                            %s\n", whole, packed, percent(int64(whole), int64(packed)), plural(len(files)))
}

func deflateKind(e *stdzip.File) string { return [...]string{"N", "X", "F", "S"}[e.Flags>>1&3] }

func plural(n int) string {
	if n == 1 {
		return "1 file"
	}
	return strconv.Itoa(n) + " files"
}

// zipInfo is how -Z lists members.
type zipInfo struct {
	format        byte // 1 and 2 only names, s short, m with the ratio, l with the packed size
	header, total bool
	decimal       bool // times by digits only
	comment       bool // the archive's comment too
}

// settle decides what is listed where options don't say, and members were picked
// or not.
func (o *zipInfo) settle(picked bool) {
	if o.format == 0 && (picked || !o.header && !o.total) {
		o.format = 's'
	}
	switch {
	case o.format == '1':
		o.header, o.total = false, false
	case o.format > '2' && !picked:
		o.header, o.total = true, true
	}
}

// listInfo lists files as -Z does, of the archive r.
func (u *unzipper) listInfo(files []*stdzip.File, r *stdzip.Reader, size int64, shown string) {
	out, o := u.p.Out, u.info
	if o.header {
		fmt.Fprintf(out, "Archive:  %s\n", shown)
	}
	if o.comment && o.format != '1' && r.Comment != "" {
		fmt.Fprintln(out, r.Comment)
	}
	if o.header {
		fmt.Fprintf(out, "Zip file size: %d bytes, number of entries: %d\n", size, len(r.File))
	}
	stamp := "06-Jan-02 15:04"
	if o.decimal {
		stamp = "20060102.150405"
	}
	ratio := func(whole, packed uint64) float64 {
		if whole == 0 {
			return 0
		}
		return float64(int64(whole)-int64(packed)) / float64(whole) * 100
	}
	var whole, packed uint64
	for _, e := range files {
		whole, packed = whole+e.UncompressedSize64, packed+e.CompressedSize64
		if o.format == 0 {
			continue
		}
		if o.format <= '2' {
			fmt.Fprintln(out, shownName(e.Name))
			continue
		}
		m := e.Mode()
		letter := byte('-')
		switch {
		case m.IsDir():
			letter = 'd'
		case m.Type() == fs.ModeSymlink:
			letter = 'l'
		}
		method := "stor"
		if e.Method == stdzip.Deflate {
			method = "def" + deflateKind(e)
		}
		kind := "bx"
		if e.Flags&8 != 0 {
			kind = "bl"
		}
		more := ""
		switch o.format {
		case 'l':
			more = fmt.Sprintf(" %8d", e.CompressedSize64)
		case 'm':
			more = fmt.Sprintf(" %2.0f%%", ratio(e.UncompressedSize64, e.CompressedSize64))
		}
		fmt.Fprintf(out, "%c%s  %d.%d unx %8d %s%s %s %s %s\n", letter, filemode.Perm(uint32(m.Perm())), e.CreatorVersion&0xff/10, e.CreatorVersion&0xff%10,
			e.UncompressedSize64, kind, more, method, u.stamp(e).Format(stamp), shownName(e.Name))
	}
	if o.total {
		fmt.Fprintf(out, "%s, %d bytes uncompressed, %d bytes compressed:  %.1f%%\n", plural(len(files)), whole, packed, ratio(whole, packed))
	}
}

// test tells whether one of the files is damaged.
func (u *unzipper) test(files []*stdzip.File) bool {
	p := u.p
	bad := false
	for _, e := range files {
		if u.ctx.Err() != nil {
			return true
		}
		u.say(1, "    testing: %-22s  ", shownName(e.Name))
		if err := u.copy(io.Discard, e); err != nil {
			bad = true
			complain(p.Out, e.Name, u.quiet == 0, err)
			u.status = 2
			continue
		}
		u.say(1, " OK\n")
	}
	return bad
}

// testResult is the last line of -t, of n files.
func (u *unzipper) testResult(bad bool, n int, shown string) {
	out := u.p.Out
	switch {
	case u.quiet >= 2:
	case bad:
		fmt.Fprintf(out, "At least one error was detected in %s.\n", shown)
	case n == 0:
		fmt.Fprintf(out, "Caution:  zero files tested in %s.\n", shown)
	case !u.picked:
		fmt.Fprintf(out, "No errors detected in compressed data of %s.\n", shown)
	default:
		fmt.Fprintf(out, "No errors detected in %s for the %s tested.\n", shown, plural(n))
	}
}

func (u *unzipper) copy(w io.Writer, e *stdzip.File) error {
	return copyMember(u.ctx, w, e, u.buf)
}

// badSum tells that a member's text isn't what its sum says.
type badSum struct{ got, want uint32 }

func (b *badSum) Error() string { return fmt.Sprintf(" bad CRC %08x  (should be %08x)", b.got, b.want) }

// errInvalidData says that a member can't be decompressed.
var errInvalidData = arError("invalid compressed data to inflate")

// copyMember writes a member's text by whole buffers: what was read of the last
// isn't written where it turns out to be damaged.
func copyMember(ctx context.Context, w io.Writer, e *stdzip.File, buf []byte) error {
	raw, err := e.OpenRaw()
	if err != nil {
		return errInvalidData
	}
	r := raw
	if e.Method == stdzip.Deflate {
		z := flate.NewReader(raw)
		defer z.Close()
		r = z
	}
	sum := uint32(0)
	for {
		n := 0
		var err error
		for n < len(buf) && err == nil {
			var k int
			k, err = r.Read(buf[n:])
			n += k
		}
		if err != nil && err != io.EOF {
			return errInvalidData
		}
		sum = crc32.Update(sum, crc32.IEEETable, buf[:n])
		if _, werr := w.Write(buf[:n]); werr != nil {
			return werr
		}
		if err != nil {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if sum != e.CRC32 {
		return &badSum{sum, e.CRC32}
	}
	return nil
}

// complain tells of an error in a member that was named already, or wasn't.
func complain(w io.Writer, name string, named bool, err error) {
	var sum *badSum
	switch {
	case errors.As(err, &sum) && named:
		fmt.Fprintf(w, "%s\n", sum)
	case errors.As(err, &sum):
		fmt.Fprintf(w, "%-22s %s\n", shownName(name), sum)
	case errors.Is(err, errInvalidData) && named:
		fmt.Fprintf(w, "\n  error:  %s\n", err)
	case errors.Is(err, errInvalidData):
		fmt.Fprintf(w, "  error:  %s %s\n", err, shownName(name))
	default:
		fmt.Fprintf(w, "%s: %s\n", shownName(name), vfs.ErrText(err))
	}
}

func (u *unzipper) extract(e *stdzip.File) {
	p, ctx := u.p, u.ctx
	isDir := strings.HasSuffix(e.Name, "/")
	verb := "inflating"
	if e.Method == stdzip.Store {
		verb = "extracting"
	}
	if e.Method != stdzip.Store && e.Method != stdzip.Deflate {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "   skipping: %-22s  unsupported compression method %d\n", shownName(e.Name), e.Method)
		u.status = max(u.status, 81)
		return
	}
	if e.Flags&1 != 0 {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "   skipping: %-22s  unable to get password\n", shownName(e.Name))
		u.status = max(u.status, 5)
		return
	}
	if u.pipe {
		if isDir && !u.caption {
			return
		}
		if u.caption {
			u.say(1, "%11s: %-22s  \n", verb, shownName(e.Name))
		}
		if err := u.copy(p.Out, e); err != nil {
			p.Out.Flush()
			complain(p.Stderr, e.Name, u.caption && u.quiet == 0, err)
			u.status = max(u.status, 2)
		}
		if u.caption {
			u.say(1, "\n")
		}
		return
	}
	name := e.Name
	if !u.control {
		name = strings.Map(func(r rune) rune {
			if r < ' ' {
				return -1
			}
			return r
		}, name)
	}
	if u.lower > 1 || u.lower == 1 && e.CreatorVersion>>8 != 3 {
		name = strings.ToLower(name)
	}
	// Nothing leads out of the directory.
	if strings.HasPrefix(name, "/") {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "warning:  stripped absolute path spec from %s\n", name)
		name = strings.TrimLeft(name, "/")
		u.status = max(u.status, 1)
	}
	var parts []string
	stripped := false
	for _, s := range strings.Split(strings.TrimRight(name, "/"), "/") {
		switch s {
		case "", ".":
		case "..":
			if u.anywhere {
				parts = append(parts, s)
			} else {
				stripped = true
			}
		default:
			parts = append(parts, s)
		}
	}
	if stripped {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "warning:  skipped \"../\" path component(s) in %s\n", shownName(e.Name))
		u.status = max(u.status, 1)
	}
	if len(parts) == 0 {
		return
	}
	if u.junk {
		if isDir {
			return
		}
		parts = parts[len(parts)-1:]
	}
	base := ""
	if u.dir != "" {
		base = strings.TrimRight(u.dir, "/") + "/"
		if u.dir == "/" {
			base = "/"
		}
		if _, err := p.Stat(ctx, u.dir); err != nil {
			if err := p.FS.MkdirAll(ctx, p.Path(strings.TrimRight(u.dir, "/")), 0o777&^p.Umask); err != nil {
				fmt.Fprintf(p.Stderr, "checkdir:  cannot create extraction directory: %s\n           %s\n", u.dir, vfs.ErrText(err))
				u.status = 50
				return
			}
		}
	}
	// The directories above must be directories, not links that lead away.
	for k := 1; k < len(parts); k++ {
		up := base + strings.Join(parts[:k], "/")
		i, err := p.Lstat(ctx, up)
		if err != nil {
			err = p.FS.Mkdir(ctx, p.Path(up), 0o777&^p.Umask)
		} else if !i.IsDir() {
			if st, serr := p.Stat(ctx, up); serr != nil || !st.IsDir() || i.Kind == vfs.Symlink && u.madeLink(up) {
				err = vfs.ENOTDIR
			}
		}
		if err != nil {
			p.Out.Flush()
			fmt.Fprintf(p.Stderr, "checkdir error:  %s exists but is not directory\n                 unable to process %s.\n", up, shownName(e.Name))
			u.status = max(u.status, 2)
			return
		}
	}
	path := base + strings.Join(parts, "/")
	if isDir {
		if i, err := p.Stat(ctx, path); err == nil && i.IsDir() {
			return
		}
		if u.freshen {
			return
		}
		if err := p.FS.Mkdir(ctx, p.Path(path), 0o777&^p.Umask); err != nil {
			p.Out.Flush()
			fmt.Fprintf(p.Stderr, "checkdir error:  cannot create %s\n                 %s\n", path, vfs.ErrText(err))
			u.status = max(u.status, 2)
			return
		}
		u.say(1, "   creating: %s/\n", shownName(path))
		u.made = append(u.made, zipDir{path, e})
		return
	}
	if i, err := p.Lstat(ctx, path); err == nil {
		newer := e.Modified.Unix() > i.Mtime/1e9
		switch {
		case (u.update || u.freshen) && !newer:
			return
		case u.over:
		case u.never || u.all == 'N':
			return
		case u.all == 'A':
		default:
			if !u.ask(&path, base) {
				return
			}
		}
		if i, err := p.Lstat(ctx, path); err == nil {
			if i.IsDir() {
				err = vfs.EISDIR
			} else if u.backup {
				err = p.FS.Rename(ctx, p.Path(path), p.Path(path+"~"))
			} else {
				err = p.FS.Unlink(ctx, p.Path(path))
			}
			if err != nil {
				p.Out.Flush()
				fmt.Fprintf(p.Stderr, "error:  cannot delete old %s\n        %s\n", path, vfs.ErrText(err))
				u.status = max(u.status, 50)
				return
			}
		}
	} else if u.freshen {
		return
	}
	mode := e.Mode()
	if mode.Type()&fs.ModeSymlink != 0 {
		var b sliceWriter
		if e.UncompressedSize64 > vfs.PathMax {
			u.status = max(u.status, 3)
			return
		}
		if err := u.copy(&b, e); err != nil {
			u.status = max(u.status, 3)
			return
		}
		u.say(1, "    linking: %-22s  -> %s \n", path, string(b))
		u.links = append(u.links, zipLink{path, string(b)})
		return
	}
	f, err := p.OpenFile(ctx, path, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o666)
	if err != nil {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "error:  cannot create %s\n        %s\n", path, vfs.ErrText(err))
		u.status = max(u.status, 50)
		return
	}
	u.say(1, "%11s: %-22s  ", verb, shownName(path))
	var w io.Writer = f
	if u.text > 0 {
		w = &crlf{w: f}
	}
	err = u.copy(w, e)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		p.Out.Flush()
		complain(p.Stderr, e.Name, u.quiet == 0, err)
		u.status = max(u.status, 2)
	} else {
		u.say(1, "\n")
	}
	u.attributes(path, e)
}

// shownName is a name with its control characters as ^ and a letter.
func shownName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		return name
	}
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < ' ' {
			b.WriteByte('^')
			b.WriteByte(c + '@')
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// attributes gives a file the mode and the time that the archive has for it.
func (u *unzipper) attributes(path string, e *stdzip.File) {
	if e.CreatorVersion>>8 == 3 || e.CreatorVersion>>8 == 19 {
		u.p.FS.Chmod(u.ctx, u.p.Path(path), uint32(e.Mode().Perm()))
	}
	if t := e.Modified.UnixNano(); u.noTimes == 0 || u.noTimes == 1 && !e.Mode().IsDir() {
		u.p.FS.Chtimes(u.ctx, u.p.Path(path), t, t, true)
	}
}

// madeLink tells whether a link was made by this run. They wait until the end,
// so that none is.
func (u *unzipper) madeLink(path string) bool {
	for _, l := range u.links {
		if l.path == path {
			return true
		}
	}
	return false
}

// finish makes the links and sets what directories are to have.
func (u *unzipper) finish() {
	p, ctx := u.p, u.ctx
	if len(u.links) > 0 {
		u.say(1, "finishing deferred symbolic links:\n")
	}
	for _, l := range u.links {
		if err := p.FS.Symlink(ctx, l.target, p.Path(l.path)); err != nil {
			p.Out.Flush()
			fmt.Fprintf(p.Stderr, "symlink error: %s\n", vfs.ErrText(err))
			u.status = max(u.status, 1)
			continue
		}
		u.say(1, "  %-22s -> %s\n", l.path, l.target)
	}
	// What is in a directory comes before it, which it may shut.
	slices.SortFunc(u.made, func(a, b zipDir) int { return strings.Compare(b.path, a.path) })
	for _, d := range u.made {
		u.attributes(d.path, d.e)
	}
}

// ask asks whether a file may be replaced.
func (u *unzipper) ask(path *string, base string) bool {
	p := u.p
	p.Out.Flush()
	for {
		fmt.Fprintf(p.Stderr, "replace %s? [y]es, [n]o, [A]ll, [N]one, [r]ename: ", *path)
		line, ok := p.ReadAnswer()
		if !ok && line == "" {
			fmt.Fprintf(p.Stderr, " NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			u.all = 'N'
			u.status = max(u.status, 1)
			return false
		}
		switch {
		case strings.HasPrefix(line, "y"), strings.HasPrefix(line, "Y"):
			return true
		case strings.HasPrefix(line, "n"):
			return false
		case strings.HasPrefix(line, "A"):
			u.all = 'A'
			return true
		case strings.HasPrefix(line, "N"):
			u.all = 'N'
			return false
		case strings.HasPrefix(line, "r"):
			fmt.Fprintf(p.Stderr, "new name: ")
			name, _ := p.ReadAnswer()
			if name != "" && !strings.Contains(name, "..") && !strings.HasPrefix(name, "/") {
				*path = base + name
				if _, err := p.Lstat(u.ctx, *path); err != nil {
					return true
				}
			}
		default:
			fmt.Fprintf(p.Stderr, "error:  invalid response [%s]\n", line)
		}
	}
}

// crlf writes text without the carriage returns of its line ends.
type crlf struct {
	w  io.Writer
	cr bool
}

func (c *crlf) Write(p []byte) (int, error) {
	out := make([]byte, 0, len(p)+1)
	for _, b := range p {
		if c.cr && b != '\n' {
			out = append(out, '\r')
		}
		if c.cr = b == '\r'; !c.cr {
			out = append(out, b)
		}
	}
	_, err := c.w.Write(out)
	return len(p), err
}

// isBinary tells whether text begins with what isn't text: control characters
// that none has.
func isBinary(b []byte) bool {
	return slices.ContainsFunc(b, func(c byte) bool { return c < 7 || c >= 14 && c < 26 || c >= 28 && c < 32 })
}

// lineEnds reads text with its line ends changed: LF to CR LF, or CR LF to LF,
// which leaves out a CR or a control-Z at the end as well.
type lineEnds struct {
	r    *bufio.Reader
	crlf bool
	lf   bool // is still to come after its CR
}

func (l *lineEnds) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if l.lf {
			l.lf = false
			p[n] = '\n'
			n++
			continue
		}
		c, err := l.r.ReadByte()
		if err != nil {
			return n, err
		}
		switch {
		case l.crlf && c == '\n':
			c, l.lf = '\r', true
		case !l.crlf && c == '\r':
			if next, err := l.r.Peek(1); err != nil || next[0] == '\n' {
				continue
			}
		case !l.crlf && c == 26:
			if _, err := l.r.Peek(1); err == io.EOF {
				continue
			}
		}
		p[n] = c
		n++
	}
	return n, nil
}
