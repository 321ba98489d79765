package tree

import (
	"sort"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filever"
)

// node is a file with all that is shown of it.
type node struct {
	name         string
	kind         vfs.Kind // 0 where only a name is known
	mode         uint32
	size         int64
	mtime, ctime int64 // nanoseconds since 1970
	id           fileID
	dir          bool // a directory, or a link to one
	top          bool // an operand

	linked     bool // a symbolic link, to link
	orphan     bool // that leads nowhere
	link       string
	target     fileID // of what the name leads to, as the next two
	targetKind vfs.Kind
	targetMode uint32

	comment  []string
	children []*node // nil: none were read
	problem  string
}

// newNode makes a node that is no link.
func newNode(name string, i vfs.Info) *node {
	n := &node{name: name, kind: i.Kind, mode: i.Mode, size: commands.StatSize(i), mtime: i.Mtime, ctime: i.Ctime,
		id: fileID{i.Dev, uint64(i.Ino)}, dir: i.IsDir(), targetKind: i.Kind, targetMode: i.Mode}
	n.target = n.id
	return n
}

func (n *node) dev() uint64 { return n.id.dev }

func joinPath(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// enter makes the .gitignore and .info files of a directory count, and tells
// whether it has an .info.
func (t *treer) enter(dir string) bool {
	if t.gitIgnore {
		if f := t.readIgnoreFile(dir); f != nil {
			t.ignored = append(t.ignored, f)
		}
	}
	if t.info {
		if f := t.readInfoFile(dir); f != nil {
			t.comments = append(t.comments, f)
			return true
		}
	}
	return false
}

// read returns what is to be shown of a directory, nil if that is nothing, and
// whether the directory can't be read. own tells that it has an .info.
func (t *treer) read(dir string, own bool) (list []*node, failed bool) {
	entries, err := t.p.FS.ReadDir(t.ctx, t.p.Path(dir))
	if err != nil {
		return nil, true
	}
	for _, e := range entries {
		if t.ctx.Err() != nil {
			return nil, false
		}
		if t.html && e.Name == "00Tree.html" || !t.all && strings.HasPrefix(e.Name, ".") {
			continue
		}
		path := joinPath(dir, e.Name)
		i, err := t.p.Lstat(t.ctx, path)
		if err != nil {
			continue
		}
		n := newNode(e.Name, i)
		if i.Kind == vfs.Symlink {
			n.linked, n.link = true, i.Target
			n.orphan, n.target, n.targetKind, n.targetMode = true, fileID{}, 0, 0
			if ti, err := t.p.Stat(t.ctx, path); err == nil {
				n.orphan, n.target, n.targetKind, n.targetMode = false, fileID{ti.Dev, uint64(ti.Ino)}, ti.Kind, ti.Mode
				n.dir = ti.IsDir()
			}
		}
		if t.hidden(n, path) {
			continue
		}
		if t.info {
			n.comment = t.commentOf(path, e.Name, own, n.dir)
		}
		list = append(list, n)
	}
	return list, false
}

// hidden tells whether the patterns leave a file out.
func (t *treer) hidden(n *node, path string) bool {
	if t.gitIgnore && t.isIgnored(path, n.name, n.dir) {
		return true
	}
	// A directory's own name doesn't count for -P.
	if len(t.include) > 0 && n.kind != vfs.Directory && !(t.links && n.dir) && !t.matches(t.include, n.name, n.dir) {
		return true
	}
	return t.matches(t.exclude, n.name, n.dir) || t.dirsOnly && !n.dir
}

// load reads a directory and all below it, in order, adds their sizes to n's,
// and returns what is wrong with the directory.
func (t *treer) load(dir string, level int, dev uint64, n *node) ([]*node, string) {
	if t.level > 0 && level >= t.level || t.ctx.Err() != nil {
		return nil, ""
	}
	// What is in a directory that -P matches needs no more match. The name that
	// counts for it is the path below the operand.
	include := t.include
	if name, ok := strings.CutPrefix(dir, joinPath(t.root.name, "")); t.matchDirs && ok && name != "" && t.matches(include, name, true) {
		t.include = nil
	}
	ignored, comments := len(t.ignored), len(t.comments)
	defer func() { t.ignored, t.comments = t.ignored[:ignored], t.comments[:comments] }()
	list, failed := t.read(dir, t.enter(dir))
	t.include = include
	switch {
	case failed:
		return nil, "error opening dir"
	case t.limit > 0 && len(list) > t.limit:
		return nil, tooMany(len(list))
	}
	kept := list[:0]
	for _, c := range list {
		if c.dir && !(t.oneFS && c.target.dev != dev) {
			below := joinPath(dir, c.name)
			enter := true
			if c.linked {
				below = c.link
				if !strings.HasPrefix(below, "/") {
					below = joinPath(dir, below)
				}
				enter = t.links
				if enter && t.seen[c.target] {
					c.problem, enter = "recursive, not followed", false
				}
			}
			if enter {
				t.seen[c.target] = true
				c.children, c.problem = t.load(below, level+1, dev, c)
			}
			if t.prune && c.children == nil && !(t.matchDirs && len(t.include) > 0 && t.matches(t.include, c.name, true)) {
				continue
			}
		}
		if t.du {
			n.size += c.size
		}
		kept = append(kept, c)
	}
	if len(kept) == 0 {
		return nil, ""
	}
	t.sort(kept)
	return kept, ""
}

func (t *treer) sort(list []*node) {
	if t.order == "" {
		return
	}
	seconds := func(a, b int64) int { return compare(a/1e9, b/1e9) }
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if t.first != 0 && a.dir != b.dir {
			return a.dir == (t.first == 'd')
		}
		r := 0
		switch t.order {
		case "version":
			r = filever.CompareDigits(a.name, b.name)
		case "mtime":
			r = seconds(a.mtime, b.mtime)
		case "ctime":
			r = seconds(a.ctime, b.ctime)
		case "size":
			r = compare(b.size, a.size)
		}
		if r == 0 {
			r = strings.Compare(a.name, b.name)
		}
		if t.reverse {
			return r > 0
		}
		return r < 0
	})
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
