package commands

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

// How a copier treats what is there already.
const (
	replaceAlways = iota
	replaceAsk
	replaceNever
)

// copier copies or moves files: what cp, mv and install share.
type copier struct {
	p   *Process
	ctx context.Context

	move           bool
	recursive      bool
	follow         byte // 'L' all symbolic links, 'H' those named on the command line, 'P' none, 0 as is fit
	replace        int
	force          bool
	update         bool
	verbose        bool
	hardLink       bool
	symLink        bool
	attributesOnly bool
	removeDest     bool
	copyContents   bool
	oneFS          bool
	noTarget       bool
	parents        bool
	keepMode       bool
	keepTimes      bool
	keepLinks      bool
	noMode         bool // --no-preserve=mode
	sparse         string
	backup         Backup
	mode           *uint32 // install: the mode of what is made
	chown          bool    // install: another owner was asked for

	links map[fileKey]string // copies of what has several names
	made  map[fileKey]bool   // files made by this run
	named map[namedCopy]string
	buf   []byte
	fail  bool
}

type fileKey struct {
	dev uint64
	ino vfs.Ino
}

func keyOf(i vfs.Info) fileKey { return fileKey{i.Dev, i.Ino} }

// namedCopy is a file that the user named, and what it is copied to.
type namedCopy struct {
	src fileKey
	dst string
}

func newCopier(ctx context.Context, p *Process) *copier {
	return &copier{p: p, ctx: ctx, links: map[fileKey]string{}, made: map[fileKey]bool{}, named: map[namedCopy]string{}}
}

func (c *copier) errorf(format string, a ...any) bool {
	c.p.Errorf(format, a...)
	c.fail = true
	return false
}

func (c *copier) stat(name string, follow bool) (vfs.Info, error) {
	if follow {
		return c.p.Stat(c.ctx, name)
	}
	return c.p.Lstat(c.ctx, name)
}

