//go:build !unix

package files

import "math"

// FreeSpace is not implemented on this system. It returns math.MaxInt64.
func FreeSpace(string) (int64, error) { return math.MaxInt64, nil }
