// Package assets publishes files: it uploads them to S3 and presigns a URL to
// fetch them by, for a while.
package assets

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/gabriel-vasile/mimetype"

	"github.com/capshell/capshell/rpc"
)

// Config names the S3 to publish to.
type Config struct {
	Endpoint string // empty: AWS's own, of the region
	Region   string // us-east-1 if empty
	Bucket   string
	Prefix   string // of the keys, "assets" if empty
	// AccessKey and SecretKey, if given, are used in place of the AWS SDK's
	// usual chain of credentials.
	AccessKey, SecretKey string
	// What signs the URLs: CloudFront, if given; else the signer's stored key,
	// if given; else a session of a role assumed for it, if given; else the
	// credentials above. Each says how long its URLs can live.
	CloudFront                       *CloudFront
	SignerAccessKey, SignerSecretKey string
	Role                             string // ARN
	Now                              func() time.Time
}

// Publisher publishes files to a bucket.
type Publisher struct {
	c         Config
	s3        *s3.Client
	presigner *presigner
	signer    signer // of what is published
}

// New returns a publisher. With an Endpoint, buckets are addressed by path.
func New(ctx context.Context, c Config) (*Publisher, error) {
	if c.Bucket == "" {
		return nil, errors.New("no bucket to publish to")
	}
	if c.Region == "" {
		c.Region = "us-east-1"
	}
	if c.Prefix == "" {
		c.Prefix = "assets"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	opts := []func(*config.LoadOptions) error{config.WithRegion(c.Region)}
	if c.AccessKey != "" {
		opts = append(opts, config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(c.AccessKey, c.SecretKey, "")))
	}
	cfg, err := config.LoadDefaultConfig(ctx, opts...)
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {
		if c.Endpoint != "" {
			o.BaseEndpoint = aws.String(c.Endpoint)
			o.UsePathStyle = true
		}
	})
	p := &Publisher{c: c, s3: client, presigner: &presigner{client: s3.NewPresignClient(client), bucket: c.Bucket}}
	switch {
	case c.SignerAccessKey != "":
		p.presigner.session = chain{credentials.NewStaticCredentialsProvider(c.SignerAccessKey, c.SignerSecretKey, ""), c.Now}
	case c.Role != "":
		p.presigner.session = &role{client: sts.NewFromConfig(cfg), arn: c.Role, now: c.Now}
	default:
		p.presigner.session = chain{cfg.Credentials, c.Now}
	}
	p.signer = p.presigner
	if c.CloudFront != nil {
		if p.signer, err = newCloudFront(*c.CloudFront, c.Now); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// MakeBucket creates the bucket if it isn't there.
func (p *Publisher) MakeBucket(ctx context.Context) error {
	_, err := p.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &p.c.Bucket})
	var owned *types.BucketAlreadyOwnedByYou
	var exists *types.BucketAlreadyExists
	if errors.As(err, &owned) || errors.As(err, &exists) {
		return nil
	}
	return err
}

// Publish uploads the file to <prefix>/<26 random characters>/<its name> and
// returns a URL that fetches it until it expires. A request's prefix is below
// the configured one: the bucket may hold workspaces and chunks too.
func (p *Publisher) Publish(ctx context.Context, workspace string, file io.ReaderAt, size int64, r rpc.AssetRequest) (rpc.Asset, error) {
	most, err := p.signer.most(ctx)
	if err != nil {
		return rpc.Asset{}, err
	}
	life, err := expiry(r.Expires, most)
	if err != nil {
		return rpc.Asset{}, err
	}
	name := r.Filename
	if name == "" {
		name = path.Base(r.Path)
	}
	if strings.ContainsAny(name, "/\x00\r\n") || len(name) > 255 {
		return rpc.Asset{}, rpc.Errorf("EINVAL", "filename %q: at most 255 bytes, without slashes and line breaks", name)
	}
	disposition := r.Disposition
	switch disposition {
	case "":
		disposition = "attachment"
	case "attachment", "inline":
	default:
		return rpc.Asset{}, rpc.Errorf("EINVAL", "disposition %q: attachment or inline", disposition)
	}
	prefix := p.c.Prefix
	if below := strings.Trim(r.Prefix, "/"); below != "" {
		for part := range strings.SplitSeq(below, "/") {
			if part == "" || part == "." || part == ".." || !utf8.ValidString(part) || len(below) > 512 {
				return rpc.Asset{}, rpc.Errorf("EINVAL", "prefix %q: at most 512 bytes, without empty parts, . and ..", r.Prefix)
			}
		}
		prefix += "/" + below
	}
	contentType := r.ContentType
	if contentType == "" {
		contentType = sniff(name, file, size)
	} else if _, _, err := mime.ParseMediaType(contentType); err != nil {
		return rpc.Asset{}, rpc.Errorf("EINVAL", "contentType %q: %v", contentType, err)
	}
	key := prefix + "/" + randomPart() + "/" + strings.ToValidUTF8(path.Base(name), "_")
	signed, expiresAt, err := p.signer.sign(ctx, key, life)
	if err != nil {
		return rpc.Asset{}, err
	}
	_, err = p.s3.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &p.c.Bucket, Key: &key, Body: io.NewSectionReader(file, 0, size), ContentLength: &size,
		ContentType: &contentType, ContentDisposition: aws.String(dispositionHeader(disposition, name)),
		Metadata: map[string]string{"source-path": url.PathEscape(r.Path), "workspace": workspace, "expires-at": expiresAt.Format(time.RFC3339)},
	})
	if err != nil {
		return rpc.Asset{}, rpc.Errorf("EBACKEND", "uploading to bucket %s: %v", p.c.Bucket, err)
	}
	return rpc.Asset{URL: signed, Key: key, Bucket: p.c.Bucket, ExpiresAt: expiresAt}, nil
}

func randomPart() string {
	b := make([]byte, 17)
	rand.Read(b)
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))[:26]
}

// sniff tells the type by the name's extension, else by the first bytes.
func sniff(name string, file io.ReaderAt, size int64) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	head := make([]byte, min(size, 3072))
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "application/octet-stream"
	}
	return mimetype.Detect(head[:n]).String()
}

// dispositionHeader names the file, in ASCII and, where it isn't, as RFC 6266 says.
func dispositionHeader(kind, name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	h := fmt.Sprintf(`%s; filename="%s"`, kind, ascii)
	if ascii != name {
		h += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return h
}
