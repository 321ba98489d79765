// Package awk is awk: POSIX' language with what gawk adds.
package awk

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/regex"
)

const help = `
Usage: awk [OPTION]... 'program' [FILE]...
       awk [OPTION]... -f FILE [FILE]...
Run a program of patterns and actions on the records of the files, or of the
standard input. An argument var=value assigns when it is reached.

  -f, --file=FILE             the program is in FILE
  -e, --source=TEXT           TEXT is part of the program
  -i, --include=FILE          include FILE; "inplace" edits the files themselves
  -E, --exec=FILE             like -f, and the options end here
  -F, --field-separator=FS    what separates fields
  -v, --assign=VAR=VALUE      assign before the program begins
  -b, --characters-as-bytes   each byte is a character
  -N, --use-lc-numeric        the locale's decimal point, which is "."
  -O, --optimize              programs are always optimized
  -r, --re-interval           intervals {m,n} are always on
  -s, --no-optimize           undo -O: nothing a program can tell
  -S, --sandbox               no system(), no redirections
  -h, --help                  this text
  -V, --version               the version
`

func init() {
	for _, n := range []string{"awk", "gawk"} {
		commands.Register(commands.Command{Name: n, Help: help, UsageStatus: 1, Run: run})
	}
}

const maxProgram = 64 << 20

