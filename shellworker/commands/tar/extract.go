package tar

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/pattern"
)

type delayedDir struct {
	path  string
	mode  uint32
	mtime int64
	set   bool
}

// delayedLink is a symbolic link that might lead out of the directory: a file
// keeps its place until all else is extracted.
type delayedLink struct {
	path, target string
	key          fileKey
	mtime        int64
}

// source is an archive that is read.
type source struct {
	*blocks
	child func() int // ends the program that decompresses it; returns its status
	close func()
}

// decompressors are the programs that read the formats.
var decompressors = map[codec.Format]string{codec.Gzip: "gzip", codec.Bzip2: "bzip2", codec.Xz: "xz", codec.Lzma: "lzma", codec.Zstd: "zstd", codec.Compress: "gzip"}

// open opens the archive for reading, decompressed.
func (a *archiver) open(name string) source {
	p := a.p
	f, err := p.Input(a.ctx, name)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(name), vfs.ErrText(err))
	}
	if i, err := f.Stat(); err == nil && i.IsDir() {
		a.warn("%s: Cannot read: %s", a.q(name), vfs.EISDIR)
		a.fatal("At beginning of tape, quitting now")
	}
	plain := func(r *bufio.Reader) source {
		return source{&blocks{a: a, r: r, read: a.checkpoints(false)}, func() int { return 0 }, func() { f.Close() }}
	}
	if a.program != "" {
		return a.filterIn(strings.Fields(a.program), f)
	}
	if a.compression != codec.None {
		return a.filterIn([]string{decompressors[a.compression]}, f)
	}
	br := bufio.NewReaderSize(f, 128<<10)
	head, err := br.Peek(blockSize)
	if err != nil && err != io.EOF {
		a.fatal("%s: Cannot read: %s", a.q(name), vfs.ErrText(err))
	}
	short := len(head) < blockSize
	format := codec.Detect(head)
	switch {
	case strings.HasPrefix(string(head), "BZh"):
		format = codec.Bzip2
	case short:
		format = codec.Detect(append(append([]byte(nil), head...), make([]byte, 16)...))
	case goodSum(head, blockSum(head)):
		format = codec.None
	}
	if format != codec.None && name == "-" {
		option := map[codec.Format]string{codec.Gzip: "-z", codec.Bzip2: "-j", codec.Xz: "-J", codec.Lzma: "--lzma", codec.Zstd: "--zstd", codec.Compress: "-Z"}[format]
		a.fatal("Archive is compressed. Use %s option", option)
	}
	if format == codec.None && short && strings.IndexByte("ruA", a.mode) < 0 {
		a.fail("This does not look like a tar archive")
	}
	if format == codec.None && name != "-" && blockSum(head) != 0 && (short || !goodSum(head, blockSum(head))) {
		format = bySuffix(name)
	}
	if format == codec.None {
		return plain(br)
	}
	f.Close()
	if f, err = p.Input(a.ctx, name); err != nil {
		a.fatal("%s: Cannot open: %s", a.q(name), vfs.ErrText(err))
	}
	return a.filterIn([]string{decompressors[format]}, f)
}

// filterIn reads what a program decompresses.
func (a *archiver) filterIn(program []string, f vfs.File) source {
	r, w := vfs.Pipe()
	c, err := a.spawn(append(program, "-d"), f, w)
	if err != nil {
		a.fatal("%s: Cannot exec: %s", a.q(strings.Join(program, " ")), vfs.ErrText(err))
	}
	done := make(chan int, 1)
	go func() {
		st := c.Wait()
		w.Close()
		done <- st
	}()
	b := &blocks{a: a, r: bufio.NewReaderSize(r, 128<<10), read: a.checkpoints(false)}
	var once sync.Once
	status := 0
	wait := func() int {
		once.Do(func() {
			r.Close()
			status = <-done
			f.Close()
		})
		return status
	}
	return source{b, func() int {
		io.Copy(io.Discard, &checked{a, b.r})
		return wait()
	}, func() { wait() }}
}

// end ends the reading of an archive to its end.
func (a *archiver) end(s source) {
	switch st := s.child(); {
	case st > 128:
		a.fatal("Child died with signal %d", st-128)
	case st != 0:
		a.fatal("Child returned status %d", st)
	}
}

