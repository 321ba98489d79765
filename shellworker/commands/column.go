package commands

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
  -T, --table-truncate=COLUMNS  columns that are cut where lines are too wide
  -W, --table-wrap=COLUMNS    ... that go on in the next line
  -e, --table-header-repeat   the names on each page (no output has pages)
  -r, --tree=COLUMN -i, --tree-id=COLUMN -p, --tree-parent=COLUMN
                              a tree in COLUMN, by the columns of IDs and of parents
  -E, --table-noextreme=COLUMNS  columns whose long texts don't count for their width
                              where lines are too wide
  -d, --table-noheadings      don't print the names
  -l, --table-columns-limit=N the last of N columns takes the rest of the line
  -J, --json                  the table as JSON
  -n, --table-name=NAME       the name of the table in JSON
  -L, --keep-empty-lines      print empty lines too
  -x, --fillrows              rows before columns
  -c, --output-width=WIDTH    columns instead of 80
  -h, --help                  this text
  -V, --version               the version
`})
}

func columnMain(ctx context.Context, p *Process) int {
	table, rows, keep, asJSON, noHead := false, false, false, false, false
	sep, haveSep, outSep := " \t", false, "  "
	var names, right, hide, order, cut, wrap, loose []string
	var tree, treeID, treeParent string
	limit, width := 0, 80
	tableName := "table"
	if c := p.Getenv("COLUMNS"); c != "" {
		if n, err := strconv.Atoi(c); err == nil && n > 0 {
			width = n
		}
	}
	opts, files := p.Getopt("ts:o:N:R:H:O:dl:Jn:Lxc:hVeT:W:r:i:p:E:", getopt.Long{Name: "table-noextreme", Arg: getopt.Required, ID: 'E'}, getopt.Long{Name: "table-truncate", Arg: getopt.Required, ID: 'T'},
		getopt.Long{Name: "table-wrap", Arg: getopt.Required, ID: 'W'}, getopt.Long{Name: "table-header-repeat", ID: 'e'}, getopt.Long{Name: "tree", Arg: getopt.Required, ID: 'r'},
		getopt.Long{Name: "tree-id", Arg: getopt.Required, ID: 'i'}, getopt.Long{Name: "tree-parent", Arg: getopt.Required, ID: 'p'}, getopt.Long{Name: "table", ID: 't'}, getopt.Long{Name: "separator", Arg: getopt.Required, ID: 's'},
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
		case 'e': // no output has pages
		case 'E':
			loose = strings.Split(o.Arg, ",")
		case 'T':
			cut = strings.Split(o.Arg, ",")
		case 'W':
			wrap = strings.Split(o.Arg, ",")
		case 'r':
			tree, table = o.Arg, true
		case 'i':
			treeID, table = o.Arg, true
		case 'p':
			treeParent, table = o.Arg, true
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
				switch o.Arg {
				case "unlimited":
					n = 1 << 30
				case "0": // each line stands alone
				default:
					if err == nil {
						p.Fatalf(1, "invalid columns argument: '%s': Numerical result out of range", o.Arg)
					}
					p.Fatalf(1, "invalid columns argument: '%s'", o.Arg)
				}
			}
			width = n
		case 'h':
			p.Out.WriteString(p.cmd.Help[1:])
			return 0
		case 'V':
			p.ShowVersion()
		}
	}
	if tree != "" && (treeID == "" || treeParent == "") {
		p.Fatalf(1, "options --tree-id and --tree-parent are required for tree formatting")
	}
	if rows && (table || asJSON) {
		other := "--table"
		if asJSON {
			other = "--json"
		}
		p.Fatalf(1, "mutually exclusive arguments: %s --fillrows", other)
	}
	if !table && (names != nil || right != nil || hide != nil || order != nil || cut != nil || wrap != nil || loose != nil || tableName != "table") {
		p.Fatalf(1, "option --table required for all --table-*")
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
				s, _, _ := strings.Cut(string(l), "\x00")
				if strings.TrimSpace(s) == "" {
					if !keep {
						return
					}
					s = ""
				}
				if p.UTF8() && !utf8.ValidString(s) {
					s = columnEscape(s)
				}
				list = append(list, s)
			})
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			if vfs.ErrnoOf(err) == vfs.EISDIR {
				name = "read failed"
			}
			p.Errorf("%s: %s", name, vfs.ErrText(err))
			status = 1
		}
	}
	utf := p.UTF8()
	if !table {
		columnFill(p, list, width, rows, utf)
		return status
	}
	if len(list) > 0 {
		status = 0 // a table that lacks a file is one
	} else if names == nil {
		return status
	}
	var cells [][]string
	for _, l := range list {
		cells = append(cells, columnSplit(l, sep, haveSep, limit))
	}
	n := len(names)
	if n == 0 && !slices.ContainsFunc(cells, func(c []string) bool { return len(c) > 0 }) {
		return status
	}
	for i, c := range cells {
		if n = max(n, len(c)); asJSON && n > len(names) {
			p.Fatalf(1, "line %d: for JSON the name of the column %d is required", i+2, len(names)+1)
		}
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
		return -1
	}
	isRight, hidden := make([]bool, n), make([]bool, n)
	for _, r := range right {
		if r == "0" {
			for i := range isRight {
				isRight[i] = true
			}
			continue
		}
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
	mark := func(list []string) []bool {
		marked := make([]bool, n)
		for _, s := range list {
			if i := position(s); i >= 0 {
				marked[i] = true
			} else if s == "0" {
				for i := range marked {
					marked[i] = true
				}
			} else {
				p.Fatalf(1, "undefined column name '%s'", s)
			}
		}
		return marked
	}
	cutted, wrapped, loosened := mark(cut), mark(wrap), mark(loose)
	var forest *columnTree
	if tree != "" {
		at := func(s string) int {
			i := position(s)
			if i < 0 {
				p.Fatalf(1, "undefined column name '%s'", s)
			}
			return i
		}
		forest = newColumnTree(cells, at(treeID), at(treeParent))
		if !asJSON {
			cells = forest.draw(at(tree), utf)
		}
	}
	if asJSON {
		columnJSON(p, tableName, names, shown, cells, forest)
		return status
	}
	if len(names) > 0 && !noHead {
		cells = append([][]string{names}, cells...)
	}
	widths := make([]int, n)
	for _, c := range cells {
		for i, t := range c {
			widths[i] = max(widths[i], columnWidth(t, utf))
		}
	}
	excess := len(outSep)*max(0, len(shown)-1) - width
	for _, i := range shown {
		excess += widths[i]
	}
	if excess > 0 {
		data := cells
		if len(names) > 0 && !noHead {
			data = cells[1:]
		}
		excess = columnLoosen(cells, data, shown, loosened, widths, excess, utf)
	}
	// Columns that may be cut or wrapped give way where a line is too wide.
	for k := len(shown) - 1; k >= 0 && excess > 0; k-- {
		if i := shown[k]; cutted[i] || wrapped[i] {
			by := min(excess, max(0, widths[i]-1))
			widths[i] -= by
			excess -= by
		}
	}
	for at := 0; at < len(cells); at++ {
		c := cells[at]
		var more []string // what is wrapped to the next line
		for i, t := range c {
			if !cutted[i] && !wrapped[i] || columnWidth(t, utf) <= widths[i] {
				continue
			}
			end := 0
			for w := 0; end < len(t); {
				_, size := utf8.DecodeRuneInString(t[end:])
				if w += columnWidth(t[end:end+size], utf); w > widths[i] {
					break
				}
				end += size
			}
			if wrapped[i] && end > 0 {
				if more == nil {
					more = make([]string, len(c))
				}
				more[i] = t[end:]
			}
			c[i] = t[:end]
		}
		if more != nil {
			cells = slices.Insert(cells, at+1, more)
		}
		for k, i := range shown {
			t := ""
			if i < len(c) {
				t = c[i]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-columnWidth(t, utf)))
			last := k == len(shown)-1
			switch {
			case last && t == "" && isRight[i]:
			case isRight[i]:
				p.Out.WriteString(pad + t)
			case last:
				p.Out.WriteString(t)
			default:
				p.Out.WriteString(t + pad)
			}
			switch {
			case last:
			case loosened[i] && !isRight[i] && columnWidth(t, utf) > widths[i]:
				// The next column begins on a line of its own.
				p.Out.WriteByte('\n')
				for _, before := range shown[:k+1] {
					p.Out.WriteString(strings.Repeat(" ", widths[before]) + outSep)
				}
			default:
				p.Out.WriteString(outSep)
			}
		}
		p.Out.WriteByte('\n')
	}
	return status
}

// columnLoosen makes columns of -E as wide as the texts need that aren't more
// than twice as wide as their average; then the first of them take what is left
// of the line. It returns by how much lines are still too wide.
func columnLoosen(cells, data [][]string, shown []int, loosened []bool, widths []int, excess int, utf bool) int {
	extreme := map[int]int{} // columns, and what they need at most
	for _, i := range shown {
		if !loosened[i] || len(data) == 0 {
			continue
		}
		sum := 0
		for _, c := range data {
			if i < len(c) {
				sum += columnWidth(c[i], utf)
			}
		}
		average := sum / len(data)
		if average == 0 || widths[i] <= 2*average {
			continue
		}
		extreme[i] = widths[i]
		widths[i] = 0
		for _, c := range cells {
			if i < len(c) {
				if w := columnWidth(c[i], utf); w <= 2*average {
					widths[i] = max(widths[i], w)
				}
			}
		}
		excess -= extreme[i] - widths[i]
	}
	for _, i := range shown {
		if most, ok := extreme[i]; ok && excess < 0 {
			by := min(-excess, most-widths[i])
			widths[i] += by
			excess += by
		}
	}
	return excess
}

// columnWidth is the width of a cell; sequences that color it take none.
func columnWidth(s string, utf bool) int {
	if strings.IndexByte(s, '\x1b') >= 0 {
		s = columnColors.ReplaceAllString(s, "")
	}
	return textwidth.String(s, utf)
}

var columnColors = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)

// columnEscape writes the bytes that aren't UTF-8 as \xff.
func columnEscape(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
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

// columnTree tells which rows are below which.
type columnTree struct {
	rows  [][]string
	roots []int
	below map[int][]int
}

func newColumnTree(rows [][]string, id, parent int) *columnTree {
	t := &columnTree{rows: rows, below: map[int][]int{}}
	cell := func(r []string, i int) string {
		if i < len(r) {
			return r[i]
		}
		return ""
	}
	byID := map[string]int{}
	for i, r := range rows {
		byID[cell(r, id)] = i
	}
	for i, r := range rows {
		if above, ok := byID[cell(r, parent)]; ok && above != i {
			t.below[above] = append(t.below[above], i)
		} else {
			t.roots = append(t.roots, i)
		}
	}
	return t
}

// draw returns the rows in the tree's order, with its lines in one column.
func (t *columnTree) draw(column int, utf bool) [][]string {
	bar, branch, end := "| ", "|-", "`-"
	if utf {
		bar, branch, end = "│ ", "├─", "└─"
	}
	var out [][]string
	seen := make([]bool, len(t.rows))
	var walk func(i int, lead, mark string)
	walk = func(i int, lead, mark string) {
		if seen[i] {
			return
		}
		seen[i] = true
		r := slices.Clone(t.rows[i])
		if column < len(r) {
			r[column] = lead + mark + r[column]
		}
		out = append(out, r)
		switch mark {
		case branch:
			lead += bar
		case end:
			lead += "  "
		}
		list := t.below[i]
		for k, c := range list {
			m := branch
			if k == len(list)-1 {
				m = end
			}
			walk(c, lead, m)
		}
	}
	for _, i := range t.roots {
		walk(i, "", "")
	}
	return out
}

