package compress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
)

const bzip2Help = `
Usage: %s [OPTION]... [FILE]...
Compress or decompress FILEs, each to a file beside it that replaces it, or the
standard input to the standard output.

  -c, --stdout      write to the standard output, keep the FILEs
  -d, --decompress  decompress
  -z, --compress    compress
  -f, --force       replace files, compress links
  -k, --keep        keep the FILEs
  -q, --quiet       no warnings
  -s, --small       (there is one way to decompress, and it is small)
  -t, --test        test compressed FILEs
  -v, --verbose     say what is done
  -1, --fast ... -9, --best  blocks of 100 kB ... 900 kB (default)
  -h, --help        show this help
  -V, -L, --version, --license  show the version
`

// What follows errors that may come of a damaged file.
const (
	bzip2Recover = "\nYou can use the `bzip2recover' program to attempt to recover\ndata from undamaged sections of corrupted files.\n"
	bzip2Damaged = "\nIt is possible that the compressed file(s) have become corrupted.\nYou can use the -tvv option to test integrity of such files.\n" + bzip2Recover
)

func init() {
	for _, name := range []string{"bzip2", "bunzip2", "bzcat"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(bzip2Help, name), Run: bzip2Main})
	}
}

type bzipper struct {
	p      *commands.Process
	ctx    context.Context
	mode   byte // z, d or t
	stdout bool
	force  bool
	keep   bool
	quiet  bool
	level  int
	verb   int
	buf    []byte
	status int
	over   bool // a damaged file ends all
	bad    bool // one that was tested is damaged
	width  int  // of the longest name, for -v
}

func bzip2Main(ctx context.Context, p *commands.Process) int {
	z := &bzipper{p: p, ctx: ctx, mode: 'z', level: 9, buf: make([]byte, 128<<10)}
	switch p.Name {
	case "bunzip2":
		z.mode = 'd'
	case "bzcat":
		z.mode, z.stdout = 'd', true
	}
	var files []string
	bad := func(a string) int {
		fmt.Fprintf(p.Stderr, "%s: Bad flag `%s'\n%s", p.Name, a, strings.TrimLeft(fmt.Sprintf(bzip2Help, p.Name), "\n"))
		return 1
	}
	short := func(c byte) (known, done bool) {
		switch c {
		case 'c':
			z.stdout = true
		case 'd', 'z', 't':
			z.mode = c
		case 'f':
			z.force = true
		case 'k':
			z.keep = true
		case 'q':
			z.quiet = true
		case 's':
		case 'v':
			z.verb++
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			z.level = int(c - '0')
		case 'h':
			p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(bzip2Help, p.Name), "\n"))
			return true, true
		case 'V', 'L':
			fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.Name, commands.Version)
			return true, true
		default:
			return false, false
		}
		return true, false
	}
	long := map[string]byte{"--help": 'h', "--stdout": 'c', "--decompress": 'd', "--compress": 'z', "--force": 'f', "--test": 't',
		"--keep": 'k', "--small": 's', "--quiet": 'q', "--version": 'V', "--license": 'L', "--fast": '1', "--best": '9', "--verbose": 'v'}
	only := false
	args := p.Args
	for _, name := range []string{"BZIP", "BZIP2"} { // read in the other order
		args = append(strings.Fields(p.Getenv(name)), args...)
	}
	z.width = len("(stdin)")
	for _, a := range args {
		switch {
		case a == "-" && !only: // a flag without letters
		case only || len(a) < 1 || a[0] != '-':
			files = append(files, a)
			z.width = max(z.width, len(a))
		case a == "--":
			only = true
		case strings.HasPrefix(a, "--"):
			c, ok := long[a]
			if !ok {
				return bad(a)
			}
			if _, done := short(c); done {
				return 0
			}
		default:
			for i := 1; i < len(a); i++ {
				known, done := short(a[i])
				if !known {
					return bad(a)
				}
				if done {
					return 0
				}
			}
		}
	}
	if z.mode == 't' && z.stdout {
		fmt.Fprintf(p.Stderr, "%s: -c and -t cannot be used together.\n", p.Name)
		return 1
	}
	if len(files) == 0 {
		z.stream(p.Stdin, p.Out, "(stdin)", "(stdout)")
		p.Out.Flush()
		return z.end()
	}
	for i, f := range files {
		if ctx.Err() != nil {
			break
		}
		if z.over {
			if !z.quiet {
				fmt.Fprintf(p.Stderr, "%s: WARNING: some files have not been processed:\n%[1]s:    %d specified on command line, %d not processed yet.\n\n", p.Name, len(files), len(files)-i)
			}
			break
		}
		z.file(f)
	}
	return z.end()
}

