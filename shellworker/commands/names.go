package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "basename", Run: basenameMain, Help: `
Usage: basename NAME [SUFFIX]
   or: basename OPTION... NAME...
Write NAME without its directories, and without SUFFIX at its end.

  -a, --multiple       take every argument as a NAME
  -s, --suffix=SUFFIX  remove SUFFIX; implies -a
  -z, --zero           end each line with NUL
      --help           show this help
      --version        show the version
`})
	Register(Command{Name: "dirname", Run: dirnameMain, Help: `
Usage: dirname [OPTION] NAME...
Write each NAME without its last element: . where it has but one.

  -z, --zero     end each line with NUL
      --help     show this help
      --version  show the version
`})
}

func errText(err error) string { return vfs.ErrText(err) }

func basenameMain(_ context.Context, p *Process) int {
	multiple, suffix, end := false, "", byte('\n')
	opts, names := p.Getopt("+as:z", getopt.Long{Name: "multiple", ID: 'a'},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "zero", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'a':
			multiple = true
		case 's':
			multiple, suffix = true, o.Arg
		case 'z':
			end = 0
		}
	}
	if len(names) == 0 {
		p.MissingOperand()
	}
	if !multiple {
		if len(names) > 2 {
			p.ExtraOperand(names[2])
		}
		if len(names) == 2 {
			suffix, names = names[1], names[:1]
		}
	}
	for _, n := range names {
		base := BaseName(n)
		if base != suffix && !strings.HasPrefix(base, "/") {
			base = strings.TrimSuffix(base, suffix)
		}
		p.Out.WriteString(base)
		p.Out.WriteByte(end)
	}
	return 0
}

// BaseName returns the last element of a path without the slashes behind it;
// "/" of the root and "" of nothing.
func BaseName(s string) string {
	t := strings.TrimRight(s, "/")
	if t == "" {
		if s == "" {
			return ""
		}
		return "/"
	}
	return t[strings.LastIndexByte(t, '/')+1:]
}

// DirName returns a path without its last element, "." where it has but one.
func DirName(s string) string {
	t := strings.TrimRight(s, "/")
	i := strings.LastIndexByte(t, '/')
	if t == "" && s != "" {
		return "/"
	}
	if i < 0 {
		return "."
	}
	if t = strings.TrimRight(t[:i], "/"); t == "" {
		return "/"
	}
	return t
}

func dirnameMain(_ context.Context, p *Process) int {
	end := byte('\n')
	opts, names := p.Getopt("z", getopt.Long{Name: "zero", ID: 'z'})
	if len(opts) > 0 {
		end = 0
	}
	if len(names) == 0 {
		p.MissingOperand()
	}
	for _, n := range names {
		p.Out.WriteString(DirName(n))
		p.Out.WriteByte(end)
	}
	return 0
}
