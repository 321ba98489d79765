package grep

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// rgColor is how a kind of text is written: by an escape sequence for each of
// its attributes.
type rgColor struct {
	fg, bg                   string // a color's number, 5;N or 2;R;G;B
	bold, intense, underline bool
}

func (c *rgColor) none() bool { return *c == rgColor{} }

func (c *rgColor) sequence() string {
	s := "\x1b[0m"
	if c.bold {
		s += "\x1b[1m"
	}
	if c.underline {
		s += "\x1b[4m"
	}
	for kind, v := range []string{c.fg, c.bg} {
		switch {
		case v == "":
		case strings.Contains(v, ";"):
			s += fmt.Sprintf("\x1b[%d8;%sm", kind+3, v)
		case c.intense:
			n, _ := strconv.Atoi(v)
			s += fmt.Sprintf("\x1b[%d8;5;%dm", kind+3, n+8)
		default:
			s += fmt.Sprintf("\x1b[%d%sm", kind+3, v)
		}
	}
	return s
}

// rgColors are the colors of the parts of the output.
type rgColors map[string]*rgColor

func newRgColors() rgColors {
	return rgColors{"path": {fg: "5"}, "line": {fg: "2"}, "column": {}, "match": {fg: "1", bold: true}}
}

var rgColorNames = []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// set applies a specification of --colors.
func (cs rgColors) set(spec string) error {
	invalid := fmt.Errorf("invalid color spec format: '%s'. Valid format is '(path|line|column|match):(fg|bg|style):(value)'.", spec)
	f := strings.Split(spec, ":")
	if len(f) < 2 || len(f) > 3 {
		return invalid
	}
	c := cs[strings.ToLower(f[0])]
	if c == nil {
		return fmt.Errorf("unrecognized output type '%s'. Choose from: path, line, column, match.", f[0])
	}
	kind := strings.ToLower(f[1])
	switch kind {
	case "none":
		*c = rgColor{}
		return nil
	case "fg", "bg", "style":
	default:
		return fmt.Errorf("unrecognized spec type '%s'. Choose from: fg, bg, style, none.", f[1])
	}
	if len(f) < 3 {
		return invalid
	}
	if kind == "style" {
		switch strings.ToLower(f[2]) {
		case "bold":
			c.bold = true
		case "nobold":
			c.bold = false
		case "intense":
			c.intense = true
		case "nointense":
			c.intense = false
		case "underline":
			c.underline = true
		case "nounderline":
			c.underline = false
		default:
			return fmt.Errorf("unrecognized style attribute '%s'. Choose from: nobold, bold, nointense, intense, nounderline, underline.", f[2])
		}
		return nil
	}
	color, err := rgColorNumber(f[2])
	if err != nil {
		return err
	}
	if kind == "fg" {
		c.fg = color
	} else {
		c.bg = color
	}
	return nil
}

func rgColorNumber(s string) (string, error) {
	for i, n := range rgColorNames {
		if strings.EqualFold(n, s) {
			return strconv.Itoa(i), nil
		}
	}
	parts := strings.Split(s, ",")
	var numbers []string
	for _, p := range parts {
		base := 10
		if h, ok := strings.CutPrefix(p, "0x"); ok {
			p, base = h, 16
		}
		n, err := strconv.ParseUint(p, base, 8)
		if err != nil {
			if len(parts) == 1 && base == 10 && strings.Trim(s, "0123456789") != "" {
				return "", fmt.Errorf("unrecognized color name '%s'. Choose from: black, blue, green, red, cyan, magenta, yellow, white", s)
			}
			if len(parts) == 1 {
				return "", fmt.Errorf("unrecognized ansi256 color number, should be '[0-255]' (or a hex number), but is '%s'", s)
			}
			return "", fmt.Errorf("unrecognized RGB color triple, should be '[0-255],[0-255],[0-255]' (or a hex triple), but is '%s'", s)
		}
		numbers = append(numbers, strconv.FormatUint(n, 10))
	}
	switch len(numbers) {
	case 1:
		return "5;" + numbers[0], nil
	case 3:
		return "2;" + strings.Join(numbers, ";"), nil
	}
	return "", fmt.Errorf("unrecognized RGB color triple, should be '[0-255],[0-255],[0-255]' (or a hex triple), but is '%s'", s)
}

