package commands

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "dd", Run: ddMain, Help: `
Usage: dd [OPERAND]...
Copy a file in blocks, and convert it.

  bs=BYTES        read and write BYTES at a time (512); overrides ibs and obs
  cbs=BYTES       convert BYTES at a time
  conv=CONVS      as the comma-separated words say
  count=N         copy only N input blocks
  ibs=BYTES       read BYTES at a time
  if=FILE         read FILE, not the standard input
  iflag=FLAGS     as the comma-separated words say
  obs=BYTES       write BYTES at a time
  of=FILE         write FILE, not the standard output
  oflag=FLAGS     as the comma-separated words say
  seek=N, oseek=N  skip N output blocks
  skip=N, iseek=N  skip N input blocks
  status=LEVEL    what to write on stderr: none, noxfer, progress
  --help          show this help
  --version       show the version

Numbers may have c 1, w 2, b 512, kB 1000, K 1024, MB, M, ... behind them,
and be products: 2x512; a B at the end counts bytes.
CONVS: ascii ebcdic ibm block unblock lcase ucase sparse swab sync excl nocreat
notrunc noerror fdatasync fsync
FLAGS: append directory fullblock nofollow nonblock; direct dsync sync noatime
nocache noctty (which change nothing here); count_bytes skip_bytes
(iflag), seek_bytes (oflag)
`})
}

type dder struct {
	p   *Process
	ctx context.Context

	ibs, obs, cbs                   int64
	count, skip, seek               int64
	hasCount                        bool
	in, out                         string
	conv, iflag, oflag              map[string]bool
	status                          string
	fullIn, partIn, fullOut, parOut int64
	truncated                       int64
	bytes                           int64
	outFile                         vfs.File
	obuf                            []byte
	sparseEnd                       bool
	begun                           time.Time
	code                            int
	table                           *[256]byte
	line                            []byte
	column                          int64
	swapByte                        int
}

// ddNumber reads a number: a product of numbers with multipliers.
func ddNumber(s string) (int64, bool, error) {
	total := int64(1)
	isBytes := false
	parts := strings.Split(s, "x")
	if len(parts) > 2 && parts[0] != "0" {
		return 0, false, size.ErrInvalid // one x only, in coreutils 9.1
	}
	for _, part := range parts {
		// 0x... would be a product with 0.
		n, err := size.Parse(part, "bcEGkKMPTwYZ0")
		if err == size.ErrSuffix && strings.HasSuffix(part, "B") {
			if m, err2 := size.Parse(strings.TrimSuffix(part, "B"), "bcEGkKMPTwYZ0"); err2 == nil {
				n, err, isBytes = m, nil, true
			}
		}
		if part == "" || part[0] < '0' || part[0] > '9' {
			return 0, false, size.ErrInvalid
		}
		if err != nil {
			return 0, false, err
		}
		if n != 0 && total > math.MaxInt64/n {
			return 0, false, size.ErrOverflow
		}
		total *= n
	}
	return total, isBytes, nil
}

