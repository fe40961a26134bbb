package analyticstest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// Engine is a click store under test.
type Engine struct {
	click.Sink
	analytics.Store
	// Tidy lets the engine rearrange what it holds, as it would do on that
	// day. Nil: it has nothing to rearrange.
	Tidy func(today time.Time)
	// Reclassify gives each click the class that verdict says of its user
	// agent. Nil: the engine cannot.
	Reclassify func(verdict func(agent string) visitor.BotReason) click.Reclassified
}

// Run holds the engine that open makes to what the oracle says.
func Run(t *testing.T, open func(t *testing.T) Engine) {
	t.Run("an empty store", func(t *testing.T) { empty(t, open(t)) })
	t.Run("a batch is stored once", func(t *testing.T) { once(t, open(t)) })
	t.Run("random questions", func(t *testing.T) { questions(t, open) })
	t.Run("the same questions again and again", func(t *testing.T) { again(t, open(t)) })
	t.Run("every dimension", func(t *testing.T) { dimensions(t, open(t)) })
	t.Run("hours of the week", func(t *testing.T) { hours(t, open(t)) })
	t.Run("what is deleted is gone", func(t *testing.T) { deletes(t, open(t)) })
	t.Run("texts survive", func(t *testing.T) { texts(t, open(t)) })
}

