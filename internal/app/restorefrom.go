package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"linnet/internal/config"
	"linnet/internal/infra/backup"
)

// RestoreFile restores a backup from a file or an object of a bucket (s3://…), as
// Restore does.
func RestoreFile(ctx context.Context, cfg config.Config, path string, e Encryption) (m backup.Manifest, err error) {
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
	return Restore(ctx, cfg, file, e)
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
