package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/rpc"
)

// backend runs execs in the shell worker's function: runtime.Backend.
type backend struct {
	client   *lambda.Client
	function string
	key      []byte // signs the tokens
	buffered bool   // answers come in one piece
	tenants  bool   // the function isolates tenants: the workspaces
	now      func() time.Time
}

// flushOnLambda is how long a script's change may wait: a flush is an invoke.
const flushOnLambda = 2 * time.Second

// invoked is an exec under way.
type invoked struct{ cancel context.CancelFunc }

func (p *invoked) Kill()           { p.cancel() }
func (p *invoked) Stop() error     { return rpc.Errorf("EBACKEND", "an exec on Lambda can't be paused") }
func (p *invoked) Continue() error { return nil }

// Start opens the session for the worker, and takes in what it answers.
func (b *backend) Start(ctx context.Context, s rpc.Session, granted []string, ended func(error)) (runtime.Process, error) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		ended(b.run(ctx, s))
	}()
	return &invoked{cancel}, nil
}

func (b *backend) run(ctx context.Context, s rpc.Session) error {
	job, err := s.Open(ctx, rpc.Version)
	if err != nil {
		return err
	}
	if job.Stdin, err = readInput(ctx, s); err != nil {
		return err
	}
	job.Flush = flushOnLambda
	name, ok := s.(interface {
		Names() (workspace, exec string)
	})
	if !ok {
		return errors.New("the session has no name")
	}
	workspace, exec := name.Names()
	token := rpc.Token{Exec: exec, Workspace: workspace, Expires: b.now().Add(job.Timeout + time.Minute), ReadOnly: job.ReadOnly, Granted: job.Granted}
	if job.Effect {
		token.Base = job.Revision
	}
	pages, err := pagesFor(ctx, s, &job)
	if err != nil {
		return err
	}
	data, err := rpc.MarshalJob(&job)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(invocation.Request{Token: token.Sign(b.key), Job: data, Pages: pages})
	if err != nil {
		return err
	}
	frames, err := b.invoke(ctx, workspace, payload)
	if err != nil {
		return err
	}
	defer frames.Close()
	return takeFrames(ctx, s, frames)
}

// readInput reads the exec's input whole: it goes with the request.
func readInput(ctx context.Context, s rpc.Session) (all []byte, err error) {
	for {
		data, end, err := s.Input(ctx, 256<<10)
		if err != nil {
			return nil, err
		}
		if all = append(all, data...); len(all) > invocation.MaxPages {
			return nil, rpc.Errorf("ELIMIT", "stdin has more than %d bytes", invocation.MaxPages)
		}
		if end {
			return all, nil
		}
	}
}

// pagesFor returns the chunks of the job's files, the small ones first, as
// many as go along.
func pagesFor(ctx context.Context, s rpc.Session, job *rpc.Job) (pages []invocation.Page, err error) {
	type file struct {
		rg   rpc.Range
		id   uint64
		size int64
	}
	var files []file
	for _, l := range job.Listings {
		for _, e := range l.Entries {
			if len(e.Chunks) == 1 && e.Chunks[0] != 0 {
				files = append(files, file{rpc.Range{Ino: e.Ino, Rev: e.Rev, Count: 1}, e.Chunks[0], e.Size})
			}
		}
	}
	slices.SortFunc(files, func(a, b file) int { return int(a.size - b.size) })
	total := int64(len(job.Stdin))
	for i := range files {
		if total += files[i].size; total > invocation.MaxPages {
			files = files[:i]
			break
		}
	}
	for len(files) > 0 {
		n := min(len(files), 1024)
		ranges := make([]rpc.Range, n)
		for i := range ranges {
			ranges[i] = files[i].rg
		}
		data, ids, err := s.Read(ctx, ranges)
		if err != nil {
			return nil, err
		}
		for i := range data {
			if ids[i] == files[i].id {
				pages = append(pages, invocation.Page{ID: ids[i], Data: data[i]})
			}
		}
		files = files[n:]
	}
	return pages, nil
}

