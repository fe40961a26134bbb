package link

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Store stores links of one workspace. A change and its event are stored in one
// transaction. Links outside of a view do not exist for the methods that take one. The
// methods that take several writes return an error for each, in their order; their last
// result is a failure of the call as a whole.
type Store interface {
	// Link returns one link, or NotFound.
	Link(ctx context.Context, v access.View, id string) (*Link, error)
	// LinksByID returns those of the links that exist, in any order. With deleted
	// it returns deleted links instead of the others.
	LinksByID(ctx context.Context, v access.View, ids []string, deleted bool) ([]*Link, error)
	// LinkByAlias returns the link with a folded alias (routing.FoldAlias), or NotFound.
	LinkByAlias(ctx context.Context, v access.View, domainID, folded string) (*Link, error)
	// Links returns one page, newest first unless the filter has another order.
	Links(ctx context.Context, v access.View, f Filter) (Page, error)
	// AliasObstacle returns what prevents the workspace from creating a folded alias.
	AliasObstacle(ctx context.Context, workspaceID, domainID, folded string) (Obstacle, error)
	// LinkIDsOnDomain returns up to limit links, deleted ones included, that have
	// aliases on a domain.
	LinkIDsOnDomain(ctx context.Context, workspaceID, domainID string, limit int) ([]string, error)
	// CountLinks returns how many links the workspace has, archived ones included.
	CountLinks(ctx context.Context, workspaceID string) (int, error)

	// CountLinksByStatus counts links by their status at a moment, in one
	// statement.
	CountLinksByStatus(ctx context.Context, v access.View, at time.Time) (StatusCounts, error)
	// ImportedClicks returns the sum of OpeningClicks of links, deleted ones included.
	ImportedClicks(ctx context.Context, v access.View) (int64, error)

	// InsertLinks stores new links with their aliases and creates missing tags.
	// Faults: Conflict at "alias" if it is taken on the domain, by a tombstone
	// too, or overlaps with one of another workspace (CoveringAliases), and ErrExternalID; LimitReached if the
	// workspace would have more than limit links (0: no limit); Invalid at
	// "folderId" if it has no such folder.
	InsertLinks(ctx context.Context, workspaceID string, limit int, writes []Write) ([]error, error)
	// ChangeLinks applies edit to those of the links that the view has, and stores the
	// results with the events of edit. It leaves UsedClicks to the redirect, but
	// resets it when a limit is set for the first time. edit may run several times,
	// and must not use the store. The first change of a link also stores its FirstVersion if it has
	// UnstoredBytes, as do DeleteLinks. Faults: NotFound, those of edit, and of InsertLinks.
	// It returns a result for each id.
	ChangeLinks(ctx context.Context, v access.View, ids []string, edit func(*Link) ([]event.Event, error)) ([]Result, error)
	// DeleteLinks deletes links. Their aliases become tombstones.
	DeleteLinks(ctx context.Context, workspaceID string, writes []Write) ([]error, error)
	// RestoreLinks restores deleted links within limit, as InsertLinks.
	RestoreLinks(ctx context.Context, workspaceID string, limit int, writes []Write) ([]error, error)

	// EventsOf returns the events of a link of some kinds, newest first.
	EventsOf(ctx context.Context, workspaceID, linkID string, limit int, kinds ...event.Kind) ([]event.Event, error)
	// ActorNames returns the names of the users and API keys that exist, by id.
	ActorNames(ctx context.Context, ids []string) (map[string]string, error)
	// StoredBytes returns the size of all versions of the workspace's links,
	// including those of deleted links and first versions without an event, and of its
	// images.
	StoredBytes(ctx context.Context, workspaceID string) (int64, error)
	// StepsIn returns the events of links of the view of the given kinds in [start, end), newest first,
	// at most limit, each with the data of the previous event of its subject. An
	// empty subjects selects all.
	StepsIn(
		ctx context.Context,
		v access.View,
		kinds []event.Kind,
		subjects []string,
		start, end time.Time,
		limit int,
	) ([]event.Step, error)

	// Tombstones returns one page, the latest deletion first. search applies as in
	// Filter.
	Tombstones(ctx context.Context, v access.View, search string, limit int, cursor string) (TombstonePage, error)
	// FreeAliases removes folded aliases from a deleted link; w.Link has the rest.
	// It is NotFound if the link is not deleted or does not have one of them.
	FreeAliases(ctx context.Context, workspaceID string, w Write, folded []string) error
	// CountTombstones returns how many aliases of the workspace's deleted links are
	// taken on domains that several workspaces share.
	CountTombstones(ctx context.Context, workspaceID string) (int, error)
}

