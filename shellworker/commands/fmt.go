package commands

import (
	"context"
	"strconv"
	"strings"

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

// fmtWord is a word of a paragraph, with what stands behind it.
type fmtWord struct {
	text   string
	space  int
	paren  bool // begins with an opening bracket
	period bool // ends in . ? or !
	punct  bool // ends in other punctuation
	final  bool // ends a sentence
	length int
	next   int
}

type formatter struct {
	p                             *Process
	crown, tagged, split, uniform bool
	prefix                        string
	prefixIndent                  int
	width, goal                   int
	lines                         []string
	words                         []fmtWord
	best                          []int64 // the least cost from each word on
	first, other                  int     // indentation
	tabs                          bool    // there were some
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
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			p.Fatalf(1, "invalid width: %s", p.Quote(arg))
		}
		if int(n) > most {
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
			f.prefixIndent = len(o.Arg) - len(t)
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
		f.lines = f.lines[:0]
		f.other = 0
		err = eachLine(ctx, in, '\n', func(l []byte, whole bool) { f.add(string(l), whole) })
		f.flush()
		in.Close()
		if err != nil {
			p.Out.Flush()
			p.Errorf("read error")
			status = 1
		}
	}
	return status
}

// indent returns the columns of the blanks that l begins with, and the rest.
func fmtIndent(l string, col int) (int, string) {
	for i := 0; i < len(l); i++ {
		switch l[i] {
		case ' ':
			col++
		case '\t':
			col = (col/8 + 1) * 8
		default:
			return col, l[i:]
		}
	}
	return col, ""
}

// fmtLine takes a line apart: the indentation before and behind the prefix;
// ok is false for one that is to be left alone.
func (f *formatter) line(l string) (before, in int, rest string, ok bool) {
	before, rest = fmtIndent(l, 0)
	if f.prefix == "" {
		return 0, before, rest, rest != "" && before >= f.prefixIndent
	}
	if before < f.prefixIndent || !strings.HasPrefix(rest, f.prefix) {
		return before, 0, rest, false
	}
	in, rest = fmtIndent(rest[len(f.prefix):], before+len(f.prefix))
	return before, in, rest, rest != ""
}

// add takes another line; a paragraph ends where indentation changes.
// whole is false for a last line without its newline.
func (f *formatter) add(l string, whole bool) {
	// Only the indentation was read when what came before is printed.
	f.tabs = f.tabs || strings.IndexByte(l[:len(l)-len(strings.TrimLeft(l, " \t"))], '\t') >= 0
	before, in, _, ok := f.line(l)
	if !ok {
		f.flush()
		// As it is, but for tabs and blanks at its end.
		col, rest := fmtIndent(l, 0)
		if f.prefix != "" && strings.HasPrefix(rest, f.prefix) && col >= f.prefixIndent {
			_, r2 := fmtIndent(rest[len(f.prefix):], 0)
			if r2 == "" {
				f.spaces(0, col)
				f.p.Out.WriteString(f.prefix + "\n")
				return
			}
		}
		if rest != "" {
			f.spaces(0, col)
			f.p.Out.WriteString(rest)
		}
		if whole || rest == "" && f.prefix == "" {
			f.p.Out.WriteByte('\n')
		}
		return
	}
	if len(f.lines) > 0 {
		b0, i0, _, _ := f.line(f.lines[0])
		same := before == b0
		switch {
		case f.split:
			same = false
		case f.crown:
			if len(f.lines) > 1 {
				_, i1, _, _ := f.line(f.lines[1])
				same = same && in == i1
			}
		case f.tagged:
			if len(f.lines) == 1 {
				same = same && in != i0
			} else {
				_, i1, _, _ := f.line(f.lines[1])
				same = same && in == i1
			}
		default:
			same = same && in == i0
		}
		if !same {
			f.flush()
		}
	}
	f.tabs = f.tabs || strings.IndexByte(l, '\t') >= 0
	f.lines = append(f.lines, l)
}

func (f *formatter) spaces(from, to int) {
	if stop := to / 8 * 8; f.tabs && from+1 < stop {
		for from < stop {
			f.p.Out.WriteByte('\t')
			from = (from/8 + 1) * 8
		}
	}
	for ; from < to; from++ {
		f.p.Out.WriteByte(' ')
	}
}

