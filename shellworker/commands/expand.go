package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "expand", Run: expandMain, Help: `
Usage: expand [OPTION]... [FILE]...
Turn the tabs of each file, or of the standard input, into spaces.

  -i, --initial    only those before anything else in a line
  -t, --tabs=N     a tab stop every N columns, instead of 8
  -t, --tabs=LIST  tab stops at these columns; the last may be /N (then every N
                   columns) or +N (every N columns from the one before)
      --help       this text
      --version    the version
`})
	Register(Command{Name: "unexpand", Run: unexpandMain, Help: `
Usage: unexpand [OPTION]... [FILE]...
Turn the blanks at the beginning of lines into tabs.

  -a, --all         all blanks that end at a tab stop
      --first-only  only those at the beginning (after -a)
  -t, --tabs=N      a tab stop every N columns, instead of 8 (and -a)
  -t, --tabs=LIST   tab stops at these columns (and -a)
      --help        this text
      --version     the version
`})
}

// tabStops are columns, and every how many columns one follows behind them.
type tabStops struct {
	list      []uint64
	every     uint64
	increment uint64
}

func (t *tabStops) parse(p *Process, arg string) {
	fail := func(s string) { p.Fatalf(1, "tab size contains invalid character(s): %s", p.Quote(s)) }
	last := byte(0) // the specifier that was seen
	for _, part := range strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		kind := byte(0)
		s := part
		if s[0] == '/' || s[0] == '+' {
			kind = s[0]
			s = s[1:]
		}
		n, err := strconv.ParseUint(s, 10, 63)
		if err != nil {
			for i := 0; i < len(s); i++ {
				if s[i] < '0' || s[i] > '9' {
					if s[i] == '/' || s[i] == '+' {
						p.Fatalf(1, "'%c' specifier not at start of number: %s", s[i], p.Quote(s[i:]))
					}
					fail(s[i:])
				}
			}
			p.Fatalf(1, "tab stop is too large %s", p.Quote(s))
		}
		switch kind {
		case '/':
			if t.every > 0 && t.every != n {
				p.Fatalf(1, "'/' specifier only allowed with the last value")
			}
			t.every, last = n, kind
		case '+':
			if t.increment > 0 {
				p.Fatalf(1, "'+' specifier only allowed with the last value")
			}
			t.increment, last = n, kind
		default:
			if last != 0 { // of this list
				p.Fatalf(1, "'%c' specifier only allowed with the last value", last)
			}
			t.list = append(t.list, n)
		}
	}
}

func (t *tabStops) finish(p *Process) {
	for i, n := range t.list {
		if n == 0 {
			p.Fatalf(1, "tab size cannot be 0")
		}
		if i > 0 && n <= t.list[i-1] {
			p.Fatalf(1, "tab sizes must be ascending")
		}
	}
	if t.every > 0 && t.increment > 0 {
		p.Fatalf(1, "'/' specifier is mutually exclusive with '+'")
	}
	switch {
	case len(t.list) == 0 && t.every == 0:
		t.every = 8
		if t.increment > 0 {
			t.every = t.increment
			t.increment = 0
		}
	case len(t.list) == 1 && t.every == 0 && t.increment == 0:
		t.every = t.list[0]
		t.list = nil
	}
}

// next returns the column of the tab stop behind col; last: there is none.
func (t *tabStops) next(col uint64) (stop uint64, last bool) {
	for _, n := range t.list {
		if n > col {
			return n, false
		}
	}
	switch {
	case t.every > 0:
		return col + t.every - col%t.every, false
	case t.increment > 0:
		end := t.list[len(t.list)-1]
		return col + t.increment - (col-end)%t.increment, false
	}
	return 0, true
}

// expandShort and unexpandShort hold the old forms of -t: expand's -4,8 is one
// option with the rest as its argument, in unexpand's each digit is an option.
const (
	expandShort   = "it:0::1::2::3::4::5::6::7::8::9::"
	unexpandShort = ",0123456789at:"
)

