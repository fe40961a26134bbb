// Package retention deletes clicks: every day those that are older than their
// workspace's retention period, and on request those of a link. Their conversions
// are deleted with them, and the counters of links are reduced.
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
	checkInterval = 10 * time.Minute // between checks whether a day has ended
	pageSize      = 500              // workspaces
)

// Store is the part of the record store that retention uses.
type Store interface {
	// WorkspacesAfter returns up to limit workspaces with an id above after, in the
	// order of ids.
	WorkspacesAfter(ctx context.Context, after string, limit int) ([]workspace.Workspace, error)
	// ForgetClicks stores the event, and deletes the link's imported click count
	// and its conversions. It returns NotFound if the event's workspace never had
	// the link.
	ForgetClicks(ctx context.Context, e event.Event) error
	// ForgetConversions deletes the conversions of one link's clicks.
	ForgetConversions(ctx context.Context, workspaceID, linkID string) error
	// RetainConversions deletes the workspace's conversions of clicks before a time
	// and returns their number.
	RetainConversions(ctx context.Context, workspaceID string, before time.Time) (int64, error)
	// RetainImported forgets the days and the details of the workspace's imported clicks
	// before a time and returns the number of clicks, which stay in the totals of links.
	RetainImported(ctx context.Context, workspaceID string, before time.Time) (int64, error)
}

// Clicks is the part of the click store that retention uses.
type Clicks interface {
	// DeleteBefore deletes the workspace's clicks before a time and returns their
	// number.
	DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error)
	// DeleteLink deletes the clicks of one link and returns their number.
	DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error)
	// Newest returns the time of the latest click, or the zero time.
	Newest(ctx context.Context) (time.Time, error)
}

// Counters are the click counters of links.
type Counters interface {
	// DeleteLink calls del, which deletes stored clicks of one link and returns
	// their number, and subtracts it from the link's counter.
	DeleteLink(ctx context.Context, workspaceID, linkID string, del func(context.Context) (int64, error)) error
	// DeleteIn is DeleteLink for clicks of a whole workspace.
	DeleteIn(ctx context.Context, workspaceID string, del func(context.Context) (int64, error)) error
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Clicks   Clicks
	Counters Counters
	Limits   func(plan.Name) plan.Limits
	Rounds   Rounds
	// Leader limits rounds to one node at a time, where nodes share a click store;
	// nil: each node has its own.
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Service deletes clicks. Its methods are safe for concurrent use.
type Service struct {
	store    Store
	clicks   Clicks
	counters Counters
	limits   func(plan.Name) plan.Limits
	rounds   Rounds
	leader   *loop.Leader
	clock    clock.Clock
	log      *slog.Logger

	mu      sync.Mutex
	stopped error // the *ClockError of the last round
}

// New returns a Service. Run does the daily work.
func New(d Deps) *Service {
	return &Service{
		store:    d.Store,
		clicks:   d.Clicks,
		counters: d.Counters,
		limits:   d.Limits,
		rounds:   d.Rounds,
		leader:   d.Leader,
		clock:    d.Clock,
		log:      d.Log,
	}
}

// Run deletes expired clicks at the start and then once per UTC day, until ctx
// ends. A failed round is retried.
func (s *Service) Run(ctx context.Context) {
	done := click.Day(-1)
	loop.Task{
		Name:   "click retention",
		Every:  checkInterval,
		Leader: s.leader,
		Log:    s.log,
		Do: func(ctx context.Context) error {
			today := click.DayOf(s.clock.Now())
			if today == done {
				return nil
			}
			if err := s.Round(ctx); err != nil {
				return err
			}
			done = today
			return nil
		},
	}.Run(ctx)
}

// Round deletes the clicks beyond the retention period of every workspace. It is
// idempotent. It returns a *ClockError, and deletes nothing, if the clock is too
// far ahead.
func (s *Service) Round(ctx context.Context) error {
	now := s.clock.Now()
	if err := s.checkClock(ctx, now); err != nil {
		s.setStopped(err)
		return err
	}
	s.setStopped(nil)
	if err := s.deleteOld(ctx, now); err != nil {
		return err
	}
	return s.rounds.SetLastRound(now)
}

func (s *Service) deleteOld(ctx context.Context, now time.Time) error {
	for after := ""; ; {
		workspaces, err := s.store.WorkspacesAfter(ctx, after, pageSize)
		if err != nil {
			return fmt.Errorf("list workspaces: %w", err)
		}
		for _, w := range workspaces {
			after = w.ID
			number, ok := ident.Number(w.ID)
			days := w.RetainedDays(s.limits(w.Plan), now)
			if !ok || days == plan.Unlimited {
				continue
			}
			if err := s.retain(ctx, w.ID, number, Since(now, days)); err != nil {
				return err
			}
		}
		if len(workspaces) < pageSize {
			return nil
		}
	}
}

func (s *Service) retain(ctx context.Context, workspaceID string, number uint64, since time.Time) error {
	var clicks int64
	err := s.counters.DeleteIn(ctx, workspaceID, func(ctx context.Context) (n int64, err error) {
		clicks, err = s.clicks.DeleteBefore(ctx, number, since)
		return clicks, err
	})
	if err != nil {
		return fmt.Errorf("delete old clicks: %w", err)
	}
	conversions, err := s.store.RetainConversions(ctx, workspaceID, since)
	if err != nil {
		return fmt.Errorf("delete the conversions of old clicks: %w", err)
	}
	imported, err := s.store.RetainImported(ctx, workspaceID, since)
	if err != nil {
		return fmt.Errorf("forget the days of old imported clicks: %w", err)
	}
	if clicks+conversions+imported > 0 {
		s.log.InfoContext(ctx, "old clicks deleted", "workspace", workspaceID, "before", since,
			"clicks", clicks, "conversions", conversions, "imported", imported)
	}
	return nil
}

// Since returns the start of a retention period: that many whole days of UTC before
// the current day.
func Since(now time.Time, days int) time.Time {
	return (click.DayOf(now) - click.Day(days)).Start()
}

// DeleteClicks deletes all clicks of a link of the actor's workspace, and their
// leads and sales. It does not reset the link's click limit. The event is stored
// first: if the click store fails, the call returns an error and can be repeated.
func (s *Service) DeleteClicks(ctx context.Context, a access.Actor, linkID string) error {
	if err := access.Require(a, access.DeleteClicks); err != nil {
		return err
	}
	workspaceNumber, _ := ident.Number(a.WorkspaceID)
	linkNumber, ok := ident.Number(linkID)
	if !ok || linkNumber == 0 {
		return fault.New(fault.NotFound, "There is no such link.")
	}
	err := s.store.ForgetClicks(ctx, event.New(a.By(), event.ClicksDeleted, a.WorkspaceID, linkID, event.None{}, s.clock.Now()))
	if err != nil {
		return err
	}
	var deleted int64
	err = s.counters.DeleteLink(ctx, a.WorkspaceID, linkID, func(ctx context.Context) (n int64, err error) {
		deleted, err = s.clicks.DeleteLink(ctx, workspaceNumber, linkNumber)
		return deleted, err
	})
	if err != nil {
		return fmt.Errorf("delete the clicks of %s: %w", linkID, err)
	}
	s.log.InfoContext(ctx, "clicks of a link deleted", "workspace", a.WorkspaceID, "link", linkID, "user", a.UserID, "clicks", deleted)
	// Again, for conversions that were reported during the deletion.
	if err := s.store.ForgetConversions(ctx, a.WorkspaceID, linkID); err != nil {
		return fmt.Errorf("delete the conversions of %s: %w", linkID, err)
	}
	return nil
}
