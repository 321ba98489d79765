package awk

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"unsafe"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/regex"
)

func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

const maxString = 256 << 20 // bytes

func (m *machine) checkLength(n int) {
	if n > maxString {
		m.fatal("string too long")
	}
}

// reader reads records. What it has read is text that is never changed, so
// that records and fields can be parts of it.
type reader struct {
	f   vfs.File
	mem []byte // only grows, or is left to what is part of it
	buf string // unread, the end of mem
	eof bool
	err error
}

const (
	chunkSize = 64 << 10
	leastRead = 8 << 10 // bytes of room to read into
)

// fill reads more; it tells whether there was any.
func (r *reader) fill(m *machine) bool {
	if r.eof {
		return false
	}
	if m.ctx.Err() != nil {
		m.p.Exit(1)
	}
	m.checkLength(len(r.buf))
	if cap(r.mem)-len(r.mem) < leastRead {
		r.mem = append(make([]byte, 0, max(chunkSize, 2*len(r.buf))), r.buf...)
	}
	k, err := r.f.Read(r.mem[len(r.mem):cap(r.mem)])
	if err != nil {
		r.eof = true
		if err != io.EOF {
			r.err = err
		}
	}
	r.mem = r.mem[:len(r.mem)+k]
	r.buf = stringOf(r.mem[len(r.mem)-len(r.buf)-k:])
	return k > 0
}

// record reads the next record and what ended it.
func (r *reader) record(m *machine) (rec, rt string, ok bool) {
	in := &m.input
	switch {
	case in.paragraph:
		for {
			i := 0
			for i < len(r.buf) && r.buf[i] == '\n' {
				i++
			}
			r.buf = r.buf[i:]
			if len(r.buf) > 0 || !r.fill(m) {
				break
			}
		}
		from := 0
		for {
			i := strings.Index(r.buf[from:], "\n\n")
			if i >= 0 {
				i += from
				end := i
				for end < len(r.buf) && r.buf[end] == '\n' {
					end++
				}
				if end < len(r.buf) || !r.fill(m) {
					rec, rt = r.buf[:i], r.buf[i:end]
					r.buf = r.buf[end:]
					return rec, rt, true
				}
				continue
			}
			from = max(0, len(r.buf)-1)
			if !r.fill(m) {
				if r.buf == "" {
					return "", "", false
				}
				rec = strings.TrimSuffix(r.buf, "\n")
				rt = r.buf[len(rec):]
				r.buf = ""
				return rec, rt, true
			}
		}
	case in.re != nil:
		for {
			b := bytesOf(r.buf)
			pos := 0
			for pos <= len(b) {
				from, to, ok, err := in.re.Span(b, pos)
				if err != nil || !ok {
					break
				}
				if from == to {
					pos = to + 1
					continue
				}
				if to == len(b) && !r.eof {
					break // it may go on
				}
				rec, rt = r.buf[:from], r.buf[from:to]
				r.buf = r.buf[to:]
				return rec, rt, true
			}
			if !r.fill(m) {
				if !r.eof {
					continue
				}
				b := bytesOf(r.buf)
				if from, to, ok, _ := in.re.Span(b, 0); ok && to > from && to == len(b) {
					rec, rt = r.buf[:from], r.buf[from:]
					r.buf = ""
					return rec, rt, true
				}
				if r.buf == "" {
					return "", "", false
				}
				rec = r.buf
				r.buf = ""
				// A newline at the end of the input is no part of it.
				if strings.HasSuffix(rec, "\n") && in.re != nil {
					return rec, "", true
				}
				return rec, "", true
			}
		}
	}
	from := 0
	for {
		if i := strings.IndexByte(r.buf[from:], in.sep); i >= 0 {
			i += from
			rec, rt = r.buf[:i], r.buf[i:i+1]
			r.buf = r.buf[i+1:]
			return rec, rt, true
		}
		from = len(r.buf)
		if !r.fill(m) {
			if r.buf == "" {
				return "", "", false
			}
			rec = r.buf
			r.buf = ""
			return rec, "", true
		}
	}
}

// inputState is the main input and how records end.
type inputState struct {
	sep       byte
	paragraph bool
	re        *regex.Regexp

	arg    int // the next of ARGV
	reader *reader
	file   vfs.File
	opened bool // a file was
	done   bool
	skip   bool // nextfile in BEGINFILE
	stdin  *reader

	beginFile, endFile []code
}

func (in *inputState) setRS(m *machine, rs string) {
	in.paragraph, in.re, in.sep = false, nil, '\n'
	switch {
	case rs == "":
		in.paragraph = true
	case len(rs) == 1:
		in.sep = rs[0]
	default:
		in.re = m.regex(rs)
	}
}

func (m *machine) stdinReader() *reader {
	if m.input.stdin == nil {
		m.input.stdin = &reader{f: m.p.Stdin}
	}
	return m.input.stdin
}

