package commands

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "join", Run: joinMain, Help: `
Usage: join [OPTION]... FILE1 FILE2
Join the lines of two sorted files that have the same field.

  -a FILENUM            also the lines of file 1 or 2 that have no partner
  -v FILENUM            the same, without the joined lines
  -e STRING             what stands for missing fields
  -i, --ignore-case     letters match in both cases
  -1 FIELD              join on this field of file 1
  -2 FIELD              join on this field of file 2
  -j FIELD              both
  -o FORMAT             the fields to print: FILENUM.FIELD, 0 for the join
                        field, between commas or blanks; or auto
  -t CHAR               what separates fields, instead of blanks
      --check-order     fail if an input isn't sorted
      --nocheck-order   don't look
      --header          the first lines are headers, joined as they are
  -z, --zero-terminated lines end in a zero byte
      --help            this text
      --version         the version
`})
}

// joinField is a field to print: of a file, or the join field (file 0).
type joinField struct{ file, field int }

type joinLine struct {
	text   []byte
	fields [][]byte
}

type joiner struct {
	p        *Process
	tab      int // -1 blanks, -2 the whole line
	fold     bool
	field    [2]int
	format   []joinField
	empty    string
	unpaired [2]bool
	paired   bool
	delim    byte
	check    int
	auto     bool
	autoN    [2]int
	names    []string

	r      [2]*lines.Reader
	number [2]int
	width  int // fields of the last line
	warned [2]bool
	seen   bool // an unpaired line
	prev   [2]*joinLine
	bad    bool
}

func joinMain(ctx context.Context, p *Process) int {
	j := &joiner{p: p, tab: -1, paired: true, delim: '\n'}
	header := false
	format := ""
	haveFormat := false
	var set1, set2 bool
	// -o takes further operands that look like fields.
	opts, _ := p.Getopt("-a:e:i1:2:j:o:t:v:z", getopt.Long{Name: "ignore-case", ID: 'i'}, getopt.Long{Name: "check-order", ID: 300},
		getopt.Long{Name: "nocheck-order", ID: 301}, getopt.Long{Name: "header", ID: 302}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	var files []string
	fieldNumber := func(s string) int {
		n, err := strconv.ParseUint(s, 10, 62)
		if err != nil || n == 0 {
			if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
				return 1 << 40
			}
			p.Fatalf(1, "invalid field number: %s", p.Quote(s))
		}
		return int(n - 1)
	}
	setField := func(i, n int, have *bool) {
		if *have && j.field[i] != n {
			p.Fatalf(1, "incompatible join fields %d, %d", j.field[i]+1, n+1)
		}
		j.field[i], *have = n, true
	}
	inFormat := false
	for _, o := range opts {
		was := inFormat
		inFormat = false
		switch o.ID {
		case getopt.Operand:
			if was && joinIsField(o.Arg) && joinOperands(opts) > 2 {
				format += "," + o.Arg
				inFormat = true
				break
			}
			files = append(files, o.Arg)
		case 'a', 'v':
			if o.ID == 'v' {
				j.paired = false
			}
			switch o.Arg {
			case "1":
				j.unpaired[0] = true
			case "2":
				j.unpaired[1] = true
			default:
				p.Fatalf(1, "invalid field number: %s", p.Quote(o.Arg))
			}
		case 'e':
			if j.empty != "" && j.empty != o.Arg {
				p.Fatalf(1, "conflicting empty-field replacement strings")
			}
			j.empty = o.Arg
		case 'i':
			j.fold = true
		case '1':
			setField(0, fieldNumber(o.Arg), &set1)
		case '2':
			setField(1, fieldNumber(o.Arg), &set2)
		case 'j':
			n := fieldNumber(o.Arg)
			setField(0, n, &set1)
			setField(1, n, &set2)
		case 'o':
			if o.Arg == "auto" {
				j.auto = true
				break
			}
			if haveFormat {
				format += ","
			}
			format += o.Arg
			haveFormat, inFormat = true, true
		case 't':
			tab := -2
			switch {
			case o.Arg == "":
			case o.Arg == `\0`:
				tab = 0
			case len(o.Arg) > 1:
				p.Fatalf(1, "multi-character tab %s", p.Quote(o.Arg))
			default:
				tab = int(o.Arg[0])
			}
			if j.tab != -1 && j.tab != tab {
				p.Fatalf(1, "incompatible tabs")
			}
			j.tab = tab
		case 'z':
			j.delim = 0
		case 300:
			j.check = 1
		case 301:
			j.check = -1
		case 302:
			header = true
		}
	}
	if haveFormat {
		j.parseFormat(format)
	}
	if len(files) < 2 {
		if len(files) == 0 {
			p.MissingOperand()
		}
		p.UsageError("missing operand after %s", p.Quote(files[len(files)-1]))
	}
	if len(files) > 2 {
		p.UsageError("extra operand %s", quote.Always(files[2]))
	}
	if files[0] == "-" && files[1] == "-" {
		p.Fatalf(1, "both files cannot be standard input")
	}
	j.names = files
	for i, name := range files {
		f, err := p.Input(ctx, name)
		if err != nil {
			p.NameError(name, err)
			return 1
		}
		defer f.Close()
		j.r[i] = lines.NewReader(ctx, f, j.delim)
		defer j.r[i].Close()
	}
	j.run(header)
	if j.bad {
		p.Out.Flush()
		p.Errorf("input is not in sorted order")
		return 1
	}
	return 0
}

