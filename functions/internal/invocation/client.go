package invocation

import (
	"io"
	"net/http"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
)

// HTTPClient is for invokes that are answered while they are still sent. The
// SDK closes a request's body when its answer begins, and the body's WriteTo
// then fails, which ends the connection in the middle of the answer: this
// client's requests have none.
type HTTPClient struct{ *awshttp.BuildableClient }

// NewHTTPClient returns a client with the SDK's defaults.
func NewHTTPClient() HTTPClient { return HTTPClient{awshttp.NewBuildableClient()} }

// Do sends a request.
func (c HTTPClient) Do(r *http.Request) (*http.Response, error) {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = struct{ io.ReadCloser }{r.Body}
	}
	return c.BuildableClient.Do(r)
}