// both stores clicks in the engine and in a fresh oracle, in batches.
func both(t *testing.T, e Engine, clicks []click.Click) *Oracle {
	t.Helper()
	oracle := &Oracle{}
	through := uint64(0)
	for batch := range slices.Chunk(clicks, 300) {
		through += 10
		for _, sink := range []click.Sink{oracle, e} {
			if err := sink.Append(t.Context(), click.Batch{Clicks: batch, Through: through}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return oracle
}

// same compares answers: no rows are as good as an empty list of them.
func same() cmp.Option { return cmpopts.EquateEmpty() }

func ask(t *testing.T, what string, o *Oracle, e Engine, q analytics.Query) {
	t.Helper()
	want, err := o.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Ask(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v\n%+v", what, err, q)
	}
	if diff := cmp.Diff(want, got, same()); diff != "" {
		t.Fatalf("%s: the oracle (-) and the engine (+) differ: %s\n%+v", what, diff, q)
	}
	wantLast, _ := o.Recent(t.Context(), q, 20)
	gotLast, err := e.Recent(t.Context(), q, 20)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantLast, gotLast, same()); diff != "" {
		t.Fatalf("%s: last clicks: %s\n%+v", what, diff, q)
	}
}

func empty(t *testing.T, e Engine) {
	w := NewWorld(1)
	for range 5 {
		ask(t, "empty", &Oracle{}, e, w.Query())
	}
	if first, err := e.First(t.Context(), 1); err != nil || !first.IsZero() {
		t.Errorf("first click: %v, %v", first, err)
	}
	if counts, err := e.LinkCounts(t.Context(), 1, []uint64{1}); err != nil || len(counts) != 0 {
		t.Errorf("link counts: %v, %v", counts, err)
	}
	if p, err := e.Position(t.Context()); err != nil || p != 0 {
		t.Errorf("position: %v, %v", p, err)
	}
}

func once(t *testing.T, e Engine) {
	w := NewWorld(2)
	q := analytics.Query{
		WorkspaceID: Workspaces()[0], Start: w.Start.AddDate(0, 0, -2), End: w.End.AddDate(0, 0, 2), Location: time.UTC,
		Traffic: analytics.All, Count: true,
	}
	total := int64(0)
	for _, through := range []uint64{5, 5, 3, 9, 9} {
		c := w.Click()
		c.WorkspaceID, c.LinkID = q.WorkspaceID, 1
		before, err := e.Position(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Append(t.Context(), click.Batch{Clicks: []click.Click{c}, Through: through}); err != nil {
			t.Fatal(err)
		}
		if through > before {
			total++
		}
	}
	if p, err := e.Position(t.Context()); err != nil || p != 9 {
		t.Errorf("position: %v, %v", p, err)
	}
	// A batch without clicks moves the position on.
	if err := e.Append(t.Context(), click.Batch{Through: 12}); err != nil {
		t.Fatal(err)
	}
	if p, err := e.Position(t.Context()); err != nil || p != 12 {
		t.Errorf("position: %v, %v", p, err)
	}
	got, err := e.Ask(t.Context(), q)
	if err != nil || got.Count.Clicks != total || total != 2 {
		t.Errorf("%d clicks, want %d; %v", got.Count.Clicks, total, err)
	}
}

// arrival puts clicks in the order in which they might come: some are late, by
// half a day at most, and some by months. Nobody can tell the visitors of those
// any more, for the salt of their day is destroyed.
func (w *World) arrival(clicks []click.Click) []click.Click {
	type arriving struct {
		at time.Time
		click.Click
	}
	all := make([]arriving, len(clicks))
	for i, c := range clicks {
		all[i] = arriving{c.At.Add(time.Duration(w.rng.Int64N(int64(12 * time.Hour)))), c}
		if w.rng.IntN(20) == 0 {
			all[i].at, all[i].Visitor = w.End, 0
		}
	}
	slices.SortStableFunc(all, func(a, b arriving) int { return a.at.Compare(b.at) })
	for i, a := range all {
		clicks[i] = a.Click
	}
	return clicks
}

func questions(t *testing.T, open func(t *testing.T) Engine) {
	for seed := range uint64(2) {
		w := NewWorld(100 + seed)
		e := open(t)
		clicks := w.Clicks(2500)
		if seed > 0 { // in order of time
			slices.SortFunc(clicks, func(a, b click.Click) int { return a.At.Compare(b.At) })
		} else {
			clicks = w.arrival(clicks)
		}
		oracle := &Oracle{}
		through := uint64(0)
		for batch := range slices.Chunk(clicks, 500) {
			through++
			for _, sink := range []click.Sink{oracle, e} {
				if err := sink.Append(t.Context(), click.Batch{Clicks: batch, Through: through}); err != nil {
					t.Fatal(err)
				}
			}
			for range 4 {
				ask(t, "while clicks arrive", oracle, e, w.Query())
			}
			if e.Tidy != nil {
				e.Tidy(batch[len(batch)-1].At)
				ask(t, "after tidying", oracle, e, w.Query())
			}
			if through == 3 {
				reclassify(t, oracle, e, w)
			}
		}
		for range 25 {
			ask(t, "at the end", oracle, e, w.Query())
		}
		if e.Tidy != nil {
			e.Tidy(w.End.AddDate(0, 0, 3))
		}
		for range 50 {
			ask(t, "when all is tidied", oracle, e, w.Query())
		}
		lookups(t, oracle, e)
		reclassify(t, oracle, e, w)
		lookups(t, oracle, e)
		if again := reclassify(t, oracle, e, w); len(again.Changes) > 0 {
			t.Errorf("nothing more was to be changed: %+v", again)
		}
	}
}

// again asks the same questions after each few clicks, as dashboards do, while
// clicks go, change their class and are tidied. An engine may remember what it
// said, but only as long as it is true.
func again(t *testing.T, e Engine) {
	w := NewWorld(9)
	qs := make([]analytics.Query, 4)
	for i := range qs {
		qs[i] = w.Query()
		qs[i].Start, qs[i].Count, qs[i].Heatmap = w.Start.AddDate(0, 0, -2), true, true
		if i%2 == 0 {
			qs[i].Filters = nil // so that it is about many clicks
		}
	}
	oracle := &Oracle{}
	through := uint64(0)
	clicks := w.Clicks(1800)
	slices.SortFunc(clicks, func(a, b click.Click) int { return a.At.Compare(b.At) })
	for batch := range slices.Chunk(clicks, 60) {
		through++
		for _, sink := range []click.Sink{oracle, e} {
			if err := sink.Append(t.Context(), click.Batch{Clicks: batch, Through: through}); err != nil {
				t.Fatal(err)
			}
		}
		last := batch[len(batch)-1]
		switch {
		case through%10 == 0 && e.Tidy != nil:
			e.Tidy(last.At)
		case through%13 == 4:
			deleted := map[int64]bool{}
			for _, store := range []analytics.Store{oracle, e} {
				n, err := store.DeleteLink(t.Context(), last.WorkspaceID, last.LinkID)
				if err != nil {
					t.Fatal(err)
				}
				deleted[n] = true
			}
			if len(deleted) != 1 || deleted[0] {
				t.Errorf("the stores deleted %v clicks", deleted)
			}
		case through == 9 || through == 22:
			reclassify(t, oracle, e, w)
		}
		for _, q := range qs {
			ask(t, "again", oracle, e, until(q, last.At.Add(time.Millisecond))) // now
			ask(t, "again, to the end of all time", oracle, e, until(q, w.End.AddDate(0, 0, 2)))
		}
	}
}

// reclassify lets the engine and the oracle look back, and asks afterwards.
func reclassify(t *testing.T, o *Oracle, e Engine, w *World) (done click.Reclassified) {
	t.Helper()
	if e.Reclassify == nil {
		return done
	}
	want, err := o.Reclassify(t.Context(), Hindsight)
	if err != nil {
		t.Fatal(err)
	}
	done = e.Reclassify(Hindsight)
	if diff := cmp.Diff(want, done, same()); diff != "" {
		t.Fatalf("reclassified: the oracle (-) and the engine (+) differ: %s", diff)
	}
	for range 8 {
		ask(t, "after reclassifying", o, e, w.Query())
	}
	return done
}

// lookups compares what is not asked for by a query.
func lookups(t *testing.T, o *Oracle, e Engine) {
	t.Helper()
	for _, workspace := range append(Workspaces(), 99) {
		wantFirst, _ := o.First(t.Context(), workspace)
		gotFirst, err := e.First(t.Context(), workspace)
		if err != nil || !wantFirst.Equal(gotFirst) {
			t.Errorf("first click: %v, want %v; %v", gotFirst, wantFirst, err)
		}
		links := []uint64{workspace ^ 10, workspace ^ 20, 77}
		want, _ := o.LinkCounts(t.Context(), workspace, links)
		got, err := e.LinkCounts(t.Context(), workspace, links)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, same()); diff != "" {
			t.Error(diff)
		}
		for link, c := range got { // what a link shows agrees with analytics
			answer, err := e.Ask(t.Context(), analytics.Query{
				WorkspaceID: workspace, Start: time.UnixMilli(0), End: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
				Location: time.UTC, Traffic: analytics.Human, Count: true,
				Filters: []analytics.Filter{{Dimension: analytics.Link, Values: []string{ident.Text(ident.Link, link)}}},
			})
			if err != nil || answer.Count.Clicks != c.Clicks {
				t.Errorf("link %d shows %d clicks, analytics %d; %v", link, c.Clicks, answer.Count.Clicks, err)
			}
		}
	}
}

func dimensions(t *testing.T, e Engine) {
	w := NewWorld(4)
	oracle := both(t, e, w.Clicks(600))
	for _, d := range analytics.Dimensions() {
		for range 4 {
			q := w.Query()
			q.Start, q.End = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2)
			q.Series, q.Filters, q.Lists = nil, nil, []analytics.List{{Dimension: d, Limit: 50}}
			if d == analytics.Tag || d == analytics.Folder {
				q.Lists[0].Members = []analytics.Member{{Link: q.WorkspaceID ^ 10, Of: 1}}
				if w.rng.IntN(2) == 0 {
					q.Lists[0].Members = []analytics.Member{}
				}
			}
			ask(t, string(d), oracle, e, q)
		}
	}
}

// hours filters by where clicks lie in the week: in every zone of the world,
// across changes of its clock, among clicks that have just come and tidied ones.
func hours(t *testing.T, e Engine) {
	w := NewWorld(7)
	oracle := both(t, e, w.Clicks(900))
	for round := range 2 {
		for range 20 {
			for _, d := range []analytics.Dimension{analytics.LocalWeekday, analytics.LocalHour} {
				q := w.Query()
				q.Start, q.End, q.Series, q.Count, q.Heatmap = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2), nil, true, true
				q.Filters = []analytics.Filter{w.filterBy(d, q.WorkspaceID)}
				ask(t, string(d), oracle, e, q)
			}
		}
		if round == 0 && e.Tidy != nil {
			e.Tidy(w.End.AddDate(0, -1, 0))
		}
	}
}

