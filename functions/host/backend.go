package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/capshell/capshell/functions/internal/invocation"
	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/rpc"
)

// backend runs execs in the shell worker's function: runtime.Remote.
type backend struct {
	client   *lambda.Client
	function string
	key      []byte // signs the tokens
	buffered bool   // answers come in one piece
	tenants  bool   // the function isolates tenants: the workspaces
}

// flushOnLambda is how long a script's change may wait: a flush is an invoke.
const flushOnLambda = 2 * time.Second

// Launch starts a worker by an asynchronous invoke. It asks for its job.
func (b *backend) Launch(ctx context.Context, t rpc.Token) error {
	payload, err := json.Marshal(invocation.Request{Token: t.Sign(b.key), Workspace: t.Workspace, Feed: true})
	if err != nil {
		return err
	}
	_, err = b.client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &b.function, Payload: payload, TenantId: b.tenant(t.Workspace), InvocationType: types.InvocationTypeEvent})
	if err != nil {
		return refused(err)
	}
	return nil
}

func (b *backend) tenant(workspace string) *string {
	if b.tenants {
		return &workspace
	}
	return nil
}

// refused says what an invoke that was not taken means for the API: too many
// at once, else that the backend can't be used.
func refused(err error) error {
	var throttled *types.TooManyRequestsException
	if errors.As(err, &throttled) {
		return fmt.Errorf("%w: %w", runtime.ErrTooMany, err)
	}
	return rpc.Errorf("EBACKEND", "the worker's function can't be invoked: %v", err)
}

// neverRan tells whether an invoke that failed was refused before it began.
func neverRan(err error) bool {
	var answer *smithyhttp.ResponseError
	return errors.As(err, &answer) && answer.HTTPStatusCode() >= http.StatusBadRequest && answer.HTTPStatusCode() < http.StatusInternalServerError
}

// Attach opens the session for the worker, and takes in what it answers.
func (b *backend) Attach(ctx context.Context, a *runtime.Attached, started func(error)) {
	payload, workspace, err := b.payload(ctx, a)
	if err != nil {
		started(err)
		return
	}
	if b.buffered {
		b.attachBuffered(ctx, a, workspace, payload, started)
		return
	}
	out, err := b.client.InvokeWithResponseStream(ctx, &lambda.InvokeWithResponseStreamInput{FunctionName: &b.function, Payload: payload, TenantId: b.tenant(workspace)})
	if err != nil && neverRan(err) {
		started(refused(err))
		return
	}
	started(nil)
	if err != nil {
		a.Broken(err, false)
		return
	}
	r := &answer{stream: out.GetStream()}
	takeFrames(ctx, a, r)
	// Read to its end the connection can be used again.
	drained := make(chan struct{})
	go func() {
		io.Copy(io.Discard, r)
		close(drained)
	}()
	select {
	case <-drained:
	case <-ctx.Done():
	case <-time.After(drainTime):
	}
	r.stream.Close()
	<-drained
}

// drainTime is how long an answer may go on behind its exit.
const drainTime = 5 * time.Second

// gone is the failure of a worker that is known to run no more.
type gone struct{ error }

// answer reads the chunks of an answer.
type answer struct {
	stream *lambda.InvokeWithResponseStreamEventStream
	chunk  []byte
	err    error
}

func (r *answer) Read(p []byte) (int, error) {
	for len(r.chunk) == 0 && r.err == nil {
		event, ok := <-r.stream.Events()
		if !ok {
			if r.err = r.stream.Err(); r.err == nil {
				r.err = io.EOF
			}
		}
		switch v := event.(type) {
		case *types.InvokeWithResponseStreamResponseEventMemberPayloadChunk:
			r.chunk = v.Value.Payload
		case *types.InvokeWithResponseStreamResponseEventMemberInvokeComplete:
			if code := aws.ToString(v.Value.ErrorCode); code != "" {
				r.err = gone{fmt.Errorf("the worker's function failed: %s: %s", code, aws.ToString(v.Value.ErrorDetails))}
			}
		}
	}
	if len(r.chunk) == 0 {
		return 0, r.err
	}
	n := copy(p, r.chunk)
	r.chunk = r.chunk[n:]
	return n, nil
}

