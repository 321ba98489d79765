package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "xxd", WriteStatus: 3, Run: xxdMain, Help: `
Usage: xxd [OPTION]... [INFILE [OUTFILE]]
   or: xxd -r [-s [-]OFFSET] [-c COLS] [-p] [INFILE [OUTFILE]]
Write the bytes of INFILE in hexadecimal, or turn such a text into bytes.

  -a           one * for lines of zeros
  -b           bits
  -C           upper-case names with -i
  -c COLS      COLS bytes a line (16; 12 with -i, 30 with -p, 6 with -b)
  -d           offsets in decimal
  -E           EBCDIC characters
  -e           little-endian groups
  -g BYTES     groups of BYTES (2; 4 with -e, 1 with -b); 0: none
  -h           show this help
  -i           as a C array
  -l LENGTH    stop after LENGTH bytes
  -n NAME      the array's name with -i
  -o OFFSET    add OFFSET to what is shown
  -p           only the hexadecimal digits
  -r           the reverse: make bytes of a dump
  -s [+][-]SEEK  begin at SEEK, with - counted from the end
  -u           upper-case digits
  -v           show the version
`})
}

// number reads a C number: decimal, hexadecimal, octal.
func xxdNumber(s string) (int64, bool) {
	neg := strings.HasPrefix(s, "-")
	n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+"), 0, 62)
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt64>>1, nil
	}
	if err != nil {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, true
}

type xxd struct {
	p                                            *Process
	ctx                                          context.Context
	skipZero, bits, caps, decimal, ebcdic, small bool
	plain, include, upper, reverse               bool
	cols, group                                  int
	length, offset, seek                         int64
	hasSeek, relative                            bool
	name                                         string
}

