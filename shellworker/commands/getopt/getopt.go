// Package getopt parses command lines as GNU getopt_long(3) does: bundled and
// long options, unambiguous abbreviations, optional arguments, operands
// anywhere, and glibc's error texts.
package getopt

import (
	"fmt"
	"strings"
)

// Arg tells whether an option takes an argument.
type Arg uint8

const (
	None Arg = iota
	Required
	Optional // only as --name=value or -xvalue
)

// Long is a long option. Opt.ID is ID where it is given: the letter of the
// short option that means the same, or any number above 255.
type Long struct {
	Name string
	Arg  Arg
	ID   int
}

// Opt is an option that was given. Name is how, for messages: "-x" or "--name".
type Opt struct {
	ID     int
	Name   string
	Arg    string
	HasArg bool
	Index  int // of the argument that holds the option
}

// Operand is the ID of an operand when Short begins with "-".
const Operand = 1

// Error is a wrong command line, in glibc's words and without the program's name.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

// Set is what a command accepts. Short is an optstring: each letter an option,
// ":" behind it a required, "::" an optional argument. A leading "+" ends the
// options at the first operand; a leading "-" returns operands in place as
// options with ID Operand.
type Set struct {
	Short string
	Long  []Long
}

// Parse returns the options in order and the operands. The options before an
// error are returned with it.
func (s *Set) Parse(args []string) (opts []Opt, operands []string, err error) {
	short, stop, inOrder := s.Short, false, false
	switch {
	case strings.HasPrefix(short, "+"):
		short, stop = short[1:], true
	case strings.HasPrefix(short, "-"):
		short, inOrder = short[1:], true
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest := args[i+1:]
			if inOrder {
				for _, r := range rest {
					opts = append(opts, Opt{ID: Operand, Arg: r, HasArg: true})
				}
				return opts, nil, nil
			}
			return opts, append(operands, rest...), nil
		}
		if len(a) < 2 || a[0] != '-' {
			switch {
			case stop:
				return opts, append(operands, args[i:]...), nil
			case inOrder:
				opts = append(opts, Opt{ID: Operand, Arg: a, HasArg: true, Index: i})
			default:
				operands = append(operands, a)
			}
			continue
		}
		if strings.HasPrefix(a, "--") {
			o, used, err := s.long(a[2:], args[i+1:])
			if err != nil {
				return opts, operands, err
			}
			o.Index = i
			if used {
				i++
			}
			opts = append(opts, o)
			continue
		}
		for j := 1; j < len(a); j++ {
			c := a[j]
			k := strings.IndexByte(short, c)
			if c == ':' || k < 0 {
				return opts, operands, &Error{fmt.Sprintf("invalid option -- '%c'", c)}
			}
			o := Opt{ID: int(c), Name: "-" + string(rune(c)), Index: i}
			if strings.HasPrefix(short[k+1:], ":") {
				optional := strings.HasPrefix(short[k+1:], "::")
				switch {
				case j+1 < len(a):
					o.Arg, o.HasArg = a[j+1:], true
				case optional:
				case i+1 < len(args):
					i++
					o.Arg, o.HasArg = args[i], true
				default:
					return opts, operands, &Error{fmt.Sprintf("option requires an argument -- '%c'", c)}
				}
				opts = append(opts, o)
				break
			}
			opts = append(opts, o)
		}
	}
	return opts, operands, nil
}

// long finds the option that text, "name" or "name=value", means.
func (s *Set) long(text string, next []string) (o Opt, used bool, err error) {
	name, value, has := strings.Cut(text, "=")
	var found []Long
	for _, l := range s.Long {
		if l.Name == name {
			found = []Long{l}
			break
		}
		if strings.HasPrefix(l.Name, name) {
			found = append(found, l)
		}
	}
	if len(found) == 0 {
		return o, false, &Error{fmt.Sprintf("unrecognized option '--%s'", text)}
	}
	for _, l := range found[1:] {
		if l.ID != found[0].ID || l.Arg != found[0].Arg {
			var b strings.Builder
			for _, l := range found {
				fmt.Fprintf(&b, " '--%s'", l.Name)
			}
			return o, false, &Error{fmt.Sprintf("option '--%s' is ambiguous; possibilities:%s", text, b.String())}
		}
	}
	l := found[0]
	o = Opt{ID: l.ID, Name: "--" + l.Name, Arg: value, HasArg: has}
	switch {
	case l.Arg == None && has:
		return o, false, &Error{fmt.Sprintf("option '--%s' doesn't allow an argument", l.Name)}
	case l.Arg == Required && !has:
		if len(next) == 0 {
			return o, false, &Error{fmt.Sprintf("option '--%s' requires an argument", l.Name)}
		}
		o.Arg, o.HasArg = next[0], true
		return o, true, nil
	}
	return o, false, nil
}
