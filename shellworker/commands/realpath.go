package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "readlink", Run: readlinkMain, Help: `
Usage: readlink [OPTION]... FILE...
Write the targets of symbolic links, or canonical paths.

  -f, --canonicalize           follow every link; all but the last element of
                                 the path must exist
  -e, --canonicalize-existing  ... all must exist
  -m, --canonicalize-missing   ... none need exist
  -n, --no-newline             no newline behind the only FILE
  -q, --quiet, -s, --silent    no error messages (default)
  -v, --verbose                error messages
  -z, --zero                   end each line with NUL
      --help                   show this help
      --version                show the version
`})
	Register(Command{Name: "realpath", Run: realpathMain, Help: `
Usage: realpath [OPTION]... FILE...
Write the absolute path of each FILE without symbolic links; all but the last
element must exist.

  -e, --canonicalize-existing  all elements must exist
  -m, --canonicalize-missing   none need exist
  -L, --logical                resolve .. before symbolic links
  -P, --physical               resolve symbolic links as they come (default)
  -q, --quiet                  no error messages
      --relative-to=DIR        write the way from DIR
      --relative-base=DIR      ... where FILE is below DIR, else the absolute path
  -s, --strip, --no-symlinks   don't follow symbolic links
  -z, --zero                   end each line with NUL
      --help                   show this help
      --version                show the version
`})
}

// Which elements of a path must exist for canonical.
const (
	canonLast     = iota // all but the last
	canonExisting        // all
	canonMissing         // none
)

// canonical returns the absolute path without symbolic links, . and ...
func (p *Process) canonical(ctx context.Context, name string, mode int) (string, error) {
	if name == "" {
		return "", vfs.ENOENT
	}
	rest := p.Path(name)
	out := ""
	links := 0
	if len(rest) >= 1<<16 {
		return "", vfs.ENAMETOOLONG
	}
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			break
		}
		elem, tail, slash := strings.Cut(rest, "/")
		rest = tail
		switch elem {
		case ".":
			continue
		case "..":
			if i := strings.LastIndexByte(out, '/'); i >= 0 {
				out = out[:i]
			}
			continue
		}
		last := strings.Trim(rest, "/") == ""
		path := out + "/" + elem
		i, err := p.FS.Lstat(ctx, path)
		if err != nil {
			code := vfs.ErrnoOf(err)
			if mode == canonMissing && code != vfs.ENAMETOOLONG || mode == canonLast && last && code == vfs.ENOENT {
				out = path
				continue
			}
			return "", err
		}
		if i.Kind == vfs.Symlink {
			if links++; links > vfs.MaxSymlink {
				if mode == canonMissing {
					out = path
					continue
				}
				return "", vfs.ELOOP
			}
			if strings.HasPrefix(i.Target, "/") {
				out = ""
			}
			rest = i.Target + "/" + rest
			if !slash {
				rest = strings.TrimSuffix(rest, "/")
			}
			continue
		}
		if i.Kind != vfs.Directory && mode != canonMissing && (!last || slash) {
			return "", vfs.ENOTDIR
		}
		out = path
	}
	if out == "" {
		out = "/"
	}
	return out, nil
}

func readlinkMain(ctx context.Context, p *Process) int {
	mode, newline, verbose, end := -1, true, false, "\n"
	opts, files := p.Getopt("efmnqsvz", getopt.Long{Name: "canonicalize", ID: 'f'}, getopt.Long{Name: "canonicalize-existing", ID: 'e'},
		getopt.Long{Name: "canonicalize-missing", ID: 'm'}, getopt.Long{Name: "no-newline", ID: 'n'}, getopt.Long{Name: "quiet", ID: 'q'},
		getopt.Long{Name: "silent", ID: 's'}, getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "zero", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'e':
			mode = canonExisting
		case 'f':
			mode = canonLast
		case 'm':
			mode = canonMissing
		case 'n':
			newline = false
		case 'q', 's':
			verbose = false
		case 'v':
			verbose = true
		case 'z':
			end = "\x00"
		}
	}
	if len(files) == 0 {
		p.MissingOperand()
	}
	if len(files) > 1 && !newline {
		p.Errorf("ignoring --no-newline with multiple arguments")
		newline = true
	}
	status := 0
	for _, f := range files {
		var s string
		var err error
		if mode < 0 {
			if f == "" {
				err = vfs.ENOENT
			} else {
				s, err = p.FS.Readlink(ctx, p.Path(f))
			}
		} else {
			s, err = p.canonical(ctx, f, mode)
		}
		if err != nil {
			status = 1
			if verbose {
				p.NameError(f, err)
			}
			continue
		}
		p.Out.WriteString(s)
		if newline {
			p.Out.WriteString(end)
		}
	}
	return status
}

