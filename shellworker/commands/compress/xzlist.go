package compress

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// xzStream is what the index of one stream of an .xz file tells.
type xzStream struct {
	offset, wholeOffset int64 // where it begins, packed and not
	xzSizes
	padding int64
	check   byte
	blocks  []xzSizes
}

// xzSizes are a part's bytes.
type xzSizes struct{ packed, whole int64 }

func (s xzSizes) ratio() string { return xzRatio(s.packed, s.whole) }

func xzRatio(packed, whole int64) string {
	if r := float64(packed) / float64(whole); whole > 0 && r <= 9.999 {
		return fmt.Sprintf("%.3f", r)
	}
	return "---"
}

// xzTotals sums up files.
type xzTotals struct {
	files, streams, blocks int
	padding                int64
	xzSizes
	checks map[byte]bool
}

var xzChecks = map[byte]string{0: "None", 1: "CRC32", 4: "CRC64", 10: "SHA-256"}

func (t *xzTotals) check(sep string) string {
	var names []string
	for _, c := range []byte{0, 1, 4, 10} {
		if t.checks[c] {
			names = append(names, xzChecks[c])
		}
	}
	return strings.Join(names, sep)
}

func (t *xzTotals) add(list []xzStream) {
	if t.checks == nil {
		t.checks = map[byte]bool{}
	}
	t.files++
	for _, s := range list {
		t.streams++
		t.blocks += len(s.blocks)
		t.packed += s.packed + s.padding
		t.whole += s.whole
		t.padding += s.padding
		t.checks[s.check] = true
	}
}

func (t *xzTotals) line(w io.Writer, name string) {
	fmt.Fprintf(w, "%5d %7d  %11s  %11s  %5s  %-7s %s\n", t.streams, t.blocks, niceSize(t.packed), niceSize(t.whole), t.ratio(), t.check(","), name)
}

func (t *xzTotals) robot(w io.Writer, word string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t%d", word, t.streams, t.blocks, t.packed, t.whole, t.ratio(), t.check(","), t.padding)
}

func bothSizes(n int64) string {
	if s := niceSize(n); !strings.HasSuffix(s, " B") {
		return fmt.Sprintf("%s (%d B)", s, n)
	}
	return fmt.Sprintf("%d B", n)
}

func (t *xzTotals) verbose(w io.Writer) {
	fmt.Fprintf(w, "  Streams:           %d\n  Blocks:            %d\n  Compressed size:   %s\n  Uncompressed size: %s\n  Ratio:             %s\n  Check:             %s\n  Stream Padding:    %s\n",
		t.streams, t.blocks, bothSizes(t.packed), bothSizes(t.whole), t.ratio(), t.check(", "), bothSizes(t.padding))
}

// list writes what -l tells of a file, from the indexes at its streams' ends.
func (z *xzer) list(name string, n, of int) {
	p := z.p
	if name == "-" {
		z.fail("--list does not support reading from standard input")
		return
	}
	in, err := p.Open(z.ctx, name)
	if err != nil {
		z.fail("%s: %s", name, vfs.ErrText(err))
		return
	}
	defer in.Close()
	list, msg := xzIndex(in)
	if msg != "" {
		z.fail("%s: %s", name, msg)
		return
	}
	var t xzTotals
	t.add(list)
	z.listAll.add(list)
	switch {
	case z.robot:
		fmt.Fprintf(p.Out, "name\t%s\n", name)
		t.robot(p.Out, "file")
		p.Out.WriteByte('\n')
		if z.verb > 0 {
			z.listParts(list, "stream\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%d\n", "block\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", "")
		}
	case z.verb > 0:
		if z.listAll.files > 1 {
			p.Out.WriteByte('\n')
		}
		fmt.Fprintf(p.Out, "%s (%d/%d)\n", name, n, of)
		t.verbose(p.Out)
		fmt.Fprintln(p.Out, "  Streams:\n    Stream    Blocks      CompOffset    UncompOffset        CompSize      UncompSize  Ratio  Check      Padding")
		z.listParts(list, "    %6d %9d %15s %15s %15s %15s  %5s  %-10s %7s\n", "    %6d %9d %9d %15s %15s %15s %15s  %5s  %s\n",
			"  Blocks:\n    Stream     Block      CompOffset    UncompOffset       TotalSize      UncompSize  Ratio  Check\n")
	default:
		if z.listAll.files == 1 {
			fmt.Fprintln(p.Out, "Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename")
		}
		t.line(p.Out, name)
	}
}

