package interp

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
)

func init() {
	register(
		&builtin{"cd", cd, "[-L|[-P [-e]] [-@]] [dir]"},
		&builtin{"pwd", pwd, "[-LP]"},
		&builtin{"dirs", dirs, "[-clpv] [+N] [-N]"},
		&builtin{"pushd", pushd, "[-n] [+N | -N | dir]"},
		&builtin{"popd", popd, "[-n] [+N | -N]"},
	)
}

func contextTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

// chdir changes the current directory. name is as it was given, for messages.
func (sh *Shell) chdir(dir string, physical bool) error {
	target := dir
	if !strings.HasPrefix(target, "/") {
		target = strings.TrimSuffix(sh.dir, "/") + "/" + target
	}
	clean := target
	if !physical {
		clean = path.Clean(target)
		// a/../b is only b where a is a directory
		if strings.HasPrefix(target, "//") && !strings.HasPrefix(target, "///") && clean != "/" {
			clean = "/" + clean
		} else if target == "//" {
			clean = "//"
		}
		if strings.Contains(dir, "..") && sh.exists(sh.dir) {
			if err := sh.checkDots(target); err != nil {
				return err
			}
		}
	}
	i, err := sh.k.fs.Stat(sh.proc.ctx, clean)
	if err != nil {
		if clean == sh.dir && dir == "." {
			return nil // a directory that was removed
		}
		return err
	}
	if !i.IsDir() {
		return vfs.ENOTDIR
	}
	if sh.k.fs.Access(sh.proc.ctx, clean, 1) != nil {
		return vfs.EACCES
	}
	if physical {
		if clean, err = sh.k.fs.RealPath(sh.proc.ctx, target); err != nil {
			return err
		}
	}
	old := sh.dir
	sh.dir = clean
	sh.setInternal("OLDPWD", old)
	sh.vars["OLDPWD"].attr |= aExport
	sh.setInternal("PWD", clean)
	sh.vars["PWD"].attr |= aExport
	return nil
}

func (sh *Shell) exists(p string) bool {
	_, err := sh.k.fs.Stat(sh.proc.ctx, p)
	return err == nil
}

// checkDots tells whether every directory before a ".." is there.
func (sh *Shell) checkDots(p string) error {
	parts := strings.Split(p, "/")
	cur := ""
	for _, s := range parts {
		if s == ".." {
			if inf, err := sh.k.fs.Stat(sh.proc.ctx, "/"+cur); err != nil {
				return err
			} else if !inf.IsDir() {
				return vfs.ENOTDIR
			}
			cur = strings.TrimPrefix(path.Dir("/"+cur), "/")
			continue
		}
		if s == "" || s == "." {
			continue
		}
		cur = strings.TrimPrefix(path.Join("/"+cur, s), "/")
	}
	return nil
}

func cd(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "LPe@")
	if !ok {
		return sh.usageError()
	}
	physical := sh.opts[oPhysical]
	for _, o := range opts {
		switch o.c {
		case 'L':
			physical = false
		case 'P':
			physical = true
		}
	}
	if len(rest) > 1 {
		sh.builtinErrorf("too many arguments")
		return 1
	}
	dir, show := "", false
	switch {
	case len(rest) == 0:
		v := sh.lookup("HOME")
		if v == nil || !v.set {
			sh.builtinErrorf("HOME not set")
			return 1
		}
		dir = v.str
		if dir == "" {
			return 0
		}
	case rest[0] == "-":
		v := sh.lookup("OLDPWD")
		if v == nil || !v.set {
			sh.builtinErrorf("OLDPWD not set")
			return 1
		}
		dir, show = v.str, true
	default:
		dir = rest[0]
	}
	name := dir
	if dir == "" {
		return 0
	}
	if cdpath := sh.get("CDPATH"); cdpath != "" && !strings.HasPrefix(dir, "/") && dir != "." && dir != ".." && !strings.HasPrefix(dir, "./") && !strings.HasPrefix(dir, "../") {
		for _, p := range strings.Split(cdpath, ":") {
			t := dir
			if p != "" {
				t = strings.TrimSuffix(p, "/") + "/" + dir
			}
			if i, err := sh.stat(t); err == nil && i.IsDir() {
				if sh.chdir(t, physical) == nil {
					if p != "" && p != "." || show {
						return sh.print(sh.dir + "\n")
					}
					return 0
				}
			}
		}
	}
	err := sh.chdir(dir, physical)
	if err != nil && sh.shopts[sCdablevars] {
		if v := sh.lookup(dir); v != nil && v.str != "" {
			if sh.chdir(v.str, physical) == nil {
				return sh.print(v.str + "\n")
			}
		}
	}
	if err != nil {
		sh.builtinErrorf("%s: %s", name, vfs.ErrText(err))
		return 1
	}
	if show {
		return sh.print(sh.dir + "\n")
	}
	return 0
}