// rgSink takes what a search of a file finds. Lines come with their
// terminators.
type rgSink interface {
	begin(name string)
	// matched takes lines that match, and tells whether to go on. Start is the
	// offset of b in the file.
	matched(b rgBlock) bool
	// context takes a line around them; behind tells that it follows a match.
	context(b rgBlock, behind bool) bool
	// gap comes between groups of lines that don't touch.
	gap()
	// finish tells how many bytes were searched and where the first zero byte is,
	// -1 if none was met; quit, that it ended the search.
	finish(searched, zero int64, quit bool) (matched bool)
}

// rgBlock is one or more lines of a file.
type rgBlock struct {
	text   []byte
	number int64 // of the first line
	offset int64
	// around is text with what stands around it, at the index at, where matches
	// span lines: expressions may look at it.
	around []byte
	at     int
}

// out writes output and counts it.
func (r *rg) out(b []byte) {
	r.written += int64(len(b))
	r.p.Out.Write(b)
}

func (r *rg) outString(s string) {
	r.written += int64(len(s))
	r.p.Out.WriteString(s)
}

func (r *rg) paint(what, text string) {
	if r.color {
		r.outString(r.colors[what].sequence() + text + "\x1b[0m")
	} else {
		r.outString(text)
	}
}

// endPath ends a line that is a file's name.
func (r *rg) endPath() {
	if r.null {
		r.outString("\x00")
	} else {
		r.outString(r.term)
	}
}

// shownPath is a file's name with the separator of --path-separator.
func (r *rg) shownPath(name string) string {
	if r.pathSep != "" {
		return strings.ReplaceAll(name, "/", r.pathSep)
	}
	return name
}

// groups returns all matches in a block, with their groups, relative to it.
func (r *rg) groups(b rgBlock) [][]int {
	var all [][]int
	if b.around != nil {
		all = r.matchesWithin(b.around, b.at, b.at+len(b.text))
		for _, m := range all {
			for i := range m {
				if m[i] >= 0 {
					m[i] -= b.at
				}
			}
		}
	} else {
		text := r.trimTerm(b.text)
		for _, m := range r.pattern.all(text) {
			if m[0] >= len(b.text) {
				break
			}
			all = append(all, m)
		}
	}
	if n := len(all); n > 0 && all[n-1][0] == all[n-1][1] && all[n-1][0] >= len(b.text) {
		all = all[:n-1]
	}
	return all
}

// trimTerm takes a line's terminator off.
func (r *rg) trimTerm(l []byte) []byte {
	if n := len(l); n > 0 && l[n-1] == r.delim {
		l = l[:n-1]
		if r.crlf && n > 1 && l[n-2] == '\r' {
			l = l[:n-2]
		}
	}
	return l
}

// rgMost is what -m allows of a file: so many matches, and the context behind the
// last one.
type rgMost struct {
	count int64 // lines, or blocks of them, that matched
	left  int64 // lines of context
}

func (t *rgMost) match(r *rg) {
	t.count++
	if r.max >= 0 && t.count > r.max {
		t.left = max(0, t.left-1)
	} else {
		t.left = r.after
	}
}

// line counts a line of context, which may stand behind a match.
func (t *rgMost) line(behind bool) {
	if behind {
		t.left = max(0, t.left-1)
	}
}

func (t *rgMost) done(r *rg) bool { return r.max >= 0 && t.count >= r.max && t.left == 0 }

// rgStandard writes lines as they are found.
type rgStandard struct {
	r       *rg
	name    string
	started bool
	rgMost
	stats rgStats
	seen  int64  // r.written before
	zero  *int64 // of the file's rgInput
}

func (s *rgStandard) begin(name string) {
	s.name, s.started, s.rgMost = name, false, rgMost{}
	s.seen = s.r.written
	s.stats = rgStats{searches: 1}
}

// prelude comes before a file's first line.
func (s *rgStandard) prelude() {
	if s.started {
		return
	}
	s.started = true
	r := s.r
	if r.fileSep && r.printed {
		r.outString(r.fileSeparator + r.term)
	}
	r.printed = true
	if r.heading && r.withName {
		r.paint("path", r.shownPath(s.name))
		r.endPath()
	}
}

