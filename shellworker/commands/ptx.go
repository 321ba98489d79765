package commands

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/regex"
)

func init() {
	Register(Command{Name: "ptx", Run: ptxMain, Help: `
Usage: ptx [OPTION]... [FILE]...
Write a permuted index of the words of the files, or of the standard input,
each with what stands around it.

  -A, --auto-reference       a reference is the file's name and the line
  -G, --traditional          as System V's ptx: roff output, lines for sentences,
                               words between blanks; then FILE [OUTPUT]
  -F, --flag-truncation=STRING  what marks text that was cut (/)
  -M, --macro-name=STRING    the macro of -O and -T (xx)
  -O, --format=roff          output as roff directives
  -R, --right-side-refs      references on the right, not counted in -w
  -S, --sentence-regexp=REGEXP  what ends a context
  -T, --format=tex           output as TeX directives
  -W, --word-regexp=REGEXP   what a word is
  -b, --break-file=FILE      the bytes of FILE end words
  -f, --ignore-case          sort lower case as upper case
  -g, --gap-size=NUMBER      columns between fields (3)
  -i, --ignore-file=FILE     the words in FILE, one a line, are no keys
  -o, --only-file=FILE       only the words in FILE are keys
  -r, --references           the first field of a line is its reference
  -t, --typeset-mode         (changes nothing, nor does GNU's)
  -w, --width=NUMBER         columns of a line (72)
      --help                 this text
      --version              the version
`})
}

// ptxText is a part of an input, by offsets.
type ptxText struct{ start, end int }

func (t ptxText) size() int { return t.end - t.start }

// ptxKey is a word to be listed.
type ptxKey struct {
	file        int
	word        ptxText
	left, right int     // the context
	line        int     // from 1
	ref         ptxText // of -r
}

// ptxFields is what a key's line shows: the end of its context moved to the
// left, what precedes it, itself with what follows it, and the beginning of
// its context moved to the right; cut tells which were shortened.
type ptxFields struct {
	tail, before, after, head             ptxText
	cutTail, cutBefore, cutAfter, cutHead bool
}

type permuted struct {
	p                       *Process
	auto, refs, right, fold bool
	format                  byte // 0, 'O' or 'T'
	mark, macro             string
	gap, width              int
	isWord                  [256]bool
	wordRe                  *regex.Regexp // of -W, instead of isWord
	sentenceEnd             *regex.Regexp // of -S
	sentenceText            string
	unbroken, lines         bool // a context is the whole input, or a line
	gnu                     bool // not as in System V
	names                   []string
	texts                   [][]byte
	keys                    []ptxKey
	longest, refWidth       int
	half, beforeMax, keyMax int
}

