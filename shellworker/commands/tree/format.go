package tree

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
)

// format writes a listing. For each entry come details, name, perhaps problem,
// newline, and close if name said that the entry stays open.
type format interface {
	begin()
	end()
	report(totals)
	// details begins an entry, unless it doesn't exist.
	details(n *node, level int)
	// name writes it; dir is "" for an operand, and opens above 0 if something
	// follows that is inside of it.
	name(dir, name string, n *node, opens int) (open bool)
	problem(string)
	newline(n *node, level, after int, comma bool)
	close(n *node, level int, comma bool)
}

// text is the drawing.
type text struct{ t *treer }

func (x *text) begin()                 {}
func (x *text) end()                   {}
func (x *text) close(*node, int, bool) {}
func (x *text) problem(s string)       { x.t.out.WriteString("  [" + s + "]") }
func (x *text) report(sum totals)      { x.t.out.WriteString(x.t.reportText(sum)) }
func (x *text) details(n *node, level int) {
	x.t.lead(n, level, "  ", func(s string) string { return s })
}

func (x *text) name(_, name string, n *node, _ int) bool {
	t := x.t
	if n == nil {
		t.out.WriteString(t.nameText(name))
		return false
	}
	kind, mode := n.kind, n.mode
	if t.colors != nil && t.colors.byTarget && n.linked {
		kind, mode = n.targetKind, n.targetMode
	}
	t.colorText(name, n.name, kind, mode, n.orphan, false)
	if !n.linked {
		t.out.WriteString(t.mark(n.kind, n.mode))
		return false
	}
	t.out.WriteString(" -> ")
	t.colorText(n.link, n.link, n.targetKind, n.targetMode, n.orphan, true)
	t.out.WriteString(t.mark(n.targetKind, n.targetMode))
	return false
}

func (x *text) newline(n *node, level, after int, _ bool) {
	t := x.t
	if after <= 0 {
		t.out.WriteByte('\n')
	}
	if n == nil {
		return
	}
	for i, line := range n.comment {
		if t.metaFirst {
			if s := t.detailText(n); s != "" {
				t.out.WriteString(strings.Repeat(" ", len(s)+2))
			}
		}
		t.indent(level, true)
		lead := t.draw.middle
		switch {
		case len(n.comment) == 1:
			lead = t.draw.single
		case i == 0:
			lead = t.draw.first
		case i == len(n.comment)-1:
			lead = t.draw.end
		}
		t.out.WriteString(lead + " " + line + "\n")
	}
}

// lead writes what stands before a name: the lines, and the details with gap.
func (t *treer) lead(n *node, level int, gap string, encode func(string) string) {
	text := t.detailText(n)
	if text != "" {
		text = encode(text) + gap
	}
	if t.metaFirst {
		t.out.WriteString(text)
	}
	if !t.noIndent {
		t.indent(level, false)
	}
	if !t.metaFirst {
		t.out.WriteString(text)
	}
}

// indent draws the lines up to a level; for a line below the level's entry,
// its own line goes on, too.
func (t *treer) indent(level int, below bool) {
	shown := func(i int) bool { return i < len(t.depths) && t.depths[i] != unused }
	out := t.out
	ansi := t.ansi && shown(1)
	if ansi {
		out.WriteString("\x1b(0")
	}
	if t.html && !t.ansi {
		out.WriteByte('\t')
	}
	for i := 1; i <= level && shown(i); i++ {
		goes := t.depths[i] == more
		switch through := shown(i+1) || below && i == level; {
		case t.ansi && through:
			out.WriteString(choose(goes, "x   ", "    "))
		case t.ansi:
			out.WriteString(choose(goes, "tqq ", "mqq "))
		case !through:
			out.WriteString(choose(goes, t.draw.branch, t.draw.corner) + " ")
		case goes:
			out.WriteString(t.draw.down + " ")
		default:
			out.WriteString(choose(t.html, "&nbsp;&nbsp;&nbsp;", "   ") + " ")
		}
	}
	if ansi {
		out.WriteString("\x1b(B")
	}
}

