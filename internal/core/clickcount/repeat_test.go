package clickcount_test

import (
	"log/slog"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
)

// journalFrom is a journal that has the records after a position.
type journalFrom uint64

func (j journalFrom) Start() uint64 { return uint64(j) }
func (journalFrom) Last() uint64    { return 1000 }

// TestCounter_RepeatsWhatIsStoredOrCounted starts with a click store and counters at
// different positions: each omits what it has, and nothing is reconciled until both agree.
func TestCounter_RepeatsWhatIsStoredOrCounted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stored, counted, journal uint64
		from, boundary           uint64
		stores, counts           bool // the batch up to 500
	}{
		"killed before counting":           {500, 100, 0, 100, 500, false, true},
		"the click store was rebuilt":      {100, 500, 0, 100, 500, true, false},
		"equal":                            {300, 300, 0, 300, 300, true, true},
		"the journal lacks some":           {500, 100, 200, 200, 500, false, true},
		"the journal lacks all":            {400, 100, 900, 400, 400, true, true},
		"the click store has lost a part":  {100, 500, 300, 100, 500, true, false},
		"a journal without what is stored": {500, 500, 900, 500, 500, false, false},
		"a click store ahead of a journal": {1200, 1000, 0, 1000, 1200, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, workspace, ids := workspaceOf(1)
			s := &clickStore{source: "src_a", at: c.stored}
			r.positions["src_a"] = c.counted
			k := clickcount.New(clickcount.Deps{Clicks: s, Range: journalFrom(c.journal), Store: r, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
			sink := k.Watch(s)
			from, err := sink.Position(t.Context(), "")
			if err != nil || from != c.from || k.Boundary() != c.boundary || k.Counted() < min(c.from, c.counted) {
				t.Fatalf("from %d to %d, counted to %d: %v", from, k.Boundary(), k.Counted(), err)
			}
			together := c.from >= min(c.boundary, journalFrom(0).Last()) // nothing is repeated from the journal
			if err := k.Reconcile(t.Context()); (err == nil) != together {
				t.Errorf("before, a reconciliation returned %v", err)
			}
			if err := sink.Append(t.Context(), click.Batch{Clicks: []click.Click{clickOn(workspace, ids[0])}, Through: 500}); err != nil {
				t.Fatal(err)
			}
			if err := k.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			if stored, counted := len(s.clicks) > 0, r.count(ids[0]) > 0; stored != c.stores || counted != c.counts {
				t.Errorf("the batch was stored: %t, counted: %t", stored, counted)
			}
			if err := k.Reconcile(t.Context()); err != nil {
				t.Errorf("afterwards, a reconciliation returned %v", err)
			}
		})
	}
}

// TestCounter_StoresPositionsOfClicksThatAreNotCounted lets the journal discard clicks of
// bots, and others while the records are unavailable for long.
func TestCounter_StoresPositionsOfClicksThatAreNotCounted(t *testing.T) {
	t.Parallel()
	r, workspace, ids := workspaceOf(1)
	s := &clickStore{source: "src_a"}
	k := newCounter(s, r)
	bot := clickOn(workspace, ids[0])
	bot.Bot = "agent"
	add := func(through uint64, c click.Click) {
		t.Helper()
		if err := k.Watch(s).Append(t.Context(), click.Batch{Clicks: []click.Click{c}, Through: through}); err != nil {
			t.Fatal(err)
		}
		_ = k.Flush(t.Context()) // fails while the records are down
	}
	want := func(counted uint64) {
		t.Helper()
		if got := k.Counted(); got != counted {
			t.Errorf("the journal is needed from %d, want %d", got, counted)
		}
	}
	add(1000, bot)
	want(0)
	add(2<<20, bot)
	want(2 << 20)
	r.set(func() { r.down = true })
	add(3<<20, clickOn(workspace, ids[0]))
	want(2 << 20)
	add(1<<30, clickOn(workspace, ids[0]))
	want(1<<30 - 256<<20)
	r.set(func() { r.down = false })
	add(1<<30+1, bot)
	want(1<<30 + 1)
	if got := r.count(ids[0]); got != 2 {
		t.Errorf("the link has %d clicks, want 2", got)
	}
}
