package git

import (
	"fmt"
	"sort"
	"strings"
)

// condition is how a path stands: X in the index against HEAD, Y in the
// working tree against the index, as git-status(1) has them.
type condition struct {
	x, y    byte
	name    string
	oldName string // of a rename
}

// unmergedCode is XY of an unmerged path by the stages that it has.
var unmergedCode = map[int]string{1 << 1: "DD", 1 << 2: "AU", 1<<1 | 1<<3: "DU", 1 << 3: "UA", 1<<1 | 1<<2: "UD", 1<<2 | 1<<3: "AA", 1<<1 | 1<<2 | 1<<3: "UU"}

// survey is what status finds.
type survey struct {
	tracked            []condition
	untracked, ignored []string
}

func (r *repo) survey(specs []*pathspec, untracked string, ignored bool) *survey {
	s := r.readIndex()
	v := &survey{}
	byName := map[string]*condition{}
	at := func(name string) *condition {
		if byName[name] == nil {
			byName[name] = &condition{x: ' ', y: ' ', name: name}
		}
		return byName[name]
	}
	stages := map[string]int{}
	for _, e := range s.entries {
		if e.stage > 0 && chosen(specs, e.name) {
			stages[e.name] |= 1 << e.stage
		}
	}
	head, index := r.treeFiles(r.headTree()), indexFiles(s)
	for n := range stages {
		delete(head, n)
	}
	o := r.diffDefaults()
	for _, c := range r.renames(compareFiles(head, index, specs), o.least, false) {
		d := at(c.name())
		d.x = c.kind
		if c.kind == 'R' || c.kind == 'C' {
			d.oldName = c.oldName
		}
	}
	for _, c := range r.workChanges(s, nil, specs) {
		if stages[c.name()] == 0 {
			at(c.name()).y = c.kind
		}
	}
	for n, have := range stages {
		d := at(n)
		code := unmergedCode[have]
		d.x, d.y = code[0], code[1]
	}
	for _, d := range byName {
		v.tracked = append(v.tracked, *d)
	}
	sort.Slice(v.tracked, func(i, j int) bool { return v.tracked[i].name < v.tracked[j].name })
	if untracked != "no" || ignored {
		r.untracked(s, specs, untracked == "all", ignored, func(name string, ign bool) {
			if ign {
				v.ignored = append(v.ignored, name)
			} else if untracked != "no" {
				v.untracked = append(v.untracked, name)
			}
		})
	}
	sort.Strings(v.untracked)
	sort.Strings(v.ignored)
	return v
}

func (c condition) unmerged() bool {
	return c.x == 'U' || c.y == 'U' || c.x == 'A' && c.y == 'A' || c.x == 'D' && c.y == 'D'
}

func (r *repo) statusMain(args []string) int {
	r.needWork()
	format, branch, nul, ignored, stash, verbose := "", false, false, false, false, false
	untracked := "normal"
	if v, ok := r.config("status.showuntrackedfiles"); ok {
		untracked = v
	}
	if r.configBool("status.short", false) {
		format = "short"
	}
	branch = r.configBool("status.branch", false)
	f := r.parse("status", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-s", "--short":
			format = "short"
		case "--porcelain":
			format, branch = "porcelain", false
			if has && value == "v2" {
				format = "v2"
			} else if has && value != "v1" && value != "1" && value != "2" {
				r.fatal("unsupported porcelain version '%s'", value)
			}
			if has && value == "2" {
				format = "v2"
			}
		case "--long":
			format = ""
		case "-b", "--branch":
			branch = true
		case "--no-branch":
			branch = false
		case "-z":
			nul = true
		case "-u", "--untracked-files":
			if name == "-u" {
				value = f.attached()
			}
			if untracked = value; untracked == "" {
				untracked = "all"
			}
			if untracked != "no" && untracked != "normal" && untracked != "all" {
				r.fatal("Invalid untracked files mode '%s'", untracked)
			}
		case "--ignored":
			if ignored = value != "no"; value != "" && value != "traditional" && value != "no" {
				r.fatal("Unsupported ignored mode '%s'", value)
			}
		case "--show-stash":
			stash = true
		case "-v", "--verbose":
			verbose = true
		case "--ahead-behind", "--renames", "--no-column":
		default:
			return false
		}
		return true
	})
	if nul && format == "" {
		format = "porcelain"
	}
	v := r.survey(r.pathspecs(append(f.operands, f.paths...)), untracked, ignored)
	switch format {
	case "":
		r.longStatus(v, untracked, "")
		if stash {
			if n := len(r.readLog("refs/stash")); n > 0 {
				r.printf("Your stash currently has %d %s\n", n, plural(n, "entry", "entries"))
			}
		}
		if verbose {
			o := r.diffDefaults()
			o.patch = true
			r.show(r.prepare(compareFiles(r.treeFiles(r.headTree()), indexFiles(r.readIndex()), nil), &o), &o)
		}
	case "v2":
		r.porcelain2(v, branch, nul)
	default:
		if branch {
			r.printf("## %s%s", r.branchLine(), map[bool]string{true: "\x00", false: "\n"}[nul])
		}
		r.shortStatus(v, nul, format == "short")
	}
	return 0
}

