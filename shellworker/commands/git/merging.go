package git

import (
	"fmt"
	"sort"
	"strings"
)

// merged is the outcome of a three-way merge of texts.
type merged struct {
	data     []byte
	conflict bool
}

// mergeTexts joins what two texts changed of a third. Where both changed the
// same place differently both stand, between markers, unless favor ("ours" or
// "theirs") decides. Changes that touch are in the same place.
func (r *repo) mergeTexts(base, a, b []byte, ours, theirs, favor string) merged {
	x, l, m := splitLines(base), splitLines(a), splitLines(b)
	ea, eb := edits(r.ctx, x, l, nil), edits(r.ctx, x, m, nil)
	type piece struct {
		same bool // both sides agree: ours is the text
		a, b []string
	}
	var pieces []piece
	plain := func(lines []string) {
		if len(lines) == 0 {
			return
		}
		if n := len(pieces); n > 0 && pieces[n-1].same {
			pieces[n-1].a = append(pieces[n-1].a[:len(pieces[n-1].a):len(pieces[n-1].a)], lines...)
			return
		}
		pieces = append(pieces, piece{same: true, a: lines})
	}
	at, atA, atB := 0, 0, 0 // in base, and what it is in either side
	for len(ea) > 0 || len(eb) > 0 {
		// The next place: edits that touch each other.
		from := len(x) + 1
		if len(ea) > 0 {
			from = ea[0].a0
		}
		if len(eb) > 0 {
			from = min(from, eb[0].a0)
		}
		to := from
		na, nb := 0, 0
		for {
			switch {
			case na < len(ea) && ea[na].a0 <= to:
				to = max(to, ea[na].a1)
				na++
				continue
			case nb < len(eb) && eb[nb].a0 <= to:
				to = max(to, eb[nb].a1)
				nb++
				continue
			}
			break
		}
		plain(x[at:from])
		startA, startB := atA+from-at, atB+from-at
		endA, endB := startA+to-from, startB+to-from
		for _, e := range ea[:na] {
			endA += (e.b1 - e.b0) - (e.a1 - e.a0)
		}
		for _, e := range eb[:nb] {
			endB += (e.b1 - e.b0) - (e.a1 - e.a0)
		}
		sideA, sideB := l[startA:endA], m[startB:endB]
		switch {
		case nb == 0:
			plain(sideA)
		case na == 0:
			plain(sideB)
		case strings.Join(sideA, "") == strings.Join(sideB, ""):
			plain(sideA)
		default:
			// What both made the same of it is no conflict.
			i := 0
			for _, e := range edits(r.ctx, sideA, sideB, nil) {
				plain(sideA[i:e.a0])
				pieces = append(pieces, piece{a: sideA[e.a0:e.a1], b: sideB[e.b0:e.b1]})
				i = e.a1
			}
			plain(sideA[i:])
		}
		at, atA, atB = to, endA, endB
		ea, eb = ea[na:], eb[nb:]
	}
	plain(x[at:])
	// Conflicts with no more than three lines between them are one.
	for i := 0; i+2 < len(pieces); {
		if !pieces[i].same && pieces[i+1].same && !pieces[i+2].same && len(pieces[i+1].a) <= 3 {
			p := piece{}
			for _, q := range pieces[i : i+3] {
				p.a = append(p.a, q.a...)
				if q.same {
					p.b = append(p.b, q.a...)
				} else {
					p.b = append(p.b, q.b...)
				}
			}
			pieces = append(pieces[:i], append([]piece{p}, pieces[i+3:]...)...)
			continue
		}
		i++
	}
	var out strings.Builder
	conflict := false
	line := func(lines []string, ended bool) {
		for _, s := range lines {
			out.WriteString(s)
			if ended && !strings.HasSuffix(s, "\n") {
				out.WriteByte('\n')
			}
		}
	}
	for _, p := range pieces {
		switch {
		case p.same || favor == "ours":
			line(p.a, false)
		case favor == "theirs":
			line(p.b, false)
		default:
			conflict = true
			out.WriteString("<<<<<<< " + ours + "\n")
			line(p.a, true)
			out.WriteString("=======\n")
			line(p.b, true)
			out.WriteString(">>>>>>> " + theirs + "\n")
		}
	}
	return merged{[]byte(out.String()), conflict}
}

// mergeResult is what a merge of trees comes to.
type mergeResult struct {
	files     map[string]file // without the conflicts
	conflicts map[string]conflict
	said      []string
}

// conflict is a path that could not be merged. File is what is left in the
// working tree, of mode 0 if nothing is.
type conflict struct {
	stages [4]file
	left   file
}

