package clickcount

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/analytics"
)

// Reconcile sets every counter that differs from the click store to what the
// store counts. It returns loop.After while the pipeline is still to bring both together
// after the start, and does nothing when other click stores have added to the
// counters, because this one does not have their clicks. Where nodes share a
// click store see repair.
func (c *Counter) Reconcile(ctx context.Context) error { return c.reconcile(ctx, false) }

// reconcileSlowly is Reconcile with about a hundredth of a processor, unless ReconcileSoon
// was called: it compares every link, of which an install may have millions, and
// differences are rare.
func (c *Counter) reconcileSlowly(ctx context.Context) error { return c.reconcile(ctx, true) }

// ReconcileSoon makes Run reconcile once the click store, whose file was replaced, has the
// clicks of the journal.
func (c *Counter) ReconcileSoon() {
	c.reconciles.Store(true)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// forget drops the registration and what is pending; flushing is held.
func (c *Counter) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.source, c.unsent, c.sending, c.through, c.uncounted = "", nil, false, 0, 0
	clear(c.pending)
	clear(c.forwarded)
	clear(c.watched)
}

func (c *Counter) reconcile(ctx context.Context, slowly bool) error {
	if behind, err := c.behind(ctx); err != nil || behind {
		return cmp.Or(err, loop.After(untilCaughtUp))
	}
	correct := c.correct
	if c.Journal != "" {
		correct = c.repair
	} else if sole, err := c.sole(ctx); err != nil || !sole {
		return err
	}
	var corrected int64
	err := c.pages(ctx, "", slowly, func(counters []Clicks) error {
		different, err := c.different(ctx, counters)
		if err != nil || len(different) == 0 {
			return err
		}
		n, err := correct(ctx, different)
		corrected += n
		return err
	})
	if corrected > 0 {
		c.corrected.Add(uint64(corrected))
		c.Log.WarnContext(ctx, "click counters corrected", "links", corrected)
	}
	return err
}

// sole reports whether only this node stores clicks, and stored all that were
// counted.
func (c *Counter) sole(ctx context.Context) (bool, error) {
	if c.Journal != "" {
		return false, nil
	}
	return c.Store.SoleSource(ctx, c.identity())
}

// pages calls do with the counters of a workspace, or of all; slowly waits between them.
func (c *Counter) pages(ctx context.Context, workspaceID string, slowly bool, do func([]Clicks) error) error {
	steady := clock.Steady(c.Clock)
	for after := ""; ; {
		began := steady.Now()
		counters, err := c.Store.LinkClicks(ctx, workspaceID, after, page)
		if err != nil {
			return err
		}
		if err := do(counters); err != nil {
			return err
		}
		if len(counters) < page {
			return nil
		}
		after = counters[len(counters)-1].LinkID
		if !slowly || c.reconciles.Load() {
			continue
		}
		if err := loop.Wait(ctx, min(99*steady.Now().Sub(began), maxRest)); err != nil {
			return err
		}
	}
}

// different returns the counters that differ from the click store. Some may only
// lag behind, because clicks arrive during the comparison.
func (c *Counter) different(ctx context.Context, counters []Clicks) (out []Clicks, err error) {
	counted, err := c.count(ctx, counters)
	if err != nil {
		return nil, err
	}
	for _, shown := range counters {
		if n := counted[shown.LinkID]; n.Clicks != shown.Clicks || !n.LastClickedAt.Equal(shown.LastClickedAt) {
			out = append(out, shown)
		}
	}
	return out, nil
}

// correct sets counters to the counts of the click store. It blocks the storing
// of batches, so that counts and counters are consistent.
func (c *Counter) correct(ctx context.Context, counters []Clicks) (int64, error) {
	c.storing.Lock()
	defer c.storing.Unlock()
	if err := c.Flush(ctx); err != nil {
		return 0, err
	}
	return c.set(ctx, counters)
}

