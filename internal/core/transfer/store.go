package transfer

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// AliasKey is an alias as a domain compares it (routing.FoldAlias).
type AliasKey struct {
	DomainID, Folded string
}

// AliasOwner is the link that an alias belongs to.
type AliasOwner struct {
	LinkID, WorkspaceID string
	Deleted             bool // the alias is a tombstone
}

// Opening is the clicks that a link brought along.
type Opening struct {
	LinkID  string
	Clicks  int64                // all of them
	History clickhistory.History // of those whose days are known; none: those that are stored stay
}

// Batch is what one step of an import changes.
type Batch struct {
	WorkspaceID string
	Limit       int // of the workspace's links; 0: any number
	New         []link.Write
	Changed     []link.Write // with the next version of each; one that has another is a Conflict
	Openings    []Opening    // absolute figures
	FetchTitles bool         // those of New without a title get that of their page
	// Event is one event for the whole batch, on which nodes evict its aliases.
	Event event.Event
	Step  job.Step

	aliases map[string][]string // of New and Changed, by domain
}

// imported returns the payload of Event.
func (b Batch) imported() event.Import {
	return event.Import{Aliases: b.aliases, Created: len(b.New), Updated: len(b.Changed)}
}

// Store is the record store of imports.
type Store interface {
	job.StepStore // of steps without a batch

	// AliasOwners returns the owners of the aliases that are taken. An alias that
	// overlaps with one of another workspace belongs to that alias's link.
	AliasOwners(ctx context.Context, workspaceID string, keys []AliasKey) (map[AliasKey]AliasOwner, error)
	// LinksByExternalID returns the ids of the workspace's links that are not deleted and
	// have one of these external ids, by external id.
	LinksByExternalID(ctx context.Context, workspaceID string, ids []string) (map[string]string, error)
	// DatedClicks returns the numbers of imported clicks of links whose days are known, by
	// link.
	DatedClicks(ctx context.Context, linkIDs []string) (map[string]int64, error)
	// ImportBatch stores a batch and its step in one transaction. It returns
	// job.ErrLost if the lease is lost, and Conflict if an alias or an external id was taken, a link
	// was changed or the limit of the plan was reached since the batch was planned.
	// It creates missing tags.
	ImportBatch(ctx context.Context, b Batch) error
	// Links returns one page, which may be larger than a page of the API.
	Links(ctx context.Context, v access.View, f link.Filter) (link.Page, error)
	// LinksByID returns the existing links of ids, in any order.
	LinksByID(ctx context.Context, v access.View, ids []string, deleted bool) ([]*link.Link, error)
}
