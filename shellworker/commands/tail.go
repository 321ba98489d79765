package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "tail", Run: tailMain, Help: `
Usage: tail [OPTION]... [FILE]...
Print the last 10 lines of each file, or of the standard input.

  -c, --bytes=[+]NUM       the last NUM bytes; with +, from byte NUM on
  -n, --lines=[+]NUM       the last NUM lines; with +, from line NUM on
  -f, --follow[={name|descriptor}]  go on with what is appended
  -F                       the same as --follow=name --retry
      --retry              keep trying to open a file that isn't there
      --pid=PID            with -f, end when the process PID has ended
      --max-unchanged-stats=N  (files are always looked up again by name)
  -s, --sleep-interval=N   look every N seconds
  -q, --quiet, --silent    no headers with the files' names
  -v, --verbose            always headers
  -z, --zero-terminated    lines end in a zero byte
      --help               this text
      --version            the version
NUM may have a multiplier: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024 ...
`})
}

const (
	tailRetry = 300 + iota
	tailPid
	tailUnchanged
)

type tailer struct {
	ctx    context.Context
	p      *Process
	count  int64
	bytes  bool
	plus   bool
	delim  byte
	follow byte // 0, 'd' descriptor, 'n' name
	retry  bool
	sleep  time.Duration
	pid    int64 // following ends with this process
	names  int
	last   string // whose header was printed last
	any    bool
}

// tailed is a file that is followed.
type tailed struct {
	name string
	f    vfs.File
	at   int64
	info vfs.Info
	gone bool
}

