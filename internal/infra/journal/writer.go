package journal

import (
	"errors"
	"runtime"
)

// watchSteps is the number of checks before a pending write counts as stalled.
const watchSteps = 10

// write hands queued blocks to the kernel, oldest first, until Close.
func (j *Journal) write() {
	for {
		b := j.dequeueNext()
		if b == nil {
			return
		}
		seg, err := j.store(b)
		j.settle(b, seg, err)
	}
}

// dequeueNext waits for work and returns the first block of the queue, now in flight;
// nil: the journal is closed and nothing more can be written.
func (j *Journal) dequeueNext() *block {
	j.mu.Lock()
	defer j.mu.Unlock()
	for len(j.queue) == 0 || j.busy || j.failed && !j.retry {
		if j.closed && !j.busy {
			return nil
		}
		j.work.Wait()
		// Requests that are ready to run add their records to this write.
		j.mu.Unlock()
		runtime.Gosched()
		j.mu.Lock()
	}
	j.retry = false
	b := j.queue[0]
	j.begin(b)
	return b
}

// begin marks the first block of the queue as being written, and starts the
// watchdog; mu is held.
func (j *Journal) begin(b *block) {
	b.inFlight = true
	j.attempts++
	j.busy = true
	if !j.armed {
		j.armed = true
		j.watchdog.Reset(j.opts.StallAfter / watchSteps)
	}
}

// lastSegment returns the segment that block b continues, nil when b requires a
// new one; mu is held.
func (j *Journal) lastSegment(b *block) *segment {
	if n := len(j.segments); n > 0 && j.segments[n-1].fits(b.base, len(b.data)) {
		return j.segments[n-1]
	}
	return nil
}

// store writes a block into the current segment, or into a new one when it
// does not fit. With Options.Always it syncs it, too. seg is the segment that
// was written to, nil when none could be created.
func (j *Journal) store(b *block) (seg *segment, err error) {
	j.mu.Lock()
	seg = j.lastSegment(b)
	j.mu.Unlock()
	if seg == nil {
		if seg, err = j.rotate(b.base); err != nil {
			return nil, err
		}
	}
	if err := seg.write(b.data); err != nil {
		return seg, err
	}
	if j.opts.Always {
		return seg, seg.file.Sync()
	}
	return seg, nil
}

// rotate starts a new segment at a position.
func (j *Journal) rotate(base uint64) (*segment, error) {
	j.mu.Lock()
	seg := j.standby
	j.standby = nil
	j.mu.Unlock()
	if seg == nil {
		var err error
		if seg, err = j.newSegment(); err != nil {
			return nil, err
		}
	}
	if err := seg.start(base); err != nil {
		return nil, errors.Join(err, seg.remove())
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.segments); n > 0 {
		j.segments[n-1].full = true
	}
	j.segments = append(j.segments, seg)
	select {
	case j.wake <- struct{}{}:
	default:
	}
	return seg, nil
}

// settle records the result of a write. After a failure the block stays in the
// queue, and the retry goes into a new segment: the old one may hold a part of
// the block, at the same positions.
func (j *Journal) settle(b *block, seg *segment, err error) {
	j.mu.Lock()
	b.inFlight = false
	j.busy = false
	j.failed = err != nil
	report := func() {}
	if err != nil {
		if seg != nil {
			seg.full = true
		}
		report = j.degrade(err)
	} else {
		seg.used += len(b.data)
		if j.opts.Always {
			j.synced = seg.end()
		}
		j.dequeue(0)
		if j.problem != nil && len(j.queue) <= 1 { // the backlog is written
			report = j.restore()
		}
	}
	if len(j.queue) > 0 || j.closed {
		j.work.Signal()
	}
	onStallReturned := j.endDirect()
	j.mu.Unlock()
	report()
	if onStallReturned != nil {
		<-onStallReturned
	}
}

// watch runs a tenth of StallAfter after a write began, and again while writes are
// pending. When the same write is pending for StallAfter, appends stop waiting for
// the disk until the queue is written. It counts its runs instead of reading the
// clock, so that a process without processor time is not mistaken for a stalled
// disk.
func (j *Journal) watch() {
	j.mu.Lock()
	if !j.busy {
		j.armed = false
		j.mu.Unlock()
		return
	}
	if j.attempts != j.watched {
		j.watched, j.seen = j.attempts, 0
	}
	j.seen++
	if j.seen <= watchSteps {
		j.watchdog.Reset(j.opts.StallAfter / watchSteps)
		j.mu.Unlock()
		return
	}
	j.armed = false
	report := j.degrade(errStalled)
	onStall := j.stallDirect()
	j.mu.Unlock()
	report()
	onStall()
}

// retryWrite makes the writer retry after a failure.
func (j *Journal) retryWrite() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed {
		j.retry = true
		j.work.Signal()
	}
}
