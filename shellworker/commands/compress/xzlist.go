package compress

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
)

// xzSizes is what the indexes of an .xz file tell.
type xzSizes struct {
	streams, blocks int
	packed, whole   int64
	checks          map[byte]bool
}

func (s *xzSizes) print(w io.Writer, name string) {
	ratio := "---"
	if s.whole > 0 {
		ratio = fmt.Sprintf("%.3f", min(float64(s.packed)/float64(s.whole), 9.999))
	}
	check := ""
	for _, c := range []byte{0, 1, 4, 10} {
		if s.checks[c] {
			if check != "" {
				check += ","
			}
			check += map[byte]string{0: "None", 1: "CRC32", 4: "CRC64", 10: "SHA-256"}[c]
		}
	}
	fmt.Fprintf(w, "%5d %7d  %11s  %11s  %5s  %-7s %s\n", s.streams, s.blocks, niceSize(s.packed), niceSize(s.whole), ratio, check, name)
}

// list writes a file's line of xz -l, from the indexes at its streams' ends.
func (z *xzer) list(name string) {
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
	s, msg := xzIndex(in)
	if msg != "" {
		z.fail("%s: %s", name, msg)
		return
	}
	if z.listed == 0 {
		fmt.Fprintln(p.Out, "Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename")
		z.listAll.checks = map[byte]bool{}
	}
	z.listed++
	s.print(p.Out, name)
	t := &z.listAll
	t.streams, t.blocks, t.packed, t.whole = t.streams+s.streams, t.blocks+s.blocks, t.packed+s.packed, t.whole+s.whole
	for c := range s.checks {
		t.checks[c] = true
	}
}

// xzIndex reads the indexes from the end of the file backwards.
func xzIndex(in vfs.File) (xzSizes, string) {
	const corrupt, unknown = "Compressed data is corrupt", "File format not recognized"
	s := xzSizes{checks: map[byte]bool{}}
	end, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return s, vfs.ErrText(err)
	}
	if end == 0 {
		return s, "File is empty"
	}
	s.packed = end
	if end < 32 {
		return s, "Too small to be a valid .xz file"
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
		return s, unknown
	}
	for end > 0 {
		foot, ok := at(end-12, 12)
		if !ok {
			return s, corrupt
		}
		if binary.LittleEndian.Uint32(foot[8:]) == 0 { // stream padding
			end -= 4
			continue
		}
		if string(foot[10:]) != "YZ" {
			return s, corrupt
		}
		size := (int64(binary.LittleEndian.Uint32(foot[4:])) + 1) * 4
		if size > end || size > 64<<20 {
			return s, corrupt
		}
		index, ok := at(end-12-size, int(size))
		if !ok || index[0] != 0 {
			return s, corrupt
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
			return s, corrupt
		}
		total := int64(0)
		for range n {
			packed, ok1 := number()
			whole, ok2 := number()
			if !ok1 || !ok2 {
				return s, corrupt
			}
			total += (packed + 3) &^ 3
			s.whole += whole
		}
		s.streams++
		s.blocks += int(n)
		s.checks[foot[9]&15] = true
		end -= 12 + size + total + 12
		if end < 0 {
			return s, corrupt
		}
	}
	return s, ""
}
