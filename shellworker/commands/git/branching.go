package git

import (
	"fmt"
	"sort"
	"strings"
)

func (r *repo) branchMain(args []string) int {
	var list, remotes, all, verbose, current, force, quiet, unset, track bool
	mode, upstream, sortBy, format := "", "", "", ""
	vv := 0
	var contains, merged, noMerged, pointsAt []string
	f := r.parse("branch", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-l", "--list":
			list = true
		case "-r", "--remotes":
			remotes = true
		case "-a", "--all":
			all = true
		case "-v", "--verbose":
			verbose = true
			vv++
		case "-q", "--quiet":
			quiet = true
		case "-f", "--force":
			force = true
		case "-d", "--delete":
			mode = "delete"
		case "-D":
			mode, force = "delete", true
		case "-m", "--move":
			mode = "move"
		case "-M":
			mode, force = "move", true
		case "-c", "--copy":
			mode = "copy"
		case "-C":
			mode, force = "copy", true
		case "--show-current":
			current = true
		case "-u", "--set-upstream-to":
			upstream = f.of(name, value, has)
		case "--unset-upstream":
			unset = true
		case "--contains":
			contains = append(contains, f.orHead(name, value, has))
		case "--merged":
			merged = append(merged, f.orHead(name, value, has))
		case "--no-merged":
			noMerged = append(noMerged, f.orHead(name, value, has))
		case "--points-at":
			pointsAt = append(pointsAt, f.orHead(name, value, has))
		case "-t", "--track":
			track = true
		case "--sort":
			sortBy = f.of(name, value, has)
		case "--format":
			format = f.of(name, value, has)
		case "--no-color", "--color", "--no-column", "--no-track":
			if name == "--color" && has && value != "never" && value != "auto" {
				return false
			}
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	head, h := r.head()
	switch {
	case current:
		if head != "" {
			r.printf("%s\n", strings.TrimPrefix(head, "refs/heads/"))
		}
		return 0
	case mode == "delete":
		return r.deleteBranches(ops, force, quiet, remotes)
	case mode != "":
		return r.moveBranch(mode, ops, force)
	case upstream != "" || unset:
		branch := strings.TrimPrefix(head, "refs/heads/")
		if len(ops) > 0 {
			branch = ops[0]
		}
		if _, ok := r.resolveRef("refs/heads/" + branch); !ok {
			r.fatal("branch '%s' does not exist", branch)
		}
		c, err := r.readConfig(r.common + "/config")
		r.check(err)
		if unset {
			if _, ok := r.upstream(branch); !ok {
				r.fatal("Branch '%s' has no upstream information", branch)
			}
			c.unset("branch." + branch + ".remote")
			c.unset("branch." + branch + ".merge")
			r.check(r.writeConfig(c))
			return 0
		}
		full, ok := r.refName(upstream)
		if !ok {
			r.fatal("the requested upstream branch '%s' does not exist", upstream)
		}
		r.follow(c, branch, full)
		r.check(r.writeConfig(c))
		r.printf("branch '%s' set up to track '%s'.\n", branch, shortRef(full))
		return 0
	case len(ops) > 0 && !list && !remotes && !all && len(contains)+len(merged)+len(noMerged)+len(pointsAt) == 0:
		if len(ops) > 2 {
			r.note("usage: git branch [<options>] [-f] <branch-name> [<start-point>]\n")
			return 129
		}
		start := "HEAD"
		if len(ops) == 2 {
			start = ops[1]
		}
		r.createBranch(ops[0], start, force)
		if track {
			full, ok := r.refName(start)
			if !ok || !strings.HasPrefix(full, "refs/heads/") && !strings.HasPrefix(full, "refs/remotes/") {
				r.fatal("cannot set up tracking information; starting point '%s' is not a branch", start)
			}
			c, err := r.readConfig(r.common + "/config")
			r.check(err)
			r.follow(c, ops[0], full)
			r.check(r.writeConfig(c))
			r.printf("branch '%s' set up to track '%s'.\n", ops[0], shortRef(full))
		}
		return 0
	}
	var names []string
	if !remotes {
		names = append(names, r.listRefs("refs/heads/")...)
	}
	if remotes || all {
		names = append(names, r.listRefs("refs/remotes/")...)
	}
	names = r.filterRefs(names, ops, contains, merged, noMerged, pointsAt)
	r.sortRefs(names, sortBy, "branch.sort")
	if format != "" {
		for _, n := range names {
			r.printf("%s\n", r.formatRef(format, n))
		}
		return 0
	}
	shown := func(n string) string {
		if s, ok := strings.CutPrefix(n, "refs/remotes/"); ok {
			if all {
				return "remotes/" + s
			}
			return s
		}
		return strings.TrimPrefix(n, "refs/heads/")
	}
	detached := ""
	if head == "" && !remotes && len(ops) == 0 {
		detached = "(HEAD detached at " + r.detachedAt(h) + ")"
	}
	long := len(detached)
	for _, n := range names {
		long = max(long, width(shown(n)))
	}
	line := func(mark, name, full string, h hash) {
		if !verbose {
			r.printf("%s%s\n", mark, name)
			return
		}
		c := r.commit(h)
		track := ""
		if up, ok := r.upstream(strings.TrimPrefix(full, "refs/heads/")); ok && strings.HasPrefix(full, "refs/heads/") {
			var parts []string
			if other, ok := r.resolveRef(up); !ok {
				parts = append(parts, "gone")
			} else {
				a, b := r.aheadBehind(h, other)
				if a > 0 {
					parts = append(parts, fmt.Sprintf("ahead %d", a))
				}
				if b > 0 {
					parts = append(parts, fmt.Sprintf("behind %d", b))
				}
			}
			if vv > 1 {
				track = "[" + shortRef(up)
				if len(parts) > 0 {
					track += ": " + strings.Join(parts, ", ")
				}
				track += "] "
			} else if len(parts) > 0 {
				track = "[" + strings.Join(parts, ", ") + "] "
			}
		}
		r.printf("%s%s%s %s %s%s\n", mark, name, strings.Repeat(" ", long-width(name)), r.objects.short(h, 7), track, subject(c.message))
	}
	if detached != "" {
		line("* ", detached, "", h)
	}
	for _, n := range names {
		mark := "  "
		if n == head {
			mark = "* "
		}
		target, _ := r.resolveRef(n)
		if _, t, _ := r.readRef(n); t != "" {
			r.printf("%s%s -> %s\n", mark, shown(n), shortRef(t))
			continue
		}
		line(mark, shown(n), n, target)
	}
	return 0
}

func (r *repo) follow(c *configFile, branch, full string) {
	remote, merge := ".", full
	if rest, ok := strings.CutPrefix(full, "refs/remotes/"); ok {
		var b string
		remote, b, _ = strings.Cut(rest, "/")
		merge = "refs/heads/" + b
	}
	c.set("branch."+branch+".remote", remote, false)
	c.set("branch."+branch+".merge", merge, false)
}

// filterRefs keeps the references that patterns and commits choose.
func (r *repo) filterRefs(names, patterns, contains, merged, noMerged, pointsAt []string) (out []string) {
	commits := func(list []string) (hs []hash) {
		for _, s := range list {
			h, ok := r.rev(s)
			if ok {
				h, ok = r.peel(h, "commit")
			}
			if !ok {
				r.error("malformed object name %s", s)
				r.p.Exit(129)
			}
			hs = append(hs, h)
		}
		return hs
	}
	in, with, without, at := commits(contains), commits(merged), commits(noMerged), commits(pointsAt)
	for _, n := range names {
		ok := len(patterns) == 0
		for _, p := range patterns {
			ok = ok || wildmatch(p, shortRef(n), true)
		}
		h, _ := r.resolveRef(n)
		c, isCommit := r.peel(h, "commit")
		for _, x := range in {
			ok = ok && isCommit && r.isAncestor(x, c)
		}
		for _, x := range with {
			ok = ok && isCommit && r.isAncestor(c, x)
		}
		for _, x := range without {
			ok = ok && isCommit && !r.isAncestor(c, x)
		}
		for _, x := range at {
			ok = ok && isCommit && x == c
		}
		if ok {
			out = append(out, n)
		}
	}
	return out
}

func (r *repo) sortRefs(names []string, by, config string) {
	if by == "" {
		by, _ = r.config(config)
	}
	key, down := strings.CutPrefix(by, "-")
	date := func(n string) int64 {
		h, _ := r.resolveRef(n)
		o, err := r.objects.get(h)
		if err == nil && o.kind == "tag" && key != "committerdate" {
			return parseTag(o.data).tagger.when.Unix()
		}
		if h, ok := r.peel(h, "commit"); ok {
			if key == "authordate" {
				return r.commit(h).author.when.Unix()
			}
			return r.commit(h).committer.when.Unix()
		}
		return 0
	}
	var less func(a, b string) bool
	switch key {
	case "", "refname":
		less = func(a, b string) bool { return a < b }
	case "committerdate", "creatordate", "authordate", "taggerdate":
		less = func(a, b string) bool { return date(a) < date(b) }
	case "version:refname", "v:refname":
		less = versionLess
	default:
		r.fatal("unknown field name: %s", key)
	}
	sort.SliceStable(names, func(i, j int) bool {
		if down {
			return less(names[j], names[i])
		}
		return less(names[i], names[j])
	})
}

// versionLess compares the runs of digits in two names as numbers.
func versionLess(a, b string) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for a != "" && b != "" {
		if digit(a[0]) && digit(b[0]) {
			i, j := 0, 0
			for i < len(a) && digit(a[i]) {
				i++
			}
			for j < len(b) && digit(b[j]) {
				j++
			}
			x, y := strings.TrimLeft(a[:i], "0"), strings.TrimLeft(b[:j], "0")
			if len(x) != len(y) {
				return len(x) < len(y)
			}
			if x != y {
				return x < y
			}
			a, b = a[i:], b[j:]
			continue
		}
		if a[0] != b[0] {
			return a[0] < b[0]
		}
		a, b = a[1:], b[1:]
	}
	return len(a) < len(b)
}

