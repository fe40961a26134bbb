package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/edge/apikit"
)

// Analytics counts clicks.
type Analytics interface {
	// Report answers all parts of a request in one pass over the clicks.
	Report(ctx context.Context, actor access.Actor, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
	// DailyClicks returns the clicks by people on each of links on each of the
	// last days, oldest first, today last.
	DailyClicks(ctx context.Context, actor access.Actor, timeZone string, days int, linkIDs []string) (map[string][]int64, error)
	// Recent returns the last clicks, the newest first.
	Recent(ctx context.Context, actor access.Actor, r analytics.Request) ([]click.Click, error)
}

type analyticsInput struct {
	GroupBy groupBy `query:"groupBy" required:"true" doc:"Which figures."`
	PeriodParams
	FilterParams
	SeriesParams
}

type analyticsOutput struct{ Body analyticsAnswer }

func (a *API) analytics(ctx context.Context, in *analyticsInput) (*analyticsOutput, error) {
	request, err := a.question(ctx, in.PeriodParams, in.FilterParams, in.SeriesParams)
	if err != nil {
		return nil, err
	}
	parts := in.GroupBy.into(&request)
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	return &analyticsOutput{analyticsAnswer{in.GroupBy.shape(report)}}, nil
}

type reportInput struct {
	GroupBy []groupBy `query:"groupBy" doc:"The parts that are wanted, with commas between them; all unless said otherwise."`
	PeriodParams
	FilterParams
	SeriesParams
}

type reportOutput struct{ Body reportAnswer }

func (a *API) report(ctx context.Context, in *reportInput) (*reportOutput, error) {
	wanted := in.GroupBy
	if len(wanted) == 0 {
		wanted = everyGroupBy()
	}
	request, err := a.question(ctx, in.PeriodParams, in.FilterParams, in.SeriesParams)
	if err != nil {
		return nil, err
	}
	var parts analytics.Parts
	for _, g := range wanted {
		p := g.into(&request)
		parts.Count, parts.Series, parts.Heatmap = parts.Count || p.Count, parts.Series || p.Series, parts.Heatmap || p.Heatmap
	}
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	out := reportAnswer{}
	for _, g := range wanted {
		out[g] = g.shape(report)
	}
	return &reportOutput{out}, nil
}

// question puts parameters together. Where they name no time zone, it is the
// workspace's.
func (a *API) question(ctx context.Context, p PeriodParams, f FilterParams, s SeriesParams) (analytics.Request, error) {
	request := p.request(f, s)
	if request.TimeZone != "" {
		return request, nil
	}
	workspace, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	request.TimeZone = workspace.TimeZone
	return request, err
}
