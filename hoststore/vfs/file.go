package vfs

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
)

// File is an open file, pipe or device. Errors are Errnos or wrap them; a
// read at the end is io.EOF, Seek of what can't is ESPIPE.
type File interface {
	io.ReadWriteCloser
	Seek(offset int64, whence int) (int64, error)
	Stat() (Info, error)
}

// ContextFile is a File whose reads and writes can block and be given up.
type ContextFile interface {
	File
	ReadContext(ctx context.Context, p []byte) (int, error)
	WriteContext(ctx context.Context, p []byte) (int, error)
}

// Open opens a path. With Create the file is made with mode if it isn't there.
func (f *FS) Open(ctx context.Context, name string, flags int, mode uint32) (File, error) {
	var file File
	var fifo *pipe
	err := f.retry("open", name, func() error {
		p, err := f.walk(ctx, name, flags&NoFollow == 0 && flags&(Create|Exclusive) != Create|Exclusive)
		if err != nil {
			if file := strings.TrimRight(name, "/"); flags&Create != 0 && file != name && errors.Is(err, ENOTDIR) {
				if _, err := f.walk(ctx, file, true); err == nil {
					return EISDIR
				}
			}
			return err
		}
		n, fresh := p.node, false
		if n.Ino == 0 {
			if flags&Create == 0 {
				return ENOENT
			}
			if p.slash {
				return EISDIR
			}
			if n, err = f.bindNew(ctx, p, Node{Kind: Regular, Mode: mode & 0o7777}, flags); err != nil {
				return err
			}
			fresh = true
		} else if flags&(Create|Exclusive) == Create|Exclusive {
			return EEXIST
		}
		if !fresh {
			if err := f.mayOpen(p, flags); err != nil {
				return err
			}
		}
		switch n.Kind {
		case Device:
			if f.Device == nil {
				return ENXIO
			}
			file, err = f.Device(n.Target)
			return err
		case FIFO:
			fifo = f.fifo(p.m, n)
			return nil
		}
		if flags&Truncate != 0 && !fresh && n.Size > 0 {
			if err := p.m.Apply(ctx, Change{Op: OpTruncate, Time: f.now(), Ino: n.Ino}); err != nil {
				return err
			}
		}
		p.m.Hold(n.Ino)
		o := &OpenFile{ctx: context.WithoutCancel(ctx), fs: f, m: p.m, ino: n.Ino, name: p.name, flags: flags}
		file = o
		return nil
	})
	if err == nil && fifo != nil {
		read, write := flags&3 != WriteOnly, flags&3 != ReadOnly
		e, err := fifo.open(ctx, read, write)
		if err != nil {
			return nil, pathError("open", name, err)
		}
		return e, nil
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// mayOpen checks an existing node against the open flags.
func (f *FS) mayOpen(p place, flags int) error {
	n := p.node
	write := flags&3 != ReadOnly
	switch {
	case n.Kind == Symlink:
		return ELOOP
	case n.Kind == Directory && (write || flags&Create != 0):
		return EISDIR
	case n.Kind != Directory && (flags&OnlyDir != 0 || p.slash):
		return ENOTDIR
	case (write || flags&Truncate != 0) && p.m.readOnly && n.Kind == Regular:
		return EROFS
	case flags&3 != WriteOnly && !f.may(n, 4), write && !f.may(n, 2):
		return EACCES
	}
	return nil
}

// fifo returns the pipe behind a FIFO's node.
func (f *FS) fifo(m *mount, n Node) *pipe {
	f.fifoMu.Lock()
	defer f.fifoMu.Unlock()
	id := fileID{m, n.Ino}
	p := f.fifos[id]
	if p == nil {
		p = newPipe()
		p.node = n
		f.fifos[id] = p
	}
	return p
}

// OpenFile is an open regular file or directory, with its own offset. It is
// safe for concurrent use.
type OpenFile struct {
	ctx    context.Context
	fs     *FS
	m      *mount
	ino    Ino
	name   string
	flags  int
	mu     sync.Mutex
	off    int64
	closed bool
}

func (o *OpenFile) Read(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.readAt(p, o.off)
	o.off += int64(n)
	return n, err
}

// ReadAt reads at an offset and leaves the file's own as it is.
func (o *OpenFile) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, EINVAL
	}
	n := 0
	for n < len(p) {
		k, err := o.readAt(p[n:], off+int64(n))
		n += k
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (o *OpenFile) readAt(p []byte, off int64) (int, error) {
	if o.closed || o.flags&3 == WriteOnly {
		return 0, EBADF
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := o.m.ReadAt(o.ctx, o.ino, p, off)
	if n > 0 && err == io.EOF {
		err = nil
	}
	if err != nil && err != io.EOF {
		if i, serr := o.m.Node(o.ctx, o.ino); serr == nil && i.Kind == Directory {
			err = EISDIR
		}
	} else if n == 0 {
		if i, serr := o.m.Node(o.ctx, o.ino); serr == nil && i.Kind == Directory {
			return 0, EISDIR
		}
	}
	return n, err
}

func (o *OpenFile) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.flags&3 == ReadOnly {
		return 0, EBADF
	}
	if len(p) == 0 {
		return 0, nil
	}
	off := o.off
	if o.flags&Append != 0 {
		off = -1
	}
	end, err := o.m.WriteAt(o.ctx, o.ino, p, off)
	if err != nil {
		return 0, err
	}
	o.off = end
	return len(p), nil
}

// WriteAt writes at an offset and leaves the file's own as it is.
func (o *OpenFile) WriteAt(p []byte, off int64) (int, error) {
	if o.closed || o.flags&3 == ReadOnly {
		return 0, EBADF
	}
	if _, err := o.m.WriteAt(o.ctx, o.ino, p, off); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Truncate makes the file size bytes long.
func (o *OpenFile) Truncate(size int64) error {
	switch {
	case o.closed || o.flags&3 == ReadOnly || size < 0:
		return EINVAL
	case size > MaxFileSize:
		return EFBIG
	}
	return o.m.Apply(o.ctx, Change{Op: OpTruncate, Time: o.fs.now(), Ino: o.ino, Size: size})
}

func (o *OpenFile) Seek(offset int64, whence int) (int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += o.off
	case io.SeekEnd:
		n, err := o.m.Node(o.ctx, o.ino)
		if err != nil {
			return o.off, err
		}
		offset += n.Size
	default:
		return o.off, EINVAL
	}
	if offset < 0 {
		return o.off, EINVAL
	}
	o.off = offset
	return offset, nil
}

// Flags returns the flags that the file was opened with.
func (o *OpenFile) Flags() int { return o.flags }

func (o *OpenFile) Stat() (Info, error) {
	n, err := o.m.Node(o.ctx, o.ino)
	return Info{Name: o.name, Dev: o.m.dev, Node: n}, err
}

// Sync returns when what was written is where it will last.
func (o *OpenFile) Sync() error { return o.m.Sync(o.ctx) }

// Close closes the file; closing it again is EBADF.
func (o *OpenFile) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return EBADF
	}
	o.closed = true
	o.m.Release(o.ino)
	return nil
}
