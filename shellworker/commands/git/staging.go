package git

import (
	"sort"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

func (r *repo) initMain(args []string) int {
	bare, quiet, branch := false, false, ""
	f := r.parse("init", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--bare":
			bare = true
		case "-q", "--quiet":
			quiet = true
		case "-b", "--initial-branch":
			branch = f.of(name, value, has)
		default:
			return false
		}
		return true
	})
	dir := r.cwd
	if ops := append(f.operands, f.paths...); len(ops) == 1 {
		dir = r.abs(ops[0])
	} else if len(ops) > 1 {
		r.fatal("too many arguments")
	}
	top := dir
	if !bare {
		dir += "/.git"
	}
	again := r.isRepository(dir)
	if branch != "" && !goodRefName(branch) {
		r.fatal("invalid initial branch name: '%s'", branch)
	}
	r.dir, r.common, r.files = "", "", nil
	if branch == "" {
		branch, _ = r.config("init.defaultbranch")
	}
	if branch == "" {
		branch = "master"
		if !again && !quiet {
			r.note(`hint: Using 'master' as the name for the initial branch. This default branch name
hint: is subject to change. To configure the initial branch name to use in all
hint: of your new repositories, which will suppress this warning, call:
hint: 
hint: 	git config --global init.defaultBranch <name>
hint: 
hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and
hint: 'development'. The just-created branch can be renamed via this command:
hint: 
hint: 	git branch -m <name>
`)
		}
	}
	for _, d := range []string{"branches", "hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		r.check(r.fs.MkdirAll(r.ctx, dir+"/"+d, 0o777&^r.p.Umask))
	}
	files := [][2]string{{"HEAD", "ref: refs/heads/" + branch + "\n"}, {"description", "Unnamed repository; edit this file 'description' to name the repository.\n"},
		{"info/exclude", "# git ls-files --others --exclude-from=.git/info/exclude\n# Lines that start with '#' are comments.\n"}}
	more := "\tlogallrefupdates = true\n"
	if bare {
		more = ""
	}
	files = append(files, [2]string{"config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = " + map[bool]string{true: "true", false: "false"}[bare] + "\n" + more})
	for _, x := range files {
		if !r.exists(dir + "/" + x[0]) {
			r.check(r.writeFile(dir+"/"+x[0], x[1]))
		}
	}
	if again && branch != "" {
		if r.use(dir, top); hasFlag(args, "-b") || hasFlag(args, "--initial-branch") {
			r.note("warning: re-init: ignored --initial-branch=%s\n", branch)
		}
	}
	if !quiet {
		word := "Initialized empty"
		if again {
			word = "Reinitialized existing"
		}
		r.printf("%s Git repository in %s/\n", word, dir)
	}
	return 0
}

func hasFlag(args []string, name string) bool {
	for _, a := range args {
		if a == name || strings.HasPrefix(a, name+"=") || len(name) == 2 && strings.HasPrefix(a, name) && !strings.HasPrefix(a, "--") {
			return true
		}
	}
	return false
}

