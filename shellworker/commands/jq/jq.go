// Package jq is jq 1.6, with what later releases added to the language.
package jq

import (
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

const help = `
Usage: jq [OPTIONS] FILTER [FILE]...
       jq [OPTIONS] -f FILE [FILE]...
       jq [OPTIONS] --args FILTER [STRING]...
       jq [OPTIONS] --jsonargs FILTER [JSON]...
Run a filter on the JSON values of the files, or of the standard input.

  -n, --null-input          run the filter once, with null
  -R, --raw-input           each line is a string
  -s, --slurp               all inputs are one array; with -R one string
  -c, --compact-output      each value on one line
  -r, --raw-output          strings without quotes
      --raw-output0         likewise, each followed by a zero byte
  -j, --join-output         likewise, followed by nothing
  -a, --ascii-output        escape all that isn't ASCII
  -S, --sort-keys           the keys of objects in order
  -C, --color-output        with colours
  -M, --monochrome-output   without (the default)
      --tab                 indent by tabs
      --indent N            indent by N blanks (0 to 7)
      --unbuffered          write each value at once
      --stream              the inputs as paths and leaves
      --stream-errors       the same, with errors as values
      --seq                 an RS character before each value
  -f, --from-file           the filter is in the file
  -L, --library-path DIR    look for modules in DIR
  -e, --exit-status         the status is by the last value: 1 for false and
                            null, 4 if there was none
      --arg NAME STRING     set $NAME to a string
      --argjson NAME JSON   set $NAME to a value
      --slurpfile NAME FILE set $NAME to an array of the file's values
      --rawfile NAME FILE   set $NAME to the file's text
      --args                further operands are $ARGS.positional
      --jsonargs            likewise, as JSON
  -h, --help                this text
  -V, --version             the version
`

func init() { commands.Register(commands.Command{Name: "jq", Help: help, UsageStatus: 2, Run: run}) }

// parseErrorStatus is the status after an input that isn't JSON.
const parseErrorStatus = 4

type runner struct {
	ctx context.Context
	p   *commands.Process

	nullInput, rawInput, slurp, raw, join, nul, exitStatus, unbuffered, stream, streamErrors, seq bool
	enc                                                                                           encoder

	files    []string
	dec      *decoder
	lines    *lines.Reader
	file     vfs.File
	name     any // of the input at hand, nil before the first
	rawLines int
	slurped  bool
	stdin    bool // is the input
	failed   int
}

func run(ctx context.Context, p *commands.Process) int {
	r := &runner{ctx: ctx, p: p}
	r.enc = encoder{indent: "  "}
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "Use jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq\n")
		p.Exit(2)
	}
	var filter string
	haveFilter, fromFile := false, false
	named := newObject(4)
	positional := []any{}
	kind := byte(0) // of further operands: 0 files, 'a' strings, 'j' JSON
	color := false
	var library []string
	set := func(name string, v any) {
		if _, dup := named.get(name); !dup {
			named.put(name, v)
		}
	}
	args := p.Args
	optionsEnd := false
	operand := func(a string) {
		switch {
		case !haveFilter:
			filter, haveFilter = a, true
		case kind == 'a':
			positional = append(positional, a)
		case kind == 'j':
			v, err := parseText(a)
			if err != nil {
				usage("invalid JSON text passed to --jsonargs")
			}
			positional = append(positional, v)
		default:
			r.files = append(r.files, a)
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		need := func(n int, what string) []string {
			if i+n >= len(args) {
				usage("%s", what)
			}
			v := args[i+1 : i+1+n]
			i += n
			return v
		}
		switch {
		case optionsEnd || len(a) < 2 || a[0] != '-' || a[1] != '-' && !isNameStart(a[1]):
			operand(a)
			continue
		case a == "--":
			optionsEnd = true
			continue
		case a[1] != '-':
			for k := 1; k < len(a); k++ {
				switch a[k] {
				case 'n':
					r.nullInput = true
				case 'R':
					r.rawInput = true
				case 's':
					r.slurp = true
				case 'c':
					r.enc.indent = ""
				case 'r':
					r.raw = true
				case 'j':
					r.raw, r.join = true, true
				case 'a':
					r.enc.ascii = true
				case 'S':
					r.enc.sorted = true
				case 'C':
					color = true
				case 'M':
					color = false
				case 'f':
					fromFile = true
				case 'e':
					r.exitStatus = true
				case 'h':
					p.ShowHelp()
				case 'V':
					p.Out.WriteString("jq-1.6\n")
					return 0
				case 'L':
					if k+1 < len(a) {
						library = append(library, a[k+1:])
						k = len(a)
					} else {
						library = append(library, need(1, "-L takes a parameter: (e.g. -L /search/path or -L/search/path)")[0])
					}
				default:
					usage("Unknown option %s", a)
				}
			}
			continue
		}
		switch a[2:] {
		case "null-input":
			r.nullInput = true
		case "raw-input":
			r.rawInput = true
		case "slurp":
			r.slurp = true
		case "compact-output":
			r.enc.indent = ""
		case "raw-output":
			r.raw = true
		case "raw-output0":
			r.raw, r.nul = true, true
		case "join-output":
			r.raw, r.join = true, true
		case "ascii-output":
			r.enc.ascii = true
		case "sort-keys":
			r.enc.sorted = true
		case "color-output":
			color = true
		case "monochrome-output":
			color = false
		case "tab":
			r.enc.indent = "\t"
		case "indent":
			v := need(1, "--indent takes one parameter")[0]
			n, err := strconv.Atoi(v)
			if err != nil || n < -1 {
				usage("--indent takes a number between -1 and 7")
			}
			if n > 7 {
				usage("--indent takes a number between -1 and 7")
			}
			r.enc.indent = strings.Repeat(" ", max(0, n))
			if n == -1 {
				r.enc.indent = "\t"
			}
		case "unbuffered":
			r.unbuffered = true
		case "stream":
			r.stream = true
		case "stream-errors":
			r.stream, r.streamErrors = true, true
		case "seq":
			r.seq = true
		case "from-file":
			fromFile = true
		case "library-path":
			library = append(library, need(1, "-L takes a parameter: (e.g. -L /search/path or -L/search/path)")[0])
		case "exit-status":
			r.exitStatus = true
		case "arg":
			v := need(2, "--arg takes two parameters (e.g. --arg varname value)")
			set(v[0], v[1])
		case "argjson":
			v := need(2, "--argjson takes two parameters (e.g. --argjson varname text)")
			x, err := parseText(v[1])
			if err != nil {
				usage("invalid JSON text passed to --argjson")
			}
			set(v[0], x)
		case "slurpfile", "rawfile":
			v := need(2, a+" takes two parameters (e.g. "+a+" varname filename)")
			f, err := p.Input(ctx, v[1])
			var b []byte
			if err == nil {
				b, err = commands.ReadAll(f, maxText)
				f.Close()
			}
			if err != nil {
				p.Fatalf(2, "Bad JSON in --%s %s %s: Could not open %s: %s", a[2:], v[0], v[1], v[1], vfs.ErrText(err))
			}
			if a == "--rawfile" {
				set(v[0], strings.ToValidUTF8(string(b), "\ufffd"))
				break
			}
			list := []any{}
			d := &decoder{buf: b, eof: true}
			for {
				x, err := d.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					p.Fatalf(2, "Bad JSON in --%s %s %s: %s", a[2:], v[0], v[1], err)
				}
				list = append(list, x)
			}
			set(v[0], list)
		case "args":
			kind = 'a'
		case "jsonargs":
			kind = 'j'
		case "help":
			p.ShowHelp()
		case "version":
			p.Out.WriteString("jq-1.6\n")
			return 0
		default:
			usage("Unknown option %s", a)
		}
	}
	if color {
		r.enc.colors = r.palette()
	}
	if fromFile {
		if !haveFilter {
			usage("-f takes a parameter (e.g. -f file.jq)")
		}
		f, err := p.Input(ctx, filter)
		var b []byte
		if err == nil {
			b, err = io.ReadAll(io.LimitReader(f, 64<<20))
			f.Close()
		}
		if err != nil {
			p.Fatalf(2, "Could not open %s: %s", filter, vfs.ErrText(err))
		}
		filter = string(b)
	} else if !haveFilter {
		filter = "."
	}
	code, globals, err := r.compile(filter, library, named, positional)
	if err != nil {
		for _, t := range err.texts {
			p.Errorf("error: %s", t)
		}
		plural := "s"
		if len(err.texts) == 1 {
			plural = ""
		}
		p.Errorf("%d compile error%s", len(err.texts), plural)
		return 3
	}
	m := &machine{ctx: ctx, p: p, name: func() any { return r.name }, input: r.input, line: func() int {
		if r.dec != nil {
			return r.dec.lines()
		}
		return r.rawLines
	}}
	var last any
	any1 := false
	status := 0
	one := func(v any) bool {
		err := code.eval(m, globals, v, func(v any) error {
			last, any1 = v, true
			r.print(v)
			return ctx.Err()
		})
		m.calls = 0
		switch e := err.(type) {
		case nil:
		case *halt:
			p.Out.Flush()
			if e.write {
				switch v := e.v.(type) {
				case nil:
				case string:
					io.WriteString(p.Stderr, v)
				default:
					p.Stderr.Write(append(encode(v), '\n'))
				}
			}
			p.Exit(e.status)
		case *jqError:
			p.Out.Flush()
			r.report(e)
			status = 5
		case *breakError:
			p.Out.Flush()
			p.Errorf("error (at %s): break", r.where())
			status = 5
		case *syntaxError:
			p.Out.Flush()
			p.Errorf("error (at %s): %s", r.where(), err)
			status = 5
		default:
			if ctx.Err() != nil {
				return false
			}
			p.Out.Flush()
			p.Errorf("error: %s", err)
			status = 5
		}
		return true
	}
	if r.nullInput {
		one(nil)
	} else {
		for {
			v, ok := r.Next()
			if !ok {
				break
			}
			if err, isErr := v.(error); isErr {
				p.Out.Flush()
				if _, ok := err.(*syntaxError); ok {
					fmt.Fprintf(p.Stderr, "parse error: %s\n", err)
					return parseErrorStatus
				}
				p.Errorf("error (at %s): %s", r.where(), err)
				return 2
			}
			if !one(v) {
				break
			}
		}
	}
	switch {
	case status != 0:
		return status
	case r.failed != 0:
		return r.failed
	case r.exitStatus && !any1:
		return 4
	case r.exitStatus && (last == nil || last == false):
		return 1
	}
	return 0
}

