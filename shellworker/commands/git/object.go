package git

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/klauspost/compress/zlib"

	"github.com/capshell/capshell/hoststore/vfs"
)

// hash names an object: SHA-1.
type hash [sha1.Size]byte

func (h hash) String() string { return hex.EncodeToString(h[:]) }
func (h hash) zero() bool     { return h == hash{} }

func parseHash(s string) (h hash, ok bool) {
	if len(s) != 2*len(h) {
		return h, false
	}
	_, err := hex.Decode(h[:], []byte(s))
	return h, err == nil
}

// Modes of tree entries.
const (
	modeTree    = 0o040000
	modeFile    = 0o100644
	modeExec    = 0o100755
	modeLink    = 0o120000
	modeGitlink = 0o160000
)

// maxObject is the largest object that is read, in bytes: it is in memory whole.
const maxObject = 1 << 30

var errNoObject = errors.New("no such object")

// objects is the object store: loose files and packs, as gitformat-pack(5)
// and gitrepository-layout(5) have them.
type objects struct {
	r     *repo
	dir   string // .git/objects
	packs []*pack
	ready bool // packs were looked for
	cache map[hash]object
	used  int
}

// object is an object's kind ("blob", "tree", "commit", "tag") and bytes.
type object struct {
	kind string
	data []byte
}

type pack struct {
	index *idxfile.MemoryIndex
	file  *packfile.Packfile
}

// objectCache bounds the bytes of objects that are kept.
const objectCache = 16 << 20

func hashOf(kind string, data []byte) hash {
	d := sha1.New()
	fmt.Fprintf(d, "%s %d\x00", kind, len(data))
	d.Write(data)
	return hash(d.Sum(nil))
}

func (o *objects) path(h hash) string {
	x := h.String()
	return o.dir + "/" + x[:2] + "/" + x[2:]
}

// get reads an object; one that isn't there is errNoObject.
func (o *objects) get(h hash) (object, error) {
	if b, ok := o.cache[h]; ok {
		return b, nil
	}
	b, err := o.loose(h)
	if errors.Is(err, vfs.ENOENT) || errors.Is(err, vfs.ENOTDIR) {
		b, err = o.packed(h)
	}
	if err != nil {
		return b, err
	}
	if o.used += len(b.data); o.used > objectCache {
		clear(o.cache)
		o.used = len(b.data)
	}
	o.cache[h] = b
	return b, nil
}

func (o *objects) loose(h hash) (b object, err error) {
	data, err := o.r.fs.ReadFile(o.r.ctx, o.path(h), maxObject)
	if err != nil {
		return b, err
	}
	corrupt := fmt.Errorf("loose object %s (stored in %s) is corrupt", h, o.r.shown(o.path(h)))
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return b, corrupt
	}
	defer z.Close()
	all, err := io.ReadAll(io.LimitReader(z, maxObject))
	if err != nil {
		return b, corrupt
	}
	head, rest, ok := bytes.Cut(all, []byte{0})
	kind, size, ok2 := strings.Cut(string(head), " ")
	if n, err := strconv.Atoi(size); !ok || !ok2 || err != nil || n != len(rest) {
		return b, corrupt
	}
	return object{kind, rest}, nil
}

// openPacks opens the packs of the repository, once.
func (o *objects) openPacks() error {
	if o.ready {
		return nil
	}
	o.ready = true
	list, err := o.r.fs.ReadDir(o.r.ctx, o.dir+"/pack")
	if errors.Is(err, vfs.ENOENT) {
		return nil
	}
	for _, e := range list {
		name, ok := strings.CutSuffix(e.Name, ".idx")
		if !ok {
			continue
		}
		data, err := o.r.fs.ReadFile(o.r.ctx, o.dir+"/pack/"+e.Name, maxObject)
		if err != nil {
			return err
		}
		index := idxfile.NewMemoryIndex()
		if err := idxfile.NewDecoder(bytes.NewReader(data)).Decode(index); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		path := o.dir + "/pack/" + name + ".pack"
		f, err := o.r.fs.Open(o.r.ctx, path, vfs.ReadOnly, 0)
		if err != nil {
			return err
		}
		o.packs = append(o.packs, &pack{index, packfile.NewPackfile(index, nil, &packFile{f, path}, 0)})
	}
	return err
}

