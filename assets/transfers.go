package assets

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/capshell/capshell/rpc"
)

// Transfers carries bodies that are too large for a request or an answer:
// they are left in a bucket, below uploads/ and downloads/, and fetched from
// there. The bucket's lifecycle removes what nobody took away.
type Transfers struct {
	client *s3.Client
	signer *presigner
}

// TransferExpiry is how long the URLs of a transfer work.
const TransferExpiry = 15 * time.Minute

// Transfers returns the transfers through the publisher's bucket.
func (p *Publisher) Transfers() *Transfers { return &Transfers{p.s3, p.presigner} }

// Upload is where a body is to be PUT.
type Upload struct {
	ID, URL   string
	ExpiresAt time.Time
}

func uploadKey(workspace, id string) string { return "uploads/" + workspace + "/" + id }

func (t *Transfers) life(ctx context.Context) (time.Duration, error) {
	most, err := t.signer.most(ctx)
	return min(TransferExpiry, most).Truncate(time.Second), err
}

// NewUpload returns a URL that takes one body for the workspace.
func (t *Transfers) NewUpload(ctx context.Context, workspace string) (u Upload, err error) {
	life, err := t.life(ctx)
	if err != nil {
		return u, err
	}
	u.ID = randomPart()
	u.URL, u.ExpiresAt, err = t.signer.signPut(ctx, uploadKey(workspace, u.ID), life)
	return u, err
}

var uploadID = regexp.MustCompile(`^[a-z2-7]{26}$`)

// OpenUpload opens the body that was left; the caller closes it. One that
// isn't there is ENOENT.
func (t *Transfers) OpenUpload(ctx context.Context, workspace, id string) (body io.ReadCloser, size int64, err error) {
	none := rpc.Errorf("ENOENT", "upload %q: there is none: it was not PUT yet, or was taken in already, or is too old", id)
	if !uploadID.MatchString(id) {
		return nil, 0, none
	}
	out, err := t.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &t.signer.bucket, Key: aws.String(uploadKey(workspace, id))})
	var missing *types.NoSuchKey
	switch {
	case errors.As(err, &missing):
		return nil, 0, none
	case err != nil:
		return nil, 0, rpc.Errorf("EBACKEND", "upload %q: %v", id, err)
	}
	return out.Body, aws.ToInt64(out.ContentLength), nil
}

// RemoveUpload removes a body that was taken in.
func (t *Transfers) RemoveUpload(ctx context.Context, workspace, id string) error {
	_, err := t.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &t.signer.bucket, Key: aws.String(uploadKey(workspace, id))})
	return err
}

// Download leaves an answer's body in the bucket, in parts as they come, and
// returns a URL to fetch it by.
func (t *Transfers) Download(ctx context.Context, workspace, contentType string, body io.Reader) (string, error) {
	life, err := t.life(ctx)
	if err != nil {
		return "", err
	}
	key := "downloads/" + workspace + "/" + randomPart()
	if _, err := transfermanager.New(t.client).UploadObject(ctx, &transfermanager.UploadObjectInput{Bucket: &t.signer.bucket, Key: &key, Body: body, ContentType: &contentType}); err != nil {
		return "", rpc.Errorf("EBACKEND", "leaving the answer in the bucket %s: %v", t.signer.bucket, err)
	}
	url, _, err := t.signer.sign(ctx, key, life)
	return url, err
}
