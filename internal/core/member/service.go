package member

import (
	"context"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/throttle"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store  Store
	Limits plan.LimitsOf
	Outbox *outbox.Outbox
	Mailer Mailer
	// CheckEmail adds an error at "email" unless an account can have the address.
	CheckEmail func(l *fault.List, email string)
	PublicURL  string // of the web app, without a trailing slash
	Clock      clock.Clock
	Attempts   *throttle.Shared // counts attempts on all nodes; nil: this node counts alone
}

// Service implements the operations on members and invitations. It is safe for
// concurrent use.
type Service struct {
	deps    Deps
	guesses *throttle.Limiter // unknown tokens, by network
}

// New returns a Service.
func New(d Deps) *Service {
	limit := throttle.Limit{Burst: guessBurst, Every: guessEvery}
	return &Service{deps: d, guesses: d.Attempts.Limiter("invitation.network", d.Clock, limit, maxGuessers)}
}

// List returns the members of the actor's workspace in the order of joining.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Member, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return nil, err
	}
	return s.deps.Store.WorkspaceMembers(ctx, a.WorkspaceID)
}

// Get returns a member of the actor's workspace with what the member created
// there. Members without the permission ManageMembers may get themselves.
func (s *Service) Get(ctx context.Context, a access.Actor, userID string) (Member, Holdings, error) {
	if err := access.Require(a, manages(a, userID)); err != nil {
		return Member{}, Holdings{}, err
	}
	m, err := s.deps.Store.Member(ctx, a.WorkspaceID, userID)
	if err != nil {
		return Member{}, Holdings{}, err
	}
	held, err := s.deps.Store.Holdings(ctx, a.WorkspaceID, userID, s.deps.Clock.Now())
	return m, held, err
}

// manages returns the permission that an actor needs for a member.
func manages(a access.Actor, userID string) access.Permission {
	if userID == a.UserID {
		return access.ReadWorkspace
	}
	return access.ManageMembers
}

// SetRole changes the role of a member of the actor's workspace. It returns
// Forbidden when an actor who is not an owner changes an owner or makes one, and
// Conflict for the last owner.
func (s *Service) SetRole(ctx context.Context, a access.Actor, userID string, role access.Role) (Member, error) {
	if err := access.Require(a, access.ManageMembers); err != nil {
		return Member{}, err
	}
	if !role.Valid() {
		return Member{}, errRole()
	}
	return s.deps.Store.ChangeMember(ctx, a.WorkspaceID, userID, func(m *Member) ([]event.Event, error) {
		if err := checkRank(a, m.Role, role); err != nil || m.Role == role {
			return nil, err
		}
		if err := checkOwner(a, s.deps.Clock.Now(), m.Role, role); err != nil {
			return nil, err
		}
		before := m.state()
		m.Role = role
		return []event.Event{s.event(a, event.MemberUpdated, userID, event.Updated(before, m.state()))}, nil
	})
}

// Remove removes a member from the actor's workspace; the actor's own id leaves
// it. Links and shared pages stay with the workspace. It returns Forbidden when
// an actor who is not an owner removes one, and Conflict for the last owner.
func (s *Service) Remove(ctx context.Context, a access.Actor, userID string) error {
	if err := access.Require(a, manages(a, userID)); err != nil {
		return err
	}
	from, err := s.deps.Store.Member(ctx, a.WorkspaceID, userID)
	if err != nil {
		return err
	}
	if err := checkRank(a, from.Role); err != nil {
		return err
	}
	e := s.event(a, event.MemberRemoved, userID, event.Deleted(from.state()))
	return s.deps.Store.RemoveMember(ctx, from, e)
}

// TransferOwnership makes a member an owner of the actor's workspace, and the
// actor an admin.
func (s *Service) TransferOwnership(ctx context.Context, a access.Actor, userID string) error {
	if err := access.Require(a, access.TransferWorkspace); err != nil {
		return err
	}
	if userID == a.UserID {
		return fault.New(fault.Invalid, "You own this workspace already. Choose another member.").At("userId")
	}
	to, err := s.deps.Store.Member(ctx, a.WorkspaceID, userID)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "The new owner must be a member of the workspace.").At("userId")
	}
	if err != nil {
		return err
	}
	from, err := s.deps.Store.Member(ctx, a.WorkspaceID, a.UserID)
	if err != nil {
		return err
	}
	change := event.Updated(event.Ownership{UserID: from.UserID}, event.Ownership{UserID: to.UserID})
	return s.deps.Store.TransferOwnership(ctx, from, to, s.event(a, event.WorkspaceTransferred, a.WorkspaceID, change))
}

// event returns an event in the actor's workspace.
func (s *Service) event(a access.Actor, kind event.Kind, subject string, payload any) event.Event {
	return event.New(a.By(), kind, a.WorkspaceID, subject, payload, s.deps.Clock.Now())
}
