// Capshell is the whole system on one machine, and its command-line tool.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/capshell/capshell/functions/internal/api"
)

// options is the command line.
type options struct {
	Data    string           `env:"CAPSHELL_DATA" default:"./.capshell" type:"path" help:"Data directory."`
	Version kong.VersionFlag `help:"Show the version."`

	Serve serveCommand `cmd:"" help:"Serve the HTTP API."`
	Exec  execCommand  `cmd:"" help:"Run a command in a workspace."`
	FS    fsCommand    `cmd:"" name:"fs" help:"Look at and change a workspace's files."`
	Demo  demoCommand  `cmd:"" help:"Show the main job on the Go distribution's own source."`
}

// remote names the server that a command talks to; without one it opens the
// data directory itself.
type remote struct {
	Server    string `env:"CAPSHELL_SERVER" placeholder:"URL" help:"A running server to talk to; without it the data directory is opened."`
	Token     string `env:"CAPSHELL_TOKEN" help:"Bearer token for the server."`
	Workspace string `short:"w" default:"default" help:"The workspace."`
}

// exitStatus ends the program with a status and no message.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() {
	var o options
	k := kong.Parse(&o, kong.Name("capshell"), kong.Description("A serverless shell: workspaces, and bash in them."),
		kong.Vars{"version": "capshell " + api.Version}, kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	k.BindTo(ctx, (*context.Context)(nil))
	err := k.Run(&o)
	var status exitStatus
	switch {
	case errors.As(err, &status):
		os.Exit(int(status))
	case err != nil:
		fmt.Fprintln(os.Stderr, "capshell:", err)
		os.Exit(1)
	}
}
