package tar

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

// create writes a new archive.
func (a *archiver) create() {
	p, ctx := a.p, a.ctx
	var out vfs.File
	var w io.Writer = p.Out
	if a.verify && a.file == "-" {
		a.fatal("Cannot verify stdin/stdout archive")
	}
	if a.compression == codec.Compress {
		a.fatal("compress: Cannot exec: %s", vfs.ENOENT)
	}
	if a.file != "-" {
		f, err := p.OpenFile(ctx, a.file, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			a.fatal("%s: Cannot open: %s", a.q(a.file), vfs.ErrText(err))
		}
		out, w = f, f
		if i, err := f.Stat(); err == nil && i.Kind == vfs.Regular {
			a.archiveKey = fileKey{i.Dev, i.Ino}
		}
	}
	var z io.WriteCloser
	var wait func()
	if a.program != "" {
		z, wait = a.filterOut(out)
	} else {
		var err error
		if z, err = codec.NewWriter(w, a.compression, codec.Options{}); err != nil {
			a.fatal("%s", err)
		}
	}
	rec := &recordWriter{w: z, record: a.record, done: a.checkpoints(true)}
	a.writeAll(rec)
	err := rec.finish()
	if cerr := z.Close(); err == nil {
		err = cerr
	}
	if wait != nil {
		wait()
	}
	if out != nil {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	} else {
		p.Out.Flush()
	}
	if err != nil {
		a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
	}
	if a.totals {
		a.total(true, rec.n)
	}
	a.missingLinks()
	if a.verify {
		a.verifying = true
		s := a.open(a.file)
		a.each(s, func(e *entry, r *member, start int64) bool {
			a.compare(e, r, a.dir, start)
			return true
		})
		s.close()
	}
}

// checkpoints returns what is to be done after each record, if anything.
func (a *archiver) checkpoints(write bool) func(n int64) {
	if a.checkpoint == nil || a.checkpoint.every == 0 {
		return nil
	}
	return func(bytes int64) { a.at(bytes/int64(a.record), bytes, write) }
}

// linked is a file with names that are yet to be seen.
type linked struct {
	name string
	n    uint64
}

// missingLinks tells of files that have names outside the archive (-l).
func (a *archiver) missingLinks() {
	var list []string
	for _, l := range a.left {
		if l.n > 0 {
			list = append(list, l.name)
		}
	}
	sort.Strings(list)
	for _, name := range list {
		a.warn("Missing links to %s.", a.p.Quote(name))
	}
}

func humanBytes(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10) + "B"
	}
	v := float64(n)
	for _, u := range []string{"KiB", "MiB", "GiB", "TiB"} {
		v /= 1024
		if v < 1024 || u == "TiB" {
			if v < 10 {
				return fmt.Sprintf("%.1f%s", v, u)
			}
			return fmt.Sprintf("%.0f%s", v, u)
		}
	}
	return ""
}

// filterOut runs -I's program between the archive and its file.
func (a *archiver) filterOut(out vfs.File) (io.WriteCloser, func()) {
	p := a.p
	r, w := vfs.Pipe()
	stdout := vfs.File(p.Stdout)
	if out != nil {
		stdout = out
	}
	p.Out.Flush()
	c, err := a.spawn(strings.Fields(a.program), r, stdout)
	if err != nil {
		a.fatal("%s: Cannot exec: %s", a.q(a.program), vfs.ErrText(err))
	}
	return w, func() {
		if st := c.Wait(); st != 0 {
			a.fail("Child returned status %d", st)
		}
		r.Close()
	}
}

func (a *archiver) spawn(args []string, in, out vfs.File) (commands.Child, error) {
	p := a.p
	if p.Shell == nil || len(args) == 0 {
		return nil, vfs.ENOSYS
	}
	return p.Shell.Start(a.ctx, commands.Spawn{Args: args, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: in, Stdout: out, Stderr: p.Stderr})
}

// writeAll writes the files that were named.
func (a *archiver) writeAll(w io.Writer) {
	if a.label != "" {
		e := entry{name: a.label, kind: 'V', mtime: a.p.Now().UnixNano() / 1e9 * 1e9}
		if err := e.write(w, a.format, &a.pax); err != nil {
			a.fatal("%s", vfs.ErrText(err))
		}
	}
	for _, o := range a.operands {
		if a.ctx.Err() != nil {
			return
		}
		all := a.noRecurs
		a.noRecurs = o.plain
		a.add(w, o.dir, o.name, 0, true)
		a.noRecurs = all
	}
}

