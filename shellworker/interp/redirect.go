package interp

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// savedFd is a descriptor as it was before a redirection; f is nil where it
// was closed.
type savedFd struct {
	fd int
	f  *openFile
}

// redirect performs redirections in order. What it returns undoes them, also
// where one failed, which it has said.
func (sh *Shell) redirect(rs []*syntax.Redir) (undo []savedFd, ok bool) {
	for _, r := range rs {
		if !sh.redirectOne(r, &undo) {
			return undo, false
		}
	}
	return undo, true
}

// redirectKeep performs redirections that nothing undoes.
func (sh *Shell) redirectKeep(rs []*syntax.Redir) bool {
	undo, ok := sh.redirect(rs)
	forget(undo)
	return ok
}

// forget lets go of what would undo redirections.
func forget(undo []savedFd) {
	for _, u := range undo {
		if u.f != nil {
			u.f.release()
		}
	}
}

// restore undoes redirections.
func (sh *Shell) restore(undo []savedFd) {
	for i := len(undo) - 1; i >= 0; i-- {
		u := undo[i]
		sh.fds.set(u.fd, u.f)
		if u.f != nil {
			u.f.release()
		}
	}
}

// setFd makes fd a descriptor of o and notes what it was.
func (sh *Shell) setFd(fd int, o *openFile, undo *[]savedFd) {
	if undo != nil {
		old := sh.fds.get(fd)
		if old != nil {
			old.hold()
		}
		*undo = append(*undo, savedFd{fd, old})
	}
	sh.fds.set(fd, o)
}

// fdLimit is the number that no descriptor reaches.
func (sh *Shell) fdLimit() int64 {
	if n := sh.proc.limit('n').soft; n != unlimited && n < fdLimit {
		return n
	}
	return fdLimit
}

func (sh *Shell) redirectOne(r *syntax.Redir, undo *[]savedFd) bool {
	fd := r.Fd
	op := r.Op
	sh.moveFd, sh.bothOut = 0, false
	sh.line = r.Line
	if r.Var != "" {
		return sh.redirectVar(r)
	}
	if fd < 0 {
		fd = 1
		if op[0] == '<' {
			fd = 0
		}
	}
	if int64(fd) >= sh.fdLimit() {
		sh.errorf("%d: Bad file descriptor", fd)
		return false
	}
	o, closing, ok := sh.redirTarget(r, fd)
	if !ok {
		return false
	}
	if closing {
		sh.setFd(fd, nil, undo)
		return true
	}
	if o == nil { // a move onto itself
		return true
	}
	o.hold()
	sh.setFd(fd, o, undo)
	if op == "&>" || op == "&>>" || op == ">&" && r.Fd < 0 && sh.bothOut {
		sh.setFd(2, o, undo)
	}
	o.release()
	if sh.moveFd > 0 {
		sh.setFd(sh.moveFd-1, nil, undo)
		sh.moveFd = 0
	}
	return true
}

// redirectVar is {var}>..: a free descriptor from 10 on, which stays.
func (sh *Shell) redirectVar(r *syntax.Redir) bool {
	name := r.Var
	if r.Op == ">&" || r.Op == "<&" {
		if w := sh.expandString(r.Word); w == "-" { // closes
			n, err := strconv.Atoi(sh.refValue(name))
			if err != nil {
				sh.errorf("%s: ambiguous redirect", name)
				return false
			}
			sh.fds.set(n, nil)
			return true
		}
	}
	fd := sh.fds.free(10)
	if int64(fd) >= sh.fdLimit() {
		sh.errorf("%s: cannot assign fd to variable", name)
		return false
	}
	o, closing, ok := sh.redirTarget(r, fd)
	if !ok || closing || o == nil {
		return false
	}
	base, sub, hasSub := name, "", false
	if i := strings.IndexByte(name, '['); i > 0 {
		base, sub, hasSub = name[:i], name[i+1:len(name)-1], true
	}
	sh.assignFailed = false
	if !sh.assign(base, sub, hasSub, strconv.Itoa(fd), false) {
		sh.assignFailed = false
		sh.errorf("%s: cannot assign fd to variable", name)
		o.hold()
		o.release()
		return false
	}
	sh.fds.set(fd, o)
	if sh.moveFd > 0 {
		sh.fds.set(sh.moveFd-1, nil)
		sh.moveFd = 0
	}
	return true
}

