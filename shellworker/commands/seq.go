package commands

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "seq", Run: seqMain, Help: `
Usage: seq [OPTION]... LAST
   or: seq [OPTION]... FIRST LAST
   or: seq [OPTION]... FIRST INCREMENT LAST
Write numbers from FIRST (1) to LAST in steps of INCREMENT (1).

  -f, --format=FORMAT     printf's format for a floating-point number
  -s, --separator=STRING  between numbers (a newline)
  -w, --equal-width       pad with zeros to the same width
      --help              show this help
      --version           show the version
`})
}

// seqNumber is a number as it was written.
type seqNumber struct {
	val   *big.Float
	prec  int // digits behind the point, -1 if it isn't decimal
	width int
	inf   int // +1, -1
	text  string
}

const seqBits = 64 // of the mantissa, as long double has

func (p *Process) seqNumber(s string) seqNumber {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	n := seqNumber{prec: 0, text: s}
	l := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(t, "+"), "-"))
	switch {
	case l == "inf" || l == "infinity":
		n.inf = 1
		if strings.HasPrefix(t, "-") {
			n.inf = -1
		}
		n.prec = 0
		return n
	case l == "nan":
		p.Errorf("invalid %s argument: %s", p.Quote("not-a-number"), p.Quote(s))
		p.UsageTry()
	}
	bad := func() {
		p.Errorf("invalid floating point argument: %s", p.Quote(s))
		p.UsageTry()
	}
	if t == "" || strings.ContainsAny(t, "_") || strings.HasPrefix(l, "0b") || strings.HasPrefix(l, "0o") {
		bad()
	}
	if strings.HasPrefix(l, "0x") {
		x := t
		if !strings.ContainsAny(l, "p") {
			x += "p0"
		}
		v, _, err := big.ParseFloat(x, 0, seqBits, big.ToNearestEven)
		if err != nil {
			bad()
		}
		n.val, n.prec = v, -1
		if !strings.ContainsAny(l, ".p") {
			n.prec = 0
		}
		return n // its width doesn't count for -w
	}
	for i := range len(l) {
		if c := l[i]; !(c >= '0' && c <= '9') && strings.IndexByte(".e+-", c) < 0 {
			bad()
		}
	}
	mant, exp, hasExp := strings.Cut(l, "e")
	e := 0
	if hasExp {
		v, err := strconv.Atoi(exp)
		if err != nil || v > 16000 || v < -16000 {
			bad()
		}
		e = v
	}
	v, _, err := big.ParseFloat(strings.TrimPrefix(t, "+"), 10, seqBits, big.ToNearestEven)
	if err != nil {
		bad()
	}
	n.val = v
	whole, frac, point := strings.Cut(mant, ".")
	n.prec = len(frac)
	n.width = len(strings.TrimPrefix(t, "+"))
	if point && frac == "" {
		n.width-- // "1." is "1"
	}
	if whole == "" {
		n.width++ // ".5" is "0.5"
	}
	if hasExp {
		n.width -= len(exp) + 1
		if e < 0 {
			n.prec -= e
			n.width = max(n.width, 0) - e
			if frac == "" {
				n.width++
			}
		} else {
			cut := min(e, n.prec)
			n.prec -= cut
			n.width += e - cut
			if point && cut > 0 && n.prec == 0 {
				n.width--
			}
		}
	}
	return n
}