func xxdMain(ctx context.Context, p *Process) int {
	x := &xxd{p: p, ctx: ctx, cols: -1, group: -1, length: -1}
	long := map[string]string{"-autoskip": "-a", "-bits": "-b", "-capitalize": "-C", "-cols": "-c", "-EBCDIC": "-E", "-groupsize": "-g",
		"-help": "-h", "-include": "-i", "-len": "-l", "-name": "-n", "-offset": "-o", "-postscript": "-p", "-ps": "-p", "-plain": "-p",
		"-revert": "-r", "-seek": "-s", "-skip": "-s", "-uppercase": "-u", "-version": "-v", "-decimal": "-d", "--version": "-v"}
	var args []string
	for i, a := range p.Args {
		if a == "--" {
			args = append(args, p.Args[i:]...)
			break
		}
		if s, ok := long[a]; ok {
			a = s
		}
		args = append(args, a)
	}
	p.Args = args
	set := getopt.Set{Short: "abCc:dEeg:hil:n:o:prs:uv"}
	opts, files, err := set.Parse(p.Args)
	usage := func() {
		fmt.Fprint(p.Stderr, strings.TrimLeft(p.cmd.Help, "\n"))
		p.Exit(1)
	}
	if err != nil {
		usage()
	}
	num := func(o getopt.Opt) int64 {
		n, ok := xxdNumber(o.Arg)
		if !ok {
			return 0
		}
		return n
	}
	for _, o := range opts {
		switch o.ID {
		case 'a':
			x.skipZero = true
		case 'b', 'e', 'i', 'p':
			x.bits, x.small, x.include, x.plain = o.ID == 'b', o.ID == 'e', o.ID == 'i', o.ID == 'p'
		case 'C':
			x.caps = true
		case 'c':
			x.cols = int(min(max(num(o), -1), 1<<20))
		case 'd':
			x.decimal = true
		case 'E':
			x.ebcdic = true
		case 'g':
			x.group = int(min(max(num(o), 0), 1<<20))
		case 'h':
			usage()
		case 'l':
			x.length = num(o)
		case 'n':
			x.name = o.Arg
		case 'o':
			x.offset = num(o)
		case 'r':
			x.reverse = true
		case 's':
			x.hasSeek = true
			s := o.Arg
			if strings.HasPrefix(s, "+") {
				x.relative, s = true, s[1:]
			}
			n, ok := xxdNumber(s)
			if !ok {
				n = 0
			}
			x.seek = n
		case 'u':
			x.upper = true
		case 'v':
			p.ShowVersion()
		}
	}
	if len(files) > 2 {
		usage()
	}
	if x.cols <= 0 {
		switch {
		case x.plain && x.cols == 0:
			x.cols = 0
		case x.plain:
			x.cols = 30
		case x.include:
			x.cols = 12
		case x.bits:
			x.cols = 6
		default:
			x.cols = 16
		}
	}
	if x.cols > 256 && !x.plain && !x.include {
		p.Errorf("invalid number of columns (max. 256).")
		return 1
	}
	if x.group < 0 {
		switch {
		case x.bits:
			x.group = 1
		case x.small:
			x.group = 4
		default:
			x.group = 2
		}
	}
	if x.group == 0 || x.group > x.cols && x.cols > 0 {
		x.group = x.cols
	}
	if x.small && x.group&(x.group-1) != 0 {
		p.Errorf("number of octets per group must be a power of 2 with -e.")
		return 1
	}
	if x.reverse && (x.bits || x.small || x.include) {
		p.Errorf("Sorry, cannot revert this type of hexdump")
		return 255
	}
	in := vfs.File(p.Stdin)
	if len(files) > 0 && files[0] != "-" {
		f, err := p.Open(ctx, files[0])
		if err != nil {
			p.Errorf("%s: %s", files[0], errText(err))
			return 2
		}
		defer f.Close()
		in = f
		if x.name == "" {
			x.name = files[0]
		}
	}
	if len(files) > 1 && files[1] != "-" {
		flags := vfs.WriteOnly | vfs.Create
		if !x.reverse {
			flags |= vfs.Truncate
		}
		f, err := p.OpenFile(ctx, files[1], flags, 0o666)
		if err != nil {
			p.Errorf("%s: %s", files[1], errText(err))
			return 3
		}
		defer f.Close()
		if x.reverse {
			return x.back(in, f, f)
		}
		out := NewOutput(f)
		defer out.Flush()
		old := p.Out
		p.Out.Flush()
		p.Out = out
		defer func() { p.Out = old }()
	}
	if i, err := in.Stat(); err == nil && i.IsDir() {
		p.Errorf("%s", vfs.EISDIR)
		return 2
	}
	if x.reverse {
		p.Out.Flush()
		if i, err := p.Stdout.Stat(); err == nil && i.Kind == vfs.Regular {
			return x.back(in, p.Stdout, p.Stdout)
		}
		return x.back(in, p.Stdout, nil)
	}
	if x.hasSeek {
		if code := x.skip(in); code != 0 {
			return code
		}
	}
	switch {
	case x.include:
		return x.array(in)
	case x.plain:
		return x.hex(in)
	}
	return x.dump(in)
}

// maxSeek is how far a file system lets a file be, as ext4 has it.
const maxSeek = 1 << 44

func (x *xxd) skip(in vfs.File) int {
	whence, n := io.SeekStart, x.seek
	if x.relative {
		whence = io.SeekCurrent
	}
	if n < 0 {
		whence = io.SeekEnd
	}
	at, err := in.Seek(n, whence)
	if err == nil && at > maxSeek {
		x.p.Errorf("Sorry, cannot seek.")
		return 4
	}
	if err == nil {
		x.seek = at
		return 0
	}
	if n < 0 {
		x.p.Errorf("Sorry, cannot seek.")
		return 4
	}
	buf := make([]byte, 32<<10)
	for left := n; left > 0; {
		k, err := in.Read(buf[:min(left, int64(len(buf)))])
		left -= int64(k)
		if err != nil {
			if left > 0 {
				x.p.Errorf("Sorry, cannot seek.")
				return 4
			}
			break
		}
	}
	return 0
}

