package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "stat", Run: statMain, Help: `
Usage: stat [OPTION]... FILE...
Write what is known of FILEs, or of the file systems they are on.

  -L, --dereference     follow symbolic links
  -f, --file-system     tell of the file system
      --cached=MODE     always, never or default: there is no difference
  -c, --format=FORMAT   write FORMAT and a newline for each FILE
      --printf=FORMAT   write FORMAT with backslash escapes, no newline
  -t, --terse           in one line
      --help            show this help
      --version         show the version

FORMAT for files:
  %a  permissions in octal    %A  as ls shows them      %b  blocks of 512 bytes
  %B  512                     %d  device (%D hex)       %f  mode in hex
  %F  type                    %g  group (%G name)       %h  links
  %i  inode                   %m  mount point           %n  name
  %N  name, quoted, with what a link points to          %o  best block size
  %s  size in bytes           %t  device type (%T minor, %r)
  %u  owner (%U name)         %w  birth, - if unknown (%W 0)
  %x  access (%X seconds)     %y  modification (%Y)     %z  change (%Z)
FORMAT for file systems:
  %a  free blocks             %b  blocks                %c  inodes
  %d  free inodes             %f  free blocks           %i  number in hex
  %l  longest name            %n  name                  %s  block size (%S)
  %t  type in hex             %T  type
`})
}

// StatSize is the size in bytes that stat(2) would tell: a directory's is a
// block.
func StatSize(i vfs.Info) int64 {
	if i.Kind == vfs.Directory && i.Size == 0 {
		return 4096
	}
	return i.Size
}

// StatBlocks is how many blocks of 512 bytes a file takes.
func StatBlocks(i vfs.Info) int64 {
	switch i.Kind {
	case vfs.Regular, vfs.Directory:
		return size.Allocated(StatSize(i)) / 512
	}
	return 0
}

const statDefault = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-10i  Links: %h\nAccess: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n"
const statDevice = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr\nAccess: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n"
const statTerse = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n"
const statFS = "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\nBlock size: %-10s Fundamental block size: %S\nBlocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d\n"
const statFSTerse = "%n %i %l %t %s %S %b %f %a %c %d\n"

type stater struct {
	p       *Process
	ctx     context.Context
	fs      bool
	follow  bool
	escapes bool
	loc     *time.Location
	bad     bool
	plain   bool // %N quotes only where a shell needs it
	warned  bool
}

func statMain(ctx context.Context, p *Process) int {
	const (
		printf = iota + 256
		cached
	)
	s := stater{p: p, ctx: ctx, loc: p.Zone()}
	format, has, terse := "", false, false
	opts, files := p.Getopt("c:fLt", getopt.Long{Name: "dereference", ID: 'L'}, getopt.Long{Name: "file-system", ID: 'f'},
		getopt.Long{Name: "format", Arg: getopt.Required, ID: 'c'}, getopt.Long{Name: "printf", Arg: getopt.Required, ID: printf},
		getopt.Long{Name: "terse", ID: 't'}, getopt.Long{Name: "cached", Arg: getopt.Required, ID: cached})
	for _, o := range opts {
		switch o.ID {
		case 'c':
			format, has, s.escapes = o.Arg+"\n", true, false
		case printf:
			format, has, s.escapes = o.Arg, true, true
		case 'f':
			s.fs = true
		case 'L':
			s.follow = true
		case 't':
			terse = true
		case cached:
			p.Choice("--cached", o.Arg, "default", "never", "always")
		}
	}
	if len(files) == 0 {
		p.MissingOperand()
	}
	status := 0
	for _, f := range files {
		name := f
		var i vfs.Info
		var err error
		switch {
		case f == "-" && s.fs:
			p.Errorf("using '-' to denote standard input does not work in file system mode")
			status = 1
			continue
		case f == "-":
			i, err = p.Stdin.Stat()
		case s.follow || s.fs:
			i, err = p.Stat(ctx, f)
		default:
			i, err = p.Lstat(ctx, f)
		}
		if err != nil {
			if s.fs {
				p.Errorf("cannot read file system information for %s: %s", quote.Always(f), errText(err))
			} else {
				what := "cannot statx %s: %s"
				if f == "-" {
					what = "cannot stat standard input: %[2]s"
				}
				p.Errorf(what, quote.Always(f), errText(err))
			}
			status = 1
			continue
		}
		fm := format
		s.plain = !has
		if !has {
			switch {
			case s.fs && terse:
				fm = statFSTerse
			case s.fs:
				fm = statFS
			case terse:
				fm = statTerse
			case i.Kind == vfs.Device:
				fm = statDevice
			default:
				fm = statDefault
			}
		}
		s.print(fm, name, i)
	}
	if s.bad {
		return 1
	}
	return status
}