func deletes(t *testing.T, e Engine) {
	w := NewWorld(5)
	oracle := both(t, e, w.Clicks(900))
	if e.Tidy != nil {
		e.Tidy(w.End.AddDate(0, -2, 0))
	}
	ws := Workspaces()
	for _, store := range []analytics.Store{oracle, e} {
		if _, err := store.DeleteLink(t.Context(), ws[0], ws[0]^10); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Retain(t.Context(), ws[1], w.Start.AddDate(0, 3, 0)); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		ask(t, "after deleting", oracle, e, w.Query())
	}
	lookups(t, oracle, e)
	reclassify(t, oracle, e, w)
	if e.Tidy != nil {
		e.Tidy(w.End.AddDate(0, 0, 3))
	}
	later := w.Clicks(300)
	for i := range later { // clicks of the months that were deleted from, too
		later[i].Visitor = 0
	}
	for _, sink := range []click.Sink{oracle, e} {
		if err := sink.Append(t.Context(), click.Batch{Clicks: later, Through: 1 << 20}); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		ask(t, "after clicks came to what was deleted from", oracle, e, w.Query())
	}
	lookups(t, oracle, e)
}

// texts stores what people may send.
func texts(t *testing.T, e Engine) {
	w := NewWorld(6)
	var clicks []click.Click
	for _, s := range []string{"'", `"`, `\`, ";--", "%_", "?", "$1", "\u0301", "İ", "ß", "\U0001F3F4\U000E0067", strings.Repeat("x", 2048)} {
		c := w.Click()
		c.WorkspaceID, c.LinkID, c.UTM.Source, c.Place.City, c.URL = 1, 5, s, s, s
		clicks = append(clicks, c)
	}
	oracle := both(t, e, clicks)
	for _, c := range clicks {
		q := analytics.Query{
			WorkspaceID: 1, Start: w.Start.AddDate(0, 0, -2), End: w.End.AddDate(0, 0, 2), Location: time.UTC, Traffic: analytics.All,
			Count: true, Lists: []analytics.List{{Dimension: analytics.UTMSource, Limit: 20}, {Dimension: analytics.URL, Limit: 20}},
		}
		ask(t, c.URL, oracle, e, q)
		q.Filters = []analytics.Filter{{Dimension: analytics.UTMSource, Values: []string{c.UTM.Source}}}
		ask(t, c.URL, oracle, e, q)
	}
}
