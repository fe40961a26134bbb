package clickcount_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/visitor"
)

// clickStore holds clicks in memory.
type clickStore struct {
	source string
	mu     sync.Mutex
	clicks []click.Click
	at     uint64
	counts int // calls of LinkCounts
}

func (s *clickStore) Source(context.Context) (string, error) { return s.source, nil }

func (s *clickStore) Position(context.Context, string) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at, nil
}

// Start and Last implement clickcount.JournalRange: no click waits in a journal.
func (s *clickStore) Start() uint64 { at, _ := s.Position(context.Background(), ""); return at }
func (s *clickStore) Last() uint64  { return s.Start() }

func (s *clickStore) Append(_ context.Context, b click.Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clicks, s.at = append(s.clicks, b.Clicks...), b.Through
	return nil
}

func (s *clickStore) LinkCounts(_ context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts++
	counts := map[uint64]analytics.LinkCount{}
	for _, c := range s.clicks {
		if c.WorkspaceID == workspaceID && c.Counts() && slices.Contains(links, c.LinkID) {
			n := counts[c.LinkID]
			n.Clicks++
			if c.At.After(n.LastClickedAt) {
				n.LastClickedAt = c.At
			}
			counts[c.LinkID] = n
		}
	}
	return counts, nil
}

func (s *clickStore) counted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// records hold counters in memory.
type records struct {
	mu        sync.Mutex
	counters  map[string]clickcount.Clicks
	positions map[string]uint64
	down      bool
	unclear   bool // the next AddClicks commits and fails
}

var errDown = errors.New("the records are down")

func (r *records) RegisterSource(_ context.Context, g clickcount.Registration) (uint64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.positions[g.Source]; !ok {
		r.positions[g.Source] = 0
	}
	return r.positions[g.Source], nil
}

func (r *records) SoleSource(_ context.Context, source string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.positions[source]
	return ok && len(r.positions) == 1, nil
}

func (r *records) AddClicks(_ context.Context, b clickcount.Batch) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.down {
		return errDown
	}
	if b.Through <= r.positions[b.Source] {
		return nil
	}
	r.positions[b.Source] = b.Through
	for _, added := range b.Added {
		c := r.counters[added.LinkID]
		c.Clicks += added.Clicks
		if added.LastClickedAt.After(c.LastClickedAt) {
			c.LastClickedAt = added.LastClickedAt
		}
		r.counters[added.LinkID] = c
	}
	if r.unclear {
		r.unclear = false
		return errDown
	}
	return nil
}

func (r *records) SubtractClicks(_ context.Context, removed []clickcount.Clicks) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, gone := range removed {
		c := r.counters[gone.LinkID]
		c.Clicks -= gone.Clicks
		r.counters[gone.LinkID] = c
	}
	return nil
}

func (r *records) CorrectClicks(_ context.Context, _ string, counters []clickcount.Clicks) (n int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range counters {
		if r.counters[f.LinkID] != f {
			n++
		}
		r.counters[f.LinkID] = f
	}
	return n, nil
}

func (r *records) RepairClicks(_ context.Context, corrections []clickcount.Correction) (n int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range corrections {
		c := r.counters[f.LinkID]
		if f.Lower && c.Clicks == f.Shown || !f.Lower && c.Clicks < f.Clicks.Clicks {
			r.counters[f.LinkID] = f.Clicks
			n++
		}
	}
	return n, nil
}

func (r *records) LinkClicks(_ context.Context, workspaceID, after string, limit int) ([]clickcount.Clicks, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []clickcount.Clicks{}
	for _, id := range slices.Sorted(maps.Keys(r.counters)) {
		if c := r.counters[id]; id > after && len(out) < limit && (workspaceID == "" || c.WorkspaceID == workspaceID) {
			out = append(out, c)
		}
	}
	return out, nil
}

func (r *records) count(id string) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.counters[id].Clicks
}

func (r *records) set(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
}