func (s *stater) print(format, name string, i vfs.Info) {
	out := s.p.Out
	for k := 0; k < len(format); k++ {
		c := format[k]
		switch {
		case c == '%':
			start := k
			k++
			for k < len(format) && strings.IndexByte("'-+ #0I", format[k]) >= 0 {
				k++
			}
			flags := format[start+1 : k]
			w := k
			for k < len(format) && format[k] >= '0' && format[k] <= '9' {
				k++
			}
			width, prec := format[w:k], -1
			if k < len(format) && format[k] == '.' {
				k++
				d := k
				for k < len(format) && format[k] >= '0' && format[k] <= '9' {
					k++
				}
				if prec, _ = strconv.Atoi(format[d:k]); d == k {
					prec = 9 // %.Y
				}
			}
			if k >= len(format) || format[k] == '\n' && k == len(format)-1 && !s.escapes {
				if k == start+1 { // a lone % at the end
					out.WriteByte('%')
					k--
					continue
				}
				s.p.Fatalf(1, "%s: invalid directive", s.p.Quote(strings.TrimSuffix(format[start:], "\n")))
			}
			mod := byte(0)
			if (format[k] == 'H' || format[k] == 'L') && k+1 < len(format) && (format[k+1] == 'd' || format[k+1] == 'r') {
				mod = format[k]
				k++
			}
			if format[k] == '%' {
				if k > start+1 {
					s.p.Fatalf(1, "%s: invalid directive", s.p.Quote(format[start:k+1]))
				}
				out.WriteByte('%')
				continue
			}
			wn, _ := strconv.Atoi(width)
			if wn > 1<<20 {
				wn = 1 << 20
			}
			if prec > 1<<20 {
				prec = 1 << 20
			}
			s.directive(format[k], mod, flags, wn, prec, name, i)
		case c == '\\' && s.escapes:
			k++
			if k == len(format) {
				s.p.Errorf("warning: backslash at end of format")
				out.WriteByte('\\')
				continue
			}
			switch e := format[k]; e {
			case 'a':
				out.WriteByte('\a')
			case 'b':
				out.WriteByte('\b')
			case 'e':
				out.WriteByte(0x1b)
			case 'f':
				out.WriteByte('\f')
			case 'n':
				out.WriteByte('\n')
			case 'r':
				out.WriteByte('\r')
			case 't':
				out.WriteByte('\t')
			case 'v':
				out.WriteByte('\v')
			case '\\', '"':
				out.WriteByte(e)
			case 'x':
				v, n := 0, 0
				for n < 2 && k+1 < len(format) && hexDigit(format[k+1]) >= 0 {
					k++
					v = v*16 + hexDigit(format[k])
					n++
				}
				if n == 0 {
					s.p.Errorf("warning: unrecognized escape '\\%c'", e)
					out.WriteByte('x')
				} else {
					out.WriteByte(byte(v))
				}
			default:
				if e >= '0' && e <= '7' {
					v := int(e - '0')
					for n := 1; n < 3 && k+1 < len(format) && format[k+1] >= '0' && format[k+1] <= '7'; n++ {
						k++
						v = v*8 + int(format[k]-'0')
					}
					out.WriteByte(byte(v))
					continue
				}
				s.p.Errorf("warning: unrecognized escape '\\%c'", e)
				out.WriteByte(e)
			}
		default:
			out.WriteByte(c)
		}
	}
}

