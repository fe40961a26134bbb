package workspace

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/plan"
)

// PlanRequest is a workspace's wish for another package. There is no payment:
// the operator reads it and sets the plan.
type PlanRequest struct {
	WorkspaceID   string
	WorkspaceName string
	Current       plan.Name
	Package       plan.Name
	UserName      string
	UserEmail     string
}

// How many plan requests a workspace may send.
const (
	requestBurst = 3
	requestEvery = 8 * time.Hour

	maxRequesters = 10_000 // workspaces whose requests are remembered
)

// Requests passes plan requests on.
type Requests interface {
	// PlanRequested sends the request to the operator, and completes it with the
	// user's name and address.
	PlanRequested(ctx context.Context, userID string, r PlanRequest) error
}

// RequestPlan asks the operator for another package for the actor's workspace.
// It is Invalid for a package that is not on offer or the current one, and
// RateLimited after three requests, then one each eight hours.
func (s *Service) RequestPlan(ctx context.Context, a access.Actor, name plan.Name) error {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return err
	}
	w, err := s.store.Workspace(ctx, a.WorkspaceID)
	if err != nil {
		return err
	}
	switch {
	case s.offered == nil || !s.offered(name):
		return fault.New(fault.Invalid, "There is no such plan. Choose one of the pricing page.").At("package")
	case name == w.Plan:
		return fault.New(fault.Invalid, "This workspace is on this plan already.").At("package")
	}
	if v := s.requests.Take(a.WorkspaceID); v.Wait > 0 {
		return fault.New(fault.RateLimited, "Your requests have been sent. Wait for the answer, or try again later.").RetryAfter(v.Wait)
	}
	err = s.sendRequest.PlanRequested(ctx, a.UserID, PlanRequest{WorkspaceID: w.ID, WorkspaceName: w.Name, Current: w.Plan, Package: name})
	if err != nil {
		s.requests.GiveBack(a.WorkspaceID)
		return fault.Wrap(err, fault.Unavailable, "The request could not be sent. Try again in a minute.")
	}
	return nil
}
