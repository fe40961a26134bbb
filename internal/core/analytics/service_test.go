package analytics_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

var now = time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)

// names of a workspace with two links: "one" carries the tag "spring".
type names struct{}

func (names) Labels(_ context.Context, _ access.View, d analytics.Dimension, ids []string) (map[string]string, error) {
	labels := make(map[string]string)
	for _, id := range ids {
		switch {
		case d == analytics.Domain:
			labels[id] = "go.example"
		case d == analytics.Link && id == ident.Text(ident.Link, 1):
			labels[id] = "go.example/one"
		case d == analytics.Tag:
			labels[id] = "spring"
		}
	}
	return labels, nil
}

func (names) Lookup(_ context.Context, _ access.View, d analytics.Dimension, name string) ([]string, error) {
	switch {
	case d == analytics.Domain && name == "go.example":
		return []string{ident.Text(ident.Domain, 4)}, nil
	case d == analytics.Tag && name == "spring":
		return []string{ident.Text(ident.Tag, 7)}, nil
	}
	return nil, nil
}

func (names) Members(_ context.Context, _ access.View, d analytics.Dimension, _ []string) ([]analytics.Member, error) {
	if d == analytics.Folder { // link 1 is in a folder, which a limited view lacks
		return []analytics.Member{{Link: 1, Of: 3}}, nil
	}
	return []analytics.Member{{Link: 1, Of: 7}}, nil
}

// HiddenLinks returns link 1 if it is asked for.
func (names) HiddenLinks(_ context.Context, _ access.View, among []string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(among), func(id string) bool { return id != ident.Text(ident.Link, 1) }), nil
}

// AggregateDomains returns domain 5.
func (names) AggregateDomains(context.Context, access.View) ([]string, error) {
	return []string{ident.Text(ident.Domain, 5)}, nil
}

func actor() access.Actor {
	return access.Actor{UserID: "usr_1", WorkspaceID: ident.Text(ident.Workspace, 9), Role: access.Viewer}
}

// service counts four clicks of people, on two links and two days, and a bot's.
func service(t *testing.T) *analytics.Service {
	t.Helper()
	store := &analyticstest.Oracle{}
	one := func(hoursAgo int, link, person uint64, change func(*click.Click)) click.Click {
		c := click.Click{
			ID: uint64(hoursAgo + 1), At: now.Add(-time.Duration(hoursAgo) * time.Hour), WorkspaceID: 9, DomainID: 4, LinkID: link, Visitor: person,
			Place: visitor.Place{Country: "DE", Continent: "EU"}, Browser: "Chrome", Trigger: click.TriggerLink, Outcome: visitor.Redirected,
		}
		change(&c)
		return c
	}
	same := func(*click.Click) {}
	if err := store.Append(t.Context(), click.Batch{Through: 1, Clicks: []click.Click{
		one(0, 1, 100, same),
		one(1, 1, 100, func(c *click.Click) { c.Browser, c.UTM.Campaign, c.Referrer = "Safari", "café", "xn--mnchen-3ya.de" }),
		one(2, 2, 200, func(c *click.Click) {
			c.Place = visitor.Place{Country: "AT", Region: "AT-9", Continent: "EU"}
			c.UTM.Campaign = "cafe\u0301" // stored before labels were composed
		}),
		one(30, 2, 300, func(c *click.Click) { c.Place = visitor.Place{} }),
		one(3, 1, 400, func(c *click.Click) { c.Bot = visitor.BotAgent }),
		one(24*40, 1, 500, same), // in the period before
		one(1, 0, 600, same),     // an orphan
	}}); err != nil {
		t.Fatal(err)
	}
	return analytics.New(analytics.Deps{Store: store, Names: names{}, Clock: clock.NewManual(now)})
}

