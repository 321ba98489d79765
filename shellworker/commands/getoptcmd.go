package commands

import (
	"context"
	"fmt"
	"strings"
)

func init() {
	Register(Command{Name: "getopt", UsageStatus: 2, Run: getoptMain, Help: `
Usage: getopt OPTSTRING PARAMETER...
   or: getopt [OPTION]... [--] OPTSTRING PARAMETER...
   or: getopt [OPTION]... -o OPTSTRING [OPTION]... [--] PARAMETER...
Write PARAMETERs in order, so that a script can read its options from them.

  -a, --alternative      long options may begin with one -
  -l, --longoptions=LIST  long options, separated by commas; : behind one takes
                           an argument, :: an optional one
  -n, --name=NAME        the name in messages
  -o, --options=OPTSTRING  short options
  -q, --quiet            no messages
  -Q, --quiet-output     no output
  -s, --shell=SHELL      quote for sh, bash, csh or tcsh
  -T, --test             exit with 4: this is the enhanced version
  -u, --unquoted         don't quote
  -h, --help             show this help
  -V, --version          show the version
`})
}

type getoptLong struct {
	name string
	arg  int // 0 none, 1 required, 2 optional
}

// getoptParser parses one command line as getopt_long(3) does, and goes on
// behind errors.
type getoptParser struct {
	short   string
	long    []getoptLong
	alt     bool
	stop    bool // at the first operand
	inOrder bool
	report  func(format string, a ...any)
	option  func(name string, arg string, has bool, takes int)
	operand func(s string)
}

// parse returns the operands and whether all went well.
func (g *getoptParser) parse(args []string) (rest []string, ok bool) {
	ok = true
	fail := func(format string, a ...any) {
		ok = false
		g.report(format, a...)
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(rest, args[i+1:]...), ok
		}
		if len(a) < 2 || a[0] != '-' {
			switch {
			case g.stop:
				return append(rest, args[i:]...), ok
			case g.inOrder:
				g.operand(a)
			default:
				rest = append(rest, a)
			}
			continue
		}
		if strings.HasPrefix(a, "--") || g.alt && (len(a) > 2 || !strings.Contains(g.short, a[1:2])) {
			dash := "--"
			text := strings.TrimPrefix(a, "--")
			if !strings.HasPrefix(a, "--") {
				dash, text = "-", a[1:]
			}
			name, value, has := strings.Cut(text, "=")
			var found []getoptLong
			for _, l := range g.long {
				if l.name == name {
					found = []getoptLong{l}
					break
				}
				if strings.HasPrefix(l.name, name) {
					found = append(found, l)
				}
			}
			if len(found) == 0 && dash == "-" && strings.IndexByte(g.short, a[1]) >= 0 {
				// not a long option after all
			} else {
				switch {
				case len(found) == 0:
					fail("unrecognized option '%s%s'", dash, text)
				case len(found) > 1:
					var b strings.Builder
					for _, l := range found {
						fmt.Fprintf(&b, " '%s%s'", dash, l.name)
					}
					fail("option '%s%s' is ambiguous; possibilities:%s", dash, text, b.String())
				case has && found[0].arg == 0:
					fail("option '%s%s' doesn't allow an argument", dash, found[0].name)
				case !has && found[0].arg == 1:
					if i+1 >= len(args) {
						fail("option '%s%s' requires an argument", dash, found[0].name)
						break
					}
					i++
					g.option("--"+found[0].name, args[i], true, 1)
				default:
					g.option("--"+found[0].name, value, has, found[0].arg)
				}
				continue
			}
		}
		for j := 1; j < len(a); j++ {
			k := strings.IndexByte(g.short, a[j])
			name := "-" + a[j:j+1]
			if k < 0 || a[j] == ':' {
				fail("invalid option -- '%c'", a[j])
				continue
			}
			if !strings.HasPrefix(g.short[k+1:], ":") {
				g.option(name, "", false, 0)
				continue
			}
			switch {
			case strings.HasPrefix(g.short[k+1:], "::"):
				g.option(name, a[j+1:], j+1 < len(a), 2)
			case j+1 < len(a):
				g.option(name, a[j+1:], true, 1)
			case i+1 < len(args):
				i++
				g.option(name, args[i], true, 1)
			default:
				fail("option requires an argument -- '%c'", a[j])
			}
			break
		}
	}
	return rest, ok
}

