package clickcount

import (
	"context"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Clicks is the counter of one link: its human clicks and when the last was.
type Clicks struct {
	LinkID        string
	WorkspaceID   string // of the link; empty: the store reads it from the link for a new counter
	Clicks        int64
	LastClickedAt time.Time
}

// Batch is what stored clicks add to counters. Source and Through identify it.
type Batch struct {
	Source  string // identity of the embedded click store that has the clicks, or of the journal they are from
	Through uint64 // the journal's position that they reach
	Added   []Clicks
	// Forwarded are clicks of the batch that are stored for webhooks in the same
	// transaction, so that each is sent once and none is lost, too.
	Forwarded []Forwarded
	// Watched are the workspaces whose links' first clicks are stored in the same
	// transaction; empty: none.
	Watched map[string]bool
	At      time.Time // when the batch was made
}

// Forwarded are the clicks of a workspace that webhooks get.
type Forwarded struct {
	WorkspaceID uint64
	Clicks      []click.Click
	Omitted     int // further clicks, beyond MaxForwarded
}

// Registration is what a node knows of a click store at its start.
type Registration struct {
	Source   string // as for Batch
	Embedded bool   // the click store is beside the journal, and not shared
	Stored   uint64 // the position of the click store
	// Start and Last are the positions before the first and after the last record of the
	// journal.
	Start, Last uint64
}

// Correction is a counter that differed from a click store that nodes share.
type Correction struct {
	Clicks       // as the click store counts them
	Shown  int64 // the counter when it was compared
	// Lower says that the counter is too high: more than the click store has counted
	// twice. It is set if it is still Shown. Otherwise it is raised to Clicks at the least.
	Lower bool
}

// ClickStore is the click store of this node.
type ClickStore interface {
	// Source returns the identity of the store's data, which is made with it.
	Source(ctx context.Context) (string, error)
	// Position returns the position that the last batch of a source reached.
	Position(ctx context.Context, source string) (uint64, error)
	// LinkCounts counts links of a workspace over all time; links without
	// clicks are absent.
	LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error)
}

// Store holds the counters. One method is one transaction.
type Store interface {
	// RegisterSource makes a click store known and returns the position up to which its
	// clicks are counted. A click store without some of the counted clicks loses the role
	// of the sole source, so that no counter is lowered: it is new and empty, and there are
	// counters, or it is behind them and the journal does not have the difference.
	RegisterSource(ctx context.Context, r Registration) (counted uint64, err error)
	// SoleSource reports whether every counted click came from that source.
	SoleSource(ctx context.Context, source string) (bool, error)
	// AddClicks adds a batch to the counters, unless its source has reached the
	// batch's position before.
	AddClicks(ctx context.Context, b Batch) error
	// SubtractClicks subtracts from counters, to 0 at the least.
	SubtractClicks(ctx context.Context, removed []Clicks) error
	// CorrectClicks sets counters and returns how many were different; none
	// unless the source is the sole one.
	CorrectClicks(ctx context.Context, source string, counters []Clicks) (int64, error)
	// RepairClicks applies corrections and returns how many counters it changed. It
	// lowers none while a click store that is not shared has added to the counters.
	// Two nodes may do this at the same time.
	RepairClicks(ctx context.Context, corrections []Correction) (int64, error)
	// LinkClicks returns the counters of up to limit links with an id above
	// after, by id; of one workspace unless workspaceID is empty. Deleted links
	// are left out.
	LinkClicks(ctx context.Context, workspaceID, after string, limit int) ([]Clicks, error)
}