func (s *rgStandard) matched(b rgBlock) bool {
	r := s.r
	s.match(r)
	var all [][]int
	if r.granular || r.stats {
		all = r.groups(b)
	}
	if r.stats {
		s.stats.hits += int64(len(all))
		s.stats.lines += int64(len(r.splitLines(b.text)))
	}
	if *s.zero >= 0 {
		return false
	}
	s.prelude()
	s.write(b, all, false)
	if r.lineBuffered {
		r.p.Out.Flush()
	}
	return !s.done(r)
}

func (s *rgStandard) context(b rgBlock, behind bool) bool {
	r := s.r
	s.line(behind)
	if *s.zero >= 0 {
		return false
	}
	var all [][]int
	if r.invert && r.granular {
		all = r.groups(b)
	}
	s.prelude()
	s.write(b, all, true)
	return !s.done(r)
}

func (s *rgStandard) gap() {
	if s.r.separator != nil {
		s.prelude()
		s.r.outString(*s.r.separator + s.r.term)
	}
}

func (s *rgStandard) finish(searched, zero int64, quit bool) bool {
	r := s.r
	if zero >= 0 && s.count > 0 {
		if r.withName {
			r.paint("path", r.shownPath(s.name))
			r.outString(": ")
		}
		what := "binary file matches"
		if quit {
			what = "WARNING: stopped searching binary file after match"
		}
		r.outString(fmt.Sprintf("%s (found \"\\0\" byte around offset %d)\n", what, zero))
	}
	if s.count > 0 {
		s.stats.withMatch = 1
	}
	s.stats.searched, s.stats.printed = searched, r.written-s.seen
	r.total.add(s.stats)
	return s.count > 0
}

// splitLines returns a block's lines.
func (r *rg) splitLines(b []byte) [][]byte {
	var list [][]byte
	for len(b) > 0 {
		n := len(b)
		if i := bytes.IndexByte(b, r.delim); i >= 0 {
			n = i + 1
		}
		list = append(list, b[:n])
		b = b[n:]
	}
	return list
}

// fields writes what stands before a line.
func (s *rgStandard) fields(context bool, number, column, offset int64) {
	r := s.r
	sep := r.matchSep
	if context {
		sep = r.contextSep
	}
	if r.withName && !r.heading {
		r.paint("path", r.shownPath(s.name))
		if r.null {
			r.outString("\x00")
		} else {
			r.outString(sep)
		}
	}
	if r.numbers {
		r.paint("line", strconv.FormatInt(number, 10))
		r.outString(sep)
	}
	if r.column && column > 0 {
		r.paint("column", strconv.FormatInt(column, 10))
		r.outString(sep)
	}
	if r.offsets {
		r.paint("column", strconv.FormatInt(offset, 10))
		r.outString(sep)
	}
}

// write writes a block, in which all matches.
func (s *rgStandard) write(b rgBlock, all [][]int, context bool) {
	r := s.r
	text := b.text
	w := &rgWriter{s: s, context: context, original: all}
	if r.hasReplace && b.around == nil && (!context || r.invert) {
		all = r.pattern.all(r.trimTerm(text)) // with an empty one at the end
	}
	if r.hasReplace && len(all) > 0 {
		text, w.matches = r.replaced(text, all)
	} else {
		for _, m := range all {
			w.matches = append(w.matches, [2]int{m[0], m[1]})
		}
	}
	multi := r.spans && !context
	switch {
	case len(w.matches) == 0:
		for i, l := range r.splitLines(text) {
			s.fields(context, b.number+int64(i), 0, b.offset)
			b.offset += int64(len(l))
			w.line(l)
		}
	case r.only && multi:
		w.onlyInLines(text, b)
	case r.only:
		for _, m := range w.matches {
			s.fields(context, b.number, int64(m[0])+1, b.offset+int64(m[0]))
			part := text[m[0]:m[1]]
			(&rgWriter{s: s, context: context, original: all, matches: [][2]int{{0, len(part)}}}).coloredLine(part)
		}
	case r.vimgrep && multi:
		for _, m := range w.matches {
			w.vimLine(text, b, m)
		}
	case r.vimgrep:
		for _, m := range w.matches {
			s.fields(context, b.number, int64(m[0])+1, b.offset+int64(m[0]))
			(&rgWriter{s: s, context: context, original: all, matches: [][2]int{m}}).coloredLine(text)
		}
	case multi:
		first, at := int64(w.matches[0][0])+1, 0
		for i, l := range r.splitLines(text) {
			s.fields(context, b.number+int64(i), first, b.offset+int64(at))
			from := at
			at += len(l)
			if r.tooLong(len(l)) {
				w.exceeded(text, from, at)
				continue
			}
			w.colored(text, from, at)
			r.outString(r.term)
		}
	default:
		s.fields(context, b.number, int64(w.matches[0][0])+1, b.offset)
		w.coloredLine(text)
	}
}

