package tree

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// match is the result of a pattern: a malformed one counts as a match for -P
// and -I, and as none in files.
type match int8

const (
	malformed match = -1
	differs   match = 0
	matched   match = 1
)

// matchName matches a name with a pattern in tree's language: * ** ? [a-z] [^a-z]
// \ and alternatives between |; a / at the end stands for a directory.
func matchName(name, pattern string, dir, fold bool) match {
	if fold {
		name, pattern = strings.ToLower(name), strings.ToLower(pattern)
	}
	for {
		first, rest, more := strings.Cut(pattern, "|")
		if !more {
			m := matcher{name: name, pattern: pattern, dir: dir}
			return m.match(0, 0, 0)
		}
		if first == "" || rest == "" {
			return malformed
		}
		m := matcher{name: name, pattern: first, dir: dir}
		if r := m.match(0, 0, 0); r != differs {
			return r
		}
		pattern = rest
	}
}

// matcher matches one alternative. What stars found is remembered, so that it
// takes at most the product of the lengths.
type matcher struct {
	name, pattern string
	dir           bool
	known         map[[2]int]match
}

// match matches name[i:] with pattern[j:]; before is the pattern's last byte.
func (m *matcher) match(i, j int, before byte) match {
	for j < len(m.pattern) {
		c := m.pattern[j]
		switch c {
		case '[':
			r, next := m.class(i, j+1)
			if r != matched {
				return r
			}
			i, j, before = i+1, next, ']'
			continue
		case '*':
			key := [2]int{i, j}
			r, ok := m.known[key]
			if !ok {
				if m.known == nil {
					m.known = map[[2]int]match{}
				}
				r = m.star(i, j+1, before)
				m.known[key] = r
			}
			return r
		case '?':
			if i >= len(m.name) {
				return differs
			}
		case '/':
			if j+1 == len(m.pattern) && i == len(m.name) {
				if m.dir {
					return matched
				}
				return differs
			}
			if i >= len(m.name) || m.name[i] != '/' {
				return differs
			}
		default:
			if c == '\\' {
				if j++; j == len(m.pattern) {
					return differs
				}
				c = m.pattern[j]
			}
			if i >= len(m.name) || m.name[i] != c {
				return differs
			}
		}
		i, j, before = i+1, j+1, c
	}
	if i < len(m.name) {
		return differs
	}
	return matched
}

// class matches a byte with the class whose members begin at j, and returns
// what is behind its ].
func (m *matcher) class(i, j int) (match, int) {
	p := m.pattern
	negated := j < len(p) && p[j] == '^'
	if negated {
		j++
	}
	found := false
	for ; j >= len(p) || p[j] != ']'; j++ {
		if j < len(p) && p[j] == '\\' {
			j++
		}
		if j >= len(p) {
			return malformed, j
		}
		low, high := p[j], p[j]
		if j+1 < len(p) && p[j+1] == '-' {
			j += 2
			if j < len(p) && p[j] == '\\' {
				j++
			}
			if j >= len(p) {
				return malformed, j
			}
			high = p[j]
		}
		if i < len(m.name) && low <= m.name[i] && m.name[i] <= high {
			found = true
		}
	}
	if i >= len(m.name) || found == negated {
		return differs, j
	}
	return matched, j + 1
}

// star matches name[i:] with a star before pattern[j:].
func (m *matcher) star(i, j int, before byte) match {
	if j == len(m.pattern) {
		if strings.IndexByte(m.name[i:], '/') >= 0 {
			return differs
		}
		return matched
	}
	if m.pattern[j] != '*' { // up to the end or the next slash
		for k := i; k < len(m.name); k++ {
			if r := m.match(k, j, '*'); r != differs {
				return r
			}
			if k > i && m.name[k] == '/' {
				return differs
			}
		}
		return m.match(len(m.name), j, '*')
	}
	if j++; j == len(m.pattern) {
		return matched
	}
	for k := i; k < len(m.name); { // here, and before each slash
		if r := m.match(k, j, '*'); r != differs {
			return r
		}
		// Between slashes it may stand for nothing.
		if before == '/' && m.pattern[j] == '/' && j+1 < len(m.pattern) {
			if r := m.match(k, j+1, '/'); r != differs {
				return r
			}
		}
		for k++; k < len(m.name) && m.name[k] != '/'; k++ {
		}
	}
	return m.match(len(m.name), j, '*')
}

