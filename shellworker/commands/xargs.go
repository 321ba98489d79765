package commands

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "xargs", Run: xargsMain, Help: `
Usage: xargs [OPTION]... [COMMAND [INITIAL-ARGS]...]
Run COMMAND (echo) with arguments from the standard input: words, in which
quotes and backslashes quote.

  -0, --null                 items end with NUL, and nothing quotes
  -a, --arg-file=FILE        read FILE, not the standard input
  -d, --delimiter=CHARACTER  items end with CHARACTER, and nothing quotes
  -E EOF                     an item EOF ends the input
  -e[EOF], --eof[=EOF]       as -E, or no such item
  -I R                       run COMMAND for each line, which replaces R
  -i[R], --replace[=R]       as -I; R is {} if not given
  -L MAX-LINES               use at most MAX-LINES lines for a command line
  -l[MAX-LINES], --max-lines[=MAX-LINES]  as -L; 1 if not given
  -n, --max-args=MAX-ARGS    use at most MAX-ARGS arguments for a command line
  -o, --open-tty             the terminal is COMMAND's input: there is none
  -P, --max-procs=MAX-PROCS  run up to MAX-PROCS at once; 0: as many as possible
  -p, --interactive          ask before each run: needs a terminal
      --process-slot-var=VAR set VAR to a number of its own in running COMMANDs
  -r, --no-run-if-empty      don't run COMMAND without arguments
  -s, --max-chars=MAX-CHARS  limit a command line's length
      --show-limits          write the limits on stderr
  -t, --verbose              write each command line on stderr
  -x, --exit                 end where a command line would be too long
      --help                 show this help
      --version              show the version
`})
}

const (
	xargsMaxChars     = 131072
	xargsArgMax       = 2097152
	xargsDefaultChars = 131072
)

type xargs struct {
	p    *Process
	ctx  context.Context
	stop context.CancelFunc

	command           []string
	replacing         bool // -I: replace stands for a line
	replace           string
	maxLines, maxArgs int
	maxChars          int
	exitTooLong       bool
	procs             int
	trace, ask        bool
	noEmpty           bool
	slotVar           string

	args  []string
	chars int
	lines int
	base  int // characters of the command and its first arguments

	mu      sync.Mutex
	cond    sync.Cond
	running int
	slots   []bool
	status  int
	fatal   bool
	ran     bool
	warned  bool
	wg      sync.WaitGroup
}

