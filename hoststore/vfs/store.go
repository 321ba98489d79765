// Package vfs holds what POSIX says about paths and files: resolution,
// symbolic links, modes, rename over, unlink of an open file, append, sparse
// writes. It works over a Store, a table of nodes; hoststore/sqlite is one on
// the host, shellworker/wsfs one in the worker, and Memory one in memory.
package vfs

import "context"

// Ino is an inode number: at most 53 bits, never reused within a store.
type Ino uint64

// RootIno is the inode of a store's root directory.
const RootIno Ino = 1

// PageSize is the size in bytes of a file's pages. Every page of a file but
// the last is whole; a chunk holds one page.
const PageSize = 256 << 10

// MaxFileSize is the largest size of a file in bytes, 1 TiB.
const MaxFileSize = 1 << 40

// Kind is a node's type.
type Kind uint8

const (
	Regular Kind = iota + 1
	Directory
	Symlink
	FIFO
	Device // a character device; Node.Target names it ("null")
)

// Node is what stat(2) tells of an inode. Times are nanoseconds since the
// Unix epoch.
type Node struct {
	Ino                 Ino
	Kind                Kind
	Mode                uint32 // permission bits with set-id and sticky, 07777
	Nlink               uint32
	Size                int64
	Atime, Mtime, Ctime int64
	Target              string // a symbolic link's target, a device's name
}

// Dirent is a name in a directory.
type Dirent struct {
	Name string
	Ino  Ino
	Kind Kind
}

// Op is the kind of a Change.
type Op uint8

const (
	// OpCreate adds the node of Node, with no name and no links.
	OpCreate Op = iota + 1
	// OpLink binds Name in Dir, which is expected to be free, to Ino.
	OpLink
	// OpUnlink removes Name from Dir if it is bound to Ino.
	OpUnlink
	// OpRename moves Name in Dir, expected to be Ino, to NewName in NewDir,
	// expected to be bound to Assumed (0: unbound), which it replaces.
	OpRename
	// OpSetAttr sets what Set names of Node's Mode, Atime and Mtime.
	OpSetAttr
	// OpTruncate makes the file Size bytes long.
	OpTruncate
	// OpWrite puts chunks in place of whole pages, and makes the file at
	// least Size bytes long. Only in changesets.
	OpWrite
	// OpAppend adds Data at the end of the file as it is when the change
	// is applied. Only in changesets.
	OpAppend
)

// What OpSetAttr sets.
const (
	SetMode = 1 << iota
	SetAtime
	SetMtime
)

// PageChunk names the chunk that holds a page. ID 0 is a page of zeros.
type PageChunk struct {
	Page int64 // index of the page in the file
	ID   uint64
}

// Change is one primitive change. Which fields count depends on Op. Time is
// when it was made, and becomes the mtime or ctime of what it touches.
type Change struct {
	Op      Op
	Time    int64
	Ino     Ino
	Node    Node // OpCreate, OpSetAttr
	Set     uint8
	Dir     Ino
	Name    string
	NewDir  Ino
	NewName string
	Assumed Ino
	Excl    bool // OpLink: a bound name is EEXIST; without it, its file is written to
	Trunc   bool // OpLink: the file that is written to instead is truncated first
	Size    int64
	Pages   []PageChunk
	Data    []byte
}

// Store is a table of nodes and what they hold. It is safe for concurrent
// use. Errors are Errnos: ENOENT for a node or name that isn't there, ESTALE
// from Apply where an assumed binding doesn't hold any more and the caller
// should look again.
type Store interface {
	// Node returns the node, also of an unlinked file that is held open.
	Node(ctx context.Context, ino Ino) (Node, error)
	// Lookup returns the node that name is bound to in dir.
	Lookup(ctx context.Context, dir Ino, name string) (Node, error)
	// List returns the names in dir, sorted bytewise, without . and ...
	List(ctx context.Context, dir Ino) ([]Dirent, error)
	// Apply makes the changes, all or none, in order.
	Apply(ctx context.Context, changes ...Change) error
	// NewIno returns an unused inode number.
	NewIno(ctx context.Context) (Ino, error)
	// ReadAt reads the file's bytes at off. It returns io.EOF at the end, as
	// io.ReaderAt does.
	ReadAt(ctx context.Context, ino Ino, p []byte, off int64) (int, error)
	// WriteAt writes at off, or at the end where off is -1, and returns the
	// offset behind the last byte written. A gap reads as zeros.
	WriteAt(ctx context.Context, ino Ino, p []byte, off int64) (int64, error)
	// Hold keeps the node and its bytes until Release, though its last name go.
	Hold(ino Ino)
	Release(ino Ino)
	// Sync returns when all that was written is where it will last.
	Sync(ctx context.Context) error
}
