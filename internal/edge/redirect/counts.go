package redirect

import (
	"sync/atomic"

	"linnet/internal/core/visitor"
)

// counts are a node's counters since its start.
type counts struct {
	outcomes    map[visitor.Outcome]*atomic.Uint64 // read-only after newCounts
	lost        atomic.Uint64
	unavailable atomic.Uint64
}

func newCounts() *counts {
	c := &counts{outcomes: map[visitor.Outcome]*atomic.Uint64{}}
	for _, outcome := range visitor.Outcomes() {
		c.outcomes[outcome] = new(atomic.Uint64)
	}
	return c
}

func (c *counts) add(outcome visitor.Outcome) {
	if n, ok := c.outcomes[outcome]; ok {
		n.Add(1)
	}
}

// Outcomes returns the number of visits by outcome.
func (h *Handler) Outcomes() map[string]uint64 {
	all := make(map[string]uint64, len(h.counts.outcomes))
	for outcome, n := range h.counts.outcomes {
		all[string(outcome)] = n.Load()
	}
	return all
}

// Lost returns the number of hits that could not be recorded.
func (h *Handler) Lost() uint64 { return h.counts.lost.Load() }

// Unavailable returns the number of visits answered with 503 because the records
// could not be read.
func (h *Handler) Unavailable() uint64 { return h.counts.unavailable.Load() }

// Cached returns what the cache of links has.
func (h *Handler) Cached() CacheSize { return h.dir.Size() }
