package diff

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

var (
	unifiedRe = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)`)
	normalRe  = regexp.MustCompile(`^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?\s*$`)
	ctxOldRe  = regexp.MustCompile(`^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*`)
	ctxNewRe  = regexp.MustCompile(`^--- (\d+)(?:,(\d+))? ----`)
)

func atoi(s string, def int) int {
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1 << 40
	}
	return n
}

// fileName takes the name, and what is behind it, from a header line.
func fileName(l string) (name, stamp string) {
	l = strings.TrimRight(l, "\r\n")
	if strings.HasPrefix(l, `"`) {
		if s, err := strconv.QuotedPrefix(l); err == nil {
			if u, err := strconv.Unquote(s); err == nil {
				return u, strings.TrimSpace(l[len(s):])
			}
		}
	}
	if i := strings.IndexByte(l, '\t'); i >= 0 {
		return l[:i], strings.TrimSpace(l[i:])
	}
	// Without a tab the name ends at a blank before a date.
	if m := regexp.MustCompile(`\s+(\d{4}-\d\d-\d\d|[A-Z][a-z][a-z] [A-Z][a-z][a-z] )`).FindStringIndex(l); m != nil {
		return l[:m[0]], strings.TrimSpace(l[m[0]:])
	}
	return strings.TrimRight(l, " "), ""
}

// Limits in bytes. Each line of a patch counts lineCost more than its length.
const (
	maxPatch   = 128 << 20 // of one file's patch, or of one line
	maxQueue   = 16 << 20  // of patches that wait for the end of the input
	maxLeading = 1 << 20   // of text before a patch that is kept to be shown
	lineCost   = 64
)

// patchSource reads the lines of a patch, which are counted from 0, and holds
// those that weren't left or taken yet.
type patchSource struct {
	ctx     context.Context
	in      *bufio.Reader
	window  [][]byte
	first   int // number of the window's first line
	eof     bool
	block   []byte   // where lines are put one behind the other
	leading [][]byte // text since the last hunk
	shown   int      // bytes of it
	held    int      // bytes of the window and of what was taken from it
}

// has tells whether there is a line i.
func (s *patchSource) has(i int) bool { return s.at(i) != nil }

// at returns line i with its newline, nil behind the end.
func (s *patchSource) at(i int) []byte {
	for i >= s.first+len(s.window) {
		if s.eof || !s.read() {
			return nil
		}
	}
	return s.window[i-s.first]
}

// end is the number of lines that were read, all of them once at returned nil.
func (s *patchSource) end() int { return s.first + len(s.window) }

// read adds a line to the window.
func (s *patchSource) read() bool {
	start := len(s.block)
	for {
		if s.ctx.Err() != nil {
			panic(badPatch("**** read error : " + vfs.ErrText(s.ctx.Err())))
		}
		part, err := s.in.ReadSlice('\n')
		if s.held+len(part)+len(s.block)-start > maxPatch {
			panic(badPatch("**** out of memory"))
		}
		if len(s.block)+len(part) > cap(s.block) {
			line := s.block[start:]
			s.block = append(make([]byte, 0, max(64<<10, 2*(len(line)+len(part)))), line...)
			start = 0
		}
		s.block = append(s.block, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			s.eof = true
			if err != io.EOF {
				panic(badPatch("**** read error : " + vfs.ErrText(err)))
			}
		}
		line := s.block[start:len(s.block):len(s.block)]
		if len(line) == 0 {
			return false
		}
		s.window = append(s.window, line)
		s.held += len(line) + lineCost
		return true
	}
}

// leave takes the lines before line i for text between patches.
func (s *patchSource) leave(i int) {
	for ; s.first < i && len(s.window) > 0; s.first++ {
		line := s.window[0]
		s.window = s.window[1:]
		s.held -= len(line) + lineCost
		if s.shown += len(line) + lineCost; s.shown <= maxLeading {
			s.leading = append(s.leading, bytes.Clone(line)) // not to hold its block
		}
	}
}

// take ends the text before a patch, whose lines are those before line i.
func (s *patchSource) take(i int) {
	n := min(i-s.first, len(s.window))
	s.window = s.window[n:]
	s.first += n
	s.leading, s.shown = nil, 0
}

