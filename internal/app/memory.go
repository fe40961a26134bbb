package app

import (
	"os"
	"runtime/debug"
)

const (
	// gcPercent is the growth of the heap between collections. The live heap is
	// some 15 MB with a warm cache: at Go's default of 100, redirects at full load
	// would cause eight collections a second.
	gcPercent = 400
	// memoryLimit is the size in bytes from which the Go runtime collects more
	// often and returns memory to the system. It is above twice the largest cache
	// of links (redirect.DefaultCacheBytes) and does not include DuckDB.
	memoryLimit = 1 << 30
)

// tuneGC sets the process's garbage collection, except for what the environment
// variables GOGC and GOMEMLIMIT set.
func tuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
