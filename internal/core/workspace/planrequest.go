package workspace

import (
	"context"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/plan"
	"linnet/internal/core/throttle"
)

// PlanRequest is the request of a workspace for another package. There is no
// payment: the operator receives it and sets the plan.
type PlanRequest struct {
	WorkspaceID   string
	WorkspaceName string
	Current       plan.Name
	Package       plan.Name
	UserName      string
	UserEmail     string
}

// Rate limit of plan requests per workspace.
const (
	requestBurst = 3
	requestEvery = 8 * time.Hour

	maxRequesters = 10_000 // workspaces that the limiter tracks
)

// PlanRequestDeps are the dependencies of PlanRequests.
type PlanRequestDeps struct {
	Store    Store
	Offered  func(plan.Name) bool
	Send     func(ctx context.Context, userID string, r PlanRequest) error // to the operator
	Attempts *throttle.Shared                                              // nil: requests are counted on this node
	Clock    clock.Clock
}

// PlanRequests accepts requests for packages.
type PlanRequests struct {
	deps    PlanRequestDeps
	limiter *throttle.Limiter // by workspace
}

// NewPlanRequests returns a PlanRequests.
func NewPlanRequests(d PlanRequestDeps) *PlanRequests {
	limit := throttle.Limit{Burst: requestBurst, Every: requestEvery}
	return &PlanRequests{deps: d, limiter: d.Attempts.Limiter("plan.workspace", d.Clock, limit, maxRequesters)}
}

// Request requests another package for the actor's workspace. It returns
// Invalid for the current package or one that is not offered, and RateLimited
// after three requests, then one each eight hours.
func (s *PlanRequests) Request(ctx context.Context, a access.Actor, name plan.Name) error {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return err
	}
	w, err := s.deps.Store.Workspace(ctx, a.WorkspaceID)
	if err != nil {
		return err
	}
	switch {
	case !s.deps.Offered(name):
		return fault.New(fault.Invalid, "There is no such plan. Choose one from the pricing page.").At("package")
	case name == w.Plan:
		return fault.New(fault.Invalid, "This workspace already has this plan.").At("package")
	}
	if v := s.limiter.Take(a.WorkspaceID); v.Wait > 0 {
		return fault.New(fault.RateLimited, "You have already sent several requests. Wait for a reply, or try again later.").
			RetryAfter(v.Wait)
	}
	err = s.deps.Send(ctx, a.UserID, PlanRequest{WorkspaceID: w.ID, WorkspaceName: w.Name, Current: w.Plan, Package: name})
	if err != nil {
		s.limiter.Refund(a.WorkspaceID)
		return fault.Wrap(err, fault.Unavailable, "Couldn't send the request. Try again in a minute.")
	}
	return nil
}
