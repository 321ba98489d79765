package commands

import (
	"context"
	"strings"
)

func init() {
	Register(Command{Name: "yes", Run: yesMain, Help: `
Usage: yes [STRING]...
Write a line with all STRINGs, or y, over and over.

      --help     show this help
      --version  show the version
`})
}

func yesMain(_ context.Context, p *Process) int {
	_, words := p.Getopt("+")
	line := "y\n"
	if len(words) > 0 {
		line = strings.Join(words, " ") + "\n"
	}
	block := []byte(strings.Repeat(line, max(1, 8192/len(line))))
	for {
		if _, err := p.Stdout.Write(block); err != nil {
			if err == ErrSigpipe {
				p.Exit(141)
			}
			p.Fatalf(1, "standard output: %s", errText(err))
		}
	}
}
