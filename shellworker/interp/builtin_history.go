package interp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/strftime"
)

func init() {
	register(
		&builtin{"history", history, "[-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]"},
		&builtin{"fc", fc, "[-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]"},
	)
}

// historyMax bounds the list where HISTSIZE doesn't.
const historyMax = 10000

// addHistory enters a command in the history list, as HISTCONTROL, HISTIGNORE
// and HISTSIZE say.
func (sh *Shell) addHistory(line string) {
	line = strings.TrimRight(line, "\n")
	if line == "" {
		return
	}
	for _, c := range strings.Split(sh.get("HISTCONTROL"), ":") {
		switch c {
		case "ignorespace", "ignoreboth":
			if line[0] == ' ' {
				return
			}
		}
		switch c {
		case "ignoredups", "ignoreboth":
			if n := len(sh.history); n > 0 && sh.history[n-1] == line {
				return
			}
		case "erasedups":
			kept := sh.history[:0:0]
			for _, h := range sh.history {
				if h != line {
					kept = append(kept, h)
				}
			}
			sh.history = kept
		}
	}
	if ignore := sh.get("HISTIGNORE"); ignore != "" {
		for _, p := range splitColons(ignore) {
			if p == "&" && len(sh.history) > 0 {
				p = sh.history[len(sh.history)-1]
			}
			if sh.compilePattern(p).Match(line) {
				return
			}
		}
	}
	sh.pushHistory(line)
}

func (sh *Shell) pushHistory(line string) {
	sh.history = append(sh.history, line)
	size := historyMax
	if n, err := strconv.Atoi(sh.get("HISTSIZE")); err == nil && n >= 0 {
		size = min(size, n)
	}
	if n := len(sh.history) - size; n > 0 {
		sh.history = append([]string(nil), sh.history[n:]...)
		sh.historyBase += n
	}
}

// noteHistory enters the text of a command that was read, where the history
// is on: lines are joined as cmdhist does.
func (sh *Shell) noteHistory(text string) {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	out := ""
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if t == "" || strings.HasPrefix(t, "#") && out == "" {
			continue
		}
		switch {
		case out == "":
			out = l
		case endsOpen(out):
			out += " " + t
		default:
			out += "; " + t
		}
	}
	sh.addHistory(out)
}

