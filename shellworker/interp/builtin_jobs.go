package interp

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
)

func init() {
	register(
		&builtin{"jobs", jobs, "[-lnprs] [jobspec ...] or jobs -x command [args]"},
		&builtin{"fg", fg, "[job_spec]"},
		&builtin{"bg", bg, "[job_spec ...]"},
		&builtin{"wait", wait, "[-fn] [-p var] [id ...]"},
		&builtin{"kill", kill, "[-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]"},
		&builtin{"disown", disown, "[-h] [-ar] [jobspec ... | pid ...]"},
		&builtin{"suspend", suspend, "[-f]"},
	)
}

func jobs(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "lnprsx")
	if !ok {
		return sh.usageError()
	}
	if has(opts, 'x') {
		if len(rest) == 0 {
			return 0
		}
		list := append([]string(nil), rest...)
		for i, a := range list {
			if strings.HasPrefix(a, "%") {
				if j, _ := sh.findJob(a); j != nil {
					list[i] = strconv.Itoa(j.procs[0].pgid)
				}
			}
		}
		return sh.invoke(noCommand, list, nil, lookAll)
	}
	var list []*job
	status := 0
	if len(rest) > 0 {
		for _, r := range rest {
			j, msg := sh.findJob(r)
			if j == nil {
				sh.builtinErrorf("%s: %s", r, msg)
				status = 1
				continue
			}
			list = append(list, j)
		}
	} else {
		list = append(list, sh.jobs...)
	}
	var b strings.Builder
	for _, j := range list {
		done := j.done()
		if j.told && done || has(opts, 'r') && (done || j.stopped()) || has(opts, 's') && (done || !j.stopped()) {
			continue
		}
		if has(opts, 'n') && j.notified == j.state(false) {
			continue
		}
		if has(opts, 'p') {
			b.WriteString(strconv.Itoa(j.procs[0].pid) + "\n")
		} else {
			b.WriteString(sh.jobLine(j, has(opts, 'l')))
		}
		j.notified = j.state(false)
	}
	for _, j := range list {
		if j.done() {
			j.told = true
			sh.remember(j)
		}
	}
	sh.forgetJobs()
	if s := sh.print(b.String()); s != 0 {
		return s
	}
	return status
}

func (sh *Shell) noJobControl() bool {
	if !sh.opts[oMonitor] {
		sh.builtinErrorf("no job control")
		return true
	}
	return false
}

func fg(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	if sh.noJobControl() {
		return 1
	}
	spec := "%+"
	name := "current"
	if len(rest) > 0 {
		spec, name = rest[0], rest[0]
	}
	j, msg := sh.findJob(spec)
	if j == nil {
		sh.builtinErrorf("%s: %s", name, msg)
		return 1
	}
	if j.done() {
		sh.builtinErrorf("job has terminated")
		return 1
	}
	if s := sh.print(j.text + "\n"); s != 0 {
		return s
	}
	for _, p := range j.procs {
		p.signal(syscall.SIGCONT)
	}
	status := 0
	for _, p := range j.procs {
		status = sh.waitFor(p)
	}
	if j.done() {
		j.told = true
		sh.remember(j)
		sh.forgetJobs()
	}
	return status
}

func bg(sh *Shell, args []string) int {
	_, rest, ok := sh.getopt(args, "")
	if !ok {
		return sh.usageError()
	}
	if sh.noJobControl() {
		return 1
	}
	specs := rest
	if len(specs) == 0 {
		specs = []string{"%+"}
	}
	status := 0
	for _, s := range specs {
		j, msg := sh.findJob(s)
		if j == nil {
			n := s
			if len(rest) == 0 {
				n = "current"
			}
			sh.builtinErrorf("%s: %s", n, msg)
			status = 1
			continue
		}
		if j.done() {
			sh.builtinErrorf("job has terminated")
			status = 1
			continue
		}
		if !j.stopped() {
			sh.builtinErrorf("job %d already in background", j.id)
			continue
		}
		for _, p := range j.procs {
			p.signal(syscall.SIGCONT)
		}
		sh.lastBg = j.last().pid
		cur, prev := sh.currentJobs()
		mark := " "
		if j == cur {
			mark = "+"
		} else if j == prev {
			mark = "-"
		}
		sh.print(fmt.Sprintf("[%d]%s %s &\n", j.id, mark, j.text))
	}
	return status
}

// children are the processes that wait may wait for.
func (sh *Shell) waitable() []*process {
	var list []*process
	for _, j := range sh.jobs {
		if j.told {
			continue
		}
		for _, p := range j.procs {
			if p.ppid == sh.proc.pid {
				list = append(list, p)
			}
		}
	}
	return list
}

