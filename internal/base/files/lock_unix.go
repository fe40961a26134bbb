//go:build unix

package files

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ErrLocked reports that another open file, of this process or another one, has the lock.
var ErrLocked = errors.New("the file is locked")

// Lock acquires the exclusive lock of a file without waiting. The system releases it when
// f is closed or the process ends. It returns ErrLocked, or another error where the
// file system has no locks.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) //nolint:gosec // a descriptor fits in an int
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return nil
}
