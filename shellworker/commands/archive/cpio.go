package archive

import (
	stdtar "archive/tar"
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/filemode"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/pattern"
)

func init() {
	commands.Register(commands.Command{Name: "cpio", UsageStatus: 64, Hint: "Try '%s --help' or '%[1]s --usage' for more information.", Run: cpioMain, Help: `
Usage: cpio -o [OPTION]... < NAMES > ARCHIVE
   or: cpio -i [OPTION]... [PATTERN]... < ARCHIVE
   or: cpio -p [OPTION]... DIRECTORY < NAMES
Copy files to or from archives, or to another directory.

  -o, --create             copy the files named on the standard input out
  -i, --extract            copy files that a PATTERN matches, or all, in
  -p, --pass-through       copy files to DIRECTORY
  -t, --list               list an archive (implies -i)
  -0, --null               names end with NUL
  -a, --reset-access-time  (times of access are not changed)
  -A, --append             append to the archive of -F or -O
  -B                       records of 5120 bytes
      --block-size=N       records of N times 512 bytes
  -c                       as -H odc
  -C, --io-size=N          records of N bytes
  -d, --make-directories   make directories where they are missing
  -D, --directory=DIR      change to DIR
  -E, --pattern-file=FILE  patterns in FILE
  -f, --nonmatching        files that no PATTERN matches
  -F, --file=ARCHIVE  -I ARCHIVE  -O ARCHIVE  the archive
  -b, --swap               with -i, swap the bytes of each word of four
  -s, --swap-bytes         ... of each halfword
  -S, --swap-halfwords     ... the halfwords of each word
  -H, --format=FORMAT      bin (default), odc, newc, crc, tar, ustar
  -l, --link               with -p, link files where that can be
  -L, --dereference        copy what symbolic links lead to
  -m, --preserve-modification-time
  -n, --numeric-uid-gid    numbers in listings
      --no-absolute-filenames  all names are relative to the current directory
      --absolute-filenames  ... as they are (default)
      --no-preserve-owner  files belong to the user (always)
      --only-verify-crc    read an archive of format crc, write nothing
  -R, --owner=[USER][:GROUP]  whom files in the archive belong to
      --quiet              no count of blocks
      --renumber-inodes, --ignore-devno, --reproducible, --device-independent
                           archives that are the same
  -M, --message=STRING, -W, --warning=FLAG, --force-local, --rsh-command=COMMAND
                           are taken and change nothing here
  -r, --rename             ask for each file's name on the terminal
      --sparse             write holes for zeros
      --to-stdout          write files to the standard output
  -u, --unconditional      replace all files
  -v, --verbose            list files; with -t as ls -l
  -V, --dot                a dot for each file
  -?, --help, --usage      show this help
      --version            show the version
`})
}

// cpioEntry is a header of a cpio archive.
type cpioEntry struct {
	ino, mode, uid, gid, nlink, mtime, size, major, minor, rmajor, rminor, sum uint64
	name                                                                       string
	link                                                                       string // of tar: a hard link's target
}

const trailer = "TRAILER!!!"

type cpioer struct {
	p   *commands.Process
	ctx context.Context

	null, dirs, nonmatching, link, follow, mtime, numeric, verbose, dot, replace, quiet bool
	noAbsolute, toStdout, onlyVerify, renumber, ignoreDev, appendTo, sparse             bool
	format                                                                              string
	archive                                                                             string
	record                                                                              int
	patterns                                                                            []*pattern.Pattern
	swapBytes, swapHalves, hasOwner, hasGroup                                           bool
	owner, group                                                                        uint64
	status                                                                              int
	buf                                                                                 []byte
	total                                                                               int64
	inodes                                                                              map[[2]uint64]uint64
	dirTimes                                                                            []cpioDir
}

type cpioDir struct {
	name  string
	mtime int64
	mode  uint32
}

func (c *cpioer) fail(format string, a ...any) {
	c.p.Out.Flush()
	c.p.Errorf(format, a...)
	c.status = 2
}

