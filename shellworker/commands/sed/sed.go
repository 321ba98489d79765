// Package sed is GNU sed.
package sed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/regex"
)

const help = `
Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
Edit the lines of the files, or of the standard input, by a script.

  -n, --quiet, --silent      print only what the script prints
  -e, --expression=SCRIPT    add to the script
  -f, --file=FILE            add to the script what is in FILE
  -E, -r, --regexp-extended  extended regular expressions
  -i[SUFFIX], --in-place[=SUFFIX]  edit the files themselves; with SUFFIX keep
                             the old ones under their names with SUFFIX added
      --debug                show the program and each step of its run
      --follow-symlinks      with -i, edit what symbolic links lead to
  -s, --separate             number the lines of each file anew
  -z, --null-data            lines end in a zero byte
  -u, --unbuffered           read as little as possible, write at once
  -l, --line-length=N        where the l command wraps lines
  -b, --binary               change nothing at line ends (nothing ever does)
      --posix                without GNU's extensions to the language
      --sandbox              refuse the commands e, r and w
      --help                 this text
      --version              the version
`

func init() {
	commands.Register(commands.Command{Name: "sed", Help: help, WriteStatus: 4, Run: run})
}

const (
	optFollow = 300 + iota
	optDebug
	optPosix
	optSandbox
	optHelp
	optVersion
)

type piece struct{ src, file string }

type sed struct {
	ctx context.Context
	p   *commands.Process

	quiet, extended, separate, unbuffered, posix, sandbox bool
	correct                                               bool // POSIXLY_CORRECT is set
	utf                                                   bool
	inPlace, follow                                       bool
	suffix                                                string
	wrap                                                  int64
	delim                                                 byte

	prog    []*command
	labels  map[string]int
	outputs map[string]*output
	debug   *debugger // of --debug

	// input
	files    []string
	name     string // of the file at hand
	reader   *lines.Reader
	file     vfs.File
	number   int64
	status   int
	last     *pattern // last regular expression used
	stdout   *output
	edit     *edit
	reads    map[string]*lines.Reader // of R
	loops    int
	quitting bool

	// the spaces
	ps, hs     []byte
	psOwn, alt []byte // memory of the pattern space and of its successor
	chomped    bool   // the line had its newline
	hsChomped  bool   // and what is in the hold space
	queue      []appended
	replaced   bool // by s since the last line or t
	loc        []int
}

// output is where lines are written; missing tells that the last one lacked
// its newline, as the last line of an input may.
type output struct {
	w       *commands.Output
	file    vfs.File
	missing bool
}

// appended is text, or a file, that is due at the end of the cycle.
type appended struct {
	text []byte
	file string
	line bool // file's next line, of R
}

// edit is a file edited in place.
type edit struct {
	path, temp string
	info       vfs.Info
	out        *output
}

