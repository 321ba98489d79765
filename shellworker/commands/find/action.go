package find

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/strftime"
)

func (f *finder) printer(w io.Writer, end string) eval {
	if o, ok := w.(*commands.Output); ok {
		return func(v *visit) bool {
			o.WriteString(v.path)
			o.WriteString(end)
			return true
		}
	}
	return func(v *visit) bool {
		io.WriteString(w, v.path+end)
		return true
	}
}

func (f *finder) delete(v *visit) bool {
	p := f.p
	if v.path == "." {
		return true
	}
	var err error
	if v.kind == vfs.Directory {
		i, lerr := p.Lstat(f.ctx, v.path)
		if lerr == nil && i.Kind != vfs.Directory {
			err = p.FS.Unlink(f.ctx, p.Path(v.path))
		} else {
			err = p.FS.Rmdir(f.ctx, p.Path(v.path))
		}
	} else {
		err = p.FS.Unlink(f.ctx, p.Path(v.path))
	}
	if err != nil {
		p.Out.Flush()
		p.Errorf("cannot delete %s: %s", p.Quote(v.path), vfs.ErrText(err))
		f.status = 1
		return false
	}
	return true
}

// piece is a part of -printf's format.
type piece struct {
	text  string
	conv  byte // 0: text only
	sub   byte // of %A, %C, %T
	flags string
	width int
	prec  int
	flush bool // \c: nothing behind it
}

// printf compiles a format of -printf.
func (f *finder) printf(w io.Writer, format string) eval {
	var list []piece
	var text strings.Builder
	add := func(p piece) {
		if text.Len() > 0 {
			list = append(list, piece{text: text.String()})
			text.Reset()
		}
		list = append(list, p)
	}
loop:
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c == '\\':
			i++
			if i == len(format) {
				f.p.Errorf("warning: escape `\\' followed by nothing at all")
				text.WriteByte('\\')
				break loop
			}
			switch e := format[i]; e {
			case 'a':
				text.WriteByte('\a')
			case 'b':
				text.WriteByte('\b')
			case 'c':
				add(piece{flush: true})
				break loop
			case 'f':
				text.WriteByte('\f')
			case 'n':
				text.WriteByte('\n')
			case 'r':
				text.WriteByte('\r')
			case 't':
				text.WriteByte('\t')
			case 'v':
				text.WriteByte('\v')
			case '\\':
				text.WriteByte('\\')
			default:
				if e >= '0' && e <= '7' {
					n := 0
					k := i
					for ; k < len(format) && k < i+3 && format[k] >= '0' && format[k] <= '7'; k++ {
						n = n*8 + int(format[k]-'0')
					}
					i = k - 1
					text.WriteByte(byte(n))
					continue
				}
				f.p.Errorf("warning: unrecognized escape `\\%c'", e)
				text.WriteByte('\\')
				text.WriteByte(e)
			}
		case c == '%':
			start := i
			i++
			if i < len(format) && format[i] == '%' {
				text.WriteByte('%')
				continue
			}
			pc := piece{prec: -1}
			st := i
			for i < len(format) && strings.IndexByte("-+ #0", format[i]) >= 0 {
				i++
			}
			pc.flags = format[st:i]
			for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
				pc.width = min(pc.width*10+int(format[i]-'0'), 1<<16)
			}
			if i < len(format) && format[i] == '.' {
				pc.prec = 0
				for i++; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
					pc.prec = min(pc.prec*10+int(format[i]-'0'), 1<<16)
				}
			}
			if i >= len(format) {
				f.fatal("error: %%%s at end of format string", format[start+1:])
			}
			pc.conv = format[i]
			switch {
			case strings.IndexByte("aAbcCdDfFgGhHiklmMnpPsStTuUyYZ", pc.conv) >= 0:
				if pc.conv == 'A' || pc.conv == 'C' || pc.conv == 'T' {
					i++
					if i >= len(format) {
						f.p.Errorf("warning: format directive `%s' should be followed by another character", format[start:])
						text.WriteString(format[start:])
						continue
					}
					pc.sub = format[i]
				}
				add(pc)
			case strings.IndexByte("{[(", pc.conv) >= 0:
				f.fatal("error: the format directive `%%%c' is reserved for future use", pc.conv)
			default:
				f.p.Errorf("warning: unrecognized format directive `%%%c'", pc.conv)
				text.WriteString(format[start : i+1])
			}
		default:
			text.WriteByte(c)
		}
	}
	if text.Len() > 0 {
		list = append(list, piece{text: text.String()})
	}
	return func(v *visit) bool {
		for _, pc := range list {
			switch {
			case pc.flush:
				if o, ok := w.(*commands.Output); ok {
					o.Flush()
				}
				return true
			case pc.conv == 0:
				io.WriteString(w, pc.text)
			default:
				io.WriteString(w, v.directive(pc))
			}
		}
		return true
	}
}

