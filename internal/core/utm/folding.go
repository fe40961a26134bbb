package utm

import (
	"context"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
)

const (
	foldingValid   = time.Minute     // after a change, clicks are counted as before for that long
	foldingRetry   = 5 * time.Second // after the records were unavailable
	foldingTimeout = 2 * time.Second // of a read
	maxFoldings    = 50_000          // workspaces
)

// Folding caches which workspaces count the case of campaign values as one. It is not safe
// for concurrent use.
type Folding struct {
	store Store
	clock clock.Clock
	known map[uint64]folding // by the number of the workspace
}

type folding struct {
	folds bool
	until time.Time
}

// NewFolding returns an empty Folding over store.
func NewFolding(store Store, clock clock.Clock) *Folding {
	return &Folding{store: store, clock: clock, known: make(map[uint64]folding)}
}

// Folds reports whether a workspace, by the number of its id, counts the case of campaign
// values as one. While the records are unavailable it is the last answer, at first false.
func (f *Folding) Folds(ctx context.Context, workspace uint64) bool {
	now := f.clock.Now()
	known, ok := f.known[workspace]
	if ok && now.Before(known.until) {
		return known.folds
	}
	ctx, cancel := context.WithTimeout(ctx, foldingTimeout)
	defer cancel()
	conventions, err := f.store.UTMConventions(ctx, ident.Text(ident.Workspace, workspace))
	if err != nil {
		known.until = now.Add(foldingRetry)
	} else {
		known = folding{conventions.FoldCase, now.Add(foldingValid)}
	}
	if len(f.known) >= maxFoldings {
		clear(f.known)
	}
	f.known[workspace] = known
	return known.folds
}
