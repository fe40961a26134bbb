package throttle

import (
	"strconv"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
)

// Window allows each key a number of attempts in any span of time. It stores the times of the attempts:
// the bucket of a Limiter would refill within the span. It is safe for concurrent use.
type Window struct {
	max    int
	span   time.Duration
	clock  clock.Clock
	logs   *otter.Cache[string, *attemptLog]
	name   string
	shared *Shared // nil: this node counts alone
}

// attemptLog has the attempts of a key.
type attemptLog struct {
	mu      sync.Mutex
	times   []time.Time // a ring buffer, the oldest at next
	next    int
	refused time.Time // until then the store refuses
}

// NewWindow returns a window of this node of n attempts in any span for about keys keys; beyond
// that it evicts the least used ones.
func NewWindow(c clock.Clock, n int, span time.Duration, keys int) *Window {
	return &Window{
		max:   n,
		span:  span,
		clock: clock.Steady(c),
		logs:  otter.Must(&otter.Options[string, *attemptLog]{MaximumSize: keys}),
	}
}

// Window returns a window that counts for all nodes of the install, as Limiter does.
func (s *Shared) Window(name string, c clock.Clock, n int, span time.Duration, keys int) *Window {
	w := NewWindow(c, n, span, keys)
	w.shared, w.name = s, name
	return w
}

// Add records an attempt and returns 0, or returns the time until the next one is
// allowed.
func (w *Window) Add(key string) (wait time.Duration) {
	log, _ := w.logs.ComputeIfAbsent(key, func() (*attemptLog, bool) {
		return &attemptLog{times: make([]time.Time, w.max)}, false
	})
	log.mu.Lock() // also during the statement: an attempt that the store refuses is not recorded
	defer log.mu.Unlock()
	now := w.clock.Now()
	if wait := max(w.waitHere(log, now), log.refused.Sub(now)); wait > 0 {
		return wait
	}
	if wait := w.takeSlot(key, log.next); wait > 0 {
		log.refused = now.Add(wait)
		return wait
	}
	log.times[log.next] = now
	log.next = (log.next + 1) % w.max
	return 0
}

// waitHere returns the time until this node allows an attempt, at most 0 for now.
func (w *Window) waitHere(log *attemptLog, now time.Time) time.Duration {
	oldest := log.times[log.next]
	if oldest.IsZero() {
		return 0
	}
	return oldest.Add(w.span).Sub(now)
}

// takeSlot takes one of max slots of the store, each of which is free again after span.
// It returns 0, also while the store is unavailable, or the time until one is free.
// Slots are tried from first on: this node's next one is usually free.
func (w *Window) takeSlot(key string, first int) (wait time.Duration) {
	if w.shared == nil {
		return 0
	}
	slot := Limit{Burst: 1, Every: w.span}
	for i := range w.max {
		taken, used, err := w.shared.take(w.name, key+" "+strconv.Itoa((first+i)%w.max), slot)
		if err != nil || taken {
			return 0
		}
		if left := slot.verdict(used, false).Wait; wait == 0 || left < wait {
			wait = left
		}
	}
	return wait
}