func endsOpen(s string) bool {
	for _, w := range []string{"do", "then", "else", "{", "(", "|", "&&", "in", ";", "&"} {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

func (sh *Shell) histFile(args []string) (string, bool) {
	name := sh.get("HISTFILE")
	if len(args) > 0 {
		name = args[0]
	}
	return name, name != ""
}

func history(sh *Shell, args []string) int {
	for i, a := range args { // -d -2 is no option
		if a == "--" {
			break
		}
		if i > 0 && args[i-1] == "-d" {
			continue
		}
	}
	opts, rest, ok := sh.getopt(args, "acd:npsrw")
	if !ok {
		return sh.usageError()
	}
	modes := 0
	for _, c := range "anrw" {
		if has(opts, byte(c)) {
			modes++
		}
	}
	if modes > 1 {
		sh.builtinErrorf("cannot use more than one of -anrw")
		return 1
	}
	if has(opts, 'c') {
		sh.history, sh.historyBase = nil, 0
		if len(opts) == 1 && len(rest) == 0 {
			return 0
		}
	}
	for _, o := range opts {
		if o.c == 'd' {
			return sh.deleteHistory(o.arg)
		}
	}
	switch {
	case has(opts, 's'):
		if len(rest) > 0 {
			if sh.opts[oHistory] && len(sh.history) > 0 && sh.historyLast {
				sh.history = sh.history[:len(sh.history)-1]
			}
			sh.addHistory(strings.Join(rest, " "))
		}
		return 0
	case has(opts, 'p'):
		if sh.opts[oHistory] && len(sh.history) > 0 && sh.historyLast {
			sh.history = sh.history[:len(sh.history)-1]
			sh.historyLast = false
		}
		status := 0
		for _, r := range rest {
			s, err := sh.expandHistory(r)
			if err != "" {
				sh.builtinErrorf("%s: history expansion failed", r)
				status = 1
				continue
			}
			sh.print(s + "\n")
		}
		return status
	case modes == 1:
		return sh.historyFile(opts, rest)
	}
	n := len(sh.history)
	if len(rest) > 0 {
		v, ok := sh.numericArg(rest[0])
		if !ok {
			return 1
		}
		if len(rest) > 1 {
			sh.builtinErrorf("too many arguments")
			return 1
		}
		if v < 0 {
			v = -v
		}
		n = int(min(v, int64(n)))
	}
	stamp := ""
	if f := sh.get("HISTTIMEFORMAT"); f != "" {
		stamp = string(strftime.AppendC(nil, f, sh.zone(sh.k.now())))
	}
	var b strings.Builder
	for i := len(sh.history) - n; i < len(sh.history); i++ {
		fmt.Fprintf(&b, "%5d  %s%s\n", sh.historyBase+i+1, stamp, sh.history[i])
	}
	return sh.print(b.String())
}

func (sh *Shell) deleteHistory(arg string) int {
	index := func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		if err != nil {
			sh.builtinErrorf("%s: history position out of range", arg)
			return 0, false
		}
		if n < 0 {
			n += len(sh.history) + 1
		} else {
			n -= sh.historyBase
		}
		if n < 1 || n > len(sh.history) {
			sh.builtinErrorf("%s: history position out of range", arg)
			return 0, false
		}
		return n, true
	}
	first, last := arg, arg
	if i := strings.IndexByte(arg[min(1, len(arg)):], '-'); i >= 0 {
		first, last = arg[:i+1], arg[i+2:]
	}
	a, ok := index(first)
	if !ok {
		return 1
	}
	b, ok := index(last)
	if !ok {
		return 1
	}
	if b < a {
		sh.builtinErrorf("%s: history position out of range", arg)
		return 1
	}
	sh.history = append(sh.history[:a-1:a-1], sh.history[b:]...)
	return 0
}

func (sh *Shell) historyFile(opts []optArg, rest []string) int {
	name, ok := sh.histFile(rest)
	if !ok {
		return 1
	}
	ctx := sh.proc.ctx
	write := func(lines []string, flags int) int {
		f, err := sh.k.fs.Open(ctx, sh.path(name), vfs.WriteOnly|vfs.Create|flags, 0o600)
		if err != nil {
			sh.builtinErrorf("%s: cannot create: %s", name, vfs.ErrText(err))
			return 1
		}
		defer f.Close()
		if len(lines) > 0 {
			f.Write([]byte(strings.Join(lines, "\n") + "\n"))
		}
		return 0
	}
	switch {
	case has(opts, 'w'):
		sh.historyDone = len(sh.history)
		return write(sh.history, vfs.Truncate)
	case has(opts, 'a'):
		lines := sh.history[min(sh.historyDone, len(sh.history)):]
		sh.historyDone = len(sh.history)
		return write(lines, vfs.Append)
	}
	b, err := sh.k.fs.ReadFile(ctx, sh.path(name), 16<<20)
	if err != nil {
		return 1
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(b) == 0 {
		lines = nil
	}
	if has(opts, 'n') {
		lines = lines[min(sh.historyRead, len(lines)):]
	}
	sh.historyRead += len(lines)
	for _, l := range lines {
		sh.pushHistory(l)
	}
	sh.historyDone = len(sh.history)
	return 0
}

// fcIndex finds what first and last of fc mean: an index into the list.
func (sh *Shell) fcIndex(s string, list []string, listing bool) int {
	if n, err := strconv.Atoi(s); err == nil {
		if n < 0 {
			n += len(list)
			return max(n, 0)
		}
		if n == 0 {
			if listing {
				return len(list)
			}
			return len(list) - 1
		}
		n -= sh.historyBase + 1
		return min(max(n, 0), len(list)-1)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if strings.HasPrefix(list[i], s) {
			return i
		}
	}
	return -1
}

func fc(sh *Shell, args []string) int {
	// A negative number is an operand.
	var flags []string
	rest := args
	for len(rest) > 0 {
		a := rest[0]
		if a == "--" {
			rest = rest[1:]
			break
		}
		if len(a) < 2 || a[0] != '-' || a[1] >= '0' && a[1] <= '9' {
			break
		}
		flags = append(flags, a)
		rest = rest[1:]
		if a == "-e" && len(rest) > 0 {
			flags = append(flags, rest[0])
			rest = rest[1:]
		}
	}
	opts, _, ok := sh.getopt(flags, "e:lnrs")
	if !ok {
		return sh.usageError()
	}
	list := sh.history
	if sh.opts[oHistory] && sh.historyLast && len(list) > 0 {
		list = list[:len(list)-1]
	}
	editor := ""
	again := has(opts, 's')
	for _, o := range opts {
		if o.c == 'e' {
			if editor = o.arg; editor == "-" {
				again = true
			}
		}
	}
	if again {
		var from, to string
		subst := false
		for len(rest) > 0 && strings.IndexByte(rest[0], '=') > 0 {
			from, to, subst = strings.Cut(rest[0], "=")
			rest = rest[1:]
		}
		i := len(list) - 1
		if len(rest) > 0 {
			i = sh.fcIndex(rest[0], list, false)
		}
		if i < 0 {
			sh.builtinErrorf("no command found")
			return 1
		}
		cmd := list[i]
		if subst {
			cmd = strings.ReplaceAll(cmd, from, to)
		}
		sh.output(2, []byte(cmd+"\n"))
		if sh.opts[oHistory] && sh.historyLast {
			sh.history = sh.history[:len(sh.history)-1]
			sh.historyLast = false
			sh.addHistory(cmd)
		}
		old := sh.cmdName
		sh.cmdName = ""
		defer func() { sh.cmdName = old }()
		return sh.evalText(cmd, sh.line, "fc")
	}
	if len(list) == 0 {
		if has(opts, 'l') {
			return 0
		}
		sh.builtinErrorf("history specification out of range")
		return 1
	}
	listing := has(opts, 'l')
	first, last := 0, len(list)-1
	switch {
	case len(rest) == 0 && listing:
		first = max(len(list)-16, 0)
	case len(rest) == 0:
		first = len(list) - 1
	default:
		first = sh.fcIndex(rest[0], list, listing)
		if len(rest) > 1 {
			last = sh.fcIndex(rest[1], list, listing)
		} else if !listing {
			last = first
		}
	}
	if first < 0 || last < 0 {
		sh.builtinErrorf("history specification out of range")
		return 1
	}
	reverse := has(opts, 'r')
	if first > last {
		first, last = last, first
		reverse = !reverse
	}
	last = min(last, len(list)-1)
	var picked []int
	for i := first; i <= last; i++ {
		picked = append(picked, i)
	}
	if reverse {
		for i, j := 0, len(picked)-1; i < j; i, j = i+1, j-1 {
			picked[i], picked[j] = picked[j], picked[i]
		}
	}
	var b strings.Builder
	if listing {
		for _, i := range picked {
			if !has(opts, 'n') {
				b.WriteString(strconv.Itoa(sh.historyBase + i + 1))
			}
			b.WriteString("\t " + list[i] + "\n")
		}
		return sh.print(b.String())
	}
	for _, i := range picked {
		b.WriteString(list[i] + "\n")
	}
	return sh.fcEdit(editor, b.String())
}

// fcEdit lets an editor change the commands, and runs them.
func (sh *Shell) fcEdit(editor, text string) int {
	if editor == "" {
		for _, n := range []string{"FCEDIT", "EDITOR"} {
			if editor = sh.get(n); editor != "" {
				break
			}
		}
		if editor == "" {
			editor = "vi"
		}
	}
	name := fmt.Sprintf("/tmp/bash-fc.%08x", sh.random32())
	ctx := context.WithoutCancel(sh.proc.ctx)
	if err := sh.k.fs.WriteFile(ctx, name, []byte(text), 0o600); err != nil {
		sh.builtinErrorf("%s: cannot open temp file: %s", name, vfs.ErrText(err))
		return 1
	}
	defer sh.k.fs.Unlink(ctx, name)
	old := sh.cmdName
	sh.cmdName = ""
	defer func() { sh.cmdName = old }()
	if status := sh.evalText(editor+" "+name, sh.line, "fc"); status != 0 {
		return status
	}
	edited, err := sh.k.fs.ReadFile(ctx, name, 1<<20)
	if err != nil {
		return 1
	}
	sh.output(2, edited)
	return sh.evalText(string(edited), sh.line, "fc")
}

// expandHistory expands the history references of a line (bash 5.2 "History
// Expansion"). err says what wasn't found.
func (sh *Shell) expandHistory(line string) (out string, err string) {
	var b strings.Builder
	quote := byte(0)
	if strings.HasPrefix(line, "^") {
		parts := strings.SplitN(line[1:], "^", 3)
		if len(parts) >= 2 && len(sh.history) > 0 {
			last := sh.history[len(sh.history)-1]
			if !strings.Contains(last, parts[0]) {
				return "", line + ": substitution failed"
			}
			tail := ""
			if len(parts) > 2 {
				tail = parts[2]
			}
			return strings.Replace(last, parts[0], parts[1], 1) + tail, ""
		}
	}
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line) && quote != '\'':
			b.WriteString(line[i : i+2])
			i += 2
			continue
		case c == '\'' && quote != '"' || c == '"' && quote != '\'':
			if quote == c {
				quote = 0
			} else {
				quote = c
			}
		case c == '!' && quote != '\'' && i+1 < len(line) && strings.IndexByte(" \t\n=(\"", line[i+1]) < 0:
			text, n, e := sh.historyRef(line[i:])
			if e != "" {
				return "", e
			}
			if n > 0 {
				b.WriteString(text)
				i += n
				continue
			}
		}
		b.WriteByte(c)
		i++
	}
	return b.String(), ""
}

