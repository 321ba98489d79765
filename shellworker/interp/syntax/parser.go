package syntax

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Options change how text is read. The owner may change them between calls
// of Next.
type Options struct {
	Extglob bool
	Posix   bool
	Aliases bool
	Alias   func(name string) (string, bool)
}

// Error is a syntax error. Near is the line of the script it is in, where
// bash shows it.
type Error struct {
	Line    int
	Text    string
	Near    string
	HasNear bool
	EOF     bool // more input could complete the command
	// Cond is an error in [[ ]]: it ends a script with the status it has.
	Cond bool
	// Compound is an error in name=(..): reading goes on behind the line.
	Compound bool
	// Match is a missing quote or bracket: a script ends with the status it has,
	// unless that is 0.
	Match bool
	// Sub is an error at a token in $(..): it ends the shell.
	Sub bool
}

func (e *Error) Error() string { return e.Text }

type kind uint8

const (
	tEOF kind = iota
	tNewline
	tOp
	tWord
	tIONum
	tIOVar
)

type token struct {
	kind  kind
	text  string
	start int
	end   int
	line  int
	flags uint8
	// eqArr is where a compound assignment's parenthesis begins, 0 if none.
	arr   []*Elem
	isArr bool
}

// Ways to read the next word.
const (
	fAssign   = 1 << iota // an assignment may stand here
	fCond                 // inside [[ ]]
	fRegex                // the right side of =~
	fPattern              // a pattern in [[ ]]: extended operators are on
	fCompound             // inside a compound assignment
)

// maxDepth bounds the nesting of commands and expansions.
const maxDepth = 1000

// Parser reads commands from text.
type Parser struct {
	opt   *Options
	src   string
	pos   int
	more  func() (string, bool)
	tok   token
	have  bool
	line0 int // line of src[0]
	lpos  int // a place whose line is known
	lline int
	depth int

	heredocs []*Redir
	aliases  []aliasRange
	trail    int // an alias ended in a blank: the word from here on may be one too
	trail2   int // the same for what is behind the word at trail
	noAlias  int
	ended    bool // the newline that ends a text without one was taken
	took     int  // the end of the token that was taken last
	closed   int  // took, where that ended a compound command: a reserved word may follow
	taken    int  // where the last command began
	subs     int  // command substitutions around
	warnings []string
}

type aliasRange struct {
	name string
	end  int
}

// NewParser reads src, whose first line has the number line; more returns
// further text, ending in a line, and may be nil.
func NewParser(src string, line int, opt *Options, more func() (string, bool)) *Parser {
	if opt == nil {
		opt = &Options{}
	}
	return &Parser{opt: opt, src: src, more: more, line0: line, lline: line}
}

// Line returns the line that was reached.
func (p *Parser) Line() int { return p.lineAt(p.pos) }

// Taken returns the text of the command that Next returned last.
func (p *Parser) Taken() string { return p.src[min(p.taken, len(p.src)):min(p.pos, len(p.src))] }

// Rest returns the text that was not read yet.
func (p *Parser) Rest() string { return p.src[min(p.pos, len(p.src)):] }

// Warnings returns and clears what is to be said though parsing went on.
func (p *Parser) Warnings() []string {
	w := p.warnings
	p.warnings = nil
	return w
}

func (p *Parser) lineAt(pos int) int {
	if pos > len(p.src) {
		pos = len(p.src)
	}
	if pos >= p.lpos {
		p.lline += strings.Count(p.src[p.lpos:pos], "\n")
	} else {
		p.lline -= strings.Count(p.src[pos:p.lpos], "\n")
	}
	p.lpos = pos
	return p.lline
}

// fill gets more text; false at the end.
func (p *Parser) fill() bool {
	if p.more == nil {
		return false
	}
	s, ok := p.more()
	if !ok {
		p.more = nil
		return false
	}
	p.src += s
	return true
}

// at returns the byte at pos+k, 0 at the end.
func (p *Parser) at(k int) byte {
	for p.pos+k >= len(p.src) {
		if !p.fill() {
			return 0
		}
	}
	return p.src[p.pos+k]
}

func (p *Parser) eof() bool {
	for p.pos >= len(p.src) {
		if !p.fill() {
			return true
		}
	}
	return false
}

type bail struct{ err *Error }

func (p *Parser) fail(e *Error) { panic(bail{e}) }

// unexpected reports the current token.
func (p *Parser) unexpected() {
	t := p.tok
	if t.kind == tEOF {
		p.failEOF()
	}
	p.unexpectedAt(t.show(), t.start)
}

