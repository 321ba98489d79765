package durable

import (
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// losingClient loses the answer of every second PUT of a key.
type losingClient struct {
	inner s3.HTTPClient
	path  string
	n     atomic.Int64
}

func (c *losingClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.inner.Do(r)
	if err == nil && r.Method == "PUT" && strings.HasSuffix(r.URL.Path, c.path) && c.n.Add(1)%2 == 0 {
		resp.Body.Close()
		return nil, errors.New("connection reset by peer")
	}
	return resp, err
}

// countingClient notes the requests, without what is random in keys.
type countingClient struct {
	inner s3.HTTPClient
	mu    sync.Mutex
	seen  []string
}

func (c *countingClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.inner.Do(r)
	name := path.Base(r.URL.Path)
	if strings.HasSuffix(name, ".ltx") {
		name = "ltx"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && resp.StatusCode == http.StatusNotModified {
		name += " (the same)"
	}
	c.seen = append(c.seen, r.Method+" "+name)
	return resp, err
}

// take returns the requests since it was last called.
func (c *countingClient) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := c.seen
	c.seen = nil
	return seen
}

// refusingClient answers 503 SlowDown while it is on.
type refusingClient struct {
	inner s3.HTTPClient
	on    atomic.Bool
}

func (c *refusingClient) Do(r *http.Request) (*http.Response, error) {
	if !c.on.Load() {
		return c.inner.Do(r)
	}
	return &http.Response{StatusCode: 503, Header: http.Header{"Content-Type": {"application/xml"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(`<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>`))}, nil
}

// hangingClient answers nothing while it is on.
type hangingClient struct {
	inner s3.HTTPClient
	on    atomic.Bool
}

func (c *hangingClient) Do(r *http.Request) (*http.Response, error) {
	if !c.on.Load() {
		return c.inner.Do(r)
	}
	<-r.Context().Done()
	return nil, r.Context().Err()
}