// add writes a file, and what a directory holds.
func (a *archiver) add(w io.Writer, dir, name string, dev uint64, top bool) {
	p, ctx := a.p, a.ctx
	path := joinName(dir, name)
	if path == "" || name == "" {
		a.fail("%s: Cannot stat: %s", a.q(name), vfs.ENOENT)
		return
	}
	if a.excluded(name) || a.ignored(name) {
		return
	}
	i, err := p.FS.Lstat(ctx, path)
	if err == nil && i.Kind == vfs.Symlink && a.follow {
		i, err = p.FS.Stat(ctx, path)
	}
	if err != nil {
		if vfs.ErrnoOf(err) == vfs.ENOENT && !top {
			a.warnAs("file-removed", "%s: File removed before we read it", a.q(name))
			a.status = max(a.status, 1)
			return
		}
		a.unread(name, "stat", err)
		return
	}
	if a.hasNewer && i.Kind != vfs.Directory && i.Mtime < a.newer && (a.newerMtime || i.Ctime < a.newer) {
		if top {
			a.warnAs("file-unchanged", "%s: file is unchanged; not dumped", a.q(name))
		}
		return
	}
	key := fileKey{i.Dev, i.Ino}
	if key == a.archiveKey && i.Kind == vfs.Regular {
		a.warnAs("ignore-archive", "%s: file is the archive; not dumped", a.q(name))
		return
	}
	if a.ask && !a.confirm("add", name) {
		return
	}
	if i.Kind == vfs.Directory {
		a.addDir(w, dir, name, path, i, dev, top)
		return
	}
	e := a.entryOf(i, name)
	if a.checkLinks && i.Nlink > 1 {
		if a.left == nil {
			a.left = map[fileKey]*linked{}
		}
		if l := a.left[key]; l != nil {
			l.n--
		} else {
			a.left[key] = &linked{name, uint64(i.Nlink) - 1}
		}
	}
	if (i.Nlink > 1 || len(a.operands) > 1) && !a.noHard {
		if first, ok := a.links[key]; ok {
			e.kind, e.size = '1', 0
			e.link = a.rename(a.safeName(first, true), 'h')
		} else {
			a.links[key] = name
			if !a.absolute && i.Nlink > 1 {
				a.safeName(name, true)
			}
		}
	}
	switch {
	case e.kind == '1':
	case i.Kind == vfs.Symlink:
		e.kind, e.link, e.size = '2', a.rename(i.Target, 's'), 0
	case i.Kind == vfs.FIFO:
		e.kind, e.size = '6', 0
	case i.Kind == vfs.Device:
		e.kind, e.size = '3', 0
		e.major, e.minor = commands.DeviceNumber(i)
	}
	var in vfs.File
	if e.kind == '0' && (e.size > 0 || i.Mode&0o400 == 0) {
		if in, err = p.FS.Open(ctx, path, vfs.ReadOnly, 0); err != nil {
			a.unread(name, "open", err)
			return
		}
		defer in.Close()
	}
	if in != nil && a.sparse && a.format != formatUstar && a.format != formatV7 {
		if spans, n := a.spans(in, e.size); n < e.size {
			e.kind, e.real, e.sparse = 'S', e.size, spans
			e.size = n
			if a.format == formatPax {
				e.size += int64(len(e.sparseMap()))
			}
		}
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			a.fail("%s: Cannot seek: %s", a.q(name), vfs.ErrText(err))
			return
		}
	}
	if !a.header(w, e, name) {
		return
	}
	switch {
	case e.kind == 'S':
		a.sparseBody(w, in, e, name)
	case in != nil && !a.body(w, in, e.size, name):
		return
	}
	if a.removeFiles {
		if err := p.FS.Unlink(ctx, path); err != nil {
			a.fail("%s: Cannot unlink: %s", a.q(name), vfs.ErrText(err))
		}
	}
}

// unread tells that a file can't be archived.
func (a *archiver) unread(name, call string, err error) {
	if a.ignoreRead {
		a.warnAs("failed-read", "%s: Warning: Cannot %s: %s", a.q(name), call, vfs.ErrText(err))
		return
	}
	a.fail("%s: Cannot %s: %s", a.q(name), call, vfs.ErrText(err))
}

