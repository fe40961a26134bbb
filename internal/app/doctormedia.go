package app

import (
	"context"
	"fmt"
	"os"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/infra/backup"
)

// probeTimeout limits the probe of a bucket.
const probeTimeout = 30 * time.Second

// media checks the store of uploaded images: it writes, reads and deletes an object
// of the bucket.
func (d *diagnosis) media(ctx context.Context) Finding {
	const check = "media"
	if d.cfg.MediaURL == "" {
		dir := d.cfg.InData(backup.MediaDir)
		if _, err := os.ReadDir(dir); err != nil && !os.IsNotExist(err) {
			return d.problem(check, err, "")
		}
		return Finding{Check: check, OK: true, Detail: "in the data folder"}
	}
	bucket, err := stores.OpenBucket(d.cfg.MediaURL)
	if err != nil {
		return d.problem(check, err, "Correct LINNET_MEDIA_URL.")
	}
	return d.probeBucket(ctx, check, bucket, "Correct LINNET_MEDIA_URL, the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) or the policy of the bucket. "+
		"Until then bio pages show no images and uploads fail.")
}

// prober is a bucket.
type prober interface {
	// Probe writes, reads and deletes an object, and returns the time of the service.
	Probe(ctx context.Context) (time.Time, error)
	String() string
}

// probeBucket writes, reads and deletes an object, and compares the clock of the
// service.
func (d *diagnosis) probeBucket(ctx context.Context, check string, bucket prober, fix string) Finding {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	at, err := bucket.Probe(ctx)
	if err != nil {
		return d.problem(check, err, fix)
	}
	d.compare(bucket.String(), at)
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("%s: an object was written, read and deleted", bucket)}
}
