// Package lambdalocal runs Lambda functions on this machine: the Invoke API in
// front, the Runtime API behind, and the real bootstrap binaries in processes
// of their own. It keeps Lambda's limits on payloads, concurrency, time and
// tenants, streams answers as they come, and can be told to misbehave.
package lambdalocal

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
)

// Lambda's limits on payloads, in bytes.
const (
	maxPayload = 6 << 20
	maxEvent   = 1 << 20
)

// Function is a deployed function.
type Function struct {
	Name      string
	Bootstrap string        // path of the binary
	Timeout   time.Duration // after which its process is killed
	Memory    int           // MB, told to the function
	Max       int           // how many invokes may run at once
	Env       []string
	// Fault, if not nil, is asked at each invoke what is to go wrong. attempt
	// counts, from 1, the caller's attempts at the same invoke.
	Fault func(attempt int) Fault

	mu      sync.Mutex
	idle    map[string][]*instance // by tenant
	running int                    // instances, idle ones too
	alive   map[*instance]bool
	n       int // invokes so far

	attending sync.WaitGroup
}

// Fault is something that goes wrong with an invoke.
type Fault int

const (
	NoFault   Fault = iota
	Throttle        // 429, as at full concurrency
	Kill            // the process is killed after the first bytes of its answer
	Lose            // the answer is dropped: the caller's connection breaks
	Duplicate       // the invoke is delivered twice, and the second answer returned
)

// Pids returns the ids of the function's processes.
func (f *Function) Pids() (pids []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for in := range f.alive {
		pids = append(pids, in.cmd.Process.Pid)
	}
	return pids
}

// Kill kills the function's processes, and waits for their end: invokes under
// way fail, and the next ones start anew.
func (f *Function) Kill() {
	f.mu.Lock()
	var all []*instance
	for in := range f.alive {
		all = append(all, in)
	}
	f.mu.Unlock()
	for _, in := range all {
		in.kill()
		<-in.gone
	}
}

// Invokes returns how often the function was invoked.
func (f *Function) Invokes() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// Server serves the Invoke API for some functions.
type Server struct {
	Functions map[string]*Function
	// Log takes what the functions write to their stderr.
	Log io.Writer
}

// instance is a process of a function, and its Runtime API.
type instance struct {
	f      *Function
	cmd    *exec.Cmd
	srv    *http.Server
	next   chan *call
	asking chan struct{} // the runtime asks for the next invoke
	gone   chan struct{}
	err    error

	// ending, if not nil, is closed soon: the answer is complete, and the next
	// invoke not asked for yet. The function's lock guards it, and its tenant.
	ending chan struct{}
	tenant string

	mu      sync.Mutex
	current *call
}

// call is one invoke on its way through an instance.
type call struct {
	id, tenant string
	payload    []byte
	deadline   time.Time
	begun      chan string // the answer's content type, once it comes
	over       bool        // the instance is done with it; the function's lock guards it
	w          *io.PipeWriter
	r          *io.PipeReader

	mu      sync.Mutex
	errType string
	errBody []byte
}

func (i *call) fail(kind string, body []byte) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.errType == "" {
		i.errType, i.errBody = kind, body
	}
}

func (i *call) failure() (string, []byte) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.errType, i.errBody
}

func newID() string {
	b := make([]byte, 16)
	rand.Read(b)
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

const runtimeAPI = "/2018-06-01/runtime/"

// start starts a process, and waits until it asks for its first invoke.
func (f *Function) start(log io.Writer) (*instance, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	in := &instance{f: f, next: make(chan *call), asking: make(chan struct{}, 1), gone: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+runtimeAPI+"invocation/next", in.serveNext)
	mux.HandleFunc("POST "+runtimeAPI+"invocation/{id}/response", in.serveResponse)
	mux.HandleFunc("POST "+runtimeAPI+"invocation/{id}/error", in.serveError)
	mux.HandleFunc("POST "+runtimeAPI+"init/error", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(log, r.Body)
		w.WriteHeader(http.StatusAccepted)
	})
	in.srv = &http.Server{Handler: mux}
	go in.srv.Serve(l)
	in.cmd = exec.Command(f.Bootstrap)
	in.cmd.Dir = filepath.Dir(f.Bootstrap)
	in.cmd.Env = append([]string{"AWS_LAMBDA_RUNTIME_API=" + l.Addr().String(), "AWS_LAMBDA_FUNCTION_NAME=" + f.Name, "AWS_LAMBDA_FUNCTION_VERSION=$LATEST",
		fmt.Sprintf("AWS_LAMBDA_FUNCTION_MEMORY_SIZE=%d", f.Memory), "AWS_REGION=us-east-1", "LAMBDA_TASK_ROOT=" + in.cmd.Dir, "_HANDLER=bootstrap",
		"PATH=/usr/bin:/bin", "TMPDIR=" + os.TempDir()}, f.Env...)
	in.cmd.Stdout, in.cmd.Stderr = log, log
	in.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	began := time.Now()
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // Pdeathsig follows the thread
		err := in.cmd.Start()
		started <- err
		if err == nil {
			f.note(in, true)
			in.err = in.cmd.Wait()
			f.note(in, false)
		}
		in.srv.Close()
		close(in.gone)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	select {
	case <-in.asking:
		fmt.Fprintf(log, "lambdalocal: cold start of %s %.1f ms\n", f.Name, float64(time.Since(began).Microseconds())/1000)
		return in, nil
	case <-in.gone:
		return nil, fmt.Errorf("Runtime.ExitError: %v", in.err)
	case <-time.After(10 * time.Second):
		in.kill()
		<-in.gone
		return nil, errors.New("Sandbox.Timedout: it didn't begin within 10 s")
	}
}

