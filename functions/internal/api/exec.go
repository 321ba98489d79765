package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/capshell/capshell/hoststore/runtime"
	"github.com/capshell/capshell/rpc"
)

// execBody is what POST /exec takes.
type execBody struct {
	Command     string            `json:"command"`
	Args        []string          `json:"args"`
	ID          string            `json:"id"`
	Cwd         string            `json:"cwd"`
	Env         map[string]string `json:"env"`
	Stdin       *string           `json:"stdin"`
	StdinBase64 *string           `json:"stdinBase64"`
	Encoding    string            `json:"encoding"`
	TimeoutMs   int64             `json:"timeoutMs"`
	Mode        string            `json:"mode"`
	Effect      string            `json:"effect"`
	Backend     string            `json:"backend"`
	Detach      bool              `json:"detach"`
	WaitMs      *int64            `json:"waitMs"`
}

// stdinStream, as the stdin of an exec, says that it comes by requests of its own.
const stdinStream = "stream"

func (b *execBody) options() (o runtime.Options, err error) {
	o = runtime.Options{ID: b.ID, Command: b.Command, Args: b.Args, Dir: b.Cwd, Env: b.Env, Timeout: time.Duration(b.TimeoutMs) * time.Millisecond}
	switch {
	case b.TimeoutMs < 0 || b.TimeoutMs > 1<<40:
		return o, rpc.Errorf("EINVAL", "timeoutMs %d: it must be a positive number of milliseconds", b.TimeoutMs)
	case b.Encoding != "" && b.Encoding != "utf8" && b.Encoding != "base64":
		return o, rpc.Errorf("EINVAL", "encoding %q: utf8 or base64", b.Encoding)
	case b.Mode != "" && b.Mode != "live" && b.Mode != "effect":
		return o, rpc.Errorf("EINVAL", "mode %q: live or effect", b.Mode)
	case b.Effect != "":
		return o, rpc.Errorf("EINVAL", "effect: this version keeps no journal of effects")
	case b.Backend != "" && b.Backend != "worker":
		return o, rpc.Errorf("EINVAL", "backend %q: worker is the only one", b.Backend)
	case b.Stdin != nil && b.StdinBase64 != nil:
		return o, rpc.Errorf("EINVAL", "stdin and stdinBase64: give one of them")
	case b.WaitMs != nil && *b.WaitMs < 0:
		return o, rpc.Errorf("EINVAL", "waitMs: it must not be negative")
	}
	o.Effect = b.Mode == "effect"
	switch {
	case b.Stdin != nil && *b.Stdin == stdinStream:
		o.StreamStdin = true
	case b.Stdin != nil:
		o.Stdin = []byte(*b.Stdin)
	case b.StdinBase64 != nil:
		if o.Stdin, err = base64.StdEncoding.DecodeString(*b.StdinBase64); err != nil {
			return o, rpc.Errorf("EINVAL", "stdinBase64: %v", err)
		}
	}
	return o, nil
}

// exec answers /exec and what is below it.
func (q *request) exec() error {
	if err := q.allow(VerbExec); err != nil {
		return err
	}
	switch len(q.path) {
	case 2:
		if err := q.methods("GET", "POST"); err != nil {
			return err
		}
		if q.r.Method == "GET" {
			return q.listExecs()
		}
		return q.startExec()
	case 3:
		if err := q.methods("GET", "DELETE"); err != nil {
			return err
		}
		if q.r.Method == "DELETE" {
			if err := q.params(); err != nil {
				return err
			}
			if err := q.Host.Forget(q.r.Context(), q.ws(), q.path[2]); err != nil {
				return err
			}
			q.w.WriteHeader(http.StatusNoContent)
			return nil
		}
		return q.reattach()
	case 4:
		if !slices.Contains([]string{"kill", "pause", "resume", "stdin"}, q.path[3]) {
			break
		}
		if err := q.methods("POST"); err != nil {
			return err
		}
		e, err := q.Host.Get(q.r.Context(), q.ws(), q.path[2])
		if err != nil {
			return err
		}
		defer e.Leave(q.r.Context())
		switch q.path[3] {
		case "kill":
			return q.kill(e)
		case "pause", "resume":
			if err := q.params(); err != nil {
				return err
			}
			halt := e.Pause
			if q.path[3] == "resume" {
				halt = e.Resume
			}
			if err := halt(q.r.Context()); err != nil {
				return err
			}
			return q.json(http.StatusOK, map[string]any{"id": e.ID, "state": e.State()})
		case "stdin":
			return q.stdin(e)
		}
	}
	return rpc.Errorf("ENOENT", "no such route: %s", q.r.URL.EscapedPath())
}

