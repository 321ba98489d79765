package git

import (
	"io"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

// input reads a file whole, - being the standard input.
func (r *repo) input(name string) []byte {
	f := r.p.Stdin
	if name != "-" {
		var err error
		if f, err = r.p.Open(r.ctx, r.abs(name)); err != nil {
			r.fatal("could not read log file '%s': %s", name, vfs.ErrText(err))
		}
		defer f.Close()
	}
	data, err := io.ReadAll(io.LimitReader(f, maxObject))
	r.check(err)
	return data
}

// cleanMessage removes blanks at the lines' ends and blank lines that don't
// part paragraphs, and with comments the lines that begin with #.
func cleanMessage(s string, comments bool) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if comments && strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimRight(line, " \t\r\v\f")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "\n") + "\n"
}

// edit lets the user's editor change a text.
func (r *repo) edit(text string) string {
	editor := r.p.Getenv("GIT_EDITOR")
	if editor == "" {
		editor, _ = r.config("core.editor")
	}
	for _, v := range []string{"VISUAL", "EDITOR"} {
		if editor == "" {
			editor = r.p.Getenv(v)
		}
	}
	if editor == "" {
		r.error("Terminal is dumb, but EDITOR unset")
		r.note("Please supply the message using either -m or -F option.\n")
		r.p.Exit(1)
	}
	name := r.dir + "/COMMIT_EDITMSG"
	r.check(r.writeFile(name, text))
	if editor == ":" {
		return text
	}
	r.p.Out.Flush()
	child, err := r.p.Shell.Start(r.ctx, commands.Spawn{Args: []string{"sh", "-c", editor + ` "$@"`, editor, name}, Env: r.p.Env, Dir: r.cwd, Umask: r.p.Umask,
		Stdin: r.p.Stdin, Stdout: r.p.Stdout, Stderr: r.p.Stderr})
	if err != nil || child.Wait() != 0 {
		r.error("There was a problem with the editor '%s'.", editor)
		r.note("Please supply the message using either -m or -F option.\n")
		r.p.Exit(1)
	}
	data, err := r.fs.ReadFile(r.ctx, name, maxObject)
	r.check(err)
	return string(data)
}

// putCommit stores a commit.
func (r *repo) putCommit(c *commit) hash {
	h, err := r.objects.put("commit", c.encode())
	r.check(err)
	return h
}

