package sed

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/shellworker/regex"
)

type addrKind uint8

const (
	addrNone addrKind = iota
	addrLine
	addrStep
	addrLast
	addrRegex
	addrZero
	addrPlus  // addr1,+N
	addrMulti // addr1,~N
)

type address struct {
	kind    addrKind
	n, step int64
	re      *pattern
}

// pattern is a regular expression; re nil stands for the last one used.
type pattern struct {
	re    *regex.Regexp
	text  string // of it, and its flags, for --debug
	flags string
}

type command struct {
	name   byte
	a1, a2 address
	not    bool
	active bool  // within the range
	closed bool  // a range from a line number was left
	end    int64 // last line of the range, where it is a number

	jump  int    // { where its block ends; b t T
	label string // of : b t T
	text  []byte // a i c, e
	n     int64  // q Q l
	file  string // r R w W
	first bool   // 0r: the file comes ahead of the first line
	out   *output
	sub   *substitution
	table [256]byte     // y, bytes
	runes map[rune]rune // y, where there is more than ASCII

	from, to []string // y, for --debug
}

type substitution struct {
	re      *pattern
	parts   []part
	global  bool
	print   int
	eval    bool
	nth     int
	out     *output
	file    string // of out
	text    string // the replacement, for --debug
	literal []byte // the replacement, if it is plain text
}

// part is a piece of a replacement: text, then a group (-1: none).
type part struct {
	text  []byte
	group int
	mode  caseMode
}

// caseMode is how \U \L \u \l change a part.
type caseMode uint8

const (
	upperAll caseMode = 1 << iota
	lowerAll
	upperFirst
	lowerFirst
)

// parseError ends the parser; status is sed's exit status.
type parseError struct {
	text   string
	status int
}

// parser reads one piece of the script: an -e or a file.
type parser struct {
	s      *sed
	src    string
	pos    int
	file   string // the name of the file, "" for -e
	number int    // of the -e
	blocks *[]block
	text   **command // whose text the next piece continues
}

// block is an open {: its command, and where it is in the script.
type block struct {
	at  int
	p   *parser
	pos int
}

const eof = -1

func (p *parser) next() int {
	if p.pos >= len(p.src) {
		return eof
	}
	p.pos++
	return int(p.src[p.pos-1])
}

func (p *parser) back(c int) {
	if c != eof {
		p.pos--
	}
}

func blank(c int) bool { return c == ' ' || c == '\t' }
func space(c int) bool { return blank(c) || c >= '\n' && c <= '\r' }
func digit(c int) bool { return '0' <= c && c <= '9' }

func (p *parser) nonblank() int {
	c := p.next()
	for blank(c) {
		c = p.next()
	}
	return c
}

func (p *parser) fail(format string, a ...any) { p.failAt(p.pos, format, a...) }

func (p *parser) failAt(pos int, format string, a ...any) {
	text := fmt.Sprintf(format, a...)
	if p.file != "" {
		line := 1 + strings.Count(p.src[:max(0, min(pos, len(p.src)))], "\n")
		if pos > 0 && pos <= len(p.src) && p.src[pos-1] == '\n' {
			line--
		}
		panic(parseError{fmt.Sprintf("file %s line %d: %s", p.file, line, text), 1})
	}
	panic(parseError{fmt.Sprintf("-e expression #%d, char %d: %s", p.number, pos, text), 1})
}

// integer reads a number that begins with digit c.
func (p *parser) integer(c int) int64 {
	n := int64(0)
	for digit(c) {
		if n < 1<<58 {
			n = n*10 + int64(c-'0')
		}
		c = p.next()
	}
	p.back(c)
	return n
}

