package diff

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const diff3Help = `
Usage: diff3 [OPTION]... MYFILE OLDFILE YOURFILE
Compare three files line by line.

Without more the places where they differ are shown. These options write a
script for ed that brings what changed from OLDFILE to YOURFILE into MYFILE:
  -A, --show-all        all changes, with conflicts between marks
  -e, --ed              your changes
  -E, --show-overlap    as -e, with conflicts between marks
  -3, --easy-only       as -e, only what doesn't conflict
  -x, --overlap-only    as -e, only what conflicts
  -X                    the same as -x
  -i                    end the script with w and q
  -m, --merge           the merged file in place of a script, by -A if no other
  -L, --label=LABEL     LABEL instead of a file's name, up to three times
  -a, --text            all files are text
  -T, --initial-tab     a tab before lines
      --strip-trailing-cr  without carriage returns at the end of lines
      --diff-program=PROGRAM  compare the files by PROGRAM
      --help            this text
  -v, --version         the version
The status is 0 if all went well, 1 if there are conflicts, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "diff3", Help: diff3Help, UsageStatus: 2, Hint: "%[1]s: Try '%[1]s --help' for more information.", Run: runDiff3})
}

// block3 is a place where the three files aren't all the same: the lines from
// low up to high of each.
type block3 struct {
	low, high [3]int
	odd       int // the file that differs from the other two, 3 where all do
}

func runDiff3(ctx context.Context, p *commands.Process) int {
	opts, files := p.Getopt("aAeEiL:mTvxX3", getopt.Long{Name: "show-all", ID: 'A'}, getopt.Long{Name: "ed", ID: 'e'}, getopt.Long{Name: "show-overlap", ID: 'E'},
		getopt.Long{Name: "easy-only", ID: '3'}, getopt.Long{Name: "overlap-only", ID: 'x'}, getopt.Long{Name: "merge", ID: 'm'}, getopt.Long{Name: "label", Arg: getopt.Required, ID: 'L'},
		getopt.Long{Name: "text", ID: 'a'}, getopt.Long{Name: "initial-tab", ID: 'T'}, getopt.Long{Name: "strip-trailing-cr", ID: 300}, getopt.Long{Name: "diff-program", Arg: getopt.Required, ID: 301})
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		p.Errorf("Try '%s --help' for more information.", p.Name)
		p.Exit(2)
	}
	merge, text, tab, strip, finish := false, false, false, false, false
	style := rune(0) // of the script: A e E x 3
	var labels []string
	program := "diff"
	for _, o := range opts {
		switch o.ID {
		case 'A', 'e', 'E', 'x', 'X', '3':
			if style != 0 && style != rune(o.ID) {
				usage("incompatible options")
			}
			style = rune(o.ID)
		case 'i':
			finish = true
		case 'm':
			merge = true
		case 'L':
			if labels = append(labels, o.Arg); len(labels) > 3 {
				usage("too many file label options")
			}
		case 'a':
			text = true
		case 'T':
			tab = true
		case 300:
			strip = true
		case 301:
			program = o.Arg
		case 'v':
			p.ShowVersion()
		}
	}
	if merge && style == 0 {
		style = 'A'
	}
	if merge && finish || labels != nil && style != 'A' && style != 'E' {
		usage("incompatible options")
	}
	if len(files) < 3 {
		last := p.Name
		if len(p.Args) > 0 {
			last = p.Args[len(p.Args)-1]
		}
		usage("missing operand after '%s'", last)
	}
	if len(files) > 3 {
		usage("extra operand '%s'", files[3])
	}
	if merge && files[0] == "-" { // it would be read twice
		p.Fatalf(2, "failed to reopen %s with mode %s: %s", "‘-’", "‘r’", vfs.ENOENT)
	}
	var lines [3][][]byte
	ids := map[string]int{}
	var nums [3][]int
	for i, name := range files {
		f, err := p.Input(ctx, name)
		var b []byte
		if err == nil {
			if s, serr := f.Stat(); serr == nil && s.IsDir() {
				err = vfs.EISDIR
			} else {
				b, err = io.ReadAll(io.LimitReader(f, maxFile))
			}
			f.Close()
		}
		if err != nil {
			p.FileError(name, err)
			return 2
		}
		if !text && bytes.IndexByte(b[:min(len(b), 32<<10)], 0) >= 0 {
			old, other := files[1], files[2]
			if i == 0 {
				other = name
			}
			p.Fatalf(2, "diff failed: Binary files %s and %s differ", old, other)
		}
		if strip {
			b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
		}
		lines[i] = split(b)
		for _, l := range lines[i] {
			id, ok := ids[string(l)]
			if !ok {
				id = len(ids) + 1
				ids[string(l)] = id
			}
			nums[i] = append(nums[i], id)
		}
	}
	// Both files are compared with the old one.
	const horizon = 100 // lines kept of what all begin and end with
	var mine, yours []change
	if program == "diff" {
		mine = compare(ctx, nums[1], nums[0], horizon, false).changes()
		yours = compare(ctx, nums[1], nums[2], horizon, false).changes()
	} else {
		mine = compareBy(ctx, p, program, files[1], files[0])
		yours = compareBy(ctx, p, program, files[1], files[2])
	}
	var blocks []block3
	var shift [2]int // how far lines of the files are from the old one's
	for len(mine) > 0 || len(yours) > 0 {
		lists := [2]*[]change{&mine, &yours}
		first := 0
		if len(mine) == 0 || len(yours) > 0 && yours[0].a < mine[0].a {
			first = 1
		}
		low := (*lists[first])[0].a
		high := low
		took := [2][]change{}
		for grown := true; grown; {
			grown = false
			for k, l := range lists {
				for len(*l) > 0 && ((*l)[0].a <= high) {
					c := (*l)[0]
					took[k] = append(took[k], c)
					*l = (*l)[1:]
					high = max(high, c.a+c.del)
					grown = true
				}
			}
		}
		b := block3{}
		b.low[1], b.high[1] = low, high
		for k, f := range []int{0, 2} {
			b.low[f] = low + shift[k]
			for _, c := range took[k] {
				shift[k] += c.ins - c.del
			}
			b.high[f] = high + shift[k]
		}
		same := func(i, j int) bool {
			if b.high[i]-b.low[i] != b.high[j]-b.low[j] {
				return false
			}
			for k := 0; k < b.high[i]-b.low[i]; k++ {
				if nums[i][b.low[i]+k] != nums[j][b.low[j]+k] {
					return false
				}
			}
			return true
		}
		switch {
		case len(took[1]) == 0:
			b.odd = 0
		case len(took[0]) == 0:
			b.odd = 2
		case same(0, 2):
			b.odd = 1
		default:
			b.odd = 3
		}
		blocks = append(blocks, b)
	}
	name := func(i int) string {
		if i < len(labels) {
			return labels[i]
		}
		return files[i]
	}
	m := &merger{out: p.Out, style: style, lines: lines, name: name}
	if merge {
		return m.merged(blocks)
	}
	if style != 0 {
		status := m.script(blocks)
		if finish {
			p.Out.WriteString("w\nq\n")
		}
		return status
	}
	indent := "  "
	if tab {
		indent = "\t"
	}
	for _, b := range blocks {
		mark := ""
		skip := 3
		if b.odd < 3 {
			mark = strconv.Itoa(b.odd + 1)
			skip = 0
			if b.odd == 0 {
				skip = 1
			}
		}
		fmt.Fprintf(p.Out, "====%s\n", mark)
		order := []int{0, 1, 2}
		if b.odd == 1 {
			order = []int{0, 2, 1}
		}
		for _, i := range order {
			lo, hi := b.low[i]+1, b.high[i]
			switch {
			case lo > hi:
				fmt.Fprintf(p.Out, "%d:%da\n", i+1, hi)
			case lo == hi:
				fmt.Fprintf(p.Out, "%d:%dc\n", i+1, lo)
			default:
				fmt.Fprintf(p.Out, "%d:%d,%dc\n", i+1, lo, hi)
			}
			if i == skip {
				continue
			}
			for _, l := range lines[i][b.low[i]:b.high[i]] {
				p.Out.WriteString(indent)
				p.Out.Write(l)
				if l[len(l)-1] != '\n' {
					p.Out.WriteString("\n\\ No newline at end of file\n")
				}
			}
		}
	}
	return 0
}

// compareBy returns the changes that a program shows as a normal diff.
func compareBy(ctx context.Context, p *commands.Process, program, a, b string) []change {
	r, w := vfs.Pipe()
	defer r.Close()
	c := runProgram(ctx, p, []string{program, "--horizon-lines=100", "--", a, b}, p.Stdin, w)
	status := make(chan int, 1)
	go func() {
		s := c.Wait()
		w.Close()
		status <- s
	}()
	var list []change
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxFile)
	for lines.Scan() {
		l := lines.Text()
		k := strings.IndexAny(l, "acd")
		if k <= 0 || l[0] < '0' || l[0] > '9' {
			continue // a line of a file
		}
		span := func(s string) (low, high int) {
			from, to, both := strings.Cut(s, ",")
			low, _ = strconv.Atoi(from)
			high = low
			if both {
				high, _ = strconv.Atoi(to)
			}
			return low, high
		}
		a0, a1 := span(l[:k])
		b0, b1 := span(l[k+1:])
		c := change{a: a0 - 1, b: b0 - 1, del: a1 - a0 + 1, ins: b1 - b0 + 1}
		if l[k] == 'a' {
			c.a, c.del = a0, 0
		}
		if l[k] == 'd' {
			c.b, c.ins = b0, 0
		}
		list = append(list, c)
	}
	if s := <-status; s > 1 {
		p.Fatalf(2, "subsidiary program '%s' failed (exit status %d)", program, s)
	}
	return list
}

// merger brings your changes into my file.
type merger struct {
	out   *commands.Output
	style rune
	lines [3][][]byte
	name  func(int) string
}

// yours tells whether a block takes your lines without more.
func (m *merger) yours(b *block3) bool {
	switch b.odd {
	case 2:
		return m.style != 'x' && m.style != 'X'
	case 3:
		return m.style == 'e' || m.style == 'x' || m.style == 'X'
	}
	return false
}

// marked tells whether a block is shown as a conflict.
func (m *merger) marked(b *block3) bool {
	return b.odd == 3 && (m.style == 'A' || m.style == 'E') || b.odd == 1 && m.style == 'A'
}

func (m *merger) of(i int, b *block3) [][]byte { return m.lines[i][b.low[i]:b.high[i]] }

func (m *merger) put(list [][]byte) {
	for _, l := range list {
		m.out.Write(l)
	}
}

// merged writes the merged file.
func (m *merger) merged(blocks []block3) int {
	status := 0
	at := 0
	for i := range blocks {
		b := &blocks[i]
		m.put(m.lines[0][at:b.low[0]])
		at = b.high[0]
		switch {
		case m.yours(b):
			m.put(m.of(2, b))
		case !m.marked(b):
			m.put(m.of(0, b))
		case b.odd == 1:
			status = 1
			fmt.Fprintf(m.out, "<<<<<<< %s\n", m.name(1))
			m.put(m.of(1, b))
			m.out.WriteString("=======\n")
			m.put(m.of(2, b))
			fmt.Fprintf(m.out, ">>>>>>> %s\n", m.name(2))
		default:
			status = 1
			fmt.Fprintf(m.out, "<<<<<<< %s\n", m.name(0))
			m.put(m.of(0, b))
			if m.style == 'A' {
				fmt.Fprintf(m.out, "||||||| %s\n", m.name(1))
				m.put(m.of(1, b))
			}
			m.out.WriteString("=======\n")
			m.put(m.of(2, b))
			fmt.Fprintf(m.out, ">>>>>>> %s\n", m.name(2))
		}
	}
	m.put(m.lines[0][at:])
	return status
}

// script writes the script for ed, the last change first. A line that begins
// with a dot gets another one, which a command behind the text takes away.
func (m *merger) script(blocks []block3) int {
	status := 0
	text := func(list [][]byte) (dots bool) {
		for _, l := range list {
			if l[0] == '.' {
				dots = true
				m.out.WriteByte('.')
			}
			m.out.Write(l)
			if l[len(l)-1] != '\n' {
				m.out.WriteByte('\n')
			}
		}
		return dots
	}
	end := func(dots bool, start, n int) {
		m.out.WriteString(".\n")
		if !dots {
			return
		}
		if n > 1 {
			fmt.Fprintf(m.out, "%d,%ds/^\\.//\n", start, start+n-1)
		} else {
			fmt.Fprintf(m.out, "%ds/^\\.//\n", start)
		}
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		b := &blocks[i]
		low, high := b.low[0], b.high[0]
		old, yours := m.of(1, b), m.of(2, b)
		switch {
		case m.yours(b) && len(yours) == 0:
			fmt.Fprintf(m.out, "%sd\n", lineRange(low, high-low))
		case m.yours(b) && low == high:
			fmt.Fprintf(m.out, "%da\n", high)
			end(text(yours), high+1, len(yours))
		case m.yours(b):
			fmt.Fprintf(m.out, "%sc\n", lineRange(low, high-low))
			end(text(yours), low+1, len(yours))
		case !m.marked(b):
		case b.odd == 1:
			status = 1
			fmt.Fprintf(m.out, "%da\n>>>>>>> %s\n.\n%da\n<<<<<<< %s\n", high, m.name(2), low, m.name(1))
			dots := text(old)
			m.out.WriteString("=======\n")
			end(dots, low+2, len(old))
		default:
			status = 1
			fmt.Fprintf(m.out, "%da\n", high)
			dots := false
			if m.style == 'A' {
				fmt.Fprintf(m.out, "||||||| %s\n", m.name(1))
				dots = text(old)
			}
			m.out.WriteString("=======\n")
			dots = text(yours) || dots
			fmt.Fprintf(m.out, ">>>>>>> %s\n", m.name(2))
			end(dots, high+2, len(old)+len(yours)+1)
			fmt.Fprintf(m.out, "%da\n<<<<<<< %s\n.\n", low, m.name(0))
		}
	}
	return status
}
