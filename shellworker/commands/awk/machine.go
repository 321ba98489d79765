package awk

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/joiner"
	"github.com/capshell/capshell/shellworker/regex"
)

// Special variables, which have indices of their own before all others.
const (
	vNF = iota
	vNR
	vFNR
	vFS
	vOFS
	vORS
	vRS
	vRT
	vFILENAME
	vSUBSEP
	vRSTART
	vRLENGTH
	vCONVFMT
	vOFMT
	vIGNORECASE
	vFPAT
	vFIELDWIDTHS
	vERRNO
	vARGC
	vARGIND
	vBINMODE
	vLINT
	vTEXTDOMAIN
	specials
)

var specialNames = [specials]string{"NF", "NR", "FNR", "FS", "OFS", "ORS", "RS", "RT", "FILENAME", "SUBSEP", "RSTART", "RLENGTH", "CONVFMT", "OFMT",
	"IGNORECASE", "FPAT", "FIELDWIDTHS", "ERRNO", "ARGC", "ARGIND", "BINMODE", "LINT", "TEXTDOMAIN"}

func specialIndex(name string) int {
	for i, n := range specialNames {
		if n == name {
			return i
		}
	}
	return -1
}

// splitter is how records become fields.
type splitMode uint8

const (
	splitBlank splitMode = iota
	splitByte
	splitRegex
	splitChars
	splitWidths
	splitPattern
)

// fatal ends the program: status 2 and the text.
type fatal struct{ text string }

// control unwinds a function that meets next, nextfile or exit.
type control struct{ c ctl }

type ctl uint8

const (
	cNone ctl = iota
	cBreak
	cContinue
	cNext
	cNextFile
	cExit
	cReturn
)

type code func(m *machine) ctl

type machine struct {
	ctx     context.Context
	p       *commands.Process
	prog    *program
	rules   []compiledRule
	utf     bool
	sandbox bool
	name    string // for messages

	globals  []value
	arrays   []*array
	names    []string // of globals
	arrNames []string
	stack    []value
	frame    int
	astack   []*array
	aframe   int
	ret      value
	depth    int
	steps    int
	exitCode int
	inEnd    bool
	line     int

	// the record
	record    string
	fields    []string
	own       []value // fields that were assigned
	split     bool    // fields are those of record
	stale     bool    // record must be made of fields
	nf        int
	nr, fnr   float64
	mode      splitMode
	sepByte   byte
	sepRe     *regex.Regexp
	widths    []widthSpec
	fieldMode byte // 'f' FS, 'p' FPAT, 'w' FIELDWIDTHS
	ofs, ors  string
	subsep    string
	convfmt   *format
	ofmt      *format
	fold      bool

	formats map[string]*format
	regexes map[regexKey]*regex.Regexp
	scratch []byte
	loc     []int
	outBuf  []byte

	joiner joiner.Joiner

	input        inputState
	streams      map[string]*stream
	order        []*stream
	rand         random
	escapes      [256]bool // warned of
	regexEscapes [256]bool // warned of, in regular expressions
	seed         float64
	environ      *array
	procinfo     *array
	argv         *array
	inplace      bool
	unread       map[string]string // variables of the command line that the program doesn't name
	edit         *edit
	stdout       *commands.Output
}

type regexKey struct {
	s    string
	fold bool
}

type widthSpec struct{ skip, width int } // width -1: the rest

func (m *machine) fatal(f string, a ...any) {
	panic(fatal{fmt.Sprintf(f, a...)})
}

func (m *machine) warn(f string, a ...any) {
	m.stdout.Flush()
	fmt.Fprintf(m.p.Stderr, "%s: cmd. line:%d: %swarning: %s\n", m.name, m.line, m.where(), fmt.Sprintf(f, a...))
}

// warnEscape tells of an escape sequence that means nothing, once.
func (m *machine) warnEscape(c byte) { m.warnEscapeAt("", 0, c) }

