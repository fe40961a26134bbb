package backups

import (
	"math"
	"sync"
	"time"

	"linnet/internal/edge/server"
)

// health is what a Schedule knows about its backups.
type health struct {
	mu       sync.Mutex
	began    time.Time // of the schedule; zero: not yet
	newest   time.Time // of the backups that the target had at the last look; zero: not known
	size     int64     // of the last one that this process wrote, in bytes; 0: none
	failures uint64
}

func (h *health) begin(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.began = now
}

// found records the time of the newest backup in the target.
func (h *health) found(newest time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newest = newest
}

// wrote records a new backup and its size in bytes.
func (h *health) wrote(at time.Time, size int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newest, h.size = at, size
}

// failed counts a failure.
func (h *health) failed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failures++
}

// times returns when the newest backup was written and when the schedule began.
func (h *health) times() (newest, began time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.newest, h.began
}

// Checks returns the checks of /readyz; none without scheduled backups.
func (b *Schedule) Checks() []server.Check {
	if b == nil {
		return nil
	}
	return []server.Check{{Name: "backups", Optional: true, Run: b.check}}
}

// Metrics returns the metrics of scheduled backups, without numbers if there are none.
func (b *Schedule) Metrics() []server.Metric {
	if b == nil {
		b = &Schedule{}
	}
	locked := func(read func(h *health) float64) func() float64 {
		return func() float64 {
			b.health.mu.Lock()
			defer b.health.mu.Unlock()
			return read(&b.health)
		}
	}
	return []server.Metric{
		{
			Name: "linnet_backup_last_success_timestamp_seconds",
			Help: "Unix time of the newest scheduled backup in the target. No number until one was found or written.",
			Read: locked(func(h *health) float64 {
				if h.newest.IsZero() {
					return math.NaN()
				}
				return float64(h.newest.Unix())
			}),
		},
		{
			Name:    "linnet_backup_failures_total",
			Help:    "Scheduled backups that failed, each attempt counted.",
			Counter: true,
			Read:    locked(func(h *health) float64 { return float64(h.failures) }),
		},
		{
			Name: "linnet_backup_last_size_bytes",
			Help: "Size of the last scheduled backup that this process wrote. No number before it.",
			Read: locked(func(h *health) float64 {
				if h.size == 0 {
					return math.NaN()
				}
				return float64(h.size)
			}),
		},
	}
}
