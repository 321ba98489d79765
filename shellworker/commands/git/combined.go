package git

import (
	"fmt"
	"strings"
)

// combined writes what a merge has that none of its parents has: git-diff(1),
// "COMBINED DIFF FORMAT", as --cc shows it.
func (r *repo) combined(c *commit, specs []*pathspec, o *diffOptions) {
	trees := make([]map[string]file, len(c.parents))
	for i, p := range c.parents {
		trees[i] = r.treeFiles(r.commit(p).tree)
	}
	result := r.treeFiles(c.tree)
	for _, x := range compareFiles(trees[0], result, specs) {
		name := x.name()
		new, ok := result[name]
		all := ok
		for _, t := range trees {
			old, there := t[name]
			all = all && there && old != new && old.mode&0o170000 == 0o100000
		}
		if all {
			parents := make([]file, len(trees))
			for i, t := range trees {
				parents[i] = t[name]
			}
			r.combinedFile(name, parents, new, r.blob(new.hash), o)
		}
	}
}

// lost is a line that a parent has and the result hasn't.
type lost struct {
	text string
	in   []bool // by parent
}

// combinedFile writes a file's hunks against several others.
func (r *repo) combinedFile(name string, parents []file, new file, data []byte, o *diffOptions) {
	n := len(parents)
	lines := splitLines(data)
	added := make([][]bool, len(lines)) // by parent
	for i := range added {
		added[i] = make([]bool, n)
	}
	gone := make([][]lost, len(lines)+1) // before each line
	var hashes, modes []string
	for p, old := range parents {
		hashes = append(hashes, r.objects.short(old.hash, 7))
		modes = append(modes, fmt.Sprintf("%06o", old.mode))
		was := splitLines(r.blob(old.hash))
		for _, e := range edits(r.ctx, was, lines, nil) {
			for i := e.b0; i < e.b1; i++ {
				added[i][p] = true
			}
			next := 0 // lines that several parents had are shown once, in order
			for _, l := range was[e.a0:e.a1] {
				k := next
				for k < len(gone[e.b0]) && (gone[e.b0][k].text != l || gone[e.b0][k].in[p]) {
					k++
				}
				if k == len(gone[e.b0]) {
					gone[e.b0] = append(gone[e.b0], lost{l, make([]bool, n)})
				}
				gone[e.b0][k].in[p] = true
				next = k + 1
			}
		}
	}
	touched := func(i int) bool {
		if i < len(lines) {
			for _, a := range added[i] {
				if a {
					return true
				}
			}
		}
		return len(gone[i]) > 0
	}
	// before is how many of a parent's lines come before one of the result's.
	before := func(p, i int) (count int) {
		for k := range i {
			count += b2i(!added[k][p])
			for _, g := range gone[k] {
				count += b2i(g.in[p])
			}
		}
		return count
	}
	// A run of lines, with at most the context's number between them, whose
	// changes are all against the same parents only took over what another
	// parent has: that isn't shown.
	shown := make([]bool, len(lines)+1)
	for i := 0; i <= len(lines); i++ {
		if !touched(i) {
			continue
		}
		end := i
		for k := i; k <= len(lines) && k <= end+o.context+1; k++ {
			if touched(k) {
				end = k
			}
		}
		first, differs := "", false
		look := func(in []bool) {
			set := fmt.Sprint(in)
			if first == "" {
				first = set
			}
			differs = differs || set != first || !strings.Contains(set, "false")
		}
		for k := i; k <= end; k++ {
			if k < len(lines) && strings.Contains(fmt.Sprint(added[k]), "true") {
				look(added[k])
			}
			for _, g := range gone[k] {
				look(g.in)
			}
		}
		for k := i; k <= end && differs; k++ {
			shown[k] = touched(k)
		}
		i = end
	}
	type span struct{ from, to int }
	var hunks []span
	for i := 0; i <= len(lines); i++ {
		if !shown[i] {
			continue
		}
		end := i
		for k := i; k <= len(lines) && k <= end+2*o.context+1; k++ {
			if shown[k] {
				end = k
			}
		}
		hunks = append(hunks, span{max(0, i-o.context), min(len(lines), end+1+o.context)})
		i = end
	}
	if len(hunks) == 0 {
		return
	}
	r.printf("diff --cc %s\nindex %s..%s\n", r.quotePath(name), strings.Join(hashes, ","), r.objects.short(new.hash, 7))
	for _, m := range modes {
		if m != fmt.Sprintf("%06o", new.mode) {
			r.printf("mode %s..%06o\n", strings.Join(modes, ","), new.mode)
			break
		}
	}
	r.printf("--- %s%s\n+++ %s%s\n", o.srcPrefix, r.quotePath(name), o.dstPrefix, r.quotePath(name))
	marks := strings.Repeat("@", n+1)
	for _, h := range hunks {
		var body strings.Builder
		counts := make([]int, n)
		put := func(mark, l string) {
			body.WriteString(mark + strings.TrimSuffix(l, "\n") + "\n")
		}
		for i := h.from; i <= h.to; i++ {
			if i == h.to && i < len(lines) {
				break
			}
			for _, g := range gone[i] {
				mark := ""
				for p := range n {
					if g.in[p] {
						mark += "-"
						counts[p]++
					} else {
						mark += " "
					}
				}
				put(mark, g.text)
			}
			if i < len(lines) {
				mark := ""
				for p := range n {
					if added[i][p] {
						mark += "+"
					} else {
						mark += " "
						counts[p]++
					}
				}
				put(mark, lines[i])
			}
		}
		r.printf("%s", marks)
		for p := range n {
			r.printf(" -%d,%d", before(p, h.from)+b2i(counts[p] > 0), counts[p])
		}
		r.printf(" +%d,%d %s\n%s", h.from+b2i(h.to > h.from), h.to-h.from, marks, body.String())
	}
}