// script parses the piece and appends its commands to the program.
func (p *parser) script() {
	s := p.s
	if *p.text != nil {
		c := *p.text
		*p.text = nil
		p.readText(c)
	}
	for {
		c := p.next()
		for c == ';' || space(c) {
			c = p.next()
		}
		if c == eof {
			return
		}
		cmd := &command{}
		if p.address(&cmd.a1, c) {
			if cmd.a1.kind == addrPlus || cmd.a1.kind == addrMulti {
				p.fail("invalid usage of +N or ~N as first address")
			}
			c = p.nonblank()
			if c == ',' {
				if !p.address(&cmd.a2, p.nonblank()) {
					p.fail("unexpected `,'")
				}
				c = p.nonblank()
			}
			if cmd.a1.kind == addrLine && cmd.a1.n == 0 {
				if cmd.a2.kind == addrNone && c == 'r' && !s.posix {
					cmd.a1.n, cmd.first = 1, true
				} else {
					if cmd.a2.kind != addrRegex || s.posix {
						p.fail("invalid usage of line address 0")
					}
					cmd.a1.kind = addrZero
					cmd.active = true
				}
			}
		}
		if c == '!' {
			cmd.not = true
			c = p.nonblank()
			if c == '!' {
				p.fail("multiple `!'s")
			}
		}
		if c == eof {
			p.fail("missing command")
		}
		cmd.name = byte(c)
		p.command(cmd, c)
		if cmd.name != 0 {
			s.prog = append(s.prog, cmd)
			if cmd.name == '{' {
				*p.blocks = append(*p.blocks, block{len(s.prog) - 1, p, p.pos})
			}
		}
	}
}

// address reads an address that begins with c, and puts c back if it is none.
func (p *parser) address(a *address, c int) bool {
	switch {
	case c == '/' || c == '\\':
		if c == '\\' {
			c = p.next()
		}
		text, ok := p.delimited(c, true)
		if !ok {
			p.fail("unterminated address regex")
		}
		ignoreCase, multiLine := false, false
		for {
			c = p.next()
			if c == 'I' && !p.s.posix {
				ignoreCase = true
			} else if c == 'M' && !p.s.posix {
				multiLine = true
			} else {
				break
			}
		}
		p.back(c)
		a.kind = addrRegex
		a.re = p.compile(text, ignoreCase, multiLine)
		return true
	case digit(c):
		a.kind, a.n = addrLine, p.integer(c)
		c = p.nonblank()
		if c != '~' || p.s.posix {
			p.back(c)
			return true
		}
		c = p.nonblank()
		if digit(c) {
			a.step = p.integer(c)
		} else {
			p.back(c)
		}
		if a.step > 0 {
			a.kind = addrStep
		}
		return true
	case (c == '+' || c == '~') && !p.s.posix:
		a.kind = addrPlus
		if c == '~' {
			a.kind = addrMulti
		}
		c = p.nonblank()
		if digit(c) {
			a.n = p.integer(c)
		} else {
			p.back(c)
		}
		return true
	case c == '$':
		a.kind = addrLast
		return true
	}
	return false
}

// delimited reads up to the delimiter. \ before it is removed, in regular
// expressions \n becomes a newline and a delimiter in brackets doesn't count.
func (p *parser) delimited(delim int, isRegex bool) (string, bool) {
	var b []byte
	for {
		c := p.next()
		switch {
		case c == eof:
			return "", false
		case c == delim:
			return string(b), true
		case c == '\n' && isRegex:
			p.back(c)
			return "", false
		case c == '\\':
			c = p.next()
			switch {
			case c == eof:
				return "", false
			case c == delim && (isRegex || c != '&'):
			case c == 'n' && isRegex:
				c = '\n'
			case c == '\n' && isRegex:
			default:
				b = append(b, '\\')
			}
			b = append(b, byte(c))
		case c == '[' && isRegex:
			b = append(b, '[')
			end := bracketEnd(p.src[p.pos:])
			if end < 0 {
				p.pos = len(p.src)
				return "", false
			}
			set := p.src[p.pos : p.pos+end]
			p.pos += end
			b = append(b, strings.ReplaceAll(set, `\n`, "\n")...)
		default:
			b = append(b, byte(c))
		}
	}
}

// bracketEnd returns the length of the rest of a bracket expression, with its
// ], or -1.
func bracketEnd(s string) int {
	i := 0
	if i < len(s) && s[i] == '^' {
		i++
	}
	if i < len(s) && s[i] == ']' {
		i++
	}
	for i < len(s) {
		switch {
		case s[i] == ']':
			return i + 1
		case s[i] == '\n':
			return -1
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return -1
			}
			i += 2 + end + 2
		default:
			i++
		}
	}
	return -1
}

