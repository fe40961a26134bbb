package workspace

import (
	"context"
	"time"

	"linnet/internal/core/event"
)

// Store keeps workspaces and who is in them.
type Store interface {
	// Membership returns the user's place in the workspace, or in their first
	// one when workspaceID is empty. NotFound: they are in no such workspace,
	// whether or not it exists.
	Membership(ctx context.Context, userID, workspaceID string) (Membership, error)
	// Workspace returns one workspace, or NotFound.
	Workspace(ctx context.Context, id string) (Workspace, error)
	// Workspaces returns all that the user is in, in the order they joined.
	Workspaces(ctx context.Context, userID string) ([]Workspace, error)
	// UpdateWorkspace changes what the patch names.
	UpdateWorkspace(ctx context.Context, id string, p Patch, at time.Time, e event.Event) error
}
