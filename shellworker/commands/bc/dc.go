package bc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/lines"
)

const dcHelp = `
Usage: dc [OPTION] [FILE]...
Calculate with a stack and as many digits as it takes, by the programs given, in
the files, or from the standard input.

  -e, --expression=EXPR  the program is EXPR
  -f, --file=FILE        the program is in FILE
  -h, --help             this text
  -V, --version          the version
`

func init() { commands.Register(commands.Command{Name: "dc", Help: dcHelp, Run: runDC}) }

// cell is a number or a string.
type cell struct {
	n     number
	s     string
	isStr bool
}

type register struct {
	stack []cell
	arrs  []map[int]cell
}

type dc struct {
	bc    // for output
	stack []cell
	regs  map[byte]*register
	input *lines.Reader
}

// system runs a command by the shell.
func (d *dc) system(command string) {
	p := d.p
	p.Out.Flush()
	if p.Shell == nil {
		d.complain("no shell")
		return
	}
	c, err := p.Shell.Start(d.ctx, commands.Spawn{Args: []string{"sh", "-c", command}, Env: p.Env, Dir: p.Dir, Umask: p.Umask, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr})
	if err != nil {
		d.complain("%s", vfs.ErrText(err))
		return
	}
	c.Wait()
}

// raiseMod raises b to the power e by squaring, each time taking what a
// division by m to the scale leaves.
func (ar *arithmetic) raiseMod(b number, e *big.Int, m number, scale int) number {
	left := func(n number) number {
		if _, r, err := ar.mod(n, m, scale); err == nil {
			return r
		}
		return n
	}
	result := number{big.NewInt(1), 0}
	for i := 0; i < e.BitLen(); i++ {
		if e.Bit(i) == 1 {
			result = left(ar.mul(result, b, max(scale, b.scale)))
		}
		b = left(ar.mul(b, b, max(scale, b.scale)))
	}
	return result
}

const maxMacros = 10000

func runDC(ctx context.Context, p *commands.Process) int {
	d := &dc{regs: map[byte]*register{}}
	d.bc = bc{ctx: ctx, p: p, ibase: 10, obase: 10, width: 70, margin: 1}
	d.ar = newArithmetic(d.stop)
	if v := p.Getenv("DC_LINE_LENGTH"); v != "" {
		if n, err := strconv.Atoi(v); err == nil && (n == 0 || n >= 2) {
			d.width = n
		}
	}
	opts, files := p.Getopt("e:f:hV", getopt.Long{Name: "expression", Arg: getopt.Required, ID: 'e'}, getopt.Long{Name: "file", Arg: getopt.Required, ID: 'f'})
	ran := false
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(quitting); !ok {
				panic(r)
			}
		}
	}()
	d.input = lines.NewReader(ctx, p.Stdin, '\n')
	file := func(name string) {
		f, err := p.Input(ctx, name)
		var b []byte
		if err == nil {
			b, err = io.ReadAll(io.LimitReader(f, 64<<20))
			f.Close()
		}
		if err != nil {
			p.Out.Flush()
			d.complain("Could not open file %s", name)
			return
		}
		d.run(string(b), 0)
	}
	for _, o := range opts {
		switch o.ID {
		case 'e':
			d.run(o.Arg, 0)
			ran = true
		case 'f':
			file(o.Arg)
			ran = true
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		}
	}
	for _, f := range files {
		file(f)
		ran = true
	}
	if !ran {
		// What is read line by line goes on over line ends within strings.
		var pending strings.Builder
		for {
			if len(d.input.Buffered()) == 0 {
				p.Out.Flush() // who writes the next line may wait for this one's result
			}
			l, ok := d.input.Next()
			if !ok {
				break
			}
			pending.Write(l)
			s := pending.String()
			if open := strings.Count(s, "[") - strings.Count(s, "]"); open > 0 && len(s) < 64<<20 {
				continue
			}
			pending.Reset()
			d.run(s, 0)
		}
		if pending.Len() > 0 {
			d.run(pending.String(), 0)
		}
	}
	return 0
}

func (d *dc) complain(format string, a ...any) {
	d.p.Out.Flush()
	fmt.Fprintf(d.p.Stderr, "%s: "+format+"\n", append([]any{d.p.Name}, a...)...)
}

