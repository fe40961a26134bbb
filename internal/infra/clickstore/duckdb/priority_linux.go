package duckdb

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// standingBack runs open on a thread that only gets processors which nobody
// else wants, and returns what it returned. Threads that the engine starts there
// inherit that: a visitor's thread which wakes up takes their place at once, and
// they run no Go, so that the collector never waits for one. The thread that
// asks is none of them, see leaveToWorkers. Measured in docs/adr/0009.
func standingBack(open func() error) error {
	opened := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		// Where it is forbidden the engine does as well as without.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}, 0)
		opened <- open()
	}()
	return <-opened
}
