package operator

import (
	"context"
	"fmt"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Workspaces returns a page of workspaces.
func (s *Service) Workspaces(ctx context.Context, q Query) (Page[Workspace], error) {
	return s.store.ListWorkspaces(ctx, q.bounded())
}

// AllDomains returns a page of the domains of all workspaces.
func (s *Service) AllDomains(ctx context.Context, q Query) (Page[Domain], error) {
	return s.store.ListAllDomains(ctx, q.bounded())
}

// Plans returns the names of the packages on offer.
func (s *Service) Plans() []string { return s.plans.Names() }

// PlansEnabled reports whether the install has plans.
func (s *Service) PlansEnabled() bool { return s.plans.Enabled() }

// PlansFixed reports whether the server's configuration decides whether the install has
// plans.
func (s *Service) PlansFixed() bool { return s.plans.Fixed() }

// ChoosePlans turns the plans of the install on or off. It returns Invalid for an unknown
// choice, and Conflict if PlansFixed.
func (s *Service) ChoosePlans(ctx context.Context, choice plan.Choice) error {
	var l fault.List
	choice.Check(&l, "plans")
	if err := l.Err(); err != nil {
		return err
	}
	if s.plans.Fixed() {
		return fault.New(fault.Conflict, "LINNET_PLANS is set on the server and decides this. Remove it first.")
	}
	return s.store.SetPlanChoice(ctx, choice, s.event(event.InstallPlansSet, "", "", event.InstallPlans{Plans: string(choice)}))
}

// SetPlan sets the package of a workspace. It returns Invalid for a package that
// is not offered.
func (s *Service) SetPlan(ctx context.Context, workspaceID, name string) error {
	chosen := plan.Name(strings.ToUpper(name))
	if !s.plans.Offers(chosen) {
		offered := strings.Join(s.plans.Names(), ", ")
		return fault.New(fault.Invalid, fmt.Sprintf("There is no plan %q. Choose one of: %s.", name, offered)).At("plan")
	}
	return s.store.SetPlan(
		ctx,
		workspaceID,
		chosen,
		s.event(event.WorkspacePlanSet, workspaceID, workspaceID, event.Created(event.Plan{Plan: string(chosen)})),
	)
}

// SuspendWorkspace suspends or restores a workspace. The links of a suspended
// workspace return 410. A workspace whose owner is suspended cannot be restored.
func (s *Service) SuspendWorkspace(ctx context.Context, id string, suspended bool) error {
	kind := event.WorkspaceSuspended
	if !suspended {
		kind = event.WorkspaceRestored
	}
	return s.store.SetWorkspaceSuspended(ctx, id, suspended, s.event(kind, id, id, event.None{}))
}

// Suspend suspends or restores a user, named by email address, with the workspaces
// that the user owns, or one workspace, named by id. It returns the ids of the
// workspaces that changed.
func (s *Service) Suspend(ctx context.Context, target string, suspended bool) ([]string, error) {
	if strings.HasPrefix(target, ident.Workspace+"_") {
		return []string{target}, s.SuspendWorkspace(ctx, target, suspended)
	}
	userID, err := s.store.UserIDByEmail(ctx, target)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, fmt.Sprintf("%q is neither the email address of a user nor the id of a workspace.", target))
	}
	if err != nil {
		return nil, err
	}
	return s.SuspendUser(ctx, userID, suspended)
}
