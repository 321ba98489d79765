package syntax

import (
	"io"
	"strconv"
	"strings"
)

// printer writes commands in the form that bash's type and declare -f show.
type printer struct {
	b      strings.Builder
	indent int
	skip   int
	fn     int
	docs   []*Redir
	hadDoc bool // a here-document's text was printed: no semicolon then
}

// PrintFunc returns a function's definition: "name () \n{ \n ... }".
func PrintFunc(name string, f *FuncDef) string {
	if !validPlainFunc(name) {
		return "function " + name + " " + PrintFuncBody(f)
	}
	return name + " " + PrintFuncBody(f)
}

func validPlainFunc(s string) bool { return !terminators[s] && !compoundWords[s] }

var compoundWords = map[string]bool{"if": true, "while": true, "until": true, "for": true, "select": true, "case": true, "function": true, "time": true, "{": true, "!": true, "in": true, "[[": true, "coproc": true}

// PrintFuncBody returns "() { body }" as a definition has it.
func PrintFuncBody(f *FuncDef) string {
	p := &printer{}
	p.b.WriteString("() \n")
	p.body(f)
	return p.b.String()
}

// Print returns a command on one line, where it can be.
func Print(c Command) string {
	p := &printer{}
	p.skip++
	p.cmd(c)
	p.flushDocs("")
	return p.b.String()
}

// PrintHead returns what BASH_COMMAND shows of a command.
func PrintHead(c Command) string {
	switch c := c.(type) {
	case *For:
		p := &printer{}
		p.forHead(c)
		return p.b.String()
	case *Case:
		return "case " + wordText(c.Word.Raw) + " in "
	case *ArithFor:
		return "((" + c.Init + "))"
	case *Arith:
		return "((" + c.Text + "))"
	case *Cond:
		p := &printer{}
		p.str("[[ ")
		p.condExpr(c.Expr)
		p.str(" ]]")
		return p.b.String()
	}
	return Print(c)
}

func (p *printer) str(s string) { p.b.WriteString(s) }

func (p *printer) pad() { p.b.WriteString(strings.Repeat(" ", p.indent)) }

func (p *printer) newline(s string) {
	p.str("\n")
	p.pad()
	p.str(s)
}

func (p *printer) semicolon() {
	s := p.b.String()
	if n := len(s); n > 0 && (s[n-1] == '&' || s[n-1] == '\n') {
		return
	}
	p.str(";")
}

func (p *printer) body(f *FuncDef) {
	p.pad()
	p.str("{ \n")
	p.fn++
	p.indent += 4
	var redirs []*Redir
	if g, ok := f.Body.(*Group); ok {
		redirs = g.Redirs
		p.list(g.Body)
	} else {
		p.cmd(f.Body)
	}
	p.flushDocs("")
	p.indent -= 4
	p.fn--
	p.newline("}")
	if len(redirs) > 0 {
		p.redirs(redirs)
	}
	p.flushDocs("")
}

func (p *printer) list(l *List) {
	for i := range l.Items {
		it := &l.Items[i]
		if i > 0 {
			if prev := &l.Items[i-1]; prev.Background {
				p.flushDocs(" &")
				p.str(" ")
				p.skip++
			} else {
				switch {
				case len(p.docs) > 0:
					p.flushDocs(";")
					p.hadDoc = false
				case p.hadDoc:
					p.hadDoc = false
				default:
					p.str(";")
				}
				if p.fn > 0 {
					p.str("\n")
				} else {
					p.str(" ")
					p.skip++
				}
			}
		}
		p.cmd(it.Cmd)
		if it.Background && i == len(l.Items)-1 {
			p.str(" &")
		}
	}
}

