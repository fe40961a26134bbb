package duckdb

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
	"linnet/internal/infra/clickstore/duckdb/report"
)

// closedStore returns a store that answers all questions in slices, with clicks
// of three months, all of closed days.
func closedStore(t *testing.T) (*Store, []click.Click) {
	t.Helper()
	s := openWith(t, Options{MemoryMB: 256, report: report.Limits{Copied: 1, Unified: 1}})
	clicks := sortedClicks(2000)
	fill(t, s, clicks, 1)
	tidy(t, s)
	return s, clicks
}

func tidy(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Compact(t.Context(), time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
}

// spoil deletes clicks of closed days, and tells nobody.
func spoil(t *testing.T, s *Store) {
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
		all, err := clicksql.AllTables(ctx, tx)
		from = all[1:]
		return err
	})
	return from, err
}

func TestWhatIsKeptOfClosedDaysIsNotReadAgain(t *testing.T) {
	t.Parallel()
	s, _ := closedStore(t)
	want := asked(t, s)
	spoil(t, s)
	if diff := cmp.Diff(want, asked(t, s)); diff != "" {
		t.Error("closed days were read again:\n", diff)
	}
	s.reports.InvalidateCache()
	if cmp.Equal(want, asked(t, s)) {
		t.Error("the clicks that are gone are still counted: the test shows nothing")
	}
}

func TestWhatIsKeptGivesWayToWhatIsTrue(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, s *Store, clicks []click.Click){
		"a late click": func(t *testing.T, s *Store, clicks []click.Click) {
			late := clicks[700]
			late.ID++
			fill(t, s, []click.Click{late}, 2)
		},
		"a late click that was sorted in": func(t *testing.T, s *Store, clicks []click.Click) {
			late := clicks[700]
			late.ID++
			fill(t, s, []click.Click{late}, 2)
			tidy(t, s)
		},
		"a link's clicks deleted": func(t *testing.T, s *Store, clicks []click.Click) {
			if _, err := s.DeleteLink(t.Context(), clicks[700].WorkspaceID, clicks[700].LinkID); err != nil {
				t.Fatal(err)
			}
		},
		"old clicks deleted": func(t *testing.T, s *Store, clicks []click.Click) {
			if _, err := s.DeleteBefore(t.Context(), clicks[700].WorkspaceID, clicks[1000].At); err != nil {
				t.Fatal(err)
			}
		},
		"clicks of another class": func(t *testing.T, s *Store, _ []click.Click) {
			everyone := func(string) visitor.BotReason { return visitor.BotAgent }
			if _, err := s.Reclassify(t.Context(), everyone); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clicks := closedStore(t)
			before := asked(t, s)
			change(t, s, clicks)
			got := asked(t, s)
			if cmp.Equal(before, got) {
				t.Fatal("the change changed no answer: the test shows nothing")
			}
			s.reports.InvalidateCache()
			if diff := cmp.Diff(asked(t, s), got); diff != "" {
				t.Error("answers that are kept differ from the clicks:\n", diff)
			}
		})
	}
}

// An answer that joined tags must not serve for other tags.
func TestWhatIsKeptOfTagsHangsOnTheTags(t *testing.T) {
	t.Parallel()
	s, clicks := closedStore(t)
	q := everything(clicks[0].WorkspaceID)
	ask := func(of uint64) []analytics.Row {
		t.Helper()
		q.Lists = []analytics.List{{Dimension: analytics.Tag, Limit: 5, Members: []analytics.Member{{Link: clicks[0].LinkID, Of: of}}}}
		a, err := s.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return a.Lists[analytics.Tag]
	}
	if first, second := ask(1), ask(2); cmp.Equal(first, second) {
		t.Errorf("two tags have the same rows: %v", first)
	}
}

// A list of more keys than are summed up is the oracle's all the same.
func TestAListOfManyKeysIsWhole(t *testing.T) {
	t.Parallel()
	s := openWith(t, Options{MemoryMB: 256, report: report.Limits{Copied: 1, Unified: 1, Keys: 3}})
	clicks := sortedClicks(2000)
	fill(t, s, clicks, 1)
	tidy(t, s)
	oracle := &analyticstest.Oracle{}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 1}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(asked(t, oracle), asked(t, s)); diff != "" {
		t.Error(diff)
	}
}
