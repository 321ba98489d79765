package commands

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	for _, n := range []string{"hexdump", "hd"} {
		Register(Command{Name: n, Run: hexdumpMain, Help: `
Usage: hexdump [OPTION]... [FILE]...
Write the bytes of FILEs, or of the standard input, in hexadecimal or by format.

  -b, --one-byte-octal    bytes in octal
  -c, --one-byte-char     bytes as characters
  -C, --canonical         hexadecimal and ASCII (default of hd)
  -d, --two-bytes-decimal  two bytes in decimal
  -o, --two-bytes-octal   two bytes in octal
  -x, --two-bytes-hex     two bytes in hexadecimal
  -e, --format=FORMAT     by FORMAT: [COUNT][/BYTES] "printf's conversions" ...
  -f, --format-file=FILE  by the formats in FILE
  -n, --length=LENGTH     at most LENGTH bytes
  -s, --skip=OFFSET       skip OFFSET bytes
  -v, --no-squeezing      show every line
  -L, --color[=WHEN]      never or auto: no output here is a terminal
  -h, --help              show this help
  -V, --version           show the version

Conversions: d i o u x X c e E f g G s; _c and _u characters, _p printable,
_a[dox] the offset, _A[dox] the offset at the end.
`})
	}
}

// hexUnit is a unit of a format: how often, over how many bytes, what.
type hexUnit struct {
	repeat  int
	bytes   int
	parts   []hexPart
	counted bool // how often was said
	hidden  bool
}

// hexPart is a conversion with the text before it.
type hexPart struct {
	text  string
	conv  string // the letters: d, _c, _ad; "" for none
	spec  string // flags, width and precision
	bytes int
}

type hexdumper struct {
	p        *Process
	ctx      context.Context
	formats  [][]hexUnit
	size     int
	files    []string
	next     int
	in       vfs.File
	opened   bool
	status   int
	squeeze  bool
	endParts []hexPart
	given    bool // a format, be it empty
}

func hexdumpMain(ctx context.Context, p *Process) int {
	h := &hexdumper{p: p, ctx: ctx, squeeze: true}
	skip, limit := int64(0), int64(-1)
	num := func(what, s string) int64 {
		n, err := odBytes(s)
		if err != nil {
			if n, err = size.Parse(s, "bkKmMgGTPE0"); err != nil {
				p.Fatalf(1, "failed to parse %s: '%s': %s", what, s, map[bool]string{true: "Numerical result out of range", false: vfs.ErrText(vfs.EINVAL)}[err == size.ErrOverflow])
			}
		}
		return n
	}
	canonical := func() {
		h.add(`"%08.8_Ax\n"`)
		h.add(`"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x " `)
		h.add(`"  |" 16/1 "%_p" "|\n"`)
	}
	opts, files := p.Getopt("bcCde:f:hL::n:os:vVx", getopt.Long{Name: "one-byte-octal", ID: 'b'}, getopt.Long{Name: "one-byte-char", ID: 'c'},
		getopt.Long{Name: "canonical", ID: 'C'}, getopt.Long{Name: "two-bytes-decimal", ID: 'd'}, getopt.Long{Name: "two-bytes-octal", ID: 'o'},
		getopt.Long{Name: "two-bytes-hex", ID: 'x'}, getopt.Long{Name: "color", Arg: getopt.Optional, ID: 'L'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 'e'},
		getopt.Long{Name: "format-file", Arg: getopt.Required, ID: 'f'}, getopt.Long{Name: "length", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "skip", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "no-squeezing", ID: 'v'})
	if p.cmd.Name == "hd" {
		canonical()
	}
	for _, o := range opts {
		switch o.ID {
		case 'b':
			h.add(`"%07.7_Ax\n"`)
			h.add(`"%07.7_ax " 16/1 "%03o " "\n"`)
		case 'c':
			h.add(`"%07.7_Ax\n"`)
			h.add(`"%07.7_ax " 16/1 "%3_c " "\n"`)
		case 'C':
			canonical()
		case 'd':
			h.add(`"%07.7_Ax\n"`)
			h.add(`"%07.7_ax " 8/2 "  %05u " "\n"`)
		case 'o':
			h.add(`"%07.7_Ax\n"`)
			h.add(`"%07.7_ax " 8/2 " %06o " "\n"`)
		case 'x':
			h.add(`"%07.7_Ax\n"`)
			h.add(`"%07.7_ax " 8/2 "   %04x " "\n"`)
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		case 'L':
			if mode := strings.TrimPrefix(o.Arg, "="); o.HasArg && mode != "never" && mode != "auto" {
				p.Fatalf(1, "colours are not supported: use -L=never")
			}
		case 'e':
			h.add(o.Arg)
		case 'f':
			b, err := p.FS.ReadFile(ctx, p.Path(o.Arg), 1<<20)
			if err != nil {
				p.Fatalf(1, "can't read %s: %s", o.Arg, errText(err))
			}
			for _, l := range strings.Split(string(b), "\n") {
				if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
					h.add(l)
				}
			}
		case 'n':
			limit = num("length", o.Arg)
		case 's':
			skip = num("offset", o.Arg)
		case 'v':
			h.squeeze = false
		}
	}
	if !h.given {
		h.add(`"%07.7_Ax\n"`)
		h.add(`"%07.7_ax " 8/2 "%04x " "\n"`)
	}
	h.files = files
	if len(files) == 0 {
		h.files = []string{stdinOperand}
	}
	h.layout()
	h.run(skip, limit)
	if h.in != nil {
		h.in.Close()
	}
	if !h.opened && h.status != 0 {
		p.Errorf("all input file arguments failed")
		return 1
	}
	return h.status
}