// mergeFiles merges trees.
func (r *repo) mergeFiles(base, a, b map[string]file, ours, theirs, favor string) *mergeResult {
	m := &mergeResult{files: map[string]file{}, conflicts: map[string]conflict{}}
	// A file that one side renamed is followed there, with what the other
	// side did to it.
	rename := func(side, other map[string]file) {
		for _, c := range r.renames(compareFiles(base, side, nil), fullScore/2, false) {
			if c.kind != 'R' {
				continue
			}
			if o, ok := other[c.oldName]; ok && o != base[c.oldName] {
				if _, taken := other[c.newName]; !taken {
					other[c.newName], base[c.newName] = o, base[c.oldName]
					delete(other, c.oldName)
					delete(base, c.oldName)
				}
			}
		}
	}
	rename(a, b)
	rename(b, a)
	names := map[string]bool{}
	for _, t := range []map[string]file{base, a, b} {
		for n := range t {
			names[n] = true
		}
	}
	sorted := make([]string, 0, len(names))
	for n := range names {
		sorted = append(sorted, n)
	}
	sort.Strings(sorted)
	say := func(format string, args ...any) { m.said = append(m.said, fmt.Sprintf(format, args...)) }
	for _, n := range sorted {
		o, inO := base[n]
		x, inA := a[n]
		y, inB := b[n]
		switch {
		case x == y:
			if inA {
				m.files[n] = x
			}
		case o == x && inO == inA:
			if inB {
				m.files[n] = y
			}
		case o == y && inO == inB:
			if inA {
				m.files[n] = x
			}
		case inA && inB:
			if x.mode&0o170000 != 0o100000 || y.mode&0o170000 != 0o100000 {
				say("CONFLICT (%s): Merge conflict in %s", map[bool]string{true: "content", false: "add/add"}[inO], n)
				m.conflicts[n] = conflict{[4]file{1: o, 2: x, 3: y}, x}
				continue
			}
			var old []byte
			if inO {
				old = r.blob(o.hash)
			}
			left, right := r.blob(x.hash), r.blob(y.hash)
			mode := x.mode
			if inO && x.mode == o.mode {
				mode = y.mode
			}
			if x.hash == y.hash || inO && o.hash == y.hash {
				m.files[n] = file{mode, x.hash}
				continue
			}
			if inO && o.hash == x.hash {
				m.files[n] = file{mode, y.hash}
				continue
			}
			say("Auto-merging %s", n)
			var t merged
			if binary(left) || binary(right) || binary(old) {
				t = merged{left, favor == ""}
				if favor == "theirs" {
					t.data = right
				}
				if t.conflict {
					m.said = m.said[:len(m.said)-1]
					say("warning: Cannot merge binary files: %s (%s vs. %s)", n, ours, theirs)
					say("Auto-merging %s", n)
				}
			} else {
				t = r.mergeTexts(old, left, right, ours, theirs, favor)
			}
			h, err := r.objects.put("blob", t.data)
			r.check(err)
			if t.conflict {
				say("CONFLICT (%s): Merge conflict in %s", map[bool]string{true: "content", false: "add/add"}[inO], n)
				m.conflicts[n] = conflict{[4]file{1: o, 2: x, 3: y}, file{mode, h}}
			} else {
				m.files[n] = file{mode, h}
			}
		case inA:
			say("CONFLICT (modify/delete): %s deleted in %s and modified in %s.  Version %s of %s left in tree.", n, theirs, ours, ours, n)
			m.conflicts[n] = conflict{[4]file{1: o, 2: x}, x}
		default:
			say("CONFLICT (modify/delete): %s deleted in %s and modified in %s.  Version %s of %s left in tree.", n, ours, theirs, theirs, n)
			m.conflicts[n] = conflict{[4]file{1: o, 3: y}, y}
		}
	}
	return m
}

// apply puts a merge's result in the index and the working tree, which must
// be as HEAD has it where the merge changes something.
func (r *repo) apply(m *mergeResult, doing string) {
	s := r.readIndex()
	head := r.treeFiles(r.headTree())
	want := map[string]file{}
	for n, f := range m.files {
		want[n] = f
	}
	for n, c := range m.conflicts {
		if c.left.mode != 0 {
			want[n] = c.left
		}
	}
	names := map[string]bool{}
	for n := range head {
		names[n] = true
	}
	for n := range want {
		names[n] = true
	}
	var do, dirty, untracked []string
	for n := range names {
		if _, bad := m.conflicts[n]; head[n] == want[n] && !bad {
			continue
		}
		e := s.get(n)
		if e == nil {
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+n); err == nil && !i.IsDir() {
				if data, err := r.content(n, i); err != nil || hashOf("blob", data) != want[n].hash {
					untracked = append(untracked, n)
					continue
				}
			}
		} else if st := r.state(e, s.mtime); (file{e.mode, e.hash}) != head[n] || !st.same && !st.gone {
			if (file{e.mode, e.hash}) != want[n] || !st.same {
				dirty = append(dirty, n)
				continue
			}
		}
		do = append(do, n)
	}
	sort.Strings(do)
	sort.Strings(dirty)
	sort.Strings(untracked)
	if len(dirty)+len(untracked) > 0 {
		if len(dirty) > 0 {
			r.error("Your local changes to the following files would be overwritten by merge:\n\t%s\nPlease commit your changes or stash them before you merge.", strings.Join(dirty, "\n\t"))
		}
		if len(untracked) > 0 {
			r.error("The following untracked working tree files would be overwritten by merge:\n\t%s\nPlease move or remove them before you merge.", strings.Join(untracked, "\n\t"))
		}
		r.note("Aborting\n")
		if doing != "merge" {
			r.fatal("%s failed", doing)
		}
		r.p.Exit(2)
	}
	for _, n := range do {
		if f, ok := want[n]; !ok || f.mode == 0 {
			s.remove(n)
			r.removeFile(n)
		}
	}
	for _, n := range do {
		f, ok := want[n]
		if !ok || f.mode == 0 {
			continue
		}
		st := r.checkoutFile(n, f)
		if c, bad := m.conflicts[n]; bad {
			s.remove(n)
			for stage, x := range c.stages {
				if x.mode != 0 {
					s.entries = append(s.entries, entry{name: n, mode: x.mode, hash: x.hash, stage: stage})
				}
			}
			s.sort()
			continue
		}
		s.put(entry{name: n, mode: f.mode, hash: f.hash, stat: st})
	}
	r.writeIndex(s)
}

