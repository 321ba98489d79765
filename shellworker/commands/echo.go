package commands

import (
	"context"
	"strings"
)

func init() {
	Register(Command{Name: "echo", Run: echoMain, Help: `
Usage: echo [-neE] [STRING]...
Write the STRINGs with a space between them and a newline at the end.

  -n             no newline at the end
  -e             interpret backslash escapes
  -E             don't interpret them (default)
      --help     show this help
      --version  show the version

Escapes: \\ \a \b \c (stop here) \e \f \n \r \t \v \0NNN (octal) \xHH (hexadecimal)
`})
}

func echoMain(_ context.Context, p *Process) int {
	p.loneOption()
	args := p.Args
	newline := true
	_, posix := p.LookupEnv("POSIXLY_CORRECT")
	escapes := posix
	for !posix && len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	if posix && len(args) > 0 && args[0] == "-n" {
		newline, args = false, args[1:]
	}
	for i, a := range args {
		if i > 0 {
			p.Out.WriteByte(' ')
		}
		if !escapes || strings.IndexByte(a, '\\') < 0 {
			p.Out.WriteString(a)
			continue
		}
		b, stop := echoEscapes(a)
		p.Out.Write(b)
		if stop {
			return 0
		}
	}
	if newline {
		p.Out.WriteByte('\n')
	}
	return 0
}

// echoEscapes interprets echo's escapes; stop tells that \c was met.
func echoEscapes(s string) (out []byte, stop bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 == len(s) {
			out = append(out, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'a':
			c = '\a'
		case 'b':
			c = '\b'
		case 'c':
			return out, true
		case 'e':
			c = 0x1b
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'v':
			c = '\v'
		case 'x':
			v, n := 0, 0
			for n < 2 && i+1 < len(s) {
				d := strings.IndexByte("0123456789abcdef", s[i+1]|0x20)
				if d < 0 || s[i+1] < '0' {
					break
				}
				v, n, i = v*16+d, n+1, i+1
			}
			if n == 0 {
				out = append(out, '\\')
			} else {
				c = byte(v)
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v, n := int(c-'0'), 1
			if c == '0' {
				v, n = 0, 0
			}
			for ; n < 3 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '7'; n++ {
				i++
				v = v*8 + int(s[i]-'0')
			}
			c = byte(v)
		case '\\':
		default:
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out, false
}