// Write is the next version of a link with its event, which Builder.WriteUnstored omits.
type Write struct {
	Link  *Link
	Event event.Event
}

// Sort is the order of a list of links.
type Sort string

// The orders. Links that are equal are sorted by id, those without clicks by their age
// before, so that paging neither repeats nor skips any.
const (
	ByCreatedAt     Sort = "createdAt"
	ByAlias         Sort = "alias"
	ByClickCount    Sort = "clickCount"
	ByLastClickedAt Sort = "lastClickedAt"
)

// Filter selects and orders links. The zero value is the first 50 links, newest
// first, archived ones included.
type Filter struct {
	Search    string   // in alias, destination, title and comments, ignoring case; or a short URL of this install
	Alias     string   // folded, as a whole; List sets it for a short URL in Search
	Domain    string   // host
	Tags      []string // any of them
	FolderID  string
	Statuses  []Status // any of them
	CreatedBy string
	ImportID  string // the import that created them
	// URL is the destination and ExternalID the external id, as they are stored.
	URL, ExternalID string
	Narrowed
	Sort      Sort
	Ascending bool
	Limit     int // 1–100; 0 means 50
	Cursor    string
	Offset    int       // how many links are passed over, instead of a Cursor
	CountAll  bool      // Total is exact, which may take a second: for jobs
	Now       time.Time // for Statuses
}

// Narrowed excludes links from those that a Filter selects.
type Narrowed struct {
	AllTags bool // the links have all Tags, not any of them
	// WithoutTags excludes the links with any of them; with WithoutAllTags, those with all of them.
	WithoutTags                []string
	WithoutAllTags             bool
	CreatedFrom, CreatedBefore time.Time // of the creation, the latter exclusive; zero: any
	Unspent, Unended           bool      // without the links whose MaxClicks are used up, or whose ExpiresAt is past
}

// narrows reports whether any link may be excluded.
func (n *Narrowed) narrows() bool {
	return n.AllTags || len(n.WithoutTags) > 0 || !n.CreatedFrom.IsZero() || !n.CreatedBefore.IsZero() || n.Unspent || n.Unended
}

// CountedTotal is up to which number the links of a list are counted when no counter has
// their number, as that of the links which a search finds.
const CountedTotal = 10_000

// ComparedTotal is the most links whose texts a search compares: words of fewer than three
// letters have no index. A search of more is Invalid at "search".
const ComparedTotal = 2_000_000

// Selects reports whether the filter selects at all, which the zero value does not.
func (f Filter) Selects() bool {
	f.Search = strings.TrimSpace(f.Search)
	return f.SelectsMore() || f.Domain != "" || len(f.Tags) > 0 || f.FolderID != "" || len(f.Statuses) > 0
}

// SelectsMore reports whether the filter selects by more than statuses, a folder, a domain
// and tags.
func (f Filter) SelectsMore() bool {
	return f.Search != "" || f.Alias != "" || f.CreatedBy != "" || f.ImportID != "" || f.URL != "" || f.ExternalID != "" || f.narrows()
}

// Page is one page of links. NextCursor is empty on the last page.
type Page struct {
	Links      []Link
	NextCursor string
	Total      int
	AtLeast    bool // there are more than Total
}
