// Package sort is GNU sort: in memory by both processors, and beyond a bound
// by sorted runs in temporary files that are merged.
package sort

import (
	"bytes"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/size"
)

const help = `
Usage: sort [OPTION]... [FILE]...
  or:  sort [OPTION]... --files0-from=F
Write the lines of all files, or of the standard input, in order.

Order:
  -b, --ignore-leading-blanks  ignore leading blanks
  -d, --dictionary-order       only blanks, letters and digits count
  -f, --ignore-case            letters count as upper case
  -g, --general-numeric-sort   by value, as floating-point numbers
  -i, --ignore-nonprinting     only printable characters count
  -M, --month-sort             unknown < JAN < ... < DEC
  -h, --human-numeric-sort     numbers with units: 2K, 1G
  -n, --numeric-sort           by value, as decimal numbers
  -R, --random-sort            by a random hash, so that equal keys are together
      --random-source=FILE     take random bytes from FILE
  -r, --reverse                backwards
      --sort=WORD              general-numeric, human-numeric, month, numeric,
                               random or version
  -V, --version-sort           numbers within text by their value

  -k, --key=KEYDEF             by a key; several count in their order
  -t, --field-separator=SEP    what separates fields, instead of blanks
  -s, --stable                 leave the order of lines with equal keys
  -u, --unique                 only the first of lines with equal keys
  -z, --zero-terminated        lines end in a zero byte
  -c, --check, --check=diagnose-first  only check whether the input is sorted
  -C, --check=quiet, --check=silent    likewise, and say nothing
  -m, --merge                  merge files that are sorted
  -o, --output=FILE            write to FILE, which may be an input
      --files0-from=F          sort the files whose names, each ended by a zero
                               byte, are in F
  -S, --buffer-size=SIZE       how much memory to use for lines
  -T, --temporary-directory=DIR  where runs go that don't fit, for $TMPDIR
      --batch-size=NMERGE      merge so many runs at once
      --parallel=N             sort with so many threads
      --debug                  mark what the keys compare, warn of what is doubtful
      --help                   this text
      --version                the version

KEYDEF is F[.C][OPTS][,F[.C][OPTS]]: first and last field and character, and
letters of the options for order above.
`

func init() {
	commands.Register(commands.Command{Name: "sort", Help: help, UsageStatus: 2, Run: run})
}

const (
	optRandomSource = 300 + iota
	optSort
	optCheck
	optFiles0
	optBatch
	optParallel
	optDebug
)

// defaultMemory bounds the bytes of lines that are kept in memory.
const defaultMemory = 160 << 20

type sorter struct {
	ctx     context.Context
	p       *commands.Process
	keys    []key
	tab     int // -1: blanks
	delim   byte
	reverse bool
	stable  bool
	unique  bool
	salt    []byte
	// The locale isn't C: what is hashed then ends in a zero byte.
	collated bool

	memory   int64
	batch    int
	parallel int
	tempDir  string
	openText string     // what is said of a file that can't be opened
	runs     []vfs.File // sorted, temporary
	chunks   [][]byte   // of the lines in memory
	encoded  bool       // the keys are encoded, so that bytes order them
	arenas   [2][]byte  // of the encoded keys
	out      *commands.Output
}

// entry is a line in memory: where its first key is, and numbers that order
// lines by the first and the second key wherever they differ.
// It holds no pointer, which makes moving it cheap: at is the number of its
// chunk, and where it is in that.
type entry struct {
	prefix, second uint64
	at             uint64
	n, start, end  uint32
}

var (
	oldStart = regexp.MustCompile(`^\+([0-9]+)(?:\.([0-9]+))?([bdfgiMhnRrV]*)$`)
	oldEnd   = regexp.MustCompile(`^-([0-9]+)(?:\.([0-9]+))?([bdfgiMhnRrV]*)$`)
)

