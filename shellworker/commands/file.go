package commands

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/codec"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
)

func init() {
	Register(Command{Name: "file", Run: fileMain, Help: `
Usage: file [OPTION]... FILE...
Tell what kinds of data FILEs hold, by their bytes.

  -b, --brief          no names
  -e, --exclude=TEST   without TEST: csv, json, soft (by first bytes), text or
                       ascii; apptype, cdf, elf and tokens leave out nothing
      --exclude-quiet=TEST  the same, any TEST
      --extension      the names' usual endings, ??? if none are known
  -E                   a missing file is an error
  -F, --separator=S    S behind names, not :
  -f, --files-from=FILE  the names in FILE
  -h, --no-dereference  of symbolic links, that they are (default)
  -L, --dereference    follow symbolic links
  -i, --mime           MIME type and encoding
      --mime-type      MIME type
      --mime-encoding  MIME encoding
  -N, --no-pad         names aren't padded
  -s, --special-files  (special files are told of as such)
  -z, --uncompress     look into compressed data
  -Z, --uncompress-noreport  only tell what compressed data hold
  -0, --print0         NUL behind names; twice: and behind kinds
  -r, --raw            names as they are
  -n, --no-buffer, -p, --preserve-date, -S, --no-sandbox, -P, --parameter=NAME=N
                       change nothing here
      --help           show this help
  -v, --version        show the version
`})
}

// fileKind is what is found: in words, as a MIME type and its encoding.
type fileKind struct{ text, mime, charset string }

const fileHead = 64 << 10

// fileTests are kinds of tests that aren't made.
type fileTests struct{ csv, json, soft, text bool }

// fileLook says how a file is looked at.
type fileLook struct {
	unpack, inside bool // what compressed data hold, with and without the data's own kind
	skip           fileTests
}

func fileMain(ctx context.Context, p *Process) int {
	const (
		mimeType = iota + 256
		mimeEncoding
		mimeExtension
		excludeQuiet
	)
	var brief, errors, follow, noPad, raw, extension bool
	var look fileLook
	zero := 0
	mime := 0
	sep := ":"
	hasFrom := false
	opts, args := p.Getopt("be:EF:f:hLinNpP:rsSzZ0v", getopt.Long{Name: "exclude", Arg: getopt.Required, ID: 'e'}, getopt.Long{Name: "exclude-quiet", Arg: getopt.Required, ID: excludeQuiet},
		getopt.Long{Name: "extension", ID: mimeExtension}, getopt.Long{Name: "uncompress-noreport", ID: 'Z'}, getopt.Long{Name: "no-buffer", ID: 'n'}, getopt.Long{Name: "preserve-date", ID: 'p'}, getopt.Long{Name: "no-sandbox", ID: 'S'},
		getopt.Long{Name: "parameter", Arg: getopt.Required, ID: 'P'}, getopt.Long{Name: "raw", ID: 'r'}, getopt.Long{Name: "brief", ID: 'b'}, getopt.Long{Name: "separator", Arg: getopt.Required, ID: 'F'},
		getopt.Long{Name: "files-from", Arg: getopt.Required, ID: 'f'}, getopt.Long{Name: "no-dereference", ID: 'h'}, getopt.Long{Name: "dereference", ID: 'L'},
		getopt.Long{Name: "mime", ID: 'i'}, getopt.Long{Name: "mime-type", ID: mimeType}, getopt.Long{Name: "mime-encoding", ID: mimeEncoding},
		getopt.Long{Name: "no-pad", ID: 'N'}, getopt.Long{Name: "special-files", ID: 's'}, getopt.Long{Name: "uncompress", ID: 'z'}, getopt.Long{Name: "print0", ID: '0'})
	status := 0
	// show tells of files, by the options so far.
	show := func(names []string) {
		width := 0
		for _, n := range names {
			if n == "-" {
				n = "/dev/stdin"
			}
			width = max(width, textwidth.String(printable(n, p.UTF8()), p.UTF8()))
		}
		for _, n := range names {
			if ctx.Err() != nil {
				return
			}
			shown := n
			if n == "-" {
				shown = "/dev/stdin"
			}
			if !raw {
				shown = printable(shown, p.UTF8())
			}
			k, err := p.fileKind(ctx, n, follow, look)
			text := k.text
			switch {
			case err != nil && errors:
				text = fmt.Sprintf("ERROR: cannot stat `%s' (%s)", n, errText(err))
				status = 1
			case err != nil:
				text = fmt.Sprintf("cannot open `%s' (%s)", n, errText(err))
			case extension:
				text = k.extensions()
			case mime == 3:
				if text = k.mime; k.charset != "" {
					text += "; charset=" + k.charset
				}
			case mime == 1:
				text = k.mime
			case mime == 2 && k.charset == "":
				text, status = "ERROR: (null)", 1
			case mime == 2:
				text = k.charset
			}
			if !brief {
				p.Out.WriteString(shown)
				if zero > 0 {
					p.Out.WriteByte(0)
				}
				pad := 1
				if !noPad {
					pad += width - textwidth.String(shown, p.UTF8())
				}
				if zero < 2 {
					p.Out.WriteString(sep + strings.Repeat(" ", pad))
				}
			}
			end := "\n"
			if zero > 1 {
				end = "\x00"
			}
			p.Out.WriteString(text + end)
		}
	}
	for _, o := range opts {
		switch o.ID {
		case 'b':
			brief = true
		case 'E':
			errors = true
		case 'F':
			sep = o.Arg
		case 'f':
			hasFrom = true
			f, err := p.Input(ctx, o.Arg)
			if err != nil {
				p.Errorf("Cannot open `%s' (%s)", o.Arg, errText(err))
				return 1
			}
			sc := bufio.NewScanner(f)
			var listed []string
			for sc.Scan() {
				listed = append(listed, sc.Text())
			}
			f.Close()
			show(listed)
		case 'h':
			follow = false
		case 'L':
			follow = true
		case 'i':
			mime = 3
		case mimeType:
			mime |= 1
		case mimeEncoding:
			mime |= 2
		case 'N':
			noPad = true
		case 'z':
			look.unpack = true
		case 'Z':
			look.unpack, look.inside = true, true
		case mimeExtension:
			extension = true
		case 'e', excludeQuiet:
			switch o.Arg {
			case "csv":
				look.skip.csv = true
			case "json":
				look.skip.json = true
			case "soft":
				look.skip.soft = true
			case "text", "ascii":
				look.skip.text = true
			case "apptype", "cdf", "elf", "tokens": // no such tests are made
			default:
				if o.ID == 'e' {
					p.Errorf("can't leave out the test %q: only apptype, ascii, cdf, csv, elf, json, soft, text, tokens", o.Arg)
					return 1
				}
			}
		case '0':
			zero++
		case 'r':
			raw = true
		case 'v':
			p.ShowVersion()
		}
	}
	names := args
	if len(names) == 0 && !hasFrom {
		io.WriteString(p.Stderr, "Usage: file [-bEhiLNsvz0] [--mime-type] [--mime-encoding] [-F separator] [-f namefile] file ...\n")
		return 1
	}
	show(names)
	return status
}

