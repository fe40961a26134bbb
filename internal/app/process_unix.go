//go:build unix

package app

import (
	"math"
	"syscall"
)

// RestrictUmask makes new files their owner's only.
func RestrictUmask() { syscall.Umask(0o077) }

// descriptorLimit returns how many files and connections the process may have
// open; 0: it is not known.
func descriptorLimit() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return int(min(limit.Cur, math.MaxInt32)) //nolint:gosec // bounded
}