// workspaceOf returns records of one workspace with n links.
func workspaceOf(n int) (r *records, workspace string, ids []string) {
	workspace = ident.New(ident.Workspace)
	r = &records{counters: map[string]clickcount.Clicks{}, positions: map[string]uint64{}}
	for range n {
		id := ident.New(ident.Link)
		r.counters[id] = clickcount.Clicks{LinkID: id, WorkspaceID: workspace}
		ids = append(ids, id)
	}
	return r, workspace, ids
}

func clickOn(workspace, id string) click.Click {
	w, _ := ident.Number(workspace)
	n, _ := ident.Number(id)
	return click.Click{WorkspaceID: w, LinkID: n, At: time.UnixMilli(1_700_000_000_000).UTC(), Outcome: visitor.Redirected}
}

func newCounter(s *clickStore, r *records) *clickcount.Counter {
	k := clickcount.New(clickcount.Deps{Clicks: s, Range: s, Store: r, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
	_, _ = k.Watch(s).Position(context.Background(), "") // as the pipeline at its start; the fakes do not fail
	return k
}

func store(t *testing.T, k *clickcount.Counter, s *clickStore, clicks ...click.Click) {
	t.Helper()
	if err := k.Watch(s).Append(t.Context(), click.Batch{Clicks: clicks, Through: s.at + 100}); err != nil {
		t.Fatal(err)
	}
}

func TestCounter_AddsHumanClicksOfLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &clickStore{source: "src_a"}
		r, workspace, ids := workspaceOf(2)
		k := newCounter(s, r)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)

		bot := clickOn(workspace, ids[1])
		bot.Bot = "agent"
		later := clickOn(workspace, ids[0])
		later.At = later.At.Add(time.Hour)
		orphan := clickOn(workspace, "lnk_0000000000000")
		asked := clickOn(workspace, ids[0])
		asked.Outcome, asked.At = visitor.Locked, later.At.Add(time.Hour)
		store(t, k, s, clickOn(workspace, ids[0]), later, clickOn(workspace, ids[0]), bot, orphan, asked)
		<-time.After(time.Second) // of the bubble: a flush
		if got := r.count(ids[0]); got != 3 {
			t.Errorf("the link has %d clicks, want 3", got)
		}
		if got := r.counters[ids[0]].LastClickedAt; !got.Equal(later.At) {
			t.Errorf("the last click was at %v, want %v", got, later.At)
		}
		if got := r.count(ids[1]); got != 0 {
			t.Errorf("the bot's click is counted: %d", got)
		}
		before := s.counted()
		for range 10 {
			store(t, k, s, clickOn(workspace, ids[0]))
			<-time.After(time.Second)
		}
		if got := r.count(ids[0]); got != 13 {
			t.Errorf("the link has %d clicks, want 13", got)
		}
		if n := s.counted() - before; n != 0 {
			t.Errorf("the click store was counted %d times for ten batches, want 0", n)
		}
	})
}

// TestCounter_ReportsWhatIsCounted stores batches of 100 bytes of the journal each.
func TestCounter_ReportsWhatIsCounted(t *testing.T) {
	t.Parallel()
	s := &clickStore{source: "src_a"}
	r, workspace, ids := workspaceOf(1)
	k := newCounter(s, r)
	want := func(when string, counted, counting uint64) {
		t.Helper()
		if c, g := k.Reached(); c != counted || g != counting {
			t.Errorf("%s: counted up to %d, counting up to %d, want %d and %d", when, c, g, counted, counting)
		}
	}
	bot := clickOn(workspace, ids[0])
	bot.Bot = "agent"
	store(t, k, s, bot)
	want("a bot, which is not counted", 100, 100)
	store(t, k, s, clickOn(workspace, ids[0]))
	want("a click that waits", 0, 0)
	r.set(func() { r.down = true })
	if err := k.Flush(t.Context()); err == nil {
		t.Fatal("the records are not down")
	}
	want("a click that may be counted", 0, 200)
	r.set(func() { r.down = false })
	if err := k.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	want("a click that is counted", 200, 200)
}