// palette returns the colours, those of JQ_COLORS in place of the usual ones.
func (r *runner) palette() []string {
	c := []string{"1;30", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "34;1"}
	for i, s := range strings.Split(r.p.Getenv("JQ_COLORS"), ":") {
		if i < len(c) && s != "" && strings.Trim(s, "0123456789;") == "" {
			c[i] = s
		}
	}
	return c
}

// where is the place of the input at hand, for messages.
func (r *runner) where() string {
	if r.name == nil {
		return "<unknown>"
	}
	line := r.rawLines
	if r.dec != nil {
		line = r.dec.lines()
	}
	return fmt.Sprintf("%s:%d", "<stdin>", line)
}

// report prints an error of the filter.
func (r *runner) report(err *jqError) {
	if s, ok := err.v.(string); ok {
		r.p.Errorf("error (at %s): %s", r.where(), s)
		return
	}
	r.p.Errorf("error (at %s) (not a string): %s", r.where(), encode(err.v))
}

// input is the next input for the filter.
func (r *runner) input() (any, error) {
	v, ok := r.Next()
	if !ok {
		return nil, errNoInput
	}
	if err, isErr := v.(error); isErr {
		return nil, err
	}
	return v, nil
}

// compile compiles the filter, and makes the env of the variables that the
// command line sets.
func (r *runner) compile(filter string, library []string, named *object, positional []any) (*code, *env, *compileError) {
	args := newObject(2)
	args.put("positional", positional)
	args.put("named", named)
	var globals *env
	var s *scope
	depth := 0
	set := func(name string, v any) {
		globals = &env{v: v, up: globals}
		s = &scope{kind: '$', name: name, index: depth, up: s}
		depth++
	}
	for i, k := range named.keys() {
		set(k, named.vals[i])
	}
	set("ARGS", args)
	c := &compiler{src: filter, prelude: map[string]*definition{}, loader: &loader{r: r, dirs: library}}
	m, err := parse(filter)
	if err != nil {
		return nil, nil, err.(*compileError)
	}
	if home := r.p.Getenv("HOME"); home != "" && library == nil {
		// Definitions of the user's own.
		if b, err := r.p.FS.ReadFile(r.ctx, home+"/.jq", 1<<20); err == nil {
			if own, err := parse(string(b)); err == nil {
				s, globals, depth = c.module(own, s, globals, depth, "")
			}
		}
	}
	s, globals, depth = c.module(m, s, globals, depth, "")
	body := m.body
	if body == nil {
		body = &identity{}
	}
	top := c.compile(body, s, depth)
	if c.errors != nil {
		return nil, nil, &compileError{c.errors}
	}
	return top, globals, nil
}