// compile compiles a regular expression with the flags I and M.
func (p *parser) compile(text string, ignoreCase, multiLine bool) *pattern {
	if text == "" {
		if ignoreCase || multiLine {
			p.fail("cannot specify modifiers on empty regexp")
		}
		return &pattern{}
	}
	if strings.HasPrefix(text, "[:") && strings.HasSuffix(text, ":]") && !strings.Contains(text[1:len(text)-1], "]") {
		panic(parseError{"character class syntax is [[:space:]], not [:space:]", 4})
	}
	var flags regex.Flags
	names := ""
	if p.s.utf {
		flags |= regex.UTF8
	}
	if ignoreCase {
		flags |= regex.IgnoreCase
		names = "i"
	}
	if multiLine {
		if p.s.delim == '\n' { // else there are no newlines that count
			flags |= regex.MultiLine | regex.NewlineStops
		}
		names += "m"
	}
	syntax := regex.Basic
	switch {
	case p.s.extended && p.s.posix:
		syntax = regex.PosixExtended
	case p.s.extended:
		syntax = regex.SedExtended
	case p.s.posix:
		syntax = regex.PosixBasic
	}
	text = escapes(text, true)
	re, err := regex.Compile(text, syntax, flags)
	if err != nil {
		p.fail("%s", err)
	}
	return &pattern{re, text, names}
}

// escapes replaces \a \f \t \v \r \cX \dNNN \oNNN \xHH. In a regular
// replacement & and \ are quoted; in a regular expression, as in GNU sed 4.9,
// what is special is so in this form, too.
func escapes(s string, isRegex bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	bracket := 0 // end of the bracket expression at hand
	for i := 0; i < len(s); i++ {
		c := s[i]
		if isRegex && c == '[' && i >= bracket {
			if end := bracketEnd(s[i+1:]); end > 0 {
				bracket = i + 1 + end
			}
		}
		if c != '\\' || i+1 >= len(s) {
			b.WriteByte(c)
			continue
		}
		r, n := escape(s[i:])
		if n == 0 {
			b.WriteByte(c)
			if i >= bracket {
				i++
				b.WriteByte(s[i])
			}
			continue
		}
		if !isRegex && n > 2 && (r == '&' || r == '\\') {
			b.WriteByte('\\')
		}
		b.WriteByte(r)
		i += n - 1
	}
	return b.String()
}

// escape reads an escape sequence that stands for a byte; size is 0 if s
// begins with none.
func escape(s string) (c byte, size int) {
	number := func(base, digits int) (byte, int) {
		n, i := 0, 2
		for ; i < len(s) && i < 2+digits; i++ {
			d := strings.IndexByte("0123456789abcdef"[:base], s[i]|32)
			if d < 0 || s[i] < '0' {
				break
			}
			n = n*base + d
		}
		if i == 2 {
			return 0, 0
		}
		return byte(n), i
	}
	switch s[1] {
	case 'a':
		return '\a', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 0
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'v':
		return '\v', 2
	case 'c':
		if len(s) > 2 {
			c := s[2]
			if 'a' <= c && c <= 'z' {
				c -= 32
			}
			return c ^ 0x40, 3
		}
	case 'd':
		return number(10, 3)
	case 'o':
		return number(8, 3)
	case 'x':
		return number(16, 2)
	}
	return 0, 0
}

// endOfCommand reads what may stand behind a command.
func (p *parser) endOfCommand() {
	c := p.nonblank()
	switch c {
	case '}', '#':
		p.back(c)
	case eof, '\n', ';':
	default:
		p.fail("extra characters after command")
	}
}

func (p *parser) labelName() string {
	c := p.nonblank()
	start := p.pos
	if c != eof {
		start--
	}
	for c != eof && !space(c) && c != ';' && c != '}' {
		c = p.next()
	}
	p.back(c)
	return p.src[start:p.pos]
}

func (p *parser) fileName() string {
	c := p.nonblank()
	p.back(c)
	start := p.pos
	name, _, more := strings.Cut(p.src[start:], "\n")
	if name == "" {
		p.fail("missing filename in r/R/w/W commands")
	}
	p.pos = start + len(name)
	if more {
		p.pos++
	}
	return name
}

func (p *parser) oneAddress(c *command) {
	if c.a2.kind != addrNone {
		p.fail("command only uses one address")
	}
}