func ddMain(ctx context.Context, p *Process) int {
	p.loneOption()
	d := &dder{p: p, ctx: ctx, ibs: 512, obs: 512, conv: map[string]bool{}, iflag: map[string]bool{}, oflag: map[string]bool{}, swapByte: -1}
	bs := int64(0)
	words := func(into map[string]bool, what, list, valid string) {
		for _, w := range strings.Split(list, ",") {
			if w == "" || !strings.Contains(" "+valid+" ", " "+w+" ") {
				p.Errorf("invalid %s: %s", what, p.Quote(w))
				p.UsageTry()
			}
			into[w] = true
		}
	}
	const convs = "ascii ebcdic ibm block unblock lcase ucase sparse swab sync excl nocreat notrunc noerror fdatasync fsync"
	for _, a := range p.Args {
		if a == "--" {
			continue
		}
		name, v, ok := strings.Cut(a, "=")
		if len(a) > 1 && a[0] == '-' {
			p.Args = []string{a}
			p.Getopt("")
		}
		if !ok {
			p.Errorf("unrecognized operand %s", p.Quote(a))
			p.UsageTry()
		}
		switch name {
		case "if":
			d.in = v
		case "of":
			d.out = v
		case "conv":
			words(d.conv, "conversion", v, convs)
		case "iflag":
			words(d.iflag, "input flag", v, "append direct directory dsync sync fullblock nonblock noatime nocache noctty nofollow count_bytes skip_bytes")
		case "oflag":
			words(d.oflag, "output flag", v, "append direct directory dsync sync nonblock noatime nocache noctty nofollow seek_bytes")
		case "status":
			if v != "none" && v != "noxfer" && v != "progress" {
				p.Errorf("invalid status level: %s", p.Quote(v))
				p.UsageTry()
			}
			d.status = v
		case "bs", "ibs", "obs", "cbs", "count", "skip", "iseek", "seek", "oseek":
			if strings.HasPrefix(v, "0x") {
				p.Errorf("warning: %s is a zero multiplier; use %s if that is intended", p.Quote("0x"), p.Quote("00x"))
			}
			n, isBytes, err := ddNumber(v)
			if err == nil && n == 0 && (name == "bs" || name == "ibs" || name == "obs" || name == "cbs") {
				err = size.ErrInvalid
			}
			if err == nil && n == math.MaxInt64 {
				err = size.ErrOverflow
			}
			if err == nil && n > 1<<28 && (name == "bs" || name == "ibs" || name == "obs") {
				p.Fatalf(1, "memory exhausted by input buffer of size %d bytes", n)
			}
			if err != nil {
				if err == size.ErrOverflow {
					p.Fatalf(1, "invalid number: %s: %s", p.Quote(v), vfs.EOVERFLOW)
				}
				p.Fatalf(1, "invalid number: %s", p.Quote(v))
			}
			switch name {
			case "bs":
				bs = n
			case "ibs":
				d.ibs = n
			case "obs":
				d.obs = n
			case "cbs":
				d.cbs = n
			case "count":
				d.count, d.hasCount = n, true
				if isBytes {
					d.iflag["count_bytes"] = true
				}
			case "skip", "iseek":
				d.skip = n
				if isBytes {
					d.iflag["skip_bytes"] = true
				}
			default:
				d.seek = n
				if isBytes {
					d.oflag["seek_bytes"] = true
				}
			}
		default:
			p.Errorf("unrecognized operand %s", p.Quote(a))
			p.UsageTry()
		}
	}
	for _, flags := range []map[string]bool{d.iflag, d.oflag} {
		if flags["direct"] && flags["nocache"] {
			p.Fatalf(1, "cannot combine direct and nocache")
		}
	}
	if d.oflag["append"] && !d.conv["notrunc"] && d.out != "" {
		p.Errorf("you probably want conv=notrunc with oflag=append")
	}
	one := func(what string, names ...string) {
		n := 0
		for _, w := range names {
			if d.conv[w] {
				n++
			}
		}
		if n > 1 {
			p.Fatalf(1, "cannot combine %s", what)
		}
	}
	one("any two of {ascii,ebcdic,ibm}", "ascii", "ebcdic", "ibm")
	one("block and unblock", "block", "unblock")
	one("lcase and ucase", "lcase", "ucase")
	one("excl and nocreat", "excl", "nocreat")
	if d.conv["ascii"] {
		d.conv["unblock"] = true
	}
	if d.conv["ebcdic"] || d.conv["ibm"] {
		d.conv["block"] = true
	}
	if (d.conv["block"] || d.conv["unblock"]) && d.cbs == 0 {
		delete(d.conv, "block")
		delete(d.conv, "unblock")
	}
	if bs > 0 {
		d.ibs, d.obs = bs, bs
	}
	return d.run(bs > 0)
}