func tailMain(ctx context.Context, p *Process) int {
	t := &tailer{ctx: ctx, p: p, count: 10, delim: '\n', sleep: time.Second}
	t.oldForm()
	opts, files := p.Getopt("c:n:fFqs:vz0123456789", getopt.Long{Name: "bytes", Arg: getopt.Required, ID: 'c'}, getopt.Long{Name: "lines", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "follow", Arg: getopt.Optional, ID: 'f'}, getopt.Long{Name: "retry", ID: tailRetry},
		getopt.Long{Name: "pid", Arg: getopt.Required, ID: tailPid}, getopt.Long{Name: "max-unchanged-stats", Arg: getopt.Required, ID: tailUnchanged},
		getopt.Long{Name: "sleep-interval", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "quiet", ID: 'q'},
		getopt.Long{Name: "silent", ID: 'q'}, getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	for _, o := range opts {
		switch o.ID {
		case 'c', 'n':
			t.bytes = o.ID == 'c'
			t.plus = t.plus || strings.HasPrefix(o.Arg, "+") // once said it stays
			t.count = p.count(strings.TrimPrefix(o.Arg, "-"), map[bool]string{true: "bytes", false: "lines"}[t.bytes])
		case 'f':
			t.follow = 'd'
			if o.HasArg {
				t.follow = p.Choice("--follow", o.Arg, "descriptor", "name")[0]
			}
		case 'F':
			t.follow, t.retry = 'n', true
		case tailRetry:
			t.retry = true
		case tailPid:
			n, err := strconv.ParseInt(o.Arg, 10, 32)
			if err != nil || n < 0 {
				p.Fatalf(1, "invalid PID: %s", p.Quote(o.Arg))
			}
			t.pid = n
		case tailUnchanged:
			// Files are always looked up again by name.
			if _, err := strconv.ParseUint(o.Arg, 10, 64); err != nil {
				p.Fatalf(1, "invalid maximum number of unchanged stats between opens: %s", p.Quote(o.Arg))
			}
		case 's':
			n, err := strconv.ParseFloat(o.Arg, 64)
			if err != nil || n < 0 {
				p.Fatalf(1, "invalid number of seconds: %s", p.Quote(o.Arg))
			}
			t.sleep = time.Duration(min(n, 1e6) * float64(time.Second))
		case 'q':
			t.names = -1
		case 'v':
			t.names = 1
		case 'z':
			t.delim = 0
		default:
			p.Fatalf(1, "option used in invalid context -- %c", o.ID)
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if t.names == 0 && len(files) > 1 {
		t.names = 1
	}
	if t.retry && t.follow == 0 {
		p.Errorf("warning: --retry ignored; --retry is useful only when following")
	}
	if t.pid != 0 && t.follow == 0 {
		p.Errorf("warning: PID ignored; --pid=PID is useful only when following")
	}
	if t.follow == 0 && t.count == 0 && !t.plus {
		return 0 // nothing is even opened
	}
	if t.follow == 'n' && slices.Contains(files, "-") {
		p.Fatalf(1, "cannot follow %s by name", quote.Always("-"))
	}
	status := 0
	var followed []*tailed
	for _, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.openError(name, err)
			status = 1
			if t.retry && t.follow != 0 {
				followed = append(followed, &tailed{name: name, gone: true})
			}
			continue
		}
		t.header(name)
		at, err := t.print(f)
		if err != nil {
			p.Out.Flush()
			p.Errorf("error reading %s: %s", quote.Always(t.shown(name)), vfs.ErrText(err))
			status = 1
			f.Close()
			continue
		}
		info, _ := f.Stat()
		if t.follow != 0 && info.Kind == vfs.Regular {
			followed = append(followed, &tailed{name: name, f: f, at: at, info: info})
			continue
		}
		if t.follow != 0 && (info.Kind == vfs.FIFO || info.Kind == vfs.Device) {
			// A pipe was read to its end.
			f.Close()
			continue
		}
		f.Close()
	}
	if t.follow != 0 && len(followed) > 0 {
		t.followAll(followed)
	} else if t.follow != 0 && status != 0 {
		p.Errorf("no files remaining")
	}
	return status
}

// oldForm reads tail -5, -5c, -5f, +5 and the like, which take one file at most.
func (t *tailer) oldForm() {
	p := t.p
	args := p.Args
	switch {
	case len(args) == 1,
		len(args) == 2 && (args[1] == "-" || !strings.HasPrefix(args[1], "-")),
		(len(args) == 2 || len(args) == 3) && args[1] == "--":
	default:
		return
	}
	if args[0] == "" || args[0][0] != '+' && args[0][0] != '-' || args[0] == "-" || args[0] == "-c" {
		return
	}
	s := args[0][1:]
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	number, rest := s[:digits], s[digits:]
	unit := ""
	if rest != "" && strings.IndexByte("bcl", rest[0]) >= 0 {
		unit, rest = rest[:1], rest[1:]
	}
	if rest != "" && rest != "f" {
		if digits > 0 && args[0][0] == '-' {
			p.Fatalf(1, "option used in invalid context -- %c", s[0])
		}
		return
	}
	if rest == "f" {
		t.follow = 'd'
	}
	t.plus = args[0][0] == '+'
	t.bytes = unit == "b" || unit == "c"
	if number == "" {
		number = "10"
	}
	if unit == "b" {
		number += unit
	}
	if n, err := size.ParseUint(number, "b"); err != nil || n > math.MaxInt64 {
		p.Fatalf(1, "invalid number: %s: Numerical result out of range", p.Quote(args[0]))
	}
	t.count = p.count(number, "lines")
	p.Args = args[1:]
}

// running tells whether the process that is waited for still runs.
func (t *tailer) running() bool {
	c, err := t.p.StartShell(t.ctx, "kill -0 "+strconv.FormatInt(t.pid, 10)+" 2>/dev/null", t.p.Stdin, t.p.Stdout)
	return err == nil && c.Wait() == 0
}

func (t *tailer) shown(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

func (t *tailer) header(name string) {
	if t.names <= 0 {
		return
	}
	if t.any {
		t.p.Out.WriteByte('\n')
	}
	t.any = true
	t.last = name
	fmt.Fprintf(t.p.Out, "==> %s <==\n", t.shown(name))
}

// print prints the end of f and returns the offset that it got to.
func (t *tailer) print(f vfs.File) (int64, error) {
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		return 0, vfs.EISDIR
	}
	start, serr := f.Seek(0, io.SeekCurrent)
	seekable := err == nil && info.Kind == vfs.Regular && serr == nil
	switch {
	case t.plus:
		return t.fromStart(f, start)
	case seekable && t.bytes:
		at := max(start, info.Size-t.count)
		if info.Size < start {
			at = start
		}
		f.Seek(at, io.SeekStart)
		n, err := t.copy(f)
		return at + n, err
	case seekable:
		return t.lastLines(f, start, info.Size)
	}
	return 0, t.buffered(f)
}

func (t *tailer) copy(f io.Reader) (int64, error) {
	var n int64
	err := blockInput(t.ctx, f, func(b []byte) {
		n += int64(len(b))
		t.p.Out.Write(b)
		t.p.Out.Flush()
	})
	return n, err
}

func (t *tailer) fromStart(f vfs.File, start int64) (int64, error) {
	skip := t.count - 1
	at := start
	if t.bytes && skip > 0 {
		if _, err := f.Seek(skip, io.SeekCurrent); err == nil {
			skip = 0
		}
	}
	err := blockInput(t.ctx, f, func(b []byte) {
		at += int64(len(b))
		for skip > 0 && len(b) > 0 {
			if t.bytes {
				n := min(skip, int64(len(b)))
				b, skip = b[n:], skip-n
				continue
			}
			i := bytes.IndexByte(b, t.delim)
			if i < 0 {
				return
			}
			b = b[i+1:]
			skip--
		}
		t.p.Out.Write(b)
	})
	if pos, serr := f.Seek(0, io.SeekCurrent); serr == nil {
		at = pos
	}
	return at, err
}

// lastLines finds the lines from the end of a file, backwards.
func (t *tailer) lastLines(f vfs.File, start, size int64) (int64, error) {
	at := max(start, size)
	if t.count > 0 {
		need := t.count + 1
		buf := make([]byte, 32<<10)
		pos := size
		first := true
	search:
		for pos > start {
			n := min(int64(len(buf)), pos-start)
			pos -= n
			if _, err := f.Seek(pos, io.SeekStart); err != nil {
				return 0, err
			}
			b := buf[:n]
			if _, err := io.ReadFull(f, b); err != nil {
				return 0, err
			}
			if first && b[len(b)-1] != t.delim {
				need-- // the last line lacks its end
			}
			first = false
			for end := len(b); ; {
				i := bytes.LastIndexByte(b[:end], t.delim)
				if i < 0 {
					break
				}
				if need--; need == 0 {
					at = pos + int64(i) + 1
					break search
				}
				end = i
			}
			at = pos
		}
		if size <= start {
			at = start
		}
	}
	if _, err := f.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := t.copy(f)
	return at + n, err
}

// tailMost is how many bytes are held of what can't be sought in.
const tailMost = 1 << 30

// buffered keeps the end of what can't be sought in; ENOMEM is returned where
// that is too much.
func (t *tailer) buffered(f vfs.File) error {
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	var held [][]byte // blocks
	total, ends := int64(0), int64(0)
	err := blockInput(ctx, f, func(b []byte) {
		b = bytes.Clone(b)
		held = append(held, b)
		total += int64(len(b))
		ends += int64(bytes.Count(b, []byte{t.delim}))
		for len(held) > 1 {
			h := held[0]
			if t.bytes {
				if total-int64(len(h)) < t.count {
					break
				}
			} else {
				n := int64(bytes.Count(h, []byte{t.delim}))
				if ends-n <= t.count {
					break
				}
				ends -= n
			}
			total -= int64(len(h))
			held = held[1:]
		}
		if total > tailMost {
			cancel()
		}
	})
	if ctx.Err() != nil && t.ctx.Err() == nil {
		return vfs.ENOMEM
	}
	if t.ctx.Err() != nil {
		return err
	}
	all := bytes.Join(held, nil)
	if t.count == 0 {
		return err
	}
	if t.bytes {
		all = all[max(0, int64(len(all))-t.count):]
	} else {
		need := t.count
		end := len(all)
		if end > 0 && all[end-1] == t.delim {
			end--
		}
		for need > 0 {
			i := bytes.LastIndexByte(all[:end], t.delim)
			if i < 0 {
				end = -1
				break
			}
			end = i
			need--
		}
		all = all[end+1:]
	}
	t.p.Out.Write(all)
	return err
}

// followAll prints what is appended to the files until the process is killed.
func (t *tailer) followAll(files []*tailed) {
	p := t.p
	p.Out.Flush()
	wait := min(t.sleep, 100*time.Millisecond)
	timer := time.NewTicker(max(wait, time.Millisecond))
	defer timer.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-timer.C:
		}
		// What was written before the process ended is still shown.
		ended := t.pid != 0 && !t.running()
		for _, f := range files {
			t.look(f)
		}
		p.Out.Flush()
		if ended {
			return
		}
	}
}