// copy copies src to dst, which it makes or replaces, and tells whether it
// succeeded. top: src was named by the user. up: the directories being copied.
func (c *copier) copy(src, dst string, top bool, up []fileKey) bool {
	p, ctx := c.p, c.ctx
	if ctx.Err() != nil {
		return false
	}
	follow := !c.move && (c.follow == 'L' || c.follow == 'H' && top || c.follow == 0 && !c.recursive)
	si, err := c.stat(src, follow)
	if err != nil {
		return c.errorf("cannot stat %s: %s", quote.Always(src), errText(err))
	}
	if si.Kind == vfs.Directory && !c.recursive && !c.move {
		if top && !c.copyDirs() {
			what := "-r not specified; "
			if p.Name == "install" {
				what = ""
			}
			return c.errorf("%somitting directory %s", what, quote.Always(src))
		}
	}
	if top {
		if first, ok := c.named[namedCopy{keyOf(si), dst}]; ok && (first == src || p.samePlaceAs(ctx, first, src)) {
			p.Errorf("warning: source %s %s specified more than once", kindWord(si.Kind == vfs.Directory), quote.Always(src))
			return true
		}
		c.named[namedCopy{keyOf(si), dst}] = src
	}
	regularCopy := si.Kind == vfs.Regular || !c.recursive && si.Kind != vfs.Directory && si.Kind != vfs.Symlink || c.copyContents && si.Kind != vfs.Directory && si.Kind != vfs.Symlink
	di, derr := p.Lstat(ctx, dst)
	exists := derr == nil
	if !exists && vfs.ErrnoOf(derr) != vfs.ENOENT && !c.move {
		return c.errorf("cannot stat %s: %s", quote.Always(dst), errText(derr))
	}
	backedUp := ""
	if exists && c.replace == replaceNever {
		return true
	}
	if exists {
		target, terr := di, error(nil)
		if di.Kind == vfs.Symlink {
			target, terr = p.Stat(ctx, dst)
		}
		writesThrough := regularCopy && !c.move && !c.hardLink && !c.symLink && !c.removeDest && c.backup.kind == 0
		if same := c.sameFile(si, di, target, terr, src, dst, writesThrough); same != 0 {
			switch same {
			case 'e':
				return c.errorf("%s and %s are the same file", quote.Always(src), quote.Always(dst))
			case 'd':
				return true
			}
		}
		if di.Kind == vfs.Symlink && terr != nil && writesThrough {
			return c.errorf("not writing through dangling symlink %s", quote.Always(dst))
		}
		// What counts below is what the destination leads to, where the copy
		// would be written through it.
		old := di
		if di.Kind == vfs.Symlink && terr == nil && (writesThrough || si.Kind == vfs.Directory && !c.move) {
			old = target
		}
		if c.replace == replaceNever && (si.Kind != vfs.Directory || c.move) {
			return true
		}
		if c.update && si.Kind != vfs.Directory && old.Kind != vfs.Directory {
			if old.Mtime >= si.Mtime {
				return true
			}
		}
		if c.update && c.move && si.Kind == vfs.Directory && old.Mtime >= si.Mtime {
			return true
		}
		if c.replace == replaceAsk && (si.Kind != vfs.Directory || c.move) {
			if !c.askReplace(dst, old) {
				return true
			}
		}
		if si.Kind != vfs.Directory && old.Kind == vfs.Directory {
			if !c.noTarget && c.backup.kind != 0 && c.move {
				// moved out of the way below
			} else {
				return c.errorf("cannot overwrite directory %s with non-directory", quote.Always(dst))
			}
		}
		if si.Kind == vfs.Directory && old.Kind != vfs.Directory {
			if c.backup.kind == 0 {
				if c.move {
					return c.errorf("cannot overwrite non-directory %s with directory %s", quote.Always(dst), quote.Always(src))
				}
				return c.errorf("cannot overwrite non-directory %s with directory %s", quote.Always(dst), quote.Always(src))
			}
		}
		if c.made[keyOf(di)] && (si.Kind != vfs.Directory || c.move) && c.backup.kind != 't' {
			return c.errorf("will not overwrite just-created %s with %s", quote.Always(dst), quote.Always(src))
		}
		if c.backup.kind != 0 && !(si.Kind == vfs.Directory && di.Kind == vfs.Directory && !c.move) {
			name := p.BackupName(ctx, c.backup, dst)
			if bi, err := p.Lstat(ctx, name); err == nil && keyOf(bi) == keyOf(si) {
				return c.errorf("backing up %s might destroy source;  %s not %s", quote.Always(dst), quote.Always(src), map[bool]string{true: "moved", false: "copied"}[c.move])
			}
			if err := p.FS.Rename(ctx, p.Path(dst), p.Path(name)); err != nil {
				return c.errorf("cannot backup %s: %s", quote.Always(dst), errText(err))
			}
			backedUp = name
			exists = false
		} else if !c.move && di.Kind != vfs.Directory && si.Kind != vfs.Directory {
			unlink := c.removeDest || c.keepLinks && si.Nlink > 1 && c.links[keyOf(si)] != "" || (c.hardLink || c.symLink) && c.force
			if !regularCopy && !c.hardLink && !c.symLink {
				unlink = true
			}
			if c.follow == 'P' && c.recursive && si.Kind == vfs.Symlink {
				unlink = true
			}
			if unlink {
				if err := p.FS.Unlink(ctx, p.Path(dst)); err != nil && vfs.ErrnoOf(err) != vfs.ENOENT {
					return c.errorf("cannot remove %s: %s", quote.Always(dst), errText(err))
				}
				if c.verbose && (c.removeDest || c.force) {
					fmt.Fprintf(p.Out, "removed %s\n", quote.Always(dst))
				}
				exists = false
			}
		}
	}
	if c.move {
		return c.moveOne(si, src, dst, backedUp, up)
	}
	if si.Kind == vfs.Directory {
		for _, k := range up {
			if k == keyOf(si) {
				return c.errorf("cannot copy cyclic symbolic link %s", quote.Always(src))
			}
		}
	}
	if c.verbose && (si.Kind != vfs.Directory || !exists) {
		c.say(src, dst, backedUp)
	}
	if c.keepLinks && !c.hardLink && !c.symLink && (si.Nlink > 1 || follow && c.follow != 0) && si.Kind != vfs.Directory {
		if first, ok := c.links[keyOf(si)]; ok {
			err := p.FS.Link(ctx, p.Path(first), p.Path(dst))
			if vfs.ErrnoOf(err) == vfs.EEXIST {
				if fi, ferr := p.Lstat(ctx, first); ferr == nil && exists && keyOf(fi) == keyOf(di) {
					return true
				}
				p.FS.Unlink(ctx, p.Path(dst))
				err = p.FS.Link(ctx, p.Path(first), p.Path(dst))
			}
			if err != nil {
				return c.errorf("cannot create hard link %s to %s: %s", quote.Always(dst), quote.Always(first), errText(err))
			}
			return true
		}
		c.links[keyOf(si)] = dst
	}
	switch {
	case si.Kind == vfs.Directory:
		return c.copyDir(si, src, dst, exists, up)
	case c.symLink:
		if !strings.HasPrefix(src, "/") && DirName(dst) != "." {
			a, err1 := p.Stat(ctx, ".")
			b, err2 := p.Stat(ctx, DirName(dst))
			if err1 != nil || err2 != nil || keyOf(a) != keyOf(b) {
				return c.errorf("%s: can make relative symbolic links only in current directory", quote.Name(dst))
			}
		}
		if err := p.FS.Symlink(ctx, src, p.Path(dst)); err != nil {
			return c.errorf("cannot create symbolic link %s to %s: %s", quote.Always(dst), quote.Always(src), errText(err))
		}
		c.remember(dst)
		return true
	case c.hardLink:
		from := p.Path(src)
		if si.Kind != vfs.Symlink {
			if real, err := p.FS.RealPath(ctx, from); err == nil {
				from = real
			}
		}
		err := p.FS.Link(ctx, from, p.Path(dst))
		if vfs.ErrnoOf(err) == vfs.EEXIST && (c.force || c.replace == replaceAsk) {
			p.FS.Unlink(ctx, p.Path(dst))
			err = p.FS.Link(ctx, from, p.Path(dst))
		}
		if err != nil {
			return c.errorf("cannot create hard link %s to %s: %s", quote.Always(dst), quote.Always(src), errText(err))
		}
		c.remember(dst)
		return true
	case regularCopy:
		return c.copyFile(si, src, dst, exists)
	case si.Kind == vfs.Symlink:
		if err := p.FS.Symlink(ctx, si.Target, p.Path(dst)); err != nil {
			return c.errorf("cannot create symbolic link %s: %s", quote.Always(dst), errText(err))
		}
		if c.keepTimes {
			p.FS.Chtimes(ctx, p.Path(dst), si.Atime, si.Mtime, false)
		}
		c.remember(dst)
		return true
	case si.Kind == vfs.FIFO:
		mode := si.Mode & 0o777
		if !c.keepMode {
			mode &^= p.Umask
		}
		if err := p.FS.Mkfifo(ctx, p.Path(dst), mode); err != nil {
			return c.errorf("cannot create fifo %s: %s", quote.Always(dst), errText(err))
		}
		c.remember(dst)
		c.attributes(si, dst, true)
		return true
	}
	return c.errorf("cannot create special file %s: %s", quote.Always(dst), vfs.EPERM)
}

