package git

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// change is how a path differs between two states. Kind is A, D, M, T, R, C
// or U (unmerged).
type change struct {
	kind             byte
	oldName, newName string
	old, new         file
	score            int // of a rename, in 60,000ths
	oldWork, newWork bool
	dirty            bool     // the working tree's file is not the index's
	info             vfs.Info // of the working tree's file
	oldData, newData []byte   // once they are read
	loaded           bool
	parents          []file // of an unmerged path: our version and theirs
	beside           bool   // the path is shown as an unmerged one already
}

func (c *change) name() string {
	if c.kind == 'D' {
		return c.oldName
	}
	return c.newName
}

const fullScore = 60000

// compareFiles lists what differs between two sets of files.
func compareFiles(a, b map[string]file, specs []*pathspec) (list []*change) {
	names := map[string]bool{}
	for n := range a {
		names[n] = true
	}
	for n := range b {
		names[n] = true
	}
	sorted := make([]string, 0, len(names))
	for n := range names {
		sorted = append(sorted, n)
	}
	sort.Strings(sorted)
	for _, n := range sorted {
		x, inA := a[n]
		y, inB := b[n]
		if x == y || !chosen(specs, n) {
			continue
		}
		c := &change{kind: 'M', oldName: n, newName: n, old: x, new: y}
		switch {
		case !inA:
			c.kind = 'A'
		case !inB:
			c.kind = 'D'
		case x.mode&0o170000 != y.mode&0o170000:
			c.kind = 'T'
		}
		list = append(list, c)
	}
	return list
}

func indexFiles(s *staging) map[string]file {
	all := map[string]file{}
	for _, e := range s.entries {
		if e.stage == 0 && !e.intent {
			all[e.name] = file{e.mode, e.hash}
		}
	}
	return all
}

// workChanges lists what differs between the index, or a tree if given, and
// the working tree. Untracked files don't count.
func (r *repo) workChanges(s *staging, tree map[string]file, specs []*pathspec) (list []*change) {
	seen := map[string]bool{}
	unmerged := map[string]bool{}
	for i := range s.entries {
		e := &s.entries[i]
		if e.stage != 0 {
			if !unmerged[e.name] && chosen(specs, e.name) {
				unmerged[e.name] = true
				list = append(list, r.unmergedChange(s, e.name))
			}
			if e.stage != 2 {
				continue
			}
		}
		seen[e.name] = true
		if !chosen(specs, e.name) {
			continue
		}
		beside := e.stage == 2 && len(list) > 0 && list[len(list)-1].kind == 'U' && len(list[len(list)-1].parents) == 2
		st := r.state(e, s.mtime)
		old := file{e.mode, e.hash}
		inOld := !e.intent
		if tree != nil {
			old, inOld = tree[e.name]
		}
		c := &change{kind: 'M', oldName: e.name, newName: e.name, old: old, new: st.file, newWork: true, dirty: !st.same, info: st.info, beside: beside}
		switch {
		case st.gone && !inOld:
			continue
		case st.gone:
			c.kind, c.new, c.newWork = 'D', file{}, false
		case !inOld:
			c.kind, c.old = 'A', file{}
		case old == st.file:
			continue
		case old.mode&0o170000 != st.mode&0o170000:
			c.kind = 'T'
		}
		list = append(list, c)
	}
	for n, f := range tree {
		if !seen[n] && chosen(specs, n) {
			list = append(list, &change{kind: 'D', oldName: n, newName: n, old: f})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].name() < list[j].name() })
	return list
}

// unmergedChange is an unmerged path, with its file as it is in the working tree.
func (r *repo) unmergedChange(s *staging, name string) *change {
	c := &change{kind: 'U', oldName: name, newName: name}
	var parents []file
	for _, e := range s.entries {
		if e.name == name && e.stage >= 2 {
			parents = append(parents, file{e.mode, e.hash})
		}
	}
	i, err := r.fs.Lstat(r.ctx, r.work+"/"+name)
	if err != nil || len(parents) < 2 || i.IsDir() {
		return c
	}
	data, err := r.content(name, i)
	r.check(err)
	c.parents, c.newData, c.new = parents, data, file{mode: modeOf(i)}
	return c
}