func (r *repo) commitMain(args []string) int {
	r.needWork()
	var messages []string
	var all, amend, empty, emptyMessage, quiet, dry, noEdit, edit, only, include, reset, signoff, short bool
	var author, date, from, file, fixup, cleanup string
	var trailers []string
	f := r.parse("commit", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-m", "--message":
			messages = append(messages, f.of(name, value, has))
		case "-F", "--file":
			file = f.of(name, value, has)
		case "-a", "--all":
			all = true
		case "--amend":
			amend = true
		case "--allow-empty":
			empty = true
		case "--allow-empty-message":
			emptyMessage = true
		case "-q", "--quiet":
			quiet = true
		case "--dry-run":
			dry = true
		case "--short":
			dry, short = true, true
		case "--no-edit":
			noEdit = true
		case "-e", "--edit":
			edit = true
		case "--author":
			author = f.of(name, value, has)
		case "--date":
			date = f.of(name, value, has)
		case "-C", "--reuse-message":
			from, noEdit = f.of(name, value, has), true
		case "-c", "--reedit-message":
			from = f.of(name, value, has)
		case "--fixup":
			fixup = f.of(name, value, has)
		case "-o", "--only":
			only = true
		case "-i", "--include":
			include = true
		case "--reset-author":
			reset = true
		case "-s", "--signoff":
			signoff = true
		case "--trailer":
			trailers = append(trailers, f.of(name, value, has))
		case "--cleanup":
			cleanup = f.of(name, value, has)
		case "-n", "--no-verify", "--no-gpg-sign", "--no-status", "--status", "--no-signoff", "--no-post-rewrite":
		default:
			return false
		}
		return true
	})
	branch, head := r.head()
	if amend && head.zero() {
		r.fatal("You have nothing to amend.")
	}
	names := append(f.operands, f.paths...)
	if all && len(names) > 0 {
		r.fatal("paths '%s ...' with -a does not make sense", names[0])
	}
	s := r.readIndex()
	if s.unmerged() && !(all || len(names) > 0) {
		for _, c := range r.survey(nil, "no", false).tracked {
			if c.unmerged() {
				r.printf("U\t%s\n", r.quotePath(c.name))
			}
		}
		r.error("Committing is not possible because you have unmerged files.")
		r.note("hint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\n")
		r.fatal("Exiting because of an unresolved conflict.")
	}
	update := func(s *staging, specs []*pathspec) {
		for _, e := range append([]entry{}, s.entries...) {
			if !chosen(specs, e.name) {
				continue
			}
			if st := r.state(&e, s.mtime); st.gone {
				s.remove(e.name)
			} else if !st.same {
				r.stage(s, e.name, st.info)
			}
		}
	}
	tree := s // what is committed
	switch {
	case all:
		update(s, nil)
	case len(names) > 0 && include:
		update(s, r.pathspecs(names))
	case len(names) > 0 || only && len(names) > 0:
		if r.exists(r.dir + "/MERGE_HEAD") {
			r.fatal("cannot do a partial commit during a merge.")
		}
		specs := r.pathspecs(names)
		for _, e := range s.entries {
			chosen(specs, e.name)
		}
		for n := range r.treeFiles(r.headTree()) {
			chosen(specs, n)
		}
		for _, p := range specs {
			if !p.used && !p.exclude {
				r.error("pathspec '%s' did not match any file(s) known to git", p.text)
				return 1
			}
		}
		// Only these: HEAD's tree with them as they are in the working tree.
		update(s, specs)
		tree = &staging{mtime: s.mtime}
		for n, x := range r.treeFiles(r.headTree()) {
			tree.entries = append(tree.entries, entry{name: n, mode: x.mode, hash: x.hash})
		}
		tree.sort()
		for _, e := range append([]entry{}, tree.entries...) {
			if chosen(specs, e.name) && s.get(e.name) == nil {
				tree.remove(e.name)
			}
		}
		for _, e := range s.entries {
			if chosen(specs, e.name) && e.stage == 0 {
				tree.put(e)
			}
		}
	}
	c := &commit{author: r.ident("AUTHOR", true), committer: r.ident("COMMITTER", true)}
	parent := hash{} // whose tree the new one is compared with
	merging := r.exists(r.dir + "/MERGE_HEAD")
	picking := r.line("CHERRY_PICK_HEAD")
	interesting := false
	var old *commit
	switch {
	case amend:
		old = r.commit(head)
		c.parents, interesting = old.parents, true
		if len(old.parents) > 0 {
			parent = old.parents[0]
		}
	default:
		if !head.zero() {
			c.parents, parent = []hash{head}, head
		}
		if merging {
			for line := range strings.SplitSeq(r.line("MERGE_HEAD"), "\n") {
				if h, ok := parseHash(line); ok {
					c.parents = append(c.parents, h)
				}
			}
		}
	}
	if from != "" {
		old, interesting = r.commitish(from), true
	}
	if old == nil && picking != "" {
		if h, ok := parseHash(picking); ok {
			old, interesting = r.commit(h), true
		}
	}
	if old != nil && !reset {
		c.author = old.author
	}
	if author != "" {
		i := parseIdent(author + " 0 +0000")
		if !strings.Contains(author, "<") {
			found := false
			if !head.zero() {
				r.walk([]hash{head}, nil, walkOptions{}, func(x *commit) bool {
					if found = strings.Contains(x.author.name+" <"+x.author.email+">", author); found {
						i = x.author
					}
					return !found
				})
			}
			if !found {
				r.fatal("--author '%s' is not 'Name <email>' and matches no existing author", author)
			}
		} else {
			i.email = strings.TrimSuffix(strings.TrimSpace(author[strings.Index(author, "<")+1:]), ">")
			i.name = strings.TrimSpace(author[:strings.Index(author, "<")])
		}
		c.author.name, c.author.email = i.name, i.email
	}
	if date != "" {
		when, ok := r.date(date)
		if !ok {
			r.fatal("invalid date format: %s", date)
		}
		c.author.when, interesting = when, true
	}
	c.tree = r.writeTree(tree)
	before := hashOf("tree", nil)
	if !parent.zero() {
		before = r.commit(parent).tree
	}
	same := c.tree == before
	if dry || same && !empty && !merging && !(amend && len(c.parents) > 1) {
		if all || len(names) > 0 {
			if !dry {
				r.writeIndex(s)
			}
		}
		if amend && same && !dry {
			r.note("You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with \"git reset HEAD^\".\n")
		}
		v := r.survey(nil, "normal", false)
		if short {
			r.shortStatus(v, false, true)
		} else {
			r.longStatus(v, "normal", "")
		}
		if same {
			return 1
		}
		return 0
	}
	message, comments := "", false
	switch {
	case len(messages) > 0 && file != "":
		r.fatal("options '-m' and '-F' cannot be used together")
	case len(messages) > 0:
		var parts []string
		for _, m := range messages {
			parts = append(parts, strings.TrimRight(m, "\n"))
		}
		message = strings.Join(parts, "\n\n") + "\n"
	case file != "":
		message = string(r.input(file))
	case fixup != "":
		message = "fixup! " + subject(r.commitish(fixup).message) + "\n"
	case old != nil && picking == "":
		message, edit = old.message, !noEdit
	case r.exists(r.dir + "/MERGE_MSG"):
		text, err := r.fs.ReadFile(r.ctx, r.dir+"/MERGE_MSG", maxObject)
		r.check(err)
		message, edit = string(text), !noEdit
	default:
		edit = true
	}
	if signoff {
		trailers = append(trailers, "Signed-off-by: "+c.committer.name+" <"+c.committer.email+">")
	}
	for _, t := range trailers {
		if k, v, ok := strings.Cut(t, "="); ok && !strings.Contains(k, ":") {
			t = k + ": " + v
		}
		message = addTrailer(message, t)
	}
	if edit && !noEdit {
		message = r.edit(cleanMessage(message, false) + "\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored, and an empty message aborts the commit.\n")
		comments = true
	}
	switch cleanup {
	case "", "default":
		message = cleanMessage(message, comments)
	case "strip":
		message = cleanMessage(message, true)
	case "whitespace":
		message = cleanMessage(message, false)
	case "verbatim":
	default:
		r.fatal("Invalid cleanup mode %s", cleanup)
	}
	if message == "" && !emptyMessage {
		r.note("Aborting commit due to empty commit message.\n")
		return 1
	}
	c.message = message
	h := r.putCommit(c)
	if all || len(names) > 0 {
		r.writeIndex(s)
	}
	word := "commit"
	switch {
	case amend:
		word = "commit (amend)"
	case head.zero():
		word = "commit (initial)"
	case merging:
		word = "commit (merge)"
	case picking != "":
		word = "commit (cherry-pick)"
	}
	r.setRef("HEAD", h, word+": "+subject(message))
	r.endOperation()
	if !quiet {
		c.hash = h
		r.committed(branch, c, head.zero(), interesting)
	}
	return 0
}