// printable is a name with what can't be printed in octal.
func printable(s string, utf bool) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := rune(s[0]), 1
		if r >= utf8.RuneSelf && utf {
			r, n = utf8.DecodeRuneInString(s)
		}
		if r < ' ' || r == 0x7f || r == utf8.RuneError && n == 1 || r >= utf8.RuneSelf && (!utf || !unicode.IsPrint(r)) {
			for i := range n {
				fmt.Fprintf(&b, "\\%03o", s[i])
			}
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// fileKind looks at a file.
func (p *Process) fileKind(ctx context.Context, name string, follow bool, look fileLook) (fileKind, error) {
	inode := func(text, mime string) (fileKind, error) { return fileKind{text, "inode/" + mime, "binary"}, nil }
	if name != "-" {
		i, err := lookup(ctx, p, name, follow)
		if err != nil {
			return fileKind{}, err
		}
		switch i.Kind {
		case vfs.Directory:
			text := "directory"
			if i.Mode&0o1000 != 0 {
				text = "sticky, directory"
			}
			return inode(text, "directory")
		case vfs.Symlink:
			if _, err := p.Stat(ctx, name); err != nil {
				k, err := inode("broken symbolic link to "+i.Target, "symlink")
				k.charset = "" // none is told
				return k, err
			}
			return inode("symbolic link to "+i.Target, "symlink")
		case vfs.FIFO:
			return inode("fifo (named pipe)", "fifo")
		case vfs.Device:
			a, b := DeviceNumber(i)
			return inode(fmt.Sprintf("character special (%d/%d)", a, b), "chardevice")
		}
		if i.Size == 0 {
			return inode("empty", "x-empty")
		}
		prefix := ""
		for _, m := range []struct {
			bit  uint32
			word string
		}{{0o4000, "setuid, "}, {0o2000, "setgid, "}, {0o1000, "sticky, "}} {
			if i.Mode&m.bit != 0 {
				prefix += m.word
			}
		}
		f, err := p.Open(ctx, name)
		if err != nil {
			if vfs.ErrnoOf(err) == vfs.EACCES {
				return fileKind{prefix + "regular file, no read permission", "regular file, no read permission", ""}, nil
			}
			return fileKind{}, err
		}
		defer f.Close()
		k, err := p.identify(f, look)
		k.text = prefix + k.text
		return k, err
	}
	return p.identify(p.Stdin, look)
}

func (p *Process) identify(f vfs.File, look fileLook) (fileKind, error) {
	b := make([]byte, fileHead)
	n, err := readFull(f, b)
	if err != nil && err != io.EOF {
		return fileKind{}, err
	}
	whole := err == io.EOF
	b = b[:n]
	if n == 0 {
		return fileKind{"empty", "inode/x-empty", "binary"}, nil
	}
	var tail []byte
	if i, err := f.Stat(); err == nil && i.Kind == vfs.Regular {
		if at, err := f.Seek(-4, io.SeekEnd); err == nil && at >= 0 {
			tail = make([]byte, 4)
			if _, err := readFull(f, tail); err != nil && err != io.EOF {
				tail = nil
			}
		}
	}
	if look.unpack {
		if c := codec.Detect(b); c != codec.None {
			if r, err := codec.NewReader(bytes.NewReader(b), c); err == nil {
				inner := make([]byte, fileHead)
				m, _ := readFull(r, inner)
				outer := p.magic(b, whole, tail, look.skip)
				if m > 0 {
					in := p.magic(inner[:m], false, nil, look.skip)
					if look.inside {
						return in, nil
					}
					return fileKind{in.text + " (" + outer.text + ")", in.mime, in.charset}, nil
				}
			}
		}
	}
	return p.magic(b, whole, tail, look.skip), nil
}

// binaryMagic are kinds known by bytes at a place; more is told below.
var binaryMagic = []struct {
	off        int
	bytes      string
	text, mime string
}{
	{0, "BZh", "bzip2 compressed data", "application/x-bzip2"},
	{0, "\x5d\x00\x00", "LZMA compressed data", "application/x-lzma"},
	{0, "Rar!\x1a\x07\x01", "RAR archive data, v5", "application/x-rar"},
	{0, "FLV\x01", "Macromedia Flash Video", "video/x-flv"},
	{0, "\x89HDF\r\n\x1a\n", "Hierarchical Data Format (version 5) data", "application/x-hdf5"},
	{0, "bplist0", "Apple binary property list", "application/octet-stream"},
	{0, "MSCF\x00\x00\x00\x00", "Microsoft Cabinet archive data", "application/vnd.ms-cab-compressed"},
	{0, "Obj\x01", "Apache Avro version 1", "application/octet-stream"},
	{0, "KDMV", "VMware4 disk image", "application/octet-stream"},
	{0, "Rar!\x1a\x07", "RAR archive data", "application/x-rar"},
	{0, "\x04\x22\x4d\x18", "LZ4 compressed data (v1.4+)", "application/x-lz4"},
	{0, "!<arch>\ndebian-binary", "Debian binary package (format 2.0)", "application/vnd.debian.binary-package"},
	{0, "!<arch>\n", "current ar archive", "application/x-archive"},
	{0, "!<thin>\n", "thin archive", "application/x-archive"},
	{0, "070701", "ASCII cpio archive (SVR4 with no CRC)", "application/x-cpio"},
	{0, "070702", "ASCII cpio archive (SVR4 with CRC)", "application/x-cpio"},
	{0, "070707", "ASCII cpio archive (pre-SVR4 or odc)", "application/x-cpio"},
	{0, "\xc7\x71", "cpio archive", "application/x-cpio"},
	{0, "OggS", "Ogg data", "application/ogg"},
	{0, "fLaC", "FLAC audio bitstream data", "audio/flac"},
	{0, "\x00\x00\x01\x00", "MS Windows icon resource", "image/vnd.microsoft.icon"},
	{0, "\x00asm\x01\x00\x00\x00", "WebAssembly (wasm) binary module version 0x1 (MVP)", "application/wasm"},
	{0, "\x1aE\xdf\xa3\x93\x42\x82\x84webm", "WebM", "video/webm"},
	{0, "\x1aE\xdf\xa3", "Matroska data", "video/x-matroska"},
	{0, "wOFF", "Web Open Font Format", "font/woff"},
	{0, "wOF2", "Web Open Font Format (Version 2)", "font/woff2"},
	{0, "\x00\x01\x00\x00\x00", "TrueType Font data", "font/sfnt"},
	{0, "OTTO", "OpenType font data", "application/vnd.ms-opentype"},
	{4, "ftypisom", "ISO Media, MP4 Base Media v1 [ISO 14496-12:2003]", "video/mp4"},
	{4, "ftypmp42", "ISO Media, MP4 v2 [ISO 14496-14]", "video/mp4"},
	{4, "ftypqt", "ISO Media, Apple QuickTime movie, Apple QuickTime (.MOV/QT)", "video/quicktime"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "OLE 2 Compound Document", "application/octet-stream"},
	{0, "PAR1", "Apache Parquet", "application/octet-stream"},
	{0, "\x80\x02}", "data", "application/octet-stream"},
}

// magic tells what bytes are, but for the tests in skip.
func (p *Process) magic(b []byte, whole bool, tail []byte, skip fileTests) fileKind {
	if !skip.soft {
		if k := p.binaryKind(b, tail); k.text != "" {
			if _, charset, _ := textEncoding(b, whole); charset != "" {
				k.charset = charset
			}
			return k
		}
	}
	return p.textKind(b, whole, skip)
}

// binaryKind knows kinds by the bytes they begin with; it is without text if
// they are none of them.
func (p *Process) binaryKind(b []byte, tail []byte) fileKind {
	s := string(b)
	bin := func(text, mime string) fileKind { return fileKind{text, mime, "binary"} }
	be16 := func(off int) int { return int(binary.BigEndian.Uint16(b[off:])) }
	le16 := func(off int) int { return int(binary.LittleEndian.Uint16(b[off:])) }
	switch {
	case strings.HasPrefix(s, "\x1f\x8b") && len(b) >= 10:
		return bin(p.gzipText(b, tail), "application/gzip")
	case strings.HasPrefix(s, "BZh") && len(b) > 3 && b[3] >= '1' && b[3] <= '9':
		return bin(fmt.Sprintf("bzip2 compressed data, block size = %c00k", b[3]), "application/x-bzip2")
	case strings.HasPrefix(s, "\xfd7zXZ\x00"):
		check := ""
		if len(b) > 7 {
			check = map[byte]string{0: ", checksum NONE", 1: ", checksum CRC32", 4: ", checksum CRC64", 10: ", checksum SHA-256"}[b[7]&15]
		}
		return bin("XZ compressed data"+check, "application/x-xz")
	case strings.HasPrefix(s, "\x28\xb5\x2f\xfd"):
		return bin("Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd")
	case strings.HasPrefix(s, "PK\x03\x04") && len(b) > 30:
		return p.zipText(b)
	case strings.HasPrefix(s, "PK\x05\x06"):
		return bin("Zip archive data (empty)", "application/zip")
	case strings.HasPrefix(s, "\x89PNG\r\n\x1a\n") && len(b) >= 29:
		kind := map[byte]string{0: "grayscale", 2: "RGB", 3: "colormap", 4: "gray+alpha", 6: "RGBA"}[b[25]]
		lace := "non-interlaced"
		if b[28] == 1 {
			lace = "interlaced"
		}
		color := "/color "
		if b[25] == 0 || b[25] == 4 {
			color = " "
			if b[25] == 4 {
				color = "-bit "
			}
		}
		mode := fmt.Sprintf("%d-bit%s%s", b[24], color, kind)
		if b[25] == 3 {
			mode = fmt.Sprintf("%d-bit colormap", b[24])
		}
		if b[25] == 0 {
			mode = fmt.Sprintf("%d-bit grayscale", b[24])
		}
		if b[25] == 4 {
			mode = fmt.Sprintf("%d-bit gray+alpha", b[24])
		}
		return bin(fmt.Sprintf("PNG image data, %d x %d, %s, %s", binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:]), mode, lace), "image/png")
	case (strings.HasPrefix(s, "GIF87a") || strings.HasPrefix(s, "GIF89a")) && len(b) >= 10:
		return bin(fmt.Sprintf("GIF image data, version %s, %d x %d", s[3:6], le16(6), le16(8)), "image/gif")
	case strings.HasPrefix(s, "\xff\xd8\xff"):
		text := "JPEG image data"
		if len(b) >= 18 && s[6:10] == "JFIF" {
			text += fmt.Sprintf(", JFIF standard %d.%02d", b[11], b[12])
			if b[13] == 0 {
				text += fmt.Sprintf(", aspect ratio, density %dx%d", be16(14), be16(16))
			} else {
				unit := "DPI"
				if b[13] == 2 {
					unit = "DPCM"
				}
				text += fmt.Sprintf(", resolution (%s), density %dx%d", unit, be16(14), be16(16))
			}
			text += fmt.Sprintf(", segment length %d", be16(4))
			for i := 4 + be16(4); i+9 < len(b) && b[i] == 0xff; i += 2 + be16(i+2) {
				if c := b[i+1]; c >= 0xc0 && c <= 0xc3 {
					kind := map[byte]string{0xc0: "baseline", 0xc1: "extended sequential", 0xc2: "progressive", 0xc3: "lossless"}[c]
					text += fmt.Sprintf(", %s, precision %d, %dx%d, components %d", kind, b[i+4], be16(i+7), be16(i+5), b[i+9])
					break
				}
			}
		}
		return bin(text, "image/jpeg")
	case strings.HasPrefix(s, "%PDF-") && len(b) >= 8:
		v, _, _ := strings.Cut(s[5:min(len(s), 16)], "\n")
		text := "PDF document, version " + strings.TrimSpace(strings.TrimRight(v, "\r"))
		return bin(text, "application/pdf")
	case strings.HasPrefix(s, "RIFF") && len(b) >= 12:
		kind := map[string][2]string{"WAVE": {", WAVE audio", "audio/x-wav"}, "AVI ": {", AVI", "video/x-msvideo"}, "WEBP": {", Web/P image", "image/webp"}}[s[8:12]]
		if kind[0] == ", WAVE audio" && len(b) >= 36 && s[12:16] == "fmt " {
			if le16(20) == 1 {
				ch := map[int]string{1: "mono", 2: "stereo"}[le16(22)]
				kind[0] += fmt.Sprintf(", Microsoft PCM, %d bit, %s %d Hz", le16(34), ch, binary.LittleEndian.Uint32(b[24:]))
			}
		}
		mime := kind[1]
		if mime == "" {
			mime = "application/octet-stream"
		}
		return bin("RIFF (little-endian) data"+kind[0], mime)
	case strings.HasPrefix(s, "SQLite format 3\x00") && len(b) >= 100:
		return bin(fmt.Sprintf("SQLite 3.x database, last written using SQLite version %d, file counter %d, database pages %d, cookie %#x, schema %d, UTF-%s, version-valid-for %d",
			binary.BigEndian.Uint32(b[96:]), binary.BigEndian.Uint32(b[24:]), binary.BigEndian.Uint32(b[28:]), binary.BigEndian.Uint32(b[40:]), binary.BigEndian.Uint32(b[44:]),
			map[byte]string{1: "8", 2: "16 little endian", 3: "16 big endian"}[b[59]], binary.BigEndian.Uint32(b[92:])), "application/vnd.sqlite3")
	case strings.HasPrefix(s, "ID3") && len(b) > 4:
		return bin(fmt.Sprintf("Audio file with ID3 version 2.%d.%d", b[3], b[4]), "audio/mpeg")
	case strings.HasPrefix(s, "\xca\xfe\xba\xbe") && len(b) >= 8 && be16(6) >= 45:
		text := fmt.Sprintf("compiled Java class data, version %d.%d", be16(6), be16(4))
		if v := be16(6) - 44; v >= 5 && v <= 8 {
			text += fmt.Sprintf(" (Java 1.%d)", v)
		} else if v > 8 {
			text += fmt.Sprintf(" (Java SE %d)", v)
		}
		return bin(text, "application/x-java-applet")
	case strings.HasPrefix(s, "\x7fELF"):
		return elfKind(b)
	case strings.HasPrefix(s, "MZ") && len(b) > 64:
		return bin("MS-DOS executable", "application/x-dosexec")
	case strings.HasPrefix(s, "7z\xbc\xaf\x27\x1c") && len(b) >= 8:
		return bin(fmt.Sprintf("7-zip archive data, version %d.%d", b[6], b[7]), "application/x-7z-compressed")
	case strings.HasPrefix(s, "\x1f\x9d") && len(b) > 2:
		blocks := ""
		if b[2]&0x80 != 0 {
			blocks = fmt.Sprintf(" %d bits", b[2]&0x1f)
		}
		return bin("compress'd data"+blocks, "application/x-compress")
	case strings.HasPrefix(s, "LZIP") && len(b) > 4:
		return bin(fmt.Sprintf("lzip compressed data, version: %d", b[4]), "application/x-lzip")
	case strings.HasPrefix(s, "\x5d\x00\x00") && len(b) >= 13 && (b[12] == 0 || b[12] == 0xff):
		length := ", streamed"
		if n := int64(binary.LittleEndian.Uint64(b[5:])); n >= 0 {
			length = fmt.Sprintf(", non-streamed, size %d", n)
		}
		return bin("LZMA compressed data"+length, "application/x-lzma")
	case strings.HasPrefix(s, "MThd") && len(b) >= 14:
		tracks := ""
		if n := be16(10); n != 1 {
			tracks = fmt.Sprintf(" using %d tracks", n)
		}
		return bin(fmt.Sprintf("Standard MIDI data (format %d)%s at 1/%d", be16(8), tracks, be16(12)), "audio/midi")
	case strings.HasPrefix(s, "II*\x00") && len(b) >= 8, strings.HasPrefix(s, "MM\x00*") && len(b) >= 8:
		return bin(tiffText(b), "image/tiff")
	case strings.HasPrefix(s, "PACK") && len(b) >= 12:
		return bin(fmt.Sprintf("Git pack, version %d, %d objects", binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])), "application/x-git")
	case strings.HasPrefix(s, "DIRC") && len(b) >= 12:
		return bin(fmt.Sprintf("Git index, version %d, %d entries", binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])), "application/octet-stream")
	case strings.HasPrefix(s, "\x93NUMPY") && len(b) >= 10:
		return bin(fmt.Sprintf("NumPy array, version %d.%d, header length %d", b[6], b[7], le16(8)), "application/octet-stream")
	case len(b) >= 512 && isTar(b[:512]):
		switch {
		case s[257:265] == "ustar  \x00":
			return bin("POSIX tar archive (GNU)", "application/x-tar")
		case s[257:262] == "ustar":
			return bin("POSIX tar archive", "application/x-tar")
		}
		return bin("tar archive", "application/x-tar")
	case strings.HasPrefix(s, "BM") && len(b) >= 30 && binary.LittleEndian.Uint32(b[14:]) == 40:
		return bin(fmt.Sprintf("PC bitmap, Windows 3.x format, %d x %d x %d, cbSize %d, bits offset %d", binary.LittleEndian.Uint32(b[18:]), binary.LittleEndian.Uint32(b[22:]), le16(28),
			binary.LittleEndian.Uint32(b[2:]), binary.LittleEndian.Uint32(b[10:])), "image/bmp")
	}
	for _, m := range binaryMagic {
		if len(b) >= m.off+len(m.bytes) && s[m.off:m.off+len(m.bytes)] == m.bytes {
			return bin(m.text, m.mime)
		}
	}
	return fileKind{}
}

