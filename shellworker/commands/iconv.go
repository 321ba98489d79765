package commands

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/unicode/norm"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "iconv", Run: iconvMain, Help: `
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
      --help            this text
      --version         the version
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
	case "UTF16", "UCS2":
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
	opts, files := p.Getopt("f:t:clo:s", getopt.Long{Name: "from-code", Arg: getopt.Required, ID: 'f'}, getopt.Long{Name: "to-code", Arg: getopt.Required, ID: 't'},
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
			names := []string{"UTF8", "UTF16", "UTF32", "ASCII"}
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
	switch {
	case fk == "" && tk == "":
		p.Errorf("conversions from `%s' and to `%s' are not supported", fromName, toName)
		p.UsageTry()
	case fk == "":
		p.Errorf("conversion from `%s' is not supported", fromName)
		p.UsageTry()
	case tk == "":
		p.Errorf("conversion to `%s' is not supported", toName)
		p.UsageTry()
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
	first := true
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			out.Flush()
			p.Errorf("cannot open input file `%s': %s", name, vfs.ErrText(err))
			status = 1
			continue
		}
		if verbose {
			p.Errorf("%s:", name)
		}
		b, err := readAll(f, maxWhole)
		f.Close()
		if err != nil {
			out.Flush()
			p.Fatalf(1, "unable to read input: %s", vfs.ErrText(err))
		}
		text := b
		bad := -1
		if fk != "utf8" && fk != "ascii" {
			t, err := fe.NewDecoder().Bytes(b)
			if err != nil {
				out.Flush()
				p.Fatalf(1, "conversion failed")
			}
			text = t
		}
		// Character by character: what can't be converted is told apart.
		conv := te
		encodeRune := func(r rune) ([]byte, bool) {
			switch tk {
			case "utf8":
				return utf8.AppendRune(nil, r), true
			case "ascii":
				return []byte{byte(r)}, r < 0x80
			}
			e, err := conv.NewEncoder().Bytes([]byte(string(r)))
			return e, err == nil
		}
		if tk == "utf16" || tk == "utf32" {
			if first {
				if tk == "utf16" {
					out.Write([]byte{0xff, 0xfe})
				} else {
					out.Write([]byte{0xff, 0xfe, 0, 0})
				}
			}
			if tk == "utf16" {
				conv = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
			} else {
				conv = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
			}
		}
		first = false
		cache := map[rune][]byte{}
		for i := 0; i < len(text); {
			if i&0xffff == 0 && ctx.Err() != nil {
				return 1
			}
			r, n := rune(text[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRune(text[i:])
				if n == 1 && (fk == "utf8" || fk == "ascii") || fk == "ascii" {
					if discard || ignore {
						i += n
						continue
					}
					bad = i
					break
				}
			}
			if r < utf8.RuneSelf && (tk == "utf8" || tk == "ascii") {
				out.WriteByte(byte(r))
				i += n
				continue
			}
			e, ok := cache[r]
			if !ok {
				if e, ok = encodeRune(r); ok && len(cache) < 1<<16 {
					cache[r] = e
				}
			}
			if !ok && translit {
				e, ok = iconvApproximate(r, encodeRune), true
			}
			if !ok {
				if discard || ignore {
					i += n
					continue
				}
				bad = i
				break
			}
			out.Write(e)
			i += n
		}
		if bad >= 0 {
			out.Flush()
			if fk == "utf8" && !utf8.FullRune(text[bad:]) {
				p.Errorf("incomplete character or shift sequence at end of buffer")
			} else {
				p.Errorf("illegal input sequence at position %d", bad)
			}
			return 1
		}
	}
	return status
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
