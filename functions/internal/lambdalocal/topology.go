package lambdalocal

import (
	"crypto/rand"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/lambda"

	"github.com/capshell/capshell/functions/internal/invocation"
)

// TopologyConfig of what template.yaml deploys. The bootstraps are the
// functions' binaries, with what is in their zips beside them.
type TopologyConfig struct {
	HostBootstrap, WorkerBootstrap string
	S3Endpoint, Bucket             string
	AccessKey, SecretKey           string
	Buffered                       bool // INVOKE_MODE and RESPONSE_MODE, as for SAM local
	// Env is added to the host's environment.
	Env []string
	Log io.Writer
}

// Topology is both functions, the host's deployed three times, with an API Gateway
// in front, on loopback.
type Topology struct {
	Api, Rpc, Tidy, Worker *Function
	Gateway                http.Handler
	Client                 *lambda.Client

	lambda *Server
	srv    *http.Server
}

// NewTopology deploys the functions. Close ends them.
func NewTopology(c TopologyConfig) (*Topology, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	endpoint := "http://" + l.Addr().String()
	key := make([]byte, 32)
	rand.Read(key)
	mode := "streamed"
	if c.Buffered {
		mode = "buffered"
	}
	common := []string{"AWS_ENDPOINT_URL_LAMBDA=" + endpoint, "AWS_ACCESS_KEY_ID=" + c.AccessKey, "AWS_SECRET_ACCESS_KEY=" + c.SecretKey, "INVOKE_MODE=" + mode}
	sts := &TokenService{Role: "arn:aws:iam::123456789012:role/publisher", AccessKey: c.AccessKey, SecretKey: c.SecretKey}
	host := append([]string{"AWS_ENDPOINT_URL_STS=" + endpoint + "/sts", "CAPSHELL_PUBLISHER_ROLE=" + sts.Role, "RESPONSE_MODE=" + mode, "AWS_ENDPOINT_URL_S3=" + c.S3Endpoint, "CAPSHELL_BUCKET=" + c.Bucket, "CAPSHELL_TOKEN_KEY=" + hex.EncodeToString(key)}, common...)
	host = append(host, c.Env...)
	t := &Topology{
		Api:    &Function{Name: "HostApi", Bootstrap: c.HostBootstrap, Timeout: 15 * time.Minute, Memory: 1024, Max: 16, Env: append([]string{"CAPSHELL_ROLE=api", "CAPSHELL_WORKER_FUNCTION=ShellWorker"}, host...)},
		Rpc:    &Function{Name: "HostRpc", Bootstrap: c.HostBootstrap, Timeout: time.Minute, Memory: 1024, Max: 16, Env: append([]string{"CAPSHELL_ROLE=rpc"}, host...)},
		Tidy:   &Function{Name: "HostTidy", Bootstrap: c.HostBootstrap, Timeout: 15 * time.Minute, Memory: 1024, Max: 1, Env: append([]string{"CAPSHELL_ROLE=tidy"}, host...)},
		Worker: &Function{Name: "ShellWorker", Bootstrap: c.WorkerBootstrap, Timeout: 15 * time.Minute, Memory: 1024, Max: 16, Env: append([]string{"CAPSHELL_HOST_FUNCTION=HostRpc"}, common...)},
	}
	t.lambda = &Server{Functions: map[string]*Function{"HostApi": t.Api, "HostRpc": t.Rpc, "HostTidy": t.Tidy, "ShellWorker": t.Worker}, Log: c.Log}
	mux := http.NewServeMux()
	mux.Handle("/sts", sts)
	mux.Handle("/", t.lambda)
	t.srv = &http.Server{Handler: mux}
	go t.srv.Serve(l)
	t.Client = lambda.New(lambda.Options{Region: "us-east-1", HTTPClient: invocation.NewHTTPClient(), BaseEndpoint: &endpoint, Credentials: credentials.NewStaticCredentialsProvider("key", "secret", "")})
	t.Gateway = &Gateway{Server: t.lambda, Client: t.Client, Function: t.Api.Name, Buffered: c.Buffered}
	return t, nil
}

// Close ends all functions.
func (t *Topology) Close() {
	t.srv.Close()
	t.lambda.Close()
}
