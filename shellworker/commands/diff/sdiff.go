package diff

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const sdiffHelp = `
Usage: sdiff [OPTION]... FILE1 FILE2
Show the differences of two files side by side, or merge them.

  -o, --output=FILE            ask for each difference on the standard input what
                               FILE, the merged file, shall have of it
  -i, --ignore-case            letters match in both cases
  -E, --ignore-tab-expansion   changes by the expansion of tabs don't count
  -Z, --ignore-trailing-space  nor blanks at the end of lines
  -b, --ignore-space-change    nor how many blanks there are
  -W, --ignore-all-space       nor any blanks
  -B, --ignore-blank-lines     nor blank lines
  -I, --ignore-matching-lines=RE  nor lines that match RE
      --strip-trailing-cr      without carriage returns at the end of lines
  -a, --text                   all files are text
  -w, --width=NUM              at most NUM (130) columns
  -l, --left-column            common lines on the left only
  -s, --suppress-common-lines  no common lines
  -t, --expand-tabs            tabs become spaces
      --tabsize=NUM            a tab stop every NUM (8) columns
  -d, --minimal                look for the smallest set of changes
  -H, --speed-large-files      for many small changes: it is always fast there
      --diff-program=PROGRAM   compare the files by PROGRAM
      --help                   this text
  -v, --version                the version
The status is 0 if they are the same, 1 if they differ, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "sdiff", Help: sdiffHelp, UsageStatus: 2, Hint: "%[1]s: Try '%[1]s --help' for more information.", Run: runSdiff})
}

// runSdiff is diff -y with other letters, and a dialogue over what it shows.
func runSdiff(ctx context.Context, p *commands.Process) int {
	opts, files := p.Getopt("abBdEHiI:lo:stvw:WZ", getopt.Long{Name: "diff-program", Arg: getopt.Required, ID: 302}, getopt.Long{Name: "expand-tabs", ID: 't'},
		getopt.Long{Name: "ignore-all-space", ID: 'W'}, getopt.Long{Name: "ignore-blank-lines", ID: 'B'}, getopt.Long{Name: "ignore-case", ID: 'i'},
		getopt.Long{Name: "ignore-matching-lines", Arg: getopt.Required, ID: 'I'}, getopt.Long{Name: "ignore-space-change", ID: 'b'},
		getopt.Long{Name: "ignore-tab-expansion", ID: 'E'}, getopt.Long{Name: "ignore-trailing-space", ID: 'Z'}, getopt.Long{Name: "left-column", ID: 'l'},
		getopt.Long{Name: "minimal", ID: 'd'}, getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "speed-large-files", ID: 'H'},
		getopt.Long{Name: "strip-trailing-cr", ID: 300}, getopt.Long{Name: "suppress-common-lines", ID: 's'}, getopt.Long{Name: "tabsize", Arg: getopt.Required, ID: 301},
		getopt.Long{Name: "text", ID: 'a'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'})
	args := []string{"-y"}
	output, program := "", "diff"
	hide := false
	for _, o := range opts {
		switch o.ID {
		case 'v':
			p.ShowVersion()
		case 'W':
			args = append(args, "-w")
		case 'w':
			args = append(args, "-W", o.Arg)
		case 'l':
			args = append(args, "--left-column")
		case 'o':
			output = o.Arg
		case 's':
			hide = true
		case 'I':
			args = append(args, "-I", o.Arg)
		case 300:
			args = append(args, "--strip-trailing-cr")
		case 301:
			args = append(args, "--tabsize="+o.Arg)
		case 302:
			program = o.Arg
		default:
			args = append(args, "-"+string(rune(o.ID)))
		}
	}
	if len(files) < 2 {
		last := p.Name
		if len(p.Args) > 0 {
			last = p.Args[len(p.Args)-1]
		}
		p.UsageError("missing operand after '%s'", last)
	}
	if len(files) > 2 {
		p.UsageError("extra operand '%s'", files[2])
	}
	if output == "" {
		if hide {
			args = append(args, "--suppress-common-lines")
		}
		args = append(append(args, "--"), files...)
		if program != "diff" {
			return runProgram(ctx, p, append([]string{program}, args...), p.Stdin, p.Stdout).Wait()
		}
		p.Args, p.Name = args, "diff"
		return runDiff(ctx, p)
	}
	if files[0] == "-" || files[1] == "-" {
		p.Fatalf(2, "cannot interactively merge standard input")
	}
	m := &sideMerger{ctx: ctx, p: p, in: bufio.NewReader(p.Stdin), hide: hide}
	var dirs [2]bool
	for i, name := range files {
		if s, err := p.Stat(ctx, name); err == nil && s.IsDir() {
			dirs[i] = true
		}
	}
	if dirs[0] && dirs[1] {
		p.Fatalf(2, "both files to be compared are directories")
	}
	for i, d := range dirs {
		if d {
			files[i] = join(files[i], commands.BaseName(files[1-i]))
		}
	}
	for i, name := range files {
		f, err := p.Open(ctx, name)
		if err != nil {
			p.Fatalf(2, "%s: %s", name, vfs.ErrText(err))
		}
		defer f.Close()
		m.sides[i] = bufio.NewReaderSize(f, 32<<10)
	}
	f, err := p.OpenFile(ctx, output, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
	if err != nil {
		p.Fatalf(2, "%s: %s", output, vfs.ErrText(err))
	}
	m.out = commands.NewOutput(f)
	r, w := vfs.Pipe()
	c := runProgram(ctx, p, append(append([]string{program, "--sdiff-merge-assist"}, args...), append([]string{"--"}, files...)...), p.Stdin, w)
	status := make(chan int, 1)
	go func() {
		s := c.Wait()
		w.Close()
		status <- s
	}()
	m.diff = bufio.NewReaderSize(r, 32<<10)
	ok := m.run()
	r.Close()
	result := <-status
	m.out.Flush()
	if err := f.Close(); err != nil {
		p.Fatalf(2, "%s: %s", output, vfs.ErrText(err))
	}
	if !ok {
		return 2
	}
	return result
}

// runProgram starts a program, or ends the command.
func runProgram(ctx context.Context, p *commands.Process, args []string, in, out vfs.File) commands.Child {
	p.Out.Flush()
	if p.Shell != nil {
		c, err := p.Shell.Start(ctx, commands.Spawn{Args: args, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: in, Stdout: out, Stderr: p.Stderr})
		if err == nil {
			return c
		}
	}
	p.Fatalf(2, "subsidiary program '%s' not found", args[0])
	return nil
}

// sideMerger asks for each difference which side to take.
type sideMerger struct {
	ctx   context.Context
	p     *commands.Process
	in    *bufio.Reader
	diff  *bufio.Reader // what diff shows, with the counts of each run of lines
	sides [2]*bufio.Reader
	out   *commands.Output
	hide  bool // common lines
}

// run returns false if it was left before the end.
func (m *sideMerger) run() bool {
	for m.ctx.Err() == nil {
		line, err := m.diff.ReadString('\n')
		if err == io.EOF {
			return true
		}
		if err != nil {
			return false
		}
		if line[0] == ' ' {
			m.p.Out.WriteString(line[1:])
			continue
		}
		var n [2]int
		if _, err := fmt.Sscanf(line[1:], "%d,%d", &n[0], &n[1]); err != nil || line[0] != 'i' && line[0] != 'c' {
			m.p.Out.WriteString(line) // diff's own message
			continue
		}
		shown := max(n[0], n[1])
		if line[0] == 'i' {
			if m.hide {
				copyLines(io.Discard, m.diff, shown)
			} else {
				copyLines(m.p.Out, m.diff, shown)
			}
			m.take(0, n)
			continue
		}
		copyLines(m.p.Out, m.diff, shown)
		if !m.ask(n) {
			return false
		}
	}
	return false
}

// take copies the lines of one side to the output and leaves the other's out.
func (m *sideMerger) take(side int, n [2]int) {
	copyLines(m.out, m.sides[side], n[side])
	copyLines(io.Discard, m.sides[1-side], n[1-side])
}

func copyLines(w io.Writer, r *bufio.Reader, n int) {
	for ; n > 0; n-- {
		for {
			b, err := r.ReadSlice('\n')
			w.Write(b)
			if err != bufio.ErrBufferFull {
				break
			}
		}
	}
}

const sideCommands = `ed:	Edit then use both versions, each decorated with a header.
eb:	Edit then use both versions.
el or e1:	Edit then use the left version.
er or e2:	Edit then use the right version.
e:	Discard both versions then edit a new one.
l or 1:	Use the left version.
r or 2:	Use the right version.
s:	Silently include common lines.
v:	Verbosely include common lines.
q:	Quit.
`

// ask reads commands until a side is taken; it returns false to leave.
func (m *sideMerger) ask(n [2]int) bool {
	for {
		m.p.Out.WriteByte('%')
		m.p.Out.Flush()
		line, err := m.in.ReadString('\n')
		word := strings.Join(strings.Fields(line), "")
		if err != nil && word == "" {
			return false
		}
		switch word {
		case "l", "1":
			m.take(0, n)
			return true
		case "r", "2":
			m.take(1, n)
			return true
		case "s":
			m.hide = true
		case "v":
			m.hide = false
		case "q":
			return false
		case "e", "eb", "ed", "el", "e1", "er", "e2":
			m.edit(word[1:], n)
			return true
		default:
			fmt.Fprint(m.p.Stderr, sideCommands)
		}
	}
}

// edit has an editor change what the output gets.
func (m *sideMerger) edit(which string, n [2]int) {
	p := m.p
	name := fmt.Sprintf("/tmp/sdiff%d", p.Now().UnixNano())
	f, err := p.OpenFile(m.ctx, name, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		p.Fatalf(2, "%s: %s", name, vfs.ErrText(err))
	}
	defer p.FS.Unlink(m.ctx, name)
	o := commands.NewOutput(f)
	for i := range 2 {
		var w io.Writer = io.Discard
		if strings.Contains([2]string{"b d l 1", "b d r 2"}[i], which) && which != "" {
			w = o
		}
		copyLines(w, m.sides[i], n[i])
	}
	o.Flush()
	f.Close()
	editor := p.Getenv("EDITOR")
	if editor == "" {
		editor = "ed"
	}
	if c := runProgram(m.ctx, p, []string{"sh", "-c", editor + " " + name}, p.Stdin, p.Stdout); c.Wait() == 127 {
		p.Fatalf(2, "subsidiary program '%s' not found", editor)
	}
	edited, err := p.Open(m.ctx, name)
	if err != nil {
		p.Fatalf(2, "%s: %s", name, vfs.ErrText(err))
	}
	defer edited.Close()
	io.Copy(m.out, edited)
}