func run(ctx context.Context, p *commands.Process) (status int) {
	s := &sed{ctx: ctx, p: p, utf: p.UTF8(), wrap: 70, delim: '\n', hsChomped: true, outputs: map[string]*output{}, reads: map[string]*lines.Reader{}}
	_, s.correct = p.LookupEnv("POSIXLY_CORRECT")
	s.stdout = &output{w: p.Out}
	set := getopt.Set{Short: "bsnrzuEe:f:l:i::V:hs", Long: []getopt.Long{
		{Name: "quiet", ID: 'n'}, {Name: "silent", ID: 'n'}, {Name: "expression", Arg: getopt.Required, ID: 'e'},
		{Name: "file", Arg: getopt.Required, ID: 'f'}, {Name: "regexp-extended", ID: 'E'},
		{Name: "in-place", Arg: getopt.Optional, ID: 'i'}, {Name: "follow-symlinks", ID: optFollow}, {Name: "debug", ID: optDebug}, {Name: "separate", ID: 's'},
		{Name: "null-data", ID: 'z'}, {Name: "zero-terminated", ID: 'z'}, {Name: "unbuffered", ID: 'u'},
		{Name: "line-length", Arg: getopt.Required, ID: 'l'}, {Name: "binary", ID: 'b'}, {Name: "posix", ID: optPosix},
		{Name: "sandbox", ID: optSandbox}, {Name: "help", ID: optHelp}, {Name: "version", ID: optVersion},
	}}
	opts, operands, err := set.Parse(p.Args)
	if err != nil {
		p.Errorf("%s", err)
		io.WriteString(p.Stderr, help[1:])
		return 1
	}
	var pieces []piece
	for _, o := range opts {
		switch o.ID {
		case 'n':
			s.quiet = true
		case 'e':
			pieces = append(pieces, piece{src: o.Arg})
		case 'f':
			pieces = append(pieces, s.scriptFile(o.Arg))
		case 'E', 'r':
			s.extended = true
		case 'i':
			s.inPlace, s.separate = true, true
			s.suffix = o.Arg
		case optFollow:
			s.follow = true
		case optDebug:
			s.debug = &debugger{s: s}
		case 's':
			s.separate = true
		case 'z':
			s.delim = 0
		case 'u':
			s.unbuffered = true
		case 'l':
			// As atoi(3): what isn't a number is 0, and that wraps nothing.
			n, _ := strconv.ParseInt(o.Arg, 10, 31)
			s.wrap = n
		case optPosix:
			s.posix = true
		case optSandbox:
			s.sandbox = true
		case optHelp, 'h':
			p.ShowHelp()
		case optVersion:
			p.ShowVersion()
		}
	}
	if len(pieces) == 0 {
		if len(operands) == 0 {
			io.WriteString(p.Stderr, help[1:])
			return 1
		}
		pieces = append(pieces, piece{src: operands[0]})
		operands = operands[1:]
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			p.Out.Flush()
			p.Errorf("%s", e.text)
			s.abandon()
			status = e.status
		}
		s.closeOutputs()
	}()
	s.parse(pieces)
	if s.debug != nil {
		s.debug.program()
	}
	s.files = operands
	if len(s.files) == 0 {
		if s.inPlace {
			p.Fatalf(4, "no input files")
		}
		s.files = []string{"-"}
	}
	return s.execute()
}

const maxScript = 64 << 20

func (s *sed) scriptFile(name string) piece {
	f, err := s.p.Input(s.ctx, name)
	var b []byte
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(f, maxScript))
		f.Close()
	}
	if err != nil {
		s.p.Fatalf(4, "couldn't open file %s: %s", name, vfs.ErrText(err))
	}
	return piece{string(b), name}
}

func (s *sed) sandboxed(p *parser) {
	if s.sandbox {
		p.fail("e/r/w commands disabled in sandbox mode")
	}
}

// outputFile opens a file of w, once for all that name it.
func (s *sed) outputFile(name string) *output {
	if o := s.outputs[name]; o != nil {
		return o
	}
	switch name {
	case "/dev/stdout": // whose last line is not that of the lines printed
		s.outputs[name] = &output{w: s.p.Out}
		return s.outputs[name]
	case "/dev/stderr":
		s.outputs[name] = &output{w: commands.NewOutput(s.p.Stderr)}
		return s.outputs[name]
	}
	f, err := s.p.OpenFile(s.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		panic(parseError{fmt.Sprintf("couldn't open file %s: %s", name, vfs.ErrText(err)), 4})
	}
	o := &output{w: commands.NewOutput(f), file: f}
	s.outputs[name] = o
	return o
}

// flushOutputs writes what files of w still lack, before others see them.
func (s *sed) flushOutputs() {
	for _, o := range s.outputs {
		o.w.Flush()
	}
}

func (s *sed) closeOutputs() {
	for _, o := range s.outputs {
		o.w.Flush()
		if o.file != nil {
			o.file.Close()
		}
	}
	s.outputs = nil
	s.closeReads()
}

// closeReads lets R begin its files again.
func (s *sed) closeReads() {
	for _, r := range s.reads {
		if r != nil {
			r.Close()
		}
	}
	clear(s.reads)
}

// put writes text, after the newline that the last one may lack.
func (o *output) put(b []byte, delim byte) {
	if o.missing {
		o.w.WriteByte(delim)
		o.missing = false
	}
	o.w.Write(b)
}

// out is where the script's output goes.
func (s *sed) out() *output {
	if s.edit != nil {
		return s.edit.out
	}
	return s.stdout
}

// line writes a line as it was read: with a newline if that had one.
func (s *sed) line(o *output, b []byte) {
	o.put(b, s.delim)
	if s.chomped {
		o.w.WriteByte(s.delim)
	} else {
		o.missing = true
	}
	if s.unbuffered {
		o.w.Flush()
	}
}