func (c *copier) copyDirs() bool { return c.recursive }

func kindWord(dir bool) string {
	if dir {
		return "directory"
	}
	return "file"
}

func (c *copier) say(src, dst, backedUp string) {
	what := ""
	if c.move {
		what = "renamed "
	}
	fmt.Fprintf(c.p.Out, "%s%s -> %s", what, quote.Always(src), quote.Always(dst))
	if backedUp != "" {
		fmt.Fprintf(c.p.Out, " (backup: %s)", quote.Always(backedUp))
	}
	c.p.Out.WriteByte('\n')
}

// remember notes that dst was made by this run.
func (c *copier) remember(dst string) {
	if i, err := c.p.Lstat(c.ctx, dst); err == nil {
		c.made[keyOf(i)] = true
	}
}

func (c *copier) askReplace(dst string, old vfs.Info) bool {
	if old.Kind != vfs.Symlink && c.p.FS.Access(c.ctx, c.p.Path(dst), 2) != nil {
		do := "overwrite"
		if c.move || c.removeDest || c.force {
			do = "replace"
		}
		if do == "overwrite" {
			return c.p.Ask("unwritable %s (mode %04o, %s); try anyway? ", quote.Always(dst), old.Mode&0o7777, permString(old.Mode))
		}
		return c.p.Ask("%s %s, overriding mode %04o (%s)? ", do, quote.Always(dst), old.Mode&0o7777, permString(old.Mode))
	}
	return c.p.Ask("overwrite %s? ", quote.Always(dst))
}