// header writes the entry's header and lists it.
func (a *archiver) header(w io.Writer, e *entry, name string) bool {
	at := int64(-1)
	if r, ok := w.(*recordWriter); ok {
		at = r.n
	}
	if err := e.write(w, a.format, &a.pax); err != nil {
		if l, ok := err.(errTooLong); ok {
			a.fail("%s: %s", a.q(e.name), l.what)
			return false
		}
		a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
	}
	if a.verbose > 0 {
		if e.kind == 'S' {
			real := *e
			real.size = e.real
			e = &real
		}
		shown := name
		if e.kind == '5' && !strings.HasSuffix(shown, "/") {
			shown += "/"
		}
		if a.showTransformed {
			shown = e.name
		}
		if e.own != 0 { // the list tells the file's own time
			own := *e
			own.mtime = e.own
			e = &own
		}
		a.say(e, shown, a.verbose > 1, at)
	}
	return true
}

// body writes a file's bytes, exactly as many as the header says.
func (a *archiver) body(w io.Writer, in io.Reader, size int64, name string) bool {
	left := size
	for left > 0 {
		n, err := in.Read(a.buf[:min(int64(len(a.buf)), left)])
		if n > 0 {
			if _, werr := w.Write(a.buf[:n]); werr != nil {
				a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(werr))
			}
			left -= int64(n)
		}
		if err == io.EOF && left > 0 {
			a.warnAs("file-shrank", "%s: File shrank by %d bytes; padding with zeros", a.q(name), left)
			a.status = max(a.status, 1)
			clear(a.buf)
			for left > 0 {
				k := min(int64(len(a.buf)), left)
				w.Write(a.buf[:k])
				left -= k
			}
			break
		}
		if err != nil && err != io.EOF {
			a.fail("%s: Read error at byte %d, while reading %d bytes: %s", a.q(name), size-left, left, vfs.ErrText(err))
			clear(a.buf)
			for left > 0 {
				k := min(int64(len(a.buf)), left)
				w.Write(a.buf[:k])
				left -= k
			}
			break
		}
		if a.ctx.Err() != nil {
			a.p.Exit(2)
		}
	}
	if n := size % blockSize; n != 0 {
		if _, err := w.Write(make([]byte, blockSize-n)); err != nil {
			a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
		}
	}
	return true
}

// sparsePage is the least hole that -S leaves out, in bytes.
const sparsePage = 4096

// spans finds where a file holds data, by pages, and how much; a span of no
// bytes marks the end.
func (a *archiver) spans(in io.Reader, size int64) (list []span, total int64) {
	buf := make([]byte, 64<<10)
	at := int64(0)
	for at < size {
		n, err := io.ReadFull(in, buf[:min(int64(len(buf)), size-at)])
		for b := buf[:n]; len(b) > 0; {
			k := min(sparsePage, len(b))
			if !zeros(b[:k]) {
				if l := len(list); l > 0 && list[l-1].off+list[l-1].n == at {
					list[l-1].n += int64(k)
				} else {
					list = append(list, span{at, int64(k)})
				}
				total += int64(k)
			}
			at += int64(k)
			b = b[k:]
		}
		if err != nil || a.ctx.Err() != nil {
			break
		}
	}
	return append(list, span{size, 0}), total
}

// sparseBody writes the data of a sparse file.
func (a *archiver) sparseBody(w io.Writer, in vfs.File, e *entry, name string) {
	var parts []io.Reader
	if a.format == formatPax {
		parts = append(parts, strings.NewReader(e.sparseMap()))
	}
	for _, s := range e.sparse {
		if s.n > 0 {
			parts = append(parts, &section{in, s.off, s.n, false})
		}
	}
	a.body(w, io.MultiReader(parts...), e.size, name)
}

// section reads a piece of a file.
type section struct {
	f      vfs.File
	off, n int64
	moved  bool
}

func (s *section) Read(p []byte) (int, error) {
	if s.n == 0 {
		return 0, io.EOF
	}
	if !s.moved {
		if _, err := s.f.Seek(s.off, io.SeekStart); err != nil {
			return 0, err
		}
		s.moved = true
	}
	n, err := s.f.Read(p[:min(int64(len(p)), s.n)])
	s.n -= int64(n)
	return n, err
}