// stdinOperand stands for the standard input; "-" is a file's name.
const stdinOperand = ""

func (h *hexdumper) bad(format string, a ...any) { h.p.Fatalf(1, format, a...) }

// add reads a format.
func (h *hexdumper) add(s string) {
	h.given = true
	var units []hexUnit
	whole := s
	for {
		s = strings.TrimLeft(s, " \t\n")
		if s == "" {
			break
		}
		u := hexUnit{repeat: 1, bytes: -1}
		number := func() int {
			i := 0
			for i < len(s) && s[i] >= '0' && s[i] <= '9' {
				i++
			}
			n, err := strconv.Atoi(s[:i])
			if err != nil || n > 1<<16 {
				h.bad("bad format {%s}", whole)
			}
			s = s[i:]
			return n
		}
		counted := false
		if s[0] >= '0' && s[0] <= '9' {
			u.repeat = number()
			counted = true
			s = strings.TrimLeft(s, " \t\n")
		}
		if strings.HasPrefix(s, "/") {
			s = strings.TrimLeft(s[1:], " \t\n")
			if s != "" && s[0] >= '0' && s[0] <= '9' {
				if u.bytes = number(); u.bytes == 0 {
					u.bytes = -1
				}
			}
			s = strings.TrimLeft(s, " \t\n")
		}
		if !strings.HasPrefix(s, `"`) {
			h.bad("bad format {%s}", whole)
		}
		i := 1
		for i < len(s) && s[i] != '"' {
			if s[i] == '\\' {
				i++
			}
			i++
		}
		if i >= len(s) {
			h.bad("bad format {%s}", whole)
		}
		u.parts = h.parts(unescapeC(s[1:i]), u.bytes)
		s = s[i+1:]
		n := 0
		for _, p := range u.parts {
			n += p.bytes
		}
		if u.bytes < 0 {
			u.bytes = n
		}
		u.counted = counted
		units = append(units, u)
	}
	// %_A is for the end only. What stands behind it takes bytes, and isn't shown.
	hidden := false
	for i := range units {
		for _, p := range units[i].parts {
			if strings.HasPrefix(p.conv, "_A") {
				h.endParts, hidden = units[i].parts, true
			}
		}
		units[i].hidden = hidden
	}
	if len(units) > 0 {
		h.formats = append(h.formats, units)
	}
}

func unescapeC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte('\v')
		case '0':
			b.WriteByte(0)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// parts takes a unit's text apart. count is its byte count, -1 if not given.
