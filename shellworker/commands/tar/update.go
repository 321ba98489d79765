package tar

import (
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/codec"
)

// scan reads an archive and returns where its last member ends, and the newest
// time of each member.
func (a *archiver) scan(name string) (end int64, times map[string]int64) {
	times = map[string]int64{}
	s := a.open(name)
	defer s.close()
	a.endAt = 0
	a.each(s, func(e *entry, r *member, start int64) bool {
		times[e.name] = max(times[e.name], e.mtime)
		return true
	})
	return a.endAt, times
}

// plain refuses compressed archives, which can't be changed in place.
func (a *archiver) plain() {
	if a.compression != codec.None || a.program != "" {
		a.usage("Cannot update compressed archives")
	}
	if a.file == "-" {
		a.usage("Options '-Aru' are incompatible with '-f -'")
	}
	if f, err := a.p.Open(a.ctx, a.file); err == nil {
		var b [16]byte
		n, _ := io.ReadFull(f, b[:])
		f.Close()
		if d := codec.Detect(b[:n]); d != codec.None && d != codec.Lzma {
			a.fatal("Cannot update compressed archives")
		}
	}
}

// extend appends files, newer files or archives to an archive.
func (a *archiver) extend() {
	p, ctx := a.p, a.ctx
	a.plain()
	i, err := p.Stat(ctx, a.file)
	end, times := int64(0), map[string]int64{}
	if err == nil && i.Size > 0 {
		end, times = a.scan(a.file)
	} else if err != nil && a.mode == 'A' {
		a.fatal("%s: Cannot open: %s", a.q(a.file), vfs.ErrText(err))
	}
	f, err := p.OpenFile(ctx, a.file, vfs.WriteOnly|vfs.Create, 0o666)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(a.file), vfs.ErrText(err))
	}
	defer f.Close()
	if fi, err := f.Stat(); err == nil {
		a.archiveKey = fileKey{fi.Dev, fi.Ino}
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		a.fatal("%s: Cannot seek: %s", a.q(a.file), vfs.ErrText(err))
	}
	// The first record is filled up to where it would have been.
	rec := &recordWriter{w: f, record: a.record, done: a.checkpoints(true)}
	if r := int(end % int64(a.record)); r != 0 {
		rec.w = &skipWriter{f, r}
		rec.buf = make([]byte, r)
	}
	switch a.mode {
	case 'A':
		for _, o := range a.operands {
			a.appendArchive(rec, o)
		}
	default:
		for _, o := range a.operands {
			if ctx.Err() != nil {
				return
			}
			if a.mode == 'u' {
				a.addNewer(rec, o.dir, o.name, times)
			} else {
				a.add(rec, o.dir, o.name, 0, true)
			}
		}
	}
	if err := rec.finish(); err != nil {
		a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
	}
	if pos, err := f.Seek(0, io.SeekCurrent); err == nil {
		if t, ok := f.(interface{ Truncate(int64) error }); ok {
			t.Truncate(pos)
		}
	}
	if a.totals {
		a.total(true, rec.n)
	}
}

// skipWriter leaves the first n bytes out: they are in the file already.
type skipWriter struct {
	w io.Writer
	n int
}

func (s *skipWriter) Write(p []byte) (int, error) {
	k := min(s.n, len(p))
	s.n -= k
	if _, err := s.w.Write(p[k:]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// addNewer adds what is newer than its copy in the archive.
func (a *archiver) addNewer(w io.Writer, dir, name string, times map[string]int64) {
	p, ctx := a.p, a.ctx
	path := joinName(dir, name)
	i, err := p.FS.Lstat(ctx, path)
	if err != nil || i.Kind != vfs.Directory {
		if err == nil {
			if t, ok := times[a.rename(a.safeName(name, false), 0)]; ok && floorSecond(i.Mtime) <= floorSecond(t) {
				return
			}
		}
		a.add(w, dir, name, 0, true)
		return
	}
	recurse := !a.noRecurs
	stored := strings.TrimSuffix(a.rename(a.safeName(name, false), 0), "/") + "/"
	if t, ok := times[stored]; !ok || floorSecond(i.Mtime) > floorSecond(t) {
		a.noRecurs = true
		a.add(w, dir, name, 0, true)
		a.noRecurs = !recurse
	}
	if !recurse {
		return
	}
	list, err := p.FS.ReadDir(ctx, path)
	if err != nil {
		a.fail("%s: Cannot open: %s", a.q(name), vfs.ErrText(err))
		return
	}
	for _, c := range list {
		child := strings.TrimSuffix(name, "/") + "/" + c.Name
		if !a.excluded(child) {
			a.addNewer(w, dir, child, times)
		}
	}
}

// appendArchive copies the members of another archive.
func (a *archiver) appendArchive(w io.Writer, o operand) {
	name := joinName(o.dir, o.name)
	end, _ := a.scan(name)
	in, err := a.p.FS.Open(a.ctx, name, vfs.ReadOnly, 0)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(o.name), vfs.ErrText(err))
	}
	defer in.Close()
	if _, err := io.Copy(w, &checked{a, io.LimitReader(in, end)}); err != nil {
		a.fatal("%s: Cannot read: %s", a.q(o.name), vfs.ErrText(err))
	}
}

// delete moves what is kept to the archive's front.
func (a *archiver) delete() {
	p, ctx := a.p, a.ctx
	a.plain()
	type span struct{ from, to int64 }
	var keep []span
	last := false
	var from int64
	s := a.open(a.file)
	a.each(s, func(e *entry, r *member, start int64) bool {
		if last {
			keep = append(keep, span{from, start})
		}
		_, gone := a.wanted(e.name)
		from, last = start, !gone || len(a.members) == 0
		return true
	})
	s.close()
	if last {
		keep = append(keep, span{from, a.endAt})
	}
	for i, m := range a.members {
		if m.found == 0 {
			a.fail("%s: Not found in archive", a.q(a.operands[i].name))
		}
	}
	in, err := p.Open(ctx, a.file)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(a.file), vfs.ErrText(err))
	}
	defer in.Close()
	out, err := p.OpenFile(ctx, a.file, vfs.WriteOnly, 0)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(a.file), vfs.ErrText(err))
	}
	defer out.Close()
	rec := &recordWriter{w: out, record: a.record}
	for _, k := range keep {
		if _, err := in.Seek(k.from, io.SeekStart); err != nil {
			a.fatal("%s: Cannot seek: %s", a.q(a.file), vfs.ErrText(err))
		}
		if _, err := io.Copy(rec, &checked{a, io.LimitReader(in, k.to-k.from)}); err != nil {
			a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
		}
	}
	if err := rec.finish(); err != nil {
		a.fatal("%s: Cannot write: %s", a.q(a.file), vfs.ErrText(err))
	}
	if pos, err := out.Seek(0, io.SeekCurrent); err == nil {
		if t, ok := out.(interface{ Truncate(int64) error }); ok {
			t.Truncate(pos)
		}
	}
}

// testLabel writes the archive's label, or tells whether it is one of those named.
func (a *archiver) testLabel() {
	s := a.open(a.file)
	defer s.close()
	label, has := "", false
	a.each(s, func(e *entry, r *member, start int64) bool {
		if e.kind == 'V' {
			label, has = e.name, true
		}
		return false
	})
	if len(a.operands) == 0 {
		if has {
			fmt.Fprintln(a.p.Out, label)
		}
		return
	}
	for _, o := range a.operands {
		if has && o.name == label {
			if a.verbose > 0 {
				fmt.Fprintln(a.p.Out, label)
			}
			return
		}
	}
	a.status = 1
}
