// Bench measures the whole system on this machine, each figure with its peer
// or its limit beside it in the same run, as a ratio. `make bench` runs it; it
// wants a machine that is otherwise idle.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/capshell/capshell/functions/client"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "alone" {
		if err := aloneMain(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

var bg = context.Background()

// bench is a running server and scratch space.
type bench struct {
	c     *client.Client
	pid   int
	dir   string // on disk
	tmp   string // on tmpfs
	only  string // the section that is run; all if empty
	match string // in it, what has this in its name
}

// row prints one figure: ours, the peer's or the limit, their ratio and what
// it should be at most.
func row(what string, ours, peer float64, unit, against string, most float64) {
	ratio := ours / peer
	mark := "  "
	if ratio > most {
		mark = " >"
	}
	fmt.Printf("%-46s %10.2f %-6s %10.2f  %-28s %6.2f%s %.2f\n", what, ours, unit, peer, against, ratio, mark, most)
}

func run() error {
	dir, err := os.MkdirTemp("", "capshell-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tmp, err := os.MkdirTemp("/dev/shm", "capshell-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.Command("bin/capshell", "--data", filepath.Join(dir, "data"), "serve", "--listen", addr, "--no-publish")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w (make build)", err)
	}
	defer func() { cmd.Process.Signal(syscall.SIGTERM); cmd.Wait() }()
	b := &bench{c: &client.Client{URL: "http://" + addr}, pid: cmd.Process.Pid, dir: dir, tmp: tmp}
	if len(os.Args) > 1 {
		b.only = os.Args[1]
	}
	if len(os.Args) > 2 {
		b.match = os.Args[2]
	}
	for range 200 {
		if err = b.c.CreateWorkspace(bg, "bench"); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		return err
	}
	fmt.Printf("%-46s %10s %-6s %10s  %-28s %6s   %s\n", "what", "ours", "", "peer", "", "ratio", "at most")
	for _, f := range []struct {
		name string
		run  func(*bench) error
	}{{"exec", execs}, {"aws", lambdaFunctions}, {"memory", memory}, {"throughput", throughput}, {"files", files}, {"import", importTree}, {"language", language}, {"text", text}} {
		if b.only != "" && b.only != f.name {
			continue
		}
		if err := f.run(b); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// script runs a script and returns how long it took and what it printed.
func (b *bench) script(ws, script string) (time.Duration, string, error) {
	start := time.Now()
	e, err := b.c.Exec(bg, ws, client.ExecRequest{Command: script})
	if err != nil {
		return 0, "", err
	}
	defer e.Close()
	var out, errs bytes.Buffer
	status, err := e.Output(&out, &errs)
	took := time.Since(start)
	if err == nil && (status != 0 || errs.Len() > 0) {
		err = fmt.Errorf("status %d: %s%s", status, errs.String(), script)
	}
	return took, out.String(), err
}

// bash runs a script by the real bash.
func bash(dir, script string, env ...string) (time.Duration, string, error) {
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append([]string{"LC_ALL=C"}, env...)...)
	start := time.Now()
	out, err := cmd.Output()
	return time.Since(start), string(out), err
}

// bashPeak is the most memory that the real bash had in a script, in MB.
func bashPeak(dir, script string) (float64, error) {
	// time(1) starts it: what this process has would count as bash's.
	cmd := exec.Command("time", "-f", "%M", "bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return 0, err
	}
	kb, err := strconv.ParseFloat(strings.TrimSpace(errs.String()), 64)
	return kb / 1024, err
}

// workerPeak is the most memory that a worker had while f ran, in MB. It looks
// every few milliseconds at what the kernel says was the most.
func (b *bench) workerPeak(f func() error) (float64, error) {
	stop, done := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for tick := time.Tick(3 * time.Millisecond); ; {
			select {
			case <-stop:
				done <- most
				return
			case <-tick:
			}
			for _, pid := range b.workers() {
				most = max(most, peak(pid))
			}
		}
	}()
	err := f()
	close(stop)
	return <-done, err
}

// workers are the processes that the server started.
func (b *bench) workers() (pids []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(b.pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// peak is the most memory that a process has had (VmHWM), in MB; 0 if it has
// ended.
func peak(pid int) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}

// best returns the shortest of n runs.
func best(n int, f func() (time.Duration, error)) (time.Duration, error) {
	var min time.Duration
	for i := range n {
		d, err := f()
		if err != nil {
			return 0, err
		}
		if i == 0 || d < min {
			min = d
		}
	}
	return min, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func execs(b *bench) error {
	var took []time.Duration
	for range 300 {
		d, out, err := b.script("bench", "echo hi")
		if err != nil || out != "hi\n" {
			return errors.Join(err, fmt.Errorf("%q", out))
		}
		took = append(took, d)
		time.Sleep(5 * time.Millisecond) // one after the other, not as fast as can be
	}
	slices.Sort(took)
	row("echo hi over HTTP, p50", ms(took[len(took)/2]), 3, "ms", "limit", 1)
	const clients, each = 8, 60
	start := time.Now()
	errs := make([]error, clients)
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			for range each {
				if _, _, err := b.script("bench", "echo hi"); err != nil {
					errs[i] = err
				}
			}
		})
	}
	wg.Wait()
	rate := clients * each / time.Since(start).Seconds()
	row("time of one of 8 clients' echo hi", 1000/rate, 5, "ms", "limit: 200 execs/s", 1)
	return errors.Join(errs...)
}

