// Lambdalocal serves what template.yaml deploys on loopback: API Gateway's
// events in front, both functions as `make package` built them, and S3.
package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/capshell/capshell/functions/internal/lambdalocal"
)

type options struct {
	Listen   string `default:"127.0.0.1:8081" help:"Address of the API."`
	Data     string `default:".capshell/lambda-local" type:"path" help:"Directory of the buckets."`
	Dist     string `default:"dist" type:"existingdir" help:"What make package built."`
	S3d      string `name:"s3d" default:"bin/capshell-s3d" type:"existingfile" help:"The S3 server."`
	Buffered bool   `help:"Plain invokes with one framed body, as SAM local needs them."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("lambdalocal"), kong.Description("Both functions, API Gateway and S3 on this machine."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "lambdalocal:", err)
		os.Exit(1)
	}
}

func serve(signals context.Context, o options) error {
	const access, secret, bucket = "lambdalocal", "lambdalocal-secret", "capshell"
	ctx, stop := context.WithCancelCause(signals)
	defer stop(nil)
	api, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return err
	}
	defer api.Close()
	bootstraps := map[string]string{}
	for _, function := range []string{"host", "shellworker"} {
		path, err := filepath.Abs(filepath.Join(o.Dist, function+"-"+runtime.GOARCH, "bootstrap"))
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			return fmt.Errorf("%w: make package builds it", err)
		}
		bootstraps[function] = path
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := l.Addr().String()
	l.Close()
	s3d := exec.CommandContext(ctx, o.S3d, "--listen", addr, "--data", o.Data)
	s3d.Env = []string{"CAPSHELL_S3_ACCESS_KEY=" + access, "CAPSHELL_S3_SECRET_KEY=" + secret}
	s3d.Stderr = os.Stderr
	s3d.Cancel = func() error { return s3d.Process.Signal(syscall.SIGTERM) }
	if err := s3d.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		stop(fmt.Errorf("the S3 server has ended: %v", s3d.Wait()))
	}()
	defer func() {
		stop(nil)
		<-ended
	}()
	endpoint := "http://" + addr
	client := s3.New(s3.Options{Region: "us-east-1", BaseEndpoint: &endpoint, UsePathStyle: true, RetryMaxAttempts: 20, Credentials: credentials.NewStaticCredentialsProvider(access, secret, "")})
	name := bucket
	if _, err := client.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &name}); err != nil {
		if _, err := client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &name}); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
	}
	t, err := lambdalocal.NewTopology(lambdalocal.TopologyConfig{HostBootstrap: bootstraps["host"], WorkerBootstrap: bootstraps["shellworker"],
		S3Endpoint: endpoint, Bucket: bucket, AccessKey: access, SecretKey: secret, Buffered: o.Buffered, Log: os.Stderr})
	if err != nil {
		return err
	}
	defer t.Close()
	srv := &http.Server{Handler: t.Gateway, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	fmt.Fprintf(os.Stderr, "lambdalocal: the API is on http://%s, S3 on %s\n", api.Addr(), endpoint)
	if err := srv.Serve(api); err != http.ErrServerClosed {
		return err
	}
	if signals.Err() == nil {
		return context.Cause(ctx)
	}
	return nil
}
