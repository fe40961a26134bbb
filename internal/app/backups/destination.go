package backups

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/app/stores"
	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/objectstore"
)

// Destination is where scheduled backups are written.
type Destination struct {
	target backup.Target
	seal   backup.Seal
}

// DestinationOf returns the destination of the settings, nil without scheduled backups.
// It makes no request to a bucket.
func DestinationOf(cfg config.Config, log *slog.Logger) (*Destination, error) {
	if cfg.BackupDir == "" {
		return nil, nil //nolint:nilnil // no destination is a valid result
	}
	seal, err := SealOf(cfg)
	if err != nil {
		return nil, fmt.Errorf("scheduled backups: %w", err)
	}
	target, err := TargetOf(cfg.BackupDir)
	if err != nil {
		return nil, err
	}
	if s3url.Is(cfg.BackupDir) && !seal.Encrypts() {
		log.Warn("scheduled backups leave this machine unencrypted, with the secret key; set LINNET_BACKUP_RECIPIENTS", "target", target.Path(""))
	}
	return &Destination{target: target, seal: seal}, nil
}

// TargetOf returns the target of scheduled backups in a folder or a bucket. It makes no
// request.
func TargetOf(dir string) (backup.Target, error) {
	if !s3url.Is(dir) {
		return backup.Folder{Dir: dir}, nil
	}
	bucket, err := stores.OpenBucket(dir)
	if err != nil {
		return nil, fmt.Errorf("LINNET_BACKUP_DIR: %w", err)
	}
	return backup.Bucket{Objects: bucket}, nil
}

// placeOf returns the target of a path or address, and the name of the backup there;
// "" for a folder.
func placeOf(path string) (target backup.Target, name string, err error) {
	if s3url.Is(path) {
		return bucketPlaceOf(path)
	}
	if info, err := os.Stat(path); strings.HasSuffix(path, "/") || err == nil && info.IsDir() {
		return backup.Folder{Dir: path}, "", nil
	}
	return backup.Folder{Dir: filepath.Dir(path)}, filepath.Base(path), nil
}

func bucketPlaceOf(address string) (target backup.Target, name string, err error) {
	at, err := s3url.Parse(address, os.Getenv)
	if err != nil {
		return nil, "", err
	}
	if before, _, _ := strings.Cut(address, "?"); !strings.HasSuffix(before, "/") {
		at, name = at.Split()
	}
	bucket, err := objectstore.Open(at)
	return backup.Bucket{Objects: bucket}, name, err
}
