package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/s3url"
	"linnet/internal/config"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/objectstore"
)

// Encryption names how backups are encrypted and decrypted. The zero value stands
// for the settings.
type Encryption struct {
	Recipients     []string // public keys of age, for writing
	IdentityFile   string   // a file of private keys of age, for reading
	PassphraseFile string   // a file with a passphrase, for both
}

// maxKeyFile is the maximum size of a file with keys or a passphrase, in bytes.
const maxKeyFile = 64 << 10

// Backup writes an archive of the data folder to w. The running node makes it;
// without one, Backup opens the stores itself.
func Backup(ctx context.Context, cfg config.Config, w io.Writer, e Encryption) error {
	seal, err := sealOf(cfg, e)
	if err == nil {
		_, err = seal.Write(w, func(w io.Writer) error { return archive(ctx, cfg, w) })
	}
	return err
}

func archive(ctx context.Context, cfg config.Config, w io.Writer) error {
	task := control.Backup
	if cfg.BackupDatabases {
		task = control.BackupDatabases
	}
	err := control.Download(ctx, cfg.Data, task, w)
	if errors.Is(err, control.ErrNoNode) {
		err = backupStopped(ctx, cfg, w)
	}
	return err
}

// BackupFile writes an archive of the data folder to a new file that only its
// owner can read, or to a new object of a bucket (s3://…), and verifies it. A name
// that ends with a slash, or that is a folder, gets the name of a scheduled backup.
// It returns the place and the manifest. An incomplete backup never has that place.
func BackupFile(ctx context.Context, cfg config.Config, path string, e Encryption) (place string, m backup.Manifest, err error) {
	seal, err := sealOf(cfg, e)
	if err != nil {
		return "", m, err
	}
	target, name, err := placeOf(path)
	if err != nil {
		return "", m, err
	}
	if name == "" {
		name = backupName(clock.System{}.Now(), seal)
	}
	m, _, err = backup.Save(ctx, target, name, seal, func(w io.Writer) error { return archive(ctx, cfg, w) })
	return target.Path(name), m, err
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

// backupFolder returns the target of scheduled backups.
func backupFolder(dir string) (backup.Target, error) {
	if !s3url.Is(dir) {
		return backup.Folder{Dir: dir}, nil
	}
	bucket, err := stores.OpenBucket(dir)
	if err != nil {
		return nil, fmt.Errorf("LINNET_BACKUP_DIR: %w", err)
	}
	return backup.Bucket{Objects: bucket}, nil
}

// backupName returns the name of a backup that was begun at a moment.
func backupName(at time.Time, seal backup.Seal) string {
	name := at.UTC().Format(backupLayout)
	if seal.Encrypts() {
		name += backup.SealedSuffix
	}
	return name
}

// sealOf returns the encryption of new backups.
func sealOf(cfg config.Config, e Encryption) (backup.Seal, error) {
	if len(e.Recipients) == 0 && e.PassphraseFile == "" {
		e.Recipients, e.PassphraseFile = cfg.BackupRecipients, cfg.BackupPassphraseFile
	}
	passphrase, err := readKeyFile(e.PassphraseFile)
	if err != nil {
		return backup.Seal{}, fmt.Errorf("read the passphrase: %w", err)
	}
	return backup.NewSeal(e.Recipients, passphrase)
}

// keysOf returns the keys for reading backups.
func keysOf(cfg config.Config, e Encryption) (backup.Keys, error) {
	if e.IdentityFile == "" && e.PassphraseFile == "" {
		e.PassphraseFile = cfg.BackupPassphraseFile
	}
	identities, err := readKeyFile(e.IdentityFile)
	if err != nil {
		return backup.Keys{}, fmt.Errorf("read the private key: %w", err)
	}
	passphrase, err := readKeyFile(e.PassphraseFile)
	if err != nil {
		return backup.Keys{}, fmt.Errorf("read the passphrase: %w", err)
	}
	return backup.NewKeys(identities, passphrase)
}

// readKeyFile returns the content of a file without white space at its ends; "" for
// no path. An empty file is an error.
func readKeyFile(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	file, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	content, err := io.ReadAll(io.LimitReader(file, maxKeyFile+1))
	text := strings.TrimSpace(string(content))
	if err == nil && (text == "" || len(content) > maxKeyFile) {
		err = fmt.Errorf("%s must hold 1 to %d bytes", path, maxKeyFile)
	}
	return text, err
}
