package notify

import (
	"context"
	"time"
)

// Store is the record store of notifications.
type Store interface {
	// InsertNotifications stores and returns the notifications whose topic is new
	// to their user, and in the same transaction the tasks of their mails, as far
	// as the users' preferences allow. It deletes the users' notifications older
	// than forget.
	InsertNotifications(ctx context.Context, all []Notification, forget time.Time) ([]Notification, error)
	// Notifications returns one page of the user's notifications of that workspace
	// and of no workspace, newest first.
	Notifications(ctx context.Context, userID, workspaceID string, f Filter) (Page, error)
	// MarkNotificationsRead marks those ids of the user as read, or all that
	// Notifications returns when ids is empty.
	MarkNotificationsRead(ctx context.Context, userID, workspaceID string, ids []string, at time.Time) error
	// UnreadNotifications counts the unread ones among those of Notifications.
	UnreadNotifications(ctx context.Context, userID, workspaceID string) (int, error)
	// Managers returns the ids of the workspace's owners and admins.
	Managers(ctx context.Context, workspaceID string) ([]string, error)
	// OpenShares counts the shared pages that are open at a time in the
	// workspaces of which the user is an owner or admin.
	OpenShares(ctx context.Context, userID string, at time.Time) (int, error)

	// NotificationPreferences returns the channels that a user chose, by category.
	NotificationPreferences(ctx context.Context, userID string) (map[Category]Channels, error)
	// ChangeNotificationPreference applies edit to the channels of a user for a
	// category, or to their default, and stores the result. edit may run several times.
	ChangeNotificationPreference(ctx context.Context, userID string, of Settings, edit func(*Channels)) (Channels, error)
	// UndigestedNotifications returns the notifications of a user in a workspace
	// that wait for a daily summary, oldest first.
	UndigestedNotifications(ctx context.Context, userID, workspaceID string) ([]Notification, error)
	// MarkDigested ends the wait of those that were created until a time.
	MarkDigested(ctx context.Context, userID, workspaceID string, until time.Time) error
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