func (h *hexdumper) parts(s string, count int) []hexPart {
	var out []hexPart
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			text.WriteByte(s[i])
			continue
		}
		i++
		st := i
		for i < len(s) && strings.IndexByte("#-+ 0123456789.", s[i]) >= 0 {
			i++
		}
		p := hexPart{text: text.String(), spec: s[st:i]}
		text.Reset()
		if i >= len(s) {
			h.bad("bad conversion character %%%s", s[st:])
		}
		c := s[i]
		switch {
		case strings.IndexByte("diouxX", c) >= 0:
			p.conv, p.bytes = string(rune(c)), 4
			if count > 0 {
				p.bytes = count
			}
			if p.bytes != 1 && p.bytes != 2 && p.bytes != 4 && p.bytes != 8 {
				h.bad("bad byte count for conversion character %c", c)
			}
		case strings.IndexByte("eEfgG", c) >= 0:
			p.conv, p.bytes = string(rune(c)), 8
			if count > 0 {
				p.bytes = count
			}
			if p.bytes != 4 && p.bytes != 8 {
				h.bad("bad byte count for conversion character %c", c)
			}
		case c == 'c':
			p.conv, p.bytes = "c", 1
		case c == 's':
			p.conv = "s"
			_, prec, ok := strings.Cut(p.spec, ".")
			n, err := strconv.Atoi(prec)
			if !ok || err != nil || n <= 0 {
				if count <= 0 {
					h.bad("%%s requires a precision or a byte count")
				}
				n = count
			}
			p.bytes = min(n, 1<<16)
		case c == '_' && i+1 < len(s):
			i++
			switch d := s[i]; d {
			case 'a', 'A':
				if i++; i >= len(s) || strings.IndexByte("dox", s[i]) < 0 {
					h.bad("bad conversion character %%_%c", d)
				}
				p.conv = "_" + s[i-1:i+1]
			case 'c', 'p', 'u':
				p.conv, p.bytes = "_"+string(rune(d)), 1
			default:
				h.bad("bad conversion character %%_%c", d)
			}
		default:
			h.bad("bad conversion character %%%c", c)
		}
		if count > 0 && p.bytes > 0 && (p.conv == "c" || len(p.conv) == 2) && count != 1 {
			h.bad("bad byte count for conversion character %s", p.conv)
		}
		if rest, ok := strings.CutPrefix(s[i+1:], "_L["); ok { // a colour, of which none is shown
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				h.bad("bad format {%s}", s)
			}
			i += len("_L[") + end + 1
		}
		out = append(out, p)
	}
	if text.Len() > 0 || len(out) == 0 {
		out = append(out, hexPart{text: text.String()})
	}
	return out
}

// layout finds how many bytes a line takes, and repeats what fits.
func (h *hexdumper) layout() {
	for _, f := range h.formats {
		n := 0
		for _, u := range f {
			n += u.repeat * u.bytes
		}
		h.size = max(h.size, n)
	}
	for fi, f := range h.formats {
		n := 0
		for _, u := range f {
			n += u.repeat * u.bytes
		}
		last := len(f) - 1
		if last >= 0 && n < h.size && f[last].bytes > 0 && !f[last].counted {
			h.formats[fi][last].repeat += (h.size - n) / f[last].bytes
		}
	}
}

func (h *hexdumper) read(b []byte) int {
	n := 0
	for n < len(b) && h.ctx.Err() == nil {
		if h.in == nil {
			if h.next == len(h.files) {
				break
			}
			name := h.files[h.next]
			h.next++
			f, err := h.p.Stdin, error(nil)
			if name != stdinOperand {
				f, err = h.p.Open(h.ctx, name)
			}
			if err != nil {
				h.p.Out.Flush()
				h.p.Errorf("%s: %s", name, errText(err))
				h.status = 1
				continue
			}
			h.in, h.opened = f, true
		}
		k, err := h.in.Read(b[n:])
		n += k
		if err != nil {
			if err != io.EOF {
				h.p.Out.Flush()
				h.p.Errorf("%s: %s", h.files[h.next-1], errText(err))
			}
			h.in.Close()
			h.in = nil
		}
	}
	return n
}