func ptxMain(ctx context.Context, p *Process) int {
	x := &permuted{p: p, mark: "/", macro: "xx", gap: 3, width: 72}
	opts, files := p.Getopt("AF:GM:ORS:TW:b:fg:i:o:rtw:", getopt.Long{Name: "traditional", ID: 'G'}, getopt.Long{Name: "typeset-mode", ID: 't'},
		getopt.Long{Name: "sentence-regexp", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "word-regexp", Arg: getopt.Required, ID: 'W'}, getopt.Long{Name: "auto-reference", ID: 'A'}, getopt.Long{Name: "flag-truncation", Arg: getopt.Required, ID: 'F'},
		getopt.Long{Name: "macro-name", Arg: getopt.Required, ID: 'M'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 300}, getopt.Long{Name: "right-side-refs", ID: 'R'},
		getopt.Long{Name: "break-file", Arg: getopt.Required, ID: 'b'}, getopt.Long{Name: "ignore-case", ID: 'f'}, getopt.Long{Name: "gap-size", Arg: getopt.Required, ID: 'g'},
		getopt.Long{Name: "ignore-file", Arg: getopt.Required, ID: 'i'}, getopt.Long{Name: "only-file", Arg: getopt.Required, ID: 'o'},
		getopt.Long{Name: "references", ID: 'r'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'})
	number := func(arg, what string) int {
		n, err := strconv.ParseUint(arg, 0, 20)
		if err != nil || n == 0 {
			p.Fatalf(1, "invalid %s: %s", what, p.Quote(arg))
		}
		return int(n)
	}
	breaks, ignore, only := "", "", ""
	sentence, word, hasSentence := "", "", false
	x.gnu = true
	for _, o := range opts {
		switch o.ID {
		case 'A':
			x.auto = true
		case 'G':
			x.gnu = false
		case 'S':
			sentence, hasSentence = ptxUnescape(o.Arg), true
		case 'W':
			word = ptxUnescape(o.Arg)
		case 'F':
			x.mark = ptxUnescape(o.Arg)
		case 'M':
			x.macro = o.Arg
		case 'O', 'T':
			x.format = byte(o.ID)
		case 300:
			switch {
			case o.Arg != "" && strings.HasPrefix("roff", o.Arg):
				x.format = 'O'
			case o.Arg != "" && strings.HasPrefix("tex", o.Arg):
				x.format = 'T'
			default:
				p.UsageError("invalid argument %s for %s\nValid arguments are:\n  - %s\n  - %s", p.Quote(o.Arg), p.Quote("--format"), p.Quote("roff"), p.Quote("tex"))
			}
		case 'R':
			x.right = true
		case 'b':
			breaks = o.Arg
		case 'f':
			x.fold = true
		case 'g':
			x.gap = number(o.Arg, "gap width")
		case 'i':
			ignore = o.Arg
		case 'o':
			only = o.Arg
		case 'r':
			x.refs = true
		case 'w':
			x.width = number(o.Arg, "line width")
		}
	}
	compile := func(s string) *regex.Regexp {
		flags := regex.MultiLine
		if x.fold {
			flags |= regex.IgnoreCase
		}
		re, err := regex.Compile(s, regex.Emacs, flags)
		if err != nil {
			p.Fatalf(1, "%s (for regexp %s)", err, p.Quote(s))
		}
		return re
	}
	switch {
	case hasSentence && sentence == "":
		x.unbroken = true
	case hasSentence:
		x.sentenceEnd, x.sentenceText = compile(sentence), sentence
	case !x.gnu:
		x.lines = true
	}
	if word != "" {
		x.wordRe = compile(word)
	}
	// Words are of letters; or of all but what a file says, or but blanks.
	for c := range x.isWord {
		x.isWord[c] = breaks != "" || !x.gnu || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	if breaks != "" {
		for _, c := range x.read(ctx, breaks) {
			x.isWord[c] = false
		}
	}
	if !x.gnu {
		x.isWord[' '], x.isWord['\t'], x.isWord['\n'] = false, false, false
		if x.format == 0 {
			x.format = 'O'
		}
		if len(files) > 2 {
			p.ExtraOperand(files[2])
		}
		if len(files) == 2 {
			f, err := p.OpenFile(ctx, files[1], vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
			if err != nil {
				p.NameError(files[1], err)
				return 1
			}
			defer f.Close()
			p.Out = NewOutput(f)
			defer p.Out.Flush()
			files = files[:1]
		}
	}
	ignored, wanted := x.words(ctx, ignore), x.words(ctx, only)
	if len(files) == 0 {
		files = []string{"-"}
	}
	for i, name := range files {
		text := x.read(ctx, name)
		if name == "-" {
			name = ""
		}
		x.names, x.texts = append(x.names, name), append(x.texts, text)
		x.find(ctx, i, ignored, wanted)
	}
	x.write(ctx)
	return 0
}

// ptxUnescape expands the escapes of -F.
func ptxUnescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		base, most := 0, 0
		switch c := s[i]; c {
		case 'x':
			base, most = 16, 3
		case '0':
			base, most = 8, 3
		case 'c':
			return b.String()
		default:
			if k := strings.IndexByte("abfnrtv", c); k >= 0 {
				b.WriteByte("\a\b\f\n\r\t\v"[k])
			} else {
				b.WriteString(s[i-1 : i+1])
			}
			continue
		}
		n := 0
		for ; most > 0 && i+1 < len(s); most-- {
			d, err := strconv.ParseUint(s[i+1:i+2], base, 8)
			if err != nil {
				break
			}
			n = n*base + int(d)
			i++
		}
		b.WriteByte(byte(n))
	}
	return b.String()
}

// read returns what a file holds.
func (x *permuted) read(ctx context.Context, name string) []byte {
	f, err := x.p.Input(ctx, name)
	var text []byte
	if err == nil {
		err = blockInput(ctx, f, func(b []byte) {
			if len(text)+len(b) > maxWhole {
				x.p.Fatalf(1, "memory exhausted")
			}
			text = append(text, b...)
		})
		f.Close()
	}
	if err != nil {
		x.p.NameError(name, err)
		x.p.Exit(1)
	}
	return text
}

// words returns the lines of a file, nil without one.
func (x *permuted) words(ctx context.Context, name string) map[string]bool {
	if name == "" {
		return nil
	}
	list := map[string]bool{}
	for _, l := range bytes.Split(x.read(ctx, name), []byte{'\n'}) {
		if len(l) > 0 {
			list[x.folded(l)] = true
		}
	}
	return list
}

func (x *permuted) folded(w []byte) string {
	if !x.fold {
		return string(w)
	}
	b := bytes.Clone(w)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

func ptxSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// sentence returns where the context that begins at pos ends, with the blanks
// behind it: at a line's end with -r, else behind a full stop or its like,
// closing marks and a line's end, a tab or two blanks.
func (x *permuted) sentence(b []byte, pos int) int {
	if x.unbroken {
		return len(b)
	}
	if x.sentenceEnd != nil {
		s, e, ok, err := x.sentenceEnd.Span(b[pos:], 0)
		switch {
		case err != nil:
			x.p.Fatalf(1, "error in regular expression matcher")
		case !ok:
			return len(b)
		case s == 0:
			x.p.Fatalf(1, "error: regular expression has a match of length zero: %s", x.p.Quote(x.sentenceText))
		}
		return pos + e
	}
	if x.refs || x.lines {
		k := bytes.IndexByte(b[pos:], '\n')
		if k == 0 {
			x.p.Fatalf(1, "error: regular expression has a match of length zero: %s", x.p.Quote("\n"))
		}
		if k < 0 {
			return len(b)
		}
		return pos + k + 1
	}
	for i := pos; i < len(b); i++ {
		if b[i] != '.' && b[i] != '?' && b[i] != '!' {
			continue
		}
		j := i + 1
		for j < len(b) && strings.IndexByte(`]"')}`, b[j]) >= 0 {
			j++
		}
		if j < len(b) && b[j] != '\n' && b[j] != '\t' && !bytes.HasPrefix(b[j:], []byte("  ")) {
			continue
		}
		if i == pos {
			x.p.Fatalf(1, "error: regular expression has a match of length zero: %s", x.p.Quote("[.?!][]\"')}]*\\($\\|\t\\|  \\)[ \t\n]*"))
		}
		for j < len(b) && (b[j] == ' ' || b[j] == '\t' || b[j] == '\n') {
			j++
		}
		return j
	}
	return len(b)
}

func skipSpace(b []byte, i, end int) int {
	for i < end && ptxSpace(b[i]) {
		i++
	}
	return i
}

func skipSpaceBack(b []byte, i, start int) int {
	for i > start && ptxSpace(b[i-1]) {
		i--
	}
	return i
}

func skipField(b []byte, i, end int) int {
	for i < end && !ptxSpace(b[i]) {
		i++
	}
	return i
}

// step goes past a word, or one other byte.
func (x *permuted) step(b []byte, i, end int) int {
	if x.wordRe != nil {
		if s, e, ok, _ := x.wordRe.Span(b[i:max(i, min(end, len(b)))], 0); ok && s == 0 {
			return i + e
		}
		return i + 1
	}
	if i >= len(b) || !x.isWord[b[i]] {
		return i + 1
	}
	for i < end && x.isWord[b[i]] {
		i++
	}
	return i
}

// find collects the keys of a file.
func (x *permuted) find(ctx context.Context, file int, ignored, wanted map[string]bool) {
	b := x.texts[file]
	line, lineStart, seen := 1, 0, 0
	if x.refs { // a first line that is but a reference is also the next one's
		seen = skipSpace(b, skipField(b, 0, len(b)), len(b))
	}
	for next, start := 0, 0; start < len(b); start = next {
		if ctx.Err() != nil {
			x.p.Exit(1)
		}
		next = x.sentence(b, start)
		right := skipSpaceBack(b, next, start)
		for i := start; i < right; {
			w := ptxText{i, i}
			if x.wordRe != nil {
				s, e, ok, err := x.wordRe.Span(b[i:right], 0)
				if err != nil {
					x.p.Fatalf(1, "error in regular expression matcher")
				}
				if !ok {
					break
				}
				w = ptxText{i + s, i + e}
				if i = w.start; s == e {
					i++
					continue
				}
			} else if !x.isWord[b[i]] {
				i++
				continue
			}
			for x.wordRe == nil && w.end < right && x.isWord[b[w.end]] {
				w.end++
			}
			i = w.end
			x.longest = max(x.longest, w.size())
			if ignored != nil || wanted != nil {
				f := x.folded(b[w.start:w.end])
				if ignored[f] || wanted != nil && !wanted[f] {
					continue
				}
			}
			for ; seen < w.start; seen++ {
				if b[seen] == '\n' {
					line, lineStart = line+1, seen+1
				}
			}
			k := ptxKey{file: file, word: w, left: start, right: right, line: line}
			if x.refs {
				k.ref = ptxText{lineStart, skipField(b, lineStart, len(b))}
				if w.start < k.ref.end {
					continue
				}
				if lineStart == start {
					k.left = skipSpace(b, skipField(b, start, right), right)
				}
				if !x.auto {
					x.refWidth = max(x.refWidth, k.ref.size())
				}
			}
			if len(x.keys) >= maxWhole/32 {
				x.p.Fatalf(1, "memory exhausted")
			}
			x.keys = append(x.keys, k)
		}
	}
	if x.auto {
		x.refWidth = max(x.refWidth, len(x.names[file])+len(strconv.Itoa(line))+1)
	}
}

func (x *permuted) write(ctx context.Context) {
	sort.SliceStable(x.keys, func(i, j int) bool {
		a, b := &x.keys[i], &x.keys[j]
		v, w := x.texts[a.file][a.word.start:a.word.end], x.texts[b.file][b.word.start:b.word.end]
		if x.fold {
			return x.folded(v) < x.folded(w)
		}
		return bytes.Compare(v, w) < 0
	})
	if (x.auto || x.refs) && !x.right {
		x.width = max(x.width-x.refWidth-x.gap, 0)
	}
	x.half = x.width / 2
	x.beforeMax = max(x.half-x.gap-2*len(x.mark), 0)
	x.keyMax = x.half - 2*len(x.mark)
	if !x.gnu { // as System V's has it, nearly
		x.beforeMax = max(x.half-x.gap, 0)
		x.keyMax--
	}
	for i := range x.keys {
		if ctx.Err() != nil {
			x.p.Exit(1)
		}
		k := &x.keys[i]
		f := x.fields(k)
		if x.format == 0 {
			x.plain(k, &f)
		} else {
			x.directive(k, &f)
		}
	}
}

func (x *permuted) fields(k *ptxKey) (f ptxFields) {
	b, marked := x.texts[k.file], x.mark != ""
	f.after = k.word
	i := k.word.end
	for i < k.right && i <= k.word.start+x.keyMax {
		f.after.end = i
		i = x.step(b, i, k.right)
	}
	if i <= k.word.start+x.keyMax {
		f.after.end = i
	}
	f.cutAfter = marked && f.after.end < k.right
	f.after.end = skipSpaceBack(b, f.after.end, f.after.start)

	left := k.left
	if most := x.half + x.longest; k.word.start-left > most {
		left = x.step(b, k.word.start-most, k.word.start)
	}
	f.before = ptxText{left, skipSpaceBack(b, k.word.start, left)}
	for f.before.start+x.beforeMax < f.before.end {
		f.before.start = x.step(b, f.before.start, f.before.end)
	}
	f.cutBefore = marked && skipSpaceBack(b, f.before.start, 0) > k.left
	f.before.start = skipSpace(b, f.before.start, len(b))

	if most := x.beforeMax - f.before.size() - x.gap; most > 0 {
		start := skipSpace(b, f.after.end, len(b))
		f.tail = ptxText{start, start}
		i := start
		for i < k.right && i < start+most {
			f.tail.end = i
			i = x.step(b, i, k.right)
		}
		if i < start+most {
			f.tail.end = i
		}
		if f.tail.end > start {
			f.cutAfter = false
			f.cutTail = marked && f.tail.end < k.right
		}
		f.tail.end = skipSpaceBack(b, f.tail.end, start)
	}
	if most := x.keyMax - f.after.size() - x.gap; most > 0 {
		f.head = ptxText{left, skipSpaceBack(b, f.before.start, 0)}
		for f.head.start+most < f.head.end {
			f.head.start = x.step(b, f.head.start, f.head.end)
		}
		if f.head.end > f.head.start {
			f.cutBefore = false
			f.cutHead = marked && f.head.start > k.left
		}
		f.head.start = skipSpace(b, f.head.start, f.head.end)
	}
	return f
}

func (x *permuted) reference(k *ptxKey) []byte {
	switch {
	case x.auto:
		return fmt.Appendf(nil, "%s:%d", x.names[k.file], k.line)
	case x.refs:
		return x.texts[k.file][k.ref.start:k.ref.end]
	}
	return nil
}

// put writes text as the format wants it.
func (x *permuted) put(text []byte) {
	for _, c := range text {
		switch {
		case ptxSpace(c):
			x.p.Out.WriteByte(' ')
		case x.format == 'O' && c == '"':
			x.p.Out.WriteString(`""`)
		case x.format == 'T' && strings.IndexByte("$%&#_", c) >= 0:
			x.p.Out.Write([]byte{'\\', c})
		case x.format == 'T' && (c == '{' || c == '}'):
			x.p.Out.Write([]byte{'$', '\\', c, '$'})
		case x.format == 'T' && c == '\\':
			x.p.Out.WriteString(`\backslash{}`)
		default:
			x.p.Out.WriteByte(c)
		}
	}
}

func (x *permuted) part(b []byte, t ptxText) {
	if t.end > t.start {
		x.put(b[t.start:t.end])
	}
}

func (x *permuted) cut(yes bool) {
	if yes {
		x.put([]byte(x.mark))
	}
}

func (x *permuted) spaces(n int) {
	for ; n > 0; n-- {
		x.p.Out.WriteByte(' ')
	}
}

func (x *permuted) plain(k *ptxKey, f *ptxFields) {
	b, ref := x.texts[k.file], x.reference(k)
	size := func(t ptxText, cut bool) int {
		if cut {
			return t.size() + len(x.mark)
		}
		return t.size()
	}
	if !x.right {
		x.put(ref)
		n := x.refWidth + x.gap - len(ref)
		if x.auto {
			x.p.Out.WriteByte(':')
			n--
		}
		x.spaces(n)
	}
	room := x.half - x.gap - size(f.before, f.cutBefore)
	if f.tail.size() > 0 {
		x.part(b, f.tail)
		x.cut(f.cutTail)
		room -= size(f.tail, f.cutTail)
	}
	x.spaces(room)
	x.cut(f.cutBefore)
	x.part(b, f.before)
	x.spaces(x.gap)
	x.part(b, f.after)
	x.cut(f.cutAfter)
	room = x.half - size(f.after, f.cutAfter)
	atRight := x.right && (x.auto || x.refs)
	if f.head.size() > 0 {
		x.spaces(room - size(f.head, f.cutHead))
		x.cut(f.cutHead)
		x.part(b, f.head)
	} else if atRight {
		x.spaces(room)
	}
	if atRight {
		x.spaces(x.gap)
		x.put(ref)
	}
	x.p.Out.WriteByte('\n')
}

func (x *permuted) directive(k *ptxKey, f *ptxFields) {
	b, tex := x.texts[k.file], x.format == 'T'
	field := func(before bool, t ptxText, after bool) {
		if tex {
			x.p.Out.WriteByte('{')
			x.part(b, t)
			x.p.Out.WriteByte('}')
			return
		}
		x.p.Out.WriteString(` "`)
		x.cut(before)
		x.part(b, t)
		x.cut(after)
		x.p.Out.WriteByte('"')
	}
	if tex {
		x.p.Out.WriteString(`\` + x.macro + " ")
	} else {
		x.p.Out.WriteString("." + x.macro)
	}
	field(false, f.tail, f.cutTail)
	field(f.cutBefore, f.before, false)
	if tex {
		field(false, k.word, false)
		field(false, ptxText{k.word.end, f.after.end}, false)
	} else {
		field(false, f.after, f.cutAfter)
	}
	field(f.cutHead, f.head, false)
	if x.auto || x.refs {
		if tex {
			x.p.Out.WriteByte('{')
		} else {
			x.p.Out.WriteString(` "`)
		}
		x.put(x.reference(k))
		if tex {
			x.p.Out.WriteByte('}')
		} else {
			x.p.Out.WriteByte('"')
		}
	}
	x.p.Out.WriteByte('\n')
}