func joinIsField(s string) bool {
	if s == "" {
		return false
	}
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if f == "0" {
			continue
		}
		if len(f) < 3 || f[0] != '1' && f[0] != '2' || f[1] != '.' {
			return false
		}
	}
	return true
}

func joinOperands(opts []getopt.Opt) int {
	n := 0
	for _, o := range opts {
		if o.ID == getopt.Operand {
			n++
		}
	}
	return n
}

func (j *joiner) parseFormat(s string) {
	if s == "" {
		j.p.Fatalf(1, "invalid file number in field spec: %s", j.p.Quote(s))
	}
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if f == "0" {
			j.format = append(j.format, joinField{0, 0})
			continue
		}
		if f[0] == '0' {
			j.p.Fatalf(1, "invalid field specifier: %s", j.p.Quote(f))
		}
		if f[0] != '1' && f[0] != '2' {
			j.p.Fatalf(1, "invalid file number in field spec: %s", j.p.Quote(f))
		}
		if len(f) < 3 || f[1] != '.' {
			j.p.Fatalf(1, "invalid field specifier: %s", j.p.Quote(f))
		}
		n, err := strconv.ParseUint(f[2:], 10, 62)
		if err != nil || n == 0 {
			j.p.Fatalf(1, "invalid field number: %s", j.p.Quote(f[2:]))
		}
		j.format = append(j.format, joinField{int(f[0] - '0'), int(n - 1)})
	}
}

// split appends a line's fields to fields.
func (j *joiner) split(fields [][]byte, l []byte) [][]byte {
	if len(l) == 0 {
		return fields
	}
	switch j.tab {
	case -2:
		return append(fields, l)
	case -1:
		for i := 0; ; {
			for i < len(l) && joinBlank(l[i]) {
				i++
			}
			if i == len(l) {
				if i > 0 && joinBlank(l[i-1]) && len(fields) > 0 {
					fields = append(fields, l[i:]) // blanks at the end begin a field
				}
				return fields
			}
			from := i
			for i < len(l) && !joinBlank(l[i]) {
				i++
			}
			if fields = append(fields, l[from:i]); i == len(l) {
				return fields
			}
		}
	}
	for {
		i := bytes.IndexByte(l, byte(j.tab))
		if i < 0 {
			return append(fields, l)
		}
		fields, l = append(fields, l[:i]), l[i+1:]
	}
}

func joinBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func (l *joinLine) field(i int) []byte {
	if i < len(l.fields) {
		return l.fields[i]
	}
	return nil
}

func (j *joiner) compare(a, b []byte) int {
	if j.fold {
		for i := 0; i < len(a) && i < len(b); i++ {
			x, y := a[i], b[i]
			if 'a' <= x && x <= 'z' {
				x -= 32
			}
			if 'a' <= y && y <= 'z' {
				y -= 32
			}
			if x != y {
				return int(x) - int(y)
			}
		}
		return len(a) - len(b)
	}
	return bytes.Compare(a, b)
}