func (t token) show() string {
	switch t.kind {
	case tNewline:
		return "newline"
	}
	return t.text
}

func (p *Parser) unexpectedAt(text string, pos int) {
	p.fail(&Error{Line: p.lineAt(pos), Text: "syntax error near unexpected token `" + text + "'", Near: p.lineText(pos), HasNear: true, Sub: p.subs > 0})
}

func (p *Parser) failEOF() {
	line := p.lineAt(len(p.src))
	if !strings.HasSuffix(p.src, "\n") {
		line++
	}
	if p.subs > 0 {
		p.fail(&Error{Line: line, Text: "unexpected EOF while looking for matching `)'", EOF: true})
	}
	p.fail(&Error{Line: line, Text: "syntax error: unexpected end of file", EOF: true})
}

func (p *Parser) failMatch(c byte, line int) {
	p.fail(&Error{Line: line, Text: fmt.Sprintf("unexpected EOF while looking for matching `%c'", c), EOF: true, Match: p.subs == 0})
}

// lineText returns the line of the source that pos is in.
func (p *Parser) lineText(pos int) string {
	if pos > len(p.src) {
		pos = len(p.src)
	}
	start := strings.LastIndexByte(p.src[:pos], '\n') + 1
	end := strings.IndexByte(p.src[pos:], '\n')
	if end < 0 {
		return p.src[start:]
	}
	return p.src[start : pos+end]
}

// Next returns the next complete command, io.EOF at the end, or an *Error.
// After an error the rest of the line is skipped.
func (p *Parser) Next() (l *List, err error) {
	if p.more != nil && p.pos > 4096 { // what was read isn't needed any more
		p.lline = p.lineAt(p.pos)
		p.src, p.pos, p.lpos = p.src[p.pos:], 0, 0
		p.aliases, p.trail, p.have = nil, 0, false
	}
	p.taken = p.pos
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			err = b.err
			p.have, p.heredocs, p.depth, p.subs, p.noAlias, p.trail, p.aliases = false, nil, 0, 0, 0, 0, nil
			if i := strings.IndexByte(p.src[min(p.pos, len(p.src)):], '\n'); i >= 0 {
				p.pos += i + 1
			} else {
				p.pos = len(p.src)
			}
		}
	}()
	for {
		t := p.peek(fAssign)
		if t.kind == tEOF {
			p.readHeredocs()
			return nil, io.EOF
		}
		if t.kind != tNewline {
			break
		}
		p.next()
	}
	if t := p.tok; t.kind == tOp && t.text != "(" && !isRedirOp(t.text) {
		p.unexpected()
	}
	l = p.line()
	return l, nil
}

// line reads a list up to the end of the line.
func (p *Parser) line() *List {
	l := &List{}
	for {
		t := p.peek(fAssign)
		line := t.line
		cmd := p.andOr()
		it := Item{Cmd: cmd, Line: line}
		t = p.peek(fAssign)
		switch {
		case t.kind == tOp && (t.text == ";" || t.text == "&"):
			it.Background = t.text == "&"
			p.next()
			l.Items = append(l.Items, it)
			t = p.peek(fAssign)
			if t.kind == tNewline {
				p.next()
				return l
			}
			if t.kind == tEOF {
				return l
			}
			continue
		case t.kind == tNewline:
			l.Items = append(l.Items, it)
			p.next()
			return l
		case t.kind == tEOF:
			l.Items = append(l.Items, it)
			p.readHeredocs()
			return l
		}
		p.unexpected()
	}
}

// terminators end a list; the caller checks which it wanted.
var terminators = map[string]bool{"then": true, "else": true, "elif": true, "fi": true, "do": true, "done": true, "esac": true, "}": true}

func (p *Parser) atEnd() bool {
	switch t := p.peekCommand(); t.kind {
	case tEOF:
		return true
	case tOp:
		return t.text == ")" || t.text == ";;" || t.text == ";&" || t.text == ";;&"
	case tWord:
		return terminators[t.text]
	}
	return false
}

// list reads a compound list; it must not be empty.
func (p *Parser) list() *List {
	l := p.listOrNone()
	if len(l.Items) == 0 {
		p.unexpected()
	}
	return l
}

