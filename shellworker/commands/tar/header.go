package tar

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// format is how an archive is written.
type format uint8

const (
	formatGNU format = iota
	formatOldGNU
	formatPax
	formatUstar
	formatV7
)

const blockSize = 512

// entry is what a header tells.
type entry struct {
	own          int64 // the file's time, where the archive gets another one
	name, link   string
	mode         uint32
	uid, gid     int
	uname, gname string
	size         int64
	mtime        int64  // nanoseconds
	atime, ctime int64  // for pax
	kind         byte   // the type flag
	sparse       []span // of a sparse file: where its data is
	real         int64  // ... and its size
	major, minor uint64
	format       format // of the archive that it was read from
}

// octal writes a number in octal and a NUL, or in base 256 where it is too
// large and the format allows that.
func octal(b []byte, v int64, f format) bool {
	s := strconv.FormatInt(v, 8)
	if v >= 0 && len(s) < len(b) {
		copy(b, strings.Repeat("0", len(b)-1-len(s))+s)
		b[len(b)-1] = 0
		return true
	}
	if f != formatGNU && f != formatOldGNU {
		copy(b, strings.Repeat("0", len(b)-1))
		return false
	}
	for i := len(b) - 1; i > 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
	b[0] = 0x80
	if v < 0 {
		b[0] = 0xff
	}
	return true
}