func cpioMain(ctx context.Context, p *commands.Process) int {
	const (
		blockSize = iota + 256
		noAbs
		abs
		noOwner
		onlyVerify
		quiet
		renumber
		ignoreDev
		reproducible
		toStdout
		sparse
		ignored
	)
	c := &cpioer{p: p, ctx: ctx, format: "bin", record: 512, buf: make([]byte, 64<<10), inodes: map[[2]uint64]uint64{}}
	mode := byte(0)
	list := false
	dir := ""
	rename := false
	opts, args := p.Getopt("0aAbBcC:dD:E:fF:H:iI:lLmM:noO:prR:sStuvVW:?", getopt.Long{Name: "create", ID: 'o'}, getopt.Long{Name: "extract", ID: 'i'},
		getopt.Long{Name: "pass-through", ID: 'p'}, getopt.Long{Name: "list", ID: 't'}, getopt.Long{Name: "null", ID: '0'}, getopt.Long{Name: "reset-access-time", ID: 'a'},
		getopt.Long{Name: "append", ID: 'A'}, getopt.Long{Name: "block-size", Arg: getopt.Required, ID: blockSize}, getopt.Long{Name: "io-size", Arg: getopt.Required, ID: 'C'},
		getopt.Long{Name: "make-directories", ID: 'd'}, getopt.Long{Name: "directory", Arg: getopt.Required, ID: 'D'}, getopt.Long{Name: "pattern-file", Arg: getopt.Required, ID: 'E'},
		getopt.Long{Name: "nonmatching", ID: 'f'}, getopt.Long{Name: "file", Arg: getopt.Required, ID: 'F'}, getopt.Long{Name: "format", Arg: getopt.Required, ID: 'H'},
		getopt.Long{Name: "link", ID: 'l'}, getopt.Long{Name: "dereference", ID: 'L'}, getopt.Long{Name: "preserve-modification-time", ID: 'm'},
		getopt.Long{Name: "numeric-uid-gid", ID: 'n'}, getopt.Long{Name: "no-absolute-filenames", ID: noAbs}, getopt.Long{Name: "absolute-filenames", ID: abs},
		getopt.Long{Name: "no-preserve-owner", ID: noOwner}, getopt.Long{Name: "only-verify-crc", ID: onlyVerify}, getopt.Long{Name: "owner", Arg: getopt.Required, ID: 'R'},
		getopt.Long{Name: "quiet", ID: quiet}, getopt.Long{Name: "renumber-inodes", ID: renumber}, getopt.Long{Name: "ignore-devno", ID: ignoreDev},
		getopt.Long{Name: "reproducible", ID: reproducible}, getopt.Long{Name: "device-independent", ID: reproducible}, getopt.Long{Name: "force-local", ID: ignored},
		getopt.Long{Name: "message", Arg: getopt.Required, ID: 'M'}, getopt.Long{Name: "rsh-command", Arg: getopt.Required, ID: ignored}, getopt.Long{Name: "warning", Arg: getopt.Required, ID: 'W'}, getopt.Long{Name: "usage", ID: '?'}, getopt.Long{Name: "sparse", ID: sparse}, getopt.Long{Name: "swap", ID: 'b'}, getopt.Long{Name: "swap-bytes", ID: 's'},
		getopt.Long{Name: "swap-halfwords", ID: 'S'}, getopt.Long{Name: "rename", ID: 'r'}, getopt.Long{Name: "to-stdout", ID: toStdout},
		getopt.Long{Name: "unconditional", ID: 'u'}, getopt.Long{Name: "verbose", ID: 'v'}, getopt.Long{Name: "dot", ID: 'V'})
	usage := func(format string, a ...any) {
		p.Errorf(format, a...)
		fmt.Fprintf(p.Stderr, "Try '%s --help' or '%[1]s --usage' for more information.\n", p.Name)
		p.Exit(2)
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 1<<24 {
			usage("invalid block size")
		}
		return n
	}
	set := func(m byte) {
		if mode != 0 && mode != m {
			usage("Mode already defined")
		}
		mode = m
	}
	for _, o := range opts {
		switch o.ID {
		case 'o', 'p':
			set(byte(o.ID))
		case 'i':
			set('i')
		case 't':
			list = true
			if mode == 0 {
				mode = 'i'
			}
		case '0':
			c.null = true
		case 'a', noOwner, ignored, 'M':
		case 'W':
			if o.Arg != "none" && o.Arg != "truncate" && o.Arg != "all" {
				usage("Invalid value for --warning option: %s", o.Arg)
			}
		case '?':
			p.Out.WriteString(strings.TrimLeft(commands.Lookup("cpio").Help, "\n"))
			return 0
		case 'A':
			c.appendTo = true
		case 'B':
			c.record = 5120
		case blockSize:
			c.record = number(o.Arg) * 512
		case 'C':
			c.record = number(o.Arg)
		case 'c':
			c.format = "odc"
		case 'd':
			c.dirs = true
		case 'D':
			dir = o.Arg
		case 'E':
			f, err := p.Input(ctx, o.Arg)
			if err != nil {
				p.Fatalf(2, "%s: Cannot open: %s", o.Arg, vfs.ErrText(err))
			}
			sc := bufio.NewScanner(f)
			for sc.Scan() {
				args = append(args, sc.Text())
			}
			f.Close()
		case 'f':
			c.nonmatching = true
		case 'F', 'I', 'O':
			c.archive = o.Arg
		case 'H':
			switch f := strings.ToLower(o.Arg); f {
			case "bin", "odc", "newc", "crc", "tar", "ustar":
				c.format = f
			case "hpbin", "hpodc": // they differ only in devices
				c.format = f[2:]
			default:
				usage("invalid archive format `%s'; valid formats are:\ncrc newc odc bin ustar tar (all-caps also recognized)", o.Arg)
			}
		case 'l':
			c.link = true
		case 'L':
			c.follow = true
		case 'm':
			c.mtime = true
		case 'n':
			c.numeric = true
		case noAbs:
			c.noAbsolute = true
		case abs:
			c.noAbsolute = false
		case onlyVerify:
			c.onlyVerify = true
		case 'R':
			u, g := o.Arg, ""
			if i := strings.IndexAny(u, ":."); i >= 0 {
				u, g = u[:i], u[i+1:]
				if g == "" {
					g = u
				}
			}
			if u != "" {
				n, ok := commands.UserID(u)
				if !ok {
					usage("%s: invalid user", o.Arg)
				}
				c.owner, c.hasOwner = uint64(n), true
			}
			if g != "" {
				n, ok := commands.GroupID(g)
				if !ok {
					usage("%s: invalid group", o.Arg)
				}
				c.group, c.hasGroup = uint64(n), true
			}
		case sparse:
			c.sparse = true
		case 'b':
			c.swapBytes, c.swapHalves = true, true
		case 's':
			c.swapBytes = true
		case 'S':
			c.swapHalves = true
		case 'r':
			rename = true
		case quiet:
			c.quiet = true
		case renumber:
			c.renumber = true
		case ignoreDev:
			c.ignoreDev = true
		case reproducible:
			c.renumber, c.ignoreDev = true, true
		case toStdout:
			c.toStdout = true
		case 'u':
			c.replace = true
		case 'v':
			c.verbose = true
		case 'V':
			c.dot = true
		}
	}
	if mode == 0 {
		usage("You must specify one of -oipt options.")
	}
	// Options of another mode are refused.
	var meaningless string
	name := map[byte]string{'i': "--extract", 'o': "--create", 'p': "--pass-through"}[mode]
	switch mode {
	case 'i':
		meaningless = "l--link a--reset L--dereference A--append O-O"
		if c.toStdout {
			for _, o := range opts {
				if o.ID == 'd' || o.ID == 'r' || o.ID == noOwner || o.ID == 'R' || o.ID == 'm' {
					meaningless, name = "d--make-directories r--rename R--owner m--preserve-modification-time", "--to-stdout"
				}
			}
		}
	case 'o':
		meaningless = "d--make-directories r--rename t--list u--unconditional l--link m--preserve-modification-time s--swap-bytes (--swap) b--swap-bytes (--swap) S--swap-halfwords (--swap) I-I"
	case 'p':
		meaningless = "H--format c--format s--swap-bytes (--swap) b--swap-bytes (--swap) S--swap-halfwords (--swap) t--list r--rename A--append"
	}
	for _, o := range opts {
		if o.ID > 127 {
			continue
		}
		if _, rest, ok := strings.Cut(" "+meaningless, " "+string(rune(o.ID))+"-"); ok {
			word, more, _ := strings.Cut(rest, " ")
			if strings.HasPrefix(more, "(") {
				word += " (--swap)"
			}
			usage("-%s is meaningless with %s", word, name)
		}
	}
	if mode == 'o' && c.appendTo && c.archive == "" {
		usage("--append is used but no archive file name is given (use -F or -O options)")
	}
	base := p.Dir
	if dir != "" {
		real, err := p.FS.RealPath(ctx, p.Path(dir))
		if err != nil {
			p.Fatalf(2, "cannot change to directory `%s': %s", dir, vfs.ErrText(err))
		}
		base = real
	}
	for _, a := range args {
		flags := pattern.Flags(0)
		if !p.UTF8() {
			flags |= pattern.Bytes
		}
		c.patterns = append(c.patterns, pattern.Compile(a, flags))
	}
	switch mode {
	case 'o':
		if len(args) > 0 {
			usage("Too many arguments")
		}
		c.copyOut(base)
	case 'p':
		if len(args) != 1 {
			if len(args) == 0 {
				usage("Not enough arguments")
			}
			usage("Too many arguments")
		}
		c.pass(base, args[0])
	default:
		if rename {
			p.Fatalf(2, "/dev/tty: %s", vfs.ENXIO)
		}
		c.copyIn(base, list)
	}
	if c.dot {
		fmt.Fprintln(p.Stderr)
	}
	if !c.quiet {
		p.Out.Flush()
		blocks := (c.total + int64(c.record) - 1) / int64(c.record)
		s := "s"
		if blocks == 1 {
			s = ""
		}
		fmt.Fprintf(p.Stderr, "%d block%s\n", blocks, s)
	}
	return c.status
}

