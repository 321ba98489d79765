package sort

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
)

// debugFile marks under each line that is written what of it the keys compare.
type debugFile struct {
	vfs.File
	s      *sorter
	global bool   // the only key is of the options, and means the whole line
	held   []byte // a line that isn't whole yet
}

func (d *debugFile) Write(b []byte) (int, error) {
	d.held = append(d.held, b...)
	var out []byte
	for {
		i := bytes.IndexByte(d.held, d.s.delim)
		if i < 0 {
			break
		}
		out = d.line(out, d.held[:i])
		d.held = d.held[i+1:]
	}
	if _, err := d.File.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (d *debugFile) line(out, line []byte) []byte {
	out = append(out, bytes.ReplaceAll(line, []byte("\t"), []byte(">"))...)
	out = append(out, '\n') // also with -z
	for i := range d.s.keys {
		start, end := d.span(&d.s.keys[i], line)
		out = underline(out, line, start, end)
	}
	if len(d.s.keys) == 0 || !d.s.unique && !d.s.stable {
		out = underline(out, line, 0, len(line))
	}
	return out
}

// span returns what a key compares of a line.
func (d *debugFile) span(k *key, line []byte) (start, end int) {
	start, end = 0, len(line)
	if !d.global {
		start = d.s.begin(k, line)
		if k.eword != -1 {
			end = max(start, d.s.limit(k, line))
		}
	}
	if !(d.global && k.skipStart || k.kind == 'M' || numeric(k)) {
		return start, end
	}
	for start < end && isBlank(line[start]) {
		start++
	}
	text := line[start:end]
	switch k.kind {
	case 'M':
		end = start
		if month(text) > 0 {
			end += 3
		}
	case 'g':
		end = start + len(generalNumber.Find(text))
	case 'n', 'h':
		end = start
		if n := plainNumber.Find(text); bytes.ContainsAny(n, "0123456789") {
			end += len(n)
			if k.kind == 'h' && len(n) < len(text) && strings.IndexByte("KkMGTPEZY", text[len(n)]) >= 0 {
				end++
			}
		}
	}
	return start, end
}

var (
	plainNumber   = regexp.MustCompile(`^-?[0-9]*(\.[0-9]*)?`)
	generalNumber = regexp.MustCompile(`(?i)^[-+]?(0x[0-9a-f]+(\.[0-9a-f]*)?(p[-+]?[0-9]+)?|([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?|inf(inity)?|nan(\([a-z0-9_]*\))?)`)
)

func numeric(k *key) bool { return k.kind == 'n' || k.kind == 'g' || k.kind == 'h' }

func underline(out, line []byte, start, end int) []byte {
	out = append(out, strings.Repeat(" ", debugWidth(line[:start]))...)
	if w := debugWidth(line[start:max(start, end)]); w > 0 {
		return append(append(out, strings.Repeat("_", w)...), '\n')
	}
	return append(out, "^ no match for key\n"...)
}

// debugWidth is how many columns b takes; a tab is shown as one.
func debugWidth(b []byte) int {
	w := 0
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '\t', r == utf8.RuneError && n == 1:
			w++
		case r >= ' ' && r != 0x7f:
			w += max(textwidth.Rune(r), 0)
		}
		b = b[n:]
	}
	return w
}

// debug begins --debug: it tells what is questionable in the command line, and
// has the output marked.
func (s *sorter) debug(global key, globalOnly bool) {
	p := s.p
	locale := ""
	for _, k := range []string{"LC_ALL", "LC_COLLATE", "LANG"} {
		if locale = p.Getenv(k); locale != "" {
			break
		}
	}
	if locale == "" || locale == "C" || locale == "POSIX" {
		p.Errorf("text ordering performed using simple byte comparison")
	} else {
		p.Errorf("text ordering performed using %s sorting rules", p.Quote(locale))
	}
	left := global // what of the options no key has
	var plain, general, plainSpan, generalSpan bool
	for i, k := range s.keys {
		if numeric(&k) {
			general = general || k.kind == 'g'
			plain = plain || k.kind != 'g'
		}
		toEnd := k.eword == -1
		empty := !globalOnly && !toEnd && k.eword < k.sword
		if empty {
			p.Errorf("key %d has zero width and will be ignored", i+1)
		}
		inFirst := k.eword == 0 && k.echar != 0
		if !empty && !globalOnly && s.tab < 0 && !inFirst &&
			(!k.skipStart && !numeric(&k) && k.kind != 'M' || !k.skipStart && k.schar > 0 || !k.skipEnd && k.echar > 0) {
			p.Errorf("leading blanks are significant in key %d; consider also specifying 'b'", i+1)
		}
		if !globalOnly && numeric(&k) && (toEnd || k.sword < k.eword) {
			p.Errorf("key %d is numeric and spans multiple fields", i+1)
			generalSpan = generalSpan || k.kind == 'g'
			plainSpan = plainSpan || k.kind != 'g'
		}
		if left.dictionary == k.dictionary && left.printable == k.printable {
			left.dictionary, left.printable = false, false
		}
		left.fold = left.fold && !k.fold
		left.skipStart = left.skipStart && !k.skipStart
		left.skipEnd = left.skipEnd && !k.skipEnd
		left.reverse = left.reverse && !k.reverse
		if left.kind == k.kind {
			left.kind = 0
		}
	}
	warned := false
	if plainSpan || generalSpan {
		for _, m := range []struct {
			sep  int
			what string
			also bool
		}{{'.', "decimal point", true}, {'-', "minus sign", true}, {'+', "plus sign", generalSpan}} {
			if s.tab == m.sep && m.also {
				p.Errorf("field separator %s is treated as a %s in numbers", p.Quote(string(rune(s.tab))), m.what)
				warned = m.sep == '.'
			}
		}
	}
	if (plain || general) && !warned {
		p.Errorf("note numbers use %s as a decimal point in this locale", p.Quote("."))
	}
	resort := !s.stable && !s.unique
	ordered := left
	ordered.reverse = false
	if !ordered.plain() || left.reverse && !resort && len(s.keys) > 0 {
		letters := ""
		for _, o := range []struct {
			on     bool
			letter string
		}{{left.skipStart || left.skipEnd, "b"}, {left.dictionary, "d"}, {left.fold, "f"}, {left.kind == 'g', "g"}, {left.kind == 'h', "h"},
			{left.printable, "i"}, {left.kind == 'M', "M"}, {left.kind == 'n', "n"}, {left.kind == 'R', "R"}, {left.reverse && !resort, "r"}, {left.kind == 'V', "V"}} {
			if o.on {
				letters += o.letter
			}
		}
		if len(letters) == 1 {
			p.Errorf("option '-%s' is ignored", letters)
		} else {
			p.Errorf("options '-%s' are ignored", letters)
		}
	}
	if left.reverse && resort && len(s.keys) > 0 {
		p.Errorf("option '-r' only applies to last-resort comparison")
	}
	s.out = commands.NewOutput(&debugFile{File: p.Stdout, s: s, global: globalOnly})
}
