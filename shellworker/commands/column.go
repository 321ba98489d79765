package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
)

func init() {
	Register(Command{Name: "column", Run: columnMain, Help: `
Usage: column [OPTION]... [FILE]...
Print the lines of the files, or of the standard input, in columns; or with -t
their words as a table.

  -t, --table                 a table
  -s, --separator=STRING      characters that separate the words of a table
  -o, --output-separator=STRING  what stands between columns, instead of two blanks
  -N, --table-columns=NAMES   the columns' names, between commas
  -R, --table-right=COLUMNS   columns that are aligned to the right
  -H, --table-hide=COLUMNS    columns that aren't printed
  -O, --table-order=COLUMNS   the order of the columns
  -d, --table-noheadings      don't print the names
  -l, --table-columns-limit=N the last of N columns takes the rest of the line
  -J, --json                  the table as JSON
  -n, --table-name=NAME       the name of the table in JSON
  -L, --keep-empty-lines      print empty lines too
  -x, --fillrows              rows before columns
  -c, --output-width=WIDTH    columns instead of 80
      --help                  this text
      --version               the version
`})
}

func columnMain(ctx context.Context, p *Process) int {
	table, rows, keep, asJSON, noHead := false, false, false, false, false
	sep, haveSep, outSep := " \t", false, "  "
	var names, right, hide, order []string
	limit, width := 0, 80
	tableName := "table"
	if c := p.Getenv("COLUMNS"); c != "" {
		if n, err := strconv.Atoi(c); err == nil && n > 0 {
			width = n
		}
	}
	opts, files := p.Getopt("ts:o:N:R:H:O:dl:Jn:Lxc:hV", getopt.Long{Name: "table", ID: 't'}, getopt.Long{Name: "separator", Arg: getopt.Required, ID: 's'},
		getopt.Long{Name: "output-separator", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "table-columns", Arg: getopt.Required, ID: 'N'},
		getopt.Long{Name: "table-right", Arg: getopt.Required, ID: 'R'}, getopt.Long{Name: "table-hide", Arg: getopt.Required, ID: 'H'},
		getopt.Long{Name: "table-order", Arg: getopt.Required, ID: 'O'}, getopt.Long{Name: "table-noheadings", ID: 'd'},
		getopt.Long{Name: "table-columns-limit", Arg: getopt.Required, ID: 'l'}, getopt.Long{Name: "json", ID: 'J'},
		getopt.Long{Name: "table-name", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "keep-empty-lines", ID: 'L'},
		getopt.Long{Name: "fillrows", ID: 'x'}, getopt.Long{Name: "output-width", Arg: getopt.Required, ID: 'c'})
	for _, o := range opts {
		switch o.ID {
		case 't':
			table = true
		case 's':
			sep, haveSep = o.Arg, true
		case 'o':
			outSep = o.Arg
		case 'N':
			names = strings.Split(o.Arg, ",")
		case 'R':
			right = strings.Split(o.Arg, ",")
		case 'H':
			hide = strings.Split(o.Arg, ",")
		case 'O':
			order = strings.Split(o.Arg, ",")
		case 'd':
			noHead = true
		case 'l':
			n, err := strconv.Atoi(o.Arg)
			if err != nil || n < 1 {
				p.Fatalf(1, "invalid columns limit argument: '%s'", o.Arg)
			}
			limit = n
		case 'J':
			asJSON, table = true, true
		case 'n':
			tableName = o.Arg
		case 'L':
			keep = true
		case 'x':
			rows = true
		case 'c':
			n, err := strconv.Atoi(o.Arg)
			if err != nil || n < 1 {
				if o.Arg != "unlimited" {
					p.Fatalf(1, "invalid columns argument: '%s'", o.Arg)
				}
				n = 1 << 30
			}
			width = n
		case 'h':
			p.Out.WriteString(p.cmd.Help[1:])
			return 0
		}
	}
	if asJSON && names == nil {
		p.Fatalf(1, "option --table-columns required for --json")
	}
	var list []string
	total := 0
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, name := range files {
		var f vfs.File
		var err error
		if f, err = p.Input(ctx, name); err == nil {
			err = eachLine(ctx, f, '\n', func(l []byte, _ bool) {
				if total += len(l) + 16; total > maxWhole {
					p.Fatalf(1, "memory exhausted")
				}
				s := string(l)
				if strings.TrimSpace(s) == "" {
					if !keep {
						return
					}
					s = ""
				}
				list = append(list, s)
			})
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			p.Errorf("%s: %s", name, vfs.ErrText(err))
			status = 1
		}
	}
	utf := p.UTF8()
	if !table {
		columnFill(p, list, width, rows, utf)
		return status
	}
	var cells [][]string
	for _, l := range list {
		cells = append(cells, columnSplit(l, sep, haveSep, limit))
	}
	n := len(names)
	for _, c := range cells {
		n = max(n, len(c))
	}
	position := func(s string) int {
		for i, name := range names {
			if name == s {
				return i
			}
		}
		if k, err := strconv.Atoi(s); err == nil && k >= 1 && k <= n {
			return k - 1
		}
		if s == "-1" {
			return n - 1
		}
		return -1
	}
	isRight, hidden := make([]bool, n), make([]bool, n)
	for _, r := range right {
		if i := position(r); i >= 0 {
			isRight[i] = true
		} else if r != "" {
			p.Fatalf(1, "undefined column name '%s'", r)
		}
	}
	for _, h := range hide {
		if h == "-" {
			for i := len(names); i < n; i++ {
				hidden[i] = true
			}
			continue
		}
		if i := position(h); i >= 0 {
			hidden[i] = true
		}
	}
	var shown []int
	used := make([]bool, n)
	for _, o := range order {
		if i := position(o); i >= 0 && !used[i] {
			used[i] = true
			if !hidden[i] {
				shown = append(shown, i)
			}
		}
	}
	for i := 0; i < n; i++ {
		if !used[i] && !hidden[i] {
			shown = append(shown, i)
		}
	}
	if asJSON {
		columnJSON(p, tableName, names, shown, cells)
		return status
	}
	if len(names) > 0 && !noHead {
		cells = append([][]string{names}, cells...)
	}
	widths := make([]int, n)
	for _, c := range cells {
		for i, t := range c {
			widths[i] = max(widths[i], textwidth.String(t, utf))
		}
	}
	for _, c := range cells {
		if len(c) == 0 {
			p.Out.WriteByte('\n')
			continue
		}
		for k, i := range shown {
			t := ""
			if i < len(c) {
				t = c[i]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-textwidth.String(t, utf)))
			last := k == len(shown)-1
			switch {
			case isRight[i]:
				p.Out.WriteString(pad + t)
			case last:
				p.Out.WriteString(t)
			default:
				p.Out.WriteString(t + pad)
			}
			if !last {
				p.Out.WriteString(outSep)
			}
		}
		p.Out.WriteByte('\n')
	}
	return status
}

