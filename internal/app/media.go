package app

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/core/media"
	"linnet/internal/core/pixels"
	"linnet/internal/core/plan"
	"linnet/internal/edge/mediafile"
	"linnet/internal/edge/server"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/records"
)

// bucketCheckCache is how long the result of the check of the bucket is reused: each
// check is a request that the service may charge.
const (
	bucketCheckCache   = 15 * time.Second
	bucketCheckTimeout = 5 * time.Second
)

// imageChecks returns the readiness check of the bucket, if there is one. Without the
// bucket, links and pages work, and images are missing.
func imageChecks(images stores.Images, clock clock.Clock) []server.Check {
	if images.Bucket == nil {
		return nil
	}
	var mu sync.Mutex
	var at time.Time
	var result error
	return []server.Check{{Name: "media", Optional: true, Run: func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if now := clock.Now(); at.IsZero() || now.Sub(at) >= bucketCheckCache {
			ctx, cancel := context.WithTimeout(ctx, bucketCheckTimeout)
			defer cancel()
			result, at = images.Bucket.Reach(ctx), now
		}
		return result
	}}}
}

// newMedia returns the service of the media library.
func newMedia(
	stored stores.Images, records *records.Store, limits plan.LimitsOf, memory *pixels.Budget, leader *loop.Leader,
	clock clock.Clock, log *slog.Logger,
) *media.Service {
	return media.New(media.Deps{
		Store: records, Files: stored, Processor: imaging.New(memory), Limits: limits, Leader: leader,
		Clock: clock, Log: log,
	})
}

// media serves the files of images. Aliases below the segment that existed before
// still work.
func (s *site) media(files *media.Service, redirects http.Handler, log *slog.Logger) {
	s.mux.Handle("/media", redirects)
	s.mux.Handle("/media/", redirects)
	s.mux.Handle("GET /media/{id}/{name}", mediafile.Handler(files, redirects, log))
}
