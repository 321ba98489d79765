package git

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// diffOption reads an option that all commands which show changes have.
func (r *repo) diffOption(o *diffOptions, f *flags, name, value string, has bool) bool {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			r.error("%s expects a numerical value", name)
			r.p.Exit(129)
		}
		return n
	}
	percent := func(s string) int {
		if s == "" {
			return fullScore / 2
		}
		if t, ok := strings.CutSuffix(s, "%"); ok {
			return number(t) * fullScore / 100
		}
		x, err := strconv.ParseFloat("0."+strings.TrimPrefix(s, "0."), 64)
		if err != nil {
			number(s)
		}
		return int(x * fullScore)
	}
	format := func(b *bool) {
		*b = true
		o.given = true
	}
	switch name {
	case "-p", "-u", "--patch":
		format(&o.patch)
	case "-s", "--no-patch":
		o.patch, o.stat, o.raw, o.numstat, o.shortstat, o.nameOnly, o.nameStatus, o.summary = false, false, false, false, false, false, false, false
		o.quiet, o.given = true, true
	case "-U", "--unified":
		format(&o.patch)
		if o.context = number(f.of(name, value, has)); o.context < 0 {
			r.error("--unified expects a non-negative integer value with an optional k/m/g suffix")
			r.p.Exit(129)
		}
	case "--inter-hunk-context":
		o.inter = number(f.of(name, value, has))
	case "--stat":
		format(&o.stat)
		if w, _, _ := strings.Cut(value, ","); w != "" {
			o.statWidth = number(w)
		}
	case "--compact-summary":
		o.compactSummary = true
		format(&o.stat)
	case "--numstat":
		format(&o.numstat)
	case "--shortstat":
		format(&o.shortstat)
	case "--summary":
		format(&o.summary)
	case "--patch-with-stat":
		format(&o.patch)
		o.stat = true
	case "--raw":
		format(&o.raw)
	case "--name-only":
		format(&o.nameOnly)
	case "--name-status":
		format(&o.nameStatus)
	case "-z":
		o.nul = true
	case "-M", "--find-renames":
		o.renames = true
		if name == "-M" {
			value = f.attached()
		}
		o.least = percent(value)
	case "-C", "--find-copies":
		o.renames, o.copies = true, true
		if name == "-C" {
			value = f.attached()
		}
		o.least = percent(value)
	case "--no-renames":
		o.renames = false
	case "--full-index":
		o.full = true
	case "-R":
		o.reverse = true
	case "--no-prefix":
		o.noPrefix = true
	case "--src-prefix":
		o.srcPrefix = f.of(name, value, has)
	case "--dst-prefix":
		o.dstPrefix = f.of(name, value, has)
	case "-a", "--text":
		o.text = true
	case "-w", "--ignore-all-space":
		o.all = true
	case "-b", "--ignore-space-change":
		o.amount = true
	case "--ignore-space-at-eol":
		o.end = true
	case "--ignore-blank-lines":
		o.blanks = true
	case "--diff-filter":
		o.filter = f.of(name, value, has)
	case "--exit-code":
		o.exitCode = true
	case "--quiet":
		o.quiet, o.exitCode = true, true
	case "-S":
		o.pickaxe = f.arg(name)
	case "-G":
		o.pickaxe, o.pickaxeRegex = f.arg(name), true
	case "--no-color", "--no-ext-diff", "--no-textconv", "--textconv", "--minimal", "--indent-heuristic", "--no-relative":
	case "--color":
		return has && (value == "never" || value == "auto")
	default:
		return false
	}
	return true
}

// picked tells whether -S or -G chooses a change.
func picked(c *change, o *diffOptions) bool {
	if !o.pickaxeRegex {
		return strings.Count(string(c.oldData), o.pickaxe) != strings.Count(string(c.newData), o.pickaxe)
	}
	re, err := regexp.Compile("(?m)" + o.pickaxe)
	if err != nil {
		return false
	}
	gone, new := map[string]int{}, map[string]int{}
	for _, l := range splitLines(c.oldData) {
		gone[l]++
	}
	for _, l := range splitLines(c.newData) {
		new[l]++
	}
	for l, n := range gone {
		if n != new[l] && re.MatchString(l) {
			return true
		}
	}
	for l, n := range new {
		if n != gone[l] && re.MatchString(l) {
			return true
		}
	}
	return false
}

// splitOperands parts revisions from paths.
func (r *repo) splitOperands(f *flags, isRev func(string) bool) (revs, paths []string) {
	if f.dashes {
		for _, o := range f.operands {
			if !isRev(o) {
				if len(o) > 0 && o[0] != '-' {
					r.fatal("bad revision '%s'", o)
				}
			}
		}
		return f.operands, f.paths
	}
	for i, o := range f.operands {
		if isRev(o) {
			if r.work != "" && r.exists(r.abs(o)) && len(o) < 40 {
				r.fatal("ambiguous argument '%s': both revision and filename\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'", o)
			}
			revs = append(revs, o)
			continue
		}
		for _, p := range f.operands[i:] {
			if rev, name, ok := strings.Cut(p, ":"); ok && rev != "" && !r.exists(r.abs(p)) {
				if _, ok := r.rev(rev); ok {
					if name = r.inTree(name); r.exists(r.work + "/" + name) {
						r.fatal("path '%s' exists on disk, but not in '%s'", name, rev)
					}
					r.fatal("path '%s' does not exist in '%s'", name, rev)
				}
			}
			if r.work == "" || !r.exists(r.abs(p)) && !strings.ContainsAny(p, "*?[:") {
				r.ambiguous(p)
			}
		}
		return revs, f.operands[i:]
	}
	return revs, nil
}

