// Package clock makes time an input, so that tests decide what "now" is.
package clock

import (
	"sync"
	"time"
)

// Clock tells the present moment, in UTC.
type Clock interface {
	Now() time.Time
}

// Steady returns a clock for measuring how long something takes. Its readings
// never go back and ignore changes of the machine's time; they may differ from
// the time of day. A clock without a steady one of its own is returned as is.
func Steady(c Clock) Clock {
	if s, ok := c.(interface{ Steady() Clock }); ok {
		return s.Steady()
	}
	return c
}

// System is the machine's clock.
type System struct{}

// Steady returns a clock that starts at the machine's time and then follows the
// monotonic clock alone.
func (System) Steady() Clock { return monotonic{origin: time.Now()} }

// monotonic counts from an origin that has a monotonic reading.
type monotonic struct{ origin time.Time }

// Now returns the origin and the time elapsed since, in UTC.
func (m monotonic) Now() time.Time { return m.origin.UTC().Add(time.Since(m.origin)) }

// Now returns the machine's time in UTC.
func (System) Now() time.Time { return time.Now().UTC() }

// Manual is a clock that stands still until a test moves it. Its methods may
// be called from several goroutines at once.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual returns a clock that stands at start.
func NewManual(start time.Time) *Manual { return &Manual{now: start.UTC()} }

// Now returns where the clock stands.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves the clock by d, which may be negative.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Set puts the clock at t.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = t.UTC()
}
