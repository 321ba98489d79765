package compress

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
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
      --single-stream  only the first stream of each FILE
      --ignore-check  don't compare the text with its checks
      --files[=FILE]  the names of FILEs are the lines of FILE, or of the
                      standard input
      --files0[=FILE] ... that end with NUL
  -F, --format=FMT    auto, xz, lzma or alone
  -C, --check=CHECK   none, crc32, crc64 (default) or sha256
  -0 ... -9, --fast, --best  compress fast or well (-6)
      --block-size=SIZE  begin a new block after every SIZE bytes
      --lzma1[=OPTS], --lzma2[=OPTS]  compress so: preset=0...9, dict=SIZE, lc=, lp=,
                      pb=, mode=fast|normal, nice=, mf=hc3|hc4|bt2|bt3|bt4, depth=
  -e, --extreme, -T, --threads=N, --no-sparse, --flush-timeout=MS, --no-adjust,
  -M, --memlimit=LIMIT, --memlimit-compress=LIMIT, --memlimit-decompress=LIMIT,
      --memlimit-mt-decompress=LIMIT
                      are taken; one thread compresses, in bounded memory
      --robot         lists are for programs
  -q, --quiet         no warnings
  -Q, --no-warn       warnings don't change the exit status
  -v, --verbose       say what is done
  -h, --help, -H, --long-help  show this help
  -V, --version       show the version
`

func init() {
	for _, name := range []string{"xz", "unxz", "xzcat", "lzma", "unlzma", "lzcat"} {
		commands.Register(commands.Command{Name: name, Help: fmt.Sprintf(xzHelp, name), Hint: "%[1]s: Try `%[1]s --help' for more information.", Run: xzMain})
	}
}

type xzer struct {
	p           *commands.Process
	ctx         context.Context
	mode        byte // z d t l
	format      string
	stdout      bool
	force       bool
	keep        bool
	quiet       int
	noWarn      bool
	suffix      string
	check       string
	level       int
	verb        int
	buf         []byte
	status      int
	listAll     xzTotals
	robot       bool
	single      bool
	ignoreCheck bool
	options     codec.Options
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
		filesLines
		filesNul
		single
		ignoreCheck
		robot
		blockSize
		lzma1
		lzma2
		limit
		ignored
	)
	var lists []getopt.Opt
	p.Args = slices.Concat(strings.Fields(p.Getenv("XZ_DEFAULTS")), strings.Fields(p.Getenv("XZ_OPT")), p.Args)
	opts, files := p.Getopt("0123456789cC:deF:fhHklM:tqQS:T:vVz",
		getopt.Long{Name: "files", Arg: getopt.Optional, ID: filesLines}, getopt.Long{Name: "files0", Arg: getopt.Optional, ID: filesNul},
		getopt.Long{Name: "single-stream", ID: single}, getopt.Long{Name: "ignore-check", ID: ignoreCheck}, getopt.Long{Name: "robot", ID: robot},
		getopt.Long{Name: "block-size", Arg: getopt.Required, ID: blockSize}, getopt.Long{Name: "flush-timeout", Arg: getopt.Required, ID: limit},
		getopt.Long{Name: "lzma1", Arg: getopt.Optional, ID: lzma1}, getopt.Long{Name: "lzma2", Arg: getopt.Optional, ID: lzma2},
		getopt.Long{Name: "memlimit", Arg: getopt.Required, ID: 'M'}, getopt.Long{Name: "memory", Arg: getopt.Required, ID: 'M'}, getopt.Long{Name: "memlimit-compress", Arg: getopt.Required, ID: limit},
		getopt.Long{Name: "memlimit-decompress", Arg: getopt.Required, ID: limit}, getopt.Long{Name: "memlimit-mt-decompress", Arg: getopt.Required, ID: limit},
		getopt.Long{Name: "no-adjust", ID: ignored}, getopt.Long{Name: "no-sparse", ID: ignored}, getopt.Long{Name: "long-help", ID: 'H'},
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
		case 'e', ignored:
		case 'T':
			z.number(strings.TrimPrefix(o.Arg, "+"))
		case 'M', limit:
			if o.Arg != "max" && !(strings.HasSuffix(o.Arg, "%") && o.ID != limit || strings.HasSuffix(o.Arg, "%")) {
				z.number(o.Arg)
			}
		case filesLines, filesNul:
			lists = append(lists, o)
		case single:
			z.single = true
		case ignoreCheck:
			z.ignoreCheck = true
		case robot:
			z.robot = true
		case blockSize:
			z.options.BlockSize = z.number(o.Arg)
		case lzma1, lzma2:
			z.filter(o.Arg)
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
		case 'h', 'H':
			p.Out.WriteString(strings.TrimLeft(fmt.Sprintf(xzHelp, p.Name), "\n"))
			return 0
		case 'V':
			p.ShowVersion()
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
	if z.mode == 'l' && z.format == "lzma" {
		p.Fatalf(1, "--list works only on .xz files (--format=xz or --format=auto)")
	}
	if len(files) == 0 && len(lists) == 0 {
		files = []string{"-"}
	}
	for i, f := range files {
		z.operand(f, i+1, len(files))
	}
	for _, l := range lists {
		end := byte('\n')
		if l.ID == filesNul {
			end = 0
		}
		z.names(l.Arg, end)
	}
	if z.mode == 'l' {
		z.listEnd()
	}
	p.Out.Flush()
	return z.status
}

