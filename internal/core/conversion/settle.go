package conversion

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
)

const (
	pendingInterval = time.Second      // between two rounds while conversions are pending
	idleInterval    = 10 * time.Second // otherwise: another node may have inserted one
	batchSize       = 500              // conversions read at once
)

// Run settles pending conversions as their clicks arrive, until ctx ends; on one node
// at a time if nodes share a click store.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name:   "settlement of conversions",
		Every:  idleInterval,
		Retry:  pendingInterval,
		Wake:   s.wakeUp,
		Leader: s.Leader,
		Log:    s.Log,
		Do: func(ctx context.Context) error {
			pending, err := s.Settle(ctx)
			if err == nil && pending > 0 {
				return loop.After(pendingInterval)
			}
			return err
		},
	}.Run(
		ctx,
	)
}

// Settle looks up the clicks of all pending conversions once, and returns how many
// conversions are still pending. Those older than clickTimeout become Unknown.
func (s *Service) Settle(ctx context.Context) (pending int, err error) {
	var after Conversion
	for {
		batch, err := s.Store.PendingConversions(ctx, after, batchSize)
		if err != nil {
			return pending, fmt.Errorf("read pending conversions: %w", err)
		}
		for i := range batch {
			settled, err := s.settleOne(ctx, &batch[i])
			if err != nil {
				return pending, err
			}
			if !settled {
				pending++
			}
		}
		if len(batch) < batchSize {
			return pending, nil
		}
		after = batch[len(batch)-1]
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
	case s.Clock.Now().Sub(c.At) < clickTimeout:
		return false, nil
	default:
		c.State = Unknown
	}
	if err := s.Store.SettleConversion(ctx, *c); err != nil {
		return false, fmt.Errorf("settle conversion %s: %w", c.ID, err)
	}
	return true, nil
}

// Reclassify copies the current bot reasons of clicks to their counted
// conversions: a conversion of a click that is now a bot's no longer counts.
func (s *Service) Reclassify(ctx context.Context) error {
	after := ""
	for {
		batch, err := s.Store.CountedConversions(ctx, after, batchSize)
		if err != nil {
			return fmt.Errorf("read counted conversions: %w", err)
		}
		for i := range batch {
			if err := s.reclassifyOne(ctx, &batch[i]); err != nil {
				return err
			}
		}
		if len(batch) < batchSize {
			return nil
		}
		after = batch[len(batch)-1].ID
	}
}

func (s *Service) reclassifyOne(ctx context.Context, c *Conversion) error {
	found, err := s.Clicks.Find(ctx, c.Click.WorkspaceID, c.Click.ID)
	switch {
	case fault.Is(err, fault.NotFound): // being deleted, and the conversion with it
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