// firstLine writes the first line of the pattern space.
func (s *sed) firstLine(o *output) {
	k := bytes.IndexByte(s.ps, s.delim)
	if k < 0 {
		s.line(o, s.ps)
		return
	}
	o.put(s.ps[:k], s.delim)
	o.w.WriteByte(s.delim)
}

// open opens the next file that can be read.
func (s *sed) open() bool {
	for len(s.files) > 0 {
		name := s.files[0]
		s.files = s.files[1:]
		if name == "-" && !s.inPlace {
			s.name, s.file = "-", s.p.Stdin
			s.reader = lines.NewReader(s.ctx, s.source(s.p.Stdin), s.delim)
			if s.separate {
				s.startFile()
			}
			return true
		}
		if s.inPlace && !s.beginEdit(name) {
			continue
		}
		f, err := s.p.Open(s.ctx, name)
		if err != nil {
			s.p.ErrorfUnflushed("can't read %s: %s", name, vfs.ErrText(err))
			s.status = 2
			continue
		}
		s.name, s.file = name, f
		s.reader = lines.NewReader(s.ctx, s.source(f), s.delim)
		if s.separate {
			s.startFile()
		}
		return true
	}
	return false
}

// source is f, read byte by byte with -u, so that nothing behind a line is
// taken from who reads next.
func (s *sed) source(f vfs.File) io.Reader {
	if !s.unbuffered {
		return f
	}
	return byteReader{f}
}

type byteReader struct{ f vfs.File }

func (r byteReader) Read(p []byte) (int, error) { return r.f.Read(p[:min(1, len(p))]) }

// startFile begins a file that is a world of its own: GNU sed empties the hold
// space, too, and reads the files of R from their beginning.
func (s *sed) startFile() {
	s.number = 0
	s.hs = s.hs[:0]
	s.closeReads()
	for _, c := range s.prog {
		c.active = c.a1.kind == addrZero
		c.closed = false
	}
}

func (s *sed) closeInput() {
	if s.reader == nil {
		return
	}
	if err := s.reader.Err(); err != nil && s.ctx.Err() == nil {
		s.p.ErrorfUnflushed("read error on %s: %s", s.name, vfs.ErrText(err))
		s.abandon()
		s.closeOutputs()
		s.p.Exit(4)
	}
	s.reader.Close()
	s.reader = nil
	if s.file != s.p.Stdin {
		s.file.Close()
	}
	if s.ctx.Err() != nil {
		s.abandon() // killed: what was read isn't all
	}
	s.endEdit()
}

// readLine reads the next line into the pattern space.
func (s *sed) readLine() bool {
	s.dumpQueue()
	s.replaced = false
	for {
		if s.reader == nil && !s.open() {
			return false
		}
		if l, ok := s.reader.Next(); ok {
			s.number++
			s.ps = lines.Trim(l, s.delim)
			s.chomped = len(s.ps) < len(l)
			return true
		}
		s.closeInput()
	}
}

// atEnd tells whether the line at hand is the last one.
func (s *sed) atEnd() bool {
	if s.reader != nil {
		if len(s.reader.Buffered()) > 0 {
			return false
		}
		s.own() // reading ahead takes the line's memory
		if !s.reader.AtEnd() {
			return false
		}
		if s.separate {
			return true
		}
	}
	for len(s.files) > 0 {
		// Whether a further file holds a line shows only its first byte.
		name := s.files[0]
		if name == "-" {
			s.reader.Close()
			s.file = s.p.Stdin
			s.reader = lines.NewReader(s.ctx, s.source(s.p.Stdin), s.delim)
			s.files = s.files[1:]
			s.name = "-"
			if !s.reader.AtEnd() {
				return false
			}
			continue
		}
		f, err := s.p.Open(s.ctx, name)
		if err != nil {
			s.p.ErrorfUnflushed("can't read %s: %s", name, vfs.ErrText(err))
			s.status = 2
			s.files = s.files[1:]
			continue
		}
		var b [1]byte
		n, _ := f.Read(b[:])
		f.Close()
		s.name = name
		if n > 0 {
			return false
		}
		s.files = s.files[1:]
	}
	return true
}

// own copies the pattern space out of the reader's buffer.
func (s *sed) own() {
	if len(s.ps) == 0 || len(s.psOwn) > 0 && cap(s.psOwn) > 0 && &s.ps[0] == &s.psOwn[:1][0] {
		return
	}
	s.psOwn = append(s.psOwn[:0], s.ps...)
	s.ps = s.psOwn
}

