package interp

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/interp/syntax"
)

// job is a background command.
type job struct {
	id       int
	procs    []*process
	text     string
	told     bool // its end was reported, or waited for
	nohup    bool
	notified string
}

func (j *job) done() bool {
	for _, p := range j.procs {
		select {
		case <-p.done:
		default:
			return false
		}
	}
	return true
}

func (j *job) last() *process { return j.procs[len(j.procs)-1] }

func (j *job) stopped() bool {
	for _, p := range j.procs {
		if p.stopSig.Load() != 0 {
			return true
		}
	}
	return false
}

// state is what jobs shows.
func (j *job) state(long bool) string {
	if !j.done() {
		if j.stopped() {
			switch syscall.Signal(j.last().stopSig.Load()) {
			case syscall.SIGSTOP:
				return "Stopped"
			}
			return "Stopped"
		}
		return "Running"
	}
	p := j.last()
	if s := p.killed.Load(); s != 0 {
		return killText(int(s))
	}
	if p.status == 0 {
		return "Done"
	}
	return "Exit " + strconv.Itoa(p.status)
}

var killTexts = map[int]string{1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted", 7: "Bus error",
	8: "Floating point exception", 9: "Killed", 10: "User defined signal 1", 11: "Segmentation fault", 12: "User defined signal 2", 13: "Broken pipe",
	14: "Alarm clock", 15: "Terminated", 16: "Stack fault", 24: "CPU time limit exceeded", 25: "File size limit exceeded", 26: "Virtual timer expired",
	27: "Profiling timer expired", 29: "I/O possible", 30: "Power failure", 31: "Bad system call"}

func killText(s int) string {
	if t := killTexts[s]; t != "" {
		return t
	}
	if s >= 34 {
		return fmt.Sprintf("Real-time signal %d", s-34)
	}
	return fmt.Sprintf("Unknown signal %d", s)
}

// sayKilled reports a foreground child that a signal ended, as a shell that
// isn't interactive does.
func (sh *Shell) sayKilled(p *process, s int) {
	if s == 2 || s == 13 || sh.proc.ctx.Err() != nil {
		return
	}
	sh.output(2, []byte(fmt.Sprintf("%s%5d %-23s %s\n", sh.where(), p.pid, killText(s), sh.currentCommand())))
}

// addJob enters a job, the newest.
func (sh *Shell) addJob(procs []*process, text string, stopped bool) *job {
	sh.forgetJobs()
	id := 1
	for _, j := range sh.jobs {
		id = max(id, j.id+1)
	}
	j := &job{id: id, procs: procs, text: text}
	sh.jobs = append(sh.jobs, j)
	return j
}

// forgetJobs drops jobs whose end was reported.
func (sh *Shell) forgetJobs() {
	kept := sh.jobs[:0:0]
	for _, j := range sh.jobs {
		if j.told && j.done() {
			continue
		}
		kept = append(kept, j)
	}
	if len(kept) > 512 { // ended ones that nobody asks for
		for i, j := range kept {
			if j.done() {
				sh.remember(j)
				kept = append(kept[:i], kept[i+1:]...)
				break
			}
		}
	}
	sh.jobs = kept
}

// remember keeps the status of a job that leaves the table.
func (sh *Shell) remember(j *job) {
	if sh.reaped == nil || len(sh.reaped) > 4096 {
		sh.reaped = map[int]int{}
	}
	for _, p := range j.procs {
		sh.reaped[p.pid] = p.status
	}
}

func (sh *Shell) liveJobs() int {
	n := 0
	for _, j := range sh.jobs {
		if !j.done() {
			n++
		}
	}
	return n
}

// currentJobs returns the jobs that %+ and %- mean.
func (sh *Shell) currentJobs() (cur, prev *job) {
	pick := func(ok func(*job) bool) {
		for i := len(sh.jobs) - 1; i >= 0; i-- {
			j := sh.jobs[i]
			if j == cur || j == prev || !ok(j) {
				continue
			}
			if cur == nil {
				cur = j
			} else if prev == nil {
				prev = j
			}
		}
	}
	pick(func(j *job) bool { return !j.done() && j.stopped() })
	pick(func(j *job) bool { return !j.done() })
	pick(func(j *job) bool { return !j.told })
	return cur, prev
}

