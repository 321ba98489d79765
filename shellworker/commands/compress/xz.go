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
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const xzHelp = `
Usage: %s [OPTION]... [FILE]...
Compress or decompress FILEs, each to a file beside it that replaces it, or
the standard input (also -) to the standard output.

  -z, --compress      compress
  -d, --decompress    decompress
  -t, --test          test compressed FILEs
  -l, --list          list the sizes of compressed FILEs
  -k, --keep          keep the FILEs
  -f, --force         replace files, compress links
  -c, --stdout        write to the standard output, keep the FILEs
  -S, --suffix=.SUF   use the suffix .SUF
  -F, --format=FMT    auto, xz, lzma or alone
  -C, --check=CHECK   none, crc32, crc64 (default) or sha256
  -0 ... -9, --fast, --best  compress fast or well (-6)
  -e, --extreme       (taken; there is one way to compress at a level)
  -T, --threads=N     (taken; one thread compresses)
  -q, --quiet         no warnings
  -Q, --no-warn       warnings don't change the exit status
  -v, --verbose       say what is done
  -h, --help          show this help
  -V, --version       show the version
`

func init() {
	for _, name := range []string{"xz", "unxz", "xzcat", "lzma", "unlzma", "lzcat"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(xzHelp, name), Run: xzMain})
	}
}

type xzer struct {
	p       *commands.Process
	ctx     context.Context
	mode    byte // z d t l
	format  string
	stdout  bool
	force   bool
	keep    bool
	quiet   int
	noWarn  bool
	suffix  string
	check   string
	level   int
	verb    int
	buf     []byte
	status  int
	listed  int
	listAll xzSizes
}

func xzMain(ctx context.Context, p *commands.Process) int {
	z := &xzer{p: p, ctx: ctx, mode: 'z', format: "auto", level: 6, buf: make([]byte, 128<<10)}
	switch p.Name {
	case "unxz":
		z.mode = 'd'
	case "xzcat":
		z.mode, z.stdout = 'd', true
	case "lzma":
		z.format = "lzma"
	case "unlzma":
		z.mode, z.format = 'd', "lzma"
	case "lzcat":
		z.mode, z.format, z.stdout = 'd', "lzma", true
	}
	const (
		fast = iota + 256
		best
	)
	opts, files := p.Getopt("0123456789cC:deF:fhkltqQS:T:vVz",
		getopt.Long{Name: "compress", ID: 'z'}, getopt.Long{Name: "decompress", ID: 'd'}, getopt.Long{Name: "uncompress", ID: 'd'},
		getopt.Long{Name: "test", ID: 't'}, getopt.Long{Name: "list", ID: 'l'}, getopt.Long{Name: "keep", ID: 'k'}, getopt.Long{Name: "force", ID: 'f'},
		getopt.Long{Name: "stdout", ID: 'c'}, getopt.Long{Name: "to-stdout", ID: 'c'}, getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 'S'},
		getopt.Long{Name: "format", Arg: getopt.Required, ID: 'F'}, getopt.Long{Name: "check", Arg: getopt.Required, ID: 'C'},
		getopt.Long{Name: "extreme", ID: 'e'}, getopt.Long{Name: "threads", Arg: getopt.Required, ID: 'T'},
		getopt.Long{Name: "fast", ID: fast}, getopt.Long{Name: "best", ID: best},
		getopt.Long{Name: "quiet", ID: 'q'}, getopt.Long{Name: "no-warn", ID: 'Q'}, getopt.Long{Name: "verbose", ID: 'v'})
	for _, o := range opts {
		switch o.ID {
		case 'c':
			z.stdout = true
		case 'C':
			switch o.Arg {
			case "none", "crc32", "crc64", "sha256":
				z.check = o.Arg
			default:
				p.Fatalf(1, "%s: Unsupported integrity check type", o.Arg)
			}
		case 'd', 't', 'l', 'z':
			z.mode = byte(o.ID)
		case 'e', 'T':
		case 'F':
			switch o.Arg {
			case "auto", "xz":
				z.format = o.Arg
			case "lzma", "alone":
				z.format = "lzma"
			default:
				p.Fatalf(1, "%s: Unknown file format type", o.Arg)
			}
		case 'f':
			z.force = true
		case 'h':
			p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(xzHelp, p.Name), "\n"))
			return 0
		case 'V':
			fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.Name, commands.Version)
			return 0
		case 'k':
			z.keep = true
		case 'q':
			z.quiet++
		case 'Q':
			z.noWarn = true
		case 'S':
			if o.Arg == "" || strings.Contains(o.Arg, "/") {
				p.Fatalf(1, "%s: Invalid filename suffix", o.Arg)
			}
			z.suffix = o.Arg
		case 'v':
			z.verb++
		case fast:
			z.level = 0
		case best:
			z.level = 9
		default:
			z.level = o.ID - '0'
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if ctx.Err() != nil {
			break
		}
		if z.mode == 'l' {
			z.list(f)
			continue
		}
		if f == "-" {
			z.stream(p.Stdin, p.Out, "(stdin)")
			continue
		}
		z.file(f)
	}
	if z.mode == 'l' && z.listed > 1 {
		fmt.Fprintln(p.Out, strings.Repeat("-", 79))
		z.listAll.print(p.Out, fmt.Sprintf("%d files", z.listed))
	}
	p.Out.Flush()
	return z.status
}