func (z *xzer) operand(f string, n, of int) {
	switch {
	case z.ctx.Err() != nil:
	case z.mode == 'l':
		z.list(f, n, of)
	case f == "-" && z.mode == 't':
		z.stream(z.p.Stdin, io.Discard, "(stdin)")
	case f == "-":
		z.stream(z.p.Stdin, z.p.Out, "(stdin)")
	default:
		z.file(f)
	}
}

// names works on the files that a list names.
func (z *xzer) names(list string, end byte) {
	var in io.Reader = z.p.Stdin
	shown := "(stdin)"
	if list != "" {
		f, err := z.p.Open(z.ctx, list)
		if err != nil {
			z.p.Fatalf(1, "%s: %s", list, vfs.ErrText(err))
		}
		defer f.Close()
		in, shown = f, list
	}
	br := bufio.NewReaderSize(in, 64<<10)
	for {
		name, err := br.ReadString(end)
		if err != nil && err != io.EOF {
			z.p.Fatalf(1, "%s: Error reading filenames: %s", shown, vfs.ErrText(err))
		}
		name, ended := strings.CutSuffix(name, string(rune(end)))
		if end != 0 && strings.Contains(name, "\x00") {
			z.p.Fatalf(1, "%s: Null character found when reading filenames; maybe you meant to use `--files0' instead of `--files'?", shown)
		}
		if err == io.EOF && !ended && name != "" {
			z.fail("%s: Unexpected end of input when reading filenames", shown)
			return
		}
		if err == io.EOF && !ended {
			return
		}
		if name != "" {
			z.operand(name, 1, 1)
		}
	}
}

// number reads the number of an option, which may have a suffix like KiB.
func (z *xzer) number(text string) int64 {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseInt(text[:digits], 10, 64)
	if err != nil {
		z.p.Fatalf(1, "%s: Value is not a non-negative decimal integer", text)
	}
	suffix := text[digits:]
	if suffix == "" {
		return n
	}
	shift := strings.IndexByte("kmg", suffix[0]|0x20)
	if unit := suffix[1:]; shift < 0 || unit != "" && unit != "i" && unit != "iB" && unit != "B" {
		z.p.Errorf("%s: Invalid multiplier suffix", suffix)
		z.p.Fatalf(1, "Valid suffixes are `KiB' (2^10), `MiB' (2^20), and `GiB' (2^30).")
	}
	return n << (10 * (shift + 1))
}

