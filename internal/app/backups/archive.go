package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

const (
	// stagingPattern names the folder in the data folder in which a backup is
	// prepared.
	stagingPattern = ".backup-*"
	// reserve is the disk space in bytes that a backup leaves free.
	reserve = 64 << 20
)

// CopyClicks copies the click store to target. It calls also while no clicks are
// being stored.
type CopyClicks func(ctx context.Context, target string, also func() error) (analytics.Inspection, error)

// write writes an archive of the data folder to w. It copies the click
// store and the journal at the same position and then the records, so that every
// click in the archive belongs to a link in the archive. Records and clicks in
// databases are in the archive if databases is not nil; the journal of clicks that were
// copied from ClickHouse is not.
func (s *Service) write(ctx context.Context, clicks CopyClicks, databases *databaseCopy, w io.Writer) (err error) {
	cfg := s.cfg
	if err := RequireSpace(cfg); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(cfg.Data, stagingPattern)
	if err != nil {
		return fmt.Errorf("make the folder for the backup: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	m := backup.Manifest{Version: s.version, CreatedAt: s.clock.Now().UTC().Truncate(time.Second), Records: backup.RecordsSQLite}
	copied, err := clicks(ctx, filepath.Join(dir, backup.ClicksFile), func() error {
		return journal.Copy(cfg.InData(stores.JournalDir), filepath.Join(dir, backup.JournalDir))
	})
	if err != nil {
		return err
	}
	if m.Position, m.Counts.Clicks = copied.Position, copied.Clicks; cfg.ClickHouseURL != "" && databases == nil {
		m.Clicks, m.Counts.Clicks = backup.ClicksClickHouse, 0
	}
	if err := stageRecords(ctx, cfg, dir, databases, &m); err != nil {
		return err
	}
	if err := stageSecretKey(cfg, dir); err != nil {
		return err
	}
	if err := linkTree(cfg.InData(backup.MediaDir), filepath.Join(dir, backup.MediaDir)); err != nil {
		return fmt.Errorf("copy the media: %w", err)
	}
	return backup.Write(w, dir, m)
}

// stageRecords copies the records to a SQLite file and inspects it. Those in
// PostgreSQL are copied only by databases.
func stageRecords(ctx context.Context, cfg config.Config, dir string, databases *databaseCopy, m *backup.Manifest) (err error) {
	source, target := cfg.InData(records.File), filepath.Join(dir, backup.RecordsFile)
	if cfg.DatabaseURL != "" {
		if databases == nil {
			m.Records = backup.RecordsPostgres
			return nil
		}
		var staged string
		if staged, err = os.MkdirTemp(cfg.Data, stagingPattern); err != nil {
			return fmt.Errorf("make the folder for the records: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(staged)) }()
		if source, err = databases.records(ctx, staged); err != nil {
			return err
		}
	}
	if err := records.Snapshot(ctx, source, target); err != nil {
		return err
	}
	in, err := records.Inspect(ctx, target)
	if err == nil && len(in.Problems) > 0 {
		err = fmt.Errorf("the records are damaged (%s); run linnet doctor", in.Problems[0])
	}
	m.Schema, m.Counts.Users, m.Counts.Links = in.Schema, in.Users, in.Links
	return err
}

// stageSecretKey copies the secret key of the data folder: without it, sealed values
// of the records are lost. A key that is a setting is not in a backup.
func stageSecretKey(cfg config.Config, dir string) error {
	err := files.Copy(cfg.InData(stores.SecretKeyFile), filepath.Join(dir, backup.SecretKeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// RequireSpace fails when a copy of the data folder would fill the disk.
func RequireSpace(cfg config.Config) error {
	needed := int64(reserve)
	for _, name := range []string{records.File, records.File + "-wal", stores.ClicksFile, stores.ClicksFile + ".wal"} {
		if info, err := os.Stat(cfg.InData(name)); err == nil {
			needed += info.Size()
		}
	}
	free, err := files.FreeSpace(cfg.Data)
	if err == nil && free < needed {
		err = fmt.Errorf(
			"a backup needs %d MB of free disk space in the data folder and there are %d MB; make room first",
			needed>>20,
			free>>20,
		)
	}
	return err
}

// linkTree recreates the regular files below from in the folder to: as hard
// links where the file system has them, else as copies.
func linkTree(from, to string) error {
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		if os.Link(path, target) == nil {
			return nil
		}
		return files.Copy(path, target)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// WriteRunning writes an archive in the process that has the click store open, with the
// content of databases if wanted.
func (s *Service) WriteRunning(ctx context.Context, clicks CopyClicks, databases bool, w io.Writer) error {
	copies := s.copyDatabases(databases)
	if copies != nil && s.cfg.ClickHouseURL != "" {
		clicks = copies.clicks
	}
	return s.write(ctx, clicks, copies, w)
}

// writeStopped writes an archive of a data folder without a running node.
func (s *Service) writeStopped(ctx context.Context, w io.Writer) (err error) {
	cfg := s.cfg
	lock, err := journal.Lock(cfg.InData(stores.JournalDir))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if err := RemoveStaging(cfg); err != nil {
		return err
	}
	copies := s.copyDatabases(cfg.BackupDatabases)
	return s.write(ctx, func(ctx context.Context, target string, also func() error) (analytics.Inspection, error) {
		switch {
		case cfg.ClickHouseURL != "" && copies != nil:
			return copies.clicks(ctx, target, also)
		case cfg.ClickHouseURL != "":
			return analytics.Inspection{}, also()
		}
		in, err := duckdb.Copy(ctx, cfg.InData(stores.ClicksFile), target)
		return in, errors.Join(err, also())
	}, copies, w)
}

// RemoveStaging removes the files of an interrupted backup. The caller must hold
// the lock of the journal.
func RemoveStaging(cfg config.Config) error {
	left, err := filepath.Glob(cfg.InData(stagingPattern))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}
