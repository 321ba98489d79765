package compress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
)

const zstdHelp = `
Usage: %s [OPTION]... [FILE]... [-o OUTPUT]
Compress or decompress FILEs, each to a file beside it, or the standard input
(also -) to the standard output.

  -1 ... -19          compress fast or well (-3)
      --fast[=N], --ultra, --long[=N], -T N, --threads=N, --single-thread,
      --adapt, --[no-]progress, --[no-]sparse, --no-dictID
                      are taken; they change nothing but the speed and the size
      --[no-]check    store a checksum (default), or none
  -d, --decompress, --uncompress  decompress
  -z, --compress      compress
  -t, --test          test compressed FILEs
  -c, --stdout        write to the standard output
  -o OUTPUT           write to OUTPUT
  -f, --force         replace files; follow links
  -k, --keep          keep the FILEs (default)
      --rm            remove the FILEs
  -r                  all files in directories
  -q, --quiet         say less; twice: nothing
  -v, --verbose       say more
  -h, -H, --help      show this help
  -V, --version       show the version
`

func init() {
	for _, name := range []string{"zstd", "unzstd", "zstdcat"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(zstdHelp, name), Run: zstdMain})
	}
}

type zstder struct {
	p         *commands.Process
	ctx       context.Context
	mode      byte
	stdout    bool
	out       string
	force     bool
	remove    bool
	recursive bool
	level     int
	check     string // "none": no checksum
	verb      int
	buf       []byte
	status    int
}

func zstdMain(ctx context.Context, p *commands.Process) int {
	z := &zstder{p: p, ctx: ctx, mode: 'z', level: 3, verb: 2, buf: make([]byte, 128<<10)}
	switch p.Name {
	case "unzstd":
		z.mode = 'd'
	case "zstdcat":
		z.mode, z.stdout, z.force, z.verb = 'd', true, true, 1
	}
	var files []string
	usage := func() int {
		fmt.Fprintf(p.Stderr, "Incorrect parameters \n%s", strings.TrimLeft(fmt.Sprintf(zstdHelp, p.Name), "\n"))
		return 1
	}
	help := func() int {
		p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(zstdHelp, p.Name), "\n"))
		return 0
	}
	args := p.Args
	only := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case only || a == "-" || !strings.HasPrefix(a, "-"):
			files = append(files, a)
		case a == "--":
			only = true
		case strings.HasPrefix(a, "--"):
			name, value, has := strings.Cut(a[2:], "=")
			switch name {
			case "help":
				return help()
			case "version":
				fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.Name, commands.Version)
				return 0
			case "decompress", "uncompress":
				z.mode = 'd'
			case "compress":
				z.mode = 'z'
			case "test":
				z.mode = 't'
			case "stdout":
				z.stdout = true
			case "force":
				z.force = true
			case "keep":
				z.remove = false
			case "rm":
				z.remove = true
			case "quiet":
				z.verb--
			case "verbose":
				z.verb++
			case "fast":
				if has {
					if n, err := strconv.Atoi(value); err != nil || n < 1 {
						return usage()
					}
				}
				z.level = 1
			case "threads":
				if !has {
					if i++; i == len(args) {
						return usage()
					}
				}
			case "check":
				z.check = ""
			case "no-check":
				z.check = "none"
			case "ultra", "long", "single-thread", "adapt", "progress", "no-progress", "sparse", "no-sparse", "no-dictID":
			default:
				return usage()
			}
		default:
			for j := 1; j < len(a); j++ {
				c := a[j]
				if c >= '0' && c <= '9' {
					k := j
					for k < len(a) && a[k] >= '0' && a[k] <= '9' {
						k++
					}
					n, err := strconv.Atoi(a[j:k])
					if err != nil {
						return usage()
					}
					z.level = max(1, min(n, 22))
					j = k - 1
					continue
				}
				switch c {
				case 'd', 'z', 't':
					z.mode = c
				case 'c':
					z.stdout = true
				case 'f':
					z.force = true
				case 'k':
					z.remove = false
				case 'r':
					z.recursive = true
				case 'q':
					z.verb--
				case 'v':
					z.verb++
				case 'h', 'H':
					return help()
				case 'V':
					fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.Name, commands.Version)
					return 0
				case 'T':
					for j+1 < len(a) && a[j+1] >= '0' && a[j+1] <= '9' {
						j++
					}
				case 'o':
					if j+1 < len(a) {
						z.out = a[j+1:]
						j = len(a)
						break
					}
					if i++; i == len(args) {
						return usage()
					}
					z.out = args[i]
				default:
					return usage()
				}
			}
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if z.out != "" && z.mode != 't' && !z.stdout {
		return z.toOne(files)
	}
	for _, f := range files {
		if ctx.Err() != nil {
			break
		}
		if f == "-" {
			var w io.Writer = p.Out
			if z.mode == 't' {
				w = io.Discard
			}
			z.stream(p.Stdin, w, "/*stdin*\\", "/*stdout*\\")
			continue
		}
		z.path(f)
	}
	p.Out.Flush()
	return z.status
}