// tiffText tells of an image whose directory is in b or not.
func tiffText(b []byte) string {
	var order binary.ByteOrder = binary.LittleEndian
	text := "TIFF image data, little-endian"
	if b[0] == 'M' {
		order, text = binary.BigEndian, "TIFF image data, big-endian"
	}
	entries := 0
	if at := order.Uint32(b[4:]); int(at)+2 <= len(b) {
		entries = int(order.Uint16(b[at:]))
	}
	return fmt.Sprintf("%s, direntries=%d", text, entries)
}

// isTar knows a tar archive by the sum of its first header.
func isTar(b []byte) bool {
	sum := 8 * int(' ')
	for i, c := range b {
		if i < 148 || i >= 156 {
			sum += int(c)
		}
	}
	want, err := strconv.ParseUint(strings.Trim(string(b[148:156]), " \x00"), 8, 32)
	return err == nil && int(want) == sum && b[0] != 0
}

func (p *Process) gzipText(b, tail []byte) string {
	text := "gzip compressed data"
	flags := b[3]
	i := 10
	if flags&4 != 0 && len(b) > 12 {
		i += 2 + int(binary.LittleEndian.Uint16(b[10:]))
	}
	if flags&8 != 0 && i < len(b) {
		if k := bytes.IndexByte(b[i:], 0); k >= 0 {
			text += ", was \"" + string(b[i:i+k]) + "\""
		}
	}
	if t := binary.LittleEndian.Uint32(b[4:]); t != 0 {
		text += ", last modified: " + p.FormatTime("%a %b %e %H:%M:%S %Y", time.Unix(int64(t), 0).In(p.Zone()))
	}
	switch b[8] {
	case 2:
		text += ", max compression"
	case 4:
		text += ", max speed"
	}
	if os, ok := map[byte]string{0: "FAT filesystem (MS-DOS, OS/2, NT)", 3: "Unix", 7: "Macintosh", 11: "NTFS filesystem (NT)"}[b[9]]; ok {
		text += ", from " + os
	}
	if tail != nil {
		text += fmt.Sprintf(", original size modulo 2^32 %d", binary.LittleEndian.Uint32(tail))
	}
	return text
}