func pwd(sh *Shell, args []string) int {
	opts, _, ok := sh.getopt(args, "LP")
	if !ok {
		return sh.usageError()
	}
	physical := sh.opts[oPhysical]
	for _, o := range opts {
		physical = o.c == 'P'
	}
	d := sh.dir
	if physical {
		if r, err := sh.k.fs.RealPath(sh.proc.ctx, d); err == nil {
			d = r
		}
	}
	return sh.print(d + "\n")
}

// stackIndex reads +N or -N: the index on the stack. ok is false for another
// word; a wrong number is said with msg.
func (sh *Shell) stackIndex(s string) (n int, ok bool, msg string) {
	if len(s) < 2 || s[0] != '+' && s[0] != '-' {
		return 0, false, ""
	}
	v, err := strconv.Atoi(s[1:])
	if err != nil || s[1] == '+' || s[1] == '-' {
		return 0, false, s + ": invalid number"
	}
	size := len(sh.dirs) + 1
	if s[0] == '-' {
		v = size - 1 - v
	}
	if v < 0 || v >= size {
		if size == 1 {
			return 0, false, "directory stack empty"
		}
		return 0, false, s + ": directory stack index out of range"
	}
	return v, true, ""
}

func dirs(sh *Shell, args []string) int {
	clear, long, each, numbered := false, false, false, false
	pick := -1
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			break
		}
		if a == "--help" {
			sh.showHelp("dirs")
			return 2
		}
		if n, ok, msg := sh.stackIndex(a); ok {
			pick = n
			continue
		} else if len(a) > 1 && (a[0] == '+' || a[0] == '-' && a[1] >= '0' && a[1] <= '9') {
			if strings.HasSuffix(msg, "invalid number") {
				sh.builtinErrorf("%s", msg)
				return sh.usageError()
			}
			sh.builtinErrorf("%s", strings.Replace(strings.TrimPrefix(msg, a+": "), "directory stack index", a[1:]+": directory stack index", 1))
			return 1
		}
		if a == "" || a[0] != '-' || len(a) < 2 {
			sh.builtinErrorf("%s: invalid option", a)
			return sh.usageError()
		}
		for _, c := range a[1:] {
			switch c {
			case 'c':
				clear = true
			case 'l':
				long = true
			case 'p':
				each = true
			case 'v':
				each, numbered = true, true
			default:
				sh.builtinErrorf("-%c: invalid option", c)
				return sh.usageError()
			}
		}
	}
	if clear {
		sh.dirs = nil
		return 0
	}
	stack := sh.dirStack()
	if pick >= 0 {
		d := stack[pick]
		if !long {
			d = sh.abbreviate(d)
		}
		if numbered {
			return sh.print(fmt.Sprintf("%2d  %s\n", pick, d))
		}
		return sh.print(d + "\n")
	}
	var b strings.Builder
	for i, d := range stack {
		if !long {
			d = sh.abbreviate(d)
		}
		switch {
		case numbered:
			fmt.Fprintf(&b, "%2d  %s\n", i, d)
		case each:
			b.WriteString(d + "\n")
		default:
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(d)
		}
	}
	if !each {
		b.WriteByte('\n')
	}
	return sh.print(b.String())
}

