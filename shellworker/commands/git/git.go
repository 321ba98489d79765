// Package git is the git command: repositories in the workspace, without a
// network. Objects, packs and the index are go-git's; what a user sees is
// git's own, by its manual and its answers (git 2.39).
package git

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/capshell/capshell/shellworker/commands"
)

// subcommand is a command of git's. Repo tells that it needs a repository.
type subcommand struct {
	run  func(r *repo, args []string) int
	repo bool
	does string
}

var subcommands map[string]subcommand

func init() {
	subcommands = map[string]subcommand{
		"add":          {(*repo).addMain, true, "Add files to the index"},
		"branch":       {(*repo).branchMain, true, "List, create, rename or delete branches"},
		"cat-file":     {(*repo).catFileMain, true, "Show objects"},
		"check-ignore": {(*repo).checkIgnoreMain, true, "Tell which paths are ignored"},
		"checkout":     {(*repo).checkoutMain, true, "Switch branches or restore files"},
		"cherry-pick":  {(*repo).cherryPickMain, true, "Apply the changes of commits again"},
		"clean":        {(*repo).cleanMain, true, "Remove untracked files"},
		"commit":       {(*repo).commitMain, true, "Record the index as a commit"},
		"commit-tree":  {(*repo).commitTreeMain, true, "Make a commit of a tree"},
		"config":       {(*repo).configMain, false, "Read and change the configuration"},
		"describe":     {(*repo).describeMain, true, "Name a commit by a tag before it"},
		"diff":         {(*repo).diffMain, true, "Show changes"},
		"diff-tree":    {(*repo).diffTreeMain, true, "Show the changes between trees"},
		"for-each-ref": {(*repo).forEachRefMain, true, "Show references"},
		"grep":         {(*repo).grepMain, true, "Print the lines of tracked files that match"},
		"hash-object":  {(*repo).hashObjectMain, false, "Compute an object's name, and store it"},
		"init":         {(*repo).initMain, false, "Make a repository"},
		"log":          {(*repo).logMain, true, "Show commits"},
		"ls-files":     {(*repo).lsFilesMain, true, "List the index and the working tree"},
		"ls-tree":      {(*repo).lsTreeMain, true, "List a tree"},
		"merge":        {(*repo).mergeMain, true, "Join histories"},
		"merge-base":   {(*repo).mergeBaseMain, true, "Find common ancestors"},
		"mv":           {(*repo).mvMain, true, "Move files, in the index too"},
		"read-tree":    {(*repo).readTreeMain, true, "Read a tree into the index"},
		"reflog":       {(*repo).reflogMain, true, "Show where references were"},
		"reset":        {(*repo).resetMain, true, "Set HEAD, the index, the working tree"},
		"restore":      {(*repo).restoreMain, true, "Restore files"},
		"rev-list":     {(*repo).revListMain, true, "List commits"},
		"rev-parse":    {(*repo).revParseMain, false, "Resolve revisions, and tell of the repository"},
		"revert":       {(*repo).revertMain, true, "Undo the changes of commits"},
		"rm":           {(*repo).rmMain, true, "Remove files, from the index too"},
		"shortlog":     {(*repo).shortlogMain, true, "Summarise commits by author"},
		"show":         {(*repo).showMain, true, "Show objects"},
		"show-ref":     {(*repo).showRefMain, true, "List references"},
		"stash":        {(*repo).stashMain, true, "Put changes aside"},
		"status":       {(*repo).statusMain, true, "Show what has changed"},
		"switch":       {(*repo).switchMain, true, "Switch branches"},
		"symbolic-ref": {(*repo).symbolicRefMain, true, "Read or set a symbolic reference"},
		"tag":          {(*repo).tagMain, true, "List, create or delete tags"},
		"update-ref":   {(*repo).updateRefMain, true, "Set a reference"},
		"write-tree":   {(*repo).writeTreeMain, true, "Write the index as a tree"},
	}
	names := make([]string, 0, len(subcommands))
	for n := range subcommands {
		names = append(names, n)
	}
	sort.Strings(names)
	var help strings.Builder
	help.WriteString(`
Usage: git [-C DIR] [-c NAME=VALUE] [--git-dir=DIR] [--work-tree=DIR] COMMAND [ARG]...
Version control in the workspace. There is no network: what needs a remote
repository is refused.

`)
	for _, n := range names {
		fmt.Fprintf(&help, "  %-13s %s\n", n, subcommands[n].does)
	}
	help.WriteString(`
      --help        show this help
      --version     show the version
`)
	commands.Register(commands.Command{Name: "git", UsageStatus: 129, Run: run, Help: help.String()})
}