func seqMain(ctx context.Context, p *Process) int {
	format, hasFormat, sep, equal := "", false, "\n", false
	// Negative numbers aren't options.
	args := p.Args
	cut := len(args)
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			break
		}
		if strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && (strings.IndexAny(a, "fs") == len(a)-1) || a == "--format" || a == "--separator" {
			i++
			continue
		}
		if len(a) > 1 && a[0] == '-' && (a[1] == '.' || a[1] >= '0' && a[1] <= '9') || len(a) == 0 || a[0] != '-' {
			cut = i
			break
		}
	}
	rest := args[cut:]
	p.Args = args[:cut]
	opts, operands := p.Getopt("+f:s:w", getopt.Long{Name: "equal-width", ID: 'w'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "separator", Arg: getopt.Required, ID: 's'})
	for _, o := range opts {
		switch o.ID {
		case 'f':
			format, hasFormat = o.Arg, true
		case 's':
			sep = o.Arg
		case 'w':
			equal = true
		}
	}
	operands = append(operands, rest...)
	if len(operands) == 0 {
		p.MissingOperand()
	}
	if len(operands) > 3 {
		p.ExtraOperand(operands[3])
	}
	var sf seqFormat
	if hasFormat {
		sf = p.seqFormat(format)
	}
	if hasFormat && equal {
		p.UsageError("format string may not be specified when printing equal width strings")
	}
	one := big.NewFloat(1).SetPrec(seqBits)
	first := seqNumber{val: one, width: 1}
	step := seqNumber{val: one, width: 1}
	last := p.seqNumber(operands[len(operands)-1])
	if len(operands) > 1 {
		first = p.seqNumber(operands[0])
	}
	if len(operands) > 2 {
		step = p.seqNumber(operands[1])
		if step.inf == 0 && step.val.Sign() == 0 {
			p.UsageError("invalid Zero increment value: %s", p.Quote(operands[1]))
		}
	}
	if first.inf != 0 || step.inf != 0 {
		// Nothing lies between; only the first number can be in range.
		if first.inf > 0 && last.inf <= 0 || first.inf < 0 && step.inf == 0 && step.val.Sign() < 0 && last.inf >= 0 {
			return 0
		}
		text := "inf"
		if first.inf < 0 {
			text = "-inf"
		}
		if first.inf == 0 {
			if up := step.inf > 0; last.inf == 0 && (first.val.Cmp(last.val) > 0) == up && first.val.Cmp(last.val) != 0 || last.inf != 0 && (last.inf > 0) != up {
				return 0
			}
			text = first.val.Text('f', max(first.prec, 0))
			p.Out.WriteString(text + "\n")
			return 0
		}
		for { // adding to it changes nothing
			if ctx.Err() != nil {
				return 1
			}
			p.Out.WriteString(text + sep)
		}
	}
	prec := max(first.prec, step.prec)
	decimal := first.prec >= 0 && step.prec >= 0
	if !hasFormat && decimal && first.val.IsInt() && step.val.IsInt() && prec == 0 && last.prec == 0 {
		a, ok1 := intOf(first.val)
		s, ok2 := intOf(step.val)
		b, ok3 := int64(0), true
		if last.inf == 0 {
			b, ok3 = intOf(last.val)
		} else if last.inf > 0 {
			b = math.MaxInt64
		} else {
			b = math.MinInt64
		}
		if ok1 && ok2 && ok3 && !(equal && (last.inf != 0 || strings.ContainsAny(first.text+last.text, "eExX."))) {
			width := 0
			if equal {
				width = max(len(strings.TrimLeft(strings.TrimPrefix(first.text, "+"), " ")), len(strings.TrimLeft(strings.TrimPrefix(last.text, "+"), " ")))
				if first.text == "" {
					width = max(1, len(strings.TrimPrefix(last.text, "+")))
				}
				if a >= 0 && strings.HasPrefix(last.text, "-") {
					width = max(width, 0)
				}
			}
			if a == 0 && strings.HasPrefix(first.text, "-") && (b == 0 || (s > 0) == (b > 0)) {
				p.Out.WriteString("-" + strings.Repeat("0", max(1, width-1))) // what was given keeps its sign
				if a += s; (s > 0) == (a > b) && a != b {
					p.Out.WriteString("\n")
					return 0
				}
				p.Out.WriteString(sep)
			}
			return seqInts(ctx, p, a, s, b, sep, width)
		}
	}
	if !hasFormat && decimal && prec == 0 && last.prec == 0 && last.inf == 0 && plainInteger(first.text) && plainInteger(step.text) && plainInteger(last.text) {
		return p.seqBig(ctx, first.text, step.text, last.text, sep, equal)
	}
	// At most as many digits behind the point as the operands have.
	width := 0
	if equal && decimal {
		fw := first.width
		if prec > 0 && first.prec == 0 {
			fw++
		}
		fw += prec - first.prec
		lw := last.width
		if last.prec > 0 && prec == 0 {
			lw--
		}
		if last.prec == 0 && prec > 0 {
			lw++
		}
		lw += prec - last.prec
		width = max(fw, lw)
	}
	if !hasFormat {
		switch {
		case !decimal:
			sf = seqFormat{flags: "", verb: 'g', prec: 6}
			if equal {
				sf.prec = 6
			}
		case equal:
			sf = seqFormat{flags: "0", width: width, verb: 'f', prec: prec}
		default:
			sf = seqFormat{verb: 'f', prec: prec}
		}
	}
	neg := step.val.Sign() < 0
	beyond := func(x *big.Float) bool {
		if last.inf != 0 {
			return neg && last.inf > 0 || !neg && last.inf < 0
		}
		if neg {
			return x.Cmp(last.val) < 0
		}
		return x.Cmp(last.val) > 0
	}
	x := new(big.Float).SetPrec(seqBits).Set(first.val)
	if beyond(x) {
		return 0
	}
	for i := int64(1); ; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return 1
		}
		text := sf.format(x)
		p.Out.WriteString(text)
		x0 := x
		x = new(big.Float).SetPrec(seqBits).SetInt64(i)
		x.Mul(x, step.val).Add(x, first.val)
		if beyond(x) {
			// A rounding error may have put what equals LAST beyond it.
			xs := sf.number(x)
			v, _, err := big.ParseFloat(strings.TrimSpace(xs), 10, seqBits, big.ToNearestEven)
			if err != nil || last.inf != 0 || v.Cmp(last.val) != 0 || sf.number(x0) == xs {
				break
			}
		}
		p.Out.WriteString(sep)
	}
	p.Out.WriteByte('\n')
	return 0
}

