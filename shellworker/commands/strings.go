package commands

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "strings", Run: stringsMain, Help: `
Usage: strings [OPTION]... [FILE]...
Print the runs of printable characters in the files, or in the standard input.

  -a, --all, -             all of the file (always so)
  -f, --print-file-name    with the file's name
  -n, --bytes=NUM, -NUM    runs of at least NUM characters (4)
  -t, --radix={o,d,x}      with the offset, in octal, decimal or hexadecimal
  -o                       the same as -t o
  -w, --include-all-whitespace  any blanks are part of a run
  -U, --unicode=MODE       characters of UTF-8: default (none), invalid, locale (as they
                           are), hex, escape or highlight; also by the first letter, x
                           for hex
  -d, --data, -T, --target=FORMAT  nothing: no object files are looked into
  @FILE                    more options are in FILE
  -e, --encoding={s,S,b,l,B,L}  characters are 7-bit or 8-bit bytes, or 16-bit or
                           32-bit, big or little end first
  -s, --output-separator=TEXT  what stands between runs, instead of a newline
  -h, --help               this text
  -v, -V, --version        the version
`})
}

func stringsMain(ctx context.Context, p *Process) int {
	least, radix, showName, blanks := 4, byte(0), false, false
	enc := byte('s')
	sep := "\n"
	mode := byte('d')
	var args []string
	for _, a := range p.Args {
		if name, ok := strings.CutPrefix(a, "@"); ok {
			if b, err := p.FS.ReadFile(ctx, p.Path(name), 1<<20); err == nil {
				args = append(args, strings.Fields(string(b))...)
				continue
			}
		}
		args = append(args, a)
	}
	for i, a := range args {
		if a == "--" {
			break
		}
		if i > 0 && slices.Contains([]string{"-n", "-t", "-e", "-s", "-T", "-U", "--bytes", "--radix", "--encoding", "--output-separator", "--target", "--unicode"}, args[i-1]) {
			continue
		}
		if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
			args[i] = "-n" + a[1:]
		}
	}
	p.Args = args
	opts, files := p.Getopt("adfhn:ot:e:s:T:U:wvV", getopt.Long{Name: "data", ID: 'd'}, getopt.Long{Name: "target", Arg: getopt.Required, ID: 'T'},
		getopt.Long{Name: "unicode", Arg: getopt.Required, ID: 'U'}, getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "print-file-name", ID: 'f'},
		getopt.Long{Name: "bytes", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "radix", Arg: getopt.Required, ID: 't'},
		getopt.Long{Name: "include-all-whitespace", ID: 'w'}, getopt.Long{Name: "encoding", Arg: getopt.Required, ID: 'e'},
		getopt.Long{Name: "output-separator", Arg: getopt.Required, ID: 's'})
	usage := func() {
		fmt.Fprint(p.Stderr, strings.TrimLeft(p.cmd.Help, "\n"))
		p.Exit(1)
	}
	for _, o := range opts {
		switch o.ID {
		case 'f':
			showName = true
		case 'n':
			n, err := strconv.ParseUint(strings.TrimPrefix(o.Arg, "-"), 0, 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) && o.Arg != "" {
				p.Fatalf(1, "invalid integer argument %s", o.Arg)
			}
			// An int holds what strtoul returns.
			least = int(int32(n))
			if strings.HasPrefix(o.Arg, "-") {
				least = int(int32(-n))
			}
			switch {
			case least == 0:
				p.Fatalf(1, "invalid minimum string length 0")
			case least < 0:
				least = math.MaxInt
			}
		case 'U':
			words := map[string]byte{"default": 'd', "invalid": 'i', "locale": 'l', "hex": 'x', "escape": 'e', "highlight": 'h'}
			if m, ok := words[o.Arg]; ok {
				mode = m
			} else if len(o.Arg) == 1 && strings.Contains("dilxeh", o.Arg) {
				mode = o.Arg[0]
			} else {
				p.Fatalf(1, "invalid argument to -U/--unicode: %s", o.Arg)
			}
		case 'o':
			radix = 'o'
		case 't':
			if len(o.Arg) != 1 || strings.IndexByte("odx", o.Arg[0]) < 0 {
				usage()
			}
			radix = o.Arg[0]
		case 'e':
			if len(o.Arg) != 1 || strings.IndexByte("sSbBlL", o.Arg[0]) < 0 {
				usage()
			}
			enc = o.Arg[0]
		case 's':
			sep = o.Arg
		case 'w':
			blanks = true
		case 'h':
			p.Out.WriteString(p.cmd.Help[1:])
			return 0
		case 'v', 'V':
			p.ShowVersion()
		}
	}
	if mode != 'd' {
		enc = 'S'
	}
	width := map[byte]int{'s': 1, 'S': 1, 'b': 2, 'l': 2, 'B': 4, 'L': 4}[enc]
	printable := func(c uint32) bool {
		switch {
		case c == '\t' || c >= ' ' && c < 0x7f:
			return true
		case blanks && (c == '\n' || c == '\r' || c == '\v' || c == '\f'):
			return true
		}
		return enc == 'S' && mode == 'd' && c >= 0x80 && c < 0x100
	}
	status := 0
	scan := func(name string, f vfs.File) error {
		var run []byte
		var begin, at int64
		started := false
		count := 0
		put := func() {
			if count < least {
				return
			}
			if showName {
				p.Out.WriteString(name + ": ")
			}
			switch radix {
			case 'o':
				fmt.Fprintf(p.Out, "%7o ", begin)
			case 'd':
				fmt.Fprintf(p.Out, "%7d ", begin)
			case 'x':
				fmt.Fprintf(p.Out, "%7x ", begin)
			}
		}
		end := func() {
			if started {
				p.Out.WriteString(sep)
			}
			run, count, started = run[:0], 0, false
		}
		var rest []byte
		err := blockInput(ctx, f, func(b []byte) {
			if len(rest) > 0 {
				b = append(rest, b...)
			}
			i := 0
			for ; i+width <= len(b); i += width {
				var c uint32
				for k := 0; k < width; k++ {
					if enc == 'b' || enc == 'B' {
						c = c<<8 | uint32(b[i+k])
					} else {
						c |= uint32(b[i+k]) << (8 * k)
					}
				}
				if mode != 'd' && c >= 0x80 {
					r, n := utf8.DecodeRune(b[i:])
					if n > 1 && mode != 'i' {
						if count == 0 {
							begin = at
						}
						count++
						shown := unicodeText(r, b[i:i+n], mode)
						i, at = i+n-1, at+int64(n)
						if started {
							p.Out.WriteString(shown)
							continue
						}
						run = append(run, shown...)
						if count == least {
							put()
							started = true
							p.Out.Write(run)
							run = run[:0]
						}
						continue
					}
					if n == 1 && !utf8.FullRune(b[i:]) && len(b)-i < utf8.UTFMax && len(b) > len(rest) {
						break // the rest of the character is in the next block
					}
				}
				if !printable(c) {
					end()
					if width > 1 {
						// The next character may begin at any byte.
						i -= width - 1
						at++
					} else {
						at++
					}
					continue
				}
				if count == 0 {
					begin = at
				}
				at += int64(width)
				count++
				if started {
					p.Out.WriteByte(byte(c))
					continue
				}
				run = append(run, byte(c))
				if count == least {
					put()
					started = true
					p.Out.Write(run)
					run = run[:0]
				}
			}
			rest = append([]byte(nil), b[i:]...)
		})
		end()
		return err
	}
	operands := len(files)
	if files = slices.DeleteFunc(files, func(name string) bool { return name == "-" }); len(files) < operands && len(files) == 0 {
		usage()
	}
	if len(files) == 0 {
		if err := scan("{standard input}", p.Stdin); err != nil {
			p.Errorf("%s", errText(err))
			return 1
		}
		return 0
	}
	for _, name := range files {
		f, err := p.Open(ctx, name)
		if err == nil {
			if i, serr := f.Stat(); serr == nil && i.IsDir() {
				f.Close()
				p.Out.Flush()
				p.Errorf("Warning: '%s' is a directory", name)
				status = 1
				continue
			}
			err = scan(name, f)
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			if vfs.ErrnoOf(err) == vfs.ENOENT {
				p.Errorf("'%s': No such file", name)
			} else {
				p.Errorf("%s: %s", name, vfs.ErrText(err))
			}
			status = 1
		}
	}
	return status
}

// unicodeText shows a character as strings -U does.
func unicodeText(r rune, b []byte, mode byte) string {
	switch mode {
	case 'l':
		return string(b)
	case 'x':
		return fmt.Sprintf("<0x%x>", b)
	}
	if r > 0xffff {
		return fmt.Sprintf("\\u%06x", r)
	}
	return fmt.Sprintf("\\u%04x", r)
}
