package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "tr", Run: trMain, Help: `
Usage: tr [OPTION]... STRING1 [STRING2]
Translate, squeeze or delete the bytes of the standard input.

  -c, -C, --complement   STRING1 stands for all bytes that aren't in it
  -d, --delete           delete the bytes of STRING1
  -s, --squeeze-repeats  make one of a run of the same byte of the last STRING
  -t, --truncate-set1    cut STRING1 to the length of STRING2
      --help             this text
      --version          the version
In a string: \NNN octal, \\ \a \b \f \n \r \t \v, A-B, [C*N] and [C*] in
STRING2, [:alnum:] and the like, [=C=].
`})
}

// trSet is a string of tr, taken apart.
type trSet struct {
	items  []trItem
	chars  []byte
	fill   int // item that is as long as it takes, -1: none
	classy bool
}

type trItem struct {
	kind  byte // 'c' a byte or range, ':' a class, '=' an equivalence class, '*' a repetition
	chars []byte
	class string
	count int
}

func trMain(ctx context.Context, p *Process) int {
	var complement, del, squeeze, truncate bool
	opts, args := p.Getopt("+cCdst", getopt.Long{Name: "complement", ID: 'c'}, getopt.Long{Name: "delete", ID: 'd'},
		getopt.Long{Name: "squeeze-repeats", ID: 's'}, getopt.Long{Name: "truncate-set1", ID: 't'})
	for _, o := range opts {
		switch o.ID {
		case 'c', 'C':
			complement = true
		case 'd':
			del = true
		case 's':
			squeeze = true
		case 't':
			truncate = true
		}
	}
	least, most := 2, 2
	switch {
	case del && !squeeze:
		least, most = 1, 1
	case !del && squeeze:
		least = 1
	}
	if len(args) < least {
		if len(args) == 0 {
			p.MissingOperand()
		}
		why := "Two strings must be given when translating."
		if del {
			why = "Two strings must be given when both deleting and squeezing repeats."
		}
		p.Errorf("missing operand after %s\n%s", p.Quote(args[len(args)-1]), why)
		p.UsageTry()
	}
	if len(args) > most {
		p.Errorf("extra operand %s", p.Quote(args[most]))
		if del && !squeeze && len(args) == 2 {
			fmt.Fprintln(p.Stderr, "Only one string may be given when deleting without squeezing repeats.")
		}
		p.UsageTry()
	}
	one := trParse(p, args[0])
	if one.fill >= 0 {
		p.Fatalf(1, "the [c*] repeat construct may not appear in string1")
	}
	for _, it := range one.items {
		if it.kind == '*' {
			one.expand(0)
		}
	}
	one.expand(0)
	set1 := one.chars
	if complement {
		set1 = trComplement(set1)
	}
	var two *trSet
	if len(args) == 2 {
		two = trParse(p, args[1])
		fills := 0
		for _, it := range two.items {
			if it.kind == '*' && it.count == 0 {
				fills++
			}
		}
		if fills > 1 {
			p.Fatalf(1, "only one [c*] repeat construct may appear in string2")
		}
	}
	translate := two != nil && !del
	var table [256]byte
	for i := range table {
		table[i] = byte(i)
	}
	if translate {
		trTable(p, &table, one, set1, two, complement, truncate)
	} else if two != nil {
		if two.fill >= 0 {
			p.Fatalf(1, "the [c*] construct may appear in string2 only when translating")
		}
		two.expand(256)
	}
	var deleted, squeezed [256]bool
	if del {
		for _, c := range set1 {
			deleted[c] = true
		}
	}
	if squeeze {
		last := set1
		if two != nil {
			last = two.chars
		}
		for _, c := range last {
			squeezed[c] = true
		}
	}
	prev := -1
	err := blockInput(ctx, p.Stdin, func(b []byte) {
		if !del && !squeeze {
			for i, c := range b {
				b[i] = table[c]
			}
			p.Out.Write(b)
			return
		}
		k := 0
		for _, c := range b {
			if deleted[c] {
				continue
			}
			c = table[c]
			if squeezed[c] && int(c) == prev {
				continue
			}
			prev = int(c)
			b[k] = c
			k++
		}
		p.Out.Write(b[:k])
	})
	if err != nil {
		p.Out.Flush()
		p.Fatalf(1, "read error: %s", errText(err))
	}
	return 0
}

func trComplement(set []byte) []byte {
	var in [256]bool
	for _, c := range set {
		in[c] = true
	}
	var out []byte
	for c := 0; c < 256; c++ {
		if !in[c] {
			out = append(out, byte(c))
		}
	}
	return out
}

