package workspace

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Service implements all operations on workspaces.
type Service struct {
	store  Store
	clock  clock.Clock
	limits func(plan.Name) plan.Limits
}

// NewService returns a service over store that enforces the limits of packages.
func NewService(store Store, limits func(plan.Name) plan.Limits, clock clock.Clock) *Service {
	return &Service{store: store, limits: limits, clock: clock}
}

// ActorFor returns the actor with their role in a workspace and the limits of
// restricted folders; an empty workspaceID stands for the first workspace of the
// user, or the one that the session is confined to. It returns ReauthRequired for a
// workspace that a confined session does not open, NotFound for one that the user is
// not a member of, Forbidden for a suspended one, Gone for a deleted one, and
// SSORequired for one that needs another sign-on. An actor without a session is a
// program, which need not sign on.
func (s *Service) ActorFor(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error) {
	if workspaceID == "" {
		workspaceID = a.ConfinedTo
	}
	if err := access.RequireOpen(a, workspaceID); err != nil {
		return access.Actor{}, err
	}
	m, err := s.store.Membership(ctx, a.UserID, a.SessionID, workspaceID)
	if err != nil {
		return access.Actor{}, err
	}
	if m.Suspended {
		return access.Actor{}, fault.New(fault.Forbidden, "This workspace is suspended. Contact the operator of this install.")
	}
	if !m.DeletedAt.IsZero() {
		return access.Actor{}, fault.New(fault.Gone, "This workspace was deleted. An owner can restore it for 7 days.")
	}
	if m.NeedsSignOn {
		return access.Actor{}, fault.New(fault.SSORequired,
			"This workspace requires single sign-on. Sign in through your organization to open it.")
	}
	a.WorkspaceID, a.Role, a.Folders = m.WorkspaceID, m.Role, nil
	if !m.Restricted || m.Role.Includes(access.Admin) {
		return a, nil
	}
	if a.Folders, err = s.store.FolderLimits(ctx, m.WorkspaceID, a.UserID); err != nil {
		return access.Actor{}, err
	}
	return a, nil
}

// List returns the workspaces of the user that the session opens, in the order of
// joining.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Workspace, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return nil, err
	}
	all, err := s.store.Workspaces(ctx, a.UserID)
	return opened(a, all), err
}

// opened returns the workspaces that the session of the actor opens.
func opened(a access.Actor, all []Workspace) []Workspace {
	return slices.DeleteFunc(all, func(w Workspace) bool { return access.RequireOpen(a, w.ID) != nil })
}

// Current returns the workspace of the actor.
func (s *Service) Current(ctx context.Context, a access.Actor) (Workspace, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return Workspace{}, err
	}
	return s.read(ctx, a)
}

// read returns the workspace of the actor with the actor's role.
func (s *Service) read(ctx context.Context, a access.Actor) (Workspace, error) {
	w, err := s.store.Workspace(ctx, a.WorkspaceID)
	w.Role = a.Role
	return w, err
}

// Patch is a partial update of a workspace; nil leaves a field unchanged.
type Patch struct {
	Name          *string
	TimeZone      *string // IANA
	RetentionDays *int    // 0: as long as the plan
	// DefaultDomainID is the domain of new links that name none; "": the default domain.
	DefaultDomainID *string
}

// Rename sets the name of the actor's workspace: 1 to MaxName characters.
func (s *Service) Rename(ctx context.Context, a access.Actor, name string) (Workspace, error) {
	return s.Update(ctx, a, Patch{Name: &name})
}

// Update changes the actor's workspace. It returns Invalid for a retention
// longer than the plan allows, and for a domain that serves no links of the workspace.
func (s *Service) Update(ctx context.Context, a access.Actor, p Patch) (Workspace, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Workspace{}, err
	}
	if p == (Patch{}) {
		return s.read(ctx, a)
	}
	if p.Name != nil {
		name, err := checkedName(*p.Name)
		if err != nil {
			return Workspace{}, err
		}
		p.Name = &name
	}
	if p.TimeZone != nil && !isTimeZone(*p.TimeZone) {
		return Workspace{}, fault.New(fault.Invalid, "Unknown time zone. Use a name such as Europe/Berlin or UTC.").At("timeZone")
	}
	if err := s.checkDomain(ctx, a.WorkspaceID, &p); err != nil {
		return Workspace{}, err
	}
	now := s.clock.Now()
	kind := event.WorkspaceUpdated
	if p == (Patch{Name: p.Name}) {
		kind = event.WorkspaceRenamed
	}
	w, err := s.store.ChangeWorkspace(ctx, a.WorkspaceID, now, func(w *Workspace) ([]event.Event, error) {
		if p.RetentionDays != nil {
			if err := s.checkRetention(w.Plan, *p.RetentionDays); err != nil {
				return nil, err
			}
		}
		before := w.state()
		*w = p.on(*w)
		return []event.Event{event.New(a.By(), kind, a.WorkspaceID, a.WorkspaceID, event.Updated(before, w.state()), now)}, nil
	})
	w.Role = a.Role
	return w, err
}

// state returns the workspace's settings as events have them.
func (w Workspace) state() event.Workspace {
	return event.Workspace{Name: w.Name, TimeZone: w.TimeZone, RetentionDays: w.RetentionDays, DefaultDomainID: w.DefaultDomainID}
}

// on returns the workspace with the patch applied.
func (p Patch) on(w Workspace) Workspace {
	if p.Name != nil {
		w.Name = *p.Name
	}
	if p.TimeZone != nil {
		w.TimeZone = *p.TimeZone
	}
	if p.RetentionDays != nil {
		w.RetentionDays = *p.RetentionDays
	}
	if p.DefaultDomainID != nil {
		w.DefaultDomainID = *p.DefaultDomainID
	}
	return w
}

// checkDomain returns Invalid unless the domain of the patch serves links of the
// workspace. It replaces the id of the default domain by "", which follows it.
func (s *Service) checkDomain(ctx context.Context, workspaceID string, p *Patch) error {
	if p.DefaultDomainID == nil || *p.DefaultDomainID == "" {
		return nil
	}
	d, err := s.store.Domain(ctx, workspaceID, *p.DefaultDomainID)
	switch {
	case err != nil && !fault.Is(err, fault.NotFound):
		return err
	case err != nil || !d.DeletedAt.IsZero():
		return fault.New(fault.Invalid, "This workspace has no such domain. Choose one of its own.").At("defaultDomainId")
	case !d.Serves():
		return fault.New(fault.Invalid, d.UnicodeHost()+" is not verified yet. Finish its setup, or choose another domain.").At("defaultDomainId")
	case d.IsDefault():
		p.DefaultDomainID = new(string)
	}
	return nil
}

func (s *Service) checkRetention(of plan.Name, days int) error {
	longest := MaxRetention
	if bound := s.limits(of).RetentionDays; bound != plan.Unlimited {
		longest = bound
	}
	if days < 0 || days > longest {
		return fault.New(fault.Invalid, fmt.Sprintf(
			"Click retention is 1 to %d days on this plan. Leave it empty for the maximum of the plan.", longest)).At("retentionDays")
	}
	return nil
}
