package analyticstest

import (
	"context"
	"errors"
	"time"

	"linnet/internal/core/analytics"
)

// BenchWorkspace is a typical workspace of the benchmarks. Workspace 1 has a fifth of
// all clicks.
const BenchWorkspace = 79

// Question is a query whose duration a benchmark measures.
type Question struct {
	Name  string
	Query analytics.Query
}

// BenchEnd is the current time of the benchmarks: noon of a live day.
func BenchEnd() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// BenchMonth is the start of their 30 days.
func BenchMonth() time.Time { return BenchEnd().AddDate(0, 0, -30) }

// BenchYear is the start of their 12 months.
func BenchYear() time.Time { return time.Date(2025, 12, 1, 0, 0, 0, 0, berlin()) }

func berlin() *time.Location {
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return loc
}

// Dashboard returns the query of the analytics screen, until BenchEnd.
func Dashboard(workspace uint64, start time.Time, g analytics.Granularity, filters ...analytics.Filter) analytics.Query {
	q := analytics.Query{
		WorkspaceID: workspace,
		Start:       start,
		End:         BenchEnd(),
		Location:    berlin(),
		Traffic:     analytics.Human,
		Count:       true,
		Heatmap:     true,
		Filters:     filters,
		Series:      &analytics.Series{Granularity: g, Starts: g.Starts(start, BenchEnd(), berlin(), 5000)},
	}
	for _, d := range []analytics.Dimension{
		analytics.Link, analytics.Country, analytics.Region, analytics.City, analytics.Language, analytics.OS, analytics.Browser,
		analytics.Device, analytics.Referrer, analytics.Trigger, analytics.UTMSource, analytics.UTMMedium, analytics.UTMCampaign,
		analytics.Rule, analytics.URL,
	} {
		q.Lists = append(q.Lists, analytics.List{Dimension: d, Limit: 10})
	}
	return q
}

// BenchQuestions returns the questions that the benchmarks of all engines use. link is
// a filter of BenchLink for BenchWorkspace.
func BenchQuestions(link analytics.Filter) []Question {
	const small, big = BenchWorkspace, 1
	month, year := BenchMonth(), BenchYear()
	de := analytics.Filter{Dimension: analytics.Country, Values: []string{"C3", "C0"}}
	monthly := func(workspace uint64) analytics.Query {
		q := Dashboard(workspace, year, analytics.Month)
		q.Count, q.Heatmap, q.Lists = false, false, nil
		return q
	}
	countOnly := func(workspace uint64) analytics.Query {
		q := Dashboard(workspace, year, analytics.Day)
		q.Series, q.Heatmap, q.Lists = nil, false, nil
		return q
	}
	return []Question{
		{"report small link 30 days", Dashboard(small, month, analytics.Day, link)},
		{"report typical workspace 30 days", Dashboard(small, month, analytics.Day)},
		{"report typical workspace 12 months", Dashboard(small, year, analytics.Month)},
		{"report big workspace 30 days", Dashboard(big, month, analytics.Day)},
		{"report big workspace 30 days filtered", Dashboard(big, month, analytics.Day, de)},
		{"report big workspace 12 months", Dashboard(big, year, analytics.Month)},
		{"12 months by month typical workspace", monthly(small)},
		{"12 months by month big workspace", monthly(big)},
		{"total and uniques typical workspace 12 months", countOnly(small)},
		{"total and uniques big workspace 12 months", countOnly(big)},
	}
}

// BenchLink returns a filter on the workspace's link with the most clicks.
func BenchLink(ctx context.Context, e analytics.Engine, workspace uint64) (analytics.Filter, error) {
	q := Dashboard(workspace, BenchMonth(), analytics.Day)
	q.Count, q.Series, q.Heatmap = false, nil, false
	q.Lists = []analytics.List{{Dimension: analytics.Link, Limit: 1}}
	a, err := e.Query(ctx, q)
	if err != nil || len(a.Lists[analytics.Link]) == 0 {
		return analytics.Filter{}, errors.Join(errors.New("the workspace has no clicks"), err)
	}
	return analytics.Filter{Dimension: analytics.Link, Values: []string{a.Lists[analytics.Link][0].Key}}, nil
}
