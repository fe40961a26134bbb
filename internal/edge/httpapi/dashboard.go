package httpapi

import (
	"context"
	"math"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/quota"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
)

type totalClicks struct {
	TotalClicks    int64  `json:"totalClicks" doc:"Clicks by people on all links, of all time; without importedClicks."`
	ImportedClicks int64  `json:"importedClicks" doc:"The clicks that links were imported with, also those of deleted links."`
	Trend          int64  `json:"trend" doc:"The change in percent from the 30 days before to the last 30 days, today included, in the workspace's time zone; 100 if there were no clicks before, 0 if the retention is shorter."`
	Before         *int64 `json:"before" doc:"Clicks of the 30 days before; null if the retention is shorter."`

	TimeSeries TimeSeries `json:"timeseries" doc:"Clicks by people on each of the last 30 days."`
	Heatmap    Heatmap    `json:"heatmap" doc:"Clicks by people in the last 30 days, by hour of the week."`
}

// trendSpan is the length of each of the two periods of the trend.
const trendSpan = 30 * 24 * time.Hour

func (a *API) totalClicks(ctx context.Context, _ *struct{}) (*apikit.Output[totalClicks], error) {
	total, err := a.count(ctx, analytics.Request{Period: analytics.Period{Interval: analytics.AllTime}})
	if err != nil {
		return nil, err
	}
	imported, err := a.Links.ImportedClicks(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	current, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	// The same days as in the chart of the home screen and in the report.
	recent, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period:      analytics.Period{Interval: analytics.Last30d, TimeZone: current.TimeZone},
		Compare:     analytics.Comparison{Shift: analytics.ShiftPeriod},
		Granularity: analytics.Day,
	}, analytics.Parts{Count: true, Series: true, Heatmap: true})
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[totalClicks]{}
	out.Body.TotalClicks, out.Body.ImportedClicks = total.Count.Clicks, imported
	recent.PreviousPoints = nil // only their sum is shown
	out.Body.TimeSeries, out.Body.Heatmap = seriesOf(recent), heatmapOf(recent.Heatmap)
	if !a.retains(current, 2*trendSpan) {
		return out, nil
	}
	out.Body.Before, out.Body.Trend = &recent.Previous.Clicks, trend(recent.Count.Clicks, recent.Previous.Clicks)
	return out, nil
}

// retains reports whether the workspace retains clicks for a duration.
func (a *API) retains(w workspace.Workspace, span time.Duration) bool {
	days := w.KeptDays(a.Plans.Limits(w.Plan))
	return days == plan.Unlimited || time.Duration(days)*24*time.Hour >= span
}

// trend returns the change from before to now, in whole percent.
func trend(now, before int64) int64 {
	switch {
	case before > 0:
		return int64(math.Round(float64(now-before) / float64(before) * 100))
	case now > 0:
		return 100
	default:
		return 0
	}
}

func (a *API) count(ctx context.Context, r analytics.Request) (analytics.Report, error) {
	return a.Analytics.Report(ctx, apikit.ActorOf(ctx), r, analytics.Parts{Count: true})
}

// TopLink is a link with its clicks.
type TopLink struct {
	ID             string `json:"id"`
	Domain         string `json:"domain" doc:"The host of the short URL." example:"localhost:8080"`
	Alias          string `json:"alias"`
	ClickCount     int64  `json:"clickCount" doc:"Clicks by people, and importedClicks."`
	ImportedClicks int64  `json:"importedClicks" doc:"The clicks that the link was imported with."`

	Spark []int64 `json:"spark" minItems:"14" maxItems:"14" doc:"Clicks by people on each of the last 14 days, oldest first, today last, in the workspace's time zone."`
}

type topLinks struct {
	Links []TopLink `json:"links" doc:"At most five, most clicks first."`
}

// maxTopLinks is the maximum number of top links.
const maxTopLinks = 5