// load reads what a change is about.
func (r *repo) load(c *change) {
	if c.loaded {
		return
	}
	c.loaded = true
	read := func(f file, name string, work bool) []byte {
		switch {
		case f.mode == 0:
			return nil
		case f.mode == modeGitlink:
			return fmt.Appendf(nil, "Subproject commit %s\n", f.hash)
		case work:
			data, err := r.content(name, c.info)
			r.check(err)
			return data
		}
		return r.blob(f.hash)
	}
	c.oldData, c.newData = read(c.old, c.oldName, c.oldWork), read(c.new, c.newName, c.newWork)
}

func binary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 }

// renames joins removals and additions that are alike: at least least
// 60,000ths of the larger one's bytes.
func (r *repo) renames(list []*change, least int, copies bool) []*change {
	var gone, new []*change
	for _, c := range list {
		switch c.kind {
		case 'D':
			gone = append(gone, c)
		case 'A':
			new = append(new, c)
		}
	}
	if len(new) == 0 || len(gone) == 0 && !copies {
		return list
	}
	drop := map[*change]bool{}
	used := map[*change]int{}
	join := func(from, to *change, score int) {
		to.kind, to.oldName, to.old, to.oldWork, to.score = 'R', from.oldName, from.old, from.oldWork, score
		if from.kind != 'D' {
			to.kind = 'C'
		} else if used[from]++; used[from] > 1 {
			to.kind = 'C'
		}
		to.loaded = false
		drop[from] = from.kind == 'D'
	}
	// The same content first, that of the same base name before others.
	for _, to := range new {
		var best *change
		for _, from := range gone {
			if from.old.hash == to.new.hash && from.old.mode&0o170000 == to.new.mode&0o170000 && used[from] == 0 && len0(r, from) {
				if best == nil || base(from.oldName) == base(to.newName) && base(best.oldName) != base(to.newName) {
					best = from
				}
			}
		}
		if best != nil {
			join(best, to, fullScore)
		}
	}
	type pair struct {
		from, to *change
		score    int
		same     bool // base names
	}
	var pairs []pair
	sources := gone
	if copies {
		for _, c := range list {
			if c.kind == 'M' {
				sources = append(sources, c)
			}
		}
	}
	const most = 1000 // diff.renameLimit
	if len(sources) > most || len(new) > most {
		return r.dropped(list, drop)
	}
	for _, to := range new {
		if to.kind != 'A' || to.new.mode&0o170000 != 0o100000 {
			continue
		}
		for _, from := range sources {
			if used[from] > 0 || from.old.mode&0o170000 != 0o100000 {
				continue
			}
			r.load(from)
			r.load(to)
			if n := similarity(from.oldData, to.newData); n >= least {
				pairs = append(pairs, pair{from, to, n, base(from.oldName) == base(to.newName)})
			}
		}
	}
	sort.SliceStable(pairs, func(i, j int) bool {
		if pairs[i].score != pairs[j].score {
			return pairs[i].score > pairs[j].score
		}
		return pairs[i].same && !pairs[j].same
	})
	for _, p := range pairs {
		if p.to.kind == 'A' && (used[p.from] == 0 || copies) {
			join(p.from, p.to, p.score)
		}
	}
	return r.dropped(list, drop)
}

// len0 is false for empty files, which are never the source of a rename.
func len0(r *repo, c *change) bool {
	r.load(c)
	return len(c.oldData) > 0
}

func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func (r *repo) dropped(list []*change, drop map[*change]bool) (out []*change) {
	for _, c := range list {
		if !drop[c] {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].name() < out[j].name() })
	return out
}

// similarity is how much of the larger text the two have in common, counted
// in the bytes of equal lines, or pieces of 64 bytes of longer ones.
func similarity(a, b []byte) int {
	most := max(len(a), len(b))
	if most == 0 || len(a) == 0 || len(b) == 0 {
		return 0
	}
	if least := min(len(a), len(b)); (most-least)*fullScore/most > fullScore/2 {
		return 0
	}
	pieces := func(data []byte) map[string]int {
		m := map[string]int{}
		text := !binary(data)
		var piece []byte
		for i, c := range data {
			if text && c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
				continue
			}
			piece = append(piece, c)
			if len(piece) == 64 || c == '\n' {
				m[string(piece)] += len(piece)
				piece = piece[:0]
			}
		}
		if len(piece) > 0 {
			m[string(piece)] += len(piece)
		}
		return m
	}
	x, y := pieces(a), pieces(b)
	common := 0
	for p, n := range x {
		common += min(n, y[p])
	}
	return common * fullScore / most
}

