package grep

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	unicodetext "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

// rgPattern is what rg searches for.
type rgPattern struct {
	re *regexp.Regexp
	// behind is re for text that begins a character earlier: it may look at that
	// character, and finds nothing before its end.
	behind *regexp.Regexp
	shift  int   // the group of re that is the match: 1 with -w
	perl   *perl // instead of re
	// words is the same pattern, for lines that aren't ASCII where the pattern
	// looks for the bounds of words.
	words *perl
	names []string // of the groups
}

// groupsAt returns the groups of the first match at pos or later, nil if there
// is none.
func (t *rgPattern) groupsAt(l []byte, pos int) []int {
	if p := t.byPerl(l); p != nil {
		return p.groups(l, pos)
	}
	if pos == 0 {
		return t.shifted(t.re.FindSubmatchIndex(l), 0, 0)
	}
	_, n := utf8.DecodeLastRune(l[:pos])
	from := pos - n
	return t.shifted(t.behind.FindSubmatchIndex(l[from:]), 2, from)
}

func (t *rgPattern) byPerl(l []byte) *perl {
	if t.words != nil && !ascii(l) {
		return t.words
	}
	return t.perl
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// shifted drops the groups around the pattern: skip numbers, and those of -w.
func (t *rgPattern) shifted(m []int, skip, offset int) []int {
	if m == nil {
		return nil
	}
	m = m[skip+2*t.shift:]
	for i := range m {
		if m[i] >= 0 {
			m[i] += offset
		}
	}
	return m
}

// matches tells whether anything in a line matches.
func (t *rgPattern) matches(l []byte) bool {
	if p := t.byPerl(l); p != nil {
		return p.groups(l, 0) != nil
	}
	return t.re.Match(l)
}

// all returns the groups of all matches that don't overlap. An empty one
// directly behind another doesn't count.
func (t *rgPattern) all(l []byte) [][]int {
	if t.shift == 0 && t.byPerl(l) == nil {
		return t.re.FindAllSubmatchIndex(l, -1)
	}
	var all [][]int
	last := -1
	for pos := 0; pos <= len(l); {
		m := t.groupsAt(l, pos)
		if m == nil {
			break
		}
		pos = m[1]
		if m[0] == m[1] {
			_, n := utf8.DecodeRune(l[min(pos, len(l)):])
			pos += max(n, 1)
			if m[1] == last {
				continue
			}
		}
		last = m[1]
		all = append(all, m)
	}
	return all
}

// expand appends what a match is replaced by: $1, ${name} and $$.
func (t *rgPattern) expand(out []byte, replace string, l []byte, m []int) []byte {
	for {
		before, rest, found := strings.Cut(replace, "$")
		out = append(out, before...)
		if !found {
			return out
		}
		replace = rest
		if strings.HasPrefix(rest, "$") {
			out = append(out, '$')
			replace = rest[1:]
			continue
		}
		name, n := rgGroupName(rest)
		if n == 0 {
			out = append(out, '$')
			continue
		}
		replace = rest[n:]
		k, known := 0, true
		for _, c := range name {
			if c < '0' || c > '9' || k > 1<<20 {
				known = false
				break
			}
			k = 10*k + int(c-'0')
		}
		if !known {
			for k = len(t.names) - 1; k > 0 && t.names[k] != name; k-- {
			}
			known = k > 0
		}
		if known && 2*k+1 < len(m) && m[2*k] >= 0 {
			out = append(out, l[m[2*k]:m[2*k+1]]...)
		}
	}
}

// rgGroupName reads the name of a group in a replacement, and tells how many
// bytes it takes with its braces: none if it is no name.
func rgGroupName(s string) (name string, n int) {
	if rest, ok := strings.CutPrefix(s, "{"); ok {
		k := strings.IndexByte(rest, '}')
		if k < 1 {
			return "", 0
		}
		return rest[:k], k + 2
	}
	for n < len(s) && (s[n] == '_' || s[n] >= '0' && s[n] <= '9' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	return s[:n], n
}

// matchesWithin returns the matches in b that begin at from or later, but
// before to.
func (r *rg) matchesWithin(b []byte, from, to int) [][]int {
	var all [][]int
	last := -1
	for pos := from; pos <= len(b); {
		m := r.pattern.groupsAt(b, pos)
		if m == nil || m[0] >= to {
			break
		}
		pos = m[1]
		if m[0] == m[1] {
			pos++
			if m[1] == last {
				continue
			}
		}
		last = m[1]
		all = append(all, m)
	}
	return all
}

// spansLines tells whether an expression may match a line's end.
func spansLines(re *syntax.Regexp, end rune) bool {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			if c == end {
				return true
			}
		}
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i] <= end && end <= re.Rune[i+1] {
				return true
			}
		}
	case syntax.OpAnyChar, syntax.OpBeginLine, syntax.OpEndLine:
		return true
	case syntax.OpAnyCharNotNL:
		return end != '\n'
	}
	for _, s := range re.Sub {
		if spansLines(s, end) {
			return true
		}
	}
	return false
}

