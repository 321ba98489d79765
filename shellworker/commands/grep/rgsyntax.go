package grep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rgSyntaxError is a wrong pattern, told as ripgrep does: the pattern with
// what is wrong underlined.
type rgSyntaxError struct {
	pattern  string
	from, to int // bytes
	text     string
}

func (e *rgSyntaxError) Error() string {
	width := func(s string) int { return utf8.RuneCountInString(s) }
	if strings.Contains(e.pattern, "\n") {
		return fmt.Sprintf("regex parse error:\n%s\nerror: %s", e.pattern, e.text)
	}
	mark := strings.Repeat(" ", width(e.pattern[:e.from])) + strings.Repeat("^", max(1, width(e.pattern[e.from:e.to])))
	return fmt.Sprintf("regex parse error:\n    %s\n    %s\nerror: %s", e.pattern, mark, e.text)
}

// rgNewline is a pattern that needs lines to be searched together.
type rgNewline struct{ literal string }

func (e *rgNewline) Error() string {
	return fmt.Sprintf("the literal '%s' is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched.", strconv.Quote(e.literal))
}

// rgSyntax rewrites a pattern in the syntax of Rust's regex crate in that of
// Go's regexp. The two differ in classes (nested ones, &&, --, ~~, and Perl's
// classes, which are Unicode's), escapes, the flags u and x, and repetitions.
type rgSyntax struct {
	s       string
	i       int
	b       strings.Builder
	unicode bool
	verbose bool
	dotall  bool
	crlf    bool
	newline byte // the line terminator that a literal may not be, if deny
	deny    bool

	boundary        bool // \b or \B is in it
	literals, upper bool // it has literals, and upper-case ones
	opens           []rgOpen
	atom            int // where in b the last item begins, -1 if there is none
	repeated        bool
}

type rgOpen struct {
	at, in                   int // in b and s
	unicode, verbose, dotall bool
}

func (x *rgSyntax) fail(from, to int, format string, a ...any) {
	panic(&rgSyntaxError{x.s, from, min(to, len(x.s)), fmt.Sprintf(format, a...)})
}

// translate returns the pattern in Go's syntax.
func (x *rgSyntax) translate() (out string, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *rgSyntaxError:
			err = e
		case *rgNewline:
			err = e
		default:
			panic(e)
		}
	}()
	x.atom = -1
	for x.i < len(x.s) {
		x.item()
	}
	if n := len(x.opens); n > 0 {
		x.fail(x.opens[n-1].in, x.opens[n-1].in+1, "unclosed group")
	}
	return x.b.String(), nil
}

// put writes an item that can be repeated.
func (x *rgSyntax) put(s string) {
	x.atom, x.repeated = x.b.Len(), false
	x.b.WriteString(s)
}

func (x *rgSyntax) item() {
	start := x.i
	switch c := x.s[x.i]; c {
	case '(':
		x.group()
	case ')':
		n := len(x.opens)
		if n == 0 {
			x.fail(x.i, x.i+1, "unopened group")
		}
		o := x.opens[n-1]
		x.opens = x.opens[:n-1]
		x.b.WriteByte(')')
		x.atom, x.repeated, x.unicode, x.verbose, x.dotall = o.at, false, o.unicode, o.verbose, o.dotall
		x.i++
	case '|':
		x.b.WriteByte('|')
		x.atom = -1
		x.i++
	case '[':
		set, negated := x.class()
		x.put(x.classText(set, negated))
	case '\\':
		x.escape()
	case '*', '+', '?', '{':
		x.repetition()
	case '$':
		x.i++
		if x.crlf {
			x.put(`(?:\r??$)`)
		} else {
			x.put("$")
		}
	case '.':
		x.i++
		set := runeSet{'\n', '\n'}
		if x.dotall {
			set = nil
		}
		x.put(x.classText(set, true))
	case '^':
		x.i++
		x.put("^")
	default:
		r, n := utf8.DecodeRuneInString(x.s[x.i:])
		x.i += n
		if x.verbose {
			if unicode.IsSpace(r) {
				return
			}
			if r == '#' {
				if k := strings.IndexByte(x.s[x.i:], '\n'); k >= 0 {
					x.i += k + 1
				} else {
					x.i = len(x.s)
				}
				return
			}
		}
		x.literal(r, x.s[start:x.i])
	}
}