// nextRecord reads the next record of the main input.
func (m *machine) nextRecord() (rec string, ok bool) {
	in := &m.input
	for {
		if in.reader == nil {
			if in.done || !m.openNext() {
				in.done = true
				return "", false
			}
			continue
		}
		rec, rt, ok := in.reader.record(m)
		if ok {
			m.nr++
			m.fnr++
			m.globals[vRT] = input(rt)
			return rec, true
		}
		if err := in.reader.err; err != nil && m.ctx.Err() == nil {
			m.globals[vERRNO] = str(vfs.ErrText(err))
		}
		m.closeMain()
	}
}

// closeMain ends the file at hand.
func (m *machine) closeMain() {
	in := &m.input
	if in.reader == nil {
		return
	}
	in.reader = nil
	for _, f := range in.endFile {
		m.runHook(f)
	}
	m.endEdit()
	if in.file != nil {
		in.file.Close()
		in.file = nil
	}
}

// runHook runs a BEGINFILE or ENDFILE block.
func (m *machine) runHook(f code) {
	switch f(m) {
	case cExit:
		panic(control{cExit})
	case cNextFile:
		m.input.skip = true
	}
}

// openNext opens the next file of ARGV; without one it is the standard input.
func (m *machine) openNext() bool {
	in := &m.input
	argc := int(min(m.globals[vARGC].num(), 1<<20))
	for in.arg < argc {
		key := strconv.Itoa(in.arg)
		in.arg++
		c := m.argv.find(key)
		if c == nil {
			continue
		}
		name := m.toStr(&c.v)
		if name == "" {
			continue
		}
		if k, v, ok := assignment(name); ok {
			m.assignArg(k, v)
			continue
		}
		m.globals[vARGIND] = num(float64(in.arg - 1))
		if m.open(name) {
			return true
		}
	}
	if in.opened {
		return false
	}
	return m.open("")
}

func (m *machine) open(name string) bool {
	in := &m.input
	in.opened = true
	m.fnr = 0
	m.globals[vFILENAME] = input(name)
	m.globals[vERRNO] = str("")
	if name == "" || name == "-" || name == "/dev/stdin" {
		in.reader = m.stdinReader()
		if name == "" {
			m.globals[vFILENAME] = str("")
			if len(in.beginFile) == 0 {
				m.globals[vFILENAME] = str("")
			}
		}
	} else {
		f, err := m.p.Open(m.ctx, name)
		if err == nil {
			if i, serr := f.Stat(); serr == nil && i.IsDir() {
				f.Close()
				m.stdout.Flush()
				fmt.Fprintf(m.p.Stderr, "%s: warning: command line argument `%s' is a directory: skipped\n", m.name, name)
				return false
			}
		}
		if err != nil {
			m.globals[vERRNO] = str(vfs.ErrText(err))
			if len(in.beginFile) == 0 {
				m.stdout.Flush()
				where := ""
				if m.nr > 0 { // a rule has run
					where = fmt.Sprintf("cmd. line:%d: ", m.line)
				}
				fmt.Fprintf(m.p.Stderr, "%s: %sfatal: cannot open file `%s' for reading: %s\n", m.name, where, name, vfs.ErrText(err))
				m.closeAll()
				m.p.Exit(2)
			}
			in.skip = false
			for _, b := range in.beginFile {
				m.runHook(b)
			}
			if !in.skip {
				m.fatal("cannot open file `%s' for reading: %s", name, vfs.ErrText(err))
			}
			in.skip = false
			return false
		}
		in.reader, in.file = &reader{f: f}, f
		if m.inplace {
			m.beginEdit(name)
		}
	}
	in.skip = false
	for _, b := range in.beginFile {
		m.runHook(b)
	}
	if in.skip {
		in.skip = false
		m.closeMain()
		return false
	}
	return true
}

// assignment splits an argument var=value.
func assignment(s string) (name, v string, ok bool) {
	name, v, ok = strings.Cut(s, "=")
	if !ok || name == "" || !isNameStart(name[0]) {
		return "", "", false
	}
	for i := range name {
		if !isName(name[i]) {
			return "", "", false
		}
	}
	return name, v, true
}

// assignArg assigns a variable of the command line.
func (m *machine) assignArg(name, v string) {
	for i, n := range m.names {
		if n == name {
			m.setVar(i, input(unescape(v, m.warnEscape)))
			return
		}
	}
	for _, n := range m.arrNames {
		if n == name {
			m.fatal("cannot use array `%s' as a variable", name)
		}
	}
	// Nothing in the program reads it.
	if m.unread == nil {
		m.unread = map[string]string{}
	}
	m.unread[name] = unescape(v, m.warnEscape)
}

