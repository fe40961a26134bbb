package duckdb

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
)

func TestMain(m *testing.M) {
	if task := os.Getenv(taskOfChild); task != "" {
		workUntilKilled(task)
	}
	goleak.VerifyTestMain(m)
}

// sortedClicks returns clicks of several months, in order of time.
func sortedClicks(n int) []click.Click {
	clicks := analyticstest.NewWorld(11).Clicks(n)
	slices.SortFunc(clicks, func(a, b click.Click) int { return a.At.Compare(b.At) })
	return clicks
}

func fill(t *testing.T, s *Store, clicks []click.Click, through uint64) {
	t.Helper()
	if err := s.Append(t.Context(), click.Batch{Clicks: clicks, Through: through}); err != nil {
		t.Fatal(err)
	}
}

// everything returns a query for all parts over all time.
func everything(workspace uint64) analytics.Query {
	q := analytics.Query{
		WorkspaceID: workspace, Start: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC), End: time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC),
		Location: time.UTC, Traffic: analytics.All, AnyOutcome: true, Count: true, Heatmap: true,
	}
	q.Series = &analytics.Series{Granularity: analytics.Day, Starts: analytics.Day.Starts(q.Start, q.End, time.UTC, 1000)}
	for _, d := range []analytics.Dimension{analytics.Link, analytics.Country, analytics.Browser} {
		q.Lists = append(q.Lists, analytics.List{Dimension: d, Limit: 100})
	}
	return q
}

func results(t *testing.T, s analytics.Store) []analytics.Result {
	t.Helper()
	var all []analytics.Result
	for _, workspace := range analyticstest.Workspaces() {
		a, err := s.Query(t.Context(), everything(workspace))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	return all
}

// rowsIn counts the rows of each table of clicks.
func rowsIn(t *testing.T, s *Store) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	rows, err := s.db.QueryContext(t.Context(), "SELECT table_name, estimated_size FROM duckdb_tables() WHERE table_name LIKE '%clicks_%'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			t.Fatal(err)
		}
		counts[name] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return counts
}

