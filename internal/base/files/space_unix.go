//go:build unix

package files

import (
	"fmt"
	"syscall"
)

// FreeSpace returns the free space of the file system of dir in bytes, as
// available to this process.
func FreeSpace(dir string) (int64, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return 0, fmt.Errorf("read the free space of %s: %w", dir, err)
	}
	return int64(stat.Bavail) * int64(stat.Bsize), nil //nolint:gosec,unconvert // the types differ between systems
}