func (r *repo) addMain(args []string) int {
	r.needWork()
	var all, update, dry, verbose, force, intent bool
	from := ""
	f := r.parse("add", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-A", "--all", "--no-ignore-removal":
			all = true
		case "-u", "--update":
			update = true
		case "-n", "--dry-run":
			dry = true
		case "-v", "--verbose":
			verbose = true
		case "-f", "--force":
			force = true
		case "-N", "--intent-to-add":
			intent = true
		case "--pathspec-from-file":
			from = f.of(name, value, has)
		default:
			return false
		}
		return true
	})
	names := append(f.operands, f.paths...)
	if from != "" {
		names = append(names, r.linesOf(from)...)
	}
	if len(names) == 0 && !all && !update {
		r.note("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n")
		return 0
	}
	specs := r.pathspecs(names)
	s := r.readIndex()
	say := func(word, name string) {
		if verbose || dry {
			r.printf("%s '%s'\n", word, name)
		}
	}
	type action struct {
		name string
		info vfs.Info
		gone bool
	}
	var do []action
	seen := map[string]bool{}
	for i := range s.entries {
		e := &s.entries[i]
		if seen[e.name] || !chosen(specs, e.name) {
			continue
		}
		seen[e.name] = true
		if st := r.state(e, s.mtime); st.gone {
			do = append(do, action{name: e.name, gone: true})
		} else if !st.same && e.mode != modeGitlink {
			do = append(do, action{name: e.name, info: st.info})
		}
	}
	var ignored []string
	if !update {
		g := r.ignores()
		r.untracked(s, specs, true, true, func(name string, ign bool) {
			if strings.HasSuffix(name, "/") {
				return // a repository of its own
			}
			if ign && !force {
				for _, p := range specs {
					if strings.TrimSuffix(p.name, "/") == name || strings.HasPrefix(name, strings.TrimSuffix(p.name, "/")+"/") && p.name != "" && g.ignored(strings.TrimSuffix(p.name, "/"), true) {
						if t := strings.TrimSuffix(p.text, "/"); len(ignored) == 0 || ignored[len(ignored)-1] != t {
							ignored = append(ignored, t)
						}
					}
				}
				return
			}
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+name); err == nil {
				do = append(do, action{name: name, info: i})
			}
		})
	}
	for _, p := range specs {
		if !p.used && !p.exclude && p.name != "" && !r.exists(r.work+"/"+p.name) {
			r.fatal("pathspec '%s' did not match any files", p.text)
		}
	}
	sort.SliceStable(do, func(i, j int) bool { return do[i].name < do[j].name })
	for _, a := range do {
		if a.gone {
			say("remove", a.name)
			if !dry {
				s.remove(a.name)
			}
			continue
		}
		say("add", a.name)
		switch {
		case dry:
		case intent && s.get(a.name) == nil:
			h, err := r.objects.put("blob", nil)
			r.check(err)
			s.put(entry{name: a.name, mode: modeOf(a.info), hash: h, intent: true})
		default:
			r.stage(s, a.name, a.info)
		}
	}
	if !dry {
		r.writeIndex(s)
	}
	if len(ignored) > 0 {
		r.note("The following paths are ignored by one of your .gitignore files:\n%s\nhint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: \"git config advice.addIgnoredFile false\"\n", strings.Join(ignored, "\n"))
		return 1
	}
	return 0
}

// linesOf reads the lines of a file, - being the standard input.
func (r *repo) linesOf(name string) []string {
	data := r.input(name)
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func (r *repo) rmMain(args []string) int {
	r.needWork()
	var force, dry, recursive, cached, quiet, okNone bool
	f := r.parse("rm", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-f", "--force":
			force = true
		case "-n", "--dry-run":
			dry = true
		case "-r":
			recursive = true
		case "--cached":
			cached = true
		case "-q", "--quiet":
			quiet = true
		case "--ignore-unmatch":
			okNone = true
		default:
			return false
		}
		return true
	})
	names := append(f.operands, f.paths...)
	if len(names) == 0 {
		r.fatal("No pathspec was given. Which files should I remove?")
	}
	specs := r.pathspecs(names)
	s := r.readIndex()
	var list []string
	for _, e := range s.entries {
		if chosen(specs, e.name) && (len(list) == 0 || list[len(list)-1] != e.name) {
			list = append(list, e.name)
		}
	}
	for _, p := range specs {
		if !p.used && !p.exclude {
			if okNone {
				continue
			}
			r.fatal("pathspec '%s' did not match any files", p.text)
		}
		if !recursive && !p.exclude && !strings.ContainsAny(p.text, "*?[") {
			if _, ok := s.find(strings.TrimSuffix(p.name, "/")); !ok {
				r.fatal("not removing '%s' recursively without -r", p.text)
			}
		}
	}
	if !force {
		head := r.treeFiles(r.headTree())
		var both, staged, local []string
		for _, n := range list {
			e := s.get(n)
			if e == nil || e.intent {
				continue
			}
			st := r.state(e, s.mtime)
			if st.gone {
				continue
			}
			inHead := head[n] == file{e.mode, e.hash}
			switch {
			case !st.same && !inHead:
				both = append(both, n)
			case cached:
			case !inHead:
				staged = append(staged, n)
			case !st.same:
				local = append(local, n)
			}
		}
		bad := false
		say := func(list []string, what, hint string) {
			if len(list) == 0 {
				return
			}
			bad = true
			r.error("the following %s %s:\n    %s\n%s", plural(len(list), "file has", "files have"), what, strings.Join(list, "\n    "), hint)
		}
		say(both, "staged content different from both the\nfile and the HEAD", "(use -f to force removal)")
		say(staged, "changes staged in the index", "(use --cached to keep the file, or -f to force removal)")
		say(local, "local modifications", "(use --cached to keep the file, or -f to force removal)")
		if bad {
			return 1
		}
	}
	for _, n := range list {
		if !quiet {
			r.printf("rm '%s'\n", n)
		}
		if dry {
			continue
		}
		s.remove(n)
		if !cached {
			r.removeFile(n)
		}
	}
	if !dry {
		r.writeIndex(s)
	}
	return 0
}