func choose(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// detailText is what stands between brackets, with them.
func (t *treer) detailText(n *node) string {
	var b strings.Builder
	if t.inode {
		fmt.Fprintf(&b, " %7d", n.id.ino)
	}
	if t.device {
		fmt.Fprintf(&b, " %3d", n.id.dev)
	}
	if t.perm {
		b.WriteString(" " + protection(n))
	}
	for _, shown := range []bool{t.user, t.group} {
		if shown {
			fmt.Fprintf(&b, " %-8.32s", commands.User)
		}
	}
	if t.size {
		b.WriteString(t.sizeText(n.size))
	}
	if t.date {
		b.WriteString(" " + t.dateText(n))
	}
	if b.Len() == 0 {
		return ""
	}
	return "[" + b.String()[1:] + "]"
}

func protection(n *node) string {
	if n.kind == 0 || n.kind == vfs.Regular {
		return "-" + filemode.String(vfs.Node{Kind: vfs.Regular, Mode: n.mode})[1:]
	}
	return filemode.String(vfs.Node{Kind: n.kind, Mode: n.mode})
}

// sizeText is a size with a space before it.
func (t *treer) sizeText(n int64) string {
	if !t.human {
		return fmt.Sprintf(" %11d", n)
	}
	base, units := int64(1024), "BKMGTPEZY"
	if t.si {
		base, units = 1000, "dkMGTPEZY"
	}
	if n < base {
		return fmt.Sprintf(" %4d", n)
	}
	i := 1
	for ; n >= base*base; i++ {
		n /= base
	}
	v := float32(n) / float32(base)
	if n/base >= 10 {
		return fmt.Sprintf(" %3.0f%c", v, units[i])
	}
	return fmt.Sprintf(" %3.1f%c", v, units[i])
}

func (t *treer) dateText(n *node) string {
	ns := n.mtime
	if t.changed {
		ns = n.ctime
	}
	tm := time.Unix(0, ns).In(t.p.Zone())
	if t.date && t.timeFormat != "" {
		return t.p.FormatTime(t.timeFormat, tm)
	}
	const sixMonths = 6 * 31 * 24 * 60 * 60
	now := t.p.Now().Unix()
	if tm.Unix() > now || tm.Unix()+sixMonths < now {
		return t.p.FormatTime("%b %e  %Y", tm)
	}
	return t.p.FormatTime("%b %e %R", tm)
}

// mark is what -F puts behind a name.
func (t *treer) mark(kind vfs.Kind, mode uint32) string {
	switch {
	case !t.classify:
	case kind == vfs.Directory && !t.dirsOnly:
		return "/"
	case kind == vfs.FIFO:
		return "|"
	case kind == vfs.Symlink:
		return "@"
	case kind == vfs.Regular && mode&0o111 != 0:
		return "*"
	}
	return ""
}

// colorText writes a name in the color of the file called name.
func (t *treer) colorText(s, name string, kind vfs.Kind, mode uint32, orphan, target bool) {
	s = t.nameText(s)
	if t.colors != nil {
		if code, ok := t.colors.code(kind, mode, name, orphan, target); ok {
			s = t.colors.types["lc"] + code + t.colors.types["rc"] + s + t.colors.types["ec"]
		}
	}
	t.out.WriteString(s)
}

// nameText is a name as the text shows it.
func (t *treer) nameText(s string) string {
	quote := choose(t.quote, `"`, "")
	if t.raw {
		return quote + s + quote
	}
	utf := t.p.UTF8()
	var b strings.Builder
	b.WriteString(quote)
	if utf && utf8.ValidString(s) {
		for _, r := range s {
			switch {
			case printable(r):
				b.WriteRune(r)
			case t.qmark:
				b.WriteByte('?')
			default:
				fmt.Fprintf(&b, `\%03o`, r)
			}
		}
		return b.String() + quote
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 7 && c <= 13:
			b.WriteString(`\` + "abtnvfr"[c-7:c-6])
		case c == '\\' || c == '"' && t.quote || c == ' ' && !t.quote:
			b.WriteString(`\` + string(c))
		case c >= ' ' && c < 0x7f || t.qmark && utf && c > 0x7f:
			b.WriteByte(c)
		case t.qmark:
			b.WriteByte('?')
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return b.String() + quote
}

func printable(r rune) bool {
	return unicode.IsGraphic(r) && r != 0x2028 && r != 0x2029 || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)
}

// reportText is the text's report and HTML's.
func (t *treer) reportText(sum totals) string {
	s := "\n"
	if t.du {
		s += t.sizeText(sum.size) + choose(t.human, "", " bytes") + " used in "
	}
	s += strconv.Itoa(sum.dirs) + choose(sum.dirs == 1, " directory", " directories")
	if !t.dirsOnly {
		s += ", " + strconv.Itoa(sum.files) + choose(sum.files == 1, " file", " files")
	}
	return s + "\n"
}

// word is the type of a file.
func word(n *node) string {
	if n == nil {
		return "unknown"
	}
	switch n.kind {
	case vfs.Regular:
		return "file"
	case vfs.Directory:
		return "directory"
	case vfs.Symlink:
		return "link"
	case vfs.FIFO:
		return "fifo"
	case vfs.Device:
		return "char"
	}
	return "unknown"
}

// attributes calls f with the details of an entry of JSON or XML.
func (t *treer) attributes(n *node, f func(k, v string, text bool)) {
	if t.inode || t.device { // of what a link leads to, and not of an operand
		id := n.target
		if n.top {
			id = fileID{}
		}
		if t.inode {
			f("inode", strconv.FormatUint(id.ino, 10), false)
		}
		if t.device {
			f("dev", strconv.FormatUint(id.dev, 10), false)
		}
	}
	if t.perm {
		f("mode", fmt.Sprintf("%04o", n.mode&0o7777), true)
		f("prot", protection(n), true)
	}
	if t.user {
		f("user", commands.User, true)
	}
	if t.group {
		f("group", commands.User, true)
	}
	if t.size {
		if _, ok := t.format.(*jsonFormat); ok && t.human {
			f("size", strings.TrimLeft(t.sizeText(n.size), " "), true)
		} else {
			f("size", strconv.FormatInt(n.size, 10), false)
		}
	}
	if t.date {
		f("time", t.dateText(n), true)
	}
}

// jsonFormat is -J.
type jsonFormat struct{ t *treer }

// eol ends a line of JSON or XML, unless -i asks for one line.
func (t *treer) eol() string { return choose(t.noIndent, "", "\n") }

// pad is the indentation of JSON and XML.
func (t *treer) pad(level int) string {
	if t.noIndent {
		return ""
	}
	return strings.Repeat("  ", 1+max(level, 0))
}

func (j *jsonFormat) begin() { j.t.out.WriteString("[" + j.t.eol()) }
func (j *jsonFormat) end()   { j.t.out.WriteString(j.t.eol() + "]\n") }

func (j *jsonFormat) details(n *node, level int) {
	j.t.out.WriteString(j.t.pad(level) + `{"type":"` + word(n) + `"`)
}

func (j *jsonFormat) name(_, name string, n *node, opens int) bool {
	t := j.t
	t.out.WriteString(`,"name":"` + jsonText(name) + `"`)
	if n != nil {
		if n.comment != nil {
			t.out.WriteString(`,"info":"` + jsonText(strings.Join(n.comment, "\n")) + `"`)
		}
		if n.linked {
			t.out.WriteString(`,"target":"` + jsonText(n.link) + `"`)
		}
		t.attributes(n, func(k, v string, text bool) {
			if text {
				v = `"` + jsonText(v) + `"`
			}
			t.out.WriteString(`,"` + k + `":` + v)
		})
		if n.problem != "" {
			t.out.WriteString(`,"error": "` + n.problem + `"`)
		}
	}
	t.out.WriteString(choose(opens > 0, `,"contents":[`, "}"))
	return opens > 0
}

func (j *jsonFormat) problem(s string) { j.t.out.WriteString(`{"error": "` + s + `"}` + j.t.eol()) }

func (j *jsonFormat) newline(_ *node, _, _ int, comma bool) {
	j.t.out.WriteString(choose(comma, ",", "") + j.t.eol())
}

func (j *jsonFormat) close(_ *node, level int, comma bool) {
	j.t.out.WriteString(j.t.pad(level) + "]}" + choose(comma, ",", "") + j.t.eol())
}

func (j *jsonFormat) report(sum totals) {
	t := j.t
	t.out.WriteString("," + t.eol() + t.pad(0) + `{"type":"report"`)
	if t.du {
		fmt.Fprintf(t.out, `,"size":%d`, sum.size)
	}
	fmt.Fprintf(t.out, `,"directories":%d`, sum.dirs)
	if !t.dirsOnly {
		fmt.Fprintf(t.out, `,"files":%d`, sum.files)
	}
	t.out.WriteString("}")
}

func jsonText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c >= '\b' && c <= '\r' && c != '\v':
			b.WriteString(`\` + "btn-fr"[c-8:c-7])
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// xmlFormat is -X.
type xmlFormat struct{ t *treer }

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

func (x *xmlFormat) begin() {
	t := x.t
	t.out.WriteString(`<?xml version="1.0"`)
	if t.charset != "" {
		t.out.WriteString(` encoding="` + t.charset + `"`)
	}
	t.out.WriteString("?>" + t.eol() + "<tree>" + t.eol())
}

func (x *xmlFormat) end() { x.t.out.WriteString("</tree>\n") }

func (x *xmlFormat) details(n *node, level int) { x.t.out.WriteString(x.t.pad(level) + "<" + word(n)) }

func (x *xmlFormat) name(_, name string, n *node, _ int) bool {
	t := x.t
	t.out.WriteString(` name="` + xmlText(name) + `"`)
	if n != nil {
		if n.comment != nil {
			t.out.WriteString(` info="` + xmlText(strings.Join(n.comment, "\n")) + `"`)
		}
		if n.linked {
			t.out.WriteString(` target="` + xmlText(n.link) + `"`)
		}
		t.attributes(n, func(k, v string, _ bool) { t.out.WriteString(" " + k + `="` + v + `"`) })
	}
	t.out.WriteByte('>')
	return true
}

func (x *xmlFormat) problem(s string) { x.t.out.WriteString("<error>" + s + "</error>") }

func (x *xmlFormat) newline(_ *node, _, after int, _ bool) {
	if after >= 0 {
		x.t.out.WriteByte('\n')
	}
}

func (x *xmlFormat) close(n *node, level int, _ bool) {
	if level >= 0 {
		x.t.out.WriteString(x.t.pad(level))
	}
	x.t.out.WriteString("</" + word(n) + ">" + x.t.eol())
}

func (x *xmlFormat) report(sum totals) {
	t := x.t
	item := func(k string, n int64) string { return fmt.Sprintf("%s<%s>%d</%s>%s", t.pad(1), k, n, k, t.eol()) }
	s := t.pad(0) + "<report>" + t.eol()
	if t.du {
		s += item("size", sum.size)
	}
	s += item("directories", int64(sum.dirs))
	if !t.dirsOnly {
		s += item("files", int64(sum.files))
	}
	t.out.WriteString(s + t.pad(0) + "</report>" + t.eol())
}