func (r *repo) createBranch(name, start string, force bool) {
	if !goodRefName(name) || name == "HEAD" {
		r.fatal("'%s' is not a valid branch name", name)
	}
	full := "refs/heads/" + name
	if _, ok := r.resolveRef(full); ok {
		if !force {
			r.fatal("a branch named '%s' already exists", name)
		}
		if head, _ := r.head(); head == full {
			r.fatal("cannot force update the branch '%s' checked out at '%s'", name, r.work)
		}
	}
	for _, n := range r.listRefs("refs/heads/") {
		if strings.HasPrefix(n, full+"/") || strings.HasPrefix(full, n+"/") {
			r.fatal("cannot lock ref '%s': '%s' exists; cannot create '%s'", full, n, full)
		}
	}
	h, ok := r.rev(start)
	if ok {
		h, ok = r.peel(h, "commit")
	}
	if !ok {
		if start == "HEAD" {
			branch, _ := r.head()
			start = strings.TrimPrefix(branch, "refs/heads/")
		}
		r.fatal("not a valid object name: '%s'", start)
	}
	r.setRef(full, h, "branch: Created from "+start)
}

func (r *repo) deleteBranches(names []string, force, quiet, remotes bool) (status int) {
	if len(names) == 0 {
		r.fatal("branch name required")
	}
	head, h := r.head()
	for _, n := range names {
		full := "refs/heads/" + n
		what := "branch"
		if remotes {
			full, what = "refs/remotes/"+n, "remote-tracking branch"
		}
		target, ok := r.resolveRef(full)
		switch {
		case !ok:
			r.error("%s '%s' not found.", what, n)
			status = 1
			continue
		case full == head:
			r.error("Cannot delete branch '%s' checked out at '%s'", n, r.work)
			status = 1
			continue
		case !force && !remotes:
			into := h
			if up, ok := r.upstream(n); ok {
				if x, ok := r.resolveRef(up); ok {
					into = x
				}
			}
			if into.zero() || !r.isAncestor(target, into) {
				r.error("The branch '%s' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D %s'.", n, n)
				status = 1
				continue
			}
		}
		r.deleteRef(full)
		if c, err := r.readConfig(r.common + "/config"); err == nil {
			c.unset("branch." + n + ".remote")
			c.unset("branch." + n + ".merge")
			r.check(r.writeConfig(c))
		}
		if !quiet {
			r.printf("Deleted %s %s (was %s).\n", what, n, r.objects.short(target, 7))
		}
	}
	return status
}

