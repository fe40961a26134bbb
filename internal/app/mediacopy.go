package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/mediafiles"
)

// MediaCopy is the result of CopyMedia.
type MediaCopy = mediafiles.Report

// CopyMedia copies the files of all images between two places: an s3:// address or a
// folder; "" is the place of the settings. It calls progress after each file.
func CopyMedia(ctx context.Context, cfg config.Config, from, to string, progress func(MediaCopy)) (MediaCopy, error) {
	source, sourceName, err := openMediaPlace(cfg, from)
	if err != nil {
		return MediaCopy{}, fmt.Errorf("open the source of the images: %w", err)
	}
	target, targetName, err := openMediaPlace(cfg, to)
	if err != nil {
		return MediaCopy{}, fmt.Errorf("open the target of the images: %w", err)
	}
	if sourceName == targetName {
		return MediaCopy{}, fmt.Errorf("the source and the target of the images are both %s; name two places", sourceName)
	}
	if from != "" && !s3url.Is(from) { // the data folder has no folder of images before the first one
		if _, err := os.ReadDir(sourceName); err != nil {
			return MediaCopy{}, fmt.Errorf("open the source of the images: %w", err)
		}
	}
	return mediafiles.Copy(ctx, source, target, progress)
}

// openMediaPlace opens a place of images and returns a name that no other place has.
func openMediaPlace(cfg config.Config, place string) (mediafiles.Target, string, error) {
	if place == "" {
		place = cfg.MediaURL
	}
	if s3url.Is(place) {
		at, err := s3url.Parse(place, os.Getenv)
		if err != nil {
			return nil, "", err
		}
		bucket, err := stores.OpenBucket(place)
		if err != nil {
			return nil, "", err
		}
		return mediafiles.NewBucket(bucket, clock.System{}), at.Endpoint + " " + at.String(), nil
	}
	if place == "" {
		place = cfg.InData(backup.MediaDir)
	}
	dir, err := filepath.Abs(place)
	return mediafiles.NewFolder(dir, clock.System{}), dir, err
}
