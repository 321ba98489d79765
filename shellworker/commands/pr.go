package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "pr", Run: prMain, Help: `
Usage: pr [OPTION]... [FILE]...
Paginate the files, or the standard input, for printing.

  +FIRST[:LAST], --pages=FIRST[:LAST]  only the pages from FIRST to LAST
  -COLUMN, --columns=COLUMN  so many columns, filled one after another
  -a, --across               fill columns across
  -b                         columns of the same length, as they always are
  -c, --show-control-chars   ^G, or a backslash and octal digits
  -d, --double-space         an empty line between lines
  -D, --date-format=FORMAT   the header's date by FORMAT
  -e[CHAR[WIDTH]], --expand-tabs[=CHAR[WIDTH]]  CHARs (tabs) of the input become
                             blanks up to stops every WIDTH (8)
  -F, -f, --form-feed        form feeds between pages
  -h, --header=HEADER        HEADER instead of the file's name
  -i[CHAR[WIDTH]], --output-tabs[=CHAR[WIDTH]]  blanks become CHARs (tabs)
  -J, --join-lines           whole lines, columns not aligned
  -l, --length=LENGTH        lines of a page (66; at most 10 implies -t)
  -m, --merge                the files side by side, one in each column
  -n[SEP[DIGITS]], --number-lines[=SEP[DIGITS]]  number lines, with DIGITS (5)
                             digits and SEP (a tab) behind them
  -N, --first-line-number=NUMBER  start with NUMBER at the first line printed
  -o, --indent=MARGIN        indent by MARGIN blanks
  -r, --no-file-warnings     say nothing of files that can't be opened
  -s[CHAR], --separator[=CHAR]  columns are separated by CHAR (a tab without -w,
                             nothing with it), and not truncated without -w
  -S[STRING], --sep-string[=STRING]  columns are separated by STRING
  -t, --omit-header          no headers and trailers
  -T, --omit-pagination      nor any pages by form feeds of the input
  -v, --show-nonprinting     a backslash and octal digits for control characters
  -w, --width=WIDTH          columns of the page (72) with several columns
  -W, --page-width=WIDTH     columns of the page in any case; cut longer lines
      --help                 this text
      --version              the version
`})
}

// anywhere is the position of a column that isn't aligned.
const anywhere = 0

// prColumnState is what can still be read for a column.
type prColumnState uint8

const (
	prOpen   prColumnState = iota
	prFeed                 // a form feed was read ahead into a stored page
	prHeld                 // nothing more on this page
	prClosed               // nothing more at all
)

type prColumn struct {
	in         *bufio.Reader
	state      prColumnState
	numbered   bool
	start      int        // where it begins, the separator in front included
	left       int        // lines still to be printed on this page
	filled     bool       // the page ended with its lines used up
	lines      []prStored // of this page
	keepStored bool       // lines are stored before they are printed
}

// prStored is a line that waits until the page's columns are balanced.
type prStored struct {
	text  []byte
	width int
}

// printPages is one run of pr.
type printPages struct {
	p   *Process
	out *Output

	columns, length, body  int // columns; lines of a page, with and without headers
	width, margin          int
	first, last            int // pages; last 0 for all
	across, merge, double  bool
	store, truncate, join  bool
	headers, keepFeeds     bool
	formFeed               bool
	untabify, tabify       bool
	escapes, hats          bool
	inTab, outTab          byte
	inStop, outStop        int
	separate               bool
	sep                    string
	number, countSkipped   bool
	numberSep              byte
	digits, numberWidth    int
	startLine, columnWidth int
	header                 string
	haveHeader, noWarnings bool
	dateFormat             string
	line, page, counted    int
	date, name             string
	cols                   []*prColumn
	open                   int // columns, or files, that can be read
	storing                *prStored
	inputPos, outputPos    int
	blanks, separators     int // not printed yet
	padding                int
	headerDue, feedDue     bool
	padDown, feedOnly      bool
	alignEmpty, emptyLine  bool
	lastSkipped            bool
	status                 int
}

