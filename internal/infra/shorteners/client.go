// Package shorteners reads the links of other shorteners by their APIs, each with a
// retrieval.Source of its own.
package shorteners

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
)

// Caller sends requests. It bounds their time, refuses private networks with a fault, and
// follows no redirects: a key must not reach another host than the one that a person entered.
type Caller interface {
	Do(r *http.Request) (*http.Response, error)
}

// MaxAnswer bounds the body of an answer, in bytes.
const MaxAnswer = 16 << 20

// Opener opens the sources of connections.
type Opener struct {
	calls Caller
	clock clock.Clock
}

// NewOpener returns an opener.
func NewOpener(calls Caller, clock clock.Clock) *Opener { return &Opener{calls, clock} }

// Open returns the source of a connection.
func (o *Opener) Open(c retrieval.Connection) retrieval.Source {
	api := client{Opener: o, Connection: c}
	switch c.From {
	case retrieval.Bitly:
		return bitly{api.below("/v4").with("Authorization", "Bearer "+c.Key)}
	case retrieval.Dub:
		return &dub{client: api.with("Authorization", "Bearer "+c.Key)}
	case retrieval.Kutt:
		return kutt{api.below("/api/v2").with("X-API-KEY", c.Key)}
	case retrieval.Rebrandly:
		return newRebrandly(api)
	case retrieval.Shlink:
		return shlink{api.below("/rest/v3").with("X-Api-Key", c.Key)}
	case retrieval.ShortIO:
		return &shortIO{client: api.with("Authorization", c.Key), folders: map[string]map[string]string{}}
	case retrieval.YOURLS:
		return yourls{api.below(yourlsFile)}
	default:
		return unknown{c.From}
	}
}

// unknown is the source of a shortener that cannot be read.
type unknown struct{ from retrieval.Shortener }

// Page implements retrieval.Source.
func (u unknown) Page(context.Context, string) (retrieval.Page, error) {
	return retrieval.Page{}, fault.New(fault.Invalid, "Linnet cannot read the links of "+u.from.Name()+".").At("from")
}

// Visits implements retrieval.Source.
func (unknown) Visits(context.Context, retrieval.Link, string) (retrieval.VisitPage, error) {
	return retrieval.VisitPage{}, nil
}

// client calls the API of a connection.
type client struct {
	*Opener
	retrieval.Connection

	header http.Header
}

// Visits implements retrieval.Source for shorteners without a history.
func (client) Visits(context.Context, retrieval.Link, string) (retrieval.VisitPage, error) {
	return retrieval.VisitPage{}, nil
}

// with returns a client that sends a header.
func (c client) with(name, value string) client {
	c.header = c.header.Clone()
	if c.header == nil {
		c.header = http.Header{}
	}
	c.header.Set(name, value)
	return c
}

// below returns a client of the address without the path of the API, which people may copy too.
func (c client) below(path string) client {
	c.URL = strings.TrimSuffix(c.URL, path)
	return c
}

// get reads the answer to a path with a query.
func (c client) get(ctx context.Context, path string, query url.Values, into any) error {
	address := c.URL + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return c.read(ctx, address, into)
}

// read reads the answer at an address of the API.
func (c client) read(ctx context.Context, address string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return errAddress(err)
	}
	return c.send(r, into)
}

// post reads the answer to a form at an address of the API.
func (c client) post(ctx context.Context, address string, form url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return errAddress(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.send(r, into)
}

func errAddress(err error) error {
	return fault.Wrap(err, fault.Invalid, "This address cannot be called. Enter one such as https://go.example.com.").At("url")
}

func (c client) send(r *http.Request, into any) error {
	for name, values := range c.header {
		r.Header[name] = values
	}
	r.Header.Set("Accept", "application/json")
	response, err := c.calls.Do(r)
	if err != nil {
		return c.unreachable(err)
	}
	defer response.Body.Close() //nolint:errcheck // read to its end, or given up
	if response.StatusCode != http.StatusOK {
		return c.refused(response)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, MaxAnswer+1))
	if err != nil {
		return c.unreachable(err)
	}
	if len(body) > MaxAnswer {
		return fault.New(fault.Invalid, c.From.Name()+" returns more at once than Linnet reads.").At("url")
	}
	if err := json.Unmarshal(valid(body), into); err != nil {
		return c.notLinks(err)
	}
	return nil
}