func pushd(sh *Shell, args []string) int {
	noCD := false
	for len(args) > 0 {
		if args[0] == "--help" {
			sh.showHelp("pushd")
			return 2
		}
		if args[0] == "--" {
			args = args[1:]
			break
		}
		if args[0] != "-n" {
			break
		}
		noCD = true
		args = args[1:]
	}
	if len(args) == 0 {
		if noCD {
			return 0
		}
		if len(sh.dirs) == 0 {
			sh.builtinErrorf("no other directory")
			return 1
		}
		cur := sh.dir
		if err := sh.chdir(sh.dirs[0], false); err != nil {
			sh.builtinErrorf("%s: %s", sh.dirs[0], vfs.ErrText(err))
			return 1
		}
		sh.dirs = append([]string{cur}, sh.dirs[1:]...)
		return dirs(sh, nil)
	}
	if len(args) > 1 {
		sh.builtinErrorf("too many arguments")
		return 1
	}
	a := args[0]
	if n, ok, msg := sh.stackIndex(a); ok {
		stack := sh.dirStack()
		rotated := append(append([]string(nil), stack[n:]...), stack[:n]...)
		if !noCD {
			if err := sh.chdir(rotated[0], false); err != nil {
				sh.builtinErrorf("%s: %s", rotated[0], vfs.ErrText(err))
				return 1
			}
		}
		sh.dirs = rotated[1:]
		return dirs(sh, nil)
	} else if msg != "" {
		sh.builtinErrorf("%s", msg)
		if strings.HasSuffix(msg, "invalid number") {
			return sh.usageError()
		}
		return 1
	}
	if len(a) > 1 && a[0] == '-' {
		sh.builtinErrorf("%s: invalid number", a)
		return sh.usageError()
	}
	if noCD {
		sh.dirs = append([]string{sh.path(a)}, sh.dirs...)
		return dirs(sh, nil)
	}
	cur := sh.dir
	if a == "-" {
		a = sh.get("OLDPWD")
	}
	if err := sh.chdir(a, false); err != nil {
		sh.builtinErrorf("%s: %s", a, vfs.ErrText(err))
		return 1
	}
	sh.dirs = append([]string{cur}, sh.dirs...)
	return dirs(sh, nil)
}

func popd(sh *Shell, args []string) int {
	noCD := false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "--") {
		noCD = noCD || args[0] == "-n"
		args = args[1:]
	}
	if len(args) > 0 && args[0] == "--help" {
		sh.showHelp("popd")
		return 2
	}
	n := 0
	if len(args) > 0 {
		v, ok, msg := sh.stackIndex(args[0])
		if !ok {
			if msg == "" {
				msg = args[0] + ": invalid argument"
				sh.builtinErrorf("%s", msg)
				return sh.usageError()
			}
			sh.builtinErrorf("%s", msg)
			if strings.HasSuffix(msg, "invalid number") {
				return sh.usageError()
			}
			return 1
		}
		n = v
	}
	if len(sh.dirs) == 0 {
		sh.builtinErrorf("directory stack empty")
		return 1
	}
	if n == 0 {
		if noCD {
			sh.dirs = sh.dirs[1:]
			return dirs(sh, nil)
		}
		d := sh.dirs[0]
		if err := sh.chdir(d, false); err != nil {
			sh.builtinErrorf("%s: %s", d, vfs.ErrText(err))
			return 1
		}
		sh.dirs = append([]string(nil), sh.dirs[1:]...)
	} else {
		sh.dirs = append(append([]string(nil), sh.dirs[:n-1]...), sh.dirs[n:]...)
	}
	return dirs(sh, nil)
}
