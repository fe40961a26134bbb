package analyticstest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// deleteLink deletes the clicks of a link from both and returns their number.
func deleteLink(t *testing.T, o *Oracle, e analytics.Engine, workspaceID, linkID uint64) int64 {
	t.Helper()
	want, _ := o.DeleteLink(t.Context(), workspaceID, linkID)
	got, err := e.DeleteLink(t.Context(), workspaceID, linkID)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("DeleteLink = %d, want %d", got, want)
	}
	return got
}

// deleteBefore deletes clicks before a time from both.
func deleteBefore(t *testing.T, o *Oracle, e analytics.Engine, workspaceID uint64, before time.Time) {
	t.Helper()
	want, _ := o.DeleteBefore(t.Context(), workspaceID, before)
	got, err := e.DeleteBefore(t.Context(), workspaceID, before)
	if err != nil {
		t.Fatal(err)
	}
	if got != want || got == 0 {
		t.Errorf("DeleteBefore = %d, want %d", got, want)
	}
}

// reclassify reclassifies both, compares what they changed and some queries.
func (s *suite) reclassify(t *testing.T, o *Oracle, e analytics.Engine, w *World) click.Reclassified {
	t.Helper()
	done := reclassifyBy(t, o, e, Hindsight)
	for range 8 {
		s.compare(t, "after reclassification", o, e, w.Query())
	}
	return done
}

func reclassifyBy(t *testing.T, o *Oracle, e analytics.Engine, classify func(agent string) visitor.BotReason) click.Reclassified {
	t.Helper()
	want, err := o.Reclassify(t.Context(), classify)
	if err != nil {
		t.Fatal(err)
	}
	done, err := e.Reclassify(t.Context(), classify)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, done, equateEmpty()); diff != "" {
		t.Fatalf("Reclassify of the oracle (-) and the engine (+): %s", diff)
	}
	return done
}

func (s *suite) testDeletion(t *testing.T) {
	e := s.open(t)
	w := NewWorld(5)
	oracle := fill(t, e, w.Clicks(900))
	compact(t, e, w.End.AddDate(0, -2, 0))
	ws := Workspaces()
	deleteLink(t, oracle, e, ws[0], ws[0]^10)
	deleteBefore(t, oracle, e, ws[1], w.Start.AddDate(0, 3, 0))
	for range 20 {
		s.compare(t, "after deletion", oracle, e, w.Query())
	}
	compareLookups(t, oracle, e)
	s.reclassify(t, oracle, e, w)
	compact(t, e, w.End.AddDate(0, 0, 3))
	late := w.Clicks(300) // also of months that were deleted from
	for i := range late {
		late[i].Visitor = 0
	}
	appendTo(t, oracle, e, click.Batch{Clicks: late, Through: 1 << 20})
	for range 20 {
		s.compare(t, "after late clicks", oracle, e, w.Query())
	}
	compareLookups(t, oracle, e)
}

// testReclassification turns all clicks with a user agent into bots and back.
// Clicks that are bots for another reason, or have no user agent, do not change.
func (s *suite) testReclassification(t *testing.T) {
	e := s.open(t)
	w := NewWorld(8)
	oracle := fill(t, e, w.Clicks(900))
	compact(t, e, w.End.AddDate(0, -2, 0)) // clicks of all stages of compaction
	allBots := func(string) visitor.BotReason { return visitor.BotAgent }
	for _, step := range []struct {
		name     string
		classify func(string) visitor.BotReason
	}{{"all bots", allBots}, {"original", Verdict}} {
		reclassifyBy(t, oracle, e, step.classify)
		for range 20 {
			s.compare(t, step.name, oracle, e, w.Query())
		}
	}
	if done := reclassifyBy(t, oracle, e, allBots); len(done.Changes) == 0 {
		t.Error("no click changed")
	}
	compareLookups(t, oracle, e)
}

// compareLookups compares First, Newest and LinkCounts, and LinkCounts with
// Query.
func compareLookups(t *testing.T, o *Oracle, e analytics.Engine) {
	t.Helper()
	wantNewest, _ := o.Newest(t.Context())
	if newest, err := e.Newest(t.Context()); err != nil || !newest.Equal(wantNewest) {
		t.Errorf("Newest = %v, want %v; %v", newest, wantNewest, err)
	}
	for _, workspace := range append(Workspaces(), 99) {
		wantFirst, _ := o.First(t.Context(), workspace)
		gotFirst, err := e.First(t.Context(), workspace)
		if err != nil || !wantFirst.Equal(gotFirst) {
			t.Errorf("First = %v, want %v; %v", gotFirst, wantFirst, err)
		}
		links := []uint64{workspace ^ 10, workspace ^ 20, 77}
		want, _ := o.LinkCounts(t.Context(), workspace, links)
		got, err := e.LinkCounts(t.Context(), workspace, links)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, equateEmpty()); diff != "" {
			t.Error(diff)
		}
		for link, c := range got {
			result, err := e.Query(t.Context(), analytics.Query{
				WorkspaceID: workspace,
				Start:       time.UnixMilli(0),
				End:         time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
				Location:    time.UTC,
				Traffic:     analytics.Human,
				Count:       true,
				Filters:     []analytics.Filter{{Dimension: analytics.Link, Values: []string{ident.Text(ident.Link, link)}}},
			})
			if err != nil || result.Count.Clicks != c.Clicks {
				t.Errorf("link %d: LinkCounts returns %d clicks, Query %d; %v", link, c.Clicks, result.Count.Clicks, err)
			}
		}
	}
}

// compareSeriesByID compares SeriesByID over random periods, of all clicks and of scans
// whose code is unknown.
func compareSeriesByID(t *testing.T, o *Oracle, e analytics.Engine, w *World) {
	t.Helper()
	for i := range 8 {
		q := w.Query()
		q.Filters = nil
		if i%2 == 1 {
			q.Filters = analytics.SharedScans()
		}
		if q.Series == nil || len(q.Series.Starts) == 0 {
			continue
		}
		for by, ids := range map[analytics.Dimension][]uint64{
			analytics.Link:   {q.WorkspaceID ^ 10, q.WorkspaceID ^ 20, 77},
			analytics.QRCode: {7, 8, 77},
		} {
			want, _ := o.SeriesByID(t.Context(), q, by, ids)
			got, err := e.SeriesByID(t.Context(), q, by, ids)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, equateEmpty()); diff != "" {
				t.Errorf("%s, %v to %v: %s", by, q.Start, q.End, diff)
			}
		}
	}
}
