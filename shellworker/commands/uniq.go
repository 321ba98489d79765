package commands

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "uniq", Run: uniqMain, Help: `
Usage: uniq [OPTION]... [INPUT [OUTPUT]]
Print one of each run of equal lines.

  -c, --count           with how many there are
  -d, --repeated        only lines that are repeated, one of each run
  -D                    all lines that are repeated
      --all-repeated[=METHOD]  the same, with empty lines between the runs:
                        none, prepend, separate
      --group[=METHOD]  all lines, with empty lines between the runs:
                        separate, prepend, append, both
  -u, --unique          only lines that aren't repeated
  -f, --skip-fields=N   the first N fields don't count
  -s, --skip-chars=N    the first N characters don't count
  -w, --check-chars=N   no more than N characters count
  -i, --ignore-case     letters match in both cases
  -z, --zero-terminated lines end in a zero byte
      --help            this text
      --version         the version
`})
}

func uniqMain(ctx context.Context, p *Process) int {
	var count, repeated, unique, fold, all bool
	method, group := "none", ""
	skipFields, skipChars, check := uint64(0), uint64(0), uint64(1<<63)
	delim := byte('\n')
	number := func(arg, what string) uint64 {
		n, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
				return 1 << 63
			}
			p.Fatalf(1, "%s: invalid number of %s", arg, what)
		}
		return n
	}
	opts, _ := p.Getopt("-0123456789cdDuf:s:w:iz", getopt.Long{Name: "count", ID: 'c'}, getopt.Long{Name: "repeated", ID: 'd'},
		getopt.Long{Name: "all-repeated", Arg: getopt.Optional, ID: 'D'}, getopt.Long{Name: "group", Arg: getopt.Optional, ID: 300},
		getopt.Long{Name: "unique", ID: 'u'}, getopt.Long{Name: "skip-fields", Arg: getopt.Required, ID: 'f'},
		getopt.Long{Name: "skip-chars", Arg: getopt.Required, ID: 's'}, getopt.Long{Name: "check-chars", Arg: getopt.Required, ID: 'w'},
		getopt.Long{Name: "ignore-case", ID: 'i'}, getopt.Long{Name: "zero-terminated", ID: 'z'})
	var files []string
	newForm := true // of -f: digits of -12 add up
	for _, o := range opts {
		switch o.ID {
		case getopt.Operand:
			// +N skips characters, as it did of old.
			if n, err := strconv.ParseUint(strings.TrimPrefix(o.Arg, "+"), 10, 63); err == nil && o.Name == "" && strings.HasPrefix(o.Arg, "+") {
				skipChars = n
			} else {
				files = append(files, o.Arg)
			}
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if newForm {
				skipFields, newForm = 0, false
			}
			skipFields = min(skipFields*10+uint64(o.ID-'0'), 1<<59)
		case 'c':
			count = true
		case 'd':
			repeated = true
		case 'D':
			all, repeated = true, true
			if o.HasArg {
				method = p.Choice("--all-repeated", o.Arg, "none", "prepend", "separate")
			}
		case 300:
			group = "separate"
			if o.HasArg {
				group = p.Choice("--group", o.Arg, "prepend", "append", "separate", "both")
			}
		case 'u':
			unique = true
		case 'f':
			skipFields, newForm = number(o.Arg, "fields to skip"), true
		case 's':
			skipChars = number(o.Arg, "bytes to skip")
		case 'w':
			check = number(o.Arg, "bytes to compare")
		case 'i':
			fold = true
		case 'z':
			delim = 0
		}
	}
	if len(files) > 2 {
		p.ExtraOperand(files[2])
	}
	if group != "" && (count || repeated || unique) {
		p.UsageError("--group is mutually exclusive with -c/-d/-D/-u")
	}
	if all && count {
		p.UsageError("printing all duplicated lines and repeat counts is meaningless")
	}
	in := p.Stdin
	name := "-"
	if len(files) > 0 && files[0] != "-" {
		name = files[0]
		f, err := p.Open(ctx, name)
		if err != nil {
			p.NameError(name, err)
			return 1
		}
		defer f.Close()
		in = f
	}
	out := p.Out
	if len(files) > 1 && files[1] != "-" {
		f, err := p.OpenFile(ctx, files[1], vfs.WriteOnly|vfs.Create|vfs.Truncate, 0o666)
		if err != nil {
			p.NameError(files[1], err)
			return 1
		}
		defer f.Close()
		out = NewOutput(f)
		defer out.Flush()
	}
	part := func(l []byte) []byte {
		for n := skipFields; n > 0 && len(l) > 0; n-- {
			i := 0
			for i < len(l) && (l[i] == ' ' || l[i] == '\t') {
				i++
			}
			for i < len(l) && l[i] != ' ' && l[i] != '\t' {
				i++
			}
			l = l[i:]
		}
		l = l[min(skipChars, uint64(len(l))):]
		return l[:min(check, uint64(len(l)))]
	}
	same := func(a, b []byte) bool {
		if fold {
			return equalFoldASCII(a, b)
		}
		return bytes.Equal(a, b)
	}
	put := func(l []byte) {
		out.Write(l)
		out.WriteByte(delim)
	}
	var first []byte // of the group at hand
	var key []byte
	n, runs := 0, 0
	// write writes the first line of a run, or one that follows it, if the
	// options ask for it.
	write := func(l []byte, later bool) {
		switch {
		case n == 1 && repeated, n > 1 && !later && unique, later && !all:
			return
		case count:
			fmt.Fprintf(out, "%7d ", n)
		}
		put(l)
	}
	var prev []byte // the first line of the run, with -D the last
	err := eachLine(ctx, in, delim, func(l []byte, _ bool) {
		k := part(l)
		repeats := n > 0 && same(k, key)
		switch {
		case group != "":
			if !repeats {
				if n > 0 || group == "prepend" || group == "both" {
					out.WriteByte(delim)
				}
				first = append(first[:0], l...)
				key, n = part(first), 1
			}
			put(l)
			return
		case !repeats:
			if n > 0 {
				write(prev, false)
			}
			n = 1
		default:
			n++
			if all {
				if n == 2 {
					if method == "prepend" || method == "separate" && runs > 0 {
						out.WriteByte(delim)
					}
					runs++
				}
				write(prev, true)
			}
			if !all {
				return
			}
		}
		prev = append(prev[:0], l...)
		key = part(prev)
	})
	switch {
	case n == 0:
	case group == "append" || group == "both":
		out.WriteByte(delim)
	case group == "":
		write(prev, false)
	}
	if err != nil {
		out.Flush()
		p.Errorf("error reading %s", quote.Always(name))
		return 1
	}
	return 0
}

// equalFoldASCII compares bytes with the letters of ASCII in any case.
func equalFoldASCII(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, c := range a {
		if d := b[i]; c != d && (c^d != 32 || c|32 < 'a' || c|32 > 'z') {
			return false
		}
	}
	return true
}