func columnJSON(p *Process, table string, names []string, shown []int, cells [][]string, tree *columnTree) {
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
	var rows func(list []int, indent string)
	rows = func(list []int, indent string) {
		for r, at := range list {
			if r > 0 {
				p.Out.WriteString(",")
			} else {
				p.Out.WriteString(indent)
			}
			p.Out.WriteString("{\n")
			c := cells[at]
			var below []int
			if tree != nil {
				below = tree.below[at]
			}
			for k, i := range shown {
				v := "null"
				if i < len(c) && c[i] != "" {
					v = quoteJSON(c[i])
				}
				p.Out.WriteString(indent + "   " + quoteJSON(strings.ToLower(names[i])) + ": " + v)
				if k < len(shown)-1 || below != nil {
					p.Out.WriteByte(',')
				}
				p.Out.WriteByte('\n')
			}
			if below != nil {
				p.Out.WriteString(indent + "   \"children\": [\n")
				rows(below, indent+"      ")
				p.Out.WriteString("\n" + indent + "   ]\n")
			}
			p.Out.WriteString(indent + "}")
		}
	}
	p.Out.WriteString("{\n   " + quoteJSON(table) + ": [\n")
	list := make([]int, len(cells))
	for i := range list {
		list[i] = i
	}
	if tree != nil {
		list = tree.roots
	}
	rows(list, "      ")
	p.Out.WriteString("\n   ]\n}\n")
}
