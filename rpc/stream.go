package rpc

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	capnp "capnproto.org/go/capnp/v3"
	"capnproto.org/go/capnp/v3/exp/bufferpool"
	"capnproto.org/go/capnp/v3/rpc"
	"capnproto.org/go/capnp/v3/rpc/transport"

	"github.com/capshell/capshell/schema"
)

// maxMessage bounds one message in bytes; MaxRead and a changeset fit.
const maxMessage = 16 << 20

// writeTimeout is how long a peer may leave a message unread before it is
// taken for dead.
const writeTimeout = 60 * time.Second

func init() {
	// The default pool's largest bucket is smaller than a page's message.
	bufferpool.Default.BucketCount = 23
}

// Stream is the connection under the stream carrier.
type Stream interface {
	io.ReadWriteCloser
	SetWriteDeadline(time.Time) error
}

// streamCodec frames messages on a stream, with bounds on both sides.
type streamCodec struct {
	*capnp.Decoder
	*capnp.Encoder
	conn  Stream
	once  sync.Once
	check *check // of what a worker sends; nil: the host is believed
}

func newStreamCodec(conn Stream, c *check) *streamCodec {
	d := capnp.NewDecoder(bufio.NewReaderSize(conn, 64<<10))
	d.MaxMessageSize = maxMessage
	return &streamCodec{Decoder: d, Encoder: capnp.NewEncoder(conn), conn: conn, check: c}
}

func (c *streamCodec) Decode() (*capnp.Message, error) {
	m, err := c.Decoder.Decode()
	if err != nil {
		return nil, err
	}
	m.ResetReadLimit(8 * maxMessage)
	if c.check != nil {
		if err := c.check.message(m); err != nil {
			m.Release()
			return nil, err
		}
	}
	return m, nil
}

// Encode closes the stream when it can't write: the library would leave the
// calls waiting.
func (c *streamCodec) Encode(m *capnp.Message) error {
	if err := c.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	err := c.Encoder.Encode(m)
	if err != nil {
		c.Close()
	}
	return err
}

func (c *streamCodec) Close() (err error) {
	c.once.Do(func() { err = c.conn.Close() })
	return err
}

// ServeStream answers a worker's calls on the connection from s, until the
// connection or the context ends. Only the granted interfaces answer. fail is
// told of a call that panicked; the session goes on.
func ServeStream(ctx context.Context, conn Stream, s Session, granted []string, fail func(error)) error {
	c := rpc.NewConn(transport.New(newStreamCodec(conn, &check{})), &rpc.Options{
		BootstrapClient: capnp.Client(newServer(s, granted, fail)),
		Logger:          quiet{},
	})
	defer c.Close()
	select {
	case <-c.Done():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Client is a Session over a stream.
type Client struct {
	*client
	conn *rpc.Conn
}

// NewStreamClient returns the session at the other end of the connection.
func NewStreamClient(ctx context.Context, conn Stream) (*Client, error) {
	c := rpc.NewConn(transport.New(newStreamCodec(conn, nil)), &rpc.Options{Logger: quiet{}})
	s := schema.Session(c.Bootstrap(ctx))
	if err := s.Resolve(ctx); err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: %v", ErrLost, err)
	}
	return &Client{newClient(s), c}, nil
}

// Done is closed when the connection is gone.
func (c *Client) Done() <-chan struct{} { return c.conn.Done() }

// Close ends the connection.
func (c *Client) Close() error {
	c.release()
	return c.conn.Close()
}

// quiet drops the library's log: errors come back from the calls.
type quiet struct{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (quiet) Warn(string, ...any)  {}
func (quiet) Error(string, ...any) {}
