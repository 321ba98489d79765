package tree

import (
	"slices"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// drawing is how a character set draws lines.
type drawing struct {
	down, branch, corner, copyright string
	single, first, middle, end      string // before the lines of a comment
}

var drawings = []struct {
	names string
	drawing
}{
	{"UTF-8 utf8", drawing{"│\u00a0\u00a0", "├──", "└──", "©", " {", " ⎧", " ⎨", " ⎩"}},
	{"ISO-8859-1 ISO-8859-1:1987 ISO_8859-1 latin1 l1 IBM819 CP819 csISOLatin1 ISO-8859-3 ISO_8859-3:1988 ISO_8859-3 latin3 ls csISOLatin3",
		plain("|  ", "|--", "&middot;--", "&copy;")},
	{"ISO-8859-7 ISO_8859-7:1987 ISO_8859-7 ELOT_928 ECMA-118 greek greek8 csISOLatinGreek ISO-8859-8 ISO_8859-8:1988 iso-ir-138 ISO_8859-8 " +
		"hebrew csISOLatinHebrew ISO-8859-9 ISO_8859-9:1989 iso-ir-148 ISO_8859-9 latin5 l5 csISOLatin5",
		plain("|  ", "|--", "&middot;--", "(c)")},
	{"Shift_JIS MS_Kanji csShiftJIS", plain("\x84\xa0 ", "\x84\xa5", "\x84\xa4", "(c)")},
	{"EUC-JP Extended_UNIX_Code_Packed_Format_for_Japanese csEUCPkdFmtJapanese", plain("\xa8\xa2 ", "\xa8\xa7", "\xa8\xa6", "(c)")},
	{"EUC-KR csEUCKR", plain("\xa6\xa2 ", "\xa6\xa7", "\xa6\xa6", "(c)")},
	{"ISO-2022-JP csISO2022JP ISO-2022-JP-2 csISO2022JP2", plain("\x1b$B(\"\x1b(B ", "\x1b$B('\x1b(B", "\x1b$B(&\x1b(B", "(c)")},
	{"IBM437 cp437 437 csPC8CodePage437 IBM852 cp852 852 csPCp852 IBM863 cp863 863 csIBM863 IBM855 cp855 855 csIBM855 " +
		"IBM865 cp865 865 csIBM865 IBM866 cp866 866 csIBM866", plain("\xb3  ", "\xc3\xc4\xc4", "\xc0\xc4\xc4", "(c)")},
	{"IBM850 cp850 850 csPC850Multilingual IBM00858 CCSID00858 CP00858 PC-Multilingual-850+euro",
		plain("\xb3  ", "\xc3\xc4\xc4", "\xc0\xc4\xc4", "\x97")},
	{"IBM869 cp869 869 cp-gr csIBM869", plain("\xb3  ", "\xc3\xc4\xc4", "\xc0\xc4\xc4", "\xb8")},
	{"GB2312 csGB2312", plain("\xa9\xa6 ", "\xa9\xc0", "\xa9\xb8", "(c)")},
	{"Big5 csBig5", plain("\xa2x ", "\xa2u", "\xa2|", "(c)")},
	{"VISCII csVISCII", plain("|  ", "|--", "`--", "\xf9")},
	{"KOI8-R csKOI8R KOI8-U", plain("\x81  ", "\x86\x80\x80", "\x84\x80\x80", "\xbf")},
	{"ISO-8859-1-Windows-3.1-Latin-1 csWindows31Latin1 ISO-8859-2-Windows-Latin-2 csWindows31Latin2 " +
		"windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257", plain("|  ", "|--", "`--", "\xa9")},
}

func plain(down, branch, corner, copyright string) drawing {
	return drawing{down, branch, corner, copyright, " [", " [", " [", " ["}
}

// drawingOf returns how a character set draws; an unknown one as ASCII does.
func drawingOf(charset string) drawing {
	for _, d := range drawings {
		if slices.ContainsFunc(strings.Fields(d.names), func(n string) bool { return strings.EqualFold(n, charset) }) {
			return d.drawing
		}
	}
	return plain("|  ", "|--", "`--", "(c)")
}

// colors are those of TREE_COLORS or LS_COLORS.
type colors struct {
	types    map[string]string
	suffixes [][2]string // the last that matches counts
	byTarget bool
}

// defaultColors are those of tree without a variable.
var defaultColors = func() string {
	var b strings.Builder
	b.WriteString(":no=00:rs=0:fi=00:di=01;34:ln=01;36:pi=40;33:so=01;35:bd=40;33;01:cd=40;33;01:or=40;31;01:ex=01;32")
	for _, s := range []struct{ color, suffixes string }{
		{"01;32", "bat BAT btm BTM cmd CMD com COM dll DLL exe EXE"},
		{"01;31", "arj bz2 deb gz lzh rpm tar taz tb2 tbz2 tbz tgz tz2 z Z zip ZIP zoo"},
		{"01;35", "asf ASF avi AVI bmp BMP flac FLAC gif GIF jpg JPG jpeg JPEG m2a M2a m2v M2V mov MOV mp3 MP3 mpeg MPEG mpg MPG ogg OGG ppm rm RM tga TGA tif TIF wav WAV wmv WMV xbm xpm"},
	} {
		for _, x := range strings.Fields(s.suffixes) {
			b.WriteString(":*." + x + "=" + s.color)
		}
	}
	return b.String()
}()

// readColors returns the colors to show, nil for none: no output of ours is a
// terminal, so that only -C and CLICOLOR_FORCE ask for them.
func (t *treer) readColors() *colors {
	p := t.p
	_, forced := p.LookupEnv("CLICOLOR_FORCE")
	_, refused := p.LookupEnv("NO_COLOR")
	if _, ok := p.LookupEnv("TERM"); !ok || !t.colored && (!forced || refused) {
		return nil
	}
	v, ok := p.LookupEnv("TREE_COLORS")
	if !ok {
		v = p.Getenv("LS_COLORS")
	}
	if v == "" {
		v = defaultColors
	}
	c := &colors{types: map[string]string{"lc": "\x1b[", "rc": "m", "rs": "0"}}
	for _, e := range strings.Split(v, ":") {
		k, code, ok := strings.Cut(e, "=")
		code, _, _ = strings.Cut(code, "=")
		switch {
		case !ok || code == "":
		case strings.HasPrefix(k, "*"):
			c.suffixes = append(c.suffixes, [2]string{k[1:], code})
		case k == "ln" && strings.EqualFold(code, "target"):
			c.byTarget, c.types[k] = true, "01;36"
		default:
			c.types[k] = code
		}
	}
	if _, ok := c.types["ec"]; !ok {
		c.types["ec"] = c.types["lc"] + c.types["rs"] + c.types["rc"]
	}
	return c
}

// code returns the color of a file, false if it has none. target tells that
// the name is where a link leads.
func (c *colors) code(kind vfs.Kind, mode uint32, name string, orphan, target bool) (string, bool) {
	var types []string
	if orphan && target {
		types = append(types, "mi")
	} else if orphan {
		types = append(types, "or")
	}
	suffix := false
	switch kind {
	case vfs.Directory:
		switch sticky, open := mode&0o1000 != 0, mode&0o2 != 0; {
		case sticky && open:
			types = append(types, "tw")
		case sticky:
			types = append(types, "st")
		}
		if mode&0o2 != 0 {
			types = append(types, "ow")
		}
		types = append(types, "di")
	case vfs.Symlink:
		types = append(types, "ln")
	case vfs.FIFO:
		types = append(types, "pi")
	case vfs.Device:
		types = append(types, "cd")
	case vfs.Regular:
		suffix = true
		if mode&0o4000 != 0 {
			types = append(types, "su")
		}
		if mode&0o2000 != 0 {
			types = append(types, "sg")
		}
		if mode&0o111 != 0 {
			types = append(types, "ex")
		}
	default:
		types = append(types, "no")
	}
	for _, k := range types {
		if code, ok := c.types[k]; ok {
			return code, true
		}
	}
	if !suffix {
		return "", false
	}
	for i := len(c.suffixes) - 1; i >= 0; i-- {
		if strings.HasSuffix(name, c.suffixes[i][0]) {
			return c.suffixes[i][1], true
		}
	}
	code, ok := c.types["fi"]
	return code, ok
}
