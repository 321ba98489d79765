package git

import (
	"errors"
	"path"
	"sort"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// modeOf is a file's mode as trees have it, 0 for what they can't hold.
func modeOf(i vfs.Info) uint32 {
	switch {
	case i.Kind == vfs.Symlink:
		return modeLink
	case i.Kind == vfs.Directory:
		return modeTree
	case i.Kind != vfs.Regular:
		return 0
	case i.Mode&0o100 != 0:
		return modeExec
	}
	return modeFile
}

// content reads a path of the working tree as a blob's bytes.
func (r *repo) content(name string, i vfs.Info) ([]byte, error) {
	full := r.work + "/" + name
	if i.Kind == vfs.Symlink {
		s, err := r.fs.Readlink(r.ctx, full)
		return []byte(s), err
	}
	return r.fs.ReadFile(r.ctx, full, maxObject)
}

// fileState is how a tracked path stands in the working tree.
type fileState struct {
	file
	gone bool
	same bool // as in the index
	info vfs.Info
}

// state compares an entry of the index with the working tree.
func (r *repo) state(e *entry, indexTime int64) fileState {
	i, err := r.fs.Lstat(r.ctx, r.work+"/"+e.name)
	if err != nil || i.Kind == vfs.Directory && e.mode != modeGitlink || modeOf(i) == 0 {
		return fileState{gone: true}
	}
	if e.mode == modeGitlink {
		return fileState{file: file{e.mode, e.hash}, same: true}
	}
	s := fileState{file: file{mode: modeOf(i)}, info: i}
	if !r.configBool("core.filemode", true) && s.mode != modeLink && e.mode != modeLink {
		s.mode = e.mode
	}
	// A file that was written after the index was may have changed within the
	// same tick, so that only what is older needs no reading.
	if !e.intent && e.stage == 0 && s.mode == e.mode && statOf(i) == e.stat && i.Mtime < indexTime {
		s.hash, s.same = e.hash, true
		return s
	}
	data, err := r.content(e.name, i)
	r.check(err)
	s.hash = hashOf("blob", data)
	s.same = !e.intent && e.stage == 0 && s.hash == e.hash && s.mode == e.mode
	return s
}

// untracked walks what is in the working tree and not in the index: files,
// and directories that hold nothing tracked as one, unless all is true.
// visit is told whether the path is ignored.
func (r *repo) untracked(s *staging, specs []*pathspec, all, ignoredToo bool, visit func(name string, ignored bool)) {
	g := r.ignores()
	var walk func(dir string, under bool)
	walk = func(dir string, under bool) {
		list, err := r.fs.ReadDir(r.ctx, r.work+"/"+dir)
		if err != nil {
			return
		}
		sort.Slice(list, func(i, j int) bool { return dirKey(list[i]) < dirKey(list[j]) })
		for _, e := range list {
			if e.Name == ".git" {
				continue
			}
			name := dir + e.Name
			isDir := e.Kind == vfs.Directory
			if !isDir {
				if e.Kind != vfs.Regular && e.Kind != vfs.Symlink || !chosen(specs, name) {
					continue
				}
				if _, ok := s.find(name); ok {
					continue
				}
				if ignored := under || g.ignored(name, false); !ignored || ignoredToo {
					visit(name, ignored)
				}
				continue
			}
			if !above(specs, name) {
				continue
			}
			i, _ := s.find(name + "/")
			tracked := i < len(s.entries) && strings.HasPrefix(s.entries[i].name, name+"/")
			if _, ok := s.find(name); ok { // a submodule
				continue
			}
			ignored := under || g.ignored(name, true)
			switch {
			case ignored && !tracked && !ignoredToo:
			case ignored && !tracked && !all && chosen(specs, name):
				if r.holds(name) {
					visit(name+"/", true)
				}
			case !tracked && r.isRepository(r.work+"/"+name+"/.git"):
				visit(name+"/", ignored)
			case tracked || all || !chosen(specs, name) || len(specs) > 0 && !wholly(specs, name):
				walk(name+"/", ignored)
			default:
				// A directory of untracked files only is shown as one.
				any, any2 := false, false
				r.untrackedBelow(s, g, name+"/", func(ignored bool) bool {
					if ignored {
						any2 = true
					} else {
						any = true
					}
					return !any
				})
				if any {
					visit(name+"/", false)
				}
				if ignoredToo && (any2 || any) {
					r.ignoredBelow(g, name+"/", visit, !any)
				}
			}
		}
	}
	walk("", false)
}

// wholly tells whether a pathspec chooses all of a directory.
func wholly(specs []*pathspec, dir string) bool {
	for _, s := range specs {
		if !s.exclude && s.matches(dir) {
			return true
		}
	}
	return false
}

func dirKey(e vfs.Dirent) string {
	if e.Kind == vfs.Directory {
		return e.Name + "/"
	}
	return e.Name
}

// holds tells whether there is any file below a directory.
func (r *repo) holds(dir string) bool {
	list, err := r.fs.ReadDir(r.ctx, r.work+"/"+dir)
	if err != nil {
		return false
	}
	for _, e := range list {
		if e.Kind != vfs.Directory || r.holds(dir+"/"+e.Name) {
			return true
		}
	}
	return false
}

func (r *repo) untrackedBelow(s *staging, g *ignores, dir string, visit func(ignored bool) bool) bool {
	list, err := r.fs.ReadDir(r.ctx, r.work+"/"+dir)
	if err != nil {
		return true
	}
	for _, e := range list {
		name := dir + e.Name
		if e.Kind == vfs.Directory {
			if g.ignored(name, true) {
				if r.holds(name) && !visit(true) {
					return false
				}
				continue
			}
			if !r.untrackedBelow(s, g, name+"/", visit) {
				return false
			}
			continue
		}
		if e.Kind == vfs.Regular || e.Kind == vfs.Symlink {
			if !visit(g.ignored(name, false)) {
				return false
			}
		}
	}
	return true
}

func (r *repo) ignoredBelow(g *ignores, dir string, visit func(string, bool), whole bool) {
	if whole {
		visit(dir, true)
		return
	}
	list, _ := r.fs.ReadDir(r.ctx, r.work+"/"+dir)
	for _, e := range list {
		name := dir + e.Name
		isDir := e.Kind == vfs.Directory
		switch {
		case g.ignored(name, isDir):
			if isDir {
				name += "/"
			}
			visit(name, true)
		case isDir:
			r.ignoredBelow(g, name+"/", visit, false)
		}
	}
}

// checkoutFile writes a path of the working tree and returns what it then is.
func (r *repo) checkoutFile(name string, f file) stat {
	full := r.work + "/" + name
	if f.mode == modeGitlink {
		r.check(r.fs.MkdirAll(r.ctx, full, 0o777&^r.p.Umask))
		return stat{}
	}
	data := r.blob(f.hash)
	// What stands in the way goes: files where directories must be.
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if i, err := r.fs.Lstat(r.ctx, r.work+"/"+up); err == nil && !i.IsDir() {
			r.check(r.fs.Unlink(r.ctx, r.work+"/"+up))
		}
	}
	r.check(r.fs.MkdirAll(r.ctx, path.Dir(full), 0o777&^r.p.Umask))
	if i, err := r.fs.Lstat(r.ctx, full); err == nil {
		if i.IsDir() {
			r.check(r.fs.RemoveAll(r.ctx, full))
		} else {
			r.check(r.fs.Unlink(r.ctx, full))
		}
	}
	if f.mode == modeLink {
		r.check(r.fs.Symlink(r.ctx, string(data), full))
	} else {
		mode := uint32(0o666)
		if f.mode == modeExec {
			mode = 0o777
		}
		r.check(r.fs.WriteFile(r.ctx, full, data, mode&^r.p.Umask))
	}
	i, err := r.fs.Lstat(r.ctx, full)
	r.check(err)
	return statOf(i)
}

