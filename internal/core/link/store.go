package link

import (
	"context"
	"time"

	"linnet/internal/core/event"
)

// Store keeps links. The change of a link and the event that tells of it are
// stored together or not at all.
type Store interface {
	Reader
	Writer
	Chronicle
	Graveyard
}

// Write is a link as it is to be, and the event that tells of it.
type Write struct {
	Link  *Link
	Event event.Event
}

// Writer changes links of one workspace. Each write has a result of its own, in
// the order of the writes: nil, or the fault that kept just this one from being
// stored. The last error is of all that have no result yet.
type Writer interface {
	// InsertLinks stores new links with their aliases; missing tags are made.
	// Faults: Conflict at "alias" when that is taken on the domain, or overlaps
	// with a wildcard of another workspace, tombstones included; LimitReached when the workspace would hold more than limit
	// links (0: any number); Invalid at "folderId" when it has no such folder.
	// There is no check before: the store decides.
	InsertLinks(ctx context.Context, workspaceID string, limit int, writes []Write) ([]error, error)
	// UpdateLinks stores links whose kept version is still Version-1, else
	// PreconditionFailed. UsedClicks is the redirect's to count and is left
	// alone, except that it starts anew when a limit is set where none was.
	UpdateLinks(ctx context.Context, workspaceID string, writes []Write) ([]error, error)
	// DeleteLinks removes links; their aliases become tombstones.
	DeleteLinks(ctx context.Context, workspaceID string, writes []Write) ([]error, error)
	// RestoreLinks brings deleted links back, within limit as InsertLinks.
	RestoreLinks(ctx context.Context, workspaceID string, limit int, writes []Write) ([]error, error)
}

// Reader reads links of one workspace.
type Reader interface {
	// Link returns one link, or NotFound.
	Link(ctx context.Context, workspaceID, id string) (*Link, error)
	// LinksByID returns those of the links that are there, in any order; with
	// deleted, those that were deleted.
	LinksByID(ctx context.Context, workspaceID string, ids []string, deleted bool) ([]*Link, error)
	// LinkByAlias returns the link behind a folded alias (routing.FoldAlias), or NotFound.
	LinkByAlias(ctx context.Context, workspaceID, domainID, folded string) (*Link, error)
	// Links returns one page, newest first unless the filter sorts otherwise.
	Links(ctx context.Context, workspaceID string, f Filter) (Page, error)
	// AliasObstacle returns what keeps the workspace from taking a folded alias:
	// the alias itself when it is in use or a tombstone, else an alias of another
	// workspace that it lies below (a wildcard) or would cover; "" for nothing.
	AliasObstacle(ctx context.Context, workspaceID, domainID, folded string) (string, error)
	// CountLinks returns how many links the workspace holds, archived included.
	CountLinks(ctx context.Context, workspaceID string) (int, error)
	// EventsOf returns what happened to a link, newest first.
	EventsOf(ctx context.Context, workspaceID, linkID string, limit int) ([]event.Event, error)
	// UserNames returns the full names of those users that there are, by id.
	UserNames(ctx context.Context, userIDs []string) (map[string]string, error)
}

// Sort is what a list of links is ordered by.
type Sort string

// The orders (spec: api.md). Ties are broken by id, so that a page never
// repeats or loses a link.
const (
	ByCreatedAt     Sort = "createdAt"
	ByAlias         Sort = "alias"
	ByClickCount    Sort = "clickCount"
	ByLastClickedAt Sort = "lastClickedAt"
)

// Filter chooses and orders links. The zero value is the first 50, newest
// first, archived ones included.
type Filter struct {
	Search    string   // in alias, destination, title and comments, whatever the case
	Domain    string   // host
	Tags      []string // any of them
	FolderID  string
	Statuses  []Status // any of them
	CreatedBy string
	ImportID  string // the import that made them
	Sort      Sort
	Ascending bool
	Limit     int // 1–100; 0 means 50
	Cursor    string
	Page      int       // which page, from 1 on, instead of a Cursor; 0: the first
	Now       time.Time // what Statuses are judged at
}

// Page is a part of a list. NextCursor is empty on the last page.
type Page struct {
	Links      []Link
	NextCursor string
	Total      int
}