// refValue returns the value of a name or an element.
func (sh *Shell) refValue(ref string) string {
	if i := strings.IndexByte(ref, '['); i > 0 {
		return sh.parameter(ref[:i], ref[i+1:len(ref)-1], true).s
	}
	return sh.get(ref)
}

// redirTarget opens what a redirection leads to. closing means n>&-.
func (sh *Shell) redirTarget(r *syntax.Redir, fd int) (o *openFile, closing, ok bool) {
	switch r.Op {
	case "<<", "<<-":
		text := ""
		if r.Body != nil {
			if r.Quote {
				text = r.Body.Raw
			} else {
				text = sh.expandString(r.Body)
			}
		}
		return newOpenFile(newTextFile(text)), false, true
	case "<<<":
		return newOpenFile(newTextFile(sh.expandString(r.Word) + "\n")), false, true
	case ">&", "<&":
		return sh.dup(r, fd)
	}
	name, ok := sh.redirName(r)
	if !ok {
		return nil, false, false
	}
	o, ok = sh.openRedir(r.Op, name)
	return o, false, ok
}

// redirName expands the file name of a redirection, which must be one word.
func (sh *Shell) redirName(r *syntax.Redir) (string, bool) {
	w := r.Word
	c := w.Compile()
	braces := c.Braces != nil && sh.opt(oBraceexpand)
	if c.Simple && !braces {
		return c.Lit, true
	}
	var list []string
	if sh.opts[oPosix] && !sh.interactive && !braces {
		list = []string{sh.expandString(w)}
	} else {
		list = sh.expandWord(nil, w)
	}
	if len(list) != 1 {
		name := w.Raw
		if r.Var != "" {
			name = r.Var
		}
		sh.errorf("%s: ambiguous redirect", name)
		return "", false
	}
	return list[0], true
}

func (sh *Shell) openRedir(op, name string) (*openFile, bool) {
	flags := vfs.WriteOnly | vfs.Create
	switch op {
	case "<":
		flags = vfs.ReadOnly
	case "<>":
		flags = vfs.ReadWrite | vfs.Create
	case ">>", "&>>":
		flags |= vfs.Append
	case ">", "&>":
		if sh.opts[oNoclobber] {
			if i, err := sh.stat(name); err == nil && i.Kind == vfs.Regular {
				sh.errorf("%s: cannot overwrite existing file", name)
				return nil, false
			} else if err != nil {
				flags |= vfs.Exclusive
			}
		}
		flags |= vfs.Truncate
	case ">|":
		flags |= vfs.Truncate
	}
	o, err := sh.open(name, flags)
	if err != nil {
		if flags&vfs.Exclusive != 0 && vfs.ErrnoOf(err) == vfs.EEXIST {
			sh.errorf("%s: cannot overwrite existing file", name)
			return nil, false
		}
		sh.errorf("%s: %s", name, vfs.ErrText(err))
		return nil, false
	}
	return o, true
}

// open opens a file for a descriptor of the shell.
func (sh *Shell) open(name string, flags int) (*openFile, error) {
	if n, ok := fdPath(name); ok {
		o := sh.fds.get(n)
		if o == nil {
			return nil, vfs.ENOENT
		}
		if of, ok := o.f.(*vfs.OpenFile); ok && strings.HasPrefix(name, "/") {
			// opening /dev/fd/N of a file opens it anew
			if f, err := sh.reopen(of, flags); err == nil {
				return newOpenFile(f), nil
			}
		}
		return o, nil
	}
	if name == "" {
		return nil, vfs.ENOENT
	}
	f, err := sh.k.fs.Open(sh.proc.ctx, sh.path(name), flags, 0o666&^sh.umask)
	if err != nil {
		if sh.proc.ctx.Err() != nil {
			sh.checkKilled()
		}
		return nil, err
	}
	o := newOpenFile(f)
	o.path = name
	return o, nil
}