// columnSplit parts a line: at runs of blanks, or at each given separator.
func columnSplit(l, sep string, each bool, limit int) []string {
	var out []string
	if !each {
		for {
			l = strings.TrimLeft(l, sep)
			if l == "" {
				return out
			}
			if limit > 0 && len(out) == limit-1 {
				return append(out, l)
			}
			i := strings.IndexAny(l, sep)
			if i < 0 {
				return append(out, l)
			}
			out = append(out, l[:i])
			l = l[i:]
		}
	}
	for {
		i := strings.IndexAny(l, sep)
		if i < 0 || limit > 0 && len(out) == limit-1 {
			return append(out, l)
		}
		out = append(out, l[:i])
		l = l[i+1:]
	}
}

func columnFill(p *Process, list []string, width int, rows, utf bool) {
	if len(list) == 0 {
		return
	}
	widest := 0
	for _, l := range list {
		widest = max(widest, textwidth.String(l, utf))
	}
	// Columns are as wide as whole tabs.
	widest = (widest + 8) &^ 7
	if widest >= width {
		for _, l := range list {
			p.Out.WriteString(l + "\n")
		}
		return
	}
	cols := width / widest
	lines := (len(list) + cols - 1) / cols
	put := func(t string, col *int, end int, last bool) {
		p.Out.WriteString(t)
		*col += textwidth.String(t, utf)
		if last {
			return
		}
		for next := (*col + 8) &^ 7; next <= end; next = (*col + 8) &^ 7 {
			p.Out.WriteByte('\t')
			*col = next
		}
	}
	if rows {
		for i := 0; i < len(list); i += cols {
			col := 0
			for k := 0; k < cols && i+k < len(list); k++ {
				put(list[i+k], &col, widest*(k+1), k == cols-1 || i+k == len(list)-1)
			}
			p.Out.WriteByte('\n')
		}
		return
	}
	for r := 0; r < lines; r++ {
		col := 0
		for k := 0; r+k*lines < len(list); k++ {
			put(list[r+k*lines], &col, widest*(k+1), r+(k+1)*lines >= len(list))
		}
		p.Out.WriteByte('\n')
	}
}

func columnJSON(p *Process, table string, names []string, shown []int, cells [][]string) {
	quoteJSON := func(s string) string {
		var b strings.Builder
		b.WriteByte('"')
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '"' || c == '\\':
				b.WriteByte('\\')
				b.WriteByte(c)
			case c == '\n':
				b.WriteString(`\n`)
			case c == '\t':
				b.WriteString(`\t`)
			case c < ' ':
				b.WriteString(`\u00` + strconv.FormatInt(int64(c)+0x100, 16)[1:])
			default:
				b.WriteByte(c)
			}
		}
		b.WriteByte('"')
		return b.String()
	}
	p.Out.WriteString("{\n   " + quoteJSON(table) + ": [\n")
	for r, c := range cells {
		if r > 0 {
			p.Out.WriteString(",")
		} else {
			p.Out.WriteString("      ")
		}
		p.Out.WriteString("{\n")
		for k, i := range shown {
			name := strconv.Itoa(i + 1)
			if i < len(names) {
				name = names[i]
			}
			v := "null"
			if i < len(c) && c[i] != "" {
				v = quoteJSON(c[i])
			}
			p.Out.WriteString("         " + quoteJSON(strings.ToLower(name)) + ": " + v)
			if k < len(shown)-1 {
				p.Out.WriteByte(',')
			}
			p.Out.WriteByte('\n')
		}
		p.Out.WriteString("      }")
	}
	p.Out.WriteString("\n   ]\n}\n")
}
