package click

import "time"

// The pipeline shares the processors with redirects, and storing a batch takes a
// tenth of a second of processor time. While the journal grows quickly, batches
// are therefore delayed by up to maxDelay, as long as the backlog is bounded.
const (
	busyRate   = 1 << 20         // growth of the journal in bytes per second and processor: some 4,500 visits
	maxDelay   = 5 * time.Second // between two batches
	maxBacklog = 256 << 20       // bytes in the journal; above, batches are not delayed
)

// pace decides when the pipeline stores a batch. It is not safe for concurrent
// use.
type pace struct {
	busy    float64 // bytes per second
	checked time.Time
	end     uint64    // of the journal when checked
	ran     time.Time // the last check that did not delay
}

func newPace(processors int) pace { return pace{busy: float64(processors) * busyRate} }

// delays reports whether the next batch is delayed. end is the end of the
// journal, and backlog the number of its bytes that are not stored.
func (p *pace) delays(now time.Time, end, backlog uint64) bool {
	elapsed, growth := now.Sub(p.checked).Seconds(), end-p.end
	p.checked, p.end = now, end
	if elapsed > 0 && float64(growth) > p.busy*elapsed && backlog <= maxBacklog && now.Sub(p.ran) < maxDelay {
		return true
	}
	p.ran = now
	return false
}
