// Package stores opens what a configuration names and what a node and the tasks of the
// operator share: the records, the images, buckets and the secret key. It also has the
// names of the files in the data folder.
package stores

import (
	"context"
	"fmt"
	"os"

	"linnet/internal/base/clock"
	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/core/media"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/infra/objectstore"
	"linnet/internal/infra/records"
)

// OpenRecords opens the records and migrates them to the schema of this version.
func OpenRecords(ctx context.Context, cfg config.Config) (*records.Store, error) {
	return records.Open(ctx, records.Options{URL: cfg.DatabaseURL, Dir: cfg.Data})
}

// Images are the files of the media library.
type Images struct {
	media.Files
	Bucket *objectstore.Bucket // nil: in the data folder
}

// OpenImages returns the files of the media library, where the settings say. It
// makes no request to a bucket.
func OpenImages(cfg config.Config, clock clock.Clock) (Images, error) {
	if cfg.MediaURL == "" {
		return Images{mediafiles.NewFolder(cfg.InData(backup.MediaDir), clock), nil}, nil
	}
	bucket, err := OpenBucket(cfg.MediaURL)
	if err != nil {
		return Images{}, fmt.Errorf("LINNET_MEDIA_URL: %w", err)
	}
	return Images{mediafiles.NewBucket(bucket, clock), bucket}, nil
}

// OpenBucket returns the bucket of an address.
func OpenBucket(address string) (*objectstore.Bucket, error) {
	at, err := s3url.Parse(address, os.Getenv)
	if err != nil {
		return nil, err
	}
	return objectstore.Open(at)
}