// branchLine is what "## " is followed by.
func (r *repo) branchLine() string {
	branch, h := r.head()
	switch {
	case branch == "":
		return "HEAD (no branch)"
	case h.zero():
		return "No commits yet on " + strings.TrimPrefix(branch, "refs/heads/")
	}
	name := strings.TrimPrefix(branch, "refs/heads/")
	if up, ok := r.upstream(name); ok {
		line := name + "..." + shortRef(up)
		other, ok := r.resolveRef(up)
		if !ok {
			return line + " [gone]"
		}
		ahead, behind := r.aheadBehind(h, other)
		var parts []string
		if ahead > 0 {
			parts = append(parts, fmt.Sprintf("ahead %d", ahead))
		}
		if behind > 0 {
			parts = append(parts, fmt.Sprintf("behind %d", behind))
		}
		if len(parts) > 0 {
			line += " [" + strings.Join(parts, ", ") + "]"
		}
		return line
	}
	return name
}

func shortRef(name string) string {
	for _, p := range []string{"refs/heads/", "refs/tags/", "refs/remotes/", "refs/"} {
		if s, ok := strings.CutPrefix(name, p); ok {
			return s
		}
	}
	return name
}

func (r *repo) aheadBehind(a, b hash) (ahead, behind int) {
	x, y := r.ancestors(a), r.ancestors(b)
	for h := range x {
		if !y[h] {
			ahead++
		}
	}
	for h := range y {
		if !x[h] {
			behind++
		}
	}
	return ahead, behind
}

func (r *repo) shortStatus(v *survey, nul, relative bool) {
	show := func(name string) string {
		if relative && !nul {
			name = r.relative(name)
		}
		if q := r.quotePath(name); !nul {
			if q == name && strings.Contains(name, " ") {
				return `"` + name + `"`
			}
			return q
		}
		return name
	}
	for _, c := range v.tracked {
		switch {
		case c.oldName != "" && nul:
			r.printf("%c%c %s\x00%s\x00", c.x, c.y, show(c.name), show(c.oldName))
		case c.oldName != "":
			r.printf("%c%c %s -> %s\n", c.x, c.y, show(c.oldName), show(c.name))
		case nul:
			r.printf("%c%c %s\x00", c.x, c.y, show(c.name))
		default:
			r.printf("%c%c %s\n", c.x, c.y, show(c.name))
		}
	}
	end := map[bool]string{true: "\x00", false: "\n"}[nul]
	for _, n := range v.untracked {
		r.printf("?? %s%s", show(n), end)
	}
	for _, n := range v.ignored {
		r.printf("!! %s%s", show(n), end)
	}
}

func (r *repo) porcelain2(v *survey, branch, nul bool) {
	end := map[bool]string{true: "\x00", false: "\n"}[nul]
	quote := r.quotePath
	if nul {
		quote = func(s string) string { return s }
	}
	if branch {
		name, h := r.head()
		id, short := h.String(), strings.TrimPrefix(name, "refs/heads/")
		if h.zero() {
			id = "(initial)"
		}
		if name == "" {
			short = "(detached)"
		}
		r.printf("# branch.oid %s%s# branch.head %s%s", id, end, short, end)
		if up, ok := r.upstream(short); ok {
			r.printf("# branch.upstream %s%s", shortRef(up), end)
			if other, ok := r.resolveRef(up); ok {
				a, b := r.aheadBehind(h, other)
				r.printf("# branch.ab +%d -%d%s", a, b, end)
			}
		}
	}
	s := r.readIndex()
	head := r.treeFiles(r.headTree())
	dot := func(c byte) byte {
		if c == ' ' {
			return '.'
		}
		return c
	}
	for _, c := range v.tracked {
		if c.unmerged() {
			var st [4]entry
			for _, e := range s.entries {
				if e.name == c.name {
					st[e.stage] = e
				}
			}
			mode := uint32(0)
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+c.name); err == nil {
				mode = modeOf(i)
			}
			r.printf("u %c%c N... %06o %06o %06o %06o %s %s %s %s%s", c.x, c.y, st[1].mode, st[2].mode, st[3].mode, mode, st[1].hash, st[2].hash, st[3].hash, quote(c.name), end)
			continue
		}
		old := head[c.name]
		if c.oldName != "" {
			old = head[c.oldName]
		}
		var in entry
		if e := s.get(c.name); e != nil {
			in = *e
		}
		mode := in.mode
		if in.intent {
			in.mode, in.hash = 0, hash{}
		}
		if i, err := r.fs.Lstat(r.ctx, r.work+"/"+c.name); err != nil {
			mode = 0
		} else if c.y != ' ' {
			mode = modeOf(i)
		}
		kind, more := "1", ""
		if c.oldName != "" {
			kind, more = "2", fmt.Sprintf(" %c100", c.x)
			sep := "\t"
			if nul {
				sep = "\x00"
			}
			r.printf("%s %c%c N... %06o %06o %06o %s %s%s %s%s%s%s", kind, dot(c.x), dot(c.y), old.mode, in.mode, mode, old.hash, in.hash, more, quote(c.name), sep, quote(c.oldName), end)
			continue
		}
		r.printf("%s %c%c N... %06o %06o %06o %s %s %s%s", kind, dot(c.x), dot(c.y), old.mode, in.mode, mode, old.hash, in.hash, quote(c.name), end)
	}
	for _, n := range v.untracked {
		r.printf("? %s%s", quote(n), end)
	}
	for _, n := range v.ignored {
		r.printf("! %s%s", quote(n), end)
	}
}

