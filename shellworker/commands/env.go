package commands

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "env", UsageStatus: 125, Run: envMain, Help: `
Usage: env [OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]
Run COMMAND in a changed environment, or write the environment.

  -i, --ignore-environment  start from an empty environment; so does -
  -0, --null                end each line of output with NUL
  -u, --unset=NAME          remove a variable
  -C, --chdir=DIR           change to DIR first
  -S, --split-string=S      split S into arguments
      --ignore-signal[=SIG]   ignore signals in COMMAND
      --default-signal[=SIG]  don't, after all
      --block-signal[=SIG]    keep signals from COMMAND
      --list-signal-handling  tell on stderr which signals that is
  -v, --debug               say on stderr what is done
      --help                show this help
      --version             show the version
`})
}

func envMain(ctx context.Context, p *Process) int {
	const (
		ignoreSignal = 256 + iota
		defaultSignal
		blockSignal
		listSignals
	)
	env := append([]string(nil), p.Env...)
	end := "\n"
	dir := ""
	debug := false
	handling := map[syscall.Signal]*struct{ blocked, ignored bool }{}
	list := false
	var unset []string
	empty := false
	short := "+iC:S:u:v0"
	long := []getopt.Long{{Name: "ignore-environment", ID: 'i'}, {Name: "null", ID: '0'},
		{Name: "unset", Arg: getopt.Required, ID: 'u'}, {Name: "chdir", Arg: getopt.Required, ID: 'C'},
		{Name: "split-string", Arg: getopt.Required, ID: 'S'}, {Name: "debug", ID: 'v'},
		{Name: "ignore-signal", Arg: getopt.Optional, ID: ignoreSignal}, {Name: "default-signal", Arg: getopt.Optional, ID: defaultSignal},
		{Name: "block-signal", Arg: getopt.Optional, ID: blockSignal}, {Name: "list-signal-handling", ID: listSignals}}
	for n := 0; ; n++ {
		split, at := envSplit(p.Args)
		if split == nil {
			break
		}
		words := p.envWords(split[0])
		for k, a := range append(append([]string(nil), p.Args[:at]...), split[1]) {
			if k <= at && (a == "--debug" || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, "v")) {
				fmt.Fprintf(p.Stderr, "split -S:  %s\n", p.Quote(split[0]))
				for i, w := range words {
					if i == 0 {
						fmt.Fprintf(p.Stderr, " into:    %s\n", p.Quote(w))
					} else {
						fmt.Fprintf(p.Stderr, "     &    %s\n", p.Quote(w))
					}
				}
				break
			}
		}
		if n > 100 {
			p.Fatalf(125, "too many -S options")
		}
		args := append([]string(nil), p.Args[:at]...)
		if split[1] != "" {
			args = append(args, split[1])
		}
		args = append(args, words...)
		p.Args = append(args, split[2:]...)
	}
	opts, rest := p.Getopt(short, long...)
	for _, o := range opts {
		switch o.ID {
		case 'i':
			empty = true
		case '0':
			end = "\x00"
		case 'u':
			if o.Arg == "" || strings.Contains(o.Arg, "=") {
				p.Fatalf(125, "cannot unset %s: Invalid argument", p.Quote(o.Arg))
			}
			unset = append(unset, o.Arg)
		case 'C':
			dir = o.Arg
		case 'v':
			debug = true
		case ignoreSignal, defaultSignal, blockSignal:
			for _, s := range p.envSignals(o) {
				if !o.HasArg && (s == syscall.SIGKILL || s == syscall.SIGSTOP) {
					continue
				}
				if (s == syscall.SIGKILL || s == syscall.SIGSTOP) && o.ID != blockSignal {
					p.Fatalf(125, "failed to set signal action for signal %d: %s", s, vfs.EINVAL)
				}
				h := handling[s]
				if h == nil {
					h = &struct{ blocked, ignored bool }{}
					handling[s] = h
				}
				if o.ID == blockSignal {
					h.blocked = true
				} else {
					h.ignored = o.ID == ignoreSignal
				}
			}
		case listSignals:
			list = true
		}
	}
	if len(rest) > 0 && rest[0] == "-" {
		empty, rest = true, rest[1:]
	}
	if empty {
		env = nil
		if debug {
			fmt.Fprintln(p.Stderr, "cleaning environ")
		}
	}
	for _, u := range unset {
		if empty {
			break
		}
		if debug {
			fmt.Fprintf(p.Stderr, "unset:    %s\n", u)
		}
		env = removeEnv(env, u)
	}
	for len(rest) > 0 {
		k, _, ok := strings.Cut(rest[0], "=")
		if !ok {
			break
		}
		if debug {
			fmt.Fprintf(p.Stderr, "setenv:   %s\n", rest[0])
		}
		env = setEnv(env, k, rest[0])
		rest = rest[1:]
	}
	if len(rest) == 0 {
		if dir != "" {
			p.Errorf("must specify command with --chdir (-C)")
			p.UsageTry()
		}
		for _, e := range env {
			p.Out.WriteString(e + end)
		}
		return 0
	}
	if end == "\x00" {
		p.Errorf("cannot specify --null (-0) with command")
		p.UsageTry()
	}
	wd := p.Dir
	if dir != "" {
		if debug {
			fmt.Fprintf(p.Stderr, "chdir:    %s\n", quote.Always(dir))
		}
		real, err := p.FS.RealPath(ctx, p.Path(dir))
		if err == nil {
			var i vfs.Info
			if i, err = p.FS.Stat(ctx, real); err == nil && !i.IsDir() {
				err = vfs.ENOTDIR
			}
		}
		if err != nil {
			p.Fatalf(125, "cannot change directory to %s: %s", quote.Always(dir), vfs.ErrText(err))
		}
		wd = real
		env = setEnv(env, "PWD", "PWD="+real)
	}
	if debug {
		fmt.Fprintf(p.Stderr, "executing: %s\n", rest[0])
		for i, a := range rest {
			fmt.Fprintf(p.Stderr, "   arg[%d]= %s\n", i, p.Quote(a))
		}
	}
	// To a command here a blocked signal is as an ignored one: it never sees it.
	var ignored []syscall.Signal
	for _, s := range slices.Sorted(maps.Keys(handling)) {
		h := handling[s]
		var words []string
		if h.blocked {
			words = append(words, "BLOCK")
		}
		if h.ignored {
			words = append(words, "IGNORE")
		}
		if len(words) == 0 {
			continue
		}
		ignored = append(ignored, s)
		if list {
			fmt.Fprintf(p.Stderr, "%-10s (%2d): %s\n", SignalName(s), s, strings.Join(words, ","))
		}
	}
	p.Out.Flush()
	if env == nil {
		env = []string{}
	}
	err := error(vfs.ENOSYS)
	if p.Shell != nil {
		var c Child
		c, err = p.Shell.Start(ctx, Spawn{Args: rest, Env: env, Dir: wd, Umask: p.Umask, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr, Ignored: ignored})
		if err == nil {
			return c.Wait()
		}
	}
	p.Errorf("%s: %s", p.Quote(rest[0]), vfs.ErrText(err))
	if vfs.ErrnoOf(err) == vfs.ENOENT && strings.ContainsAny(rest[0], " \t\n") {
		p.Errorf("use -[v]S to pass options in shebang lines")
	}
	return runStatus(err)
}

