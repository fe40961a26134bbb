package clickcount

import (
	"context"

	"linnet/internal/base/loop"
)

// repair corrects counters of a click store that nodes share, while they store clicks.
// A counter follows its clicks by less than settleFor, unless the node that stored
// them was killed in between: after that time it is at least what the click store
// had. A counter that is higher is lowered only if neither has changed meanwhile. The
// counter of a link with many clicks is exact after the next round at which it has
// fewer.
func (c *Counter) repair(ctx context.Context, shown []Clicks) (int64, error) {
	before, err := c.count(ctx, shown)
	if err != nil {
		return 0, err
	}
	if err := loop.Wait(ctx, settleFor); err != nil {
		return 0, err
	}
	if err := c.Flush(ctx); err != nil {
		return 0, err
	}
	after, err := c.count(ctx, shown)
	if err != nil {
		return 0, err
	}
	var corrections []Correction
	for _, s := range shown {
		n := before[s.LinkID]
		high := s.Clicks > n.Clicks
		if high && after[s.LinkID].Clicks != n.Clicks {
			continue
		}
		corrections = append(corrections, Correction{
			Clicks: Clicks{LinkID: s.LinkID, WorkspaceID: s.WorkspaceID, Clicks: n.Clicks, LastClickedAt: n.LastClickedAt},
			Shown:  s.Clicks,
			Lower:  high,
		})
	}
	return c.Store.RepairClicks(ctx, corrections)
}
