// Package compress holds the commands that compress and decompress files:
// gzip, bzip2, xz, lzma, zstd and their kin.
package compress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const gzipHelp = `
Usage: %s [OPTION]... [FILE]...
Compress or decompress FILEs, each to a file beside it that replaces it, or
the standard input (also -) to the standard output.

  -c, --stdout       write to the standard output, keep the FILEs
  -d, --decompress   decompress
  -f, --force        replace files, compress links; with -dc, copy what isn't
                       compressed
  -k, --keep         keep the FILEs
  -l, --list         list the sizes of compressed FILEs
  -n, --no-name      don't save or restore the name and time
  -N, --name         save or restore the name and time
  -q, --quiet        no warnings
  -r, --recursive    all files in directories
      --rsyncable    (taken; has no effect on the format)
  -S, --suffix=SUF   use the suffix SUF in place of .gz
      --synchronous  write through to where files last
  -t, --test         test compressed FILEs
  -v, --verbose      say what is done
  -1, --fast ... -9, --best  compress fast or well (-6)
  -h, --help         show this help
  -V, --version      show the version
`

func init() {
	for _, name := range []string{"gzip", "gunzip", "zcat", "uncompress"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(gzipHelp, name), Hint: "Try `%s --help' for more information.", Run: gzipMain})
	}
}

type gzipper struct {
	p   *commands.Process
	ctx context.Context

	stdout, decompress, force, keep, list, quiet, recursive, test, sync bool
	name                                                                bool
	nameSet                                                             bool
	verbose                                                             int
	suffix                                                              string
	level                                                               int
	buf                                                                 []byte
	status                                                              int
	listed                                                              int
	header                                                              int64 // of the last file listed
	totalIn, totalOut                                                   int64
	over                                                                bool // a damaged file ends all
	trailing                                                            bool // there is more behind what was read
}

func (z *gzipper) fail(format string, a ...any) {
	z.p.Out.Flush()
	fmt.Fprintf(z.p.Stderr, format+"\n", a...)
	z.status = 1
}

func (z *gzipper) warn(format string, a ...any) {
	z.p.Out.Flush()
	if !z.quiet {
		fmt.Fprintf(z.p.Stderr, format+"\n", a...)
	}
	if z.status == 0 {
		z.status = 2
	}
}

func gzipMain(ctx context.Context, p *commands.Process) int {
	const (
		rsyncable = iota + 256
		synchronous
		fast
		best
	)
	z := &gzipper{p: p, ctx: ctx, suffix: ".gz", level: 6, buf: make([]byte, 128<<10)}
	switch commands.BaseName(p.Name) {
	case "gunzip", "uncompress":
		z.decompress = true
	case "zcat":
		z.decompress, z.stdout = true, true
	}
	p.Name = "gzip"
	if env := p.Getenv("GZIP"); env != "" {
		p.Args = append(strings.Fields(env), p.Args...)
		p.Errorf("warning: GZIP environment variable is deprecated; use an alias or script")
	}
	opts, files := p.Getopt("123456789cdfhklnNqrS:tvV",
		getopt.Long{Name: "stdout", ID: 'c'}, getopt.Long{Name: "to-stdout", ID: 'c'}, getopt.Long{Name: "decompress", ID: 'd'},
		getopt.Long{Name: "uncompress", ID: 'd'}, getopt.Long{Name: "force", ID: 'f'}, getopt.Long{Name: "keep", ID: 'k'},
		getopt.Long{Name: "list", ID: 'l'}, getopt.Long{Name: "no-name", ID: 'n'}, getopt.Long{Name: "name", ID: 'N'},
		getopt.Long{Name: "quiet", ID: 'q'}, getopt.Long{Name: "silent", ID: 'q'}, getopt.Long{Name: "recursive", ID: 'r'},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "test", ID: 't'}, getopt.Long{Name: "verbose", ID: 'v'},
		getopt.Long{Name: "fast", ID: fast}, getopt.Long{Name: "best", ID: best}, getopt.Long{Name: "rsyncable", ID: rsyncable},
		getopt.Long{Name: "synchronous", ID: synchronous})
	for _, o := range opts {
		switch o.ID {
		case 'c':
			z.stdout = true
		case 'd':
			z.decompress = true
		case 'f':
			z.force = true
		case 'k':
			z.keep = true
		case 'h':
			p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(gzipHelp, p.Name), "\n"))
			return 0
		case 'V':
			p.ShowVersion()
		case 'l':
			z.list, z.decompress = true, true
		case 'n':
			z.name, z.nameSet = false, true
		case 'N':
			z.name, z.nameSet = true, true
		case 'q':
			z.quiet, z.verbose = true, 0
		case 'r':
			z.recursive = true
		case 'S':
			z.suffix = o.Arg
		case 't':
			z.test, z.decompress = true, true
		case 'v':
			z.verbose++
			z.quiet = false
		case fast:
			z.level = 1
		case best:
			z.level = 9
		case synchronous:
			z.sync = true
		case rsyncable:
		default:
			z.level = o.ID - '0'
		}
	}
	if z.suffix == "" || len(z.suffix) > 30 {
		p.Fatalf(1, "invalid suffix '%s'", z.suffix)
	}
	if !z.nameSet {
		z.name = !z.decompress
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if ctx.Err() != nil || z.over {
			break
		}
		if f == "-" {
			z.stdin()
			continue
		}
		z.file(f)
	}
	if z.list && len(files) > 1 && z.listed > 1 && !z.quiet {
		pre := ""
		if z.verbose > 0 {
			pre = "                            "
		}
		fmt.Fprintf(p.Out, "%s%19d %19d %s (totals)\n", pre, z.totalIn, z.totalOut, ratio(z.totalOut, z.totalIn-z.header))
	}
	return z.status
}

