// Package backups writes backups of an install, on a schedule or for a command, and
// restores them. A backup is an archive of the data folder (infra/backup), in a folder
// or in a bucket.
package backups

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Config  config.Config
	Version string // of this build, for manifests
	Clock   clock.Clock
	Log     *slog.Logger // of the stores that are copied
}

// Service writes and restores backups of the install of a configuration.
type Service struct {
	cfg     config.Config
	version string
	clock   clock.Clock
	log     *slog.Logger
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{cfg: d.Config, version: d.Version, clock: d.Clock, log: d.Log}
}

// Write writes an archive of the data folder to w. The running node makes it;
// without one, Write opens the stores itself.
func (s *Service) Write(ctx context.Context, w io.Writer, e Encryption) error {
	seal, err := sealOf(s.cfg, e)
	if err == nil {
		_, err = seal.Write(w, func(w io.Writer) error { return s.archive(ctx, w) })
	}
	return err
}

func (s *Service) archive(ctx context.Context, w io.Writer) error {
	task := control.Backup
	if s.cfg.BackupDatabases {
		task = control.BackupDatabases
	}
	err := control.Download(ctx, s.cfg.Data, task, w)
	if errors.Is(err, control.ErrNoNode) {
		err = s.writeStopped(ctx, w)
	}
	return err
}

// WriteFile writes an archive of the data folder to a new file that only its
// owner can read, or to a new object of a bucket (s3://…), and verifies it. A name
// that ends with a slash, or that is a folder, gets the name of a scheduled backup.
// It returns the place and the manifest. An incomplete backup never has that place.
func (s *Service) WriteFile(ctx context.Context, path string, e Encryption) (place string, m Manifest, err error) {
	seal, err := sealOf(s.cfg, e)
	if err != nil {
		return "", m, err
	}
	target, name, err := placeOf(path)
	if err != nil {
		return "", m, err
	}
	if name == "" {
		name = nameAt(s.clock.Now(), seal)
	}
	m, _, err = backup.Save(ctx, target, name, seal, func(w io.Writer) error { return s.archive(ctx, w) })
	return target.Path(name), m, err
}

// nameAt returns the name of a backup that was begun at a moment.
func nameAt(at time.Time, seal backup.Seal) string {
	name := at.UTC().Format(nameLayout)
	if seal.Encrypts() {
		name += backup.SealedSuffix
	}
	return name
}
