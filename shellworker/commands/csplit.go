package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/regex"
)

func init() {
	Register(Command{Name: "csplit", Run: csplitMain, Help: `
Usage: csplit [OPTION]... FILE PATTERN...
Write the pieces of FILE that the patterns part to xx00, xx01, ..., and print
their sizes.

  -b, --suffix-format=FORMAT  a format of printf instead of %02d
  -f, --prefix=PREFIX         PREFIX instead of xx
  -k, --keep-files            leave the files after an error
      --suppress-matched      without the lines that match
  -n, --digits=N              N digits instead of 2
  -s, --quiet, --silent       don't print sizes
  -z, --elide-empty-files     no empty files
      --help                  this text
      --version               the version
PATTERN: N up to line N; /RE/[OFFSET] up to the line that matches, or OFFSET
from it; %RE%[OFFSET] likewise, without a piece; {N} N times more; {*} as often
as it goes.
`})
}

// maxDigits bounds -n: no name is so long.
const maxDigits = 1 << 16

type csplitter struct {
	p        *Process
	ctx      context.Context
	in       *lines.Reader
	held     [][]byte // lines from at on that were read already
	at       int      // the next line's index
	current  int      // the last line that was looked at, from 1
	piece    vfs.File // nil between pieces
	out      *Output  // over it
	size     int      // its bytes
	prefix   string
	format   string
	digits   int
	keep     bool
	quiet    bool
	elide    bool
	suppress bool
	made     []string
	n        int
}

type csplitPattern struct {
	text   string
	line   int
	re     *regex.Regexp
	skip   bool
	offset int
	repeat int // -1: as often as it goes
}

func csplitMain(ctx context.Context, p *Process) int {
	c := &csplitter{p: p, ctx: ctx, prefix: "xx", digits: 2}
	opts, args := p.Getopt("f:b:kn:sqz", getopt.Long{Name: "suffix-format", Arg: getopt.Required, ID: 'b'}, getopt.Long{Name: "prefix", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "keep-files", ID: 'k'}, getopt.Long{Name: "suppress-matched", ID: 300}, getopt.Long{Name: "digits", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "quiet", ID: 's'}, getopt.Long{Name: "silent", ID: 's'}, getopt.Long{Name: "elide-empty-files", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'b':
			c.format = o.Arg
		case 'f':
			c.prefix = o.Arg
		case 'k':
			c.keep = true
		case 300:
			c.suppress = true
		case 'n':
			n, err := strconv.ParseInt(o.Arg, 10, 32)
			switch {
			case errors.Is(err, strconv.ErrRange) && n > 0:
				p.Fatalf(1, "invalid number: %s: Value too large for defined data type", p.Quote(o.Arg))
			case errors.Is(err, strconv.ErrRange) || err == nil && n < 0:
				p.Fatalf(1, "invalid number: %s: Numerical result out of range", p.Quote(o.Arg))
			case err != nil:
				p.Fatalf(1, "invalid number: %s", p.Quote(o.Arg))
			case n > maxDigits:
				p.Fatalf(1, "memory exhausted")
			}
			c.digits = int(n)
		case 's', 'q':
			c.quiet = true
		case 'z':
			c.elide = true
		}
	}
	if c.format != "" {
		c.checkFormat()
		c.format = intVerb.ReplaceAllString(strings.ReplaceAll(c.format, "'", ""), "${1}d")
	}
	if len(args) < 2 {
		if len(args) == 0 {
			p.MissingOperand()
		}
		p.UsageError("missing operand after %s", p.Quote(args[0]))
	}
	f, err := p.Input(ctx, args[0])
	if err != nil {
		p.openError(args[0], err)
		return 1
	}
	defer f.Close()
	patterns := c.parse(args[1:])
	c.in = lines.NewReader(ctx, f, '\n')
	defer c.in.Close()
	for i := range patterns {
		pt := &patterns[i]
		for k := 0; pt.repeat < 0 || k <= pt.repeat; k++ {
			if ctx.Err() != nil {
				return 1
			}
			if !c.one(pt, k) {
				return 0
			}
		}
	}
	c.rest()
	return 0
}