// treeFrom writes files as a tree.
func (r *repo) treeFrom(files map[string]file) hash {
	s := &staging{}
	for n, f := range files {
		s.entries = append(s.entries, entry{name: n, mode: f.mode, hash: f.hash})
	}
	s.sort()
	return r.writeTree(s)
}

func (r *repo) sayAll(m *mergeResult) {
	for _, l := range m.said {
		r.printf("%s\n", l)
	}
}

// base of a merge: the best common ancestor; several are merged first.
func (r *repo) baseFiles(a, b hash) (map[string]file, bool) {
	bases := r.mergeBases(a, b)
	if len(bases) == 0 {
		return map[string]file{}, false
	}
	files := r.treeFiles(r.commit(bases[0]).tree)
	for _, next := range bases[1:] {
		old, _ := r.baseFiles(bases[0], next)
		m := r.mergeFiles(old, files, r.treeFiles(r.commit(next).tree), "Temporary merge branch 1", "Temporary merge branch 2", "")
		files = m.files
		for n, c := range m.conflicts {
			if c.left.mode != 0 {
				files[n] = c.left
			}
		}
	}
	return files, true
}

func (r *repo) mergeMain(args []string) int {
	r.needWork()
	var noFF, onlyFF, squash, noCommit, abort, cont, quit, quiet, unrelated, edit, noStat bool
	var messages []string
	favor, from := "", ""
	f := r.parse("merge", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--no-ff":
			noFF = true
		case "--ff-only":
			onlyFF = true
		case "--ff":
			noFF, onlyFF = false, false
		case "--squash":
			squash = true
		case "--no-squash":
			squash = false
		case "--no-commit":
			noCommit = true
		case "--commit":
			noCommit = false
		case "--abort":
			abort = true
		case "--continue":
			cont = true
		case "--quit":
			quit = true
		case "-q", "--quiet":
			quiet = true
		case "-m", "--message":
			messages = append(messages, f.of(name, value, has))
		case "-F", "--file":
			from = f.of(name, value, has)
		case "--allow-unrelated-histories":
			unrelated = true
		case "-e", "--edit":
			edit = true
		case "--no-edit":
			edit = false
		case "-n", "--no-stat":
			noStat = true
		case "--stat":
			noStat = false
		case "-X", "--strategy-option":
			if favor = f.of(name, value, has); favor != "ours" && favor != "theirs" {
				r.fatal("unknown strategy option: -X%s", favor)
			}
		case "-s", "--strategy":
			if v := f.of(name, value, has); v != "ort" && v != "recursive" && v != "resolve" {
				r.fatal("the merge strategy '%s' is not here: ort is", v)
			}
		case "--no-verify", "--no-progress", "--no-gpg-sign", "--no-rerere-autoupdate":
		default:
			return false
		}
		return true
	})
	branch, head := r.head()
	merging := r.exists(r.dir + "/MERGE_HEAD")
	switch {
	case abort:
		if !merging {
			r.fatal("There is no merge to abort (MERGE_HEAD missing).")
		}
		r.switchTo(r.headTree(), r.headTree(), true, "merge")
		r.endOperation()
		return 0
	case cont:
		if !merging {
			r.fatal("There is no merge in progress (MERGE_HEAD missing).")
		}
		return r.commitMain([]string{"--no-edit"})
	case quit:
		r.endOperation()
		return 0
	case merging:
		if r.readIndex().unmerged() {
			r.error("Merging is not possible because you have unmerged files.")
			r.note("hint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\n")
			r.fatal("Exiting because of an unresolved conflict.")
		}
		r.fatal("You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.")
	}
	ops := append(f.operands, f.paths...)
	if len(ops) == 0 {
		up, ok := r.upstream(strings.TrimPrefix(branch, "refs/heads/"))
		if !ok {
			r.fatal("No remote for the current branch.")
		}
		ops = []string{up}
	}
	if len(ops) > 1 {
		r.fatal("merging more than two heads is not possible here")
	}
	what := ops[0]
	if what == "-" {
		what, _ = r.previousBranch(1)
	}
	h, ok := r.rev(what)
	if ok {
		h, ok = r.peel(h, "commit")
	}
	if !ok {
		r.note("merge: %s - not something we can merge\n", what)
		return 1
	}
	theirs := r.commit(h)
	stat := func(from hash) {
		if quiet || noStat {
			return
		}
		o := r.diffDefaults()
		o.stat, o.summary = true, true
		old := map[string]file{}
		if !from.zero() {
			old = r.treeFiles(r.commit(from).tree)
		}
		r.show(r.prepare(compareFiles(old, r.treeFiles(r.headTree()), nil), &o), &o)
	}
	if head.zero() {
		r.switchTo(hash{}, theirs.tree, false, "merge")
		r.setRef("HEAD", h, "initial pull")
		return 0
	}
	if r.isAncestor(h, head) {
		if !quiet {
			r.printf("Already up to date.\n")
		}
		return 0
	}
	forward := r.isAncestor(head, h)
	if onlyFF && !forward {
		r.fatal("Not possible to fast-forward, aborting.")
	}
	if forward && !noFF {
		if !quiet {
			r.printf("Updating %s..%s\n", r.objects.short(head, 7), r.objects.short(h, 7))
		}
		r.switchTo(r.commit(head).tree, theirs.tree, false, "merge")
		if squash {
			r.printf("Fast-forward\nSquash commit -- not updating HEAD\n")
			r.squashMessage(head, h)
			if !quiet && !noStat {
				o := r.diffDefaults()
				o.stat, o.summary = true, true
				r.show(r.prepare(compareFiles(r.treeFiles(r.commit(head).tree), r.treeFiles(theirs.tree), nil), &o), &o)
			}
			return 0
		}
		if !quiet {
			r.printf("Fast-forward\n")
		}
		r.check(r.writeFile(r.dir+"/ORIG_HEAD", head.String()+"\n"))
		r.setRef("HEAD", h, "merge "+what+": Fast-forward")
		stat(head)
		return 0
	}
	base, related := r.baseFiles(head, h)
	if !related && !unrelated {
		r.fatal("refusing to merge unrelated histories")
	}
	m := r.mergeFiles(base, r.treeFiles(r.commit(head).tree), r.treeFiles(theirs.tree), "HEAD", what, favor)
	r.apply(m, "merge")
	if !quiet || len(m.conflicts) > 0 {
		r.sayAll(m)
	}
	message := r.mergeMessage(what, branch)
	if len(messages) > 0 {
		message = strings.Join(messages, "\n\n") + "\n"
	} else if from != "" {
		message = string(r.input(from))
	}
	if squash {
		if len(m.conflicts) == 0 {
			r.printf("Squash commit -- not updating HEAD\n")
			r.printf("Automatic merge went well; stopped before committing as requested\n")
		}
		r.squashMessage(head, h)
	}
	if len(m.conflicts) > 0 || noCommit || squash {
		if !squash {
			r.check(r.writeFile(r.dir+"/MERGE_HEAD", h.String()+"\n"))
			r.check(r.writeFile(r.dir+"/MERGE_MODE", map[bool]string{true: "no-ff", false: ""}[noFF]))
			if len(m.conflicts) > 0 {
				message += r.conflictNote(m)
			}
			r.check(r.writeFile(r.dir+"/MERGE_MSG", message))
		}
		if len(m.conflicts) > 0 {
			r.printf("Automatic merge failed; fix conflicts and then commit the result.\n")
			return 1
		}
		if !squash {
			r.printf("Automatic merge went well; stopped before committing as requested\n")
		}
		return 0
	}
	if edit {
		message = cleanMessage(r.edit(message), true)
	}
	c := &commit{tree: r.treeFrom(m.files), parents: []hash{head, h}, author: r.ident("AUTHOR", true), committer: r.ident("COMMITTER", true), message: cleanMessage(message, false)}
	r.check(r.writeFile(r.dir+"/ORIG_HEAD", head.String()+"\n"))
	r.setRef("HEAD", r.putCommit(c), "merge "+what+": Merge made by the 'ort' strategy.")
	if !quiet {
		r.printf("Merge made by the 'ort' strategy.\n")
	}
	stat(head)
	return 0
}

