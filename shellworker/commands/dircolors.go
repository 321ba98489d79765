package commands

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	Register(Command{Name: "dircolors", Run: dircolorsMain, Help: `
Usage: dircolors [OPTION]... [FILE]
Write commands that set LS_COLORS, from FILE or the default colours.

  -b, --sh, --bourne-shell  for a Bourne shell
  -c, --csh, --c-shell      for a C shell
  -p, --print-database      write the default colours as FILE would have them
      --print-ls-colors     write the colours, each as it looks
      --help                show this help
      --version             show the version
`})
}

// colorCodes are the names in a file of colours and LS_COLORS's two letters.
var colorCodes = [][2]string{{"RESET", "rs"}, {"DIR", "di"}, {"LINK", "ln"}, {"MULTIHARDLINK", "mh"}, {"FIFO", "pi"}, {"SOCK", "so"},
	{"DOOR", "do"}, {"BLK", "bd"}, {"CHR", "cd"}, {"ORPHAN", "or"}, {"MISSING", "mi"}, {"SETUID", "su"}, {"SETGID", "sg"},
	{"CAPABILITY", "ca"}, {"STICKY_OTHER_WRITABLE", "tw"}, {"OTHER_WRITABLE", "ow"}, {"STICKY", "st"}, {"EXEC", "ex"},
	{"NORMAL", "no"}, {"NORM", "no"}, {"FILE", "fi"}, {"LEFT", "lc"}, {"LEFTCODE", "lc"}, {"RIGHT", "rc"}, {"RIGHTCODE", "rc"}, {"END", "ec"}, {"ENDCODE", "ec"},
	{"LNK", "ln"}, {"SYMLINK", "ln"}, {"PIPE", "pi"}, {"BLOCK", "bd"}, {"CHAR", "cd"}, {"MULTIHARDLINK", "mh"}, {"OTHER_WRITABLE", "ow"}}

// colorDefaults are dircolors' default types and their colours, in order.
var colorDefaults = [][2]string{{"RESET", "0"}, {"DIR", "01;34"}, {"LINK", "01;36"}, {"MULTIHARDLINK", "00"}, {"FIFO", "40;33"},
	{"SOCK", "01;35"}, {"DOOR", "01;35"}, {"BLK", "40;33;01"}, {"CHR", "40;33;01"}, {"ORPHAN", "40;31;01"}, {"MISSING", "00"},
	{"SETUID", "37;41"}, {"SETGID", "30;43"}, {"CAPABILITY", "00"}, {"STICKY_OTHER_WRITABLE", "30;42"}, {"OTHER_WRITABLE", "34;42"},
	{"STICKY", "37;44"}, {"EXEC", "01;32"}}

// colorSuffixes are the defaults by suffix: archives red, images and films
// magenta, sound cyan, backups grey.
var colorSuffixes = []struct{ color, suffixes string }{
	{"01;31", "tar tgz arc arj taz lha lz4 lzh lzma tlz txz tzo t7z zip z dz gz lrz lz lzo xz zst tzst bz2 bz tbz tbz2 tz deb rpm jar war ear sar rar alz ace zoo cpio 7z rz cab wim swm dwm esd"},
	{"01;35", "avif jpg jpeg mjpg mjpeg gif bmp pbm pgm ppm tga xbm xpm tif tiff png svg svgz mng pcx mov mpg mpeg m2v mkv webm webp ogm mp4 m4v mp4v vob qt nuv wmv asf rm rmvb flc avi fli flv gl dl xcf xwd yuv cgm emf ogv ogx"},
	{"00;36", "aac au flac m4a mid midi mka mp3 mpc ogg ra wav oga opus spx xspf"},
	{"00;90", "*~ *# bak old orig part rej swp tmp dpkg-dist dpkg-old ucf-dist ucf-new ucf-old rpmnew rpmorig rpmsave"},
}

func defaultColors() string {
	var b strings.Builder
	letters := map[string]string{}
	for _, c := range colorCodes {
		letters[c[0]] = c[1]
	}
	for _, d := range colorDefaults {
		b.WriteString(letters[d[0]] + "=" + d[1] + ":")
	}
	for _, s := range colorSuffixes {
		for _, x := range strings.Fields(s.suffixes) {
			if x[0] != '*' {
				x = "*." + x
			}
			b.WriteString(x + "=" + s.color + ":")
		}
	}
	return b.String()
}

