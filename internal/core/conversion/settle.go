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

// Reclassify gives counted conversions the classes that their clicks have now:
// a bot of today does not convert, even if it was taken for a person then.
func (s *Service) Reclassify(ctx context.Context) error {
	after := ""
	for {
		some, err := s.Store.CountedConversions(ctx, after, lookAt)
		if err != nil {
			return fmt.Errorf("read counted conversions: %w", err)
		}
		for i := range some {
			if err := s.reclassifyOne(ctx, &some[i]); err != nil {
				return err
			}
		}
		if len(some) < lookAt {
			return nil
		}
		after = some[len(some)-1].ID
	}
}

func (s *Service) reclassifyOne(ctx context.Context, c *Conversion) error {
	found, err := s.Clicks.Find(ctx, c.Click.WorkspaceID, c.Click.ID)
	switch {
	case fault.Is(err, fault.NotFound): // on its way out, and the conversion with it
		return nil
	case err != nil:
		return fmt.Errorf("find click %s: %w", c.ClickID, err)
	case found.Bot == c.Click.Bot:
		return nil
	}
	if err := s.Store.ReclassifyConversion(ctx, c.ID, found.Bot); err != nil {
		return fmt.Errorf("reclassify conversion %s: %w", c.ID, err)
	}
	return nil
}