func (r *repo) conflictNote(m *mergeResult) string {
	var names []string
	for n := range m.conflicts {
		names = append(names, n)
	}
	sort.Strings(names)
	s := "\n# Conflicts:\n"
	for _, n := range names {
		s += "#\t" + n + "\n"
	}
	return s
}

// mergeMessage says what was merged: git-fmt-merge-msg(1).
func (r *repo) mergeMessage(what, branch string) string {
	kind := "commit '" + what + "'"
	if name, ok := r.refName(what); ok {
		switch {
		case strings.HasPrefix(name, "refs/heads/"):
			kind = "branch '" + what + "'"
		case strings.HasPrefix(name, "refs/tags/"):
			kind = "tag '" + what + "'"
		case strings.HasPrefix(name, "refs/remotes/"):
			kind = "remote-tracking branch '" + what + "'"
		}
	}
	into := ""
	if b := strings.TrimPrefix(branch, "refs/heads/"); b != "master" && b != "main" && branch != "" {
		into = " into " + b
	} else if branch == "" {
		into = " into HEAD"
	}
	return "Merge " + kind + into + "\n"
}

func (r *repo) squashMessage(head, h hash) {
	text := "Squashed commit of the following:\n"
	l, o := r.logDefaults(), r.diffDefaults()
	s := newShower(r, &l, &o)
	r.walk([]hash{h}, []hash{head}, walkOptions{}, func(c *commit) bool {
		text += fmt.Sprintf("\ncommit %s\nAuthor: %s <%s>\nDate:   %s\n\n", c.hash, c.author.name, c.author.email, s.date(c.author.when, ""))
		for line := range strings.SplitSeq(strings.TrimRight(c.message, "\n"), "\n") {
			text += "    " + line + "\n"
		}
		return true
	})
	r.check(r.writeFile(r.dir+"/MERGE_MSG", text))
}

