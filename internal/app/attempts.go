package app

import (
	"log/slog"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/throttle"
	"linnet/internal/infra/records"
)

// newAttempts returns the count of attempts on all nodes. It is nil unless other nodes
// can use the records: those with a shared click store and PostgreSQL.
func newAttempts(
	cfg config.Config, records *records.Store, c *clicks, key sealed.Key, clock clock.Clock, log *slog.Logger,
) *throttle.Shared {
	leader := c.leader(records, clock)
	if leader == nil || cfg.DatabaseURL == "" {
		return nil
	}
	return throttle.NewShared(throttle.SharedDeps{
		Store: records, Secret: key.HashKey("attempts"), Leader: leader, Clock: clock, Log: log,
	})
}