func (r *repo) moveBranch(mode string, names []string, force bool) int {
	head, _ := r.head()
	from := strings.TrimPrefix(head, "refs/heads/")
	switch len(names) {
	case 0:
		r.fatal("branch name required")
	case 1:
		if head == "" {
			r.fatal("cannot %s the current branch while not on any.", map[string]string{"move": "rename", "copy": "copy"}[mode])
		}
	case 2:
		from = names[0]
	default:
		r.fatal("too many arguments for a %s operation", map[string]string{"move": "rename", "copy": "copy"}[mode])
	}
	to := names[len(names)-1]
	if !goodRefName(to) {
		r.fatal("'%s' is not a valid branch name", to)
	}
	old, new := "refs/heads/"+from, "refs/heads/"+to
	h, ok := r.resolveRef(old)
	if !ok {
		if old == head { // not born yet
			r.check(r.writeFile(r.dir+"/HEAD", "ref: "+new+"\n"))
			return 0
		}
		r.fatal("No branch named '%s'.", from)
	}
	if _, exists := r.resolveRef(new); exists && !force && old != new {
		r.fatal("a branch named '%s' already exists", to)
	}
	log, err := r.fs.ReadFile(r.ctx, r.common+"/logs/"+old, 64<<20)
	if mode == "move" && old != new {
		r.deleteRef(old)
	}
	r.check(r.writeFile(r.common+"/"+new, h.String()+"\n"))
	if err == nil {
		r.check(r.writeFile(r.common+"/logs/"+new, string(log)))
	}
	word := map[string]string{"move": "renamed", "copy": "copied"}[mode]
	if mode == "move" && old == head {
		r.check(r.writeFile(r.dir+"/HEAD", "ref: "+new+"\n"))
	}
	r.log(new, h, h, "Branch: "+word+" "+old+" to "+new)
	c, err := r.readConfig(r.common + "/config")
	r.check(err)
	for _, k := range []string{".remote", ".merge"} {
		if v := c.all("branch." + from + k); len(v) > 0 {
			c.set("branch."+to+k, v[0].value, false)
			if mode == "move" {
				c.unset("branch." + from + k)
			}
		}
	}
	return b2i(r.writeConfig(c) != nil)
}