// module adds what a module imports and defines to the scope.
func (c *compiler) module(m *module, s *scope, globals *env, depth int, prefix string) (*scope, *env, int) {
	for _, i := range m.imports {
		if i.data {
			v, err := c.loader.data(i)
			if err != nil {
				c.errors = append(c.errors, err.Error())
			}
			globals = &env{v: v, up: globals}
			for _, n := range []string{i.as, i.as + "::" + i.as} {
				s = &scope{kind: '$', name: n, index: depth, up: s}
			}
			depth++
			continue
		}
		sub, err := c.loader.module(i)
		if err != nil {
			c.errors = append(c.errors, err.Error())
			continue
		}
		before := prefix
		if i.as != "" {
			before = i.as + "::"
		}
		s, globals, depth = c.module(sub, s, globals, depth, before)
	}
	// Within the module the functions have their plain names, outside those
	// with the prefix.
	outside := s
	var defs []*definition
	for _, f := range m.defs {
		d := &definition{f: f, depth: depth}
		s = &scope{kind: 'f', name: f.name, arity: len(f.params), f: d, up: s}
		d.scope = s
		c.compileFunction(d)
		defs = append(defs, d)
	}
	if prefix == "" {
		return s, globals, depth
	}
	s = outside
	for _, d := range defs {
		s = &scope{kind: 'f', name: prefix + d.f.name, arity: len(d.f.params), f: d, up: s}
	}
	return s, globals, depth
}