func (m *machine) warnEscapeAt(where string, line int, c byte) {
	if m.escapes[c] {
		return
	}
	m.escapes[c] = true
	if where != "" {
		where = fmt.Sprintf("%s:%d: ", where, line)
	}
	fmt.Fprintf(m.p.Stderr, "%s: %swarning: escape sequence `\\%c' treated as plain `%c'\n", m.name, where, c, c)
}

// tell writes what is wrong with a place in the program.
func (m *machine) tell(where string, line int, text string) {
	m.stdout.Flush()
	fmt.Fprintf(m.p.Stderr, "%s: %s:%d: %s\n", m.name, where, line, text)
}

// warnRegex tells of escape sequences in a regular expression that mean
// nothing, once of each.
func (m *machine) warnRegex(where string, line int, s string) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		i++
		if c := s[i]; !m.regexEscapes[c] && strings.IndexByte("cdeghijklmopquzACDEFGHIJKLMNOPQRTUVXYZ\"&%@!#,;:=_~ ", c) >= 0 {
			m.regexEscapes[c] = true
			m.tell(where, line, fmt.Sprintf("warning: regexp escape sequence `\\%c' is not a known regexp operator", c))
		}
	}
}

func (m *machine) where() string {
	if m.fnr > 0 || m.nr > 0 {
		name := m.globals[vFILENAME].s
		if name == "" {
			name = "-"
		}
		return fmt.Sprintf("(FILENAME=%s FNR=%d) ", name, int64(m.fnr))
	}
	return ""
}

// tick looks now and then whether the process is to end.
func (m *machine) tick() {
	if m.steps++; m.steps&0x3ff == 0 && m.ctx.Err() != nil {
		m.p.Exit(1)
	}
}

// bytesOf is s without a copy; it must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// regex compiles a regular expression, or finds it among those used.
func (m *machine) regex(s string) *regex.Regexp {
	key := regexKey{s, m.fold}
	if re := m.regexes[key]; re != nil {
		return re
	}
	flags := regex.Flags(0)
	if m.utf {
		flags |= regex.UTF8
	}
	if m.fold {
		flags |= regex.IgnoreCase
	}
	re, err := regex.Compile(s, regex.Awk, flags)
	if err != nil {
		m.fatal("invalid regexp: %s: /%s/", err, s)
	}
	m.warnRegex("cmd. line", m.line, s)
	if len(m.regexes) > 500 {
		clear(m.regexes)
	}
	key.s = strings.Clone(s)
	m.regexes[key] = re
	return re
}

// length counts characters.
func (m *machine) length(s string) int {
	if !m.utf {
		return len(s)
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return utf8.RuneCountInString(s)
		}
	}
	return len(s)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// getVar reads a global that isn't kept as a value.
func (m *machine) getVar(i int) value {
	switch i {
	case vNF:
		m.splitFields()
		return num(float64(m.nf))
	case vNR:
		return num(m.nr)
	case vFNR:
		return num(m.fnr)
	}
	return m.globals[i]
}

// setVar assigns to a global.
func (m *machine) setVar(i int, v value) {
	if i >= specials {
		m.globals[i] = v
		return
	}
	v = own(v)
	m.globals[i] = v
	switch i {
	case vNF:
		n := v.num()
		if n < 0 {
			m.fatal("NF set to negative value")
		}
		m.setNF(n)
	case vNR:
		m.nr = v.num()
	case vFNR:
		m.fnr = v.num()
	case vFS:
		m.splitBy('f', "FS")
	case vFPAT:
		m.splitBy('p', "FPAT")
	case vFIELDWIDTHS:
		m.splitBy('w', "FIELDWIDTHS")
	case vOFS:
		m.makeRecord() // the record is made with the separator of now
		m.ofs = m.toStr(&v)
	case vORS:
		m.ors = m.toStr(&v)
	case vRS:
		m.input.setRS(m, m.toStr(&v))
		m.setSplitter()
	case vSUBSEP:
		m.subsep = m.toStr(&v)
	case vCONVFMT:
		m.convfmt = m.format(m.toStr(&v))
	case vOFMT:
		m.ofmt = m.format(m.toStr(&v))
	case vIGNORECASE:
		m.fold = v.truth()
		m.input.setRS(m, m.toStr(&m.globals[vRS]))
		m.setSplitter()
	}
}

