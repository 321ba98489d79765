package compress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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

  -1 ... -19          compress fast or well (-3); --ultra -20 ... -22
      --fast[=N]      compress fast
      --format=FORMAT zstd (default), gzip, xz or lzma
      --[no-]check    store a checksum (default), or none
  -D DICTIONARY, --patch-from=FILE
                      what the text has in common with that isn't stored
  -d, --decompress, --uncompress  decompress
      --[no-]pass-through  copy what isn't compressed
  -M N, --memory=N, --memlimit=N  refuse what needs more than N bytes
  -z, --compress      compress
  -t, --test          test compressed FILEs
  -l, --list          list the sizes of compressed FILEs
  -c, --stdout        write to the standard output
  -o OUTPUT           write to OUTPUT
      --output-dir-flat DIR, --output-dir-mirror DIR  write to files in DIR, or in
                      its directories that are called as the FILEs'
      --filelist LIST the names of more FILEs are the lines of LIST
      --exclude-compressed  leave out FILEs that look compressed
  -f, --force         replace files; follow links
  -k, --keep          keep the FILEs (default)
      --rm            remove the FILEs
  -r                  all files in directories
  -q, --quiet         say less; twice: nothing
  -v, --verbose       say more
  -B N, -T N, --threads=N, --auto-threads=WHICH, --single-thread, --adapt, --long[=N],
  --ultra, --rsyncable, --no-dictID, --stream-size=N, --size-hint=N,
  --target-compressed-block-size=N, --[no-]progress, --[no-]sparse, --[no-]asyncio,
  --[no-]compress-literals, --[no-]row-match-finder
                      are taken; they change nothing but the speed and the size
  -h, -H, --help      show this help
  -V, --version       show the version