func (x *rgSyntax) literal(r rune, as string) {
	if x.deny && r == rune(x.newline) {
		panic(&rgNewline{string(r)})
	}
	x.literals = true
	x.upper = x.upper || unicode.IsUpper(r)
	if strings.ContainsRune("]}", r) {
		as = `\` + as
	}
	x.put(as)
}

// group opens a group, or sets flags.
func (x *rgSyntax) group() {
	start := x.i
	o := rgOpen{x.b.Len(), start, x.unicode, x.verbose, x.dotall}
	rest := x.s[x.i:]
	for _, look := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(rest, look) {
			x.fail(start, start+len(look), "look-around, including look-ahead and look-behind, is not supported")
		}
	}
	if !strings.HasPrefix(rest, "(?") {
		x.i++
		x.b.WriteByte('(')
		x.opens = append(x.opens, o)
		x.atom = -1
		return
	}
	if strings.HasPrefix(rest, "(?P<") || strings.HasPrefix(rest, "(?<") {
		n := strings.IndexByte(rest, '<') + 1
		k := strings.IndexByte(rest, '>')
		if k < 0 {
			x.fail(len(x.s), len(x.s), "unclosed capture group name")
		}
		if k == n {
			x.fail(start+n, start+n, "empty capture group name")
		}
		x.b.WriteString("(?P<" + rest[n:k] + ">")
		x.i += k + 1
		x.opens = append(x.opens, o)
		x.atom = -1
		return
	}
	x.i += 2
	flags, off, set := "", false, false
	for {
		if x.i >= len(x.s) {
			x.fail(start, start+1, "unclosed group")
		}
		switch c := x.s[x.i]; c {
		case 'i', 'm', 'U':
			flags += string(c)
		case 's':
			x.dotall = !off
		case 'u':
			x.unicode = !off
		case 'x':
			x.verbose = !off
		case '-':
			off = true
			flags += "-"
		case ')', ':':
			x.i++
			flags = strings.TrimSuffix(flags, "-")
			if c == ')' {
				if !set {
					x.fail(start+1, start+2, "repetition operator missing expression")
				}
				if flags != "" {
					x.b.WriteString("(?" + flags + ")")
				}
				x.atom = -1
				return
			}
			x.b.WriteString("(?" + flags + ":")
			x.opens = append(x.opens, o)
			x.atom = -1
			return
		default:
			_, n := utf8.DecodeRuneInString(x.s[x.i:])
			x.fail(x.i, x.i+n, "unrecognized flag")
		}
		set = true
		x.i++
	}
}

// maxGoRepeat is how often Go's regexp can repeat an item.
const maxGoRepeat = 1000

// maxRepeat bounds what a repetition is unrolled to.
const maxRepeat = 20000

func (x *rgSyntax) repetition() {
	start := x.i
	if x.atom < 0 {
		x.fail(start, start+1, "repetition operator missing expression")
	}
	if x.repeated {
		s := x.b.String()
		x.b.Reset()
		x.b.WriteString(s[:x.atom] + "(?:" + s[x.atom:] + ")")
	}
	x.repeated = true
	c := x.s[x.i]
	x.i++
	if c != '{' {
		x.b.WriteByte(c)
		x.lazy()
		return
	}
	end := strings.IndexByte(x.s[x.i:], '}')
	if end < 0 {
		x.fail(start, len(x.s), "unclosed counted repetition")
	}
	body := x.s[x.i : x.i+end]
	x.i += end + 1
	number := func(s string) int {
		n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 32)
		switch {
		case err == nil:
		case s != "" && strings.Trim(s, "0123456789") == "":
			x.fail(start+1, start+1+len(body), "decimal literal invalid")
		default:
			x.fail(start+1, start+1+len(body), "repetition quantifier expects a valid decimal")
		}
		return int(n)
	}
	low, high, isRange := strings.Cut(body, ",")
	lo := number(low)
	hi := lo
	if isRange {
		if hi = -1; strings.TrimSpace(high) != "" {
			if hi = number(high); hi < lo {
				x.fail(start, x.i, "invalid repetition count range, the start must be <= the end")
			}
		}
	}
	if max(lo, hi) > maxRepeat {
		x.fail(start, x.i, "a repetition of more than %d is too large", maxRepeat)
	}
	if max(lo, hi) <= maxGoRepeat {
		x.b.WriteString("{" + strings.ReplaceAll(body, " ", "") + "}")
		x.lazy()
		return
	}
	s := x.b.String()
	item := s[x.atom:]
	lazy := strings.HasPrefix(x.s[x.i:], "?")
	x.b.Reset()
	x.b.WriteString(s[:x.atom] + "(?:")
	part := func(lo, hi int) {
		if hi < 0 {
			fmt.Fprintf(&x.b, "%s{%d,}", item, lo)
		} else {
			fmt.Fprintf(&x.b, "%s{%d,%d}", item, lo, hi)
		}
		if lazy {
			x.b.WriteByte('?')
		}
	}
	for ; lo > 0; lo -= min(lo, maxGoRepeat) {
		n := min(lo, maxGoRepeat)
		part(n, n)
		if hi >= 0 {
			hi -= n
		}
	}
	if hi < 0 {
		part(0, -1)
	}
	for ; hi > 0; hi -= min(hi, maxGoRepeat) {
		part(0, min(hi, maxGoRepeat))
	}
	x.b.WriteByte(')')
	if lazy {
		x.i++
	}
}

// lazy takes the ? behind a repetition.
func (x *rgSyntax) lazy() {
	if strings.HasPrefix(x.s[x.i:], "?") {
		x.b.WriteByte('?')
		x.i++
	}
}

// rgMeta are the characters that may be escaped.
const rgMeta = `\.+*?()|[]{}^$#&-~`

// escape writes what a backslash begins, outside classes.
func (x *rgSyntax) escape() {
	start := x.i
	if x.i+1 == len(x.s) {
		x.fail(start, len(x.s), "incomplete escape sequence, reached end of pattern prematurely")
	}
	switch c := x.s[x.i+1]; {
	case c == 'b' || c == 'B':
		x.boundary = x.boundary || x.unicode
		x.i += 2
		x.put(x.s[start:x.i])
	case c == 'A' || c == 'z':
		x.i += 2
		x.put(x.s[start:x.i])
	case c >= '0' && c <= '9':
		x.fail(start, start+2, "backreferences are not supported")
	default:
		if set, ok := x.classEscape(); ok {
			x.put(x.classText(set, false))
			return
		}
		r := x.charEscape()
		x.literal(r, fmt.Sprintf(`\x{%x}`, r))
	}
}

// charEscape reads an escape that stands for a character.
func (x *rgSyntax) charEscape() rune {
	start := x.i
	r, n := utf8.DecodeRuneInString(x.s[x.i+1:])
	x.i += 1 + n
	if strings.ContainsRune(rgMeta, r) || x.verbose && r == ' ' {
		return r
	}
	if k := strings.IndexRune("aftnrv", r); k >= 0 {
		return rune("\a\f\t\n\r\v"[k])
	}
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[r]
	if digits == 0 {
		x.fail(start, x.i, "unrecognized escape sequence")
	}
	var hex string
	if strings.HasPrefix(x.s[x.i:], "{") {
		end := strings.IndexByte(x.s[x.i:], '}')
		if end < 0 {
			x.fail(start, len(x.s), "incomplete escape sequence, reached end of pattern prematurely")
		}
		hex = x.s[x.i+1 : x.i+end]
		x.i += end + 1
		if hex = strings.TrimSpace(hex); hex == "" {
			x.fail(x.i-2, x.i, "hexadecimal literal empty")
		}
	} else {
		if x.i+digits > len(x.s) {
			x.fail(len(x.s), len(x.s), "incomplete escape sequence, reached end of pattern prematurely")
		}
		hex = x.s[x.i : x.i+digits]
		x.i += digits
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		bad := x.i - len(hex) + strings.IndexFunc(hex, func(r rune) bool { return !unicode.Is(unicode.ASCII_Hex_Digit, r) })
		x.fail(bad, bad+1, "invalid hexadecimal digit")
	}
	if v > unicode.MaxRune || v >= 0xd800 && v <= 0xdfff {
		x.fail(x.i-len(hex), x.i, "hexadecimal literal is not a Unicode scalar value")
	}
	return rune(v)
}

// runeSet are ranges of characters: pairs of the first and the last, ascending.
type runeSet []rune

func (s runeSet) normal() runeSet {
	type pair struct{ lo, hi rune }
	var ps []pair
	for i := 0; i+1 < len(s); i += 2 {
		ps = append(ps, pair{s[i], s[i+1]})
	}
	slices.SortFunc(ps, func(a, b pair) int { return int(a.lo - b.lo) })
	var out runeSet
	for _, p := range ps {
		if n := len(out); n > 0 && p.lo <= out[n-1]+1 {
			out[n-1] = max(out[n-1], p.hi)
			continue
		}
		out = append(out, p.lo, p.hi)
	}
	return out
}

func (s runeSet) not() runeSet {
	var out runeSet
	next := rune(0)
	s = s.normal()
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

func (s runeSet) and(t runeSet) runeSet {
	return append(append(runeSet{}, s.not()...), t.not()...).not()
}

func (s runeSet) or(t runeSet) runeSet { return append(append(runeSet{}, s...), t...).normal() }

func tableSet(t *unicode.RangeTable) runeSet {
	var s runeSet
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			s = append(s, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			s = append(s, r, r)
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return s.normal()
}

// classText writes a set as a class. What isn't UTF-8 is no character, unless
// Unicode is off: Go's regexp takes its bytes for U+FFFD.
func (x *rgSyntax) classText(s runeSet, negated bool) string {
	if x.unicode {
		bad := runeSet{unicode.ReplacementChar, unicode.ReplacementChar}
		if negated {
			s = s.or(bad)
		} else if len(s) > 2 || len(s) == 2 && s[0] != s[1] {
			s = s.and(bad.not())
		}
	}
	return classText(s, negated)
}

// classText writes a set as a class.
func classText(s runeSet, negated bool) string {
	if s = s.normal(); len(s) == 0 {
		s, negated = runeSet{0, unicode.MaxRune}, !negated
	}
	var b strings.Builder
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
	}
	for i := 0; i < len(s); i += 2 {
		fmt.Fprintf(&b, `\x{%x}-\x{%x}`, s[i], s[i+1])
	}
	b.WriteByte(']')
	return b.String()
}

// Perl's classes.
var (
	digitSet = tableSet(unicode.Nd)
	spaceSet = tableSet(unicode.White_Space)
	wordSet  = tableSet(unicode.L).or(tableSet(unicode.M)).or(tableSet(unicode.Nd)).or(tableSet(unicode.Pc)).or(tableSet(unicode.Nl)).
			or(tableSet(unicode.Other_Alphabetic)).or(tableSet(unicode.Join_Control))
	asciiSets = map[string]runeSet{
		"alnum": {'0', '9', 'A', 'Z', 'a', 'z'}, "alpha": {'A', 'Z', 'a', 'z'}, "ascii": {0, 127}, "blank": {'\t', '\t', ' ', ' '},
		"cntrl": {0, 31, 127, 127}, "digit": {'0', '9'}, "graph": {'!', '~'}, "lower": {'a', 'z'}, "print": {' ', '~'},
		"punct": {'!', '/', ':', '@', '[', '`', '{', '~'}, "space": {'\t', '\r', ' ', ' '}, "upper": {'A', 'Z'},
		"word": {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}, "xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
	}
)

// classEscape reads \d, \pL and the like; ok is false for another escape.
func (x *rgSyntax) classEscape() (set runeSet, ok bool) {
	start := x.i
	c := x.s[x.i+1]
	switch c {
	case 'd', 'D':
		if set = digitSet; !x.unicode {
			set = asciiSets["digit"]
		}
	case 's', 'S':
		if set = spaceSet; !x.unicode {
			set = asciiSets["space"]
		}
	case 'w', 'W':
		if set = wordSet; !x.unicode {
			set = asciiSets["word"]
		}
	case 'p', 'P':
		return x.property(), true
	default:
		return nil, false
	}
	x.i = start + 2
	if unicode.IsUpper(rune(c)) {
		set = set.not()
	}
	return set, true
}

// property reads \pL, \p{Greek}, \p{gc=Lu} or \p{^...}.
func (x *rgSyntax) property() runeSet {
	start := x.i
	not := x.s[x.i+1] == 'P'
	x.i += 2
	if x.i >= len(x.s) {
		x.fail(start, len(x.s), "incomplete escape sequence, reached end of pattern prematurely")
	}
	var name string
	if x.s[x.i] == '{' {
		end := strings.IndexByte(x.s[x.i:], '}')
		if end < 0 {
			x.fail(start, len(x.s), "incomplete escape sequence, reached end of pattern prematurely")
		}
		name = x.s[x.i+1 : x.i+end]
		x.i += end + 1
	} else {
		_, n := utf8.DecodeRuneInString(x.s[x.i:])
		name = x.s[x.i : x.i+n]
		x.i += n
	}
	if !x.unicode {
		x.fail(start, x.i, "Unicode not allowed here")
	}
	if rest, ok := strings.CutPrefix(name, "^"); ok {
		name, not = rest, !not
	}
	for _, sep := range []string{"!=", ":", "="} {
		if _, value, ok := strings.Cut(name, sep); ok {
			name = value
			not = not != (sep == "!=")
			break
		}
	}
	set, ok := propertySet(name)
	if !ok {
		x.fail(start, x.i, "Unicode property not found")
	}
	if not {
		set = set.not()
	}
	return set
}

// propertyNames are the long names of Unicode's general categories.
var propertyNames = map[string]string{
	"letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt", "modifierletter": "Lm", "otherletter": "Lo",
	"mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me", "number": "N", "decimalnumber": "Nd", "digit": "Nd",
	"letternumber": "Nl", "othernumber": "No", "punctuation": "P", "punct": "P", "connectorpunctuation": "Pc", "dashpunctuation": "Pd",
	"openpunctuation": "Ps", "closepunctuation": "Pe", "initialpunctuation": "Pi", "finalpunctuation": "Pf", "otherpunctuation": "Po",
	"symbol": "S", "mathsymbol": "Sm", "currencysymbol": "Sc", "modifiersymbol": "Sk", "othersymbol": "So", "separator": "Z",
	"spaceseparator": "Zs", "lineseparator": "Zl", "paragraphseparator": "Zp", "other": "C", "control": "Cc", "cntrl": "Cc", "format": "Cf",
	"privateuse": "Co", "surrogate": "Cs",
}

func propertySet(name string) (runeSet, bool) {
	flat := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(name))
	switch flat {
	case "any":
		return runeSet{0, unicode.MaxRune}, true
	case "ascii":
		return runeSet{0, 127}, true
	case "alphabetic", "alpha":
		return tableSet(unicode.L).or(tableSet(unicode.Nl)).or(tableSet(unicode.Other_Alphabetic)), true
	case "uppercase", "upper":
		return tableSet(unicode.Lu).or(tableSet(unicode.Other_Uppercase)), true
	case "lowercase", "lower":
		return tableSet(unicode.Ll).or(tableSet(unicode.Other_Lowercase)), true
	case "whitespace", "space":
		return spaceSet, true
	}
	if long := propertyNames[flat]; long != "" {
		return tableSet(unicode.Categories[long]), true
	}
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		for n, t := range tables {
			if strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(n)) == flat {
				return tableSet(t), true
			}
		}
	}
	return nil, false
}