func TestReport_CountAndPreviousPeriod(t *testing.T) {
	t.Parallel()
	r, err := service(t).Report(t.Context(), actor(), analytics.Request{Compare: analytics.Comparison{Previous: true}}, analytics.Parts{Count: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(analytics.Count{Clicks: 4, Uniques: 3, Bots: 1}, r.Count); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&analytics.Count{Clicks: 1, Uniques: 1}, r.Previous); diff != "" {
		t.Error(diff)
	}
}

func TestReport_Filters(t *testing.T) {
	t.Parallel()
	s := service(t)
	for name, tt := range map[string]struct {
		d      analytics.Dimension
		values []string
		want   int64
	}{
		"one value":             {analytics.Country, []string{"DE"}, 2},
		"several, in any case":  {analytics.Country, []string{"de", "at"}, 3},
		"the Union":             {analytics.Country, []string{"eu"}, 3},
		"not the Union":         {analytics.Country, []string{"-EU"}, 1},
		"without one":           {analytics.Country, []string{"(none)"}, 1},
		"negated":               {analytics.Browser, []string{"-chrome"}, 1},
		"included and excluded": {analytics.Country, []string{"EU", "-AT"}, 2},
		"a link":                {analytics.Link, []string{ident.Text(ident.Link, 2)}, 2},
		"a link that is none":   {analytics.Link, []string{"lnk_nonsense"}, 0},
		"a domain by its host":  {analytics.Domain, []string{"go.example"}, 4},
		"another host":          {analytics.Domain, []string{"x.example"}, 0},
		"not another host":      {analytics.Domain, []string{"-x.example"}, 4},
		"a tag by its name":     {analytics.Tag, []string{"spring"}, 2},
		"not that tag":          {analytics.Tag, []string{"-spring"}, 2},
		"no tag":                {analytics.Tag, []string{"(none)"}, 2},
		"some tag":              {analytics.Tag, []string{"-(none)"}, 2},
		"that tag or none":      {analytics.Tag, []string{"spring", "(none)"}, 4},
		"no such tag":           {analytics.Tag, []string{"autumn"}, 0},
		"not such a tag":        {analytics.Tag, []string{"-autumn"}, 4},
		"a folder":              {analytics.Folder, []string{ident.Text(ident.Folder, 3)}, 2},
		"not that folder":       {analytics.Folder, []string{"-" + ident.Text(ident.Folder, 3)}, 2},
		"an hour":               {analytics.LocalHour, []string{"10"}, 1},
		"not that hour":         {analytics.LocalHour, []string{"-10"}, 3},
		"a label as composed":   {analytics.UTMCampaign, []string{"café"}, 1},
		"a label as received":   {analytics.UTMCampaign, []string{"cafe\u0301"}, 2},
		"neither spelling":      {analytics.UTMCampaign, []string{"-cafe\u0301"}, 2},
		"a host as people read": {analytics.Referrer, []string{"München.de"}, 1},
		"a host in ASCII":       {analytics.Referrer, []string{"xn--mnchen-3ya.de"}, 1},
		"a Friday":              {analytics.LocalWeekday, []string{"5"}, 3},
		"two weekdays":          {analytics.LocalWeekday, []string{"4", "5"}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := s.Report(t.Context(), actor(), analytics.Request{Filters: analytics.FilterOf(tt.d, tt.values)}, analytics.Parts{Count: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.Count.Clicks != tt.want {
				t.Errorf("%d clicks, want %d", r.Count.Clicks, tt.want)
			}
		})
	}
}

func TestReport_ListsHaveKeysAndLabels(t *testing.T) {
	t.Parallel()
	r, err := service(t).Report(t.Context(), actor(), analytics.Request{GroupBy: []analytics.Dimension{
		analytics.Link, analytics.Country, analytics.Domain, analytics.Tag, analytics.Region, analytics.Link,
	}}, analytics.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	one, two := ident.Text(ident.Link, 1), ident.Text(ident.Link, 2)
	want := map[analytics.Dimension][]analytics.Row{
		analytics.Link:    {{Key: one, Label: "go.example/one", Clicks: 2, Uniques: 1}, {Key: two, Label: two, Clicks: 2, Uniques: 2}},
		analytics.Country: {{Key: "DE", Label: "DE", Clicks: 2, Uniques: 1}, {Clicks: 1, Uniques: 1}, {Key: "AT", Label: "AT", Clicks: 1, Uniques: 1}},
		analytics.Domain:  {{Key: "go.example", Label: "go.example", Clicks: 4, Uniques: 3}},
		analytics.Tag:     {{Clicks: 2, Uniques: 2}, {Key: ident.Text(ident.Tag, 7), Label: "spring", Clicks: 2, Uniques: 1}},
		analytics.Region:  {{Clicks: 3, Uniques: 2}, {Key: "AT-9", Label: "Vienna", Clicks: 1, Uniques: 1}},
	}
	if diff := cmp.Diff(want, r.Lists); diff != "" {
		t.Error(diff)
	}
}

func TestReport_SeriesHasNoGaps(t *testing.T) {
	t.Parallel()
	r, err := service(t).Report(t.Context(), actor(), analytics.Request{Period: analytics.Period{Interval: analytics.Last7d}}, analytics.Parts{Series: true})
	if err != nil {
		t.Fatal(err)
	}
	var clicks []int64
	for _, p := range r.Points {
		clicks = append(clicks, p.Clicks)
	}
	if diff := cmp.Diff([]int64{0, 0, 0, 0, 0, 1, 3}, clicks); diff != "" {
		t.Error(diff)
	}
	if r.Granularity != analytics.Day {
		t.Errorf("granularity %q", r.Granularity)
	}
}

func TestReport_OrphansAreSeparate(t *testing.T) {
	t.Parallel()
	r, err := service(t).Report(t.Context(), actor(), analytics.Request{Subject: analytics.OrphanVisits}, analytics.Parts{Count: true})
	if err != nil || r.Count.Clicks != 1 {
		t.Errorf("%d orphans, %v", r.Count.Clicks, err)
	}
}

func TestRecent_NewestFirst(t *testing.T) {
	t.Parallel()
	s := service(t)
	last, err := s.Recent(t.Context(), actor(), analytics.Request{Limit: 2}, "")
	if err != nil || len(last.Clicks) != 2 || !last.Clicks[0].At.Equal(now) {
		t.Errorf("last clicks: %+v, %v", last, err)
	}
}

func TestRecent_RejectsOtherCursors(t *testing.T) {
	t.Parallel()
	s := service(t)
	for _, cursor := range []string{"none", "!", "MQ", "MSAy!", "MSAtMg"} { // "1" and "1 -2" among them
		if _, err := s.Recent(t.Context(), actor(), analytics.Request{}, cursor); !fault.Is(err, fault.Invalid) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

func TestReport_ReturnsFieldErrors(t *testing.T) {
	t.Parallel()
	s := service(t)
	for name, tt := range map[string]struct {
		request analytics.Request
		field   string
	}{
		"too many points": {analytics.Request{Granularity: analytics.Minute}, "granularity"},
		"no such width":   {analytics.Request{Granularity: "fortnight"}, "granularity"},
		"no such class":   {analytics.Request{Traffic: "cats"}, "traffic"},
		"no such list":    {analytics.Request{GroupBy: []analytics.Dimension{"mood"}}, "groupBy"},
		"no such filter":  {analytics.Request{Filters: []analytics.Filter{{Dimension: "mood"}}}, "mood"},
		"no weekday":      {analytics.Request{Filters: analytics.FilterOf(analytics.LocalWeekday, []string{"1", "-8"})}, "weekday"},
		"weekday by name": {analytics.Request{Filters: analytics.FilterOf(analytics.LocalWeekday, []string{"monday"})}, "weekday"},
		"no hour":         {analytics.Request{Filters: analytics.FilterOf(analytics.LocalHour, []string{"24"})}, "hour"},
		"without an hour": {analytics.Request{Filters: analytics.FilterOf(analytics.LocalHour, []string{analytics.NoValue})}, "hour"},
		"an hour's list":  {analytics.Request{GroupBy: []analytics.Dimension{analytics.LocalHour}}, "groupBy"},
		"too many rows":   {analytics.Request{Limit: analytics.MaxLimit + 1}, "limit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Report(t.Context(), actor(), tt.request, analytics.Parts{Series: true})
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != tt.field {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestService_OmitsHiddenLinks asks as a member for whom the folder of link 1 does not exist.
func TestService_OmitsHiddenLinks(t *testing.T) {
	t.Parallel()
	s, limited := service(t), actor()
	limited.Folders = &access.FolderLimits{Hidden: []string{ident.Text(ident.Folder, 3)}}
	r, err := s.Report(t.Context(), limited, analytics.Request{GroupBy: []analytics.Dimension{analytics.Link}}, analytics.Parts{Count: true})
	if err != nil || r.Count.Clicks != 2 || len(r.Lists[analytics.Link]) != 1 || r.Lists[analytics.Link][0].Key != ident.Text(ident.Link, 2) {
		t.Errorf("%+v, %v", r, err)
	}
	one, two := ident.Text(ident.Link, 1), ident.Text(ident.Link, 2)
	daily, err := s.DailyClicks(t.Context(), limited, "UTC", 2, []string{one, two})
	if diff := cmp.Diff(map[string][]int64{one: {0, 0}, two: {1, 1}}, daily); diff != "" || err != nil {
		t.Error(diff, err)
	}
	whole, err := s.DailyClicks(t.Context(), actor(), "UTC", 2, []string{one})
	if diff := cmp.Diff(map[string][]int64{one: {0, 2}}, whole); diff != "" || err != nil {
		t.Error(diff, err)
	}
	none := analytics.New(analytics.Deps{Store: &analyticstest.Oracle{}, Clock: clock.NewManual(now)})
	if _, err := none.Report(t.Context(), limited, analytics.Request{}, analytics.Parts{Count: true}); err == nil {
		t.Error("a report without names includes hidden clicks")
	}
}

func TestReport_RequiresMembership(t *testing.T) {
	t.Parallel()
	s := service(t)
	for name, tt := range map[string]struct {
		actor access.Actor
		want  fault.Code
	}{
		"no actor":       {access.Actor{}, fault.Unauthenticated},
		"not a member":   {access.Actor{UserID: "usr_1"}, fault.NotFound},
		"no real id":     {access.Actor{UserID: "usr_1", WorkspaceID: "wsp_x", Role: access.Owner}, fault.NotFound},
		"unknown rights": {access.Actor{UserID: "usr_1", WorkspaceID: ident.Text(ident.Workspace, 9), Role: "guest"}, fault.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := s.Report(t.Context(), tt.actor, analytics.Request{}, analytics.Parts{Count: true}); !fault.Is(err, tt.want) {
				t.Errorf("report: %v", err)
			}
			if _, err := s.Recent(t.Context(), tt.actor, analytics.Request{}, ""); !fault.Is(err, tt.want) {
				t.Errorf("recent: %v", err)
			}
		})
	}
}

func TestReport_ComparesWithGivenPeriod(t *testing.T) {
	t.Parallel()
	days := func(n int) time.Time { return now.Truncate(24*time.Hour).AddDate(0, 0, -n) }
	r, err := service(t).Report(t.Context(), actor(), analytics.Request{
		Period:      analytics.Period{Start: days(1)},
		Granularity: analytics.Day,
		Compare:     analytics.Comparison{Start: days(41), End: days(38)},
	}, analytics.Parts{Count: true, Series: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&analytics.Count{Clicks: 1, Uniques: 1}, r.Previous); diff != "" {
		t.Error(diff)
	}
	want := []analytics.Point{{Start: days(41)}, {Start: days(40), Clicks: 1, Uniques: 1}, {Start: days(39)}}
	if diff := cmp.Diff(want, r.PreviousPoints); diff != "" {
		t.Error(diff)
	}
	if len(r.Points) != 2 {
		t.Errorf("%d days of its own", len(r.Points))
	}
	r, err = service(t).Report(t.Context(), actor(), analytics.Request{
		Period: analytics.Period{Start: days(1), End: days(0)}, Compare: analytics.Comparison{Start: days(40)},
	}, analytics.Parts{Count: true})
	if err != nil || r.Previous == nil || r.Previous.Clicks != 1 {
		t.Errorf("as long after its start: %+v, %v", r.Previous, err)
	}
}

func TestComparison_ReturnsFieldErrors(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		compare analytics.Comparison
		field   string
	}{
		"both":           {analytics.Comparison{Previous: true, Start: now.AddDate(0, 0, -9)}, "compare"},
		"only an end":    {analytics.Comparison{End: now}, "compareStart"},
		"reversed":       {analytics.Comparison{Start: now, End: now.AddDate(0, 0, -1)}, "compareEnd"},
		"before the Web": {analytics.Comparison{Start: time.Date(1066, 10, 14, 9, 0, 0, 0, time.UTC)}, "compareStart"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := service(t).Report(t.Context(), actor(), analytics.Request{Compare: tt.compare}, analytics.Parts{Count: true})
			var f *fault.Error
			if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Field != tt.field {
				t.Errorf("got %v, want a fault at %s", err, tt.field)
			}
		})
	}
}

func TestFilterOf_UnescapesCommasAndMinusSigns(t *testing.T) {
	t.Parallel()
	// As they are cut at commas: a\,b,-\-c,\-d,\(none),-e\,f,g\
	got := analytics.FilterOf(analytics.UTMTerm, []string{`a\`, `b`, `-\-c`, `\-d`, `\(none)`, `-e\`, `f`, `g\`})
	want := []analytics.Filter{
		{Dimension: analytics.UTMTerm, Values: []string{"a,b", "-d", "(none)", `g\`}},
		{Dimension: analytics.UTMTerm, Values: []string{"-c", "e,f"}, Negated: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReport_CountsViewsOfPages(t *testing.T) {
	t.Parallel()
	store, page := &analyticstest.Oracle{}, ident.Text(ident.BioPage, 70)
	one := func(hoursAgo int, link, page, block, person uint64, reason visitor.BotReason) click.Click {
		return click.Click{
			At: now.Add(-time.Duration(hoursAgo) * time.Hour), WorkspaceID: 9, LinkID: link, PageID: page, BlockID: block, Visitor: person, Bot: reason,
			Trigger: click.TriggerLink, Place: visitor.Place{Country: "DE"}, Outcome: visitor.Redirected,
		}
	}
	if err := store.Append(t.Context(), click.Batch{Through: 1, Clicks: []click.Click{
		one(1, 0, 70, 0, 100, ""), one(1, 0, 70, 0, 100, ""), one(1, 0, 70, 0, 200, ""), one(1, 0, 70, 0, 300, visitor.BotAgent), one(1, 0, 71, 0, 100, ""),
		one(1, 1, 70, 80, 100, ""), one(1, 1, 0, 0, 400, ""), one(1, 0, 0, 0, 500, ""),
		one(24*40, 0, 70, 0, 600, ""), one(24*41, 0, 70, 0, 600, ""),
	}}); err != nil {
		t.Fatal(err)
	}
	s := analytics.New(analytics.Deps{Store: store, Clock: clock.NewManual(now)})
	for name, tt := range map[string]struct {
		filters         []analytics.Filter
		clicks          int64
		views, previous *analytics.Count
	}{
		"no page":     {nil, 2, nil, nil},
		"not a page":  {[]analytics.Filter{{Dimension: analytics.Page, Values: []string{page}, Negated: true}}, 1, nil, nil},
		"a page":      {analytics.FilterOf(analytics.Page, []string{page}), 1, &analytics.Count{Clicks: 3, Uniques: 2, Bots: 1}, &analytics.Count{Clicks: 2, Uniques: 2}},
		"its country": {append(analytics.FilterOf(analytics.Page, []string{page}), analytics.FilterOf(analytics.Country, []string{"AT"})...), 0, &analytics.Count{}, &analytics.Count{}},
		"its block": {
			append(analytics.FilterOf(analytics.Page, []string{page}), analytics.FilterOf(analytics.Block, []string{"blk_nonsense"})...), 0,
			&analytics.Count{Clicks: 3, Uniques: 2, Bots: 1}, &analytics.Count{Clicks: 2, Uniques: 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := s.Report(t.Context(), actor(), analytics.Request{Filters: tt.filters, Compare: analytics.Comparison{Previous: true}}, analytics.Parts{Count: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.Count.Clicks != tt.clicks {
				t.Errorf("%d clicks, want %d", r.Count.Clicks, tt.clicks)
			}
			if diff := cmp.Diff(tt.views, r.Views); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.previous, r.PreviousViews); diff != "" {
				t.Error(diff)
			}
		})
	}
}
