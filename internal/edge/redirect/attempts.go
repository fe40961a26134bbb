package redirect

import (
	"net/netip"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

// Limits of password attempts.
const (
	maxAttempts         = 5 // of a visitor at a link, within attemptWindow, right or wrong
	attemptWindow       = time.Minute
	maxTrackedVisitors  = 100_000 // pairs of visitor and link
	linkAttemptInterval = 2 * time.Second
)

func newAttempts(c clock.Clock, shared *throttle.Shared) *throttle.Window {
	return throttle.NewWindow(c, maxAttempts, attemptWindow, maxTrackedVisitors).Share(shared, "link.visitor")
}

// attemptKey returns the key of a visitor at a link. All unknown addresses share one.
func attemptKey(linkID string, addr netip.Addr) string {
	return linkID + " " + throttle.NetworkKey(addr)
}
