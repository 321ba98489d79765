package assets

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/cloudfront/sign"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"github.com/capshell/capshell/rpc"
)

// How long a URL can live, by what signs it.
const (
	// DefaultExpiry is meant where nothing is asked for.
	DefaultExpiry = time.Hour
	// KeyExpiry is the limit of a stored key: that of a presigned URL of S3.
	KeyExpiry = 7 * 24 * time.Hour
	// RoleExpiry is the limit of an assumed role whose assumer is a role itself:
	// the URL dies with the session, and role chaining gives sessions of an hour.
	RoleExpiry = time.Hour
	// CloudFrontExpiry is the limit of CloudFront's signed URLs, which have none
	// of their own.
	CloudFrontExpiry = 366 * 24 * time.Hour
)

// signer makes a URL by which an object can be fetched.
type signer interface {
	// most is how long a URL can live that is signed now.
	most(ctx context.Context) (time.Duration, error)
	// sign returns the URL and the second from which it no longer works.
	sign(ctx context.Context, key string, life time.Duration) (url string, until time.Time, err error)
}

// expiry checks how long a URL is to live, and chooses where nothing is asked for.
func expiry(asked, most time.Duration) (time.Duration, error) {
	switch {
	case asked == 0:
		return min(DefaultExpiry, most).Truncate(time.Second), nil
	case asked < time.Second || asked > most:
		most = most.Truncate(time.Second)
		hint := ""
		if most < KeyExpiry {
			hint = ": a longer one needs a stored key or CloudFront to sign it"
		}
		return 0, rpc.Errorf("EINVAL", "expiry of %d ms: it must be at least 1000 ms and at most %d ms (%s)%s", asked.Milliseconds(), most.Milliseconds(), days(most), hint)
	}
	return asked.Truncate(time.Second), nil
}

func days(d time.Duration) string {
	if day := 24 * time.Hour; d >= day && d%day == 0 {
		return fmt.Sprintf("%d days", d/day)
	}
	return d.String()
}

// session gives credentials that live for a while.
type session interface {
	// most is how long they can live.
	most(ctx context.Context) (time.Duration, error)
	// credentials returns some that live at least that long, or as nearly as can be.
	credentials(ctx context.Context, life time.Duration) (aws.Credentials, error)
}

// chain is the AWS SDK's usual chain of credentials, a stored key among them.
type chain struct {
	provider aws.CredentialsProvider
	now      func() time.Time
}

func (c chain) most(ctx context.Context) (time.Duration, error) {
	k, err := c.credentials(ctx, 0)
	switch {
	case err != nil:
		return 0, err
	case k.CanExpire:
		return max(0, min(KeyExpiry, k.Expires.Sub(c.now()))), nil
	case k.SessionToken != "": // it ends some time, and doesn't say when
		return RoleExpiry, nil
	}
	return KeyExpiry, nil
}

func (c chain) credentials(ctx context.Context, _ time.Duration) (aws.Credentials, error) {
	k, err := c.provider.Retrieve(ctx)
	if err != nil {
		err = rpc.Errorf("EBACKEND", "credentials to sign with: %v", err)
	}
	return k, err
}

// role is assumed anew where the session at hand ends too early for a URL.
type role struct {
	client *sts.Client
	arn    string
	now    func() time.Time

	mu  sync.Mutex
	key aws.Credentials
}

func (r *role) most(context.Context) (time.Duration, error) { return RoleExpiry, nil }

func (r *role) credentials(ctx context.Context, life time.Duration) (aws.Credentials, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.key.HasKeys() && r.key.Expires.Sub(r.now()) >= life {
		return r.key, nil
	}
	out, err := r.client.AssumeRole(ctx, &sts.AssumeRoleInput{RoleArn: &r.arn, RoleSessionName: aws.String("publish"), DurationSeconds: aws.Int32(int32(RoleExpiry / time.Second))})
	if err != nil {
		return aws.Credentials{}, rpc.Errorf("EBACKEND", "assuming the role %s to sign with: %v", r.arn, err)
	}
	c := out.Credentials
	r.key = aws.Credentials{AccessKeyID: aws.ToString(c.AccessKeyId), SecretAccessKey: aws.ToString(c.SecretAccessKey),
		SessionToken: aws.ToString(c.SessionToken), CanExpire: true, Expires: aws.ToTime(c.Expiration)}
	return r.key, nil
}