// limited is the input up to -l's length.
func (x *xxd) limited(in io.Reader) io.Reader {
	if x.length >= 0 {
		return io.LimitReader(in, x.length)
	}
	return in
}

func (x *xxd) digits() string {
	if x.upper {
		return "0123456789ABCDEF"
	}
	return "0123456789abcdef"
}

func (x *xxd) hex(in io.Reader) int {
	r := bufio.NewReaderSize(x.limited(in), 64<<10)
	d := x.digits()
	n := 0
	for {
		c, err := r.ReadByte()
		if err != nil {
			break
		}
		x.p.Out.WriteByte(d[c>>4])
		x.p.Out.WriteByte(d[c&15])
		if n++; x.cols > 0 && n == x.cols {
			x.p.Out.WriteByte('\n')
			n = 0
		}
	}
	if n > 0 {
		x.p.Out.WriteByte('\n')
	}
	return 0
}

func (x *xxd) array(in io.Reader) int {
	p := x.p
	r := bufio.NewReaderSize(x.limited(in), 64<<10)
	name := ""
	if x.name != "" {
		var b strings.Builder
		for i := range len(x.name) {
			c := x.name[i]
			switch {
			case i == 0 && c >= '0' && c <= '9':
				b.WriteString("__")
				b.WriteByte(c)
			case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z':
				if x.caps {
					c = strings.ToUpper(string(rune(c)))[0]
				}
				b.WriteByte(c)
			default:
				b.WriteByte('_')
			}
		}
		name = b.String()
		fmt.Fprintf(p.Out, "unsigned char %s[] = {\n", name)
	}
	d, hx := x.digits(), "0x"
	if x.upper {
		hx = "0X"
	}
	n := 0
	for {
		c, err := r.ReadByte()
		if err != nil {
			break
		}
		switch {
		case n == 0:
			p.Out.WriteString("  ")
		case n%x.cols == 0:
			p.Out.WriteString(",\n  ")
		default:
			p.Out.WriteString(", ")
		}
		p.Out.WriteString(hx)
		p.Out.WriteByte(d[c>>4])
		p.Out.WriteByte(d[c&15])
		n++
	}
	if n > 0 {
		p.Out.WriteByte('\n')
	}
	if name != "" {
		suffix := "_len"
		if x.caps {
			suffix = "_LEN"
		}
		fmt.Fprintf(p.Out, "};\nunsigned int %s%s = %d;\n", name, suffix, n)
	}
	return 0
}

// ebcdicText shows EBCDIC's letters, digits and signs as ASCII.
var ebcdicText = func() (t [256]byte) {
	for i := range t {
		t[i] = '.'
	}
	for a := byte(' '); a < 0x7f; a++ {
		t[asciiToEBCDIC[a]] = a
	}
	return t
}()

