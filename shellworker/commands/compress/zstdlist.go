package compress

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/capshell/capshell/hoststore/vfs"
)

// zstdFrames is what the headers of a .zst file's frames and blocks tell
// (RFC 8878).
type zstdFrames struct {
	frames, skips int
	packed, whole int64
	unsized       bool // some frame doesn't tell its text's size
	checked       bool
	sum           uint32
	window        uint64
	dictionary    uint32
}

// human writes a size as zstd does, with three digits or so.
func human(n int64, width int) string {
	v, unit := float64(n), " B"
	for _, u := range []string{" KiB", " MiB", " GiB", " TiB"} {
		if v < 1024 {
			break
		}
		v, unit = v/1024, u
	}
	precision := 3
	switch {
	case v >= 100 || float64(int64(v)) == v && int64(v) == n:
		precision = 0
	case v >= 10:
		precision = 1
	case v > 1:
		precision = 2
	}
	return fmt.Sprintf("%*.*f%s", width, precision, v, unit)
}

// padded is human with the unit in four columns.
func padded(n int64, width int) string {
	s := human(n, width)
	if s[len(s)-2:] == " B" {
		s = s[:len(s)-2] + "   B"
	}
	return s
}

// readFrames reads the headers. It returns nil if the file isn't one of zstd.
func readFrames(in io.Reader) *zstdFrames {
	br := bufio.NewReaderSize(in, 64<<10)
	f := &zstdFrames{}
	for {
		b, err := br.Peek(zstd.HeaderMaxSize)
		if len(b) == 0 && err == io.EOF && f.frames+f.skips > 0 {
			return f
		}
		var h zstd.Header
		if h.Decode(b) != nil {
			return nil
		}
		if h.Skippable {
			n := int64(h.HeaderSize) + int64(h.SkippableSize)
			if k, _ := io.CopyN(io.Discard, br, n); k < n {
				return nil
			}
			f.skips++
			f.packed += n
			continue
		}
		br.Discard(h.HeaderSize)
		f.frames++
		f.packed += int64(h.HeaderSize)
		f.whole += int64(h.FrameContentSize)
		f.unsized = f.unsized || !h.HasFCS
		f.window = max(f.window, h.WindowSize)
		if h.SingleSegment {
			f.window = max(f.window, h.FrameContentSize)
		}
		f.dictionary = h.DictionaryID
		for last := false; !last; {
			var t [4]byte
			if _, err := io.ReadFull(br, t[:3]); err != nil {
				return nil
			}
			v := binary.LittleEndian.Uint32(t[:])
			last = v&1 != 0
			size := int64(v >> 3)
			if v>>1&3 == 1 { // one byte repeated
				size = 1
			}
			if k, _ := io.CopyN(io.Discard, br, size); k < size {
				return nil
			}
			f.packed += 3 + size
		}
		if h.HasCheckSum {
			var t [4]byte
			if _, err := io.ReadFull(br, t[:]); err != nil {
				return nil
			}
			f.checked, f.sum = true, binary.LittleEndian.Uint32(t[:])
			f.packed += 4
		}
	}
}

func (f *zstdFrames) ratio() float64 {
	if f.packed == 0 {
		return 0
	}
	return float64(f.whole) / float64(f.packed)
}

func (f *zstdFrames) line(w io.Writer, check, name string) {
	fmt.Fprintf(w, "%6d  %5d  %s", f.frames, f.skips, padded(f.packed, 6))
	if f.unsized {
		fmt.Fprintf(w, "                       %5s  %s\n", check, name)
	} else {
		fmt.Fprintf(w, "  %s  %5.3f  %5s  %s\n", padded(f.whole, 8), f.ratio(), check, name)
	}
}

// list writes what -l tells of the files.
func (z *zstder) list(files []string) {
	p := z.p
	if files[0] == "-" {
		z.fail("zstd: --list does not support reading from standard input ")
		if len(p.Args) < 2 {
			z.fail("No files given ")
		}
		return
	}
	table := z.verb <= 2
	if table {
		fmt.Fprintln(p.Out, "Frames  Skips  Compressed  Uncompressed  Ratio  Check  Filename")
	}
	total, listed := &zstdFrames{checked: true}, 0
	for _, name := range files {
		i, err := p.Stat(z.ctx, name)
		if err != nil || i.Kind != vfs.Regular {
			z.fail("Error : %s is not a file", name)
			continue
		}
		in, err := p.Open(z.ctx, name)
		if err != nil {
			z.fail("zstd: %s: %s ", name, vfs.ErrText(err))
			continue
		}
		f := readFrames(in)
		in.Close()
		if f == nil {
			fmt.Fprintf(p.Out, "File \"%s\" not compressed by zstd \n", name)
			z.status = 1
			continue
		}
		check := "None"
		if f.checked {
			check = "XXH64"
		}
		if table {
			f.line(p.Out, check, name)
		} else {
			fmt.Fprintf(p.Out, "%s \n# Zstandard Frames: %d\n", name, f.frames)
			if f.skips > 0 {
				fmt.Fprintf(p.Out, "# Skippable Frames: %d\n", f.skips)
			}
			fmt.Fprintf(p.Out, "DictID: %d\nWindow Size: %s (%d B)\nCompressed Size: %s (%d B)\n", f.dictionary, human(int64(f.window), 0), f.window, human(f.packed, 0), f.packed)
			if !f.unsized {
				fmt.Fprintf(p.Out, "Decompressed Size: %s (%d B)\nRatio: %.4f\n", human(f.whole, 0), f.whole, f.ratio())
			}
			if f.checked && f.frames == 1 {
				check += fmt.Sprintf(" %08x", f.sum)
			}
			fmt.Fprintf(p.Out, "Check: %s\n\n", check)
		}
		listed++
		total.frames, total.skips = total.frames+f.frames, total.skips+f.skips
		total.packed, total.whole = total.packed+f.packed, total.whole+f.whole
		total.unsized, total.checked = total.unsized || f.unsized, total.checked && f.checked
	}
	if table && len(files) > 1 {
		check := ""
		if total.checked {
			check = "XXH64"
		}
		fmt.Fprintln(p.Out, "----------------------------------------------------------------- ")
		total.line(p.Out, check, fmt.Sprintf("%d files", listed))
	}
}
