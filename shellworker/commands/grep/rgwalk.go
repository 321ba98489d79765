package grep

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// rgRule is a line of an ignore file, or a glob of -g.
type rgRule struct {
	re      *regexp.Regexp
	not     bool // !pattern: not ignored after all
	onlyDir bool
}

// rgVerdict is what rules say of a file.
type rgVerdict int8

const (
	rgNone rgVerdict = iota
	rgIgnored
	rgWanted
)

// rgRules are rules in the order of their file, for what is in a directory.
type rgRules struct {
	dir  string // absolute
	list []rgRule
}

// verdict returns what the last rule that matches says. The name is absolute,
// or relative where it isn't in the current directory's tree.
func (rs *rgRules) verdict(name string, dir bool) rgVerdict {
	if len(rs.list) == 0 {
		return rgNone
	}
	rel := name
	if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(rs.dir, "/")+"/"); ok {
		rel = rest
	}
	for i := len(rs.list) - 1; i >= 0; i-- {
		l := &rs.list[i]
		if l.onlyDir && !dir || !l.re.MatchString(rel) {
			continue
		}
		if l.not {
			return rgWanted
		}
		return rgIgnored
	}
	return rgNone
}

// rgParseRule reads a line of .gitignore's form; ok is false for one without a
// pattern.
func rgParseRule(l string, fold bool) (rule rgRule, ok bool, err error) {
	if strings.HasPrefix(l, "#") {
		return rule, false, nil
	}
	if !strings.HasSuffix(l, `\ `) {
		l = strings.TrimRight(l, " \t\r\n\v\f")
	}
	if l == "" {
		return rule, false, nil
	}
	g, anchored := l, false
	switch {
	case strings.HasPrefix(g, `\!`), strings.HasPrefix(g, `\#`):
		g = g[1:]
	default:
		if strings.HasPrefix(g, "!") {
			rule.not = true
			g = g[1:]
		}
		if strings.HasPrefix(g, "/") {
			anchored = true
			g = g[1:]
		}
	}
	if strings.HasSuffix(g, "/") {
		rule.onlyDir = true
		g = strings.TrimSuffix(strings.TrimSuffix(g, "/"), `\`)
	}
	if g == "" && !rule.onlyDir {
		g = "**"
	}
	if !anchored && !strings.Contains(g, "/") && !strings.HasPrefix(g, "**/") {
		g = "**/" + g
	}
	if strings.HasSuffix(g, "/**") {
		g += "/*"
	}
	rule.re, err = rgGlob(g, fold)
	if err != nil {
		return rule, false, fmt.Errorf("error parsing glob '%s': %w", l, err)
	}
	return rule, true, nil
}

// rgGlob compiles a glob: * and ? don't match a slash, ** matches directories,
// {a,b} alternatives.
func rgGlob(g string, fold bool) (*regexp.Regexp, error) {
	var b strings.Builder
	if fold {
		b.WriteString("(?i)")
	}
	b.WriteString(`(?s)\A`)
	inAlternates := false
	for i := 0; i < len(g); i++ {
		switch c := g[i]; {
		case strings.HasPrefix(g[i:], "**/") && i == 0:
			b.WriteString("(?:/?|.*/)")
			for i += 2; strings.HasPrefix(g[i+1:], "**/"); {
				i += 3
			}
		case strings.HasPrefix(g[i:], "/**/"):
			b.WriteString("(?:/|/.*/)")
			for i += 3; strings.HasPrefix(g[i+1:], "**/"); {
				i += 3
			}
		case g[i:] == "/**":
			b.WriteString("/.*")
			i += 2
		case g == "**":
			b.WriteString(".*")
			i++
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			n, err := rgGlobClass(&b, g[i:])
			if err != nil {
				return nil, err
			}
			i += n - 1
		case c == '{':
			if inAlternates {
				return nil, fmt.Errorf("nested alternate groups are not allowed")
			}
			inAlternates = true
			b.WriteString("(?:")
		case c == '}':
			if inAlternates { // else it counts for nothing
				inAlternates = false
				b.WriteString(")")
			}
		case c == ',' && inAlternates:
			b.WriteString("|")
		case c == '\\':
			i++
			if i == len(g) {
				return nil, fmt.Errorf(`dangling '\'`)
			}
			b.WriteString(regexp.QuoteMeta(g[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(g[i : i+1]))
		}
	}
	if inAlternates {
		return nil, fmt.Errorf("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)")
	}
	b.WriteString(`\z`)
	return regexp.Compile(b.String())
}

// rgGlobClass writes the class that g begins with, and returns its length.
func rgGlobClass(b *strings.Builder, g string) (int, error) {
	rs := []rune(g)
	i := 1
	b.WriteByte('[')
	if i < len(rs) && (rs[i] == '!' || rs[i] == '^') {
		b.WriteByte('^')
		i++
	}
	for first := i; ; i++ {
		if i >= len(rs) {
			return 0, fmt.Errorf("unclosed character class; missing ']'")
		}
		if rs[i] == ']' && i > first {
			break
		}
		lo, hi := rs[i], rs[i]
		if i+2 < len(rs) && rs[i+1] == '-' && rs[i+2] != ']' {
			hi = rs[i+2]
			i += 2
			if lo > hi {
				return 0, fmt.Errorf("invalid range; '%c' > '%c'", lo, hi)
			}
		}
		fmt.Fprintf(b, `\x{%x}-\x{%x}`, lo, hi)
	}
	b.WriteByte(']')
	return len(string(rs[:i+1])), nil
}

// maxIgnoreFile bounds the bytes that are read of an ignore file.
const maxIgnoreFile = 16 << 20

// ignoreFile reads a file of rules for what is in the directory at. What is
// wrong in it is said, and the rest of it holds.
func (r *rg) ignoreFile(name, at string) (rgRules, error) {
	rs := rgRules{dir: at}
	b, err := r.p.FS.ReadFile(r.ctx, r.p.Path(name), maxIgnoreFile)
	if err != nil {
		return rs, err
	}
	n := 0
	for l := range strings.SplitSeq(strings.TrimPrefix(string(b), "\ufeff"), "\n") {
		n++
		rule, ok, err := rgParseRule(l, r.foldIgnore)
		if err != nil && !r.noIgnoreMessages {
			if r.here && !path.IsAbs(name) {
				name = "./" + name
			}
			r.message("%s: line %d: %s", name, n, err)
		}
		if ok {
			rs.list = append(rs.list, rule)
		}
	}
	return rs, nil
}

// rgLevel holds the rules of one directory on the way to a file.
type rgLevel struct {
	up                            *rgLevel
	repository                    bool // .git is in it
	rgignore, ignore, git, gitAll rgRules
}

// level reads the rules of a directory. The name is how messages call it.
func (r *rg) level(up *rgLevel, dir, name string) *rgLevel {
	l := &rgLevel{up: up}
	read := func(file string) rgRules {
		rs, _ := r.ignoreFile(path.Join(name, file), dir)
		return rs
	}
	if !r.noRg {
		l.rgignore = read(".rgignore")
	}
	if !r.noDot {
		l.ignore = read(".ignore")
	}
	if _, err := r.p.FS.Stat(r.ctx, path.Join(dir, ".git")); err == nil {
		l.repository = true
	}
	if !r.noVcs {
		l.git = read(".gitignore")
		if l.repository && !r.noExclude {
			l.gitAll = read(".git/info/exclude")
		}
	}
	return l
}

// parents reads the rules of the directories above one.
func (r *rg) parents(dir string) *rgLevel {
	if dir == "/" || r.noParent {
		return nil
	}
	up := path.Dir(dir)
	return r.level(r.parents(up), up, up)
}

// ignored tells what ignore files say of a path.
func (r *rg) ignored(l *rgLevel, name string, dir bool) rgVerdict {
	repository := r.noRequireGit
	for a := l; a != nil; a = a.up {
		repository = repository || a.repository
	}
	var dotRg, dot, git, exclude rgVerdict
	first := func(v *rgVerdict, rs *rgRules) {
		if *v == rgNone {
			*v = rs.verdict(name, dir)
		}
	}
	left := false // the repository that the path is in
	for a := l; a != nil; a = a.up {
		first(&dotRg, &a.rgignore)
		first(&dot, &a.ignore)
		if repository && !left {
			first(&git, &a.git)
			first(&exclude, &a.gitAll)
		}
		left = left || a.repository
	}
	verdicts := []rgVerdict{dotRg, dot, git, exclude}
	if repository {
		verdicts = append(verdicts, r.global.verdict(name, dir))
	}
	for i := len(r.base) - 1; i >= 0; i-- {
		verdicts = append(verdicts, r.base[i].verdict(name, dir))
	}
	return cmp.Or(verdicts...)
}

// gitGlobalFile is the file that git ignores by in all of a user's
// repositories.
func (r *rg) gitGlobalFile() string {
	home := r.p.Getenv("HOME")
	xdg := r.p.Getenv("XDG_CONFIG_HOME")
	if xdg == "" && home != "" {
		xdg = path.Join(home, ".config")
	}
	for _, f := range []string{path.Join(home, ".gitconfig"), path.Join(xdg, "git/config")} {
		b, _ := r.p.FS.ReadFile(r.ctx, r.p.Path(f), maxIgnoreFile)
		if m := rgExcludesFile.FindSubmatch(b); m != nil {
			name := string(m[1])
			if rest, ok := strings.CutPrefix(name, "~/"); ok {
				name = path.Join(home, rest)
			}
			return name
		}
	}
	return path.Join(xdg, "git/ignore")
}

var rgExcludesFile = regexp.MustCompile(`(?im)^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$`)

// walk searches what is in a directory. Shown is its name for output, "" for
// the current one where it wasn't named.
func (r *rg) walk(shown string) {
	name := cmp.Or(shown, ".")
	dir := r.p.Path(name)
	info, err := r.p.FS.Stat(r.ctx, dir)
	if err != nil {
		r.fail(name, err)
		return
	}
	if real, err := r.p.FS.RealPath(r.ctx, dir); err == nil {
		dir = real
	}
	r.device = info.Dev
	r.directory(name, dir, shown, 0, r.parents(dir), nil)
}

// directory searches a directory: name is how it is reached, dir the absolute
// path for the rules.
func (r *rg) directory(name, dir, shown string, depth int64, up *rgLevel, above []vfs.Info) {
	if r.ctx.Err() != nil || r.depth >= 0 && depth >= r.depth {
		return
	}
	info, err := r.p.Stat(r.ctx, name)
	if err != nil {
		r.fail(name, err)
		return
	}
	for _, a := range above {
		if a.Ino == info.Ino && a.Dev == info.Dev {
			r.fail(shown, vfs.ELOOP)
			return
		}
	}
	above = append(above[:len(above):len(above)], info)
	list, err := r.p.FS.ReadDir(r.ctx, r.p.Path(name))
	if err != nil {
		r.fail(name, err)
		return
	}
	l := r.level(up, dir, name)
	for _, e := range r.sorted(name, list) {
		child, out := path.Join(name, e.Name), e.Name
		if shown != "" {
			out = strings.TrimSuffix(shown, "/") + "/" + e.Name
		}
		kind := e.Kind
		if kind == vfs.Symlink {
			if !r.follow {
				continue
			}
			i, err := r.p.Stat(r.ctx, child)
			if err != nil {
				r.fail(out, err)
				continue
			}
			kind = i.Kind
		}
		isDir := kind == vfs.Directory
		switch {
		case !r.taken(l, path.Join(dir, e.Name), e.Name, isDir):
		case isDir:
			if r.oneFileSystem {
				if i, err := r.p.Stat(r.ctx, child); err != nil || i.Dev != r.device {
					continue
				}
			}
			r.directory(child, path.Join(dir, e.Name), out, depth+1, l, above)
		case kind == vfs.Regular:
			if r.maxSize >= 0 {
				if i, err := r.p.Stat(r.ctx, child); err == nil && i.Size > r.maxSize {
					continue
				}
			}
			r.file(child, out, false)
		}
	}
}

// sorted puts what is in a directory in the order of --sort.
func (r *rg) sorted(dir string, list []vfs.Dirent) []vfs.Dirent {
	if r.order == nil && !r.reverse {
		return list
	}
	list = slices.Clone(list)
	if r.order != nil {
		times := map[string]int64{}
		for _, e := range list {
			if i, err := r.p.Lstat(r.ctx, path.Join(dir, e.Name)); err == nil {
				times[e.Name] = r.order(i)
			}
		}
		slices.SortStableFunc(list, func(a, b vfs.Dirent) int { return cmp.Compare(times[a.Name], times[b.Name]) })
	}
	if r.reverse {
		slices.Reverse(list)
	}
	return list
}

// taken tells whether a file or directory, by its absolute path, is to be
// searched.
func (r *rg) taken(l *rgLevel, name, base string, dir bool) bool {
	if v := r.globs.verdict(name, dir); v != rgNone {
		return v == rgWanted
	}
	if r.globsWant && !dir {
		return false
	}
	wanted := false
	switch r.ignored(l, name, dir) {
	case rgIgnored:
		return false
	case rgWanted:
		wanted = true
	}
	if !dir {
		switch r.typeVerdict(base) {
		case rgIgnored:
			return false
		case rgWanted:
			wanted = true
		}
	}
	return wanted || r.hidden || !strings.HasPrefix(base, ".")
}

// rgType is a -t or -T.
type rgType struct {
	globs []*regexp.Regexp
	not   bool
}

// typeVerdict tells what -t and -T say of a file: the last that matches counts.
func (r *rg) typeVerdict(base string) rgVerdict {
	v := rgNone
	for _, t := range r.types {
		if !t.not && v == rgNone {
			v = rgIgnored
		}
	}
	for _, t := range r.types {
		for _, g := range t.globs {
			if g.MatchString(base) {
				if v = rgWanted; t.not {
					v = rgIgnored
				}
				break
			}
		}
	}
	return v
}
