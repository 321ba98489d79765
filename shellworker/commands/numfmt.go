package commands

import (
	"bufio"
	"context"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "numfmt", Run: numfmtMain, Help: `
Usage: numfmt [OPTION]... [NUMBER]...
Write NUMBERs, or those on the standard input, in another form.

      --debug          warn of what makes no sense
  -d, --delimiter=X    fields are separated by X, not by blanks
      --field=FIELDS   the fields to convert (1), as cut has them
      --format=FORMAT  printf's %f with width and precision
      --from=UNIT      suffixes that are read: none, si, iec, iec-i, auto
      --from-unit=N    the input's unit (1)
      --grouping       (there are no groups in the C locale)
      --header[=N]     pass the first N lines (1) as they are
      --invalid=MODE   abort (default), fail, warn or ignore what isn't a number
      --padding=N      pad to N columns, to the left with a negative N
      --round=METHOD   up, down, from-zero (default), towards-zero, nearest
      --suffix=SUFFIX  take and append SUFFIX
      --to=UNIT        suffixes that are written: none, si, iec, iec-i
      --to-unit=N      the output's unit (1)
  -z, --zero-terminated  lines end with NUL
      --help           show this help
      --version        show the version
`})
}

type numfmt struct {
	debug                            bool
	p                                *Process
	from, to, round, invalid, suffix string
	fromUnit, toUnit                 int64
	delim                            int // -1: blanks
	padding                          int
	autoPad                          bool
	formatPad                        int // the width of --format
	fields                           []cutRange
	end                              byte
	before, after                    string
	prec                             int // -1: as it comes
	zero                             bool
	width                            int
	status                           int
}