// findChild returns a child by its pid.
func (sh *Shell) findChild(pid int) *process {
	for _, j := range sh.jobs {
		for _, p := range j.procs {
			if p.pid == pid && p.ppid == sh.proc.pid {
				return p
			}
		}
	}
	for _, p := range sh.procSubs {
		if p.pid == pid {
			return p
		}
	}
	for _, c := range sh.coprocs {
		if c.p.pid == pid {
			return c.p
		}
	}
	return nil
}

func (sh *Shell) waited(p *process) {
	for _, j := range sh.jobs {
		for _, q := range j.procs {
			if q == p && j.done() {
				j.told = true
				sh.remember(j)
			}
		}
	}
	kept := sh.coprocs[:0]
	for _, c := range sh.coprocs {
		if c.p == p {
			sh.fds.set(c.fds[0], nil)
			sh.fds.set(c.fds[1], nil)
			delete(sh.vars, c.name)
			delete(sh.vars, c.name+"_PID")
			continue
		}
		kept = append(kept, c)
	}
	sh.coprocs = kept
}

func wait(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "fnp:")
	if !ok {
		return sh.usageError()
	}
	target := ""
	for _, o := range opts {
		if o.c == 'p' {
			target = o.arg
			if !validRef(target) {
				sh.builtinErrorf("`%s': not a valid identifier", target)
				return 1
			}
			sh.unsetQuiet(target)
		}
	}
	setPid := func(p *process) {
		if target != "" {
			sh.setVar(target, strconv.Itoa(p.pid))
		}
	}
	if has(opts, 'n') {
		list := sh.waitable()
		if len(rest) > 0 {
			list = nil
			for _, r := range rest {
				if p, _ := sh.waitTarget(r); p != nil {
					list = append(list, p)
				}
			}
		}
		if len(list) == 0 {
			return 127
		}
		p, status := sh.waitAny(list)
		if p == nil {
			return status
		}
		setPid(p)
		sh.waited(p)
		sh.forgetJobs()
		return status
	}
	if len(rest) == 0 {
		list := append(sh.waitable(), sh.procSubs...)
		for _, p := range list {
			if q, status := sh.waitAny([]*process{p}); q == nil {
				return status
			}
			sh.waited(p)
		}
		sh.procSubs = nil
		sh.forgetJobs()
		return 0
	}
	status := 0
	for _, r := range rest {
		p, msg := sh.waitTarget(r)
		if p == nil {
			if n, err := strconv.Atoi(r); err == nil {
				if s, ok := sh.reaped[n]; ok {
					status = s
					continue
				}
			}
			sh.builtinErrorf("%s", msg)
			status = 127
			if strings.HasSuffix(msg, "not a pid or valid job spec") {
				status = 1
			}
			continue
		}
		q, s := sh.waitAny([]*process{p})
		if q == nil {
			return s
		}
		status = s
		setPid(p)
		sh.waited(p)
	}
	sh.forgetJobs()
	return status
}

func (sh *Shell) waitTarget(r string) (*process, string) {
	if strings.HasPrefix(r, "%") {
		j, msg := sh.findJob(r)
		if j == nil {
			return nil, r + ": " + msg
		}
		return j.last(), ""
	}
	n, err := strconv.Atoi(r)
	if err != nil || n < 0 {
		return nil, "`" + r + "': not a pid or valid job spec"
	}
	if p := sh.findChild(n); p != nil {
		return p, ""
	}
	return nil, fmt.Sprintf("pid %d is not a child of this shell", n)
}