func (r *repo) mvMain(args []string) int {
	r.needWork()
	var force, dry, verbose, skip bool
	f := r.parse("mv", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-f", "--force":
			force = true
		case "-n", "--dry-run":
			dry = true
		case "-v", "--verbose":
			verbose = true
		case "-k":
			skip = true
		default:
			return false
		}
		return true
	})
	names := append(f.operands, f.paths...)
	if len(names) < 2 {
		r.note("usage: git mv [<options>] <source>... <destination>\n")
		return 129
	}
	inside := func(name string) string {
		rest, ok := strings.CutPrefix(r.abs(name)+"/", r.work+"/")
		if !ok {
			r.fatal("%s: '%s' is outside repository at '%s'", name, name, r.work)
		}
		return strings.TrimSuffix(rest, "/")
	}
	target := inside(names[len(names)-1])
	i, err := r.fs.Stat(r.ctx, r.work+"/"+target)
	into := err == nil && i.IsDir()
	if len(names) > 2 && !into {
		r.fatal("destination '%s' is not a directory", names[len(names)-1])
	}
	s := r.readIndex()
	for _, n := range names[:len(names)-1] {
		src, dst := inside(n), target
		if into {
			dst = strings.TrimPrefix(target+"/"+base(src), "/")
		}
		bad := func(what string) bool {
			if skip {
				return true
			}
			r.fatal("%s, source=%s, destination=%s", what, src, dst)
			return true
		}
		info, err := r.fs.Lstat(r.ctx, r.work+"/"+src)
		if err != nil {
			bad("bad source")
			continue
		}
		k, _ := s.find(src + "/")
		dir := info.IsDir()
		tracked := s.get(src) != nil || dir && k < len(s.entries) && strings.HasPrefix(s.entries[k].name, src+"/")
		switch {
		case dir && !tracked:
			bad("source directory is empty")
			continue
		case !tracked:
			bad("not under version control")
			continue
		case dst == src || strings.HasPrefix(dst, src+"/"):
			bad("can not move directory into itself")
			continue
		case r.exists(r.work+"/"+dst) && !force:
			bad("destination exists")
			continue
		}
		if verbose || dry {
			r.printf("Renaming %s to %s\n", src, dst)
		}
		if dry {
			continue
		}
		if err := r.fs.Rename(r.ctx, r.work+"/"+src, r.work+"/"+dst); err != nil {
			r.fatal("renaming '%s' failed: %s", src, vfs.ErrText(err))
		}
		var moved []entry
		for _, e := range s.entries {
			if rest, ok := strings.CutPrefix(e.name, src+"/"); ok {
				e.name = dst + "/" + rest
				moved = append(moved, e)
			} else if e.name == src {
				e.name = dst
				moved = append(moved, e)
			}
		}
		keep := s.entries[:0:0]
		for _, e := range s.entries {
			if e.name != src && !strings.HasPrefix(e.name, src+"/") {
				keep = append(keep, e)
			}
		}
		s.entries = keep
		for _, e := range moved {
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+e.name); err == nil && e.stat.ino == uint32(i.Ino) && e.stat.mtime == i.Mtime {
				e.stat = statOf(i) // the rename changed its ctime only
			}
			s.put(e)
		}
	}
	if !dry {
		r.writeIndex(s)
	}
	return 0
}

