package utm

import (
	"context"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Store holds the conventions of workspaces.
type Store interface {
	// UTMConventions returns the workspace's conventions, Initial when none are
	// stored.
	UTMConventions(ctx context.Context, workspaceID string) (Conventions, error)
	// ChangeUTMConventions applies edit to them at a time and stores the result with
	// the events of edit. edit may run several times, and must not use the store.
	ChangeUTMConventions(
		ctx context.Context, workspaceID string, at time.Time, edit func(*Conventions) ([]event.Event, error),
	) (Conventions, error)
}

// Service reads and sets conventions.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service over store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// Conventions returns the conventions of the actor's workspace. It requires the
// permission to read links.
func (s *Service) Conventions(ctx context.Context, a access.Actor) (Conventions, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Conventions{}, err
	}
	return s.store.UTMConventions(ctx, a.WorkspaceID)
}

// SetConventions replaces the conventions and returns their normalized form. FoldCase is
// that of foldCase; nil: unchanged. Existing links are not checked until their campaign
// parameters change, and stored clicks remain as they are.
func (s *Service) SetConventions(ctx context.Context, a access.Actor, c Conventions, foldCase *bool) (Conventions, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Conventions{}, err
	}
	c = c.Normalized()
	if err := c.Validate(); err != nil {
		return Conventions{}, err
	}
	now := s.clock.Now()
	return s.store.ChangeUTMConventions(ctx, a.WorkspaceID, now, func(stored *Conventions) ([]event.Event, error) {
		before := *stored
		*stored = c
		if stored.FoldCase = before.FoldCase; foldCase != nil {
			stored.FoldCase = *foldCase
		}
		return []event.Event{event.New(a.By(), event.ConventionsUpdated, a.WorkspaceID, a.WorkspaceID, event.Updated(before, *stored), now)}, nil
	})
}