// intVerb finds i and u, which are d in Go.
var intVerb = regexp.MustCompile(`((?:^|[^%])(?:%%)*%[-0#.1-9]*)[iu]`)

func (c *csplitter) checkFormat() {
	s := strings.ReplaceAll(c.format, "%%", "")
	i := strings.IndexByte(s, '%')
	if i < 0 {
		c.p.Fatalf(1, "missing %% conversion specification in suffix")
	}
	j := i + 1
	for j < len(s) && strings.IndexByte("-0#'.123456789", s[j]) >= 0 {
		j++
	}
	if j >= len(s) {
		c.p.Fatalf(1, "missing conversion specifier in suffix")
	}
	if strings.IndexByte("diuoxX", s[j]) < 0 {
		c.p.Fatalf(1, "invalid conversion specifier in suffix: %c", s[j])
	}
	if strings.IndexByte(s[j:], '%') >= 0 {
		c.p.Fatalf(1, "too many %% conversion specifications in suffix")
	}
}

func (c *csplitter) parse(args []string) []csplitPattern {
	var list []csplitPattern
	last := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		pt := csplitPattern{text: a}
		if a != "" && (a[0] == '/' || a[0] == '%') {
			end := strings.LastIndexByte(a, a[0])
			if end == 0 {
				c.p.Fatalf(1, "%s: closing delimiter '%c' missing", a, a[0])
			}
			re, err := regex.Compile(a[1:end], regex.Basic, 0)
			if err != nil {
				c.p.Fatalf(1, "%s: invalid regular expression: %s", c.p.Quote(a), err)
			}
			pt.re, pt.skip = re, a[0] == '%'
			if off := a[end+1:]; off != "" {
				n, err := strconv.Atoi(off)
				if err != nil {
					c.p.Fatalf(1, "%s: integer expected after delimiter", c.p.Quote(a))
				}
				pt.offset = n
			}
		} else {
			n, err := strconv.ParseUint(a, 10, 40)
			if err != nil {
				c.p.Fatalf(1, "%s: invalid pattern", c.p.Quote(a))
			}
			if n == 0 {
				c.p.Fatalf(1, "%s: line number must be greater than zero", a)
			}
			if int(n) < last {
				c.p.Fatalf(1, "line number %s is smaller than preceding line number, %d", c.p.Quote(a), last)
			}
			if int(n) == last {
				c.p.Errorf("warning: line number %s is the same as preceding line number", c.p.Quote(a))
			}
			last = int(n)
			pt.line = int(n)
		}
		if i+1 < len(args) && strings.HasPrefix(args[i+1], "{") {
			i++
			r := args[i]
			if !strings.HasSuffix(r, "}") {
				c.p.Fatalf(1, "%s: '}' is required in repeat count", c.p.Quote(r))
			}
			if r == "{*}" {
				pt.repeat = -1
			} else {
				n, err := strconv.ParseUint(r[1:len(r)-1], 10, 31)
				if err != nil {
					c.p.Fatalf(1, "%s}: integer required between '{' and '}'", c.p.Quote(r[:len(r)-1]))
				}
				pt.repeat = int(n)
			}
		}
		list = append(list, pt)
	}
	return list
}

// one applies a pattern the kth time; false: nothing more is to be done.
func (c *csplitter) one(pt *csplitPattern, k int) bool {
	// The last line that was looked at; never one that a piece has already.
	defer func() { c.current = max(c.current, c.at) }()
	on := ""
	if k > 0 {
		on = fmt.Sprintf(" on repetition %d", k)
	}
	if pt.re == nil {
		c.line(pt, pt.line*(k+1)-1, on)
		return true
	}
	for {
		if _, ok := c.get(c.current); !ok {
			switch {
			case pt.repeat < 0 && pt.skip:
				return false
			case pt.repeat < 0:
				c.rest()
				return false
			}
			c.fail(pt, c.rest, "match not found"+on)
		}
		if l, _ := c.get(c.current); pt.re.Match(bytes.TrimSuffix(l, []byte("\n"))) {
			break
		}
		c.current++
		// What can't be at the place of the split any more.
		if done := c.current + min(pt.offset, 0); pt.skip {
			c.drop(done)
		} else {
			c.take(done)
		}
	}
	c.current++
	switch end := c.current + pt.offset - 1; {
	case end < c.at:
		c.p.Out.Flush() // this is told by error(3)
		c.fail(pt, c.close, "line number out of range")
	case pt.skip && !c.drop(end), !pt.skip && !c.take(end):
		c.p.Out.Flush()
		c.fail(pt, c.rest, "line number out of range")
	case !pt.skip:
		c.close()
	}
	if pt.offset > 0 {
		c.current = c.at + 1
	}
	if c.suppress {
		c.drop(c.at + 1)
	}
	return true
}

