package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/loop"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/throttle"
	"linnet/internal/infra/records"
)

const (
	publishCallsEvery  = time.Second
	purgeAttemptsEvery = 5 * time.Minute

	maxTrackedVisitors = 100_000 // pairs of visitor and link
)

// newAttempts returns the count of attempts on all nodes. It is nil unless other nodes
// can use the records: those with a shared click store and PostgreSQL.
func newAttempts(
	cfg config.Config, records *records.Store, c *clicks, key sealed.Key, clock clock.Clock, log *slog.Logger,
) *throttle.Shared {
	if c.source == "" || cfg.DatabaseURL == "" {
		return nil
	}
	return throttle.NewShared(throttle.SharedDeps{
		Store:  records,
		Secret: key.HashKey("attempts"),
		Clock:  clock,
		Report: errlog.New(log, clock, "count of attempts for all nodes").Report,
	})
}

// runAttempts returns the background work of the count of attempts on all nodes.
func (p *parts) runAttempts(log *slog.Logger) func(context.Context) {
	attempts := p.services.attempts
	if attempts == nil {
		return func(context.Context) {}
	}
	publish := loop.Task{
		Name:  "publication of API calls",
		Every: publishCallsEvery,
		Log:   log,
		Do: func(context.Context) error {
			attempts.Publish()
			return nil
		},
	}
	purge := loop.Task{
		Name:   "purge of attempts",
		Every:  purgeAttemptsEvery,
		Delay:  purgeAttemptsEvery,
		Retry:  time.Minute,
		Leader: p.clicks.leader(p.records, clock.System{}),
		Do:     attempts.Purge,
		Log:    log,
	}
	return func(ctx context.Context) {
		var working sync.WaitGroup
		for _, task := range []loop.Task{publish, purge} {
			working.Go(func() { task.Run(ctx) })
		}
		working.Wait()
	}
}

// newVisitorAttempts returns the limit of attempts at the password of a link by one
// visitor: five in any minute, right or wrong.
func newVisitorAttempts(attempts *throttle.Shared, clock clock.Clock) *throttle.Window {
	return attempts.Window("link.visitor", clock, 5, time.Minute, maxTrackedVisitors)
}

// newLinkAttempts returns the limit of wrong passwords of one link over all visitors.
func newLinkAttempts(attempts *throttle.Shared, clock clock.Clock) *throttle.Limiter {
	return attempts.Limiter("link.all", clock, throttle.Limit{Burst: 100, Every: 2 * time.Second}, maxGuessedLinks)
}