func (p *printer) cmd(c Command) {
	if l, ok := c.(*List); ok {
		p.list(l)
		return
	}
	if p.skip > 0 {
		p.skip--
	} else if p.fn > 0 {
		p.pad()
	}
	switch c := c.(type) {
	case *AndOr:
		p.skip++
		p.cmd(c.First)
		for _, t := range c.Rest {
			op := " && "
			if t.Or {
				op = " || "
			}
			p.flushDocs(op)
			p.skip++
			p.cmd(t.Cmd)
		}
	case *Pipeline:
		if c.Time {
			p.str("time ")
			if c.Posix {
				p.str("-p ")
			}
		}
		if c.Negate {
			p.str("! ")
		}
		for i, x := range c.Cmds {
			if i > 0 {
				p.flushDocs(" |")
				p.str(" ")
			}
			p.skip++
			p.cmd(x)
		}
	case *Simple:
		p.simple(c)
	case *Group:
		p.str("{ ")
		if p.fn == 0 {
			p.skip++
		} else {
			p.str("\n")
			p.indent += 4
		}
		p.list(c.Body)
		p.flushDocs("")
		if p.fn == 0 {
			p.semicolon()
			p.str(" ")
		} else {
			p.str("\n")
			p.indent -= 4
			p.pad()
		}
		p.str("}")
		p.redirs(c.Redirs)
	case *Subshell:
		p.str("( ")
		p.skip++
		p.list(c.Body)
		p.flushDocs("")
		p.str(" )")
		p.redirs(c.Redirs)
	case *If:
		p.ifCmd(c)
		p.redirs(c.Redirs)
	case *While:
		if c.Until {
			p.str("until ")
		} else {
			p.str("while ")
		}
		p.skip++
		p.list(c.Cond)
		p.flushDocs("")
		p.semicolon()
		p.str(" do\n")
		p.nested(c.Body)
		p.semicolon()
		p.newline("done")
		p.redirs(c.Redirs)
	case *For:
		p.forHead(c)
		p.str(";")
		p.newline("do\n")
		p.nested(c.Body)
		p.semicolon()
		p.newline("done")
		p.redirs(c.Redirs)
	case *ArithFor:
		one := func(s string) string {
			if s = strings.TrimRight(s, " "); s == "" {
				return "1"
			}
			return s
		}
		p.str("for ((" + one(c.Init) + "; " + one(c.Cond) + "; " + one(c.Step) + "))")
		p.newline("do\n")
		p.nested(c.Body)
		p.semicolon()
		p.newline("done")
		p.redirs(c.Redirs)
	case *Case:
		p.str("case " + wordText(c.Word.Raw) + " in ")
		p.indent += 4
		for _, it := range c.Items {
			p.newline("")
			for i, w := range it.Patterns {
				if i > 0 {
					p.str(" | ")
				}
				p.str(wordText(w.Raw))
			}
			p.str(")\n")
			p.indent += 4
			if len(it.Body.Items) > 0 {
				if p.fn == 0 {
					p.pad()
					p.skip++
				}
				p.list(it.Body)
			}
			p.indent -= 4
			p.flushDocs("")
			p.newline(it.End)
		}
		p.indent -= 4
		p.newline("esac")
		p.redirs(c.Redirs)
	case *Arith:
		p.str("((" + c.Text + "))")
		p.redirs(c.Redirs)
	case *Cond:
		p.str("[[ ")
		p.condExpr(c.Expr)
		p.str(" ]]")
		p.redirs(c.Redirs)
	case *FuncDef:
		p.str("function " + c.Name + " () \n")
		p.body(c)
	case *Coproc:
		p.str("coproc " + c.Name + " ")
		p.skip++
		p.cmd(c.Body)
	}
}

func (p *printer) nested(l *List) {
	p.indent += 4
	if p.fn == 0 {
		p.pad()
		p.skip++
	}
	p.list(l)
	p.flushDocs("")
	p.indent -= 4
}

