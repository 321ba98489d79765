package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/sqlite"
	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/rpc"
)

// errEnough ends a walk.
var errEnough = errors.New("enough")

// walkTree calls visit with all that is below dir, depth first, sorted by
// name, with paths relative to dir.
func walkTree(r *sqlite.Reader, dir vfs.Ino, prefix string, visit func(rel string, e vfs.Entry) error) error {
	if err := r.Context().Err(); err != nil {
		return err
	}
	entries, err := r.Entries(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		rel := prefix + e.Name
		if err := visit(rel, e); err != nil {
			return err
		}
		if e.Kind == vfs.Directory {
			if err := walkTree(r, e.Ino, rel+"/", visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// searchDir returns the directory that ?dir= names, /workspace if it doesn't.
func (q *request) searchDir(ctx context.Context, f *vfs.FS) (string, vfs.Ino, error) {
	dir := q.query.Get("dir")
	if dir == "" {
		dir = "/workspace"
	}
	if err := checkPath("dir", dir); err != nil {
		return "", 0, err
	}
	i, err := f.Stat(ctx, dir)
	if err != nil {
		return "", 0, err
	}
	if !i.IsDir() {
		return "", 0, &vfs.Error{Op: "open", Path: dir, Err: vfs.ENOTDIR}
	}
	return dir, i.Ino, nil
}

// matchName matches a glob: against the name, or against the path below the
// directory where it has a slash in it.
func matchName(pattern, rel string) bool {
	if pattern == "" {
		return true
	}
	name := rel
	if !strings.Contains(pattern, "/") {
		name = path.Base(rel)
	}
	ok, _ := path.Match(pattern, name)
	return ok
}

func checkGlob(field, pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return rpc.Errorf("EINVAL", "%s %q: %v", field, pattern, err)
	}
	return nil
}

// read runs f on the workspace's newest revision.
func (q *request) read(f func(*sqlite.Reader, *vfs.FS) error) error {
	if err := q.allow(VerbRead); err != nil {
		return err
	}
	db, release, err := q.open(false)
	if err != nil {
		return err
	}
	defer release()
	return db.Read(q.r.Context(), 0, func(r *sqlite.Reader) error {
		fs, err := r.FS()
		if err != nil {
			return err
		}
		return f(r, fs)
	})
}

// page is what limit and offset say.
func (q *request) page() (limit, offset int64, err error) {
	if limit, err = q.number("limit", 1, 100000, 1000); err != nil {
		return 0, 0, err
	}
	offset, err = q.number("offset", 0, 1<<40, 0)
	return limit, offset, err
}

func (q *request) find() error {
	if err := q.methods("GET"); err != nil {
		return err
	}
	if err := q.params("dir", "pattern", "type", "limit", "offset"); err != nil {
		return err
	}
	limit, offset, err := q.page()
	if err != nil {
		return err
	}
	pattern := q.query.Get("pattern")
	if err := checkGlob("pattern", pattern); err != nil {
		return err
	}
	kind := q.query.Get("type")
	known := kind == ""
	for _, name := range kindNames {
		known = known || name == kind
	}
	if !known {
		return rpc.Errorf("EINVAL", "type %q: file, directory, symlink or fifo", kind)
	}
	matches := []map[string]any{}
	more := false
	err = q.read(func(r *sqlite.Reader, f *vfs.FS) error {
		dir, ino, err := q.searchDir(q.r.Context(), f)
		if err != nil {
			return err
		}
		err = walkTree(r, ino, "", func(rel string, e vfs.Entry) error {
			if kind != "" && kindNames[e.Kind] != kind || !matchName(pattern, rel) {
				return nil
			}
			if offset > 0 {
				offset--
				return nil
			}
			if int64(len(matches)) == limit {
				more = true
				return errEnough
			}
			m := entryJSON(e.Name, e.Node)
			delete(m, "name")
			delete(m, "nameBase64")
			addPath(m, dir+"/"+rel)
			matches = append(matches, m)
			return nil
		})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, map[string]any{"matches": matches, "more": more})
}

func addPath(m map[string]any, name string) {
	m["path"] = strings.ToValidUTF8(name, "\uFFFD")
	if !utf8.ValidString(name) {
		m["pathBase64"] = base64.StdEncoding.EncodeToString([]byte(name))
	}
}

// maxGrepLine is where a line is cut in an answer, in bytes.
const maxGrepLine = 4096

// grepMatch is a line that matched, with those around it.
type grepMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

func (q *request) grep() error {
	if err := q.methods("GET"); err != nil {
		return err
	}
	if err := q.params("dir", "pattern", "regex", "ignoreCase", "context", "include", "limit", "offset"); err != nil {
		return err
	}
	limit, offset, err := q.page()
	if err != nil {
		return err
	}
	around, err := q.number("context", 0, 100, 0)
	if err != nil {
		return err
	}
	isRegex, err := q.flag("regex")
	if err != nil {
		return err
	}
	ignoreCase, err := q.flag("ignoreCase")
	if err != nil {
		return err
	}
	include := q.query.Get("include")
	if err := checkGlob("include", include); err != nil {
		return err
	}
	pattern := q.query.Get("pattern")
	if pattern == "" {
		return rpc.Errorf("EINVAL", "pattern: it must not be empty")
	}
	if !isRegex {
		pattern = regexp.QuoteMeta(pattern)
	}
	if ignoreCase {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return rpc.Errorf("EINVAL", "pattern: %v", err)
	}
	s := &grepSearch{re: re, around: int(around), limit: int(limit), skip: int(offset), matches: []*grepMatch{}}
	err = q.read(func(r *sqlite.Reader, f *vfs.FS) error {
		dir, ino, err := q.searchDir(q.r.Context(), f)
		if err != nil {
			return err
		}
		err = walkTree(r, ino, "", func(rel string, e vfs.Entry) error {
			if e.Kind != vfs.Regular || e.Size == 0 || !matchName(include, rel) {
				return nil
			}
			return s.file(strings.ToValidUTF8(dir+"/"+rel, "\uFFFD"), &nodeReader{r: r, n: e.NodeInfo})
		})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, map[string]any{"matches": s.matches, "more": s.more})
}

// nodeReader reads a file's bytes in order.
type nodeReader struct {
	r   *sqlite.Reader
	n   vfs.NodeInfo
	off int64
}

func (n *nodeReader) Read(p []byte) (int, error) {
	k, err := n.r.ReadNode(n.n, p, n.off)
	n.off += int64(k)
	return k, err
}

type grepSearch struct {
	re      *regexp.Regexp
	around  int
	limit   int
	skip    int
	matches []*grepMatch
	more    bool
}

// file searches one file; binary files are passed over.
func (s *grepSearch) file(name string, r io.Reader) error {
	br := bufio.NewReaderSize(r, 64<<10)
	if head, _ := br.Peek(8000); bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	var before []string
	var open []*grepMatch // matches that still take lines behind them
	for number := 1; ; number++ {
		line, err := readLine(br)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text := strings.ToValidUTF8(string(line[:min(len(line), maxGrepLine)]), "\uFFFD")
		kept := open[:0]
		for _, m := range open {
			m.After = append(m.After, text)
			if len(m.After) < s.around {
				kept = append(kept, m)
			}
		}
		open = kept
		switch {
		case !s.re.Match(line):
			if s.more && len(open) == 0 {
				return errEnough
			}
		case s.skip > 0:
			s.skip--
		case len(s.matches) == s.limit:
			s.more = true
			if len(open) == 0 {
				return errEnough
			}
		default:
			m := &grepMatch{Path: name, Line: number, Text: text, Before: append([]string(nil), before...)}
			s.matches = append(s.matches, m)
			if s.around > 0 {
				open = append(open, m)
			}
		}
		if s.around > 0 {
			if before = append(before, text); len(before) > s.around {
				before = before[1:]
			}
		}
	}
}

// readLine returns a line without its end; of a line longer than 1 MiB only
// the beginning.
func readLine(br *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(line) < 1<<20 {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0, err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		default:
			return nil, err
		}
	}
}
