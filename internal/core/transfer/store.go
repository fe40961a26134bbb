package transfer

import (
	"context"

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
	LinkID string
	Clicks int64
}

// Batch is what one step of an import changes.
type Batch struct {
	WorkspaceID string
	Limit       int // of the workspace's links; 0: any number
	New         []link.Write
	Changed     []link.Write // as link.Writer's UpdateLinks
	Openings    []Opening    // of links that are there; absolute figures
	// Event stands for all of them: every node evicts their aliases.
	Event event.Event
	Step  job.Step

	aliases map[string][]string // of New and Changed, by domain
}

// imported returns the payload of Event.
func (b Batch) imported() event.Import {
	return event.Import{Aliases: b.aliases, Created: len(b.New), Updated: len(b.Changed)}
}

// Store is what imports need of the records.
type Store interface {
	// AliasOwners returns whose the aliases are; free ones are absent. One that
	// lies below another workspace's wildcard, or is a wildcard above another
	// workspace's alias, belongs to that alias's link.
	AliasOwners(ctx context.Context, workspaceID string, keys []AliasKey) (map[AliasKey]AliasOwner, error)
	// ImportBatch stores a batch and its step in one transaction, or nothing:
	// job.ErrLost when the job is another's, Conflict when an alias was taken, a
	// link was changed or the plan was filled since the batch was made. Missing
	// tags are made.
	ImportBatch(ctx context.Context, b Batch) error
	// StepJob stores a step that changes nothing else, or is job.ErrLost.
	StepJob(ctx context.Context, st job.Step) error
	// Links returns one page; here a page may hold more than the API's.
	Links(ctx context.Context, workspaceID string, f link.Filter) (link.Page, error)
	// LinksByID returns those of the links that are there, in any order.
	LinksByID(ctx context.Context, workspaceID string, ids []string, deleted bool) ([]*link.Link, error)
}