// each calls f for each member: start is where its first header begins. f
// returns false to end. What changes an archive stops at the first zeros.
func (a *archiver) each(s source, f func(e *entry, m *member, start int64) bool) {
	b := s.blocks
	changing := strings.IndexByte("ruAD", a.mode) >= 0
	last := headerUnread
	for {
		start := b.n
		m, status := b.header()
		a.endAt = start
		switch status {
		case headerGood:
			a.endAt = b.n
			again := f(m.e, m, start)
			if !m.cut || a.mode != 'd' {
				m.skip()
			}
			a.endAt = b.n
			if !again {
				return
			}
		case headerZeros:
			a.blockLine(b.n, "** Block of NULs **")
			if changing && !a.ignoreZeros {
				return
			}
			b.take(blockSize)
			if !a.ignoreZeros {
				at := b.n
				if _, status = b.header(); status == headerZeros {
					return
				}
				a.warnAs("alone-zero-block", "A lone zero block at %d", at/blockSize)
			}
			status = last
		case headerEnd:
			a.blockLine(b.n, "** End of File **")
			return
		case headerBad:
			b.take(blockSize)
			switch last {
			case headerUnread:
				if changing {
					a.warn("This does not look like a tar archive")
				} else {
					a.fail("This does not look like a tar archive")
				}
				fallthrough
			case headerGood, headerZeros:
				if a.blockNo && !changing {
					fmt.Fprintf(a.list, "block %d: ", b.n/blockSize)
				}
				a.fail("Skipping to next header")
			}
		}
		last = status
	}
}

// blockLine tells for -R what is where no member is.
func (a *archiver) blockLine(at int64, what string) {
	if a.blockNo && (a.mode == 't' || a.mode == 'x' || a.mode == 'd') {
		fmt.Fprintf(a.list, "block %d: %s\n", at/blockSize, what)
	}
}

// checked ends a copy with the context.
type checked struct {
	a *archiver
	r io.Reader
}