// oldKeys turns +POS1 -POS2, which count from 0, into -k.
func oldKeys(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		m := oldStart.FindStringSubmatch(a)
		if m == nil {
			out = append(out, a)
			if len(a) == 2 && a[0] == '-' && strings.IndexByte("koStTy", a[1]) >= 0 && i+1 < len(args) {
				i++ // its argument
				out = append(out, args[i])
			}
			continue
		}
		number := func(s string, more int) string {
			n, err := strconv.Atoi(s)
			if s != "" && err != nil {
				n = math.MaxInt - 1
			}
			return strconv.Itoa(n + more)
		}
		def := number(m[1], 1) + "." + number(m[2], 1) + m[3]
		if i+1 < len(args) {
			if e := oldEnd.FindStringSubmatch(args[i+1]); e != nil {
				i++
				if end := number(e[2], 0); end != "0" {
					def += "," + number(e[1], 1) + "." + end + e[3]
				} else if e[1] != "0" {
					def += "," + number(e[1], 0) + e[3]
				}
			}
		}
		out = append(out, "-k", def)
	}
	return out
}

func run(ctx context.Context, p *commands.Process) int {
	s := &sorter{ctx: ctx, p: p, tab: -1, delim: '\n', memory: defaultMemory, batch: 16, parallel: 2, out: p.Out, openText: "cannot read"}
	p.Args = oldKeys(p.Args)
	opts, operands := p.Getopt("bdfghik:mMnNo:rRsS:t:T:uVy:zcC",
		getopt.Long{Name: "ignore-leading-blanks", ID: 'b'}, getopt.Long{Name: "dictionary-order", ID: 'd'}, getopt.Long{Name: "ignore-case", ID: 'f'},
		getopt.Long{Name: "general-numeric-sort", ID: 'g'}, getopt.Long{Name: "ignore-nonprinting", ID: 'i'}, getopt.Long{Name: "month-sort", ID: 'M'},
		getopt.Long{Name: "human-numeric-sort", ID: 'h'}, getopt.Long{Name: "numeric-sort", ID: 'n'}, getopt.Long{Name: "random-sort", ID: 'R'},
		getopt.Long{Name: "random-source", Arg: getopt.Required, ID: optRandomSource}, getopt.Long{Name: "reverse", ID: 'r'},
		getopt.Long{Name: "sort", Arg: getopt.Required, ID: optSort}, getopt.Long{Name: "version-sort", ID: 'V'},
		getopt.Long{Name: "key", Arg: getopt.Required, ID: 'k'}, getopt.Long{Name: "field-separator", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "stable", ID: 's'}, getopt.Long{Name: "unique", ID: 'u'}, getopt.Long{Name: "zero-terminated", ID: 'z'},
		getopt.Long{Name: "check", Arg: getopt.Optional, ID: optCheck}, getopt.Long{Name: "merge", ID: 'm'},
		getopt.Long{Name: "output", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "files0-from", Arg: getopt.Required, ID: optFiles0},
		getopt.Long{Name: "buffer-size", Arg: getopt.Required, ID: 'S'}, getopt.Long{Name: "temporary-directory", Arg: getopt.Required, ID: 'T'},
		getopt.Long{Name: "batch-size", Arg: getopt.Required, ID: optBatch}, getopt.Long{Name: "parallel", Arg: getopt.Required, ID: optParallel},
		getopt.Long{Name: "debug", ID: optDebug})
	var global key
	var letters string
	check := byte(0)
	merge, debug, globalOnly := false, false, false
	var output, files0, source string
	haveOut := false
	words := map[string]byte{"general-numeric": 'g', "human-numeric": 'h', "month": 'M', "numeric": 'n', "random": 'R', "version": 'V'}
	for _, o := range opts {
		switch o.ID {
		case 'b', 'd', 'f', 'g', 'i', 'M', 'h', 'n', 'R', 'r', 'V':
			letters += string(rune(o.ID))
		case optSort:
			letters += string(rune(words[p.Choice("--sort", o.Arg, "general-numeric", "human-numeric", "month", "numeric", "random", "version")]))
		case 'k':
			s.keys = append(s.keys, s.keyDef(o.Arg))
		case 't':
			s.separator(o.Arg)
		case 's':
			s.stable = true
		case 'u':
			s.unique = true
		case 'z':
			s.delim = 0
		case 'c', 'C', optCheck:
			c := byte('c')
			if o.ID == 'C' || o.ID == optCheck && o.HasArg && p.Choice("--check", o.Arg, "quiet,silent", "diagnose-first") == "quiet" {
				c = 'C'
			}
			if check != 0 && check != c {
				p.Fatalf(2, "options '-cC' are incompatible")
			}
			check = c
		case 'm':
			merge = true
		case 'o':
			if haveOut && output != o.Arg {
				p.Fatalf(2, "multiple output files specified")
			}
			output, haveOut = o.Arg, true
		case optFiles0:
			files0 = o.Arg
		case optRandomSource:
			source = o.Arg
		case 'S':
			s.bufferSize(o.Arg)
		case 'T':
			s.tempDir = o.Arg
		case optBatch:
			n, err := strconv.ParseUint(o.Arg, 10, 20)
			if err != nil || n < 2 {
				switch {
				case errors.Is(err, strconv.ErrRange):
					p.Errorf("--batch-size argument %s too large", p.Quote(o.Arg))
					p.Errorf("maximum --batch-size argument with current rlimit is %d", 1<<20-1)
					return 2
				case err != nil:
					p.Fatalf(2, "invalid %s--batch-size argument %s", suffixIn(o.Arg), quote.Always(o.Arg))
				}
				p.Errorf("invalid --batch-size argument %s", p.Quote(o.Arg))
				p.Errorf("minimum --batch-size argument is %s", p.Quote("2"))
				return 2
			}
			s.batch = int(min(n, 64))
		case optDebug:
			debug = true
		case optParallel:
			n, err := strconv.ParseUint(o.Arg, 10, 31)
			switch {
			case errors.Is(err, strconv.ErrRange):
				p.Fatalf(2, "memory exhausted")
			case err != nil:
				p.Fatalf(2, "invalid %s--parallel argument %s", suffixIn(o.Arg), quote.Always(o.Arg))
			}
			if n == 0 {
				p.Fatalf(2, "number in parallel must be nonzero")
			}
			s.parallel = int(min(n, 8))
		default:
			p.UsageError("invalid option -- '%c'", o.ID)
		}
	}
	for _, c := range letters {
		s.setOption(&global, byte(c), 3)
	}
	if files0 != "" {
		if len(operands) > 0 {
			p.Errorf("extra operand %s\nfile operands cannot be combined with --files0-from", quote.Always(operands[0]))
			p.UsageTry()
		}
		operands = s.namesFrom(files0)
	}
	inherited := len(s.keys) == 0
	for i := range s.keys {
		if k := &s.keys[i]; k.plain() {
			inherited = true
			sword, schar, eword, echar := k.sword, k.schar, k.eword, k.echar
			*k = global
			k.sword, k.schar, k.eword, k.echar = sword, schar, eword, echar
		}
	}
	s.reverse = global.reverse
	if g := global; len(s.keys) == 0 {
		g.reverse = false
		if !g.plain() {
			global.eword = -1
			s.keys = append(s.keys, global)
			globalOnly = true
		}
	}
	if inherited {
		s.checkKinds(&global, letters)
	}
	if debug {
		switch {
		case check != 0:
			p.Fatalf(2, "options '-%c --debug' are incompatible", check)
		case haveOut:
			p.Fatalf(2, "options '-o --debug' are incompatible")
		}
		s.debug(global, globalOnly)
	}
	random := false
	for i := range s.keys {
		random = random || s.keys[i].kind == 'R'
	}
	if random {
		s.salt = make([]byte, 16)
		for _, k := range []string{"LC_ALL", "LC_COLLATE", "LANG"} {
			if l := p.Getenv(k); l != "" {
				s.collated = l != "C" && l != "POSIX"
				break
			}
		}
		r := io.Reader(p.Rand)
		if source != "" {
			f, err := p.Open(ctx, source)
			if err != nil {
				p.Fatalf(2, "open failed: %s: %s", quote.Name(source), vfs.ErrText(err))
			}
			defer f.Close()
			r = f
		}
		if _, err := io.ReadFull(r, s.salt); err != nil {
			p.Fatalf(2, "%s: end of file", quote.Name(source))
		}
	}
	s.encoded = len(s.keys) > 1 || len(s.keys) == 1 && s.keys[0].kind == 'n'
	for i := range s.keys {
		s.encoded = s.encoded && s.keys[i].encodable()
	}
	if check != 0 {
		if len(operands) > 1 {
			p.Fatalf(2, "extra operand %s not allowed with -%c", quote.Always(operands[1]), check)
		}
		if haveOut {
			p.Fatalf(2, "options '-%co' are incompatible", check)
		}
		file := "-"
		if len(operands) > 0 {
			file = operands[0]
		}
		s.openText = "open failed"
		return s.check(file, check == 'c')
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	if s.tempDir == "" {
		s.tempDir = p.TempDir()
	}
	defer s.dropRuns()
	var done func()
	begin := func() {
		if !haveOut {
			done = s.out.Flush
			return
		}
		f, err := p.OpenFile(ctx, output, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			p.Fatalf(2, "open failed: %s: %s", quote.Name(output), vfs.ErrText(err))
		}
		s.out = commands.NewOutput(f)
		done = func() {
			s.out.Flush()
			f.Close()
		}
	}
	if merge {
		var ins []*source1
		for _, name := range operands {
			if haveOut && s.sameFile(name, output) {
				// The output would destroy it while it is read.
				s.sortFiles([]string{name}, true)
				continue
			}
			f := s.open(name)
			ins = append(ins, s.newSource(f, name))
		}
		for _, r := range s.runs {
			ins = append(ins, s.runSource(r))
		}
		begin()
		s.merge(ins, s.emitter())
		done()
		return 0
	}
	mem := s.sortFiles(operands, false)
	begin()
	if len(s.runs) == 0 {
		emit := s.emitter()
		for i := range mem {
			emit(lineOf(s.chunks, &mem[i]))
			if i&0xffff == 0 && ctx.Err() != nil {
				return 2
			}
		}
	} else {
		s.mergeRuns()
	}
	done()
	return 0
}

// setOption sets one option of order; where tells which of blanks at start (1)
// and end (2) -b means.
func (s *sorter) setOption(k *key, c byte, where int) bool {
	switch c {
	case 'b':
		k.skipStart = k.skipStart || where&1 != 0
		k.skipEnd = k.skipEnd || where&2 != 0
	case 'd':
		k.dictionary = true
	case 'f':
		k.fold = true
	case 'i':
		if !k.dictionary {
			k.printable = true
		}
	case 'r':
		k.reverse = true
	case 'g', 'h', 'M', 'n', 'R', 'V':
		if k.kind == 0 || k.kind == c {
			k.kind = c
		} else {
			k.kind = c
		}
	default:
		return false
	}
	return true
}

// checkKinds refuses orders that exclude each other.
func (s *sorter) checkKinds(k *key, letters string) {
	kinds := map[byte]bool{}
	for i := 0; i < len(letters); i++ {
		switch letters[i] {
		case 'g', 'h', 'M', 'n':
			kinds[letters[i]] = true
		case 'R', 'V':
			kinds['v'] = true
		}
	}
	text := k.dictionary || strings.ContainsRune(letters, 'i')
	numeric := len(kinds)
	if kinds['v'] {
		numeric--
	}
	if len(kinds) > 1 || text && numeric > 0 {
		set := map[rune]bool{}
		for _, c := range letters {
			set[c] = true
		}
		show := ""
		for _, c := range "dfghiMnRV" {
			if set[c] && c != 'f' {
				show += string(c)
			}
		}
		s.p.Fatalf(2, "options '-%s' are incompatible", show)
	}
}

// keyDef parses the argument of -k.
func (s *sorter) keyDef(def string) key {
	k := key{eword: -1}
	rest := def
	count := func(what string) int {
		i := 0
		for i < len(rest) && isDigit(rest[i]) {
			i++
		}
		if i == 0 {
			s.p.Fatalf(2, "%s: invalid count at start of %s", what, s.p.Quote(rest))
		}
		n, err := strconv.Atoi(rest[:i])
		if err != nil {
			n = 1 << 40
		}
		rest = rest[i:]
		return n
	}
	bad := func(what string) { s.p.Fatalf(2, "%s: invalid field specification %s", what, s.p.Quote(def)) }
	letters := ""
	options := func(where int) {
		for rest != "" && s.setOption(&k, rest[0], where) {
			letters += rest[:1]
			rest = rest[1:]
		}
	}
	if k.sword = count("invalid number at field start") - 1; k.sword < 0 {
		bad("field number is zero")
	}
	if strings.HasPrefix(rest, ".") {
		rest = rest[1:]
		if k.schar = count("invalid number after '.'") - 1; k.schar < 0 {
			bad("character offset is zero")
		}
	}
	options(1)
	if strings.HasPrefix(rest, ",") {
		rest = rest[1:]
		if k.eword = count("invalid number after ','") - 1; k.eword < 0 {
			bad("field number is zero")
		}
		if strings.HasPrefix(rest, ".") {
			rest = rest[1:]
			k.echar = count("invalid number after '.'")
		}
		options(2)
	}
	if rest != "" {
		bad("stray character in field spec")
	}
	s.checkKinds(&k, letters)
	return k
}

func (s *sorter) separator(arg string) {
	switch {
	case arg == "":
		s.p.Fatalf(2, "empty tab")
	case arg == `\0`:
		s.setTab(0)
	case len(arg) > 1:
		s.p.Fatalf(2, "multi-character tab %s", s.p.Quote(arg))
	default:
		s.setTab(int(arg[0]))
	}
}

func (s *sorter) setTab(c int) {
	if s.tab >= 0 && s.tab != c {
		s.p.Fatalf(2, "incompatible tabs")
	}
	s.tab = c
}

func (s *sorter) bufferSize(arg string) {
	var n int64
	var err error
	if t := strings.TrimSuffix(arg, "%"); t != arg {
		if n, err = strconv.ParseInt(t, 10, 32); err == nil {
			n = defaultMemory / 100 * n
		}
	} else if t := strings.TrimSuffix(arg, "b"); t != arg {
		n, err = strconv.ParseInt(t, 10, 63)
	} else {
		n, err = size.Parse(arg, "bkKmMGTPEZY")
		if err == nil && isDigit(arg[len(arg)-1]) {
			if n > math.MaxInt64/1024 {
				err = size.ErrOverflow
			}
			n *= 1024
		}
	}
	switch {
	case err == nil:
	case errors.Is(err, size.ErrOverflow):
		s.p.Fatalf(2, "-S argument %s too large", quote.Always(arg))
	case errors.Is(err, size.ErrSuffix):
		s.p.Fatalf(2, "invalid suffix in -S argument %s", quote.Always(arg))
	default:
		s.p.Fatalf(2, "invalid -S argument %s", quote.Always(arg))
	}
	s.memory = max(64<<10, min(n, defaultMemory))
}

func (s *sorter) namesFrom(file string) []string {
	f, err := s.p.Input(s.ctx, file)
	if err != nil {
		s.p.Fatalf(2, "open failed: %s: %s", quote.Name(file), vfs.ErrText(err))
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 64<<20))
	if err != nil {
		s.p.Fatalf(2, "read failed: %s: %s", quote.Name(file), vfs.ErrText(err))
	}
	if len(b) == 0 {
		s.p.Fatalf(2, "no input from %s", quote.Always(file))
	}
	names := strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00")
	for i, n := range names {
		if n == "" {
			s.p.Fatalf(2, "%s:%d: invalid zero-length file name", quote.Name(file), i+1)
		}
	}
	return names
}

