package commands

import (
	"bytes"
	"context"
	"math"
	"strconv"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/regex"
)

func init() {
	Register(Command{Name: "nl", Run: nlMain, Help: `
Usage: nl [OPTION]... [FILE]...
Number the lines of each file, or of the standard input.

  -b, --body-numbering=STYLE    which lines of the body to number
  -f, --footer-numbering=STYLE  which lines of the footer
  -h, --header-numbering=STYLE  which lines of the header
  -d, --section-delimiter=CC    what parts sections, instead of \:
  -i, --line-increment=N        count by N
  -l, --join-blank-lines=N      N empty lines count as one
  -n, --number-format=FORMAT    ln left, rn right, rz right with zeros
  -p, --no-renumber             go on counting in each section
  -s, --number-separator=STRING what stands behind the number, instead of a tab
  -v, --starting-line-number=N  the first number
  -w, --number-width=N          columns for the number
      --help                    this text
      --version                 the version
STYLE: a all lines, t those that aren't empty, n none, pBRE those that match.
`})
}

type nlStyle struct {
	kind byte
	re   *regex.Regexp
}

func nlMain(ctx context.Context, p *Process) int {
	styles := [3]nlStyle{{kind: 'n'}, {kind: 't'}, {kind: 'n'}} // header, body, footer
	delim := []byte(`\:`)
	inc, start, width, join := int64(1), int64(1), int64(6), int64(1)
	format, sep, renumber := "rn", "\t", true
	style := func(i int, arg, what string) {
		switch {
		case arg == "a" || arg == "t" || arg == "n":
			styles[i] = nlStyle{kind: arg[0]}
		case len(arg) > 0 && arg[0] == 'p':
			re, err := regex.Compile(arg[1:], regex.Basic, 0)
			if err != nil {
				p.Fatalf(1, "%s", err)
			}
			styles[i] = nlStyle{'p', re}
		default:
			p.UsageError("invalid %s numbering style: %s", what, p.Quote(arg))
		}
	}
	number := func(arg, what string) int64 {
		n, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
				p.Fatalf(1, "invalid %s: %s: %s", what, p.Quote(arg), vfs.EOVERFLOW)
			}
			p.Fatalf(1, "invalid %s: %s", what, p.Quote(arg))
		}
		return n
	}
	opts, files := p.Getopt("b:d:f:h:i:l:n:ps:v:w:", getopt.Long{Name: "header-numbering", Arg: getopt.Required, ID: 'h'},
		getopt.Long{Name: "body-numbering", Arg: getopt.Required, ID: 'b'}, getopt.Long{Name: "footer-numbering", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "starting-line-number", Arg: getopt.Required, ID: 'v'}, getopt.Long{Name: "line-increment", Arg: getopt.Required, ID: 'i'},
		getopt.Long{Name: "no-renumber", ID: 'p'}, getopt.Long{Name: "join-blank-lines", Arg: getopt.Required, ID: 'l'},
		getopt.Long{Name: "number-separator", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "number-width", Arg: getopt.Required, ID: 'w'},
		getopt.Long{Name: "number-format", Arg: getopt.Required, ID: 'n'}, getopt.Long{Name: "section-delimiter", Arg: getopt.Required, ID: 'd'})
	for _, o := range opts {
		switch o.ID {
		case 'b':
			style(1, o.Arg, "body")
		case 'f':
			style(2, o.Arg, "footer")
		case 'h':
			style(0, o.Arg, "header")
		case 'd':
			switch len(o.Arg) {
			case 0:
				delim = nil
			case 1:
				delim = []byte{o.Arg[0], ':'}
			default:
				delim = []byte(o.Arg)
			}
		case 'i':
			inc = number(o.Arg, "line number increment")
		case 'l':
			join = p.positive(o.Arg, "line number of blank lines")
		case 'n':
			if o.Arg != "ln" && o.Arg != "rn" && o.Arg != "rz" {
				p.UsageError("invalid line numbering format: %s", p.Quote(o.Arg))
			}
			format = o.Arg
		case 'p':
			renumber = false
		case 's':
			sep = o.Arg
		case 'v':
			start = number(o.Arg, "starting line number")
		case 'w':
			if width = p.positive(o.Arg, "line number field width"); width > math.MaxInt32 {
				p.Fatalf(1, "invalid line number field width: %s: %s", p.Quote(o.Arg), vfs.EOVERFLOW)
			}
			width = min(width, 1<<16)
		}
	}
	n, blank := start, int64(0)
	over := false
	section := 1
	put := func(l []byte) {
		p.Out.Write(l)
		p.Out.WriteByte('\n')
	}
	pad, zeros := bytes.Repeat([]byte{' '}, int(width)+len(sep)), bytes.Repeat([]byte{'0'}, int(width))
	var buf [20]byte
	numbered := func(l []byte) {
		if over {
			p.Out.Flush()
			p.Fatalf(1, "line number overflow")
		}
		digits := strconv.AppendInt(buf[:0], n, 10)
		switch fill := int(width) - len(digits); {
		case fill <= 0:
			p.Out.Write(digits)
		case format == "ln":
			p.Out.Write(digits)
			p.Out.Write(pad[:fill])
		case format == "rz":
			if digits[0] == '-' {
				p.Out.WriteByte('-')
				digits = digits[1:]
			}
			p.Out.Write(zeros[:fill])
			p.Out.Write(digits)
		default:
			p.Out.Write(pad[:fill])
			p.Out.Write(digits)
		}
		p.Out.WriteString(sep)
		put(l)
		next := n + inc
		over = (next < n) != (inc < 0)
		n = next
	}
	plain := func(l []byte) {
		p.Out.Write(pad)
		put(l)
	}
	return p.inputs(ctx, files, func(_ string, f vfs.File) error {
		return eachLine(ctx, f, '\n', func(l []byte, _ bool) {
			if len(delim) > 0 && len(l)%len(delim) == 0 {
				if k := len(l) / len(delim); k >= 1 && k <= 3 && bytes.Equal(l, bytes.Repeat(delim, k)) {
					section = 3 - k
					if renumber {
						n, over = start, false
					}
					p.Out.WriteByte('\n')
					return
				}
			}
			s := styles[section]
			switch s.kind {
			case 'a':
				if join > 1 && len(l) == 0 {
					if blank++; blank == join {
						numbered(l)
						blank = 0
					} else {
						plain(l)
					}
					return
				}
				blank = 0
				numbered(l)
			case 't':
				if len(l) > 0 {
					numbered(l)
				} else {
					plain(l)
				}
			case 'p':
				if s.re.Match(l) {
					numbered(l)
				} else {
					plain(l)
				}
			default:
				plain(l)
			}
		})
	})
}