// trTable fills the table of a translation.
func trTable(p *Process, table *[256]byte, one *trSet, set1 []byte, two *trSet, complement, truncate bool) {
	for _, it := range two.items {
		switch {
		case it.kind == '=':
			p.Fatalf(1, "[=c=] expressions may not appear in string2 when translating")
		case it.kind == ':' && it.class != "upper" && it.class != "lower":
			p.Fatalf(1, "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'")
		}
	}
	if len(two.items) == 0 && len(set1) > 0 && !truncate {
		p.Fatalf(1, "when not truncating set1, string2 must be non-empty")
	}
	domain := len(set1)
	two.expand(domain)
	if !complement && two.classy && !trAligned(one, two, len(set1)) {
		if trLastClass(two) && len(two.chars) < len(set1) && !trPaired(one, two) {
			p.Fatalf(1, "when translating with string1 longer than string2,\nthe latter string must not end with a character class")
		}
		p.Fatalf(1, "misaligned [:upper:] and/or [:lower:] construct")
	}
	if len(set1) > len(two.chars) {
		switch {
		case truncate:
			set1 = set1[:len(two.chars)]
		case trLastClass(two) && (complement || !trPaired(one, two)):
			p.Fatalf(1, "when translating with string1 longer than string2,\nthe latter string must not end with a character class")
		case len(two.chars) > 0:
			last := two.chars[len(two.chars)-1]
			for len(two.chars) < len(set1) {
				two.chars = append(two.chars, last)
			}
		}
	}
	if complement && one.classy {
		single := len(two.chars) >= domain
		for _, c := range two.chars[:min(len(two.chars), len(set1))] {
			single = single && c == two.chars[0]
		}
		if !single {
			p.Fatalf(1, "when translating with complemented character classes,\nstring2 must map all characters in the domain to one")
		}
	}
	for i, c := range set1 {
		table[c] = two.chars[i]
	}
}

func trLastClass(s *trSet) bool {
	return len(s.items) > 0 && s.items[len(s.items)-1].kind == ':'
}

// trPaired tells whether both strings end in a case class.
func trPaired(one, two *trSet) bool { return trLastClass(one) && trLastClass(two) }

// trAligned tells whether each case class of the second string stands at the
// place of one in the first, so that they convert case.
func trAligned(one, two *trSet, n int) bool {
	starts := func(s *trSet) map[int]string {
		m := map[int]string{}
		at := 0
		for i, it := range s.items {
			if it.kind == ':' && (it.class == "upper" || it.class == "lower") {
				m[at] = it.class
			}
			k := len(it.chars)
			if i == s.fill {
				k = it.count
			}
			at += k
		}
		return m
	}
	first := starts(one)
	for at := range starts(two) {
		if first[at] == "" {
			return false
		}
	}
	return true
}

// expand makes the bytes of the items; [c*] makes it n bytes long.
func (s *trSet) expand(n int) {
	s.chars = s.chars[:0]
	fixed := 0
	for i, it := range s.items {
		if i != s.fill {
			fixed += len(it.chars)
		}
	}
	for i := range s.items {
		it := &s.items[i]
		if i == s.fill {
			it.count = max(0, n-fixed)
			s.chars = append(s.chars, []byte(strings.Repeat(string(it.chars[:1]), it.count))...)
			continue
		}
		s.chars = append(s.chars, it.chars...)
	}
}