// remote are the commands that need another repository.
var remote = map[string]bool{"clone": true, "fetch": true, "pull": true, "push": true, "remote": true, "ls-remote": true, "submodule": true, "send-email": true}

func run(ctx context.Context, p *commands.Process) int {
	r := &repo{ctx: ctx, p: p, fs: p.FS, cwd: path.Clean(p.Dir)}
	args := p.Args
	defer func() {
		if r.objects != nil {
			r.objects.close()
		}
	}()
	value := func(name string) string {
		if _, v, ok := strings.Cut(args[0], "="); ok && strings.HasPrefix(args[0], "--") {
			return v
		}
		if len(args) < 2 {
			r.note("no %s given for %s\n", map[string]string{"-C": "directory", "-c": "config", "--git-dir": "directory", "--work-tree": "directory"}[name], name)
			r.p.Exit(129)
		}
		args = args[1:]
		return args[0]
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name, _, _ := strings.Cut(args[0], "=")
		switch name {
		case "-C":
			dir := r.abs(value(name))
			if i, err := r.fs.Stat(ctx, dir); err != nil || !i.IsDir() {
				r.fatal("cannot change to '%s': %s", args[0], map[bool]string{true: "No such file or directory", false: "Not a directory"}[err != nil])
			}
			r.cwd = dir
		case "-c":
			r.overrides = append(r.overrides, value(name))
		case "--git-dir":
			p.Env = append(p.Env, "GIT_DIR="+value(name))
		case "--work-tree":
			p.Env = append(p.Env, "GIT_WORK_TREE="+value(name))
		case "--no-pager", "-P", "--no-optional-locks":
		case "--version", "-v":
			r.printf("git version 2.39.5 (capshell %s)\n", commands.Version)
			return 0
		case "--help", "-h":
			p.Out.WriteString(strings.TrimLeft(commands.Lookup("git").Help, "\n"))
			return 0
		default:
			r.note("unknown option: %s\nusage: git [-C DIR] [-c NAME=VALUE] [--git-dir=DIR] [--work-tree=DIR] COMMAND [ARG]...\n", args[0])
			return 129
		}
		args = args[1:]
	}
	if len(args) == 0 {
		p.Out.WriteString(strings.TrimLeft(commands.Lookup("git").Help, "\n"))
		return 1
	}
	name := args[0]
	switch name {
	case "version":
		r.printf("git version 2.39.5 (capshell %s)\n", commands.Version)
		return 0
	case "help":
		p.Out.WriteString(strings.TrimLeft(commands.Lookup("git").Help, "\n"))
		return 0
	}
	c, ok := subcommands[name]
	if !ok {
		if remote[name] {
			r.fatal("%s: other repositories can't be reached: there is no network here", name)
		}
		r.discover()
		if alias, ok := r.config("alias." + name); ok {
			return r.alias(alias, args[1:])
		}
		r.note("git: '%s' is not a git command. See 'git --help'.\n", name)
		return 1
	}
	if !r.discover() && c.repo {
		if name == "diff" {
			return r.diffNoIndex(args[1:])
		}
		r.fatal("not a git repository (or any of the parent directories): .git")
	}
	if len(args) == 2 && (args[1] == "--help" || args[1] == "-h") {
		r.printf("usage: git %s ...\n%s; `git --help` lists the commands.\n", name, c.does)
		return 129
	}
	return c.run(r, args[1:])
}

