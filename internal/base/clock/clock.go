// Package clock makes time an input, so that tests can set it.
package clock

import (
	"sync"
	"time"
)

// Clock returns the current time in UTC.
type Clock interface {
	Now() time.Time
}

// Steady returns a clock for measuring durations. Its readings never decrease and
// ignore changes of the machine's time; they may differ from the time of day.
// Steady returns a clock without a Steady method unchanged.
func Steady(c Clock) Clock {
	if s, ok := c.(interface{ Steady() Clock }); ok {
		return s.Steady()
	}
	return c
}

// System is the machine's clock.
type System struct{}

// Steady returns a clock that starts at the machine's time and then follows the
// monotonic clock only.
func (System) Steady() Clock { return monotonic{origin: time.Now()} }

// monotonic counts from an origin that has a monotonic reading.
type monotonic struct{ origin time.Time }

// Now returns the origin and the time elapsed since, in UTC.
func (m monotonic) Now() time.Time { return m.origin.UTC().Add(time.Since(m.origin)) }

// Now returns the machine's time in UTC.
func (System) Now() time.Time { return time.Now().UTC() }

// Manual is a clock that only Advance and Set move. It is safe for concurrent
// use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual returns a clock set to start.
func NewManual(start time.Time) *Manual { return &Manual{now: start.UTC()} }

// Now returns the time that the clock is set to.
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

// Set sets the clock to t.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = t.UTC()
}