// sameFile tells what it means that source and destination are one file: 0 it
// doesn't matter, 'e' an error, 'd' that there is nothing to do.
func (c *copier) sameFile(si, di, target vfs.Info, terr error, src, dst string, through bool) byte {
	if keyOf(si) != keyOf(di) {
		if terr != nil || keyOf(si) != keyOf(target) {
			if si.Kind == vfs.Symlink && c.move && di.Nlink > 1 {
				a, err1 := c.p.canonical(c.ctx, src, canonExisting)
				b, err2 := c.p.canonical(c.ctx, dst, canonExisting)
				if err1 == nil && err2 == nil && a == b {
					return 'e'
				}
			}
			if si.Kind == vfs.Symlink && c.backup.kind == 0 && c.leadsTo(src, di) {
				return 'e'
			}
			return 0
		}
		// The destination is a link to the source.
		if c.move || c.removeDest || c.backup.kind != 0 || (c.hardLink || c.symLink) && c.force {
			return 0
		}
		if c.symLink || c.hardLink {
			return 'e'
		}
		return 'e'
	}
	sameName := c.samePlace(src, dst)
	if l, err := c.p.Lstat(c.ctx, src); err == nil && l.Kind == vfs.Symlink && di.Kind != vfs.Symlink && !c.hardLink {
		return 'e' // to move the destination away would leave nothing to copy
	}
	switch {
	case c.hardLink:
		return 'd'
	case !sameName && (c.removeDest || c.backup.kind != 0):
		return 0
	case c.backup.kind != 0 && c.force && !c.move:
		return 0
	case c.keepLinks && !sameName && c.recursive && si.Kind == vfs.Symlink:
		return 'd'
	}
	return 'e'
}

// leadsTo tells whether a symbolic link leads to a file: that replaced by the
// link would be lost.
func (c *copier) leadsTo(link string, to vfs.Info) bool {
	i, err := c.p.Stat(c.ctx, link)
	return err == nil && keyOf(i) == keyOf(to)
}

// samePlace tells whether two paths name one entry of one directory.
func (c *copier) samePlace(a, b string) bool {
	if BaseName(a) != BaseName(b) {
		return false
	}
	x, err1 := c.p.Stat(c.ctx, DirName(a))
	y, err2 := c.p.Stat(c.ctx, DirName(b))
	return err1 == nil && err2 == nil && keyOf(x) == keyOf(y)
}

// copyDir copies a directory and what is in it.
func (c *copier) copyDir(si vfs.Info, src, dst string, exists bool, up []fileKey) bool {
	p, ctx := c.p, c.ctx
	if !exists {
		if err := p.FS.Mkdir(ctx, p.Path(dst), si.Mode&0o777&^p.Umask|0o700); err != nil {
			return c.errorf("cannot create directory %s: %s", quote.Always(dst), errText(err))
		}
		c.remember(dst)
	}
	di, err := p.Stat(ctx, dst)
	if err != nil {
		return c.errorf("cannot stat %s: %s", quote.Always(dst), errText(err))
	}
	ok := true
	list, err := p.FS.ReadDir(ctx, p.Path(src))
	if err != nil {
		ok = c.errorf("cannot access %s: %s", quote.Always(src), errText(err))
	}
	up = append(up, keyOf(si))
	for _, e := range list {
		from := joinPath(src, e.Name)
		if ei, err := p.Lstat(ctx, from); err == nil {
			if ei.Kind == vfs.Directory && (keyOf(ei) == keyOf(di) || c.made[keyOf(ei)]) {
				if keyOf(ei) == keyOf(di) || c.intoItself(up, di) {
					c.errorf("cannot copy a directory, %s, into itself, %s", quote.Always(src), quote.Always(dst))
					ok = false
					continue
				}
				if c.made[keyOf(ei)] {
					continue
				}
			}
			if c.oneFS && ei.Dev != si.Dev {
				continue
			}
		}
		if !c.copy(from, joinPath(dst, e.Name), false, up) {
			ok = false
		}
	}
	if !exists || c.keepMode || c.keepTimes {
		c.attributes(si, dst, !exists)
	}
	return ok
}