// names calls f for each name on the standard input.
func (c *cpioer) names(f func(string)) {
	r := bufio.NewReaderSize(c.p.Stdin, 64<<10)
	end := byte('\n')
	if c.null {
		end = 0
	}
	for c.ctx.Err() == nil {
		s, err := r.ReadString(end)
		s = strings.TrimSuffix(s, string(rune(end)))
		if s, _, _ = strings.Cut(s, "\x00"); s != "" {
			f(s)
		} else if err == nil {
			c.fail("blank line ignored")
		}
		if err != nil {
			return
		}
	}
}

func (c *cpioer) tell(name string) {
	if c.verbose {
		fmt.Fprintln(c.p.Stderr, name)
	} else if c.dot {
		io.WriteString(c.p.Stderr, ".")
	}
}

func at(base, name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(base, "/") + "/" + name
}

// entry fills a header from what is known of a file.
func (c *cpioer) entry(name string, i vfs.Info) *cpioEntry {
	e := &cpioEntry{ino: uint64(i.Ino), mode: uint64(filemode.Raw(i.Node)), uid: commands.UID, gid: commands.UID, nlink: uint64(i.Nlink),
		mtime: uint64(max(i.Mtime/1e9, 0)), minor: i.Dev, name: name}
	if i.Kind == vfs.Regular {
		e.size = uint64(i.Size)
	}
	if i.Kind == vfs.Symlink {
		e.size = uint64(len(i.Target))
	}
	if i.Kind == vfs.Device {
		e.rmajor, e.rminor = commands.DeviceNumber(i)
	}
	if c.renumber {
		k := [2]uint64{i.Dev, uint64(i.Ino)}
		if c.inodes[k] == 0 {
			c.inodes[k] = uint64(len(c.inodes) + 1)
		}
		e.ino = c.inodes[k] - 1
	}
	if c.ignoreDev {
		e.minor = 0
	}
	if c.hasOwner {
		e.uid = c.owner
	}
	if c.hasGroup {
		e.gid = c.group
	}
	return e
}

// header writes an entry's header and name.
func (c *cpioer) header(w *counter, e *cpioEntry) bool {
	n := uint64(len(e.name) + 1)
	padTo := int64(1)
	switch c.format {
	case "tar", "ustar":
		return c.tarHeader(w, e)
	case "newc", "crc":
		magic := "070701"
		if c.format == "crc" {
			magic = "070702"
		}
		fmt.Fprintf(w, "%s%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", magic, e.ino&0xffffffff, e.mode, e.uid, e.gid, e.nlink, e.mtime&0xffffffff,
			e.size, e.major, e.minor, e.rmajor, e.rminor, n, e.sum)
		padTo = 4
	case "odc":
		if e.size >= 1<<33 {
			c.fail("%s: field width not sufficient for storing file size", e.name)
			return false
		}
		fmt.Fprintf(w, "070707%06o%06o%06o%06o%06o%06o%06o%011o%06o%011o", (e.major<<8|e.minor)&0o777777, e.ino&0o777777, e.mode, e.uid&0o777777, e.gid&0o777777,
			e.nlink&0o777777, (e.rmajor<<8|e.rminor)&0o777777, e.mtime&0o77777777777, n, e.size)
	default:
		if e.size >= 1<<31 {
			c.fail("%s: field width not sufficient for storing file size", e.name)
			return false
		}
		var b [26]byte
		for i, v := range []uint64{0o070707, e.major<<8 | e.minor, e.ino, e.mode, e.uid, e.gid, e.nlink, e.rmajor<<8 | e.rminor, e.mtime >> 16, e.mtime, n, e.size >> 16, e.size} {
			binary.LittleEndian.PutUint16(b[2*i:], uint16(v))
		}
		w.Write(b[:])
		padTo = 2
	}
	io.WriteString(w, e.name+"\x00")
	c.align(w, padTo)
	return true
}

