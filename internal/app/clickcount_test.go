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

	journalStart, journalEnd uint64
}

func newCountingNode(t *testing.T, records *records.Store, path string) *countingNode {
	t.Helper()
	store, err := duckdb.Open(t.Context(), path, duckdb.Options{MemoryMB: 128})
	if err != nil {
		t.Fatal(err)
	}
	n := &countingNode{t: t, clicks: store, path: path}
	n.counter = clickcount.New(clickcount.Deps{
		Clicks: store, Range: n, Store: records, Clock: clock.NewManual(testkit.Day()), Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() { _ = store.Close() })
	if _, err := n.counter.Watch(store).Position(t.Context(), ""); err != nil { // as the pipeline at its start
		t.Fatal(err)
	}
	return n
}

// Start and Last implement clickcount.JournalRange: the journal has all clicks of the store
// and, after its file was deleted, those until journalEnd.
func (n *countingNode) Start() uint64 { return n.journalStart }
func (n *countingNode) Last() uint64 {
	at, err := n.clicks.Position(n.t.Context(), "")
	if err != nil {
		n.t.Fatal(err)
	}
	return max(at, n.journalEnd)
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
		if _, err := records.RegisterSource(t.Context(), clickcount.Registration{Source: "src_a"}); err != nil {
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
		if _, err := records.RegisterSource(t.Context(), clickcount.Registration{Source: ident.New(ident.Journal)}); err != nil {
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
		if _, err := records.RegisterSource(t.Context(), clickcount.Registration{Source: "src_embedded"}); err != nil {
			t.Fatal(err)
		}
		repair(2, 4, true, 0)
		want(4)
		repair(6, 4, false, 1)
		want(6)
	})
}

// TestRecords_RegisterSourceKnowsWhatIsCounted covers the states of a click store and its
// journal at the start of a node.
func TestRecords_RegisterSourceKnowsWhatIsCounted(t *testing.T) {
	t.Parallel()
	const ours, other, journal = "src_ours", "src_other", "jrn_ours"
	for name, c := range map[string]struct {
		known   map[string]uint64 // positions of sources
		start   clickcount.Registration
		counted uint64
		sole    bool // the source afterwards
	}{
		"the first":                    {nil, clickcount.Registration{Source: ours, Embedded: true, Last: 50}, 0, true},
		"the first with clicks":        {nil, clickcount.Registration{Source: ours, Embedded: true, Stored: 30, Last: 50}, 30, true},
		"as before":                    {map[string]uint64{ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 40, Last: 50}, 40, true},
		"killed before counting":       {map[string]uint64{ours: 20}, clickcount.Registration{Source: ours, Embedded: true, Stored: 40, Last: 50}, 20, true},
		"behind, the journal has it":   {map[string]uint64{ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 20, Start: 10, Last: 50}, 40, true},
		"behind, the journal lacks it": {map[string]uint64{ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 20, Start: 30, Last: 50}, 40, false},
		"the journal begins again":     {map[string]uint64{ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 20, Start: 20, Last: 25}, 20, true},
		"the file was deleted":         {map[string]uint64{other: 40}, clickcount.Registration{Source: ours, Embedded: true, Start: 10, Last: 50}, 40, false},
		"a folder of another machine":  {map[string]uint64{other: 40}, clickcount.Registration{Source: ours, Embedded: true, Last: 5}, 0, false},
		"another node of a shared one": {map[string]uint64{"jrn_a": 40}, clickcount.Registration{Source: journal, Last: 50}, 0, false},
		"a shared one that was there":  {map[string]uint64{"jrn_a": 40, journal: 20}, clickcount.Registration{Source: journal, Stored: 30, Last: 50}, 20, false},
		"two click stores, one behind": {map[string]uint64{other: 90, ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 20, Start: 30, Last: 50}, 40, false},
		"the journal begins empty":     {map[string]uint64{ours: 40}, clickcount.Registration{Source: ours, Embedded: true, Stored: 40, Start: 40, Last: 40}, 40, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, records *records.Store) {
				for source, position := range c.known {
					if _, err := records.RegisterSource(t.Context(), clickcount.Registration{Source: source, Stored: position, Last: position}); err != nil {
						t.Fatal(err)
					}
				}
				counted, err := records.RegisterSource(t.Context(), c.start)
				if err != nil || counted != c.counted {
					t.Errorf("counted up to %d, %v; want %d", counted, err, c.counted)
				}
				if sole, err := records.SoleSource(t.Context(), c.start.Source); err != nil || sole != c.sole {
					t.Errorf("the sole source: %t, %v; want %t", sole, err, c.sole)
				}
			})
		})
	}
}

// TestRecords_RetainCountsPreventsLowerCounters is for a rebuild that lost clicks.
func TestRecords_RetainCountsPreventsLowerCounters(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		owner, linkID, want := newCountedLink(t, records)
		node := newCountingNode(t, records, filepath.Join(t.TempDir(), "clicks.duckdb"))
		node.click(owner, linkID, 9)
		node.flush()
		w, _ := ident.Number(owner.WorkspaceID)
		l, _ := ident.Number(linkID)
		if _, err := node.clicks.DeleteLink(t.Context(), w, l); err != nil { // as if they were lost
			t.Fatal(err)
		}
		for range 2 {
			if err := records.RetainCounts(t.Context()); err != nil {
				t.Fatal(err)
			}
			node.reconcile()
			want(9)
		}
		node.click(owner, linkID, 1)
		node.flush()
		want(10)
	})
}
