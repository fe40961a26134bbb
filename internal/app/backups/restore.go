package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// restoreDir is the folder in the data folder that an archive is unpacked to. While it
// exists, a restore is running or was interrupted.
const restoreDir = ".restore"

// Names in restoreDir.
const (
	unpackedDir = "files"
	movingFile  = "moving" // exists since files are moved into place
)

// ErrUnfinishedRestore is returned for a data folder whose restore was interrupted.
var ErrUnfinishedRestore = errors.New("a restore into the data folder was interrupted")

// CheckRestored returns ErrUnfinishedRestore unless the data folder is usable.
func CheckRestored(cfg config.Config) error {
	if _, err := os.Lstat(cfg.InData(restoreDir)); err == nil {
		return fmt.Errorf("%w: %s exists", ErrUnfinishedRestore, cfg.InData(restoreDir))
	}
	return nil
}

// Manifest describes a backup.
type Manifest = backup.Manifest

// Restore unpacks an archive, which may be encrypted, into the data folder, verifies
// it and moves it into place. It discards what an interrupted restore left. After an
// error the data folder is as empty as before.
func (s *Service) Restore(ctx context.Context, r io.Reader, e Encryption) (m Manifest, err error) {
	cfg := s.cfg
	keys, err := keysOf(cfg, e)
	if err != nil {
		return m, err
	}
	lock, err := lockRestore(cfg)
	if err != nil {
		return m, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, discardRestored(cfg))
		}
		err = errors.Join(err, lock.Close(), os.RemoveAll(cfg.InData(restoreDir)))
	}()
	dir := filepath.Join(cfg.InData(restoreDir), unpackedDir)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return m, fmt.Errorf("unpack the backup: %w", err)
	}
	free, err := files.FreeSpace(cfg.Data)
	if err != nil {
		return m, err
	}
	if m, err = extract(r, keys, dir, free-reserve); err != nil {
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

// lockRestore creates restoreDir, for one restore at a time, in an empty data folder.
func lockRestore(cfg config.Config) (*journal.FolderLock, error) {
	if err := requireEmpty(cfg, CheckRestored(cfg) != nil); err != nil {
		return nil, err
	}
	lock, err := journal.Lock(cfg.InData(restoreDir))
	if errors.Is(err, journal.ErrLocked) {
		return nil, fmt.Errorf("another restore into %s is running", cfg.Data)
	}
	if err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	if err := errors.Join(discardRestored(cfg), requireEmpty(cfg, false)); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// requireEmpty refuses a data folder with anything but restoreDir. Files beside one of
// an interrupted restore are accepted when that restore may have moved them there.
func requireEmpty(cfg config.Config, interrupted bool) error {
	found, err := entriesOf(cfg.Data)
	if err != nil {
		return fmt.Errorf("read the data folder: %w", err)
	}
	for _, name := range found {
		if name == restoreDir || interrupted && slices.Contains(restoredNames(), name) {
			continue
		}
		return fmt.Errorf("the data folder %s is not empty (%s); move it away, or name an empty one with LINNET_DATA or --data", cfg.Data, name)
	}
	return nil
}

// discardRestored deletes the files of a restore that did not end: those that were
// moved into place, and those that were unpacked.
func discardRestored(cfg config.Config) error {
	dir := cfg.InData(restoreDir)
	if _, err := os.Lstat(filepath.Join(dir, movingFile)); err == nil {
		for _, name := range restoredNames() {
			if err := os.RemoveAll(cfg.InData(name)); err != nil {
				return fmt.Errorf("discard an interrupted restore: %w", err)
			}
		}
	}
	return errors.Join(os.RemoveAll(filepath.Join(dir, unpackedDir)), os.RemoveAll(filepath.Join(dir, movingFile)))
}

// restoredNames are the names in the data folder that a restore creates, the records
// last.
func restoredNames() []string {
	return []string{
		filepath.Clean(backup.JournalDir), filepath.Clean(backup.MediaDir), backup.WALFile, backup.ClicksFile,
		backup.SecretKeyFile, backup.RecordsFile,
	}
}

// moveRestored moves the verified files into place.
func moveRestored(cfg config.Config, dir string) error {
	if err := os.WriteFile(filepath.Join(cfg.InData(restoreDir), movingFile), nil, 0o600); err != nil {
		return fmt.Errorf("move the restored files into place: %w", err)
	}
	for _, name := range restoredNames() {
		from := filepath.Join(dir, name)
		if _, err := os.Lstat(from); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := os.Rename(from, cfg.InData(name)); err != nil {
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

// RestoreFile restores a backup from a file or an object of a bucket (s3://…), as
// Restore does.
func (s *Service) RestoreFile(ctx context.Context, path string, e Encryption) (m Manifest, err error) {
	target, name, err := placeOf(path)
	if err != nil {
		return m, err
	}
	if name == "" {
		return m, fmt.Errorf("%s is a folder; name a backup in it", path)
	}
	file, err := target.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("there is no backup %s: %w", target.Path(name), err)
	}
	if err != nil {
		return m, fmt.Errorf("open the backup: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	return s.Restore(ctx, file, e)
}

// sourceReader remembers why its source could not be read, which is no damage of the
// backup.
type sourceReader struct {
	source io.Reader
	err    error // nil: none, or the end
}

// Read reads from the source.
func (r *sourceReader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// extract unpacks an archive, decrypted with the keys, into dir.
func extract(r io.Reader, keys backup.Keys, dir string, limit int64) (backup.Manifest, error) {
	source := &sourceReader{source: r}
	plain, err := backup.Unseal(source, keys)
	if err != nil {
		return backup.Manifest{}, err
	}
	m, err := backup.Extract(plain, dir, limit)
	if err != nil && source.err != nil {
		err = fmt.Errorf("the backup cannot be read: %w", source.err)
	}
	return m, err
}