func (q *request) listExecs() error {
	if err := q.params(); err != nil {
		return err
	}
	execs, err := q.Host.List(q.r.Context(), q.ws())
	if err != nil {
		return err
	}
	sort.Slice(execs, func(i, j int) bool { return execs[i].Started.Before(execs[j].Started) })
	list := []map[string]any{}
	for _, e := range execs {
		defer e.Leave(q.r.Context())
		m := map[string]any{"id": e.ID, "state": e.State(), "command": e.Command, "startedAt": e.Started.UTC().Format(time.RFC3339Nano)}
		select {
		case <-e.Done():
			r, err := e.Result(q.r.Context())
			if err != nil {
				return err
			}
			m["exitCode"], m["endedAt"] = r.ExitCode, r.Ended.UTC().Format(time.RFC3339Nano)
		default:
		}
		list = append(list, m)
	}
	return q.json(http.StatusOK, map[string]any{"execs": list})
}

func (q *request) startExec() error {
	if err := q.params(); err != nil {
		return err
	}
	var b execBody
	if err := q.body(&b); err != nil {
		return err
	}
	o, err := b.options()
	if err != nil {
		return err
	}
	form, err := q.form()
	if err != nil {
		return err
	}
	// One that isn't waited for long might be left before others know of it.
	o.Detach = b.Detach || form == formJSON && b.WaitMs != nil && *b.WaitMs < 2*runtime.HandOver.Milliseconds()
	o.Unannounced = form == formJSON && !o.Detach
	e, err := q.Host.Exec(q.r.Context(), q.ws(), o)
	if err != nil {
		return err
	}
	defer e.Leave(q.r.Context())
	q.w.Header().Set("Exec-Id", e.ID)
	if b.Detach {
		return q.json(http.StatusAccepted, map[string]any{"id": e.ID})
	}
	if form != formJSON {
		return q.stream(e, 0, form, b.Encoding)
	}
	return q.waitJSON(e, b.WaitMs, b.Encoding)
}

// The forms of an exec's answer.
const (
	formJSON = iota
	formSSE
	formNDJSON
)

// form chooses by Accept.
func (q *request) form() (int, error) {
	accept := q.r.Header.Get("Accept")
	if accept == "" {
		return formJSON, nil
	}
	for part := range strings.SplitSeq(accept, ",") {
		t, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		switch t {
		case "text/event-stream":
			return formSSE, nil
		case "application/x-ndjson":
			return formNDJSON, nil
		case "application/json", "application/*", "*/*":
			return formJSON, nil
		}
	}
	return 0, &statusError{http.StatusNotAcceptable, rpc.Errorf("EINVAL", "Accept %q: application/json, text/event-stream or application/x-ndjson", accept)}
}

// waitJSON waits for the result, at most waitMs or the server's own bound.
func (q *request) waitJSON(e *runtime.Exec, waitMs *int64, encoding string) error {
	wait := q.Limits.Wait
	if waitMs != nil && (wait == 0 || time.Duration(*waitMs)*time.Millisecond < wait) {
		wait = time.Duration(*waitMs) * time.Millisecond
		if wait == 0 {
			wait = 1
		}
	}
	r, ended, err := q.result(e, wait)
	if err != nil || !ended {
		return err
	}
	return q.json(http.StatusOK, resultJSON(e, r, encoding))
}