func (r *runner) print(v any) {
	o := r.p.Out
	if r.seq {
		o.WriteByte(0x1e)
	}
	if s, ok := v.(string); ok && r.raw {
		if r.nul && strings.IndexByte(s, 0) >= 0 {
			o.Flush()
			r.p.Errorf("error (at %s): Cannot dump a string containing NUL with --raw-output0 option", r.where())
			r.failed = 5
			return
		}
		if r.enc.ascii {
			r.enc.b = r.enc.b[:0]
			r.enc.string(s)
			o.Write(r.enc.b[1 : len(r.enc.b)-1])
		} else {
			o.WriteString(s)
		}
	} else {
		r.enc.b = r.enc.b[:0]
		r.enc.value(v, 0)
		o.Write(r.enc.b)
	}
	switch {
	case r.nul:
		o.WriteByte(0)
	case !r.join:
		o.WriteByte('\n')
	}
	if r.unbuffered {
		o.Flush()
	}
}

// warn tells something on stderr.
func (r *runner) warn(text string) {
	r.p.Out.Flush()
	io.WriteString(r.p.Stderr, text+"\n")
}

// openNext opens the next input file.
func (r *runner) openNext() bool {
	for {
		if r.file == nil && r.name == nil && len(r.files) == 0 && !r.slurped {
			r.slurped = true
			r.file, r.name, r.stdin = r.p.Stdin, "<stdin>", true
			return true
		}
		if len(r.files) == 0 {
			return false
		}
		name := r.files[0]
		r.files = r.files[1:]
		r.slurped = true
		f, err := r.p.Input(r.ctx, name)
		if err == nil {
			if i, serr := f.Stat(); serr == nil && i.IsDir() {
				f.Close()
				err = vfs.EISDIR
			}
		}
		if err != nil {
			r.p.Out.Flush()
			r.p.Errorf("error: Could not open file %s: %s", name, vfs.ErrText(err))
			r.failed = 2
			continue
		}
		r.file, r.name = f, name
		return true
	}
}

// Next returns the next input: a value, or an error.
func (r *runner) Next() (any, bool) {
	if r.slurp {
		if r.dec != nil || r.lines != nil {
			return nil, false
		}
		return r.all()
	}
	return r.next()
}