// file searches a file, or lists it with --files.
func (r *rg) file(name, shown string, operand bool) {
	r.searched = true
	if r.filesOnly {
		r.matched = true
		if r.quiet {
			r.p.Exit(0)
		}
		r.paint("path", r.shownPath(shown))
		r.endPath()
		return
	}
	f, err := r.p.Open(r.ctx, name)
	if err != nil {
		r.fail(shown, err)
		return
	}
	defer f.Close()
	if operand {
		if i, err := f.Stat(); err == nil && i.IsDir() {
			r.fail(shown, vfs.EISDIR)
			return
		}
	}
	switch {
	case r.pre != "" && r.preWanted(name):
		r.preprocessed(name, shown, f, operand)
	case r.zip:
		d, err := r.unzipped(name, f)
		if err != nil {
			r.failText(shown, err.Error())
			return
		}
		r.search(shown, d, operand)
		if d.err != nil {
			r.failText(shown, d.err.Error())
		}
	default:
		r.search(shown, f, operand)
	}
}

// preWanted tells whether --pre-glob wants a file to be preprocessed.
func (r *rg) preWanted(name string) bool {
	if len(r.preGlobs.list) == 0 {
		return true
	}
	v := r.preGlobs.verdict(r.p.Path(name), false)
	return v == rgWanted || v == rgNone && !r.preGlobsWant
}

// rgZips are the compressed formats of -z by the ends of names.
var rgZips = map[string]codec.Format{
	".gz": codec.Gzip, ".tgz": codec.Gzip, ".bz2": codec.Bzip2, ".tbz2": codec.Bzip2, ".xz": codec.Xz, ".txz": codec.Xz,
	".lzma": codec.Lzma, ".zst": codec.Zstd, ".zstd": codec.Zstd, ".Z": codec.Compress,
}

// rgUnzip reads a compressed file and keeps the error that ended it.
type rgUnzip struct {
	io.Reader
	err error
}

func (u *rgUnzip) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		u.err, err = err, io.EOF
	}
	return n, err
}

func (r *rg) unzipped(name string, f io.Reader) (*rgUnzip, error) {
	format := rgZips[path.Ext(name)]
	if format == codec.None {
		return &rgUnzip{Reader: f}, nil
	}
	d, err := codec.NewReader(f, format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", format.Name(), err)
	}
	return &rgUnzip{Reader: d}, nil
}

// maxPreMessage bounds the bytes of a preprocessor's error output that are
// shown.
const maxPreMessage = 64 << 10

