package duckdb

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/report"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// openLiveDay returns a store that answers all queries in slices, and the clicks
// of a day, of which it contains the first half.
func openLiveDay(t *testing.T) (*Store, []click.Click) {
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

func TestLiveCache_ReadsOnlyNewClicks(t *testing.T) {
	t.Parallel()
	s, clicks := openLiveDay(t)
	results(t, s)
	// Changes clicks without invalidating the cache.
	if _, err := s.db.ExecContext(t.Context(), "UPDATE "+storage.HotTable+" SET country = 'XX'"); err != nil {
		t.Fatal(err)
	}
	fill(t, s, clicks[200:], 2)
	for _, r := range country(t, s, everything(0).End) {
		if r.Key == "XX" {
			t.Errorf("%d earlier clicks were read again", r.Clicks)
		}
	}
}

func TestLiveCache_RespectsEndOfQuery(t *testing.T) {
	t.Parallel()
	s, clicks := openLiveDay(t)
	ends := []time.Time{clicks[100].At, clicks[399].At, clicks[50].At, clicks[399].At}
	want := make([][]analytics.Row, len(ends))
	for i, end := range ends {
		s.reports.InvalidateCache()
		want[i] = country(t, s, end)
	}
	if cmp.Equal(want[0], want[1]) {
		t.Fatal("the end changes no result, so that the test proves nothing")
	}
	s.reports.InvalidateCache()
	for i, end := range ends {
		if diff := cmp.Diff(want[i], country(t, s, end)); diff != "" {
			t.Errorf("until %s: cached result of another end:\n%s", end, diff)
		}
	}
}

// DuckDB renumbers rows when it closes the gaps of deleted ones.
func TestLiveCache_DetectsRenumberedRows(t *testing.T) {
	t.Parallel()
	s, clicks := openLiveDay(t)
	yesterday := analyticstest.NewWorld(13).Clicks(150_000) // more than one row group
	for i := range yesterday {
		yesterday[i].At = clicks[0].At.AddDate(0, 0, -1)
	}
	fill(t, s, yesterday, 2)
	fill(t, s, clicks[200:300], 3)
	if err := s.Compact(t.Context(), clicks[0].At); err != nil {
		t.Fatal(err)
	}
	results(t, s)
	if _, err := s.db.ExecContext(t.Context(), "CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
	for i, batch := range [][]click.Click{clicks[300:301], clicks[301:399], clicks[399:]} {
		fill(t, s, batch, uint64(4+i))
		got := results(t, s)
		s.reports.InvalidateCache()
		if diff := cmp.Diff(results(t, s), got); diff != "" {
			t.Error("cached results differ from the clicks:\n", diff)
		}
	}
}