func (p *Parser) listOrNone() *List {
	if p.depth++; p.depth > maxDepth {
		p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: commands are nested too deeply"})
	}
	defer func() { p.depth-- }()
	l := &List{}
	for {
		for p.peek(fAssign).kind == tNewline {
			p.next()
		}
		if p.atEnd() {
			return l
		}
		line := p.tok.line
		it := Item{Cmd: p.andOr(), Line: line}
		t := p.peek(fAssign)
		if t.kind == tOp && (t.text == ";" || t.text == "&") {
			it.Background = t.text == "&"
			p.next()
		} else if t.kind != tNewline && !p.atEnd() {
			p.unexpected()
		} else if t.kind == tWord && p.closed != p.took {
			p.unexpected()
		}
		l.Items = append(l.Items, it)
	}
}

func (p *Parser) skipNewlines() {
	for p.peek(fAssign).kind == tNewline {
		p.next()
	}
}

func (p *Parser) andOr() Command {
	first := p.pipeline()
	var rest []AndOrTerm
	for {
		t := p.peek(fAssign)
		if t.kind != tOp || t.text != "&&" && t.text != "||" {
			break
		}
		p.next()
		p.skipNewlines()
		rest = append(rest, AndOrTerm{t.text == "||", p.pipeline()})
	}
	if rest == nil {
		return first
	}
	return &AndOr{first, rest}
}

func (p *Parser) pipeline() Command {
	pl := &Pipeline{Line: p.peek(fAssign).line}
	plain := true
	for {
		t := p.peekCommand()
		if t.kind != tWord {
			break
		}
		if t.text == "!" {
			pl.Negate = !pl.Negate
			plain = false
			p.next()
			continue
		}
		if t.text == "time" && p.timeOK() {
			pl.Time = true
			plain = false
			p.next()
			if t := p.peek(fAssign); t.kind == tWord && t.text == "-p" {
				pl.Posix = true
				p.next()
			}
			if t := p.peek(fAssign); t.kind == tWord && t.text == "--" {
				p.next()
			}
			continue
		}
		break
	}
	if !plain {
		t := p.peekCommand()
		if t.kind == tNewline || t.kind == tEOF || t.kind == tOp && (t.text == ";" || t.text == "&" || t.text == ")" || t.text == "&&" || t.text == "||") {
			if t.text == ")" && p.subs == 0 && p.depth == 0 || (t.text == "&&" || t.text == "||") && !pl.Time {
				p.unexpected()
			}
			return pl
		}
	}
	for {
		cmd := p.command()
		pl.Cmds = append(pl.Cmds, cmd)
		t := p.peek(fAssign)
		if t.kind != tOp || t.text != "|" && t.text != "|&" {
			break
		}
		if t.text == "|&" {
			addRedir(cmd, &Redir{Op: ">&", Fd: 2, Word: &Word{Raw: "1", Mode: NoTilde}, Line: t.line})
		}
		p.next()
		p.skipNewlines()
		if t := p.peekCommand(); t.kind == tWord && t.text == "!" {
			p.unexpected()
		}
	}
	if plain && len(pl.Cmds) == 1 {
		return pl.Cmds[0]
	}
	return pl
}

// timeOK tells whether "time" is the reserved word: not before an option
// other than -p.
func (p *Parser) timeOK() bool {
	i := p.tok.end
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t') {
		i++
	}
	if strings.HasPrefix(p.src[i:], "-") {
		rest := p.src[i:]
		for _, s := range []string{"-p", "--"} {
			if t, ok := strings.CutPrefix(rest, s); ok && (t == "" || strings.ContainsRune(" \t\n;|&", rune(t[0]))) {
				return true
			}
		}
		return false
	}
	return true
}

func addRedir(c Command, r *Redir) {
	switch c := c.(type) {
	case *Simple:
		c.Redirs = append(c.Redirs, r)
	case *Group:
		c.Redirs = append(c.Redirs, r)
	case *Subshell:
		c.Redirs = append(c.Redirs, r)
	case *If:
		c.Redirs = append(c.Redirs, r)
	case *While:
		c.Redirs = append(c.Redirs, r)
	case *For:
		c.Redirs = append(c.Redirs, r)
	case *ArithFor:
		c.Redirs = append(c.Redirs, r)
	case *Case:
		c.Redirs = append(c.Redirs, r)
	case *Arith:
		c.Redirs = append(c.Redirs, r)
	case *Cond:
		c.Redirs = append(c.Redirs, r)
	case *FuncDef:
		c.Redirs = append(c.Redirs, r)
	}
}

// peekCommand is peek where a command may begin: aliases are expanded.
func (p *Parser) peekCommand() token {
	for {
		t := p.peek(fAssign)
		if t.kind != tWord || !p.expandAlias(t) {
			return p.tok
		}
	}
}