// listParts writes the lines of the streams and of their blocks.
func (z *xzer) listParts(list []xzStream, stream, block, between string) {
	w := z.p.Out
	size := func(n int64) any { return n }
	if !z.robot {
		size = func(n int64) any { return grouped(n) }
		block = strings.Replace(block, " %9d %9d", " %9[2]d", 1)
		block = strings.Replace(strings.Replace(block, "%6d", "%6[1]d", 1), "%15s", "%15[4]s", 1)
	}
	for i, s := range list {
		fmt.Fprintf(w, stream, i+1, len(s.blocks), size(s.offset), size(s.wholeOffset), size(s.packed), size(s.whole), s.ratio(), xzChecks[s.check], size(s.padding))
	}
	total := 0
	for _, s := range list {
		total += len(s.blocks)
	}
	if total > 0 {
		fmt.Fprint(w, between)
	}
	number := 0
	for i, s := range list {
		at, whole := s.offset+12, s.wholeOffset
		for j, b := range s.blocks {
			number++
			fmt.Fprintf(w, block, i+1, j+1, number, size(at), size(whole), size(b.packed), size(b.whole), b.ratio(), xzChecks[s.check])
			at, whole = at+b.packed, whole+b.whole
		}
	}
}

// grouped writes a number with a comma between each three digits.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// listEnd writes the totals.
func (z *xzer) listEnd() {
	t, w := &z.listAll, z.p.Out
	switch {
	case z.robot:
		t.robot(w, "totals")
		fmt.Fprintf(w, "\t%d\n", t.files)
	case t.files < 2:
	case z.verb > 0:
		fmt.Fprintf(w, "\nTotals:\n  Number of files:   %d\n", t.files)
		t.verbose(w)
	default:
		fmt.Fprintln(w, strings.Repeat("-", 79))
		t.line(w, fmt.Sprintf("%d files", t.files))
	}
}

// xzHeaderProblem tells what is wrong with a stream's header, if anything is.
func xzHeaderProblem(h []byte) string {
	switch {
	case string(h[:6]) != "\xfd7zXZ\x00", crc32.ChecksumIEEE(h[6:8]) != binary.LittleEndian.Uint32(h[8:]):
		return "Compressed data is corrupt"
	case h[6] != 0 || h[7] > 15:
		return "Unsupported options"
	}
	return ""
}

// xzIndex reads the indexes from the end of the file backwards.
func xzIndex(in vfs.File) (list []xzStream, problem string) {
	const corrupt, unknown = "Compressed data is corrupt", "File format not recognized"
	end, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, vfs.ErrText(err)
	}
	if end == 0 {
		return nil, "File is empty"
	}
	if end < 24 {
		return nil, "Too small to be a valid .xz file"
	}
	at := func(off int64, n int) ([]byte, bool) {
		if off < 0 || n < 0 {
			return nil, false
		}
		if _, err := in.Seek(off, io.SeekStart); err != nil {
			return nil, false
		}
		b := make([]byte, n)
		_, err := io.ReadFull(in, b)
		return b, err == nil
	}
	if b, ok := at(0, 6); !ok || string(b) != "\xfd7zXZ\x00" {
		return nil, unknown
	}
	first, _ := at(0, 12)
	if problem := xzHeaderProblem(first); problem != "" {
		return nil, problem
	}
	padding := int64(0)
	for end > 0 {
		foot, ok := at(end-12, 12)
		if !ok {
			return nil, corrupt
		}
		if binary.LittleEndian.Uint32(foot[8:]) == 0 {
			end, padding = end-4, padding+4
			continue
		}
		if string(foot[10:]) != "YZ" || crc32.ChecksumIEEE(foot[4:10]) != binary.LittleEndian.Uint32(foot) {
			return nil, corrupt
		}
		size := (int64(binary.LittleEndian.Uint32(foot[4:])) + 1) * 4
		if size > end || size > 64<<20 {
			return nil, corrupt
		}
		index, ok := at(end-12-size, int(size))
		if !ok || index[0] != 0 || crc32.ChecksumIEEE(index[:size-4]) != binary.LittleEndian.Uint32(index[size-4:]) {
			return nil, corrupt
		}
		rest := index[1:]
		number := func() (int64, bool) {
			v, n := binary.Uvarint(rest)
			if n <= 0 || v > 1<<62 {
				return 0, false
			}
			rest = rest[n:]
			return int64(v), true
		}
		n, ok := number()
		if !ok || n > size {
			return nil, corrupt
		}
		s := xzStream{padding: padding, check: foot[9] & 15}
		total := int64(0)
		for range n {
			packed, ok1 := number()
			whole, ok2 := number()
			if !ok1 || !ok2 {
				return nil, corrupt
			}
			packed = (packed + 3) &^ 3
			total += packed
			s.whole += whole
			s.blocks = append(s.blocks, xzSizes{packed, whole})
		}
		s.packed = 12 + size + total + 12
		if end -= s.packed; end < 0 {
			return nil, corrupt
		}
		if head, ok := at(end, 12); !ok || xzHeaderProblem(head) != "" || head[7] != foot[9] {
			return nil, corrupt
		}
		s.offset, padding = end, 0
		list = append(list, s)
	}
	slices.Reverse(list)
	whole := int64(0)
	for i := range list {
		list[i].wholeOffset = whole
		whole += list[i].whole
	}
	return list, ""
}