var terminals = strings.Fields("Eterm ansi *color* con[0-9]*x[0-9]* cons25 console cygwin *direct* dtterm gnome hurd jfbterm konsole kterm linux linux-c mlterm putty rxvt* screen* st terminator tmux* vt100 xterm*")

func dircolorsMain(ctx context.Context, p *Process) int {
	const printColors = 256
	csh, set, database, display := false, false, false, false
	opts, files := p.Getopt("bcp", getopt.Long{Name: "bourne-shell", ID: 'b'}, getopt.Long{Name: "sh", ID: 'b'},
		getopt.Long{Name: "csh", ID: 'c'}, getopt.Long{Name: "c-shell", ID: 'c'}, getopt.Long{Name: "print-database", ID: 'p'},
		getopt.Long{Name: "print-ls-colors", ID: printColors})
	for _, o := range opts {
		switch o.ID {
		case 'b', 'c':
			csh, set = o.ID == 'c', true
		case 'p':
			database = true
		default:
			display = true
		}
	}
	if (database || display) && set {
		p.UsageError("the options to output non shell syntax,\nand to select a shell syntax are mutually exclusive")
	}
	if database && display {
		p.UsageError("options --print-database and --print-ls-colors are mutually exclusive")
	}
	if len(files) > 0 && database || len(files) > 1 {
		k := 1
		if database {
			k = 0
		}
		p.Errorf("extra operand %s", p.Quote(files[k]))
		if database {
			fmt.Fprintln(p.Stderr, "file operands cannot be combined with --print-database (-p)")
		}
		p.UsageTry()
	}
	if database {
		for _, t := range terminals {
			p.Out.WriteString("TERM " + t + "\n")
		}
		for _, d := range colorDefaults {
			p.Out.WriteString(d[0] + " " + d[1] + "\n")
		}
		for _, s := range colorSuffixes {
			for _, x := range strings.Fields(s.suffixes) {
				if x[0] != '*' {
					x = "." + x
				}
				p.Out.WriteString(x + " " + s.color + "\n")
			}
		}
		return 0
	}
	if !set && !display {
		shell := p.Getenv("SHELL")
		if shell == "" {
			p.Fatalf(1, "no SHELL environment variable, and no shell type option given")
		}
		csh = strings.HasSuffix(shell, "csh")
	}
	value := ""
	if len(files) == 0 {
		if p.Getenv("COLORTERM") != "" || p.knownTerminal() {
			value = defaultColors()
		}
	} else {
		f, err := p.Input(ctx, files[0])
		if err != nil {
			p.NameError(files[0], err)
			return 1
		}
		defer f.Close()
		name := quote.Name(files[0])
		var ok bool
		if value, ok = p.readColors(f, name); !ok {
			return 1
		}
	}
	if display {
		for _, e := range strings.FieldsFunc(value, func(r rune) bool { return r == ':' }) {
			k, v, _ := strings.Cut(e, "=")
			fmt.Fprintf(p.Out, "\x1b[%sm%s\t%s\x1b[0m\n", v, k, v)
		}
		return 0
	}
	value = strings.ReplaceAll(value, "'", `'\''`)
	if csh {
		p.Out.WriteString("setenv LS_COLORS '" + value + "'\n")
	} else {
		p.Out.WriteString("LS_COLORS='" + value + "';\nexport LS_COLORS\n")
	}
	return 0
}

func (p *Process) readColors(f vfs.File, name string) (string, bool) {
	letters := map[string]string{}
	for _, c := range colorCodes {
		letters[c[0]] = c[1]
	}
	var b strings.Builder
	ok := true
	sc := bufio.NewScanner(f)
	term := p.Getenv("TERM")
	if term == "" {
		term = "none"
	}
	state := byte(0) // 0 no TERM line so far, n those seen don't match, y one does
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if i := strings.Index(line, " #"); i >= 0 {
			line = strings.TrimSpace(line[:i])
		}
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 2 {
			p.Errorf("%s:%d: invalid line;  missing second token", name, n)
			ok = false
			continue
		}
		key, v := fields[0], fields[1]
		if strings.EqualFold(key, "TERM") || strings.EqualFold(key, "COLORTERM") {
			if state == 'p' {
				state = 0
			}
			if pattern.Compile(v, 0).Match(term) {
				state = 'y'
			} else if state == 0 {
				state = 'n'
			}
			continue
		}
		if state == 'n' {
			continue
		}
		switch {
		case key[0] == '.':
			b.WriteString("*" + key + "=" + v + ":")
		case key[0] == '*':
			b.WriteString(key + "=" + v + ":")
		case strings.EqualFold(key, "OPTIONS"), strings.EqualFold(key, "COLOR"), strings.EqualFold(key, "EIGHTBIT"):
		default:
			l, known := letters[strings.ToUpper(key)]
			if !known && state != 'y' {
				continue
			}
			if !known {
				p.Errorf("%s:%d: unrecognized keyword %s", name, n, key)
				ok = false
				continue
			}
			b.WriteString(l + "=" + v + ":")
		}
	}
	return b.String(), ok
}

