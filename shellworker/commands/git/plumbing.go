package git

import (
	"bufio"
	"fmt"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

func (r *repo) configMain(args []string) int {
	var global, local, list, all, add, unset, unsetAll, get, nul, nameOnly, regex, edit, replace, bool_, int_ bool
	file, fallback := "", ""
	hasDefault := false
	f := r.parse("config", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--global":
			global = true
		case "--local":
			local = true
		case "--system":
			r.fatal("--system: there is no configuration of the whole system here")
		case "-f", "--file":
			file = f.of(name, value, has)
		case "-l", "--list":
			list = true
		case "--get":
			get = true
		case "--get-all":
			get, all = true, true
		case "--get-regexp":
			get, regex = true, true
		case "--add":
			add = true
		case "--unset":
			unset = true
		case "--unset-all":
			unset, unsetAll = true, true
		case "-z", "--null":
			nul = true
		case "--name-only":
			nameOnly = true
		case "--bool":
			bool_ = true
		case "--int":
			int_ = true
		case "--type":
			switch v := f.of(name, value, has); v {
			case "bool":
				bool_ = true
			case "int":
				int_ = true
			default:
				r.fatal("unrecognized --type argument, %s", v)
			}
		case "--default":
			fallback, hasDefault = f.of(name, value, has), true
		case "--replace-all":
			replace = true
		case "-e", "--edit":
			edit = true
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	target := ""
	switch {
	case file != "":
		target = r.abs(file)
	case global:
		if target = r.globalPath(); target == "" {
			r.fatal("$HOME not set")
		}
	case r.dir != "":
		target = r.common + "/config"
	}
	if local && r.dir == "" {
		r.fatal("--local can only be used inside a git repository")
	}
	files := r.configs()
	if file != "" || global || local {
		c, err := r.readConfig(target)
		r.check(err)
		files = []*configFile{c}
		if (list || get) && len(c.lines) == 0 && !r.exists(target) && file != "" {
			r.fatal("unable to read config file '%s': No such file or directory", file)
		}
	}
	if edit {
		r.fatal("config --edit is not here")
	}
	end, sep := "\n", "="
	if nul {
		end, sep = "\x00", "\n"
	}
	typed := func(name, v string, bare bool) string {
		switch {
		case bool_:
			switch strings.ToLower(v) {
			case "true", "yes", "on", "1":
				return "true"
			case "false", "no", "off", "0":
				return "false"
			case "":
				return map[bool]string{true: "true", false: "false"}[bare]
			}
			r.fatal("bad boolean config value '%s' for '%s'", v, name)
		case int_:
			n := v
			scale := int64(1)
			if n != "" {
				switch n[len(n)-1] | 0x20 {
				case 'k':
					scale, n = 1<<10, n[:len(n)-1]
				case 'm':
					scale, n = 1<<20, n[:len(n)-1]
				case 'g':
					scale, n = 1<<30, n[:len(n)-1]
				}
			}
			x, err := strconv.ParseInt(n, 0, 64)
			if err != nil {
				r.fatal("bad numeric config value '%s' for '%s': invalid unit", v, name)
			}
			return fmt.Sprint(x * scale)
		}
		return v
	}
	switch {
	case list:
		for _, c := range files {
			for _, s := range c.settings {
				switch {
				case nameOnly || s.bare:
					r.printf("%s%s", s.name(), end)
				default:
					r.printf("%s%s%s%s", s.name(), sep, s.value, end)
				}
			}
		}
		return 0
	case len(ops) == 0:
		r.error("no action specified")
		return 129
	}
	name := ops[0]
	if regex {
		re, err := regexp.Compile(name)
		if err != nil {
			r.error("invalid key pattern: %s", name)
			return 6
		}
		found := false
		for _, c := range files {
			for _, s := range c.settings {
				if re.MatchString(s.name()) {
					found = true
					if nameOnly {
						r.printf("%s%s", s.name(), end)
					} else {
						r.printf("%s %s%s", s.name(), s.value, end)
					}
				}
			}
		}
		return b2i(!found)
	}
	_, _, _, ok := splitName(name)
	if !ok {
		switch {
		case !strings.Contains(name, "."):
			r.error("key does not contain a section: %s", name)
		case strings.HasSuffix(name, "."):
			r.error("key does not contain variable name: %s", name)
		default:
			r.error("invalid key: %s", name)
		}
		return 1
	}
	if unset {
		if target == "" {
			r.fatal("not in a git directory")
		}
		c, err := r.readConfig(target)
		r.check(err)
		switch old := c.all(name); {
		case len(old) == 0:
			return 5
		case len(old) > 1 && !unsetAll:
			r.note("warning: %s has multiple values\n", name)
			return 5
		}
		c.unset(name)
		r.check(r.writeConfig(c))
		return 0
	}
	if get || len(ops) == 1 && !add {
		var found []setting
		for _, c := range files {
			found = append(found, c.all(name)...)
		}
		if len(found) == 0 {
			if hasDefault {
				r.printf("%s%s", typed(name, fallback, false), end)
				return 0
			}
			return 1
		}
		if !all {
			found = found[len(found)-1:]
		}
		for _, s := range found {
			r.printf("%s%s", typed(name, s.value, s.bare), end)
		}
		return 0
	}
	if target == "" {
		r.fatal("not in a git directory")
	}
	if len(ops) < 2 {
		r.error("wrong number of arguments, should be 2")
		return 129
	}
	c, err := r.readConfig(target)
	r.check(err)
	if old := c.all(name); len(old) > 1 && !add && !replace {
		r.note("warning: %s has multiple values\n", name)
		r.error("cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change %s.", name)
		return 5
	}
	if replace {
		c.unset(name)
	}
	c.set(name, typed(name, ops[1], false), add)
	r.check(r.writeConfig(c))
	return 0
}

func (r *repo) revParseMain(args []string) int {
	if len(args) > 0 && args[0] == "--is-inside-work-tree" && r.dir == "" {
		r.fatal("not a git repository (or any of the parent directories): .git")
	}
	if r.dir == "" {
		r.fatal("not a git repository (or any of the parent directories): .git")
	}
	verify, quiet, short, symbolic, abbrevRef := false, false, 0, false, false
	shown := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "--verify":
			verify = true
			continue
		case "-q", "--quiet":
			quiet = true
			continue
		case "--short":
			short = 7
			if value != "" {
				n, err := strconv.Atoi(value)
				if err != nil {
					r.fatal("--short: '%s' is no number", value)
				}
				short = max(4, n)
			}
			verify = true
			continue
		case "--symbolic-full-name":
			symbolic = true
			continue
		case "--abbrev-ref":
			abbrevRef = true
			continue
		case "--git-dir":
			switch {
			case r.dir == r.cwd:
				r.printf(".\n")
			case r.dir == r.cwd+"/.git":
				r.printf(".git\n")
			default:
				r.printf("%s\n", r.dir)
			}
			continue
		case "--absolute-git-dir":
			r.printf("%s\n", r.dir)
			continue
		case "--git-common-dir":
			if r.common == r.cwd+"/.git" {
				r.printf(".git\n")
			} else {
				r.printf("%s\n", r.common)
			}
			continue
		case "--show-toplevel":
			r.needWork()
			r.printf("%s\n", r.work)
			continue
		case "--show-prefix":
			r.printf("%s\n", r.prefix)
			continue
		case "--show-cdup":
			r.printf("%s\n", strings.Repeat("../", strings.Count(r.prefix, "/")))
			continue
		case "--is-inside-work-tree":
			r.printf("%t\n", r.work != "" && !strings.HasPrefix(r.cwd+"/", r.dir+"/"))
			continue
		case "--is-inside-git-dir":
			r.printf("%t\n", strings.HasPrefix(r.cwd+"/", r.dir+"/"))
			continue
		case "--is-bare-repository":
			r.printf("%t\n", r.work == "")
			continue
		case "--show-object-format":
			r.printf("sha1\n")
			continue
		case "--git-path":
			if i+1 >= len(args) {
				r.fatal("--git-path requires an argument")
			}
			i++
			dir := r.dir
			if dir == r.cwd+"/.git" {
				dir = ".git"
			}
			r.printf("%s\n", path.Join(dir, args[i]))
			continue
		case "--all", "--branches", "--tags", "--remotes":
			prefix := map[string]string{"--all": "refs/", "--branches": "refs/heads/", "--tags": "refs/tags/", "--remotes": "refs/remotes/"}[name]
			for _, n := range r.listRefs(prefix) {
				h, _ := r.resolveRef(n)
				r.printf("%s\n", h)
			}
			continue
		case "--":
			for _, x := range args[i:] {
				r.printf("%s\n", x)
			}
			return 0
		}
		if strings.HasPrefix(a, "-") {
			r.printf("%s\n", a)
			continue
		}
		bad := func() int {
			if quiet {
				return 1
			}
			if verify {
				r.fatal("Needed a single revision")
			}
			if !strings.HasPrefix(a, "-") && r.exists(r.abs(a)) {
				return 0
			}
			r.printf("%s\n", a)
			r.p.Out.Flush()
			r.ambiguous(a)
			return 128
		}
		put := func(h hash, not bool) {
			mark := ""
			if not {
				mark = "^"
			}
			if short > 0 {
				r.printf("%s%s\n", mark, r.objects.short(h, short))
			} else {
				r.printf("%s%s\n", mark, h)
			}
			shown++
		}
		if symbolic || abbrevRef {
			s := a
			if s == "@" {
				s = "HEAD"
			}
			if s == "HEAD" {
				branch, h := r.head()
				if h.zero() {
					return bad()
				}
				if branch != "" {
					s = branch
				}
			} else if strings.HasSuffix(s, "@{u}") || strings.HasSuffix(s, "@{upstream}") {
				b := s[:strings.Index(s, "@{")]
				if b == "" {
					cur, _ := r.head()
					b = strings.TrimPrefix(cur, "refs/heads/")
				}
				up, ok := r.upstream(b)
				if !ok {
					r.fatal("no upstream configured for branch '%s'", b)
				}
				s = up
			} else if n, ok := r.refName(s); ok {
				s = n
			} else if _, ok := r.rev(s); !ok {
				return bad()
			} else {
				continue
			}
			if abbrevRef {
				s = shortRef(s)
			}
			r.printf("%s\n", s)
			continue
		}
		if x, y, ok := strings.Cut(a, ".."); ok && !strings.Contains(a, "...") && !verify {
			h1, ok1 := r.rev(orHead(x))
			h2, ok2 := r.rev(orHead(y))
			if ok1 && ok2 {
				put(h2, false)
				put(h1, true)
				continue
			}
		}
		if x, y, ok := strings.Cut(a, "..."); ok && !verify {
			h1, ok1 := r.rev(orHead(x))
			h2, ok2 := r.rev(orHead(y))
			if ok1 && ok2 {
				put(h2, false)
				put(h1, false)
				for _, h := range r.mergeBases(h1, h2) {
					put(h, true)
				}
				continue
			}
		}
		if strings.HasPrefix(a, "^") {
			if h, ok := r.rev(a[1:]); ok {
				put(h, true)
				continue
			}
		}
		h, ok := r.rev(a)
		if !ok {
			if f, exists := r.existingPath(a); exists && !verify {
				r.printf("%s\n", f)
				continue
			}
			return bad()
		}
		put(h, false)
	}
	if verify && shown == 0 {
		if quiet {
			return 1
		}
		r.fatal("Needed a single revision")
	}
	return 0
}