const maxSpace = 256 << 20 // bytes of the pattern or hold space

func (s *sed) checkSpace(b []byte) {
	if len(b) > maxSpace {
		panic(parseError{"couldn't allocate memory", 4})
	}
}

// appendPS adds to the pattern space.
func (s *sed) appendPS(b ...[]byte) {
	s.own()
	if len(s.ps) == 0 {
		s.ps = s.psOwn[:0]
	}
	for _, x := range b {
		s.ps = append(s.ps, x...)
	}
	s.psOwn = s.ps
	s.checkSpace(s.ps)
}

func (s *sed) dumpQueue() {
	if len(s.queue) == 0 {
		return
	}
	o := s.out()
	for _, a := range s.queue {
		switch {
		case a.line:
			s.readNext(o, a.file)
		case a.file != "":
			o.put(nil, s.delim)
			s.copyFile(o, a.file)
		default:
			o.put(a.text, s.delim)
		}
	}
	s.queue = s.queue[:0]
	if s.unbuffered {
		o.w.Flush()
	}
}

// copyFile writes a file of r; one that can't be read is as an empty one.
func (s *sed) copyFile(o *output, name string) {
	var f vfs.File
	var err error
	if name == "/dev/stdin" {
		if s.reader != nil && s.file == s.p.Stdin {
			for {
				l, ok := s.reader.Block()
				if !ok {
					return
				}
				o.w.Write(l)
			}
		}
	}
	if f, err = s.p.Open(s.ctx, name); err != nil {
		return
	}
	defer f.Close()
	buf := make([]byte, 64<<10)
	for s.ctx.Err() == nil {
		n, err := f.Read(buf)
		if n > 0 {
			o.w.Write(buf[:n])
		}
		if err != nil || n == 0 {
			return
		}
	}
}

// readNext writes the next line of a file of R.
func (s *sed) readNext(o *output, name string) {
	r, ok := s.reads[name]
	if !ok {
		if name == "/dev/stdin" && s.file == s.p.Stdin && s.reader != nil {
			r = nil
		} else if f, err := s.p.Open(s.ctx, name); err == nil {
			r = lines.NewReader(s.ctx, f, s.delim)
		}
		s.reads[name] = r
	}
	if r == nil {
		if name != "/dev/stdin" || s.reader == nil {
			return
		}
		r = s.reader
	}
	l, ok := r.Next()
	if !ok {
		return
	}
	o.put(l, s.delim)
}

// matches tells whether a command's addresses select the line.
func (s *sed) matches(c *command) bool {
	if c.a2.kind == addrNone {
		return s.at(&c.a1)
	}
	if !c.active {
		// The line a range begins at may have been passed by n or N.
		if c.a1.kind == addrLine {
			if c.closed || s.number < c.a1.n {
				return false
			}
		} else if !s.at(&c.a1) {
			return false
		}
		switch c.a2.kind {
		case addrLine:
			if c.a2.n <= s.number {
				c.closed = true
				return c.a1.kind != addrLine || s.number == c.a1.n || s.number == c.a2.n
			}
			c.end = c.a2.n
		case addrPlus:
			if c.a2.n == 0 {
				c.closed = true
				return true
			}
			c.end = s.number + c.a2.n
		case addrMulti:
			if c.a2.n == 0 {
				c.closed = true
				return true
			}
			c.end = (s.number/c.a2.n + 1) * c.a2.n
		case addrLast, addrStep:
			if s.at(&c.a2) {
				c.closed = true
				return true
			}
		}
		c.active = true
		return true
	}
	switch c.a2.kind {
	case addrLine, addrPlus, addrMulti:
		if s.number >= c.end {
			c.active, c.closed = false, true
		}
		return c.a2.kind != addrLine || s.number <= c.end
	default:
		if s.at(&c.a2) {
			c.active, c.closed = false, true
		}
		return true
	}
}

// insert writes the text of i or c, which ends as lines do.
func (s *sed) insert(text []byte) {
	o := s.out()
	if n := len(text); s.delim != '\n' && n > 0 && text[n-1] == '\n' {
		o.put(text[:n-1], s.delim)
		o.w.WriteByte(s.delim)
		return
	}
	o.put(text, s.delim)
}

