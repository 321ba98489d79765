// The host's function. It is deployed three times: as HostApi it answers API
// Gateway's events, as HostRpc the batches of shell workers, as HostTidy a
// schedule, at which it removes what nothing needs any more. Which of them it
// is, is configuration, and nothing in an event can change it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	awslambda "github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/capshell/capshell/assets"
	"github.com/capshell/capshell/functions/internal/api"
	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/hoststore/durable"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/rpc"
)

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

// settings come from the environment.
type settings struct {
	role     string // CAPSHELL_ROLE: api, rpc or tidy
	bucket   string // CAPSHELL_BUCKET: workspaces, and assets below assets/
	key      string // CAPSHELL_TOKEN_KEY: signs the tokens, at least 32 characters
	worker   string // CAPSHELL_WORKER_FUNCTION, of the api role
	buffered bool   // INVOKE_MODE=buffered
	plain    bool   // RESPONSE_MODE=buffered: the API answers in one piece
	tenants  bool   // CAPSHELL_TENANTS=workspace
	assets   assets.Config
}

// publishing reads what signs the URLs of published files.
func publishing(bucket string) (c assets.Config, err error) {
	c = assets.Config{Endpoint: os.Getenv("AWS_ENDPOINT_URL_S3"), Bucket: bucket, Role: os.Getenv("CAPSHELL_PUBLISHER_ROLE"),
		SignerAccessKey: os.Getenv("CAPSHELL_SIGNER_ACCESS_KEY"), SignerSecretKey: os.Getenv("CAPSHELL_SIGNER_SECRET_KEY")}
	if (c.SignerAccessKey == "") != (c.SignerSecretKey == "") {
		err = errors.New("CAPSHELL_SIGNER_ACCESS_KEY and CAPSHELL_SIGNER_SECRET_KEY: one without the other")
	}
	if url := os.Getenv("CAPSHELL_CLOUDFRONT_URL"); url != "" {
		c.CloudFront = &assets.CloudFront{URL: url, KeyPair: os.Getenv("CAPSHELL_CLOUDFRONT_KEY_PAIR"), Key: os.Getenv("CAPSHELL_CLOUDFRONT_KEY")}
	}
	return c, err
}

func readSettings() (s settings, err error) {
	s = settings{role: os.Getenv("CAPSHELL_ROLE"), bucket: os.Getenv("CAPSHELL_BUCKET"), key: os.Getenv("CAPSHELL_TOKEN_KEY"), worker: os.Getenv("CAPSHELL_WORKER_FUNCTION")}
	choice := func(name string, set *bool, on, off string) {
		switch v := os.Getenv(name); v {
		case on:
			*set = true
		case "", off:
		default:
			err = errors.Join(err, fmt.Errorf("%s=%s: %s or %s", name, v, on, off))
		}
	}
	choice("INVOKE_MODE", &s.buffered, "buffered", "streamed")
	choice("RESPONSE_MODE", &s.plain, "buffered", "streamed")
	choice("CAPSHELL_TENANTS", &s.tenants, "workspace", "none")
	var bad error
	s.assets, bad = publishing(s.bucket)
	err = errors.Join(err, bad)
	switch {
	case s.role != "api" && s.role != "rpc" && s.role != "tidy":
		err = errors.Join(err, fmt.Errorf("CAPSHELL_ROLE=%s: api, rpc or tidy", s.role))
	case s.bucket == "":
		err = errors.Join(err, errors.New("CAPSHELL_BUCKET: it must name the bucket"))
	case len(s.key) < 32 && s.role != "tidy":
		err = errors.Join(err, errors.New("CAPSHELL_TOKEN_KEY: it must have at least 32 characters"))
	case s.role == "api" && s.worker == "":
		err = errors.Join(err, errors.New("CAPSHELL_WORKER_FUNCTION: it must name the worker's function"))
	}
	return s, err
}

// waitOnGateway is the longest that a JSON answer waits for an exec: API
// Gateway gives up after 29 s.
const waitOnGateway = 25 * time.Second

// maxBody is how many bytes a body may have, both ways: Lambda takes 6 MB of
// Base64 and the rest of the event.
const maxBody = 4 << 20