// colorTerminal tells whether ls may use its default colours.
func (p *Process) colorTerminal() bool {
	if p.Getenv("LS_COLORS") != "" || p.Getenv("COLORTERM") != "" {
		return true
	}
	return p.knownTerminal()
}

// knownTerminal tells whether $TERM is a terminal with colours.
func (p *Process) knownTerminal() bool {
	term := p.Getenv("TERM")
	for _, t := range terminals {
		if term != "" && pattern.Compile(t, 0).Match(term) {
			return true
		}
	}
	return false
}

// lsColors is what LS_COLORS says.
type lsColors struct {
	left, right string // what stands around a colour
	types       map[string]string
	suffixes    [][2]string
}

func (p *Process) lsColors() *lsColors {
	c := &lsColors{left: "\x1b[", right: "m", types: map[string]string{"di": "01;34", "ln": "01;36", "pi": "33", "so": "01;35", "bd": "01;33", "cd": "01;33",
		"su": "37;41", "sg": "30;43", "st": "37;44", "ow": "34;42", "tw": "30;42", "ex": "01;32", "do": "01;35"}}
	v := p.Getenv("LS_COLORS")
	if v == "" {
		return c
	}
	for _, e := range strings.Split(v, ":") {
		k, code, ok := strings.Cut(e, "=")
		switch {
		case !ok:
		case strings.HasPrefix(k, "*"):
			c.suffixes = append(c.suffixes, [2]string{k[1:], code})
		case k == "lc":
			c.left = code
		case k == "rc":
			c.right = code
		default:
			c.types[k] = code
		}
	}
	return c
}

// end is what ends a colour.
func (c *lsColors) end() string {
	if s, ok := c.types["ec"]; ok {
		return s
	}
	reset, ok := c.types["rs"]
	if !ok {
		reset = "0"
	}
	return c.left + reset + c.right
}

func (c *lsColors) byTarget() bool { return c.types["ln"] == "target" }

// code returns a file's colour, "" for none.
func (c *lsColors) code(name string, i vfs.Info, known, orphan bool) string {
	get := func(k string) string {
		v := c.types[k]
		if strings.Trim(v, "0;") == "" {
			return ""
		}
		return v
	}
	if !known {
		return get("mi")
	}
	switch i.Kind {
	case vfs.Directory:
		sticky, write := i.Mode&0o1000 != 0, i.Mode&2 != 0
		switch {
		case sticky && write && get("tw") != "":
			return get("tw")
		case write && get("ow") != "":
			return get("ow")
		case sticky && get("st") != "":
			return get("st")
		}
		return get("di")
	case vfs.Symlink:
		if orphan && get("or") != "" {
			return get("or")
		}
		if c.byTarget() {
			return get("or")
		}
		return get("ln")
	case vfs.FIFO:
		return get("pi")
	case vfs.Device:
		return get("cd")
	}
	switch {
	case i.Mode&0o4000 != 0 && get("su") != "":
		return get("su")
	case i.Mode&0o2000 != 0 && get("sg") != "":
		return get("sg")
	case i.Mode&0o111 != 0 && get("ex") != "":
		return get("ex")
	case i.Nlink > 1 && get("mh") != "":
		return get("mh")
	}
	for k := len(c.suffixes) - 1; k >= 0; k-- {
		if s := c.suffixes[k]; len(name) >= len(s[0]) && strings.EqualFold(name[len(name)-len(s[0]):], s[0]) {
			return s[1]
		}
	}
	return get("fi")
}
