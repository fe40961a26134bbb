package workspace

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Grace is the time after a deletion in which a workspace can be restored.
// Meanwhile its links return 410.
const Grace = 7 * 24 * time.Hour

// MaxOwned is the maximum number of workspaces that a user owns, deleted ones
// included until they are purged.
const MaxOwned = 20

// MaxFree is the maximum number of those on the free plan, where plans have limits:
// otherwise the limits of a plan would multiply.
const MaxFree = 5

// Create creates a workspace that the actor owns. An empty or unknown timeZone
// stands for UTC. It returns Invalid at "name" and LimitReached for more than
// MaxOwned workspaces, or more than MaxFree on the free plan.
func (s *Service) Create(ctx context.Context, a access.Actor, name, timeZone string) (Workspace, error) {
	if err := access.RequireUser(a); err != nil {
		return Workspace{}, err
	}
	name, err := checkedName(name)
	if err != nil {
		return Workspace{}, err
	}
	w := Named(name, timeZone, s.clock.Now())
	w.Role = access.Owner
	e := event.New(a.By(), event.WorkspaceCreated, w.ID, w.ID, event.Created(w.state()), w.CreatedAt)
	if err := s.store.InsertWorkspace(ctx, w, a.UserID, s.bounds(), e); err != nil {
		return Workspace{}, err
	}
	return w, nil
}

// bounds returns how many workspaces a user may own.
func (s *Service) bounds() Bounds {
	b := Bounds{Owned: MaxOwned, Free: MaxOwned}
	if s.limits != nil && s.limits(plan.Free).Links != plan.Unlimited {
		b.Free = MaxFree
	}
	return b
}

// Delete deletes the actor's workspace: its members lose access and its links
// return 410. An owner can restore it within Grace; then it is purged. It returns
// Conflict for the only workspace of the actor.
func (s *Service) Delete(ctx context.Context, a access.Actor) error {
	if err := access.Require(a, access.DeleteWorkspace); err != nil {
		return err
	}
	w, err := s.read(ctx, a)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.WorkspaceDeleted, w.ID, w.ID, event.Deleted(w.state()), s.clock.Now())
	return s.store.DeleteWorkspace(ctx, w.ID, a.UserID, e)
}

// Deleted returns the workspaces that the actor owns and can restore and that the
// session opens, the last deleted first.
func (s *Service) Deleted(ctx context.Context, a access.Actor) ([]Workspace, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return nil, err
	}
	all, err := s.store.DeletedWorkspaces(ctx, a.UserID, s.clock.Now().Add(-Grace))
	return opened(a, all), err
}

// Restore restores a deleted workspace that the actor owns. It does nothing for a
// workspace that is not deleted. It returns NotFound for one that the actor is not
// a member of, or whose Grace has ended, and Forbidden without the permission.
func (s *Service) Restore(ctx context.Context, a access.Actor, id string) (Workspace, error) {
	if err := access.RequireUser(a); err != nil {
		return Workspace{}, err
	}
	if id == "" {
		return Workspace{}, fault.New(fault.NotFound, "There is no such workspace.")
	}
	m, err := s.store.Membership(ctx, a.UserID, a.SessionID, id)
	if err != nil {
		return Workspace{}, err
	}
	a.WorkspaceID, a.Role = m.WorkspaceID, m.Role
	if err := access.Require(a, access.DeleteWorkspace); err != nil {
		return Workspace{}, err
	}
	w, err := s.read(ctx, a)
	if err != nil || m.DeletedAt.IsZero() {
		return w, err
	}
	now := s.clock.Now()
	e := event.New(a.By(), event.WorkspaceUndeleted, id, id, event.Created(w.state()), now)
	if err := s.store.RestoreWorkspace(ctx, id, now.Add(-Grace), e); err != nil {
		return Workspace{}, err
	}
	return s.read(ctx, a)
}
