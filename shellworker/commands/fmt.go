package commands

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "fmt", Run: fmtMain, Help: `
Usage: fmt [-WIDTH] [OPTION]... [FILE]...
Fill the lines of each paragraph of the files, or of the standard input.

  -c, --crown-margin     the first two lines of a paragraph set its indentation
  -p, --prefix=STRING    only lines that begin with STRING, which stays
  -s, --split-only       break long lines, don't fill short ones
  -t, --tagged-paragraph the first line's indentation differs from the second's
  -u, --uniform-spacing  one blank between words, two behind sentences
  -w, --width=WIDTH      lines of at most WIDTH columns (75)
  -g, --goal=WIDTH       lines of about WIDTH columns (93 % of the width)
      --help             this text
      --version          the version
`})
}

// fmtMostChars and fmtMostWords bound what is held of a paragraph, as in GNU
// fmt: a longer one is printed in parts.
const fmtMostChars, fmtMostWords = 5000, 998

// fmtEOF stands for the end of the input among its bytes.
const fmtEOF = -1

// fmtWord is a word of a paragraph, with what stands behind it.
type fmtWord struct {
	length int
	space  int
	paren  bool // begins with an opening bracket
	period bool // ends in . ? or !
	punct  bool // ends in other punctuation
	final  bool // ends a sentence

	// What choose finds for a line that begins here.
	next       int   // the word behind the line
	lineLength int   // in columns
	cost       int64 // of this line and those that follow
}

type formatter struct {
	p                             *Process
	crown, tagged, split, uniform bool
	prefix                        string // without the blanks around it
	prefixLead                    int    // blanks ahead of it
	prefixLength                  int    // with the blanks behind it
	width, goal                   int

	// The input: a byte is read ahead, so at a line's beginning its indentation
	// and prefix are behind.
	in         *bufio.Reader
	readErr    error
	column     int  // of the byte read ahead
	nextIndent int  // of the prefix of the line that is being read
	tabs       bool // there were some

	// The paragraph.
	indent       int // of its prefix
	first, other int // columns where its first and its other lines begin
	text         []byte
	words        []fmtWord
	lastLine     int // length of the line printed last, 0 ahead of the first

	outColumn int
}

