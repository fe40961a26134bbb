package alert

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/receivers"
	"linnet/internal/core/workspace"
)

// Store is the record store of alerts. Each method is one transaction, which includes the
// events of the change.
type Store interface {
	// InsertAlert stores a new alert. LimitReached: the workspace has limit already.
	InsertAlert(ctx context.Context, a Alert, limit int, e event.Event) error
	// Alerts returns the alerts of a workspace, oldest first.
	Alerts(ctx context.Context, workspaceID string) ([]Alert, error)
	// Alert returns an alert of a workspace, or NotFound.
	Alert(ctx context.Context, workspaceID, id string) (Alert, error)
	// ChangeAlert applies edit to an alert and stores the result with the events of edit.
	// edit may run several times, and must not use the store.
	ChangeAlert(ctx context.Context, workspaceID, id string, edit func(*Alert) ([]event.Event, error)) (Alert, error)
	// DeleteAlert deletes an alert, or returns NotFound.
	DeleteAlert(ctx context.Context, workspaceID, id string, e event.Event) error
	// DueAlerts returns at most limit alerts that are due at a time, the longest due first,
	// without those of suspended and deleted workspaces.
	DueAlerts(ctx context.Context, at time.Time, limit int) ([]Alert, error)
	// AdvanceAlert stores the next check of an alert and, unless raised is nil, that it was
	// raised. It does nothing if the alert was changed, checked or paused since it was read.
	// It reports whether it stored them.
	AdvanceAlert(ctx context.Context, read, next Alert, raised *Raised) (bool, error)

	WatchedStore
	// WaitingFirstClicks returns links with a first click that are not raised yet, by
	// workspace: at most limit of each, the oldest first.
	WaitingFirstClicks(ctx context.Context, limit int) (map[string][]string, error)
	// RaiseFirstClicks deletes first clicks of links of a workspace and stores that alerts
	// were raised. It does nothing if another node has deleted one of them. It reports
	// whether it stored them.
	RaiseFirstClicks(ctx context.Context, workspaceID string, linkIDs []string, raised []Raised) (bool, error)

	// Workspace returns a workspace, or NotFound.
	Workspace(ctx context.Context, id string) (workspace.Workspace, error)
	receivers.Members
}

// Reports reports the clicks of a workspace.
type Reports interface {
	// PinFilters replaces names by ids, see analytics.Service.
	PinFilters(ctx context.Context, actor access.Actor, filters []analytics.Filter) ([]analytics.Filter, error)
	receivers.Labeler
	Report(ctx context.Context, actor access.Actor, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
}
