package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
	"github.com/capshell/capshell/shellworker/commands/textwidth"
)

func init() {
	Register(Command{Name: "wc", Run: wcMain, Help: `
Usage: wc [OPTION]... [FILE]...
  or:  wc [OPTION]... --files0-from=F
Count the lines, words and bytes of each file, or of the standard input.

  -c, --bytes            bytes
  -m, --chars            characters
  -l, --lines            newlines
  -L, --max-line-length  columns of the widest line
  -w, --words            words
      --files0-from=F    the files whose names, each ended by a zero byte, are in F
      --help             this text
      --version          the version
`})
}

// wordCounter counts one file, and holds the sums.
type wordCounter struct {
	lines, words, chars, bytes, width int64
}

type wcOptions struct {
	lines, words, chars, bytes, width bool
	utf                               bool
}

func wcMain(ctx context.Context, p *Process) int {
	var w wcOptions
	w.utf = p.UTF8()
	files0 := ""
	haveFiles0, streamed := false, false
	opts, files := p.Getopt("clLmw", getopt.Long{Name: "bytes", ID: 'c'}, getopt.Long{Name: "chars", ID: 'm'}, getopt.Long{Name: "lines", ID: 'l'},
		getopt.Long{Name: "max-line-length", ID: 'L'}, getopt.Long{Name: "words", ID: 'w'}, getopt.Long{Name: "files0-from", Arg: getopt.Required, ID: 300})
	for _, o := range opts {
		switch o.ID {
		case 'c':
			w.bytes = true
		case 'm':
			w.chars = true
		case 'l':
			w.lines = true
		case 'L':
			w.width = true
		case 'w':
			w.words = true
		case 300:
			files0, haveFiles0 = o.Arg, true
		}
	}
	if w == (wcOptions{utf: w.utf}) {
		w.lines, w.words, w.bytes = true, true, true
	}
	status := 0
	if haveFiles0 {
		if len(files) > 0 {
			p.Errorf("extra operand %s\nfile operands cannot be combined with --files0-from", quote.Always(files[0]))
			p.UsageTry()
		}
		f, err := p.Input(ctx, files0)
		if err != nil {
			p.Fatalf(1, "cannot open %s for reading: %s", quote.Always(files0), vfs.ErrText(err))
		}
		if i, err := f.Stat(); err == nil && i.Kind != vfs.Regular {
			streamed = true
		}
		b, err := ReadAll(f, 64<<20)
		f.Close()
		if err != nil {
			p.Fatalf(1, "%s: read error: %s", quote.Name(files0), vfs.ErrText(err))
		}
		if len(b) > 0 {
			files = strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00")
		}
		if len(files) == 0 {
			return status
		}
	}
	noFile := len(files) == 0
	if noFile {
		files = []string{"-"}
	}
	selected := 0
	for _, b := range []bool{w.lines, w.words, w.chars, w.bytes, w.width} {
		if b {
			selected++
		}
	}
	width := 1
	if streamed {
		// The names aren't known beforehand.
	} else if !(len(files) == 1 && selected == 1) {
		var total int64
		least := 1
		for _, f := range files {
			var i vfs.Info
			var err error
			if f == "-" {
				i, err = p.Stdin.Stat()
			} else {
				i, err = p.Stat(ctx, f)
			}
			switch {
			case err != nil:
			case i.Kind == vfs.Regular:
				total += i.Size
			default:
				least = 7
			}
		}
		width = max(least, len(fmt.Sprint(total)))
	}
	var sum wordCounter
	for i, name := range files {
		if haveFiles0 && name == "" {
			p.Out.Flush()
			p.Errorf("%s:%d: invalid zero-length file name", quote.Name(files0), i+1)
			status = 1
			continue
		}
		if files0 == "-" && name == "-" {
			p.Out.Flush()
			p.Errorf("when reading file names from stdin, no file name of %s allowed", quote.Always(name))
			status = 1
			continue
		}
		f, err := p.Input(ctx, name)
		if err != nil {
			p.Out.Flush()
			p.NameError(name, err)
			status = 1
			continue
		}
		c, err := w.count(ctx, f)
		f.Close()
		if err != nil {
			p.Out.Flush()
			p.NameError(name, err)
			status = 1
		}
		shown := name
		if noFile {
			shown = ""
		}
		w.print(p, c, shown, width)
		sum.lines += c.lines
		sum.words += c.words
		sum.chars += c.chars
		sum.bytes += c.bytes
		sum.width = max(sum.width, c.width)
	}
	if len(files) > 1 {
		w.print(p, sum, "total", width)
	}
	return status
}