// goTo switches to a branch (a full name) or, detached, to a commit.
func (r *repo) goTo(branch string, c *commit, said string, force, quiet, created bool) {
	old, h := r.head()
	from := strings.TrimPrefix(old, "refs/heads/")
	if old == "" {
		from = h.String()
	}
	tree := hash{}
	if !h.zero() {
		tree = r.commit(h).tree
	}
	if !created || h != c.hash || force {
		r.switchTo(tree, c.tree, force, "checkout")
	}
	message := "checkout: moving from " + from + " to " + said
	if branch == "" {
		if !quiet && old == "" && h != c.hash && !h.zero() {
			r.note("Previous HEAD position was %s %s\n", r.objects.short(h, 7), subject(r.commit(h).message))
		}
		r.detach(c.hash, message)
	} else {
		if !quiet && old == "" && h != c.hash && !h.zero() {
			r.note("Previous HEAD position was %s %s\n", r.objects.short(h, 7), subject(r.commit(h).message))
		}
		r.check(r.writeFile(r.dir+"/HEAD", "ref: "+branch+"\n"))
		r.log("HEAD", h, c.hash, message)
	}
	r.endOperation()
	if quiet {
		return
	}
	for _, x := range r.workChanges(r.readIndex(), r.treeFiles(c.tree), nil) {
		r.printf("%c\t%s\n", x.kind, r.quotePath(x.name()))
	}
	name := strings.TrimPrefix(branch, "refs/heads/")
	switch {
	case branch == "" && old == "" && h == c.hash:
		r.note("HEAD is now at %s %s\n", r.objects.short(c.hash, 7), subject(c.message))
	case branch == "":
		if old != "" && r.configBool("advice.detachedhead", true) {
			r.note("Note: switching to '%s'.\n\nYou are in 'detached HEAD' state. You can look around, make experimental\nchanges and commit them, and you can discard any commits you make in this\nstate without impacting any branches by switching back to a branch.\n\nIf you want to create a new branch to retain commits you create, you may\ndo so (now or later) by using -c with the switch command. Example:\n\n  git switch -c <new-branch-name>\n\nOr undo this operation with:\n\n  git switch -\n\nTurn off this advice by setting config variable advice.detachedHead to false\n\n", said)
		}
		r.note("HEAD is now at %s %s\n", r.objects.short(c.hash, 7), subject(c.message))
	case created:
		r.note("Switched to a new branch '%s'\n", name)
	case branch == old:
		r.note("Already on '%s'\n", name)
	default:
		r.note("Switched to branch '%s'\n", name)
	}
	if branch != "" && !created {
		r.p.Out.WriteString(r.tracking(branch, c.hash, false))
	}
}

