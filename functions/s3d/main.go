// Capshell-s3d is the S3 server of one machine: versitygw over a directory,
// on loopback. `capshell serve` starts it; its keys are in the environment
// variables CAPSHELL_S3_ACCESS_KEY and CAPSHELL_S3_SECRET_KEY.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

type options struct {
	Listen    string `default:"127.0.0.1:9002" help:"Address to listen on."`
	Data      string `required:"" help:"Directory of the buckets; its file system must have extended attributes."`
	AccessKey string `required:"" env:"CAPSHELL_S3_ACCESS_KEY" help:"The one access key."`
	SecretKey string `required:"" env:"CAPSHELL_S3_SECRET_KEY" help:"Its secret."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("capshell-s3d"), kong.Description("The S3 server of capshell on one machine."))
	if err := serve(o); err != nil {
		fmt.Fprintln(os.Stderr, "capshell-s3d:", err)
		os.Exit(1)
	}
}

func serve(o options) error {
	dir, err := filepath.Abs(o.Data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := (meta.XattrMeta{}).Test(dir); err != nil {
		return fmt.Errorf("%s: the file system has no extended attributes: %w", dir, err)
	}
	// A large threshold keeps copies of objects on one path, the tested one.
	be, err := posix.New(dir, meta.XattrMeta{}, posix.PosixOpts{CopyObjectThreshold: 5 << 30})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	return embedgw.RunVersityGW(ctx, be, &embedgw.Config{
		RootUserAccess: o.AccessKey, RootUserSecret: o.SecretKey, Region: "us-east-1", Ports: []string{o.Listen},
		MaxConnections: 1024, MaxRequests: 512, MultipartMaxParts: 10000, Quiet: true, KeepAlive: true,
	})
}
