package media

import (
	"context"
	"time"

	"linnet/internal/base/loop"
)

const sweepEvery = time.Hour

// Run sweeps each hour until ctx ends.
func (s *Service) Run(ctx context.Context) {
	loop.Task{Name: "media sweep", Every: sweepEvery, Delay: time.Minute, Leader: s.deps.Leader, Log: s.deps.Log, Do: s.Sweep}.Run(ctx)
}
