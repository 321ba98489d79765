// Package invocation is what the host's function and the shell worker's say to
// each other: a request, and a stream of frames as its answer.
package invocation

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/capshell/capshell/rpc"
)

// Request asks the shell worker's function to run one exec.
type Request struct {
	Token     []byte `json:"token"`     // for calls to the host
	Workspace string `json:"workspace"` // in which chunks keep their ids
	// Job is what rpc.MarshalJob made; without one the host is asked.
	Job   []byte `json:"job,omitempty"`
	Pages []Page `json:"pages,omitempty"` // chunks that the script may want
	Feed  bool   `json:"feed,omitempty"`  // the input comes by batches
	// Answer says that frames are read. Without it all goes by batches.
	Answer bool `json:"answer,omitempty"`
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

// MaxPayload is how many bytes a request has, less than Lambda's 6 MB; one
// that nobody waits for has its token only.
const MaxPayload = 6_000_000

// The kinds of frames. Held comes first. The events up to Handed, and those
// after it, are numbered from 0 by both sides alike.
const (
	Held      = 'i' // who calls the host, as in its batches
	Handed    = 'l' // the exec is told of by batches from now on
	Stdout    = 'o'
	Stderr    = 'e'
	Final     = 'c' // rpc.Final
	Exit      = 'x' // ExitStatus
	Heartbeat = 'h' // nothing, so that an idle stream isn't taken for dead
)

// ExitStatus is the last frame. Recorded says that the host was told by a batch.
type ExitStatus struct {
	rpc.Ending
	Recorded bool `json:"recorded,omitempty"`
}

// maxFrame bounds a frame in bytes.
const maxFrame = 8 << 20

// Frame is a piece of an answer.
type Frame struct {
	Kind byte
	Data []byte
}

// Writer writes frames.
type Writer struct{ w io.Writer }

// NewWriter returns a Writer over w.
func NewWriter(w io.Writer) *Writer { return &Writer{w} }

// Frames writes frames, all at once.
func (w *Writer) Frames(frames ...Frame) error {
	size := 0
	for _, f := range frames {
		size += 5 + len(f.Data)
	}
	b := make([]byte, 0, size)
	for _, f := range frames {
		b = append(b, f.Kind)
		b = binary.BigEndian.AppendUint32(b, uint32(len(f.Data)))
		b = append(b, f.Data...)
	}
	_, err := w.w.Write(b)
	return err
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

// What is around the bytes of a batch, and of a reply, as JSON has
// them. Megabytes of Base64 are not looked at as JSON first.
const (
	batchHead = `{"batch":"`
	replyHead = `{"reply":"`
	bytesTail = `"}`
)

// Encode returns the request as JSON.
func (q BatchRequest) Encode() []byte { return encodeBytes(batchHead, q.Batch) }

// DecodeBatch reads a request.
func DecodeBatch(data []byte) (q BatchRequest, err error) {
	if b, ok := decodeBytes(batchHead, data); ok {
		return BatchRequest{b}, nil
	}
	return q, json.Unmarshal(data, &q)
}

// Encode returns the reply as JSON.
func (r BatchReply) Encode() ([]byte, error) {
	if r.Code == "" && r.Error == "" {
		return encodeBytes(replyHead, r.Reply), nil
	}
	return json.Marshal(r)
}

// DecodeReply reads a reply.
func DecodeReply(data []byte) (r BatchReply, err error) {
	if b, ok := decodeBytes(replyHead, data); ok {
		return BatchReply{Reply: b}, nil
	}
	return r, json.Unmarshal(data, &r)
}

func encodeBytes(head string, data []byte) []byte {
	b := make([]byte, 0, len(head)+base64.StdEncoding.EncodedLen(len(data))+len(bytesTail))
	b = base64.StdEncoding.AppendEncode(append(b, head...), data)
	return append(b, bytesTail...)
}

func decodeBytes(head string, data []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(data, []byte(head))
	if !ok {
		return nil, false
	}
	if rest, ok = bytes.CutSuffix(rest, []byte(bytesTail)); !ok {
		return nil, false
	}
	b := make([]byte, base64.StdEncoding.DecodedLen(len(rest)))
	n, err := base64.StdEncoding.Decode(b, rest)
	return b[:n], err == nil
}
