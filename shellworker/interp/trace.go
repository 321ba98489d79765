package interp

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/shellworker/commands/getdate"
	"github.com/capshell/capshell/shellworker/interp/syntax"
	"github.com/capshell/capshell/shellworker/strftime"
)

// trace prints a line of set -x.
func (sh *Shell) trace(s string) {
	sh.opts[oXtrace] = false
	ps4 := ""
	if v := sh.lookup("PS4"); v != nil {
		status := sh.status
		t, _ := v.scalar(sh)
		ps4 = sh.prompt(t)
		sh.status = status
	}
	sh.opts[oXtrace] = true
	fd := 2
	if v := sh.lookup("BASH_XTRACEFD"); v != nil {
		if n, err := strconv.Atoi(v.str); err == nil && sh.fds.get(n) != nil {
			fd = n
		}
	}
	if ps4 != "" {
		first := ps4[:runeOffset(ps4, 1)]
		ps4 = strings.Repeat(first, sh.traceDepth()) + ps4
	}
	sh.output(fd, []byte(ps4+s+"\n"))
}

// traceDepth is how often the first character of PS4 is said again.
func (sh *Shell) traceDepth() int { return min(sh.subDepth+sh.evalDepth, 99) }

func (sh *Shell) traceCommand(args []string) {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(traceQuote(a))
	}
	sh.trace(b.String())
}

// traceQuote shows a word as set -x does.
func traceQuote(s string) string {
	switch {
	case s == "":
		return "''"
	case shellMeta(s):
		return singleQuote(s)
	case needsAnsi(s):
		return ansiQuote(s)
	}
	return s
}

// traceValue shows the value of an assignment.
func traceValue(s string) string {
	if s == "" {
		return ""
	}
	return traceQuote(s)
}

// traceOperand shows an operand in [[ ]].
func traceOperand(s string) string {
	if s == "" {
		return "''"
	}
	return s
}