func (x *xxd) dump(in io.Reader) int {
	p := x.p
	r := bufio.NewReaderSize(x.limited(in), 64<<10)
	d := x.digits()
	buf := make([]byte, x.cols)
	at := x.seek + x.offset
	zeros := 0
	var held []byte
	unit := 2
	if x.bits {
		unit = 8
	}
	line := func(b []byte) []byte {
		var out []byte
		if x.decimal {
			out = fmt.Appendf(out, "%08d:", at)
		} else {
			out = fmt.Appendf(out, "%08x:", at)
		}
		start := len(out)
		put := func(c byte, have bool) {
			if !have {
				out = append(out, strings.Repeat(" ", unit)...)
				return
			}
			if x.bits {
				for i := 7; i >= 0; i-- {
					out = append(out, '0'+c>>i&1)
				}
			} else {
				out = append(out, d[c>>4], d[c&15])
			}
		}
		if x.small {
			for g := 0; g < x.cols; g += x.group {
				out = append(out, ' ')
				for i := x.group - 1; i >= 0; i-- {
					if k := g + i; k < len(b) {
						put(b[k], true)
					} else {
						put(0, false)
					}
				}
			}
		} else {
			for i := range b {
				if i%x.group == 0 {
					out = append(out, ' ')
				}
				put(b[i], true)
			}
		}
		want := start + x.cols*unit + (x.cols+x.group-1)/x.group
		for len(out) < want {
			out = append(out, ' ')
		}
		out = append(out, "  "...)
		for _, c := range b {
			switch {
			case x.ebcdic:
				if c < 64 {
					c = '.'
				} else if c == 64 {
					c = ' '
				} else {
					c = ebcdicText[c]
				}
			case c < ' ' || c >= 0x7f:
				c = '.'
			}
			out = append(out, c)
		}
		return append(out, '\n')
	}
	for x.ctx.Err() == nil {
		n, err := io.ReadFull(r, buf)
		if n == 0 {
			break
		}
		text := line(buf[:n])
		if x.skipZero && n == x.cols && allZero(buf[:n]) {
			zeros++
			switch zeros {
			case 1:
				p.Out.Write(text)
			case 2:
				held = text
			case 3:
				p.Out.WriteString("*\n")
				held = text
			default:
				held = text
			}
		} else {
			if zeros == 2 {
				p.Out.Write(held)
			}
			zeros, held = 0, nil
			p.Out.Write(text)
		}
		at += int64(n)
		if err != nil {
			break
		}
	}
	if zeros >= 2 {
		p.Out.Write(held)
	}
	return 0
}

// back turns a dump into bytes: of each line the hexadecimal digits behind its
// offset, until three characters that are none follow one another.
func (x *xxd) back(in io.Reader, w io.Writer, seeker vfs.File) int {
	p := x.p
	r := bufio.NewReaderSize(in, 64<<10)
	out := bufio.NewWriterSize(w, 64<<10)
	skipLine := func(c byte) byte {
		for c != '\n' {
			var err error
			if c, err = r.ReadByte(); err != nil {
				break
			}
		}
		return c
	}
	have, want := int64(0), int64(0)
	n1, n2, n3 := -1, 0, 0
	garbage := true // what stands before the offset
	at := x.cols
	for x.ctx.Err() == nil {
		c, err := r.ReadByte()
		if err != nil {
			if err != io.EOF {
				p.Errorf("%s", errText(err))
				return 2
			}
			break
		}
		if c == '\r' || x.plain && (c == ' ' || c == '\n' || c == '\t') {
			continue
		}
		n3, n2, n1 = n2, n1, hexDigit(c)
		if n1 < 0 && garbage {
			continue
		}
		garbage = false
		if !x.plain && at >= x.cols { // in the offset
			if n1 < 0 {
				at = 0
			} else {
				want = want<<4 | int64(n1)
			}
			continue
		}
		if target := x.seek + want; target != have {
			moved := false
			if seeker != nil && target >= 0 {
				out.Flush()
				_, err := seeker.Seek(target-have, io.SeekCurrent)
				moved = err == nil
			}
			if !moved && target < have {
				out.Flush()
				p.Errorf("Sorry, cannot seek backwards.")
				return 5
			}
			for ; !moved && have < target; have++ {
				if out.WriteByte(0) != nil || have&0xffff == 0 && x.ctx.Err() != nil {
					return 3
				}
			}
			have = target
		}
		switch {
		case n2 >= 0 && n1 >= 0:
			if err := out.WriteByte(byte(n2<<4 | n1)); err != nil {
				p.Errorf("%s", errText(err))
				return 3
			}
			have, want = have+1, want+1
			n1 = -1
			if !x.plain {
				if at++; at >= x.cols {
					c = skipLine(c)
				}
			}
		case n1 < 0 && n2 < 0 && n3 < 0:
			c = skipLine(c)
		}
		if c == '\n' {
			if !x.plain {
				want = 0
			}
			at, garbage = x.cols, true
		}
	}
	if err := out.Flush(); err != nil {
		p.Errorf("%s", errText(err))
		return 3
	}
	return 0
}