func (r *repo) diffMain(args []string) int {
	o := r.diffDefaults()
	cached, noIndex, mergeBase := false, false, false
	f := r.parse("diff", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--cached", "--staged":
			cached = true
		case "--no-index":
			noIndex = true
		case "--merge-base":
			mergeBase = true
		case "--check":
			o.check = true
		case "--relative":
			if o.relative = value; o.relative == "" {
				o.relative = r.prefix
			}
		default:
			return r.diffOption(&o, f, name, value, has)
		}
		return true
	})
	if noIndex {
		return r.diffNoIndex(args)
	}
	treeOf := func(s string) (hash, bool) {
		if s == "" {
			s = "HEAD"
		}
		h, ok := r.rev(s)
		if !ok {
			return h, false
		}
		return r.peel(h, "tree")
	}
	isRev := func(s string) bool {
		if a, b, ok := strings.Cut(s, "..."); ok {
			_, ok1 := treeOf(a)
			_, ok2 := treeOf(b)
			return ok1 && ok2
		}
		if a, b, ok := strings.Cut(s, ".."); ok {
			_, ok1 := treeOf(a)
			_, ok2 := treeOf(b)
			return ok1 && ok2
		}
		_, ok := r.rev(s)
		return ok
	}
	revs, paths := r.splitOperands(f, isRev)
	specs := r.pathspecs(paths)
	if o.relative != "" {
		specs = append(specs, &pathspec{text: o.relative, name: o.relative})
	}
	var list []*change
	files := func(s string) map[string]file {
		h, ok := treeOf(s)
		if !ok {
			r.ambiguous(s)
		}
		return r.treeFiles(h)
	}
	blobOf := func(s string) (hash, bool) {
		h, ok := r.rev(s)
		if !ok {
			return h, false
		}
		b, err := r.objects.get(h)
		return h, err == nil && b.kind == "blob"
	}
	switch {
	case len(revs) == 0 && cached, len(revs) == 1 && cached:
		var from map[string]file
		if len(revs) == 1 {
			from = files(revs[0])
		} else {
			from = r.treeFiles(r.headTree())
		}
		s := r.readIndex()
		list = compareFiles(from, indexFiles(s), specs)
		list = r.markUnmerged(s, list, specs)
	case len(revs) == 0:
		list = r.workChanges(r.readIndex(), nil, specs)
	case len(revs) == 1 && strings.Contains(revs[0], "..."):
		a, b, _ := strings.Cut(revs[0], "...")
		x, y := r.commitish(orHead(a)), r.commitish(orHead(b))
		bases := r.mergeBases(x.hash, y.hash)
		if len(bases) == 0 {
			r.fatal("%s: no merge base", revs[0])
		}
		list = compareFiles(r.treeFiles(r.commit(bases[0]).tree), r.treeFiles(y.tree), specs)
	case len(revs) == 1 && strings.Contains(revs[0], ".."):
		a, b, _ := strings.Cut(revs[0], "..")
		list = compareFiles(files(a), files(b), specs)
	case len(revs) == 1:
		if _, ok := blobOf(revs[0]); ok {
			r.fatal("%s: a blob needs another to be compared with", revs[0])
		}
		from := files(revs[0])
		if mergeBase {
			_, h := r.head()
			if bases := r.mergeBases(h, r.commitish(revs[0]).hash); len(bases) > 0 {
				from = r.treeFiles(r.commit(bases[0]).tree)
			}
		}
		list = r.workChanges(r.readIndex(), from, specs)
	case len(revs) == 2:
		a, ok1 := blobOf(revs[0])
		b, ok2 := blobOf(revs[1])
		if ok1 && ok2 {
			name := func(s string, h hash) string {
				if i := strings.IndexByte(s, ':'); i >= 0 {
					return s[i+1:]
				}
				return h.String()
			}
			if a != b {
				list = []*change{{kind: 'M', oldName: name(revs[0], a), newName: name(revs[1], b), old: file{modeFile, a}, new: file{modeFile, b}}}
			}
			break
		}
		from := files(revs[0])
		if mergeBase {
			if bases := r.mergeBases(r.commitish(revs[0]).hash, r.commitish(revs[1]).hash); len(bases) > 0 {
				from = r.treeFiles(r.commit(bases[0]).tree)
			}
		}
		list = compareFiles(from, files(revs[1]), specs)
	default:
		r.fatal("more than two trees can't be compared")
	}
	if o.check {
		return r.checkWhitespace(list)
	}
	if !o.given {
		o.patch = true
	}
	list = r.prepare(list, &o)
	if o.relative != "" {
		for _, c := range list {
			r.load(c)
			c.oldName, c.newName = strings.TrimPrefix(c.oldName, o.relative), strings.TrimPrefix(c.newName, o.relative)
		}
	}
	if !o.quiet {
		r.show(list, &o)
	}
	if o.exitCode && len(list) > 0 {
		return 1
	}
	return 0
}

func orHead(s string) string {
	if s == "" {
		return "HEAD"
	}
	return s
}