func (c *checked) Read(p []byte) (int, error) {
	if err := c.a.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// wanted tells whether a member was named, and by which operand's directory.
func (a *archiver) wanted(name string) (dir string, ok bool) {
	if a.excluded(name) {
		return "", false
	}
	if len(a.members) == 0 {
		return a.dir, true
	}
	for i, m := range a.members {
		if m.match(name) {
			m.found++
			if a.occur > 0 && m.found != a.occur {
				return "", false
			}
			return a.mdirs[i], true
		}
	}
	return "", false
}

// read lists, extracts or compares.
func (a *archiver) read() {
	s := a.open(a.file)
	defer s.close()
	started, only := a.start == "", a.start != "" && len(a.members) == 0
	label := true
	a.each(s, func(e *entry, r *member, start int64) bool {
		if !started {
			if strings.TrimRight(e.name, "/") != a.start {
				return true
			}
			started = true
		}
		if label && a.label != "" {
			if e.kind != 'V' || !pattern.Compile(a.label, 0).Match(e.name) {
				a.fatal("Volume %s does not match %s", a.p.Quote(e.name), a.p.Quote(a.label))
			}
		}
		label = false
		dir, ok := a.wanted(e.name)
		if !ok || a.hasNewer && e.mtime < a.newer && e.kind != '5' {
			if a.omitted && e.kind == '5' {
				a.warn("%s: Omitting", a.q(strings.TrimRight(e.name, "/")))
			}
			return true
		}
		switch a.mode {
		case 't':
			name := e.name
			if a.showTransformed {
				name = a.rename(name, 0)
				if a.strip > 0 {
					name = strippedList(name, a.strip)
				}
			}
			a.say(e, name, a.verbose > 0, start)
		case 'd':
			a.compare(e, r, dir, start)
		default:
			if a.ask && !a.confirm("extract", e.name) {
				return true
			}
			a.extract(e, r, dir, start)
		}
		return !only
	})
	a.finish()
	a.end(s)
	if a.totals {
		a.total(false, s.n)
	}
	wildHint := false
	for i, m := range a.members {
		if m.found == 0 || a.occur > 0 && m.found < a.occur {
			if !wildHint && !m.wild && strings.ContainsAny(m.text, "*?[") {
				wildHint = true
				a.warn("Pattern matching characters used in file names")
				a.warn("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")
			}
			what := "Not found in archive"
			if m.found > 0 {
				what = "Required occurrence not found in archive"
			}
			a.fail("%s: %s", a.q(a.operands[i].name), what)
		}
	}
}

// target returns where a member goes, "" for nowhere.
func (a *archiver) target(e *entry) string {
	name := a.rename(e.name, 0)
	if a.strip > 0 {
		name = stripName(name, a.strip)
		if name == "" {
			return ""
		}
	}
	name = a.safeName(name, false)
	if a.hasTop {
		name = a.underTop(name)
	}
	return name
}

// stripName takes the first n elements away; "" where there are no more.
func stripName(name string, n int) string {
	s := strings.TrimLeft(name, "/")
	for ; n > 0; n-- {
		i := strings.IndexByte(s, '/')
		if i < 0 {
			return ""
		}
		s = strings.TrimLeft(s[i:], "/")
	}
	return s
}

// extract restores a member.
func (a *archiver) extract(e *entry, r *member, dir string, at int64) {
	p, ctx := a.p, a.ctx
	if e.kind == 'V' || e.kind == 'M' {
		if a.verbose > 0 {
			a.say(e, e.name, a.verbose > 1, at)
		}
		return
	}
	name := a.target(e)
	if name == "" {
		return
	}
	if !a.absolute && hasDotDot(e.name) {
		a.fail("%s: Member name contains '..'", a.q(e.name))
		return
	}
	if a.verbose > 0 {
		shown := e.name
		if a.showTransformed {
			shown = name
		}
		a.say(e, shown, a.verbose > 1, at+blockSize) // that of the data
	}
	regular := e.kind == '0' || e.kind == 0 || e.kind == 'S' || e.kind == '7'
	switch {
	case a.command != "":
		if regular {
			a.toCommand(e, r, name)
		}
		return
	case a.stdout:
		if regular {
			p.Out.Flush()
			for {
				n, err := r.Read(a.buf)
				p.Out.Write(a.buf[:n])
				if err != nil {
					break
				}
			}
			p.Out.Flush()
		}
		return
	}
	full := joinName(dir, name)
	trimmed := path.Clean(full)
	if a.absolute {
		if trimmed = strings.TrimRight(full, "/"); trimmed == "" {
			trimmed = "/"
		}
	}
	old, err := p.FS.Lstat(ctx, trimmed)
	exists := err == nil
	if exists && a.unlinkFirst {
		if err := a.clear(trimmed, old); err == nil {
			exists = false
		} else {
			a.fail("%s: Cannot unlink: %s", a.q(strings.TrimRight(name, "/")), vfs.ErrText(err))
		}
	}
	if exists && e.kind == '5' && old.IsDir() {
		if a.overwriteDir && !a.keepOld && !a.skipOld {
			a.delayedDirs = append(a.delayedDirs, delayedDir{trimmed, a.modeOf(e), e.mtime, true})
		}
		return
	}
	if exists && e.kind == '5' && old.Kind == vfs.Symlink {
		if i, err := p.FS.Stat(ctx, trimmed); err == nil && i.IsDir() && (a.keepOld || a.keepDirLink) {
			return
		}
	}
	if exists && e.kind == '1' { // a link to what is there already
		if l, err := p.FS.Lstat(ctx, joinName(dir, a.linkTarget(e))); err == nil && l.Ino == old.Ino && l.Dev == old.Dev {
			return
		}
	}
	if exists {
		switch {
		case a.skipOld:
			a.warnAs("existing-file", "%s: skipping existing file", a.q(name))
			return
		case a.keepOld:
			a.inTheWay(e, name, vfs.EEXIST)
			return
		case a.keepNewer && !old.IsDir() && floorSecond(old.Mtime) >= floorSecond(e.mtime):
			a.warnAs("ignore-newer", "Current %s is newer or same age", p.Quote(name))
			return
		case a.backups != commands.Backup{} && !old.IsDir():
			kept := p.BackupName(ctx, a.backups, trimmed)
			if kept == "" {
				break
			}
			if err := p.FS.Rename(ctx, trimmed, kept); err != nil {
				a.fail("%s: Cannot rename to %s: %s", a.q(name), a.q(kept), vfs.ErrText(err))
				return
			}
			if a.verbose > 0 {
				fmt.Fprintf(a.list, "Renaming %s to %s\n", p.Quote(name), p.Quote(name+strings.TrimPrefix(kept, trimmed)))
			}
		case a.overwrite && regular && old.Kind == vfs.Regular:
		default:
			if err := a.clear(trimmed, old); err != nil {
				if old.IsDir() {
					err = vfs.EISDIR
					if regular {
						a.fail("%s: Cannot open: %s", a.q(name), vfs.EISDIR)
						return
					}
					err = vfs.EEXIST
				}
				a.inTheWay(e, name, err)
				return
			}
		}
	}
	a.checkTime(e, name)
	if e.kind == '7' {
		a.contiguous.Do(func() { a.warnAs("contiguous-cast", "Extracting contiguous files as regular files") })
	}
	err = a.make(e, r, dir, name, trimmed, regular)
	if vfs.ErrnoOf(err) == vfs.ENOENT && err != nil && a.makeParents(trimmed) {
		err = a.make(e, r, dir, name, trimmed, regular)
	}
	if err != nil {
		a.inTheWay(e, name, err)
	}
}

// checkTime warns of a time that can't be true.
func (a *archiver) checkTime(e *entry, name string) {
	if a.touch {
		return
	}
	stamp := func() string { return time.Unix(0, e.mtime).In(a.p.Zone()).Format("2006-01-02 15:04:05") }
	if e.mtime < 0 {
		a.warnAs("timestamp", "%s: implausibly old time stamp %s", a.q(name), stamp())
	} else if d := e.mtime - a.p.Now().UnixNano(); d > 0 {
		s := strconv.FormatInt(d/1e9, 10)
		if ns := d % 1e9; ns != 0 {
			s += strings.TrimRight(fmt.Sprintf(".%09d", ns), "0")
		}
		a.warnAs("timestamp", "%s: time stamp %s is %s s in the future", a.q(name), stamp(), s)
	}
}

// clear removes what is where a member goes.
func (a *archiver) clear(path string, old vfs.Info) error {
	if !old.IsDir() {
		return a.p.FS.Unlink(a.ctx, path)
	}
	if a.recursiveUnlink {
		return a.removeAll(path)
	}
	return a.p.FS.Rmdir(a.ctx, path)
}

func (a *archiver) removeAll(path string) error {
	i, err := a.p.FS.Lstat(a.ctx, path)
	if err != nil {
		return err
	}
	if !i.IsDir() {
		return a.p.FS.Unlink(a.ctx, path)
	}
	list, err := a.p.FS.ReadDir(a.ctx, path)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := a.removeAll(path + "/" + e.Name); err != nil {
			return err
		}
	}
	return a.p.FS.Rmdir(a.ctx, path)
}