func realpathMain(ctx context.Context, p *Process) int {
	const (
		relTo = iota + 256
		relBase
	)
	mode, logical, strip, quiet, end := canonLast, false, false, false, "\n"
	var to, base string
	hasTo, hasBase := false, false
	opts, files := p.Getopt("eLmPqsz", getopt.Long{Name: "canonicalize-existing", ID: 'e'},
		getopt.Long{Name: "canonicalize-missing", ID: 'm'}, getopt.Long{Name: "relative-to", Arg: getopt.Required, ID: relTo},
		getopt.Long{Name: "relative-base", Arg: getopt.Required, ID: relBase}, getopt.Long{Name: "quiet", ID: 'q'},
		getopt.Long{Name: "strip", ID: 's'}, getopt.Long{Name: "no-symlinks", ID: 's'}, getopt.Long{Name: "zero", ID: 'z'},
		getopt.Long{Name: "logical", ID: 'L'}, getopt.Long{Name: "physical", ID: 'P'})
	for _, o := range opts {
		switch o.ID {
		case 'e':
			mode = canonExisting
		case 'm':
			mode = canonMissing
		case 'L':
			logical, strip = true, false
		case 'P':
			logical, strip = false, false
		case 's':
			strip, logical = true, false
		case 'q':
			quiet = true
		case 'z':
			end = "\x00"
		case relTo:
			to, hasTo = o.Arg, true
		case relBase:
			base, hasBase = o.Arg, true
		}
	}
	if len(files) == 0 {
		p.MissingOperand()
	}
	resolve := func(f string) (string, error) {
		if f == "" {
			return "", vfs.ENOENT
		}
		switch {
		case strip:
			return p.lexical(ctx, f, mode)
		case logical:
			s, err := p.lexical(ctx, f, mode)
			if err != nil {
				return "", err
			}
			return p.canonical(ctx, s, mode)
		}
		return p.canonical(ctx, f, mode)
	}
	if hasBase && !hasTo {
		to, hasTo = base, true
	}
	if hasTo {
		s, err := resolve(to)
		if err == nil && mode == canonExisting {
			if i, serr := p.FS.Stat(ctx, s); serr != nil || !i.IsDir() {
				err = vfs.ENOTDIR
			}
		}
		if err != nil {
			p.NameError(to, err)
			return 1
		}
		to = s
	}
	if hasBase {
		s, err := resolve(base)
		if err == nil && mode == canonExisting {
			if i, serr := p.FS.Stat(ctx, s); serr != nil || !i.IsDir() {
				err = vfs.ENOTDIR
			}
		}
		if err != nil {
			p.NameError(base, err)
			return 1
		}
		base = s
		if !below(to, base) {
			hasTo = false
			hasBase = false
		}
	}
	status := 0
	for _, f := range files {
		s, err := resolve(f)
		if err != nil {
			status = 1
			if !quiet {
				p.NameError(f, err)
			}
			continue
		}
		if hasTo && (!hasBase || below(s, base)) {
			s = relativePath(s, to)
		}
		p.Out.WriteString(s + end)
	}
	return status
}

// lexical cleans a path without regard to symbolic links. What the path takes
// for a directory must be one, and its last name must be as the mode says.
func (p *Process) lexical(ctx context.Context, name string, mode int) (string, error) {
	s, rest := "", p.Path(name)
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			return max(s, "/"), nil
		}
		part := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			part = rest[:i]
		}
		rest = rest[len(part):]
		switch part {
		case ".":
			continue
		case "..":
			s = s[:max(strings.LastIndexByte(s, '/'), 0)]
			continue
		}
		s += "/" + part
		dir := mustBeDir(rest)
		if rest != "" && !dir {
			continue // what follows is looked at
		}
		i, err := p.FS.Stat(ctx, s)
		if err == nil && dir && !i.IsDir() {
			err = vfs.ENOTDIR
		}
		missing := vfs.ErrnoOf(err) == vfs.ENOENT && strings.Trim(rest, "/") == ""
		if err != nil && (mode == canonExisting || mode == canonLast && !missing) {
			return "", err
		}
	}
}

// mustBeDir tells whether a path that goes on with rest takes what stands
// before for a directory itself: before a slash at the end, "." or "..".
func mustBeDir(rest string) bool {
	for strings.HasPrefix(rest, "/") {
		rest = strings.TrimLeft(rest, "/")
		part, _, more := strings.Cut(rest, "/")
		switch {
		case part == "", part == "..", part == "." && !more:
			return true
		case part != ".":
			return false
		}
		rest = rest[1:]
	}
	return false
}

func below(s, base string) bool {
	return base == "/" || s == base || strings.HasPrefix(s, base+"/")
}
