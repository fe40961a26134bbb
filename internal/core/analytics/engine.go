package analytics

import (
	"context"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// Engine is a click store: it stores the batches of the pipeline, answers queries
// about them and maintains itself. Its methods are safe for concurrent use. The
// suite in analyticstest describes what every engine returns.
type Engine interface {
	click.Sink
	Sourced
	Store
	Finder
	FileExporter
	Deleter
	Reclassifier
	Maintainer
}

// Sourced identifies the data of an engine.
type Sourced interface {
	// Source returns the identity of the stored clicks, which is assigned when the
	// storage is created.
	Source(ctx context.Context) (string, error)
}

// Store answers queries.
type Store interface {
	// Query answers all parts of a query from one snapshot of the data.
	Query(ctx context.Context, q Query) (Result, error)
	// Recent returns the latest clicks that match Start, End, Subject, AnyOutcome, Traffic,
	// Filters, Single and After of the query, newest first, then by descending id. They have neither
	// Visitor nor Agent.
	Recent(ctx context.Context, q Query, limit int) ([]click.Click, error)
	// First returns the time of the workspace's first click on a link or visit to a
	// bio page, or the zero time.
	First(ctx context.Context, workspaceID uint64) (time.Time, error)
	// LinkCounts counts the human clicks on links of a workspace (click.Click.Counts),
	// over all time.
	// Links without clicks are absent.
	LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]LinkCount, error)
	// SeriesByID counts the clicks on links with some ids in a dimension, which is Link or
	// QRCode, in each bucket of q.Series, between Start and End of the query and of
	// its Traffic. Its Filters are of Trigger and QRCode only. Ids without clicks
	// there are absent.
	SeriesByID(ctx context.Context, q Query, by Dimension, ids []uint64) (map[uint64][]int64, error)
}

// Finder finds single clicks.
type Finder interface {
	// Find returns a click on a link of the workspace, without Visitor and Agent,
	// or NotFound.
	Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error)
}

// FileExporter exports clicks to files.
type FileExporter interface {
	// Export writes the clicks that match Start, End, Subject, AnyOutcome, Traffic, Filters
	// and Single of the query to a file, oldest first, without visitors.
	Export(ctx context.Context, q Query, e Export) (File, error)
}

// Deleter deletes clicks.
type Deleter interface {
	// DeleteLink deletes the clicks of one link and returns their number.
	DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error)
	// DeleteBefore deletes the workspace's clicks before a time and returns their
	// number.
	DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error)
	// Newest returns the time of the latest click of any workspace, or the zero
	// time.
	Newest(ctx context.Context) (time.Time, error)
}

// Reclassifier applies new knowledge about user agents to stored clicks.
type Reclassifier interface {
	// Reclassify sets Bot of every click with a stored user agent to
	// click.Classify of what classify returns for the agent.
	Reclassify(ctx context.Context, classify func(agent string) visitor.BotReason) (click.Reclassified, error)
}

// Maintainer is the life cycle of an engine.
type Maintainer interface {
	// Compact optimizes how the clicks of days before now are stored. It changes
	// no result.
	Compact(ctx context.Context, now time.Time) error
	// Run calls Compact periodically until ctx ends.
	Run(ctx context.Context)
	// Probe reads stored clicks, and returns an error if that fails.
	Probe(ctx context.Context) error
	// Damage returns the reason why stored clicks are not readable, or nil. Other
	// methods then return fault.Unavailable.
	Damage() error
	// Reopen connects to the storage after its damage was repaired.
	Reopen(ctx context.Context) error
	// Snapshot copies the stored clicks to a file. Appends wait until it is
	// complete and while, which may be nil, has returned.
	Snapshot(ctx context.Context, target string, while func() error) (Inspection, error)
	// Close flushes and releases everything.
	Close() error
}

// Inspection describes a file of clicks.
type Inspection struct {
	Version  int    // of its schema; 0: an empty file
	Position uint64 // of the journal
	Clicks   int64
}
