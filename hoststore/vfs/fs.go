package vfs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// Limits of names, as on Linux.
const (
	NameMax    = 255
	PathMax    = 4096
	MaxSymlink = 40
)

// Open flags. Exactly one of ReadOnly, WriteOnly and ReadWrite is given.
const (
	ReadOnly  = 0
	WriteOnly = 1
	ReadWrite = 2
	Create    = 0o100
	Exclusive = 0o200
	Truncate  = 0o1000
	Append    = 0o2000
	NonBlock  = 0o4000 // of a FIFO: don't wait for the other end
	OnlyDir   = 0o200000
	NoFollow  = 0o400000
)

// Info is what stat tells of a path. Dev tells mounts apart.
type Info struct {
	Name string // the last element of the path
	Dev  uint64
	Node
}

func (i Info) IsDir() bool        { return i.Kind == Directory }
func (i Info) ModTime() time.Time { return time.Unix(0, i.Mtime) }

// FileMode returns the mode in io/fs's bits.
func (i Info) FileMode() fs.FileMode {
	m := fs.FileMode(i.Mode & 0o777)
	for bit, f := range map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if i.Mode&bit != 0 {
			m |= f
		}
	}
	switch i.Kind {
	case Directory:
		m |= fs.ModeDir
	case Symlink:
		m |= fs.ModeSymlink
	case FIFO:
		m |= fs.ModeNamedPipe
	case Device:
		m |= fs.ModeDevice | fs.ModeCharDevice
	}
	return m
}

// FS is a tree of names over one store and what is mounted in it. It is safe
// for concurrent use. All paths given to its methods are absolute; they are
// resolved as POSIX 4.13 says, and never cleaned by text.
type FS struct {
	mu     sync.Mutex // held by what looks and then changes
	now    func() int64
	mounts []*mount
	fifos  map[fileID]*pipe
	fifoMu sync.Mutex

	// Privileged lifts the checks of permission bits, as for root.
	Privileged bool
	// Device opens a character device by its name.
	Device func(name string) (File, error)
}

type mount struct {
	Store
	dev      uint64
	parent   *mount // what it is mounted in, at the directory ino
	ino      Ino
	path     string
	readOnly bool
}

type fileID struct {
	m   *mount
	ino Ino
}

// New returns the tree of one store. now gives nanoseconds since the epoch.
func New(root Store, now func() int64) *FS {
	return &FS{now: now, mounts: []*mount{{Store: root, dev: 1}}, fifos: map[fileID]*pipe{}}
}

// Mount puts a store's root in place of the directory at path. A read-only
// mount answers every change with EROFS.
func (f *FS) Mount(ctx context.Context, path string, s Store, readOnly bool) error {
	w, err := f.walk(ctx, path, true)
	if err != nil {
		return pathError("mount", path, err)
	}
	f.mounts = append(f.mounts, &mount{Store: s, dev: uint64(len(f.mounts) + 1), parent: w.m, ino: w.node.Ino, path: path, readOnly: readOnly})
	return nil
}

// SetReadOnly makes the mount at path read-only, or no longer so.
func (f *FS) SetReadOnly(path string, readOnly bool) {
	for _, m := range f.mounts {
		if m.path == path || m.parent == nil && path == "/" {
			m.readOnly = readOnly
		}
	}
}

// place is where a walk got to: a name in a directory, and the node that it
// is bound to, if any.
type place struct {
	m     *mount
	dir   Ino    // the directory that holds name; 0 for a mount's root
	dirM  *mount // the mount of dir
	name  string // "" for the root, "." and ".."
	node  Node   // Ino 0: the name isn't bound
	slash bool   // the path ended in a slash
	trail []step // the directories passed
}

type step struct {
	m    *mount
	node Node
	name string
}

func (f *FS) mountAt(m *mount, ino Ino) *mount {
	for i := len(f.mounts) - 1; i > 0; i-- {
		if c := f.mounts[i]; c.parent == m && c.ino == ino {
			return c
		}
	}
	return nil
}