// posix fails where POSIX doesn't have the command, or not so (--posix).
func (p *parser) posix(cmd *command, c int) {
	switch c {
	case 'e', 'F', 'Q', 'R', 'T', 'v', 'W', 'z':
		p.fail("unknown command: `%c'", c)
	case '=', 'a', 'i', 'l', 'r':
		p.oneAddress(cmd)
	}
}

func (p *parser) command(cmd *command, c int) {
	s := p.s
	if s.posix {
		p.posix(cmd, c)
	}
	switch c {
	case '#':
		if cmd.a1.kind != addrNone {
			p.fail("comments don't accept any addresses")
		}
		if p.pos == 1 && len(s.prog) == 0 && p.number <= 1 && strings.HasPrefix(p.src, "#n") {
			s.quiet = true
		}
		if i := strings.IndexByte(p.src[p.pos:], '\n'); i >= 0 {
			p.pos += i
		} else {
			p.pos = len(p.src)
		}
		cmd.name = 0
	case 'v':
		v := p.labelName()
		if want := strings.Split(v, "."); len(want) > 0 && v != "" {
			have := []int{4, 9, 0}
			for i := 0; i < 3 && i < len(want); i++ {
				n, err := strconv.Atoi(want[i])
				if err != nil {
					p.fail("expected newer version of sed")
				}
				if n > have[i] {
					p.fail("expected newer version of sed")
				}
				if n < have[i] {
					break
				}
			}
		}
		p.endOfCommand()
		cmd.name = 0
	case '{':
	case '}':
		blocks := *p.blocks
		if len(blocks) == 0 {
			p.fail("unexpected `}'")
		}
		if cmd.a1.kind != addrNone {
			p.fail("} doesn't want any addresses")
		}
		p.endOfCommand()
		s.prog[blocks[len(blocks)-1].at].jump = len(s.prog)
		*p.blocks = blocks[:len(blocks)-1]
		if s.debug == nil {
			cmd.name = 0
		}
	case ':':
		if cmd.a1.kind != addrNone {
			p.fail(": doesn't want any addresses")
		}
		cmd.label = p.labelName()
		if cmd.label == "" {
			p.fail("\":\" lacks a label")
		}
		s.labels[cmd.label] = len(s.prog) // the last of two counts
		if s.debug == nil {
			cmd.name = 0
		}
	case 'b', 't', 'T':
		cmd.label = p.labelName()
	case 'a', 'i', 'c':
		p.text1(cmd)
	case 'e':
		s.sandboxed(p)
		c := p.nonblank()
		if c == eof || c == '\n' {
			break
		}
		p.back(c)
		p.readText(cmd)
	case 'l', 'L', 'q', 'Q':
		if c == 'L' {
			p.fail("unknown command: `%c'", c)
		}
		if c != 'l' {
			p.oneAddress(cmd)
		}
		cmd.n = -1
		c := p.nonblank()
		if digit(c) && !s.posix {
			cmd.n = p.integer(c)
		} else {
			p.back(c)
		}
		p.endOfCommand()
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z':
		p.endOfCommand()
	case 'r', 'R':
		s.sandboxed(p)
		cmd.file = p.fileName()
	case 'w', 'W':
		s.sandboxed(p)
		cmd.file = p.fileName()
		cmd.out = s.outputFile(cmd.file)
	case 's':
		p.substitute(cmd)
	case 'y':
		p.transliterate(cmd)
	default:
		p.fail("unknown command: `%c'", c)
	}
}

// text1 begins the text of a, i or c.
func (p *parser) text1(cmd *command) {
	c := p.nonblank()
	if c == eof {
		p.fail("expected \\ after `a', `c' or `i'")
	}
	if c != '\\' {
		if p.s.posix {
			p.fail("expected \\ after `a', `c' or `i'")
		}
		p.back(c)
		p.readText(cmd)
		return
	}
	at := p.pos
	c = p.nonblank()
	if c == '\n' || c == eof {
		if c == eof {
			if p.s.posix {
				p.fail("incomplete command")
			}
			*p.text = cmd // the next piece may hold it
			return
		}
		p.readText(cmd)
		return
	}
	p.pos = at
	p.readText(cmd)
}