// historyRef expands the reference that s begins with; n is its length.
func (sh *Shell) historyRef(s string) (text string, n int, err string) {
	list := sh.history
	event, i := "", 1
	found := false
	get := func(k int) {
		if k >= 0 && k < len(list) {
			event, found = list[k], true
		}
	}
	switch c := s[1]; {
	case c == '!':
		i = 2
		get(len(list) - 1)
	case c == '#':
		return "", 2, ""
	case c == '$' || c == '^' || c == '*':
		get(len(list) - 1)
	case c == '-' || c >= '0' && c <= '9':
		e := 2
		for e < len(s) && s[e] >= '0' && s[e] <= '9' {
			e++
		}
		k, aerr := strconv.Atoi(s[1:e])
		if aerr != nil {
			return "", 0, s[:e] + ": event not found"
		}
		i = e
		if k < 0 {
			get(len(list) + k)
		} else {
			get(k - 1 - sh.historyBase)
		}
	case c == '?':
		e := strings.IndexByte(s[2:], '?')
		sub := s[2:]
		i = len(s)
		if e >= 0 {
			sub, i = s[2:2+e], e+3
		}
		for k := len(list) - 1; k >= 0 && !found; k-- {
			if strings.Contains(list[k], sub) {
				get(k)
			}
		}
	default:
		e := 1
		for e < len(s) && strings.IndexByte(" \t\n:;&|<>()\"'$^*", s[e]) < 0 {
			e++
		}
		if e == 1 {
			return "", 0, ""
		}
		i = e
		for k := len(list) - 1; k >= 0 && !found; k-- {
			if strings.HasPrefix(list[k], s[1:e]) {
				get(k)
			}
		}
	}
	if !found {
		return "", 0, s[:i] + ": event not found"
	}
	// word designators
	words := strings.Fields(event)
	text = event
	start := i
	if i < len(s) && s[i] == ':' && i+1 < len(s) && strings.IndexByte("0123456789^$*-%", s[i+1]) >= 0 {
		i++
	}
	if i < len(s) && (i > start || strings.IndexByte("^$*-%", s[i]) >= 0) && (s[i] != '-' || i > start) {
		word := func(k int) int { return min(max(k, 0), len(words)-1) }
		num := func() (int, bool) {
			e := i
			for e < len(s) && s[e] >= '0' && s[e] <= '9' {
				e++
			}
			k, aerr := strconv.Atoi(s[i:e])
			i = e
			return k, aerr == nil
		}
		lo, hi := 0, 0
		switch s[i] {
		case '^':
			lo, hi = 1, 1
			i++
		case '$':
			lo, hi = len(words)-1, len(words)-1
			i++
		case '*':
			lo, hi = 1, len(words)-1
			i++
		default:
			if k, ok := num(); ok {
				lo, hi = k, k
			}
			if i < len(s) && s[i] == '*' {
				hi = len(words) - 1
				i++
			} else if i < len(s) && s[i] == '-' {
				i++
				hi = len(words) - 2
				if i < len(s) && s[i] == '$' {
					hi = len(words) - 1
					i++
				} else if k, ok := num(); ok {
					hi = k
				}
			}
		}
		if lo > hi || len(words) == 0 {
			text = ""
		} else {
			text = strings.Join(words[word(lo):word(hi)+1], " ")
		}
	}
	// modifiers
	for i+1 < len(s) && s[i] == ':' {
		switch m := s[i+1]; m {
		case 'h':
			if k := strings.LastIndexByte(text, '/'); k > 0 {
				text = text[:k]
			}
			i += 2
		case 't':
			text = text[strings.LastIndexByte(text, '/')+1:]
			i += 2
		case 'r':
			if k := strings.LastIndexByte(text, '.'); k > 0 {
				text = text[:k]
			}
			i += 2
		case 'e':
			if k := strings.LastIndexByte(text, '.'); k > 0 {
				text = text[k:]
			}
			i += 2
		case 'p':
			i += 2
		case 'q':
			text = singleQuote(text)
			i += 2
		case 's', 'g':
			all := m == 'g'
			j := i + 2
			if all {
				if j >= len(s) || s[j] != 's' {
					return text, i, ""
				}
				j++
			}
			if j >= len(s) {
				return text, i, ""
			}
			d := s[j]
			parts := strings.SplitN(s[j+1:], string(d), 3)
			if len(parts) < 2 {
				return text, len(s), ""
			}
			if all {
				text = strings.ReplaceAll(text, parts[0], parts[1])
			} else {
				text = strings.Replace(text, parts[0], parts[1], 1)
			}
			i = j + 1 + len(parts[0]) + 1 + len(parts[1])
			if len(parts) > 2 {
				i++
			}
		default:
			return text, i, ""
		}
	}
	return text, i, ""
}
