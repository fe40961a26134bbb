package journal

import (
	"errors"
	"os"
	"syscall"
)

// reserve allocates the file's blocks without writing them.
func reserve(f *os.File, size int64) error {
	err := syscall.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, syscall.EOPNOTSUPP) {
		return fillZeros(f, size)
	}
	return err
}