func (z *zstder) fail(format string, a ...any) bool {
	z.p.Out.Flush()
	if z.verb >= 1 {
		fmt.Fprintf(z.p.Stderr, format+"\n", a...)
	}
	z.status = 1
	return false
}

func (z *zstder) toOne(files []string) int {
	p, ctx := z.p, z.ctx
	if _, err := p.Stat(ctx, z.out); err == nil && !z.force && z.out != "/dev/null" && z.out != "/dev/stdout" {
		z.fail("zstd: %s already exists; not overwritten  ", z.out)
		return 1
	}
	w, err := p.OpenFile(ctx, z.out, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		z.fail("zstd: %s: %s", z.out, vfs.ErrText(err))
		return 1
	}
	defer w.Close()
	for _, f := range files {
		in, err := p.Input(ctx, f)
		if err != nil {
			z.fail("zstd: can't stat %s : %s -- ignored ", f, vfs.ErrText(err))
			continue
		}
		if z.stream(in, w, f, z.out) && z.remove && f != "-" {
			p.FS.Unlink(ctx, p.Path(f))
		}
		in.Close()
	}
	return z.status
}

var zstdSuffixes = [][2]string{{".zst", ""}, {".tzst", ".tar"}, {".gz", ""}, {".tgz", ".tar"}, {".lzma", ""}, {".xz", ""}, {".txz", ".tar"}}

