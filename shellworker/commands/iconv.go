package commands

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "iconv", WriteStatus: 1, UsageStatus: 64, Hint: "Try `%s --help' or `%[1]s --usage' for more information.", Run: iconvMain, Help: `
Usage: iconv [OPTION]... [FILE]...
Convert the text of the files, or of the standard input, from one encoding to
another.

  -f, --from-code=NAME  the encoding of the input
  -t, --to-code=NAME    the encoding of the output; with //TRANSLIT characters
                        that it lacks are approximated, with //IGNORE left out
  -c                    leave out what can't be converted
  -l, --list            print the names of the encodings
  -o, --output=FILE     write to FILE
  -s, --silent          don't warn
      --verbose         say what is done
  -?, --help, --usage   this text
  -V, --version         the version
`})
}

// iconvCharsets are encodings by their names in capitals without - and _.
var iconvCharsets = map[string]encoding.Encoding{
	"UTF16BE": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF16LE": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"UCS2BE": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UCS2LE": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"UTF32BE": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "UTF32LE": utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	"UCS4": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "UCS4BE": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "UCS4LE": utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM),
	"ISO88591": charmap.ISO8859_1, "LATIN1": charmap.ISO8859_1, "L1": charmap.ISO8859_1, "ISO88592": charmap.ISO8859_2, "LATIN2": charmap.ISO8859_2,
	"ISO885915": charmap.ISO8859_15, "LATIN9": charmap.ISO8859_15, "CP437": charmap.CodePage437, "IBM437": charmap.CodePage437, "CP850": charmap.CodePage850,
	"CP852": charmap.CodePage852, "CP866": charmap.CodePage866, "CP1250": charmap.Windows1250, "CP1251": charmap.Windows1251, "CP1252": charmap.Windows1252,
	"WINDOWS1252": charmap.Windows1252, "WINDOWS1251": charmap.Windows1251, "WINDOWS1250": charmap.Windows1250, "KOI8R": charmap.KOI8R, "KOI8U": charmap.KOI8U,
	"MACINTOSH": charmap.Macintosh, "MAC": charmap.Macintosh, "CP037": charmap.CodePage037, "IBM037": charmap.CodePage037,
	"ISO88593": charmap.ISO8859_3, "ISO88594": charmap.ISO8859_4, "ISO88595": charmap.ISO8859_5, "ISO88596": charmap.ISO8859_6, "ISO88597": charmap.ISO8859_7,
	"ISO88598": charmap.ISO8859_8, "ISO88599": charmap.ISO8859_9, "ISO885910": charmap.ISO8859_10, "ISO885913": charmap.ISO8859_13, "ISO885914": charmap.ISO8859_14, "ISO885916": charmap.ISO8859_16,
}

// iconvCharset finds an encoding: "utf8", "ascii", or one of the others.
func iconvCharset(name string) (kind string, e encoding.Encoding) {
	n := strings.ToUpper(strings.NewReplacer("-", "", "_", "", " ", "", ".", "").Replace(name))
	switch n {
	case "UTF8", "":
		return "utf8", nil
	case "ASCII", "USASCII", "ANSIX341968", "ISO646US", "C", "POSIX", "646":
		return "ascii", nil
	case "UCS2":
		n = "UTF16LE"
	case "UTF16":
		return "utf16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case "UTF32":
		return "utf32", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	}
	if e := iconvCharsets[n]; e != nil {
		return n, e
	}
	if e, err := htmlindex.Get(name); err == nil {
		return n, e
	}
	return "", nil
}

func iconvMain(ctx context.Context, p *Process) int {
	from, to, discard, output := "UTF-8", "UTF-8", false, ""
	if !p.UTF8() {
		from, to = "ASCII", "ASCII"
	}
	opts, files := p.Getopt("f:t:clo:s?V", getopt.Long{Name: "usage", ID: '?'}, getopt.Long{Name: "from-code", Arg: getopt.Required, ID: 'f'}, getopt.Long{Name: "to-code", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "list", ID: 'l'}, getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "silent", ID: 's'}, getopt.Long{Name: "verbose", ID: 300})
	verbose := false
	for _, o := range opts {
		switch o.ID {
		case 'f':
			from = o.Arg
		case 't':
			to = o.Arg
		case 'c':
			discard = true
		case 'l':
			names := []string{"UTF-8", "UTF-16", "UTF-32", "ASCII", "UTF8", "UTF16", "UTF32"}
			for n := range iconvCharsets {
				names = append(names, n)
			}
			sort.Strings(names)
			for _, n := range names {
				p.Out.WriteString(n + "//\n")
			}
			return 0
		case 'o':
			output = o.Arg
		case 300:
			verbose = true
		case '?':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	cut := func(s string) (string, string) {
		name, mode, _ := strings.Cut(s, "//")
		return name, strings.ToUpper(mode)
	}
	fromName, fromMode := cut(from)
	toName, mode := cut(to)
	translit := strings.Contains(mode, "TRANSLIT")
	ignore := strings.Contains(mode, "IGNORE") || strings.Contains(fromMode, "IGNORE")
	fk, fe := iconvCharset(fromName)
	tk, te := iconvCharset(toName)
	if fk == "" || tk == "" {
		p.Fatalf(1, "failed to start conversion processing: %s", vfs.ENOENT)
	}
	out := p.Out
	if output != "" && output != "-" {
		f, err := p.OpenFile(ctx, output, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			p.Fatalf(1, "unable to open output file: %s", vfs.ErrText(err))
		}
		defer f.Close()
		out = NewOutput(f)
		defer out.Flush()
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	conv := &iconvConverter{from: newIconvReader(fk, fe), encode: iconvEncoder(tk, te), translit: translit, skip: discard || ignore, ignore: ignore && !discard, cache: map[rune][]byte{}}
	switch tk {
	case "utf16":
		conv.mark = []byte{0xff, 0xfe}
	case "utf32":
		conv.mark = []byte{0xff, 0xfe, 0, 0}
	}
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			out.Flush()
			p.Errorf("cannot open input file `%s': %s", name, vfs.ErrText(err))
			status = 1
			continue
		}
		if verbose {
			fmt.Fprintf(p.Stderr, "%s:\n", name)
		}
		ok := iconvFile(ctx, p, out, f, conv)
		f.Close()
		if !ok {
			return 1
		}
	}
	return status
}

