package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

// inputs opens the files one after another, "-" and none at all being the
// standard input, and calls use with each. What can't be opened is told by
// NameError. It returns the status.
func (p *Process) inputs(ctx context.Context, names []string, use func(name string, f vfs.File) error) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	status := 0
	for _, name := range names {
		f, err := p.Input(ctx, name)
		if err == nil {
			err = use(name, f)
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			p.NameError(name, err)
			status = 1
		}
	}
	return status
}

// eachLine calls use with each line of f, without its delimiter; had tells
// whether it had one.
func eachLine(ctx context.Context, f io.Reader, delim byte, use func(line []byte, had bool)) error {
	r := lines.NewReader(ctx, f, delim)
	defer r.Close()
	for {
		l, ok := r.Next()
		if !ok {
			return r.Err()
		}
		t := lines.Trim(l, delim)
		use(t, len(t) < len(l))
	}
}

// blockInput calls use with what f holds, in blocks.
func blockInput(ctx context.Context, f io.Reader, use func(b []byte)) error {
	buf := make([]byte, 128<<10)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.Read(buf)
		if n > 0 {
			use(buf[:n])
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// count parses a number with an optional multiplier, as head and tail take
// it, of at most 64 bits; no file is larger than what it returns.
func (p *Process) count(arg, what string) int64 {
	n, err := size.ParseUint(arg, "bkKmMGTPEZY0")
	switch err {
	case nil:
	case size.ErrOverflow:
		p.Fatalf(1, "invalid number of %s: %s: %s", what, p.Quote(arg), vfs.EOVERFLOW)
	default:
		p.Fatalf(1, "invalid number of %s: %s", what, p.Quote(arg))
	}
	return int64(min(n, math.MaxInt64))
}

// positive parses a number from 1 on; what is told in messages as what.
func (p *Process) positive(arg, what string) int64 {
	n, err := strconv.ParseUint(arg, 10, 63)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); !ok || ne.Err != strconv.ErrRange {
			p.Fatalf(1, "invalid %s: %s", what, p.Quote(arg))
		}
		p.Fatalf(1, "invalid %s: %s: Value too large for defined data type", what, p.Quote(arg))
	}
	if n == 0 {
		p.Fatalf(1, "invalid %s: %s: Numerical result out of range", what, p.Quote(arg))
	}
	return int64(n)
}

// ReadAll reads a whole input; with more than limit bytes the error is EFBIG.
func ReadAll(f io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = vfs.EFBIG
	}
	return b.Bytes(), err
}

// TempDir is where temporary files go: $TMPDIR, or /tmp.
func (p *Process) TempDir() string {
	if dir := p.Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

// TempFile makes a file in a directory. It has no name, so that it is gone
// however the process ends.
func (p *Process) TempFile(ctx context.Context, dir string) (vfs.File, error) {
	for try := 0; ; try++ {
		var b [8]byte
		if _, err := io.ReadFull(p.Rand, b[:]); err != nil {
			return nil, err
		}
		name := p.Path(fmt.Sprintf("%s/%s%x", strings.TrimSuffix(dir, "/"), p.Name, b))
		f, err := p.FS.Open(ctx, name, vfs.ReadWrite|vfs.Create|vfs.Exclusive, 0o600)
		if vfs.ErrnoOf(err) == vfs.EEXIST && try < 100 {
			continue
		}
		if err == nil {
			err = p.FS.Unlink(ctx, name)
		}
		return f, err
	}
}

// maxWhole bounds what commands read whole, in bytes.
const maxWhole = 512 << 20

// openError prints "cannot open 'x' for reading: ...".
func (p *Process) openError(name string, err error) {
	p.Out.Flush()
	p.Errorf("cannot open %s for reading: %s", quote.Always(name), vfs.ErrText(err))
}