func (s *sorter) open(name string) vfs.File {
	f, err := s.p.Input(s.ctx, name)
	if err != nil {
		s.p.Fatalf(2, "%s: %s: %s", s.openText, quote.Name(name), vfs.ErrText(err))
	}
	return f
}

func (s *sorter) sameFile(a, b string) bool {
	if a == "-" {
		return false
	}
	x, err := s.p.Stat(s.ctx, a)
	if err != nil {
		return false
	}
	y, err := s.p.Stat(s.ctx, b)
	return err == nil && x.Ino == y.Ino && x.Dev == y.Dev
}

// emitter writes lines, with -u only the first of equal ones.
func (s *sorter) emitter() func(line []byte) {
	out := s.out
	if !s.unique {
		return func(line []byte) {
			out.Write(line)
			out.WriteByte(s.delim)
		}
	}
	var last []byte
	first := true
	return func(line []byte) {
		if !first && s.compare(last, line) == 0 {
			return
		}
		first = false
		last = append(last[:0], line...)
		out.Write(line)
		out.WriteByte(s.delim)
	}
}

const chunkSize = 1 << 20

// sortFiles reads files and sorts them; what doesn't fit goes to runs, and so
// does all of it with toRun.
func (s *sorter) sortFiles(names []string, toRun bool) []entry {
	// All must be readable before anything else happens.
	files := make([]vfs.File, len(names))
	for i, name := range names {
		files[i] = s.open(name)
	}
	var mem []entry
	used := int64(0)
	for i, f := range files {
		var rest []byte // of a line that isn't whole yet
		size := chunkSize
		for {
			if s.ctx.Err() != nil {
				s.p.Exit(2)
			}
			chunk := make([]byte, size)
			n := copy(chunk, rest)
			rest = nil
			var err error
			for n < len(chunk) {
				var k int
				k, err = f.Read(chunk[n:])
				n += k
				if err != nil {
					break
				}
			}
			chunk = chunk[:n]
			used += int64(n)
			here := uint64(len(s.chunks)) << 32
			s.chunks = append(s.chunks, chunk)
			pos := 0
			for {
				k := bytes.IndexByte(chunk[pos:], s.delim)
				if k < 0 {
					break
				}
				mem = append(mem, entry{at: here | uint64(pos), n: uint32(k)})
				pos += k + 1
			}
			if err != nil {
				if pos < len(chunk) {
					mem = append(mem, entry{at: here | uint64(pos), n: uint32(len(chunk) - pos)})
				}
				if err != io.EOF {
					s.p.Fatalf(2, "read failed: %s: %s", quote.Name(names[i]), vfs.ErrText(err))
				}
				break
			}
			rest = chunk[pos:]
			size = chunkSize
			if len(rest) > size/2 {
				size = 2 * len(rest)
			}
			room := used + int64(len(mem))*48
			if s.encoded {
				room += used // at most about as much as the lines
			}
			if room > s.memory && len(mem) > 0 {
				rest = bytes.Clone(rest)
				s.spill(mem)
				mem, used = mem[:0], int64(len(rest))
				s.chunks = nil
			}
		}
		f.Close()
	}
	if toRun || len(s.runs) > 0 {
		if len(mem) > 0 {
			s.spill(mem)
		}
		return nil
	}
	return s.sortEntries(mem)
}

