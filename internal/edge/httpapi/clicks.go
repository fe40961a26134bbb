package httpapi

import (
	"context"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/click/clickview"
	"linnet/internal/edge/apikit"
)

// clicksOf returns clicks with the hosts of their domains.
func (a *API) clicksOf(ctx context.Context, clicks []click.Click) ([]clickview.Click, error) {
	domains := apikit.Map(clicks, func(c click.Click) uint64 { return c.DomainID })
	hosts, err := a.Analytics.Hosts(ctx, apikit.ActorOf(ctx), domains)
	if err != nil {
		return nil, err
	}
	return apikit.Map(clicks, func(c click.Click) clickview.Click { return clickview.Of(c, hosts[c.DomainID]) }), nil
}

// listClicksInput has the filters of analytics, so that clients can list the
// clicks behind a figure.
type listClicksInput struct {
	PeriodParams
	FilterParams
	apikit.PageParams
}

func (a *API) listClicks(ctx context.Context, in *listClicksInput) (*apikit.ListOutput[clickview.Click], error) {
	request, err := a.analyticsRequest(ctx, in.periodOrAllTime(), in.FilterParams, SeriesParams{Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	page, err := a.Analytics.Recent(ctx, apikit.ActorOf(ctx), request, in.Cursor)
	if err != nil {
		return nil, err
	}
	clicks, err := a.clicksOf(ctx, page.Clicks)
	if err != nil {
		return nil, err
	}
	return apikit.Page(clicks, page.NextCursor, page.Total), nil
}

// periodOrAllTime returns the period, which begins with the first click unless
// the request has a start.
func (in *listClicksInput) periodOrAllTime() PeriodParams {
	p := in.PeriodParams
	switch {
	case p.Interval != "" || !p.Start.IsZero():
	case p.End.IsZero():
		p.Interval = string(analytics.AllTime)
	default:
		p.Start = analytics.Earliest()
	}
	return p
}

// ClickParams choose the clicks of a stream.
type ClickParams struct {
	LinkID  []string `query:"linkId" doc:"Ids of links, separated by commas; all links by default."`
	PageID  []string `query:"pageId" doc:"Ids of bio pages, separated by commas: clicks on links that were followed from them; with blocks=true on all their blocks, and with views=true their views."`
	Views   bool     `query:"views" doc:"True sends views of bio pages instead of clicks on links."`
	Blocks  bool     `query:"blocks" doc:"True sends clicks on the blocks of bio pages instead of clicks on links."`
	Traffic string   `query:"traffic" enum:"human,bot,all" default:"human"`
}

// clickScope is the clicks of a stream.
type clickScope struct {
	ClickParams
	subject analytics.Subject
}

// recentClicks returns the latest clicks of a scope, newest first.
func (a *API) recentClicks(ctx context.Context, p clickScope, limit int) ([]click.Click, error) {
	page, err := a.Analytics.Recent(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period:  analytics.Period{Interval: analytics.AllTime},
		Subject: p.subject,
		Traffic: analytics.Traffic(p.Traffic),
		Filters: append(analytics.FilterOf(analytics.Link, p.LinkID), analytics.FilterOf(analytics.Page, p.PageID)...),
		Limit:   limit,
	}, "")
	return page.Clicks, err
}

func (a *API) deleteClicks(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Retention.DeleteClicks(ctx, apikit.ActorOf(ctx), in.ID)
}
