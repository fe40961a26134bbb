package apikit

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

// The limit of a key, and that of all keys of a user together: a burst of calls that
// refills evenly, so that every minute allows at least as many.
const (
	callsPerMinute     = 600
	callEvery          = time.Minute / callsPerMinute
	userCallsPerMinute = 3 * callsPerMinute
	maxLimitedKeys     = 50_000 // about 150 bytes each
)

// RateLimiter limits the requests of each key and each user. It is safe for concurrent
// use.
type RateLimiter struct{ keys, users *throttle.Batched }

// NewRateLimiter returns a limiter of 600 requests a minute and key, and of 1,800 a minute
// and user. attempts reports them to other nodes once a second; nil: there are none.
func NewRateLimiter(clock clock.Clock, attempts *throttle.Shared) *RateLimiter {
	key := throttle.Limit{Burst: callsPerMinute, Every: callEvery}
	user := throttle.Limit{Burst: userCallsPerMinute, Every: time.Minute / userCallsPerMinute}
	return &RateLimiter{
		keys:  throttle.NewBatched(clock, key, maxLimitedKeys, attempts, "api.key"),
		users: throttle.NewBatched(clock, user, maxLimitedKeys, attempts, "api.user"),
	}
}

// Take counts one request of a key, and of the user of whom it is; an empty userID is
// that of a request without a user. It returns how long the client must wait before the request is allowed; 0 when
// it is allowed now. It sets the headers of draft-ietf-httpapi-ratelimit-headers: the
// quota of the key, the remaining requests, and the seconds until the quota is full again
// (or until the next request is allowed, when none remain).
func (l *RateLimiter) Take(h http.Header, key, userID string) time.Duration {
	v := l.keys.Take(key)
	if v.Wait == 0 && userID != "" {
		if all := l.users.Take(userID); all.Wait > 0 || all.Left < v.Left {
			v = all
		}
	}
	reset := time.Duration(callsPerMinute-v.Left) * callEvery
	if v.Wait > 0 {
		reset = v.Wait
	}
	h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=60`, callsPerMinute))
	h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, v.Left, int(math.Ceil(reset.Seconds()))))
	return v.Wait
}
