package commands

import (
	"fmt"
	"slices"
	"strings"
)

// Choice returns the one of the words that arg is or abbreviates without doubt.
// Another argument ends the command, with status 1 whatever its status of wrong
// usage is, and with GNU's list of the valid ones. A word
// "a,b" holds names for one choice, of which the first is returned.
func (p *Process) Choice(option, arg string, words ...string) string {
	if c, ok := p.choose(option, arg, words); ok {
		return c
	}
	p.usageTry(1)
	return ""
}

// ChoiceExit is as Choice, for a command that ends with a status of its own and
// doesn't point to its help.
func (p *Process) ChoiceExit(status int, option, arg string, words ...string) string {
	c, ok := p.choose(option, arg, words)
	if !ok {
		p.Exit(status)
	}
	return c
}

// ExactChoice is as Choice, for words that may not be abbreviated.
func (p *Process) ExactChoice(option, arg string, words ...string) string {
	if slices.Contains(words, arg) {
		return arg
	}
	p.invalidChoice("invalid", option, arg, words)
	p.usageTry(1)
	return ""
}

func (p *Process) choose(option, arg string, words []string) (string, bool) {
	found := ""
	several := false
	for _, w := range words {
		first, _, _ := strings.Cut(w, ",")
		for _, name := range strings.Split(w, ",") {
			if name == arg {
				return first, true
			}
			if strings.HasPrefix(name, arg) {
				if found != "" && found != first {
					several = true
				}
				found = first
			}
		}
	}
	if found != "" && !several {
		return found, true
	}
	kind := "invalid"
	if several {
		kind = "ambiguous"
	}
	p.invalidChoice(kind, option, arg, words)
	return "", false
}

// invalidChoice prints what was wrong and what would be right.
func (p *Process) invalidChoice(kind, option, arg string, words []string) {
	p.Errorf("%s argument %s for %s", kind, p.Quote(arg), p.Quote(option))
	fmt.Fprintln(p.Stderr, "Valid arguments are:")
	for _, w := range words {
		names := strings.Split(w, ",")
		for i := range names {
			names[i] = p.Quote(names[i])
		}
		fmt.Fprintf(p.Stderr, "  - %s\n", strings.Join(names, ", "))
	}
}
