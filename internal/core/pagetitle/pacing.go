package pagetitle

import (
	"maps"
	"sync"
	"time"

	"linnet/internal/core/webhost"
)

// Limits on the fetches from one host.
const (
	hostInterval = time.Second    // between two requests to one host
	maxHostDelay = 24 * time.Hour // tasks that one host would delay for longer are dropped
	maxHosts     = 1000           // hosts remembered before past ones are evicted
)

// page is the page of a link.
type page struct{ linkID, url string }

// hostPacer spaces the requests to one host by hostInterval. It is safe for
// concurrent use.
type hostPacer struct {
	mu       sync.Mutex
	next     map[webhost.Host]time.Time // the next free slot, by host
	reserved map[page]time.Time         // slots of postponed tasks
}

func newHostPacer() *hostPacer {
	return &hostPacer{next: map[webhost.Host]time.Time{}, reserved: map[page]time.Time{}}
}

// reserve returns when the page may be fetched: now, or at a later slot that is
// reserved for it, so that it is fetched when its task is claimed again. ok is
// false when that slot is more than maxHostDelay away; nothing is reserved then.
func (p *hostPacer) reserve(of page, now time.Time) (due time.Time, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, found := p.reserved[of]; found {
		delete(p.reserved, of)
		return now, true
	}
	p.evict(now)
	host, _ := webhost.Of(of.url) // titles of addresses without a host fail at once
	due = p.next[host]
	if due.Before(now) {
		due = now
	}
	if due.Sub(now) > maxHostDelay {
		return due, false
	}
	p.next[host] = due.Add(hostInterval)
	if due.After(now) {
		p.reserved[of] = due
	}
	return due, true
}

// evict removes what has passed once there are more than maxHosts hosts. A
// page whose link got another destination never uses its slot.
func (p *hostPacer) evict(now time.Time) {
	if len(p.next) <= maxHosts {
		return
	}
	maps.DeleteFunc(p.next, func(_ webhost.Host, at time.Time) bool { return at.Before(now) })
	maps.DeleteFunc(p.reserved, func(_ page, at time.Time) bool { return at.Add(leaseTime).Before(now) })
}