// expandAlias puts an alias' text in the place of the token.
func (p *Parser) expandAlias(t token) bool {
	if !p.opt.Aliases || p.opt.Alias == nil || p.noAlias > 0 || strings.ContainsAny(t.text, "\\'\"$`") {
		return false
	}
	active := p.aliases[:0:0]
	for _, a := range p.aliases {
		if a.end > t.start {
			if a.name == t.text {
				return false
			}
			active = append(active, a)
		}
	}
	text, ok := p.opt.Alias(t.text)
	if !ok {
		return false
	}
	blank := text != "" && (text[len(text)-1] == ' ' || text[len(text)-1] == '\t')
	if !blank {
		text += " "
	}
	p.lineAt(t.start)
	p.src = p.src[:t.start] + text + p.src[t.end:]
	for i := range active {
		active[i].end += len(text) - (t.end - t.start)
	}
	p.aliases = append(active, aliasRange{t.text, t.start + len(text)})
	p.pos, p.have = t.start, false
	if p.trail > t.start { // of the alias that this one is in
		more := len(text) - (t.end - t.start)
		p.trail += more
		if p.trail2 > 0 {
			p.trail2 += more
		}
		if end := t.start + len(text); blank && end < p.trail && strings.Trim(p.src[end:p.trail], " \t") != "" {
			p.trail, p.trail2 = end, p.trail
		}
		return true
	}
	p.trail = 0
	if blank {
		p.trail = t.start + len(text)
	}
	return true
}

func (p *Parser) isWord(t token, s string) bool { return t.kind == tWord && t.text == s }
func (p *Parser) isOp(t token, s string) bool   { return t.kind == tOp && t.text == s }

// want takes the reserved word s.
func (p *Parser) want(s string) {
	if !p.isWord(p.peekReserved(), s) {
		p.unexpected()
	}
	p.next()
}

// peekReserved is peek at a place for a reserved word.
func (p *Parser) peekReserved() token { return p.peekCommand() }

func (p *Parser) command() Command {
	t := p.peekCommand()
	switch t.kind {
	case tOp:
		if t.text == "(" {
			return p.paren()
		}
		if !isRedirOp(t.text) {
			p.unexpected()
		}
	case tEOF, tNewline:
		p.unexpected()
	case tWord:
		if c := p.compound(t); c != nil {
			p.closed = p.took
			p.redirs(c)
			return c
		}
		if terminators[t.text] || t.text == "]]" {
			p.unexpected()
		}
		switch t.text {
		case "function":
			return p.function()
		case "coproc":
			return p.coproc()
		}
	}
	return p.simple()
}

// paren reads ( list ) or (( expression )).
func (p *Parser) paren() Command {
	t := p.tok
	if p.src[t.end:] != "" && p.at(0) == '(' {
		if text, ok := p.arithText(p.pos + 1); ok {
			p.have = false
			c := &Arith{Text: text, Line: t.line}
			p.took = p.pos
			p.closed = p.took
			p.redirs(c)
			return c
		}
	}
	p.next()
	body := p.list()
	if !p.isOp(p.peek(fAssign), ")") {
		p.unexpected()
	}
	p.next()
	c := &Subshell{Body: body, Line: t.line}
	p.closed = p.took
	p.redirs(c)
	return c
}

// arithText reads from start to "))"; false where it isn't arithmetic. On
// success pos is behind it.
func (p *Parser) arithText(start int) (text string, ok bool) {
	save := p.pos
	p.pos = start
	depth := 0
	defer func() {
		if !ok {
			p.pos = save
		}
	}()
	for {
		if p.eof() {
			return "", false
		}
		switch c := p.src[p.pos]; c {
		case '(':
			depth++
			p.pos++
		case ')':
			if depth == 0 {
				if p.at(1) != ')' {
					return "", false
				}
				text = p.src[start:p.pos]
				p.pos += 2
				return text, true
			}
			depth--
			p.pos++
		case '\\':
			p.pos += 2
		case '\'':
			p.pos++
			if !p.tryScan(func() { p.scanSingle() }) {
				return "", false
			}
		case '"':
			p.pos++
			if !p.tryScan(func() { p.scanDouble() }) {
				return "", false
			}
		case '`':
			p.pos++
			if !p.tryScan(func() { p.scanBack() }) {
				return "", false
			}
		case '$':
			if !p.tryScan(func() { p.scanDollar(true) }) {
				return "", false
			}
		default:
			p.pos++
		}
	}
}

// tryScan tells whether f came to its end.
func (p *Parser) tryScan(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, isBail := r.(bail); !isBail {
				panic(r)
			}
			ok = false
		}
	}()
	f()
	return true
}

