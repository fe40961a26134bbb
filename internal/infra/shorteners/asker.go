package shorteners

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/redirectcheck"
)

// Asker asks for short URLs as visitors do. It is safe for concurrent use.
type Asker struct {
	calls Caller
	clock clock.Clock
	pace  <-chan time.Time
}

// NewAsker returns an asker that sends a request whenever the pace has a time.
func NewAsker(calls Caller, clock clock.Clock, pace <-chan time.Time) *Asker {
	return &Asker{calls, clock, pace}
}

// Ask implements redirectcheck.Asker.
func (a *Asker) Ask(ctx context.Context, shortURL string, v redirectcheck.Visitor) (redirectcheck.Answer, error) {
	select {
	case <-a.pace:
	case <-ctx.Done():
		return redirectcheck.Answer{}, ctx.Err()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, shortURL, http.NoBody)
	if err != nil {
		return redirectcheck.Answer{}, fault.Wrap(err, fault.Invalid, "This short URL cannot be called.")
	}
	r.Header.Set("User-Agent", v.UserAgent)
	if v.AcceptLanguage != "" {
		r.Header.Set("Accept-Language", v.AcceptLanguage)
	}
	response, err := a.calls.Do(r)
	if err != nil {
		return redirectcheck.Answer{}, fault.Wrap(err, fault.Unavailable, "The server did not answer.")
	}
	defer response.Body.Close() //nolint:errcheck // not read
	if response.StatusCode == http.StatusTooManyRequests {
		limited := fault.New(fault.RateLimited, "The server wants to be asked later.")
		return redirectcheck.Answer{}, limited.RetryAfter(retryAfter(response.Header, a.clock))
	}
	return redirectcheck.Answer{Status: response.StatusCode, Location: response.Header.Get("Location")}, nil
}