// tabOptions parses the command line; short of which is one of those.
func tabOptions(p *Process, short string, long ...getopt.Long) (t tabStops, opts []getopt.Opt, files []string) {
	opts, files = p.Getopt(short, append(long, getopt.Long{Name: "tabs", Arg: getopt.Required, ID: 't'})...)
	digits := ""
	for _, o := range opts {
		switch {
		case o.ID == 't':
			t.parse(p, o.Arg)
		case o.ID >= '0' && o.ID <= '9' && short == expandShort:
			t.parse(p, string(rune(o.ID))+o.Arg)
		case o.ID >= '0' && o.ID <= '9' || o.ID == ',':
			digits += string(rune(o.ID))
		}
	}
	t.parse(p, digits)
	t.finish(p)
	return t, opts, files
}

const maxTab = 1 << 24 // spaces of one tab

func expandMain(ctx context.Context, p *Process) int {
	t, opts, files := tabOptions(p, expandShort, getopt.Long{Name: "initial", ID: 'i'})
	initial := false
	for _, o := range opts {
		if o.ID == 'i' {
			initial = true
		}
	}
	col, convert := uint64(0), true
	return p.inputs(ctx, files, func(_ string, f vfs.File) error {
		return blockInput(ctx, f, func(b []byte) {
			for _, c := range b {
				if convert {
					switch c {
					case '\t':
						stop, last := t.next(col)
						if last {
							stop = col + 1
						}
						if stop-col > maxTab {
							p.Fatalf(1, "input line is too long")
						}
						for ; col < stop; col++ {
							p.Out.WriteByte(' ')
						}
						continue
					case '\b':
						if col > 0 {
							col--
						}
					default:
						col++
					}
					if initial && c != ' ' && c != '\t' {
						convert = false
					}
				}
				if c == '\n' {
					col, convert = 0, true
				}
				p.Out.WriteByte(c)
			}
		})
	})
}

func unexpandMain(ctx context.Context, p *Process) int {
	t, opts, files := tabOptions(p, unexpandShort, getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "first-only", ID: 300})
	all, first := false, false
	for _, o := range opts {
		switch o.ID {
		case 'a':
			all = true
		case 't':
			all = true
		case 300:
			first = true
		}
	}
	if first {
		all = false
	}
	return p.inputs(ctx, files, func(_ string, f vfs.File) error {
		return eachLine(ctx, f, '\n', func(l []byte, had bool) {
			col := uint64(0)
			convert, prevBlank, oneBlank := true, true, false
			var pending []byte
			o := p.Out
			flush := func() {
				if len(pending) > 1 && oneBlank {
					pending[0] = '\t'
				}
				o.Write(pending)
				pending, oneBlank = pending[:0], false
			}
			for _, c := range l {
				if convert {
					blank := c == ' ' || c == '\t'
					switch {
					case blank:
						stop, last := t.next(col)
						if last {
							convert = false
							break
						}
						if c == '\t' {
							col = stop
							if len(pending) > 0 {
								pending[0] = '\t'
							}
						} else {
							col++
							if !(prevBlank && col == stop) {
								if col == stop {
									oneBlank = true
								}
								pending = append(pending, c)
								prevBlank = true
								continue
							}
							// The blanks before are the tab's.
							if len(pending) == 0 {
								pending = append(pending, 0)
							}
							pending[0] = '\t'
							c = '\t'
						}
						// A tab takes the blanks that it covers.
						n := 0
						if oneBlank {
							n = 1
						}
						pending = pending[:min(n, len(pending))]
						if n == 1 && len(pending) == 1 {
							pending[0] = '\t'
						}
						oneBlank = false
					case c == '\b':
						if col > 0 {
							col--
						}
					default:
						col++
					}
					if convert || blank {
						if len(pending) > 0 {
							flush()
						}
						prevBlank = blank
						convert = convert && (all || blank)
					}
				}
				if len(pending) > 0 {
					flush()
				}
				o.WriteByte(c)
			}
			if len(pending) > 0 {
				flush()
			}
			if had {
				o.WriteByte('\n')
			}
		})
	})
}
