package commands

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "touch", Run: touchMain, Help: `
Usage: touch [OPTION]... FILE...
Set FILEs' times of access and modification to now; make those that don't exist.

  -a                    only the time of access
  -c, --no-create       make no files
  -d, --date=STRING     the time that STRING means
  -f                    (ignored)
  -h, --no-dereference  change symbolic links themselves
  -m                    only the time of modification
  -r, --reference=FILE  FILE's times
  -t STAMP              [[CC]YY]MMDDhhmm[.ss]
      --time=WORD       access, atime, use (as -a), modify, mtime (as -m)
      --help            show this help
      --version         show the version
`})
}

// Zone is the process's time zone, by TZ.
func (p *Process) Zone() *time.Location { return getdate.Zone(p.Getenv("TZ")) }

// posixStamp reads [[CC]YY]MMDDhhmm[.ss].
func posixStamp(s string, now time.Time) (time.Time, bool) {
	digits, sec, has := strings.Cut(s, ".")
	v := func(s string) int {
		n, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			return -1
		}
		return int(n)
	}
	if strings.Trim(digits, "0123456789") != "" || len(digits) < 8 || len(digits) > 12 || len(digits)%2 != 0 {
		return now, false
	}
	year := now.Year()
	switch len(digits) {
	case 10:
		if year = v(digits[:2]); year < 69 {
			year += 2000
		} else {
			year += 1900
		}
		digits = digits[2:]
	case 12:
		year, digits = v(digits[:4]), digits[4:]
	}
	s2 := 0
	if has {
		if s2 = v(sec); len(sec) != 2 || s2 < 0 || s2 > 60 {
			return now, false
		}
	}
	mo, d, h, mi := v(digits[:2]), v(digits[2:4]), v(digits[4:6]), v(digits[6:8])
	t := time.Date(year, time.Month(mo), d, h, mi, s2, 0, now.Location())
	if t.Month() != time.Month(mo) || t.Day() != d || t.Hour() != h || t.Minute() != mi && s2 != 60 || t.Second() != s2%60 {
		return now, false
	}
	return t, true
}

func touchMain(ctx context.Context, p *Process) int {
	const timeWord = 256
	var a, m, noCreate, noFollow, stamped bool
	date, ref := "", ""
	hasDate, hasRef := false, false
	var at, mt int64
	loc := p.Zone()
	now := p.Now().In(loc)
	opts, files := p.Getopt("acd:fhmr:t:", getopt.Long{Name: "time", Arg: getopt.Required, ID: timeWord},
		getopt.Long{Name: "no-create", ID: 'c'}, getopt.Long{Name: "date", Arg: getopt.Required, ID: 'd'},
		getopt.Long{Name: "reference", Arg: getopt.Required, ID: 'r'}, getopt.Long{Name: "no-dereference", ID: 'h'})
	for _, o := range opts {
		switch o.ID {
		case 'a':
			a = true
		case 'm':
			m = true
		case 'c':
			noCreate = true
		case 'd':
			date, hasDate = o.Arg, true
		case 'h':
			noFollow = true
		case 'r':
			ref, hasRef = o.Arg, true
		case 't':
			t, ok := posixStamp(o.Arg, now)
			if !ok {
				p.Fatalf(1, "invalid date format %s", p.Quote(o.Arg))
			}
			stamped = true
			at, mt = t.UnixNano(), t.UnixNano()
		case timeWord:
			if p.Choice("--time", o.Arg, "atime,access,use", "mtime,modify") == "atime" {
				a = true
			} else {
				m = true
			}
		}
	}
	if !a && !m {
		a, m = true, true
	}
	if stamped && (hasDate || hasRef) {
		p.UsageError("cannot specify times from more than one source")
	}
	set := stamped
	if hasRef {
		var i vfs.Info
		var err error
		if noFollow {
			i, err = p.Lstat(ctx, ref)
		} else {
			i, err = p.Stat(ctx, ref)
		}
		if err != nil {
			p.Fatalf(1, "failed to get attributes of %s: %s", quote.Always(ref), errText(err))
		}
		at, mt, set = i.Atime, i.Mtime, true
		if hasDate {
			ta, ok1 := getdate.Parse(date, time.Unix(0, at), loc)
			tm, ok2 := getdate.Parse(date, time.Unix(0, mt), loc)
			if !ok1 || !ok2 {
				p.Fatalf(1, "invalid date format %s", p.Quote(date))
			}
			at, mt = ta.UnixNano(), tm.UnixNano()
		}
	} else if hasDate {
		t, ok := getdate.Parse(date, now, loc)
		if !ok {
			p.Fatalf(1, "invalid date format %s", p.Quote(date))
		}
		at, mt, set = t.UnixNano(), t.UnixNano(), true
	}
	if len(files) == 0 {
		p.UsageError("missing file operand")
	}
	status := 0
	for _, f := range files {
		if !set {
			at = p.Now().UnixNano()
			mt = at
		}
		x, y := at, mt
		if !a {
			x = vfs.Omit
		}
		if !m {
			y = vfs.Omit
		}
		name := f
		if f == "-" {
			name = "/dev/stdout"
			continue
		}
		var openErr error
		if !noCreate && !noFollow {
			if _, err := p.Stat(ctx, f); err != nil {
				fh, err := p.OpenFile(ctx, f, vfs.WriteOnly|vfs.Create|vfs.NonBlock, 0o666)
				if err == nil {
					fh.Close()
				}
				if e := vfs.ErrnoOf(err); e != vfs.EISDIR && e != vfs.EINVAL && e != vfs.EPERM {
					openErr = err // of the others setting the times tells more
				}
				if err == nil && !set {
					continue
				}
			}
		}
		err := p.FS.Chtimes(ctx, p.Path(name), x, y, !noFollow)
		if err == nil {
			continue
		}
		if vfs.ErrnoOf(err) == vfs.ENOENT && noCreate {
			continue
		}
		if openErr != nil {
			p.ActionError("touch", f, openErr)
		} else {
			p.Errorf("setting times of %s: %s", quote.Always(f), errText(err))
		}
		status = 1
	}
	return status
}