// tarHeader writes a tar header: the old one, or that of ustar.
func (c *cpioer) tarHeader(w *counter, e *cpioEntry) bool {
	if e.name == trailer {
		w.Write(make([]byte, 1024))
		return true
	}
	name, prefix := e.name, ""
	kind := byte('0')
	switch e.mode & 0o170000 {
	case 0o040000:
		kind = '5'
		if !strings.HasSuffix(name, "/") {
			name += "/"
		}
	case 0o120000:
		kind = '2'
	case 0o010000:
		kind = '6'
	case 0o020000:
		kind = '3'
	case 0o060000:
		kind = '4'
	}
	size := e.size
	if kind == '2' {
		size = 0
	} else if e.link != "" {
		kind, size = '1', 0
	}
	if len(name) > 100 {
		k := -1
		if c.format == "ustar" {
			if k = strings.IndexByte(name[len(name)-101:], '/'); k >= 0 {
				k += len(name) - 101
			}
		}
		if k <= 0 || k > 155 {
			c.fail("%s: file name too long", e.name)
			return false
		}
		prefix, name = name[:k], name[k+1:]
	}
	if len(e.link) > 100 {
		c.fail("%s: symbolic link too long", e.name)
		return false
	}
	if size >= 1<<33 {
		c.fail("%s: field width not sufficient for storing file size", e.name)
		return false
	}
	var b [512]byte
	copy(b[:], name)
	copy(b[100:], fmt.Sprintf("%07o\x00%07o\x00%07o\x00%011o\x00%011o\x00", e.mode&0o7777, e.uid&0o7777777, e.gid&0o7777777, size, e.mtime&0o77777777777))
	b[156] = kind
	copy(b[157:257], e.link)
	if c.format == "ustar" {
		copy(b[257:], "ustar\x0000")
		u, _ := commands.UserName(uint32(e.uid))
		g, _ := commands.GroupName(uint32(e.gid))
		copy(b[265:296], u)
		copy(b[297:328], g)
		copy(b[329:], fmt.Sprintf("%07o\x00%07o\x00", e.rmajor&0o7777777, e.rminor&0o7777777))
		copy(b[345:500], prefix)
	}
	copy(b[148:156], "        ")
	sum := 0
	for _, x := range b {
		sum += int(x)
	}
	copy(b[148:156], fmt.Sprintf("%07o\x00", sum))
	w.Write(b[:])
	return true
}

func (c *cpioer) align(w *counter, to int64) {
	if r := w.n % to; r != 0 {
		w.Write(make([]byte, to-r))
	}
}

func (c *cpioer) dataAlign() int64 {
	switch c.format {
	case "newc", "crc":
		return 4
	case "odc":
		return 1
	case "tar", "ustar":
		return 512
	}
	return 2
}

func (c *cpioer) copyOut(base string) {
	p, ctx := c.p, c.ctx
	var out io.Writer = p.Out
	var f vfs.File
	start := int64(0)
	if c.archive != "" {
		flags := vfs.WriteOnly | vfs.Create | vfs.Truncate
		if c.appendTo {
			flags = vfs.ReadWrite
		}
		var err error
		if f, err = p.OpenFile(ctx, c.archive, flags, 0o666); err != nil {
			p.Fatalf(2, "Cannot open %s: %s", c.archive, vfs.ErrText(err))
		}
		defer f.Close()
		out = f
		if c.appendTo {
			r := &cpioReader{c: c, r: bufio.NewReaderSize(f, 64<<10)}
			for {
				at := r.n
				e, err := r.next()
				if err != nil {
					p.Fatalf(2, "premature end of archive")
				}
				if e.name == trailer {
					start = at
					c.format = r.format
					break
				}
				if err := r.skip(e); err != nil {
					p.Fatalf(2, "premature end of archive")
				}
			}
			f.Seek(start, io.SeekStart)
		}
	}
	w := &counter{w: out, n: start}
	type deferred struct {
		e    *cpioEntry
		path string
	}
	pending := map[[2]uint64][]deferred{}
	var order [][2]uint64
	seen := map[[2]uint64]string{} // names of files with several, in a tar archive
	body := func(e *cpioEntry, path string) {
		in, err := p.FS.Open(ctx, path, vfs.ReadOnly, 0)
		if err != nil {
			c.fail("%s: Cannot open: %s", e.name, vfs.ErrText(err))
			return
		}
		defer in.Close()
		if c.format == "crc" {
			for {
				n, err := in.Read(c.buf)
				for _, b := range c.buf[:n] {
					e.sum += uint64(b)
				}
				if err != nil {
					break
				}
			}
			e.sum &= 0xffffffff
			in.Seek(0, io.SeekStart)
		}
		if !c.header(w, e) {
			return
		}
		n, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{io.LimitReader(in, int64(e.size))}, c.buf)
		if err != nil || n < int64(e.size) {
			c.fail("File %s shrunk by %d bytes, padding with zeros", e.name, int64(e.size)-n)
			w.Write(make([]byte, int64(e.size)-n))
		}
		c.align(w, c.dataAlign())
	}
	c.names(func(name string) {
		path := at(base, name)
		i, err := p.FS.Lstat(ctx, path)
		if err == nil && c.follow && i.Kind == vfs.Symlink {
			i, err = p.FS.Stat(ctx, path)
		}
		if err != nil {
			c.fail("%s: Cannot stat: %s", name, vfs.ErrText(err))
			return
		}
		for strings.HasPrefix(name, "./") && len(name) > 2 {
			name = strings.TrimLeft(name[2:], "/")
		}
		e := c.entry(name, i)
		c.tell(name)
		switch i.Kind {
		case vfs.Regular:
			// In newc the data is behind the last of a file's names.
			if (c.format == "newc" || c.format == "crc") && i.Nlink > 1 {
				k := [2]uint64{i.Dev, uint64(i.Ino)}
				if len(pending[k]) == 0 {
					order = append(order, k)
				}
				pending[k] = append(pending[k], deferred{e, path})
				if len(pending[k]) < int(i.Nlink) {
					return
				}
				for n, d := range pending[k] {
					if n < len(pending[k])-1 {
						d.e.size = 0
						c.header(w, d.e)
					} else {
						body(d.e, d.path)
					}
				}
				pending[k] = nil
				return
			}
			if k := [2]uint64{i.Dev, uint64(i.Ino)}; i.Nlink > 1 && (c.format == "tar" || c.format == "ustar") {
				if e.link = seen[k]; e.link != "" {
					c.header(w, e)
					return
				}
				seen[k] = name
			}
			body(e, path)
		case vfs.Symlink:
			if c.format == "tar" || c.format == "ustar" {
				e.link = i.Target
				c.header(w, e)
			} else if c.header(w, e) {
				io.WriteString(w, i.Target)
				c.align(w, c.dataAlign())
			}
		default:
			c.header(w, e)
		}
	})
	for _, k := range order {
		for n, d := range pending[k] {
			if n < len(pending[k])-1 {
				d.e.size = 0
				c.header(w, d.e)
			} else {
				body(d.e, d.path)
			}
		}
	}
	c.header(w, &cpioEntry{name: trailer, nlink: 1})
	c.total = w.n
	if r := w.n % int64(c.record); r != 0 {
		w.Write(make([]byte, int64(c.record)-r))
	}
	if w.err != nil {
		c.fail("write error: %s", vfs.ErrText(w.err))
	}
}

