package journal

// directWrite is the state of the write that an Append makes itself. It is
// zero while no such write is in flight.
type directWrite struct {
	onStall  func()        // to call if the write stalls
	returned chan struct{} // closed when onStall has returned; nil: it was not called
}

// directSegment returns the segment that Append writes block b to, nil when
// the writer must do it: it is at work, or b requires a new file or a sync; mu
// is held.
func (j *Journal) directSegment(b *block) *segment {
	if j.busy || j.failed || j.opts.Always || len(j.queue) != 1 {
		return nil
	}
	return j.lastSegment(b)
}

// writeDirect writes block b, the only one of the queue; mu is held and unlocked.
func (j *Journal) writeDirect(b *block, seg *segment, onStall func()) {
	j.direct.onStall = onStall
	j.begin(b)
	j.mu.Unlock()
	j.settle(b, seg, seg.write(b.data))
}

// stallDirect returns the function to call when the write in flight stalls; mu
// is held.
func (j *Journal) stallDirect() func() {
	onStall := j.direct.onStall
	if onStall == nil {
		return func() {}
	}
	returned := make(chan struct{})
	j.direct = directWrite{returned: returned}
	return func() {
		defer close(returned)
		onStall()
	}
}

// endDirect ends the write in flight. It returns directWrite.returned; mu is held.
func (j *Journal) endDirect() chan struct{} {
	returned := j.direct.returned
	j.direct = directWrite{}
	return returned
}
