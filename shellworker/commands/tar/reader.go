package tar

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

// Bounds of what is kept of a header: the longest long name or extended
// header, and the most pieces of a sparse file.
const (
	maxExtended = 1 << 20
	maxSpans    = 1 << 20
)

// errCut says that the archive ended within a member.
var errCut = errors.New("unexpected end of archive")

// blocks reads an archive block by block. What follows the last whole block is
// not seen.
type blocks struct {
	a    *archiver
	r    *bufio.Reader
	n    int64 // bytes taken
	read func(n int64)
}

// peek returns the next block, nil at the end.
func (b *blocks) peek() []byte {
	if b.a.ctx.Err() != nil {
		b.a.p.Exit(2)
	}
	p, err := b.r.Peek(blockSize)
	if len(p) == blockSize {
		return p
	}
	if err != nil && err != io.EOF {
		b.a.fatal("%s: Cannot read: %s", b.a.q(b.a.file), vfs.ErrText(err))
	}
	return nil
}

// take returns the bytes of the blocks at hand, at least of one and at most n
// bytes, and goes behind those blocks. They are good until the next call.
func (b *blocks) take(n int64) []byte {
	if b.peek() == nil {
		return nil
	}
	whole := int64(b.r.Buffered()) / blockSize * blockSize
	if n < whole {
		whole = (n + blockSize - 1) / blockSize * blockSize
	}
	p, _ := b.r.Peek(int(whole))
	b.r.Discard(int(whole))
	b.n += whole
	if b.read != nil {
		b.read(b.n)
	}
	return p[:min(n, whole)]
}

// member is what a header is followed by.
type member struct {
	b     *blocks
	e     *entry
	left  int64  // of the archive's bytes
	spans []span // that are yet to be read
	pos   int64  // in the file
	buf   []byte
	cut   bool
}

// piece returns bytes of the file and their offset. A span begins with a block.
func (m *member) piece() ([]byte, int64, error) {
	for len(m.spans) > 0 && m.spans[0].n == 0 {
		m.spans = m.spans[1:]
	}
	if len(m.spans) == 0 {
		return nil, m.e.size, io.EOF
	}
	s := &m.spans[0]
	p := m.b.take(s.n)
	if p == nil {
		if !m.cut {
			m.b.a.fail("Unexpected EOF in archive")
		}
		m.cut = true
		return nil, s.off, errCut
	}
	off := s.off
	s.off += int64(len(p))
	s.n -= int64(len(p))
	m.left -= int64((len(p) + blockSize - 1) / blockSize * blockSize)
	return p, off, nil
}

// Read reads the file with its holes.
func (m *member) Read(p []byte) (int, error) {
	if len(m.buf) > 0 {
		n := copy(p, m.buf)
		m.buf = m.buf[n:]
		m.pos += int64(n)
		return n, nil
	}
	next := m.e.size
	for len(m.spans) > 0 && m.spans[0].n == 0 {
		m.spans = m.spans[1:]
	}
	if len(m.spans) > 0 {
		next = m.spans[0].off
	}
	if hole := next - m.pos; hole > 0 {
		n := int(min(hole, int64(len(p))))
		clear(p[:n])
		m.pos += int64(n)
		return n, nil
	}
	b, _, err := m.piece()
	if err != nil {
		return 0, err
	}
	m.buf = b
	return m.Read(p)
}

// skip goes to the next header.
func (m *member) skip() {
	for m.left > 0 {
		p := m.b.take(m.left)
		if p == nil {
			m.b.a.fatal("Unexpected EOF in archive")
		}
		m.left -= int64(len(p))
	}
}

// What a header is.
type headerStatus uint8

const (
	headerUnread headerStatus = iota
	headerGood
	headerZeros
	headerEnd
	headerBad
)

