// Capshell-worker runs one exec's script. The host starts it with an empty
// environment, descriptor 3 the socket to it, and descriptor 4 an unlinked
// scratch file.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	_ "time/tzdata"

	"github.com/capshell/capshell/rpc"
	"github.com/capshell/capshell/shellworker"
	_ "github.com/capshell/capshell/shellworker/commands/all"
)

// memoryTarget is where the garbage collector begins to work hard, in bytes.
const memoryTarget = 192 << 20

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	const socketFD, scratchFD = 3, 4
	if err := syscall.SetNonblock(socketFD, true); err != nil {
		return fmt.Errorf("capshell-worker is started by a host, with its socket as descriptor %d: %w", socketFD, err)
	}
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(memoryTarget)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := shellworker.New(ctx, shellworker.OpenScratch(scratchFD))
	if err != nil {
		return err
	}
	s, err := rpc.NewStreamClient(ctx, os.NewFile(socketFD, "host"))
	if err != nil {
		return err
	}
	go func() {
		<-s.Done()
		os.Exit(1) // nobody is left to work for
	}()
	return w.Run(ctx, s)
}
