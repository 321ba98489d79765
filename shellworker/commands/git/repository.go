package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getdate"
)

// repo is a repository as one run of the command sees it.
type repo struct {
	ctx context.Context
	p   *commands.Process
	fs  *vfs.FS

	cwd    string // where the command works, absolute
	dir    string // of the repository's own files, "" outside of any
	common string // of those that its worktrees share
	work   string // the top of the working tree, "" in a bare repository
	prefix string // cwd below work, "" or with a slash at its end

	overrides []string // -c name=value
	files     []*configFile
	objects   *objects
	refCache  map[string]hash // of packed-refs
}

// fatal ends the command as git's die() does.
func (r *repo) fatal(format string, a ...any) {
	fmt.Fprintf(r.p.Stderr, "fatal: %s\n", fmt.Sprintf(format, a...))
	r.p.Exit(128)
}

func (r *repo) error(format string, a ...any) {
	fmt.Fprintf(r.p.Stderr, "error: %s\n", fmt.Sprintf(format, a...))
}

// check ends the command where err is one.
func (r *repo) check(err error) {
	if err != nil {
		r.fatal("%s", errText(err))
	}
}

func errText(err error) string {
	var e *vfs.Error
	if errors.As(err, &e) {
		return e.Path + ": " + vfs.ErrText(err)
	}
	return err.Error()
}

func (r *repo) printf(format string, a ...any) { fmt.Fprintf(r.p.Out, format, a...) }
func (r *repo) note(format string, a ...any)   { fmt.Fprintf(r.p.Stderr, format, a...) }

// abs makes a path absolute by where the command works, and clean.
func (r *repo) abs(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = r.cwd + "/" + name
	}
	return path.Clean(name)
}

// shown is an absolute path as messages show it: relative to where the command works.
func (r *repo) shown(name string) string {
	if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(r.work, "/")+"/"); ok && r.cwd == r.work {
		return rest
	}
	return name
}

func (r *repo) exists(name string) bool {
	_, err := r.fs.Lstat(r.ctx, name)
	return err == nil
}

// isRepository tells whether a directory has what a repository must have.
func (r *repo) isRepository(dir string) bool {
	if !r.exists(dir + "/HEAD") {
		return false
	}
	return r.exists(dir+"/objects") && r.exists(dir+"/refs") || r.exists(dir+"/commondir")
}

// discover finds the repository that the command works in.
func (r *repo) discover() bool {
	if d := r.p.Getenv("GIT_DIR"); d != "" {
		d = r.abs(d)
		if !r.isRepository(d) {
			r.fatal("not a git repository: '%s'", r.p.Getenv("GIT_DIR"))
		}
		r.use(d, r.cwd)
		if w := r.p.Getenv("GIT_WORK_TREE"); w != "" {
			r.use(d, r.abs(w))
		}
		return true
	}
	for at := r.cwd; ; at = path.Dir(at) {
		dot := path.Join(at, ".git")
		if i, err := r.fs.Stat(r.ctx, dot); err == nil {
			if !i.IsDir() {
				text, err := r.fs.ReadFile(r.ctx, dot, 4096)
				target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
				if err != nil || !ok {
					r.fatal("invalid gitfile format: %s", dot)
				}
				if !strings.HasPrefix(target, "/") {
					target = path.Join(at, target)
				}
				if dot = target; !r.isRepository(dot) {
					r.fatal("not a git repository: %s", dot)
				}
			}
			if r.isRepository(dot) {
				r.use(dot, at)
				return true
			}
		}
		if r.isRepository(at) {
			r.use(at, "")
			if v, _ := r.config("core.bare"); v != "true" && path.Base(at) == ".git" {
				r.use(at, path.Dir(at))
			}
			return true
		}
		if at == "/" {
			return false
		}
	}
}

