package commands

import "context"

// Observe calls f with the arguments of each command that runs from now on.
func Observe(f func(name string, args []string)) {
	for name, c := range registry {
		run := c.Run
		c.Run = func(ctx context.Context, p *Process) int {
			f(name, p.Args)
			return run(ctx, p)
		}
	}
}