// walk resolves an absolute path. The last name need not exist: then node.Ino
// is 0 and the error nil. With follow a symbolic link at the end is followed
// (as it always is before a slash).
func (f *FS) walk(ctx context.Context, name string, follow bool) (place, error) {
	if name == "" {
		return place{}, ENOENT
	}
	if len(name) >= PathMax {
		return place{}, ENAMETOOLONG
	}
	if name[0] != '/' {
		return place{}, EINVAL
	}
	if strings.IndexByte(name, 0) >= 0 {
		return place{}, EINVAL
	}
	rootNode, err := f.mounts[0].Node(ctx, RootIno)
	if err != nil {
		return place{}, err
	}
	trail := make([]step, 1, 8)
	trail[0] = step{f.mounts[0], rootNode, ""}
	rest := name
	links := 0
	for {
		rest = strings.TrimLeft(rest, "/")
		top := trail[len(trail)-1]
		if rest == "" {
			p := place{m: top.m, node: top.node, name: top.name, slash: strings.HasSuffix(name, "/"), trail: trail}
			if len(trail) > 1 {
				up := trail[len(trail)-2]
				p.dir, p.dirM = up.node.Ino, up.m
			} else {
				p.name = ""
			}
			return p, nil
		}
		elem, tail, more := strings.Cut(rest, "/")
		if top.node.Kind != Directory {
			return place{}, ENOTDIR
		}
		if !f.may(top.node, 1) {
			return place{}, EACCES
		}
		if elem == "." || elem == ".." {
			if elem == ".." && len(trail) > 1 {
				trail = trail[:len(trail)-1]
			}
			rest = tail
			if strings.Trim(rest, "/") == "" { // the path ends in a dot
				top = trail[len(trail)-1]
				return place{m: top.m, node: top.node, name: "", dir: 0, slash: more, trail: trail}, nil
			}
			continue
		}
		if len(elem) > NameMax {
			return place{}, ENAMETOOLONG
		}
		last := strings.Trim(tail, "/") == ""
		n, err := top.m.Lookup(ctx, top.node.Ino, elem)
		if err != nil {
			if last && ErrnoOf(err) == ENOENT {
				return place{m: top.m, dirM: top.m, dir: top.node.Ino, name: elem, slash: more, trail: trail}, nil
			}
			return place{}, err
		}
		m := top.m
		if n.Kind == Directory {
			if c := f.mountAt(m, n.Ino); c != nil {
				m = c
				if n, err = c.Node(ctx, RootIno); err != nil {
					return place{}, err
				}
			}
		}
		if n.Kind == Symlink && (!last || follow || more) {
			if links++; links > MaxSymlink {
				return place{}, ELOOP
			}
			target := n.Target
			if target == "" {
				return place{}, ENOENT
			}
			if strings.HasPrefix(target, "/") {
				trail = trail[:1]
			}
			if more {
				rest = target + "/" + tail
			} else {
				rest = target
			}
			if len(rest) >= PathMax {
				return place{}, ENAMETOOLONG
			}
			continue
		}
		if last {
			if more && n.Kind != Directory {
				return place{}, ENOTDIR
			}
			trail = append(trail, step{m, n, elem})
			return place{m: m, dirM: top.m, dir: top.node.Ino, name: elem, node: n, slash: more, trail: trail}, nil
		}
		trail = append(trail, step{m, n, elem})
		rest = tail
	}
}

// may tells whether the one user may do want (4 read, 2 write, 1 execute or
// search) with the node: the user owns every node.
func (f *FS) may(n Node, want uint32) bool {
	return f.Privileged || n.Mode>>6&want == want
}

// existing resolves a path that must exist.
func (f *FS) existing(ctx context.Context, op, name string, follow bool) (place, error) {
	p, err := f.walk(ctx, name, follow)
	if err == nil && p.node.Ino == 0 {
		err = ENOENT
	}
	return p, pathError(op, name, err)
}

// writable tells whether names in the place's directory may change.
func (f *FS) writable(p place) error {
	if p.dirM.readOnly {
		return EROFS
	}
	d := p.trail[len(p.trail)-1].node
	if p.node.Ino != 0 {
		d = p.trail[len(p.trail)-2].node
	}
	if !f.may(d, 3) {
		return EACCES
	}
	return nil
}

// Stat follows symbolic links.
func (f *FS) Stat(ctx context.Context, name string) (Info, error) {
	p, err := f.existing(ctx, "stat", name, true)
	return p.info(), err
}

// Lstat doesn't follow a symbolic link at the end of the path.
func (f *FS) Lstat(ctx context.Context, name string) (Info, error) {
	p, err := f.existing(ctx, "lstat", name, false)
	return p.info(), err
}

