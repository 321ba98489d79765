package assets

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/capshell/capshell/rpc"
)

func TestExpiry(t *testing.T) {
	for _, c := range []struct {
		asked, most, want time.Duration
		message           string
	}{
		{0, KeyExpiry, time.Hour, ""},
		{0, 10 * time.Minute, 10 * time.Minute, ""},
		{1500 * time.Millisecond, KeyExpiry, time.Second, ""},
		{KeyExpiry, KeyExpiry, KeyExpiry, ""},
		{RoleExpiry, RoleExpiry, RoleExpiry, ""},
		{KeyExpiry + time.Millisecond, KeyExpiry, 0, "at most 604800000 ms (7 days)"},
		{RoleExpiry + time.Second, RoleExpiry, 0, "at most 3600000 ms (1h0m0s): a longer one needs a stored key or CloudFront"},
		{time.Millisecond, KeyExpiry, 0, "at least 1000 ms"},
		{-time.Hour, KeyExpiry, 0, "at least 1000 ms"},
	} {
		got, err := expiry(c.asked, c.most)
		if got != c.want || (err == nil) != (c.message == "") || err != nil && (rpc.CodeOf(err) != "EINVAL" || !strings.Contains(err.Error(), c.message)) {
			t.Errorf("%v of %v: %v %v", c.asked, c.most, got, err)
		}
	}
}

