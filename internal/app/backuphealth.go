package app

import (
	"context"
	"math"
	"sync"
	"time"

	"linnet/internal/edge/server"
)

// backupHealth is what a backupSchedule knows about its backups.
type backupHealth struct {
	mu       sync.Mutex
	began    time.Time // of the schedule; zero: not yet
	newest   time.Time // of the backups that the target had at the last look; zero: not known
	size     int64     // of the last one that this process wrote, in bytes; 0: none
	failures uint64
}

func (h *backupHealth) begin(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.began = now
}

// found records the time of the newest backup in the target.
func (h *backupHealth) found(newest time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newest = newest
}

// wrote records a new backup and its size in bytes.
func (h *backupHealth) wrote(at time.Time, size int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newest, h.size = at, size
}

// failed counts a failure.
func (h *backupHealth) failed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failures++
}

// times returns when the newest backup was written and when the schedule began.
func (h *backupHealth) times() (newest, began time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.newest, h.began
}

// checks returns the checks of /readyz; none without scheduled backups.
func (b *backupSchedule) checks() []server.Check {
	if b == nil {
		return nil
	}
	return []server.Check{{Name: "backups", Optional: true, Run: b.check}}
}

// metrics returns the metrics of scheduled backups, without numbers if there are none.
func (b *backupSchedule) metrics() []server.Metric {
	if b == nil {
		b = &backupSchedule{}
	}
	locked := func(read func(h *backupHealth) float64) func() float64 {
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
			Read: locked(func(h *backupHealth) float64 {
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
			Read:    locked(func(h *backupHealth) float64 { return float64(h.failures) }),
		},
		{
			Name: "linnet_backup_last_size_bytes",
			Help: "Size of the last scheduled backup that this process wrote. No number before it.",
			Read: locked(func(h *backupHealth) float64 {
				if h.size == 0 {
					return math.NaN()
				}
				return float64(h.size)
			}),
		},
	}
}

// notifyBackups notifies the operators that the backups of this node are overdue.
func (n *Node) notifyBackups(ctx context.Context, last time.Time) error {
	operators, err := n.parts.records.OperatorIDs(ctx)
	if err != nil {
		return err
	}
	return n.parts.services.notices.BackupsOverdue(ctx, operators, nodeName(n.cfg), last)
}