// line splits before the line with an index.
func (c *csplitter) line(pt *csplitPattern, index int, on string) {
	if _, ok := c.get(0); c.at == 0 && !ok && !c.suppress {
		c.quiet, c.elide = true, false
		c.close()
		c.p.Fatalf(1, "input disappeared")
	}
	_, more := c.get(c.at)
	if !c.take(index) || c.suppress && !more {
		c.fail(pt, c.rest, "line number out of range"+on)
	}
	c.close()
	if _, more := c.get(c.at); c.suppress && more {
		c.drop(c.at + 1)
	} else if !more && !c.suppress {
		c.fail(pt, nil, "line number out of range"+on)
	}
}

// fail tells what was wrong with a pattern, and then ends its piece, where it
// makes one at all.
func (c *csplitter) fail(pt *csplitPattern, end func(), what string) {
	// Unlike error(3) this overtakes the sizes.
	c.p.ErrorfUnflushed("%s: %s", c.p.Quote(pt.text), what)
	if end != nil && !pt.skip {
		end()
	}
	if !c.keep {
		for _, n := range c.made {
			c.p.FS.Unlink(c.ctx, c.p.Path(n))
		}
	}
	c.p.Exit(1)
}

// get returns the line with an index, which is no smaller than at; ok is false
// behind the last one.
func (c *csplitter) get(index int) (line []byte, ok bool) {
	for index >= c.at+len(c.held) {
		l, ok := c.in.Next()
		if !ok {
			if err := c.in.Err(); err != nil {
				c.p.Fatalf(1, "read error: %s", vfs.ErrText(err))
			}
			return nil, false
		}
		c.held = append(c.held, bytes.Clone(l))
	}
	if index < c.at {
		return nil, true
	}
	return c.held[index-c.at], true
}

// drop passes over the lines up to an index; false if the input ends before.
func (c *csplitter) drop(end int) bool {
	for c.at < end {
		if _, ok := c.get(c.at); !ok {
			return false
		}
		c.held, c.at = c.held[1:], c.at+1
	}
	return true
}

// take writes the lines up to an index to the piece; false if the input ends
// before.
func (c *csplitter) take(end int) bool {
	for c.at < end {
		l, ok := c.get(c.at)
		if !ok {
			return false
		}
		if c.piece == nil {
			c.create()
		}
		c.out.Write(l)
		c.size += len(l)
		c.held, c.at = c.held[1:], c.at+1
	}
	return true
}

// rest makes all that is left the last piece.
func (c *csplitter) rest() {
	for c.take(c.at + 1) {
	}
	c.close()
}

// create begins a piece.
func (c *csplitter) create() {
	name := fmt.Sprintf("%s%0*d", c.prefix, c.digits, c.n)
	if c.format != "" {
		name = c.prefix + fmt.Sprintf(c.format, c.n)
	}
	c.n++
	f, err := c.p.OpenFile(c.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		c.p.Fatalf(1, "%s: %s", quote.Name(name), vfs.ErrText(err))
	}
	c.made = append(c.made, name)
	c.piece, c.out = f, NewOutput(f)
}

// close ends the piece, which may be empty.
func (c *csplitter) close() {
	if c.piece == nil {
		if c.elide {
			return
		}
		c.create()
	}
	c.out.Flush()
	c.piece.Close()
	if !c.quiet {
		fmt.Fprintf(c.p.Out, "%d\n", c.size)
	}
	c.piece, c.size = nil, 0
}
