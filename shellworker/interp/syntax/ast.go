// Package syntax reads bash's language. A Parser takes one complete command
// at a time, as bash does, so that a script has run up to its first syntax
// error. Words keep their text; what is in them is read when they are first
// expanded (Word.Compile), and kept.
package syntax

import "sync/atomic"

// Command is a node that can be executed.
type Command interface{ command() }

// List is commands that run one after another.
type List struct{ Items []Item }

// Item is a command of a list; Background where "&" follows it.
type Item struct {
	Cmd        Command
	Background bool
	Line       int
}

// AndOr is first && second || third...
type AndOr struct {
	First Command
	Rest  []AndOrTerm
}

// AndOrTerm is what follows an && (Or false) or ||.
type AndOrTerm struct {
	Or  bool
	Cmd Command
}

// Pipeline is commands joined by pipes, or one with ! or time before it.
type Pipeline struct {
	Cmds   []Command
	Negate bool
	Time   bool
	Posix  bool // time -p
	Line   int
}

// Simple is a simple command.
type Simple struct {
	Assigns []*Assign
	Words   []*Word
	Redirs  []*Redir
	Line    int
}

// Assign is name=value, name[sub]+=value or name=(elements).
type Assign struct {
	Name   string
	Sub    string
	HasSub bool
	Append bool
	Value  *Word // nil with Array
	Array  []*Elem
	IsArr  bool
	Raw    string
	Line   int
}

// Elem is an element of a compound assignment: [Sub]=Value or a word that is
// expanded to any number of elements.
type Elem struct {
	Sub    string
	HasSub bool
	Append bool
	Value  *Word
	Raw    *Word // the element's text as a plain word
}

// Redir is a redirection. Fd is -1 where none is given.
type Redir struct {
	Op    string // < > >> >| <> <& >& << <<- <<< &> &>>
	Fd    int
	Var   string // {var}>
	Word  *Word  // the target, a here-document's delimiter
	Body  *Word  // a here-document's text
	Quote bool   // the delimiter was quoted: the text is literal
	Line  int
}

// Group is { list; }, Subshell ( list ).
type Group struct {
	Body   *List
	Redirs []*Redir
	Line   int
}

type Subshell struct {
	Body   *List
	Redirs []*Redir
	Line   int
}

// If is an if command: each elif is an If in Else.
type If struct {
	Cond, Then *List
	Else       *List
	Elif       *If
	Redirs     []*Redir
	Line       int
}

// While is while or until.
type While struct {
	Until      bool
	Cond, Body *List
	Redirs     []*Redir
	Line       int
}

// For is for or select; without In it goes over "$@".
type For struct {
	Select bool
	Name   string
	In     bool
	Words  []*Word
	Body   *List
	Redirs []*Redir
	Line   int
}

// ArithFor is for ((init; cond; step)).
type ArithFor struct {
	Init, Cond, Step string
	Body             *List
	Redirs           []*Redir
	Line             int
}

// Case is a case command.
type Case struct {
	Word   *Word
	Items  []CaseItem
	Redirs []*Redir
	Line   int
}

// CaseItem is patterns and what runs; End is ";;", ";&" or ";;&".
type CaseItem struct {
	Patterns []*Word
	Body     *List
	End      string
}

// Arith is (( expression )).
type Arith struct {
	Text   string
	Redirs []*Redir
	Line   int
}

// Cond is [[ expression ]].
type Cond struct {
	Expr   CondExpr
	Redirs []*Redir
	Line   int
}

// CondExpr is a node of a conditional expression.
type CondExpr interface{ cond() }

type (
	// CondNot is ! X.
	CondNot struct{ X CondExpr }
	// CondParen is ( X ).
	CondParen struct{ X CondExpr }
	// CondAndOr is X && Y or X || Y.
	CondAndOr struct {
		Or   bool
		X, Y CondExpr
	}
	// CondUnary is an operator and its operand; "-n" for a lone word, with Bare.
	CondUnary struct {
		Op   string
		X    *Word
		Bare bool
	}
	// CondBinary is X Op Y.
	CondBinary struct {
		Op   string
		X, Y *Word
	}
)

