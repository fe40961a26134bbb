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

// System is the machine's clock.
type System struct{}

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
