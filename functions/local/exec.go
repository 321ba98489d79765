package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/capshell/capshell/functions/client"
)

type execCommand struct {
	remote
	Cwd     string        `placeholder:"DIR" help:"Working directory, under /workspace."`
	Env     []string      `sep:"none" placeholder:"K=V" help:"A variable of the environment; can be repeated."`
	Timeout time.Duration `help:"How long it may run, \"90s\"."`
	Effect  bool          `help:"Save all file changes at the end, or none where the exit status isn't 0."`
	Command string        `arg:"" optional:"" help:"A bash script; - or nothing reads it from standard input. Several words are a program and its arguments behind --."`
	Args    []string      `arg:"" optional:"" help:"More words: COMMAND is then a program, and these its arguments."`
}

func (c *execCommand) Run(ctx context.Context, o *options) error {
	env := map[string]string{}
	for _, kv := range c.Env {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" {
			return fmt.Errorf("--env=%s: it must be NAME=VALUE", kv)
		}
		env[k] = v
	}
	if c.Timeout != 0 && c.Timeout < time.Millisecond {
		return fmt.Errorf("--timeout=%s: it must be at least 1ms", c.Timeout)
	}
	r := client.ExecRequest{Cwd: c.Cwd, Env: env, Timeout: c.Timeout}
	if c.Effect {
		r.Mode = "effect"
	}
	switch {
	case len(c.Args) > 0:
		r.Args = append([]string{c.Command}, c.Args...)
	case c.Command == "" || c.Command == "-":
		r.Args = []string{"bash", "-s"}
	default:
		r.Command = c.Command
	}
	input := hasInput()
	r.StreamStdin = input
	cl, closeSystem, err := c.connect(o)
	if err != nil {
		return err
	}
	status, err := runExec(ctx, cl, c.Workspace, r)
	if err := errors.Join(err, closeSystem()); err != nil {
		return err
	}
	if status != 0 {
		return exitStatus(status)
	}
	return nil
}

// hasInput tells whether standard input is there to be read: a file or a
// pipe, and no terminal.
func hasInput() bool {
	fi, err := os.Stdin.Stat()
	if err != nil || term.IsTerminal(int(os.Stdin.Fd())) {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(fi, null)
}

// runExec starts the command, passes input and output, and hands an interrupt
// on to it.
func runExec(ctx context.Context, cl *client.Client, ws string, r client.ExecRequest) (int, error) {
	e, err := cl.Exec(context.WithoutCancel(ctx), ws, r)
	if err != nil {
		return 0, err
	}
	defer e.Close()
	ended, cancel := context.WithCancel(context.Background())
	defer cancel()
	if r.StreamStdin {
		// An exec that ends before its input does is no error.
		go cl.WriteStdin(ended, ws, e.ID, os.Stdin)
	}
	stop := context.AfterFunc(ctx, func() { cl.Kill(ended, ws, e.ID, "INT") })
	defer stop()
	return e.Output(os.Stdout, os.Stderr)
}