// stream is an open file or pipe of the program's own.
type stream struct {
	name   string
	kind   string // ">", "|" and "<", "|<"; "|&" has both sides
	out    *commands.Output
	file   vfs.File
	in     *reader
	child  commands.Child
	ended  chan struct{} // closed when the child has
	status int
	direct bool // written at once
}

// find returns the stream of a kind with a name, open or nil.
func (m *machine) find(name, kind string) *stream {
	return m.streams[kind+name]
}

func (m *machine) add(s *stream) *stream {
	m.streams[s.kind+s.name] = s
	m.order = append(m.order, s)
	return s
}

// output returns where print > name writes.
func (m *machine) output(name, kind string) *commands.Output {
	k := kind
	if k == ">>" {
		k = ">"
	}
	if s := m.find(name, k); s != nil {
		return s.out
	}
	if m.sandbox {
		m.fatal("redirection not allowed in sandbox mode")
	}
	if name == "" {
		m.fatal("expression for `%s' redirection has null string value", kind)
	}
	s := &stream{name: strings.Clone(name), kind: k}
	switch kind {
	case "|":
		r, w := vfs.Pipe()
		m.start(s, r, m.p.Stdout, func() { r.Close() })
		s.file, s.out = w, commands.NewOutput(w)
	case "|&":
		m.coprocess(s)
	default:
		switch name {
		case "/dev/stdout", "-":
			return m.stdout
		case "/dev/stderr":
			s.out, s.direct = commands.NewOutput(m.p.Stderr), true
		default:
			flags := vfs.WriteOnly | vfs.Create
			if kind == ">" {
				flags |= vfs.Truncate
			} else {
				flags |= vfs.Append
			}
			f, err := m.p.OpenFile(m.ctx, name, flags, 0o666)
			if err != nil {
				m.fatal("cannot redirect to `%s': %s", name, vfs.ErrText(err))
			}
			s.file, s.out = f, commands.NewOutput(f)
		}
	}
	return m.add(s).out
}

// written is called after each redirected print. What goes to the standard error
// comes ahead of what the standard output still holds, as with gawk.
func (m *machine) written(o *commands.Output) {
	if s := m.streams[">/dev/stderr"]; s != nil && s.out == o {
		o.Flush()
	}
}

// start runs a command of a stream.
func (m *machine) start(s *stream, stdin, stdout vfs.File, after func()) {
	m.flushAll()
	child, err := m.p.StartShell(m.ctx, s.name, stdin, stdout)
	if err != nil {
		m.fatal("cannot open pipe `%s': %s", s.name, vfs.ErrText(err))
	}
	s.child, s.ended = child, make(chan struct{})
	go func() {
		s.status = child.Wait()
		after()
		close(s.ended)
	}()
}

func (m *machine) coprocess(s *stream) {
	inR, inW := vfs.Pipe()
	outR, outW := vfs.Pipe()
	m.start(s, inR, outW, func() { inR.Close(); outW.Close() })
	s.file, s.out = inW, commands.NewOutput(inW)
	s.in = &reader{f: pipeReader{m, outR}}
}

// pipeReader reads a pipe and gives up when the process is killed.
type pipeReader struct {
	m *machine
	*vfs.PipeEnd
}

func (r pipeReader) Read(p []byte) (int, error) { return r.ReadContext(r.m.ctx, p) }

func (m *machine) flushAll() {
	m.stdout.Flush()
	for _, s := range m.order {
		if s.out != nil {
			s.out.Flush()
		}
	}
}

// inputStream opens what getline reads; nil if it can't be.
func (m *machine) inputStream(name string, kind byte) *stream {
	k := "<"
	switch kind {
	case '|':
		k = "|<"
	case '&':
		k = "|&"
	}
	if s := m.find(name, k); s != nil {
		if s.in != nil && kind == '&' && s.out != nil {
			s.out.Flush()
		}
		return s
	}
	if name == "" {
		m.fatal("expression for `%s' redirection has null string value", map[byte]string{'<': "<", '|': "|", '&': "|&"}[kind])
	}
	if m.sandbox {
		m.fatal("redirection not allowed in sandbox mode")
	}
	s := &stream{name: strings.Clone(name), kind: k}
	switch kind {
	case '|':
		r, w := vfs.Pipe()
		m.start(s, m.p.Stdin, w, func() { w.Close() })
		s.in, s.file = &reader{f: pipeReader{m, r}}, r
	case '&':
		m.coprocess(s)
	default:
		if name == "-" || name == "/dev/stdin" {
			s.in = m.stdinReader()
			break
		}
		m.flushAll()
		f, err := m.p.Open(m.ctx, name)
		if err == nil {
			if i, serr := f.Stat(); serr == nil && i.IsDir() {
				f.Close()
				err = vfs.EISDIR
			}
		}
		if err != nil {
			m.globals[vERRNO] = str(vfs.ErrText(err))
			return nil
		}
		s.in, s.file = &reader{f: f}, f
	}
	return m.add(s)
}