// use settles where the repository and its working tree are.
func (r *repo) use(dir, work string) {
	r.dir, r.common, r.work, r.files = dir, dir, work, nil
	if text, err := r.fs.ReadFile(r.ctx, dir+"/commondir", 4096); err == nil {
		r.common = path.Join(dir, strings.TrimSpace(string(text)))
	}
	r.objects = &objects{r: r, dir: r.common + "/objects", cache: map[hash]object{}}
	r.prefix = ""
	if rest, ok := strings.CutPrefix(r.cwd+"/", strings.TrimSuffix(work, "/")+"/"); ok && work != "" {
		r.prefix = rest
	}
	if strings.HasPrefix(r.cwd+"/", dir+"/") {
		r.prefix = ""
	}
}

// needWork ends the command where there is no working tree.
func (r *repo) needWork() {
	if r.work == "" || strings.HasPrefix(r.cwd+"/", r.dir+"/") {
		r.fatal("this operation must be run in a work tree")
	}
}

// refs

// readRef reads a reference's file, or packed-refs: a hash, or another's name.
func (r *repo) readRef(name string) (h hash, target string, ok bool) {
	base := r.common
	if !strings.HasPrefix(name, "refs/") {
		base = r.dir
	}
	if text, err := r.fs.ReadFile(r.ctx, base+"/"+name, 4096); err == nil {
		s := strings.TrimSpace(string(text))
		if t, ok := strings.CutPrefix(s, "ref: "); ok {
			return h, strings.TrimSpace(t), true
		}
		s, _, _ = strings.Cut(s, "\t") // FETCH_HEAD has more
		h, ok = parseHash(s)
		return h, "", ok
	}
	h, ok = r.packedRefs()[name]
	return h, "", ok
}

func (r *repo) packedRefs() map[string]hash {
	if r.refCache == nil {
		r.refCache = map[string]hash{}
		text, _ := r.fs.ReadFile(r.ctx, r.common+"/packed-refs", 64<<20)
		for line := range strings.SplitSeq(string(text), "\n") {
			if a, b, ok := strings.Cut(line, " "); ok {
				if h, ok := parseHash(a); ok {
					r.refCache[b] = h
				}
			}
		}
	}
	return r.refCache
}

// resolveRef follows a reference to its hash.
func (r *repo) resolveRef(name string) (h hash, ok bool) {
	for range 6 {
		h, target, ok := r.readRef(name)
		if !ok || target == "" {
			return h, ok
		}
		name = target
	}
	return h, false
}

// head returns the branch that HEAD names, "" where it is detached, and its
// commit, zero where there is none yet.
func (r *repo) head() (branch string, h hash) {
	h, target, ok := r.readRef("HEAD")
	if !ok {
		r.fatal("bad HEAD")
	}
	if target == "" {
		return "", h
	}
	h, _ = r.resolveRef(target)
	return target, h
}

// listRefs returns the references below a prefix, sorted.
func (r *repo) listRefs(prefix string) (names []string) {
	seen := map[string]bool{}
	for n := range r.packedRefs() {
		seen[n] = true
	}
	var walk func(dir string)
	walk = func(dir string) {
		list, err := r.fs.ReadDir(r.ctx, r.common+"/"+dir)
		if err != nil {
			return
		}
		for _, e := range list {
			if e.Kind == vfs.Directory {
				walk(dir + "/" + e.Name)
			} else {
				seen[dir+"/"+e.Name] = true
			}
		}
	}
	walk("refs")
	for n := range seen {
		if strings.HasPrefix(n, prefix) {
			if _, ok := r.resolveRef(n); ok {
				names = append(names, n)
			}
		}
	}
	sort.Strings(names)
	return names
}

func (r *repo) writeFile(name, text string) error {
	if err := r.fs.MkdirAll(r.ctx, path.Dir(name), 0o777&^r.p.Umask); err != nil {
		return err
	}
	return r.fs.WriteFile(r.ctx, name, []byte(text), 0o666&^r.p.Umask)
}

