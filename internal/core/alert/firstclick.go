package alert

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
)

const (
	// MaxFirstClicks bounds the links of a workspace that are raised each minute; further
	// ones follow in the next minute.
	MaxFirstClicks = 10_000

	watchedValid   = 10 * time.Second
	watchedTimeout = 2 * time.Second // of a read
)

// WatchedStore is the part of Store that Watched reads.
type WatchedStore interface {
	// FirstClickWorkspaces returns the ids of the workspaces with an active alert of
	// FirstClick.
	FirstClickWorkspaces(ctx context.Context) ([]string, error)
}

// Watched knows the workspaces with an active alert of FirstClick. A change is seen after
// at most ten seconds. It is not safe for concurrent use.
type Watched struct {
	store WatchedStore
	clock clock.Clock
	known map[uint64]bool
	until time.Time
}

// NewWatched returns the watched workspaces of a store, which is read at the first call of
// Workspaces.
func NewWatched(store WatchedStore, clock clock.Clock) *Watched {
	return &Watched{store: store, clock: clock}
}

// Workspaces returns the numbers of the workspaces. While the records are unavailable the
// last known ones are valid.
func (w *Watched) Workspaces(ctx context.Context) map[uint64]bool {
	now := w.clock.Now()
	if now.Before(w.until) {
		return w.known
	}
	w.until = now.Add(watchedValid)
	ctx, cancel := context.WithTimeout(ctx, watchedTimeout)
	defer cancel()
	ids, err := w.store.FirstClickWorkspaces(ctx)
	if err != nil {
		return w.known
	}
	w.known = make(map[uint64]bool, len(ids))
	for _, id := range ids {
		number, _ := ident.Number(id)
		w.known[number] = true
	}
	return w.known
}

// CheckFirstClicks raises alerts about the links that had their first click: one
// notification of an alert for all of them.
func (s *Service) CheckFirstClicks(ctx context.Context) error {
	waiting, err := s.Store.WaitingFirstClicks(ctx, MaxFirstClicks)
	if err != nil {
		return err
	}
	var failed []error
	for workspaceID, linkIDs := range waiting {
		if err := s.checkFirstClicks(ctx, workspaceID, linkIDs); err != nil {
			failed = append(failed, fmt.Errorf("first clicks of workspace %s: %w", workspaceID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) checkFirstClicks(ctx context.Context, workspaceID string, linkIDs []string) error {
	alerts, err := s.Store.Alerts(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	var all []Raised
	for _, a := range alerts {
		if a.Kind != FirstClick || a.Paused {
			continue
		}
		raised, err := s.raiseFirstClicks(ctx, a, linkIDs, now)
		if err != nil {
			return err
		}
		if raised != nil {
			all = append(all, *raised)
		}
	}
	_, err = s.Store.RaiseFirstClicks(ctx, workspaceID, linkIDs, all)
	return err
}

// raiseFirstClicks returns what is stored if an alert selects some of the links; nil: it
// selects none.
func (s *Service) raiseFirstClicks(ctx context.Context, a Alert, linkIDs []string, now time.Time) (*Raised, error) {
	seen := perView[[]Link]{compute: func(actor access.Actor) ([]Link, error) { return s.selected(ctx, actor, a, linkIDs) }}
	actor, err := s.decider(ctx, a)
	if err != nil {
		return nil, err
	}
	decided, err := seen.of(actor)
	if err != nil || len(decided) == 0 {
		return nil, err
	}
	notices, err := s.notices(ctx, a, func(receiver access.Actor) (Notice, bool, error) {
		own, err := seen.of(receiver)
		return Notice{Finding: Finding{Links: own}}, len(own) > 0, err
	})
	return &Raised{
		Alert:   a,
		Topic:   a.ID + " " + linkIDs[0] + " " + strconv.FormatInt(now.UnixMilli(), 10), // new, because links are raised once
		At:      now,
		Finding: Finding{Links: decided},
		Notices: notices,
	}, err
}

// selected returns those of some links that the filters of the alert select and that the
// actor may see.
func (s *Service) selected(ctx context.Context, actor access.Actor, a Alert, linkIDs []string) ([]Link, error) {
	var all []Link
	for some := range slices.Chunk(linkIDs, analytics.MaxLimit) {
		report, err := s.Reports.Report(ctx, actor, analytics.Request{
			Period:  analytics.Period{Interval: analytics.AllTime},
			Filters: append(slices.Clone(a.Filters), analytics.Filter{Dimension: analytics.Link, Values: some}),
			GroupBy: []analytics.Dimension{analytics.Link},
			Limit:   analytics.MaxLimit,
		}, analytics.Parts{})
		if err != nil {
			return nil, err
		}
		for _, row := range report.Lists[analytics.Link] {
			link := Link{ID: row.Key, Name: row.Label}
			if row.Label == row.Key { // it has no label
				link.Name = ""
			}
			all = append(all, link)
		}
	}
	return all, nil
}