// takeFrames passes on what the worker answers, up to its exit.
func takeFrames(ctx context.Context, s rpc.Session, frames io.Reader) error {
	r := invocation.NewReader(frames)
	unsaved := ""
	for {
		kind, data, err := r.Next()
		if errors.Is(err, io.EOF) {
			return errors.New("the worker's answer ended before its exit")
		}
		if err != nil {
			return err
		}
		switch kind {
		case invocation.Stdout, invocation.Stderr:
			stream := 1
			if kind == invocation.Stderr {
				stream = 2
			}
			if err := s.Write(ctx, stream, data); err != nil {
				return err
			}
		case invocation.Final:
			if unsaved = commitFinal(ctx, s, data); unsaved != "" {
				if err := s.Write(ctx, 2, []byte("capshell: "+unsaved+"\n")); err != nil {
					return err
				}
			}
		case invocation.Exit:
			var x invocation.ExitStatus
			if err := json.Unmarshal(data, &x); err != nil {
				return err
			}
			if x.Lost {
				return errors.New(x.Message)
			}
			if unsaved != "" && x.Message == "" {
				x.Message = unsaved
			}
			return s.Exit(ctx, x.Status, x.Message)
		}
	}
}

// commitFinal commits the changeset that came with the answer, and says what
// of it couldn't be saved.
func commitFinal(ctx context.Context, s rpc.Session, data []byte) string {
	f, err := rpc.UnmarshalFinal(data)
	if err != nil {
		return "changes were not saved: " + err.Error()
	}
	var ids []uint64
	if len(f.Pages) > 0 {
		if ids, err = s.Upload(ctx, f.Pages, true); err != nil {
			return "changes were not saved: " + err.Error()
		}
	}
	for i := range f.Changes {
		for j, p := range f.Changes[i].Pages {
			if p.ID > uint64(len(ids)) {
				return fmt.Sprintf("changes were not saved: page %d of %d", p.ID, len(ids))
			}
			if p.ID > 0 {
				f.Changes[i].Pages[j].ID = ids[p.ID-1]
			}
		}
	}
	const last = 1 << 62
	result, err := s.Commit(ctx, last, f.Changes, true)
	if err != nil {
		return "changes were not saved: " + err.Error()
	}
	for _, x := range result.Failed {
		return fmt.Sprintf("%s: %s", f.Changes[x.Index].Name, x.Err)
	}
	return ""
}

// invoke asks the worker's function, and returns its frames as they come.
func (b *backend) invoke(ctx context.Context, tenant string, payload []byte) (io.ReadCloser, error) {
	var tenantID *string
	if b.tenants {
		tenantID = &tenant
	}
	if b.buffered {
		out, err := b.client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &b.function, Payload: payload, TenantId: tenantID})
		if err != nil {
			return nil, err
		}
		var body struct {
			Frames []byte `json:"frames"`
		}
		if out.FunctionError != nil || json.Unmarshal(out.Payload, &body) != nil {
			return nil, fmt.Errorf("the worker's function failed: %s: %s", aws.ToString(out.FunctionError), out.Payload)
		}
		r, w := io.Pipe()
		go func() {
			_, err := w.Write(body.Frames)
			w.CloseWithError(err)
		}()
		return r, nil
	}
	out, err := b.client.InvokeWithResponseStream(ctx, &lambda.InvokeWithResponseStreamInput{FunctionName: &b.function, Payload: payload, TenantId: tenantID})
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	stream := out.GetStream()
	go func() {
		defer stream.Close()
		for event := range stream.Events() {
			switch v := event.(type) {
			case *types.InvokeWithResponseStreamResponseEventMemberPayloadChunk:
				if _, err := w.Write(v.Value.Payload); err != nil {
					return
				}
			case *types.InvokeWithResponseStreamResponseEventMemberInvokeComplete:
				if code := aws.ToString(v.Value.ErrorCode); code != "" {
					w.CloseWithError(fmt.Errorf("the worker's function failed: %s: %s", code, aws.ToString(v.Value.ErrorDetails)))
					return
				}
			}
		}
		w.CloseWithError(stream.Err())
	}()
	return r, nil
}