// release returns what was held, for the lines that were taken, and counts
// anew.
func (s *patchSource) release() int {
	held := s.held
	s.held = 0
	for _, l := range s.window {
		s.held += len(l) + lineCost
	}
	return held - s.held
}

// parse finds the patches in a text and hands each to emit; garbage tells that
// there is other text, and bad why the rest can't be read.
func (pt *patcher) parse(src *patchSource, emit func(*filePatch)) (garbage bool, bad string) {
	var fp *filePatch // whose hunks come
	at := func(i int) string { return string(src.at(i)) }
	fresh := func() *filePatch { return &filePatch{} }
	pending := fresh() // headers seen since the last hunk
	i := 0
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(badPatch)
			if !ok {
				panic(r)
			}
			bad = string(b)
			if fp != nil {
				fp.bad = pending == nil // the end of it is missing
				emit(fp)
			}
		}
	}()
	next := func(style byte) {
		if fp != nil {
			emit(fp)
		}
		fp, pending = pending, nil
		fp.style = style
	}
	var prerequisite string
	begin := func(style byte) {
		if fp == nil || pending != nil {
			if pending == nil {
				pending = fresh()
			}
			next(style)
			fp.header, fp.line = src.leading, i+1
			fp.prerequisite, prerequisite = prerequisite, ""
		}
	}
	mode := func(text string) uint32 {
		n, _ := strconv.ParseUint(strings.TrimSpace(text), 8, 32)
		return uint32(n) & 0o777
	}
	head := func() *filePatch {
		if pending == nil {
			pending = fresh()
		}
		return pending
	}
	flushGit := func() {
		// A rename or an empty file comes without hunks.
		if pending != nil && (pending.renameTo != "" || pending.created || pending.deleted || pending.mode != 0) {
			next('u')
		}
	}
	for ; src.has(i); src.leave(i) {
		l := at(i)
		switch {
		case strings.HasPrefix(l, "diff --git "):
			flushGit()
			pending = fresh()
			f := strings.Fields(l)
			if len(f) == 4 {
				pending.oldName, pending.newName = f[2], f[3]
			}
			i++
		case strings.HasPrefix(l, "new file mode ") && pending != nil:
			pending.created = true
			pending.mode = mode(l[14:])
			i++
		case strings.HasPrefix(l, "old mode ") && pending != nil:
			pending.oldMode = mode(l[9:])
			i++
		case strings.HasPrefix(l, "new mode ") && pending != nil:
			pending.mode = mode(l[9:])
			i++
		case strings.HasPrefix(l, "copy from ") && pending != nil:
			pending.renameFrom, pending.copied = strings.TrimSpace(l[10:]), true
			i++
		case strings.HasPrefix(l, "copy to ") && pending != nil:
			pending.renameTo = strings.TrimSpace(l[8:])
			i++
		case strings.HasPrefix(l, "Prereq: "):
			prerequisite = strings.TrimSpace(l[8:])
			i++
		case strings.HasPrefix(l, "deleted file mode ") && pending != nil:
			pending.deleted = true
			i++
		case strings.HasPrefix(l, "rename from ") && pending != nil:
			pending.renameFrom = strings.TrimSpace(l[12:])
			i++
		case strings.HasPrefix(l, "rename to ") && pending != nil:
			pending.renameTo = strings.TrimSpace(l[10:])
			i++
		case strings.HasPrefix(l, "Index: "):
			flushGit()
			pending = fresh()
			pending.index = strings.TrimSpace(l[7:])
			i++
		case strings.HasPrefix(l, "--- ") && strings.HasPrefix(at(i+1), "+++ ") && pt.style != 'c' && pt.style != 'n' && pt.style != 'e':
			h := head()
			h.oldName, h.oldStamp = fileName(l[4:])
			h.newName, h.newStamp = fileName(at(i + 1)[4:])
			if strings.HasSuffix(l, "\r\n") && strings.HasSuffix(at(i+1), "\r\n") {
				h.stripped = !pt.binary
			}
			i += 2
		case strings.HasPrefix(l, "*** ") && strings.HasPrefix(at(i+1), "--- ") && !ctxOldRe.MatchString(l):
			h := head()
			h.oldName, h.oldStamp = fileName(l[4:])
			h.newName, h.newStamp = fileName(at(i + 1)[4:])
			i += 2
		case unifiedRe.MatchString(l) && pt.style != 'c' && pt.style != 'n' && pt.style != 'e':
			begin('u')
			i = pt.unifiedHunk(fp, src, i)
			src.take(i)
		case strings.HasPrefix(l, "***************") && ctxOldRe.MatchString(at(i+1)) && (pt.style == 0 || pt.style == 'c'):
			begin('c')
			i = pt.contextHunk(fp, src, i)
			src.take(i)
		case normalRe.MatchString(l) && pt.style != 'c' && pt.style != 'u' && pt.style != 'e' && (pt.style == 'n' || strings.HasPrefix(at(i+1), "<") || strings.HasPrefix(at(i+1), ">")):
			m := normalRe.FindStringSubmatch(l)
			next := at(i + 1)
			if !(strings.HasPrefix(next, "< ") || strings.HasPrefix(next, "> ") || next == "<\n" || next == ">\n" || m[3] == "d" && strings.HasPrefix(next, "<")) {
				garbage = true
				i++
				break
			}
			begin('n')
			i = pt.normalHunk(fp, src, i)
			src.take(i)
		case (pt.style == 0 || pt.style == 'e') && startsEd(src.at(i)):
			begin('e')
			end := edScript(src, i)
			for ; i < end; i++ {
				fp.script = append(fp.script, src.at(i))
			}
			src.take(i)
			pending = fresh()
		default:
			garbage = true
			i++
		}
	}
	flushGit()
	if fp != nil {
		emit(fp)
	}
	return garbage, ""
}