// inTheWay says why a member can't be made.
func (a *archiver) inTheWay(e *entry, name string, err error) {
	q := a.quoting.Quote(strings.TrimRight(name, "/"))
	switch e.kind {
	case '5':
		a.fail("%s: Cannot mkdir: %s", q, vfs.ErrText(err))
	case '6':
		a.fail("%s: Cannot mkfifo: %s", q, vfs.ErrText(err))
	case '3', '4':
		a.fail("%s: Cannot mknod: %s", q, vfs.ErrText(err))
	case '2':
		a.fail("%s: Cannot create symlink to %s: %s", q, a.p.Quote(e.link), vfs.ErrText(err))
	case '1':
		a.fail("%s: Cannot hard link to %s: %s", q, a.p.Quote(e.link), vfs.ErrText(err))
	default:
		a.fail("%s: Cannot open: %s", q, vfs.ErrText(err))
	}
}

func (a *archiver) makeParents(file string) bool {
	p, ctx := a.p, a.ctx
	up := path.Dir(file)
	if _, err := p.FS.Stat(ctx, up); err == nil {
		return false
	}
	var missing []string
	for d := up; d != "/"; d = path.Dir(d) {
		if _, err := p.FS.Lstat(ctx, d); err == nil {
			break
		}
		missing = append(missing, d)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := p.FS.Mkdir(ctx, missing[i], 0o777&^p.Umask); err != nil {
			return false
		}
	}
	return true
}

