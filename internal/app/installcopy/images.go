package installcopy

import (
	"cmp"
	"context"
	"errors"
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

// imageCopy says which files of images Copy copies.
type imageCopy struct {
	source   config.Config // settings of the source, unless from names a place
	from, to string        // "" as to: none
}

// resolveImages reads the places of the images.
func (c *run) resolveImages() error {
	c.images = imageCopy{source: c.cfg, from: c.opts.FromMedia, to: c.opts.ToMedia}
	if c.opts.From != "" && c.records.from.url == "" {
		c.images.source.Data, c.images.source.MediaURL = c.records.from.dir, ""
	}
	from := cmp.Or(c.images.from, c.images.source.MediaURL, c.images.source.InData(backup.MediaDir))
	if c.images.to == "" && c.records.to.dir != "" && !s3url.Is(from) {
		dir, err := filepath.Abs(from)
		if err != nil {
			return err
		}
		if to := filepath.Join(c.records.to.dir, backup.MediaDir); to != dir { // else they are there
			c.images.to = to
		}
	}
	if c.images.from != "" && c.images.to == "" {
		return errors.New("name the target of the images with --media")
	}
	return nil
}

// copyImages copies the files of the images and compares them byte by byte.
func (c *run) copyImages(ctx context.Context) error {
	report, err := copyMedia(ctx, c.images.source, c.clock, c.images.from, c.images.to, func(r MediaReport) {
		c.progress("copying images, files", int64(r.Verified), 0)
	})
	if err != nil {
		return err
	}
	c.report.Media = &report
	c.report.Equal = c.report.Equal && report.Complete()
	return nil
}

// MediaReport is the result of CopyMedia.
type MediaReport = mediafiles.Report

// CopyMedia copies the files of all images between two places: an s3:// address or a
// folder; "" is the place of the settings. It calls progress after each file.
func (s *Service) CopyMedia(ctx context.Context, from, to string, progress func(MediaReport)) (MediaReport, error) {
	return copyMedia(ctx, s.deps.Config, s.deps.Clock, from, to, progress)
}

func copyMedia(
	ctx context.Context, cfg config.Config, clock clock.Clock, from, to string, progress func(MediaReport),
) (MediaReport, error) {
	source, sourceName, err := openMediaPlace(cfg, clock, from)
	if err != nil {
		return MediaReport{}, fmt.Errorf("open the source of the images: %w", err)
	}
	target, targetName, err := openMediaPlace(cfg, clock, to)
	if err != nil {
		return MediaReport{}, fmt.Errorf("open the target of the images: %w", err)
	}
	if sourceName == targetName {
		return MediaReport{}, fmt.Errorf("the source and the target of the images are both %s; name two places", sourceName)
	}
	if from != "" && !s3url.Is(from) { // the data folder has no folder of images before the first one
		if _, err := os.ReadDir(sourceName); err != nil {
			return MediaReport{}, fmt.Errorf("open the source of the images: %w", err)
		}
	}
	return mediafiles.Copy(ctx, source, target, progress)
}

// openMediaPlace opens a place of images and returns a name that no other place has.
func openMediaPlace(cfg config.Config, clock clock.Clock, place string) (mediafiles.Target, string, error) {
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
		return mediafiles.NewBucket(bucket, clock), at.Endpoint + " " + at.String(), nil
	}
	if place == "" {
		place = cfg.InData(backup.MediaDir)
	}
	dir, err := filepath.Abs(place)
	return mediafiles.NewFolder(dir, clock), dir, err
}
