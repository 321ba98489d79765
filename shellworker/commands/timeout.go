package commands

import (
	"context"
	"syscall"
	"time"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
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