func (r *repo) mergeBaseMain(args []string) int {
	all, ancestor := false, false
	f := r.parse("merge-base", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-a", "--all":
			all = true
		case "--is-ancestor":
			ancestor = true
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	if len(ops) != 2 {
		r.note("usage: git merge-base [-a | --all] <commit> <commit>\n   or: git merge-base --is-ancestor <commit> <commit>\n")
		return 129
	}
	var hs [2]hash
	for i, s := range ops {
		h, ok := r.rev(s)
		if ok {
			h, ok = r.peel(h, "commit")
		}
		if !ok {
			r.fatal("Not a valid object name %s", s)
		}
		hs[i] = h
	}
	if ancestor {
		return b2i(!r.isAncestor(hs[0], hs[1]))
	}
	bases := r.mergeBases(hs[0], hs[1])
	for i, h := range bases {
		if i > 0 && !all {
			break
		}
		r.printf("%s\n", h)
	}
	return b2i(len(bases) == 0)
}

// picking is a cherry-pick or a revert.
type picking struct {
	r                    *repo
	name, state          string // "cherry-pick", CHERRY_PICK_HEAD
	revert, noCommit     bool
	record, signoff      bool // -x, -s
	mainline             int
	empty, keepRedundant bool
	favor                string
	edit                 bool
}

func (r *repo) cherryPickMain(args []string) int {
	return (&picking{r: r, name: "cherry-pick", state: "CHERRY_PICK_HEAD"}).main(args)
}

func (r *repo) revertMain(args []string) int {
	return (&picking{r: r, name: "revert", state: "REVERT_HEAD", revert: true}).main(args)
}

func (p *picking) main(args []string) int {
	r := p.r
	r.needWork()
	action := ""
	f := r.parse(p.name, args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-n", "--no-commit":
			p.noCommit = true
		case "-x":
			p.record = true
		case "-s", "--signoff":
			p.signoff = true
		case "-m", "--mainline":
			fmt.Sscan(f.of(name, value, has), &p.mainline)
		case "--allow-empty":
			p.empty = true
		case "--keep-redundant-commits":
			p.empty, p.keepRedundant = true, true
		case "--continue", "--abort", "--skip", "--quit":
			action = name[2:]
		case "-X", "--strategy-option":
			p.favor = f.of(name, value, has)
		case "-e", "--edit":
			p.edit = true
		case "--no-edit", "--no-gpg-sign", "--ff":
		default:
			return false
		}
		return true
	})
	underWay := r.exists(r.dir + "/" + p.state)
	rest := r.dir + "/sequencer/todo"
	switch action {
	case "quit":
		r.endOperation()
		r.fs.RemoveAll(r.ctx, r.dir+"/sequencer")
		return 0
	case "abort", "skip", "continue":
		if !underWay && !r.exists(rest) {
			r.error("no cherry-pick or revert in progress")
			r.fatal("%s failed", p.name)
		}
		todo, _ := r.fs.ReadFile(r.ctx, rest, 1<<20)
		_, head := r.head()
		switch action {
		case "abort":
			to := head
			if h, ok := parseHash(r.line("sequencer/head")); ok {
				to = h
			}
			r.switchTo(r.headTree(), r.commit(to).tree, true, "merge")
			if to != head {
				r.setRef("HEAD", to, "reset: moving to "+to.String())
			}
			r.endOperation()
			r.fs.RemoveAll(r.ctx, r.dir+"/sequencer")
			return 0
		case "skip":
			r.switchTo(r.headTree(), r.headTree(), true, "merge")
			r.endOperation()
		default:
			if underWay {
				if status := r.commitMain([]string{"--no-edit"}); status != 0 {
					return status
				}
			}
		}
		r.fs.RemoveAll(r.ctx, r.dir+"/sequencer")
		var list []*commit
		for _, s := range strings.Fields(string(todo)) {
			if h, ok := parseHash(s); ok {
				list = append(list, r.commit(h))
			}
		}
		return p.all(list)
	}
	ops := append(f.operands, f.paths...)
	if len(ops) == 0 {
		r.note("usage: git %s [<options>] <commit-ish>...\n", p.name)
		return 129
	}
	if underWay {
		r.error("%s is already in progress", p.name)
		r.note("hint: try \"git %s (--continue | --skip | --abort | --quit)\"\n", p.name)
		r.fatal("%s failed", p.name)
	}
	var list []*commit
	for _, s := range ops {
		if strings.Contains(s, "..") {
			var v revisions
			if !r.addRevision(&v, s) {
				r.fatal("bad revision '%s'", s)
			}
			var some []*commit
			r.walk(v.from, v.not, walkOptions{topo: true}, func(c *commit) bool { some = append(some, c); return true })
			for i := range some {
				if p.revert {
					list = append(list, some[i])
				} else {
					list = append(list, some[len(some)-1-i])
				}
			}
			continue
		}
		h, ok := r.rev(s)
		if ok {
			h, ok = r.peel(h, "commit")
		}
		if !ok {
			r.fatal("bad revision '%s'", s)
		}
		list = append(list, r.commit(h))
	}
	if s := r.readIndex(); !p.noCommit {
		head := r.treeFiles(r.headTree())
		if len(compareFiles(head, indexFiles(s), nil)) > 0 {
			r.error("your local changes would be overwritten by %s.", p.name)
			r.note("hint: commit your changes or stash them to proceed.\n")
			r.fatal("%s failed", p.name)
		}
	}
	return p.all(list)
}

