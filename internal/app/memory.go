package app

import (
	"context"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"time"
)

// ballastBytes lets garbage grow by as much before it is collected. What lives
// is small (some 15 MB with a warm cache), so that at Go's default a node that
// redirects flat out collects eight times a second. A higher GOGC would do it
// too, and would make garbage of gigabytes where a million links are cached.
const ballastBytes = 48 << 20

// newBallast returns memory that the collector believes in and that takes
// none, because nobody ever touches it. It must be made before anything else:
// memory that was used before is cleared, and clearing touches it.
func newBallast() []byte { return make([]byte, ballastBytes) }

// What giveBack takes for rest, and for worth its while.
const (
	restInterval = 3 * time.Second
	restBytes    = 2 << 20  // allocated within restInterval, at most
	garbageBytes = 16 << 20 // allocated since the last time, at least
)

// giveBack returns free memory to the system whenever the node has come to
// rest, until ctx ends. By itself the runtime keeps it for the next rush.
func giveBack(ctx context.Context) {
	ticker := time.NewTicker(restInterval)
	defer ticker.Stop()
	var before, returned uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := allocated()
		if now-before < restBytes && now-returned > garbageBytes {
			debug.FreeOSMemory()
			returned = now
		}
		before = now
	}
}

// allocated returns how many bytes the process has allocated since its start.
func allocated() uint64 {
	sample := []runtimemetrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64()
}
