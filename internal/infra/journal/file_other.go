//go:build unix && !linux

package journal

import "os"

func reserve(file *os.File, size int64) error { return fillZeros(file, size) }

// populate does nothing: only Linux has a call for it.
func populate([]byte) {}
