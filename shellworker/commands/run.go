package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "nice", UsageStatus: 125, Run: niceMain, Help: `
Usage: nice [OPTION] [COMMAND [ARG]...]
Run COMMAND with another niceness, or write the niceness. All commands of a
script share one process, so the niceness stays 0.

  -n, --adjustment=N  add N (10), which must not be negative
      --help          show this help
      --version       show the version
`})
	Register(Command{Name: "nohup", UsageStatus: 125, Run: nohupMain, Help: `
Usage: nohup COMMAND [ARG]...
Run COMMAND so that it ignores hangups.

      --help     show this help
      --version  show the version
`})
	Register(Command{Name: "setsid", UsageStatus: 1, Run: setsidMain, Help: `
Usage: setsid [OPTION]... COMMAND [ARG]...
Run COMMAND as if in a new session: it ignores hangups.

  -c, --ctty     take the terminal (fails: there is none)
  -f, --fork     don't wait for it
  -w, --wait     wait for it (default)
  -h, --help     show this help
  -V, --version  show the version
`})
	Register(Command{Name: "stdbuf", UsageStatus: 125, Run: stdbufMain, Help: `
Usage: stdbuf OPTION... COMMAND [ARG]...
Run COMMAND. What it writes is passed on in the blocks that it writes.

  -i, --input=MODE   0, L or a size
  -o, --output=MODE  0, L or a size
  -e, --error=MODE   0, L or a size
      --help         show this help
      --version      show the version
`})
	Register(Command{Name: "timeout", UsageStatus: 125, Run: timeoutMain, Help: `
Usage: timeout [OPTION]... DURATION COMMAND [ARG]...
Run COMMAND and send it a signal if it still runs after DURATION: a number
with s (default), m, h or d behind it. The exit status is then 124.

      --foreground       (COMMAND runs as it would without)
  -k, --kill-after=DURATION  send KILL so long after the signal
      --preserve-status  exit with COMMAND's status in any case
  -s, --signal=SIGNAL    the signal (TERM)
  -v, --verbose          say what is sent
      --help             show this help
      --version          show the version
`})
	Register(Command{Name: "time", UsageStatus: 125, Run: timeMain, Help: `
Usage: time [OPTION]... COMMAND [ARG]...
Run COMMAND and write on stderr how long it took.

  -a, --append       with -o, append
  -f, --format=FMT   what to write, instead of $TIME: %e seconds, %E, %C command,
                       %x status, %Z bytes a page; 0, for it isn't known: %U %S
                       %P %c %D %F %I %K %k %M %O %p %R %r %s %t %W %w %X
  -o, --output=FILE  write to FILE
  -p, --portability  as POSIX has it
  -q, --quiet        don't tell a status other than 0
  -v, --verbose      write all that there is, a line each
      --help         show this help
  -V, --version      show the version
`})
	Register(Command{Name: "watch", UsageStatus: 1, Run: watchMain, Help: `
Usage: watch [OPTION]... COMMAND [ARG]...
Run COMMAND over and over and write its output, one screen behind the other.

  -b, --beep          beep where it fails
  -c, --color         (colours are passed on)
  -d, --differences[=permanent]  (nothing is marked: there is no terminal)
  -e, --errexit       end where it fails
  -g, --chgexit       end where its output changes
  -n, --interval=SEC  wait SEC seconds between runs (2, at least 0.1)
  -p, --precise       (each run waits for the one before)
  -q, --equexit=N     end when the output was the same N times
  -t, --no-title      no line at the top
  -w, --no-wrap       (long lines are never cut)
  -x, --exec          run COMMAND itself, not by sh -c
  -h, --help          show this help
  -v, --version       show the version
`})
}