// packFile is a pack as billy.File; only what reads is used.
type packFile struct {
	vfs.File
	name string
}

func (f *packFile) Name() string         { return f.name }
func (f *packFile) Lock() error          { return nil }
func (f *packFile) Unlock() error        { return nil }
func (f *packFile) Truncate(int64) error { return vfs.EROFS }

func (f *packFile) ReadAt(p []byte, at int64) (int, error) {
	if _, err := f.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(f, p)
}

var _ billy.File = (*packFile)(nil)

func (o *objects) packed(h hash) (b object, err error) {
	if err := o.openPacks(); err != nil {
		return b, err
	}
	for _, p := range o.packs {
		if ok, _ := p.index.Contains(plumbing.Hash(h)); !ok {
			continue
		}
		e, err := p.file.Get(plumbing.Hash(h))
		if err != nil {
			return b, fmt.Errorf("packed object %s: %w", h, err)
		}
		r, err := e.Reader()
		if err != nil {
			return b, err
		}
		defer r.Close()
		data, err := io.ReadAll(r)
		return object{e.Type().String(), data}, err
	}
	return b, errNoObject
}

func (o *objects) close() {
	for _, p := range o.packs {
		p.file.Close()
	}
}

// has tells whether an object is there.
func (o *objects) has(h hash) bool {
	if _, ok := o.cache[h]; ok {
		return true
	}
	if _, err := o.r.fs.Lstat(o.r.ctx, o.path(h)); err == nil {
		return true
	}
	if o.openPacks() != nil {
		return false
	}
	for _, p := range o.packs {
		if ok, _ := p.index.Contains(plumbing.Hash(h)); ok {
			return true
		}
	}
	return false
}

// put stores an object as a loose file, unless it is there.
func (o *objects) put(kind string, data []byte) (hash, error) {
	h := hashOf(kind, data)
	if o.has(h) {
		return h, nil
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	fmt.Fprintf(z, "%s %d\x00", kind, len(data))
	z.Write(data)
	if err := z.Close(); err != nil {
		return h, err
	}
	path := o.path(h)
	if err := o.r.fs.MkdirAll(o.r.ctx, path[:strings.LastIndexByte(path, '/')], 0o777&^o.r.p.Umask); err != nil {
		return h, err
	}
	return h, o.r.fs.WriteFile(o.r.ctx, path, b.Bytes(), 0o444)
}

// withPrefix returns the objects whose names begin with the hex digits.
func (o *objects) withPrefix(prefix string) (found []hash, err error) {
	if len(prefix) < 2 {
		return nil, nil
	}
	seen := map[hash]bool{}
	add := func(h hash) {
		if !seen[h] && strings.HasPrefix(h.String(), prefix) {
			seen[h] = true
			found = append(found, h)
		}
	}
	list, err := o.r.fs.ReadDir(o.r.ctx, o.dir+"/"+prefix[:2])
	if err != nil && !errors.Is(err, vfs.ENOENT) {
		return nil, err
	}
	for _, e := range list {
		if h, ok := parseHash(prefix[:2] + e.Name); ok {
			add(h)
		}
	}
	if err := o.openPacks(); err != nil {
		return nil, err
	}
	for _, p := range o.packs {
		all, err := p.index.Entries()
		if err != nil {
			return nil, err
		}
		for {
			e, err := all.Next()
			if err != nil {
				break
			}
			add(hash(e.Hash))
		}
	}
	sort.Slice(found, func(i, j int) bool { return bytes.Compare(found[i][:], found[j][:]) < 0 })
	return found, nil
}

// short abbreviates a name to at least n digits, as many as make it the only one.
func (o *objects) short(h hash, n int) string {
	s := h.String()
	for ; n < len(s); n++ {
		if found, err := o.withPrefix(s[:n]); err != nil || len(found) <= 1 {
			break
		}
	}
	return s[:min(n, len(s))]
}

// treeEntry is an entry of a tree.
type treeEntry struct {
	mode uint32
	name string
	hash hash
}

func (e treeEntry) kind() string {
	switch e.mode {
	case modeTree:
		return "tree"
	case modeGitlink:
		return "commit"
	}
	return "blob"
}

func parseTree(data []byte) (list []treeEntry, err error) {
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, ok2 := strings.Cut(string(head), " ")
		m, err := strconv.ParseUint(mode, 8, 32)
		if !ok || !ok2 || err != nil || len(rest) < len(hash{}) {
			return nil, errors.New("corrupt tree")
		}
		list = append(list, treeEntry{uint32(m), name, hash(rest[:len(hash{})])})
		data = rest[len(hash{}):]
	}
	return list, nil
}