// readText reads text up to a newline without a backslash before it.
func (p *parser) readText(cmd *command) {
	var b []byte
	for {
		c := p.next()
		if c == '\\' {
			if p.pos >= len(p.src) {
				// The piece ends in a backslash: the text goes on in the next.
				*p.text = cmd
				break
			}
			if r, n := escape(p.src[p.pos-1:]); n > 0 {
				b = append(b, r)
				p.pos += n - 1
				continue
			}
			c = p.next()
			if c == 'n' && cmd.name != 'e' && len(b) > 0 {
				c = '\n'
			}
			b = append(b, byte(c))
			continue
		}
		if c == eof || c == '\n' {
			break
		}
		b = append(b, byte(c))
	}
	cmd.text = append(cmd.text, b...)
	cmd.text = append(cmd.text, '\n')
}

func (p *parser) substitute(cmd *command) {
	s := p.s
	delim := p.next()
	if delim == eof || delim == '\n' || delim == '\\' {
		p.fail("unterminated `s' command")
	}
	text, ok := p.delimited(delim, true)
	if !ok {
		p.fail("unterminated `s' command")
	}
	repl, ok := p.replacementText(delim)
	if !ok {
		p.fail("unterminated `s' command")
	}
	sub := &substitution{}
	cmd.sub = sub
	ignoreCase, multiLine := false, false
	for done := false; !done; {
		c := p.next()
		switch {
		case s.posix && strings.IndexByte("iImMe", byte(c)) >= 0 && c != eof:
			p.fail("unknown option to `s'")
		case c == 'i' || c == 'I':
			ignoreCase = true
		case c == 'm' || c == 'M':
			multiLine = true
		case c == 'e':
			s.sandboxed(p)
			sub.eval = true
			if sub.print == 1 {
				sub.print = 2 // before it is run
			}
		case c == 'p':
			if sub.print > 0 {
				p.fail("multiple `p' options to `s' command")
			}
			sub.print = 1
		case c == 'g':
			if sub.global {
				p.fail("multiple `g' options to `s' command")
			}
			sub.global = true
		case c == 'w':
			s.sandboxed(p)
			sub.file = p.fileName()
			sub.out = s.outputFile(sub.file)
			done = true
		case digit(c):
			if sub.nth > 0 {
				p.fail("multiple number options to `s' command")
			}
			sub.nth = int(min(p.integer(c), 1<<30))
			if sub.nth == 0 {
				p.fail("number option to `s' command may not be zero")
			}
		case c == '}' || c == '#':
			p.back(c)
			done = true
		case c == '\n' || c == ';' || c == eof:
			done = true
		case c == '\r' && p.pos < len(p.src) && p.src[p.pos] == '\n':
		case blank(c):
		default:
			p.fail("unknown option to `s'")
		}
	}
	sub.re = p.compile(text, ignoreCase, multiLine)
	groups := 0
	if sub.re.re != nil {
		groups = sub.re.re.Groups()
	}
	sub.text = escapes(repl, false)
	p.replacement(sub, sub.text, groups)
}

// replacementText reads a replacement with its backslashes.
func (p *parser) replacementText(delim int) (string, bool) {
	var b []byte
	for {
		c := p.next()
		switch c {
		case eof:
			return "", false
		case delim:
			return string(b), true
		case '\n':
			if p.pos <= len(p.src) {
				p.back(c)
				return "", false
			}
		case '\\':
			c = p.next()
			if c == eof {
				return "", false
			}
			if c != delim || c == '&' {
				b = append(b, '\\')
			}
		}
		b = append(b, byte(c))
	}
}

