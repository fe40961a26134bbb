package apikit_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"linnet/internal/edge/apikit"
)

// TestRateLimiter_BoundsAUserAboveItsKeys uses the keys of a user in turns.
func TestRateLimiter_BoundsAUserAboveItsKeys(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	limiter := apikit.NewRateLimiter(a.clock, nil)
	allowed := 0
	for i := range 10 * 600 {
		if limiter.Take(http.Header{}, "key:"+strconv.Itoa(i%10), "usr_1") == 0 {
			allowed++
		}
	}
	if allowed != 1800 {
		t.Errorf("%d requests of ten keys were allowed, want 1,800", allowed)
	}
	if wait := limiter.Take(http.Header{}, "key:another", "usr_2"); wait != 0 {
		t.Errorf("another user waits %v", wait)
	}
}

func TestRateLimiter_Headers(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	limiter := apikit.NewRateLimiter(a.clock, nil)
	take := func(key string) (time.Duration, string) {
		h := http.Header{}
		wait := limiter.Take(h, key, "")
		if h.Get("RateLimit-Policy") != `"default";q=600;w=60` {
			t.Fatalf("policy %q", h.Get("RateLimit-Policy"))
		}
		return wait, h.Get("RateLimit")
	}
	if wait, header := take("ada"); wait != 0 || header != `"default";r=599;t=1` {
		t.Errorf("first request: wait %v, %s", wait, header)
	}
	for range 599 {
		take("ada")
	}
	if wait, header := take("ada"); wait != 100*time.Millisecond || header != `"default";r=0;t=1` {
		t.Errorf("request 601: wait %v, %s", wait, header)
	}
	if wait, _ := take("eve"); wait != 0 {
		t.Error("another key has to wait")
	}
	a.clock.Advance(100 * time.Millisecond)
	if wait, header := take("ada"); wait != 0 || header != `"default";r=0;t=60` {
		t.Errorf("after 100 ms: wait %v, %s", wait, header)
	}
}

func TestAuthentication_LimitsUsersAndNetworks(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	last := func(n int, headers ...string) response {
		for range n - 1 {
			a.do(t, "GET", "/things", "", headers...)
		}
		return a.do(t, "GET", "/things", "", headers...)
	}
	if got := last(600); got.StatusCode != http.StatusOK {
		t.Fatalf("request 600: %d", got.StatusCode)
	}
	limited := last(1)
	if p := limited.problem(t); p.Status != http.StatusTooManyRequests || p.Code != "rate_limited" || limited.Header.Get("Retry-After") != "1" {
		t.Errorf("request 601: %+v, Retry-After %q", p, limited.Header.Get("Retry-After"))
	}
	if got := last(1, "Authorization", "Bearer user-eve"); got.StatusCode != http.StatusOK {
		t.Errorf("another user: %d", got.StatusCode)
	}
	if got := last(600, "Authorization", "Bearer guess"); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("guess 600: %d", got.StatusCode)
	}
	if got := last(1, "Authorization", "Bearer guess"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("guess 601: %d", got.StatusCode)
	}
	a.clock.Advance(time.Minute)
	if got := last(1); got.StatusCode != http.StatusOK {
		t.Errorf("a minute later: %d", got.StatusCode)
	}
}