// splitBy takes over which variable says how fields are split.
func (m *machine) splitBy(mode byte, variable string) {
	if m.fieldMode != mode && m.procinfo != nil {
		m.procinfo.set("FS", str(variable))
	}
	m.fieldMode = mode
	m.setSplitter()
}

// setSplitter takes over how fields are split. The record at hand is split by
// what was in force when it was read.
func (m *machine) setSplitter() {
	if !m.split && m.nr > 0 {
		m.splitFields()
	}
	switch m.fieldMode {
	case 'p':
		m.mode, m.sepRe = splitPattern, m.regex(m.toStr(&m.globals[vFPAT]))
		return
	case 'w':
		m.mode, m.widths = splitWidths, m.parseWidths(m.toStr(&m.globals[vFIELDWIDTHS]))
		return
	}
	m.mode, m.sepByte, m.sepRe = m.separator(m.toStr(&m.globals[vFS]))
}

// separator tells how a field separator splits.
func (m *machine) separator(fs string) (splitMode, byte, *regex.Regexp) {
	switch {
	case fs == " ":
		return splitBlank, 0, nil
	case fs == "":
		return splitChars, 0, nil
	case len(fs) == 1:
		return splitByte, fs[0], nil
	}
	return splitRegex, 0, m.regex(fs)
}

func (m *machine) parseWidths(s string) []widthSpec {
	var list []widthSpec
	fields := strings.Fields(s)
	for i, f := range fields {
		if f == "*" {
			if i < len(fields)-1 {
				m.fatal("`*' must be the last designator in FIELDWIDTHS")
			}
			list = append(list, widthSpec{0, -1})
			continue
		}
		skip, width, both := strings.Cut(f, ":")
		if !both {
			skip, width = "0", f
		}
		w := widthSpec{int(toNumber(skip)), int(toNumber(width))}
		if width == "*" {
			w.width = -1
		} else if w.width <= 0 {
			m.fatal("invalid FIELDWIDTHS value, for field %d, near `%s'", len(list)+1, width)
		}
		list = append(list, w)
	}
	return list
}

// setRecord takes a new record.
func (m *machine) setRecord(s string) {
	m.record = s
	m.split, m.stale = false, false
	m.own = m.own[:0]
}

func (m *machine) splitFields() {
	if m.split {
		return
	}
	m.split = true
	m.fields = m.splitText(m.fields[:0], m.record, m.mode, m.sepByte, m.sepRe, true, nil)
	m.nf = len(m.fields)
}