// keyOf is what a line in memory is ordered by first: a part of the line, or
// all its keys, encoded.
func (s *sorter) keyOf(e *entry) []byte {
	if s.encoded {
		return s.arenas[e.start>>31][e.start&^(1<<31):][:e.end]
	}
	return lineOf(s.chunks, e)[e.start:e.end]
}

// lineOf is the text of a line in memory.
func lineOf(chunks [][]byte, e *entry) []byte {
	off := uint32(e.at)
	return chunks[e.at>>32][off : off+e.n : off+e.n]
}

// prepare finds the first keys of the lines, or encodes all of them into the
// arena of that number, and returns how many bytes all of them begin with alike.
func (s *sorter) prepare(mem []entry, arena int) (common int) {
	chunks := s.chunks
	var keys []byte
	if s.encoded {
		keys = make([]byte, 0, 16*len(mem))
	}
	var first []byte
	for i := range mem {
		e := &mem[i]
		line := lineOf(chunks, e)
		e.end = e.n
		var k []byte
		switch {
		case s.encoded:
			from := len(keys)
			for j := range s.keys {
				keys = s.keys[j].encode(keys, s.field(&s.keys[j], line))
			}
			k = keys[from:]
			e.start, e.end = uint32(arena)<<31|uint32(from), uint32(len(k))
			if i == 0 {
				k = bytes.Clone(k)
			}
		case len(s.keys) > 0:
			k = s.field(&s.keys[0], line)
			if len(k) > 0 {
				e.start = uint32(cap(line) - cap(k))
			}
			e.end = e.start + uint32(len(k))
		default:
			k = line
		}
		if i == 0 {
			first, common = k, len(k)
			continue
		}
		common = min(common, len(k))
		for n := 0; n < common; n++ {
			if k[n] != first[n] {
				common = n
			}
		}
	}
	if s.encoded {
		s.arenas[arena] = keys
	}
	return common
}