func (p *printer) ifCmd(c *If) {
	p.str("if ")
	p.skip++
	p.list(c.Cond)
	p.semicolon()
	p.str(" then\n")
	p.nested(c.Then)
	if c.Elif != nil || c.Else != nil {
		p.semicolon()
		p.newline("else\n")
		if c.Elif != nil {
			p.indent += 4
			p.pad()
			p.ifCmd(c.Elif)
			p.flushDocs("")
			p.indent -= 4
		} else {
			p.nested(c.Else)
		}
	}
	p.semicolon()
	p.newline("fi")
}

func (p *printer) forHead(c *For) {
	if c.Select {
		p.str("select ")
	} else {
		p.str("for ")
	}
	p.str(c.Name + " in ")
	if !c.In {
		p.str(`"$@"`)
	}
	for i, w := range c.Words {
		if i > 0 {
			p.str(" ")
		}
		p.str(wordText(w.Raw))
	}
}

func (p *printer) simple(c *Simple) {
	first := true
	word := func(s string) {
		if !first {
			p.str(" ")
		}
		first = false
		p.str(s)
	}
	for _, a := range c.Assigns {
		word(assignText(a))
	}
	for _, w := range c.Words {
		if w.Assign != nil {
			word(assignText(w.Assign))
		} else {
			word(wordText(w.Raw))
		}
	}
	for _, r := range c.Redirs {
		if !first {
			p.str(" ")
		}
		first = false
		p.redir(r)
	}
}

func (p *printer) redirs(rs []*Redir) {
	for _, r := range rs {
		p.hadDoc = false
		p.str(" ")
		p.redir(r)
	}
}

func (p *printer) redir(r *Redir) {
	fd := ""
	if r.Var != "" {
		fd = "{" + r.Var + "}"
	} else if r.Fd >= 0 {
		fd = strconv.Itoa(r.Fd)
	}
	switch r.Op {
	case "<>":
		if fd == "" {
			fd = "0"
		}
		p.str(fd + r.Op + " " + wordText(r.Word.Raw))
	case "<":
		if fd == "0" {
			fd = ""
		}
		p.str(fd + r.Op + " " + wordText(r.Word.Raw))
	case ">", ">>", ">|":
		if fd == "1" {
			fd = ""
		}
		p.str(fd + r.Op + " " + wordText(r.Word.Raw))
	case "&>", "&>>":
		p.str(r.Op + " " + wordText(r.Word.Raw))
	case "<&", ">&":
		if fd == "" {
			fd = "1"
			if r.Op == "<&" {
				fd = "0"
			}
			if w := r.Word.Raw; r.Op == ">&" && r.Fd < 0 && !isDigits(strings.TrimSuffix(w, "-")) && w != "-" && !strings.HasPrefix(w, "$") {
				p.str("&> " + w)
				return
			}
		}
		op := r.Op
		if r.Word.Raw == "-" && r.Var == "" {
			op = ">&"
		}
		p.str(fd + op + r.Word.Raw)
	case "<<<":
		if fd == "0" {
			fd = ""
		}
		p.str(fd + "<<< " + wordText(r.Word.Raw))
	case "<<", "<<-":
		if fd == "0" {
			fd = ""
		}
		delim := r.Word.Raw
		if r.Quote {
			delim = "'" + strings.ReplaceAll(unquoteDelim(delim), "'", `'\''`) + "'"
		}
		p.str(fd + r.Op + delim)
		p.docs = append(p.docs, r)
	}
}

// flushDocs writes what joins commands and the here-documents of what was
// printed, which follow it.
func (p *printer) flushDocs(join string) {
	if join != ";" {
		p.str(join)
	}
	if len(p.docs) == 0 {
		return
	}
	p.str("\n")
	for _, r := range p.docs {
		if r.Body != nil {
			p.str(r.Body.Raw)
		}
		p.str(unquoteDelim(r.Word.Raw) + "\n")
	}
	if join != "" && join != ";" {
		p.str(" ")
	}
	p.docs = nil
	p.hadDoc = true
}

