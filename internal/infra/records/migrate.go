package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// migrate updates the schema. It copies a SQLite file first; the operator backs up
// PostgreSQL. Nodes that start together migrate one after the other.
func (s *Store) migrate(ctx context.Context) error {
	p, err := s.migrations()
	if err != nil {
		return err
	}
	current, target, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if current > target {
		return fault.New(fault.Unavailable, fmt.Sprintf(
			"The records were written by a newer Linnet (schema %d; this one knows %d). Start that version again, or restore a backup made before the upgrade.",
			current,
			target,
		))
	}
	if current == target {
		return nil
	}
	if current > 0 {
		if err := s.backupBefore(ctx, current); err != nil {
			return err
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("upgrade the records from schema %d to %d: %w", current, target, err)
	}
	return nil
}

func (s *Store) migrations() (*goose.Provider, error) {
	files, err := s.d.migrationFiles()
	if err != nil {
		return nil, err
	}
	// The global registry is for migrations in Go, of which there are none.
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if s.d.goose == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, fmt.Errorf("lock the schema: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(s.d.goose, s.writeDB, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return p, nil
}

// backupBefore copies the SQLite file to backups/, with the schema and the time in
// the name, and deletes old copies.
func (s *Store) backupBefore(ctx context.Context, version int64) error {
	if s.d.goose != goose.DialectSQLite3 {
		return nil
	}
	name := fmt.Sprintf("records-schema%d-%s.db", version, clock.System{}.Now().Format("20060102T150405.000Z"))
	if err := s.Backup(ctx, filepath.Join(s.dir, Backups, name)); err != nil {
		return fmt.Errorf("copy the records before the upgrade: %w", err)
	}
	if err := pruneSchemaCopies(filepath.Join(s.dir, Backups)); err != nil {
		return err
	}
	return s.forgetOldSalts(ctx)
}

// forgetOldSalts removes the salts from copies that versions before schema 19
// created.
func (s *Store) forgetOldSalts(ctx context.Context) error {
	copies, err := filepath.Glob(filepath.Join(s.dir, Backups, "records-schema*.db"))
	for _, file := range copies {
		if err := forgetSalts(ctx, file); err != nil {
			return fmt.Errorf("remove the salts from %s (move it away if it is not needed): %w", file, err)
		}
	}
	return err
}

// Backup writes a consistent copy of the SQLite records to file while the
// store is in use. The file must not exist. The copy contains no salts, which must
// not outlive their day. Use pg_dump for PostgreSQL.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.d.goose != goose.DialectSQLite3 {
		return fault.New(fault.Invalid, "Back up PostgreSQL with pg_dump.")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("create the backup folder: %w", err)
	}
	if err := removeParts(filepath.Dir(file)); err != nil {
		return err
	}
	// On the writer, because VACUUM INTO fails on a read-only connection.
	if _, err := s.write.exec(ctx, `VACUUM INTO $1`, file+partSuffix); err != nil {
		return err
	}
	if err := forgetSalts(ctx, file+partSuffix); err != nil {
		return fmt.Errorf("remove the salts from the backup: %w", err)
	}
	if err := os.Chmod(file+partSuffix, 0o600); err != nil {
		return fmt.Errorf("protect the backup: %w", err)
	}
	if err := os.Rename(file+partSuffix, file); err != nil {
		return fmt.Errorf("finish the backup: %w", err)
	}
	return nil
}

// partSuffix is the suffix of incomplete copies.
const partSuffix = ".part"

// removeParts removes incomplete copies of a process that crashed.
func removeParts(dir string) error {
	parts, err := filepath.Glob(filepath.Join(dir, "*"+partSuffix))
	for _, part := range parts {
		err = errors.Join(err, os.Remove(part))
	}
	if err != nil {
		return fmt.Errorf("clean up the backup folder: %w", err)
	}
	return nil
}

// forgetSalts removes the salts and their bytes from a copy of the records.
func forgetSalts(ctx context.Context, file string) (err error) {
	db, err := sql.Open(sqliteDialect().driver, sqliteURL(file, "_secure_delete=1", "_journal_mode=MEMORY"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	var has bool // copies of the oldest schemas have none
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*) > 0 FROM sqlite_master WHERE name = 'daily_salts'`).Scan(&has); err != nil || !has {
		return err
	}
	_, err = db.ExecContext(ctx, `DELETE FROM daily_salts`)
	return err
}
