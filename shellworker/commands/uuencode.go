package commands

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "uuencode", UsageStatus: 64, Run: uuencodeMain, Help: `
Usage: uuencode [OPTION]... [INFILE] NAME
Encode INFILE, or the standard input, as text that uudecode makes NAME of.

  -m, --base64       in base64
  -e, --encode-file-name  encode NAME, too
  -h, --help         show this help
  -v, --version      show the version
`})
	Register(Command{Name: "uudecode", UsageStatus: 64, Run: uudecodeMain, Help: `
Usage: uudecode [OPTION]... [FILE]...
Decode what uuencode made, to the files that it names.

  -o, --output-file=FILE  to FILE; - is the standard output
  -c, --ignore-chmod      don't set permissions
  -h, --help              show this help
  -v, --version           show the version
`})
}

// uuOptions parses the options; wrong ones end the command with status 1.
func (p *Process) uuOptions(short string, long ...getopt.Long) ([]getopt.Opt, []string) {
	set := getopt.Set{Short: short + "hv", Long: append(long, getopt.Long{Name: "help", ID: 'h'}, getopt.Long{Name: "version", ID: 'v'})}
	opts, operands, err := set.Parse(p.Args)
	for _, o := range opts {
		switch o.ID {
		case 'h':
			p.ShowHelp()
		case 'v':
			p.ShowVersion()
		}
	}
	if err != nil {
		p.Errorf("%s", err)
		p.usageTry(1)
	}
	return opts, operands
}

// linuxErrno are the numbers that messages tell.
var linuxErrno = map[vfs.Errno]int{vfs.ENOENT: 2, vfs.EACCES: 13, vfs.EEXIST: 17, vfs.ENOTDIR: 20, vfs.EISDIR: 21, vfs.ENAMETOOLONG: 36, vfs.ELOOP: 40}

// uuFatal ends the command where a call failed.
func (p *Process) uuFatal(status int, call, file string, err error) {
	p.Out.Flush()
	fmt.Fprintf(p.Stderr, "%s fatal error:\nfserr %d (%s) performing '%s' on %s\n", p.Name, linuxErrno[vfs.ErrnoOf(err)], errText(err), call, file)
	p.Exit(status)
}

func uuencodeMain(ctx context.Context, p *Process) int {
	opts, args := p.uuOptions("em", getopt.Long{Name: "base64", ID: 'm'}, getopt.Long{Name: "encode-file-name", ID: 'e'})
	b64, encName := false, false
	for _, o := range opts {
		b64 = b64 || o.ID == 'm'
		encName = encName || o.ID == 'e'
	}
	in := p.Stdin
	mode := uint32(0o666) &^ p.Umask
	name := ""
	switch len(args) {
	case 1:
		name = args[0]
	case 2:
		f, err := p.Open(ctx, args[0])
		if err != nil {
			p.uuFatal(1, "freopen of stdin", args[0], err)
		}
		defer f.Close()
		if i, err := f.Stat(); err == nil {
			mode = i.Mode & 0o777
		}
		in, name = f, args[1]
	default:
		p.UsageTry()
	}
	word := "begin"
	if b64 {
		word += "-base64"
	}
	if encName {
		word += "-encoded"
		if !strings.Contains(word, "base64") {
			word = "begin-encoded"
		}
		name = base64.StdEncoding.EncodeToString([]byte(name))
	}
	fmt.Fprintf(p.Out, "%s %o %s\n", word, mode, name)
	buf := make([]byte, 45)
	char := func(v byte) byte {
		if v == 0 {
			return '`'
		}
		return v + ' '
	}
	for {
		n, err := readFull(in, buf)
		if n > 0 {
			if b64 {
				p.Out.WriteString(base64.StdEncoding.EncodeToString(buf[:n]) + "\n")
			} else {
				out := []byte{char(byte(n))}
				for i := 0; i < n; i += 3 {
					var g [3]byte
					copy(g[:], buf[i:n])
					out = append(out, char(g[0]>>2), char(g[0]<<4&0x30|g[1]>>4), char(g[1]<<2&0x3c|g[2]>>6), char(g[2]&0x3f))
				}
				p.Out.Write(append(out, '\n'))
			}
		}
		if err != nil {
			if err != io.EOF {
				name := "standard input"
				if len(args) == 2 {
					name = args[0]
				}
				p.uuFatal(1, "fread", name, err)
			}
			break
		}
	}
	if b64 {
		p.Out.WriteString("====\n")
	} else {
		p.Out.WriteString("`\nend\n")
	}
	return 0
}

