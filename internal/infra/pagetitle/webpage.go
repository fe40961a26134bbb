// Package pagetitle reads the titles of web pages.
package pagetitle

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode"

	"linnet/internal/base/fault"
	"linnet/internal/base/visible"
)

// maxRead bounds the bytes that are read of a page; heads are shorter.
const maxRead = 512 << 10

// Caller sends requests, with limits, and not to private networks.
type Caller interface {
	Do(r *http.Request) (*http.Response, error)
}

// Reader reads pages.
type Reader struct{ calls Caller }

// NewReader returns a reader that sends its requests through calls.
func NewReader(calls Caller) *Reader { return &Reader{calls: calls} }

// Title returns the <title> of the page at an address, or its og:title, in one
// line. It is empty for a page without a title and for other content. After the
// fault Unavailable a retry can succeed; other faults are permanent.
func (r *Reader) Title(ctx context.Context, address string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "This URL cannot be fetched.")
	}
	request.URL.User = nil // credentials in a user's URL are not sent
	request.Header.Set("Accept", "text/html, application/xhtml+xml")
	answer, err := r.calls.Do(request)
	if err != nil {
		return "", failure(err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	switch status := answer.StatusCode; {
	case status == http.StatusTooManyRequests || status >= 500:
		return "", fault.New(fault.Unavailable, fmt.Sprintf("The page answered %d.", status))
	case status >= 300:
		return "", fault.New(fault.NotFound, fmt.Sprintf("The page answered %d.", status))
	}
	contentType := answer.Header.Get("Content-Type")
	kind, params, _ := mime.ParseMediaType(contentType)
	if kind != "text/html" && kind != "application/xhtml+xml" {
		return "", nil
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxRead))
	if err != nil && len(body) == 0 {
		return "", failure(err)
	}
	// A truncated body is likely to contain the head.
	title, social := titles(decode(body, params["charset"]))
	if title == "" {
		title = social
	}
	return title, nil
}

// failure returns the permanent fault of a rejected address unchanged, and
// Unavailable for any other error.
func failure(err error) error {
	if fault.Is(err, fault.Invalid) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "The page could not be read.")
}

// oneLine makes a line of what pages write over several, without what no
// screen can show.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	if text = strings.Join(strings.Fields(text), " "); visible.Problem(text) != "" {
		return ""
	}
	return text
}