// all applies commits one after another; where one can't be, the others are noted.
func (p *picking) all(list []*commit) int {
	r := p.r
	_, first := r.head()
	for i, c := range list {
		if status := p.one(c); status != 0 {
			if len(list) > 1 {
				r.check(r.writeFile(r.dir+"/sequencer/head", first.String()+"\n"))
				text := ""
				for _, x := range list[i+1:] {
					text += x.hash.String() + "\n"
				}
				r.check(r.writeFile(r.dir+"/sequencer/todo", text))
			}
			return status
		}
	}
	return 0
}

func (p *picking) one(c *commit) int {
	r := p.r
	branch, head := r.head()
	var parent hash
	switch {
	case len(c.parents) > 1 && p.mainline == 0:
		r.error("commit %s is a merge but no -m option was given.", c.hash)
		r.fatal("%s failed", p.name)
	case p.mainline > 0 && (len(c.parents) < 2 || p.mainline > len(c.parents)):
		r.error("commit %s does not have parent %d", c.hash, p.mainline)
		r.fatal("%s failed", p.name)
	case p.mainline > 0:
		parent = c.parents[p.mainline-1]
	case len(c.parents) == 1:
		parent = c.parents[0]
	}
	old := map[string]file{}
	if !parent.zero() {
		old = r.treeFiles(r.commit(parent).tree)
	}
	short := r.objects.short(c.hash, 7)
	label := short + " (" + subject(c.message) + ")"
	base, theirs := old, r.treeFiles(c.tree)
	if p.revert {
		base, theirs = theirs, base
		label = "parent of " + label
	}
	ours := r.treeFiles(r.headTree())
	if p.noCommit {
		ours = indexFiles(r.readIndex())
	}
	m := r.mergeFiles(base, ours, theirs, "HEAD", label, p.favor)
	message := c.message
	if p.revert {
		message = "Revert \"" + subject(c.message) + "\"\n\nThis reverts commit " + c.hash.String()
		if p.mainline > 0 {
			message += ", reversing\nchanges made to " + parent.String()
		}
		message += ".\n"
	}
	if p.record {
		message = strings.TrimRight(message, "\n") + "\n\n(cherry picked from commit " + c.hash.String() + ")\n"
	}
	if p.signoff {
		i := r.ident("COMMITTER", true)
		message = addTrailer(message, "Signed-off-by: "+i.name+" <"+i.email+">")
	}
	r.apply(m, p.name)
	r.sayAll(m)
	if len(m.conflicts) > 0 {
		r.check(r.writeFile(r.dir+"/"+p.state, c.hash.String()+"\n"))
		r.check(r.writeFile(r.dir+"/MERGE_MSG", message+r.conflictNote(m)))
		word := map[bool]string{true: "revert", false: "apply"}[p.revert]
		r.error("could not %s %s... %s", word, short, subject(c.message))
		r.note("hint: After resolving the conflicts, mark them with\nhint: \"git add/rm <pathspec>\", then run\nhint: \"git %s --continue\".\nhint: You can instead skip this commit with \"git %s --skip\".\nhint: To abort and get back to the state before \"git %s\",\nhint: run \"git %s --abort\".\n", p.name, p.name, p.name, p.name)
		return 1
	}
	if p.noCommit {
		return 0
	}
	tree := r.treeFrom(m.files)
	if !head.zero() && tree == r.commit(head).tree && !p.empty {
		if !p.revert {
			r.check(r.writeFile(r.dir+"/"+p.state, c.hash.String()+"\n"))
			r.check(r.writeFile(r.dir+"/MERGE_MSG", message))
			r.note("The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git cherry-pick --skip'\n")
		}
		r.longStatus(r.survey(nil, "normal", false), "normal", "")
		return 1
	}
	n := &commit{tree: tree, author: r.ident("AUTHOR", true), committer: r.ident("COMMITTER", true), message: cleanMessage(message, false)}
	if !head.zero() {
		n.parents = []hash{head}
	}
	if !p.revert {
		n.author = c.author
	}
	n.hash = r.putCommit(n)
	r.setRef("HEAD", n.hash, p.name+": "+subject(n.message))
	r.committed(branch, n, head.zero(), true)
	return 0
}

