package redirect

import (
	"net/netip"
	"time"

	"linnet/internal/base/netaddr"
)

// linkAttemptInterval is the wait after the attempts of a link were exhausted.
const linkAttemptInterval = 2 * time.Second

// Attempts limits attempts. It is safe for concurrent use.
type Attempts interface {
	// Add records an attempt of key and returns 0, or returns the time until the next
	// one is allowed.
	Add(key string) (wait time.Duration)
}

// attemptKey returns the key of a visitor at a link. All unknown addresses share one.
func attemptKey(linkID string, addr netip.Addr) string {
	return linkID + " " + netaddr.Site(addr).String()
}