func (a *archiver) modeOf(e *entry) uint32 {
	if a.keepModes {
		return e.mode
	}
	return e.mode & 0o777 &^ a.p.Umask
}

// make makes what a member is.
func (a *archiver) make(e *entry, r *member, dir, name, full string, regular bool) error {
	p, ctx := a.p, a.ctx
	switch {
	case regular:
		f, err := p.FS.Open(ctx, full, vfs.WriteOnly|vfs.Create|vfs.Truncate, a.modeOf(e)|0o600)
		if err != nil {
			return err
		}
		if err := a.copyBody(f, r); errors.Is(err, errCut) {
			f.Close()
			return nil
		} else if err != nil {
			a.fail("%s: Cannot write: %s", a.q(name), vfs.ErrText(err))
		}
		if err := f.Close(); err != nil {
			a.fail("%s: Cannot close: %s", a.q(name), vfs.ErrText(err))
		}
		p.FS.Chmod(ctx, full, a.modeOf(e))
		a.own(e, name)
		if !a.touch {
			p.FS.Chtimes(ctx, full, p.Now().UnixNano(), e.mtime, true)
		}
		return nil
	case e.kind == '5':
		if err := p.FS.Mkdir(ctx, full, a.modeOf(e)|0o700); err != nil {
			return err
		}
		a.own(e, name)
		a.delayedDirs = append(a.delayedDirs, delayedDir{full, a.modeOf(e), e.mtime, true})
		return nil
	case e.kind == '6':
		if err := p.FS.Mkfifo(ctx, full, a.modeOf(e)); err != nil {
			return err
		}
		if !a.touch {
			p.FS.Chtimes(ctx, full, p.Now().UnixNano(), e.mtime, true)
		}
		return nil
	case e.kind == '2':
		target := a.rename(e.link, 's')
		if !a.absolute && (strings.HasPrefix(target, "/") || hasDotDot(target)) {
			f, err := p.FS.Open(ctx, full, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0)
			if err != nil {
				return err
			}
			i, err := f.Stat()
			f.Close()
			if err != nil {
				return err
			}
			a.delayedLinks = append(a.delayedLinks, delayedLink{full, target, fileKey{i.Dev, i.Ino}, e.mtime})
			return nil
		}
		if err := p.FS.Symlink(ctx, target, full); err != nil {
			return err
		}
		if !a.touch {
			p.FS.Chtimes(ctx, full, p.Now().UnixNano(), e.mtime, false)
		}
		return nil
	case e.kind == '1':
		link := a.linkTarget(e)
		err := p.FS.Link(ctx, joinName(dir, link), full)
		if vfs.ErrnoOf(err) == vfs.ENOENT {
			if _, lerr := p.FS.Lstat(ctx, joinName(dir, link)); lerr != nil {
				if _, perr := p.FS.Stat(ctx, path.Dir(full)); perr == nil {
					e.link = link
				}
			}
		}
		return err
	case e.kind == '3', e.kind == '4':
		return vfs.EPERM
	}
	a.warnAs("unknown-cast", "%s: Unknown file type '%c', extracted as normal file", a.q(name), e.kind)
	return a.make(&entry{name: e.name, mode: e.mode, mtime: e.mtime, kind: '0', size: e.size}, r, dir, name, full, true)
}

// own does what --same-owner asks for: nobody can give files away here.
func (a *archiver) own(e *entry, name string) {
	if !a.sameOwner {
		return
	}
	uid, gid := e.uid, e.gid
	if !a.numeric {
		if n, ok := commands.UserID(e.uname); ok {
			uid = int(n)
		}
		if n, ok := commands.GroupID(e.gname); ok {
			gid = int(n)
		}
	}
	if uid != commands.UID || gid != commands.UID {
		a.fail("%s: Cannot change ownership to uid %d, gid %d: %s", a.q(strings.TrimRight(name, "/")), uid, gid, vfs.EPERM)
	}
}

