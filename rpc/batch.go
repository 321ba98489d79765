package rpc

import (
	"context"
	"errors"
	"fmt"
	"sync"

	capnp "capnproto.org/go/capnp/v3"

	"github.com/capshell/capshell/schema"
)

// Bounds of a batch: what it asks for, in bytes and calls, and how many are on
// their way at once. Its answer holds at most one read.
const (
	batchBytes  = 3 << 20
	batchCalls  = 64
	batchFlight = 8
	batchLimit  = 8 << 20 // of a message that is decoded
)

// fsReadMethod is the one call whose answer is large.
const fsReadMethod = 2

// Invoke carries one request to the host and returns its reply.
type Invoke func(ctx context.Context, request []byte) (reply []byte, err error)

// batcher is a capability whose calls travel in batches. Calls that are made
// while all invokes are on their way go together in the next one.
type batcher struct {
	token  []byte
	holder string
	invoke Invoke

	mu      sync.Mutex
	waiting []*batchCall
	flying  int
}

type batchCall struct {
	ctx    context.Context
	msg    *capnp.Message
	method capnp.Method
	params capnp.Ptr
	bytes  int
	done   chan struct{}
	reply  capnp.Ptr
	err    error
}

// BatchSession is a session by batches, with the log of its exec.
type BatchSession interface {
	Session
	Log
}

// NewBatchClient returns the session that the token restores, each of whose
// calls is part of an invoke. Streaming calls wait for their answer. holder
// says who calls, so that only one runs an exec.
func NewBatchClient(token []byte, holder string, invoke Invoke) BatchSession {
	return newClient(schema.Session(capnp.NewClient(&batcher{token: token, holder: holder, invoke: invoke})))
}

// Send makes a call and waits for its answer.
func (b *batcher) Send(ctx context.Context, s capnp.Send) (*capnp.Answer, capnp.ReleaseFunc) {
	nothing := func() {}
	msg, seg, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return capnp.ErrorAnswer(s.Method, err), nothing
	}
	params, err := capnp.NewRootStruct(seg, s.ArgsSize)
	if err == nil && s.PlaceArgs != nil {
		err = s.PlaceArgs(params)
	}
	if err != nil {
		return capnp.ErrorAnswer(s.Method, err), nothing
	}
	size, err := msg.TotalSize()
	if err != nil {
		return capnp.ErrorAnswer(s.Method, err), nothing
	}
	c := &batchCall{ctx: ctx, msg: msg, method: s.Method, params: params.ToPtr(), bytes: int(size), done: make(chan struct{})}
	b.mu.Lock()
	b.waiting = append(b.waiting, c)
	start := b.flying < batchFlight
	if start {
		b.flying++
	}
	b.mu.Unlock()
	if start {
		go b.fly()
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return capnp.ErrorAnswer(s.Method, context.Cause(ctx)), nothing
	}
	if c.err != nil {
		return capnp.ErrorAnswer(s.Method, c.err), nothing
	}
	return capnp.ImmediateAnswer(s.Method, c.reply), nothing
}

// fly makes invokes while calls wait.
func (b *batcher) fly() {
	for {
		b.mu.Lock()
		var batch []*batchCall
		bytes, reads := 0, 0
		for len(b.waiting) > 0 && len(batch) < batchCalls {
			c := b.waiting[0]
			read := c.method.MethodID == fsReadMethod
			if len(batch) > 0 && (bytes+c.bytes > batchBytes || read && reads > 0) {
				break
			}
			if read {
				reads++
			}
			bytes += c.bytes
			batch = append(batch, c)
			b.waiting = b.waiting[1:]
		}
		if len(batch) == 0 {
			b.flying--
			b.mu.Unlock()
			return
		}
		b.mu.Unlock()
		b.carry(batch)
	}
}

// carry makes one invoke and hands out its answers.
func (b *batcher) carry(batch []*batchCall) {
	results, err := b.exchange(batch)
	for i, c := range batch {
		c.err = err
		if err == nil {
			c.reply, c.err = batchAnswer(results.At(i))
		}
		close(c.done)
	}
}

func batchAnswer(r schema.BatchResult) (capnp.Ptr, error) {
	if r.Which() == schema.BatchResult_Which_error {
		text, err := r.Error()
		return capnp.Ptr{}, errors.Join(err, errors.New(text))
	}
	return r.Result()
}

func (b *batcher) exchange(batch []*batchCall) (results schema.BatchResult_List, err error) {
	// The invoke serves all calls of the batch: it ends when none is waited for.
	ctx, cancel := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	defer cancel()
	var left sync.WaitGroup
	for _, c := range batch {
		left.Add(1)
		defer context.AfterFunc(c.ctx, left.Done)()
	}
	gone := make(chan struct{})
	go func() { left.Wait(); close(gone) }()
	stopped := make(chan struct{})
	defer close(stopped)
	go func() {
		select {
		case <-gone:
			cancel()
		case <-stopped:
		}
	}()
	request, err := b.encode(batch)
	if err != nil {
		return results, err
	}
	data, err := b.invoke(ctx, request)
	if err != nil {
		return results, err
	}
	msg, err := unmarshal(data)
	if err != nil {
		return results, fmt.Errorf("the reply to a batch: %w", err)
	}
	reply, err := schema.ReadRootBatchReply(msg)
	if err != nil {
		return results, err
	}
	if results, err = reply.Results(); err == nil && results.Len() != len(batch) {
		err = fmt.Errorf("the reply to a batch of %d calls has %d results", len(batch), results.Len())
	}
	return results, err
}