func prMain(ctx context.Context, p *Process) int {
	r := &printPages{p: p, out: p.Out, columns: 1, length: 66, width: 72, numberSep: '\t', digits: 5, inTab: '\t', outTab: '\t', inStop: 8, outStop: 8,
		store: true, headers: true, countSkipped: true, startLine: 1, dateFormat: "%Y-%m-%d %H:%M"}
	opts, _ := p.Getopt("-0123456789abcdD:e::fFh:i::Jl:mn::N:o:rs::S::tTvw:W:", getopt.Long{Name: "pages", Arg: getopt.Required, ID: 301},
		getopt.Long{Name: "columns", Arg: getopt.Required, ID: 300}, getopt.Long{Name: "across", ID: 'a'}, getopt.Long{Name: "show-control-chars", ID: 'c'},
		getopt.Long{Name: "double-space", ID: 'd'}, getopt.Long{Name: "date-format", Arg: getopt.Required, ID: 'D'},
		getopt.Long{Name: "expand-tabs", Arg: getopt.Optional, ID: 'e'}, getopt.Long{Name: "form-feed", ID: 'f'}, getopt.Long{Name: "header", Arg: getopt.Required, ID: 'h'},
		getopt.Long{Name: "output-tabs", Arg: getopt.Optional, ID: 'i'}, getopt.Long{Name: "join-lines", ID: 'J'}, getopt.Long{Name: "length", Arg: getopt.Required, ID: 'l'},
		getopt.Long{Name: "merge", ID: 'm'}, getopt.Long{Name: "number-lines", Arg: getopt.Optional, ID: 'n'},
		getopt.Long{Name: "first-line-number", Arg: getopt.Required, ID: 'N'}, getopt.Long{Name: "indent", Arg: getopt.Required, ID: 'o'},
		getopt.Long{Name: "no-file-warnings", ID: 'r'}, getopt.Long{Name: "separator", Arg: getopt.Optional, ID: 's'},
		getopt.Long{Name: "sep-string", Arg: getopt.Optional, ID: 'S'}, getopt.Long{Name: "omit-header", ID: 't'}, getopt.Long{Name: "omit-pagination", ID: 'T'},
		getopt.Long{Name: "show-nonprinting", ID: 'v'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'}, getopt.Long{Name: "page-width", Arg: getopt.Required, ID: 'W'})
	var files []string
	digits := ""
	lastDigit := 0 // the number of the option that was one
	explicit, oldOptions, oldSep, oldWidth := false, false, false, false
	for i, o := range opts {
		if o.ID >= '0' && o.ID <= '9' {
			if lastDigit != i-1 {
				digits = ""
			}
			lastDigit = i
			digits += string(rune(o.ID))
			continue
		}
		switch o.ID {
		case getopt.Operand:
			if r.first == 0 && strings.HasPrefix(o.Arg, "+") {
				if first, last, ok := prRange(o.Arg[1:]); ok {
					r.first, r.last = first, last
					break
				}
				n := len(o.Arg) - len(strings.TrimLeft(o.Arg[1:], "0123456789"))
				if n == 1 || n < len(o.Arg) && o.Arg[n] != ':' {
					p.Fatalf(1, "invalid + argument '%s'", o.Arg[1:])
				}
			}
			files = append(files, o.Arg)
		case 301:
			first, last, ok := prRange(o.Arg)
			if !ok {
				p.Fatalf(1, "invalid page range %s", p.Quote(o.Arg))
			}
			r.first, r.last = first, last
		case 300:
			r.columns, explicit = r.natural(o.Arg, "invalid number of columns", 1), true
			digits = ""
		case 'a':
			r.across, r.store = true, false
		case 'c':
			r.hats = true
		case 'd':
			r.double = true
		case 'D':
			r.dateFormat = o.Arg
		case 'e':
			r.untabify = true
			r.charNumber('e', o.Arg, &r.inTab, &r.inStop)
		case 'f', 'F':
			r.formFeed = true
		case 'h':
			r.header, r.haveHeader = o.Arg, true
		case 'i':
			r.tabify = true
			r.charNumber('i', o.Arg, &r.outTab, &r.outStop)
		case 'J':
			r.join = true
		case 'l':
			r.length = r.natural(o.Arg, "'-l PAGE_LENGTH' invalid number of lines", 1)
		case 'm':
			r.merge, r.store = true, false
		case 'n':
			r.number = true
			r.charNumber('n', o.Arg, &r.numberSep, &r.digits)
		case 'N':
			n, err := strconv.Atoi(o.Arg)
			if errors.Is(err, strconv.ErrRange) || err == nil && n != int(int32(n)) {
				p.Fatalf(1, "'-N NUMBER' invalid starting line number: %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
			}
			if err != nil {
				p.Fatalf(1, "'-N NUMBER' invalid starting line number: %s", p.Quote(o.Arg))
			}
			r.countSkipped, r.startLine = false, n
		case 'o':
			r.margin = r.natural(o.Arg, "'-o MARGIN' invalid line offset", 0)
		case 'r':
			r.noWarnings = true
		case 's':
			oldOptions, oldSep = true, true
			if !r.separate && o.HasArg {
				r.sep = o.Arg
			}
		case 'S':
			oldSep = false
			r.sep, r.separate = o.Arg, true
		case 't':
			r.headers, r.keepFeeds = false, true
		case 'T':
			r.headers, r.keepFeeds = false, false
		case 'v':
			r.escapes = true
		case 'w':
			oldOptions, oldWidth = true, true
			if n := r.natural(o.Arg, "'-w PAGE_WIDTH' invalid number of characters", 1); !r.truncate {
				r.width = n
			}
		case 'W':
			oldWidth, r.truncate = false, true
			r.width = r.natural(o.Arg, "'-W PAGE_WIDTH' invalid number of characters", 1)
		}
	}
	if digits != "" {
		r.columns, explicit = r.natural(digits, "invalid number of columns", 1), true
	}
	if r.first == 0 {
		r.first = 1
	}
	if r.merge && explicit {
		p.Fatalf(1, "cannot specify number of columns when printing in parallel")
	}
	if r.merge && r.across {
		p.Fatalf(1, "cannot specify both printing across and printing in parallel")
	}
	// What the older -s and -w mean is told by the others of their kind.
	if several := r.merge || explicit; oldOptions {
		switch {
		case oldWidth && several:
			r.truncate = true
			r.separate = r.separate || oldSep
		case oldWidth:
			r.join = true
		case r.separate, !oldSep, !several:
		case !r.truncate:
			r.join = true
			r.separate = r.sep != ""
		default:
			r.separate = true
		}
	}
	switch {
	case len(files) == 0:
		r.merge = false
		r.files(ctx, []string{"-"})
	case r.merge:
		r.files(ctx, files)
	default:
		for _, f := range files {
			r.files(ctx, []string{f})
		}
	}
	return r.status
}

func (r *printPages) natural(arg, what string, least int) int {
	n, err := strconv.Atoi(strings.TrimPrefix(arg, "+"))
	switch {
	case err != nil && err.(*strconv.NumError).Err != strconv.ErrRange:
		r.p.Fatalf(1, "%s: %s", what, r.p.Quote(arg))
	case err != nil || n > 1<<31-1:
		r.p.Fatalf(1, "%s: %s: Value too large for defined data type", what, r.p.Quote(arg))
	case n < least:
		r.p.Fatalf(1, "%s: %s: Numerical result out of range", what, r.p.Quote(arg))
	}
	return n
}

// charNumber reads the CHAR[NUMBER] of -e, -i and -n.
func (r *printPages) charNumber(option byte, arg string, c *byte, n *int) {
	s := arg
	if s != "" && (s[0] < '0' || s[0] > '9') {
		*c, s = s[0], s[1:]
	}
	if s == "" {
		return
	}
	v, err := strconv.Atoi(s)
	if errors.Is(err, strconv.ErrRange) || err == nil && v > 1<<31-1 {
		r.p.Errorf("'-%c' extra characters or invalid number in the argument: %s: %s", option, r.p.Quote(s), vfs.EOVERFLOW)
		r.p.UsageTry()
	}
	if err != nil || v <= 0 || v > 1<<16 {
		r.p.Errorf("'-%c' extra characters or invalid number in the argument: %s", option, r.p.Quote(s))
		r.p.UsageTry()
	}
	*n = v
}

func prRange(s string) (first, last int, ok bool) {
	a, b, two := strings.Cut(s, ":")
	first, err := strconv.Atoi(a)
	if err != nil || first < 1 {
		return 0, 0, false
	}
	if two {
		if last, err = strconv.Atoi(b); err != nil || last < first {
			return 0, 0, false
		}
	}
	return first, last, true
}

// files prints one file, or several side by side.
func (r *printPages) files(ctx context.Context, names []string) {
	run := *r
	run.setUp(ctx, names)
	r.status = max(r.status, run.status)
	r.line, r.counted = run.line, run.counted
}

func (r *printPages) setUp(ctx context.Context, names []string) {
	p := r.p
	const heads = 10 // lines of header and trailer
	r.body = r.length - heads
	if r.body <= 0 {
		r.headers, r.keepFeeds = false, true
	}
	if !r.headers {
		r.body = r.length
	}
	if r.double {
		r.body = max(1, r.body/2)
	}
	if r.merge {
		r.columns = len(names)
	}
	if r.columns > 1 {
		switch {
		case !r.separate:
			r.sep, r.separate = " ", true
			if r.join {
				r.sep = "\t"
			}
		case !r.join && r.sep == "\t":
			r.sep = " "
		}
		r.truncate = true
		if r.sep != "\t" {
			r.untabify = true
		}
		r.tabify = true
	} else {
		r.store = false
		if !r.separate {
			r.sep = ""
		}
	}
	if r.join {
		r.truncate = false
	}
	used := 0
	r.counted = r.startLine
	if r.number {
		r.numberWidth = r.digits + 1
		if r.numberSep == '\t' {
			r.numberWidth = r.digits + 8 - r.digits%8
		}
		if r.merge {
			used = r.numberWidth
		}
	}
	if r.columnWidth = (r.width - used - (r.columns-1)*len(r.sep)) / r.columns; r.columnWidth < 1 {
		p.Out.Flush()
		p.Fatalf(1, "page width too narrow")
	}

	// The inputs.
	var when time.Time
	var inputs []*bufio.Reader
	for _, name := range names {
		f, err := p.Input(ctx, name)
		var info vfs.Info
		if err == nil {
			defer f.Close()
			if info, err = f.Stat(); err == nil && info.IsDir() {
				err = vfs.EISDIR
			}
		}
		if err != nil {
			r.status = 1
			if !r.noWarnings {
				p.Out.Flush()
				p.NameError(name, err)
			}
			continue
		}
		when = p.Now()
		if !r.merge && info.Kind == vfs.Regular && name != "-" {
			when = time.Unix(0, info.Mtime)
		}
		r.name = name
		if r.name == "-" || r.merge {
			r.name = ""
		}
		inputs = append(inputs, bufio.NewReader(f))
	}
	if len(inputs) == 0 {
		return
	}
	if r.haveHeader {
		r.name = r.header
	}
	r.date = p.FormatTime(r.dateFormat, when.In(p.Zone()))

	// The columns.
	if r.merge {
		r.columns = len(inputs)
	}
	at, next := r.margin+len(r.sep), anywhere
	if r.truncate {
		if next = r.margin + r.columnWidth; r.merge && r.number {
			next += r.numberWidth
		}
	}
	for i := range r.columns {
		c := &prColumn{in: inputs[0], start: at, keepStored: r.store, numbered: r.number && (!r.merge || i == 0)}
		if r.merge {
			c.in = inputs[i]
		}
		r.cols = append(r.cols, c)
		if !r.truncate {
			at = anywhere
		} else {
			at = next + len(r.sep)
			next = at + r.columnWidth
		}
	}
	r.open = len(inputs)
	r.page = r.first
	for n := 1; n < r.first; n++ {
		r.skipPage()
		if r.open < 1 {
			p.Out.Flush()
			p.Errorf("starting page number %d exceeds page count %d", r.first, n)
			return
		}
	}
	r.line = r.counted
	for r.printPage() {
		if ctx.Err() != nil {
			return
		}
	}
}

// hold ends the page for a file, or all columns of it.
func (r *printPages) hold(c *prColumn) {
	if r.merge {
		c.state = prHeld
	} else {
		for _, q := range r.cols {
			q.state = prHeld
			if r.store {
				q.state = prFeed
			}
		}
	}
	c.left = 0
	r.open--
}

func (r *printPages) close(c *prColumn) {
	if c.state == prClosed {
		return
	}
	if r.merge {
		c.state, c.left = prClosed, 0
	} else {
		for _, q := range r.cols {
			q.state = prClosed
			if len(q.lines) == 0 {
				q.left = 0
			}
		}
	}
	r.open--
}

// nextPage opens what a page's end held.
func (r *printPages) nextPage() {
	for _, c := range r.cols {
		if c.state == prHeld {
			c.state = prOpen
			r.open++
		}
	}
	if r.store {
		r.open = 1
		if r.cols[0].state == prClosed {
			r.open = 0
		}
	}
}

func (r *printPages) readable(c *prColumn) bool {
	return c.state == prOpen || c.state == prFeed || c.keepStored && len(c.lines) > 0 && c.left > 0
}

func (r *printPages) anyReadable() bool {
	for _, c := range r.cols {
		if r.readable(c) {
			return true
		}
	}
	return false
}

func (r *printPages) skipPage() {
	for i := range r.body {
		r.lastSkipped = i == r.body-1
		for k, c := range r.cols {
			if c.state == prOpen {
				r.skipLine(c, k)
			}
		}
	}
	if r.store {
		for _, c := range r.cols {
			if c.state != prClosed {
				c.state = prHeld
			}
		}
	}
	r.nextPage()
	r.lastSkipped = false
}

func (r *printPages) skipLine(c *prColumn, column int) {
	b := r.firstByte(c)
	feed := b == '\f'
	c.filled = r.lastSkipped
	for b != '\n' {
		if b == '\f' {
			if r.lastSkipped {
				c.filled = false
				if !r.merge {
					for _, q := range r.cols {
						q.filled = false
					}
				}
			}
			c.skipNewline()
			r.hold(c)
			break
		}
		if b < 0 {
			r.close(c)
			break
		}
		b = c.get()
	}
	if r.countSkipped && (!r.merge || column == 0) && !feed {
		r.counted++
	}
}

// get reads a byte, -1 at the end.
func (c *prColumn) get() int {
	b, err := c.in.ReadByte()
	if err != nil {
		return -1
	}
	return int(b)
}

// skipNewline skips the newline behind a form feed.
func (c *prColumn) skipNewline() {
	if b, err := c.in.Peek(1); err == nil && b[0] == '\n' {
		c.in.Discard(1)
	}
}

// firstByte reads the first byte of a line; a form feed where the page is full
// anyway is left out.
func (r *printPages) firstByte(c *prColumn) int {
	b := c.get()
	if b == '\f' && c.filled {
		if b = c.get(); b == '\n' {
			b = c.get()
		}
	}
	c.filled = false
	return b
}

// fillStore reads the lines of a page and spreads them evenly over the columns.
func (r *printPages) fillStore() {
	var all []prStored
	for _, c := range r.cols {
		c.lines = nil
	}
	for _, c := range r.cols {
		for i := 0; i < r.body && r.open > 0; i++ {
			if c.state != prOpen {
				continue
			}
			r.inputPos = 0
			r.storing = &prStored{}
			if !r.readLine(c) {
				r.restOfLine(c)
			}
			if c.state == prOpen || len(r.storing.text) > 0 {
				r.storing.width = r.inputPos
				all = append(all, *r.storing)
			}
			r.storing = nil
		}
	}
	at := 0
	for i, c := range r.cols {
		n := len(all) / r.columns
		if i < len(all)%r.columns {
			n++
		}
		c.lines = all[at : at+n]
		c.left = n
		at += n
	}
}

// printPage prints one page and tells whether more may follow.
func (r *printPages) printPage() bool {
	if r.store {
		r.fillStore()
	} else {
		for _, c := range r.cols {
			c.left = 0
			if c.state == prOpen {
				c.left = r.body
			}
		}
	}
	if !r.anyReadable() {
		return false
	}
	r.headerDue = r.headers
	r.padDown = false
	printed := false // something, on this page
	left := r.body
	if r.double {
		left *= 2
	}
	for left > 0 && r.anyReadable() {
		r.outputPos, r.blanks, r.separators = 0, 0, 0
		r.padDown, r.alignEmpty, r.emptyLine = false, false, true
		for _, c := range r.cols {
			r.inputPos = 0
			if c.left > 0 || c.state == prFeed {
				r.feedOnly = false
				r.padding = c.start
				if r.store {
					r.printStored(c)
				} else if !r.readLine(c) {
					r.restOfLine(c)
				}
				printed = printed || r.padDown
				c.left--
				if c.left <= 0 && !r.anyReadable() {
					break
				}
				if r.merge && c.state != prOpen {
					if r.emptyLine {
						r.alignEmpty = true
					} else if c.state == prClosed || c.state == prHeld && r.feedOnly {
						r.align(c)
					}
				}
			} else if r.merge {
				if r.emptyLine {
					r.alignEmpty = true
				} else {
					r.align(c)
				}
			}
			if r.separate {
				r.separators++
			}
		}
		if r.padDown {
			r.out.WriteByte('\n')
			left--
		}
		if !r.headers && !r.anyReadable() {
			break
		}
		if r.double && printed {
			r.out.WriteByte('\n')
			left--
		}
	}
	if left == 0 {
		for _, c := range r.cols {
			if c.state == prOpen {
				c.filled = true
			}
		}
	}
	r.padDown = printed
	if r.padDown && r.headers {
		if r.formFeed {
			r.out.WriteByte('\f')
		} else {
			for range left + 5 {
				r.out.WriteByte('\n')
			}
		}
	} else if r.keepFeeds && r.feedDue {
		r.out.WriteByte('\f')
		r.feedDue = false
	}
	if !r.headers {
		r.page++
	}
	if r.last != 0 && r.last < r.page {
		return false
	}
	r.nextPage()
	return true
}

func (r *printPages) printHeader() {
	r.outputPos = 0
	r.padTo(r.margin)
	r.putBlanks()
	text := fmt.Sprintf("Page %d", r.page)
	r.page++
	space := max(0, r.width-r.p.columnsOf(r.date)-r.p.columnsOf(r.name)-len(text))
	fmt.Fprintf(r.out, "\n\n%*s%s%*s%s%*s%s\n\n\n", r.margin, "", r.date, space/2, " ", r.name, space-space/2, " ", text)
	r.headerDue = false
	r.outputPos = 0
}

// columnsOf is the width of a text.
func (p *Process) columnsOf(s string) int {
	if !p.UTF8() {
		return len(s)
	}
	return len([]rune(s))
}

// printStored prints the next stored line of a column.
func (r *printPages) printStored(c *prColumn) {
	r.padDown = true
	if r.headerDue {
		r.printHeader()
	}
	if c.state == prFeed {
		for _, q := range r.cols {
			q.state = prHeld
		}
		if r.cols[0].left <= 0 {
			if !r.headers {
				r.padDown = false
			}
			return
		}
	}
	r.toColumn()
	if len(c.lines) == 0 {
		return
	}
	l := c.lines[0]
	c.lines = c.lines[1:]
	for _, b := range l.text {
		r.put(b)
	}
	if r.blanks == 0 {
		r.outputPos = c.start + l.width
		if c.start-len(r.sep) == r.margin {
			r.outputPos -= len(r.sep)
		}
	}
}

// toColumn moves to where the column at hand begins and separates it.
func (r *printPages) toColumn() {
	if len(r.sep) < r.padding {
		r.padTo(r.padding - len(r.sep))
		r.padding = anywhere
	}
	if r.separate {
		r.putSeparators()
	}
}

func (r *printPages) align(c *prColumn) {
	r.padding = c.start
	r.toColumn()
	if c.numbered {
		r.putNumber(c)
	}
}

func (r *printPages) padTo(column int) {
	if r.tabify {
		r.blanks = column - r.outputPos
		return
	}
	for ; r.outputPos < column; r.outputPos++ {
		r.out.WriteByte(' ')
	}
	r.outputPos = column
}

// putSeparators prints the separators that are due. Only the first is, where
// several are: the columns between have nothing.
func (r *printPages) putSeparators() {
	if r.separators <= 0 {
		r.putBlanks()
		return
	}
	for i := range len(r.sep) {
		if r.sep[i] == ' ' {
			r.blanks++
			continue
		}
		r.putBlanks()
		r.out.WriteByte(r.sep[i])
		r.outputPos++
	}
	r.putBlanks()
	r.separators = 0
}

func (r *printPages) putBlanks() {
	if r.blanks <= 0 {
		return
	}
	goal := r.outputPos + r.blanks
	if r.tabify {
		for goal-r.outputPos > 1 {
			next := r.outputPos + r.outStop - r.outputPos%r.outStop
			if next > goal {
				break
			}
			r.out.WriteByte(r.outTab)
			r.outputPos = next
		}
	}
	for ; r.outputPos < goal; r.outputPos++ {
		r.out.WriteByte(' ')
	}
	r.blanks = 0
}

// put prints a byte, or stores it.
func (r *printPages) put(b byte) {
	if r.storing != nil {
		r.storing.text = append(r.storing.text, b)
		return
	}
	if r.tabify {
		if b == ' ' {
			r.blanks++
			return
		}
		r.putBlanks()
		switch {
		case b >= ' ' && b < 0x7f:
			r.outputPos++
		case b == '\b':
			r.outputPos--
		}
	}
	r.out.WriteByte(b)
}

func (r *printPages) putNumber(c *prColumn) {
	s := fmt.Sprintf("%*d", r.digits, r.line)
	r.line++
	for _, b := range []byte(s[len(s)-r.digits:]) {
		r.put(b)
	}
	switch {
	case r.columns > 1 && r.numberSep == '\t':
		for range r.numberWidth - r.digits {
			r.put(' ')
		}
	default:
		r.put(r.numberSep)
		if r.columns == 1 && r.numberSep == '\t' {
			r.outputPos += r.outStop - r.outputPos%r.outStop
		}
	}
	if r.truncate && !r.merge {
		r.inputPos += r.numberWidth
	}
}

// clump is what a byte of the input is printed as; it moves inputPos.
func (r *printPages) clump(dst []byte, b byte) []byte {
	width := 0
	switch {
	case b == r.inTab || b == '\t':
		stop := 8
		if b == r.inTab {
			stop = r.inStop
		}
		width = stop - r.inputPos%stop
		if r.untabify {
			for range width {
				dst = append(dst, ' ')
			}
		} else {
			dst = append(dst, b)
		}
	case b >= ' ' && b < 0x7f:
		width = 1
		dst = append(dst, b)
	case r.escapes, r.hats && b >= 0x80:
		width = 4
		dst = fmt.Appendf(dst, "\\%03o", b)
	case r.hats:
		width = 2
		dst = append(dst, '^', b^0x40)
	case b == '\b':
		if r.inputPos == 0 {
			return dst
		}
		width = -1
		dst = append(dst, b)
	default:
		dst = append(dst, b)
	}
	r.inputPos += width
	return dst
}

// readLine reads a line and prints it, or stores it. It tells whether the
// whole line was read.
func (r *printPages) readLine(c *prColumn) bool {
	b := r.firstByte(c)
	last := r.inputPos
	var text []byte
	switch b {
	case '\f':
		c.skipNewline()
		r.feedOnly = true
		if r.headerDue && r.storing == nil {
			r.padDown = true
			r.printHeader()
		} else if r.keepFeeds {
			r.feedDue = true
		}
		r.hold(c)
		return true
	case -1:
		r.close(c)
		return true
	case '\n':
	default:
		text = r.clump(text, byte(b))
	}
	if r.truncate && r.inputPos > r.columnWidth {
		r.inputPos = last
		return false
	}
	if r.storing == nil {
		r.padDown = true
		if r.headerDue {
			r.printHeader()
		}
		if r.merge && r.alignEmpty {
			n := r.separators
			r.separators = 0
			for _, q := range r.cols[:n] {
				r.align(q)
				r.separators++
			}
			r.padding = c.start
			r.blanks = 0
			if r.truncate {
				r.blanks = r.columnWidth
			}
			r.alignEmpty = false
		}
		r.toColumn()
	}
	if c.numbered {
		r.putNumber(c)
	}
	r.emptyLine = false
	if b == '\n' {
		return true
	}
	for {
		for _, t := range text {
			r.put(t)
		}
		switch b = c.get(); b {
		case '\n':
			return true
		case '\f':
			c.skipNewline()
			if r.keepFeeds {
				r.feedDue = true
			}
			r.hold(c)
			return true
		case -1:
			r.close(c)
			return true
		}
		last = r.inputPos
		text = r.clump(text[:0], byte(b))
		if r.truncate && r.inputPos > r.columnWidth {
			r.inputPos = last
			return false
		}
	}
}

// restOfLine skips what was truncated.
func (r *printPages) restOfLine(c *prColumn) {
	for {
		switch c.get() {
		case '\n':
			return
		case '\f':
			c.skipNewline()
			if r.keepFeeds {
				r.feedDue = true
			}
			r.hold(c)
			return
		case -1:
			r.close(c)
			return
		}
	}
}
