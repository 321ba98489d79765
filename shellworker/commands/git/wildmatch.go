package git

import (
	"path"
	"strings"
)

// wildmatch matches a name against a pattern as gitignore(5) and pathspecs
// do: with slashes, * and ? and brackets don't match a slash, and ** does. It
// takes at most the product of both lengths in steps.
func wildmatch(p, s string, slashes bool) bool {
	w := wild{p: p, s: s, slashes: slashes}
	return w.match(0, 0)
}

type wild struct {
	p, s    string
	slashes bool
	failed  []bool // by place in the pattern and in the name: a * there is in vain
}

func (w *wild) match(i, j int) bool {
	p, s := w.p, w.s
	for i < len(p) {
		switch p[i] {
		case '\\':
			if i++; i == len(p) || j == len(s) || s[j] != p[i] {
				return false
			}
		case '?':
			if j == len(s) || w.slashes && s[j] == '/' {
				return false
			}
		case '*':
			return w.star(i, j)
		case '[':
			if j == len(s) || w.slashes && s[j] == '/' {
				return false
			}
			n, ok := bracket(p[i:], s[j])
			if !ok {
				return false
			}
			i, j = i+n, j+1
			continue
		default:
			if j == len(s) || s[j] != p[i] {
				return false
			}
		}
		i, j = i+1, j+1
	}
	return j == len(s)
}

// star matches a pattern that goes on with *.
func (w *wild) star(i, j int) bool {
	if w.failed == nil {
		w.failed = make([]bool, (len(w.p)+1)*(len(w.s)+1))
	}
	failed := w.failed[i*(len(w.s)+1):]
	stars := 0
	for i < len(w.p) && w.p[i] == '*' {
		i, stars = i+1, stars+1
	}
	deep := !w.slashes
	if w.slashes && stars >= 2 {
		// Between slashes, or at an end, ** is any number of directories.
		if i == len(w.p) {
			return true
		}
		if w.p[i] == '/' {
			if w.match(i+1, j) {
				return true
			}
			deep = true
		}
	}
	for ; !failed[j]; j++ {
		failed[j] = true // unless it returns true
		if w.match(i, j) {
			return true
		}
		if j == len(w.s) || !deep && w.s[j] == '/' {
			break
		}
	}
	return false
}

// bracket matches a byte against the bracket expression that p begins with,
// and returns its length, 0 where it doesn't end.
func bracket(p string, c byte) (n int, ok bool) {
	i := 1
	not := i < len(p) && (p[i] == '!' || p[i] == '^')
	if not {
		i++
	}
	match := false
	for first := true; ; first = false {
		if i >= len(p) {
			return 0, false
		}
		if p[i] == ']' && !first {
			return i + 1, match != not
		}
		if strings.HasPrefix(p[i:], "[:") {
			if e := strings.Index(p[i:], ":]"); e > 0 {
				match = match || class(p[i+2:i+e], c)
				i += e + 2
				continue
			}
		}
		if p[i] == '\\' && i+1 < len(p) {
			i++
		}
		lo := p[i]
		hi := lo
		i++
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			i++
			if p[i] == '\\' && i+1 < len(p) {
				i++
			}
			hi = p[i]
			i++
		}
		match = match || lo <= c && c <= hi
	}
}

func class(name string, c byte) bool {
	upper, lower, digit := c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9'
	switch name {
	case "alnum":
		return upper || lower || digit
	case "alpha":
		return upper || lower
	case "digit":
		return digit
	case "upper":
		return upper
	case "lower":
		return lower
	case "xdigit":
		return digit || c|0x20 >= 'a' && c|0x20 <= 'f'
	case "space":
		return c == ' ' || c >= '\t' && c <= '\r'
	case "blank":
		return c == ' ' || c == '\t'
	case "punct":
		return c > ' ' && c < 0x7f && !upper && !lower && !digit
	case "print":
		return c >= ' ' && c < 0x7f
	case "graph":
		return c > ' ' && c < 0x7f
	case "cntrl":
		return c < ' ' || c == 0x7f
	}
	return false
}