// diffOptions are how changes are shown.
type diffOptions struct {
	patch, stat, numstat, shortstat, nameOnly, nameStatus, raw, summary, compactSummary bool
	quiet, exitCode, nul, full, reverse, noPrefix, text, check                          bool
	context, inter                                                                      int
	renames, copies                                                                     bool
	least                                                                               int // similarity
	filter                                                                              string
	all, amount, end, blanks                                                            bool // whitespace that is ignored
	srcPrefix, dstPrefix                                                                string
	relative                                                                            string
	given                                                                               bool // a format was asked for
	pickaxe                                                                             string
	pickaxeRegex                                                                        bool
	statWidth                                                                           int
}

func (r *repo) diffDefaults() diffOptions {
	return diffOptions{context: 3, renames: true, least: fullScore / 2, srcPrefix: "a/", dstPrefix: "b/", statWidth: 80}
}

// quotePath quotes a name as core.quotePath has it.
func (r *repo) quotePath(name string) string {
	plain, high := true, false
	for i := 0; i < len(name); i++ {
		c := name[i]
		high = high || c >= 0x80
		plain = plain && c >= ' ' && c != '"' && c != '\\' && c != 0x7f
	}
	high = high && r.configBool("core.quotepath", true)
	if plain && !high {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case strings.IndexByte("\a\b\t\n\v\f\r", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte("abtnvfr"[c-'\a'])
		case c < ' ' || c == 0x7f || c >= 0x80 && high:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// prepare finds renames, and leaves out what isn't asked for.
func (r *repo) prepare(list []*change, o *diffOptions) []*change {
	if o.reverse {
		for _, c := range list {
			c.oldName, c.newName, c.old, c.new = c.newName, c.oldName, c.new, c.old
			c.oldWork, c.newWork = c.newWork, c.oldWork
			switch c.kind {
			case 'A':
				c.kind = 'D'
			case 'D':
				c.kind = 'A'
			}
		}
	}
	if o.pickaxe != "" {
		keep := list[:0:0]
		for _, c := range list {
			if r.load(c); picked(c, o) {
				keep = append(keep, c)
			}
		}
		list = keep
	}
	if o.renames {
		list = r.renames(list, o.least, o.copies)
	}
	if o.filter != "" {
		keep := list[:0:0]
		for _, c := range list {
			in := strings.IndexByte(o.filter, c.kind) >= 0
			if strings.ToLower(o.filter) == o.filter {
				in = strings.IndexByte(o.filter, c.kind|0x20) < 0
			}
			if in {
				keep = append(keep, c)
			}
		}
		list = keep
	}
	return list
}

// show writes changes in the formats that are asked for.
func (r *repo) show(list []*change, o *diffOptions) {
	out := r.p.Out
	end := "\n"
	if o.nul {
		end = "\x00"
	}
	quote := r.quotePath
	if o.nul {
		quote = func(s string) string { return s }
	}
	for _, c := range list {
		switch {
		case o.raw:
			abbreviated := func(h hash) string {
				if o.full {
					return h.String()
				}
				return r.objects.short(h, 7)
			}
			newHash := c.new.hash
			if c.dirty {
				newHash = hash{}
			}
			fmt.Fprintf(out, ":%06o %06o %s %s ", c.old.mode, c.new.mode, abbreviated(c.old.hash), abbreviated(newHash))
			fallthrough
		case o.nameStatus:
			sep := "\t"
			if o.nul {
				sep = "\x00"
			}
			if c.kind == 'R' || c.kind == 'C' {
				fmt.Fprintf(out, "%c%03d%s%s%s%s%s", c.kind, c.score*100/fullScore, sep, quote(c.oldName), sep, quote(c.newName), end)
			} else {
				fmt.Fprintf(out, "%c%s%s%s", c.kind, sep, quote(c.name()), end)
			}
		case o.nameOnly:
			out.WriteString(quote(c.name()) + end)
		case o.numstat:
			if c.kind == 'U' {
				continue
			}
			add, del, bin := r.count(c, o)
			if bin {
				out.WriteString("-\t-\t")
			} else {
				fmt.Fprintf(out, "%d\t%d\t", add, del)
			}
			switch {
			case o.nul && (c.kind == 'R' || c.kind == 'C'):
				fmt.Fprintf(out, "\x00%s\x00%s\x00", c.oldName, c.newName)
			default:
				out.WriteString(r.renameText(c, quote) + end)
			}
		}
	}
	if o.stat || o.compactSummary {
		r.stat(list, o)
	} else if o.shortstat {
		r.shortstat(list, o)
	}
	if o.summary {
		r.summary(list)
	}
	if o.patch {
		if (o.stat || o.shortstat || o.summary || o.raw || o.numstat || o.nameStatus || o.nameOnly) && len(list) > 0 {
			out.WriteByte('\n')
		}
		for _, c := range list {
			if !c.beside {
				r.patch(c, o)
			}
		}
	}
}

// count returns the lines added and removed.
func (r *repo) count(c *change, o *diffOptions) (add, del int, bin bool) {
	r.load(c)
	if binary(c.oldData) || binary(c.newData) {
		return 0, 0, true
	}
	for _, e := range edits(r.ctx, splitLines(c.oldData), splitLines(c.newData), ignoring(o.all, o.amount, o.end)) {
		add, del = add+e.b1-e.b0, del+e.a1-e.a0
	}
	return add, del, false
}

// renameText is "dir/{old => new}" for a rename, else the name.
func (r *repo) renameText(c *change, quote func(string) string) string {
	if c.kind != 'R' && c.kind != 'C' || c.oldName == c.newName {
		return quote(c.name())
	}
	a, b := c.oldName, c.newName
	if qa, qb := quote(a), quote(b); qa != a || qb != b {
		return qa + " => " + qb
	}
	pre := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			pre = i + 1
		}
	}
	suf := 0
	for i := 0; i < len(a)-pre+b2i(pre > 0) && i < len(b)-pre+b2i(pre > 0) && a[len(a)-1-i] == b[len(b)-1-i]; i++ {
		if a[len(a)-1-i] == '/' {
			suf = i + 1
		}
	}
	if pre+suf == 0 {
		return a + " => " + b
	}
	return a[:pre] + "{" + a[pre:max(pre, len(a)-suf)] + " => " + b[pre:max(pre, len(b)-suf)] + "}" + a[len(a)-suf:]
}

func scaled(n, width, most int) int {
	if n == 0 {
		return 0
	}
	return 1 + n*(width-1)/most
}

// stat writes a histogram.
func (r *repo) stat(list []*change, o *diffOptions) {
	type line struct {
		name     string
		add, del int
		bin      bool
		c        *change
	}
	var lines []line
	long, most, digits := 0, 0, 1
	for _, c := range list {
		l := line{name: r.renameText(c, r.quotePath), c: c}
		if o.compactSummary {
			switch {
			case c.kind == 'A' && c.new.mode == modeExec:
				l.name += " (new +x)"
			case c.kind == 'A':
				l.name += " (new)"
			case c.kind == 'D':
				l.name += " (gone)"
			case c.old.mode != c.new.mode && c.new.mode == modeExec:
				l.name += " (mode +x)"
			case c.old.mode != c.new.mode && c.old.mode == modeExec:
				l.name += " (mode -x)"
			}
		}
		if c.kind != 'U' {
			l.add, l.del, l.bin = r.count(c, o)
		}
		if l.bin {
			digits = max(digits, 3)
		} else {
			most = max(most, l.add+l.del)
		}
		long = max(long, width(l.name))
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return
	}
	digits = max(digits, len(fmt.Sprint(most)))
	total := o.statWidth
	names, graph := long, most
	if names+digits+6+graph > total {
		if graph > total*3/8-digits-6 {
			graph = max(6, total*3/8-digits-6)
		}
		if names > total-digits-6-graph {
			names = total - digits - 6 - graph
		} else {
			graph = total - digits - 6 - names
		}
	}
	add, del := 0, 0
	for _, l := range lines {
		name := l.name
		if w := width(name); w > names {
			cut := []rune(name)
			cut = cut[len(cut)-max(0, names-3):]
			name = "..." + string(cut)
			if i := strings.IndexByte(string(cut), '/'); i >= 0 {
				name = "..." + string(cut)[i:]
			}
		}
		r.printf(" %s%s |", name, strings.Repeat(" ", max(0, names-width(name))))
		switch {
		case l.c.kind == 'U':
			r.printf(" Unmerged\n")
			continue
		case l.bin:
			r.printf(" %*s", digits, "Bin")
			if len(l.c.oldData) == len(l.c.newData) && bytes.Equal(l.c.oldData, l.c.newData) {
				r.printf("\n")
			} else {
				r.printf(" %d -> %d bytes\n", len(l.c.oldData), len(l.c.newData))
			}
			continue
		}
		add, del = add+l.add, del+l.del
		plus, minus := l.add, l.del
		if graph < most {
			sum := scaled(plus+minus, graph, most)
			if sum < 2 && plus > 0 && minus > 0 {
				sum = 2
			}
			if plus < minus {
				plus = scaled(plus, graph, most)
				minus = sum - plus
			} else {
				minus = scaled(minus, graph, most)
				plus = sum - minus
			}
		}
		r.printf(" %*d", digits, l.add+l.del)
		if l.add+l.del > 0 {
			r.printf(" %s%s", strings.Repeat("+", plus), strings.Repeat("-", minus))
		}
		r.printf("\n")
	}
	r.totals(len(list), add, del)
}

func width(s string) int { return len([]rune(s)) }

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (r *repo) totals(files, add, del int) {
	r.printf(" %d %s changed", files, plural(files, "file", "files"))
	if add > 0 || del == 0 {
		r.printf(", %d %s(+)", add, plural(add, "insertion", "insertions"))
	}
	if del > 0 || add == 0 {
		r.printf(", %d %s(-)", del, plural(del, "deletion", "deletions"))
	}
	r.printf("\n")
}

func (r *repo) shortstat(list []*change, o *diffOptions) {
	if len(list) == 0 {
		return
	}
	add, del := 0, 0
	for _, c := range list {
		if c.kind != 'U' {
			a, d, _ := r.count(c, o)
			add, del = add+a, del+d
		}
	}
	r.totals(len(list), add, del)
}

func (r *repo) summary(list []*change) {
	for _, c := range list {
		switch c.kind {
		case 'A':
			r.printf(" create mode %06o %s\n", c.new.mode, r.quotePath(c.newName))
		case 'D':
			r.printf(" delete mode %06o %s\n", c.old.mode, r.quotePath(c.oldName))
		case 'R', 'C':
			word := "rename"
			if c.kind == 'C' {
				word = "copy"
			}
			r.printf(" %s %s (%d%%)\n", word, r.renameText(c, r.quotePath), c.score*100/fullScore)
			if c.old.mode != c.new.mode {
				r.printf(" mode change %06o => %06o\n", c.old.mode, c.new.mode)
			}
		default:
			if c.old.mode != c.new.mode && c.kind != 'U' {
				r.printf(" mode change %06o => %06o %s\n", c.old.mode, c.new.mode, r.quotePath(c.newName))
			}
		}
	}
}

// patch writes a change as a patch.
func (r *repo) patch(c *change, o *diffOptions) {
	if c.kind == 'U' && len(c.parents) == 2 {
		r.combinedFile(c.newName, c.parents, c.new, c.newData, o)
		return
	}
	if c.kind == 'U' {
		r.printf("* Unmerged path %s\n", r.quotePath(c.newName))
		return
	}
	if c.kind == 'T' { // a removal and an addition
		gone, new := *c, *c
		gone.kind, gone.new, gone.newWork, gone.loaded = 'D', file{}, false, false
		new.kind, new.old, new.oldWork, new.loaded = 'A', file{}, false, false
		r.patch(&gone, o)
		r.patch(&new, o)
		return
	}
	r.load(c)
	src, dst := o.srcPrefix, o.dstPrefix
	if o.reverse {
		src, dst = dst, src
	}
	if o.noPrefix {
		src, dst = "", ""
	}
	name := func(prefix, n string) string {
		if n = strings.TrimPrefix(n, o.relative); r.quotePath(n) != n {
			return r.quotePath(prefix + n)
		}
		return prefix + n
	}
	a, b := name(src, c.oldName), name(dst, c.newName)
	var head strings.Builder
	fmt.Fprintf(&head, "diff --git %s %s\n", a, b)
	switch {
	case c.kind == 'A':
		fmt.Fprintf(&head, "new file mode %06o\n", c.new.mode)
	case c.kind == 'D':
		fmt.Fprintf(&head, "deleted file mode %06o\n", c.old.mode)
	case c.old.mode != c.new.mode:
		fmt.Fprintf(&head, "old mode %06o\nnew mode %06o\n", c.old.mode, c.new.mode)
	}
	if c.kind == 'R' || c.kind == 'C' {
		word := map[byte]string{'R': "rename", 'C': "copy"}[c.kind]
		fmt.Fprintf(&head, "similarity index %d%%\n%s from %s\n%s to %s\n", c.score*100/fullScore, word, r.quotePath(c.oldName), word, r.quotePath(c.newName))
	}
	same := bytes.Equal(c.oldData, c.newData)
	if !same || c.kind == 'A' || c.kind == 'D' {
		hashes := func(h hash) string {
			if o.full {
				return h.String()
			}
			return r.objects.short(h, 7)
		}
		fmt.Fprintf(&head, "index %s..%s", hashes(c.old.hash), hashes(c.new.hash))
		if c.old.mode == c.new.mode {
			fmt.Fprintf(&head, " %06o", c.old.mode)
		}
		head.WriteByte('\n')
	}
	if c.kind == 'A' {
		a = "/dev/null"
	}
	if c.kind == 'D' {
		b = "/dev/null"
	}
	if same {
		r.p.Out.WriteString(head.String())
		return
	}
	if !o.text && (binary(c.oldData) || binary(c.newData)) {
		fmt.Fprintf(&head, "Binary files %s and %s differ\n", a, b)
		r.p.Out.WriteString(head.String())
		return
	}
	tab := func(s string) string {
		if strings.ContainsAny(s, " \t") && !strings.HasPrefix(s, `"`) {
			return s + "\t"
		}
		return s
	}
	x, y := splitLines(c.oldData), splitLines(c.newData)
	list := edits(r.ctx, x, y, ignoring(o.all, o.amount, o.end))
	if o.blanks {
		list = withoutBlank(list, x, y)
	}
	if len(list) == 0 && !(c.kind == 'A' || c.kind == 'D') {
		return // whitespace that doesn't count
	}
	r.p.Out.WriteString(head.String())
	fmt.Fprintf(r.p.Out, "--- %s\n+++ %s\n", tab(a), tab(b))
	r.hunks(x, y, list, o)
}

func withoutBlank(list []edit, x, y []string) (out []edit) {
	for _, e := range list {
		blank := true
		for _, l := range append(x[e.a0:e.a1:e.a1], y[e.b0:e.b1]...) {
			blank = blank && strings.TrimSpace(l) == ""
		}
		if !blank {
			out = append(out, e)
		}
	}
	return out
}

// hunks writes the edits with their context.
func (r *repo) hunks(x, y []string, list []edit, o *diffOptions) {
	line := func(mark byte, l string) {
		r.p.Out.WriteByte(mark)
		r.p.Out.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			r.p.Out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	span := func(at, n int) string {
		if n == 0 {
			at--
		}
		if n == 1 {
			return fmt.Sprint(at + 1)
		}
		return fmt.Sprintf("%d,%d", at+1, n)
	}
	function, looked := "", -1
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].a0-list[j-1].a1 <= 2*o.context+o.inter {
			j++
		}
		first, last := list[i], list[j-1]
		before := min(o.context, first.a0, first.b0)
		a0, b0 := first.a0-before, first.b0-before
		after := min(o.context, len(x)-last.a1, len(y)-last.b1)
		a1, b1 := last.a1+after, last.b1+after
		for k := a0 - 1; k > looked && k >= 0; k-- {
			if c := x[k][0]; c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' {
				function = strings.TrimRight(x[k], " \t\r\n")
				if len(function) > 80 {
					function = strings.TrimRight(strings.ToValidUTF8(function[:80], ""), " \t")
				}
				break
			}
		}
		looked = max(looked, a0-1)
		head := fmt.Sprintf("@@ -%s +%s @@", span(a0, a1-a0), span(b0, b1-b0))
		if function != "" {
			head += " " + function
		}
		r.p.Out.WriteString(head + "\n")
		at := a0
		for _, e := range list[i:j] {
			for ; at < e.a0; at++ {
				line(' ', y[e.b0-(e.a0-at)])
			}
			for _, l := range x[e.a0:e.a1] {
				line('-', l)
			}
			for _, l := range y[e.b0:e.b1] {
				line('+', l)
			}
			at = e.a1
		}
		for ; at < a1; at++ {
			line(' ', y[b1-(a1-at)])
		}
		i = j
	}
}
