package app

import (
	"context"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
)

// linkCountCheck returns the daily comparison of the counters of links with the links.
func (p *parts) linkCountCheck(log *slog.Logger) loop.Task {
	return loop.Task{
		Name:   "check of link counts",
		Every:  24 * time.Hour,
		Delay:  time.Hour,
		Jitter: time.Hour,
		Leader: p.clicks.leader(p.records, clock.System{}),
		Log:    log,
		Do: func(ctx context.Context) error {
			corrected, err := p.records.CorrectLinkCounts(ctx)
			if corrected > 0 {
				log.WarnContext(ctx, "counters of links corrected", "counters", corrected)
			}
			return err
		},
	}
}
