package click

import "time"

// The pipeline and the visitors share the processors. Clicks can wait, for the
// journal has them; visitors should not. So while visits rush in, the pipeline
// stores a batch now and then, for whoever looks on, and lets the journal grow;
// it catches up when the rush is over, or when the journal has grown enough.
// Measured with `make bench`: a batch takes a tenth of a second of processor
// time, and unhindered a machine that redirects flat out would spend a quarter
// of itself on clicks.
const (
	rushEach   = 1 << 20         // bytes a second and processor that the journal grows by: some 4,500 visits
	rushPause  = 5 * time.Second // between two batches in a rush
	maxBacklog = 256 << 20       // bytes in the journal; above, nothing is put off
)

// pace says when the pipeline works. It is for one goroutine.
type pace struct {
	rush   float64 // bytes a second
	looked time.Time
	end    uint64    // of the journal, then
	worked time.Time // the last time that it was not to hold back
}

func newPace(processors int) pace { return pace{rush: float64(processors) * rushEach} }

// holdsBack reports whether the next batch has to wait, given where the
// journal ends now and how many of its bytes wait for the sink.
func (p *pace) holdsBack(now time.Time, end, waiting uint64) bool {
	since, grown := now.Sub(p.looked).Seconds(), end-p.end
	p.looked, p.end = now, end
	if since > 0 && float64(grown) > p.rush*since && waiting <= maxBacklog && now.Sub(p.worked) < rushPause {
		return true
	}
	p.worked = now
	return false
}