// info is what stat tells of a place; nothing of one that wasn't reached.
func (p place) info() Info {
	if p.m == nil {
		return Info{}
	}
	name := p.name
	if name == "" && len(p.trail) > 0 {
		name = p.trail[len(p.trail)-1].name
	}
	return Info{Name: name, Dev: p.m.dev, Node: p.node}
}

// ReadDir returns the names in a directory, sorted bytewise, without . and ...
func (f *FS) ReadDir(ctx context.Context, name string) ([]Dirent, error) {
	p, err := f.existing(ctx, "open", name, true)
	if err != nil {
		return nil, err
	}
	if p.node.Kind != Directory {
		return nil, pathError("open", name, ENOTDIR)
	}
	if !f.may(p.node, 4) {
		return nil, pathError("open", name, EACCES)
	}
	list, err := p.m.List(ctx, p.node.Ino)
	return list, pathError("readdir", name, err)
}

// Readlink returns a symbolic link's target.
func (f *FS) Readlink(ctx context.Context, name string) (string, error) {
	p, err := f.existing(ctx, "readlink", name, false)
	if err != nil {
		return "", err
	}
	if p.node.Kind != Symlink {
		return "", pathError("readlink", name, EINVAL)
	}
	return p.node.Target, nil
}

// RealPath returns the path without symbolic links, . and ... The path must exist.
func (f *FS) RealPath(ctx context.Context, name string) (string, error) {
	p, err := f.existing(ctx, "realpath", name, true)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, s := range p.trail[1:] {
		b.WriteString("/" + s.name)
	}
	if b.Len() == 0 {
		return "/", nil
	}
	return b.String(), nil
}

// Access tells whether the user may do want (4 read, 2 write, 1 execute) with
// the path: nil, or why not (access(2)).
func (f *FS) Access(ctx context.Context, name string, want uint32) error {
	p, err := f.existing(ctx, "access", name, true)
	if err != nil {
		return err
	}
	if want&2 != 0 && p.m.readOnly && p.node.Kind != Device && p.node.Kind != FIFO {
		return pathError("access", name, EROFS)
	}
	if !f.may(p.node, want) || f.Privileged && want&1 != 0 && p.node.Kind != Directory && p.node.Mode&0o111 == 0 {
		return pathError("access", name, EACCES)
	}
	return nil
}

// retry runs a look-and-change until what it saw held, within bounds.
func (f *FS) retry(op, name string, change func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := error(ESTALE)
	for i := 0; i < 100 && errors.Is(err, ESTALE); i++ {
		err = change()
	}
	return pathError(op, name, err)
}

// makeNode binds a new node at a name that must be free.
func (f *FS) makeNode(ctx context.Context, op, name string, n Node) error {
	return f.retry(op, name, func() error {
		p, err := f.walk(ctx, name, false)
		if err != nil {
			return err
		}
		if p.node.Ino != 0 {
			return EEXIST
		}
		if p.slash && n.Kind != Directory {
			return ENOENT
		}
		_, err = f.bindNew(ctx, p, n, Create|Exclusive)
		return err
	})
}

func (f *FS) bindNew(ctx context.Context, p place, n Node, flags int) (Node, error) {
	if err := f.writable(p); err != nil {
		return n, err
	}
	ino, err := p.m.NewIno(ctx)
	if err != nil {
		return n, err
	}
	t := f.now()
	n.Ino, n.Atime, n.Mtime, n.Ctime = ino, t, t, t
	return n, p.m.Apply(ctx,
		Change{Op: OpCreate, Time: t, Ino: ino, Node: n},
		Change{Op: OpLink, Time: t, Ino: ino, Dir: p.dir, Name: p.name,
			Excl: flags&Exclusive != 0, Trunc: flags&Truncate != 0})
}

// Mkdir makes a directory with the permission bits of mode.
func (f *FS) Mkdir(ctx context.Context, name string, mode uint32) error {
	return f.makeNode(ctx, "mkdir", name, Node{Kind: Directory, Mode: mode & 0o7777})
}

// MkdirAll makes a directory and its missing parents.
func (f *FS) MkdirAll(ctx context.Context, name string, mode uint32) error {
	if i, err := f.Stat(ctx, name); err == nil {
		if i.IsDir() {
			return nil
		}
		return pathError("mkdir", name, ENOTDIR)
	}
	if up := path.Dir(strings.TrimRight(name, "/")); up != "/" && up != "." {
		if err := f.MkdirAll(ctx, up, mode); err != nil {
			return err
		}
	}
	err := f.Mkdir(ctx, name, mode)
	if ErrnoOf(err) == EEXIST {
		return nil
	}
	return err
}