// switchBranch is what checkout and switch have in common.
func (r *repo) switchBranch(target, create, orphan string, reset, detach, force, quiet bool) int {
	r.needWork()
	if s := r.readIndex(); s.unmerged() && !force {
		seen := map[string]bool{}
		for _, e := range s.entries {
			if e.stage > 0 && !seen[e.name] {
				seen[e.name] = true
				r.printf("%s: needs merge\n", e.name)
			}
		}
		r.error("you need to resolve your current index first")
		return 1
	}
	old, h := r.head()
	if orphan != "" {
		if !goodRefName(orphan) {
			r.fatal("'%s' is not a valid branch name", orphan)
		}
		if _, ok := r.resolveRef("refs/heads/" + orphan); ok {
			r.fatal("a branch named '%s' already exists", orphan)
		}
		r.check(r.writeFile(r.dir+"/HEAD", "ref: refs/heads/"+orphan+"\n"))
		if !quiet {
			r.note("Switched to a new branch '%s'\n", orphan)
		}
		return 0
	}
	if create != "" {
		if !goodRefName(create) || create == "HEAD" {
			r.fatal("'%s' is not a valid branch name", create)
		}
		full := "refs/heads/" + create
		if _, ok := r.resolveRef(full); ok && !reset {
			r.fatal("a branch named '%s' already exists", create)
		}
		if h.zero() && (target == "" || target == "HEAD") {
			r.check(r.writeFile(r.dir+"/HEAD", "ref: "+full+"\n"))
			if !quiet {
				r.note("Switched to a new branch '%s'\n", create)
			}
			return 0
		}
		start := target
		if start == "" {
			start = "HEAD"
		}
		x, ok := r.rev(start)
		if ok {
			x, ok = r.peel(x, "commit")
		}
		if !ok {
			r.fatal("'%s' is not a commit and a branch '%s' cannot be created from it", start, create)
		}
		c := r.commit(x)
		for _, n := range r.listRefs("refs/heads/") {
			if strings.HasPrefix(n, full+"/") || strings.HasPrefix(full, n+"/") {
				r.fatal("cannot lock ref '%s': '%s' exists; cannot create '%s'", full, n, full)
			}
		}
		existed := false
		if _, ok := r.resolveRef(full); ok {
			existed = true
		}
		if x != h || force {
			r.switchTo(r.headTree(), c.tree, force, "checkout")
		}
		r.setRef(full, x, "branch: Created from "+start)
		from := strings.TrimPrefix(old, "refs/heads/")
		if old == "" {
			from = h.String()
		}
		r.check(r.writeFile(r.dir+"/HEAD", "ref: "+full+"\n"))
		r.log("HEAD", h, x, "checkout: moving from "+from+" to "+create)
		if !quiet {
			if x != h {
				for _, ch := range r.workChanges(r.readIndex(), r.treeFiles(c.tree), nil) {
					r.printf("%c\t%s\n", ch.kind, r.quotePath(ch.name()))
				}
			}
			if existed {
				r.note("Reset branch '%s'\n", create)
			} else {
				r.note("Switched to a new branch '%s'\n", create)
			}
		}
		return 0
	}
	said := target
	if target == "-" {
		b, ok := r.previousBranch(1)
		if !ok {
			r.error("pathspec '-' did not match any file(s) known to git")
			return 1
		}
		target, said = b, b
	}
	full := "refs/heads/" + target
	if x, ok := r.resolveRef(full); ok && !detach && goodRefName(target) {
		r.goTo(full, r.commit(x), said, force, quiet, false)
		return 0
	}
	x, ok := r.rev(target)
	if ok {
		x, ok = r.peel(x, "commit")
	}
	if !ok {
		return -1
	}
	r.goTo("", r.commit(x), said, force, quiet, false)
	return 0
}

