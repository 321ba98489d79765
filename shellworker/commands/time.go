package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
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