func (r *repo) stashMain(args []string) int {
	r.needWork()
	action := "push"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		action, args = args[0], args[1:]
	}
	switch action {
	case "push", "save":
		return r.stashPush(args, action == "save")
	case "list":
		for i, e := range r.readLog("refs/stash") {
			r.printf("stash@{%d}: %s\n", i, e.message)
		}
		return 0
	case "clear":
		r.deleteRef("refs/stash")
		return 0
	case "show", "pop", "apply", "drop", "branch":
	default:
		r.fatal("subcommand wasn't specified; 'push' can't be assumed due to unexpected token '%s'", action)
	}
	o := r.diffDefaults()
	index, quiet := false, false
	f := r.parse("stash "+action, args, func(f *flags, name, value string, has bool) bool {
		switch {
		case name == "--index" && action != "show":
			index = true
		case (name == "-q" || name == "--quiet") && action != "show":
			quiet = true
		case action == "show":
			return r.diffOption(&o, f, name, value, has)
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	name := ""
	if action == "branch" {
		if len(ops) == 0 {
			r.fatal("No branch name specified")
		}
		name, ops = ops[0], ops[1:]
	}
	n := 0
	if len(ops) > 0 {
		s := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(ops[0], "refs/"), "stash@{"), "}")
		if _, err := fmt.Sscan(s, &n); err != nil {
			r.error("%s is not a valid reference", ops[0])
			return 1
		}
	}
	list := r.readLog("refs/stash")
	if len(list) == 0 {
		r.note("No stash entries found.\n")
		return 1
	}
	if n >= len(list) {
		r.error("stash@{%d} is not a valid reference", n)
		return 1
	}
	c := r.commit(list[n].new)
	if len(c.parents) < 2 {
		r.fatal("'%s' is not a stash-like commit", c.hash)
	}
	drop := func() {
		r.dropStash(list, n)
		if !quiet {
			r.printf("Dropped refs/stash@{%d} (%s)\n", n, c.hash)
		}
	}
	switch action {
	case "drop":
		drop()
		return 0
	case "show":
		if !o.given {
			o.stat = true
		}
		r.show(r.prepare(compareFiles(r.treeFiles(r.commit(c.parents[0]).tree), r.treeFiles(c.tree), nil), &o), &o)
		return 0
	case "branch":
		if status := r.switchBranch(c.parents[0].String(), name, "", false, false, false, false); status != 0 {
			return status
		}
		index = true
	}
	if status := r.stashApply(c, index, quiet); status != 0 {
		if action == "pop" {
			r.printf("The stash entry is kept in case you need it again.\n")
		}
		return status
	}
	if action != "apply" {
		drop()
	}
	return 0
}

func (r *repo) dropStash(list []logEntry, n int) {
	list = append(list[:n:n], list[n+1:]...)
	if len(list) == 0 {
		r.deleteRef("refs/stash")
		return
	}
	text, old := "", hash{}
	for i := len(list) - 1; i >= 0; i-- {
		e := list[i]
		text += fmt.Sprintf("%s %s %s\t%s\n", old, e.new, e.who, e.message)
		old = e.new
	}
	r.check(r.writeFile(r.common+"/logs/refs/stash", text))
	r.check(r.writeFile(r.common+"/refs/stash", list[0].new.String()+"\n"))
}

func (r *repo) stashPush(args []string, save bool) int {
	var keep, untracked, all, quiet, staged bool
	message := ""
	f := r.parse("stash push", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-k", "--keep-index":
			keep = true
		case "--no-keep-index":
			keep = false
		case "-u", "--include-untracked":
			untracked = true
		case "-a", "--all":
			untracked, all = true, true
		case "-q", "--quiet":
			quiet = true
		case "-S", "--staged":
			staged = true
		case "-m", "--message":
			message = f.of(name, value, has)
		default:
			return false
		}
		return true
	})
	if staged {
		r.fatal("stash --staged is not here")
	}
	ops := append(f.operands, f.paths...)
	if save && len(ops) > 0 {
		message, ops = strings.Join(ops, " "), nil
	}
	branch, head := r.head()
	if head.zero() {
		r.note("You do not have the initial commit yet\n")
		return 1
	}
	specs := r.pathspecs(ops)
	s := r.readIndex()
	c := r.commit(head)
	tree := r.treeFiles(c.tree)
	changes := append(compareFiles(tree, indexFiles(s), specs), r.workChanges(s, nil, specs)...)
	var loose []string
	if untracked {
		r.untracked(s, specs, true, all, func(name string, _ bool) {
			if !strings.HasSuffix(name, "/") {
				loose = append(loose, name)
			}
		})
	}
	for _, p := range specs {
		if !p.used && !p.exclude && p.name != "" {
			for _, e := range s.entries {
				chosen([]*pathspec{p}, e.name)
			}
			if !p.used {
				r.error("pathspec ':(prefix:0)%s' did not match any file(s) known to git", p.text)
				r.note("Did you forget to 'git add'?\n")
				return 1
			}
		}
	}
	if len(changes)+len(loose) == 0 {
		r.printf("No local changes to save\n")
		return 0
	}
	where := strings.TrimPrefix(branch, "refs/heads/")
	if branch == "" {
		where = "(no branch)"
	}
	on := where + ": " + r.objects.short(head, 7) + " " + subject(c.message)
	if message == "" {
		message = "WIP on " + on
	} else {
		message = "On " + where + ": " + message
	}
	who, when := r.ident("AUTHOR", true), r.ident("COMMITTER", true)
	index := r.putCommit(&commit{tree: r.writeTree(s), parents: []hash{head}, author: who, committer: when, message: "index on " + on + "\n"})
	work := indexFiles(s)
	for n, x := range tree {
		if !chosen(specs, n) {
			work[n] = x
		}
	}
	for n := range work {
		if _, ok := tree[n]; !ok && !chosen(specs, n) {
			delete(work, n)
		}
	}
	for _, x := range r.workChanges(s, nil, specs) {
		if x.new.mode == 0 {
			delete(work, x.name())
			continue
		}
		data, err := r.content(x.name(), x.info)
		r.check(err)
		h, err := r.objects.put("blob", data)
		r.check(err)
		work[x.name()] = file{x.new.mode, h}
	}
	parents := []hash{head, index}
	if len(loose) > 0 {
		files := map[string]file{}
		for _, n := range loose {
			i, err := r.fs.Lstat(r.ctx, r.work+"/"+n)
			r.check(err)
			data, err := r.content(n, i)
			r.check(err)
			h, err := r.objects.put("blob", data)
			r.check(err)
			files[n] = file{modeOf(i), h}
		}
		parents = append(parents, r.putCommit(&commit{tree: r.treeFrom(files), author: who, committer: when, message: "untracked files on " + on + "\n"}))
	}
	h := r.putCommit(&commit{tree: r.treeFrom(work), parents: parents, author: who, committer: when, message: message})
	r.setRef("refs/stash", h, message)
	if !quiet {
		r.printf("Saved working directory and index state %s\n", message)
	}
	// Back to HEAD, or to the index, where it was stashed.
	to := tree
	if keep {
		to = indexFiles(s)
	}
	now := r.readIndex()
	for _, x := range changes {
		n := x.name()
		want, ok := to[n]
		if !ok {
			now.remove(n)
			r.removeFile(n)
			continue
		}
		e := now.get(n)
		if e != nil && e.hash == want.hash && e.mode == want.mode && r.state(e, now.mtime).same {
			continue
		}
		now.put(entry{name: n, mode: want.mode, hash: want.hash, stat: r.checkoutFile(n, want)})
	}
	r.writeIndex(now)
	for _, n := range loose {
		r.removeFile(n)
	}
	return 0
}

