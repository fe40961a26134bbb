package redirect

import (
	"net/netip"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
	"linnet/internal/base/netaddr"
)

// Limits of password attempts.
const (
	maxAttempts         = 5 // of a visitor at a link, within attemptWindow
	attemptWindow       = time.Minute
	maxTrackedVisitors  = 100_000 // pairs of visitor and link
	linkAttemptInterval = 2 * time.Second
)

// attempts limits each visitor of a link to maxAttempts in any attemptWindow,
// right or wrong. It stores the times of the attempts: a token bucket would
// refill within the window. It is safe for concurrent use.
type attempts struct {
	clock clock.Clock
	logs  *otter.Cache[attemptKey, *attemptLog]
}

type attemptKey struct {
	linkID  string
	visitor netip.Prefix // the zero Prefix for all unknown addresses
}

type attemptLog struct {
	mu    sync.Mutex
	times [maxAttempts]time.Time // a ring buffer, the oldest at next
	next  int
}

func newAttempts(c clock.Clock) *attempts {
	return &attempts{
		clock: clock.Steady(c),
		logs:  otter.Must(&otter.Options[attemptKey, *attemptLog]{MaximumSize: maxTrackedVisitors}),
	}
}

// add records an attempt and returns 0, or returns the time until the next one
// is allowed.
func (a *attempts) add(linkID string, addr netip.Addr) (wait time.Duration) {
	k := attemptKey{linkID, netaddr.Site(addr)}
	log, _ := a.logs.ComputeIfAbsent(k, func() (*attemptLog, bool) { return &attemptLog{}, false })
	return log.add(a.clock.Now())
}

func (l *attemptLog) add(now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if oldest := l.times[l.next]; !oldest.IsZero() {
		if wait := oldest.Add(attemptWindow).Sub(now); wait > 0 {
			return wait
		}
	}
	l.times[l.next] = now
	l.next = (l.next + 1) % maxAttempts
	return 0
}
