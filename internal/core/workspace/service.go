package workspace

import (
	"context"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Service does what may be done with workspaces.
type Service struct {
	store Store
	clk   clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, clk clock.Clock) *Service { return &Service{store: store, clk: clk} }

// ActorFor says who the user is in the workspace, or in their first one when
// workspaceID is empty. A workspace that they are not in is NotFound, as if
// there were none. It is what gives others their actor, and so asks for none.
func (s *Service) ActorFor(ctx context.Context, userID, sessionID, workspaceID string) (access.Actor, error) {
	m, err := s.store.Membership(ctx, userID, workspaceID)
	if err != nil {
		return access.Actor{}, err
	}
	return access.Actor{UserID: userID, SessionID: sessionID, WorkspaceID: m.WorkspaceID, Role: m.Role}, nil
}

// List returns all workspaces that the user is in, the first joined first.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Workspace, error) {
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	return s.store.Workspaces(ctx, a.UserID)
}

// Current returns the workspace that the actor works in.
func (s *Service) Current(ctx context.Context, a access.Actor) (Workspace, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return Workspace{}, err
	}
	return s.store.Workspace(ctx, a.WorkspaceID)
}

// Rename gives the actor's workspace another name of 1 to 80 characters.
func (s *Service) Rename(ctx context.Context, a access.Actor, name string) (Workspace, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Workspace{}, err
	}
	name, err := checkedName(name)
	if err != nil {
		return Workspace{}, err
	}
	now := s.clk.Now()
	e := event.Event{
		ID: ident.New(ident.Event), WorkspaceID: a.WorkspaceID, ActorID: a.UserID,
		Kind: event.WorkspaceRenamed, SubjectID: a.WorkspaceID, Data: []byte(`{}`), At: now,
	}
	if err := s.store.RenameWorkspace(ctx, a.WorkspaceID, name, now, e); err != nil {
		return Workspace{}, err
	}
	return s.store.Workspace(ctx, a.WorkspaceID)
}
