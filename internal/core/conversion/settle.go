package conversion

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
)

const (
	lookEvery = time.Second // while conversions wait
	restFor   = time.Minute // while none is known to: another node may have taken one
	lookAt    = 500         // conversions in one go
)

// Run ties pending conversions to their clicks as those arrive, until ctx
// ends.
func (s *Service) Run(ctx context.Context) {
	for {
		waiting, err := s.Settle(ctx)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "conversions wait for their clicks", "error", err)
		}
		rest := restFor
		if waiting > 0 || err != nil {
			rest = lookEvery
		}
		timer := time.NewTimer(rest)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-s.woken:
			timer.Stop()
			// The click of a moment ago needs a moment more.
			timer.Reset(lookEvery)
			select {
			case <-ctx.Done():
				timer.Stop()
				return
			case <-timer.C:
			}
		case <-timer.C:
		}
	}
}

// Settle looks once for the clicks of all pending conversions, and returns how
// many go on waiting. One that has waited for a week is given up.
func (s *Service) Settle(ctx context.Context) (waiting int, err error) {
	var after Conversion
	for {
		some, err := s.Store.PendingConversions(ctx, after, lookAt)
		if err != nil {
			return waiting, fmt.Errorf("read pending conversions: %w", err)
		}
		for i := range some {
			settled, err := s.settleOne(ctx, &some[i])
			if err != nil {
				return waiting, err
			}
			if !settled {
				waiting++
			}
		}
		if len(some) < lookAt {
			return waiting, nil
		}
		after = some[len(some)-1]
	}
}

func (s *Service) settleOne(ctx context.Context, c *Conversion) (settled bool, err error) {
	workspace, _ := ident.Number(c.WorkspaceID)
	number, _ := ident.Number(c.ClickID)
	found, err := s.Clicks.Find(ctx, workspace, number)
	switch {
	case err == nil:
		c.settle(found)
	case !fault.Is(err, fault.NotFound):
		return false, fmt.Errorf("find click %s: %w", c.ClickID, err)
	case s.Clock.Now().Sub(c.At) < patience:
		return false, nil
	default:
		c.State = Unknown
	}
	if err := s.Store.SettleConversion(ctx, *c); err != nil {
		return false, fmt.Errorf("settle conversion %s: %w", c.ID, err)
	}
	return true, nil
}