// markUnmerged puts the unmerged paths in their places.
func (r *repo) markUnmerged(s *staging, list []*change, specs []*pathspec) []*change {
	unmerged := map[string]bool{}
	for _, e := range s.entries {
		if e.stage > 0 && chosen(specs, e.name) {
			unmerged[e.name] = true
		}
	}
	if len(unmerged) == 0 {
		return list
	}
	var out []*change
	for _, c := range list {
		if !unmerged[c.name()] {
			out = append(out, c)
		}
	}
	for n := range unmerged {
		out = append(out, &change{kind: 'U', oldName: n, newName: n})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].name() < out[j].name() })
	return out
}

// checkWhitespace reports conflict markers and blanks at the ends of new lines.
func (r *repo) checkWhitespace(list []*change) (status int) {
	for _, c := range list {
		if c.kind == 'D' || c.kind == 'U' {
			continue
		}
		r.load(c)
		if binary(c.newData) {
			continue
		}
		x, y := splitLines(c.oldData), splitLines(c.newData)
		for _, e := range edits(r.ctx, x, y, nil) {
			for n := e.b0; n < e.b1; n++ {
				l := strings.TrimSuffix(y[n], "\n")
				say := func(what string) {
					status = 2
					r.printf("%s:%d: %s.\n", c.newName, n+1, what)
					if what != "leftover conflict marker" {
						r.printf("+%s\n", l)
					}
				}
				for _, m := range []string{"<<<<<<<", "=======", ">>>>>>>"} {
					if strings.HasPrefix(l, m) && (len(l) == 7 || l[7] == ' ') {
						say("leftover conflict marker")
					}
				}
				indent := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
				switch {
				case strings.TrimRight(l, " \t\r") != l:
					say("trailing whitespace")
				case strings.Contains(indent, " \t"):
					say("space before tab in indent")
				}
			}
			if e.b1 == len(y) && e.b1 > e.b0 && y[e.b1-1] == "\n" {
				status = 2
				r.printf("%s:%d: new blank line at EOF.\n", c.newName, e.b1)
			}
		}
	}
	return status
}

// diffNoIndex compares two files that no repository needs to know.
func (r *repo) diffNoIndex(args []string) int {
	o := r.diffDefaults()
	f := r.parse("diff", args, func(f *flags, name, value string, has bool) bool {
		return name == "--no-index" || r.diffOption(&o, f, name, value, has)
	})
	names := append(f.operands, f.paths...)
	if len(names) != 2 {
		r.note("usage: git diff --no-index [<options>] <path> <path>\n")
		return 129
	}
	if r.objects == nil {
		r.objects = &objects{r: r, cache: map[hash]object{}, ready: true}
	}
	c := &change{kind: 'M', loaded: true}
	read := func(name string) ([]byte, uint32) {
		i, err := r.fs.Lstat(r.ctx, r.abs(name))
		if err != nil {
			r.error("Could not access '%s'", name)
			r.p.Exit(1)
		}
		if i.IsDir() {
			r.fatal("%s: directories are not compared without an index here", name)
		}
		data, err := r.fs.ReadFile(r.ctx, r.abs(name), maxObject)
		r.check(err)
		return data, modeOf(i)
	}
	trim := func(s string) string { return strings.TrimPrefix(s, "/") }
	c.oldData, c.old.mode = read(names[0])
	c.newData, c.new.mode = read(names[1])
	c.oldName, c.newName, c.old.hash, c.new.hash = trim(names[0]), trim(names[1]), hashOf("blob", c.oldData), hashOf("blob", c.newData)
	if c.old == c.new {
		return 0
	}
	if !o.given {
		o.patch = true
	}
	if !o.quiet {
		r.show([]*change{c}, &o)
	}
	return 1
}

// logOptions are what log and show print of a commit.
type logOptions struct {
	format     string // a name, or a text with placeholders
	custom     bool
	separator  bool // between commits, not behind each
	date       string
	abbrev     bool // hashes
	abbrevLen  int
	decorate   string
	noMerges   bool
	merges     bool
	skip, max  int
	reverse    bool
	first      bool
	topo       bool
	all        bool
	author     []string // patterns, as syntax says
	committer  []string
	grep       []string
	syntax     byte // E, F, or basic
	invert     bool
	allMatch   bool
	icase      bool
	since      time.Time
	until      time.Time
	follow     bool
	parents    bool
	decoration map[hash][]string
}