// linkTarget is the name that a hard link leads to.
func (a *archiver) linkTarget(e *entry) string {
	link := a.rename(e.link, 'h')
	if a.strip > 0 {
		if s := stripName(link, a.strip); s != "" {
			link = s
		}
	}
	link = a.safeName(link, true)
	if a.hasTop {
		link = a.underTop(link)
	}
	return link
}

// underTop puts a name into --one-top-level's directory.
func (a *archiver) underTop(name string) string {
	for strings.HasPrefix(name, "./") {
		name = strings.TrimLeft(name[2:], "/")
	}
	if name == "" || name == "." {
		return a.topLevel
	}
	return a.topLevel + "/" + strings.TrimPrefix(name, a.topLevel+"/")
}

func hasDotDot(s string) bool {
	for _, e := range strings.Split(s, "/") {
		if e == ".." {
			return true
		}
	}
	return false
}

// copyBody writes a member's bytes, and leaves the holes of a sparse one.
func (a *archiver) copyBody(f vfs.File, m *member) error {
	for {
		b, off, err := m.piece()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if m.e.kind == 'S' {
			if _, err := f.Seek(off, io.SeekStart); err != nil {
				return err
			}
		}
		if _, err := f.Write(b); err != nil {
			return err
		}
	}
	if t, ok := f.(interface{ Truncate(int64) error }); ok && m.e.kind == 'S' {
		return t.Truncate(m.e.size)
	}
	return nil
}

