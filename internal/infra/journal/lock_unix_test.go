//go:build unix

package journal

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

func TestLock_TellsAHeldLockFromAFileSystemWithoutLocks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrLocked) || errors.Is(err, ErrNoLocks) {
		t.Errorf("while the folder is locked: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	for _, cause := range []error{unix.ENOLCK, unix.EOPNOTSUPP, unix.ENOSYS, unix.EINVAL, unix.EIO, unix.ESTALE} {
		if err := flockError(dir, cause); !errors.Is(err, ErrNoLocks) || errors.Is(err, ErrLocked) || !errors.Is(err, cause) {
			t.Errorf("%v: %v", cause, err)
		}
	}
}