func (a *API) topLinks(ctx context.Context, _ *struct{}) (*apikit.Output[topLinks], error) {
	page, err := a.Links.List(ctx, apikit.ActorOf(ctx), link.Filter{Sort: link.ByClickCount, Limit: maxTopLinks})
	if err != nil {
		return nil, err
	}
	sparks, err := a.sparks(ctx, apikit.Map(page.Links, func(l link.Link) string { return l.ID }))
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[topLinks]{}
	out.Body.Links = apikit.Map(page.Links, func(l link.Link) TopLink {
		return TopLink{
			ID:             l.ID,
			Domain:         l.Domain,
			Alias:          l.Alias(),
			ClickCount:     l.ClickCount,
			ImportedClicks: l.OpeningClicks,
			Spark:          sparks[l.ID],
		}
	})
	return out, nil
}

// Used is the usage of a limit.
type Used struct {
	Used  int64  `json:"used"`
	Limit *int64 `json:"limit" doc:"The limit; null: none."`
}

// Counted is a usage without a limit.
type Counted struct {
	Used int64 `json:"used"`
}

type usage struct {
	Plan     string  `json:"plan" doc:"The name of a package; the operator may define others than the built-in ones." example:"FREE"`
	Links    Used    `json:"links" doc:"Links, archived ones included."`
	Clicks   Used    `json:"clicks" doc:"Clicks by people in the current calendar month, in UTC."`
	Domains  Used    `json:"domains" doc:"Custom domains."`
	Members  Used    `json:"members" doc:"Members, without pending invitations."`
	BioPages Used    `json:"bioPages" doc:"Bio pages, published or not."`
	QRCodes  Counted `json:"qrCodes" doc:"Saved QR codes."`

	ClicksExhaustedAt *time.Time `json:"clicksExhaustedAt" doc:"When the clicks of the month will be used up at the pace of the month so far; null: not this month, or the user has no access to some folders."`
}

func (a *API) usage(ctx context.Context, _ *struct{}) (*apikit.Output[usage], error) {
	current, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	links, err := a.Links.List(ctx, apikit.ActorOf(ctx), link.Filter{Limit: 1})
	if err != nil {
		return nil, err
	}
	clicks, err := a.count(ctx, analytics.Request{Period: analytics.Period{Interval: analytics.MonthSoFar}})
	if err != nil {
		return nil, err
	}
	saved, err := a.QRCodes.List(ctx, apikit.ActorOf(ctx), qr.Filter{Limit: 1})
	if err != nil {
		return nil, err
	}
	domains, err := a.Usage.CountDomains(ctx, current.ID)
	if err != nil {
		return nil, err
	}
	members, err := a.Usage.CountMembers(ctx, current.ID)
	if err != nil {
		return nil, err
	}
	pages, err := a.Usage.CountPages(ctx, current.ID)
	if err != nil {
		return nil, err
	}
	limits := a.Plans.Limits(current.Plan)
	out := &apikit.Output[usage]{}
	out.Body.Plan = string(current.Plan)
	out.Body.Links = Used{Used: int64(links.Total), Limit: limit(limits.Links)}
	out.Body.Clicks = Used{Used: clicks.Count.Clicks, Limit: limit(limits.ClicksPerMonth)}
	out.Body.Domains = Used{Used: int64(domains), Limit: limit(limits.Domains)}
	out.Body.Members = Used{Used: int64(members), Limit: limit(limits.Members)}
	out.Body.BioPages = Used{Used: int64(pages), Limit: limit(limits.BioPages)}
	if !apikit.ActorOf(ctx).View().Limited() { // the clicks of some links are not enough to tell
		out.Body.ClicksExhaustedAt = apikit.TimeOrNull(quota.Exhausted(clicks.Count.Clicks, int64(limits.ClicksPerMonth), a.clock.Now()))
	}
	out.Body.QRCodes = Counted{Used: int64(saved.Total)}
	return out, nil
}

// limit returns null for plan.Unlimited.
func limit(n int) *int64 {
	if n <= 0 {
		return nil
	}
	return new(int64(n))
}