// closeStream closes a stream and returns close()'s value.
func (m *machine) closeStream(s *stream, half string) float64 {
	if s.out != nil && half != "from" {
		s.out.Flush()
		if s.kind == "|&" && s.file != nil {
			s.file.Close()
			s.file, s.out = nil, nil
			if half == "to" {
				return 0
			}
		}
	}
	if s.file != nil && s.kind != "|&" {
		s.file.Close()
	}
	if s.kind == "|&" && s.in != nil {
		s.in.f.Close()
	}
	for i, o := range m.order {
		if o == s {
			m.order = append(m.order[:i:i], m.order[i+1:]...)
			break
		}
	}
	delete(m.streams, s.kind+s.name)
	if s.ended != nil {
		select {
		case <-s.ended:
		case <-m.ctx.Done():
			return -1
		}
		return exitValue(s.status)
	}
	return 0
}

// exitValue is a command's status as system() and close() return it.
func exitValue(status int) float64 { return float64(status) }

// closeAll ends all streams. What commands print comes before what is still
// buffered, as with gawk.
func (m *machine) closeAll() {
	for len(m.order) > 0 {
		m.closeStream(m.order[0], "")
	}
}

// getline compiles all of its forms.
func (c *compiler) getline(g *getline) func(m *machine) value {
	var set func(m *machine, v value)
	if g.l != nil {
		set = c.lvalue(g.l).set
	}
	if g.kind == 0 {
		return func(m *machine) value {
			rec, ok := m.nextRecord()
			if !ok {
				return num(0)
			}
			if set != nil {
				set(m, input(rec))
			} else {
				m.setRecord(rec)
			}
			return num(1)
		}
	}
	src, kind := c.str(g.src), g.kind
	return func(m *machine) value {
		s := m.inputStream(src(m), kind)
		if s == nil || s.in == nil {
			return num(-1)
		}
		rec, rt, ok := s.in.record(m)
		if !ok {
			if s.in.err != nil && m.ctx.Err() == nil {
				m.globals[vERRNO] = str(vfs.ErrText(s.in.err))
				return num(-1)
			}
			return num(0)
		}
		m.globals[vRT] = input(rt)
		if set != nil {
			set(m, input(rec))
		} else {
			m.setRecord(rec)
		}
		return num(1)
	}
}

// edit is a file that -i inplace replaces.
type edit struct {
	path, temp string
	mode       uint32
	file       vfs.File
	old        *commands.Output
}

// beginEdit sends the standard output to what will replace the file.
func (m *machine) beginEdit(name string) {
	file := m.p.Path(name)
	if real, err := m.p.FS.RealPath(m.ctx, file); err == nil {
		file = real
	}
	info, err := m.p.FS.Stat(m.ctx, file)
	if err != nil || info.Kind != vfs.Regular {
		return
	}
	var r [6]byte
	io.ReadFull(m.p.Rand, r[:])
	temp := path.Join(path.Dir(file), fmt.Sprintf("gawk.%x", r))
	f, err := m.p.FS.Open(m.ctx, temp, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		m.fatal("inplace::begin: cannot create `%s': %s", temp, vfs.ErrText(err))
	}
	m.edit = &edit{file, temp, info.Mode, f, m.stdout}
	m.stdout.Flush()
	m.stdout = commands.NewOutput(f)
}

// dropEdit leaves the file at hand as it was.
func (m *machine) dropEdit() {
	if m.edit != nil {
		m.edit.file.Close()
		m.p.FS.Unlink(context.WithoutCancel(m.ctx), m.edit.temp)
		m.edit = nil
	}
}

func (m *machine) endEdit() {
	e := m.edit
	if e == nil {
		return
	}
	if m.ctx.Err() != nil {
		m.p.Exit(1) // killed: what was read isn't all
	}
	m.edit = nil
	m.stdout.Flush()
	m.stdout = e.old
	e.file.Close()
	m.p.FS.Chmod(m.ctx, e.temp, e.mode)
	if suffix := m.inplaceSuffix(); suffix != "" {
		m.p.FS.Rename(m.ctx, e.path, e.path+suffix)
	}
	if err := m.p.FS.Rename(m.ctx, e.temp, e.path); err != nil {
		m.fatal("inplace::end: cannot replace `%s': %s", e.path, vfs.ErrText(err))
	}
}

func (m *machine) inplaceSuffix() string {
	for _, want := range []string{"inplace::suffix", "INPLACE_SUFFIX"} {
		if v := m.unread[want]; v != "" {
			return v
		}
		for i, n := range m.names {
			if n == want {
				if v := m.globals[i]; v.k != kUninit {
					return m.toStr(&v)
				}
			}
		}
	}
	return ""
}

var _ = bytes.IndexByte
var _ = math.Abs
