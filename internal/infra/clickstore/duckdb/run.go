package duckdb

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/files"
)

// tidyEvery is how often it is looked whether a day was closed.
const tidyEvery = 10 * time.Minute

// Run tidies the store now and then until ctx ends. A failure is told in the
// log and tried again: clicks are counted exactly either way, only slower.
func (s *Store) Run(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		if err := s.Tidy(ctx, s.clock.Now()); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "clicks are not tidied", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// withDefaults fills in what was left out.
func (o Options) withDefaults() Options {
	if o.MemoryMB <= 0 {
		o.MemoryMB = 512
	}
	if o.Threads <= 0 {
		o.Threads = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if o.Heavy <= 0 {
		o.Heavy = 2 * o.Threads
	}
	if o.onePass == 0 {
		o.onePass = onePass
	}
	if o.large == 0 {
		o.large = large
	}
	if o.maxKeys == 0 {
		o.maxKeys = maxKeys
	}
	if o.freeSpace == nil {
		o.freeSpace = files.FreeSpace
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
