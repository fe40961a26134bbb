//go:build unix

package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockDir acquires the folder's lock. The system releases it when the process ends.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(flockError(dir, err), f.Close())
	}
	return f, nil
}

func flockError(dir string, cause error) error {
	return lockError(dir, errors.Is(cause, unix.EWOULDBLOCK), cause)
}

// unlockDir releases the lock, also where a child process that is being started
// still shares the file.
func unlockDir(f *os.File) error {
	return errors.Join(unix.Flock(int(f.Fd()), unix.LOCK_UN), f.Close())
}

// isPrivate reports whether a folder belongs to the user of this process, and no other
// one may use it.
func isPrivate(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o077 == 0
}

// syncDir makes the names of new files survive a crash of the machine.
func syncDir(dir string) error {
	d, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
