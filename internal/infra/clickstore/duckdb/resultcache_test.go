package duckdb

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/report"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// openSealed returns a store that answers all queries in slices, with clicks of
// sealed days.
func openSealed(t *testing.T) (*Store, []click.Click) {
	t.Helper()
	s := openWith(t, Options{MemoryMB: 256, report: report.Limits{Copied: 1, Unified: 1}})
	clicks := sortedClicks(2000)
	fill(t, s, clicks, 1)
	compactAll(t, s)
	return s, clicks
}

func compactAll(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Compact(t.Context(), time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
}

// deleteUnnoticed deletes the clicks of sealed days without invalidating the
// cache.
func deleteUnnoticed(t *testing.T, s *Store) {
	t.Helper()
	from, err := months(t.Context(), s)
	if err != nil || len(from) == 0 {
		t.Fatal(len(from), err)
	}
	for _, month := range from {
		if _, err := s.db.ExecContext(t.Context(), "DELETE FROM "+month.Name); err != nil {
			t.Fatal(err)
		}
	}
}

func months(ctx context.Context, s *Store) (from []clicksql.Table, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		all, err := storage.AllTables(ctx, tx)
		from = all[1:]
		return err
	})
	return from, err
}

func TestResultCache_ServesSealedDays(t *testing.T) {
	t.Parallel()
	s, _ := openSealed(t)
	want := results(t, s)
	deleteUnnoticed(t, s)
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Error("sealed days were read again:\n", diff)
	}
	s.reports.InvalidateCache()
	if cmp.Equal(want, results(t, s)) {
		t.Error("deleted clicks are still counted, so that the test proves nothing")
	}
}

// counted returns the index of a click that reports count.
func counted(clicks []click.Click) int {
	return slices.IndexFunc(clicks, func(c click.Click) bool { return c.Counts() })
}

func TestResultCache_InvalidatedByChanges(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, s *Store, clicks []click.Click){
		"a late click": func(t *testing.T, s *Store, clicks []click.Click) {
			late := clicks[counted(clicks)]
			late.ID++
			fill(t, s, []click.Click{late}, 2)
		},
		"a late click, compacted": func(t *testing.T, s *Store, clicks []click.Click) {
			late := clicks[counted(clicks)]
			late.ID++
			fill(t, s, []click.Click{late}, 2)
			compactAll(t, s)
		},
		"a link's clicks deleted": func(t *testing.T, s *Store, clicks []click.Click) {
			if _, err := s.DeleteLink(t.Context(), clicks[counted(clicks)].WorkspaceID, clicks[counted(clicks)].LinkID); err != nil {
				t.Fatal(err)
			}
		},
		"old clicks deleted": func(t *testing.T, s *Store, clicks []click.Click) {
			if _, err := s.DeleteBefore(t.Context(), clicks[700].WorkspaceID, clicks[1000].At); err != nil {
				t.Fatal(err)
			}
		},
		"reclassified clicks": func(t *testing.T, s *Store, _ []click.Click) {
			allBots := func(string) visitor.BotReason { return visitor.BotAgent }
			if _, err := s.Reclassify(t.Context(), allBots); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clicks := openSealed(t)
			before := results(t, s)
			change(t, s, clicks)
			got := results(t, s)
			if cmp.Equal(before, got) {
				t.Fatal("the change changes no result, so that the test proves nothing")
			}
			s.reports.InvalidateCache()
			if diff := cmp.Diff(results(t, s), got); diff != "" {
				t.Error("cached results differ from the clicks:\n", diff)
			}
		})
	}
}

func TestResultCache_DependsOnTags(t *testing.T) {
	t.Parallel()
	s, clicks := openSealed(t)
	q := everything(clicks[0].WorkspaceID)
	query := func(of uint64) []analytics.Row {
		t.Helper()
		q.Lists = []analytics.List{{Dimension: analytics.Tag, Limit: 5, Members: []analytics.Member{{Link: clicks[0].LinkID, Of: of}}}}
		a, err := s.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return a.Lists[analytics.Tag]
	}
	if first, second := query(1), query(2); cmp.Equal(first, second) {
		t.Errorf("two tags have the same rows: %v", first)
	}
}

// TestResultCache_DependsOnLinkSets also checks that the tables of the links do not outlive
// the query.
func TestResultCache_DependsOnLinkSets(t *testing.T) {
	t.Parallel()
	s, clicks := openSealed(t)
	q := everything(clicks[0].WorkspaceID)
	count := func(links ...uint64) int64 {
		t.Helper()
		q.Filters = []analytics.Filter{{Dimension: analytics.Link, Links: &analytics.LinkSet{Links: links}}}
		a, err := s.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return a.Count.Clicks
	}
	one, other := clicks[0].WorkspaceID^10, clicks[0].WorkspaceID^20
	first, second := count(one), count(other)
	if first == second || first == 0 || second == 0 {
		t.Errorf("%d and %d clicks of two links", first, second)
	}
	if none := count(); none != 0 {
		t.Errorf("%d clicks of no links", none)
	}
	var left int
	if err := s.db.QueryRow("SELECT count(*) FROM duckdb_tables() WHERE temporary").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d temporary tables are left, %v", left, err)
	}
}

func TestQuery_CompletesListsWithManyKeys(t *testing.T) {
	t.Parallel()
	s := openWith(t, Options{MemoryMB: 256, report: report.Limits{Copied: 1, Unified: 1, Keys: 3}})
	clicks := sortedClicks(2000)
	fill(t, s, clicks, 1)
	compactAll(t, s)
	oracle := &analyticstest.Oracle{}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 1}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Error(diff)
	}
	// With few parts, and of the clicks of some links.
	q := everything(clicks[0].WorkspaceID)
	q.Heatmap, q.Series, q.Lists = false, nil, []analytics.List{{Dimension: analytics.URL, Limit: 2}, {Dimension: analytics.Link, Limit: 2}}
	q.Filters = []analytics.Filter{{Dimension: analytics.Link, Negated: true, Links: &analytics.LinkSet{Links: []uint64{q.WorkspaceID ^ 10}}}}
	want, err := oracle.Query(t.Context(), q)
	got, queryErr := s.Query(t.Context(), q)
	if diff := cmp.Diff(want, got); diff != "" || err != nil || queryErr != nil || want.Count.Clicks == 0 {
		t.Error(diff, err, queryErr)
	}
}