func (h *hexdumper) run(skip, limit int64) {
	if skip > 0 && h.files[0] == stdinOperand {
		if _, err := h.p.Stdin.Seek(0, io.SeekCurrent); err != nil {
			h.p.Fatalf(1, "stdin: %s", errText(err))
		}
	}
	buf := make([]byte, 32<<10)
	left := skip
	for left > 0 {
		k := h.read(buf[:min(left, int64(len(buf)))])
		if k == 0 {
			break
		}
		left -= int64(k)
	}
	at := skip - left
	if h.size == 0 {
		return
	}
	block, prev := make([]byte, h.size), make([]byte, h.size)
	first, starred := true, false
	out := bufio.NewWriterSize(h.p.Out, 16<<10)
	for h.ctx.Err() == nil {
		want := int64(h.size)
		if limit >= 0 {
			want = min(want, limit)
		}
		n := h.read(block[:want])
		if n == 0 {
			break
		}
		if limit >= 0 {
			limit -= int64(n)
		}
		if n == h.size && !first && h.squeeze && string(block) == string(prev) {
			if !starred {
				out.WriteString("*\n")
				starred = true
			}
			at += int64(n)
			continue
		}
		first, starred = false, false
		clear(block[n:])
		for _, f := range h.formats {
			h.line(out, f, block, n, at)
		}
		at += int64(n)
		block, prev = prev, block
		if n < h.size {
			break
		}
	}
	if at > 0 {
		for _, p := range h.endParts {
			out.WriteString(p.text)
			if p.conv != "" {
				out.WriteString(cNumber(p.spec, p.conv[2], uint64(at), false))
			}
		}
	}
	out.Flush()
}

// line writes one format of a line of n bytes.
func (h *hexdumper) line(w *bufio.Writer, f []hexUnit, block []byte, n int, at int64) {
	pos := 0
	for _, u := range f {
		if u.hidden {
			break
		}
		for k := range u.repeat {
			lastTime := k == u.repeat-1 && u.repeat > 1
			for pi, p := range u.parts {
				text := p.text
				if p.conv == "" && lastTime && pi == len(u.parts)-1 {
					text = strings.TrimRight(text, " \t\n")
				}
				if p.conv != "" && p.bytes > 0 && pos >= n {
					// Beyond the data: blanks of the same width.
					w.WriteString(text)
					w.WriteString(strings.Repeat(" ", h.blank(p)))
					pos += p.bytes
					continue
				}
				w.WriteString(text)
				if p.conv == "" {
					continue
				}
				w.WriteString(h.convert(p, block[min(pos, len(block)):], at+int64(pos)))
				pos += p.bytes
			}
		}
	}
}

// blank is how wide a conversion without data is.
func (h *hexdumper) blank(p hexPart) int {
	return len(cString(strings.NewReplacer("#", "", "0", "0").Replace(p.spec), ""))
}

// hexBytes are all bytes as %02x shows them.
var hexBytes = func() (t [256]string) {
	for i := range t {
		t[i] = fmt.Sprintf("%02x", i)
	}
	return t
}()