func TestCounter_RetriesFailedFlushes(t *testing.T) {
	t.Parallel()
	for name, failure := range map[string]func(*records){
		"rolled back":            func(r *records) { r.down = true },
		"committed, not said so": func(r *records) { r.unclear = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &clickStore{source: "src_a"}
				r, workspace, ids := workspaceOf(1)
				k := newCounter(s, r)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go k.Run(ctx)
				synctest.Wait()
				r.set(func() { failure(r) })
				store(t, k, s, clickOn(workspace, ids[0]))
				<-time.After(2 * time.Second)
				store(t, k, s, clickOn(workspace, ids[0]))
				r.set(func() { r.down = false })
				<-time.After(2 * time.Second)
				if got := r.count(ids[0]); got != 2 {
					t.Errorf("the link has %d clicks, want 2", got)
				}
			})
		})
	}
}

// slowRecords take a tenth of a second for each page of counters.
type slowRecords struct {
	*records

	pages atomic.Int64
}

func (r *slowRecords) LinkClicks(ctx context.Context, workspaceID, after string, limit int) ([]clickcount.Clicks, error) {
	<-time.After(100 * time.Millisecond)
	r.pages.Add(1)
	return r.records.LinkClicks(ctx, workspaceID, after, limit)
}

func TestCounter_RestsBetweenPagesOfAReconciliation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &clickStore{source: "src_a"}
		r, _, _ := workspaceOf(5500) // six pages
		slow := &slowRecords{records: r}
		k := clickcount.New(clickcount.Deps{Clicks: s, Range: s, Store: slow, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)
		<-time.After(11 * time.Second) // two rests of 5 seconds
		if n := slow.pages.Load(); n != 3 {
			t.Fatalf("%d pages were compared in eleven seconds, want 3", n)
		}
		k.ReconcileSoon()
		<-time.After(7 * time.Second) // one rest is left
		if n := slow.pages.Load(); n < 6 {
			t.Errorf("%d pages were compared, though a reconciliation is due, want all 6", n)
		}
	})
}

func TestCounter_FlushesBeforeRunReturns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &clickStore{source: "src_a"}
		r, workspace, ids := workspaceOf(1)
		k := newCounter(s, r)
		ctx, cancel := context.WithCancel(t.Context())
		go k.Run(ctx)
		synctest.Wait()
		store(t, k, s, clickOn(workspace, ids[0]))
		cancel()
		synctest.Wait()
		if got := r.count(ids[0]); got != 1 {
			t.Errorf("the link has %d clicks, want 1", got)
		}
	})
}

func TestCounter_ReconcilesAtStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, workspace, ids := workspaceOf(2500) // more than two pages
		last := slices.Max(ids)
		s := &clickStore{source: "src_a", clicks: []click.Click{clickOn(workspace, last), clickOn(workspace, ids[0])}, at: 1}
		k := newCounter(s, r)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)
		<-time.After(2 * time.Second)
		if r.count(last) != 1 || r.count(ids[0]) == 0 {
			t.Errorf("after the start: %d and %d clicks", r.count(last), r.count(ids[0]))
		}
		if k.Corrected() == 0 {
			t.Error("the corrections are not counted")
		}
	})
}

func TestCounter_ReconcilesEachNight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &clickStore{source: "src_a"}
		r, workspace, ids := workspaceOf(1)
		k := newCounter(s, r)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)
		store(t, k, s, clickOn(workspace, ids[0]))
		<-time.After(time.Minute)
		r.set(func() { c := r.counters[ids[0]]; c.Clicks = 9; r.counters[ids[0]] = c })
		<-time.After(25 * time.Hour)
		if got := r.count(ids[0]); got != 1 || k.Corrected() != 1 {
			t.Errorf("a day after the drift the link has %d clicks with %d corrections, want 1 and 1", got, k.Corrected())
		}
	})
}

