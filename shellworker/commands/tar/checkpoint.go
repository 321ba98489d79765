package tar

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/strftime"
)

// checkpoint is what --checkpoint and --checkpoint-action ask for.
type checkpoint struct {
	every   int64 // records
	n       int64 // records so far
	actions []checkpointAction
}

type checkpointAction struct {
	name, arg string
	wait      time.Duration
}

func (a *archiver) setCheckpoint(o getopt.Opt) {
	if a.checkpoint == nil {
		a.checkpoint = &checkpoint{}
	}
	a.checkpoint.every = 10
	if !o.HasArg {
		return
	}
	if o.Arg == "." {
		a.checkpoint.actions = append(a.checkpoint.actions, checkpointAction{name: "dot"})
		return
	}
	s := o.Arg
	if t, ok := strings.CutPrefix(s, "."); ok {
		a.checkpoint.actions = append(a.checkpoint.actions, checkpointAction{name: "dot"})
		s = t
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		a.fatal("--checkpoint value is not an integer")
	}
	a.checkpoint.every = int64(n)
}

func (a *archiver) addCheckpointAction(s string) {
	if a.checkpoint == nil {
		a.checkpoint = &checkpoint{every: 10}
	}
	name, arg, has := strings.Cut(s, "=")
	act := checkpointAction{name: name, arg: arg}
	switch {
	case (s == "." || s == "dot"):
		act.name = "dot"
	case s == "bell", s == "totals", s == "echo":
	case (name == "echo" || name == "ttyout" || name == "exec") && has:
	case name == "sleep" && has:
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			a.fatal("%s: not a valid timeout", arg)
		}
		act.wait = time.Duration(n) * time.Second
	default:
		a.fatal("%s: unknown checkpoint action", s)
	}
	a.checkpoint.actions = append(a.checkpoint.actions, act)
}

// at performs the actions for every checkpoint up to the record n.
func (a *archiver) at(n int64, bytes int64, write bool) {
	c := a.checkpoint
	for c.n < n {
		c.n++
		if c.every > 0 && c.n%c.every == 0 {
			// The bytes of the record that is about to be written don't count.
			a.act(min(bytes, (c.n-1)*int64(a.record)), write)
		}
	}
}

func (a *archiver) act(bytes int64, write bool) {
	p := a.p
	actions := a.checkpoint.actions
	if len(actions) == 0 {
		actions = []checkpointAction{{name: "echo"}}
	}
	p.Out.Flush()
	for _, act := range actions {
		switch act.name {
		case "dot":
			io.WriteString(p.Stdout, ".")
		case "bell":
			io.WriteString(p.Stdout, "\a")
		case "echo":
			text := act.arg
			if text == "" {
				text = "Read checkpoint %u"
				if write {
					text = "Write checkpoint %u"
				}
			}
			p.Errorf("%s", a.expandCheckpoint(text, bytes, write))
		case "ttyout":
			if f, err := p.OpenFile(a.ctx, "/dev/tty", vfs.WriteOnly, 0); err == nil {
				io.WriteString(f, a.expandCheckpoint(act.arg, bytes, write))
				f.Close()
			}
		case "sleep":
			select {
			case <-time.After(act.wait):
			case <-a.ctx.Done():
			}
		case "totals":
			a.total(write, bytes)
		case "exec":
			a.checkpointCommand(act.arg)
		}
	}
}

// expandCheckpoint replaces the % directives of an action's text.
func (a *archiver) expandCheckpoint(s string, bytes int64, write bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		start := i
		i++
		arg, has := "", false
		if s[i] == '{' {
			end := strings.IndexByte(s[i:], '}')
			if end < 0 || i+end+1 >= len(s) {
				b.WriteString(s[start:])
				break
			}
			arg, has = s[i+1:i+end], true
			i += end + 1
		}
		kind := "read"
		if write {
			kind = "write"
		}
		switch s[i] {
		case 'u':
			b.WriteString(strconv.FormatInt(a.checkpoint.n, 10))
		case 's':
			b.WriteString(kind)
		case 'd':
			b.WriteString(strconv.FormatInt(int64(a.p.Now().Sub(a.started)/time.Second), 10))
		case 't':
			if arg == "" {
				arg = "%c"
			}
			b.WriteString(strftime.Format(arg, a.p.Now().In(a.p.Zone())))
		case 'T':
			if !has {
				arg = "R,W"
			}
			label, written, _ := strings.Cut(arg, ",")
			if write {
				label = written
			}
			if label != "" {
				label += ": "
			}
			b.WriteString(label + a.rate(bytes))
		case 'c':
			b.WriteString(a.expandCheckpoint("%{%Y-%m-%d %H:%M:%S}t: %ds, %{read,wrote}T", bytes, write))
		case '*':
		default:
			b.WriteString(s[start : i+1])
		}
	}
	return b.String()
}

// rate shows a number of bytes and how fast they came, as --totals does.
func (a *archiver) rate(bytes int64) string {
	speed := "?"
	if d := a.p.Now().Sub(a.started).Seconds(); bytes > 0 && d > 0 {
		speed = humanBytes(int64(float64(bytes) / d))
	}
	return fmt.Sprintf("%d (%s, %s/s)", bytes, humanBytes(bytes), speed)
}

func (a *archiver) total(write bool, bytes int64) {
	what := "read"
	if write {
		what = "written"
	}
	fmt.Fprintf(a.p.Stderr, "Total bytes %s: %s\n", what, a.rate(bytes))
}

func (a *archiver) checkpointCommand(command string) {
	p := a.p
	names := map[format]string{formatGNU: "gnu", formatOldGNU: "oldgnu", formatPax: "pax", formatUstar: "ustar", formatV7: "v7"}
	sub := map[byte]string{'D': "--delete", 'L': "--test-label"}[a.mode]
	if sub == "" {
		sub = "-" + string(rune(a.mode))
	}
	env := append([]string(nil), p.Env...)
	env = append(env, "TAR_VERSION=1.34", "TAR_ARCHIVE="+a.file, "TAR_CHECKPOINT="+strconv.FormatInt(a.checkpoint.n, 10),
		"TAR_SUBCOMMAND="+sub, "TAR_BLOCKING_FACTOR="+strconv.Itoa(a.record/blockSize), "TAR_FORMAT="+names[a.format])
	if p.Shell == nil {
		a.fatal("%s: Cannot exec: %s", a.q(command), vfs.ENOSYS)
	}
	c, err := p.Shell.Start(a.ctx, commands.Spawn{Args: []string{"/bin/sh", "-c", command}, Env: env, Dir: p.Dir, Umask: p.Umask,
		Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr})
	if err != nil {
		a.fatal("%s: Cannot exec: %s", a.q(command), vfs.ErrText(err))
	}
	c.Wait()
}
