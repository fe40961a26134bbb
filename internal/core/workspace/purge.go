package workspace

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

const (
	purgeEvery = time.Hour
	// purgeSlack is the time after Grace in which a workspace is neither restored
	// nor purged, so that nodes whose clocks differ do not do both.
	purgeSlack = time.Hour
	purgeBatch = 50 // workspaces of one query
)

// Clicks is the part of the click store that a Purger uses.
type Clicks interface {
	// DeleteBefore deletes the workspace's clicks before a time and returns their
	// number.
	DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error)
}

// PurgerDeps are the dependencies of a Purger.
type PurgerDeps struct {
	Store  Store
	Clicks Clicks
	// ClockHealth returns an error while the clock may be wrong. Nothing is purged
	// then.
	ClockHealth func() error
	// Leader purges on one node at a time, where nodes share a click store; nil: there
	// is one node.
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Purger deletes the records and clicks of workspaces whose Grace has ended.
type Purger struct{ deps PurgerDeps }

// NewPurger returns a Purger. Run does its work.
func NewPurger(d PurgerDeps) *Purger { return &Purger{d} }

// Run purges each hour until ctx ends. A failed purge is retried.
func (p *Purger) Run(ctx context.Context) {
	loop.Task{Name: "workspace purge", Every: purgeEvery, Leader: p.deps.Leader, Log: p.deps.Log, Do: p.Purge}.Run(ctx)
}

// Purge purges all workspaces whose Grace has ended. It is idempotent.
func (p *Purger) Purge(ctx context.Context) error {
	if err := p.deps.ClockHealth(); err != nil {
		return fmt.Errorf("purge no workspaces: %w", err)
	}
	for {
		ids, err := p.deps.Store.DeletedBefore(ctx, p.deps.Clock.Now().Add(-Grace-purgeSlack), purgeBatch)
		if err != nil {
			return fmt.Errorf("list deleted workspaces: %w", err)
		}
		for _, id := range ids {
			if err := p.purge(ctx, id); err != nil {
				return fmt.Errorf("purge %s: %w", id, err)
			}
		}
		if len(ids) < purgeBatch {
			return nil
		}
	}
}

// purge deletes the clicks before the records, so that a purge that failed is
// repeated, and again afterwards, for clicks that were stored meanwhile.
func (p *Purger) purge(ctx context.Context, id string) error {
	if err := p.deleteClicks(ctx, id); err != nil {
		return err
	}
	e := event.New(event.Actor{}, event.WorkspacePurged, "", id, event.None{}, p.deps.Clock.Now())
	if err := p.deps.Store.PurgeWorkspace(ctx, id, e); err != nil {
		return err
	}
	p.deps.Log.InfoContext(ctx, "workspace purged", "workspace", id)
	return p.deleteClicks(ctx, id)
}

func (p *Purger) deleteClicks(ctx context.Context, id string) error {
	number, ok := ident.Number(id)
	if !ok || number == 0 {
		return nil
	}
	if _, err := p.deps.Clicks.DeleteBefore(ctx, number, p.deps.Clock.Now().Add(24*time.Hour)); err != nil {
		return fmt.Errorf("delete clicks: %w", err)
	}
	return nil
}