func (w *wcOptions) print(p *Process, c wordCounter, name string, width int) {
	sep := ""
	put := func(show bool, n int64) {
		if show {
			fmt.Fprintf(p.Out, "%s%*d", sep, width, n)
			sep = " "
		}
	}
	put(w.lines, c.lines)
	put(w.words, c.words)
	put(w.chars, c.chars)
	put(w.bytes, c.bytes)
	put(w.width, c.width)
	if name != "" {
		p.Out.WriteString(" " + quote.Options{Style: quote.Literal}.Quote(name))
	}
	p.Out.WriteByte('\n')
}

func (w *wcOptions) count(ctx context.Context, f vfs.File) (c wordCounter, err error) {
	if w.bytes && !w.lines && !w.words && !w.chars && !w.width {
		if i, serr := f.Stat(); serr == nil && i.Kind == vfs.Regular {
			if at, serr := f.Seek(0, io.SeekCurrent); serr == nil {
				f.Seek(0, io.SeekEnd)
				c.bytes = max(0, i.Size-at)
				return c, nil
			}
		}
	}
	words := w.words || w.width || w.chars && w.utf
	if !words {
		err = blockInput(ctx, f, func(b []byte) {
			c.bytes += int64(len(b))
			c.chars += int64(len(b))
			if w.lines {
				c.lines += int64(bytes.Count(b, []byte{'\n'}))
			}
		})
		return c, err
	}
	if !w.words && !w.width {
		var rest []byte
		err = blockInput(ctx, f, func(b []byte) {
			c.bytes += int64(len(b))
			c.lines += int64(bytes.Count(b, []byte{'\n'}))
			if len(rest) > 0 {
				b = append(rest, b...)
				rest = nil
			}
			n, left := countChars(b)
			c.chars += n
			rest = append([]byte(nil), b[len(b)-left:]...)
		})
		return c, err
	}
	in := false
	var col int64
	var rest []byte
	step := func(b []byte, last bool) int {
		i := 0
		for i < len(b) {
			ch := b[i]
			if ch < utf8.RuneSelf || !w.utf {
				i++
				c.chars++
				switch {
				case ch > ' ' && ch < 0x7f:
					in2 := in
					in = true
					if !in2 {
						c.words++
					}
					col++
				case ch == '\n':
					c.lines++
					c.width = max(c.width, col)
					col = 0
					in = false
				case ch == ' ':
					col++
					in = false
				case ch == '\t':
					col += 8 - col%8
					in = false
				case ch == '\r' || ch == '\f':
					c.width = max(c.width, col)
					col = 0
					in = false
				case ch == '\v':
					in = false
				}
				continue
			}
			if !utf8.FullRune(b[i:]) && !last {
				return len(b) - i
			}
			r, n := utf8.DecodeRune(b[i:])
			i += n
			if r == utf8.RuneError && n == 1 {
				continue
			}
			c.chars++
			switch {
			case unicode.IsSpace(r) || r == 0x2060: // no-break spaces, too
				in = false
				col += int64(textwidth.Rune(r))
			case unicode.IsPrint(r) || r == 0xa0 || unicode.In(r, unicode.Zs, unicode.Cf, unicode.Co):
				if !in {
					c.words++
				}
				in = true
				col += int64(textwidth.Rune(r))
			}
		}
		return 0
	}
	err = blockInput(ctx, f, func(b []byte) {
		c.bytes += int64(len(b))
		if len(rest) > 0 {
			b = append(rest, b...)
		}
		left := step(b, false)
		rest = append([]byte(nil), b[len(b)-left:]...)
	})
	step(rest, true)
	c.width = max(c.width, col)
	return c, err
}

// countChars counts the characters of UTF-8; left bytes at the end may be the
// beginning of one.
func countChars(b []byte) (n int64, left int) {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			n++
			continue
		}
		if !utf8.FullRune(b[i:]) {
			return n, len(b) - i
		}
		r, k := utf8.DecodeRune(b[i:])
		if r != utf8.RuneError || k > 1 {
			n++
		}
		i += k
	}
	return n, 0
}