func (pt *patcher) malformed(n int, l []byte) {
	panic(badPatch(fmt.Sprintf("**** malformed patch at line %d: %s", n+1, strings.TrimSuffix(string(l), "\n")+"\n")))
}

// badPatch ends the parser; what came before it is applied first.
type badPatch string

// noNewline takes the newline from the last line if the next one says so.
func noNewline(src *patchSource, i int, h *hunk) int {
	if bytes.HasPrefix(src.at(i), []byte(`\ `)) && len(h.lines) > 0 {
		last := &h.lines[len(h.lines)-1]
		last.text = bytes.TrimSuffix(last.text, []byte{'\n'})
		i++
	}
	return i
}

func (pt *patcher) unifiedHunk(fp *filePatch, src *patchSource, i int) int {
	m := unifiedRe.FindStringSubmatch(string(src.at(i)))
	h := &hunk{oldStart: atoi(m[1], 0), oldLen: atoi(m[2], 1), newStart: atoi(m[3], 0), newLen: atoi(m[4], 1), function: strings.TrimSpace(m[5])}
	i++
	old, fresh := h.oldLen, h.newLen
	for old > 0 || fresh > 0 {
		l := src.at(i)
		if l == nil {
			// Blank context at the end may have got lost.
			if fresh >= 3 {
				panic(badPatch("**** unexpected end of file in patch"))
			}
			if old == 0 || fresh == 0 {
				pt.malformed(src.end()-1, []byte(" \n"))
			}
			if old == fresh {
				break
			}
			l = []byte("  \n")
		}
		c := l[0]
		switch {
		case c == ' ' && old > 0 && fresh > 0 || c == '-' && old > 0 || c == '+' && fresh > 0:
			h.lines = append(h.lines, patchLine{c, l[1:]})
		case c == '\n' || c == '\t' || c == '\r':
			h.lines = append(h.lines, patchLine{' ', l})
			c = ' '
		case c == '\\':
			i = noNewline(src, i, h)
			continue
		default:
			pt.malformed(i, l)
		}
		if c != '+' {
			old--
		}
		if c != '-' {
			fresh--
		}
		i = noNewline(src, i+1, h)
	}
	fp.hunks = append(fp.hunks, h)
	return i
}