// header reads the headers of the next member. Zeros and bad headers stay
// where they are.
func (b *blocks) header() (*member, headerStatus) {
	a := b.a
	var longName, longLink *string
	var extended []byte
	for {
		h := b.peek()
		if h == nil {
			return nil, headerEnd
		}
		switch sum := blockSum(h); {
		case sum == 0:
			return nil, headerZeros
		case !goodSum(h, sum):
			return nil, headerBad
		}
		kind := h[156]
		size := int64(0)
		if kind != '1' {
			if size = a.number(h[124:136], "off_t", 0, math.MaxInt64); size < 0 {
				return nil, headerBad
			}
		}
		switch kind {
		case 'L', 'K':
			text, ok := b.body(size)
			if !ok {
				a.fail("Unexpected EOF in archive")
			}
			text, _, _ = bytes.Cut(text, []byte{0})
			s := string(text)
			if kind == 'L' {
				longName = &s
			} else {
				longLink = &s
			}
			continue
		case 'x', 'X', 'g':
			text, ok := b.body(size)
			if !ok {
				a.fatal("Unexpected EOF in archive")
			}
			if kind == 'g' {
				a.records(string(text), func(k, v string) { a.globals = append(a.globals, [2]string{k, v}) })
			} else {
				extended = text
			}
			continue
		}
		m := b.decode(h, size, longName, longLink, extended)
		return m, headerGood
	}
}

// body reads a header's block and the size bytes behind it. It tells whether
// all are there.
func (b *blocks) body(size int64) ([]byte, bool) {
	if size > maxExtended {
		b.a.fatal("memory exhausted")
	}
	b.take(blockSize)
	var text []byte
	for size > 0 {
		p := b.take(size)
		if p == nil {
			return text, false
		}
		text = append(text, p...)
		size -= int64(len(p))
	}
	return text, true
}

// blockSum is the sum of a header's bytes, 0 only for zeros.
func blockSum(h []byte) int {
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	return sum
}

// goodSum compares the sum with the header's own, which counts as blanks; some
// old programs summed signed bytes.
func goodSum(h []byte, sum int) bool {
	signed := 0
	for _, c := range h {
		signed += int(int8(c))
	}
	for _, c := range h[148:156] {
		sum += ' ' - int(c)
		signed += ' ' - int(int8(c))
	}
	n, ok := octalField(h[148:156])
	return ok && (n == uint64(sum) || n == uint64(signed))
}