func (r *repo) existingPath(a string) (string, bool) { return a, r.exists(r.abs(a)) }

func (r *repo) catFileMain(args []string) int {
	mode, batch, format := "", "", ""
	f := r.parse("cat-file", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-t", "-s", "-p", "-e":
			mode = name[1:]
		case "--batch", "--batch-check":
			batch, format = name, value
		case "--textconv", "--filters":
			return false
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	if batch != "" {
		in := bufio.NewScanner(r.p.Stdin)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			s := in.Text()
			h, ok := r.rev(s)
			var o object
			var err error
			if ok {
				o, err = r.objects.get(h)
			}
			if !ok || err != nil {
				r.printf("%s missing\n", s)
				continue
			}
			if format == "" {
				r.printf("%s %s %d\n", h, o.kind, len(o.data))
			} else {
				r.printf("%s\n", strings.NewReplacer("%(objectname)", h.String(), "%(objecttype)", o.kind, "%(objectsize)", fmt.Sprint(len(o.data)), "%(rest)", "").Replace(format))
			}
			if batch == "--batch" {
				r.p.Out.Write(o.data)
				r.p.Out.WriteByte('\n')
			}
		}
		return 0
	}
	kind := ""
	if mode == "" {
		if len(ops) != 2 {
			r.note("usage: git cat-file <type> <object>\n   or: git cat-file (-e | -p) <object>\n   or: git cat-file (-t | -s) <object>\n")
			return 129
		}
		if kind, ops = ops[0], ops[1:]; kind != "blob" && kind != "tree" && kind != "commit" && kind != "tag" {
			r.fatal("invalid object type \"%s\"", kind)
		}
	}
	if len(ops) != 1 {
		r.note("usage: git cat-file <type> <object>\n   or: git cat-file (-e | -p) <object>\n   or: git cat-file (-t | -s) <object>\n")
		return 129
	}
	h, ok := r.rev(ops[0])
	if !ok {
		r.fatal("Not a valid object name %s", ops[0])
	}
	o, err := r.objects.get(h)
	if mode == "e" {
		return b2i(err != nil)
	}
	if err != nil {
		if mode == "t" || mode == "s" {
			r.fatal("git cat-file: could not get object info")
		}
		r.fatal("Not a valid object name %s", ops[0])
	}
	switch {
	case mode == "t":
		r.printf("%s\n", o.kind)
	case mode == "s":
		r.printf("%d\n", len(o.data))
	case mode == "p" && o.kind == "tree":
		for _, e := range r.tree(h) {
			r.printf("%06o %s %s\t%s\n", e.mode, e.kind(), e.hash, r.quotePath(e.name))
		}
	case mode == "p":
		r.p.Out.Write(o.data)
	default:
		if h, ok = r.peel(h, kind); !ok {
			r.fatal("git cat-file %s: bad file", ops[0])
		}
		o, err = r.objects.get(h)
		r.check(err)
		r.p.Out.Write(o.data)
	}
	return 0
}

