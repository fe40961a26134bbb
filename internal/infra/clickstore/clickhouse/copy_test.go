package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcopy"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

func silent(clickcopy.Phase, int64, int64) {}

func openFile(t *testing.T) *duckdb.Store {
	t.Helper()
	s, err := duckdb.Open(t.Context(), filepath.Join(t.TempDir(), "clicks.duckdb"), duckdb.Options{MemoryMB: 256})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// packed returns an embedded store with random clicks: those of months that are
// packed, of days that are sorted, and of the last day.
func packed(t *testing.T, w *analyticstest.World) *duckdb.Store {
	t.Helper()
	s := openFile(t)
	for through := range uint64(8) {
		clicks := make([]click.Click, 150)
		for i := range clicks {
			clicks[i] = w.Click()
		}
		if err := s.Append(t.Context(), click.Batch{Clicks: clicks, Through: through + 1}); err != nil {
			t.Fatal(err)
		}
		if through == 5 {
			if err := s.Compact(t.Context(), w.End.AddDate(0, 0, -5)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.DeleteLink(t.Context(), 1, 1^20); err != nil { // leaves visitors with one click that were not solo
		t.Fatal(err)
	}
	return s
}

func copyAll(t *testing.T, from clickcopy.Source, to clickcopy.Target) []clickcopy.Month {
	t.Helper()
	months, err := clickcopy.Copy(t.Context(), from, to, silent)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range months {
		if !m.Equal {
			t.Errorf("the copy differs: %+v", m)
		}
	}
	return months
}

// TestStore_CopiesEveryClick copies random clicks from DuckDB to ClickHouse and back.
// The checksums of all months must be equal, before and after the copy is packed, and
// all three stores must give the same reports.
func TestStore_CopiesEveryClick(t *testing.T) {
	t.Parallel()
	w := analyticstest.NewWorld(11)
	first, second, third := packed(t, w), open(t, Options{URL: testclickhouse.URL(t)}), openFile(t)
	there := copyAll(t, first, second)
	if len(there) < 5 {
		t.Errorf("only %d months were compared", len(there))
	}
	back := copyAll(t, second, third)
	for i, m := range there {
		if m.SourceChecksum != back[i].TargetChecksum || m.SourceVisitors != back[i].TargetVisitors {
			t.Errorf("%s changed on the way: %+v, %+v", m.Month, m, back[i])
		}
	}
	if err := third.Compact(t.Context(), w.End.AddDate(0, 2, 0)); err != nil {
		t.Fatal(err)
	}
	again, err := clickcopy.Compare(t.Context(), first, third, silent)
	if err != nil || slices.ContainsFunc(again, func(m clickcopy.Month) bool { return !m.Equal }) {
		t.Errorf("after packing the copy differs: %+v, %v", again, err)
	}
	for range 60 {
		q := w.Query()
		want, err := first.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range []analytics.Engine{second, third} {
			got, err := e.Query(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("copy %d gives another report for %+v: %s", i+1, q, diff)
			}
		}
	}
}

// TestStore_CopiesChangedDays repeats a copy after clicks were added, deleted and
// reclassified in the source, and after the target lost and gained clicks.
func TestStore_CopiesChangedDays(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"ClickHouse", "DuckDB"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			w := analyticstest.NewWorld(12)
			source := packed(t, w)
			var target interface {
				analytics.Engine
				clickcopy.Target
			} = openFile(t)
			if engine == "ClickHouse" {
				target = open(t, Options{URL: testclickhouse.URL(t)})
			}
			copyAll(t, source, target)
			if _, err := source.DeleteLink(t.Context(), 1, 1^10); err != nil {
				t.Fatal(err)
			}
			if err := source.Append(t.Context(), click.Batch{Clicks: []click.Click{w.Click(), w.Click()}, Through: 100}); err != nil {
				t.Fatal(err)
			}
			if err := target.Append(t.Context(), click.Batch{Source: "other", Clicks: []click.Click{w.Click()}, Through: 1}); err != nil {
				t.Fatal(err)
			}
			if _, err := target.DeleteBefore(t.Context(), analyticstest.Workspaces()[1], w.Start.AddDate(0, 1, 0)); err != nil {
				t.Fatal(err)
			}
			copyAll(t, source, target)
		})
	}
}

// TestStore_ContinuesACopy interrupts a copy several times in the middle of a day.
func TestStore_ContinuesACopy(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	for _, engine := range []string{"ClickHouse", "DuckDB"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			source := packed(t, analyticstest.NewWorld(13))
			var target clickcopy.Target = openFile(t)
			if engine == "ClickHouse" {
				target = open(t, Options{URL: testclickhouse.URL(t)})
			}
			stopped := errors.New("stopped")
			copied := 0
			for copied < 4 {
				_, err := clickcopy.Copy(t.Context(), stopping{source, stopped, new(int)}, target, silent)
				if err == nil {
					break
				}
				if !errors.Is(err, stopped) {
					t.Fatal(err)
				}
				copied++
			}
			if copied < 4 {
				t.Errorf("the copy was interrupted only %d times", copied)
			}
			copyAll(t, source, target)
		})
	}
}

// stopping reads one day and a part of the second one.
type stopping struct {
	clickcopy.Source
	err  error
	days *int
}

func (s stopping) ReadDay(ctx context.Context, day click.Day, do func([]click.Click) error) error {
	*s.days++
	return s.Source.ReadDay(ctx, day, func(clicks []click.Click) error {
		if *s.days == 1 {
			return do(clicks)
		}
		if err := do(clicks[:len(clicks)/2]); err != nil {
			return err
		}
		return s.err
	})
}

func TestCompare_FindsEveryDifference(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	base := click.Click{ID: 5, At: at, WorkspaceID: 1, LinkID: 2, Visitor: 9, Alias: "a", Agent: "x"}
	second := base
	second.ID = 6
	changes := map[string]func(*click.Click){
		"id": func(c *click.Click) { c.ID++ }, "time": func(c *click.Click) { c.At = c.At.Add(time.Millisecond) },
		"agent": func(c *click.Click) { c.Agent = "y" }, "bot": func(c *click.Click) { c.Bot = "agent" },
		"visitor": func(c *click.Click) { c.Visitor = 10 }, "no visitor": func(c *click.Click) { c.Visitor = 0 },
		"alias": func(c *click.Click) { c.Alias = "b" }, "block": func(c *click.Click) { c.BlockID = 1 }, "none": func(*click.Click) {},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, two := openFile(t), open(t, Options{URL: testclickhouse.URL(t)})
			changed := second
			change(&changed)
			if err := errors.Join(
				one.Append(t.Context(), click.Batch{Clicks: []click.Click{base, second}, Through: 1}),
				two.Append(t.Context(), click.Batch{Clicks: []click.Click{base, changed}, Through: 1}),
			); err != nil {
				t.Fatal(err)
			}
			months, err := clickcopy.Compare(t.Context(), one, two, silent)
			if err != nil || len(months) != 1 || months[0].Equal != (name == "none") {
				t.Errorf("the comparison is %s, %v", fmt.Sprint(months), err)
			}
		})
	}
}
