package workspace

import (
	"context"
	"time"

	"linnet/internal/core/event"
)

// Store stores workspaces and memberships.
type Store interface {
	// Membership returns the user's membership in the workspace; an empty
	// workspaceID stands for the user's first one. It returns NotFound when there
	// is no such membership, whether or not the workspace exists.
	Membership(ctx context.Context, userID, workspaceID string) (Membership, error)
	// Workspace returns one workspace, or NotFound.
	Workspace(ctx context.Context, id string) (Workspace, error)
	// Workspaces returns the workspaces of a user in the order of joining.
	Workspaces(ctx context.Context, userID string) ([]Workspace, error)
	// UpdateWorkspace applies the patch.
	UpdateWorkspace(ctx context.Context, id string, p Patch, at time.Time, e event.Event) error
}