func (r *repo) hashObjectMain(args []string) int {
	write, stdin, kind := false, false, "blob"
	f := r.parse("hash-object", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-w":
			write = true
		case "--stdin":
			stdin = true
		case "-t":
			kind = f.arg(name)
		case "--no-filters", "--literally":
		default:
			return false
		}
		return true
	})
	if write && r.dir == "" {
		r.fatal("not a git repository (or any of the parent directories): .git")
	}
	put := func(data []byte) {
		h := hashOf(kind, data)
		if write {
			_, err := r.objects.put(kind, data)
			r.check(err)
		}
		r.printf("%s\n", h)
	}
	if stdin {
		put(r.input("-"))
	}
	for _, n := range append(f.operands, f.paths...) {
		data, err := r.fs.ReadFile(r.ctx, r.abs(n), maxObject)
		if err != nil {
			r.fatal("could not open '%s' for reading: %s", n, errText(err)[strings.LastIndex(errText(err), ": ")+2:])
		}
		put(data)
	}
	return 0
}

func (r *repo) lsFilesMain(args []string) int {
	var cached, deleted, modified, others, stage, unmerged, nul, ignored, full, errorUnmatch, tags, standard bool
	var exclude []string
	f := r.parse("ls-files", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-c", "--cached":
			cached = true
		case "-d", "--deleted":
			deleted = true
		case "-m", "--modified":
			modified = true
		case "-o", "--others":
			others = true
		case "-s", "--stage":
			stage = true
		case "-u", "--unmerged":
			unmerged, stage = true, true
		case "-z":
			nul = true
		case "-i", "--ignored":
			ignored = true
		case "-t":
			tags = true
		case "--full-name":
			full = true
		case "--error-unmatch":
			errorUnmatch = true
		case "--exclude-standard":
			standard = true
		case "-x", "--exclude":
			exclude = append(exclude, f.of(name, value, has))
		default:
			return false
		}
		return true
	})
	names := append(f.operands, f.paths...)
	given := len(names) > 0
	specs := r.pathspecs(names)
	if !given && r.prefix != "" {
		specs = []*pathspec{{text: ".", name: strings.TrimSuffix(r.prefix, "/")}}
	}
	if !deleted && !modified && !others && !unmerged {
		cached = true
	}
	s := r.readIndex()
	put := func(tag, name string) {
		if !full {
			name = r.relative(name)
		}
		if !nul {
			name = r.quotePath(name)
		}
		if tags {
			r.printf("%s ", tag)
		}
		r.printf("%s%s", name, map[bool]string{true: "\x00", false: "\n"}[nul])
	}
	more := parseIgnore(strings.Join(exclude, "\n"), "", "-x")
	if others {
		r.untracked(s, specs, true, true, func(name string, ign bool) {
			ign = ign && (standard || ignored)
			for i := range more {
				ign = ign || more[i].matches(name, false)
			}
			if ign == ignored {
				put("?", strings.TrimSuffix(name, ""))
			}
		})
	}
	if cached || unmerged {
		g := r.ignores()
		for _, e := range s.entries {
			if !chosen(specs, e.name) || unmerged && e.stage == 0 || ignored && !others && !g.ignored(e.name, false) {
				continue
			}
			if stage {
				r.printf("%06o %s %d\t", e.mode, e.hash, e.stage)
			}
			put("H", e.name)
		}
	}
	if deleted || modified {
		seen := map[string]bool{}
		for i := range s.entries {
			e := &s.entries[i]
			if seen[e.name] || !chosen(specs, e.name) {
				continue
			}
			seen[e.name] = true
			st := r.state(e, s.mtime)
			if st.gone && deleted {
				put("R", e.name)
			}
			if modified && !st.same {
				put("C", e.name)
			}
		}
	}
	if errorUnmatch {
		for _, p := range specs {
			if !p.used && !p.exclude {
				r.error("pathspec '%s' did not match any file(s) known to git", p.text)
				r.note("Did you forget to 'git add'?\n")
				return 1
			}
		}
	}
	return 0
}