func (s *sed) at(a *address) bool {
	switch a.kind {
	case addrNone:
		return true
	case addrLine:
		return a.n == s.number
	case addrStep:
		return s.number >= a.n && (s.number-a.n)%a.step == 0
	case addrLast:
		return s.atEnd()
	case addrRegex:
		return s.resolve(a.re).Match(s.ps)
	}
	return false
}

// resolve returns the expression, or the last one used for an empty one.
func (s *sed) resolve(re *pattern) *regex.Regexp {
	if re.re == nil {
		if s.last == nil {
			panic(parseError{"-e expression #1, char 0: no previous regular expression", 1})
		}
		return s.last.re
	}
	s.last = re
	return re.re
}

func (s *sed) execute() int {
	for s.readLine() {
		if s.debug != nil {
			s.debug.input()
		}
		if s.cycle() {
			break
		}
	}
	if s.quitting {
		// Leave the input where the script stopped reading.
		if s.file == s.p.Stdin && s.reader != nil && !s.unbuffered {
			if n := len(s.reader.Buffered()); n > 0 {
				s.file.Seek(-int64(n), io.SeekCurrent)
			}
		}
	}
	s.dumpQueue()
	s.closeInput()
	return s.status
}

// cycle runs the script on the line. It tells whether sed is to quit.
func (s *sed) cycle() (quit bool) {
restart:
	for i := 0; i < len(s.prog); {
		c := s.prog[i]
		i++
		if s.debug != nil {
			s.debug.step(c)
		}
		if c.a1.kind != addrNone {
			if s.matches(c) == c.not {
				if c.name == '{' {
					i = c.jump
				}
				continue
			}
		} else if c.not {
			if c.name == '{' {
				i = c.jump
			}
			continue
		}
		switch c.name {
		case '{':
		case '=':
			o := s.out()
			o.put(strconv.AppendInt(nil, s.number, 10), s.delim)
			o.w.WriteByte(s.delim)
		case 'a':
			s.queue = append(s.queue, appended{text: c.text})
		case 'i':
			s.insert(c.text)
		case 'c':
			if c.a2.kind == addrNone || !c.active || c.not {
				s.insert(c.text)
			}
			s.ps = s.ps[:0]
			s.endOfCycle()
			return false
		case 'b', 't', 'T':
			if c.name != 'b' {
				r := s.replaced
				s.replaced = false
				if r != (c.name == 't') {
					break
				}
			}
			if c.jump < i {
				if s.loops++; s.loops&1023 == 0 && s.ctx.Err() != nil {
					return true
				}
			}
			i = c.jump
		case 'd':
			s.endOfCycle()
			return false
		case 'D':
			k := bytes.IndexByte(s.ps, s.delim)
			if k < 0 {
				return false
			}
			s.own()
			s.ps = s.ps[:copy(s.ps, s.ps[k+1:])]
			s.psOwn = s.ps
			s.dumpQueue()
			if s.debug != nil {
				s.debug.pattern()
			}
			if s.loops++; s.loops&1023 == 0 && s.ctx.Err() != nil {
				return true
			}
			goto restart
		case 'e':
			s.runE(c)
		case 'F':
			o := s.out()
			o.put([]byte(s.name), s.delim)
			o.w.WriteByte(s.delim)
		case 'g':
			s.psOwn = append(s.psOwn[:0], s.hs...)
			s.ps = s.psOwn
			s.chomped = s.hsChomped
		case 'G':
			s.appendPS([]byte{s.delim}, s.hs)
			s.chomped = s.hsChomped
		case 'h':
			s.hs = append(s.hs[:0], s.ps...)
			s.hsChomped = s.chomped
		case 'H':
			s.hsChomped = s.chomped
			s.hs = append(s.hs, s.delim)
			s.hs = append(s.hs, s.ps...)
			s.checkSpace(s.hs)
		case 'x':
			s.own()
			if len(s.ps) == 0 {
				s.ps = s.psOwn[:0]
			}
			s.ps, s.hs = s.hs, s.ps
			s.chomped, s.hsChomped = s.hsChomped, s.chomped
			s.psOwn = s.ps
			if s.psOwn == nil {
				s.psOwn = []byte{}
			}
		case 'l':
			n := c.n
			if n < 0 {
				n = s.wrap
			}
			s.list(n)
		case 'n':
			end := s.atEnd()
			if !s.quiet {
				s.line(s.out(), s.ps)
			}
			if end {
				s.endOfCycle()
				return false
			}
			if !s.readLine() {
				return true
			}
		case 'N':
			if s.atEnd() {
				s.endOfCycle()
				if !s.quiet && !s.posix && !s.correct {
					s.line(s.out(), s.ps)
				}
				return false
			}
			s.own()
			if len(s.ps) == 0 {
				s.ps = s.psOwn[:0]
			}
			keep := s.ps
			if !s.readLine() {
				return true
			}
			l := s.ps
			s.ps = append(keep, s.delim)
			s.ps = append(s.ps, l...)
			s.psOwn = s.ps
			s.checkSpace(s.ps)
		case 'p':
			s.line(s.out(), s.ps)
		case 'P':
			s.firstLine(s.out())
		case 'q', 'Q':
			if c.name == 'q' {
				s.chomped = true // a newline ends the output in any case
				if !s.quiet {
					s.line(s.out(), s.ps)
				}
				s.dumpQueue()
			}
			s.queue = s.queue[:0]         // which Q drops
			if c.n > 0 && s.status == 0 { // else a file couldn't be read
				s.status = int(c.n & 255)
			}
			s.quitting = true
			return true
		case 'r':
			if c.first {
				s.copyFile(s.out(), c.file)
				break
			}
			s.queue = append(s.queue, appended{file: c.file})
		case 'R':
			s.queue = append(s.queue, appended{file: c.file, line: true})
		case 's':
			s.substitute(c.sub)
		case 'w':
			s.line(c.out, s.ps)
		case 'W':
			s.firstLine(c.out)
		case 'y':
			s.transliterate(c)
		case 'z':
			s.ps = s.ps[:0]
		}
		if s.debug != nil {
			s.debug.after(c)
		}
	}
	s.endOfCycle()
	if !s.quiet {
		s.line(s.out(), s.ps)
	}
	return false
}