// compound reads a compound command without its redirections, nil if t
// doesn't begin one.
func (p *Parser) compound(t token) Command {
	switch t.text {
	case "{":
		p.next()
		body := p.list()
		p.want("}")
		return &Group{Body: body, Line: t.line}
	case "if":
		return p.ifCommand()
	case "while", "until":
		p.next()
		c := &While{Until: t.text == "until", Line: t.line}
		c.Cond = p.list()
		c.Body = p.doGroup()
		return c
	case "for", "select":
		return p.forCommand(t)
	case "case":
		return p.caseCommand(t)
	case "[[":
		p.next()
		c := &Cond{Line: t.line}
		c.Expr = p.condOr()
		switch t := p.peek(fCond); {
		case p.isWord(t, "]]"):
		case t.kind == tEOF:
			p.condFail(c.Line, "unexpected EOF while looking for `]]'", true)
		case t.kind == tWord:
			p.condFail(c.Line, "syntax error in conditional expression", false)
		default:
			p.condFail(c.Line, "syntax error in conditional expression: unexpected token `"+t.show()+"'", false)
		}
		p.next()
		return c
	}
	return nil
}

func (p *Parser) doGroup() *List {
	p.want("do")
	body := p.list()
	p.want("done")
	return body
}

func (p *Parser) ifCommand() *If {
	c := &If{Line: p.tok.line}
	p.next()
	c.Cond = p.list()
	p.want("then")
	c.Then = p.list()
	switch t := p.peekReserved(); {
	case p.isWord(t, "elif"):
		c.Elif = p.ifCommand()
		return c
	case p.isWord(t, "else"):
		p.next()
		c.Else = p.list()
	}
	p.want("fi")
	return c
}

