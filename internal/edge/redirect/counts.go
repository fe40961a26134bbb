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

// Outcomes returns how many visits led to what since the Handler was made.
func (h *Handler) Outcomes() map[string]uint64 {
	all := make(map[string]uint64, len(h.counts.outcomes))
	for outcome, n := range h.counts.outcomes {
		all[string(outcome)] = n.Load()
	}
	return all
}

// Lost returns how many hits could not be recorded.
func (h *Handler) Lost() uint64 { return h.counts.lost.Load() }

// Unavailable returns how many visits had no answer because the records could
// not be read.
func (h *Handler) Unavailable() uint64 { return h.counts.unavailable.Load() }

// Cached returns how many links and how many unknown aliases are in memory.
func (h *Handler) Cached() (links, absent int) { return h.dir.Size() }
