package commands

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/base64"
	"io"
	"strconv"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

const basencHelp = `
  -d, --decode          decode
  -i, --ignore-garbage  when decoding, ignore what is no letter of the code
  -w, --wrap=COLS       lines of COLS characters (76); 0: no line ends
      --help            show this help
      --version         show the version
`

func init() {
	Register(Command{Name: "base64", Run: basencMain, Help: "Usage: base64 [OPTION]... [FILE]\nEncode or decode FILE, or the standard input, in base64.\n" + basencHelp})
	Register(Command{Name: "base32", Run: basencMain, Help: "Usage: base32 [OPTION]... [FILE]\nEncode or decode FILE, or the standard input, in base32.\n" + basencHelp})
	Register(Command{Name: "basenc", Run: basencMain, Help: `
Usage: basenc [OPTION]... [FILE]
Encode or decode FILE, or the standard input.

      --base64          as base64 (RFC 4648, 4)
      --base64url       for file names and URLs (RFC 4648, 5)
      --base32          as base32 (RFC 4648, 6)
      --base32hex       with an extended hexadecimal alphabet (RFC 4648, 7)
      --base16          hexadecimal (RFC 4648, 8)
      --base2msbf       bits, the most significant first
      --base2lsbf       bits, the least significant first
      --z85             ZeroMQ's ascii85; lengths must be multiples of 4 and 5
` + basencHelp[1:]})
}

// baseCode is a code: in bytes become out letters.
type baseCode struct {
	in, out int
	letters string
	pad     bool
	encode  func(dst, src []byte)             // whole groups
	decode  func(dst, src []byte) (int, bool) // whole groups, padded where pad is set
}

func base64Code(e *base64.Encoding, letters string) *baseCode {
	s := e.Strict()
	return &baseCode{3, 4, letters, true, e.Encode, func(dst, src []byte) (int, bool) {
		n, err := s.Decode(dst, src)
		return n, err == nil
	}}
}

func base32Code(e *base32.Encoding, letters string) *baseCode {
	return &baseCode{5, 8, letters, true, e.Encode, func(dst, src []byte) (int, bool) {
		n, err := e.Decode(dst, src)
		return n, err == nil
	}}
}

const (
	upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnum        = upperLetters + "abcdefghijklmnopqrstuvwxyz0123456789"
	z85Letters   = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
	hexUpper     = "0123456789ABCDEF"
)