func (d *dder) run(sameSize bool) int {
	p, ctx := d.p, d.ctx
	in := p.Stdin
	inName := "standard input"
	if d.in != "" {
		inName = d.in
		flags := vfs.ReadOnly
		if d.iflag["nofollow"] {
			flags |= vfs.NoFollow
		}
		if d.iflag["directory"] {
			flags |= vfs.OnlyDir
		}
		if d.iflag["nonblock"] {
			flags |= vfs.NonBlock
		}
		f, err := p.OpenFile(ctx, d.in, flags, 0)
		if err != nil {
			p.Fatalf(1, "failed to open %s: %s", quote.Always(d.in), errText(err))
		}
		defer f.Close()
		in = f
	}
	d.outFile = p.Stdout
	outName := "standard output"
	seekBytes := d.seek
	if !d.oflag["seek_bytes"] {
		if d.seek > math.MaxInt64/d.obs {
			p.Fatalf(1, "offset too large: cannot truncate to a length of seek=%d (%d-byte) blocks", d.seek, d.obs)
		}
		seekBytes = d.seek * d.obs
	}
	if d.out != "" {
		outName = d.out
		flags := vfs.WriteOnly
		if !d.conv["nocreat"] {
			flags |= vfs.Create
		}
		if d.conv["excl"] {
			flags |= vfs.Exclusive
		}
		if d.oflag["append"] {
			flags |= vfs.Append
		}
		if d.oflag["nofollow"] {
			flags |= vfs.NoFollow
		}
		if d.oflag["directory"] {
			flags |= vfs.OnlyDir
		}
		if seekBytes/d.obs == 0 && !d.conv["notrunc"] {
			flags |= vfs.Truncate
		}
		f, err := p.OpenFile(ctx, d.out, flags, 0o666)
		if err != nil {
			p.Fatalf(1, "failed to open %s: %s", quote.Always(d.out), errText(err))
		}
		d.outFile = f
		if seekBytes != 0 && !d.conv["notrunc"] {
			if t, ok := f.(interface{ Truncate(int64) error }); ok {
				if err := t.Truncate(seekBytes); err != nil {
					p.Fatalf(1, "failed to truncate to %d bytes in output file %s: %s", seekBytes, quote.Always(d.out), errText(err))
				}
			}
		}
	}
	d.begun = p.Now()
	d.prepare()
	skip := d.skip
	if !d.iflag["skip_bytes"] {
		skip *= d.ibs
	}
	if skip > 0 && !d.skipInput(in, skip, inName) {
		d.summary()
		return 1
	}
	if seekBytes > 0 {
		if _, err := d.outFile.Seek(seekBytes, io.SeekCurrent); err != nil {
			// Not seekable: zeros are written where nothing is.
			zero := make([]byte, 64<<10)
			for left := seekBytes; left > 0; {
				k := min(left, int64(len(zero)))
				if _, err := d.outFile.Write(zero[:k]); err != nil {
					p.Errorf("%s: cannot seek: %s", quote.Always(outName), vfs.ESPIPE)
					return 1
				}
				left -= k
			}
		}
	}
	d.copy(in, inName, outName, sameSize)
	if d.sparseEnd {
		if end, err := d.outFile.Seek(0, io.SeekCurrent); err == nil {
			if t, ok := d.outFile.(interface{ Truncate(int64) error }); ok {
				if i, err := d.outFile.Stat(); err == nil && i.Size < end {
					t.Truncate(end)
				}
			}
		}
	}
	if d.conv["fsync"] || d.conv["fdatasync"] {
		if s, ok := d.outFile.(interface{ Sync() error }); ok {
			if err := s.Sync(); err != nil {
				p.Errorf("fsync failed for %s: %s", quote.Always(outName), errText(err))
				d.code = 1
			}
		} else {
			p.FS.Sync(ctx)
		}
	}
	if d.out != "" {
		if err := d.outFile.Close(); err != nil {
			p.Errorf("closing output file %s: %s", quote.Always(outName), errText(err))
			d.code = 1
		}
	}
	d.summary()
	return d.code
}

