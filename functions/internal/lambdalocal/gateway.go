package lambdalocal

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"
)

// Gateway is an API Gateway REST API in front of a function: it makes an event
// of each request, and streams the answer.
type Gateway struct {
	Client   *lambda.Client
	Function string
	// Buffered is responseTransferMode BUFFERED: the answer comes in one piece.
	Buffered bool
}

// integrationTimeout is how long API Gateway waits for an answer in one piece.
const integrationTimeout = 29 * time.Second

// maxBody is how many bytes of a request's body fit in an event.
const maxBody = 4 << 20

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil || len(body) > maxBody {
		gatewayError(w, http.StatusRequestEntityTooLarge, "ELIMIT", fmt.Sprintf("the body has more than %d bytes", maxBody))
		return
	}
	multi := map[string][]string{}
	for k, v := range r.URL.Query() {
		multi[k] = v
	}
	event := map[string]any{
		"resource": "/{proxy+}", "httpMethod": r.Method, "path": r.URL.Path, "multiValueHeaders": r.Header, "multiValueQueryStringParameters": multi,
		"requestContext": map[string]any{"path": "/live" + r.URL.EscapedPath(), "stage": "live", "requestId": newID()},
		"body":           base64.StdEncoding.EncodeToString(body), "isBase64Encoded": true,
	}
	payload, err := json.Marshal(event)
	if err != nil {
		gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
		return
	}
	if g.Buffered {
		g.buffered(w, r, payload)
		return
	}
	out, err := g.Client.InvokeWithResponseStream(r.Context(), &lambda.InvokeWithResponseStreamInput{FunctionName: &g.Function, Payload: payload})
	if err != nil {
		gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
		return
	}
	stream := out.GetStream()
	defer stream.Close()
	var head []byte // up to the 8 NULs behind the prelude
	began := false
	for event := range stream.Events() {
		switch v := event.(type) {
		case *types.InvokeWithResponseStreamResponseEventMemberPayloadChunk:
			data := v.Value.Payload
			if !began {
				head = append(head, data...)
				end := bytes.Index(head, make([]byte, 8))
				if end < 0 {
					continue
				}
				var prelude struct {
					StatusCode int
					Headers    map[string]string
				}
				if err := json.Unmarshal(head[:end], &prelude); err != nil {
					gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
					return
				}
				for k, v := range prelude.Headers {
					w.Header().Set(k, v)
				}
				w.WriteHeader(prelude.StatusCode)
				began, data = true, head[end+8:]
			}
			if _, err := w.Write(data); err != nil {
				return
			}
			http.NewResponseController(w).Flush()
		case *types.InvokeWithResponseStreamResponseEventMemberInvokeComplete:
			if v.Value.ErrorCode == nil {
				continue
			}
			if began {
				panic(http.ErrAbortHandler) // the answer is cut
			}
			gatewayError(w, http.StatusBadGateway, "EBACKEND", aws.ToString(v.Value.ErrorDetails))
			return
		}
	}
	if !began {
		gatewayError(w, http.StatusBadGateway, "EBACKEND", "no answer")
	}
}

// buffered answers with what a plain invoke returns.
func (g *Gateway) buffered(w http.ResponseWriter, r *http.Request, payload []byte) {
	ctx, cancel := context.WithTimeout(r.Context(), integrationTimeout)
	defer cancel()
	out, err := g.Client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &g.Function, Payload: payload})
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		gatewayError(w, http.StatusGatewayTimeout, "EBACKEND", "Endpoint request timed out")
		return
	}
	if err != nil {
		gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
		return
	}
	var answer struct {
		StatusCode      int
		Headers         map[string]string
		Body            string
		IsBase64Encoded bool
	}
	if out.FunctionError != nil || json.Unmarshal(out.Payload, &answer) != nil || answer.StatusCode == 0 {
		gatewayError(w, http.StatusBadGateway, "EBACKEND", string(out.Payload))
		return
	}
	body := []byte(answer.Body)
	if answer.IsBase64Encoded {
		if body, err = base64.StdEncoding.DecodeString(answer.Body); err != nil {
			gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
			return
		}
	}
	for k, v := range answer.Headers {
		w.Header().Set(k, v)
	}
	w.WriteHeader(answer.StatusCode)
	w.Write(body)
}

func gatewayError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"code": code, "message": message}})
}