func (c *copier) intoItself(up []fileKey, di vfs.Info) bool {
	for _, k := range up {
		if k == keyOf(di) {
			return true
		}
	}
	return false
}

func joinPath(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// attributes gives the copy at dst the attributes that are kept.
func (c *copier) attributes(si vfs.Info, dst string, fresh bool) {
	p, ctx := c.p, c.ctx
	switch {
	case c.mode != nil:
		p.FS.Chmod(ctx, p.Path(dst), *c.mode)
	case c.keepMode:
		if err := p.FS.Chmod(ctx, p.Path(dst), si.Mode&0o7777); err != nil {
			c.errorf("preserving permissions for %s: %s", quote.Always(dst), errText(err))
		}
	case fresh && si.Kind == vfs.Directory:
		mode := si.Mode & 0o777
		if c.noMode {
			mode = 0o777
		}
		p.FS.Chmod(ctx, p.Path(dst), mode&^p.Umask)
	}
	if c.keepTimes {
		if err := p.FS.Chtimes(ctx, p.Path(dst), si.Atime, si.Mtime, true); err != nil {
			c.errorf("preserving times for %s: %s", quote.Always(dst), errText(err))
		}
	}
}

// copyFile copies the bytes of a file.
func (c *copier) copyFile(si vfs.Info, src, dst string, exists bool) bool {
	p, ctx := c.p, c.ctx
	in, err := p.Open(ctx, src)
	if err != nil {
		return c.errorf("cannot open %s for reading: %s", quote.Always(src), errText(err))
	}
	defer in.Close()
	mode := si.Mode & 0o777
	if c.noMode || si.Kind != vfs.Regular {
		mode = 0o666
	}
	flags := vfs.WriteOnly | vfs.Create
	if !c.attributesOnly {
		flags |= vfs.Truncate
	}
	if !exists {
		flags |= vfs.Exclusive
	}
	create := mode | 0o200
	out, err := p.OpenFile(ctx, dst, flags, create)
	if err != nil && exists && c.force {
		if err2 := p.FS.Unlink(ctx, p.Path(dst)); err2 != nil {
			return c.errorf("cannot remove %s: %s", quote.Always(dst), errText(err2))
		}
		if c.verbose {
			fmt.Fprintf(p.Out, "removed %s\n", quote.Always(dst))
		}
		exists = false
		out, err = p.OpenFile(ctx, dst, flags|vfs.Exclusive, create)
	}
	if err != nil {
		if vfs.ErrnoOf(err) == vfs.EISDIR && strings.HasSuffix(dst, "/") {
			err = vfs.ENOTDIR
		}
		return c.errorf("cannot create regular file %s: %s", quote.Always(dst), errText(err))
	}
	ok := true
	if !c.attributesOnly {
		if err, reading := c.transfer(out, in); err != nil {
			if reading {
				ok = c.errorf("error reading %s: %s", quote.Always(src), errText(err))
			} else {
				ok = c.errorf("error writing %s: %s", quote.Always(dst), errText(err))
			}
		}
	}
	if err := out.Close(); err != nil && ok {
		ok = c.errorf("failed to close %s: %s", quote.Always(dst), errText(err))
	}
	if di, err := p.Stat(ctx, dst); err == nil {
		c.made[keyOf(di)] = true
		if !exists && c.mode == nil && !c.keepMode && di.Kind == vfs.Regular && mode&0o200 == 0 {
			p.FS.Chmod(ctx, p.Path(dst), mode&^p.Umask)
		}
		if di.Kind == vfs.Regular {
			c.attributes(si, dst, !exists)
		}
	}
	return ok
}

// transfer copies all bytes. With sparse "always" it leaves holes where blocks
// are zero.
func (c *copier) transfer(out, in vfs.File) (err error, reading bool) {
	if c.buf == nil {
		c.buf = make([]byte, vfs.PageSize)
	}
	hole := false
	for {
		n, err := readFull(in, c.buf)
		b := c.buf[:n]
		for len(b) > 0 {
			k := len(b)
			if c.sparse == "always" {
				k = min(k, 4096)
				if k == 4096 && allZero(b[:k]) {
					if _, err := out.Seek(int64(k), io.SeekCurrent); err == nil {
						hole = true
						b = b[k:]
						continue
					}
				}
				hole = false
			}
			if _, err := out.Write(b[:k]); err != nil {
				return err, false
			}
			b = b[k:]
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err, true
		}
		if err := c.ctx.Err(); err != nil {
			return err, true
		}
	}
	if hole {
		end, err := out.Seek(0, io.SeekCurrent)
		if t, ok := out.(interface{ Truncate(int64) error }); ok && err == nil {
			return t.Truncate(end), false
		}
	}
	return nil, false
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// readFull reads until b is full, the end (io.EOF, also with bytes) or an error.
func readFull(r io.Reader, b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k, err := r.Read(b[n:])
		n += k
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// moveOne renames, or copies and removes where the tree's parts are apart.
func (c *copier) moveOne(si vfs.Info, src, dst, backedUp string, up []fileKey) bool {
	p, ctx := c.p, c.ctx
	from, to := p.Path(src), p.Path(dst)
	for strings.HasSuffix(from, "/") && len(from) > 1 {
		from = from[:len(from)-1]
	}
	err := p.FS.Rename(ctx, from, to)
	if err == nil {
		// Two names of one file: rename(2) does nothing, mv removes one.
		if si.Nlink > 1 && si.Kind != vfs.Directory {
			if a, err1 := p.FS.Lstat(ctx, from); err1 == nil && keyOf(a) == keyOf(si) && from != to {
				if err := p.FS.Unlink(ctx, from); err != nil {
					return c.errorf("cannot remove %s: %s", quote.Always(src), errText(err))
				}
			}
		}
		if c.verbose {
			c.say(src, dst, backedUp)
		}
		c.remember(dst)
		return true
	}
	switch vfs.ErrnoOf(err) {
	case vfs.EINVAL:
		return c.errorf("cannot move %s to a subdirectory of itself, %s", quote.Always(src), quote.Always(dst))
	case vfs.EXDEV:
	case vfs.ENOTEMPTY, vfs.EEXIST, vfs.EISDIR, vfs.ENOTDIR:
		return c.errorf("cannot move %s to %s: %s", quote.Always(src), quote.Always(dst), errText(err))
	default:
		return c.errorf("cannot move %s to %s: %s", quote.Always(src), quote.Always(dst), errText(err))
	}
	if di, err := p.Lstat(ctx, dst); err == nil {
		var rerr error
		if di.Kind == vfs.Directory {
			rerr = p.FS.Rmdir(ctx, to)
		} else {
			rerr = p.FS.Unlink(ctx, to)
		}
		if rerr != nil {
			return c.errorf("inter-device move failed: %s to %s; unable to remove target: %s", quote.Always(src), quote.Always(dst), errText(rerr))
		}
	}
	d := *c
	d.move, d.recursive, d.follow, d.keepMode, d.keepTimes, d.keepLinks = false, true, 'P', true, true, true
	d.replace, d.update, d.backup = replaceAlways, false, Backup{}
	d.fail = false
	if d.verbose {
		d.verbose = false
		if si.Kind == vfs.Directory {
			fmt.Fprintf(p.Out, "created directory %s\n", quote.Always(dst))
		}
		fmt.Fprintf(p.Out, "copied %s -> %s\n", quote.Always(src), quote.Always(dst))
	}
	ok := d.copy(src, dst, false, up)
	if d.fail {
		c.fail = true
	}
	if !ok {
		return false
	}
	r := remover{p: p, ctx: ctx, recursive: true, force: true, verbose: c.verbose}
	if r.remove(src) != removed {
		c.fail = true
		return false
	}
	return true
}