func (r *repo) lsTreeMain(args []string) int {
	var recursive, trees, onlyTrees, nameOnly, long, nul, full, objectOnly bool
	f := r.parse("ls-tree", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-r":
			recursive = true
		case "-t":
			trees = true
		case "-d":
			onlyTrees = true
		case "--name-only", "--name-status":
			nameOnly = true
		case "--object-only":
			objectOnly = true
		case "-l", "--long":
			long = true
		case "-z":
			nul = true
		case "--full-name", "--full-tree":
			full = true
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	if len(ops) == 0 {
		r.note("usage: git ls-tree [<options>] <tree-ish> [<path>...]\n")
		return 129
	}
	h, ok := r.rev(ops[0])
	if !ok {
		r.fatal("Not a valid object name %s", ops[0])
	}
	if h, ok = r.peel(h, "tree"); !ok {
		r.fatal("not a tree object")
	}
	var want []string
	for _, p := range ops[1:] {
		slash := strings.HasSuffix(p, "/")
		if !full && r.work != "" {
			p = strings.TrimPrefix(path.Clean(r.cwd+"/"+p)+"/", r.work+"/")
		}
		p = strings.TrimSuffix(p, "/")
		if slash {
			p += "/"
		}
		want = append(want, p)
	}
	if len(want) == 0 && r.prefix != "" && !full {
		want = []string{r.prefix}
	}
	var walk func(h hash, dir string)
	walk = func(h hash, dir string) {
		for _, e := range r.tree(h) {
			name := dir + e.name
			show, enter := len(want) == 0, false
			for _, w := range want {
				t := strings.TrimSuffix(w, "/")
				switch {
				case t == name && !strings.HasSuffix(w, "/"), strings.HasPrefix(name, t+"/"), t == name && e.mode != modeTree:
					show = true
				case t == name, strings.HasPrefix(t, name+"/"), t == "":
					enter = true
					if t == "" {
						show = true
					}
				}
			}
			if e.mode == modeTree && (recursive && show || enter) {
				if trees && (show || enter) || enter && show && !recursive {
					r.lsEntry(e, name, nameOnly, objectOnly, long, nul, full)
				}
				if !onlyTrees || enter {
					walk(e.hash, name+"/")
				} else if recursive {
					r.lsEntry(e, name, nameOnly, objectOnly, long, nul, full)
					walk(e.hash, name+"/")
				}
				continue
			}
			if show && (!onlyTrees || e.mode == modeTree) {
				r.lsEntry(e, name, nameOnly, objectOnly, long, nul, full)
			}
		}
	}
	walk(h, "")
	return 0
}

func (r *repo) lsEntry(e treeEntry, name string, nameOnly, objectOnly, long, nul, full bool) {
	if !full {
		name = r.relative(name)
	}
	end := "\n"
	if nul {
		end = "\x00"
	} else {
		name = r.quotePath(name)
	}
	switch {
	case nameOnly:
		r.printf("%s%s", name, end)
	case objectOnly:
		r.printf("%s%s", e.hash, end)
	case long:
		size := "-"
		if e.kind() == "blob" {
			size = fmt.Sprint(len(r.blob(e.hash)))
		}
		r.printf("%06o %s %s %7s\t%s%s", e.mode, e.kind(), e.hash, size, name, end)
	default:
		r.printf("%06o %s %s\t%s%s", e.mode, e.kind(), e.hash, name, end)
	}
}

func (r *repo) revListMain(args []string) int {
	l, o := r.logDefaults(), r.diffDefaults()
	count, objects := false, false
	l.format, l.custom = "", false
	f := r.parse("rev-list", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--count":
			count = true
		case "--objects":
			objects = true
		default:
			return r.logOption(&l, f, name, value, has)
		}
		return true
	})
	if objects {
		r.fatal("rev-list --objects is not here")
	}
	if len(f.operands) == 0 && !l.all {
		r.note("usage: git rev-list [<options>] <commit>... [--] [<path>...]\n")
		return 129
	}
	v := r.revisionsOf(f, &l)
	s := newShower(r, &l, &o)
	n := 0
	r.eachCommit(v, &l, r.pathspecs(v.paths), func(c *commit) bool {
		n++
		switch {
		case count:
		case l.format == "oneline" && !l.custom:
			r.printf("%s %s\n", s.hash(c.hash), subject(c.message))
		case l.format != "":
			r.printf("commit %s\n", c.hash)
			if l.custom {
				r.printf("%s\n", s.expand(l.format, c))
			}
		default:
			r.printf("%s%s\n", s.hash(c.hash), s.parents(c))
		}
		return true
	})
	if count {
		r.printf("%d\n", n)
	}
	return 0
}

func (r *repo) diffTreeMain(args []string) int {
	o := r.diffDefaults()
	o.renames, o.full = false, true
	recursive, noID, root := false, false, false
	f := r.parse("diff-tree", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-r":
			recursive = true
		case "--no-commit-id":
			noID = true
		case "--root":
			root = true
		default:
			return r.diffOption(&o, f, name, value, has)
		}
		return true
	})
	if len(f.operands) == 0 {
		r.note("usage: git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]\n")
		return 129
	}
	if !o.given {
		o.raw = true
	}
	if o.patch {
		recursive = true
	}
	tree := func(s string) (hash, bool) {
		h, ok := r.rev(s)
		if !ok {
			return h, false
		}
		return r.peel(h, "tree")
	}
	a, ok := tree(f.operands[0])
	if !ok {
		r.ambiguous(f.operands[0])
	}
	ops := f.operands[1:]
	var list []*change
	if len(ops) > 0 {
		if b, ok := tree(ops[0]); ok {
			list = compareFiles(r.level(a, recursive), r.level(b, recursive), r.pathspecs(append(ops[1:], f.paths...)))
			r.show(r.prepare(list, &o), &o)
			return b2i(o.exitCode && len(list) > 0)
		}
	}
	c := r.commitish(f.operands[0])
	var old map[string]file
	switch {
	case len(c.parents) == 1:
		old = r.level(r.commit(c.parents[0]).tree, recursive)
	case len(c.parents) > 1 || !root:
		return 0
	}
	list = r.prepare(compareFiles(old, r.level(c.tree, recursive), r.pathspecs(append(ops, f.paths...))), &o)
	if len(list) > 0 && !noID {
		r.printf("%s\n", c.hash)
	}
	r.show(list, &o)
	return b2i(o.exitCode && len(list) > 0)
}

