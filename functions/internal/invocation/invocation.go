// Package invocation is what the host's function and the shell worker's say to
// each other: a request, and a stream of frames as its answer.
package invocation

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Request asks the shell worker's function to run one exec.
type Request struct {
	Token []byte `json:"token"` // for calls to the host
	Job   []byte `json:"job"`   // rpc.MarshalJob
	Pages []Page `json:"pages"` // chunks that the script may want
}

// Page is a chunk's bytes.
type Page struct {
	ID   uint64 `json:"id"`
	Data []byte `json:"data"`
}

// MaxPages is how many bytes of pages a request carries: with the job, and in
// base64, they stay below Lambda's 6 MB.
const MaxPages = 2 << 20

// MaxFinal is how many bytes the changeset in the answer may have.
const MaxFinal = 1 << 20

// The kinds of frames.
const (
	Stdout    = 'o'
	Stderr    = 'e'
	Final     = 'c' // rpc.Final
	Exit      = 'x' // ExitStatus
	Heartbeat = 'h' // nothing, so that an idle stream isn't taken for dead
)

// ExitStatus is the last frame. Lost says that the worker ended before it
// could tell; Message why, or what it couldn't save.
type ExitStatus struct {
	Status  int    `json:"status"`
	Lost    bool   `json:"lost,omitempty"`
	Message string `json:"message,omitempty"`
}

// maxFrame bounds a frame in bytes.
const maxFrame = 8 << 20

// Writer writes frames. It is safe for concurrent use.
type Writer struct {
	mu sync.Mutex
	w  io.Writer
}

// NewWriter returns a Writer over w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Frame writes one frame.
func (w *Writer) Frame(kind byte, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := make([]byte, 5, 5+len(data))
	b[0] = kind
	binary.BigEndian.PutUint32(b[1:], uint32(len(data)))
	_, err := w.w.Write(append(b, data...))
	return err
}

// JSON writes a frame that holds v.
func (w *Writer) JSON(kind byte, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.Frame(kind, b)
}

// Reader reads frames.
type Reader struct{ r *bufio.Reader }

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{bufio.NewReaderSize(r, 64<<10)} }

// Next returns the next frame, io.EOF at the end, io.ErrUnexpectedEOF in the
// middle of one.
func (r *Reader) Next() (kind byte, data []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("a frame of %d bytes, more than %d", n, maxFrame)
	}
	data = make([]byte, n)
	if _, err := io.ReadFull(r.r, data); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return head[0], data, nil
}

// BatchRequest carries a batch of calls to the host's function.
type BatchRequest struct {
	Batch []byte `json:"batch"`
}

// BatchReply is its answer: the calls' replies, or why there are none.
type BatchReply struct {
	Reply []byte `json:"reply,omitempty"`
	Code  string `json:"code,omitempty"`
	Error string `json:"error,omitempty"`
}