func (*CondNot) cond()    {}
func (*CondParen) cond()  {}
func (*CondAndOr) cond()  {}
func (*CondUnary) cond()  {}
func (*CondBinary) cond() {}

// FuncDef defines a function.
type FuncDef struct {
	Name   string
	Body   Command // with its redirections
	Redirs []*Redir
	Source string
	Line   int
}

// Coproc starts a coprocess.
type Coproc struct {
	Name string
	Body Command
	Line int
}

func (*List) command()     {}
func (*AndOr) command()    {}
func (*Pipeline) command() {}
func (*Simple) command()   {}
func (*Group) command()    {}
func (*Subshell) command() {}
func (*If) command()       {}
func (*While) command()    {}
func (*For) command()      {}
func (*ArithFor) command() {}
func (*Case) command()     {}
func (*Arith) command()    {}
func (*Cond) command()     {}
func (*FuncDef) command()  {}
func (*Coproc) command()   {}

// Mode says how a word's text is read.
type Mode uint8

const (
	Normal  Mode = iota
	Assigns      // an assignment's value: tildes behind colons, no braces
	Heredoc      // the text of a here-document: quotes are literal
	DQuoted      // the word of an operator of ${} within double quotes
	ArithM       // an arithmetic expression: as in double quotes, which are removed
	NoTilde      // as Normal, without tildes and braces
	PatSub       // the pattern and replacement of ${v/p/r}: as NoTilde
)

// Word is a word's text.
type Word struct {
	Raw    string
	Line   int
	Mode   Mode
	Assign *Assign // where it reads as an assignment, also as an argument
	c      atomic.Pointer[Compiled]
}

// Part is a piece of a word.
type Part interface{ part() }

type (
	// Lit is text; Quoted text is never split, globbed or removed.
	Lit struct {
		S      string
		Quoted bool
	}
	// DQ is what stands in double quotes.
	DQ struct{ Parts []Part }
	// Tilde is ~ or ~user, before a slash or the end.
	Tilde struct {
		User string
		Word bool // behind the = of a word that is no assignment: nothing in posix mode
	}
	// CmdSub is $(..) or `..`.
	CmdSub struct {
		Src  string
		Line int
		Back bool
		List atomic.Pointer[CmdSubTree]
	}
	// ArithSub is $((..)) or $[..].
	ArithSub struct{ Text *Word }
	// ProcSub is <(..) or, with Out, >(..).
	ProcSub struct {
		Src  string
		Line int
		Out  bool
	}
	// Param is $name or ${..}.
	Param struct {
		Context  string // the text that it stands in: what messages show
		Raw      string // with $ and braces
		Name     string
		Sub      string
		HasSub   bool
		Indirect bool   // ${!name}
		Prefix   byte   // ${!name*}, ${!name@}: that character
		Keys     bool   // ${!name[@]}
		Length   bool   // ${#name}
		Op       string // "-" ":-" "=" "?" "+" "#" "##" "%" "%%" "/" "//" "/#" "/%" "^" "^^" "," ",," "~" "~~" "@" ":"
		Arg      *Word
		Arg2     *Word // replacement, slice length
		HasArg2  bool
		Bad      bool
		Brace    bool
		InDQ     bool
	}
)

// Brace is a word that brace expansion made: a plain text, or a word to expand.
type Brace struct {
	Text string
	Word *Word
}

// CmdSubTree is a parsed command substitution and what it was parsed under.
type CmdSubTree struct {
	Lists []*List
	Err   error
}

func (*Lit) part()      {}
func (*DQ) part()       {}
func (*Tilde) part()    {}
func (*CmdSub) part()   {}
func (*ArithSub) part() {}
func (*ProcSub) part()  {}
func (*Param) part()    {}

// Compiled is a word that was read.
type Compiled struct {
	Parts  []Part
	Lit    string // the whole text without quotes, where Simple
	Simple bool   // nothing to expand, split or glob
	Quoted bool   // there were quotes
	Braces []Brace
	Err    error
}