// attachBuffered waits for the answer, which comes in one piece. Once others
// may know of the exec its events are read where they read them.
func (b *backend) attachBuffered(ctx context.Context, a *runtime.Attached, workspace string, payload []byte, started func(error)) {
	type result struct {
		out *lambda.InvokeOutput
		err error
	}
	answers := make(chan result, 1)
	go func() {
		out, err := b.client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &b.function, Payload: payload, TenantId: b.tenant(workspace)})
		answers <- result{out, err}
	}()
	var got result
	select {
	case got = <-answers:
	case <-time.After(runtime.HandOver):
		started(nil)
		started = func(error) {}
		following, stop := context.WithCancel(ctx)
		ended := make(chan bool, 1)
		go func() { ended <- a.Follow(following) }()
		got = <-answers
		// What was told is read to its end by what comes next.
		stop()
		if <-ended {
			return
		}
	}
	if got.err != nil && neverRan(got.err) {
		started(refused(got.err))
		a.Broken(got.err, true)
		return
	}
	started(nil)
	if got.err != nil {
		a.Broken(got.err, false)
		return
	}
	var body struct {
		Frames []byte `json:"frames"`
	}
	if got.out.FunctionError != nil || json.Unmarshal(got.out.Payload, &body) != nil {
		a.Broken(fmt.Errorf("the worker's function failed: %s: %s", aws.ToString(got.out.FunctionError), got.out.Payload), true)
		return
	}
	r, w := io.Pipe()
	go func() {
		_, err := w.Write(body.Frames)
		w.CloseWithError(err)
	}()
	takeFrames(ctx, a, r)
	r.Close()
}

// payload makes the worker's request. What doesn't fit it asks for.
func (b *backend) payload(ctx context.Context, a *runtime.Attached) (payload []byte, workspace string, err error) {
	s := a.Session()
	job, err := s.Open(ctx, rpc.Version)
	if err != nil {
		return nil, "", err
	}
	q := invocation.Request{Answer: true}
	data, streamed := a.Input()
	q.Feed = streamed
	if len(data) > invocation.MaxPages {
		if err := a.Store(ctx); err != nil {
			return nil, "", err
		}
		data, q.Feed = nil, true
	}
	job.Stdin, job.Flush = data, flushOnLambda
	t := a.Token()
	q.Token, q.Workspace = t.Sign(b.key), t.Workspace
	if q.Job, err = rpc.MarshalJob(&job); err != nil {
		return nil, "", err
	}
	room := invocation.MaxPayload - len(q.Job)*4/3 - len(q.Token)*4/3 - 1000
	if room > 0 {
		if q.Pages, err = pagesFor(ctx, s, &job, min(invocation.MaxPages-len(data), room*3/4)); err != nil {
			return nil, "", err
		}
	} else {
		if err := a.Store(ctx); err != nil {
			return nil, "", err
		}
		q.Job, q.Feed = nil, true
	}
	payload, err = json.Marshal(q)
	return payload, t.Workspace, err
}

// pagesFor returns the chunks of the job's files, the small ones first, as
// many as go along in so many bytes.
func pagesFor(ctx context.Context, s rpc.Session, job *rpc.Job, room int) (pages []invocation.Page, err error) {
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
	const perPage = 48 // its id, and what JSON puts around it
	total := int64(0)
	for i := range files {
		if total += files[i].size + perPage; total > int64(room) {
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
func takeFrames(ctx context.Context, a *runtime.Attached, frames io.Reader) {
	r := invocation.NewReader(frames)
	var unsaved string
	var applied, skipped int64
	for {
		kind, data, err := r.Next()
		if err != nil {
			var dead gone
			a.Broken(fmt.Errorf("its answer broke off: %w", err), errors.As(err, &dead))
			return
		}
		switch kind {
		case invocation.Held:
			a.Held(string(data))
		case invocation.Handed:
			a.Handed()
		case invocation.Stdout, invocation.Stderr:
			stream := 1
			if kind == invocation.Stderr {
				stream = 2
			}
			if a.Event(ctx, stream, data) != nil {
				return
			}
		case invocation.Final:
			var fenced bool
			if applied, skipped, fenced, unsaved = commitFinal(ctx, a, data); fenced {
				a.Broken(errors.New(unsaved), true)
				return
			}
			if unsaved != "" && a.Event(ctx, 2, []byte("capshell: "+unsaved+"\n")) != nil {
				return
			}
		case invocation.Exit:
			var x invocation.ExitStatus
			if err := json.Unmarshal(data, &x); err != nil {
				a.Broken(err, true)
				return
			}
			if x.Recorded {
				a.Recorded()
				return
			}
			if x.Message == "" {
				x.Message = unsaved
			}
			x.Applied += applied
			x.Skipped += skipped
			a.End(x.Ending)
			return
		}
	}
}

// commitFinal commits the changeset that came with the answer, and says how
// many changes were made and not made, whether the exec was cancelled before,
// and what couldn't be saved.
func commitFinal(ctx context.Context, a *runtime.Attached, data []byte) (applied, skipped int64, fenced bool, unsaved string) {
	fail := func(err error) (int64, int64, bool, string) {
		return 0, 0, rpc.CodeOf(err) == "EPERM", "changes were not saved: " + err.Error()
	}
	f, err := rpc.UnmarshalFinal(data)
	if err != nil {
		return fail(err)
	}
	result, err := a.Commit(ctx, f.Changes, f.Pages)
	if err != nil {
		return fail(err)
	}
	for _, x := range result.Failed {
		unsaved = fmt.Sprintf("%s: %s", f.Changes[x.Index].Name, x.Err)
	}
	return int64(len(f.Changes) - len(result.Failed)), int64(len(result.Failed)), false, unsaved
}