// number gives the lines the numbers that they are ordered by.
func (s *sorter) number(mem []entry, common int) {
	plain := s.encoded || len(s.keys) == 0 || s.keys[0].kind == 0 && !s.keys[0].dictionary && !s.keys[0].fold && !s.keys[0].printable
	reverse := !s.encoded && s.reverse
	if !s.encoded && len(s.keys) > 0 {
		reverse = s.keys[0].reverse
	}
	for i := range mem {
		e := &mem[i]
		k := s.keyOf(e)
		if plain {
			k = k[common:]
			e.prefix = firstBytes(k)
			if s.encoded || len(s.keys) < 2 {
				e.second = firstBytes(k[min(8, len(k)):])
			}
			if reverse {
				e.prefix, e.second = ^e.prefix, ^e.second
			}
		} else {
			e.prefix = s.keyPrefix(&s.keys[0], k)
		}
		if !s.encoded && len(s.keys) > 1 {
			k := &s.keys[1]
			e.second = s.keyPrefix(k, s.field(k, lineOf(s.chunks, e)))
		}
	}
}

// order compares lines in memory; common is how many bytes of the first key
// are the same in all.
func (s *sorter) order(common int) func(a, b entry) int {
	less := func(a, b uint64) int {
		if a < b {
			return -1
		}
		return 1
	}
	chunks := s.chunks
	if len(s.keys) == 0 {
		reverse := s.reverse
		return func(a, b entry) int {
			if a.prefix != b.prefix {
				return less(a.prefix, b.prefix)
			}
			if a.second != b.second {
				return less(a.second, b.second)
			}
			r := bytes.Compare(lineOf(chunks, &a)[common:], lineOf(chunks, &b)[common:])
			if reverse {
				return -r
			}
			return r
		}
	}
	if s.encoded {
		seen := uint32(common + 16)
		return func(a, b entry) int {
			if a.prefix != b.prefix {
				return less(a.prefix, b.prefix)
			}
			if a.second != b.second {
				return less(a.second, b.second)
			}
			// No encoded key begins with another one, so that short ones are the same here.
			if a.end > seen || b.end > seen {
				if r := bytes.Compare(s.keyOf(&a)[common:], s.keyOf(&b)[common:]); r != 0 {
					return r
				}
			}
			if s.unique || s.stable {
				return 0
			}
			r := bytes.Compare(lineOf(chunks, &a), lineOf(chunks, &b))
			if s.reverse {
				return -r
			}
			return r
		}
	}
	k := &s.keys[0]
	one := len(s.keys) == 1 // second belongs to the first key
	return func(a, b entry) int {
		if a.prefix != b.prefix {
			return less(a.prefix, b.prefix)
		}
		if one && a.second != b.second {
			return less(a.second, b.second)
		}
		x, y := lineOf(chunks, &a), lineOf(chunks, &b)
		if r := s.compareFields(k, x[a.start:a.end], y[b.start:b.end]); r != 0 {
			if k.reverse {
				return -r
			}
			return r
		}
		if a.second != b.second {
			return less(a.second, b.second)
		}
		return s.compareRest(x, y)
	}
}