func (d *dc) push(c cell)    { d.stack = append(d.stack, c) }
func (d *dc) pushN(n number) { d.push(cell{n: n}) }
func (d *dc) need(n int) bool {
	if len(d.stack) < n {
		d.complain("stack empty")
		return false
	}
	return true
}

func (d *dc) pop() cell {
	c := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	return c
}

// numbers looks at the n numbers on top, last first.
func (d *dc) numbers(n int) ([]number, bool) {
	if !d.need(n) {
		return nil, false
	}
	out := make([]number, n)
	for i := range out {
		c := d.stack[len(d.stack)-1-i]
		if c.isStr {
			d.complain("non-numeric value")
			return nil, false
		}
		out[i] = c.n
	}
	return out, true
}

func (d *dc) reg(c byte) *register {
	r := d.regs[c]
	if r == nil {
		r = &register{}
		d.regs[c] = r
	}
	return r
}

func (d *dc) show(c cell) {
	if c.isStr {
		d.plain(c.s)
		return
	}
	d.out(d.ar.format(c.n, d.obase))
}

// run runs a program; it returns how many levels of macros are to be left.
func (d *dc) run(src string, level int) (leave int) {
	if level > maxMacros {
		d.complain("recursion too deep")
		return 0
	}
	binary := func(f func(a, b number) (number, error)) {
		ns, ok := d.numbers(2)
		if !ok {
			return
		}
		r, err := f(ns[1], ns[0])
		if err != nil {
			d.complain("%s", dcError(err))
			return
		}
		d.stack = d.stack[:len(d.stack)-2]
		d.pushN(r)
	}
	for i := 0; i < len(src); {
		d.tick()
		c := src[i]
		i++
		// arg takes the register's name behind a command.
		arg := func() (byte, bool) {
			if i >= len(src) {
				return 0, false
			}
			i++
			return src[i-1], true
		}
		left := -1
		do := func(m cell) {
			if !m.isStr {
				d.push(m)
				return
			}
			if strings.TrimLeft(src[i:], " \t\n") == "" && level > 0 {
				src, i = m.s, 0
				return
			}
			if n := d.run(m.s, level+1); n > 0 {
				left = n - 1
			}
		}
		switch {
		case c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '.' || c == '_':
			i--
			start := i
			negative := false
			if src[i] == '_' {
				negative = true
				i++
				start = i
			}
			dot := false
			for i < len(src) && (src[i] >= '0' && src[i] <= '9' || src[i] >= 'A' && src[i] <= 'F' || src[i] == '.' && !dot) {
				dot = dot || src[i] == '.'
				i++
			}
			n := d.ar.parseDigits(src[start:i], d.ibase, digitValue) // no digit is too large
			if negative {
				n = neg(n)
			}
			d.pushN(n)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '[':
			depth := 1
			start := i
			for i < len(src) && depth > 0 {
				switch src[i] {
				case '[':
					depth++
				case ']':
					depth--
				}
				i++
			}
			end := i
			if depth == 0 {
				end--
			}
			d.push(cell{s: src[start:end], isStr: true})
		case c == '+':
			binary(func(a, b number) (number, error) { return d.ar.add(a, b), nil })
		case c == '-':
			binary(func(a, b number) (number, error) { return d.ar.sub(a, b), nil })
		case c == '*':
			binary(func(a, b number) (number, error) {
				if a.digits()+b.digits() > maxDigits {
					return bigZero, errSize
				}
				return d.ar.mul(a, b, d.scale), nil
			})
		case c == '/':
			binary(func(a, b number) (number, error) { return d.ar.div(a, b, d.scale) })
		case c == '%':
			binary(func(a, b number) (number, error) {
				_, r, err := d.ar.mod(a, b, d.scale)
				if err == errDivide {
					err = errRemainder
				}
				return r, err
			})
		case c == '~':
			if ns, ok := d.numbers(2); ok {
				q, r, err := d.ar.mod(ns[1], ns[0], d.scale)
				if err != nil {
					d.complain("%s", dcError(err))
					break
				}
				d.stack = d.stack[:len(d.stack)-2]
				d.pushN(q)
				d.pushN(r)
			}
		case c == '^':
			binary(func(a, b number) (number, error) { return d.ar.raise(a, b, d.scale) })
		case c == '|':
			if ns, ok := d.numbers(3); ok {
				m, e, b := d.ar.rescale(ns[0], 0).v, d.ar.rescale(ns[1], 0).v, d.ar.rescale(ns[2], 0).v
				switch {
				case m.Sign() == 0:
					d.complain("remainder by zero")
				case e.Sign() < 0:
					d.complain("negative exponent")
				case d.scale > 0: // what is left of a division with digits behind the point
					d.stack = d.stack[:len(d.stack)-3]
					d.pushN(d.ar.raiseMod(ns[2], e, ns[0], d.scale))
				default:
					r := d.ar.powerModulo(b, e, abs(m))
					if b.Sign() < 0 && e.Bit(0) == 1 && r.Sign() > 0 {
						r.Sub(r, abs(m))
					}
					d.stack = d.stack[:len(d.stack)-3]
					d.pushN(number{r, 0})
				}
			}
		case c == 'v':
			if ns, ok := d.numbers(1); ok {
				r, err := d.ar.sqrt(ns[0], d.scale)
				if err != nil {
					d.complain("square root of negative number")
					break
				}
				d.pop()
				d.pushN(r)
			}
		case c == 'p':
			if d.need(1) {
				d.show(d.stack[len(d.stack)-1])
				d.plain("\n")
			}
		case c == 'n':
			if d.need(1) {
				d.show(d.pop())
			}
		case c == 'P':
			if d.need(1) {
				v := d.pop()
				if v.isStr {
					d.plain(v.s)
				} else {
					d.plain(string(new(big.Int).Abs(d.ar.rescale(v.n, 0).v).Bytes()))
				}
			}
		case c == 'f':
			for k := len(d.stack) - 1; k >= 0; k-- {
				d.show(d.stack[k])
				d.plain("\n")
			}
		case c == 'c':
			d.stack = d.stack[:0]
		case c == 'd':
			if d.need(1) {
				d.push(d.stack[len(d.stack)-1])
			}
		case c == 'r':
			if d.need(2) {
				n := len(d.stack)
				d.stack[n-1], d.stack[n-2] = d.stack[n-2], d.stack[n-1]
			}
		case c == 'R':
			if ns, ok := d.numbers(1); ok {
				d.pop()
				k := d.ar.int(ns[0])
				n := k
				if n < 0 {
					n = -n
				}
				if n > len(d.stack) {
					n = len(d.stack)
				}
				if n > 1 {
					part := d.stack[len(d.stack)-n:]
					if k > 0 {
						first := part[0]
						copy(part, part[1:])
						part[n-1] = first
					} else {
						last := part[n-1]
						copy(part[1:], part)
						part[0] = last
					}
				}
			}
		case c == 'z':
			d.pushN(fromInt(int64(len(d.stack))))
		case c == 'Z':
			if d.need(1) {
				v := d.pop()
				if v.isStr {
					d.pushN(fromInt(int64(len(v.s))))
				} else {
					d.pushN(fromInt(int64(d.ar.length(v.n))))
				}
			}
		case c == 'X':
			if d.need(1) {
				v := d.pop()
				d.pushN(fromInt(int64(v.n.scaleOf())))
			}
		case c == 'i':
			if ns, ok := d.numbers(1); ok {
				if n := d.ar.int(ns[0]); n < 2 || n > 16 {
					d.complain("input base must be a number between 2 and 16 (inclusive)")
				} else {
					d.ibase = n
				}
				d.pop()
			}
		case c == 'o':
			if ns, ok := d.numbers(1); ok {
				if n := d.ar.int(ns[0]); n < 2 {
					d.complain("output base must be a number greater than 1")
				} else {
					d.obase = min(n, 1<<31-1)
				}
				d.pop()
			}
		case c == 'k':
			if ns, ok := d.numbers(1); ok {
				if n := d.ar.int(ns[0]); n < 0 {
					d.complain("scale must be a nonnegative number")
				} else {
					d.bc.scale = min(n, maxScale)
				}
				d.pop()
			}
		case c == 'I':
			d.pushN(fromInt(int64(d.ibase)))
		case c == 'O':
			d.pushN(fromInt(int64(d.obase)))
		case c == 'K':
			d.pushN(fromInt(int64(d.bc.scale)))
		case c == 'a':
			if d.need(1) {
				v := d.pop()
				if v.isStr {
					if len(v.s) > 0 {
						v.s = v.s[:1]
					}
				} else {
					b := byte(new(big.Int).And(d.ar.rescale(v.n, 0).v, big.NewInt(255)).Int64())
					v = cell{s: string([]byte{b}), isStr: true}
				}
				d.push(v)
			}
		case c == 's' || c == 'S' || c == 'l' || c == 'L' || c == ':' || c == ';':
			name, ok := arg()
			if !ok {
				d.complain("unexpected end of file")
				break
			}
			r := d.reg(name)
			switch c {
			case 's':
				if d.need(1) {
					v := d.pop()
					if len(r.stack) == 0 {
						r.stack = append(r.stack, v)
					} else {
						r.stack[len(r.stack)-1] = v
					}
				}
			case 'S':
				if d.need(1) {
					r.stack = append(r.stack, d.pop())
				}
			case 'l':
				if len(r.stack) == 0 {
					d.pushN(bigZero)
				} else {
					d.push(r.stack[len(r.stack)-1])
				}
			case 'L':
				if len(r.stack) == 0 {
					d.complain("stack register '%c' (0%03o) is empty", name, name)
				} else {
					d.push(r.stack[len(r.stack)-1])
					r.stack = r.stack[:len(r.stack)-1]
				}
			case ':':
				if d.need(2) {
					k := d.pop()
					v := d.pop()
					if k.isStr || k.n.v.Sign() < 0 {
						d.complain("array index must be a nonnegative integer")
						break
					}
					if len(r.arrs) == 0 {
						r.arrs = append(r.arrs, map[int]cell{})
					}
					r.arrs[len(r.arrs)-1][d.ar.int(k.n)] = v
				}
			case ';':
				if d.need(1) {
					k := d.pop()
					if k.isStr || k.n.v.Sign() < 0 {
						d.complain("array index must be a nonnegative integer")
						break
					}
					v := cell{n: bigZero}
					if len(r.arrs) > 0 {
						if x, ok := r.arrs[len(r.arrs)-1][d.ar.int(k.n)]; ok {
							v = x
						}
					}
					d.push(v)
				}
			}
		case c == 'x':
			if d.need(1) {
				do(d.pop())
			}
		case c == '<' || c == '>' || c == '=' || c == '!':
			not := false
			if c == '!' {
				if i < len(src) && strings.IndexByte("<>=", src[i]) >= 0 {
					not = true
					c = src[i]
					i++
				} else {
					start := i
					for i < len(src) && src[i] != '\n' {
						i++
					}
					d.system(src[start:i])
					break
				}
			}
			name, ok := arg()
			if !ok {
				d.complain("unexpected end of file")
				break
			}
			k := 0 // what can't be compared counts as equal
			if ns, ok := d.numbers(2); ok {
				d.stack = d.stack[:len(d.stack)-2]
				k = d.ar.cmp(ns[0], ns[1])
			}
			hit := c == '<' && k < 0 || c == '>' && k > 0 || c == '=' && k == 0
			if hit != not {
				r := d.reg(name)
				if len(r.stack) == 0 {
					d.pushN(bigZero)
					break
				}
				do(r.stack[len(r.stack)-1])
			}
		case c == '?':
			if l, ok := d.input.Next(); ok {
				if n := d.run(string(l), level+1); n > 0 {
					left = n - 1
				}
			}
		case c == 'q':
			if level < 2 {
				panic(quitting{0})
			}
			return 2
		case c == 'Q':
			if ns, ok := d.numbers(1); ok {
				d.pop()
				n := d.ar.int(ns[0])
				if n < 1 {
					d.complain("Q command requires a number >= 1")
					break
				}
				if n > level {
					n = level
				}
				if n > 0 {
					return n
				}
			}
		default:
			// GNU dc writes the name to stderr and the rest to stdout.
			d.p.Out.Flush()
			fmt.Fprintf(d.p.Stderr, "%s: ", d.p.Name)
			if c < ' ' || c > '~' {
				d.plain(fmt.Sprintf("'\\%03o' (0%03o) unimplemented\n", c, c))
			} else {
				d.plain(fmt.Sprintf("'%c' (0%03o) unimplemented\n", c, c))
			}
		}
		if left >= 0 {
			if left > 0 {
				return left
			}
		}
	}
	return 0
}

func (a number) scaleOf() int {
	if a.v == nil {
		return 0
	}
	return a.scale
}

var errRemainder = errors.New("remainder by zero")

func dcError(err error) string {
	if err == errDivide {
		return "divide by zero"
	}
	return err.Error()
}
