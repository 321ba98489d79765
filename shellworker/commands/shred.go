package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "shred", Run: shredMain, Help: `
Usage: shred [OPTION]... FILE...
Overwrite FILEs. Earlier versions may be kept by the workspace all the same.

  -f, --force           change permissions to allow writing
  -n, --iterations=N    overwrite N times (3)
      --random-source=FILE  take random bytes from FILE
  -s, --size=N          overwrite so many bytes
  -u                    remove FILEs
      --remove[=HOW]    ... unlink, wipe or wipesync
  -v, --verbose         say what is done
  -x, --exact           don't round sizes up to a whole block
  -z, --zero            overwrite with zeros at the end
      --help            show this help
      --version         show the version
`})
}

func shredMain(ctx context.Context, p *Process) int {
	const (
		remove = iota + 256
		source
	)
	opts, files := p.Getopt("fn:s:uvxz", getopt.Long{Name: "exact", ID: 'x'}, getopt.Long{Name: "force", ID: 'f'},
		getopt.Long{Name: "iterations", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "size", Arg: getopt.Required, ID: 's'},
		getopt.Long{Name: "random-source", Arg: getopt.Required, ID: source}, getopt.Long{Name: "remove", Arg: getopt.Optional, ID: remove},
		getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "zero", ID: 'z'})
	passes, fixed, gone, verbose, exact, zero, force := int64(3), int64(-1), false, false, false, false, false
	random, wipe := p.Rand, true
	for _, o := range opts {
		switch o.ID {
		case 'f':
			force = true
		case 'n':
			n, err := size.Parse(o.Arg, "")
			if err != nil || n > 1<<20 {
				p.Fatalf(1, "invalid number of passes: %s", p.Quote(o.Arg))
			}
			passes = n
		case 's':
			n, err := size.Parse(o.Arg, "cbBkKMGTPEZYRQ0")
			if err != nil {
				p.Fatalf(1, "invalid file size: %s", p.Quote(o.Arg))
			}
			fixed = n
		case 'u':
			gone = true
		case remove:
			gone = true
			if o.HasArg {
				wipe = p.Choice("--remove", o.Arg, "unlink", "wipe", "wipesync") != "unlink"
			}
		case source:
			f, err := p.Open(ctx, o.Arg)
			if err != nil {
				p.NameError(o.Arg, err)
				return 1
			}
			defer f.Close()
			random = f
		case 'v':
			verbose = true
		case 'x':
			exact = true
		case 'z':
			zero = true
		}
	}
	if len(files) == 0 {
		p.UsageError("missing file operand")
	}
	status := 0
	for _, name := range files {
		f, err := p.OpenFile(ctx, name, vfs.WriteOnly, 0)
		if err != nil && vfs.ErrnoOf(err) == vfs.EACCES && force {
			if i, serr := p.Stat(ctx, name); serr == nil && i.Kind == vfs.Regular && p.FS.Chmod(ctx, p.Path(name), 0o200) == nil {
				f, err = p.OpenFile(ctx, name, vfs.WriteOnly, 0)
			}
		}
		if err != nil {
			p.Errorf("%s: failed to open for writing: %s", quote.Name(name), errText(err))
			status = 1
			continue
		}
		i, err := f.Stat()
		n := i.Size
		if fixed >= 0 {
			n = fixed
		} else if !exact {
			n = size.Allocated(n)
		}
		total := passes
		if zero {
			total++
		}
		buf := make([]byte, 64<<10)
		for k := int64(0); k < total && n > 0 && err == nil; k++ {
			what := "random"
			if zero && k == total-1 {
				what = "000000"
			}
			if verbose {
				p.Errorf("%s: pass %d/%d (%s)...", quote.Name(name), k+1, total, what)
			}
			if _, err = f.Seek(0, 0); err != nil {
				break
			}
			for left := n; left > 0 && err == nil; {
				b := buf[:min(left, int64(len(buf)))]
				if what == "random" {
					if _, err = readFull(random, b); err != nil {
						break
					}
				} else {
					clear(b)
				}
				_, err = f.Write(b)
				left -= int64(len(b))
				if err == nil {
					err = ctx.Err()
				}
			}
		}
		f.Close()
		if err == nil && gone {
			if verbose {
				p.Errorf("%s: removing", quote.Name(name))
			}
			last := name
			if wipe {
				last = p.wipeName(ctx, name, verbose)
			}
			if err = p.FS.Unlink(ctx, p.Path(last)); err == nil && verbose {
				p.Errorf("%s: removed", quote.Name(name))
			}
		}
		if err != nil {
			p.Errorf("%s: error writing: %s", quote.Name(name), errText(err))
			status = 1
		}
	}
	return status
}

// wipeName renames a file to shorter and shorter names, so that nothing tells
// what it was called, and returns the last one.
func (p *Process) wipeName(ctx context.Context, name string, verbose bool) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_."
	old := name
	for n := len(BaseName(name)); n > 0; n-- {
		for _, c := range digits {
			next := joinPath(DirName(name), strings.Repeat("0", n-1)+string(c))
			if DirName(name) == "." && !strings.HasPrefix(name, "./") {
				next = strings.TrimPrefix(next, "./")
			}
			if _, err := p.Lstat(ctx, next); vfs.ErrnoOf(err) != vfs.ENOENT {
				continue
			}
			if p.FS.Rename(ctx, p.Path(old), p.Path(next)) == nil {
				if verbose {
					p.Errorf("%s: renamed to %s", quote.Name(old), quote.Name(next))
				}
				old = next
			}
			break
		}
	}
	return old
}