// level lists a tree's files, or, not recursive, its own entries only.
func (r *repo) level(tree hash, recursive bool) map[string]file {
	if recursive {
		return r.treeFiles(tree)
	}
	m := map[string]file{}
	for _, e := range r.tree(tree) {
		m[e.name] = file{e.mode, e.hash}
	}
	return m
}

func (r *repo) showRefMain(args []string) int {
	var heads, tags, verify, quiet, head, short, deref bool
	f := r.parse("show-ref", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--heads":
			heads = true
		case "--tags":
			tags = true
		case "--verify":
			verify = true
		case "-q", "--quiet":
			quiet = true
		case "--head":
			head = true
		case "-s", "--hash":
			short = true
		case "-d", "--dereference":
			deref = true
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	found := false
	put := func(n string) {
		h, ok := r.resolveRef(n)
		if !ok {
			return
		}
		found = true
		if quiet {
			return
		}
		if short {
			r.printf("%s\n", h)
		} else {
			r.printf("%s %s\n", h, n)
		}
		if deref {
			if o, err := r.objects.get(h); err == nil && o.kind == "tag" {
				x, _ := r.peel(h, "")
				r.printf("%s %s^{}\n", x, n)
			}
		}
	}
	if verify {
		for _, n := range ops {
			if _, ok := r.resolveRef(n); !ok {
				if quiet {
					return 1
				}
				r.fatal("'%s' - not a valid ref", n)
			}
			put(n)
		}
		return 0
	}
	names := r.listRefs("refs/")
	if head {
		names = append([]string{"HEAD"}, names...)
	}
	for _, n := range names {
		if (heads || tags) && !(heads && strings.HasPrefix(n, "refs/heads/")) && !(tags && strings.HasPrefix(n, "refs/tags/")) && n != "HEAD" {
			continue
		}
		ok := len(ops) == 0 || n == "HEAD"
		for _, p := range ops {
			ok = ok || n == p || strings.HasSuffix(n, "/"+p)
		}
		if ok {
			put(n)
		}
	}
	return b2i(!found)
}

// formatRef fills in the fields of a reference: git-for-each-ref(1).
func (r *repo) formatRef(format, name string) string {
	h, _ := r.resolveRef(name)
	o, _ := r.objects.get(h)
	field := func(f string) (string, bool) {
		target := h
		obj := o
		if rest, ok := strings.CutPrefix(f, "*"); ok {
			if o.kind != "tag" {
				return "", true
			}
			f = rest
			target, _ = r.peel(h, "")
			obj, _ = r.objects.get(target)
		}
		f, mod, _ := strings.Cut(f, ":")
		var c *commit
		if obj.kind == "commit" {
			c = parseCommit(target, obj.data)
		}
		var t *tag
		if obj.kind == "tag" {
			t = parseTag(obj.data)
		}
		s := &shower{r: r, l: &logOptions{abbrevLen: 7}}
		switch f {
		case "refname":
			if mod == "short" {
				return shortRef(name), true
			}
			if n, ok := strings.CutPrefix(strings.TrimPrefix(mod, "l"), "strip="); ok {
				k, _ := strconv.Atoi(n)
				parts := strings.Split(name, "/")
				if k < 0 {
					k = len(parts) + k
				}
				return strings.Join(parts[min(max(k, 0), len(parts)-1):], "/"), true
			}
			return name, true
		case "objectname":
			if mod == "short" {
				return r.objects.short(target, 7), true
			}
			if n, ok := strings.CutPrefix(mod, "short="); ok {
				k, _ := strconv.Atoi(n)
				return r.objects.short(target, max(4, k)), true
			}
			return target.String(), true
		case "objecttype":
			return obj.kind, true
		case "objectsize":
			return fmt.Sprint(len(obj.data)), true
		case "HEAD":
			if head, _ := r.head(); head == name {
				return "*", true
			}
			return " ", true
		case "upstream":
			up, ok := r.upstream(strings.TrimPrefix(name, "refs/heads/"))
			if !ok {
				return "", true
			}
			switch mod {
			case "short":
				return shortRef(up), true
			case "track", "trackshort":
				other, ok := r.resolveRef(up)
				if !ok {
					return "[gone]", true
				}
				a, b := r.aheadBehind(h, other)
				var parts []string
				if a > 0 {
					parts = append(parts, fmt.Sprintf("ahead %d", a))
				}
				if b > 0 {
					parts = append(parts, fmt.Sprintf("behind %d", b))
				}
				if mod == "trackshort" {
					return map[[2]bool]string{{false, false}: "=", {true, false}: ">", {false, true}: "<", {true, true}: "<>"}[[2]bool{a > 0, b > 0}], true
				}
				if len(parts) == 0 {
					return "", true
				}
				return "[" + strings.Join(parts, ", ") + "]", true
			}
			return up, true
		case "subject", "contents:subject", "contents", "body":
			text := ""
			if c != nil {
				text = c.message
			} else if t != nil {
				text = t.message
			}
			switch {
			case f == "body" || mod == "body":
				return body(text), true
			case f == "contents" && mod == "":
				return text, true
			}
			return subject(text), true
		case "tag":
			if t != nil {
				return t.name, true
			}
			return "", true
		case "object":
			if t != nil {
				return t.object.String(), true
			}
			return "", true
		case "type":
			if t != nil {
				return t.kind, true
			}
			return "", true
		case "tree":
			if c != nil {
				return c.tree.String(), true
			}
			return "", true
		case "parent":
			if c != nil {
				var list []string
				for _, p := range c.parents {
					list = append(list, p.String())
				}
				return strings.Join(list, " "), true
			}
			return "", true
		}
		for who, i := range map[string]*ident{"author": nil, "committer": nil, "tagger": nil, "creator": nil} {
			rest, ok := strings.CutPrefix(f, who)
			if !ok {
				continue
			}
			switch {
			case c != nil && who == "author":
				i = &c.author
			case c != nil && (who == "committer" || who == "creator"):
				i = &c.committer
			case t != nil && (who == "tagger" || who == "creator"):
				i = &t.tagger
			}
			if i == nil {
				return "", true
			}
			switch rest {
			case "":
				return i.String(), true
			case "name":
				return i.name, true
			case "email":
				return "<" + i.email + ">", true
			case "date":
				return s.date(i.when, mod), true
			}
		}
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		if format[i+1] == '%' {
			b.WriteByte('%')
			i++
			continue
		}
		if format[i+1] == '(' {
			if e := strings.IndexByte(format[i:], ')'); e > 0 {
				name := format[i+2 : i+e]
				text, ok := field(name)
				if !ok {
					r.fatal("unknown field name: %s", name)
				}
				b.WriteString(text)
				i += e
				continue
			}
		}
		if i+2 < len(format) {
			if n, err := strconv.ParseUint(format[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte('%')
	}
	return b.String()
}

func (r *repo) forEachRefMain(args []string) int {
	format, sortBy, count := "%(objectname) %(objecttype)\t%(refname)", "", -1
	var contains, merged, noMerged, pointsAt []string
	f := r.parse("for-each-ref", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--format":
			format = f.of(name, value, has)
		case "--sort":
			sortBy = f.of(name, value, has)
		case "--count":
			fmt.Sscan(f.of(name, value, has), &count)
		case "--contains":
			contains = append(contains, f.of(name, value, has))
		case "--merged":
			merged = append(merged, orHead(value))
		case "--no-merged":
			noMerged = append(noMerged, orHead(value))
		case "--points-at":
			pointsAt = append(pointsAt, f.of(name, value, has))
		default:
			return false
		}
		return true
	})
	var names []string
	for _, n := range r.listRefs("refs/") {
		ok := len(f.operands) == 0
		for _, p := range f.operands {
			p = strings.TrimSuffix(p, "/")
			ok = ok || n == p || strings.HasPrefix(n, p+"/") || wildmatch(p, n, true)
		}
		if ok {
			names = append(names, n)
		}
	}
	names = r.filterRefs(names, nil, contains, merged, noMerged, pointsAt)
	r.sortRefs(names, sortBy, "")
	for i, n := range names {
		if i == count {
			break
		}
		r.printf("%s\n", r.formatRef(format, n))
	}
	return 0
}

func (r *repo) updateRefMain(args []string) int {
	del, message := false, ""
	f := r.parse("update-ref", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-d":
			del = true
		case "-m":
			message = f.arg(name)
		case "--no-deref", "--create-reflog":
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	if len(ops) == 0 || !del && len(ops) < 2 {
		r.note("usage: git update-ref [<options>] -d <refname> [<old-val>]\n   or: git update-ref [<options>] <refname> <new-val> [<old-val>]\n")
		return 129
	}
	name := ops[0]
	old := ""
	if del && len(ops) > 1 {
		old = ops[1]
	} else if !del && len(ops) > 2 {
		old = ops[2]
	}
	if old != "" {
		want, _ := r.rev(old)
		if have, _ := r.resolveRef(name); have != want {
			r.fatal("update_ref failed for ref '%s': cannot lock ref '%s': is at %s but expected %s", name, name, have, want)
		}
	}
	if del {
		r.deleteRef(name)
		return 0
	}
	h, ok := r.rev(ops[1])
	if !ok {
		r.fatal("%s: not a valid SHA1", ops[1])
	}
	if name != "HEAD" && !goodRefName(name) {
		r.fatal("update_ref failed for ref '%s': refusing to update ref with bad name '%s'", name, name)
	}
	r.setRef(name, h, message)
	return 0
}

func (r *repo) symbolicRefMain(args []string) int {
	quiet, short, del := false, false, false
	message := ""
	f := r.parse("symbolic-ref", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-q", "--quiet":
			quiet = true
		case "--short":
			short = true
		case "-d", "--delete":
			del = true
		case "-m":
			message = f.arg(name)
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	if len(ops) == 0 || len(ops) > 2 {
		r.note("usage: git symbolic-ref [-m <reason>] <name> <ref>\n   or: git symbolic-ref [-q] [--short] <name>\n")
		return 129
	}
	_, target, _ := r.readRef(ops[0])
	switch {
	case del:
		if target == "" {
			r.fatal("Cannot delete %s, not a symbolic ref", ops[0])
		}
		r.deleteRef(ops[0])
	case len(ops) == 2:
		if ops[0] == "HEAD" && !strings.HasPrefix(ops[1], "refs/") {
			r.fatal("Refusing to point HEAD outside of refs/")
		}
		base := r.common
		if !strings.HasPrefix(ops[0], "refs/") {
			base = r.dir
		}
		if ops[0] == "HEAD" {
			r.setHead(ops[1], message)
		} else {
			r.check(r.writeFile(base+"/"+ops[0], "ref: "+ops[1]+"\n"))
		}
	case target == "":
		if quiet {
			return 1
		}
		r.fatal("ref %s is not a symbolic ref", ops[0])
	case short:
		r.printf("%s\n", shortRef(target))
	default:
		r.printf("%s\n", target)
	}
	return 0
}

func (r *repo) writeTreeMain(args []string) int {
	r.parse("write-tree", args, func(*flags, string, string, bool) bool { return false })
	s := r.readIndex()
	if s.unmerged() {
		for _, e := range s.entries {
			if e.stage > 0 {
				r.note("%s: unmerged (%s)\n", e.name, e.hash)
			}
		}
		r.fatal("git-write-tree: error building trees")
	}
	r.printf("%s\n", r.writeTree(s))
	return 0
}

func (r *repo) readTreeMain(args []string) int {
	empty, reset, update := false, false, false
	f := r.parse("read-tree", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--empty":
			empty = true
		case "--reset":
			reset = true
		case "-u":
			update = true
		default:
			return false
		}
		return true
	})
	if empty {
		r.writeIndex(&staging{})
		return 0
	}
	if len(f.operands) != 1 {
		r.fatal("one tree is read here")
	}
	h, ok := r.rev(f.operands[0])
	if ok {
		h, ok = r.peel(h, "tree")
	}
	if !ok {
		r.fatal("Not a valid object name %s", f.operands[0])
	}
	if reset && update {
		r.switchTo(r.headTree(), h, true, "checkout")
		return 0
	}
	s := &staging{}
	for n, x := range r.treeFiles(h) {
		s.entries = append(s.entries, entry{name: n, mode: x.mode, hash: x.hash})
	}
	r.writeIndex(s)
	return 0
}

func (r *repo) commitTreeMain(args []string) int {
	var parents []hash
	var messages []string
	f := r.parse("commit-tree", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-p":
			s := f.arg(name)
			h, ok := r.rev(s)
			if ok {
				h, ok = r.peel(h, "commit")
			}
			if !ok {
				r.fatal("not a valid object name %s", s)
			}
			parents = append(parents, h)
		case "-m":
			messages = append(messages, strings.TrimRight(f.arg(name), "\n")+"\n")
		case "-F":
			messages = append(messages, string(r.input(f.arg(name))))
		default:
			return false
		}
		return true
	})
	if len(f.operands) != 1 {
		r.fatal("must give exactly one tree")
	}
	h, ok := r.rev(f.operands[0])
	if ok {
		h, ok = r.peel(h, "tree")
	}
	if !ok {
		r.fatal("not a valid object name %s", f.operands[0])
	}
	text := strings.Join(messages, "\n")
	if len(messages) == 0 {
		text = string(r.input("-"))
	}
	r.printf("%s\n", r.putCommit(&commit{tree: h, parents: parents, author: r.ident("AUTHOR", true), committer: r.ident("COMMITTER", true), message: text}))
	return 0
}