func (p *Process) zipText(b []byte) fileKind {
	n := int(binary.LittleEndian.Uint16(b[26:]))
	name := ""
	if 30+n <= len(b) {
		name = string(b[30 : 30+n])
	}
	extra := int(binary.LittleEndian.Uint16(b[28:]))
	body := ""
	if k := 30 + n + extra; k < len(b) {
		body = string(b[k:min(len(b), k+80)])
	}
	s := string(b)
	kind := func(text, mime string) fileKind { return fileKind{text, mime, "binary"} }
	switch {
	case name == "mimetype" && strings.HasPrefix(body, "application/epub+zip"):
		return kind("EPUB document", "application/epub+zip")
	case name == "mimetype" && strings.HasPrefix(body, "application/vnd.oasis.opendocument.text"):
		return kind("OpenDocument Text", "application/vnd.oasis.opendocument.text")
	case name == "mimetype" && strings.HasPrefix(body, "application/vnd.oasis.opendocument.spreadsheet"):
		return kind("OpenDocument Spreadsheet", "application/vnd.oasis.opendocument.spreadsheet")
	case name == "META-INF/MANIFEST.MF" || name == "META-INF/":
		return kind("Java archive data (JAR)", "application/java-archive")
	case name == "[Content_Types].xml" || name == "_rels/.rels":
		switch {
		case strings.Contains(s, "word/"):
			return kind("Microsoft Word 2007+", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
		case strings.Contains(s, "xl/"):
			return kind("Microsoft Excel 2007+", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
		case strings.Contains(s, "ppt/"):
			return kind("Microsoft PowerPoint 2007+", "application/vnd.openxmlformats-officedocument.presentationml.presentation")
		}
		return kind("Microsoft OOXML", "application/octet-stream")
	}
	v := b[4]
	method := map[uint16]string{0: "store", 8: "deflate", 12: "bzip2", 14: "lzma"}[binary.LittleEndian.Uint16(b[8:])]
	text := fmt.Sprintf("Zip archive data, at least v%d.%d to extract", v/10, v%10)
	if method != "" {
		text += ", compression method=" + method
	}
	return kind(text, "application/zip")
}

func elfKind(b []byte) fileKind {
	if len(b) < 20 {
		return fileKind{"ELF", "application/octet-stream", "binary"}
	}
	class := map[byte]string{1: "32-bit", 2: "64-bit"}[b[4]]
	var o binary.ByteOrder = binary.LittleEndian
	order := "LSB"
	if b[5] == 2 {
		o, order = binary.BigEndian, "MSB"
	}
	kind, mime := "", "application/octet-stream"
	switch o.Uint16(b[16:]) {
	case 1:
		kind, mime = "relocatable", "application/x-object"
	case 2:
		kind, mime = "executable", "application/x-executable"
	case 3:
		kind, mime = "shared object", "application/x-sharedlib"
	case 4:
		kind, mime = "core file", "application/x-coredump"
	}
	machine := map[uint16]string{3: "Intel 80386", 40: "ARM, EABI5", 62: "x86-64", 183: "ARM aarch64", 243: "UCB RISC-V"}[o.Uint16(b[18:])]
	text := fmt.Sprintf("ELF %s %s %s", class, order, kind)
	if machine != "" {
		text += ", " + machine
	}
	return fileKind{text + ", version 1 (SYSV)", mime, "binary"}
}

// textBytes tells what bytes plain text may hold.
func textByte(c byte) bool {
	return c >= ' ' && c < 0x7f || c >= '\a' && c <= '\r' || c == 0x1b
}

// textEncoding tells how a text is encoded, in words and as a MIME charset,
// which is empty if it is no text, and returns it in UTF-8 if that is known.
func textEncoding(b []byte, whole bool) (code, charset string, text []byte) {
	high, c1, ascii := false, false, true
	for _, c := range b {
		switch {
		case c >= 0xa0:
			high, ascii = true, false
		case c >= 0x80 && c != 0x85:
			high, c1, ascii = true, true, false
		case c < 0x80 && !textByte(c):
			return wideEncoding(b)
		}
	}
	utf := high && validUTF8(b, whole)
	switch {
	case utf && bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return "Unicode text, UTF-8 (with BOM) text", "utf-8", b[3:]
	case utf:
		return "Unicode text, UTF-8 text", "utf-8", b
	case ascii:
		return "ASCII text", "us-ascii", b
	}
	if code, charset, text := wideEncoding(b); charset != "" {
		return code, charset, text
	}
	if c1 {
		return "Non-ISO extended-ASCII text", "unknown-8bit", b
	}
	return "ISO-8859 text", "iso-8859-1", b
}

// wideEncoding knows UTF-16 and UTF-32 by their byte order marks.
func wideEncoding(b []byte) (code, charset string, text []byte) {
	var order binary.ByteOrder = binary.LittleEndian
	width, name, short := 2, "little", "le"
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")):
		width = 4
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
	case bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		order, width, name, short = binary.BigEndian, 4, "big", "be"
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		order, name, short = binary.BigEndian, "big", "be"
	default:
		return "", "", nil
	}
	if len(b)%width != 0 {
		return "", "", nil
	}
	for i := width; i < len(b); i += width {
		r := rune(order.Uint16(b[i:]))
		if width == 4 {
			r = rune(order.Uint32(b[i:]))
		}
		if r >= 0 && r < 0x80 && !textByte(byte(r)) {
			return "", "", nil
		}
		text = utf8.AppendRune(text, r)
	}
	bits := fmt.Sprint(8 * width)
	if code = "Unicode text, UTF-" + bits + ", " + name + "-endian"; width == 2 {
		code += " text"
	}
	return code, "utf-" + bits + short, text
}

// textKind tells kinds of text apart, or says that the bytes are no text.
func (p *Process) textKind(b []byte, whole bool, skip fileTests) fileKind {
	if len(b) == 1 {
		return fileKind{"very short file (no magic)", "application/octet-stream", "binary"}
	}
	code, charset, text := textEncoding(b, whole)
	if charset == "" {
		return fileKind{"data", "application/octet-stream", "binary"}
	}
	language, mime, bare, runs := textLanguage(text, whole, strings.Contains(code, "BOM"), skip)
	if skip.text && !bare {
		return fileKind{"data", "application/octet-stream", charset}
	}
	var parts []string
	if bare {
		parts = append(parts, language)
	} else {
		if language != "" {
			code = language + ", " + code
		}
		if runs {
			code += " executable"
		}
		parts = append(parts, code)
		if !strings.Contains(code, "UTF-32") { // file tells no more of it
			parts = append(parts, textDetails(text, whole)...)
		}
	}
	return fileKind{strings.Join(parts, ", "), mime, charset}
}

func validUTF8(b []byte, whole bool) bool {
	if utf8.Valid(b) {
		return true
	}
	if whole {
		return false
	}
	for k := 1; k < 4 && k < len(b); k++ { // a character may be cut off
		if utf8.Valid(b[:len(b)-k]) {
			return true
		}
	}
	return false
}

// textDetails tells of long lines, line ends and escape sequences.
func textDetails(b []byte, whole bool) []string {
	var out []string
	longest := 0
	var lf, crlf, cr, nel int
	line := 0
	escapes, overstrike := false, false
	for i, c := range b {
		switch {
		case c == '\n':
			if i > 0 && b[i-1] == '\r' {
				crlf++
				cr--
			} else {
				lf++
			}
			line = 0
			continue
		case c == '\r':
			cr++
			if i+1 < len(b) && b[i+1] != '\n' {
				line = 0
			}
			continue
		case c == 0x85 && !utf8.Valid(b):
			nel++
			line = 0
			continue
		case c == 0x1b:
			escapes = true
		case c == '\b':
			overstrike = true
		}
		line++
		longest = max(longest, line)
	}
	if longest > 300 {
		out = append(out, fmt.Sprintf("with very long lines (%d)", longest))
	}
	switch {
	case crlf == 0 && cr == 0 && lf == 0 && nel == 0:
		out = append(out, "with no line terminators")
	case crlf > 0 || cr > 0 || nel > 0:
		var kinds []string
		if crlf > 0 {
			kinds = append(kinds, "CRLF")
		}
		if cr > 0 {
			kinds = append(kinds, "CR")
		}
		if lf > 0 {
			kinds = append(kinds, "LF")
		}
		if nel > 0 {
			kinds = append(kinds, "NEL")
		}
		out = append(out, "with "+strings.Join(kinds, ", ")+" line terminators")
	}
	if escapes {
		out = append(out, "with escape sequences")
	}
	if overstrike {
		out = append(out, "with overstriking")
	}
	return out
}

// isCSV tells whether at least three lines have the same number of fields, more
// than one, separated by commas.
func isCSV(lines []string, whole bool) bool {
	if len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	} else if len(lines) > 0 && !whole {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 3 {
		return false
	}
	want := -1
	for _, l := range lines[:min(len(lines), 10)] {
		n, quoted := 0, false
		for i := range len(l) {
			switch l[i] {
			case '"':
				quoted = !quoted
			case ',':
				if !quoted {
					n++
				}
			}
		}
		if n == 0 || quoted || want >= 0 && n != want {
			return false
		}
		want = n
	}
	return true
}