func zeros(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// finish makes the links that waited, and sets the directories' modes and
// times, the deepest first.
func (a *archiver) finish() {
	p, ctx := a.p, a.ctx
	for _, l := range a.delayedLinks {
		i, err := p.FS.Lstat(ctx, l.path)
		if err != nil || (fileKey{i.Dev, i.Ino}) != l.key {
			continue
		}
		if err := p.FS.Unlink(ctx, l.path); err != nil {
			a.fail("%s: Cannot unlink: %s", a.q(l.path), vfs.ErrText(err))
			continue
		}
		if err := p.FS.Symlink(ctx, l.target, l.path); err != nil {
			a.fail("%s: Cannot create symlink to %s: %s", a.q(l.path), p.Quote(l.target), vfs.ErrText(err))
			continue
		}
		if !a.touch {
			p.FS.Chtimes(ctx, l.path, p.Now().UnixNano(), l.mtime, false)
		}
	}
	a.delayedLinks = nil
	sort.SliceStable(a.delayedDirs, func(i, j int) bool { return a.delayedDirs[i].path > a.delayedDirs[j].path })
	for _, d := range a.delayedDirs {
		p.FS.Chmod(ctx, d.path, d.mode)
		if !a.touch {
			p.FS.Chtimes(ctx, d.path, p.Now().UnixNano(), d.mtime, true)
		}
	}
	a.delayedDirs = nil
}

// toCommand feeds a member to --to-command's command.
func (a *archiver) toCommand(e *entry, r *member, name string) {
	p := a.p
	p.Out.Flush()
	env := append([]string(nil), p.Env...)
	env = append(env, "TAR_VERSION=1.34", "TAR_ARCHIVE="+a.file, "TAR_VOLUME=0", "TAR_BLOCKING_FACTOR="+strconv.Itoa(a.record/blockSize),
		"TAR_FILETYPE=f", fmt.Sprintf("TAR_MODE=0%o", e.mode), "TAR_FILENAME="+name, "TAR_REALNAME="+e.name, "TAR_UNAME="+e.uname,
		"TAR_GNAME="+e.gname, "TAR_UID="+strconv.Itoa(e.uid), "TAR_GID="+strconv.Itoa(e.gid), "TAR_SIZE="+strconv.FormatInt(e.size, 10),
		"TAR_MTIME="+strconv.FormatInt(e.mtime/1e9, 10))
	in, w := vfs.Pipe()
	if p.Shell == nil {
		a.fatal("%s: Cannot exec: %s", a.q(a.command), vfs.ENOSYS)
	}
	c, err := p.Shell.Start(a.ctx, commands.Spawn{Args: []string{"/bin/sh", "-c", a.command}, Env: env, Dir: p.Dir, Umask: p.Umask,
		Stdin: in, Stdout: p.Stdout, Stderr: p.Stderr})
	if err != nil {
		a.fatal("%s: Cannot exec: %s", a.q(a.command), vfs.ErrText(err))
	}
	done := make(chan int, 1)
	go func() {
		st := c.Wait()
		in.Close()
		done <- st
	}()
	for {
		n, err := r.Read(a.buf)
		if n > 0 {
			if _, werr := w.WriteContext(a.ctx, a.buf[:n]); werr != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	w.Close()
	switch st := <-done; {
	case st == 0 || a.ignoreCommand:
	case st > 128:
		a.warn("%d: Child terminated on signal %d", c.Pid(), st-128)
	default:
		a.fail("%d: Child returned status %d", c.Pid(), st)
	}
}

// compare tells how a member differs from the file.
func (a *archiver) compare(e *entry, r *member, dir string, at int64) {
	p, ctx := a.p, a.ctx
	if e.kind == 'V' {
		return
	}
	name := a.target(e)
	if name == "" {
		return
	}
	if a.verbose > 0 {
		if a.verifying {
			io.WriteString(a.list, "Verify ")
		}
		a.say(e, e.name, a.verbose > 1, at)
	}
	differs := func(what string) {
		fmt.Fprintf(a.list, "%s: %s\n", a.q(strings.TrimRight(e.name, "/")), what)
		a.status = max(a.status, 1)
	}
	full := strings.TrimRight(joinName(dir, name), "/")
	i, err := p.FS.Lstat(ctx, full)
	if err != nil {
		call := "stat"
		if e.kind == '2' {
			call = "readlink"
		}
		if vfs.ErrnoOf(err) != vfs.ENOENT {
			a.fail("%s: Cannot "+call+": %s", a.q(strings.TrimRight(e.name, "/")), vfs.ErrText(err))
			return
		}
		a.warn("%s: Warning: Cannot "+call+": %s", a.q(strings.TrimRight(e.name, "/")), vfs.ErrText(err))
		a.status = max(a.status, 1)
		return
	}
	kind := map[vfs.Kind]byte{vfs.Regular: '0', vfs.Directory: '5', vfs.Symlink: '2', vfs.FIFO: '6', vfs.Device: '3'}[i.Kind]
	want := e.kind
	if want == 0 || want == '7' || want == 'S' {
		want = '0'
	}
	if want == '1' {
		l, err := p.FS.Lstat(ctx, joinName(dir, a.safeName(e.link, true)))
		if err != nil {
			a.warn("%s: Warning: Cannot stat: %s", a.q(e.link), vfs.ErrText(err))
			a.status = max(a.status, 1)
			return
		}
		if l.Ino != i.Ino || l.Dev != i.Dev {
			differs("Not linked to " + a.q(e.link))
		}
		return
	}
	if kind != want {
		differs("File type differs")
		return
	}
	if want == '2' {
		if i.Target != e.link {
			differs("Symlink differs")
		}
		return
	}
	if i.Mode&0o7777 != e.mode {
		differs("Mode differs")
	}
	if want != '0' {
		return
	}
	if e.uid != commands.UID {
		differs("Uid differs")
	}
	if e.gid != commands.UID {
		differs("Gid differs")
	}
	if floorSecond(i.Mtime) != floorSecond(e.mtime) {
		differs("Mod time differs")
	}
	if i.Size != e.size {
		differs("Size differs")
		return
	}
	f, err := p.FS.Open(ctx, full, vfs.ReadOnly, 0)
	if err != nil {
		a.fail("%s: Cannot open: %s", a.q(e.name), vfs.ErrText(err))
		return
	}
	defer f.Close()
	other := make([]byte, len(a.buf))
	for {
		n, err := io.ReadFull(r, a.buf)
		m, _ := io.ReadFull(f, other[:n])
		if m != n || string(a.buf[:n]) != string(other[:m]) {
			differs("Contents differ")
			return
		}
		if err != nil {
			return
		}
	}
}