// endOperation forgets a merge, cherry-pick or revert that was under way.
func (r *repo) endOperation() {
	for _, n := range []string{"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD", "REVERT_HEAD"} {
		r.fs.Unlink(r.ctx, r.dir+"/"+n)
	}
}

// addTrailer adds a line to a message's last paragraph of such lines.
func addTrailer(message, t string) string {
	message = strings.TrimRight(message, "\n")
	last := message[strings.LastIndexByte(message, '\n')+1:]
	if last == t {
		return message + "\n"
	}
	k, _, ok := strings.Cut(last, ": ")
	if ok && strings.Contains(message, "\n\n") && !strings.Contains(k, " ") {
		return message + "\n" + t + "\n"
	}
	return message + "\n\n" + t + "\n"
}

// committed says what was committed.
func (r *repo) committed(branch string, c *commit, first, interesting bool) {
	where := strings.TrimPrefix(branch, "refs/heads/")
	if branch == "" {
		where = "detached HEAD"
	}
	if first {
		where += " (root-commit)"
	}
	r.printf("[%s %s] %s\n", where, r.objects.short(c.hash, 7), subject(c.message))
	if c.author.name != c.committer.name || c.author.email != c.committer.email {
		r.printf(" Author: %s <%s>\n", c.author.name, c.author.email)
	}
	if interesting {
		r.printf(" Date: %s\n", gitDate(c.author.when))
	}
	if len(c.parents) > 1 {
		return
	}
	var old hash
	if len(c.parents) > 0 {
		old = r.commit(c.parents[0]).tree
	}
	o := r.diffDefaults()
	o.shortstat, o.summary = true, true
	r.show(r.prepare(compareFiles(r.treeFiles(old), r.treeFiles(c.tree), nil), &o), &o)
}

// gitDate is a date as git shows it by default.
func gitDate(t time.Time) string { return t.Format("Mon Jan 2 15:04:05 2006 -0700") }

