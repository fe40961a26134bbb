package notify

import (
	"context"
	"time"
)

// Store keeps notifications.
type Store interface {
	// InsertNotifications stores those whose topic their user has not been
	// told of, leaves out the others, and returns those it stored. It also removes the users' ones
	// that are older than forget.
	InsertNotifications(ctx context.Context, all []Notification, forget time.Time) ([]Notification, error)
	// Notifications returns one page of what concerns the user, in that
	// workspace or whatever the workspace, newest first.
	Notifications(ctx context.Context, userID, workspaceID string, f Filter) (Page, error)
	// MarkNotificationsRead marks those ids of the user, or all that they see
	// in the workspace when ids is empty. What is read stays as it is.
	MarkNotificationsRead(ctx context.Context, userID, workspaceID string, ids []string, at time.Time) error
	// UnreadNotifications counts what the user sees in the workspace and has
	// not read.
	UnreadNotifications(ctx context.Context, userID, workspaceID string) (int, error)
	// Managers returns the users who may change the workspace's package: its
	// owners and admins.
	Managers(ctx context.Context, workspaceID string) ([]string, error)
	// OpenShares counts the shared pages that can be seen at a moment in the
	// workspaces of which the user is an owner or admin.
	OpenShares(ctx context.Context, userID string, at time.Time) (int, error)
}

// Filter chooses a page.
type Filter struct {
	Limit  int    // 1–100; 0 means 50
	Cursor string // NextCursor of the page before
}

// Page is a part of the list. NextCursor is empty on the last page.
type Page struct {
	Items      []Notification
	NextCursor string
	Total      int
	Unread     int // in all parts together
}
