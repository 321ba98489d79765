package durable

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/capshell/capshell/hoststore/sqlite"
)

// errChanged is the failure of a conditional PUT: the object is not as it was.
var errChanged = errors.New("the object has changed")

// Bucket is a part of a bucket: the keys below a prefix. The client's own
// retryer bounds the retries.
type Bucket struct {
	Client *s3.Client
	Name   string
	Prefix string // "" or with a slash at its end
	// Timeout of a request with all its retries; a minute if 0.
	Timeout time.Duration
	// Unconditional leaves the conditions of PUTs out: a control that shows
	// what is lost without them.
	Unconditional bool
}

// failure says what S3 answered, in one line.
func (b *Bucket) failure(op, key string, err error) error {
	var status *smithyhttp.ResponseError
	if errors.As(err, &status) {
		switch status.HTTPStatusCode() {
		case 404:
			return fs.ErrNotExist
		case 409, 412:
			return errChanged
		case 304:
			return errSame
		}
	}
	var api smithy.APIError
	switch {
	case errors.As(err, &api):
		err = fmt.Errorf("%s: %s", api.ErrorCode(), api.ErrorMessage())
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %v", b.timeout())
	}
	return &Unavailable{fmt.Errorf("%s s3://%s/%s%s: %w", op, b.Name, b.Prefix, key, err)}
}

// Unavailable is the failure of a bucket that refuses, or doesn't answer.
type Unavailable struct{ error }

func (u *Unavailable) Unwrap() error { return u.error }

// Code is what the API calls it.
func (u *Unavailable) Code() string { return "EBACKEND" }

func (b *Bucket) timeout() time.Duration {
	if b.Timeout == 0 {
		return time.Minute
	}
	return b.Timeout
}

// bounded ends a request that isn't answered.
func (b *Bucket) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, b.timeout())
}

var errSame = errors.New("not modified")

// put writes an object. etag "*": it must not be there; another: it must be
// what has that ETag; "": whatever is there is replaced.
func (b *Bucket) put(ctx context.Context, key string, data []byte, etag string) (string, error) {
	in := &s3.PutObjectInput{Bucket: &b.Name, Key: aws.String(b.Prefix + key), Body: bytes.NewReader(data)}
	switch {
	case etag == "" || b.Unconditional:
	case etag == "*":
		in.IfNoneMatch = aws.String("*")
	default:
		in.IfMatch = &etag
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	out, err := b.Client.PutObject(ctx, in)
	if err != nil {
		return "", b.failure("PUT", key, err)
	}
	return aws.ToString(out.ETag), nil
}

// get reads an object; unless is the ETag with which it needn't be read (errSame).
func (b *Bucket) get(ctx context.Context, key, unless string) (data []byte, etag string, err error) {
	in := &s3.GetObjectInput{Bucket: &b.Name, Key: aws.String(b.Prefix + key)}
	if unless != "" {
		in.IfNoneMatch = &unless
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	out, err := b.Client.GetObject(ctx, in)
	if err != nil {
		return nil, "", b.failure("GET", key, err)
	}
	defer out.Body.Close()
	data, err = io.ReadAll(out.Body)
	if err != nil {
		return nil, "", b.failure("GET", key, err)
	}
	return data, aws.ToString(out.ETag), nil
}

func (b *Bucket) remove(ctx context.Context, key string) error {
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	_, err := b.Client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.Name, Key: aws.String(b.Prefix + key)})
	if err != nil {
		return b.failure("DELETE", key, err)
	}
	return nil
}

// list calls f with the keys below a prefix and when they were written.
func (b *Bucket) list(ctx context.Context, prefix, delimiter string, f func(key string, at time.Time) error) error {
	in := &s3.ListObjectsV2Input{Bucket: &b.Name, Prefix: aws.String(b.Prefix + prefix)}
	if delimiter != "" {
		in.Delimiter = &delimiter
	}
	pages := s3.NewListObjectsV2Paginator(b.Client, in)
	for pages.HasMorePages() {
		bounded, cancel := b.bounded(ctx)
		page, err := pages.NextPage(bounded)
		cancel()
		if err != nil {
			return b.failure("LIST", prefix, err)
		}
		for _, c := range page.CommonPrefixes {
			if err := f(strings.TrimPrefix(aws.ToString(c.Prefix), b.Prefix), time.Time{}); err != nil {
				return err
			}
		}
		for _, o := range page.Contents {
			if err := f(strings.TrimPrefix(aws.ToString(o.Key), b.Prefix), aws.ToTime(o.LastModified)); err != nil {
				return err
			}
		}
	}
	return nil
}

// BucketChunks keeps large chunks as immutable objects named by their hashes.
// Those that were used last are kept in memory.
type BucketChunks struct {
	b *Bucket

	mu    sync.Mutex
	cache map[sqlite.Hash][]byte
	used  int
}

// chunkCache bounds the chunks that are kept in memory, in bytes.
const chunkCache = 64 << 20

// NewBucketChunks keeps chunks under "chunks/" in the bucket.
func NewBucketChunks(b *Bucket) *BucketChunks {
	return &BucketChunks{b: b, cache: map[sqlite.Hash][]byte{}}
}

func (c *BucketChunks) key(h sqlite.Hash) string {
	x := hex.EncodeToString(h[:])
	return "chunks/" + x[:2] + "/" + x[2:]
}

// Put writes the object: when it returns, the chunk is durable. One that is
// there already is written again, so that it counts as used now.
func (c *BucketChunks) Put(ctx context.Context, h sqlite.Hash, data []byte) error {
	if _, err := c.b.put(ctx, c.key(h), data, ""); err != nil {
		return err
	}
	c.keep(h, bytes.Clone(data))
	return nil
}

// Sync has nothing to do.
func (c *BucketChunks) Sync(context.Context, []sqlite.Hash) error { return nil }

// Get reads a chunk.
func (c *BucketChunks) Get(ctx context.Context, h sqlite.Hash, size int) ([]byte, error) {
	c.mu.Lock()
	data := c.cache[h]
	c.mu.Unlock()
	if data != nil {
		return data, nil
	}
	data, _, err := c.b.get(ctx, c.key(h), "")
	if err == nil && len(data) != size {
		err = fmt.Errorf("chunk object %x has %d bytes, not %d", h, len(data), size)
	}
	if err != nil {
		return nil, err
	}
	c.keep(h, data)
	return data, nil
}

func (c *BucketChunks) keep(h sqlite.Hash, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cache[h] != nil {
		return
	}
	if c.used+len(data) > chunkCache {
		clear(c.cache)
		c.used = 0
	}
	c.cache[h] = data
	c.used += len(data)
}

// Collect removes the chunks that no workspace has, by live, and that were
// not put for a day.
func (c *BucketChunks) Collect(ctx context.Context, now time.Time, live func(sqlite.Hash) bool) (removed int, err error) {
	err = c.b.list(ctx, "chunks/", "", func(key string, at time.Time) error {
		h, err := hex.DecodeString(strings.ReplaceAll(strings.TrimPrefix(key, "chunks/"), "/", ""))
		if err != nil || len(h) != len(sqlite.Hash{}) || live(sqlite.Hash(h)) || at.After(now.Add(-24*time.Hour)) {
			return nil
		}
		removed++
		return c.b.remove(ctx, key)
	})
	return removed, err
}