func (p *printer) condExpr(x CondExpr) {
	switch x := x.(type) {
	case *CondNot:
		p.str("! ")
		p.condExpr(x.X)
	case *CondParen:
		p.str("( ")
		p.condExpr(x.X)
		p.str(" )")
	case *CondAndOr:
		p.condExpr(x.X)
		if x.Or {
			p.str(" || ")
		} else {
			p.str(" && ")
		}
		p.condExpr(x.Y)
	case *CondUnary:
		if x.Bare {
			p.str("-n ")
		} else {
			p.str(x.Op + " ")
		}
		p.str(wordText(x.X.Raw))
	case *CondBinary:
		p.str(wordText(x.X.Raw) + " " + x.Op + " " + wordText(x.Y.Raw))
	}
}

// assignText is an assignment: a compound one with single spaces.
func assignText(a *Assign) string {
	if !a.IsArr {
		return wordText(a.Raw)
	}
	var b strings.Builder
	b.WriteString(a.Raw[:strings.Index(a.Raw, "=(")+2])
	for i, e := range a.Array {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(wordText(e.Raw.Raw))
	}
	b.WriteByte(')')
	return b.String()
}

// wordText is a word as bash keeps it: $'..' decoded and in single quotes, and
// $(..) printed anew.
func wordText(raw string) string {
	if !strings.Contains(raw, "$'") && !strings.Contains(raw, "$(") && !strings.Contains(raw, "$\"") {
		return raw
	}
	var b strings.Builder
	p := &Parser{opt: &Options{Extglob: true}, src: raw}
	dq := false
	for p.pos < len(raw) {
		start := p.pos
		ok := true
		switch c := raw[p.pos]; {
		case c == '\\':
			p.pos = min(p.pos+2, len(raw))
		case c == '"':
			dq = !dq
			p.pos++
		case c == '\'' && !dq:
			p.pos++
			ok = p.tryScan(p.scanSingle)
		case c == '`':
			p.pos++
			ok = p.tryScan(p.scanBack)
		case c == '$' && !dq && strings.HasPrefix(raw[p.pos:], "$'"):
			p.pos += 2
			if ok = p.tryScan(p.scanAnsi); ok {
				b.WriteString("'" + strings.ReplaceAll(AnsiC(raw[start+2:p.pos-1]), "'", `'\''`) + "'")
				continue
			}
		case c == '$' && !dq && strings.HasPrefix(raw[p.pos:], "$\""):
			p.pos++
			continue
		case c == '$' && strings.HasPrefix(raw[p.pos:], "$(") && !strings.HasPrefix(raw[p.pos:], "$(("):
			p.pos += 2
			if ok = p.tryScan(p.scanSub); ok {
				if text, good := commandText(raw[start+2 : p.pos-1]); good {
					if text[0] == '(' {
						text = " " + text
					}
					b.WriteString("$(" + text + ")")
					continue
				}
			}
		case c == '$' && strings.HasPrefix(raw[p.pos:], "${"):
			if ok = p.tryScan(func() { p.scanDollar(dq) }); ok {
				b.WriteString("${" + wordText(raw[start+2:p.pos-1]) + "}")
				continue
			}
		case c == '$':
			ok = p.tryScan(func() { p.scanDollar(dq) })
		default:
			p.pos++
		}
		if !ok {
			return raw
		}
		b.WriteString(p.src[start:p.pos])
	}
	return b.String()
}

// commandText prints the commands of a substitution on one line.
func commandText(src string) (string, bool) {
	if strings.Contains(src, "<<") {
		return "", false
	}
	q := NewParser(src, 1, &Options{Extglob: true}, nil)
	all := &List{}
	for {
		l, err := q.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", false
		}
		all.Items = append(all.Items, l.Items...)
	}
	if len(all.Items) == 0 {
		return "", false
	}
	text := Print(all)
	if all.Items[len(all.Items)-1].Background {
		return text, true
	}
	return text, true
}