func niceMain(ctx context.Context, p *Process) int {
	// -N is -n N, in the old form; the options of any form may be several.
	args := append([]string(nil), p.Args...)
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		s := args[i][1:]
		if s[0] == '-' || s[0] == '+' {
			s = s[1:]
		}
		if s != "" && s[0] >= '0' && s[0] <= '9' {
			args[i] = "-n" + args[i][1:]
		} else if args[i] == "-n" || strings.HasPrefix(args[i], "--a") && !strings.Contains(args[i], "=") {
			i++ // its argument
		}
	}
	p.Args = args
	opts, rest := p.Getopt("+n:", getopt.Long{Name: "adjustment", Arg: getopt.Required, ID: 'n'})
	adjust, given := 10, false
	for _, o := range opts {
		n, err := strconv.Atoi(strings.TrimPrefix(o.Arg, "+"))
		if err != nil {
			if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
				n = 39
			} else {
				p.Fatalf(125, "invalid adjustment %s", p.Quote(o.Arg))
			}
		}
		adjust, given = n, true
	}
	if len(rest) == 0 {
		if given {
			p.UsageError("a command must be given with an adjustment")
		}
		p.Out.WriteString("0\n")
		return 0
	}
	if adjust < 0 {
		p.Errorf("cannot set niceness: %s", vfs.EACCES)
	}
	c, err := p.spawn(ctx, rest, nil)
	if err != nil {
		p.Errorf("%s: %s", p.Quote(rest[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}

// spawn starts a program with this process's streams.
func (p *Process) spawn(ctx context.Context, args []string, ignored []syscall.Signal) (Child, error) {
	return p.spawnGroup(ctx, args, ignored, false)
}

// spawnGroup starts a program with this process's streams, in a process group
// of its own if group is set.
func (p *Process) spawnGroup(ctx context.Context, args []string, ignored []syscall.Signal, group bool) (Child, error) {
	p.Out.Flush()
	if p.Shell == nil {
		return nil, vfs.ENOSYS
	}
	return p.Shell.Start(ctx, Spawn{Args: args, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr, Ignored: ignored, Group: group})
}

// runStatus is the exit status where a program can't be run.
func runStatus(err error) int {
	if vfs.ErrnoOf(err) == vfs.ENOENT {
		return 127
	}
	return 126
}

func nohupMain(ctx context.Context, p *Process) int {
	_, args := p.Getopt("+")
	if len(args) == 0 {
		p.MissingOperand()
	}
	c, err := p.spawn(ctx, args, []syscall.Signal{syscall.SIGHUP})
	if err != nil {
		p.Errorf("failed to run command %s: %s", quote.Always(args[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}

func setsidMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("+cfwhV", getopt.Long{Name: "ctty", ID: 'c'}, getopt.Long{Name: "fork", ID: 'f'}, getopt.Long{Name: "wait", ID: 'w'})
	fork, terminal := false, false
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		case 'f':
			fork = true
		case 'c':
			terminal = true
		}
	}
	if len(args) == 0 {
		p.UsageError("no command specified")
	}
	if terminal {
		p.Fatalf(1, "failed to set the controlling terminal: Inappropriate ioctl for device")
	}
	c, err := p.spawn(ctx, args, []syscall.Signal{syscall.SIGHUP})
	if err != nil {
		p.Errorf("failed to execute %s: %s", args[0], errText(err))
		return runStatus(err)
	}
	if fork {
		return 0
	}
	return c.Wait()
}

func stdbufMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("+i:o:e:", getopt.Long{Name: "input", Arg: getopt.Required, ID: 'i'},
		getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "error", Arg: getopt.Required, ID: 'e'})
	for _, o := range opts {
		if o.ID == 'i' && (o.Arg == "L" || o.Arg == "l") {
			p.UsageError("line buffering stdin is meaningless")
		}
		if o.Arg == "L" || o.Arg == "l" {
			continue
		}
		if _, err := size.Parse(o.Arg, "EGkKMPTYZ0"); err == size.ErrOverflow {
			p.Fatalf(125, "invalid mode %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
		} else if err != nil {
			p.Fatalf(125, "invalid mode %s", p.Quote(o.Arg))
		}
	}
	if len(args) == 0 {
		p.MissingOperand()
	}
	if len(opts) == 0 {
		p.UsageError("you must specify a buffering mode option")
	}
	c, err := p.spawn(ctx, args, nil)
	if err != nil {
		p.Errorf("failed to run command %s: %s", p.Quote(args[0]), errText(err))
		return runStatus(err)
	}
	return c.Wait()
}

func timeoutMain(ctx context.Context, p *Process) int {
	const (
		foreground = iota + 256
		preserve
	)
	opts, args := p.Getopt("+k:s:v", getopt.Long{Name: "kill-after", Arg: getopt.Required, ID: 'k'},
		getopt.Long{Name: "signal", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "verbose", ID: 'v'},
		getopt.Long{Name: "foreground", ID: foreground}, getopt.Long{Name: "preserve-status", ID: preserve})
	sig := syscall.SIGTERM
	var kill time.Duration
	keep, verbose, group := false, false, true
	duration := func(s string) time.Duration {
		d, ok := parseDuration(s)
		if !ok {
			p.UsageError("invalid time interval %s", p.Quote(s))
		}
		return d
	}
	for _, o := range opts {
		switch o.ID {
		case 'k':
			kill = duration(o.Arg)
		case 's':
			n, ok := SignalNumber(o.Arg)
			if !ok {
				p.UsageError("%s: invalid signal", p.Quote(o.Arg))
			}
			sig = n
		case 'v':
			verbose = true
		case preserve:
			keep = true
		case foreground:
			group = false
		}
	}
	if len(args) < 2 {
		p.UsageTry()
	}
	limit := duration(args[0])
	args = args[1:]
	c, err := p.spawnGroup(ctx, args, nil, group)
	if err != nil {
		p.Errorf("failed to run command %s: %s", p.Quote(args[0]), errText(err))
		return runStatus(err)
	}
	// send signals the program, and what it started unless --foreground is given.
	send := func(sig syscall.Signal) {
		c.Signal(sig)
		c.SignalGroup(sig)
	}
	done := make(chan int, 1)
	go func() { done <- c.Wait() }()
	var first, second <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		first = t.C
	}
	timedOut := false
	for {
		select {
		case st := <-done:
			if timedOut && !keep {
				if st == 128+int(syscall.SIGKILL) {
					return st
				}
				return 124
			}
			return st
		case <-first:
			first, timedOut = nil, true
			if verbose {
				p.Errorf("sending signal %s to command %s", SignalName(sig), p.Quote(args[0]))
			}
			send(sig)
			if sig != syscall.SIGKILL && sig != syscall.SIGCONT {
				send(syscall.SIGCONT)
			}
			if kill > 0 {
				t := time.NewTimer(kill)
				defer t.Stop()
				second = t.C
			}
		case <-second:
			second = nil
			if verbose {
				p.Errorf("sending signal KILL to command %s", p.Quote(args[0]))
			}
			send(syscall.SIGKILL)
		case <-ctx.Done():
			send(sig)
			return <-done
		}
	}
}

// The formats of time without options, and with -v.
const (
	timeDefault = "%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n" +
		"%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps\n"
	timeVerbose = "\tCommand being timed: \"%C\"\n\tUser time (seconds): %U\n\tSystem time (seconds): %S\n" +
		"\tPercent of CPU this job got: %P\n\tElapsed (wall clock) time (h:mm:ss or m:ss): %E\n" +
		"\tAverage shared text size (kbytes): %X\n\tAverage unshared data size (kbytes): %D\n" +
		"\tAverage stack size (kbytes): %p\n\tAverage total size (kbytes): %K\n" +
		"\tMaximum resident set size (kbytes): %M\n\tAverage resident set size (kbytes): %t\n" +
		"\tMajor (requiring I/O) page faults: %F\n\tMinor (reclaiming a frame) page faults: %R\n" +
		"\tVoluntary context switches: %w\n\tInvoluntary context switches: %c\n\tSwaps: %W\n" +
		"\tFile system inputs: %I\n\tFile system outputs: %O\n\tSocket messages sent: %s\n" +
		"\tSocket messages received: %r\n\tSignals delivered: %k\n\tPage size (bytes): %Z\n\tExit status: %x\n"
)

func timeMain(ctx context.Context, p *Process) int {
	format, quiet, app, out := "", false, false, ""
	posix := false
	if f, ok := p.LookupEnv("TIME"); ok {
		format = f + "\n"
	}
	opts, args := p.Getopt("+af:o:pqvV", getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "append", ID: 'a'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "portability", ID: 'p'}, getopt.Long{Name: "quiet", ID: 'q'})
	for _, o := range opts {
		switch o.ID {
		case 'a':
			app = true
		case 'f':
			format = o.Arg + "\n"
		case 'o':
			out = o.Arg
		case 'p':
			format, posix = "real %e\nuser %U\nsys %S\n", true
		case 'q':
			quiet = true
		case 'v':
			format = timeVerbose
		case 'V':
			p.ShowVersion()
		}
	}
	if len(args) == 0 {
		p.UsageError("missing program to run")
	}
	if format == "" {
		format = timeDefault
	}
	w := p.Stderr
	if out != "" {
		flags := vfs.WriteOnly | vfs.Create | vfs.Truncate
		if app {
			flags = vfs.WriteOnly | vfs.Create | vfs.Append
		}
		f, err := p.OpenFile(ctx, out, flags, 0o666)
		if err != nil {
			p.NameError(out, err)
			return 125
		}
		defer f.Close()
		w = f
	}
	begun := p.Now()
	c, err := p.spawn(ctx, args, nil)
	status := 0
	if err != nil {
		p.Errorf("cannot run %s: %s", args[0], errText(err))
		status = runStatus(err)
	} else {
		status = c.Wait()
	}
	shown := status // %x: a signal isn't one
	if err == nil && c.Signaled() {
		shown = 0
	}
	took := p.Now().Sub(begun)
	if status != 0 && !quiet && !posix {
		if status > 128 {
			fmt.Fprintf(w, "Command terminated by signal %d\n", status-128)
		} else {
			fmt.Fprintf(w, "Command exited with non-zero status %d\n", status)
		}
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] == '\\' && i+1 < len(format) {
			i++
			switch format[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '\\':
				b.WriteByte('\\')
			default:
				b.WriteString("?\\" + format[i:i+1])
			}
			continue
		}
		if format[i] == '%' && (i+1 == len(format) || format[i+1] == '\n' && i+2 == len(format)) {
			b.WriteByte('?')
			break
		}
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 'e':
			fmt.Fprintf(&b, "%.2f", took.Seconds())
		case 'E':
			m := int(took.Minutes())
			if m >= 60 {
				fmt.Fprintf(&b, "%d:%02d:%02d", m/60, m%60, int(took.Seconds())%60)
			} else {
				fmt.Fprintf(&b, "%d:%05.2f", m, took.Seconds()-float64(m*60))
			}
		case 'U', 'S': // commands share a process, whose time can't be told apart
			b.WriteString("0.00")
		case 'P':
			b.WriteString("0%")
		case 'C':
			b.WriteString(strings.Join(args, " "))
		case 'x':
			b.WriteString(strconv.Itoa(shown))
		case 'c', 'D', 'F', 'I', 'K', 'k', 'M', 'O', 'p', 'R', 'r', 's', 't', 'W', 'w', 'X': // nor can these
			b.WriteByte('0')
		case 'Z':
			b.WriteString("4096")
		default:
			b.WriteByte('?')
			b.WriteByte(format[i])
		}
	}
	w.Write([]byte(b.String()))
	return status
}

