package workspace

import (
	"context"

	"linnet/internal/core/plan"
)

// Allowance knows what a workspace's package allows it. Other services ask it
// before they create something; it asks for no actor because it tells nothing
// that a member may not know.
type Allowance struct {
	store   Store
	catalog *plan.Catalog
}

// NewAllowance returns an allowance after catalog.
func NewAllowance(store Store, catalog *plan.Catalog) *Allowance {
	return &Allowance{store: store, catalog: catalog}
}

// Limits returns all limits of the workspace, or NotFound.
func (a *Allowance) Limits(ctx context.Context, workspaceID string) (plan.Limits, error) {
	w, err := a.store.Workspace(ctx, workspaceID)
	if err != nil {
		return plan.Limits{}, err
	}
	return a.catalog.Limits(w.Plan), nil
}

// LinkLimit returns how many links the workspace may hold; 0: any number.
func (a *Allowance) LinkLimit(ctx context.Context, workspaceID string) (int, error) {
	limits, err := a.Limits(ctx, workspaceID)
	return limits.Links, err
}