// Mkfifo makes a FIFO.
func (f *FS) Mkfifo(ctx context.Context, name string, mode uint32) error {
	return f.makeNode(ctx, "mkfifo", name, Node{Kind: FIFO, Mode: mode & 0o7777})
}

// Mknod makes a character device that Device opens by the name dev. Only the
// builder of a tree calls it.
func (f *FS) Mknod(ctx context.Context, name string, mode uint32, dev string) error {
	return f.makeNode(ctx, "mknod", name, Node{Kind: Device, Mode: mode & 0o7777, Target: dev})
}

// Symlink makes a symbolic link to target at name.
func (f *FS) Symlink(ctx context.Context, target, name string) error {
	if target == "" {
		return pathError("symlink", name, ENOENT)
	}
	if len(target) >= PathMax {
		return pathError("symlink", name, ENAMETOOLONG)
	}
	return f.makeNode(ctx, "symlink", name, Node{Kind: Symlink, Mode: 0o777, Target: target, Size: int64(len(target))})
}

// Link makes newName another name of old, which is not followed if it is a
// symbolic link (linkat(2) without AT_SYMLINK_FOLLOW).
func (f *FS) Link(ctx context.Context, old, newName string) error {
	return f.retry("link", newName, func() error {
		o, err := f.existing(ctx, "link", old, false)
		if err != nil {
			return err
		}
		p, err := f.walk(ctx, newName, false)
		if err != nil {
			return err
		}
		switch {
		case p.node.Ino != 0:
			return EEXIST
		case p.slash:
			return ENOENT
		case o.node.Kind == Directory:
			return EPERM
		case p.m != o.m:
			return EXDEV
		}
		if err := f.writable(p); err != nil {
			return err
		}
		return p.m.Apply(ctx, Change{Op: OpLink, Time: f.now(), Ino: o.node.Ino, Dir: p.dir, Name: p.name, Excl: true})
	})
}

// Unlink removes a name that is not a directory's.
func (f *FS) Unlink(ctx context.Context, name string) error {
	return f.remove(ctx, "unlink", name, false)
}

// Rmdir removes an empty directory.
func (f *FS) Rmdir(ctx context.Context, name string) error {
	return f.remove(ctx, "rmdir", name, true)
}

func (f *FS) remove(ctx context.Context, op, name string, dir bool) error {
	return f.retry(op, name, func() error {
		p, err := f.walk(ctx, name, false)
		if err != nil {
			return err
		}
		if p.slash && p.name != "" { // a link is not followed, slash or not
			if l, err := f.walk(ctx, strings.TrimRight(name, "/"), false); err == nil && l.node.Kind == Symlink {
				return ENOTDIR
			}
		}
		switch {
		case p.node.Ino == 0:
			return ENOENT
		case dir && p.node.Kind != Directory:
			return ENOTDIR
		case !dir && p.node.Kind == Directory:
			return EISDIR
		case p.name == "" && strings.HasSuffix(strings.TrimRight(name, "/"), "/..") || strings.TrimRight(name, "/") == "..":
			return ENOTEMPTY
		case p.name == "" && len(p.trail) > 1:
			return EINVAL // ends in a dot
		case p.name == "" || p.m != p.dirM:
			return EBUSY
		}
		if err := f.writable(p); err != nil {
			return err
		}
		return p.m.Apply(ctx, Change{Op: OpUnlink, Time: f.now(), Ino: p.node.Ino, Dir: p.dir, Name: p.name})
	})
}

// Rename moves old to newName and replaces what is there, as rename(2) does.
func (f *FS) Rename(ctx context.Context, old, newName string) error {
	return f.rename(ctx, old, newName, false)
}

// RenameNoReplace moves old to newName, which must be free.
func (f *FS) RenameNoReplace(ctx context.Context, old, newName string) error {
	return f.rename(ctx, old, newName, true)
}