// note notes that an instance lives, or not any more.
func (f *Function) note(in *instance, alive bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.alive == nil {
		f.alive, f.idle = map[*instance]bool{}, map[string][]*instance{}
	}
	if f.alive[in] = true; !alive {
		delete(f.alive, in)
	}
}

func (in *instance) kill() { syscall.Kill(-in.cmd.Process.Pid, syscall.SIGKILL) }

func (in *instance) serveNext(w http.ResponseWriter, r *http.Request) {
	in.asking <- struct{}{}
	select {
	case i := <-in.next:
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Lambda-Runtime-Aws-Request-Id", i.id)
		h.Set("Lambda-Runtime-Deadline-Ms", fmt.Sprint(i.deadline.UnixMilli()))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:"+in.f.Name)
		if i.tenant != "" {
			h.Set("Lambda-Runtime-Aws-Tenant-Id", i.tenant)
		}
		w.Write(i.payload)
	case <-r.Context().Done():
	}
}

// invocation returns the invoke that a request is about, if it is under way.
func (in *instance) invocation(r *http.Request) *call {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.current != nil && in.current.id == r.PathValue("id") {
		return in.current
	}
	return nil
}

func (in *instance) serveResponse(w http.ResponseWriter, r *http.Request) {
	i := in.invocation(r)
	if i == nil {
		http.Error(w, `{"errorType":"InvalidRequestID"}`, http.StatusBadRequest)
		return
	}
	i.begun <- r.Header.Get("Content-Type")
	_, err := io.Copy(i.w, r.Body)
	if kind := r.Trailer.Get("Lambda-Runtime-Function-Error-Type"); kind != "" {
		body, _ := base64.StdEncoding.DecodeString(r.Trailer.Get("Lambda-Runtime-Function-Error-Body"))
		i.fail(kind, body)
	}
	i.w.CloseWithError(err)
	w.WriteHeader(http.StatusAccepted)
}

func (in *instance) serveError(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if i := in.invocation(r); i != nil {
		i.fail("Unhandled", body)
		i.begun <- ""
		i.w.Close()
	}
	w.WriteHeader(http.StatusAccepted)
}

var errThrottled = errors.New("Rate Exceeded.")

// acquire returns an idle instance of the tenant, or a new one.
func (f *Function) acquire(tenant string, log io.Writer) (*instance, error) {
	f.mu.Lock()
	for {
		if list := f.idle[tenant]; len(list) > 0 {
			in := list[len(list)-1]
			f.idle[tenant] = list[:len(list)-1]
			select {
			case <-in.gone:
				f.running--
				continue
			default:
			}
			f.mu.Unlock()
			return in, nil
		}
		ending := f.ending(tenant)
		if ending == nil {
			break
		}
		f.mu.Unlock()
		<-ending
		f.mu.Lock()
	}
	if f.running >= f.Max {
		f.evict()
	}
	if f.running >= f.Max {
		f.mu.Unlock()
		return nil, errThrottled
	}
	f.running++
	f.mu.Unlock()
	in, err := f.start(log)
	if err != nil {
		f.mu.Lock()
		f.running--
		f.mu.Unlock()
	}
	return in, err
}

// ending returns what is closed when an instance that is about to be idle is:
// one of the tenant's, or any where there may be no more. The lock is held.
func (f *Function) ending(tenant string) chan struct{} {
	for in := range f.alive {
		if in.ending != nil && (in.tenant == tenant || f.running >= f.Max) {
			return in.ending
		}
	}
	return nil
}

// evict ends an idle instance of another tenant. The lock is held.
func (f *Function) evict() {
	for tenant, list := range f.idle {
		if len(list) > 0 {
			list[0].kill()
			f.idle[tenant] = list[1:]
			f.running--
			return
		}
	}
}