func (r *repo) checkIgnoreMain(args []string) int {
	verbose, quiet, stdin, nonMatching, noIndex := false, false, false, false, false
	f := r.parse("check-ignore", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-v", "--verbose":
			verbose = true
		case "-q", "--quiet":
			quiet = true
		case "--stdin":
			stdin = true
		case "-n", "--non-matching":
			nonMatching = true
		case "--no-index":
			noIndex = true
		default:
			return false
		}
		return true
	})
	names := append(f.operands, f.paths...)
	if stdin {
		names = append(names, r.linesOf("-")...)
	}
	if len(names) == 0 {
		r.fatal("no path specified")
	}
	g, s := r.ignores(), r.readIndex()
	found := false
	for _, n := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(r.abs(n)+"/", r.work+"/"), "/")
		dir := strings.HasSuffix(n, "/")
		if i, err := r.fs.Lstat(r.ctx, r.work+"/"+name); err == nil {
			dir = i.IsDir()
		}
		var rule *ignoreRule
		if _, tracked := s.find(name); !tracked || noIndex {
			for k := range name {
				if name[k] == '/' && rule == nil {
					if x := g.rule(name[:k], true); x != nil && !x.not {
						rule = x
					}
				}
			}
			if rule == nil {
				rule = g.rule(name, dir)
			}
		}
		match := rule != nil && (!rule.not || verbose)
		found = found || rule != nil && !rule.not
		switch {
		case quiet:
		case match && verbose:
			r.printf("%s:%d:%s\t%s\n", rule.source, rule.line, rule.text, r.quotePath(n))
		case match:
			r.printf("%s\n", r.quotePath(n))
		case verbose && nonMatching:
			r.printf("::\t%s\n", r.quotePath(n))
		}
	}
	return b2i(!found)
}

