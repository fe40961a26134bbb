// Package files reads the free space of a file system and copies files durably.
package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Copy copies a file to a new one that only its owner can read, and syncs
// it. It fails when the new file exists.
func Copy(from, to string) (err error) {
	in, err := os.Open(filepath.Clean(from))
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(filepath.Clean(to), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return nil
}