// replacement compiles a replacement.
func (p *parser) replacement(sub *substitution, text string, groups int) {
	cur := part{group: -1}
	var base caseMode
	flush := func() {
		if len(cur.text) > 0 || cur.group >= 0 || cur.mode&(upperFirst|lowerFirst) != 0 {
			sub.parts = append(sub.parts, cur)
		}
		cur = part{group: -1, mode: base}
	}
	group := func(n int) {
		if n > groups && sub.re.re != nil {
			p.fail("invalid reference \\%d on `s' command's RHS", n)
		}
		cur.group = n
		flush()
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '&' {
			group(0)
			continue
		}
		if c != '\\' || i+1 >= len(text) {
			cur.text = append(cur.text, c)
			continue
		}
		i++
		c = text[i]
		mode := caseMode(0)
		switch {
		case digit(int(c)):
			group(int(c - '0'))
			continue
		case c == 'n':
			c = '\n'
		case p.s.posix:
		case c == 'U':
			base, mode = upperAll, upperAll
		case c == 'L':
			base, mode = lowerAll, lowerAll
		case c == 'E':
			base = 0
			flush()
			cur.mode = 0
			continue
		case c == 'u':
			mode = base | upperFirst
		case c == 'l':
			mode = base | lowerFirst
		}
		if mode != 0 {
			flush()
			cur.mode = mode
			continue
		}
		cur.text = append(cur.text, c)
	}
	flush()
	switch {
	case len(sub.parts) == 0:
		sub.literal = []byte{}
	case len(sub.parts) == 1 && sub.parts[0].group < 0 && sub.parts[0].mode == 0:
		sub.literal = sub.parts[0].text
	}
}

func (p *parser) transliterate(cmd *command) {
	delim := p.next()
	if delim == eof || delim == '\n' || delim == '\\' {
		p.fail("unterminated `y' command")
	}
	var sides [2][]string
	for k := range sides {
		text, ok := p.replacementText(delim)
		if !ok {
			p.fail("unterminated `y' command")
		}
		sides[k] = p.characters(text)
	}
	if len(sides[0]) != len(sides[1]) {
		p.fail("strings for `y' command are different lengths")
	}
	cmd.from, cmd.to = sides[0], sides[1]
	for i := range cmd.table {
		cmd.table[i] = byte(i)
	}
	done := map[string]bool{}
	for i, from := range sides[0] {
		to := sides[1][i]
		if done[from] && p.s.utf { // the first counts, of bytes the last
			continue
		}
		done[from] = true
		if len(from) == 1 && len(to) == 1 && (cmd.runes == nil || from[0] < utf8.RuneSelf) {
			cmd.table[from[0]] = to[0]
			if cmd.runes != nil {
				cmd.runes[rune(from[0])] = rune(to[0])
			}
			continue
		}
		if cmd.runes == nil {
			cmd.runes = map[rune]rune{}
			for _, f := range sides[0][:i] {
				if len(f) == 1 && f[0] < utf8.RuneSelf {
					cmd.runes[rune(f[0])] = rune(cmd.table[f[0]])
				}
			}
		}
		f, _ := utf8.DecodeRuneInString(from)
		t, _ := utf8.DecodeRuneInString(to)
		cmd.runes[f] = t
	}
	p.endOfCommand()
}

// characters splits one side of y.
func (p *parser) characters(text string) []string {
	var list []string
	for i := 0; i < len(text); {
		if text[i] == '\\' && i+1 < len(text) {
			if c, n := escape(text[i:]); n > 0 {
				list = append(list, string([]byte{c}))
				i += n
				continue
			}
			i++
			if text[i] == 'n' {
				list = append(list, "\n")
				i++
				continue
			}
		}
		n := 1
		if p.s.utf {
			_, n = utf8.DecodeRuneInString(text[i:])
		}
		list = append(list, text[i:i+n])
		i += n
	}
	return list
}

// parse compiles all pieces; src is read from files already.
func (s *sed) parse(pieces []piece) {
	var blocks []block
	var text *command
	s.labels = map[string]int{}
	n := 0
	for _, pc := range pieces {
		if pc.file == "" {
			n++
		}
		p := &parser{s: s, src: pc.src, file: pc.file, number: n, blocks: &blocks, text: &text}
		p.script()
	}
	if n := len(blocks); n > 0 {
		b := blocks[n-1]
		if b.p.file == "" {
			b.pos = 0
		}
		b.p.failAt(b.pos, "unmatched `{'")
	}
	for _, c := range s.prog {
		switch c.name {
		case 'b', 't', 'T':
			c.jump = len(s.prog)
			if c.label != "" {
				to, ok := s.labels[c.label]
				if !ok {
					panic(parseError{fmt.Sprintf("can't find label for jump to `%s'", c.label), 4})
				}
				c.jump = to
			}
		}
	}
}