func (r *rg) tooLong(n int) bool { return r.maxColumns > 0 && int64(n) > r.maxColumns }

// replaced replaces all matches in a block, and returns where the replacements
// are.
func (r *rg) replaced(text []byte, all [][]int) (out []byte, matches [][2]int) {
	pos := 0
	for _, m := range all {
		out = append(out, text[pos:m[0]]...)
		from := len(out)
		out = r.pattern.expand(out, r.replace, text, m)
		matches = append(matches, [2]int{from, len(out)})
		pos = min(m[1], len(text))
	}
	return append(out, text[pos:]...), matches
}

// rgWriter writes the lines of a block with matches in it.
type rgWriter struct {
	s        *rgStandard
	context  bool
	original [][]int
	matches  [][2]int
	at       int // the match that the next text may be in
	inMatch  bool
}

func (w *rgWriter) trimmed(text []byte, from, to int) (int, int) {
	r := w.s.r
	if t := r.trimTerm(text[from:to]); true {
		to = from + len(t)
	}
	if r.trim {
		for from < to && (text[from] == ' ' || text[from] >= '\t' && text[from] <= '\r') {
			from++
		}
	}
	return from, to
}

// line writes a line without marks.
func (w *rgWriter) line(l []byte) {
	r := w.s.r
	if r.trim {
		l = bytes.TrimLeft(l, " \t\n\v\f\r")
	}
	if r.tooLong(len(l)) {
		w.exceeded(l, 0, len(l))
		return
	}
	r.out(l)
	if len(l) == 0 || l[len(l)-1] != r.delim {
		r.outString(r.term)
	}
}

func (w *rgWriter) coloredLine(l []byte) {
	r := w.s.r
	if !r.color || r.colors["match"].none() {
		w.line(l)
		return
	}
	if r.tooLong(len(l)) {
		w.exceeded(l, 0, len(l))
		return
	}
	w.colored(l, 0, len(l))
	r.outString(r.term)
}

func (w *rgWriter) mark(on bool) {
	r := w.s.r
	if on == w.inMatch || !r.color || r.colors["match"].none() {
		return
	}
	w.inMatch = on
	if on {
		r.outString(r.colors["match"].sequence())
	} else {
		r.outString("\x1b[0m")
	}
}

// colored writes a part of the text with the matches marked.
func (w *rgWriter) colored(text []byte, from, to int) {
	r := w.s.r
	from, to = w.trimmed(text, from, to)
	for from < to {
		if w.at >= len(w.matches) {
			r.out(text[from:to])
			break
		}
		m := w.matches[w.at]
		switch {
		case m[1] <= from:
			if w.at+1 < len(w.matches) {
				w.at++
				continue
			}
			w.mark(false)
			r.out(text[from:to])
			from = to
		case from < m[0]:
			upto := min(to, m[0])
			w.mark(false)
			r.out(text[from:upto])
			from = upto
		default:
			upto := min(to, m[1])
			w.mark(true)
			r.out(text[from:upto])
			from = upto
		}
	}
	w.mark(false)
}

// exceeded writes what stands for a line that is too long for -M.
func (w *rgWriter) exceeded(text []byte, from, to int) {
	r := w.s.r
	if r.preview {
		end := from
		for n := int64(0); end < to && n < r.maxColumns; n++ {
			_, k := utf8.DecodeRune(text[end:to])
			end += k
		}
		w.colored(text, from, end)
		if len(w.matches) == 0 {
			r.outString(" [... omitted end of long line]")
		} else {
			left := 0
			for _, m := range w.matches {
				if m[0] >= end && m[0] < to {
					left++
				}
			}
			tense := "matches"
			if left == 1 {
				tense = "match"
			}
			r.outString(fmt.Sprintf(" [... %d more %s]", left, tense))
		}
		r.outString(r.term)
		return
	}
	switch {
	case len(w.original) == 0 && w.context, r.only && w.context:
		r.outString("[Omitted long context line]")
	case len(w.original) == 0:
		r.outString("[Omitted long matching line]")
	default:
		r.outString(fmt.Sprintf("[Omitted long line with %d matches]", len(w.original)))
	}
	r.outString(r.term)
}