var baseCodes = map[string]*baseCode{
	"base64":    base64Code(base64.StdEncoding, alnum+"+/"),
	"base64url": base64Code(base64.URLEncoding, alnum+"-_"),
	"base32":    base32Code(base32.StdEncoding, upperLetters+"234567"),
	"base32hex": base32Code(base32.HexEncoding, "0123456789ABCDEFGHIJKLMNOPQRSTUV"),
	"base16": {1, 2, hexUpper, false, func(dst, src []byte) {
		for i, c := range src {
			dst[2*i], dst[2*i+1] = hexUpper[c>>4], hexUpper[c&15]
		}
	}, func(dst, src []byte) (int, bool) {
		n := 0
		for ; len(src) >= 2; src = src[2:] {
			a, b := hexDigit(src[0]), hexDigit(src[1])
			if a < 0 || b < 0 {
				return n, false
			}
			dst[n] = byte(a<<4 | b)
			n++
		}
		return n, len(src) == 0
	}},
	"base2msbf": bitCode(func(i int) int { return 7 - i }),
	"base2lsbf": bitCode(func(i int) int { return i }),
	"z85": {4, 5, z85Letters, false, func(dst, src []byte) {
		for ; len(src) >= 4; src, dst = src[4:], dst[5:] {
			v := uint32(src[0])<<24 | uint32(src[1])<<16 | uint32(src[2])<<8 | uint32(src[3])
			for i := 4; i >= 0; i-- {
				dst[i] = z85Letters[v%85]
				v /= 85
			}
		}
	}, func(dst, src []byte) (int, bool) {
		n := 0
		for ; len(src) >= 5; src = src[5:] {
			v := uint64(0)
			for _, c := range src[:5] {
				k := indexByte(z85Letters, c)
				if k < 0 {
					return n, false
				}
				v = v*85 + uint64(k)
			}
			if v > 1<<32-1 {
				return n, false
			}
			dst[n], dst[n+1], dst[n+2], dst[n+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
			n += 4
		}
		return n, len(src) == 0
	}},
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

func indexByte(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func bitCode(place func(int) int) *baseCode {
	return &baseCode{1, 8, "01", false, func(dst, src []byte) {
		for k, c := range src {
			for i := range 8 {
				dst[k*8+i] = '0' + c>>place(i)&1
			}
		}
	}, func(dst, src []byte) (int, bool) {
		n := 0
		for ; len(src) >= 8; src = src[8:] {
			v := byte(0)
			for i := range 8 {
				if src[i] != '0' && src[i] != '1' {
					return n, false
				}
				v |= (src[i] - '0') << place(i)
			}
			dst[n] = v
			n++
		}
		return n, len(src) == 0
	}}
}

func basencMain(ctx context.Context, p *Process) int {
	long := []getopt.Long{{Name: "decode", ID: 'd'}, {Name: "ignore-garbage", ID: 'i'}, {Name: "wrap", Arg: getopt.Required, ID: 'w'}}
	names := []string{"base64", "base64url", "base32", "base32hex", "base16", "base2msbf", "base2lsbf", "z85"}
	code := baseCodes[p.cmd.Name]
	if code == nil {
		for i, n := range names {
			long = append(long, getopt.Long{Name: n, ID: 256 + i})
		}
	}
	decode, garbage, wrap := false, false, uint64(76)
	opts, files := p.Getopt("diw:", long...)
	z85 := false
	for _, o := range opts {
		switch o.ID {
		case 'd':
			decode = true
		case 'i':
			garbage = true
		case 'w':
			n, err := strconv.ParseUint(o.Arg, 10, 63)
			if err != nil {
				if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
					n = 0
				} else {
					p.Fatalf(1, "invalid wrap size: %s", p.Quote(o.Arg))
				}
			}
			wrap = n
		default:
			code = baseCodes[names[o.ID-256]]
			z85 = names[o.ID-256] == "z85"
		}
	}
	if code == nil {
		p.UsageError("missing encoding type")
	}
	if len(files) > 1 {
		p.ExtraOperand(files[1])
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	f, err := p.Input(ctx, files[0])
	if err != nil {
		p.NameError(files[0], err)
		return 1
	}
	defer f.Close()
	fail := func(err error) int {
		if files[0] == "-" {
			p.Errorf("read error: %s", errText(err))
		} else {
			p.Errorf("read error: %s", errText(err))
		}
		return 1
	}
	if decode {
		return basencDecode(p, f, code, garbage, fail)
	}
	in := make([]byte, 3*5*4096)
	out := make([]byte, len(in)/code.in*code.out+code.out)
	column := uint64(0)
	wrote := false
	for {
		n, err := readFull(f, in)
		b := in[:n]
		if rest := n % code.in; rest != 0 && !code.pad {
			if z85 {
				p.Fatalf(1, "invalid input (length must be multiple of 4 characters)")
			}
			b = b[:n-rest]
		}
		k := (len(b) + code.in - 1) / code.in * code.out
		code.encode(out[:k], b)
		for o := out[:k]; len(o) > 0; {
			wrote = true
			if wrap == 0 {
				p.Out.Write(o)
				break
			}
			room := min(wrap-column, uint64(len(o)))
			p.Out.Write(o[:room])
			o = o[room:]
			if column += room; column == wrap {
				p.Out.WriteByte('\n')
				column = 0
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return fail(err)
		}
	}
	if wrap > 0 && wrote && column > 0 {
		p.Out.WriteByte('\n')
	}
	return 0
}

func basencDecode(p *Process, f io.Reader, code *baseCode, garbage bool, fail func(error) int) int {
	var known [256]bool
	for i := range len(code.letters) {
		known[code.letters[i]] = true
	}
	if code.letters == hexUpper {
		for c := 'a'; c <= 'f'; c++ {
			known[c] = false
		}
	}
	known['='] = known['='] || code.pad
	in := make([]byte, 64<<10)
	var pend []byte
	out := make([]byte, (len(in)+64)*code.in)
	invalid := func() int {
		p.Out.Flush()
		p.Errorf("invalid input")
		return 1
	}
	// letters counts those of the code, or padding, that b begins with.
	letters := func(b []byte) int {
		for i, c := range b {
			if !known[c] {
				return i
			}
		}
		return len(b)
	}
	// begun writes the bytes that the begin of a group holds before it fails;
	// base64 does so even where the rest of the group is missing.
	begun := func(group []byte, whole bool) int {
		if i := bytes.IndexByte(group, '='); i >= 0 && code.pad {
			group = group[:i]
		}
		if code.pad && (whole || code.out == 4) {
			n := len(group) * code.in / code.out
			full := bytes.Repeat([]byte{code.letters[0]}, code.out)
			copy(full, group)
			code.decode(out, full)
			p.Out.Write(out[:n])
		}
		return invalid()
	}
	for {
		n, err := f.Read(in)
		for _, c := range in[:n] {
			if c == '\n' {
				continue
			}
			if !known[c] {
				if garbage {
					continue
				}
				pend = append(pend, c)
				continue
			}
			pend = append(pend, c)
		}
		whole := len(pend) / code.out * code.out
		for done := 0; done < whole; {
			// A padded group ends what one call decodes; another may follow.
			end := whole
			if code.pad {
				for i := done + code.out - 1; i < whole; i += code.out {
					if pend[i] == '=' {
						end = i + 1
						break
					}
				}
			}
			group := pend[done:end]
			if letters(group) == len(group) {
				if k, ok := code.decode(out, group); ok {
					p.Out.Write(out[:k])
					done = end
					continue
				}
			}
			for ; len(group) > 0; group = group[code.out:] {
				if n := letters(group[:code.out]); n < code.out {
					return begun(group[:n], true)
				}
				k, ok := code.decode(out, group[:code.out])
				if !ok {
					return begun(group[:code.out], true)
				}
				p.Out.Write(out[:k])
			}
			done = end
		}
		pend = append(pend[:0], pend[whole:]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return fail(err)
		}
	}
	if len(pend) > 0 {
		return begun(pend[:letters(pend)], false)
	}
	return 0
}