func (sh *Shell) reopen(*vfs.OpenFile, int) (vfs.File, error) { return nil, vfs.ENXIO }

// dup is n>&m, n>&m-, n>&- and >&file.
func (sh *Shell) dup(r *syntax.Redir, fd int) (o *openFile, closing, ok bool) {
	var word string
	if c := r.Word.Compile(); c.Simple && (c.Braces == nil || !sh.opt(oBraceexpand)) {
		word = c.Lit
	} else {
		list := sh.expandWord(nil, r.Word)
		if len(list) != 1 {
			sh.errorf("%s: ambiguous redirect", r.Word.Raw)
			return nil, false, false
		}
		word = list[0]
	}
	if word == "-" {
		return nil, true, true
	}
	move := strings.HasSuffix(word, "-")
	digits := strings.TrimSuffix(word, "-")
	n, err := strconv.Atoi(digits)
	if err != nil || digits == "" || digits[0] == '-' || digits[0] == '+' {
		if r.Op == ">&" && r.Fd < 0 && r.Var == "" {
			o, ok := sh.openRedir("&>", word)
			sh.bothOut = ok
			return o, false, ok
		}
		if word == "" && r.Op == "<&" {
			sh.errorf("%s: ambiguous redirect", r.Word.Raw)
			return nil, false, false
		}
		sh.errorf("%s: ambiguous redirect", r.Word.Raw)
		return nil, false, false
	}
	o = sh.fds.get(n)
	if o == nil {
		sh.errorf("%s: %s", strings.TrimSuffix(r.Word.Raw, "-"), vfs.EBADF)
		return nil, false, false
	}
	if move {
		if n == fd {
			return nil, false, true
		}
		sh.moveFd = n + 1
	}
	return o, false, true
}

// textFile is the open file behind a here-document: read-only and in memory.
type textFile struct {
	s   string
	off atomic.Int64
}

func newTextFile(s string) *textFile { return &textFile{s: s} }

func (t *textFile) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	off := t.off.Load()
	if off >= int64(len(t.s)) {
		return 0, errEOF
	}
	n := copy(p, t.s[off:])
	t.off.Store(off + int64(n))
	return n, nil
}

func (t *textFile) Write([]byte) (int, error) { return 0, vfs.EBADF }
func (t *textFile) Close() error              { return nil }

func (t *textFile) Seek(off int64, whence int) (int64, error) {
	if t.pipe() {
		return 0, vfs.ESPIPE
	}
	return t.seek(off, whence)
}

// rewoundText is a here-document that is given back what was read ahead of it,
// also where it stands for a pipe.
type rewoundText struct{ *textFile }

func (t rewoundText) Seek(off int64, whence int) (int64, error) { return t.seek(off, whence) }

func (t *textFile) seek(off int64, whence int) (int64, error) {
	switch whence {
	case 1:
		off += t.off.Load()
	case 2:
		off += int64(len(t.s))
	}
	if off < 0 {
		return 0, vfs.EINVAL
	}
	t.off.Store(off)
	return off, nil
}

// pipe tells whether the text goes through a pipe, as what fits into one does.
func (t *textFile) pipe() bool { return len(t.s) <= 64<<10 }

func (t *textFile) Stat() (vfs.Info, error) {
	i := vfs.Info{Name: "here-document", Node: vfs.Node{Kind: vfs.Regular, Mode: 0o600, Size: int64(len(t.s)), Nlink: 1}}
	if t.pipe() {
		i.Kind, i.Size = vfs.FIFO, 0
	}
	return i, nil
}