// sortEntries sorts lines, in halves at the same time where it pays.
func (s *sorter) sortEntries(mem []entry) []entry {
	sortPart := func(part []entry, cmp func(a, b entry) int) {
		if s.stable || s.unique {
			slices.SortStableFunc(part, cmp)
		} else {
			slices.SortFunc(part, cmp)
		}
	}
	const worthwhile = 10000
	if s.parallel < 2 || len(mem) < worthwhile {
		common := s.prepare(mem, 0)
		s.number(mem, common)
		sortPart(mem, s.order(common))
		return mem
	}
	half := len(mem) / 2
	a, b := mem[:half], mem[half:]
	both := func(f func(part []entry, i int)) {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(a, 0)
		}()
		f(b, 1)
		wg.Wait()
	}
	var commons [2]int
	both(func(part []entry, i int) { commons[i] = s.prepare(part, i) })
	common := min(commons[0], commons[1])
	x, y := s.keyOf(&a[0]), s.keyOf(&b[0])
	for n := 0; n < common; n++ {
		if x[n] != y[n] {
			common = n
		}
	}
	cmp := s.order(common)
	both(func(part []entry, i int) {
		s.number(part, common)
		sortPart(part, cmp)
	})
	out := make([]entry, 0, len(mem))
	for len(a) > 0 && len(b) > 0 {
		if cmp(b[0], a[0]) < 0 {
			out = append(out, b[0])
			b = b[1:]
		} else {
			out = append(out, a[0])
			a = a[1:]
		}
	}
	out = append(out, a...)
	return append(out, b...)
}