func numfmtMain(ctx context.Context, p *Process) int {
	const (
		debug = iota + 256
		field
		format
		from
		fromUnit
		grouping
		header
		invalid
		padding
		round
		suffix
		to
		toUnit
	)
	n := &numfmt{p: p, from: "none", to: "none", round: "from-zero", invalid: "abort", fromUnit: 1, toUnit: 1, delim: -1, end: '\n', prec: -1}
	headLines, hasDebug, any := 0, false, false
	hasPad := false
	// A negative number isn't an option.
	opts, args := p.Getopt("d:z", getopt.Long{Name: "from", Arg: getopt.Required, ID: from}, getopt.Long{Name: "from-unit", Arg: getopt.Required, ID: fromUnit},
		getopt.Long{Name: "to", Arg: getopt.Required, ID: to}, getopt.Long{Name: "to-unit", Arg: getopt.Required, ID: toUnit},
		getopt.Long{Name: "round", Arg: getopt.Required, ID: round}, getopt.Long{Name: "padding", Arg: getopt.Required, ID: padding},
		getopt.Long{Name: "suffix", Arg: getopt.Required, ID: suffix}, getopt.Long{Name: "grouping", ID: grouping},
		getopt.Long{Name: "delimiter", Arg: getopt.Required, ID: 'd'}, getopt.Long{Name: "field", Arg: getopt.Required, ID: field},
		getopt.Long{Name: "debug", ID: debug}, getopt.Long{Name: "header", Arg: getopt.Optional, ID: header},
		getopt.Long{Name: "format", Arg: getopt.Required, ID: format}, getopt.Long{Name: "invalid", Arg: getopt.Required, ID: invalid},
		getopt.Long{Name: "zero-terminated", ID: 'z'})
	unit := func(s string) int64 {
		v, ok := n.unitSize(s)
		if !ok {
			p.Fatalf(1, "invalid unit size: %s", p.Quote(s))
		}
		return v
	}
	group, hasFormat := false, false
	for _, o := range opts {
		switch o.ID {
		case debug:
			hasDebug, n.debug = true, true
		case 'd':
			if len(o.Arg) > 1 {
				p.Fatalf(1, "the delimiter must be a single character")
			}
			n.delim = 0
			if o.Arg != "" {
				n.delim = int(o.Arg[0])
			}
		case field:
			if len(n.fields) > 0 {
				p.Fatalf(1, "multiple field specifications")
			}
			n.fields = []cutRange{{1, 1<<64 - 1}}
			if o.Arg != "-" {
				n.fields = cutList(p, o.Arg, true)
			}
		case format:
			n.format(o.Arg)
			any, hasFormat = true, true
		case from:
			n.from = p.Choice("--from", o.Arg, "none", "auto", "si", "iec", "iec-i")
			any = true
		case to:
			n.to = p.Choice("--to", o.Arg, "none", "si", "iec", "iec-i")
			any = true
		case fromUnit:
			n.fromUnit = unit(o.Arg)
			any = true
		case toUnit:
			n.toUnit = unit(o.Arg)
			any = true
		case grouping:
			group, any = true, true
		case header:
			headLines = 1
			if o.HasArg {
				v, err := strconv.ParseUint(o.Arg, 10, 31)
				if err != nil || v == 0 {
					p.Fatalf(1, "invalid header value %s", p.Quote(o.Arg))
				}
				headLines = int(v)
			}
		case invalid:
			n.invalid = p.Choice("--invalid", o.Arg, "abort", "fail", "warn", "ignore")
		case padding:
			v, err := strconv.Atoi(o.Arg)
			if err != nil || v == 0 || v > 1<<16 || v < -1<<16 {
				p.Fatalf(1, "invalid padding value %s", p.Quote(o.Arg))
			}
			n.padding, hasPad, any = v, true, true
		case round:
			n.round = p.Choice("--round", o.Arg, "up", "down", "from-zero", "towards-zero", "nearest")
		case suffix:
			n.suffix = o.Arg
		case 'z':
			n.end = 0
		}
	}
	if group && n.to != "none" {
		p.Fatalf(1, "grouping cannot be combined with --to")
	}
	if group && hasFormat {
		p.Fatalf(1, "--grouping cannot be combined with --format")
	}
	if hasDebug && !any {
		p.Errorf("no conversion option specified")
	}
	if len(n.fields) == 0 {
		n.fields = []cutRange{{1, 1}}
	}
	if n.formatPad != 0 {
		n.padding = n.formatPad
	}
	n.autoPad = !hasPad && n.delim < 0 && n.width == 0
	if len(args) > 0 {
		for _, a := range args {
			n.line(a)
			p.Out.WriteByte(n.end)
		}
		return n.status
	}
	r := bufio.NewReaderSize(p.Stdin, 64<<10)
	for k := 0; ; k++ {
		s, err := r.ReadString(n.end)
		if s == "" && err != nil {
			if err != io.EOF {
				p.Fatalf(1, "error reading input: %s", errText(err))
			}
			break
		}
		text, ended := strings.CutSuffix(s, string(rune(n.end)))
		if k < headLines {
			p.Out.WriteString(s)
			continue
		}
		text, _, _ = strings.Cut(text, "\x00") // where a string of C ends
		n.line(text)
		if ended {
			p.Out.WriteByte(n.end)
		}
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	return n.status
}

func (n *numfmt) unitSize(s string) (int64, bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	v := int64(1)
	if i > 0 {
		x, err := strconv.ParseInt(s[:i], 10, 62)
		if err != nil || x == 0 {
			return 0, false
		}
		v = x
	}
	rest := s[i:]
	if rest == "" {
		return v, i > 0
	}
	base := int64(1000)
	if strings.HasSuffix(rest, "i") && len(rest) == 2 {
		base, rest = 1024, rest[:1]
	}
	e := strings.IndexByte("KMGTP", rest[0])
	if len(rest) != 1 || e < 0 {
		return 0, false
	}
	for ; e >= 0; e-- {
		if v > 1<<62/base {
			return 0, false
		}
		v *= base
	}
	return v, true
}

func (n *numfmt) format(s string) {
	var b strings.Builder
	i := 0
	text := func() string {
		b.Reset()
		for i < len(s) {
			if s[i] == '%' {
				if i+1 < len(s) && s[i+1] == '%' {
					i++
				} else {
					break
				}
			}
			b.WriteByte(s[i])
			i++
		}
		return b.String()
	}
	n.before = text()
	if i >= len(s) {
		n.p.Fatalf(1, "format %s has no %% directive", n.p.Quote(s))
	}
	i++
	left := false
	for i < len(s) && strings.IndexByte(" '0-", s[i]) >= 0 {
		if s[i] == '0' {
			n.zero = true
		}
		if s[i] == '-' {
			left = true
		}
		i++
	}
	st := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > st {
		w, err := strconv.Atoi(s[st:i])
		if err != nil || w > 1<<16 {
			n.p.Fatalf(1, "invalid format %s (width overflow)", n.p.Quote(s))
		}
		n.width = w
		if left {
			n.formatPad = -w
			n.zero = false
		} else if !n.zero {
			n.formatPad = w
		}
	}
	if i < len(s) && s[i] == '.' {
		i++
		st = i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		n.prec = 0
		if i > st {
			v, err := strconv.Atoi(s[st:i])
			if err != nil || v > 1<<12 {
				n.p.Fatalf(1, "invalid precision in format %s", n.p.Quote(s))
			}
			n.prec = v
		}
	}
	if i >= len(s) {
		n.p.Fatalf(1, "format %s ends in %%", n.p.Quote(s))
	}
	if s[i] != 'f' {
		n.p.Fatalf(1, "invalid format %s, directive must be %%[0]['][-][N][.][N]f", n.p.Quote(s))
	}
	i++
	from := i
	text()
	n.after = s[from:i] // where %% stays as it is
	if i < len(s) {
		n.p.Fatalf(1, "format %s has too many %% directives", n.p.Quote(s))
	}
}

func (n *numfmt) wanted(k int) bool {
	for _, f := range n.fields {
		if uint64(k) >= f.lo && uint64(k) <= f.hi {
			return true
		}
	}
	return false
}

// line converts the fields of a line.
func (n *numfmt) line(s string) {
	out := n.p.Out
	if n.delim >= 0 {
		for k, f := range strings.Split(s, string([]byte{byte(n.delim)})) {
			if k > 0 {
				out.WriteByte(byte(n.delim))
			}
			if n.wanted(k + 1) {
				word := strings.TrimLeft(f, " \t")
				out.WriteString(n.convert(word, f[:len(f)-len(word)]))
			} else {
				out.WriteString(f)
			}
		}
		return
	}
	// With -z newlines are blanks, too. Of those behind a field the first is
	// what separates it from the next, and is written as a space.
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
	for k := 1; ; k++ {
		i := 0
		for i < len(s) && blank(s[i]) {
			i++
		}
		j := i
		for j < len(s) && !blank(s[j]) {
			j++
		}
		if n.wanted(k) {
			out.WriteString(n.convert(s[i:j], s[:i]))
		} else {
			out.WriteString(s[:j])
		}
		if j == len(s) {
			return
		}
		out.WriteByte(' ')
		s = s[j+1:]
	}
}

// convert returns a field in its new form, as wide as it was where that is so.
func (n *numfmt) convert(word, blank string) string {
	text, ok := n.number(word)
	if !ok {
		return blank + word
	}
	w := n.padding
	if n.autoPad && blank != "" {
		w = len(blank) + len(word)
	}
	switch {
	case w > 0 && len(text) < w:
		text = strings.Repeat(" ", w-len(text)) + text
	case w < 0 && len(text) < -w:
		text += strings.Repeat(" ", -w-len(text))
	}
	return n.before + text + n.after
}

// fail reports a field that is no number.
func (n *numfmt) fail(format string, a ...any) (string, bool) {
	switch n.invalid {
	case "abort":
		n.p.Out.Flush()
		n.p.Errorf(format, a...)
		n.p.Exit(2)
	case "fail":
		n.p.Errorf(format, a...)
		n.status = 2
	case "warn":
		n.p.Errorf(format, a...)
	}
	return "", false
}

const numfmtLetters = "KMGTPEZYRQ"

func (n *numfmt) number(word string) (string, bool) {
	p := n.p
	s := strings.TrimSuffix(word, n.suffix)
	if n.suffix == "" {
		s = word
	}
	digits := s
	neg := strings.HasPrefix(digits, "-")
	digits = strings.TrimPrefix(digits, "-")
	i := 0
	for i < len(digits) && digits[i] >= '0' && digits[i] <= '9' {
		i++
	}
	whole := digits[:i]
	prec := 0
	if i < len(digits) && digits[i] == '.' {
		j := i + 1
		for j < len(digits) && digits[j] >= '0' && digits[j] <= '9' {
			j++
		}
		if j == i+1 && strings.HasPrefix(digits[j:], ".") {
			return n.fail("invalid suffix in input: %s", p.Quote(s))
		}
		if j == i+1 {
			return n.fail("invalid number: %s", p.Quote(s))
		}
		prec = j - i - 1
		i = j
	}
	if i == 0 {
		return n.fail("invalid number: %s", p.Quote(s))
	}
	if len(strings.TrimLeft(whole, "0")) > 27 {
		return n.fail("value too large to be converted: %s", p.Quote(s))
	}
	if n.debug && len(strings.TrimLeft(whole, "0")) > 18 {
		p.Errorf("large input value %s: possible precision loss", p.Quote(s))
	}
	if prec == 0 && i == len(digits) && i == len(whole) && !neg && len(whole) <= 15 && n.prec < 0 && n.fromUnit == 1 && n.toUnit == 1 && n.from != "iec-i" {
		v, _ := strconv.ParseUint(whole, 10, 64)
		if n.to == "none" {
			return n.zeroPadded(strconv.FormatUint(v, 10)), true
		}
		return n.zeroPadded(n.humanInteger(v)), true
	}
	v, _, err := big.ParseFloat(digits[:i], 10, 128, big.ToNearestEven)
	if err != nil {
		return n.fail("invalid number: %s", p.Quote(s))
	}
	if len(whole) > 18 {
		v.SetPrec(64) // what a long double holds
	}
	rest := strings.TrimLeft(digits[i:], " ")
	if rest != "" {
		e := strings.IndexByte(numfmtLetters[:8], rest[0])
		if e < 0 {
			return n.fail("invalid suffix in input: %s", p.Quote(s))
		}
		if n.from == "none" {
			return n.fail("rejecting suffix in input: %s (consider using --from)", p.Quote(s))
		}
		base := int64(1000)
		if n.from != "si" && n.from != "auto" {
			base = 1024
		}
		tail := rest[1:]
		if n.from == "auto" && strings.HasPrefix(tail, "i") {
			base, tail = 1024, tail[1:]
		}
		if n.from == "iec-i" {
			if !strings.HasPrefix(tail, "i") {
				return n.fail("missing 'i' suffix in input: %s (e.g Ki/Mi/Gi)", p.Quote(s))
			}
			tail = tail[1:]
		}
		if tail != "" {
			return n.fail("invalid suffix in input %s: %s", p.Quote(s), p.Quote(tail))
		}
		mul := new(big.Float).SetPrec(128).SetInt64(1)
		for ; e >= 0; e-- {
			mul.Mul(mul, new(big.Float).SetInt64(base))
		}
		v.Mul(v, mul)
		prec = 0
		if !v.IsInt() {
			prec = 0
		}
	}
	if n.from == "iec-i" && rest == "" {
		return n.fail("missing 'i' suffix in input: %s (e.g Ki/Mi/Gi)", p.Quote(s))
	}
	if neg {
		v.Neg(v)
	}
	if n.fromUnit != 1 || n.toUnit != 1 {
		v.Mul(v, new(big.Float).SetInt64(n.fromUnit))
		v.Quo(v, new(big.Float).SetInt64(n.toUnit))
	}
	text := ""
	if n.to == "none" {
		if n.prec >= 0 {
			prec = n.prec
		}
		power := 0
		if e := v.Text('e', 30); v.Sign() != 0 {
			power, _ = strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
		}
		if max(power, 0)+prec > 18 {
			shown := v.Text('g', 6)
			if n.prec >= 0 {
				return n.fail("value/precision too large to be printed: '%s/%d' (consider using --to)", shown, prec)
			}
			return n.fail("value too large to be printed: '%s' (consider using --to)", shown)
		}
		text = n.rounded(v, prec).Text('f', prec)
	} else {
		text = n.human(v)
	}
	return n.zeroPadded(text), true
}

// zeroPadded is a number with zeros to the format's width, and the suffix.
func (n *numfmt) zeroPadded(text string) string {
	if n.zero && n.width > 0 {
		sign := ""
		t := strings.TrimRight(text, numfmtLetters+"i") // the letter is no part of it
		letter := text[len(t):]
		if strings.HasPrefix(t, "-") {
			sign, t = "-", t[1:]
		}
		if k := n.width - len(sign) - len(t); k > 0 {
			t = strings.Repeat("0", k) + t
		}
		return sign + t + letter + n.suffix
	}
	return text + n.suffix
}

// rounded rounds to digits behind the point.
func (n *numfmt) rounded(v *big.Float, digits int) *big.Float {
	scale := new(big.Float).SetPrec(256).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	x := new(big.Float).SetPrec(256).Mul(v, scale)
	// The last bits are noise of the decimal fraction.
	x.SetPrec(100)
	i, acc := x.Int(nil)
	if acc != big.Exact {
		frac := new(big.Float).SetPrec(256).Sub(x, new(big.Float).SetPrec(256).SetInt(i))
		away := false
		switch n.round {
		case "up":
			away = x.Sign() > 0
		case "down":
			away = x.Sign() < 0
		case "from-zero":
			away = true
		case "nearest":
			away = frac.Abs(frac).Cmp(big.NewFloat(0.5)) >= 0
		}
		if away {
			i.Add(i, big.NewInt(int64(x.Sign())))
		}
	}
	return new(big.Float).SetPrec(256).Quo(new(big.Float).SetPrec(256).SetInt(i), scale)
}

// humanInteger is human for an integer below 10^15 without a precision.
func (n *numfmt) humanInteger(v uint64) string {
	base := uint64(1000)
	if n.to != "si" {
		base = 1024
	}
	power, unit := 0, uint64(1)
	for v/unit >= base {
		unit *= base
		power++
	}
	if power == 0 {
		return strconv.FormatUint(v, 10)
	}
	scale := uint64(1)
	if v < 10*unit {
		scale = 10
	}
	q, r := v*scale/unit, v*scale%unit
	switch n.round {
	case "up", "from-zero":
		if r > 0 {
			q++
		}
	case "nearest":
		if 2*r >= unit {
			q++
		}
	}
	if q == base*scale {
		q, scale = 10, 10
		power++
	}
	text := ""
	if scale == 10 && q < 100 {
		text = strconv.FormatUint(q/10, 10) + "." + strconv.FormatUint(q%10, 10)
	} else {
		text = strconv.FormatUint(q/scale, 10)
	}
	text += numfmtLetters[power-1 : power]
	if n.to == "iec-i" {
		text += "i"
	}
	return text
}

// human scales a number and gives it a suffix.
func (n *numfmt) human(v *big.Float) string {
	base := new(big.Float).SetInt64(1000)
	if n.to != "si" {
		base.SetInt64(1024)
	}
	x := new(big.Float).SetPrec(256).Set(v)
	power := 0
	abs := func() *big.Float { return new(big.Float).Abs(x) }
	for abs().Cmp(base) >= 0 && power < len(numfmtLetters) {
		x.Quo(x, base)
		power++
	}
	ten := big.NewFloat(10)
	digits := 0
	switch {
	case n.prec >= 0:
		digits = min(power*3, n.prec)
	case abs().Cmp(ten) < 0:
		digits = 1
	}
	x = n.rounded(x, digits)
	if abs().Cmp(base) >= 0 {
		x.Quo(x, base)
		power++
	}
	show := 0
	switch {
	case n.prec >= 0:
		show = n.prec
	case x.Sign() != 0 && abs().Cmp(ten) < 0 && power > 0:
		show = 1
	}
	text := x.Text('f', show)
	if power > 0 && power <= len(numfmtLetters) {
		text += numfmtLetters[power-1 : power]
		if n.to == "iec-i" {
			text += "i"
		}
	}
	return text
}