func (r *repo) resetMain(args []string) int {
	mode, quiet := "", false
	f := r.parse("reset", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "--soft", "--mixed", "--hard", "--merge", "--keep":
			mode = name[2:]
		case "-q", "--quiet":
			quiet = true
		case "--no-quiet", "--no-refresh", "--refresh":
		default:
			return false
		}
		return true
	})
	rev, paths := "HEAD", f.paths
	if len(f.operands) > 0 {
		if _, ok := r.rev(f.operands[0]); ok && (f.dashes || len(f.operands) == 1 || !r.exists(r.abs(f.operands[0]))) {
			rev = f.operands[0]
			paths = append(f.operands[1:], paths...)
		} else if f.dashes {
			r.ambiguous(f.operands[0])
		} else {
			if s := r.readIndex(); !r.exists(r.abs(f.operands[0])) {
				if _, ok := s.find(strings.TrimPrefix(r.abs(f.operands[0]), r.work+"/")); !ok {
					r.ambiguous(f.operands[0])
				}
			}
			paths = append(f.operands, paths...)
		}
	}
	_, head := r.head()
	if len(paths) > 0 {
		if mode != "" && mode != "mixed" {
			r.fatal("Cannot do %s reset with paths.", mode)
		}
		var tree hash
		if rev != "HEAD" || !head.zero() {
			h, ok := r.rev(rev)
			if ok {
				h, ok = r.peel(h, "tree")
			}
			if !ok {
				r.ambiguous(rev)
			}
			tree = h
		}
		r.unstage(r.treeFiles(tree), r.pathspecs(paths))
		if !quiet {
			r.afterReset()
		}
		return 0
	}
	if head.zero() && rev == "HEAD" {
		if mode == "soft" {
			return 0
		}
		s := r.readIndex()
		if mode == "hard" {
			for _, e := range s.entries {
				r.removeFile(e.name)
			}
		}
		r.writeIndex(&staging{})
		return 0
	}
	h, ok := r.rev(rev)
	if ok {
		h, ok = r.peel(h, "commit")
	}
	if !ok {
		r.ambiguous(rev)
	}
	c := r.commit(h)
	switch mode {
	case "soft":
		if r.exists(r.dir + "/MERGE_HEAD") {
			r.fatal("Cannot do a soft reset in the middle of a merge.")
		}
	case "", "mixed":
		r.needWork()
		r.unstage(r.treeFiles(c.tree), nil)
	case "hard":
		r.needWork()
		r.switchTo(r.headTree(), c.tree, true, "checkout")
	case "merge", "keep":
		r.needWork()
		r.switchTo(r.headTree(), c.tree, false, "merge")
	}
	if !head.zero() {
		r.check(r.writeFile(r.dir+"/ORIG_HEAD", head.String()+"\n"))
	}
	r.setRef("HEAD", h, "reset: moving to "+rev)
	if mode != "soft" {
		r.endOperation()
	}
	if mode == "hard" && !quiet {
		r.printf("HEAD is now at %s %s\n", r.objects.short(h, 7), subject(c.message))
	}
	if (mode == "" || mode == "mixed") && !quiet {
		r.afterReset()
	}
	return 0
}

// unstage makes the index, where the pathspecs choose, that of a tree.
func (r *repo) unstage(tree map[string]file, specs []*pathspec) {
	s := r.readIndex()
	names := map[string]bool{}
	for _, e := range s.entries {
		names[e.name] = true
	}
	for n := range tree {
		names[n] = true
	}
	for n := range names {
		if !chosen(specs, n) {
			continue
		}
		f, ok := tree[n]
		if !ok {
			s.remove(n)
			continue
		}
		if e := s.get(n); e != nil && e.mode == f.mode && e.hash == f.hash && !e.intent {
			continue
		}
		e := entry{name: n, mode: f.mode, hash: f.hash}
		if i, err := r.fs.Lstat(r.ctx, r.work+"/"+n); err == nil && modeOf(i) == f.mode {
			if data, err := r.content(n, i); err == nil && hashOf("blob", data) == f.hash {
				e.stat = statOf(i)
			}
		}
		s.put(e)
	}
	r.writeIndex(s)
}

// afterReset lists what is changed but not staged.
func (r *repo) afterReset() {
	said := false
	for _, c := range r.workChanges(r.readIndex(), nil, nil) {
		if !said {
			said = true
			r.printf("Unstaged changes after reset:\n")
		}
		r.printf("%c\t%s\n", c.kind, r.quotePath(r.relative(c.name())))
	}
}