func (r *repo) logOption(l *logOptions, f *flags, name, value string, has bool) bool {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			r.fatal("'%s': not an integer", s)
		}
		return n
	}
	day := func() time.Time {
		s := f.of(name, value, has)
		t, ok := r.date(s)
		if !ok {
			t = r.p.Now()
		}
		return t
	}
	switch name {
	case "--oneline":
		l.format, l.custom, l.abbrev = "oneline", false, true
	case "--pretty", "--format":
		if !has {
			if name == "--format" {
				value = f.arg(name)
			} else {
				value = "medium"
			}
		}
		r.setFormat(l, value, name == "--format")
	case "--abbrev-commit":
		l.abbrev = true
	case "--no-abbrev-commit":
		l.abbrev = false
	case "--abbrev":
		l.abbrevLen = 7
		if has {
			l.abbrevLen = max(4, number(value))
		}
	case "--no-abbrev":
		l.abbrevLen = 40
	case "--date":
		l.date = f.of(name, value, has)
	case "--decorate":
		if l.decorate = value; value == "" {
			l.decorate = "short"
		}
	case "--no-decorate":
		l.decorate = "no"
	case "-n", "--max-count":
		l.max = number(f.of(name, value, has))
	case "-0", "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9":
		l.max = number(name[1:] + f.attached())
	case "--skip":
		l.skip = number(f.of(name, value, has))
	case "--reverse":
		l.reverse = true
	case "--first-parent":
		l.first = true
	case "--topo-order":
		l.topo = true
	case "--date-order", "--author-date-order":
		l.topo = false
	case "--all":
		l.all = true
	case "--no-merges":
		l.noMerges = true
	case "--merges":
		l.merges = true
	case "--author":
		l.author = append(l.author, f.of(name, value, has))
	case "--committer":
		l.committer = append(l.committer, f.of(name, value, has))
	case "--grep":
		l.grep = append(l.grep, f.of(name, value, has))
	case "-i", "--regexp-ignore-case":
		l.icase = true
	case "-E", "--extended-regexp", "-P", "--perl-regexp":
		l.syntax = 'E'
	case "-F", "--fixed-strings":
		l.syntax = 'F'
	case "--invert-grep":
		l.invert = true
	case "--all-match":
		l.allMatch = true
	case "--since", "--after":
		l.since = day()
	case "--until", "--before":
		l.until = day()
	case "--follow":
		l.follow = true
	case "--parents":
		l.parents = true
	default:
		return false
	}
	return true
}

// patterns compiles what --author, --committer and --grep were given.
func (r *repo) patterns(list []string, l *logOptions) (out []*regexp.Regexp) {
	for _, s := range list {
		switch l.syntax {
		case 'F':
			s = regexp.QuoteMeta(s)
		case 'E':
		default:
			s = basicToGo(s)
		}
		if l.icase {
			s = "(?i)" + s
		}
		re, err := regexp.Compile("(?m)" + s)
		if err != nil {
			r.fatal("command line, '%s': %s", s, err)
		}
		out = append(out, re)
	}
	return out
}