func xargsMain(ctx context.Context, p *Process) int {
	const (
		slotVar = iota + 256
		showLimits
	)
	x := &xargs{p: p, procs: 1, maxChars: xargsDefaultChars}
	x.cond.L = &x.mu
	x.ctx, x.stop = context.WithCancel(ctx)
	defer x.stop()
	file, delim, eof := "-", -1, ""
	hasDelim := false
	limits := false
	number := func(o getopt.Opt, least int) int {
		n, err := strconv.ParseInt(o.Arg, 10, 64)
		if errors.Is(err, strconv.ErrRange) || n > math.MaxInt32 && o.ID == 'P' {
			if o.ID != 'P' {
				return math.MaxInt32 // another is as good as no limit
			}
			p.Errorf("value %s for -%c option should be <= %d", o.Arg, o.ID, math.MaxInt32)
			p.xargsUsage()
		}
		if err != nil {
			name := strings.TrimPrefix(o.Name, "-")
			if len(o.Name) > 2 {
				name = string(rune(o.ID))
			}
			p.Errorf("invalid number \"%s\" for -%s option", o.Arg, name)
			p.xargsUsage()
		}
		if n < int64(least) {
			p.Errorf("value %s for -%c option should be >= %d", o.Arg, o.ID, least)
			if o.ID == 's' {
				return least
			}
			p.xargsUsage()
		}
		return int(min(n, 1<<31-1))
	}
	opts, command := p.Getopt("+0a:d:E:e::I:i::L:l::n:oP:prs:tx",
		getopt.Long{Name: "null", ID: '0'}, getopt.Long{Name: "arg-file", Arg: getopt.Required, ID: 'a'},
		getopt.Long{Name: "delimiter", Arg: getopt.Required, ID: 'd'}, getopt.Long{Name: "eof", Arg: getopt.Optional, ID: 'e'},
		getopt.Long{Name: "replace", Arg: getopt.Optional, ID: 'i'}, getopt.Long{Name: "max-lines", Arg: getopt.Optional, ID: 'l'},
		getopt.Long{Name: "max-args", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "open-tty", ID: 'o'},
		getopt.Long{Name: "max-chars", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "max-procs", Arg: getopt.Required, ID: 'P'}, getopt.Long{Name: "interactive", ID: 'p'},
		getopt.Long{Name: "process-slot-var", Arg: getopt.Required, ID: slotVar}, getopt.Long{Name: "no-run-if-empty", ID: 'r'},
		getopt.Long{Name: "show-limits", ID: showLimits},
		getopt.Long{Name: "verbose", ID: 't'}, getopt.Long{Name: "exit", ID: 'x'})
	warnExclusive := func(a, b string) {
		p.Errorf("warning: options %s and %s are mutually exclusive, ignoring previous %s value", a, b, a)
	}
	openTTY := false
	for _, o := range opts {
		switch o.ID {
		case '0':
			delim, hasDelim = 0, true
		case 'd':
			delim, hasDelim = p.xargsDelimiter(o.Arg), true
		case 'a':
			file = o.Arg
		case 'E', 'e':
			eof = o.Arg
		case 'I', 'i':
			x.replacing, x.replace = true, o.Arg
			if !o.HasArg {
				x.replace = "{}"
			}
			if x.maxArgs > 0 {
				warnExclusive("--max-args", "--replace/-I/-i")
				x.maxArgs = 0
			}
			if x.maxLines > 0 {
				warnExclusive("--max-lines", "--replace/-I/-i")
				x.maxLines = 0
			}
		case 'L', 'l':
			n := 1
			if o.HasArg {
				n = number(o, 1)
			}
			by := "--max-lines/-l"
			if o.ID == 'L' {
				by = "-L"
			}
			if x.maxArgs > 0 {
				warnExclusive("--max-args", by)
				x.maxArgs = 0
			}
			if x.replacing {
				warnExclusive("--replace", by)
				x.replacing = false
			}
			x.maxLines = n
		case 'n':
			n := number(o, 1)
			if x.maxLines > 0 {
				warnExclusive("--max-lines", "--max-args/-n")
				x.maxLines = 0
			}
			if x.replacing {
				if n == 1 {
					continue
				}
				warnExclusive("--replace", "--max-args/-n")
				x.replacing = false
			}
			x.maxArgs = n
		case 'o':
			openTTY = true
		case 'P':
			x.procs = number(o, 0)
		case 'p':
			x.ask, x.trace = true, true
		case 'r':
			x.noEmpty = true
		case 's':
			n := number(o, 1)
			if n > xargsArgMax-4096 {
				p.Errorf("value %s for -s option should be <= %d", o.Arg, xargsArgMax-4096)
				n = xargsArgMax - 4096
			}
			x.maxChars = n
		case 't':
			x.trace = true
		case 'x':
			x.exitTooLong = true
		case slotVar:
			if strings.Contains(o.Arg, "=") {
				p.Fatalf(1, "option --%s may not be set to a value which includes `='", "process-slot-var")
			}
			if o.Arg == "" {
				p.Fatalf(1, "failed to unset environment variable : %s", vfs.EINVAL)
			}
			x.slotVar = o.Arg
		case showLimits:
			limits = true
		}
	}
	if x.replacing {
		x.exitTooLong = true
	}
	if x.maxLines > 0 {
		x.exitTooLong = true
	}
	if hasDelim && eof != "" {
		p.Errorf("warning: the -E option has no effect if -0 or -d is used.\n")
		eof = ""
	}
	if openTTY {
		p.Fatalf(1, "failed to open /dev/tty for reading: %s", vfs.ENXIO)
	}
	if len(command) == 0 {
		command = []string{"echo"}
	}
	x.command = command
	for _, c := range command {
		x.base += len(c) + 1
	}
	if !x.replacing && x.base > x.maxChars {
		p.Fatalf(1, "cannot fit single argument within argument list size limit")
	}
	if limits {
		env := 0
		for _, e := range p.Env {
			env += len(e) + 1
		}
		fmt.Fprintf(p.Stderr, "Your environment variables take up %d bytes\n", env)
		fmt.Fprintf(p.Stderr, "POSIX upper limit on argument length (this system): %d\n", xargsArgMax-2048-env)
		fmt.Fprintf(p.Stderr, "POSIX smallest allowable upper limit on argument length (all systems): 4096\n")
		fmt.Fprintf(p.Stderr, "Maximum length of command we could actually use: %d\n", xargsArgMax-2048-env*2)
		fmt.Fprintf(p.Stderr, "Size of command buffer we are actually using: %d\n", x.maxChars)
		fmt.Fprintf(p.Stderr, "Maximum parallelism (--max-procs must be no greater): 2147483647\n")
	}
	in := vfs.File(p.Stdin)
	if file != "-" {
		f, err := p.Open(ctx, file)
		if err != nil {
			p.Fatalf(1, "Cannot open input file %s: %s", p.Quote(file), errText(err))
		}
		defer f.Close()
		in = f
	}
	p.Out.Flush()
	x.read(bufio.NewReaderSize(in, 64<<10), file != "-", delim, eof)
	x.wg.Wait()
	return x.status
}