// longStatus writes status as people read it; prefix is put before each line
// (a commit message's comments).
func (r *repo) longStatus(v *survey, untracked, prefix string) {
	var b strings.Builder
	say := func(format string, a ...any) { fmt.Fprintf(&b, format, a...) }
	branch, h := r.head()
	switch {
	case branch != "":
		say("On branch %s\n", strings.TrimPrefix(branch, "refs/heads/"))
	case h.zero():
		say("Not currently on any branch.\n")
	default:
		say("HEAD detached at %s\n", r.detachedAt(h))
	}
	if branch != "" && !h.zero() {
		b.WriteString(r.tracking(branch, h, true))
	}
	merging := r.exists(r.dir + "/MERGE_HEAD")
	plain := !merging && !r.exists(r.dir+"/CHERRY_PICK_HEAD") // an ordinary commit is to come
	var staged, local, unmerged []condition
	for _, c := range v.tracked {
		if c.unmerged() {
			unmerged = append(unmerged, c)
			continue
		}
		if c.x != ' ' {
			staged = append(staged, c)
		}
		if c.y != ' ' {
			local = append(local, c)
		}
	}
	switch {
	case merging && len(unmerged) > 0:
		say("You have unmerged paths.\n  (fix conflicts and run \"git commit\")\n  (use \"git merge --abort\" to abort the merge)\n\n")
	case merging:
		say("All conflicts fixed but you are still merging.\n  (use \"git commit\" to conclude merge)\n\n")
	case r.exists(r.dir + "/CHERRY_PICK_HEAD"):
		say("You are currently cherry-picking commit %s.\n", r.line("CHERRY_PICK_HEAD")[:7])
		if len(unmerged) > 0 {
			say("  (fix conflicts and run \"git cherry-pick --continue\")\n")
		} else {
			say("  (all conflicts fixed: run \"git cherry-pick --continue\")\n")
		}
		say("  (use \"git cherry-pick --skip\" to skip this patch)\n  (use \"git cherry-pick --abort\" to cancel the cherry-pick operation)\n\n")
	case r.exists(r.dir + "/REVERT_HEAD"):
		say("You are currently reverting commit %s.\n", r.line("REVERT_HEAD")[:7])
		if len(unmerged) > 0 {
			say("  (fix conflicts and run \"git revert --continue\")\n")
		} else {
			say("  (all conflicts fixed: run \"git revert --continue\")\n")
		}
		say("  (use \"git revert --skip\" to skip this patch)\n  (use \"git revert --abort\" to cancel the revert operation)\n\n")
	}
	if h.zero() {
		say("\nNo commits yet\n\n")
	}
	if len(staged) > 0 {
		say("Changes to be committed:\n")
		switch {
		case !plain:
		case h.zero():
			say("  (use \"git rm --cached <file>...\" to unstage)\n")
		default:
			say("  (use \"git restore --staged <file>...\" to unstage)\n")
		}
		for _, c := range staged {
			name := r.quotePath(r.relative(c.name))
			if c.oldName != "" {
				name = r.quotePath(r.relative(c.oldName)) + " -> " + name
			}
			say("\t%-12s%s\n", map[byte]string{'A': "new file:", 'M': "modified:", 'D': "deleted:", 'R': "renamed:", 'C': "copied:", 'T': "typechange:"}[c.x], name)
		}
		say("\n")
	}
	if len(unmerged) > 0 {
		say("Unmerged paths:\n")
		removed := false
		for _, c := range unmerged {
			removed = removed || c.x == 'D' || c.y == 'D'
		}
		if plain {
			say("  (use \"git restore --staged <file>...\" to unstage)\n")
		}
		if removed {
			say("  (use \"git add/rm <file>...\" as appropriate to mark resolution)\n")
		} else {
			say("  (use \"git add <file>...\" to mark resolution)\n")
		}
		for _, c := range unmerged {
			say("\t%-17s%s\n", map[string]string{"DD": "both deleted:", "AU": "added by us:", "UD": "deleted by them:", "UA": "added by them:", "DU": "deleted by us:", "AA": "both added:", "UU": "both modified:"}[string([]byte{c.x, c.y})], r.quotePath(r.relative(c.name)))
		}
		say("\n")
	}
	if len(local) > 0 {
		say("Changes not staged for commit:\n")
		word := "add"
		for _, c := range local {
			if c.y == 'D' {
				word = "add/rm"
			}
		}
		say("  (use \"git %s <file>...\" to update what will be committed)\n  (use \"git restore <file>...\" to discard changes in working directory)\n", word)
		for _, c := range local {
			say("\t%-12s%s\n", map[byte]string{'M': "modified:", 'D': "deleted:", 'A': "new file:", 'T': "typechange:"}[c.y], r.quotePath(r.relative(c.name)))
		}
		say("\n")
	}
	list := func(title, hint string, names []string) {
		if len(names) == 0 {
			return
		}
		say("%s:\n  (use \"git add%s <file>...\" to include in what will be committed)\n", title, hint)
		for _, n := range names {
			say("\t%s\n", r.quotePath(r.relative(n)))
		}
		say("\n")
	}
	list("Untracked files", "", v.untracked)
	list("Ignored files", " -f", v.ignored)
	if untracked == "no" && (len(staged) > 0 || len(local) > 0) {
		say("Untracked files not listed (use -u option to show untracked files)\n")
	}
	if len(staged) == 0 && !(merging && len(unmerged) == 0) {
		switch {
		case len(local)+len(unmerged) > 0:
			say("no changes added to commit (use \"git add\" and/or \"git commit -a\")\n")
		case len(v.untracked) > 0:
			say("nothing added to commit but untracked files present (use \"git add\" to track)\n")
		case h.zero():
			say("nothing to commit (create/copy files and use \"git add\" to track)\n")
		case untracked == "no":
			say("nothing to commit (use -u to show untracked files)\n")
		default:
			say("nothing to commit, working tree clean\n")
		}
	}
	text := b.String()
	if prefix != "" {
		text = comment(text)
	}
	r.p.Out.WriteString(text)
}