// end says, where files that were tested are damaged, what can be done.
func (z *bzipper) end() int {
	if z.bad && !z.quiet {
		fmt.Fprint(z.p.Stderr, bzip2Recover+"\n")
	}
	return z.status
}

func (z *bzipper) fail(status int, format string, a ...any) bool {
	z.p.Out.Flush()
	fmt.Fprintf(z.p.Stderr, format+"\n", a...)
	z.status = max(z.status, status)
	return false
}

var bzip2Suffixes = [][2]string{{".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}}

func (z *bzipper) file(name string) {
	p, ctx := z.p, z.ctx
	out := ""
	guessed := false
	if z.mode == 'd' {
		for _, s := range bzip2Suffixes {
			if strings.HasSuffix(name, s[0]) {
				out = strings.TrimSuffix(name, s[0]) + s[1]
				break
			}
		}
		if out == "" {
			out, guessed = name+".out", true
		}
	} else {
		out = name + ".bz2"
	}
	i, err := p.Stat(ctx, name)
	if err != nil {
		z.fail(1, "%s: Can't open input file %s: %s.", p.Name, name, vfs.ErrText(err))
		return
	}
	if z.mode == 'z' {
		for _, s := range bzip2Suffixes {
			if strings.HasSuffix(name, s[0]) {
				if !z.quiet {
					z.fail(1, "%s: Input file %s already has %s suffix.", p.Name, name, s[0])
				}
				z.status = max(z.status, 1)
				return
			}
		}
	}
	if i.IsDir() {
		z.fail(1, "%s: Input file %s is a directory.", p.Name, name)
		return
	}
	writes := z.mode != 't' && !z.stdout
	if l, _ := p.Lstat(ctx, name); writes && !z.force && l.Kind != vfs.Regular {
		z.fail(1, "%s: Input file %s is not a normal file.", p.Name, name)
		return
	}
	if guessed && writes && !z.quiet {
		fmt.Fprintf(p.Stderr, "%s: Can't guess original name for %s -- using %s\n", p.Name, name, out)
	}
	if writes {
		if _, err := p.Lstat(ctx, out); err == nil {
			if !z.force {
				z.fail(1, "%s: Output file %s already exists.", p.Name, out)
				return
			}
			p.FS.Unlink(ctx, p.Path(out))
		}
		if i.Nlink > 1 && !z.force {
			plural := ""
			if i.Nlink > 2 {
				plural = "s"
			}
			z.fail(1, "%s: Input file %s has %d other link%s.", p.Name, name, i.Nlink-1, plural)
			return
		}
	}
	in, err := p.Open(ctx, name)
	if err != nil {
		z.fail(1, "%s: Can't open input file %s: %s.", p.Name, name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	if !writes {
		var w io.Writer = p.Out
		if z.mode == 't' {
			w = io.Discard
		}
		z.stream(in, w, name, "(stdout)")
		return
	}
	file, err := p.OpenFile(ctx, out, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		z.fail(1, "%s: Can't create output file %s: %s.", p.Name, out, vfs.ErrText(err))
		return
	}
	ok := z.stream(in, file, name, out)
	if err := file.Close(); err != nil && ok {
		ok = z.fail(1, "%s: %s: %s", p.Name, out, vfs.ErrText(err))
	}
	if !ok {
		p.FS.Unlink(ctx, p.Path(out))
		return
	}
	p.FS.Chmod(ctx, p.Path(out), i.Mode&0o777)
	p.FS.Chtimes(ctx, p.Path(out), i.Atime, i.Mtime, true)
	if !z.keep {
		if err := p.FS.Unlink(ctx, p.Path(name)); err != nil {
			z.fail(1, "%s: %s: %s", p.Name, name, vfs.ErrText(err))
		}
	}
}

// stream compresses, decompresses or tests one input.
func (z *bzipper) stream(in io.Reader, w io.Writer, name, out string) bool {
	p := z.p
	if z.verb > 0 {
		fmt.Fprintf(p.Stderr, "  %s: %s", name, strings.Repeat(" ", z.width-len(name)))
	}
	if z.mode == 'z' {
		wc := &writeCounter{w: w}
		r := &counter{r: in}
		c, err := codec.NewWriter(wc, codec.Bzip2, codec.Options{Level: z.level})
		if err == nil {
			_, err = copyBuffer(z.ctx, c, r, z.buf)
		}
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			return z.fail(1, "%s: I/O or other error, bailing out.  %s", p.Name, vfs.ErrText(err))
		}
		if z.verb > 0 {
			if r.n == 0 {
				fmt.Fprintf(p.Stderr, " no data compressed.\n")
			} else {
				a, b := float64(r.n), float64(wc.n)
				fmt.Fprintf(p.Stderr, "%6.3f:1, %6.3f bits/byte, %5.2f%% saved, %d in, %d out.\n", a/b, 8*b/a, 100*(1-b/a), r.n, wc.n)
			}
		}
		return true
	}
	br := bufio.NewReaderSize(in, 128<<10)
	if b, err := br.Peek(1); len(b) == 0 && err != io.EOF {
		return z.fail(1, "%s: I/O or other error, bailing out.  %s", p.Name, vfs.ErrText(err))
	}
	if b, _ := br.Peek(4); z.force && z.stdout && len(b) > 0 && codec.Detect(b) != codec.Bzip2 && !strings.HasPrefix("BZh", string(b)) {
		if _, err := copyBuffer(z.ctx, w, br, z.buf); err != nil {
			return z.fail(1, "%s: I/O or other error, bailing out.  %s", p.Name, vfs.ErrText(err))
		}
		return true
	}
	r, err := codec.NewReader(br, codec.Bzip2)
	if err == nil {
		// What was read of a piece that turns out to be damaged isn't written.
		pieces := &pieceWriter{w: w, buf: make([]byte, 0, 5000)}
		_, err = copyBuffer(z.ctx, pieces, r, z.buf)
		if err == nil || errors.Is(err, codec.ErrTrailing) {
			if werr := pieces.flush(); werr != nil {
				err = werr
			}
		}
	}
	damaged := func(testing, what string) bool {
		if z.mode == 't' {
			who := p.Name + ": " + name + ": "
			if z.verb > 0 {
				who = ""
			}
			z.bad = true
			return z.fail(2, "%s%s", who, testing)
		}
		z.over = true
		if z.quiet {
			z.status = 2
			return false
		}
		z.fail(2, "\n%s: %s\n\tInput file = %s, output file = %s\n%s", p.Name, what, name, out, bzip2Damaged)
		if !z.stdout && name != "(stdin)" {
			fmt.Fprintf(p.Stderr, "%s: Deleting output file %s, if it exists.\n", p.Name, out)
		}
		return false
	}
	reason := "Success" // what errno holds by chance
	switch {
	case name == "(stdin)":
		reason = "Inappropriate ioctl for device"
	case !z.stdout:
		reason = vfs.ENOENT.Error()
	}
	switch {
	case err == nil:
	case errors.Is(err, codec.ErrTrailing):
		if !z.quiet {
			lead := "\n"
			if z.mode == 't' {
				lead = ""
			}
			z.fail(0, lead+"%s: %s: trailing garbage after EOF ignored", p.Name, name)
		}
	case errors.Is(err, codec.ErrFormat):
		if z.mode == 't' {
			if z.quiet {
				return z.fail(2, "%s: %s: bad magic number (file not created by bzip2)", p.Name, name)
			}
			return damaged("bad magic number (file not created by bzip2)", "")
		}
		return z.fail(2, "%s: %s is not a bzip2 file.", p.Name, name)
	case errors.Is(err, codec.ErrTruncated):
		return damaged("file ends unexpectedly", "Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.\n"+p.Name+": "+reason)
	case errors.Is(err, codec.ErrCorrupt), errors.Is(err, codec.ErrChecksum):
		return damaged("data integrity (CRC) error in data", "Data integrity error when decompressing.")
	default:
		return z.fail(1, "%s: I/O or other error, bailing out.  %s", p.Name, vfs.ErrText(err))
	}
	if z.verb > 0 {
		if z.mode == 't' {
			fmt.Fprintf(p.Stderr, "ok\n")
		} else {
			fmt.Fprintf(p.Stderr, "done\n")
		}
	}
	return true
}
