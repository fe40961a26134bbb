package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// file is what the journal needs of an open file. Tests inject faults here.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// createReserved creates a file whose blocks are all allocated, so that a full
// disk fails here and not at a later write.
func createReserved(path string, size int64) (file, error) {
	f, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := reserve(f, size); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: reserve %d bytes: %w", size, err), f.Close(), os.Remove(path))
	}
	return f, nil
}

// openExisting opens the file of an earlier process.
func openExisting(path string) (file, error) {
	f, err := os.OpenFile(filepath.Clean(path), os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return f, nil
}

// fillZeros allocates blocks by writing them.
func fillZeros(f *os.File, size int64) error {
	zeros := make([]byte, 256<<10)
	for at := int64(0); at < size; at += int64(len(zeros)) {
		n := min(size-at, int64(len(zeros)))
		if _, err := f.WriteAt(zeros[:n], at); err != nil {
			return err
		}
	}
	return nil
}
