package commands

import (
	"bytes"
	"context"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/regex"
)

func init() {
	Register(Command{Name: "tac", Run: tacMain, Help: `
Usage: tac [OPTION]... [FILE]...
Print each file, or the standard input, last line first. What can't be read from
its end is kept in a temporary file; for -r it is read whole, at most 512 MiB.

  -b, --before            the separator belongs to what follows it
  -r, --regex             the separator is a regular expression
  -s, --separator=STRING  the separator instead of a newline
      --help              this text
      --version           the version
`})
}

func tacMain(ctx context.Context, p *Process) int {
	before, isRegex, sep := false, false, "\n"
	opts, files := p.Getopt("brs:", getopt.Long{Name: "before", ID: 'b'}, getopt.Long{Name: "regex", ID: 'r'}, getopt.Long{Name: "separator", Arg: getopt.Required, ID: 's'})
	for _, o := range opts {
		switch o.ID {
		case 'b':
			before = true
		case 'r':
			isRegex = true
		case 's':
			sep = o.Arg
		}
	}
	var re *regex.Regexp
	if isRegex {
		if sep == "" {
			p.Fatalf(1, "separator cannot be empty")
		}
		var err error
		if re, err = regex.Compile(sep, regex.Emacs, regex.MultiLine); err != nil {
			p.Fatalf(1, "%s", err)
		}
	}
	if sep == "" {
		sep = "\x00"
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.ErrorfUnflushed("failed to open %s for reading: %s", quote.Always(name), vfs.ErrText(err))
			status = 1
			continue
		}
		i, serr := f.Stat()
		if serr == nil && i.IsDir() {
			err = vfs.EINVAL // where its end was looked for
		} else if re == nil && serr == nil && i.Kind == vfs.Regular && name != "-" {
			err = tacBackwards(ctx, p.Out, f, []byte(sep), before)
		} else {
			err = p.tacStream(ctx, f, []byte(sep), re, before)
		}
		f.Close()
		if err != nil {
			p.ErrorfUnflushed("%s: read error: %s", quote.Name(name), vfs.ErrText(err))
			status = 1
		}
	}
	return status
}

// tacBackwards reads a file from its end, a block at a time: only a record,
// and a block, are in memory.
func tacBackwards(ctx context.Context, out *Output, f vfs.File, sep []byte, before bool) error {
	const block = 64 << 10
	pos, err := f.Seek(0, io.SeekEnd) // of what buf begins with
	if err != nil {
		return err
	}
	size := pos
	var buf []byte
	limit := 0 // separators are looked for before it
	for ctx.Err() == nil {
		i := bytes.LastIndex(buf[:limit], sep)
		if i < 0 {
			if pos == 0 {
				break
			}
			n := min(pos, max(block, int64(len(buf)))) // a long record doubles what is read
			pos -= n
			more := make([]byte, n, n+int64(len(buf)))
			if _, err := f.Seek(pos, io.SeekStart); err != nil {
				return err
			}
			if _, err := io.ReadFull(f, more); err != nil {
				return err
			}
			// What was looked through has none, but one may reach over its border.
			limit = int(n) + min(limit, len(sep)-1)
			buf = append(more, buf...)
			continue
		}
		stop := i + len(sep)
		if before {
			out.Write(buf[i:])
			buf = buf[:i]
		} else {
			if pos+int64(stop) < size || pos+int64(len(buf)) < size {
				out.Write(buf[stop:])
			}
			buf = buf[:stop]
		}
		limit = i
	}
	out.Write(buf)
	return nil
}

// tacInMemory is how much of an input that can't be read backwards is kept in
// memory, in bytes.
const tacInMemory = 4 << 20

func (p *Process) tacStream(ctx context.Context, f vfs.File, sep []byte, re *regex.Regexp, before bool) error {
	if re != nil {
		b, err := ReadAll(f, maxWhole)
		if err == nil {
			tacWhole(ctx, p.Out, b, sep, re, before)
		}
		return err
	}
	b, err := io.ReadAll(io.LimitReader(f, tacInMemory))
	if err != nil {
		return err
	}
	if len(b) < tacInMemory {
		tacWhole(ctx, p.Out, b, sep, re, before)
		return nil
	}
	tmp, err := p.TempFile(ctx, p.TempDir())
	if err != nil {
		return err
	}
	defer tmp.Close()
	if _, err := tmp.Write(b); err != nil {
		return err
	}
	if _, err := io.Copy(tmp, f); err != nil {
		return err
	}
	return tacBackwards(ctx, p.Out, tmp, sep, before)
}

// tacWhole prints the records of b, the last one first.
func tacWhole(ctx context.Context, out *Output, b, sep []byte, re *regex.Regexp, before bool) {
	end := len(b)
	// find returns the last separator that ends at limit or before.
	find := func(limit int) (start, stop int, ok bool) {
		if re == nil {
			i := bytes.LastIndex(b[:limit], sep)
			return i, i + len(sep), i >= 0
		}
		// As re_search finds it backwards: the last place, and what matches there
		// of what is before limit, be it nothing.
		for i := limit - 1; i >= 0; i-- {
			if s, e, ok, _ := re.Span(b[:limit], i); ok && s == i {
				return s, e, true
			}
		}
		return 0, 0, false
	}
	limit := len(b)
	for ctx.Err() == nil {
		start, stop, ok := find(limit)
		if !ok {
			break
		}
		if before {
			out.Write(b[start:end])
			end = start
		} else {
			if stop < len(b) || end < len(b) {
				out.Write(b[stop:end])
			}
			end = stop
		}
		limit = start
	}
	out.Write(b[:end])
}
