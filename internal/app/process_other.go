//go:build !unix

package app

// RestrictUmask does nothing on systems without a umask.
func RestrictUmask() {}

// descriptorLimit returns 0: the limit is unknown.
func descriptorLimit() int { return 0 }
