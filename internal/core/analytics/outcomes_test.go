package analytics_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// lockedLink counts two people who open a link with a password, of whom one entered it, and
// one who came after its end.
func lockedLink(t *testing.T) *analytics.Service {
	t.Helper()
	store := &analyticstest.Oracle{}
	one := func(person uint64, outcome visitor.Outcome) click.Click {
		return click.Click{At: now, WorkspaceID: 9, LinkID: 1, Visitor: person, Trigger: click.TriggerLink, Outcome: outcome}
	}
	if err := store.Append(t.Context(), click.Batch{Through: 1, Clicks: []click.Click{
		one(100, visitor.Locked), one(100, visitor.Redirected), one(200, visitor.Locked), one(200, visitor.Locked), one(300, visitor.Expired),
	}}); err != nil {
		t.Fatal(err)
	}
	return analytics.New(analytics.Deps{Store: store, Clock: clock.NewManual(now)})
}

func TestReport_CountsRedirectsUnlessFiltered(t *testing.T) {
	t.Parallel()
	s := lockedLink(t)
	for name, tt := range map[string]struct {
		values []string
		want   analytics.Count
	}{
		"no filter":         {nil, analytics.Count{Clicks: 1, Uniques: 1}},
		"redirected":        {[]string{"redirect"}, analytics.Count{Clicks: 1, Uniques: 1}},
		"asked":             {[]string{"Password"}, analytics.Count{Clicks: 3, Uniques: 2}},
		"asked or ended":    {[]string{"password", "expired"}, analytics.Count{Clicks: 4, Uniques: 3}},
		"all":               {[]string{"all"}, analytics.Count{Clicks: 5, Uniques: 3}},
		"all but asked":     {[]string{"-password"}, analytics.Count{Clicks: 2, Uniques: 2}},
		"no such outcome":   {[]string{"view"}, analytics.Count{}},
		"all but redirects": {[]string{"-redirect"}, analytics.Count{Clicks: 4, Uniques: 3}},
	} {
		r, err := s.Report(t.Context(), actor(), analytics.Request{Filters: analytics.FilterOf(analytics.Outcome, tt.values)}, analytics.Parts{Count: true})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, r.Count); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		page, err := s.Recent(t.Context(), actor(), analytics.Request{Filters: analytics.FilterOf(analytics.Outcome, tt.values)}, "")
		if err != nil || page.Total != int(tt.want.Clicks) {
			t.Errorf("%s: %d clicks are listed, %v", name, page.Total, err)
		}
	}
}

// TestReport_ListsEveryOutcome lists the outcomes of visits that the report does not count,
// at the place that their number has.
func TestReport_ListsEveryOutcome(t *testing.T) {
	t.Parallel()
	s := lockedLink(t)
	row := func(key string, clicks, uniques int64) analytics.Row {
		return analytics.Row{Key: key, Label: key, Clicks: clicks, Uniques: uniques}
	}
	list := func(r analytics.Request) []analytics.Row {
		r.GroupBy = []analytics.Dimension{analytics.Browser, analytics.Outcome}
		found, err := s.Report(t.Context(), actor(), r, analytics.Parts{Count: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Lists) != 2 {
			t.Errorf("%d lists", len(found.Lists))
		}
		return found.Lists[analytics.Outcome]
	}
	for name, tt := range map[string]struct {
		request analytics.Request
		want    []analytics.Row
	}{
		"all":        {analytics.Request{}, []analytics.Row{row("password", 3, 2), row("expired", 1, 1), row("redirect", 1, 1)}},
		"the first":  {analytics.Request{Limit: 1}, []analytics.Row{row("password", 3, 2)}},
		"a filter":   {analytics.Request{Filters: analytics.FilterOf(analytics.Outcome, []string{"redirect"})}, []analytics.Row{row("redirect", 1, 1)}},
		"other link": {analytics.Request{Filters: analytics.FilterOf(analytics.Link, []string{ident.Text(ident.Link, 2)})}, nil},
		"no bots":    {analytics.Request{Traffic: analytics.Bot}, nil},
	} {
		if diff := cmp.Diff(tt.want, list(tt.request)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
