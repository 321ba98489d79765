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

	"github.com/aws/aws-sdk-go-v2/service/lambda"
)

// Gateway is an API Gateway REST API in front of a function: it makes an event
// of each request, and streams the answer.
type Gateway struct {
	Server   *Server
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
	var began bool
	var cut error
	err = g.Server.Stream(g.Function, payload, func(r io.Reader) { began, cut = g.answer(w, r) })
	if err == nil {
		err = cut
	}
	switch {
	case err == nil:
	case began:
		panic(http.ErrAbortHandler) // the answer is cut
	default:
		gatewayError(w, http.StatusBadGateway, "EBACKEND", err.Error())
	}
}

// answer passes a streamed answer on: its prelude, 8 NULs, its body. It
// returns whether that has begun.
func (g *Gateway) answer(w http.ResponseWriter, r io.Reader) (began bool, err error) {
	var head []byte
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		data := buf[:n]
		if !began {
			head = append(head, data...)
			end := bytes.Index(head, make([]byte, 8))
			if end < 0 {
				if errors.Is(err, io.EOF) {
					err = errors.New("no answer")
				}
				if err != nil {
					return false, err
				}
				continue
			}
			var prelude struct {
				StatusCode int
				Headers    map[string]string
			}
			if err := json.Unmarshal(head[:end], &prelude); err != nil {
				return false, err
			}
			for k, v := range prelude.Headers {
				w.Header().Set(k, v)
			}
			w.WriteHeader(prelude.StatusCode)
			began, data = true, head[end+8:]
		}
		if _, err := w.Write(data); err != nil {
			return true, nil // nobody listens any more
		}
		http.NewResponseController(w).Flush()
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return true, err
		}
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
