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
	Register(Command{Name: "pr", Run: prMain, Help: `
Usage: pr [OPTION]... [FILE]...
Paginate the files, or the standard input, for printing.

  -COLUMN, --columns=COLUMN  so many columns, filled one after another
  -a, --across               fill columns across
  -d, --double-space         an empty line between lines
  -h, --header=HEADER        HEADER instead of the file's name
  -l, --length=LENGTH        lines of a page (66; at most 10 implies -t)
  -m, --merge                the files side by side, one in each column
  -n[SEP[DIGITS]], --number-lines[=SEP[DIGITS]]  number lines, with DIGITS (5)
                             digits and SEP (a tab) behind them
  -o, --indent=MARGIN        indent by MARGIN blanks
  -t, --omit-header          no headers and trailers
  -w, --width=WIDTH          columns of the page (72) with several columns
      --help                 this text
      --version              the version
`})
}

type printPages struct {
	p                     *Process
	columns               int
	across, double, merge bool
	header                string
	haveHeader, omit      bool
	length, indent, width int
	number                bool
	sep                   byte
	digits                int
}

func prMain(ctx context.Context, p *Process) int {
	r := &printPages{p: p, columns: 1, length: 66, width: 72, sep: '\t', digits: 5}
	args := append([]string{}, p.Args...)
	for i, a := range args {
		if a == "--" {
			break
		}
		if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
			args[i] = "--columns=" + a[1:]
		}
	}
	p.Args = args
	opts, files := p.Getopt("adh:l:mn::o:tw:", getopt.Long{Name: "columns", Arg: getopt.Required, ID: 300}, getopt.Long{Name: "across", ID: 'a'},
		getopt.Long{Name: "double-space", ID: 'd'}, getopt.Long{Name: "header", Arg: getopt.Required, ID: 'h'}, getopt.Long{Name: "length", Arg: getopt.Required, ID: 'l'},
		getopt.Long{Name: "merge", ID: 'm'}, getopt.Long{Name: "number-lines", Arg: getopt.Optional, ID: 'n'}, getopt.Long{Name: "indent", Arg: getopt.Required, ID: 'o'},
		getopt.Long{Name: "omit-header", ID: 't'}, getopt.Long{Name: "width", Arg: getopt.Required, ID: 'w'})
	number := func(arg, what string) int {
		n, err := strconv.ParseUint(arg, 10, 20)
		if err != nil || n == 0 && what != "'-o MARGIN' invalid line offset" {
			p.Fatalf(1, "%s: %s", what, p.Quote(arg))
		}
		return int(n)
	}
	for _, o := range opts {
		switch o.ID {
		case 300:
			r.columns = number(o.Arg, "invalid number of columns")
		case 'a':
			r.across = true
		case 'd':
			r.double = true
		case 'h':
			r.header, r.haveHeader = o.Arg, true
		case 'l':
			r.length = number(o.Arg, "'-l PAGE_LENGTH' invalid number of lines")
		case 'm':
			r.merge = true
		case 'n':
			r.number = true
			if s := o.Arg; s != "" {
				if s[0] < '0' || s[0] > '9' {
					r.sep, s = s[0], s[1:]
				}
				if s != "" {
					r.digits = min(number(s, "'-n' extra characters or invalid number in the argument"), 100)
				}
			}
		case 'o':
			r.indent = number(o.Arg, "'-o MARGIN' invalid line offset")
		case 't':
			r.omit = true
		case 'w':
			r.width = number(o.Arg, "'-w PAGE_WIDTH' invalid number of characters")
		}
	}
	if r.merge && r.columns > 1 {
		p.Fatalf(1, "cannot specify number of columns when printing in parallel")
	}
	if r.merge && r.across {
		p.Fatalf(1, "cannot specify both printing across and printing in parallel")
	}
	if r.length <= 10 {
		r.omit = true
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	var texts [][]string
	for _, name := range files {
		f, err := p.Input(ctx, name)
		var list []string
		var info vfs.Info
		if err == nil {
			info, _ = f.Stat()
			total := 0
			err = eachLine(ctx, f, '\n', func(l []byte, _ bool) {
				if total += len(l) + 16; total > maxWhole {
					p.Fatalf(1, "memory exhausted")
				}
				list = append(list, string(l))
			})
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			p.NameError(name, err)
			status = 1
			continue
		}
		if r.merge {
			texts = append(texts, list)
			continue
		}
		when := p.Now()
		if info.Kind == vfs.Regular && name != "-" {
			when = time.Unix(0, info.Mtime)
		}
		if name == "-" {
			name = ""
		}
		r.file(name, when, list)
	}
	if r.merge && len(texts) > 0 {
		r.parallel(p.Now(), texts)
	}
	return status
}

