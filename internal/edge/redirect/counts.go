package redirect

import (
	"sync/atomic"

	"linnet/internal/core/click"
)

// counts is what a node did since it started, for metrics.
type counts struct {
	outcomes    map[click.Outcome]*atomic.Uint64 // never changes after newCounts
	lost        atomic.Uint64
	unavailable atomic.Uint64
}

func newCounts() *counts {
	c := &counts{outcomes: map[click.Outcome]*atomic.Uint64{}}
	for _, outcome := range []click.Outcome{
		click.OutcomeRedirect, click.OutcomeFallback, click.OutcomePreview, click.OutcomePassword, click.OutcomeScheduled,
		click.OutcomeExpired, click.OutcomeArchived, click.OutcomeBlocked, click.OutcomeDeleted, click.OutcomeOrphan,
	} {
		c.outcomes[outcome] = new(atomic.Uint64)
	}
	return c
}

func (c *counts) add(outcome click.Outcome) {
	if n, ok := c.outcomes[outcome]; ok {
		n.Add(1)
	}
}

// Stats is what a Handler did since it was made.
type Stats struct {
	Outcomes    map[click.Outcome]uint64
	Lost        uint64 // hits that could not be recorded
	Unavailable uint64 // visits that could not be answered because records could not be read
	Links       int    // compiled links in memory
	Absent      int    // unknown aliases in memory
}

// Stats returns the counters.
func (h *Handler) Stats() Stats {
	s := Stats{Outcomes: make(map[click.Outcome]uint64, len(h.counts.outcomes)), Lost: h.counts.lost.Load(), Unavailable: h.counts.unavailable.Load()}
	for outcome, n := range h.counts.outcomes {
		s.Outcomes[outcome] = n.Load()
	}
	s.Links, s.Absent = h.dir.Size()
	return s
}
