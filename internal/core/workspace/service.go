package workspace

import (
	"context"
	"fmt"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/throttle"
)

// Service does what may be done with workspaces.
type Service struct {
	store  Store
	clk    clock.Clock
	limits func(plan.Name) plan.Limits

	offered     func(plan.Name) bool // nil: no requests for plans
	sendRequest Requests
	requests    *throttle.Limiter
}

// NewService returns a service over store.
func NewService(store Store, clk clock.Clock) *Service { return &Service{store: store, clk: clk} }

// Within returns a service that knows what packages allow.
func (s *Service) Within(limits func(plan.Name) plan.Limits) *Service {
	c := *s
	c.limits = limits
	return &c
}

// Requesting returns a service that passes requests for one of the offered
// packages on.
func (s *Service) Requesting(offered func(plan.Name) bool, send Requests) *Service {
	c := *s
	c.offered, c.sendRequest = offered, send
	c.requests = throttle.New(s.clk, throttle.Limit{Burst: requestBurst, Every: requestEvery}, maxRequesters)
	return &c
}

// ActorFor says who the user is in the workspace, or in their first one when
// workspaceID is empty. A workspace that they are not in is NotFound, as if
// there were none; a suspended one is Forbidden. It is what gives others their actor, and so asks for none.
func (s *Service) ActorFor(ctx context.Context, userID, sessionID, workspaceID string) (access.Actor, error) {
	m, err := s.store.Membership(ctx, userID, workspaceID)
	if err != nil {
		return access.Actor{}, err
	}
	if m.Suspended {
		return access.Actor{}, fault.New(fault.Forbidden, "This workspace is suspended. Contact the operator of this install.")
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

// Patch changes what it names of a workspace.
type Patch struct {
	Name          *string
	TimeZone      *string // IANA
	RetentionDays *int    // 0: as long as the plan
}

// Rename gives the actor's workspace another name of 1 to 80 characters.
func (s *Service) Rename(ctx context.Context, a access.Actor, name string) (Workspace, error) {
	return s.Update(ctx, a, Patch{Name: &name})
}

// Update changes the actor's workspace. Clicks can be kept for a shorter time
// than the plan allows, not for a longer one.
func (s *Service) Update(ctx context.Context, a access.Actor, p Patch) (Workspace, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Workspace{}, err
	}
	kept, err := s.store.Workspace(ctx, a.WorkspaceID)
	if err != nil {
		return Workspace{}, err
	}
	if p.Name != nil {
		name, err := checkedName(*p.Name)
		if err != nil {
			return Workspace{}, err
		}
		p.Name = &name
	}
	if p.TimeZone != nil && !isTimeZone(*p.TimeZone) {
		return Workspace{}, fault.New(fault.Invalid, "There is no such time zone. Choose one such as Europe/Berlin or UTC.").At("timeZone")
	}
	if p.RetentionDays != nil {
		if err := s.checkRetention(kept.Plan, *p.RetentionDays); err != nil {
			return Workspace{}, err
		}
	}
	if p == (Patch{}) {
		return kept, nil
	}
	now := s.clk.Now()
	e := event.Event{
		ID: ident.New(ident.Event), WorkspaceID: a.WorkspaceID, ActorID: a.UserID,
		Kind: event.WorkspaceUpdated, SubjectID: a.WorkspaceID, Data: []byte(`{}`), At: now,
	}
	if p.Name != nil && p.RetentionDays == nil && p.TimeZone == nil {
		e.Kind = event.WorkspaceRenamed
	}
	if err := s.store.UpdateWorkspace(ctx, a.WorkspaceID, p, now, e); err != nil {
		return Workspace{}, err
	}
	return s.store.Workspace(ctx, a.WorkspaceID)
}

func (s *Service) checkRetention(of plan.Name, days int) error {
	longest := MaxRetention
	if s.limits != nil {
		if bound := s.limits(of).RetentionDays; bound != plan.Unlimited {
			longest = bound
		}
	}
	if days < 0 || days > longest {
		return fault.New(fault.Invalid, fmt.Sprintf(
			"Clicks can be kept for 1 to %d days here. Leave it out for as long as the plan keeps them.", longest)).At("retentionDays")
	}
	return nil
}
