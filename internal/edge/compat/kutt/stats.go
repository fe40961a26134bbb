package kutt

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/compat"
)

// period is the part of statistics for one period. Views are oldest first.
type period struct {
	Stats map[string][]nameValue `json:"stats"`
	Views []int64                `json:"views"`
	Total int64                  `json:"total"`
}

type nameValue struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// names map what Kutt names in a list, and the names that it lists with zero, too; empty: the keys are kept.
type names struct {
	dimension analytics.Dimension
	of        func(key string) string
	always    []string
}

// lists are the lists of a period, by Kutt's names.
func lists() map[string]names {
	return map[string]names{
		"browser":  {analytics.Browser, browserName, []string{"chrome", "edge", "firefox", "ie", "opera", "other", "safari"}},
		"os":       {analytics.OS, osName, []string{"android", "ios", "linux", "macos", "other", "windows"}},
		"country":  {analytics.Country, func(code string) string { return cmp.Or(strings.ToLower(code), "unknown") }, nil},
		"referrer": {analytics.Referrer, func(host string) string { return cmp.Or(host, "direct") }, nil},
	}
}

func browserName(name string) string {
	lower := strings.ToLower(name)
	for _, known := range []struct{ part, name string }{
		{"edge", "edge"}, {"opera", "opera"}, {"firefox", "firefox"}, {"explorer", "ie"}, {"chrom", "chrome"}, {"safari", "safari"},
	} {
		if strings.Contains(lower, known.part) {
			return known.name
		}
	}
	return "other"
}

func osName(name string) string {
	lower := strings.ToLower(name)
	if slices.Contains([]string{"android", "ios", "linux", "macos", "windows"}, lower) {
		return lower
	}
	return "other"
}

func (a *api) stats(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c.Context(), c.Actor, c.PathValue("id"))
	if err != nil {
		return err
	}
	current, err := a.Workspaces.Current(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	out := struct {
		shown
		LastDay   period `json:"lastDay"`
		LastWeek  period `json:"lastWeek"`
		LastMonth period `json:"lastMonth"`
		LastYear  period `json:"lastYear"`
		UpdatedAt string `json:"updatedAt"`
	}{shown: a.shownOf(l), UpdatedAt: timestamp(a.Clock.Now())}
	for _, of := range []struct {
		to          *period
		interval    analytics.Interval
		granularity analytics.Granularity
	}{
		{&out.LastDay, analytics.Last24h, analytics.Hour},
		{&out.LastWeek, analytics.Last7d, analytics.Day},
		{&out.LastMonth, analytics.Last30d, analytics.Day},
		{&out.LastYear, analytics.Last12mo, analytics.Month},
	} {
		*of.to, err = a.period(c, l.ID, analytics.Period{Interval: of.interval, TimeZone: current.TimeZone}, of.granularity)
		if err != nil {
			return err
		}
	}
	return compat.WriteJSON(w, http.StatusOK, out)
}

func (a *api) period(c *compat.Call, linkID string, of analytics.Period, by analytics.Granularity) (period, error) {
	request := analytics.Request{
		Period:      of,
		Filters:     []analytics.Filter{{Dimension: analytics.Link, Values: []string{linkID}}},
		Granularity: by,
		Limit:       analytics.MaxLimit,
	}
	for _, list := range lists() {
		request.GroupBy = append(request.GroupBy, list.dimension)
	}
	report, err := a.Analytics.Report(c.Context(), c.Actor, request, analytics.Parts{Count: true, Series: true})
	if err != nil {
		return period{}, err
	}
	out := period{Stats: map[string][]nameValue{}, Views: make([]int64, 0, len(report.Points)), Total: report.Count.Clicks}
	for _, p := range report.Points {
		out.Views = append(out.Views, p.Clicks)
	}
	for name, list := range lists() {
		out.Stats[name] = list.values(report.Lists[list.dimension])
	}
	return out, nil
}

// values returns the clicks of the rows by Kutt's names, the most first.
func (n names) values(rows []analytics.Row) []nameValue {
	clicks := map[string]int64{}
	for _, name := range n.always {
		clicks[name] = 0
	}
	for _, row := range rows {
		clicks[n.of(row.Key)] += row.Clicks
	}
	out := make([]nameValue, 0, len(clicks))
	for _, name := range slices.Sorted(maps.Keys(clicks)) {
		out = append(out, nameValue{name, clicks[name]})
	}
	slices.SortStableFunc(out, func(x, y nameValue) int { return cmp.Compare(y.Value, x.Value) })
	return out
}