func (z *xzer) fail(format string, a ...any) bool {
	z.p.Out.Flush()
	if z.quiet < 2 {
		z.p.Errorf(format, a...)
	}
	z.status = 1
	return false
}

func (z *xzer) warn(format string, a ...any) {
	z.p.Out.Flush()
	if z.quiet < 1 {
		z.p.Errorf(format, a...)
	}
	if z.status == 0 && !z.noWarn {
		z.status = 2
	}
}

func (z *xzer) suffixes() [][2]string {
	var s [][2]string
	if z.suffix != "" {
		s = append(s, [2]string{z.suffix, ""})
	}
	if z.mode != 'z' && z.format != "lzma" || z.mode == 'z' && z.format != "lzma" {
		s = append(s, [2]string{".xz", ""}, [2]string{".txz", ".tar"})
	}
	if z.mode != 'z' && z.format != "xz" || z.format == "lzma" {
		s = append(s, [2]string{".lzma", ""}, [2]string{".tlz", ".tar"})
	}
	return s
}

func (z *xzer) file(name string) {
	p, ctx := z.p, z.ctx
	i, err := p.Lstat(ctx, name)
	writes := z.mode != 't' && !z.stdout
	if err == nil && i.Kind == vfs.Symlink {
		if writes && !z.force {
			z.warn("%s: Is a symbolic link, skipping", name)
			return
		}
		i, err = p.Stat(ctx, name)
	}
	if err != nil {
		z.fail("%s: %s", name, vfs.ErrText(err))
		return
	}
	if i.IsDir() {
		z.warn("%s: Is a directory, skipping", name)
		return
	}
	if writes && i.Kind != vfs.Regular {
		z.warn("%s: Not a regular file, skipping", name)
		return
	}
	if writes && !z.force {
		if i.Mode&0o7000 != 0 {
			what := "setuid or setgid bit set"
			if i.Mode&0o6000 == 0 {
				what = "sticky bit set"
			}
			z.warn("%s: File has %s, skipping", name, what)
			return
		}
		if i.Nlink > 1 {
			z.warn("%s: Input file has more than one hard link, skipping", name)
			return
		}
	}
	in, err := p.Open(ctx, name)
	if err != nil {
		z.fail("%s: %s", name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	out := ""
	if writes {
		known := ""
		for _, s := range z.suffixes() {
			if b, ok := strings.CutSuffix(name, s[0]); ok && b != "" && !strings.HasSuffix(b, "/") {
				known, out = s[0], b+s[1]
				break
			}
		}
		if z.mode == 'z' {
			if known != "" {
				z.warn("%s: File already has `%s' suffix, skipping", name, known)
				return
			}
			suffix := z.suffix
			if suffix == "" {
				suffix = ".xz"
				if z.format == "lzma" {
					suffix = ".lzma"
				}
			}
			out = name + suffix
		} else if known == "" {
			var head [13]byte
			n, _ := io.ReadFull(in, head[:])
			in.Seek(0, io.SeekStart)
			if f := codec.Detect(head[:n]); f != codec.Xz && f != codec.Lzma {
				z.fail("%s: File format not recognized", name)
				return
			}
			z.warn("%s: Filename has an unknown suffix, skipping", name)
			return
		}
	}
	var w io.Writer = p.Out
	if z.mode == 't' {
		w = io.Discard
	}
	var file vfs.File
	if writes {
		if _, err := p.Lstat(ctx, out); err == nil {
			if !z.force {
				z.fail("%s: %s", out, vfs.EEXIST)
				return
			}
			p.FS.Unlink(ctx, p.Path(out))
		}
		if file, err = p.OpenFile(ctx, out, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600); err != nil {
			z.fail("%s: %s", out, vfs.ErrText(err))
			return
		}
		w = file
	}
	ok := z.stream(in, w, name)
	if file == nil {
		return
	}
	if err := file.Close(); err != nil && ok {
		ok = z.fail("%s: %s", out, vfs.ErrText(err))
	}
	if !ok {
		p.FS.Unlink(ctx, p.Path(out))
		return
	}
	p.FS.Chmod(ctx, p.Path(out), i.Mode&0o777)
	p.FS.Chtimes(ctx, p.Path(out), i.Atime, i.Mtime, true)
	if !z.keep {
		if err := p.FS.Unlink(ctx, p.Path(name)); err != nil {
			z.fail("%s: Cannot remove: %s", name, vfs.ErrText(err))
		}
	}
}

func (z *xzer) stream(in io.Reader, w io.Writer, name string) bool {
	r := &counter{r: in}
	wc := &writeCounter{w: w}
	if z.mode == 'z' {
		f := codec.Xz
		if z.format == "lzma" {
			f = codec.Lzma
		}
		c, err := codec.NewWriter(wc, f, codec.Options{Level: z.level, Check: z.check})
		if err == nil {
			_, err = copyBuffer(z.ctx, c, r, z.buf)
		}
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			return z.fail("%s: %s", name, vfs.ErrText(err))
		}
		z.say(name, wc.n, r.n)
		return true
	}
	br := bufio.NewReaderSize(r, 128<<10)
	head, err := br.Peek(13)
	if err != nil && err != io.EOF {
		return z.fail("%s: %s", name, vfs.ErrText(err))
	}
	f := codec.Detect(head)
	if z.format == "lzma" && len(head) == 13 && f != codec.Xz && head[0] < 225 {
		f = codec.Lzma
	}
	known := f == codec.Xz && z.format != "lzma" || f == codec.Lzma && z.format != "xz"
	if !known {
		if z.force && z.stdout && z.mode == 'd' {
			_, err := copyBuffer(z.ctx, w, br, z.buf)
			if err != nil {
				return z.fail("%s: %s", name, vfs.ErrText(err))
			}
			return true
		}
		if len(head) == 0 {
			if z.format == "lzma" {
				return z.fail("%s: Unexpected end of input", name)
			}
			return z.fail("%s: Unexpected end of input", name)
		}
		return z.fail("%s: File format not recognized", name)
	}
	d, err := codec.NewReader(br, f)
	if err == nil {
		_, err = copyBuffer(z.ctx, wc, d, z.buf)
	}
	switch {
	case err == nil:
	case errors.Is(err, codec.ErrTruncated):
		return z.fail("%s: Unexpected end of input", name)
	case errors.Is(err, codec.ErrFormat):
		return z.fail("%s: File format not recognized", name)
	case errors.Is(err, codec.ErrCorrupt), errors.Is(err, codec.ErrChecksum), errors.Is(err, codec.ErrTrailing):
		return z.fail("%s: Compressed data is corrupt", name)
	default:
		return z.fail("%s: %s", name, vfs.ErrText(err))
	}
	z.say(name, r.n, wc.n)
	return true
}

// say writes -v's line.
func (z *xzer) say(name string, packed, whole int64) {
	if z.verb == 0 || z.quiet > 0 {
		return
	}
	ratio := "---"
	if whole > 0 {
		ratio = fmt.Sprintf("%.3f", min(float64(packed)/float64(whole), 9.999))
	}
	z.p.Out.Flush()
	fmt.Fprintf(z.p.Stderr, "%s: %s / %s = %s\n", name, niceSize(packed), niceSize(whole), ratio)
}

// niceSize writes a size as xz does: bytes up to 9999, then KiB, MiB, GiB.
func niceSize(n int64) string {
	if n < 10000 {
		return fmt.Sprintf("%d B", n)
	}
	v := float64(n)
	for _, u := range []string{"KiB", "MiB", "GiB", "TiB"} {
		v /= 1024
		if v < 9999.95 || u == "TiB" {
			s := fmt.Sprintf("%.1f", v)
			if i := strings.IndexByte(s, '.'); i > 3 {
				s = s[:i-3] + "," + s[i-3:]
			}
			return s + " " + u
		}
	}
	return ""
}