func TestCounter_ReconcilesOnlyAsTheSoleSource(t *testing.T) {
	t.Parallel()
	r, workspace, ids := workspaceOf(1)
	first := &clickStore{source: "src_a"}
	a := newCounter(first, r)
	store(t, a, first, clickOn(workspace, ids[0]), clickOn(workspace, ids[0]))
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	second := &clickStore{source: "src_b"}
	b := newCounter(second, r)
	for _, k := range []*clickcount.Counter{b, a} {
		if err := k.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.count(ids[0]); got != 2 {
			t.Errorf("the link has %d clicks, want 2", got)
		}
	}
	store(t, b, second, clickOn(workspace, ids[0]))
	if err := b.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.count(ids[0]); got != 3 {
		t.Errorf("the link has %d clicks of both nodes, want 3", got)
	}
	for name, del := range map[string]func(func(context.Context) (int64, error)) error{
		"link": func(del func(context.Context) (int64, error)) error {
			return b.DeleteLink(t.Context(), workspace, ids[0], del)
		},
		"workspace": func(del func(context.Context) (int64, error)) error { return a.DeleteIn(t.Context(), workspace, del) },
	} {
		err := del(func(context.Context) (int64, error) {
			s := map[string]*clickStore{"link": second, "workspace": first}[name]
			s.mu.Lock()
			defer s.mu.Unlock()
			s.clicks = s.clicks[1:]
			return 1, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := r.count(ids[0]); got != 1 {
		t.Errorf("the link has %d clicks after each node deleted one, want 1", got)
	}
}

// Two nodes count while a third was killed after it had stored a batch, and one
// counter is too high.
func TestCounter_RepairsCountersOfASharedClickStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &clickStore{source: "src_shared"}
		r, workspace, ids := workspaceOf(3)
		lost, high, busy := ids[0], ids[1], ids[2]
		for range 7 {
			s.clicks = append(s.clicks, clickOn(workspace, lost), clickOn(workspace, high))
		}
		r.set(func() { c := r.counters[high]; c.Clicks = 9; r.counters[high] = c })
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var nodes []*clickcount.Counter
		for _, journal := range []string{"jrn_a", "jrn_b"} {
			k := clickcount.New(clickcount.Deps{Clicks: s, Journal: journal, Range: s, Store: r, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
			nodes = append(nodes, k)
			go k.Run(ctx)
		}
		for i := range 200 { // for 20 seconds
			store(t, nodes[i%2], s, clickOn(workspace, busy))
			<-time.After(100 * time.Millisecond)
		}
		<-time.After(time.Second)
		if a, b, c := r.count(lost), r.count(high), r.count(busy); a != 7 || b != 7 || c != 200 {
			t.Errorf("counters %d, %d and %d, want 7, 7 and 200", a, b, c)
		}
		if n := nodes[0].Corrected() + nodes[1].Corrected(); n != 2 {
			t.Errorf("%d corrections, want 2", n)
		}
	})
}

func TestCounter_DeletionsDoNotLoseConcurrentClicks(t *testing.T) {
	t.Parallel()
	s := &clickStore{source: "src_a"}
	r, workspace, ids := workspaceOf(1)
	k := newCounter(s, r)
	store(t, k, s, clickOn(workspace, ids[0]), clickOn(workspace, ids[0]))
	appended := make(chan error, 1)
	err := k.DeleteLink(t.Context(), workspace, ids[0], func(ctx context.Context) (int64, error) {
		go func() { // waits until the deletion is over
			appended <- k.Watch(s).Append(t.Context(), click.Batch{Clicks: []click.Click{clickOn(workspace, ids[0])}, Through: 1000})
		}()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.clicks = nil
		return 2, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.count(ids[0]); got != 0 {
		t.Errorf("the link has %d clicks right after the deletion, want 0", got)
	}
	if err := errors.Join(<-appended, k.Flush(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := r.count(ids[0]); got != 1 {
		t.Errorf("the link has %d clicks, want the one that came meanwhile", got)
	}
}
