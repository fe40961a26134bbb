package app

import (
	"os"
	"runtime/debug"

	"linnet/internal/edge/redirect"
)

const (
	// gcPercent is the growth of the heap between collections. The live heap is
	// some 15 MB with a warm cache: at Go's default of 100, redirects at full load
	// would cause eight collections a second.
	gcPercent = 400
	// maxGoLimit is the largest size in bytes from which the Go runtime collects more
	// often and returns memory to the system. It is above twice the largest cache
	// of links (redirect.DefaultCacheBytes) and does not include DuckDB.
	maxGoLimit = 1 << 30
	// maxDuckDB and minDuckDB bound the memory of DuckDB's buffers, in bytes.
	maxDuckDB, minDuckDB = 512 << 20, 64 << 20
	// maxDrawing is the most memory for pictures, in bytes: the largest one needs
	// 0.8 GB.
	maxDrawing = 1 << 30
)

// memory divides the memory of the process, in bytes. What is left is for DuckDB beyond
// its buffers, for libraries in C, and for stacks.
type memory struct {
	available int64  // to the process; math.MaxInt64: not known
	goLimit   int64  // of the Go runtime
	duckDB    int64  // for buffers
	drawing   int64  // of goLimit, for pictures that are drawn, decoded and encoded at a time
	links     uint64 // of goLimit, for the cache of links
}

// memoryOf returns the memory of this process. GOMEMLIMIT replaces the limit of the Go
// runtime.
func memoryOf() memory {
	goLimit := int64(0)
	if os.Getenv("GOMEMLIMIT") != "" {
		goLimit = debug.SetMemoryLimit(-1) // -1: returns it only
	}
	return divideMemory(availableMemory(os.DirFS("/")), goLimit)
}

// divideMemory divides the available memory. goLimit is the limit that the operator has
// set; 0: none.
func divideMemory(available, goLimit int64) memory {
	share := func(percent, most int64) int64 { return min(most, available/100*percent) }
	m := memory{available: available, goLimit: goLimit, duckDB: max(minDuckDB, share(20, maxDuckDB)), drawing: share(45, maxDrawing)}
	if goLimit == 0 {
		m.goLimit = share(60, maxGoLimit)
	}
	m.links = redirect.DefaultCacheBytes
	if m.goLimit < maxGoLimit {
		m.drawing = min(m.drawing, m.goLimit/4*3)
		m.links = uint64(float64(m.goLimit) / maxGoLimit * redirect.DefaultCacheBytes)
	}
	return m
}

// tune sets the process's garbage collection, except for what the environment
// variables GOGC and GOMEMLIMIT set.
func (m memory) tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(m.goLimit)
	}
}