func run(ctx context.Context, p *commands.Process) (status int) {
	m := &machine{ctx: ctx, p: p, utf: p.UTF8(), name: p.Name, stdout: p.Out, line: 1}
	set := getopt.Set{Short: "+f:e:i:E:F:v:bNOrsShV", Long: []getopt.Long{
		{Name: "file", Arg: getopt.Required, ID: 'f'}, {Name: "source", Arg: getopt.Required, ID: 'e'},
		{Name: "include", Arg: getopt.Required, ID: 'i'}, {Name: "exec", Arg: getopt.Required, ID: 'E'},
		{Name: "field-separator", Arg: getopt.Required, ID: 'F'}, {Name: "assign", Arg: getopt.Required, ID: 'v'},
		{Name: "characters-as-bytes", ID: 'b'}, {Name: "sandbox", ID: 'S'},
		{Name: "use-lc-numeric", ID: 'N'}, {Name: "optimize", ID: 'O'}, {Name: "re-interval", ID: 'r'}, {Name: "no-optimize", ID: 's'}, {Name: "help", ID: 'h'}, {Name: "version", ID: 'V'},
	}}
	args := p.Args
	for i, a := range args { // -E ends the options
		if a == "--" || !strings.HasPrefix(a, "-") {
			break
		}
		if a == "-E" && i+2 < len(args) {
			args = append(append(append([]string{}, args[:i+2]...), "--"), args[i+2:]...)
			break
		}
	}
	opts, operands, err := set.Parse(args)
	if err != nil {
		p.Errorf("%s", err)
		io.WriteString(p.Stderr, help[1:])
		return 1
	}
	type source struct{ text, where string }
	var sources []source
	var includes, assigns []string
	fs, haveFS := "", false
	read := func(name string) (string, error) {
		f, err := p.Input(ctx, name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		b, err := io.ReadAll(io.LimitReader(f, maxProgram))
		return string(b), err
	}
	for _, o := range opts {
		switch o.ID {
		case 'f', 'E':
			text, err := read(o.Arg)
			if err != nil {
				fmt.Fprintf(p.Stderr, "%s: fatal: cannot open source file `%s' for reading: %s\n", p.Name, o.Arg, vfs.ErrText(err))
				return 2
			}
			sources = append(sources, source{text, o.Arg})
		case 'e':
			sources = append(sources, source{o.Arg, "cmd. line"})
		case 'i':
			includes = append(includes, o.Arg)
		case 'F':
			fs, haveFS = o.Arg, true
		case 'v':
			assigns = append(assigns, o.Arg)
		case 'b':
			m.utf = false
		case 'S':
			m.sandbox = true
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	if len(sources) == 0 {
		if len(operands) == 0 {
			io.WriteString(p.Stderr, help[1:])
			return 1
		}
		sources = append(sources, source{operands[0], "cmd. line"})
		operands = operands[1:]
	}
	m.prog = &program{funcs: map[string]*function{}}
	m.formats = map[string]*format{}
	m.regexes = map[regexKey]*regex.Regexp{}
	m.streams = map[string]*stream{}
	m.rand.seed(1)
	ps := &parser{prog: m.prog, warn: m.warnEscapeAt, warnRegex: m.warnRegex, tell: m.tell, include: func(name string) (string, error) {
		s, err := read(name)
		if err != nil {
			if t, err2 := read(name + ".awk"); err2 == nil {
				return t, nil
			}
			return "", fmt.Errorf("%s", vfs.ErrText(err))
		}
		return s, nil
	}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			m.stdout.Flush()
			m.reportError(r)
			status = 1
			if strings.HasPrefix(r.Text, "fatal: ") {
				status = 2
			}
		case fatal:
			status = m.reportFatal(r)
		default:
			panic(r)
		}
	}()
	defer m.dropEdit()
	var begin, end, beginFile, endFile []code
	for _, inc := range includes {
		ps.lexer.where = "cmd. line"
		if err := ps.includeFile(inc); err != nil {
			fmt.Fprintf(p.Stderr, "%s: fatal: %s\n", p.Name, err)
			return 2
		}
	}
	for _, s := range sources {
		ps.parse(s.text, s.where)
	}
	if len(ps.errors) > 0 {
		for _, e := range ps.errors { // once more, as gawk does
			m.tell(e.Where, e.Line, e.Text)
		}
		return 1
	}
	ps.check()
	m.inplace = ps.inplace
	m.initDefaults()
	begin, end, beginFile, endFile = compileProgram(m, m.prog)
	m.setDefaults()
	m.fillArrays(p, operands)
	if haveFS {
		m.setVar(vFS, str(unescape(fs, m.warnEscape)))
	}
	for _, a := range assigns {
		k, v, ok := assignment(a)
		if !ok {
			if i := strings.Index(a, "::"); i > 0 && strings.Contains(a, "=") {
				k, v, ok = strings.Cut(a, "=")
			}
		}
		if !ok {
			name, _, _ := strings.Cut(a, "=")
			if !strings.Contains(a, "=") {
				fmt.Fprintf(p.Stderr, "%s: `%s' argument to `-v' not in `var=value' form\n\n", p.Name, a)
				return 1
			}
			fmt.Fprintf(p.Stderr, "%s: fatal: `%s' is not a legal variable name\n", p.Name, name)
			return 2
		}
		m.assignArg(k, v)
	}
	m.input.beginFile, m.input.endFile = beginFile, endFile
	m.input.arg = 1
	return m.main(begin, end)
}

// main runs the program.
func (m *machine) main(begin, end []code) (status int) {
	exited := func(f func() ctl) (c ctl) {
		defer func() {
			if r := recover(); r != nil {
				k, ok := r.(control)
				if !ok {
					panic(r)
				}
				m.stack, m.astack, m.frame, m.aframe, m.depth = m.stack[:0], m.astack[:0], 0, 0, 0
				c = k.c
			}
		}()
		return f()
	}
	done := false
	for _, f := range begin {
		c := exited(func() ctl { return f(m) })
		m.notNext(c, "BEGIN")
		if c == cExit {
			done = true
			break
		}
	}
	if !done && (len(m.rules) > 0 || len(end) > 0 || len(m.input.beginFile) > 0 || len(m.input.endFile) > 0) {
		for !done {
			// The loop is left only for next and exit out of functions.
			r := exited(func() ctl {
				for {
					rec, ok := m.nextRecord()
					if !ok {
						return cBreak
					}
					m.setRecord(rec)
					m.tick()
					if r := m.record1(); r == cExit {
						return r
					} else if r == cNextFile {
						m.closeMain()
					}
				}
			})
			switch r {
			case cNextFile:
				m.closeMain()
			case cExit, cBreak:
				done = true
			}
		}
	}
	m.inEnd = true
	for _, f := range end {
		c := exited(func() ctl { return f(m) })
		m.notNext(c, "END")
		if c == cExit {
			break
		}
	}
	m.endEdit()
	m.closeAll()
	return m.exitCode
}

// notNext refuses next and nextfile that a function called in a rule without
// records.
func (m *machine) notNext(c ctl, rule string) {
	if name := map[ctl]string{cNext: "next", cNextFile: "nextfile"}[c]; name != "" {
		m.fatal("`%s' cannot be called from a `%s' rule", name, rule)
	}
}

// record1 runs the rules on one record.
func (m *machine) record1() ctl {
	for i := range m.rules {
		r := &m.rules[i]
		if r.pattern != nil {
			switch {
			case r.pattern2 == nil:
				if !r.pattern(m) {
					continue
				}
			case r.active:
				r.active = !r.pattern2(m)
			default:
				if !r.pattern(m) {
					continue
				}
				r.active = !r.pattern2(m)
			}
		}
		if r.body == nil {
			m.makeRecord()
			m.stdout.WriteString(m.record)
			m.stdout.WriteString(m.ors)
			continue
		}
		switch c := r.body(m); c {
		case cNext:
			return cNone
		case cExit, cNextFile:
			return c
		}
	}
	return cNone
}

// initDefaults sets what the compiler looks at.
func (m *machine) initDefaults() {
	m.ofs, m.ors, m.subsep = " ", "\n", "\x1c"
	m.convfmt, m.ofmt = parseFormat("%.6g"), parseFormat("%.6g")
	m.input.sep = '\n'
	m.fieldMode = 'f'
}

func (m *machine) setDefaults() {
	for i, v := range map[int]value{
		vFS: str(" "), vOFS: str(" "), vORS: str("\n"), vRS: str("\n"), vRT: str(""), vFILENAME: str(""), vSUBSEP: str("\x1c"),
		vRSTART: num(0), vRLENGTH: num(0), vCONVFMT: str("%.6g"), vOFMT: str("%.6g"), vIGNORECASE: num(0), vFPAT: str("[^[:space:]]+"),
		vFIELDWIDTHS: str(""), vERRNO: str(""), vARGIND: num(0), vBINMODE: num(0), vLINT: num(0), vTEXTDOMAIN: str("messages"),
		vNF: num(0), vNR: num(0), vFNR: num(0),
	} {
		m.globals[i] = v
	}
	m.mode = splitBlank
	m.split = true
}

func (m *machine) fillArrays(p *commands.Process, operands []string) {
	for _, e := range p.Env {
		if k, v, ok := strings.Cut(e, "="); ok {
			m.environ.set(k, input(v))
		}
	}
	m.argv.set("0", str(p.Name))
	for i, a := range operands {
		m.argv.set(strconv.Itoa(i+1), input(a))
	}
	m.globals[vARGC] = num(float64(len(operands) + 1))
	for k, v := range map[string]value{"version": str("5.2.1"), "strftime": str("%a %b %e %H:%M:%S %Z %Y"), "FS": str("FS"), "platform": str("posix"),
		"pid": num(float64(p.Pid)), "ppid": num(float64(p.PPid)), "uid": num(1000), "euid": num(1000), "gid": num(1000), "egid": num(1000), "pgrpid": num(float64(p.Pid))} {
		m.procinfo.set(k, v)
	}
}

func (m *machine) reportError(e *Error) {
	w := m.p.Stderr
	where := e.Where
	if where == "" {
		where = "cmd. line"
	}
	if e.Src == "" && e.Col == 0 {
		fmt.Fprintf(w, "%s: %s:%d: %s\n", m.name, where, max(1, e.Line), e.Text)
		return
	}
	fmt.Fprintf(w, "%s: %s:%d: %s\n%s: %s:%d: %s^ %s\n", m.name, where, e.Line, e.Src, m.name, where, e.Line, strings.Repeat(" ", e.Col), e.Text)
}

func (m *machine) reportFatal(f fatal) int {
	m.stdout.Flush()
	fmt.Fprintf(m.p.Stderr, "%s: cmd. line:%d: %sfatal: %s\n", m.name, m.line, m.where(), f.text)
	m.stdout = m.p.Out
	for len(m.order) > 0 {
		m.closeStream(m.order[0], "")
	}
	return 2
}