// encodeTree sorts the entries as trees are sorted and writes them.
func encodeTree(list []treeEntry) []byte {
	key := func(e treeEntry) string {
		if e.mode == modeTree {
			return e.name + "/"
		}
		return e.name
	}
	sort.Slice(list, func(i, j int) bool { return key(list[i]) < key(list[j]) })
	var b bytes.Buffer
	for _, e := range list {
		fmt.Fprintf(&b, "%o %s\x00", e.mode, e.name)
		b.Write(e.hash[:])
	}
	return b.Bytes()
}

// ident is a person at a time.
type ident struct {
	name, email string
	when        time.Time
}

func (i ident) String() string {
	return fmt.Sprintf("%s <%s> %d %s", i.name, i.email, i.when.Unix(), i.when.Format("-0700"))
}

func parseIdent(s string) (i ident) {
	var rest string
	i.name, rest, _ = strings.Cut(s, " <")
	i.email, rest, _ = strings.Cut(rest, "> ")
	seconds, zone, _ := strings.Cut(rest, " ")
	n, _ := strconv.ParseInt(seconds, 10, 64)
	z, _ := strconv.Atoi(zone)
	sign := 1
	if z < 0 {
		sign, z = -1, -z
	}
	i.when = time.Unix(n, 0).In(time.FixedZone("", sign*(z/100*3600+z%100*60)))
	return i
}

// commit is a commit object.
type commit struct {
	hash              hash
	tree              hash
	parents           []hash
	author, committer ident
	encoding          string
	message           string
	extra             []string // other headers, as they are
}

func parseCommit(h hash, data []byte) *commit {
	c := &commit{hash: h}
	head, message, _ := strings.Cut(string(data), "\n\n")
	c.message = message
	last := ""
	for line := range strings.SplitSeq(head, "\n") {
		k, v, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, " "):
			if last == "extra" {
				c.extra[len(c.extra)-1] += "\n" + line
			}
			continue
		case k == "tree":
			c.tree, _ = parseHash(v)
		case k == "parent":
			p, _ := parseHash(v)
			c.parents = append(c.parents, p)
		case k == "author":
			c.author = parseIdent(v)
		case k == "committer":
			c.committer = parseIdent(v)
		case k == "encoding":
			c.encoding = v
		default:
			c.extra = append(c.extra, line)
			last = "extra"
			continue
		}
		last = ""
	}
	return c
}

func (c *commit) encode() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\n", c.tree)
	for _, p := range c.parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	fmt.Fprintf(&b, "author %s\ncommitter %s\n", c.author, c.committer)
	if c.encoding != "" {
		fmt.Fprintf(&b, "encoding %s\n", c.encoding)
	}
	fmt.Fprintf(&b, "\n%s", c.message)
	return []byte(b.String())
}

// subject is the first paragraph of a message on one line.
func subject(message string) string {
	message = strings.TrimLeft(message, "\n")
	head, _, _ := strings.Cut(message, "\n\n")
	return strings.Join(strings.Split(strings.TrimRight(head, "\n"), "\n"), " ")
}

// body is what is behind the subject.
func body(message string) string {
	_, rest, _ := strings.Cut(strings.TrimLeft(message, "\n"), "\n\n")
	return strings.TrimLeft(rest, "\n")
}

// tag is a tag object.
type tag struct {
	object     hash
	kind, name string
	tagger     ident
	message    string
}

func parseTag(data []byte) *tag {
	t := &tag{}
	head, message, _ := strings.Cut(string(data), "\n\n")
	t.message = message
	for line := range strings.SplitSeq(head, "\n") {
		k, v, _ := strings.Cut(line, " ")
		switch k {
		case "object":
			t.object, _ = parseHash(v)
		case "type":
			t.kind = v
		case "tag":
			t.name = v
		case "tagger":
			t.tagger = parseIdent(v)
		}
	}
	return t
}
