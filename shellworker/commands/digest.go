package commands

import (
	"bufio"
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/blake2b"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/sm3"
)

// digestAlgorithms are the hashes with a file of checksums, by cksum's names.
var digestAlgorithms = map[string]struct {
	tag  string
	bits int
	make func(bits int) hash.Hash
}{
	"md5":     {"MD5", 128, func(int) hash.Hash { return md5.New() }},
	"sha1":    {"SHA1", 160, func(int) hash.Hash { return sha1.New() }},
	"sha224":  {"SHA224", 224, func(int) hash.Hash { return sha256.New224() }},
	"sha256":  {"SHA256", 256, func(int) hash.Hash { return sha256.New() }},
	"sha384":  {"SHA384", 384, func(int) hash.Hash { return sha512.New384() }},
	"sha512":  {"SHA512", 512, func(int) hash.Hash { return sha512.New() }},
	"blake2b": {"BLAKE2b", 512, func(bits int) hash.Hash { return blake2b.New(bits / 8) }},
	"sm3":     {"SM3", 256, func(int) hash.Hash { return sm3.New() }},
}

const digestHelp = `
  -b, --binary          mark files as binary in the output
  -c, --check           read checksums from FILEs and check them
%s      --tag             BSD's form of output
  -t, --text            mark files as text (default)
  -z, --zero            end each line with NUL, and escape no names

With --check:
      --ignore-missing  don't complain of missing files
      --quiet           no OK for files that match
      --status          no output; the exit status tells
      --strict          fail where a line is badly formatted
  -w, --warn            complain of each badly formatted line
      --help            show this help
      --version         show the version
`

func init() {
	for _, name := range []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512"} {
		a := digestAlgorithms[name]
		Register(Command{Name: name + "sum", Help: "Usage: " + name + "sum [OPTION]... [FILE]...\nWrite or check " + a.tag + " checksums.\n" + fmt.Sprintf(digestHelp, ""),
			Run: func(ctx context.Context, p *Process) int { return digestMain(ctx, p, name) }})
	}
	Register(Command{Name: "b2sum", Help: "Usage: b2sum [OPTION]... [FILE]...\nWrite or check BLAKE2b checksums.\n" +
		fmt.Sprintf(digestHelp, "  -l, --length=BITS     the checksum's length, a multiple of 8 up to 512\n"),
		Run: func(ctx context.Context, p *Process) int { return digestMain(ctx, p, "blake2b") }})
	Register(Command{Name: "cksum", Help: `
Usage: cksum [OPTION]... [FILE]...
Write or check checksums; by default the CRC of POSIX and the number of bytes.

  -a, --algorithm=TYPE  bsd, sysv, crc (default), md5, sha1, sha224, sha256,
                          sha384, sha512, blake2b or sm3
  -c, --check           read checksums from FILEs and check them
  -l, --length=BITS     blake2b's length, a multiple of 8 up to 512
      --tag             BSD's form of output (default)
      --untagged        the form of md5sum
  -z, --zero            end each line with NUL, and escape no names

With --check:
      --ignore-missing  don't complain of missing files
      --quiet           no OK for files that match
      --status          no output; the exit status tells
      --strict          fail where a line is badly formatted
  -w, --warn            complain of each badly formatted line
      --help            show this help
      --version         show the version
`, Run: func(ctx context.Context, p *Process) int { return digestMain(ctx, p, "crc") }})
	Register(Command{Name: "sum", Run: sumMain, Help: `
Usage: sum [OPTION]... [FILE]...
Write BSD's or System V's checksum of each FILE and its blocks.

  -r             BSD's, with blocks of 1 KiB (default)
  -s, --sysv     System V's, with blocks of 512 bytes
      --help     show this help
      --version  show the version
`})
}

// digester checks or makes checksums.
type digester struct {
	p     *Process
	ctx   context.Context
	algo  string
	bits  int
	tag   bool
	mark  byte
	end   string
	buf   []byte
	fixed bool // --length or -a was given

	ignoreMissing, quiet, silent, strict, warn bool
}