func intOf(f *big.Float) (int64, bool) {
	n, acc := f.Int64()
	return n, acc == big.Exact
}

func seqInts(ctx context.Context, p *Process, a, step, b int64, sep string, width int) int {
	if step > 0 && a > b || step < 0 && a < b {
		return 0
	}
	buf := make([]byte, 0, 64)
	for n := 0; ; n++ {
		if n&4095 == 4095 && ctx.Err() != nil {
			return 1
		}
		buf = buf[:0]
		if n > 0 {
			buf = append(buf, sep...)
		}
		if width > 0 {
			buf = appendPadded(buf, a, width)
		} else {
			buf = strconv.AppendInt(buf, a, 10)
		}
		p.Out.Write(buf)
		next := a + step
		if step > 0 && (next < a || next > b) || step < 0 && (next > a || next < b) {
			break
		}
		a = next
	}
	p.Out.WriteByte('\n')
	return 0
}

func appendPadded(b []byte, n int64, width int) []byte {
	s := strconv.FormatInt(n, 10)
	if n < 0 {
		b = append(b, '-')
		s = s[1:]
		width--
	}
	for k := width - len(s); k > 0; k-- {
		b = append(b, '0')
	}
	return append(b, s...)
}

func plainInteger(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return strings.Trim(s, "0123456789") == ""
}

// seqBig counts in numbers of any size; the texts are "" where not given.
func (p *Process) seqBig(ctx context.Context, first, step, last, sep string, equal bool) int {
	num := func(s string) *big.Int {
		if s == "" {
			return big.NewInt(1)
		}
		n, ok := new(big.Int).SetString(strings.TrimPrefix(s, "+"), 10)
		if !ok {
			return new(big.Int)
		}
		return n
	}
	a, s, b := num(first), num(step), num(last)
	width := 0
	if equal {
		width = max(len(strings.TrimPrefix(first, "+")), len(strings.TrimPrefix(last, "+")), 1)
	}
	for n := 0; s.Sign() > 0 && a.Cmp(b) <= 0 || s.Sign() < 0 && a.Cmp(b) >= 0; n++ {
		if n&1023 == 1023 && ctx.Err() != nil {
			return 1
		}
		if n > 0 {
			p.Out.WriteString(sep)
		}
		t := a.String()
		if k := width - len(t); k > 0 {
			if neg := strings.TrimPrefix(t, "-"); neg != t {
				t = "-" + strings.Repeat("0", k) + neg
			} else {
				t = strings.Repeat("0", k) + t
			}
		}
		p.Out.WriteString(t)
		a.Add(a, s)
		if s.Sign() > 0 && a.Cmp(b) > 0 || s.Sign() < 0 && a.Cmp(b) < 0 {
			p.Out.WriteByte('\n')
			return 0
		}
	}
	return 0
}

// seqFormat is a printf format for one number.
type seqFormat struct {
	before, after string
	flags         string
	width, prec   int
	verb          byte
}