// set is correct for a caller that holds storing.
func (c *Counter) set(ctx context.Context, counters []Clicks) (int64, error) {
	counted, err := c.count(ctx, counters)
	if err != nil {
		return 0, err
	}
	figures := make([]Clicks, len(counters))
	for i, shown := range counters {
		n := counted[shown.LinkID]
		figures[i] = Clicks{LinkID: shown.LinkID, WorkspaceID: shown.WorkspaceID, Clicks: n.Clicks, LastClickedAt: n.LastClickedAt}
	}
	return c.Store.CorrectClicks(ctx, c.identity(), figures)
}

// count returns what the click store counts for links, by link.
func (c *Counter) count(ctx context.Context, counters []Clicks) (map[string]analytics.LinkCount, error) {
	byWorkspace := map[uint64][]uint64{}
	for _, shown := range counters {
		workspace, known := ident.Number(shown.WorkspaceID)
		number, ok := ident.Number(shown.LinkID)
		if known && ok {
			byWorkspace[workspace] = append(byWorkspace[workspace], number)
		}
	}
	counted := make(map[string]analytics.LinkCount, len(counters))
	for workspace, links := range byWorkspace {
		counts, err := c.Clicks.LinkCounts(ctx, workspace, links)
		if err != nil {
			return nil, fmt.Errorf("count clicks: %w", err)
		}
		for number, n := range counts {
			counted[ident.Text(ident.Link, number)] = n
		}
	}
	return counted, nil
}

// identity returns the registered source.
func (c *Counter) identity() string {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	return c.source
}

// DeleteLink runs del, which deletes stored clicks of one link and returns how
// many, and subtracts them from its counter. It blocks the storing of batches.
func (c *Counter) DeleteLink(ctx context.Context, workspaceID, linkID string, del func(context.Context) (int64, error)) error {
	link := []Clicks{{LinkID: linkID, WorkspaceID: workspaceID}}
	return c.remove(ctx, del, true, func(do func([]Clicks) error) error { return do(link) })
}

// DeleteIn runs del, which deletes stored clicks of a workspace and returns how
// many, and subtracts them from the counters of its links. It blocks the storing
// of batches.
func (c *Counter) DeleteIn(ctx context.Context, workspaceID string, del func(context.Context) (int64, error)) error {
	return c.remove(ctx, del, false, func(do func([]Clicks) error) error { return c.pages(ctx, workspaceID, false, do) })
}

// remove runs del and corrects the counters that pages yields; when del deleted
// nothing, only if always is set. Where other click stores have added to the
// counters, it subtracts what del deleted from this one.
func (c *Counter) remove(
	ctx context.Context, del func(context.Context) (int64, error), always bool, pages func(func([]Clicks) error) error,
) error {
	if err := c.awaitRepeats(ctx); err != nil {
		return err
	}
	c.storing.Lock()
	defer c.storing.Unlock()
	if err := c.Flush(ctx); err != nil {
		return err
	}
	sole, err := c.sole(ctx)
	if err != nil {
		return err
	}
	if sole {
		deleted, err := del(ctx)
		if err != nil || (deleted == 0 && !always) {
			return err
		}
		return pages(func(counters []Clicks) error {
			_, err := c.set(ctx, counters)
			return err
		})
	}
	before := map[string]analytics.LinkCount{}
	if err := pages(func(counters []Clicks) error {
		counted, err := c.count(ctx, counters)
		maps.Copy(before, counted)
		return err
	}); err != nil {
		return err
	}
	if deleted, err := del(ctx); err != nil || deleted == 0 {
		return err
	}
	return pages(func(counters []Clicks) error { return c.subtract(ctx, counters, before) })
}

// subtract subtracts the decrease of the click store from counters.
func (c *Counter) subtract(ctx context.Context, counters []Clicks, before map[string]analytics.LinkCount) error {
	after, err := c.count(ctx, counters)
	if err != nil {
		return err
	}
	var removed []Clicks
	for _, shown := range counters {
		if n := before[shown.LinkID].Clicks - after[shown.LinkID].Clicks; n > 0 {
			removed = append(removed, Clicks{LinkID: shown.LinkID, Clicks: n})
		}
	}
	if len(removed) == 0 {
		return nil
	}
	return c.Store.SubtractClicks(ctx, removed)
}