func digestMain(ctx context.Context, p *Process, algo string) int {
	const (
		tag = iota + 256
		untagged
		ignoreMissing
		quiet
		status
		strict
	)
	d := &digester{p: p, ctx: ctx, algo: algo, mark: ' ', end: "\n", buf: make([]byte, 128<<10)}
	cksum := p.cmd.Name == "cksum"
	short := "bctwz"
	long := []getopt.Long{{Name: "check", ID: 'c'}, {Name: "tag", ID: tag}, {Name: "zero", ID: 'z'},
		{Name: "ignore-missing", ID: ignoreMissing}, {Name: "quiet", ID: quiet}, {Name: "status", ID: status},
		{Name: "strict", ID: strict}, {Name: "warn", ID: 'w'}}
	if cksum {
		short = "a:bcl:twz"
		long = append(long, getopt.Long{Name: "algorithm", Arg: getopt.Required, ID: 'a'}, getopt.Long{Name: "untagged", ID: untagged})
	} else {
		long = append(long, getopt.Long{Name: "binary", ID: 'b'}, getopt.Long{Name: "text", ID: 't'})
	}
	if algo == "blake2b" || cksum {
		short = strings.Replace(short, "l:", "", 1) + "l:"
		long = append(long, getopt.Long{Name: "length", Arg: getopt.Required, ID: 'l'})
	}
	opts, files := p.Getopt(short, long...)
	check, binary, text, hasTag := false, false, false, false
	length, haveLength := "", false
	for _, o := range opts {
		switch o.ID {
		case 'a':
			d.algo = p.ExactChoice("--algorithm", o.Arg, "bsd", "sysv", "crc", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3")
			d.fixed = true
		case 'b', 't':
			if cksum {
				p.UsageTry() // coreutils 9.1 knows them and refuses them
			}
			binary, text = o.ID == 'b', o.ID == 't'
		case 'c':
			check = true
		case 'l':
			length, haveLength = o.Arg, true
		case 'z':
			d.end = "\x00"
		case 'w':
			d.warn, d.quiet, d.silent = true, false, false
		case tag:
			hasTag, binary, text = true, true, false
			d.tag, d.mark = true, ' '
		case untagged:
			hasTag, d.tag, binary = false, false, false
			d.mark = 'u'
		case ignoreMissing:
			d.ignoreMissing = true
		case quiet:
			d.quiet, d.silent, d.warn = true, false, false
		case status:
			d.silent, d.quiet, d.warn = true, false, false
		case strict:
			d.strict = true
		}
	}
	if cksum {
		d.tag = d.mark != 'u'
		d.mark = ' '
	}
	d.bits = digestAlgorithms[d.algo].bits
	if haveLength {
		if d.algo != "blake2b" {
			p.Fatalf(1, "--length is only supported with --algorithm=blake2b")
		}
		n, err := strconv.ParseUint(length, 10, 64)
		if err != nil {
			p.Fatalf(1, "invalid length: %s", p.Quote(length))
		}
		if n%8 != 0 {
			p.Errorf("invalid length: %s", p.Quote(length))
			p.Fatalf(1, "length is not a multiple of 8")
		}
		if n > 512 {
			p.Errorf("invalid length: %s", p.Quote(length))
			p.Fatalf(1, "maximum digest length for %s is 512 bits", p.Quote("BLAKE2b"))
		}
		if n != 0 {
			d.bits = int(n)
		}
	}
	plain := d.algo == "bsd" || d.algo == "sysv" || d.algo == "crc"
	if check && plain && d.fixed {
		p.Fatalf(1, "--check is not supported with --algorithm={bsd,sysv,crc}")
	}
	switch {
	case hasTag && check && !cksum:
		p.UsageError("the --tag option is meaningless when verifying checksums")
	case hasTag && text:
		p.UsageError("--tag does not support --text mode")
	case d.end == "\x00" && check:
		p.UsageError("the --zero option is not supported when verifying checksums")
	case check && (binary || text) && !hasTag:
		p.UsageError("the --binary and --text options are meaningless when verifying checksums")
	}
	if !check {
		for _, o := range []struct {
			on   bool
			name string
		}{{d.ignoreMissing, "ignore-missing"}, {d.silent, "status"}, {d.warn, "warn"}, {d.quiet, "quiet"}, {d.strict, "strict"}} {
			if o.on {
				p.UsageError("the --%s option is meaningful only when verifying checksums", o.name)
			}
		}
	}
	if binary {
		d.mark = '*'
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	code := 0
	for _, f := range files {
		var ok bool
		switch {
		case check:
			ok = d.check(f)
		case plain:
			ok = d.plain(f, len(files))
		default:
			ok = d.print(f)
		}
		if !ok {
			code = 1
		}
	}
	return code
}

// digest returns the hash of a file.
func (d *digester) digest(name, algo string, bits int) ([]byte, error) {
	f, err := d.p.Input(d.ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := digestAlgorithms[algo].make(bits)
	for {
		n, err := f.Read(d.buf)
		h.Write(d.buf[:n])
		if err == io.EOF {
			return h.Sum(nil), nil
		}
		if err != nil {
			return nil, err
		}
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
	}
}

func (d *digester) print(name string) bool {
	sum, err := d.digest(name, d.algo, d.bits)
	if err != nil {
		d.p.NameError(name, err)
		return false
	}
	shown, prefix := name, ""
	if d.end == "\n" && strings.ContainsAny(name, "\\\n\r") {
		prefix = "\\"
		shown = strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r").Replace(name)
	}
	if d.tag {
		tag := digestAlgorithms[d.algo].tag
		if d.algo == "blake2b" && d.bits != 512 {
			tag += "-" + strconv.Itoa(d.bits)
		}
		fmt.Fprintf(d.p.Out, "%s%s (%s) = %x%s", prefix, tag, shown, sum, d.end)
		return true
	}
	fmt.Fprintf(d.p.Out, "%s%x %c%s%s", prefix, sum, d.mark, shown, d.end)
	return true
}

// checkLine takes a line of a file of checksums apart.
func (d *digester) checkLine(line string) (algo string, bits int, sum []byte, name string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	escaped := strings.HasPrefix(line, "\\")
	if escaped {
		line = line[1:]
	}
	unescape := func(s string) (string, bool) {
		if !escaped {
			return s, true
		}
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] != '\\' {
				b.WriteByte(s[i])
				continue
			}
			if i++; i == len(s) {
				return "", false
			}
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case '\\':
				b.WriteByte('\\')
			default:
				return "", false
			}
		}
		return b.String(), true
	}
	decode := func(s string, bits int) []byte {
		if len(s) == bits/4 {
			if b, err := hex.DecodeString(s); err == nil {
				return b
			}
			return nil
		}
		if n := bits / 8; len(s) == (n+2)/3*4 && d.p.cmd.Name == "cksum" {
			if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == n {
				return b
			}
		}
		return nil
	}
	for a, alg := range digestAlgorithms {
		if d.algo != a && d.algo != "crc" {
			continue
		}
		rest, found := strings.CutPrefix(line, alg.tag)
		if !found {
			continue
		}
		bits := alg.bits
		if a == "blake2b" {
			if r, ok := strings.CutPrefix(rest, "-"); ok {
				i := strings.IndexAny(r, " (")
				if i < 0 {
					continue
				}
				n, err := strconv.Atoi(r[:i])
				if err != nil || n <= 0 || n > 512 || n%8 != 0 {
					continue
				}
				bits, rest = n, r[i:]
			}
		}
		rest = strings.TrimPrefix(rest, " ")
		rest, found = strings.CutPrefix(rest, "(")
		i := strings.LastIndexByte(rest, ')')
		if !found || i < 0 {
			continue
		}
		tail := strings.TrimLeft(rest[i+1:], " \t")
		tail, found = strings.CutPrefix(tail, "=")
		if !found {
			continue
		}
		b := decode(strings.TrimLeft(tail, " \t"), bits)
		if b == nil {
			continue
		}
		n, ok := unescape(rest[:i])
		return a, bits, b, n, ok
	}
	if d.algo == "crc" {
		return "", 0, nil, "", false
	}
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return "", 0, nil, "", false
	}
	bits = d.bits
	if d.algo == "blake2b" && d.bits == 512 && i%2 == 0 && i <= 128 && i >= 2 {
		bits = i * 4
	}
	b := decode(line[:i], bits)
	if b == nil || i+1 >= len(line) {
		return "", 0, nil, "", false
	}
	rest := line[i+1:]
	if rest[0] == ' ' || rest[0] == '*' {
		if len(rest) > 1 {
			rest = rest[1:]
		} else {
			return "", 0, nil, "", false
		}
	}
	n, ok := unescape(rest)
	return d.algo, bits, b, n, ok
}