func (f *FS) rename(ctx context.Context, old, newName string, free bool) error {
	return f.retry("rename", old, func() error {
		o, err := f.walk(ctx, old, false)
		if err != nil {
			return err
		}
		if o.node.Ino == 0 {
			return ENOENT
		}
		p, err := f.walk(ctx, newName, false)
		if err != nil {
			return err
		}
		isDir := o.node.Kind == Directory
		switch {
		case o.name == "" || p.name == "" || o.m != o.dirM:
			return EBUSY
		case o.dirM != p.dirM || p.node.Ino != 0 && p.m != p.dirM:
			return EXDEV
		case p.node.Ino == o.node.Ino:
			return nil
		case p.slash && !isDir:
			return ENOTDIR
		}
		if p.node.Ino != 0 {
			switch {
			case free:
				return EEXIST
			case isDir && p.node.Kind != Directory:
				return ENOTDIR
			case !isDir && p.node.Kind == Directory:
				return EISDIR
			}
		}
		if isDir {
			for _, s := range p.trail {
				if s.m == o.m && s.node.Ino == o.node.Ino {
					return EINVAL // into itself
				}
			}
		}
		if err := f.writable(o); err != nil {
			return err
		}
		if err := f.writable(p); err != nil {
			return err
		}
		return p.m.Apply(ctx, Change{Op: OpRename, Time: f.now(), Ino: o.node.Ino,
			Dir: o.dir, Name: o.name, NewDir: p.dir, NewName: p.name, Assumed: p.node.Ino})
	})
}

// setAttr changes a node's attributes.
func (f *FS) setAttr(ctx context.Context, op, name string, follow bool, c Change) error {
	p, err := f.existing(ctx, op, name, follow)
	if err != nil {
		return err
	}
	if p.m.readOnly {
		return pathError(op, name, EROFS)
	}
	c.Op, c.Ino, c.Time = OpSetAttr, p.node.Ino, f.now()
	return pathError(op, name, p.m.Apply(ctx, c))
}

// Chmod sets the permission bits, 07777, of what the path leads to.
func (f *FS) Chmod(ctx context.Context, name string, mode uint32) error {
	return f.setAttr(ctx, "chmod", name, true, Change{Set: SetMode, Node: Node{Mode: mode}})
}

// Omit, as a time given to Chtimes, leaves that time as it is.
const Omit = -1 << 63

// Chtimes sets the access and modification times, in nanoseconds since the
// epoch. Without follow a symbolic link's own times are set.
func (f *FS) Chtimes(ctx context.Context, name string, atime, mtime int64, follow bool) error {
	c := Change{Node: Node{Atime: atime, Mtime: mtime}}
	if atime != Omit {
		c.Set |= SetAtime
	}
	if mtime != Omit {
		c.Set |= SetMtime
	}
	return f.setAttr(ctx, "utimes", name, follow, c)
}

// Truncate makes the file at the path size bytes long.
func (f *FS) Truncate(ctx context.Context, name string, size int64) error {
	file, err := f.Open(ctx, name, WriteOnly, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	t, ok := file.(*OpenFile)
	if !ok {
		return pathError("truncate", name, EINVAL)
	}
	return pathError("truncate", name, t.Truncate(size))
}

// Sync returns when all that was written is where it will last.
func (f *FS) Sync(ctx context.Context) error {
	var errs []error
	for _, m := range f.mounts {
		if !m.readOnly {
			errs = append(errs, m.Sync(ctx))
		}
	}
	return errors.Join(errs...)
}

// ReadFile returns a whole file; it refuses one larger than limit with EFBIG.
func (f *FS) ReadFile(ctx context.Context, name string, limit int64) ([]byte, error) {
	file, err := f.Open(ctx, name, ReadOnly, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, pathError("read", name, err)
	}
	if int64(len(b)) > limit {
		return nil, pathError("read", name, EFBIG)
	}
	return b, nil
}

// WriteFile replaces a file's bytes, or makes it with the mode.
func (f *FS) WriteFile(ctx context.Context, name string, data []byte, mode uint32) error {
	file, err := f.Open(ctx, name, WriteOnly|Create|Truncate, mode)
	if err != nil {
		return err
	}
	if _, err = file.Write(data); err != nil {
		file.Close()
		return pathError("write", name, err)
	}
	return file.Close()
}

// RemoveAll removes a path and all below it. A path that isn't there is ENOENT.
func (f *FS) RemoveAll(ctx context.Context, name string) error {
	i, err := f.Lstat(ctx, name)
	if err != nil {
		return err
	}
	if !i.IsDir() {
		return f.Unlink(ctx, name)
	}
	list, err := f.ReadDir(ctx, name)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := f.RemoveAll(ctx, strings.TrimSuffix(name, "/")+"/"+e.Name); err != nil {
			return err
		}
	}
	return f.Rmdir(ctx, name)
}
