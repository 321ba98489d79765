package tar

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

// unquote replaces the escapes of a name as GNU's unquote_string does: what
// isn't one stays.
func unquote(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		c := s[i]
		if k := strings.IndexByte(`\abfnrtv?`, c); k >= 0 {
			b.WriteByte("\\\a\b\f\n\r\t\v\x7f"[k])
			continue
		}
		if c < '0' || c > '7' {
			b.WriteByte('\\')
			b.WriteByte(c)
			continue
		}
		v := 0
		k := 0
		for ; k < 3 && i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7'; k++ {
			v = v*8 + int(s[i+k]-'0')
		}
		b.WriteByte(byte(v))
		i += k - 1
	}
	return b.String()
}

// listOptions are the options that a file of -T may hold: those that say which
// files, and how names match.
var listOptions = func() *getopt.Set {
	s := &getopt.Set{Short: "-C:T:X:"}
	for _, l := range longOptions {
		switch l.ID {
		case 'C', 'T', 'X', optAddFile, optExclude, optBackups, optCaches, optCachesAll, optCachesUnder, optTag, optTagAll, optTagUnder,
			optVCS, optVCSIgnores, optIgnoreFile, optIgnoreTree, optNull, optNoNull, optUnquote, optNoUnquote, optNoRecurs, optRecurs,
			optVerbatim, optNoVerbatim, optAnchored, optNoAnchored, optIgnoreCase, optNoIgnoreCase, optWild, optNoWild, optWildSlash, optNoWildSlash:
			s.Long = append(s.Long, l)
		}
	}
	return s
}()

// listDepth bounds how deep files of -T may name further ones.
const listDepth = 20

// filesFrom takes the names, and the options, that a file of -T holds.
func (a *archiver) filesFrom(file string, null bool, name func(string), apply func(getopt.Opt)) {
	a.fromList = true
	for _, l := range a.lists {
		if l == file || len(a.lists) == listDepth {
			a.fail("%s: file list already read", a.q(file))
			return
		}
	}
	a.lists = append(a.lists, file)
	defer func() { a.lists = a.lists[:len(a.lists)-1] }()
	if file != "-" {
		if _, err := a.p.Stat(a.ctx, file); err != nil {
			a.fatal("%s: Cannot stat: %s", a.q(file), vfs.ErrText(err))
		}
	}
	end := "\n"
	if null {
		end = "\x00"
	}
	n := 0
	a.lines(file, end, func(s string) {
		n++
		if null || a.verbatim || !strings.HasPrefix(s, "-") || s == "-" {
			if k := strings.IndexByte(s, 0); k >= 0 {
				a.warnAs("filename-with-nuls", "%s: file name read contains nul character", a.q(file))
				s = s[:k]
			}
			name(s)
			return
		}
		opts, _, err := listOptions.Parse(listWords(s))
		if err == nil {
			for _, o := range opts {
				if o.ID == getopt.Operand {
					err = &getopt.Error{Text: "unexpected argument"}
				}
			}
		}
		if err != nil {
			a.fail("%s:%d: unrecognized option", a.q(file), n)
			return
		}
		for _, o := range opts {
			apply(o)
		}
	})
}

// listWords splits a line of options into words, which quotes and backslashes
// may hold together.
func listWords(s string) (words []string) {
	var b strings.Builder
	in := false
	var q byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && q != '\'' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
			in = true
		case q != 0 && c == q:
			q = 0
		case q == 0 && (c == '\'' || c == '"'):
			q, in = c, true
		case q == 0 && (c == ' ' || c == '\t'):
			if in {
				words = append(words, b.String())
				b.Reset()
			}
			in = false
		default:
			b.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, b.String())
	}
	return words
}

// mapped is what --owner-map and --group-map make of an owner.
type mapped struct {
	id   int // -1: as it was
	name string
}

// readMap reads lines "OLD NEW": OLD is a name or +ID, NEW a name, an ID, or
// NAME:ID.
func (a *archiver) readMap(file, what string, find func(string) (uint32, bool)) map[int]mapped {
	f, err := a.p.Input(a.ctx, file)
	if err != nil {
		a.fatal("%s: Cannot open: %s", a.q(file), vfs.ErrText(err))
	}
	defer f.Close()
	m := map[int]mapped{}
	bad := false
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadString('\n')
		line, _, _ = strings.Cut(line, "#")
		if w := strings.Fields(line); len(w) > 0 {
			switch old, msg := mapFrom(w, find); {
			case msg != "":
				a.warn("%s:%d: %s", a.q(file), n, strings.ReplaceAll(msg, "ID", what))
				bad = true
			default:
				to := mapped{-1, w[1]}
				name, id, has := strings.Cut(w[1], ":")
				num := name
				if has {
					to.name, num = name, id
				}
				num = strings.TrimPrefix(num, "+")
				if v, err := strconv.ParseUint(num, 10, 31); err == nil {
					to.id = int(v)
					if !has {
						to.name = ""
					}
				} else if has {
					a.warn("%s:%d: invalid %s: %s", a.q(file), n, what, id)
					bad = true
				} else if v, ok := find(name); ok {
					to.id = int(v)
				} else {
					a.warn("%s:%d: can't obtain %s of %s", a.q(file), n, what, name)
					bad = true
				}
				m[old] = to
			}
		}
		if err != nil {
			if err != io.EOF {
				a.fatal("%s: Read error: %s", a.q(file), vfs.ErrText(err))
			}
			break
		}
	}
	if bad {
		a.fatal("errors reading map file")
	}
	return m
}

func mapFrom(w []string, find func(string) (uint32, bool)) (id int, msg string) {
	if len(w) != 2 {
		return 0, "malformed line"
	}
	if s, ok := strings.CutPrefix(w[0], "+"); ok {
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			return 0, fmt.Sprintf("invalid ID: %s", w[0])
		}
		return int(n), ""
	}
	n, ok := find(w[0])
	if _, err := strconv.Atoi(w[0]); !ok || err == nil {
		return 0, fmt.Sprintf("can't obtain ID of %s", w[0])
	}
	return int(n), ""
}

// warnings are the words of --warning. The second list is given only with -v.
var warnings = []string{"all", "alone-zero-block", "bad-dumpdir", "cachedir", "contiguous-cast", "file-changed", "file-ignored", "file-removed",
	"file-shrank", "file-unchanged", "filename-with-nuls", "ignore-archive", "ignore-newer", "new-directory", "rename-directory", "symlink-cast",
	"timestamp", "unknown-cast", "unknown-keyword", "xdev", "decompress-program", "existing-file", "xattr-write", "record-size", "failed-read"}

var verboseWarnings = []string{"rename-directory", "new-directory", "decompress-program", "existing-file", "record-size"}

// warning takes an argument of --warning.
func (a *archiver) warning(arg string) {
	s, no := strings.CutPrefix(arg, "no-")
	if arg == "none" {
		s, no = "all", true
	}
	valid := false
	for _, w := range warnings {
		valid = valid || w == s
	}
	if !valid {
		a.p.ChoiceExit(2, "--warning", arg, warnings...)
		return
	}
	if s != "all" {
		a.quiet[s] = no
		return
	}
	for _, w := range warnings {
		a.quiet[w] = no
	}
}

// strippedList is a name as a list shows it without its first n elements: of
// a directory at least its slash stays.
func strippedList(name string, n int) string {
	for ; n > 0; n-- {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return ""
		}
		rest := strings.TrimLeft(name[i:], "/")
		if rest == "" {
			return "/"
		}
		name = rest
	}
	return name
}