func (d *digester) check(file string) bool {
	p := d.p
	f, err := p.Input(d.ctx, file)
	if err != nil {
		p.NameError(file, err)
		return false
	}
	defer f.Close()
	shownFile := quote.Name(file)
	if file == "-" {
		shownFile = "'standard input'"
	}
	r := bufio.NewReaderSize(f, 64<<10)
	last := d.algo // of the last line that was good
	var formatted, bad, mismatched, unread, matched, lineNo int
	for {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long := append([]byte(nil), line...)
			for err == bufio.ErrBufferFull && len(long) < 1<<20 {
				line, err = r.ReadSlice('\n')
				long = append(long, line...)
			}
			line = long
		}
		if len(line) == 0 && err != nil {
			if err != io.EOF {
				p.Errorf("%s: read error", shownFile)
				return false
			}
			break
		}
		lineNo++
		if d.ctx.Err() != nil {
			return false
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) == 0 || line[0] == '#' {
			if len(line) == 0 {
				bad++
			}
			continue
		}
		// A line ends at a zero byte, as a string of C does.
		line, _, _ = bytes.Cut(line, []byte{0})
		algo, bits, want, name, ok := d.checkLine(string(line))
		if !ok || name == "-" && file == "-" {
			bad++
			if d.warn {
				tag := digestAlgorithms[last].tag
				if last == "crc" {
					tag = "CRC"
				}
				p.Errorf("%s: %d: improperly formatted %s checksum line", shownFile, lineNo, tag)
			}
			continue
		}
		last = algo
		formatted++
		got, err := d.digest(name, algo, bits)
		shown, pre := name, ""
		if strings.ContainsAny(name, "\n\r\\") && strings.Contains(name, "\n") {
			pre = "\\"
			shown = strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r").Replace(name)
		}
		if err != nil {
			if d.ignoreMissing && strings.Contains(errText(err), "No such file") {
				continue
			}
			p.Out.Flush()
			p.NameError(name, err)
			unread++
			if !d.silent {
				fmt.Fprintf(p.Out, "%s%s: FAILED open or read\n", pre, shown)
			}
			continue
		}
		if !bytes.Equal(got, want) {
			mismatched++
			if !d.silent {
				fmt.Fprintf(p.Out, "%s%s: FAILED\n", pre, shown)
			}
			continue
		}
		matched++
		if !d.silent && !d.quiet {
			fmt.Fprintf(p.Out, "%s%s: OK\n", pre, shown)
		}
	}
	p.Out.Flush()
	if formatted == 0 {
		p.Errorf("%s: no properly formatted checksum lines found", shownFile)
		return false
	}
	if !d.silent {
		warn := func(n int, one, many string) {
			if n == 1 {
				p.Errorf("WARNING: 1 %s", one)
			} else if n > 1 {
				p.Errorf("WARNING: %d %s", n, many)
			}
		}
		warn(bad, "line is improperly formatted", "lines are improperly formatted")
		warn(unread, "listed file could not be read", "listed files could not be read")
		warn(mismatched, "computed checksum did NOT match", "computed checksums did NOT match")
		if d.ignoreMissing && matched == 0 {
			p.Errorf("%s: no file was verified", shownFile)
		}
	}
	return matched > 0 && mismatched == 0 && unread == 0 && !(d.strict && bad > 0) ||
		!d.ignoreMissing && mismatched == 0 && unread == 0 && !(d.strict && bad > 0)
}