// presigner signs URLs of S3.
type presigner struct {
	client *s3.PresignClient
	bucket string
	session
}

func (p *presigner) sign(ctx context.Context, key string, life time.Duration) (string, time.Time, error) {
	return p.presign(ctx, life, func(o func(*s3.PresignOptions)) (*v4.PresignedHTTPRequest, error) {
		return p.client.PresignGetObject(ctx, &s3.GetObjectInput{Bucket: &p.bucket, Key: &key}, o)
	})
}

// signPut returns a URL that takes an object in by PUT.
func (p *presigner) signPut(ctx context.Context, key string, life time.Duration) (string, time.Time, error) {
	return p.presign(ctx, life, func(o func(*s3.PresignOptions)) (*v4.PresignedHTTPRequest, error) {
		return p.client.PresignPutObject(ctx, &s3.PutObjectInput{Bucket: &p.bucket, Key: &key}, o)
	})
}

// presign signs with a session that lives as long as the URL, and says when
// the first of the two ends.
func (p *presigner) presign(ctx context.Context, life time.Duration, request func(func(*s3.PresignOptions)) (*v4.PresignedHTTPRequest, error)) (string, time.Time, error) {
	c, err := p.credentials(ctx, life)
	if err != nil {
		return "", time.Time{}, err
	}
	signed, err := request(func(o *s3.PresignOptions) {
		o.Expires = life
		o.ClientOptions = append(o.ClientOptions, func(o *s3.Options) { o.Credentials = credentials.StaticCredentialsProvider{Value: c} })
	})
	if err != nil {
		return "", time.Time{}, rpc.Errorf("EBACKEND", "presigning: %v", err)
	}
	until, err := presignedUntil(signed.URL)
	if err != nil {
		return "", time.Time{}, err
	}
	if c.CanExpire && c.Expires.Before(until) {
		until = c.Expires.UTC().Truncate(time.Second)
	}
	return signed.URL, until, nil
}

// presignedUntil reads from a presigned URL when it expires (Signature
// Version 4, X-Amz-Date and X-Amz-Expires).
func presignedUntil(signed string) (time.Time, error) {
	u, err := url.Parse(signed)
	if err != nil {
		return time.Time{}, err
	}
	from, err := time.Parse("20060102T150405Z", u.Query().Get("X-Amz-Date"))
	seconds, err2 := strconv.Atoi(u.Query().Get("X-Amz-Expires"))
	return from.Add(time.Duration(seconds) * time.Second), errors.Join(err, err2)
}

// CloudFront signs URLs of a distribution in front of the bucket.
type CloudFront struct {
	URL     string // of the distribution: https://d111111abcdef8.cloudfront.net
	KeyPair string // the public key's id
	Key     string // the private RSA key, PEM
}

type cloudFront struct {
	base   string
	signer *sign.URLSigner
	now    func() time.Time
}

func newCloudFront(c CloudFront, now func() time.Time) (*cloudFront, error) {
	if u, err := url.Parse(c.URL); err != nil || u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("the URL %q of CloudFront: it must be one of https", c.URL)
	}
	if c.KeyPair == "" {
		return nil, errors.New("CloudFront: the key pair's id is missing")
	}
	key, err := privateKey(c.Key)
	if err != nil {
		return nil, fmt.Errorf("CloudFront's private key: %w", err)
	}
	return &cloudFront{strings.TrimSuffix(c.URL, "/"), sign.NewURLSigner(c.KeyPair, key), now}, nil
}

func privateKey(text string) (crypto.Signer, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("it is not in PEM")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	if k, ok := key.(*rsa.PrivateKey); ok {
		return k, nil
	}
	return nil, fmt.Errorf("a %T, where an RSA key is needed", key)
}

func (c *cloudFront) most(context.Context) (time.Duration, error) { return CloudFrontExpiry, nil }

func (c *cloudFront) sign(_ context.Context, key string, life time.Duration) (string, time.Time, error) {
	until := c.now().Add(life).UTC().Truncate(time.Second)
	signed, err := c.signer.Sign(c.base+(&url.URL{Path: "/" + key}).EscapedPath(), until)
	if err != nil {
		err = rpc.Errorf("EBACKEND", "signing for CloudFront: %v", err)
	}
	return signed, until, err
}