func (d *dder) summary() {
	if d.status == "none" {
		return
	}
	w := d.p.Stderr
	fmt.Fprintf(w, "%d+%d records in\n%d+%d records out\n", d.fullIn, d.partIn, d.fullOut, d.parOut)
	if d.truncated > 0 {
		s := "s"
		if d.truncated == 1 {
			s = ""
		}
		fmt.Fprintf(w, "%d truncated record%s\n", d.truncated, s)
	}
	if d.status == "noxfer" {
		return
	}
	sec := d.p.Now().Sub(d.begun).Seconds()
	human := ""
	if si, iec := ddHuman(d.bytes, 1000), ddHuman(d.bytes, 1024); d.bytes >= 1024 {
		human = fmt.Sprintf(" (%s, %s)", si, iec)
	} else if d.bytes >= 1000 {
		human = fmt.Sprintf(" (%s)", si)
	}
	s := "s"
	if d.bytes == 1 {
		s = ""
	}
	rate := "Infinity B"
	if sec > 0 {
		rate = ddHuman(int64(float64(d.bytes)/sec), 1000)
	}
	fmt.Fprintf(w, "%d byte%s%s copied, %s s, %s/s\n", d.bytes, s, human, strconv.FormatFloat(sec, 'g', 6, 64), rate)
}

// ddHuman writes a size with its unit, to two digits.
func ddHuman(n int64, base float64) string {
	v := float64(n)
	if v < base {
		return strconv.FormatInt(n, 10) + " B"
	}
	units := "kMGTPE"
	if base == 1024 {
		units = "KMGTPE"
	}
	i := -1
	for v >= base && i < len(units)-1 {
		v /= base
		i++
	}
	suffix := string(units[i]) + "B"
	if base == 1024 {
		suffix = string(units[i]) + "iB"
	}
	if v < 9.95 {
		return fmt.Sprintf("%.1f %s", v, suffix)
	}
	return fmt.Sprintf("%.0f %s", v, suffix)
}

func (d *dder) skipInput(in vfs.File, n int64, name string) bool {
	p := d.p
	if i, err := in.Stat(); err == nil && i.Kind == vfs.Regular {
		at, err := in.Seek(0, io.SeekCurrent)
		if err == nil {
			if at+n > i.Size {
				p.Errorf("%s: cannot skip to specified offset", quote.Name(name))
				n = max(i.Size-at, 0)
				d.code = 0
			}
			if _, err = in.Seek(n, io.SeekCurrent); err == nil {
				return true
			}
		}
	}
	buf := make([]byte, min(n, 64<<10))
	for n > 0 {
		k, err := in.Read(buf[:min(n, int64(len(buf)))])
		n -= int64(k)
		if err == io.EOF {
			if n > 0 {
				p.Errorf("%s: cannot skip to specified offset", quote.Name(name))
			}
			return true
		}
		if err != nil {
			p.Errorf("%s: cannot skip: %s", quote.Always(name), errText(err))
			d.code = 1
			return false
		}
	}
	return true
}