// envSignals returns the signals that the argument names, all if there is none.
func (p *Process) envSignals(o getopt.Opt) []syscall.Signal {
	var list []syscall.Signal
	if !o.HasArg {
		for s := syscall.Signal(1); s < 65; s++ {
			if s != 32 && s != 33 { // the C library's own
				list = append(list, s)
			}
		}
		return list
	}
	for _, name := range strings.Split(o.Arg, ",") {
		s, ok := SignalNumber(name)
		if !ok {
			p.Errorf("%s: invalid signal", p.Quote(name))
			p.UsageTry()
		}
		list = append(list, s)
	}
	return list
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)

func removeEnv(env []string, name string) []string {
	out := env[:0:0]
	for _, e := range env {
		if k, _, _ := strings.Cut(e, "="); k != name {
			out = append(out, e)
		}
	}
	return out
}

// setEnv puts the entry "name=value" where the variable is, or at the end.
func setEnv(env []string, name, entry string) []string {
	for i, e := range env {
		if k, _, _ := strings.Cut(e, "="); k == name {
			out := append([]string(nil), env...)
			out[i] = entry
			return out
		}
	}
	return append(env[:len(env):len(env)], entry)
}

// envSplit finds the first -S: it returns the string, options bundled before
// it, and the arguments behind; and where it was.
func envSplit(args []string) (found []string, at int) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--" || len(a) < 2 || a[0] != '-':
			return nil, 0
		case strings.HasPrefix(a, "--"):
			name, value, has := strings.Cut(a[2:], "=")
			if name != "" && strings.HasPrefix("split-string", name) {
				rest := args[i+1:]
				if !has {
					if len(rest) == 0 {
						return nil, 0
					}
					value, rest = rest[0], rest[1:]
				}
				return append([]string{value, ""}, rest...), i
			}
			if !has && name != "" && (strings.HasPrefix("unset", name) || strings.HasPrefix("chdir", name)) {
				i++
			}
		default:
		bundle:
			for j := 1; j < len(a); j++ {
				switch a[j] {
				case 'S':
					before := ""
					if j > 1 {
						before = a[:j]
					}
					rest := args[i+1:]
					value := a[j+1:]
					if value == "" {
						if len(rest) == 0 {
							return nil, 0
						}
						value, rest = rest[0], rest[1:]
					}
					return append([]string{value, before}, rest...), i
				case 'u', 'C':
					if j+1 == len(a) {
						i++
					}
					break bundle
				}
			}
		}
	}
	return nil, 0
}