// filter takes the options of --lzma1 and --lzma2.
func (z *xzer) filter(text string) {
	o := &z.options
	o.Custom = true
	o.LC, o.LP, o.PB, o.Dict = 3, 0, 2, 8<<20
	if text == "" {
		return
	}
	choice := func(value string, list ...string) int {
		i := slices.Index(list, value)
		if i < 0 {
			z.p.Fatalf(1, "%s: Invalid option value", value)
		}
		return i
	}
	for _, pair := range strings.Split(text, ",") {
		if pair == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		if !ok || value == "" {
			z.p.Fatalf(1, "%s: Options must be `name=value' pairs separated with commas", text)
		}
		between := func(low, high int64) int {
			n := z.number(value)
			if n < low || n > high {
				z.p.Fatalf(1, "Value of the option `%s' must be in the range [%d, %d]", name, low, high)
			}
			return int(n)
		}
		switch name {
		case "preset":
			if len(value) > 2 || value[0] < '0' || value[0] > '9' || len(value) == 2 && value[1] != 'e' {
				z.p.Fatalf(1, "Unsupported LZMA1/LZMA2 preset: %s", value)
			}
			z.level = int(value[0] - '0')
			o.Dict = 0
		case "dict":
			o.Dict = between(4096, 1536<<20)
		case "lc":
			o.LC = between(0, 4)
		case "lp":
			o.LP = between(0, 4)
		case "pb":
			o.PB = between(0, 4)
		case "mode":
			choice(value, "fast", "normal")
		case "nice":
			between(2, 273)
		case "mf":
			choice(value, "hc3", "hc4", "bt2", "bt3", "bt4")
		case "depth":
			between(0, 1<<32-1)
		default:
			z.p.Fatalf(1, "%s: Invalid option name", name)
		}
	}
	if o.LC+o.LP > 4 {
		z.p.Fatalf(1, "The sum of lc and lp must not exceed 4")
	}
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

func (z *xzer) writerOptions() codec.Options {
	o := z.options
	o.Level, o.Check = z.level, z.check
	return o
}

func (z *xzer) stream(in io.Reader, w io.Writer, name string) bool {
	r := &counter{r: in}
	wc := &writeCounter{w: w}
	if z.mode == 'z' {
		f := codec.Xz
		if z.format == "lzma" {
			f = codec.Lzma
		}
		c, err := codec.NewWriter(wc, f, z.writerOptions())
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
	if f == codec.None && (z.format == "lzma" && len(head) == 13 && head[0] < 225 || lzmaAlone(head)) {
		f = codec.Lzma
	}
	if f == codec.Lzma && z.format != "lzma" && !lzmaAlone(head) {
		f = codec.None
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
			return z.fail("%s: File format not recognized", name)
		}
		return z.fail("%s: File format not recognized", name)
	}
	d, err := codec.NewReaderWith(br, f, codec.ReaderOptions{First: z.single, NoCheck: z.ignoreCheck})
	if err == nil {
		_, err = copyBuffer(z.ctx, wc, d, z.buf)
	}
	if err != nil && wc.n > 0 {
		z.progress(name, in, r.n-int64(br.Buffered()), wc.n)
		defer z.progress(name, in, r.n-int64(br.Buffered()), wc.n)
	}
	switch {
	case err == nil:
	case errors.Is(err, codec.ErrTruncated):
		return z.fail("%s: Unexpected end of input", name)
	case errors.Is(err, codec.ErrFormat):
		return z.fail("%s: File format not recognized", name)
	case errors.Is(err, codec.ErrOptions):
		return z.fail("%s: Unsupported options", name)
	case errors.Is(err, codec.ErrCorrupt), errors.Is(err, codec.ErrChecksum), errors.Is(err, codec.ErrTrailing):
		return z.fail("%s: Compressed data is corrupt", name)
	default:
		return z.fail("%s: %s", name, vfs.ErrText(err))
	}
	z.say(name, r.n, wc.n)
	return true
}

// lzmaAlone tells whether these are the first bytes of an .lzma file: its
// parameters, a dictionary of 2^n or 2^n+2^(n-1) bytes, and a likely size.
func lzmaAlone(head []byte) bool {
	if len(head) < 13 || head[0] >= 225 {
		return false
	}
	dict, size := binary.LittleEndian.Uint32(head[1:]), binary.LittleEndian.Uint64(head[5:])
	if n := bits.OnesCount32(dict); n != 1 && (n != 2 || bits.TrailingZeros32(dict)+2 != bits.Len32(dict)) && dict != 1<<32-1 {
		return false
	}
	return size < 1<<38 || size == 1<<64-1
}

// say writes -v's line.
func (z *xzer) say(name string, packed, whole int64) {
	if z.verb == 0 || z.quiet > 0 {
		return
	}
	z.p.Out.Flush()
	fmt.Fprintf(z.p.Stderr, "%s: %s / %s%s\n", name, niceSize(packed), niceSize(whole), shownRatio(packed, whole))
}

// shownRatio is what -v says of the sizes.
func shownRatio(packed, whole int64) string {
	if r := float64(packed) / float64(whole); r <= 9.999 {
		return fmt.Sprintf(" = %.3f", r)
	}
	return " > 9.999"
}

// progress writes -v's line for a text that can't be read to its end.
func (z *xzer) progress(name string, in io.Reader, packed, whole int64) {
	if z.verb == 0 || z.quiet > 0 {
		return
	}
	share := "--- %"
	if f, ok := in.(vfs.File); ok {
		if i, err := f.Stat(); err == nil && i.Kind == vfs.Regular && i.Size > 0 {
			share = fmt.Sprintf("%.1f %%", min(99.9, float64(packed)/float64(i.Size)*99.9))
		}
	}
	fmt.Fprintf(z.p.Stderr, "%s: %s, %s / %s%s\n", name, share, niceSize(packed), niceSize(whole), shownRatio(packed, whole))
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