// spill writes a sorted run to a temporary file.
func (s *sorter) spill(mem []entry) {
	mem = s.sortEntries(mem)
	o, r := s.newRun()
	for i := range mem {
		o.Write(lineOf(s.chunks, &mem[i]))
		o.WriteByte(s.delim)
	}
	s.finishRun(o, r)
}

func (s *sorter) newRun() (*commands.Output, vfs.File) {
	f, err := s.p.TempFile(s.ctx, s.tempDir)
	if err != nil {
		s.p.Fatalf(2, "cannot create temporary file in %s: %s", quote.Always(s.tempDir), vfs.ErrText(err))
	}
	return commands.NewOutput(checked{f, s}), f
}

// checked ends the command clearly where the temporary space is full.
type checked struct {
	vfs.File
	s *sorter
}

func (c checked) Write(p []byte) (int, error) {
	n, err := c.File.Write(p)
	if err != nil {
		c.s.p.Fatalf(2, "write failed: %s: %s", quote.Name(c.s.tempDir), vfs.ErrText(err))
	}
	return n, err
}

func (s *sorter) finishRun(o *commands.Output, r vfs.File) {
	o.Flush()
	r.Seek(0, io.SeekStart)
	s.runs = append(s.runs, r)
}

func (s *sorter) dropRuns() {
	for _, r := range s.runs {
		r.Close()
	}
}