// octalField reads digits between blanks and NULs.
func octalField(f []byte) (uint64, bool) {
	f = bytes.TrimLeft(f, " \t\n\v\f\r\x00")
	k := 0
	n := uint64(0)
	for k < len(f) && f[k] >= '0' && f[k] <= '7' {
		if n >= 1<<61 {
			return 0, false
		}
		n = n<<3 | uint64(f[k]-'0')
		k++
	}
	if k == 0 || k < len(f) && f[k] != 0 && !isSpace(f[k]) {
		return 0, false
	}
	return n, true
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// number reads a header's number in octal or base 256, -1 (and a message) if it
// is none.
func (a *archiver) number(f []byte, kind string, low, high int64) int64 {
	if f[0] == 0x80 || f[0] == 0xff {
		n := int64(0)
		if f[0] == 0xff {
			n = -1
		}
		for _, c := range f[1:] {
			if n > math.MaxInt64>>8 || n < math.MinInt64>>8 {
				a.fail("Archive base-256 value is out of %s range", kind)
				return -1
			}
			n = n<<8 | int64(c)
		}
		if n < low || n > high {
			a.fail("Archive value %d is out of %s range %d..%d", n, kind, low, high)
			return -1
		}
		return n
	}
	if len(bytes.Trim(f, " \t\n\v\f\r\x00")) == 0 {
		a.fail("Blanks in header where numeric %s value expected", kind)
		return -1
	}
	n, ok := octalField(f)
	if !ok {
		text := string(bytes.TrimRight(f, "\x00"))
		a.fail("Archive contains %s where numeric %s value expected", quote.Options{Style: quote.Locale, UTF8: a.p.UTF8()}.Quote(text), kind)
		return -1
	}
	if n > uint64(high) {
		a.fail("Archive value %d is out of %s range %d..%d", n, kind, low, high)
		return -1
	}
	return int64(n)
}

// text is a field up to its first NUL.
func text(f []byte) string {
	f, _, _ = bytes.Cut(f, []byte{0})
	return string(f)
}

// decode makes a member of its last header h, and goes behind it.
func (b *blocks) decode(h []byte, size int64, longName, longLink *string, extended []byte) *member {
	a := b.a
	e := &entry{kind: h[156], size: size, name: text(h[:100]), link: text(h[157:257])}
	ustar, gnu := string(h[257:263]) == "ustar\x00", string(h[257:265]) == "ustar  \x00"
	if prefix := text(h[345:500]); ustar && prefix != "" {
		e.name = prefix + "/" + e.name
	}
	if longName != nil {
		e.name = *longName
	}
	if longLink != nil {
		e.link = *longLink
	}
	e.mode = uint32(a.number(h[100:108], "mode_t", 0, math.MaxUint32)) & 0o7777
	e.mtime = a.number(h[136:148], "time_t", math.MinInt64, math.MaxInt64)
	e.mtime = min(max(e.mtime, math.MinInt64/1000000000), math.MaxInt64/1000000000) * 1e9
	if ustar || gnu {
		e.uname, e.gname = text(h[265:297]), text(h[297:329])
	}
	if id := bytes.Trim(h[108:116], " \x00"); len(id) > 0 || e.uname == "" {
		e.uid = int(a.number(h[108:116], "uid_t", 0, math.MaxUint32))
	}
	if id := bytes.Trim(h[116:124], " \x00"); len(id) > 0 || e.gname == "" {
		e.gid = int(a.number(h[116:124], "gid_t", 0, math.MaxUint32))
	}
	if (ustar || gnu) && (e.kind == '3' || e.kind == '4') {
		e.major = uint64(a.number(h[329:337], "major_t", 0, math.MaxUint32))
		e.minor = uint64(a.number(h[337:345], "minor_t", 0, math.MaxUint32))
	}
	switch {
	case gnu:
		e.format = formatGNU
	case ustar && extended != nil:
		e.format = formatPax
	case ustar:
		e.format = formatUstar
	default:
		e.format = formatV7
	}
	h = append([]byte(nil), h...)
	b.take(blockSize)
	m := &member{b: b, e: e, left: size}
	x := &sparseRecords{}
	for _, kv := range a.globals {
		a.keyword(m, x, kv[0], kv[1])
	}
	unknown := a.unknown
	a.records(string(extended), func(k, v string) { a.keyword(m, x, k, v) })
	sort.Strings(a.unknown)
	for _, k := range a.unknown {
		a.warnAs("unknown-keyword", "Ignoring unknown extended header keyword '%s'", k)
	}
	a.unknown = unknown
	m.spans = []span{{0, e.size}}
	switch {
	case e.kind == 'S' && gnu:
		b.oldSparse(m, h)
	case x.is:
		x.apply(m)
	}
	if strings.HasSuffix(e.name, "/") && (e.kind == '0' || e.kind == 0) {
		e.kind = '5'
	}
	return m
}

// records calls f for each record of an extended header.
func (a *archiver) records(s string, f func(k, v string)) {
	bad := func(what string) { a.fail("Malformed extended header: %s", what) }
	for {
		t := strings.TrimLeft(s, " \t")
		digits := len(t) - len(strings.TrimLeft(t, "0123456789"))
		if digits == 0 {
			if t != "" && t[0] != 0 {
				bad("missing length")
			}
			return
		}
		n, err := strconv.ParseUint(t[:digits], 10, 62)
		if err != nil || n > uint64(len(s)) {
			line, _, _ := strings.Cut(t, "\x00")
			a.fail("Extended header length %s is out of range", line)
			return
		}
		used := len(s) - len(t) + digits
		rest := strings.TrimLeft(t[digits:], " \t")
		if len(rest) == len(t)-digits {
			bad("missing blank after length")
			return
		}
		used += len(t) - digits - len(rest)
		k, _, found := strings.Cut(rest, "=")
		if !found || used+len(k)+1 >= int(n)+1 {
			bad("missing equal sign")
			return
		}
		if s[n-1] != '\n' {
			bad("missing newline")
			return
		}
		f(k, s[used+len(k)+1:n-1])
		s = s[n:]
	}
}

// keyword does what a record of an extended header says.
func (a *archiver) keyword(m *member, x *sparseRecords, k, v string) {
	e := m.e
	number := func(low, high int64) (int64, bool) {
		n, err := strconv.ParseInt(v, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange), err == nil && (n < low || n > high):
			a.fail("Extended header %s=%s is out of range %d..%d", k, v, low, high)
			return 0, false
		case err != nil:
			a.fail("Malformed extended header: invalid %s=%s", k, v)
			return 0, false
		}
		return n, true
	}
	stamp := func(to *int64) {
		sec, frac, _ := strings.Cut(v, ".")
		s, err := strconv.ParseInt(sec, 10, 64)
		if err != nil || strings.Trim(frac, "0123456789") != "" {
			a.fail("Malformed extended header: invalid %s=%s", k, v)
			return
		}
		if s <= math.MinInt64/1000000000 || s >= math.MaxInt64/1000000000 {
			a.fail("Extended header %s=%s is out of range", k, v)
			return
		}
		ns, _ := strconv.ParseInt((frac + "000000000")[:9], 10, 64)
		if strings.HasPrefix(sec, "-") {
			ns = -ns
		}
		*to = s*1e9 + ns
	}
	switch k {
	case "path":
		if !x.named {
			e.name = v
		}
	case "linkpath":
		e.link = v
	case "uname":
		e.uname = v
	case "gname":
		e.gname = v
	case "uid", "gid":
		if n, ok := number(0, math.MaxUint32); ok && k == "uid" {
			e.uid = int(n)
		} else if ok {
			e.gid = int(n)
		}
	case "size":
		if n, ok := number(0, math.MaxInt64); ok && e.kind != '1' {
			e.size, m.left = n, n
		}
	case "mtime":
		stamp(&e.mtime)
	case "atime":
		stamp(&e.atime)
	case "ctime":
		stamp(&e.ctime)
	case "charset", "comment", "RHT.security.selinux":
	default:
		switch {
		case strings.HasPrefix(k, "GNU.sparse."):
			x.add(a, m, k, v, number)
		case strings.HasPrefix(k, "GNU."), strings.HasPrefix(k, "SCHILY.xattr."), strings.HasPrefix(k, "SCHILY.acl."):
		default:
			a.unknown = append(a.unknown, k)
		}
	}
}