func (pc piece) pad(s string) string {
	if pc.prec >= 0 && pc.prec < len(s) {
		s = s[:pc.prec]
	}
	if n := pc.width - len(s); n > 0 {
		if strings.Contains(pc.flags, "-") {
			return s + strings.Repeat(" ", n)
		}
		return strings.Repeat(" ", n) + s
	}
	return s
}

// number pads as a number's conversion does.
func (pc piece) number(v int64, base int) string {
	s := strconv.FormatInt(v, base)
	if pc.prec > len(s) {
		s = strings.Repeat("0", pc.prec-len(s)) + s
	}
	switch {
	case base == 8 && strings.Contains(pc.flags, "#") && s != "0":
		s = "0" + s
	case base == 10 && strings.Contains(pc.flags, "+"):
		s = "+" + s
	case base == 10 && strings.Contains(pc.flags, " "):
		s = " " + s
	}
	if n := pc.width - len(s); n > 0 && pc.prec < 0 && strings.Contains(pc.flags, "0") && !strings.Contains(pc.flags, "-") {
		s = strings.Repeat("0", n) + s
	}
	pc.prec = -1
	return pc.pad(s)
}

// directive returns what a conversion of -printf stands for.
func (v *visit) directive(pc piece) string {
	f := v.f
	switch pc.conv {
	case 'p':
		return pc.pad(v.path)
	case 'P':
		return pc.pad(strings.TrimLeft(v.path[v.start:], "/"))
	case 'H':
		return pc.pad(v.path[:v.start])
	case 'f':
		s := v.path
		if t := strings.TrimRight(s, "/"); t != "" {
			tail := s[strings.LastIndexByte(t, '/')+1:]
			return pc.pad(tail)
		}
		return pc.pad(s)
	case 'h':
		s := v.path
		if t := strings.TrimRight(s, "/"); t != "" {
			s = t
		}
		i := strings.LastIndexByte(s, '/')
		switch {
		case i >= 0:
			s = s[:i]
		case s == v.path:
			s = "."
		}
		return pc.pad(s)
	case 'd':
		return pc.number(int64(v.depth), 10)
	case 'y':
		return pc.pad(string(rune(typeLetter(v.kind))))
	case 'Y':
		if v.kind != vfs.Symlink {
			return pc.pad(string(rune(typeLetter(v.kind))))
		}
		i, err := f.p.Stat(f.ctx, v.path)
		switch vfs.ErrnoOf(err) {
		case 0:
			return pc.pad(string(rune(typeLetter(i.Kind))))
		case vfs.ENOENT, vfs.ENOTDIR:
			return pc.pad("N")
		case vfs.ELOOP:
			return pc.pad("L")
		}
		return pc.pad("?")
	case 'Z':
		return pc.pad("?")
	case 'F':
		return pc.pad(fsType)
	}
	i := v.stat()
	user, _ := commands.UserName(commands.UID)
	switch pc.conv {
	case 'a', 'A':
		return pc.pad(f.timeText(i.Atime, pc))
	case 'c', 'C':
		return pc.pad(f.timeText(i.Ctime, pc))
	case 't', 'T':
		return pc.pad(f.timeText(i.Mtime, pc))
	case 'b':
		return pc.pad(strconv.FormatInt(commands.StatBlocks(*i), 10))
	case 'k':
		return pc.pad(strconv.FormatInt((commands.StatBlocks(*i)+1)/2, 10))
	case 'D':
		return pc.pad(strconv.FormatUint(i.Dev, 10))
	case 'g', 'u':
		return pc.pad(user)
	case 'G', 'U':
		return pc.pad(strconv.Itoa(commands.UID))
	case 'i':
		return pc.pad(strconv.FormatUint(uint64(i.Ino), 10))
	case 'l':
		if v.kind == vfs.Symlink {
			return pc.pad(i.Target)
		}
		return pc.pad("")
	case 'm':
		return pc.number(int64(i.Mode&0o7777), 8)
	case 'M':
		return pc.pad(filemode.String(i.Node))
	case 'n':
		return pc.pad(strconv.FormatUint(uint64(i.Nlink), 10))
	case 's':
		return pc.pad(strconv.FormatInt(commands.StatSize(*i), 10))
	case 'S':
		size := commands.StatSize(*i)
		if size == 0 {
			return pc.pad("1")
		}
		return pc.pad(fmt.Sprintf("%.6g", float64(commands.StatBlocks(*i))*512/float64(size)))
	}
	return ""
}