// ratio is how much of a text was saved, in per cent.
func ratio(whole, packed int64) string {
	r := 0.0
	if whole > 0 {
		r = float64(whole-packed) / float64(whole) * 100
	}
	return fmt.Sprintf("%5.1f%%", r)
}

func (z *gzipper) stdin() {
	p := z.p
	switch {
	case z.list:
		z.listFile(p.Stdin, "-", time.Time{})
	case z.decompress:
		var w io.Writer = p.Out
		if z.test {
			w = io.Discard
		}
		if _, ok := z.inflate(p.Stdin, w, "stdin", nil); ok && z.verbose > 0 && z.test {
			fmt.Fprintf(p.Stderr, " OK\n")
		}
	default:
		var h codec.Header
		if i, err := p.Stdin.Stat(); err == nil && i.Kind == vfs.Regular && z.name {
			h.ModTime = time.Unix(0, i.Mtime)
		}
		n, ok := z.deflate(p.Stdin, p.Out, h, "stdin")
		if z.verbose > 0 && ok {
			fmt.Fprintf(p.Stderr, "%s\n", ratio(n.in, n.out))
		}
	}
	p.Out.Flush()
}

type counts struct{ in, out int64 }

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

type writeCounter struct {
	w io.Writer
	n int64
}

func (c *writeCounter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

func (z *gzipper) deflate(in io.Reader, out io.Writer, h codec.Header, name string) (counts, bool) {
	w := &writeCounter{w: out}
	r := &counter{r: in}
	c, err := codec.NewWriter(w, codec.Gzip, codec.Options{Level: z.level, Header: h})
	if err == nil {
		_, err = copyBuffer(z.ctx, c, r, z.buf)
	}
	if err == nil {
		err = c.Close()
	}
	if err != nil {
		z.fail("%s: %s: %s", z.p.Name, name, vfs.ErrText(err))
		return counts{}, false
	}
	// What was saved is told without the header and trailer.
	return counts{r.n, max(0, w.n-headerSize(h.Name))}, true
}

func headerSize(name string) int64 {
	if name == "" {
		return 18
	}
	return 19 + int64(len(name))
}

// copyBuffer copies all of r to w.
func copyBuffer(ctx context.Context, w io.Writer, r io.Reader, buf []byte) (int64, error) {
	total := int64(0)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return total, werr
			}
			total += int64(n)
		}
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
		if err := ctx.Err(); err != nil {
			return total, err
		}
	}
}

// pieceWriter writes pieces of one size, the last when it is flushed.
type pieceWriter struct {
	w   io.Writer
	buf []byte
}

func (p *pieceWriter) Write(b []byte) (int, error) {
	total := len(b)
	for len(b) > 0 {
		n := min(len(b), cap(p.buf)-len(p.buf))
		p.buf = append(p.buf, b[:n]...)
		b = b[n:]
		if len(p.buf) == cap(p.buf) {
			if err := p.flush(); err != nil {
				return 0, err
			}
		}
	}
	return total, nil
}

func (p *pieceWriter) flush() error {
	_, err := p.w.Write(p.buf)
	p.buf = p.buf[:0]
	return err
}

