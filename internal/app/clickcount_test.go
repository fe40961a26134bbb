package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// countingNode is a node's click store and counter.
type countingNode struct {
	t       *testing.T
	clicks  *duckdb.Store
	counter *clickcount.Counter
	path    string
	ids     click.IDs
}

func newCountingNode(t *testing.T, records *records.Store, path string) *countingNode {
	t.Helper()
	store, err := duckdb.Open(t.Context(), path, duckdb.Options{MemoryMB: 128})
	if err != nil {
		t.Fatal(err)
	}
	n := &countingNode{t: t, clicks: store, path: path}
	n.counter = clickcount.New(clickcount.Deps{
		Clicks: store, Store: records, Clock: clock.NewManual(testkit.Day()), Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() { _ = store.Close() })
	return n
}

func (n *countingNode) close() {
	n.t.Helper()
	if err := n.clicks.Close(); err != nil {
		n.t.Fatal(err)
	}
}

// click stores a number of clicks on a link.
func (n *countingNode) click(a access.Actor, linkID string, clicks int) {
	n.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	l, _ := ident.Number(linkID)
	at, err := n.clicks.Position(n.t.Context(), "")
	if err != nil {
		n.t.Fatal(err)
	}
	batch := click.Batch{Through: at + 1}
	for range clicks {
		id, when := n.ids.New(testkit.Day())
		batch.Clicks = append(batch.Clicks, click.Click{ID: id, At: when, WorkspaceID: w, LinkID: l, Outcome: visitor.Redirected, Visitor: 1})
	}
	if err := n.counter.Watch(n.clicks).Append(n.t.Context(), batch); err != nil {
		n.t.Fatal(err)
	}
}

func (n *countingNode) flush() {
	n.t.Helper()
	if err := n.counter.Flush(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

func (n *countingNode) reconcile() {
	n.t.Helper()
	if err := n.counter.Reconcile(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

func newCountedLink(t *testing.T, records *records.Store) (owner access.Actor, linkID string, want func(int64)) {
	t.Helper()
	owner = testkit.Owner(t, records)
	clock := clock.NewManual(testkit.Day())
	links := link.New(link.Deps{Store: records, Domains: domain.New(domain.Deps{Store: records, Clock: clock}), Hasher: noLimit{}, Clock: clock}, testkit.Unguarded{})
	made, err := links.Create(t.Context(), owner, link.Draft{Settings: link.Settings{URL: "https://example.com/", Title: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	return owner, made.ID, func(clicks int64) {
		t.Helper()
		if l, err := links.Get(t.Context(), owner, made.ID); err != nil || l.ClickCount != clicks {
			t.Errorf("the link has %d clicks, %v; want %d", l.ClickCount, err, clicks)
		}
	}
}

func TestClickCounters_TwoNodes(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		owner, linkID, want := newCountedLink(t, records)
		first := newCountingNode(t, records, filepath.Join(t.TempDir(), "clicks.duckdb"))
		first.click(owner, linkID, 2)
		first.flush()
		second := newCountingNode(t, records, filepath.Join(t.TempDir(), "clicks.duckdb"))
		second.flush()
		second.reconcile()
		want(2)
		second.click(owner, linkID, 3)
		second.flush()
		first.reconcile()
		want(5)
		w, _ := ident.Number(owner.WorkspaceID)
		l, _ := ident.Number(linkID)
		err := second.counter.DeleteLink(t.Context(), owner.WorkspaceID, linkID, func(ctx context.Context) (int64, error) {
			return second.clicks.DeleteLink(ctx, w, l)
		})
		if err != nil {
			t.Fatal(err)
		}
		want(2)
	})
}

func TestClickCounters_EmptyClickStoreBesideEarlierCounters(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		_, linkID, want := newCountedLink(t, records)
		if err := records.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: linkID, Clicks: 7, LastClickedAt: testkit.Day()}}); err != nil {
			t.Fatal(err)
		}
		node := newCountingNode(t, records, filepath.Join(t.TempDir(), "clicks.duckdb"))
		node.flush()
		node.reconcile()
		want(7)
	})
}

func TestClickCounters_SurviveTheProcessBetweenClickStoreAndRecords(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		owner, linkID, want := newCountedLink(t, records)
		path := filepath.Join(t.TempDir(), "clicks.duckdb")
		node := newCountingNode(t, records, path)
		node.click(owner, linkID, 1)
		node.flush()
		node.click(owner, linkID, 4) // stored, and not flushed
		want(1)
		node.close()
		node = newCountingNode(t, records, path)
		node.reconcile()
		want(5)
	})
}

func TestRecords_AddClicksAppliesABatchOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		_, linkID, want := newCountedLink(t, records)
		batch := clickcount.Batch{
			Source: "src_a", Through: 100, Added: []clickcount.Clicks{{LinkID: linkID, Clicks: 2, LastClickedAt: testkit.Day()}},
		}
		if err := records.AddClicks(t.Context(), batch); err == nil {
			t.Error("a source that is not registered adds clicks")
		}
		if err := records.RegisterSource(t.Context(), "src_a", 0); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := records.AddClicks(t.Context(), batch); err != nil {
				t.Fatal(err)
			}
			want(2)
		}
		batch.Through = 200
		if err := records.AddClicks(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		want(4)
	})
}

// RepairClicks raises counters, lowers those that have not changed, and lowers none
// once a click store that is not shared has added clicks.
func TestClickCounters_RepairOfASharedClickStore(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		_, linkID, want := newCountedLink(t, records)
		repair := func(clicks, shown int64, lower bool, changes int64) {
			t.Helper()
			n, err := records.RepairClicks(t.Context(), []clickcount.Correction{{
				Clicks: clickcount.Clicks{LinkID: linkID, Clicks: clicks, LastClickedAt: testkit.Day()}, Shown: shown, Lower: lower,
			}})
			if err != nil || n != changes {
				t.Errorf("%d changes, %v; want %d", n, err, changes)
			}
		}
		if err := records.RegisterSource(t.Context(), ident.New(ident.Journal), 0); err != nil {
			t.Fatal(err)
		}
		repair(5, 0, false, 1)
		want(5)
		repair(4, 3, false, 0) // other nodes have counted more meanwhile
		want(5)
		repair(4, 6, true, 0) // it has changed
		want(5)
		repair(4, 5, true, 1)
		want(4)
		if err := records.RegisterSource(t.Context(), "src_embedded", 0); err != nil {
			t.Fatal(err)
		}
		repair(2, 4, true, 0)
		want(4)
		repair(6, 4, false, 1)
		want(6)
	})
}