// sparseRecords are what an extended header says of a sparse file.
type sparseRecords struct {
	is, named    bool
	major, minor int64
	real         int64
	spans        []span
}

func (x *sparseRecords) add(a *archiver, m *member, k, v string, number func(low, high int64) (int64, bool)) {
	x.is = true
	switch k {
	case "GNU.sparse.name":
		m.e.name, x.named = v, true
	case "GNU.sparse.size", "GNU.sparse.realsize":
		x.real, _ = number(0, math.MaxInt64)
	case "GNU.sparse.major":
		x.major, _ = number(0, math.MaxInt32)
	case "GNU.sparse.minor":
		x.minor, _ = number(0, math.MaxInt32)
	case "GNU.sparse.numblocks":
		number(0, math.MaxInt32)
	case "GNU.sparse.offset":
		if n, ok := number(0, math.MaxInt64); ok && len(x.spans) < maxSpans {
			x.spans = append(x.spans, span{n, 0})
		}
	case "GNU.sparse.numbytes":
		if n, ok := number(0, math.MaxInt64); ok && len(x.spans) > 0 {
			x.spans[len(x.spans)-1].n = n
		}
	case "GNU.sparse.map":
		x.spans = nil
		numbers := strings.Split(v, ",")
		for i, s := range numbers {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || n < 0 {
				a.fail("Malformed extended header: invalid %s=%s", k, v)
				return
			}
			if i%2 == 0 {
				x.spans = append(x.spans, span{n, 0})
			} else {
				x.spans[len(x.spans)-1].n = n
			}
		}
		if len(numbers)%2 != 0 {
			a.fail("Malformed extended header: invalid %s: odd number of values", k)
		}
	}
}

