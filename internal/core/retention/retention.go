// Package retention lets clicks go: each day those that are older than their
// workspace keeps them, and at once those of a link whose figures an admin
// deletes. Conversions and the figures shown on links follow.
package retention

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
)

const (
	lookEvery = 10 * time.Minute // how often it is looked whether a day is over
	page      = 500              // workspaces read at once
)

// Store is what retention needs of the records.
type Store interface {
	// WorkspacesAfter returns up to limit workspaces with an id above after, by
	// id.
	WorkspacesAfter(ctx context.Context, after string, limit int) ([]workspace.Workspace, error)
	// ForgetClicks stores the event, and takes the clicks away that the event's
	// link brought along from elsewhere, and its conversions; NotFound when the
	// event's workspace never had such a link.
	ForgetClicks(ctx context.Context, e event.Event) error
	// ForgetConversions deletes the conversions of one link's clicks.
	ForgetConversions(ctx context.Context, workspaceID, linkID string) error
	// RetainConversions deletes the workspace's conversions of clicks before a
	// moment and returns how many.
	RetainConversions(ctx context.Context, workspaceID string, before time.Time) (int64, error)
}

// Clicks is what retention needs of the click store.
type Clicks interface {
	// Retain deletes the workspace's clicks before a moment and returns how many.
	DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error)
	// DeleteLink deletes the clicks of one link and returns how many.
	DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error)
	// Newest returns the time of the latest click; zero: there is none.
	Newest(ctx context.Context) (time.Time, error)
}

// Counters are the click counters of links.
type Counters interface {
	// DeleteLink runs del, which deletes stored clicks of one link and returns
	// how many, and takes them off its counter.
	DeleteLink(ctx context.Context, workspaceID, linkID string, del func(context.Context) (int64, error)) error
	// DeleteIn is DeleteLink for clicks of a whole workspace.
	DeleteIn(ctx context.Context, workspaceID string, del func(context.Context) (int64, error)) error
}

// Keeper deletes clicks.
type Keeper struct {
	store    Store
	clicks   Clicks
	counters Counters
	limits   func(plan.Name) plan.Limits
	rounds   Rounds
	clk      clock.Clock
	log      *slog.Logger

	mu      sync.Mutex
	stopped error // the *ClockError of the last round
}

// New returns a keeper. limits knows what packages allow, rounds when it last
// ran. Run does the daily work.
func New(
	store Store, clicks Clicks, counters Counters, limits func(plan.Name) plan.Limits, rounds Rounds, clk clock.Clock, log *slog.Logger,
) *Keeper {
	return &Keeper{store: store, clicks: clicks, counters: counters, limits: limits, rounds: rounds, clk: clk, log: log}
}

// Run deletes expired clicks at the start and then once per UTC day, until ctx
// ends. A failed round is retried.
func (k *Keeper) Run(ctx context.Context) {
	done := click.Day(-1)
	loop.Task{Name: "click retention", Every: lookEvery, Log: k.log, Do: func(ctx context.Context) error {
		today := click.DayOf(k.clk.Now())
		if today == done {
			return nil
		}
		if err := k.Round(ctx); err != nil {
			return err
		}
		done = today
		return nil
	}}.Run(ctx)
}

// Round deletes what no workspace keeps any more. It may be run at any time,
// any number of times. A clock that jumped ahead is a *ClockError, and nothing
// is deleted.
func (k *Keeper) Round(ctx context.Context) error {
	now := k.clk.Now()
	if err := k.checkClock(ctx, now); err != nil {
		k.setStopped(err)
		return err
	}
	k.setStopped(nil)
	if err := k.deleteOld(ctx, now); err != nil {
		return err
	}
	return k.rounds.SetLastRound(now)
}

func (k *Keeper) deleteOld(ctx context.Context, now time.Time) error {
	for after := ""; ; {
		some, err := k.store.WorkspacesAfter(ctx, after, page)
		if err != nil {
			return fmt.Errorf("list workspaces: %w", err)
		}
		for _, w := range some {
			after = w.ID
			number, ok := ident.Number(w.ID)
			days := w.KeptDays(k.limits(w.Plan))
			if !ok || days == plan.Unlimited {
				continue
			}
			if err := k.retain(ctx, w.ID, number, Since(now, days)); err != nil {
				return err
			}
		}
		if len(some) < page {
			return nil
		}
	}
}

func (k *Keeper) retain(ctx context.Context, workspaceID string, number uint64, since time.Time) error {
	var clicks int64
	err := k.counters.DeleteIn(ctx, workspaceID, func(ctx context.Context) (n int64, err error) {
		clicks, err = k.clicks.DeleteBefore(ctx, number, since)
		return clicks, err
	})
	if err != nil {
		return fmt.Errorf("delete old clicks: %w", err)
	}
	conversions, err := k.store.RetainConversions(ctx, workspaceID, since)
	if err != nil {
		return fmt.Errorf("delete the conversions of old clicks: %w", err)
	}
	if clicks > 0 || conversions > 0 {
		k.log.InfoContext(ctx, "old clicks deleted", "workspace", workspaceID, "before", since, "clicks", clicks, "conversions", conversions)
	}
	return nil
}

// Since returns from when on clicks are kept: days whole days of UTC, and the
// one that is not over yet.
func Since(now time.Time, days int) time.Time {
	return (click.DayOf(now) - click.Day(days)).Start()
}

// DeleteClicks deletes all clicks of a link of the actor's workspace, for good,
// and the leads and sales that came of them.
// What the link's click limit has used up stays used. The event is stored
// first: should the click store fail, the call fails and can be made again.
func (k *Keeper) DeleteClicks(ctx context.Context, a access.Actor, linkID string) error {
	if err := access.Require(a, access.DeleteClicks); err != nil {
		return err
	}
	workspaceNumber, _ := ident.Number(a.WorkspaceID)
	linkNumber, ok := ident.Number(linkID)
	if !ok || linkNumber == 0 {
		return fault.New(fault.NotFound, "There is no such link.")
	}
	err := k.store.ForgetClicks(ctx, event.New(a.By(), event.ClicksDeleted, a.WorkspaceID, linkID, event.None{}, k.clk.Now()))
	if err != nil {
		return err
	}
	var deleted int64
	err = k.counters.DeleteLink(ctx, a.WorkspaceID, linkID, func(ctx context.Context) (n int64, err error) {
		deleted, err = k.clicks.DeleteLink(ctx, workspaceNumber, linkNumber)
		return deleted, err
	})
	if err != nil {
		return fmt.Errorf("delete the clicks of %s: %w", linkID, err)
	}
	k.log.InfoContext(ctx, "clicks of a link deleted", "workspace", a.WorkspaceID, "link", linkID, "user", a.UserID, "clicks", deleted)
	// Once more: those that were reported while the clicks were still there.
	if err := k.store.ForgetConversions(ctx, a.WorkspaceID, linkID); err != nil {
		return fmt.Errorf("delete the conversions of %s: %w", linkID, err)
	}
	return nil
}