// next reads the next line of a file, nil at its end.
func (j *joiner) next(i int) *joinLine {
	l, ok := j.r[i].Next()
	if !ok {
		if err := j.r[i].Err(); err != nil {
			j.p.Out.Flush()
			j.p.Errorf("read error: %s", errText(err))
			j.p.Exit(1)
		}
		return nil
	}
	j.number[i]++
	line := &joinLine{text: bytes.Clone(lines.Trim(l, j.delim))}
	line.fields = j.split(make([][]byte, 0, j.width), line.text)
	j.width = max(4, len(line.fields))
	if prev := j.prev[i]; prev != nil && j.check >= 0 && !j.warned[i] && (j.check > 0 || j.seen) {
		if j.compare(prev.field(j.field[i]), line.field(j.field[i])) > 0 {
			j.p.Out.Flush()
			j.p.Errorf("%s:%d: is not sorted: %s", j.names[i], j.number[i], line.text)
			j.warned[i], j.bad = true, true
			if j.check > 0 {
				j.p.Exit(1)
			}
		}
	}
	j.prev[i] = line
	return line
}

func (j *joiner) print(a, b *joinLine) {
	o := j.p.Out
	sep := byte(' ')
	if j.tab >= 0 {
		sep = byte(j.tab)
	}
	first := true
	put := func(f []byte) {
		if !first {
			o.WriteByte(sep)
		}
		first = false
		if len(f) == 0 {
			o.WriteString(j.empty)
		} else {
			o.Write(f)
		}
	}
	var key []byte
	if a != nil {
		key = a.field(j.field[0])
	} else {
		key = b.field(j.field[1])
	}
	of := func(l *joinLine, i int) []byte {
		if l == nil {
			return nil
		}
		return l.field(i)
	}
	switch {
	case j.format != nil:
		for _, f := range j.format {
			switch f.file {
			case 0:
				put(key)
			case 1:
				put(of(a, f.field))
			default:
				put(of(b, f.field))
			}
		}
	default:
		put(key)
		for k, l := range []*joinLine{a, b} {
			n := 0
			if l != nil {
				n = len(l.fields)
			}
			if j.auto {
				n = j.autoN[k]
			}
			for i := 0; i < n; i++ {
				if i != j.field[k] {
					put(of(l, i))
				}
			}
		}
	}
	o.WriteByte(j.delim)
}

const maxJoinGroup = 1 << 20 // lines of file 2 with one key

func (j *joiner) run(header bool) {
	a, b := j.next(0), j.next(1)
	if j.auto {
		if a != nil {
			j.autoN[0] = len(a.fields)
		}
		if b != nil {
			j.autoN[1] = len(b.fields)
		}
	}
	if header && (a != nil || b != nil) {
		if a != nil && b != nil {
			j.print(a, b)
		} else if a != nil {
			j.print(a, nil)
		} else {
			j.print(nil, b)
		}
		j.prev = [2]*joinLine{}
		if a != nil {
			a = j.next(0)
		}
		if b != nil {
			b = j.next(1)
		}
	}
	for a != nil && b != nil {
		c := j.compare(a.field(j.field[0]), b.field(j.field[1]))
		switch {
		case c < 0:
			if j.unpaired[0] {
				j.print(a, nil)
			}
			a = j.next(0)
			j.seen = true
		case c > 0:
			if j.unpaired[1] {
				j.print(nil, b)
			}
			b = j.next(1)
			j.seen = true
		default:
			// All lines of both files with the key.
			key := a.field(j.field[0])
			var as, bs []*joinLine
			for a != nil && j.compare(a.field(j.field[0]), key) == 0 {
				as = append(as, a)
				a = j.next(0)
			}
			for b != nil && j.compare(b.field(j.field[1]), key) == 0 {
				if len(bs) > maxJoinGroup {
					j.p.Fatalf(1, "memory exhausted")
				}
				bs = append(bs, b)
				b = j.next(1)
			}
			if j.paired {
				for _, x := range as {
					for _, y := range bs {
						j.print(x, y)
					}
				}
			}
		}
	}
	for ; a != nil; a = j.next(0) {
		if j.unpaired[0] {
			j.print(a, nil)
		} else if j.check < 0 {
			break
		}
	}
	for ; b != nil; b = j.next(1) {
		if j.unpaired[1] {
			j.print(nil, b)
		} else if j.check < 0 {
			break
		}
	}
}