func watchMain(ctx context.Context, p *Process) int {
	interval := 2.0
	var beep, errExit, chgExit, noTitle, exec bool
	equal := 0
	opts, args := p.Getopt("+bcd::egn:ptq:wxhv", getopt.Long{Name: "differences", Arg: getopt.Optional, ID: 'd'}, getopt.Long{Name: "precise", ID: 'p'}, getopt.Long{Name: "no-wrap", ID: 'w'}, getopt.Long{Name: "beep", ID: 'b'}, getopt.Long{Name: "color", ID: 'c'}, getopt.Long{Name: "errexit", ID: 'e'},
		getopt.Long{Name: "chgexit", ID: 'g'}, getopt.Long{Name: "interval", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "equexit", Arg: getopt.Required, ID: 'q'},
		getopt.Long{Name: "no-title", ID: 't'}, getopt.Long{Name: "exec", ID: 'x'})
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'v':
			p.ShowVersion()
		case 'b':
			beep = true
		case 'e':
			errExit = true
		case 'g':
			chgExit = true
		case 'n':
			v, err := strconv.ParseFloat(strings.Replace(o.Arg, ",", ".", 1), 64)
			if err != nil {
				p.Fatalf(1, "failed to parse argument: '%s': Invalid argument", o.Arg)
			}
			interval = min(max(v, 0.1), 1<<31)
		case 'q':
			n, err := strconv.Atoi(o.Arg)
			if err != nil || n < 1 {
				p.Fatalf(1, "failed to parse argument: '%s'", o.Arg)
			}
			equal = n
		case 't':
			noTitle = true
		case 'x':
			exec = true
		}
	}
	if len(args) == 0 {
		p.UsageTry()
	}
	title := strings.Join(args, " ")
	run := args
	if !exec {
		run = []string{"sh", "-c", title}
	}
	last, same, first := "", 0, true
	for {
		r, w := vfs.Pipe()
		if p.Shell == nil {
			p.Fatalf(1, "%s: %s", run[0], vfs.ENOSYS)
		}
		c, err := p.Shell.Start(ctx, Spawn{Args: run, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: p.Stdin, Stdout: w, Stderr: w})
		if err != nil {
			p.Errorf("unable to execute '%s': %s", run[0], errText(err))
			return 4
		}
		status := make(chan int, 1)
		go func() {
			st := c.Wait()
			w.Close()
			status <- st
		}()
		const most = 1 << 20
		var text []byte
		buf := make([]byte, 32<<10)
		for {
			n, err := r.ReadContext(ctx, buf)
			if len(text) < most {
				text = append(text, buf[:min(n, most-len(text))]...)
			}
			if err != nil {
				break
			}
		}
		r.Close()
		st := <-status
		if ctx.Err() != nil {
			return 1
		}
		if !noTitle {
			fmt.Fprintf(p.Out, "Every %.1fs: %s\n\n", interval, title)
		}
		p.Out.Write(text)
		if beep && st != 0 {
			p.Out.WriteByte('\a')
		}
		p.Out.Flush()
		if errExit && st != 0 {
			return 8
		}
		if !first {
			if string(text) != last && chgExit {
				return 0
			}
			if same++; string(text) != last {
				same = 0
			}
			if equal > 0 && same >= equal {
				return 0
			}
		}
		last, first = string(text), false
		t := time.NewTimer(time.Duration(interval * 1e9))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return 1
		}
	}
}
