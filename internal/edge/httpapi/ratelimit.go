package httpapi

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

// The budget of a user, and of a network that calls without a session: a burst
// of callsPerMinute that refills evenly, so that no minute holds fewer.
const (
	callsPerMinute = 600
	callEvery      = time.Minute / callsPerMinute
	maxBudgets     = 50_000 // keys that are remembered; about 150 bytes each
)

func newBudgets(clk clock.Clock) *throttle.Limiter {
	return throttle.New(clk, throttle.Limit{Burst: callsPerMinute, Every: callEvery}, maxBudgets)
}

// tellBudget writes the headers of draft-ietf-httpapi-ratelimit-headers: the
// quota, what is left of it, and in how many seconds it is whole again (or,
// when it is used up, a call is possible again).
func tellBudget(h http.Header, v throttle.Verdict) {
	again := time.Duration(callsPerMinute-v.Left) * callEvery
	if v.Wait > 0 {
		again = v.Wait
	}
	h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=60`, callsPerMinute))
	h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, v.Left, int(math.Ceil(again.Seconds()))))
}