// findJob returns the job that a job specification means; msg says why there
// is none.
func (sh *Shell) findJob(spec string) (j *job, msg string) {
	s := strings.TrimPrefix(spec, "%")
	cur, prev := sh.currentJobs()
	switch s {
	case "", "%", "+":
		if cur == nil {
			return nil, "no such job"
		}
		return cur, ""
	case "-":
		if prev == nil {
			if cur != nil {
				return cur, ""
			}
			return nil, "no such job"
		}
		return prev, ""
	}
	if n, err := strconv.Atoi(s); err == nil {
		for _, j := range sh.jobs {
			if j.id == n && !(j.told && j.done()) {
				return j, ""
			}
		}
		return nil, "no such job"
	}
	match := func(text string) bool { return strings.HasPrefix(text, s) }
	if sub, ok := strings.CutPrefix(s, "?"); ok {
		match = func(text string) bool { return strings.Contains(text, sub) }
	}
	for _, x := range sh.jobs {
		if match(x.text) {
			if j != nil {
				return nil, "ambiguous job spec"
			}
			j = x
		}
	}
	if j == nil {
		return nil, "no such job"
	}
	return j, ""
}

// jobLine is a line of the jobs builtin.
func (sh *Shell) jobLine(j *job, long bool) string {
	cur, prev := sh.currentJobs()
	mark := " "
	if j == cur {
		mark = "+"
	} else if j == prev {
		mark = "-"
	}
	state := j.state(long)
	text := j.text
	if state == "Running" {
		text += " &"
	}
	if long {
		return fmt.Sprintf("[%d]%s %5d %-23s %s\n", j.id, mark, j.procs[0].pid, state, text)
	}
	return fmt.Sprintf("[%d]%s  %-23s %s\n", j.id, mark, state, text)
}

// waitJob waits for a foreground pipeline under job control; stopped tells
// that it was stopped and became a job.
func (sh *Shell) waitJob(procs []*process, c *syntax.Pipeline) (status int, stopped bool) {
	for {
		alive := false
		for _, p := range procs {
			select {
			case <-p.done:
				continue
			default:
			}
			if s := p.stopSig.Load(); s != 0 {
				sh.addJob(procs, syntax.Print(c), true)
				return 128 + int(s), true
			}
			alive = true
		}
		if !alive {
			return 0, false
		}
		t := time.NewTimer(10 * time.Millisecond)
		select {
		case <-sh.proc.ctx.Done():
			t.Stop()
			sh.checkKilled()
		case <-t.C:
		case <-procs[len(procs)-1].done:
			t.Stop()
		}
	}
}

// waitAny waits until one of the processes has ended or a trapped signal
// came; then it returns nil and 128 + the signal.
func (sh *Shell) waitAny(procs []*process) (*process, int) {
	for {
		for _, p := range procs {
			select {
			case <-p.done:
				return p, p.status
			default:
			}
		}
		if len(procs) == 0 {
			return nil, 0
		}
		var done <-chan struct{}
		if len(procs) == 1 {
			done = procs[0].done
		} else {
			c := make(chan struct{}, len(procs))
			stop := make(chan struct{})
			for _, p := range procs {
				go func() {
					select {
					case <-p.done:
						c <- struct{}{}
					case <-stop:
					}
				}()
			}
			defer close(stop)
			done = c
		}
		select {
		case <-done:
		case <-sh.proc.ctx.Done():
			sh.checkKilled()
		case <-sh.proc.wake:
			if s := sh.proc.takePending(); s != 0 {
				sh.runSignalTrap(s)
				return nil, 128 + int(s)
			}
		}
	}
}

// coprocess is a running coproc.
type coprocess struct {
	name string
	p    *process
	fds  [2]int
}

// coproc starts a coprocess.
func (sh *Shell) coproc(c *syntax.Coproc) int {
	sh.line = c.Line
	if !syntax.IsName(c.Name) {
		sh.errorf("`%s': not a valid identifier", c.Name)
		return 1
	}
	inR, inW := vfs.Pipe()
	outR, outW := vfs.Pipe()
	child := sh.fork()
	child.fds.set(0, newOpenFile(inR))
	child.fds.set(1, newOpenFile(outW))
	for _, o := range sh.coprocs {
		child.fds.set(o.fds[0], nil)
		child.fds.set(o.fds[1], nil)
	}
	p := sh.start(child, "bash", 0, func(s *Shell) int {
		status := s.stage(c.Body)
		s.noExitTrap = false
		return status
	})
	fd := 63
	next := func() int {
		for sh.fds.get(fd) != nil {
			fd--
		}
		return fd
	}
	r := next()
	sh.fds.set(r, newOpenFile(outR))
	w := next()
	sh.fds.set(w, newOpenFile(inW))
	sh.coprocs = append(sh.coprocs, &coprocess{c.Name, p, [2]int{r, w}})
	v := sh.vars[c.Name]
	if v == nil || v.attr&aReadonly == 0 {
		nv := &Var{name: c.Name, attr: aArray, arr: &indexed{vals: []string{strconv.Itoa(r), strconv.Itoa(w)}}}
		sh.vars[c.Name] = nv
	}
	sh.setVar(c.Name+"_PID", strconv.Itoa(p.pid))
	sh.lastBg = p.pid
	sh.addJob([]*process{p}, syntax.Print(c), false)
	return 0
}