// body is how many lines of text a page has.
func (r *printPages) body() int {
	n := r.length
	if !r.omit {
		n -= 10
	}
	if r.double {
		n = max(1, n/2)
	}
	return n
}

func (r *printPages) head(name string, when time.Time, page int) {
	if r.omit {
		return
	}
	if r.haveHeader {
		name = r.header
	}
	date := when.In(r.p.Zone()).Format("2006-01-02 15:04")
	right := fmt.Sprintf("Page %d", page)
	space := max(0, 72-len(date)-r.p.columnsOf(name)-len(right))
	left := space / 2
	pad := strings.Repeat(" ", r.indent)
	fmt.Fprintf(r.p.Out, "\n\n%s%s%*s%s%*s%s\n\n\n", pad, date, max(1, left), "", name, max(1, space-left), "", right)
}

// columnsOf is the width of a text.
func (p *Process) columnsOf(s string) int {
	if !p.UTF8() {
		return len(s)
	}
	return len([]rune(s))
}

func (r *printPages) tail(used int) {
	if r.omit {
		return
	}
	n := r.length - used
	for ; n > 0; n-- {
		r.p.Out.WriteByte('\n')
	}
}

func (r *printPages) numbered(n int) string {
	if !r.number {
		return ""
	}
	s := fmt.Sprintf("%*d", r.digits, n)
	return s[len(s)-r.digits:] + string(r.sep)
}

func (r *printPages) file(name string, when time.Time, list []string) {
	per := r.body()
	page := 1
	line := 1
	for len(list) > 0 {
		n := min(len(list), per*r.columns)
		r.head(name, when, page)
		used := 5 + r.page(list[:n], per, line)
		r.tail(used)
		list = list[n:]
		line += n
		page++
	}
}

// page prints the lines of one page and returns how many lines it took.
func (r *printPages) page(list []string, per, line int) int {
	pad := strings.Repeat(" ", r.indent)
	used := 0
	put := func(s string) {
		if s != "" {
			r.p.Out.WriteString(pad)
		}
		r.p.Out.WriteString(s + "\n")
		used++
		if r.double {
			r.p.Out.WriteByte('\n')
			used++
		}
	}
	if r.columns == 1 {
		for i, l := range list {
			put(r.numbered(line+i) + l)
		}
		return used
	}
	// The last page's columns are evened out.
	rows := per
	if len(list) < per*r.columns {
		rows = (len(list) + r.columns - 1) / r.columns
	}
	long := len(list) % r.columns
	start := make([]int, r.columns+1)
	for c := 0; c < r.columns; c++ {
		k := rows
		if len(list) < per*r.columns && long > 0 && c >= long {
			k = rows - 1
		}
		start[c+1] = min(len(list), start[c]+k)
	}
	for row := 0; row < rows; row++ {
		var cells []string
		for c := 0; c < r.columns; c++ {
			i := start[c] + row
			if r.across {
				i = row*r.columns + c
				if i >= len(list) {
					break
				}
			} else if i >= start[c+1] {
				break
			}
			cells = append(cells, r.numbered(line+i)+list[i])
		}
		put(r.join(cells, r.columns))
	}
	return used
}

// join lines cells up in columns.
func (r *printPages) join(cells []string, columns int) string {
	width := (r.width - (columns - 1)) / columns
	var b strings.Builder
	col := 0
	for c, s := range cells {
		if at := c * (width + 1); at > col {
			for stop := (col/8 + 1) * 8; stop <= at && at-col > 1; stop = (col/8 + 1) * 8 {
				b.WriteByte('\t')
				col = stop
			}
			for ; col < at; col++ {
				b.WriteByte(' ')
			}
		}
		n := 0
		for _, ch := range s {
			if ch == '\t' {
				stop := (col/8 + 1) * 8
				for ; col < stop && n < width; n++ {
					b.WriteByte(' ')
					col++
				}
				continue
			}
			if n >= width {
				break
			}
			b.WriteRune(ch)
			n++
			col++
		}
	}
	return b.String()
}

// parallel prints files side by side.
func (r *printPages) parallel(when time.Time, texts [][]string) {
	per := r.body()
	most := 0
	for _, t := range texts {
		most = max(most, len(t))
	}
	pad := strings.Repeat(" ", r.indent)
	page := 1
	for at := 0; at < most; at += per {
		r.head("", when, page)
		used := 5
		for i := at; i < min(most, at+per); i++ {
			cells := make([]string, len(texts))
			for c, t := range texts {
				if i < len(t) {
					cells[c] = t[i]
				}
			}
			s := r.join(cells, len(texts))
			r.p.Out.WriteString(pad + r.numbered(i+1) + s + "\n")
			used++
			if r.double {
				r.p.Out.WriteByte('\n')
				used++
			}
		}
		r.tail(used)
		page++
	}
}
