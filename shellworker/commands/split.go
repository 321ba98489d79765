package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "split", Run: splitMain, Help: `
Usage: split [OPTION]... [FILE [PREFIX]]
Write pieces of FILE, or of the standard input, to PREFIXaa, PREFIXab, ...; 1000
lines each, and PREFIX x, if nothing else is said.

  -a, --suffix-length=N   suffixes of N characters (2)
      --additional-suffix=SUFFIX  what stands behind them
  -b, --bytes=SIZE        SIZE bytes a piece
  -C, --line-bytes=SIZE   at most SIZE bytes of whole lines a piece
  -d                      suffixes are numbers from 0 on
      --numeric-suffixes[=FROM]  from FROM on
  -x                      suffixes are hexadecimal numbers from 0 on
      --hex-suffixes[=FROM]      from FROM on
  -e, --elide-empty-files no empty files with -n
      --filter=COMMAND    pipe pieces to COMMAND, with the name in $FILE
  -l, --lines=NUMBER      NUMBER lines a piece
  -n, --number=CHUNKS     so many pieces: N, K/N (print the Kth), l/N (whole
                          lines), l/K/N, r/N (lines in turn), r/K/N
  -t, --separator=SEP     SEP ends lines, not newlines
  -u, --unbuffered        with r/N, write at once
      --verbose           say which files are made
      --help              this text
      --version           the version
`})
}

type splitter struct {
	ctx      context.Context
	p        *Process
	prefix   string
	extra    string
	digits   string
	length   int
	auto     bool // suffixes grow
	next     int64
	made     int
	verbose  bool
	filter   string
	elide    bool
	delim    byte
	out      *Output
	file     vfs.File
	child    Child
	from     string
	inputIno vfs.Info
	piece    string // at hand
	inputOK  bool
}