// result waits for the result, at most wait where that isn't 0. Where the
// exec hasn't ended then, it answers 202.
func (q *request) result(e *runtime.Exec, wait time.Duration) (r runtime.Result, ended bool, err error) {
	ctx := q.r.Context()
	if wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, wait)
		defer cancel()
	}
	r, err = e.Result(ctx)
	switch {
	case err == nil:
		return r, true, nil
	case ctx.Err() == nil || q.r.Context().Err() != nil:
		return r, false, err
	}
	return r, false, q.json(http.StatusAccepted, map[string]any{"id": e.ID, "state": e.State()})
}

func resultJSON(e *runtime.Exec, r runtime.Result, encoding string) map[string]any {
	m := map[string]any{"id": e.ID, "exitCode": r.ExitCode, "pushed": r.Applied, "pulled": r.Pulled, "skipped": []any{},
		"revision": r.Revision, "replayed": false, "startedAt": e.Started.UTC().Format(time.RFC3339Nano), "durationMs": r.Ended.Sub(e.Started).Milliseconds()}
	sync := map[string]any{"status": r.Sync, "applied": r.Applied, "skipped": r.Skipped}
	if r.SyncErr != "" {
		sync["error"] = r.SyncErr
	}
	m["sync"] = sync
	truncated := map[string]bool{}
	for _, stream := range []string{"stdout", "stderr"} {
		data, cut := e.Output(stream)
		truncated[stream] = cut
		text, lossy := encodeText(data, encoding)
		m[stream] = text
		if lossy {
			m["lossy"] = true
		}
	}
	m["truncated"] = truncated
	return m
}

func encodeText(data []byte, encoding string) (text string, lossy bool) {
	if encoding == "base64" {
		return base64.StdEncoding.EncodeToString(data), false
	}
	if utf8.Valid(data) {
		return string(data), false
	}
	return strings.ToValidUTF8(string(data), "\uFFFD"), true
}

// eventJSON is an event as the streams carry it.
func eventJSON(e *runtime.Exec, v runtime.Event, encoding string) []byte {
	m := struct {
		ID    string `json:"id"`
		Seq   int64  `json:"seq"`
		Name  string `json:"name"`
		Value any    `json:"value"`
		Lossy bool   `json:"lossy,omitempty"`
	}{ID: e.ID, Seq: v.Seq, Name: v.Name, Value: v.Exit}
	if v.Name != "exit" {
		m.Value, m.Lossy = encodeText(v.Value, encoding)
	}
	b, _ := json.Marshal(m)
	return b
}

// keepAlive is how often an idle stream shows a sign of life.
const keepAlive = 15 * time.Second

// stream sends the events from seq on, to the exit.
func (q *request) stream(e *runtime.Exec, seq int64, form int, encoding string) error {
	r, err := e.Follow(seq)
	if err != nil {
		return err
	}
	defer r.Close()
	h := q.w.Header()
	h.Set("Cache-Control", "no-store")
	if form == formSSE {
		h.Set("Content-Type", "text/event-stream")
	} else {
		h.Set("Content-Type", "application/x-ndjson")
	}
	rc := http.NewResponseController(q.w)
	q.w.WriteHeader(http.StatusOK)
	rc.Flush()
	all, stop := context.WithCancel(q.r.Context())
	if q.Limits.Stream > 0 {
		all, stop = context.WithTimeout(q.r.Context(), q.Limits.Stream)
	}
	defer stop()
	for {
		ctx, cancel := context.WithTimeout(all, keepAlive)
		v, err := r.Next(ctx)
		cancel()
		switch {
		case errors.Is(err, io.EOF) || all.Err() != nil:
			return nil
		case errors.Is(err, context.DeadlineExceeded):
			if form == formSSE {
				if _, err := io.WriteString(q.w, ": still running\n\n"); err != nil {
					return nil
				}
			}
		case err != nil:
			// The events were dropped before they could be sent.
			panic(http.ErrAbortHandler)
		default:
			data := eventJSON(e, v, encoding)
			if form == formSSE {
				_, err = fmt.Fprintf(q.w, "id: %d\nevent: %s\ndata: %s\n\n", v.Seq, v.Name, data)
			} else {
				_, err = q.w.Write(append(data, '\n'))
			}
			if err != nil {
				return nil
			}
		}
		if r.Idle() {
			if rc.Flush() != nil {
				return nil
			}
		}
	}
}