func (r *repo) describeMain(args []string) int {
	tags, all, long, always, exact, dirty := false, false, false, false, false, ""
	abbrev := 7
	match := ""
	f := r.parse("describe", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--tags":
			tags = true
		case "--all":
			all, tags = true, true
		case "--long":
			long = true
		case "--always":
			always = true
		case "--exact-match":
			exact = true
		case "--abbrev":
			if has {
				fmt.Sscan(value, &abbrev)
			}
		case "--match":
			match = f.of(name, value, has)
		case "--dirty":
			if dirty = value; dirty == "" {
				dirty = "-dirty"
			}
		default:
			return false
		}
		return true
	})
	rev := "HEAD"
	if len(f.operands) > 0 {
		rev = f.operands[0]
	}
	h, ok := r.rev(rev)
	if ok {
		h, ok = r.peel(h, "commit")
	}
	if !ok {
		r.fatal("Not a valid object name %s", rev)
	}
	suffix := ""
	if dirty != "" && (len(r.workChanges(r.readIndex(), nil, nil)) > 0 || len(compareFiles(r.treeFiles(r.headTree()), indexFiles(r.readIndex()), nil)) > 0) {
		suffix = dirty
	}
	type named struct {
		name      string
		annotated bool
		when      int64
	}
	byCommit := map[hash]named{}
	prefix := "refs/tags/"
	if all {
		prefix = "refs/"
	}
	for _, n := range r.listRefs(prefix) {
		x, _ := r.resolveRef(n)
		o, err := r.objects.get(x)
		if err != nil || o.kind != "tag" && !tags {
			continue
		}
		short := strings.TrimPrefix(n, prefix)
		if match != "" && !wildmatch(match, short, true) {
			continue
		}
		c, ok := r.peel(x, "commit")
		if !ok {
			continue
		}
		d := named{name: short, annotated: o.kind == "tag"}
		if d.annotated {
			d.when = parseTag(o.data).tagger.when.Unix()
		}
		if old, ok := byCommit[c]; !ok || d.annotated && (!old.annotated || d.when > old.when) {
			byCommit[c] = d
		}
	}
	if d, ok := byCommit[h]; ok {
		if long {
			r.printf("%s-0-g%s%s\n", d.name, r.objects.short(h, abbrev), suffix)
		} else {
			r.printf("%s%s\n", d.name, suffix)
		}
		return 0
	}
	if exact {
		r.fatal("no tag exactly matches '%s'", h)
	}
	var best *named
	depth := 0
	r.walk([]hash{h}, nil, walkOptions{}, func(c *commit) bool {
		d, ok := byCommit[c.hash]
		if !ok {
			return true
		}
		n := 0
		below := r.ancestors(c.hash)
		for x := range r.ancestors(h) {
			if !below[x] {
				n++
			}
		}
		if best == nil || n < depth {
			best, depth = &d, n
		}
		return true
	})
	if best == nil {
		if always {
			r.printf("%s%s\n", r.objects.short(h, abbrev), suffix)
			return 0
		}
		if !tags && len(r.listRefs("refs/tags/")) > 0 {
			r.fatal("No annotated tags can describe '%s'.\nHowever, there were unannotated tags: try --tags.", h)
		}
		r.fatal("No names found, cannot describe anything.")
	}
	if abbrev == 0 {
		r.printf("%s%s\n", best.name, suffix)
	} else {
		r.printf("%s-%d-g%s%s\n", best.name, depth, r.objects.short(h, abbrev), suffix)
	}
	return 0
}