func (p *Process) seqFormat(s string) seqFormat {
	f := seqFormat{prec: -1}
	i := 0
	text := func() string {
		var b strings.Builder
		for i < len(s) {
			if s[i] == '%' {
				if i+1 < len(s) && s[i+1] == '%' {
					b.WriteByte('%')
					i += 2
					continue
				}
				break
			}
			b.WriteByte(s[i])
			i++
		}
		return b.String()
	}
	f.before = text()
	if i >= len(s) {
		p.Fatalf(1, "format %s has no %% directive", p.Quote(s))
	}
	i++
	st := i
	for i < len(s) && strings.IndexByte("-+#0 '", s[i]) >= 0 {
		i++
	}
	f.flags = s[st:i]
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		f.width = min(f.width*10+int(s[i]-'0'), 1<<16)
	}
	if i < len(s) && s[i] == '.' {
		f.prec = 0
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			f.prec = min(f.prec*10+int(s[i]-'0'), 1<<16)
		}
	}
	if i < len(s) && s[i] == 'L' {
		i++
	}
	if i >= len(s) {
		p.Fatalf(1, "format %s ends in %%", p.Quote(s))
	}
	if strings.IndexByte("efgaEFGA", s[i]) < 0 {
		p.Fatalf(1, "format %s has unknown %%%c directive", p.Quote(s), s[i])
	}
	f.verb = s[i]
	i++
	f.after = text()
	if i < len(s) {
		p.Fatalf(1, "format %s has too many %% directives", p.Quote(s))
	}
	return f
}

func (f seqFormat) format(x *big.Float) string { return f.before + f.number(x) + f.after }

func (f seqFormat) number(x *big.Float) string {
	prec := f.prec
	if prec < 0 {
		prec = 6
	}
	neg := x.Signbit()
	a := new(big.Float).SetPrec(seqBits).Abs(x)
	var s string
	switch f.verb {
	case 'f', 'F':
		s = a.Text('f', prec)
	case 'e', 'E':
		s = a.Text('e', prec)
	case 'a', 'A':
		s = hexFloat(a, f.prec)
	default:
		s = generalFloat(a, prec, strings.Contains(f.flags, "#"))
	}
	if f.verb >= 'A' && f.verb <= 'Z' {
		s = strings.ToUpper(s)
	}
	sign := ""
	switch {
	case neg:
		sign = "-"
	case strings.Contains(f.flags, "+"):
		sign = "+"
	case strings.Contains(f.flags, " "):
		sign = " "
	}
	if n := f.width - len(s) - len(sign); n > 0 {
		switch {
		case strings.Contains(f.flags, "-"):
			return sign + s + strings.Repeat(" ", n)
		case strings.Contains(f.flags, "0"):
			return sign + strings.Repeat("0", n) + s
		}
		return strings.Repeat(" ", n) + sign + s
	}
	return sign + s
}

// generalFloat is C's %g.
func generalFloat(a *big.Float, prec int, keep bool) string {
	if prec == 0 {
		prec = 1
	}
	e := 0
	if a.Sign() != 0 {
		t := a.Text('e', prec-1)
		e, _ = strconv.Atoi(t[strings.IndexByte(t, 'e')+1:])
	}
	var s string
	if e < -4 || e >= prec {
		s = a.Text('e', prec-1)
		m, x, _ := strings.Cut(s, "e")
		if !keep && strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		return m + "e" + x
	}
	s = a.Text('f', prec-1-e)
	if !keep && strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// hexFloat is C's %La on x86: four bits before the point.
func hexFloat(a *big.Float, prec int) string {
	if a.Sign() == 0 {
		s := "0x0"
		if prec > 0 {
			s += "." + strings.Repeat("0", prec)
		}
		return s + "p+0"
	}
	m := new(big.Float)
	e := a.MantExp(m) // 0.5 <= m < 1
	m.SetMantExp(m, 4)
	e -= 4
	if prec >= 0 {
		q := new(big.Float).SetPrec(256).SetMantExp(m, 4*prec)
		i, _ := new(big.Float).SetPrec(uint(4*prec + 8)).Set(q).Int(nil)
		// Round to nearest, ties to even.
		r := new(big.Float).SetPrec(256).Sub(q, new(big.Float).SetPrec(256).SetInt(i))
		if c := r.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && i.Bit(0) == 1 {
			i.Add(i, big.NewInt(1))
		}
		d := i.Text(16)
		if len(d) > prec+1 {
			d = d[:len(d)-1]
			e += 4
		}
		s := "0x" + d[:1]
		if prec > 0 {
			s += "." + d[1:]
		}
		return s + expText(e)
	}
	m.SetMantExp(m, 60)
	i, _ := m.Int(nil)
	d := strings.TrimRight(i.Text(16), "0")
	s := "0x" + d[:1]
	if len(d) > 1 {
		s += "." + d[1:]
	}
	return s + expText(e)
}

func expText(e int) string {
	if e < 0 {
		return "p-" + strconv.Itoa(-e)
	}
	return "p+" + strconv.Itoa(e)
}