func (pt *patcher) contextHunk(fp *filePatch, src *patchSource, i int) int {
	h := &hunk{}
	h.function = strings.TrimSpace(strings.TrimLeft(string(src.at(i)), "*"))
	m := ctxOldRe.FindStringSubmatch(string(src.at(i + 1)))
	first := atoi(m[1], 0)
	last := atoi(m[2], first)
	h.oldStart, h.oldLen = first, last-first+1
	if first == 0 {
		h.oldLen = 0
	}
	i += 2
	read := func() []patchLine {
		var part hunk
		for src.has(i) {
			l := src.at(i)
			if len(l) >= 2 && (l[0] == ' ' || l[0] == '-' || l[0] == '+' || l[0] == '!') && (l[1] == ' ' || l[1] == '\t') && !ctxNewRe.Match(l) {
				part.lines = append(part.lines, patchLine{l[0], l[2:]})
				i = noNewline(src, i+1, &part)
				continue
			}
			if len(l) == 1 && l[0] == '\n' && len(part.lines) > 0 {
				part.lines = append(part.lines, patchLine{' ', l})
				i++
				continue
			}
			break
		}
		return part.lines
	}
	old := read()
	if !src.has(i) {
		panic(badPatch("**** unexpected end of file in patch"))
	}
	m = ctxNewRe.FindStringSubmatch(string(src.at(i)))
	if m == nil {
		pt.malformed(i, src.at(i))
	}
	first = atoi(m[1], 0)
	last = atoi(m[2], first)
	h.newStart, h.newLen = first, last-first+1
	if first == 0 {
		h.newLen = 0
	}
	i++
	fresh := read()
	if len(fresh) > h.newLen {
		fresh = fresh[:h.newLen]
	}
	// A half that has only context may be left out.
	if len(old) == 0 && h.oldLen > 0 {
		for _, l := range fresh {
			if l.mark == ' ' {
				old = append(old, l)
			}
		}
	}
	if len(fresh) == 0 && h.newLen > 0 {
		for _, l := range old {
			if l.mark == ' ' {
				fresh = append(fresh, l)
			}
		}
	}
	a, b := 0, 0
	for a < len(old) || b < len(fresh) {
		switch {
		case a < len(old) && old[a].mark != ' ':
			h.lines = append(h.lines, patchLine{'-', old[a].text})
			a++
		case b < len(fresh) && fresh[b].mark != ' ':
			h.lines = append(h.lines, patchLine{'+', fresh[b].text})
			b++
		default:
			l := patchLine{mark: ' '}
			if a < len(old) {
				l.text = old[a].text
			} else {
				l.text = fresh[b].text
			}
			h.lines = append(h.lines, l)
			a++
			b++
		}
	}
	h.count()
	fp.hunks = append(fp.hunks, h)
	return i
}

// count sets the lengths by the lines.
func (h *hunk) count() {
	h.oldLen, h.newLen = 0, 0
	for _, l := range h.lines {
		if l.mark != '+' {
			h.oldLen++
		}
		if l.mark != '-' {
			h.newLen++
		}
	}
}

func (pt *patcher) normalHunk(fp *filePatch, src *patchSource, i int) int {
	m := normalRe.FindStringSubmatch(string(src.at(i)))
	a, b := atoi(m[1], 0), atoi(m[2], atoi(m[1], 0))
	c, d := atoi(m[4], 0), atoi(m[5], atoi(m[4], 0))
	h := &hunk{oldStart: a, oldLen: b - a + 1, newStart: c, newLen: d - c + 1}
	switch m[3] {
	case "a":
		h.oldLen = 0
	case "d":
		h.newLen = 0
	}
	i++
	take := func(n int, in, mark byte) {
		for ; n > 0; n-- {
			if src.has(i) && src.at(i)[0] != in {
				panic(badPatch(fmt.Sprintf("**** '%c' followed by space or tab expected at line %d of patch", in, i+1)))
			}
			if !src.has(i) {
				pt.malformed(src.end()-1, src.at(src.end()-1))
			}
			l := src.at(i)[1:]
			if len(l) > 0 && (l[0] == ' ' || l[0] == '\t') {
				l = l[1:]
			}
			h.lines = append(h.lines, patchLine{mark, l})
			i = noNewline(src, i+1, h)
		}
	}
	take(h.oldLen, '<', '-')
	if m[3] == "c" {
		if !src.has(i) {
			pt.malformed(src.end()-1, src.at(src.end()-1))
		}
		if src.at(i)[0] != '-' {
			pt.malformed(i, src.at(i))
		}
		i++
	}
	take(h.newLen, '>', '+')
	fp.hunks = append(fp.hunks, h)
	return i
}
