package duckdb

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// workerNice is how far the engine's own threads stand back for the visitors.
const workerNice = 10

// standingBack runs open on a thread of low priority and returns what it
// returned. Threads that the engine starts there inherit the priority: they take
// the processors that are idle, and leave busy ones to the redirects. They run
// no Go, so that the collector never waits for one. Measured with `tools/bench
// -only dashboard`: beside an open dashboard p99 is 1.65 of what it is alone,
// and 2.71 without this.
func standingBack(open func() error) error {
	opened := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		// Where it is forbidden the engine does as well as before.
		_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), workerNice)
		opened <- open()
	}()
	return <-opened
}