// ignoreRule is a line of .gitignore.
type ignoreRule struct {
	base    string // the directory of the file, "" or with a slash at its end
	pattern string
	not     bool
	dir     bool // only directories
	full    bool // the pattern has a slash: it is of the path below base
	source  string
	line    int
	text    string
}

func parseIgnore(text, base, source string) (rules []ignoreRule) {
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
			line = line[:len(line)-1]
		}
		if line == "" || line[0] == '#' {
			continue
		}
		r := ignoreRule{base: base, source: source, line: i + 1, text: line, pattern: line}
		if line[0] == '!' {
			r.not, r.pattern = true, line[1:]
		}
		if r.pattern, r.dir = strings.CutSuffix(r.pattern, "/"); r.pattern == "" {
			continue
		}
		if strings.Contains(r.pattern, "/") {
			r.full, r.pattern = true, strings.TrimPrefix(r.pattern, "/")
		}
		rules = append(rules, r)
	}
	return rules
}

func (i *ignoreRule) matches(name string, dir bool) bool {
	if i.dir && !dir {
		return false
	}
	rest, ok := strings.CutPrefix(name, i.base)
	if !ok {
		return false
	}
	if i.full {
		return wildmatch(i.pattern, rest, true)
	}
	return wildmatch(i.pattern, rest[strings.LastIndexByte(rest, '/')+1:], true)
}

// ignores tells which paths of the working tree are ignored.
type ignores struct {
	r     *repo
	rules []ignoreRule            // of the whole tree, the weakest first
	dirs  map[string][]ignoreRule // of each directory's .gitignore
}

func (r *repo) ignores() *ignores {
	g := &ignores{r: r, dirs: map[string][]ignoreRule{}}
	if name, ok := r.config("core.excludesfile"); ok {
		if home := r.p.Getenv("HOME"); strings.HasPrefix(name, "~/") {
			name = home + name[1:]
		}
		g.read(name, name)
	} else if home := r.p.Getenv("HOME"); home != "" {
		g.read(home+"/.config/git/ignore", home+"/.config/git/ignore")
	}
	g.read(r.common+"/info/exclude", ".git/info/exclude")
	return g
}

func (g *ignores) read(name, shown string) {
	if text, err := g.r.fs.ReadFile(g.r.ctx, name, 1<<20); err == nil {
		g.rules = append(g.rules, parseIgnore(string(text), "", shown)...)
	}
}

// rule returns the last rule that matches a path itself, nil for none.
func (g *ignores) rule(name string, dir bool) *ignoreRule {
	var last *ignoreRule
	take := func(rules []ignoreRule) {
		for i := range rules {
			if rules[i].matches(name, dir) {
				last = &rules[i]
			}
		}
	}
	take(g.rules)
	for k := 0; ; {
		base := name[:k]
		rules, ok := g.dirs[base]
		if !ok {
			if text, err := g.r.fs.ReadFile(g.r.ctx, g.r.work+"/"+base+".gitignore", 1<<20); err == nil {
				rules = parseIgnore(string(text), base, base+".gitignore")
			}
			g.dirs[base] = rules
		}
		take(rules)
		next := strings.IndexByte(name[k:], '/')
		if next < 0 {
			return last
		}
		k += next + 1
	}
}

// ignored tells whether a path is ignored, by itself or a directory above it.
func (g *ignores) ignored(name string, dir bool) bool {
	for k := 0; ; {
		next := strings.IndexByte(name[k:], '/')
		if next < 0 {
			break
		}
		k += next + 1
		if r := g.rule(name[:k-1], true); r != nil && !r.not {
			return true
		}
	}
	r := g.rule(name, dir)
	return r != nil && !r.not
}