func (r *repo) stashApply(c *commit, index, quiet bool) int {
	s := r.readIndex()
	if s.unmerged() {
		r.error("could not write index")
		return 1
	}
	base := r.treeFiles(r.commit(c.parents[0]).tree)
	staged := r.treeFiles(r.commit(c.parents[1]).tree)
	ours := indexFiles(s)
	m := r.mergeFiles(base, ours, r.treeFiles(c.tree), "Updated upstream", "Stashed changes", "")
	var loose map[string]file
	if len(c.parents) > 2 {
		loose = r.treeFiles(r.commit(c.parents[2]).tree)
		for n := range loose {
			if r.exists(r.work + "/" + n) {
				r.note("%s already exists, no checkout\n", n)
				r.error("could not restore untracked files from stash")
				return 1
			}
		}
	}
	// What would be overwritten must be as the index has it.
	var dirty []string
	for n := range m.files {
		if m.files[n] != ours[n] {
			if e := s.get(n); e != nil && !r.state(e, s.mtime).same {
				dirty = append(dirty, n)
			}
		}
	}
	for n := range m.conflicts {
		if e := s.get(n); e != nil && !r.state(e, s.mtime).same {
			dirty = append(dirty, n)
		}
	}
	if len(dirty) > 0 {
		sort.Strings(dirty)
		r.error("Your local changes to the following files would be overwritten by merge:\n\t%s\nPlease commit your changes or stash them before you merge.\nAborting", strings.Join(dirty, "\n\t"))
		return 1
	}
	head := map[string]file{}
	for n, f := range ours {
		head[n] = f
	}
	for n, f := range m.files {
		if f == ours[n] {
			continue
		}
		st := r.checkoutFile(n, f)
		if _, known := head[n]; !known { // new files are staged, so that they are known
			s.put(entry{name: n, mode: f.mode, hash: f.hash, stat: st})
		}
	}
	for n := range ours {
		_, stays := m.files[n]
		if _, bad := m.conflicts[n]; !stays && !bad {
			r.removeFile(n)
		}
	}
	for n, x := range m.conflicts {
		if x.left.mode != 0 {
			r.checkoutFile(n, x.left)
		}
		s.remove(n)
		for stage, f := range x.stages {
			if f.mode != 0 {
				s.entries = append(s.entries, entry{name: n, mode: f.mode, hash: f.hash, stage: stage})
			}
		}
		s.sort()
	}
	if index && len(m.conflicts) == 0 {
		for _, x := range compareFiles(base, staged, nil) {
			if x.new.mode == 0 {
				s.remove(x.name())
				continue
			}
			s.put(entry{name: x.name(), mode: x.new.mode, hash: x.new.hash})
		}
	}
	for n, f := range loose {
		r.checkoutFile(n, f)
	}
	r.writeIndex(s)
	r.sayAll(m)
	if !quiet {
		r.longStatus(r.survey(nil, "normal", false), "normal", "")
	}
	return b2i(len(m.conflicts) > 0)
}