func (r *repo) cleanMain(args []string) int {
	r.needWork()
	var dry, dirs, quiet, withIgnored, onlyIgnored bool
	force := 0
	var exclude []string
	f := r.parse("clean", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-f", "--force":
			force++
		case "-n", "--dry-run":
			dry = true
		case "-d":
			dirs = true
		case "-q", "--quiet":
			quiet = true
		case "-x":
			withIgnored = true
		case "-X":
			onlyIgnored = true
		case "-e", "--exclude":
			exclude = append(exclude, f.of(name, value, has))
		default:
			return false
		}
		return true
	})
	if withIgnored && onlyIgnored {
		r.fatal("options '-x' and '-X' cannot be used together")
	}
	if v := r.configBool("clean.requireforce", true); v && force == 0 && !dry {
		r.fatal("clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean")
	}
	specs := r.pathspecs(append(f.operands, f.paths...))
	s := r.readIndex()
	more := parseIgnore(strings.Join(exclude, "\n"), "", "-e")
	type target struct {
		name    string
		ignored bool
	}
	var list []target
	r.untracked(s, specs, false, withIgnored || onlyIgnored, func(name string, ignored bool) { list = append(list, target{name, ignored}) })
	for _, t := range list {
		if t.ignored && !withIgnored && !onlyIgnored || !t.ignored && onlyIgnored {
			continue
		}
		name, dir := strings.CutSuffix(t.name, "/")
		if dir && !dirs && len(specs) == 0 {
			continue
		}
		skip := false
		for i := range more {
			skip = skip || more[i].matches(name, dir)
		}
		if skip {
			continue
		}
		if dir && r.isRepository(r.work+"/"+name+"/.git") && force < 2 {
			continue
		}
		shown := r.quotePath(r.relative(t.name))
		if dry {
			r.printf("Would remove %s\n", shown)
			continue
		}
		if !quiet {
			r.printf("Removing %s\n", shown)
		}
		if dir && !withIgnored {
			r.removeUntracked(s, name)
		} else {
			r.check(r.fs.RemoveAll(r.ctx, r.work+"/"+name))
		}
	}
	return 0
}

// removeUntracked removes a directory but for what is ignored in it.
func (r *repo) removeUntracked(s *staging, dir string) {
	g := r.ignores()
	var walk func(dir string)
	walk = func(dir string) {
		list, _ := r.fs.ReadDir(r.ctx, r.work+"/"+dir)
		for _, e := range list {
			name := dir + "/" + e.Name
			isDir := e.Kind == vfs.Directory
			if g.ignored(name, isDir) {
				continue
			}
			if isDir {
				walk(name)
			} else {
				r.check(r.fs.Unlink(r.ctx, r.work+"/"+name))
			}
		}
		r.fs.Rmdir(r.ctx, r.work+"/"+dir)
	}
	walk(dir)
}

// relative is a path of the working tree as it is seen from where the command works.
func (r *repo) relative(name string) string {
	if r.prefix == "" {
		return name
	}
	up := strings.TrimSuffix(r.prefix, "/")
	back := ""
	for up != "" {
		if rest, ok := strings.CutPrefix(name, up+"/"); ok {
			if back+rest == "" {
				return "./"
			}
			return back + rest
		}
		back += "../"
		if i := strings.LastIndexByte(up, '/'); i >= 0 {
			up = up[:i]
		} else {
			up = ""
		}
	}
	return back + name
}