func (s *sed) endOfCycle() {
	if s.debug != nil {
		s.debug.endOfCycle()
	}
}

func (s *sed) substitute(sub *substitution) {
	re := s.resolve(sub.re)
	ps := s.ps
	var dst []byte
	count, pos, prevEnd := 0, 0, -1
	done := false
	if s.debug == nil && sub.literal != nil || re.Groups() == 0 {
		start, end, ok, err := re.Span(ps, 0)
		if err != nil {
			panic(parseError{err.Error(), 4})
		}
		if !ok {
			return
		}
		s.loc = append(s.loc[:0], start, end)
	} else if loc, err := re.MatchIndexInto(s.loc, ps, 0); err != nil {
		panic(parseError{err.Error(), 4})
	} else if loc == nil {
		return
	} else {
		s.loc = loc
	}
	if s.debug != nil {
		s.debug.match(s.loc)
	}
	dst = s.alt[:0]
	for {
		start, end := s.loc[0], s.loc[1]
		dst = append(dst, ps[pos:start]...)
		pos = start
		if start == end && start == prevEnd {
			// Nothing, right behind the last match, is no match.
		} else {
			count++
			if count < sub.nth {
				dst = append(dst, ps[start:end]...)
			} else {
				done = true
				if sub.literal != nil {
					dst = append(dst, sub.literal...)
				} else {
					dst = s.replace(dst, sub, ps)
				}
			}
			pos = end
			prevEnd = end
			if done && !sub.global {
				break
			}
		}
		if start == end {
			if end >= len(ps) {
				break
			}
			dst = append(dst, ps[end]) // a byte, even of a longer character
			pos = end + 1
		}
		if pos > len(ps) {
			break
		}
		if len(dst) > maxSpace {
			s.checkSpace(dst)
		}
		if sub.literal != nil || re.Groups() == 0 {
			start, end, ok, err := re.Span(ps, pos)
			if err != nil {
				panic(parseError{err.Error(), 4})
			}
			if !ok {
				break
			}
			s.loc = append(s.loc[:0], start, end)
		} else {
			loc, err := re.MatchIndexInto(s.loc, ps, pos)
			if err != nil {
				panic(parseError{err.Error(), 4})
			}
			if loc == nil {
				break
			}
			s.loc = loc
		}
	}
	if !done {
		s.alt = dst[:0]
		return
	}
	if pos < len(ps) {
		dst = append(dst, ps[pos:]...)
	}
	s.alt, s.psOwn, s.ps = s.psOwn[:0], dst, dst
	s.checkSpace(dst)
	s.replaced = true
	if sub.print == 2 {
		s.line(s.out(), s.ps)
	}
	if sub.eval {
		s.psOwn = append(s.psOwn[:0], s.capture(string(s.ps))...)
		if n := len(s.psOwn); n > 0 && s.psOwn[n-1] == s.delim {
			s.psOwn = s.psOwn[:n-1]
		}
		s.ps = s.psOwn
	}
	if sub.print == 1 {
		s.line(s.out(), s.ps)
	}
	if sub.out != nil {
		s.line(sub.out, s.ps)
	}
}

