package journal

import (
	"errors"
	"os"
	"syscall"
)

// reserve allocates the file's blocks without writing them.
func reserve(f *os.File, size int64) error {
	err := syscall.Fallocate(int(f.Fd()), 0, 0, size)
	if lacksFallocate(err) {
		return fillZeros(f, size)
	}
	return err
}

// lacksFallocate reports whether the file system, or a sandbox around the kernel, has
// no fallocate.
func lacksFallocate(err error) bool {
	return errors.Is(err, syscall.EOPNOTSUPP) || errors.Is(err, syscall.ENOSYS)
}
