package tar

import (
	"bufio"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/regex"
)

// ignoreKind is the syntax of a file of patterns.
type ignoreKind uint8

const (
	ignorePlain ignoreKind = iota
	ignoreCVS
	ignoreGit
	ignoreBzr
	ignoreHg
)

// ignoreFile is a name that --exclude-ignore and its kin look for in each
// directory. The patterns of all of them hold below the directory too, as in
// GNU tar 1.34, whatever its manual says of some.
type ignoreFile struct {
	name string
	kind ignoreKind
}

// dirRules are the patterns that one directory's files gave.
type dirRules struct {
	pats []*match
	res  []*regex.Regexp
}

// readIgnores reads the files of patterns that a directory holds.
func (a *archiver) readIgnores(dir string) {
	for _, f := range a.ignores {
		in, err := a.p.FS.Open(a.ctx, dir+"/"+f.name, vfs.ReadOnly, 0)
		if err != nil {
			if vfs.ErrnoOf(err) != vfs.ENOENT {
				a.fail("%s: Cannot open: %s", a.q(f.name), vfs.ErrText(err))
			}
			continue
		}
		d := &dirRules{}
		hgGlob := false
		scan := bufio.NewScanner(in)
		for scan.Scan() {
			line := scan.Text()
			add := func(s string) { d.pats = append(d.pats, a.match(s, true, true, false, true)) }
			expr := func(s string) {
				re, err := regex.Compile(s, regex.Basic, 0)
				if err != nil {
					a.fail("%s: %s", a.q(s), err)
					return
				}
				d.res = append(d.res, re)
			}
			switch f.kind {
			case ignorePlain:
				if line != "" {
					add(line)
				}
			case ignoreCVS:
				for _, s := range strings.Fields(line) {
					add(s)
				}
			case ignoreGit, ignoreBzr:
				line = strings.TrimLeft(line, " \t\r\v\f")
				if line == "" || line[0] == '#' {
					continue
				}
				if f.kind == ignoreGit && strings.HasPrefix(line, `\#`) {
					line = line[1:]
				}
				if s, ok := strings.CutPrefix(line, "RE:"); ok && f.kind == ignoreBzr {
					expr(s)
				} else {
					add(line)
				}
			case ignoreHg:
				line = strings.TrimLeft(line, " \t\r\v\f")
				s, ok := strings.CutPrefix(line, "syntax:")
				switch {
				case line == "" || line[0] == '#':
				case ok:
					switch strings.TrimSpace(s) {
					case "glob":
						hgGlob = true
					case "regexp":
						hgGlob = false
					}
				case hgGlob:
					add(line)
				default:
					expr(line)
				}
			}
		}
		if err := scan.Err(); err != nil {
			a.fail("%s: Read error: %s", a.q(f.name), vfs.ErrText(err))
		}
		in.Close()
		if len(d.pats)+len(d.res) > 0 {
			a.rules = append(a.rules, d)
		}
	}
}

// ignored tells whether the patterns of a directory above leave a name out.
func (a *archiver) ignored(name string) bool {
	short := name
	for strings.HasPrefix(short, "./") {
		short = short[2:]
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	for _, d := range a.rules {
		for _, s := range [...]string{name, short, base} {
			for _, m := range d.pats {
				if m.pat.Match(s) {
					return true
				}
			}
			for _, re := range d.res {
				if m, err := re.MatchIndex([]byte(s), 0); err == nil && m != nil && m[0] == 0 && m[1] == len(s) {
					return true
				}
			}
		}
	}
	return false
}