func (r *runner) next() (any, bool) {
	for {
		if r.file == nil {
			if !r.openNext() {
				return nil, false
			}
			if r.rawInput {
				r.lines = lines.NewReader(r.ctx, r.file, '\n')
			} else {
				r.dec = &decoder{r: r.file, seq: r.seq, warn: func(text string) { r.warn(text) }}
				if r.stream {
					r.dec.events = &eventDecoder{errors: r.streamErrors}
				}
			}
		}
		if r.rawInput {
			if l, ok := r.lines.Next(); ok {
				r.rawLines++
				return strings.ToValidUTF8(string(lines.Trim(l, '\n')), "\ufffd"), true
			}
		} else {
			v, err := r.dec.Next()
			if err == nil {
				return v, true
			}
			if err != io.EOF {
				r.files, r.file = nil, nil
				r.slurped = true
				return err, true
			}
		}
		if r.file != r.p.Stdin {
			r.file.Close()
		}
		r.file = nil
		if r.stdin {
			return nil, false
		}
	}
}

// all returns all inputs as one.
func (r *runner) all() (any, bool) {
	if r.rawInput {
		var b strings.Builder
		for r.openNext() {
			_, err := io.Copy(&b, io.LimitReader(r.file, int64(maxText-b.Len()+1)))
			if err == nil && b.Len() > maxText {
				err = vfs.EFBIG
			}
			if err != nil {
				return err, true
			}
			if r.file != r.p.Stdin {
				r.file.Close()
			}
			r.file = nil
			if r.stdin {
				break
			}
		}
		r.lines = lines.NewReader(r.ctx, strings.NewReader(""), '\n')
		return strings.ToValidUTF8(b.String(), "\ufffd"), true
	}
	list := []any{}
	for {
		v, ok := r.next()
		if !ok {
			if r.dec == nil {
				r.dec = &decoder{eof: true}
			}
			return list, true
		}
		if err, isErr := v.(error); isErr {
			return err, true
		}
		list = append(list, v)
	}
}

// loader finds modules in the workspace.
type loader struct {
	r    *runner
	dirs []string
}

func (l *loader) searchList() any {
	list := []any{}
	for _, d := range l.path() {
		list = append(list, d)
	}
	return list
}

func (l *loader) path() []string {
	if l.dirs != nil {
		return l.dirs
	}
	return []string{"~/.jq", "$ORIGIN/../lib/jq", "$ORIGIN/lib"}
}

func (l *loader) text(i imported, ext string) (string, error) {
	dirs := l.path()
	if i.search != "" {
		dirs = append([]string{i.search}, dirs...)
	}
	for _, d := range dirs {
		if strings.HasPrefix(d, "~") {
			d = l.r.p.Getenv("HOME") + d[1:]
		}
		for _, f := range []string{path.Join(d, i.path+ext), path.Join(d, i.path, path.Base(i.path)+ext)} {
			b, err := l.r.p.FS.ReadFile(l.r.ctx, l.r.p.Path(f), 64<<20)
			if err == nil {
				return string(b), nil
			}
		}
	}
	return "", fmt.Errorf("module not found: %s", i.path)
}

// module reads a module of functions.
func (l *loader) module(i imported) (*module, error) {
	s, err := l.text(i, ".jq")
	if err != nil {
		return nil, err
	}
	return parse(s)
}

// data reads a module of data: an array of the file's values.
func (l *loader) data(i imported) (any, error) {
	s, err := l.text(i, ".json")
	if err != nil {
		return nil, err
	}
	d := &decoder{buf: []byte(s), eof: true}
	list := []any{}
	for {
		v, err := d.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// moduleMeta is what a module tells about itself.
func (c *compiler) moduleMeta(v any) (any, error) {
	name, ok := v.(string)
	if !ok {
		return nil, fail("modulemeta input module name must be a string")
	}
	m, err := c.loader.module(imported{path: name})
	if err != nil {
		return nil, fail("%s", err)
	}
	o := newObject(2)
	if meta, ok := constant(m.meta); ok {
		if x, ok := meta.(*object); ok {
			o = x.clone(1)
		}
	}
	deps := []any{}
	for _, i := range m.imports {
		d := newObject(3)
		if i.as != "" {
			d.put("as", i.as)
		}
		d.put("is_data", i.data)
		d.put("relpath", i.path)
		deps = append(deps, d)
	}
	o.put("deps", deps)
	return o, nil
}
