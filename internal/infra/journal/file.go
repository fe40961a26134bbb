//go:build unix

package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockDir makes sure that no other process has the folder open. The system
// lets go of the lock when the process dies.
func lockDir(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: another process has %s open: %w", dir, err), file.Close())
	}
	return file, nil
}

// createReserved makes a file whose blocks are all there: a full disk shows
// here, and not as a fault in the middle of an append.
func createReserved(path string, size int64) (*os.File, error) {
	file, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := reserve(file, size); err != nil {
		return nil, errors.Join(fmt.Errorf("journal: reserve %d bytes: %w", size, err), file.Close(), os.Remove(path))
	}
	return file, nil
}

// fillZeros reserves by writing, where the file system has no call for it.
func fillZeros(file *os.File, size int64) error {
	zeros := make([]byte, 256<<10)
	for at := int64(0); at < size; at += int64(len(zeros)) {
		n := min(size-at, int64(len(zeros)))
		if _, err := file.WriteAt(zeros[:n], at); err != nil {
			return err
		}
	}
	return nil
}

func mapFile(file *os.File, size int) ([]byte, error) {
	data, err := syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("journal: map: %w", err)
	}
	return data, nil
}

func unmap(data []byte) error { return syscall.Munmap(data) }

// syncRange brings a part of a mapping to the disk, with what the file system
// needs to find it again.
func syncRange(data []byte, from, to int) error {
	from -= from % os.Getpagesize()
	if err := unix.Msync(data[from:to], unix.MS_SYNC); err != nil {
		return fmt.Errorf("journal: msync: %w", err)
	}
	return nil
}

// syncDir makes the names of new files survive the death of the machine.
func syncDir(dir string) error {
	d, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
