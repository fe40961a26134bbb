//go:build unix

package app

import (
	"math"
	"syscall"
)

// RestrictUmask makes new files accessible for their owner only.
func RestrictUmask() { syscall.Umask(0o077) }

// descriptorLimit returns the limit of open file descriptors; 0: unknown.
func descriptorLimit() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return int(min(limit.Cur, math.MaxInt32)) //nolint:gosec // bounded
}
