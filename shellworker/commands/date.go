package commands

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/strftime"
)

func init() {
	Register(Command{Name: "date", Run: dateMain, Help: `
Usage: date [OPTION]... [+FORMAT]
Write the time, now or another.

  -d, --date=STRING        the time that STRING means, not now
  -f, --file=DATEFILE      as -d for each line of DATEFILE
  -I[FMT], --iso-8601[=FMT]  as ISO 8601 has it, to the precision FMT: date
                             (default), hours, minutes, seconds, ns
      --resolution         the clock's resolution
  -R, --rfc-email          as RFC 5322 has it
      --debug              say on stderr what a date was taken for
      --rfc-3339=FMT       as RFC 3339 has it: date, seconds, ns
  -r, --reference=FILE     when FILE was last modified
  -s, --set=STRING         set the clock: always refused
  -u, --utc, --universal   in Coordinated Universal Time
      --help               show this help
      --version            show the version

FORMAT:
  %% a %        %a Sun        %A Sunday     %b Jan        %B January
  %c date and time            %C century    %d day 01..31 %D %m/%d/%y
  %e day  1..31 %F %+4Y-%m-%d %g %G year of the ISO week  %h %b
  %H hour 00..23              %I hour 01..12              %j day 001..366
  %k hour  0..23              %l hour  1..12              %m month 01..12
  %M minute     %n newline    %N nanoseconds              %p AM or PM
  %P am or pm   %q quarter    %r 12-hour time             %R %H:%M
  %s seconds since 1970       %S second     %t tab        %T %H:%M:%S
  %u day 1..7, 1 is Monday    %U %W week from Sunday, Monday
  %V ISO week   %w day 0..6, 0 is Sunday    %x date       %X time
  %y year 00..99              %Y year       %z %:z %::z %:::z zone  %Z its name
Flags behind the %: - no padding, _ blanks, 0 zeros, + zeros and a sign,
^ upper case, # opposite case; then a width; then E or O.
`})
}

