package denylist

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

const (
	sweepEvery  = 6 * time.Hour // between comparisons of all links, besides those after a change of the lists
	sweepBatch  = 500           // links of one query
	updateEvery = time.Minute
)

// Destinations are the URLs that a link can lead to.
type Destinations struct {
	LinkID, WorkspaceID string
	Alias               string // the first one
	URLs                []string
	Blocked             bool
	FeedID              string // of the list that blocks it; empty: none
}

// Blocked are the links of a workspace that one sweep blocked or unblocked.
type Blocked struct {
	WorkspaceID   string
	LinkID, Alias string // of the first one
	Links         int
	Unblocked     bool
}

// SweeperDeps are the dependencies of a Sweeper.
type SweeperDeps struct {
	Feeds   *Feeds
	Updater *Updater
	Store   Store
	// Mark blocks a link for a list, or with an empty id ends such a block.
	Mark   func(ctx context.Context, linkID, feedID string) error
	Notify func(ctx context.Context, b Blocked) error // notifies a workspace
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Sweeper updates the lists and compares the links of all workspaces with them.
type Sweeper struct {
	SweeperDeps
	wake    chan struct{}
	state   string // of the lists at the last complete sweep
	sweptAt time.Time
}

// NewSweeper returns a sweeper. Its methods must not be called concurrently, except
// OnEvent.
func NewSweeper(d SweeperDeps) *Sweeper {
	return &Sweeper{SweeperDeps: d, wake: make(chan struct{}, 1)}
}

// OnEvent schedules a sweep after an event that changed the lists. It never blocks.
func (s *Sweeper) OnEvent(e event.Event) {
	if changesFeeds(e) {
		signal(s.wake)
	}
}

// Run updates the lists that are due and sweeps until ctx ends, on one node of an
// install.
func (s *Sweeper) Run(ctx context.Context) {
	loop.Task{
		Name:   "deny-lists",
		Every:  updateEvery,
		Delay:  20 * time.Second,
		Jitter: 10 * time.Second,
		Wake:   s.wake,
		Leader: s.Leader,
		Log:    s.Log,
		Do:     s.Once,
	}.Run(ctx)
}

// Once updates the lists that are due, and sweeps: all links after a change of the
// lists, else those that a list blocks, because their owners can change them.
func (s *Sweeper) Once(ctx context.Context) error {
	failed := s.Updater.UpdateDue(ctx)
	if err := s.Feeds.Reload(ctx); err != nil {
		return errors.Join(failed, err)
	}
	state := s.Feeds.state()
	if state == s.state && !s.sweptAt.IsZero() && s.Clock.Now().Sub(s.sweptAt) < sweepEvery {
		return errors.Join(failed, s.sweep(ctx, true))
	}
	if err := s.sweep(ctx, state == ""); err != nil {
		return errors.Join(failed, err)
	}
	s.state, s.sweptAt = state, s.Clock.Now()
	return failed
}

// sweep compares links with the lists: all, or those that a list blocks.
func (s *Sweeper) sweep(ctx context.Context, listed bool) error {
	tally := map[Blocked]*Blocked{}
	var failed []error
	for after := ""; ; {
		links, err := s.Store.LinkDestinations(ctx, after, sweepBatch, listed)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		for _, l := range links {
			after = l.LinkID
			if err := s.compare(ctx, l, tally); err != nil {
				failed = append(failed, err)
			}
		}
		if len(links) < sweepBatch {
			break
		}
	}
	for _, b := range tally {
		s.Log.InfoContext(ctx, "links compared with deny-lists", "workspace", b.WorkspaceID, "links", b.Links, "unblocked", b.Unblocked)
		if err := s.Notify(ctx, *b); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// compare blocks or unblocks a link whose state differs from the lists.
func (s *Sweeper) compare(ctx context.Context, l Destinations, tally map[Blocked]*Blocked) error {
	feedID := ""
	for _, address := range l.URLs {
		if feedID = s.Feeds.Match(address); feedID != "" {
			break
		}
	}
	if (feedID != "") == (l.FeedID != "") || l.Blocked && l.FeedID == "" {
		return nil
	}
	err := s.Mark(ctx, l.LinkID, feedID)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.PreconditionFailed) { // changed meanwhile; the next sweep decides
		return nil
	}
	if err != nil {
		return err
	}
	of := Blocked{WorkspaceID: l.WorkspaceID, Unblocked: feedID == ""}
	b := tally[of]
	if b == nil {
		b = &Blocked{WorkspaceID: l.WorkspaceID, LinkID: l.LinkID, Alias: l.Alias, Unblocked: of.Unblocked}
		tally[of] = b
	}
	b.Links++
	return nil
}
