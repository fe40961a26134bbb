package redirect

import (
	"net/netip"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
)

// Limits on password tries.
const (
	maxTries     = 5
	tryWindow    = time.Minute
	maxTriers    = 100_000 // visitor and link pairs that are remembered
	v6SitePrefix = 64      // a visitor of IPv6 has a whole network of addresses
	linkTryWait  = 2 * time.Second
)

// tries allows five in any minute for a visitor of a link, right or wrong. It
// keeps the moments themselves: a budget that refills bit by bit would let a
// sixth through.
type tries struct {
	clk clock.Clock
	log *otter.Cache[trier, *tryLog]
}

type trier struct {
	linkID  string
	visitor netip.Prefix
}

type tryLog struct {
	mu   sync.Mutex
	last [maxTries]time.Time // a ring, the oldest at next
	next int
}

func newTries(clk clock.Clock) *tries {
	return &tries{clk: clock.Steady(clk), log: otter.Must(&otter.Options[trier, *tryLog]{MaximumSize: maxTriers})}
}

// take notes a try and returns 0, or how long to wait when the minute's tries
// are used up. A try that has to wait is not noted.
func (t *tries) take(linkID string, addr netip.Addr) time.Duration {
	bits := addr.Unmap().BitLen()
	if bits > 32 {
		bits = v6SitePrefix
	}
	visitor, err := addr.Unmap().WithZone("").Prefix(bits)
	if err != nil {
		visitor = netip.Prefix{} // all unknown addresses are one visitor
	}
	entry, _ := t.log.ComputeIfAbsent(trier{linkID, visitor}, func() (*tryLog, bool) { return &tryLog{}, false })
	return entry.take(t.clk.Now())
}

func (l *tryLog) take(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if oldest := l.last[l.next]; !oldest.IsZero() {
		if wait := oldest.Add(tryWindow).Sub(now); wait > 0 {
			return wait
		}
	}
	l.last[l.next] = now
	l.next = (l.next + 1) % maxTries
	return 0
}
