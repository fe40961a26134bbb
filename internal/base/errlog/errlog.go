// Package errlog limits how often a background task logs the same failure.
package errlog

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

// Every is the shortest time between two log lines about failures of one task.
const Every = time.Minute

// Reporter logs failures of one task: the first at once, then at most one per
// Every while they continue, and the recovery. It is safe for concurrent use.
type Reporter struct {
	log   *slog.Logger
	clock clock.Clock
	task  string

	mu       sync.Mutex
	due      time.Time // no failure is logged before
	failures int       // since the last line about them
	failing  bool      // a failure was logged, and no recovery since
}

// New returns a reporter of a task. The name is a noun phrase ("job claim").
func New(log *slog.Logger, c clock.Clock, task string) *Reporter {
	return &Reporter{log: log, clock: clock.Steady(c), task: task}
}

// Report records the result of one attempt. A nil error is a success.
func (r *Reporter) Report(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		if r.failing {
			r.log.InfoContext(ctx, r.task+" recovered", "failures", r.failures)
		}
		r.failing, r.failures = false, 0
		return
	}
	r.failures++
	now := r.clock.Now()
	if now.Before(r.due) {
		return
	}
	r.log.WarnContext(ctx, r.task+" failed", "err", err, "failures", r.failures)
	r.due, r.failing, r.failures = now.Add(Every), true, 0
}