// valid returns JSON without what shorteners return in it in error: a byte order mark, with
// which PHP begins where a file has one, and control characters in titles of pages.
func valid(body []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, bytes.TrimPrefix(body, []byte("\ufeff")))
}

// notLinks returns the fault of an answer that the API does not return.
func (c client) notLinks(cause error) error {
	host := c.URL
	if u, err := url.Parse(c.URL); err == nil {
		host = u.Host
	}
	return fault.Wrap(cause, fault.Invalid, fmt.Sprintf("%s does not return links of %s. Check the address.", host, c.From.Name())).At("url")
}

// errNoList is the cause of notLinks for an answer without a list of links.
var errNoList = errors.New("the answer has no list of links")

// unreachable returns the fault of a call without an answer.
func (c client) unreachable(err error) error {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.New(fault.Invalid, refused.Message+" The operator of this install can allow a private network with LINNET_IMPORT_NETWORKS.").At("url")
	}
	return fault.Wrap(err, fault.Unavailable, c.From.Name()+" could not be reached. Check the address, or try again later.").At("url")
}

// statusError is the cause of the fault of an answer with another status than 200.
type statusError int

// Error implements error.
func (s statusError) Error() string { return "status " + strconv.Itoa(int(s)) }

// isStatus reports whether an error is that of an answer with one of the statuses.
func isStatus(err error, statuses ...int) bool {
	got, ok := errors.AsType[statusError](err)
	return ok && slices.Contains(statuses, int(got))
}

// refused returns the fault of an answer without links.
func (c client) refused(response *http.Response) error {
	name, host, status := c.From.Name(), response.Request.URL.Host, response.StatusCode
	invalid := func(sentence, field string) error {
		return fault.Wrap(statusError(status), fault.Invalid, sentence).At(field)
	}
	switch {
	case status == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, name+" allows no more calls for now. Try again later.").RetryAfter(retryAfter(response.Header, c.clock))
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return invalid(c.keySentence(), "key")
	case status == http.StatusPaymentRequired:
		return invalid(name+" does not allow this with your plan there.", "key")
	case status >= 300 && status < 400:
		return invalid(host+" redirects to "+target(response)+". Enter the address that answers itself.", "url")
	case status >= 500 || status == http.StatusRequestTimeout:
		return fault.New(fault.Unavailable, fmt.Sprintf("%s answers with the error %d. Try again later.", name, status)).At("url")
	default:
		return invalid(fmt.Sprintf("%s answers with %d where %s has its API. Check the address.", host, status, name), "url")
	}
}

// refusedKey returns the fault of a key that the shortener does not accept.
func (c client) refusedKey() error { return fault.New(fault.Invalid, c.keySentence()).At("key") }

func (c client) keySentence() string {
	return c.From.Name() + " does not accept this key. Enter one that may read links."
}

// target returns the host of a redirect.
func target(response *http.Response) string {
	to, err := response.Location()
	if err != nil {
		return "nowhere"
	}
	return to.Scheme + "://" + to.Host
}

// retryAfter returns how long a header asks to wait, in seconds or until a time (RFC 9110, section
// 10.2.3); 0: it does not say.
func retryAfter(header http.Header, clock clock.Clock) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), int(time.Hour/time.Second))) * time.Second
	}
	if until, err := http.ParseTime(text); err == nil {
		return max(until.Sub(clock.Now()), 0)
	}
	return 0
}
