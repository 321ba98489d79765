package find

import (
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

// batchChars bounds the characters of one command line of -exec ... +.
const batchChars = 128 << 10

// batch collects the files of an -exec ... +.
type batch struct {
	f      *finder
	argv   []string
	dir    bool   // -execdir
	where  string // of -execdir: the directory of the files
	files  []string
	chars  int
	prefix int
}

// exec reads -exec, -execdir, -ok or -okdir.
func (p *parser) exec(name string) eval {
	f := p.f
	dir := strings.HasSuffix(name, "dir")
	ask := strings.HasPrefix(name, "-ok")
	start := p.i
	end, plus := -1, false
	braces := 0
	for k := start; k < len(p.args); k++ {
		a := p.args[k]
		if a == ";" {
			end = k
			break
		}
		if a == "+" && k > start && p.args[k-1] == "{}" && !ask {
			end, plus = k, true
			break
		}
	}
	if end < 0 || end == start {
		if end == start {
			f.fatal("invalid argument `%s' to `%s'", p.args[end], name)
		}
		f.fatal("missing argument to `%s'", name)
	}
	argv := p.args[start:end]
	p.i = end + 1
	if dir {
		f.checkPath()
	}
	if plus {
		for _, a := range argv {
			if strings.Contains(a, "{}") {
				braces++
			}
		}
		if braces > 1 {
			f.fatal("Only one instance of {} is supported with %s ... +", name)
		}
		b := &batch{f: f, argv: argv[:len(argv)-1], dir: dir}
		for _, a := range b.argv {
			b.prefix += len(a) + 1
		}
		f.batches = append(f.batches, b)
		return b.add
	}
	return func(v *visit) bool {
		name, where := v.path, f.p.Dir
		if dir {
			name, where = "./"+v.base(), f.p.Path(v.parent())
			if v.base() == "/" {
				name = "/"
			}
		}
		args := make([]string, len(argv))
		for i, a := range argv {
			args[i] = strings.ReplaceAll(a, "{}", name)
		}
		if ask {
			f.p.Out.Flush()
			if !f.confirm(argv[0], v.path) {
				return false
			}
		}
		return f.start(args, where, ask) == 0
	}
}

// checkPath refuses -execdir where PATH leads into the trees that are walked.
func (f *finder) checkPath() {
	for _, e := range strings.Split(f.p.Getenv("PATH"), ":") {
		switch {
		case e == "" || e == ".":
			f.fatal("The current directory is included in the PATH environment variable, which is insecure in combination with the -execdir action of find.  Please remove the current directory from your $PATH (that is, remove \".\", doubled colons, or leading or trailing colons)")
		case e[0] != '/':
			f.fatal("The relative path %s is included in the PATH environment variable, which is insecure in combination with the -execdir action of find.  Please remove that entry from $PATH", f.p.Quote(e))
		}
	}
}

// parent returns the directory that the file is in.
func (v *visit) parent() string { return commands.DirName(v.path) }

// confirm asks whether -ok may run a command.
func (f *finder) confirm(command, path string) bool {
	return f.p.Confirm("< " + command + " ... " + path + " > ? ")
}

// start runs a command and returns its status; one that can't be run counts as
// failed.
func (f *finder) start(args []string, where string, noInput bool) int {
	f.p.Out.Flush()
	for _, o := range f.files {
		o.w.Flush()
	}
	s := commands.Spawn{Args: args, Env: f.p.Env, Dir: where, Umask: f.p.Umask, Stdin: f.p.Stdin, Stdout: f.p.Stdout, Stderr: f.p.Stderr}
	if noInput {
		if null, err := f.p.FS.Open(f.ctx, "/dev/null", vfs.ReadOnly, 0); err == nil {
			s.Stdin = null
		}
	}
	err := error(vfs.ENOSYS)
	if f.p.Shell != nil {
		var c commands.Child
		if c, err = f.p.Shell.Start(f.ctx, s); err == nil {
			return c.Wait()
		}
	}
	f.p.Errorf("%s: %s", f.p.Quote(args[0]), vfs.ErrText(err))
	return 127
}

// add puts a file in the next command line.
func (b *batch) add(v *visit) bool {
	name := v.path
	if b.dir {
		where := v.parent()
		if len(b.files) > 0 && where != b.where {
			b.flush()
		}
		b.where = where
		name = "./" + v.base()
		if v.base() == "/" {
			name = "/"
		}
	}
	if len(b.files) > 0 && b.prefix+b.chars+len(name)+1 > batchChars {
		b.flush()
	}
	b.files = append(b.files, name)
	b.chars += len(name) + 1
	return true
}

func (b *batch) flush() {
	if len(b.files) == 0 {
		return
	}
	where := b.f.p.Dir
	if b.dir {
		where = b.f.p.Path(b.where)
	}
	args := append(append([]string(nil), b.argv...), b.files...)
	b.files, b.chars = nil, 0
	if b.f.start(args, where, false) != 0 {
		b.f.status = 1
	}
}

// flushBelow runs the files of a directory.
func (b *batch) flushBelow(dir string) {
	if len(b.files) > 0 && b.where == strings.TrimRight(dir, "/") || dir == "/" && b.where == "/" {
		b.flush()
	}
}
