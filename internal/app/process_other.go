//go:build !unix

package app

// restrictUmask does nothing: this system has no umask.
func restrictUmask() {}

// descriptorLimit returns 0: the limit is not known.
func descriptorLimit() int { return 0 }