// comment puts "# " before each line.
func comment(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteByte('#')
		if line != "" && line[0] != '\t' {
			b.WriteByte(' ')
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// detachedAt names what was checked out: what the log says, if it is that still.
func (r *repo) detachedAt(h hash) string {
	for _, e := range r.readLog("HEAD") {
		if rest, ok := strings.CutPrefix(e.message, "checkout: moving from "); ok {
			_, to, _ := strings.Cut(rest, " to ")
			if x, ok := parseHash(to); ok {
				return r.objects.short(x, 7)
			}
			if name, ok := r.refName(to); ok {
				if x, _ := r.resolveRef(name); x == h {
					return to
				}
			}
			return r.objects.short(e.new, 7)
		}
	}
	return r.objects.short(h, 7)
}

// tracking says how a branch stands to what it follows.
func (r *repo) tracking(branch string, h hash, status bool) string {
	up, ok := r.upstream(strings.TrimPrefix(branch, "refs/heads/"))
	if !ok {
		return ""
	}
	name := shortRef(up)
	end := "\n"
	if status {
		end = "\n\n"
	}
	other, ok := r.resolveRef(up)
	if !ok {
		return fmt.Sprintf("Your branch is based on '%s', but the upstream is gone.\n  (use \"git branch --unset-upstream\" to fixup)%s", name, end)
	}
	ahead, behind := r.aheadBehind(h, other)
	switch {
	case ahead == 0 && behind == 0:
		return fmt.Sprintf("Your branch is up to date with '%s'.%s", name, end)
	case behind == 0:
		return fmt.Sprintf("Your branch is ahead of '%s' by %d %s.\n  (use \"git push\" to publish your local commits)%s", name, ahead, plural(ahead, "commit", "commits"), end)
	case ahead == 0:
		return fmt.Sprintf("Your branch is behind '%s' by %d %s, and can be fast-forwarded.\n  (use \"git pull\" to update your local branch)%s", name, behind, plural(behind, "commit", "commits"), end)
	}
	return fmt.Sprintf("Your branch and '%s' have diverged,\nand have %d and %d different commits each, respectively.\n  (use \"git pull\" to merge the remote branch into yours)%s", name, ahead, behind, end)
}
