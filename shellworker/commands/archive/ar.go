// Package archive holds the commands for archives other than tar's: ar, cpio,
// zip and unzip.
package archive

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
)

func init() {
	commands.Register(commands.Command{Name: "ar", Run: arMain, Help: `
Usage: ar [-]{d|m|p|q|r|s|t|x}[MODIFIER]... [MEMBER] ARCHIVE [FILE]...
Make, change and read archives of files.

  d  delete members          m[ab]  move members to the end
  p  write members           q      append files
  r[abu]  replace or insert  s      (there is no symbol index)
  t[vO]   list               x[o]   extract
Modifiers: a after MEMBER, b or i before MEMBER, c don't say that the archive is
made, D zero times and owners (default), U the true ones, N the Nth instance,
o restore times, O offsets, P match whole paths, S (no index), u only newer
files, f names of 15 bytes at most, v say what is done, V version

  --output=DIR      extract into DIR
  --target=FORMAT, --plugin=FILE  nothing: no object files are looked into
  @FILE             more arguments are in FILE
`})
}

// arMember is a file in an ar archive. Its data is where it was read from.
type arMember struct {
	name     string
	mtime    int64
	uid, gid int
	mode     uint32
	size     int64
	off      int64 // of the data in the archive, -1: of file
	file     string
	header   int64
}

type arer struct {
	p    *commands.Process
	ctx  context.Context
	name string
	mods string
	in   vfs.File
	list []*arMember
}

func (a *arer) fatal(format string, args ...any) { a.p.Fatalf(1, format, args...) }

func (a *arer) has(c byte) bool { return strings.IndexByte(a.mods, c) >= 0 }