func (z *zstder) path(name string) {
	p, ctx := z.p, z.ctx
	i, err := p.Stat(ctx, name)
	if err != nil && z.mode == 'z' || err != nil && strings.HasSuffix(name, ".zst") || err != nil && (z.stdout || z.mode == 't') {
		z.fail("zstd: can't stat %s : %s -- ignored ", name, vfs.ErrText(err))
		return
	}
	if l, lerr := p.Lstat(ctx, name); lerr == nil && l.Kind == vfs.Symlink && !z.force {
		z.fail("Warning : %s is a symbolic link, ignoring ", name)
		return
	}
	if i.IsDir() {
		if !z.recursive {
			z.fail("zstd: %s is a directory -- ignored ", name)
			return
		}
		list, err := p.FS.ReadDir(ctx, p.Path(name))
		if err != nil {
			z.fail("Cannot open directory '%s': %s", name, vfs.ErrText(err))
			return
		}
		for _, e := range list {
			z.path(strings.TrimSuffix(name, "/") + "/" + e.Name)
		}
		return
	}
	writes := z.mode != 't' && !z.stdout
	out := name + ".zst"
	if writes && z.mode == 'd' {
		out = ""
		for _, s := range zstdSuffixes {
			if b, ok := strings.CutSuffix(name, s[0]); ok && b != "" {
				out = b + s[1]
				break
			}
		}
		if out == "" {
			z.fail("zstd: %s: unknown suffix (.zst/.tzst/.gz/.tgz/.lzma/.xz/.txz expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.", name)
			return
		}
	}
	in, err := p.Open(ctx, name)
	if err != nil {
		z.fail("zstd: %s: %s", name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	if !writes {
		var w io.Writer = p.Out
		if z.mode == 't' {
			w = io.Discard
		}
		z.stream(in, w, name, "/*stdout*\\")
		return
	}
	if _, err := p.Lstat(ctx, out); err == nil {
		if !z.force {
			z.fail("zstd: %s already exists; not overwritten  ", out)
			return
		}
		p.FS.Unlink(ctx, p.Path(out))
	}
	file, err := p.OpenFile(ctx, out, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		z.fail("zstd: %s: %s", out, vfs.ErrText(err))
		return
	}
	ok := z.stream(in, file, name, out)
	if err := file.Close(); err != nil && ok {
		ok = z.fail("zstd: %s: %s", out, vfs.ErrText(err))
	}
	if !ok {
		p.FS.Unlink(ctx, p.Path(out))
		return
	}
	p.FS.Chmod(ctx, p.Path(out), i.Mode&0o777)
	p.FS.Chtimes(ctx, p.Path(out), i.Atime, i.Mtime, true)
	if z.remove {
		p.FS.Unlink(ctx, p.Path(name))
	}
}

func (z *zstder) stream(in io.Reader, w io.Writer, name, out string) bool {
	r := &counter{r: in}
	wc := &writeCounter{w: w}
	if z.mode == 'z' {
		c, err := codec.NewWriter(wc, codec.Zstd, codec.Options{Level: z.level, Check: z.check})
		if err == nil {
			_, err = copyBuffer(z.ctx, c, r, z.buf)
		}
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			return z.fail("zstd: %s: %s", name, vfs.ErrText(err))
		}
		if z.verb >= 2 && out != "/*stdout*\\" {
			ratio := 0.0
			if r.n > 0 {
				ratio = float64(wc.n) / float64(r.n) * 100
			}
			fmt.Fprintf(z.p.Stderr, "%-20s :%6.2f%%   (%6d B => %6d B, %s) \n", name, ratio, r.n, wc.n, out)
		}
		return true
	}
	br := bufio.NewReaderSize(r, 128<<10)
	head, err := br.Peek(13)
	if err != nil && err != io.EOF {
		return z.fail("zstd: %s: %s", name, vfs.ErrText(err))
	}
	f := codec.Detect(head)
	switch f {
	case codec.Zstd, codec.Gzip, codec.Xz, codec.Lzma:
	default:
		if z.force && z.stdout {
			_, err := copyBuffer(z.ctx, wc, br, z.buf)
			return err == nil
		}
		if len(head) == 0 {
			return z.fail("zstd: %s: unexpected end of file ", name)
		}
		if len(head) < 4 {
			return z.fail("zstd: %s: unknown header ", name)
		}
		return z.fail("zstd: %s: unsupported format ", name)
	}
	d, err := codec.NewReader(br, f)
	if err == nil {
		_, err = copyBuffer(z.ctx, wc, d, z.buf)
		d.Close()
	}
	switch {
	case err == nil:
	case errors.Is(err, codec.ErrTruncated):
		return z.fail("%s : Read error (39) : premature end ", name)
	case errors.Is(err, codec.ErrTrailing), errors.Is(err, codec.ErrFormat):
		return z.fail("zstd: %s: unsupported format ", name)
	case errors.Is(err, codec.ErrChecksum):
		return z.fail("%s : Decoding error (36) : Restored data doesn't match checksum ", name)
	case errors.Is(err, codec.ErrCorrupt):
		return z.fail("%s : Decoding error (36) : Data corruption detected ", name)
	default:
		return z.fail("zstd: %s: %s", name, vfs.ErrText(err))
	}
	if z.verb >= 2 && out != "/*stdout*\\" || z.mode == 't' && z.verb >= 2 {
		fmt.Fprintf(z.p.Stderr, "%-20s: %d bytes \n", name, wc.n)
	}
	return true
}
