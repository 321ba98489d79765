package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/capshell/capshell/assets"
	"github.com/capshell/capshell/functions/client"
	"github.com/capshell/capshell/functions/internal/api"
	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/hoststore/workers"
)

// systemOptions say what to start.
type systemOptions struct {
	data string
	idle int // workers that wait
	// networkFS says that the data directory is on a network file system.
	networkFS bool
	auth      *api.Auth
	publish   *assets.Publisher // nil: nothing can be published
	store     workspaceStore    // nil: the data directory
}

// workspaceStore is where the workspaces are.
type workspaceStore interface {
	api.Store
	CloseIdle()
	Collect(ctx context.Context) error
	Close() error
}

// system is the host on one machine: the workspaces, the workers, the API.
type system struct {
	store   workspaceStore
	workers *workers.Pool
	host    *runtime.Host
	handler http.Handler
	stop    context.CancelFunc
	wg      sync.WaitGroup
}

// binary returns the path of a binary beside this one.
func binary(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	path := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is not beside capshell: `make build` puts it there: %w", name, err)
	}
	return path, nil
}

func logFault(err error) { slog.Error("fault", "error", err) }

// openSystem opens the data directory and gets workers ready.
func openSystem(o systemOptions) (*system, error) {
	store := o.store
	if store == nil {
		d, err := durable.OpenDirectory(o.data, durable.DirectoryOptions{Now: time.Now, NetworkFS: o.networkFS})
		if err != nil {
			return nil, err
		}
		store = d
	}
	tmp := filepath.Join(o.data, "tmp")
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		return nil, err
	}
	worker, err := binary("capshell-worker")
	if err != nil {
		return nil, err
	}
	pool, err := workers.New(worker, o.idle, tmp, logFault)
	if err != nil {
		return nil, err
	}
	s := &system{store: store, workers: pool}
	config := runtime.Config{Workspaces: store, Backend: pool, Now: time.Now, Fail: logFault}
	server := &api.Server{Store: store, Auth: o.auth, Now: time.Now}
	if o.publish != nil {
		config.Publisher, server.Transfers = o.publish, o.publish.Transfers()
	}
	s.host = runtime.New(config)
	server.Host, s.handler = s.host, server
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.wg.Go(func() { s.tidy(ctx) })
	return s, nil
}

// tidy closes idle databases, and collects what nothing needs any more.
func (s *system) tidy(ctx context.Context) {
	idle := time.NewTicker(30 * time.Second)
	defer idle.Stop()
	collect := time.NewTicker(10 * time.Minute)
	defer collect.Stop()
	for {
		select {
		case <-idle.C:
			s.store.CloseIdle()
		case <-collect.C:
			if err := s.store.Collect(ctx); err != nil && ctx.Err() == nil {
				logFault(fmt.Errorf("collecting: %w", err))
			}
		case <-ctx.Done():
			return
		}
	}
}

// close ends all execs, and then the rest.
func (s *system) close() error {
	s.stop()
	s.host.Close()
	s.workers.Close()
	s.wg.Wait()
	return s.store.Close()
}

// connect returns a client of the server that the command line names, or of
// the data directory opened here.
func (r *remote) connect(o *options) (*client.Client, func() error, error) {
	if r.Server != "" {
		return &client.Client{URL: r.Server, Token: r.Token}, func() error { return nil }, nil
	}
	s, err := openSystem(systemOptions{data: o.Data})
	if err != nil {
		return nil, nil, err
	}
	l := newPipeListener()
	srv := &http.Server{Handler: s.handler}
	go srv.Serve(l)
	c := &client.Client{URL: "http://capshell", HTTP: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.dial(ctx) },
	}}}
	return c, func() error {
		srv.Close()
		return s.close()
	}, nil
}

// pipeListener connects a client and a server of one process.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

func (l *pipeListener) dial(ctx context.Context) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "capshell" }

// storeFlags choose where workspaces are kept.
type storeFlags struct {
	Store         string `placeholder:"s3://BUCKET/PREFIX" help:"Keep workspaces in S3, with the AWS SDK's usual credentials, in place of the data directory: any number of servers can then serve them."`
	StoreEndpoint string `env:"CAPSHELL_STORE_ENDPOINT" placeholder:"URL" help:"The S3 to keep them in; without it AWS's."`
	StoreRegion   string `env:"CAPSHELL_STORE_REGION" default:"us-east-1" help:"Its region."`
	NetworkFS     bool   `name:"network-fs" help:"The data directory is on a network file system."`
}

// open returns the store in S3, nil for the data directory.
func (f *storeFlags) open(ctx context.Context, data string) (workspaceStore, error) {
	if f.Store == "" {
		return nil, nil
	}
	bucket, prefix, _ := strings.Cut(strings.TrimPrefix(f.Store, "s3://"), "/")
	if !strings.HasPrefix(f.Store, "s3://") || bucket == "" || f.NetworkFS {
		return nil, fmt.Errorf("--store=%s: it must be s3://BUCKET/PREFIX, and not with --network-fs", f.Store)
	}
	if prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(f.StoreRegion))
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {
		if f.StoreEndpoint != "" {
			o.BaseEndpoint, o.UsePathStyle = &f.StoreEndpoint, true
		}
	})
	return durable.OpenBucket(&durable.Bucket{Client: client, Name: bucket, Prefix: prefix},
		durable.BucketOptions{Now: time.Now, Cache: filepath.Join(data, "copies"), Fail: logFault})
}

// s3Flags choose where assets are published.
type s3Flags struct {
	Publish    bool   `name:"publish" default:"true" negatable:"" help:"Publish assets; without an --s3-bucket, to an S3 server started on loopback."`
	S3Bucket   string `name:"s3-bucket" env:"CAPSHELL_S3_BUCKET" help:"Publish to this bucket, with the AWS SDK's usual credentials."`
	S3Endpoint string `name:"s3-endpoint" env:"CAPSHELL_S3_ENDPOINT" placeholder:"URL" help:"The S3 to publish to; without it AWS's."`
	S3Region   string `name:"s3-region" env:"CAPSHELL_S3_REGION" default:"us-east-1" help:"Its region."`
}

// publisher returns what to publish with, nil for nothing, and how to end it.
func (f *s3Flags) publisher(ctx context.Context, data string) (*assets.Publisher, func(), error) {
	none := func() {}
	if !f.Publish {
		return nil, none, nil
	}
	if f.S3Bucket != "" {
		p, err := assets.New(ctx, assets.Config{Endpoint: f.S3Endpoint, Region: f.S3Region, Bucket: f.S3Bucket})
		return p, none, err
	}
	return startS3(ctx, filepath.Join(data, "s3"))
}