// onlyInLines writes the matches that may span lines, each line's part on its
// own.
func (w *rgWriter) onlyInLines(text []byte, b rgBlock) {
	r := w.s.r
	at, end, k := 0, 0, 0
	for i, l := range r.splitLines(text) {
		at, end = end, end+len(l)
		from, to := w.trimmed(text, at, end)
		for from < to {
			m := w.matches[k]
			if m[1] <= from {
				if k+1 < len(w.matches) {
					k++
					continue
				}
				break
			}
			if from < m[0] {
				from = min(to, m[0])
				continue
			}
			upto := min(to, m[1])
			w.s.fields(w.context, b.number+int64(i), int64(m[0])+1, b.offset+int64(m[0]))
			if r.tooLong(upto - from) {
				w.exceeded(text, from, upto)
			} else {
				w.mark(true)
				r.out(text[from:upto])
				w.mark(false)
				r.outString(r.term)
			}
			from = upto
		}
	}
}

// vimLine writes the first line of a match.
func (w *rgWriter) vimLine(text []byte, b rgBlock, m [2]int) {
	r := w.s.r
	at, end := 0, 0
	for i, l := range r.splitLines(text) {
		at, end = end, end+len(l)
		if at >= m[1] && m[1] > m[0] {
			return
		}
		if end <= m[0] {
			continue
		}
		w.s.fields(w.context, b.number+int64(i), int64(max(0, m[0]-at))+1, b.offset+int64(at))
		one := &rgWriter{s: w.s, context: w.context, original: w.original, matches: [][2]int{m}}
		if r.tooLong(end - at) {
			one.exceeded(text, at, end)
		} else {
			one.colored(text, at, end)
			r.outString(r.term)
		}
		return
	}
}

// rgSummary writes one line for a file: -c, --count-matches, -l,
// --files-without-match and -q.
type rgSummary struct {
	r     *rg
	name  string
	count int64
	stats rgStats
}

func (s *rgSummary) begin(name string) {
	s.name, s.count, s.stats = name, 0, rgStats{searches: 1}
}

func (s *rgSummary) matched(b rgBlock) bool {
	r := s.r
	counting := r.stats || r.kind == rgCountMatchesKind
	hits := int64(1)
	if counting || r.spans {
		hits = int64(len(r.groups(b)))
	}
	if r.spans {
		s.count += hits
	} else {
		s.count++
	}
	if counting {
		s.stats.hits += hits
		s.stats.lines += int64(len(r.splitLines(b.text)))
	} else if r.kind != rgCountKind {
		return false
	}
	return r.max < 0 || s.count < r.max
}

func (s *rgSummary) context(rgBlock, bool) bool { return true }
func (s *rgSummary) gap()                       {}

func (s *rgSummary) finish(searched, zero int64, quit bool) bool {
	r := s.r
	if s.count > 0 {
		s.stats.withMatch = 1
	}
	if zero >= 0 && quit {
		s.count = 0
		s.end(searched)
		return r.kind == rgWithoutKind
	}
	path := func() {
		if r.withName {
			r.paint("path", r.shownPath(s.name))
			if r.null {
				r.outString("\x00")
			} else {
				r.outString(r.matchSep)
			}
		}
	}
	switch r.kind {
	case rgCountKind, rgCountMatchesKind:
		n := s.count
		if r.kind == rgCountMatchesKind {
			n = s.stats.hits
		}
		if s.count > 0 || r.includeZero {
			path()
			r.outString(strconv.FormatInt(n, 10) + r.term)
		}
	case rgWithKind, rgWithoutKind:
		if (s.count > 0) == (r.kind == rgWithKind) {
			r.paint("path", r.shownPath(s.name))
			r.endPath()
		}
	}
	s.end(searched)
	return (s.count > 0) != (r.kind == rgWithoutKind)
}

func (s *rgSummary) end(searched int64) {
	s.stats.searched = searched
	s.r.total.add(s.stats)
}