// apply makes the member sparse. In version 1.0 its data begins with where
// they belong.
func (x *sparseRecords) apply(m *member) {
	a, e := m.b.a, m.e
	e.kind, e.size = 'S', x.real
	if x.major != 1 {
		m.setSpans(x.spans)
		return
	}
	var block []byte
	number := func() (int64, bool) {
		var digits []byte
		for {
			if len(block) == 0 {
				p := m.b.take(min(m.left, blockSize))
				if p == nil {
					a.fail("Unexpected EOF in archive")
					return 0, false
				}
				m.left -= int64(len(p))
				block = append([]byte(nil), p...)
				if len(block) == 0 {
					break
				}
			}
			c := block[0]
			block = block[1:]
			if c == '\n' {
				break
			}
			if digits = append(digits, c); len(digits) > 20 {
				break
			}
		}
		n, err := strconv.ParseInt(string(digits), 10, 64)
		if err != nil || n < 0 {
			a.fail("%s: malformed sparse archive member", e.name)
			return 0, false
		}
		return n, true
	}
	m.spans = nil
	count, ok := number()
	if ok && count > maxSpans {
		a.fatal("memory exhausted")
	}
	var spans []span
	for ; ok && count > 0; count-- {
		var s span
		if s.off, ok = number(); ok {
			s.n, ok = number()
		}
		if ok {
			spans = append(spans, s)
		}
	}
	if ok {
		m.setSpans(spans)
	}
}

// setSpans takes pieces that lie in the file one behind the other.
func (m *member) setSpans(spans []span) {
	end := int64(0)
	for i, s := range spans {
		if s.off < end && s.n > 0 || s.n > m.e.size || s.off > m.e.size-s.n {
			m.b.a.fail("%s: invalid sparse archive member", m.e.name)
			spans = spans[:i]
			break
		}
		end = s.off + s.n
	}
	m.spans = spans
}

// oldSparse reads where a sparse file's pieces are from its header and those
// that follow.
func (b *blocks) oldSparse(m *member, h []byte) {
	a, e := b.a, m.e
	var spans []span
	add := func(f []byte) bool {
		if f[12] == 0 {
			return false
		}
		if len(spans) == maxSpans {
			a.fatal("memory exhausted")
		}
		spans = append(spans, span{a.number(f[:12], "off_t", 0, math.MaxInt64), a.number(f[12:24], "off_t", 0, math.MaxInt64)})
		return true
	}
	if e.size = a.number(h[483:495], "off_t", 0, math.MaxInt64); e.size < 0 {
		e.size = 0
	}
	more := true
	for i := 0; i < 4 && more; i++ {
		more = add(h[386+24*i:])
	}
	for again := h[482] != 0; again; {
		h := b.take(blockSize)
		if h == nil {
			a.fail("Unexpected EOF in archive")
			break
		}
		again = h[504] != 0
		for i := 0; i < 21 && more; i++ {
			more = add(h[24*i:])
		}
	}
	for _, s := range spans {
		if s.off < 0 || s.n < 0 {
			a.fail("%s: invalid sparse archive member", e.name)
			m.spans = nil
			return
		}
	}
	m.setSpans(spans)
}