// alias runs what alias.NAME stands for.
func (r *repo) alias(alias string, args []string) int {
	words := strings.Fields(alias)
	if strings.HasPrefix(alias, "!") {
		dir := r.cwd
		if r.work != "" {
			dir = r.work
		}
		r.p.Out.Flush()
		child, err := r.p.Shell.Start(r.ctx, commands.Spawn{Args: append([]string{"sh", "-c", alias[1:] + ` "$@"`, alias[1:]}, args...), Env: r.p.Env, Dir: dir, Umask: r.p.Umask,
			Stdin: r.p.Stdin, Stdout: r.p.Stdout, Stderr: r.p.Stderr})
		if err != nil {
			r.fatal("cannot run %s: %s", alias[1:], errText(err))
		}
		return child.Wait()
	}
	if len(words) == 0 {
		r.fatal("bad alias")
	}
	c, ok := subcommands[words[0]]
	if !ok {
		r.note("git: '%s' is not a git command. See 'git --help'.\n", words[0])
		return 1
	}
	if c.repo && r.dir == "" {
		r.fatal("not a git repository (or any of the parent directories): .git")
	}
	return c.run(r, append(words[1:], args...))
}

// flags takes a subcommand's arguments apart.
type flags struct {
	r        *repo
	command  string
	operands []string // before --
	paths    []string // behind it
	dashes   bool     // there was one
	rest     []string // what is to come
	cluster  string   // what is to come of short options in one word
}

// arg returns the option's argument: the rest of its word, or the next one.
func (f *flags) arg(name string) string {
	if s := f.cluster; s != "" {
		f.cluster = ""
		return s
	}
	if len(f.rest) == 0 {
		if len(name) == 2 {
			f.r.error("switch `%s' requires a value", name[1:])
		} else {
			f.r.error("option `%s' requires a value", name[2:])
		}
		f.r.p.Exit(129)
	}
	s := f.rest[0]
	f.rest = f.rest[1:]
	return s
}

// attached returns the rest of a short option's word, maybe nothing.
func (f *flags) attached() string {
	s := f.cluster
	f.cluster = ""
	return s
}

// parse hands each option to option, which returns false for one that it
// doesn't know: "-x", or "--name" with the value of "--name=value".
func (r *repo) parse(command string, args []string, option func(f *flags, name, value string, has bool) bool) *flags {
	f := &flags{r: r, command: command, rest: args}
	for len(f.rest) > 0 {
		a := f.rest[0]
		f.rest = f.rest[1:]
		switch {
		case a == "--":
			f.dashes, f.paths, f.rest = true, f.rest, nil
		case len(a) < 2 || a[0] != '-':
			f.operands = append(f.operands, a)
		case a[1] == '-':
			name, value, has := strings.Cut(a, "=")
			if !option(f, name, value, has) {
				r.error("unknown option `%s'", name[2:])
				r.note("usage: git %s ...\n", command)
				r.p.Exit(129)
			}
		default:
			f.cluster = a[1:]
			for f.cluster != "" {
				c := f.cluster[:1]
				f.cluster = f.cluster[1:]
				if !option(f, "-"+c, "", false) {
					r.error("unknown switch `%s'", c)
					r.note("usage: git %s ...\n", command)
					r.p.Exit(129)
				}
			}
		}
	}
	return f
}

// of returns the value of an option that takes one: given with it or behind it.
func (f *flags) of(name, value string, has bool) string {
	if has {
		return value
	}
	return f.arg(name)
}

// orHead returns the value of an option that takes a commit, HEAD if none is
// given with it or behind it.
func (f *flags) orHead(name, value string, has bool) string {
	if !has && (len(f.rest) == 0 || strings.HasPrefix(f.rest[0], "-")) {
		return "HEAD"
	}
	return f.of(name, value, has)
}