// setRef sets a reference and says so in its log.
func (r *repo) setRef(name string, h hash, message string) {
	old, _ := r.resolveRef(name)
	target := name
	if _, t, ok := r.readRef(name); ok && t != "" && name == "HEAD" {
		target = t
	}
	base := r.common
	if target == "HEAD" {
		base = r.dir
	}
	r.check(r.writeFile(base+"/"+target, h.String()+"\n"))
	if message == "" {
		return
	}
	branch, _ := r.head()
	r.log(target, old, h, message)
	if target == branch {
		r.log("HEAD", old, h, message)
	}
}

// detach makes HEAD name a commit, and setHead a branch.
func (r *repo) detach(h hash, message string) {
	_, old := r.head()
	r.check(r.writeFile(r.dir+"/HEAD", h.String()+"\n"))
	r.log("HEAD", old, h, message)
}

func (r *repo) setHead(branch, message string) {
	_, old := r.head()
	r.check(r.writeFile(r.dir+"/HEAD", "ref: "+branch+"\n"))
	if h, ok := r.resolveRef(branch); ok && message != "" {
		r.log("HEAD", old, h, message)
	}
}

// log appends to a reference's log: gitrepository-layout(5).
func (r *repo) log(name string, old, new hash, message string) {
	if name != "HEAD" && !strings.HasPrefix(name, "refs/heads/") && !strings.HasPrefix(name, "refs/remotes/") && name != "refs/stash" {
		return
	}
	base := r.common
	if name == "HEAD" {
		base = r.dir
	}
	file := base + "/logs/" + name
	r.check(r.fs.MkdirAll(r.ctx, path.Dir(file), 0o777&^r.p.Umask))
	f, err := r.fs.Open(r.ctx, file, vfs.WriteOnly|vfs.Create|vfs.Append, 0o666&^r.p.Umask)
	r.check(err)
	_, err = fmt.Fprintf(f, "%s %s %s\t%s\n", old, new, r.ident("COMMITTER", false), strings.ReplaceAll(message, "\n", " "))
	r.check(errors.Join(err, f.Close()))
}

// logEntry is a line of a reference's log.
type logEntry struct {
	old, new hash
	who      ident
	message  string
}