// cpioReader reads headers of any format.
type cpioReader struct {
	c      *cpioer
	r      *bufio.Reader
	n      int64
	format string
	tar    *stdtar.Reader
	pad    int64
}

// The archive ends where a header is looked for, or within a file.
var (
	errPremature = arError("premature end of archive")
	errShort     = arError("premature end of file")
)

func (r *cpioReader) full(b []byte) error {
	n, err := io.ReadFull(r.r, b)
	r.n += int64(n)
	if err != nil {
		return errShort
	}
	return nil
}

func (r *cpioReader) align(to int64) error {
	if k := r.n % to; k != 0 {
		return r.full(make([]byte, to-k))
	}
	return nil
}

func (r *cpioReader) next() (*cpioEntry, error) {
	if r.tar != nil {
		return r.nextTar()
	}
	// Bytes that are no header are skipped.
	skipped := int64(0)
	for {
		b, _ := r.r.Peek(6)
		if r.n > 0 && skipped == 0 && len(b) > 0 && len(b) < 6 {
			return nil, errShort
		}
		if len(b) < 2 {
			return nil, errPremature
		}
		switch {
		case string(b) == "070701":
			r.format = "newc"
		case string(b) == "070702":
			r.format = "crc"
		case string(b) == "070707":
			r.format = "odc"
		case b[0] == 0xc7 && b[1] == 0x71:
			r.format = "bin"
		case b[0] == 0x71 && b[1] == 0xc7:
			r.format = "swapped"
		default:
			if r.format == "" {
				if h, _ := r.r.Peek(512); isTar(h) {
					r.tar = stdtar.NewReader(countReader{r})
					r.format = "tar"
					return r.nextTar()
				}
			}
			if _, err := r.r.Discard(1); err != nil {
				return nil, errPremature
			}
			r.n++
			skipped++
			continue
		}
		break
	}
	if skipped > 0 {
		r.c.p.Errorf("warning: skipped %d bytes of junk", skipped)
	}
	e := &cpioEntry{}
	var n uint64
	to := int64(1)
	switch r.format {
	case "newc", "crc":
		var h [110]byte
		if err := r.full(h[:]); err != nil {
			return nil, err
		}
		f := func(i int) uint64 { return r.number(h[6+8*i:14+8*i], 4) }
		e.ino, e.mode, e.uid, e.gid, e.nlink, e.mtime, e.size, e.major, e.minor, e.rmajor, e.rminor, n, e.sum = f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12)
		to = 4
	case "odc":
		var h [76]byte
		if err := r.full(h[:]); err != nil {
			return nil, err
		}
		f := func(a, b int) uint64 { return r.number(h[a:b], 3) }
		e.minor, e.ino, e.mode, e.uid, e.gid, e.nlink, e.rminor, e.mtime, n, e.size = f(6, 12), f(12, 18), f(18, 24), f(24, 30), f(30, 36), f(36, 42), f(42, 48), f(48, 59), f(59, 65), f(65, 76)
	default:
		var h [26]byte
		if err := r.full(h[:]); err != nil {
			return nil, err
		}
		f := func(i int) uint64 {
			if r.format == "swapped" {
				return uint64(binary.BigEndian.Uint16(h[2*i:]))
			}
			return uint64(binary.LittleEndian.Uint16(h[2*i:]))
		}
		e.minor, e.ino, e.mode, e.uid, e.gid, e.nlink, e.rminor = f(1), f(2), f(3), f(4), f(5), f(6), f(7)
		e.mtime, n, e.size = f(8)<<16|f(9), f(10), f(11)<<16|f(12)
		to = 2
	}
	if n == 0 || n > 1<<16 || e.size > 1<<40 {
		return nil, arError("malformed header")
	}
	r.pad = to
	name := make([]byte, n)
	if err := r.full(name); err != nil {
		return nil, err
	}
	e.name = strings.TrimRight(string(name), "\x00")
	if i := strings.IndexByte(e.name, 0); i >= 0 {
		e.name = e.name[:i]
	}
	return e, r.align(to)
}

// number reads digits of so many bits each. What is no digit ends it, with a
// message.
func (r *cpioReader) number(b []byte, bits uint) uint64 {
	digits := bytes.TrimLeft(b, " ")
	n := uint64(0)
	for i, c := range digits {
		if c == 0 && i == 0 {
			return 0
		}
		d := strings.IndexByte("0123456789ABCDEF", c&^(c>>6&1<<5))
		if d < 0 {
			r.c.p.Errorf("Malformed number %s", b)
			return n
		}
		n += uint64(d)
		if i+1 == len(digits) || digits[i+1] == 0 {
			break
		}
		n <<= bits
	}
	return n
}

// isTar tells whether a block is a tar header: its sum is right.
func isTar(b []byte) bool {
	if len(b) < 512 {
		return false
	}
	want, err := strconv.ParseUint(strings.Trim(string(b[148:156]), " \x00"), 8, 32)
	sum := uint64(8 * ' ')
	for i, c := range b {
		if i < 148 || i >= 156 {
			sum += uint64(c)
		}
	}
	return err == nil && sum == want
}

func (r *cpioReader) nextTar() (*cpioEntry, error) {
	h, err := r.tar.Next()
	if err == io.EOF {
		r.n = max(r.n-512, 0) // the archive's end is one block of zeros to cpio
		return &cpioEntry{name: trailer}, nil
	}
	if err != nil {
		return nil, errPremature
	}
	e := &cpioEntry{mode: uint64(h.Mode & 0o7777), uid: uint64(h.Uid), gid: uint64(h.Gid), nlink: 1, mtime: uint64(max(h.ModTime.Unix(), 0)), size: uint64(h.Size), name: h.Name}
	switch h.Typeflag {
	case stdtar.TypeDir:
		e.mode |= 0o040000
	case stdtar.TypeSymlink:
		e.mode |= 0o120000
		e.link = h.Linkname
	case stdtar.TypeLink:
		e.mode |= 0o100000
		e.link, e.size = h.Linkname, 0
	case stdtar.TypeFifo:
		e.mode |= 0o010000
	default:
		e.mode |= 0o100000
	}
	return e, nil
}

