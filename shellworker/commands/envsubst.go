package commands

import (
	"context"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "envsubst", Run: envsubstMain, Help: `
Usage: envsubst [OPTION] [SHELL-FORMAT]
Replace $VARIABLE and ${VARIABLE} in the standard input by their values; with
SHELL-FORMAT only those that it names.

  -v, --variables  print the names in SHELL-FORMAT
  -h, --help       this text
  -V, --version    the version
`})
}

// envNames calls use with each part of s: text, or a reference to a variable.
func envNames(s string, text func(string), ref func(name, whole string)) {
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		j := i + 1
		brace := j < len(s) && s[j] == '{'
		if brace {
			j++
		}
		k := j
		for k < len(s) && (s[k] == '_' || s[k]|32 >= 'a' && s[k]|32 <= 'z' || k > j && s[k] >= '0' && s[k] <= '9') {
			k++
		}
		if k == j || brace && (k >= len(s) || s[k] != '}') {
			continue
		}
		name := s[j:k]
		if brace {
			k++
		}
		text(s[start:i])
		ref(name, s[i:k])
		start = k
		i = k - 1
	}
	text(s[start:])
}

func envsubstMain(ctx context.Context, p *Process) int {
	opts, args := p.Getopt("vhV", getopt.Long{Name: "variables", ID: 'v'})
	variables := false
	for _, o := range opts {
		switch o.ID {
		case 'v':
			variables = true
		case 'h':
			p.Out.WriteString(p.cmd.Help[1:])
			return 0
		case 'V':
			p.ShowVersion()
		}
	}
	if variables {
		if len(args) == 0 {
			p.Fatalf(1, "missing arguments")
		}
	}
	if len(args) > 1 {
		p.Fatalf(1, "too many arguments")
	}
	var only map[string]bool
	if len(args) == 1 {
		only = map[string]bool{}
		envNames(args[0], func(string) {}, func(name, _ string) {
			if variables {
				p.Out.WriteString(name + "\n")
			}
			only[name] = true
		})
	}
	if variables {
		return 0
	}
	err := eachLine(ctx, p.Stdin, '\n', func(l []byte, had bool) {
		envNames(string(l), func(t string) { p.Out.WriteString(t) }, func(name, whole string) {
			if only != nil && !only[name] {
				p.Out.WriteString(whole)
			} else {
				p.Out.WriteString(p.Getenv(name))
			}
		})
		if had {
			p.Out.WriteByte('\n')
		}
	})
	if err != nil {
		p.Out.Flush()
		p.Fatalf(1, "error while reading \"standard input\": %s", errText(err))
	}
	return 0
}