// directive writes what one letter stands for.
func (s *stater) directive(c, mod byte, flags string, width, prec int, name string, i vfs.Info) {
	pad := func(text string) {
		if prec >= 0 && prec < len(text) {
			text = text[:prec]
		}
		s.pad(text, flags, width)
	}
	num := func(v uint64, verb byte) {
		text := strconv.FormatUint(v, map[byte]int{'d': 10, 'x': 16, 'o': 8}[verb])
		if prec > len(text) {
			text = strings.Repeat("0", prec-len(text)) + text
		}
		prefix := ""
		if strings.Contains(flags, "#") && v != 0 {
			prefix = map[byte]string{'x': "0x", 'o': "0"}[verb]
		}
		if verb == 'd' && strings.Contains(flags, "+") && (c == 's' || c >= 'X' && c <= 'Z' || c == 'W') {
			prefix = "+"
		} else if verb == 'd' && strings.Contains(flags, " ") && (c == 's' || c >= 'X' && c <= 'Z' || c == 'W') {
			prefix = " "
		}
		if strings.Contains(flags, "0") && !strings.Contains(flags, "-") && prec < 0 {
			if n := width - len(prefix) - len(text); n > 0 {
				text = strings.Repeat("0", n) + text
			}
		}
		s.pad(prefix+text, strings.ReplaceAll(flags, "0", ""), width)
	}
	stamp := func(ns int64) {
		text := time.Unix(0, ns).In(s.loc).Format("2006-01-02 15:04:05.000000000 -0700")
		pad(text)
	}
	seconds := func(ns int64) {
		sec, frac := ns/1e9, ns%1e9
		if frac < 0 {
			sec, frac = sec-1, frac+1e9
		}
		if prec < 0 {
			if sec < 0 {
				s.pad(strconv.FormatInt(sec, 10), flags, width)
				return
			}
			num(uint64(sec), 'd')
			return
		}
		neg := ns < 0
		if neg && frac > 0 {
			sec, frac = sec+1, 1e9-frac
		}
		f := fmt.Sprintf("%09d", frac)
		for len(f) < prec {
			f += "0"
		}
		text := strings.TrimSuffix(strconv.FormatInt(sec, 10)+"."+f[:prec], ".")
		sign := ""
		switch {
		case neg:
			sign, text = "-", strings.TrimPrefix(text, "-")
		case strings.Contains(flags, "+"):
			sign = "+"
		case strings.Contains(flags, " "):
			sign = " "
		}
		if strings.Contains(flags, "0") && !strings.Contains(flags, "-") {
			text = strings.Repeat("0", max(0, width-len(sign)-len(text))) + text
		}
		s.pad(sign+text, strings.ReplaceAll(flags, "0", ""), width)
	}
	if s.fs {
		const total = vfs.MaxFileSize / 4096 // what one file may take; more isn't known here
		switch c {
		case 'n':
			pad(name)
		case 'i':
			num(i.Dev, 'x')
		case 'l':
			num(vfs.NameMax, 'd')
		case 't':
			num(0x63617066, 'x')
		case 'T':
			pad("UNKNOWN (0x63617066)")
		case 's', 'S':
			num(4096, 'd')
		case 'b', 'f', 'a', 'c', 'd':
			num(total, 'd')
		default:
			s.p.Out.WriteByte('?')
		}
		return
	}
	user, _ := UserName(UID)
	switch c {
	case 'a':
		num(uint64(i.Mode&0o7777), 'o')
	case 'A':
		pad(filemode.String(i.Node))
	case 'b':
		num(uint64(StatBlocks(i)), 'd')
	case 'B':
		num(512, 'd')
	case 'C':
		s.p.Errorf("failed to get security context of %s: No data available", quote.Always(name))
		s.bad = true
		pad("?")
	case 'd':
		switch mod {
		case 'H':
			num(0, 'd')
		default:
			num(i.Dev, 'd')
		}
	case 'D':
		num(i.Dev, 'x')
	case 'f':
		num(uint64(filemode.Raw(i.Node)), 'x')
	case 'F':
		pad(FileType(i))
	case 'g':
		num(UID, 'd')
	case 'G', 'U':
		pad(user)
	case 'u':
		num(UID, 'd')
	case 'h':
		num(uint64(i.Nlink), 'd')
	case 'i':
		num(uint64(i.Ino), 'd')
	case 'm':
		pad(s.mountPoint(name))
	case 'n':
		pad(name)
	case 'N':
		style := s.p.Getenv("QUOTING_STYLE")
		q := quote.Options{Style: quote.ShellEscapeAlways, UTF8: s.p.UTF8()}
		if s.plain {
			q.Style = quote.ShellEscape
		}
		if k := slices.Index(quote.Styles[:], style); k >= 0 {
			q.Style = quote.Style(k)
		} else if style != "" && !s.warned {
			s.warned = true
			s.p.Errorf("ignoring invalid value of environment variable QUOTING_STYLE: %s", s.p.Quote(style))
		}
		text := q.Quote(name)
		if i.Kind == vfs.Symlink {
			text += " -> " + q.Quote(i.Target)
		}
		pad(text)
	case 'o':
		num(4096, 'd')
	case 'r', 't', 'T':
		major, minor := DeviceNumber(i)
		switch {
		case c == 't' || mod == 'H':
			if c == 't' {
				num(major, 'x')
			} else {
				num(major, 'd')
			}
		case c == 'T':
			num(minor, 'x')
		case mod == 'L':
			num(minor, 'd')
		default:
			num(major<<8|minor, 'd')
		}
	case 'R':
		major, minor := DeviceNumber(i)
		num(major<<8|minor, 'x')
	case 's':
		num(uint64(StatSize(i)), 'd')
	case 'w':
		pad("-")
	case 'W':
		seconds(0)
	case 'x':
		stamp(i.Atime)
	case 'X':
		seconds(i.Atime)
	case 'y':
		stamp(i.Mtime)
	case 'Y':
		seconds(i.Mtime)
	case 'z':
		stamp(i.Ctime)
	case 'Z':
		seconds(i.Ctime)
	default:
		s.p.Out.WriteByte('?')
	}
}