// replace appends the replacement for the match in s.loc.
func (s *sed) replace(dst []byte, sub *substitution, ps []byte) []byte {
	const firsts = upperFirst | lowerFirst
	var carry caseMode // a \u or \l that found nothing to change yet
	for i := range sub.parts {
		p := &sub.parts[i]
		mode := p.mode
		if mode&firsts == 0 {
			mode |= carry
		}
		carry = 0
		if len(p.text) > 0 {
			if mode == 0 {
				dst = append(dst, p.text...)
			} else {
				dst = s.cased(dst, p.text, mode)
				mode &^= firsts
			}
		}
		if p.group < 0 {
			continue
		}
		var g []byte
		if 2*p.group+1 < len(s.loc) && s.loc[2*p.group] >= 0 {
			g = ps[s.loc[2*p.group]:s.loc[2*p.group+1]]
		}
		switch {
		case len(g) == 0:
			carry = mode & firsts
		case mode == 0:
			dst = append(dst, g...)
		default:
			dst = s.cased(dst, g, mode)
		}
	}
	return dst
}

func (s *sed) cased(dst, text []byte, mode caseMode) []byte {
	first := true
	for len(text) > 0 {
		r, n := rune(text[0]), 1
		if s.utf && r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text)
			if n == 1 {
				dst = append(dst, text[0])
				text = text[1:]
				first = false
				continue
			}
		}
		up, low := mode&upperAll != 0, mode&lowerAll != 0
		if first && mode&upperFirst != 0 {
			up, low = true, false
		}
		if first && mode&lowerFirst != 0 {
			up, low = false, true
		}
		first = false
		if r < utf8.RuneSelf || s.utf {
			if up {
				r = unicode.ToUpper(r)
			} else if low {
				r = unicode.ToLower(r)
			}
			dst = utf8.AppendRune(dst, r)
		} else {
			dst = append(dst, text[0])
		}
		text = text[n:]
	}
	return dst
}

func (s *sed) transliterate(c *command) {
	if c.runes == nil {
		s.own()
		for i, b := range s.ps {
			s.ps[i] = c.table[b]
		}
		return
	}
	dst := s.alt[:0]
	for i := 0; i < len(s.ps); {
		r, n := utf8.DecodeRune(s.ps[i:])
		if t, ok := c.runes[r]; ok && !(r == utf8.RuneError && n == 1) {
			dst = utf8.AppendRune(dst, t)
		} else if n == 1 {
			dst = append(dst, c.table[s.ps[i]])
		} else {
			dst = append(dst, s.ps[i:i+n]...)
		}
		i += n
	}
	s.alt, s.psOwn, s.ps = s.psOwn[:0], dst, dst
}

// list is the l command: the line without doubt, wrapped at width.
func (s *sed) list(width int64) {
	o := s.out()
	o.put(nil, s.delim)
	col := int64(0)
	var b []byte
	for _, c := range s.ps {
		b = b[:0]
		switch {
		case c == '\\':
			b = append(b, `\\`...)
		case c >= ' ' && c < 0x7f:
			b = append(b, c)
		default:
			if k := strings.IndexByte("\a\b\f\n\r\t\v", c); k >= 0 {
				b = append(b, '\\', "abfnrtv"[k])
			} else {
				b = fmt.Appendf(b, `\%03o`, c)
			}
		}
		if width > 0 && col+int64(len(b)) > width-1 {
			o.w.WriteByte('\\')
			o.w.WriteByte(s.delim)
			col = 0
		}
		o.w.Write(b)
		col += int64(len(b))
	}
	o.w.WriteByte('$')
	o.w.WriteByte(s.delim)
}

