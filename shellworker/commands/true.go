package commands

import (
	"context"
	"fmt"
	"strings"
)

func init() {
	Register(Command{Name: "true", Help: "Usage: true [ARGUMENT]...\nDo nothing, and succeed.\n",
		Run: func(_ context.Context, p *Process) int { p.loneOption(); return 0 }})
	Register(Command{Name: "false", Help: "Usage: false [ARGUMENT]...\nDo nothing, and fail.\n",
		Run: func(_ context.Context, p *Process) int { p.loneOption(); return 1 }})
}

// loneOption answers --help and --version where they are the only argument: of
// commands that take everything else as it is.
func (p *Process) loneOption() {
	if len(p.Args) != 1 {
		return
	}
	switch p.Args[0] {
	case "--help":
		p.Out.WriteString(strings.TrimLeft(p.cmd.Help, "\n"))
		p.Exit(p.cmd.lonelyStatus())
	case "--version":
		fmt.Fprintf(p.Out, "%s (capshell) %s\n", p.cmd.Name, Version)
		p.Exit(p.cmd.lonelyStatus())
	}
}

func (c *Command) lonelyStatus() int {
	if c.Name == "false" {
		return 1
	}
	return 0
}
