// The shell worker's function: it runs execs for the host's function, each in
// a capshell-worker of its own, and may call nothing but the host.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	awslambda "github.com/aws/aws-sdk-go-v2/service/lambda"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/hoststore/workers"
)

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "shellworker:", err)
		os.Exit(1)
	}
}

// start reads the configuration: CAPSHELL_HOST_FUNCTION is the function that
// answers batches, INVOKE_MODE=buffered answers in one piece.
func start() error {
	invocation.UseMemory(45) // the worker has what is left
	host := os.Getenv("CAPSHELL_HOST_FUNCTION")
	if host == "" {
		return fmt.Errorf("CAPSHELL_HOST_FUNCTION: it must name the host's function")
	}
	mode := os.Getenv("INVOKE_MODE")
	if mode != "" && mode != "buffered" && mode != "streamed" {
		return fmt.Errorf("INVOKE_MODE=%s: buffered or streamed", mode)
	}
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fault := func(err error) { fmt.Fprintln(os.Stderr, "fault:", err) }
	pool, err := workers.New(filepath.Join(filepath.Dir(self), "capshell-worker"), 0, os.TempDir(), fault)
	if err != nil {
		return err
	}
	if err := pool.Prepare(); err != nil {
		return err
	}
	s := &supervisor{pool: pool, fail: fault, invoke: invokeHost(awslambda.NewFromConfig(cfg, bounded), host)}
	lambda.Start(func(ctx context.Context, q invocation.Request) (any, error) {
		switch {
		case !q.Answer:
			return nil, s.run(ctx, q, nil, false)
		case mode == "buffered":
			var out bytes.Buffer
			if err := s.run(ctx, q, &out, true); err != nil {
				return nil, err
			}
			return map[string][]byte{"frames": out.Bytes()}, nil
		}
		r, w := io.Pipe()
		go func() { w.CloseWithError(s.run(ctx, q, w, false)) }()
		return r, nil
	})
	return nil
}

// bounded is how often a call of the host that was throttled, or failed, is
// made again, each time after a random moment of up to 2 s.
func bounded(o *awslambda.Options) {
	o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts, o.MaxBackoff = 6, 2*time.Second })
}

// invokeHost carries a batch by an invoke of the host's function.
func invokeHost(client *awslambda.Client, function string) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, request []byte) ([]byte, error) {
		payload := invocation.BatchRequest{Batch: request}.Encode()
		out, err := client.Invoke(ctx, &awslambda.InvokeInput{FunctionName: &function, Payload: payload})
		if err != nil {
			return nil, err
		}
		if out.FunctionError != nil {
			return nil, fmt.Errorf("the host's function failed: %s: %s", aws.ToString(out.FunctionError), out.Payload)
		}
		reply, err := invocation.DecodeReply(out.Payload)
		if err != nil {
			return nil, fmt.Errorf("the reply of the host's function: %w", err)
		}
		if reply.Error != "" {
			return nil, fmt.Errorf("[%s] %s", reply.Code, reply.Error)
		}
		return reply.Reply, nil
	}
}
