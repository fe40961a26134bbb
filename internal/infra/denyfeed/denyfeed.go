// Package denyfeed downloads deny-lists over HTTP.
package denyfeed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
)

// Timeout bounds a download.
const Timeout = time.Minute

// maxValidator bounds the stored headers ETag and Last-Modified in bytes.
const maxValidator = 256

// errTooLarge is the error of reading a list beyond denylist.MaxFeedBytes.
var errTooLarge = errors.New("denyfeed: list too large")

// Client sends requests. Its response bodies may have denylist.MaxFeedBytes, and one
// byte more; it bounds a request to Timeout.
type Client interface {
	Do(r *http.Request) (*http.Response, error)
}

// Reader downloads lists. It implements denylist.Fetcher and is safe for concurrent
// use.
type Reader struct{ client Client }

// NewReader returns a reader.
func NewReader(client Client) Reader { return Reader{client: client} }

// Fetch implements denylist.Fetcher with a conditional request.
func (r Reader) Fetch(ctx context.Context, f denylist.Feed, maxEntries int) (denylist.Fetched, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL, nil)
	if err != nil {
		return denylist.Fetched{}, fault.Wrap(err, fault.Invalid, "The address of the list is malformed.")
	}
	request.Header.Set("Accept", "text/plain, */*;q=0.5")
	if f.Generation > 0 && f.ETag != "" {
		request.Header.Set("If-None-Match", f.ETag)
	}
	if f.Generation > 0 && f.LastModified != "" {
		request.Header.Set("If-Modified-Since", f.LastModified)
	}
	response, err := r.client.Do(request)
	if err != nil {
		return denylist.Fetched{}, fetchError(err)
	}
	defer response.Body.Close() //nolint:errcheck // it was only read
	if err := checkResponse(response, request.URL); err != nil {
		return denylist.Fetched{}, err
	}
	if response.StatusCode == http.StatusNotModified {
		return denylist.Fetched{NotModified: true}, nil
	}
	content, err := denylist.ParseFeed(&boundedBody{response.Body, denylist.MaxFeedBytes}, maxEntries)
	if err != nil {
		return denylist.Fetched{}, fetchError(err)
	}
	return denylist.Fetched{
		Content:      content,
		ETag:         validator(response.Header.Get("ETag")),
		LastModified: validator(response.Header.Get("Last-Modified")),
	}, nil
}

// checkResponse returns a fault for a response that is not a list: a list that was
// requested with TLS must not be redirected to a server without.
func checkResponse(response *http.Response, requested *url.URL) error {
	if requested.Scheme == "https" && response.Request.URL.Scheme != "https" {
		return fault.New(fault.Invalid, "The address of the list redirects to one without https.")
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusNotModified {
		return fault.New(fault.Unavailable, fmt.Sprintf("The server of the list returned the status %d.", response.StatusCode))
	}
	return nil
}

// fetchError returns an error with a sentence for operators.
func fetchError(err error) error {
	var refused *fault.Error
	switch {
	case errors.Is(err, errTooLarge):
		return fault.Wrap(err, fault.Invalid, fmt.Sprintf("The list is larger than %d MiB.", denylist.MaxFeedBytes>>20))
	case errors.Is(err, denylist.ErrTooManyEntries), errors.As(err, &refused):
		return err
	default:
		return fault.Wrap(err, fault.Unavailable, "The list can’t be downloaded: its server does not respond.")
	}
}

// validator returns a header value that fits into a conditional request.
func validator(value string) string {
	if len(value) > maxValidator {
		return ""
	}
	return value
}

// boundedBody returns errTooLarge after left bytes.
type boundedBody struct {
	io.Reader
	left int
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= n; b.left < 0 {
		return n, errTooLarge
	}
	return n, err
}