func (p *Parser) forCommand(t token) Command {
	p.next()
	if t.text == "for" && p.isOp(p.peek(0), "(") && p.at(0) == '(' {
		start := p.pos + 1
		text, ok := p.arithText(start)
		if !ok {
			p.unexpected()
		}
		p.have = false
		parts := splitArithFor(text)
		if len(parts) != 3 {
			if len(parts) < 3 {
				p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: arithmetic expression required", Near: "", HasNear: false})
			}
			p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: `;' unexpected", Near: "", HasNear: false})
		}
		c := &ArithFor{Init: strings.TrimLeft(parts[0], " \t\n"), Cond: strings.TrimLeft(parts[1], " \t\n"), Step: strings.TrimLeft(parts[2], " \t\n"), Line: t.line}
		if p.isOp(p.peek(fAssign), ";") {
			p.next()
		}
		p.skipNewlines()
		c.Body = p.doOrBrace()
		return c
	}
	name := p.peek(0)
	if name.kind != tWord {
		p.unexpected()
	}
	p.next()
	c := &For{Select: t.text == "select", Name: name.text, Line: t.line}
	n := p.peek(fAssign)
	if p.isOp(n, ";") {
		p.next()
		p.skipNewlines()
		c.Body = p.doOrBrace()
		return c
	}
	p.skipNewlines()
	if p.isWord(p.peek(fAssign), "in") {
		c.In = true
		p.next()
		for {
			w := p.peek(0)
			if w.kind != tWord {
				break
			}
			if p.trailing(w) {
				continue
			}
			c.Words = append(c.Words, p.takeWord())
		}
		switch e := p.peek(fAssign); {
		case p.isOp(e, ";"), e.kind == tNewline:
			p.next()
		default:
			p.unexpected()
		}
		p.skipNewlines()
	}
	c.Body = p.doOrBrace()
	return c
}

func (p *Parser) doOrBrace() *List {
	if p.isWord(p.peekReserved(), "{") {
		p.next()
		l := p.list()
		p.want("}")
		return l
	}
	return p.doGroup()
}

// trailing expands a word behind an alias that ended in a blank, and what it
// becomes. It tells whether there is a new token.
func (p *Parser) trailing(t token) bool {
	if p.trail == 0 || t.start < p.trail {
		return false
	}
	size := len(p.src)
	if p.expandAlias(t) {
		next := p.trail
		if next == 0 && p.trail2 > 0 {
			next = p.trail2 + len(p.src) - size
		}
		p.trail, p.trail2 = t.start, next
		return true
	}
	p.trail, p.trail2 = p.trail2, 0
	return false
}

// splitArithFor splits at the semicolons outside of quotes and parentheses.
func splitArithFor(s string) []string {
	var parts []string
	start, depth := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '\'', '"', '`':
			if e := strings.IndexByte(s[i+1:], s[i]); e >= 0 {
				i += e + 1
			}
		case ';':
			if depth <= 0 {
				parts = append(parts, s[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, s[start:])
}

func (p *Parser) caseCommand(t token) Command {
	p.next()
	w := p.peek(0)
	if w.kind != tWord {
		p.unexpected()
	}
	c := &Case{Word: p.takeWord(), Line: t.line}
	for p.peek(0).kind == tNewline {
		p.next()
	}
	if !p.isWord(p.peek(0), "in") {
		p.unexpected()
	}
	p.next()
	for {
		for p.peek(0).kind == tNewline {
			p.next()
		}
		t := p.peek(0)
		if p.isWord(t, "esac") {
			p.next()
			return c
		}
		var it CaseItem
		if p.isOp(t, "(") {
			p.next()
		}
		for {
			w := p.peek(0)
			if w.kind != tWord {
				p.unexpected()
			}
			it.Patterns = append(it.Patterns, p.takeWord())
			if !p.isOp(p.peek(0), "|") {
				break
			}
			p.next()
		}
		if !p.isOp(p.peek(0), ")") {
			p.unexpected()
		}
		p.next()
		it.Body = p.listOrNone()
		e := p.peek(fAssign)
		if e.kind == tOp && (e.text == ";;" || e.text == ";&" || e.text == ";;&") {
			it.End = e.text
			p.next()
			c.Items = append(c.Items, it)
			continue
		}
		it.End = ";;"
		c.Items = append(c.Items, it)
		if p.isWord(e, "esac") {
			p.next()
			return c
		}
		p.unexpected()
	}
}

func (p *Parser) function() Command {
	line := p.tok.line
	p.next()
	n := p.peek(0)
	if n.kind != tWord {
		p.unexpected()
	}
	p.next()
	if p.isOp(p.peek(0), "(") {
		if p.at(0) == '(' { // function f ((..))
			return p.functionBody(n.text, line)
		}
		save := *p
		p.next()
		if !p.isOp(p.peek(0), ")") {
			*p = save
			return p.functionBody(n.text, line)
		}
		p.next()
	}
	return p.functionBody(n.text, line)
}

func (p *Parser) functionBody(name string, line int) Command {
	p.skipNewlines()
	t := p.peekCommand()
	f := &FuncDef{Name: name, Line: t.line}
	var body Command
	if p.isOp(t, "(") {
		body = p.paren()
	} else if t.kind == tWord {
		body = p.compound(t)
		if body != nil {
			p.closed = p.took
			p.redirs(body)
		}
	}
	if body == nil {
		p.unexpected()
	}
	f.Body = body
	return f
}

func (p *Parser) coproc() Command {
	t := p.tok
	p.next()
	c := &Coproc{Name: "COPROC", Line: t.line}
	n := p.peekCommand()
	if n.kind == tWord && p.compoundStart(n) || p.isOp(n, "(") {
		c.Body = p.command()
		return c
	}
	if n.kind == tWord {
		save := *p
		p.next()
		b := p.peek(fAssign)
		if b.kind == tWord && p.compoundStart(b) || p.isOp(b, "(") {
			c.Name = n.text
			c.Body = p.command()
			return c
		}
		*p = save
	}
	c.Body = p.simple()
	return c
}

func (p *Parser) compoundStart(t token) bool {
	switch t.text {
	case "{", "if", "while", "until", "for", "select", "case", "[[":
		return true
	}
	return false
}

func isRedirOp(s string) bool {
	switch s {
	case "<", ">", ">>", ">|", "<>", "<&", ">&", "<<", "<<-", "<<<", "&>", "&>>":
		return true
	}
	return false
}

// redirs adds the redirections that follow a compound command.
func (p *Parser) redirs(c Command) {
	for {
		r := p.redir()
		if r == nil {
			return
		}
		addRedir(c, r)
	}
}

// redir reads a redirection, nil if there is none here.
func (p *Parser) redir() *Redir {
	t := p.peek(p.tok.flags)
	r := &Redir{Fd: -1, Line: t.line}
	switch t.kind {
	case tIONum:
		n, err := strconv.Atoi(t.text)
		if err != nil {
			p.fail(&Error{Line: t.line, Text: t.text + ": Bad file descriptor"})
		}
		r.Fd = n
		p.next()
		t = p.peek(0)
	case tIOVar:
		r.Var = t.text
		p.next()
		t = p.peek(0)
	}
	if t.kind != tOp || !isRedirOp(t.text) {
		if r.Fd >= 0 || r.Var != "" {
			p.unexpected()
		}
		return nil
	}
	r.Op = t.text
	p.next()
	w := p.peek(0)
	if w.kind != tWord {
		if w.kind == tEOF {
			p.unexpectedAt("newline", len(p.src)-1)
		}
		if w.kind == tIONum || w.kind == tIOVar { // a target such as 2 in ">2>x"
			p.tok.kind = tWord
			if w.kind == tIOVar {
				p.tok.text = "{" + w.text + "}"
			}
		} else {
			p.unexpected()
		}
	}
	r.Word = p.takeWord()
	if r.Op == "<<" || r.Op == "<<-" {
		r.Word.Raw = strings.ReplaceAll(r.Word.Raw, "\\\n", "")
		r.Quote = strings.ContainsAny(r.Word.Raw, "\\'\"")
		p.heredocs = append(p.heredocs, r)
	} else if r.Op == "<<<" {
		r.Word.Mode = Assigns
	}
	return r
}

// takeWord takes the current token as a word.
func (p *Parser) takeWord() *Word {
	t := p.tok
	p.next()
	return makeWord(t)
}

func makeWord(t token) *Word {
	w := &Word{Raw: t.text, Line: t.line}
	if strings.IndexByte(t.text, '=') > 0 {
		w.Assign = parseAssign(t)
	}
	return w
}

// parseAssign splits an assignment; nil if the text isn't one.
func parseAssign(t token) *Assign {
	s := t.text
	i := identLen(s)
	if i == 0 {
		return nil
	}
	a := &Assign{Name: s[:i], Raw: s, Line: t.line}
	if i < len(s) && s[i] == '[' {
		e := subscriptEnd(s, i)
		if e < 0 {
			return nil
		}
		a.Sub, a.HasSub = s[i+1:e], true
		i = e + 1
	}
	if strings.HasPrefix(s[i:], "+=") {
		a.Append = true
		i++
	}
	if i >= len(s) || s[i] != '=' {
		return nil
	}
	if t.isArr {
		a.IsArr, a.Array = true, t.arr
		return a
	}
	a.Value = &Word{Raw: s[i+1:], Line: t.line, Mode: Assigns}
	return a
}

func identLen(s string) int {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z' || i > 0 && s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return i
}

// IsName tells whether s is a valid name.
func IsName(s string) bool { return s != "" && identLen(s) == len(s) }

// subscriptEnd returns the index of the bracket that closes the one at i, or -1.
func subscriptEnd(s string, i int) int {
	q := &Parser{opt: &Options{}, src: s, pos: i + 1}
	if !q.tryScan(func() { q.scanSubscript() }) {
		return -1
	}
	return q.pos - 1
}

// SubscriptEnd returns the index of the bracket that closes the one at i, or -1.
func SubscriptEnd(s string, i int) int { return subscriptEnd(s, i) }

// declarers take assignments as arguments.
var declarers = map[string]bool{"alias": true, "declare": true, "export": true, "local": true, "readonly": true, "typeset": true, "eval": true, "let": true}

func (p *Parser) simple() Command {
	c := &Simple{Line: p.tok.line}
	flags := uint8(fAssign)
	first := true
	for {
		t := p.peek(flags)
		if t.kind == tIONum || t.kind == tIOVar || t.kind == tOp && isRedirOp(t.text) {
			c.Redirs = append(c.Redirs, p.redir())
			first = false
			continue
		}
		if t.kind != tWord {
			if t.kind == tOp && t.text == "(" {
				if len(c.Words) == 1 && len(c.Assigns) == 0 && len(c.Redirs) == 0 {
					name := c.Words[0]
					p.next()
					if !p.isOp(p.peek(0), ")") {
						p.unexpected()
					}
					p.next()
					return p.functionBody(name.Raw, name.Line)
				}
				p.unexpected()
			}
			break
		}
		if len(c.Words) == 0 {
			if !first && p.expandAlias(t) {
				continue
			}
			if w := makeWord(t); w.Assign != nil {
				if len(c.Assigns) < 2 {
					c.Line = p.lineAt(t.end)
				}
				p.next()
				c.Assigns = append(c.Assigns, w.Assign)
				first = false
				continue
			}
			if t.isArr {
				p.unexpectedAt("(", t.start)
			}
			flags = 0
			if declarers[t.text] {
				flags = fAssign
			}
		} else if p.trailing(t) {
			continue
		}
		first = false
		if len(c.Words)+len(c.Assigns) < 2 {
			c.Line = p.lineAt(t.end) // where bash has read a word ahead
		}
		c.Words = append(c.Words, p.takeWord())
	}
	if len(c.Words) == 0 && len(c.Assigns) == 0 && len(c.Redirs) == 0 {
		p.unexpected()
	}
	return c
}

// Conditional expressions.

func (p *Parser) condSkip() token {
	for {
		t := p.peek(fCond)
		if t.kind != tNewline {
			return t
		}
		p.next()
	}
}

// condFail reports an error in [[ ]]; an empty text isn't shown.
func (p *Parser) condFail(line int, text string, eof bool) {
	p.fail(&Error{Line: line, Text: text, Cond: true, EOF: eof})
}

func (p *Parser) condError(t token) {
	if t.kind == tEOF {
		p.condFail(p.lineAt(len(p.src))+1, "unexpected token `EOF' in conditional command", true)
	}
	p.condFail(p.lineAt(t.start), "unexpected token `"+t.show()+"' in conditional command", false)
}

func (p *Parser) condOr() CondExpr {
	if p.depth++; p.depth > maxDepth {
		p.fail(&Error{Line: p.lineAt(p.pos), Text: "syntax error: commands are nested too deeply"})
	}
	defer func() { p.depth-- }()
	x := p.condAnd()
	for {
		if t := p.condSkip(); !p.isOp(t, "||") {
			return x
		}
		p.next()
		x = &CondAndOr{true, x, p.condAnd()}
	}
}

func (p *Parser) condAnd() CondExpr {
	x := p.condTerm()
	for {
		if t := p.condSkip(); !p.isOp(t, "&&") {
			return x
		}
		p.next()
		x = &CondAndOr{false, x, p.condTerm()}
	}
}

func (p *Parser) condTerm() CondExpr {
	t := p.condSkip()
	switch {
	case p.isOp(t, "("):
		p.next()
		x := p.condOr()
		if t := p.condSkip(); !p.isOp(t, ")") {
			if t.kind == tEOF {
				p.condFail(p.lineAt(t.start), "expected `)'", true)
			}
			p.condFail(p.lineAt(t.start), "unexpected token `"+t.show()+"', expected `)'", false)
		}
		p.next()
		return &CondParen{x}
	case p.isWord(t, "!"):
		p.next()
		return &CondNot{p.condTerm()}
	case t.kind != tWord || t.text == "]]":
		if t.kind == tWord {
			p.condFail(p.lineAt(t.start), "", false)
		}
		p.condError(t)
	}
	if IsUnaryTest(t.text) {
		p.next()
		a := p.peek(fCond)
		if a.kind != tWord || a.text == "]]" && p.condEnds() {
			p.condFail(p.lineAt(a.start), "unexpected argument `"+a.show()+"' to conditional unary operator", a.kind == tEOF)
		}
		return &CondUnary{Op: t.text, X: p.takeWord()}
	}
	x := p.takeWord()
	o := p.peek(fCond)
	if o.kind == tWord && o.text == "]]" || p.isOp(o, "&&") || p.isOp(o, "||") || p.isOp(o, ")") {
		return &CondUnary{Op: "-n", X: x, Bare: true}
	}
	if !(o.kind == tWord && isBinaryTest(o.text) || p.isOp(o, "<") || p.isOp(o, ">")) {
		switch {
		case o.kind == tEOF || o.kind == tNewline && o.start == o.end:
			p.condFail(p.lineAt(o.start), "unexpected token `EOF' in conditional command", true)
		case o.kind == tWord:
			p.condFail(p.lineAt(o.start), "conditional binary operator expected", false)
		}
		p.condFail(p.lineAt(o.start), "unexpected token `"+o.show()+"', conditional binary operator expected", false)
	}
	p.next()
	flags := uint8(fCond)
	switch o.text {
	case "=~":
		flags |= fRegex
	case "=", "==", "!=":
		flags |= fPattern
	}
	y := p.peek(flags)
	if y.kind != tWord || y.text == "]]" && flags&fRegex == 0 {
		p.condFail(p.lineAt(y.start), "unexpected argument `"+y.show()+"' to conditional binary operator", y.kind == tEOF)
	}
	return &CondBinary{Op: o.text, X: x, Y: p.takeWord()}
}

func (p *Parser) condEnds() bool { return true }

// IsUnaryTest tells whether s is a unary operator of test and [[.
func IsUnaryTest(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("abcdefghknoprstuvwxzGLNORS", s[1]) >= 0
}

func isBinaryTest(s string) bool {
	switch s {
	case "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

// More tells whether the source of further text has not come to its end.
func (p *Parser) More() bool { return p.more != nil }
