package link

import (
	"context"
	"time"

	"linnet/internal/core/event"
)

// Store keeps links. One method is one transaction; the change and the event
// that tells of it are stored together or not at all.
type Store interface {
	// InsertLink stores a new link with its aliases. It returns a Conflict at
	// "alias" when one of them is taken on the domain, tombstones included, and
	// LimitReached when the workspace would then hold more than limit links
	// (0: no limit), and Invalid at "folderId" when the workspace has no such
	// folder. There is no check before: the store decides. Missing tags are made.
	InsertLink(ctx context.Context, l *Link, limit int, e event.Event) error
	// Link returns one link of the workspace, or NotFound.
	Link(ctx context.Context, workspaceID, id string) (*Link, error)
	// LinkByAlias returns the link behind a folded alias (FoldAlias), or NotFound.
	LinkByAlias(ctx context.Context, workspaceID, domainID, folded string) (*Link, error)
	// Links returns one page, newest first unless the filter sorts otherwise.
	Links(ctx context.Context, workspaceID string, f Filter) (Page, error)
	// UpdateLink stores l when the kept version is still l.Version-1, else
	// PreconditionFailed. UsedClicks is the redirect's to count and is left
	// alone, except that it starts anew when a limit is set where none was.
	UpdateLink(ctx context.Context, l *Link, e event.Event) error
	// DeleteLink removes the link and turns its aliases into tombstones.
	DeleteLink(ctx context.Context, workspaceID, id string, e event.Event) error
	// AliasTaken reports whether a folded alias is in use or a tombstone.
	AliasTaken(ctx context.Context, domainID, folded string) (bool, error)
	// CountLinks returns how many links the workspace holds, archived included.
	CountLinks(ctx context.Context, workspaceID string) (int, error)
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
	Sort      Sort
	Ascending bool
	Limit     int // 1–100; 0 means 50
	Cursor    string
	Now       time.Time // what Statuses are judged at
}

// Page is a part of a list. NextCursor is empty on the last page.
type Page struct {
	Links      []Link
	NextCursor string
	Total      int
}