func dateMain(ctx context.Context, p *Process) int {
	const (
		rfc3339 = iota + 256
		resolution
		debugOpt
	)
	format, hasFormat := "", false
	var date, file, ref, set string
	var hasDate, hasFile, hasRef, hasSet, utc bool
	setFormat := func(f string) {
		if hasFormat {
			p.Fatalf(1, "multiple output formats specified")
		}
		format, hasFormat = f, true
	}
	opts, args := p.Getopt("d:f:I::r:Rs:u", getopt.Long{Name: "debug", ID: debugOpt},
		getopt.Long{Name: "date", Arg: getopt.Required, ID: 'd'}, getopt.Long{Name: "file", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "iso-8601", Arg: getopt.Optional, ID: 'I'}, getopt.Long{Name: "reference", Arg: getopt.Required, ID: 'r'},
		getopt.Long{Name: "resolution", ID: resolution},
		getopt.Long{Name: "rfc-822", ID: 'R'}, getopt.Long{Name: "rfc-2822", ID: 'R'}, getopt.Long{Name: "rfc-email", ID: 'R'},
		getopt.Long{Name: "rfc-3339", Arg: getopt.Required, ID: rfc3339}, getopt.Long{Name: "set", Arg: getopt.Required, ID: 's'},
		getopt.Long{Name: "uct", ID: 'u'}, getopt.Long{Name: "utc", ID: 'u'}, getopt.Long{Name: "universal", ID: 'u'})
	isResolution, debug := false, false
	for _, o := range opts {
		switch o.ID {
		case debugOpt:
			debug = true
		case 'd':
			date, hasDate = o.Arg, true
		case 'f':
			file, hasFile = o.Arg, true
		case 'r':
			ref, hasRef = o.Arg, true
		case 's':
			set, hasSet = o.Arg, true
		case 'u':
			utc = true
		case 'R':
			setFormat("%a, %d %b %Y %H:%M:%S %z")
		case resolution:
			isResolution = true
		case rfc3339:
			setFormat(map[string]string{"date": "%Y-%m-%d", "seconds": "%Y-%m-%d %H:%M:%S%:z", "ns": "%Y-%m-%d %H:%M:%S.%N%:z"}[p.Choice("--rfc-3339", o.Arg, "date", "seconds", "ns")])
		case 'I':
			w := "date"
			if o.HasArg {
				w = p.Choice("--iso-8601", o.Arg, "hours", "minutes", "date", "seconds", "ns")
			}
			setFormat(map[string]string{"date": "%Y-%m-%d", "hours": "%Y-%m-%dT%H%:z", "minutes": "%Y-%m-%dT%H:%M%:z",
				"seconds": "%Y-%m-%dT%H:%M:%S%:z", "ns": "%Y-%m-%dT%H:%M:%S,%N%:z"}[w])
		}
	}
	parsed := func(text string, t time.Time) {
		if debug {
			p.Errorf("%s is %s", p.Quote(text), t.Format("2006-01-02 15:04:05.999999999 -0700"))
		}
	}
	given := 0
	for _, b := range []bool{hasDate, hasFile, hasRef, isResolution} {
		if b {
			given++
		}
	}
	if given > 1 {
		p.UsageError("the options to specify dates for printing are mutually exclusive")
	}
	if hasSet && given > 0 {
		p.UsageError("the options to print and set the time may not be used together")
	}
	if len(args) > 0 {
		if len(args) > 1 {
			p.ExtraOperand(args[1])
		}
		switch {
		case strings.HasPrefix(args[0], "+"):
			setFormat(args[0][1:])
			args = nil
		case given > 0 || hasSet:
			p.Errorf("the argument %s lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'", p.Quote(args[0]))
			p.UsageTry()
		}
	}
	loc := p.Zone()
	if utc {
		loc = time.UTC
	}
	if !hasFormat {
		if isResolution {
			format = "%s.%N"
		} else {
			format = "%a %b %e %H:%M:%S %Z %Y"
		}
	}
	show := func(t time.Time) {
		p.Out.Write(strftime.Append(nil, format, t.In(loc)))
		p.Out.WriteByte('\n')
	}
	now := p.Now().In(loc)
	switch {
	case hasFile:
		name := quote.Name(file)
		if file == "-" {
			name = "standard input"
		}
		f, err := p.Input(ctx, file)
		if err != nil {
			p.NameError(file, err)
			return 1
		}
		defer f.Close()
		status := 0
		r := bufio.NewReaderSize(f, 64<<10)
		for {
			line, err := r.ReadString('\n')
			if len(line) > 0 {
				line = strings.TrimSuffix(line, "\n")
				if t, ok := getdate.Parse(line, now, loc); ok {
					parsed(line, t)
					show(t)
				} else {
					p.Out.Flush()
					p.Errorf("invalid date %s", p.Quote(line))
					status = 1
				}
			}
			if err == io.EOF {
				return status
			}
			if err != nil {
				p.Errorf("%s: %s", name, errText(err))
				return 1
			}
		}
	case hasSet, len(args) == 1:
		t, ok := now, false
		if hasSet {
			t, ok = getdate.Parse(set, now, loc)
		} else {
			set = args[0]
			t, ok = clockStamp(set, now)
		}
		if !ok {
			p.Fatalf(1, "invalid date %s", p.Quote(set))
		}
		p.Errorf("cannot set date: %s", vfs.EPERM)
		show(t)
		return 1
	case hasRef:
		i, err := p.Stat(ctx, ref)
		if err != nil {
			p.NameError(ref, err)
			return 1
		}
		show(time.Unix(0, i.Mtime))
	case hasDate:
		t, ok := getdate.Parse(date, now, loc)
		if !ok {
			p.Fatalf(1, "invalid date %s", p.Quote(date))
		}
		parsed(date, t)
		show(t)
	case isResolution:
		show(time.Unix(0, 1))
	default:
		show(now)
	}
	return 0
}

// clockStamp reads MMDDhhmm[[CC]YY][.ss], how POSIX's date sets the clock.
func clockStamp(s string, now time.Time) (time.Time, bool) {
	digits, sec, has := strings.Cut(s, ".")
	switch len(digits) {
	case 8:
	case 10, 12:
		digits = digits[8:] + digits[:8]
	default:
		return now, false
	}
	if has {
		digits += "." + sec
	}
	return posixStamp(digits, now)
}