func getoptMain(_ context.Context, p *Process) int {
	args := p.Args
	name, shell := "getopt", "bash"
	var out strings.Builder
	quoted, quiet, noOutput, alt := true, false, false, false
	var short string
	hasShort := false
	var long []getoptLong
	usage := func(format string, a ...any) int {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "Try '%s --help' for more information.\n", p.Name)
		return 2
	}
	addLong := func(s string) {
		for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
			l := getoptLong{name: w}
			if t, ok := strings.CutSuffix(w, "::"); ok {
				l = getoptLong{t, 2}
			} else if t, ok := strings.CutSuffix(w, ":"); ok {
				l = getoptLong{t, 1}
			}
			long = append(long, l)
		}
	}
	_, compatible := p.LookupEnv("GETOPT_COMPATIBLE")
	switch {
	case len(args) == 0:
		if compatible {
			p.Out.WriteString(" --\n")
			return 0
		}
		return usage("missing optstring argument")
	case compatible, !strings.HasPrefix(args[0], "-"):
		// The old form: nothing is quoted.
		quoted = false
		short, hasShort = strings.TrimLeft(args[0], "-+"), true
		args = args[1:]
	default:
		status := -1
		test := false
		g := getoptParser{short: "ao:l:n:qQs:TuhV", stop: true, report: func(format string, a ...any) {
			p.Errorf(format, a...)
		}}
		g.long = []getoptLong{{"options", 1}, {"longoptions", 1}, {"quiet", 0}, {"quiet-output", 0}, {"shell", 1}, {"test", 0},
			{"unquoted", 0}, {"help", 0}, {"alternative", 0}, {"name", 1}, {"version", 0}}
		g.option = func(o, arg string, _ bool, _ int) {
			switch o {
			case "-a", "--alternative":
				alt = true
			case "-o", "--options":
				short, hasShort = arg, true
			case "-l", "--longoptions":
				addLong(arg)
			case "-n", "--name":
				name = arg
			case "-q", "--quiet":
				quiet = true
			case "-Q", "--quiet-output":
				noOutput = true
			case "-s", "--shell":
				switch arg {
				case "bash", "sh", "csh", "tcsh":
					shell = arg
				default:
					status = usage("unknown shell after -s or --shell argument")
				}
			case "-T", "--test":
				test = true
			case "-u", "--unquoted":
				quoted = false
			case "-h", "--help":
				p.Out.WriteString(strings.TrimLeft(p.cmd.Help, "\n"))
				status = 0
			case "-V", "--version":
				fmt.Fprintf(p.Out, "getopt (capshell) %s\n", Version)
				status = 0
			}
		}
		rest, ok := g.parse(args)
		switch {
		case status >= 0:
			return status
		case !ok:
			fmt.Fprintf(p.Stderr, "Try '%s --help' for more information.\n", p.Name)
			return 2
		case test:
			return 4
		}
		args = rest
		if !hasShort {
			if len(args) == 0 {
				return usage("missing optstring argument")
			}
			short, args = args[0], args[1:]
		}
	}
	normal := func(s string) string {
		if !quoted {
			return s
		}
		var b strings.Builder
		b.WriteByte('\'')
		csh := shell == "csh" || shell == "tcsh"
		for i := range len(s) {
			switch c := s[i]; {
			case c == '\'':
				b.WriteString(`'\''`)
			case csh && c == '\\':
				b.WriteString(`\\`)
			case csh && c == '!':
				b.WriteString(`'\!'`)
			case csh && c == '\n':
				b.WriteString(`\n`)
			case csh && (c == ' ' || c >= '\t' && c <= '\r'):
				b.WriteString(`'\` + string(rune(c)) + `'`)
			default:
				b.WriteByte(c)
			}
		}
		b.WriteByte('\'')
		return b.String()
	}
	g := getoptParser{long: long, alt: alt}
	g.report = func(format string, a ...any) {
		if !quiet {
			fmt.Fprintf(p.Stderr, "%s: %s\n", name, fmt.Sprintf(format, a...))
		}
	}
	if strings.HasPrefix(short, "+") {
		short, g.stop = short[1:], true
	} else if strings.HasPrefix(short, "-") {
		short, g.inOrder = short[1:], true
	}
	if _, ok := p.LookupEnv("POSIXLY_CORRECT"); ok && !g.inOrder {
		g.stop = true
	}
	if strings.HasPrefix(short, ":") {
		short = short[1:]
		quiet = true
	}
	g.short = short
	g.option = func(o, arg string, has bool, takes int) {
		out.WriteString(" " + o)
		if takes > 0 {
			out.WriteString(" " + normal(arg))
		}
	}
	g.operand = func(s string) { out.WriteString(" " + normal(s)) }
	rest, ok := g.parse(args)
	out.WriteString(" --")
	for _, r := range rest {
		out.WriteString(" " + normal(r))
	}
	if !noOutput {
		p.Out.WriteString(out.String() + "\n")
	}
	if !ok {
		return 1
	}
	return 0
}