// mergeRuns merges all runs, at most batch at once.
func (s *sorter) mergeRuns() {
	for len(s.runs) > s.batch {
		part := s.runs[:s.batch]
		rest := s.runs[s.batch:]
		o, r := s.newRun()
		s.mergeTo(part, func(l []byte) {
			o.Write(l)
			o.WriteByte(s.delim)
		})
		s.runs = append([]vfs.File(nil), rest...)
		o.Flush()
		r.Seek(0, io.SeekStart)
		s.runs = append([]vfs.File{r}, s.runs...)
	}
	s.mergeTo(s.runs, s.emitter())
	s.runs = nil
}

func (s *sorter) mergeTo(runs []vfs.File, emit func([]byte)) {
	var ins []*source1
	for _, r := range runs {
		ins = append(ins, s.runSource(r))
	}
	s.merge(ins, emit)
}

// source1 is a sorted input of a merge.
type source1 struct {
	s    *sorter
	r    *lines.Reader
	f    vfs.File
	name string
	line []byte
	pre  uint64
	n    int // order of the inputs
}

func (s *sorter) newSource(f vfs.File, name string) *source1 {
	return &source1{s: s, r: lines.NewReader(s.ctx, f, s.delim), f: f, name: name}
}

func (s *sorter) runSource(r vfs.File) *source1 { return s.newSource(r, s.tempDir) }

func (in *source1) next() bool {
	l, ok := in.r.Next()
	if !ok {
		if err := in.r.Err(); err != nil {
			in.s.p.Fatalf(2, "read failed: %s: %s", quote.Name(in.name), vfs.ErrText(err))
		}
		in.r.Close()
		in.f.Close()
		return false
	}
	in.line = lines.Trim(l, in.s.delim)
	in.pre = in.s.prefix(in.line)
	return true
}

type mergeHeap []*source1

func (h mergeHeap) Len() int { return len(h) }
func (h mergeHeap) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.pre != b.pre {
		return a.pre < b.pre
	}
	if r := a.s.compare(a.line, b.line); r != 0 {
		return r < 0
	}
	return a.n < b.n
}
func (h mergeHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *mergeHeap) Push(x any)   { *h = append(*h, x.(*source1)) }
func (h *mergeHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func (s *sorter) merge(ins []*source1, emit func([]byte)) {
	var h mergeHeap
	for i, in := range ins {
		in.n = i
		if in.next() {
			h = append(h, in)
		}
	}
	heap.Init(&h)
	for len(h) > 0 {
		emit(h[0].line)
		if h[0].next() {
			heap.Fix(&h, 0)
		} else {
			heap.Pop(&h)
		}
	}
}

// check tells whether a file is sorted.
func (s *sorter) check(name string, loud bool) int {
	f := s.open(name)
	defer f.Close()
	r := lines.NewReader(s.ctx, f, s.delim)
	defer r.Close()
	var last []byte
	for n := 1; ; n++ {
		l, ok := r.Next()
		if !ok {
			if err := r.Err(); err != nil {
				s.p.Fatalf(2, "read failed: %s: %s", quote.Name(name), vfs.ErrText(err))
			}
			return 0
		}
		l = lines.Trim(l, s.delim)
		if n > 1 {
			if c := s.compare(last, l); c > 0 || s.unique && c == 0 {
				if loud {
					fmt.Fprintf(s.p.Stderr, "%s: %s:%d: disorder: %s%c", s.p.Name, name, n, l, s.delim)
				}
				return 1
			}
		}
		last = append(last[:0], l...)
	}
}

// suffixIn tells that what is wrong with a number is what follows its digits.
func suffixIn(s string) string {
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		return "suffix in "
	}
	return ""
}