// splitText splits s; seps, if not nil, takes what is between the fields.
func (m *machine) splitText(dst []string, s string, mode splitMode, sep byte, re *regex.Regexp, record bool, seps *[]string) []string {
	newlines := record && m.input.paragraph
	between := func(t string) {
		if seps != nil {
			*seps = append(*seps, t)
		}
	}
	switch mode {
	case splitBlank:
		i := 0
		for {
			start := i
			for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n') {
				i++
			}
			between(s[start:i])
			if i == len(s) {
				return dst
			}
			start = i
			for i < len(s) && s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
				i++
			}
			dst = append(dst, s[start:i])
		}
	case splitByte:
		if s == "" {
			return dst
		}
		if newlines && sep != '\n' {
			start := 0
			for i := 0; i < len(s); i++ {
				if s[i] == sep || s[i] == '\n' {
					dst = append(dst, s[start:i])
					between(s[i : i+1])
					start = i + 1
				}
			}
			return append(dst, s[start:])
		}
		for {
			i := strings.IndexByte(s, sep)
			if i < 0 {
				return append(dst, s)
			}
			dst = append(dst, s[:i])
			between(s[i : i+1])
			s = s[i+1:]
		}
	case splitChars:
		for i := 0; i < len(s); {
			n := 1
			if m.utf {
				_, n = utf8.DecodeRuneInString(s[i:])
			}
			if i > 0 {
				between("")
			}
			dst = append(dst, s[i:i+n])
			i += n
		}
		return dst
	case splitRegex:
		if s == "" {
			return dst
		}
		b := bytesOf(s)
		start, pos := 0, 0
		for pos <= len(s) {
			from, to, ok, err := re.Span(b, pos)
			if err != nil || !ok {
				break
			}
			if from == to {
				// An empty match separates nothing.
				if from >= len(s) {
					break
				}
				pos = from + 1
				continue
			}
			dst = append(dst, s[start:from])
			between(s[from:to])
			start, pos = to, to
		}
		return append(dst, s[start:])
	case splitWidths:
		pos := 0
		for _, w := range m.widths {
			pos = m.advance(s, pos, w.skip)
			if pos >= len(s) {
				break
			}
			end := len(s)
			if w.width >= 0 {
				end = m.advance(s, pos, w.width)
			}
			dst = append(dst, s[pos:end])
			pos = end
		}
		return dst
	default:
		b := bytesOf(s)
		pos, last := 0, 0
		empty := false
		for pos <= len(s) {
			from, to, ok, err := re.Span(b, pos)
			if err != nil || !ok {
				break
			}
			if from == to {
				// An empty field counts only where no other one just ended.
				if from >= len(s) && !empty && len(dst) > 0 && last == len(s) && pos != len(s) {
					break
				}
				if from == last && len(dst) > 0 && !empty {
					pos = from + 1
					empty = true
					if from >= len(s) {
						break
					}
					continue
				}
				between(s[last:from])
				dst = append(dst, "")
				last, pos = from, from+1
				empty = true
				continue
			}
			between(s[last:from])
			dst = append(dst, s[from:to])
			last, pos = to, to
			empty = false
		}
		between(s[last:])
		return dst
	}
}

// advance returns the position n characters behind pos.
func (m *machine) advance(s string, pos, n int) int {
	if !m.utf {
		return min(len(s), pos+n)
	}
	for ; n > 0 && pos < len(s); n-- {
		_, k := utf8.DecodeRuneInString(s[pos:])
		pos += k
	}
	return pos
}

// makeRecord makes $0 of the fields if one was assigned.
func (m *machine) makeRecord() {
	if !m.stale {
		return
	}
	m.stale = false
	n := 0
	for i := 0; i < m.nf; i++ {
		n += len(m.fields[i]) + len(m.ofs)
	}
	b := make([]byte, 0, n)
	for i := 0; i < m.nf; i++ {
		if i > 0 {
			b = append(b, m.ofs...)
		}
		b = append(b, m.fields[i]...)
	}
	m.record = string(b)
}

// field returns $i.
func (m *machine) field(i int) value {
	if i == 0 {
		m.makeRecord()
		return input(m.record)
	}
	m.splitFields()
	if i > m.nf {
		return input("") // gawk compares it as text
	}
	if i <= len(m.own) && m.own[i-1].k != kUninit {
		return m.own[i-1]
	}
	return input(m.fields[i-1])
}

const maxFields = 10 << 20

func (m *machine) fieldIndex(n float64) int {
	if n < 0 || math.IsNaN(n) {
		m.fatal("attempt to access field %d", int64(n))
	}
	if n > maxFields {
		m.fatal("attempt to access field %.0f", n)
	}
	return int(n)
}

// setField assigns to $i.
func (m *machine) setField(i int, v value) {
	v = own(v)
	if i == 0 {
		m.setRecord(m.toStr(&v))
		return
	}
	m.splitFields()
	if i > m.nf {
		m.grow(i)
	}
	m.fields[i-1] = m.toStr(&v)
	for len(m.own) < i {
		m.own = append(m.own, value{})
	}
	m.own[i-1] = v
	m.stale = true
}

func (m *machine) grow(n int) {
	m.fields = m.fields[:m.nf]
	for len(m.fields) < n {
		m.fields = append(m.fields, "")
	}
	m.nf = n
}

func (m *machine) setNF(n float64) {
	m.splitFields()
	k := int(min(n, maxFields))
	if k > m.nf {
		m.grow(k)
	}
	m.fields = m.fields[:k]
	if len(m.own) > k {
		m.own = m.own[:k]
	}
	m.nf = k
	m.stale = true
}