func trParse(p *Process, arg string) *trSet {
	s := &trSet{fill: -1}
	// Bytes with the mark of those that were escaped.
	var b []byte
	var esc []bool
	for i := 0; i < len(arg); i++ {
		c := arg[i]
		if c != '\\' {
			b, esc = append(b, c), append(esc, false)
			continue
		}
		if i+1 == len(arg) {
			p.Errorf("warning: an unescaped backslash at end of string is not portable")
			b, esc = append(b, c), append(esc, false)
			continue
		}
		i++
		c = arg[i]
		if k := strings.IndexByte("abfnrtv", c); k >= 0 {
			b, esc = append(b, "\a\b\f\n\r\t\v"[k]), append(esc, true)
			continue
		}
		if c >= '0' && c <= '7' {
			n := 0
			k := i
			for ; k < len(arg) && k < i+3 && arg[k] >= '0' && arg[k] <= '7'; k++ {
				if n*8+int(arg[k]-'0') > 255 {
					p.Errorf("warning: the ambiguous octal escape \\%s is being\n\tinterpreted as the 2-byte sequence \\0%s, %c", arg[i:k+1], arg[i:k], arg[k])
					break
				}
				n = n*8 + int(arg[k]-'0')
			}
			i = k - 1
			b, esc = append(b, byte(n)), append(esc, true)
			continue
		}
		b, esc = append(b, c), append(esc, true)
	}
	plain := func(i int, c byte) bool { return i < len(b) && b[i] == c && !esc[i] }
	for i := 0; i < len(b); {
		if plain(i, '[') && (plain(i+1, ':') || plain(i+1, '=')) {
			mark := b[i+1]
			end := -1
			for k := i + 2; k+1 < len(b); k++ {
				if plain(k, mark) && plain(k+1, ']') {
					end = k
					break
				}
			}
			if end >= 0 {
				name := string(b[i+2 : end])
				if mark == '=' && len(name) == 1 {
					s.items = append(s.items, trItem{kind: '=', chars: []byte(name)})
					i = end + 2
					continue
				}
				if mark == ':' && name != "" {
					chars, ok := trClass(name)
					if !ok {
						p.Fatalf(1, "invalid character class %s", p.Quote(name))
					}
					s.items = append(s.items, trItem{kind: ':', chars: chars, class: name})
					s.classy = true
					i = end + 2
					continue
				}
				// [:*] and the like are repetitions.
				if !(plain(i+2, '*')) {
					if mark == '=' && name != "" {
						p.Fatalf(1, "%s: equivalence class operand must be a single character", name)
					}
					if name == "" {
						p.Fatalf(1, "missing %s class name '[%c%c]'", map[byte]string{':': "character", '=': "equivalence"}[mark], mark, mark)
					}
				}
			}
		}
		if plain(i, '[') && i+2 < len(b) && plain(i+2, '*') {
			end := -1
			for k := i + 3; k < len(b); k++ {
				if plain(k, ']') {
					end = k
					break
				}
				if esc[k] {
					break
				}
			}
			if end >= 0 {
				digits := string(b[i+3 : end])
				n := int64(0)
				if digits != "" {
					base := 10
					if digits[0] == '0' {
						base = 8
					}
					v, err := strconv.ParseInt(digits, base, 32)
					if err != nil {
						p.Fatalf(1, "invalid repeat count %s in [c*n] construct", p.Quote(digits))
					}
					n = v
				}
				it := trItem{kind: '*', chars: []byte{b[i+1]}, count: int(n)}
				if n == 0 {
					if s.fill >= 0 {
						p.Fatalf(1, "only one [c*] repeat construct may appear in string2")
					}
					s.fill = len(s.items)
				} else {
					it.chars = []byte(strings.Repeat(string([]byte{b[i+1]}), int(min(n, 1<<16))))
				}
				s.items = append(s.items, it)
				i = end + 1
				continue
			}
		}
		if plain(i+1, '-') && i+2 < len(b) {
			lo, hi := b[i], b[i+2]
			if lo > hi {
				show := func(k int) string {
					if b[k] < ' ' || b[k] >= 0x7f {
						return fmt.Sprintf("\\%03o", b[k])
					}
					return string(b[k : k+1])
				}
				p.Fatalf(1, "range-endpoints of %s are in reverse collating sequence order", quote.Always(show(i)+"-"+show(i+2)))
			}
			it := trItem{kind: 'c'}
			for c := int(lo); c <= int(hi); c++ {
				it.chars = append(it.chars, byte(c))
			}
			s.items = append(s.items, it)
			i += 3
			continue
		}
		s.items = append(s.items, trItem{kind: 'c', chars: []byte{b[i]}})
		i++
	}
	return s
}

func trClass(name string) ([]byte, bool) {
	in := map[string]func(c int) bool{
		"upper": func(c int) bool { return 'A' <= c && c <= 'Z' }, "lower": func(c int) bool { return 'a' <= c && c <= 'z' },
		"digit": func(c int) bool { return '0' <= c && c <= '9' }, "alpha": func(c int) bool { return 'a' <= c|32 && c|32 <= 'z' },
		"alnum": func(c int) bool { return 'a' <= c|32 && c|32 <= 'z' || '0' <= c && c <= '9' },
		"blank": func(c int) bool { return c == ' ' || c == '\t' }, "space": func(c int) bool { return c == ' ' || '\t' <= c && c <= '\r' },
		"cntrl": func(c int) bool { return c < ' ' || c == 0x7f }, "print": func(c int) bool { return ' ' <= c && c < 0x7f },
		"graph": func(c int) bool { return ' ' < c && c < 0x7f },
		"punct": func(c int) bool {
			return ' ' < c && c < 0x7f && !('a' <= c|32 && c|32 <= 'z' || '0' <= c && c <= '9')
		},
		"xdigit": func(c int) bool { return '0' <= c && c <= '9' || 'a' <= c|32 && c|32 <= 'f' },
	}[name]
	if in == nil {
		return nil, false
	}
	var out []byte
	for c := 0; c < 256; c++ {
		if in(c) && c < 128 {
			out = append(out, byte(c))
		}
	}
	return out, true
}
