//go:build !unix

package app

// RestrictUmask does nothing: this system has no umask.
func RestrictUmask() {}

// descriptorLimit returns 0: the limit is not known.
func descriptorLimit() int { return 0 }