// iconvConverter converts the characters of one input after another.
type iconvConverter struct {
	from     *iconvReader
	encode   func(rune) ([]byte, bool)
	translit bool
	skip     bool // what can't be converted
	ignore   bool // ... and fail at the end, as //IGNORE does
	skipped  bool
	mark     []byte // comes before the first character
	cache    map[rune][]byte
	pos      int64 // bytes read
}

// iconvFile converts one input, a character at a time. It returns false at one
// that can't be converted, having said so.
func iconvFile(ctx context.Context, p *Process, out *Output, f io.Reader, c *iconvConverter) bool {
	c.from.reset(f)
	c.pos = 0
	for n := 0; ; n++ {
		if n&0xffff == 0 && ctx.Err() != nil {
			return false
		}
		r, width, err := c.from.next()
		var e []byte
		ok := err == nil
		switch {
		case err == io.EOF:
			if c.ignore && c.skipped { // -c alone is silent
				out.Flush()
				p.Errorf("illegal input sequence at position %d", c.pos)
				return false
			}
			return true
		case err == errIconvShort:
			out.Flush()
			p.Errorf("incomplete character or shift sequence at end of buffer")
			return false
		case err != nil && err != errIconvIllegal:
			out.Flush()
			p.Errorf("error while reading the input: %s", vfs.ErrText(err))
			return false
		case ok:
			if e, ok = c.cache[r]; !ok {
				if e, ok = c.encode(r); !ok && c.translit {
					e, ok = iconvApproximate(r, c.encode), true
				}
				if ok && len(c.cache) < 1<<16 {
					c.cache[r] = e
				}
			}
		}
		if !ok {
			if !c.skip {
				out.Flush()
				p.Errorf("illegal input sequence at position %d", c.pos)
				return false
			}
			c.skipped, e = true, nil
		}
		c.pos += int64(width)
		if c.mark != nil {
			out.Write(c.mark)
			c.mark = nil
		}
		if _, err := out.Write(e); err != nil {
			p.Fatalf(1, "conversion stopped due to problem in writing the output: %s", vfs.ErrText(err))
		}
	}
}

var (
	errIconvIllegal = errors.New("illegal input sequence")
	errIconvShort   = errors.New("incomplete character")
)

// iconvReader reads characters. Encodings that it doesn't know itself are
// decoded by their library, and encode tells how wide a character was.
type iconvReader struct {
	r      *bufio.Reader
	kind   string
	bytes  *charmap.Charmap
	order  binary.ByteOrder
	marked bool // a byte order mark may come, or came
	other  encoding.Encoding
	width  func(rune) ([]byte, bool)
}

func newIconvReader(kind string, e encoding.Encoding) *iconvReader {
	r := &iconvReader{r: bufio.NewReaderSize(nil, 64<<10), kind: kind, order: binary.LittleEndian}
	switch kind {
	case "utf8", "ascii":
	case "utf16", "utf32":
		r.marked = true
	case "UTF16BE", "UCS2BE":
		r.kind, r.order = "utf16", binary.BigEndian
	case "UTF16LE", "UCS2LE":
		r.kind = "utf16"
	case "UTF32BE", "UCS4", "UCS4BE":
		r.kind, r.order = "utf32", binary.BigEndian
	case "UTF32LE", "UCS4LE":
		r.kind = "utf32"
	default:
		if m, ok := e.(*charmap.Charmap); ok {
			r.bytes = m
		} else {
			r.other, r.width = e, iconvEncoder(kind, e)
		}
	}
	return r
}

