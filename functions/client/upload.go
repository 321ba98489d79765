package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// maxBody asks the server, once, how large a body it takes; -1 is any size.
func (c *Client) maxBody(ctx context.Context) (int64, error) {
	c.limits.Lock()
	defer c.limits.Unlock()
	if c.body == 0 {
		var health struct {
			MaxBody int64 `json:"maxBody"`
		}
		if err := c.call(ctx, "GET", "/healthz", nil, &health); err != nil {
			return 0, err
		}
		if c.body = health.MaxBody; c.body == 0 {
			c.body = -1
		}
	}
	return c.body, nil
}

// send PUTs a body to a path. One that is larger than the server takes is
// left in its bucket instead, from where the request in imports it.
func (c *Client) send(ctx context.Context, ws, path string, in map[string]any, body io.Reader, out any) error {
	limit, err := c.maxBody(ctx)
	if err != nil {
		return err
	}
	if limit > 0 {
		head, err := io.ReadAll(io.LimitReader(body, limit+1))
		if err != nil {
			return err
		}
		if int64(len(head)) > limit {
			if in["upload"], err = c.upload(ctx, ws, io.MultiReader(bytes.NewReader(head), body)); err != nil {
				return err
			}
			return c.call(ctx, "POST", workspace(ws)+"/import", in, out)
		}
		body = bytes.NewReader(head)
	}
	resp, err := c.do(ctx, "PUT", path, nil, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// upload leaves a body in the server's bucket and returns its id. S3 needs to
// know its length first, so it is written to a temporary file.
func (c *Client) upload(ctx context.Context, ws string, body io.Reader) (id string, err error) {
	f, err := os.CreateTemp("", "capshell-upload-")
	if err != nil {
		return "", err
	}
	defer func() {
		f.Close()
		os.Remove(f.Name())
	}()
	size, err := io.Copy(f, body)
	if err != nil {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	var u struct{ Upload, URL string }
	if err := c.call(ctx, "POST", workspace(ws)+"/uploads", nil, &u); err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, "PUT", u.URL, io.NopCloser(f))
	if err != nil {
		return "", err
	}
	req.ContentLength = size
	resp, err := c.http().Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
		return "", errors.Join(fmt.Errorf("the upload was refused: %s: %s", resp.Status, strings.TrimSpace(string(text))), err)
	}
	return u.Upload, nil
}