// envWords splits -S's string: quotes, backslash escapes, ${VARIABLE} and #.
func (p *Process) envWords(s string) []string {
	var words []string
	var cur []byte
	in := false
	quoteChar := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quoteChar == 0 && (c == ' ' || c >= '\t' && c <= '\r'):
			if in {
				words = append(words, string(cur))
				cur, in = nil, false
			}
			continue
		case quoteChar == 0 && c == '#' && !in:
			return words
		case c == '\'' && quoteChar != '"', c == '"' && quoteChar != '\'':
			if quoteChar == c {
				quoteChar = 0
			} else {
				quoteChar = c
			}
			in = true
			continue
		case c == '\\' && (quoteChar != '\'' || i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '\'')):
			i++
			if i == len(s) {
				p.Fatalf(125, "invalid backslash at end of string in -S")
			}
			switch s[i] {
			case '"', '#', '$', '\'', '\\':
				c = s[i]
			case '_':
				if quoteChar == 0 {
					if in {
						words = append(words, string(cur))
						cur, in = nil, false
					}
					continue
				}
				c = ' '
			case 'c':
				if quoteChar == '"' {
					p.Fatalf(125, "'\\c' must not appear in double-quoted -S string")
				}
				if in {
					words = append(words, string(cur))
				}
				return words
			case 'f':
				c = '\f'
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			case 'v':
				c = '\v'
			default:
				p.Fatalf(125, "invalid sequence '\\%c' in -S", s[i])
			}
		case c == '$' && quoteChar != '\'':
			j := strings.IndexByte(s[i:], '}')
			if !strings.HasPrefix(s[i:], "${") || j < 0 || !envName.MatchString(s[i+2:i+j]) {
				p.Fatalf(125, "only ${VARNAME} expansion is supported, error at: %s", s[i:])
			}
			cur = append(cur, p.Getenv(s[i+2:i+j])...)
			in = in || p.Getenv(s[i+2:i+j]) != ""
			i += j
			continue
		}
		cur = append(cur, c)
		in = true
	}
	if quoteChar != 0 {
		p.Fatalf(125, "no terminating quote in -S string")
	}
	if in {
		words = append(words, string(cur))
	}
	return words
}