// inflate decompresses a stream of any format that gzip reads. It calls begin
// once the header is read.
func (z *gzipper) inflate(in io.Reader, out io.Writer, name string, begin func()) (*codec.Reader, bool) {
	br := bufio.NewReaderSize(in, 128<<10)
	b, err := br.Peek(2)
	if err != nil && err != io.EOF {
		return nil, z.damaged(name, err)
	}
	f := codec.Detect(b)
	if f != codec.Gzip && f != codec.Compress {
		if z.force && z.stdout && !z.list {
			if begin != nil {
				begin()
			}
			_, err := copyBuffer(z.ctx, out, br, z.buf)
			return nil, err == nil || z.damaged(name, err)
		}
		if len(b) == 0 || len(b) == 1 && b[0] == 0x1f {
			return nil, z.damaged(name, codec.ErrTruncated)
		}
		return nil, z.damaged(name, codec.ErrFormat)
	}
	r, err := codec.NewReader(br, f)
	if err == nil {
		if begin != nil {
			begin()
		}
		// A window that turns out to be damaged isn't written.
		window := &pieceWriter{w: out, buf: make([]byte, 0, 32<<10)}
		var n int64
		n, err = copyBuffer(z.ctx, window, r, z.buf)
		if errors.Is(err, codec.ErrCorrupt) {
			earlier := r.Members().Before - (n - int64(len(window.buf)))
			window.buf = window.buf[:max(0, earlier)]
		}
		if len(window.buf) > 0 {
			if werr := window.flush(); werr != nil {
				err = werr
			}
		}
	}
	if behind := r.Behind(); err == nil && behind > 0 || errors.Is(err, codec.ErrTrailing) {
		z.trailing = true
		if z.force && z.stdout && !z.list { // it is passed on
			zeros := make([]byte, min(behind, 4096))
			for ; behind > 0 && (err == nil || errors.Is(err, codec.ErrTrailing)); behind -= int64(len(zeros)) {
				_, err = out.Write(zeros[:min(behind, int64(len(zeros)))])
			}
			if err == nil || errors.Is(err, codec.ErrTrailing) {
				_, err = copyBuffer(z.ctx, out, br, z.buf)
			}
		} else if err == nil && z.verbose > 0 {
			z.warn("\n%s: %s: decompression OK, trailing zero bytes ignored", z.p.Name, name)
		}
	}
	return r, err == nil || z.damaged(name, err)
}

// damaged tells of an error in reading. It returns whether the text was read
// in spite of it.
func (z *gzipper) damaged(name string, err error) bool {
	var h *codec.GzipError
	switch {
	case errors.As(err, &h) && h.Method != 8:
		z.fail("%s: %s: unknown method %d -- not supported", z.p.Name, name, h.Method)
	case errors.As(err, &h) && h.Flags&(1<<5) != 0:
		z.fail("%s: %s is encrypted -- not supported", z.p.Name, name)
	case errors.As(err, &h):
		z.fail("%s: %s has flags 0x%x -- not supported", z.p.Name, name, h.Flags)
	case errors.Is(err, codec.ErrTrailing):
		z.warn("\n%s: %s: decompression OK, trailing garbage ignored", z.p.Name, name)
		return true
	case errors.Is(err, codec.ErrTruncated):
		z.over = true
		z.fail("\n%s: %s: unexpected end of file", z.p.Name, name)
	case errors.Is(err, codec.ErrChecksum), errors.Is(err, codec.ErrLength):
		z.over = !z.test
		if errors.Is(err, codec.ErrChecksum) {
			z.fail("\n%s: %s: invalid compressed data--crc error", z.p.Name, name)
		}
		if errors.Is(err, codec.ErrLength) {
			z.fail("\n%s: %s: invalid compressed data--length error", z.p.Name, name)
		}
	case errors.Is(err, codec.ErrFormat):
		z.fail("\n%s: %s: not in gzip format", z.p.Name, name)
	case errors.Is(err, codec.ErrCorrupt):
		z.over = true
		z.fail("\n%s: %s: invalid compressed data--format violated", z.p.Name, name)
	default:
		z.fail("%s: %s: %s", z.p.Name, name, vfs.ErrText(err))
	}
	return false
}

var gzipSuffixes = []string{".gz", "-gz", ".z", "-z", "_z", ".Z"}

// plainName returns the name without the suffix of a compressed file.
func (z *gzipper) plainName(name string) (string, bool) {
	if s, ok := strings.CutSuffix(name, z.suffix); ok && s != "" && !strings.HasSuffix(s, "/") {
		return s, true
	}
	lower := strings.ToLower(name)
	for _, t := range []string{".tgz", ".taz"} {
		if strings.HasSuffix(lower, t) && len(name) > 4 {
			return name[:len(name)-4] + ".tar", true
		}
	}
	for _, t := range gzipSuffixes {
		if strings.HasSuffix(lower, strings.ToLower(t)) && len(name) > len(t) && name[len(name)-len(t)-1] != '/' {
			return name[:len(name)-len(t)], true
		}
	}
	return "", false
}

