package workspace

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

// Bounds are how many workspaces a user may own.
type Bounds struct {
	Owned int // in all
	Free  int // on the free plan
}

// Store stores workspaces and memberships.
type Store interface {
	// Workspace returns one workspace, or NotFound.
	Workspace(ctx context.Context, id string) (Workspace, error)
	// Workspaces returns the workspaces of a user in the order of joining, without
	// deleted ones.
	Workspaces(ctx context.Context, userID string) ([]Workspace, error)
	// InsertWorkspace stores a new workspace with its owner. It is LimitReached
	// when the user owns as many workspaces as the bounds, deleted ones included.
	InsertWorkspace(ctx context.Context, w Workspace, ownerID string, b Bounds, e event.Event) error
	// DeleteWorkspace marks a workspace as deleted at the time of the event. It is
	// Conflict when the user has no other workspace.
	DeleteWorkspace(ctx context.Context, id, userID string, e event.Event) error
	// RestoreWorkspace restores a workspace that was deleted after a time, or
	// returns NotFound.
	RestoreWorkspace(ctx context.Context, id string, after time.Time, e event.Event) error
	// DeletedWorkspaces returns the workspaces that the user owns and that were
	// deleted after a time, the last deleted first.
	DeletedWorkspaces(ctx context.Context, userID string, after time.Time) ([]Workspace, error)

	// Membership returns the user's membership in the workspace; an empty
	// workspaceID stands for the user's first one that is not deleted, if possible
	// one that the session may open. An empty sessionID may open all. It returns
	// NotFound when there is no such membership, whether or not the workspace
	// exists.
	Membership(ctx context.Context, userID, sessionID, workspaceID string) (Membership, error)
	// FolderLimits returns the restricted folders of a workspace that are hidden
	// from a user or that the user may only read; nil if there are none.
	FolderLimits(ctx context.Context, workspaceID, userID string) (*access.FolderLimits, error)

	// Domain returns a domain of the workspace, deleted ones included, or the default
	// domain, or NotFound.
	Domain(ctx context.Context, workspaceID, id string) (domain.Domain, error)
	// ChangeWorkspace applies edit to a workspace at a time and stores its name, time
	// zone, retention and default domain with the events of edit. edit may run several
	// times, and must not use the store.
	ChangeWorkspace(ctx context.Context, id string, at time.Time, edit func(*Workspace) ([]event.Event, error)) (Workspace, error)

	// DeletedBefore returns the ids of up to limit workspaces that were deleted
	// before a time.
	DeletedBefore(ctx context.Context, before time.Time, limit int) ([]string, error)
	// PurgeWorkspace deletes the records of a workspace that is deleted, in several
	// transactions. A call that failed can be repeated.
	PurgeWorkspace(ctx context.Context, id string, e event.Event) error
}