// memory reads the private memory of the server and of its idle workers.
func memory(b *bench) error {
	server, err := private(b.pid)
	if err != nil {
		return err
	}
	row("server, private memory", server, 80, "MB", "limit", 1)
	worst := 0.0
	for _, pid := range b.workers() {
		if m, err := private(pid); err == nil {
			worst = max(worst, m)
		}
	}
	row("idle worker, private memory", worst, 10, "MB", "limit", 1)
	return nil
}

func private(pid int) (mb float64, err error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "Private_Clean: %f kB", &kb); n == 1 {
			mb += kb / 1024
		}
		if n, _ := fmt.Sscanf(line, "Private_Dirty: %f kB", &kb); n == 1 {
			mb += kb / 1024
		}
	}
	return mb, nil
}

func throughput(b *bench) error {
	const mib = 64
	i := 0
	write, err := best(3, func() (time.Duration, error) {
		i++
		d, _, err := b.script("bench", fmt.Sprintf("head -c %d /dev/urandom > big%d", mib<<20, i))
		return d, err
	})
	if err != nil {
		return err
	}
	// What making the bytes costs is no part of it.
	gen, err := best(3, func() (time.Duration, error) {
		d, _, err := b.script("bench", fmt.Sprintf("head -c %d /dev/urandom > /dev/null", mib<<20))
		return d, err
	})
	if err != nil {
		return err
	}
	row("write 64 MiB through a script, durable", ms(write-gen), mib<<20/200e6*1000, "ms", "limit: 200 MB/s", 1)
	read, err := best(3, func() (time.Duration, error) {
		d, _, err := b.script("bench", "cat big1 > /dev/null")
		return d, err
	})
	row("read it back", ms(read), mib<<20/200e6*1000, "ms", "limit: 200 MB/s", 1)
	return err
}

func files(b *bench) error {
	steps := []struct{ what, script string }{
		{"create 1,000 files", "mkdir -p many; for i in {1..1000}; do touch many/$i; done"},
		{"write to them by redirection (bash forks neither)", "for i in {1..1000}; do echo $i > many/$i; done"},
		{"stat them", "for i in {1..1000}; do stat -c %s many/$i; done > /dev/null"},
		{"remove them", "for i in {1..1000}; do rm many/$i; done"},
	}
	for _, s := range steps {
		ours, _, err := b.script("bench", s.script)
		if err != nil {
			return err
		}
		theirs, _, err := bash(b.tmp, s.script)
		if err != nil {
			return err
		}
		row(s.what, ms(ours), ms(theirs), "ms", "bash and GNU on tmpfs", 1)
	}
	return nil
}