func (z *gzipper) file(name string) {
	p, ctx := z.p, z.ctx
	i, err := p.Lstat(ctx, name)
	if vfs.ErrnoOf(err) == vfs.ENOENT && z.decompress && err != nil {
		if _, ok := z.plainName(name); !ok {
			for _, s := range append([]string{z.suffix}, gzipSuffixes...) {
				if j, jerr := p.Lstat(ctx, name+s); jerr == nil {
					i, err, name = j, nil, name+s
					break
				}
			}
			if err != nil {
				z.fail("%s: %s: %s", p.Name, name+z.suffix, vfs.ErrText(err))
				return
			}
		}
	}
	if err == nil && i.Kind == vfs.Symlink {
		if !z.force && !z.stdout && !z.list && !z.test {
			z.fail("%s: %s: %s", p.Name, name, vfs.ELOOP)
			return
		}
		i, err = p.Stat(ctx, name)
	}
	if err != nil {
		z.fail("%s: %s: %s", p.Name, name, vfs.ErrText(err))
		return
	}
	if i.IsDir() {
		if !z.recursive {
			z.warn("%s: %s is a directory -- ignored", p.Name, name)
			return
		}
		list, err := p.FS.ReadDir(ctx, p.Path(name))
		if err != nil {
			z.fail("%s: %s: %s", p.Name, name, vfs.ErrText(err))
			return
		}
		for _, e := range list {
			z.file(strings.TrimSuffix(name, "/") + "/" + e.Name)
		}
		return
	}
	if i.Kind != vfs.Regular && !z.stdout && !z.test && !z.list {
		z.warn("%s: %s is not a directory or a regular file - ignored", p.Name, name)
		return
	}
	writes := !z.stdout && !z.test && !z.list
	out := ""
	if z.decompress {
		s, ok := z.plainName(name)
		if !ok && !z.list && !z.test && !(z.stdout) {
			z.warn("%s: %s: unknown suffix -- ignored", p.Name, name)
			return
		}
		out = s
	} else {
		if s, ok := z.plainName(name); ok && s != "" && writes && !z.force {
			if z.verbose > 0 || !z.quiet {
				tail := name[strings.LastIndexAny(s, "/")+1+strings.LastIndexAny(name[strings.LastIndexAny(s, "/")+1:], ".-_"):]
				fmt.Fprintf(p.Stderr, "%s: %s already has %s suffix -- unchanged\n", p.Name, name, tail)
			}
			return
		}
		out = name + z.suffix
	}
	if writes && !z.force {
		for _, bit := range []struct {
			mode uint32
			what string
		}{{0o4000, "set-user-ID"}, {0o2000, "set-group-ID"}} {
			if uint32(i.Mode)&bit.mode != 0 {
				z.warn("%s: %s is %s on execution - ignored", p.Name, name, bit.what)
				return
			}
		}
		if i.Mode&0o1000 != 0 {
			z.warn("%s: %s has the sticky bit set - file ignored", p.Name, name)
			return
		}
	}
	if writes && !z.force && i.Nlink > 1 {
		plural := ""
		if i.Nlink > 2 {
			plural = "s"
		}
		z.warn("%s: %s has %d other link%s -- file ignored", p.Name, name, i.Nlink-1, plural)
		return
	}
	in, err := p.Open(ctx, name)
	if err != nil {
		z.fail("%s: %s: %s", p.Name, name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	if z.list {
		z.listFile(in, name, time.Unix(0, i.Mtime))
		return
	}
	if z.decompress && z.name && writes {
		// The name saved in the file, without its directories.
		if r, err := codec.NewReader(in, codec.Gzip); err == nil {
			if n := commands.BaseName(r.Header.Name); r.Header.Name != "" && n != "/" && n != "" {
				out = strings.TrimSuffix(commands.DirName(name)+"/", "./") + n
			}
			if !r.Header.ModTime.IsZero() {
				i.Mtime = r.Header.ModTime.UnixNano()
			}
		}
		in.Seek(0, io.SeekStart)
	}
	if z.decompress && writes {
		var head [2]byte
		if n, err := io.ReadFull(in, head[:]); err == nil && codec.Detect(head[:n]) == codec.None {
			z.fail("\n%s: %s: not in gzip format", p.Name, name)
			return
		}
		in.Seek(0, io.SeekStart)
	}
	var w io.Writer = p.Out
	if z.test {
		w = io.Discard
	}
	var file vfs.File
	if writes {
		flags := vfs.WriteOnly | vfs.Create | vfs.Exclusive
		if _, err := p.Lstat(ctx, out); err == nil {
			if !z.force {
				fmt.Fprintf(p.Stderr, "%s: %s already exists;\tnot overwritten\n", p.Name, out)
				if z.status == 0 {
					z.status = 2
				}
				return
			}
			if err := p.FS.Unlink(ctx, p.Path(out)); err != nil {
				z.fail("%s: %s: %s", p.Name, out, vfs.ErrText(err))
				return
			}
		}
		if file, err = p.OpenFile(ctx, out, flags, 0o600); err != nil {
			z.fail("%s: %s: %s", p.Name, out, vfs.ErrText(err))
			return
		}
		w = file
	}
	tellName := func() {
		if z.verbose > 0 {
			fmt.Fprintf(p.Stderr, "%s:\t", name)
		}
	}
	var n counts
	var ok bool
	if z.decompress {
		var r *codec.Reader
		wc := &writeCounter{w: w}
		if r, ok = z.inflate(in, wc, name, tellName); ok {
			n = counts{wc.n, wc.n}
			if r != nil {
				n.out = i.Size - r.Members().HeaderSize
			}
		}
	} else {
		tellName()
		h := codec.Header{}
		if z.name {
			h = codec.Header{Name: commands.BaseName(name), ModTime: time.Unix(i.Mtime/1e9, 0)}
		}
		n, ok = z.deflate(in, w, h, name)
	}
	if file != nil {
		if err := file.Close(); err != nil && ok {
			z.fail("%s: %s: %s", p.Name, out, vfs.ErrText(err))
			ok = false
		}
		if !ok {
			p.FS.Unlink(ctx, p.Path(out))
			return
		}
		p.FS.Chmod(ctx, p.Path(out), i.Mode&0o777)
		p.FS.Chtimes(ctx, p.Path(out), i.Atime, i.Mtime, true)
		if z.sync {
			p.FS.Sync(ctx)
		}
		if !z.keep {
			if err := p.FS.Unlink(ctx, p.Path(name)); err != nil {
				z.fail("%s: %s: %s", p.Name, name, vfs.ErrText(err))
			}
		}
	}
	p.Out.Flush()
	if z.verbose > 0 && ok {
		switch {
		case z.test:
			fmt.Fprintf(p.Stderr, " OK\n")
		case file == nil:
			fmt.Fprintf(p.Stderr, "%s -- replaced with stdout\n", ratio(n.in, n.out))
		default:
			verb := "replaced with"
			if z.keep {
				verb = "created"
			}
			fmt.Fprintf(p.Stderr, "%s -- %s %s\n", ratio(n.in, n.out), verb, out)
		}
	}
}

// listFile writes a line of -l: the size is that of the last member's text.
func (z *gzipper) listFile(in vfs.File, name string, mtime time.Time) {
	p := z.p
	c, out := &counter{r: in}, &writeCounter{w: io.Discard}
	z.trailing = false
	r, ok := z.inflate(c, out, stdinName(name), nil)
	if !ok || z.trailing {
		return
	}
	m, method := r.Members(), "defla"
	if m.Count == 0 {
		m.Size, method = out.n, "compr"
	}
	shown := "stdout"
	if name != "-" {
		shown = name
		if s, ok := z.plainName(name); ok {
			shown = s
		}
		if z.name && r.Header.Name != "" {
			shown = commands.BaseName(r.Header.Name)
		}
	}
	if z.listed == 0 && !z.quiet {
		if z.verbose > 0 {
			p.Out.WriteString("method  crc     date  time  ")
		}
		p.Out.WriteString("         compressed        uncompressed  ratio uncompressed_name\n")
	}
	z.listed++
	z.totalIn += c.n
	z.totalOut += m.Size
	z.header = m.HeaderSize
	if z.verbose > 0 {
		t := mtime.In(p.Zone())
		if mtime.IsZero() {
			t = p.Now().In(p.Zone())
		}
		fmt.Fprintf(p.Out, "%s %08x %s ", method, m.Sum, t.Format("Jan _2 15:04"))
	}
	fmt.Fprintf(p.Out, "%19d %19d %s %s\n", c.n, m.Size, ratio(m.Size, c.n-m.HeaderSize), shown)
}

func stdinName(name string) string {
	if name == "-" {
		return "stdin"
	}
	return name
}
