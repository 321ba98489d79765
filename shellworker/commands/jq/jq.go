// Package jq is jq: gojq's engine with the command line of jq 1.7.
package jq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"

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

type runner struct {
	ctx   context.Context
	p     *commands.Process
	order *order

	nullInput, rawInput, slurp, raw, join, nul, exitStatus, unbuffered, stream, streamErrors, seq bool
	enc                                                                                           encoder

	files   []string
	dec     *decoder
	lines   *lines.Reader
	file    vfs.File
	name    any
	queue   []any // events of a stream
	slurped bool
	failed  int
}

func run(ctx context.Context, p *commands.Process) int {
	r := &runner{ctx: ctx, p: p, order: newOrder()}
	r.enc = encoder{order: r.order, indent: "  "}
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "Use jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://jqlang.github.io/jq\n")
		p.Exit(2)
	}
	var filter string
	haveFilter, fromFile := false, false
	named := map[string]any{}
	var names []string
	var values []any
	positional := []any{}
	kind := byte(0) // of further operands: 0 files, 'a' strings, 'j' JSON
	color := false
	var library []string
	set := func(name string, v any) {
		if _, dup := named[name]; dup {
			return
		}
		if t, ok := v.(string); ok {
			seen(r.order.made, t) // it may become a key
		}
		named[name] = v
		names = append(names, "$"+name)
		values = append(values, v)
	}
	parseJSON := func(s string) (any, error) {
		d := &decoder{r: strings.NewReader(s), order: r.order}
		v, err := d.next()
		if err == nil && d.peek() >= 0 {
			err = errors.New("more than one value")
		}
		return v, err
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
			v, err := parseJSON(a)
			if err != nil {
				usage("Invalid JSON text passed to --jsonargs")
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
		case optionsEnd || len(a) < 2 || a[0] != '-':
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
					p.Out.WriteString(help[1:])
					return 0
				case 'V':
					p.Out.WriteString("jq-1.7.1\n")
					return 0
				case 'L':
					if k+1 < len(a) {
						library = append(library, a[k+1:])
						k = len(a)
					} else {
						library = append(library, need(1, "-L takes a parameter: (e.g. -L /search/path or -L/search/path)")[0])
					}
				default:
					usage("Unknown option: %s", a)
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
				usage("Cannot indent less than -1")
			}
			if n > 7 {
				usage("Cannot indent more than 7 characters")
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
			x, err := parseJSON(v[1])
			if err != nil {
				usage("Invalid JSON text passed to --argjson")
			}
			set(v[0], x)
		case "slurpfile", "rawfile":
			v := need(2, a+" takes two parameters (e.g. "+a+" varname filename)")
			f, err := p.Input(ctx, v[1])
			var b []byte
			if err == nil {
				b, err = io.ReadAll(io.LimitReader(f, maxText))
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
			d := &decoder{r: strings.NewReader(string(b)), order: r.order}
			for {
				x, err := d.next()
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
			p.Out.WriteString(help[1:])
			return 0
		case "version":
			p.Out.WriteString("jq-1.7.1\n")
			return 0
		default:
			usage("Unknown option: %s", a)
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
			p.Fatalf(2, "error: Could not open %s: %s", filter, vfs.ErrText(err))
		}
		filter = string(b)
	} else if !haveFilter {
		io.WriteString(p.Stderr, help[1:])
		return 2
	}
	query, err := gojq.Parse(filter)
	if err != nil {
		p.Errorf("error: syntax error: %s\n%s\njq: 1 compile error", err, filter)
		return 3
	}
	seen(r.order.made, "positional")
	seen(r.order.made, "named")
	r.rankKeys(filter)
	if len(library) == 0 {
		library = []string{"~/.jq"}
	}
	names = append(names, "$ARGS")
	values = append(values, map[string]any{"named": named, "positional": positional})
	code, err := gojq.Compile(query, gojq.WithVariables(names), gojq.WithEnvironLoader(func() []string { return p.Env }),
		gojq.WithInputIter(r), gojq.WithModuleLoader(&loader{r, library}),
		gojq.WithFunction("input_filename", 0, 0, func(any, []any) any { return r.name }),
		gojq.WithFunction("input_line_number", 0, 0, func(any, []any) any {
			if r.dec != nil {
				return r.dec.line
			}
			return 0
		}))
	if err != nil {
		p.Errorf("error: %s\njq: 1 compile error", err)
		return 3
	}
	var last any
	any1 := false
	status := 0
	one := func(v any) bool {
		iter := code.RunWithContext(ctx, v, values...)
		for {
			v, ok := iter.Next()
			if !ok {
				return true
			}
			if err, isErr := v.(error); isErr {
				if ctx.Err() != nil {
					return false
				}
				p.Out.Flush()
				var halt *gojq.HaltError
				if errors.As(err, &halt) {
					switch v := halt.Value().(type) {
					case nil:
						if halt.ExitCode() == 5 {
							fmt.Fprint(p.Stderr, "jq: error (at "+r.where()+") (not a string): null\n")
						}
					case string:
						io.WriteString(p.Stderr, v)
					default:
						e := encoder{order: r.order}
						e.value(v, 0)
						p.Stderr.Write(append(e.b, '\n'))
					}
					p.Exit(halt.ExitCode())
				}
				r.report(err)
				status = 5
				return true
			}
			last, any1 = v, true
			r.print(v)
		}
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

// rankKeys notes the words of the filter in their order, for the keys of
// objects that it makes.
func (r *runner) rankKeys(filter string) {
	word := func(c byte) bool {
		return c == '_' || c|32 >= 'a' && c|32 <= 'z' || c >= '0' && c <= '9'
	}
	for i := 0; i < len(filter); {
		switch c := filter[i]; {
		case c == '"':
			j := i + 1
			for j < len(filter) && filter[j] != '"' {
				if filter[j] == '\\' {
					j++
				}
				j++
			}
			if j < len(filter) && strings.IndexByte(filter[i+1:j], '\\') < 0 {
				seen(r.order.made, filter[i+1:j])
			}
			i = j + 1
		case word(c):
			j := i
			for j < len(filter) && word(filter[j]) {
				j++
			}
			// Only what can be a key of an object that is built.
			k := j
			for k < len(filter) && filter[k] == ' ' {
				k++
			}
			if (i == 0 || filter[i-1] != '.') && k < len(filter) && strings.IndexByte(":,}", filter[k]) >= 0 {
				seen(r.order.made, filter[i:j])
			}
			i = j
		default:
			i++
		}
	}
}

func (r *runner) where() string {
	if r.nullInput && r.dec == nil {
		return "(unknown)"
	}
	name := "<stdin>"
	if s, ok := r.name.(string); ok {
		name = s
	}
	line := 0
	if r.dec != nil {
		line = r.dec.line
		for _, c := range r.dec.buf[:r.dec.pos] {
			if c == '\n' {
				line++
			}
		}
		if r.dec.pos < len(r.dec.buf) && r.dec.buf[r.dec.pos] == '\n' {
			line++
		}
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// report prints an error of the filter.
func (r *runner) report(err error) {
	var v gojq.ValueError
	if errors.As(err, &v) {
		switch x := v.Value().(type) {
		case string:
			r.p.Errorf("error (at %s): %s", r.where(), x)
			return
		case nil:
		default:
			e := encoder{order: r.order}
			e.value(x, 0)
			r.p.Errorf("error (at %s) (not a string): %s", r.where(), e.b)
			return
		}
	}
	text := err.Error()
	text = strings.TrimPrefix(text, "error: ")
	r.p.Errorf("error (at %s): %s", r.where(), text)
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

// openNext opens the next input file.
func (r *runner) openNext() bool {
	for {
		if r.file == nil && r.name == nil && len(r.files) == 0 && !r.slurped {
			r.slurped = true
			r.file = r.p.Stdin
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
			r.p.Errorf("error: Could not open %s: %s", name, vfs.ErrText(err))
			r.failed = 2
			continue
		}
		r.file, r.name = f, name
		return true
	}
}

// Next returns the next input: a value, or an error.
func (r *runner) Next() (any, bool) {
	if r.slurp && !r.stream {
		if r.dec != nil || r.lines != nil || r.nullInput && false {
			return nil, false
		}
		return r.all()
	}
	if !(r.slurp) {
		r.order.forget()
	}
	return r.next()
}

func (r *runner) next() (any, bool) {
	for {
		if len(r.queue) > 0 {
			v := r.queue[0]
			r.queue = r.queue[1:]
			return v, true
		}
		if r.file == nil {
			if !r.openNext() {
				return nil, false
			}
			if r.rawInput {
				r.lines = lines.NewReader(r.ctx, r.file, '\n')
			} else {
				r.dec = &decoder{r: r.file, order: r.order}
			}
		}
		if r.rawInput {
			if l, ok := r.lines.Next(); ok {
				return strings.ToValidUTF8(string(lines.Trim(l, '\n')), "\ufffd"), true
			}
		} else {
			v, err := r.dec.next()
			if err == nil {
				if r.stream {
					r.queue = streamEvents(r.queue, nil, v, true)
					continue
				}
				return v, true
			}
			if err != io.EOF {
				r.files, r.file = nil, nil
				r.slurped = true
				r.name = ""
				return err, true
			}
		}
		if r.file != r.p.Stdin {
			r.file.Close()
		}
		r.file = nil
		if r.name == nil {
			r.name = (any)(nil)
			return nil, false
		}
	}
}

// all returns all inputs as one.
func (r *runner) all() (any, bool) {
	if r.rawInput {
		var b strings.Builder
		for r.openNext() {
			if _, err := io.Copy(&b, io.LimitReader(r.file, maxText)); err != nil {
				return err, true
			}
			if r.file != r.p.Stdin {
				r.file.Close()
			}
			r.file = nil
			if r.name == nil {
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
				r.dec = &decoder{order: r.order}
			}
			return list, true
		}
		if err, isErr := v.(error); isErr {
			return err, true
		}
		list = append(list, v)
	}
}

// streamEvents appends the events of --stream for a value.
func streamEvents(q []any, at []any, v any, top bool) []any {
	path := append([]any{}, at...)
	leaf := func(v any) []any { return append(q, []any{path, v}) }
	child := func(k any) []any { return append(append([]any{}, at...), k) }
	var lastKey any
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return leaf(v)
		}
		for i, x := range v {
			q = streamEvents(q, child(i), x, false)
		}
		lastKey = len(v) - 1
	case map[string]any:
		if len(v) == 0 {
			return leaf(v)
		}
		keys := newOrder().keys(v, true)
		for _, k := range keys {
			q = streamEvents(q, child(k), v[k], false)
		}
		lastKey = keys[len(keys)-1]
	default:
		return leaf(v)
	}
	return append(q, []any{child(lastKey)})
}

// loader finds modules in the workspace.
type loader struct {
	r    *runner
	dirs []string
}

func (l *loader) text(name, ext string) (string, error) {
	for _, d := range l.dirs {
		if strings.HasPrefix(d, "~") {
			d = l.r.p.Getenv("HOME") + d[1:]
		}
		for _, f := range []string{path.Join(d, name+ext), path.Join(d, name, path.Base(name)+ext)} {
			b, err := l.r.p.FS.ReadFile(l.r.ctx, l.r.p.Path(f), 64<<20)
			if err == nil {
				return string(b), nil
			}
		}
	}
	return "", fmt.Errorf("module not found: %s", name)
}

// LoadModule loads a module of functions.
func (l *loader) LoadModule(name string) (*gojq.Query, error) {
	s, err := l.text(name, ".jq")
	if err != nil {
		return nil, err
	}
	return gojq.Parse(s)
}

// LoadJSON loads a module of data: an array of the file's values.
func (l *loader) LoadJSON(name string) (any, error) {
	s, err := l.text(name, ".json")
	if err != nil {
		return nil, err
	}
	d := &decoder{r: strings.NewReader(s), order: l.r.order}
	list := []any{}
	for {
		v, err := d.next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}
