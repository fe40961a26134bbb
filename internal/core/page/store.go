package page

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/media"
)

// Store stores pages. A change, the links that it creates and its events are
// stored in one transaction.
type Store interface {
	// InsertPage stores a new page. Faults: Conflict at "handle" if the alias is
	// taken on the domain, LimitReached beyond w.Limit, and those of
	// link.Store.InsertLinks for the links, at "alias".
	InsertPage(ctx context.Context, w Write) error
	// ChangePage creates links, applies edit to a page and stores the result. edit may
	// run several times, and must not use the store. Faults: as InsertPage, and
	// NotFound.
	ChangePage(ctx context.Context, workspaceID, id string, links NewLinks, edit func(*Page) (Change, error)) (Page, error)
	// DeletePage deletes a page and frees its alias, or returns NotFound.
	DeletePage(ctx context.Context, workspaceID, id string, e event.Event) error
	// Page returns a page, or NotFound.
	Page(ctx context.Context, workspaceID, id string) (Page, error)
	// Pages returns one page of a list, the newest first.
	Pages(ctx context.Context, workspaceID string, f Filter) (List, error)
	// Revisions returns the history of a page, the newest first.
	Revisions(ctx context.Context, workspaceID, id string) ([]Revision, error)
	// RevisionContent returns the content of a revision, or NotFound.
	RevisionContent(ctx context.Context, workspaceID, id string, number int64) (Content, error)
	// PublishedPage returns a page with its published content. It is NotFound if
	// the page is not published, and Gone if its workspace is suspended or deleted.
	PublishedPage(ctx context.Context, id string) (Page, error)

	// AddResponse stores a response. An earlier response of the address to the form
	// is replaced. It is LimitReached beyond MaxResponses of the page.
	AddResponse(ctx context.Context, r Response) error
	// Responses returns one page of the responses, the newest first.
	Responses(ctx context.Context, f ResponseFilter) (ResponseList, error)
	// ResponseForms returns the forms of a page that have responses, that with the
	// latest response first, at most MaxForms.
	ResponseForms(ctx context.Context, pageID string) ([]FormUse, error)
	// ResponseCounts returns the number of responses of those of the pages that have
	// any, by page.
	ResponseCounts(ctx context.Context, workspaceID string, pageIDs []string) (map[string]int, error)
	// DeleteResponse deletes a response, or returns NotFound.
	DeleteResponse(ctx context.Context, pageID, id string, e event.Event) error
	// DeleteResponses deletes the responses to a form, or all of the page if blockID is
	// empty, and returns their number. Without any, it does not store the event.
	DeleteResponses(ctx context.Context, pageID, blockID string, e event.Event) (int, error)
	// Note stores an event.
	Note(ctx context.Context, e event.Event) error

	// PagesOnDomain returns the pages of a workspace on a domain.
	PagesOnDomain(ctx context.Context, workspaceID, domainID string) ([]Page, error)

	// TimeZone returns the IANA name of a workspace's time zone, or NotFound.
	TimeZone(ctx context.Context, workspaceID string) (string, error)

	// LinksByID returns those of the links that exist, or those that were deleted.
	LinksByID(ctx context.Context, v access.View, ids []string, deleted bool) ([]*link.Link, error)

	// MediaByID returns those of the images that the workspace has.
	MediaByID(ctx context.Context, workspaceID string, ids []string) ([]media.Media, error)
}

// Write is a new page to store.
type Write struct {
	Page   Page
	Events []event.Event
	Limit  int // the number of pages that the workspace may have; 0: no limit
	NewLinks
}

// NewLinks are links that are created with the page that refers to them.
type NewLinks struct {
	Links     []link.Write
	LinkLimit int // the number of links that the workspace may have; 0: no limit
}

// Change describes how a changed page is stored.
type Change struct {
	Events []event.Event
	// Merge replaces the stored revision instead of adding one to the history.
	Merge bool
}