// basicToGo turns a basic regular expression into one of package regexp.
func basicToGo(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			if strings.IndexByte("+?|(){}", s[i]) >= 0 {
				b.WriteByte(s[i])
			} else {
				b.WriteByte('\\')
				b.WriteByte(s[i])
			}
		case strings.IndexByte("+?|(){}", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (r *repo) setFormat(l *logOptions, s string, terminated bool) {
	switch s {
	case "oneline", "short", "medium", "full", "fuller", "raw", "reference", "email":
		l.format, l.custom = s, false
		if s == "reference" {
			l.format, l.custom = "%h (%s, %as)", true
		}
		return
	}
	l.custom = true
	switch {
	case strings.HasPrefix(s, "format:"):
		l.format, l.separator = s[len("format:"):], true
	case strings.HasPrefix(s, "tformat:"):
		l.format = s[len("tformat:"):]
	case strings.Contains(s, "%") || terminated:
		l.format = s
	default:
		if v, ok := r.config("pretty." + s); ok {
			r.setFormat(l, v, false)
			return
		}
		r.fatal("invalid --pretty format: %s", s)
	}
}

func (r *repo) logDefaults() logOptions {
	l := logOptions{format: "medium", max: -1, abbrevLen: 7}
	if v, ok := r.config("log.date"); ok {
		l.date = v
	}
	if v, ok := r.config("format.pretty"); ok {
		r.setFormat(&l, v, false)
	}
	if v, ok := r.config("log.decorate"); ok && v != "auto" {
		l.decorate = v
	}
	return l
}

func (r *repo) logMain(args []string) int {
	l, o := r.logDefaults(), r.diffDefaults()
	f := r.parse("log", args, func(f *flags, name, value string, has bool) bool {
		return r.logOption(&l, f, name, value, has) || r.diffOption(&o, f, name, value, has)
	})
	v := r.revisionsOf(f, &l)
	specs := r.pathspecs(v.paths)
	if l.follow && len(specs) != 1 {
		r.fatal("--follow requires exactly one pathspec")
	}
	show := newShower(r, &l, &o)
	r.eachCommit(v, &l, specs, func(c *commit) bool {
		if o.pickaxe != "" && len(show.changes(c, specs)) == 0 {
			return true
		}
		show.commit(c, specs)
		return true
	})
	return 0
}

// revisionsOf reads a walk's operands; HEAD where there are none.
func (r *repo) revisionsOf(f *flags, l *logOptions) revisions {
	var v revisions
	revs, paths := r.splitOperands(f, func(s string) bool { return r.addRevision(&revisions{}, s) })
	for _, s := range revs {
		r.addRevision(&v, s)
	}
	v.paths = paths
	if l.all {
		for _, n := range append(r.listRefs("refs/"), "HEAD") {
			if h, ok := r.resolveRef(n); ok {
				if h, ok := r.peel(h, "commit"); ok {
					v.from = append(v.from, h)
				}
			}
		}
	} else if len(revs) == 0 {
		branch, h := r.head()
		if h.zero() {
			r.fatal("your current branch '%s' does not have any commits yet", strings.TrimPrefix(branch, "refs/heads/"))
		}
		v.from = []hash{h}
	}
	return v
}

// eachCommit visits the commits of a walk that the options choose.
func (r *repo) eachCommit(v revisions, l *logOptions, specs []*pathspec, visit func(*commit) bool) {
	skip, left := l.skip, l.max
	var kept []*commit
	matches := func(list []*regexp.Regexp, s string) bool {
		if len(list) == 0 {
			return true
		}
		n := 0
		for _, re := range list {
			if re.MatchString(s) {
				n++
			}
		}
		if l.allMatch {
			return n == len(list)
		}
		return n > 0
	}
	author, committer, grep := r.patterns(l.author, l), r.patterns(l.committer, l), r.patterns(l.grep, l)
	var follow *pathspec
	if l.follow {
		follow = specs[0]
	}
	r.walk(v.from, v.not, walkOptions{first: l.first, topo: l.topo}, func(c *commit) bool {
		if r.ctx.Err() != nil {
			return false
		}
		if !l.since.IsZero() && c.committer.when.Before(l.since) {
			return true
		}
		if !l.until.IsZero() && c.committer.when.After(l.until) {
			return true
		}
		if l.noMerges && len(c.parents) > 1 || l.merges && len(c.parents) < 2 {
			return true
		}
		if !matches(author, c.author.name+" <"+c.author.email+">") || !matches(committer, c.committer.name+" <"+c.committer.email+">") {
			return true
		}
		if len(grep) > 0 && matches(grep, c.message) == l.invert {
			return true
		}
		if len(specs) > 0 {
			if follow != nil {
				if !r.followed(c, follow) {
					return true
				}
			} else if !r.touches(c, specs) {
				return true
			}
		}
		if skip > 0 {
			skip--
			return true
		}
		if left == 0 {
			return false
		}
		left--
		if l.reverse {
			kept = append(kept, c)
			return left != 0
		}
		return visit(c) && left != 0
	})
	for i := len(kept) - 1; i >= 0; i-- {
		if !visit(kept[i]) {
			return
		}
	}
}

// touches tells whether a commit changes what the pathspecs choose: against
// every parent, for a merge.
func (r *repo) touches(c *commit, specs []*pathspec) bool {
	tree := r.treeFiles(c.tree)
	if len(c.parents) == 0 {
		return len(compareFiles(nil, tree, specs)) > 0
	}
	for _, p := range c.parents {
		if len(compareFiles(r.treeFiles(r.commit(p).tree), tree, specs)) == 0 {
			return false
		}
	}
	return true
}

// followed is touches for one file, which it follows through its renames.
func (r *repo) followed(c *commit, s *pathspec) bool {
	if len(c.parents) > 1 {
		return false
	}
	var old map[string]file
	if len(c.parents) == 1 {
		old = r.treeFiles(r.commit(c.parents[0]).tree)
	}
	for _, x := range r.renames(compareFiles(old, r.treeFiles(c.tree), nil), fullScore/2, false) {
		if x.newName == s.name && x.kind != 'D' {
			if x.kind == 'R' {
				s.name = x.oldName
			}
			return true
		}
	}
	return false
}

// shower prints commits.
type shower struct {
	r     *repo
	l     *logOptions
	o     *diffOptions
	shown int
	// merges are shown as git show does: against their first parent where lines
	// are counted, else as what differs from every parent.
	merges bool
}

func newShower(r *repo, l *logOptions, o *diffOptions) *shower { return &shower{r: r, l: l, o: o} }

func (s *shower) hash(h hash) string {
	if s.l.abbrev {
		return s.r.objects.short(h, s.l.abbrevLen)
	}
	return h.String()
}

// decorations are the references that name each commit.
func (s *shower) decorations() map[hash][]string {
	if s.l.decoration != nil {
		return s.l.decoration
	}
	m := map[hash][]string{}
	head, h := s.r.head()
	var names []string
	names = append(names, s.r.listRefs("refs/tags/")...)
	names = append(names, s.r.listRefs("refs/heads/")...)
	names = append(names, s.r.listRefs("refs/")...)
	seen := map[string]bool{}
	full := s.l.decorate == "full"
	name := func(n string) string {
		if full {
			if strings.HasPrefix(n, "refs/tags/") {
				return "tag: " + n
			}
			return n
		}
		if t, ok := strings.CutPrefix(n, "refs/tags/"); ok {
			return "tag: " + t
		}
		return shortRef(n)
	}
	if head == "" && !h.zero() {
		m[h] = append(m[h], "HEAD")
	} else if !h.zero() {
		m[h] = append(m[h], "HEAD -> "+name(head))
		seen[head] = true
	}
	for _, n := range names {
		if seen[n] {
			continue
		}
		seen[n] = true
		x, _ := s.r.resolveRef(n)
		if x, ok := s.r.peel(x, "commit"); ok {
			m[x] = append(m[x], name(n))
		}
	}
	s.l.decoration = m
	return m
}

func (s *shower) decoration(h hash) string {
	if s.l.decorate == "" || s.l.decorate == "no" || s.l.decorate == "false" || s.l.decorate == "auto" {
		return ""
	}
	if names := s.decorations()[h]; len(names) > 0 {
		return " (" + strings.Join(names, ", ") + ")"
	}
	return ""
}

// changes are a commit's against its first parent; a merge has none.
func (s *shower) changes(c *commit, specs []*pathspec) []*change {
	var old map[string]file
	switch len(c.parents) {
	case 0:
	case 1:
		old = s.r.treeFiles(s.r.commit(c.parents[0]).tree)
	default:
		if !s.l.first && !s.merges {
			return nil
		}
		old = s.r.treeFiles(s.r.commit(c.parents[0]).tree)
	}
	return s.r.prepare(compareFiles(old, s.r.treeFiles(c.tree), specs), s.o)
}

func (s *shower) commit(c *commit, specs []*pathspec) {
	r, l := s.r, s.l
	s.shown++
	show := s.o.given && !s.o.quiet
	if l.custom {
		text := s.expand(l.format, c)
		if l.separator && s.shown > 1 {
			r.printf("\n")
		}
		r.printf("%s", text)
		if !l.separator && l.format != "" {
			r.printf("\n")
		}
		if show {
			if list := s.changes(c, specs); len(list) > 0 {
				if l.separator {
					r.printf("\n")
				}
				if l.format != "" && !(s.o.nameOnly || s.o.nameStatus || s.o.numstat || s.o.stat || s.o.shortstat || s.o.raw || s.o.summary) || l.format != "" {
					r.printf("\n")
				}
				r.show(list, s.o)
			}
		}
		return
	}
	if l.format == "oneline" {
		r.printf("%s%s%s %s\n", s.hash(c.hash), s.parents(c), s.decoration(c.hash), subject(c.message))
		if show {
			r.show(s.changes(c, specs), s.o)
		}
		return
	}
	if s.shown > 1 {
		r.printf("\n")
	}
	if l.format == "email" {
		r.printf("From %s Mon Sep 17 00:00:00 2001\nFrom: %s <%s>\nDate: %s\nSubject: [PATCH] %s\n\n%s", c.hash, c.author.name, c.author.email, c.author.when.Format("Mon, 2 Jan 2006 15:04:05 -0700"), subject(c.message), body(c.message))
	} else {
		r.printf("commit %s%s%s\n", s.hash(c.hash), s.parents(c), s.decoration(c.hash))
		if l.format == "raw" {
			r.printf("tree %s\n", c.tree)
			for _, p := range c.parents {
				r.printf("parent %s\n", p)
			}
			r.printf("author %s\ncommitter %s\n", c.author, c.committer)
		} else {
			if len(c.parents) > 1 {
				var names []string
				for _, p := range c.parents {
					names = append(names, r.objects.short(p, l.abbrevLen))
				}
				r.printf("Merge: %s\n", strings.Join(names, " "))
			}
			pad := map[string]string{"fuller": "    "}[l.format]
			r.printf("Author: %s%s <%s>\n", pad, c.author.name, c.author.email)
			switch l.format {
			case "medium":
				r.printf("Date:   %s\n", s.date(c.author.when, l.date))
			case "full":
				r.printf("Commit: %s <%s>\n", c.committer.name, c.committer.email)
			case "fuller":
				r.printf("AuthorDate: %s\nCommit:     %s <%s>\nCommitDate: %s\n", s.date(c.author.when, l.date), c.committer.name, c.committer.email, s.date(c.committer.when, l.date))
			}
		}
		r.printf("\n")
		text := c.message
		if l.format == "short" {
			text = subject(c.message) + "\n"
		}
		if text = strings.TrimRight(text, "\n"); text != "" {
			for line := range strings.SplitSeq(text, "\n") {
				if line == "" && l.format != "raw" {
					r.printf("    \n")
				} else {
					r.printf("    %s\n", line)
				}
			}
		}
	}
	if show && s.merges && len(c.parents) > 1 && s.o.patch {
		r.printf("\n")
		r.combined(c, specs, s.o)
	} else if show {
		if list := s.changes(c, specs); len(list) > 0 {
			if s.o.patch && s.o.stat && l.format != "email" {
				r.printf("---\n")
			} else {
				r.printf("\n")
			}
			r.show(list, s.o)
		}
	}
}

func (s *shower) parents(c *commit) string {
	out := ""
	if s.l.parents {
		for _, p := range c.parents {
			out += " " + s.hash(p)
		}
	}
	return out
}

// date shows a time in one of the styles of --date.
func (s *shower) date(t time.Time, style string) string {
	if rest, ok := strings.CutSuffix(style, "-local"); ok {
		style, t = rest, t.In(s.r.p.Zone())
	}
	switch style {
	case "", "default":
		return gitDate(t)
	case "local":
		return t.In(s.r.p.Zone()).Format("Mon Jan 2 15:04:05 2006")
	case "iso", "iso8601":
		return t.Format("2006-01-02 15:04:05 -0700")
	case "iso-strict", "iso8601-strict":
		return strictISO(t)
	case "rfc", "rfc2822":
		return t.Format("Mon, 2 Jan 2006 15:04:05 -0700")
	case "short":
		return t.Format("2006-01-02")
	case "unix":
		return fmt.Sprint(t.Unix())
	case "raw":
		return fmt.Sprintf("%d %s", t.Unix(), t.Format("-0700"))
	case "relative":
		return relativeDate(t, s.r.p.Now())
	case "human":
		return t.Format("Mon Jan 2 15:04")
	}
	if f, ok := strings.CutPrefix(style, "format:"); ok {
		return s.r.p.FormatTime(f, t)
	}
	s.r.fatal("unknown date format %s", style)
	return ""
}

func strictISO(t time.Time) string {
	if _, o := t.Zone(); o == 0 {
		return t.Format("2006-01-02T15:04:05") + "+00:00"
	}
	return t.Format("2006-01-02T15:04:05-07:00")
}

func relativeDate(t, now time.Time) string {
	d := now.Unix() - t.Unix()
	ago := func(n int64, unit string) string { return fmt.Sprintf("%d %s%s ago", n, unit, plural(int(n), "", "s")) }
	switch {
	case d < 0:
		return "in the future"
	case d < 90:
		return ago(d, "second")
	}
	if d = (d + 30) / 60; d < 90 {
		return ago(d, "minute")
	}
	if d = (d + 30) / 60; d < 36 {
		return ago(d, "hour")
	}
	if d = (d + 12) / 24; d < 14 {
		return ago(d, "day")
	}
	if d < 70 {
		return ago((d+3)/7, "week")
	}
	if d < 365 {
		return ago((d+15)/30, "month")
	}
	if d < 1825 {
		months := (d*12*2 + 365) / (365 * 2)
		years, m := months/12, months%12
		if m > 0 {
			return fmt.Sprintf("%d %s, %s", years, plural(int(years), "year", "years"), ago(m, "month"))
		}
		return ago(years, "year")
	}
	return ago((d+183)/365, "year")
}

// expand fills in the placeholders of a format: git-log(1), "PRETTY FORMATS".
func (s *shower) expand(format string, c *commit) string {
	r := s.r
	var b strings.Builder
	person := func(i ident, what byte) (string, bool) {
		switch what {
		case 'n', 'N':
			return i.name, true
		case 'e', 'E':
			return i.email, true
		case 'l', 'L':
			local, _, _ := strings.Cut(i.email, "@")
			return local, true
		case 'd':
			return s.date(i.when, s.l.date), true
		case 'D':
			return s.date(i.when, "rfc"), true
		case 'r':
			return relativeDate(i.when, r.p.Now()), true
		case 't':
			return fmt.Sprint(i.when.Unix()), true
		case 'i':
			return s.date(i.when, "iso"), true
		case 'I':
			return strictISO(i.when), true
		case 's':
			return s.date(i.when, "short"), true
		case 'h':
			return s.date(i.when, "human"), true
		}
		return "", false
	}
	short := func(h hash) string { return r.objects.short(h, s.l.abbrevLen) }
	padTo, padLeft, padBoth, trunc := 0, false, false, false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		add, trim := byte(0), false
		if (format[i] == '+' || format[i] == '-' || format[i] == ' ') && i+1 < len(format) {
			add, trim = format[i], true
			i++
		}
		text, ok := "", true
		start := i
		switch format[i] {
		case '%':
			text = "%"
		case 'n':
			text = "\n"
		case 'H':
			text = c.hash.String()
		case 'h':
			text = short(c.hash)
		case 'T':
			text = c.tree.String()
		case 't':
			text = short(c.tree)
		case 'P', 'p':
			var list []string
			for _, p := range c.parents {
				if format[i] == 'P' {
					list = append(list, p.String())
				} else {
					list = append(list, short(p))
				}
			}
			text = strings.Join(list, " ")
		case 's':
			text = subject(c.message)
		case 'f':
			text = fileSubject(subject(c.message))
		case 'b':
			text = body(c.message)
		case 'B':
			text = c.message
		case 'N', 'e', 'g':
			if format[i] == 'g' && i+1 < len(format) {
				i++
			}
		case 'd':
			if names := s.decorations()[c.hash]; len(names) > 0 {
				text = " (" + strings.Join(names, ", ") + ")"
			}
		case 'D':
			text = strings.Join(s.decorations()[c.hash], ", ")
		case 'S', 'm':
			if format[i] == 'm' {
				text = ">"
			}
		case 'G':
			if i+1 < len(format) {
				if i++; format[i] == '?' {
					text = "N"
				}
			}
		case 'x':
			if i+2 < len(format) {
				if n, err := strconv.ParseUint(format[i+1:i+3], 16, 8); err == nil {
					text = string([]byte{byte(n)})
					i += 2
					break
				}
			}
			ok = false
		case 'a', 'c':
			if ok = i+1 < len(format); ok {
				who := c.author
				if format[i] == 'c' {
					who = c.committer
				}
				i++
				if text, ok = person(who, format[i]); !ok {
					i--
				}
			}
		case 'C': // colours are not written
			rest := format[i+1:]
			if strings.HasPrefix(rest, "(") {
				if e := strings.IndexByte(rest, ')'); e >= 0 {
					i += e + 1
					continue
				}
			}
			found := false
			for _, w := range []string{"reset", "red", "green", "blue"} {
				if strings.HasPrefix(rest, w) {
					i += len(w)
					found = true
					break
				}
			}
			if found {
				continue
			}
			ok = false
		case '<', '>':
			spec := format[i:]
			left := spec[0] == '>'
			both := strings.HasPrefix(spec, "><")
			k := 1 + b2i(both) + b2i(strings.HasPrefix(spec, ">>"))
			if e := strings.IndexByte(spec, ')'); e > 0 && k < len(spec) && (spec[k] == '(' || spec[k] == '|') {
				inner := strings.TrimPrefix(strings.TrimPrefix(spec[k:e], "|"), "(")
				n, how, _ := strings.Cut(inner, ",")
				if w, err := strconv.Atoi(strings.TrimSpace(n)); err == nil {
					padTo, padLeft, padBoth, trunc = w, left && !both, both, strings.Contains(how, "trunc")
					i += e
					continue
				}
			}
			ok = false
		case 'w':
			if e := strings.IndexByte(format[i:], ')'); e > 0 && strings.HasPrefix(format[i:], "w(") {
				i += e
				continue
			}
			ok = false
		default:
			ok = false
		}
		if !ok {
			b.WriteByte('%')
			if trim {
				b.WriteByte(add)
			}
			b.WriteString(format[start : i+1])
			continue
		}
		if padTo > 0 {
			if w := width(text); w > padTo && trunc {
				text = string([]rune(text)[:max(0, padTo-2)]) + ".."
			} else if w < padTo {
				blanks := strings.Repeat(" ", padTo-w)
				switch {
				case padBoth:
					text = blanks[:len(blanks)/2] + text + blanks[len(blanks)/2:]
				case padLeft:
					text = blanks + text
				default:
					text += blanks
				}
			}
			padTo = 0
		}
		if trim {
			switch {
			case add == '-' && text == "":
				s := strings.TrimRight(b.String(), "\n")
				b.Reset()
				b.WriteString(s)
			case add == '+' && text != "":
				text = "\n" + text
			case add == ' ' && text != "":
				text = " " + text
			}
		}
		b.WriteString(text)
	}
	return b.String()
}

// fileSubject is a subject as a file's name.
func fileSubject(s string) string {
	var b strings.Builder
	dash := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '.' || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			if c == '.' && strings.HasSuffix(b.String(), ".") {
				continue
			}
			b.WriteByte(c)
		} else {
			dash = true
		}
	}
	return strings.TrimRight(b.String(), ".-")
}