// prompt expands a prompt string (bash 5.2 "Controlling the Prompt").
func (sh *Shell) prompt(s string) string {
	var b strings.Builder
	now := sh.k.now()
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 >= len(s) {
			b.WriteByte(c)
			continue
		}
		i++
		quote := func(t string) { // what is put in is not expanded again
			for k := 0; k < len(t); k++ {
				switch t[k] {
				case '\\', '`', '$', '"':
					if sh.shopts[sPromptvars] {
						b.WriteByte('\\')
					}
				}
				b.WriteByte(t[k])
			}
		}
		switch c = s[i]; c {
		case 'a':
			b.WriteByte(7)
		case 'e':
			b.WriteByte(27)
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case '\\':
			b.WriteByte('\\') // it quotes what follows in the expansion
		case '[', ']':
			if c == '[' {
				b.WriteByte(1)
			} else {
				b.WriteByte(2)
			}
		case '$':
			quote("$")
		case '#':
			b.WriteString(strconv.Itoa(sh.cmdCount))
		case '!':
			b.WriteString(strconv.Itoa(len(sh.history) + 1))
		case 'd':
			b.WriteString(now.Format("Mon Jan 02"))
		case 't':
			b.WriteString(now.Format("15:04:05"))
		case 'T':
			b.WriteString(now.Format("03:04:05"))
		case '@':
			b.WriteString(now.Format("03:04 PM"))
		case 'A':
			b.WriteString(now.Format("15:04"))
		case 'D':
			if i+1 < len(s) && s[i+1] == '{' {
				e := strings.IndexByte(s[i:], '}')
				if e < 0 {
					e = len(s) - i
				}
				f := s[i+2 : i+e]
				if f == "" {
					f = "%X"
				}
				i += e
				quote(string(strftime.AppendC(nil, f, sh.zone(now))))
			} else {
				b.WriteString(`\D`)
			}
		case 'h':
			h, _, _ := strings.Cut(sh.get("HOSTNAME"), ".")
			quote(h)
		case 'H':
			quote(sh.get("HOSTNAME"))
		case 'j':
			b.WriteString(strconv.Itoa(sh.liveJobs()))
		case 'l':
			b.WriteString("bash")
		case 's':
			quote(path.Base(sh.arg0))
		case 'u':
			b.WriteString("user")
		case 'v':
			b.WriteString("5.2")
		case 'V':
			b.WriteString("5.2.15")
		case 'w':
			quote(sh.trimDir(sh.abbreviate(sh.dir)))
		case 'W':
			d := sh.abbreviate(sh.dir)
			if d != "~" && d != "/" {
				d = path.Base(d)
			}
			quote(d)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, k := 0, 0
			for k < 3 && i < len(s) && s[i] >= '0' && s[i] <= '7' {
				n = n*8 + int(s[i]-'0')
				i++
				k++
			}
			i--
			b.WriteByte(byte(n))
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	out := b.String()
	if sh.shopts[sPromptvars] {
		w := &syntax.Word{Raw: out, Mode: syntax.Heredoc, Line: sh.line}
		out = sh.expandString(w)
	}
	return strings.NewReplacer("\x01", "", "\x02", "").Replace(out)
}

// abbreviate shows a directory with ~ for the home directory.
func (sh *Shell) abbreviate(d string) string {
	home := sh.get("HOME")
	if home == "" || home == "/" {
		return d
	}
	if d == home {
		return "~"
	}
	if strings.HasPrefix(d, home+"/") {
		return "~" + d[len(home):]
	}
	return d
}

// trimDir applies PROMPT_DIRTRIM.
func (sh *Shell) trimDir(d string) string {
	n, err := strconv.Atoi(sh.get("PROMPT_DIRTRIM"))
	if err != nil || n <= 0 {
		return d
	}
	prefix := ""
	rest := d
	if strings.HasPrefix(d, "~") {
		i := strings.IndexByte(d, '/')
		if i < 0 {
			return d
		}
		prefix, rest = d[:i]+"/", d[i+1:]
	} else {
		rest = strings.TrimPrefix(d, "/")
	}
	parts := strings.Split(rest, "/")
	if len(parts) <= n {
		return d
	}
	return prefix + ".../" + strings.Join(parts[len(parts)-n:], "/")
}

// zone puts a time into the zone that TZ names.
func (sh *Shell) zone(t time.Time) time.Time {
	tz := ""
	if v := sh.lookup("TZ"); v != nil {
		tz = v.str
	}
	return t.In(getdate.Zone(tz))
}

// sayTime prints what `time` measured: the time d that went by, and the
// processor time cpu, which counts as the user's.
func (sh *Shell) sayTime(d, cpu time.Duration, posix bool) {
	format := "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS"
	if posix {
		format = "real %2R\nuser %2U\nsys %2S"
	} else if v := sh.lookup("TIMEFORMAT"); v != nil {
		s, _ := v.scalar(sh)
		if s == "" {
			return
		}
		format = s
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		prec, long := 3, false
		if format[i] >= '0' && format[i] <= '9' {
			prec = min(int(format[i]-'0'), 3)
			i++
		}
		if i < len(format) && format[i] == 'l' {
			long = true
			i++
		}
		if i >= len(format) {
			break
		}
		var t time.Duration
		switch format[i] {
		case 'R':
			t = d
		case 'U':
			t = cpu
		case 'S':
		case 'P':
			share := 0.0
			if d > 0 {
				share = min(100*float64(cpu)/float64(d), 9999)
			}
			fmt.Fprintf(&b, "%.2f", share)
			continue
		default:
			sh.errorf("TIMEFORMAT: `%c': invalid format character", format[i])
			return
		}
		b.WriteString(timeText(t, prec, long))
	}
	b.WriteByte('\n')
	sh.output(2, []byte(b.String()))
}

func timeText(t time.Duration, prec int, long bool) string {
	sec := int64(t / time.Second)
	frac := ""
	if prec > 0 {
		frac = "." + fmt.Sprintf("%03d", t%time.Second/time.Millisecond)[:prec]
	}
	if long {
		return fmt.Sprintf("%dm%d%ss", sec/60, sec%60, frac)
	}
	return fmt.Sprintf("%d%s", sec, frac)
}