// class reads a class in brackets.
func (x *rgSyntax) class() (set runeSet, negated bool) {
	start := x.i
	head := x.i + 1
	unclosed := func() {
		if x.i >= len(x.s) {
			x.fail(start, head, "unclosed character class")
		}
	}
	x.i++
	if strings.HasPrefix(x.s[x.i:], "^") {
		negated = true
		x.i++
	}
	if head = x.i; strings.HasPrefix(x.s[x.i:], "]") {
		head++
	}
	var left runeSet // of an operator
	operator := ""
	apply := func() {
		switch operator {
		case "":
			left = set
		case "&&":
			left = left.and(set)
		case "--":
			left = left.and(set.not())
		case "~~":
			left = left.and(set.not()).or(set.and(left.not()))
		}
		set = nil
	}
	for first := true; ; first = false {
		unclosed()
		rest := x.s[x.i:]
		if rest[0] == ']' && !first {
			x.i++
			break
		}
		if len(rest) > 1 && (rest[:2] == "&&" || rest[:2] == "~~" || rest[:2] == "--" && !first) {
			apply()
			operator = rest[:2]
			x.i += 2
			continue
		}
		if x.verbose && unicode.IsSpace(rune(rest[0])) {
			x.i++
			continue
		}
		if strings.HasPrefix(rest, "[:") {
			if k := strings.Index(rest, ":]"); k > 1 {
				name, not := strings.CutPrefix(rest[2:k], "^")
				if s, ok := asciiSets[name]; ok {
					if not {
						s = s.not()
					}
					set = append(set, s...)
					x.i += k + 2
					continue
				}
			}
		}
		if rest[0] == '[' {
			inner, not := x.class()
			if not {
				inner = inner.not()
			}
			set = append(set, inner...)
			continue
		}
		from := x.i
		if rest[0] == '\\' && len(rest) > 1 {
			if s, ok := x.classEscape(); ok {
				if rest := x.s[x.i:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' && rest[1] != '-' {
					x.fail(from, x.i, "invalid range boundary, must be a literal")
				}
				set = append(set, s...)
				continue
			}
		}
		lo := x.classChar(unclosed)
		hi := lo
		if rest := x.s[x.i:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' && rest[1] != '-' {
			x.i++
			if hi = x.classChar(unclosed); lo > hi {
				x.fail(from, x.i, "invalid character class range, the start must be <= the end")
			}
		}
		set = append(set, lo, hi)
	}
	apply()
	if left = left.normal(); len(left) == 0 {
		x.fail(start, x.i, "empty character classes are not allowed")
	}
	return left, negated
}

func (x *rgSyntax) classChar(unclosed func()) rune {
	unclosed()
	var r rune
	if x.s[x.i] == '\\' {
		if x.i+1 == len(x.s) {
			x.i = len(x.s)
			unclosed()
		}
		r = x.charEscape()
	} else {
		var n int
		r, n = utf8.DecodeRuneInString(x.s[x.i:])
		x.i += n
	}
	x.literals = true
	x.upper = x.upper || unicode.IsUpper(r)
	return r
}