func (r *repo) switchMain(args []string) int {
	var create, orphan string
	var reset, detach, force, quiet bool
	f := r.parse("switch", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-c", "--create":
			create = f.of(name, value, has)
		case "-C", "--force-create":
			create, reset = f.of(name, value, has), true
		case "--orphan":
			orphan = f.of(name, value, has)
		case "-d", "--detach":
			detach = true
		case "-f", "--force", "--discard-changes":
			force = true
		case "-q", "--quiet":
			quiet = true
		case "--no-guess", "--guess", "--no-progress", "--no-track":
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	target := ""
	switch {
	case len(ops) > 1:
		r.fatal("only one reference expected")
	case len(ops) == 1:
		target = ops[0]
	case create == "" && orphan == "" && !detach:
		r.fatal("missing branch or commit argument")
	case create == "" && orphan == "":
		target = "HEAD"
	}
	if create == "" && orphan == "" && !detach && target != "-" {
		if _, ok := r.resolveRef("refs/heads/" + target); !ok {
			if x, ok := r.rev(target); ok {
				if _, ok := r.peel(x, "commit"); ok {
					kind := "commit"
					if n, ok := r.refName(target); ok && strings.HasPrefix(n, "refs/tags/") {
						kind = "tag"
					}
					r.fatal("a branch is expected, got %s '%s'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.", kind, target)
				}
			}
			r.fatal("invalid reference: %s", target)
		}
	}
	status := r.switchBranch(target, create, orphan, reset, detach, force, quiet)
	if status < 0 {
		r.fatal("invalid reference: %s", target)
	}
	return status
}

func (r *repo) checkoutMain(args []string) int {
	r.needWork()
	var create, orphan string
	var reset, detach, force, quiet, ours, theirs bool
	f := r.parse("checkout", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-b":
			create = f.of(name, value, has)
		case "-B":
			create, reset = f.of(name, value, has), true
		case "--orphan":
			orphan = f.of(name, value, has)
		case "-d", "--detach":
			detach = true
		case "-f", "--force":
			force = true
		case "-q", "--quiet":
			quiet = true
		case "--ours", "-2":
			ours = true
		case "--theirs", "-3":
			theirs = true
		case "--no-guess", "--guess", "--no-progress", "--progress", "--no-track":
		default:
			return false
		}
		return true
	})
	// What comes first is a branch or commit where it can be one.
	target, paths := "", f.paths
	if len(f.operands) > 0 {
		first := f.operands[0]
		_, isRev := r.rev(first)
		if first == "-" {
			isRev = true
		}
		switch {
		case f.dashes || create != "" || orphan != "" || isRev && (len(f.operands) > 1 || !r.exists(r.abs(first))):
			target, paths = first, append(f.operands[1:], paths...)
		case isRev:
			target = first
		default:
			paths = append(f.operands, paths...)
		}
		if isRev && !f.dashes && len(f.operands) == 1 && r.exists(r.abs(first)) && create == "" && orphan == "" {
			if _, branch := r.resolveRef("refs/heads/" + first); branch {
				r.fatal("'%s' could be both a local file and a tracking branch.\nPlease use -- (and optionally --no-guess) to disambiguate", first)
			}
		}
	}
	if len(paths) > 0 && create == "" && orphan == "" {
		if target != "" {
			if _, ok := r.rev(target); !ok {
				r.fatal("invalid reference: %s", target)
			}
		}
		status, n := r.restorePaths(paths, target, target != "", true, ours, theirs, true)
		if status == 0 && !quiet && !f.dashes {
			from := "the index"
			if target != "" {
				h, _ := r.rev(target)
				if t, ok := r.peel(h, "tree"); ok {
					h = t
				}
				from = r.objects.short(h, 7)
			}
			r.note("Updated %d %s from %s\n", n, plural(n, "path", "paths"), from)
		}
		return status
	}
	if target == "" && create == "" && orphan == "" {
		head, h := r.head()
		if !h.zero() && (len(args) == 0 || force || detach) {
			if detach {
				return r.switchBranch("HEAD", "", "", false, true, force, quiet)
			}
			if force {
				r.switchTo(r.commit(h).tree, r.commit(h).tree, true, "checkout")
			}
			if head != "" && !quiet {
				for _, x := range r.workChanges(r.readIndex(), r.treeFiles(r.commit(h).tree), nil) {
					r.printf("%c\t%s\n", x.kind, r.quotePath(x.name()))
				}
			}
		}
		return 0
	}
	if status := r.switchBranch(target, create, orphan, reset, detach, force, quiet); status >= 0 {
		return status
	}
	r.error("pathspec '%s' did not match any file(s) known to git", target)
	return 1
}

