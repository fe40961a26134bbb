package duckdb

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
	"linnet/internal/infra/clickstore/duckdb/report"
)

// openDay returns a store that answers all questions in slices, and a day's
// clicks, of which it has the first half.
func openDay(t *testing.T) (*Store, []click.Click) {
	t.Helper()
	s := openWith(t, Options{MemoryMB: 256, report: report.Limits{Copied: 1, Unified: 1}})
	clicks := analyticstest.NewWorld(12).Clicks(400)
	day := time.Date(2027, 3, 31, 0, 0, 0, 0, time.UTC)
	for i := range clicks {
		clicks[i].At = day.Add(time.Duration(i) * time.Minute)
	}
	fill(t, s, clicks[:200], 1)
	return s, clicks
}

func country(t *testing.T, s *Store, end time.Time) (all []analytics.Row) {
	t.Helper()
	q := everything(analyticstest.Workspaces()[0])
	q.End = end
	a, err := s.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a.Lists[analytics.Country]
}

func TestOnlyWhatArrivedSinceIsCountedAgain(t *testing.T) {
	t.Parallel()
	s, clicks := openDay(t)
	asked(t, s)
	// Nobody is told of this, so that it shows what is read again.
	if _, err := s.db.ExecContext(t.Context(), "UPDATE "+clicksql.HotTable+" SET country = 'XX'"); err != nil {
		t.Fatal(err)
	}
	fill(t, s, clicks[200:], 2)
	for _, r := range country(t, s, everything(0).End) {
		if r.Key == "XX" {
			t.Errorf("%d clicks of earlier were counted again", r.Clicks)
		}
	}
}

func TestAnOpenDayHoldsNoClickAfterTheEnd(t *testing.T) {
	t.Parallel()
	s, clicks := openDay(t)
	ends := []time.Time{clicks[100].At, clicks[399].At, clicks[50].At, clicks[399].At}
	want := make([][]analytics.Row, len(ends))
	for i, end := range ends {
		s.reports.InvalidateCache()
		want[i] = country(t, s, end)
	}
	if cmp.Equal(want[0], want[1]) {
		t.Fatal("the end changes nothing: the test shows nothing")
	}
	s.reports.InvalidateCache()
	for i, end := range ends {
		if diff := cmp.Diff(want[i], country(t, s, end)); diff != "" {
			t.Errorf("until %s: what is kept of the day was taken for another part of it:\n%s", end, diff)
		}
	}
}

// The engine numbers rows anew when it closes the gaps of those that went.
func TestRowsThatAreNumberedAnewAreNotTakenForOthers(t *testing.T) {
	t.Parallel()
	s, clicks := openDay(t)
	yesterday := analyticstest.NewWorld(13).Clicks(150_000) // more than the engine keeps as one piece
	for i := range yesterday {
		yesterday[i].At = clicks[0].At.AddDate(0, 0, -1)
	}
	fill(t, s, yesterday, 2)
	fill(t, s, clicks[200:300], 3)
	if err := s.Compact(t.Context(), clicks[0].At); err != nil {
		t.Fatal(err)
	}
	asked(t, s)
	if _, err := s.db.ExecContext(t.Context(), "CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
	for i, batch := range [][]click.Click{clicks[300:301], clicks[301:399], clicks[399:]} {
		fill(t, s, batch, uint64(4+i))
		got := asked(t, s)
		s.reports.InvalidateCache()
		if diff := cmp.Diff(asked(t, s), got); diff != "" {
			t.Error("what is kept differs from the clicks:\n", diff)
		}
	}
}
