package httpapi

import (
	"context"
	"math"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
)

type totalClicksOutput struct {
	Body struct {
		TotalClicks int64  `json:"totalClicks" doc:"Clicks of humans on all links, ever."`
		Trend       int64  `json:"trend" doc:"The last 30 days, today included, against as much of the 30 before, in per cent, in the workspace's time zone; 100 when there were none before, 0 when nothing is known of them."`
		Before      *int64 `json:"before" doc:"Clicks of the 30 days before, which the trend compares with; null: they are not kept that long."`
	} `nameHint:"TotalClicks"`
}

// trendSpan is the length of the period that the trend compares with the one
// before it.
const trendSpan = 30 * 24 * time.Hour

func (a *API) totalClicks(ctx context.Context, _ *struct{}) (*totalClicksOutput, error) {
	ever, err := a.count(ctx, analytics.Request{Period: analytics.Period{Interval: analytics.AllTime}})
	if err != nil {
		return nil, err
	}
	current, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	// The days are those of the chart beside it, and of the report behind it.
	lately, err := a.count(ctx, analytics.Request{
		Period:  analytics.Period{Interval: analytics.Last30d, TimeZone: current.TimeZone},
		Compare: analytics.Comparison{Shift: analytics.ShiftPeriod},
	})
	if err != nil {
		return nil, err
	}
	out := &totalClicksOutput{}
	out.Body.TotalClicks = ever.Count.Clicks
	if !a.keeps(current, 2*trendSpan) {
		return out, nil
	}
	out.Body.Before, out.Body.Trend = &lately.Previous.Clicks, trend(lately.Count.Clicks, lately.Previous.Clicks)
	return out, nil
}

// keeps reports whether the workspace keeps clicks for so long.
func (a *API) keeps(w workspace.Workspace, span time.Duration) bool {
	days := w.KeptDays(a.Plans.Limits(w.Plan))
	return days == plan.Unlimited || time.Duration(days)*24*time.Hour >= span
}

// trend is how much more now is than before, in whole per cent.
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
	ID         string `json:"id"`
	Alias      string `json:"alias"`
	ClickCount int64  `json:"clickCount"`
}

type topLinksOutput struct {
	Body struct {
		Links []TopLink `json:"links" doc:"At most five, most clicks first."`
	} `nameHint:"TopLinks"`
}

// topLinksShown is how many links the answer has at most; the home shows two.
const topLinksShown = 5

func (a *API) topLinks(ctx context.Context, _ *struct{}) (*topLinksOutput, error) {
	page, err := a.Links.List(ctx, apikit.ActorOf(ctx), link.Filter{Sort: link.ByClickCount, Limit: topLinksShown})
	if err != nil {
		return nil, err
	}
	out := &topLinksOutput{}
	out.Body.Links = apikit.Map(page.Links, func(l link.Link) TopLink {
		return TopLink{ID: l.ID, Alias: l.Alias(), ClickCount: l.ClickCount}
	})
	return out, nil
}

// Used is how much of a limit is used up.
type Used struct {
	Used  int64  `json:"used"`
	Limit *int64 `json:"limit" doc:"Null: no limit."`
}

// Counted is how many there are of what has no limit.
type Counted struct {
	Used int64 `json:"used"`
}

type usageOutput struct {
	Body struct {
		Plan    string  `json:"plan" enum:"FREE,BASIC,PROFESSIONAL,BUSINESS,ENTERPRISE"`
		Links   Used    `json:"links" doc:"Archived ones are counted."`
		Clicks  Used    `json:"clicks" doc:"Clicks of humans in this calendar month, in UTC."`
		QRCodes Counted `json:"qrCodes" doc:"Saved QR codes."`
	} `nameHint:"Usage"`
}

func (a *API) usage(ctx context.Context, _ *struct{}) (*usageOutput, error) {
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
	limits := a.Plans.Limits(current.Plan)
	out := &usageOutput{}
	out.Body.Plan = string(current.Plan)
	out.Body.Links = Used{Used: int64(links.Total), Limit: limit(limits.Links)}
	out.Body.Clicks = Used{Used: clicks.Count.Clicks, Limit: limit(limits.ClicksPerMonth)}
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