func splitMain(ctx context.Context, p *Process) int {
	s := &splitter{ctx: ctx, p: p, digits: "abcdefghijklmnopqrstuvwxyz", auto: true, delim: '\n'}
	mode := byte('l')
	count := int64(1000)
	chunks := ""
	given := 0
	opts, files := p.Getopt("a:b:C:del:n:t:ux0123456789", getopt.Long{Name: "suffix-length", Arg: getopt.Required, ID: 'a'}, getopt.Long{Name: "additional-suffix", Arg: getopt.Required, ID: 300},
		getopt.Long{Name: "bytes", Arg: getopt.Required, ID: 'b'}, getopt.Long{Name: "line-bytes", Arg: getopt.Required, ID: 'C'},
		getopt.Long{Name: "number", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "numeric-suffixes", Arg: getopt.Optional, ID: 'd'}, getopt.Long{Name: "hex-suffixes", Arg: getopt.Optional, ID: 'x'},
		getopt.Long{Name: "elide-empty-files", ID: 'e'}, getopt.Long{Name: "filter", Arg: getopt.Required, ID: 301},
		getopt.Long{Name: "lines", Arg: getopt.Required, ID: 'l'},
		getopt.Long{Name: "separator", Arg: getopt.Required, ID: 't'}, getopt.Long{Name: "unbuffered", ID: 'u'}, getopt.Long{Name: "verbose", ID: 302})
	number := func(arg, what string) int64 {
		n, err := size.Parse(arg, "bkKmMGTPEZY0")
		if err == size.ErrOverflow {
			p.Fatalf(1, "invalid number of %s: %s: %s", what, p.Quote(arg), vfs.EOVERFLOW)
		}
		if err != nil {
			p.Fatalf(1, "invalid number of %s: %s", what, p.Quote(arg))
		}
		if n == 0 {
			p.Fatalf(1, "invalid number of %s: %s: Numerical result out of range", what, p.Quote(arg))
		}
		return n
	}
	haveFrom, digits, haveDelim := false, -1, false // digits: where -20 stands
	for _, o := range opts {
		switch o.ID {
		case 'a':
			n, err := strconv.ParseUint(o.Arg, 10, 16)
			if errors.Is(err, strconv.ErrRange) {
				p.Fatalf(1, "invalid suffix length: %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
			}
			if err != nil {
				p.Fatalf(1, "invalid suffix length: %s", p.Quote(o.Arg))
			}
			s.length = int(n)
			s.auto = n == 0
		case 300:
			if strings.Contains(o.Arg, "/") {
				p.UsageError("invalid suffix %s, contains directory separator", p.Quote(o.Arg))
			}
			s.extra = o.Arg
		case 'b', 'C', 'l', 'n':
			if given++; given > 1 {
				p.UsageError("cannot split in more than one way")
			}
			mode = byte(o.ID)
			switch o.ID {
			case 'l':
				count = number(o.Arg, "lines")
			case 'n':
				chunks = o.Arg
			default:
				count = number(o.Arg, "bytes")
			}
		case 'd', 'x':
			s.digits = "0123456789"
			if o.ID == 'x' {
				s.digits = "0123456789abcdef"
			}
			if o.HasArg {
				n, err := strconv.ParseInt(o.Arg, len(s.digits), 62)
				if err != nil || n < 0 {
					p.UsageError("%s: invalid start value for %s suffix", p.Quote(o.Arg), map[int]string{'d': "numerical", 'x': "hexadecimal"}[o.ID])
				}
				s.next, s.from, haveFrom = n, o.Arg, true
			}
		case 'e':
			s.elide = true
		case 301:
			s.filter = o.Arg
		case 't':
			delim := byte(0)
			switch {
			case o.Arg == "":
				p.Fatalf(1, "empty record separator")
			case o.Arg == `\0`:
			case len(o.Arg) > 1:
				p.Fatalf(1, "multi-character separator %s", p.Quote(o.Arg))
			default:
				delim = o.Arg[0]
			}
			if haveDelim && delim != s.delim {
				p.Fatalf(1, "multiple separator characters specified")
			}
			s.delim, haveDelim = delim, true
		case 302:
			s.verbose = true
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if given > 0 && digits < 0 {
				p.UsageError("cannot split in more than one way")
			}
			if digits != o.Index {
				given, digits, count = 1, o.Index, 0
			}
			count = min(count*10+int64(o.ID-'0'), 1<<59)
		}
	}
	if count == 0 {
		p.UsageError("invalid number of lines: %s", p.Quote("0"))
	}
	if haveFrom {
		s.auto = false
	}
	if s.length == 0 {
		s.length = 2
		if haveFrom {
			s.length = max(2, len(s.from))
		}
	}
	s.prefix = "x"
	name := "-"
	if len(files) > 0 {
		name = files[0]
	}
	if len(files) > 1 {
		s.prefix = files[1]
	}
	if len(files) > 2 {
		p.ExtraOperand(files[2])
	}
	f, err := p.Input(ctx, name)
	if err != nil {
		p.openError(name, err)
		return 1
	}
	defer f.Close()
	s.inputIno, err = f.Stat()
	s.inputOK = err == nil && s.inputIno.Kind == vfs.Regular
	switch mode {
	case 'l':
		err = s.byLines(f, count)
	case 'b':
		err = s.byBytes(f, count)
	case 'C':
		err = s.byLineBytes(f, count)
	default:
		err = s.byChunks(f, name, chunks)
	}
	if err != nil {
		p.Out.Flush()
		p.Fatalf(1, "%s: %s", quote.Name(name), vfs.ErrText(err))
	}
	s.close()
	return 0
}

// name returns the name of the next piece.
func (s *splitter) name() string {
	base := int64(len(s.digits))
	n := s.next
	s.next++
	suffix := ""
	if s.auto {
		// The last first digit opens a longer suffix: xyz, then xzaaa.
		length := s.length
		room := int64(1)
		for i := 0; i < length; i++ {
			room *= base
		}
		head := ""
		for {
			usable := room - room/base
			if n < usable || length > 9 {
				break
			}
			n -= usable
			head += s.digits[base-1:]
			length++
			room = 1
			for i := 0; i < length; i++ {
				room *= base
			}
		}
		b := make([]byte, length)
		for i := length - 1; i >= 0; i-- {
			b[i] = s.digits[n%base]
			n /= base
		}
		suffix = head + string(b)
	} else {
		b := make([]byte, s.length)
		for i := s.length - 1; i >= 0; i-- {
			b[i] = s.digits[n%base]
			n /= base
		}
		if n > 0 {
			s.p.Out.Flush()
			s.p.Fatalf(1, "output file suffixes exhausted")
		}
		suffix = string(b)
	}
	return s.prefix + suffix + s.extra
}

// open begins the next piece.
func (s *splitter) open() {
	s.close()
	name := s.name()
	if s.filter != "" {
		s.piece = name
		r, w := vfs.Pipe()
		env := append(append([]string{}, s.p.Env...), "FILE="+name)
		if s.verbose {
			fmt.Fprintf(s.p.Out, "executing with FILE=%s\n", quote.Always(name))
		}
		s.p.Out.Flush()
		child, err := s.p.Shell.Start(s.ctx, Spawn{Args: []string{"sh", "-c", s.filter}, Env: env, Dir: s.p.Dir, Umask: s.p.Umask, Stdin: r, Stdout: s.p.Stdout, Stderr: s.p.Stderr})
		if err != nil {
			s.p.Fatalf(1, "failed to run command: \"sh -c %s\": %s", s.filter, vfs.ErrText(err))
		}
		s.child, s.file, s.out = child, w, NewOutput(ignoreEPIPE{w})
		s.made++
		return
	}
	if s.verbose {
		fmt.Fprintf(s.p.Out, "creating file %s\n", quote.Always(name))
	}
	if i, err := s.p.Stat(s.ctx, name); err == nil && s.inputOK && i.Ino == s.inputIno.Ino && i.Dev == s.inputIno.Dev {
		s.p.Fatalf(1, "%s would overwrite input; aborting", quote.Always(name))
	}
	f, err := s.p.OpenFile(s.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		s.p.Out.Flush()
		s.p.Fatalf(1, "%s: %s", quote.Name(name), vfs.ErrText(err))
	}
	s.file, s.out = f, NewOutput(f)
	s.made++
}

// ignoreEPIPE lets a filter end before its input does.
type ignoreEPIPE struct{ vfs.File }

func (w ignoreEPIPE) Write(b []byte) (int, error) {
	n, err := w.File.Write(b)
	if vfs.ErrnoOf(err) == vfs.EPIPE {
		return len(b), nil
	}
	return n, err
}

func (s *splitter) close() {
	if s.out == nil {
		return
	}
	s.out.Flush()
	s.file.Close()
	s.out = nil
	if s.child != nil {
		st := s.child.Wait()
		s.child = nil
		if st != 0 && st != 141 {
			s.p.Out.Flush()
			s.p.Fatalf(1, "with FILE=%s, exit %d from command: %s", s.piece, st, s.filter)
		}
	}
}

func (s *splitter) byLines(f vfs.File, count int64) error {
	n := int64(0)
	r := lines.NewReader(s.ctx, f, s.delim)
	defer r.Close()
	for {
		l, ok := r.Next()
		if !ok {
			return r.Err()
		}
		if n%count == 0 {
			s.open()
		}
		n++
		s.out.Write(l)
	}
}

func (s *splitter) byBytes(f vfs.File, count int64) error {
	left := int64(0)
	return blockInput(s.ctx, f, func(b []byte) {
		for len(b) > 0 {
			if left == 0 {
				s.open()
				left = count
			}
			n := min(left, int64(len(b)))
			s.out.Write(b[:n])
			b, left = b[n:], left-n
		}
	})
}

func (s *splitter) byLineBytes(f vfs.File, count int64) error {
	used := int64(0)
	r := lines.NewReader(s.ctx, f, s.delim)
	defer r.Close()
	for {
		l, ok := r.Next()
		if !ok {
			return r.Err()
		}
		if s.out == nil || used > 0 && int64(len(l)) > count-used {
			s.open()
			used = 0
		}
		for int64(len(l)) > count {
			if used > 0 {
				s.open()
				used = 0
			}
			s.out.Write(l[:count])
			l = l[count:]
			s.open()
		}
		s.out.Write(l)
		used += int64(len(l))
	}
}

func (s *splitter) byChunks(f vfs.File, name, spec string) error {
	kind := byte('b')
	rest := spec
	if strings.HasPrefix(rest, "l/") || strings.HasPrefix(rest, "r/") {
		kind, rest = rest[0], rest[2:]
	}
	k := int64(0)
	num := func(t, what string) int64 {
		n, err := strconv.ParseInt(t, 10, 62)
		if errors.Is(err, strconv.ErrRange) {
			s.p.Fatalf(1, "invalid %s: %s: %s", what, s.p.Quote(t), vfs.EOVERFLOW)
		}
		if err != nil {
			s.p.Fatalf(1, "invalid %s: %s", what, s.p.Quote(t))
		}
		if n <= 0 {
			s.p.Fatalf(1, "invalid %s: %s: Numerical result out of range", what, s.p.Quote(t))
		}
		return n
	}
	a, b, both := strings.Cut(rest, "/")
	if both && s.filter != "" {
		s.p.UsageError("--filter does not process a chunk extracted to stdout")
	}
	if both {
		n := num(b, "number of chunks")
		k = num(a, "chunk number")
		if k > n {
			s.p.Fatalf(1, "invalid chunk number: %s: Numerical result out of range", s.p.Quote(a))
		}
		rest = b
	}
	n := num(rest, "number of chunks")
	if need := 1; k == 0 {
		for room := int64(len(s.digits)); room < n && need < 20; room *= int64(len(s.digits)) {
			need++
		}
		if !s.auto && s.length < need {
			s.p.Fatalf(1, "the suffix length needs to be at least %d", need)
		}
	}
	if s.auto {
		// As long as it takes for all, and no longer.
		s.auto = false
		for room := int64(len(s.digits) * len(s.digits)); room < n && s.length < 10; room *= int64(len(s.digits)) {
			s.length++
		}
	}
	if kind == 'r' {
		return s.roundRobin(f, k, n)
	}
	if !s.inputOK && s.inputIno.Kind != vfs.Device {
		why := ""
		if s.inputIno.IsDir() {
			why = ": " + vfs.EISDIR.Error()
		}
		s.p.Fatalf(1, "%s: cannot determine file size%s", quote.Name(name), why)
	}
	size := s.inputIno.Size
	if at, err := f.Seek(0, io.SeekCurrent); err == nil {
		size = max(size-at, 0)
	}
	part := size / n
	if kind == 'b' {
		part, rest := max(part, 1), size
		for i := int64(1); i <= n; i++ {
			length := min(part, rest)
			if i == n { // what is left over
				length = rest
			}
			rest -= length
			if k > 0 && i != k {
				if _, err := f.Seek(length, io.SeekCurrent); err != nil {
					return err
				}
				continue
			}
			if err := s.chunk(f, length, k > 0); err != nil || i == k {
				return err
			}
		}
		return nil
	}
	// A line belongs to the chunk that it begins in.
	r := lines.NewReader(s.ctx, io.LimitReader(f, size), s.delim)
	defer r.Close()
	i, pos, opened := int64(1), int64(0), int64(0)
	for {
		l, ok := r.Next()
		for ; i < n && (!ok || pos >= part*i); i++ {
			if k == 0 && opened < i && !s.elide {
				s.open()
			}
		}
		if !ok {
			if k == 0 && opened < i && !s.elide {
				s.open()
			}
			return r.Err()
		}
		if k > 0 && i > k {
			return nil
		}
		pos += int64(len(l))
		switch {
		case k == i:
			s.p.Out.Write(l)
		case k == 0:
			if opened < i {
				s.open()
				opened = i
			}
			s.out.Write(l)
		}
	}
}

// chunk copies the next bytes of the input to a piece of its own, or to the
// standard output.
func (s *splitter) chunk(f vfs.File, length int64, stdout bool) error {
	if length == 0 && (s.elide || stdout) {
		return nil
	}
	out := s.p.Out
	if !stdout {
		s.open()
		out = s.out
	}
	buf := make([]byte, 128<<10)
	for length > 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		n, err := f.Read(buf[:min(length, int64(len(buf)))])
		if n > 0 {
			if _, werr := out.Write(buf[:n]); werr != nil {
				return werr
			}
			length -= int64(n)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *splitter) roundRobin(f vfs.File, k, n int64) error {
	var outs []*Output
	var files []vfs.File
	var children []Child
	if k == 0 {
		if n > 1000 {
			s.p.Fatalf(1, "too many files")
		}
		for i := int64(0); i < n; i++ {
			if s.elide {
				outs = append(outs, nil)
				files = append(files, nil)
				children = append(children, nil)
				continue
			}
			s.open()
			outs, files, children = append(outs, s.out), append(files, s.file), append(children, s.child)
			s.out, s.child = nil, nil
		}
	}
	i := int64(0)
	r := lines.NewReader(s.ctx, f, s.delim)
	defer r.Close()
	for {
		l, ok := r.Next()
		if !ok {
			break
		}
		at := i % n
		i++
		if k > 0 {
			if at == k-1 {
				s.p.Out.Write(l)
			}
			continue
		}
		if outs[at] == nil {
			s.open()
			outs[at], files[at], children[at] = s.out, s.file, s.child
			s.out, s.child = nil, nil
		}
		outs[at].Write(l)
	}
	for i, o := range outs {
		if o == nil {
			continue
		}
		o.Flush()
		files[i].Close()
		if children[i] != nil {
			children[i].Wait()
		}
	}
	return r.Err()
}