func (p *Process) xargsUsage() {
	p.UsageTry()
}

func (p *Process) xargsDelimiter(s string) int {
	if len(s) == 1 {
		return int(s[0])
	}
	if strings.HasPrefix(s, `\`) && len(s) > 1 {
		switch s[1] {
		case 'a', 'b', 'f', 'n', 'r', 't', 'v', '\\':
			if len(s) > 2 {
				break
			}
			return int(map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\'}[s[1]])
		case 'x':
			if n, err := strconv.ParseUint(s[2:], 16, 64); err == nil || len(s) == 2 {
				if n > 255 {
					p.Fatalf(1, "Invalid escape sequence %s in input delimiter specification; character values must not exceed %x.", s, 255)
				}
				return int(n)
			}
			p.Fatalf(1, "Invalid escape sequence %s in input delimiter specification; trailing characters %s not recognised.", s, s[2:])
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if n, err := strconv.ParseUint(s[1:], 8, 64); err == nil {
				if n > 255 {
					p.Fatalf(1, "Invalid escape sequence %s in input delimiter specification; character values must not exceed %o.", s, 255)
				}
				return int(n)
			}
		}
		if s[1] >= '0' && s[1] <= '9' {
			p.Fatalf(1, "Invalid escape sequence %s in input delimiter specification; trailing characters %s not recognised.", s, s[1:])
		}
		p.Fatalf(1, "Invalid escape sequence %s in input delimiter specification.", s)
	}
	p.Fatalf(1, "Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", s)
	return 0
}

// read takes items from the input until it ends or the run does.
func (x *xargs) read(r *bufio.Reader, fromFile bool, delim int, eof string) {
	for {
		if x.done() {
			return
		}
		var item []byte
		var ok, endsLine bool
		if delim >= 0 {
			item, ok = x.readDelimited(r, byte(delim))
			endsLine = true
		} else {
			item, ok, endsLine = x.readWord(r)
		}
		if !ok {
			break
		}
		if delim < 0 && eof != "" && string(item) == eof {
			break
		}
		if delim != 0 {
			if k := bytes.IndexByte(item, 0); k >= 0 { // arguments are C strings
				if delim < 0 && !x.warned {
					x.p.Errorf("WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?")
					x.warned = true
				}
				item = item[:k]
			}
		}
		if x.replacing {
			if !x.runReplaced(string(item)) {
				return
			}
			continue
		}
		if !x.add(string(item)) {
			return
		}
		if endsLine {
			if x.lines++; x.maxLines > 0 && x.lines >= x.maxLines {
				if !x.flush() {
					return
				}
			}
		}
	}
	if !x.replacing && (len(x.args) > 0 || !x.ran && !x.noEmpty) && !x.done() {
		x.flush()
	}
}

func (x *xargs) done() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.fatal || x.ctx.Err() != nil
}

// fail ends the run with a message.
func (x *xargs) fail(status int, format string, a ...any) bool {
	x.mu.Lock()
	x.p.Errorf(format, a...)
	x.status, x.fatal = status, true
	x.mu.Unlock()
	return false
}

func (x *xargs) readDelimited(r *bufio.Reader, delim byte) ([]byte, bool) {
	var item []byte
	for {
		b, err := r.ReadSlice(delim)
		item = append(item, b...)
		if err == bufio.ErrBufferFull {
			if len(item) > xargsArgMax {
				return nil, x.fail(1, "argument line too long")
			}
			continue
		}
		if err != nil {
			return item, len(item) > 0
		}
		return item[:len(item)-1], true
	}
}

// readWord reads a word, or with -I a line, with its quotes and backslashes
// resolved.
func (x *xargs) readWord(r *bufio.Reader) (item []byte, ok, endsLine bool) {
	quote := byte(0)
	some, blank := false, true
	last := byte('\n')
	for {
		c, err := r.ReadByte()
		if err != nil {
			if quote != 0 {
				x.unmatched(quote)
				return nil, false, false
			}
			return item, len(item) > 0, true // a quoted nothing at the end is none
		}
		switch {
		case quote != 0:
			if c == '\n' {
				x.unmatched(quote)
				return nil, false, false
			}
			if c == quote {
				quote = 0
				continue
			}
		case c == '\n':
			if !some {
				continue
			}
			// A line that ends in a blank is continued for -L.
			return item, true, last != ' ' && last != '\t' || x.maxLines == 0
		case blank && !some && (c == '\v' || c == '\f' || c == '\r'): // before a word only
			last = c
			continue
		case c == ' ' || c == '\t':
			if blank && !some {
				last = c
				continue
			}
			if x.replacing {
				break
			}
			// What comes behind: a newline ends the line, too.
			ends := false
			for {
				d, err := r.ReadByte()
				if err != nil {
					ends = true
					break
				}
				if d == '\n' {
					// blank before the newline: the next line continues this one
					ends = x.maxLines == 0
					break
				}
				if d != ' ' && d != '\t' && d != '\v' && d != '\f' && d != '\r' {
					r.UnreadByte()
					break
				}
			}
			return item, true, ends
		case c == '\'' || c == '"':
			quote, some, blank = c, true, false
			continue
		case c == '\\':
			if c, err = r.ReadByte(); err != nil {
				continue // the backslash is dropped
			}
		}
		some, blank = true, false
		last = c
		item = append(item, c)
		if len(item) > xargsArgMax {
			x.fail(1, "argument line too long")
			return nil, false, false
		}
	}
}

func (x *xargs) unmatched(q byte) {
	kind := "single"
	if q == '"' {
		kind = "double"
	}
	if len(x.args) > 0 && !x.done() {
		x.flush() // what was read before is still run
	}
	x.fail(1, "unmatched %s quote; by default quotes are special to xargs unless you use the -0 option", kind)
}

// add puts an argument in the next command line.
func (x *xargs) add(a string) bool {
	need := len(a) + 1
	if x.base+x.chars+need > x.maxChars {
		if x.exitTooLong && (x.maxArgs > 0 || x.maxLines > 0) && len(x.args) > 0 {
			return x.fail(1, "argument list too long")
		}
		if len(x.args) == 0 || x.base+need > x.maxChars {
			if len(x.args) > 0 {
				x.flush()
			}
			return x.fail(1, "argument line too long")
		}
		if !x.flush() {
			return false
		}
	}
	x.args = append(x.args, a)
	x.chars += need
	if x.maxArgs > 0 && len(x.args) >= x.maxArgs {
		return x.flush()
	}
	return true
}

// flush runs the command with the arguments so far.
func (x *xargs) flush() bool {
	argv := append(append([]string(nil), x.command...), x.args...)
	x.args, x.chars, x.lines = nil, 0, 0
	return x.run(argv)
}

func (x *xargs) runReplaced(item string) bool {
	argv := make([]string, len(x.command))
	total := 0
	for i, c := range x.command {
		switch {
		case i == 0: // COMMAND is as it was given
		case x.replace != "":
			c = strings.ReplaceAll(c, x.replace, item)
		case c != "":
			return x.fail(1, "command too long")
		default:
			c = item
		}
		argv[i] = c
		total += len(c) + 1
	}
	if total > x.maxChars {
		return x.fail(1, "argument list too long")
	}
	return x.run(argv)
}

// run starts a command and waits until there is room for another.
func (x *xargs) run(argv []string) bool {
	x.ran = true
	p := x.p
	if x.trace {
		var b strings.Builder
		for i, a := range argv {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(xargsQuote(a))
		}
		if x.ask { // nobody can be asked
			io.WriteString(p.Stderr, b.String())
			p.Fatalf(1, "failed to open /dev/tty for reading: %s", vfs.ENXIO)
		}
		b.WriteByte('\n')
		x.mu.Lock()
		io.WriteString(p.Stderr, b.String())
		x.mu.Unlock()
	}
	x.mu.Lock()
	for x.procs > 0 && x.running >= x.procs && !x.fatal {
		x.cond.Wait()
	}
	if x.fatal {
		x.mu.Unlock()
		return false
	}
	x.running++
	slot := 0
	for slot < len(x.slots) && x.slots[slot] {
		slot++
	}
	if slot == len(x.slots) {
		x.slots = append(x.slots, false)
	}
	x.slots[slot] = true
	x.mu.Unlock()
	env := p.Env
	if x.slotVar != "" {
		env = setEnv(env, x.slotVar, x.slotVar+"="+strconv.Itoa(slot))
	}
	stdin := vfs.File(p.Stdin)
	// The items are on the standard input: the command has none.
	if null, err := p.FS.Open(x.ctx, "/dev/null", vfs.ReadOnly, 0); err == nil {
		stdin = null
	}
	if x.keepsStdin() {
		stdin = p.Stdin
	}
	s := Spawn{Args: argv, Env: env, Dir: p.Dir, Umask: p.Umask, Stdin: stdin, Stdout: p.Stdout, Stderr: p.Stderr}
	var child Child
	err := error(vfs.ENOSYS)
	if p.Shell != nil {
		child, err = p.Shell.Start(x.ctx, s)
	}
	if err != nil {
		x.mu.Lock()
		x.running--
		x.slots[slot] = false
		x.fatal = true
		x.status = 126
		if vfs.ErrnoOf(err) == vfs.ENOENT {
			x.status = 127
		}
		p.Errorf("%s: %s", argv[0], errText(err))
		x.mu.Unlock()
		return false
	}
	finish := func() {
		st := child.Wait()
		x.mu.Lock()
		defer x.mu.Unlock()
		x.running--
		x.slots[slot] = false
		switch {
		case st == 255:
			if !x.fatal {
				p.Errorf("%s: exited with status 255; aborting", argv[0])
			}
			x.status, x.fatal = 124, true
		case st > 128 && st <= 128+64 && x.ctx.Err() == nil && child.Signaled():
			if !x.fatal {
				p.Errorf("%s: terminated by signal %d", argv[0], st-128)
			}
			x.status, x.fatal = 125, true
		case st != 0 && x.status == 0:
			x.status = 123
		}
		x.cond.Broadcast()
	}
	if x.procs == 1 {
		finish()
		return !x.done()
	}
	x.wg.Add(1)
	go func() {
		defer x.wg.Done()
		finish()
	}()
	return true
}

// keepsStdin tells whether the items came from a file, so that the commands
// may have the standard input.
func (x *xargs) keepsStdin() bool {
	for i, a := range x.p.Args {
		if a == "-a" && i+1 < len(x.p.Args) || strings.HasPrefix(a, "--arg-file") || strings.HasPrefix(a, "-a") && len(a) > 2 {
			return true
		}
		if !strings.HasPrefix(a, "-") {
			break
		}
	}
	return false
}

// xargsQuote quotes a word of -t's output.
func xargsQuote(s string) string {
	if bytes.ContainsAny([]byte(s), " \t\n'\"\\$`*?[]{}()<>|&;!#~=^") || s == "" {
		return shellQuote(s)
	}
	return s
}