func TestCompact_MovesPastDaysAndKeepsResults(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	clicks := sortedClicks(2000)
	fill(t, s, clicks, 1)
	want := results(t, s)
	today := clicks[len(clicks)-1].At
	if err := s.Compact(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	inHot := 0
	for _, c := range clicks {
		if click.DayOf(c.At) >= click.DayOf(today) {
			inHot++
		}
	}
	var hotRows, wrongSolo int
	check := func(into *int, query string) {
		t.Helper()
		if err := s.db.QueryRowContext(t.Context(), query).Scan(into); err != nil {
			t.Fatal(err)
		}
	}
	check(&hotRows, "SELECT count(*) FROM clicks_hot")
	if hotRows != inHot {
		t.Errorf("%d clicks in the hot table, want those of today: %d", hotRows, inHot)
	}
	check(&wrongSolo, `SELECT count(*) FROM clicks_202703 a WHERE solo <> (visitor IS NOT NULL AND (SELECT count(*) FROM clicks_202703 b
		WHERE a.workspace = b.workspace AND a.visitor = b.visitor AND a.ts // 86400000 = b.ts // 86400000) = 1)`)
	if wrongSolo != 0 {
		t.Errorf("%d clicks have a wrong solo flag", wrongSolo)
	}
	var solo int
	if check(&solo, "SELECT count(*) FROM clicks_202703 WHERE solo"); solo == 0 {
		t.Error("no click is solo, so that the test proves nothing")
	}
	var hashes, packed int
	const base = "(2026 * 12 + 10)::UBIGINT * 4294967296"
	check(&packed, "SELECT count(*) FROM clicks_202610 WHERE visitor > "+base+" AND visitor < "+base+" + 10000")
	check(&hashes, "SELECT count(*) FROM clicks_202610 WHERE visitor IS NOT NULL AND (solo OR visitor >= "+base+" + 10000)")
	if packed == 0 || hashes > 0 {
		t.Errorf("October: %d visitors are packed, %d are not, want all", packed, hashes)
	}
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestCompact_MergesLateClicks(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	oracle := &analyticstest.Oracle{}
	clicks := sortedClicks(600)
	late := clicks[0]
	late.ID++
	late.Visitor = 0 // the salt of its day is deleted
	for i, batch := range [][]click.Click{clicks, {late}} {
		fill(t, s, batch, uint64(i+1))
		if err := oracle.Append(t.Context(), click.Batch{Clicks: batch, Through: uint64(i + 1)}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
			t.Error("before compaction:", diff)
		}
		if err := s.Compact(t.Context(), time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
			t.Error("after compaction:", diff)
		}
	}
}

// The second click of a visitor arrives after its day was moved, which clears the
// solo flag of the first.
func TestCompact_MatchesLateVisitors(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	first := sortedClicks(1)[0]
	first.WorkspaceID, first.LinkID, first.Visitor, first.Bot = 1, 5, 77, ""
	first.At = time.Date(2026, 10, 31, 23, 59, 0, 0, time.UTC)
	again, other := first, first
	again.ID, again.At = first.ID+1, first.At.Add(time.Second)
	other.ID, other.Visitor = first.ID+2, 78
	for i, step := range []struct {
		click   click.Click
		uniques int64
	}{{first, 1}, {again, 1}, {other, 2}} {
		fill(t, s, []click.Click{step.click}, uint64(i+1))
		for range 2 {
			a, err := s.Query(t.Context(), everything(1))
			if err != nil || a.Count.Clicks != int64(i+1) || a.Count.Uniques != step.uniques {
				t.Errorf("%d clicks by %d, want %d by %d; %v", a.Count.Clicks, a.Count.Uniques, i+1, step.uniques, err)
			}
			if err := s.Compact(t.Context(), first.At.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestCompact_DropsEmptyMonths(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	fill(t, s, sortedClicks(600), 1)
	end := time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)
	if err := s.Compact(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	if _, ok := rowsIn(t, s)["clicks_202610"]; !ok {
		t.Fatal("October has no table")
	}
	for _, workspace := range analyticstest.Workspaces() {
		if _, err := s.DeleteBefore(t.Context(), workspace, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Compact(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	left := rowsIn(t, s)
	if n, ok := left["clicks_202610"]; ok {
		t.Errorf("October still has a table with %d clicks", n)
	}
	if left["clicks_202611"] == 0 {
		t.Error("November has no clicks")
	}
}

func TestCompact_RewritesMonthsWithManyOrOldDeletions(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	clicks := sortedClicks(900)
	for i := range clicks {
		clicks[i].WorkspaceID, clicks[i].LinkID = 1, 5
	}
	clicks[0].LinkID = 6 // one click in October
	fill(t, s, clicks, 1)
	end := s.clock.Now().AddDate(1, 0, 0)
	rewrite := func(now time.Time) (left int) {
		t.Helper()
		if err := s.Compact(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		if err := s.db.QueryRowContext(t.Context(), "SELECT count(*) FROM holes").Scan(&left); err != nil {
			t.Fatal(err)
		}
		return left
	}
	rewrite(end)
	if _, err := s.DeleteLink(t.Context(), 1, 6); err != nil {
		t.Fatal(err)
	}
	if left := rewrite(s.clock.Now()); left != 1 {
		t.Errorf("after one deletion: %d deletions are recorded, want 1", left)
	}
	if left := rewrite(s.clock.Now().Add(7*24*time.Hour + time.Minute)); left != 0 {
		t.Errorf("after an old deletion: %d deletions are recorded, want none", left)
	}
	if _, err := s.DeleteBefore(t.Context(), 1, time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if left := rewrite(s.clock.Now()); left != 0 {
		t.Errorf("after a large deletion: %d deletions are recorded, want none", left)
	}
	oracle := &analyticstest.Oracle{}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: slices.DeleteFunc(clicks, func(c click.Click) bool {
		return c.LinkID == 6 || c.At.Before(time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC))
	}), Through: 1}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestCompact_AllowsConcurrentAppendsAndQueries(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	clicks := sortedClicks(2000)
	for i := range clicks {
		clicks[i].WorkspaceID, clicks[i].LinkID = 1, 5
	}
	fill(t, s, clicks[:1000], 1)
	ctx, stop := context.WithCancel(t.Context())
	compacted := make(chan error, 1)
	go func() {
		var err error
		for ctx.Err() == nil && err == nil {
			err = s.Compact(t.Context(), time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC))
		}
		compacted <- err
	}()
	for i := 1000; i < 2000; i += 50 {
		fill(t, s, clicks[i:i+50], uint64(i))
		a, err := s.Query(t.Context(), everything(1))
		if err != nil {
			t.Fatal(err)
		}
		if a.Count.Clicks != int64(i+50) {
			t.Errorf("stored %d clicks, counted %d", i+50, a.Count.Clicks)
		}
	}
	stop()
	if err := <-compacted; err != nil {
		t.Error(err)
	}
}