func arMain(ctx context.Context, p *commands.Process) int {
	var args []string
	output, version := "", false
	for i := 0; i < len(p.Args); i++ {
		a := p.Args[i]
		if list, ok := strings.CutPrefix(a, "@"); ok {
			if b, err := p.FS.ReadFile(ctx, p.Path(list), 1<<20); err == nil {
				args = append(args, strings.Fields(string(b))...)
				continue
			}
		}
		name, value, has := strings.Cut(a, "=")
		switch name {
		case "--output", "--target", "--plugin":
			if !has && i+1 < len(p.Args) {
				i++
				value = p.Args[i]
			}
			if name == "--output" {
				output = value
			}
			continue
		}
		args = append(args, a)
	}
	usage := func() int {
		io.WriteString(p.Stderr, strings.TrimLeft(commands.Lookup("ar").Help, "\n"))
		return 1
	}
	if len(args) == 0 {
		return usage()
	}
	switch args[0] {
	case "--help":
		p.Out.WriteString(strings.TrimLeft(commands.Lookup("ar").Help, "\n"))
		return 0
	case "--version", "V", "-V":
		p.ShowVersion()
	}
	ops := strings.TrimPrefix(args[0], "-")
	args = args[1:]
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		ops += args[0][1:]
		args = args[1:]
	}
	op := byte(0)
	a := &arer{p: p, ctx: ctx}
	for i := range len(ops) {
		c := ops[i]
		switch {
		case strings.IndexByte("dmpqrtx", c) >= 0:
			if op != 0 && op != c {
				a.fatal("two different operation options specified")
			}
			op = c
		case c == 'V':
			version = true
		case strings.IndexByte("abcDfiNoOPsSuUv", c) >= 0:
			a.mods += string(rune(c))
		default:
			p.Errorf("invalid option -- '%c'", c)
			return usage()
		}
	}
	if version {
		p.ShowVersion()
	}
	if op == 0 {
		if !a.has('s') {
			p.Errorf("no operation specified")
			return usage()
		}
		op = 's'
	}
	if a.has('u') && !a.has('U') {
		p.Errorf("`u' modifier ignored since `D' is the default (see `U')")
		a.mods = strings.ReplaceAll(a.mods, "u", "")
	}
	rel, instance := "", 0
	if a.has('a') || a.has('b') || a.has('i') {
		if len(args) == 0 {
			return usage()
		}
		rel, args = args[0], args[1:]
	}
	if a.has('N') {
		if len(args) == 0 {
			return usage()
		}
		if op != 'x' && op != 'd' {
			a.fatal("`N' is only meaningful with the `x' and `d' options.")
		}
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 {
			a.fatal("Value for `N' must be positive.")
		}
		instance, args = n, args[1:]
	}
	if len(args) == 0 {
		return usage()
	}
	a.name, args = args[0], args[1:]
	writes := strings.IndexByte("rqdm", op) >= 0
	err := a.read()
	if err != nil {
		if vfs.ErrnoOf(err) == vfs.ENOENT && (op == 'r' || op == 'q') {
			if !a.has('c') {
				p.Errorf("creating %s", a.name)
			}
		} else if vfs.ErrnoOf(err) == vfs.ENOENT {
			p.Errorf("%s: %s", a.name, vfs.ErrText(err))
			return 9
		} else {
			a.fatal("%s: %s", a.name, vfs.ErrText(err))
		}
	}
	if a.in != nil {
		defer a.in.Close()
	}
	status := 0
	// find returns the members that a name means.
	find := func(name string) []*arMember {
		var out []*arMember
		n := 0
		for _, m := range a.list {
			if m.name == name || !a.has('P') && m.name == commands.BaseName(name) {
				if n++; instance == 0 || n == instance {
					out = append(out, m)
				}
			}
		}
		return out
	}
	drop := func(m *arMember) {
		for i, x := range a.list {
			if x == m {
				a.list = append(a.list[:i], a.list[i+1:]...)
				return
			}
		}
	}
	insert := func(list []*arMember) {
		at := len(a.list)
		for i, m := range a.list {
			if rel != "" && m.name == commands.BaseName(rel) {
				at = i
				if a.has('a') {
					at++
				}
				break
			}
		}
		a.list = append(a.list[:at:at], append(list, a.list[at:]...)...)
	}
	each := func(f func(m *arMember)) {
		if len(args) == 0 {
			for _, m := range a.list {
				f(m)
			}
			return
		}
		for _, n := range args {
			found := find(n)
			if len(found) == 0 {
				fmt.Fprintf(p.Stderr, "no entry %s in archive\n", n)
			}
			for _, m := range found[:min(1, len(found))] {
				f(m)
			}
		}
	}
	switch op {
	case 't':
		each(func(m *arMember) {
			if a.has('v') {
				t := time.Unix(m.mtime, 0).In(p.Zone())
				fmt.Fprintf(p.Out, "%s %d/%d %6d %s ", filemode.Perm(m.mode), m.uid, m.gid, m.size, t.Format("Jan _2 15:04 2006"))
			}
			p.Out.WriteString(m.name)
			if a.has('O') {
				fmt.Fprintf(p.Out, " 0x%x", m.off)
			}
			p.Out.WriteByte('\n')
		})
	case 'p':
		each(func(m *arMember) {
			if a.has('v') {
				fmt.Fprintf(p.Out, "\n<%s>\n\n", m.name)
			}
			a.whole(m)
			if err := a.copy(p.Out, m); err != nil {
				p.Errorf("%s: %s", a.name, vfs.ErrText(err))
				status = 1
			}
		})
	case 'x':
		each(func(m *arMember) {
			if strings.Contains(m.name, "/") || m.name == ".." || m.name == "." || m.name == "" {
				p.Errorf("illegal output pathname for archive member: %s", m.name)
				status = 1
				return
			}
			if a.has('v') {
				fmt.Fprintf(p.Out, "x - %s\n", m.name)
			}
			a.whole(m)
			to := m.name
			if output != "" {
				to = strings.TrimSuffix(output, "/") + "/" + to
			}
			p.FS.Unlink(ctx, p.Path(to))
			f, err := p.OpenFile(ctx, to, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o600)
			if err == nil {
				err = a.copy(f, m)
				if cerr := f.Close(); err == nil {
					err = cerr
				}
			}
			if err != nil {
				p.Errorf("%s: %s", m.name, vfs.ErrText(err))
				status = 1
				return
			}
			p.FS.Chmod(ctx, p.Path(to), m.mode&0o777&^p.Umask)
			if a.has('o') {
				p.FS.Chtimes(ctx, p.Path(to), m.mtime*1e9, m.mtime*1e9, true)
			}
		})
	case 'd':
		for _, n := range args {
			found := find(n)
			if len(found) == 0 && a.has('v') {
				fmt.Fprintf(p.Out, "No member named `%s'\n", n)
			}
			for _, m := range found[:min(1, len(found))] {
				if a.has('v') {
					fmt.Fprintf(p.Out, "d - %s\n", m.name)
				}
				drop(m)
			}
		}
	case 'm':
		var moved []*arMember
		for _, n := range args {
			found := find(n)
			if len(found) == 0 {
				a.fatal("no entry %s in archive %s!", n, a.name)
			}
			if a.has('v') {
				fmt.Fprintf(p.Out, "m - %s\n", found[0].name)
			}
			moved = append(moved, found[0])
			drop(found[0])
		}
		insert(moved)
	case 'r', 'q':
		var fresh []*arMember
		for _, n := range args {
			m, err := a.fileMember(n)
			if err != nil {
				p.Errorf("%s: %s", n, vfs.ErrText(err))
				return 1
			}
			if op == 'r' {
				if old := find(n); len(old) > 0 {
					if a.has('u') && m.mtime <= old[0].mtime {
						continue
					}
					if a.has('v') {
						fmt.Fprintf(p.Out, "r - %s\n", n)
					}
					if rel == "" {
						*old[0] = *m
					} else {
						drop(old[0])
						fresh = append(fresh, m)
					}
					continue
				}
			}
			if a.has('v') {
				fmt.Fprintf(p.Out, "a - %s\n", n)
			}
			fresh = append(fresh, m)
		}
		insert(fresh)
	}
	if writes {
		if err := a.write(); err != nil {
			a.fatal("%s: %s", a.name, vfs.ErrText(err))
		}
	}
	return status
}

