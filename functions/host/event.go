package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/aws/aws-lambda-go/events"
)

// gatewayEvent is what the kinds of API events have in common with what they
// don't: REST APIs' (payload 1.0), and HTTP APIs' and function URLs' (2.0).
type gatewayEvent struct {
	Version         string
	HTTPMethod      string
	Path            string
	Headers         map[string]string
	MultiHeaders    map[string][]string `json:"multiValueHeaders"`
	Query           map[string]string   `json:"queryStringParameters"`
	MultiQuery      map[string][]string `json:"multiValueQueryStringParameters"`
	RawPath         string
	RawQuery        string `json:"rawQueryString"`
	Body            string
	IsBase64Encoded bool
	RequestContext  struct {
		HTTP struct{ Method string }
		// Of a REST API: the path with the stage, percent-encoded as it was sent.
		Path  string
		Stage string
	}
}

// request makes the HTTP request that an event stands for.
func request(ctx context.Context, payload []byte) (*http.Request, error) {
	var e gatewayEvent
	if err := json.Unmarshal(payload, &e); err != nil {
		return nil, fmt.Errorf("not an event of API Gateway: %w", err)
	}
	method, path, query := e.HTTPMethod, e.Path, url.Values(e.MultiQuery).Encode()
	switch {
	case e.Version == "2.0" && e.RequestContext.HTTP.Method != "":
		method, path, query = e.RequestContext.HTTP.Method, e.RawPath, e.RawQuery
		if stage := e.RequestContext.Stage; stage != "" && stage != "$default" {
			path = strings.TrimPrefix(path, "/"+stage)
		}
	case e.HTTPMethod != "" && e.Path != "":
		if raw := e.RequestContext.Path; raw != "" {
			path = strings.TrimPrefix(raw, "/"+e.RequestContext.Stage)
		}
		if e.MultiQuery == nil {
			q := url.Values{}
			for k, v := range e.Query {
				q.Set(k, v)
			}
			query = q.Encode()
		}
	default:
		return nil, fmt.Errorf("not an event of API Gateway: no method and path")
	}
	body := []byte(e.Body)
	if e.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(e.Body); err != nil {
			return nil, fmt.Errorf("the event's body: %w", err)
		}
	}
	u := path
	if query != "" {
		u += "?" + query
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://capshell"+u, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for k, v := range e.Headers {
		r.Header.Set(k, v)
	}
	for k, vs := range e.MultiHeaders {
		r.Header.Del(k)
		for _, v := range vs {
			r.Header.Add(k, v)
		}
	}
	return r, nil
}

// response takes what a handler answers. The body is a pipe, so that it can
// be on its way before the handler is done.
type response struct {
	header http.Header
	once   sync.Once
	ready  chan struct{} // closed once status is set
	status int
	w      *io.PipeWriter
	r      *io.PipeReader
}

func newResponse() *response {
	r, w := io.Pipe()
	return &response{header: http.Header{}, ready: make(chan struct{}), r: r, w: w}
}

func (w *response) Header() http.Header { return w.header }
func (w *response) Flush()              {}

func (w *response) WriteHeader(status int) {
	w.once.Do(func() {
		w.status = status
		w.header = w.header.Clone() // what is set later comes too late
		close(w.ready)
	})
}

func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.w.Write(p)
}

// serve runs a handler on an event and returns the answer: streamed, or in
// one piece.
func serve(ctx context.Context, h http.Handler, payload []byte, streamed bool) (any, error) {
	r, err := request(ctx, payload)
	if err != nil {
		return nil, err
	}
	w := newResponse()
	go func() {
		var failed error
		defer func() {
			if v := recover(); v != nil { // the handler gave the answer up
				failed = fmt.Errorf("the answer was given up: %v", v)
			}
			w.WriteHeader(http.StatusOK)
			w.w.CloseWithError(failed)
		}()
		h.ServeHTTP(w, r)
	}()
	<-w.ready
	headers := map[string]string{}
	for k, v := range w.header {
		headers[k] = strings.Join(v, ", ")
	}
	if streamed {
		return &events.LambdaFunctionURLStreamingResponse{StatusCode: w.status, Headers: headers, Body: w.r}, nil
	}
	body, err := io.ReadAll(w.r)
	if err != nil {
		return nil, err
	}
	if len(body) > maxBody {
		headers = map[string]string{"Content-Type": "application/json"}
		w.status = http.StatusRequestEntityTooLarge
		body = fmt.Appendf(nil, `{"error":{"code":"ELIMIT","message":"the answer has %d bytes, more than %d; this deployment can't stream it"}}`+"\n", len(body), maxBody)
	}
	return events.APIGatewayV2HTTPResponse{StatusCode: w.status, Headers: headers, Body: base64.StdEncoding.EncodeToString(body), IsBase64Encoded: true}, nil
}
