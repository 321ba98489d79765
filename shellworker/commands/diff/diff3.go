package diff

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const diff3Help = `
Usage: diff3 [OPTION]... MYFILE OLDFILE YOURFILE
Compare three files line by line.

  -m, --merge           the merged file, with conflicts between marks
  -L, --label=LABEL     LABEL instead of a file's name, up to three times
  -a, --text            all files are text
  -T, --initial-tab     a tab before lines
      --strip-trailing-cr  without carriage returns at the end of lines
      --help            this text
  -v, --version         the version
The status is 0 if all went well, 1 if there are conflicts, 2 after an error.
`

const sdiffHelp = `
Usage: sdiff [OPTION]... FILE1 FILE2
Show the differences of two files side by side.

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
      --help                   this text
  -v, --version                the version
The status is 0 if they are the same, 1 if they differ, 2 after an error.
`

func init() {
	commands.Register(commands.Command{Name: "diff3", Help: diff3Help, UsageStatus: 2, Run: runDiff3})
	commands.Register(commands.Command{Name: "sdiff", Help: sdiffHelp, UsageStatus: 2, Run: runSdiff})
}

// runSdiff is diff -y with other letters.
func runSdiff(ctx context.Context, p *commands.Process) int {
	opts, files := p.Getopt("abBdEHiI:lstvw:WZ", getopt.Long{Name: "ignore-case", ID: 'i'}, getopt.Long{Name: "ignore-tab-expansion", ID: 'E'},
		getopt.Long{Name: "ignore-trailing-space", ID: 'Z'}, getopt.Long{Name: "ignore-space-change", ID: 'b'}, getopt.Long{Name: "ignore-all-space", ID: 'W'},
		getopt.Long{Name: "ignore-blank-lines", ID: 'B'}, getopt.Long{Name: "ignore-matching-lines", Arg: getopt.Required, ID: 'I'},
		getopt.Long{Name: "strip-trailing-cr", ID: 300}, getopt.Long{Name: "text", ID: 'a'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'},
		getopt.Long{Name: "left-column", ID: 'l'}, getopt.Long{Name: "suppress-common-lines", ID: 's'}, getopt.Long{Name: "expand-tabs", ID: 't'},
		getopt.Long{Name: "tabsize", Arg: getopt.Required, ID: 301}, getopt.Long{Name: "minimal", ID: 'd'}, getopt.Long{Name: "speed-large-files", ID: 'H'})
	args := []string{"-y"}
	for _, o := range opts {
		switch o.ID {
		case 'v':
			fmt.Fprintf(p.Out, "sdiff (capshell) %s\n", commands.Version)
			return 0
		case 'W':
			args = append(args, "-w")
		case 'w':
			args = append(args, "-W"+o.Arg)
		case 'l':
			args = append(args, "--left-column")
		case 's':
			args = append(args, "--suppress-common-lines")
		case 'I':
			args = append(args, "-I"+o.Arg)
		case 300:
			args = append(args, "--strip-trailing-cr")
		case 301:
			args = append(args, "--tabsize="+o.Arg)
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
	p.Args = append(append(args, "--"), files...)
	return runDiff(ctx, p)
}

// block3 is a place where the three files aren't all the same: the lines from
// low up to high of each.
type block3 struct {
	low, high [3]int
	odd       int // the file that differs from the other two, 3 where all do
}

func runDiff3(ctx context.Context, p *commands.Process) int {
	opts, files := p.Getopt("aL:mTv", getopt.Long{Name: "merge", ID: 'm'}, getopt.Long{Name: "label", Arg: getopt.Required, ID: 'L'},
		getopt.Long{Name: "text", ID: 'a'}, getopt.Long{Name: "initial-tab", ID: 'T'}, getopt.Long{Name: "strip-trailing-cr", ID: 300})
	merge, text, tab, strip := false, false, false, false
	var labels []string
	for _, o := range opts {
		switch o.ID {
		case 'm':
			merge = true
		case 'L':
			if labels = append(labels, o.Arg); len(labels) > 3 {
				p.Fatalf(2, "too many file label options")
			}
		case 'a':
			text = true
		case 'T':
			tab = true
		case 300:
			strip = true
		case 'v':
			fmt.Fprintf(p.Out, "diff3 (capshell) %s\n", commands.Version)
			return 0
		}
	}
	if len(files) < 3 {
		last := p.Name
		if len(p.Args) > 0 {
			last = p.Args[len(p.Args)-1]
		}
		p.UsageError("missing operand after '%s'", last)
	}
	if len(files) > 3 {
		p.UsageError("extra operand '%s'", files[3])
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
			p.Fatalf(2, "diff failed: binary file %s", strconv.Quote(name))
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
	mine := compare(ctx, nums[1], nums[0], 0, false).changes()
	yours := compare(ctx, nums[1], nums[2], 0, false).changes()
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
	if merge {
		return merge3(p, blocks, lines, name)
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

// merge3 writes my file with your changes; where both changed the old one
// differently all three stand between marks.
func merge3(p *commands.Process, blocks []block3, lines [3][][]byte, name func(int) string) int {
	status := 0
	at := 0
	put := func(list [][]byte) {
		for _, l := range list {
			p.Out.Write(l)
		}
	}
	for _, b := range blocks {
		put(lines[0][at:b.low[0]])
		at = b.high[0]
		mine, old, yours := lines[0][b.low[0]:b.high[0]], lines[1][b.low[1]:b.high[1]], lines[2][b.low[2]:b.high[2]]
		switch b.odd {
		case 0:
			put(mine)
		case 2:
			put(yours)
		case 1:
			status = 1
			fmt.Fprintf(p.Out, "<<<<<<< %s\n", name(1))
			put(old)
			p.Out.WriteString("=======\n")
			put(yours)
			fmt.Fprintf(p.Out, ">>>>>>> %s\n", name(2))
		default:
			status = 1
			fmt.Fprintf(p.Out, "<<<<<<< %s\n", name(0))
			put(mine)
			fmt.Fprintf(p.Out, "||||||| %s\n", name(1))
			put(old)
			p.Out.WriteString("=======\n")
			put(yours)
			fmt.Fprintf(p.Out, ">>>>>>> %s\n", name(2))
		}
	}
	put(lines[0][at:])
	return status
}