func (t *tailer) look(f *tailed) {
	p := t.p
	if t.follow == 'n' && f.name != "-" || f.gone {
		info, err := p.Stat(t.ctx, f.name)
		switch {
		case err != nil:
			if !f.gone {
				p.Out.Flush()
				if f.f != nil {
					f.f.Close()
					f.f = nil
				}
				f.gone = true
				p.Errorf("%s has become inaccessible: %s", quote.Always(f.name), vfs.ErrText(err))
			}
			return
		case f.gone || info.Ino != f.info.Ino || info.Dev != f.info.Dev:
			n, err := p.Open(t.ctx, f.name)
			if err != nil {
				return
			}
			p.Out.Flush()
			if f.gone {
				p.Errorf("%s has appeared;  following new file", quote.Always(f.name))
			} else {
				p.Errorf("%s has been replaced;  following new file", quote.Always(f.name))
				f.f.Close()
			}
			f.f, f.at, f.info, f.gone = n, 0, info, false
		}
	}
	if f.f == nil {
		return
	}
	info, err := f.f.Stat()
	if err != nil || info.Size == f.at {
		return
	}
	if info.Size < f.at {
		p.Out.Flush()
		p.Errorf("%s: file truncated", t.shown(f.name))
		f.at = 0
	}
	if info.Size == f.at {
		return
	}
	if t.names > 0 && t.last != f.name {
		t.header(f.name)
	}
	f.f.Seek(f.at, io.SeekStart)
	n, _ := t.copy(f.f)
	f.at += n
}
