package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"linnet/internal/app/backups"
	"linnet/internal/app/stores"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/objectstore"
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

// probeBucket writes, reads and deletes an object, and compares the clock of the
// service.
func (d *diagnosis) probeBucket(ctx context.Context, check string, bucket *objectstore.Bucket, fix string) Finding {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	at, err := bucket.Probe(ctx)
	if err != nil {
		return d.problem(check, err, fix)
	}
	d.compare(bucket.String(), at)
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("%s: an object was written, read and deleted", bucket)}
}

// backups checks the target of scheduled backups and the age of the newest one.
func (d *diagnosis) backups(ctx context.Context) Finding {
	const check = "backups"
	if d.cfg.BackupDir == "" {
		return Finding{Check: check, OK: true, Detail: "not scheduled; LINNET_BACKUP_DIR schedules them"}
	}
	const fix = "Correct LINNET_BACKUP_DIR, its permissions or the credentials. Until then there are no new backups."
	if _, err := backups.SealOf(d.cfg); err != nil {
		return d.problem(check, err, "Correct LINNET_BACKUP_RECIPIENTS or LINNET_BACKUP_PASSPHRASE_FILE. Until then there are no new backups.")
	}
	target, err := backups.TargetOf(d.cfg.BackupDir)
	if err != nil {
		return d.problem(check, err, fix)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	if f := d.probeBackups(ctx, check, target, fix); !f.OK {
		return f
	}
	stored, err := backups.List(ctx, target)
	if err != nil {
		return d.problem(check, err, fix)
	}
	if len(stored) == 0 {
		return Finding{Check: check, OK: true, Detail: "none yet in " + target.Path("")}
	}
	newest := stored[len(stored)-1]
	detail := fmt.Sprintf("%d, the newest is %s", len(stored), target.Path(newest.Name))
	if age := d.clock.Now().Sub(newest.At); backups.Overdue(age, d.cfg.BackupEvery) {
		return Finding{
			Check:  check,
			Detail: fmt.Sprintf("%s; it is %s old, and one is due every %s", detail, age.Round(time.Minute), d.cfg.BackupEvery),
			Fix:    "If Linnet runs, its log says why the scheduled backup failed. Make one by hand with linnet backup.",
		}
	}
	return Finding{Check: check, OK: true, Detail: detail}
}

// probeBackups writes and deletes something in the target of backups.
func (d *diagnosis) probeBackups(ctx context.Context, check string, target backup.Target, fix string) Finding {
	if bucket, ok := target.(backup.Bucket); ok {
		if probed, ok := bucket.Objects.(*objectstore.Bucket); ok {
			return d.probeBucket(ctx, check, probed, fix)
		}
	}
	if err := probeFolder(d.cfg.BackupDir); err != nil {
		return d.problem(check, err, fix)
	}
	return Finding{Check: check, OK: true}
}

// probeFolder writes and deletes a file. A missing folder is made by the first
// backup.
func probeFolder(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", dir)
	}
	if err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	return err
}
