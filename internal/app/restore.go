package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
)

// restoreDir is the folder in the data folder that an archive is unpacked to.
const restoreDir = ".restore"

// BackupManifest describes a backup.
type BackupManifest = backup.Manifest

// Restore unpacks an archive, which may be encrypted, into the data folder, verifies
// it and moves it into place. After an error the data folder is as empty as before.
func Restore(ctx context.Context, cfg config.Config, r io.Reader, e Encryption) (m BackupManifest, err error) {
	keys, err := keysOf(cfg, e)
	if err != nil {
		return m, err
	}
	found, err := entriesOf(cfg.Data)
	if err != nil {
		return m, fmt.Errorf("read the data folder: %w", err)
	}
	if len(found) > 0 {
		return m, fmt.Errorf(
			"the data folder %s is not empty (%s); move it away, or name an empty one with LINNET_DATA or --data",
			cfg.Data,
			found[0],
		)
	}
	dir := inData(cfg, restoreDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return m, fmt.Errorf("make the data folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	free, err := files.FreeSpace(cfg.Data)
	if err != nil {
		return m, err
	}
	if m, err = extract(r, keys, dir, free-backupReserve); err != nil {
		return m, err
	}
	if err := verifyRestored(ctx, cfg, dir, m); err != nil {
		return m, err
	}
	return m, moveRestored(cfg, dir)
}

// verifyRestored reads all records and clicks of an unpacked archive and
// compares them with what the manifest says.
func verifyRestored(ctx context.Context, cfg config.Config, dir string, m backup.Manifest) error {
	switch {
	case m.Records == backup.RecordsPostgres && cfg.DatabaseURL == "":
		return errors.New("the records of this backup are in PostgreSQL; name it with LINNET_DATABASE_URL or --database-url")
	case m.Records != backup.RecordsPostgres && cfg.DatabaseURL != "":
		return errors.New("this backup holds SQLite records; leave out LINNET_DATABASE_URL and --database-url")
	case m.Clicks == backup.ClicksClickHouse && cfg.ClickHouseURL == "":
		return errors.New("the clicks of this backup are in ClickHouse; name it with LINNET_CLICKHOUSE_URL or --clickhouse-url")
	case m.Clicks != backup.ClicksClickHouse && cfg.ClickHouseURL != "":
		return errors.New("this backup holds a file of clicks; leave out LINNET_CLICKHOUSE_URL and --clickhouse-url")
	}
	found := backup.Counts{Users: m.Counts.Users, Links: m.Counts.Links}
	if m.Records != backup.RecordsPostgres {
		records, err := records.Inspect(ctx, filepath.Join(dir, backup.RecordsFile))
		if err != nil {
			return err
		}
		if len(records.Problems) > 0 {
			return fmt.Errorf("the records in the backup are damaged (%s); use another backup", records.Problems[0])
		}
		found.Users, found.Links = records.Users, records.Links
	}
	clicks, err := duckdb.Inspect(ctx, filepath.Join(dir, backup.ClicksFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a node that never started has none
		return err
	}
	if m.Clicks == backup.ClicksClickHouse { // nothing of it is in the archive
		clicks.Position = m.Position
	}
	if found.Clicks = clicks.Clicks; found != m.Counts || clicks.Position != m.Position {
		return fmt.Errorf(
			"the backup holds %+v at position %d instead of %+v at %d; use another backup",
			found,
			clicks.Position,
			m.Counts,
			m.Position,
		)
	}
	return nil
}

// moveRestored moves the verified files into place, the records last: a start
// on a folder that has none of them reports it.
func moveRestored(cfg config.Config, dir string) error {
	for _, name := range []string{
		backup.JournalDir, backup.MediaDir, backup.WALFile, backup.ClicksFile, backup.SecretKeyFile, backup.RecordsFile,
	} {
		from := filepath.Join(dir, name)
		if _, err := os.Lstat(from); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := os.Rename(from, inData(cfg, name)); err != nil {
			return fmt.Errorf("move the restored files into place: %w", err)
		}
	}
	return nil
}

// entriesOf returns the names in a folder other than those that every file
// system has; none when the folder is missing.
func entriesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.Name() != "lost+found" && !strings.HasPrefix(e.Name(), ".nfs") {
			names = append(names, e.Name())
		}
	}
	return names, err
}