// preprocessed searches what the command of --pre writes.
func (r *rg) preprocessed(name, shown string, f vfs.File, operand bool) {
	out, outW := vfs.Pipe()
	messages, messagesW := vfs.Pipe()
	defer out.Close()
	command := fmt.Sprintf("%q %q", r.pre, name)
	var proc commands.Child
	err := error(vfs.ENOSYS)
	r.p.Out.Flush()
	if r.p.Shell != nil {
		proc, err = r.p.Shell.Start(r.ctx, commands.Spawn{Args: []string{r.pre, name}, Env: r.p.Env, Dir: r.p.Dir, Umask: r.p.Umask, Stdin: f, Stdout: outW, Stderr: messagesW})
	}
	if err != nil {
		outW.Close()
		messagesW.Close()
		messages.Close()
		r.failText(shown, fmt.Sprintf("preprocessor command could not start: '%s': %s (os error %d)", command, vfs.ErrText(err), rgErrno(err)))
		return
	}
	var text []byte
	status, done, read := 0, make(chan struct{}), make(chan struct{})
	go func() {
		status = proc.Wait()
		outW.Close()
		messagesW.Close()
		close(done)
	}()
	go func() {
		defer close(read)
		buf := make([]byte, 4096)
		for {
			n, err := messages.ReadContext(r.ctx, buf)
			text = append(text, buf[:min(n, maxPreMessage-len(text))]...)
			if err != nil {
				return
			}
		}
	}()
	r.search(shown, pipeReader{r.ctx, out}, operand)
	out.Close() // what it still writes nobody reads
	<-done
	<-read
	messages.Close()
	if status != 0 && status != 141 {
		shownText := strings.TrimSpace(string(text))
		if shownText == "" {
			shownText = "<stderr is empty>"
		} else {
			bar := strings.Repeat("-", 79)
			shownText = "\n" + bar + "\n" + shownText + "\n" + bar
		}
		r.failText(shown, fmt.Sprintf("preprocessor command failed: '%s': %s", command, shownText))
	}
}

// pipeReader reads a pipe until the context is done.
type pipeReader struct {
	ctx context.Context
	r   *vfs.PipeEnd
}

func (p pipeReader) Read(b []byte) (int, error) { return p.r.ReadContext(p.ctx, b) }

// decoded turns the encodings of -E, and of byte order marks, into UTF-8.
func (r *rg) decoded(f io.Reader) io.Reader {
	if r.encoding == "none" {
		return f
	}
	br := bufio.NewReaderSize(f, 64<<10)
	head, _ := br.Peek(3)
	var e encoding.Encoding
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		br.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		br.Discard(2)
		e = unicodetext.UTF16(unicodetext.LittleEndian, unicodetext.IgnoreBOM)
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		br.Discard(2)
		e = unicodetext.UTF16(unicodetext.BigEndian, unicodetext.IgnoreBOM)
	case r.encoding != "auto":
		e, _ = htmlindex.Get(r.encoding)
	}
	if e == nil {
		return br
	}
	return transform.NewReader(br, e.NewDecoder())
}

// maxMultiline bounds the bytes of a file with -U.
const maxMultiline = 512 << 20

// search searches a file by lines, or as a whole where matches may span them.
// Zero bytes make it binary: an operand, or any file with --binary, is searched
// until something matches, another one no further.
func (r *rg) search(name string, f io.Reader, operand bool) {
	in := &rgInput{r: r, f: r.decoded(f), zero: -1, convert: operand || r.binary, mapped: operand && r.mapped}
	r.sink.begin(name)
	if s, ok := r.sink.(*rgStandard); ok {
		s.zero = &in.zero
	}
	start := r.p.Now()
	searched := int64(0)
	switch {
	case r.max == 0:
	case r.spans:
		searched = r.searchWhole(name, in)
	default:
		searched = r.searchLines(name, in)
	}
	r.total.elapsed += r.p.Now().Sub(start)
	if r.sink.finish(searched, in.zero, !in.convert) {
		r.matched = true
		if r.quiet && !r.stats {
			r.p.Exit(0)
		}
	}
}

// rgChunk is how many bytes are looked at together for zero bytes.
const rgChunk = 64 << 10

// rgInput reads a file in chunks and looks for zero bytes in them before lines
// are searched: of a file that isn't an operand it ends at the first one, in
// another it makes newlines of them, as ripgrep does. Where ripgrep would map
// the file into memory they are left, and those behind the first chunk count
// only in lines that are written.
type rgInput struct {
	r         *rg
	f         io.Reader
	zero      int64 // offset of the first zero byte, -1 if there is none
	convert   bool
	mapped    bool
	delivered int64
	consumed  int64 // by the search
	quit      bool
}

