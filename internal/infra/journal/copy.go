package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"linnet/internal/base/files"
)

// Copy copies the segment files of the journal in dir to the folder into, also
// while a process appends to them. A partly written record is dropped when the
// copy is opened. Segments that are deleted meanwhile are omitted; a caller that
// needs all of them must pause the consumer.
func Copy(dir, into string) error {
	if err := os.MkdirAll(into, 0o700); err != nil {
		return fmt.Errorf("copy the journal: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("copy the journal: %w", err)
	}
	for _, e := range entries {
		if _, setAside, ok := segmentNumber(e.Name()); !ok || setAside {
			continue
		}
		err := files.Copy(filepath.Join(dir, e.Name()), filepath.Join(into, e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("copy the journal: %w", err)
		}
	}
	return nil
}

// Lock prevents other processes from opening the journal in dir until the result is
// closed. It creates dir if necessary.
func Lock(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("lock the journal: %w", err)
	}
	file, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	return dirLock{file}, nil
}

type dirLock struct{ file *os.File }

// Close releases the lock.
func (l dirLock) Close() error { return unlockDir(l.file) }
