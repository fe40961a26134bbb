package app

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

// imageCopy says which files of images CopyInstall copies.
type imageCopy struct {
	source   config.Config // settings of the source, unless from names a place
	from, to string        // "" as to: none
}

// resolveImages reads the places of the images.
func (c *installCopy) resolveImages() error {
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
func (c *installCopy) copyImages(ctx context.Context) error {
	report, err := CopyMedia(ctx, c.images.source, c.images.from, c.images.to, func(r MediaCopy) {
		c.progress("copying images, files", int64(r.Verified), 0)
	})
	if err != nil {
		return err
	}
	c.report.Media = &report
	c.report.Equal = c.report.Equal && report.Complete()
	return nil
}