func (b *batcher) encode(batch []*batchCall) ([]byte, error) {
	msg, seg, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	d, err := schema.NewRootBatch(seg)
	if err != nil {
		return nil, err
	}
	d.SetVersion(Version)
	if err := d.SetToken(b.token); err != nil {
		return nil, err
	}
	if err := d.SetHolder(b.holder); err != nil {
		return nil, err
	}
	calls, err := d.NewCalls(int32(len(batch)))
	if err != nil {
		return nil, err
	}
	for i, c := range batch {
		calls.At(i).SetInterface(c.method.InterfaceID)
		calls.At(i).SetMethod(c.method.MethodID)
		if err := calls.At(i).SetParams(c.params); err != nil {
			return nil, err
		}
	}
	return msg.Marshal()
}

// unmarshal decodes a message of bounded size. It doesn't panic.
func unmarshal(data []byte) (msg *capnp.Message, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Errorf("EINVAL", "malformed message: %v", r)
		}
	}()
	if len(data) > batchLimit {
		return nil, Errorf("ELIMIT", "a message of %d bytes, more than %d", len(data), batchLimit)
	}
	msg, err = capnp.Unmarshal(data)
	if err != nil {
		return nil, Errorf("EINVAL", "malformed message: %v", err)
	}
	msg.ResetReadLimit(8 * batchLimit)
	_, err = msg.Root()
	return msg, err
}

func (b *batcher) Recv(ctx context.Context, r capnp.Recv) capnp.PipelineCaller {
	r.Reject(errors.New("calls by others don't go in batches"))
	return nil
}

func (b *batcher) Brand() capnp.Brand { return capnp.Brand{Value: b} }
func (b *batcher) Shutdown()          {}
func (b *batcher) String() string     { return "batches" }

// Restore returns the session of a token, with what it was granted, for calls
// by holder.
type Restore func(ctx context.Context, token []byte, holder string) (s Session, granted []string, err error)

// ServeBatch answers the calls of one batch, in order. The error is of the
// batch itself; errors of its calls are in the reply.
func ServeBatch(ctx context.Context, request []byte, restore Restore, fail func(error)) (reply []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Errorf("EINVAL", "malformed batch: %v", r)
		}
	}()
	msg, err := unmarshal(request)
	if err != nil {
		return nil, err
	}
	b, err := schema.ReadRootBatch(msg)
	if err != nil {
		return nil, err
	}
	if b.Version() != Version {
		return nil, Errorf("EINVAL", "a batch of version %d of the session's schema, the host has version %d", b.Version(), Version)
	}
	token, err := b.Token()
	if err != nil {
		return nil, err
	}
	holder, err := b.Holder()
	if err != nil {
		return nil, err
	}
	calls, err := b.Calls()
	if err != nil {
		return nil, err
	}
	if calls.Len() == 0 || calls.Len() > batchCalls {
		return nil, Errorf("EINVAL", "a batch of %d calls, not 1 to %d", calls.Len(), batchCalls)
	}
	s, granted, err := restore(ctx, token, holder)
	if err != nil {
		return nil, err
	}
	session := capnp.Client(newServer(s, granted, fail))
	defer session.Release()
	out, seg, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	d, err := schema.NewRootBatchReply(seg)
	if err != nil {
		return nil, err
	}
	results, err := d.NewResults(int32(calls.Len()))
	if err != nil {
		return nil, err
	}
	for i := range calls.Len() {
		if err := serveCall(ctx, session, calls.At(i), results.At(i)); err != nil {
			return nil, err
		}
	}
	return out.Marshal()
}

func serveCall(ctx context.Context, session capnp.Client, c schema.BatchCall, r schema.BatchResult) error {
	params, err := c.Params()
	if err != nil {
		return err
	}
	answer, release := session.SendCall(ctx, capnp.Send{
		Method:    capnp.Method{InterfaceID: c.Interface(), MethodID: c.Method()},
		ArgsSize:  params.Struct().Size(),
		PlaceArgs: func(s capnp.Struct) error { return s.CopyFrom(params.Struct()) },
	})
	defer release()
	result, err := answer.Struct()
	if err != nil {
		return r.SetError(err.Error())
	}
	if !result.IsValid() { // nothing was answered but that it was done
		return r.SetResult(capnp.Ptr{})
	}
	result.Message().ResetReadLimit(8 * batchLimit)
	return r.SetResult(result.ToPtr())
}