// flush fills the paragraph at hand and prints it.
func (f *formatter) flush() {
	if len(f.lines) == 0 {
		return
	}
	before, first, _, _ := f.line(f.lines[0])
	other := first
	if len(f.lines) > 1 && (f.crown || f.tagged) {
		_, other, _, _ = f.line(f.lines[1])
	} else if f.tagged && !f.split {
		// A tag alone: the last paragraph's, or one that differs from the first.
		if other = f.other; other == first {
			other = 0
			if first == 0 {
				other = 3
			}
		}
	}
	f.first, f.other = first, other
	f.words = f.words[:0]
	chars := 0 // of the words held
	for _, l := range f.lines {
		_, col, rest, _ := f.line(l)
		for rest != "" {
			n := strings.IndexAny(rest, " \t")
			if n < 0 {
				n = len(rest)
			}
			// A word too many, or one that has no room, prints a part of the paragraph.
			for chars+n > fmtMostChars && len(f.words) > 0 {
				chars -= f.part(before, col)
			}
			w := fmtWord{text: rest[:n], length: n}
			chars += n
			col += n
			var after int
			after, rest = fmtIndent(rest[n:], col)
			gap := after - col
			col = after
			eol := rest == ""
			f.classify(&w)
			w.final = w.period && (eol || gap > 1)
			if eol || f.uniform {
				gap = 1
				if w.final {
					gap = 2
				}
			}
			w.space = gap
			if len(f.words) == fmtMostWords {
				chars -= f.part(before, col)
			}
			f.words = append(f.words, w)
		}
	}
	f.lines = f.lines[:0]
	n := len(f.words)
	if n == 0 {
		return
	}
	f.words[n-1].period, f.words[n-1].final = true, true
	f.choose()
	f.print(before, n)
}

// GNU fmt holds so many characters and words of a paragraph.
const fmtMostChars, fmtMostWords = 5000, 998

// part prints the words held up to a good break near their end, as GNU fmt does
// when its buffer is full, and returns how many characters that were.
// As there, -c and -t take col, where it is in the input, for an indentation.
func (f *formatter) part(before, col int) (chars int) {
	const most = int64(1)<<62 - 1
	n := len(f.words)
	switch {
	case f.split:
	case f.crown || f.tagged && col != f.first:
		f.other = col
	case f.tagged && f.other == f.first:
		if f.other = 0; f.first == 0 {
			f.other = 3
		}
	}
	f.choose()
	split, best := n, most
	for i := f.words[0].next; i < n; i = f.words[i].next {
		if c := f.best[i] - f.best[f.words[i].next]; c < best {
			split, best = i, c
		}
		if best <= most-9 {
			best += 9
		}
	}
	f.print(before, split)
	for _, w := range f.words[:split] {
		chars += w.length
	}
	f.words = f.words[:copy(f.words, f.words[split:])]
	return chars
}

// print prints the lines that the first n words were broken into.
func (f *formatter) print(before, n int) {
	indent := f.first
	for i := 0; i < n; {
		end := f.words[i].next
		col := indent
		if f.prefix != "" {
			f.spaces(0, before)
			f.p.Out.WriteString(f.prefix)
			f.spaces(before+len(f.prefix), indent)
			col = max(col, before+len(f.prefix))
		} else {
			f.spaces(0, indent)
		}
		for k := i; k < end; k++ {
			f.p.Out.WriteString(f.words[k].text)
			col += f.words[k].length
			if k < end-1 {
				f.spaces(col, col+f.words[k].space)
				col += f.words[k].space
			}
		}
		f.p.Out.WriteByte('\n')
		i = end
		indent = f.other
	}
}

func (f *formatter) classify(w *fmtWord) {
	w.paren = strings.IndexByte("(['`\"", w.text[0]) >= 0
	last := w.text[len(w.text)-1]
	w.punct = last > ' ' && last < 0x7f && !(last >= '0' && last <= '9' || last|32 >= 'a' && last|32 <= 'z')
	t := strings.TrimRight(w.text, ")]'\"")
	w.period = t != "" && strings.IndexByte(".?!", t[len(t)-1]) >= 0
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
	best := make([]int64, n+1)
	f.best = best
	lens := make([]int, n+1)
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
			r := int64(length - lens[next])
			c += ragged * r * r
		}
		return c
	}
	for i := n - 1; i >= 0; i-- {
		bestCost := int64(1) << 62
		length := f.other
		if i == 0 {
			length = f.first
		}
		k := i
		length += f.words[k].length
		for {
			k++
			c := lineCost(k, length) + best[k]
			if c < bestCost {
				bestCost = c
				f.words[i].next = k
				lens[i] = length
			}
			if k == n {
				break
			}
			length += f.words[k-1].space + f.words[k].length
			if length >= f.width {
				break
			}
		}
		best[i] = bestCost + base(i)
	}
}