func (in *rgInput) Read(p []byte) (int, error) {
	if in.quit {
		return 0, io.EOF
	}
	rest := in.delivered - in.consumed
	room := int64(rgChunk)
	for room <= rest {
		room *= 2
	}
	p = p[:min(int64(len(p)), room-rest)]
	n, err := io.ReadAtLeast(in.f, p, 1)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	if in.r.text || n == 0 || in.mapped && in.delivered > 0 {
		in.delivered += int64(n)
		return n, err
	}
	if i := bytes.IndexByte(p[:n], 0); i >= 0 {
		if in.zero < 0 {
			in.zero = in.delivered + int64(i)
		}
		switch {
		case !in.convert:
			in.quit, n = true, 0
			return 0, io.EOF
		case !in.mapped:
			for ; i >= 0; i = bytes.IndexByte(p[:n], 0) {
				p[i] = '\n'
			}
		}
	}
	in.delivered += int64(n)
	return n, err
}

// look finds a zero byte in lines of a mapped file that are to be written.
func (in *rgInput) look(b rgBlock) {
	if in.mapped && in.zero < 0 && !in.r.text {
		if i := bytes.IndexByte(b.text, 0); i >= 0 {
			in.zero = b.offset + int64(i)
		}
	}
}

// searchLines searches a file line by line, and returns how many bytes it took.
func (r *rg) searchLines(name string, in *rgInput) int64 {
	rd := lines.NewReader(r.ctx, in, r.delim)
	defer rd.Close()
	var kept []rgBlock
	// stopped is behind the last match, last the number of the line last given.
	var number, offset, stopped, last, left int64
	around := r.before > 0 || r.after > 0
	give := func(b rgBlock, match, behind bool) bool {
		in.look(b)
		if around && last > 0 && b.number > last+1 {
			r.sink.gap()
		}
		last = b.number
		if match {
			return r.sink.matched(b)
		}
		return r.sink.context(b, behind)
	}
	for {
		in.consumed = offset
		l, ok := rd.Next()
		if !ok || in.quit {
			break
		}
		number++
		b := rgBlock{text: l, number: number, offset: offset}
		offset += int64(len(l))
		if r.pattern.matches(r.trimTerm(l)) != r.invert {
			for _, k := range kept {
				if !give(k, false, false) {
					return stopped
				}
			}
			kept = kept[:0]
			left, stopped = r.after, offset
			if !give(b, true, false) {
				return offset
			}
			continue
		}
		switch {
		case r.passthru:
			if !give(b, false, false) {
				return stopped
			}
		case left > 0:
			left--
			if !give(b, false, true) {
				return stopped
			}
		case r.before > 0:
			if int64(len(kept)) == r.before {
				copy(kept, kept[1:])
				kept = kept[:len(kept)-1]
			}
			b.text = bytes.Clone(l)
			kept = append(kept, b)
		}
	}
	if err := rd.Err(); err != nil && r.ctx.Err() == nil {
		r.fail(name, err)
	}
	return offset
}

// rgWhole searches a file that is in memory, in which matches may span lines.
type rgWhole struct {
	r       *rg
	in      *rgInput
	b       []byte
	visited int   // behind the last line given to the sink
	given   bool  // there was one
	number  int64 // of the line at counted
	counted int
	left    int64 // of the context behind the last match
}

func (r *rg) searchWhole(name string, in *rgInput) int64 {
	b, err := io.ReadAll(io.LimitReader(in.f, maxMultiline+1))
	switch {
	case err != nil:
		r.fail(name, err)
		return 0
	case len(b) > maxMultiline:
		r.failText(name, fmt.Sprintf("larger than the %d bytes that --multiline can search", maxMultiline))
		return 0
	}
	if !r.text {
		in.zero = int64(bytes.IndexByte(b[:min(len(b), rgChunk)], 0))
		if in.zero >= 0 && !in.convert {
			return in.zero
		}
	}
	w := &rgWhole{r: r, in: in, b: b, number: 1}
	return w.run()
}