// publisher returns one whose bucket takes everything.
func publisher(t *testing.T, c Config) *Publisher {
	t.Helper()
	s3 := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	t.Cleanup(s3.Close)
	c.Endpoint, c.Bucket, c.AccessKey, c.SecretKey = s3.URL, "bucket", "host", "hostsecret"
	p, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func publish(t *testing.T, p *Publisher, expires time.Duration) (rpc.Asset, url.Values) {
	t.Helper()
	a, err := p.Publish(t.Context(), "w", strings.NewReader("text"), 4, rpc.AssetRequest{Path: "/workspace/a b.txt", Expires: expires})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	return a, u.Query()
}

// tokens is an STS whose sessions live as long as it is told.
func tokens(t *testing.T, life time.Duration) (assumed *int) {
	assumed = new(int)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*assumed++
		if r.FormValue("Action") != "AssumeRole" || r.FormValue("RoleArn") != "arn:aws:iam::1:role/publisher" || r.FormValue("DurationSeconds") != "3600" {
			w.WriteHeader(400)
			return
		}
		fmt.Fprintf(w, `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>session%d</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>token%d</SessionToken><Expiration>%s</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
			*assumed, *assumed, time.Now().Add(life).UTC().Format(time.RFC3339))
	}))
	t.Cleanup(s.Close)
	t.Setenv("AWS_ENDPOINT_URL_STS", s.URL)
	return assumed
}

// TestRole: a URL is signed by a session that lives as long as the URL, and
// says the truth where the session ends earlier.
func TestRole(t *testing.T) {
	assumed := tokens(t, time.Hour)
	p := publisher(t, Config{Role: "arn:aws:iam::1:role/publisher"})
	a, q := publish(t, p, 0)
	if q.Get("X-Amz-Security-Token") != "token1" || !strings.HasPrefix(q.Get("X-Amz-Credential"), "session1/") || q.Get("X-Amz-Expires") != "3600" {
		t.Errorf("signed by %v", q)
	}
	if left := time.Until(a.ExpiresAt); left > time.Hour || left < time.Hour-5*time.Second {
		t.Errorf("expires in %v", left)
	}
	if _, q = publish(t, p, time.Minute); *assumed != 1 || q.Get("X-Amz-Security-Token") != "token1" {
		t.Errorf("a short URL assumed the role again: %d", *assumed)
	}
	if _, err := p.Publish(t.Context(), "w", strings.NewReader(""), 0, rpc.AssetRequest{Path: "/workspace/a", Expires: 2 * time.Hour}); rpc.CodeOf(err) != "EINVAL" || !strings.Contains(err.Error(), "3600000 ms") {
		t.Errorf("longer than a session: %v", err)
	}

	assumed = tokens(t, 10*time.Minute) // whatever was asked for
	p = publisher(t, Config{Role: "arn:aws:iam::1:role/publisher"})
	for n := range 2 {
		if a, _ := publish(t, p, time.Hour); time.Until(a.ExpiresAt) > 10*time.Minute || *assumed != n+1 {
			t.Errorf("the URL outlives its session: %v, assumed %d times", a.ExpiresAt, *assumed)
		}
	}

	p = publisher(t, Config{Role: "arn:aws:iam::1:role/another"})
	if _, err := p.Publish(t.Context(), "w", strings.NewReader(""), 0, rpc.AssetRequest{Path: "/workspace/a"}); rpc.CodeOf(err) != "EBACKEND" || !strings.Contains(err.Error(), "role/another") {
		t.Errorf("a role that can't be assumed: %v", err)
	}
}

// TestStoredKey: a key of its own signs, for as long as S3 lets it.
func TestStoredKey(t *testing.T) {
	p := publisher(t, Config{Role: "arn:aws:iam::1:role/publisher", SignerAccessKey: "stored", SignerSecretKey: "secret"})
	a, q := publish(t, p, KeyExpiry)
	if !strings.HasPrefix(q.Get("X-Amz-Credential"), "stored/") || q.Has("X-Amz-Security-Token") || q.Get("X-Amz-Expires") != "604800" {
		t.Errorf("signed by %v", q)
	}
	if left := time.Until(a.ExpiresAt); left > KeyExpiry || left < KeyExpiry-5*time.Second {
		t.Errorf("expires in %v", left)
	}
}

// TestChain: URLs of credentials that end live no longer than these.
func TestChain(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		key  aws.Credentials
		most time.Duration
	}{
		"a key":              {aws.Credentials{}, KeyExpiry},
		"a session":          {aws.Credentials{SessionToken: "t"}, RoleExpiry},
		"one that ends":      {aws.Credentials{SessionToken: "t", CanExpire: true, Expires: now.Add(2 * time.Hour)}, 2 * time.Hour},
		"one that has ended": {aws.Credentials{CanExpire: true, Expires: now.Add(-time.Hour)}, 0},
	} {
		provider := aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return c.key, nil })
		if got, err := (chain{provider, func() time.Time { return now }}).most(t.Context()); got != c.most || err != nil {
			t.Errorf("%s: %v %v, want %v", name, got, err, c.most)
		}
	}
}

func TestCloudFront(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for kind, der := range map[string][]byte{"RSA PRIVATE KEY": x509.MarshalPKCS1PrivateKey(key), "PRIVATE KEY": pkcs8} {
		text := string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
		p := publisher(t, Config{CloudFront: &CloudFront{URL: "https://d1.cloudfront.net/", KeyPair: "K1", Key: text}})
		a, q := publish(t, p, 30*24*time.Hour)
		if left := time.Until(a.ExpiresAt); left > 30*24*time.Hour || left < 30*24*time.Hour-5*time.Second {
			t.Errorf("expires in %v", left)
		}
		plain, _, _ := strings.Cut(a.URL, "?")
		if !strings.HasPrefix(plain, "https://d1.cloudfront.net/assets/") || !strings.HasSuffix(plain, "/a%20b.txt") || q.Get("Key-Pair-Id") != "K1" || q.Get("Expires") != fmt.Sprint(a.ExpiresAt.Unix()) {
			t.Errorf("%s", a.URL)
		}
		policy := fmt.Sprintf(`{"Statement":[{"Resource":"%s","Condition":{"DateLessThan":{"AWS:EpochTime":%d}}}]}`, plain, a.ExpiresAt.Unix())
		signature, err := base64.StdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "=", "~", "/").Replace(q.Get("Signature")))
		sum := sha1.Sum([]byte(policy))
		if err != nil || rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA1, sum[:], signature) != nil {
			t.Errorf("%s: the signature is not of %s: %v", kind, policy, err)
		}
	}
	for _, c := range []CloudFront{{URL: "http://d1", KeyPair: "K", Key: "x"}, {URL: "https://d1", Key: "x"}, {URL: "https://d1", KeyPair: "K", Key: "x"}} {
		if _, err := New(t.Context(), Config{Bucket: "b", AccessKey: "k", SecretKey: "s", CloudFront: &c}); err == nil || !strings.Contains(err.Error(), "CloudFront") {
			t.Errorf("%v: %v", c, err)
		}
	}
}
