package apikit

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

// The limit of a key: a burst of callsPerMinute that refills evenly, so that
// every minute allows at least as many.
const (
	callsPerMinute = 600
	callEvery      = time.Minute / callsPerMinute
	maxLimitedKeys = 50_000 // about 150 bytes each
)

// RateLimiter limits the requests of each key. It is safe for concurrent use.
type RateLimiter struct{ limiter *throttle.Batched }

// NewRateLimiter returns a limiter of 600 requests a minute and key. attempts reports
// them to other nodes once a second; nil: there are none.
func NewRateLimiter(clock clock.Clock, attempts *throttle.Shared) *RateLimiter {
	limit := throttle.Limit{Burst: callsPerMinute, Every: callEvery}
	return &RateLimiter{throttle.NewBatched(clock, limit, maxLimitedKeys, attempts, "api.key")}
}

// Take counts one request of a key and returns how long the client must wait
// before it is allowed; 0 when it is allowed now. It sets the headers of
// draft-ietf-httpapi-ratelimit-headers: the quota, the remaining requests, and
// the seconds until the quota is full again (or until the next request is
// allowed, when none remain).
func (l *RateLimiter) Take(h http.Header, key string) time.Duration {
	v := l.limiter.Take(key)
	reset := time.Duration(callsPerMinute-v.Left) * callEvery
	if v.Wait > 0 {
		reset = v.Wait
	}
	h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=60`, callsPerMinute))
	h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, v.Left, int(math.Ceil(reset.Seconds()))))
	return v.Wait
}