func errorBody(kind, message string) []byte {
	b, _ := json.Marshal(map[string]string{"errorType": kind, "errorMessage": message})
	return b
}

// run runs one invoke. answer is given the content type and the bytes as they
// come. The function's own failure is errType and errBody. It returns when the
// answer is complete: the instance may still be busy for a moment.
func (f *Function) run(i *call, log io.Writer, fault Fault, answer func(contentType string, r io.Reader)) (errType string, errBody []byte, err error) {
	in, err := f.acquire(i.tenant, log)
	if errors.Is(err, errThrottled) {
		return "", nil, err
	}
	if err != nil {
		return "Unhandled", errorBody("Runtime.ExitError", err.Error()), nil
	}
	i.r, i.w = io.Pipe()
	i.begun = make(chan string, 2)
	i.deadline = time.Now().Add(f.Timeout)
	in.mu.Lock()
	in.current = i
	in.mu.Unlock()
	over := make(chan struct{})
	f.attending.Go(func() { f.attend(in, i, over) })
	var r io.Reader = i.r
	if contentType := <-i.begun; contentType != "" {
		if fault == Kill {
			r = &killing{r: i.r, in: in}
		}
		answer(contentType, r)
	}
	// A caller that went away doesn't end the invoke: its answer is read on.
	if _, err := io.Copy(io.Discard, r); err != nil || fault == Kill {
		<-over // and why it broke off is known
	}
	f.mu.Lock()
	if !i.over {
		in.ending, in.tenant = over, i.tenant
	}
	f.mu.Unlock()
	kind, body := i.failure()
	return kind, body, nil
}

// attend sees an instance to the end of an invoke: it asks for the next one,
// or has ended, or its time is over.
func (f *Function) attend(in *instance, i *call, over chan struct{}) {
	defer close(over)
	timer := time.NewTimer(f.Timeout)
	defer timer.Stop()
	kind, message := "", ""
	select {
	case in.next <- i:
		select {
		case <-in.asking: // for the next: this one is done
		case <-in.gone:
			kind, message = "Runtime.ExitError", fmt.Sprintf("Runtime exited: %v", in.err)
		case <-timer.C:
			in.kill()
			<-in.gone
			kind, message = "Sandbox.Timedout", fmt.Sprintf("Task timed out after %.2f seconds", f.Timeout.Seconds())
		}
	case <-in.gone:
		kind, message = "Runtime.ExitError", "the process had ended"
	}
	in.mu.Lock()
	in.current = nil
	in.mu.Unlock()
	f.mu.Lock()
	i.over, in.ending = true, nil
	if kind == "" {
		f.idle[i.tenant] = append(f.idle[i.tenant], in)
	} else {
		f.running--
	}
	f.mu.Unlock()
	if kind != "" {
		i.fail("Unhandled", errorBody(kind, fmt.Sprintf("RequestId: %s Error: %s", i.id, message)))
		i.w.CloseWithError(io.ErrUnexpectedEOF)
		i.begun <- ""
	}
}

// killing kills the function's process after the first bytes of its answer.
type killing struct {
	r  io.Reader
	in *instance
}

func (k *killing) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	if n > 0 {
		k.in.kill()
	}
	return n, err
}

func apiError(w http.ResponseWriter, status int, kind, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Amzn-ErrorType", kind)
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"Type": "User", "message": message})
}

// ServeHTTP answers Invoke and InvokeWithResponseStream.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(parts) != 4 || parts[1] != "functions" || r.Method != "POST" {
		apiError(w, 404, "UnknownOperationException", r.URL.Path)
		return
	}
	name := parts[2]
	if k := strings.LastIndex(name, ":function:"); k >= 0 {
		name = name[k+len(":function:"):]
	}
	f := s.Functions[name]
	if f == nil {
		apiError(w, 404, "ResourceNotFoundException", "Function not found: "+name)
		return
	}
	kind := r.Header.Get("X-Amz-Invocation-Type")
	limit := int64(maxPayload)
	if kind == "Event" {
		limit = maxEvent
	}
	payload, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err != nil || int64(len(payload)) > limit {
		apiError(w, 413, "RequestTooLargeException", fmt.Sprintf("the payload has more than %d bytes", limit))
		return
	}
	fault := f.count(attempt(r.Header))
	if fault == Throttle {
		apiError(w, 429, "TooManyRequestsException", errThrottled.Error())
		return
	}
	newInvocation := func() *call {
		return &call{id: newID(), tenant: r.Header.Get("X-Amz-Tenant-Id"), payload: payload}
	}
	if fault == Duplicate && kind != "Event" {
		f.run(newInvocation(), s.Log, NoFault, func(string, io.Reader) {})
	}
	i := newInvocation()
	w.Header().Set("X-Amzn-Requestid", i.id)
	switch {
	case parts[3] == "response-streaming-invocations":
		s.stream(w, f, i, fault)
	case kind == "Event":
		go s.deliver(f, newInvocation)
		if fault == Duplicate {
			go s.deliver(f, newInvocation)
		}
		w.WriteHeader(http.StatusAccepted)
	default:
		s.invoke(w, f, i, fault)
	}
}