// pathspec chooses paths: gitglossary(7), "pathspec".
type pathspec struct {
	text    string // as it was given
	name    string // from the top, without magic
	exclude bool
	literal bool
	icase   bool
	glob    bool
	used    bool
}

// pathspecs reads them; none chooses everything.
func (r *repo) pathspecs(args []string) (list []*pathspec) {
	for _, a := range args {
		s := &pathspec{text: a}
		name, top := a, false
		if long, ok := strings.CutPrefix(a, ":("); ok {
			magic, rest, ok := strings.Cut(long, ")")
			if !ok {
				r.fatal("Missing ')' at the end of pathspec magic in '%s'", a)
			}
			name = rest
			for m := range strings.SplitSeq(magic, ",") {
				switch m {
				case "top":
					top = true
				case "exclude":
					s.exclude = true
				case "literal":
					s.literal = true
				case "icase":
					s.icase = true
				case "glob":
					s.glob = true
				case "":
				default:
					r.fatal("Invalid pathspec magic '%s' in '%s'", m, a)
				}
			}
		} else if strings.HasPrefix(a, ":") {
			name = a[1:]
			for name != "" && strings.ContainsRune("/!^", rune(name[0])) {
				if name[0] == '/' {
					top = true
				} else {
					s.exclude = true
				}
				name = name[1:]
			}
			name = strings.TrimPrefix(name, ":")
		}
		if a == "" {
			r.fatal("empty string is not a valid pathspec. please use . instead if you meant to match all paths")
		}
		slash := strings.HasSuffix(name, "/")
		switch {
		case top:
			name = strings.Trim(name, "/")
		case r.work != "":
			at := r.cwd
			if strings.HasPrefix(name, "/") {
				at = ""
			}
			full := path.Clean(at + "/" + name)
			rest, ok := strings.CutPrefix(full+"/", strings.TrimSuffix(r.work, "/")+"/")
			if !ok {
				r.fatal("%s: '%s' is outside repository at '%s'", a, a, r.work)
			}
			name = strings.TrimSuffix(rest, "/")
		}
		if slash && name != "" {
			name += "/"
		}
		s.name = name
		list = append(list, s)
	}
	if len(list) > 0 {
		for _, s := range list {
			if !s.exclude {
				return list
			}
		}
		list = append(list, &pathspec{text: ".", name: strings.TrimSuffix(r.prefix, "/")})
	}
	return list
}

func (s *pathspec) matches(name string) bool {
	p := s.name
	if s.icase {
		p, name = strings.ToLower(p), strings.ToLower(name)
	}
	if p == "" || p == name || strings.HasPrefix(name, strings.TrimSuffix(p, "/")+"/") {
		return true
	}
	if s.literal || !strings.ContainsAny(p, `*?[\`) {
		return false
	}
	if wildmatch(p, name, s.glob) {
		return true
	}
	// A pattern may match a directory above.
	for k := range name {
		if name[k] == '/' && wildmatch(p, name[:k], s.glob) {
			return true
		}
	}
	return false
}

// chosen tells whether the pathspecs choose a path, and notes which did.
func chosen(list []*pathspec, name string) bool {
	if len(list) == 0 {
		return true
	}
	ok := false
	for _, s := range list {
		if !s.exclude && s.matches(name) {
			ok, s.used = true, true
		}
	}
	if !ok {
		return false
	}
	for _, s := range list {
		if s.exclude && s.matches(name) {
			return false
		}
	}
	return true
}

// above tells whether something below a directory may be chosen.
func above(list []*pathspec, dir string) bool {
	if len(list) == 0 {
		return true
	}
	for _, s := range list {
		if s.exclude {
			continue
		}
		p := s.name
		if i := strings.IndexAny(p, `*?[\`); i >= 0 && !s.literal {
			p = p[:i]
			if strings.HasPrefix(p, dir) || strings.HasPrefix(dir, p) {
				return true
			}
			continue
		}
		if strings.HasPrefix(p, dir+"/") || s.matches(dir) {
			return true
		}
	}
	return false
}
