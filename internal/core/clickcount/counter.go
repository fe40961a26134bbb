// Package counter keeps the figures shown on links (clickCount,
// lastClickedAt) in step with the click store. The click store is right by
// definition; the records hold a copy, so that lists can be sorted by it.
package clickcount

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

const (
	every = 500 * time.Millisecond // between two rounds of copying
	page  = 1000                   // links looked at in one go
)

// Source counts clicks.
type Source interface {
	// LinkCounts counts links of a workspace over all time; links without
	// clicks are absent.
	LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error)
}

// Clicks is how often a link was clicked by humans, all told.
type Clicks struct {
	LinkID        string
	Clicks        int64
	LastClickedAt time.Time
}

// Shown is what the records say of a link's clicks.
type Shown struct {
	WorkspaceID string
	Clicks
}

// Store keeps the copy.
type Store interface {
	// ShownClicks returns up to limit links with an id above after, by id.
	ShownClicks(ctx context.Context, after string, limit int) ([]Shown, error)
	// SetLinkClicks stores absolute figures.
	SetLinkClicks(ctx context.Context, figures []Clicks) error
}

// Keeper copies the figures of links that were clicked.
type Keeper struct {
	source Source
	store  Store
	log    *slog.Logger
	rounds *errlog.Reporter

	mu      sync.Mutex
	touched map[uint64]map[uint64]bool // links by workspace
}

// New returns a keeper. Run does its work.
func New(source Source, store Store, log *slog.Logger) *Keeper {
	return &Keeper{
		source: source, store: store, log: log, rounds: errlog.New(log, clock.System{}, "click count update"),
		touched: map[uint64]map[uint64]bool{},
	}
}

// Watch returns a sink that passes batches on and notes whose figures they
// change.
func (k *Keeper) Watch(sink click.Sink) click.Sink { return watched{Sink: sink, keeper: k} }

type watched struct {
	click.Sink
	keeper *Keeper
}

// Append stores the batch, then notes its links.
func (w watched) Append(ctx context.Context, batch click.Batch) error {
	if err := w.Sink.Append(ctx, batch); err != nil {
		return err
	}
	w.keeper.note(batch.Clicks)
	return nil
}

func (k *Keeper) note(clicks []click.Click) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range clicks {
		if clicks[i].LinkID != 0 && clicks[i].Bot == "" {
			k.add(clicks[i].WorkspaceID, clicks[i].LinkID)
		}
	}
}

func (k *Keeper) add(workspaceID, linkID uint64) {
	links := k.touched[workspaceID]
	if links == nil {
		links = map[uint64]bool{}
		k.touched[workspaceID] = links
	}
	links[linkID] = true
}

// Run first compares every link, because an earlier process may have died
// between a batch and its figures, then copies what changes until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	if err := k.Reconcile(ctx); err != nil && ctx.Err() == nil {
		k.log.ErrorContext(ctx, "the click counts of links were not compared with the click store", "error", err)
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			k.round(ctx)
		}
	}
}

// round copies the figures of the links touched since the last one. What
// fails is tried again in the next.
func (k *Keeper) round(ctx context.Context) {
	taken := k.take()
	if len(taken) == 0 {
		return
	}
	var failed error
	for workspaceID, links := range taken {
		err := k.copy(ctx, workspaceID, links)
		if err == nil {
			continue
		}
		failed = err
		k.mu.Lock()
		for _, id := range links {
			k.add(workspaceID, id)
		}
		k.mu.Unlock()
	}
	if ctx.Err() == nil {
		k.rounds.Report(ctx, failed)
	}
}

func (k *Keeper) take() map[uint64][]uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	taken := make(map[uint64][]uint64, len(k.touched))
	for workspaceID, links := range k.touched {
		for id := range links {
			taken[workspaceID] = append(taken[workspaceID], id)
		}
	}
	clear(k.touched)
	return taken
}

func (k *Keeper) copy(ctx context.Context, workspaceID uint64, links []uint64) error {
	counts, err := k.source.LinkCounts(ctx, workspaceID, links)
	if err != nil {
		return fmt.Errorf("count clicks: %w", err)
	}
	figures := make([]Clicks, 0, len(links))
	for _, id := range links {
		c := counts[id]
		figures = append(figures, Clicks{LinkID: ident.Text(ident.Link, id), Clicks: c.Clicks, LastClickedAt: c.LastClickedAt})
	}
	return k.store.SetLinkClicks(ctx, figures)
}

// Refresh copies the figures of one link now, and once more in the next round:
// a round that is under way may have counted before.
func (k *Keeper) Refresh(ctx context.Context, workspaceID, linkID uint64) error {
	err := k.copy(ctx, workspaceID, []uint64{linkID})
	k.mu.Lock()
	defer k.mu.Unlock()
	k.add(workspaceID, linkID)
	return err
}

// Reconcile notes every link whose figures are not the click store's, for the
// next round.
func (k *Keeper) Reconcile(ctx context.Context) error {
	after := ""
	for {
		shown, err := k.store.ShownClicks(ctx, after, page)
		if err != nil {
			return err
		}
		if err := k.compare(ctx, shown); err != nil {
			return err
		}
		if len(shown) < page {
			return nil
		}
		after = shown[len(shown)-1].LinkID
	}
}

func (k *Keeper) compare(ctx context.Context, shown []Shown) error {
	byWorkspace := map[string][]uint64{}
	for _, s := range shown {
		if n, ok := ident.Number(s.LinkID); ok {
			byWorkspace[s.WorkspaceID] = append(byWorkspace[s.WorkspaceID], n)
		}
	}
	counted := map[uint64]analytics.LinkCount{}
	for workspaceID, links := range byWorkspace {
		n, _ := ident.Number(workspaceID)
		counts, err := k.source.LinkCounts(ctx, n, links)
		if err != nil {
			return fmt.Errorf("count clicks: %w", err)
		}
		for id, c := range counts {
			counted[id] = c
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range shown {
		workspaceID, _ := ident.Number(s.WorkspaceID)
		id, _ := ident.Number(s.LinkID)
		if c := counted[id]; c.Clicks != s.Clicks.Clicks || !c.LastClickedAt.Equal(s.LastClickedAt) {
			k.add(workspaceID, id)
		}
	}
	return nil
}