// readLog returns a reference's log, the newest first.
func (r *repo) readLog(name string) (list []logEntry) {
	base := r.common
	if name == "HEAD" {
		base = r.dir
	}
	text, err := r.fs.ReadFile(r.ctx, base+"/logs/"+name, 64<<20)
	if err != nil {
		return nil
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		head, message, _ := strings.Cut(line, "\t")
		if len(head) < 83 {
			continue
		}
		e := logEntry{who: parseIdent(head[82:]), message: message}
		e.old, _ = parseHash(head[:40])
		e.new, _ = parseHash(head[41:81])
		list = append(list, e)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

func (r *repo) deleteRef(name string) {
	if err := r.fs.Unlink(r.ctx, r.common+"/"+name); err != nil && !errors.Is(err, vfs.ENOENT) {
		r.check(err)
	}
	r.fs.Unlink(r.ctx, r.common+"/logs/"+name)
	if _, ok := r.packedRefs()[name]; ok {
		text, err := r.fs.ReadFile(r.ctx, r.common+"/packed-refs", 64<<20)
		r.check(err)
		var out strings.Builder
		skip := false
		for line := range strings.SplitAfterSeq(string(text), "\n") {
			if strings.HasPrefix(line, "^") && skip {
				continue
			}
			if skip = strings.HasSuffix(line, " "+name+"\n"); !skip {
				out.WriteString(line)
			}
		}
		r.check(r.writeFile(r.common+"/packed-refs", out.String()))
		r.refCache = nil
	}
	for dir := path.Dir(name); strings.Count(dir, "/") > 1; dir = path.Dir(dir) {
		if r.fs.Rmdir(r.ctx, r.common+"/"+dir) != nil {
			break
		}
	}
}

// goodRefName checks what git-check-ref-format(1) says of a name.
func goodRefName(name string) bool {
	if name == "" || strings.HasSuffix(name, ".") || strings.HasSuffix(name, "/") || name == "@" || strings.Contains(name, "..") || strings.Contains(name, "@{") || strings.HasPrefix(name, "-") {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return !strings.ContainsAny(name, " ~^:?*[\\\x7f") && strings.IndexFunc(name, func(c rune) bool { return c < ' ' }) < 0
}

// people

// ident returns the author or committer that the environment and the
// configuration name. Where there is none strict ends the command.
func (r *repo) ident(role string, strict bool) ident {
	i := ident{name: r.p.Getenv("GIT_" + role + "_NAME"), email: r.p.Getenv("GIT_" + role + "_EMAIL"), when: r.p.Now().In(r.p.Zone()).Truncate(time.Second)}
	lower := strings.ToLower(role)
	for _, section := range []string{lower, "user"} {
		if v, ok := r.config(section + ".name"); ok && i.name == "" {
			i.name = v
		}
		if v, ok := r.config(section + ".email"); ok && i.email == "" {
			i.email = v
		}
	}
	if i.email == "" {
		i.email = r.p.Getenv("EMAIL")
	}
	if strict && (i.email == "" || i.name == "") {
		who := strings.ToUpper(role[:1]) + lower[1:]
		r.note("%s identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n  git config --global user.email \"you@example.com\"\n  git config --global user.name \"Your Name\"\n\nto set your account's default identity.\nOmit --global to set the identity only in this repository.\n\n", who)
		if i.email == "" {
			r.fatal("unable to auto-detect email address (got '%s@%s.(none)')", "user", "capshell")
		}
		r.fatal("empty ident name (for <%s>) not allowed", i.email)
	}
	if i.name == "" {
		i.name = "user"
	}
	if i.email == "" {
		i.email = "user@capshell"
	}
	clean := func(s string) string {
		return strings.Trim(strings.NewReplacer("\n", "", "<", "", ">", "").Replace(s), " .,:;<>\"\\'")
	}
	i.name, i.email = clean(i.name), clean(i.email)
	if d := r.p.Getenv("GIT_" + role + "_DATE"); d != "" {
		when, ok := r.date(d)
		if !ok {
			r.fatal("invalid date format: %s", d)
		}
		i.when = when
	}
	return i
}

// date reads a date as git's commands take it.
func (r *repo) date(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	var seconds int64
	var zone int
	raw := strings.TrimPrefix(s, "@")
	if n, err := fmt.Sscanf(raw, "%d %d", &seconds, &zone); n == 2 && err == nil && strings.IndexFunc(raw, func(c rune) bool { return !strings.ContainsRune("0123456789 +-", c) }) < 0 && strings.Count(raw, " ") == 1 && !strings.Contains(strings.Fields(raw)[0], "-") {
		sign := 1
		if zone < 0 {
			sign, zone = -1, -zone
		}
		return time.Unix(seconds, 0).In(time.FixedZone("", sign*(zone/100*3600+zone%100*60))), true
	}
	if n, err := fmt.Sscanf(raw, "%d", &seconds); n == 1 && err == nil && fmt.Sprint(seconds) == raw && (strings.HasPrefix(s, "@") || seconds > 100000000) {
		return time.Unix(seconds, 0).In(r.p.Zone()), true
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05 -0700", "2006-01-02 15:04:05-0700", time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon Jan 2 15:04:05 2006 -0700"} {
		if t, err := time.Parse(layout, s); err == nil {
			_, offset := t.Zone()
			return t.In(time.FixedZone("", offset)), true
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "Mon Jan 2 15:04:05 2006"} {
		if t, err := time.ParseInLocation(layout, s, r.p.Zone()); err == nil {
			return t, true
		}
	}
	now := r.p.Now().In(r.p.Zone())
	words := strings.NewReplacer(".", " ", "_", " ").Replace(s)
	if t, ok := getdate.Parse(words, now, r.p.Zone()); ok {
		if t2, err := time.ParseInLocation("2006-01-02", s, r.p.Zone()); err == nil { // a day alone is now on that day
			h, m, sec := now.Clock()
			return time.Date(t2.Year(), t2.Month(), t2.Day(), h, m, sec, 0, r.p.Zone()), true
		}
		return t, true
	}
	return time.Time{}, false
}

// the index

// entry is a path that is tracked. Stage is 0, or 1 to 3 where it is unmerged.
type entry struct {
	name  string
	mode  uint32
	hash  hash
	stage int
	stat  stat
	// intent: the path only is to be added (add -N).
	intent bool
}

// stat tells whether a file is the one that was seen.
type stat struct {
	mtime, ctime int64
	ino          uint32
	size         uint32
}

func statOf(i vfs.Info) stat { return stat{i.Mtime, i.Ctime, uint32(i.Ino), uint32(i.Size)} }

// staging is the index: gitformat-index(5).
type staging struct {
	entries []entry // by name, then stage
	mtime   int64   // of its file
}

func (r *repo) readIndex() *staging {
	s := &staging{}
	name := r.dir + "/index"
	if v := r.p.Getenv("GIT_INDEX_FILE"); v != "" {
		name = r.abs(v)
	}
	data, err := r.fs.ReadFile(r.ctx, name, 1<<30)
	if errors.Is(err, vfs.ENOENT) {
		return s
	}
	r.check(err)
	if i, err := r.fs.Stat(r.ctx, name); err == nil {
		s.mtime = i.Mtime
	}
	var x index.Index
	if err := index.NewDecoder(bytes.NewReader(data)).Decode(&x); err != nil && err != io.EOF {
		r.fatal("index file corrupt: %s", err)
	}
	for _, e := range x.Entries {
		s.entries = append(s.entries, entry{name: e.Name, mode: uint32(e.Mode), hash: hash(e.Hash), stage: int(e.Stage), intent: e.IntentToAdd,
			stat: stat{unixNano(e.ModifiedAt), unixNano(e.CreatedAt), e.Inode, e.Size}})
	}
	s.sort()
	return s
}

func unixNano(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func (s *staging) sort() {
	sort.SliceStable(s.entries, func(i, j int) bool {
		a, b := &s.entries[i], &s.entries[j]
		return a.name < b.name || a.name == b.name && a.stage < b.stage
	})
}

func (r *repo) writeIndex(s *staging) {
	s.sort()
	x := &index.Index{Version: 2}
	for _, e := range s.entries {
		n := &index.Entry{Name: e.name, Mode: filemode.FileMode(e.mode), Hash: plumbing.Hash(e.hash), Stage: index.Stage(e.stage), Inode: e.stat.ino, Size: e.stat.size,
			IntentToAdd: e.intent, UID: 1000, GID: 1000}
		if e.intent {
			x.Version = 3
		}
		if e.stat.mtime != 0 {
			n.ModifiedAt, n.CreatedAt = time.Unix(0, e.stat.mtime), time.Unix(0, e.stat.ctime)
		}
		x.Entries = append(x.Entries, n)
	}
	var b bytes.Buffer
	r.check(index.NewEncoder(&b).Encode(x))
	name := r.dir + "/index"
	if v := r.p.Getenv("GIT_INDEX_FILE"); v != "" {
		name = r.abs(v)
	}
	r.check(r.fs.WriteFile(r.ctx, name, b.Bytes(), 0o666&^r.p.Umask))
}

// find returns the place of a path's first entry.
func (s *staging) find(name string) (int, bool) {
	i := sort.Search(len(s.entries), func(i int) bool { return s.entries[i].name >= name })
	return i, i < len(s.entries) && s.entries[i].name == name
}

// get returns the entry of stage 0.
func (s *staging) get(name string) *entry {
	if i, ok := s.find(name); ok && s.entries[i].stage == 0 {
		return &s.entries[i]
	}
	return nil
}

// remove takes all stages of a path out.
func (s *staging) remove(name string) bool {
	i, ok := s.find(name)
	if !ok {
		return false
	}
	j := i
	for j < len(s.entries) && s.entries[j].name == name {
		j++
	}
	s.entries = append(s.entries[:i], s.entries[j:]...)
	return true
}

// put adds an entry, in place of the path's others, and of what it can't
// stand beside: files where directories must be, and the other way round.
func (s *staging) put(e entry) {
	for up := path.Dir(e.name); up != "."; up = path.Dir(up) {
		s.remove(up)
	}
	if i, _ := s.find(e.name + "/"); i < len(s.entries) && strings.HasPrefix(s.entries[i].name, e.name+"/") {
		keep := s.entries[:0:0]
		for _, o := range s.entries {
			if !strings.HasPrefix(o.name, e.name+"/") {
				keep = append(keep, o)
			}
		}
		s.entries = keep
	}
	if old := s.get(e.name); old != nil {
		*old = e
		return
	}
	s.remove(e.name)
	i, _ := s.find(e.name)
	s.entries = slices.Insert(s.entries, i, e)
}

func (s *staging) unmerged() bool {
	for _, e := range s.entries {
		if e.stage != 0 {
			return true
		}
	}
	return false
}

// tree writes the index as trees and returns the top one.
func (r *repo) writeTree(s *staging) hash {
	h, _ := r.treeOf(s.entries, "")
	return h
}

// treeOf writes the entries below a directory, which come first, and returns
// how many they are.
func (r *repo) treeOf(entries []entry, dir string) (hash, int) {
	var list []treeEntry
	i := 0
	for i < len(entries) && strings.HasPrefix(entries[i].name, dir) {
		e := entries[i]
		rest := e.name[len(dir):]
		if k := strings.IndexByte(rest, '/'); k >= 0 {
			h, n := r.treeOf(entries[i:], dir+rest[:k+1])
			list = append(list, treeEntry{modeTree, rest[:k], h})
			i += n
			continue
		}
		if e.stage == 0 && !e.intent {
			list = append(list, treeEntry{e.mode, rest, e.hash})
		}
		i++
	}
	h, err := r.objects.put("tree", encodeTree(list))
	r.check(err)
	return h, i
}

// file is a path's content in a tree.
type file struct {
	mode uint32
	hash hash
}

// files lists what a tree holds, with all that is below; the zero tree is empty.
func (r *repo) treeFiles(tree hash) map[string]file {
	all := map[string]file{}
	var walk func(h hash, dir string)
	walk = func(h hash, dir string) {
		for _, e := range r.tree(h) {
			if e.mode == modeTree {
				walk(e.hash, dir+e.name+"/")
			} else {
				all[dir+e.name] = file{e.mode, e.hash}
			}
		}
	}
	if !tree.zero() {
		walk(tree, "")
	}
	return all
}

func (r *repo) tree(h hash) []treeEntry {
	o, err := r.objects.get(h)
	if err != nil || o.kind != "tree" {
		r.fatal("unable to read tree %s", h)
	}
	list, err := parseTree(o.data)
	r.check(err)
	return list
}

func (r *repo) commit(h hash) *commit {
	o, err := r.objects.get(h)
	if err != nil || o.kind != "commit" {
		r.fatal("bad object %s", h)
	}
	return parseCommit(h, o.data)
}

// headTree is the tree of HEAD's commit, zero where there is none yet.
func (r *repo) headTree() hash {
	if _, h := r.head(); !h.zero() {
		return r.commit(h).tree
	}
	return hash{}
}

func (r *repo) blob(h hash) []byte {
	o, err := r.objects.get(h)
	if err != nil || o.kind != "blob" {
		r.fatal("unable to read %s", h)
	}
	return o.data
}

// line reads one line of a file in the repository, "" if it isn't there.
func (r *repo) line(name string) string {
	text, _ := r.fs.ReadFile(r.ctx, r.dir+"/"+name, 1<<20)
	return strings.TrimSuffix(string(text), "\n")
}