func fraction(ns int64) string { return fmt.Sprintf(".%09d0", ((ns%1e9)+1e9)%1e9) }

// timeText is a time as %t, or as %T and a letter of strftime.
func (f *finder) timeText(ns int64, pc piece) string {
	t := time.Unix(0, ns).In(f.loc)
	if pc.sub == 0 {
		return strftime.Format("%a %b %e %H:%M:%S", t) + fraction(ns) + strftime.Format(" %Y", t)
	}
	switch pc.sub {
	case '@':
		return strconv.FormatInt(t.Unix(), 10) + fraction(ns)
	case '+':
		return strftime.Format("%Y-%m-%d+%H:%M:%S", t) + fraction(ns)
	case 'S', 'T', 'X':
		return strftime.Format("%"+string(rune(pc.sub)), t) + fraction(ns)
	case 's':
		return strconv.FormatInt(t.Unix(), 10)
	}
	return string(strftime.AppendC(nil, "%"+string(rune(pc.sub)), t))
}

// lsWidths are the widths of -ls's columns; they grow as they are outgrown.
type lsWidths struct{ inode, blocks, links, owner, group, size int }

func (f *finder) ls(w io.Writer) eval {
	f.widths = lsWidths{9, 6, 3, 8, 8, 8}
	return func(v *visit) bool {
		i := v.stat()
		if v.gone {
			return true
		}
		user, _ := commands.UserName(commands.UID)
		wd := &f.widths
		put := func(n *int, s string) string {
			*n = max(*n, len(s))
			return strings.Repeat(" ", *n-len(s)) + s
		}
		var b strings.Builder
		b.WriteString(put(&wd.inode, strconv.FormatUint(uint64(i.Ino), 10)))
		b.WriteByte(' ')
		b.WriteString(put(&wd.blocks, strconv.FormatInt((commands.StatBlocks(*i)+1)/2, 10)))
		b.WriteByte(' ')
		b.WriteString(filemode.String(i.Node))
		b.WriteByte(' ')
		b.WriteString(put(&wd.links, strconv.FormatUint(uint64(i.Nlink), 10)))
		fmt.Fprintf(&b, " %-8s %-8s ", user, user)
		if i.Kind == vfs.Device {
			major, minor := commands.DeviceNumber(*i)
			fmt.Fprintf(&b, "%3d, %3d", major, minor)
		} else {
			b.WriteString(put(&wd.size, strconv.FormatInt(commands.StatSize(*i), 10)))
		}
		t := time.Unix(0, i.Mtime).In(f.loc)
		format := " %b %e %H:%M "
		if age := f.now.Sub(t); age > 6*30*24*time.Hour || age < -time.Hour {
			format = " %b %e  %Y "
		}
		b.WriteString(strftime.Format(format, t))
		b.WriteString(lsName(v.path))
		if v.kind == vfs.Symlink {
			b.WriteString(" -> " + lsName(i.Target))
		}
		b.WriteByte('\n')
		io.WriteString(w, b.String())
		return true
	}
}

// lsName escapes a name as -ls shows it.
func lsName(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch c {
		case '\\', ' ', '"':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\b':
			b.WriteString(`\b`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\f':
			b.WriteString(`\f`)
		default:
			if c > ' ' && c < 0x7f {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
	}
	return b.String()
}