func (a *arer) fileMember(name string) (*arMember, error) {
	i, err := a.p.Stat(a.ctx, name)
	if err != nil {
		return nil, err
	}
	if i.IsDir() {
		return nil, vfs.EISDIR
	}
	m := &arMember{name: name, mode: i.Mode&0o7777 | 0o100000, size: i.Size, off: -1, file: name}
	if !a.has('P') {
		m.name = commands.BaseName(name)
	}
	if a.has('f') {
		m.name = m.name[:min(len(m.name), 15)]
	}
	if a.has('U') {
		m.mtime, m.uid, m.gid = i.Mtime/1e9, commands.UID, commands.UID
	} else {
		m.mode = 0o644
	}
	return m, nil
}

type arError string

func (e arError) Error() string { return string(e) }

const arMagic = "!<arch>\n"

// read reads the members' headers.
func (a *arer) read() error {
	f, err := a.p.Open(a.ctx, a.name)
	if err != nil {
		return err
	}
	a.in = f
	const badFormat = arError("file format not recognized")
	var magic [8]byte
	if n, err := io.ReadFull(f, magic[:]); err != nil || string(magic[:]) != arMagic {
		if n == 0 && err == io.EOF {
			return badFormat
		}
		return badFormat
	}
	pos := int64(8)
	longNames := ""
	for a.ctx.Err() == nil {
		if pos%2 == 1 {
			pos++
		}
		if _, err := f.Seek(pos, io.SeekStart); err != nil {
			return err
		}
		var h [60]byte
		if _, err := io.ReadFull(f, h[:]); err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil // as is a part of a header
		} else if err != nil {
			return err
		}
		if string(h[58:]) != "`\n" {
			return arError("malformed archive")
		}
		num := func(b []byte, base int) int64 {
			v, _ := strconv.ParseInt(strings.TrimSpace(string(b)), base, 64)
			return v
		}
		m := &arMember{name: strings.TrimRight(string(h[:16]), " "), mtime: num(h[16:28], 10), uid: int(num(h[28:34], 10)), gid: int(num(h[34:40], 10)),
			mode: uint32(num(h[40:48], 8)), size: num(h[48:58], 10), off: pos + 60, header: pos}
		if m.size < 0 {
			return arError("malformed archive")
		}
		pos += 60 + m.size
		switch {
		case m.name == "//":
			if m.size > 16<<20 {
				return arError("malformed archive")
			}
			b := make([]byte, m.size)
			if _, err := io.ReadFull(f, b); err != nil {
				return arError("malformed archive")
			}
			longNames = string(b)
			continue
		case m.name == "/" || m.name == "/SYM64/" || strings.HasPrefix(m.name, "__.SYMDEF"):
			continue
		case strings.HasPrefix(m.name, "#1/"):
			n, err := strconv.ParseInt(m.name[3:], 10, 32)
			if err != nil || n > m.size || n < 0 || n > 1<<16 {
				return arError("malformed archive")
			}
			b := make([]byte, n)
			if _, err := io.ReadFull(f, b); err != nil {
				return arError("malformed archive")
			}
			m.name = strings.TrimRight(string(b), "\x00")
			m.off, m.size = m.off+n, m.size-n
		case strings.HasPrefix(m.name, "/"):
			at, err := strconv.Atoi(m.name[1:])
			if err != nil || at < 0 || at >= len(longNames) {
				return arError("malformed archive")
			}
			m.name, _, _ = strings.Cut(longNames[at:], "\n")
			m.name = strings.TrimSuffix(m.name, "/")
		default:
			m.name, _, _ = strings.Cut(m.name, "/")
		}
		a.list = append(a.list, m)
	}
	return a.ctx.Err()
}