func (r *repo) showMain(args []string) int {
	l, o := r.logDefaults(), r.diffDefaults()
	f := r.parse("show", args, func(f *flags, name, value string, has bool) bool {
		return r.logOption(&l, f, name, value, has) || r.diffOption(&o, f, name, value, has)
	})
	isRev := func(s string) bool {
		if _, ok := r.rev(s); ok {
			return true
		}
		return r.addRevision(&revisions{}, s)
	}
	revs, paths := r.splitOperands(f, isRev)
	if len(revs) == 0 {
		if branch, h := r.head(); h.zero() {
			r.fatal("your current branch '%s' does not have any commits yet", strings.TrimPrefix(branch, "refs/heads/"))
		}
		revs = []string{"HEAD"}
	}
	specs := r.pathspecs(paths)
	if !o.given {
		o.patch, o.given = true, true
	}
	s := newShower(r, &l, &o)
	s.merges = true
	for _, rev := range revs {
		h, ok := r.rev(rev)
		if !ok {
			var v revisions
			r.addRevision(&v, rev)
			r.eachCommit(v, &l, specs, func(c *commit) bool { s.commit(c, specs); return true })
			continue
		}
		r.showObject(s, rev, h, specs)
	}
	return 0
}

func (r *repo) showObject(s *shower, name string, h hash, specs []*pathspec) {
	o, err := r.objects.get(h)
	if err != nil {
		r.fatal("bad object %s", name)
	}
	switch o.kind {
	case "blob":
		r.p.Out.Write(o.data)
	case "tree":
		r.printf("tree %s\n\n", name)
		for _, e := range r.tree(h) {
			end := ""
			if e.mode == modeTree {
				end = "/"
			}
			r.printf("%s%s\n", r.quotePath(e.name), end)
		}
	case "tag":
		t := parseTag(o.data)
		if s.shown > 0 {
			r.printf("\n")
		}
		r.printf("tag %s\n", t.name)
		r.printf("Tagger: %s <%s>\nDate:   %s\n\n%s", t.tagger.name, t.tagger.email, s.date(t.tagger.when, s.l.date), t.message)
		s.shown++
		r.showObject(s, t.object.String(), t.object, specs)
	default:
		s.commit(parseCommit(h, o.data), specs)
	}
}