// block makes the header block of e. name is at most 100 bytes, or split in
// prefix and name.
func (e *entry) block(f format, prefix, name, link string) []byte {
	b := make([]byte, blockSize)
	copy(b[0:100], name)
	octal(b[100:108], int64(e.mode), f)
	octal(b[108:116], int64(e.uid), f)
	octal(b[116:124], int64(e.gid), f)
	octal(b[124:136], e.size, f)
	sec := e.mtime / 1e9
	if e.mtime < 0 && e.mtime%1e9 != 0 {
		sec--
	}
	octal(b[136:148], sec, f)
	b[156] = e.kind
	copy(b[157:257], link)
	switch f {
	case formatV7:
		if e.kind == '0' {
			b[156] = 0
		}
	case formatGNU, formatOldGNU:
		copy(b[257:265], "ustar  \x00")
	default:
		copy(b[257:265], "ustar\x0000")
	}
	if f == formatV7 {
		octal(b[329:337], int64(e.major), f)
		octal(b[337:345], int64(e.minor), f)
	} else {
		copy(b[265:296], e.uname)
		copy(b[297:328], e.gname)
		if (f == formatUstar || f == formatPax) && e.kind != 'x' || e.kind == '3' || e.kind == '4' {
			octal(b[329:337], int64(e.major), f)
			octal(b[337:345], int64(e.minor), f)
		}
		if f == formatUstar || f == formatPax {
			copy(b[345:500], prefix)
		}
	}
	if e.kind == 'S' {
		for i := 0; i < 4 && i < len(e.sparse); i++ {
			e.sparse[i].put(b[386+24*i:], f)
		}
		if len(e.sparse) > 4 {
			b[482] = 1
		}
		octal(b[483:495], e.real, f)
	}
	copy(b[148:156], "        ")
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	copy(b[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

// errTooLong says that a name doesn't fit in the format.
type errTooLong struct{ what string }

func (e errTooLong) Error() string { return e.what }

// write writes the headers of e.
func (e *entry) write(w io.Writer, f format, o *paxOptions) error {
	prefix, name, link := "", e.name, e.link
	switch f {
	case formatGNU, formatOldGNU:
		if len(link) > 100 {
			if err := longLink(w, f, 'K', link); err != nil {
				return err
			}
			link = link[:100]
		}
		if len(name) > 100 {
			if err := longLink(w, f, 'L', name); err != nil {
				return err
			}
			name = name[:100]
		}
	case formatV7:
		if len(name) > 99 {
			return errTooLong{"file name is too long (max 99); not dumped"}
		}
		if len(link) > 99 {
			return errTooLong{"link name is too long; not dumped"}
		}
	case formatUstar:
		var ok bool
		if prefix, name, ok = splitName(name); !ok {
			return errTooLong{"file name is too long (cannot be split); not dumped"}
		}
		if len(link) > 100 {
			return errTooLong{"link name is too long; not dumped"}
		}
	case formatPax:
		var records strings.Builder
		write := func(k, v string) {
			n := len(k) + len(v) + 3
			total := n + len(strconv.Itoa(n))
			if total = n + len(strconv.Itoa(total)); n+len(strconv.Itoa(total)) != total {
				total = n + len(strconv.Itoa(total))
			}
			fmt.Fprintf(&records, "%d %s=%s\n", total, k, v)
		}
		needed := e.kind == 'S'
		record := func(k, v string) {
			needed = needed || !o.deleted(k)
			if !o.dropped(k) {
				write(k, v)
			}
		}
		if e.kind == 'S' {
			write("GNU.sparse.major", "1")
			write("GNU.sparse.minor", "0")
			write("GNU.sparse.name", name)
			write("GNU.sparse.realsize", strconv.FormatInt(e.real, 10))
			dir, base := ".", name
			if i := strings.LastIndexByte(name, '/'); i >= 0 {
				dir, base = name[:i], name[i+1:]
			}
			name = dir + "/GNUSparseFile.1/" + base
		}
		ascii := func(s string) bool {
			for i := range len(s) {
				if s[i] >= 0x80 {
					return false
				}
			}
			return true
		}
		p, n, ok := splitName(name)
		if !ok || !ascii(name) {
			record("path", name)
			if !ok {
				p, n = "", name[:100]
			}
		}
		prefix, name = p, n
		if len(link) > 100 || !ascii(link) {
			record("linkpath", link)
			link = link[:min(len(link), 100)]
		}
		if e.size >= 1<<33 {
			record("size", strconv.FormatInt(e.size, 10))
		}
		stamp := func(ns int64) string {
			sec, frac := ns/1e9, ns%1e9
			if frac < 0 {
				sec, frac = sec-1, frac+1e9
			}
			s := strconv.FormatInt(sec, 10)
			if frac != 0 {
				s += strings.TrimRight(fmt.Sprintf(".%09d", frac), "0")
			}
			return s
		}
		if e.mtime%1e9 != 0 || e.mtime < 0 {
			record("mtime", stamp(e.mtime))
		}
		if e.atime != 0 {
			record("atime", stamp(e.atime))
		}
		if e.ctime != 0 {
			record("ctime", stamp(e.ctime))
		}
		for _, kv := range o.override {
			if needed { // they alone make no header
				write(kv[0], kv[1])
			}
		}
		if records.Len() > 0 {
			x := entry{name: o.headerName(e.name), mode: 0o644, size: int64(records.Len()), mtime: e.mtime, kind: 'x'}
			xp, xn, ok := splitName(x.name)
			if !ok {
				xp, xn = "", x.name[:100]
			}
			if _, err := w.Write(x.block(f, xp, xn, "")); err != nil {
				return err
			}
			if err := padded(w, records.String()); err != nil {
				return err
			}
		}
	}
	if f == formatPax && e.kind == 'S' {
		plain := *e
		plain.kind = '0'
		_, err := w.Write(plain.block(f, prefix, name, link))
		return err
	}
	if _, err := w.Write(e.block(f, prefix, name, link)); err != nil {
		return err
	}
	if e.kind != 'S' {
		return nil
	}
	for rest := e.sparse[min(4, len(e.sparse)):]; len(rest) > 0; {
		b := make([]byte, blockSize)
		n := min(21, len(rest))
		for i := range n {
			rest[i].put(b[24*i:], f)
		}
		if rest = rest[n:]; len(rest) > 0 {
			b[504] = 1
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// span is a piece of a sparse file that holds data.
type span struct{ off, n int64 }

func (s span) put(b []byte, f format) {
	octal(b[0:12], s.off, f)
	octal(b[12:24], s.n, f)
}

// sparseMap is where a sparse file's data is, as the pax format 1.0 puts it
// before the data.
func (e *entry) sparseMap() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", len(e.sparse))
	for _, s := range e.sparse {
		fmt.Fprintf(&b, "%d\n%d\n", s.off, s.n)
	}
	if n := b.Len() % blockSize; n != 0 {
		b.WriteString(strings.Repeat("\x00", blockSize-n))
	}
	return b.String()
}

// splitName splits a name at a slash so that it fits ustar's fields.
func splitName(s string) (prefix, name string, ok bool) {
	if len(s) <= 100 {
		return "", s, true
	}
	for i := min(len(s)-2, 155); i > 0; i-- {
		if s[i] == '/' {
			if len(s)-i-1 > 100 {
				break
			}
			return s[:i], s[i+1:], true
		}
	}
	return "", s, false
}

func longLink(w io.Writer, f format, kind byte, s string) error {
	e := entry{name: "././@LongLink", mode: 0o644, size: int64(len(s) + 1), kind: kind, uname: "root", gname: "root"}
	if _, err := w.Write(e.block(f, "", e.name, "")); err != nil {
		return err
	}
	return padded(w, s+"\x00")
}

// padded writes s and zeros up to a whole block.
func padded(w io.Writer, s string) error {
	if n := len(s) % blockSize; n != 0 {
		s += strings.Repeat("\x00", blockSize-n)
	}
	_, err := io.WriteString(w, s)
	return err
}

// recordWriter writes whole records, the last one padded with zeros.
type recordWriter struct {
	w      io.Writer
	record int
	n      int64
	buf    []byte
	done   func(bytes int64) // called with the bytes of the records written
	out    int64
}

func (r *recordWriter) wrote(n int) {
	if r.out += int64(n); r.done != nil {
		r.done(r.out)
	}
}

func (r *recordWriter) Write(p []byte) (int, error) {
	total := len(p)
	r.n += int64(total)
	for len(p) > 0 {
		if len(r.buf) == 0 && len(p) >= r.record {
			k := len(p) / r.record * r.record
			if _, err := r.w.Write(p[:k]); err != nil {
				return 0, err
			}
			r.wrote(k)
			p = p[k:]
			continue
		}
		k := min(r.record-len(r.buf), len(p))
		r.buf = append(r.buf, p[:k]...)
		p = p[k:]
		if len(r.buf) == r.record {
			if _, err := r.w.Write(r.buf); err != nil {
				return 0, err
			}
			r.wrote(len(r.buf))
			r.buf = r.buf[:0]
		}
	}
	return total, nil
}

// finish writes the archive's end: two blocks of zeros and the record's rest.
func (r *recordWriter) finish() error {
	if _, err := r.Write(make([]byte, 2*blockSize)); err != nil {
		return err
	}
	if len(r.buf) > 0 {
		pad := r.record - len(r.buf)
		r.n += int64(pad)
		r.buf = append(r.buf, make([]byte, pad)...)
		_, err := r.w.Write(r.buf)
		r.wrote(len(r.buf))
		r.buf = r.buf[:0]
		return err
	}
	return nil
}
