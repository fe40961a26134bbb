package transfer_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/event"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// days returns the imported clicks of the workspace by date, those without one as "".
func (in *install) days(filters ...analytics.Filter) map[string]int64 {
	in.t.Helper()
	number, _ := ident.Number(in.owner.WorkspaceID)
	q := analytics.Query{WorkspaceID: number, Start: time.Unix(0, 0), End: in.clock.Now(), Location: time.UTC, Filters: filters}
	byDay, err := in.store.ImportedByDay(in.t.Context(), q)
	if err != nil {
		in.t.Fatal(err)
	}
	out := map[string]int64{}
	for day, clicks := range byDay {
		name := ""
		if day > 0 {
			name = day.String()
		}
		out[name] = clicks
	}
	return out
}

// wantDays compares the imported clicks with dates, and with the total of the link a.
func (in *install) wantDays(when string, want map[string]int64) {
	in.t.Helper()
	got := in.days()
	if diff := cmp.Diff(want, got); diff != "" {
		in.t.Errorf("%s: %s", when, diff)
	}
	total := int64(0)
	for _, clicks := range got {
		total += clicks
	}
	if l := in.find("a"); l.OpeningClicks != total {
		in.t.Errorf("%s: the link was imported with %d clicks, which are not the %d of the days", when, l.OpeningClicks, total)
	}
}

func TestImport_StoresTheHistoryOfClicksOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		update := transfer.Options{OnConflict: transfer.Update}
		file := func(clicks int, history string) string {
			return fmt.Sprintf("alias,url,clicks,clickHistory\na,https://example.com/,%d,%s\n", clicks, history)
		}
		const (
			two   = "2026-01-02 15; 2026-01-03 7 country=DE&device=mobile"
			three = two + "; 2026-01-04 1"
		)
		in.imported("alias,url,clicks\na,https://example.com/,20\n", update)
		in.wantDays("without a history", map[string]int64{"": 20})
		in.imported(file(30, two), update)
		in.wantDays("with a history", map[string]int64{"": 8, "2026-01-02": 15, "2026-01-03": 7})
		if got := in.days(analytics.Filter{Dimension: analytics.Country, Values: []string{"DE"}}); got["2026-01-03"] != 7 || len(got) != 1 {
			t.Errorf("from Germany: %v", got)
		}
		l := in.find("a")
		if err := in.store.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: l.ID, Clicks: 10, LastClickedAt: testkit.Day()}}); err != nil {
			t.Fatal(err)
		}
		again := in.imported(file(30, two), update)
		if got := tally(again); !strings.Contains(got, "1 skipped") {
			t.Errorf("the same file again: %s", got)
		}
		in.wantDays("the same file again", map[string]int64{"": 8, "2026-01-02": 15, "2026-01-03": 7})
		in.imported(file(31, three), update)
		in.wantDays("a day later", map[string]int64{"": 8, "2026-01-02": 15, "2026-01-03": 7, "2026-01-04": 1})
		in.imported("alias,url,clicks\na,https://example.com/,50\n", update)
		in.wantDays("a later total, which includes 10 of Linnet", map[string]int64{"": 17, "2026-01-02": 15, "2026-01-03": 7, "2026-01-04": 1})
		in.imported(file(60, "2026-01-02 15"), update)
		in.wantDays("a later total with a shorter history", map[string]int64{"": 37, "2026-01-02": 15, "2026-01-03": 7, "2026-01-04": 1})
		in.imported(file(3, two), update)
		in.wantDays("an older file", map[string]int64{"": 37, "2026-01-02": 15, "2026-01-03": 7, "2026-01-04": 1})
		if l = in.find("a"); l.ClickCount != 70 || l.Version != 1 {
			t.Errorf("%d clicks, version %d", l.ClickCount, l.Version)
		}
		in.imported("alias,url,clickHistory\nb,https://example.com/b,2026-01-02 4; 2026-01-02 2\n", update)
		if l := in.find("b"); l.OpeningClicks != 6 {
			t.Errorf("a history without a total: %d clicks", l.OpeningClicks)
		}
		for _, want := range []int64{21, 0} {
			n, err := in.store.RetainImported(t.Context(), in.owner.WorkspaceID, click.Day(20456).Start()) // 2026-01-03
			if err != nil || n != want {
				t.Errorf("%d clicks lost their days, %v; want %d", n, err, want)
			}
		}
		if got := in.days(); !maps.Equal(got, map[string]int64{"": 58, "2026-01-03": 7, "2026-01-04": 1}) {
			t.Errorf("after the retention period: %v", got)
		}
		forgotten := event.New(in.owner.By(), event.ClicksDeleted, in.owner.WorkspaceID, in.find("a").ID, event.None{}, in.clock.Now())
		if err := in.store.ForgetClicks(t.Context(), forgotten); err != nil {
			t.Fatal(err)
		}
		if got := in.days(); !maps.Equal(got, map[string]int64{"": 6}) {
			t.Errorf("after the deletion of the clicks of a: %v", got)
		}
	})
}

func TestImport_NamesAHistoryThatItCannotRead(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	j := in.imported("alias,url,clicks,clickHistory\na,https://example.com/,20,2026-01-02: 15\n", transfer.Options{})
	if report := strings.Join(in.report(j.ID), "\n"); !strings.Contains(report, "clickHistory: “2026-01-02: 15” was not read.") {
		t.Errorf("the report says\n%s", report)
	}
	in.wantDays("with a history that cannot be read", map[string]int64{"": 20})
}

// TestImport_StepsOfLongRowsAreShort imports rows of which each has a long history: they are more
// text than one step reads.
func TestImport_StepsOfLongRowsAreShort(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	day := click.DayOf(in.clock.Now())
	var history []string
	for i := range click.Day(4000) {
		history = append(history, fmt.Sprintf("%s %d", day-i, 3))
	}
	var file strings.Builder
	file.WriteString("alias,url,clickHistory\n")
	const links = 100
	for i := range links {
		fmt.Fprintf(&file, "a%d,https://example.com/,%s\n", i, strings.Join(history, ";"))
	}
	if j := in.imported(file.String(), transfer.Options{}); !strings.Contains(tally(j), fmt.Sprintf("%d created", links)) {
		t.Errorf("the import says %s", tally(j))
	}
	if sum := slices.Collect(maps.Values(in.days())); len(sum) != 4000 || slices.Max(sum) != 3*links || slices.Min(sum) != 3*links {
		t.Errorf("%d days", len(sum))
	}
}
