package commands_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/capshell/capshell/shellworker/commands"
	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// TestCases runs the recorded cases, and then tells which options no case used:
// what --help names has been compared with the real tool at least once.
func TestCases(t *testing.T) {
	var mu sync.Mutex
	runs := map[string][][]string{}
	commands.Observe(func(name string, args []string) {
		mu.Lock()
		defer mu.Unlock()
		runs[name] = append(runs[name], slices.Clone(args))
	})
	for _, area := range []string{"coreutils", "text", "git"} {
		t.Run(area, func(t *testing.T) { conformance.Run(t, "testdata/"+area, ours.Shell) })
	}
	t.Run("options", func(t *testing.T) {
		options := helpOptions()
		for _, name := range slices.Sorted(maps.Keys(options)) {
			for _, o := range unused(options[name], runs[name]) {
				t.Errorf("%s %s: no case uses it", name, o)
			}
		}
	})
}

// option is an option that a help text names.
type option struct {
	name string // "-x", "--long" or, as find has them, "-word"
	arg  bool   // it takes an argument
}

// helpOptions returns the options that each command's help text names.
func helpOptions() map[string][]option {
	all := map[string][]option{}
	for _, name := range commands.Names() {
		if name == "assets" || name == "bash" || name == "sh" {
			continue // ours alone; the shell, whose cases are interp's
		}
		for _, line := range strings.Split(commands.Lookup(name).Help, "\n") {
			all[name] = append(all[name], lineOptions(line)...)
		}
	}
	return all
}

var (
	optionName = regexp.MustCompile(`^(--[a-z0-9][-a-zA-Z0-9]*|-[a-zA-Z0-9]\b|-[a-z0-9][-a-z0-9_]+)`)
	optionArg  = regexp.MustCompile(`^(\[?=?[^ ,]+\]?| [A-Z][-A-Za-z0-9_=:/]*(\.\.\.)?)`)
)

// lineOptions reads the options at the beginning of a line: several stand
// between commas, or two blanks apart.
func lineOptions(line string) []option {
	rest := strings.TrimLeft(line, " ")
	if rest == line {
		return nil
	}
	var found []option
	for {
		name := optionName.FindString(rest)
		if name == "" {
			return found
		}
		rest = rest[len(name):]
		arg := optionArg.FindString(rest)
		rest = rest[len(arg):]
		found = append(found, option{name, arg != ""})
		if next := strings.TrimLeft(rest, ", "); len(rest)-len(next) >= 2 {
			rest = next
		} else {
			return found
		}
	}
}

// unused returns the names of the options that none of the command lines has.
func unused(options []option, runs [][]string) []string {
	takesArg := map[byte]bool{}
	for _, o := range options {
		if len(o.name) == 2 {
			takesArg[o.name[1]] = takesArg[o.name[1]] || o.arg
		}
	}
	used := map[string]bool{"--help": true, "--version": true,
		"--raw-output0": true, "--library-path": true} // of jq 1.7: Debian has 1.6
	for _, args := range runs {
		for _, a := range args {
			if long, _, _ := strings.Cut(a, "="); strings.HasPrefix(long, "--") {
				used[long] = true
				continue
			}
			used[a] = true
			for i := 1; i < len(a) && a[0] == '-'; i++ {
				used["-"+a[i:i+1]] = true
				if takesArg[a[i]] {
					break
				}
			}
		}
	}
	var left []string
	for _, o := range options {
		if !used[o.name] && !slices.Contains(left, o.name) {
			left = append(left, o.name)
		}
	}
	return left
}
