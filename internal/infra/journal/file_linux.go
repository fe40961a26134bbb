package journal

import (
	"errors"
	"os"
	"syscall"
)

// reserve gives the file its blocks without writing them.
func reserve(file *os.File, size int64) error {
	err := syscall.Fallocate(int(file.Fd()), 0, 0, size)
	if errors.Is(err, syscall.EOPNOTSUPP) {
		return fillZeros(file, size)
	}
	return err
}

// populate touches every page ahead of the appends (MADV_POPULATE_WRITE, Linux
// 5.14). An older kernel refuses, and the first append to a page pays for it.
func populate(data []byte) {
	const populateWrite = 23
	_ = syscall.Madvise(data, populateWrite)
}