// runE is the e command.
func (s *sed) runE(c *command) {
	if n := len(c.text); n > 0 {
		c.text[n-1] = 0 // as GNU sed ends it, which --debug shows
		out := s.capture(string(c.text[:n-1]))
		if len(out) > 0 {
			s.out().put(out, s.delim)
		}
		return
	}
	s.psOwn = append(s.psOwn[:0], s.capture(string(s.ps))...)
	s.ps = s.psOwn
	if n := len(s.ps); n > 0 && s.ps[n-1] == s.delim {
		s.ps = s.ps[:n-1]
	}
	s.chomped = true
}

// capture runs a shell command and returns what it prints.
func (s *sed) capture(command string) []byte {
	s.flushOutputs()
	s.own()
	r, w := vfs.Pipe()
	child, err := s.p.StartShell(s.ctx, command, s.p.Stdin, w)
	if err != nil {
		w.Close()
		r.Close()
		panic(parseError{"error running subprocess: " + vfs.ErrText(err), 4})
	}
	var out []byte
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 32<<10)
		for {
			n, err := r.ReadContext(s.ctx, buf)
			if len(out) < maxSpace {
				out = append(out, buf[:n]...)
			}
			if err != nil {
				return
			}
		}
	}()
	child.Wait()
	w.Close()
	<-done
	r.Close()
	return out
}

// beginEdit opens what a file edited in place is written to.
func (s *sed) beginEdit(name string) bool {
	file := s.p.Path(name)
	if s.follow {
		if real, err := s.p.FS.RealPath(s.ctx, file); err == nil {
			file = real
		}
	}
	info, err := s.p.FS.Stat(s.ctx, file)
	if err != nil {
		s.p.ErrorfUnflushed("can't read %s: %s", name, vfs.ErrText(err))
		s.status = 2
		return false
	}
	if info.Kind != vfs.Regular {
		s.p.ErrorfUnflushed("couldn't edit %s: not a regular file", name)
		s.status = 4
		return false
	}
	for try := 0; ; try++ {
		var r [6]byte
		io.ReadFull(s.p.Rand, r[:])
		for i := range r {
			r[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[int(r[i])%36]
		}
		temp := path.Join(path.Dir(file), "sed"+string(r[:]))
		f, err := s.p.FS.Open(s.ctx, temp, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
		if err != nil {
			if errors.Is(err, vfs.EEXIST) && try < 100 {
				continue
			}
			s.p.ErrorfUnflushed("couldn't open temporary file %s: %s", temp, vfs.ErrText(err))
			s.closeOutputs()
			s.p.Exit(4)
		}
		s.edit = &edit{path: file, temp: temp, info: info, out: &output{w: commands.NewOutput(f), file: f}}
		return true
	}
}

// endEdit puts the edited file in place of the old one.
func (s *sed) endEdit() {
	e := s.edit
	if e == nil {
		return
	}
	s.edit = nil
	e.out.w.Flush()
	e.out.file.Close()
	fail := func(what string, err error) {
		s.p.FS.Unlink(s.ctx, e.temp)
		panic(parseError{fmt.Sprintf("%s %s: %s", what, e.path, vfs.ErrText(err)), 4})
	}
	if err := s.p.FS.Chmod(s.ctx, e.temp, e.info.Mode); err != nil {
		fail("couldn't change the mode of", err)
	}
	if s.suffix != "" {
		base := path.Base(e.path)
		backup := base + s.suffix
		if strings.Contains(s.suffix, "*") {
			backup = strings.ReplaceAll(s.suffix, "*", base)
		}
		if strings.Contains(backup, "/") {
			backup = s.p.Path(backup)
		} else {
			backup = path.Join(path.Dir(e.path), backup)
		}
		if err := s.p.FS.Rename(s.ctx, e.path, backup); err != nil {
			fail("cannot rename", err)
		}
	}
	if err := s.p.FS.Rename(s.ctx, e.temp, e.path); err != nil {
		fail("cannot rename", err)
	}
}

// abandon drops the edit at hand; the file stays as it was.
func (s *sed) abandon() {
	if s.edit != nil {
		s.edit.out.file.Close()
		s.p.FS.Unlink(context.WithoutCancel(s.ctx), s.edit.temp)
		s.edit = nil
	}
}
