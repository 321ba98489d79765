package commands

import (
	"context"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "mktemp", Run: mktempMain, Help: `
Usage: mktemp [OPTION]... [TEMPLATE]
Make a file or directory that only you may use, and write its name. TEMPLATE
(tmp.XXXXXXXXXX in the directory for temporary files, if not given) must hold
at least three X at the end of its last element.

  -d, --directory      make a directory
  -u, --dry-run        write a name only
  -q, --quiet          no message when it fails
      --suffix=SUFFIX  append SUFFIX; implied where TEMPLATE doesn't end in X
  -p DIR, --tmpdir[=DIR]  TEMPLATE is relative to DIR, or to $TMPDIR, or /tmp
  -t                   TEMPLATE is a name in $TMPDIR, or DIR of -p, or /tmp
      --help           show this help
      --version        show the version
`})
}

func mktempMain(ctx context.Context, p *Process) int {
	const suffixOpt = 256
	var dir, dry, quiet, useTmp, tFlag, hasSuffix bool
	tmpdir, suffix := "", ""
	opts, args := p.Getopt("dp:qtu", getopt.Long{Name: "directory", ID: 'd'}, getopt.Long{Name: "quiet", ID: 'q'},
		getopt.Long{Name: "dry-run", ID: 'u'}, getopt.Long{Name: "suffix", Arg: getopt.Required, ID: suffixOpt},
		getopt.Long{Name: "tmpdir", Arg: getopt.Optional, ID: 'p'})
	for _, o := range opts {
		switch o.ID {
		case 'd':
			dir = true
		case 'p':
			useTmp, tmpdir = true, o.Arg
		case 'q':
			quiet = true
		case 't':
			useTmp, tFlag = true, true
		case 'u':
			dry = true
		case suffixOpt:
			suffix, hasSuffix = o.Arg, true
		}
	}
	if len(args) > 1 {
		p.UsageError("too many templates")
	}
	template := "tmp.XXXXXXXXXX"
	if len(args) == 0 {
		useTmp = true
	} else {
		template = args[0]
	}
	whole := template
	if hasSuffix {
		if template == "" || template[len(template)-1] != 'X' {
			p.Fatalf(1, "with --suffix, template %s must end in X", p.Quote(template))
		}
	} else if i := strings.LastIndexByte(template, 'X'); i >= 0 {
		template, suffix = template[:i+1], template[i+1:]
	}
	if strings.Contains(suffix, "/") {
		p.Fatalf(1, "invalid suffix %s, contains directory separator", p.Quote(suffix))
	}
	x := len(template) - len(strings.TrimRight(template, "X"))
	if x < 3 {
		p.Fatalf(1, "too few X's in template %s", p.Quote(whole))
	}
	if useTmp {
		var base string
		if tFlag {
			if env := p.Getenv("TMPDIR"); env != "" {
				base = env
			} else if tmpdir != "" {
				base = tmpdir
			} else {
				base = "/tmp"
			}
			if strings.Contains(template, "/") {
				p.Fatalf(1, "invalid template, %s, contains directory separator", p.Quote(whole))
			}
		} else {
			if base = tmpdir; base == "" {
				base = p.TempDir()
			}
			if strings.HasPrefix(template, "/") {
				p.Fatalf(1, "invalid template, %s; with --tmpdir, it may not be absolute", p.Quote(whole))
			}
		}
		template = joinPath(base, template)
		whole = template + suffix
	}
	prefix := template[:len(template)-x]
	for range 1000 {
		name := prefix + p.randomName(x) + suffix
		var err error
		switch {
		case dry:
			_, err = p.Lstat(ctx, name)
			if err == nil {
				continue
			}
			if vfs.ErrnoOf(err) == vfs.ENOENT {
				err = nil
			}
		case dir:
			err = p.FS.Mkdir(ctx, p.Path(name), 0o700&^p.Umask)
		default:
			var f vfs.File
			f, err = p.OpenFile(ctx, name, vfs.ReadWrite|vfs.Create|vfs.Exclusive, 0o600)
			if err == nil {
				f.Close()
			}
		}
		if vfs.ErrnoOf(err) == vfs.EEXIST {
			continue
		}
		if err != nil {
			if !quiet {
				what := "file"
				if dir {
					what = "directory"
				}
				p.Errorf("failed to create %s via template %s: %s", what, p.Quote(template+suffix), errText(err))
			}
			return 1
		}
		p.Out.WriteString(name + "\n")
		return 0
	}
	p.Errorf("failed to create file via template %s: %s", quote.Always(whole), vfs.EEXIST)
	return 1
}

// randomName returns n random letters and digits.
func (p *Process) randomName(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	var one [1]byte
	for i := range b {
		for {
			if _, err := io.ReadFull(p.Rand, one[:]); err != nil {
				p.Fatalf(1, "no random bytes: %s", err)
			}
			if one[0] < 4*62 {
				break
			}
		}
		b[i] = letters[one[0]%62]
	}
	return string(b)
}