// whole ends the run where a member's data isn't all there.
func (a *arer) whole(m *arMember) {
	if i, err := a.in.Stat(); err == nil && m.off+m.size > i.Size {
		a.fatal("%s is not a valid archive", a.name)
	}
}

// copy writes a member's data.
func (a *arer) copy(w io.Writer, m *arMember) error {
	in := a.in
	if m.off < 0 {
		f, err := a.p.Open(a.ctx, m.file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	} else if _, err := in.Seek(m.off, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(w, io.LimitReader(in, m.size))
	if err == nil && n < m.size {
		err = arError("error reading " + m.name + ": file truncated")
	}
	return err
}

// write replaces the archive.
func (a *arer) write() error {
	p, ctx := a.p, a.ctx
	tmp := a.name + ".ar~"
	f, err := p.OpenFile(ctx, tmp, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		return err
	}
	err = func() error {
		w := &counter{w: f}
		io.WriteString(w, arMagic)
		names := ""
		at := map[*arMember]int{}
		for _, m := range a.list {
			if len(m.name) > 15 {
				at[m] = len(names)
				names += m.name + "/\n"
			}
		}
		if names != "" {
			if len(names)%2 == 1 {
				names += "\n"
			}
			fmt.Fprintf(w, "%-48s%-10d`\n%s", "//", len(names), names)
		}
		for _, m := range a.list {
			name := m.name + "/"
			if k, ok := at[m]; ok {
				name = "/" + strconv.Itoa(k)
			}
			fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", name, m.mtime, m.uid, m.gid, m.mode, m.size)
			if err := a.copy(w, m); err != nil {
				return err
			}
			if w.n%2 == 1 {
				io.WriteString(w, "\n")
			}
		}
		return w.err
	}()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		if i, serr := p.Stat(ctx, a.name); serr == nil {
			p.FS.Chmod(ctx, p.Path(tmp), i.Mode&0o7777)
		}
		err = p.FS.Rename(ctx, p.Path(tmp), p.Path(a.name))
	}
	if err != nil {
		p.FS.Unlink(ctx, p.Path(tmp))
	}
	return err
}

// counter counts what is written and keeps the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	if c.err == nil {
		c.err = err
	}
	return n, err
}