// longestExec leaves the worker's function, which has 15 minutes, time to start
// and to end.
const longestExec = 14 * time.Minute

func fault(err error) { fmt.Fprintln(os.Stderr, "fault:", err) }

func start() error {
	invocation.UseMemory(75)
	set, err := readSettings()
	if err != nil {
		return err
	}
	ctx := context.Background()
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return err
	}
	// An endpoint of one's own (AWS_ENDPOINT_URL_S3) has its buckets by path.
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = os.Getenv("AWS_ENDPOINT_URL_S3") != "" })
	store, err := durable.OpenBucket(&durable.Bucket{Client: client, Name: set.bucket}, durable.BucketOptions{Now: time.Now, Cache: filepath.Join(os.TempDir(), "copies"), Fail: fault})
	if err != nil {
		return err
	}
	if set.role == "tidy" {
		lambda.Start(func(ctx context.Context, payload json.RawMessage) error { return tidy(ctx, store, payload) })
		return nil
	}
	set.assets.Region = cfg.Region
	publisher, err := assets.New(ctx, set.assets)
	if err != nil {
		return err
	}
	c := runtime.Config{Workspaces: store, Publisher: publisher, Fail: fault, Limits: runtime.Limits{MaxTimeout: longestExec},
		Objects: func(workspace string) runtime.Objects { return store.Objects(workspace) }, Seen: store.Seen}
	if set.role == "rpc" {
		host := runtime.New(c)
		lambda.Start(batches(func(ctx context.Context, payload []byte) (invocation.BatchReply, error) {
			return serveBatch(ctx, host, []byte(set.key), payload)
		}))
		return nil
	}
	c.Remote = &backend{client: awslambda.NewFromConfig(cfg, func(o *awslambda.Options) { o.HTTPClient = invocation.NewHTTPClient() }),
		function: set.worker, key: []byte(set.key), buffered: set.buffered, tenants: set.tenants}
	server := &api.Server{Store: store, Host: runtime.New(c), Now: time.Now, Transfers: publisher.Transfers(),
		Limits: api.Limits{Wait: waitOnGateway, Body: maxBody, Answer: maxBody}}
	if set.plain {
		server.Limits.Stream = waitOnGateway
	}
	lambda.Start(func(ctx context.Context, payload json.RawMessage) (any, error) {
		return serve(ctx, server, payload, !set.plain)
	})
	return nil
}

// tidy answers EventBridge's scheduled events: it collects, in all workspaces,
// what no revision within the retention needs, in two steps a day apart.
func tidy(ctx context.Context, store *durable.BucketStore, payload []byte) error {
	var event struct {
		Source string `json:"source"`
		Type   string `json:"detail-type"`
	}
	if err := json.Unmarshal(payload, &event); err != nil || event.Source != "aws.events" || event.Type != "Scheduled Event" {
		return errors.New("not an event of a schedule")
	}
	return store.Collect(ctx)
}

// batches answers batches: lambda.Handler.
type batches func(ctx context.Context, payload []byte) (invocation.BatchReply, error)

func (f batches) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	reply, err := f(ctx, payload)
	if err != nil {
		return nil, err
	}
	return reply.Encode()
}

// serveBatch answers a batch of calls. Errors are answers too: the worker is
// told, and nothing is tried again by Lambda.
func serveBatch(ctx context.Context, host *runtime.Host, key []byte, payload []byte) (invocation.BatchReply, error) {
	q, err := invocation.DecodeBatch(payload)
	if err != nil || len(q.Batch) == 0 {
		return invocation.BatchReply{}, errors.New("not a batch of calls")
	}
	release := func() {}
	reply, err := rpc.ServeBatch(ctx, q.Batch, func(ctx context.Context, signed []byte, holder string) (rpc.Session, []string, error) {
		t, err := rpc.VerifyToken(signed, key, time.Now())
		if err != nil {
			return nil, nil, err
		}
		s, done, err := host.Restore(ctx, t, holder)
		if err == nil {
			release = done
		}
		return s, t.Granted, err
	}, fault)
	release()
	if err != nil {
		return invocation.BatchReply{Code: rpc.CodeOf(err), Error: err.Error()}, nil
	}
	return invocation.BatchReply{Reply: reply}, nil
}