// removeFile removes a path of the working tree, and the directories that
// are empty then.
func (r *repo) removeFile(name string) {
	full := r.work + "/" + name
	if err := r.fs.Unlink(r.ctx, full); err != nil && !errors.Is(err, vfs.ENOENT) && !errors.Is(err, vfs.ENOTDIR) && !errors.Is(err, vfs.EISDIR) {
		r.check(err)
	}
	for dir := path.Dir(full); len(dir) > len(r.work) && dir != r.cwd; dir = path.Dir(dir) {
		if r.fs.Rmdir(r.ctx, dir) != nil {
			return
		}
	}
}

// switchTo makes the index and the working tree those of another tree. What
// differs between the trees must be as the old one has it, unless force;
// what is the same in both keeps its changes. The message lists in git's
// words what would be lost.
func (r *repo) switchTo(from, to hash, force bool, doing string) {
	s := r.readIndex()
	old, new := r.treeFiles(from), r.treeFiles(to)
	names := map[string]bool{}
	for n := range old {
		names[n] = true
	}
	for n := range new {
		names[n] = true
	}
	if force {
		for _, e := range s.entries {
			names[e.name] = true
		}
	}
	var list []string
	for n := range names {
		if old[n] != new[n] || force {
			list = append(list, n)
		}
	}
	sort.Strings(list)
	var changed, untracked []string
	var do []string
	for _, n := range list {
		e := s.get(n)
		if force {
			do = append(do, n)
			continue
		}
		want, inNew := new[n]
		if e == nil {
			if _, tracked := old[n]; tracked { // removed from the index: its removal stays only if the new one has it not
				if inNew {
					changed = append(changed, n)
				}
				continue
			}
			if i, err := r.fs.Lstat(r.ctx, r.work+"/"+n); err == nil && !i.IsDir() {
				data, err := r.content(n, i)
				r.check(err)
				if hashOf("blob", data) != want.hash {
					untracked = append(untracked, n)
					continue
				}
			}
			do = append(do, n)
			continue
		}
		have := file{e.mode, e.hash}
		if inNew && have == want {
			continue // the index has it already
		}
		st := r.state(e, s.mtime)
		if have != old[n] || !st.same && !st.gone {
			changed = append(changed, n)
			continue
		}
		do = append(do, n)
	}
	if len(changed)+len(untracked) > 0 {
		if len(changed) > 0 {
			r.error("Your local changes to the following files would be overwritten by %s:\n\t%s\nPlease commit your changes or stash them before you %s.", doing, strings.Join(changed, "\n\t"), map[string]string{"checkout": "switch branches", "merge": "merge"}[doing])
		}
		if len(untracked) > 0 {
			r.error("The following untracked working tree files would be overwritten by %s:\n\t%s\nPlease move or remove them before you %s.", doing, strings.Join(untracked, "\n\t"), map[string]string{"checkout": "switch branches", "merge": "merge"}[doing])
		}
		r.note("Aborting\n")
		r.p.Exit(1)
	}
	for _, n := range do {
		if _, ok := new[n]; !ok {
			s.remove(n)
			if _, was := old[n]; was || force {
				r.removeFile(n)
			}
		}
	}
	for _, n := range do {
		f, ok := new[n]
		if !ok {
			continue
		}
		if force {
			if e := s.get(n); e != nil && e.hash == f.hash && e.mode == f.mode && r.state(e, s.mtime).same {
				continue
			}
		}
		s.put(entry{name: n, mode: f.mode, hash: f.hash, stat: r.checkoutFile(n, f)})
	}
	r.writeIndex(s)
}

// stage adds a path of the working tree to the index.
func (r *repo) stage(s *staging, name string, i vfs.Info) {
	mode := modeOf(i)
	if e := s.get(name); e != nil && !r.configBool("core.filemode", true) && mode != modeLink && e.mode != modeLink {
		mode = e.mode
	}
	data, err := r.content(name, i)
	r.check(err)
	h, err := r.objects.put("blob", data)
	r.check(err)
	s.put(entry{name: name, mode: mode, hash: h, stat: statOf(i)})
}
