//go:build !unix

package files

import "math"

// FreeSpace returns math.MaxInt64, because free disk space is measured on Unix
// systems only. Checks for a full disk pass and linnet_disk_free_bytes is absent:
// monitor the volume with the tools of the system.
func FreeSpace(string) (int64, error) { return math.MaxInt64, nil }
