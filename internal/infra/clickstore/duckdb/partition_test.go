package duckdb

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/report"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// fillDistinct stores n clicks of workspace 7 with distinct referrers, campaigns
// and visitors; every hundredth click has the same referrer and campaign.
func fillDistinct(t *testing.T, s *Store, n int) {
	t.Helper()
	values := make([]string, len(s.cols))
	for i, c := range s.cols {
		values[i] = "1"
		switch {
		case c.Name == "workspace":
			values[i] = "7"
		case c.Name == "ts":
			values[i] = fmt.Sprintf("%d + i", time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC).UnixMilli())
		case c.Name == "visitor":
			values[i] = "hash(i)"
		case c.Name == "referrer" || c.Name == "referrer_url" || strings.HasPrefix(c.Name, "utm"):
			values[i] = "CASE WHEN i % 100 = 0 THEN 'popular' ELSE md5(i::VARCHAR) || md5((i + 1)::VARCHAR) END"
		case c.Name == "bot" || c.Name == "besides":
			values[i] = "''"
		case strings.HasPrefix(storage.Type(c), "VARCHAR"):
			values[i] = "'value ' || (i % 9)"
		}
	}
	text := fmt.Sprintf("INSERT INTO %s SELECT %s FROM range(%d) t(i)", storage.HotTable, strings.Join(values, ", "), n)
	if _, err := s.db.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// TestQuery_HandlesMoreKeysThanMemory queries a whole dashboard over 200,000 clicks
// with as many values in 7 dimensions, with a memory limit of 64 MB. With the
// default of 512 MB, 1.6 million clicks exceed the limit in the same way.
func TestQuery_HandlesMoreKeysThanMemory(t *testing.T) {
	t.Parallel()
	const clicks, popular = 200_000, 2_000
	s := openWith(t, Options{MemoryMB: 64})
	fillDistinct(t, s, clicks)
	q := everything(7)
	q.Lists = nil
	for _, d := range analytics.Dimensions() {
		q.Lists = append(q.Lists, analytics.List{Dimension: d, Limit: 500})
	}
	a, err := s.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if a.Count.Clicks != clicks || a.Count.Uniques != clicks {
		t.Errorf("count %+v", a.Count)
	}
	for _, d := range []analytics.Dimension{analytics.Referrer, analytics.ReferrerURL, analytics.UTMSource, analytics.UTMContent} {
		rows := a.Lists[d]
		if len(rows) != 500 || rows[0].Key != "popular" || rows[0].Clicks != popular || rows[0].Uniques != popular || rows[1].Clicks != 1 {
			t.Errorf("%s: %d rows, beginning with %+v", d, len(rows), rows[:min(2, len(rows))])
		}
	}
	if rows := a.Lists[analytics.Country]; len(rows) != 9 || rows[0].Clicks != 22_223 || rows[0].Uniques != 22_223 {
		t.Errorf("countries: %+v", rows)
	}
}

// TestQueryBounded_AgreesWithOracle uses no partitions, partitions by key and
// partitions by visitor.
func TestQueryBounded_AgreesWithOracle(t *testing.T) {
	t.Parallel()
	clicks := sortedClicks(1500)
	oracle := &analyticstest.Oracle{}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 1}); err != nil {
		t.Fatal(err)
	}
	q := everything(1)
	q.Lists[0].Limit = 3
	q.Lists = append(q.Lists,
		analytics.List{Dimension: analytics.ReferrerURL, Limit: 5},
		analytics.List{Dimension: analytics.Tag, Limit: 5, Members: []analytics.Member{{Link: clicks[0].LinkID, Of: 5}, {Link: clicks[1].LinkID, Of: 5}}})
	want, err := oracle.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for skip := range 3 {
		s := openWith(t, Options{MemoryMB: 256, report: report.Limits{FirstPartitioning: skip}})
		fill(t, s, clicks, 1)
		if err := s.Compact(t.Context(), clicks[len(clicks)*3/4].At); err != nil {
			t.Fatal(err)
		}
		got, err := s.reports.QueryBounded(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %d attempts: %s", skip, diff)
		}
	}
}