func uudecodeMain(ctx context.Context, p *Process) int {
	opts, files := p.uuOptions("co:", getopt.Long{Name: "output-file", Arg: getopt.Required, ID: 'o'}, getopt.Long{Name: "ignore-chmod", ID: 'c'})
	out, noMode := "", false
	for _, o := range opts {
		if o.ID == 'o' {
			out = o.Arg
		} else {
			noMode = true
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, f := range files {
		in, err := p.Input(ctx, f)
		if err != nil {
			p.Errorf("%s: %s", f, errText(err))
			status = 4
			continue
		}
		name := f
		if f == "-" {
			name = "standard input"
		}
		ok := p.uudecode(ctx, bufio.NewReaderSize(in, 64<<10), name, out, noMode)
		in.Close()
		if !ok {
			return 2
		}
	}
	return status
}

func (p *Process) uudecode(ctx context.Context, r *bufio.Reader, file, out string, noMode bool) bool {
	fail := func(format string, a ...any) bool {
		p.Out.Flush()
		fmt.Fprintf(p.Stderr, "uudecode fatal error:\n%s: %s", file, fmt.Sprintf(format, a...))
		return false
	}
	line := func() (string, bool) {
		if ctx.Err() != nil {
			return "", false
		}
		s, err := r.ReadSlice('\n') // a line longer than the buffer comes in pieces, whole groups of four
		return strings.TrimRight(string(s), "\r\n"), len(s) > 0 || err == nil
	}
	var name string
	var mode uint64
	b64 := false
	for {
		s, ok := line()
		if !ok {
			fmt.Fprintf(p.Stderr, "uudecode fatal error:\n%s: Invalid or missing 'begin' line\n", file)
			return false
		}
		f := strings.SplitN(s, " ", 3)
		if len(f) < 3 || f[0] != "begin" && f[0] != "begin-base64" && f[0] != "begin-encoded" && f[0] != "begin-base64-encoded" {
			continue
		}
		m, err := strconv.ParseUint(f[1], 8, 12)
		if err != nil {
			continue
		}
		name, mode, b64 = f[2], m, strings.HasPrefix(f[0], "begin-base64")
		if strings.HasSuffix(f[0], "-encoded") {
			if b, err := base64.StdEncoding.DecodeString(name); err == nil {
				name = string(b)
			}
		}
		break
	}
	if out != "" {
		name = out
	}
	var w io.Writer = p.Out
	var fh vfs.File
	if name != "-" && name != "/dev/stdout" {
		f, err := p.OpenFile(ctx, name, vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			p.uuFatal(8, "freopen", name, err)
		}
		fh, w = f, f
		defer func() {
			f.Close()
			if !noMode && fh != nil {
				p.FS.Chmod(ctx, p.Path(name), uint32(mode)&0o777)
			}
		}()
	}
	for ctx.Err() == nil {
		s, ok := line()
		if !ok {
			return fail("Short file")
		}
		if b64 {
			if strings.HasPrefix(s, "====") {
				return true
			}
			b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
			if err != nil {
				return fail("invalid input")
			}
			if _, err := w.Write(b); err != nil {
				return fail("%s", errText(err))
			}
			continue
		}
		if s == "" {
			continue
		}
		n := int(s[0]-' ') & 0x3f
		if n == 0 {
			if e, ok := line(); !ok || e != "end" {
				return fail("No `end' line")
			}
			return true
		}
		at := func(i int) byte {
			if i < len(s) {
				return (s[i] - ' ') & 0x3f
			}
			return 0
		}
		var b []byte
		for i := 1; len(b) < n; i += 4 {
			c0, c1, c2, c3 := at(i), at(i+1), at(i+2), at(i+3)
			b = append(b, c0<<2|c1>>4, c1<<4|c2>>2, c2<<6|c3)
		}
		if _, err := w.Write(b[:n]); err != nil {
			return fail("%s", errText(err))
		}
	}
	return false
}
