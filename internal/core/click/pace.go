package click

import "time"

// The pipeline and the visitors share the processors. Clicks can wait, for the
// journal has them; visitors should not. So while visits rush in, the pipeline
// works a twentieth of the time and lets the journal grow; it catches up when the
// rush is over, or when the journal has grown enough. Measured with `make
// bench`: without it a machine that redirects flat out spends a quarter of
// itself on clicks.
const (
	rush       = 1 << 20         // bytes a second that the journal grows by: some 8,000 visits
	maxBacklog = 256 << 20       // bytes in the journal; above, the pipeline does not rest
	restFactor = 19              // rests between batches, in lengths of a batch
	maxRest    = 5 * time.Second // the live view stays live, if late
)

// restAfter returns how long to rest after a batch that took that long,
// while the journal grew by so many bytes and holds so many for the sink.
func restAfter(took time.Duration, grown, waiting uint64) time.Duration {
	if took <= 0 || waiting > maxBacklog || float64(grown) < rush*took.Seconds() {
		return 0
	}
	return min(restFactor*took, maxRest)
}