// entryOf fills an entry from what is known of a file.
func (a *archiver) entryOf(i vfs.Info, name string) *entry {
	user, _ := commands.UserName(commands.UID)
	e := &entry{name: a.rename(a.safeName(name, false), 0), mode: i.Mode & 0o7777, uid: commands.UID, gid: commands.UID, uname: user, gname: user,
		size: i.Size, mtime: i.Mtime, kind: '0'}
	if a.format != formatPax {
		e.mtime = floorSecond(i.Mtime)
	} else {
		e.atime, e.ctime = i.Atime, i.Ctime
	}
	if a.modeChange != nil {
		e.mode = a.modeChange.Apply(e.mode, i.IsDir(), 0)
	}
	e.own = e.mtime
	if a.hasMtime && (!a.clamp || e.mtime > a.mtime) {
		e.mtime = a.mtime
		if a.format != formatPax {
			e.mtime = floorSecond(e.mtime)
		}
	}
	if a.uid >= 0 {
		e.uid = a.uid
		e.uname = a.owner
	} else if a.owner != "" {
		e.uname = a.owner
	}
	if a.gid >= 0 {
		e.gid = a.gid
		e.gname = a.group
	} else if a.group != "" {
		e.gname = a.group
	}
	if m, ok := a.owners[int(commands.UID)]; ok && a.uid < 0 {
		e.uname = m.name
		if m.id >= 0 {
			e.uid = m.id
		}
	}
	if m, ok := a.groups[int(commands.UID)]; ok && a.gid < 0 {
		e.gname = m.name
		if m.id >= 0 {
			e.gid = m.id
		}
	}
	if a.numeric {
		e.uname, e.gname = "", ""
	}
	return e
}

func floorSecond(ns int64) int64 {
	if r := ns % 1e9; r < 0 {
		return ns - r - 1e9
	} else {
		return ns - r
	}
}

func (a *archiver) addDir(w io.Writer, dir, name, path string, i vfs.Info, dev uint64, top bool) {
	p, ctx := a.p, a.ctx
	contents, self, tags := true, true, true
	for _, t := range a.tags {
		if !a.tagged(path, t) {
			continue
		}
		contents = false
		what := "contents not dumped"
		switch {
		case t.all:
			self, what = false, "directory not dumped"
		case t.under:
			tags = false
		}
		a.warnAs("cachedir", "%s: contains a cache directory tag %s; %s", a.q(strings.TrimSuffix(name, "/")+"/"), t.name, what)
		break
	}
	if !self {
		return
	}
	e := a.entryOf(i, name)
	e.kind, e.size = '5', 0
	if !strings.HasSuffix(e.name, "/") {
		e.name += "/"
	}
	list, err := p.FS.ReadDir(ctx, path)
	if err != nil {
		a.unread(name, "open", err)
		return
	}
	if !a.header(w, e, name) {
		return
	}
	if top {
		dev = i.Dev
	}
	if a.noRecurs || !contents {
		if !contents && tags {
			for _, t := range a.tags {
				if a.tagged(path, t) {
					a.add(w, dir, strings.TrimSuffix(name, "/")+"/"+t.name, dev, false)
				}
			}
		}
		return
	}
	if a.oneFS && i.Dev != dev {
		a.warnAs("xdev", "%s: file is on a different filesystem; not dumped", a.q(name))
		return
	}
	if a.byInode {
		sort.SliceStable(list, func(x, y int) bool { return list[x].Ino < list[y].Ino })
	}
	prefix := name
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	rules := len(a.rules)
	a.readIgnores(path)
	for _, c := range list {
		if ctx.Err() != nil {
			return
		}
		a.add(w, dir, prefix+c.Name, dev, false)
	}
	a.rules = a.rules[:rules]
	if a.removeFiles {
		if err := p.FS.Rmdir(ctx, path); err != nil && vfs.ErrnoOf(err) != vfs.ENOTEMPTY {
			a.fail("%s: Cannot rmdir: %s", a.q(name), vfs.ErrText(err))
		}
	}
}

// tagged tells whether a directory holds the file that keeps it out.
func (a *archiver) tagged(path string, t tag) bool {
	file := path + "/" + t.name
	if !t.cache {
		_, err := a.p.FS.Stat(a.ctx, file)
		return err == nil
	}
	const signature = "Signature: 8a477f597d28d172789f06886806bc55"
	f, err := a.p.FS.Open(a.ctx, file, vfs.ReadOnly, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	b := make([]byte, len(signature))
	_, err = io.ReadFull(f, b)
	return err == nil && string(b) == signature
}

// confirm asks for a file, as -w does.
func (a *archiver) confirm(do, name string) bool {
	io.WriteString(a.list, do+" "+quote.Options{Style: quote.Locale, UTF8: a.p.UTF8()}.Quote(strings.TrimRight(name, "/"))+"?")
	a.p.Out.Flush()
	answer, _ := a.p.ReadAnswer()
	return strings.HasPrefix(answer, "y") || strings.HasPrefix(answer, "Y")
}
