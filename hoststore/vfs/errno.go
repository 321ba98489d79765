package vfs

import (
	"errors"
	"io/fs"
)

// Errno is a POSIX error code. Its text is the one that the GNU C library
// prints, so commands can show it as it is.
type Errno uint16

// The codes that this filesystem and the capabilities above it return.
const (
	EPERM Errno = iota + 1
	ENOENT
	EINTR
	EIO
	ENXIO
	EBADF
	EAGAIN
	ENOMEM
	EACCES
	EBUSY
	EEXIST
	EXDEV
	ENOTDIR
	EISDIR
	EINVAL
	EMFILE
	ENOTTY
	ETXTBSY
	EFBIG
	ENOSPC
	ESPIPE
	EROFS
	EMLINK
	EPIPE
	ENAMETOOLONG
	ENOSYS
	ENOTEMPTY
	ELOOP
	EOVERFLOW
	EOPNOTSUPP
	ESTALE
	EDQUOT
	ENOEXEC
	ESRCH
	ECHILD
	ENODEV
	ECANCELED
	E2BIG
)

var errnos = [...]struct{ name, text string }{
	EPERM:        {"EPERM", "Operation not permitted"},
	ENOENT:       {"ENOENT", "No such file or directory"},
	EINTR:        {"EINTR", "Interrupted system call"},
	EIO:          {"EIO", "Input/output error"},
	ENXIO:        {"ENXIO", "No such device or address"},
	EBADF:        {"EBADF", "Bad file descriptor"},
	EAGAIN:       {"EAGAIN", "Resource temporarily unavailable"},
	ENOMEM:       {"ENOMEM", "Cannot allocate memory"},
	EACCES:       {"EACCES", "Permission denied"},
	EBUSY:        {"EBUSY", "Device or resource busy"},
	EEXIST:       {"EEXIST", "File exists"},
	EXDEV:        {"EXDEV", "Invalid cross-device link"},
	ENOTDIR:      {"ENOTDIR", "Not a directory"},
	EISDIR:       {"EISDIR", "Is a directory"},
	EINVAL:       {"EINVAL", "Invalid argument"},
	EMFILE:       {"EMFILE", "Too many open files"},
	ENOTTY:       {"ENOTTY", "Inappropriate ioctl for device"},
	ETXTBSY:      {"ETXTBSY", "Text file busy"},
	EFBIG:        {"EFBIG", "File too large"},
	ENOSPC:       {"ENOSPC", "No space left on device"},
	ESPIPE:       {"ESPIPE", "Illegal seek"},
	EROFS:        {"EROFS", "Read-only file system"},
	EMLINK:       {"EMLINK", "Too many links"},
	EPIPE:        {"EPIPE", "Broken pipe"},
	ENAMETOOLONG: {"ENAMETOOLONG", "File name too long"},
	ENOSYS:       {"ENOSYS", "Function not implemented"},
	ENOTEMPTY:    {"ENOTEMPTY", "Directory not empty"},
	ELOOP:        {"ELOOP", "Too many levels of symbolic links"},
	EOVERFLOW:    {"EOVERFLOW", "Value too large for defined data type"},
	EOPNOTSUPP:   {"EOPNOTSUPP", "Operation not supported"},
	ESTALE:       {"ESTALE", "Stale file handle"},
	EDQUOT:       {"EDQUOT", "Disk quota exceeded"},
	ENOEXEC:      {"ENOEXEC", "Exec format error"},
	ESRCH:        {"ESRCH", "No such process"},
	ECHILD:       {"ECHILD", "No child processes"},
	ENODEV:       {"ENODEV", "No such device"},
	ECANCELED:    {"ECANCELED", "Operation canceled"},
	E2BIG:        {"E2BIG", "Argument list too long"},
}

// Error returns the GNU text of the code, "No such file or directory".
func (e Errno) Error() string {
	if int(e) < len(errnos) && e != 0 {
		return errnos[e].text
	}
	return "Unknown error"
}

// Code returns the symbolic name, "ENOENT".
func (e Errno) Code() string {
	if int(e) < len(errnos) && e != 0 {
		return errnos[e].name
	}
	return "EIO"
}

// Is makes errors.Is(err, fs.ErrNotExist) and its kin hold.
func (e Errno) Is(target error) bool {
	switch target {
	case fs.ErrNotExist:
		return e == ENOENT
	case fs.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case fs.ErrPermission:
		return e == EPERM || e == EACCES || e == EROFS
	case fs.ErrInvalid:
		return e == EINVAL
	}
	return false
}

// ErrnoNamed returns the code with the symbolic name, or EIO where there is none.
func ErrnoNamed(name string) Errno {
	for i, e := range errnos {
		if i > 0 && e.name == name {
			return Errno(i)
		}
	}
	return EIO
}

// Error is a failed operation on a path. It satisfies errors.Is for its Errno
// and for the io/fs errors.
type Error struct {
	Op   string // the operation, "open"
	Path string // the path as the caller gave it
	Err  Errno
}

func (e *Error) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// ErrnoOf returns the code in err: 0 for nil, EIO where err carries none.
func ErrnoOf(err error) Errno {
	if err == nil {
		return 0
	}
	var e Errno
	if errors.As(err, &e) {
		return e
	}
	return EIO
}

// ErrText returns what a command prints of err after the file's name: the GNU
// text of its code, or the error's own words where it carries none.
func ErrText(err error) string {
	var e Errno
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}

func pathError(op, path string, err error) error {
	if err == nil {
		return nil
	}
	var e Errno
	if errors.As(err, &e) {
		return &Error{op, path, e}
	}
	return err
}
