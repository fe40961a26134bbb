// Package client calls the API of a Linnet server with an API key.
//
// The types and methods are generated from the server's OpenAPI document. [Client.Do] calls operations without a method.
//
//	c := &client.Client{URL: "https://go.example.com", APIKey: os.Getenv("LINNET_API_KEY")}
//	link, err := c.CreateLink(ctx, client.CreateLink{URL: "https://example.com/", Alias: client.Set("launch")})
package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The defaults of a Client.
const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 3
	// maxWait is the longest Retry-After, after which the client repeats a request. With a longer one, it returns the error.
	maxWait = time.Minute
	// maxResponse is the largest response, in bytes.
	maxResponse = 64 << 20
)

// Client calls the API of one server. Set URL and APIKey, and do not change a Client that is in use.
// It is safe for concurrent use.
type Client struct {
	// URL is the public URL of the server, such as https://go.example.com.
	URL string
	// APIKey is the secret of an API key.
	APIKey string
	// Timeout bounds each attempt of a request; 30 seconds if it is zero.
	Timeout time.Duration
	// Retries bounds how often a request is repeated after a 429, a 503 or a failed connection; 3 if it is zero, and never
	// if it is negative. Repeated writes have an Idempotency-Key, so that they have their effect once.
	Retries int
	// UserAgent names the program to the server; optional.
	UserAgent string
	// HTTP sends the requests; a client of its own if it is nil.
	HTTP *http.Client
}

// Do calls an operation: path is below /api/v1, body is sent as JSON unless it is nil, and the response is decoded into
// result unless it is nil. It returns an *Error if the server rejects the request.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body, result any) error {
	answer, err := c.send(ctx, method, path, query, body)
	if err != nil || result == nil {
		return err
	}
	if err := json.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("read the response of %s %s: %w", method, path, err)
	}
	return nil
}

// call calls an operation that returns a T.
func call[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any) (*T, error) {
	result := new(T)
	if err := c.Do(ctx, method, path, query, body, result); err != nil {
		return nil, err
	}
	return result, nil
}

// file returns the file that an operation returns.
func (c *Client) file(ctx context.Context, path string, query url.Values) ([]byte, error) {
	return c.send(ctx, http.MethodGet, path, query, nil)
}

// send sends a request until it is answered, at most 1+Retries times, and returns the body of a successful response.
func (c *Client) send(ctx context.Context, method, path string, query url.Values, body any) ([]byte, error) {
	target, err := c.target(path, query)
	if err != nil {
		return nil, err
	}
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	key := ""
	if method != http.MethodGet {
		key = rand.Text() //nolint:forbidigo // no package of internal: programs outside the repository import this one
	}
	for attempt := 1; ; attempt++ {
		answer, err := c.attempt(ctx, method, target, key, sent)
		if err == nil {
			return answer, nil
		}
		wait, again := c.retryAfter(err, attempt)
		if !again || !sleep(ctx, wait) {
			return nil, err
		}
	}
}

// target returns the URL of a path of the API.
func (c *Client) target(path string, query url.Values) (string, error) {
	base, err := url.Parse(strings.TrimRight(c.URL, "/"))
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return "", fmt.Errorf("%q is not the URL of a server: it begins with https:// or http://", c.URL)
	}
	target := base.String() + "/api/v1" + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return target, nil
}

// attempt sends a request once.
func (c *Client) attempt(ctx context.Context, method, target, key string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Timeout, defaultTimeout))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	header := request.Header
	header.Set("Authorization", "Bearer "+c.APIKey)
	header.Set("User-Agent", cmp.Or(c.UserAgent, "linnet-go-client"))
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	if body != nil {
		header.Set("Content-Type", "application/json")
	}
	response, err := c.http().Do(request)
	if err != nil {
		return nil, &connectionError{err}
	}
	defer func() { _ = response.Body.Close() }() // the response was read
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxResponse+1))
	switch {
	case err != nil:
		return nil, &connectionError{err}
	case response.StatusCode >= http.StatusMultipleChoices:
		return nil, errorOf(response, answer)
	case len(answer) > maxResponse:
		return nil, fmt.Errorf("the response is larger than %d MB", maxResponse>>20)
	}
	return answer, nil
}

// http returns the client that sends the requests. It follows no redirects: they would change the method.
func (c *Client) http() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// connectionError says that a request was not answered.
type connectionError struct{ err error }

// Error says what failed, without the query of the request, which may be long.
func (e *connectionError) Error() string {
	var failed *url.Error
	if errors.As(e.err, &failed) {
		host, _, _ := strings.Cut(failed.URL, "/api/v1")
		return fmt.Sprintf("cannot reach %s: %v", host, failed.Err)
	}
	return e.err.Error()
}

// Unwrap returns the error of the connection.
func (e *connectionError) Unwrap() error { return e.err }

// retryAfter returns when to repeat a request after an error, and whether to.
func (c *Client) retryAfter(err error, attempt int) (time.Duration, bool) {
	if attempt > cmp.Or(c.Retries, defaultRetries) {
		return 0, false
	}
	backoff := time.Second << (attempt - 1)
	var rejected *Error
	if errors.As(err, &rejected) {
		wait := cmp.Or(rejected.RetryAfter, backoff)
		busy := rejected.Status == http.StatusTooManyRequests || rejected.Status == http.StatusServiceUnavailable
		return wait, busy && wait <= maxWait
	}
	var failed *connectionError
	return backoff, errors.As(err, &failed)
}

// sleep waits, and reports whether ctx has not ended meanwhile.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
