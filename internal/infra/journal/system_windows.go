package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockDir acquires the folder's lock. The system releases it when the process ends.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	if err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped)); err != nil {
		return nil, errors.Join(lockError(dir, errors.Is(err, windows.ERROR_LOCK_VIOLATION), err), f.Close())
	}
	return f, nil
}

// unlockDir releases the lock.
func unlockDir(f *os.File) error { return f.Close() }

// isPrivate reports true: temporary folders belong to one user.
func isPrivate(fs.FileInfo) bool { return true }

// syncDir does nothing: NTFS journals file names.
func syncDir(string) error { return nil }