func (h *hexdumper) convert(p hexPart, b []byte, at int64) string {
	if p.bytes == 1 && len(b) > 0 { // what -C is made of
		switch {
		case p.conv == "x" && p.spec == "02":
			return hexBytes[b[0]]
		case p.conv == "_p" && p.spec == "":
			if b[0] < ' ' || b[0] >= 0x7f {
				return "."
			}
			return string(rune(b[0]))
		}
	}
	if strings.HasPrefix(p.conv, "_a") {
		return cNumber(p.spec, p.conv[2], uint64(at), false)
	}
	for len(b) < p.bytes {
		b = append(b[:len(b):len(b)], 0)
	}
	b = b[:p.bytes]
	switch p.conv {
	case "c":
		return cString(p.spec, string(b))
	case "s":
		return cString(strings.SplitN(p.spec, ".", 2)[0], strings.TrimRight(string(b), "\x00"))
	case "_p":
		if b[0] < ' ' || b[0] >= 0x7f {
			return cString(p.spec, ".")
		}
		return cString(p.spec, string(b))
	case "_c":
		c := b[0]
		switch c {
		case 0:
			return cString(p.spec, `\0`)
		case '\a', '\b', '\f', '\n', '\r', '\t', '\v':
			return cString(p.spec, `\`+string(rune("abtnvfr"[c-7])))
		}
		if c >= ' ' && c < 0x7f {
			return cString(p.spec, string(b))
		}
		return cString(p.spec, fmt.Sprintf("%03o", c))
	case "_u":
		c := b[0]
		names := "nulsohstxetxeotenqackbelbs ht lf vt ff cr so si dledcldc2dc3dc4naksynetbcanem subescfs gs rs us "
		if c < 0x20 {
			return cString(p.spec, strings.TrimSpace(names[int(c)*3:int(c)*3+3]))
		}
		if c == 0x7f {
			return cString(p.spec, "del")
		}
		if c > 0x7f {
			return cString(p.spec, fmt.Sprintf("%02x", c))
		}
		return cString(p.spec, string(b))
	case "e", "E", "f", "g", "G":
		v := 0.0
		if p.bytes == 4 {
			v = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		} else {
			v = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		spec := p.spec
		if !strings.Contains(spec, ".") {
			spec += ".6"
		}
		return fmt.Sprintf("%"+spec+p.conv, v)
	}
	var v uint64
	switch p.bytes {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(binary.LittleEndian.Uint16(b))
	case 4:
		v = uint64(binary.LittleEndian.Uint32(b))
	default:
		v = binary.LittleEndian.Uint64(b)
	}
	c := p.conv[0]
	if c == 'd' || c == 'i' {
		shift := 64 - 8*p.bytes
		s := int64(v<<shift) >> shift
		if s < 0 {
			return cNumber(p.spec, 'd', uint64(-s), true)
		}
		return cNumber(p.spec, 'd', uint64(s), false)
	}
	return cNumber(p.spec, c, v, false)
}

// cSpec takes C's flags, width and precision apart.
func cSpec(spec string) (flags string, width, prec int) {
	i := 0
	for i < len(spec) && strings.IndexByte("#-+ 0", spec[i]) >= 0 {
		i++
	}
	flags, spec = spec[:i], spec[i:]
	w, pr, has := strings.Cut(spec, ".")
	width, _ = strconv.Atoi(w)
	prec = -1
	if has {
		prec, _ = strconv.Atoi(pr)
	}
	return flags, min(width, 1<<12), min(prec, 1<<12)
}

// cString is C's %s.
func cString(spec, s string) string {
	flags, width, prec := cSpec(spec)
	if prec >= 0 && prec < len(s) {
		s = s[:prec]
	}
	return cPad(flags, width, s)
}

func cPad(flags string, width int, s string) string {
	n := width - len(s)
	if n <= 0 {
		return s
	}
	if strings.Contains(flags, "-") {
		return s + strings.Repeat(" ", n)
	}
	return strings.Repeat(" ", n) + s
}

// cNumber is C's %d, %o, %u, %x and %X.
func cNumber(spec string, conv byte, v uint64, neg bool) string {
	flags, width, prec := cSpec(spec)
	base := map[byte]int{'o': 8, 'x': 16, 'X': 16}[conv]
	if base == 0 {
		base = 10
	}
	s := strconv.FormatUint(v, base)
	if conv == 'X' {
		s = strings.ToUpper(s)
	}
	if len(s) < prec {
		s = strings.Repeat("0", prec-len(s)) + s
	}
	prefix := ""
	if strings.Contains(flags, "#") && v != 0 {
		switch conv {
		case 'o':
			prefix = "0"
		case 'x', 'X':
			prefix = "0" + string(rune(conv))
		}
	}
	if conv == 'd' || conv == 'i' {
		switch {
		case neg:
			prefix = "-"
		case strings.Contains(flags, "+"):
			prefix = "+"
		case strings.Contains(flags, " "):
			prefix = " "
		}
	}
	if strings.Contains(flags, "0") && !strings.Contains(flags, "-") && prec < 0 {
		if n := width - len(s) - len(prefix); n > 0 {
			s = strings.Repeat("0", n) + s
		}
	}
	return cPad(flags, width, prefix+s)
}