func (r *iconvReader) reset(in io.Reader) {
	if r.other != nil {
		in = transform.NewReader(in, r.other.NewDecoder())
	}
	r.r.Reset(in)
}

// next returns a character and how many bytes of the input it took; with
// errIconvIllegal, how many are to be skipped.
func (r *iconvReader) next() (rune, int, error) {
	switch {
	case r.bytes != nil:
		b, err := r.r.ReadByte()
		if err != nil {
			return 0, 0, err
		}
		c := r.bytes.DecodeByte(b)
		if c == utf8.RuneError {
			return 0, 1, errIconvIllegal
		}
		return c, 1, nil
	case r.kind == "utf16" || r.kind == "utf32":
		n := 2
		if r.kind == "utf32" {
			n = 4
		}
		for {
			c, err := r.unit(n)
			if err != nil {
				return 0, 0, err
			}
			if r.marked {
				r.marked = false
				switch {
				case c == 0xfeff:
					continue
				case n == 2 && c == 0xfffe, n == 4 && c == 0xfffe0000:
					r.order = binary.BigEndian
					continue
				}
			}
			switch {
			case n == 4 && (c > 0x10ffff || c >= 0xd800 && c < 0xe000), n == 2 && c >= 0xdc00 && c < 0xe000:
				return 0, n, errIconvIllegal
			case n == 2 && c >= 0xd800 && c < 0xdc00:
				b, err := r.r.Peek(2)
				if err != nil {
					return 0, n, errIconvShort
				}
				low := r.order.Uint16(b)
				if low < 0xdc00 || low >= 0xe000 {
					return 0, n, errIconvIllegal
				}
				r.r.Discard(2)
				return rune(c-0xd800)<<10 + rune(low-0xdc00) + 0x10000, 4, nil
			}
			return rune(c), n, nil
		}
	}
	b, err := r.r.Peek(1)
	if len(b) == 0 {
		return 0, 0, err
	}
	if b[0] < utf8.RuneSelf {
		r.r.Discard(1)
		return rune(b[0]), 1, nil
	}
	if r.kind == "ascii" {
		r.r.Discard(1)
		return 0, 1, errIconvIllegal
	}
	b, _ = r.r.Peek(utf8.UTFMax)
	c, n := utf8.DecodeRune(b)
	switch {
	case r.other != nil:
		r.r.Discard(n)
		if c == utf8.RuneError {
			return 0, 1, errIconvIllegal
		}
		e, _ := r.width(c)
		return c, len(e), nil
	case c == utf8.RuneError && n == 1:
		if !utf8.FullRune(b) {
			return 0, 0, errIconvShort
		}
		r.r.Discard(1)
		return 0, 1, errIconvIllegal
	}
	r.r.Discard(n)
	return c, n, nil
}

// unit reads n bytes as a number.
func (r *iconvReader) unit(n int) (uint32, error) {
	b, err := r.r.Peek(n)
	if len(b) < n {
		if err == io.EOF && len(b) > 0 {
			return 0, errIconvShort
		}
		return 0, err
	}
	v := uint32(0)
	if n == 2 {
		v = uint32(r.order.Uint16(b))
	} else {
		v = r.order.Uint32(b)
	}
	r.r.Discard(n)
	return v, nil
}

// iconvEncoder returns what encodes one character.
func iconvEncoder(kind string, e encoding.Encoding) func(rune) ([]byte, bool) {
	switch kind {
	case "utf8":
		return func(r rune) ([]byte, bool) { return utf8.AppendRune(nil, r), true }
	case "ascii":
		return func(r rune) ([]byte, bool) { return []byte{byte(r)}, r < 0x80 }
	case "utf16":
		e = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "utf32":
		e = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	}
	if m, ok := e.(*charmap.Charmap); ok {
		return func(r rune) ([]byte, bool) {
			b, ok := m.EncodeRune(r)
			return []byte{b}, ok
		}
	}
	return func(r rune) ([]byte, bool) {
		b, err := e.NewEncoder().Bytes([]byte(string(r)))
		return b, err == nil
	}
}

// iconvApproximate writes a character by those that the encoding has.
func iconvApproximate(r rune, enc func(rune) ([]byte, bool)) []byte {
	if s, ok := map[rune]string{'“': "\"", '”': "\"", '‘': "'", '’': "'", '–': "-", '—': "-", '…': "...", '€': "EUR", '©': "(C)", '®': "(R)", '™': "(TM)",
		'ß': "ss", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'ø': "o", 'Ø': "O", 'ł': "l", 'Ł': "L", '«': "<<", '»': ">>", '\u00a0': " ", '•': "o", '×': "x", '→': "->", '←': "<-"}[r]; ok {
		return []byte(s)
	}
	var out []byte
	for _, d := range norm.NFD.String(string(r)) {
		if d >= 0x300 && d < 0x370 {
			continue
		}
		e, ok := enc(d)
		if !ok {
			return []byte{'?'}
		}
		out = append(out, e...)
	}
	if len(out) == 0 {
		return []byte{'?'}
	}
	return out
}