// data returns the entry's bytes; done is called when they are read.
func (r *cpioReader) data(e *cpioEntry) io.Reader {
	if r.tar != nil {
		return r.tar
	}
	return io.LimitReader(countReader{r}, int64(e.size))
}

type countReader struct{ r *cpioReader }

func (c countReader) Read(b []byte) (int, error) {
	n, err := c.r.r.Read(b)
	c.r.n += int64(n)
	return n, err
}

func (r *cpioReader) skip(e *cpioEntry) error {
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r.data(e)}, r.c.buf)
	if err != nil || r.tar == nil && n < int64(e.size) {
		return errShort
	}
	if r.tar != nil {
		return nil
	}
	return r.align(r.pad)
}

// finish reads what of the entry's bytes is left, n having been read.
func (r *cpioReader) finish(e *cpioEntry, n int64) error {
	if r.tar != nil {
		return nil
	}
	if n < int64(e.size) {
		return errShort
	}
	return r.align(r.pad)
}

func (c *cpioer) matches(name string) bool {
	if len(c.patterns) == 0 {
		return true
	}
	for _, m := range c.patterns {
		if m.Match(name) {
			return !c.nonmatching
		}
	}
	return c.nonmatching
}

func (c *cpioer) copyIn(base string, list bool) {
	p, ctx := c.p, c.ctx
	in := p.Stdin
	if c.archive != "" {
		f, err := p.Input(ctx, c.archive)
		if err != nil {
			p.Fatalf(2, "Cannot open %s: %s", c.archive, vfs.ErrText(err))
		}
		defer f.Close()
		in = f
	}
	r := &cpioReader{c: c, r: bufio.NewReaderSize(in, 64<<10)}
	first := map[[3]uint64]string{} // files with several names
	type empty struct {
		e    *cpioEntry
		name string
	}
	waiting := map[[3]uint64][]empty{}
	i, serr := in.Stat()
	if _, err := r.r.Peek(1); err == io.EOF && serr == nil && i.Kind == vfs.Device { // it would ask for another volume
		p.Fatalf(2, "/dev/tty: %s", vfs.ENXIO)
	}
	for ctx.Err() == nil {
		e, err := r.next()
		if err != nil {
			c.fail("%s", err)
			p.Exit(2)
		}
		if e.name == trailer {
			break
		}
		stored := e.name
		if c.noAbsolute {
			e.name = strings.TrimLeft(e.name, "/")
			for strings.HasPrefix(e.name, "../") {
				e.name = strings.TrimLeft(e.name[3:], "/")
			}
		}
		if !c.matches(stored) {
			if err := r.skip(e); err != nil {
				c.fail("%s", err)
				p.Exit(2)
			}
			continue
		}
		kind := e.mode & 0o170000
		if list || c.onlyVerify {
			target := e.link
			if kind == 0o120000 && r.tar == nil {
				if e.size > vfs.PathMax {
					c.fail("malformed header")
					p.Exit(2)
				}
				b := make([]byte, e.size)
				if err := r.full(b); err != nil || r.align(r.pad) != nil {
					c.fail("%s", errShort)
					p.Exit(2)
				}
				target = string(b)
			} else if c.onlyVerify && r.format == "crc" {
				sum := uint64(0)
				d := r.data(e)
				n := int64(0)
				for {
					k, err := d.Read(c.buf)
					for _, b := range c.buf[:k] {
						sum += uint64(b)
					}
					n += int64(k)
					if err != nil {
						break
					}
				}
				if err := r.finish(e, n); err != nil {
					c.fail("%s", err)
					p.Exit(2)
				}
				if sum&0xffffffff != e.sum {
					c.fail("%s: checksum error (0x%x, should be 0x%x)", e.name, sum&0xffffffff, e.sum)
				}
			} else {
				if list {
					c.listEntry(e, target)
				}
				if err := r.skip(e); err != nil {
					c.fail("%s", err)
					p.Exit(2)
				}
				continue
			}
			if list {
				c.listEntry(e, target)
			}
			continue
		}
		if c.toStdout {
			if kind == 0o100000 {
				swap := c.swapper(e)
				n := int64(0)
				for d := r.data(e); ; {
					k, err := io.ReadFull(d, c.buf)
					swap(c.buf[:k])
					p.Out.Write(c.buf[:k])
					if n += int64(k); err != nil {
						break
					}
				}
				if err := r.finish(e, n); err != nil {
					c.fail("%s", err)
					p.Exit(2)
				}
			} else if err := r.skip(e); err != nil {
				c.fail("%s", err)
				p.Exit(2)
			}
			continue
		}
		path := at(base, e.name)
		clean := strings.TrimRight(path, "/")
		old, oerr := p.FS.Lstat(ctx, clean)
		if oerr == nil && !(kind == 0o040000 && old.IsDir()) {
			if !c.replace && old.Mtime/1e9 >= int64(e.mtime) {
				c.p.Errorf("%s not created: newer or same age version exists", e.name)
				c.tell(e.name)
				if err := r.skip(e); err != nil {
					c.fail("%s", err)
					p.Exit(2)
				}
				continue
			}
			if old.IsDir() {
				err = p.FS.Rmdir(ctx, clean)
			} else {
				err = p.FS.Unlink(ctx, clean)
			}
			if err != nil {
				c.fail("cannot remove current %s: %s", e.name, vfs.ErrText(err))
				if r.skip(e) != nil {
					p.Exit(2)
				}
				continue
			}
		}
		if c.dirs {
			c.parents(clean)
		}
		perm := uint32(e.mode & 0o7777)
		key := [3]uint64{e.major, e.minor, e.ino}
		ok := true
		switch kind {
		case 0o040000:
			if oerr != nil || !old.IsDir() {
				if err := p.FS.Mkdir(ctx, clean, perm|0o700); err != nil {
					c.fail("cannot make directory `%s': %s", e.name, vfs.ErrText(err))
					ok = false
				}
			}
			c.dirTimes = append(c.dirTimes, cpioDir{clean, int64(e.mtime), perm})
			if r.skip(e) != nil {
				c.fail("%s", errShort)
				p.Exit(2)
			}
		case 0o120000:
			target := e.link
			if r.tar == nil {
				if e.size > vfs.PathMax {
					c.fail("malformed header")
					p.Exit(2)
				}
				b := make([]byte, e.size)
				if err := r.full(b); err != nil || r.align(r.pad) != nil {
					c.fail("%s", errShort)
					p.Exit(2)
				}
				target = string(b)
			}
			if err := p.FS.Symlink(ctx, target, clean); err != nil {
				c.fail("%s: Cannot symlink to `%s': %s", e.name, target, vfs.ErrText(err))
				ok = false
			}
			if ok && c.mtime {
				p.FS.Chtimes(ctx, clean, int64(e.mtime)*1e9, int64(e.mtime)*1e9, false)
			}
		case 0o010000:
			if err := p.FS.Mkfifo(ctx, clean, perm); err != nil {
				c.fail("%s: Cannot mknod: %s", e.name, vfs.ErrText(err))
				ok = false
			}
		case 0o020000, 0o060000, 0o140000:
			c.fail("%s: Cannot mknod: %s", e.name, vfs.EPERM)
			ok = false
			if r.skip(e) != nil {
				p.Exit(2)
			}
		default:
			if r.tar != nil && e.link != "" {
				if err := p.FS.Link(ctx, at(base, e.link), clean); err != nil {
					c.fail("cannot link %s to %s: %s", e.link, e.name, vfs.ErrText(err))
					ok = false
				}
				break
			}
			if e.nlink > 1 && r.tar == nil {
				newc := r.format == "newc" || r.format == "crc"
				if have, found := first[key]; found {
					p.FS.Link(ctx, have, clean)
					if e.size == 0 {
						break
					}
					if !newc {
						if r.skip(e) != nil {
							p.Exit(2)
						}
						break
					}
				} else if newc && e.size == 0 && len(waiting[key])+1 < int(e.nlink) {
					waiting[key] = append(waiting[key], empty{e, clean})
					break
				}
			}
			if !c.file(r, e, clean, perm) {
				ok = false
			} else if e.nlink > 1 {
				first[key] = clean
				for _, wt := range waiting[key] {
					p.FS.Unlink(ctx, wt.name)
					p.FS.Link(ctx, clean, wt.name)
				}
				delete(waiting, key)
			}
		}
		if ok {
			c.tell(e.name)
		}
	}
	for _, w := range waiting { // names whose data never came
		have := ""
		for _, x := range w {
			if have != "" {
				p.FS.Link(ctx, have, x.name)
				continue
			}
			if f, err := p.FS.Open(ctx, x.name, vfs.WriteOnly|vfs.Create|vfs.Exclusive, uint32(x.e.mode&0o777)); err == nil {
				f.Close()
				have = x.name
			}
		}
	}
	sort.SliceStable(c.dirTimes, func(i, j int) bool { return c.dirTimes[i].name > c.dirTimes[j].name })
	for _, d := range c.dirTimes {
		p.FS.Chmod(ctx, d.name, d.mode)
		if c.mtime {
			p.FS.Chtimes(ctx, d.name, d.mtime*1e9, d.mtime*1e9, true)
		}
	}
	c.total = r.n
}