func importTree(b *bench) error {
	root := filepath.Join(b.tmp, "tree")
	r := rand.New(rand.NewSource(1))
	const n = 10000
	for i := range n {
		dir := filepath.Join(root, fmt.Sprintf("d%03d", i/50))
		if i%50 == 0 {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%05d.txt", i)), logLines(r, 10+r.Intn(40)), 0o644); err != nil {
			return err
		}
	}
	start := time.Now()
	put := exec.Command("bin/capshell", "fs", "put", "--server", b.c.URL, "-w", "tree", root, "/workspace/tree")
	if out, err := put.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	row("import 10,000 files", ms(time.Since(start)), n/3000.0*1000, "ms", "limit: 3,000 files/s", 1)
	const script = "grep -rc 'status=500' tree | wc -l"
	ours, err := best(3, func() (time.Duration, error) { d, _, err := b.script("tree", script); return d, err })
	if err != nil {
		return err
	}
	theirs, err := best(3, func() (time.Duration, error) { d, _, err := bash(b.tmp, script); return d, err })
	if err != nil {
		return err
	}
	row("grep -r over them", ms(ours), ms(theirs), "ms", "GNU grep on tmpfs", 3)
	return nil
}

// logLines makes lines of a log.
func logLines(r *rand.Rand, n int) []byte {
	var b bytes.Buffer
	hosts := []string{"alpha", "beta", "gamma", "delta", "epsilon"}
	paths := []string{"/", "/index.html", "/api/v1/items", "/static/app.js", "/login", "/search?q=shell"}
	for range n {
		fmt.Fprintf(&b, "2026-%02d-%02dT%02d:%02d:%02dZ %s GET %s status=%d bytes=%d user%d\n", 1+r.Intn(12), 1+r.Intn(28), r.Intn(24), r.Intn(60), r.Intn(60),
			hosts[r.Intn(len(hosts))], paths[r.Intn(len(paths))], []int{200, 200, 200, 304, 404, 500}[r.Intn(6)], r.Intn(100000), r.Intn(5000))
	}
	return b.Bytes()
}

func language(b *bench) error {
	if err := os.WriteFile(filepath.Join(b.tmp, "lines"), logLines(rand.New(rand.NewSource(2)), 200000), 0o644); err != nil {
		return err
	}
	if err := b.put("bench", "lines", filepath.Join(b.tmp, "lines")); err != nil {
		return err
	}
	for _, s := range []struct {
		what, script string
		most         float64
	}{
		{"1,000,000-step arithmetic loop", "for ((i=0; i<1000000; i++)); do ((s+=i)); done; echo $s", 1},
		{"200,000 calls of a function", "f() { x=$1; }; for ((i=0; i<200000; i++)); do f $i; done; echo $x", 1},
		{"string of 1 MB by +=", "for ((i=0; i<100000; i++)); do s+=0123456789; done; echo ${#s}", 1},
		{"array of 100,000 by name+=(..)", "for ((i=0; i<100000; i++)); do a+=(x$i); done; echo ${#a[@]}", 1},
		{"while read of 200,000 lines", "n=0; while read -r l; do ((n++)); done < lines; echo $n", 1},
		{"10,000 $(echo x)", "for ((i=0; i<10000; i++)); do x=$(echo x); done; echo $x", 0.2},
		{"10,000 ( : )", "for ((i=0; i<10000; i++)); do ( : ); done", 0.2},
		{"5,000 three-stage pipelines", "for ((i=0; i<5000; i++)); do echo $i | { read x; echo $x; } | { read y; }; done", 0.2},
	} {
		var a, c string
		ours, err := best(2, func() (d time.Duration, err error) { d, a, err = b.script("bench", s.script); return d, err })
		if err != nil {
			return err
		}
		theirs, err := best(2, func() (d time.Duration, err error) { d, c, err = bash(b.tmp, s.script); return d, err })
		if err != nil {
			return err
		}
		if a != c {
			return fmt.Errorf("%s: %q, bash says %q", s.what, a, c)
		}
		row(s.what, ms(ours), ms(theirs), "ms", "bash", s.most)
		used, err := b.workerPeak(func() error { _, _, err := b.script("bench", s.script); return err })
		if err != nil {
			return err
		}
		limit, err := bashPeak(b.tmp, s.script)
		if err != nil {
			return err
		}
		row("  its memory at most", used, 2*limit+20, "MB", "twice bash's and 20 MB", 1)
	}
	return nil
}

func (b *bench) put(ws, name, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = b.c.Put(bg, ws, "/workspace/"+name, "", f)
	return err
}
