package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/capshell/capshell/functions/internal/api"
)

type serveCommand struct {
	Listen string `default:"127.0.0.1:8080" help:"Address to listen on; another than loopback needs --tokens."`
	Tokens string `type:"existingfile" help:"JSON file of principals: a list of {name, token, workspaces, verbs}. Every request must then carry one's token."`
	Idle   int    `default:"4" help:"How many workers wait, started, for an exec."`
	storeFlags
	s3Flags
}

func (c *serveCommand) Run(ctx context.Context, o *options) error {
	if c.Idle < 0 || c.Idle > 256 {
		return fmt.Errorf("--idle=%d: it must be 0 to 256", c.Idle)
	}
	var auth *api.Auth
	if c.Tokens != "" {
		var err error
		if auth, err = api.LoadAuth(c.Tokens); err != nil {
			return err
		}
	}
	l, err := listen(c.Listen, auth != nil)
	if err != nil {
		return err
	}
	defer l.Close()
	publisher, stopS3, err := c.publisher(ctx, o.Data)
	if err != nil {
		return err
	}
	defer stopS3()
	store, err := c.open(ctx, o.Data)
	if err != nil {
		return err
	}
	s, err := openSystem(systemOptions{data: o.Data, idle: c.Idle, networkFS: c.NetworkFS, auth: auth, publish: publisher, store: store})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "capshell: listening on http://%s, data in %s\n", l.Addr(), o.Data)
	return errors.Join(serveUntil(ctx, l, s), s.close())
}

// listen refuses an address that others can reach unless tokens are needed.
func listen(addr string, tokens bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if tcp, ok := l.Addr().(*net.TCPAddr); !tokens && (!ok || !tcp.IP.IsLoopback()) {
		l.Close()
		return nil, fmt.Errorf("--listen=%s: others could reach it; that needs --tokens", addr)
	}
	return l, nil
}

// serveUntil serves until the context ends, then lets requests end for a moment.
func serveUntil(ctx context.Context, l net.Listener, s *system) error {
	srv := &http.Server{Handler: s.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if srv.Shutdown(grace) != nil {
		srv.Close()
	}
	return nil
}
