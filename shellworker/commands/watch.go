package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
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
