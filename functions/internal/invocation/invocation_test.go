package invocation

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"
)

// TestBatchesAreJSON: what goes without encoding/json is what that reads and writes.
func TestBatchesAreJSON(t *testing.T) {
	for _, data := range [][]byte{nil, {0}, []byte("ab\xff"), bytes.Repeat([]byte("0123456789"), 1000)} {
		want, _ := json.Marshal(BatchRequest{data})
		if q, err := DecodeBatch(want); data != nil && (err != nil || !bytes.Equal(q.Batch, data)) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
		var q BatchRequest
		if err := json.Unmarshal(BatchRequest{data}.Encode(), &q); err != nil || !bytes.Equal(q.Batch, data) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
		var r BatchReply
		out, err := BatchReply{Reply: data}.Encode()
		if err != nil || json.Unmarshal(out, &r) != nil || !bytes.Equal(r.Reply, data) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	}
	out, err := BatchReply{Code: "EIO", Error: `a "quoted" <text>`}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if r, err := DecodeReply(out); err != nil || r.Code != "EIO" || r.Error != `a "quoted" <text>` {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range []string{`{"reply":"!"}`, `{"reply":"YWI"}`, `{"reply":`, `[]`, ``} {
		if _, err := DecodeReply([]byte(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// FuzzDecode: what the fast path takes, encoding/json takes the same way.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"batch":"YWI="}`, `{"reply":"YWI="}`, `{"reply":"YW\nI="}`, `{"reply":"","code":"x"}`, `{"batch":"a","batch":"b"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := DecodeReply(data)
		var want BatchReply
		if werr := json.Unmarshal(data, &want); werr == nil && (err != nil || !bytes.Equal(r.Reply, want.Reply) || r.Code != want.Code) {
			t.Errorf("%q: %+v, %v; encoding/json says %+v", data, r, err, want)
		}
		if q, err := DecodeBatch(data); err == nil {
			if again, err := DecodeBatch(q.Encode()); err != nil || !bytes.Equal(again.Batch, q.Batch) {
				t.Errorf("%q: %v", data, err)
			}
		}
	})
}

// FuzzFrames: a reader of frames ends with an error, or with what was written.
func FuzzFrames(f *testing.F) {
	var b bytes.Buffer
	NewWriter(&b).Frames(Frame{Stdout, []byte("text")}, Frame{Exit, []byte("{}")})
	f.Add(b.Bytes())
	f.Add([]byte("o\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var again bytes.Buffer
		w := NewWriter(&again)
		for r := NewReader(bytes.NewReader(data)); ; {
			kind, frame, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return
			}
			w.Frames(Frame{kind, frame})
		}
		if !bytes.Equal(again.Bytes(), data) {
			t.Errorf("%q became %q", data, again.Bytes())
		}
	})
}