func (d *dder) copy(in vfs.File, inName, outName string, sameSize bool) {
	p := d.p
	buf := make([]byte, d.ibs)
	left := int64(math.MaxInt64) // bytes, or blocks
	blocks := int64(math.MaxInt64)
	if d.hasCount {
		if d.iflag["count_bytes"] {
			left = d.count
		} else {
			blocks = d.count
		}
	}
	plain := !d.conv["block"] && !d.conv["unblock"] && !d.conv["swab"]
	var failed error
	for left > 0 && d.fullIn+d.partIn < blocks && d.ctx.Err() == nil {
		want := buf[:min(int64(len(buf)), left)]
		var n int
		var err error
		if d.iflag["fullblock"] {
			n, err = readFull(in, want)
		} else {
			for {
				n, err = in.Read(want)
				if n > 0 || err != nil {
					break
				}
			}
		}
		if n == 0 && err == io.EOF {
			break
		}
		if err != nil && err != io.EOF {
			p.Errorf("error reading %s: %s", quote.Always(inName), errText(err))
			d.code = 1
			if !d.conv["noerror"] {
				break
			}
			if _, err := in.Seek(int64(len(want)), io.SeekCurrent); err != nil {
				break
			}
			if !d.conv["sync"] {
				continue
			}
		}
		left -= int64(n)
		b := want[:n]
		if int64(n) < d.ibs {
			d.partIn++
			if d.conv["sync"] {
				fill := byte(0)
				if d.conv["block"] || d.conv["unblock"] {
					fill = ' '
				}
				b = buf
				for i := n; i < len(buf); i++ {
					b[i] = fill
				}
			}
		} else {
			d.fullIn++
		}
		if d.table != nil {
			for i, c := range b {
				b[i] = d.table[c]
			}
		}
		switch {
		case sameSize && plain:
			failed = d.write(b)
		case plain:
			failed = d.put(b)
		default:
			failed = d.convert(b)
		}
		if failed != nil || err == io.EOF {
			break
		}
	}
	if failed == nil {
		failed = d.finish()
	}
	if failed != nil {
		if failed == ErrSigpipe {
			p.Exit(141)
		}
		p.Errorf("error writing %s: %s", quote.Always(outName), errText(failed))
		d.code = 1
	}
}

// write writes a block as it is.
func (d *dder) write(b []byte) error {
	d.sparseEnd = false
	if d.conv["sparse"] && allZero(b) {
		if _, err := d.outFile.Seek(int64(len(b)), io.SeekCurrent); err == nil {
			d.sparseEnd = true
			d.tell(len(b))
			return nil
		}
	}
	n, err := d.outFile.Write(b)
	if n > 0 || err == nil {
		d.tell(n)
	}
	return err
}

func (d *dder) tell(n int) {
	d.bytes += int64(n)
	if int64(n) == d.obs {
		d.fullOut++
	} else if n > 0 {
		d.parOut++
	}
}

// put collects output blocks.
func (d *dder) put(b []byte) error {
	for len(b) > 0 {
		k := min(int(d.obs)-len(d.obuf), len(b))
		d.obuf = append(d.obuf, b[:k]...)
		b = b[k:]
		if int64(len(d.obuf)) == d.obs {
			if err := d.write(d.obuf); err != nil {
				return err
			}
			d.obuf = d.obuf[:0]
		}
	}
	return nil
}

func (d *dder) convert(b []byte) error {
	if d.conv["swab"] {
		var out []byte
		if d.swapByte >= 0 {
			if len(b) > 0 {
				out = append(out, b[0], byte(d.swapByte))
				b = b[1:]
				d.swapByte = -1
			}
		}
		for len(b) >= 2 {
			out = append(out, b[1], b[0])
			b = b[2:]
		}
		if len(b) == 1 {
			d.swapByte = int(b[0])
		}
		b = out
	}
	return d.blocks(b)
}

// blocks makes blocks of lines, or lines of blocks.
func (d *dder) blocks(b []byte) error {
	switch {
	case d.conv["block"]:
		var out []byte
		for _, c := range b {
			if c == d.newline() {
				for ; d.column < d.cbs; d.column++ {
					out = append(out, d.space())
				}
				d.column = 0
				continue
			}
			if d.column == d.cbs {
				d.truncated++
			} else if d.column < d.cbs {
				out = append(out, c)
			}
			d.column++
		}
		return d.put(out)
	case d.conv["unblock"]:
		var out []byte
		for _, c := range b {
			d.line = append(d.line, c)
			if int64(len(d.line)) == d.cbs {
				out = append(out, strings.TrimRight(string(d.line), " ")...)
				out = append(out, '\n')
				d.line = d.line[:0]
			}
		}
		return d.put(out)
	}
	return d.put(b)
}

func (d *dder) newline() byte {
	if d.conv["ebcdic"] || d.conv["ibm"] {
		return asciiToEBCDIC['\n']
	}
	return '\n'
}