func fmtMain(ctx context.Context, p *Process) int {
	f := &formatter{p: p, width: 75}
	goal := -1
	args := append([]string{}, p.Args...)
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && args[0][1] >= '0' && args[0][1] <= '9' {
		args[0] = "-w" + args[0][1:]
	}
	p.Args = args
	opts, files := p.Getopt("cp:stuw:g:0123456789", getopt.Long{Name: "crown-margin", ID: 'c'}, getopt.Long{Name: "prefix", Arg: getopt.Required, ID: 'p'},
		getopt.Long{Name: "split-only", ID: 's'}, getopt.Long{Name: "tagged-paragraph", ID: 't'}, getopt.Long{Name: "uniform-spacing", ID: 'u'},
		getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'}, getopt.Long{Name: "goal", Arg: getopt.Required, ID: 'g'})
	number := func(arg string, most int) int {
		n, err := strconv.ParseUint(arg, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			p.Fatalf(1, "invalid width: %s: %s", p.Quote(arg), vfs.EOVERFLOW)
		}
		if err != nil {
			p.Fatalf(1, "invalid width: %s", p.Quote(arg))
		}
		if n > uint64(most) {
			p.Fatalf(1, "invalid width: %s: Numerical result out of range", p.Quote(arg))
		}
		return int(n)
	}
	haveWidth, goalArg := false, ""
	for _, o := range opts {
		switch o.ID {
		case 'c':
			f.crown = true
		case 'p':
			t := strings.TrimLeft(o.Arg, " ")
			f.prefixLead = len(o.Arg) - len(t)
			f.prefixLength = len(t)
			f.prefix = strings.TrimRight(t, " ")
		case 's':
			f.split = true
		case 't':
			f.tagged = true
		case 'u':
			f.uniform = true
		case 'w':
			f.width, haveWidth = number(o.Arg, 2500), true
		case 'g':
			goalArg = o.Arg
		default:
			p.UsageError("invalid option -- %c; -WIDTH is recognized only when it is the first\noption; use -w N instead", o.ID)
		}
	}
	if goalArg != "" {
		most := 75
		if haveWidth {
			most = f.width
		}
		goal = number(goalArg, most)
		if !haveWidth {
			f.width = goal + 10
		}
	}
	f.goal = goal
	if goal < 0 {
		f.goal = f.width * (2*(100-7) + 1) / 200
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, name := range files {
		in, err := p.Input(ctx, name)
		if err != nil {
			p.openError(name, err)
			status = 1
			continue
		}
		f.format(contextReader{ctx, in})
		in.Close()
		if f.readErr != nil {
			p.Out.Flush()
			p.Errorf("read error")
			status = 1
		}
	}
	return status
}

// contextReader reads until the context is done.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (r contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}

// format fills the paragraphs of in.
func (f *formatter) format(in io.Reader) {
	f.in, f.readErr = bufio.NewReaderSize(in, 64<<10), nil
	f.tabs, f.other = false, 0
	for c := f.lineStart(); ; {
		f.lastLine = 0
		for c == '\n' || c == fmtEOF || f.nextIndent < f.prefixLead || f.column < f.nextIndent+f.prefixLength {
			if c = f.copyLine(c); c == fmtEOF {
				return
			}
			f.p.Out.WriteByte('\n')
			c = f.lineStart()
		}
		c = f.paragraph(c)
	}
}

func (f *formatter) read() int {
	c, err := f.in.ReadByte()
	if err != nil {
		if err != io.EOF && f.readErr == nil {
			f.readErr = err
		}
		return fmtEOF
	}
	return int(c)
}

// blanks reads behind blanks, of which c may be the first, and returns the byte
// that follows.
func (f *formatter) blanks(c int) int {
	for ; ; c = f.read() {
		switch c {
		case ' ':
			f.column++
		case '\t':
			f.tabs = true
			f.column = (f.column/8 + 1) * 8
		default:
			return c
		}
	}
}

// lineStart reads a line's indentation and prefix and returns the byte that
// follows.
func (f *formatter) lineStart() int {
	f.column = 0
	c := f.blanks(f.read())
	if f.prefix == "" {
		f.nextIndent = min(f.prefixLead, f.column)
		return c
	}
	f.nextIndent = f.column
	for i := range len(f.prefix) {
		if c != int(f.prefix[i]) {
			return c
		}
		f.column++
		c = f.read()
	}
	return f.blanks(c)
}

// copyLine prints a line that is to be left alone, from its beginning, which has
// been read up to c. It returns the newline or fmtEOF.
func (f *formatter) copyLine(c int) int {
	f.outColumn = 0
	end := c == '\n' || c == fmtEOF
	if f.column > f.nextIndent || !end {
		f.spaces(f.nextIndent)
		n := min(len(f.prefix), f.column-f.outColumn)
		f.p.Out.WriteString(f.prefix[:n])
		f.outColumn += n
		if !end {
			f.spaces(f.column - f.outColumn)
		}
		if c == fmtEOF && f.column >= f.nextIndent+len(f.prefix) {
			f.p.Out.WriteByte('\n')
		}
	}
	for c != '\n' && c != fmtEOF {
		f.p.Out.WriteByte(byte(c))
		c = f.read()
	}
	return c
}

// paragraph reads and prints a paragraph that begins with c. It returns the byte
// that follows it.
func (f *formatter) paragraph(c int) int {
	f.indent, f.first = f.nextIndent, f.column
	f.text, f.words = f.text[:0], f.words[:0]
	c = f.readLine(c)
	f.setOther(f.continues(c))
	switch {
	case f.split:
	case f.tagged && !f.crown && f.column == f.first:
		// A tag alone.
	case f.crown || f.tagged:
		for first := true; f.continues(c) && (first || f.column == f.other); first = false {
			c = f.readLine(c)
		}
	default:
		for f.continues(c) && f.column == f.other {
			c = f.readLine(c)
		}
	}
	last := &f.words[len(f.words)-1]
	last.period, last.final = true, true
	f.choose()
	f.print(len(f.words))
	return c
}

// continues says whether the line that begins with c has the paragraph's prefix.
func (f *formatter) continues(c int) bool {
	return c != '\n' && c != fmtEOF && f.nextIndent == f.indent && f.column >= f.nextIndent+f.prefixLength
}

// setOther finds the indentation of the lines behind the first; same says
// that the input is within the paragraph.
func (f *formatter) setOther(same bool) {
	switch {
	case f.split || !f.crown && !f.tagged || f.crown && !same:
		f.other = f.first
	case f.crown || same && f.column != f.first:
		f.other = f.column
	case f.other == f.first:
		if f.other = 0; f.first == 0 {
			f.other = 3
		}
	}
}

// readLine adds the words of a line that begins with c, and returns the byte
// behind the next line's indentation and prefix.
func (f *formatter) readLine(c int) int {
	for {
		start := len(f.text)
		for more := true; more; more = c != fmtEOF && !isSpace(byte(c)) {
			if len(f.text) == fmtMostChars {
				f.setOther(true)
				start -= f.printPart()
			}
			f.text = append(f.text, byte(c))
			c = f.read()
		}
		w := classify(f.text[start:])
		f.column += w.length
		behind := f.column
		c = f.blanks(c)
		w.space = f.column - behind
		end := c == '\n' || c == fmtEOF
		w.final = c == fmtEOF || w.period && (end || w.space > 1)
		if end || f.uniform {
			w.space = 1
			if w.final {
				w.space = 2
			}
		}
		if len(f.words) == fmtMostWords {
			f.setOther(true)
			f.printPart()
		}
		f.words = append(f.words, w)
		if end {
			return f.lineStart()
		}
	}
}

// printPart makes room in a full paragraph: it prints the lines up to a good
// break near its end, or the beginning of a word that fills it alone. It returns
// by how many bytes the word that is being read has moved.
func (f *formatter) printPart() int {
	if len(f.words) == 0 {
		f.p.Out.Write(f.text)
		f.text = f.text[:0]
		return 0
	}
	f.choose()
	split, best := len(f.words), int64(math.MaxInt64)
	for i := f.words[0].next; i < len(f.words); i = f.words[i].next {
		if c := f.words[i].cost - f.cost(f.words[i].next); c < best {
			split, best = i, c
		}
		if best <= math.MaxInt64-9 {
			best += 9 // a later break is better
		}
	}
	n := f.print(split)
	f.text = f.text[:copy(f.text, f.text[n:])]
	f.words = f.words[:copy(f.words, f.words[split:])]
	return n
}

// print prints the lines that the first n words were broken into, and returns
// how many bytes of text those words are.
func (f *formatter) print(n int) int {
	text, indent := f.text, f.first
	for i := 0; i < n; indent = f.other {
		f.outColumn = 0
		f.spaces(f.indent)
		f.p.Out.WriteString(f.prefix)
		f.outColumn += len(f.prefix)
		f.spaces(indent - f.outColumn)
		end := f.words[i].next
		for ; i < end; i++ {
			w := &f.words[i]
			f.p.Out.Write(text[:w.length])
			text = text[w.length:]
			f.outColumn += w.length
			if i < end-1 {
				f.spaces(w.space)
			}
		}
		f.lastLine = f.outColumn
		f.p.Out.WriteByte('\n')
	}
	return len(f.text) - len(text)
}

// spaces prints n columns of blanks.
func (f *formatter) spaces(n int) {
	to := f.outColumn + n
	if stop := to / 8 * 8; f.tabs && f.outColumn+1 < stop {
		for ; f.outColumn < stop; f.outColumn = (f.outColumn/8 + 1) * 8 {
			f.p.Out.WriteByte('\t')
		}
	}
	for ; f.outColumn < to; f.outColumn++ {
		f.p.Out.WriteByte(' ')
	}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// classify returns the word that text is. As in GNU fmt, a NUL byte is an
// opening bracket, a closing one and a period.
func classify(text []byte) fmtWord {
	w := fmtWord{length: len(text)}
	w.paren = strings.IndexByte("(['`\"\x00", text[0]) >= 0
	last := text[len(text)-1]
	w.punct = last > ' ' && last < 0x7f && !(last >= '0' && last <= '9' || last|32 >= 'a' && last|32 <= 'z')
	end := len(text) - 1
	for end > 0 && strings.IndexByte(")]'\"\x00", text[end]) >= 0 {
		end--
	}
	w.period = strings.IndexByte(".?!\x00", text[end]) >= 0
	return w
}

// cost returns what the lines from word i on cost.
func (f *formatter) cost(i int) int64 {
	if i == len(f.words) {
		return 0
	}
	return f.words[i].cost
}

// choose finds the breaks with the least cost, from the end backwards. The
// costs are GNU fmt's: of lines off the goal, of unequal neighbours, of breaks
// at bad places.
func (f *formatter) choose() {
	const (
		orphan, width, short, ragged = int64(150 * 150), int64(200 * 200), int64(100), int64(50)
		nobreak, sentence, paren     = int64(600 * 600), int64(50 * 50), int64(40 * 40)
		punct, line                  = int64(40 * 40), int64(70 * 70)
	)
	n := len(f.words)
	base := func(i int) int64 {
		c := line
		if i > 0 {
			prev := &f.words[i-1]
			switch {
			case prev.period:
				if prev.final {
					c -= sentence
				} else {
					c += nobreak
				}
			case prev.punct:
				c -= punct
			case i > 1 && f.words[i-2].final:
				c += width / int64(prev.length+2)
			}
		}
		w := &f.words[i]
		if w.paren {
			c -= paren
		} else if w.final {
			c += orphan / int64(w.length+2)
		}
		return c
	}
	lineCost := func(next, length int) int64 {
		if next == n {
			return 0
		}
		d := int64(f.goal - length)
		c := short * d * d
		if f.words[next].next != n {
			r := int64(length - f.words[next].lineLength)
			c += ragged * r * r
		}
		return c
	}
	for i := n - 1; i >= 0; i-- {
		bestCost := int64(math.MaxInt64)
		length := f.other
		if i == 0 {
			length = f.first
		}
		k := i
		length += f.words[k].length
		for {
			k++
			c := lineCost(k, length) + f.cost(k)
			if i == 0 && f.lastLine > 0 {
				r := int64(length - f.lastLine)
				c += ragged * r * r
			}
			if c < bestCost {
				bestCost = c
				f.words[i].next = k
				f.words[i].lineLength = length
			}
			if k == n {
				break
			}
			length += f.words[k-1].space + f.words[k].length
			if length >= f.width {
				break
			}
		}
		f.words[i].cost = bestCost + base(i)
	}
}