// DeviceNumber returns the numbers that a device of this name has on Linux.
func DeviceNumber(i vfs.Info) (major, minor uint64) {
	if i.Kind != vfs.Device {
		return 0, 0
	}
	switch i.Target {
	case "null":
		return 1, 3
	case "zero":
		return 1, 5
	case "full":
		return 1, 7
	case "random":
		return 1, 8
	case "urandom":
		return 1, 9
	case "tty":
		return 5, 0
	}
	return 0, 0
}

func (s *stater) pad(text, flags string, width int) {
	n := width - len(text)
	if n > 0 && !strings.Contains(flags, "-") {
		s.p.Out.WriteString(strings.Repeat(" ", n))
	}
	s.p.Out.WriteString(text)
	if n > 0 && strings.Contains(flags, "-") {
		s.p.Out.WriteString(strings.Repeat(" ", n))
	}
}

// mountPoint returns the highest directory on the file's device.
func (s *stater) mountPoint(name string) string {
	real, err := s.p.FS.RealPath(s.ctx, s.p.Path(name))
	if err != nil {
		return "?"
	}
	i, err := s.p.FS.Stat(s.ctx, real)
	if err != nil {
		return "?"
	}
	for real != "/" {
		up := DirName(real)
		u, err := s.p.FS.Stat(s.ctx, up)
		if err != nil || u.Dev != i.Dev {
			return real
		}
		real = up
	}
	return "/"
}