// count counts an invoke, and returns what is to go wrong with it.
func (f *Function) count(attempt int) Fault {
	f.mu.Lock()
	f.n++
	f.mu.Unlock()
	if f.Fault == nil {
		return NoFault
	}
	return f.Fault(attempt)
}

// attempt returns which attempt at its invoke a request of an AWS SDK is.
func attempt(h http.Header) (n int) {
	for _, field := range strings.Split(h.Get("Amz-Sdk-Request"), ";") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(field), "attempt="); ok {
			n, _ = strconv.Atoi(v)
		}
	}
	return max(n, 1)
}

// Stream invokes a function as API Gateway does: answer is given what it
// answers, as it comes. The error is the function's failure, too.
func (s *Server) Stream(function string, payload []byte, answer func(io.Reader)) error {
	f := s.Functions[function]
	if f == nil {
		return fmt.Errorf("Function not found: %s", function)
	}
	if len(payload) > maxPayload {
		return fmt.Errorf("the payload has more than %d bytes", maxPayload)
	}
	fault := f.count(1)
	if fault == Throttle {
		return errThrottled
	}
	kind, body, err := f.run(&call{id: newID(), payload: payload}, s.Log, fault, func(_ string, r io.Reader) { answer(r) })
	if err == nil && kind != "" {
		err = fmt.Errorf("%s: %s", kind, body)
	}
	return err
}

// deliver runs an asynchronous invoke, again where it fails, as Lambda does.
func (s *Server) deliver(f *Function, newInvocation func() *call) {
	for try := range 3 {
		kind, _, err := f.run(newInvocation(), s.Log, NoFault, func(string, io.Reader) {})
		if err == nil && kind == "" {
			return
		}
		time.Sleep(100 * time.Millisecond << try)
	}
}

func (s *Server) invoke(w http.ResponseWriter, f *Function, i *call, fault Fault) {
	var out bytes.Buffer
	kind, body, err := f.run(i, s.Log, fault, func(_ string, r io.Reader) { io.Copy(&out, io.LimitReader(r, maxPayload+1)) })
	switch {
	case err != nil:
		apiError(w, 429, "TooManyRequestsException", err.Error())
	case fault == Lose:
		panic(http.ErrAbortHandler)
	case kind == "" && out.Len() > maxPayload:
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		w.Write(errorBody("Function.ResponseSizeTooLarge", "Response payload size exceeded maximum allowed payload size (6291556 bytes)."))
	case kind != "":
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		w.Write(body)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Write(out.Bytes())
	}
}

// stream answers chunk by chunk, as an event stream.
func (s *Server) stream(w http.ResponseWriter, f *Function, i *call, fault Fault) {
	enc := eventstream.NewEncoder()
	w.Header().Set("Content-Type", "application/vnd.amazon.eventstream")
	send := func(kind string, payload []byte) error {
		m := eventstream.Message{Payload: payload}
		m.Headers.Set(":message-type", eventstream.StringValue("event"))
		m.Headers.Set(":event-type", eventstream.StringValue(kind))
		m.Headers.Set(":content-type", eventstream.StringValue("application/octet-stream"))
		err := enc.Encode(w, m)
		http.NewResponseController(w).Flush()
		return err
	}
	kind, body, err := f.run(i, s.Log, fault, func(contentType string, r io.Reader) {
		if fault == Lose {
			return
		}
		w.Header().Set("X-Amzn-Remapped-Content-Type", contentType)
		w.WriteHeader(http.StatusOK)
		http.NewResponseController(w).Flush()
		buf := make([]byte, 64<<10)
		for {
			n, err := r.Read(buf)
			if n > 0 && send("PayloadChunk", buf[:n]) != nil {
				return
			}
			if err != nil {
				return
			}
		}
	})
	if err != nil {
		apiError(w, 429, "TooManyRequestsException", err.Error())
		return
	}
	if fault == Lose {
		panic(http.ErrAbortHandler)
	}
	done := map[string]string{}
	if kind != "" {
		done["ErrorCode"], done["ErrorDetails"] = kind, string(body)
	}
	b, _ := json.Marshal(done)
	send("InvokeComplete", b)
}

// Close kills all processes.
func (s *Server) Close() {
	for _, f := range s.Functions {
		f.Kill()
		f.attending.Wait()
	}
}
