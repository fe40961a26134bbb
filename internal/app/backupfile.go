package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

// Backup writes an archive of the data folder to w. The running node makes it;
// without one, Backup opens the stores itself.
func Backup(ctx context.Context, cfg config.Config, w io.Writer) error {
	err := askNodeForBackup(ctx, cfg, w)
	if errors.Is(err, errNoNode) {
		err = backupStopped(ctx, cfg, w)
	}
	return err
}

// BackupFile writes an archive of the data folder to a new file that only its
// owner can read, and verifies it. An incomplete file never has the name path.
func BackupFile(ctx context.Context, cfg config.Config, path string) (backup.Manifest, error) {
	return saveBackup(path, func(w io.Writer) error { return Backup(ctx, cfg, w) })
}

// saveBackup calls write with a new file that only its owner can read, verifies
// the file and renames it to path.
func saveBackup(path string, write func(io.Writer) error) (m backup.Manifest, err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s already exists; choose another name", path)
	}
	part := path + partSuffix
	file, err := os.OpenFile(filepath.Clean(part), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return m, fmt.Errorf("create the backup file: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if err := errors.Join(write(file), file.Sync()); err != nil {
		return m, errors.Join(err, file.Close())
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return m, errors.Join(err, file.Close())
	}
	m, err = backup.Check(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return m, fmt.Errorf("verify the backup: %w", err)
	}
	return m, os.Rename(part, path)
}

// partSuffix is the suffix of incomplete backups.
const partSuffix = ".part"
