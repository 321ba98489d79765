package git

import (
	"container/heap"
	"regexp"
	"strconv"
	"strings"
)

// rev reads a revision: gitrevisions(7). ok is false where it names nothing.
func (r *repo) rev(s string) (h hash, ok bool) {
	if s == "@" {
		s = "HEAD"
	}
	if i := strings.IndexByte(s, ':'); i >= 0 && !strings.Contains(s[:i], "^{/") {
		return r.revPath(s[:i], s[i+1:])
	}
	// Suffixes, from the end.
	if k := strings.LastIndex(s, "^{"); k >= 0 && strings.HasSuffix(s, "}") {
		kind := s[k+2 : len(s)-1]
		if h, ok = r.rev(s[:k]); !ok {
			return h, false
		}
		if text, ok := strings.CutPrefix(kind, "/"); ok {
			return r.revMessage([]hash{h}, text)
		}
		return r.peel(h, kind)
	}
	if k := strings.LastIndexAny(s, "^~"); k > 0 {
		if n, err := strconv.Atoi(s[k+1:] + strings.Repeat("1", b2i(s[k+1:] == ""))); err == nil && n >= 0 {
			if h, ok = r.rev(s[:k]); !ok {
				return h, false
			}
			if h, ok = r.peel(h, "commit"); !ok {
				return h, false
			}
			if s[k] == '^' {
				if n == 0 {
					return h, true
				}
				c := r.commit(h)
				if n > len(c.parents) {
					return h, false
				}
				return c.parents[n-1], true
			}
			for range n {
				c := r.commit(h)
				if len(c.parents) == 0 {
					return h, false
				}
				h = c.parents[0]
			}
			return h, true
		}
	}
	if k := strings.LastIndex(s, "@{"); k >= 0 && strings.HasSuffix(s, "}") {
		return r.revLog(s[:k], s[k+2:len(s)-1])
	}
	if h, ok = parseHash(s); ok {
		return h, true
	}
	if name, ok := r.refName(s); ok {
		return r.resolveRef(name)
	}
	if len(s) >= 4 && len(s) < 40 && strings.Trim(strings.ToLower(s), "0123456789abcdef") == "" {
		found, err := r.objects.withPrefix(strings.ToLower(s))
		r.check(err)
		if len(found) > 1 {
			var commits []hash
			for _, f := range found {
				if _, ok := r.peel(f, "commit"); ok {
					commits = append(commits, f)
				}
			}
			if found = commits; len(found) != 1 {
				r.error("short object ID %s is ambiguous", s)
				return h, false
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	if i := strings.LastIndex(s, "-g"); i > 0 { // as describe writes them
		if h, ok := r.rev(s[i+2:]); ok && len(s)-i-2 >= 4 {
			return h, true
		}
	}
	return h, false
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// refName returns the full name of a reference by its short one.
func (r *repo) refName(s string) (string, bool) {
	if !goodRefName(s) {
		return "", false
	}
	for _, f := range []string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"} {
		name := f + s
		if f == "" && !strings.HasPrefix(s, "refs/") && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
			continue
		}
		if _, ok := r.resolveRef(name); ok {
			return name, true
		}
	}
	if _, ok := r.resolveRef("refs/remotes/" + s + "/HEAD"); ok {
		return "refs/remotes/" + s + "/HEAD", true
	}
	return "", false
}

// revPath is rev:path, or :path in the index, or :n:path of a stage.
func (r *repo) revPath(rev, name string) (h hash, ok bool) {
	if rev == "" {
		stage := 0
		if len(name) > 1 && name[1] == ':' && name[0] >= '0' && name[0] <= '3' {
			stage, name = int(name[0]-'0'), name[2:]
		}
		if text, ok := strings.CutPrefix(name, "/"); ok && stage == 0 {
			var tips []hash
			for _, n := range append(r.listRefs("refs/"), "HEAD") {
				if h, ok := r.rev(n); ok {
					if h, ok := r.peel(h, "commit"); ok {
						tips = append(tips, h)
					}
				}
			}
			return r.revMessage(tips, text)
		}
		name = r.inTree(name)
		for _, e := range r.readIndex().entries {
			if e.name == name && e.stage == stage {
				return e.hash, true
			}
		}
		return h, false
	}
	if h, ok = r.rev(rev); !ok {
		return h, false
	}
	if h, ok = r.peel(h, "tree"); !ok || name == "" {
		return h, ok
	}
	e, ok := r.entryAt(h, r.inTree(name))
	return e.hash, ok
}

// inTree makes a path that begins with ./ or ../ one from the top.
func (r *repo) inTree(name string) string {
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		rest, _ := strings.CutPrefix(r.abs(name), strings.TrimSuffix(r.work, "/")+"/")
		return rest
	}
	return strings.TrimSuffix(name, "/")
}

// entryAt finds a path in a tree.
func (r *repo) entryAt(tree hash, name string) (e treeEntry, ok bool) {
	e = treeEntry{mode: modeTree, hash: tree}
	for part := range strings.SplitSeq(name, "/") {
		if e.mode != modeTree {
			return e, false
		}
		found := false
		for _, x := range r.tree(e.hash) {
			if x.name == part {
				e, found = x, true
				break
			}
		}
		if !found {
			return e, false
		}
	}
	return e, true
}

// revMessage finds the newest commit whose message matches.
func (r *repo) revMessage(from []hash, text string) (h hash, ok bool) {
	re, err := regexp.Compile(text)
	if err != nil {
		return h, false
	}
	r.walk(from, nil, walkOptions{}, func(c *commit) bool {
		if re.MatchString(c.message) {
			h, ok = c.hash, true
		}
		return !ok
	})
	return h, ok
}

// revLog is ref@{n}, @{-n}, ref@{date} and branch@{upstream}.
func (r *repo) revLog(name, what string) (h hash, ok bool) {
	branch, _ := r.head()
	full := "HEAD"
	if name != "" && name != "HEAD" {
		if full, ok = r.refName(name); !ok {
			return h, false
		}
	}
	switch strings.ToLower(what) {
	case "u", "upstream", "push":
		if name == "" || name == "HEAD" {
			full = branch
		}
		up, ok := r.upstream(strings.TrimPrefix(full, "refs/heads/"))
		if !ok {
			return h, false
		}
		return r.resolveRef(up)
	}
	if n, err := strconv.Atoi(what); err == nil {
		if n < 0 {
			if b, ok := r.previousBranch(-n); ok {
				return r.rev(b)
			}
			return h, false
		}
		if name == "" && branch != "" {
			full = branch
		}
		list := r.readLog(full)
		if n == 0 {
			return r.resolveRef(full)
		}
		if n < len(list) {
			return list[n].new, true
		}
		if n == len(list) && n > 0 && !list[n-1].old.zero() {
			return list[n-1].old, true
		}
		r.fatal("log for '%s' only has %d entries", strings.TrimPrefix(full, "refs/heads/"), len(list))
	}
	when, ok := r.date(what)
	if !ok {
		return h, false
	}
	list := r.readLog(full)
	for _, e := range list {
		if !e.who.when.After(when) {
			return e.new, true
		}
	}
	if len(list) > 0 {
		return list[len(list)-1].new, true
	}
	return h, false
}

// previousBranch is the n-th last branch or commit that was checked out.
func (r *repo) previousBranch(n int) (string, bool) {
	for _, e := range r.readLog("HEAD") {
		if rest, ok := strings.CutPrefix(e.message, "checkout: moving from "); ok {
			if n--; n == 0 {
				from, _, _ := strings.Cut(rest, " to ")
				return from, true
			}
		}
	}
	return "", false
}

// upstream returns the reference that a branch follows.
func (r *repo) upstream(branch string) (string, bool) {
	remote, ok := r.config("branch." + branch + ".remote")
	merge, ok2 := r.config("branch." + branch + ".merge")
	if !ok || !ok2 {
		return "", false
	}
	if remote == "." {
		return merge, true
	}
	return "refs/remotes/" + remote + "/" + strings.TrimPrefix(merge, "refs/heads/"), true
}

// peel follows tags, and a commit to its tree, to an object of a kind.
func (r *repo) peel(h hash, kind string) (hash, bool) {
	for range 32 {
		o, err := r.objects.get(h)
		if err != nil {
			return h, false
		}
		switch {
		case kind == "object" || kind == o.kind || kind == "" && o.kind != "tag":
			return h, true
		case o.kind == "tag":
			h = parseTag(o.data).object
		case o.kind == "commit" && kind == "tree":
			h = parseCommit(h, o.data).tree
		default:
			return h, false
		}
	}
	return h, false
}

// commitish reads a revision that must be a commit, or ends the command.
func (r *repo) commitish(s string) *commit {
	h, ok := r.rev(s)
	if ok {
		h, ok = r.peel(h, "commit")
	}
	if !ok {
		r.ambiguous(s)
	}
	return r.commit(h)
}

// ambiguous ends the command for an argument that is no revision.
func (r *repo) ambiguous(s string) {
	if s == "HEAD" || s == "@" {
		r.fatal("ambiguous argument 'HEAD': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'")
	}
	if len(s) == 40 {
		if _, ok := parseHash(s); ok {
			r.fatal("bad object %s", s)
		}
	}
	r.fatal("ambiguous argument '%s': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'", s)
}

// walkOptions order a walk.
type walkOptions struct {
	first bool // follow first parents only
	topo  bool // no parent before all of its children
}

// queue has the commits that are to be visited, the newest first, in the
// order they came where they are of the same second.
type queue struct {
	list []*commit
	at   []int
	n    int
}

func (q *queue) Len() int { return len(q.list) }
func (q *queue) Less(i, j int) bool {
	a, b := q.list[i].committer.when.Unix(), q.list[j].committer.when.Unix()
	return a > b || a == b && q.at[i] < q.at[j]
}
func (q *queue) Swap(i, j int) {
	q.list[i], q.list[j] = q.list[j], q.list[i]
	q.at[i], q.at[j] = q.at[j], q.at[i]
}
func (q *queue) Push(c any) {
	q.n++
	q.list, q.at = append(q.list, c.(*commit)), append(q.at, q.n)
}
func (q *queue) Pop() any {
	n := len(q.list) - 1
	c := q.list[n]
	q.list, q.at = q.list[:n], q.at[:n]
	return c
}

// ancestors returns a commit's history, itself too.
func (r *repo) ancestors(from ...hash) map[hash]bool {
	seen := map[hash]bool{}
	for len(from) > 0 {
		h := from[len(from)-1]
		from = from[:len(from)-1]
		if !seen[h] {
			seen[h] = true
			from = append(from, r.commit(h).parents...)
		}
	}
	return seen
}

// walk visits what can be reached from some commits and not from others,
// newest first, until visit returns false.
func (r *repo) walk(from, not []hash, o walkOptions, visit func(*commit) bool) {
	hidden := r.ancestors(not...)
	var children map[hash]int
	if o.topo {
		children = map[hash]int{}
		for h := range r.ancestors(from...) {
			if hidden[h] {
				continue
			}
			for _, p := range r.commit(h).parents {
				children[p]++
			}
		}
	}
	q := &queue{}
	seen := map[hash]bool{}
	push := func(h hash) {
		if !seen[h] && !hidden[h] {
			seen[h] = true
			heap.Push(q, r.commit(h))
		}
	}
	for _, h := range from {
		if children[h] == 0 {
			push(h)
		}
	}
	var stack []*commit // of a topological walk: depth first
	for q.Len() > 0 || len(stack) > 0 {
		var c *commit
		if len(stack) > 0 {
			c = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		} else {
			c = heap.Pop(q).(*commit)
		}
		if !visit(c) {
			return
		}
		parents := c.parents
		if o.first && len(parents) > 1 {
			parents = parents[:1]
		}
		for i := range parents {
			if !o.topo {
				push(parents[i])
				continue
			}
			p := parents[i]
			if children[p]--; children[p] <= 0 && !seen[p] && !hidden[p] {
				seen[p] = true
				stack = append(stack, r.commit(p))
			}
		}
	}
}

// mergeBases returns the best common ancestors of two commits.
func (r *repo) mergeBases(a, b hash) []hash {
	left := r.ancestors(a)
	var common []hash
	r.walk([]hash{b}, nil, walkOptions{}, func(c *commit) bool {
		if left[c.hash] {
			common = append(common, c.hash)
		}
		return true
	})
	var best []hash
	hidden := map[hash]bool{}
	for _, h := range common {
		if hidden[h] {
			continue
		}
		best = append(best, h)
		for x := range r.ancestors(h) {
			hidden[x] = true
		}
	}
	// One that another of them reaches isn't the best.
	var out []hash
	for i, h := range best {
		reached := false
		for j, o := range best {
			if i != j && r.ancestors(o)[h] {
				reached = true
			}
		}
		if !reached {
			out = append(out, h)
		}
	}
	return out
}

// isAncestor tells whether a is b or comes before it.
func (r *repo) isAncestor(a, b hash) bool { return r.ancestors(b)[a] }

// revisions are what "log" and its kin are asked for.
type revisions struct {
	from, not []hash
	paths     []string
}

// addRevision adds one argument: rev, ^rev, a..b, a...b, rev^@, rev^!.
func (r *repo) addRevision(v *revisions, s string) bool {
	one := func(s string) (hash, bool) {
		if s == "" {
			s = "HEAD"
		}
		h, ok := r.rev(s)
		if ok {
			h, ok = r.peel(h, "commit")
		}
		return h, ok
	}
	if a, b, ok := strings.Cut(s, "..."); ok {
		x, ok1 := one(a)
		y, ok2 := one(b)
		if !ok1 || !ok2 {
			return false
		}
		v.from, v.not = append(v.from, x, y), append(v.not, r.mergeBases(x, y)...)
		return true
	}
	if a, b, ok := strings.Cut(s, ".."); ok {
		x, ok1 := one(a)
		y, ok2 := one(b)
		if ok1 && ok2 {
			v.from, v.not = append(v.from, y), append(v.not, x)
		}
		return ok1 && ok2
	}
	if rest, ok := strings.CutPrefix(s, "^"); ok {
		h, ok := one(rest)
		v.not = append(v.not, h)
		return ok
	}
	if rest, ok := strings.CutSuffix(s, "^@"); ok {
		h, ok := one(rest)
		if ok {
			v.from = append(v.from, r.commit(h).parents...)
		}
		return ok
	}
	if rest, ok := strings.CutSuffix(s, "^!"); ok {
		h, ok := one(rest)
		if ok {
			v.from, v.not = append(v.from, h), append(v.not, r.commit(h).parents...)
		}
		return ok
	}
	h, ok := one(s)
	if ok {
		v.from = append(v.from, h)
	}
	return ok
}