var crcTable = func() (t [256]uint32) {
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c&0x80000000 != 0 {
				c = c<<1 ^ 0x04c11db7
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return t
}()

// crcTables let eight bytes be taken at once.
var crcTables = func() (t [8][256]uint32) {
	t[0] = crcTable
	for k := 1; k < 8; k++ {
		for i := range 256 {
			c := t[k-1][i]
			t[k][i] = c<<8 ^ crcTable[c>>24]
		}
	}
	return t
}()

// crcUpdate continues the CRC of POSIX cksum.
func crcUpdate(c uint32, b []byte) uint32 {
	t := &crcTables
	for len(b) >= 8 {
		c = t[7][byte(c>>24)^b[0]] ^ t[6][byte(c>>16)^b[1]] ^ t[5][byte(c>>8)^b[2]] ^ t[4][byte(c)^b[3]] ^
			t[3][b[4]] ^ t[2][b[5]] ^ t[1][b[6]] ^ t[0][b[7]]
		b = b[8:]
	}
	for _, x := range b {
		c = c<<8 ^ crcTable[byte(c>>24)^x]
	}
	return c
}

// plain prints a CRC, or BSD's or System V's sum.
func (d *digester) plain(name string, files int) bool {
	f, err := d.p.Input(d.ctx, name)
	if err != nil {
		d.p.NameError(name, err)
		return false
	}
	defer f.Close()
	var sum uint32
	var total uint64
	for {
		n, err := f.Read(d.buf)
		b := d.buf[:n]
		total += uint64(n)
		switch d.algo {
		case "crc":
			sum = crcUpdate(sum, b)
		case "bsd":
			for _, c := range b {
				sum = (sum>>1 | sum&1<<15) + uint32(c)&0xffff
				sum &= 0xffff
			}
		default:
			for _, c := range b {
				sum += uint32(c)
			}
		}
		if err == io.EOF || d.algo == "crc" && vfs.ErrnoOf(err) == vfs.EISDIR {
			break // GNU's CRC of a directory is that of nothing
		}
		if err == nil {
			err = d.ctx.Err()
		}
		if err != nil {
			d.p.NameError(name, err)
			return false
		}
	}
	shown := " " + name
	if name == "-" && d.unnamed(files) {
		shown = ""
	}
	switch d.algo {
	case "crc":
		for n := total; n > 0; n >>= 8 {
			sum = sum<<8 ^ crcTable[byte(sum>>24)^byte(n)]
		}
		fmt.Fprintf(d.p.Out, "%d %d%s%s", ^sum, total, shown, d.end)
	case "bsd":
		fmt.Fprintf(d.p.Out, "%05d %5d%s%s", sum, (total+1023)/1024, shown, d.end)
	default:
		r := sum&0xffff + sum>>16
		r = r&0xffff + r>>16
		fmt.Fprintf(d.p.Out, "%d %d%s%s", r, (total+511)/512, shown, d.end)
	}
	return true
}

// unnamed tells whether the name is left out: of the standard input alone,
// where it wasn't named.
func (d *digester) unnamed(files int) bool {
	for _, a := range d.p.Args {
		if a == "-" {
			return false
		}
	}
	return files == 1
}

func sumMain(ctx context.Context, p *Process) int {
	d := &digester{p: p, ctx: ctx, algo: "bsd", end: "\n", buf: make([]byte, 64<<10)}
	opts, files := p.Getopt("rs", getopt.Long{Name: "sysv", ID: 's'})
	for _, o := range opts {
		d.algo = map[int]string{'r': "bsd", 's': "sysv"}[o.ID]
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, f := range files {
		if !d.plain(f, len(files)) {
			status = 1
		}
	}
	return status
}