// shortlogInput reads the output of log.
func (r *repo) shortlogInput(by map[string][]string, email bool) {
	who := ""
	for line := range strings.SplitSeq(string(r.input("-")), "\n") {
		if name, ok := strings.CutPrefix(line, "Author: "); ok {
			who = strings.TrimSpace(name)
			if i := strings.Index(who, " <"); i >= 0 && !email {
				who = who[:i]
			}
		} else if text, ok := strings.CutPrefix(line, "    "); ok && who != "" && text != "" {
			by[who] = append([]string{text}, by[who]...)
			who = ""
		}
	}
}

func (r *repo) shortlogMain(args []string) int {
	l := r.logDefaults()
	var numbered, summary, email bool
	f := r.parse("shortlog", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-n", "--numbered":
			numbered = true
		case "-s", "--summary":
			summary = true
		case "-e", "--email":
			email = true
		default:
			return r.logOption(&l, f, name, value, has)
		}
		return true
	})
	by := map[string][]string{}
	if len(f.operands) == 0 && !l.all { // as git does without a terminal
		r.shortlogInput(by, email)
	}
	var v revisions
	if len(f.operands) > 0 || l.all {
		v = r.revisionsOf(f, &l)
	}
	r.eachCommit(v, &l, r.pathspecs(v.paths), func(c *commit) bool {
		who := c.author.name
		if email {
			who += " <" + c.author.email + ">"
		}
		by[who] = append(by[who], subject(c.message))
		return true
	})
	var names []string
	for n := range by {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		if numbered && len(by[a]) != len(by[b]) {
			return len(by[a]) > len(by[b])
		}
		return a < b
	})
	for _, n := range names {
		if summary {
			r.printf("%6d\t%s\n", len(by[n]), n)
			continue
		}
		r.printf("%s (%d):\n", n, len(by[n]))
		for i := len(by[n]) - 1; i >= 0; i-- {
			r.printf("      %s\n", by[n][i])
		}
		r.printf("\n")
	}
	return 0
}