func (r *repo) restoreMain(args []string) int {
	var source string
	var staged, work, ours, theirs bool
	f := r.parse("restore", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-s", "--source":
			source = f.of(name, value, has)
		case "-S", "--staged":
			staged = true
		case "-W", "--worktree":
			work = true
		case "--ours", "-2":
			ours = true
		case "--theirs", "-3":
			theirs = true
		case "-q", "--quiet", "--no-progress", "--no-overlay":
		default:
			return false
		}
		return true
	})
	paths := append(f.operands, f.paths...)
	if len(paths) == 0 {
		r.fatal("you must specify path(s) to restore")
	}
	if !staged && !work {
		work = true
	}
	if source == "" && staged {
		source = "HEAD"
	}
	if source != "" {
		if _, ok := r.rev(source); !ok && source != "HEAD" {
			r.fatal("could not resolve %s", source)
		}
	}
	status, _ := r.restorePaths(paths, source, staged, work, ours, theirs, false)
	return status
}

// restorePaths makes paths those of a tree, or of the index where source is
// empty: in the index, in the working tree. With overlay what the tree hasn't
// stays.
func (r *repo) restorePaths(paths []string, source string, staged, work, ours, theirs, overlay bool) (status, written int) {
	r.needWork()
	specs := r.pathspecs(paths)
	s := r.readIndex()
	var tree map[string]file
	if source != "" {
		h, ok := r.rev(source)
		if ok {
			h, ok = r.peel(h, "tree")
		}
		if !ok && source == "HEAD" {
			ok = true // nothing is committed yet
			h = hash{}
		}
		if !ok {
			r.fatal("reference is not a tree: %s", source)
		}
		tree = r.treeFiles(h)
		if h.zero() {
			tree = map[string]file{}
		}
	}
	names := map[string]bool{}
	for _, e := range s.entries {
		if tree == nil || !overlay {
			if chosen(specs, e.name) {
				names[e.name] = true
			}
		}
	}
	for n := range tree {
		if chosen(specs, n) {
			names[n] = true
		}
	}
	for _, p := range specs {
		if !p.used && !p.exclude {
			r.error("pathspec '%s' did not match any file(s) known to git", p.text)
			return 1, 0
		}
	}
	var sorted []string
	for n := range names {
		sorted = append(sorted, n)
	}
	sort.Strings(sorted)
	if tree == nil {
		bad := false
		for _, name := range sorted {
			i, _ := s.find(name)
			if s.entries[i].stage > 0 && !ours && !theirs {
				r.error("path '%s' is unmerged", name)
				bad = true
			}
		}
		if bad {
			return 1, 0
		}
	}
	for _, name := range sorted {
		var f file
		ok := false
		if tree != nil {
			f, ok = tree[name]
		} else {
			for _, e := range s.entries {
				if e.name == name && (e.stage == 0 || ours && e.stage == 2 || theirs && e.stage == 3) {
					f, ok = file{e.mode, e.hash}, true
				}
			}
			if !ok {
				r.error("path '%s' does not have %s version", name, map[bool]string{true: "our", false: "their"}[ours])
				return 1, 0
			}
		}
		e := s.get(name)
		if !ok {
			if staged {
				s.remove(name)
			}
			if work {
				r.removeFile(name)
			}
			continue
		}
		changedIndex := e == nil || e.mode != f.mode || e.hash != f.hash
		if work {
			probe := entry{name: name, mode: f.mode, hash: f.hash}
			if e != nil && !changedIndex {
				probe.stat = e.stat
			}
			st := r.state(&probe, s.mtime)
			if !st.same {
				now := r.checkoutFile(name, f)
				written++
				if e != nil && !changedIndex {
					e.stat = now
				}
				if staged {
					s.put(entry{name: name, mode: f.mode, hash: f.hash, stat: now})
					continue
				}
			}
		}
		if staged && changedIndex {
			x := entry{name: name, mode: f.mode, hash: f.hash}
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+name); err == nil && work {
				x.stat = statOf(i)
			}
			s.put(x)
		}
	}
	r.writeIndex(s)
	return 0, written
}

