package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"linnet/internal/base/files"
)

// Copy copies the segment files of the journal in dir and its identity to the folder
// into, also while a process appends to them. A partly written record is dropped when the
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
		if _, setAside, ok := segmentNumber(e.Name()); (!ok || setAside) && e.Name() != identityFile {
			continue
		}
		err := files.Copy(filepath.Join(dir, e.Name()), filepath.Join(into, e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("copy the journal: %w", err)
		}
	}
	return nil
}