func (d *dder) space() byte {
	if d.conv["ebcdic"] || d.conv["ibm"] {
		return 0x40
	}
	return ' '
}

func (d *dder) finish() error {
	if d.swapByte >= 0 {
		if err := d.blocks([]byte{byte(d.swapByte)}); err != nil {
			return err
		}
	}
	if d.conv["block"] && d.column > 0 {
		var pad []byte
		for ; d.column < d.cbs; d.column++ {
			pad = append(pad, d.space())
		}
		if err := d.put(pad); err != nil {
			return err
		}
	}
	if d.conv["unblock"] && len(d.line) > 0 {
		if err := d.put([]byte(strings.TrimRight(string(d.line), " ") + "\n")); err != nil {
			return err
		}
	}
	if len(d.obuf) > 0 {
		return d.write(d.obuf)
	}
	return nil
}

// prepare makes the table by which each byte is converted.
func (d *dder) prepare() {
	var t [256]byte
	for i := range t {
		t[i] = byte(i)
	}
	use := false
	if d.conv["ascii"] {
		for a, e := range asciiToEBCDIC {
			t[e] = byte(a)
		}
		use = true
	}
	if d.conv["lcase"] || d.conv["ucase"] {
		for i, c := range t {
			if d.conv["lcase"] && c >= 'A' && c <= 'Z' {
				t[i] = c + 32
			}
			if d.conv["ucase"] && c >= 'a' && c <= 'z' {
				t[i] = c - 32
			}
		}
		use = true
	}
	if d.conv["ebcdic"] || d.conv["ibm"] {
		for i, c := range t {
			e := asciiToEBCDIC[c]
			if d.conv["ibm"] {
				switch c { // where IBM's table differs
				case '^':
					e = 0x5f
				case '~':
					e = 0xa1
				case 203:
					e = 0x9a
				case 213:
					e = 0xad
				case 229:
					e = 0xbd
				}
			}
			t[i] = e
		}
		use = true
	}
	if use {
		d.table = &t
	}
}

// asciiToEBCDIC is POSIX's table for dd conv=ebcdic.
var asciiToEBCDIC = [256]byte{
	0x00, 0x01, 0x02, 0x03, 0x37, 0x2d, 0x2e, 0x2f, 0x16, 0x05, 0x25, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
	0x10, 0x11, 0x12, 0x13, 0x3c, 0x3d, 0x32, 0x26, 0x18, 0x19, 0x3f, 0x27, 0x1c, 0x1d, 0x1e, 0x1f,
	0x40, 0x5a, 0x7f, 0x7b, 0x5b, 0x6c, 0x50, 0x7d, 0x4d, 0x5d, 0x5c, 0x4e, 0x6b, 0x60, 0x4b, 0x61,
	0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0x7a, 0x5e, 0x4c, 0x7e, 0x6e, 0x6f,
	0x7c, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6,
	0xd7, 0xd8, 0xd9, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xad, 0xe0, 0xbd, 0x9a, 0x6d,
	0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
	0x97, 0x98, 0x99, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xc0, 0x4f, 0xd0, 0x5f, 0x07,
	0x20, 0x21, 0x22, 0x23, 0x24, 0x15, 0x06, 0x17, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x09, 0x0a, 0x1b,
	0x30, 0x31, 0x1a, 0x33, 0x34, 0x35, 0x36, 0x08, 0x38, 0x39, 0x3a, 0x3b, 0x04, 0x14, 0x3e, 0xe1,
	0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57,
	0x58, 0x59, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75,
	0x76, 0x77, 0x78, 0x80, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x6a, 0x9b, 0x9c, 0x9d, 0x9e,
	0x9f, 0xa0, 0xaa, 0xab, 0xac, 0x4a, 0xae, 0xaf, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7,
	0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xa1, 0xbe, 0xbf, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xda, 0xdb,
	0xdc, 0xdd, 0xde, 0xdf, 0xea, 0xeb, 0xec, 0xed, 0xee, 0xef, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
}