func (w *rgWhole) run() int64 {
	r, pos := w.r, 0
	var block [2]int
	have := false
	for pos < len(w.b) && r.ctx.Err() == nil {
		m := r.pattern.groupsAt(w.b, pos)
		if r.invert {
			from, to := pos, len(w.b)
			if m == nil {
				pos = len(w.b)
			} else {
				line := w.locate(m[0], m[1])
				to = line[0]
				pos = line[1]
				if line[0] == line[1] {
					pos++
				}
			}
			if from >= to {
				continue
			}
			if !w.around(from) {
				return int64(pos)
			}
			for at := from; at < to; {
				end := w.lineEnd(at)
				if !w.matched(at, end) {
					return int64(pos)
				}
				at = end
			}
			continue
		}
		if m == nil {
			break
		}
		pos = m[1]
		if m[0] == m[1] && pos < len(w.b) {
			pos++
		}
		line := w.locate(m[0], m[1])
		switch {
		case !have:
			block, have = line, true
		case block[1] >= line[0]:
			block[1] = max(block[1], line[1])
		default:
			if !w.around(block[0]) || !w.matched(block[0], block[1]) {
				return int64(pos)
			}
			block = line
		}
		if m[0] == m[1] && pos >= len(w.b) {
			break
		}
	}
	if have && (!w.around(block[0]) || !w.matched(block[0], block[1])) {
		return int64(len(w.b))
	}
	if r.passthru {
		w.contexts(len(w.b), -1, false)
	} else {
		w.contexts(len(w.b), w.left, true)
	}
	return int64(len(w.b))
}

// locate returns the bounds of the lines that a match is in.
func (w *rgWhole) locate(from, to int) [2]int {
	start := bytes.LastIndexByte(w.b[:from], w.r.delim) + 1
	if to > start && w.b[to-1] == w.r.delim {
		return [2]int{start, to}
	}
	return [2]int{start, w.lineEnd(to)}
}

func (w *rgWhole) lineEnd(at int) int {
	if i := bytes.IndexByte(w.b[at:], w.r.delim); i >= 0 {
		return at + i + 1
	}
	return len(w.b)
}

func (w *rgWhole) block(from, to int) rgBlock {
	w.number += int64(bytes.Count(w.b[w.counted:from], []byte{w.r.delim}))
	w.counted = from
	return rgBlock{text: w.b[from:to], number: w.number, offset: int64(from), around: w.b, at: from}
}

func (w *rgWhole) gap(from int) {
	if (w.r.before > 0 || w.r.after > 0) && w.given && w.visited < from {
		w.r.sink.gap()
	}
}

func (w *rgWhole) matched(from, to int) bool {
	if from == to {
		return false
	}
	if w.binary(from, to) {
		return false
	}
	w.gap(from)
	ok := w.r.sink.matched(w.block(from, to))
	w.visited, w.given, w.left = to, true, w.r.after
	return ok
}

// binary looks for a zero byte in lines that are to be given, and tells whether
// that ends the search.
func (w *rgWhole) binary(from, to int) bool {
	if w.in.zero < 0 && !w.r.text {
		if i := bytes.IndexByte(w.b[from:to], 0); i >= 0 {
			w.in.zero = int64(from + i)
		}
	}
	return w.in.zero >= 0 && !w.in.convert
}

// contexts gives the lines from the last one given on, up to an offset: all if
// n is negative.
func (w *rgWhole) contexts(upto int, n int64, behind bool) bool {
	for at := w.visited; at < upto && n != 0; n-- {
		end := w.lineEnd(at)
		if w.binary(at, end) {
			return false
		}
		w.gap(at)
		ok := w.r.sink.context(w.block(at, end), behind)
		w.visited, w.given = end, true
		if behind {
			w.left--
		}
		if !ok {
			return false
		}
		at = end
	}
	return true
}

// around gives the context before the lines that match at an offset.
func (w *rgWhole) around(upto int) bool {
	if w.r.passthru {
		return w.contexts(upto, -1, false)
	}
	if !w.contexts(upto, w.left, true) {
		return false
	}
	from := upto
	for n := w.r.before; n > 0 && from > w.visited; n-- {
		from = bytes.LastIndexByte(w.b[w.visited:from-1], w.r.delim) + 1 + w.visited
	}
	for from < upto {
		end := w.lineEnd(from)
		if w.binary(from, end) {
			return false
		}
		w.gap(from)
		ok := w.r.sink.context(w.block(from, end), false)
		w.visited, w.given = end, true
		if !ok {
			return false
		}
		from = end
	}
	return true
}