func (t *treer) matches(patterns []string, name string, dir bool) bool {
	for _, p := range patterns {
		if matchName(name, p, dir, t.fold) != differs {
			return true
		}
	}
	return false
}

// filePattern is a pattern of a .gitignore or .info file.
type filePattern struct {
	text     string
	nameOnly bool // it holds no slash but one at its end
}

func newFilePattern(s string) filePattern {
	slash := strings.IndexByte(s, '/')
	return filePattern{strings.TrimPrefix(s, "/"), slash < 0 || slash == len(s)-1}
}

// ignoreFile is what a .gitignore file says for the tree at path.
type ignoreFile struct {
	path         string
	hide, unhide []filePattern
}

// maxFilterFile is the size in bytes of the part of a .gitignore or .info file
// that counts.
const maxFilterFile = 4 << 20

// filterLines calls f with the lines of the file at path, or of the file name
// in the directory at path; it returns false if there is none.
func (t *treer) filterLines(path, name string, f func(string)) bool {
	i, err := t.p.Stat(t.ctx, path)
	if err != nil || i.Kind != vfs.Regular {
		path = joinPath(path, name)
	}
	file, err := t.p.Open(t.ctx, path)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFilterFile))
	for line := range strings.SplitSeq(string(text), "\n") {
		if !strings.HasPrefix(line, "#") {
			f(line)
		}
	}
	return err == nil
}

