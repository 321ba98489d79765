package interp

import (
	_ "embed"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/capshell/capshell/shellworker/pattern"
)

//go:embed help.txt
var helpText string

// topic is what help knows of a builtin or a reserved word.
type topic struct {
	name  string
	usage string // with the name
	text  string // the first line says it in short
}

func (t *topic) about() string { s, _, _ := strings.Cut(t.text, "\n"); return s }

// topics are all there are, sorted.
var topics = sync.OnceValue(func() []topic {
	var list []topic
	for _, part := range strings.Split("\n"+helpText, "\n### ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		name, usage, ok := strings.Cut(head, "|")
		if !ok {
			usage = strings.TrimSpace(name + " " + builtins[name].usage)
		}
		list = append(list, topic{name, usage, strings.TrimRight(text, "\n")})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list
})

// showHelp is NAME --help.
func (sh *Shell) showHelp(name string) {
	for _, t := range topics() {
		if t.name == name {
			sh.print(t.long())
		}
	}
}

func (t *topic) body() string {
	return "    " + strings.ReplaceAll(t.text, "\n", "\n    ") + "\n"
}

func (t *topic) long() string { return t.name + ": " + t.usage + "\n" + t.body() }

func help(sh *Shell, args []string) int {
	opts, rest, ok := sh.getopt(args, "dms")
	if !ok {
		return sh.usageError()
	}
	if len(rest) == 0 {
		if has(opts, 's') || has(opts, 'd') || has(opts, 'm') {
			rest = []string{""}
		} else {
			return sh.print(helpTable(sh))
		}
	}
	var b strings.Builder
	if strings.ContainsAny(rest[0], "*?[") && rest[0] != "[" && rest[0] != "[[" {
		s := ""
		if len(rest) > 1 {
			s = "s"
		}
		fmt.Fprintf(&b, "Shell commands matching keyword%s `%s'\n\n", s, strings.Join(rest, ", "))
	}
	found := false
	for _, word := range rest {
		m := pattern.Compile(word, pattern.Extglob)
		for pass := range 2 {
			here := false
			for _, t := range topics() {
				if pass == 0 && t.name != word && !m.Match(t.name) || pass == 1 && !strings.HasPrefix(t.name, word) {
					continue
				}
				found, here = true, true
				switch {
				case has(opts, 'd'):
					b.WriteString(t.name + " - " + t.about() + "\n")
				case has(opts, 'm'):
					b.WriteString("NAME\n    " + t.name + " - " + t.about() + "\n\nSYNOPSIS\n    " + t.usage + "\n\nDESCRIPTION\n" + t.body() +
						"\nSEE ALSO\n    bash(1)\n\nIMPLEMENTATION\n    capshell, compatible with GNU bash, version " + bashVersion + " (" + machType + ")\n\n")
				case has(opts, 's'):
					b.WriteString(t.name + ": " + t.usage + "\n")
				default:
					b.WriteString(t.long())
				}
			}
			if here {
				break
			}
		}
		if !found {
			sh.builtinErrorf("no help topics match `%s'.  Try `help help' or `man -k %s' or `info %s'.", word, word, word)
		}
	}
	if s := sh.print(b.String()); s != 0 || found {
		return s
	}
	return 1
}

// helpTable is the list of all topics in two columns; a star marks builtins
// that are disabled.
func helpTable(sh *Shell) string {
	var b strings.Builder
	b.WriteString("GNU bash, version " + bashVersion + " (" + machType + ")\nThese shell commands are defined internally.  Type `help' to see this list.\n" +
		"Type `help name' to find out more about the function `name'.\n" +
		"Use `info bash' to find out more about the shell in general.\nUse `man -k' or `info' to find out more about commands not in this list.\n\nA star (*) next to a name means that the command is disabled.\n\n")
	columns, err := strconv.Atoi(sh.get("COLUMNS"))
	if err != nil || columns <= 0 {
		columns = 80
	}
	width := max(min(columns/2, 128), 8)
	list := topics()
	cell := func(t *topic, most int) string {
		mark := " "
		if sh.disabled[t.name] {
			mark = "*"
		}
		s := mark + t.usage
		if len(s) > most {
			s = s[:most-1] + ">"
		}
		return s
	}
	rows := (len(list) + 1) / 2
	for i := range rows {
		left := cell(&list[i], width-1)
		b.WriteString(left)
		if i+rows < len(list) {
			b.WriteString(strings.Repeat(" ", width-len(left)) + cell(&list[i+rows], width-2))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// times shows the processor time of the shell and of its children, which share
// one process: all of it is the shell's own.
func times(sh *Shell, args []string) int {
	if _, _, ok := sh.getopt(args, ""); !ok {
		return sh.usageError()
	}
	used := timeText(sh.k.cpuTime(), 3, true)
	none := timeText(0, 3, true)
	return sh.print(used + " " + none + "\n" + none + " " + none + "\n")
}

// cpuTime is the processor time that the exec has used.
func (k *kernel) cpuTime() time.Duration {
	if k.cpu == nil {
		return 0
	}
	return max(k.cpu()-k.cpuStart, 0)
}