func kill(sh *Shell, args []string) int {
	sig := 15
	list := false
	i := 0
	setSig := func(s string) bool {
		n := parseSignal(s)
		if n < 0 {
			sh.builtinErrorf("%s: invalid signal specification", s)
			return false
		}
		sig = n
		return true
	}
	if len(args) == 0 {
		return sh.usageError()
	}
opts:
	for ; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--help":
			sh.showHelp("kill")
			return 2
		case a == "-l" || a == "-L":
			list = true
		case a == "-s" || a == "-n":
			i++
			if i >= len(args) {
				sh.builtinErrorf("%s: option requires an argument", a)
				return 1
			}
			if !setSig(args[i]) {
				return 1
			}
		case a == "--":
			i++
			break opts
		case a == "-?":
			return sh.usageError()
		case len(a) > 1 && a[0] == '-':
			t := a[1:]
			if len(a) > 2 && (a[1] == 's' || a[1] == 'n') && parseSignal(t) < 0 {
				t = a[2:]
			}
			if !setSig(t) {
				return 1
			}
			i++
			if i < len(args) && args[i] == "--" {
				i++
			}
			break opts
		default:
			break opts
		}
	}
	rest := args[min(i, len(args)):]
	if list {
		if len(rest) == 0 {
			if sh.opts[oPosix] {
				var names []string
				for n := 1; n <= 64; n++ {
					if s := signalNames[n]; s != "" {
						names = append(names, s)
					}
				}
				return sh.print(strings.Join(names, " ") + "\n")
			}
			return sh.print(signalTable())
		}
		var b strings.Builder
		status := 0
		for _, r := range rest {
			if n, err := strconv.Atoi(r); err == nil {
				if n > 128 {
					n -= 128
				}
				if n == 0 {
					b.WriteString("EXIT\n")
					continue
				}
				if signalNames[n] != "" {
					b.WriteString(signalNames[n] + "\n")
					continue
				}
			} else if n := parseSignal(r); n >= 0 {
				b.WriteString(strconv.Itoa(n) + "\n")
				continue
			}
			sh.flush(&b)
			sh.builtinErrorf("%s: invalid signal specification", r)
			status = 1
		}
		if s := sh.print(b.String()); s != 0 {
			return s
		}
		return status
	}
	if len(rest) == 0 {
		return sh.usageError()
	}
	status := 1
	for _, r := range rest {
		if sh.killOne(r, syscall.Signal(sig)) {
			status = 0
		}
	}
	if sh.proc.attention.Load() {
		sh.attention()
	}
	return status
}

func (sh *Shell) killOne(r string, sig syscall.Signal) bool {
	if strings.HasPrefix(r, "%") {
		j, msg := sh.findJob(r)
		if j == nil {
			sh.builtinErrorf("%s: %s", r, msg)
			return false
		}
		any := false
		for _, p := range j.procs {
			if p.pgid == p.pid {
				any = sh.k.signalGroup(p.pgid, sig) || any
			} else {
				any = p.signal(sig) || any
			}
		}
		if !any {
			sh.builtinErrorf("(%d) - No such process", j.procs[0].pid)
		}
		return any
	}
	pid, err := strconv.Atoi(r)
	if err != nil {
		sh.builtinErrorf("%s: arguments must be process or job IDs", r)
		return false
	}
	ok := false
	switch {
	case pid > 0:
		if p := sh.k.process(pid); p != nil {
			ok = p.signal(sig)
		}
	case pid == 0:
		ok = sh.k.signalGroup(sh.proc.pgid, sig)
	case pid == -1:
		sh.k.mu.Lock()
		var all []*process
		for _, p := range sh.k.procs {
			if p != sh.proc {
				all = append(all, p)
			}
		}
		sh.k.mu.Unlock()
		for _, p := range all {
			ok = p.signal(sig) || ok
		}
	default:
		ok = sh.k.signalGroup(-pid, sig)
	}
	if !ok {
		sh.builtinErrorf("(%s) - No such process", r)
	}
	return ok
}

func disown(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "ahr")
	if !ok {
		return sh.usageError()
	}
	drop := func(j *job) {
		if has(opts, 'h') {
			j.nohup = true
			return
		}
		for i, x := range sh.jobs {
			if x == j {
				sh.jobs = append(sh.jobs[:i:i], sh.jobs[i+1:]...)
				return
			}
		}
	}
	if len(rest) == 0 {
		if has(opts, 'a') || has(opts, 'r') {
			for _, j := range append([]*job(nil), sh.jobs...) {
				if !has(opts, 'r') || !j.done() && !j.stopped() {
					drop(j)
				}
			}
			return 0
		}
		cur, _ := sh.currentJobs()
		if cur == nil {
			sh.builtinErrorf("current: no such job")
			return 1
		}
		drop(cur)
		return 0
	}
	status := 0
	for _, r := range rest {
		var j *job
		msg := "no such job"
		if n, err := strconv.Atoi(r); err == nil {
			for _, x := range sh.jobs {
				for _, p := range x.procs {
					if p.pid == n {
						j = x
					}
				}
			}
		} else {
			j, msg = sh.findJob(r)
		}
		if j == nil {
			sh.builtinErrorf("%s: %s", r, msg)
			status = 1
			continue
		}
		drop(j)
	}
	return status
}

func suspend(sh *Shell, args []string) int {
	opts, _, ok := sh.getopt(args, "f")
	if !ok {
		return sh.usageError()
	}
	if !has(opts, 'f') {
		if !sh.opts[oMonitor] {
			sh.builtinErrorf("cannot suspend: no job control")
			return 1
		}
	}
	sh.proc.signal(syscall.SIGSTOP)
	sh.attention()
	return 0
}