func (c *cpioer) file(r *cpioReader, e *cpioEntry, path string, perm uint32) bool {
	p, ctx := c.p, c.ctx
	f, err := p.FS.Open(ctx, path, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o600)
	if err != nil {
		c.fail("%s: Cannot open: %s", e.name, vfs.ErrText(err))
		if r.skip(e) != nil {
			p.Exit(2)
		}
		return false
	}
	sum := uint64(0)
	swap := c.swapper(e)
	d := r.data(e)
	n := int64(0)
	var werr error
	for {
		k, err := io.ReadFull(d, c.buf)
		if k > 0 {
			swap(c.buf[:k])
			n += int64(k)
			if r.format == "crc" {
				for _, b := range c.buf[:k] {
					sum += uint64(b)
				}
			}
			if werr == nil {
				if c.sparse && isZero(c.buf[:k]) {
					_, werr = f.Seek(int64(k), io.SeekCurrent)
				} else {
					_, werr = f.Write(c.buf[:k])
				}
			}
		}
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	whole := n
	if n < int64(e.size) && r.tar == nil { // what was cut is written by whole blocks
		whole = n / 512 * 512
	}
	if c.sparse || whole < n {
		if t, ok := f.(interface{ Truncate(int64) error }); ok && werr == nil {
			werr = t.Truncate(whole)
		}
	}
	if cerr := f.Close(); werr == nil {
		werr = cerr
	}
	if werr != nil {
		c.fail("%s: Cannot write: %s", e.name, vfs.ErrText(werr))
	}
	if err := r.finish(e, n); err != nil {
		c.fail("%s", err)
		p.Exit(2)
	}
	if r.format == "crc" && sum&0xffffffff != e.sum {
		c.fail("%s: checksum error (0x%x, should be 0x%x)", e.name, sum&0xffffffff, e.sum)
	}
	p.FS.Chmod(ctx, path, perm)
	if c.mtime {
		p.FS.Chtimes(ctx, path, int64(e.mtime)*1e9, int64(e.mtime)*1e9, true)
	}
	return werr == nil
}

// swapper returns what swaps a file's bytes as -b, -s and -S ask for; only whole
// words are swapped.
func (c *cpioer) swapper(e *cpioEntry) func(b []byte) {
	halves, bytes := c.swapHalves, c.swapBytes
	if halves && e.size%4 != 0 {
		c.p.Errorf("cannot swap halfwords of %s: odd number of halfwords", e.name)
		halves = false
	}
	if bytes && e.size%2 != 0 {
		c.p.Errorf("cannot swap bytes of %s: odd number of bytes", e.name)
		bytes = false
	}
	return func(b []byte) {
		for i := 0; bytes && i+1 < len(b); i += 2 {
			b[i], b[i+1] = b[i+1], b[i]
		}
		for i := 0; halves && i+3 < len(b); i += 4 {
			b[i], b[i+1], b[i+2], b[i+3] = b[i+2], b[i+3], b[i], b[i+1]
		}
	}
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// parents makes the missing directories above a path.
func (c *cpioer) parents(path string) {
	for i := 1; i < len(path); i++ {
		if path[i] == '/' {
			if _, err := c.p.FS.Stat(c.ctx, path[:i]); vfs.ErrnoOf(err) == vfs.ENOENT && err != nil {
				c.p.FS.Mkdir(c.ctx, path[:i], 0o777&^c.p.Umask)
			}
		}
	}
}

// listEntry lists a file of an archive.
func (c *cpioer) listEntry(e *cpioEntry, target string) {
	p := c.p
	if !c.verbose {
		p.Out.WriteString(e.name + "\n")
		return
	}
	kind := map[uint64]byte{0o040000: 'd', 0o120000: 'l', 0o010000: 'p', 0o020000: 'c', 0o060000: 'b', 0o140000: 's'}[e.mode&0o170000]
	if kind == 0 {
		kind = '-'
	}
	id := func(n uint64, name func(uint32) (string, bool)) string {
		if s, ok := name(uint32(n)); ok && !c.numeric {
			return s
		}
		return strconv.FormatUint(n, 10)
	}
	t := time.Unix(int64(e.mtime), 0).In(p.Zone())
	age := p.Now().Sub(t)
	stamp := t.Format("Jan _2 15:04")
	if age > 6*30*24*time.Hour || age < -time.Hour {
		stamp = t.Format("Jan _2  2006")
	}
	fmt.Fprintf(p.Out, "%c%s %3d %-8s %-8s ", kind, filemode.Perm(uint32(e.mode)), e.nlink, id(e.uid, commands.UserName), id(e.gid, commands.GroupName))
	if kind == 'c' || kind == 'b' {
		fmt.Fprintf(p.Out, "%3d, %3d ", e.rmajor, e.rminor)
	} else {
		fmt.Fprintf(p.Out, "%8d ", e.size)
	}
	fmt.Fprintf(p.Out, "%s %s", stamp, e.name)
	if kind == 'l' {
		p.Out.WriteString(" -> " + target)
	}
	p.Out.WriteByte('\n')
}

// pass copies files to a directory.
func (c *cpioer) pass(base, dir string) {
	p, ctx := c.p, c.ctx
	to := p.Path(dir)
	if i, err := p.FS.Stat(ctx, to); err != nil || !i.IsDir() {
		if err != nil && c.dirs {
			c.parents(to + "/x")
		} else if err == nil {
			p.Fatalf(2, "%s is not a directory", dir)
		}
	}
	made := map[[2]uint64]string{}
	c.names(func(name string) {
		src := at(base, name)
		i, err := p.FS.Lstat(ctx, src)
		if err == nil && c.follow && i.Kind == vfs.Symlink {
			i, err = p.FS.Stat(ctx, src)
		}
		if err != nil {
			c.fail("%s: Cannot stat: %s", name, vfs.ErrText(err))
			return
		}
		short := name
		for strings.HasPrefix(short, "./") {
			short = short[2:]
		}
		shown := strings.TrimSuffix(dir, "/") + "/" + strings.TrimLeft(short, "/")
		dst := strings.TrimRight(at(to, strings.TrimLeft(short, "/")), "/")
		if short == "." || short == "" {
			dst = to
		}
		old, oerr := p.FS.Lstat(ctx, dst)
		if oerr == nil && !(i.IsDir() && old.IsDir()) {
			if !c.replace && old.Mtime >= i.Mtime/1e9*1e9 {
				c.p.Errorf("%s not created: newer or same age version exists", shown)
				return
			}
			if old.IsDir() {
				err = p.FS.Rmdir(ctx, dst)
			} else {
				err = p.FS.Unlink(ctx, dst)
			}
			if err != nil {
				c.fail("cannot remove current %s: %s", shown, vfs.ErrText(err))
				return
			}
		}
		if c.dirs {
			c.parents(dst)
		}
		key := [2]uint64{i.Dev, uint64(i.Ino)}
		switch i.Kind {
		case vfs.Directory:
			if oerr != nil {
				if err := p.FS.Mkdir(ctx, dst, i.Mode&0o7777|0o700); err != nil {
					c.fail("%s: Cannot mkdir: %s", shown, vfs.ErrText(err))
					return
				}
			}
			c.dirTimes = append(c.dirTimes, cpioDir{dst, i.Mtime, i.Mode & 0o7777})
		case vfs.Symlink:
			if err := p.FS.Symlink(ctx, i.Target, dst); err != nil {
				c.fail("%s: Cannot create symlink to %s: %s", i.Target, p.Quote(shown), vfs.ErrText(err))
				return
			}
		case vfs.FIFO:
			err = p.FS.Mkfifo(ctx, dst, i.Mode&0o777)
		case vfs.Device:
			err = vfs.EPERM
		default:
			if c.link && p.FS.Link(ctx, src, dst) == nil {
				if c.verbose {
					c.p.Errorf("%s linked to %s", name, shown)
				}
				c.tell(shown)
				return
			}
			if have := made[key]; have != "" {
				if p.FS.Link(ctx, have, dst) == nil {
					if c.verbose {
						c.p.Errorf("%s linked to %s", strings.TrimSuffix(dir, "/")+strings.TrimPrefix(have, to), shown)
					}
					c.tell(shown)
					return
				}
			}
			err = c.copyFile(src, dst, i)
			if i.Nlink > 1 {
				made[key] = dst
			}
		}
		if err != nil {
			c.fail("%s: Cannot open: %s", shown, vfs.ErrText(err))
			return
		}
		if c.mtime && i.Kind != vfs.Directory {
			p.FS.Chtimes(ctx, dst, i.Atime, i.Mtime, false)
		}
		c.tell(shown)
	})
	sort.SliceStable(c.dirTimes, func(i, j int) bool { return c.dirTimes[i].name > c.dirTimes[j].name })
	for _, d := range c.dirTimes {
		p.FS.Chmod(ctx, d.name, d.mode)
		if c.mtime {
			p.FS.Chtimes(ctx, d.name, d.mtime, d.mtime, true)
		}
	}
}

func (c *cpioer) copyFile(src, dst string, i vfs.Info) error {
	p, ctx := c.p, c.ctx
	in, err := p.FS.Open(ctx, src, vfs.ReadOnly, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := p.FS.Open(ctx, dst, vfs.WriteOnly|vfs.Create|vfs.Exclusive, 0o600)
	if err != nil {
		return err
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{in}, c.buf)
	c.total += n
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = p.FS.Chmod(ctx, dst, i.Mode&0o7777)
	}
	return err
}
