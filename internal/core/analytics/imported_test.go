package analytics_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"

	"linnet/internal/base/clock"
)

// imports are imported clicks: on some days, of which those of unknown ones are 0, and by browser.
type imports struct {
	byDay map[click.Day]int64
	by    []analytics.ImportedRow
	shown []string // that were asked for
}

func (i *imports) FirstImported(context.Context, uint64) (click.Day, error) {
	first := click.Day(0)
	for day := range i.byDay {
		if day > 0 && (first == 0 || day < first) {
			first = day
		}
	}
	return first, nil
}

func (i *imports) ImportedByDay(_ context.Context, q analytics.Query) (map[click.Day]int64, error) {
	first, end := q.Days()
	found := map[click.Day]int64{}
	for day, clicks := range i.byDay {
		if day == 0 || day >= first && day < end {
			found[day] = clicks
		}
	}
	return found, nil
}

func (i *imports) ImportedBy(_ context.Context, _ analytics.Query, _ analytics.Dimension, shown []string, _ int) ([]analytics.ImportedRow, error) {
	i.shown = shown
	return i.by, nil
}

// importing has a click with Chrome at now, and imported ones.
func importing(t *testing.T, i *imports) *analytics.Service {
	t.Helper()
	store := &analyticstest.Oracle{}
	if err := store.Append(t.Context(), click.Batch{Through: 1, Clicks: []click.Click{
		{ID: 1, At: now, WorkspaceID: 9, LinkID: 1, Visitor: 100, Browser: "Chrome", Outcome: visitor.Redirected},
	}}); err != nil {
		t.Fatal(err)
	}
	return analytics.New(analytics.Deps{Store: store, Names: names{}, Imports: i, Clock: clock.NewManual(now)})
}

func TestReport_NamesImportedClicksApart(t *testing.T) {
	t.Parallel()
	today := click.DayOf(now)
	i := &imports{
		byDay: map[click.Day]int64{0: 500, today: 3, today - 2: 40, today - 400: 7},
		by:    []analytics.ImportedRow{{Key: "chrome", Clicks: 30}, {Key: "Safari", Clicks: 13}, {Key: "Edge", Clicks: 1}},
	}
	r, err := importing(t, i).Report(t.Context(), actor(), analytics.Request{
		Period: analytics.Period{Interval: "7d", TimeZone: "Pacific/Auckland"}, GroupBy: []analytics.Dimension{analytics.Browser}, Limit: 2,
	}, analytics.Parts{Count: true, Series: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(analytics.Imported{Clicks: 43, Undated: 500}, r.Imported); diff != "" || r.Count.Clicks != 1 || r.Count.Uniques != 1 {
		t.Errorf("counted %+v: %s", r.Count, diff)
	}
	zone, _ := time.LoadLocation("Pacific/Auckland")
	got := map[string]int64{}
	for _, p := range r.Points {
		if p.Imported > 0 {
			got[p.Start.In(zone).Format(time.DateOnly)] = p.Imported
		}
	}
	if diff := cmp.Diff(map[string]int64{today.String(): 3, (today - 2).String(): 40}, got); diff != "" {
		t.Errorf("the points have %s", diff)
	}
	want := []analytics.Row{{Key: "Chrome", Label: "Chrome", Clicks: 1, Uniques: 1, Imported: 30}, {Key: "Safari", Label: "Safari", Imported: 13}}
	if diff := cmp.Diff(want, r.Lists[analytics.Browser]); diff != "" || !slices.Equal(i.shown, []string{"chrome"}) {
		t.Errorf("shown %v: %s", i.shown, diff)
	}
}

func TestReport_PlacesImportedClicksByDayOnly(t *testing.T) {
	t.Parallel()
	today := click.DayOf(now)
	s := importing(t, &imports{byDay: map[click.Day]int64{today: 3, today - 3: 4, today - 40: 5}})
	for g, want := range map[analytics.Granularity]int64{analytics.Hour: 0, analytics.Day: 12, analytics.ISOWeek: 12, analytics.Month: 12} {
		period := analytics.Period{Start: (today - 45).Start(), End: now}
		r, err := s.Report(t.Context(), actor(), analytics.Request{Period: period, Granularity: g}, analytics.Parts{Count: true, Series: true})
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, p := range r.Points {
			sum += p.Imported
		}
		if sum != want || r.Imported.Clicks != 12 {
			t.Errorf("by %s: the points have %d imported clicks, the report %d", g, sum, r.Imported.Clicks)
		}
	}
}

func TestReport_AllTimeBeginsWithImportedClicks(t *testing.T) {
	t.Parallel()
	day := click.DayOf(now) - 900
	r, err := importing(t, &imports{byDay: map[click.Day]int64{day: 6}}).
		Report(t.Context(), actor(), analytics.Request{Period: analytics.Period{Interval: "all"}}, analytics.Parts{Count: true})
	if err != nil || r.Imported.Clicks != 6 || r.Count.Clicks != 1 || r.Start.After(day.Start()) {
		t.Errorf("since %s: %+v and %+v imported, %v", r.Start, r.Count, r.Imported, err)
	}
}

func TestReport_HasNoImportedClicksOfBotsAndOrphans(t *testing.T) {
	t.Parallel()
	s := importing(t, &imports{byDay: map[click.Day]int64{0: 5, click.DayOf(now): 3}})
	for name, r := range map[string]analytics.Request{"bots": {Traffic: analytics.Bot}, "orphans": {Subject: analytics.OrphanVisits}} {
		report, err := s.Report(t.Context(), actor(), r, analytics.Parts{Count: true, Series: true})
		if err != nil || report.Imported != (analytics.Imported{}) {
			t.Errorf("%s: %+v, %v", name, report.Imported, err)
		}
	}
}
