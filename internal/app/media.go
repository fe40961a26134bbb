package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/core/media"
	"linnet/internal/core/pixels"
	"linnet/internal/core/plan"
	"linnet/internal/edge/mediafile"
	"linnet/internal/edge/server"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/infra/objectstore"
	"linnet/internal/infra/records"
)

// images are the files of the media library.
type images struct {
	media.Files
	bucket *objectstore.Bucket // nil: in the data folder
}

// openImages returns the files of the media library, where the settings say. It
// makes no request to a bucket.
func openImages(cfg config.Config, clock clock.Clock) (images, error) {
	if cfg.MediaURL == "" {
		return images{mediafiles.NewFolder(cfg.InData(backup.MediaDir), clock), nil}, nil
	}
	bucket, err := openBucket(cfg.MediaURL)
	if err != nil {
		return images{}, fmt.Errorf("LINNET_MEDIA_URL: %w", err)
	}
	return images{mediafiles.NewBucket(bucket, clock), bucket}, nil
}

// openBucket returns the bucket of an address.
func openBucket(address string) (*objectstore.Bucket, error) {
	at, err := s3url.Parse(address, os.Getenv)
	if err != nil {
		return nil, err
	}
	return objectstore.Open(at)
}

// bucketCheckCache is how long the result of the check of the bucket is reused: each
// check is a request that the service may charge.
const (
	bucketCheckCache   = 15 * time.Second
	bucketCheckTimeout = 5 * time.Second
)

// checks returns the readiness check of the bucket, if there is one. Without the
// bucket, links and pages work, and images are missing.
func (i images) checks(clock clock.Clock) []server.Check {
	if i.bucket == nil {
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
			result, at = i.bucket.Reach(ctx), now
		}
		return result
	}}}
}

// newMedia returns the service of the media library.
func newMedia(
	stored images, records *records.Store, limits plan.LimitsOf, memory *pixels.Budget, leader *loop.Leader,
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