func (r *repo) reflogMain(args []string) int {
	if len(args) > 0 && args[0] == "show" {
		args = args[1:]
	}
	l := r.logDefaults()
	f := r.parse("reflog", args, func(f *flags, name, value string, has bool) bool { return r.logOption(&l, f, name, value, has) })
	name := "HEAD"
	if len(f.operands) > 0 {
		name = f.operands[0]
	}
	full := name
	if name != "HEAD" {
		var ok bool
		if full, ok = r.refName(name); !ok {
			r.ambiguous(name)
		}
	}
	for i, e := range r.readLog(full) {
		if i == l.max {
			break
		}
		r.printf("%s %s@{%d}: %s\n", r.objects.short(e.new, 7), name, i, e.message)
	}
	return 0
}

func (r *repo) grepMain(args []string) int {
	var icase, number, names, count, invert, word, fixed, extended, quiet, cached, noName bool
	var patterns []string
	f := r.parse("grep", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-i", "--ignore-case":
			icase = true
		case "-n", "--line-number":
			number = true
		case "-l", "--files-with-matches", "--name-only":
			names = true
		case "-c", "--count":
			count = true
		case "-v", "--invert-match":
			invert = true
		case "-w", "--word-regexp":
			word = true
		case "-F", "--fixed-strings":
			fixed = true
		case "-E", "--extended-regexp", "-P", "--perl-regexp":
			extended = true
		case "-G", "--basic-regexp":
			extended = false
		case "-q", "--quiet":
			quiet = true
		case "-h":
			noName = true
		case "-H", "--no-color", "-I":
		case "--cached":
			cached = true
		case "-e":
			patterns = append(patterns, f.arg(name))
		default:
			return false
		}
		return true
	})
	ops := f.operands
	if len(patterns) == 0 {
		if len(ops) == 0 {
			r.fatal("no pattern given")
		}
		patterns, ops = ops[:1], ops[1:]
	}
	var res []*regexp.Regexp
	for _, p := range patterns {
		switch {
		case fixed:
			p = regexp.QuoteMeta(p)
		case !extended:
			p = basicToGo(p)
		}
		if word {
			p = `\b(?:` + p + `)\b`
		}
		if icase {
			p = "(?i)" + p
		}
		re, err := regexp.Compile(p)
		if err != nil {
			r.fatal("command line, '%s': %s", patterns[0], err)
		}
		res = append(res, re)
	}
	type source struct {
		label string
		files map[string]file
		work  bool
	}
	var from []source
	var paths []string
	for i, o := range ops {
		if h, ok := r.rev(o); ok && (f.dashes || !r.exists(r.abs(o))) {
			if t, ok := r.peel(h, "tree"); ok {
				from = append(from, source{label: o + ":", files: r.treeFiles(t)})
				continue
			}
		}
		paths = ops[i:]
		break
	}
	specs := r.pathspecs(append(paths, f.paths...))
	if len(specs) == 0 && r.prefix != "" {
		specs = []*pathspec{{text: ".", name: strings.TrimSuffix(r.prefix, "/")}}
	}
	if len(from) == 0 {
		from = append(from, source{files: indexFiles(r.readIndex()), work: !cached})
	}
	found := false
	for _, src := range from {
		var sorted []string
		for n := range src.files {
			if chosen(specs, n) {
				sorted = append(sorted, n)
			}
		}
		sort.Strings(sorted)
		for _, n := range sorted {
			x := src.files[n]
			if x.mode == modeGitlink || x.mode == modeLink {
				continue
			}
			var data []byte
			if src.work {
				i, err := r.fs.Lstat(r.ctx, r.work+"/"+n)
				if err != nil || i.IsDir() {
					continue
				}
				data, err = r.content(n, i)
				r.check(err)
			} else {
				data = r.blob(x.hash)
			}
			shown := src.label + r.quotePath(r.relative(n))
			hits := 0
			for k, line := range splitLines(data) {
				line = strings.TrimSuffix(line, "\n")
				ok := false
				for _, re := range res {
					ok = ok || re.MatchString(line)
				}
				if ok == invert {
					continue
				}
				hits++
				found = true
				if quiet {
					return 0
				}
				if names || count {
					if names {
						break
					}
					continue
				}
				if binary(data) {
					r.printf("Binary file %s matches\n", shown)
					break
				}
				if !noName {
					r.printf("%s:", shown)
				}
				if number {
					r.printf("%d:", k+1)
				}
				r.printf("%s\n", line)
			}
			switch {
			case names && hits > 0:
				r.printf("%s\n", shown)
			case count && hits > 0 && noName:
				r.printf("%d\n", hits)
			case count && hits > 0:
				r.printf("%s:%d\n", shown, hits)
			}
		}
	}
	return b2i(!found)
}