`

func init() {
	for _, name := range []string{"zstd", "unzstd", "zstdcat"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(zstdHelp, name), Run: zstdMain})
	}
}

type zstder struct {
	p          *commands.Process
	ctx        context.Context
	mode       byte
	format     codec.Format
	stdout     bool
	out        string
	flat       string // --output-dir-flat's directory
	mirror     string
	force      bool
	remove     bool
	recursive  bool
	pass       bool
	unpacked   bool // --exclude-compressed
	level      int
	check      string // "none": no checksum
	dictionary []byte
	window     uint64 // the most that is read
	verb       int
	stdin      bool // is an input
	buf        []byte
	status     int
}

// zstdIgnored are long options that change nothing here, "=" those with a value.
var zstdIgnored = map[string]bool{"ultra": false, "long": false, "single-thread": false, "adapt": false, "progress": false, "no-progress": false,
	"sparse": false, "no-sparse": false, "no-dictID": false, "rsyncable": false, "asyncio": false, "no-asyncio": false, "compress-literals": false,
	"no-compress-literals": false, "row-match-finder": false, "no-row-match-finder": false, "stream-size": true, "size-hint": true,
	"target-compressed-block-size": true, "auto-threads": true, "threads": true}

func zstdMain(ctx context.Context, p *commands.Process) int {
	z := &zstder{p: p, ctx: ctx, mode: 'z', format: codec.Zstd, level: 3, verb: 2, buf: make([]byte, 128<<10)}
	switch p.Name {
	case "unzstd":
		z.mode = 'd'
	case "zstdcat":
		z.mode, z.stdout, z.force, z.pass, z.verb = 'd', true, true, true, 1
	}
	if n, err := strconv.Atoi(p.Getenv("ZSTD_CLEVEL")); err == nil {
		z.level = max(1, min(n, 22))
	}
	var files []string
	passSet := false
	usage := func() {
		fmt.Fprintf(p.Stderr, "Incorrect parameters \n%s", strings.TrimLeft(fmt.Sprintf(zstdHelp, p.Name), "\n"))
		p.Exit(1)
	}
	help := func() int {
		p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(zstdHelp, p.Name), "\n"))
		return 0
	}
	args := p.Args
	only := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		next := func() string {
			if i++; i == len(args) {
				fmt.Fprintln(p.Stderr, "error: missing command argument ")
				p.Exit(1)
			}
			if strings.HasPrefix(args[i], "-") {
				fmt.Fprintln(p.Stderr, "error: command cannot be separated from its argument by another command ")
				p.Exit(1)
			}
			return args[i]
		}
		switch {
		case only || a == "-" || !strings.HasPrefix(a, "-"):
			files = append(files, a)
		case a == "--":
			only = true
		case strings.HasPrefix(a, "--"):
			name, value, has := strings.Cut(a[2:], "=")
			argument := func() string {
				if has {
					return value
				}
				return next()
			}
			switch name {
			case "help":
				return help()
			case "version":
				p.ShowVersion()
			case "decompress", "uncompress":
				z.mode = 'd'
			case "compress":
				z.mode = 'z'
			case "test":
				z.mode = 't'
			case "list":
				z.mode = 'l'
			case "stdout":
				z.stdout, z.out = true, ""
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
						usage()
					}
				}
				z.level = 1
			case "check":
				z.check = ""
			case "no-check":
				z.check = "none"
			case "pass-through", "no-pass-through":
				z.pass, passSet = name == "pass-through", true
			case "exclude-compressed":
				z.unpacked = true
			case "format":
				switch value {
				case "zstd":
					z.format = codec.Zstd
				case "gzip":
					z.format = codec.Gzip
				case "xz":
					z.format = codec.Xz
				case "lzma":
					z.format = codec.Lzma
				default:
					usage()
				}
			case "memory", "memlimit", "memlimit-decompress":
				z.window = uint64(zstdSize(argument(), usage))
			case "output-dir-flat":
				if z.flat = argument(); z.flat == "" {
					fmt.Fprintln(p.Stderr, "error: output dir cannot be empty string (did you mean to pass '.' instead?)")
					return 1
				}
			case "output-dir-mirror":
				if z.mirror = argument(); z.mirror == "" {
					fmt.Fprintln(p.Stderr, "error: output dir cannot be empty string (did you mean to pass '.' instead?)")
					return 1
				}
			case "filelist":
				list := argument()
				text, err := p.FS.ReadFile(ctx, p.Path(list), maxDictionary)
				if err != nil {
					z.fail("zstd: error reading %s ", list)
					return 1
				}
				for _, l := range strings.Split(string(text), "\n") {
					if l != "" {
						files = append(files, l)
					}
				}
			case "patch-from":
				z.readDictionary(argument())
			default:
				value, known := zstdIgnored[name]
				if !known {
					usage()
				}
				if value {
					argument()
				}
			}
		default:
			for j := 1; j < len(a); j++ {
				number := func() string {
					k := j + 1
					for k < len(a) && a[k] >= '0' && a[k] <= '9' {
						k++
					}
					n := a[j+1 : k]
					for k < len(a) && strings.IndexByte("KMGiB", a[k]) >= 0 {
						k++
					}
					defer func() { j = k - 1 }()
					return n + a[j+1+len(n):k]
				}
				c := a[j]
				if c >= '0' && c <= '9' {
					j--
					n, err := strconv.Atoi(number())
					if err != nil {
						usage()
					}
					z.level = max(1, min(n, 22))
					continue
				}
				switch c {
				case 'd', 'z', 't', 'l':
					z.mode = c
				case 'c':
					z.stdout, z.out = true, ""
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
					p.ShowVersion()
				case 'T', 'B':
					number()
				case 'M':
					z.window = uint64(zstdSize(number(), usage))
				case 'D':
					z.readDictionary(next())
				case 'o':
					z.out, z.stdout = next(), false
				default:
					usage()
				}
			}
		}
	}
	if !passSet && z.force && z.stdout {
		z.pass = true
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		z.stdin = z.stdin || f == "-"
	}
	if z.mode == 'l' {
		z.list(files)
		p.Out.Flush()
		return z.status
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
			z.stream(p.Stdin, w, -1, "/*stdin*\\", "/*stdout*\\")
			continue
		}
		z.path(f)
	}
	p.Out.Flush()
	return z.status
}

// zstdSize reads a number with a suffix K, M or G.
func zstdSize(text string, usage func()) int64 {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseInt(text[:digits], 10, 40)
	if err != nil && digits > 0 {
		usage()
	}
	switch unit := strings.TrimSuffix(strings.TrimSuffix(text[digits:], "B"), "i"); unit {
	case "":
	case "K", "M", "G":
		n <<= 10 * (1 + strings.Index("KMG", unit))
	default:
		usage()
	}
	return n
}

// maxDictionary is the most that -D takes.
const maxDictionary = 32 << 20

func (z *zstder) readDictionary(name string) {
	i, err := z.p.Stat(z.ctx, name)
	if err != nil {
		z.fail("zstd: error 31 : Couldn't stat %s: %s", name, vfs.ErrText(err))
		z.p.Exit(31)
	}
	if i.Size > maxDictionary {
		z.fail("zstd: error 34 : Dictionary file %s is too large (> %d bytes)", name, maxDictionary)
		z.p.Exit(34)
	}
	if z.dictionary, err = z.p.FS.ReadFile(z.ctx, z.p.Path(name), maxDictionary); err != nil {
		z.fail("zstd: error 33 : %s: %s", name, vfs.ErrText(err))
		z.p.Exit(33)
	}
}

// confirm asks whether to go on, where something is lost by it.
func (z *zstder) confirm(prompt, no string) bool {
	if z.stdin {
		if question, _, found := strings.Cut(prompt, "; "); found {
			fmt.Fprintf(z.p.Stderr, "%s; ", question)
		}
		z.fail("stdin is an input - not proceeding.")
		return false
	}
	fmt.Fprint(z.p.Stderr, prompt)
	line, _ := bufio.NewReaderSize(z.p.Stdin, 16).ReadString('\n')
	if line != "" && strings.ContainsAny(line[:1], "yY") {
		return true
	}
	fmt.Fprint(z.p.Stderr, no)
	z.status = 1
	return false
}

// mayReplace tells whether the output may be written.
func (z *zstder) mayReplace(out string) bool {
	if i, err := z.p.Stat(z.ctx, out); err != nil || z.force || i.Kind != vfs.Regular {
		return true
	}
	if z.verb <= 1 {
		return z.fail("zstd: %s already exists; not overwritten  ", out)
	}
	return z.confirm(fmt.Sprintf("zstd: %s already exists; overwrite (y/n) ? ", out), "Not overwritten  \n \n")
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
	if len(files) > 1 && z.out != "/dev/null" {
		if z.verb >= 2 {
			fmt.Fprintf(p.Stderr, "zstd: WARNING: all input files will be processed and concatenated into a single output file: %s \nThe concatenated output CANNOT regenerate original file names nor directory structure. \n", z.out)
		}
		z.remove = false
		if !z.force && z.out != "/dev/stdout" {
			if z.verb <= 1 {
				z.fail("Concatenating multiple processed inputs into a single output loses file metadata. \nAborting. ")
				return 1
			}
			if !z.confirm("Proceed? (y/n): ", "Aborting... \n") {
				return 1
			}
		}
	}
	if !z.mayReplace(z.out) {
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
		size := int64(-1)
		if i, err := in.Stat(); err == nil && i.Kind == vfs.Regular && f != "-" {
			size = i.Size
		}
		if z.stream(in, w, size, f, z.out) && z.remove && f != "-" {
			p.FS.Unlink(ctx, p.Path(f))
		}
		in.Close()
	}
	return z.status
}

var zstdSuffixes = [][2]string{{".zst", ""}, {".tzst", ".tar"}, {".gz", ""}, {".tgz", ".tar"}, {".lzma", ""}, {".xz", ""}, {".txz", ".tar"}}

var formatSuffixes = map[codec.Format]string{codec.Zstd: ".zst", codec.Gzip: ".gz", codec.Xz: ".xz", codec.Lzma: ".lzma"}

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
	out := name + formatSuffixes[z.format]
	if z.mode == 'z' && z.unpacked {
		for _, s := range append(zstdSuffixes, [2]string{".lz4"}, [2]string{".tlz4"}) {
			if strings.HasSuffix(name, s[0]) {
				return
			}
		}
	}
	if writes && z.mode == 'd' {
		out = ""
		for _, s := range zstdSuffixes {
			if b, ok := strings.CutSuffix(name, s[0]); ok && b != "" {
				out = b + s[1]
				break
			}
		}
		if out == "" {
			z.fail("zstd: %s: unknown suffix (.zst/.tzst/.gz/.tgz/.lzma/.xz/.txz/.lz4/.tlz4 expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.", name)
			return
		}
	}
	if writes && z.flat != "" {
		out = strings.TrimSuffix(z.flat, "/") + "/" + commands.BaseName(out)
	}
	if writes && z.mirror != "" {
		if slices.Contains(strings.Split(out, "/"), "..") {
			return
		}
		out = strings.TrimSuffix(z.mirror, "/") + "/" + strings.TrimLeft(strings.TrimPrefix(out, "./"), "/")
		if err := p.FS.MkdirAll(ctx, p.Path(commands.DirName(out)), 0o755); err != nil {
			z.fail("zstd: error: %s: %s", commands.DirName(out), vfs.ErrText(err))
			return
		}
	}
	in, err := p.Open(ctx, name)
	if err != nil {
		z.fail("zstd: %s: %s ", name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	if !writes {
		var w io.Writer = p.Out
		if z.mode == 't' {
			w = io.Discard
		}
		z.stream(in, w, i.Size, name, "/*stdout*\\")
		return
	}
	if !z.mayReplace(out) {
		return
	}
	p.FS.Unlink(ctx, p.Path(out))
	file, err := p.OpenFile(ctx, out, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		z.fail("zstd: %s: %s", out, vfs.ErrText(err))
		return
	}
	ok := z.stream(in, file, i.Size, name, out)
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

// options are the writer's for a text of the size.
func (z *zstder) options(size int64) codec.Options {
	o := codec.Options{Level: z.level, Size: size, Dictionary: z.dictionary}
	if z.format == codec.Zstd {
		o.Check = z.check
	} else {
		o.Level = min(z.level, 9)
	}
	return o
}

// stream works on one input, of the size, or -1 if that isn't known.
func (z *zstder) stream(in io.Reader, w io.Writer, size int64, name, out string) bool {
	r := &counter{r: in}
	wc := &writeCounter{w: w}
	if z.mode == 'z' {
		c, err := codec.NewWriter(wc, z.format, z.options(size))
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
			fmt.Fprintf(z.p.Stderr, "%-20s :%6.2f%%   (%s => %s, %s) \n", name, ratio, human(r.n, 6), human(wc.n, 6), out)
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
		if z.pass && z.mode == 'd' {
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
	d, err := codec.NewReaderWith(br, f, codec.ReaderOptions{Dictionary: z.dictionary, MaxWindow: z.window})
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
	case errors.Is(err, codec.ErrTooLarge):
		return z.fail("%s : Decoding error (36) : Frame requires too much memory for decoding ", name)
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