// reattach answers GET /exec/{id}, in any of the three forms.
func (q *request) reattach() error {
	if err := q.params("resume", "encoding", "waitMs"); err != nil {
		return err
	}
	e, err := q.Host.Get(q.r.Context(), q.ws(), q.path[2])
	if err != nil {
		return err
	}
	defer e.Leave(q.r.Context())
	form, err := q.form()
	if err != nil {
		return err
	}
	encoding := q.query.Get("encoding")
	if encoding != "" && encoding != "utf8" && encoding != "base64" {
		return rpc.Errorf("EINVAL", "encoding %q: utf8 or base64", encoding)
	}
	q.w.Header().Set("Exec-Id", e.ID)
	seq := int64(0)
	switch resume := q.query.Get("resume"); resume {
	case "", "full":
	case "tail":
		seq = -1
	default:
		if seq, err = strconv.ParseInt(resume, 10, 64); err != nil || seq < 0 {
			return rpc.Errorf("EINVAL", "resume %q: tail, full or an event's number", resume)
		}
	}
	if last := q.r.Header.Get("Last-Event-ID"); last != "" && form == formSSE {
		n, err := strconv.ParseInt(last, 10, 64)
		if err != nil || n < 0 {
			return rpc.Errorf("EINVAL", "Last-Event-ID %q: an event's number", last)
		}
		seq = n + 1
		select {
		case <-e.Done():
			if seq >= e.Next() {
				q.w.WriteHeader(http.StatusNoContent) // tells an EventSource to stop
				return nil
			}
		default:
		}
	}
	if form == formJSON {
		var wait *int64
		if q.query.Has("waitMs") {
			n, err := q.number("waitMs", 0, 1<<40, 0)
			if err != nil {
				return err
			}
			wait = &n
		}
		return q.waitJSON(e, wait, encoding)
	}
	return q.stream(e, seq, form, encoding)
}

// signals are those that kill takes.
var signals = map[string]syscall.Signal{"": syscall.SIGTERM, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL, "INT": syscall.SIGINT, "HUP": syscall.SIGHUP}

// kill answers when the exec has ended, or 202 after as long as the server
// waits.
func (q *request) kill(e *runtime.Exec) error {
	if err := q.params(); err != nil {
		return err
	}
	var b struct {
		Signal string `json:"signal"`
	}
	if q.r.ContentLength != 0 {
		if err := q.body(&b); err != nil {
			return err
		}
	}
	sig, ok := signals[strings.TrimPrefix(b.Signal, "SIG")]
	if !ok {
		return rpc.Errorf("EINVAL", "signal %q: TERM, KILL, INT or HUP", b.Signal)
	}
	if err := e.Kill(q.r.Context(), sig); err != nil {
		return err
	}
	r, ended, err := q.result(e, q.Limits.Wait)
	if err != nil || !ended {
		return err
	}
	return q.json(http.StatusOK, map[string]any{"id": e.ID, "state": e.State(), "exitCode": r.ExitCode})
}

// stdin passes the body on as it comes. What isn't taken within the server's
// bound it answers 202 with how much was.
func (q *request) stdin(e *runtime.Exec) error {
	if err := q.params("eof"); err != nil {
		return err
	}
	eof, err := q.flag("eof")
	if err != nil {
		return err
	}
	ctx := q.r.Context()
	if q.Limits.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.Limits.Wait)
		defer cancel()
	}
	buf := make([]byte, 64<<10)
	total := int64(0)
	for {
		n, err := q.r.Body.Read(buf)
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return rpc.Errorf("EINVAL", "reading the body: %v", err)
		}
		if n > 0 || end && eof {
			n, err := e.WriteStdin(ctx, buf[:n], end && eof)
			total += int64(n)
			if err != nil && ctx.Err() != nil && q.r.Context().Err() == nil {
				return q.json(http.StatusAccepted, map[string]any{"id": e.ID, "bytes": total})
			}
			if err != nil {
				return err
			}
		}
		if end {
			return q.json(http.StatusOK, map[string]any{"id": e.ID, "bytes": total})
		}
	}
}