// unquoted returns a line without the spaces at its end and the backslashes
// before other characters.
func unquoted(s string) string {
	for strings.HasSuffix(s, " ") && !strings.HasSuffix(s, `\ `) {
		s = s[:len(s)-1]
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				break
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (t *treer) readIgnoreFile(path string) *ignoreFile {
	f := &ignoreFile{path: path}
	if !t.filterLines(path, ".gitignore", func(line string) {
		to := &f.hide
		text := unquoted(line)
		if strings.HasPrefix(line, "!") {
			to = &f.unhide
			text = strings.TrimPrefix(text, "!")
		}
		if text != "" {
			*to = append(*to, newFilePattern(text))
		}
	}) {
		return nil
	}
	return f
}

func (t *treer) isIgnored(path, name string, dir bool) bool {
	any := func(patterns func(*ignoreFile) []filePattern) bool {
		for i := len(t.ignored) - 1; i >= 0; i-- {
			f := t.ignored[i]
			for _, p := range patterns(f) {
				if p.nameOnly && matchName(name, p.text, dir, t.fold) == matched ||
					!p.nameOnly && matchName(path, f.path+"/"+p.text, dir, t.fold) == matched {
					return true
				}
			}
		}
		return false
	}
	return any(func(f *ignoreFile) []filePattern { return f.hide }) && !any(func(f *ignoreFile) []filePattern { return f.unhide })
}

// infoFile is what an .info file says.
type infoFile []infoEntry

type infoEntry struct {
	patterns []filePattern
	lines    []string
}

func (t *treer) readInfoFile(path string) infoFile {
	f := infoFile{}
	var e infoEntry
	add := func() {
		if len(e.patterns) > 0 && len(e.lines) > 0 {
			f = append(f, e)
		}
	}
	if !t.filterLines(path, ".info", func(line string) {
		text := unquoted(line)
		switch {
		case text == "":
		case text[0] == '\t':
			e.lines = append(e.lines, text[1:])
		default:
			if len(e.lines) > 0 {
				add()
				e = infoEntry{}
			}
			e.patterns = append(e.patterns, newFilePattern(text))
		}
	}) {
		return nil
	}
	add()
	return f
}

// commentOf returns the lines about a file; own tells that the innermost file
// is of the directory that it is in.
func (t *treer) commentOf(path, name string, own, dir bool) []string {
	for i := len(t.comments) - 1; i >= 0; i-- {
		for _, e := range t.comments[i] {
			for _, p := range e.patterns {
				if matchName(path, p.text, dir, t.fold) == matched || own && matchName(name, p.text, dir, t.fold) == matched {
					return e.lines
				}
			}
		}
		own = false
	}
	return nil
}

// maxPaths is how many names --fromfile takes.
const maxPaths = 1 << 20

// maxPath is the length in bytes from which a line is another.
const maxPath = 4095

// readPaths makes a tree of the paths in a file.
func (t *treer) readPaths(file string) ([]*node, bool) {
	var in io.Reader = t.p.Stdin
	if file != "." {
		f, err := t.p.Open(t.ctx, file)
		if err != nil {
			fmt.Fprintf(t.p.Stderr, "Error opening %s for reading.\n", file)
			return nil, false
		}
		defer f.Close()
		in = f
	}
	type names map[string]*node
	root := &node{}
	index := map[*node]names{}
	count := 0
	r := bufio.NewReaderSize(in, maxPath)
	for t.ctx.Err() == nil {
		b, err := r.ReadSlice('\n')
		if len(b) == 0 && err != nil {
			break
		}
		line := strings.TrimRight(string(b), "\r\n")
		link, linked := "", false
		if t.fileLinks {
			line, link, linked = strings.Cut(line, " -> ")
		}
		var n *node
		at := root
		for line != "" {
			name, rest, slash := strings.Cut(line, "/")
			line = rest
			if name == "" {
				continue
			}
			if n = index[at][name]; n == nil {
				if count++; count > maxPaths {
					fmt.Fprintf(t.p.Stderr, "tree: more than %d names\n", maxPaths)
					t.p.Exit(1)
				}
				n = &node{name: name}
				if index[at] == nil {
					index[at] = names{}
				}
				index[at][name] = n
				at.children = append(at.children, n)
			}
			n.kind = vfs.Regular
			if slash {
				n.kind, n.dir = vfs.Directory, true
			}
			at = n
		}
		if linked && n != nil {
			n.kind, n.linked, n.link = vfs.Symlink, true, link
		}
	}
	matched := false
	list := t.chosen(root.children, &matched, true)
	if list == nil {
		list = []*node{}
	}
	return list, false
}

// chosen returns which of a tree's paths are shown. matched is set by a
// directory that -P matches with --matchdirs, and holds for what follows it.
func (t *treer) chosen(list []*node, matched *bool, root bool) []*node {
	if list == nil {
		return nil
	}
	byName := *t
	byName.order, byName.first, byName.reverse = "name", 0, false
	byName.sort(list)
	out := []*node{}
	for _, n := range list {
		show := t.all || root || !strings.HasPrefix(n.name, ".")
		if t.gitIgnore && t.isIgnored("", n.name, n.dir) {
			show = false
		}
		if n.dir {
			if t.matchDirs && t.matches(t.include, n.name, true) {
				*matched = true
			}
			inner := *matched
			n.children = t.chosen(n.children, &inner, false)
			if t.prune && n.children == nil && !(t.matchDirs && t.matches(t.include, n.name, true)) {
				show = false
			}
		} else if t.dirsOnly || t.matches(t.exclude, n.name, false) ||
			len(t.include) > 0 && !*matched && !t.matches(t.include, n.name, false) {
			show = false
		}
		if !n.linked {
			n.targetKind = n.kind
		}
		if show {
			out = append(out, n)
		}
	}
	return out
}