func (r *repo) tagMain(args []string) int {
	var list, del, force, annotate bool
	var messages []string
	var file, sortBy, format string
	lines := 0
	var contains, merged, noMerged, pointsAt []string
	f := r.parse("tag", args, func(f *flags, name, value string, has bool) bool {
		switch name {
		case "-l", "--list":
			list = true
		case "-d", "--delete":
			del = true
		case "-f", "--force":
			force = true
		case "-a", "--annotate":
			annotate = true
		case "-m", "--message":
			messages = append(messages, f.of(name, value, has))
			annotate = true
		case "-F", "--file":
			file, annotate = f.of(name, value, has), true
		case "-n":
			lines = 1
			if v := f.attached(); v != "" {
				fmt.Sscan(v, &lines)
			}
			list = true
		case "--sort":
			sortBy = f.of(name, value, has)
		case "--format":
			format = f.of(name, value, has)
		case "--contains":
			contains, list = append(contains, f.orHead(name, value, has)), true
		case "--merged":
			merged, list = append(merged, f.orHead(name, value, has)), true
		case "--no-merged":
			noMerged, list = append(noMerged, f.orHead(name, value, has)), true
		case "--points-at":
			pointsAt, list = append(pointsAt, f.orHead(name, value, has)), true
		case "--no-column", "--no-sign":
		default:
			return false
		}
		return true
	})
	ops := append(f.operands, f.paths...)
	switch {
	case del:
		status := 0
		for _, n := range ops {
			h, ok := r.resolveRef("refs/tags/" + n)
			if !ok {
				r.error("tag '%s' not found.", n)
				status = 1
				continue
			}
			r.deleteRef("refs/tags/" + n)
			r.printf("Deleted tag '%s' (was %s)\n", n, r.objects.short(h, 7))
		}
		return status
	case list || len(ops) == 0:
		names := r.filterRefs(r.listRefs("refs/tags/"), ops, contains, merged, noMerged, pointsAt)
		r.sortRefs(names, sortBy, "tag.sort")
		for _, n := range names {
			switch {
			case format != "":
				r.printf("%s\n", r.formatRef(format, n))
			case lines > 0:
				h, _ := r.resolveRef(n)
				o, err := r.objects.get(h)
				r.check(err)
				text := ""
				if o.kind == "tag" {
					text = parseTag(o.data).message
				} else if o.kind == "commit" {
					text = parseCommit(h, o.data).message
				}
				all := strings.Split(strings.TrimRight(text, "\n"), "\n")
				r.printf("%-15s %s\n", strings.TrimPrefix(n, "refs/tags/"), strings.Join(all[:min(lines, len(all))], "\n    "))
			default:
				r.printf("%s\n", strings.TrimPrefix(n, "refs/tags/"))
			}
		}
		return 0
	}
	if len(ops) > 2 {
		r.fatal("too many arguments")
	}
	name, target := ops[0], "HEAD"
	if len(ops) == 2 {
		target = ops[1]
	}
	if !goodRefName(name) {
		r.fatal("'%s' is not a valid tag name.", name)
	}
	h, ok := r.rev(target)
	if !ok || !r.objects.has(h) {
		r.fatal("Failed to resolve '%s' as a valid ref.", target)
	}
	full := "refs/tags/" + name
	old, exists := r.resolveRef(full)
	if exists && !force {
		r.fatal("tag '%s' already exists", name)
	}
	if annotate {
		text := strings.Join(messages, "\n\n")
		if file != "" {
			text = string(r.input(file))
		} else if len(messages) == 0 {
			text = r.edit("\n#\n# Write a message for tag:\n#   " + name + "\n# Lines starting with '#' will be ignored.\n")
		}
		if text = cleanMessage(text, len(messages) == 0 && file == ""); text == "" && len(messages) == 0 {
			r.fatal("no tag message?")
		}
		o, err := r.objects.get(h)
		r.check(err)
		data := fmt.Sprintf("object %s\ntype %s\ntag %s\ntagger %s\n\n%s", h, o.kind, name, r.ident("COMMITTER", true), text)
		h, err = r.objects.put("tag", []byte(data))
		r.check(err)
	}
	r.setRef(full, h, "")
	if exists && old != h {
		r.printf("Updated tag '%s' (was %s)\n", name, r.objects.short(old, 7))
	}
	return 0
}
